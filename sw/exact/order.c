/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

void order_open(struct order *o, uint32_t slots)
{
	*o = (struct order){.n_slots = slots, .lanes = 1};
	o->slot = mem_alloc(slots * sizeof(*o->slot));
}

static void forget(struct order *o)
{
	for (size_t i = 1; i < o->n_blocks; i++) {
		free(o->block[i].log);
		free(o->block[i].epoch);
	}
	o->n_blocks = o->n_nodes = 1;
	o->n_list = 0;
	o->search = 0;
	hashmap_free(&o->known);
	hashmap_free(&o->unknown);
}

void order_close(struct order *o)
{
	if (o->n_blocks)
		forget(o);
	free(o->block);
	free(o->node);
	free(o->list);
	free(o->slot);
	free(o->todo);
}

void order_launch(struct order *o, uint32_t warps, bool its)
{
	if (!o->n_blocks) {
		o->block = mem_grow(o->block, &o->cap_blocks, 0, sizeof(*o->block));
		o->node = mem_grow(o->node, &o->cap_nodes, 0, sizeof(*o->node));
	}
	forget(o);
	o->its = its;
	o->lanes = its ? ORDER_LANES : 1;
	o->threads = warps * o->lanes;
	memset(o->slot, 0, o->n_slots * sizeof(*o->slot));
}

uint32_t order_begin(struct order *o, uint32_t slot, uint64_t index)
{
	const uint32_t name = (uint32_t)o->n_blocks++;
	struct order_block *b;

	o->block = mem_grow(o->block, &o->cap_blocks, name, sizeof(*o->block));
	b = &o->block[name];
	*b = (struct order_block){.index = index, .slot = slot, .first = o->slot[slot] + 1};
	b->base = b->newest = b->first;
	b->epoch = mem_alloc(o->threads * sizeof(*b->epoch));
	o->slot[slot] = b->first;
	return name;
}

/* The epoch of some threads ends: the last of those that end. */
static uint32_t end_epoch(struct order *o, struct order_who who)
{
	struct order_block *b = &o->block[who.block];
	uint32_t *of = &b->epoch[who.warp * o->lanes], newest = b->base;

	for (uint32_t left = o->its ? who.lanes : 1; left; left &= left - 1) {
		const uint32_t e = of[__builtin_ctz(left)];

		newest = e > newest ? e : newest;
	}
	for (uint32_t left = o->its ? who.lanes : 1; left; left &= left - 1)
		of[__builtin_ctz(left)] = newest + 1;
	if (newest + 1 > b->newest)
		o->slot[b->slot] = b->newest = newest + 1;
	return newest;
}

uint32_t order_release(struct order *o, struct order_who who)
{
	const uint32_t name = (uint32_t)o->n_nodes++, epoch = end_epoch(o, who);
	const struct order_block *b = &o->block[who.block];

	o->node = mem_grow(o->node, &o->cap_nodes, name, sizeof(*o->node));
	o->node[name] = (struct order_node){.who = who,
					    .epoch = epoch,
					    .base = b->base,
					    .whole = b->whole,
					    .last = b->last[who.warp]};
	return name;
}

uint32_t order_join(struct order *o, const uint32_t *node, uint32_t n)
{
	const uint32_t name = (uint32_t)o->n_nodes++;

	o->node = mem_grow(o->node, &o->cap_nodes, name, sizeof(*o->node));
	o->node[name] = (struct order_node){.from = (uint32_t)o->n_list, .n = n};
	for (uint32_t i = 0; i < n; i++) {
		o->list = mem_grow(o->list, &o->cap_list, o->n_list, sizeof(*o->list));
		o->list[o->n_list++] = node[i];
	}
	return name;
}

void order_acquire(struct order *o, struct order_who who, uint32_t node)
{
	struct order_block *b = &o->block[who.block];
	const struct order_who of = o->node[node].who;

	/* A thread knows itself. */
	if (of.block == who.block && of.warp == who.warp && of.lanes == who.lanes &&
	    (!o->its || !(of.lanes & (of.lanes - 1))))
		return;
	b->log = mem_grow(b->log, &b->cap, b->n, sizeof(*b->log));
	b->log[b->n] = (struct order_entry){.node = node,
					    .lanes = who.lanes,
					    .before = b->last[who.warp],
					    .time = order_time(o)};
	b->last[who.warp] = (uint32_t)++b->n;
	b->version[who.warp]++;
}

