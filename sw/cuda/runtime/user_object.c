/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * user_object: something of the program's that graphs hold on to. With its last reference its
 * function is called.
 */
#include <limits.h>
#include <stdlib.h>

#include "graph.h"

struct CUuserObject_st {
	struct CUuserObject_st *next;
	void *ptr;
	cudaHostFn_t destroy;
	uint64_t count;
};

struct rt_held {
	struct rt_held *next;
	cudaUserObject_t object;
	uint64_t count;
};

static cudaError_t enter(cudaUserObject_t object, unsigned count)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	const struct CUuserObject_st *o = rt_state()->user_objects;

	while (o && o != object)
		o = o->next;
	return !e && (!o || !count || count > INT_MAX) ? cudaErrorInvalidValue : e;
}

/* The function runs without the lock. */
static void release(struct rt *r, cudaUserObject_t object, uint64_t count)
{
	struct CUuserObject_st **p = &r->user_objects;

	object->count -= count;
	if (object->count)
		return;
	while (*p != object)
		p = &(*p)->next;
	*p = object->next;
	pthread_mutex_unlock(&r->lock);
	object->destroy(object->ptr);
	pthread_mutex_lock(&r->lock);
	free(object);
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *ptr, cudaHostFn_t destroy,
				 unsigned int count, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();

	if (!e && (!object || !destroy || !count || count > INT_MAX ||
		   flags != cudaUserObjectNoDestructorSync))
		e = cudaErrorInvalidValue;
	if (!e) {
		*object = mem_alloc(sizeof(**object));
		**object = (struct CUuserObject_st){r->user_objects, ptr, destroy, count};
		r->user_objects = *object;
	}
	return rt_leave(e);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
	const cudaError_t e = enter(object, count);

	if (!e)
		object->count += count;
	return rt_leave(e);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
	cudaError_t e = enter(object, count);

	if (!e && count > object->count)
		e = cudaErrorInvalidValue;
	if (!e)
		release(rt_state(), object, count);
	return rt_leave(e);
}

static void hold(cudaGraph_t g, cudaUserObject_t object, uint64_t count)
{
	struct rt_held *h = g->held;

	while (h && h->object != object)
		h = h->next;
	if (!h) {
		h = mem_alloc(sizeof(*h));
		*h = (struct rt_held){g->held, object, 0};
		g->held = h;
	}
	h->count += count;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
				      unsigned int count, unsigned int flags)
{
	cudaError_t e = enter(object, count);

	if (!e &&
	    (!rt_graph_valid(rt_state(), graph) || flags & ~(unsigned)cudaGraphUserObjectMove))
		e = cudaErrorInvalidValue;
	if (!e && flags & cudaGraphUserObjectMove && count > object->count)
		e = cudaErrorInvalidValue;
	if (e)
		return rt_leave(e);
	if (!(flags & cudaGraphUserObjectMove))
		object->count += count;
	hold(graph, object, count);
	return rt_leave(cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
				       unsigned int count)
{
	cudaError_t e = enter(object, count);
	struct rt_held *h = NULL;

	if (!e && !rt_graph_valid(rt_state(), graph))
		e = cudaErrorInvalidValue;
	for (h = e ? NULL : graph->held; h && h->object != object;)
		h = h->next;
	if (!e && (!h || count > h->count))
		e = cudaErrorInvalidValue;
	if (!e) {
		h->count -= count;
		release(rt_state(), object, count);
	}
	return rt_leave(e);
}

void rt_held_clone(cudaGraph_t to, cudaGraph_t from)
{
	for (struct rt_held *h = from->held; h; h = h->next) {
		if (!h->count)
			continue;
		h->object->count += h->count;
		hold(to, h->object, h->count);
	}
}

void rt_held_free(struct rt *r, cudaGraph_t g)
{
	struct rt_held *h;

	while ((h = g->held)) {
		g->held = h->next;
		if (h->count)
			release(r, h->object, h->count);
		free(h);
	}
}
