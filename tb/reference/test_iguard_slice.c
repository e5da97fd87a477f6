/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iGUARD beside a slice: stores of two blocks race; what becomes of them in records and in the
 * counters that the unit's registers show; halted, closed, a new run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "pf_regs.h"
#include "reference/pf_iguard_slice.h"

enum { LINE = 5, SECTORS = 4, NO_POOL = 0 };

static void start(struct pf_iguard_slice *s, uint32_t ring_log2)
{
	assert_true(pf_iguard_slice_init(
		s, &(struct pf_iguard_slice_config){.geometry = "ref",
						    .lanes = true,
						    .pool = NO_POOL,
						    .first_word = LINE * PF_IGUARD_LINE_WORDS,
						    .words = PF_IGUARD_LINE_WORDS,
						    .ring_log2 = ring_log2,
						    .seen = PF_REF_SEEN,
						    .pc_bits = PF_REF_IGUARD_RACE_PC_W}));
}

/* A store of lanes of a warp to words side by side. */
static void store(struct pf_iguard_slice *s, uint32_t block, uint32_t pc, uint8_t words)
{
	pf_iguard_slice_request(
		s, &(struct pf_iguard_request){
			   .sector = LINE * SECTORS,
			   .words = words,
			   .pc = pc,
			   .tag = {.write = true,
				   .by = {.side = {.block = block + 1, .bytes = 15, .size = 2},
					  .step = PF_IGUARD_STEP_WORD}}});
}

static uint64_t counter(const struct pf_iguard_slice *s, uint32_t reg)
{
	uint64_t n = UINT64_MAX;

	assert_true(pf_iguard_slice_counter(s, reg, &n));
	return n;
}

static uint64_t numbered(const struct pf_iguard_slice *s, unsigned number)
{
	return counter(s, PF_REG_COUNTERS + 8 * number);
}

static void test_records(void **state)
{
	struct pf_iguard_slice s;

	(void)state;
	start(&s, 1);
	store(&s, 1, 10, 15);
	store(&s, 2, 11, 7); /* one race, of three words */
	store(&s, 1, 11, 3); /* the same pc and kind */
	store(&s, 2, 12, 3); /* the ring is full then */
	store(&s, 1, 13, 3);
	assert_int_equal(numbered(&s, PF_COUNTER_CHECKS), 4 + 3 + 2 + 2 + 2);
	assert_int_equal(numbered(&s, PF_COUNTER_RACE_FENCE_BLOCK), 4);
	assert_int_equal(numbered(&s, PF_COUNTER_RECORDS), 2);
	assert_int_equal(counter(&s, PF_REG_REPEATED), 1);
	assert_int_equal(counter(&s, PF_REG_DROPPED), 1);
	assert_int_equal(pf_beat_get(&s.report.unit.ring[0], s.report.field[PF_IGUARD_RACE_WORDS]),
			 7);
	assert_int_equal(pf_beat_get(&s.report.unit.ring[1], s.report.field[PF_IGUARD_RACE_PC]),
			 12);
	pf_iguard_slice_restart(&s);
	assert_int_equal(s.report.unit.head, 0);
	store(&s, 2, 14, 3); /* nobody was there before */
	assert_int_equal(numbered(&s, PF_COUNTER_RACE_FENCE_BLOCK), 4);
	assert_int_equal(numbered(&s, PF_COUNTER_RECORDS), 2);
	pf_iguard_slice_free(&s);
}

static void test_halted(void **state)
{
	const struct pf_iguard_request epoch = {.is_message = true,
						.message.kind = PF_IGUARD_MSG_EPOCH};
	struct pf_iguard_slice s;

	(void)state;
	start(&s, 4);
	store(&s, 1, 10, 15);
	s.config.disabled = true;
	store(&s, 2, 11, 15);
	assert_int_equal(numbered(&s, PF_COUNTER_SKIPPED), 4);
	s.config.closed = true;
	pf_iguard_slice_request(&s, &epoch);
	assert_int_equal(counter(&s, PF_REG_WRAPS), 0);
	s.config.closed = s.config.disabled = false;
	store(&s, 2, 12, 1);
	assert_int_equal(numbered(&s, PF_COUNTER_RECORDS), 1);
	pf_iguard_slice_request(&s, &epoch);
	assert_int_equal(counter(&s, PF_REG_WRAPS), 1);
	store(&s, 1, 13, 1);
	assert_int_equal(numbered(&s, PF_COUNTER_RECORDS), 1);
	pf_iguard_slice_free(&s);
}

/* Words of four blocks in a line for which the pool has no block. */
static void test_counters(void **state)
{
	struct pf_iguard_slice s;
	uint64_t n;

	(void)state;
	start(&s, 0);
	for (uint32_t i = 0; i < 4; i++)
		store(&s, i, i, (uint8_t)(1U << i));
	assert_int_equal(counter(&s, PF_REG_FORGOTTEN), 1);
	assert_int_equal(numbered(&s, PF_COUNTER_RECORDS), 0);
	assert_false(pf_iguard_slice_counter(&s, PF_REG_COUNTERS + 8 * PF_COUNTER_META_READS, &n));
	assert_false(pf_iguard_slice_counter(&s, PF_REG_ID, &n));
	assert_false(pf_iguard_slice_counter(&s, PF_REG_COUNTERS + 8 * PF_COUNTERS, &n));
	pf_iguard_slice_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_halted),
		cmocka_unit_test(test_counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