void order_barrier(struct order *o, uint32_t block)
{
	struct order_block *b = &o->block[block];

	b->base = ++b->newest;
	b->whole = (uint32_t)b->n;
	b->barriers++;
	o->slot[b->slot] = b->newest;
}

/* The search */

static void push(struct order *o, uint32_t node, uint32_t time)
{
	/* What was released earlier cannot know. */
	if (node < time)
		return;
	o->todo = mem_grow(o->todo, &o->cap_todo, o->n_todo, sizeof(*o->todo));
	o->todo[o->n_todo++] = node;
}

/* What some threads of a block have learnt: all entries before `whole`, their own from `last` back.
 */
static void push_learnt(struct order *o, struct order_who who, uint32_t whole, uint32_t last,
			uint32_t time)
{
	struct order_block *b = &o->block[who.block];
	uint32_t lanes = who.lanes;

	if (b->visit != o->search) {
		b->visit = o->search;
		b->visit_whole = 0;
	}
	for (; b->visit_whole < whole; b->visit_whole++)
		push(o, b->log[b->visit_whole].node, time);
	while (lanes && last > b->visit_whole) {
		struct order_entry *e = &b->log[last - 1];

		if (e->time < time)
			return;
		if (e->visit != o->search) {
			e->visit = o->search;
			e->seen = 0;
		}
		/* Who has been here has seen what is before, too. */
		lanes &= ~e->seen;
		if (e->lanes & lanes && !(e->lanes & e->seen))
			push(o, e->node, time);
		e->seen |= lanes;
		last = e->before;
	}
}

static bool includes(const struct order_node *n, struct order_who of, uint32_t epoch)
{
	return n->who.block == of.block &&
	       (epoch < n->base ||
		(n->who.warp == of.warp && n->who.lanes & of.lanes && epoch <= n->epoch));
}

static bool search(struct order *o, struct order_who who, struct order_who of, uint32_t epoch,
		   uint32_t time)
{
	const struct order_block *b = &o->block[who.block];

	o->searches++;
	o->search++;
	o->n_todo = 0;
	push_learnt(o, who, b->whole, b->last[who.warp], time);
	while (o->n_todo) {
		struct order_node *n = &o->node[o->todo[--o->n_todo]];

		if (n->visit == o->search)
			continue;
		n->visit = o->search;
		o->visited++;
		if (includes(n, of, epoch))
			return true;
		for (uint32_t i = 0; i < n->n; i++)
			push(o, o->list[n->from + i], time);
		if (n->who.block)
			push_learnt(o, n->who, n->whole, n->last, time);
	}
	return false;
}

static uint32_t thread_of(const struct order *o, struct order_who w)
{
	return w.block * o->threads + w.warp * o->lanes +
	       (o->its ? (uint32_t)__builtin_ctz(w.lanes) : 0);
}

bool order_knows(struct order *o, struct order_who who, struct order_who of, uint32_t epoch,
		 uint32_t time)
{
	const struct order_block *b = &o->block[who.block];
	const uint64_t version = b->version[who.warp] + b->barriers + 1;
	uint64_t pair, *known, *unknown;

	if (who.block == of.block && who.warp == of.warp && who.lanes == of.lanes)
		return true;
	if (order_by_barrier(o, who.block, of.block, epoch))
		return true;
	/* Nothing was released since. */
	if (time >= order_time(o))
		return false;
	pair = (uint64_t)thread_of(o, who) << 32 | thread_of(o, of);
	known = hashmap_at(&o->known, pair);
	unknown = hashmap_at(&o->unknown, pair);
	if (*known > epoch)
		return true;
	if (*unknown >> 32 == version && (uint32_t)*unknown <= epoch)
		return false;
	if (!search(o, who, of, epoch, time)) {
		*unknown = version << 32 | epoch;
		return false;
	}
	*known = epoch + 1ULL;
	return true;
}
