/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The units for shared memory by hand: what they tell, what they let pass, and each known way to
 * miss a race (sw/score/rows_shared.def), against the oracle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "score/score.h"

#define ALL UINT32_MAX

enum { WARPS = 4, BYTES = 1024 };

static struct bench {
	struct machine_config machine;
	struct oracle *o;
	struct shared *x;
	struct score *s;
	const struct machine_observer *to[3];
	struct machine_launch_info info;
	struct simt_op op; /* the next one's */
	uint32_t pc, slot;
	uint64_t block;
} b;

static const struct simt_kernel kernel;

static void close_bench(void)
{
	score_destroy(b.s);
	shared_destroy(b.x);
	oracle_destroy(b.o);
	memset(&b, 0, sizeof(b));
}

static struct machine_who who(uint32_t warp)
{
	return (struct machine_who){.kernel = &kernel,
				    .launch = 1,
				    .slot = b.slot,
				    .block = b.block,
				    .warp = warp,
				    .warp_global = b.block * WARPS + warp};
}

#define EACH(call, ...) \
	for (int i_ = 0; i_ < 3; i_++) \
		if (b.to[i_]->call) \
	b.to[i_]->call(b.to[i_]->ctx, __VA_ARGS__)

static void place(uint32_t slot, uint64_t block)
{
	struct machine_who w;

	b.slot = slot;
	b.block = block;
	w = who(0);
	EACH(block_begin, &w);
}

static void open_as(bool its, const struct shared_config *c)
{
	struct shared_config mine = *c;

	close_bench();
	machine_config_default(&b.machine);
	mine.machine = &b.machine;
	b.o = oracle_create(&(struct oracle_config){.model = ORACLE_PTX});
	b.x = shared_create(&mine);
	b.s = score_create(b.o, NULL);
	score_shared(b.s, b.x);
	b.to[0] = oracle_observer(b.o);
	b.to[1] = shared_observer(b.x);
	b.to[2] = score_observer(b.s);
	b.info = (struct machine_launch_info){.kernel = &kernel,
					      .launch = 1,
					      .grid = {64, 1, 1},
					      .block = {32 * WARPS, 1, 1},
					      .shared_bytes = BYTES,
					      .warps_per_block = WARPS,
					      .blocks_per_sm = 2,
					      .mode = its ? SIMT_ITS : SIMT_LOCKSTEP};
	EACH(launch_begin, &b.info);
	place(0, 0);
}

static void open_with(bool its, const struct pf_shared_config *unit)
{
	const struct pf_shared_config none = {0};

	open_as(its, &(struct shared_config){.unit = unit ? *unit : none});
}

/* What the last operation was told of: one race, or NULL. */
static const struct race_hit *run(uint32_t warp, struct simt_op op)
{
	const struct machine_who w = who(warp);
	size_t n;
	const struct race_hit *h;

	op.pc = b.pc++;
	EACH(op, &w, &op);
	h = shared_hits(b.x, &n);
	return n ? h : NULL;
}

/* Lane l at `at` + l * step. */
static struct simt_op at(enum simt_op_kind kind, uint32_t lanes, uint32_t from, uint32_t step,
			 uint32_t size)
{
	struct simt_op op = {.kind = kind,
			     .mask = lanes,
			     .space = PTX_SPACE_SHARED,
			     .size = (uint8_t)size,
			     .vec = 1};

	for (uint32_t l = 0; l < SIMT_LANES; l++)
		op.addr[l] = from + l * step;
	return op;
}

static const struct race_hit *st(uint32_t warp, uint32_t lanes, uint32_t from, uint32_t step)
{
	return run(warp, at(SIMT_OP_ST, lanes, from, step, 4));
}

static const struct race_hit *ld(uint32_t warp, uint32_t lanes, uint32_t from, uint32_t step)
{
	return run(warp, at(SIMT_OP_LD, lanes, from, step, 4));
}

static const struct race_hit *bytes(enum simt_op_kind kind, uint32_t warp, uint32_t lanes,
				    uint32_t from)
{
	return run(warp, at(kind, lanes, from, 1, 1));
}

static const struct race_hit *strong(enum simt_op_kind kind, uint32_t warp, uint32_t lanes,
				     uint32_t from, enum ptx_sem sem)
{
	struct simt_op op = at(kind, lanes, from, 0, 4);

	op.sem = sem;
	op.scope = sem == PTX_SEM_VOLATILE ? PTX_SCOPE_SYS : PTX_SCOPE_CTA;
	op.atom = PTX_ATOM_ADD;
	for (uint32_t l = 0; l < SIMT_LANES; l++) {
		op.data[0][l] = b.pc * 64 + l;
		op.data[1][l] = b.pc * 64 + l + 1;
	}
	return run(warp, op);
}

