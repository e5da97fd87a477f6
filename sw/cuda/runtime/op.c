/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * op: what a node of a graph does: checked when the node is made, done when the graph is launched.
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

cudaError_t rt_op_kernel(struct rt *r, struct rt_op *op, const struct cudaKernelNodeParams *p,
			 const uint8_t *packed)
{
	cudaError_t e;

	if (!p)
		return cudaErrorInvalidValue;
	if (p->extra) {
		if (p->kernelParams || !rt_packed(r, p->func, p->extra, &packed))
			return cudaErrorInvalidValue;
	}
	*op = (struct rt_op){.type = cudaGraphNodeTypeKernel, .u.kernel.p = *p};
	e = rt_check_launch(r, p->func,
			    (const uint32_t[3]){p->gridDim.x, p->gridDim.y, p->gridDim.z},
			    (const uint32_t[3]){p->blockDim.x, p->blockDim.y, p->blockDim.z},
			    p->sharedMemBytes, p->kernelParams, packed, &op->u.kernel.params);
	op->u.kernel.p.kernelParams = op->u.kernel.params.at;
	op->u.kernel.p.extra = NULL;
	return e;
}

cudaError_t rt_capture_launch(struct rt *r, struct rt_member *at, const void *host,
			      const uint32_t grid[3], const uint32_t block[3], uint64_t shared,
			      void **args, const uint8_t *packed, bool cooperative)
{
	const struct cudaKernelNodeParams p = {
		.func = (void *)(uintptr_t)host,
		.gridDim = {grid[0], grid[1], grid[2]},
		.blockDim = {block[0], block[1], block[2]},
		.sharedMemBytes = (unsigned)shared,
		.kernelParams = args,
	};
	struct rt_op op;
	cudaError_t e =
		shared > UINT32_MAX ? cudaErrorInvalidValue : rt_op_kernel(r, &op, &p, packed);

	if (e)
		return e;
	op.u.kernel.cooperative = cooperative;
	rt_captured(r, at, &op);
	return cudaSuccess;
}

struct cudaMemcpy3DParms rt_copy_1d(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	return (struct cudaMemcpy3DParms){
		.srcPtr = {(void *)(uintptr_t)src, n, n, 1},
		.dstPtr = {dst, n, n, 1},
		.extent = {n, 1, 1},
		.kind = kind,
	};
}

cudaError_t rt_op_copy(struct rt *r, struct rt_op *op, const struct cudaMemcpy3DParms *p)
{
	cudaError_t e;

	if (!p)
		return cudaErrorInvalidValue;
	e = rt_copy_3d(r, p, false);
	if (!e)
		*op = (struct rt_op){.type = cudaGraphNodeTypeMemcpy, .u.copy = *p};
	return e;
}

cudaError_t rt_capture_copy(struct rt *r, struct rt_member *at, const struct cudaMemcpy3DParms *p)
{
	struct rt_op op;
	cudaError_t e = rt_op_copy(r, &op, p);

	if (!e)
		rt_captured(r, at, &op);
	return e;
}

cudaError_t rt_op_fill(struct rt *r, struct rt_op *op, const struct cudaMemsetParams *p)
{
	cudaError_t e;

	if (!p)
		return cudaErrorInvalidValue;
	e = rt_fill(r, p, false);
	if (!e)
		*op = (struct rt_op){.type = cudaGraphNodeTypeMemset, .u.fill = *p};
	return e;
}

cudaError_t rt_op_host(struct rt_op *op, const struct cudaHostNodeParams *p)
{
	if (!p || !p->fn)
		return cudaErrorInvalidValue;
	*op = (struct rt_op){.type = cudaGraphNodeTypeHost, .u.host = *p};
	return cudaSuccess;
}

static void clone_kernel(struct rt *r, struct rt_op *to)
{
	const struct rt_params from = to->u.kernel.params;
	const struct rt_kernel *k = rt_find_kernel(r, to->u.kernel.p.func);
	const unsigned n = k->k->entry->n_params;
	struct rt_params p = {mem_alloc(k->k->param_bytes), mem_alloc((n + 1) * sizeof(*p.at))};

	memcpy(p.bytes, from.bytes, k->k->param_bytes);
	for (unsigned i = 0; i <= n; i++)
		p.at[i] = p.bytes + ((uint8_t *)from.at[i] - from.bytes);
	to->u.kernel.params = p;
	to->u.kernel.p.kernelParams = p.at;
}

bool rt_op_is_memory(const struct rt_op *op)
{
	return op->type == cudaGraphNodeTypeMemAlloc || op->type == cudaGraphNodeTypeMemFree;
}

