/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * capture: streams whose work becomes nodes of a graph. A member is a stream of a capture, and the
 * nodes that the next one comes after; an event recorded in one carries them to another stream.
 */
#include <stdlib.h>

#include "graph.h"

struct rt_member {
	struct rt_member *next;
	struct rt_capture *capture;
	cudaStream_t stream;
	pthread_t thread; /* whose cudaStreamPerThread */
	bool gone;        /* destroyed; its work may still have to be joined */
	cudaGraphNode_t *nodes;
	size_t n;
};

struct rt_capture {
	struct rt_capture *next;
	struct rt_member *members; /* the last is where it began */
	cudaGraph_t graph;
	uint64_t id;
	enum cudaStreamCaptureMode mode;
	pthread_t thread; /* that began it */
	bool invalid;
	bool borrowed; /* the graph is the program's own */
};

static enum cudaStreamCaptureMode *thread_mode(void)
{
	/* CUDA defines it as each host thread's own. */
	static _Thread_local enum cudaStreamCaptureMode mode;

	return &mode;
}

static struct rt_member *member_of(const struct rt *r, cudaStream_t stream)
{
	for (struct rt_capture *c = r->captures; c && stream; c = c->next)
		for (struct rt_member *m = c->members; m; m = m->next)
			if (m->stream == stream && !m->gone &&
			    (stream != cudaStreamPerThread ||
			     pthread_equal(m->thread, pthread_self())))
				return m;
	return NULL;
}

static struct rt_capture *capture_of(const struct rt *r, uint64_t id)
{
	struct rt_capture *c = r->captures;

	while (c && c->id != id)
		c = c->next;
	return c;
}

static struct rt_member *join(struct rt_capture *c, cudaStream_t stream)
{
	struct rt_member *m = mem_alloc(sizeof(*m));

	m->next = c->members;
	m->capture = c;
	m->stream = stream;
	m->thread = pthread_self();
	c->members = m;
	return m;
}

static void add_node(struct rt_member *m, cudaGraphNode_t node)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->nodes[i] == node)
			return;
	rt_node_list(&m->nodes, &m->n, node);
}

static void drop(struct rt *r, struct rt_capture *c)
{
	struct rt_capture **p = &r->captures;
	struct rt_member *m;

	while (*p != c)
		p = &(*p)->next;
	*p = c->next;
	while ((m = c->members)) {
		c->members = m->next;
		free(m->nodes);
		free(m);
	}
	free(c);
}

/* Nothing comes of it. */
static void discard(struct rt *r, struct rt_capture *c)
{
	cudaGraph_t g = c->borrowed ? NULL : c->graph;

	drop(r, c);
	if (g)
		rt_graph_free(r, g);
}

void rt_captures_free(struct rt *r)
{
	while (r->captures)
		discard(r, r->captures);
}

void rt_capture_orphan(struct rt *r, cudaGraph_t g)
{
	for (struct rt_capture *c = r->captures; c; c = c->next) {
		if (c->graph != g)
			continue;
		c->graph = rt_graph_create(r, true);
		c->borrowed = false;
		c->invalid = true;
		for (struct rt_member *m = c->members; m; m = m->next)
			m->n = 0;
	}
}

bool rt_graph_captured(const struct rt *r, cudaGraph_t g)
{
	const struct rt_capture *c = r->captures;

	while (c && c->graph != g)
		c = c->next;
	return c != NULL;
}

static bool legacy(cudaStream_t stream)
{
	return !stream || stream == cudaStreamLegacy;
}

/* A stream that waits for the legacy one. */
static bool blocking(const struct rt_member *m)
{
	return !m->gone &&
	       (m->stream == cudaStreamPerThread || !(m->stream->flags & cudaStreamNonBlocking));
}

static cudaError_t implicit(struct rt *r, bool invalidate)
{
	cudaError_t e = cudaSuccess;

	for (struct rt_capture *c = r->captures; c; c = c->next)
		for (const struct rt_member *m = c->members; m; m = m->next)
			if (blocking(m)) {
				e = cudaErrorStreamCaptureImplicit;
				c->invalid |= invalidate;
			}
	return e;
}

