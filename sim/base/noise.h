/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noise: what is arbitrary in a machine that has just been switched on, drawn from the seed.
 *
 * Clocks have no common first edge, refreshes are at some point of their interval, arbiters point
 * somewhere. Each such thing is a source with numbered instances; every instance of every source
 * has a number of its own for each seed, which does not depend on what else is drawn. Seed 0 is the
 * machine in which all of them are 0.
 */
#ifndef SIM_NOISE_H
#define SIM_NOISE_H

#include <stdint.h>

#include "base/rng.h"

enum noise_source {
	NOISE_CLOCK,   /* a clock domain's first edge */
	NOISE_REFRESH, /* a DRAM channel's first REF */
	NOISE_DRAM,    /* whose link a DRAM channel looks at first */
};

/* 0 .. n - 1; n at least 1. */
static inline uint64_t noise_draw(uint64_t seed, enum noise_source source, uint32_t index,
				  uint64_t n)
{
	struct rng r;

	if (!seed)
		return 0;
	rng_seed(&r, seed);
	rng_seed(&r, rng_next(&r) + ((uint64_t)source << 32 | index));
	return rng_next(&r) % n;
}

#endif
