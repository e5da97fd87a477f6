/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * node: a node of each kind made, asked for what it does, and changed; in a graph and in an
 * executable graph, whose nodes go by those of the graph that it is of.
 */
#include "graph.h"

static cudaError_t enter_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
			     size_t n)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	const struct rt *r = rt_state();

	if (!e && (!node || !rt_graph_valid(r, graph) || (n && !deps)))
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i < n; i++) {
		if (!rt_node_valid(r, deps[i]) || deps[i]->graph != graph)
			e = cudaErrorInvalidValue;
		for (size_t j = 0; !e && j < i; j++)
			if (deps[i] == deps[j])
				e = cudaErrorInvalidValue;
	}
	return e;
}

static cudaError_t add(cudaError_t e, cudaGraphNode_t *node, cudaGraph_t graph,
		       const cudaGraphNode_t *deps, size_t n, const struct rt_op *op)
{
	if (!e)
		*node = rt_node_add(rt_state(), graph, deps, n, op);
	return rt_leave(e);
}

/* The node, when it is of that type. */
static cudaError_t enter_get(cudaGraphNode_t node, enum cudaGraphNodeType type, const void *out)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (!out || !rt_node_valid(rt_state(), node) || node->op.type != type))
		e = cudaErrorInvalidValue;
	return e;
}

/* *of: whose operation is to change. exec: NULL for the graph's own node. */
static cudaError_t enter_set(cudaGraphExec_t exec, cudaGraphNode_t node,
			     enum cudaGraphNodeType type, bool in_exec, cudaGraphNode_t *of)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();

	*of = node;
	if (!e && (!rt_node_valid(r, node) || node->op.type != type))
		e = cudaErrorInvalidValue;
	if (!e && in_exec) {
		*of = rt_exec_node(r, exec, node);
		e = *of && (*of)->op.type == type ? cudaSuccess : cudaErrorInvalidValue;
	}
	return e;
}

/* The new operation takes the old one's place, if it could be made. */
static cudaError_t set(cudaError_t e, cudaGraphNode_t of, const struct rt_op *op)
{
	if (!e) {
		rt_op_free(rt_state(), &of->op);
		of->op = *op;
	}
	return rt_leave(e);
}

/* Kernels */

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
				   const cudaGraphNode_t *deps, size_t n,
				   const struct cudaKernelNodeParams *params)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_kernel(rt_state(), &op, params, NULL);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeKernel, params);

	if (!e)
		*params = node->op.u.kernel.p;
	return rt_leave(e);
}

static cudaError_t set_kernel(cudaGraphExec_t exec, cudaGraphNode_t node, bool in_exec,
			      const struct cudaKernelNodeParams *params)
{
	cudaGraphNode_t of;
	cudaError_t e = enter_set(exec, node, cudaGraphNodeTypeKernel, in_exec, &of);
	struct rt_op op;

	if (!e)
		e = rt_op_kernel(rt_state(), &op, params, NULL);
	if (!e)
		op.u.kernel.cooperative = of->op.u.kernel.cooperative;
	return set(e, of, &op);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
					 const struct cudaKernelNodeParams *params)
{
	return set_kernel(NULL, node, false, params);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
					     const struct cudaKernelNodeParams *params)
{
	return set_kernel(exec, node, true, params);
}

/* Copies */

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
				   const cudaGraphNode_t *deps, size_t n,
				   const struct cudaMemcpy3DParms *params)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_copy(rt_state(), &op, params);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
				     const cudaGraphNode_t *deps, size_t n, void *dst,
				     const void *src, size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, count, kind);

	return cudaGraphAddMemcpyNode(node, graph, deps, n, &p);
}

