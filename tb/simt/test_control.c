/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Branches, loops, early ends and partial warps, in both divergence models.
 */
#include "core_machine.h"

/* out[tid] = %r9 at label DONE; %r1 = tid; %rd1 = &out[tid] */
#define PROLOGUE \
	CM_HEAD ".visible .entry k(.param .u64 out)\n{\n" \
		"\t.reg .pred %p<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n" \
		"\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
		"\tmad.wide.u32 %rd1, %r1, 4, %rd1;\n\tmov.u32 %r9, 0;\n"
#define EPILOGUE "DONE:\n\tst.global.u32 [%rd1], %r9;\n\tret;\n}\n"

typedef uint32_t (*model_fn)(uint32_t tid);

enum { UNTOUCHED = 0x77777777 };

static void check(const char *ptx, uint32_t threads, model_fn model)
{
	struct cm *c = cm_load(ptx);

	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		memset(c->global, 0x77, sizeof(c->global));
		assert_int_equal(cm_run(c, (enum simt_mode)mode, threads), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 128; t++) {
			uint32_t want = t < threads ? model(t) : UNTOUCHED;

			if (cm_u32(c)[t] != want)
				fail_msg("mode %d thread %u: %u, not %u", mode, t, cm_u32(c)[t],
					 want);
		}
	}
	cm_free(c);
}

static uint32_t nested_model(uint32_t t)
{
	if (t & 1)
		return t & 2 ? (t & 4 ? 7 : 3) : 1;
	return t & 4 ? 40 : 50;
}

static void nested(void **state)
{
	static const char ptx[] = PROLOGUE
		"\tand.b32 %r2, %r1, 1;\n\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra EVEN;\n"
		"\tand.b32 %r3, %r1, 2;\n\tsetp.eq.u32 %p2, %r3, 0;\n\t@%p2 bra ONE;\n"
		"\tand.b32 %r3, %r1, 4;\n\tsetp.ne.u32 %p2, %r3, 0;\n\t@%p2 bra SEVEN;\n"
		"\tmov.u32 %r9, 3;\n\tbra.uni DONE;\nSEVEN:\n\tmov.u32 %r9, 7;\n\tbra.uni DONE;\n"
		"ONE:\n\tmov.u32 %r9, 1;\n\tbra.uni DONE;\n"
		"EVEN:\n\tand.b32 %r3, %r1, 4;\n\tsetp.ne.u32 %p3, %r3, 0;\n\tmov.u32 %r9, 50;\n"
		"\t@!%p3 bra DONE;\n\tmov.u32 %r9, 40;\n" EPILOGUE;

	(void)state;
	for (uint32_t n = 1; n <= 100; n += 9)
		check(ptx, n, nested_model);
}

static uint32_t loop_model(uint32_t t)
{
	uint32_t sum = 0;

	for (uint32_t n = t % 13; n; n--)
		sum += n * t;
	return sum;
}

static void trip_counts(void **state)
{
	static const char ptx[] = PROLOGUE
		"\trem.u32 %r2, %r1, 13;\nLOOP:\n\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra DONE;\n"
		"\tmad.lo.u32 %r9, %r2, %r1, %r9;\n\tsub.u32 %r2, %r2, 1;\n\tbra.uni "
		"LOOP;\n" EPILOGUE;

	(void)state;
	check(ptx, 32, loop_model);
	check(ptx, 97, loop_model);
}

static uint32_t early_model(uint32_t t)
{
	return t % 3 == 0 ? (uint32_t)UNTOUCHED : t % 3 == 1 ? 11 : t < 40 ? 22 : 33;
}

static void early_end(void **state)
{
	static const char ptx[] = PROLOGUE
		"\trem.u32 %r2, %r1, 3;\n\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 exit;\n"
		"\tmov.u32 %r9, 11;\n\tsetp.eq.u32 %p2, %r2, 1;\n\t@%p2 st.global.u32 [%rd1], "
		"%r9;\n"
		"\t@%p2 ret;\n\tmov.u32 %r9, 22;\n\tsetp.lt.u32 %p3, %r1, 40;\n\t@%p3 bra DONE;\n"
		"\tmov.u32 %r9, 33;\n" EPILOGUE;

	(void)state;
	check(ptx, 96, early_model);
	check(ptx, 5, early_model);
}

/* A branch inside a loop whose two sides leave it at different places. */
static uint32_t two_exits_model(uint32_t t)
{
	uint32_t sum = 0;

	for (uint32_t n = 0;; n++) {
		sum += n;
		if (n == (t & 7))
			return sum + 100;
		if (sum > t)
			return sum + 200;
	}
}

