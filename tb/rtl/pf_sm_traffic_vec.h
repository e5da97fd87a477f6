/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_sm_traffic_vec: random events and requests of an SM, in moods that last a while.
 */
#ifndef PF_SM_TRAFFIC_VEC_H
#define PF_SM_TRAFFIC_VEC_H

#include "reference/pf_geometry.h"
#include "reference/pf_sm.h"

#include "pf_rules_vec.h"

/* Anything; one warp and one slot; locks of one warp in few places; barriers of one slot; fences
 * and blocks beginning. */
enum { ANY, HOT, LOCKS, BARRIERS, BLOCKS, MOODS };

struct sm_traffic {
	struct rng r;
	const struct pf_geometry *g;
	unsigned mood;
	uint32_t slot, warp, near;
};

static inline bool flip(struct rng *r)
{
	return rng_next(r) >> 40 & 1;
}

/* The hot one, one that differs in a bit, or any. */
static inline uint32_t who(struct sm_traffic *t, uint32_t hot, uint32_t n)
{
	const uint32_t v = hot ^ 1U << rng_below(&t->r, 8);

	switch (rng_below(&t->r, t->mood == ANY ? 2 : 16)) {
	case 0: return rng_below(&t->r, n);
	case 1: return v < n ? v : hot;
	default: return hot;
	}
}

/* Block IDs: small, at the edge of the field, around 64 (keys count modulo 64), one high bit. */
static inline uint32_t block_of(struct sm_traffic *t)
{
	switch (rng_below(&t->r, 5)) {
	case 0: return rng_below(&t->r, 8);
	case 1: return (1U << t->g->block_bits) - 2 + rng_below(&t->r, 4);
	case 2: return 62 + rng_below(&t->r, 4);
	case 3: return 1U << rng_below(&t->r, 32) | rng_below(&t->r, 4);
	default: return (uint32_t)(rng_next(&t->r) >> 20);
	}
}

static inline enum pf_evt_code kind_of(struct sm_traffic *t)
{
	static const uint8_t share[MOODS][PF_EVT_CODES] = {
		/* none, warp_begin, block_begin, lock, unlock, fence, activate, barrier */
		[ANY] = {1, 1, 1, 6, 3, 2, 1, 2},     [HOT] = {1, 1, 1, 6, 4, 2, 1, 1},
		[LOCKS] = {0, 1, 0, 24, 16, 2, 2, 0}, [BARRIERS] = {0, 2, 0, 1, 0, 1, 0, 46},
		[BLOCKS] = {0, 1, 4, 2, 1, 6, 0, 0},
	};
	uint32_t all = 0, at;
	unsigned k = 0;

	for (unsigned i = 0; i < PF_EVT_CODES; i++)
		all += share[t->mood][i];
	for (at = rng_below(&t->r, all); at >= share[t->mood][k]; k++)
		at -= share[t->mood][k];
	return (enum pf_evt_code)k;
}

static inline void sm_mood(struct sm_traffic *t)
{
	t->mood = rng_below(&t->r, MOODS);
	t->slot = rng_below(&t->r, t->g->block_slots);
	t->warp = rng_below(&t->r, t->g->warps);
	t->near = rng_below(&t->r, 64);
}

static inline struct pf_event sm_event(struct sm_traffic *t)
{
	return (struct pf_event){
		.kind = kind_of(t),
		.slot = who(t, t->slot, t->g->block_slots),
		.warp = who(t, t->warp, t->g->warps),
		.address =
			t->mood == ANY ? rng_below(&t->r, 64) : t->near ^ 1U << rng_below(&t->r, 7),
		.words = rng_below(&t->r, 4) ? 0 : (uint16_t)(rng_next(&t->r) >> 20),
		.device = flip(&t->r),
		.block = block_of(t),
	};
}

static inline struct pf_sm_request sm_request(struct sm_traffic *t)
{
	return (struct pf_sm_request){
		.slot = who(t, t->slot, t->g->block_slots),
		.warp = who(t, t->warp, t->g->warps),
		.strong = flip(&t->r),
		.block_scope = flip(&t->r),
		.is_atom = flip(&t->r),
		.write = flip(&t->r),
	};
}

/* {write, is_atom, block_scope, strong} */
static inline unsigned sm_request_kind(const struct pf_sm_request *q)
{
	return (unsigned)(q->write << 3 | q->is_atom << 2 | q->block_scope << 1 | q->strong);
}

#endif
