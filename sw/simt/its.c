/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * its: independent thread scheduling. A fragment is a set of lanes with one pc; the warp
 * is a list of at most 32 of them. The deepest call runs first, then the first in the order
 * of basic blocks (loops in one piece), so that fragments meet again where control flow
 * joins. Lanes that keep branching backward have to let the others go: see turn_over().
 */
#include "warp.h"

enum {
	TURN_SPIN = 8,   /* backward branches of a turn that touched memory as spins do */
	TURN_LOOP = 1024 /* ... of any other turn: plain loops better finish together */
};

/* The running fragment's registers, to its place in the list. */
void its_save(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	if (!w->active)
		return;
	fr->f[fr->cur].pc = w->pc;
	fr->f[fr->cur].mask = w->active;
	fr->f[fr->cur].pending = fr->pending;
	fr->f[fr->cur].turn = fr->turn;
}

/* A fragment that the running one splits off. */
struct its_frag *its_add(struct simt_frag *fr, uint32_t pc, uint32_t mask, uint32_t depth)
{
	struct its_frag *f = &fr->f[fr->n++];

	*f = (struct its_frag){.pc = pc, .mask = mask, .depth = depth, .turn = fr->turn};
	return f;
}

static void unite(struct its_frag *f, const struct its_frag *with)
{
	f->mask |= with->mask;
	f->turn.strong |= with->turn.strong;
	if (f->turn.branches < with->turn.branches)
		f->turn.branches = with->turn.branches;
}

/* Unites runnable fragments that have met, drops empty ones. */
static void merge(struct simt_frag *fr)
{
	unsigned n = 0;

	for (unsigned a = 0; a < fr->n; a++) {
		struct its_frag *f = &fr->f[a];
		unsigned b;

		if (!f->mask)
			continue;
		for (b = 0; b < n; b++) {
			struct its_frag *g = &fr->f[b];

			if (f->state == ITS_RUN && g->state == ITS_RUN && g->pc == f->pc &&
			    g->depth == f->depth && !f->pending && !g->pending)
				break;
		}
		if (b < n)
			unite(&fr->f[b], f);
		else
			fr->f[n++] = *f;
	}
	fr->n = n;
}

static bool better(const uint32_t *order, const struct its_frag *f, const struct its_frag *g)
{
	if (f->depth != g->depth)
		return f->depth > g->depth;
	return order[f->pc] != order[g->pc] ? order[f->pc] < order[g->pc] : f->pc < g->pc;
}

static unsigned choose(struct simt_frag *fr, const uint32_t *order)
{
	unsigned best = SIMT_LANES;

	for (int pass = 0; pass < 2 && best == SIMT_LANES; pass++) {
		for (unsigned n = 0; n < fr->n; n++) {
			const struct its_frag *f = &fr->f[n];

			if (f->state != ITS_RUN || !(f->mask & ~fr->skip))
				continue;
			if (best == SIMT_LANES || better(order, f, &fr->f[best]))
				best = n;
		}
		if (best == SIMT_LANES)
			fr->skip = 0; /* everybody has had a turn: next round */
	}
	return best;
}

/* Where f may meet others or must let them go first: their pc, or the end of its block. */
static uint32_t next_meeting(const struct simt_kernel *k, const struct simt_frag *fr,
			     const struct its_frag *f)
{
	uint32_t stop = f->pc + 1;

	while (stop < k->n_code && !k->code[stop].leader)
		stop++;
	for (unsigned n = 0; n < fr->n; n++) {
		const struct its_frag *g = &fr->f[n];

		if (g->state == ITS_RUN && g->depth == f->depth && g->pc > f->pc && g->pc < stop)
			stop = g->pc;
	}
	return stop;
}

/* Loads the fragment that runs next; w->active = 0 when there is none. */
void its_pick(struct simt_warp *w)
{
	const struct simt_kernel *k = w->kernel;
	struct simt_frag *fr = w->frag;
	const struct its_frag *f;

	merge(fr);
	fr->cur = choose(fr, k->order);
	fr->stop = (uint32_t)PTX_NONE;
	if (fr->cur == SIMT_LANES) {
		w->active = 0;
		return;
	}
	f = &fr->f[fr->cur];
	w->pc = f->pc;
	w->active = f->mask;
	fr->pending = f->pending;
	fr->turn = f->turn;
	if (fr->n > 1)
		fr->stop = next_meeting(k, fr, f);
}

