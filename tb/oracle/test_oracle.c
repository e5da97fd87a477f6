/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The oracle beside a machine that runs PTX, and what the random programs do not reach.
 */
#include "../machine/rig.h"
#include "direct.h"

struct watch {
	struct oracle *o;
	struct machine_observer mine; /* counts hits after each operation */
	uint64_t hits;
	enum race_kind kind; /* of the first */
};

static void count(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct watch *w = ctx;
	size_t n;
	const struct race_hit *t = oracle_hits(w->o, &n);

	(void)who;
	(void)op;
	if (n && !w->hits)
		w->kind = t[0].kind;
	w->hits += n;
}

/* Runs `kernel` of ptx with an oracle; hits into *w. */
static void observe(struct watch *w, const char *ptx, enum simt_mode mode, bool strict,
		    uint32_t blocks, uint32_t threads)
{
	const struct oracle_config cfg = {.strict = strict};
	struct rig r;

	*w = (struct watch){.o = oracle_create(&cfg)};
	w->mine = (struct machine_observer){.ctx = w, .op = count};
	rig_config(&r);
	r.cfg.mode = mode;
	rig_open(&r, ptx);
	assert_int_equal(machine_add_observer(r.m, oracle_observer(w->o)), 0);
	assert_int_equal(machine_add_observer(r.m, &w->mine), 0);
	rig_ok(&r, "k", blocks, threads);
	rig_ok(&r, "k", blocks, threads); /* a launch forgets the one before */
	rig_close(&r);
}

static void expect(const char *ptx, enum simt_mode mode, uint32_t blocks, uint32_t threads,
		   bool races)
{
	struct watch w;

	observe(&w, ptx, mode, false, blocks, threads);
	assert_int_equal(w.hits != 0, races);
	oracle_destroy(w.o);
}

/* Thread t stores word t of shared memory, and reads word (t + 1) % 64. */
#define ROTATE(sync) \
	RIG_HEAD RIG_ENTRY("k", ".shared .align 4 .b8 s[256];\n" \
				"shl.b32 %r3, %r1, 2;\nmov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\n" \
				"st.shared.u32 [%r5], %r1;\n" sync \
				"add.u32 %r3, %r3, 4;\nand.b32 %r3, %r3, 255;\n" \
				"add.u32 %r5, %r4, %r3;\nld.shared.u32 %r6, [%r5];\n")

static void shared_rotate(void **state)
{
	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		expect(ROTATE("bar.sync 0;\n"), (enum simt_mode)mode, 3, 64, false);
		expect(ROTATE(""), (enum simt_mode)mode, 3, 64, true);
		expect(ROTATE("bar.warp.sync 0xffffffff;\n"), (enum simt_mode)mode, 3, 64, true);
		expect(ROTATE("bar.arrive 1, 64;\nbar.sync 0;\n"), (enum simt_mode)mode, 3, 64,
		       false);
		expect(ROTATE("bar.arrive 1, 64;\n"), (enum simt_mode)mode, 3, 64, true);
	}
}

/* One warp: lock step orders its lanes, ITS only the warp sync does. */
static void one_warp(void **state)
{
	(void)state;
	expect(ROTATE(""), SIMT_LOCKSTEP, 1, 32, false);
	expect(ROTATE(""), SIMT_ITS, 1, 32, true);
	expect(ROTATE("bar.warp.sync 0xffffffff;\n"), SIMT_ITS, 1, 32, false);
}

static void own_words(void **state)
{
	static const char *const ptx =
		RIG_HEAD RIG_ENTRY("k", RIG_MINE "st.global.u32 [%rd2], %r1;\n"
						 "ld.global.u32 %r3, [%rd2];\n");

	(void)state;
	expect(ptx, SIMT_ITS, 1, 256, false);
	expect(ptx, SIMT_ITS, 2, 256, true); /* the other block's threads have the same words */
	expect(ptx, SIMT_LOCKSTEP, 2, 256, true);
}

