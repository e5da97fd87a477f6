/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_held: the locks of a warp whose lanes take some each, all of them together.
 *
 *   taken: + 1, its bins ─┐
 *   given back: - 1 ──────┼─> how many, bins of all since there was none ─> signature
 *   fence: they count ────┘
 *
 * A lock table has a few entries, and a warp's lanes may hold 32 locks and more. Here they are one
 * set, of the bins of all that were taken since the warp held none; it counts from the first fence
 * on that is wide enough for any of them. When as many have been given back as were taken, nothing
 * is held.
 *
 * Errs: the set has the locks of all lanes, and those given back while others are held: of accesses
 * under one of these no missing lock is told (misses). From 63 locks on, or if one is given back in
 * a way that is not seen, it never gets empty (misses). One that is given back without having been
 * taken, and has the bins of one that was, counts as that one (false alarms).
 */
#ifndef PF_IGUARD_HELD_H
#define PF_IGUARD_HELD_H

#include "pf_lock_table.h"

enum { PF_IGUARD_HELD_MOST = 63 };

/* All zero: nothing is held. */
struct pf_iguard_held {
	uint16_t device,
		block; /* bins, of locks of device scope; of those two and of block scope */
	uint8_t n;
	bool device_counts, block_counts;
};

void pf_iguard_held_take(struct pf_iguard_held *h, uint64_t address, uint64_t key,
			 enum pf_lock_scope scope);
void pf_iguard_held_give(struct pf_iguard_held *h, uint64_t address, uint64_t key,
			 enum pf_lock_scope scope);
/* A fence. */
void pf_iguard_held_activate(struct pf_iguard_held *h, bool device);
uint16_t pf_iguard_held_signature(const struct pf_iguard_held *h);

#endif
