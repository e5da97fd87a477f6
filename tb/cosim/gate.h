/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gate: whether a channel moves in a cycle: at random, or closed for hundreds of cycles at a time.
 */
#ifndef GATE_H
#define GATE_H

#include <cstdint>

#include "base/rng.h"

struct Gate {
	static constexpr uint32_t Always = 16, Period = 1000;

	uint32_t open = Always; /* of 16 cycles */
	uint32_t closed = 0;    /* first so many of each Period: not at all */

	bool draw(struct rng *rng, uint64_t now) const
	{
		if (now % Period < closed)
			return false;
		return open == Always || rng_below(rng, Always) < open;
	}
};

/* Habits for a while: mostly open, mostly closed, in between; `alone`: closed for long. */
inline Gate gate_drawn(struct rng *rng, bool alone)
{
	static const uint32_t often[] = {1, 4, 8, 12, 15, 16, 16, 16};
	Gate g;

	g.open = alone ? Gate::Always : often[rng_below(rng, 8)];
	g.closed = alone ? 300 + rng_below(rng, 600) : 0;
	return g;
}

#endif
