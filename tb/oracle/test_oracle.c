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
static void observe(struct watch *w, const char *ptx, enum simt_mode mode, bool ptx_model,
		    uint32_t blocks, uint32_t threads)
{
	const struct oracle_config cfg = {.model = ptx_model ? ORACLE_PTX : ORACLE_SCORD};
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
		for (int ptx_model = 0; ptx_model < 2; ptx_model++) {
			observe(&w, ptx, (enum simt_mode)mode, ptx_model, 4, 32);
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
			     .bar_count = 64,
			     .bar_live = UINT32_MAX};

	direct_op(d, 0, warp, &op);
}

/* Two warps only arrive, where others waited before: the phase is over, and what they knew is not
 * the next phase's. */
static void phase_of_arrivals(bool its)
{
	struct direct d;
	struct machine_who who;

	direct_open(&d, its, false, 1, 128);
	for (uint32_t w = 2; w < 4; w++)
		arrive(&d, w, PTX_MODE_BAR_SYNC, 1);
	for (uint32_t w = 2; w < 4; w++) {
		who = direct_who(&d, 0, w);
		d.to->barrier_release(d.to->ctx, &who, 1, UINT32_MAX);
	}
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

/* Five threads are a whole warp, and count as 32. */
static void partial_arrives(void **state)
{
	struct direct d;
	struct machine_who who;
	struct simt_op op = {.kind = SIMT_OP_BAR,
			     .mask = 31,
			     .bar_mode = PTX_MODE_BAR_ARRIVE,
			     .bar_id = 1,
			     .bar_count = 64,
			     .bar_live = 31};

	(void)state;
	direct_open(&d, true, false, 1, 101);
	who = direct_who(&d, 0, 1);
	direct_st(&d, 0, 0, 0);
	arrive(&d, 0, PTX_MODE_BAR_ARRIVE, 1);
	direct_op(&d, 0, 3, &op); /* ends the phase */
	arrive(&d, 1, PTX_MODE_BAR_SYNC, 1);
	d.to->barrier_release(d.to->ctx, &who, 1, UINT32_MAX);
	assert_int_equal(direct_ld(&d, 0, 1, 0), 1);
	direct_close(&d);
}

/* Warps that come and go by operations that do not concern memory, or nobody. */
static void ignored(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
	struct machine_who who;

	(void)state;
	direct_open(&d, true, false, 3, 32);
	direct_op(&d, 0, 0, &op);
	who = direct_who(&d, 2, 0);
	d.to->block_end(d.to->ctx, &who);
	direct_op(&d, 2, 0, &op); /* a block that has ended */
	assert_int_equal(d.n, 0);
	direct_op(&d, 1, 1, &op); /* no such warp */
	assert_int_equal(d.n, 0);
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
	who = direct_who(&d, 1, 0); /* nor here */
	who.block = 5;
	d.to->op(d.to->ctx, &who, &op);
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

/* Records that differ in nothing but how their lanes lie: each race has its own lane. */
static void patterns(void **state)
{
	enum { SHIFTS = 6, AREA = 1 << 20 };
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	direct_open(&d, true, false, 2, 32);
	op.mask = UINT32_MAX;
	for (uint32_t i = 0; i < SHIFTS * 32; i++) {
		for (uint32_t l = 0; l < 32; l++)
			op.addr[l] = DIRECT_BASE + (uint64_t)i * AREA +
				     ((uint64_t)(l + i % 32) << (2 + i / 32));
		d.pc = 0;
		direct_op(&d, 0, 0, &op);
		assert_int_equal(d.n, 0);
	}
	for (uint32_t i = 0; i < SHIFTS * 32; i++) {
		const uint32_t l = i * 5 % 32;

		direct_ld(&d, 1, 0, i * (AREA / 4) + ((l + i % 32) << i / 32));
		assert_int_equal(d.n, 1);
		assert_int_equal(d.hits[0].first.lane, l);
	}
	direct_close(&d);
}

/* Lanes 8 GiB apart. */
static void far_apart(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	direct_open(&d, true, false, 2, 32);
	op.mask = 7;
	for (uint64_t l = 0; l < 3; l++)
		op.addr[l] += l << 33;
	direct_op(&d, 0, 0, &op);
	assert_int_equal(d.n, 0);
	op.mask = 2;
	direct_op(&d, 1, 0, &op);
	assert_int_equal(d.n, 1);
	assert_int_equal(d.hits[0].first.lane, 1);
	direct_close(&d);
}

/* Strong loads of many threads, all alike but one: it alone races with an atomic. */
static void odd_load(enum ptx_sem sem, enum ptx_scope scope, uint8_t size)
{
	enum { BLOCKS = 40, ODD = 29 };
	struct direct d;
	struct simt_op op;

	direct_open(&d, false, false, BLOCKS, 32);
	for (uint32_t b = 1; b < BLOCKS; b++) {
		op = direct_at(SIMT_OP_LD, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0);
		if (b == ODD) {
			op.sem = sem;
			op.scope = scope;
			op.size = size;
		}
		direct_op(&d, b, 0, &op);
		assert_int_equal(d.n, 0);
	}
	direct_atom(&d, PTX_ATOM_ADD, PTX_SCOPE_GPU, 0, 0, 0, 0, 1);
	assert_int_equal(d.n, 1);
	assert_int_equal(d.hits[0].first.block, ODD);
	direct_close(&d);
}

static void odd_loads(void **state)
{
	(void)state;
	odd_load(PTX_SEM_RELAXED, PTX_SCOPE_CTA, 4);
	odd_load(PTX_SEM_RELAXED, PTX_SCOPE_GPU, 2);
	odd_load(PTX_SEM_VOLATILE, PTX_SCOPE_SYS, 4);
	odd_load(PTX_SEM_WEAK, PTX_SCOPE_NONE, 4);
}

/* Two words with one long history: what reads one of them is no part of the other's. */
static void copy_on_write(void **state)
{
	enum { BLOCKS = 30 };
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	direct_open(&d, false, false, BLOCKS, 32);
	op.mask = 3;
	op.addr[1] += 4;
	for (uint32_t b = 2; b < BLOCKS; b++)
		direct_op(&d, b, 0, &op);
	assert_int_equal(direct_ld(&d, 1, 0, 0), 0);
	direct_st(&d, 0, 0, 1);
	assert_int_equal(d.n, BLOCKS - 2);
	for (size_t i = 0; i < d.n; i++)
		assert_int_not_equal(d.hits[i].first.block, 1);
	direct_st(&d, 0, 0, 0);
	assert_int_equal(d.n, BLOCKS - 1);
	direct_close(&d);
}

/* Block 0 stores word 0 and releases that by word 1; block 1 goes on with the chain. */
static void chain_of_two(struct direct *d)
{
	direct_open(d, true, false, 3, 64);
	direct_st(d, 0, 1, 0);
	direct_fence(d, PTX_SCOPE_GPU, 0, 1);
	direct_atom(d, PTX_ATOM_EXCH, PTX_SCOPE_GPU, 0, 1, 1, 0, 1);
	direct_atom(d, PTX_ATOM_ADD, PTX_SCOPE_GPU, 1, 0, 1, 1, 2);
}

/* The first of two lanes breaks the chain that it observes: the second finds none. */
static void lane_after_lane(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ATOM, PTX_SEM_RELAXED, PTX_SCOPE_CTA, 1);

	(void)state;
	chain_of_two(&d);
	op.mask = 3;
	op.atom = PTX_ATOM_ADD;
	direct_op(&d, 0, 0, &op);
	op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);
	direct_op(&d, 0, 0, &op);
	assert_int_equal(d.n, 0);
	op.mask = 2;
	direct_op(&d, 0, 0, &op);
	assert_int_equal(d.n, 1);
	direct_close(&d);
}

