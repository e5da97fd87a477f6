/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The entry in 64 bits, its forgetting, and which entry a word has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_geometry.h"
#include "reference/pf_meta.h"

enum { ROUNDS = 100000 };

static struct pf_entry random_entry(struct rng *r, const struct pf_geometry *g)
{
	const uint64_t b = rng_next(r);

	return (struct pf_entry){
		.tag = pf_truncate(rng_next(r), g->tag_bits),
		.block = pf_truncate(rng_next(r), g->block_bits),
		.warp = pf_truncate(rng_next(r), g->warp_bits),
		.dev_fence = pf_truncate(rng_next(r), g->fence_bits),
		.blk_fence = pf_truncate(rng_next(r), g->fence_bits),
		.barrier = pf_truncate(rng_next(r), g->barrier_bits),
		.epoch = pf_truncate(rng_next(r), g->epoch_bits),
		.lock = (uint16_t)rng_next(r),
		.modified = b & 1,
		.blk_shared = b >> 1 & 1,
		.dev_shared = b >> 2 & 1,
		.is_atom = b >> 3 & 1,
		.block_scope = b >> 4 & 1,
		.strong = b >> 5 & 1,
		.sub_word = b >> 6 & 1,
	};
}

static void same(const struct pf_entry *a, const struct pf_entry *b)
{
	assert_int_equal(a->tag, b->tag);
	assert_int_equal(a->block, b->block);
	assert_int_equal(a->warp, b->warp);
	assert_int_equal(a->dev_fence, b->dev_fence);
	assert_int_equal(a->blk_fence, b->blk_fence);
	assert_int_equal(a->barrier, b->barrier);
	assert_int_equal(a->epoch, b->epoch);
	assert_int_equal(a->lock, b->lock);
	assert_int_equal(a->modified, b->modified);
	assert_int_equal(a->blk_shared, b->blk_shared);
	assert_int_equal(a->dev_shared, b->dev_shared);
	assert_int_equal(a->is_atom, b->is_atom);
	assert_int_equal(a->block_scope, b->block_scope);
	assert_int_equal(a->strong, b->strong);
	assert_int_equal(a->sub_word, b->sub_word);
}

static void round_trip(void **state)
{
	struct pf_geometry geometry[5] = {*pf_geometry_named("ref"), *pf_geometry_named("tiny")};
	struct rng r;

	(void)state;
	rng_seed(&r, 3);
	assert_true(pf_geometry_fit(&geometry[2], 1024, 32, 32, PF_FULL)); /* no tag, 64 bits */
	assert_true(pf_geometry_fit(&geometry[3], 128, 16, 32, PF_CACHED16));
	geometry[4] = *pf_geometry_named("ref"); /* scord-paper */
	geometry[4].epoch_bits = 0;
	for (unsigned i = 0; i < ROUNDS; i++) {
		const struct pf_geometry *g = &geometry[i % 5];
		const struct pf_entry e = random_entry(&r, g);
		struct pf_layout l;
		struct pf_entry back;

		pf_meta_layout(&l, g);
		back = pf_meta_unpack(&l, pf_meta_pack(&l, &e));
		same(&back, &e);
	}
}

/* ScoRD's positions (docs/reference-models.md), bit by bit. */
static void positions(void **state)
{
	const struct {
		struct pf_entry e;
		uint64_t bits;
	} one[] = {
		{{.lock = 0xffff}, 0xffffULL},
		{{.strong = true}, 1ULL << 16},
		{{.block_scope = true}, 1ULL << 17},
		{{.is_atom = true}, 1ULL << 18},
		{{.dev_shared = true}, 1ULL << 19},
		{{.blk_shared = true}, 1ULL << 20},
		{{.modified = true}, 1ULL << 21},
		{{.barrier = 0xff}, 0xffULL << 22},
		{{.blk_fence = 0x3f}, 0x3fULL << 30},
		{{.dev_fence = 0x3f}, 0x3fULL << 36},
		{{.warp = 0x1f}, 0x1fULL << 42},
		{{.block = 0x7f}, 0x7fULL << 47},
		{{.tag = 0xf}, 0xfULL << 54},
		{{.epoch = 0x1f}, 0x1fULL << 58},
		{{.sub_word = true}, 1ULL << 63},
		{{.block = 0x80, .tag = 0x12}, 2ULL << 54}, /* too much is cut off */
	};
	struct pf_layout l;

	(void)state;
	pf_meta_layout(&l, pf_geometry_named("ref"));
	for (size_t i = 0; i < sizeof(one) / sizeof(*one); i++)
		assert_int_equal(pf_meta_pack(&l, &one[i].e), one[i].bits);
}

