/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

static const char module[] = RIG_HEAD
	/* every warp draws 8 tickets; word 1 + ticket = who drew it */
	RIG_ENTRY(
		"tickets",
		"and.b32 %r3, %r1, 31;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra END;\nmov.u32 %r4, 0;\n"
		"shr.u32 %r5, %r1, 5;\nshl.b32 %r6, %r2, 8;\nor.b32 %r6, %r6, %r5;\n"
		"LOOP:\natom.global.add.u32 %r7, [%rd1], 1;\nmul.wide.u32 %rd2, %r7, 4;\n"
		"add.s64 %rd2, %rd1, %rd2;\nst.global.u32 [%rd2+4], %r6;\n"
		"add.s32 %r4, %r4, 1;\nsetp.lt.u32 %p2, %r4, 8;\n@%p2 bra LOOP;\nEND:\n")
	/* warps go one after the other, last one first: all others spin */
	RIG_ENTRY("chain",
		  "mov.u32 %r3, %ntid.x;\nmov.u32 %r4, %nctaid.x;\nmad.lo.s32 %r5, %r2, %r3, %r1;\n"
		  "mul.lo.s32 %r6, %r3, %r4;\nshr.u32 %r5, %r5, 5;\nshr.u32 %r6, %r6, 5;\n"
		  "sub.s32 %r7, %r6, %r5;\nsub.s32 %r7, %r7, 1;\n"
		  "SPIN:\nld.volatile.global.u32 %r8, [%rd1];\nsetp.ne.u32 %p1, %r8, %r7;\n@%p1 "
		  "bra SPIN;\n"
		  "bar.warp.sync 0xffffffff;\nand.b32 %r9, %r1, 31;\nsetp.ne.u32 %p2, %r9, 0;\n"
		  "@%p2 bra END;\nadd.s32 %r10, %r7, 1;\nst.volatile.global.u32 [%rd1], "
		  "%r10;\nEND:\n")
	/* the same within a block on shared memory */
	RIG_ENTRY("shared_chain",
		  ".shared .align 4 .u32 turn;\n"
		  "setp.ne.u32 %p3, %r1, 0;\n@%p3 bra GO;\nst.shared.u32 [turn], 0;\nGO:\nbar.sync "
		  "0;\n"
		  "mov.u32 %r3, %ntid.x;\nshr.u32 %r5, %r1, 5;\nshr.u32 %r6, %r3, 5;\n"
		  "sub.s32 %r7, %r6, %r5;\nsub.s32 %r7, %r7, 1;\n"
		  "SPIN:\nld.volatile.shared.u32 %r8, [turn];\nsetp.ne.u32 %p1, %r8, %r7;\n@%p1 "
		  "bra SPIN;\n"
		  "bar.warp.sync 0xffffffff;\nand.b32 %r9, %r1, 31;\nsetp.ne.u32 %p2, %r9, 0;\n"
		  "@%p2 bra END;\nadd.s32 %r10, %r7, 1;\nst.volatile.shared.u32 [turn], %r10;\n"
		  "atom.global.add.u32 %r11, [%rd1], 1;\nEND:\n")
	/* every warp increments a counter under one lock (lane 0 only) */
	RIG_ENTRY(
		"lock",
		"and.b32 %r3, %r1, 31;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra END;\nmov.u32 %r9, 0;\n"
		"AGAIN:\nSPIN:\natom.global.cas.b32 %r4, [%rd1], 0, 1;\nsetp.ne.u32 %p2, %r4, 0;\n"
		"@%p2 bra SPIN;\nmembar.gl;\nld.volatile.global.u32 %r5, [%rd1+4];\n"
		"add.s32 %r5, %r5, 1;\nst.volatile.global.u32 [%rd1+4], %r5;\nmembar.gl;\n"
		"atom.global.exch.b32 %r6, [%rd1], 0;\nadd.s32 %r9, %r9, 1;\n"
		"setp.lt.u32 %p3, %r9, 20;\n@%p3 bra AGAIN;\nEND:\n")
	/* lanes 1..31 wait for lane 0 of their own warp: needs ITS */
	RIG_ENTRY("lanes", RIG_MINE "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra "
				    "WAIT;\nst.volatile.global.u32 [%rd1], 1;\nret;\n"
				    "WAIT:\nld.volatile.global.u32 %r3, [%rd1];\nsetp.eq.u32 %p2, "
				    "%r3, 0;\n@%p2 bra WAIT;\n"
				    "st.global.u32 [%rd2], %r1;\n")
	/* which lane of a split warp comes first */
	RIG_ENTRY("split", "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra A;\n"
			   "atom.global.add.u32 %r3, [%rd1], 1;\natom.global.cas.b32 %r4, "
			   "[%rd1+4], 0, 2;\nret;\n"
			   "A:\natom.global.add.u32 %r3, [%rd1], 1;\natom.global.cas.b32 %r4, "
			   "[%rd1+4], 0, 1;\n")
	/* what each lane drew, from word 64 on */
	RIG_ENTRY("draw",
		  RIG_MINE "atom.global.add.u32 %r3, [%rd1], 1;\n"
			   "st.global.u32 [%rd2+256], %r3;\nred.global.add.u32 [%rd1+4], 1;\n")
	/* each lane stores, then loads what its neighbour stored */
	RIG_ENTRY("neighbour",
		  RIG_MINE "st.volatile.global.u32 [%rd2], 1;\nadd.s32 %r3, %r1, 1;\n"
			   "and.b32 %r3, %r3, 31;\nmul.wide.u32 %rd3, %r3, 4;\n"
			   "add.s64 %rd3, %rd1, %rd3;\nld.volatile.global.u32 %r4, [%rd3];\n"
			   "st.volatile.global.u32 [%rd2+256], %r4;\n");