static void fence(uint32_t warp)
{
	struct simt_op op = {
		.kind = SIMT_OP_FENCE, .mask = ALL, .sem = PTX_SEM_SC, .scope = PTX_SCOPE_CTA};

	run(warp, op);
}

static void syncwarp(uint32_t warp, uint32_t lanes)
{
	run(warp, (struct simt_op){.kind = SIMT_OP_WARPSYNC, .mask = lanes});
}

static void arrive(uint32_t warp, uint32_t id, bool waits)
{
	run(warp, (struct simt_op){.kind = SIMT_OP_BAR,
				   .mask = ALL,
				   .bar_id = id,
				   .bar_mode = waits ? PTX_MODE_BAR_SYNC : PTX_MODE_BAR_ARRIVE,
				   .bar_count = id ? 64 : 0,
				   .bar_live = ALL});
}

static void go(uint32_t warp, uint32_t id)
{
	const struct machine_who w = who(warp);

	EACH(barrier_release, &w, id, ALL);
}

static void barrier(void)
{
	for (uint32_t w = 0; w < WARPS; w++)
		arrive(w, 0, true);
	for (uint32_t w = 0; w < WARPS; w++)
		go(w, 0);
}

/* Warps a and b, at a barrier of theirs. */
static void pair(uint32_t first, uint32_t second, uint32_t id, bool first_waits)
{
	arrive(first, id, first_waits);
	arrive(second, id, true);
	if (first_waits)
		go(first, id);
	go(second, id);
}

static bool shown[SCORE_ROWS];

static void assert_missed(enum score_row row)
{
	const struct score_totals *t = score_totals(b.s);

	shown[row] = true;
	assert_int_equal(t->false_, 0);
	assert_true(t->missed > 0);
	assert_int_equal(t->rows_missed[row], t->missed);
}

static void assert_exact(void)
{
	const struct score_totals *t = score_totals(b.s);

	assert_int_equal(t->false_, 0);
	assert_int_equal(t->missed, 0);
}

/* Both sides */

static void both_sides(void **state)
{
	const struct race_hit *h;

	(void)state;
	open_with(false, NULL);
	assert_null(st(1, ALL, 0, 4));
	h = ld(3, 1U << 7, 40 - 28, 4);
	assert_non_null(h);
	assert_int_equal(h->kind, RACE_BARRIER);
	assert_int_equal(h->addr, 40);
	assert_int_equal(h->bytes, 4);
	assert_int_equal(h->first.warp, 1);
	assert_int_equal(h->first.pc, 0);
	assert_int_equal(h->first.access, RACE_WRITE);
	assert_int_equal(h->second.warp, 3);
	assert_int_equal(h->second.lane, 7);
	assert_int_equal(h->second.pc, 1);
	assert_int_equal(h->second.access, RACE_READ);
	assert_exact();
	/* lanes are known where they are threads */
	open_with(true, NULL);
	st(1, ALL, 0, 4);
	assert_int_equal(ld(3, 1, 40, 4)->first.lane, 10);
	assert_exact();
}

static void barriers(void **state)
{
	(void)state;
	for (int its = 0; its < 2; its++) {
		open_with(its, NULL);
		for (int i = 0; i < 600; i++) {
			assert_null(st((uint32_t)i % WARPS, ALL, 0, 4));
			assert_null(ld((uint32_t)i % WARPS, ALL, 0, 4));
			barrier();
		}
		assert_null(ld(0, 1, 0, 4));
		assert_null(ld(1, 1, 0, 4));
		assert_non_null(st(0, 1, 0, 4));
		assert_exact();
	}
}

/* What the last block left behind is nothing to the next one, and blocks do not meet. */
static void blocks(void **state)
{
	(void)state;
	open_with(false, NULL);
	st(0, ALL, 0, 4);
	place(1, 1);
	assert_null(st(1, ALL, 0, 4));
	place(0, 2);
	assert_null(ld(2, ALL, 0, 4));
	assert_non_null(st(3, ALL, 0, 4));
	assert_exact();
}

