/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_side: the SM in deterministic mode (the paper, section 4: docs/determinism.md).
 *
 *   PARALLEL    warps run as the quantum unit lets them; stores go into their logs, loads look
 *               there first (sm_log.c); atomics, system calls, what a fence concerns and what
 *               finds the log full are held
 *   COMMIT      logs are drained, a warp after the other: a COMMIT packet a line; every one is
 *               acknowledged (commit = lock: sm_lock.c). With the detector the checks of the
 *               quantum follow (sm_check.c)
 *   SERIAL      held atomics and system calls (sm_serial.c)
 *   DISTRIBUTE  new blocks
 *
 * Nothing that a warp does in a quantum depends on time: it sees its own log and a memory that
 * stands still, ends its quantum at an instruction that its own course decides, and meets others at
 * barriers only. So an operation is judged when it has been issued, with its real address space and
 * lanes, and held if it is not for this mode: the warp stops behind it.
 *
 * The log's room is looked at before each store, as if the store needed a line for every lane. How
 * full it is, is known only when all earlier stores have been answered; when in doubt the warp
 * waits for that, or a quantum's end would depend on time.
 *
 * Fences. The paper ends a quantum at each. It need not. What a warp has stored becomes visible to
 * everybody at one time, when the quantum ends: so stores before a fence and stores behind it
 * cannot be seen in the wrong order, nor can loads, as memory stands still. Two things can go wrong
 * only: that a load behind a fence does not see what others store before their fence, and that an
 * access of shared memory, which takes place at once, tells others of a store that they do not see.
 * So a fence behind a store ends the quantum before the next load or access of shared memory, and
 * if an atomic comes first, the quantum ends with that. (fence = each: as published.)
 *
 * Barriers. A warp that waits at one is known to the quantum unit at once, not when it next tries
 * to issue. The paper lets a block go on from a barrier within a quantum (barrier termination
 * avoidance), but what its warps have stored then lies in their logs, where the others do not see
 * it: a program that hands data on in global memory across __syncthreads() goes wrong (bta =
 * published does so). So they go on at once only if nobody who came to the barrier has anything in
 * its log; else, and always with bta = off, in the next quantum: the unit then hears of the release
 * when that begins.
 *
 * Pieces. With independent thread scheduling some lanes of a warp can wait at a barrier while
 * others run, or wait at another one. When and in which order they are released is a matter of
 * time, so they run from the next quantum on, whatever bta says: which have been released by the
 * quantum's end is not.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/map.h"
#include "../noc/noc.h"
#include "base/bits.h"
#include "sides.h"

static struct commit_side *of(struct sm_side *x)
{
	return (struct commit_side *)x;
}

static const struct commit_side *of_const(const struct sm_side *x)
{
	return (const struct commit_side *)x;
}

static void launch(struct sm_side *x)
{
	struct commit_side *r = of(x);

	memset(r->phase, 0, sizeof(r->phase));
	r->held = 0;
	for (uint32_t i = 0; i < SM_WARPS; i++) {
		r->warp[i].held = NULL;
		r->warp[i].log_left = r->cfg->deterministic.log_entries;
	}
}

/* The log is its slot's: what the warp before it has stored in this quantum is still in it, and its
 * checks are still to be sent. Not so that warp's fences. */
static void block(struct sm_side *x, uint32_t slot)
{
	struct commit_side *r = of(x);
	const uint32_t first = slot * x->sm->warps_per_block;

	commit_check_begin_block(r, slot);
	for (uint32_t i = first; i < first + x->sm->warps_per_block; i++) {
		struct commit_warp *c = &r->warp[i];
		struct sm_warp *w = &x->sm->warp[i];

		c->held = NULL;
		r->held &= ~sm_bit(w);
		c->fenced = c->at_barrier = c->released = false;
		c->apart = 0;
		c->log_pending = 0;
		w->simt->late = true;
		commit_q_event(r->q, PF_Q_BEGIN, w->index, w->slot);
	}
}

/* Where a warp stops */

static bool is_serial(const struct simt_op *op)
{
	return op->kind == SIMT_OP_SYSCALL ||
	       ((op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED) &&
		op->space == PTX_SPACE_GLOBAL);
}

/* With bta = published a fence is all that lets stores be seen behind a barrier. */
static bool is_ending_fence(const struct commit_side *r, const struct simt_op *op)
{
	return op->kind == SIMT_OP_FENCE && (r->cfg->deterministic.fence == SIM_FENCE_EACH ||
					     r->cfg->deterministic.bta == SIM_BTA_PUBLISHED);
}

