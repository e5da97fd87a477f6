/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Calls through registers: lanes that call different functions, guards, branches over the place,
 * tables of branches behind it; pointers that are no function's.
 */
#include "core_machine.h"

#define FUNCTIONS \
	CM_HEAD ".func (.param .b32 r) one(.param .b32 n)\n{\n\t.reg .b32 %r<4>;\n" \
		"\tld.param.b32 %r1, [n];\n\tadd.u32 %r1, %r1, 100;\n\tst.param.b32 [r], " \
		"%r1;\n\tret;\n}\n" \
		".func (.param .b32 r) two(.param .b32 n)\n{\n\t.reg .b32 %r<4>;\n" \
		"\tld.param.b32 %r1, [n];\n\tmul.lo.u32 %r1, %r1, 3;\n\tst.param.b32 [r], " \
		"%r1;\n\tret;\n}\n" \
		".func (.param .b32 r) wide(.param .b64 n)\n{\n\t.reg .b32 %r<4>;\n" \
		"\tmov.u32 %r1, 9;\n\tst.param.b32 [r], %r1;\n\tret;\n}\n" \
		".func (.param .b32 r) never(.param .b32 n)\n{\n\ttrap;\n}\n"

#define ENTRY \
	".visible .entry k(.param .u64 out)\n{\n\t.reg .pred %p<4>;\n\t.reg .b32 %r<12>;\n" \
	"\t.reg .b64 %rd<8>;\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
	"\tmad.wide.u32 %rd1, %r1, 4, %rd1;\n\tmov.u64 %rd2, one;\n\tmov.u64 %rd3, two;\n" \
	"\tmov.u64 %rd4, wide;\n\tmov.u32 %r9, 0;\n\tmov.u32 %r5, 0;\n"

/* %r3 = (*%rd5)(%r2) */
#define CALL(guard) \
	"\t{\n\t.param .b32 p;\n\tst.param.b32 [p], %r2;\n\t.param .b32 v;\n\t" guard \
	"call (v), %rd5, (p), proto;\n\tproto: .callprototype (.param .b32 _) _ (.param .b32 " \
	"_);\n" \
	"\tld.param.b32 %r3, [v];\n\t}\n"

/* Three turns of a loop with the call in it, odd lanes one(), even ones two(); every fourth lane
 * leaves the call out; then one of two places by a table. */
static const char turns[] = FUNCTIONS ENTRY
	"\tand.b32 %r2, %r1, 1;\n\tsetp.ne.u32 %p1, %r2, 0;\n\tselp.b64 %rd5, %rd2, %rd3, %p1;\n"
	"\tand.b32 %r2, %r1, 3;\n\tsetp.eq.u32 %p2, %r2, 3;\n"
	"AGAIN:\n\tmov.u32 %r3, 7;\n\tadd.u32 %r2, %r1, %r5;\n" CALL(
		"@!%p2 ") "\t@%p2 mov.u32 %r3, 5;\n\tadd.u32 %r9, %r9, %r3;\n\tadd.u32 %r5, %r5, "
			  "1;\n"
			  "\tsetp.lt.u32 %p3, %r5, 3;\n\t@%p3 bra AGAIN;\n\tand.b32 %r2, %r1, 1;\n"
			  "\tlist: .branchtargets LEFT, RIGHT;\n\tbrx.idx %r2, list;\n"
			  "LEFT:\n\tadd.u32 %r9, %r9, 1000;\n\tbra.uni DONE;\nRIGHT:\n\tadd.u32 "
			  "%r9, %r9, 2000;\n"
			  "DONE:\n\tst.global.u32 [%rd1], %r9;\n\tret;\n}\n";

static uint32_t turns_of(uint32_t t)
{
	uint32_t sum = t & 1 ? 2000 : 1000;

	for (uint32_t turn = 0; turn < 3; turn++)
		sum += (t & 3) == 3 ? 5 : t & 1 ? t + turn + 100 : 3 * (t + turn);
	return sum;
}

static void lanes_part(void **state)
{
	struct cm *c = cm_load(turns);

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		memset(c->global, 0x77, sizeof(c->global));
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 64), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 64; t++)
			if (cm_u32(c)[t] != turns_of(t))
				fail_msg("mode %d thread %u: %u, not %u", mode, t, cm_u32(c)[t],
					 turns_of(t));
	}
	cm_free(c);
}

static void wild(const char *pointer)
{
	char ptx[4096];
	struct cm *c;

	snprintf(ptx, sizeof(ptx), "%s%s%s%s\tst.global.u32 [%%rd1], %%r3;\n\tret;\n}\n",
		 FUNCTIONS ENTRY, "\tsetp.eq.u32 %p1, %r1, 5;\n\tmov.u64 %rd5, %rd2;\n", pointer,
		 "\tmov.u32 %r2, 1;\n" CALL(""));
	c = cm_load(ptx);
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_CALL);
		assert_int_equal(c->warp[0].fault_mask, 1U << 5);
	}
	cm_free(c);
}

static void pointers_to_nothing(void **state)
{
	(void)state;
	wild("\t@%p1 mov.u64 %rd5, 0;\n");
	wild("\t@%p1 add.u64 %rd5, %rd5, 1;\n");
	wild("\t@%p1 mov.u64 %rd5, %rd4;\n");      /* its parameter is wider */
	wild("\t@%p1 mov.u64 %rd5, %rd1;\n");      /* data */
	wild("\t@%p1 add.u64 %rd5, %rd3, 512;\n"); /* never: nobody takes its address */
}

/* No function of the module has these parameters: the call is there, and a fault. */
static void nobody_fits(void **state)
{
	struct cm *c =
		cm_load(CM_HEAD ".visible .entry k(.param .u64 out)\n{\n\t.reg .b64 %rd<8>;\n"
				"\tld.param.u64 %rd5, [out];\n\tcall %rd5, proto;\n"
				"\tproto: .callprototype _ ();\n\tret;\n}\n");

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 1), SIMT_RUN_FAULT);
	assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_CALL);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(lanes_part),
					   cmocka_unit_test(pointers_to_nothing),
					   cmocka_unit_test(nobody_fits)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
