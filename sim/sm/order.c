/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order: the SM in deterministic mode (the paper, section 4: docs/determinism.md).
 *
 *   PARALLEL    warps run as the quantum unit lets them; stores go into their logs, loads look
 *               there first (order_log.c); atomics, system calls, what a fence concerns and what
 *               finds the log full are held
 *   COMMIT      logs are drained, a warp after the other: a COMMIT packet a line; every one is
 *               acknowledged (commit = lock: order_lock.c). With the detector the checks of the
 *               quantum follow (order_check.c)
 *   SERIAL      held atomics and system calls (order_serial.c)
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
 * only: that a load behind a fence does not see what others store before theirs, and that an access
 * of shared memory, which takes place at once, tells others of a store that they do not see. So a
 * fence behind a store ends the quantum before the next load or access of shared memory, and if an
 * atomic comes first, the quantum ends with that. (fence = each: as published.)
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
#include "sm_int.h"

void sm_order_init(struct sm *s, struct commit *c)
{
	struct sm_order *r;
	uint32_t n;

	if (!c)
		return;
	r = s->order = mem_alloc(sizeof(*r));
	r->sb = commit_sb(c, s->index);
	r->q = commit_q(c, s->index);
	r->mode = COMMIT_DISTRIBUTE;
	r->warp_ids = s->cfg->sm.count;
	r->lines = mem_alloc(s->n_ops * sizeof(*r->lines));
	n = power_of_two(s->n_ops * COALESCE_MOST);
	r->asked = mem_alloc(n * sizeof(*r->asked));
	r->asked_mask = n - 1;
	sm_check_init(s);
	sm_lock_init(s, c);
}

void sm_order_free(struct sm *s)
{
	struct sm_order *r = s->order;

	if (!r)
		return;
	if (r->commit)
		pkt_free(s->pool, r->commit);
	sm_check_free(s);
	sm_lock_free(s);
	free(r->asked);
	free(r->lines);
	free(r);
}

/* The log is its slot's: what the warp before it has stored in this quantum is still in it. Not so
 * that warp's fences. */
void sm_order_begin(struct sm *s, struct sm_warp *w)
{
	w->fenced = false;
	w->simt->late = true;
	commit_q_event(s->order->q, PF_Q_BEGIN, w->index, w->slot);
}

/* Where a warp stops */

static bool is_serial(const struct simt_op *op)
{
	return op->kind == SIMT_OP_SYSCALL ||
	       ((op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED) &&
		op->space == PTX_SPACE_GLOBAL);
}

/* With bta = published a fence is all that lets stores be seen behind a barrier. */
static bool is_ending_fence(const struct sm *s, const struct simt_op *op)
{
	return op->kind == SIMT_OP_FENCE &&
	       (s->cfg->com.fence == SIM_FENCE_EACH || s->cfg->com.bta == SIM_BTA_PUBLISHED);
}

static bool is_logged(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ST && op->space == PTX_SPACE_GLOBAL;
}

static void hold(struct sm *s, struct sm_warp *w, struct sm_op *o, uint8_t why)
{
	w->held = o;
	w->hold_why = why;
	if (why == SM_HELD_LOG)
		s->count->held_for_log++;
	else
		commit_q_event(s->order->q, (enum pf_quantum_event)why, w->index, w->slot);
	w->wake = SM_NEVER;
	sm_set_state(s, w, SM_STOPPED);
}

/* Does o have to see what lies before a fence committed, or could others see by it that the fence
 * has passed? */
static bool needs_fence(const struct sm_warp *w, const struct simt_op *op)
{
	if (op->kind > SIMT_OP_RED)
		return false;
	if (op->space == PTX_SPACE_SHARED)
		return w->fenced || (w->logged && access_releases(op));
	return w->fenced && op->kind == SIMT_OP_LD && op->space == PTX_SPACE_GLOBAL;
}

/* Is there room for a line of each lane? SM_HELD_LOG: that is not known yet. */
static int log_room(const struct sm *s, const struct sm_warp *w)
{
	const uint32_t used = s->cfg->com.log_entries - w->log_left + w->log_pending;

	if (used + SIMT_LANES <= s->cfg->com.log_entries)
		return 0;
	return w->log_pending ? SM_HELD_LOG : (int)PF_Q_FULL;
}

bool sm_order_holds(struct sm *s, struct sm_warp *w, struct sm_op *o)
{
	int why;

	if (is_serial(&o->op)) {
		hold(s, w, o, PF_Q_ATOMIC);
		return true;
	}
	if (needs_fence(w, &o->op) || is_ending_fence(s, &o->op)) {
		hold(s, w, o, PF_Q_FENCE);
		return true;
	}
	w->fenced |= w->logged && o->op.kind == SIMT_OP_FENCE;
	if (!is_logged(&o->op))
		return false;
	why = log_room(s, w);
	if (why)
		hold(s, w, o, (uint8_t)why);
	return why;
}

