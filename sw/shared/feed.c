/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "feed.h"

#include <stdlib.h>

#include "../access/access.h"
#include "../base/mem.h"
#include "../static/prune.h"
#include "copies.h"

#define TELL(f, fn, ...) \
	do { \
		if ((f)->calls->fn) \
			(f)->calls->fn((f)->ctx, __VA_ARGS__); \
	} while (0)

/* Barriers of a block: is one of all its threads? */
struct meeting {
	uint32_t waiting[PF_SHARED_BARRIERS]; /* threads, since the last release */
	uint32_t released, whole;             /* barriers: nobody has come since; and it was all */
	uint32_t silent[PF_SHARED_BARRIERS];  /* warps that wait, of which nothing was told */
};

/* A block: its barriers, and its copies. */
struct resident {
	struct meeting meeting;
	struct copies copies;
};

struct shared_feed {
	struct machine_observer observer;
	const struct shared_calls *calls;
	void *ctx;
	enum feed_lanes lanes;
	bool its, silent;       /* the launch: silent: of warps that wait nothing is told */
	struct resident *block; /* of each SM's slots */
	uint32_t slots, n_blocks;
	struct prune *prune;          /* NULL: all accesses are told */
	const bool *free;             /* of the launch's code: accesses that can not race; NULL */
	bool all_free;                /* there are no others */
	uint32_t threads, slot_bytes; /* of the launch */
	struct feed_stats stats;
};

static struct resident *block_of(struct shared_feed *f, const struct machine_who *who)
{
	return &f->block[who->sm * f->slots + who->slot];
}

static struct meeting *meeting_of(struct shared_feed *f, const struct machine_who *who)
{
	return &block_of(f, who)->meeting;
}

static void on_launch(void *ctx, const struct machine_launch_info *l)
{
	struct shared_feed *f = ctx;

	f->its = l->mode == SIMT_ITS;
	f->silent = f->lanes != FEED_LANES || !f->its;
	f->threads = l->block[0] * l->block[1] * l->block[2];
	f->slot_bytes = (l->shared_bytes + PF_SHARED_WORD - 1) / PF_SHARED_WORD * PF_SHARED_WORD;
	if (f->prune) {
		f->free = prune_launch(f->prune, l->kernel, l->grid, l->block, l->params,
				       f->its && f->lanes != FEED_WARPS, &f->all_free);
		f->stats.prune_seconds = prune_stats(f->prune)->seconds;
	}
	TELL(f, launch, l, f->slot_bytes);
}

static void on_block(void *ctx, const struct machine_who *who)
{
	struct shared_feed *f = ctx;

	*meeting_of(f, who) = (struct meeting){0};
	copies_clear(&block_of(f, who)->copies);
	TELL(f, block, who, f->threads);
}

static void on_end(void *ctx, const struct machine_who *who)
{
	struct shared_feed *f = ctx;

	TELL(f, end, who);
}

/* Copies */

/* A block's copies are told of: to whom, and a warp of it. */
struct telling {
	struct shared_feed *f;
	const struct machine_who *who;
};

/* A copy, whoever's of the block, stays under way or has ended. */
static void tell_copy(void *ctx, const struct pf_shared_access *a)
{
	const struct telling *t = ctx;
	struct machine_who who = *t->who;

	who.warp = a->warp;
	TELL(t->f, access, &who, NULL, a);
}

/* Who waits: in lock step for all of the warp. */
static uint32_t threads_of(const struct shared_feed *f, const struct simt_op *op)
{
	return f->its ? op->mask : UINT32_MAX;
}

static void end_copies(struct shared_feed *f, const struct machine_who *who,
		       const struct simt_op *op)
{
	struct telling t = {f, who};

	copies_wait_all(&block_of(f, who)->copies, who->warp, threads_of(f, op), tell_copy, &t);
}

static void group(struct shared_feed *f, const struct machine_who *who, const struct simt_op *op)
{
	struct telling t = {f, who};
	struct copies *c = &block_of(f, who)->copies;

	switch (op->async) {
	case SIMT_ASYNC_COMMIT: copies_commit(c, who->warp, threads_of(f, op)); break;
	case SIMT_ASYNC_WAIT:
		copies_wait(c, who->warp, threads_of(f, op), op->async_left, tell_copy, &t);
		break;
	case SIMT_ASYNC_WAIT_ALL: end_copies(f, who, op); break;
	default: break; /* in bulk */
	}
}

/* Order */

static void sync(struct shared_feed *f, const struct machine_who *who, uint32_t lanes,
		 bool releases, bool acquires)
{
	if (releases || acquires)
		TELL(f, sync, who, lanes, releases, acquires);
}

static void barrier(struct shared_feed *f, const struct machine_who *who, const struct simt_op *op)
{
	struct meeting *b = meeting_of(f, who);
	const bool waits = op->bar_mode != PTX_MODE_BAR_ARRIVE;

	if (op->bar_id >= PF_SHARED_BARRIERS) {
		sync(f, who, op->mask, true, false); /* the cluster's */
		return;
	}
	if (b->released >> op->bar_id & 1)
		b->waiting[op->bar_id] = 0;
	b->released &= ~(1U << op->bar_id);
	if (waits)
		b->waiting[op->bar_id] += (uint32_t)__builtin_popcount(op->mask);
	if (waits && f->silent)
		b->silent[op->bar_id] |= 1U << who->warp;
	else
		TELL(f, arrive, who, op->mask, op->bar_id, waits);
}