static void two_exits(void **state)
{
	static const char ptx[] = PROLOGUE
		"\tand.b32 %r2, %r1, 7;\n\tmov.u32 %r3, 0;\nLOOP:\n\tadd.u32 %r9, %r9, %r3;\n"
		"\tsetp.eq.u32 %p1, %r3, %r2;\n\t@%p1 bra A;\n\tsetp.gt.u32 %p2, %r9, %r1;\n"
		"\t@%p2 bra B;\n\tadd.u32 %r3, %r3, 1;\n\tbra.uni LOOP;\n"
		"A:\n\tadd.u32 %r9, %r9, 100;\n\tbra.uni DONE;\nB:\n\tadd.u32 %r9, %r9, "
		"200;\n" EPILOGUE;

	(void)state;
	check(ptx, 64, two_exits_model);
}

static uint32_t brx_model(uint32_t t)
{
	static const uint32_t v[] = {5, 6, 6, 8};

	return t % 5 == 4 ? 99 : v[t & 3];
}

static void brx(void **state)
{
	static const char ptx[] = PROLOGUE
		"\trem.u32 %r3, %r1, 5;\n\tsetp.ne.u32 %p1, %r3, 4;\n\tand.b32 %r2, %r1, 3;\n"
		"T: .branchtargets A, B, B, C;\n\t@%p1 brx.idx %r2, T;\n\tmov.u32 %r9, 99;\n"
		"\tbra.uni DONE;\nA:\n\tmov.u32 %r9, 5;\n\tbra.uni DONE;\nB:\n\tmov.u32 %r9, 6;\n"
		"\tbra.uni DONE;\nC:\n\tmov.u32 %r9, 8;\n" EPILOGUE;

	(void)state;
	check(ptx, 70, brx_model);
}

static void faults(void **state)
{
	static const char range[] =
		PROLOGUE "T: .branchtargets A, B;\n\tbrx.idx %r1, T;\nA:\nB:\n" EPILOGUE;
	static const char trap[] = PROLOGUE "\tsetp.gt.u32 %p1, %r1, 29;\n\t@%p1 trap;\n" EPILOGUE;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct cm *c = cm_load(range);
		struct simt_op op;

		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_BRANCH);
		assert_int_equal(c->warp[0].fault_mask, 0xfffffffcU);
		assert_int_equal(simt_run(&c->warp[0], 10, &op), SIMT_RUN_FAULT);
		cm_free(c);
		c = cm_load(trap);
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 29), SIMT_RUN_DONE);
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_TRAP);
		assert_int_equal(c->warp[0].fault_mask, 0xc0000000U);
		cm_free(c);
	}
}

/* Counts are exact: one per issued instruction, lanes by guard, branches by condition. */
static void statistics(void **state)
{
	static const char ptx[] = CM_HEAD
		".visible .entry k()\n{\n\t.reg .pred %p<4>;\n"
		"\t.reg .b32 %r<4>;\n\tmov.u32 %r1, %tid.x;\n\tsetp.lt.u32 %p1, %r1, 8;\n"
		"\tsetp.lt.u32 %p2, %r1, 0;\n\t@%p1 add.u32 %r1, %r1, 1;\n\t@%p2 add.u32 %r1, %r1, "
		"1;\n"
		"\t@%p2 bra OVER;\n\t@!%p1 bra OVER;\n\tadd.u32 %r1, %r1, 1;\nOVER:\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		assert_int_equal(c->stats.warp_insns, 9);
		assert_int_equal(c->stats.thread_insns, 3 * 32 + 8 + 0 + 0 + 24 + 8 + 32);
		assert_int_equal(c->stats.branches, 2);
		assert_int_equal(c->stats.divergent, 1);
		assert_int_equal(c->warp[0].insns, 9);
		assert_int_equal(c->warp[0].back_branches, 0);
	}
	cm_free(c);
}

/* Budget: simt_run stops after exactly as many instructions and goes on where it was. */
static void budget(void **state)
{
	static const char ptx[] = PROLOGUE "LOOP:\n\tadd.u32 %r9, %r9, 1;\n\tbra.uni LOOP;\n}\n";
	struct cm *c = cm_load(ptx);
	struct simt_op op;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		cm_start(c, (enum simt_mode)mode, 32, 0);
		for (unsigned n = 1; n < 50; n++) {
			assert_int_equal(simt_run(&c->warp[0], n, &op), SIMT_RUN_YIELD);
			assert_int_equal(c->warp[0].insns, n * (n + 1) / 2);
		}
		assert_in_range(c->warp[0].back_branches, (49 * 25 - 4) / 2 - 1, 49 * 25 / 2);
		assert_int_equal(simt_run(&c->warp[0], 0, &op), SIMT_RUN_YIELD);
	}
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nested),     cmocka_unit_test(trip_counts),
		cmocka_unit_test(early_end),  cmocka_unit_test(two_exits),
		cmocka_unit_test(brx),        cmocka_unit_test(faults),
		cmocka_unit_test(statistics), cmocka_unit_test(budget)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
