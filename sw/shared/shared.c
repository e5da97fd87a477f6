/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shared.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/mem.h"

enum { BANKS = 32, MEET_BITS = 8 };

/* Barriers of a block: is one of all its threads? */
struct meeting {
	uint32_t waiting[PF_SHARED_BARRIERS]; /* threads, since the last release */
	uint32_t released, whole;             /* barriers: nobody has come since; and it was all */
};

struct unit {
	struct pf_shared hw;
	bool made;
	struct meeting *block; /* of each slot */
	/* Epoch of the block in which something was told of each word; in which it was accessed
	 * strongly. Not in the hardware. */
	uint64_t *told, *strong;
};

struct shared {
	struct shared_config config;
	struct machine_observer observer;
	struct unit *unit; /* of each SM */
	uint32_t n_units;
	/* the launch */
	uint32_t threads, slot_bytes;
	struct pf_shared_config fit;
	/* the operation under way, and what it races with */
	const struct machine_who *who;
	const struct simt_op *op;
	struct race_hit *hits;
	size_t n_hits, cap_hits;
	struct shared_stats stats; /* units: of those that are gone */
};

static void add(struct pf_shared_stats *sum, const struct pf_shared_stats *s)
{
	sum->words += s->words;
	sum->races += s->races;
	sum->epochs += s->epochs;
	sum->forgets += s->forgets;
	sum->splits += s->splits;
	sum->unsplit += s->unsplit;
}

/* Races */

static enum race_access access_of(enum pf_shared_code did)
{
	if (did == PF_SHARED_STRONG_READ || did == PF_SHARED_READ)
		return RACE_READ;
	return did == PF_SHARED_WRITE ? RACE_WRITE : RACE_ATOMIC;
}

/* first: of the bytes, which lie side by side. */
static void add_hit(struct shared *x, const struct pf_shared_race *r, uint32_t first,
		    uint32_t bytes)
{
	const struct access_shape shape = access_shape(x->op);
	struct race_hit *h;

	x->hits = mem_grow(x->hits, &x->cap_hits, x->n_hits, sizeof(*x->hits));
	h = &x->hits[x->n_hits++];
	*h = (struct race_hit){.space = PTX_SPACE_SHARED,
			       .addr = r->addr + first - x->who->slot * x->slot_bytes,
			       .bytes = (uint8_t)bytes,
			       .kind = r->kind == PF_SHARED_INSTRUCTION_RACE ? RACE_SAME_INSTRUCTION
									     : RACE_BARRIER,
			       .second = {.kernel = x->who->kernel,
					  .launch = x->who->launch,
					  .block = x->who->block,
					  .warp = x->who->warp,
					  .lane = (uint8_t)r->lane,
					  .access = shape.access,
					  .strong = r->access->strong,
					  .scope = shape.scope,
					  .pc = x->op->pc}};
	h->first = h->second;
	h->first.warp = r->others && r->kind == PF_SHARED_WARP_RACE ? RACE_NO_WARP : r->warp;
	h->first.lane = r->first_lane < SIMT_LANES ? (uint8_t)r->first_lane : RACE_NO_LANE;
	h->first.access = access_of(r->did);
	h->first.strong = r->did == PF_SHARED_STRONG || r->did == PF_SHARED_STRONG_READ;
	h->first.scope = PTX_SCOPE_NONE;
	h->first.pc = r->pc == PF_SHARED_NO_PC ? RACE_NO_PC : r->pc;
}

static void on_race(void *ctx, const struct pf_shared_race *r)
{
	struct shared *x = ctx;
	struct unit *u = &x->unit[x->who->sm];

	u->told[r->addr / PF_SHARED_WORD] = u->hw.slot[x->who->slot].epoch;
	for (uint32_t left = r->bytes; left;) {
		const uint32_t first = (uint32_t)__builtin_ctz(left);
		const uint32_t bytes = (uint32_t)__builtin_ctz(~(left >> first));

		add_hit(ctx, r, first, bytes);
		left &= ~(((1U << bytes) - 1) << first);
	}
}

