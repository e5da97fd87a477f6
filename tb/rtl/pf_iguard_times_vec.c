/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_times_vec: messages to a slice and lookups, and what the reference finds.
 *
 *   looks block block warp warp times times
 *   message kind block warp alone lane device when bar meet was
 *
 * in hex, in one line. looks: of which ports; they come before the message, if there is one. Few
 * rows of many.
 */
#include "pf_iguard_vec.h"
#include "reference/pf_iguard_table.h"

enum { FEW = 3 };

struct row {
	uint32_t block, warp;
};

static struct row row_of(struct rng *r, const struct iguard_widths *w, const struct row *few)
{
	if (rng_below(r, 8))
		return few[rng_below(r, FEW)];
	return (struct row){pf_truncate(rng_next(r) >> 20, w->block),
			    pf_truncate(rng_next(r) >> 20, w->warp)};
}

static void message(struct rng *r, const struct iguard_widths *w, const struct row *few,
		    struct pf_iguard_table *t)
{
	const uint32_t kind = rng_below(r, 40) == 0 ? PF_IGUARD_MSG_EPOCH
			      : rng_below(r, 6)     ? PF_IGUARD_MSG_FENCE
						    : PF_IGUARD_MSG_BEGIN;
	const struct row at = row_of(r, w, few);
	const bool alone = rng_below(r, 3), device = rng_below(r, 2);
	const uint32_t lane = rng_below(r, 2) ? rng_below(r, 2) : rng_below(r, 32);
	const struct pf_iguard_times was = pf_iguard_table_times(t, at.block, at.warp);
	const struct pf_iguard_stamp s = {.when = pf_truncate(rng_next(r) >> 20, w->when),
					  .bar = pf_truncate(rng_next(r) >> 20, w->when),
					  .meet = pf_truncate(rng_next(r) >> 20, w->when)};

	if (kind == PF_IGUARD_MSG_EPOCH)
		pf_iguard_table_epoch(t);
	else if (kind == PF_IGUARD_MSG_BEGIN)
		pf_iguard_table_begin(t, at.block, s.when);
	else
		pf_iguard_table_fence(t, at.block, at.warp, alone ? lane : PF_IGUARD_ALL, &s,
				      device);
	printf(" 1 %x %x %x %x %x %x %x %x %x", kind, at.block, at.warp, alone, lane, device,
	       s.when, s.bar, s.meet);
	iguard_print_times(w, &was);
	printf("\n");
}

static void lookups(struct rng *r, const struct iguard_widths *w, const struct row *few,
		    const struct pf_iguard_table *t, uint32_t looks)
{
	const struct row a = row_of(r, w, few), b = row_of(r, w, few);
	const struct pf_iguard_times x = pf_iguard_table_times(t, a.block, a.warp);
	const struct pf_iguard_times y = pf_iguard_table_times(t, b.block, b.warp);

	printf("%x %x %x %x %x", looks, a.block, b.block, a.warp, b.warp);
	iguard_print_times(w, &x);
	iguard_print_times(w, &y);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	const struct iguard_widths w = iguard_widths(a.g);
	struct pf_iguard_table t;
	struct row few[FEW];
	struct rng r;

	rng_seed(&r, a.seed);
	pf_iguard_table_init(&t, w.sm, w.warp, w.block);
	for (uint64_t i = 0; i < a.count; i++) {
		for (unsigned k = 0; i % 500 == 0 && k < FEW; k++)
			few[k] = (struct row){pf_truncate(rng_next(&r) >> 20, w.block),
					      pf_truncate(rng_next(&r) >> 20, w.warp)};
		lookups(&r, &w, few, &t, rng_below(&r, 4));
		if (rng_below(&r, 2))
			message(&r, &w, few, &t);
		else
			printf(" 0 0 0 0 0 0 0 0 0 0 0\n");
	}
	pf_iguard_table_free(&t);
	return 0;
}