static void same_instruction(void **state)
{
	const struct race_hit *h;

	(void)state;
	open_with(false, NULL);
	h = st(0, 0x110, 64, 0);
	assert_int_equal(h->kind, RACE_SAME_INSTRUCTION);
	assert_int_equal(h->first.lane, 4);
	assert_int_equal(h->second.lane, 8);
	assert_null(strong(SIMT_OP_ST, 0, 0x110, 128, PTX_SEM_VOLATILE));
	assert_null(strong(SIMT_OP_RED, 0, ALL, 128, PTX_SEM_RELAXED));
	assert_exact();
}

/* Parts of words */

static void parts(void **state)
{
	(void)state;
	for (int its = 0; its < 2; its++) {
		open_with(its, NULL);
		assert_null(bytes(SIMT_OP_ST, 0, 0x3, 0)); /* bytes 0, 1 */
		assert_null(bytes(SIMT_OP_ST, 1, 0x3, 2)); /* bytes 2, 3 */
		assert_null(bytes(SIMT_OP_LD, 0, 0x1, 0));
		assert_int_equal(bytes(SIMT_OP_LD, 0, 0x1, 3)->addr, 3);
		assert_int_equal(ld(2, 1, 0, 4)->bytes, its ? 1 : 2);
		assert_exact();
	}
}

/* There is one row: the second word is not noted, and nothing is made up. */
static void rows_full(void **state)
{
	const struct pf_shared_config unit = {.banks = 4, .rows = 1};

	(void)state;
	open_with(false, &unit);
	for (uint32_t i = 0; i < 2; i++) {
		bytes(SIMT_OP_ST, 0, 0x3, 16 * i);
		bytes(SIMT_OP_ST, 1, 0x3, 16 * i + 2);
	}
	assert_int_equal(shared_stats(b.x).units.splits, 1);
	assert_int_equal(shared_stats(b.x).units.unsplit, 1);
	assert_non_null(bytes(SIMT_OP_LD, 0, 1, 2));
	assert_null(bytes(SIMT_OP_LD, 0, 1, 18)); /* missed */
	assert_non_null(bytes(SIMT_OP_LD, 1, 1, 16));
	assert_missed(SCORE_M_SHARED_ROWS);
	barrier(); /* the row is free again */
	bytes(SIMT_OP_ST, 0, 0x3, 16);
	bytes(SIMT_OP_ST, 1, 0x3, 18);
	assert_int_equal(shared_stats(b.x).units.splits, 2);
	assert_non_null(bytes(SIMT_OP_LD, 0, 1, 18));
}

/* Lanes */

static void lanes(void **state)
{
	(void)state;
	open_with(true, NULL);
	st(0, ALL, 0, 4);
	assert_int_equal(ld(0, ALL, 4, 4)->kind, RACE_BARRIER);
	assert_exact();
	open_with(true, NULL);
	st(0, ALL, 0, 4);
	assert_null(ld(0, ALL, 0, 4)); /* each its own */
	syncwarp(0, ALL);
	assert_null(ld(0, ALL, 4, 4));
	assert_non_null(st(0, ALL, 0, 4));
	assert_exact();
	/* halves of a warp */
	open_with(true, NULL);
	st(0, ALL, 0, 4);
	syncwarp(0, 0xffff);
	syncwarp(0, 0xffff0000);
	assert_null(ld(0, 1, 4 * 15, 4));     /* lane 0, of lane 15 */
	assert_non_null(ld(0, 1, 4 * 16, 4)); /* of lane 16 */
	assert_exact();
	/* one warp is one thread */
	open_with(false, NULL);
	st(0, ALL, 0, 4);
	assert_null(ld(0, ALL, 4, 4));
	assert_exact();
}

/* Order that is no barrier of the block */

static void some_barriers(void **state)
{
	(void)state;
	for (int its = 0; its < 2; its++) {
		/* a producer, a consumer */
		open_with(its, NULL);
		for (int i = 0; i < 300; i++) {
			assert_null(st(0, ALL, 0, 4));
			pair(0, 1, 1, false);
			assert_null(ld(1, ALL, 0, 4));
			pair(1, 0, 2, false);
		}
		assert_exact();
		/* one that does not wait */
		st(0, ALL, 0, 4);
		pair(0, 1, 1, false);
		assert_non_null(ld(2, ALL, 0, 4));
		/* a store after it has arrived */
		open_with(its, NULL);
		st(0, ALL, 0, 4);
		pair(0, 1, 1, false);
		st(0, ALL, 0, 4);
		assert_non_null(ld(1, ALL, 0, 4));
		assert_exact();
		/* transitive */
		open_with(its, NULL);
		st(0, ALL, 0, 4);
		pair(0, 1, 1, true);
		pair(1, 2, 2, true);
		assert_null(st(2, ALL, 0, 4));
		assert_exact();
	}
}

