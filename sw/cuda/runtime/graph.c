/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graph: nodes and the edges between them. An edge may make a circle: instantiation tells.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

void rt_node_list(cudaGraphNode_t **list, size_t *n, cudaGraphNode_t add)
{
	*list = mem_realloc(*list, (*n + 1) * sizeof(**list));
	(*list)[(*n)++] = add;
}

cudaGraph_t rt_graph_create(struct rt *r, bool inner)
{
	cudaGraph_t g = mem_alloc(sizeof(*g));

	g->last = &g->nodes;
	g->inner = inner;
	g->next = r->graphs;
	r->graphs = g;
	return g;
}

static void free_node(struct rt *r, cudaGraphNode_t n)
{
	rt_op_free(r, &n->op);
	free(n->deps);
	free(n);
}

void rt_graph_free(struct rt *r, cudaGraph_t g)
{
	struct CUgraph_st **p = &r->graphs;
	cudaGraphNode_t n;

	while (*p != g)
		p = &(*p)->next;
	*p = g->next;
	rt_capture_orphan(r, g);
	while ((n = g->nodes)) {
		g->nodes = n->next;
		free_node(r, n);
	}
	rt_held_free(r, g);
	free(g);
}

bool rt_graph_valid(const struct rt *r, cudaGraph_t g)
{
	const struct CUgraph_st *i = r->graphs;

	while (i && i != g)
		i = i->next;
	return i != NULL;
}

bool rt_node_valid(const struct rt *r, cudaGraphNode_t node)
{
	for (const struct CUgraph_st *g = r->graphs; g && node; g = g->next)
		for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next)
			if (n == node)
				return true;
	return false;
}

cudaGraphNode_t rt_node_add(struct rt *r, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
			    const struct rt_op *op)
{
	cudaGraphNode_t node = mem_alloc(sizeof(*node));

	node->graph = g;
	node->id = ++r->n_nodes;
	node->op = *op;
	for (size_t i = 0; i < n; i++)
		rt_node_list(&node->deps, &node->n_deps, deps[i]);
	*g->last = node;
	g->last = &node->next;
	g->n_nodes++;
	return node;
}

cudaGraph_t rt_graph_clone(struct rt *r, cudaGraph_t g)
{
	cudaGraph_t to = rt_graph_create(r, true);

	for (cudaGraphNode_t n = g->nodes; n; n = n->next) {
		struct rt_op op;

		rt_op_clone(r, &op, &n->op);
		n->twin = rt_node_add(r, to, NULL, 0, &op);
		n->twin->origin = n->id;
		n->twin->disabled = n->disabled;
	}
	for (cudaGraphNode_t n = g->nodes; n; n = n->next)
		for (size_t i = 0; i < n->n_deps; i++)
			rt_node_list(&n->twin->deps, &n->twin->n_deps, n->deps[i]->twin);
	rt_held_clone(to, g);
	return to;
}

bool rt_graph_has_memory(cudaGraph_t g)
{
	for (cudaGraphNode_t n = g->nodes; n; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		if (rt_op_is_memory(&n->op))
			return true;
		for (unsigned i = 0; i < n_in; i++)
			if (rt_graph_has_memory(in[i]))
				return true;
	}
	return false;
}

void rt_node_mark(cudaGraphNode_t node)
{
	cudaGraphNode_t *todo = NULL;
	size_t n = 0;

	rt_node_list(&todo, &n, node);
	while (n) {
		cudaGraphNode_t at = todo[--n];

		for (size_t i = 0; !at->seen && i < at->n_deps; i++)
			rt_node_list(&todo, &n, at->deps[i]);
		at->seen = true;
	}
	free(todo);
}

void rt_graphs_free(struct rt *r)
{
	cudaGraph_t g;

	rt_execs_free(r);
	rt_captures_free(r);
	for (g = r->graphs; g;) {
		if (g->inner) {
			g = g->next;
			continue;
		}
		rt_graph_free(r, g);
		g = r->graphs;
	}
	if (!r->execs) { /* none is running */
		rt_graph_memory_reset(r);
		rt_conditions_free(r);
	}
}

static cudaError_t enter_graph(cudaGraph_t g)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && !rt_graph_valid(rt_state(), g) ? cudaErrorInvalidValue : e;
}

static cudaError_t enter_node(cudaGraphNode_t node)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && !rt_node_valid(rt_state(), node) ? cudaErrorInvalidValue : e;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (!graph || flags))
		e = cudaErrorInvalidValue;
	if (!e)
		*graph = rt_graph_create(rt_state(), false);
	return rt_leave(e);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
	cudaError_t e = enter_graph(graph);

	if (!e && (graph->inner || rt_graph_captured(rt_state(), graph)))
		e = cudaErrorInvalidValue;
	if (!e)
		rt_graph_free(rt_state(), graph);
	return rt_leave(e);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
	cudaError_t e = enter_graph(graph);

	if (!e && !clone)
		e = cudaErrorInvalidValue;
	if (!e && rt_graph_has_memory(graph))
		e = cudaErrorNotSupported;
	if (!e) {
		*clone = rt_graph_clone(rt_state(), graph);
		(*clone)->inner = false;
	}
	return rt_leave(e);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
				     cudaGraph_t clone)
{
	cudaError_t e = enter_graph(clone);
	cudaGraphNode_t n = NULL;

	if (!e && (!node || !rt_node_valid(rt_state(), original)))
		e = cudaErrorInvalidValue;
	for (n = e ? NULL : clone->nodes; n && n->origin != original->id;)
		n = n->next;
	if (!e && !n)
		e = cudaErrorInvalidValue;
	if (!e)
		*node = n;
	return rt_leave(e);
}

