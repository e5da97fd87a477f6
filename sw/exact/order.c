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
		free(o->block[i].fence);
		free(o->block[i].last);
		free(o->block[i].known);
	}
	o->n_blocks = o->n_nodes = 1;
	o->n_list = o->n_fences = o->fences = 0;
	o->search = 0;
	hashmap_free(&o->known);
	hashmap_free(&o->unknown);
	order_clock_free(&o->clock);
}

void order_close(struct order *o)
{
	if (o->n_blocks)
		forget(o);
	free(o->block);
	free(o->node);
	free(o->list);
	free(o->fence);
	free(o->slot);
	free(o->todo);
	order_clock_free(&o->clock);
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
	b->fence = mem_alloc(o->threads * sizeof(*b->fence));
	b->last = mem_alloc(o->threads * sizeof(*b->last));
	b->known = mem_alloc(o->threads * sizeof(*b->known));
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

/* One thread. */
static bool is_one(const struct order *o, struct order_who who)
{
	return !o->its || !(who.lanes & (who.lanes - 1));
}

static uint32_t list_add(struct order *o, uint32_t value)
{
	o->list = mem_grow(o->list, &o->cap_list, o->n_list, sizeof(*o->list));
	o->list[o->n_list] = value;
	return (uint32_t)o->n_list++;
}

/* Of one thread its last entry; of several where theirs are in the list. */
static uint32_t last_entries(struct order *o, struct order_who who)
{
	const struct order_block *b = &o->block[who.block];
	const uint32_t *last = b->last + who.warp * o->lanes;
	const uint32_t at = (uint32_t)o->n_list;

	if (is_one(o, who))
		return last[o->its ? __builtin_ctz(who.lanes) : 0];
	for (uint32_t left = who.lanes; left; left &= left - 1)
		list_add(o, last[__builtin_ctz(left)]);
	return at;
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
					    .last = last_entries(o, who),
					    .several = b->several[who.warp],
					    .fence = order_last_fence(o, who)};
	return name;
}

uint32_t order_join(struct order *o, const uint32_t *node, uint32_t n)
{
	const uint32_t name = (uint32_t)o->n_nodes++;

	o->node = mem_grow(o->node, &o->cap_nodes, name, sizeof(*o->node));
	o->node[name] = (struct order_node){.from = (uint32_t)o->n_list, .n = n};
	for (uint32_t i = 0; i < n; i++)
		list_add(o, node[i]);
	return name;
}

void order_acquire(struct order *o, struct order_who who, uint32_t node)
{
	struct order_block *b = &o->block[who.block];
	const struct order_who of = o->node[node].who;

	uint32_t *last = is_one(o, who)
				 ? &b->last[who.warp * o->lanes +
					    (o->its ? (uint32_t)__builtin_ctz(who.lanes) : 0)]
				 : &b->several[who.warp];

	/* A thread knows itself. */
	if (of.block == who.block && of.warp == who.warp && of.lanes == who.lanes && is_one(o, of))
		return;
	b->log = mem_grow(b->log, &b->cap, b->n, sizeof(*b->log));
	b->log[b->n] = (struct order_entry){
		.node = node, .lanes = who.lanes, .before = *last, .time = order_time(o)};
	*last = (uint32_t)++b->n;
	b->version[who.warp]++;
}

void order_barrier(struct order *o, uint32_t block)
{
	struct order_block *b = &o->block[block];

	b->base = ++b->newest;
	b->whole = (uint32_t)b->n;
	b->barriers++;
	b->whole_fence = b->newest_fence;
	o->slot[b->slot] = b->newest;
}
