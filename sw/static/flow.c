/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCKS = 2000, MAX_LOOPS = 64 };

bool flow_is_barrier(const struct ptx_insn *i)
{
	if (i->op != PTX_OP_BAR)
		return false;
	switch (i->mode) {
	case PTX_MODE_BAR_SYNC: return i->n_opnds < 2;
	case PTX_MODE_BAR_RED_POPC:
	case PTX_MODE_BAR_RED_AND:
	case PTX_MODE_BAR_RED_OR: return i->n_opnds < 4; /* d, barrier, predicate */
	default: return false;
	}
}

static bool leaves(const struct ptx_insn *i)
{
	return i->op == PTX_OP_RET || i->op == PTX_OP_EXIT || i->op == PTX_OP_TRAP;
}

static void find_blocks(struct flow *w)
{
	const struct ptx_func *f = w->f;

	w->block_of = mem_alloc(f->n_insns * sizeof(int));
	for (unsigned i = 0; i < f->n_insns; i++)
		w->n += f->insns[i].leader;
	w->first = mem_alloc((w->n + 1) * sizeof(unsigned));
	w->n = 0;
	for (unsigned i = 0; i < f->n_insns; i++) {
		if (f->insns[i].leader)
			w->first[w->n++] = i;
		w->block_of[i] = (int)w->n - 1;
	}
	w->first[w->n] = f->n_insns;
}

static void find_edges(struct flow *w)
{
	w->next = mem_alloc(w->n * sizeof(*w->next));
	w->n_next = mem_alloc(w->n * sizeof(unsigned));
	for (unsigned b = 0; b < w->n; b++) {
		const struct ptx_insn *i = &w->f->insns[w->first[b + 1] - 1];
		const bool ends = i->op == PTX_OP_BRA || leaves(i);

		if (i->op == PTX_OP_BRA)
			w->next[b][w->n_next[b]++] = (unsigned)w->block_of[i->opnd[0].imm];
		else if (ends)
			w->next[b][w->n_next[b]++] = w->n;
		if (!ends || i->guard != PTX_NONE)
			w->next[b][w->n_next[b]++] = b + 1;
	}
}

static void find_rank(struct flow *w)
{
	w->rank = mem_alloc(w->n * sizeof(unsigned));
	w->place = mem_alloc(w->n * sizeof(unsigned));
	for (unsigned b = 0; b < w->n; b++) {
		w->place[b] = w->f->insns[w->first[b]].order;
		w->rank[w->place[b]] = b;
	}
}

/* Blocks that lead to `b` without the loop's head are in the loop, too. */
static void fill(const struct flow *w, struct flow_loop *l, unsigned b)
{
	if (l->has[b])
		return;
	l->has[b] = true;
	for (unsigned p = 0; p < w->n; p++)
		for (unsigned e = 0; e < w->n_next[p]; e++)
			if (w->next[p][e] == b)
				fill(w, l, p);
}

static struct flow_loop *loop_at(struct flow *w, unsigned head)
{
	for (unsigned l = 0; l < w->n_loops; l++)
		if (w->loop[l].head == head)
			return &w->loop[l];
	w->loop[w->n_loops] = (struct flow_loop){
		.head = head, .parent = PTX_NONE, .has = mem_alloc(w->n * sizeof(bool))};
	w->loop[w->n_loops].has[head] = true;
	return &w->loop[w->n_loops++];
}

/* In the order of their heads, so that those outside come first. */
static bool find_loops(struct flow *w)
{
	w->loop = mem_alloc(MAX_LOOPS * sizeof(*w->loop));
	w->loop_of = mem_alloc(w->n * sizeof(int));
	for (unsigned at = 0; at < w->n; at++) {
		for (unsigned b = 0; b < w->n; b++) {
			for (unsigned e = 0; e < w->n_next[b]; e++) {
				if (w->next[b][e] != w->rank[at] || w->place[b] < at)
					continue;
				if (w->n_loops == MAX_LOOPS)
					return false;
				fill(w, loop_at(w, w->rank[at]), b);
			}
		}
	}
	for (unsigned b = 0; b < w->n; b++) {
		w->loop_of[b] = PTX_NONE;
		for (unsigned l = 0; l < w->n_loops; l++) /* the last one is innermost */
			if (w->loop[l].has[b])
				w->loop_of[b] = (int)l;
	}
	return true;
}

static void find_nesting(struct flow *w)
{
	for (unsigned l = 0; l < w->n_loops; l++) {
		struct flow_loop *x = &w->loop[l];

		for (unsigned o = 0; o < l; o++)
			if (w->loop[o].has[x->head])
				x->parent = (int)o;
		for (unsigned i = 0; i < w->f->n_insns; i++)
			x->bars |= x->has[w->block_of[i]] && flow_is_barrier(&w->f->insns[i]);
	}
}

/* Every way into a loop is through its head. */
static bool is_reducible(const struct flow *w)
{
	for (unsigned l = 0; l < w->n_loops; l++)
		for (unsigned b = 0; b < w->n; b++)
			for (unsigned e = 0; e < w->n_next[b]; e++) {
				const unsigned to = w->next[b][e];

				if (to < w->n && w->loop[l].has[to] && !w->loop[l].has[b] &&
				    to != w->loop[l].head)
					return false;
			}
	return true;
}

const char *flow_build(struct flow *w, const struct ptx_func *f)
{
	*w = (struct flow){.f = f};
	for (unsigned i = 0; i < f->n_insns; i++)
		if (f->insns[i].op == PTX_OP_BRX)
			return "a branch to one of several places";
	find_blocks(w);
	if (w->n > MAX_BLOCKS)
		return "it has more than 2000 basic blocks";
	find_edges(w);
	find_rank(w);
	if (!find_loops(w))
		return "it has more than 64 loops";
	find_nesting(w);
	return is_reducible(w) ? NULL : "a jump into the middle of a loop";
}

void flow_free(struct flow *w)
{
	for (unsigned l = 0; l < w->n_loops; l++)
		free(w->loop[l].has);
	free(w->first);
	free(w->next);
	free(w->n_next);
	free(w->rank);
	free(w->place);
	free(w->block_of);
	free(w->loop_of);
	free(w->loop);
}