/* A weak store ends a chain by any of its lanes, the others far from it. */
static void weak_store_by_any_lane(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 1);

	(void)state;
	for (unsigned ends = 0; ends < 2; ends++) {
		chain_of_two(&d);
		op.mask = 7;
		op.addr[0] = DIRECT_BASE + 8192;
		op.addr[1] = DIRECT_BASE + (ends ? 4 : 8);
		op.addr[2] = DIRECT_BASE + 12288;
		direct_op(&d, 1, 1, &op);
		direct_atom(&d, PTX_ATOM_ADD, PTX_SCOPE_GPU, 2, 0, 1, 2, 3);
		assert_int_equal(direct_ld(&d, 2, 0, 0), ends);
		direct_close(&d);
	}
}

/* Who waits in a loop reads the same again and again: that is one access, however long, of one
 * lane or of several; nor do its races pile up. */
static void spin(void **state)
{
	enum { BLOCKS = 60 };
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	op.addr[1] += 4;
	for (unsigned what = 0; what < 3; what++) {
		uint64_t before = 0;

		op.mask = what ? 3 : 1;
		op.kind = what == 2 ? SIMT_OP_ST : SIMT_OP_LD;
		direct_open(&d, false, false, BLOCKS, 32);
		for (unsigned i = 0; i < 300; i++) {
			for (uint32_t b = 0; b < BLOCKS; b++) {
				d.pc = 1;
				direct_op(&d, b, 0, &op);
			}
			if (i == 0)
				before = oracle_stats(d.o)->bytes_now;
		}
		assert_true(oracle_stats(d.o)->bytes_now <= before);
		direct_close(&d);
	}
}

