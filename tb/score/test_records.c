/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * One launch of clocked hardware against the oracle: what is found, missed and false, and the rows
 * that only hardware has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../sw/score/records.h"

enum { BLOCK = 3, OTHER_BLOCK = 5, WORD = 0x1000, SECOND = 20 };

struct bench {
	struct records records;
	struct pairs pairs;
	struct score_totals totals;
};

static struct race_hit hit(uint32_t first, uint32_t second, uint64_t addr)
{
	return (struct race_hit){
		.space = PTX_SPACE_GLOBAL,
		.addr = addr,
		.bytes = 4,
		.kind = RACE_FENCE,
		.first = {.pc = first, .block = 1, .lane = RACE_NO_LANE},
		.second = {.pc = second, .warp = 2, .lane = RACE_NO_LANE},
	};
}

/* The oracle sees it; the rules without a clock say why they miss it, or M_CLOCKED: they do not. */
static void race(struct bench *b, const struct race_hit *h, enum score_row row)
{
	const struct score_pair *p = pairs_get(&b->pairs, h);

	records_racing(&b->records, h, BLOCK, (size_t)(p - b->pairs.p), true, row);
}

/* The hardware's record: it does not know the first instruction. */
static void record(struct bench *b, uint32_t second, uint64_t addr, uint64_t block)
{
	const struct race_hit h = hit(RACE_NO_PC, second, addr);

	records_told(&b->records, &h, block, &b->pairs);
}

static void settle(struct bench *b, bool dropped)
{
	records_settle(&b->records, dropped, &b->pairs, &b->totals);
}

static void accesses(const struct bench *b, uint64_t found, uint64_t missed, uint64_t false_)
{
	assert_int_equal(b->totals.found, found);
	assert_int_equal(b->totals.missed, missed);
	assert_int_equal(b->totals.false_, false_);
}

static int begin(void **state)
{
	static struct bench b;

	memset(&b, 0, sizeof(b));
	*state = &b;
	return 0;
}

static int end(void **state)
{
	struct bench *b = *state;

	records_free(&b->records);
	pairs_free(&b->pairs);
	return 0;
}

/* A loop over many words has one record: all of its accesses are found. */
static void found(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), next = hit(10, SECOND, WORD + 4),
			      other = hit(11, SECOND, WORD + 8);

	race(b, &h, SCORE_M_CLOCKED);
	race(b, &next, SCORE_M_CLOCKED);
	race(b, &other, SCORE_M_LATER_READER);
	record(b, SECOND, WORD + 4, BLOCK);
	settle(b, false);
	accesses(b, 3, 0, 0);
	assert_int_equal(b->pairs.n, 2);
	assert_int_equal(b->pairs.p[0].found, 2);
	assert_true(b->pairs.p[0].has_detected);
	assert_int_equal(b->pairs.p[0].detected.addr, WORD + 4);
	assert_false(b->pairs.p[1].has_detected); /* its word has no record */
	assert_int_equal(b->pairs.p[1].found, 1);
}

static void missed(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), other = hit(10, SECOND + 1, WORD);

	race(b, &h, SCORE_M_LATER_READER);
	race(b, &other, SCORE_M_CLOCKED);
	settle(b, false);
	accesses(b, 0, 2, 0);
	assert_int_equal(b->totals.rows_missed[SCORE_M_LATER_READER], 1);
	assert_int_equal(b->totals.rows_missed[SCORE_M_CLOCKED], 1);
	assert_int_equal(b->pairs.p[1].rows_missed[SCORE_M_CLOCKED], 1);
}

/* Of what the rules see without a clock, the ring lost something. */
static void ring(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), other = hit(10, SECOND + 1, WORD);

	race(b, &h, SCORE_M_LATER_READER);
	race(b, &other, SCORE_M_CLOCKED);
	settle(b, true);
	assert_int_equal(b->totals.rows_missed[SCORE_M_LATER_READER], 1);
	assert_int_equal(b->totals.rows_missed[SCORE_M_RING], 1);
	assert_int_equal(b->totals.rows_missed[SCORE_M_CLOCKED], 0);
}

/* An access that is in two pairs counts once in the totals. */
static void two_pairs(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), other = hit(11, SECOND, WORD);

	race(b, &h, SCORE_M_CLOCKED);
	records_racing(&b->records, &other, BLOCK,
		       (size_t)(pairs_get(&b->pairs, &other) - b->pairs.p), false, SCORE_M_CLOCKED);
	record(b, SECOND, WORD, BLOCK);
	settle(b, false);
	accesses(b, 1, 0, 0);
	assert_int_equal(b->pairs.p[0].found, 1);
	assert_int_equal(b->pairs.p[1].found, 1);
}