unsigned rt_op_graphs(const struct rt_op *op, const cudaGraph_t **graphs)
{
	if (op->type == cudaGraphNodeTypeGraph) {
		*graphs = &op->u.child;
		return 1;
	}
	*graphs = op->u.condition.body;
	return op->type == cudaGraphNodeTypeConditional ? op->u.condition.n : 0;
}

static void clone_bodies(struct rt *r, struct rt_op *to, const struct rt_op *from)
{
	to->u.condition.body = mem_alloc(from->u.condition.n * sizeof(cudaGraph_t));
	for (unsigned i = 0; i < from->u.condition.n; i++)
		to->u.condition.body[i] = rt_graph_clone(r, from->u.condition.body[i]);
}

void rt_op_clone(struct rt *r, struct rt_op *to, const struct rt_op *from)
{
	*to = *from;
	if (from->type == cudaGraphNodeTypeKernel)
		clone_kernel(r, to);
	else if (from->type == cudaGraphNodeTypeGraph)
		to->u.child = rt_graph_clone(r, from->u.child);
	else if (from->type == cudaGraphNodeTypeConditional)
		clone_bodies(r, to, from);
	else if (rt_op_is_memory(from))
		rt_graph_memory_use(r, from, true);
}

void rt_op_free(struct rt *r, struct rt_op *op)
{
	const cudaGraph_t *in;
	const unsigned n = rt_op_graphs(op, &in);

	if (op->type == cudaGraphNodeTypeKernel)
		rt_params_free(&op->u.kernel.params);
	else if (rt_op_is_memory(op))
		rt_graph_memory_use(r, op, false);
	for (unsigned i = 0; i < n; i++)
		rt_graph_free(r, in[i]);
	if (op->type == cudaGraphNodeTypeConditional)
		free(op->u.condition.body);
}

static cudaError_t do_kernel(struct rt *r, const struct rt_op *op, cudaStream_t stream)
{
	const struct cudaKernelNodeParams *p = &op->u.kernel.p;
	const uint32_t g[3] = {p->gridDim.x, p->gridDim.y, p->gridDim.z};
	const uint32_t b[3] = {p->blockDim.x, p->blockDim.y, p->blockDim.z};

	return (op->u.kernel.cooperative ? rt_cooperative_launch : rt_checked_launch)(
		r, p->func, g, b, p->sharedMemBytes, stream, NULL, op->u.kernel.params.bytes);
}

/* After a fault a GPU never gets to it. */
static cudaError_t do_host(struct rt *r, struct cudaHostNodeParams host)
{
	if (r->pending)
		return cudaSuccess;
	pthread_mutex_unlock(&r->lock);
	host.fn(host.userData);
	pthread_mutex_lock(&r->lock);
	return cudaSuccess;
}

static cudaError_t do_event(struct rt *r, const struct rt_op *op)
{
	if (!rt_event_valid(r, op->u.event))
		return cudaErrorInvalidResourceHandle;
	if (op->type == cudaGraphNodeTypeEventRecord)
		rt_event_record(op->u.event);
	return cudaSuccess;
}

cudaError_t rt_op_do(struct rt *r, const struct rt_op *op, cudaStream_t stream)
{
	switch (op->type) {
	case cudaGraphNodeTypeKernel: return do_kernel(r, op, stream);
	case cudaGraphNodeTypeMemcpy: return rt_copy_3d(r, &op->u.copy, true);
	case cudaGraphNodeTypeMemset: return rt_fill(r, &op->u.fill, true);
	case cudaGraphNodeTypeHost: return do_host(r, op->u.host);
	case cudaGraphNodeTypeWaitEvent:
	case cudaGraphNodeTypeEventRecord: return do_event(r, op);
	case cudaGraphNodeTypeMemAlloc: return rt_graph_memory_appear(r, op);
	case cudaGraphNodeTypeMemFree: return rt_graph_memory_free(r, op->u.memory.dptr);
	case cudaGraphNodeTypeConditional: return rt_condition_do(r, op, stream);
	case cudaGraphNodeTypeGraph:
		rt_conditions_begin(op->u.child);
		return rt_graph_do(r, op->u.child, stream);
	default: return cudaSuccess;
	}
}

cudaError_t rt_graph_do(struct rt *r, cudaGraph_t g, cudaStream_t stream)
{
	cudaError_t e = cudaSuccess;

	for (cudaGraphNode_t n = g->nodes; !e && n; n = n->next)
		if (!n->disabled)
			e = rt_op_do(r, &n->op, stream);
	return e;
}
