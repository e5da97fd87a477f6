/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

#define TILE ".shared .align 4 .b8 tile[4096];\n"
/* %rd3 = generic-free shared address of word %r(tid) */
#define SLOT "mov.u32 %r20, tile;\nshl.b32 %r21, %r1, 2;\nadd.s32 %r22, %r20, %r21;\n"

static const char module[] = RIG_HEAD
	/* word i gets what thread n-1-i put into shared memory, 4 rounds */
	RIG_ENTRY(
		"mirror", TILE SLOT RIG_MINE
		"mov.u32 %r3, %ntid.x;\nsub.s32 %r4, %r3, 1;\nsub.s32 %r4, %r4, %r1;\n"
		"shl.b32 %r4, %r4, 2;\nadd.s32 %r5, %r20, %r4;\nmov.u32 %r6, 0;\nmov.u32 %r9, 0;\n"
		"LOOP:\nadd.s32 %r7, %r1, %r6;\nst.shared.u32 [%r22], %r7;\nbar.sync 0;\n"
		"ld.shared.u32 %r8, [%r5];\nadd.s32 %r9, %r9, %r8;\nbar.sync 0;\n"
		"add.s32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 4;\n@%p1 bra LOOP;\n"
		"st.global.u32 [%rd2], %r9;\n")
		RIG_ENTRY("reduce",
			  RIG_MINE "setp.lt.u32 %p1, %r1, 40;\nbar.red.popc.u32 %r3, 0, %p1;\n"
				   "bar.red.and.pred %p2, 0, %p1;\nselp.u32 %r4, 1000, 0, "
				   "%p2;\nadd.s32 %r3, %r3, %r4;\n"
				   "bar.red.or.pred %p3, 0, %p1;\nselp.u32 %r4, 10000, 0, "
				   "%p3;\nadd.s32 %r3, %r3, %r4;\n"
				   "setp.lt.u32 %p4, %r1, 5000;\nbar.red.and.pred %p2, 0, %p4;\n"
				   "selp.u32 %r4, 100000, 0, %p2;\nadd.s32 %r3, %r3, %r4;\n"
				   "st.global.u32 [%rd2], %r3;\n")
	/* warp 0 consumes what warp 1 produced: arrive does not wait; barrier 3, 64 threads */
	RIG_ENTRY("produce", TILE SLOT RIG_MINE
		  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra CONSUMER;\n"
		  "st.shared.u32 [%r22+-128], %r1;\nbar.arrive 3, 64;\nbra.uni END;\n"
		  "CONSUMER:\nbar.sync 3, 64;\nld.shared.u32 %r3, [%r22];\nst.global.u32 [%rd2], "
		  "%r3;\n"
		  "END:\n")
	/* warps 0,1 meet at 1, warps 2,3 at 2; then all at 0 */
	RIG_ENTRY("halves", TILE SLOT RIG_MINE
		  "setp.lt.u32 %p1, %r1, 64;\nst.shared.u32 [%r22], %r1;\n@%p1 bra LOW;\n"
		  "bar.sync 2, 64;\nbra.uni MEET;\nLOW:\nbar.sync 1, 64;\nMEET:\n"
		  "xor.b32 %r3, %r1, 32;\nshl.b32 %r3, %r3, 2;\nadd.s32 %r3, %r20, %r3;\n"
		  "ld.shared.u32 %r4, [%r3];\nbar.sync 0;\nst.global.u32 [%rd2], %r4;\n")
	/* all warps but the first leave without the barrier */
	RIG_ENTRY("leave", RIG_MINE "setp.gt.u32 %p1, %r1, 31;\n@%p1 ret;\nbar.sync 0;\n"
				    "mov.u32 %r3, 1;\nst.global.u32 [%rd2], %r3;\n")
	/* ... and they leave late: the others wait already */
	RIG_ENTRY("leave_late", RIG_MINE
		  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra WAIT;\nmov.u32 %r4, 0;\n"
		  "LOOP:\nadd.s32 %r4, %r4, 1;\nsetp.lt.u32 %p2, %r4, 2000;\n@%p2 bra LOOP;\n"
		  "st.global.u32 [%rd2], %r4;\nret;\nWAIT:\nbar.sync 0;\n"
		  "st.global.u32 [%rd2], %r1;\n")
	/* half of each warp leaves */
	RIG_ENTRY("leave_lanes", RIG_MINE
		  "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 ret;\nbar.sync 0;\n"
		  "st.global.u32 [%rd2], %r1;\nbar.sync 0;\n") RIG_ENTRY("odd_count",
									 "bar.sync 1, 40;\n")
		RIG_ENTRY("too_many", "bar.sync 1, 128;\n") RIG_ENTRY(
			"mixed", "setp.gt.u32 %p2, %r1, 63;\n@%p2 ret;\n"
				 "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra A;\nbar.sync 1, "
				 "64;\nret;\nA:\nbar.sync 1, 96;\n")
			RIG_ENTRY("mixed_red",
				  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra A;\nbar.sync 1;\nret;\n"
				  "A:\nbar.red.popc.u32 %r3, 1, %p1;\n")
				RIG_ENTRY("same_count",
					  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra A;\nbar.sync 1, "
					  "64;\nret;\nA:\nbar.sync 1;\n")
					RIG_ENTRY("number",
						  "ld.global.u32 %r3, [%rd1];\nbar.sync %r3;\n")
						RIG_ENTRY("partial", "bar.sync 1, 64;\n" RIG_MINE
								     "st.global.u32 [%rd2], %r1;\n")
	/* odd lanes leave when the even lanes of their own warp wait already: ITS only */
	RIG_ENTRY("leave_own",
		  RIG_MINE "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 bra ODD;\n"
			   "bar.sync 0;\nst.global.u32 [%rd2], %r1;\nret;\n"
			   "ODD:\nst.global.u32 [%rd2], 5;\nret;\n")
	/* the lanes of a warp come one after the other: ITS only */
	RIG_ENTRY("apart",
		  RIG_MINE "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 bra ODD;\n"
			   "bar.sync 0;\nst.global.u32 [%rd2], %r1;\nret;\n"
			   "ODD:\nbar.sync 0;\nst.global.u32 [%rd2], %r1;\n");

