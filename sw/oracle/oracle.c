/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an operation does to the order of things, as the machine performed it:
 *
 *   a strong read   learns what the location's chain holds for it
 *   a write         goes on with the chain, or ends it; passes on what its thread has fenced
 *
 * then its bytes are checked against what is known by then.
 */
#include "oracle.h"

#include <string.h>

#include "chain.h"
#include "history.h"
#include "order.h"
#include "seen.h"

struct oracle {
	struct machine_observer observer;
	struct tally tally;
	struct oracle_stats stats;
	struct order order;
	struct chains chains;
	struct history history;
	struct seens seens; /* model ptx */
	bool ptx;
	uint32_t shared_bytes;
};

/* One memory operation. */
struct act {
	struct oracle *o;
	const struct simt_op *op;
	struct order_block *b;
	struct order_warp *w;
	uint32_t warp;
	bool rmw, strong, acquires, releases;
};

static bool is_wide(enum ptx_scope s)
{
	return s != PTX_SCOPE_CTA;
}

/* atom.cas that found another value has only read. */
static bool failed(const struct act *a, unsigned lane)
{
	return a->op->failed >> lane & 1;
}

static uint64_t place(const struct act *a, unsigned lane, unsigned v)
{
	const uint64_t addr = a->op->addr[lane] + (uint64_t)v * a->op->size;

	return a->op->space == PTX_SPACE_SHARED ? chain_shared(a->b->index, addr) : addr;
}

/* Model scord. Learns at once; what a CAS reads at its own fence. */
static void observe_scord(const struct act *a, unsigned lane, uint64_t addr)
{
	struct oracle *o = a->o;
	const struct chain *ch = chains_find(&o->chains, addr, a->op->size);
	struct know *near, *far;

	if (!ch)
		return;
	near = chain_of_block(ch, a->b->index);
	far = is_wide(a->op->scope) ? ch->device : NULL;
	if (a->acquires || !(a->rmw && a->op->atom == PTX_ATOM_CAS)) {
		order_learn(&o->order, a->w, lane, near);
		order_learn(&o->order, a->w, lane, far);
		return;
	}
	order_pend(&o->order, a->w, lane, ORDER_CTA, near); /* a device fence takes these, too */
	order_pend(&o->order, a->w, lane, ORDER_GPU, far);
}

/* An acquire completes what its thread's earlier strong reads of the location have observed. */
static void acquire_marked(const struct act *a, unsigned lane, uint64_t addr)
{
	struct oracle *o = a->o;
	const struct marks *marks = order_marked(&o->order, a->w, lane);
	const struct mark *m = marks ? marks_find(marks, addr, a->op->size) : NULL;

	if (!m)
		return;
	order_learn(&o->order, a->w, lane, m->near);
	if (is_wide(a->op->scope))
		order_learn(&o->order, a->w, lane, m->far);
}

/* Model ptx. A strong read that observes releases begins an acquire pattern; an acquire of the same
 * location or a fence ends it, of a scope that includes who released. */
static void observe_ptx(const struct act *a, unsigned lane, uint64_t addr)
{
	struct oracle *o = a->o;
	const struct chain *ch = chains_find(&o->chains, addr, a->op->size);
	const bool wide = is_wide(a->op->scope);
	struct know *near = NULL, *far = NULL;

	if (a->acquires)
		acquire_marked(a, lane, addr);
	if (ch && chain_links(ch, a->b->index, wide)) {
		near = chain_of_block(ch, a->b->index);
		far = ch->device;
	}
	if (a->acquires) {
		order_learn(&o->order, a->w, lane, near);
		near = NULL;
		if (wide) {
			order_learn(&o->order, a->w, lane, far);
			far = NULL;
		}
	}
	if (!near && !far)
		return;
	order_pend(&o->order, a->w, lane, ORDER_CTA, near); /* a device fence takes these, too */
	order_pend(&o->order, a->w, lane, ORDER_GPU, far);
	marks_read(order_marks(&o->order, a->w, lane), &o->order.pool, addr, a->op->size, near,
		   far);
}

/* Adds what the thread's earlier releases of the location release again with this write, and notes
 * the write when it is one. */
static void publish_ptx(const struct act *a, unsigned lane, struct chain_write *w)
{
	struct order *o = &a->o->order;
	const bool wide = is_wide(a->op->scope);
	const struct marks *marks = order_marked(o, a->w, lane);
	const struct mark *m = marks ? marks_find(marks, w->addr, w->size) : NULL;

	w->cta = order_gives(o, a->b, a->warp, lane, ORDER_CTA, a->releases);
	w->device = order_gives(o, a->b, a->warp, lane, ORDER_GPU, a->releases && wide);
	if (m) {
		struct know *cta = know_join(&o->pool, w->cta, m->any);
		struct know *device = know_join(&o->pool, w->device, m->wide);

		know_drop(&o->pool, w->cta);
		know_drop(&o->pool, w->device);
		w->cta = cta;
		w->device = device;
	}
	if (a->releases)
		marks_release(order_marks(o, a->w, lane), &o->pool, w->addr, w->size, w->cta, wide);
}

