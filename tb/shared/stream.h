/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * stream: random operations of a block on a little shared memory, as a machine would perform them,
 * given to the oracle and to the units for shared memory.
 *
 *   stream_begin(seed) -> stream_step() ... -> both have seen the same; `said`, `should` of each
 * byte
 */
#ifndef STREAM_H
#define STREAM_H

#include <string.h>

#include "base/rng.h"
#include "oracle/oracle.h"
#include "shared/shared.h"

enum { STREAM_WARPS = 4, STREAM_BYTES = 256, STREAM_BARS = 3, STREAM_SLOTS = 2 };

/* What orders accesses. */
enum stream_style {
	STREAM_WHOLE,   /* barriers of all threads, __syncwarp of whole warps */
	STREAM_STRONG,  /* and atomics, volatile loads and stores, of words */
	STREAM_PARTIAL, /* and barriers of some warps, masks, fences, releases; exits */
	STREAM_STYLES
};

struct stream {
	struct rng rng;
	enum stream_style style;
	bool its, bytes; /* bytes: accesses of 1, 2, 8 and 16 bytes, too */
	bool copies;     /* asynchronous ones, too; the caller's to set */
	const struct machine_observer *to[2];
	struct machine_launch_info info;
	struct machine_config machine;
	uint64_t launch, next_block;
	uint32_t live[STREAM_SLOTS][STREAM_WARPS], waits[STREAM_SLOTS][STREAM_WARPS];
	uint32_t arrived[STREAM_SLOTS][STREAM_BARS][STREAM_WARPS];
	uint64_t block[STREAM_SLOTS];
	uint32_t room; /* bytes in use: few, so that they meet */
	bool barrier;  /* the last step was one of all threads: slot */
	uint32_t slot, pc;
	struct simt_op op;
	struct machine_who who;
};

static inline uint32_t stream_below(struct stream *t, uint32_t n)
{
	return rng_below(&t->rng, n);
}

static inline bool stream_one_in(struct stream *t, uint32_t n)
{
	return stream_below(t, n) == 0;
}

static inline struct machine_who stream_who(const struct stream *t, uint32_t slot, uint32_t warp)
{
	return (struct machine_who){.launch = t->launch,
				    .slot = slot,
				    .block = t->block[slot],
				    .ctaid = {(uint32_t)t->block[slot], 0, 0},
				    .warp = warp,
				    .warp_global = t->block[slot] * t->info.warps_per_block + warp};
}

static inline void stream_place(struct stream *t, uint32_t slot)
{
	uint32_t left = t->info.block[0];
	struct machine_who who;

	t->block[slot] = t->next_block++;
	memset(t->live[slot], 0, sizeof(t->live[slot]));
	memset(t->waits[slot], 0, sizeof(t->waits[slot]));
	memset(t->arrived[slot], 0, sizeof(t->arrived[slot]));
	for (uint32_t w = 0; w < t->info.warps_per_block; w++, left -= 32)
		t->live[slot][w] = left < 32 ? (1U << left) - 1 : UINT32_MAX;
	who = stream_who(t, slot, 0);
	for (int i = 0; i < 2; i++)
		if (t->to[i]->block_begin)
			t->to[i]->block_begin(t->to[i]->ctx, &who);
}

static inline void stream_begin(struct stream *t, uint64_t seed, enum stream_style style, bool its,
				bool bytes)
{
	uint32_t warps;

	rng_seed(&t->rng, seed);
	warps = 1 + stream_below(t, STREAM_WARPS);
	t->style = style;
	t->its = its;
	t->bytes = bytes;
	t->launch++;
	t->next_block = 0;
	t->room = 4U << stream_below(t, 6);
	t->info = (struct machine_launch_info){
		.launch = t->launch,
		.grid = {100000, 1, 1},
		.block = {32 * warps - (stream_one_in(t, 3) ? 1 + stream_below(t, 30) : 0), 1, 1},
		.shared_bytes = STREAM_BYTES,
		.warps_per_block = warps,
		.blocks_per_sm = STREAM_SLOTS,
		.mode = its ? SIMT_ITS : SIMT_LOCKSTEP};
	for (int i = 0; i < 2; i++)
		t->to[i]->launch_begin(t->to[i]->ctx, &t->info);
	for (uint32_t s = 0; s < STREAM_SLOTS; s++)
		stream_place(t, s);
}

static inline void stream_end(struct stream *t)
{
	for (int i = 0; i < 2; i++)
		if (t->to[i]->launch_end)
			t->to[i]->launch_end(t->to[i]->ctx, &t->info, 0);
}

