/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm: one of them: made, given blocks, stepped.
 */
#include "sm_int.h"

#include <stdlib.h>
#include <string.h>

/* Latencies and initiation intervals by class. */
static void set_units(struct sm *s, const struct sm_config *c)
{
	const uint32_t latency[SIMT_CLASSES] = {
		[SIMT_CLASS_MOVE] = c->lat_move,       [SIMT_CLASS_INT] = c->lat_int,
		[SIMT_CLASS_MUL] = c->lat_mul,         [SIMT_CLASS_DIV] = c->lat_div,
		[SIMT_CLASS_FLOAT] = c->lat_float,     [SIMT_CLASS_DOUBLE] = c->lat_double,
		[SIMT_CLASS_SPECIAL] = c->lat_special, [SIMT_CLASS_CONTROL] = c->lat_int,
	};
	const uint32_t interval[SIMT_CLASSES] = {
		[SIMT_CLASS_INT] = c->ii_int,       [SIMT_CLASS_MUL] = c->ii_mul,
		[SIMT_CLASS_DIV] = c->ii_div,       [SIMT_CLASS_FLOAT] = c->ii_float,
		[SIMT_CLASS_DOUBLE] = c->ii_double, [SIMT_CLASS_SPECIAL] = c->ii_special,
	};

	memcpy(s->latency, latency, sizeof(latency));
	memcpy(s->interval, interval, sizeof(interval));
}

static void make_ops(struct sm *s, const struct sm_config *c)
{
	s->n_ops = sm_most_ops(c);
	s->op = mem_alloc(s->n_ops * sizeof(*s->op));
	s->free = mem_alloc(s->n_ops * sizeof(*s->free));
	s->queue = mem_alloc(s->n_ops * sizeof(*s->queue));
}

/* Sides and their packets */

static struct sm_side *side_of(const struct sm *s, uint8_t system)
{
	SM_EACH(s, idle, x) /* all have it */
		if (x->system == system)
			return x;
	assert(!"a packet of no system");
	return NULL;
}

bool sm_message(struct sm *s, struct pkt *k, struct sm_warp *w)
{
	SM_EACH(s, message, x)
		if (x->calls->message(x, k, w))
			return true;
	return l1_message(s->l1, k);
}

void sm_credit(struct sm *s, uint8_t system, uint32_t slice)
{
	struct sm_side *x = side_of(s, system);

	x->calls->credit(x, slice);
}

static bool note_of(void *ctx, struct pkt *k)
{
	return sm_note(ctx, k);
}

static void answer_of(void *ctx, const struct pkt *k)
{
	struct sm_side *x = side_of(ctx, k->system);

	x->calls->answer(x, k);
}

static void listen(struct sm_side **list, struct sm_side *x, bool has_call)
{
	while (*list)
		list++;
	if (has_call)
		*list = x;
}

static void plug(struct sm *s, struct sm_side *const *sides)
{
	for (uint32_t n = 0; sides[n]; n++) {
		struct sm_side *x = sides[n];

		assert(n < SM_SIDES && x->calls->idle);
		x->sm = s;
#define LISTEN(call) listen(s->on.call, x, x->calls->call != NULL);
		SM_SIDE_CALLS(LISTEN)
#undef LISTEN
		if (!x->calls->check)
			continue;
		assert(!s->checker);
		s->checker = x;
	}
}

struct sm *sm_create(const struct sim_config *c, uint16_t index, struct machine *m,
		     struct pkt_pool *pool, const struct pf_policy_info *policy,
		     struct sm_side *const *sides)
{
	struct sm *s = mem_alloc(sizeof(*s));
	struct l1_hooks hooks = {.ctx = s, .done = sm_op_done, .answer = answer_of};

	assert(c->sm.threads / SIMT_LANES <= SM_WARPS && c->sm.schedulers <= SM_SCHEDULERS &&
	       c->sm.shared_banks <= COALESCE_BANKS);
	s->cfg = c;
	s->m = m;
	s->pool = pool;
	s->policy = policy;
	s->index = index;
	s->n_warps = c->sm.threads / SIMT_LANES;
	s->count = &s->own_count;
	set_units(s, &c->sm);
	make_ops(s, &c->sm);
	plug(s, sides);
	hooks.note = s->checker ? note_of : NULL;
	for (uint32_t i = 0; i < SM_WARPS; i++) {
		s->warp[i].index = (uint8_t)i;
		s->mine[i % c->sm.schedulers] |= 1ULL << i;
	}
	s->l1 = l1_create(c, index, pool, &hooks);
	return s;
}

