/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep: where lanes join again, exactly, and barriers of the whole active mask.
 */
#include "core_machine.h"

#define ENTRY(vars) \
	CM_HEAD vars ".visible .entry k(.param .u64 out)\n{\n" \
		     "\t.reg .pred %p<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n" \
		     "\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
		     "\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n"

/* Masks of the stores, in order. */
static void check_mode(struct cm *c, enum simt_mode mode, const uint32_t *masks, unsigned n)
{
	unsigned seen = 0;

	c->log_on = true;
	assert_int_equal(cm_run(c, mode, 32), SIMT_RUN_DONE);
	for (unsigned k = 0; k < c->n_log; k++) {
		if (c->log[k].kind != SIMT_OP_ST)
			continue;
		assert_true(seen < n);
		if (c->log[k].mask != masks[seen])
			fail_msg("store %u has mask %x, not %x", seen, c->log[k].mask, masks[seen]);
		seen++;
	}
	assert_int_equal(seen, n);
}

/* ITS, left alone, joins at the same places in programs without spinning. */
static void check_stores(struct cm *c, const uint32_t *masks, unsigned n)
{
	check_mode(c, SIMT_LOCKSTEP, masks, n);
	check_mode(c, SIMT_ITS, masks, n);
	cm_free(c);
}

/* Both sides of an if run once each and join at the immediate post-dominator. */
static void if_else(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.lt.u32 %p1, %r1, 8;\n\t@%p1 bra A;\n\tst.u32 [%rd2], 1;\n\tbra.uni J;\n"
		    "A:\n\tst.u32 [%rd2], 2;\nJ:\n\tst.u32 [%rd2], 3;\n\tret;\n}\n";
	static const uint32_t masks[] = {0xffffff00, 0xff, UINT32_MAX};

	(void)state;
	check_stores(cm_load(ptx), masks, 3);
}

/* Lanes that leave a loop wait at its exit for all others. */
static void loop_exit(void **state)
{
	static const char ptx[] = ENTRY("") "\tand.b32 %r2, %r1, 3;\nLOOP:\n\tst.u32 [%rd2], "
					    "1;\n\tsetp.eq.u32 %p1, %r2, 0;\n"
					    "\t@%p1 bra OUT;\n\tsub.u32 %r2, %r2, 1;\n\tbra.uni "
					    "LOOP;\nOUT:\n\tst.u32 [%rd2], 2;\n"
					    "\tret;\n}\n";
	static const uint32_t masks[] = {UINT32_MAX, 0xeeeeeeee, 0xcccccccc, 0x88888888,
					 UINT32_MAX};

	(void)state;
	check_stores(cm_load(ptx), masks, 5);
}

/* Some lanes exit in a function called inside the branch: the others still join. */
static void exit_inside(void **state)
{
	static const char ptx[] = CM_HEAD
		".func f()\n{\n\t.reg .b32 %r1;\n\t.reg .pred %p1;\n\tmov.u32 %r1, %tid.x;\n"
		"\tsetp.lt.u32 %p1, %r1, 4;\n\t@%p1 exit;\n\tret;\n}\n"
		".visible .entry k(.param .u64 out)\n{\n\t.reg .b32 %r1;\n\t.reg .b64 %rd<3>;\n"
		"\t.reg .pred %p1;\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n"
		"\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n\tsetp.lt.u32 %p1, %r1, 8;\n\t@!%p1 bra J;\n"
		"\tcall.uni f, ();\n\tst.u32 [%rd2], 2;\nJ:\n\tst.u32 [%rd2], 3;\n\tret;\n}\n";
	static const uint32_t masks[] = {0xf0, 0xfffffff0};

	(void)state;
	check_stores(cm_load(ptx), masks, 2);
}

/* Lanes return from a call at different places and go on together after it. */
static void returns_join(void **state)
{
	static const char ptx[] = CM_HEAD
		".func f(.param .b32 n, .param .b64 a)\n{\n\t.reg .b32 %r<2>;\n\t.reg .b64 "
		"%rd<2>;\n"
		"\t.reg .pred %p<3>;\n\tld.param.b32 %r1, [n];\n\tld.param.b64 %rd1, [a];\n"
		"\tsetp.lt.u32 %p1, %r1, 4;\n\t@%p1 ret;\n\tsetp.lt.u32 %p2, %r1, 8;\n\t@%p2 bra "
		"A;\n"
		"\tst.u32 [%rd1], 1;\n\tret;\nA:\n\tst.u32 [%rd1], 2;\n\tret;\n}\n"
		".visible .entry k(.param .u64 out)\n{\n\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<4>;\n"
		"\t.reg .pred %p<2>;\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n"
		"\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n\tsetp.lt.u32 %p1, %r1, 16;\n"
		"\t{\n\t.param .b32 p;\n\tst.param.b32 [p], %r1;\n\t.param .b64 q;\n"
		"\tst.param.b64 [q], %rd2;\n\t@%p1 call f, (p, q);\n\t}\n\tst.u32 [%rd2], "
		"3;\n\tret;\n}\n";
	static const uint32_t masks[] = {0xff00, 0x00f0, UINT32_MAX};

	(void)state;
	check_stores(cm_load(ptx), masks, 3);
}

