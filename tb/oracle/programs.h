/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * programs: random streams of operations, as a machine would perform them, given to the oracle
 * and to the reference, which must agree on every racing (operation, lane, word).
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <stdio.h>

#include "base/rng.h"
#include "oracle/oracle.h"
#include "reference.h"

enum { PROG_WARPS = 2, PROG_BARS = 3, PROG_SHARED = 256 };
#define PROG_BASE 0x200000000000ULL

struct prog_block {
	bool resident;
	uint32_t live[PROG_WARPS], waits[PROG_WARPS];
	uint32_t arrived[PROG_BARS][PROG_WARPS]; /* lanes waiting there */
};

struct prog {
	struct rng rng;
	struct oracle *oracle;
	const struct machine_observer *to;
	struct ref *ref;
	struct machine_launch_info info;
	struct prog_block blocks[REF_BLOCKS];
	uint32_t n_blocks, next_block, pcs;
	uint32_t few; /* lanes that single-lane operations come from */
	enum prog_style {
		PROG_ANY,
		PROG_READERS,
		PROG_COUNTERS,
		PROG_ORDERED,
		PROG_LINES,
		PROG_STYLES
	} style;
	uint64_t launch, ops, racing, clean;
	char wrong[256];
};

static inline uint32_t prog_below(struct prog *p, uint32_t n)
{
	return rng_below(&p->rng, n);
}

static inline struct machine_who prog_who(const struct prog *p, uint32_t block, uint32_t warp)
{
	return (struct machine_who){
		.launch = p->launch,
		.sm = block % 2,
		.slot = block / 2 % 2,
		.block = block,
		.ctaid = {block, 0, 0},
		.warp = warp,
		.warp_global = block * p->info.warps_per_block + warp,
	};
}

/* Blocks */

static inline void prog_start(struct prog *p, uint32_t block)
{
	struct prog_block *b = &p->blocks[block];
	const struct machine_who who = prog_who(p, block, 0);
	uint32_t left = p->info.block[0];

	memset(b, 0, sizeof(*b));
	b->resident = true;
	for (uint32_t w = 0; w < p->info.warps_per_block; w++, left -= 32)
		b->live[w] = left < 32 ? (1U << left) - 1 : UINT32_MAX;
	p->to->block_begin(p->to->ctx, &who);
}

static inline void prog_begin(struct prog *p, uint64_t seed, bool its, bool ptx)
{
	const uint32_t warps = 1 + (uint32_t)(seed / 4 % PROG_WARPS);

	rng_seed(&p->rng, seed);
	p->launch++;
	p->info = (struct machine_launch_info){
		.launch = p->launch,
		.grid = {1 + prog_below(p, REF_BLOCKS), 1, 1},
		.block = {32 * warps - prog_below(p, 2) * 27, 1, 1},
		.shared_bytes = PROG_SHARED,
		.warps_per_block = warps,
		.blocks_per_sm = 2,
		.mode = its ? SIMT_ITS : SIMT_LOCKSTEP,
	};
	p->n_blocks = p->info.grid[0];
	p->next_block = p->n_blocks < 3 ? p->n_blocks : 3;
	p->pcs = prog_below(p, 2) ? 5 : 1000;
	p->few = prog_below(p, 2) ? 0x7 : 0xffffffff;
	p->style = (enum prog_style)(seed % PROG_STYLES);
	if (p->style == PROG_READERS || p->style == PROG_COUNTERS)
		p->few = UINT32_MAX; /* long lists: every lane on its own */
	else if (p->style == PROG_LINES)
		p->few = 0; /* the warp, or some of it */
	p->wrong[0] = '\0';
	ref_begin(p->ref, its, ptx, warps);
	memset(p->blocks, 0, sizeof(p->blocks));
	p->to->launch_begin(p->to->ctx, &p->info);
	for (uint32_t b = 0; b < p->next_block; b++)
		prog_start(p, b);
}

static inline void prog_end(struct prog *p)
{
	p->to->launch_end(p->to->ctx, &p->info, 0);
}

/* Barriers */

static inline void prog_release(struct prog *p, uint32_t block, uint32_t bar)
{
	struct prog_block *b = &p->blocks[block];

	for (uint32_t w = 0; w < p->info.warps_per_block; w++) {
		const struct machine_who who = prog_who(p, block, w);
		const uint32_t mask = b->arrived[bar][w];

		if (!mask)
			continue;
		b->waits[w] &= ~mask;
		b->arrived[bar][w] = 0;
		p->to->barrier_release(p->to->ctx, &who, bar, mask);
		ref_released(p->ref, block, w, mask, bar);
	}
	ref_phase_ends(p->ref, block, bar);
}

