/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Barrier file, fence file with its epochs, geometries.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reference/pf_barrier_file.h"
#include "reference/pf_fence_file.h"
#include "reference/pf_geometry.h"

static void barrier_counts(void **state)
{
	struct pf_barrier_file f;

	(void)state;
	pf_barrier_init(&f, 3, 8);
	for (unsigned i = 1; i < 256; i++) {
		assert_false(pf_barrier_bump(&f, 1));
		assert_int_equal(pf_barrier_id(&f, 1), i);
	}
	assert_true(pf_barrier_bump(&f, 1)); /* the 256th looks like none */
	assert_int_equal(pf_barrier_id(&f, 1), 0);
	assert_false(pf_barrier_bump(&f, 1));
	assert_false(pf_barrier_bump(&f, 2));
	pf_barrier_clear(&f, 1);
	assert_int_equal(pf_barrier_id(&f, 0), 0);
	assert_int_equal(pf_barrier_id(&f, 1), 0);
	assert_int_equal(pf_barrier_id(&f, 2), 1);
	pf_barrier_free(&f);
}

static void expect(const struct pf_fence_file *f, uint32_t block, uint32_t warp, uint32_t dev,
		   uint32_t blk)
{
	const struct pf_fences c = pf_fence_of(f, block, warp);

	assert_int_equal(c.dev, dev);
	assert_int_equal(c.blk, blk);
}

/* Without epochs 64 fences of a kind look like none; the other kind does not mind. */
static void fence_wraps(void **state)
{
	struct pf_fence_file f;

	(void)state;
	pf_fence_init(&f, 128, 32, 6, 0);
	assert_int_equal(pf_fence_bump(&f, 127, 31, false), PF_FORGET_NOTHING);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(pf_fence_bump(&f, 127, 31, true), PF_FORGET_NOTHING);
	expect(&f, 127, 31, 0, 1);
	pf_fence_bump(&f, 127, 31, true);
	expect(&f, 127, 31, 1, 1);
	expect(&f, 127, 30, 0, 0);
	expect(&f, 126, 31, 0, 0);
	/* a block beyond the file is counted nowhere: not at its number modulo 128 either */
	assert_int_equal(pf_fence_bump(&f, 128 + 127, 31, true), PF_FORGET_NOTHING);
	assert_int_equal(pf_fence_bump(&f, 128, 0, true), PF_FORGET_NOTHING); /* the first */
	assert_int_equal(pf_fence_bump(&f, 1ULL << 32, 0, true), PF_FORGET_NOTHING);
	expect(&f, 127, 31, 1, 1);
	expect(&f, 0, 0, 0, 0);
	assert_int_equal(pf_fence_epoch(&f), PF_FORGET_SWEEP); /* a launch */
	expect(&f, 127, 31, 0, 0);
	pf_fence_free(&f);
}

static void a_wrap_starts_an_epoch(void **state)
{
	struct pf_fence_file f;

	(void)state;
	pf_fence_init(&f, 4, 2, 2, 2);
	for (unsigned epoch = 0; epoch < 9; epoch++) {
		const enum pf_forget end = epoch % 4 == 3 ? PF_FORGET_SWEEP : PF_FORGET_EPOCH;
		const bool device = epoch & 1;

		assert_int_equal(f.epoch, epoch % 4);
		pf_fence_bump(&f, 0, 0, true);
		pf_fence_bump(&f, 0, 0, false);
		for (unsigned i = 1; i < 4; i++)
			assert_int_equal(pf_fence_bump(&f, 3, 1, device), PF_FORGET_NOTHING);
		expect(&f, 3, 1, device ? 3 : 0, device ? 0 : 3);
		assert_int_equal(pf_fence_bump(&f, 3, 1, device), end);
		expect(&f, 3, 1, 0, 0);
		expect(&f, 0, 0, 0, 0); /* everybody's */
	}
	pf_fence_free(&f);
}

static void named_geometries(void **state)
{
	const struct pf_geometry *r = pf_geometry_named("ref"), *t = pf_geometry_named("tiny");

	(void)state;
	assert_null(pf_geometry_named("huge"));
	assert_string_equal(r->name, "ref");
	assert_int_equal(r->sms, 15);
	assert_int_equal(r->block_slots, 8);
	assert_int_equal(r->warps, 32);
	assert_int_equal(r->block_bits, 7);
	assert_int_equal(r->warp_bits, 5);
	assert_int_equal(r->barrier_bits, 8);
	assert_int_equal(r->fence_bits, 6);
	assert_int_equal(r->tag_bits, 4);
	assert_int_equal(r->epoch_bits, 5);
	assert_int_equal(r->lock_entries, 4);
	assert_true(t->sms * t->block_slots <= 1U << t->block_bits);
	assert_true(t->warps <= 1U << t->warp_bits);
	assert_true(r->sms * r->block_slots <= 1U << r->block_bits);
}

