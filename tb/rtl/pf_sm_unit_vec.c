/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_sm_unit_vec: steps of an SM unit. A step is an event, a request or both at once; its tag sees
 * the events of earlier steps.
 *
 *   what kind slot warp addr words device block  req_slot req_warp req_kind  tag  msg        in hex
 *
 * what: bit 0 an event, bit 1 a request, bit 2 a reset: the policy is `device` from now on, and
 * nothing else happens. req_kind: {write, is_atom, block_scope, strong}. msg: {1, epoch, device,
 * warp, block}, or 0 when none goes out.
 */
#include "reference/pf_sm.h"

#include "pf_rules_vec.h"

/* Anything; one warp and one slot; locks of one warp in few places; barriers of one slot; fences
 * and blocks beginning. */
enum { ANY, HOT, LOCKS, BARRIERS, BLOCKS, MOODS };

struct drive {
	struct rng r;
	const struct pf_geometry *g;
	struct pf_sm sm;
	unsigned mood, requests; /* one step in so many has a request */
	uint32_t slot, warp, near;
};

static void reset(struct drive *d, bool scord)
{
	pf_sm_free(&d->sm);
	pf_sm_init(&d->sm, d->g, scord ? PF_SCORD : PF_SCORD_PAPER);
	printf("4 0 0 0 0 0 %x 0 0 0 0 0 0\n", scord);
}

static bool flip(struct rng *r)
{
	return rng_next(r) >> 40 & 1;
}

/* The hot one, one that differs in a bit, or any. */
static uint32_t who(struct drive *d, uint32_t hot, uint32_t n)
{
	const uint32_t v = hot ^ 1U << rng_below(&d->r, 8);

	switch (rng_below(&d->r, d->mood == ANY ? 2 : 16)) {
	case 0: return rng_below(&d->r, n);
	case 1: return v < n ? v : hot;
	default: return hot;
	}
}

/* Block IDs: small, at the edge of the field, around 64 (keys count modulo 64), one high bit. */
static uint32_t block_of(struct drive *d)
{
	switch (rng_below(&d->r, 5)) {
	case 0: return rng_below(&d->r, 8);
	case 1: return (1U << d->g->block_bits) - 2 + rng_below(&d->r, 4);
	case 2: return 62 + rng_below(&d->r, 4);
	case 3: return 1U << rng_below(&d->r, 32) | rng_below(&d->r, 4);
	default: return (uint32_t)(rng_next(&d->r) >> 20);
	}
}

static enum pf_evt_code kind_of(struct drive *d)
{
	static const uint8_t share[MOODS][PF_EVT_CODES] = {
		/* none, warp_begin, block_begin, lock, unlock, fence, activate, barrier */
		[ANY] = {1, 1, 1, 6, 3, 2, 1, 2},     [HOT] = {1, 1, 1, 6, 4, 2, 1, 1},
		[LOCKS] = {0, 1, 0, 24, 16, 2, 2, 0}, [BARRIERS] = {0, 0, 0, 1, 0, 1, 0, 46},
		[BLOCKS] = {0, 1, 4, 2, 1, 6, 0, 0},
	};
	uint32_t all = 0, at;
	unsigned k = 0;

	for (unsigned i = 0; i < PF_EVT_CODES; i++)
		all += share[d->mood][i];
	for (at = rng_below(&d->r, all); at >= share[d->mood][k]; k++)
		at -= share[d->mood][k];
	return (enum pf_evt_code)k;
}

static void change_mood(struct drive *d)
{
	static const unsigned requests[] = {1, 2, 16};

	d->mood = rng_below(&d->r, MOODS);
	d->requests = requests[rng_below(&d->r, 3)];
	d->slot = rng_below(&d->r, d->g->block_slots);
	d->warp = rng_below(&d->r, d->g->warps);
	d->near = rng_below(&d->r, 64);
}

/* The event's columns, then the request's. The request comes first: it does not see the event. */
static void step(struct drive *d)
{
	const struct pf_event e = {
		.kind = kind_of(d),
		.slot = who(d, d->slot, d->g->block_slots),
		.warp = who(d, d->warp, d->g->warps),
		.address =
			d->mood == ANY ? rng_below(&d->r, 64) : d->near ^ 1U << rng_below(&d->r, 7),
		.words = rng_below(&d->r, 4) ? 0 : (uint16_t)(rng_next(&d->r) >> 20),
		.device = flip(&d->r),
		.block = block_of(d),
	};
	const struct pf_sm_request q = {
		.slot = who(d, d->slot, d->g->block_slots),
		.warp = who(d, d->warp, d->g->warps),
		.strong = flip(&d->r),
		.block_scope = flip(&d->r),
		.is_atom = flip(&d->r),
		.write = flip(&d->r),
	};
	const bool req = rng_below(&d->r, d->requests) == 0;
	const bool evt = !req || rng_below(&d->r, 8);
	const struct pf_tag tag = pf_sm_tag(&d->sm, &q);
	struct pf_message m;
	uint32_t msg = 0;

	if (evt && pf_sm_event(&d->sm, &e, &m))
		msg = ((2U | m.epoch) << 1 | m.device) << d->g->warp_bits << d->g->block_bits |
		      m.warp << d->g->block_bits | m.block;
	printf("%x %x %x %x %x %x %x %x %x %x %x %" PRIx64 " %x\n", evt | req << 1, e.kind, e.slot,
	       e.warp, (unsigned)e.address & 63, e.words, e.device, e.block, q.slot, q.warp,
	       q.write << 3 | q.is_atom << 2 | q.block_scope << 1 | q.strong,
	       vec_pack_tag(&tag, d->g), msg);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.g = a.g};

	rng_seed(&d.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 2000 == 0)
			reset(&d, (i / 2000 + a.seed) & 1);
		if (i % 500 == 0)
			change_mood(&d);
		step(&d);
	}
	pf_sm_free(&d.sm);
	return 0;
}
