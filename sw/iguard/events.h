/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * events: what iGUARD's SM unit (reference/pf_iguard_sm.h) is told of what a warp does, and what
 * its accesses are. As access/events is for ScoRD's.
 *
 *   a block is placed             BLOCK, and WARP of each warp
 *   a barrier lets go             BARRIER, whichever barrier and warps
 *   __syncwarp, lanes as threads  MEET, whichever lanes
 *   fence                         FENCE
 *   an access that releases       FENCE, before the access
 *   every access                  lanes that wrote, lanes that did not: groups on lines, a tag
 * each; of a load or atomic, first those whose words others have, too an access, performed LOCK or
 * UNLOCK of each lane that took or gave one, in lane order; ACTIVATE, if it acquires
 */
#ifndef IGUARD_EVENTS_H
#define IGUARD_EVENTS_H

#include "../access/events.h"
#include "../reference/pf_iguard_group.h"
#include "../reference/pf_iguard_sm.h"

/* Some of an access's lanes, on a line: address / 128. */
struct iguard_part {
	uint64_t line;
	struct pf_iguard_group group;
};

enum { IGUARD_PARTS = 2 * SIMT_LANES }; /* of one access, at most: of 32 bytes a lane */

/* BLOCK, WARP, BARRIER, MEET. */
struct pf_iguard_sm_event iguard_event(enum pf_iguard_sm_code kind, struct events_warp w);
/* op: a fence, or an access that releases. lanes: they are threads, else warps. */
struct pf_iguard_sm_event iguard_event_fence(struct events_warp w, const struct simt_op *op,
					     bool lanes);
/* Of an access of global or shared memory that has been performed: e[0..n-1]; returns n. */
uint32_t iguard_events_after(const struct access_class *c, struct events_warp w,
			     const struct simt_op *op, struct pf_iguard_sm_event e[EVENTS_AFTER]);
/* What those lanes access in global memory: part[0..n-1]; returns n. */
uint32_t iguard_events_parts(const struct simt_op *op, uint32_t lanes,
			     struct iguard_part part[IGUARD_PARTS]);
/* Of a part, but for what the SM unit fills in. write: its lanes wrote. */
struct pf_iguard_tag iguard_events_tag(const struct access_class *c, const struct simt_op *op,
				       const struct iguard_part *p, bool write);

#endif
