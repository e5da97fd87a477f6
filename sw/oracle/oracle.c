/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each operation: what it does to the order of things (sync.c), then its bytes are checked against
 * what is known by then (history.c), then what it has observed (see.c).
 */
#include "oracle.h"

#include <string.h>

#include "act.h"
#include "async.h"

struct oracle {
	struct machine_observer observer;
	struct oracle_stats stats;
	struct parts parts;
	uint32_t shared_bytes;
	bool family; /* the launch may be followed by such of device code */
};

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
		history_access(&a->o->history, &a->o->hb, a->w, who, a->op, lanes, flags);
}

static void check_and_see(struct act *a, const struct machine_who *who, uint32_t lanes)
{
	const uint32_t failing = a->rmw ? lanes & a->op->failed : 0;
	const uint8_t flags = flags_of(a);

	check(a, who, lanes & ~failing, flags);
	check(a, who, failing, flags & (uint8_t)~ACCESS_WRITES);
	if (a->o->ptx)
		see_act(a, lanes);
}

static void memory(struct parts *o, const struct machine_who *who, const struct simt_op *op,
		   struct hb_block *b)
{
	struct act a; /* its spots are many: set when needed */

	a.o = o;
	a.op = op;
	a.b = b;
	a.w = op->copy       ? async_bulk(b, op)
	      : op->is_async ? async_begin(&o->hb, b, who->warp, op->mask)
			     : &b->warps[who->warp];
	a.by = op->is_async ? async_number(&o->hb, b->index, op) : b->index;
	a.warp = op->copy ? async_warp(b, op) : who->warp;
	a.rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	a.strong = a.rmw || op->sem != PTX_SEM_WEAK;
	a.acquires =
		op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC;
	a.releases =
		op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC;
	a.spotted = false;
	if (a.strong)
		act_spot(&a);
	sync_act(&a);
	if (o->ptx && o->hb.its && a.rmw && a.acquires && a.releases)
		/* a lane may be ordered after the one before it, and so after what that observed */
		for (uint32_t left = op->mask; left; left &= left - 1)
			check_and_see(&a, who, left & -left);
	else
		check_and_see(&a, who, op->mask);
	if (a.releases)
		a.w->label++;
}

/* Observer */

static void forget(struct parts *o)
{
	places_clear(&o->places);
	chains_clear(&o->chains);
	seens_clear(&o->seens);
	history_clear(&o->history);
}

static void on_launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct oracle *o = ctx;

	if (l->child) {
		hb_launch_child(&o->parts.hb, l);
	} else {
		forget(&o->parts);
		hb_launch(&o->parts.hb, l);
	}
	o->family = l->child || (l->kernel && l->kernel->launches);
	o->shared_bytes = l->shared_bytes;
}

static void on_launch_end(void *ctx, const struct machine_launch_info *l, int cuda_error)
{
	struct oracle *o = ctx;

	(void)l;
	(void)cuda_error;
	if (o->family) /* what it launched comes now */
		return;
	forget(&o->parts);
	hb_launch_end(&o->parts.hb);
}

static void on_block_begin(void *ctx, const struct machine_who *who)
{
	hb_block_begin(&((struct oracle *)ctx)->parts.hb, who);
}

static void on_block_end(void *ctx, const struct machine_who *who)
{
	struct oracle *o = ctx;

	act_block_end(&o->parts, o->parts.hb.base + who->block, o->shared_bytes);
	hb_block_end(&o->parts.hb, who);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct parts *o = &((struct oracle *)ctx)->parts;
	struct hb_block *b = hb_block(&o->hb, who);

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
		hb_fence(&o->hb, b, who->warp, op->mask, hb_scope(op->scope),
			 o->ptx && op->sem == PTX_SEM_SC);
		break;
	case SIMT_OP_BAR:
		if (op->bar_id != SIMT_CLUSTER_BAR)
			hb_arrive(&o->hb, b, who->warp, op);
		else if (op->bar_mode == PTX_MODE_CLUSTER_ARRIVE)
			hb_cluster_arrive(&o->hb, b, who->warp, op);
		break;
	case SIMT_OP_ASYNC: async_group(&o->hb, b, who->warp, op); break;
	case SIMT_OP_SYSCALL:
		if (op->syscall == SIMT_SYS_RUNTIME)
			hb_child(&o->hb, b, who->warp, op);
		break;
	case SIMT_OP_WARPSYNC: hb_warp_sync(&o->hb, b, who->warp, op->mask); break;
	default: break;
	}
}

static void on_barrier_release(void *ctx, const struct machine_who *who, uint32_t bar_id,
			       uint32_t mask)
{
	struct parts *o = &((struct oracle *)ctx)->parts;
	struct hb_block *b = hb_block(&o->hb, who);

	if (!b)
		return;
	if (bar_id != SIMT_CLUSTER_BAR)
		hb_released(&o->hb, b, who->warp, bar_id, mask);
	else if (mask)
		hb_cluster_go(&o->hb, b, who->warp, mask);
	else
		hb_cluster_all(&o->hb, b);
}

struct oracle *oracle_create(const struct oracle_config *c)
{
	struct oracle *o = mem_alloc(sizeof(*o));
	struct parts *p = &o->parts;

	p->ptx = c->model == ORACLE_PTX;
	o->observer = (struct machine_observer){
		.ctx = o,
		.launch_begin = on_launch_begin,
		.launch_end = on_launch_end,
		.block_begin = on_block_begin,
		.block_end = on_block_end,
		.op = on_op,
		.barrier_release = on_barrier_release,
	};
	tally_add(&p->tally, sizeof(*o));
	hb_open(&p->hb, &p->tally);
	places_open(&p->places, &p->tally);
	chains_open(&p->chains, &p->hb.pool, &p->hb.clusters, &p->tally);
	history_open(&p->history, &p->tally);
	seens_open(&p->seens, &p->history.accesses, &p->tally);
	p->history.places = &p->places;
	p->history.seens = p->ptx ? &p->seens : NULL;
	return o;
}

void oracle_destroy(struct oracle *o)
{
	if (!o)
		return;
	seens_close(&o->parts.seens);
	history_close(&o->parts.history);
	chains_close(&o->parts.chains);
	places_close(&o->parts.places);
	hb_close(&o->parts.hb);
	free(o);
}

const struct machine_observer *oracle_observer(struct oracle *o)
{
	return &o->observer;
}

const struct race_hit *oracle_hits(const struct oracle *o, size_t *n)
{
	*n = o->parts.history.hits.n;
	return o->parts.history.hits.items;
}

const struct oracle_stats *oracle_stats(struct oracle *o)
{
	const struct parts *p = &o->parts;

	o->stats = (struct oracle_stats){
		.accesses = p->history.n_accesses,
		.races = p->history.n_races,
		.bytes_now = p->tally.now,
		.bytes_peak = p->tally.peak,
		.touched = p->history.touched,
	};
	return &o->stats;
}
