/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_sm: the SM unit, one of each SM: what its events change, and the tag that a request gets.
 *
 *   event ─┬─> pf_lock_table of the warp ── signature ─┐
 *          ├─> pf_barrier_file ────────────── count ───┼─> pf_sm_tag() ─> tag of a request
 *          ├─> block ID of the slot ───────────────────┘
 *          └─> message to every slice: a fence, or that an epoch begins
 *
 * Before the first WARP_BEGIN or BLOCK_BEGIN of a warp or slot all is 0 or empty.
 *
 * Errs: as pf_lock_table and pf_barrier_file. Fences of a block whose ID is beyond the field
 * are not counted (scord-paper only: a false alarm), as pf_fence_bump() does.
 */
#ifndef PF_SM_H
#define PF_SM_H

#include "pf_barrier_file.h"
#include "pf_fields.h"
#include "pf_lock_table.h"
#include "pf_policy.h"

struct pf_sm {
	const struct pf_policy_info *policy;
	const struct pf_geometry *geometry;
	struct pf_lock_table *locks;     /* [warp slot] */
	struct pf_barrier_file barriers; /* by block slot or by warp slot: block_barriers */
	uint32_t *block;                 /* [block slot]: its block's ID, not truncated */
};

struct pf_event {
	enum pf_evt_code kind;
	uint32_t slot, warp; /* block slot and warp slot of the SM */
	uint64_t address;    /* LOCK, UNLOCK: of the lock; its low six bits count */
	uint16_t words; /* UNLOCK: also these words of the address' 64 bytes, same byte of the word
			 */
	bool device;    /* LOCK, UNLOCK, FENCE, ACTIVATE: device scope, else block */
	uint32_t block; /* BLOCK_BEGIN: the block's ID */
};

/* In place of a slice's number: a message to every slice. */
enum { PF_TO_ALL = UINT16_MAX };

/* epoch: an epoch begins, the rest is 0. Else: a fence. */
struct pf_message {
	bool epoch;
	uint32_t block, warp;
	bool device;
};

struct pf_sm_request {
	uint32_t slot, warp;
	bool strong, block_scope, is_atom, write;
};

/* *g is used as long as the SM. */
void pf_sm_init(struct pf_sm *sm, const struct pf_geometry *g, enum pf_policy policy);
void pf_sm_free(struct pf_sm *sm);
/* True: *m goes out. */
bool pf_sm_event(struct pf_sm *sm, const struct pf_event *e, struct pf_message *m);
/* sub_word is the slice's business: false. */
struct pf_tag pf_sm_tag(const struct pf_sm *sm, const struct pf_sm_request *r);

#endif