static void each(void (*test)(struct rig *r))
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++)
		for (int s = MACHINE_RR; s <= MACHINE_RANDOM; s++)
			for (unsigned seed = 0; seed < 5; seed++) {
				struct rig r;

				rig_config(&r);
				r.cfg.mode = (enum simt_mode)mode;
				r.cfg.scheduler = (enum machine_scheduler)s;
				r.cfg.seed = seed;
				rig_open(&r, module);
				memset(r.words, 0xee, RIG_BYTES);
				test(&r);
				rig_close(&r);
			}
}

static void check_mirror(struct rig *r)
{
	static const uint32_t threads[] = {32, 33, 64, 200, 1024};

	for (unsigned t = 0; t < 5; t++) {
		rig_ok(r, "mirror", 1, threads[t]);
		for (uint32_t i = 0; i < threads[t]; i++)
			assert_int_equal(r->words[i], 4 * (threads[t] - 1 - i) + 6);
	}
}

static void sync_orders_shared_memory(void **state)
{
	(void)state;
	each(check_mirror);
}

static void check_reduce(struct rig *r)
{
	rig_ok(r, "reduce", 1, 100);
	for (uint32_t i = 0; i < 100; i++)
		assert_int_equal(r->words[i], 40 + 0 + 10000 + 100000);
	assert_int_equal(machine_stats(r->m)->barriers, 4);
	rig_ok(r, "reduce", 1, 40);
	for (uint32_t i = 0; i < 40; i++)
		assert_int_equal(r->words[i], 40 + 1000 + 10000 + 100000);
}

static void reductions(void **state)
{
	(void)state;
	each(check_reduce);
}

static void check_produce(struct rig *r)
{
	rig_ok(r, "produce", 1, 64);
	for (uint32_t i = 0; i < 32; i++)
		assert_int_equal(r->words[i], i + 32);
}

static void arrive_does_not_wait(void **state)
{
	(void)state;
	each(check_produce);
}

static void check_halves(struct rig *r)
{
	rig_ok(r, "halves", 1, 128);
	for (uint32_t i = 0; i < 128; i++)
		assert_int_equal(r->words[i], i ^ 32);
	assert_int_equal(machine_stats(r->m)->barriers, 3);
}

