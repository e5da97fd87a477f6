/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * exec: executable graphs: a copy of a graph whose nodes stand in an order that its edges allow,
 * the earliest made first. Its parameters may change, its nodes and edges not.
 */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>

struct CUgraphExec_st {
	struct CUgraphExec_st *next;
	cudaGraph_t graph;
	unsigned running; /* launches under way: a host function may take long */
	bool gone;        /* destroyed meanwhile */
	bool auto_free;   /* what it has allocated goes when it is launched again */
	unsigned long long flags;
};

static bool exec_valid(const struct rt *r, cudaGraphExec_t exec)
{
	const struct CUgraphExec_st *i = r->execs;

	while (i && i != exec)
		i = i->next;
	return i && !i->gone;
}

static void drop(struct rt *r, cudaGraphExec_t exec)
{
	struct CUgraphExec_st **p = &r->execs;

	while (*p != exec)
		p = &(*p)->next;
	*p = exec->next;
	rt_graph_free(r, exec->graph);
	free(exec);
}

void rt_execs_free(struct rt *r)
{
	for (cudaGraphExec_t x = r->execs, next; x; x = next) {
		next = x->next;
		if (x->running)
			x->gone = true;
		else
			drop(r, x);
	}
}

/* Puts the nodes, and those of the graphs in them, in order. A node of a circle, or NULL. */
static cudaGraphNode_t sort(cudaGraph_t g)
{
	struct CUgraphNode_st *sorted = NULL, **last = &sorted, **p;
	cudaGraphNode_t circle = NULL;
	bool some = true;

	for (cudaGraphNode_t n = g->nodes; n; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		n->seen = false;
		for (unsigned i = 0; i < n_in && !circle; i++)
			circle = sort(in[i]) ? n : NULL;
	}
	while (some) {
		some = false;
		for (p = &g->nodes; *p;) {
			cudaGraphNode_t n = *p;
			size_t i = 0;

			while (i < n->n_deps && n->deps[i]->seen)
				i++;
			if (i < n->n_deps) {
				p = &n->next;
				continue;
			}
			n->seen = some = true;
			*p = n->next;
			n->next = NULL;
			*last = n;
			last = &n->next;
		}
	}
	if (g->nodes)
		circle = g->nodes;
	*last = g->nodes;
	g->nodes = sorted;
	for (p = &g->nodes; *p;)
		p = &(*p)->next;
	g->last = p;
	return circle;
}

/* The graph's node that a node of its copy is of. */
static cudaGraphNode_t original(cudaGraph_t g, const struct CUgraphNode_st *copy)
{
	cudaGraphNode_t n = g->nodes;

	while (n && n->id != copy->origin)
		n = n->next;
	return n;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *error,
			       unsigned long long flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	cudaGraphNode_t circle, wrong = NULL;
	cudaGraph_t copy;

	if (!e && (!exec || !rt_graph_valid(r, graph) || rt_graph_captured(r, graph)))
		e = cudaErrorInvalidValue;
	if (e)
		return rt_leave(e);
	copy = rt_graph_clone(r, graph);
	circle = sort(copy);
	if (!circle)
		wrong = rt_conditions_wrong(copy);
	if (error)
		*error = circle ? original(graph, circle) : NULL;
	if (wrong)
		rt_note("cudaGraphInstantiate",
			"in a conditional node's body only kernels, copies, fills, empty nodes, "
			"child graphs and conditional nodes may be");
	if (circle || wrong) {
		rt_graph_free(r, copy);
		return rt_leave(wrong ? cudaErrorNotSupported : cudaErrorInvalidValue);
	}
	*exec = mem_alloc(sizeof(**exec));
	(*exec)->graph = copy;
	(*exec)->auto_free = flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
	(*exec)->flags = flags;
	(*exec)->next = r->execs;
	r->execs = *exec;
	return rt_leave(cudaSuccess);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *error,
				 char *log, size_t size)
{
	cudaGraphNode_t circle = NULL;
	cudaError_t e = instantiate(exec, graph, &circle, 0);

	if (error)
		*error = circle;
	if (log && size)
		snprintf(log, size, "%s", circle ? "dependencies make a circle" : "");
	return e;
}

