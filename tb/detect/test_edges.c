/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the two detectors do at their edges: many blocks, reused slots, counters that wrap, wide
 * and narrow accesses, variables, later allocations, aliases of cached metadata.
 */
#include "drive.h"

#define SYS PTX_SCOPE_SYS
#define GPU PTX_SCOPE_GPU
#define CTA PTX_SCOPE_CTA

static struct drive v;

static void open_with(enum pf_policy policy, enum pf_metadata metadata)
{
	drive_open(&v, policy, metadata);
	drive_launch(&v);
}

/* Fences of blocks from 128 on are kept under a name that nobody looks up. */
static void many_blocks_paper(void **state)
{
	struct machine_who a, b, c;

	(void)state;
	open_with(PF_SCORD_PAPER, PF_FULL);
	drive_block(&v, 0, 130);
	drive_block(&v, 1, 1);
	drive_block(&v, 2, 2);
	a = drive_warp(&v, 0, 130, 0);
	b = drive_warp(&v, 1, 1, 0);
	c = drive_warp(&v, 2, 2, 0);
	st(&v, a, v.buf);
	assert_int_equal(v.check[0].after.block, 2);
	fence(&v, a, GPU);
	assert_row(ld(&v, b, v.buf), PF_R5); /* false */
	/* block 2 is taken for block 130 */
	st(&v, a, v.buf + 4);
	assert_row(st(&v, c, v.buf + 4), PF_W2); /* missed */
	/* and its fences for those of block 130 */
	st(&v, a, v.buf + 8);
	fence(&v, c, GPU);
	assert_row(ld(&v, b, v.buf + 8), PF_R7); /* missed */
	/* below 128 all is well */
	st(&v, c, v.buf + 12);
	assert_row(ld(&v, b, v.buf + 12), PF_R5);
	assert_int_equal(v.check[0].owner_block, 2);
	drive_close(&v);
}

static void many_blocks_scord(void **state)
{
	struct machine_who a, b, c;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 0, 130);
	drive_block(&v, 1, 1);
	drive_block(&v, 119, 2);
	a = drive_warp(&v, 0, 130, 0);
	b = drive_warp(&v, 1, 1, 0);
	c = drive_warp(&v, 119, 2, 3);
	st(&v, a, v.buf);
	fence(&v, a, GPU);
	assert_row(ld(&v, b, v.buf), PF_R7);
	st(&v, a, v.buf + 4);
	assert_row(st(&v, c, v.buf + 4), PF_W6);
	assert_int_equal(v.check[0].owner_block, 130);
	/* slot 7 of SM 14; its warps come after those of seven blocks of four */
	assert_int_equal(v.check[0].after.block, 7 << 4 | 14);
	assert_int_equal(v.check[0].after.warp, 7 * 4 + 3);
	drive_close(&v);
}

/* A slot's next block goes on counting, so what the last one published stays published. */
static void slot_reuse(void **state)
{
	struct machine_who old, new, other;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 5, 10);
	drive_block(&v, 6, 11);
	old = drive_warp(&v, 5, 10, 0);
	other = drive_warp(&v, 6, 11, 0);
	st(&v, old, v.buf);
	fence(&v, old, GPU);
	st(&v, old, v.buf + 4);
	st(&v, old, v.buf + 8);
	lock(&v, old, GPU, v.buf + 64);
	fence(&v, old, GPU);
	assert_int_not_equal(st(&v, old, v.buf + 12)->tag.signature, 0);
	st(&v, old, v.buf + 16);
	barrier(&v, 5, 10);
	drive_block(&v, 5, 12);
	new = drive_warp(&v, 5, 12, 0);
	assert_row(ld(&v, other, v.buf), PF_R7);
	assert_int_equal(v.check[0].owner_block, 12);                 /* who is in the slot now */
	assert_int_equal(ld(&v, new, v.buf + 100)->tag.signature, 0); /* locks are not inherited */
	assert_row(ld(&v, new, v.buf + 4), PF_R1); /* missed: old and new look like one block */
	st(&v, new, v.buf + 20);
	drive_block(&v, 5, 13);
	assert_row(st(&v, drive_warp(&v, 5, 13, 0), v.buf + 20), PF_W2); /* missed, too */
	drive_close(&v);
}

