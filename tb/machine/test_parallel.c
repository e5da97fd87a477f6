/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Launches in any order, on several threads (sw/machine/parallel.c), beside the seed's order:
 * memory, counts and faults are equal to the last byte, and whatever could tell an order is run in
 * the seed's.
 */
#include "machine/machine_int.h"
#include "rig.h"

enum { BLOCKS = 24, THREADS = 96 };

/* %rd2: the thread's own word of the first half, %r3: its number in the grid, %rd3: of the second
 * half. */
#define OWN \
	"mov.u32 %r4, %ntid.x;\nmad.lo.s32 %r3, %r2, %r4, %r1;\n" \
	"mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\nadd.s64 %rd3, %rd2, 32768;\n"
/* Shared memory: %r5 the thread's own word, %r6 that of the thread in the next warp. */
#define SHARED \
	".shared .align 4 .b8 sh[512];\nmov.u32 %r7, sh;\nshl.b32 %r8, %r1, 2;\n" \
	"add.s32 %r5, %r7, %r8;\nadd.s32 %r8, %r1, 32;\nrem.u32 %r8, %r8, 96;\n" \
	"shl.b32 %r8, %r8, 2;\nadd.s32 %r6, %r7, %r8;\n"
#define ROUNDS(label, n, body) \
	"mov.u32 %r20, 0;\n" label ":\n" body "add.s32 %r20, %r20, 1;\n" \
	"setp.lt.u32 %p1, %r20, " n ";\n@%p1 bra " label ";\n"

