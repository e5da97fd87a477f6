/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * round: which lanes are sure to go round an operation at which others of their warp are.
 *
 * From where a lane is, some instructions are executed whatever its branches decide: those up
 * to the next branch, those after the branch's two ways have met, and so on to the end. Where
 * this way meets that of the operation, the lane has passed the operation by.
 */
#include <string.h>

#include "warp.h"

enum { PARTS = 64 }; /* of a way; what lies behind is left out */

/* Code indices first to last, all executed, in the call of that depth. */
struct part {
	uint32_t first, last, depth;
};

struct way {
	struct part part[PARTS];
	unsigned n;
};

static uint32_t lane_pc(const struct simt_warp *w, unsigned lane)
{
	return w->mode == SIMT_ITS ? its_lane_pc(w, lane) : lockstep_lane_pc(w, lane);
}

static uint32_t lane_depth(const struct simt_warp *w, unsigned lane)
{
	return w->mode == SIMT_ITS ? its_depth(w, lane) : lockstep_depth(w, lane);
}

static uint32_t return_to(const struct simt_warp *w, unsigned lane, uint32_t d)
{
	return w->mode == SIMT_ITS ? its_return(w, lane, d) : lockstep_return(w, lane, d);
}

/* Where lane is surely after the instruction at pc; PTX_NONE: nowhere. */
static uint32_t after(const struct simt_warp *w, unsigned lane, uint32_t pc, uint32_t *depth)
{
	const struct simt_insn *i = &w->kernel->code[pc];
	const bool all = i->guard == SIMT_NO_REF;

	switch (i->kind) {
	case SIMT_K_BRA: return (uint32_t)(all ? i->target : i->reconv);
	case SIMT_K_BRX: return (uint32_t)i->reconv;
	case SIMT_K_RET:
		if (!all || !*depth)
			return (uint32_t)PTX_NONE;
		return return_to(w, lane, --*depth);
	case SIMT_K_EXIT:
	case SIMT_K_TRAP: return (uint32_t)PTX_NONE;
	default: return pc + 1;
	}
}

static void go(const struct simt_warp *w, unsigned lane, uint32_t pc, uint32_t depth,
	       struct way *way)
{
	way->n = 0;
	while (way->n < PARTS && pc < w->kernel->n_code) {
		struct part *p = &way->part[way->n++];
		uint32_t next = pc;

		*p = (struct part){pc, pc, depth};
		while ((next = after(w, lane, pc, &depth)) == pc + 1 && depth == p->depth &&
		       next < w->kernel->n_code)
			p->last = ++pc;
		pc = next;
	}
}

/* First place of b that is on a too, the latter from its beginning: *pc and *depth. */
static bool meet(const struct way *a, const struct way *b, uint32_t *pc, uint32_t *depth)
{
	for (unsigned n = 0; n < b->n; n++) {
		const struct part *q = &b->part[n];
		bool found = false;

		for (unsigned k = 0; k < a->n; k++) {
			const struct part *p = &a->part[k];
			uint32_t at = p->first > q->first ? p->first : q->first;

			if (p->depth != q->depth || at > p->last || at > q->last ||
			    (found && at >= *pc))
				continue;
			found = true;
			*pc = at;
			*depth = q->depth;
		}
		if (found)
			return true;
	}
	return false;
}

/* Of one place in the source. Optimisers make one store of two that stood before two returns; what
 * they merge has no place. */
static bool has_place(const struct simt_kernel *k, uint32_t pc)
{
	const struct ptx_where at = simt_where(k, pc);

	return k->module->n_locs == 0 || (at.line && at.col);
}

/* Nothing follows that anybody could see. */
static bool only_the_end(const struct simt_warp *w, unsigned lane, uint32_t pc, uint32_t depth)
{
	for (unsigned n = 0; n < PARTS * PARTS && pc < w->kernel->n_code; n++) {
		const struct simt_insn *i = &w->kernel->code[pc];
		bool seen;

		switch (i->kind) {
		case SIMT_K_ALU:
		case SIMT_K_NOP:
		case SIMT_K_PARAM:
		case SIMT_K_EXIT: seen = false; break;
		case SIMT_K_BRA:
		case SIMT_K_RET: seen = i->guard != SIMT_NO_REF; break;
		default: seen = true; break;
		}
		if (seen && has_place(w->kernel, pc))
			return false;
		pc = after(w, lane, pc, &depth);
	}
	return true;
}

enum verdict { STAYS_OUT = 1, COMES, GOES_ROUND };

/* What lane, which is at from, will do about pc, where lane who is. */
static enum verdict judge(const struct simt_warp *w, unsigned who, uint32_t pc, unsigned lane,
			  uint32_t from)
{
	struct way a, b;
	uint32_t at = 0, depth = 0;
	const uint32_t here = lane_depth(w, who);

	go(w, who, pc, here, &a);
	go(w, lane, from, lane_depth(w, lane), &b);
	if (!meet(&a, &b, &at, &depth))
		return STAYS_OUT;
	if (at == pc && depth == here)
		return COMES;
	return only_the_end(w, lane, at, depth) ? STAYS_OUT : GOES_ROUND;
}

/* Loops ask the same again and again. Inside calls the answer depends on the caller. */
static enum verdict remembered(const struct simt_warp *w, unsigned who, uint32_t pc, unsigned lane,
			       uint32_t from)
{
	const uint64_t key = (uint64_t)pc << 32 | (uint64_t)from << 2;
	uint64_t *memo = &w->watch->memo[(pc * 31U + from) % 256];
	enum verdict v;

	if (from >> 30 || lane_depth(w, lane) || lane_depth(w, who))
		return judge(w, who, pc, lane, from);
	if (*memo & 3 && (*memo & ~3ULL) == key)
		return (enum verdict)(*memo & 3);
	v = judge(w, who, pc, lane, from);
	*memo = key | (uint64_t)v;
	return v;
}

/* A lane at pc itself: the first that is neither asked about nor elsewhere. */
static unsigned someone(const struct simt_warp *w, uint32_t pc, uint32_t lanes)
{
	for (uint32_t left = w->live & ~lanes; left; left &= left - 1) {
		if (lane_pc(w, simt_first(left)) == pc)
			return simt_first(left);
	}
	return SIMT_LANES;
}

uint32_t simt_goes_round(const struct simt_warp *w, uint32_t pc, uint32_t lanes, bool coming,
			 uint32_t *at)
{
	const unsigned who = someone(w, pc, lanes);
	uint32_t round = 0;

	if (who == SIMT_LANES)
		return 0;
	for (uint32_t left = lanes; left;) {
		const unsigned l = simt_first(left);
		const uint32_t from = lane_pc(w, l), depth = lane_depth(w, l);
		uint32_t same = 0;
		enum verdict v;

		for (uint32_t r = left; r; r &= r - 1) {
			const unsigned k = simt_first(r);

			if (lane_pc(w, k) == from && lane_depth(w, k) == depth)
				same |= 1U << k;
		}
		left &= ~same;
		v = remembered(w, who, pc, l, from);
		if (v != GOES_ROUND && !(coming && v == COMES))
			continue;
		if (!round && at)
			*at = from;
		round |= same;
	}
	return round;
}

bool simt_same_place(const struct simt_kernel *k, uint32_t pc, uint32_t other)
{
	const struct ptx_where a = simt_where(k, pc), b = simt_where(k, other);

	if (pc == other)
		return true;
	if (!a.line || !b.line || a.near || b.near)
		return k->module->n_locs != 0; /* merged code: it could be */
	return a.line == b.line && a.col == b.col && a.file && b.file && !strcmp(a.file, b.file);
}
