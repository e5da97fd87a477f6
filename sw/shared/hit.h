/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hit: a race that a unit for shared memory has told, as everybody else has races.
 */
#ifndef SHARED_HIT_H
#define SHARED_HIT_H

#include "../race/race.h"
#include "../reference/pf_shared.h"

struct shared_race {
	struct race_side second;
	uint32_t addr, bytes; /* of the word, in the block's shared memory; mask */
	bool instruction;     /* two lanes of the second's store */
	bool others;          /* the first is another one than warp, which is not known */
	enum pf_shared_code did;
	uint32_t warp, lane, pc; /* lane PF_SHARED_LANES, pc PF_SHARED_NO_PC: not known */
};

/* One for each run of bytes side by side: how many. */
uint32_t shared_race_hits(const struct shared_race *r, struct race_hit h[PF_SHARED_WORD]);

#endif