/* Every thread adds to a counter; the last block's threads read what the others stored. */
static void last_block(void **state)
{
	static const char *const ptx = RIG_HEAD RIG_ENTRY(
		"k", "mad.lo.u32 %r3, %r2, 32, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
		     "add.s64 %rd2, %rd1, %rd2;\nst.global.u32 [%rd2+256], %r3;\n"
		     "membar.gl;\natom.global.add.u32 %r4, [%rd1], 1;\n"
		     "setp.ne.u32 %p1, %r4, 127;\n@%p1 bra done;\n"
		     "membar.gl;\nld.global.u32 %r5, [%rd1+256];\n"
		     "ld.global.u32 %r5, [%rd1+600];\ndone:\n");
	struct watch w;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++)
		for (int strict = 0; strict < 2; strict++) {
			observe(&w, ptx, (enum simt_mode)mode, strict, 4, 32);
			assert_int_equal(w.hits, 0);
			assert_true(oracle_stats(w.o)->accesses >= 4 * 32 * 2);
			oracle_destroy(w.o);
		}
}

/* Fed by hand */

static void arrive(struct direct *d, uint32_t warp, enum ptx_mode mode, uint32_t id)
{
	struct simt_op op = {.kind = SIMT_OP_BAR,
			     .mask = UINT32_MAX,
			     .bar_mode = mode,
			     .bar_id = id,
			     .bar_count = 64};

	direct_op(d, 0, warp, &op);
}

/* Two warps only arrive: the phase is over, and what they knew is not the next phase's. */
static void phase_of_arrivals(bool its)
{
	struct direct d;
	struct machine_who who;

	direct_open(&d, its, false, 1, 128);
	who = direct_who(&d, 0, 3);
	direct_st(&d, 0, 0, 0);
	direct_st(&d, 0, 2, 1);
	arrive(&d, 0, PTX_MODE_BAR_ARRIVE, 1);
	arrive(&d, 1, PTX_MODE_BAR_ARRIVE, 1);
	arrive(&d, 2, PTX_MODE_BAR_ARRIVE, 1);
	arrive(&d, 3, PTX_MODE_BAR_SYNC, 1);
	d.to->barrier_release(d.to->ctx, &who, 1, UINT32_MAX);
	assert_int_equal(direct_ld(&d, 0, 3, 1), 0);
	assert_int_equal(direct_ld(&d, 0, 3, 0), 1);
	direct_close(&d);
}

static void arrivals(void **state)
{
	(void)state;
	phase_of_arrivals(false);
	phase_of_arrivals(true);
}

/* Warps that come and go by operations that do not concern memory, or nobody. */
static void ignored(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
	struct machine_who who;

	(void)state;
	direct_open(&d, true, false, 2, 32);
	direct_op(&d, 0, 0, &op);
	op.kind = SIMT_OP_SYSCALL;
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 0);
	op.kind = SIMT_OP_ST;
	op.space = PTX_SPACE_LOCAL;
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 0);
	op.space = PTX_SPACE_GLOBAL;
	op.mask = 0;
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 0);
	op.mask = 1;
	who = direct_who(&d, 5, 0); /* no such block */
	d.to->op(d.to->ctx, &who, &op);
	d.to->barrier_release(d.to->ctx, &who, 0, 1);
	oracle_hits(d.o, &d.n);
	assert_int_equal(d.n, 0);
	op.kind = SIMT_OP_WARPSYNC;
	op.mask = 0;
	direct_op(&d, 1, 0, &op);
	op.kind = SIMT_OP_ST;
	op.mask = 1;
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 1);
	direct_close(&d);
	oracle_destroy(NULL);
}

