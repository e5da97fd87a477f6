/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_sm.h"

void pf_iguard_sm_init(struct pf_iguard_sm *x, uint32_t sm, uint32_t sm_bits, uint32_t time_bits,
		       uint32_t lock_entries)
{
	*x = (struct pf_iguard_sm){.sm = sm,
				   .sm_bits = sm_bits,
				   .lock_entries = lock_entries,
				   .clock = {.bits = time_bits}};
}

static uint32_t block_of(const struct pf_iguard_sm *x, uint32_t slot)
{
	return slot << x->sm_bits | x->sm;
}

static void locks(struct pf_iguard_sm *x, const struct pf_iguard_sm_event *e)
{
	struct pf_lock_table *t = &x->locks[e->warp];
	struct pf_iguard_held *h = &x->held[e->warp];
	const uint64_t key = pf_lock_key(block_of(x, e->slot));
	const enum pf_lock_scope scope = e->device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

	switch (e->kind) {
	case PF_IGUARD_SM_WARP:
		*t = (struct pf_lock_table){0};
		*h = (struct pf_iguard_held){0};
		x->by_lane[e->warp] = false;
		break;
	case PF_IGUARD_SM_LOCK:
		pf_lock_insert(t, x->lock_entries, e->address, key, scope);
		pf_iguard_held_take(h, e->address, key, scope);
		x->by_lane[e->warp] |= e->several;
		break;
	case PF_IGUARD_SM_UNLOCK:
		pf_lock_release(t, e->address, key, scope);
		pf_iguard_held_give(h, e->address, key, scope);
		break;
	case PF_IGUARD_SM_FENCE:
	case PF_IGUARD_SM_ACTIVATE:
		pf_lock_activate(t, e->device);
		pf_iguard_held_activate(h, e->device);
		break;
	default: break;
	}
}

bool pf_iguard_sm_event(struct pf_iguard_sm *x, const struct pf_iguard_sm_event *e,
			struct pf_iguard_message *m)
{
	const bool fence = e->kind == PF_IGUARD_SM_FENCE;

	locks(x, e);
	if (e->kind > PF_IGUARD_SM_FENCE)
		return false;
	*m = (struct pf_iguard_message){
		.kind = fence ? PF_IGUARD_MSG_FENCE : PF_IGUARD_MSG_BEGIN,
		.block = block_of(x, e->slot),
		.warp = e->warp,
		.lane = e->lane,
		.device = e->device,
		.stamp = pf_iguard_clock_event(&x->clock, (enum pf_iguard_event_code)e->kind,
					       e->slot, e->warp)};
	/* At time 0 nothing is to be told beside that. */
	if (m->stamp.epoch)
		m->kind = PF_IGUARD_MSG_EPOCH;
	return m->stamp.epoch || fence || e->kind == PF_IGUARD_SM_BLOCK;
}

void pf_iguard_sm_access(struct pf_iguard_sm *x, uint32_t slot, uint32_t warp,
			 struct pf_iguard_tag *t)
{
	const struct pf_iguard_stamp s = pf_iguard_clock_access(&x->clock, slot, warp);
	struct pf_iguard_side *a = &t->by.side;

	a->block = block_of(x, slot) + 1;
	a->warp = (uint8_t)warp;
	a->when = s.when;
	a->locks = x->by_lane[warp] ? pf_iguard_held_signature(&x->held[warp])
				    : pf_lock_signature(&x->locks[warp]);
	t->bar = s.bar;
	t->meet = s.meet;
}
