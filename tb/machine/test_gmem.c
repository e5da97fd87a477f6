/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "machine/gmem.h"

enum { MIB = 1 << 20 };

static struct gmem *make(uint64_t capacity, bool poison)
{
	struct diag d = {""};
	struct gmem *g = gmem_create(capacity, poison, &d);

	assert_string_equal(d.text, "");
	assert_non_null(g);
	return g;
}

static void addresses_are_fixed_and_aligned(void **state)
{
	struct gmem *g = make(MIB, false);
	const uint64_t a = gmem_alloc(g, 1, 1, GMEM_DEVICE, NULL);
	const uint64_t b = gmem_alloc(g, 1000, 4096, GMEM_MANAGED, "b");
	uint64_t used, capacity;

	(void)state;
	assert_true(a >= GMEM_BASE && a < GMEM_BASE + MIB);
	assert_int_equal(a % 256, 0);
	assert_int_equal(b % 4096, 0);
	assert_true(b - a >= 512);
	gmem_usage(g, &used, &capacity);
	assert_int_equal(used, 1001);
	assert_int_equal(capacity, MIB);
	gmem_destroy(g);
	g = make(MIB, false);
	assert_int_equal(gmem_alloc(g, 1, 1, GMEM_DEVICE, NULL), a);
	gmem_destroy(g);
}

static void second_arena_is_refused(void **state)
{
	struct gmem *g = make(MIB, false);
	struct diag d = {""};

	(void)state;
	assert_null(gmem_create(MIB, false, &d));
	assert_non_null(strstr(d.text, "cannot map"));
	gmem_destroy(g);
	g = make(MIB, false);
	gmem_destroy(g);
	assert_null(gmem_create(0, false, &d));
	assert_null(gmem_create(UINT64_MAX, false, &d));
	gmem_destroy(NULL);
}

static void find_knows_every_byte(void **state)
{
	struct gmem *g = make(MIB, false);
	uint64_t at[20];

	(void)state;
	for (unsigned i = 0; i < 20; i++)
		at[i] = gmem_alloc(g, 100 + i, 0, GMEM_DEVICE, NULL);
	for (unsigned i = 0; i < 20; i++) {
		assert_int_equal(gmem_find(g, at[i])->addr, at[i]);
		assert_int_equal(gmem_find(g, at[i] + 99 + i)->serial, i + 1);
		assert_null(gmem_find(g, at[i] + 100 + i));
		assert_null(gmem_find(g, at[i] - 1));
		assert_int_equal(gmem_nearest(g, at[i] + 100 + i)->addr, at[i]);
		assert_ptr_equal(gmem_host(g, at[i] + 4, 96 + i), (void *)(uintptr_t)(at[i] + 4));
		assert_null(gmem_host(g, at[i] + 4, 97 + i));
		assert_null(gmem_host(g, at[i] + 4, UINT64_MAX));
	}
	assert_null(gmem_find(g, 0));
	assert_null(gmem_nearest(g, 0));
	assert_null(gmem_find(g, UINT64_MAX));
	assert_true(gmem_in_arena(at[3]));
	assert_false(gmem_in_arena(0));
	assert_false(gmem_in_arena((uint64_t)(uintptr_t)&at));
	gmem_destroy(g);
}

static void free_is_checked_and_remembered(void **state)
{
	struct gmem *g = make(MIB, false);
	const uint64_t a = gmem_alloc(g, 64, 0, GMEM_DEVICE, NULL);
	const uint64_t b = gmem_alloc(g, 64, 0, GMEM_DEVICE, NULL);
	uint64_t used;

	(void)state;
	assert_int_equal(gmem_free(g, a + 1), -1);
	assert_int_equal(gmem_free(g, 0), -1);
	assert_int_equal(gmem_free(g, a), 0);
	assert_int_equal(gmem_free(g, a), -1);
	assert_true(gmem_find(g, a + 63)->freed);
	assert_null(gmem_host(g, a, 1));
	assert_null(gmem_nearest(g, a + 70));
	assert_true(gmem_alloc(g, 64, 0, GMEM_DEVICE, NULL) > b);
	gmem_usage(g, &used, NULL);
	assert_int_equal(used, 128);
	gmem_destroy(g);
}

static void walk_is_in_address_order(void **state)
{
	struct gmem *g = make(MIB, false);
	const struct gmem_block *b = NULL;
	uint64_t at[5];
	unsigned n = 0;

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		at[i] = gmem_alloc(g, 8, 0, GMEM_DEVICE, NULL);
	gmem_free(g, at[2]);
	while ((b = gmem_next(g, b))) {
		assert_int_equal(b->addr, at[n + (n >= 2)]);
		n++;
	}
	assert_int_equal(n, 4);
	gmem_destroy(g);
}

