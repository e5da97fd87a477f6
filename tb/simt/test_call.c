/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls: arguments, recursion, diverging returns, stack limits, runtime functions.
 */
#include "core_machine.h"

#define ENTRY \
	".visible .entry k(.param .u64 out)\n{\n\t.reg .pred %p<4>;\n\t.reg .b32 %r<12>;\n" \
	"\t.reg .b64 %rd<8>;\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
	"\tmad.wide.u32 %rd1, %r1, 4, %rd1;\n"

#define FIB \
	CM_HEAD ".func (.param .b32 r) fib(.param .b32 n);\n" ENTRY \
		"\trem.u32 %r2, %r1, 11;\n\t{\n\t.param .b32 p;\n\tst.param.b32 [p+0], %r2;\n" \
		"\t.param .b32 v;\n\tcall.uni (v), fib, (p);\n\tld.param.b32 %r3, [v+0];\n\t}\n" \
		"\tst.global.u32 [%rd1], %r3;\n\tret;\n}\n" \
		".func (.param .b32 r) fib(.param .b32 n)\n{\n\t.reg .pred %p1;\n\t.reg .b32 " \
		"%r<8>;\n" \
		"\tld.param.b32 %r1, [n+0];\n\tsetp.lt.u32 %p1, %r1, 2;\n\t@%p1 st.param.b32 " \
		"[r+0], %r1;\n" \
		"\t@%p1 ret;\n\tsub.u32 %r2, %r1, 1;\n\t{\n\t.param .b32 p;\n\tst.param.b32 " \
		"[p+0], %r2;\n" \
		"\t.param .b32 v;\n\tcall.uni (v), fib, (p);\n\tld.param.b32 %r3, [v+0];\n\t}\n" \
		"\tsub.u32 %r2, %r1, 2;\n\t{\n\t.param .b32 p;\n\tst.param.b32 [p+0], %r2;\n" \
		"\t.param .b32 v;\n\tcall.uni (v), fib, (p);\n\tld.param.b32 %r4, [v+0];\n\t}\n" \
		"\tadd.u32 %r5, %r3, %r4;\n\tst.param.b32 [r+0], %r5;\n\tret;\n}\n"

static uint32_t fib(uint32_t n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void recursion(void **state)
{
	struct cm *c = cm_load(FIB);

	(void)state;
	assert_true(c->k->recursive);
	assert_int_equal(c->k->local_bytes, 16);
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		cm_start(c, (enum simt_mode)mode, 45, 16 * 12);
		assert_int_equal(cm_go(c), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 45; t++)
			assert_int_equal(cm_u32(c)[t], fib(t % 11));
	}
	cm_free(c);
}

/* fib(10) needs ten levels of 16 bytes; with nine, exactly the lanes with n = 10 fault. */
static void overflow(void **state)
{
	struct cm *c = cm_load(FIB);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		cm_start(c, (enum simt_mode)mode, 32, 16 * 10);
		assert_int_equal(cm_go(c), SIMT_RUN_DONE);
		cm_start(c, (enum simt_mode)mode, 32, 16 * 9);
		assert_int_equal(cm_go(c), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_STACK_OVERFLOW);
		assert_int_equal(c->warp[0].fault_mask, 1U << 10 | 1U << 21);
	}
	cm_free(c);
}

static void infinite_recursion(void **state)
{
	static const char ptx[] =
		CM_HEAD ".func f();\n.func g()\n{\n\tcall.uni f, ();\n\tret;\n}\n"
			".func f()\n{\n\t.local .align 4 .b8 d[20];\n\tcall.uni g, ();\n\tret;\n}\n"
			".visible .entry k()\n{\n\tcall.uni f, ();\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(c->k->local_bytes, 32 + 16);
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		cm_start(c, (enum simt_mode)mode, 32, 48 * 1000);
		assert_int_equal(cm_go(c), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_STACK_OVERFLOW);
		assert_int_equal(c->warp[0].insns, 2001);
	}
	cm_free(c);
}

