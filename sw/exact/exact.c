/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "exact_int.h"

static void learnt(void *ctx, struct order_who who, uint32_t node)
{
	exact_acquire(ctx, who, node);
}

/* Blocks */

static void slot_free(struct exact *x, struct slot *s)
{
	for (uint32_t i = 0; s->thread && i < x->order.threads; i++)
		location_thread_free(&x->locations, &s->thread[i]);
	free(s->thread);
	for (int i = 0; i < PF_SHARED_BARRIERS; i++)
		free(s->meeting[i]);
	free(s->pairs);
	*s = (struct slot){0};
}

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct exact *x = ctx;

	(void)slot_bytes;
	for (uint32_t i = 0; i < x->n_slots; i++)
		slot_free(x, &x->slot[i]);
	x->n_hits = x->n_seen = 0;
	hashmap_free(&x->told);
	x->op_number = 0;
	words_clear(&x->words);
	locations_clear(&x->locations);
	order_launch(&x->order, l->warps_per_block, l->mode == SIMT_ITS);
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct exact *x = ctx;
	struct slot *s = exact_slot(x, who);

	(void)lanes;
	slot_free(x, s);
	s->block = order_begin(&x->order, who->sm * x->slots + who->slot, who->block);
	s->thread = mem_alloc(x->order.threads * sizeof(*s->thread));
	if (!x->config.pairs.pairs)
		return;
	s->pairs = mem_alloc(sizeof(*s->pairs));
	pf_exact_pairs_begin(s->pairs, &x->config.pairs);
}

static void on_end(void *ctx, const struct machine_who *who)
{
	struct exact *x = ctx;

	slot_free(x, exact_slot(x, who));
}

/* Barriers */

static void clear(struct meeting *m)
{
	memset(m->waiting, 0, sizeof(m->waiting));
	m->n = m->joined = m->arrived = 0;
	m->waiters = m->over = false;
}

/* All of the block wait at one barrier. */
static void on_barrier(void *ctx, const struct machine_who *who)
{
	struct exact *x = ctx;
	struct slot *s = exact_slot(x, who);

	order_barrier(&x->order, s->block);
	if (s->pairs)
		pf_exact_pairs_barrier(s->pairs);
	for (int i = 0; i < PF_SHARED_BARRIERS; i++) {
		if (s->meeting[i] && s->meeting[i]->waiters)
			clear(s->meeting[i]);
	}
}

static struct meeting *meeting_at(struct slot *s, uint32_t barrier)
{
	struct meeting *m = s->meeting[barrier];

	if (!m)
		m = s->meeting[barrier] = mem_alloc(sizeof(*m));
	if (m->joined || m->over)
		clear(m);
	return m;
}

/* Before on_arrive(). A barrier that all have come to, and none has waited at, lets nobody go, and
 * is over. */
static void count(struct exact *x)
{
	const struct simt_op *op = x->op;
	struct meeting *m = meeting_at(x->at, op->bar_id);
	const bool whole = !x->order.its || op->mask == op->bar_live;

	m->waiters |= op->bar_mode != PTX_MODE_BAR_ARRIVE;
	m->arrived += whole ? SIMT_LANES : (uint32_t)__builtin_popcount(op->mask);
}

static void on_arrive(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		      bool waits)
{
	struct exact *x = ctx;
	struct slot *s = exact_slot(x, who);
	struct meeting *m = s->meeting[barrier];

	if (m->n == ORDER_WARPS * ORDER_LANES) {
		m->node[0] = order_join(&x->order, m->node, m->n);
		m->n = 1;
	}
	m->node[m->n++] = exact_release(x, exact_threads(x, who, lanes));
	if (waits)
		m->waiting[who->warp] |= lanes;
	m->over = !m->waiters && m->arrived >= x->op->bar_count;
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	struct exact *x = ctx;
	struct meeting *m = exact_slot(x, who)->meeting[barrier];

	if (!m || !m->n)
		return;
	if (!m->joined)
		m->joined = order_join(&x->order, m->node, m->n);
	exact_acquire(x, exact_threads(x, who, m->waiting[who->warp]), m->joined);
	m->waiting[who->warp] = 0;
}

static void on_syncwarp(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct exact *x = ctx;
	const struct order_who w = exact_threads(x, who, lanes);

	exact_acquire(x, w, exact_release(x, w));
}