static void named_barriers(void **state)
{
	(void)state;
	each(check_halves);
}

static void check_leave(struct rig *r)
{
	rig_ok(r, "leave", 1, 256);
	for (uint32_t i = 0; i < 32; i++)
		assert_int_equal(r->words[i], 1);
	rig_ok(r, "leave_late", 1, 256);
	for (uint32_t i = 0; i < 256; i++)
		assert_int_equal(r->words[i], i < 32 ? i : 2000);
	rig_ok(r, "leave_lanes", 1, 96);
	for (uint32_t i = 0; i < 96; i += 2)
		assert_int_equal(r->words[i], i);
}

static void exits_complete_a_barrier(void **state)
{
	(void)state;
	each(check_leave);
}

static void faults(struct rig *r, const char *kernel, uint32_t threads, const char *want)
{
	assert_int_equal(rig_launch(r, kernel, 1, threads), MACHINE_FAULT);
	assert_int_equal(r->fault.cuda_error, 719);
	if (!strstr(r->fault.text, want) || !strstr(r->fault.text, kernel))
		fail_msg("'%s' does not say '%s'", r->fault.text, want);
}

static void check_misuse(struct rig *r)
{
	faults(r, "odd_count", 64, "not a multiple of 32");
	faults(r, "too_many", 64, "count of 128: not a multiple of 32 in 32..64");
	faults(r, "mixed", 96, "while others wait there with");
	faults(r, "mixed_red", 64, "a reduction meets another kind");
	rig_ok(r, "same_count", 1, 64);
	r->words[0] = 15;
	rig_ok(r, "number", 1, 64);
	r->words[0] = 16;
	faults(r, "number", 64, "barrier with a number above 15");
}

static void misuse_is_a_fault(void **state)
{
	(void)state;
	each(check_misuse);
}

static void check_partial(struct rig *r)
{
	rig_ok(r, "partial", 1, 40);
	for (uint32_t i = 0; i < 40; i++)
		assert_int_equal(r->words[i], i);
}

static void partial_warp_meets_a_count(void **state)
{
	(void)state;
	each(check_partial);
}

static void its_counts_lanes(void **state)
{
	struct rig r;

	(void)state;
	rig_config(&r);
	r.cfg.mode = SIMT_ITS;
	rig_open(&r, module);
	rig_ok(&r, "apart", 1, 96);
	for (uint32_t i = 0; i < 96; i++)
		assert_int_equal(r.words[i], i);
	rig_ok(&r, "leave_own", 1, 96);
	for (uint32_t i = 0; i < 96; i++)
		assert_int_equal(r.words[i], i & 1 ? 5 : i);
	rig_close(&r);
}

struct events {
	unsigned arrivals, releases;
	uint32_t lanes;
};

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct events *e = ctx;

	(void)who;
	if (op->kind == SIMT_OP_BAR) {
		e->arrivals++;
		assert_int_equal(e->releases % 3, 0); /* all arrive before anybody goes on */
	}
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct events *e = ctx;

	assert_int_equal(id, 0);
	assert_int_equal(e->arrivals % 3, 0);
	assert_int_equal(mask, who->warp == 2 ? 0xf : 0xffffffff);
	e->releases++;
	e->lanes += (uint32_t)__builtin_popcount(mask);
}

static void observers_see_barriers(void **state)
{
	struct events e = {0};
	const struct machine_observer o = {.ctx = &e, .op = on_op, .barrier_release = on_release};
	struct rig r;

	(void)state;
	rig_config(&r);
	rig_open(&r, module);
	machine_add_observer(r.m, &o);
	rig_ok(&r, "mirror", 1, 68);
	assert_int_equal(e.arrivals, 3 * 8);
	assert_int_equal(e.releases, 3 * 8);
	assert_int_equal(e.lanes, 68 * 8);
	rig_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sync_orders_shared_memory),  cmocka_unit_test(reductions),
		cmocka_unit_test(arrive_does_not_wait),       cmocka_unit_test(named_barriers),
		cmocka_unit_test(exits_complete_a_barrier),   cmocka_unit_test(misuse_is_a_fault),
		cmocka_unit_test(partial_warp_meets_a_count), cmocka_unit_test(its_counts_lanes),
		cmocka_unit_test(observers_see_barriers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