/* Registers of every class live across a recursive call, other in each lane. */
static void registers_survive(void **state)
{
	static const char ptx[] = CM_HEAD
		".func (.param .b32 r) f(.param .b32 n)\n{\n\t.reg .pred %p<4>;\n\t.reg .b16 "
		"%rs<2>;\n"
		"\t.reg .b32 %r<6>;\n\t.reg .b64 %rd<2>;\n\tld.param.b32 %r1, [n];\n"
		"\tsetp.eq.u32 %p1, %r1, 0;\n\tst.param.b32 [r], 0;\n\t@%p1 ret;\n"
		"\tand.b32 %r2, %r1, 1;\n\tsetp.ne.u32 %p2, %r2, 0;\n\tcvt.u16.u32 %rs1, %r1;\n"
		"\tcvt.u64.u32 %rd1, %r1;\n\tsub.u32 %r2, %r1, 1;\n\t{\n\t.param .b32 p;\n"
		"\tst.param.b32 [p], %r2;\n\t.param .b32 v;\n\tcall.uni (v), f, (p);\n"
		"\tld.param.b32 %r3, [v];\n\t}\n\tcvt.u32.u16 %r4, %rs1;\n\tadd.u32 %r3, %r3, "
		"%r4;\n"
		"\tcvt.u32.u64 %r4, %rd1;\n\tadd.u32 %r3, %r3, %r4;\n\tadd.u32 %r3, %r3, %r1;\n"
		"\t@%p2 add.u32 %r3, %r3, 10000;\n\tld.param.b32 %r5, [n];\n"
		"\tadd.u32 %r3, %r3, %r5;\n\tst.param.b32 [r], %r3;\n\tret;\n}\n" ENTRY
		"\t{\n\t.param .b32 p;\n\tst.param.b32 [p], %r1;\n\t.param .b32 v;\n"
		"\tcall.uni (v), f, (p);\n\tld.param.b32 %r3, [v];\n\t}\n"
		"\tst.global.u32 [%rd1], %r3;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		cm_start(c, (enum simt_mode)mode, 32, 16 * 32);
		assert_int_equal(cm_go(c), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 32; t++)
			assert_int_equal(cm_u32(c)[t],
					 4 * (t * (t + 1) / 2) + 10000 * ((t + 1) / 2));
	}
	cm_free(c);
}

/* Half of the warp calls add3, half mul3, some lanes none; both in loops of their own length. */
static void diverging(void **state)
{
	static const char ptx[] = CM_HEAD
		".func (.param .b32 r) add3(.param .b32 n)\n{\n\t.reg .b32 %r<4>;\n"
		"\tld.param.b32 %r1, [n];\n\tadd.u32 %r1, %r1, 3;\n\tst.param.b32 [r], "
		"%r1;\n\tret;\n}\n"
		".func (.param .b32 r) mul3(.param .b32 n)\n{\n\t.reg .b32 %r<4>;\n\t.reg .pred "
		"%p;\n"
		"\tld.param.b32 %r1, [n];\n\tsetp.gt.u32 %p, %r1, 60;\n\tst.param.b32 [r], %r1;\n"
		"\t@%p ret;\n\tmul.lo.u32 %r1, %r1, 3;\n\tst.param.b32 [r], %r1;\n\tret;\n}\n" ENTRY
		"\tmov.u32 %r2, %r1;\n\tand.b32 %r3, %r1, 3;\nLOOP:\n\tsetp.eq.u32 %p1, %r3, 0;\n"
		"\t@%p1 bra DONE;\n\tsub.u32 %r3, %r3, 1;\n\t{\n\t.param .b32 p;\n"
		"\tst.param.b32 [p], %r2;\n\t.param .b32 v;\n\tand.b32 %r4, %r1, 4;\n"
		"\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 call (v), add3, (p);\n\t@!%p2 call (v), mul3, "
		"(p);\n"
		"\tld.param.b32 %r2, [v];\n\t}\n\tbra.uni LOOP;\nDONE:\n\tst.global.u32 [%rd1], "
		"%r2;\n"
		"\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 32; t++) {
			uint32_t v = t;

			for (uint32_t n = t & 3; n; n--)
				v = !(t & 4) ? v + 3 : v > 60 ? v : 3 * v;
			assert_int_equal(cm_u32(c)[t], v);
		}
	}
	cm_free(c);
}

/* Struct by value, 64- and 16-bit parameters, register and immediate arguments. */
static void argument_kinds(void **state)
{
	static const char ptx[] = CM_HEAD
		".func (.param .align 8 .b8 r[16]) f(.param .align 4 .b8 s[12], .param .b64 x, "
		".param .b16 h)\n{\n\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<4>;\n\t.reg .b16 %rs<2>;\n"
		"\tld.param.b32 %r1, [s+8];\n\tld.param.b64 %rd1, [x];\n\tld.param.s16 %r2, [h];\n"
		"\tmov.b64 %rd3, s;\n\tld.param.b32 %r3, [%rd3+4];\n"
		"\tadd.u32 %r1, %r1, %r3;\n\tst.param.b32 [r], %r1;\n\tst.param.b32 [r+4], %r2;\n"
		"\tst.param.b64 [r+8], %rd1;\n\tret;\n}\n" ENTRY
		"\tmul.lo.u32 %r2, %r1, 100;\n\tcvt.u64.u32 %rd2, %r1;\n\tneg.s64 %rd2, %rd2;\n"
		"\t.reg .b16 %rs1;\n\tcvt.u16.u32 %rs1, %r1;\n\tneg.s16 %rs1, %rs1;\n"
		"\t{\n\t.param .align 4 .b8 p[12];\n\tst.param.v2.b32 [p], {1, %r1};\n"
		"\tst.param.b32 [p+8], %r2;\n\t.param .b64 q;\n\tst.param.b64 [q], %rd2;\n"
		"\t.param .b16 h;\n\tst.param.b16 [h], %rs1;\n"
		"\t.param .align 8 .b8 v[16];\n\tcall.uni (v), f, (p, q, h);\n"
		"\tld.param.v2.b32 {%r3, %r4}, [v];\n\tld.param.b64 %rd3, [v+8];\n\t}\n"
		"\tst.global.u32 [%rd1], %r3;\n\tst.global.u32 [%rd1+128], %r4;\n"
		"\tcvt.u32.u64 %r5, %rd3;\n\tst.global.u32 [%rd1+256], %r5;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 32; t++) {
			assert_int_equal(cm_u32(c)[t], 101 * t);
			assert_int_equal(cm_u32(c)[t + 32], 0 - t);
			assert_int_equal(cm_u32(c)[t + 64], 0 - t);
		}
	}
	cm_free(c);
}

