/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Locks, fences, releases and acquires as the detectors see them; kinds of race; what a hit says.
 */
#include "drive.h"

#define SYS PTX_SCOPE_SYS
#define GPU PTX_SCOPE_GPU
#define CTA PTX_SCOPE_CTA

static struct drive v;
static struct machine_who a, mate, b; /* blocks 0, 0, 1; slots 0, 0, 1 */

static void open_with(enum pf_policy policy)
{
	drive_open(&v, policy, PF_FULL);
	drive_launch(&v);
	drive_block(&v, 0, 0);
	drive_block(&v, 1, 1);
	a = drive_warp(&v, 0, 0, 0);
	mate = drive_warp(&v, 0, 0, 1);
	b = drive_warp(&v, 1, 1, 0);
}

static uint16_t signature(struct machine_who w)
{
	return st(&v, w, v.buf + 2048 + 4 * w.warp + 64 * (uint32_t)w.block)->tag.signature;
}

/* Hashes of a lock at v.buf, which is a multiple of 64: 0, and block + 1. */
enum { DEV = 0x0101, BLK0 = 0x0201, BLK1 = 0x0401 };

static void lock_life(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		open_with(policy);
		/* the CAS carries the set before it, the Exch the set that is still held */
		assert_int_equal(lock(&v, a, GPU, v.buf)->tag.signature, 0);
		assert_int_equal(signature(a), 0);
		fence(&v, a, CTA);
		assert_int_equal(signature(a), BLK0);
		fence(&v, a, SYS);
		assert_int_equal(signature(a), DEV | BLK0);
		assert_int_equal(signature(mate), 0);
		assert_int_equal(unlock(&v, a, GPU, v.buf)->tag.signature, DEV | BLK0);
		assert_int_equal(signature(a), 0);
		lock(&v, b, CTA, v.buf);
		fence(&v, b, CTA);
		assert_int_equal(signature(b), BLK1);
		/* the key is the slot in scord, the block of the grid in scord-paper */
		drive_block(&v, 9, 30);
		lock(&v, drive_warp(&v, 9, 30, 0), CTA, v.buf);
		fence(&v, drive_warp(&v, 9, 30, 0), CTA);
		assert_int_equal(signature(drive_warp(&v, 9, 30, 0)),
				 policy == PF_SCORD_PAPER ? 1 << (8 + 7) | 1 << 3 : /* 31 */
					 1 << (8 + 2) | 1 << 1);                    /* 10 */
		drive_close(&v);
	}
}

/* Only CAS 0 -> 1 that succeeded takes a lock, only Exch 0 gives it back. */
static void lock_idioms(void **state)
{
	struct simt_op op;

	(void)state;
	open_with(PF_SCORD);
	atom(&v, a, PTX_ATOM_CAS, CTA, v.buf, 1, 1); /* failed: it found 1 */
	atom(&v, a, PTX_ATOM_CAS, CTA, v.buf, 0, 2);
	atom(&v, a, PTX_ATOM_CAS, CTA, v.buf, 0, 0);
	atom(&v, a, PTX_ATOM_EXCH, CTA, v.buf, 0, 1);
	atom(&v, a, PTX_ATOM_ADD, CTA, v.buf, 0, 1);
	op = drive_atom(PTX_ATOM_CAS, CTA);
	drive_lane(&op, 0, v.buf, 0, 1);
	op.size = 2;
	drive_op(&v, a, &op);
	op.size = 4;
	op.space = PTX_SPACE_SHARED;
	drive_op(&v, a, &op);
	fence(&v, a, GPU);
	assert_int_equal(signature(a), 0);
	op.space = PTX_SPACE_GLOBAL;
	op.size = 8; /* 64-bit ones do */
	drive_op(&v, a, &op);
	fence(&v, a, GPU);
	assert_int_equal(signature(a), BLK0);
	atom(&v, a, PTX_ATOM_EXCH, CTA, v.buf, 1, 2);
	atom(&v, a, PTX_ATOM_AND, CTA, v.buf, 1, 0);
	assert_int_equal(signature(a), BLK0);
	op = drive_atom(PTX_ATOM_EXCH, CTA);
	op.kind = SIMT_OP_RED;
	drive_lane(&op, 0, v.buf, 1, 0);
	drive_op(&v, a, &op);
	assert_int_equal(signature(a), 0);
	drive_close(&v);
}

