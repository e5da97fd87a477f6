/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_entry_vec: random entries and accessors for the benches of lines and blocks (pf_*_vec.c).
 *
 * Few warps, tags that come again, eras that last: so that entries meet, and who is behind whom
 * matters. Counts of fences are a function of warp and era, which the benches know, too.
 */
#ifndef PF_ENTRY_VEC_H
#define PF_ENTRY_VEC_H

#include "pf_rules_vec.h"

#include "reference/pf_line_row.h"

enum { VEC_WARPS = 3, VEC_ERA_BITS = 3, VEC_TAGS = 4 };

/* What the accesses of a bench have in common. */
struct vec_world {
	struct rng r;
	const struct pf_geometry *g;
	struct pf_layout layout;
	bool scord;
	struct pf_tag tag[VEC_TAGS]; /* that come again */
	uint32_t number, era;        /* of the last access: line or beat; era */
};

/* One of a few numbers that differ in every bit; now and then but for one. */
static inline uint32_t vec_number_of(struct rng *r, uint32_t bits)
{
	static const uint32_t number[VEC_WARPS] = {0, 0x2aaaaaaa, UINT32_MAX};
	const uint32_t one = rng_below(r, 8) ? 0 : 1U << rng_below(r, bits);

	return pf_truncate(number[rng_below(r, VEC_WARPS)] ^ one, bits);
}

/* 0, or all bits set. */
static inline struct pf_fences vec_count_of(const struct vec_world *w, uint32_t block,
					    uint32_t warp, uint32_t era)
{
	const uint32_t v = block * 5 + warp * 3 + era * 7;

	return (struct pf_fences){.blk = pf_truncate(0 - (v >> 1 & 1), w->g->fence_bits),
				  .dev = pf_truncate(0 - (v >> 2 & 1), w->g->fence_bits)};
}

/* All, one, a run, any. */
static inline uint32_t vec_any_words(struct rng *r)
{
	switch (rng_below(r, 5)) {
	case 0: return UINT32_MAX;
	case 1: return 1U << rng_below(r, PF_ROW_WORDS);
	case 2: return UINT32_MAX >> rng_below(r, PF_ROW_WORDS);
	case 3: return UINT32_MAX << rng_below(r, PF_ROW_WORDS);
	default: return (uint32_t)(rng_next(r) >> 20) | 1;
	}
}

static inline uint64_t vec_unwritten(const struct vec_world *w)
{
	const struct pf_entry e = pf_meta_unwritten(0, 0);

	return pf_line_entry(&w->layout, pf_meta_pack(&w->layout, &e));
}

/* Of a few warps; or nothing is known. */
static inline uint64_t vec_any_entry(struct vec_world *w)
{
	struct pf_entry e = vec_invent(&w->r, w->g).m;

	if (rng_below(&w->r, 4) == 0)
		return vec_unwritten(w);
	e.blk_shared = e.blk_shared && !e.dev_shared; /* no rule sets both */
	e.block = vec_number_of(&w->r, w->g->block_bits);
	e.warp = vec_number_of(&w->r, w->g->warp_bits);
	e.barrier = rng_below(&w->r, 4) ? 0 : vec_number_of(&w->r, w->g->barrier_bits);
	e.blk_fence = vec_number_of(&w->r, w->g->fence_bits);
	e.dev_fence = vec_number_of(&w->r, w->g->fence_bits);
	if (rng_below(&w->r, 3) ==
	    0) { /* many blocks have read it, but for one thing now and then */
		const uint32_t but = rng_below(&w->r, 8);

		e.dev_shared = but != 0;
		e.blk_shared = false;
		e.modified = but == 1;
		e.is_atom = but == 2;
		e.lock = but > 5 ? (uint16_t)(0x101U << rng_below(&w->r, 8)) : 0;
	}
	return pf_line_entry(&w->layout, pf_meta_pack(&w->layout, &e));
}

static inline struct pf_tag vec_any_tag(struct vec_world *w)
{
	struct pf_tag t = vec_invent(&w->r, w->g).a;

	t.block = vec_number_of(&w->r, w->g->block_bits);
	t.warp = vec_number_of(&w->r, w->g->warp_bits);
	t.barrier = rng_below(&w->r, 8) ? 0 : vec_number_of(&w->r, w->g->barrier_bits);
	t.sub_word = rng_below(&w->r, 4) == 0;
	if (rng_below(&w->r, 3) == 0) /* locks that many have in common */
		t.signature = (uint16_t)(rng_next(&w->r) >> 20 & (rng_next(&w->r) >> 20 | 0x1111));
	if (rng_below(&w->r, 3) == 0) { /* a load without locks, but for one thing now and then */
		const uint32_t but = rng_below(&w->r, 8);

		t.write = but == 0;
		t.atomic = but == 1;
		t.sub_word = but == 2;
		t.signature = but == 3   ? (uint16_t)(0x101U << rng_below(&w->r, 8))
			      : but == 4 ? (uint16_t)(1U << rng_below(&w->r, 16))
					 : 0;
	}
	return t;
}

/* Now and then another tag among those that come again, or another era. */
static inline void vec_go_on(struct vec_world *w)
{
	if (rng_below(&w->r, 4) == 0)
		w->tag[rng_below(&w->r, VEC_TAGS)] = vec_any_tag(w);
	if (rng_below(&w->r, 8) == 0)
		w->era = rng_below(&w->r, 1 << VEC_ERA_BITS);
}

static inline bool vec_same_owner(const struct pf_entry *a, const struct pf_entry *b)
{
	return a->block == b->block && a->warp == b->warp;
}

/* Nobody asks who owns it: nothing is known of it, or of many blocks' reads one more. */
static inline bool vec_anyones(const struct vec_world *w, const struct pf_entry *e,
			       const struct pf_tag *t)
{
	const bool quiet = e->dev_shared && !e->blk_shared && !e->modified && !e->is_atom;

	return pf_meta_is_unwritten(e) || (quiet && vec_quiet_load(t, w->scord));
}

static inline bool vec_has_changed(const struct pf_line *a, const struct pf_line *b)
{
	for (unsigned w = 0; w < PF_ROW_WORDS; w++)
		if (a->entry[pf_line_class(a, w)] != b->entry[pf_line_class(b, w)])
			return true;
	return false;
}

static inline struct vec_world vec_world(const struct vec_args *a)
{
	struct vec_world w = {.g = a->g, .scord = a->seed % 2 == 0};

	rng_seed(&w.r, a->seed);
	pf_meta_layout(&w.layout, a->g);
	return w;
}

#endif
