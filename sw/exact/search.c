/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The search through the log.
 */
#include <stdlib.h>

#include "../base/mem.h"
#include "order.h"

/* Questions of a thread that has learnt nothing since; pairs of threads whose answers are kept. */
enum { OFTEN = 8, PAIRS = 1 << 22 };

static uint32_t thread_of(const struct order *o, struct order_who w)
{
	return w.block * o->threads + w.warp * o->lanes +
	       (o->its ? (uint32_t)__builtin_ctz(w.lanes) : 0);
}

static void push(struct order *o, uint32_t node, uint32_t time)
{
	const uint32_t merged = o->node[node].merged;

	/* What was released earlier cannot know; what was merged is known by its fence. */
	if (node < time || (merged && merged < o->reach))
		return;
	o->todo = mem_grow(o->todo, &o->cap_todo, o->n_todo, sizeof(*o->todo));
	o->todo[o->n_todo++] = node;
}

static void visit(const struct order *o, struct order_entry *e)
{
	if (e->visit == o->search)
		return;
	e->visit = o->search;
	e->seen = 0;
}

/* What a thread alone has learnt, from `last` back. */
static void push_own(struct order *o, struct order_block *b, uint32_t last, uint32_t time)
{
	while (last > b->visit_whole) {
		struct order_entry *e = &b->log[last - 1];

		visit(o, e);
		/* Who has been here has seen what is before, too. */
		if (e->seen || e->time < time)
			return;
		e->seen = e->lanes;
		push(o, e->node, time);
		last = e->before;
	}
}

/* What several threads of the warp have learnt at once, some of `lanes` among them. */
static void push_several(struct order *o, struct order_block *b, uint32_t lanes, uint32_t last,
			 uint32_t time)
{
	while (lanes && last > b->visit_whole) {
		struct order_entry *e = &b->log[last - 1];

		if (e->time < time)
			return;
		visit(o, e);
		lanes &= ~e->seen;
		if (e->lanes & lanes && !(e->lanes & e->seen))
			push(o, e->node, time);
		e->seen |= lanes;
		last = e->before;
	}
}

/* What all of the block have learnt: entries before `whole`. */
static struct order_block *push_whole(struct order *o, uint32_t block, uint32_t whole,
				      uint32_t time)
{
	struct order_block *b = &o->block[block];

	if (b->visit != o->search) {
		b->visit = o->search;
		b->visit_whole = b->merged_at < o->reach ? b->merged_whole : 0;
	}
	for (; b->visit_whole < whole; b->visit_whole++)
		push(o, b->log[b->visit_whole].node, time);
	return b;
}

/* What a node's threads knew. */
static void push_node(struct order *o, const struct order_node *n, uint32_t time)
{
	struct order_block *b = push_whole(o, n->who.block, n->whole, time);
	uint32_t at = n->last;

	if (!o->its || !(n->who.lanes & (n->who.lanes - 1)))
		push_own(o, b, n->last, time);
	else
		for (uint32_t left = n->who.lanes; left; left &= left - 1)
			push_own(o, b, o->list[at++], time);
	push_several(o, b, n->who.lanes, n->several, time);
}

/* Meets all nodes that who has learnt of, made from `time` on, until met() says so. */
static bool search(struct order *o, struct order_who who, uint32_t time,
		   bool (*met)(void *ctx, const struct order_node *n), void *ctx)
{
	const uint32_t thread =
		who.warp * o->lanes + (o->its ? (uint32_t)__builtin_ctz(who.lanes) : 0);
	struct order_block *b;

	o->searches++;
	o->search++;
	o->n_todo = 0;
	o->reach = order_last_fence(o, who);
	b = push_whole(o, who.block, o->block[who.block].whole, time);
	push_own(o, b, b->last[thread], time);
	push_several(o, b, who.lanes, b->several[who.warp], time);
	while (o->n_todo) {
		struct order_node *n = &o->node[o->todo[--o->n_todo]];

		if (n->visit == o->search)
			continue;
		n->visit = o->search;
		o->visited++;
		if (n->fence > o->reach)
			o->reach = n->fence;
		if (met(ctx, n))
			return true;
		for (uint32_t i = 0; i < n->n; i++)
			push(o, o->list[n->from + i], time);
		if (n->who.block)
			push_node(o, n, time);
	}
	return false;
}

