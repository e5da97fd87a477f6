/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_group_vec: instructions' lanes on a line, for the bench of pf_iguard_group and for its
 * co-simulation: side by side, at other strides, all the same, scattered, and mixtures of these.
 *
 *   random numbers ──> lay_out() ──> struct pf_iguard_lanes_access
 */
#ifndef PF_IGUARD_GROUP_VEC_H
#define PF_IGUARD_GROUP_VEC_H

#include "pf_rules_vec.h"
#include "reference/pf_iguard_group.h"

static inline void lay_out(struct rng *r, struct pf_iguard_lanes_access *a)
{
	const unsigned size = rng_below(r, 5), more = rng_below(r, 6 - size);
	const unsigned from = rng_below(r, 3) ? 0 : rng_below(r, 128) >> size << size;
	const unsigned stride = rng_below(r, 6) ? 1U << (size + more) : 0;
	const unsigned skip = rng_below(r, 3) ? 0 : rng_below(r, 32);

	*a = (struct pf_iguard_lanes_access){.size = (uint8_t)size};
	for (unsigned i = 0; i < 32; i++) {
		const unsigned at = from + (i < skip ? 0 : (i - skip) * stride);

		a->offset[i] = (uint8_t)(at % 128);
		a->lanes |= (uint32_t)(at < 128 && i >= skip) << i;
	}
	if (rng_below(r, 3) == 0)
		a->lanes &= (uint32_t)(rng_next(r) >> 20);
	for (unsigned i = rng_below(r, 4) ? 0 : rng_below(r, 33); i; i--)
		a->offset[rng_below(r, 32)] = (uint8_t)(rng_below(r, 128) >> size << size);
	if (rng_below(r, 8) == 0) /* the other way round */
		for (unsigned i = 0; i < 32; i++)
			a->offset[i] = (uint8_t)((124 - i * 4) >> size << size);
	if (!a->lanes)
		a->lanes = 1U << rng_below(r, 32);
}

#endif