/* One table for all lanes, filled in lane order: of six locks the last four stay. */
static void lock_of_each_lane(void **state)
{
	struct simt_op op = drive_atom(PTX_ATOM_CAS, CTA);

	(void)state;
	open_with(PF_SCORD);
	for (unsigned i = 0; i < 6; i++)
		drive_lane(&op, 4 + i, v.buf + 8 * i, 0, 1);
	drive_op(&v, a, &op);
	assert_int_equal(v.n_checks, 6);
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(v.check[i].lane, 4 + i);
		assert_int_equal(v.check[i].tag.signature, 0);
	}
	fence(&v, a, CTA);
	assert_int_equal(signature(a), 0x0200 | 0x3c);
	drive_close(&v);
}

static void system_scope(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		open_with(policy);
		lock(&v, a, SYS, v.buf);
		fence(&v, a, SYS);
		assert_int_equal(signature(a), policy == PF_SCORD_PAPER ? 0 : DEV | BLK0);
		/* a fence of system scope is a device fence */
		assert_int_equal(st(&v, a, v.buf + 4)->self.dev, 1);
		assert_int_equal(v.check[0].self.blk, 0);
		fence(&v, a, CTA);
		assert_int_equal(st(&v, a, v.buf + 4)->self.blk, 1);
		drive_close(&v);
	}
}

/* st.release is a fence and a store, ld.acquire wakes locks; ScoRD knows neither. */
static void release_and_acquire(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		const bool paper = policy == PF_SCORD_PAPER;
		struct simt_op op;

		open_with(policy);
		st(&v, a, v.buf);
		assert_int_equal(
			drive_access(&v, a, SIMT_OP_ST, v.buf + 64, 4, PTX_SEM_RELEASE, GPU)
				->self.dev,
			!paper);
		assert_row(drive_access(&v, b, SIMT_OP_LD, v.buf + 64, 4, PTX_SEM_ACQUIRE, GPU),
			   paper ? PF_R5 : PF_RA);
		assert_row(ld(&v, b, v.buf), paper ? PF_R5 : PF_R7);
		/* the other scope, and read-modify-writes */
		drive_access(&v, a, SIMT_OP_ST, v.buf + 64, 4, PTX_SEM_RELEASE, CTA);
		assert_int_equal(v.check[0].self.blk, !paper);
		op = drive_atom(PTX_ATOM_ADD, GPU);
		op.sem = PTX_SEM_ACQ_REL;
		drive_lane(&op, 0, v.buf + 128, 0, 1);
		drive_op(&v, a, &op);
		assert_int_equal(v.check[0].self.dev, paper ? 0 : 2);
		/* a load releases nothing, a relaxed store neither, and an acquire is no release */
		drive_access(&v, a, SIMT_OP_LD, v.buf + 64, 4, PTX_SEM_ACQUIRE, GPU);
		drive_access(&v, a, SIMT_OP_ST, v.buf + 64, 4, PTX_SEM_RELAXED, GPU);
		assert_int_equal(v.check[0].self.dev, paper ? 0 : 2);
		/* atom.cas.acquire: the lock counts from the next access on */
		op = drive_atom(PTX_ATOM_CAS, GPU);
		op.sem = PTX_SEM_ACQUIRE;
		drive_lane(&op, 0, v.buf, 0, 1);
		drive_op(&v, b, &op);
		assert_int_equal(v.check[0].tag.signature, 0);
		assert_int_equal(signature(b), paper ? 0 : DEV | BLK1);
		/* with block scope it wakes the block's entry only */
		op.scope = CTA;
		lock(&v, mate, GPU, v.buf);
		op.data[0][0] = 1;
		drive_op(&v, mate, &op);
		assert_int_equal(signature(mate), paper ? 0 : BLK0);
		drive_close(&v);
	}
}

/* A CAS that changes nothing is a load in scord, lane by lane, and releases nothing. */
static void failed_cas(void **state)
{
	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		const bool paper = policy == PF_SCORD_PAPER;
		struct simt_op op = drive_atom(PTX_ATOM_CAS, GPU);

		open_with(policy);
		op.sem = PTX_SEM_ACQ_REL;
		drive_lane(&op, 0, v.buf, 1, 1);
		op.failed = 1;
		drive_op(&v, a, &op);
		assert_row(&v.check[0], paper ? PF_W1 : PF_R1);
		assert_int_equal(v.check[0].self.dev, 0);
		assert_row(drive_access(&v, b, SIMT_OP_LD, v.buf, 4, PTX_SEM_WEAK, PTX_SCOPE_NONE),
			   paper ? PF_R5 : PF_R9);
		drive_lane(&op, 1, v.buf + 4, 3, 2);
		drive_op(&v, a, &op);
		assert_int_equal(v.check[0].tag.write, paper);
		assert_true(v.check[1].tag.write);
		assert_int_equal(v.check[1].self.dev, !paper);
		op.failed = 0; /* writes the value that it found */
		drive_op(&v, a, &op);
		assert_true(v.check[0].tag.write);
		drive_close(&v);
	}
}

