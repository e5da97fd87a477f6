/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the machine tells of barriers and masks that PTX leaves undefined, in PTX without lines.
 */
#include "rig.h"

#define TELL "st.global.u32 [%rd2], %r1;\n"
#define ODD  RIG_MINE "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n"

static const char module[] = RIG_HEAD
	/* odd and even lanes wait at two instructions */
	RIG_ENTRY("two",
		  ODD "@%p1 bra ODD;\nbar.sync 0;\nbra.uni END;\nODD:\nbar.sync "
		      "0;\nEND:\n" TELL) RIG_ENTRY("two_numbers",
						   ODD "@%p1 bra ODD;\nbar.sync 1, 32;\nbra.uni "
						       "END;\nODD:\nbar.sync 2, 32;\nEND:\n" TELL)
		RIG_ENTRY("unaligned", ODD "@%p1 bra ODD;\nbarrier.sync 0;\nbra.uni END;\nODD:\n"
					   "barrier.sync 0;\nEND:\n" TELL)
			RIG_ENTRY("aligned",
				  ODD "@%p1 bra ODD;\nbarrier.sync.aligned 0;\nbra.uni END;\nODD:\n"
				      "barrier.sync.aligned 0;\nEND:\n" TELL)
	/* even lanes go round it, and to what follows */
	RIG_ENTRY("round", ODD "@!%p1 bra END;\nbar.sync 0;\nEND:\n" TELL) RIG_ENTRY(
		"round_red", ODD "@!%p1 bra END;\nbar.red.popc.u32 %r5, 0, %p1;\nEND:\n" TELL)
		RIG_ENTRY("guarded", ODD "@%p1 bar.sync 0;\n" TELL)
	/* ... and leave */
	RIG_ENTRY("leave", ODD "@!%p1 bra END;\nbar.sync 0;\n" TELL "END:\n") RIG_ENTRY(
		"leave_store", ODD "@!%p1 bra END;\nbar.sync 0;\n" TELL "ret;\nEND:\n" TELL)
	/* the lanes come one after the other */
	RIG_ENTRY("apart",
		  ODD "mov.u32 %r4, 0;\n@%p1 bra MEET;\nLOOP:\nadd.s32 %r4, %r4, 1;\n"
		      "setp.lt.u32 %p2, %r4, %r1;\n@%p2 bra LOOP;\nMEET:\nbar.sync 0;\n" TELL)
	/* warps at instructions of their own; one number, several */
	RIG_ENTRY("warps",
		  RIG_MINE "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra LOW;\nbar.sync 0;\nbra.uni END;\n"
			   "LOW:\nbar.sync 0;\nEND:\n" TELL)
		RIG_ENTRY("producer",
			  RIG_MINE "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra LOW;\nbar.arrive 1, 64;\n"
				   "bra.uni END;\nLOW:\nbar.sync 1, 64;\nEND:\n" TELL)
	/* warp operations: all with a full mask; half of the lanes; a mask that leaves the caller
	 * out; two masks; after half of the lanes have left */
	RIG_ENTRY("all", ODD
		  "bar.warp.sync 0xffffffff;\nvote.sync.ballot.b32 %r4, %p1, 0xffffffff;\n" TELL)
		RIG_ENTRY("half", ODD "@!%p1 bra END;\nbar.warp.sync 0xffffffff;\nEND:\n" TELL)
			RIG_ENTRY("half_mask",
				  ODD "@!%p1 bra END;\nbar.warp.sync 0xaaaaaaaa;\nEND:\n" TELL)
				RIG_ENTRY("not_me",
					  ODD "vote.sync.ballot.b32 %r4, %p1, 0xfffffffe;\n" TELL)
					RIG_ENTRY("masks",
						  ODD "selp.b32 %r5, 0xffffffff, 0x55555555, "
						      "%p1;\nsetp.lt.u32 %p2, %r1, 64;\n"
						      "@!%p2 bra END;\nvote.sync.ballot.b32 %r4, "
						      "%p1, %r5;\nEND:\n" TELL)
						RIG_ENTRY("left", ODD
							  "@!%p1 bra END;\nvote.sync.ballot.b32 "
							  "%r4, %p1, 0xffffffff;\n" TELL "END:\n");

struct told {
	unsigned n[SIMT_MISUSE_KINDS];
	struct simt_misuse last;
};

static void on_misuse(void *ctx, const struct machine_who *who, const struct simt_warp *w,
		      const struct simt_misuse *u)
{
	struct told *t = ctx;

	assert_ptr_equal(who->kernel, w->kernel);
	assert_true(u->lanes && u->pc < w->kernel->n_code);
	assert_false(u->lanes & u->others);
	t->n[u->kind]++;
	t->last = *u;
}

