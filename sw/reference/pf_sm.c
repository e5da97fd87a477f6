/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_sm.h"

#include <stdlib.h>

#include "../base/mem.h"
#include "pf_geometry.h"

void pf_sm_init(struct pf_sm *sm, const struct pf_geometry *g, enum pf_policy policy)
{
	const uint32_t counts = g->warps > g->block_slots ? g->warps : g->block_slots;

	*sm = (struct pf_sm){
		.policy = pf_policy_of(policy),
		.geometry = g,
		.locks = mem_alloc(g->warps * sizeof(*sm->locks)),
		.block = mem_alloc(g->block_slots * sizeof(*sm->block)),
	};
	pf_barrier_init(&sm->barriers, counts, g->barrier_bits);
}

void pf_sm_free(struct pf_sm *sm)
{
	free(sm->locks);
	free(sm->block);
	pf_barrier_free(&sm->barriers);
	*sm = (struct pf_sm){0};
}

static uint32_t barrier_at(const struct pf_sm *sm, uint32_t slot, uint32_t warp)
{
	return sm->policy->block_barriers ? slot : warp;
}

static bool fence(struct pf_sm *sm, const struct pf_event *e, struct pf_message *m)
{
	const uint32_t block = sm->block[e->slot];

	pf_lock_activate(&sm->locks[e->warp], e->device);
	*m = (struct pf_message){
		.block = pf_truncate(block, sm->geometry->block_bits),
		.warp = pf_truncate(e->warp, sm->geometry->warp_bits),
		.device = e->device,
	};
	return m->block == block;
}

static bool barrier(struct pf_sm *sm, const struct pf_event *e, struct pf_message *m)
{
	*m = (struct pf_message){.epoch = true};
	return pf_barrier_bump(&sm->barriers, barrier_at(sm, e->slot, e->warp)) &&
	       sm->policy->epochs;
}

bool pf_sm_event(struct pf_sm *sm, const struct pf_event *e, struct pf_message *m)
{
	struct pf_lock_table *locks = &sm->locks[e->warp];
	const uint64_t key = pf_lock_key(sm->block[e->slot]);
	const enum pf_lock_scope scope = e->device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

	*m = (struct pf_message){0};
	switch (e->kind) {
	case PF_EVT_WARP_BEGIN:
		*locks = (struct pf_lock_table){0};
		if (!sm->policy->block_barriers)
			pf_barrier_clear(&sm->barriers, e->warp);
		break;
	case PF_EVT_BLOCK_BEGIN: sm->block[e->slot] = e->block; break;
	case PF_EVT_LOCK:
		pf_lock_insert(locks, sm->geometry->lock_entries, e->address, key, scope);
		break;
	case PF_EVT_UNLOCK: pf_lock_release_words(locks, e->address, e->words, key, scope); break;
	case PF_EVT_FENCE: return fence(sm, e, m);
	case PF_EVT_ACTIVATE: pf_lock_activate(locks, e->device); break;
	case PF_EVT_BARRIER: return barrier(sm, e, m);
	default: break;
	}
	return false;
}

struct pf_tag pf_sm_tag(const struct pf_sm *sm, const struct pf_sm_request *r)
{
	return (struct pf_tag){
		.block = pf_truncate(sm->block[r->slot], sm->geometry->block_bits),
		.warp = pf_truncate(r->warp, sm->geometry->warp_bits),
		.barrier = pf_barrier_id(&sm->barriers, barrier_at(sm, r->slot, r->warp)),
		.signature = pf_lock_signature(&sm->locks[r->warp]),
		.strong = r->strong,
		.write = r->write,
		.atomic = r->is_atom,
		.block_scope = r->block_scope,
	};
}