static inline void stream_tell(struct stream *t)
{
	for (int i = 0; i < 2; i++)
		t->to[i]->op(t->to[i]->ctx, &t->who, &t->op);
}

static inline void stream_release(struct stream *t, uint32_t slot, uint32_t bar)
{
	uint32_t threads = 0;

	for (uint32_t w = 0; w < t->info.warps_per_block; w++) {
		const uint32_t mask = t->arrived[slot][bar][w];
		const struct machine_who who = stream_who(t, slot, w);

		if (!mask)
			continue;
		threads += (uint32_t)__builtin_popcount(mask);
		t->waits[slot][w] &= ~mask;
		t->arrived[slot][bar][w] = 0;
		for (int i = 0; i < 2; i++)
			t->to[i]->barrier_release(t->to[i]->ctx, &who, bar, mask);
	}
	if (threads == t->info.block[0]) {
		t->barrier = true;
		t->slot = slot;
	}
}

/* Barrier 0 opens when all that live wait there, the others when they like. */
static inline void stream_look(struct stream *t, uint32_t slot)
{
	for (uint32_t bar = 0; bar < STREAM_BARS; bar++) {
		bool all = true, any = false, stuck = true;

		for (uint32_t w = 0; w < t->info.warps_per_block; w++) {
			all &= t->arrived[slot][bar][w] == t->live[slot][w];
			stuck &= t->waits[slot][w] == t->live[slot][w];
			any |= t->arrived[slot][bar][w] != 0;
		}
		if (any && (all || stuck || (bar && stream_one_in(t, 4))))
			stream_release(t, slot, bar);
	}
}

static inline void stream_barrier(struct stream *t, uint32_t mask)
{
	const bool some = t->style == STREAM_PARTIAL;
	const bool arrive = some && stream_one_in(t, 4);
	const uint32_t slot = t->who.slot, warp = t->who.warp;
	struct simt_op *op = &t->op;

	op->kind = SIMT_OP_BAR;
	op->bar_id = arrive ? 1 + stream_below(t, STREAM_BARS - 1)
		     : some ? stream_below(t, STREAM_BARS)
			    : 0;
	op->bar_mode = arrive ? PTX_MODE_BAR_ARRIVE : PTX_MODE_BAR_SYNC;
	op->bar_count = op->bar_id ? 992 : 0;
	op->bar_live = t->live[slot][warp];
	op->mask = mask;
	stream_tell(t);
	if (!arrive) {
		t->arrived[slot][op->bar_id][warp] |= mask;
		t->waits[slot][warp] |= mask;
	}
	stream_look(t, slot);
}

