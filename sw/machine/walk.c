/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The main loop when a hook decides who goes next, so that a caller can walk every order
 * of visible operations (explore.h).
 *
 * What a warp does between visible operations touches nobody else, so it needs no choice:
 * a warp of one fragment runs ahead to its next visible operation, which waits to be
 * chosen; its exit comes at once with its last one. While a warp has several fragments
 * (ITS), each is a choice: it runs, instruction by instruction, until it has performed a
 * visible operation or the fragments have changed.
 *
 * Spin loops: when an operation that changed nothing leaves the warp with the same
 * operation, values and registers as an earlier one did, and nothing in memory has changed
 * in between, then the warp is back in a state that it was in. Choosing it again leads
 * nowhere new, so it is not offered until something changes; when nobody else is left, it
 * is a livelock. With max_spin, an operation that repeats so often with the same values is
 * held back in the same way even when registers differ (a loop that counts its tries);
 * orders may be lost by that, so the hook's cut() is called.
 */
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum { SEEN = 64, MAX_RUN = 1 << 22 };

struct walk_seen {
	uint64_t epoch;
	unsigned n;
	struct {
		uint64_t op, registers;
		uint32_t count;
	} at[SEEN];
	uint32_t repeats; /* lanes that are back in an earlier state */
	uint32_t bounded; /* lanes held back by max_spin only */
};

void walk_warp_free(struct machine_warp *w)
{
	free(w->pending);
	free(w->seen);
	w->pending = NULL;
	w->seen = NULL;
}

static struct walk_seen *seen_of(struct machine *m, struct machine_warp *w)
{
	struct walk_seen *s = w->seen;

	if (!s)
		s = w->seen = mem_alloc(sizeof(*s));
	else if (s->epoch == m->run.change_epoch)
		return s;
	memset(s, 0, sizeof(*s));
	s->epoch = m->run.change_epoch;
	return s;
}

/* op was performed and changed nothing. */
static void note_repeat(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	struct walk_seen *s = seen_of(m, w);
	const uint64_t h = hang_hash_op(op), registers = hang_hash_registers(w);
	unsigned i = 0;

	hang_note(w, op);
	while (i < s->n && s->at[i].op != h)
		i++;
	if (i == SEEN)
		return; /* a longer loop than we can tell: it stays a choice */
	if (i == s->n) {
		s->at[s->n].op = h;
		s->at[s->n].registers = registers;
		s->at[s->n++].count = 1;
		return;
	}
	if (s->at[i].registers == registers)
		s->repeats |= op->mask;
	s->at[i].registers = registers;
	if (++s->at[i].count > m->hook.max_spin && m->hook.max_spin)
		s->bounded |= op->mask;
}

static int perform_chosen(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	const uint64_t before = m->run.change_epoch;

	if (launch_perform(m, w, op))
		return -1;
	if (m->run.change_epoch == before && op->kind <= SIMT_OP_FENCE)
		note_repeat(m, w, op);
	return 0;
}

static void too_long(struct machine *m, struct machine_warp *w)
{
	fault_set(m, w, MACHINE_E_TIMEOUT, w->w.last_pc, w->w.active,
		  "%d instructions without a visible operation", MAX_RUN);
	m->run.status = MACHINE_LIMIT;
}

/* Runs a warp of one fragment ahead to its next visible op. */
static void run_ahead(struct machine *m, struct machine_warp *w)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];

	if (!w->pending)
		w->pending = mem_alloc(sizeof(*w->pending));
	for (uint32_t n = 0; n < MAX_RUN; n++) {
		switch (launch_step(m, w, 1, w->pending)) {
		case LAUNCH_OP:
			w->has_pending = launch_visible(w->pending);
			if (w->has_pending || launch_perform(m, w, w->pending))
				return;
			break;
		case LAUNCH_NO_OP: break;
		default: return;
		}
		if (simt_fragments(&w->w, masks, pcs) > 1)
			return;
	}
	too_long(m, w);
}

