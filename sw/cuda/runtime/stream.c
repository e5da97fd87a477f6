/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stream: streams, events and host callbacks.
 *
 * Work is done when it is submitted, so every stream is always idle and every recorded event
 * has happened. An event's time is the host's monotonic clock: the time between two events is
 * what the simulation took, not what a GPU would take.
 */
#include <stdlib.h>

#include "graph.h"

bool rt_stream_valid(const struct rt *r, cudaStream_t s)
{
	if (!s || s == cudaStreamLegacy || s == cudaStreamPerThread)
		return true;
	for (const struct CUstream_st *i = r->streams; i; i = i->next)
		if (i == s)
			return true;
	return false;
}

bool rt_event_valid(const struct rt *r, cudaEvent_t e)
{
	for (const struct CUevent_st *i = r->events; i; i = i->next)
		if (i == e)
			return true;
	return false;
}

void rt_free_handles(struct rt *r)
{
	while (r->streams) {
		struct CUstream_st *s = r->streams;

		r->streams = s->next;
		free(s);
	}
	while (r->events) {
		struct CUevent_st *e = r->events;

		r->events = e->next;
		free(e->at);
		free(e);
	}
	while (r->registered) {
		struct rt_registered *g = r->registered;

		r->registered = g->next;
		free(g);
	}
	while (r->host_flags) {
		struct rt_host_flags *h = r->host_flags;

		r->host_flags = h->next;
		free(h);
	}
	rt_pools_free(r);
	rt_arrays_free(r);
	rt_textures_free(r);
}

static cudaError_t enter(enum rt_need need, cudaStream_t stream)
{
	cudaError_t e = rt_enter(need);

	return !e && !rt_stream_valid(rt_state(), stream) ? cudaErrorInvalidResourceHandle : e;
}

static cudaError_t enter_event(enum rt_need need, cudaEvent_t event)
{
	cudaError_t e = rt_enter(need);

	return !e && !rt_event_valid(rt_state(), event) ? cudaErrorInvalidResourceHandle : e;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();

	(void)priority; /* the range is 0 to 0, and CUDA clamps */
	if (!e && (!stream || (flags & ~(unsigned)cudaStreamNonBlocking)))
		e = cudaErrorInvalidValue;
	if (!e) {
		struct CUstream_st *s = mem_alloc(sizeof(*s));

		*s = (struct CUstream_st){.next = r->streams, .flags = flags};
		r->streams = s;
		s->id = rt_stream_id();
		*stream = s;
	}
	return rt_leave(e);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
	return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
	return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct CUstream_st **p = &rt_state()->streams;

	while (!e && *p && *p != stream)
		p = &(*p)->next;
	if (!e && !*p)
		e = cudaErrorInvalidResourceHandle;
	if (!e) {
		rt_stream_gone(rt_state(), stream);
		*p = stream->next;
		free(stream);
	}
	return rt_leave(e);
}

