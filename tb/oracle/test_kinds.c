/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the oracle calls a race, and what it says of both sides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "direct.h"

#define CTA PTX_SCOPE_CTA
#define GPU PTX_SCOPE_GPU

static void one(const struct direct *d, enum race_kind kind)
{
	assert_int_equal(d->n, 1);
	assert_string_equal(race_kind_name(d->hits[0].kind), race_kind_name(kind));
}

static void sides(void **state)
{
	struct direct d;
	const struct race_hit *t;

	(void)state;
	direct_open(&d, false, false, 2, 64);
	assert_int_equal(direct_st(&d, 0, 1, 5), 0);
	assert_int_equal(direct_atom(&d, PTX_ATOM_ADD, GPU, 1, 0, 5, 1, 2), 1);
	t = d.hits;
	assert_int_equal(t->space, PTX_SPACE_GLOBAL);
	assert_int_equal(t->addr, DIRECT_BASE + 20);
	assert_int_equal(t->bytes, 4);
	assert_ptr_equal(t->first.kernel, d.info.kernel);
	assert_ptr_equal(t->second.kernel, d.info.kernel);
	assert_int_equal(t->first.launch, 1);
	assert_int_equal(t->first.block, 0);
	assert_int_equal(t->first.warp, 1);
	assert_int_equal(t->first.access, RACE_WRITE);
	assert_int_equal(t->first.pc, 0);
	assert_false(t->first.strong);
	assert_int_equal(t->second.block, 1);
	assert_int_equal(t->second.warp, 0);
	assert_int_equal(t->second.access, RACE_ATOMIC);
	assert_int_equal(t->second.scope, GPU);
	assert_int_equal(t->second.pc, 1);
	assert_true(t->second.strong);
	assert_int_equal(oracle_stats(d.o)->races, 1);
	assert_int_equal(oracle_stats(d.o)->accesses, 2);
	assert_int_equal(oracle_stats(d.o)->touched, 4);
	direct_close(&d);
}

static void atomics(void **state)
{
	struct direct d;
	struct simt_op half;

	(void)state;
	direct_open(&d, false, false, 2, 64);
	direct_atom(&d, PTX_ATOM_EXCH, CTA, 0, 0, 0, 0, 1);
	assert_int_equal(direct_atom(&d, PTX_ATOM_EXCH, CTA, 0, 1, 0, 0, 1), 0);
	/* two earlier warps, two hits */
	assert_int_equal(direct_atom(&d, PTX_ATOM_EXCH, GPU, 1, 0, 0, 0, 1), 2);
	assert_int_equal(d.hits[1].kind, RACE_ATOMIC_SCOPE);
	/* the same scope, but half the size: not atomic to each other */
	direct_atom(&d, PTX_ATOM_EXCH, GPU, 0, 0, 1, 0, 1);
	half = direct_at(SIMT_OP_ATOM, PTX_SEM_RELAXED, GPU, 1);
	half.size = 2;
	half.data[1][0] = 1;
	direct_op(&d, 1, 0, &half);
	one(&d, RACE_NOT_STRONG);
	assert_int_equal(d.hits[0].bytes, 2);
	direct_close(&d);
}

static void fences(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 2, 64);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 0);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 0);
	one(&d, RACE_FENCE);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 1);
	direct_fence(&d, CTA, 0, 0);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 1);
	one(&d, RACE_FENCE_SCOPE);
	direct_volatile(&d, SIMT_OP_LD, 0, 1, 1); /* wide enough for this one, but unpublished */
	one(&d, RACE_FENCE);
	direct_st(&d, 0, 0, 2);
	direct_fence(&d, GPU, 0, 0);
	direct_ld(&d, 1, 0, 2);
	one(&d, RACE_NOT_STRONG);
	direct_atom(&d, PTX_ATOM_ADD, GPU, 0, 0, 3, 0, 1);
	direct_st(&d, 1, 0, 3);
	one(&d, RACE_NOT_STRONG);
	direct_atom(&d, PTX_ATOM_ADD, GPU, 0, 0, 4, 0, 1);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 4);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* One side is weak, and both are of one block: in global memory no missing barrier. */
