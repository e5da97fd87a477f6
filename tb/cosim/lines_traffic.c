/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lines_traffic.h"

#include "base/mem.h"
#include "../rtl/pf_entry_vec.h"

_Static_assert((int)VEC_ERA_BITS == (int)TRAFFIC_ERA_BITS, "eras of the benches");

struct lines_traffic {
	struct vec_world w;
};

struct lines_traffic *lines_traffic_create(uint64_t seed, const char *geometry, bool scord)
{
	struct lines_traffic *t = mem_alloc(sizeof(*t));

	rng_seed(&t->w.r, seed);
	t->w.g = pf_geometry_named(geometry);
	t->w.scord = scord;
	pf_meta_layout(&t->w.layout, t->w.g);
	for (unsigned i = 0; i < VEC_TAGS; i++)
		t->w.tag[i] = vec_any_tag(&t->w);
	return t;
}

void lines_traffic_free(struct lines_traffic *t)
{
	free(t);
}

uint32_t lines_traffic_below(struct lines_traffic *t, uint32_t n)
{
	return (uint32_t)rng_below(&t->w.r, n);
}

uint32_t lines_traffic_words(struct lines_traffic *t)
{
	return vec_any_words(&t->w.r);
}

uint64_t lines_traffic_entry(struct lines_traffic *t)
{
	return vec_any_entry(&t->w);
}

struct check_row lines_traffic_row(struct lines_traffic *t)
{
	struct pf_line l = pf_line_one(vec_any_entry(&t->w)), after;
	struct check_row row = {.block = false};

	for (unsigned i = lines_traffic_below(t, 3); i > 0; i--) {
		const uint64_t all = vec_any_entry(&t->w), next[] = {all, all, all};

		if (pf_line_update(&l, PF_ROW_CLASSES, vec_any_words(&t->w.r), next, &after))
			l = after;
	}
	for (unsigned i = 0; i < l.n; i++) {
		row.entry[i] = l.entry[i];
		row.low |= i & 1 ? l.words[i] : 0;
		row.high |= i & 2 ? l.words[i] : 0;
	}
	return row;
}

struct check_op lines_traffic_op(struct lines_traffic *t)
{
	struct check_op op = {.make = false};

	vec_go_on(&t->w);
	op.tag = t->w.tag[rng_below(&t->w.r, VEC_TAGS)];
	op.sub = op.tag.sub_word;
	op.era = t->w.era;
	op.self = vec_count_of(&t->w, op.tag.block, op.tag.warp, op.era);
	return op;
}

struct pf_fences lines_traffic_count(const struct lines_traffic *t, uint32_t owner, uint32_t era)
{
	const uint32_t bits = t->w.g->warp_bits;

	return vec_count_of(&t->w, owner >> bits, pf_truncate(owner, bits), era);
}

uint64_t lines_pack_tag(const struct lines_traffic *t, const struct pf_tag *tag)
{
	return vec_pack_tag(tag, t->w.g);
}

uint32_t lines_pack_fences(const struct lines_traffic *t, struct pf_fences f)
{
	return vec_pack_fences(f, t->w.g);
}
