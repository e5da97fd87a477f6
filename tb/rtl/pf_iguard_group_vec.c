/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_group_vec: instructions' lanes on a line, and the groups that the reference makes.
 *
 *   first lanes offsets size   last lanes words bytes step lane several
 *
 * in hex, a line for each group; first: the instruction's first one. Side by side, at other
 * strides, all the same, scattered, and mixtures of these.
 */
#include "pf_rules_vec.h"
#include "reference/pf_iguard_group.h"

static void lay_out(struct rng *r, struct pf_iguard_lanes_access *a)
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