/* scord-paper: identifiers are the grid's, a new block starts from nothing. */
static void slot_reuse_paper(void **state)
{
	struct machine_who old, new;

	(void)state;
	open_with(PF_SCORD_PAPER, PF_FULL);
	drive_block(&v, 5, 10);
	old = drive_warp(&v, 5, 10, 0);
	barrier(&v, 5, 10);
	lock(&v, old, GPU, v.buf + 64);
	fence(&v, old, GPU);
	assert_int_equal(st(&v, old, v.buf)->tag.barrier, 1);
	assert_int_not_equal(v.check[0].tag.signature, 0);
	drive_block(&v, 5, 12);
	new = drive_warp(&v, 5, 12, 0);
	assert_row(ld(&v, new, v.buf), PF_R5);
	assert_int_equal(v.check[0].tag.barrier, 0);
	assert_int_equal(v.check[0].tag.signature, 0);
	drive_close(&v);
}

static void fence_wrap(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		const bool paper = policy == PF_SCORD_PAPER;
		struct machine_who a, b;

		open_with(policy, PF_FULL);
		drive_block(&v, 0, 0);
		drive_block(&v, 1, 1);
		a = drive_warp(&v, 0, 0, 0);
		b = drive_warp(&v, 1, 1, 0);
		st(&v, a, v.buf);
		st(&v, a, v.buf + 4);
		st(&v, b, v.buf + 8);
		for (unsigned i = 0; i < 63; i++)
			fence(&v, a, GPU);
		assert_row(ld(&v, b, v.buf), PF_R7);
		assert_int_equal(v.forgets, 0);
		fence(&v, a, GPU);
		assert_row(ld(&v, b, v.buf + 4), paper ? PF_R5 : PF_R1); /* false; forgotten */
		assert_int_equal(v.check[0].evicted, !paper);
		assert_int_equal(v.forgets, paper ? 0 : 1);
		/* everybody's words are forgotten, and everybody's counts start again */
		assert_row(ld(&v, a, v.buf + 8), paper ? PF_R5 : PF_R1);
		assert_int_equal(v.check[0].self.dev, 0);
		fence(&v, a, GPU);
		st(&v, a, v.buf + 12);
		assert_int_equal(v.check[0].self.dev, 1);
		assert_row(ld(&v, b, v.buf + 12), PF_R5);
		assert_int_equal(v.launch_forgets, 1);
		assert_int_equal(detect_stats(v.d)->forgets, paper ? 1 : 2);
		drive_close(&v);
	}
}

static void barrier_wrap(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		const bool paper = policy == PF_SCORD_PAPER;

		open_with(policy, PF_FULL);
		drive_block(&v, 7, 0);
		st(&v, drive_warp(&v, 7, 0, 0), v.buf);
		st(&v, drive_warp(&v, 7, 0, 0), v.buf + 4);
		for (unsigned i = 0; i < 255; i++)
			barrier(&v, 7, 0);
		assert_row(ld(&v, drive_warp(&v, 7, 0, 1), v.buf), PF_R1);
		assert_int_equal(v.check[0].tag.barrier, 255);
		assert_false(v.check[0].evicted);
		barrier(&v, 7, 0);
		assert_row(ld(&v, drive_warp(&v, 7, 0, 1), v.buf + 4), paper ? PF_R4 : PF_R1);
		assert_int_equal(v.check[0].tag.barrier, 0);
		assert_int_equal(v.check[0].evicted, !paper);
		assert_int_equal(v.forgets, paper ? 0 : 1);
		drive_close(&v);
	}
}

