/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dot: a graph as a file for Graphviz: a node a line, graphs within nodes as clusters.
 */
#include <inttypes.h>
#include <stdio.h>

#include "graph.h"

static const char *name_of(enum cudaGraphNodeType type)
{
	switch (type) {
	case cudaGraphNodeTypeKernel: return "KERNEL";
	case cudaGraphNodeTypeMemcpy: return "MEMCPY";
	case cudaGraphNodeTypeMemset: return "MEMSET";
	case cudaGraphNodeTypeHost: return "HOST";
	case cudaGraphNodeTypeGraph: return "CHILD_GRAPH";
	case cudaGraphNodeTypeEmpty: return "EMPTY";
	case cudaGraphNodeTypeWaitEvent: return "EVENT_WAIT";
	case cudaGraphNodeTypeEventRecord: return "EVENT_RECORD";
	case cudaGraphNodeTypeMemAlloc: return "MEM_ALLOC";
	case cudaGraphNodeTypeMemFree: return "MEM_FREE";
	case cudaGraphNodeTypeConditional: return "CONDITIONAL";
	default: return "NODE";
	}
}

static void label(FILE *f, struct rt *r, const struct CUgraphNode_st *n)
{
	static const char *const kinds[] = {"if", "while", "switch"};
	const struct rt_op *op = &n->op;

	fprintf(f, "%s", name_of(op->type));
	switch (op->type) {
	case cudaGraphNodeTypeKernel: {
		const struct cudaKernelNodeParams *p = &op->u.kernel.p;
		const struct rt_kernel *k = rt_find_kernel(r, p->func);

		fprintf(f, "\\n%s\\n<<<(%u,%u,%u), (%u,%u,%u), %u>>>", k ? k->plain : "?",
			p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y,
			p->blockDim.z, p->sharedMemBytes);
		break;
	}
	case cudaGraphNodeTypeMemcpy:
		fprintf(f, "\\n%zu x %zu x %zu", op->u.copy.extent.width, op->u.copy.extent.height,
			op->u.copy.extent.depth);
		break;
	case cudaGraphNodeTypeMemset:
		fprintf(f, "\\n%zu x %zu of %u bytes: %#x", op->u.fill.width, op->u.fill.height,
			op->u.fill.elementSize, op->u.fill.value);
		break;
	case cudaGraphNodeTypeConditional: fprintf(f, "\\n%s", kinds[op->u.condition.type]); break;
	default: break;
	}
}

/* Nodes, edges, and the graphs within, each with the number of the node that it is in. */
static void graph(FILE *f, struct rt *r, cudaGraph_t g, uint64_t within, unsigned part)
{
	fprintf(f, "subgraph cluster_%" PRIu64 "_%u {\n", within, part);
	if (within)
		fprintf(f, "label=\"in node %" PRIu64 ", graph %u\";\n", within, part);
	for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next) {
		fprintf(f, "n%" PRIu64 " [shape=box, label=\"%" PRIu64 "\\n", n->id, n->id);
		label(f, r, n);
		fprintf(f, "\"];\n");
	}
	for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next)
		for (size_t i = 0; i < n->n_deps; i++)
			fprintf(f, "n%" PRIu64 " -> n%" PRIu64 ";\n", n->deps[i]->id, n->id);
	fprintf(f, "}\n");
	for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		for (unsigned i = 0; i < n_in; i++)
			graph(f, r, in[i], n->id, i);
	}
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t g, const char *path, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	FILE *f = NULL;

	(void)flags; /* how much CUDA prints; here it is all that there is to say */
	if (!e && (!rt_graph_valid(rt_state(), g) || !path))
		e = cudaErrorInvalidValue;
	if (!e) {
		f = fopen(path, "w");
		e = f ? cudaSuccess : cudaErrorOperatingSystem;
	}
	if (e)
		return rt_leave(e);
	fprintf(f, "digraph photofinish {\n");
	graph(f, rt_state(), g, 0, 0);
	fprintf(f, "}\n");
	if (fclose(f))
		e = cudaErrorOperatingSystem;
	return rt_leave(e);
}