static const char *const TEXT = RIG_HEAD
	/* Those that may come in any order */
	RIG_ENTRY("own", OWN ROUNDS("A", "50",
				    "ld.global.u32 %r9, [%rd2];\n"
				    "mad.lo.s32 %r9, %r9, 5, %r3;\n"
				    "st.global.u32 [%rd2], %r9;\n"))
		RIG_ENTRY("read", OWN "mul.wide.u32 %rd4, %r1, 64;\nadd.s64 %rd4, %rd1, %rd4;\n"
				      "ld.global.u32 %r9, [%rd4];\nadd.s32 %r9, %r9, %r3;\n"
				      "st.global.u32 [%rd3], %r9;\n")
			RIG_ENTRY("tile", OWN SHARED ROUNDS(
						  "A", "20",
						  "mad.lo.s32 %r9, %r3, %r20, %r3;\n"
						  "st.shared.u32 [%r5], %r9;\nbar.sync 0;\n"
						  "ld.shared.u32 %r10, [%r6];\n"
						  "bar.sync 0;\n") "st.global.u32 [%rd2], %r10;\n")
				RIG_ENTRY("hand", OWN
					  "st.global.u32 [%rd2], %r3;\nbar.sync 0;\nxor.b32 %r8, "
					  "%r1, 64;\n"
					  "setp.ge.u32 %p1, %r8, 96;\n@%p1 mov.u32 %r8, %r1;\n"
					  "mad.lo.s32 %r8, %r2, %r4, %r8;\nmul.wide.u32 %rd5, %r8, "
					  "4;\n"
					  "add.s64 %rd5, %rd1, %rd5;\nld.global.u32 %r9, [%rd5];\n"
					  "st.global.u32 [%rd3], %r9;\n")
					RIG_ENTRY("some", OWN
						  "setp.gt.u32 %p1, %r1, 70;\n@%p1 exit;\nbar.sync "
						  "0;\n"
						  "and.b32 %r8, %r1, 3;\nsetp.eq.u32 %p2, %r8, "
						  "2;\n@%p2 bra B;\n"
						  "st.global.u32 [%rd2], %r3;\nB:\nmembar.gl;\n")
						RIG_ENTRY("bytes",
							  OWN "shl.b32 %r8, %r3, 1;\ncvt.u64.u32 "
							      "%rd4, %r8;\nadd.s64 %rd4, %rd1, "
							      "%rd4;\nst.global.u8 [%rd4+1], "
							      "%r1;\nld.global.u8 %r9, [%rd4];\n"
							      "st.global.u8 [%rd4], %r9;\n")
							RIG_ENTRY("parts", OWN SHARED
								  "st.shared.u32 [%r5], "
								  "%r3;\nand.b32 %r8, %r1, 1;\n"
								  "setp.eq.u32 %p1, %r8, 0;\n@%p1 "
								  "bra B;\n"
								  "barrier.sync 0;\nld.shared.u32 "
								  "%r10, [%r6];\nbra C;\n"
								  "B:\nbarrier.sync "
								  "0;\nld.shared.u32 %r10, [%r6];\n"
								  "add.s32 %r10, %r10, 1;\nC:\n"
								  "st.global.u32 [%rd2], %r10;\n")
								RIG_ENTRY("lanes", OWN
									  "shfl.sync.bfly.b32 %r9, "
									  "%r3, 5, "
									  "31, -1;\nst.global.u32 "
									  "[%rd2], "
									  "%r9;\n")
	/* Those that tell it */
	RIG_ENTRY("same", OWN "st.global.u32 [%rd1], %r3;\n") RIG_ENTRY(
		"next", OWN "ld.global.u32 %r9, [%rd2+384];\nadd.s32 %r9, %r9, %r3;\n"
			    "st.global.u32 [%rd2], %r9;\n")
		RIG_ENTRY("last", OWN "add.s64 %rd4, %rd2, 4;\nst.global.u32 [%rd2], %r3;\n"
				      "setp.lt.u32 %p1, %r3, 2303;\n@%p1 bra B;\n"
				      "ld.global.u32 %r9, [%rd1];\nst.global.u32 [%rd3], "
				      "%r9;\nB:\n") RIG_ENTRY("early", OWN SHARED
							      "st.shared.u32 [%r5], "
							      "%r3;\nld.shared.u32 %r10, [%r6];\n"
							      "st.global.u32 [%rd2], %r10;\n")
			RIG_ENTRY("late", OWN SHARED
				  "st.shared.u32 [%r5], %r3;\nbar.sync 0;\n"
				  "ld.shared.u32 %r10, [%r6];\nst.shared.u32 [%r5], %r10;\n"
				  "st.global.u32 [%rd2], %r10;\n")
				RIG_ENTRY("half", OWN SHARED
					  "st.shared.u32 [%r5], %r3;\nsetp.ge.u32 %p1, %r1, 64;\n"
					  "@%p1 bra B;\nbar.sync 1, 64;\nB:\n"
					  "ld.shared.u32 %r10, [%r6];\nst.global.u32 [%rd2], "
					  "%r10;\n") RIG_ENTRY("count", OWN
							       "atom.global.add.u32 %r9, [%rd1], "
							       "1;\nst.global.u32 [%rd3], %r9;\n")
					RIG_ENTRY(
						"where", OWN
						"mov.u32 %r9, %smid;\nst.global.u32 "
						"[%rd2], %r9;\n") RIG_ENTRY("stale", OWN
									    "st.global.u32 [%rd2], "
									    "%r21;\nmov.u32 %r21, "
									    "%r3;\n")
						RIG_ENTRY("maybe", OWN "setp.gt.u32 %p1, %r1, "
								       "9;\n@%p1 mov.u32 "
								       "%r21, %r3;\n"
								       "st.global.u32 [%rd2], "
								       "%r21;\n")
							RIG_ENTRY("strong",
								  OWN "st.relaxed.gpu.global.u32 "
								      "[%rd2], %r3;\n")
								RIG_ENTRY("few", OWN
									  "setp.gt.u32 %p1, %r1, "
									  "9;\n@%p1 bra B;\n"
									  "shfl.sync.bfly.b32 %r9, "
									  "%r3, 5, 31, "
									  "1023;\nst.global.u32 "
									  "[%rd2], "
									  "%r9;\nB:\n")
	/* Those that fault, when others have written */
	RIG_ENTRY("past", OWN "st.global.u32 [%rd2], %r3;\nsetp.lt.u32 %p1, %r3, 2200;\n"
			      "@%p1 bra B;\nst.global.u32 [%rd2+65536], %r3;\nB:\n")
		RIG_ENTRY("trap", OWN "st.global.u32 [%rd2], %r3;\nsetp.lt.u32 %p1, %r3, 2000;\n"
				      "@%p1 bra B;\ntrap;\nB:\n")
			RIG_ENTRY("spin",
				  OWN "st.global.u32 [%rd2], %r3;\nsetp.lt.u32 %p1, %r3, 2200;\n"
				      "@%p1 bra B;\nA:\nld.global.u32 %r9, [%rd2];\n"
				      "setp.eq.u32 %p1, %r9, %r3;\n@%p1 bra A;\nB:\n")
				RIG_ENTRY(
					"stuck", OWN
					"st.global.u32 [%rd2], %r3;\nsetp.ne.u32 %p1, %r3, 2000;\n"
					"@%p1 bra B;\nbar.sync 1;\nB:\nbar.sync 0;\n");

