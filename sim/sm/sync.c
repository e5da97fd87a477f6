/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sync: what orders a warp's operations among themselves and with other warps.
 *
 *   fence, releasing access:
 *     DRAIN ─────────> SIDES ─┬─ fence: performed ──> LATENCY ─> the warp goes on
 *     own operations          └─ release ──> LATENCY ─> ENTER: becomes an operation
 *
 * Observers see a fence when all that came before has been performed, and nothing that comes after:
 * the warp issues nothing from the fence's issue to its end. A releasing access waits in the same
 * way in every mode, or it could be performed before what it releases. An acquiring access lets no
 * memory, fence or barrier instruction of its warp issue before it is done. A release that turns
 * out not to write (compare-and-swap) has fenced all the same: that is known when it is performed,
 * too late.
 *
 * Barriers are the machine's; arrivals wait until the warp's own operations are done, stores
 * acknowledged included (CONTROL instructions do).
 */
#include "sm_int.h"

/* Fences */

static bool drained(const struct sm *s, const struct sm_warp *w)
{
	if (w->in_flight)
		return false;
	SM_EACH(s, drained, x)
		if (!x->calls->drained(x, w))
			return false;
	return true;
}

static bool passed(const struct sm *s, struct sm_op *o)
{
	SM_EACH(s, passed, x)
		if (!x->calls->passed(x, o))
			return false;
	return true;
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

	if (w->stage == SM_STAGE_DRAIN && drained(s, w)) {
		w->stage = SM_STAGE_SIDES;
		SM_TELL_OF(s, fence, o);
	}
	if (w->stage == SM_STAGE_SIDES && passed(s, o))
		fenced(s, w);
	if (w->stage == SM_STAGE_ENTER && sm_op_room(s))
		end_fence(s, w);
}

void sm_fence(struct sm *s, struct sm_op *o)
{
	struct sm_warp *w = o->w;

	o->releases = o->op.kind != SIMT_OP_FENCE;
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
	SM_EACH(s, arrives, x)
		x->calls->arrives(x, w, op);
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

/* Is w the first warp that this release lets go? It calls sm_wake() for each. */
static bool is_first(struct sm *s, const struct sm_warp *w, uint32_t id)
{
	if (s->released_call == s->calls && s->released_slot == w->slot && s->released_id == id)
		return false;
	s->released_call = s->calls;
	s->released_slot = w->slot;
	s->released_id = id;
	s->count->barriers++;
	return true;
}

void sm_wake(struct sm *s, struct machine_warp *mw, uint64_t now)
{
	struct sm_warp *w = engine_user(mw);
	const uint32_t id = released_from(w);
	const bool first = is_first(s, w, id);

	s->progress++;
	SM_EACH(s, released, x)
		x->calls->released(x, w, id, first);
	w->not_before = now + s->cfg->sm.lat_barrier;
	w->pause = SM_BARRIER;
	sm_look(s, w);
}