/* Units */

static void drop(struct shared *x, struct unit *u)
{
	if (!u->made)
		return;
	add(&x->stats.units, &u->hw.stats);
	pf_shared_free(&u->hw);
	free(u->block);
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
	u->block = mem_alloc(x->fit.slots * sizeof(*u->block));
	u->told = mem_alloc((x->fit.bytes / PF_SHARED_WORD + 1) * sizeof(*u->told));
	u->strong = mem_alloc((x->fit.bytes / PF_SHARED_WORD + 1) * sizeof(*u->strong));
	u->made = true;
	return u;
}

/* Machine */

static void on_launch(void *ctx, const struct machine_launch_info *l)
{
	struct shared *x = ctx;

	x->n_hits = 0;
	x->threads = l->block[0] * l->block[1] * l->block[2];
	x->slot_bytes = (l->shared_bytes + PF_SHARED_WORD - 1) / PF_SHARED_WORD * PF_SHARED_WORD;
	x->fit = x->config.unit;
	x->fit.slots = l->blocks_per_sm;
	x->fit.bytes = x->slot_bytes * l->blocks_per_sm;
	x->fit.lanes = l->mode == SIMT_ITS;
}

static void on_block(void *ctx, const struct machine_who *who)
{
	struct shared *x = ctx;
	struct unit *u = unit_of(x, who->sm);

	u->block[who->slot] = (struct meeting){0};
	pf_shared_block(&u->hw, who->slot, x->threads);
}

static void sync(struct unit *u, const struct machine_who *who, uint32_t lanes, bool releases,
		 bool acquires)
{
	if (releases || acquires)
		pf_shared_sync(&u->hw, who->slot, who->warp, lanes, releases, acquires);
}

static void barrier(struct unit *u, const struct machine_who *who, const struct simt_op *op)
{
	struct meeting *b = &u->block[who->slot];
	const bool waits = op->bar_mode != PTX_MODE_BAR_ARRIVE;

	if (op->bar_id >= PF_SHARED_BARRIERS) {
		sync(u, who, op->mask, true, false); /* the cluster's */
		return;
	}
	if (b->released >> op->bar_id & 1)
		b->waiting[op->bar_id] = 0;
	b->released &= ~(1U << op->bar_id);
	if (waits)
		b->waiting[op->bar_id] += (uint32_t)__builtin_popcount(op->mask);
	pf_shared_arrive(&u->hw, who->slot, who->warp, op->mask, op->bar_id, waits);
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct shared *x = ctx;
	struct unit *u = &x->unit[who->sm];
	struct meeting *b = &u->block[who->slot];

	if (id >= PF_SHARED_BARRIERS) {
		if (mask)
			sync(u, who, mask, false, true);
		return;
	}
	if (!(b->released >> id & 1)) { /* the first warp of those that go on */
		const bool whole = b->waiting[id] == x->threads;

		b->released |= 1U << id;
		b->whole = (b->whole & ~(1U << id)) | (uint32_t)whole << id;
		if (whole)
			pf_shared_barrier(&u->hw, who->slot);
	}
	if (!(b->whole >> id & 1))
		pf_shared_release(&u->hw, who->slot, who->warp, id);
}

static void access_lanes(struct shared *x, struct unit *u, uint32_t lanes, bool write)
{
	const struct machine_who *who = x->who;
	const struct simt_op *op = x->op;
	struct pf_shared_access a = {.slot = who->slot,
				     .warp = who->warp,
				     .pc = op->pc,
				     .lanes = lanes,
				     .write = write,
				     .strong = op->sem != PTX_SEM_WEAK || access_is_rmw(op),
				     .size = (uint32_t)op->size * op->vec};

	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		a.addr[l] = (uint32_t)op->addr[l] + who->slot * x->slot_bytes;
		if (a.strong)
			u->strong[a.addr[l] / PF_SHARED_WORD] = u->hw.slot[who->slot].epoch;
	}
	if (lanes)
		pf_shared_access(&u->hw, &a);
}