/* Runs one block; what was told. */
static struct told run(enum simt_mode mode, const char *name, uint32_t threads, bool ask)
{
	const uint32_t grid[3] = {1, 1, 1}, block[3] = {threads, 1, 1};
	struct told t = {{0}, {0}};
	struct rig r;

	rig_config(&r);
	r.cfg.mode = mode;
	rig_open(&r, module);
	if (ask)
		machine_set_misuse(r.m, on_misuse, &t);
	machine_launch(r.m, machine_kernel(r.mm, name), grid, block, 0, &r.buf, &r.fault);
	rig_close(&r);
	return t;
}

static unsigned sum(const struct told *t)
{
	unsigned n = 0;

	for (int k = 0; k < SIMT_MISUSE_KINDS; k++)
		n += t->n[k];
	return n;
}

static void test_right(void **state)
{
	static const char *const names[] = {"leave",    "leave_store", "apart", "warps",
					    "producer", "all",         "left"};
	static const uint32_t threads[] = {64, 50, 33};

	(void)state;
	for (int mode = 0; mode < 2; mode++)
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			for (size_t k = 0; k < 3; k++) {
				const struct told t =
					run((enum simt_mode)mode, names[i], threads[k], true);

				if (sum(&t))
					fail_msg("%s, mode %d, %u threads: told of %u", names[i],
						 mode, threads[k], sum(&t));
			}
}

static void expect(enum simt_mode mode, const char *name, enum simt_misuse_kind kind, unsigned n,
		   uint32_t lanes, uint32_t others)
{
	const struct told t = run(mode, name, 64, true);

	if (t.n[kind] != n || sum(&t) != n || t.last.lanes != lanes || t.last.others != others)
		fail_msg("%s, mode %d: %u of kind %d, %u in all, lanes %08x, others %08x", name,
			 mode, t.n[kind], kind, sum(&t), t.last.lanes, t.last.others);
}

#define ODDS  0xaaaaaaaaU
#define EVENS 0x55555555U

/* Once for each of the two warps. Who comes second finds the others waiting. */
static void test_barriers(void **state)
{
	(void)state;
	expect(SIMT_ITS, "two", SIMT_MISUSE_DIFFERENT, 2, ODDS, EVENS);
	expect(SIMT_ITS, "aligned", SIMT_MISUSE_DIFFERENT, 2, ODDS, EVENS);
	expect(SIMT_ITS, "unaligned", SIMT_MISUSE_DIFFERENT, 0, 0, 0);
	expect(SIMT_ITS, "round", SIMT_MISUSE_PARTIAL, 2, ODDS, EVENS);
	expect(SIMT_ITS, "round_red", SIMT_MISUSE_PARTIAL, 2, ODDS, EVENS);
	expect(SIMT_ITS, "guarded", SIMT_MISUSE_PARTIAL, 2, ODDS, EVENS);
	expect(SIMT_LOCKSTEP, "round", SIMT_MISUSE_PARTIAL, 2, ODDS, EVENS);
	expect(SIMT_LOCKSTEP, "guarded", SIMT_MISUSE_PARTIAL, 2, ODDS, EVENS);
	/* both halves meet again at what follows */
	assert_int_equal(run(SIMT_LOCKSTEP, "two", 64, true).n[SIMT_MISUSE_PARTIAL], 4);
	assert_int_equal(run(SIMT_LOCKSTEP, "unaligned", 64, true).n[SIMT_MISUSE_PARTIAL], 4);
	/* each of two barriers opens without the other half */
	assert_true(run(SIMT_ITS, "two_numbers", 64, true).n[SIMT_MISUSE_PARTIAL] >= 2);
}

static void test_masks(void **state)
{
	(void)state;
	for (int mode = 0; mode < 2; mode++) {
		expect((enum simt_mode)mode, "half", SIMT_MISUSE_ABSENT, 2, ODDS, EVENS);
		expect((enum simt_mode)mode, "half_mask", SIMT_MISUSE_ABSENT, 0, 0, 0);
	}
	expect(SIMT_LOCKSTEP, "not_me", SIMT_MISUSE_CALLER, 2, 1, 0);
	expect(SIMT_ITS, "not_me", SIMT_MISUSE_CALLER, 1, 1, 0); /* a fault, too */
	/* The odd lanes' mask names the even ones, not the other way round: those go on. */
	expect(SIMT_LOCKSTEP, "masks", SIMT_MISUSE_MASKS, 2, ODDS, EVENS);
	expect(SIMT_ITS, "masks", SIMT_MISUSE_MASKS, 2, ODDS, EVENS);
}

static void test_off(void **state)
{
	(void)state;
	for (int mode = 0; mode < 2; mode++) {
		const struct told t = run((enum simt_mode)mode, "two", 64, false);

		assert_int_equal(sum(&t), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_right),
		cmocka_unit_test(test_barriers),
		cmocka_unit_test(test_masks),
		cmocka_unit_test(test_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
