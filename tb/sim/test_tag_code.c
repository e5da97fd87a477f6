/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_tag_code: what goes in comes out again; how many bytes it takes, by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "../../sim/det/tag_code.h"
#include "base/rng.h"
#include "reference/pf_geometry.h"

static void same_coded(const struct tag_coded *a, const struct tag_coded *b)
{
	assert_true(tag_same(a, b));
	assert_int_equal(a->tag.block, b->tag.block);
	assert_int_equal(a->tag.warp, b->tag.warp);
	assert_int_equal(a->tag.barrier, b->tag.barrier);
	assert_int_equal(a->tag.signature, b->tag.signature);
	assert_int_equal(a->tag.strong, b->tag.strong);
	assert_int_equal(a->tag.atomic, b->tag.atomic);
	assert_int_equal(a->tag.block_scope, b->tag.block_scope);
	assert_int_equal(a->sub, b->sub);
	assert_int_equal(a->pc, b->pc);
}

static uint32_t below(struct rng *r, uint32_t bits)
{
	return rng_below(r, 1U << bits);
}

static struct tag_coded draw(struct rng *r, const struct pf_geometry *g, uint32_t sms)
{
	const struct tag_format f = tag_format(g, sms);
	struct tag_coded t = {0};

	t.tag.warp = below(r, g->warp_bits);
	t.tag.block = below(r, f.slot_bits) << f.sm_bits | rng_below(r, sms);
	t.tag.barrier = rng_below(r, 2) ? below(r, g->barrier_bits) : 0;
	t.tag.signature = rng_below(r, 3) ? 0 : (uint16_t)below(r, 16);
	t.tag.strong = rng_below(r, 2);
	t.tag.atomic = t.tag.strong && rng_below(r, 2);
	t.tag.block_scope = t.tag.atomic && rng_below(r, 2);
	t.sub = rng_below(r, 3) ? 0 : (uint8_t)below(r, 8);
	t.pc = rng_below(r, 4) ? below(r, 16) : below(r, 31) << 1 | 1;
	return t;
}

static void there_and_back(void **state)
{
	static const char *const names[] = {"ref", "tiny", "modern"};
	uint32_t most = 0;
	struct rng r;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned i = 0; i < 300000; i++) {
		const struct pf_geometry *g = pf_geometry_named(names[i % 3]);
		const uint32_t sms = 1 + rng_below(&r, g->sms);
		const struct tag_format f = tag_format(g, sms);
		const struct tag_coded in = draw(&r, g, sms), other = draw(&r, g, sms);
		uint8_t bytes[TAG_CODE_MOST], again[TAG_CODE_MOST];
		struct tag_coded out;
		uint32_t n = tag_encode(&f, &in, bytes);

		if (n > most)
			most = n;
		memset(bytes + n, 0xff, sizeof(bytes) - n); /* nothing behind it counts */
		assert_int_equal(tag_decode(&f, bytes, in.tag.block % (1U << f.sm_bits), &out), n);
		same_coded(&in, &out);
		n = tag_encode(&f, &other, again);
		if (!tag_same(&in, &other))
			assert_true(in.tag.block % (1U << f.sm_bits) !=
					    other.tag.block % (1U << f.sm_bits) ||
				    memcmp(bytes, again, n) != 0);
	}
	assert_int_equal(most, 11); /* sim/config/check.c counts on it */
}

static void sizes(void **state)
{
	struct row {
		const char *geometry;
		struct tag_coded t;
		uint32_t bytes;
	};
	static const struct row rows[] = {
		{"ref", {.tag = {.warp = 31, .block = 127}, .pc = 65535}, 4},
		{"ref", {.tag = {.warp = 1, .strong = true}, .pc = 65536}, 6},
		{"ref", {.tag = {.barrier = 255}}, 5},
		{"ref", {.tag = {.signature = 0x0101}}, 6},
		{"ref", {.sub = 1}, 5},
		{"ref", {{.barrier = 1, .signature = 0x8080}, .sub = 128, .pc = 1U << 31}, 10},
		{"tiny", {.pc = 1}, 4},
		{"modern", {.pc = 1}, 5},
		{"modern", {{.barrier = 1, .signature = 0x8080}, .sub = 128, .pc = 1U << 31}, 11}};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct pf_geometry *g = pf_geometry_named(rows[i].geometry);
		const struct tag_format f = tag_format(g, g->sms);
		uint8_t bytes[TAG_CODE_MOST];

		assert_int_equal(tag_encode(&f, &rows[i].t, bytes), rows[i].bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back),
					   cmocka_unit_test(sizes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