static void flags(void **state)
{
	(void)state;
	open_with(false, NULL);
	st(0, ALL, 0, 4);
	fence(0);
	strong(SIMT_OP_ST, 0, 1, 512, PTX_SEM_VOLATILE);
	strong(SIMT_OP_LD, 1, 1, 512, PTX_SEM_VOLATILE);
	fence(1);
	assert_null(ld(1, 0xffff, 0, 4));
	assert_non_null(ld(2, 0xffff0000, 0, 4)); /* it did not ask */
	assert_exact();
	open_with(false, NULL);
	st(0, ALL, 0, 4);
	strong(SIMT_OP_ST, 0, 1, 512, PTX_SEM_RELEASE);
	strong(SIMT_OP_LD, 1, 1, 512, PTX_SEM_ACQUIRE);
	assert_null(ld(1, ALL, 0, 4));
	assert_int_equal(score_totals(b.s)->false_, 0);
}

/* A fence ends no phase in which nothing was done, so none of them is used up. */
static void idle_fences(void **state)
{
	(void)state;
	open_with(true, NULL);
	st(0, 1, 0, 4);
	for (int i = 0; i < 1000; i++) {
		fence(0);
		fence(1);
	}
	assert_int_equal(shared_stats(b.x).units.forgets, 0);
	assert_null(ld(1, 1, 0, 4));
	assert_exact();
}

static void atomics(void **state)
{
	(void)state;
	open_with(true, NULL);
	assert_null(strong(SIMT_OP_ATOM, 0, ALL, 0, PTX_SEM_RELAXED));
	assert_null(strong(SIMT_OP_ATOM, 1, ALL, 0, PTX_SEM_RELAXED));
	assert_non_null(ld(2, 1, 0, 4));
	assert_exact();
}

/* One word may be looked at byte by byte, and another one after four rounds. */
static void no_credit(void **state)
{
	const struct pf_shared_config unit = {
		.banks = 4, .rows = 8, .credit_bits = 1, .every_bits = 2};

	(void)state;
	open_with(false, &unit);
	bytes(SIMT_OP_ST, 0, 0x3, 0);
	bytes(SIMT_OP_ST, 1, 0x3, 2); /* the second round: it pays for its word */
	bytes(SIMT_OP_ST, 0, 0x3, 16);
	bytes(SIMT_OP_ST, 1, 0x3, 18); /* the fourth: there is one more */
	assert_int_equal(shared_stats(b.x).units.splits, 2);
	bytes(SIMT_OP_ST, 0, 0x3, 32);
	bytes(SIMT_OP_ST, 1, 0x3, 34);
	assert_int_equal(shared_stats(b.x).units.unpaid, 1);
	assert_null(bytes(SIMT_OP_LD, 0, 1, 34)); /* missed */
	assert_missed(SCORE_M_SHARED_ROWS);
	assert_non_null(bytes(SIMT_OP_LD, 1, 1, 32)); /* what is known of the word, is */
}

/* Known misses */

/* Lanes in hardware: of words that are accessed whole it knows what each does, */
static void lanes_of_words(void **state)
{
	const struct pf_shared_config unit = {.meets = true};

	(void)state;
	open_with(true, &unit);
	st(0, 1, 0, 4);
	assert_non_null(ld(0, 2, 0, 0));
	assert_exact();
	syncwarp(0, ALL);
	assert_null(ld(0, 2, 0, 0));
	assert_exact();
	st(0, ALL, 128, 4);
	assert_null(bytes(SIMT_OP_ST, 0, 1, 64)); /* one lane alone */
	assert_non_null(bytes(SIMT_OP_LD, 0, 2, 63));
	assert_exact();
}

/* ... of parts of others not, but warps race there all the same. */
static void lanes_of_parts(void **state)
{
	const struct pf_shared_config unit = {.meets = true};

	(void)state;
	open_with(true, &unit);
	bytes(SIMT_OP_ST, 0, 0xf, 0);
	assert_null(bytes(SIMT_OP_LD, 0, 0x1, 1));
	assert_missed(SCORE_M_SHARED_LANES);
	assert_non_null(bytes(SIMT_OP_LD, 1, 0x1, 0));
}

