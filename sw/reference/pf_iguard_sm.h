/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sm: an SM's part of iGUARD: what happens there, into tags of accesses and messages.
 *
 *   event ──┬─> pf_iguard_clock ─> stamp ─┬─> message to every slice
 *           └─> pf_lock_table ──> locks ──┤
 *   access ───────────────────────────────┴─> tag
 *
 * Locks are a warp's, as ScoRD's are, until several of its lanes try to take some at once: from
 * then on its accesses count as holding those of all its lanes (pf_iguard_held).
 *
 * Errs: as pf_lock_table; and as pf_iguard_held.
 */
#ifndef PF_IGUARD_SM_H
#define PF_IGUARD_SM_H

#include "pf_iguard_clock.h"
#include "pf_iguard_entry.h"
#include "pf_iguard_held.h"
#include "pf_lock_table.h"

struct pf_iguard_sm {
	uint32_t sm, sm_bits, lock_entries;
	struct pf_iguard_clock clock;
	struct pf_lock_table locks[PF_IGUARD_MOST_WARPS];
	struct pf_iguard_held held[PF_IGUARD_MOST_WARPS];
	bool by_lane[PF_IGUARD_MOST_WARPS]; /* several lanes have tried to take locks at once */
};

struct pf_iguard_sm_event {
	enum pf_iguard_sm_code kind;
	uint32_t slot, warp;
	bool device;      /* fence, lock, unlock, activate */
	bool several;     /* lock: more than one lane tries */
	uint8_t lane;     /* fence: of this one alone, or PF_IGUARD_ALL */
	uint64_t address; /* lock, unlock */
};

/* Whose access wants a tag; the tag, but for what the unit fills in. */
struct pf_iguard_sm_request {
	uint32_t slot, warp;
	struct pf_iguard_tag tag;
};

struct pf_iguard_message {
	enum pf_iguard_msg_code kind;
	uint32_t block, warp, lane; /* lane: as the event's */
	bool device;
	struct pf_iguard_stamp stamp;
};

/* All zero: as after a reset, but for time_bits. */
void pf_iguard_sm_init(struct pf_iguard_sm *x, uint32_t sm, uint32_t sm_bits, uint32_t time_bits,
		       uint32_t lock_entries);
/* True: *m is to be told. */
bool pf_iguard_sm_event(struct pf_iguard_sm *x, const struct pf_iguard_sm_event *e,
			struct pf_iguard_message *m);
/* Fills in t: block, warp, when, bar, meet, locks. */
void pf_iguard_sm_access(struct pf_iguard_sm *x, uint32_t slot, uint32_t warp,
			 struct pf_iguard_tag *t);

#endif