static void resched(struct simt_warp *w)
{
	its_save(w);
	its_pick(w);
}

void its_start(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	fr->n = 0;
	fr->skip = 0;
	fr->turn = (struct its_turn){0};
	fr->recheck = false;
	its_add(fr, 0, w->live, 0);
	w->active = 0;
	its_pick(w);
}

void its_arrive(struct simt_warp *w)
{
	resched(w);
}

void its_rotate(struct simt_warp *w)
{
	w->frag->skip |= w->active;
	resched(w);
}

/* Lanes of mask stay in the running fragment, the others go on at pc + 1. */
void its_keep(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	uint32_t rest = w->active & ~mask;

	if (!rest)
		return;
	its_add(fr, w->pc + 1, rest, fr->f[fr->cur].depth);
	w->active = mask;
}

/* Takes the running fragment off the list; its lanes must get a new place. */
void its_drop_current(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	its_save(w);
	fr->f[fr->cur].mask = 0;
	merge(fr);
}

/* Lanes that spin must not keep those they wait for from running: after some backward branches they
 * are skipped until all others have had a turn, too. They keep their count when another fragment
 * runs, when they part and when they meet, or lanes that take turns in one loop would never come to
 * its end. */
static bool turn_over(struct simt_warp *w, struct its_turn *turn, uint32_t target)
{
	if (w->kernel->order[target] > w->kernel->order[w->pc] ||
	    ++turn->branches < (turn->strong ? TURN_SPIN : TURN_LOOP))
		return false;
	w->spins += turn->strong;
	*turn = (struct its_turn){0};
	return true;
}

void its_branch(struct simt_warp *w, const struct simt_insn *i, uint32_t taken)
{
	struct simt_frag *fr = w->frag;

	if (taken) {
		its_keep(w, taken);
		if (turn_over(w, &fr->turn, (uint32_t)i->target) && fr->n > 1)
			fr->skip |= w->active;
	}
	w->pc = taken ? (uint32_t)i->target : w->pc + 1;
	if (fr->n > 1)
		resched(w);
}

void its_brx(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
	     const uint32_t index[SIMT_LANES])
{
	struct simt_frag *fr = w->frag;
	uint32_t depth = fr->f[fr->cur].depth;

	its_keep(w, mask);
	its_drop_current(w);
	while (mask) {
		uint32_t target = (uint32_t)i->u.targets[index[simt_first(mask)]], same = 0;

		for (uint32_t left = mask; left; left &= left - 1) {
			if ((uint32_t)i->u.targets[index[simt_first(left)]] == target)
				same |= 1U << simt_first(left);
		}
		if (turn_over(w, &its_add(fr, target, same, depth)->turn, target))
			fr->skip |= same;
		mask &= ~same;
	}
	its_pick(w);
}

void its_call(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	uint32_t depth = fr->f[fr->cur].depth;
	struct simt_save *save;

	if (!simt_call_enter(w, i, mask, &save))
		return;
	its_keep(w, mask);
	fr->rets = mem_grow(fr->rets, &fr->cap_rets, (size_t)depth * SIMT_LANES + SIMT_LANES - 1,
			    sizeof(*fr->rets));
	for (uint32_t left = mask; left; left &= left - 1)
		fr->rets[depth * SIMT_LANES + simt_first(left)] =
			(struct its_ret){.call_pc = w->pc, .save = save};
	fr->f[fr->cur].depth++;
	w->pc = (uint32_t)i->target;
	resched(w);
}

void its_ret(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	uint32_t depth = fr->f[fr->cur].depth;
	const struct its_ret *rets;

	if (!depth) {
		its_exit(w, mask);
		return;
	}
	its_keep(w, mask);
	its_drop_current(w);
	rets = &fr->rets[(depth - 1) * SIMT_LANES];
	while (mask) {
		struct its_ret r = rets[simt_first(mask)];
		uint32_t same = 0;

		for (uint32_t left = mask; left; left &= left - 1) {
			const struct its_ret *o = &rets[simt_first(left)];

			if (o->call_pc == r.call_pc && o->save == r.save)
				same |= 1U << simt_first(left);
		}
		simt_call_leave(w, &w->kernel->code[r.call_pc], same, r.save);
		its_add(fr, r.call_pc + 1, same, depth - 1);
		mask &= ~same;
	}
	its_pick(w);
}

