/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where iGUARD's program differs from its paper, or is wrong: the published rules do what
 * docs/iguard.md says of each difference, by its number there, and the corrected ones do not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reference/pf_iguard.h"
#include "reference/pf_iguard_paper.h"

enum { A = 0x1000, LOCK = 0x2000, BLOCKS = 4, THREADS = 128, ALL = -1 };
#define LANE0 1U
#define WHOLE 0xffffffffU

static struct bench {
	struct pf_iguard mended;
	struct pf_iguard_paper paper;
	/* of the last access, its last lane and word that races, or its last one */
	enum pf_iguard_kind kind;
	enum pf_iguard_paper_rule rule;
	struct pf_iguard_paper_word before;
	unsigned checks;
} b;

static void on_check(void *ctx, const struct pf_iguard_check *c)
{
	(void)ctx;
	b.kind = c->kind ? c->kind : b.kind;
}

static void on_paper_check(void *ctx, const struct pf_iguard_paper_check *c)
{
	(void)ctx;
	b.checks++;
	b.before = c->before;
	if (!pf_iguard_paper_races(b.rule))
		b.rule = c->rule;
}

static void launch(uint32_t blocks, uint32_t threads)
{
	pf_iguard_launch(&b.mended, blocks, threads, true);
	pf_iguard_paper_launch(&b.paper, blocks, threads, true);
	for (uint32_t i = 0; i < blocks; i++)
		pf_iguard_begin(&b.mended, i);
}

static int open_bench(void **state)
{
	(void)state;
	pf_iguard_init(&b.mended, &(struct pf_iguard_config){.lock_entries = 4});
	pf_iguard_paper_init(&b.paper);
	b.mended.check = on_check;
	b.paper.check = on_paper_check;
	launch(BLOCKS, THREADS);
	return 0;
}

static int close_bench(void **state)
{
	(void)state;
	pf_iguard_free(&b.mended);
	pf_iguard_paper_free(&b.paper);
	return 0;
}

/* Operations of a warp, to both */

enum what { LOAD, STORE, ATOM };

/* stride: between lanes' addresses */
static void act(uint32_t block, uint32_t warp, uint32_t lanes, enum what what, bool block_scope,
		uint64_t addr, uint32_t bytes, uint32_t stride)
{
	struct pf_iguard_access m = {.block = block,
				     .warp = warp,
				     .lanes = lanes,
				     .write = what != LOAD,
				     .atomic = what == ATOM,
				     .block_scope = block_scope,
				     .bytes = bytes,
				     .element = bytes};
	struct pf_iguard_paper_access p = {.block = block,
					   .warp = warp,
					   .lanes = lanes,
					   .write = what != LOAD,
					   .load = what != STORE,
					   .atomic = what == ATOM,
					   .block_scope = block_scope,
					   .bytes = bytes};

	for (unsigned l = 0; l < 32; l++)
		m.addr[l] = p.addr[l] = addr + (uint64_t)l * stride;
	b.kind = PF_IGUARD_NO_RACE;
	b.rule = PF_IGUARD_PAPER_NONE;
	b.checks = 0;
	pf_iguard_access(&b.mended, &m);
	pf_iguard_paper_access(&b.paper, &p);
}

static void load(uint32_t block, uint32_t warp, uint32_t lanes)
{
	act(block, warp, lanes, LOAD, false, A, 4, 0);
}

static void store(uint32_t block, uint32_t warp, uint32_t lanes)
{
	act(block, warp, lanes, STORE, false, A, 4, 0);
}

static void atom(uint32_t block, uint32_t warp, bool block_scope)
{
	act(block, warp, LANE0, ATOM, block_scope, A, 4, 0);
}

static void fence(uint32_t block, uint32_t warp, uint32_t lanes, bool device)
{
	pf_iguard_fence(&b.mended, block, warp, lanes, device);
	pf_iguard_paper_fence(&b.paper, block, warp, lanes, device);
}

/* What the program sees of a lock: atomics of device scope of these lanes, at one address. */
static struct pf_iguard_paper_access on_lock(uint32_t block, uint32_t warp, uint32_t lanes,
					     uint64_t addr)
{
	struct pf_iguard_paper_access p = {.block = block,
					   .warp = warp,
					   .lanes = lanes,
					   .write = true,
					   .load = true,
					   .atomic = true,
					   .bytes = 4};

	for (unsigned l = 0; l < 32; l++)
		p.addr[l] = addr;
	return p;
}

