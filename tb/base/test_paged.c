/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The sparse array: pages come when asked for, hold what they are filled with, keep their
 * addresses, are reused, and are counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../sw/base/paged.h"
#include "../../sw/base/rng.h"

enum { PAYLOAD = 64, WORDS = PAYLOAD / 8, MANY = 5000 };

static uint64_t *words(struct page *g)
{
	return page_payload(g);
}

static void assert_fresh(struct page *g, uint64_t number, uint64_t fill)
{
	assert_int_equal(g->number, number);
	for (unsigned i = 0; i < WORDS; i++)
		assert_int_equal(words(g)[i], fill);
}

/* New pages hold the fill, also those that were used before. */
static void pages_begin_filled(void **state)
{
	static const uint64_t fills[] = {0, 7, UINT64_MAX};

	(void)state;
	for (unsigned f = 0; f < sizeof(fills) / sizeof(*fills); f++) {
		struct paged p;

		paged_open(&p, NULL, PAYLOAD, fills[f], PAGED_KEEP_ALL);
		for (unsigned round = 0; round < 3; round++) {
			for (uint64_t n = 0; n < 100; n++) {
				assert_null(paged_look(&p, n << 40));
				assert_fresh(paged_at(&p, n << 40), n << 40, fills[f]);
				words(paged_at(&p, n << 40))[n % WORDS] = n + 100;
			}
			for (uint64_t n = 0; n < 100; n++)
				assert_int_equal(words(paged_look(&p, n << 40))[n % WORDS],
						 n + 100);
			paged_clear(&p);
			assert_int_equal(p.n, 0);
			assert_int_equal(p.n_spare, 100);
		}
		paged_close(&p);
	}
}

/* Against a plain table; numbers that share places of the recent ones. */
static void any_order(void **state)
{
	static struct page *is[MANY];
	struct paged p;
	struct rng r;
	size_t n = 0;

	(void)state;
	rng_seed(&r, 3);
	paged_open(&p, NULL, PAYLOAD, 0, 8);
	for (unsigned step = 0; step < 20 * MANY; step++) {
		const uint32_t i = (uint32_t)(rng_next(&r) % MANY);
		const uint64_t number = (uint64_t)i << 6 | 1ULL << 63;

		assert_ptr_equal(paged_look(&p, number), is[i]);
		assert_ptr_equal(paged_find(&p, number), is[i]);
		if (rng_next(&r) % 4) {
			struct page *g = paged_at(&p, number);

			assert_true(!is[i] || is[i] == g);
			assert_ptr_equal(paged_recent(&p, number), g);
			if (!is[i])
				assert_fresh(g, number, 0);
			n += !is[i];
			is[i] = g;
			words(g)[0] = i + 1;
		} else {
			paged_remove(&p, number);
			assert_null(paged_recent(&p, number));
			n -= is[i] != NULL;
			is[i] = NULL;
		}
		assert_int_equal(p.n, n);
		assert_in_range(p.n_spare, 0, 8);
	}
	for (uint64_t i = 0; i < MANY; i++)
		if (is[i])
			assert_int_equal(words(paged_look(&p, i << 6 | 1ULL << 63))[0], i + 1);
	paged_close(&p);
}

/* Two pages that share a place among the recent ones: removing one leaves the other. */
static void recent_of_another(void **state)
{
	struct paged p;
	struct page *a, *b;

	(void)state;
	paged_open(&p, NULL, PAYLOAD, 0, 0);
	a = paged_at(&p, 1);
	b = paged_at(&p, 1 << 18 | 1);
	assert_ptr_equal(paged_look(&p, 1), a);
	paged_remove(&p, 1);
	assert_null(paged_look(&p, 1));
	assert_ptr_equal(paged_look(&p, 1 << 18 | 1), b);
	paged_remove(&p, 5);
	assert_int_equal(p.n, 1);
	paged_close(&p);
	assert_null(paged_look(&p, 1 << 18 | 1));
	paged_close(&p);
}

/* The tally counts pages and table, in use or spare, and nothing is left. */
static void memory_is_counted(void **state)
{
	const uint64_t page = sizeof(struct page) + PAYLOAD;
	struct tally t = {0, 0};
	struct paged p;
	uint64_t empty;

	(void)state;
	paged_open(&p, &t, PAYLOAD, 1, 10);
	empty = t.now;
	assert_in_range(empty, 1, 4096);
	for (uint64_t n = 0; n < 20; n++)
		paged_at(&p, n);
	assert_int_equal(t.now, empty + 20 * page);
	paged_clear(&p);
	assert_int_equal(t.now, empty + 10 * page);
	for (uint64_t n = 0; n < 10; n++)
		paged_at(&p, n);
	assert_int_equal(t.now, empty + 10 * page);
	for (uint64_t n = 0; n < MANY; n++)
		paged_at(&p, n);
	assert_in_range(t.now, MANY * page + MANY * sizeof(struct page *), UINT64_MAX);
	paged_clear(&p);
	assert_int_equal(t.now, empty + 10 * page);
	paged_close(&p);
	assert_int_equal(t.now, 0);
	assert_in_range(t.peak, MANY * page, UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_begin_filled),
		cmocka_unit_test(any_order),
		cmocka_unit_test(recent_of_another),
		cmocka_unit_test(memory_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
