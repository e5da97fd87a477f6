/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "detect_int.h"

static uint16_t bins(uint64_t hash)
{
	return (uint16_t)(1U << (8 + (hash & 7)) | 1U << (hash >> 3 & 7));
}

/* Is a lock that the entry knows in the accessor's table all the same? Either asleep, as the fence
 * after the CAS is missing or too narrow; or the owner, in another block, has it with block
 * scope. The hardware does not look: its rules see only the signature. */
static bool scope_too_narrow(const struct detect_check *c, const struct pf_lock_table *locks,
			     uint64_t key)
{
	const uint64_t owner_key = pf_lock_key(c->before.block);

	for (uint32_t i = 0; i < locks->n; i++) {
		const struct pf_lock_entry *e = &locks->entry[i];
		const uint64_t hash = (uint64_t)e->bin_b << 3 | e->bin_a;
		const uint64_t address = e->block_scope ? hash ^ key : hash;

		if (!pf_lock_none(bins(hash) & c->before.lock) ||
		    !pf_lock_none(bins(address ^ owner_key) & c->before.lock))
			return true;
	}
	return false;
}

enum race_kind detect_kind(const struct detect_check *c, const struct pf_lock_table *locks,
			   uint64_t key)
{
	switch (c->row) {
	case PF_R3:
	case PF_W3:
	case PF_R3A:
	case PF_W3A: return RACE_ATOMIC_SCOPE;
	case PF_R6:
	case PF_W7: return RACE_NOT_STRONG;
	case PF_R10:
	case PF_W9: return scope_too_narrow(c, locks, key) ? RACE_LOCK_SCOPE : RACE_LOCK;
	default: return c->before.blk_fence != c->owner.blk ? RACE_FENCE_SCOPE : RACE_FENCE;
	}
}