/* Fences */

/* Two fence.sc whose scopes include each other's thread are ordered; lanes of one instruction are
 * not. Of that order software alone knows: fences meet nowhere in hardware. */
static void fence(struct exact *x)
{
	const struct simt_op *op = x->op;
	struct slot *s = x->at;
	const enum location_reach reach = location_reach(op->scope);
	const bool sc = op->sem == PTX_SEM_SC;
	uint32_t node[ORDER_LANES], n = 0;

	for (uint32_t left = x->order.its ? op->mask : 1; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		struct location_thread *t = exact_thread(x, s, x->who->warp, lane);
		const struct location_by by = {.who = exact_threads(x, x->who, 1U << lane),
					       .reach = reach};

		locations_acquire(&x->locations, t, &by, 0);
		if (sc && s->fence_sc)
			order_acquire(&x->order, by.who, s->fence_sc);
		node[n] = exact_release(x, by.who);
		t->fenced[LOCATION_BLOCK] = node[n];
		if (reach == LOCATION_DEVICE)
			t->fenced[LOCATION_DEVICE] = node[n];
		n++;
	}
	if (!sc)
		return;
	s->fence_sc = n > 1 ? order_join(&x->order, node, n) : node[0];
	if (reach == LOCATION_DEVICE)
		order_fence(&x->order, exact_threads(x, x->who, op->mask), node, n);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct exact *x = ctx;

	x->n_hits = x->n_seen = 0;
	x->op_number++;
	x->who = who;
	x->op = op;
	x->at = exact_slot(x, who);
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		if (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED)
			exact_access(x);
		break;
	case SIMT_OP_FENCE:
		if (op->mask)
			fence(x);
		break;
	case SIMT_OP_BAR:
		if (op->bar_id < PF_SHARED_BARRIERS)
			count(x);
		break;
	default: break;
	}
}

/* Outside */

static const struct shared_calls calls = {.launch = on_launch,
					  .block = on_block,
					  .end = on_end,
					  .barrier = on_barrier,
					  .arrive = on_arrive,
					  .release = on_release,
					  .syncwarp = on_syncwarp,
					  .op = on_op};

struct exact *exact_create(const struct exact_config *c)
{
	struct exact *x = mem_alloc(sizeof(*x));

	x->config = *c;
	x->slots = c->machine->blocks_per_sm;
	x->n_slots = c->machine->sms * x->slots;
	x->slot = mem_alloc(x->n_slots * sizeof(*x->slot));
	order_open(&x->order, x->n_slots);
	locations_open(&x->locations, &x->order, learnt, x);
	words_open(&x->words, &x->order, &x->locations);
	x->feed = feed_create(&(struct feed_config){.machine = c->machine, .lanes = FEED_LANES},
			      &calls, x);
	return x;
}

void exact_destroy(struct exact *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->n_slots; i++)
		slot_free(x, &x->slot[i]);
	feed_destroy(x->feed);
	words_close(&x->words);
	locations_close(&x->locations);
	order_close(&x->order);
	hashmap_free(&x->told);
	free(x->carried);
	free(x->seen);
	free(x->slot);
	free(x->hits);
	free(x);
}

const struct machine_observer *exact_observer(struct exact *x)
{
	return feed_observer(x->feed);
}

const struct race_hit *exact_hits(const struct exact *x, size_t *n)
{
	*n = x->n_hits;
	return x->hits;
}

enum exact_why exact_missed(const struct exact *x, const struct race_hit *h)
{
	const uint64_t word = h->addr & ~(uint64_t)(WORDS_BYTES - 1);
	const uint32_t bytes = ((1U << h->bytes) - 1) << (h->addr - word);
	const uint64_t *told = hashmap_find(&x->told, word);

	if (told && *told & bytes)
		return EXACT_TOLD;
	for (size_t i = 0; i < x->n_seen; i++)
		if (x->seen[i].word == word && x->seen[i].lane == h->second.lane)
			return EXACT_OBSERVED;
	return EXACT_UNKNOWN;
}

struct exact_stats exact_stats(const struct exact *x)
{
	struct exact_stats s = x->stats;

	s.searches = x->order.searches;
	s.visited = x->order.visited;
	return s;
}