/* Lets barrier 0 go when all live threads wait there, the others at random. */
static inline void prog_look(struct prog *p, uint32_t block)
{
	struct prog_block *b = &p->blocks[block];

	for (uint32_t bar = 0; bar < PROG_BARS; bar++) {
		bool all = true, any = false, stuck = true;

		for (uint32_t w = 0; w < p->info.warps_per_block; w++) {
			all &= b->arrived[bar][w] == b->live[w];
			stuck &= b->waits[w] == b->live[w];
			any |= b->arrived[bar][w] != 0;
		}
		if (any && (all || stuck || (bar && prog_below(p, 4) == 0)))
			prog_release(p, block, bar);
	}
}

static inline void prog_barrier(struct prog *p, uint32_t block, uint32_t warp, uint32_t mask,
				struct simt_op *op)
{
	struct prog_block *b = &p->blocks[block];
	const struct machine_who who = prog_who(p, block, warp);
	const bool arrive = prog_below(p, 4) == 0;

	op->kind = SIMT_OP_BAR;
	op->bar_id = arrive ? 1 + prog_below(p, PROG_BARS - 1)
			    : (prog_below(p, 3) ? 0 : prog_below(p, PROG_BARS));
	op->bar_mode = arrive ? PTX_MODE_BAR_ARRIVE : PTX_MODE_BAR_SYNC;
	op->bar_count = op->bar_id ? 992 : 0;
	op->bar_live = b->live[warp];
	op->mask = mask;
	ref_arrive(p->ref, block, warp, mask, op->bar_id);
	p->to->op(p->to->ctx, &who, op);
	if (!arrive) {
		b->arrived[op->bar_id][warp] |= mask;
		b->waits[warp] |= mask;
	}
}

static inline void prog_exit(struct prog *p, uint32_t block, uint32_t warp, uint32_t mask)
{
	struct prog_block *b = &p->blocks[block];
	const struct machine_who who = prog_who(p, block, warp);
	uint32_t left = 0;

	b->live[warp] &= ~mask;
	for (uint32_t w = 0; w < p->info.warps_per_block; w++)
		left |= b->live[w];
	if (left)
		return;
	b->resident = false;
	p->to->block_end(p->to->ctx, &who);
	/* the fourth block comes in block 0's slot only when that is free: who says slots */
	if (p->next_block < p->n_blocks)
		prog_start(p, p->next_block++);
}

/* Memory operations */

static inline void prog_addresses(struct prog *p, struct simt_op *op)
{
	const uint32_t bytes = (uint32_t)op->size * op->vec;
	const uint32_t room = op->space == PTX_SPACE_SHARED ? PROG_SHARED : 4096;
	const uint32_t base = prog_below(p, 48) / bytes * bytes, how = prog_below(p, 4);
	const uint32_t step = bytes << prog_below(p, 3) % 4;

	for (unsigned l = 0; l < 32; l++) {
		uint32_t at = p->style == PROG_ANY || how ? base : 0;

		if (how == 1)
			at = base + l * step;
		else if (how == 2)
			at = prog_below(p, 64) / bytes * bytes;
		else if (how == 3)
			at = base + (l ^ prog_below(p, 2)) * bytes;
		op->addr[l] = at % room;
		if (op->space == PTX_SPACE_GLOBAL)
			op->addr[l] += PROG_BASE;
	}
}

static inline void prog_values(struct prog *p, struct simt_op *op)
{
	for (unsigned l = 0; l < 32; l++) {
		op->data[0][l] = prog_below(p, 2);
		op->data[1][l] = prog_below(p, 3) ? op->data[0][l] : 1 - op->data[0][l];
		if (op->atom == PTX_ATOM_CAS && op->data[0][l] == op->data[1][l] &&
		    prog_below(p, 3)) /* else it writes what it found */
			op->failed |= 1U << l;
	}
	op->failed &= op->mask;
}

/* Most operations of some programs are strong ones of whole warps to words side by side, which so
 * have the same history until somebody touches a few of them. */
static inline void prog_line(struct prog *p, struct simt_op *op)
{
	const uint32_t base = prog_below(p, 4) ? 0 : 4 * prog_below(p, 12);

	op->size = 4;
	op->vec = 1;
	op->space = PTX_SPACE_GLOBAL;
	for (unsigned l = 0; l < 32; l++)
		op->addr[l] = PROG_BASE + base + 4 * l;
}