/* What is computed for a geometry is what the generated headers say. */
static void layouts_are_the_tables(void **state)
{
	static const struct pf_bits ref[] = PF_META_LAYOUT_REF, tiny[] = PF_META_LAYOUT_TINY;
	struct pf_layout l;

	(void)state;
	pf_meta_layout(&l, pf_geometry_named("ref"));
	assert_memory_equal(l.field, ref, sizeof(ref));
	assert_int_equal(sizeof(ref), sizeof(l.field));
	pf_meta_layout(&l, pf_geometry_named("tiny"));
	assert_memory_equal(l.field, tiny, sizeof(tiny));
	assert_int_equal(PF_REF_META_W, 64);
}

static void forgetting(void **state)
{
	const struct pf_entry e = {.modified = true, .block = 3, .tag = 2, .epoch = 5};
	const struct pf_entry unwritten = pf_meta_unwritten(2, 6);
	struct pf_layout l;
	struct pf_entry got;
	uint64_t bits;
	bool evicted;

	(void)state;
	pf_meta_layout(&l, pf_geometry_named("ref"));
	bits = pf_meta_pack(&l, &e);
	got = pf_meta_fetch(&l, bits, 2, 5, &evicted);
	same(&got, &e);
	assert_false(evicted);
	got = pf_meta_fetch(&l, bits, 2, 6, &evicted); /* older epoch */
	same(&got, &unwritten);
	assert_true(evicted);
	got = pf_meta_fetch(&l, bits, 3, 5, &evicted); /* another word's */
	assert_true(evicted);
	assert_true(pf_meta_is_unwritten(&got));
	assert_int_equal(got.tag, 3);
	/* nothing known: nothing to forget */
	got = pf_meta_fetch(&l, pf_meta_pack(&l, &unwritten), 9, 1, &evicted);
	assert_false(evicted);
	assert_int_equal(got.tag, 9);
	assert_int_equal(got.epoch, 1);
	assert_true(pf_meta_is_unwritten(&got));
}

/* Only all three bits together mean that nothing is known. */
static void unwritten_is_three_bits(void **state)
{
	(void)state;
	for (unsigned b = 0; b < 8; b++) {
		const struct pf_entry e = {
			.modified = b & 1, .blk_shared = b >> 1 & 1, .dev_shared = b >> 2 & 1};

		assert_int_equal(pf_meta_is_unwritten(&e), b == 7);
	}
}

static void full_region(void **state)
{
	struct pf_region r;
	uint64_t index;
	uint32_t tag;

	(void)state;
	pf_region_init(&r, 0x1000, 41, PF_FULL, 4);
	assert_int_equal(r.entries, 11);
	assert_true(pf_region_find(&r, 0x1000, &index, &tag));
	assert_int_equal(index, 0);
	assert_int_equal(tag, 0);
	assert_true(pf_region_find(&r, 0x1028, &index, &tag));
	assert_int_equal(index, 10);
	assert_false(pf_region_find(&r, 0x0ffc, &index, &tag));
	assert_false(pf_region_find(&r, 0x102c, &index, &tag));
	pf_region_init(&r, 0x1000, 0, PF_CACHED16, 4);
	assert_false(pf_region_find(&r, 0x1000, &index, &tag));
}

static void shared_region(void **state)
{
	struct pf_region r;
	uint64_t index;
	uint32_t tag;

	(void)state;
	pf_region_init(&r, 0x1000, 44, PF_FULL, 4);
	r.granule_log2 = 2;
	for (unsigned word = 0; word < 11; word++) {
		assert_true(pf_region_find(&r, 0x1000 + 4 * word, &index, &tag));
		assert_int_equal(index, word / 4);
		assert_int_equal(tag, 0);
	}
	assert_false(pf_region_find(&r, 0x102c, &index, &tag)); /* of entry 2, but outside */
}

/* Against true division, for numbers of entries that are no power of two. */
static void cached_region(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 16);
	for (unsigned i = 0; i < ROUNDS; i++) {
		const uint64_t bytes = 1 + (rng_next(&rng) >> (20 + rng_below(&rng, 40)));
		const uint64_t base = rng_next(&rng) >> 20 & ~3ULL;
		const uint64_t n = (bytes + 63) / 64, words = (bytes + 3) / 4;
		const uint64_t word = i % 16 ? rng_next(&rng) % words : words - 1;
		struct pf_region r;
		uint64_t index;
		uint32_t tag;

		pf_region_init(&r, base, bytes, PF_CACHED16, 4);
		assert_int_equal(r.entries, n);
		assert_true(pf_region_find(&r, base + 4 * word, &index, &tag));
		assert_int_equal(index, word % n);
		assert_int_equal(tag, word / n);
		assert_true(tag < 16);
		assert_false(pf_region_find(&r, base + 4 * words, &index, &tag));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),
		cmocka_unit_test(positions),
		cmocka_unit_test(layouts_are_the_tables),
		cmocka_unit_test(forgetting),
		cmocka_unit_test(unwritten_is_three_bits),
		cmocka_unit_test(full_region),
		cmocka_unit_test(shared_region),
		cmocka_unit_test(cached_region),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