/* Waiting for a captured stream never ends; for another one it may, in a careful thread. */
static cudaError_t wait_stream(cudaStream_t stream)
{
	cudaError_t e = enter(RT_SYNC, stream);

	if (!e)
		e = rt_not_captured(rt_state(), stream);
	if (!e)
		e = rt_unsafe(rt_state());
	return rt_leave(e);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
	return wait_stream(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
	return wait_stream(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
	cudaError_t e = enter(RT_ASYNC, stream);

	if (!e && !rt_event_valid(rt_state(), event))
		e = cudaErrorInvalidResourceHandle;
	if (!e && flags & ~(unsigned)cudaEventWaitExternal)
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_capture_wait(rt_state(), stream, event, flags);
	return rt_leave(e);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
	cudaError_t e = enter(RT_ASYNC, stream);

	if (!e && !priority)
		e = cudaErrorInvalidValue;
	if (!e)
		*priority = 0;
	return rt_leave(e);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
	cudaError_t e = enter(RT_ASYNC, stream);

	if (!e && !flags)
		e = cudaErrorInvalidValue;
	if (!e)
		*flags = (uintptr_t)stream > (uintptr_t)cudaStreamPerThread ? stream->flags
									    : cudaStreamDefault;
	return rt_leave(e);
}

/* Managed memory is visible to everyone always: only the arguments are checked. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t length,
				     unsigned int flags)
{
	cudaError_t e = enter(RT_ASYNC, stream);
	const struct gmem_block *b;

	if (!e && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
	    flags != cudaMemAttachSingle)
		e = cudaErrorInvalidValue;
	if (!e) {
		b = gmem_in_arena((uintptr_t)ptr)
			    ? gmem_find(rt_state()->session.gmem, (uintptr_t)ptr)
			    : NULL;
		if (!b || b->freed || !rt_managed(rt_state(), b) || b->addr != (uintptr_t)ptr ||
		    (length && length != b->size))
			e = cudaErrorInvalidValue;
	}
	if (!e)
		e = rt_not_captured(rt_state(), stream);
	return rt_leave(e);
}

/* Everything before it is done: the callback runs now, on this thread, without our lock. */
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
				  void *userData, unsigned int flags)
{
	cudaError_t e = enter(RT_ASYNC, stream), status;

	if (!e && (!callback || flags))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_not_captured(rt_state(), stream);
	status = rt_state()->pending;
	e = rt_leave(e);
	if (!e)
		callback(stream, status, userData);
	return e;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
	cudaError_t e = enter(RT_ASYNC, stream);
	const struct rt_op op = {.type = cudaGraphNodeTypeHost, .u.host = {fn, userData}};
	struct rt_member *at = NULL;
	bool fault;

	if (!e && !fn)
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_capturing(rt_state(), stream, &at);
	if (!e && at) {
		rt_captured(rt_state(), at, &op);
		return rt_leave(e);
	}
	fault = rt_state()->pending != cudaSuccess;
	e = rt_leave(e);
	/* After a fault a GPU never gets to it (CUDA: not called in case of an error). */
	if (!e && !fault)
		fn(userData);
	return e;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
	const unsigned known =
		cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();

	if (!e && (!event || (flags & ~known)))
		e = cudaErrorInvalidValue;
	if (!e && (flags & cudaEventInterprocess)) {
		rt_note("cudaEventCreateWithFlags", "events between processes are not supported");
		e = cudaErrorNotSupported;
	}
	if (!e) {
		struct CUevent_st *v = mem_alloc(sizeof(*v));

		v->next = r->events;
		v->flags = flags;
		r->events = v;
		*event = v;
	}
	return rt_leave(e);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return cudaEventCreateWithFlags(event, cudaEventDefault);
}

void rt_event_record(cudaEvent_t e)
{
	e->recorded = true;
	e->ns = session_now_ns();
	e->capture = 0;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
	cudaError_t e = enter(RT_ASYNC, stream);
	struct rt_member *at = NULL;

	if (!e && !rt_event_valid(rt_state(), event))
		e = cudaErrorInvalidResourceHandle;
	if (!e && flags & ~(unsigned)cudaEventRecordExternal)
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_capturing(rt_state(), stream, &at);
	if (!e && at)
		rt_capture_record(rt_state(), at, event, flags);
	else if (!e)
		rt_event_record(event);
	return rt_leave(e);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

static cudaError_t wait_event(cudaEvent_t event)
{
	cudaError_t e = enter_event(RT_SYNC, event);

	if (!e)
		e = rt_event_captured(rt_state(), event);
	if (!e)
		e = rt_unsafe(rt_state());
	return rt_leave(e);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
	return wait_event(event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	return wait_event(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct CUevent_st **p = &rt_state()->events;

	while (!e && *p && *p != event)
		p = &(*p)->next;
	if (!e && !*p)
		e = cudaErrorInvalidResourceHandle;
	if (!e) {
		*p = event->next;
		free(event->at);
		free(event);
	}
	return rt_leave(e);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	cudaError_t e = enter_event(RT_SYNC, start);
	struct rt *r = rt_state();

	if (!e && !rt_event_valid(r, end))
		e = cudaErrorInvalidResourceHandle;
	if (!e && !ms)
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_event_captured(r, start);
	if (!e)
		e = rt_event_captured(r, end);
	if (!e && (!start->recorded || !end->recorded ||
		   ((start->flags | end->flags) & cudaEventDisableTiming)))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		*ms = (float)((double)(int64_t)(end->ns - start->ns) / 1e6);
	return rt_leave(e);
}