/* There is nothing to upload, and one priority. */
static cudaError_t check_flags(unsigned long long flags)
{
	const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
					 cudaGraphInstantiateFlagUpload |
					 cudaGraphInstantiateFlagUseNodePriority;
	cudaError_t e = cudaErrorInvalidValue;

	if (!(flags & ~known))
		return cudaSuccess;
	rt_enter(RT_PLAIN);
	if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
		rt_note("cudaGraphInstantiateWithFlags",
			"launches by the device are not supported");
		e = cudaErrorNotSupported;
	}
	return rt_leave(e);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
					  unsigned long long flags)
{
	const cudaError_t e = check_flags(flags);

	return e ? e : instantiate(exec, graph, NULL, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
					   cudaGraphInstantiateParams *params)
{
	cudaError_t e = cudaErrorInvalidValue;

	if (!params) {
		rt_enter(RT_PLAIN);
		return rt_leave(e);
	}
	params->errNode_out = NULL;
	e = check_flags(params->flags);
	if (!e)
		e = instantiate(exec, graph, &params->errNode_out, params->flags);
	params->result_out = params->errNode_out ? cudaGraphInstantiateInvalidStructure
			     : e == cudaErrorNotSupported
				     ? cudaGraphInstantiateNodeOperationNotSupported
			     : e ? cudaGraphInstantiateError
				 : cudaGraphInstantiateSuccess;
	return e;
}

static cudaError_t enter(cudaGraphExec_t exec, cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !exec_valid(rt_state(), exec))
		e = cudaErrorInvalidValue;
	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	return e;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
	cudaError_t e = enter(exec, stream);

	if (!e)
		e = rt_not_captured(rt_state(), stream);
	return rt_leave(e);
}

/* Memory of the last launch is still there: an error, or it goes. */
static cudaError_t again(struct rt *r, cudaGraphExec_t exec)
{
	cudaError_t e = cudaSuccess;

	for (cudaGraphNode_t n = exec->graph->nodes; n && !e; n = n->next)
		if (n->op.type == cudaGraphNodeTypeMemAlloc && rt_graph_memory_live(r, &n->op))
			e = exec->auto_free ? rt_graph_memory_free(r, n->op.u.memory.dptr)
					    : cudaErrorInvalidValue;
	return e;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
	cudaError_t e = enter(exec, stream);
	struct rt *r = rt_state();
	struct rt_member *at = NULL;
	struct rt_op op = {.type = cudaGraphNodeTypeGraph};

	if (!e)
		e = rt_graph_has_memory(exec->graph) ? rt_not_captured(r, stream)
						     : rt_capturing(r, stream, &at);
	if (!e && !at)
		e = again(r, exec);
	if (e)
		return rt_leave(e);
	op.u.child = exec->graph;
	if (at) {
		op.u.child = rt_graph_clone(r, exec->graph);
		rt_captured(r, at, &op);
		return rt_leave(cudaSuccess);
	}
	exec->running++;
	e = rt_op_do(r, &op, stream);
	if (!--exec->running && exec->gone)
		drop(r, exec);
	return rt_leave(e);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
	cudaError_t e = enter(exec, NULL);

	if (!e && !flags)
		e = cudaErrorInvalidValue;
	if (!e)
		*flags = exec->flags;
	return rt_leave(e);
}

/* A node that may be left out; NULL: it is of another kind, or of another graph. */
static cudaGraphNode_t optional(cudaGraphExec_t exec, cudaGraphNode_t node)
{
	const struct rt *r = rt_state();
	cudaGraphNode_t n = rt_node_valid(r, node) ? rt_exec_node(r, exec, node) : NULL;

	return n && (n->op.type == cudaGraphNodeTypeKernel ||
		     n->op.type == cudaGraphNodeTypeMemcpy || n->op.type == cudaGraphNodeTypeMemset)
		       ? n
		       : NULL;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
				    unsigned int enabled)
{
	cudaError_t e = enter(exec, NULL);
	cudaGraphNode_t n = e ? NULL : optional(exec, node);

	if (!e && !n)
		e = cudaErrorInvalidValue;
	if (!e)
		n->disabled = !enabled;
	return rt_leave(e);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
				    unsigned int *enabled)
{
	cudaError_t e = enter(exec, NULL);
	const struct CUgraphNode_st *n = e ? NULL : optional(exec, node);

	if (!e && (!n || !enabled))
		e = cudaErrorInvalidValue;
	if (!e)
		*enabled = !n->disabled;
	return rt_leave(e);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
	cudaError_t e = enter(exec, NULL);

	if (!e && exec->running)
		exec->gone = true;
	else if (!e)
		drop(rt_state(), exec);
	return rt_leave(e);
}

static cudaGraphNode_t find(cudaGraph_t g, uint64_t origin)
{
	cudaGraphNode_t found = NULL;

	for (cudaGraphNode_t n = g->nodes; n && !found; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		if (n->origin == origin)
			found = n;
		for (unsigned i = 0; i < n_in && !found; i++)
			found = find(in[i], origin);
	}
	return found;
}

cudaGraphNode_t rt_exec_node(const struct rt *r, cudaGraphExec_t exec, cudaGraphNode_t node)
{
	return exec_valid(r, exec) ? find(exec->graph, node->id) : NULL;
}

/* What CUDA says of parameters in an executable graph: copies and fills stay of one dimension,
 * with bytes. */
bool rt_op_may_become(const struct rt_op *was, const struct rt_op *op)
{
	const struct cudaExtent *a = &was->u.copy.extent, *b = &op->u.copy.extent;

	if (op->type == cudaGraphNodeTypeMemset)
		return was->u.fill.height == 1 && op->u.fill.height == 1 && was->u.fill.width &&
		       op->u.fill.width;
	return op->type != cudaGraphNodeTypeMemcpy ||
	       (a->height == 1 && a->depth == 1 && a->width && b->height == 1 && b->depth == 1 &&
		b->width);
}