/* A barrier in one side of a branch holds the lanes of that side only; the machine sees
 * BLOCKED until they are released, and the others run afterwards. */
static void barrier_in_branch(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.lt.u32 %p1, %r1, 8;\n\t@%p1 bra A;\n\tbar.red.popc.u32 %r3, 2, %p1;\n"
		    "\tst.u32 [%rd2], %r3;\n\tbra.uni J;\nA:\n\tst.u32 [%rd2], 7;\nJ:\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	struct simt_op op;
	uint32_t masks[32], pcs[32];

	(void)state;
	cm_start(c, SIMT_LOCKSTEP, 32, 0);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_OP);
	assert_int_equal(op.kind, SIMT_OP_BAR);
	assert_int_equal(op.mask, 0xffffff00);
	assert_int_equal(op.bar_id, 2);
	assert_int_equal(op.bar_mode, PTX_MODE_BAR_RED_POPC);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_BLOCKED);
	assert_int_equal(simt_fragments(&c->warp[0], masks, pcs), 0);
	simt_bar_release(&c->warp[0], 0xffff0000, 42);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_BLOCKED);
	simt_bar_release(&c->warp[0], 0x0000ff00, 43);
	assert_int_equal(simt_fragments(&c->warp[0], masks, pcs), 1);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_OP);
	assert_int_equal(op.data[0][20], 42);
	assert_int_equal(op.data[0][9], 43);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_OP);
	assert_int_equal(op.mask, 0xff);
	assert_int_equal(simt_run(&c->warp[0], 100, &op), SIMT_RUN_DONE);
	cm_free(c);
}

/* The shape that try-lock loops have when compiled at -O1 ends in lockstep too. */
static void try_lock(void **state)
{
	static const char ptx[] = ENTRY(
		"") "LOOP:\n\tmov.u32 %r5, 0;\n\tatom.cas.b32 %r2, [%rd1+4096], 0, 1;\n"
		    "\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra NEXT;\n\tld.u32 %r3, [%rd1+4100];\n"
		    "\tadd.u32 %r3, %r3, 1;\n\tst.u32 [%rd1+4100], %r3;\n"
		    "\tatom.exch.b32 %r4, [%rd1+4096], 0;\n\tmov.u32 %r5, 1;\nNEXT:\n"
		    "\tsetp.eq.u32 %p2, %r5, 0;\n\t@%p2 bra LOOP;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->max_insns = 100000;
	assert_int_equal(cm_run(c, SIMT_LOCKSTEP, 64), SIMT_RUN_DONE);
	assert_int_equal(cm_u32(c)[1025], 64);
	cm_free(c);
}

/* The stack stays small in a loop that diverges again and again. */
static void many_divergences(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tmov.u32 %r2, 0;\nLOOP:\n\tadd.u32 %r3, %r2, %r1;\n\tand.b32 %r3, %r3, 1;\n"
		    "\tsetp.eq.u32 %p1, %r3, 0;\n\t@%p1 bra SKIP;\n\tadd.u32 %r4, %r4, 1;\nSKIP:\n"
		    "\tadd.u32 %r2, %r2, 1;\n\tsetp.lt.u32 %p2, %r2, 2000;\n\t@%p2 bra LOOP;\n"
		    "\tst.u32 [%rd2], %r4;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		assert_int_equal(cm_u32(c)[0], 1000);
		assert_int_equal(cm_u32(c)[31], 1000);
		assert_int_equal(c->stats.divergent, 2000);
		/* joins after each if: 8 instructions an iteration, not more */
		assert_int_equal(c->stats.warp_insns, 4 + 8 * 2000 + 2);
	}
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(if_else),           cmocka_unit_test(loop_exit),
		cmocka_unit_test(exit_inside),       cmocka_unit_test(returns_join),
		cmocka_unit_test(barrier_in_branch), cmocka_unit_test(try_lock),
		cmocka_unit_test(many_divergences)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
