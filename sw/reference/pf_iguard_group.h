/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_group: an instruction's lanes on a line of 128 bytes, as accesses whose lanes a few
 * bits name.
 *
 *   lanes, their offsets in the line ─> the first two ─> stride ─> all that lie so ─> a group
 *                     ^                                                     │
 *                     └─────────────── lanes that are left <────────────────┘
 *
 * The lanes of a group lie side by side, 1 to 16 bytes apart, so that lane = byte / stride +
 * constant; or each accesses the very same bytes; or there is one. What its words are touched in is
 * the same for all of them. A coalesced access is one group, and so is one of a member of an array
 * of structures; scattered ones are a group for a lane.
 */
#ifndef PF_IGUARD_GROUP_H
#define PF_IGUARD_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "pf_fields.h"

/* Of a line. offset: of each lane in the line, a multiple of its size; size: log2 of bytes, up to
 * 4. */
struct pf_iguard_lanes_access {
	uint32_t lanes;
	uint8_t offset[32], size;
};

struct pf_iguard_group {
	uint32_t lanes, words; /* of the line */
	uint8_t bytes;         /* of each of these words */
	uint8_t step;          /* enum pf_iguard_step_code */
	uint8_t lane;          /* whose the line's first byte would be; step none: the last one */
	bool several;          /* each of them all of the words */
};

/* The next group; its lanes go from a->lanes, which is not 0. */
struct pf_iguard_group pf_iguard_next_group(struct pf_iguard_lanes_access *a);

#endif