cudaError_t rt_capturing(struct rt *r, cudaStream_t stream, struct rt_member **at)
{
	*at = NULL;
	if (!r->captures)
		return cudaSuccess;
	if (legacy(stream))
		return implicit(r, true);
	*at = member_of(r, stream);
	return *at && (*at)->capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

void rt_captured(struct rt *r, struct rt_member *at, const struct rt_op *op)
{
	cudaGraphNode_t node = rt_node_add(r, at->capture->graph, at->nodes, at->n, op);

	at->n = 0;
	add_node(at, node);
}

cudaError_t rt_not_captured(struct rt *r, cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = rt_capturing(r, stream, &at);

	if (e || !at)
		return e;
	at->capture->invalid = true;
	return cudaErrorStreamCaptureUnsupported;
}

static bool barred(const struct rt_capture *c)
{
	const enum cudaStreamCaptureMode mode = *thread_mode();

	if (mode == cudaStreamCaptureModeRelaxed || c->mode == cudaStreamCaptureModeRelaxed)
		return false;
	return pthread_equal(c->thread, pthread_self()) ||
	       (mode == cudaStreamCaptureModeGlobal && c->mode == cudaStreamCaptureModeGlobal);
}

cudaError_t rt_unsafe(struct rt *r)
{
	cudaError_t e = cudaSuccess;

	for (struct rt_capture *c = r->captures; c; c = c->next)
		if (barred(c)) {
			c->invalid = true;
			e = cudaErrorStreamCaptureUnsupported;
		}
	return e;
}

cudaError_t rt_device_wide(struct rt *r)
{
	cudaError_t e = cudaSuccess;

	for (struct rt_capture *c = r->captures; c; c = c->next) {
		c->invalid = true;
		e = cudaErrorStreamCaptureUnsupported;
	}
	return e;
}

void rt_stream_gone(struct rt *r, cudaStream_t stream)
{
	struct rt_member *m = member_of(r, stream);

	if (!m)
		return;
	m->gone = true;
	if (!m->next)
		discard(r, m->capture);
}

/* Events */

cudaError_t rt_event_captured(struct rt *r, cudaEvent_t e)
{
	struct rt_capture *c = e->capture ? capture_of(r, e->capture) : NULL;

	if (c)
		c->invalid = true;
	return e->capture ? cudaErrorCapturedEvent : cudaSuccess;
}

void rt_capture_record(struct rt *r, struct rt_member *at, cudaEvent_t e, unsigned flags)
{
	const struct rt_op op = {.type = cudaGraphNodeTypeEventRecord, .u.event = e};

	if (flags & cudaEventRecordExternal) {
		rt_captured(r, at, &op);
		return;
	}
	e->capture = at->capture->id;
	e->n_at = 0;
	for (size_t i = 0; i < at->n; i++)
		rt_node_list(&e->at, &e->n_at, at->nodes[i]);
}

static cudaError_t invalidate(struct rt_capture *c, cudaError_t e)
{
	if (c)
		c->invalid = true;
	return e;
}

/* What is wrong with a dependency of a stream (at: captured; or NULL) on a captured event. */
static cudaError_t may_wait(struct rt_member *at, struct rt_capture *of, cudaStream_t stream)
{
	if (!of)
		return invalidate(at ? at->capture : NULL, cudaErrorCapturedEvent);
	if (of->invalid)
		return cudaErrorStreamCaptureInvalidated;
	if (at && at->capture != of) {
		at->capture->invalid = true;
		return invalidate(of, cudaErrorStreamCaptureMerge);
	}
	return legacy(stream) ? invalidate(of, cudaErrorStreamCaptureImplicit) : cudaSuccess;
}

cudaError_t rt_capture_wait(struct rt *r, cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
	const struct rt_op op = {.type = cudaGraphNodeTypeWaitEvent, .u.event = event};
	struct rt_member *at;
	cudaError_t e = rt_capturing(r, stream, &at);

	if (e)
		return e;
	if (at && flags & cudaEventWaitExternal) {
		rt_captured(r, at, &op);
		return cudaSuccess;
	}
	if (!event->capture)
		return at && event->recorded
			       ? invalidate(at->capture, cudaErrorStreamCaptureIsolation)
			       : cudaSuccess;
	e = may_wait(at, capture_of(r, event->capture), stream);
	if (e)
		return e;
	if (!at)
		at = join(capture_of(r, event->capture), stream);
	for (size_t i = 0; i < event->n_at; i++)
		add_node(at, event->at[i]);
	return cudaSuccess;
}

/* The calls */

static cudaError_t enter(cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && !rt_stream_valid(rt_state(), stream) ? cudaErrorInvalidResourceHandle : e;
}

/* into: a graph of the program's, or NULL for a new one. */
static cudaError_t begin(cudaStream_t stream, cudaGraph_t into, const cudaGraphNode_t *deps,
			 size_t n, enum cudaStreamCaptureMode mode)
{
	struct rt *r = rt_state();
	struct rt_capture *c;
	struct rt_member *m;

	if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
		return cudaErrorInvalidValue;
	if (legacy(stream))
		return cudaErrorStreamCaptureUnsupported;
	if (member_of(r, stream))
		return cudaErrorIllegalState;
	c = mem_alloc(sizeof(*c));
	c->next = r->captures;
	c->borrowed = into != NULL;
	c->graph = into ? into : rt_graph_create(r, true);
	c->id = ++r->n_captures;
	c->mode = mode;
	c->thread = pthread_self();
	r->captures = c;
	m = join(c, stream);
	for (size_t i = 0; i < n; i++)
		add_node(m, deps[i]);
	return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	const cudaError_t e = enter(stream);

	return rt_leave(e ? e : begin(stream, NULL, NULL, 0, mode));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
					  const cudaGraphNode_t *deps,
					  const struct cudaGraphEdgeData *data, size_t n,
					  enum cudaStreamCaptureMode mode)
{
	cudaError_t e = enter(stream);
	struct rt *r = rt_state();

	if (!e && data) {
		rt_note("cudaStreamBeginCaptureToGraph", "data of edges are not supported");
		e = cudaErrorNotSupported;
	}
	if (!e && (!rt_graph_valid(r, graph) || rt_graph_captured(r, graph) || (n && !deps)))
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i < n; i++)
		if (!rt_node_valid(r, deps[i]) || deps[i]->graph != graph)
			e = cudaErrorInvalidValue;
	return rt_leave(e ? e : begin(stream, graph, deps, n, mode));
}

