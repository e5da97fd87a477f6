/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ops: memory operations between issue and their last part.
 *
 *   sm_op_start() ─> queue of accesses ─ sm_op_send() ─> L1 ... sm_op_done() ─> registers, events
 *                                                         └─ tap: sm_op_perform()
 *
 * The queue is one of operations; each makes its accesses one after the other. access_queue of them
 * may stand between coalescer and L1, and the coalescer has one operation more: the next memory
 * instruction issues when that one's accesses have all found room.
 */
#include "sm_int.h"

struct sm_op *sm_op_free(const struct sm *s)
{
	/* One more than memory operations and fences can be. */
	return &s->op[s->free[s->n_free - 1]];
}

void sm_op_take(struct sm *s, struct sm_op *o, struct sm_warp *w)
{
	s->n_free--;
	o->w = w;
	o->born = s->now;
	o->n = o->sent = o->waiting = 0;
	o->releases = false;
	o->holds = access_acquires(&o->op);
	SM_TELL_OF(s, taken, o);
}

void sm_op_drop(struct sm *s, struct sm_op *o)
{
	s->free[s->n_free++] = (uint32_t)(o - s->op);
}

bool sm_op_room(const struct sm *s)
{
	return s->n_pending < s->cfg->sm.pending_ops && s->unsent <= s->cfg->sm.access_queue;
}

static enum pkt_kind packet_of(const struct sm_op *o)
{
	if (o->op.kind == SIMT_OP_LD)
		return PKT_READ;
	return o->op.kind == SIMT_OP_ST ? PKT_WRITE : PKT_ATOM;
}

void sm_op_start(struct sm *s, struct sm_op *o)
{
	struct sm_warp *w = o->w;

	o->born = s->now; /* a release has waited for its fence */
	o->n = coalesce(&o->op, s->cfg->sm.segment, o->access);
	o->stops = s->cfg->sm.atomic_waits && packet_of(o) == PKT_ATOM;
	o->weak_load = o->op.kind == SIMT_OP_LD && o->op.sem == PTX_SEM_WEAK;
	SM_TELL_OF(s, start, o);
	sm_scoreboard_set(w, &s->uses[o->op.pc], SM_NEVER);
	o->next = NULL;
	o->prev = w->last;
	*(w->last ? &w->last->next : &w->first) = o;
	w->last = o;
	w->in_flight++;
	w->holding += o->holds;
	w->stopping += o->stops;
	s->queue[(s->queue_head + s->queue_count++) % s->n_ops] = (uint32_t)(o - s->op);
	s->unsent += o->n;
	s->count->global_ops++;
	s->count->accesses += o->n;
	if (++s->n_pending > s->count->most_ops)
		s->count->most_ops = s->n_pending;
}

int sm_op_perform(struct sm *s, struct sm_op *o, uint32_t lanes)
{
	bool changed = false;

	s->calls++;
	if (engine_perform(s->m, o->w->mw, &o->op, lanes, &changed)) {
		s->failed = true;
		return -1;
	}
	s->progress += changed;
	return 0;
}

/* A hit, or a load merged in an MSHR, is performed when it is done, not when it leaves here: what
 * comes behind it and goes to the slice could be performed first, and a thread's load could see its
 * own later store. So whatever goes to the slice waits while an earlier weak load of its warp has
 * the sector. */
static bool overtakes(const struct sm_op *o, const struct coalesced *a)
{
	if (o->weak_load)
		return false;
	for (const struct sm_op *p = o->prev; p; p = p->prev)
		for (uint32_t left = p->weak_load ? p->waiting : 0; left; left &= left - 1)
			if (p->access[__builtin_ctz(left)].addr == a->addr)
				return true;
	return false;
}

/* The next access of o. False: it cannot go in this cycle. */
static bool send(struct sm *s, struct sm_op *o)
{
	const struct coalesced *c = &o->access[o->sent];
	const struct l1_access a = {
		.kind = packet_of(o),
		.strong = !o->weak_load,
		.part = (uint8_t)o->sent,
		.word_mask = c->word_mask,
		.sub_mask = c->sub_mask,
		.op = (uint32_t)(o - s->op),
		.lanes = c->lanes,
		.pc = o->op.pc,
		.bytes = c->bytes,
		.addr = c->addr,
	};

	if (overtakes(o, c)) {
		s->count->stall_order++;
		return false;
	}
	if (s->checker && !sm_check_ready(s)) {
		s->count->stall_tag++;
		return false;
	}
	if (!l1_ready(s->l1, &a)) {
		s->count->stall_l1++;
		return false;
	}
	o->waiting |= 1U << o->sent++;
	s->unsent--;
	if (s->checker)
		sm_check(s, o);
	l1_access(s->l1, &a, s->now);
	SM_TELL_OF(s, access, o);
	return true;
}

bool sm_op_access(struct sm *s, struct sm_op *o)
{
	const bool lines = s->cfg->sm.segment == LINE && !s->checker;
	const uint64_t line = o->access[o->sent].addr / LINE;

	do
		if (!send(s, o))
			return false;
	while (lines && o->sent < o->n && o->access[o->sent].addr / LINE == line);
	return true;
}

void sm_op_send(struct sm *s)
{
	struct sm_op *o;

	SM_EACH(s, sends, x)
		if (x->calls->sends(x))
			return;
	o = &s->op[s->queue[s->queue_head]];
	if (!sm_op_access(s, o) || o->sent < o->n)
		return;
	s->queue_head = (s->queue_head + 1) % s->n_ops;
	s->queue_count--;
}

static void complete(struct sm *s, struct sm_op *o)
{
	struct sm_warp *w = o->w;
	const uint64_t cycles = s->now - o->born;

	SM_TELL_OF(s, completes, o);
	engine_complete(s->m, w->mw, &o->op);
	sm_scoreboard_set(w, &s->uses[o->op.pc], s->now);
	*(o->prev ? &o->prev->next : &w->first) = o->next;
	*(o->next ? &o->next->prev : &w->last) = o->prev;
	w->in_flight--;
	w->holding -= o->holds;
	w->stopping -= o->stops;
	s->n_pending--;
	s->count->op_cycles += cycles;
	if (cycles > s->count->op_longest)
		s->count->op_longest = cycles;
	SM_TELL_OF(s, done, o);
	sm_op_drop(s, o);
	s->sync_moved = true;
	sm_look(s, w);
}

void sm_op_done(void *ctx, uint32_t op, uint8_t part, uint32_t lanes, bool hit)
{
	struct sm *s = ctx;
	struct sm_op *o = &s->op[op];

	assert(o->waiting >> part & 1);
	if (s->failed || (hit && sm_op_perform(s, o, lanes)))
		return;
	o->waiting &= ~(1U << part);
	if (!o->waiting && o->sent == o->n)
		complete(s, o);
}

const struct simt_op *sm_op(const struct sm *s, uint32_t op)
{
	return &s->op[op].op;
}

int sm_perform(struct sm *s, uint32_t op, uint32_t lanes, uint32_t *wrote)
{
	struct sm_op *o = &s->op[op];
	const struct simt_op *p = &o->op;

	if (sm_op_perform(s, o, lanes))
		return -1;
	*wrote = access_wrote(s->policy, p, lanes);
	return 0;
}
