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
#include "pf_iguard_sm_vec.h"

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

static void step(struct drive *d)
{
	struct sm_step s = invent(d);
	const struct pf_iguard_sm_event *e = &s.e;
	const struct pf_iguard_side *a = &s.t.by.side;
	struct pf_iguard_message m = {0};
	bool told = false;

	if (s.access)
		pf_iguard_sm_access(&d->sm, s.slot, s.warp, &s.t);
	if (s.event)
		told = pf_iguard_sm_event(&d->sm, e, &m);
	printf("%x %x %x %x %x %x %x %x %x %x", d->sm.sm, s.event, e->kind, e->slot, e->warp,
	       e->device, e->lane != PF_IGUARD_ALL, e->lane % 32, e->several, (uint32_t)e->address);
	printf(" %x %x %x %x %x %x %x %x %x %x %x", s.access, s.slot, s.warp, a->lane, s.t.by.step,
	       a->size, s.t.several, a->block_scope, a->atomic, a->polls, s.t.write);
	print_message(&d->w, told, &m);
	s.t.by.side.block -= s.access;
	iguard_print_tag(&d->w, &s.t);
	printf(" %x\n", s.access && d->sm.by_lane[s.warp] ? 1 + d->sm.held[s.warp].n : 0);
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
