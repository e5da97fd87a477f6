/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_locks: tables of locks, of a warp or of each of its lanes.
 */
#include "pf_iguard_int.h"

#include "../base/mem.h"

static void by_lane(struct pf_iguard *s, struct pf_iguard_warp *w)
{
	s->stats.by_lane++;
	if (w->every_lock)
		return;
	w->lane_locks = mem_alloc(PF_IGUARD_LANES * sizeof(*w->lane_locks));
	for (uint32_t i = 0; i < PF_IGUARD_LANES; i++)
		w->lane_locks[i] = w->locks;
}

static struct pf_lock_table *table_of(struct pf_iguard_warp *w, uint32_t lane)
{
	return w->lane_locks ? &w->lane_locks[lane] : &w->locks;
}

/* Several that try at once: each takes its own; or, coarse, the warp counts as holding all. */
void pf_iguard_lock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t tried,
		    uint32_t taken, const uint64_t addr[PF_IGUARD_LANES], bool device)
{
	struct pf_iguard_warp *w = &s->block[block]->live->warp[warp];

	if (!w->lane_locks && !w->every_lock && tried & (tried - 1)) {
		w->every_lock = s->config.coarse;
		by_lane(s, w);
	}
	for (uint32_t left = taken; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		pf_lock_insert(table_of(w, lane), s->config.lock_entries, addr[lane],
			       pf_lock_key(block), device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK);
	}
}

void pf_iguard_unlock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
		      const uint64_t addr[PF_IGUARD_LANES], bool device)
{
	struct pf_iguard_warp *w = &s->block[block]->live->warp[warp];

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		pf_lock_release(table_of(w, lane), addr[lane], pf_lock_key(block),
				device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK);
	}
}

void pf_iguard_activate(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
			bool device)
{
	struct pf_iguard_warp *w = &s->block[block]->live->warp[warp];

	if (!w->lane_locks)
		pf_lock_activate(&w->locks, device);
	for (uint32_t left = w->lane_locks ? lanes : 0; left; left &= left - 1)
		pf_lock_activate(&w->lane_locks[__builtin_ctz(left)], device);
}

uint16_t pf_iguard_locks(const struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lane)
{
	struct pf_iguard_warp *w = &s->block[block]->live->warp[warp];

	return w->every_lock ? UINT16_MAX : pf_lock_signature(table_of(w, lane));
}
