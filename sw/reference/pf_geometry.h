/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_geometry: how wide everything is. Named geometries come from fields.tab; a machine that is
 * larger than all named ones gets a geometry of its own.
 */
#ifndef PF_GEOMETRY_H
#define PF_GEOMETRY_H

#include "pf_reference.h"

/* Widths for a machine of so many SMs, and block slots and warp slots of an SM: ref's where it
 * fits. A block ID is slot and SM side by side. A larger machine's IDs take bits from the epoch,
 * down to two; with full metadata, the tag's; the barrier ID, down to six; the fence counts, down
 * to four each; the last but one of the epoch. False: does not fit in 64 bits all the same. */
bool pf_geometry_fit(struct pf_geometry *g, uint32_t sms, uint32_t block_slots, uint32_t warps,
		     enum pf_metadata metadata);

/* The low `bits` (0 to 32) bits of v. */
static inline uint32_t pf_truncate(uint64_t v, uint32_t bits)
{
	return (uint32_t)(v & ((1ULL << bits) - 1));
}

#endif
