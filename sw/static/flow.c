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

/* Dominators, in one pass: in `rank`, all ways to a block but those back to a loop's head come from
 * blocks before it (K. Cooper, T. Harvey, K. Kennedy, A simple, fast dominance algorithm, 2001). */

static int meet(const struct flow *w, const int *over, int a, int b)
{
	while (a != b) {
		while (w->place[a] > w->place[b])
			a = over[a];
		while (w->place[b] > w->place[a])
			b = over[b];
	}
	return a;
}

static int *find_over(const struct flow *w)
{
	int *over = mem_alloc(w->n * sizeof(int));

	for (unsigned b = 0; b < w->n; b++)
		over[b] = PTX_NONE;
	over[0] = 0;
	for (unsigned at = 0; at < w->n; at++) {
		const int b = (int)w->rank[at];

		for (unsigned e = 0; over[b] != PTX_NONE && e < w->n_next[b]; e++) {
			const unsigned to = w->next[b][e];

			if (to == w->n || w->place[to] <= at)
				continue;
			over[to] = over[to] == PTX_NONE ? b : meet(w, over, over[to], b);
		}
	}
	return over;
}

/* A way from b, that does not come to `end`, goes back to the head of a loop around `from`. */
static bool goes_back(const struct flow *w, unsigned b, unsigned end, unsigned from, bool *seen)
{
	if (b == end || b == w->n || seen[b])
		return false;
	seen[b] = true;
	for (unsigned e = 0; e < w->n_next[b]; e++) {
		const unsigned to = w->next[b][e];

		for (int l = w->loop_of[from]; l >= 0; l = w->loop[l].parent)
			if (to == w->loop[l].head)
				return true;
		if (goes_back(w, to, end, from, seen))
			return true;
	}
	return false;
}

static void find_parted(struct flow *w)
{
	int *over = find_over(w);

	w->parted = mem_alloc(w->n * sizeof(int));
	for (unsigned b = 0; b < w->n; b++) {
		const int from = b ? over[b] : PTX_NONE;
		const struct ptx_insn *i = from < 0 ? NULL : &w->f->insns[w->first[from + 1] - 1];
		bool *seen;

		w->parted[b] = PTX_NONE;
		if (!i || i->op != PTX_OP_BRA || i->reconv == PTX_NONE ||
		    w->block_of[i->reconv] != (int)b || w->loop_of[from] != w->loop_of[b])
			continue;
		seen = mem_alloc(w->n * sizeof(bool));
		if (!goes_back(w, (unsigned)from, b, (unsigned)from, seen))
			w->parted[b] = from;
		free(seen);
	}
	free(over);
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
	if (!is_reducible(w))
		return "a jump into the middle of a loop";
	find_parted(w);
	return NULL;
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
	free(w->parted);
	free(w->loop);
}