/* Most operations of some programs are alike: many readers, or many counters, of few words. */
static inline bool prog_alike(struct prog *p, struct simt_op *op)
{
	if (p->style != PROG_READERS && p->style != PROG_COUNTERS)
		return false;
	if (prog_below(p, 12) == 0)
		return false;
	op->kind = p->style == PROG_READERS ? SIMT_OP_LD : SIMT_OP_RED;
	op->space = PTX_SPACE_GLOBAL;
	if (p->style == PROG_COUNTERS) {
		op->atom = PTX_ATOM_ADD;
		op->sem = PTX_SEM_RELAXED;
		op->scope = prog_below(p, 32) ? PTX_SCOPE_GPU : PTX_SCOPE_CTA;
	}
	for (unsigned l = 0; l < 32; l++) {
		op->addr[l] = PROG_BASE + 4 * prog_below(p, 2);
		op->data[1][l] = 1;
	}
	return true;
}

static inline void prog_memory(struct prog *p, struct simt_op *op)
{
	static const enum ptx_sem reads[] = {PTX_SEM_WEAK, PTX_SEM_VOLATILE, PTX_SEM_RELAXED,
					     PTX_SEM_ACQUIRE};
	static const enum ptx_sem writes[] = {PTX_SEM_WEAK, PTX_SEM_VOLATILE, PTX_SEM_RELAXED,
					      PTX_SEM_RELEASE};
	static const enum ptx_sem both[] = {PTX_SEM_RELAXED, PTX_SEM_ACQUIRE, PTX_SEM_RELEASE,
					    PTX_SEM_ACQ_REL};
	static const enum ptx_atom atoms[] = {PTX_ATOM_ADD, PTX_ATOM_EXCH, PTX_ATOM_CAS,
					      PTX_ATOM_CAS};
	const uint32_t k = prog_below(p, 10), s = prog_below(p, p->style >= PROG_ORDERED ? 4 : 8);

	if (prog_alike(p, op))
		return;
	op->kind = k < 4 ? SIMT_OP_LD : k < 7 ? SIMT_OP_ST : k < 9 ? SIMT_OP_ATOM : SIMT_OP_RED;
	op->space = prog_below(p, 5) ? PTX_SPACE_GLOBAL : PTX_SPACE_SHARED;
	op->size = (uint8_t)(1U << (prog_below(p, 3) ? 2 : prog_below(p, 4)));
	op->vec = prog_below(p, 4) || k >= 7 ? 1 : op->size == 8 ? 2 : 4;
	if (k < 7) {
		op->sem = (k < 4 ? reads : writes)[s < 4 ? s : 0];
	} else {
		op->sem = both[s < 4 ? s : 0];
		op->atom = k == 9 ? PTX_ATOM_ADD : atoms[prog_below(p, 4)];
	}
	op->scope = (enum ptx_scope)(PTX_SCOPE_CTA + prog_below(p, 4));
	if (op->sem == PTX_SEM_WEAK)
		op->scope = PTX_SCOPE_NONE;
	if (op->sem == PTX_SEM_VOLATILE)
		op->scope = PTX_SCOPE_SYS;
	prog_addresses(p, op);
	if (p->style == PROG_LINES && prog_below(p, 8))
		prog_line(p, op);
	prog_values(p, op);
}

/* Comparison */

static inline bool prog_expected(const struct prog *p, const struct race_hit *t, uint64_t word)
{
	for (uint32_t i = 0; i < p->ref->n_pairs; i++) {
		const struct ref_pair *q = &p->ref->pairs[i];

		if (q->word == word && q->lane == t->second.lane && q->block == t->first.block &&
		    q->warp == t->first.warp && q->pc == t->first.pc &&
		    q->first_lane == t->first.lane)
			return true;
	}
	return false;
}

static inline uint64_t prog_word(const struct race_hit *t)
{
	return (t->addr +
		(t->space == PTX_SPACE_SHARED ? 0x1000000ULL * (t->second.block + 1) : 0)) &
	       ~3ULL;
}

static inline bool prog_found(const struct race_hit *t, size_t n, const struct ref_pair *q)
{
	for (size_t i = 0; i < n; i++)
		if (prog_word(&t[i]) == q->word && t[i].second.lane == q->lane)
			return true;
	return false;
}