static void full_arena_says_so(void **state)
{
	struct gmem *g = make(MIB, false);

	(void)state;
	assert_int_equal(gmem_alloc(g, MIB, 0, GMEM_DEVICE, NULL), 0);
	assert_int_equal(gmem_alloc(g, UINT64_MAX, 0, GMEM_DEVICE, NULL), 0);
	assert_int_equal(gmem_alloc(g, 1, 1ULL << 63, GMEM_DEVICE, NULL), 0);
	assert_int_not_equal(gmem_alloc(g, MIB / 2, 0, GMEM_DEVICE, NULL), 0);
	assert_int_equal(gmem_alloc(g, MIB / 2, 0, GMEM_DEVICE, NULL), 0);
	gmem_destroy(g);
}

/* Reuse starts when nothing fresh is left, and takes what was freed first. */
static void reuse_is_late_and_oldest_first(void **state)
{
	enum { SIZE = 100 * 1024 };
	struct gmem *g = make(MIB, false);
	uint64_t at[16];
	unsigned n = 0;

	(void)state;
	while (n < 16 && (at[n] = gmem_alloc(g, SIZE, 0, GMEM_DEVICE, NULL)))
		n++;
	assert_int_equal(n, 10);
	gmem_free(g, at[7]);
	gmem_free(g, at[3]);
	assert_int_equal(gmem_alloc(g, SIZE, 0, GMEM_DEVICE, NULL), at[7]);
	assert_true(gmem_find(g, at[3])->freed);
	assert_int_equal(gmem_alloc(g, SIZE, 0, GMEM_DEVICE, NULL), at[3]);
	assert_int_equal(gmem_alloc(g, SIZE, 0, GMEM_DEVICE, NULL), 0);
	gmem_free(g, at[4]);
	gmem_free(g, at[5]);
	assert_int_equal(gmem_alloc(g, 2 * SIZE, 0, GMEM_DEVICE, NULL), at[4]);
	gmem_destroy(g);
}

static void many_small_ones_are_recycled(void **state)
{
	struct gmem *g = make(MIB, false);
	uint64_t live[64] = {0};

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		const unsigned k = i * 7 % 64;

		if (live[k])
			assert_int_equal(gmem_free(g, live[k]), 0);
		live[k] = gmem_alloc(g, 1 + i % 900, 0, GMEM_HEAP, NULL);
		assert_int_not_equal(live[k], 0);
		assert_int_equal(gmem_find(g, live[k])->size, 1 + i % 900);
	}
	for (unsigned i = 0; i < 64; i++)
		for (unsigned k = 0; k < i; k++)
			assert_true(live[i] != live[k]);
	gmem_destroy(g);
}

static void check_fill(bool poison, unsigned char want)
{
	struct gmem *g = make(MIB, poison);
	unsigned char *p;

	for (unsigned i = 0; i < 50; i++) { /* goes round the arena several times */
		const uint64_t a = gmem_alloc(g, 300000, 0, GMEM_DEVICE, NULL);

		p = gmem_host(g, a, 300000);
		assert_non_null(p);
		for (unsigned k = 0; k < 300000; k++)
			if (p[k] != want)
				fail_msg("byte %u of round %u is %u", k, i, p[k]);
		memset(p, 0x55, 300000);
		gmem_free(g, a);
	}
	gmem_destroy(g);
}

static void fresh_memory_is_zero(void **state)
{
	(void)state;
	check_fill(false, 0);
}

static void fresh_memory_is_poisoned(void **state)
{
	(void)state;
	check_fill(true, 0xcc);
}

static void parked_comes_back_fresh(void **state)
{
	struct gmem *g = make(MIB, false);
	const uint64_t a = gmem_alloc(g, 1000, 1, GMEM_DEVICE, NULL);
	const uint32_t serial = gmem_find(g, a)->serial;
	uint64_t used, capacity, other;
	unsigned n = 0;

	(void)state;
	memset(gmem_host(g, a, 1000), 1, 1000);
	assert_int_equal(gmem_unpark(g, a), -1);
	assert_int_equal(gmem_park(g, a + 1), -1);
	assert_int_equal(gmem_park(g, a), 0);
	assert_int_equal(gmem_park(g, a), -1);
	assert_int_equal(gmem_free(g, a), -1);
	assert_true(gmem_find(g, a)->freed);
	assert_null(gmem_host(g, a, 1));
	gmem_usage(g, &used, &capacity);
	assert_int_equal(used, 0);
	/* the arena is used up and over again: its addresses stay its own */
	for (; n < 5000; n++) {
		other = gmem_alloc(g, 1000, 1, GMEM_DEVICE, NULL);
		assert_true(other && (other >= a + 1000 || other + 1000 <= a));
		assert_int_equal(gmem_free(g, other), 0);
	}
	assert_int_equal(gmem_unpark(g, a), 0);
	assert_true(gmem_find(g, a)->serial > serial);
	assert_int_equal(*(char *)gmem_host(g, a, 1000), 0);
	assert_int_equal(gmem_free(g, a), 0);
	gmem_destroy(g);
}