/* Shared memory is not watched, whatever the same instruction does elsewhere. */
static void shared(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD);
	struct race_hit in_shared = hit(10, SECOND, 64);

	in_shared.space = PTX_SPACE_SHARED;
	race(b, &h, SCORE_M_CLOCKED);
	race(b, &in_shared, SCORE_M_UNTRACKED);
	record(b, SECOND, WORD, BLOCK);
	settle(b, false);
	accesses(b, 1, 1, 0);
	assert_int_equal(b->totals.rows_missed[SCORE_M_UNTRACKED], 1);
}

/* Another word, warp or block than those that race; an instruction that does not race at all. */
static void false_alarms(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), other = hit(RACE_NO_PC, SECOND + 1, WORD);
	struct race_hit warp = hit(RACE_NO_PC, SECOND, WORD);

	race(b, &h, SCORE_M_CLOCKED);
	records_false(&b->records, &other, SCORE_F_CUMULATIVE);
	records_false(&b->records, &other, SCORE_F_RELAXED); /* the first one leads */
	record(b, SECOND, WORD + 4, BLOCK);
	record(b, SECOND, WORD, OTHER_BLOCK);
	warp.second.warp = 1;
	records_told(&b->records, &warp, BLOCK, &b->pairs);
	record(b, SECOND + 1, WORD, BLOCK);
	record(b, SECOND + 2, WORD, BLOCK);
	settle(b, true);
	accesses(b, 1, 0, 5);
	assert_int_equal(b->totals.rows_false[SCORE_F_CUMULATIVE], 1);
	assert_int_equal(b->totals.rows_false[SCORE_F_CLOCKED], 4);
	assert_int_equal(b->pairs.n, 4); /* one each of three instructions, and the race */
}

/* The highest word, warp and block of the largest machine, and their neighbours. */
static void largest(void **state)
{
	struct bench *b = *state;
	struct race_hit h = hit(10, SECOND, 0x200000000000 + (1ULL << 40) - 4), other;

	h.second.warp = 63;
	race(b, &h, SCORE_M_CLOCKED); /* of block BLOCK, */
	records_racing(&b->records, &h, 31 << 8 | 131, 0, false,
		       SCORE_M_CLOCKED); /* and the last */
	records_told(&b->records, &h, 31 << 8 | 131, &b->pairs);
	records_told(&b->records, &h, 31 << 8 | 130, &b->pairs);
	records_told(&b->records, &h, 30 << 8 | 131, &b->pairs);
	other = h;
	other.second.warp = 62;
	records_told(&b->records, &other, 31 << 8 | 131, &b->pairs);
	other = h;
	other.addr -= 4;
	records_told(&b->records, &other, 31 << 8 | 131, &b->pairs);
	settle(b, false);
	accesses(b, 1, 0, 4);
	assert_int_equal(b->pairs.p[0].found, 2);
}

/* What an earlier launch reported is not reported again; its accesses are no longer there. */
static void launches(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD), other = hit(10, SECOND + 1, WORD);
	struct race_hit kernel = h;

	race(b, &other, SCORE_M_CLOCKED);
	record(b, SECOND + 1, WORD + 4, BLOCK);
	settle(b, false);
	accesses(b, 1, 0, 1);
	race(b, &h, SCORE_M_CLOCKED);
	race(b, &other, SCORE_M_CLOCKED);
	settle(b, false);
	accesses(b, 2, 1, 1);
	record(b, SECOND + 1, WORD, BLOCK);
	settle(b, false);
	accesses(b, 2, 1, 2);
	settle(b, false);
	accesses(b, 2, 1, 2);
	kernel.second.kernel = (const struct simt_kernel *)b; /* any other one */
	kernel.second.pc = SECOND + 1;
	race(b, &kernel, SCORE_M_CLOCKED);
	settle(b, false);
	accesses(b, 2, 2, 2);
}

/* Results forgotten in the middle of a launch. */
static void clear(void **state)
{
	struct bench *b = *state;
	const struct race_hit h = hit(10, SECOND, WORD);

	race(b, &h, SCORE_M_CLOCKED);
	records_clear(&b->records);
	settle(b, false);
	accesses(b, 0, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(found, begin, end),
		cmocka_unit_test_setup_teardown(missed, begin, end),
		cmocka_unit_test_setup_teardown(ring, begin, end),
		cmocka_unit_test_setup_teardown(two_pairs, begin, end),
		cmocka_unit_test_setup_teardown(shared, begin, end),
		cmocka_unit_test_setup_teardown(false_alarms, begin, end),
		cmocka_unit_test_setup_teardown(largest, begin, end),
		cmocka_unit_test_setup_teardown(launches, begin, end),
		cmocka_unit_test_setup_teardown(clear, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