/* A hundred thousand threads, each with a word of its own and all with one more. */
static void many_threads(void **state)
{
	enum { BLOCKS = 100, WARPS = 32 };
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
	const uint64_t words = BLOCKS * WARPS * 32;

	(void)state;
	direct_open(&d, true, false, BLOCKS, WARPS * 32);
	for (unsigned round = 0; round < 2; round++) {
		for (uint32_t w = 0; w < BLOCKS * WARPS; w++) {
			op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
			op.mask = UINT32_MAX;
			direct_op(&d, w / WARPS, w % WARPS, &op);
			assert_int_equal(d.n, 0);
			op.kind = SIMT_OP_ST;
			d.pc = 1;
			for (uint32_t l = 0; l < 32; l++)
				op.addr[l] = DIRECT_BASE + 4096 + 4ULL * (w * 32 + l);
			direct_op(&d, w / WARPS, w % WARPS, &op);
			assert_int_equal(d.n, 0);
			d.pc = 0;
		}
		assert_int_equal(oracle_stats(d.o)->touched, (round + 1) * 4 * (words + 1));
		direct_st(&d, 0, 0, 0); /* all the others have read it */
		assert_int_equal(d.n, 32);
		d.to->launch_end(d.to->ctx, &d.info, 0);
		direct_launch(&d);
	}
	/* as the address space goes, about the bytes touched, and some for each warp */
	assert_true(oracle_stats(d.o)->bytes_peak < 4 * words + 600 * BLOCKS * WARPS);
	assert_true(oracle_stats(d.o)->bytes_now < oracle_stats(d.o)->bytes_peak);
	direct_close(&d);
}

/* States by the thousand: words that two warps read in as many different ways. */
static void many_states(void **state)
{
	enum { WORDS = 40000 };
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 3, 32);
	for (unsigned round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < WORDS; i++) {
			assert_int_equal(direct_ld(&d, 0, 0, i), 0);
			assert_int_equal(direct_ld(&d, 1, 0, i), 0);
		}
		for (uint32_t i = 0; i < WORDS; i += 97)
			assert_int_equal(direct_st(&d, 2, 0, i), 2);
		assert_int_equal(direct_st(&d, 2, 0, WORDS), 0);
		d.to->launch_end(d.to->ctx, &d.info, 0);
		direct_launch(&d);
	}
	direct_close(&d);
}

/* Shared memory of a block that has ended, sub-word parts too, is nobody's any more. */
static void block_ends(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
	struct machine_who who;
	uint64_t before;

	(void)state;
	direct_open(&d, true, false, 2, 32);
	who = direct_who(&d, 0, 0);
	before = oracle_stats(d.o)->touched;
	op.space = PTX_SPACE_SHARED;
	for (unsigned i = 0; i < 2; i++) {
		op.size = 1;
		op.addr[0] = 5;
		direct_op(&d, 0, 0, &op);
		assert_int_equal(d.n, 0);
		op.size = 4;
		op.addr[1] = 8;
		op.mask = 2;
		direct_op(&d, 0, 0, &op);
		assert_int_equal(d.n, 0);
		op.mask = 1;
		d.to->block_end(d.to->ctx, &who);
		d.to->block_begin(d.to->ctx, &who);
	}
	assert_int_equal(oracle_stats(d.o)->touched, before + 10);
	direct_close(&d);
}

/* More blocks than the first table of pages has room for, ending in another order. */
static void many_blocks_end(void **state)
{
	enum { BLOCKS = 300 };
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	direct_open(&d, false, false, BLOCKS, 32);
	op.space = PTX_SPACE_SHARED;
	op.addr[0] = 0;
	for (uint32_t b = 0; b < BLOCKS; b++)
		direct_op(&d, b, 0, &op);
	for (uint32_t i = 0; i < BLOCKS; i++) {
		const struct machine_who who = direct_who(&d, i * 7 % BLOCKS, 0);

		d.to->block_end(d.to->ctx, &who);
	}
	assert_int_equal(oracle_stats(d.o)->races, 0);
	assert_int_equal(oracle_stats(d.o)->touched, 4 * BLOCKS);
	direct_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_rotate), cmocka_unit_test(one_warp),
		cmocka_unit_test(own_words),     cmocka_unit_test(last_block),
		cmocka_unit_test(arrivals),      cmocka_unit_test(ignored),
		cmocka_unit_test(many_threads),  cmocka_unit_test(many_states),
		cmocka_unit_test(block_ends),    cmocka_unit_test(many_blocks_end),
	};

	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