static void fences_of_a_block(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 2, 64);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 0);
	direct_ld(&d, 0, 1, 0);
	one(&d, RACE_FENCE);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 1);
	direct_fence(&d, CTA, 0, 0);
	direct_ld(&d, 0, 1, 1);
	one(&d, RACE_NOT_STRONG);
	direct_close(&d);
}

/* Under ITS a fence is of the lanes that executed it. */
static void fence_of_a_lane(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_FENCE, PTX_SEM_SC, CTA, 0);
	struct simt_op st = direct_at(SIMT_OP_ST, PTX_SEM_VOLATILE, PTX_SCOPE_SYS, 0);

	(void)state;
	direct_open(&d, true, false, 2, 32);
	st.mask = 0x18;
	st.addr[4] += 4;
	direct_op(&d, 0, 0, &st);
	op.mask = 8;
	direct_op(&d, 0, 0, &op);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 0);
	one(&d, RACE_FENCE_SCOPE);
	assert_true(d.hits[0].first.strong);
	assert_int_equal(d.hits[0].first.scope, PTX_SCOPE_NONE);
	assert_int_equal(d.hits[0].first.access, RACE_WRITE);
	assert_int_equal(d.hits[0].second.access, RACE_READ);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 1);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* Strong stores and loads are no atomics, to the reader of a report. */
static void strong_sides(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_RELAXED, CTA, 0);

	(void)state;
	direct_open(&d, false, false, 2, 32);
	direct_op(&d, 0, 0, &op);
	op.kind = SIMT_OP_LD;
	direct_op(&d, 1, 0, &op);
	one(&d, RACE_ATOMIC_SCOPE);
	assert_int_equal(d.hits[0].first.access, RACE_WRITE);
	assert_int_equal(d.hits[0].second.access, RACE_READ);
	direct_close(&d);
}

/* Hits of one lane on one word are one if code and warp are the same, and only then. */
static void merged(void **state)
{
	struct direct d;
	struct simt_op byte = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 4);

	(void)state;
	direct_open(&d, false, false, 3, 64);
	direct_st(&d, 0, 0, 0);
	direct_ld(&d, 0, 0, 0);
	assert_int_equal(direct_st(&d, 1, 0, 0), 2); /* another instruction */
	for (uint32_t at = 1; at < 3; at++) {        /* another block, another warp */
		d.pc = 9;
		direct_ld(&d, 0, 0, at);
		d.pc = 9;
		direct_ld(&d, at == 1, at == 2, at);
		assert_int_equal(direct_st(&d, 2, 0, at), 2);
	}
	byte.size = 1;
	for (unsigned i = 0; i < 4; i += 2) { /* bytes 0 and 2 */
		byte.addr[0] = DIRECT_BASE + 16 + i;
		d.pc = 9;
		direct_op(&d, 0, 0, &byte);
	}
	assert_int_equal(direct_ld(&d, 1, 0, 4), 1);
	assert_int_equal(d.hits[0].bytes, 1);
	direct_close(&d);
}

/* A word that many warps race on: 32 hits a lane are listed, the lane that stores along with it
 * among them, and every racing lane is counted. */
static void crowd(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 7);
	uint64_t before = 0;

	(void)state;
	direct_open(&d, false, false, 50, 32);
	op.mask = 3;
	for (uint32_t b = 0; b < 50; b++) {
		direct_op(&d, b, 0, &op);
		assert_int_equal(d.n, b < 32 ? 2 * b + 1 : 64);
		if (b)
			assert_int_equal(oracle_stats(d.o)->races, before + 2);
		before = oracle_stats(d.o)->races;
	}
	direct_close(&d);
}

