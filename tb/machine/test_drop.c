/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Accesses that are left out when a launch goes on after a fault.
 */
#include "rig.h"

#define LOC ".loc 1 3 7\n"

/* Thread t accesses base + step * t: base in words 0 and 1, step in word 2; what it gets goes to
 * its own word, from word 16 on. */
#define POINTED \
	RIG_MINE "ld.global.u64 %rd4, [%rd1];\nld.global.u32 %r3, [%rd1+8];\n" \
		 "mul.wide.u32 %rd5, %r1, %r3;\nadd.s64 %rd5, %rd5, %rd4;\n" LOC
#define KEEP "st.global.u32 [%rd2+64], %r4;\n"

static const char module[] = RIG_HEAD
	".file 1 \"app.cu\"\n"
	".visible .const .align 4 .u32 fixed = 5;\n" RIG_ENTRY("load",
							       POINTED "ld.u32 %r4, [%rd5];\n" KEEP)
		RIG_ENTRY("store", POINTED "st.u32 [%rd5], 7;\nmov.u32 %r4, 1;\n" KEEP)
			RIG_ENTRY("atomic", POINTED "atom.add.u32 %r4, [%rd5], 3;\n" KEEP)
				RIG_ENTRY("reduce", POINTED
					  "red.global.add.u32 [%rd5], 3;\nmov.u32 %r4, 1;\n" KEEP)
					RIG_ENTRY("wide", POINTED "ld.v2.u32 {%r4, %r5}, [%rd5];\n"
								  "add.u32 %r4, %r4, %r5;\n" KEEP)
	/* shared and local memory: thread t at byte 4 * t of 64 */
	RIG_ENTRY("shared",
		  RIG_MINE ".shared .align 4 .b8 s[64];\nmov.u32 %r5, s;\nshl.b32 %r3, %r1, 2;\n"
			   "add.s32 %r3, %r3, %r5;\n" LOC "st.shared.u32 [%r3], 9;\n"
			   "ld.shared.u32 %r4, [%r3];\n" KEEP)
		RIG_ENTRY("local",
			  RIG_MINE ".local .align 4 .b8 depot[64];\nmov.u64 %rd3, depot;\n"
				   "mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd3, %rd3, %rd4;\n" LOC
				   "st.local.u32 [%rd3], 9;\nld.local.u32 %r4, [%rd3];\n" KEEP)
	/* one of its lanes is in shared memory, the others far away */
	RIG_ENTRY("constant", RIG_MINE "mov.u64 %rd3, fixed;\ncvta.const.u64 %rd3, %rd3;\n" LOC
				       "st.u32 [%rd3], %r1;\nld.u32 %r4, [%rd3];\n" KEEP)
		RIG_ENTRY("trap", LOC "trap;\n");

struct seen {
	const struct rig *r;
	unsigned lanes;
	bool foreign;
};

static void see(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct seen *s = ctx;

	(void)who;
	if (op->kind > SIMT_OP_RED || op->space != PTX_SPACE_GLOBAL)
		return;
	s->foreign |= !op->mask;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		s->lanes++;
		s->foreign |= !gmem_host(s->r->g, op->addr[l], (uint64_t)op->size * op->vec);
	}
}

static void open_rig(struct rig *r, struct seen *s, int mode, enum machine_on_fault on_fault)
{
	const struct machine_observer o = {.ctx = s, .op = see};

	rig_config(r);
	r->cfg.mode = (enum simt_mode)mode;
	r->cfg.on_fault = on_fault;
	rig_open(r, module);
	*s = (struct seen){.r = r};
	machine_add_observer(r->m, &o);
}

static void point(struct rig *r, uint64_t base, uint32_t step)
{
	memset(r->words, 0, RIG_BYTES);
	memcpy(r->words, &base, sizeof(base));
	r->words[2] = step;
}

/* The nth place that was left out. */
static void expect_place(const struct rig *r, size_t nth, int error, uint64_t accesses,
			 const char *says)
{
	size_t n;
	const struct machine_dropped *d = machine_dropped(r->m, &n);

	assert_true(n == nth + 1);
	assert_int_equal(d[nth].cuda_error, error);
	assert_int_equal(d[nth].accesses, accesses);
	assert_string_equal(d[nth].place, "app.cu:3:7");
	if (!strstr(d[nth].text, says))
		fail_msg("'%s' does not say '%s'", d[nth].text, says);
}

