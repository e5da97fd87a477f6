/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Programs without races leave the same memory behind on SMs with an L1 as on the functional
 * machine: written by hand for what could go wrong, and random ones; in both divergence models,
 * with both schedulers, large and tiny configurations, detector off and on, random latencies and
 * back-pressure.
 */
#include "sm_rig.h"
#include "../simt/random_program.h"

enum { RUNS = 24, RANDOM_PROGRAMS = 60 };

/* Every thread its own words; %rd2 as RIG_MINE, over all blocks of 128. */
#define OWN \
	"mad.lo.u32 %r3, %r2, 128, %r1;\nmul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
#define LOOP(n, body) \
	"mov.u32 %r20, 0;\nmov.u32 %r10, 0;\nmov.u32 %r7, 0;\nL:\n" body \
	"add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p7, %r20, " #n ";\n@%p7 bra L;\n"
#define SHARED ".shared .align 16 .b8 sh[4096];\n"

static const char programs[] = RIG_HEAD
	/* stores behind loads of the same and of neighbouring words: hits, merges, own stores */
	RIG_ENTRY("own",
		  OWN LOOP(8, "ld.global.u32 %r4, [%rd2];\nld.global.u32 %r5, [%rd2];\n"
			      "st.global.u32 [%rd2], %r20;\nld.global.u32 %r6, [%rd2];\n"
			      "atom.global.add.u32 %r7, [%rd2], %r1;\nld.global.u32 %r8, "
			      "[%rd2];\n"
			      "red.global.add.u32 [%rd2], 3;\nld.global.u32 %r9, [%rd2];\n"
			      "mad.lo.u32 %r10, %r10, 31, %r4;\nmad.lo.u32 %r10, %r10, 31, %r5;\n"
			      "mad.lo.u32 %r10, %r10, 31, %r6;\nmad.lo.u32 %r10, %r10, 31, %r7;\n"
			      "mad.lo.u32 %r10, %r10, 31, %r8;\nmad.lo.u32 %r10, %r10, 31, "
			      "%r9;\n") "st.global.u32 [%rd2+8192], %r10;\n")
	/* scattered: every lane in a sector of its own; then 8 and 16 bytes, and single ones */
	RIG_ENTRY("sizes",
		  "mad.lo.u32 %r3, %r2, 128, %r1;\nmul.wide.u32 %rd2, %r3, 48;\n"
		  "add.s64 %rd2, %rd1, %rd2;\n"
		  "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd2];\n"
		  "add.u32 %r4, %r4, %r3;\nst.global.v4.u32 [%rd2], {%r7, %r6, %r5, %r4};\n"
		  "ld.global.v2.u64 {%rd3, %rd4}, [%rd2];\nst.global.u64 [%rd2+16], %rd4;\n"
		  "st.global.u8 [%rd2+33], %r3;\nst.global.u16 [%rd2+36], %r3;\n"
		  "ld.global.u32 %r8, [%rd2+32];\nst.global.u32 [%rd2+40], %r8;\n"
		  "atom.global.add.u64 %rd5, [%rd2+16], %rd3;\n"
		  "st.global.u32 [%rd2+44], %rd5;\n")
	/* atomics that meet: sums do not depend on the order */
	RIG_ENTRY("bins", LOOP(5, "and.b32 %r4, %r1, 7;\nmul.wide.u32 %rd2, %r4, 4;\n"
				  "add.s64 %rd2, %rd1, %rd2;\nred.global.add.u32 [%rd2], 1;\n"
				  "atom.global.max.u32 %r5, [%rd2+64], %r1;\n"
				  "atom.global.add.u64 %rd3, [%rd1+256], 1;\n"))
	/* a tree of sums in shared memory */
	".visible .entry tree(\n.param .u64 p\n)\n{\n" SHARED
	".reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<8>;\nld.param.u64 %rd1, [p];\n"
	"mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r9, sh;\n"
	"mad.lo.u32 %r9, %r1, 4, %r9;\nmad.lo.u32 %r3, %r1, %r1, %r2;\nst.shared.u32 [%r9], %r3;\n"
	"mov.u32 %r4, 64;\nL:\nbar.sync 0;\nsetp.ge.u32 %p1, %r1, %r4;\n@%p1 bra S;\n"
	"mad.lo.u32 %r5, %r4, 4, %r9;\nld.shared.u32 %r6, [%r5];\nld.shared.u32 %r7, [%r9];\n"
	"add.u32 %r7, %r7, %r6;\nst.shared.u32 [%r9], %r7;\nS:\nshr.u32 %r4, %r4, 1;\n"
	"setp.ne.u32 %p2, %r4, 0;\n@%p2 bra L;\nbar.sync 0;\nld.shared.u32 %r8, [sh];\n"
	"mad.lo.u32 %r10, %r2, 128, %r1;\nmul.wide.u32 %rd2, %r10, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
	"st.global.u32 [%rd2], %r8;\nret;\n}\n"
	/* one address, lanes in different spaces */
	".visible .entry generic(\n.param .u64 p\n)\n{\n" SHARED
	".reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\nld.param.u64 %rd1, [p];\n"
	"mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n" OWN
	"mov.u64 %rd4, sh;\ncvta.shared.u64 %rd4, %rd4;\nmul.wide.u32 %rd5, %r1, 4;\n"
	"add.s64 %rd4, %rd4, %rd5;\nst.u32 [%rd4], %r1;\nst.u32 [%rd2], %r3;\n"
	"and.b32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 0;\nselp.b64 %rd6, %rd2, %rd4, %p1;\n"
	"ld.u32 %r5, [%rd6];\nadd.u32 %r5, %r5, 1000;\nst.u32 [%rd6], %r5;\n"
	"atom.add.u32 %r6, [%rd6], 7;\nld.u32 %r7, [%rd6];\nadd.u32 %r7, %r7, %r6;\n"
	"st.global.u32 [%rd2+8192], %r7;\nret;\n}\n"
	/* a lock, one lane of each warp: loads and stores under it bypass L1 */
	RIG_ENTRY("lock",
		  "and.b32 %r4, %r1, 31;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra E;\n" LOOP(
			  3,
			  "W:\natom.global.cas.b32 %r5, [%rd1], 0, 1;\nsetp.ne.u32 %p2, %r5, 0;\n"
			  "@%p2 bra W;\nmembar.gl;\nld.volatile.global.u32 %r6, [%rd1+128];\n"
			  "add.u32 %r6, %r6, 1;\nst.volatile.global.u32 [%rd1+128], %r6;\n"
			  "membar.gl;\natom.global.exch.b32 %r5, [%rd1], 0;\n") "E:\n")
	/* message passing, block 0 to all others: release and acquire; relaxed and fences */
	RIG_ENTRY(
		"pass",
		"setp.ne.u32 %p1, %r1, 0;\n@%p1 bra E;\nsetp.ne.u32 %p2, %r2, 0;\n@%p2 bra "
		"C;\n" LOOP(
			6,
			"add.u32 %r5, %r20, 1;\nmul.wide.u32 %rd2, %r20, 256;\n"
			"add.s64 %rd2, %rd1, %rd2;\nst.global.u32 [%rd2], %r5;\n"
			"st.global.u32 [%rd2+32], %r5;\nst.global.u32 [%rd2+128], %r5;\n"
			"st.release.gpu.global.u32 [%rd2+4096], %r5;\n"
			"st.global.u32 [%rd2+64], %r5;\nmembar.gl;\n"
			"st.relaxed.gpu.global.u32 [%rd2+8192], %r5;\n") "bra E;\nC:\nmov.u32 "
									 "%r21, 0;\nmov.u32 %r11, "
									 "0;\nN:\nmul.wide.u32 "
									 "%rd2, %r21, 256;\n"
									 "add.s64 %rd2, %rd1, "
									 "%rd2;\n"
									 "A:\nld.acquire.gpu."
									 "global.u32 %r6, "
									 "[%rd2+4096];\nsetp.eq."
									 "u32 %p3, %r6, 0;\n@%p3 "
									 "bra A;\n"
									 "ld.global.u32 %r7, "
									 "[%rd2];\nld.global.u32 "
									 "%r8, "
									 "[%rd2+32];\nld.global."
									 "u32 %r9, [%rd2+128];\n"
									 "B:\nld.relaxed.gpu."
									 "global.u32 %r6, "
									 "[%rd2+8192];\nsetp.eq."
									 "u32 %p3, %r6, 0;\n@%p3 "
									 "bra B;\n"
									 "membar.gl;\nld.global."
									 "u32 %r10, [%rd2+64];\n"
									 "mad.lo.u32 %r11, %r11, "
									 "5, %r7;\nmad.lo.u32 "
									 "%r11, %r11, 5, %r8;\n"
									 "mad.lo.u32 %r11, %r11, "
									 "5, %r9;\nmad.lo.u32 "
									 "%r11, %r11, 5, %r10;\n"
									 "add.u32 %r21, %r21, "
									 "1;\nsetp.lt.u32 %p4, "
									 "%r21, 6;\n@%p4 bra N;\n"
									 "mul.wide.u32 %rd3, %r2, "
									 "4;\nadd.s64 %rd3, %rd1, "
									 "%rd3;\nst.global.u32 "
									 "[%rd3+16384], %r11;\n"
									 "E:\n")
	/* data through global memory and barriers; some threads leave early */
	RIG_ENTRY("turns", OWN
		  "setp.gt.u32 %p1, %r1, 99;\n@%p1 bra E;\n"
		  "add.u32 %r4, %r1, 37;\nrem.u32 %r4, %r4, 100;\nmad.lo.u32 %r4, %r2, 128, %r4;\n"
		  "mul.wide.u32 %rd3, %r4, 4;\nadd.s64 %rd3, %rd1, %rd3;\n" LOOP(
			  6, "add.u32 %r5, %r20, %r3;\nst.volatile.global.u32 [%rd2], "
			     "%r5;\nbar.sync 0;\n"
			     "ld.volatile.global.u32 %r6, [%rd3];\nmad.lo.u32 %r7, %r7, 3, "
			     "%r6;\nbar.sync 0;\n") "st.global.u32 [%rd2+8192], %r7;\nE:\n");