void sm_order_issued(struct sm *s, struct sm_warp *w)
{
	if (s->order->mode == COMMIT_PARALLEL)
		commit_q_issue(s->order->q, w->index);
}

bool sm_order_stops(struct sm *s, struct sm_warp *w)
{
	struct sm_order *r = s->order;

	if (!w->held && !w->at_barrier && simt_blocked(w->simt)) {
		w->at_barrier = true;
		commit_q_event(r->q, PF_Q_BARRIER, w->index, w->slot);
	}
	if (w->at_barrier) {
		w->wake = SM_NEVER;
		sm_set_state(s, w, SM_BARRIER);
		return true;
	}
	if (!w->held && r->mode == COMMIT_PARALLEL && commit_q_runs(r->q, w->index))
		return false;
	w->wake = SM_NEVER;
	sm_set_state(s, w, SM_STOPPED);
	return true;
}

/* w arrives at a barrier, before the machine knows. */
void sm_order_arrives(struct sm *s, struct sm_warp *w, const struct simt_op *op)
{
	struct sm_phase *p = &s->order->phase[w->slot][op->bar_id];
	const uint16_t bit = (uint16_t)(1U << op->bar_id);

	if (p->released)
		*p = (struct sm_phase){0};
	p->logged |= w->logged;
	/* A barrier for all of the block lets nobody go before all are there. */
	if (w->simt->mode == SIMT_ITS && op->bar_count && w->bar[op->bar_id] != w->simt->live)
		w->apart |= bit;
	else
		w->apart &= (uint16_t)~bit;
}

/* Has somebody who came to this barrier stores in his log? All behind the barrier have to see them.
 */
static bool ends_quantum(const struct sm *s, const struct sm_warp *w, uint32_t id)
{
	switch (s->cfg->com.bta) {
	case SIM_BTA_OFF: return true;
	case SIM_BTA_PUBLISHED: return false;
	default: return id < SM_BARRIERS && s->order->phase[w->slot][id].logged;
	}
}

/* Lanes of w may go on from barrier `id`. */
void sm_order_woken(struct sm *s, struct sm_warp *w, uint32_t id)
{
	struct sm_order *r = s->order;

	if (id < SM_BARRIERS)
		r->phase[w->slot][id].released = true;
	if (w->apart >> id & 1) {
		w->released = true;
		return;
	}
	w->segment++;
	if (!ends_quantum(s, w, id)) {
		engine_go(w->mw);
		if (w->at_barrier)
			commit_q_event(r->q, PF_Q_RELEASE, w->index, w->slot);
		w->at_barrier = false;
		return;
	}
	if (!w->at_barrier)
		commit_q_event(r->q, PF_Q_BARRIER, w->index, w->slot);
	w->at_barrier = w->released = true;
}

void sm_order_left(struct sm *s, struct sm_warp *w)
{
	commit_q_event(s->order->q, PF_Q_EXIT, w->index, w->slot);
}

