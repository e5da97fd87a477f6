/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sync: what orders a warp's operations among themselves and with other warps.
 *
 *   fence, releasing access:
 *     DRAIN ─> EVENT ─> CREDIT ─┬─ fence: performed ──> LATENCY ─> the warp goes on
 *     own operations  detector  └─ release ──> LATENCY ─> ENTER: becomes an operation
 *
 * Observers see a fence when all that came before has been performed, and nothing that comes after:
 * the warp issues nothing from the fence's issue to its end. A releasing access waits in the same
 * way in every mode, or it could be performed before what it releases; the detector hears of it
 * if its policy says sync_fences. An acquiring access lets no memory, fence or barrier instruction
 * of its warp issue before it is done. A release that turns out not to write (compare-and-swap) has
 * fenced all the same: that is known when it is performed, too late.
 *
 * Barriers are the machine's; arrivals wait until the warp's own operations are done, stores
 * acknowledged included (CONTROL instructions do).
 */
#include "sm_int.h"

/* Fences */

/* Its message takes its place among the warp's checks: order_check.c. */
static bool is_replayed(const struct sm *s)
{
	return s->order && s->order->mode == COMMIT_PARALLEL;
}

/* To the end of the fence itself. */
static void fenced(struct sm *s, struct sm_warp *w)
{
	struct sm_op *o = w->fence;

	if (!o->releases && sm_op_perform(s, o, o->op.mask))
		return;
	w->stage = SM_STAGE_LATENCY;
	sm_look_at(s, w, s->now + s->cfg->sm.lat_fence);
}

static void end_fence(struct sm *s, struct sm_warp *w)
{
	struct sm_op *o = w->fence;

	s->count->fences++;
	s->count->releases += o->releases;
	s->count->fence_cycles += s->now - o->born;
	w->fence = NULL;
	if (o->releases)
		sm_memory(s, o);
	else
		sm_op_drop(s, o);
	sm_look(s, w);
}

/* As far as it can go in this cycle. */
static void advance(struct sm *s, struct sm_warp *w)
{
	struct sm_op *o = w->fence;

	if (w->stage == SM_STAGE_DRAIN && !w->in_flight && !w->untagged) {
		w->stage = SM_STAGE_CREDIT;
		w->need = 0;
		if (o->event) {
			sm_detect_event(s, w, PF_EVT_FENCE, access_leaves_block(&o->op));
			w->stage = SM_STAGE_EVENT;
		}
	}
	if (w->stage == SM_STAGE_EVENT && w->event <= s->settled) {
		w->stage = SM_STAGE_CREDIT;
		w->need = s->taken;
	}
	if (w->stage == SM_STAGE_CREDIT && w->need <= s->gone &&
	    (!access_leaves_block(&o->op) || s->cfg->det.paper || is_replayed(s) ||
	     w->need <= s->least_credit))
		fenced(s, w);
	if (w->stage == SM_STAGE_ENTER && sm_op_room(s))
		end_fence(s, w);
}

void sm_fence(struct sm *s, struct sm_op *o)
{
	struct sm_warp *w = o->w;

	o->releases = o->op.kind != SIMT_OP_FENCE;
	o->event = s->det && (!o->releases || o->cls.releases);
	w->fence = o;
	w->stage = SM_STAGE_DRAIN;
	w->wake = SM_NEVER;
	sm_set_state(s, w, SM_FENCE);
	advance(s, w);
}

/* The wheel: lat_fence is over. */
void sm_fence_due(struct sm *s, struct sm_warp *w)
{
	if (!w->fence->releases) {
		end_fence(s, w);
		return;
	}
	w->stage = SM_STAGE_ENTER;
	s->sync_moved = true; /* if there is no room, there may be some in the next cycle */
	advance(s, w);
}

void sm_sync_step(struct sm *s)
{
	s->sync_moved = false;
	for (uint64_t left = s->in[SM_FENCE]; left && !s->failed; left &= left - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (!w->fence || w->stage == SM_STAGE_LATENCY)
			continue;
		advance(s, w);
		s->sync_moved |= w->fence && w->stage == SM_STAGE_ENTER;
	}
}

/* Barriers */

void sm_barrier(struct sm *s, struct sm_warp *w, struct simt_op *op)
{
	if (op->bar_mode != PTX_MODE_BAR_ARRIVE && op->bar_id < SM_BARRIERS)
		w->bar[op->bar_id] |= op->mask;
	if (s->order && op->bar_id < SM_BARRIERS)
		sm_order_arrives(s, w, op);
	if (s->det && !s->policy->block_barriers && op->mask & 1)
		sm_detect_event(s, w, PF_EVT_BARRIER, false);
	if (engine_perform(s->m, w->mw, op, op->mask, NULL))
		s->failed = true;
}

/* The barrier that has let lanes of w go. */
static uint32_t released_from(struct sm_warp *w)
{
	for (uint32_t id = 0; id < SM_BARRIERS; id++)
		if (w->bar[id] & ~w->simt->waiting) {
			w->bar[id] &= w->simt->waiting;
			return id;
		}
	return SM_BARRIERS;
}

/* Counted for the block, a barrier is one event; its release calls sm_wake() for each warp. */
static void barrier_event(struct sm *s, struct sm_warp *w, uint32_t id)
{
	if (s->released_call != s->calls || s->released_slot != w->slot || s->released_id != id) {
		s->released_call = s->calls;
		s->released_slot = w->slot;
		s->released_id = id;
		s->count->barriers++;
		if (!s->det || !s->policy->block_barriers)
			return;
		sm_detect_event(s, w, PF_EVT_BARRIER, false);
		if (s->order)
			sm_check_barrier(s, w->slot);
		s->released_event = w->event;
	}
	if (!s->det || !s->policy->block_barriers)
		return;
	w->event = s->released_event;
	w->hold = true;
}

void sm_wake(struct sm *s, struct machine_warp *mw, uint64_t now)
{
	struct sm_warp *w = engine_user(mw);
	const uint32_t id = released_from(w);

	barrier_event(s, w, id);
	s->progress++;
	if (s->order)
		sm_order_woken(s, w, id);
	w->not_before = now + s->cfg->sm.lat_barrier;
	w->pause = SM_BARRIER;
	sm_look(s, w);
}
