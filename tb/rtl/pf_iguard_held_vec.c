/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_held_vec: what happens to the locks of an SM's warps in each cycle, and what a read
 * gets.
 *
 *   op warp device several addr key   read read_warp by_lane signature   count        in hex
 *
 * op: one bit each, 1 clear, 2 insert, 4 release, 8 activate. A read sees the events up to three
 * cycles before. count: how many locks the warp read has, for the bench to see what it has met.
 * First every warp is cleared. For a while each, one warp takes locks, gives them back, or does
 * both; what it gives back is mostly what it took, in the same order or the opposite.
 */
#include "reference/pf_iguard_held.h"

#include "pf_rules_vec.h"

enum { OP_NONE, OP_CLEAR = 1, OP_INSERT = 2, OP_RELEASE = 4, OP_ACTIVATE = 8 };
enum { LAG = 3, MOST = PF_IGUARD_HELD_MOST };
enum mood { MIXED, FILL, DRAIN, MOODS };

struct event {
	unsigned op;
	uint32_t warp;
	bool device, several;
	uint32_t address, key;
};

struct warp {
	struct pf_iguard_held held;
	bool by_lane;
	struct event taken[MOST + 1]; /* and not given back */
	uint32_t n;
};

struct drive {
	struct rng r;
	const struct pf_geometry *g;
	struct warp *warp;
	struct event late[LAG]; /* [cycle % LAG] */
	enum mood mood;
	uint32_t near, hot;
	uint32_t limit; /* with so many it takes no more, and gives back all */
	bool few;       /* one or two warps */
};

static void apply(struct warp *w, const struct event *e)
{
	const enum pf_lock_scope scope = e->device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

	if (e->op == OP_CLEAR) {
		w->held = (struct pf_iguard_held){0};
		w->by_lane = false;
	} else if (e->op == OP_INSERT) {
		pf_iguard_held_take(&w->held, e->address, e->key, scope);
		w->by_lane |= e->several;
	} else if (e->op == OP_RELEASE) {
		pf_iguard_held_give(&w->held, e->address, e->key, scope);
	} else if (e->op == OP_ACTIVATE) {
		pf_iguard_held_activate(&w->held, e->device);
	}
}

static uint32_t any_warp(struct drive *d)
{
	const uint32_t v = d->hot ^ 1U << rng_below(&d->r, 6);

	switch (rng_below(&d->r, d->few ? 12 : 3)) {
	case 0: return rng_below(&d->r, d->g->warps);
	case 1: return v < d->g->warps ? v : d->hot;
	default: return d->hot;
	}
}

static unsigned any_op(struct drive *d, const struct warp *w)
{
	static const uint8_t ops[MOODS][8] = {
		[MIXED] = {OP_INSERT, OP_INSERT, OP_INSERT, OP_RELEASE, OP_RELEASE, OP_RELEASE,
			   OP_ACTIVATE, OP_NONE},
		[FILL] = {OP_INSERT, OP_INSERT, OP_INSERT, OP_INSERT, OP_INSERT, OP_INSERT,
			  OP_ACTIVATE, OP_RELEASE},
		[DRAIN] = {OP_RELEASE, OP_RELEASE, OP_RELEASE, OP_RELEASE, OP_RELEASE, OP_INSERT,
			   OP_ACTIVATE, OP_NONE}};
	/* It stays full until it is cleared. */
	const bool clear = rng_below(&d->r, w->held.n == MOST ? 24 : 512) == 0;

	return clear ? OP_CLEAR : ops[d->mood][rng_below(&d->r, 8)];
}

static struct event any_event(struct drive *d)
{
	const uint32_t at = any_warp(d);
	struct warp *w = &d->warp[at];
	struct event e = {
		.op = any_op(d, w),
		.warp = at,
		.device = rng_next(&d->r) >> 40 & 1,
		.several = rng_below(&d->r, 8) == 0,
		.address = rng_below(&d->r, 8) ? d->near ^ 1U << rng_below(&d->r, 6)
					       : rng_below(&d->r, 64),
		.key = rng_below(&d->r, 8) ? 1 : rng_below(&d->r, 64),
	};

	if (e.op == OP_CLEAR) {
		w->n = 0;
	} else if (e.op == OP_INSERT && w->n <= MOST) {
		w->taken[w->n++] = e;
	} else if (e.op == OP_RELEASE && w->n && rng_below(&d->r, w->n < 4 ? 2 : 8)) {
		/* Else what was not taken, and has one of the bins: of few locks this shows. */
		const uint32_t i = rng_below(&d->r, 2) ? 0 : w->n - 1;

		e = w->taken[i];
		e.op = OP_RELEASE;
		/* Of another scope, now and then: it may not match. */
		if (rng_below(&d->r, w->n < 4 ? 4 : 64) == 0)
			e.device = !e.device;
		else
			w->taken[i] = w->taken[--w->n];
	}
	return e;
}

/* What comes next, for 128 cycles: mostly what was begun, up to the limit, and back to none. */
static void begin(struct drive *d)
{
	const bool goes_on = d->mood != MIXED && d->warp[d->hot].n && rng_below(&d->r, 8);

	d->few = goes_on || rng_below(&d->r, 4) != 0;
	if (goes_on)
		return;
	d->mood = (enum mood)rng_below(&d->r, MOODS);
	d->limit = rng_below(&d->r, 2) ? MOST + 1 : MOST - 1;
	if (rng_below(&d->r, 4) == 0)
		d->limit = 1 + rng_below(&d->r, MOST);
	d->near = rng_below(&d->r, 64);
	d->hot = rng_below(&d->r, d->g->warps);
}

static void step(struct drive *d, uint64_t cycle)
{
	struct event *late = &d->late[cycle % LAG];
	const bool clearing = cycle < d->g->warps;
	const bool read = cycle >= d->g->warps + LAG && rng_below(&d->r, 4);
	const uint32_t reader = any_warp(d);
	const struct warp *w = &d->warp[reader];

	apply(&d->warp[late->warp], late);
	if (clearing)
		*late = (struct event){.op = OP_CLEAR, .warp = (uint32_t)cycle};
	else
		*late = any_event(d);
	printf("%x %x %x %x %x %x %x %x %x %x %x\n", late->op, late->warp, late->device,
	       late->several, late->address, late->key, read, reader, w->by_lane,
	       pf_iguard_held_signature(&w->held), w->held.n);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.g = a.g};

	rng_seed(&d.r, a.seed);
	d.warp = calloc(a.g->warps, sizeof(*d.warp));
	if (!d.warp)
		return 2;
	for (uint64_t i = 0; i < a.g->warps + a.count; i++) {
		const uint32_t n = d.warp[d.hot].n;

		if (i % 128 == 0 || (d.mood == DRAIN && !n && rng_below(&d.r, 16) == 0))
			begin(&d);
		else if (d.mood == FILL && n >= d.limit)
			d.mood = DRAIN;
		step(&d, i);
	}
	free(d.warp);
	return 0;
}