/* A compare-and-swap, and the fence behind it. */
static void lock(uint32_t block, uint32_t warp, uint32_t lanes, uint64_t addr, bool got_it)
{
	struct pf_iguard_paper_access p = on_lock(block, warp, lanes, addr);

	p.cas = true;
	pf_iguard_paper_access(&b.paper, &p);
	pf_iguard_lock(&b.mended, block, warp, lanes, got_it ? lanes : 0, p.addr, true);
	fence(block, warp, lanes, true);
}

static void unlock(uint32_t block, uint32_t warp, uint32_t lanes, uint64_t addr)
{
	struct pf_iguard_paper_access p = on_lock(block, warp, lanes, addr);

	p.exch = true;
	fence(block, warp, lanes, true);
	pf_iguard_paper_access(&b.paper, &p);
	pf_iguard_unlock(&b.mended, block, warp, lanes, p.addr, true);
}

static void expect(enum pf_iguard_paper_rule rule, enum pf_iguard_kind kind)
{
	assert_int_equal(b.rule, rule);
	assert_int_equal(b.kind, kind);
}

/* Differences */

/* A load of what nobody has written is no simple case: it goes on to the flags. */
static void d1_no_write(void **state)
{
	(void)state;
	load(0, 0, LANE0);
	expect(PF_IGUARD_PAPER_P1, PF_IGUARD_NO_RACE);
	load(1, 0, LANE0);
	expect(PF_IGUARD_PAPER_NONE, PF_IGUARD_NO_RACE);
}

/* Loads do not look at the shared flags. */
static void d2_flags(void **state)
{
	(void)state;
	fence(1, 0, LANE0, true);
	store(0, 0, LANE0);
	fence(0, 0, LANE0, true);
	load(1, 0, LANE0);
	load(2, 0, LANE0);
	load(0, 0, LANE0);
	assert_true(b.before.dev_shared);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_NO_RACE);
	store(0, 0, LANE0);
	assert_true(b.before.dev_shared);
	expect(PF_IGUARD_PAPER_NONE, PF_IGUARD_FENCE);
}

/* Two lanes of one store, and lanes that happen to be in step again. */
static void d3_in_step(void **state)
{
	(void)state;
	store(0, 0, 3);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_INSTRUCTION);
	act(0, 2, 2, STORE, false, A + 64, 4, 0);
	act(0, 2, 3, LOAD, false, A + 64, 4, 0);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_ITS);
}

/* A load says anew whether the word is atomic. */
static void d4_load_forgets_atomic(void **state)
{
	(void)state;
	atom(0, 0, true);
	atom(1, 0, true);
	expect(PF_IGUARD_PAPER_R1, PF_IGUARD_SCOPE);
	launch(BLOCKS, THREADS);
	atom(0, 0, true);
	load(0, 0, LANE0);
	fence(0, 0, LANE0, true);
	atom(1, 0, true);
	expect(PF_IGUARD_PAPER_NONE, PF_IGUARD_SCOPE);
}

/* Only the earlier atomic's scope is looked at. */
static void d5_narrow_atomic(void **state)
{
	(void)state;
	atom(0, 0, false);
	atom(1, 0, true);
	expect(PF_IGUARD_PAPER_P6, PF_IGUARD_SCOPE);
}

/* Readers of the writer's own block set no flag, so of two the first is forgotten. */
static void d6_shared_in_block(void **state)
{
	(void)state;
	store(0, 0, LANE0);
	fence(0, 0, LANE0, false);
	load(0, 1, LANE0);
	load(0, 2, LANE0);
	store(0, 2, LANE0);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_FENCE);
}

/* A load that races mutes the word. */
static void d7_muted(void **state)
{
	(void)state;
	store(0, 0, LANE0);
	load(1, 0, LANE0);
	expect(PF_IGUARD_PAPER_R4, PF_IGUARD_FENCE);
	load(2, 0, LANE0);
	expect(PF_IGUARD_PAPER_NONE, PF_IGUARD_FENCE);
}

/* One access under lock X, one under X and Y, one under Y: of all together no lock is common, of
 * each two that meet there is one. */
