/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

static const char module[] = RIG_HEAD ".visible .global .align 4 .u32 counter = 7;\n"
				      ".visible .global .align 4 .b8 zeros[64];\n"
				      ".visible .const .align 4 .u32 limit = 1234;\n"
				      ".visible .global .align 8 .u64 where = generic(counter);\n"
	/* own words, all blocks side by side */
	RIG_ENTRY("index", "mov.u32 %r3, %ntid.x;\nmad.lo.s32 %r4, %r2, %r3, %r1;\n"
			   "mul.wide.u32 %rd2, %r4, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
			   "add.s32 %r5, %r4, 100;\nst.global.u32 [%rd2], %r5;\n")
		RIG_ENTRY("variables",
			  "ld.global.u32 %r3, [counter];\nst.global.u32 [%rd1], %r3;\n"
			  "ld.const.u32 %r4, [limit];\nst.global.u32 [%rd1+4], %r4;\n"
			  "ld.global.u64 %rd3, [where];\nld.u32 %r5, [%rd3];\nst.global.u32 "
			  "[%rd1+8], %r5;\n"
			  "ld.global.u32 %r6, [zeros+60];\nst.global.u32 [%rd1+12], %r6;\n")
			RIG_ENTRY("sum", "atom.global.add.u32 %r3, [%rd1], 1;\n") RIG_ENTRY(
				"dims",
				"mov.u32 %r3, %ctaid.y;\nmov.u32 %r4, %ctaid.z;\nmov.u32 %r5, "
				"%nctaid.x;\n"
				"mov.u32 %r6, %nctaid.y;\nmad.lo.s32 %r7, %r4, %r6, %r3;\n"
				"mad.lo.s32 %r7, %r7, %r5, %r2;\nmov.u32 %r8, %tid.y;\nmov.u32 "
				"%r9, %tid.z;\n"
				"mov.u32 %r10, %ntid.x;\nmov.u32 %r11, %ntid.y;\nmov.u32 %r12, "
				"%ntid.z;\n"
				"mad.lo.s32 %r13, %r9, %r11, %r8;\nmad.lo.s32 %r13, %r13, %r10, "
				"%r1;\n"
				"mul.lo.s32 %r14, %r10, %r11;\nmul.lo.s32 %r14, %r14, %r12;\n"
				"mad.lo.s32 %r15, %r7, %r14, %r13;\nmul.wide.u32 %rd2, %r15, 4;\n"
				"add.s64 %rd2, %rd1, %rd2;\natom.global.add.u32 %r16, [%rd2], 1;\n")
				RIG_ENTRY(
					"vectors",
					"mul.wide.u32 %rd2, %r1, 16;\nadd.s64 %rd2, %rd1, %rd2;\n"
					"ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];\n"
					"st.global.v4.u32 [%rd2], {%r6, %r5, %r4, %r3};\n"
					"ld.global.u8 %rs1, [%rd2+1];\nst.global.u16 [%rd2+4], "
					"%rs1;\n") ".visible .entry shares(\n.param .u64 p\n)\n{\n"
						   ".shared .align 4 .b8 tile[8192];\n.reg .b32 "
						   "%r<4>;\n.reg .b64 %rd<4>;\n"
						   "ld.param.u64 %rd1, [p];\nld.shared.u32 %r1, "
						   "[tile+8188];\nst.global.u32 [%rd1], "
						   "%r1;\nret;\n}\n"
						   ".visible .entry bounded(\n.param .u64 "
						   "p\n)\n.maxntid 64, 1, 1\n{\nret;\n}\n"
						   ".visible .entry exact(\n.param .u64 "
						   "p\n)\n.reqntid 32, 2, 1\n{\nret;\n}\n";

static void both_modes(void (*test)(struct rig *r))
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct rig r;

		rig_config(&r);
		r.cfg.mode = (enum simt_mode)mode;
		rig_open(&r, module);
		test(&r);
		rig_close(&r);
	}
}

static void check_index(struct rig *r)
{
	static const uint32_t threads[] = {1, 31, 32, 33, 100, 256, 1024};

	for (unsigned t = 0; t < 7; t++)
		for (uint32_t blocks = 1; blocks <= 13; blocks += 4) {
			memset(r->words, 0, RIG_BYTES);
			rig_ok(r, "index", blocks, threads[t]);
			for (uint32_t i = 0; i < blocks * threads[t]; i++)
				assert_int_equal(r->words[i], i + 100);
			assert_int_equal(r->words[blocks * threads[t]], 0);
		}
}

static void every_thread_runs_once(void **state)
{
	(void)state;
	both_modes(check_index);
}