static const struct {
	const char *kernel;
	uint32_t blocks, threads;

} list[] = {
	{"own", 9, 128},    {"sizes", 9, 100}, {"bins", 9, 96}, {"tree", 9, 128},
	{"generic", 9, 64}, {"lock", 5, 96},   {"pass", 4, 32}, {"turns", 9, 128},
};
enum { PROGRAMS = sizeof(list) / sizeof(*list) };

static uint32_t want[PROGRAMS][RIG_BYTES / 4];

static void fill(uint32_t *words)
{
	for (uint32_t i = 0; i < RIG_BYTES / 4; i++)
		words[i] = 0;
}

static void functional(enum simt_mode mode)
{
	struct rig r;

	rig_config(&r);
	r.cfg.mode = mode;
	rig_open(&r, programs);
	for (unsigned p = 0; p < PROGRAMS; p++) {
		fill(r.words);
		rig_ok(&r, list[p].kernel, list[p].blocks, list[p].threads);
		memcpy(want[p], r.words, RIG_BYTES);
	}
	rig_close(&r);
}

/* A configuration for run number n: all that is different, differs somewhere. */
static void configure(struct sm_rig *g, unsigned n)
{
	sm_rig_config(g, n % 3 == 2 ? "tiny" : "ref");
	g->c.l2.slices = RIG_SLICES;
	g->c.sm.count = 1 + n % 2;
	g->c.sm.threads = n % 3 == 2 ? 256 : 1024;
	g->c.sm.block_slots = n % 3 == 2 ? 4 : 8;
	g->c.sm.scheduler = n % 4 < 2 ? SIM_LRR : SIM_GTO;
	g->c.sm.segment = n % 5 < 2 ? LINE : SECTOR;
	g->c.l1.on = n % 7 != 6;
	if (n % 6 == 5) {
		g->c.sm.pending_ops = g->c.sm.access_queue = 1;
		g->c.l1.mshr = g->c.l1.merges = g->c.l1.out_queue = 1;
	}
	if (n % 6 == 4) { /* 64 warps */
		g->c.sm.threads = 2048;
		g->c.sm.block_slots = 32;
		g->c.sm.schedulers = 4;
	}
	if (n % 6 == 1)
		g->c.l1.latency = 200; /* hits that are done late */
	g->with_det = n % 3;
	g->policy = n % 3 == 1 ? PF_SCORD : PF_SCORD_PAPER;
	g->random = n > 0;
	g->latency = 1 + 40 * (n % 4);
	g->refuse = n % 11;
	g->r.cfg.mode = n / 2 % 2 ? SIMT_ITS : SIMT_LOCKSTEP;
}

