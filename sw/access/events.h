/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * events: what the detector's SM unit (reference/pf_sm.h) is told of what a warp does. The SMs that
 * have a clock and those that have none ask here.
 *
 *   a block is placed           BLOCK_BEGIN, and WARP_BEGIN of each warp
 *   fence                       FENCE
 *   an access that releases     FENCE, before the access, if the policy says sync_fences
 *   every access                a request: its answer is the access's tag
 *   an access, performed        LOCK or UNLOCK of each lane that took or gave one, in lane order;
 *                               ACTIVATE, if it acquires and the policy says sync_fences
 *   barrier                     BARRIER: once, as it completes, with block_barriers; else of each
 *                               warp whose lane 0 arrives
 */
#ifndef ACCESS_EVENTS_H
#define ACCESS_EVENTS_H

#include "../reference/pf_sm.h"
#include "access.h"

/* A warp, as its SM unit knows it. */
struct events_warp {
	uint32_t slot, warp; /* block slot, warp slot */
};

enum { EVENTS_AFTER = SIMT_LANES + 1 }; /* of one access, at most */

struct pf_event events_fence(struct events_warp w, const struct simt_op *op);
/* False: the policy counts barriers otherwise. op: lanes arrive; NULL: the barrier completes. */
bool events_barrier(const struct pf_policy_info *r, struct events_warp w, const struct simt_op *op,
		    struct pf_event *e);
/* Before it is performed: a compare-and-swap counts as one that writes. */
struct pf_sm_request events_request(const struct access_class *c, struct events_warp w);
/* Of an access of global or shared memory that has been performed: e[0..n-1]; returns n. */
uint32_t events_after(const struct access_class *c, struct events_warp w, const struct simt_op *op,
		      struct pf_event e[EVENTS_AFTER]);
/* Of e[0..n-1], as events_after() made them: those that a lock table of so many entries needs, at
 * the front and in their order; returns how many. The table ends up the same, active or not,
 * whatever it was before: an locks are given back together, those of one byte of a word; and behind
 * 3 * entries - 1 locks of different hashes nothing is left of what came before. */
uint32_t events_needed(struct pf_event e[EVENTS_AFTER], uint32_t n, uint32_t entries);

#endif
