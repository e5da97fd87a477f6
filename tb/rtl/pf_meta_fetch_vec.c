/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_meta_fetch_vec: entries as they lie in memory, and what the rules see of them.
 *
 *   scord raw tag epoch entry      in hex
 */
#include "pf_rules_vec.h"

static uint64_t raw_of(struct rng *r, const struct pf_geometry *g, const struct pf_layout *l,
		       uint32_t tag, uint32_t epoch)
{
	uint64_t raw = rng_next(r);

	if (rng_below(r, 4)) { /* one of the access's own */
		struct pf_entry e = pf_meta_unpack(l, raw);

		e.tag = vec_near(r, tag, g->tag_bits);
		e.epoch = vec_near(r, epoch, g->epoch_bits);
		raw = pf_meta_pack(l, &e);
	}
	return raw;
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	struct pf_layout l;
	struct rng r;

	pf_meta_layout(&l, a.g);
	rng_seed(&r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		const bool scord = rng_next(&r) >> 40 & 3;
		const uint32_t tag = pf_truncate(rng_next(&r) >> 20, a.g->tag_bits);
		const uint32_t epoch = pf_truncate(rng_next(&r) >> 20, a.g->epoch_bits);
		const uint64_t raw = raw_of(&r, a.g, &l, tag, scord ? epoch : 0);
		bool evicted;
		const struct pf_entry e = pf_meta_fetch(&l, raw, tag, scord ? epoch : 0, &evicted);

		printf("%x %" PRIx64 " %x %x %" PRIx64 "\n", scord, raw, tag, epoch,
		       pf_meta_pack(&l, &e));
	}
	return 0;
}
