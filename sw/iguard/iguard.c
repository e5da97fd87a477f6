/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "iguard.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/mem.h"
#include "iguard_int.h"

enum { LOCK_ENTRIES = 4 };

/* The corrected rules run. */
static bool mends(const struct iguard *x)
{
	return (!x->config.paper && !x->units) || x->config.judged;
}

/* What operations are: as to ScoRD's corrected rules. */
static struct access_class class_of(const struct simt_op *op)
{
	return access_classify(pf_policy_of(PF_SCORD), op);
}

/* Blocks */

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct iguard *x = ctx;
	const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	const uint32_t threads = l->block[0] * l->block[1] * l->block[2];

	(void)slot_bytes;
	x->n_hits = x->n_checks = 0;
	if (mends(x))
		pf_iguard_launch(&x->mended, blocks, threads, l->mode == SIMT_ITS);
	if (x->config.paper)
		pf_iguard_paper_launch(&x->paper, blocks, threads, l->mode == SIMT_ITS);
	if (x->units)
		iguard_units_launch(x->units, l);
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t threads)
{
	struct iguard *x = ctx;

	(void)threads;
	if (mends(x))
		pf_iguard_begin(&x->mended, (uint32_t)who->block);
	if (x->units)
		iguard_units_block(x->units, who);
}

static void on_end(void *ctx, const struct machine_who *who)
{
	struct iguard *x = ctx;

	if (mends(x))
		pf_iguard_end(&x->mended, (uint32_t)who->block);
}

/* Barriers */

static struct iguard_barriers *barriers_of(const struct iguard *x, const struct machine_who *who)
{
	return &x->barriers[who->sm * x->slots + who->slot];
}

/* What the published program hooks is BAR.SYNC, whichever barrier's, behind it, in the block's
 * first warp: bar.red is another instruction (error 12). */
static void note(struct iguard *x, const struct simt_op *op)
{
	struct iguard_barriers *b = barriers_of(x, x->who);
	const bool red = op->bar_mode != PTX_MODE_BAR_SYNC && op->bar_mode != PTX_MODE_BAR_ARRIVE;

	if (op->bar_id >= PF_IGUARD_BARRIERS)
		return;
	b->last = op->bar_id;
	b->red = (b->red & ~(1U << op->bar_id)) | (uint32_t)red << op->bar_id;
}

static void let_go(struct iguard *x, const struct machine_who *who, uint32_t barrier)
{
	if (x->config.paper && !(barriers_of(x, who)->red >> barrier & 1))
		pf_iguard_paper_barrier(&x->paper, (uint32_t)who->block);
}

static void on_barrier(void *ctx, const struct machine_who *who)
{
	struct iguard *x = ctx;

	if (mends(x))
		pf_iguard_barrier(&x->mended, (uint32_t)who->block);
	if (x->units)
		iguard_units_order(x->units, who, PF_IGUARD_SM_BARRIER);
	let_go(x, who, barriers_of(x, who)->last);
}

static void on_arrive(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		      bool waits)
{
	struct iguard *x = ctx;

	(void)lanes;
	(void)waits;
	if (mends(x))
		pf_iguard_arrive(&x->mended, (uint32_t)who->block, who->warp, barrier);
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	struct iguard *x = ctx;

	if (mends(x))
		pf_iguard_release(&x->mended, (uint32_t)who->block, who->warp, barrier);
	if (x->units)
		iguard_units_order(x->units, who, PF_IGUARD_SM_BARRIER);
	if (!who->warp)
		let_go(x, who, barrier);
}

static void on_syncwarp(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct iguard *x = ctx;

	if (mends(x))
		pf_iguard_syncwarp(&x->mended, (uint32_t)who->block, who->warp, lanes);
	if (x->config.paper)
		pf_iguard_paper_syncwarp(&x->paper, (uint32_t)who->block, who->warp);
	if (x->units)
		iguard_units_order(x->units, who, PF_IGUARD_SM_MEET);
}

/* Fences, locks */

static void fence(struct iguard *x, uint32_t lanes, bool device)
{
	const uint32_t block = (uint32_t)x->who->block;

	if (mends(x))
		pf_iguard_fence(&x->mended, block, x->who->warp, lanes, device);
	if (x->config.paper)
		pf_iguard_paper_fence(&x->paper, block, x->who->warp, lanes, device);
}

static void locks(struct iguard *x, const struct access_class *c)
{
	const uint32_t block = (uint32_t)x->who->block, warp = x->who->warp;
	const struct simt_op *op = x->op;

	if (!mends(x))
		return;
	if (c->lock == ACCESS_TAKES)
		pf_iguard_lock(&x->mended, block, warp, op->mask, access_locked(c, op), op->addr,
			       c->device);
	if (c->lock == ACCESS_GIVES)
		pf_iguard_unlock(&x->mended, block, warp, access_locked(c, op), op->addr,
				 c->device);
	if (c->acquires)
		pf_iguard_activate(&x->mended, block, warp, op->mask, c->device);
}

/* Accesses */

static void mended(struct iguard *x, const struct access_class *c, uint32_t lanes, bool write)
{
	struct pf_iguard_access a = {.block = (uint32_t)x->who->block,
				     .warp = x->who->warp,
				     .lanes = lanes,
				     .write = write,
				     .atomic = c->atomic,
				     .block_scope = x->op->scope == PTX_SCOPE_CTA,
				     .releases = write && access_releases(x->op),
				     .polls = !write && x->op->sem == PTX_SEM_VOLATILE,
				     .bytes = (uint32_t)x->op->size * x->op->vec,
				     .element = x->op->size};

	if (!lanes)
		return;
	memcpy(a.addr, x->op->addr, sizeof(a.addr));
	pf_iguard_access(&x->mended, &a);
}