/* An array of 20 words, 32 lanes: 12 of each access are beyond it. */
static void check_beyond(struct rig *r, struct seen *s)
{
	const uint64_t a = gmem_alloc(r->g, 80, 0, GMEM_DEVICE, NULL);
	uint32_t *words = gmem_host(r->g, a, 80);

	for (unsigned i = 0; i < 20; i++)
		words[i] = 100 + i;
	point(r, a, 4);
	rig_ok(r, "load", 1, 32);
	expect_place(r, 0, 700, 12, "thread (20,0,0) and 11 more of its warp; the load gave 0");
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], i < 20 ? 100 + i : 0);
	rig_ok(r, "load", 2, 32);
	expect_place(r, 0, 700, 36, "just past the end of the 80-byte allocation");
	rig_ok(r, "atomic", 1, 32);
	expect_place(r, 1, 700, 12, "the atomic had no effect and gave 0");
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], i < 20 ? 100 + i : 0);
	rig_ok(r, "reduce", 1, 32);
	expect_place(r, 2, 700, 12, "the atomic had no effect");
	assert_int_equal(words[19], 119 + 6);
	rig_ok(r, "store", 1, 32);
	expect_place(r, 3, 700, 12, "the store was dropped");
	for (unsigned i = 0; i < 20; i++)
		assert_int_equal(words[i], 7);
	gmem_free(r->g, a);
	s->lanes = 0;
	rig_ok(r, "store", 1, 32);
	expect_place(r, 3, 700, 44, "the store was dropped");
	assert_int_equal(s->lanes, 3 * 32); /* two loads of POINTED, KEEP */
	assert_false(s->foreign);
}

static void check_misaligned(struct rig *r, struct seen *s)
{
	const uint64_t a = gmem_alloc(r->g, 400, 0, GMEM_DEVICE, NULL);
	uint32_t *words = gmem_host(r->g, a, 400);
	size_t n;

	for (unsigned i = 0; i < 100; i++)
		words[i] = 1;
	point(r, a, 4);
	rig_ok(r, "wide", 1, 32);
	expect_place(r, 0, 716, 16, "misaligned 8-byte load");
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], i % 2 ? 0 : 2);
	/* misaligned and beyond: two errors of one place */
	point(r, a + 300, 4);
	rig_ok(r, "wide", 1, 32);
	assert_int_equal(machine_dropped(r->m, &n)[1].cuda_error, 700);
	assert_int_equal(n, 2);
	assert_int_equal(machine_stats(r->m)->faults, 2);
	assert_false(s->foreign);
}

static void check_windows(struct rig *r, struct seen *s)
{
	memset(r->words, 0, RIG_BYTES);
	rig_ok(r, "shared", 1, 32);
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], i < 16 ? 9 : 0);
	rig_ok(r, "local", 1, 32);
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], i < 16 ? 9 : 0);
	rig_ok(r, "constant", 1, 32);
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(r->words[16 + i], 5);
	/* one lane in shared memory, the others nowhere */
	point(r, SIMT_SHARED_WINDOW, 0x40000000);
	rig_ok(r, "load", 1, 32);
	assert_false(s->foreign);
}

/* Only an access can be left out. */
static void check_others_stop(struct rig *r, struct seen *s)
{
	(void)s;
	assert_int_equal(rig_launch(r, "trap", 3, 32), MACHINE_FAULT);
	assert_false(r->fault.access);
	assert_int_equal(r->fault.blocks, 3);
	assert_int_equal(r->fault.blocks_done, 0);
}

static void check_stop(struct rig *r, struct seen *s)
{
	size_t n;

	(void)s;
	point(r, 0, 0);
	assert_int_equal(rig_launch(r, "load", 2, 32), MACHINE_FAULT);
	assert_true(r->fault.access);
	machine_dropped(r->m, &n);
	assert_int_equal(n, 0);
	point(r, r->buf, 0);
	rig_ok(r, "load", 2, 32);
	assert_int_equal(r->fault.blocks_done, 2);
	assert_false(r->fault.access);
}

#define BOTH(name, on_fault) \
	static void name(void **state) \
	{ \
		(void)state; \
		for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) { \
			struct rig r; \
			struct seen s; \
			open_rig(&r, &s, mode, on_fault); \
			check_##name(&r, &s); \
			rig_close(&r); \
		} \
	}

BOTH(beyond, MACHINE_CONTINUE)
BOTH(misaligned, MACHINE_CONTINUE)
BOTH(windows, MACHINE_CONTINUE)
BOTH(others_stop, MACHINE_CONTINUE)
BOTH(stop, MACHINE_STOP)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beyond),  cmocka_unit_test(misaligned),
		cmocka_unit_test(windows), cmocka_unit_test(others_stop),
		cmocka_unit_test(stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
