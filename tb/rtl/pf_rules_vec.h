/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_vec: checks for the benches of the rules, as pf_rules*_vec.c print them.
 *
 *   random numbers ──> entry, tag, fences ──> pf_rules_<policy>() ──> a line of hex columns:
 *   scord entry tag owner self sub_word facts row race next
 *
 * scord: 1, else scord-paper. owner, self: {device, block} counts. facts: bits of pf_facts.vh.
 * Two numbers are equal half the time, else often differ in one bit: a compare that leaves out a
 * bit shows. Entry and tag need not be such as a machine makes.
 */
#ifndef PF_RULES_VEC_H
#define PF_RULES_VEC_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "reference/pf_geometry.h"
#include "reference/pf_meta.h"
#include "reference/pf_rules.h"

struct vec {
	struct pf_entry m;
	struct pf_tag a;
	struct pf_fences owner, self;
};

/* v, or close to it, or anything. */
static inline uint32_t vec_near(struct rng *r, uint32_t v, uint32_t bits)
{
	switch (rng_below(r, 4)) {
	case 0: return pf_truncate(rng_next(r) >> 16, bits);
	case 1: return v ^ 1U << rng_below(r, bits);
	default: return v;
	}
}

/* A bin of 0 is common, and so are single bits; without_more: often no other bits than these. */
static inline uint16_t vec_lock(struct rng *r, uint16_t without_more)
{
	uint32_t v = 0;

	switch (rng_below(r, 8)) {
	case 0: return 0;
	case 1: return (uint16_t)(1U << rng_below(r, 16));
	case 2: return (uint16_t)(rng_next(r) >> 40);
	case 3: return without_more;
	default:
		v = 1U << rng_below(r, 8) | 0x100U << rng_below(r, 8);
		if (rng_below(r, 3) == 0)
			v |= 1U << rng_below(r, 16);
		return (uint16_t)v;
	}
}

static inline struct vec vec_invent(struct rng *r, const struct pf_geometry *g)
{
	const uint64_t b = rng_next(r) >> 8;
	const uint32_t scarce = rng_below(r, 4) == 0;
	struct vec v = {
		.m = {.tag = pf_truncate(rng_next(r) >> 20, g->tag_bits),
		      .epoch = pf_truncate(rng_next(r) >> 20, g->epoch_bits),
		      .block = pf_truncate(rng_next(r) >> 20, g->block_bits),
		      .warp = pf_truncate(rng_next(r) >> 20, g->warp_bits),
		      .barrier = pf_truncate(rng_next(r) >> 20, g->barrier_bits),
		      .blk_fence = pf_truncate(rng_next(r) >> 20, g->fence_bits),
		      .dev_fence = pf_truncate(rng_next(r) >> 20, g->fence_bits),
		      .modified = b & 1,
		      .blk_shared = b >> 1 & 1,
		      .dev_shared = b >> 2 & 1,
		      .is_atom = b >> 3 & 1,
		      .block_scope = b >> 4 & 1,
		      .strong = b >> 5 & 3,
		      .sub_word = (b >> 7 & 1) && scarce,
		      .lock = vec_lock(r, 0)},
		.a = {.strong = b >> 8 & 3,
		      .write = b >> 10 & 1,
		      .atomic = (b >> 11 & 3) == 3,
		      .block_scope = b >> 13 & 1,
		      .sub_word = b >> 14 & 1},
		.self = {pf_truncate(b >> 20, g->fence_bits), pf_truncate(b >> 30, g->fence_bits)},
	};

	v.a.block = vec_near(r, v.m.block, g->block_bits);
	v.a.warp = vec_near(r, v.m.warp, g->warp_bits);
	v.a.barrier = vec_near(r, v.m.barrier, g->barrier_bits);
	v.a.signature = vec_lock(r, v.m.lock);
	v.owner.blk = vec_near(r, v.m.blk_fence, g->fence_bits);
	v.owner.dev = vec_near(r, v.m.dev_fence, g->fence_bits);
	return v;
}

/* A load without locks: it leaves what many blocks have read as it is (pf_rules_quiet). */
static inline bool vec_quiet_load(const struct pf_tag *t, bool scord)
{
	const bool lockless = !(t->signature >> 8) || !(t->signature & 0xff);

	return !t->write && !t->atomic && !(t->sub_word && scord) && lockless;
}

