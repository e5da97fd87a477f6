/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Independent thread scheduling: progress, warp-level synchronisation, barriers.
 */
#include "core_machine.h"

#define ENTRY(vars) \
	CM_HEAD vars ".visible .entry k(.param .u64 out)\n{\n" \
		     "\t.reg .pred %p<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n" \
		     "\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
		     "\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n"

/* while (atomicCAS(lock, 0, 1)) ; n++; lock = 0: only one lane gets through at a time. */
#define SPIN_LOCK \
	ENTRY("") \
	"SPIN:\n\tatom.cas.b32 %r2, [%rd1+4096], 0, 1;\n\tsetp.ne.u32 %p1, %r2, 0;\n" \
	"\t@%p1 bra SPIN;\n\tld.u32 %r3, [%rd1+4100];\n\tadd.u32 %r3, %r3, 1;\n" \
	"\tst.u32 [%rd1+4100], %r3;\n\tmembar.gl;\n\tatom.exch.b32 %r4, [%rd1+4096], " \
	"0;\n\tret;\n}\n"

static void spin_lock(void **state)
{
	struct cm *c = cm_load(SPIN_LOCK);

	(void)state;
	c->max_insns = 1000000;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	assert_int_equal(cm_u32(c)[1025], 32);
	memset(c->global, 0, sizeof(c->global));
	assert_int_equal(cm_run(c, SIMT_ITS, 96), SIMT_RUN_DONE);
	assert_int_equal(cm_u32(c)[1025], 96);
	cm_free(c);
}

/* The same program cannot end in lockstep: that is what the mode means. */
static void spin_lock_lockstep(void **state)
{
	struct cm *c = cm_load(SPIN_LOCK);

	(void)state;
	c->max_insns = 100000;
	assert_int_equal(cm_run(c, SIMT_LOCKSTEP, 32), SIMT_RUN_YIELD);
	assert_int_equal(cm_u32(c)[1025], 0);
	assert_true(c->warp[0].back_branches > 20000);
	cm_free(c);
}

/* Lane 0 waits for a flag that lane 31 sets, with a plain load in the loop. */
static void waits_for_other_lane(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.eq.u32 %p1, %r1, 31;\n\t@%p1 bra SET;\nSPIN:\n\tld.u32 %r2, "
		    "[%rd1+4096];\n"
		    "\tsetp.eq.u32 %p2, %r2, 0;\n\t@%p2 bra SPIN;\n\tbra.uni END;\n"
		    "SET:\n\tst.u32 [%rd1+4096], %r1;\nEND:\n\tst.u32 [%rd2], %r1;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->max_insns = 100000;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	assert_int_equal(cm_u32(c)[30], 30);
	cm_free(c);
}

/* Lane 31 stands behind a loop in which the others spin on two paths that part and meet again: who
 * runs changes all the time, yet lane 31 has to get its turn. With weak loads; with two ways back;
 * when one path calls; when the way back is an indexed branch. */
#define SPINS_APART(load, odd, back) \
	CM_HEAD ".func slow\n{\n\tret;\n}\n" \
		".visible .entry k(.param .u64 out)\n{\n\t.reg .pred %p<8>;\n\t.reg .b32 " \
		"%r<16>;\n" \
		"\t.reg .b64 %rd<8>;\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
		"\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n\tand.b32 %r3, %r1, 1;\n" \
		"\tsetp.eq.u32 %p2, %r3, 1;\n\tsetp.eq.u32 %p3, %r1, 31;\n\t@%p3 bra SET;\n" \
		"T: .branchtargets OUT, SPIN;\nSPIN:\n\t" load \
		" %r2, [%rd1+4096];\n\t@%p2 bra ODD;\n" \
		"\tadd.u32 %r4, %r4, 1;\n\tbra.uni MEET;\nODD:\n\t" odd "\nMEET:\n" \
		"\tsetp.eq.u32 %p1, %r2, 0;\n\tselp.u32 %r5, 1, 0, %p1;\n\t" back "\n" \
		"OUT:\n\tst.u32 [%rd2], %r1;\n\tret;\nSET:\n\tst.volatile.u32 [%rd1+4096], " \
		"%r1;\n\tret;\n}\n"

static void spins_apart(void **state)
{
	static const char *const ptx[] = {
		SPINS_APART("ld.volatile.u32", "sub.u32 %r4, %r4, 1;", "@%p1 bra SPIN;"),
		SPINS_APART("ld.u32", "sub.u32 %r4, %r4, 1;", "@%p1 bra SPIN;"),
		SPINS_APART("ld.volatile.u32", "@%p1 bra SPIN;\n\t@!%p1 bra OUT;",
			    "@%p1 bra SPIN;"),
		SPINS_APART("ld.volatile.u32", "call slow;", "@%p1 bra SPIN;"),
		SPINS_APART("ld.volatile.u32", "sub.u32 %r4, %r4, 1;", "brx.idx %r5, T;"),
	};

	(void)state;
	for (unsigned n = 0; n < sizeof(ptx) / sizeof(*ptx); n++) {
		struct cm *c = cm_load(ptx[n]);

		c->max_insns = 1000000;
		assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 31; t++)
			assert_int_equal(cm_u32(c)[t], t);
		cm_free(c);
	}
}