static bool is_logged(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ST && op->space == PTX_SPACE_GLOBAL;
}

static void hold(struct commit_side *r, struct sm_warp *w, struct sm_op *o, uint8_t why)
{
	struct commit_warp *c = of_warp(r, w);

	c->held = o;
	r->held |= sm_bit(w);
	c->hold_why = why;
	if (why == SM_HELD_LOG)
		r->counts.held_for_log++;
	else
		commit_q_event(r->q, (enum pf_quantum_event)why, w->index, w->slot);
	w->wake = SM_NEVER;
	sm_set_state(r->side.sm, w, SM_STOPPED);
}

/* Does o have to see what lies before a fence committed, or could others see by it that the fence
 * has passed? */
static bool needs_fence(const struct commit_warp *c, const struct simt_op *op)
{
	if (op->kind > SIMT_OP_RED)
		return false;
	if (op->space == PTX_SPACE_SHARED)
		return c->fenced || (c->logged && access_releases(op));
	return c->fenced && op->kind == SIMT_OP_LD && op->space == PTX_SPACE_GLOBAL;
}

/* Is there room for a line of each lane? SM_HELD_LOG: that is not known yet. */
static int log_room(const struct commit_side *r, const struct commit_warp *c)
{
	const uint32_t used = r->cfg->deterministic.log_entries - c->log_left + c->log_pending;

	if (used + SIMT_LANES <= r->cfg->deterministic.log_entries)
		return 0;
	return c->log_pending ? SM_HELD_LOG : (int)PF_Q_FULL;
}

bool commit_holds(struct commit_side *r, struct sm_warp *w, struct sm_op *o)
{
	struct commit_warp *c = of_warp(r, w);
	int why;

	if (is_serial(&o->op)) {
		hold(r, w, o, PF_Q_ATOMIC);
		return true;
	}
	if (needs_fence(c, &o->op) || is_ending_fence(r, &o->op)) {
		hold(r, w, o, PF_Q_FENCE);
		return true;
	}
	c->fenced |= c->logged && o->op.kind == SIMT_OP_FENCE;
	if (!is_logged(&o->op))
		return false;
	why = log_room(r, c);
	if (why)
		hold(r, w, o, (uint8_t)why);
	return why;
}

static bool holds(struct sm_side *x, struct sm_warp *w, struct sm_op *o)
{
	return commit_holds(of(x), w, o);
}

static void issued(struct sm_side *x, struct sm_warp *w)
{
	if (of(x)->mode == COMMIT_PARALLEL)
		commit_q_issue(of(x)->q, w->index);
}

static bool stops(struct sm_side *x, struct sm_warp *w)
{
	struct commit_side *r = of(x);
	struct commit_warp *c = of_warp(r, w);

	if (!c->held && !c->at_barrier && simt_blocked(w->simt)) {
		c->at_barrier = true;
		commit_q_event(r->q, PF_Q_BARRIER, w->index, w->slot);
	}
	if (c->at_barrier) {
		w->wake = SM_NEVER;
		sm_set_state(x->sm, w, SM_BARRIER);
		return true;
	}
	if (!c->held && r->mode == COMMIT_PARALLEL && commit_q_runs(r->q, w->index))
		return false;
	w->wake = SM_NEVER;
	sm_set_state(x->sm, w, SM_STOPPED);
	return true;
}

static void arrives(struct sm_side *x, struct sm_warp *w, const struct simt_op *op)
{
	struct commit_side *r = of(x);
	struct commit_warp *c = of_warp(r, w);
	struct commit_phase *p;

	if (op->bar_id >= SM_BARRIERS)
		return;
	p = &r->phase[w->slot][op->bar_id];
	if (p->released)
		*p = (struct commit_phase){0};
	p->logged |= c->logged;
	/* A barrier for all of the block lets nobody go before all are there. */
	if (w->simt->mode == SIMT_ITS && op->bar_count && w->bar[op->bar_id] != w->simt->live)
		c->apart |= (uint16_t)(1U << op->bar_id);
	else
		c->apart &= (uint16_t) ~(1U << op->bar_id);
}

/* Has somebody who came to this barrier stores in his log? All behind the barrier have to see them.
 */
