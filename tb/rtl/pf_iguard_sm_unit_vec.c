/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sm_unit_vec: accesses and events of an SM, and the reference's tags and messages.
 *
 *   sm   event kind slot warp device alone lane several addr   access slot warp lane step size
 *   several block_scope atomic polls write   told message   tag   held
 *
 * in hex; event, access: 1 if there is one. An access comes before the event of its line. told: the
 * event has a message. held: of an access whose warp's lanes take locks of their own: how many, +
 * 1, for the bench to see what it has met; else 0.
 */
#include "pf_iguard_vec.h"
#include "reference/pf_iguard_sm.h"

static void print_message(const struct iguard_widths *w, bool told,
			  const struct pf_iguard_message *m)
{
	const bool fence = m->kind == PF_IGUARD_MSG_FENCE, epoch = m->kind == PF_IGUARD_MSG_EPOCH;
	const bool alone = fence && m->lane != PF_IGUARD_ALL;
	struct iguard_bits b = {0};

	iguard_push(&b, told ? m->kind : 0, 3);
	if (told && !epoch) {
		iguard_push(&b, m->stamp.when, w->when);
		iguard_push(&b, m->stamp.bar, w->when);
		iguard_push(&b, m->stamp.meet, w->when);
		iguard_push(&b, alone ? m->lane : 0, 5);
		iguard_push(&b, alone, 1);
		iguard_push(&b, fence && m->device, 1);
		iguard_push(&b, m->warp, w->warp);
		iguard_push(&b, m->block, w->block);
	}
	printf(" %x", told);
	iguard_print(&b);
}

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

static uint32_t pick(struct drive *d, uint32_t n)
{
	return rng_below(&d->r, d->mood == ANY ? 4 : 16) ? d->hot % n : rng_below(&d->r, n);
}

static struct pf_iguard_sm_event any_event(struct drive *d)
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
static struct pf_iguard_sm_event lock_event(struct drive *d)
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
static void begin(struct drive *d)
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

static void step(struct drive *d)
{
	struct rng *r = &d->r;
	const bool event = rng_below(r, 4) != 0, access = rng_below(r, 4) != 0;
	const struct pf_iguard_sm_event e = d->mood == ANY ? any_event(d) : lock_event(d);
	const uint32_t slot = pick(d, d->g->block_slots), warp = pick(d, d->g->warps);
	struct pf_iguard_message m = {0};
	struct pf_iguard_tag t = {0};
	bool told = false;

	iguard_side(r, &d->w, &t.by);
	t.several = rng_below(r, 2);
	t.write = rng_below(r, 2);
	if (access)
		pf_iguard_sm_access(&d->sm, slot, warp, &t);
	if (event)
		told = pf_iguard_sm_event(&d->sm, &e, &m);
	printf("%x %x %x %x %x %x %x %x %x %x", d->sm.sm, event, e.kind, e.slot, e.warp, e.device,
	       e.lane != PF_IGUARD_ALL, e.lane % 32, e.several, (uint32_t)e.address);
	printf(" %x %x %x %x %x %x %x %x %x %x %x", access, slot, warp, t.by.side.lane, t.by.step,
	       t.by.side.size, t.several, t.by.side.block_scope, t.by.side.atomic, t.by.side.polls,
	       t.write);
	print_message(&d->w, told, &m);
	t.by.side.block -= access;
	iguard_print_tag(&d->w, &t);
	printf(" %x\n", access && d->sm.by_lane[warp] ? 1 + d->sm.held[warp].n : 0);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct drive d = {.g = a.g, .w = iguard_widths(a.g)};

	rng_seed(&d.r, a.seed);
	pf_iguard_sm_init(&d.sm, rng_below(&d.r, a.g->sms), d.w.sm, d.w.when, a.g->lock_entries);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 50 == 0)
			begin(&d);
		step(&d);
	}
	return 0;
}
