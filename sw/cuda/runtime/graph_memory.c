/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graph_memory: memory that nodes allocate and free. Its address is known when the node is made; it
 * is there from the launch of that node to its freeing, and may come and go many times.
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

struct rt_graph_memory {
	struct rt_graph_memory *next;
	uint64_t addr, size;
	unsigned nodes; /* that allocate or free it */
	bool live;
};

struct rt_graph_memory *rt_graph_memory(const struct rt *r, uint64_t addr)
{
	struct rt_graph_memory *m = r->graph_memory;

	while (m && (addr < m->addr || addr - m->addr >= m->size))
		m = m->next;
	return m;
}

static struct rt_graph_memory *at(const struct rt *r, const void *ptr)
{
	struct rt_graph_memory *m = rt_graph_memory(r, (uintptr_t)ptr);

	return m && m->addr == (uintptr_t)ptr ? m : NULL;
}

static void drop(struct rt *r, struct rt_graph_memory *m)
{
	struct rt_graph_memory **p = &r->graph_memory;

	if (m->nodes || m->live)
		return;
	while (*p != m)
		p = &(*p)->next;
	*p = m->next;
	gmem_unpark(r->session.gmem, m->addr);
	gmem_free(r->session.gmem, m->addr);
	free(m);
}

bool rt_graph_memory_live(const struct rt *r, const struct rt_op *op)
{
	return at(r, op->u.memory.dptr)->live;
}

cudaError_t rt_graph_memory_appear(struct rt *r, const struct rt_op *op)
{
	struct rt_graph_memory *m = at(r, op->u.memory.dptr);

	if (m->live)
		return cudaErrorInvalidValue;
	m->live = true;
	gmem_unpark(r->session.gmem, m->addr);
	r->graph_live += m->size;
	if (r->graph_live > r->graph_held)
		r->graph_held = r->graph_live;
	for (int i = 0; i < 2; i++)
		if (r->graph_held > r->graph_high[i])
			r->graph_high[i] = r->graph_held;
	return cudaSuccess;
}

cudaError_t rt_graph_memory_free(struct rt *r, const void *ptr)
{
	struct rt_graph_memory *m = at(r, ptr);

	if (!m || !m->live)
		return cudaErrorInvalidValue;
	m->live = false;
	gmem_park(r->session.gmem, m->addr);
	r->graph_live -= m->size;
	drop(r, m);
	return cudaSuccess;
}

void rt_graph_memory_use(struct rt *r, const struct rt_op *op, bool more)
{
	struct rt_graph_memory *m = at(r, op->u.memory.dptr);

	m->nodes += more ? 1 : -1U;
	drop(r, m);
}

void rt_graph_memory_reset(struct rt *r)
{
	while (r->graph_memory) {
		struct rt_graph_memory *m = r->graph_memory;

		m->nodes = 0;
		if (m->live)
			rt_graph_memory_free(r, (void *)(uintptr_t)m->addr);
		else
			drop(r, m);
	}
	r->graph_held = r->graph_high[0] = r->graph_high[1] = 0;
}

cudaError_t rt_op_alloc(struct rt *r, struct rt_op *op, struct cudaMemAllocNodeParams *p)
{
	struct rt_graph_memory *m;
	cudaError_t e;

	if (!p || !p->bytesize || p->poolProps.allocType != cudaMemAllocationTypePinned ||
	    p->poolProps.handleTypes || p->poolProps.location.id ||
	    p->poolProps.location.type != cudaMemLocationTypeDevice ||
	    (p->accessDescCount && !p->accessDescs))
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < p->accessDescCount; i++)
		if (p->accessDescs[i].location.type != cudaMemLocationTypeDevice ||
		    p->accessDescs[i].location.id)
			return cudaErrorInvalidValue;
	e = rt_allocate(r, &p->dptr, p->bytesize, GMEM_DEVICE);
	if (e)
		return e;
	m = mem_alloc(sizeof(*m));
	*m = (struct rt_graph_memory){r->graph_memory, (uintptr_t)p->dptr, p->bytesize, 1, false};
	r->graph_memory = m;
	gmem_park(r->session.gmem, m->addr);
	*op = (struct rt_op){.type = cudaGraphNodeTypeMemAlloc, .u.memory = *p};
	op->u.memory.accessDescs = NULL; /* the program's; there is nothing to say in them */
	op->u.memory.accessDescCount = 0;
	return cudaSuccess;
}

cudaError_t rt_op_release(struct rt *r, struct rt_op *op, void *ptr)
{
	if (!at(r, ptr))
		return cudaErrorInvalidValue;
	*op = (struct rt_op){.type = cudaGraphNodeTypeMemFree, .u.memory.dptr = ptr};
	rt_graph_memory_use(r, op, true);
	return cudaSuccess;
}

cudaError_t rt_capture_alloc(struct rt *r, struct rt_member *stream, void **ptr, size_t size)
{
	struct cudaMemAllocNodeParams p = {
		.poolProps = {.allocType = cudaMemAllocationTypePinned,
			      .location = {cudaMemLocationTypeDevice, 0}},
		.bytesize = size,
	};
	struct rt_op op;
	cudaError_t e = ptr ? rt_op_alloc(r, &op, &p) : cudaErrorInvalidValue;

	if (e)
		return e;
	*ptr = p.dptr;
	rt_captured(r, stream, &op);
	return cudaSuccess;
}

cudaError_t rt_capture_free(struct rt *r, struct rt_member *stream, void *ptr)
{
	struct rt_op op;
	cudaError_t e = rt_op_release(r, &op, ptr);

	if (!e)
		rt_captured(r, stream, &op);
	return e;
}

static cudaError_t enter_device(int device)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && device ? cudaErrorInvalidDevice : e;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
	cudaError_t e = enter_device(device);

	if (!e)
		rt_state()->graph_held = rt_state()->graph_live;
	return rt_leave(e);
}

/* What graphs hold is in use and reserved: what they have freed they use again. */
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
					   void *value)
{
	cudaError_t e = enter_device(device);
	const struct rt *r = rt_state();
	const uint64_t bytes[] = {r->graph_held, r->graph_high[0], r->graph_held, r->graph_high[1]};

	if (!e && (!value || (unsigned)attr > cudaGraphMemAttrReservedMemHigh))
		e = cudaErrorInvalidValue;
	if (!e)
		memcpy(value, &bytes[attr], sizeof(*bytes));
	return rt_leave(e);
}

/* The high ones start anew from what is now; the others are not the program's to set. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
					   void *value)
{
	cudaError_t e = enter_device(device);
	struct rt *r = rt_state();
	uint64_t zero = 1;

	if (!e && value)
		memcpy(&zero, value, sizeof(zero));
	if (!e && (zero || (attr != cudaGraphMemAttrUsedMemHigh &&
			    attr != cudaGraphMemAttrReservedMemHigh)))
		e = cudaErrorInvalidValue;
	if (!e)
		r->graph_high[attr == cudaGraphMemAttrReservedMemHigh] = r->graph_held;
	return rt_leave(e);
}