/* Two barriers with nothing but another warp's release between their calls are two. */
static void barriers_counted_once(void **state)
{
	struct machine_who w, w1;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 0, 0);
	drive_block(&v, 1, 1);
	w = drive_warp(&v, 0, 0, 0);
	w1 = drive_warp(&v, 1, 1, 0);
	v.o->barrier_release(v.o->ctx, &w, 0, 1);
	v.o->barrier_release(v.o->ctx, &w, 0, 1);
	assert_int_equal(ld(&v, w, v.buf)->tag.barrier, 1);
	v.o->barrier_release(v.o->ctx, &w, 0, 1);
	v.o->barrier_release(v.o->ctx, &w, 3, 1);
	v.o->barrier_release(v.o->ctx, &w1, 3, 1);
	assert_int_equal(ld(&v, w, v.buf)->tag.barrier, 3);
	assert_int_equal(ld(&v, w1, v.buf)->tag.barrier, 1);
	drive_close(&v);
}

/* scord-paper counts when lane 0 arrives, for its warp alone. */
static void barrier_of_lane_0(void **state)
{
	struct simt_op op = {.kind = SIMT_OP_BAR, .mask = 0xfffffffe, .bar_id = 2};
	struct machine_who w;

	(void)state;
	open_with(PF_SCORD_PAPER, PF_FULL);
	drive_block(&v, 0, 0);
	w = drive_warp(&v, 0, 0, 1);
	drive_op(&v, w, &op);
	assert_int_equal(ld(&v, w, v.buf)->tag.barrier, 0);
	op.mask = 1;
	drive_op(&v, w, &op);
	assert_int_equal(ld(&v, w, v.buf)->tag.barrier, 1);
	v.o->barrier_release(v.o->ctx, &w, 2, 1);
	assert_int_equal(ld(&v, w, v.buf)->tag.barrier, 1);
	assert_int_equal(ld(&v, drive_warp(&v, 0, 0, 0), v.buf)->tag.barrier, 0);
	drive_close(&v);
}

/* After 32 launches the epoch number is the same again: nothing may be left of then. */
static void epoch_wrap(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		open_with(policy, PF_FULL);
		for (unsigned i = 0; i < 70; i++) {
			drive_block(&v, 0, 0);
			drive_block(&v, 1, 1);
			/* the word of every launch, and words seen again after 32 and after 64 */
			assert_row(st(&v, drive_warp(&v, i & 1, i & 1, 0), v.buf), PF_W1);
			assert_row(st(&v, drive_warp(&v, i & 1, i & 1, 0), v.buf + 4 + i % 32 * 4),
				   PF_W1);
			drive_launch(&v);
		}
		assert_int_equal(v.forgets, 0);
		assert_int_equal(v.launch_forgets, 71);
		drive_close(&v);
	}
}

/* The same within one launch: a warp that does nothing but fence gets through all epochs. */
static void epoch_wrap_by_fences(void **state)
{
	struct machine_who a, b;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 0, 0);
	drive_block(&v, 1, 1);
	a = drive_warp(&v, 0, 0, 0);
	b = drive_warp(&v, 1, 1, 0);
	st(&v, a, v.buf);
	for (unsigned i = 0; i < 32 * 64; i++)
		fence(&v, b, GPU);
	assert_int_equal(v.forgets, 32);
	assert_row(ld(&v, b, v.buf), PF_R1); /* a's count stands at 0 as it did then */
	drive_close(&v);
}