static void open_with(struct rig *r, int mode, int scheduler, uint64_t seed)
{
	rig_config(r);
	r->cfg.mode = (enum simt_mode)mode;
	r->cfg.scheduler = (enum machine_scheduler)scheduler;
	r->cfg.seed = seed;
	r->cfg.max_warp_insns = 20000000;
	rig_open(r, module);
}

#define EACH(mode, s) \
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) \
		for (int s = MACHINE_RR; s <= MACHINE_RANDOM; s++)

enum { TICKETS = 4 * 4 * 8 };

static void draw(int mode, int scheduler, uint64_t seed, uint32_t order[TICKETS])
{
	struct rig r;

	open_with(&r, mode, scheduler, seed);
	rig_ok(&r, "tickets", 4, 128);
	assert_int_equal(r.words[0], TICKETS);
	memcpy(order, r.words + 1, TICKETS * 4);
	rig_close(&r);
}

static void same_seed_same_order(void **state)
{
	uint32_t a[TICKETS], b[TICKETS];

	(void)state;
	EACH(mode, s)
	for (uint64_t seed = 0; seed < 5; seed++) {
		draw(mode, s, seed, a);
		draw(mode, s, seed, b);
		assert_memory_equal(a, b, sizeof(a));
	}
}

static void other_seed_other_order(void **state)
{
	uint32_t order[20][TICKETS];

	(void)state;
	EACH(mode, s)
	{
		for (unsigned seed = 0; seed < 20; seed++) {
			unsigned seen[4][4] = {{0}};

			draw(mode, s, seed, order[seed]);
			for (unsigned i = 0; i < TICKETS; i++)
				seen[order[seed][i] >> 8 & 3][order[seed][i] & 3]++;
			for (unsigned i = 0; i < 16; i++) /* everybody got his 8 */
				assert_int_equal(seen[i / 4][i % 4], 8);
			for (unsigned k = 0; k < seed; k++)
				assert_memory_not_equal(order[k], order[seed], sizeof(order[k]));
		}
	}
}

static void launches_of_one_run_differ(void **state)
{
	uint32_t first[TICKETS];
	struct rig r;

	(void)state;
	open_with(&r, SIMT_ITS, MACHINE_RR, 1);
	rig_ok(&r, "tickets", 4, 128);
	memcpy(first, r.words + 1, sizeof(first));
	r.words[0] = 0;
	rig_ok(&r, "tickets", 4, 128);
	assert_memory_not_equal(first, r.words + 1, sizeof(first));
	rig_close(&r);
}

static void spinning_warps_let_others_run(void **state)
{
	(void)state;
	EACH(mode, s)
	for (uint64_t seed = 0; seed < 2; seed++) {
		struct rig r;

		open_with(&r, mode, s, seed);
		rig_ok(&r, "chain", 8, 128);
		assert_int_equal(r.words[0], 32);
		r.words[0] = 0;
		rig_ok(&r, "chain", 2, 512);
		assert_int_equal(r.words[0], 32);
		r.words[0] = 0;
		rig_ok(&r, "shared_chain", 3, 1024);
		assert_int_equal(r.words[0], 96);
		rig_close(&r);
	}
}

