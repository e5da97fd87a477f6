/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_clock: clocks of an SM's block slots: what each access and each fence is stamped with.
 *
 *   event (a block or warp begins, barrier, meeting, fence) ─> the slot's clock ─> its stamp
 *   access ──────────────────────────────────────────────────> the slot's clock ─> its stamp
 *
 * A clock goes on with an event, if there has been an access since it did last. One that is full
 * begins an epoch (stamp.epoch): everybody forgets all accesses and fences.
 *
 * The next block of a slot goes on with its clock.
 */
#ifndef PF_IGUARD_CLOCK_H
#define PF_IGUARD_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "pf_fields.h"

enum { PF_IGUARD_MOST_SLOTS = 32, PF_IGUARD_MOST_WARPS = 64 };

struct pf_iguard_slot {
	uint32_t clock, bar; /* bar: the last barrier of all of its threads, or its beginning */
	bool stamped;        /* there has been an access at that time */
};

/* All zero but bits: as after a reset. */
struct pf_iguard_clock {
	uint32_t bits; /* of a time */
	struct pf_iguard_slot slot[PF_IGUARD_MOST_SLOTS];
	uint32_t meet[PF_IGUARD_MOST_WARPS]; /* of the SM's warp slots: when all lanes met last */
};

struct pf_iguard_stamp {
	bool epoch;
	uint32_t when, bar; /* now; its block's last barrier; */
	uint32_t meet;      /* that, or its warp's last meeting */
};

/* slot, warp: of the SM. */
struct pf_iguard_stamp pf_iguard_clock_event(struct pf_iguard_clock *x,
					     enum pf_iguard_event_code event, uint32_t slot,
					     uint32_t warp);
struct pf_iguard_stamp pf_iguard_clock_access(struct pf_iguard_clock *x, uint32_t slot,
					      uint32_t warp);

#endif
