/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Counting: totals, pairs, one half missing, clearing; and the exact lock sets against the
 * detector's signatures.
 */
#include "bench.h"

#define W  "st.volatile.global.u32 [%rd1], 1;\n"
#define R  "ld.volatile.global.u32 %r6, [%rd1];\n"
#define FG "membar.gl;\n"

static const struct scene two_stores = {.blocks = 2, .warps = 1, .lanes = 1, .party = {W, W}};
static const struct scene ordered = {.blocks = 2, .warps = 1, .lanes = 1, .party = {R, R}};
static const struct scene missed = {.blocks = 2, .warps = 1, .lanes = 1, .party = {W FG, R}};

static unsigned first_choice(void *ctx, const struct machine_choice *c, unsigned n)
{
	(void)ctx;
	(void)c;
	(void)n;
	return 0;
}

static const struct machine_hook in_order = {.choose = first_choice};

static void test_found(void **state)
{
	const struct score_pair *p;
	struct bench b;
	size_t n;

	(void)state;
	bench_run(&b, &two_stores); /* two orders, one race each */
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		assert_int_equal(b.totals[c].found, 2);
		assert_int_equal(b.totals[c].missed + b.totals[c].false_, 0);
		assert_int_equal(b.totals[c].pairs_found, 2);
		p = score_pairs(b.score[c], &n);
		assert_int_equal(n, 2);
		assert_true(p[0].has_detected);
		assert_int_equal(p[0].found, 1);
		assert_int_equal(p[0].pc_first, p[1].pc_second);
		assert_int_equal(p[0].example.addr, b.buf);
		assert_int_equal(p[0].detected.second.pc, p[0].pc_second);
		score_clear(b.score[c]);
		score_pairs(b.score[c], &n);
		assert_int_equal(n, 0);
		assert_int_equal(score_totals(b.score[c])->found, 0);
	}
	bench_close(&b);
}

static void test_nothing(void **state)
{
	struct bench b;

	(void)state;
	bench_run(&b, &ordered);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++)
		assert_int_equal(b.totals[c].found + b.totals[c].missed + b.totals[c].false_, 0);
	bench_close(&b);
}

static void test_missed(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b, &missed);
	bench_once(&b, &in_order);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		const struct score_totals *t = score_totals(b.score[c]);

		assert_int_equal(t->missed, 1);
		assert_int_equal(t->rows_missed[SCORE_M_ANY_FENCE], 1);
		assert_int_equal(t->pairs_missed, 1);
		assert_int_equal(t->found + t->false_, 0);
	}
	/* again: the same pair, counted twice */
	bench_once(&b, &in_order);
	assert_int_equal(score_totals(b.score[SCORD])->missed, 2);
	assert_int_equal(score_totals(b.score[SCORD])->pairs_missed, 1);
	bench_close(&b);
}

/* Without the other half nothing is missed or false. */
static void test_halves(void **state)
{
	static const struct scene halves = {
		.blocks = 2, .warps = 1, .lanes = 1, .party = {W, W}, .halves = true};
	const struct score_pair *p;
	struct bench b;
	size_t n;

	(void)state;
	bench_run(&b, &halves);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		assert_int_equal(b.totals[c].found, 2);
		assert_int_equal(b.totals[c].missed + b.totals[c].false_, 0);
	}
	p = score_pairs(b.score[PAPER], &n); /* whose pc the detector does not know */
	assert_int_equal(n, 2);
	assert_int_equal(p[0].pc_first, RACE_NO_PC);
	assert_true(p[0].has_detected);
	p = score_pairs(b.score[CACHED], &n);
	assert_int_equal(n, 2);
	assert_int_not_equal(p[0].pc_first, RACE_NO_PC);
	assert_false(p[0].has_detected);
	bench_close(&b);
}

static void test_names(void **state)
{
	(void)state;
	assert_string_equal(score_row_name(SCORE_UNEXPLAINED), "unexplained");
	assert_string_equal(score_row_name(SCORE_M_BLOOM), "m-bloom");
	assert_string_equal(score_row_name(SCORE_ROWS), "?");
	for (unsigned i = 0; i < SCORE_ROWS; i++) {
		assert_true(strlen(score_row_text((enum score_row)i)) > 10);
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(score_row_name((enum score_row)i),
						score_row_name((enum score_row)j));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_found),  cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_missed), cmocka_unit_test(test_halves),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