void its_exit(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	uint32_t depth = fr->f[fr->cur].depth;

	its_keep(w, mask);
	its_drop_current(w);
	for (uint32_t d = 0; d < depth && w->kernel->recursive; d++) {
		for (uint32_t left = mask; left; left &= left - 1) {
			unsigned l = simt_first(left);

			simt_save_drop(w, fr->rets[d * SIMT_LANES + l].save, 1U << l);
		}
	}
	w->live &= ~mask;
	fr->recheck = true;
	its_pick(w);
}

/* Block barrier */

void its_bar_wait(struct simt_warp *w, uint32_t mask)
{
	its_keep(w, mask);
	its_save(w);
	w->frag->f[w->frag->cur].state = ITS_BAR;
	its_pick(w);
}

void its_bar_release(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	unsigned n = fr->n;

	for (unsigned k = 0; k < n; k++) {
		struct its_frag *f = &fr->f[k];
		uint32_t go = f->mask & mask;

		if (f->state != ITS_BAR || !go)
			continue;
		if (go != f->mask) {
			fr->f[fr->n] = *f;
			fr->f[fr->n++].mask &= ~go;
			f->mask = go;
		}
		f->pc++;
		f->state = ITS_LATE;
	}
	if (!w->late)
		its_bar_go(w);
}

void its_bar_go(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	if (!its_any(w, ITS_LATE))
		return;
	its_save(w);
	for (unsigned k = 0; k < fr->n; k++) {
		if (fr->f[k].state == ITS_LATE)
			fr->f[k].state = ITS_RUN;
	}
	its_pick(w);
}

/* What the machine sees */

unsigned its_fragments(const struct simt_warp *w, uint32_t masks[SIMT_LANES],
		       uint32_t pcs[SIMT_LANES])
{
	const struct simt_frag *fr = w->frag;
	unsigned n = 0;

	for (unsigned k = 0; k < fr->n; k++) {
		bool running = w->active && k == fr->cur;

		if (fr->f[k].state != ITS_RUN)
			continue;
		masks[n] = running ? w->active : fr->f[k].mask;
		pcs[n++] = running ? w->pc : fr->f[k].pc;
	}
	return n;
}

void its_select(struct simt_warp *w, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	uint32_t chosen = 0;

	its_save(w);
	for (unsigned n = 0; n < fr->n; n++) {
		if (fr->f[n].state == ITS_RUN && (fr->f[n].mask & mask))
			chosen |= fr->f[n].mask;
	}
	if (!chosen)
		return;
	fr->skip = ~chosen;
	its_pick(w);
}

/* Two fragments of one pc would unite at the next choice: the one that goes ahead is loaded without
 * one. */
void its_split(struct simt_warp *w, uint32_t mask, bool alone)
{
	struct simt_frag *fr = w->frag;
	const uint32_t rest = w->active & ~mask;

	if (!rest || rest == w->active || fr->pending || fr->recheck)
		return;
	its_add(fr, w->pc, rest, fr->f[fr->cur].depth);
	w->active &= mask;
	its_save(w);
	fr->stop = next_meeting(w->kernel, fr, &fr->f[fr->cur]);
	if (alone)
		fr->skip = ~w->active;
}

uint32_t its_lane_pc(const struct simt_warp *w, unsigned lane)
{
	const struct simt_frag *fr = w->frag;

	if (w->active >> lane & 1)
		return w->pc;
	for (unsigned n = 0; n < fr->n; n++) {
		if (fr->f[n].mask >> lane & 1)
			return fr->f[n].pc;
	}
	return w->pc;
}

bool its_any(const struct simt_warp *w, enum its_state state)
{
	const struct simt_frag *fr = w->frag;

	for (unsigned n = 0; n < fr->n; n++) {
		if (fr->f[n].mask && fr->f[n].state == state)
			return true;
	}
	return false;
}

uint32_t its_depth(const struct simt_warp *w, unsigned lane)
{
	const struct simt_frag *fr = w->frag;

	for (unsigned n = 0; n < fr->n; n++) {
		if (fr->f[n].mask >> lane & 1)
			return fr->f[n].depth;
	}
	return 0;
}

uint32_t its_return(const struct simt_warp *w, unsigned lane, uint32_t d)
{
	return w->frag->rets[d * SIMT_LANES + lane].call_pc + 1;
}
