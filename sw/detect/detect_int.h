/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * detect_int: what detect's own files share.
 *
 *   detect.c    create, launches, blocks, fences, barriers     check.c   an access, word by word
 */
#ifndef DETECT_INT_H
#define DETECT_INT_H

#include "../access/events.h"
#include "../reference/pf_slice.h"
#include "../reference/pf_sm.h"
#include "../machine/gmem.h"
#include "detect.h"

struct detect {
	struct detect_config config;
	const struct pf_policy_info *policy;
	bool simulated;          /* as_simulated, and not beside the clocked hardware */
	struct access_class cls; /* of the last load, store or atomic */
	struct pf_geometry geometry;
	struct machine_observer observer;
	struct detect_listener listener;
	struct detect_stats stats;

	/* SM units: of each SM; simulated: of each block slot of the machine, so that a warp's ID
	 * is its place in its block. */
	struct pf_sm *sm;
	uint32_t n_sms, block_slots; /* units; block slots of an SM */
	uint32_t sm_bits;            /* of a block ID, the low ones */
	uint32_t warps_per_block;    /* of the launch */
	uint64_t events;             /* of any kind, */
	uint64_t released_at;        /* when the last barrier was released, */
	uint32_t released_slot, released_id;

	struct pf_slice slice;
	bool programmed;          /* the region was set */
	uint64_t watched_entries; /* of what is allocated */

	uint64_t *block_of;            /* block that a block ID stood for last */
	const struct gmem_block *near; /* the allocation looked at last */
	struct race_hit *hits;
	size_t n_hits, cap_hits;

	/* The access whose words the slice unit checks now */
	const struct machine_who *who;
	const struct simt_op *op;
	const struct pf_lock_table *locks;
	uint8_t lane;
};

/* A warp, as its SM unit knows it. */
struct detect_warp {
	struct pf_sm *sm;
	struct events_warp at;
};

struct detect_warp detect_warp(const struct detect *d, const struct machine_who *who);
/* Tells the SM unit, and the slice unit if there is a message. */
void detect_event(struct detect *d, struct pf_sm *sm, const struct pf_event *e);
/* The warp in its block that owns the entry. */
uint32_t detect_owner_warp(const struct detect *d, const struct pf_entry *e);

/* check.c: a load, store or atomic, after it was performed. */
void detect_access(struct detect *d, const struct machine_who *who, const struct simt_op *op);
/* Of the slice unit. */
void detect_on_check(void *ctx, const struct pf_slice_check *c);
void detect_on_row(void *ctx, const struct pf_slice_check *c, uint32_t n);
void detect_on_skip(void *ctx, const struct pf_request *r, uint64_t word);

#endif