/* The block of the first side has ended: its fences are remembered. */
static void fence_of_the_past(void **state)
{
	struct direct d;
	struct machine_who who;

	(void)state;
	direct_open(&d, true, false, 2, 64);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 1);
	direct_fence(&d, CTA, 0, 0);
	who = direct_who(&d, 0, 0);
	d.to->block_end(d.to->ctx, &who);
	d.to->block_end(d.to->ctx, &who); /* nothing is left to end */
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 1);
	one(&d, RACE_FENCE_SCOPE);
	direct_close(&d);
}

static void barriers(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_VOLATILE, PTX_SCOPE_SYS, 3);

	(void)state;
	direct_open(&d, false, false, 2, 64);
	direct_st(&d, 0, 0, 0);
	direct_ld(&d, 0, 1, 0);
	one(&d, RACE_BARRIER);
	op.space = PTX_SPACE_SHARED;
	op.addr[0] = 12;
	direct_op(&d, 0, 0, &op);
	direct_op(&d, 1, 1, &op); /* shared memory of another block */
	assert_int_equal(d.n, 0);
	direct_op(&d, 0, 1, &op);
	one(&d, RACE_FENCE); /* both volatile: a flag, rather than data */
	op.addr[0] = 16;
	direct_op(&d, 0, 0, &op);
	op.kind = SIMT_OP_LD;
	op.sem = PTX_SEM_WEAK;
	op.scope = PTX_SCOPE_NONE;
	direct_op(&d, 0, 1, &op);
	one(&d, RACE_BARRIER);
	assert_int_equal(d.hits[0].addr, 16);
	assert_int_equal(d.hits[0].space, PTX_SPACE_SHARED);
	direct_close(&d);
}

static void same_instruction(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 3);

	(void)state;
	direct_open(&d, false, false, 1, 32);
	op.mask = 0x70;
	op.vec = 2;
	direct_op(&d, 0, 0, &op);
	assert_int_equal(d.n, 4); /* lanes 5 and 6, two words */
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(d.hits[i].kind, RACE_SAME_INSTRUCTION);
		assert_int_equal(d.hits[i].first.lane, 4);
		assert_int_equal(d.hits[i].second.lane, 5 + i % 2);
		assert_int_equal(d.hits[i].addr, DIRECT_BASE + 12 + i / 2 * 4);
	}
	assert_int_equal(oracle_stats(d.o)->races, 4);
	assert_int_equal(oracle_stats(d.o)->accesses, 3);
	op.sem = PTX_SEM_RELAXED;
	op.scope = CTA;
	op.vec = 1;
	op.addr[4] = op.addr[5] = op.addr[6] = DIRECT_BASE + 64;
	direct_op(&d, 0, 0, &op);
	assert_int_equal(d.n, 0);
	direct_close(&d);
}

static void lock(struct direct *d, uint32_t block, uint32_t at)
{
	direct_atom(d, PTX_ATOM_CAS, GPU, block, 0, at, 0, 1);
	direct_fence(d, GPU, block, 0);
}

static void unlock(struct direct *d, uint32_t block, uint32_t at)
{
	direct_atom(d, PTX_ATOM_EXCH, GPU, block, 0, at, 1, 0);
}

static void locks(bool its)
{
	struct direct d;

	direct_open(&d, its, false, 3, 32);
	lock(&d, 0, 10);
	direct_st(&d, 0, 0, 0);
	direct_ld(&d, 2, 0, 0); /* without any */
	one(&d, RACE_LOCK);
	lock(&d, 0, 11); /* inner: another one for the word below */
	direct_st(&d, 0, 0, 1);
	unlock(&d, 0, 11);
	direct_st(&d, 0, 0, 3);
	unlock(&d, 0, 10); /* no fence since the inner lock's */
	lock(&d, 1, 10);
	direct_st(&d, 1, 0, 0);
	one(&d, RACE_LOCK); /* with block 2 */
	direct_st(&d, 1, 0, 1);
	one(&d, RACE_LOCK);
	direct_st(&d, 1, 0, 3);
	one(&d, RACE_LOCK_SCOPE);
	unlock(&d, 1, 10);
	direct_st(&d, 1, 0, 2);
	direct_ld(&d, 2, 0, 2);
	one(&d, RACE_FENCE); /* both have given all back */
	direct_close(&d);
}