/* ... and after a __syncwarp of some, nothing that any did before. */
static void lanes_meet(void **state)
{
	const struct pf_shared_config unit = {.meets = true};

	(void)state;
	open_with(true, &unit);
	st(0, 1, 0, 4);
	syncwarp(0, 0xff00);
	assert_null(ld(0, 2, 0, 0));
	assert_missed(SCORE_M_SHARED_ORDERED);
}

static void told(void **state)
{
	(void)state;
	open_with(false, NULL);
	st(0, 1, 0, 4);
	assert_non_null(ld(1, 1, 0, 4));
	assert_null(st(0, 1, 0, 4)); /* races with that read, which is not noted */
	assert_missed(SCORE_M_SHARED_TOLD);
}

static void ordered(void **state)
{
	(void)state;
	open_with(false, NULL);
	st(0, 1, 0, 4);
	pair(0, 1, 1, true);
	assert_null(ld(1, 1, 0, 4)); /* takes the entry over */
	assert_null(ld(2, 1, 0, 4)); /* races with the store */
	assert_missed(SCORE_M_SHARED_ORDERED);
}

/* Meetings that are too many for their width are forgotten, and with them what was before. */
static void forgotten(void **state)
{
	const struct pf_shared_config unit = {
		.phase_bits = 2, .lane_phase_bits = 1, .meet_bits = 1};

	(void)state;
	open_with(true, &unit);
	st(0, 1, 0, 4);
	for (int i = 0; i < 4; i++)
		syncwarp(0, ALL);
	assert_true(shared_stats(b.x).units.forgets > 0);
	assert_null(ld(1, 1, 0, 4));
	assert_missed(SCORE_M_SHARED_ORDERED);
}

static void strong_reads(void **state)
{
	(void)state;
	open_with(false, NULL);
	strong(SIMT_OP_LD, 0, 1, 0, PTX_SEM_VOLATILE);
	strong(SIMT_OP_ST, 0, 1, 0, PTX_SEM_VOLATILE);
	strong(SIMT_OP_ATOM, 1, 1, 0, PTX_SEM_RELAXED);
	assert_null(st(1, 1, 0, 4)); /* races with the volatile load */
	assert_missed(SCORE_M_SHARED_STRONG);
}

static const struct race_hit *copy(uint32_t warp, uint32_t lanes, uint32_t from, uint32_t step)
{
	struct simt_op op = at(SIMT_OP_ST, lanes, from, step, 4);

	op.is_async = true;
	return run(warp, op);
}

static void group(uint32_t warp, uint32_t lanes, enum simt_async what, uint32_t left)
{
	run(warp, (struct simt_op){
			  .kind = SIMT_OP_ASYNC, .mask = lanes, .async = what, .async_left = left});
}

/* From its beginning to its end a copy races with everybody, its own warp, too. */
static void copies(void **state)
{
	const struct race_hit *h;

	(void)state;
	for (int its = 0; its < 2; its++) {
		open_with(its, NULL);
		st(1, ALL, 0, 4);
		assert_null(copy(1, ALL, 0, 4)); /* after what its lanes did */
		h = ld(1, 1, 0, 4);
		assert_non_null(h);
		assert_int_equal(h->first.warp, 1);
		assert_int_equal(h->second.warp, 1);
		assert_int_equal(h->first.access, RACE_WRITE);
		group(1, ALL, SIMT_ASYNC_WAIT, 0); /* of no group: it does not wait for it */
		assert_non_null(ld(1, 2, 0, 4));
		group(1, ALL, SIMT_ASYNC_COMMIT, 0);
		group(1, ALL, SIMT_ASYNC_WAIT, 1);
		assert_non_null(ld(1, 4, 0, 4));
		barrier();
		barrier(); /* as little as a barrier */
		assert_non_null(ld(2, 8, 0, 4));
		assert_non_null(st(1, 16, 0, 4));
		group(1, ALL, SIMT_ASYNC_WAIT, 0);
		assert_null(ld(1, 1U << 5, 0, 4));
		assert_non_null(ld(2, 1U << 6, 0, 4)); /* a barrier is missing */
		barrier();
		assert_null(ld(2, 1U << 7, 0, 4));
		barrier();
		/* of two to the same words one has ended */
		copy(1, ALL, 0, 4);
		group(1, ALL, SIMT_ASYNC_COMMIT, 0);
		assert_null(copy(1, ALL, 0, 4));
		group(1, ALL, SIMT_ASYNC_WAIT, 0);
		assert_non_null(ld(1, 1, 0, 4));
		assert_exact();
	}
}

