/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lowering: what a kernel needs (shared, local, parameter bytes), special registers, and
 * what is refused, by name.
 */
#include "core_machine.h"

static void refused(const char *ptx, const char *part)
{
	struct diag d = {""};
	struct cm *c = cm_load_err(ptx, "k", &d);

	if (c->k)
		fail_msg("accepted: %s", ptx);
	if (!strstr(d.text, part) || strncmp(d.text, "t.ptx:", 6))
		fail_msg("message '%s' lacks '%s'", d.text, part);
	cm_free(c);
}

static void refusals(void **state)
{
	(void)state;
	refused(CM_HEAD
		".extern .func foo();\n.visible .entry k()\n{\n\tcall.uni foo, ();\n\tret;\n}\n",
		"t.ptx:7: call of undefined function 'foo'");
	refused(CM_HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f);\n"
			".visible .entry k()\n{\n\t{\n\t.param .b64 a;\n\t.param .b32 r;\n"
			"\tcall.uni (r), vprintf, (a);\n\t}\n\tret;\n}\n",
		"'vprintf' takes 2 arguments");
	refused(CM_HEAD ".shared .align 8 .b8 sh[64];\n"
			".global .align 8 .u64 g = generic(sh);\n.visible .entry k()\n{\n\t.reg "
			".b64 %rd1;\n"
			"\tld.global.u64 %rd1, [g];\n\tret;\n}\n",
		"address of shared variable 'sh'");
	refused(CM_HEAD ".visible .entry k(.param .u64 p)\n{\n\t.reg .b64 %rd1;\n"
			"\tld.param.u64 %rd1, [p+4];\n\tret;\n}\n",
		"access outside parameter 'p'");
	refused(CM_HEAD ".visible .entry k(.param .u64 p)\n{\n\t.reg .b64 %rd1;\n"
			"\tcvta.param.u64 %rd1, p;\n\tret;\n}\n",
		"cvta");
}

/* Only what the kernel can reach counts; unsized arrays start behind everything static. */
static void shared_layout(void **state)
{
	static const char ptx[] = CM_HEAD
		".shared .align 4 .b8 a[10];\n.shared .align 16 .b8 unused[1000];\n"
		".extern .shared .align 8 .b8 dyn[];\n.extern .shared .align 16 .b8 dyn2[];\n"
		".shared .align 8 .b8 b[8];\n"
		".func f()\n{\n\t.shared .align 4 .b8 mine[4];\n\t.reg .b32 %r1;\n\tmov.u32 %r1, "
		"mine;\n"
		"\tst.shared.u32 [mine], %r1;\n\tret;\n}\n"
		".visible .entry k(.param .u64 out)\n{\n\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<4>;\n"
		"\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, dyn;\n\tst.u32 [%rd1], %r1;\n"
		"\tmov.u32 %r1, dyn2;\n\tst.u32 [%rd1+4], %r1;\n\tmov.u32 %r1, b+4;\n"
		"\tst.u32 [%rd1+8], %r1;\n\tmov.u64 %rd2, a;\n\tst.u64 [%rd1+16], %rd2;\n"
		"\tmov.u32 %r2, %dynamic_smem_size;\n\tst.u32 [%rd1+24], %r2;\n"
		"\tmov.u32 %r2, %total_smem_size;\n\tst.u32 [%rd1+28], %r2;\n\tcall.uni f, "
		"();\n\tret;\n}\n"
		".visible .entry none()\n{\n\tret;\n}\n";
	struct diag d = {""};
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(c->k->static_shared, 28); /* a 0..9, b 16..23, mine 24..27 */
	cm_start(c, SIMT_ITS, 1, 0);
	c->env.dynamic_shared = 100;
	simt_warp_init(&c->warp[0], &c->env, SIMT_ITS, 0, 0, 1, &c->stats);
	assert_int_equal(cm_go(c), SIMT_RUN_DONE);
	assert_int_equal(cm_u32(c)[0], 32);
	assert_int_equal(cm_u32(c)[1], 32);
	assert_int_equal(cm_u32(c)[2], 20);
	assert_int_equal(c->global[2], 0);
	assert_int_equal(cm_u32(c)[6], 100);
	assert_int_equal(cm_u32(c)[7], 132);
	cm_free(c);
	c = cm_load_err(ptx, "none", &d);
	assert_int_equal(c->k->static_shared, 0);
	assert_int_equal(c->k->lane_param_bytes, 0);
	cm_free(c);
}