static uint32_t bits(const struct pf_geometry *g)
{
	return 16 + 6 + 1 + g->block_bits + g->warp_bits + g->barrier_bits + 2 * g->fence_bits +
	       g->tag_bits + g->epoch_bits;
}

static void fitted_geometries(void **state)
{
	struct pf_geometry g;

	(void)state;
	assert_true(pf_geometry_fit(&g, 15, 8, 32, PF_FULL));
	assert_string_equal(g.name, "ref");
	assert_true(pf_geometry_fit(&g, 2, 8, 32, PF_CACHED16));
	assert_string_equal(g.name, "fitted");
	assert_int_equal(g.block_bits, 7); /* smaller, but no other widths */
	assert_int_equal(g.sms, 2);
	assert_true(pf_geometry_fit(&g, 16, 8, 32, PF_CACHED16));
	assert_int_equal(g.block_bits, 7);
	/* one slot more than 128: a bit of the epoch's */
	assert_true(pf_geometry_fit(&g, 129, 1, 32, PF_CACHED16));
	assert_int_equal(g.block_bits, 8);
	assert_int_equal(g.epoch_bits, 4);
	assert_int_equal(bits(&g), 64);
	/* SM and slot lie side by side: 9 SMs of 9 slots need 4 bits each */
	assert_true(pf_geometry_fit(&g, 9, 9, 32, PF_CACHED16));
	assert_int_equal(g.block_bits, 8);
	assert_true(pf_geometry_fit(&g, 128, 8, 32, PF_CACHED16));
	assert_int_equal(g.epoch_bits, 2);
	assert_int_equal(g.barrier_bits, 8);
	assert_true(pf_geometry_fit(&g, 128, 16, 32, PF_CACHED16)); /* then the barrier's */
	assert_int_equal(g.block_bits, 11);
	assert_int_equal(g.epoch_bits, 2);
	assert_int_equal(g.barrier_bits, 7);
	assert_int_equal(bits(&g), 64);
	assert_true(pf_geometry_fit(&g, 128, 64, 32, PF_CACHED16)); /* then the fences', in pairs */
	assert_int_equal(g.barrier_bits, 6);
	assert_int_equal(g.fence_bits, 5);
	assert_int_equal(g.epoch_bits, 3);
	assert_int_equal(bits(&g), 64);
	assert_true(pf_geometry_fit(&g, 1024, 128, 32, PF_CACHED16)); /* 17 bits: the last */
	assert_int_equal(g.epoch_bits, 1);
	assert_int_equal(bits(&g), 64);
	assert_false(pf_geometry_fit(&g, 2048, 128, 32, PF_CACHED16));
	/* full metadata have no use for the tag */
	assert_true(pf_geometry_fit(&g, 132, 32, 33, PF_FULL));
	assert_int_equal(g.block_bits, 13);
	assert_int_equal(g.warp_bits, 6);
	assert_int_equal(g.warps, 64);
	assert_string_equal(g.name, "modern");
	assert_true(pf_geometry_fit(&g, 133, 32, 64, PF_FULL));
	assert_int_equal(g.tag_bits, 0);
	assert_int_equal(g.barrier_bits, 8);
	assert_int_equal(bits(&g), 64);
	/* what the table calls modern is what a machine of that size would get */
	assert_true(pf_geometry_fit(&g, 133, 32, 64, PF_CACHED16));
	assert_int_equal(g.barrier_bits, pf_geometry_named("modern")->barrier_bits);
	assert_int_equal(g.fence_bits, pf_geometry_named("modern")->fence_bits);
	assert_int_equal(g.epoch_bits, pf_geometry_named("modern")->epoch_bits);
	assert_int_equal(bits(pf_geometry_named("modern")), 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(barrier_counts),         cmocka_unit_test(fence_wraps),
		cmocka_unit_test(a_wrap_starts_an_epoch), cmocka_unit_test(named_geometries),
		cmocka_unit_test(fitted_geometries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