static void wide(void **state)
{
	struct machine_who a, b;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 0, 0);
	drive_block(&v, 1, 1);
	a = drive_warp(&v, 0, 0, 0);
	b = drive_warp(&v, 1, 1, 0);
	drive_access(&v, a, SIMT_OP_ST, v.buf + 16, 16, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	assert_int_equal(v.n_checks, 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(v.check[i].addr, v.buf + 16 + 4 * i);
		assert_int_equal(v.check[i].bytes, 0xf);
		assert_false(v.check[i].tag.sub_word);
	}
	assert_row(ld(&v, b, v.buf + 28), PF_R5);
	drive_access(&v, a, SIMT_OP_ST, v.buf + 32, 8, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	assert_int_equal(v.n_checks, 2);
	assert_row(ld(&v, b, v.buf + 36), PF_R5);
	drive_close(&v);

	open_with(PF_SCORD_PAPER, PF_FULL);
	drive_block(&v, 0, 0);
	drive_block(&v, 1, 1);
	drive_access(&v, a, SIMT_OP_ST, v.buf + 16, 16, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	assert_int_equal(v.n_checks, 1);
	assert_int_equal(v.n_skips, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(v.skip[i], DETECT_SKIP_UPPER_WORD);
		assert_int_equal(v.skip_addr[i], v.buf + 20 + 4 * i);
	}
	assert_row(ld(&v, b, v.buf + 28), PF_R1); /* missed */
	drive_close(&v);
}

static void sub_word(void **state)
{
	struct machine_who a, b;

	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		const bool paper = policy == PF_SCORD_PAPER;

		open_with(policy, PF_FULL);
		drive_block(&v, 0, 0);
		drive_block(&v, 1, 1);
		a = drive_warp(&v, 0, 0, 0);
		b = drive_warp(&v, 1, 1, 0);
		drive_access(&v, a, SIMT_OP_ST, v.buf, 1, PTX_SEM_WEAK, PTX_SCOPE_NONE);
		assert_int_equal(v.check[0].bytes, 1);
		assert_int_equal(v.check[0].after.sub_word, !paper);
		assert_row(
			drive_access(&v, b, SIMT_OP_ST, v.buf + 2, 2, PTX_SEM_WEAK, PTX_SCOPE_NONE),
			paper ? PF_W6 : PF_WS); /* false; not judged */
		assert_int_equal(v.check[0].addr, v.buf);
		assert_int_equal(v.check[0].bytes, 0xc);
		drive_access(&v, a, SIMT_OP_ST, v.buf + 4, 1, PTX_SEM_WEAK, PTX_SCOPE_NONE);
		assert_row(
			drive_access(&v, b, SIMT_OP_LD, v.buf + 7, 1, PTX_SEM_WEAK, PTX_SCOPE_NONE),
			paper ? PF_R5 : PF_RS);
		/* whole against part: surely the same bytes */
		drive_access(&v, a, SIMT_OP_ST, v.buf + 9, 1, PTX_SEM_WEAK, PTX_SCOPE_NONE);
		assert_row(ld(&v, b, v.buf + 8), PF_R5);
		drive_access(&v, a, SIMT_OP_ST, v.buf + 12, 4, PTX_SEM_WEAK, PTX_SCOPE_NONE);
		assert_row(drive_access(&v, b, SIMT_OP_LD, v.buf + 13, 1, PTX_SEM_WEAK,
					PTX_SCOPE_NONE),
			   PF_R5);
		assert_int_equal(v.check[0].bytes, 2);
		drive_close(&v);
	}
}

/* early: allocated before the first launch, after a variable, which thus lies within the heap. */
static void allocations(enum pf_policy policy, enum pf_metadata metadata, enum gmem_kind kind)
{
	const bool paper = policy == PF_SCORD_PAPER;
	uint64_t early, variable, later, heap;
	struct machine_who w;

	drive_open(&v, policy, metadata);
	variable = gmem_alloc(v.g, 4, 0, GMEM_VARIABLE, "flag");
	early = gmem_alloc(v.g, 4, 0, kind, NULL);
	drive_launch(&v);
	drive_block(&v, 0, 0);
	w = drive_warp(&v, 0, 0, 0);
	assert_row(st(&v, w, early), PF_W1);
	assert_row(st(&v, w, v.buf), PF_W1);
	st(&v, w, variable);
	assert_int_equal(v.n_checks, !paper);
	if (paper)
		assert_int_equal(v.skip[0], DETECT_SKIP_VARIABLE);
	/* while the kernel runs: with cached16 the region's size is set */
	heap = gmem_alloc(v.g, 4, 0, GMEM_HEAP, NULL);
	st(&v, w, heap);
	assert_int_equal(v.n_checks, !paper && metadata != PF_CACHED16);
	if (v.n_skips)
		assert_int_equal(v.skip[0], DETECT_SKIP_REGION);
	later = gmem_alloc(v.g, 4, 0, kind, NULL);
	drive_launch(&v);
	drive_block(&v, 0, 0);
	st(&v, w, later);
	assert_int_equal(v.n_checks, !paper);
	if (paper)
		assert_int_equal(v.skip[0], DETECT_SKIP_REGION);
	assert_row(st(&v, w, v.buf), PF_W1);
	drive_close(&v);
}

static void variables_and_later_allocations(void **state)
{
	static const enum gmem_kind kind[] = {GMEM_MANAGED, GMEM_HOST, GMEM_DEVICE};

	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++)
		for (int metadata = PF_FULL; metadata <= PF_LINES2; metadata++)
			for (unsigned k = 0; k < 3; k++)
				allocations(policy, metadata, kind[k]);
}