static void locks_are_passed_on(void **state)
{
	(void)state;
	EACH(mode, s)
	for (uint64_t seed = 0; seed < 2; seed++) {
		struct rig r;

		open_with(&r, mode, s, seed);
		rig_ok(&r, "lock", 6, 256);
		assert_int_equal(r.words[1], 6 * 8 * 20);
		rig_close(&r);
	}
}

static void lanes_wait_for_each_other_in_its(void **state)
{
	(void)state;
	for (int s = MACHINE_RR; s <= MACHINE_RANDOM; s++)
		for (uint64_t seed = 0; seed < 5; seed++) {
			struct rig r;

			open_with(&r, SIMT_ITS, s, seed);
			rig_ok(&r, "lanes", 1, 32);
			for (uint32_t i = 1; i < 32; i++)
				assert_int_equal(r.words[i], i);
			rig_close(&r);
		}
}

static void random_takes_fragments_in_any_order(void **state)
{
	unsigned first[3] = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct rig r;

		open_with(&r, SIMT_ITS, MACHINE_RANDOM, seed);
		rig_ok(&r, "split", 1, 32);
		assert_in_range(r.words[1], 1, 2);
		first[r.words[1]]++;
		rig_close(&r);
	}
	assert_true(first[1] > 0);
	assert_true(first[2] > 0);
}

/* Observers see each part of an atomic when it is performed. */
static void add_in_turn(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	uint64_t *next = ctx;

	(void)who;
	if (op->kind != SIMT_OP_ATOM)
		return;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		assert_int_equal(op->data[0][__builtin_ctz(left)], *next);
		assert_int_equal(op->data[1][__builtin_ctz(left)], ++*next);
	}
}

static bool in_lane_order(int mode, int scheduler, uint64_t seed)
{
	struct rig r;
	uint64_t next = 0;
	uint32_t drawn = 0;
	bool sorted = true;

	open_with(&r, mode, scheduler, seed);
	machine_add_observer(r.m, &(struct machine_observer){.ctx = &next, .op = add_in_turn});
	rig_ok(&r, "draw", 1, 32);
	assert_int_equal(next, 32);
	assert_int_equal(r.words[0], 32);
	assert_int_equal(r.words[1], 32);
	for (unsigned i = 0; i < 32; i++) {
		drawn |= 1U << r.words[64 + i];
		sorted &= r.words[64 + i] == i;
	}
	assert_int_equal(drawn, 0xffffffff); /* each number once */
	rig_close(&r);
	return sorted;
}

static void lanes_of_an_atomic(void **state)
{
	(void)state;
	EACH(mode, s)
	{
		unsigned sorted = 0;

		for (uint64_t seed = 0; seed < 20; seed++)
			sorted += in_lane_order(mode, s, seed);
		if (s == MACHINE_RANDOM)
			assert_in_range(sorted, 1, 19);
		else
			assert_int_equal(sorted, 20);
	}
}

/* Nothing keeps the lanes of a warp together where threads are independent. */
static void a_converged_warp_may_split(void **state)
{
	(void)state;
	EACH(mode, s)
	{
		unsigned apart = 0;

		for (uint64_t seed = 0; seed < 100; seed++) {
			struct rig r;
			bool stale = false;

			open_with(&r, mode, s, seed);
			rig_ok(&r, "neighbour", 1, 32);
			for (unsigned i = 0; i < 32; i++)
				stale |= !r.words[64 + i];
			apart += stale;
			rig_close(&r);
		}
		if (mode == SIMT_ITS && s == MACHINE_RANDOM)
			assert_in_range(apart, 2, 60);
		else
			assert_int_equal(apart, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_seed_same_order),
		cmocka_unit_test(other_seed_other_order),
		cmocka_unit_test(launches_of_one_run_differ),
		cmocka_unit_test(spinning_warps_let_others_run),
		cmocka_unit_test(locks_are_passed_on),
		cmocka_unit_test(lanes_wait_for_each_other_in_its),
		cmocka_unit_test(random_takes_fragments_in_any_order),
		cmocka_unit_test(lanes_of_an_atomic),
		cmocka_unit_test(a_converged_warp_may_split),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