static void check_dims(struct rig *r)
{
	const uint32_t grid[3] = {3, 2, 5}, block[3] = {5, 3, 4};

	assert_int_equal(machine_launch(r->m, machine_kernel(r->mm, "dims"), grid, block, 0,
					&r->buf, &r->fault),
			 MACHINE_OK);
	for (unsigned i = 0; i < 30 * 60; i++)
		assert_int_equal(r->words[i], 1);
	assert_int_equal(r->words[30 * 60], 0);
}

static void three_dimensions(void **state)
{
	(void)state;
	both_modes(check_dims);
}

static void check_variables(struct rig *r)
{
	uint64_t size, a = machine_variable(r->mm, "counter", &size);

	assert_int_equal(size, 4);
	assert_int_equal(*(uint32_t *)gmem_host(r->g, a, 4), 7);
	assert_int_equal(machine_variable(r->mm, "nothing", NULL), 0);
	assert_string_equal(gmem_find(r->g, a)->name, "counter");
	assert_int_equal(gmem_find(r->g, a)->kind, GMEM_VARIABLE);
	a = machine_variable(r->mm, "limit", NULL);
	assert_int_equal(gmem_find(r->g, a)->kind, GMEM_CONST);
	assert_null(machine_kernel(r->mm, "nothing"));
	rig_ok(r, "variables", 1, 1);
	assert_int_equal(r->words[0], 7);
	assert_int_equal(r->words[1], 1234);
	assert_int_equal(r->words[2], 7);
	assert_int_equal(r->words[3], 0);
}

static void module_variables(void **state)
{
	(void)state;
	both_modes(check_variables);
}

static void check_vectors(struct rig *r)
{
	for (unsigned i = 0; i < 64 * 4; i++)
		r->words[i] = i * 0x01020304;
	rig_ok(r, "vectors", 1, 64);
	for (unsigned i = 0; i < 64; i++) {
		const uint32_t w3 = (4 * i + 3) * 0x01020304, w2 = (4 * i + 2) * 0x01020304;

		assert_int_equal(r->words[4 * i], w3);
		assert_int_equal(r->words[4 * i + 1], (w2 & 0xffff0000U) | (w3 >> 8 & 0xff));
		assert_int_equal(r->words[4 * i + 3], 4 * i * 0x01020304);
	}
}

static void vector_and_narrow_accesses(void **state)
{
	(void)state;
	both_modes(check_vectors);
}

static void occupancy(void **state)
{
	const struct simt_kernel *k, *s;
	struct rig r;

	(void)state;
	rig_config(&r);
	rig_open(&r, module);
	k = machine_kernel(r.mm, "index");
	s = machine_kernel(r.mm, "shares");
	assert_int_equal(machine_occupancy(r.m, k, 32, 0), 8);
	assert_int_equal(machine_occupancy(r.m, k, 128, 0), 8);
	assert_int_equal(machine_occupancy(r.m, k, 129, 0), 6);
	assert_int_equal(machine_occupancy(r.m, k, 512, 0), 2);
	assert_int_equal(machine_occupancy(r.m, k, 1024, 0), 1);
	assert_int_equal(machine_occupancy(r.m, k, 1025, 0), 0);
	assert_int_equal(machine_occupancy(r.m, k, 0, 0), 0);
	assert_int_equal(machine_occupancy(r.m, k, 32, 10000), 4);
	assert_int_equal(machine_occupancy(r.m, s, 32, 0), 6);
	assert_int_equal(machine_occupancy(r.m, s, 32, 8192), 3);
	assert_int_equal(machine_occupancy(r.m, s, 32, 49152), 0);
	rig_close(&r);
}

static int shape(struct rig *r, const char *kernel, uint32_t gx, uint32_t gy, uint32_t gz,
		 uint32_t bx, uint32_t by, uint32_t bz, uint64_t shared)
{
	const uint32_t grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
	const struct simt_kernel *k = machine_kernel(r->mm, kernel);
	struct diag why = {""};
	const int e = machine_check_launch(r->m, k, grid, block, shared, &why);

	if (e) {
		assert_int_equal(machine_launch(r->m, k, grid, block, shared, &r->buf, &r->fault),
				 MACHINE_FAULT);
		assert_int_equal(r->fault.cuda_error, e);
		assert_string_equal(r->fault.text, why.text);
		assert_non_null(strstr(why.text, "launch refused: kernel "));
	}
	assert_int_equal(machine_check_launch(r->m, k, grid, block, shared, NULL), e);
	return e;
}