static void same_memory(void **state)
{
	(void)state;
	for (unsigned n = 0; n < RUNS; n++) {
		struct sm_rig g;

		configure(&g, n);
		functional(g.r.cfg.mode);
		sm_rig_open(&g, programs, n + 1);
		for (unsigned p = 0; p < PROGRAMS; p++) {
			fill(g.r.words);
			rig_ok(&g.r, list[p].kernel, list[p].blocks, list[p].threads);
			assert_int_equal(g.pool.out, 0);
			for (uint32_t i = 0; i < RIG_BYTES / 4; i++)
				if (g.r.words[i] != want[p][i])
					fail_msg("run %u %s word %u: %x, not %x", n, list[p].kernel,
						 i, g.r.words[i], want[p][i]);
		}
		sm_rig_close(&g);
	}
}

/* What a side is told is what has happened. */
static void check_counts(const struct side_double *d, const struct sm *s)
{
	const struct sm_counts *c = s->count;

	assert_int_equal(d->blocks, c->blocks);
	assert_int_equal(d->left, c->warps);
	assert_int_equal(d->issued, c->instructions);
	assert_int_equal(d->started, c->global_ops);
	assert_int_equal(d->completed, c->global_ops);
	assert_int_equal(d->accesses, c->accesses);
	assert_int_equal(d->done, c->global_ops + c->shared_ops + c->local_ops + c->const_ops);
	assert_int_equal(d->fences, c->fences);
	assert_int_equal(d->passed, c->fences);
	assert_int_equal(d->taken, d->done + c->fences - c->releases);
	assert_int_equal(d->releases, c->barriers);
	assert_int_equal(d->steps, c->cycles);
	assert_int_equal(d->clocks, c->cycles);
}