static bool unjoined(const struct rt_capture *c)
{
	const struct rt_member *origin = c->members;

	while (origin->next)
		origin = origin->next;
	for (cudaGraphNode_t n = c->graph->nodes; n; n = n->next)
		n->seen = false;
	for (size_t i = 0; i < origin->n; i++)
		rt_node_mark(origin->nodes[i]);
	for (const struct rt_member *m = c->members; m; m = m->next)
		for (size_t i = 0; i < m->n; i++)
			if (!m->nodes[i]->seen)
				return true;
	return false;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
	cudaError_t e = enter(stream);
	struct rt *r = rt_state();
	struct rt_member *m = e ? NULL : member_of(r, stream);
	struct rt_capture *c = m ? m->capture : NULL;

	if (!e && !m)
		e = cudaErrorIllegalState;
	if (!e && !graph && !c->borrowed)
		e = cudaErrorInvalidValue;
	if (!e && m->next)
		e = invalidate(c, cudaErrorStreamCaptureUnmatched);
	if (!e && c->mode != cudaStreamCaptureModeRelaxed &&
	    !pthread_equal(c->thread, pthread_self()))
		e = cudaErrorStreamCaptureWrongThread;
	if (e) {
		if (graph)
			*graph = NULL;
		return rt_leave(e);
	}
	if (c->invalid)
		e = cudaErrorStreamCaptureInvalidated;
	else if (unjoined(c))
		e = cudaErrorStreamCaptureUnjoined;
	if (graph)
		*graph = e ? NULL : c->graph;
	if (e) {
		discard(r, c);
		return rt_leave(e);
	}
	if (!c->borrowed)
		c->graph->inner = false;
	drop(r, c);
	return rt_leave(cudaSuccess);
}

static cudaError_t status_of(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
			     const struct rt_member **m)
{
	cudaError_t e = enter(stream);

	*m = NULL;
	if (!e && !status)
		e = cudaErrorInvalidValue;
	if (!e && legacy(stream))
		e = implicit(rt_state(), false);
	if (e)
		return e;
	*m = member_of(rt_state(), stream);
	*status = !*m                      ? cudaStreamCaptureStatusNone
		  : (*m)->capture->invalid ? cudaStreamCaptureStatusInvalidated
					   : cudaStreamCaptureStatusActive;
	return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
	const struct rt_member *m;

	return rt_leave(status_of(stream, status, &m));
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
					unsigned long long *id, cudaGraph_t *graph,
					const cudaGraphNode_t **deps, size_t *n)
{
	const struct rt_member *m;
	cudaError_t e = status_of(stream, status, &m);

	if (!e && m && !m->capture->invalid) {
		if (id)
			*id = m->capture->id;
		if (graph)
			*graph = m->capture->graph;
		if (deps)
			*deps = m->nodes;
		if (n)
			*n = m->n;
	}
	return rt_leave(e);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
				     unsigned long long *id)
{
	return cudaStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *deps,
						size_t n, unsigned int flags)
{
	cudaError_t e = enter(stream);
	struct rt *r = rt_state();
	struct rt_member *m = e ? NULL : member_of(r, stream);

	if (!e && (flags > cudaStreamSetCaptureDependencies || (n && !deps)))
		e = cudaErrorInvalidValue;
	if (!e && !m)
		e = cudaErrorIllegalState;
	if (!e && m->capture->invalid)
		e = cudaErrorStreamCaptureInvalidated;
	for (size_t i = 0; !e && i < n; i++)
		if (!rt_node_valid(r, deps[i]) || deps[i]->graph != m->capture->graph)
			e = cudaErrorInvalidValue;
	if (!e && flags == cudaStreamSetCaptureDependencies)
		m->n = 0;
	for (size_t i = 0; !e && i < n; i++)
		add_node(m, deps[i]);
	return rt_leave(e);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	enum cudaStreamCaptureMode old = *thread_mode();

	rt_enter(RT_PLAIN);
	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		return rt_leave(cudaErrorInvalidValue);
	*thread_mode() = *mode;
	*mode = old;
	return rt_leave(cudaSuccess);
}
