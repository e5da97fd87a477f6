/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * detect_int: what detect's own files share.
 *
 *   detect.c    create, launches, blocks, fences, barriers     check.c   an access, word by word
 */
#ifndef DETECT_INT_H
#define DETECT_INT_H

#include "../access/access.h"
#include "../base/paged.h"
#include "../golden/pf_barrier_file.h"
#include "../golden/pf_fence_file.h"
#include "../golden/pf_geometry.h"
#include "../golden/pf_lock_table.h"
#include "../golden/pf_meta.h"
#include "../machine/gmem.h"
#include "detect.h"

enum {
	DETECT_WARPS = 32,  /* of a block, at most */
	DETECT_PAGE = 1024, /* metadata entries */
};

struct detect {
	struct detect_config config;
	const struct pf_policy_info *policy;
	bool simulated;          /* as_simulated, and not beside the clocked hardware */
	struct access_class cls; /* of the last load, store or atomic */
	struct pf_geometry geometry;
	struct pf_layout layout;
	struct machine_observer observer;
	struct detect_listener listener;
	struct detect_stats stats;

	/* SM units */
	bool hardware_ids;
	uint32_t sm_bits;              /* of a block ID, the low ones */
	uint32_t warps_per_block;      /* of the launch */
	uint32_t block_slots, n_slots; /* of an SM; of the machine */
	struct pf_lock_table **locks;  /* [slot][warp]; NULL: never used */
	struct pf_barrier_file barriers;
	uint64_t events;      /* of any kind, */
	uint64_t released_at; /* when the last barrier was released, */
	uint32_t released_slot, released_id;

	/* Slice units */
	struct pf_fence_file fences;
	struct pf_region region;
	bool programmed;      /* the region was set */
	struct paged entries; /* pages of DETECT_PAGE of them, all unwritten at first */

	uint64_t *block_of;            /* block that a block ID stood for last */
	const struct gmem_block *near; /* the allocation looked at last */
	struct race_hit *hits;
	size_t n_hits, cap_hits;
};

/* A warp in the detector's own terms. */
struct detect_warp {
	const struct machine_who *who;
	uint32_t slot;       /* of the machine: slot * SMs + SM */
	uint64_t block;      /* ID: not truncated */
	uint32_t warp;       /* ID */
	uint64_t fenced_as;  /* block, in the fence file */
	uint64_t lock_key;   /* pf_lock_key() of it */
	uint32_t barrier_at; /* in the barrier file */
	struct pf_lock_table *locks;
};

struct detect_warp detect_warp(const struct detect *d, const struct machine_who *who);
/* The warp in its block that owns the entry. */
uint32_t detect_owner_warp(const struct detect *d, const struct pf_entry *e);
/* Counts of the warp with these IDs. */
struct pf_fences detect_fences(const struct detect *d, uint32_t block, uint32_t warp);
void detect_fence(struct detect *d, const struct detect_warp *w, bool device);
/* A counter wrapped: the epoch is over. */
void detect_forget(struct detect *d, enum pf_forget what);

/* check.c: a load, store or atomic, after it was performed. */
void detect_access(struct detect *d, const struct detect_warp *w, const struct simt_op *op);

#endif