/* What a call that lists nodes gives out: as many as there is room for, then NULL; their number
 * where there is no array. */
struct listing {
	cudaGraphNode_t *to;
	size_t room, n;
};

static void give(struct listing *l, cudaGraphNode_t node)
{
	if (l->to && l->n < l->room)
		l->to[l->n] = node;
	l->n++;
}

static void given(struct listing *l, size_t *n)
{
	for (size_t i = l->n; l->to && i < l->room; i++)
		l->to[i] = NULL;
	*n = l->to && l->n > l->room ? l->room : l->n;
}

static cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n, bool roots)
{
	cudaError_t e = enter_graph(graph);

	if (!e && !n)
		e = cudaErrorInvalidValue;
	if (!e) {
		struct listing l = {nodes, *n, 0};

		for (cudaGraphNode_t i = graph->nodes; i; i = i->next)
			if (!roots || !i->n_deps)
				give(&l, i);
		given(&l, n);
	}
	return rt_leave(e);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
	return list_nodes(graph, nodes, n, false);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
	return list_nodes(graph, nodes, n, true);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
			      size_t *n)
{
	cudaError_t e = enter_graph(graph);

	if (!e && (!n || !from != !to))
		e = cudaErrorInvalidValue;
	if (!e) {
		struct listing f = {from, *n, 0}, t = {to, *n, 0};

		for (cudaGraphNode_t i = graph->nodes; i; i = i->next)
			for (size_t d = 0; d < i->n_deps; d++) {
				give(&f, i->deps[d]);
				give(&t, i);
			}
		given(&f, n);
		given(&t, n);
	}
	return rt_leave(e);
}

/* Where from is among the predecessors of to; their number when it is not. */
static size_t edge(const struct CUgraphNode_st *from, const struct CUgraphNode_st *to)
{
	size_t i = 0;

	while (i < to->n_deps && to->deps[i] != from)
		i++;
	return i;
}

static void cut(cudaGraphNode_t to, size_t i)
{
	to->n_deps--;
	memmove(to->deps + i, to->deps + i + 1, (to->n_deps - i) * sizeof(*to->deps));
}

static void change(cudaGraphNode_t from, cudaGraphNode_t to, bool add)
{
	if (add)
		rt_node_list(&to->deps, &to->n_deps, from);
	else
		cut(to, edge(from, to));
}

/* All of it or, when one edge cannot be, nothing. */
static cudaError_t change_all(cudaGraph_t graph, const cudaGraphNode_t *from,
			      const cudaGraphNode_t *to, size_t n, bool add)
{
	cudaError_t e = enter_graph(graph);
	size_t i;

	if (!e && n && (!from || !to))
		e = cudaErrorInvalidValue;
	for (i = 0; !e && i < n; i++) {
		if (!rt_node_valid(rt_state(), from[i]) || !rt_node_valid(rt_state(), to[i]) ||
		    from[i]->graph != graph || to[i]->graph != graph || from[i] == to[i] ||
		    (edge(from[i], to[i]) < to[i]->n_deps) == add) {
			e = cudaErrorInvalidValue;
			break;
		}
		change(from[i], to[i], add);
	}
	while (e && i-- > 0)
		change(from[i], to[i], !add);
	return rt_leave(e);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
				     const cudaGraphNode_t *to, size_t n)
{
	return change_all(graph, from, to, n, true);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
					const cudaGraphNode_t *to, size_t n)
{
	return change_all(graph, from, to, n, false);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
	cudaError_t e = enter_node(node);

	if (!e && !type)
		e = cudaErrorInvalidValue;
	if (!e)
		*type = node->op.type;
	return rt_leave(e);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
	cudaError_t e = enter_node(node);

	if (!e && !n)
		e = cudaErrorInvalidValue;
	if (!e) {
		struct listing l = {nodes, *n, 0};

		for (size_t i = 0; i < node->n_deps; i++)
			give(&l, node->deps[i]);
		given(&l, n);
	}
	return rt_leave(e);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
	cudaError_t e = enter_node(node);

	if (!e && !n)
		e = cudaErrorInvalidValue;
	if (!e) {
		struct listing l = {nodes, *n, 0};

		for (cudaGraphNode_t i = node->graph->nodes; i; i = i->next)
			if (edge(node, i) < i->n_deps)
				give(&l, i);
		given(&l, n);
	}
	return rt_leave(e);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
	cudaError_t e = enter_node(node);
	struct CUgraphNode_st **p;
	cudaGraph_t g;

	if (!e && rt_op_is_memory(&node->op))
		e = cudaErrorNotSupported;
	if (!e && rt_graph_captured(rt_state(), node->graph))
		e = cudaErrorInvalidValue;
	if (e)
		return rt_leave(e);
	g = node->graph;
	for (cudaGraphNode_t i = g->nodes; i; i = i->next)
		if (edge(node, i) < i->n_deps)
			cut(i, edge(node, i));
	for (p = &g->nodes; *p != node;)
		p = &(*p)->next;
	*p = node->next;
	if (g->last == &node->next)
		g->last = p;
	g->n_nodes--;
	free_node(rt_state(), node);
	return rt_leave(cudaSuccess);
}