/* Runs fragment `mask` until it has performed a visible op or the fragments change. */
static void run_fragment(struct machine *m, struct machine_warp *w, uint32_t mask)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];
	const unsigned before = simt_fragments(&w->w, masks, pcs);

	for (uint32_t n = 0; n < MAX_RUN; n++) {
		unsigned now, i = 0;

		simt_select(&w->w, mask);
		switch (launch_step(m, w, 1, &m->op)) {
		case LAUNCH_OP:
			if (launch_visible(&m->op)) {
				perform_chosen(m, w, &m->op);
				return;
			}
			if (launch_perform(m, w, &m->op))
				return;
			break;
		case LAUNCH_NO_OP: break;
		default: return;
		}
		now = simt_fragments(&w->w, masks, pcs);
		while (i < now && masks[i] != mask)
			i++;
		if (now != before || i == now)
			return;
	}
	too_long(m, w);
}

struct choices {
	struct machine_choice *c;
	struct machine_warp **warp;
	unsigned n;
	size_t cap, cap_warp;
	bool bounded; /* some are held back by max_spin only */
};

static void offer(struct machine *m, struct choices *a, struct machine_warp *w, uint32_t mask,
		  uint32_t pc, bool all)
{
	const struct walk_seen *s = seen_of(m, w);

	if (mask & s->repeats)
		return;
	if (mask & s->bounded && !all) {
		a->bounded = true;
		return;
	}
	a->c = mem_grow(a->c, &a->cap, a->n, sizeof(*a->c));
	a->warp = mem_grow(a->warp, &a->cap_warp, a->n, sizeof(struct machine_warp *));
	a->warp[a->n] = w;
	a->c[a->n++] = (struct machine_choice){
		.block = w->who.block, .warp = w->who.warp, .lanes = mask, .pc = pc};
}

/* all: those that only max_spin holds back, too. */
static void collect(struct machine *m, struct choices *a, bool all)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];

	a->n = 0;
	a->bounded = false;
	for (uint32_t s = 0; s < m->cfg.sms; s++)
		for (uint32_t i = 0; i < m->sms[s].n_run; i++) {
			struct machine_warp *w = m->sms[s].run[i];
			unsigned n;

			if (w->has_pending) {
				offer(m, a, w, w->pending->mask, w->pending->pc, all);
				continue;
			}
			n = simt_fragments(&w->w, masks, pcs);
			for (unsigned f = 0; f < n; f++)
				offer(m, a, w, masks[f], pcs[f], all);
		}
}

/* Until every warp that can run waits to be chosen. */
static void settle(struct machine *m)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];
	bool again = true;

	while (again && m->run.status == MACHINE_OK) {
		again = false;
		for (uint32_t s = 0; s < m->cfg.sms && !again; s++)
			for (uint32_t i = 0; i < m->sms[s].n_run && !again; i++) {
				struct machine_warp *w = m->sms[s].run[i];

				if (w->has_pending || simt_fragments(&w->w, masks, pcs) > 1)
					continue;
				run_ahead(m, w);
				again = true; /* the list may have changed */
			}
	}
}

static void choose(struct machine *m, struct choices *a)
{
	unsigned i = 0;
	struct machine_warp *w;

	if (a->n > 1)
		i = m->hook.choose(m->hook.ctx, a->c, a->n);
	if (i >= a->n)
		i = a->n - 1;
	w = a->warp[i];
	if (w->has_pending) {
		w->has_pending = false;
		perform_chosen(m, w, w->pending);
	} else {
		run_fragment(m, w, a->c[i].lanes);
	}
}

void walk_run(struct machine *m)
{
	struct choices a = {.n = 0};

	for (;;) {
		settle(m);
		if (m->run.status != MACHINE_OK || m->run.n_run == 0)
			break;
		collect(m, &a, false);
		if (a.bounded && m->hook.cut)
			m->hook.cut(m->hook.ctx);
		if (a.n == 0 && a.bounded)
			collect(m, &a, true);
		if (a.n == 0) {
			hang_livelock(m, "in this order every warp spins for ever");
			break;
		}
		choose(m, &a);
	}
	free(a.c);
	free(a.warp);
	if (m->run.status == MACHINE_OK && m->run.blocks_done < m->run.blocks)
		hang_deadlock(m, "no warp can go on");
}