/* scord-paper: no heap at the first launch, no region ever. scord: nothing allocated, nothing
 * watched, nothing reserved. */
static void no_heap(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		drive_open(&v, policy, PF_CACHED16);
		gmem_free(v.g, v.buf);
		drive_launch(&v);
		drive_block(&v, 0, 0);
		assert_int_equal(detect_stats(v.d)->metadata_bytes, 0);
		assert_null(st(&v, drive_warp(&v, 0, 0, 0), v.buf));
		assert_int_equal(v.skip[0], DETECT_SKIP_REGION);
		v.buf = gmem_alloc(v.g, 64, 0, GMEM_DEVICE, NULL);
		drive_launch(&v);
		drive_block(&v, 0, 0);
		st(&v, drive_warp(&v, 0, 0, 0), v.buf);
		assert_int_equal(v.n_checks, policy == PF_SCORD);
		drive_close(&v);
	}
}

/* 4096 bytes: 64 entries of 8 bytes; words 64 apart share one. */
static void cached_aliases(void **state)
{
	struct machine_who a, b;

	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		open_with(policy, PF_CACHED16);
		drive_block(&v, 0, 0);
		drive_block(&v, 1, 1);
		a = drive_warp(&v, 0, 0, 0);
		b = drive_warp(&v, 1, 1, 0);
		assert_int_equal(detect_stats(v.d)->metadata_bytes, 512);
		st(&v, a, v.buf);
		st(&v, a, v.buf + 4);
		assert_int_equal(v.check[0].index, 1);
		st(&v, a, v.buf + 4 * 64);
		assert_int_equal(v.check[0].index, 0);
		assert_int_equal(v.check[0].after.tag, 1);
		assert_true(v.check[0].evicted);
		assert_row(ld(&v, b, v.buf), PF_R1); /* missed */
		assert_true(v.check[0].evicted);
		assert_row(ld(&v, b, v.buf + 4), PF_R5);
		assert_int_equal(detect_stats(v.d)->evictions, 2);
		st(&v, a, v.buf + 4092);
		assert_int_equal(v.check[0].index, 63);
		assert_int_equal(v.check[0].after.tag, 15);
		drive_close(&v);
	}
}

static void reserved_memory(void **state)
{
	(void)state;
	open_with(PF_SCORD_PAPER, PF_FULL);
	assert_int_equal(detect_stats(v.d)->metadata_bytes, 2 * DRIVE_BYTES);
	drive_close(&v);
	open_with(PF_SCORD, PF_FULL);
	assert_int_equal(detect_stats(v.d)->metadata_bytes, 2 * DRIVE_BYTES);
	drive_close(&v);
}

