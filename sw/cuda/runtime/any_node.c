/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * any_node: CUDA 12's calls for a node of any kind, which are those of its kind; conditional
 * nodes, which have no others; copies of a node to and from variables.
 */
#include "graph.h"

static cudaError_t refused(cudaError_t e)
{
	rt_enter(RT_PLAIN);
	return rt_leave(e);
}

static cudaError_t add_condition(cudaGraphNode_t *node, cudaGraph_t graph,
				 const cudaGraphNode_t *deps, size_t n,
				 struct cudaConditionalNodeParams *p)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct rt_op op;

	if (!e && (!node || !rt_graph_valid(r, graph) || (n && !deps)))
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i < n; i++)
		if (!rt_node_valid(r, deps[i]) || deps[i]->graph != graph)
			e = cudaErrorInvalidValue;
	if (!e)
		e = rt_op_condition(r, &op, graph, p);
	if (!e) {
		*node = rt_node_add(r, graph, deps, n, &op);
		p->phGraph_out = op.u.condition.body;
	}
	return rt_leave(e);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
			     size_t n, struct cudaGraphNodeParams *p)
{
	if (!p)
		return refused(cudaErrorInvalidValue);
	switch (p->type) {
	case cudaGraphNodeTypeKernel:
		return cudaGraphAddKernelNode(node, graph, deps, n, &p->kernel);
	case cudaGraphNodeTypeMemcpy:
		return cudaGraphAddMemcpyNode(node, graph, deps, n, &p->memcpy.copyParams);
	case cudaGraphNodeTypeMemset:
		return cudaGraphAddMemsetNode(node, graph, deps, n, &p->memset);
	case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, deps, n, &p->host);
	case cudaGraphNodeTypeGraph:
		return cudaGraphAddChildGraphNode(node, graph, deps, n, p->graph.graph);
	case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, deps, n);
	case cudaGraphNodeTypeWaitEvent:
		return cudaGraphAddEventWaitNode(node, graph, deps, n, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord:
		return cudaGraphAddEventRecordNode(node, graph, deps, n, p->eventRecord.event);
	case cudaGraphNodeTypeMemAlloc:
		return cudaGraphAddMemAllocNode(node, graph, deps, n, &p->alloc);
	case cudaGraphNodeTypeMemFree:
		return cudaGraphAddMemFreeNode(node, graph, deps, n, p->free.dptr);
	case cudaGraphNodeTypeConditional:
		return add_condition(node, graph, deps, n, &p->conditional);
	case cudaGraphNodeTypeExtSemaphoreSignal:
	case cudaGraphNodeTypeExtSemaphoreWait:
		rt_note("cudaGraphAddNode", "semaphores of other interfaces are not supported");
		return refused(cudaErrorNotSupported);
	default: return refused(cudaErrorInvalidValue);
	}
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
	if (!p)
		return refused(cudaErrorInvalidValue);
	switch (p->type) {
	case cudaGraphNodeTypeKernel: return cudaGraphKernelNodeSetParams(node, &p->kernel);
	case cudaGraphNodeTypeMemcpy:
		return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
	case cudaGraphNodeTypeMemset: return cudaGraphMemsetNodeSetParams(node, &p->memset);
	case cudaGraphNodeTypeHost: return cudaGraphHostNodeSetParams(node, &p->host);
	case cudaGraphNodeTypeWaitEvent:
		return cudaGraphEventWaitNodeSetEvent(node, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord:
		return cudaGraphEventRecordNodeSetEvent(node, p->eventRecord.event);
	default: return refused(cudaErrorInvalidValue); /* CUDA changes no others */
	}
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
				       struct cudaGraphNodeParams *p)
{
	if (!p)
		return refused(cudaErrorInvalidValue);
	switch (p->type) {
	case cudaGraphNodeTypeKernel:
		return cudaGraphExecKernelNodeSetParams(exec, node, &p->kernel);
	case cudaGraphNodeTypeMemcpy:
		return cudaGraphExecMemcpyNodeSetParams(exec, node, &p->memcpy.copyParams);
	case cudaGraphNodeTypeMemset:
		return cudaGraphExecMemsetNodeSetParams(exec, node, &p->memset);
	case cudaGraphNodeTypeHost: return cudaGraphExecHostNodeSetParams(exec, node, &p->host);
	case cudaGraphNodeTypeGraph:
		return cudaGraphExecChildGraphNodeSetParams(exec, node, p->graph.graph);
	case cudaGraphNodeTypeWaitEvent:
		return cudaGraphExecEventWaitNodeSetEvent(exec, node, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord:
		return cudaGraphExecEventRecordNodeSetEvent(exec, node, p->eventRecord.event);
	default: return refused(cudaErrorInvalidValue);
	}
}

/* Where in a variable, when it has the bytes. */
static cudaError_t in_symbol(const void *symbol, size_t count, size_t offset, void **at)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	const struct rt_variable *v = e ? NULL : rt_find_variable(rt_state(), symbol);

	if (!e && !v)
		e = cudaErrorInvalidSymbol;
	if (!e && (offset > v->size || count > v->size - offset))
		e = cudaErrorInvalidValue;
	if (!e)
		*at = (char *)(uintptr_t)v->addr + offset;
	return rt_leave(e);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
						 const void *src, size_t count, size_t offset,
						 enum cudaMemcpyKind kind)
{
	void *at;
	const cudaError_t e = in_symbol(symbol, count, offset, &at);

	return e ? e : cudaGraphMemcpyNodeSetParams1D(node, at, src, count, kind);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
						   const void *symbol, size_t count, size_t offset,
						   enum cudaMemcpyKind kind)
{
	void *at;
	const cudaError_t e = in_symbol(symbol, count, offset, &at);

	return e ? e : cudaGraphMemcpyNodeSetParams1D(node, dst, at, count, kind);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
						     const void *symbol, const void *src,
						     size_t count, size_t offset,
						     enum cudaMemcpyKind kind)
{
	void *at;
	const cudaError_t e = in_symbol(symbol, count, offset, &at);

	return e ? e : cudaGraphExecMemcpyNodeSetParams1D(exec, node, at, src, count, kind);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
						       void *dst, const void *symbol, size_t count,
						       size_t offset, enum cudaMemcpyKind kind)
{
	void *at;
	const cudaError_t e = in_symbol(symbol, count, offset, &at);

	return e ? e : cudaGraphExecMemcpyNodeSetParams1D(exec, node, dst, at, count, kind);
}
