/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_group_vec: instructions' lanes on a line, and the groups that the reference makes.
 *
 *   first lanes offsets size   last lanes words bytes step lane several
 *
 * in hex, a line for each group; first: the instruction's first one.
 */
#include "pf_iguard_group_vec.h"

int main(int argc, char **argv)
{
	const struct vec_args args = vec_args(argc, argv);
	struct rng r;

	rng_seed(&r, args.seed);
	for (uint64_t i = 0; i < args.count;) {
		struct pf_iguard_lanes_access a;

		lay_out(&r, &a);
		for (bool first = true; a.lanes; first = false, i++) {
			const uint32_t lanes = a.lanes;
			const struct pf_iguard_group g = pf_iguard_next_group(&a);
			uint64_t offset[4] = {0};

			for (unsigned l = 0; l < 32; l++)
				for (unsigned b = 0; b < 7; b++)
					offset[(l * 7 + b) / 64] |= (uint64_t)(a.offset[l] >> b & 1)
								    << (l * 7 + b) % 64;
			printf("%x %x %" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64
			       " %x %x %x %x %x %x %x %x\n",
			       first, lanes, offset[3], offset[2], offset[1], offset[0], a.size,
			       !a.lanes, g.lanes, g.words, g.bytes, g.step, g.lane, g.several);
		}
	}
	return 0;
}
