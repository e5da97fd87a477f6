/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * crew: every item once in each run, no run before the last has ended, sleepers come back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "../../sim/base/crew.h"
#include "base/rng.h"

enum { ITEMS = 64, RUNS = 2000 };

struct tally {
	uint64_t of[ITEMS]; /* each item's own: no two threads touch one at a time */
	uint64_t run;
	uint32_t wrong;
};

static void count(void *ctx, uint32_t i)
{
	struct tally *t = ctx;

	if (t->of[i] != t->run) /* a run before this one left it out, or does it now */
		__atomic_fetch_add(&t->wrong, 1, __ATOMIC_RELAXED);
	t->of[i]++;
}

static void every_item_once(uint32_t threads)
{
	struct crew *c = crew_create(threads);
	struct tally t = {.run = 0};
	struct rng r;

	assert_non_null(c);
	rng_seed(&r, threads);
	for (; t.run < RUNS; t.run++) {
		crew_run(c, count, &t, ITEMS);
		if (!rng_below(&r, 500)) /* long enough to fall asleep */
			nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
	}
	crew_destroy(c);
	assert_int_equal(t.wrong, 0);
	for (unsigned i = 0; i < ITEMS; i++)
		assert_int_equal(t.of[i], RUNS);
}

static void test_two(void **state)
{
	(void)state;
	every_item_once(2);
}

static void test_three(void **state)
{
	(void)state;
	every_item_once(3);
}

static void test_few_items(void **state)
{
	struct crew *c = crew_create(3);
	struct tally t = {.run = 0};

	(void)state;
	for (; t.run < 1000; t.run++)
		crew_run(c, count, &t, 1);
	crew_run(c, count, &t, 0);
	crew_destroy(c);
	assert_int_equal(t.of[0], 1000);
	assert_int_equal(t.wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two),
		cmocka_unit_test(test_three),
		cmocka_unit_test(test_few_items),
	};

	return cmocka_run_group_tests_name("crew", tests, NULL, NULL);
}
