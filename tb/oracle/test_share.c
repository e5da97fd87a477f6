/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What words of one history share, and what must come apart when they part: accesses, states,
 * chains, observers. Lock step, where a warp is one thread.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "direct.h"

/* Lanes 0 .. n - 1 at words at(0), at(1) .. of op. */
static struct simt_op lanes(enum simt_op_kind kind, enum ptx_sem sem, uint32_t n, uint32_t at,
			    uint32_t step)
{
	struct simt_op op =
		direct_at(kind, sem, sem == PTX_SEM_WEAK ? PTX_SCOPE_NONE : PTX_SCOPE_GPU, at);

	op.mask = n < 32 ? (1U << n) - 1 : UINT32_MAX;
	for (uint32_t l = 0; l < 32; l++)
		op.addr[l] += 4ULL * l * step;
	return op;
}

static size_t many(struct direct *d, uint32_t block, enum simt_op_kind kind, enum ptx_sem sem,
		   uint32_t n, uint32_t at)
{
	struct simt_op op = lanes(kind, sem, n, at, 1);

	direct_op(d, block, 0, &op);
	return d->n;
}

/* fence.acq_rel.gpu: one that is sequentially consistent would order more than these tests mean. */
static void fence(struct direct *d, uint32_t block)
{
	struct simt_op op = direct_at(SIMT_OP_FENCE, PTX_SEM_ACQ_REL, PTX_SCOPE_GPU, 0);

	direct_op(d, block, 0, &op);
}

/* States by the thousand that two words share: read by one warp, then by another. */
static void states_of_pairs(void **state)
{
	enum { PAIRS = 20000 };
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 3, 32);
	for (unsigned round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < PAIRS; i++) {
			assert_int_equal(many(&d, 0, SIMT_OP_LD, PTX_SEM_WEAK, 2, 2 * i), 0);
			assert_int_equal(many(&d, 1, SIMT_OP_LD, PTX_SEM_WEAK, 2, 2 * i), 0);
		}
		for (uint32_t i = 0; i < 2 * PAIRS; i += 97) { /* one of a pair, then the other */
			assert_int_equal(direct_st(&d, 2, 0, i), 2);
			assert_int_equal(direct_st(&d, 2, 0, i ^ 1), 2);
		}
		d.to->launch_end(d.to->ctx, &d.info, 0);
		direct_launch(&d);
	}
	direct_close(&d);
}

/* Lanes that lie anywhere have one record: each race has its own lane. */
static void scattered(void **state)
{
	enum { TIMES = 64, AREA = 4096 };
	struct direct d;

	(void)state;
	direct_open(&d, false, true, 2, 32);
	for (uint32_t i = 0; i < TIMES; i++) {
		struct simt_op op = lanes(SIMT_OP_ST, PTX_SEM_WEAK, 32, i * AREA, 0);

		for (uint32_t l = 0; l < 32; l++)
			op.addr[l] += 4ULL * (l * l + i * l);
		direct_op(&d, 0, 0, &op);
		assert_int_equal(d.n, 0);
	}
	for (uint32_t i = 0; i < TIMES; i++) {
		const uint32_t l = i * 5 % 32;

		direct_ld(&d, 1, 0, i * AREA + l * l + i * l);
		assert_int_equal(d.n, 1);
		assert_int_equal(d.hits[0].first.lane, l);
	}
	direct_close(&d);
}

/* A warp writes words and flags together; another observes some of the flags. */
static void some_observed(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, true, 3, 32);
	many(&d, 0, SIMT_OP_ST, PTX_SEM_WEAK, 32, 0);
	fence(&d, 0);
	many(&d, 0, SIMT_OP_ST, PTX_SEM_RELAXED, 32, 64);
	/* a third warp writes half of the flags anew, and releases nothing */
	many(&d, 2, SIMT_OP_ST, PTX_SEM_RELAXED, 16, 64);
	many(&d, 1, SIMT_OP_LD, PTX_SEM_RELAXED, 16, 64);
	fence(&d, 1);
	assert_int_equal(direct_ld(&d, 1, 0, 3), 1);
	many(&d, 1, SIMT_OP_LD, PTX_SEM_RELAXED, 32, 64);
	fence(&d, 1);
	assert_int_equal(direct_ld(&d, 1, 0, 4), 0);
	direct_close(&d);
}

/* Strong reads of a hundred locations that nobody fenced after: an acquire of one of them completes
 * what that one had released, and only that. */
static void acquire_later(void **state)
{
	enum { FLAGS = 100, AT = 1000, ACQUIRED = 40 };
	struct direct d;
	struct simt_op op;

	(void)state;
	direct_open(&d, false, true, 3, 32);
	for (uint32_t i = 0; i < FLAGS; i++) {
		direct_st(&d, 0, 0, i);
		fence(&d, 0);
		many(&d, 0, SIMT_OP_ST, PTX_SEM_RELAXED, 1, AT + i);
	}
	for (uint32_t times = 0; times < 3; times++)
		for (uint32_t i = 0; i < FLAGS; i++)
			many(&d, 1, SIMT_OP_LD, PTX_SEM_RELAXED, 1, AT + i);
	for (uint32_t i = 0; i < FLAGS; i++) /* the values are lost, what was observed is not */
		many(&d, 2, SIMT_OP_ST, PTX_SEM_RELAXED, 1, AT + i);
	op = lanes(SIMT_OP_LD, PTX_SEM_ACQUIRE, 1, AT + ACQUIRED, 1);
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 0);
	for (uint32_t i = 0; i < FLAGS; i++)
		assert_int_equal(direct_ld(&d, 1, 0, i), i > ACQUIRED);
	direct_close(&d);
}

/* A location of another size in the same 8 bytes: the words there are kept, and end one by one. */
static void other_sizes(void **state)
{
	struct direct d;
	struct simt_op op;

	(void)state;
	direct_open(&d, false, true, 3, 32);
	direct_st(&d, 0, 0, 100);
	fence(&d, 0);
	many(&d, 0, SIMT_OP_ST, PTX_SEM_RELAXED, 4, 0);
	op = lanes(SIMT_OP_ST, PTX_SEM_RELAXED, 1, 0, 1); /* ends word 0's, not word 1's */
	op.size = 2;
	direct_op(&d, 0, 0, &op);
	many(&d, 1, SIMT_OP_LD, PTX_SEM_RELAXED, 1, 0);
	fence(&d, 1);
	assert_int_equal(direct_ld(&d, 1, 0, 100), 1);
	many(&d, 2, SIMT_OP_LD, PTX_SEM_RELAXED, 1, 1);
	fence(&d, 2);
	assert_int_equal(direct_ld(&d, 2, 0, 100), 0);
	direct_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states_of_pairs), cmocka_unit_test(scattered),
		cmocka_unit_test(some_observed),   cmocka_unit_test(acquire_later),
		cmocka_unit_test(other_sizes),
	};

	return cmocka_run_group_tests_name("oracle/share", tests, NULL, NULL);
}