static bool ends_quantum(const struct commit_side *r, const struct sm_warp *w, uint32_t id)
{
	switch (r->cfg->deterministic.bta) {
	case SIM_BTA_OFF: return true;
	case SIM_BTA_PUBLISHED: return false;
	default: return id < SM_BARRIERS && r->phase[w->slot][id].logged;
	}
}

static void released(struct sm_side *x, struct sm_warp *w, uint32_t id, bool first)
{
	struct commit_side *r = of(x);
	struct commit_warp *c = of_warp(r, w);

	(void)first;
	if (id < SM_BARRIERS)
		r->phase[w->slot][id].released = true;
	if (c->apart >> id & 1) {
		c->released = true;
		return;
	}
	c->segment++;
	if (!ends_quantum(r, w, id)) {
		engine_go(w->mw);
		if (c->at_barrier)
			commit_q_event(r->q, PF_Q_RELEASE, w->index, w->slot);
		c->at_barrier = false;
		return;
	}
	if (!c->at_barrier)
		commit_q_event(r->q, PF_Q_BARRIER, w->index, w->slot);
	c->at_barrier = c->released = true;
}

static void left(struct sm_side *x, struct sm_warp *w)
{
	commit_q_event(of(x)->q, PF_Q_EXIT, w->index, w->slot);
}

void commit_proceed(struct commit_side *r, struct sm_warp *w)
{
	struct sm *s = r->side.sm;
	struct sm_op *o = of_warp(r, w)->held;

	of_warp(r, w)->held = NULL;
	r->held &= ~sm_bit(w);
	if (o->op.kind == SIMT_OP_SYSCALL) {
		if (engine_perform(s->m, w->mw, &o->op, o->op.mask, NULL))
			s->failed = true;
		s->progress++;
		sm_op_drop(s, o);
	} else if (o->op.kind == SIMT_OP_FENCE || access_releases(&o->op)) {
		sm_fence(s, o);
		return;
	} else {
		sm_memory(s, o);
	}
	sm_look(s, w);
}

/* Operations */

static void start(struct sm_side *x, struct sm_op *o)
{
	commit_log_start(of(x), o);
	commit_serial_sort(of(x), o);
}

static bool sends(struct sm_side *x)
{
	struct sm *s = x->sm;

	return commit_serial_send(of(x)) || commit_log_send(of(x), &s->op[s->queue[s->queue_head]]);
}

/* An atomic: its slice says when it has taken place. */
static void access_sent(struct sm_side *x, struct sm_op *o)
{
	(void)o;
	of(x)->unanswered++;
}

static void completes(struct sm_side *x, struct sm_op *o)
{
	commit_log_patch(of(x), o);
}

static bool drained(const struct sm_side *x, const struct sm_warp *w)
{
	return !of_const(x)->warp[w->index].untagged;
}

/* Modes */

static void begin_quantum(struct commit_side *r)
{
	struct sm *s = r->side.sm;

	commit_q_start(r->q);
	commit_check_quantum(r);
	for (uint32_t i = 0; i < s->n_warps; i++) {
		struct sm_warp *w = &s->warp[i];
		struct commit_warp *c = &r->warp[i];

		c->fenced = false;
		if (!w->mw)
			continue;
		if (c->released) {
			engine_go(w->mw);
			if (c->at_barrier)
				commit_q_event(r->q, PF_Q_RELEASE, w->index, w->slot);
			c->released = c->at_barrier = false;
		}
		if (!c->held)
			sm_look(s, w);
		else if (c->hold_why == PF_Q_FENCE || c->hold_why == PF_Q_FULL)
			commit_proceed(r, w);
	}
}

static void end_quantum(struct commit_side *r)
{
	for (uint32_t i = 0; i < r->side.sm->n_warps; i++)
		r->counts.quanta_ended[commit_q_why(r->q, i)]++;
}

void commit_side_mode(struct commit_side *r, enum commit_mode mode)
{
	if (r->mode == COMMIT_PARALLEL && mode == COMMIT_COMMIT)
		end_quantum(r);
	r->mode = mode;
	r->side.sm->keeps_messages = mode == COMMIT_PARALLEL;
	r->token = r->checking = r->checked = false;
	r->drain = 0;
	if (mode == COMMIT_PARALLEL)
		begin_quantum(r);
}

bool commit_logged(const struct commit_side *r)
{
	for (uint32_t i = 0; i < r->side.sm->n_warps; i++)
		if (r->warp[i].logged)
			return true;
	return false;
}

void commit_ack(struct commit_side *r)
{
	assert(r->unanswered);
	r->unanswered--;
}