/* The barrier lets go. */
static void let_go(struct shared_feed *f, struct meeting *b, const struct machine_who *who,
		   uint32_t id)
{
	const bool whole = b->waiting[id] == f->threads;
	struct machine_who w = *who;

	b->released |= 1U << id;
	b->whole = (b->whole & ~(1U << id)) | (uint32_t)whole << id;
	for (uint32_t left = whole ? 0 : b->silent[id]; left; left &= left - 1) {
		w.warp = (uint32_t)__builtin_ctz(left);
		TELL(f, arrive, &w, UINT32_MAX, id, true);
	}
	b->silent[id] = 0;
	if (!whole)
		return;
	TELL(f, barrier, who);
	copies_tell(&block_of(f, who)->copies, tell_copy, &(struct telling){f, who});
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct shared_feed *f = ctx;
	struct meeting *b = meeting_of(f, who);

	if (id >= PF_SHARED_BARRIERS) {
		if (mask)
			sync(f, who, mask, false, true);
		return;
	}
	if (!(b->released >> id & 1)) /* the first warp of those that go on */
		let_go(f, b, who, id);
	if (!(b->whole >> id & 1))
		TELL(f, release, who, id);
}

static void access_lanes(struct shared_feed *f, const struct machine_who *who,
			 const struct simt_op *op, uint32_t lanes, bool write)
{
	struct pf_shared_access a = {.slot = who->slot,
				     .warp = who->warp,
				     .pc = op->pc,
				     .lanes = lanes,
				     .write = write,
				     .strong = op->sem != PTX_SEM_WEAK || access_is_rmw(op),
				     .size = (uint32_t)op->size * op->vec};

	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		a.addr[l] = (uint32_t)op->addr[l] + who->slot * f->slot_bytes;
	}
	if (op->is_async)
		a.copy = PF_SHARED_COPY_BEGINS;
	if (op->is_async && lanes)
		copies_begin(&block_of(f, who)->copies, &a);
	if (lanes)
		TELL(f, access, who, op, &a);
}

static void check(struct shared_feed *f, const struct machine_who *who, const struct simt_op *op)
{
	const uint64_t lanes = (uint64_t)__builtin_popcount(op->mask);

	if (op->home && op->home != 1 + who->block) {
		f->stats.remote += lanes;
	} else if (op->copy) {
		f->stats.async += lanes;
	} else if (op->mbarrier) {
		/* What it orders, its semantics say. */
		if (op->is_async)
			end_copies(f, who, op);
	} else if (f->free && f->free[op->pc]) {
		f->stats.pruned += lanes;
	} else {
		if (f->its && f->lanes == FEED_MEETS && op->size * op->vec < PF_SHARED_WORD)
			f->stats.lanes += lanes;
		/* A compare-and-swap that found another value has only read. */
		access_lanes(f, who, op, op->mask & ~op->failed, access_is_write(op));
		access_lanes(f, who, op, op->mask & op->failed, false);
	}
}

static void memory(struct shared_feed *f, const struct machine_who *who, const struct simt_op *op)
{
	const bool releases = access_releases(op), acquires = access_acquires(op);

	sync(f, who, op->mask, releases, acquires);
	if (op->space == PTX_SPACE_SHARED)
		check(f, who, op);
	sync(f, who, op->mask, releases, acquires);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct shared_feed *f = ctx;

	TELL(f, op, who, op);
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: memory(f, who, op); break;
	case SIMT_OP_FENCE: TELL(f, fence, who, op->mask); break;
	case SIMT_OP_BAR: barrier(f, who, op); break;
	case SIMT_OP_ASYNC: group(f, who, op); break;
	case SIMT_OP_WARPSYNC:
		if (f->its && f->lanes != FEED_WARPS)
			TELL(f, syncwarp, who, op->mask);
		break;
	default: break;
	}
}

static void on_no_conflict(void *ctx, const struct machine_stats *of)
{
	struct shared_feed *f = ctx;

	(void)of;
	f->calls->no_conflict(f->ctx);
}

static bool is_free(void *ctx)
{
	return ((struct shared_feed *)ctx)->all_free;
}

struct shared_feed *feed_create(const struct feed_config *c, const struct shared_calls *calls,
				void *ctx)
{
	const struct machine_config *m = c->machine;
	struct shared_feed *f = mem_alloc(sizeof(*f));

	f->calls = calls;
	f->lanes = c->lanes;
	f->prune = c->prune ? prune_create() : NULL;
	f->ctx = ctx;
	f->slots = m->blocks_per_sm;
	f->n_blocks = m->sms * f->slots;
	f->block = mem_alloc(f->n_blocks * sizeof(*f->block));
	f->observer = (struct machine_observer){.ctx = f,
						.launch_begin = on_launch,
						.block_begin = on_block,
						.op = on_op,
						.barrier_release = on_release};
	if (calls->end)
		f->observer.block_end = on_end;
	if (calls->no_conflict) {
		f->observer.no_conflict = on_no_conflict;
		f->observer.free = is_free;
	}
	return f;
}

void feed_destroy(struct shared_feed *f)
{
	if (!f)
		return;
	prune_destroy(f->prune);
	for (uint32_t i = 0; i < f->n_blocks; i++)
		copies_free(&f->block[i].copies);
	free(f->block);
	free(f);
}

const struct machine_observer *feed_observer(struct shared_feed *f)
{
	return &f->observer;
}

const struct feed_stats *feed_stats(const struct shared_feed *f)
{
	return &f->stats;
}