/* What travels with each kind of access. */
static void tags(void **state)
{
	const struct {
		enum simt_op_kind kind;
		enum ptx_sem sem;
		enum ptx_scope scope;
		bool strong, atomic_scord, block_scope_scord;
	} access[] = {
		{SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, false, false, false},
		{SIMT_OP_LD, PTX_SEM_VOLATILE, SYS, true, false, false},
		{SIMT_OP_LD, PTX_SEM_RELAXED, CTA, true, true, true},
		{SIMT_OP_LD, PTX_SEM_MMIO, SYS, true, true, false},
		{SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, false, false, false},
		{SIMT_OP_ST, PTX_SEM_VOLATILE, SYS, true, false, false},
		{SIMT_OP_ST, PTX_SEM_RELEASE, GPU, true, true, false},
		{SIMT_OP_RED, PTX_SEM_RELAXED, CTA, true, true, true},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, GPU, true, true, false},
	};

	(void)state;
	for (int policy = PF_SCORD_PAPER; policy <= PF_SCORD; policy++) {
		open_with(policy);
		for (size_t i = 0; i < sizeof(access) / sizeof(*access); i++) {
			const bool rmw =
				access[i].kind == SIMT_OP_RED || access[i].kind == SIMT_OP_ATOM;
			const struct pf_tag *t = &drive_access(&v, a, access[i].kind, v.buf, 4,
							       access[i].sem, access[i].scope)
							  ->tag;

			assert_int_equal(t->strong, access[i].strong);
			assert_int_equal(t->write, access[i].kind != SIMT_OP_LD);
			assert_int_equal(t->atomic,
					 policy == PF_SCORD ? access[i].atomic_scord : rmw);
			assert_int_equal(t->block_scope, policy == PF_SCORD
								 ? access[i].block_scope_scord
								 : rmw && access[i].scope == CTA);
		}
		drive_close(&v);
	}
}

static void expect_kind(const struct detect_check *c, enum pf_row row, enum race_kind kind)
{
	assert_row(c, row);
	assert_true(c->race);
	if (c->kind != kind)
		fail_msg("%s: kind %d, not %d", pf_row_name(row), (int)c->kind, (int)kind);
}

