/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * detect: the SM and its detector unit. What happens when is the table of rtl/README.md, SM unit;
 * sw/detect does the same without a clock; what an operation means to the detector: sw/access.
 *
 *   events ──> queue ──> det_sm_event(), one a cycle       number sent: given
 *   accesses ──────────> det_sm_request() with each        number settled: all its effects are
 *   det_sm_tag() ──────> L1's packets, in order            there
 *   det_sm_message() ──> a packet behind them              number gone: messages given to L1
 *   sm_credit() <─────── slices, one for each message
 *
 * A warp waits for its own events before its next memory, fence or barrier instruction, so that
 * its tags see them; and for an atomic that may take a lock or give one back (CAS, exchange), since
 * its events come when it is back. The queue of events never fills: it has room for all that warps
 * and operations can cause before they wait.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "sm_int.h"

void sm_detect_init(struct sm *s)
{
	const struct sm_config *c = &s->cfg->sm;
	/* locks of each lane and ACTIVATE; fence, barrier; begin of block and warp */
	const uint32_t most = (c->pending_ops + s->n_warps) * (SIMT_LANES + 1) + 4 * s->n_warps +
			      2 * c->block_slots;
	const uint32_t n = power_of_two(most);

	while (c->count > 1U << s->sm_bits)
		s->sm_bits++;
	s->n_slices = s->cfg->l2.slices;
	s->credit = mem_alloc(s->n_slices * sizeof(*s->credit));
	s->at_least = s->n_slices;
	if (!s->det)
		return;
	s->event = mem_alloc(n * sizeof(*s->event));
	s->event_mask = n - 1;
	s->det_busy = true; /* it clears its tables first */
}

void sm_detect_free(struct sm *s)
{
	if (s->message)
		pkt_free(s->pool, s->message);
	free(s->event);
	free(s->credit);
}

/* Events */

static struct pf_event *push(struct sm *s)
{
	assert(s->events - s->sent <= s->event_mask);
	s->count->events++;
	return &s->event[s->events++ & s->event_mask];
}

void sm_detect_event(struct sm *s, struct sm_warp *w, enum pf_evt_code kind, bool device)
{
	/* Counted for the block, a barrier is of no warp. */
	const bool whole = kind == PF_EVT_BARRIER && s->policy->block_barriers;

	*push(s) = (struct pf_event){
		.kind = kind, .slot = w->slot, .warp = whole ? 0 : w->index, .device = device};
	w->event = s->events;
}

void sm_detect_block(struct sm *s, uint32_t slot)
{
	const uint32_t first = slot * s->warps_per_block;

	if (!s->det)
		return;
	*push(s) = (struct pf_event){
		.kind = PF_EVT_BLOCK_BEGIN, .slot = slot, .block = slot << s->sm_bits | s->index};
	for (uint32_t i = 0; i < s->warps_per_block; i++)
		sm_detect_event(s, &s->warp[first + i], PF_EVT_WARP_BEGIN, false);
}

/* Locks taken or given back, in lane order. */
static void locks(struct sm *s, struct sm_op *o)
{
	for (uint32_t left = access_locked(&o->cls, &o->op); left; left &= left - 1) {
		*push(s) = (struct pf_event){.kind = o->cls.lock == ACCESS_TAKES ? PF_EVT_LOCK
										 : PF_EVT_UNLOCK,
					     .slot = o->w->slot,
					     .warp = o->w->index,
					     .address = o->op.addr[__builtin_ctz(left)],
					     .device = o->cls.device};
		o->w->event = s->events;
	}
}

void sm_detect_done(struct sm *s, struct sm_op *o)
{
	if (!s->det)
		return;
	if (o->cls.lock != ACCESS_NO_LOCK)
		locks(s, o);
	if (o->cls.acquires && (o->op.space == PTX_SPACE_GLOBAL || o->op.space == PTX_SPACE_SHARED))
		sm_detect_event(s, o->w, PF_EVT_ACTIVATE, o->cls.device);
}

/* Tags */

void sm_detect_request(struct sm_op *o)
{
	o->request = (struct pf_sm_request){
		.slot = o->w->slot,
		.warp = o->w->index,
		.strong = o->cls.strong,
		.is_atom = o->cls.atomic,
		.block_scope = o->cls.block_scope,
		.write = o->cls.write,
	};
}

bool sm_detect_tag(void *ctx, struct pf_tag *t)
{
	struct sm *s = ctx;

	return det_sm_tag(s->det, t);
}

/* Messages */

static struct pkt *packet_of(struct sm *s, const struct pf_message *m)
{
	struct pkt *k = pkt_alloc(s->pool);

	k->kind = m->epoch ? PKT_EPOCH : PKT_FENCE;
	k->born = s->now;
	k->tag = (struct pf_tag){
		.block = m->block, .warp = m->warp, .block_scope = !m->epoch && !m->device};
	/* Their fence's address is the number of its warp among all. */
	k->single = s->cfg->det.paper;
	if (k->single)
		k->slice =
			(uint16_t)((m->block << 6 | m->warp) / s->cfg->l2.interleave % s->n_slices);
	return k;
}

static void messages(struct sm *s)
{
	struct pf_message m;

	if (!s->message && det_sm_message(s->det, &m)) {
		s->message = packet_of(s, &m);
		s->taken++;
		s->count->messages++;
	}
	if (!s->message)
		return;
	if (sm_check_message(s, s->message)) {
		s->message = NULL;
		s->gone++;
		s->sync_moved = true;
		return;
	}
	if (!l1_message(s->l1, s->message)) {
		s->count->message_wait++;
		return;
	}
	s->message = NULL;
	s->gone++;
	s->sync_moved = true;
}

void sm_credit(struct sm *s, uint32_t slice)
{
	if (s->credit[slice]++ != s->least_credit || --s->at_least)
		return;
	s->least_credit++;
	for (uint32_t i = 0; i < s->n_slices; i++)
		s->at_least += s->credit[i] == s->least_credit;
	s->sync_moved = true;
}

/* A cycle */

static void settled(struct sm *s)
{
	s->settled = s->sent;
	s->sync_moved = true;
	for (uint64_t left = s->in[SM_EVENT]; left; left &= left - 1)
		sm_look(s, &s->warp[__builtin_ctzll(left)]);
}

void sm_detect_step(struct sm *s)
{
	if (s->det_busy || s->message)
		messages(s);
	if (s->settled != s->sent && det_sm_settled(s->det))
		settled(s);
	if (s->events == s->sent)
		return;
	if (!det_sm_event_ready(s->det)) {
		s->count->event_wait++;
		return;
	}
	det_sm_event(s->det, &s->event[s->sent++ & s->event_mask]);
	s->det_busy = true;
}

void sm_detect_clock(struct sm *s)
{
	if (!s->det_busy)
		return;
	det_sm_step(s->det);
	s->det_busy = !det_sm_idle(s->det);
}

bool sm_detect_idle(const struct sm *s)
{
	return !s->det_busy && s->events == s->sent && !s->message && s->least_credit == s->taken;
}
