/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A few hundred random programs, as campaign.c runs by the ten thousand: nothing unexplained,
 * and scord on full metadata shows none of the false alarms that were corrected in it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* One program for the test and for campaign: the modules are no part of the library. */
#include "interleavings.h"
#include "program.h"

enum { PROGRAMS = 800, SEED = 77 };

static struct tally tally;

static void test_programs(void **state)
{
	struct program p;

	(void)state;
	for (uint64_t i = 0; i < PROGRAMS; i++) {
		program_make(&p, SEED * 1000000ULL + i);
		if (interleavings_run(&scord_set, &p, &tally, 0, stderr))
			fail_msg("program of seed %llu", (unsigned long long)p.seed);
	}
	assert_int_equal(tally.programs, PROGRAMS);
}

/* iGUARD's rules, published and corrected: nothing unexplained; the corrected ones find more, and
 * make up less. */
static void test_iguard(void **state)
{
	static struct tally t;
	const struct score_totals *mended = &t.totals[0], *paper = &t.totals[1];
	struct program p;

	(void)state;
	for (uint64_t i = 0; i < PROGRAMS; i++) {
		program_make(&p, SEED * 1000000ULL + i);
		if (interleavings_run(&iguard_set, &p, &t, 0, stderr))
			fail_msg("program of seed %llu", (unsigned long long)p.seed);
	}
	assert_true(t.totals[2].rows_missed[SCORE_M_IGUARD_KEPT] > 0);
	assert_int_equal(mended->rows_missed[SCORE_M_IGUARD_KEPT], 0);
	assert_true(t.totals[2].false_ <= mended->false_);
	assert_true(mended->found > paper->found);
	assert_true(mended->false_ < paper->false_);
	assert_true(paper->rows_missed[SCORE_M_IGUARD_PUBLISHED] > 0);
	assert_true(paper->rows_false[SCORE_F_IGUARD_PUBLISHED] > 0);
	assert_int_equal(mended->rows_missed[SCORE_M_IGUARD_PUBLISHED], 0);
	assert_int_equal(mended->rows_false[SCORE_F_IGUARD_PUBLISHED], 0);
	assert_true(mended->rows_missed[SCORE_M_IGUARD_REPLACED] > 0);
	assert_true(mended->rows_missed[SCORE_M_IGUARD_FENCE] > 0);
	assert_true(mended->rows_false[SCORE_F_IGUARD_LOCK] > 0);
}

/* Clocks that are full cost misses, and make nothing up. */
static void test_full_clocks(void **state)
{
	static struct tally t;
	const struct score_totals *wide = &t.totals[0], *narrow = &t.totals[1];
	struct program p;

	(void)state;
	for (uint64_t i = 0; i < PROGRAMS; i++) {
		program_make(&p, SEED * 1000000ULL + i);
		if (interleavings_run(&iguard_clock_set, &p, &t, 0, stderr))
			fail_msg("program of seed %llu", (unsigned long long)p.seed);
	}
	assert_true(narrow->found < wide->found);
	assert_true(narrow->false_ <= wide->false_);
	assert_true(narrow->rows_missed[SCORE_M_IGUARD_KEPT] >
		    wide->rows_missed[SCORE_M_IGUARD_KEPT]);
}

/* The generator must go on making what the campaign is about. */
static void test_variety(void **state)
{
	static const enum score_row want_false[] = {SCORE_F_WEAK_ORDERED, SCORE_F_PREDICTED_LOCK,
						    SCORE_F_BLOCK_ATOMIC_RELEASED};
	static const enum score_row want_missed[] = {SCORE_M_ANY_FENCE, SCORE_M_FORGOTTEN,
						     SCORE_M_OWNER_OVERWRITTEN,
						     SCORE_M_LATER_READER};

	(void)state;
	assert_in_range(tally.racy_programs, PROGRAMS / 4, PROGRAMS - PROGRAMS / 10);
	assert_in_range(tally.exhaustive, PROGRAMS / 5, PROGRAMS);
	assert_in_range(tally.hung, 1, tally.runs / 5);
	for (unsigned c = 0; c < CHECKERS; c++) {
		const struct score_totals *t = &tally.totals[c];

		assert_true(t->found > t->false_ && t->missed > 0);
		for (size_t i = 0; i < sizeof(want_false) / sizeof(*want_false); i++)
			if (!t->rows_false[want_false[i]])
				fail_msg("no %s", score_row_name(want_false[i]));
		for (size_t i = 0; i < sizeof(want_missed) / sizeof(*want_missed); i++)
			if (!t->rows_missed[want_missed[i]])
				fail_msg("no %s", score_row_name(want_missed[i]));
	}
}

/* The paper's policy shows what the corrected one must not: the criterion can fail. */
static void test_forbidden(void **state)
{
	const struct score_totals *paper = &tally.totals[1];
	struct score_totals t = {0};

	(void)state;
	assert_true(paper->rows_false[SCORE_F_SUB_WORD] + paper->rows_false[SCORE_F_SECOND_STORE] +
			    paper->rows_false[SCORE_F_AFTER_SCOPE_RACE] >
		    0);
	assert_null(forbidden(&scord_set.c[0], &t));
	t.rows_false[SCORE_F_SUB_WORD] = 1;
	assert_non_null(forbidden(&scord_set.c[0], &t));
	assert_null(forbidden(&scord_set.c[1], &t));
	t.rows_missed[SCORE_UNEXPLAINED] = 1;
	assert_non_null(forbidden(&scord_set.c[1], &t));
}

static void test_repeatable(void **state)
{
	static struct tally a, b;
	struct program p, q;

	(void)state;
	program_make(&p, 4711);
	program_make(&q, 4711);
	assert_memory_equal(&p, &q, sizeof(p));
	assert_true(interleavings_run(&scord_set, &p, &a, 0, stderr) >= 0);
	assert_true(interleavings_run(&scord_set, &q, &b, 0, stderr) >= 0);
	assert_memory_equal(&a, &b, sizeof(a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs),    cmocka_unit_test(test_iguard),
		cmocka_unit_test(test_full_clocks), cmocka_unit_test(test_variety),
		cmocka_unit_test(test_forbidden),   cmocka_unit_test(test_repeatable),
	};

	return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}