/* Where in a variable, when it has the bytes. */
static cudaError_t in_symbol(const void *symbol, size_t count, size_t offset, void **at)
{
	const struct rt_variable *v = rt_find_variable(rt_state(), symbol);

	if (!v)
		return cudaErrorInvalidSymbol;
	if (offset > v->size || count > v->size - offset)
		return cudaErrorInvalidValue;
	*at = (char *)(uintptr_t)v->addr + offset;
	return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
					   const cudaGraphNode_t *deps, size_t n,
					   const void *symbol, const void *src, size_t count,
					   size_t offset, enum cudaMemcpyKind kind)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct cudaMemcpy3DParms p;
	struct rt_op op;
	void *at;

	if (!e)
		e = in_symbol(symbol, count, offset, &at);
	if (!e) {
		p = rt_copy_1d(at, src, count, kind);
		e = rt_op_copy(rt_state(), &op, &p);
	}
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
					     const cudaGraphNode_t *deps, size_t n, void *dst,
					     const void *symbol, size_t count, size_t offset,
					     enum cudaMemcpyKind kind)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct cudaMemcpy3DParms p;
	struct rt_op op;
	void *at;

	if (!e)
		e = in_symbol(symbol, count, offset, &at);
	if (!e) {
		p = rt_copy_1d(dst, at, count, kind);
		e = rt_op_copy(rt_state(), &op, &p);
	}
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeMemcpy, params);

	if (!e)
		*params = node->op.u.copy;
	return rt_leave(e);
}

static cudaError_t set_copy(cudaGraphExec_t exec, cudaGraphNode_t node, bool in_exec,
			    const struct cudaMemcpy3DParms *params)
{
	cudaGraphNode_t of;
	cudaError_t e = enter_set(exec, node, cudaGraphNodeTypeMemcpy, in_exec, &of);
	struct rt_op op;

	if (!e)
		e = rt_op_copy(rt_state(), &op, params);
	if (!e && in_exec && !rt_op_may_become(&of->op, &op))
		e = cudaErrorInvalidValue;
	return set(e, of, &op);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
					 const struct cudaMemcpy3DParms *params)
{
	return set_copy(NULL, node, false, params);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
					   size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, count, kind);

	return set_copy(NULL, node, false, &p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
					     const struct cudaMemcpy3DParms *params)
{
	return set_copy(exec, node, true, params);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
					       void *dst, const void *src, size_t count,
					       enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, count, kind);

	return set_copy(exec, node, true, &p);
}

/* Fills */

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
				   const cudaGraphNode_t *deps, size_t n,
				   const struct cudaMemsetParams *params)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_fill(rt_state(), &op, params);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *params)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeMemset, params);

	if (!e)
		*params = node->op.u.fill;
	return rt_leave(e);
}

static cudaError_t set_fill(cudaGraphExec_t exec, cudaGraphNode_t node, bool in_exec,
			    const struct cudaMemsetParams *params)
{
	cudaGraphNode_t of;
	cudaError_t e = enter_set(exec, node, cudaGraphNodeTypeMemset, in_exec, &of);
	struct rt_op op;

	if (!e)
		e = rt_op_fill(rt_state(), &op, params);
	if (!e && in_exec && !rt_op_may_become(&of->op, &op))
		e = cudaErrorInvalidValue;
	return set(e, of, &op);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
					 const struct cudaMemsetParams *params)
{
	return set_fill(NULL, node, false, params);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
					     const struct cudaMemsetParams *params)
{
	return set_fill(exec, node, true, params);
}

/* Host functions */

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
				 const cudaGraphNode_t *deps, size_t n,
				 const struct cudaHostNodeParams *params)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_host(&op, params);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeHost, params);

	if (!e)
		*params = node->op.u.host;
	return rt_leave(e);
}

static cudaError_t set_host(cudaGraphExec_t exec, cudaGraphNode_t node, bool in_exec,
			    const struct cudaHostNodeParams *params)
{
	cudaGraphNode_t of;
	cudaError_t e = enter_set(exec, node, cudaGraphNodeTypeHost, in_exec, &of);
	struct rt_op op;

	if (!e)
		e = rt_op_host(&op, params);
	return set(e, of, &op);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
				       const struct cudaHostNodeParams *params)
{
	return set_host(NULL, node, false, params);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
					   const struct cudaHostNodeParams *params)
{
	return set_host(exec, node, true, params);
}