static void other_spaces(void **state)
{
	struct simt_op op = {.kind = SIMT_OP_ST,
			     .mask = 3,
			     .space = PTX_SPACE_SHARED,
			     .size = 8,
			     .vec = 1,
			     .addr = {16, 24}};
	struct machine_who w;

	(void)state;
	open_with(PF_SCORD, PF_FULL);
	drive_block(&v, 0, 0);
	w = drive_warp(&v, 0, 0, 0);
	drive_op(&v, w, &op);
	assert_int_equal(v.n_skips, 4);
	assert_int_equal(v.skip[3], DETECT_SKIP_SHARED);
	assert_int_equal(v.skip_addr[3], 28);
	op.space = PTX_SPACE_LOCAL;
	drive_op(&v, w, &op);
	op.space = PTX_SPACE_CONST;
	op.kind = SIMT_OP_LD;
	drive_op(&v, w, &op);
	op.kind = SIMT_OP_WARPSYNC;
	drive_op(&v, w, &op);
	assert_int_equal(v.n_checks + v.n_skips, 0);
	/* nobody listens: counted all the same */
	detect_listen(v.d, &(const struct detect_listener){0});
	op.kind = SIMT_OP_ST;
	op.space = PTX_SPACE_SHARED;
	v.o->op(v.o->ctx, &w, &op);
	op.space = PTX_SPACE_GLOBAL;
	op.addr[0] = v.buf;
	op.addr[1] = v.buf + 8;
	v.o->op(v.o->ctx, &w, &op);
	for (unsigned i = 0; i < 64; i++)
		fence(&v, w, GPU);
	drive_launch(&v);
	assert_int_equal(detect_stats(v.d)->skipped, 8);
	assert_int_equal(detect_stats(v.d)->checks, 4);
	assert_int_equal(detect_stats(v.d)->forgets, 3);
	drive_close(&v);
}

/* IDs wider than the entry has bits for. */
static void machines(void **state)
{
	struct detect_config c = {.policy = PF_SCORD, .metadata = PF_CACHED16};
	struct machine_config m;
	struct diag diag = {""};
	struct detect *d;

	(void)state;
	machine_config_default(&m);
	m.sms = 32768;
	c.machine = &m;
	c.gmem = gmem_create(1 << 20, false, &diag);
	assert_null(detect_create(&c, &diag));
	assert_string_equal(diag.text,
			    "detector scord: 32768 SMs of 8 block slots and 32 warps each "
			    "are more than a metadata entry's 64 bits can name");
	c.hardware = true; /* so named, scord-paper has the same bounds */
	c.policy = PF_SCORD_PAPER;
	assert_null(detect_create(&c, &diag));
	assert_non_null(strstr(diag.text, "detector scord-paper: 32768 SMs"));
	c.hardware = false;
	c.policy = PF_SCORD_PAPER; /* takes block numbers modulo 128 */
	d = detect_create(&c, &diag);
	assert_non_null(d);
	detect_destroy(d);
	detect_destroy(NULL);
	/* slots beyond what the threads allow do not exist */
	c.policy = PF_SCORD;
	m.sms = 15;
	m.blocks_per_sm = 1024;
	m.threads_per_sm = 128;
	d = detect_create(&c, &diag);
	assert_non_null(d);
	detect_destroy(d);
	gmem_destroy(c.gmem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_blocks_paper),
		cmocka_unit_test(many_blocks_scord),
		cmocka_unit_test(slot_reuse),
		cmocka_unit_test(slot_reuse_paper),
		cmocka_unit_test(fence_wrap),
		cmocka_unit_test(barrier_wrap),
		cmocka_unit_test(barriers_counted_once),
		cmocka_unit_test(barrier_of_lane_0),
		cmocka_unit_test(epoch_wrap),
		cmocka_unit_test(epoch_wrap_by_fences),
		cmocka_unit_test(wide),
		cmocka_unit_test(sub_word),
		cmocka_unit_test(variables_and_later_allocations),
		cmocka_unit_test(no_heap),
		cmocka_unit_test(cached_aliases),
		cmocka_unit_test(reserved_memory),
		cmocka_unit_test(other_spaces),
		cmocka_unit_test(machines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
