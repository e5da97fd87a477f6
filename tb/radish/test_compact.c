/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compact metadata (5.2): one line of it for one of data, until a byte differs from the other one
 * of its pair; random operations, and each way to come to that.
 */
#include "bench.h"

enum { X = 0x1000 };

static struct radish *make_compact(void)
{
	struct radish_config c = eight;

	c.compact = true;
	return make(&c);
}

static uint64_t inflations(const struct radish *r)
{
	return radish_counters(r)->inflations;
}

/* Both halves leave together, as one line; apart if they are two. */
static void test_one_line(void **state)
{
	struct radish *r = make_compact(), *expanded = make(&eight);

	(void)state;
	radish_access(r, 0, X, RADISH_LINE, true);
	radish_access(expanded, 0, X, RADISH_LINE, true);
	assert_true(radish_compact(r, X) && !radish_compact(expanded, X));
	radish_evict_metadata(r, 0, X);
	radish_evict_metadata(expanded, 0, X);
	assert_int_equal(radish_view(r, 0, X + 63).coherence, '-');
	assert_int_equal(radish_view(expanded, 0, X + 63).coherence, 'M');
	assert_int_equal(radish_counters(r)->evictions, 1);
	radish_evict_metadata(r, 0, X + 63);
	assert_int_equal(radish_counters(r)->evictions, 1);
	assert_int_equal(inflations(r) + inflations(expanded), 0);
	radish_destroy(r);
	radish_destroy(expanded);
}

/* A byte's access: everybody's metadata of the line takes its second one, which leaves by itself.
 */
static void test_byte(void **state)
{
	struct radish *r = make_compact();

	(void)state;
	radish_access(r, 0, X, 8, false);
	radish_access(r, 1, X, 8, false);
	assert_int_equal(inflations(r), 0);
	radish_access(r, 1, X + 5, 1, false);
	assert_int_equal(inflations(r), 2);
	assert_false(radish_compact(r, X));
	radish_evict_metadata(r, 1, X + 32);
	assert_int_equal(radish_view(r, 1, X).coherence, 'S');
	/* When all is gone, the next one is compact again. */
	for (uint32_t p = 0; p < 2; p++)
		for (uint64_t half = 0; half < 2; half++)
			radish_evict_metadata(r, p, X + 32 * half);
	radish_access(r, 0, X, 8, false);
	assert_true(radish_compact(r, X));
	radish_destroy(r);
}

/* What software brings back for one byte of a pair does not fit, either. */
static void test_brought_back(void **state)
{
	struct radish *r = make_compact();

	(void)state;
	radish_access(r, 0, X + 1, 1, true);
	for (uint64_t half = 0; half < 2; half++)
		radish_evict_metadata(r, 0, X + 32 * half);
	assert_int_equal(inflations(r), 0);
	radish_access(r, 0, X + 4, 2, false);
	assert_int_equal(radish_view(r, 0, X + 1).write, 1);
	assert_int_equal(radish_view(r, 0, X).write, 0);
	assert_int_equal(inflations(r), 1);
	assert_false(radish_compact(r, X));
	radish_destroy(r);
}

/* The second line is in the caches, as soon as there is one. */
static void test_second_line(void **state)
{
	struct radish *r = make(&radish_published);
	uint64_t misses;

	(void)state;
	radish_access(r, 0, X, 8, false);
	radish_access(r, 0, X + 5, 1, false);
	misses = radish_counters(r)->l1_misses;
	radish_access(r, 0, X + 32, 8, false);
	assert_int_equal(radish_counters(r)->l1_misses, misses);
	radish_destroy(r);
}

/* Its room in the first cache: half the lines of metadata. */
static void test_misses(void **state)
{
	struct radish_counters n[2];

	(void)state;
	for (unsigned compact = 0; compact < 2; compact++) {
		struct radish_config c = radish_published;
		struct radish *r;

		c.compact = compact;
		r = make(&c);
		for (uint64_t x = X; x < X + (1 << 20); x += 8)
			radish_access(r, 0, x, 8, false);
		n[compact] = *radish_counters(r);
		radish_destroy(r);
	}
	assert_int_equal(n[0].l1_misses_without, n[1].l1_misses_without);
	assert_int_equal(n[0].l1_misses, 3 * n[0].l1_misses_without);
	assert_int_equal(n[1].l1_misses, 2 * n[1].l1_misses_without);
}

static void test_random(void **state)
{
	struct radish_config c = eight;
	struct radish_counters n;

	(void)state;
	c.compact = true;
	run(&c, &(struct habit){.evicts = 20, .rare = 60, .odd = 500}, &n);
	assert_true(n.inflations > operations() / 1000);
	run(&c, &(struct habit){.evicts = 20, .rare = 60}, &n);
	assert_true(n.inflations > operations() / 1000);
	c.l1 = (struct radish_cache){2 * RADISH_LINE, 1};
	c.l2 = (struct radish_cache){4 * RADISH_LINE, 2};
	c.last = (struct radish_cache){16 * RADISH_LINE, 4};
	run(&c, &(struct habit){.rare = 60, .odd = 100}, &n);
	assert_true(n.evictions > 1000 && n.inflations > operations() / 1000);
}

/* Few clocks and references, and threads that come and go. */
static void test_random_small(void **state)
{
	struct radish_config c = eight;
	struct radish_counters n;

	(void)state;
	c.compact = true;
	for (unsigned kind = 0; kind < 2; kind++) {
		c.clocks = kind ? RADISH_TABLE : RADISH_OFFSETS;
		c.clock_bits = 2;
		c.reference_bits = 7;
		run(&c, &(struct habit){.evicts = 10, .rare = 60, .odd = 200}, &n);
		assert_true(n.rollovers > 100);
	}
	c.procs = 3;
	run(&c, &(struct habit){.evicts = 10, .switches = true, .rare = 60, .odd = 200}, &n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_line),     cmocka_unit_test(test_byte),
		cmocka_unit_test(test_brought_back), cmocka_unit_test(test_second_line),
		cmocka_unit_test(test_misses),       cmocka_unit_test(test_random),
		cmocka_unit_test(test_random_small),
	};

	return cmocka_run_group_tests_name("compact", tests, NULL, NULL);
}