static void publish(const struct act *a, unsigned lane, uint64_t addr)
{
	struct oracle *o = a->o;
	struct chain_write w = {
		.addr = addr,
		.block = a->b->index,
		.size = a->op->size,
		.scope = a->op->scope,
		.rmw = a->rmw,
	};

	if (o->ptx && a->strong) {
		publish_ptx(a, lane, &w);
	} else if (a->strong) {
		w.cta = order_gives(&o->order, a->b, a->warp, lane, ORDER_CTA, a->releases);
		if (is_wide(a->op->scope))
			w.device =
				order_gives(&o->order, a->b, a->warp, lane, ORDER_GPU, a->releases);
	}
	chains_write(&o->chains, &w);
	know_drop(&o->order.pool, w.cta);
	know_drop(&o->order.pool, w.device);
}

static void note_locks(const struct act *a, unsigned lane, uint64_t addr)
{
	const uint32_t thread = a->o->order.its ? lane : 0;
	const uint64_t value = a->rmw ? a->op->data[1][lane] : a->op->data[0][lane];

	if (a->rmw && a->op->atom == PTX_ATOM_CAS) {
		if (value == 1 && a->op->data[0][lane] == 0)
			locks_take(&a->w->locks, &a->o->tally, thread, addr);
	} else if (value == 0 && a->w->locks.n) {
		locks_give(&a->w->locks, thread, addr);
	}
}

/* Of one lane: its reads, its writes, or both. */
static void synchronise_lane(const struct act *a, unsigned l, bool reads, bool writes)
{
	for (unsigned v = 0; v < a->op->vec; v++) {
		const uint64_t addr = place(a, l, v);

		if (reads && a->strong && a->o->ptx)
			observe_ptx(a, l, addr);
		else if (reads && a->strong)
			observe_scord(a, l, addr);
		if (writes && !(a->rmw && failed(a, l)))
			publish(a, l, addr);
		if (writes)
			note_locks(a, l, addr);
	}
}

/* Under ITS a lane can observe the lane before it. In lock step the warp is one thread and the
 * operation one event of it: all that its lanes learn comes before all that they pass on. */
static void synchronise(const struct act *a)
{
	const bool reads = a->op->kind == SIMT_OP_LD || a->op->kind == SIMT_OP_ATOM;
	const bool writes = a->op->kind != SIMT_OP_LD;

	if (!a->o->order.its && reads)
		for (uint32_t left = a->op->mask; left; left &= left - 1)
			synchronise_lane(a, (unsigned)__builtin_ctz(left), true, false);
	for (uint32_t left = a->op->mask; left; left &= left - 1)
		synchronise_lane(a, (unsigned)__builtin_ctz(left), reads && a->o->order.its,
				 writes);
}

/* Weak stores matter to chains and locks only where there are any. */
static bool matters(const struct act *a)
{
	if (a->strong)
		return a->op->kind != SIMT_OP_LD || a->o->chains.n || a->acquires;
	if (a->op->kind == SIMT_OP_LD)
		return false;
	if (a->w->locks.n)
		return true;
	for (uint32_t left = a->o->chains.n ? a->op->mask : 0; left; left &= left - 1)
		if (chains_near(&a->o->chains, place(a, (unsigned)__builtin_ctz(left), 0)))
			return true;
	return false;
}

static uint8_t flags_of(const struct act *a)
{
	const bool atomic = a->strong && (a->rmw || a->op->sem != PTX_SEM_VOLATILE || a->o->ptx);

	return (uint8_t)((a->op->kind == SIMT_OP_LD ? 0 : ACCESS_WRITES) |
			 (atomic ? ACCESS_ATOMIC : 0) | (a->strong ? ACCESS_STRONG : 0) |
			 (a->rmw ? ACCESS_RMW : 0));
}

static void check(const struct act *a, const struct machine_who *who, uint32_t lanes, uint8_t flags)
{
	if (lanes)
		history_access(&a->o->history, &a->o->order, a->w, who, a->op, lanes, flags);
}

/* Observation order: after the check, since an access is not ordered by what it observes itself. */
static void see_lane(const struct act *a, unsigned l)
{
	struct oracle *o = a->o;
	struct seen_by by = {.order = &o->order,
			     .w = a->w,
			     .block = a->b->index,
			     .warp = a->warp,
			     .lane = l,
			     .size = a->op->size,
			     .strong = a->strong,
			     .wide = is_wide(a->op->scope),
			     .rmw = a->rmw};

	for (unsigned v = 0; v < a->op->vec; v++) {
		by.addr = place(a, l, v);
		if (a->op->kind == SIMT_OP_LD || (a->rmw && failed(a, l)))
			seens_read(&o->seens, &by);
		else
			seens_write(&o->seens, &by, o->history.id_of[l]);
	}
}