/* In the order of record tag in fields.tab. */
static inline uint64_t vec_pack_tag(const struct pf_tag *a, const struct pf_geometry *g)
{
	const struct {
		uint64_t value;
		uint32_t bits;
	} field[] = {
		{a->signature, 16},      {a->barrier, g->barrier_bits},
		{a->warp, g->warp_bits}, {a->block, g->block_bits},
		{a->strong, 1},          {a->block_scope, 1},
		{a->atomic, 1},          {a->write, 1},
	};
	uint64_t v = 0;
	uint32_t lsb = 0;

	for (size_t i = 0; i < sizeof(field) / sizeof(*field); i++) {
		v |= field[i].value << lsb;
		lsb += field[i].bits;
	}
	return v;
}

static inline uint32_t vec_pack_fences(struct pf_fences f, const struct pf_geometry *g)
{
	return f.dev << g->fence_bits | f.blk;
}

static inline unsigned vec_facts(const struct vec *v)
{
	const struct pf_check c = pf_rules_check(&v->m, &v->a, v->owner, v->self);
	const bool fact[] = {
		c.same_block,
		c.same_warp,
		v->m.barrier != v->a.barrier,
		c.blk_fenced,
		c.dev_fenced,
		pf_lock_none(v->m.lock),
		pf_lock_none(v->a.signature),
		c.disjoint,
		v->a.sub_word,
		pf_rules_fresh(&c),
	};
	unsigned bits = 0;

	for (unsigned i = 0; i < sizeof(fact) / sizeof(*fact); i++)
		bits |= (unsigned)fact[i] << i;
	return bits;
}

/* Rows are far from equally likely: every second check is one of a row that was chosen first. */
static inline struct pf_verdict vec_check(struct rng *r, const struct pf_geometry *g,
					  pf_rules_fn rules, struct vec *v)
{
	const enum pf_row wanted = rng_below(r, PF_ROWS);
	uint32_t tries = rng_below(r, 2) * 500;
	struct pf_verdict d;

	do {
		*v = vec_invent(r, g);
		d = rules(&v->m, &v->a, v->owner, v->self);
	} while (d.row != wanted && tries--);
	return d;
}

static inline void vec_print(struct rng *r, const struct pf_geometry *g, bool scord)
{
	struct vec v;
	const struct pf_verdict d =
		vec_check(r, g, scord ? pf_rules_scord : pf_rules_scord_paper, &v);
	struct pf_layout l;

	pf_meta_layout(&l, g);
	printf("%x %" PRIx64 " %" PRIx64 " %x %x %x %x %x %x %" PRIx64 "\n", scord,
	       pf_meta_pack(&l, &v.m), vec_pack_tag(&v.a, g), vec_pack_fences(v.owner, g),
	       vec_pack_fences(v.self, g), v.a.sub_word, vec_facts(&v), d.row, d.race,
	       pf_meta_pack(&l, &d.next));
}

/* SEED COUNT [GEOMETRY] of a command line. */
struct vec_args {
	uint64_t seed, count;
	const struct pf_geometry *g;
};

static inline struct vec_args vec_args(int argc, char **argv)
{
	struct vec_args a = {0};

	if (argc == 3 || argc == 4)
		a = (struct vec_args){strtoull(argv[1], NULL, 0), strtoull(argv[2], NULL, 0),
				      pf_geometry_named(argc == 4 ? argv[3] : "ref")};
	if (!a.g) {
		fprintf(stderr, "usage: %s SEED COUNT [ref|tiny|modern]\n", argv[0]);
		exit(2);
	}
	return a;
}

enum vec_policies { VEC_PAPER, VEC_SCORD, VEC_BOTH };

static inline int vec_main(int argc, char **argv, enum vec_policies policies)
{
	const struct vec_args a = vec_args(argc, argv);
	struct rng r;

	rng_seed(&r, a.seed);
	for (uint64_t i = 0; i < a.count; i++)
		vec_print(&r, a.g,
			  policies == VEC_BOTH ? rng_next(&r) >> 40 & 1 : policies == VEC_SCORD);
	return 0;
}

#endif
