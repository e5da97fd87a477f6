/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lockstep: divergence by a stack of masks. The top entry runs; at its reconvergence pc it
 * is popped and the lanes go on in the entry below, which waits at that very pc. A call
 * pushes a frame entry: lanes that return leave it, and when it is empty the caller's
 * entry goes on with all of them.
 */
#include "warp.h"

static struct simt_entry *top(struct simt_warp *w)
{
	return &w->frag->stack[w->frag->depth - 1];
}

static struct simt_entry *push(struct simt_warp *w, uint32_t pc, uint32_t reconv, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	struct simt_entry *e;

	fr->stack = mem_grow(fr->stack, &fr->cap_stack, fr->depth, sizeof(*fr->stack));
	e = &fr->stack[fr->depth++];
	*e = (struct simt_entry){.pc = pc, .reconv = reconv, .mask = mask};
	return e;
}

/* Pops what is done and loads the top into the warp. */
static void settle(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	while (fr->depth && (!top(w)->mask || top(w)->pc == top(w)->reconv))
		fr->depth--;
	if (!fr->depth) {
		w->active = 0;
		return;
	}
	w->pc = top(w)->pc;
	w->active = top(w)->mask;
	fr->stop = top(w)->reconv;
}

static void go(struct simt_warp *w, uint32_t pc)
{
	w->pc = pc;
	if (pc != w->frag->stop)
		return;
	top(w)->pc = pc;
	settle(w);
}

void lockstep_start(struct simt_warp *w)
{
	w->frag->depth = 0;
	push(w, 0, (uint32_t)PTX_NONE, w->live)->frame = true;
	settle(w);
}

void lockstep_arrive(struct simt_warp *w)
{
	top(w)->pc = w->pc;
	settle(w);
}

/* The running entry becomes the one that waits at reconv, unless such a one is just below. */
static void split(struct simt_warp *w, uint32_t reconv)
{
	struct simt_entry *e = top(w);

	if (e->reconv == reconv && !e->frame)
		w->frag->depth--;
	else
		e->pc = reconv;
}

void lockstep_branch(struct simt_warp *w, const struct simt_insn *i, uint32_t taken)
{
	uint32_t rest = w->active & ~taken, next = w->pc + 1, reconv = (uint32_t)i->reconv;

	if (!rest || !taken) {
		go(w, taken ? (uint32_t)i->target : next);
		return;
	}
	split(w, reconv);
	if ((uint32_t)i->target != reconv)
		push(w, (uint32_t)i->target, reconv, taken);
	if (next != reconv)
		push(w, next, reconv, rest);
	settle(w);
}

void lockstep_brx(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		  const uint32_t index[SIMT_LANES])
{
	uint32_t rest = w->active & ~mask, next = w->pc + 1, reconv = (uint32_t)i->reconv;

	split(w, reconv);
	if (rest && next != reconv)
		push(w, next, reconv, rest);
	while (mask) {
		uint32_t target = (uint32_t)i->u.targets[index[simt_first(mask)]], same = 0;

		for (uint32_t left = mask; left; left &= left - 1) {
			if ((uint32_t)i->u.targets[index[simt_first(left)]] == target)
				same |= 1U << simt_first(left);
		}
		if (target != reconv)
			push(w, target, reconv, same);
		mask &= ~same;
	}
	settle(w);
}

void lockstep_call(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint32_t call_pc = w->pc;
	struct simt_save *save;
	struct simt_entry *e;

	if (!simt_call_enter(w, i, mask, &save))
		return;
	top(w)->pc = call_pc + 1;
	e = push(w, (uint32_t)i->target, (uint32_t)PTX_NONE, mask);
	e->frame = true;
	e->call_pc = call_pc;
	e->save = save;
	settle(w);
}

void lockstep_ret(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	size_t n = fr->depth;
	const struct simt_entry *e;

	top(w)->pc = w->pc + 1;
	do {
		fr->stack[--n].mask &= ~mask;
	} while (!fr->stack[n].frame);
	e = &fr->stack[n];
	if (n)
		simt_call_leave(w, &w->kernel->code[e->call_pc], mask, e->save);
	else
		w->live &= ~mask;
	settle(w);
}

void lockstep_exit(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;

	top(w)->pc = w->pc + 1;
	for (size_t n = 0; n < fr->depth; n++) {
		struct simt_entry *e = &fr->stack[n];

		e->mask &= ~mask;
		if (e->frame && e->save) {
			uint32_t keep = e->save->mask & ~mask;

			simt_save_drop(w, e->save, mask);
			if (!keep)
				e->save = NULL;
		}
	}
	w->live &= ~mask;
	settle(w);
}

uint32_t lockstep_lane_pc(const struct simt_warp *w, unsigned lane)
{
	const struct simt_frag *fr = w->frag;

	for (size_t n = fr->depth; n-- > 0;) {
		if (fr->stack[n].mask >> lane & 1)
			return n + 1 == fr->depth ? w->pc : fr->stack[n].pc;
	}
	return w->pc;
}

uint32_t lockstep_depth(const struct simt_warp *w, unsigned lane)
{
	const struct simt_frag *fr = w->frag;
	uint32_t d = 0;

	for (size_t n = 1; n < fr->depth; n++)
		d += fr->stack[n].frame && fr->stack[n].mask >> lane & 1;
	return d;
}

uint32_t lockstep_return(const struct simt_warp *w, unsigned lane, uint32_t d)
{
	const struct simt_frag *fr = w->frag;

	for (size_t n = 1; n < fr->depth; n++)
		if (fr->stack[n].frame && fr->stack[n].mask >> lane & 1 && !d--)
			return fr->stack[n].call_pc + 1;
	return (uint32_t)PTX_NONE;
}