static void published(struct iguard *x)
{
	const struct simt_op *op = x->op;
	struct pf_iguard_paper_access a = {.block = (uint32_t)x->who->block,
					   .warp = x->who->warp,
					   .lanes = op->mask,
					   .write = access_is_write(op),
					   .load = op->kind != SIMT_OP_ST,
					   .atomic = access_is_rmw(op),
					   .cas = access_is_rmw(op) && op->atom == PTX_ATOM_CAS,
					   .exch = access_is_rmw(op) && op->atom == PTX_ATOM_EXCH,
					   .block_scope = op->scope == PTX_SCOPE_CTA,
					   .bytes = (uint32_t)op->size * op->vec};

	memcpy(a.addr, op->addr, sizeof(a.addr));
	pf_iguard_paper_access(&x->paper, &a);
}

static void memory(struct iguard *x)
{
	const struct simt_op *op = x->op;
	const struct access_class c = class_of(op);

	if (!op->mask)
		return;
	if (c.releases)
		fence(x, op->mask, c.device);
	if (op->space == PTX_SPACE_GLOBAL) {
		const uint32_t wrote = access_wrote(pf_policy_of(PF_SCORD), op, op->mask);

		if (mends(x)) {
			mended(x, &c, wrote, true);
			mended(x, &c, op->mask & ~wrote, false);
		}
		if (x->config.paper)
			published(x);
	}
	locks(x, &c);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct iguard *x = ctx;

	x->n_hits = x->n_checks = 0;
	x->who = who;
	x->op = op;
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		memory(x);
		if (x->units && op->mask)
			iguard_units_access(x->units, who, op);
		break;
	case SIMT_OP_FENCE:
		fence(x, op->mask, access_leaves_block(op));
		if (x->units)
			iguard_units_fence(x->units, who, op);
		break;
	case SIMT_OP_BAR: note(x, op); break;
	default: break;
	}
}

/* Checks */

static void on_check(void *ctx, const struct pf_iguard_check *c)
{
	struct iguard *x = ctx;

	if (x->config.judged) {
		x->checks = mem_grow(x->checks, &x->cap_checks, x->n_checks, sizeof(*x->checks));
		x->checks[x->n_checks++] = *c;
	}
	if (!x->config.paper && !x->units && c->kind)
		iguard_tell(x, c);
}

static void on_paper_check(void *ctx, const struct pf_iguard_paper_check *c)
{
	if (pf_iguard_paper_races(c->rule))
		iguard_tell_paper(ctx, c);
}

static void on_race(void *ctx, const struct iguard_race *r)
{
	iguard_tell_race(ctx, r);
}

/* Outside */

static const struct shared_calls calls = {.launch = on_launch,
					  .block = on_block,
					  .end = on_end,
					  .barrier = on_barrier,
					  .arrive = on_arrive,
					  .release = on_release,
					  .syncwarp = on_syncwarp,
					  .op = on_op};

struct iguard *iguard_create(const struct iguard_config *c, struct diag *diag)
{
	struct iguard *x = mem_alloc(sizeof(*x));

	x->config = *c;
	if (c->units) {
		x->units = iguard_units_create(
			&(struct iguard_units_config){.machine = c->machine,
						      .gmem = c->gmem,
						      .geometry = c->geometry,
						      .clock_bits = c->clock_bits,
						      .race = on_race,
						      .ctx = x},
			diag);
		if (!x->units) {
			free(x);
			return NULL;
		}
	}
	pf_iguard_init(&x->mended, &(struct pf_iguard_config){.lock_entries = LOCK_ENTRIES});
	pf_iguard_paper_init(&x->paper);
	x->mended.check = on_check;
	x->paper.check = on_paper_check;
	x->mended.ctx = x->paper.ctx = x;
	x->slots = c->machine->blocks_per_sm;
	x->barriers = mem_alloc(c->machine->sms * x->slots * sizeof(*x->barriers));
	x->feed = feed_create(&(struct feed_config){.machine = c->machine, .lanes = FEED_LANES},
			      &calls, x);
	return x;
}

void iguard_destroy(struct iguard *x)
{
	if (!x)
		return;
	feed_destroy(x->feed);
	pf_iguard_free(&x->mended);
	pf_iguard_paper_free(&x->paper);
	iguard_units_destroy(x->units);
	free(x->barriers);
	free(x->hits);
	free(x->checks);
	free(x);
}

const struct machine_observer *iguard_observer(struct iguard *x)
{
	return feed_observer(x->feed);
}

const struct race_hit *iguard_hits(const struct iguard *x, size_t *n)
{
	*n = x->n_hits;
	return x->hits;
}

uint64_t iguard_block_id(const struct iguard *x, const struct machine_who *who)
{
	return iguard_units_block_id(x->units, who);
}

struct iguard_stats iguard_stats(const struct iguard *x)
{
	struct iguard_stats s = {.words = x->mended.stats.words,
				 .races = x->mended.stats.races,
				 .coalesced = x->paper.stats.coalesced,
				 .warps = x->mended.stats.warps,
				 .lane_locks = x->mended.stats.by_lane,
				 .lane_order = x->mended.stats.tables,
				 .lane_fences = x->mended.stats.apart};

	if (x->config.paper) {
		s.words = x->paper.stats.words;
		s.races = x->paper.stats.races;
	}
	if (x->units) {
		s.units = iguard_units_stats(x->units);
		s.words = s.units.words;
		s.races = s.units.races;
	}
	return s;
}