static void launch_shapes(void **state)
{
	struct rig r;

	(void)state;
	rig_config(&r);
	rig_open(&r, module);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1024, 1, 1, 0), 0);
	assert_int_equal(shape(&r, "index", 0, 1, 1, 1, 1, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1, 0, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1025, 1, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 33, 32, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1, 1, 65, 0), 9);
	assert_int_equal(shape(&r, "index", 0x7fffffff, 65535, 65535, 1, 1, 64, 0), 0);
	assert_int_equal(shape(&r, "index", 0x80000000U, 1, 1, 1, 1, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 65536, 1, 1, 1, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 65536, 1, 1, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 65536, 65536, 1, 0), 9);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1, 1, 1, 49152), 0);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1, 1, 1, 49153), 1);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 1, 1, 1, 1ULL << 40), 1);
	assert_int_equal(shape(&r, "shares", 1, 1, 1, 1, 1, 1, 40960), 0);
	assert_int_equal(shape(&r, "shares", 1, 1, 1, 1, 1, 1, 40961), 1);
	assert_int_equal(shape(&r, "bounded", 1, 1, 1, 64, 1, 1, 0), 0);
	assert_int_equal(shape(&r, "bounded", 1, 1, 1, 65, 1, 1, 0), 701);
	assert_int_equal(shape(&r, "exact", 1, 1, 1, 32, 2, 1, 0), 0);
	assert_int_equal(shape(&r, "exact", 1, 1, 1, 64, 1, 1, 0), 1);
	rig_close(&r);
}

static void machine_too_small_for_a_block(void **state)
{
	struct rig r;

	(void)state;
	rig_config(&r);
	r.cfg.threads_per_sm = 128;
	rig_open(&r, module);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 128, 1, 1, 0), 0);
	assert_int_equal(shape(&r, "index", 1, 1, 1, 129, 1, 1, 0), 701);
	rig_close(&r);
}

struct counts {
	unsigned launches, ends, blocks, block_ends, exits, lanes, most_resident, resident[16];
	uint64_t next_block;
	uint32_t slots_seen;
	bool in_order;
};

static void on_launch(void *ctx, const struct machine_launch_info *l)
{
	struct counts *c = ctx;

	c->launches++;
	assert_int_equal(l->warps_per_block, 8);
	assert_int_equal(l->blocks_per_sm, 4);
}

static void on_launch_end(void *ctx, const struct machine_launch_info *l, int error)
{
	(void)l;
	assert_int_equal(error, 0);
	((struct counts *)ctx)->ends++;
}

static void on_block(void *ctx, const struct machine_who *who)
{
	struct counts *c = ctx;

	c->in_order &= who->block == c->next_block++;
	if (who->block < 8) /* the first ones go round the SMs */
		assert_int_equal(who->sm, who->block % 2);
	c->blocks++;
	assert_true(who->slot < 4);
	if (++c->resident[who->sm] > c->most_resident)
		c->most_resident = c->resident[who->sm];
}

static void on_block_end(void *ctx, const struct machine_who *who)
{
	struct counts *c = ctx;

	c->block_ends++;
	c->resident[who->sm]--;
}

static void on_exit_warp(void *ctx, const struct machine_who *who)
{
	assert_int_equal(who->warp_global, who->block * 8 + who->warp);
	((struct counts *)ctx)->exits++;
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	(void)who;
	assert_int_equal(op->kind, SIMT_OP_ATOM);
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		assert_int_equal(op->data[1][l], op->data[0][l] + 1);
		((struct counts *)ctx)->lanes++;
	}
}

static void residency_and_observers(void **state)
{
	for (int s = MACHINE_RR; s <= MACHINE_RANDOM; s++) {
		struct counts c = {.in_order = true};
		const struct machine_observer o = {.ctx = &c,
						   .launch_begin = on_launch,
						   .launch_end = on_launch_end,
						   .block_begin = on_block,
						   .block_end = on_block_end,
						   .warp_exit = on_exit_warp,
						   .op = on_op};
		struct rig r;

		(void)state;
		rig_config(&r);
		r.cfg.scheduler = (enum machine_scheduler)s;
		rig_open(&r, module);
		assert_int_equal(machine_add_observer(r.m, &o), 0);
		rig_ok(&r, "sum", 21, 256);
		assert_int_equal(r.words[0], 21 * 256);
		assert_int_equal(c.launches, 1);
		assert_int_equal(c.ends, 1);
		assert_int_equal(c.blocks, 21);
		assert_int_equal(c.block_ends, 21);
		assert_int_equal(c.exits, 21 * 8);
		assert_int_equal(c.lanes,
				 21 * 256); /* of how many parts an atomic is, the seed says */
		assert_int_equal(c.most_resident, 4);
		assert_true(c.in_order);
		assert_int_equal(machine_stats(r.m)->launches, 1);
		assert_int_equal(machine_stats(r.m)->blocks, 21);
		assert_int_equal(machine_stats(r.m)->threads, 21 * 256);
		assert_int_equal(machine_stats(r.m)->global_lane_accesses, 21 * 256);
		if (s != MACHINE_RANDOM) /* which splits warps */
			assert_int_equal(machine_stats(r.m)->simt.ops[SIMT_OP_ATOM], 21 * 8);
		for (int i = 1; i < 8; i++)
			assert_int_equal(machine_add_observer(r.m, &o), 0);
		assert_int_equal(machine_add_observer(r.m, &o), -1);
		rig_close(&r);
	}
}