static void d8_eraser(void **state)
{
	(void)state;
	lock(0, 0, LANE0, LOCK, true);
	store(0, 0, LANE0);
	unlock(0, 0, LANE0, LOCK);
	lock(1, 0, LANE0, LOCK, true);
	lock(1, 0, LANE0, LOCK + 64 + 16, true);
	store(1, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	unlock(1, 0, LANE0, LOCK + 64 + 16);
	unlock(1, 0, LANE0, LOCK);
	lock(2, 0, LANE0, LOCK + 64 + 16, true);
	store(2, 0, LANE0);
	expect(PF_IGUARD_PAPER_R5, PF_IGUARD_NO_RACE);
}

/* Two locks whose bits overlap in the filter. Block 0's own keys are those of device scope. */
static void d9_filter(void **state)
{
	(void)state;
	lock(0, 0, LANE0, LOCK, true); /* bits 0 and 3 */
	store(0, 0, LANE0);
	unlock(0, 0, LANE0, LOCK);
	lock(0, 1, LANE0, LOCK + 3 * 4 + 32, true); /* bits 3 and 4 */
	store(0, 1, LANE0);
	expect(PF_IGUARD_PAPER_LOCKED, PF_IGUARD_LOCK);
}

/* Warp 1's lock word is that of thread 1. */
static void d10_one_slot(void **state)
{
	(void)state;
	lock(0, 2, LANE0, LOCK, true);
	store(0, 2, LANE0);
	unlock(0, 2, LANE0, LOCK);
	lock(0, 1, LANE0, LOCK, true);
	lock(0, 0, 3, LOCK + 64, true);
	store(0, 1, LANE0);
	expect(PF_IGUARD_PAPER_R5, PF_IGUARD_NO_RACE);
}

/* Who has tried in vain holds it. */
static void d11_failed(void **state)
{
	(void)state;
	lock(0, 0, LANE0, LOCK, true);
	store(0, 0, LANE0);
	fence(0, 0, LANE0, true);
	lock(1, 0, LANE0, LOCK, false);
	store(1, 0, LANE0);
	expect(PF_IGUARD_PAPER_LOCKED, PF_IGUARD_LOCK);
}

/* A barrier of warps 0 and 1 counts for the block; a bar.red of all for nobody. */
static void d12_barriers(void **state)
{
	(void)state;
	store(0, 2, LANE0);
	for (uint32_t w = 0; w < 2; w++)
		pf_iguard_arrive(&b.mended, 0, w, 1);
	for (uint32_t w = 0; w < 2; w++)
		pf_iguard_release(&b.mended, 0, w, 1);
	pf_iguard_paper_barrier(&b.paper, 0);
	load(0, 0, LANE0);
	expect(PF_IGUARD_PAPER_P5, PF_IGUARD_FENCE);
	launch(BLOCKS, THREADS);
	store(0, 0, LANE0);
	pf_iguard_barrier(&b.mended, 0); /* bar.red: not hooked */
	load(0, 1, LANE0);
	expect(PF_IGUARD_PAPER_R3, PF_IGUARD_NO_RACE);
}

/* Thread numbers of 20 bits. */
static void d14_thread_numbers(void **state)
{
	(void)state;
	launch((1U << 20) / 32 + 1, 32);
	store(0, 0, LANE0);
	load((1U << 20) / 32, 0, LANE0);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_FENCE);
}

/* Two bytes of one word. */
static void d15_bytes(void **state)
{
	(void)state;
	act(0, 0, LANE0, STORE, false, A, 1, 0);
	act(0, 1, LANE0, STORE, false, A + 1, 1, 0);
	expect(PF_IGUARD_PAPER_R3, PF_IGUARD_NO_RACE);
	act(0, 1, LANE0, STORE, false, A, 1, 0);
	assert_int_equal(b.kind,
			 PF_IGUARD_NO_RACE); /* it stands there no more: m-iguard-replaced */
	act(0, 2, LANE0, STORE, false, A, 1, 0);
	assert_int_equal(b.kind, PF_IGUARD_FENCE);
}

/* Lanes that load what the lowest one does are not looked at: here the one that may. */
static void d16_coalesced(void **state)
{
	(void)state;
	store(0, 0, LANE0);
	load(0, 0, 7);
	assert_int_equal(b.checks, 1);
	expect(PF_IGUARD_PAPER_P34, PF_IGUARD_ITS);
}