/* Frames of a chain of calls lie one above the other. */
static void local_layout(void **state)
{
	static const char ptx[] = CM_HEAD
		".func leaf(.param .b64 out)\n{\n\t.local .align 4 .b8 d[20];\n\t.reg .b64 "
		"%rd<4>;\n"
		"\tld.param.b64 %rd1, [out];\n\tmov.u64 %rd2, d;\n\tadd.u64 %rd2, %rd2, 4;\n"
		"\tst.global.u64 [%rd1], %rd2;\n\tst.local.u32 [d+16], 9;\n\tret;\n}\n"
		".func mid(.param .b64 out)\n{\n\t.local .align 16 .b8 d[32];\n\t.reg .b64 "
		"%rd<4>;\n"
		"\tld.param.b64 %rd1, [out];\n\tst.local.u32 [d], 8;\n\t{\n\t.param .b64 p;\n"
		"\tst.param.b64 [p], %rd1;\n\tcall.uni leaf, (p);\n\t}\n\tret;\n}\n"
		".visible .entry k(.param .u64 out)\n{\n\t.local .align 8 .b8 d[40];\n"
		"\t.reg .b64 %rd<4>;\n\tld.param.u64 %rd1, [out];\n\tst.local.u32 [d+36], 7;\n"
		"\t{\n\t.param .b64 p;\n\tst.param.b64 [p], %rd1;\n\tcall.uni mid, (p);\n\t}\n"
		"\tadd.u64 %rd1, %rd1, 8;\n\t{\n\t.param .b64 p;\n\tst.param.b64 [p], %rd1;\n"
		"\tcall.uni leaf, (p);\n\t}\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(c->k->local_bytes, 48 + 32 + 32);
	assert_false(c->k->recursive);
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		c->log_on = true;
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 1), SIMT_RUN_DONE);
		assert_int_equal(c->global[0], 48 + 32 + 4);
		assert_int_equal(c->global[1], 48 + 4);
		assert_int_equal(c->log[0].addr[0], 36);
		assert_int_equal(c->log[1].addr[0], 48);
		assert_int_equal(c->log[3].addr[0], 48 + 32 + 16);
		/* a limit below the static need is noticed at the call */
		cm_start(c, (enum simt_mode)mode, 1, 48 + 32 + 31);
		assert_int_equal(cm_go(c), SIMT_RUN_FAULT);
		assert_int_equal(c->warp[0].fault, SIMT_FAULT_STACK_OVERFLOW);
	}
	cm_free(c);
}