static void locks_lockstep(void **state)
{
	(void)state;
	locks(false);
}

static void locks_its(void **state)
{
	(void)state;
	locks(true);
}

/* A CAS that finds the lock taken takes nothing; nor does one that took it twice hold two. */
static void lock_again(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 2, 32);
	direct_atom(&d, PTX_ATOM_CAS, GPU, 0, 0, 10, 1, 1);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 0);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 0);
	one(&d, RACE_FENCE);
	lock(&d, 0, 10);
	unlock(&d, 1, 10); /* by somebody else */
	lock(&d, 0, 10);
	unlock(&d, 0, 10);
	direct_volatile(&d, SIMT_OP_ST, 0, 0, 1);
	direct_volatile(&d, SIMT_OP_LD, 1, 0, 1);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* An atom or a weak store by one lane. */
static void by_lane(struct direct *d, enum ptx_atom atom, uint32_t lane, uint32_t at, uint32_t old,
		    uint32_t now)
{
	struct simt_op op = direct_at(SIMT_OP_ATOM, PTX_SEM_RELAXED, GPU, at);

	op.mask = 1U << lane;
	op.atom = atom;
	op.data[0][lane] = old;
	op.data[1][lane] = now;
	direct_op(d, 0, 0, &op);
}

/* Under ITS a lock is one lane's, even where one operation is of several lanes. */
static void lock_of_a_lane(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, 0);

	(void)state;
	direct_open(&d, true, false, 2, 32);
	by_lane(&d, PTX_ATOM_CAS, 1, 10, 0, 1);
	by_lane(&d, PTX_ATOM_EXCH, 0, 10, 1, 0); /* not its own: gives nothing back */
	op.mask = 3;
	op.addr[1] = DIRECT_BASE + 4;
	direct_op(&d, 0, 0, &op);
	direct_ld(&d, 1, 0, 0);
	one(&d, RACE_FENCE);
	direct_ld(&d, 1, 0, 1);
	one(&d, RACE_LOCK);
	by_lane(&d, PTX_ATOM_EXCH, 1, 10, 1, 0);
	op.addr[0] = DIRECT_BASE + 8;
	op.addr[1] = DIRECT_BASE + 12;
	direct_op(&d, 0, 0, &op);
	direct_ld(&d, 1, 0, 3);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* The outer lock is given back first. */
static void lock_crossed(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, true, false, 2, 32);
	d.to->launch_end(d.to->ctx, &d.info, 0);
	d.info.mode = SIMT_LOCKSTEP; /* after a launch of the other kind */
	direct_launch(&d);
	lock(&d, 0, 10);
	by_lane(&d, PTX_ATOM_CAS, 3, 11, 0, 1);
	by_lane(&d, PTX_ATOM_EXCH, 5, 10, 1, 0);
	by_lane(&d, PTX_ATOM_EXCH, 7, 11, 1, 0);
	direct_st(&d, 0, 0, 0);
	direct_ld(&d, 1, 0, 0);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* In lock step it is the warp's: one lane takes it, another may give it back. */
static void lock_of_a_warp(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 2, 32);
	by_lane(&d, PTX_ATOM_CAS, 3, 10, 0, 1);
	direct_st(&d, 0, 0, 0);
	direct_ld(&d, 1, 0, 0);
	one(&d, RACE_LOCK);
	by_lane(&d, PTX_ATOM_EXCH, 5, 10, 1, 0);
	direct_st(&d, 0, 0, 1);
	direct_ld(&d, 1, 0, 1);
	one(&d, RACE_FENCE);
	direct_close(&d);
}