/* Grids and blocks of more than one dimension, after smaller ones. */
static void dimensions(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 1, 32);
	d.to->launch_end(d.to->ctx, &d.info, 0);
	d.info.grid[0] = 40;
	d.info.blocks_per_sm = 40;
	d.info.block[0] = 4;
	d.info.block[1] = 5;
	d.info.block[2] = 2;
	d.info.warps_per_block = 2;
	d.info.mode = SIMT_ITS;
	direct_launch(&d);
	d.to->launch_end(d.to->ctx, &d.info, 0);
	d.info.grid[0] = 2; /* blocks as before, by launch(): the rest here */
	d.info.grid[1] = 15;
	d.info.grid[2] = 20;
	direct_launch(&d);
	for (uint32_t b = 2; b <= 512; b++) {
		const struct machine_who who = direct_who(&d, b, 0);

		d.to->block_begin(d.to->ctx, &who);
	}
	direct_st(&d, 0, 0, 0);
	direct_fence(&d, PTX_SCOPE_GPU, 0, 0);
	direct_atom(&d, PTX_ATOM_EXCH, PTX_SCOPE_GPU, 0, 0, 1, 0, 1);
	direct_atom(&d, PTX_ATOM_EXCH, PTX_SCOPE_GPU, 39, 0, 1, 1, 0);
	assert_int_equal(direct_ld(&d, 39, 0, 0), 0);
	direct_st(&d, 512, 0, 2);
	assert_int_equal(direct_ld(&d, 39, 0, 2), 1); /* 512 is not 0 */
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
	d.to->launch_end(d.to->ctx, &d.info, 0);
	d.info.shared_bytes = 8192;
	direct_launch(&d);
	who = direct_who(&d, 0, 0);
	before = oracle_stats(d.o)->touched;
	op.space = PTX_SPACE_SHARED;
	for (unsigned i = 0; i < 2; i++) {
		op.size = 1;
		op.addr[0] = 5;
		direct_op(&d, 0, 0, &op);
		assert_int_equal(d.n, 0);
		op.size = 4;
		op.addr[1] = 5000;
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
		cmocka_unit_test(shared_rotate),
		cmocka_unit_test(one_warp),
		cmocka_unit_test(own_words),
		cmocka_unit_test(last_block),
		cmocka_unit_test(arrivals),
		cmocka_unit_test(partial_arrives),
		cmocka_unit_test(ignored),
		cmocka_unit_test(patterns),
		cmocka_unit_test(far_apart),
		cmocka_unit_test(odd_loads),
		cmocka_unit_test(spin),
		cmocka_unit_test(copy_on_write),
		cmocka_unit_test(lane_after_lane),
		cmocka_unit_test(weak_store_by_any_lane),
		cmocka_unit_test(dimensions),
		cmocka_unit_test(many_threads),
		cmocka_unit_test(many_states),
		cmocka_unit_test(block_ends),
		cmocka_unit_test(many_blocks_end),
	};

	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
