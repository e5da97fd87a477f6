/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * condition: conditional nodes: if, while, switch. A handle is the address of its value in device
 * memory, which a kernel exchanges; the host asks for it when the node's turn comes.
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

static struct rt_condition *find(const struct rt *r, cudaGraphConditionalHandle handle)
{
	struct rt_condition *c = r->conditions;

	while (c && c->addr != handle)
		c = c->next;
	return c;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
					     unsigned int value, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct rt_condition *c;
	uint64_t addr = 0;

	if (!e &&
	    (!handle || !rt_graph_valid(r, graph) || flags & ~(unsigned)cudaGraphCondAssignDefault))
		e = cudaErrorInvalidValue;
	if (!e) {
		addr = gmem_alloc(r->session.gmem, sizeof(unsigned), sizeof(unsigned),
				  GMEM_VARIABLE, "condition of a graph");
		e = addr ? cudaSuccess : cudaErrorMemoryAllocation;
	}
	if (e)
		return rt_leave(e);
	c = mem_alloc(sizeof(*c));
	*c = (struct rt_condition){.next = r->conditions,
				   .addr = addr,
				   .graph = graph,
				   .value = value,
				   .assign = flags & cudaGraphCondAssignDefault};
	r->conditions = c;
	memcpy((void *)(uintptr_t)addr, &value, sizeof(value));
	*handle = addr;
	return rt_leave(cudaSuccess);
}

void rt_conditions_free(struct rt *r)
{
	struct rt_condition *c;

	while ((c = r->conditions)) {
		r->conditions = c->next;
		gmem_free(r->session.gmem, c->addr);
		free(c);
	}
}

cudaError_t rt_op_condition(struct rt *r, struct rt_op *op, cudaGraph_t graph,
			    const struct cudaConditionalNodeParams *p)
{
	struct rt_condition *c = find(r, p->handle);
	const unsigned most = p->type == cudaGraphCondTypeIf      ? 2
			      : p->type == cudaGraphCondTypeWhile ? 1
								  : 1U << 16;

	if (!c || c->taken || c->graph != graph || !p->size || p->size > most ||
	    (unsigned)p->type > cudaGraphCondTypeSwitch)
		return cudaErrorInvalidValue;
	c->taken = true;
	*op = (struct rt_op){.type = cudaGraphNodeTypeConditional};
	op->u.condition.of = c;
	op->u.condition.type = p->type;
	op->u.condition.n = p->size;
	op->u.condition.body = mem_alloc(p->size * sizeof(cudaGraph_t));
	for (unsigned i = 0; i < p->size; i++)
		op->u.condition.body[i] = rt_graph_create(r, true);
	return cudaSuccess;
}

static unsigned value_of(const struct rt_op *op)
{
	unsigned value;

	memcpy(&value, (const void *)(uintptr_t)op->u.condition.of->addr, sizeof(value));
	return value;
}

/* After a fault a GPU never gets to it: nothing would change the value. */
cudaError_t rt_condition_do(struct rt *r, const struct rt_op *op, cudaStream_t stream)
{
	const unsigned n = op->u.condition.n;
	unsigned value = value_of(op);
	cudaError_t e = cudaSuccess;

	if (r->pending)
		return cudaSuccess;
	switch (op->u.condition.type) {
	case cudaGraphCondTypeWhile:
		for (; value && !e && !r->pending; value = value_of(op))
			e = rt_graph_do(r, op->u.condition.body[0], stream);
		return e;
	case cudaGraphCondTypeIf: value = value ? 0 : 1; break;
	default: break;
	}
	return value < n ? rt_graph_do(r, op->u.condition.body[value], stream) : cudaSuccess;
}

void rt_conditions_begin(cudaGraph_t g)
{
	for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next) {
		const struct rt_condition *c = n->op.u.condition.of;

		if (n->op.type != cudaGraphNodeTypeConditional)
			continue;
		if (c->assign)
			memcpy((void *)(uintptr_t)c->addr, &c->value, sizeof(c->value));
		for (unsigned i = 0; i < n->op.u.condition.n; i++)
			rt_conditions_begin(n->op.u.condition.body[i]);
	}
}

static cudaGraphNode_t wrong_in_body(cudaGraph_t g)
{
	cudaGraphNode_t wrong = NULL;

	for (cudaGraphNode_t n = g->nodes; n && !wrong; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		switch (n->op.type) {
		case cudaGraphNodeTypeKernel:
		case cudaGraphNodeTypeMemcpy:
		case cudaGraphNodeTypeMemset:
		case cudaGraphNodeTypeEmpty:
		case cudaGraphNodeTypeGraph:
		case cudaGraphNodeTypeConditional: break;
		default: wrong = n; break;
		}
		for (unsigned i = 0; i < n_in && !wrong; i++)
			wrong = wrong_in_body(in[i]);
	}
	return wrong;
}

cudaGraphNode_t rt_conditions_wrong(cudaGraph_t g)
{
	cudaGraphNode_t wrong = NULL;

	for (cudaGraphNode_t n = g->nodes; n && !wrong; n = n->next) {
		const cudaGraph_t *in;
		const unsigned n_in = rt_op_graphs(&n->op, &in);

		for (unsigned i = 0; i < n_in && !wrong; i++)
			wrong = n->op.type == cudaGraphNodeTypeConditional
					? wrong_in_body(in[i])
					: rt_conditions_wrong(in[i]);
	}
	return wrong;
}
