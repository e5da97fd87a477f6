/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shared.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/mem.h"
#include "hit.h"

enum { BANKS = 32, MEET_BITS = 8 };

struct unit {
	struct pf_shared hw;
	bool made;
	/* Epoch of the block in which something was told of each word; in which it was accessed
	 * strongly. Not in the hardware. */
	uint64_t *told, *strong;
};

struct shared {
	struct shared_config config;
	struct shared_feed *feed;
	struct shared_calls calls;
	struct unit *unit; /* of each SM */
	uint32_t n_units;
	/* the launch */
	uint32_t slot_bytes;
	struct pf_shared_config fit;
	/* the operation under way, and what it races with */
	const struct machine_who *who;
	const struct simt_op *op;
	struct race_hit *hits;
	size_t n_hits, cap_hits;
	struct pf_shared_stats gone; /* of units that are no more */
	uint64_t proved;             /* launches */
};

static void add(struct pf_shared_stats *sum, const struct pf_shared_stats *s)
{
	sum->words += s->words;
	sum->races += s->races;
	sum->epochs += s->epochs;
	sum->forgets += s->forgets;
	sum->splits += s->splits;
	sum->unsplit += s->unsplit;
	sum->unpaid += s->unpaid;
}

/* Races */

static void on_race(void *ctx, const struct pf_shared_race *r)
{
	struct shared *x = ctx;
	struct unit *u = &x->unit[x->who->sm];
	const struct access_shape shape = access_shape(x->op);
	const struct shared_race told = {
		.second = {.kernel = x->who->kernel,
			   .launch = x->who->launch,
			   .block = x->who->block,
			   .warp = x->who->warp,
			   .lane = (uint8_t)r->lane,
			   .access = shape.access,
			   .strong = r->access->strong,
			   .scope = shape.scope,
			   .pc = x->op->pc},
		.addr = r->addr - x->who->slot * x->slot_bytes,
		.bytes = r->bytes,
		.instruction = r->kind == PF_SHARED_INSTRUCTION_RACE,
		.others = r->others && r->kind == PF_SHARED_WARP_RACE,
		.did = r->did,
		.warp = r->warp,
		.lane = r->first_lane,
		.pc = r->pc,
	};

	u->told[r->addr / PF_SHARED_WORD] = u->hw.slot[x->who->slot].epoch;
	x->hits = mem_grow(x->hits, &x->cap_hits, x->n_hits + PF_SHARED_WORD, sizeof(*x->hits));
	x->n_hits += shared_race_hits(&told, &x->hits[x->n_hits]);
}

/* Units */

static void drop(struct shared *x, struct unit *u)
{
	if (!u->made)
		return;
	add(&x->gone, &u->hw.stats);
	pf_shared_free(&u->hw);
	free(u->told);
	free(u->strong);
	*u = (struct unit){0};
}

static bool fits(const struct pf_shared_config *has, const struct pf_shared_config *wants)
{
	return has->bytes >= wants->bytes && has->slots >= wants->slots &&
	       has->lanes == wants->lanes;
}

static struct unit *unit_of(struct shared *x, uint32_t sm)
{
	struct unit *u = &x->unit[sm];

	if (u->made && fits(&u->hw.config, &x->fit))
		return u;
	drop(x, u);
	pf_shared_init(&u->hw, &x->fit);
	u->hw.race = on_race;
	u->hw.ctx = x;
	u->told = mem_alloc((x->fit.bytes / PF_SHARED_WORD + 1) * sizeof(*u->told));
	u->strong = mem_alloc((x->fit.bytes / PF_SHARED_WORD + 1) * sizeof(*u->strong));
	u->made = true;
	return u;
}

/* What the machine does */

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct shared *x = ctx;

	x->n_hits = 0;
	x->slot_bytes = slot_bytes;
	x->fit = x->config.unit;
	x->fit.slots = l->blocks_per_sm;
	x->fit.bytes = slot_bytes * l->blocks_per_sm;
	x->fit.lanes = l->mode == SIMT_ITS;
}

static struct pf_shared *hw(void *ctx, const struct machine_who *who)
{
	struct shared *x = ctx;

	return &x->unit[who->sm].hw;
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t threads)
{
	pf_shared_block(&unit_of(ctx, who->sm)->hw, who->slot, threads);
}

static void on_barrier(void *ctx, const struct machine_who *who)
{
	pf_shared_barrier(hw(ctx, who), who->slot);
}

static void on_arrive(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		      bool waits)
{
	pf_shared_arrive(hw(ctx, who), who->slot, who->warp, lanes, barrier, waits);
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	pf_shared_release(hw(ctx, who), who->slot, who->warp, barrier);
}

static void on_fence(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	pf_shared_fence(hw(ctx, who), who->slot, who->warp, lanes);
}

static void on_sync(void *ctx, const struct machine_who *who, uint32_t lanes, bool releases,
		    bool acquires)
{
	pf_shared_sync(hw(ctx, who), who->slot, who->warp, lanes, releases, acquires);
}

static void on_syncwarp(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	pf_shared_syncwarp(hw(ctx, who), who->slot, who->warp, lanes);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct shared *x = ctx;

	x->n_hits = 0;
	x->who = who;
	x->op = op;
}