static void special_registers(void **state)
{
	static const char *const names[] = {
		"tid.x",       "tid.y",      "tid.z",       "ntid.x",      "ntid.y",
		"ntid.z",      "ctaid.x",    "ctaid.y",     "ctaid.z",     "nctaid.x",
		"nctaid.y",    "nctaid.z",   "laneid",      "warpid",      "nwarpid",
		"smid",        "nsmid",      "lanemask_eq", "lanemask_le", "lanemask_lt",
		"lanemask_ge", "lanemask_gt"};
	/* of lane 6 of warp 1 in a block of 5 x 4 x 3: thread 38 = (3, 3, 1) */
	static const uint32_t want[] = {3,  3,    1,    5,    4,          3,         7, 8,
					9,  17,   18,   19,   6,          1,         2, 4,
					15, 0x40, 0x7f, 0x3f, 0xffffffc0, 0xffffff80};
	char ptx[8192];
	int n = snprintf(ptx, sizeof(ptx),
			 CM_HEAD
			 ".visible .entry k(.param .u64 out)\n{\n"
			 "\t.reg .b32 %%r1;\n\t.reg .b64 %%rd<3>;\n\tld.param.u64 %%rd1, [out];\n"
			 "\tmov.u32 %%r1, %%laneid;\n\tmad.wide.u32 %%rd1, %%r1, 128, %%rd1;\n");
	struct cm *c;

	(void)state;
	for (unsigned s = 0; s < sizeof(names) / sizeof(names[0]); s++)
		n += snprintf(ptx + n, sizeof(ptx) - (size_t)n,
			      "\tmov.u32 %%r1, %%%s;\n\tst.global.u32 [%%rd1+%u], %%r1;\n",
			      names[s], 4 * s);
	snprintf(ptx + n, sizeof(ptx) - (size_t)n,
		 "\tmov.u64 %%rd2, %%gridid;\n\tst.global.u64 [%%rd1+96], %%rd2;\n"
		 "\tmov.u64 %%rd2, %%clock64;\n\tst.global.u64 [%%rd1+104], %%rd2;\n"
		 "\tmov.u32 %%r1, %%clock;\n\tst.global.u32 [%%rd1+112], %%r1;\n"
		 "\tmov.u32 %%r1, %%globaltimer_hi;\n\tst.global.u32 [%%rd1+116], %%r1;\n"
		 "\tmov.u32 %%r1, WARP_SZ;\n\tst.global.u32 [%%rd1+120], %%r1;\n\tret;\n}\n");
	c = cm_load(ptx);
	cm_start(c, SIMT_ITS, 60, 0);
	c->env = (struct simt_block_env){.ntid = {5, 4, 3},
					 .nctaid = {17, 18, 19},
					 .ctaid = {7, 8, 9},
					 .smid = 4,
					 .nsmid = 15,
					 .gridid = 1234567890123,
					 .params = (const uint8_t *)c->params,
					 .clock = &c->clock};
	simt_warp_init(&c->warp[1], &c->env, SIMT_ITS, 1, 32, 28, &c->stats);
	simt_warp_init(&c->warp[0], &c->env, SIMT_ITS, 0, 0, 0, &c->stats);
	c->clock = 0x700000000;
	assert_int_equal(cm_go(c), SIMT_RUN_DONE);
	for (unsigned s = 0; s < sizeof(want) / sizeof(want[0]); s++) {
		if (cm_u32(c)[32 * 6 + s] != want[s])
			fail_msg("%%%s is %u, not %u", names[s], cm_u32(c)[32 * 6 + s], want[s]);
	}
	assert_int_equal(c->global[16 * 6 + 12], 1234567890123);
	assert_in_range(c->global[16 * 6 + 13], 0x700000000, 0x700000200);
	assert_in_range(cm_u32(c)[32 * 6 + 28], 0, 0x200);
	assert_int_equal(cm_u32(c)[32 * 6 + 29], 7);
	assert_int_equal(cm_u32(c)[32 * 6 + 30], 32);
	cm_free(c);
}

static void places(void **state)
{
	static const char ptx[] = CM_HEAD ".func f()\n{\n\tret;\n}\n.visible .entry k() .maxntid "
					  "64, 2, 1\n{\n\tcall.uni f, ();\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(c->k->n_code, 3);
	assert_string_equal(c->k->func[0]->name, "k");
	assert_string_equal(c->k->func[2]->name, "f");
	assert_int_equal(c->k->src[0]->line, 10);
	assert_int_equal(c->k->maxntid[0], 64);
	assert_int_equal(c->k->maxntid[1], 2);
	assert_null(simt_where(c->k, 0).file);
	assert_null(simt_where(c->k, 99).file);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusals), cmocka_unit_test(shared_layout),
		cmocka_unit_test(local_layout), cmocka_unit_test(special_registers),
		cmocka_unit_test(places)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