/* Nothing that was issued is under way. What is held is not. */
static bool settled(const struct commit_side *r)
{
	const struct sm *s = r->side.sm;
	uint32_t held = 0;

	if (s->n_pending || !commit_sb_idle(r->sb) || r->untagged || !sm_sides_settled(s, false))
		return false;
	for (uint32_t i = 0; i < s->n_warps; i++)
		held += s->warp[i].mw && r->warp[i].held;
	return s->n_free + held == s->n_ops;
}

bool commit_arrived(const struct commit_side *r)
{
	const struct sm *s = r->side.sm;

	switch (r->mode) {
	case COMMIT_PARALLEL: return commit_q_done(r->q) && settled(r);
	case COMMIT_COMMIT:
		return r->drain == s->n_warps && !r->draining && !r->commit && !r->unanswered &&
		       commit_sb_idle(r->sb);
	case COMMIT_SERIAL:
		return commit_q_done(r->q) && commit_q_serial(r->q) < 0 && settled(r) &&
		       sm_sides_settled(s, true);
	default: return true;
	}
}

/* A cycle */

static void step(struct sm_side *x)
{
	struct commit_side *r = of(x);

	commit_log_answers(r);
	commit_check_tags(r);
	if (r->mode == COMMIT_COMMIT) {
		commit_drain_step(r);
		if (r->lock)
			commit_lock_step(r);
		if (r->checking)
			commit_check_replay(r);
	} else if (r->mode == COMMIT_SERIAL) {
		commit_serial_step(r);
	}
}

/* A warp that the unit let run again, or stopped, since it was looked at: the Verilated unit does
 * so later than events are given. */
static void clock_edge(struct sm_side *x)
{
	struct commit_side *r = of(x);
	struct sm *s = x->sm;

	r->counts.port_busy += commit_sb_port(r->sb);
	commit_sb_step(r->sb);
	commit_q_step(r->q);
	if (r->mode != COMMIT_PARALLEL)
		return;
	for (uint64_t left = s->in[SM_STOPPED] & ~r->held; left; left &= left - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (commit_q_runs(r->q, w->index))
			sm_look(s, w);
	}
}

static bool idle(const struct sm_side *x)
{
	const struct commit_side *r = of_const(x);

	return !r->unanswered && !r->commit && !r->untagged && !r->checking && !commit_logged(r) &&
	       commit_sb_idle(r->sb) && commit_q_done(r->q) && r->mode == COMMIT_DISTRIBUTE;
}

static bool message(struct sm_side *x, struct pkt *k, struct sm_warp *w)
{
	return commit_check_message(of(x), k, w);
}

static void credit(struct sm_side *x, uint32_t slice)
{
	(void)slice;
	commit_ack(of(x));
}

static void answer(struct sm_side *x, const struct pkt *k)
{
	commit_lock_answer(of(x), k);
}

static void destroy(struct sm_side *x)
{
	struct commit_side *r = of(x);

	if (r->commit)
		pkt_free(x->sm->pool, r->commit);
	commit_check_free(r);
	commit_lock_free(r);
	free(r->asked);
	free(r->lines);
}

static const struct sm_side_calls calls = {
	.destroy = destroy,
	.launch = launch,
	.block = block,
	.left = left,
	.stops = stops,
	.issued = issued,
	.holds = holds,
	.start = start,
	.sends = sends,
	.access = access_sent,
	.completes = completes,
	.drained = drained,
	.arrives = arrives,
	.released = released,
	.message = message,
	.credit = credit,
	.answer = answer,
	.step = step,
	.clock = clock_edge,
	.idle = idle,
	.stats = commit_side_stats,
};

void commit_side_init(struct commit_side *r, const struct sim_config *c, struct commit *units,
		      uint32_t sm, uint8_t system)
{
	const uint32_t ops = sm_most_ops(&c->sm), n = power_of_two(ops * COALESCE_MOST);

	r->side = (struct sm_side){.calls = &calls, .system = system};
	r->sb = commit_sb(units, sm);
	r->q = commit_q(units, sm);
	r->cfg = c;
	r->mode = COMMIT_DISTRIBUTE;
	r->warp_ids = c->sm.count;
	r->lines = mem_alloc(ops * sizeof(*r->lines));
	r->asked = mem_alloc(n * sizeof(*r->asked));
	r->asked_mask = n - 1;
	commit_lock_init(r, units);
}