/* Counters of six bits come round. */
static void counters_wrap(void **state)
{
	(void)state;
	store(0, 0, LANE0);
	for (unsigned i = 0; i < 64; i++)
		fence(0, 0, LANE0, true);
	load(1, 0, LANE0);
	expect(PF_IGUARD_PAPER_R4, PF_IGUARD_NO_RACE);
}

/* Corrected: a volatile load polls what atomics write; a plain one races with them. */
static void polling(void **state)
{
	struct pf_iguard_access a = {
		.block = 1, .lanes = LANE0, .bytes = 4, .element = 4, .polls = true, .addr = {A}};

	(void)state;
	atom(0, 0, false);
	b.kind = PF_IGUARD_NO_RACE;
	pf_iguard_access(&b.mended, &a);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	atom(2, 0, false);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	atom(2, 0, true);
	pf_iguard_access(&b.mended, &a);
	assert_int_equal(b.kind, PF_IGUARD_SCOPE);
	load(3, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_FENCE);
}

/* Corrected: a clock that is full begins an epoch; it goes on where something is ordered behind an
 * access, else not. */
static void clocks_are_full(void **state)
{
	(void)state;
	pf_iguard_free(&b.mended);
	pf_iguard_init(&b.mended, &(struct pf_iguard_config){.lock_entries = 4, .clock_bits = 2});
	b.mended.check = on_check;
	launch(BLOCKS, THREADS);
	for (unsigned i = 0; i < 9; i++) {
		fence(0, 0, LANE0, true);
		pf_iguard_barrier(&b.mended, 0);
	}
	for (unsigned i = 0; i < 3; i++) {
		store(0, 0, LANE0);
		fence(0, 0, LANE0, true);
	}
	store(0, 0, LANE0);
	assert_int_equal(b.mended.stats.epochs, 0);
	fence(0, 0, LANE0, true);
	assert_int_equal(b.mended.stats.epochs, 1);
	load(1, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	store(0, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_FENCE);
	for (unsigned i = 0; i < 4; i++) {
		act(2, 1, LANE0, STORE, false, A + 64, 4, 0);
		pf_iguard_barrier(&b.mended, 2);
	}
	assert_int_equal(b.mended.stats.epochs, 2);
	for (unsigned i = 0; i < 9; i++) {
		act(3, 1, LANE0, STORE, false, A + 64, 4, 0);
		pf_iguard_syncwarp(&b.mended, 3, 1, WHOLE);
		pf_iguard_syncwarp(&b.mended, 3, 1, 3);
	}
	assert_true(b.mended.stats.epochs > 3);
	store(0, 0, LANE0);
	load(1, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_FENCE);
}

/* What hardware keeps of fences: all lanes' last one, and the last of one lane alone; of barriers
 * that each is of all warps; of locks of several lanes, that all are held. */
static void coarse_times(void **state)
{
	const uint64_t locks[PF_IGUARD_LANES] = {LOCK, LOCK + 4};

	(void)state;
	pf_iguard_free(&b.mended);
	pf_iguard_init(&b.mended, &(struct pf_iguard_config){.lock_entries = 4, .coarse = true});
	b.mended.check = on_check;
	launch(BLOCKS, THREADS);
	act(0, 0, WHOLE, STORE, false, A, 4, 4);
	fence(0, 0, 4, true); /* lane 2 alone */
	for (unsigned l = 0; l < 4; l++) {
		act(1, 0, LANE0, LOAD, false, A + l * 4, 4, 0);
		assert_int_equal(b.kind, l == 2 ? PF_IGUARD_NO_RACE : PF_IGUARD_FENCE);
	}
	act(0, 0, WHOLE, STORE, false, A + 512, 4, 4);
	fence(0, 0, 8, true); /* lane 3: of the first row nobody is told apart */
	for (unsigned l = 0; l < 4; l++) {
		act(1, 0, LANE0, LOAD, false, A + l * 4, 4, 0);
		assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
		act(1, 0, LANE0, LOAD, false, A + 512 + l * 4, 4, 0);
		assert_int_equal(b.kind, l == 3 ? PF_IGUARD_NO_RACE : PF_IGUARD_FENCE);
	}
	act(0, 1, WHOLE, STORE, false, A + 1024, 4, 4);
	fence(0, 1, 12, true); /* two: as all of them */
	act(1, 0, LANE0, LOAD, false, A + 1024, 4, 0);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	pf_iguard_lock(&b.mended, 3, 0, 3, 3, locks, true);
	pf_iguard_activate(&b.mended, 3, 0, 3, true);
	act(3, 0, LANE0, STORE, false, A + 3072, 4, 0);
	fence(3, 0, WHOLE, true);
	pf_iguard_lock(&b.mended, 1, 1, 1, 1, (const uint64_t[PF_IGUARD_LANES]){LOCK + 20}, true);
	pf_iguard_activate(&b.mended, 1, 1, 1, true);
	act(1, 1, LANE0, LOAD, false, A + 3072, 4, 0);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	act(2, 0, LANE0, STORE, false, A + 2048, 4, 0);
	pf_iguard_arrive(&b.mended, 2, 2, 1);
	pf_iguard_arrive(&b.mended, 2, 3, 1);
	pf_iguard_release(&b.mended, 2, 2, 1);
	pf_iguard_release(&b.mended, 2, 3, 1);
	act(2, 1, LANE0, LOAD, false, A + 2048, 4, 0);
	assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
}

/* Corrected: who comes after whom among the lanes of a warp, also through a third one; and where it
 * is not kept. */
static void some_lanes_meet(void **state)
{
	(void)state;
	for (unsigned coarse = 0; coarse < 2; coarse++) {
		pf_iguard_free(&b.mended);
		pf_iguard_init(&b.mended, &(struct pf_iguard_config){.lock_entries = 4,
								     .coarse = coarse != 0});
		b.mended.check = on_check;
		launch(BLOCKS, THREADS);
		act(0, 0, 1, STORE, false, A, 4, 0);
		act(0, 0, 8, STORE, false, A + 4, 4, 0);
		pf_iguard_syncwarp(&b.mended, 0, 0, 3);
		pf_iguard_syncwarp(&b.mended, 0, 0, 6);
		act(0, 0, 4, LOAD, false, A, 4, 0); /* lane 2, behind lane 1, behind lane 0 */
		assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
		act(0, 0, 4, LOAD, false, A + 4, 4, 0); /* lane 3 has met nobody */
		assert_int_equal(b.kind, coarse ? PF_IGUARD_NO_RACE : PF_IGUARD_ITS);
		assert_int_equal(b.mended.stats.tables, !coarse);
	}
}

/* Corrected: whose accesses have been fenced stays known of a block that has ended. */
static void ended_block(void **state)
{
	(void)state;
	act(0, 2, WHOLE, STORE, false, A, 4, 4);
	fence(0, 2, 0xf0f0, true);
	act(0, 3, WHOLE, STORE, false, A + 256, 4, 4);
	pf_iguard_syncwarp(&b.mended, 0, 3, WHOLE);
	fence(0, 3, LANE0, true);
	pf_iguard_end(&b.mended, 0);
	for (unsigned l = 0; l < 32; l++) {
		act(1, 0, LANE0, LOAD, false, A + l * 4, 4, 0);
		assert_int_equal(b.kind, 0xf0f0 >> l & 1 ? PF_IGUARD_NO_RACE : PF_IGUARD_FENCE);
		act(1, 0, LANE0, LOAD, false, A + 256 + l * 4, 4, 0);
		assert_int_equal(b.kind, PF_IGUARD_NO_RACE);
	}
	store(2, 0, LANE0);
	pf_iguard_end(&b.mended, 2);
	load(1, 0, LANE0);
	assert_int_equal(b.kind, PF_IGUARD_FENCE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_bench, close_bench)
		TEST(d1_no_write),
		TEST(d2_flags),
		TEST(d3_in_step),
		TEST(d4_load_forgets_atomic),
		TEST(d5_narrow_atomic),
		TEST(d6_shared_in_block),
		TEST(d7_muted),
		TEST(d8_eraser),
		TEST(d9_filter),
		TEST(d10_one_slot),
		TEST(d11_failed),
		TEST(d12_barriers),
		TEST(d14_thread_numbers),
		TEST(d15_bytes),
		TEST(d16_coalesced),
		TEST(counters_wrap),
		TEST(polling),
		TEST(clocks_are_full),
		TEST(coarse_times),
		TEST(ended_block),
		TEST(some_lanes_meet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