/* A store of 0 gives a lock back, strong or weak; a store of 1 does not. */
static void unlock_by_store(void **state)
{
	struct direct d;
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_VOLATILE, PTX_SCOPE_SYS, 10);

	(void)state;
	direct_open(&d, false, false, 2, 32);
	for (uint32_t weak = 0; weak < 2; weak++) {
		if (weak) {
			op.sem = PTX_SEM_WEAK;
			op.scope = PTX_SCOPE_NONE;
		}
		by_lane(&d, PTX_ATOM_CAS, 0, 10, 0, 1);
		op.data[0][0] = 1;
		op.data[1][0] = 0; /* means nothing in a store */
		direct_op(&d, 0, 0, &op);
		direct_st(&d, 0, 0, 2 * weak);
		direct_ld(&d, 1, 0, 2 * weak);
		one(&d, RACE_LOCK);
		op.data[0][0] = 0;
		op.data[1][0] = 1;
		direct_op(&d, 0, 0, &op);
		direct_st(&d, 0, 0, 2 * weak + 1);
		direct_ld(&d, 1, 0, 2 * weak + 1);
		one(&d, RACE_FENCE);
	}
	direct_close(&d);
}

/* A hit for each earlier warp and place, but no more than the limit: the later one is told. */
static void many(void **state)
{
	struct direct d;

	(void)state;
	direct_open(&d, false, false, 60, 32);
	for (uint32_t b = 1; b < 60; b++)
		assert_int_equal(direct_ld(&d, b, 0, 0), 0);
	assert_int_equal(direct_st(&d, 0, 0, 0), 32);
	assert_int_equal(d.hits[0].first.block, 1);
	assert_int_equal(oracle_stats(d.o)->races, 1);
	direct_close(&d);
}

static void texts(void **state)
{
	(void)state;
	for (int k = 0; k < RACE_KINDS; k++) {
		assert_string_not_equal(race_kind_text((enum race_kind)k), "unknown");
		for (int j = 0; j < k; j++)
			assert_string_not_equal(race_kind_name((enum race_kind)k),
						race_kind_name((enum race_kind)j));
	}
	assert_string_equal(race_kind_text(RACE_KINDS), "unknown");
	assert_string_equal(race_kind_name(RACE_KINDS), "unknown");
	assert_string_equal(race_access_name(RACE_READ), "read");
	assert_string_equal(race_access_name(RACE_WRITE), "write");
	assert_string_equal(race_access_name(RACE_ATOMIC), "atomic");
	assert_string_equal(race_access_name((enum race_access)3), "unknown");
	assert_string_equal(race_scope_name(RACE_SCOPE_WARP), "warp");
	assert_string_equal(race_scope_name(RACE_SCOPE_BLOCK), "block");
	assert_string_equal(race_scope_name(RACE_SCOPE_DEVICE), "device");
	assert_string_equal(race_scope_name((enum race_scope)3), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sides),
		cmocka_unit_test(atomics),
		cmocka_unit_test(fences),
		cmocka_unit_test(fences_of_a_block),
		cmocka_unit_test(fence_of_a_lane),
		cmocka_unit_test(strong_sides),
		cmocka_unit_test(merged),
		cmocka_unit_test(crowd),
		cmocka_unit_test(fence_of_the_past),
		cmocka_unit_test(barriers),
		cmocka_unit_test(same_instruction),
		cmocka_unit_test(locks_lockstep),
		cmocka_unit_test(locks_its),
		cmocka_unit_test(lock_again),
		cmocka_unit_test(lock_of_a_lane),
		cmocka_unit_test(lock_of_a_warp),
		cmocka_unit_test(lock_crossed),
		cmocka_unit_test(unlock_by_store),
		cmocka_unit_test(many),
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests_name("oracle/kinds", tests, NULL, NULL);
}
