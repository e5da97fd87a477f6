/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functional side of an external timing driver: what an operation does is decided here, when it is
 * done there.
 *
 *   engine_place()   launch_block()
 *   engine_issue()   launch_step() of one instruction; exits may complete barriers: wake()
 *   engine_perform() launch_effect() on an operation cut down to some lanes; BAR may wake() too
 *
 * Neither scheduler nor livelock watch is used. A warp that cannot go on is known by its state
 * alone, which barrier.c sets back.
 */
#include <stdio.h>

#include "machine_int.h"

void machine_set_engine(struct machine *m, const struct machine_engine *e)
{
	m->engined = e != NULL;
	if (e)
		m->engine = *e;
	else
		m->clock = NULL;
}

void engine_set_clock(struct machine *m, const uint64_t *clock)
{
	m->clock = clock;
}

/* Blocks and warps */

uint64_t engine_blocks_left(const struct machine *m)
{
	return m->run.blocks - m->run.next_block;
}

bool engine_finished(const struct machine *m)
{
	return m->run.blocks_done == m->run.blocks;
}

struct machine_block *engine_place_block(struct machine *m, uint32_t sm, uint32_t slot,
					 uint64_t index)
{
	if (m->run.status != MACHINE_OK || !engine_blocks_left(m))
		return NULL;
	return launch_block(m, sm, slot, index);
}

struct machine_block *engine_place(struct machine *m, uint32_t sm, uint32_t slot)
{
	return engine_place_block(m, sm, slot, m->run.next_block);
}

uint64_t engine_blocks(const struct machine *m)
{
	return m->run.blocks;
}

uint32_t engine_warps(const struct machine_block *b)
{
	return b->n_warps;
}

struct machine_warp *engine_warp(struct machine_block *b, uint32_t i)
{
	return &b->warps[i];
}

bool engine_block_ended(const struct machine_block *b)
{
	return !b->live_warps;
}

struct simt_warp *engine_simt(struct machine_warp *w)
{
	return &w->w;
}

const struct machine_who *engine_who(const struct machine_warp *w)
{
	return &w->who;
}

void engine_set_user(struct machine_warp *w, void *user)
{
	w->user = user;
}

void *engine_user(const struct machine_warp *w)
{
	return w->user;
}

/* Instructions */

enum engine_step engine_issue(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	if (m->run.status != MACHINE_OK)
		return ENGINE_END;
	if (w->state != MACHINE_WARP_RUNS)
		return w->state == MACHINE_WARP_DONE ? ENGINE_DONE : ENGINE_WAITS;
	launch_progress(m);
	switch (launch_step(m, w, 1, op)) {
	case LAUNCH_OP: return ENGINE_OP;
	case LAUNCH_NO_OP: return ENGINE_NO_OP;
	case LAUNCH_STOPS:
		if (w->state == MACHINE_WARP_DONE)
			return ENGINE_DONE;
		return w->state == MACHINE_WARP_WAITS ? ENGINE_WAITS : ENGINE_NO_OP;
	default: return ENGINE_END;
	}
}

/* Lanes arrive at a barrier together, or a warp would count twice; what has no lanes of its own is
 * one thing, too. */
static bool divisible(const struct simt_op *op)
{
	return op->kind <= SIMT_OP_RED || op->kind == SIMT_OP_SYSCALL;
}

int engine_perform(struct machine *m, struct machine_warp *w, struct simt_op *op, uint32_t lanes,
		   bool *changed)
{
	const uint32_t all = op->mask;
	bool ignored;
	int r;

	if (!changed)
		changed = &ignored;
	*changed = false;
	if (m->run.status != MACHINE_OK)
		return -1;
	if (divisible(op))
		op->mask &= lanes;
	if (!op->mask) {
		op->mask = all;
		return 0;
	}
	/* Freed by somebody since it was issued? */
	if (m->cfg.on_fault != MACHINE_STOP && divisible(op) && !drop_lanes(m, w, op)) {
		op->mask = all;
		return 0;
	}
	r = launch_effect(m, w, op, changed);
	if (m->run.sampling && !r)
		hang_note(w, op);
	op->mask = all;
	return r;
}

int engine_probe(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	return m->run.status == MACHINE_OK ? perform_probe(m, w, op) : -1;
}

void engine_complete(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	(void)m;
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM)
		simt_complete(&w->w, op);
}

void engine_go(struct machine_warp *w)
{
	simt_bar_go(&w->w);
	if (w->state == MACHINE_WARP_WAITS && !simt_blocked(&w->w)) {
		w->state = MACHINE_WARP_RUNS;
		w->stuck = false;
	}
}

int engine_tick(struct machine *m)
{
	m->run.progress_at = 0;
	launch_progress(m);
	return m->run.status == MACHINE_OK ? 0 : -1;
}

/* Ends */

void engine_hang(struct machine *m, bool deadlock, const char *why)
{
	if (m->run.status != MACHINE_OK)
		return;
	if (deadlock)
		hang_deadlock(m, why);
	else
		hang_livelock(m, why);
}

void engine_limit(struct machine *m, const char *why)
{
	char name[256];

	if (m->run.status != MACHINE_OK)
		return;
	m->run.status = MACHINE_LIMIT;
	m->fault->cuda_error = MACHINE_E_TIMEOUT;
	fault_kernel_name(m->run.kernel, name, sizeof(name));
	snprintf(m->fault->text, sizeof(m->fault->text), "kernel %s: %s", name, why);
}