/* Lanes come to the shuffle on two paths of different length and still exchange values. */
static void shfl_after_divergence(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tand.b32 %r2, %r1, 1;\n\tsetp.eq.u32 %p1, %r2, 0;\n\tmov.u32 %r3, 0;\n"
		    "\t@%p1 bra SHORT;\nLOOP:\n\tadd.u32 %r3, %r3, 1;\n\tsetp.lt.u32 %p2, %r3, "
		    "%r1;\n"
		    "\t@%p2 bra LOOP;\nSHORT:\n\tadd.u32 %r4, %r1, 100;\n"
		    "\tshfl.sync.bfly.b32 %r5, %r4, 1, 31, -1;\n\tst.u32 [%rd2], %r5;\n"
		    "\tvote.sync.ballot.b32 %r6, %p1, -1;\n\tst.u32 [%rd2+1024], %r6;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	for (uint32_t t = 0; t < 32; t++) {
		assert_int_equal(cm_u32(c)[t], (t ^ 1) + 100);
		assert_int_equal(cm_u32(c)[256 + t], 0x55555555);
	}
	cm_free(c);
}

/* Two halves synchronise among themselves inside different loops; exited lanes count. */
static void partial_masks(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.eq.u32 %p1, %r1, 3;\n\t@%p1 exit;\n\tsetp.lt.u32 %p2, %r1, 16;\n"
		    "\tselp.b32 %r2, 0xffff, 0xffff0000, %p2;\n\tmov.u32 %r3, 0;\n"
		    "\tselp.b32 %r6, 3, 5, %p2;\nLOOP:\n\tsetp.eq.u32 %p3, %r1, %r3;\n"
		    "\t@%p3 bra LATE;\n\tbra.uni SYNC;\nLATE:\n\tadd.u32 %r7, %r1, 1;\n"
		    "SYNC:\n\tbar.warp.sync %r2;\n\tadd.u32 %r3, %r3, 1;\n\tsetp.lt.u32 %p4, %r3, "
		    "%r6;\n"
		    "\t@%p4 bra LOOP;\n\tactivemask.b32 %r8;\n\tst.u32 [%rd2], %r3;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	unsigned low = 0, high = 0;

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	for (unsigned n = 0; n < c->n_log; n++) {
		if (c->log[n].kind != SIMT_OP_WARPSYNC)
			continue;
		assert_true(c->log[n].mask == 0xfff7 || c->log[n].mask == 0xffff0000);
		low += c->log[n].mask == 0xfff7;
		high += c->log[n].mask == 0xffff0000;
	}
	assert_int_equal(low, 3);
	assert_int_equal(high, 5);
	for (uint32_t t = 0; t < 32; t++)
		assert_int_equal(cm_u32(c)[t], t == 3 ? 0 : t < 16 ? 3 : 5);
	cm_free(c);
}

/* The last missing lane exits while the others wait: they may go on. */
static void exit_completes_sync(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.eq.u32 %p1, %r1, 0;\n\t@!%p1 bra WAIT;\n\tmov.u32 %r2, 0;\nLOOP:\n"
		    "\tadd.u32 %r2, %r2, 1;\n\tsetp.lt.u32 %p2, %r2, 3000;\n\t@%p2 bra "
		    "LOOP;\n\texit;\n"
		    "WAIT:\n\tbar.warp.sync -1;\n\tshfl.sync.idx.b32 %r3, %r1, 5, 31, -1;\n"
		    "\tst.u32 [%rd2], %r3;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	assert_int_equal(c->log[0].kind, SIMT_OP_WARPSYNC);
	assert_int_equal(c->log[0].mask, 0xfffffffe);
	assert_int_equal(cm_u32(c)[9], 5);
	cm_free(c);
}

static void bad_member_mask(void **state)
{
	static const char ptx[] = ENTRY("") "\tbar.warp.sync 0xff;\n\tret;\n}\n";
	static const char shfl[] = ENTRY("") "\tsetp.lt.u32 %p1, %r1, 9;\n\t@%p1 shfl.sync.idx.b32 "
					     "%r2, %r1, 0, 31, 0xff;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_FAULT);
	assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_MEMBERMASK);
	assert_int_equal(c->warp[0].fault_mask, 0xffffff00);
	assert_int_equal(cm_run(c, SIMT_ITS, 8), SIMT_RUN_DONE);
	assert_int_equal(cm_run(c, SIMT_LOCKSTEP, 32), SIMT_RUN_DONE);
	cm_free(c);
	c = cm_load(shfl);
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_FAULT);
	assert_int_equal(c->warp[0].fault_mask, 0x100);
	cm_free(c);
}