/* exit inside a called function ends the thread, not the call. */
static void exit_in_callee(void **state)
{
	static const char ptx[] =
		CM_HEAD ".func f(.param .b32 n)\n{\n\t.reg .b32 %r<2>;\n\t.reg .pred %p;\n"
			"\tld.param.b32 %r1, [n];\n\tsetp.lt.u32 %p, %r1, 10;\n\t@%p "
			"exit;\n\tret;\n}\n" ENTRY
			"\t{\n\t.param .b32 p;\n\tst.param.b32 [p], %r1;\n\tcall.uni f, (p);\n\t}\n"
			"\tmov.u32 %r2, 1;\n\tst.global.u32 [%rd1], %r2;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		memset(c->global, 0, sizeof(c->global));
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 20), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 32; t++)
			assert_int_equal(cm_u32(c)[t], t >= 10 && t < 20);
	}
	cm_free(c);
}

static const struct simt_op *find_sys(const struct cm *c, enum simt_syscall s)
{
	for (unsigned n = 0; n < c->n_log; n++) {
		if (c->log[n].kind == SIMT_OP_SYSCALL && c->log[n].syscall == s)
			return &c->log[n];
	}
	fail_msg("no system call %d", (int)s);
	return NULL;
}

static void system_calls(void **state)
{
	static const char ptx[] = CM_HEAD
		".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
		".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
		".extern .func free(.param .b64 p);\n"
		".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param "
		".b64 d, "
		".param .b64 e);\n" ENTRY "\tsetp.lt.u32 %p1, %r1, 4;\n\tcvt.u64.u32 %rd2, "
		"%r1;\n\tadd.s64 %rd2, %rd2, 1000;\n"
		"\t{\n\t.param .b64 a;\n\tst.param.b64 [a], %rd2;\n\t.param .b64 b;\n"
		"\tst.param.b64 [b], 77;\n\t.param .b32 v;\n\tcall.uni (v), vprintf, (a, b);\n"
		"\tld.param.b32 %r2, [v];\n\t}\n\tst.global.u32 [%rd1], %r2;\n"
		"\t{\n\t.param .b64 a;\n\tst.param.b64 [a], 48;\n\t.param .b64 v;\n"
		"\t@%p1 call (v), malloc, (a);\n\tld.param.b64 %rd3, [v];\n\t}\n"
		"\t{\n\t.param .b64 a;\n\tst.param.b64 [a], %rd3;\n\t@%p1 call free, (a);\n\t}\n"
		"\t{\n\t.param .b64 a;\n\tst.param.b64 [a], 1;\n\t.param .b64 b;\n"
		"\tst.param.b64 [b], 2;\n\t.param .b32 c;\n\tst.param.b32 [c], 3;\n\t.param .b64 "
		"d;\n"
		"\tst.param.b64 [d], 4;\n\t.param .b64 e;\n\tst.param.b64 [e], 5;\n"
		"\tcall.uni __assertfail, (a, b, c, d, e);\n\t}\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	const struct simt_op *op;

	(void)state;
	c->log_on = true;
	c->sys_result = 500;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		op = find_sys(c, SIMT_SYS_VPRINTF);
		assert_int_equal(op->mask, UINT32_MAX);
		assert_int_equal(op->data[0][9], 1009);
		assert_int_equal(op->data[1][9], 77);
		assert_int_equal(cm_u32(c)[9], 509);
		op = find_sys(c, SIMT_SYS_MALLOC);
		assert_int_equal(op->mask, 15);
		assert_int_equal(op->data[0][3], 48);
		op = find_sys(c, SIMT_SYS_FREE);
		assert_int_equal(op->data[0][3], 503);
		op = find_sys(c, SIMT_SYS_ASSERTFAIL);
		for (unsigned n = 0; n < 5; n++)
			assert_int_equal(op->data[n][31], n + 1);
	}
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recursion),          cmocka_unit_test(overflow),
		cmocka_unit_test(infinite_recursion), cmocka_unit_test(registers_survive),
		cmocka_unit_test(diverging),          cmocka_unit_test(argument_kinds),
		cmocka_unit_test(exit_in_callee),     cmocka_unit_test(system_calls)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