static void see(const struct act *a, uint32_t lanes)
{
	if (!a->strong && (a->op->kind == SIMT_OP_LD || !a->o->seens.n))
		return;
	for (; lanes; lanes &= lanes - 1)
		see_lane(a, (unsigned)__builtin_ctz(lanes));
}

static void check_and_see(const struct act *a, const struct machine_who *who, uint32_t lanes)
{
	const uint32_t failing = a->rmw ? lanes & a->op->failed : 0;
	const uint8_t flags = flags_of(a);

	check(a, who, lanes & ~failing, flags);
	check(a, who, failing, flags & (uint8_t)~ACCESS_WRITES);
	if (a->o->ptx)
		see(a, lanes);
}

static void memory(struct oracle *o, const struct machine_who *who, const struct simt_op *op,
		   struct order_block *b)
{
	struct act a = {.o = o, .op = op, .b = b, .w = &b->warps[who->warp], .warp = who->warp};

	a.rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	a.strong = a.rmw || op->sem != PTX_SEM_WEAK;
	a.acquires =
		op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC;
	a.releases =
		op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC;
	if (matters(&a))
		synchronise(&a);
	if (o->ptx && o->order.its && a.rmw && a.acquires && a.releases)
		/* a lane may be ordered after the one before it, and so after what that observed */
		for (uint32_t left = op->mask; left; left &= left - 1)
			check_and_see(&a, who, left & -left);
	else
		check_and_see(&a, who, op->mask);
	if (a.releases)
		a.w->label++;
}

/* Observer */

static void on_launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct oracle *o = ctx;

	chains_clear(&o->chains);
	seens_clear(&o->seens);
	history_clear(&o->history);
	order_launch(&o->order, l);
	o->shared_bytes = l->shared_bytes;
}

static void on_launch_end(void *ctx, const struct machine_launch_info *l, int cuda_error)
{
	struct oracle *o = ctx;

	(void)l;
	(void)cuda_error;
	chains_clear(&o->chains);
	seens_clear(&o->seens);
	history_clear(&o->history);
	order_launch_end(&o->order);
}

static void on_block_begin(void *ctx, const struct machine_who *who)
{
	order_block_begin(&((struct oracle *)ctx)->order, who);
}

static void on_block_end(void *ctx, const struct machine_who *who)
{
	struct oracle *o = ctx;

	history_block_end(&o->history, who->block, o->shared_bytes);
	order_block_end(&o->order, who);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct oracle *o = ctx;
	struct order_block *b = order_block(&o->order, who);

	o->history.hits.n = 0;
	if (!b || !op->mask)
		return;
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		if (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED)
			memory(o, who, op, b);
		break;
	case SIMT_OP_FENCE:
		order_fence(&o->order, b, who->warp, op->mask,
			    is_wide(op->scope) ? ORDER_GPU : ORDER_CTA,
			    o->ptx && op->sem == PTX_SEM_SC);
		break;
	case SIMT_OP_BAR: order_arrive(&o->order, b, who->warp, op); break;
	case SIMT_OP_WARPSYNC: order_warp_sync(&o->order, b, who->warp, op->mask); break;
	default: break;
	}
}

static void on_barrier_release(void *ctx, const struct machine_who *who, uint32_t bar_id,
			       uint32_t mask)
{
	struct oracle *o = ctx;
	struct order_block *b = order_block(&o->order, who);

	if (b)
		order_released(&o->order, b, who->warp, bar_id, mask);
}

struct oracle *oracle_create(const struct oracle_config *c)
{
	struct oracle *o = mem_alloc(sizeof(*o));

	o->ptx = c->model == ORACLE_PTX;
	o->observer = (struct machine_observer){
		.ctx = o,
		.launch_begin = on_launch_begin,
		.launch_end = on_launch_end,
		.block_begin = on_block_begin,
		.block_end = on_block_end,
		.op = on_op,
		.barrier_release = on_barrier_release,
	};
	tally_add(&o->tally, sizeof(*o));
	order_open(&o->order, &o->tally);
	chains_open(&o->chains, &o->order.pool, &o->tally);
	history_open(&o->history, &o->tally);
	seens_open(&o->seens, &o->history.accesses, &o->tally);
	o->history.seens = o->ptx ? &o->seens : NULL;
	return o;
}

void oracle_destroy(struct oracle *o)
{
	if (!o)
		return;
	seens_close(&o->seens);
	history_close(&o->history);
	chains_close(&o->chains);
	order_close(&o->order);
	free(o);
}

const struct machine_observer *oracle_observer(struct oracle *o)
{
	return &o->observer;
}

const struct race_hit *oracle_hits(const struct oracle *o, size_t *n)
{
	*n = o->history.hits.n;
	return o->history.hits.items;
}

const struct oracle_stats *oracle_stats(struct oracle *o)
{
	o->stats = (struct oracle_stats){
		.accesses = o->history.n_accesses,
		.races = o->history.n_races,
		.bytes_now = o->tally.now,
		.bytes_peak = o->tally.peak,
		.touched = o->history.touched,
	};
	return &o->stats;
}
