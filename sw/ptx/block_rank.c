/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lanes that wait in this order's sense for lanes "before" them meet again where control flow
 * joins, wherever the compiler put the blocks. The search is recursive and quadratic in the
 * depth of loops inside loops, hence the limit.
 */
#include "block_rank.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../base/mem.h"

enum { MAX_BLOCKS = 4096 };

struct search {
	unsigned n;
	const unsigned *succ_at, *succ;
	unsigned *number; /* 0: not seen, or again part of the loop being ordered; UINT_MAX: done */
	unsigned *stack, depth, count;
	unsigned *order, place; /* filled from the last place to the first */
};

static unsigned visit(struct search *s, unsigned v);

/* What v leads to and has no place yet. */
static unsigned visit_successors(struct search *s, unsigned v, unsigned head, bool *loop)
{
	for (unsigned e = s->succ_at[v]; e < s->succ_at[v + 1]; e++) {
		const unsigned w = s->succ[e];
		unsigned least;

		if (w >= s->n)
			continue;
		least = s->number[w] ? s->number[w] : visit(s, w);
		if (least <= head) {
			head = least;
			*loop = true;
		}
	}
	return head;
}

/* Least number that can be reached from v. Places v, and v's loop when v is its entry. */
static unsigned visit(struct search *s, unsigned v)
{
	bool loop = false;
	unsigned head, w;

	s->stack[s->depth++] = v;
	s->number[v] = ++s->count;
	head = visit_successors(s, v, s->number[v], &loop);
	if (head != s->number[v])
		return head;
	s->number[v] = UINT_MAX;
	w = s->stack[--s->depth];
	if (loop) {
		for (; w != v; w = s->stack[--s->depth])
			s->number[w] = 0;
		for (unsigned e = s->succ_at[v]; e < s->succ_at[v + 1]; e++)
			if (s->succ[e] < s->n && !s->number[s->succ[e]])
				visit(s, s->succ[e]);
	}
	s->order[v] = --s->place;
	return head;
}

void ptx_rank_blocks(unsigned n, const unsigned *succ_at, const unsigned *succ, unsigned *order)
{
	struct search s = {.n = n, .succ_at = succ_at, .succ = succ, .order = order, .place = n};

	if (n > MAX_BLOCKS) {
		for (unsigned b = 0; b < n; b++)
			order[b] = b;
		return;
	}
	s.number = mem_alloc(n * sizeof(unsigned));
	s.stack = mem_alloc(n * sizeof(unsigned));
	for (unsigned b = 0; b < n; b++)
		if (!s.number[b])
			visit(&s, b);
	free(s.number);
	free(s.stack);
}