static void kinds(void **state)
{
	(void)state;
	open_with(PF_SCORD);
	st(&v, a, v.buf);
	expect_kind(ld(&v, b, v.buf), PF_R5, RACE_FENCE);
	st(&v, a, v.buf + 4);
	st(&v, a, v.buf + 8);
	fence(&v, a, CTA);
	expect_kind(ld(&v, b, v.buf + 4), PF_R5, RACE_FENCE_SCOPE);
	expect_kind(st(&v, b, v.buf + 8), PF_W6, RACE_FENCE_SCOPE);
	st(&v, a, v.buf + 12);
	expect_kind(ld(&v, mate, v.buf + 12), PF_R4, RACE_FENCE);
	ld(&v, a, v.buf + 16);
	expect_kind(st(&v, mate, v.buf + 16), PF_W5, RACE_FENCE);
	ld(&v, a, v.buf + 20); /* another block has read, too */
	ld(&v, b, v.buf + 20);
	fence(&v, a, CTA);
	expect_kind(st(&v, mate, v.buf + 20), PF_W5, RACE_FENCE_SCOPE);
	drive_access(&v, a, SIMT_OP_ST, v.buf + 24, 4, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	drive_access(&v, a, SIMT_OP_ST, v.buf + 28, 4, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	fence(&v, a, GPU);
	expect_kind(ld(&v, b, v.buf + 24), PF_R6, RACE_NOT_STRONG);
	expect_kind(st(&v, b, v.buf + 28), PF_W7, RACE_NOT_STRONG);
	atom(&v, a, PTX_ATOM_ADD, CTA, v.buf + 32, 0, 1);
	expect_kind(ld(&v, b, v.buf + 32), PF_R3, RACE_ATOMIC_SCOPE);
	atom(&v, a, PTX_ATOM_ADD, CTA, v.buf + 36, 0, 1);
	expect_kind(atom(&v, b, PTX_ATOM_ADD, GPU, v.buf + 36, 1, 2), PF_W3, RACE_ATOMIC_SCOPE);
	atom(&v, a, PTX_ATOM_ADD, GPU, v.buf + 40, 0, 1);
	expect_kind(atom(&v, b, PTX_ATOM_ADD, CTA, v.buf + 40, 1, 2), PF_W3A, RACE_ATOMIC_SCOPE);
	atom(&v, a, PTX_ATOM_ADD, GPU, v.buf + 44, 0, 1);
	expect_kind(drive_access(&v, b, SIMT_OP_LD, v.buf + 44, 4, PTX_SEM_RELAXED, CTA), PF_R3A,
		    RACE_ATOMIC_SCOPE);
	drive_close(&v);
}

/* Takes the lock at v.buf + where, accesses data, gives it back; properly but for `how`. */
static const struct detect_check *section(struct machine_who w, uint32_t where,
					  enum ptx_scope scope, enum ptx_scope how, uint64_t data,
					  bool write)
{
	static struct detect_check c;

	lock(&v, w, scope, v.buf + where);
	if (how != PTX_SCOPE_NONE)
		fence(&v, w, how);
	c = write ? *st(&v, w, data) : *ld(&v, w, data);
	fence(&v, w, GPU);
	unlock(&v, w, scope, v.buf + where);
	return &c;
}

static void lock_kinds(void **state)
{
	const uint64_t data = GMEM_BASE + 1024;

	(void)state;
	open_with(PF_SCORD);
	assert_true(data > v.buf + 64);
	section(a, 0, GPU, GPU, data, true);
	assert_row(section(b, 0, GPU, GPU, data, true), PF_W10);
	/* no lock at all, and another one */
	expect_kind(st(&v, a, data), PF_W9, RACE_LOCK);
	section(a, 0, GPU, GPU, data + 20, true);
	expect_kind(section(b, 28, GPU, GPU, data + 20, false), PF_R10, RACE_LOCK);
	/* acquired with too narrow a fence, or none */
	section(a, 0, GPU, GPU, data + 4, true);
	expect_kind(section(b, 0, GPU, CTA, data + 4, true), PF_W9, RACE_LOCK_SCOPE);
	section(a, 0, GPU, GPU, data + 8, true);
	expect_kind(section(b, 0, GPU, PTX_SCOPE_NONE, data + 8, false), PF_R10, RACE_LOCK_SCOPE);
	/* block scope on both sides, in different blocks */
	section(a, 0, CTA, GPU, data + 12, true);
	expect_kind(section(b, 0, CTA, GPU, data + 12, true), PF_W9, RACE_LOCK_SCOPE);
	/* the same blocks, other variables */
	section(a, 0, CTA, GPU, data + 16, true);
	expect_kind(section(b, 36, CTA, GPU, data + 16, true), PF_W9, RACE_LOCK);
	drive_close(&v);
}

static void hits(void **state)
{
	struct simt_op op = {.kind = SIMT_OP_ST,
			     .pc = 77,
			     .mask = 0x50,
			     .space = PTX_SPACE_GLOBAL,
			     .size = 2,
			     .vec = 1,
			     .addr = {[4] = GMEM_BASE + 1026, [6] = GMEM_BASE + 1028}};
	const struct race_hit *h;
	size_t n;

	(void)state;
	open_with(PF_SCORD);
	detect_hits(v.d, &n);
	assert_int_equal(n, 0);
	atom(&v, a, PTX_ATOM_ADD, CTA, GMEM_BASE + 1024, 0, 1);
	st(&v, mate, GMEM_BASE + 1028);
	drive_op(&v, b, &op);
	h = detect_hits(v.d, &n);
	assert_int_equal(n, 2);
	assert_int_equal(h[0].space, PTX_SPACE_GLOBAL);
	assert_int_equal(h[0].addr, GMEM_BASE + 1026);
	assert_int_equal(h[0].bytes, 2);
	assert_int_equal(h[0].kind, RACE_ATOMIC_SCOPE);
	assert_int_equal(h[0].first.block, 0);
	assert_int_equal(h[0].first.warp, 0);
	assert_int_equal(h[0].first.pc, RACE_NO_PC);
	assert_int_equal(h[0].first.lane, RACE_NO_LANE);
	assert_int_equal(h[0].first.access, RACE_ATOMIC);
	assert_int_equal(h[0].first.scope, CTA);
	assert_int_equal(h[0].first.launch, 1);
	assert_int_equal(h[0].second.block, 1);
	assert_int_equal(h[0].second.lane, 4);
	assert_int_equal(h[0].second.pc, 77);
	assert_int_equal(h[0].second.access, RACE_WRITE);
	assert_false(h[0].second.strong);
	assert_int_equal(h[0].second.scope, PTX_SCOPE_NONE);
	assert_int_equal(h[1].addr, GMEM_BASE + 1028);
	assert_int_equal(h[1].kind, RACE_FENCE);
	assert_int_equal(h[1].first.warp, 1);
	assert_int_equal(h[1].first.access, RACE_WRITE);
	assert_true(h[1].first.strong);
	assert_int_equal(h[1].second.lane, 6);
	assert_int_equal(detect_stats(v.d)->races, 2);
	/* the other ways round */
	ld(&v, b, GMEM_BASE + 1040);
	atom(&v, a, PTX_ATOM_ADD, GPU, GMEM_BASE + 1040, 0, 1);
	h = detect_hits(v.d, &n);
	assert_int_equal(n, 1);
	assert_int_equal(h[0].first.access, RACE_READ);
	assert_int_equal(h[0].second.access, RACE_ATOMIC);
	assert_int_equal(h[0].second.scope, GPU);
	drive_access(&v, b, SIMT_OP_LD, GMEM_BASE + 1040, 4, PTX_SEM_WEAK, PTX_SCOPE_NONE);
	h = detect_hits(v.d, &n);
	assert_int_equal(n, 1);
	assert_int_equal(h[0].first.access, RACE_ATOMIC);
	assert_int_equal(h[0].first.scope, GPU);
	assert_int_equal(h[0].second.access, RACE_READ);
	/* volatile: strong, but no atomic; relaxed: an atomic, but a read */
	st(&v, a, GMEM_BASE + 1044);
	ld(&v, b, GMEM_BASE + 1044);
	h = detect_hits(v.d, &n);
	assert_int_equal(h[0].second.scope, PTX_SCOPE_NONE);
	assert_true(h[0].second.strong);
	st(&v, a, GMEM_BASE + 1048);
	drive_access(&v, b, SIMT_OP_LD, GMEM_BASE + 1048, 4, PTX_SEM_RELAXED, GPU);
	h = detect_hits(v.d, &n);
	assert_int_equal(h[0].second.scope, GPU);
	assert_int_equal(h[0].second.access, RACE_READ);
	st(&v, a, GMEM_BASE + 1048);
	h = detect_hits(v.d, &n);
	assert_int_equal(n, 1);
	assert_int_equal(h[0].first.access, RACE_READ);
	assert_int_equal(h[0].first.scope, GPU);
	fence(&v, a, GPU); /* the next operation forgets them */
	detect_hits(v.d, &n);
	assert_int_equal(n, 0);
	drive_close(&v);
}

/* Lanes on one word are checks one after the other: the first races, the rest are program order. */
static void lanes_in_order(void **state)
{
	struct simt_op op = {.kind = SIMT_OP_ST,
			     .mask = 0xffffffff,
			     .space = PTX_SPACE_GLOBAL,
			     .size = 4,
			     .vec = 1};

	(void)state;
	open_with(PF_SCORD);
	for (unsigned i = 0; i < SIMT_LANES; i++)
		op.addr[i] = v.buf + 4 * (i / 8);
	st(&v, a, v.buf + 4);
	drive_op(&v, b, &op);
	assert_int_equal(v.n_checks, 32);
	for (unsigned i = 0; i < SIMT_LANES; i++) {
		assert_int_equal(v.check[i].lane, i);
		assert_row(&v.check[i], i % 8 ? PF_W2 : i == 8 ? PF_W6 : PF_W1);
	}
	assert_int_equal(detect_stats(v.d)->rows[PF_W2], 28);
	assert_int_equal(detect_stats(v.d)->checks, 33);
	drive_close(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lock_life),
		cmocka_unit_test(lock_idioms),
		cmocka_unit_test(lock_of_each_lane),
		cmocka_unit_test(system_scope),
		cmocka_unit_test(release_and_acquire),
		cmocka_unit_test(tags),
		cmocka_unit_test(kinds),
		cmocka_unit_test(lock_kinds),
		cmocka_unit_test(failed_cas),
		cmocka_unit_test(hits),
		cmocka_unit_test(lanes_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