struct result {
	uint32_t words[RIG_BYTES / 4];
	struct machine_stats stats;
	struct machine_fault fault;
	enum machine_status status;
	bool any_order;
};

static void run(const char *name, enum simt_mode mode, uint32_t threads, struct result *out)
{
	struct rig r;

	rig_config(&r);
	r.cfg.mode = mode;
	r.cfg.threads = threads;
	r.cfg.seed = 3;
	rig_open(&r, TEXT);
	r.m->help_insns = 0;
	r.m->most_insns = 200000;
	for (unsigned i = 0; i < RIG_BYTES / 4; i++)
		r.words[i] = i * 2654435761U;
	for (unsigned launch = 0; launch < 3; launch++) {
		out->status = rig_launch(&r, name, BLOCKS, THREADS);
		out->any_order = r.m->run.any_order;
		if (out->status != MACHINE_OK)
			break;
	}
	memcpy(out->words, r.words, RIG_BYTES);
	out->stats = *machine_stats(r.m);
	out->fault = r.fault;
	rig_close(&r);
}

static void compare_mode(enum simt_mode mode, const char *name, bool any_order)
{
	static struct result seeds, other;
	static const uint32_t threads[] = {1, 2, 5};

	run(name, mode, 0, &seeds);
	assert_false(seeds.any_order);
	for (unsigned t = 0; t < sizeof(threads) / sizeof(*threads); t++) {
		run(name, mode, threads[t], &other);
		if (other.any_order != any_order)
			fail_msg("%s, mode %d, %u threads: in any order: %d", name, (int)mode,
				 threads[t], other.any_order);
		assert_int_equal(other.status, seeds.status);
		assert_string_equal(other.fault.text, seeds.fault.text);
		assert_int_equal(other.fault.blocks_done, seeds.fault.blocks_done);
		assert_memory_equal(other.words, seeds.words, RIG_BYTES);
		assert_memory_equal(&other.stats, &seeds.stats, sizeof(seeds.stats));
	}
}

static void compare(const char *name, bool any_order)
{
	compare_mode(SIMT_LOCKSTEP, name, any_order);
	compare_mode(SIMT_ITS, name, any_order);
}

static void any_order(void **state)
{
	(void)state;
	compare("own", true);
	compare("read", true);
	compare("tile", true);
	compare("hand", true);
	compare("some", true);
	compare("bytes", true);
	compare_mode(SIMT_ITS, "parts", true);
	compare("lanes", true);
	compare("stale", true);
	compare("maybe", true);
}

static void tells_order(void **state)
{
	(void)state;
	compare("same", false);
	compare("next", false);
	compare("last", false);
	compare("early", false);
	compare("late", false);
	compare("half", false);
	compare("count", false);
	compare("where", false);
	compare("strong", false);
	compare("few", false);
}

static void faults(void **state)
{
	(void)state;
	compare("past", false);
	compare("trap", false);
	compare("spin", false);
	compare("stuck", false);
}

/* Who looks, or wants an order, gets the seed's. */
static void not_asked(void **state)
{
	const struct machine_observer nobody = {.ctx = NULL};
	struct rig r;

	(void)state;
	for (int what = 0; what < 6; what++) {
		rig_config(&r);
		r.cfg.threads = what == 1 ? 0 : 2;
		r.cfg.scheduler = what == 2 ? MACHINE_RANDOM : what == 3 ? MACHINE_GTO : MACHINE_RR;
		r.cfg.on_fault = what == 4 ? MACHINE_CONTINUE : MACHINE_STOP;
		rig_open(&r, TEXT);
		if (what == 5)
			assert_int_equal(machine_add_observer(r.m, &nobody), 0);
		rig_ok(&r, "own", BLOCKS, THREADS);
		assert_int_equal(r.m->run.any_order, what == 0);
		rig_close(&r);
	}
}

/* A kernel whose launches fail is tried less and less. */
static void gives_up(void **state)
{
	unsigned tried = 0;
	struct rig r;

	(void)state;
	rig_config(&r);
	r.cfg.threads = 2;
	rig_open(&r, TEXT);
	for (unsigned n = 0; n < 100; n++) {
		const uint32_t skip = r.m->pool ? r.m->pool->skip : 0;

		rig_ok(&r, "same", BLOCKS, THREADS);
		tried += !skip;
	}
	assert_in_range(tried, 5, 9);
	rig_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_order), cmocka_unit_test(tells_order),
		cmocka_unit_test(faults),    cmocka_unit_test(not_asked),
		cmocka_unit_test(gives_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
