/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fence-SC order. What was known before each fence is merged into what all fences so far know, each
 * release and each entry of the log once; searches need not go there.
 */
#include "../base/mem.h"
#include "order.h"

uint32_t order_last_fence(const struct order *o, struct order_who who)
{
	const struct order_block *b = &o->block[who.block];
	uint32_t last = b->whole_fence;

	for (uint32_t left = o->its ? who.lanes : 1; left; left &= left - 1) {
		const uint32_t number =
			b->fence[who.warp * o->lanes + (uint32_t)__builtin_ctz(left)];

		last = number > last ? number : last;
	}
	return last;
}

/* When the epoch, or in `at` a later one, came to be known. */
static uint32_t known_since(const struct order *o, uint32_t at, uint32_t epoch)
{
	uint32_t since = UINT32_MAX;

	for (; at && o->fence[at - 1].epoch >= epoch; at = o->fence[at - 1].before)
		since = o->fence[at - 1].number;
	return since;
}

bool order_by_fence(const struct order *o, uint32_t number, struct order_who of, uint32_t epoch)
{
	const struct order_block *b = &o->block[of.block];
	const uint32_t lane = o->its ? (uint32_t)__builtin_ctz(of.lanes) : 0;

	if (!number)
		return false;
	return known_since(o, b->known[of.warp * o->lanes + lane], epoch) < number ||
	       known_since(o, b->known_base, epoch + 1) < number;
}

/* From this fence on the epoch is known. */
static void note(struct order *o, uint32_t *at, uint32_t epoch)
{
	if (*at && o->fence[*at - 1].epoch >= epoch)
		return;
	o->fence = mem_grow(o->fence, &o->cap_fences, o->n_fences, sizeof(*o->fence));
	o->fence[o->n_fences] =
		(struct order_fence){.number = o->fences, .epoch = epoch, .before = *at};
	*at = (uint32_t)++o->n_fences;
}

static void push(struct order *o, uint32_t node)
{
	if (o->node[node].merged)
		return;
	o->todo = mem_grow(o->todo, &o->cap_todo, o->n_todo, sizeof(*o->todo));
	o->todo[o->n_todo++] = node;
}

static void merge_whole(struct order *o, struct order_block *b, uint32_t whole)
{
	for (; b->merged_whole < whole; b->merged_whole++) {
		push(o, b->log[b->merged_whole].node);
		b->merged_at = o->fences;
	}
}

/* What some lanes have learnt, of them alone or several of them, from `last` back. */
static void merge_entries(struct order *o, struct order_block *b, uint32_t lanes, uint32_t last)
{
	while (lanes && last > b->merged_whole) {
		struct order_entry *e = &b->log[last - 1];

		lanes &= ~e->merged;
		if (e->lanes & lanes)
			push(o, e->node);
		e->merged |= lanes;
		last = e->before;
	}
}

static void merge_node(struct order *o, struct order_node *n)
{
	struct order_block *b = &o->block[n->who.block];
	const uint32_t thread = n->who.warp * o->lanes;
	const bool several = o->its && n->who.lanes & (n->who.lanes - 1);
	uint32_t at = n->last;

	for (uint32_t left = o->its ? n->who.lanes : 1; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		note(o, &b->known[thread + lane], n->epoch);
		merge_entries(o, b, o->its ? 1U << lane : ORDER_ALL,
			      several ? o->list[at++] : n->last);
	}
	note(o, &b->known_base, n->base);
	merge_whole(o, b, n->whole);
	merge_entries(o, b, n->who.lanes, n->several);
}

void order_fence(struct order *o, struct order_who who, const uint32_t *node, uint32_t n)
{
	struct order_block *b = &o->block[who.block];
	uint32_t *last = &b->fence[who.warp * o->lanes];

	b->newest_fence = ++o->fences;
	o->n_todo = 0;
	for (uint32_t left = o->its ? who.lanes : 1; left; left &= left - 1)
		last[__builtin_ctz(left)] = o->fences;
	for (uint32_t i = 0; i < n; i++) {
		push(o, node[i]);
		o->node[node[i]].fence = o->fences;
	}
	while (o->n_todo) {
		struct order_node *m = &o->node[o->todo[--o->n_todo]];

		if (m->merged)
			continue;
		m->merged = o->fences;
		for (uint32_t i = 0; i < m->n; i++)
			push(o, o->list[m->from + i]);
		if (m->who.block)
			merge_node(o, m);
	}
}