/* One side waits at a warp-level sync for lanes that wait at another one. */
static void stuck(void **state)
{
	static const char ptx[] =
		ENTRY("") "\tsetp.lt.u32 %p1, %r1, 4;\n\t@%p1 bra A;\n\tbar.warp.sync -1;\n\tret;\n"
			  "A:\n\tvote.sync.ballot.b32 %r2, %p1, -1;\n\tret;\n}\n";
	static const char mixed[] =
		ENTRY("") "\tsetp.lt.u32 %p1, %r1, 4;\n\t@%p1 bra A;\n\tbar.warp.sync -1;\n\tret;\n"
			  "A:\n\tbar.sync 0;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	uint32_t pcs[32];

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_STUCK);
	simt_lane_pcs(&c->warp[0], pcs);
	assert_int_equal(pcs[4], 5);
	assert_int_equal(pcs[3], 7);
	assert_int_equal(cm_run(c, SIMT_ITS, 4), SIMT_RUN_DONE);
	cm_free(c);
	c = cm_load(mixed);
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_BLOCKED);
	assert_int_equal(c->warp[0].waiting, 15);
	cm_free(c);
}

/* Lanes reach one barrier from two places and at different times; values come back. */
static void barriers(void **state)
{
	static const char ptx[] = ENTRY(
		".shared .align 4 .b8 sh[512];\n") "\tmov.u32 %r2, sh;\n\tmad.lo.u32 %r2, %r1, 4, "
						   "%r2;\n\tst.shared.u32 [%r2], %r1;\n"
						   "\tand.b32 %r3, %r1, 1;\n\tsetp.eq.u32 %p1, "
						   "%r3, 0;\n\t@%p1 bra B;\n"
						   "\tbar.sync 0;\n\tbra.uni C;\nB:\n\tbar.sync "
						   "0;\nC:\n\txor.b32 %r4, %r1, 37;\n"
						   "\tmov.u32 %r5, sh;\n\tmad.lo.u32 %r5, %r4, 4, "
						   "%r5;\n\tld.shared.u32 %r6, [%r5];\n"
						   "\tsetp.lt.u32 %p2, %r1, "
						   "10;\n\tbar.red.popc.u32 %r7, 1, !%p2;\n"
						   "\tbar.red.and.pred %p3, 2, "
						   "%p2;\n\tbar.red.or.pred %p4, 3, 64, %p2;\n"
						   "\tselp.u32 %r8, 1000, 2000, %p3;\n\t@%p4 "
						   "add.u32 %r8, %r8, 5;\n"
						   "\tadd.u32 %r6, %r6, %r8;\n\tst.u32 [%rd2], "
						   "%r6;\n\tst.u32 [%rd2+1024], %r7;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 64), SIMT_RUN_DONE);
	for (uint32_t t = 0; t < 64; t++) {
		assert_int_equal(cm_u32(c)[t], (t ^ 37) + 2005);
		assert_int_equal(cm_u32(c)[256 + t], 54);
	}
	cm_free(c);
}

static void arrive(void **state)
{
	static const char ptx[] =
		ENTRY("") "\tsetp.lt.u32 %p1, %r1, 32;\n\t@%p1 bra PRODUCE;\n\tbar.sync 5, 64;\n"
			  "\tld.u32 %r2, [%rd1+4096];\n\tst.u32 [%rd2], %r2;\n\tret;\n"
			  "PRODUCE:\n\tmov.u32 %r3, 55;\n\tst.u32 [%rd1+4096], %r3;\n\tbar.arrive "
			  "5, 64;\n\tret;\n}\n";
	static const char wrong[] = ENTRY("") "\tbar.sync %r1;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		memset(c->global, 0, sizeof(c->global));
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 64), SIMT_RUN_DONE);
		assert_int_equal(cm_u32(c)[40], 55);
	}
	cm_free(c);
	c = cm_load(wrong);
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_BARRIER);
	}
	cm_free(c);
}

/* Lanes of a warp that is late are released and get their results, but do not run before they are
 * told to, also when nobody else can. */