void sm_destroy(struct sm *s)
{
	if (!s)
		return;
	l1_destroy(s->l1);
	SM_TELL(s, destroy);
	free(s->score);
	free(s->op);
	free(s->free);
	free(s->queue);
	free(s->all_counts);
	free(s);
}

struct l1 *sm_l1(struct sm *s)
{
	return s->l1;
}

/* A launch */

/* What a launch that failed has left: no operation, no warp. */
static void forget(struct sm *s)
{
	for (uint32_t i = 0; i < s->n_ops; i++)
		s->free[i] = s->n_ops - 1 - i;
	s->n_free = s->n_ops;
	s->n_pending = s->queue_count = s->unsent = s->blocks = s->busy = 0;
	s->failed = false;
	for (uint32_t i = 0; i < SM_WARPS; i++) {
		s->warp[i].mw = NULL;
		s->warp[i].fence = NULL;
		s->warp[i].wake = SM_NEVER;
		sm_set_state(s, &s->warp[i], SM_NONE);
	}
	SM_TELL(s, launch);
}

void sm_launch(struct sm *s, const struct machine_launch_info *info, const struct simt_uses *uses)
{
	forget(s);
	s->kernel = info->kernel;
	s->uses = uses;
	s->warps_per_block = info->warps_per_block;
	s->n_slots = info->blocks_per_sm;
	assert(s->n_slots * s->warps_per_block <= s->n_warps);
	s->free_slots = s->n_slots < 64 ? (1ULL << s->n_slots) - 1 : UINT64_MAX;
	s->score_slots = simt_slots(s->kernel);
	if (s->score_slots * s->n_warps > s->score_cap) {
		s->score_cap = s->score_slots * s->n_warps;
		free(s->score);
		s->score = mem_alloc(s->score_cap * sizeof(*s->score));
	}
}

int sm_free_slot(const struct sm *s)
{
	return s->free_slots ? __builtin_ctzll(s->free_slots) : -1;
}

bool sm_slot_free(const struct sm *s, uint32_t slot)
{
	return s->free_slots >> slot & 1;
}

static void begin_warp(struct sm *s, struct sm_warp *w, struct machine_warp *mw, uint32_t slot)
{
	const uint8_t index = w->index;

	engine_set_user(mw, w);
	*w = (struct sm_warp){
		.mw = mw,
		.simt = engine_simt(mw),
		.score = &s->score[index * s->score_slots],
		.index = index,
		.slot = (uint8_t)slot,
		.state = w->state,
		.age = s->next_age++,
		.wake = SM_NEVER,
	};
	memset(w->score, 0, s->score_slots * sizeof(*w->score));
}

void sm_begin_block(struct sm *s, uint32_t slot, struct machine_block *b, uint64_t now)
{
	const uint32_t first = slot * s->warps_per_block, n = engine_warps(b);

	assert(s->free_slots >> slot & 1 && n == s->warps_per_block);
	s->now = now;
	if (!s->blocks++)
		s->wheel_at = now ? now - 1 : 0;
	s->free_slots &= ~(1ULL << slot);
	s->live[slot] = (uint8_t)n;
	s->count->blocks++;
	s->count->warps += n;
	s->progress++;
	for (uint32_t i = 0; i < n; i++)
		begin_warp(s, &s->warp[first + i], engine_warp(b, i), slot);
	SM_TELL_OF(s, block, slot);
	for (uint32_t i = 0; i < n; i++)
		sm_look(s, &s->warp[first + i]);
}

/* A cycle */

int sm_step(struct sm *s, uint64_t now, struct link *from_noc, struct link *to_noc)
{
	s->now = now;
	s->count->cycles++;
	l1_drain(s->l1, !s->blocks);
	l1_step(s->l1, now, from_noc, to_noc);
	SM_TELL(s, step);
	if (s->queue_count)
		sm_op_send(s);
	if (s->sync_moved)
		sm_sync_step(s);
	sm_due(s);
	if (!s->failed)
		sm_schedule(s);
	SM_TELL(s, clock);
	return s->failed ? -1 : 0;
}

bool sm_idle(const struct sm *s)
{
	if (s->blocks || s->n_pending || !l1_idle(s->l1))
		return false;
	SM_EACH(s, idle, x)
		if (!x->calls->idle(x))
			return false;
	return true;
}

uint64_t sm_progress(const struct sm *s)
{
	return s->progress;
}

uint64_t sm_issued(const struct sm *s)
{
	return s->count->instructions;
}