static void instruction_limit_is_exact(void **state)
{
	struct rig r;

	(void)state;
	rig_config(&r);
	r.cfg.max_warp_insns = 5000;
	rig_open(&r, module);
	assert_int_equal(rig_launch(&r, "index", 1000, 256), MACHINE_LIMIT);
	assert_int_equal(machine_stats(r.m)->simt.warp_insns, 5000);
	assert_non_null(strstr(r.fault.text, "5000"));
	assert_int_equal(rig_launch(&r, "index", 1, 1), MACHINE_LIMIT);
	rig_close(&r);
}

static void count_progress(void *ctx, uint64_t insns, uint64_t done, uint64_t blocks)
{
	uint64_t *n = ctx;

	n[0]++;
	assert_true(insns >= n[0] * 65536);
	assert_true(done <= blocks);
	assert_int_equal(blocks, 5000);
}

static void progress_is_reported(void **state)
{
	uint64_t calls = 0;
	struct rig r;

	(void)state;
	rig_config(&r);
	rig_open(&r, module);
	machine_set_progress(r.m, count_progress, &calls);
	rig_ok(&r, "sum", 5000, 256);
	assert_true(calls > 1);
	assert_true(calls <= machine_stats(r.m)->simt.warp_insns / 65536);
	rig_close(&r);
}

static void poison_shows(void **state)
{
	for (int poison = 0; poison < 2; poison++) {
		struct rig r;

		(void)state;
		rig_config(&r);
		r.cfg.poison = poison != 0;
		rig_open(&r, module);
		rig_ok(&r, "shares", 1, 1);
		assert_int_equal(r.words[0], poison ? 0xcccccccc : 0);
		assert_int_equal(r.words[100], poison ? 0xcccccccc : 0);
		rig_ok(&r, "variables", 1, 1);
		assert_int_equal(r.words[3], 0); /* variables are zero by rule */
		rig_close(&r);
	}
}

static void refuse(const char *text, const char *want)
{
	struct diag d = {""};
	struct machine_config cfg;
	struct gmem *g = gmem_create(1 << 20, false, &d);
	struct machine *m;
	struct ptx_module *p = ptx_parse(text, strlen(text), "test.ptx", &d);
	uint64_t used;

	machine_config_default(&cfg);
	m = machine_create(&cfg, g, &d);
	if (!p)
		fail_msg("%s", d.text);
	assert_null(machine_load(m, p, &d));
	if (!strstr(d.text, want))
		fail_msg("'%s' does not say '%s'", d.text, want);
	gmem_usage(g, &used, NULL);
	assert_int_equal(used, 0);
	ptx_free(p);
	machine_destroy(m);
	gmem_destroy(g);
}

static void modules_that_are_refused(void **state)
{
	(void)state;
	refuse(RIG_HEAD ".extern .global .align 4 .u32 elsewhere;\n", "'elsewhere'");
	refuse(RIG_HEAD ".visible .global .align 4 .b8 big[2000000];\n", "device memory is full");
	refuse(RIG_HEAD ".visible .const .align 4 .b8 c[65540];\n", "65536");
}

static void bad_machines_are_refused(void **state)
{
	struct machine_config c;
	struct diag d = {""};

	(void)state;
	machine_config_default(&c);
	c.sms = 0;
	assert_null(machine_create(&c, NULL, &d));
	assert_non_null(strstr(d.text, "SMs"));
	machine_config_default(&c);
	c.threads_per_sm = 31;
	assert_null(machine_create(&c, NULL, &d));
	machine_config_default(&c);
	c.blocks_per_sm = 0;
	assert_null(machine_create(&c, NULL, &d));
	machine_config_default(&c);
	c.shared_per_block = c.shared_per_sm + 1;
	assert_null(machine_create(&c, NULL, &d));
	machine_config_default(&c);
	c.stack_bytes = 0x7fffffff;
	assert_null(machine_create(&c, NULL, &d));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_thread_runs_once),
		cmocka_unit_test(three_dimensions),
		cmocka_unit_test(module_variables),
		cmocka_unit_test(vector_and_narrow_accesses),
		cmocka_unit_test(occupancy),
		cmocka_unit_test(launch_shapes),
		cmocka_unit_test(machine_too_small_for_a_block),
		cmocka_unit_test(residency_and_observers),
		cmocka_unit_test(instruction_limit_is_exact),
		cmocka_unit_test(progress_is_reported),
		cmocka_unit_test(poison_shows),
		cmocka_unit_test(modules_that_are_refused),
		cmocka_unit_test(bad_machines_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
