/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sm_vec: accesses and events of an SM, for the bench of iGUARD's SM unit and for its
 * co-simulation.
 *
 *   random numbers, mood, hot warp ──> begin(), each 50 steps ──> invent() ──> struct sm_step
 */
#ifndef PF_IGUARD_SM_VEC_H
#define PF_IGUARD_SM_VEC_H

#include "pf_iguard_vec.h"
#include "reference/pf_iguard_sm.h"

/* For a while each: anything; or one warp's lanes take locks, or give them back. */
enum mood { ANY, FILL, DRAIN, MOODS };

struct drive {
	struct rng r;
	const struct pf_geometry *g;
	struct iguard_widths w;
	struct pf_iguard_sm sm;
	enum mood mood;
	uint32_t hot;
	/* Locks of FILL and DRAIN: beside this address, taken and given back in this order */
	uint32_t near, taken, given;
	bool device, fresh; /* fresh: the warp is not there yet */
};

static inline uint32_t pick(struct drive *d, uint32_t n)
{
	return rng_below(&d->r, d->mood == ANY ? 4 : 16) ? d->hot % n : rng_below(&d->r, n);
}

static inline struct pf_iguard_sm_event any_event(struct drive *d)
{
	struct rng *r = &d->r;
	const bool alone = rng_below(r, 2);

	return (struct pf_iguard_sm_event){
		.kind = (enum pf_iguard_sm_code)rng_below(r, PF_IGUARD_SM_CODES),
		.slot = pick(d, d->g->block_slots),
		.warp = pick(d, d->g->warps),
		.device = rng_below(r, 2),
		.several = rng_below(r, 6) == 0,
		.lane = alone ? (uint8_t)rng_below(r, 32) : PF_IGUARD_ALL,
		.address = rng_below(r, 2) ? rng_below(r, 3) * 4 : rng_below(r, 64)};
}

/* Of a warp of which each lane takes a lock of its own, or gives one back */
static inline struct pf_iguard_sm_event lock_event(struct drive *d)
{
	static const uint8_t kinds[MOODS][8] = {
		[FILL] = {PF_IGUARD_SM_LOCK, PF_IGUARD_SM_LOCK, PF_IGUARD_SM_LOCK,
			  PF_IGUARD_SM_LOCK, PF_IGUARD_SM_LOCK, PF_IGUARD_SM_UNLOCK,
			  PF_IGUARD_SM_FENCE, PF_IGUARD_SM_ACTIVATE},
		[DRAIN] = {PF_IGUARD_SM_UNLOCK, PF_IGUARD_SM_UNLOCK, PF_IGUARD_SM_UNLOCK,
			   PF_IGUARD_SM_UNLOCK, PF_IGUARD_SM_UNLOCK, PF_IGUARD_SM_UNLOCK,
			   PF_IGUARD_SM_FENCE, PF_IGUARD_SM_ACTIVATE}};
	struct pf_iguard_sm_event e = any_event(d);

	if (rng_below(&d->r, 16) == 0 && e.kind != PF_IGUARD_SM_WARP)
		return e;
	e.kind = d->fresh ? PF_IGUARD_SM_WARP
			  : (enum pf_iguard_sm_code)kinds[d->mood][rng_below(&d->r, 8)];
	d->fresh = false;
	if (e.kind == PF_IGUARD_SM_LOCK)
		e.address = (d->near + 4 * d->taken++) % 64;
	else if (e.kind == PF_IGUARD_SM_UNLOCK)
		e.address = (d->near + 4 * d->given++) % 64;
	else
		return e;
	if (rng_below(&d->r, 32))
		e.device = d->device;
	return e;
}

/* What comes next, and of which warp, for 50 lines. One whose lanes take locks goes on, or gives
 * them back. */
static inline void begin(struct drive *d)
{
	static const enum mood next[MOODS][8] = {
		[ANY] = {ANY, ANY, FILL, FILL, FILL, FILL, FILL, DRAIN},
		[FILL] = {ANY, FILL, FILL, FILL, FILL, DRAIN, DRAIN, DRAIN},
		[DRAIN] = {ANY, ANY, FILL, DRAIN, DRAIN, DRAIN, DRAIN, DRAIN}};
	const enum mood mood = next[d->mood][rng_below(&d->r, 8)];

	if (mood == ANY || d->mood == ANY) {
		d->hot++;
		d->near = rng_below(&d->r, 64);
		d->taken = d->given = 0;
		d->device = rng_below(&d->r, 2);
		d->fresh = true;
	}
	d->mood = mood;
}

/* An access, which comes before the event, and an event: one of them or both. */
struct sm_step {
	bool event, access;
	struct pf_iguard_sm_event e;
	uint32_t slot, warp;
	struct pf_iguard_tag t;
};

static inline struct sm_step invent(struct drive *d)
{
	struct rng *r = &d->r;
	struct sm_step s = {.event = rng_below(r, 4) != 0};

	s.access = rng_below(r, 4) != 0;
	s.e = d->mood == ANY ? any_event(d) : lock_event(d);
	s.slot = pick(d, d->g->block_slots);
	s.warp = pick(d, d->g->warps);
	iguard_side(r, &d->w, &s.t.by);
	s.t.several = rng_below(r, 2);
	s.t.write = rng_below(r, 2);
	return s;
}

#endif