static void on_access(void *ctx, const struct machine_who *who, const struct simt_op *op,
		      const struct pf_shared_access *a)
{
	struct shared *x = ctx;
	struct unit *u = &x->unit[who->sm];

	(void)op;
	for (uint32_t left = a->strong ? a->lanes : 0; left; left &= left - 1)
		u->strong[a->addr[__builtin_ctz(left)] / PF_SHARED_WORD] =
			u->hw.slot[who->slot].epoch;
	pf_shared_access(&u->hw, a);
}

static void on_no_conflict(void *ctx)
{
	((struct shared *)ctx)->proved++;
}

static const struct shared_calls calls = {.launch = on_launch,
					  .block = on_block,
					  .barrier = on_barrier,
					  .arrive = on_arrive,
					  .release = on_release,
					  .fence = on_fence,
					  .sync = on_sync,
					  .syncwarp = on_syncwarp,
					  .op = on_op,
					  .access = on_access};

/* Outside */

struct shared *shared_create(const struct shared_config *c)
{
	struct shared *x = mem_alloc(sizeof(*x));
	struct pf_shared_config *u = &x->config.unit;

	x->config = *c;
	u->banks = u->banks ? u->banks : BANKS;
	u->phase_bits = u->phase_bits ? u->phase_bits : PF_ORDER_BITS;
	u->lane_phase_bits = u->lane_phase_bits ? u->lane_phase_bits : PF_ORDER_BITS;
	u->meet_bits = u->meet_bits ? u->meet_bits : MEET_BITS;
	x->n_units = c->machine->sms;
	x->unit = mem_alloc(x->n_units * sizeof(*x->unit));
	x->calls = calls;
	if (c->proof)
		x->calls.no_conflict = on_no_conflict;
	x->feed = feed_create(&(struct feed_config){.machine = c->machine,
						    .lanes = u->meets ? FEED_MEETS : FEED_LANES,
						    .prune = c->prune},
			      &x->calls, x);
	return x;
}

void shared_destroy(struct shared *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->n_units; i++)
		drop(x, &x->unit[i]);
	feed_destroy(x->feed);
	free(x->unit);
	free(x->hits);
	free(x);
}

const struct machine_observer *shared_observer(struct shared *x)
{
	return feed_observer(x->feed);
}

const struct race_hit *shared_hits(const struct shared *x, size_t *n)
{
	*n = x->n_hits;
	return x->hits;
}

/* Something of the block orders accesses, since its last barrier of all. */
static bool is_ordered(const struct pf_shared *hw, uint32_t slot)
{
	const struct pf_shared_slot *b = &hw->slot[slot];
	bool some = b->order.waited || b->forgot;

	for (uint32_t w = 0; b->lane_order && w < PF_SHARED_WARPS; w++)
		some |= b->lane_order[w].waited != 0;
	return some;
}

static bool is_copy(const struct race_side *s)
{
	struct simt_op op;

	return s->pc != RACE_NO_PC && s->kernel && simt_op_at(s->kernel, s->pc, &op) && op.is_async;
}

static bool in_bulk(const struct race_side *s)
{
	return s->pc != RACE_NO_PC && s->kernel && s->pc < s->kernel->n_code &&
	       s->kernel->code[s->pc].kind == SIMT_K_BULK;
}

enum shared_why shared_why(const struct shared *x, const struct race_hit *h)
{
	const struct unit *u = &x->unit[x->who->sm];
	const uint32_t slot = x->who->slot;
	const uint64_t word = (h->addr + slot * x->slot_bytes) / PF_SHARED_WORD;
	const uint64_t epoch = u->hw.slot[slot].epoch;

	if (x->op->copy || in_bulk(&h->first))
		return SHARED_ASYNC;
	if ((x->op->home && x->op->home != 1 + x->who->block) || h->first.block != x->who->block)
		return SHARED_REMOTE;
	if (u->told[word] == epoch)
		return SHARED_TOLD;
	if (is_ordered(&u->hw, slot))
		return SHARED_ORDERED;
	if (u->hw.word[word].lost && u->hw.word[word].epoch == epoch)
		return SHARED_ROWS;
	if (u->strong[word] == epoch)
		return SHARED_STRONG;
	/* Its end was an arrival at an mbarrier, which is not waited for yet. */
	if (is_copy(&h->first))
		return SHARED_ASYNC;
	return u->hw.config.meets && u->hw.word[word].unlike && h->first.warp == h->second.warp
		       ? SHARED_LANES
		       : SHARED_UNKNOWN;
}

struct shared_stats shared_stats(const struct shared *x)
{
	const struct feed_stats *passed = feed_stats(x->feed);
	struct shared_stats s = {.units = x->gone,
				 .async = passed->async,
				 .remote = passed->remote,
				 .lanes = passed->lanes,
				 .pruned = passed->pruned,
				 .prune_seconds = passed->prune_seconds,
				 .proved = x->proved};

	for (uint32_t i = 0; i < x->n_units; i++)
		if (x->unit[i].made)
			add(&s.units, &x->unit[i].hw.stats);
	return s;
}
