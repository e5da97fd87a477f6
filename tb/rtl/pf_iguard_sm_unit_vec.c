/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sm_unit_vec: accesses and events of an SM, and the reference's tags and messages.
 *
 *   sm   event kind slot warp device alone lane several addr   access slot warp lane step size
 *   several block_scope atomic polls write   told message   tag
 *
 * in hex; event, access: 1 if there is one. An access comes before the event of its line. told: the
 * event has a message.
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

static uint32_t pick(struct rng *r, uint32_t hot, uint32_t n)
{
	return rng_below(r, 4) ? hot % n : rng_below(r, n);
}

static struct pf_iguard_sm_event invent(struct rng *r, const struct pf_geometry *g, uint32_t hot)
{
	const bool alone = rng_below(r, 2);

	return (struct pf_iguard_sm_event){
		.kind = (enum pf_iguard_sm_code)rng_below(r, PF_IGUARD_SM_CODES),
		.slot = pick(r, hot, g->block_slots),
		.warp = pick(r, hot, g->warps),
		.device = rng_below(r, 2),
		.several = rng_below(r, 6) == 0,
		.lane = alone ? (uint8_t)rng_below(r, 32) : PF_IGUARD_ALL,
		.address = rng_below(r, 2) ? rng_below(r, 3) * 4 : rng_below(r, 64)};
}

static void step(struct rng *r, const struct pf_geometry *g, const struct iguard_widths *w,
		 struct pf_iguard_sm *sm, uint32_t hot)
{
	const bool event = rng_below(r, 4) != 0, access = rng_below(r, 4) != 0;
	const struct pf_iguard_sm_event e = invent(r, g, hot);
	const uint32_t slot = pick(r, hot, g->block_slots), warp = pick(r, hot, g->warps);
	struct pf_iguard_message m = {0};
	struct pf_iguard_tag t = {0};
	bool told = false;

	iguard_side(r, w, &t.by);
	t.several = rng_below(r, 2);
	t.write = rng_below(r, 2);
	if (access)
		pf_iguard_sm_access(sm, slot, warp, &t);
	if (event)
		told = pf_iguard_sm_event(sm, &e, &m);
	printf("%x %x %x %x %x %x %x %x %x %x", sm->sm, event, e.kind, e.slot, e.warp, e.device,
	       e.lane != PF_IGUARD_ALL, e.lane % 32, e.several, (uint32_t)e.address);
	printf(" %x %x %x %x %x %x %x %x %x %x %x", access, slot, warp, t.by.side.lane, t.by.step,
	       t.by.side.size, t.several, t.by.side.block_scope, t.by.side.atomic, t.by.side.polls,
	       t.write);
	print_message(w, told, &m);
	t.by.side.block -= access;
	iguard_print_tag(w, &t);
	printf("\n");
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	const struct iguard_widths w = iguard_widths(a.g);
	struct pf_iguard_sm sm;
	struct rng r;

	rng_seed(&r, a.seed);
	pf_iguard_sm_init(&sm, rng_below(&r, a.g->sms), w.sm, w.when, a.g->lock_entries);
	for (uint64_t i = 0; i < a.count; i++)
		step(&r, a.g, &w, &sm, (uint32_t)(i / 50));
	return 0;
}