/* Groups are a lane's own; what another lane has waited for is not known without __syncwarp. */
static void copies_of_lanes(void **state)
{
	(void)state;
	open_with(true, NULL);
	copy(0, 3, 0, 4);
	group(0, 1, SIMT_ASYNC_COMMIT, 0);
	copy(0, 1, 64, 4);
	group(0, 1, SIMT_ASYNC_COMMIT, 0);
	group(0, 1, SIMT_ASYNC_WAIT, 1);
	assert_null(ld(0, 1, 0, 4));
	assert_non_null(ld(0, 2, 0, 4));
	assert_non_null(ld(0, 1, 64, 4));
	assert_non_null(ld(0, 4, 0, 0));
	syncwarp(0, ALL);
	group(0, ALL, SIMT_ASYNC_WAIT_ALL, 0);
	assert_null(ld(0, 3, 0, 4));
	assert_non_null(ld(0, 4, -4U, 4));
	syncwarp(0, ALL);
	assert_null(ld(0, 4, -4U, 4));
	assert_exact();
	/* in lock step, the warp's */
	open_with(false, NULL);
	copy(0, 3, 0, 4);
	group(0, 1, SIMT_ASYNC_COMMIT, 0);
	group(0, 2, SIMT_ASYNC_WAIT, 0);
	assert_null(ld(0, ALL, 0, 4));
	assert_exact();
	/* two of one instruction */
	open_with(true, NULL);
	assert_int_equal(copy(0, 3, 0, 0)->kind, RACE_SAME_INSTRUCTION);
	assert_exact();
	/* a block ends, and its copies with it */
	place(0, 1);
	assert_null(st(0, ALL, 0, 4));
	barrier();
	assert_null(st(1, ALL, 0, 4));
	assert_exact();
}

static void copies_in_bulk(void **state)
{
	struct simt_op op = at(SIMT_OP_ST, 1, 0, 4, 4);

	(void)state;
	open_with(true, NULL);
	ld(1, 1, 0, 4);
	op.is_async = true;
	assert_null(copy(0, 1, 128, 4));
	op.copy = SIMT_COPY_WRITE;
	run(0, (struct simt_op){.kind = SIMT_OP_ASYNC,
				.mask = 1,
				.async = SIMT_ASYNC_BULK_BEGIN,
				.bulk = &(const struct simt_bulk){.to = PTX_SPACE_SHARED}});
	assert_null(run(0, op));
	assert_int_equal(shared_stats(b.x).async, 1);
	assert_missed(SCORE_M_SHARED_ASYNC);
}

static void other_blocks(void **state)
{
	struct simt_op op = at(SIMT_OP_ST, 1, 0, 4, 4);

	(void)state;
	open_with(false, NULL);
	place(1, 1);
	ld(0, 1, 0, 4);
	place(0, 0);
	op.rank = 2;
	op.home = 1 + 1;
	assert_null(run(0, op));
	assert_int_equal(shared_stats(b.x).remote, 1);
	assert_missed(SCORE_M_SHARED_REMOTE);
}

/* No row without a scene: the last test. */
static void all_rows(void **state)
{
	(void)state;
	for (unsigned row = SCORE_GLOBAL_ROWS; row < SCORE_SHARED_ROWS; row++)
		if (!shown[row])
			fail_msg("%s has no scene", score_row_name((enum score_row)row));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides),      cmocka_unit_test(barriers),
		cmocka_unit_test(blocks),          cmocka_unit_test(same_instruction),
		cmocka_unit_test(parts),           cmocka_unit_test(rows_full),
		cmocka_unit_test(lanes),           cmocka_unit_test(some_barriers),
		cmocka_unit_test(flags),           cmocka_unit_test(idle_fences),
		cmocka_unit_test(atomics),         cmocka_unit_test(told),
		cmocka_unit_test(ordered),         cmocka_unit_test(forgotten),
		cmocka_unit_test(strong_reads),    cmocka_unit_test(copies),
		cmocka_unit_test(copies_of_lanes), cmocka_unit_test(copies_in_bulk),
		cmocka_unit_test(other_blocks),    cmocka_unit_test(lanes_of_words),
		cmocka_unit_test(lanes_of_parts),  cmocka_unit_test(lanes_meet),
		cmocka_unit_test(no_credit),       cmocka_unit_test(all_rows),
	};
	int r = cmocka_run_group_tests_name("shared", tests, NULL, NULL);

	close_bench();
	return r;
}