static enum cudaGraphExecUpdateResult same(cudaGraph_t g, cudaGraph_t to, cudaGraphNode_t *wrong);

static enum cudaGraphExecUpdateResult same_within(cudaGraphNode_t n, cudaGraphNode_t to,
						  cudaGraphNode_t *wrong)
{
	enum cudaGraphExecUpdateResult why = cudaGraphExecUpdateSuccess;
	const cudaGraph_t *in, *to_in;
	const unsigned n_in = rt_op_graphs(&n->op, &in), n_to = rt_op_graphs(&to->op, &to_in);

	if (n->op.type == cudaGraphNodeTypeConditional &&
	    (n->op.u.condition.type != to->op.u.condition.type || n_in != n_to))
		return cudaGraphExecUpdateErrorParametersChanged;
	for (unsigned i = 0; i < n_in && !why; i++)
		why = same(in[i], to_in[i], wrong);
	return why;
}

static enum cudaGraphExecUpdateResult same_node(cudaGraphNode_t n, cudaGraphNode_t to,
						cudaGraphNode_t *wrong)
{
	const bool data =
		n->op.type == cudaGraphNodeTypeMemcpy || n->op.type == cudaGraphNodeTypeMemset;

	n->twin = to;
	if (n->op.type != to->op.type)
		return cudaGraphExecUpdateErrorNodeTypeChanged;
	if (n->n_deps != to->n_deps)
		return cudaGraphExecUpdateErrorTopologyChanged;
	for (size_t i = 0; i < n->n_deps; i++)
		if (n->deps[i]->twin != to->deps[i])
			return cudaGraphExecUpdateErrorTopologyChanged;
	if (rt_op_is_memory(&n->op) && n->op.u.memory.dptr != to->op.u.memory.dptr)
		return cudaGraphExecUpdateErrorParametersChanged;
	if (data && !rt_op_may_become(&n->op, &to->op))
		return cudaGraphExecUpdateErrorParametersChanged;
	if (n->op.type == cudaGraphNodeTypeKernel &&
	    n->op.u.kernel.cooperative != to->op.u.kernel.cooperative)
		return cudaGraphExecUpdateErrorNotSupported;
	return same_within(n, to, wrong);
}

/* Node by node, both in the order of sort(). wrong: of to, where they part. */
static enum cudaGraphExecUpdateResult same(cudaGraph_t g, cudaGraph_t to, cudaGraphNode_t *wrong)
{
	cudaGraphNode_t n = g->nodes, t = to->nodes;
	enum cudaGraphExecUpdateResult why = cudaGraphExecUpdateSuccess;

	*wrong = NULL;
	for (; n && t && !why; n = n->next, t = t->next) {
		why = same_node(n, t, wrong);
		if (why)
			*wrong = t;
	}
	if (!why && (n || t)) {
		*wrong = t;
		why = cudaGraphExecUpdateErrorTopologyChanged;
	}
	return why;
}

/* Two whole nodes' operations change places; the copy goes with the old ones. */
static void take(cudaGraph_t g, cudaGraph_t from)
{
	for (cudaGraphNode_t n = g->nodes, t = from->nodes; n; n = n->next, t = t->next) {
		const struct rt_op op = n->op;

		const cudaGraph_t *in, *from_in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		rt_op_graphs(&t->op, &from_in);
		for (unsigned i = 0; i < n_in; i++)
			take(in[i], from_in[i]);
		if (n->op.type == cudaGraphNodeTypeConditional)
			n->op.u.condition.of = t->op.u.condition.of;
		if (n_in)
			continue;
		n->op = t->op;
		t->op = op;
	}
}

cudaError_t rt_graph_update(struct rt *r, cudaGraph_t g, cudaGraph_t to, cudaGraphNode_t *wrong,
			    enum cudaGraphExecUpdateResult *why)
{
	cudaGraph_t copy = rt_graph_clone(r, to);

	*why = cudaGraphExecUpdateErrorTopologyChanged;
	*wrong = sort(copy);
	if (!*wrong)
		*why = same(g, copy, wrong);
	if (*wrong)
		*wrong = original(to, *wrong);
	if (!*why)
		take(g, copy);
	rt_graph_free(r, copy);
	return *why ? cudaErrorGraphExecUpdateFailure : cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error,
				enum cudaGraphExecUpdateResult *result)
{
	cudaError_t e = enter(exec, NULL);
	enum cudaGraphExecUpdateResult why = cudaGraphExecUpdateError;
	cudaGraphNode_t wrong = NULL;

	if (!e && !rt_graph_valid(rt_state(), graph))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_graph_update(rt_state(), exec->graph, graph, &wrong, &why);
	if (error)
		*error = wrong;
	if (result)
		*result = why;
	return rt_leave(e);
}
