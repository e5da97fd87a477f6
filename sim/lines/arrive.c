/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arrive.h"

#include <string.h>

enum { RUN, EMPTY, FLUSH, FORGET };

/* Words of the region. */
static uint32_t words_inside(const struct arrive *a, const struct line_access *op)
{
	const struct arrive_region *r = &a->region;

	if (op->line < r->first || op->line > r->last)
		return 0;
	return op->words & (op->line == r->first ? r->first_words : UINT32_MAX) &
	       (op->line == r->last ? r->last_words : UINT32_MAX);
}

static void ask_fences(struct arrive *a)
{
	const struct line_access *op = a->in.op;

	a->fences.in.arrives = a->fences.in.accepted = false;
	if (!op)
		return;
	a->fences.in.fence = op->kind == PF_REQ_FENCE;
	a->fences.in.device = !op->tag.block_scope;
	a->fences.in.block = op->tag.block;
	a->fences.in.warp = op->tag.warp;
}

bool arrive_access(const struct arrive *a)
{
	return a->came || a->n_out;
}

bool arrive_idle(const struct arrive *a)
{
	return !arrive_access(a) && a->state == RUN && !a->wrap && fence_counts_idle(&a->fences) &&
	       !a->skipped;
}

void arrive_eval(struct arrive *a)
{
	const struct line_access *op = a->in.op;
	const bool room = a->n_out + a->came < ARRIVE_WAIT;
	bool epoch;

	ask_fences(a);
	a->fence = op && op->kind == PF_REQ_FENCE;
	epoch = op && op->kind == PF_REQ_EPOCH;
	a->run = a->state == RUN && !a->wrap && !a->fences.shut && !a->in.flush && !a->in.forget;
	a->accepts =
		op && op->kind == PF_REQ_ACCESS && a->run && room && fence_counts_room(&a->fences);
	a->words = a->accepts ? words_inside(a, op) : 0;
	a->takes = a->words != 0;
	a->passes = a->run && a->fence && fence_counts_ready(&a->fences);
	a->flushing = a->state == FLUSH;
	a->forgetting = a->state == FORGET;
	a->ask = OF_ALL & ~a->done;
	a->over = a->done == OF_ALL && a->told && !fence_counts_busy(&a->fences);
	a->epoch = a->forgetting && a->over;
	a->wrapped = a->epoch && a->wrap;
	a->flush_done = a->flushing && a->done == OF_ALL;
	a->forget_done = a->epoch && a->clears;
	a->op_ready = a->accepts || a->passes || (a->epoch && !a->wrap && !a->in.forget && epoch);
	a->stall_fence = (a->run && a->fence && fence_counts_waits(&a->fences)) ||
			 !a->fences.counted[0] || !a->fences.counted[1];
}

static uint32_t next_state(const struct arrive *a)
{
	const bool epoch = a->in.op && a->in.op->kind == PF_REQ_EPOCH;

	switch (a->state) {
	case RUN: return a->in.flush || a->in.forget || a->wrap || epoch ? EMPTY : RUN;
	case EMPTY:
		if (a->came || a->n_out || !a->in.empty)
			return EMPTY;
		return a->in.flush && !a->wrap ? FLUSH : FORGET;
	case FLUSH: return a->flush_done ? RUN : FLUSH;
	default: return a->over ? RUN : FORGET;
	}
}

static void step_queue(struct arrive *a)
{
	const bool leaves = a->n_out && a->in.out_ready;

	if (leaves) {
		a->n_out--;
		memmove(a->out, a->out + 1, a->n_out * sizeof(*a->out));
	}
	if (a->came) {
		a->coming.op.self = a->fences.self;
		a->coming.op.era = a->fences.era;
		a->out[a->n_out++] = a->coming;
	}
	a->came = a->takes;
	if (!a->takes)
		return;
	a->coming = (struct line_operation){
		.line = a->in.op->line,
		.pc = a->in.op->pc,
		.op = {.words = a->words, .sub = a->in.op->sub, .tag = a->in.op->tag}};
}

/* Pieces are counted a cycle later. */
static void step_pieces(struct arrive *a)
{
	a->fences.in.add = a->add;
	a->fences.in.add_era = a->add_era;
	a->add = a->in.add;
	a->add_era = a->in.add_era;
	for (unsigned i = 0; i < FENCE_ENDS; i++) {
		a->fences.in.end[i] = a->end[i];
		a->fences.in.end_era[i] = a->end_era[i];
		a->end[i] = a->in.end[i];
		a->end_era[i] = a->in.end_era[i];
	}
}

void arrive_step(struct arrive *a)
{
	const uint32_t told = a->forgetting ? a->in.forgotten : OF_BITS | a->in.flushed;
	const bool wrap = (a->wrap && !a->epoch) || a->fences.wraps;
	const uint32_t state = next_state(a);

	a->skipped = a->accepts ? (uint32_t)__builtin_popcount(a->in.op->words & ~a->words) : 0;
	step_queue(a);
	step_pieces(a);
	a->fences.in.arrives = a->takes || (a->run && a->fence);
	a->fences.in.accepted = a->takes || a->passes;
	a->fences.in.epoch = a->epoch && !a->clears;
	a->fences.in.hurry = a->forgetting;
	a->fences.in.clear = a->forgetting && !a->told && a->in.forget && !a->wrap;
	if (!a->told)
		a->clears = a->fences.in.clear;
	fence_counts_step(&a->fences);
	a->wrap = wrap;
	a->state = state;
	a->done = a->flushing || a->forgetting ? a->done | told : 0;
	a->told = a->forgetting;
}

void arrive_reset(struct arrive *a)
{
	const struct arrive_region region = a->region;
	struct fence_counts fences = a->fences;

	fence_counts_reset(&fences);
	memset(a, 0, sizeof(*a));
	a->region = region;
	a->fences = fences;
}

void arrive_init(struct arrive *a, const struct fence_counts_config *c)
{
	memset(a, 0, sizeof(*a));
	fence_counts_init(&a->fences, c);
}

void arrive_free(struct arrive *a)
{
	fence_counts_free(&a->fences);
}