/* One thread's epoch */

struct wanted {
	const struct order *o;
	struct order_who of;
	uint32_t epoch;
};

static bool met_wanted(void *ctx, const struct order_node *n)
{
	const struct wanted *w = ctx;

	if (n->fence == w->o->reach && order_by_fence(w->o, n->fence, w->of, w->epoch))
		return true;
	/* It was made since: the thread's epoch then is over. */
	return n->who.block == w->of.block &&
	       (w->epoch < n->base || (n->who.warp == w->of.warp && n->who.lanes & w->of.lanes));
}

/* A clock: of a thread that asks often, all that it knows now */

void order_clock_free(struct order_clock *c)
{
	free(c->epoch);
	free(c->base);
	*c = (struct order_clock){0};
}

static bool met_all(void *ctx, const struct order_node *n)
{
	const struct order *o = ctx;
	struct order_clock *c = &((struct order *)ctx)->clock;
	uint32_t *epoch = &c->epoch[n->who.block * o->threads + n->who.warp * o->lanes];

	if (!n->who.block)
		return false;
	if (n->base > c->base[n->who.block])
		c->base[n->who.block] = n->base;
	for (uint32_t left = o->its ? n->who.lanes : 1; left; left &= left - 1) {
		uint32_t *e = &epoch[__builtin_ctz(left)];

		*e = n->epoch > *e ? n->epoch : *e;
	}
	return false;
}

static void make_clock(struct order *o, struct order_who who)
{
	struct order_clock *c = &o->clock;

	free(c->epoch);
	free(c->base);
	c->epoch = mem_alloc(o->n_blocks * o->threads * sizeof(*c->epoch));
	c->base = mem_alloc(o->n_blocks * sizeof(*c->base));
	search(o, who, 0, met_all, o);
	c->fence = o->reach;
	c->made = true;
}

/* Blocks that began since: nothing is known of them. */
static bool clock_knows(const struct order *o, struct order_who of, uint32_t epoch)
{
	const struct order_clock *c = &o->clock;

	return epoch < c->base[of.block] || epoch <= c->epoch[thread_of(o, of)] ||
	       order_by_fence(o, c->fence, of, epoch);
}

/* It asks again, of what it knows now: how often already. */
static uint32_t asks(struct order *o, struct order_who who, uint64_t version)
{
	struct order_clock *c = &o->clock;

	if (c->version != version || c->thread != thread_of(o, who) ||
	    (c->made && c->blocks != o->n_blocks)) {
		order_clock_free(c);
		c->version = version;
		c->thread = thread_of(o, who);
		c->blocks = o->n_blocks;
	}
	return c->asked++;
}

bool order_knows(struct order *o, struct order_who who, struct order_who of, uint32_t epoch,
		 uint32_t time)
{
	const struct order_block *b = &o->block[who.block];
	const uint64_t version = b->version[who.warp] + b->barriers + 1;
	struct wanted w = {o, of, epoch};
	uint64_t pair, *known, *unknown;
	bool knows;

	if (who.block == of.block && who.warp == of.warp && who.lanes == of.lanes)
		return true;
	if (order_by_barrier(o, who.block, of.block, epoch))
		return true;
	/* It is in that epoch still. */
	if (epoch ==
	    order_epoch(o, of.block, of.warp, o->its ? (uint32_t)__builtin_ctz(of.lanes) : 0))
		return false;
	if (o->known.n >= PAIRS) {
		hashmap_clear(&o->known);
		hashmap_clear(&o->unknown);
	}
	pair = (uint64_t)thread_of(o, who) << 32 | thread_of(o, of);
	known = hashmap_at(&o->known, pair);
	unknown = hashmap_at(&o->unknown, pair);
	if (*known > epoch)
		return true;
	if (order_by_fence(o, order_last_fence(o, who), of, epoch)) {
		*known = epoch + 1ULL;
		return true;
	}
	if (*unknown >> 32 == version && (uint32_t)*unknown <= epoch)
		return false;
	if (asks(o, who, version) >= OFTEN) {
		if (!o->clock.made)
			make_clock(o, who);
		knows = clock_knows(o, of, epoch);
	} else {
		knows = search(o, who, time, met_wanted, &w);
	}
	if (knows)
		*known = epoch + 1ULL;
	else
		*unknown = version << 32 | epoch;
	return knows;
}
