/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The hash map: any key, any value, also 0; found again after it has grown, gone when emptied.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../sw/base/hashmap.h"

enum { MANY = 5000, FEW = 20 };

/* Keys that differ in their upper, lower or all bits. */
static uint64_t key(uint64_t i, unsigned kind)
{
	return kind == 0 ? i : kind == 1 ? i << 51 : i * 0x9e3779b97f4a7c15U;
}

static void fill(struct hashmap *m, unsigned n, unsigned kind)
{
	for (uint64_t i = 0; i < n; i++) {
		uint64_t *at = hashmap_at(m, key(i, kind));

		assert_int_equal(*at, 0);
		*at = i;
		assert_int_equal(m->n, i + 1);
	}
}

static void assert_holds(struct hashmap *m, unsigned n, unsigned kind)
{
	for (uint64_t i = 0; i < n; i++) {
		assert_non_null(hashmap_find(m, key(i, kind)));
		assert_int_equal(*hashmap_find(m, key(i, kind)), i);
		assert_ptr_equal(hashmap_at(m, key(i, kind)), hashmap_find(m, key(i, kind)));
	}
	assert_null(hashmap_find(m, key(n, kind)));
	assert_int_equal(m->n, n);
}

static void found_again(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < 3; kind++) {
		struct hashmap m = {0};

		assert_null(hashmap_find(&m, 0));
		fill(&m, MANY, kind);
		assert_holds(&m, MANY, kind);
		hashmap_free(&m);
		assert_null(hashmap_find(&m, 0));
	}
}

/* A small table is kept, a large one is not. */
static void emptied(void **state)
{
	struct hashmap m = {0};
	size_t small;

	(void)state;
	fill(&m, FEW, 2);
	small = m.cap;
	for (unsigned round = 0; round < 3; round++) {
		hashmap_clear(&m);
		assert_int_equal(m.n, 0);
		assert_null(hashmap_find(&m, key(1, 2)));
		fill(&m, FEW, 2);
		assert_holds(&m, FEW, 2);
		assert_int_equal(m.cap, small);
	}
	hashmap_clear(&m);
	fill(&m, MANY, 2);
	assert_in_range(m.cap, MANY, 8 * MANY);
	hashmap_clear(&m);
	assert_in_range(m.cap, 0, small);
	fill(&m, FEW, 2);
	assert_holds(&m, FEW, 2);
	hashmap_free(&m);
	assert_int_equal(m.cap, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found_again),
		cmocka_unit_test(emptied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