/* With what was held: now is its time. */
void sm_order_proceed(struct sm *s, struct sm_warp *w)
{
	struct sm_op *o = w->held;

	w->held = NULL;
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

/* Modes */

static void begin_quantum(struct sm *s)
{
	struct sm_order *r = s->order;

	commit_q_start(r->q);
	sm_check_quantum(s);
	for (uint32_t i = 0; i < s->n_warps; i++) {
		struct sm_warp *w = &s->warp[i];

		w->fenced = false;
		if (!w->mw)
			continue;
		if (w->released) {
			engine_go(w->mw);
			if (w->at_barrier)
				commit_q_event(r->q, PF_Q_RELEASE, w->index, w->slot);
			w->released = w->at_barrier = false;
		}
		if (!w->held)
			sm_look(s, w);
		else if (w->hold_why == PF_Q_FENCE || w->hold_why == PF_Q_FULL)
			sm_order_proceed(s, w);
	}
}

static void end_quantum(struct sm *s)
{
	for (uint32_t i = 0; i < s->n_warps; i++)
		s->count->quanta_ended[commit_q_why(s->order->q, i)]++;
}

void sm_order_mode(struct sm *s, enum commit_mode mode)
{
	struct sm_order *r = s->order;

	if (r->mode == COMMIT_PARALLEL && mode == COMMIT_COMMIT)
		end_quantum(s);
	r->mode = mode;
	r->token = r->checking = r->checked = false;
	r->drain = 0;
	if (mode == COMMIT_PARALLEL)
		begin_quantum(s);
}

bool sm_order_logged(const struct sm *s)
{
	for (uint32_t i = 0; i < s->n_warps; i++)
		if (s->warp[i].logged)
			return true;
	return false;
}

void sm_order_ack(struct sm *s)
{
	assert(s->order->unanswered);
	s->order->unanswered--;
}

/* Nothing that was issued is under way. What is held is not. */
static bool settled(const struct sm *s)
{
	const struct sm_order *r = s->order;
	uint32_t held = 0;

	if (s->n_pending || !commit_sb_idle(r->sb) || r->untagged || s->events != s->settled ||
	    s->message || (s->det && s->taken != s->gone))
		return false;
	for (uint32_t i = 0; i < s->n_warps; i++)
		held += s->warp[i].mw && s->warp[i].held;
	return s->n_free + held == s->n_ops;
}

bool sm_order_arrived(const struct sm *s)
{
	const struct sm_order *r = s->order;

	switch (r->mode) {
	case COMMIT_PARALLEL: return commit_q_done(r->q) && settled(s);
	case COMMIT_COMMIT:
		return r->drain == s->n_warps && !r->draining && !r->commit && !r->unanswered &&
		       commit_sb_idle(r->sb);
	case COMMIT_SERIAL:
		return commit_q_done(r->q) && commit_q_serial(r->q) < 0 && settled(s) &&
		       (!s->det || s->least_credit == s->taken);
	default: return true;
	}
}

/* COMMIT */

static struct pkt *commit_packet(struct sm *s, uint32_t warp, const struct pf_log_entry *e)
{
	const struct map map = map_make(&s->cfg->l2);
	struct pkt *k = pkt_alloc(s->pool);
	uint32_t bytes = PF_LINE_MASK;

	k->kind = PKT_COMMIT;
	k->addr = GMEM_BASE + (uint64_t)e->line * LINE;
	k->slice = (uint16_t)map_slice(&map, k->addr);
	k->born = s->now;
	k->commit = mem_alloc(sizeof(*k->commit));
	k->commit->line = (uint32_t)(map_local(&map, k->addr) / LINE);
	k->commit->warp = warp * s->order->warp_ids + s->index;
	memcpy(k->commit->mask, e->mask, sizeof(e->mask));
	memcpy(k->commit->data, e->data, sizeof(e->data));
	for (unsigned i = 0; i < LINE / SECTOR; i++) {
		uint32_t part;

		memcpy(&part, &e->mask[i * 4], sizeof(part));
		bytes += part ? SECTOR : 0;
	}
	k->bytes = (uint16_t)bytes;
	k->flits = (uint16_t)noc_flits(&s->cfg->noc, bytes);
	s->count->commits++;
	s->count->commit_bytes += bytes - PF_LINE_MASK;
	return k;
}

/* Drains are given one behind the other; the store buffer has some under way at once. */
static void drain_step(struct sm *s)
{
	struct sm_order *r = s->order;
	struct pf_log_entry e;
	uint32_t warp;

	if (!r->commit && r->draining && commit_sb_entry(r->sb, &warp, &e)) {
		commit_sb_take(r->sb);
		r->commit = commit_packet(s, warp, &e);
	}
	if (r->commit && (r->lock ? sm_lock_entry(s, r->commit) : l1_packet(s->l1, r->commit))) {
		r->commit = NULL;
		r->unanswered++;
	}
	while (r->drain < s->n_warps && !s->warp[r->drain].logged)
		r->drain++;
	if (r->drain == s->n_warps || !commit_sb_ready(r->sb))
		return;
	commit_sb_command(r->sb,
			  &(struct commit_sb_command){.kind = COMMIT_SB_DRAIN, .warp = r->drain++});
	r->draining++;
}

void sm_order_step(struct sm *s)
{
	struct sm_order *r = s->order;

	sm_log_answers(s);
	sm_check_tags(s);
	if (r->mode == COMMIT_COMMIT) {
		drain_step(s);
		if (r->lock)
			sm_lock_step(s);
		if (r->checking)
			sm_check_replay(s);
	} else if (r->mode == COMMIT_SERIAL) {
		sm_serial_step(s);
	}
}

/* A warp that the unit let run again, or stopped, since it was looked at: the Verilated unit does
 * so later than events are given. */
void sm_order_clock(struct sm *s)
{
	struct sm_order *r = s->order;

	s->count->port_busy += commit_sb_port(r->sb);
	commit_sb_step(r->sb);
	commit_q_step(r->q);
	if (r->mode != COMMIT_PARALLEL)
		return;
	for (uint64_t left = s->in[SM_STOPPED]; left; left &= left - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (!w->held && commit_q_runs(r->q, w->index))
			sm_look(s, w);
	}
}

bool sm_order_idle(const struct sm *s)
{
	const struct sm_order *r = s->order;

	return !r || (!r->unanswered && !r->commit && !r->untagged && !r->checking &&
		      !sm_order_logged(s) && commit_sb_idle(r->sb) && commit_q_done(r->q) &&
		      r->mode == COMMIT_DISTRIBUTE);
}