/* A second side, beside the detector's or alone: one that only counts changes nothing, not even the
 * time; one that gets in the way changes no value. */
static void with_a_side(void **state)
{
	(void)state;
	for (unsigned n = 0; n < RUNS; n++) {
		uint64_t cycles[3];

		for (unsigned how = 0; how < 3; how++) { /* no second side, one, one in the way */
			struct sm_rig g;

			configure(&g, n);
			g.with_double = how > 0;
			g.in_the_way = how == 2;
			functional(g.r.cfg.mode);
			sm_rig_open(&g, programs, n + 1);
			cycles[how] = 0;
			for (unsigned p = 0; p < PROGRAMS; p++) {
				fill(g.r.words);
				rig_ok(&g.r, list[p].kernel, list[p].blocks, list[p].threads);
				assert_memory_equal(g.r.words, want[p], RIG_BYTES);
				cycles[how] += g.cycles;
			}
			for (uint32_t i = 0; how && i < g.c.sm.count; i++)
				check_counts(&g.side[i], g.sm[i]);
			assert_true(how < 2 || g.side[0].got_in_the_way > 100);
			sm_rig_close(&g);
		}
		assert_int_equal(cycles[1], cycles[0]);
		assert_int_not_equal(cycles[2], cycles[0]);
	}
}