static void late(void **state)
{
	static const char ptx[] =
		ENTRY("") "\tsetp.lt.u32 %p1, %r1, 16;\n\t@%p1 bra WAIT;\n\tst.u32 [%rd2], 1;\n"
			  "\tst.u32 [%rd2], 2;\n\tbar.sync 2, 64;\n\tret;\n"
			  "WAIT:\n\tbar.red.popc.u32 %r2, 1, 64, %p1;\n\tst.u32 [%rd2], "
			  "%r2;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	struct simt_warp *w = &c->warp[0];
	uint32_t masks[32], pcs[32];
	struct simt_op op;

	(void)state;
	cm_start(c, SIMT_ITS, 32, 0);
	assert_false(w->late);
	w->late = true;
	while (simt_fragments(w, masks, pcs) < 2)
		assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_YIELD);
	simt_select(w, 0xffff);
	assert_int_equal(simt_run(w, 9, &op), SIMT_RUN_OP);
	assert_int_equal(w->waiting, 0xffff);
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
	simt_bar_release(w, 0xff, 33);
	assert_int_equal(w->waiting, 0xff00);
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
	assert_int_equal(op.mask, 0xffff0000);
	assert_int_equal(op.data[0][16], 2);
	assert_false(simt_blocked(w));
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
	assert_int_equal(op.kind, SIMT_OP_BAR);
	assert_true(simt_blocked(w));
	simt_bar_release(w, 0xffff0000, 0);
	assert_true(simt_blocked(w));
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_BLOCKED);
	simt_bar_go(w);
	assert_false(simt_blocked(w));
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_YIELD); /* the upper half's ret */
	assert_int_equal(w->live, 0xffff);
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
	assert_int_equal(op.mask, 0xff);
	assert_int_equal(op.data[0][7], 33);
	cm_free(c);
}

/* The machine may choose the fragment; it then runs first. */
static void fragments(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tand.b32 %r2, %r1, 3;\nT: .branchtargets A, B, C, D;\n\tbrx.idx %r2, T;\n"
		    "A:\n\tst.u32 [%rd2], 1;\n\tret;\nB:\n\tst.u32 [%rd2], 2;\n\tret;\n"
		    "C:\n\tst.u32 [%rd2], 3;\n\tret;\nD:\n\tst.u32 [%rd2], 4;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (unsigned want = 0; want < 4; want++) {
		uint32_t masks[32], pcs[32], lanes = 0x11111111U << want;
		struct simt_op op;

		cm_start(c, SIMT_ITS, 32, 0);
		assert_int_equal(simt_fragments(&c->warp[0], masks, pcs), 1);
		assert_int_equal(masks[0], UINT32_MAX);
		assert_int_equal(simt_run(&c->warp[0], 5, &op), SIMT_RUN_YIELD);
		assert_int_equal(simt_fragments(&c->warp[0], masks, pcs), 4);
		assert_int_equal(masks[0] ^ masks[1] ^ masks[2] ^ masks[3], UINT32_MAX);
		simt_select(&c->warp[0], lanes);
		assert_int_equal(simt_run(&c->warp[0], 5, &op), SIMT_RUN_OP);
		assert_int_equal(op.mask, lanes);
		assert_int_equal(op.data[0][want], want + 1);
		simt_select(&c->warp[0], 1U << (want ^ 2));
		assert_int_equal(simt_run(&c->warp[0], 5, &op), SIMT_RUN_OP);
		assert_int_equal(op.mask, 0x11111111U << (want ^ 2));
	}
	cm_free(c);
}

static void nanosleep(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.eq.u32 %p1, %r1, 31;\n\t@%p1 bra SET;\nSPIN:\n\tnanosleep.u32 20;\n"
		    "\tld.volatile.u32 %r2, [%rd1+4096];\n\tsetp.eq.u32 %p2, %r2, 0;\n\t@%p2 bra "
		    "SPIN;\n\tret;\n"
		    "SET:\n\tst.volatile.u32 [%rd1+4096], %r1;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	struct simt_op op;

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	assert_in_range(c->stats.warp_insns, 8, 20); /* the setter ran after one sleep */
	cm_start(c, SIMT_LOCKSTEP, 31, 0);
	assert_int_equal(simt_run(&c->warp[0], 1000, &op), SIMT_RUN_YIELD);
	assert_int_equal(c->warp[0].insns, 6);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(spin_lock),
					   cmocka_unit_test(spin_lock_lockstep),
					   cmocka_unit_test(waits_for_other_lane),
					   cmocka_unit_test(spins_apart),
					   cmocka_unit_test(shfl_after_divergence),
					   cmocka_unit_test(partial_masks),
					   cmocka_unit_test(exit_completes_sync),
					   cmocka_unit_test(bad_member_mask),
					   cmocka_unit_test(stuck),
					   cmocka_unit_test(barriers),
					   cmocka_unit_test(arrive),
					   cmocka_unit_test(late),
					   cmocka_unit_test(fragments),
					   cmocka_unit_test(nanosleep)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
