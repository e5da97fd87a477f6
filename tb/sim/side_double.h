/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * side_double: an SM side of no system: counts what it is told, and gets in the way wherever a side
 * may: it bars warps, stops them, holds their operations, keeps fences and accesses back, each as
 * long as a die says. Programs must not notice but by time.
 */
#ifndef SIDE_DOUBLE_H
#define SIDE_DOUBLE_H

#include "../../sim/sm/sm_int.h"
#include "base/rng.h"

struct side_double {
	struct sm_side side;
	struct rng rng;
	bool in_the_way;
	uint64_t stopped;              /* warps */
	struct sm_op *held[SM_WARPS];  /* of a warp */
	uint32_t fence_left[SM_WARPS]; /* cycles */
	uint64_t blocks, left, issued, taken, started, accesses, completed, done;
	uint64_t fences, passed, arrivals, released, releases, steps, clocks, got_in_the_way;
};

static inline struct side_double *double_of(struct sm_side *x)
{
	return (struct side_double *)x;
}

/* Once in n. */
static inline bool double_odds(struct side_double *d, uint32_t n)
{
	if (!d->in_the_way || rng_below(&d->rng, n))
		return false;
	d->got_in_the_way++;
	return true;
}

static inline void double_block(struct sm_side *x, uint32_t slot)
{
	assert_true(slot < x->sm->n_slots);
	double_of(x)->blocks++;
}

static inline void double_left(struct sm_side *x, struct sm_warp *w)
{
	assert_null(double_of(x)->held[w->index]);
	double_of(x)->left++;
}

static inline bool double_stops(struct sm_side *x, struct sm_warp *w)
{
	struct side_double *d = double_of(x);

	if (!d->held[w->index] && !(d->stopped >> w->index & 1))
		return false;
	w->wake = SM_NEVER;
	sm_set_state(x->sm, w, SM_STOPPED);
	return true;
}

static inline void double_issued(struct sm_side *x, struct sm_warp *w)
{
	assert_null(double_of(x)->held[w->index]);
	double_of(x)->issued++;
}

static inline bool double_holds(struct sm_side *x, struct sm_warp *w, struct sm_op *o)
{
	struct side_double *d = double_of(x);

	if (o->op.kind > SIMT_OP_RED && o->op.kind != SIMT_OP_FENCE)
		return false;
	if (!double_odds(d, 8))
		return false;
	d->held[w->index] = o;
	w->wake = SM_NEVER;
	sm_set_state(x->sm, w, SM_STOPPED);
	return true;
}

static inline void double_taken(struct sm_side *x, struct sm_op *o)
{
	assert_true(o->w->mw != NULL);
	double_of(x)->taken++;
}

static inline void double_start(struct sm_side *x, struct sm_op *o)
{
	assert_true(o->n > 0 && !o->sent);
	double_of(x)->started++;
}

static inline bool double_sends(struct sm_side *x)
{
	return double_odds(double_of(x), 4);
}

static inline void double_access(struct sm_side *x, struct sm_op *o)
{
	assert_true(o->sent > 0);
	double_of(x)->accesses++;
}

static inline void double_completes(struct sm_side *x, struct sm_op *o)
{
	assert_true(!o->waiting && o->sent == o->n);
	double_of(x)->completed++;
}

static inline void double_done(struct sm_side *x, struct sm_op *o)
{
	(void)o;
	double_of(x)->done++;
}

static inline void double_fence(struct sm_side *x, struct sm_op *o)
{
	struct side_double *d = double_of(x);

	assert_int_equal(o->w->in_flight, 0);
	d->fences++;
	d->fence_left[o->w->index] = d->in_the_way ? rng_below(&d->rng, 20) : 0;
}

static inline bool double_passed(struct sm_side *x, struct sm_op *o)
{
	struct side_double *d = double_of(x);

	if (d->fence_left[o->w->index])
		return false;
	d->passed++;
	return true;
}

static inline void double_arrives(struct sm_side *x, struct sm_warp *w, const struct simt_op *op)
{
	assert_true(w->mw != NULL && op->mask);
	double_of(x)->arrivals++;
}

static inline void double_released(struct sm_side *x, struct sm_warp *w, uint32_t id, bool first)
{
	assert_true(w->mw != NULL && id <= SM_BARRIERS);
	double_of(x)->released++;
	double_of(x)->releases += first;
}

static inline void double_proceed(struct sm *s, struct side_double *d, struct sm_warp *w)
{
	struct sm_op *o = d->held[w->index];

	d->held[w->index] = NULL;
	if (o->op.kind == SIMT_OP_FENCE || access_releases(&o->op)) {
		sm_fence(s, o);
		return;
	}
	sm_memory(s, o);
	sm_look(s, w);
}

/* Warps barred, stopped and let go again. */
static inline void double_step(struct sm_side *x)
{
	struct side_double *d = double_of(x);
	const uint8_t mine = (uint8_t)(1U << x->system);
	struct sm *s = x->sm;

	d->steps++;
	for (uint32_t i = 0; i < s->n_warps; i++) {
		struct sm_warp *w = &s->warp[i];

		if (d->fence_left[i] && !--d->fence_left[i])
			s->sync_moved = true;
		if (!w->mw || !d->in_the_way || rng_below(&d->rng, 16))
			continue;
		if (d->held[i]) {
			double_proceed(s, d, w);
			continue;
		}
		switch (rng_below(&d->rng, 4)) {
		case 0: w->barred |= mine; break;
		case 1: w->barred_memory |= mine; break;
		case 2: d->stopped |= sm_bit(w); break;
		default:
			d->stopped &= ~sm_bit(w);
			w->barred &= (uint8_t)~mine;
			w->barred_memory &= (uint8_t)~mine;
			break;
		}
		sm_look(s, w);
	}
}

static inline void double_clock(struct sm_side *x)
{
	double_of(x)->clocks++;
}

static inline bool double_idle(const struct sm_side *x)
{
	(void)x;
	return true;
}

static inline void double_describe(const struct sm_side *x, char *text, size_t size)
{
	(void)x;
	snprintf(text, size, "; a double");
}

static const struct sm_side_calls double_calls = {
	.block = double_block,
	.left = double_left,
	.stops = double_stops,
	.issued = double_issued,
	.holds = double_holds,
	.taken = double_taken,
	.start = double_start,
	.sends = double_sends,
	.access = double_access,
	.completes = double_completes,
	.done = double_done,
	.fence = double_fence,
	.passed = double_passed,
	.arrives = double_arrives,
	.released = double_released,
	.step = double_step,
	.clock = double_clock,
	.idle = double_idle,
	.describe = double_describe,
};

static inline void double_init(struct side_double *d, bool in_the_way, uint64_t seed)
{
	*d = (struct side_double){.side = {.calls = &double_calls, .system = 1}};
	d->in_the_way = in_the_way;
	rng_seed(&d->rng, seed);
}

#endif