static inline void stream_exit(struct stream *t, uint32_t mask)
{
	const uint32_t slot = t->who.slot;
	uint32_t left = 0;

	t->live[slot][t->who.warp] &= ~mask;
	for (uint32_t w = 0; w < t->info.warps_per_block; w++)
		left |= t->live[slot][w];
	if (left) {
		stream_look(t, slot);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (t->to[i]->block_end)
			t->to[i]->block_end(t->to[i]->ctx, &t->who);
	stream_place(t, slot);
	t->barrier = true;
	t->slot = slot;
}

static inline void stream_addresses(struct stream *t)
{
	struct simt_op *op = &t->op;
	const uint32_t bytes = (uint32_t)op->size * op->vec, how = stream_below(t, 5);
	const uint32_t room = t->room < bytes ? bytes : t->room;
	const uint32_t base = stream_below(t, room / bytes) * bytes;
	const uint32_t thread = t->who.warp * 32;

	for (uint32_t l = 0; l < 32; l++) {
		uint32_t at = base;

		if (how == 1)
			at = base + l * bytes;
		else if (how == 2)
			at = (thread + l) * bytes;
		else if (how == 3)
			at = stream_below(t, 64) * bytes;
		else if (how == 4)
			at = base + (l / 2) * bytes;
		op->addr[l] = at % (how == 2 ? STREAM_BYTES : room) / bytes * bytes;
	}
}

static inline void stream_memory(struct stream *t)
{
	static const enum ptx_sem ld[] = {PTX_SEM_VOLATILE, PTX_SEM_RELAXED, PTX_SEM_ACQUIRE};
	static const enum ptx_sem st[] = {PTX_SEM_VOLATILE, PTX_SEM_RELAXED, PTX_SEM_RELEASE};
	static const enum ptx_sem at[] = {PTX_SEM_RELAXED, PTX_SEM_ACQUIRE, PTX_SEM_RELEASE,
					  PTX_SEM_ACQ_REL};
	const bool strong = t->style != STREAM_WHOLE && stream_one_in(t, 2);
	const uint32_t order = t->style == STREAM_PARTIAL ? 0 : 1,
		       k = stream_below(t, strong ? 8 : 5);
	struct simt_op *op = &t->op;

	op->space = PTX_SPACE_SHARED;
	op->kind = k < 3 ? SIMT_OP_LD : k < 5 ? SIMT_OP_ST : k < 7 ? SIMT_OP_ATOM : SIMT_OP_RED;
	op->size = 4;
	op->vec = 1;
	op->sem = PTX_SEM_WEAK;
	op->scope = PTX_SCOPE_NONE;
	if (strong) {
		op->sem = k < 3   ? ld[stream_below(t, 3 - order)]
			  : k < 5 ? st[stream_below(t, 3 - order)]
				  : at[order ? 0 : stream_below(t, 4)];
		op->scope = op->sem == PTX_SEM_VOLATILE ? PTX_SCOPE_SYS : PTX_SCOPE_CTA;
		op->atom = k == 5 ? PTX_ATOM_CAS : PTX_ATOM_ADD;
	} else if (t->bytes) {
		op->size = (uint8_t)(1U << stream_below(t, 4));
		op->vec = stream_below(t, 4) ? 1 : op->size == 8 ? 2 : 4;
	}
	stream_addresses(t);
	for (unsigned l = 0; l < 32; l++) {
		op->data[0][l] = stream_below(t, 2);
		op->data[1][l] = op->data[0][l];
		if (op->kind == SIMT_OP_ATOM && op->atom == PTX_ATOM_CAS && stream_one_in(t, 2))
			op->failed |= (1U << l) & op->mask;
		else
			op->data[1][l] = stream_below(t, 2);
	}
	stream_tell(t);
}

/* An asynchronous copy begins, a group of them ends, or is waited for. */
static inline void stream_copy(struct stream *t)
{
	static const enum simt_async groups[] = {SIMT_ASYNC_COMMIT, SIMT_ASYNC_WAIT,
						 SIMT_ASYNC_WAIT_ALL};
	struct simt_op *op = &t->op;

	if (stream_one_in(t, 2)) {
		op->kind = SIMT_OP_ASYNC;
		op->async = groups[stream_below(t, 3)];
		op->async_left = op->async == SIMT_ASYNC_WAIT ? stream_below(t, 3) : 0;
	} else {
		op->kind = SIMT_OP_ST;
		op->space = PTX_SPACE_SHARED;
		op->sem = PTX_SEM_WEAK;
		op->scope = PTX_SCOPE_NONE;
		op->is_async = true;
		op->size = 4;
		op->vec = (uint8_t)(1U << stream_below(t, 3));
		stream_addresses(t);
	}
	stream_tell(t);
}

/* One operation of somebody who can. False: nobody can. */
static inline bool stream_step(struct stream *t)
{
	uint32_t can = 0, mask, k;

	t->barrier = false;
	for (int tries = 0; !can && tries < 64; tries++) {
		const uint32_t s = stream_below(t, STREAM_SLOTS);
		const uint32_t w = stream_below(t, t->info.warps_per_block);

		can = t->live[s][w] & ~t->waits[s][w];
		t->who = stream_who(t, s, w);
	}
	if (!can)
		return false;
	mask = stream_one_in(t, 3) ? 1U << stream_below(t, 32)
				   : (uint32_t)(rng_next(&t->rng) & rng_next(&t->rng));
	mask = stream_one_in(t, 2) ? can : can & mask;
	if (!mask)
		mask = can;
	t->op = (struct simt_op){.mask = mask, .pc = t->pc++};
	k = stream_below(t, 40);
	if (k < 4) {
		/* a warp comes whole, unless lanes are threads */
		stream_barrier(t, t->its ? mask : can);
	} else if (t->copies && k >= 30) {
		stream_copy(t);
	} else if (k < 6 && t->its) {
		if (t->style != STREAM_PARTIAL)
			t->op.mask = t->live[t->who.slot][t->who.warp];
		t->op.kind = t->op.mask & ~can ? SIMT_OP_SYSCALL : SIMT_OP_WARPSYNC;
		stream_tell(t);
	} else if (k == 6 && t->style == STREAM_PARTIAL) {
		t->op.kind = SIMT_OP_FENCE;
		t->op.sem = stream_one_in(t, 2) ? PTX_SEM_SC : PTX_SEM_ACQ_REL;
		t->op.scope = PTX_SCOPE_CTA;
		stream_tell(t);
	} else if (k == 7 && t->style == STREAM_PARTIAL && stream_one_in(t, 6)) {
		stream_exit(t, t->its ? mask : can);
	} else {
		stream_memory(t);
	}
	return true;
}

#endif