/* Graphs within graphs */

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
				       const cudaGraphNode_t *deps, size_t n, cudaGraph_t child)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op = {.type = cudaGraphNodeTypeGraph};

	if (!e && !rt_graph_valid(rt_state(), child))
		e = cudaErrorInvalidValue;
	if (!e && rt_graph_has_memory(child))
		e = cudaErrorNotSupported;
	if (!e)
		op.u.child = rt_graph_clone(rt_state(), child);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeGraph, graph);

	if (!e)
		*graph = node->op.u.child;
	return rt_leave(e);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
						 cudaGraph_t child)
{
	cudaGraphNode_t of, wrong;
	cudaError_t e = enter_set(exec, node, cudaGraphNodeTypeGraph, true, &of);
	enum cudaGraphExecUpdateResult why;

	if (!e && !rt_graph_valid(rt_state(), child))
		e = cudaErrorInvalidValue;
	if (!e && rt_graph_update(rt_state(), of->op.u.child, child, &wrong, &why))
		e = cudaErrorInvalidValue;
	return rt_leave(e);
}

/* Memory */

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
				     const cudaGraphNode_t *deps, size_t n,
				     struct cudaMemAllocNodeParams *params)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_alloc(rt_state(), &op, params);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
					   struct cudaMemAllocNodeParams *params)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeMemAlloc, params);

	if (!e)
		*params = node->op.u.memory;
	return rt_leave(e);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
				    const cudaGraphNode_t *deps, size_t n, void *ptr)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	struct rt_op op;

	if (!e)
		e = rt_op_release(rt_state(), &op, ptr);
	return add(e, node, graph, deps, n, &op);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *ptr)
{
	cudaError_t e = enter_get(node, cudaGraphNodeTypeMemFree, ptr);

	if (!e)
		*(void **)ptr = node->op.u.memory.dptr;
	return rt_leave(e);
}

/* Nothing, and events */

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
				  const cudaGraphNode_t *deps, size_t n)
{
	const struct rt_op op = {.type = cudaGraphNodeTypeEmpty};

	return add(enter_add(node, graph, deps, n), node, graph, deps, n, &op);
}

static cudaError_t add_event(enum cudaGraphNodeType type, cudaGraphNode_t *node, cudaGraph_t graph,
			     const cudaGraphNode_t *deps, size_t n, cudaEvent_t event)
{
	cudaError_t e = enter_add(node, graph, deps, n);
	const struct rt_op op = {.type = type, .u.event = event};

	if (!e && !rt_event_valid(rt_state(), event))
		e = cudaErrorInvalidResourceHandle;
	return add(e, node, graph, deps, n, &op);
}

static cudaError_t get_event(enum cudaGraphNodeType type, cudaGraphNode_t node, cudaEvent_t *event)
{
	cudaError_t e = enter_get(node, type, event);

	if (!e)
		*event = node->op.u.event;
	return rt_leave(e);
}

static cudaError_t set_event(enum cudaGraphNodeType type, cudaGraphExec_t exec,
			     cudaGraphNode_t node, bool in_exec, cudaEvent_t event)
{
	cudaGraphNode_t of;
	cudaError_t e = enter_set(exec, node, type, in_exec, &of);
	const struct rt_op op = {.type = type, .u.event = event};

	if (!e && !rt_event_valid(rt_state(), event))
		e = cudaErrorInvalidResourceHandle;
	return set(e, of, &op);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
					const cudaGraphNode_t *deps, size_t n, cudaEvent_t event)
{
	return add_event(cudaGraphNodeTypeEventRecord, node, graph, deps, n, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
				      const cudaGraphNode_t *deps, size_t n, cudaEvent_t event)
{
	return add_event(cudaGraphNodeTypeWaitEvent, node, graph, deps, n, event);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
	return get_event(cudaGraphNodeTypeEventRecord, node, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
	return get_event(cudaGraphNodeTypeWaitEvent, node, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	return set_event(cudaGraphNodeTypeEventRecord, NULL, node, false, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	return set_event(cudaGraphNodeTypeWaitEvent, NULL, node, false, event);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
						 cudaEvent_t event)
{
	return set_event(cudaGraphNodeTypeEventRecord, exec, node, true, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
					       cudaEvent_t event)
{
	return set_event(cudaGraphNodeTypeWaitEvent, exec, node, true, event);
}
