/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * coalesce: what a warp's operation is to the memories. Pure functions.
 *
 *   simt_op (addresses of 32 lanes) ─┬─ global ──> accesses: one sector, its words, its lanes
 *                                    └─ shared ──> cycles that its banks need
 *
 * Global. Lanes that touch one sector are one access, in the order of each sector's first lane.
 * Atomics: no two lanes of an access touch one word; the next lane of a word is in a later access,
 * so lanes of a word go in lane order. A lane is in exactly one access: PTX wants accesses aligned;
 * of one that is not, and would reach into a second sector, only the first sector is named
 * (performing it is a fault anyway). Segment 128: accesses of one line stand side by side.
 *
 * Shared. Lanes go together as long as they ask for 128 bytes at most: 32 lanes of up to 4 bytes,
 * half-warps of 8, quarters of 16. Each group needs as many cycles as its busiest bank has
 * different words, at least one when a lane of it is active; a word is read, or written, by any
 * number of lanes at once. Atomics: every lane counts, also on one word.
 */
#ifndef SIM_COALESCE_H
#define SIM_COALESCE_H

#include "../base/pkt.h"
#include "simt/simt.h"

enum { COALESCE_MOST = SIMT_LANES, COALESCE_BANKS = 128 };

struct coalesced {
	uint64_t addr;               /* of the sector */
	uint32_t lanes;              /* performed with it */
	uint8_t word_mask, sub_mask; /* words touched; of these, touched in part by all lanes */
	uint16_t bytes;              /* that the request carries: a store's distinct bytes, an
				      * atomic's operands (CAS: two a lane); a load's: none */
};

/* op: LD, ST, ATOM, RED of global memory with a lane at least. Returns how many. */
uint32_t coalesce(const struct simt_op *op, uint32_t segment, struct coalesced out[COALESCE_MOST]);
/* op: likewise, of shared memory. banks: 1..COALESCE_BANKS. */
uint32_t coalesce_banks(const struct simt_op *op, uint32_t banks);

#endif
