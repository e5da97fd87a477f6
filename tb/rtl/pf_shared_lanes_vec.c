/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_lanes_vec: every level of eight lanes of a warp and every access of up to four of them,
 * and what the reference makes of them.
 *
 *   did others seen who write strong lane second last   did others seen who take lane race
 *   race_others
 *
 * in hex.
 */
#include <stdio.h>

#include "reference/pf_shared_level.h"

#include "pf_rules_vec.h"

enum { LANES = 8, PC_OLD = 0, PC_NEW = 1 };

static uint32_t does_of(bool write, bool strong)
{
	if (write)
		return strong ? PF_SHARED_STRONG : PF_SHARED_WRITE;
	return strong ? PF_SHARED_STRONG_READ : PF_SHARED_READ;
}

static void print(const struct pf_shared_level *was, bool write, bool strong, uint32_t by)
{
	static const struct pf_order order;
	const uint32_t more = by & (by - 1), lane = (uint32_t)__builtin_ctz(by);
	struct pf_shared_level l = *was;
	struct pf_shared_act a = {.order = &order, .does = does_of(write, strong), .pc = PC_NEW};
	const enum pf_shared_outcome o = pf_shared_step_lanes(&l, &a, by);

	printf("%x %x %x %x %x %x %x %x %x %x %x %x %x %x %x %x %x\n", was->did, was->others,
	       was->seen, was->who, write, strong, lane,
	       more ? (uint32_t)__builtin_ctz(more) : lane, 31 - (uint32_t)__builtin_clz(by), l.did,
	       l.others, l.seen, l.who, l.pc == PC_NEW, a.who, o == PF_SHARED_RACES,
	       o == PF_SHARED_RACES_OTHERS);
}

/* Lanes that are looked at. */
static const uint8_t lane_at[LANES] = {0, 1, 6, 9, 15, 20, 26, 31};

static uint32_t spread(uint32_t by)
{
	uint32_t lanes = 0;

	for (uint32_t i = 0; i < LANES; i++)
		lanes |= (by >> i & 1) << lane_at[i];
	return lanes;
}

int main(int argc, char **argv)
{
	(void)vec_args(argc, argv);
	for (uint32_t i = 0; i < 2U * LANES * PF_SHARED_COPY * PF_SHARED_COPY; i++) {
		const struct pf_shared_level l = {.seen = i & 1,
						  .who = lane_at[i / 2 % LANES],
						  .did = (uint8_t)(i / 2 / LANES % PF_SHARED_COPY),
						  .others =
							  (uint8_t)(i / 2 / LANES / PF_SHARED_COPY),
						  .pc = PC_OLD};

		for (uint32_t does = 0; does < 4; does++)
			for (uint32_t by = 1; by < 1U << LANES; by++)
				if (__builtin_popcount(by) <= 4)
					print(&l, does & 1, does >> 1, spread(by));
	}
	return 0;
}