/* Same seed, same everything. */
static void repeatable(void **state)
{
	uint64_t cycles[2];

	(void)state;
	for (unsigned n = 0; n < 4; n++) {
		for (unsigned again = 0; again < 2; again++) {
			struct sm_rig g;

			configure(&g, n);
			sm_rig_open(&g, programs, n + 1);
			fill(g.r.words);
			rig_ok(&g.r, "lock", 5, 96);
			cycles[again] = g.cycles;
			sm_rig_close(&g);
		}
		assert_int_equal(cycles[0], cycles[1]);
	}
}

/* Random programs: calls, recursion, divergence, local arrays. */

static void run_random(const char *ptx, uint32_t threads, unsigned n, bool engine, uint32_t *out)
{
	struct sm_rig g;
	uint64_t size, at;

	configure(&g, n);
	if (engine) {
		sm_rig_open(&g, ptx, n + 1);
		rig_ok(&g.r, "k", 1, threads);
	} else {
		rig_open(&g.r, ptx);
		rig_ok(&g.r, "k", 1, threads);
	}
	at = machine_variable(g.r.mm, "out", &size);
	assert_int_equal(size, 1024);
	memcpy(out, gmem_host(g.r.g, at, size), size);
	if (engine)
		sm_rig_close(&g);
	else
		rig_close(&g.r);
}

static void random_programs(void **state)
{
	unsigned used = 0;

	(void)state;
	for (uint64_t seed = 1; used < RANDOM_PROGRAMS; seed++) {
		struct rp_program p;
		uint32_t threads, value, got[256], expect[256];
		bool usable = true;

		rp_make(&p, seed);
		threads = 1 + rng_below(&p.rng, 96);
		for (uint32_t t = 0; t < threads && usable; t++)
			usable = rp_expect(&p, t, &value);
		if (usable) {
			used++;
			rp_print(&p, RIG_HEAD);
			run_random(p.text, threads, used, false, expect);
			run_random(p.text, threads, used, true, got);
			assert_memory_equal(got, expect, sizeof(got));
		}
		rp_free(&p);
	}
}

/* Faults end the launch, wherever they are found; the next one runs. */
static const char faults[] = RIG_HEAD RIG_ENTRY("load", "ld.global.u32 %r3, [%rd1+1000000];\n")
	RIG_ENTRY("hit", OWN "ld.global.u32 %r3, [%rd2];\nld.global.u32 %r4, [%rd2];\n"
			     "add.u32 %r3, %r3, %r4;\n@%p0 trap;\nst.global.u32 [%rd1+2], %r3;\n")
		RIG_ENTRY("shared", "st.shared.u32 [%r1+60000], %r1;\n")
			RIG_ENTRY("trap", "trap;\n")
				RIG_ENTRY("fine", "st.global.u32 [%rd1], 5;\n");

static void faults_end(void **state)
{
	static const char *const kernels[] = {"load", "hit", "shared", "trap"};

	(void)state;
	for (unsigned n = 0; n < 4; n++) {
		struct sm_rig g;

		configure(&g, 3 * n);
		sm_rig_open(&g, faults, 1);
		assert_int_equal(rig_launch(&g.r, kernels[n], 3, 64), MACHINE_FAULT);
		assert_int_not_equal(g.r.fault.cuda_error, 0);
		sm_rig_close(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_memory), cmocka_unit_test(with_a_side),
		cmocka_unit_test(repeatable),  cmocka_unit_test(random_programs),
		cmocka_unit_test(faults_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
