/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_serial: an SM in the serial mode: what its warps have held, in the order of warp slots.
 *
 *   turns (serial = cu, warp)   a warp after the other: all accesses of its operation, the next one
 *   sweep (serial = slice)      a slice after the other: of all warps the accesses that go there
 *
 * Only the order at each slice counts. In a sweep all SMs send at once, and a slice takes SM after
 * SM (noc_order()). Did each SM send warp after warp, the second SM's first packet for a slice
 * could pass only when the first SM is through with all its warps, as that one's last packet may be
 * for this slice: SMs would come one after the other all the same. Sweeping, each packet tells the
 * network that its SM is done with the slices before: they turn to the next SM, and SMs follow
 * each other like a wave.
 *
 * A warp joins the sweep when its operation has been started, one a cycle; the first slice's
 * packets leave meanwhile. A release has to wait for what was sent before it, and pending_ops may
 * not be enough for all: then there is more than one sweep, and slices have to wait for the last
 * one's end.
 */
#include "../base/map.h"
#include "sides.h"

bool commit_needs_serial(const struct commit_side *r)
{
	return commit_q_any(r->q);
}

bool commit_calls(const struct commit_side *r)
{
	const struct sm *s = r->side.sm;

	for (uint32_t i = 0; i < s->n_warps; i++)
		if (r->warp[i].held && r->warp[i].held->op.kind == SIMT_OP_SYSCALL)
			return true;
	return false;
}

void commit_token(struct commit_side *r, bool sweep)
{
	r->token = true;
	r->sweep = (struct commit_sweep){.on = sweep};
}

/* All that it has held has been sent, and has taken place at its slices: what the next SM sends
 * comes after it. Answers may still be on their way. */
bool commit_passes(const struct commit_side *r)
{
	return commit_sent(r) && !r->unanswered;
}

/* ... and waits for nothing more to go into the network. */
bool commit_sent(const struct commit_side *r)
{
	const struct sm *s = r->side.sm;

	return commit_q_done(r->q) && commit_q_serial(r->q) < 0 && !s->queue_count &&
	       !s->in[SM_FENCE] && l1_sent(s->l1);
}

bool commit_sorted(const struct commit_side *r)
{
	return r->sweep.on && r->sweep.closed && !r->sweep.many && commit_q_serial(r->q) < 0;
}

/* The next one may go when order among atomics of this SM is sure: they keep it on their way, but a
 * release waits for others first. */
static bool may_follow(const struct commit_side *r)
{
	const struct sm *s = r->side.sm;

	if (r->cfg->deterministic.serial == SIM_SERIAL_WARP && (s->n_pending || s->in[SM_FENCE]))
		return false;
	return !s->in[SM_FENCE] && sm_op_room(s);
}

static void start(struct commit_side *r, uint32_t warp)
{
	struct sm *s = r->side.sm;

	commit_q_serial_done(r->q);
	commit_proceed(r, &s->warp[warp]);
}

static void next_turn(struct commit_side *r, uint32_t next)
{
	struct sm *s = r->side.sm;
	const struct simt_op *op = &r->warp[next].held->op;

	if (!may_follow(r) ||
	    ((access_releases(op) || op->kind == SIMT_OP_SYSCALL) && s->n_pending))
		return; /* a system call may read what they write */
	start(r, next);
}

/* Joins the sweep, or closes it. */
static void next_sweep(struct commit_side *r, int next)
{
	struct sm *s = r->side.sm;
	struct commit_sweep *p = &r->sweep;

	if (p->closed || s->in[SM_FENCE])
		return;
	if (next < 0) {
		p->closed = true;
		return;
	}
	if (s->n_pending &&
	    (access_releases(&r->warp[next].held->op) || s->n_pending >= r->cfg->sm.pending_ops)) {
		p->closed = s->queue_count;
		p->many = true;
		return;
	}
	start(r, (uint32_t)next);
}

void commit_serial_step(struct commit_side *r)
{
	const int next = commit_q_serial(r->q);

	if (!r->token)
		return;
	if (r->sweep.on)
		next_sweep(r, next);
	else if (next >= 0)
		next_turn(r, (uint32_t)next);
}

/* Accesses by slice; those of one slice keep their order. */
void commit_serial_sort(const struct commit_side *r, struct sm_op *o)
{
	const struct map map = map_make(&r->cfg->l2);

	if (!r->sweep.on || r->mode != COMMIT_SERIAL)
		return;
	for (uint32_t i = 1; i < o->n; i++) {
		const struct coalesced a = o->access[i];
		const uint32_t slice = map_slice(&map, a.addr);
		uint32_t at = i;

		for (; at && map_slice(&map, o->access[at - 1].addr) > slice; at--)
			o->access[at] = o->access[at - 1];
		o->access[at] = a;
	}
}

/* The next operation with an access for the slice that the sweep is at; NULL: not known yet, or the
 * sweep is over. */
static struct sm_op *next_of_sweep(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	const struct map map = map_make(&r->cfg->l2);
	struct commit_sweep *p = &r->sweep;

	for (; p->slice < map.slices; p->slice++, p->at = 0) {
		for (; p->at < s->queue_count; p->at++) {
			struct sm_op *o = &s->op[s->queue[(s->queue_head + p->at) % s->n_ops]];

			if (o->sent < o->n && map_slice(&map, o->access[o->sent].addr) == p->slice)
				return o;
		}
		if (!p->closed)
			return NULL;
	}
	s->queue_head = (s->queue_head + s->queue_count) % s->n_ops;
	s->queue_count = p->slice = 0;
	p->closed = false;
	return NULL;
}

bool commit_serial_send(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct sm_op *o;

	if (!r->sweep.on || r->mode != COMMIT_SERIAL)
		return false;
	o = next_of_sweep(r);
	if (o)
		sm_op_access(s, o);
	return true;
}