static void names_outlive_their_owner(void **state)
{
	struct gmem *g = make(MIB, false);
	char name[] = "counter";
	const uint64_t a = gmem_alloc(g, 4, 4, GMEM_VARIABLE, name);

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	assert_string_equal(gmem_find(g, a)->name, "counter");
	gmem_destroy(g);
}

static int memory_of(uint64_t size)
{
	const int fd = memfd_create("test_gmem", 0);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)size), 0);
	return fd;
}

static void mapped_memory_comes_and_goes(void **state)
{
	enum { PAGE = 4096 };
	struct gmem *g = make(MIB, true);
	const uint64_t a = gmem_reserve(g, 4 * PAGE, PAGE),
		       next = gmem_alloc(g, 8, 1, GMEM_DEVICE, NULL);
	const int one = memory_of(PAGE), two = memory_of(2 * PAGE);
	uint64_t used;

	(void)state;
	assert_int_equal(a % PAGE, 0);
	gmem_usage(g, &used, NULL);
	assert_int_equal(used, 8);
	assert_true(gmem_find(g, a)->freed);
	assert_int_equal(gmem_map(g, next, PAGE, one), -1);
	assert_int_equal(gmem_map(g, a + 3 * PAGE, 2 * PAGE, two), -1);
	assert_int_equal(gmem_map(g, a + PAGE, PAGE, one), 0);
	assert_int_equal(gmem_map(g, a + PAGE, PAGE, one), -1);
	assert_int_equal(gmem_map(g, a, 2 * PAGE, two), -1);
	assert_int_equal(gmem_map(g, a + 2 * PAGE, 2 * PAGE, two), 0);
	assert_null(gmem_host(g, a + PAGE, 1));
	assert_int_equal(gmem_allow(g, a, GMEM_MAPPED), -1);
	assert_int_equal(gmem_allow(g, a + PAGE, GMEM_MAPPED), 0);
	assert_null(gmem_host(g, a + PAGE, PAGE + 1)); /* the second one is closed */
	assert_int_equal(gmem_allow(g, a + 2 * PAGE, GMEM_MAPPED), 0);
	assert_non_null(gmem_host(g, a + PAGE, 3 * PAGE));
	assert_null(gmem_host(g, a + PAGE, 3 * PAGE + 1));
	assert_null(gmem_host(g, a, 1));
	assert_int_equal(gmem_find(g, a + 3 * PAGE)->addr, a + 2 * PAGE);
	memset((void *)(uintptr_t)(a + PAGE), 7, 3 * PAGE);
	assert_int_equal(gmem_unmap(g, a), -1); /* nothing is mapped there */
	assert_int_equal(gmem_unmap(g, a + 2 * PAGE), 0);
	assert_int_equal(gmem_unmap(g, a + PAGE), 0);
	assert_int_equal(gmem_find(g, a + 3 * PAGE)->addr, a); /* one again */
	assert_int_equal(gmem_map(g, a, 2 * PAGE, two), 0);    /* with the bytes that it had */
	assert_int_equal(*(uint8_t *)(uintptr_t)(a + PAGE), 7);
	assert_int_equal(gmem_unmap(g, a), 0);
	assert_int_equal(gmem_unreserve(g, a), 0);
	assert_int_equal(gmem_unreserve(g, a), -1);
	assert_int_equal(gmem_count(g, MIB), -1);
	assert_int_equal(gmem_count(g, PAGE), 0);
	gmem_usage(g, &used, NULL);
	assert_int_equal(used, 8 + PAGE);
	assert_int_equal(gmem_count(g, -PAGE), 0);
	gmem_free(g, next);
	assert_int_equal(gmem_alloc(g, MIB - 512, 1, GMEM_DEVICE, NULL),
			 GMEM_BASE + 256); /* all of it */
	close(one);
	close(two);
	gmem_destroy(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_fixed_and_aligned),
		cmocka_unit_test(second_arena_is_refused),
		cmocka_unit_test(mapped_memory_comes_and_goes),
		cmocka_unit_test(find_knows_every_byte),
		cmocka_unit_test(free_is_checked_and_remembered),
		cmocka_unit_test(walk_is_in_address_order),
		cmocka_unit_test(full_arena_says_so),
		cmocka_unit_test(reuse_is_late_and_oldest_first),
		cmocka_unit_test(many_small_ones_are_recycled),
		cmocka_unit_test(fresh_memory_is_zero),
		cmocka_unit_test(fresh_memory_is_poisoned),
		cmocka_unit_test(parked_comes_back_fresh),
		cmocka_unit_test(names_outlive_their_owner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