static void check(struct shared *x, struct unit *u)
{
	const struct simt_op *op = x->op;
	const uint64_t lanes = (uint64_t)__builtin_popcount(op->mask);

	if (op->home && op->home != 1 + x->who->block) {
		x->stats.remote += lanes;
	} else if (op->is_async) {
		x->stats.async += lanes;
	} else if (op->mbarrier) {
		sync(u, x->who, op->mask, true, true);
	} else {
		/* A compare-and-swap that found another value has only read. */
		access_lanes(x, u, op->mask & ~op->failed, access_is_write(op));
		access_lanes(x, u, op->mask & op->failed, false);
	}
}

static void memory(struct shared *x, struct unit *u)
{
	const struct simt_op *op = x->op;
	const bool releases = access_releases(op), acquires = access_acquires(op);

	sync(u, x->who, op->mask, releases, acquires);
	if (op->space == PTX_SPACE_SHARED)
		check(x, u);
	sync(u, x->who, op->mask, releases, acquires);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct shared *x = ctx;
	struct unit *u = &x->unit[who->sm];

	x->n_hits = 0;
	x->who = who;
	x->op = op;
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: memory(x, u); break;
	case SIMT_OP_FENCE: pf_shared_fence(&u->hw, who->slot, who->warp, op->mask); break;
	case SIMT_OP_BAR: barrier(u, who, op); break;
	case SIMT_OP_WARPSYNC: pf_shared_syncwarp(&u->hw, who->slot, who->warp, op->mask); break;
	default: break;
	}
}

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
	x->observer = (struct machine_observer){.ctx = x,
						.launch_begin = on_launch,
						.block_begin = on_block,
						.op = on_op,
						.barrier_release = on_release};
	return x;
}

void shared_destroy(struct shared *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->n_units; i++)
		drop(x, &x->unit[i]);
	free(x->unit);
	free(x->hits);
	free(x);
}

const struct machine_observer *shared_observer(struct shared *x)
{
	return &x->observer;
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

	for (uint32_t w = 0; hw->config.lanes && w < PF_SHARED_WARPS; w++)
		some |= b->lane_order[w].waited != 0;
	return some;
}

static bool is_copy(const struct race_side *s)
{
	struct simt_op op;

	return s->pc != RACE_NO_PC && s->kernel && simt_op_at(s->kernel, s->pc, &op) && op.is_async;
}

enum shared_why shared_why(const struct shared *x, const struct race_hit *h)
{
	const struct unit *u = &x->unit[x->who->sm];
	const uint32_t slot = x->who->slot;
	const uint64_t word = (h->addr + slot * x->slot_bytes) / PF_SHARED_WORD;
	const uint64_t epoch = u->hw.slot[slot].epoch;

	if (x->op->is_async || is_copy(&h->first))
		return SHARED_ASYNC;
	if ((x->op->home && x->op->home != 1 + x->who->block) || h->first.block != x->who->block)
		return SHARED_REMOTE;
	if (u->told[word] == epoch)
		return SHARED_TOLD;
	if (is_ordered(&u->hw, slot))
		return SHARED_ORDERED;
	if (u->hw.word[word].lost && u->hw.word[word].epoch == epoch)
		return SHARED_ROWS;
	return u->strong[word] == epoch ? SHARED_STRONG : SHARED_UNKNOWN;
}

struct shared_stats shared_stats(const struct shared *x)
{
	struct shared_stats s = x->stats;

	for (uint32_t i = 0; i < x->n_units; i++)
		if (x->unit[i].made)
			add(&s.units, &x->unit[i].hw.stats);
	return s;
}