static inline void prog_compare(struct prog *p, uint32_t block, uint32_t warp,
				const struct simt_op *op)
{
	const struct ref_pair *q = p->ref->pairs;
	const struct race_hit *t;
	size_t n;

	t = oracle_hits(p->oracle, &n);
	for (size_t i = 0; i < n; i++)
		if (!prog_expected(p, &t[i], prog_word(&t[i])))
			snprintf(p->wrong, sizeof(p->wrong),
				 "op %llu (pc %u kind %d, block %u warp %u lane %u, word %llx): no "
				 "race with pc %u, block %llu warp %u lane %u",
				 (unsigned long long)p->ops, op->pc, (int)op->kind, block, warp,
				 t[i].second.lane, (unsigned long long)prog_word(&t[i]),
				 t[i].first.pc, (unsigned long long)t[i].first.block,
				 t[i].first.warp, t[i].first.lane);
	for (uint32_t i = 0; i < p->ref->n_pairs; i++)
		if (!prog_found(t, n, &q[i]))
			snprintf(p->wrong, sizeof(p->wrong),
				 "op %llu (pc %u kind %d, block %u warp %u lane %u, word %llx): "
				 "race with pc %u, block %u warp %u lane %u not seen",
				 (unsigned long long)p->ops, op->pc, (int)op->kind, block, warp,
				 q[i].lane, (unsigned long long)q[i].word, q[i].pc, q[i].block,
				 q[i].warp, q[i].first_lane);
	p->racing += p->ref->n_pairs != 0;
	p->clean += p->ref->n_pairs == 0;
}

/* 0..21 memory, 22..25 fence, 26..28 barrier, 29..30 warp sync, 31 exit, perhaps. */
static inline uint32_t prog_what(struct prog *p)
{
	const uint32_t what = prog_below(p, 32);

	switch (p->style) {
	case PROG_READERS:
	case PROG_COUNTERS: return prog_below(p, 4) ? 0 : what;
	case PROG_ORDERED: return prog_below(p, 2) ? 22 + what % 9 : what;
	default: return what;
	}
}

/* One operation of a thread or more that can go on; false when nobody is left. */
static inline bool prog_step(struct prog *p)
{
	const uint32_t block = prog_below(p, p->next_block);
	const uint32_t warp = prog_below(p, p->info.warps_per_block);
	struct prog_block *b = &p->blocks[block];
	const uint32_t can = b->live[warp] & ~b->waits[warp];
	const uint32_t what = prog_what(p);
	struct simt_op op = {.kind = SIMT_OP_FENCE, .vec = 1, .size = 4};
	const struct machine_who who = prog_who(p, block, warp);
	uint32_t mask = can;

	if (!b->resident || !can)
		return true;
	if ((prog_below(p, 3) || p->few == UINT32_MAX) && can & p->few) {
		do
			mask = 1U << prog_below(p, 32);
		while (!(mask & can & p->few));
	} else if (prog_below(p, 3) == 0 && can & (uint32_t)rng_next(&p->rng)) {
		do
			mask = can & (uint32_t)rng_next(&p->rng);
		while (!mask);
	}
	op.mask = mask;
	op.pc = (uint32_t)p->ops % p->pcs;
	p->ops++;
	if (what < 22) {
		prog_memory(p, &op);
		ref_memory(p->ref, block, warp, &op);
		p->to->op(p->to->ctx, &who, &op);
		if (!p->ref->overflow)
			prog_compare(p, block, warp, &op);
	} else if (what < 26) {
		op.scope = (enum ptx_scope)(PTX_SCOPE_CTA + prog_below(p, 4));
		op.sem = prog_below(p, 2) ? PTX_SEM_SC : PTX_SEM_ACQ_REL;
		ref_fence(p->ref, block, warp, mask, ref_is_wide(op.scope), op.sem == PTX_SEM_SC);
		p->to->op(p->to->ctx, &who, &op);
	} else if (what < 29) {
		prog_barrier(p, block, warp, prog_below(p, 2) ? can : mask, &op);
	} else if (what < 31 && p->ref->its) {
		op.kind = SIMT_OP_WARPSYNC;
		op.mask = prog_below(p, 2) ? can : mask;
		ref_warp_sync(p->ref, block, warp, op.mask);
		p->to->op(p->to->ctx, &who, &op);
	} else if (what == 31 && prog_below(p, 4) == 0) {
		prog_exit(p, block, warp, prog_below(p, 2) ? can : mask);
	}
	prog_look(p, block);
	return !p->wrong[0];
}

#endif
