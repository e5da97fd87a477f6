/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_clock: an SM's clock: what each access and each fence is stamped with.
 *
 *   event (a block or warp begins, barrier, meeting, fence) ─┬─> the clock ─> its stamp
 *   access ──────────────────────────────────────────────────┘
 *
 * The clock goes on with an event of a block slot, if there has been an access of that slot since
 * it did last: so an access comes before an event of its slot if it has an earlier time. One that
 * is full begins an epoch (stamp.epoch): everybody forgets all accesses and fences.
 *
 * One for the SM, not for each slot: so what is known of a warp slot stays comparable when another
 * block's warp has it.
 */
#ifndef PF_IGUARD_CLOCK_H
#define PF_IGUARD_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "pf_fields.h"

enum { PF_IGUARD_MOST_SLOTS = 32, PF_IGUARD_MOST_WARPS = 64 };

/* All zero but bits: as after a reset. */
struct pf_iguard_clock {
	uint32_t bits, now;                  /* of a time */
	bool stamped[PF_IGUARD_MOST_SLOTS];  /* there has been an access of the slot at that time */
	uint32_t bar[PF_IGUARD_MOST_SLOTS];  /* the last barrier of its block, or its beginning */
	uint32_t meet[PF_IGUARD_MOST_WARPS]; /* of the warp slots: the last time all lanes met */
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
