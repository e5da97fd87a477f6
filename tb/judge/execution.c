/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "execution.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { BUCKETS = 4096 };

/* Who wrote a byte last. */
struct byte {
	uint64_t addr;
	uint32_t space;
	int32_t writer;
	struct byte *next;
};

struct thread {
	uint32_t block, warp, lane, steps;
};

struct execution {
	struct machine_observer observer;
	struct event *at;
	uint32_t n, max, ops;
	size_t cap;
	bool too_long;
	struct thread *threads;
	uint32_t n_threads;
	size_t cap_threads;
	uint32_t instances;
	uint32_t cluster_blocks; /* of a cluster */
	struct byte *bytes[BUCKETS];
	struct arena arena;
};

static struct byte *find_byte(struct execution *e, uint32_t space, uint64_t addr)
{
	struct byte **head = &e->bytes[(addr * 31 + space) % BUCKETS];
	struct byte *b = *head;

	while (b && (b->addr != addr || b->space != space))
		b = b->next;
	if (b)
		return b;
	b = arena_alloc(&e->arena, sizeof(*b));
	*b = (struct byte){.addr = addr, .space = space, .writer = EVENT_INITIAL, .next = *head};
	*head = b;
	return b;
}

static uint32_t find_thread(struct execution *e, const struct event *x)
{
	for (uint32_t i = e->n_threads; i-- > 0;)
		if (e->threads[i].block == x->block && e->threads[i].warp == x->warp &&
		    e->threads[i].lane == x->lane)
			return i;
	e->threads = mem_grow(e->threads, &e->cap_threads, e->n_threads, sizeof(*e->threads));
	e->threads[e->n_threads] =
		(struct thread){.block = x->block, .warp = x->warp, .lane = x->lane};
	return e->n_threads++;
}

static void touch(struct execution *e, struct event *x)
{
	for (uint32_t i = 0; i < x->size; i++) {
		struct byte *b = find_byte(e, x->space, x->addr + i);

		x->from[i] = x->read ? b->writer : EVENT_INITIAL;
		if (x->write)
			b->writer = (int32_t)e->n;
	}
}

/* same_step: another element of the vector before. */
static void add(struct execution *e, const struct event *given, bool same_step)
{
	struct event *x;

	if (e->n == e->max) {
		e->too_long = true;
		return;
	}
	e->at = mem_grow(e->at, &e->cap, e->n, sizeof(*e->at));
	x = &e->at[e->n];
	*x = *given;
	x->thread = find_thread(e, x);
	x->step = same_step ? e->threads[x->thread].steps : ++e->threads[x->thread].steps;
	if (x->kind == EVENT_MEMORY)
		touch(e, x);
	e->n++;
}

void execution_add(struct execution *e, const struct event *x)
{
	struct event y = *x;

	if (y.kind != EVENT_LEAVE)
		y.op = e->ops++;
	add(e, &y, false);
}

/* Operations of the machine */

static struct event start(const struct execution *e, const struct machine_who *who, uint32_t pc,
			  uint32_t lane)
{
	return (struct event){
		.block = (uint32_t)who->block,
		.cluster = (uint32_t)who->block / (e->cluster_blocks ? e->cluster_blocks : 1),
		.warp = who->warp,
		.lane = lane,
		.op = e->ops,
		.pc = pc,
	};
}

/* Table of operation types, 8.4. A volatile operation is a relaxed one of system scope (8.4.2). */
static void qualify(struct event *x, const struct simt_op *op)
{
	x->strong = op->sem != PTX_SEM_WEAK;
	x->acquire = x->read && (op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL);
	x->release = op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL;
	x->scope =
		op->sem == PTX_SEM_VOLATILE || op->sem == PTX_SEM_MMIO ? PTX_SCOPE_SYS : op->scope;
	if (x->atomic && !x->strong) { /* no .sem: relaxed */
		x->strong = true;
		x->scope = op->scope ? op->scope : PTX_SCOPE_GPU;
	}
}

static void on_access(struct execution *e, const struct machine_who *who, const struct simt_op *op)
{
	const bool atomic = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;

	for (uint32_t l = 0; l < SIMT_LANES; l++) {
		for (uint32_t v = 0; op->mask >> l & 1 && v < op->vec; v++) {
			struct event x = start(e, who, op->pc, l);

			x.kind = EVENT_MEMORY;
			x.space = execution_space(who, op);
			x.mbarrier = op->mbarrier;
			x.addr = op->addr[l] + (uint64_t)v * op->size;
			x.size = op->size;
			x.atomic = atomic;
			x.red = op->kind == SIMT_OP_RED;
			x.read = op->kind != SIMT_OP_ST;
			x.write = op->kind != SIMT_OP_LD;
			x.got = x.read ? op->data[v][l] : 0;
			x.put = atomic ? op->data[1][l] : op->data[v][l];
			if (op->failed >> l & 1)
				x.write = false; /* a CAS that found another value */
			qualify(&x, op);
			add(e, &x, v > 0);
		}
	}
}

/* membar is fence.sc (9.7.13, membar and fence). */
static void on_fence(struct execution *e, const struct machine_who *who, const struct simt_op *op)
{
	for (uint32_t l = 0; l < SIMT_LANES; l++) {
		struct event x = start(e, who, op->pc, l);

		if (!(op->mask >> l & 1))
			continue;
		x.kind = EVENT_FENCE;
		x.strong = true;
		x.sc = op->sem == PTX_SEM_SC;
		x.scope = op->scope;
		add(e, &x, false);
	}
}

/* Lanes arrive at a block barrier; or meet at a __syncwarp, which they leave at once. */
static void on_barrier(struct execution *e, const struct machine_who *who, const struct simt_op *op)
{
	const bool warp_sync = op->kind == SIMT_OP_WARPSYNC;
	const uint32_t instance = warp_sync ? ++e->instances : 0;

	for (uint32_t pass = 0; pass < 1U + warp_sync; pass++) {
		for (uint32_t l = 0; l < SIMT_LANES; l++) {
			struct event x = start(e, who, op->pc, l);

			if (!(op->mask >> l & 1))
				continue;
			x.kind = pass ? EVENT_LEAVE : EVENT_ARRIVE;
			x.warp_sync = warp_sync;
			x.instance = instance;
			x.bar = op->bar_id;
			x.count = op->bar_count;
			x.lanes = op->mask;
			x.whole = op->mask == op->bar_live;
			x.waits = op->bar_mode != PTX_MODE_BAR_ARRIVE;
			x.relaxed = op->sem == PTX_SEM_RELAXED && op->bar_id == SIMT_CLUSTER_BAR;
			add(e, &x, false);
		}
	}
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct execution *e = ctx;

	if (op->kind <= SIMT_OP_RED) {
		if (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED)
			on_access(e, who, op);
	} else if (op->kind == SIMT_OP_FENCE) {
		on_fence(e, who, op);
	} else if (op->kind == SIMT_OP_BAR && op->bar_mode == PTX_MODE_CLUSTER_WAIT) {
		/* it arrives at nothing: on_release() has it */
	} else if (op->kind == SIMT_OP_BAR || op->kind == SIMT_OP_WARPSYNC) {
		on_barrier(e, who, op);
	}
	e->ops++;
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct execution *e = ctx;

	for (uint32_t l = 0; l < SIMT_LANES; l++) {
		struct event x = start(e, who, 0, l);

		if (!(mask >> l & 1))
			continue;
		x.kind = EVENT_LEAVE;
		x.bar = id;
		add(e, &x, false);
	}
}

static void on_launch(void *ctx, const struct machine_launch_info *l)
{
	struct execution *e = ctx;

	execution_clear(e);
	e->cluster_blocks = l->cluster[0];
}

/* Instances of barriers */

struct open {
	uint32_t instance, arrived; /* 0: none; threads counted */
	bool leaving, waiters;
};

/* How many threads the arrival's lanes count as: a warp counts whole when all that live of it have
 * arrived together. */
static uint32_t counts_as(const struct event *x)
{
	return x->whole ? SIMT_LANES : (uint32_t)__builtin_popcount(x->lanes);
}

static void arrive(struct execution *e, struct open *o, uint32_t i)
{
	struct event *x = &e->at[i];
	const bool first_lane = x->lane == (uint32_t)__builtin_ctz(x->lanes);
	const bool last_lane = x->lanes >> x->lane == 1;

	if (!o->instance || o->leaving)
		*o = (struct open){.instance = ++e->instances};
	x->instance = o->instance;
	o->waiters |= x->waits;
	if (first_lane && x->count)
		o->arrived += counts_as(x);
	/* Complete, and nobody waits: no lane says so by leaving. */
	if (last_lane && x->count && !o->waiters && o->arrived >= x->count)
		*o = (struct open){0};
}

enum { CLUSTER_INSTANCES = 1 << 20 };

/* Earlier events of the thread of that kind at the cluster's barrier. */
static uint32_t times_before(const struct execution *e, uint32_t i)
{
	const struct event *x = &e->at[i];
	uint32_t n = 0;

	for (uint32_t k = 0; k < i; k++)
		n += e->at[k].thread == x->thread && e->at[k].kind == x->kind &&
		     e->at[k].bar == x->bar && !e->at[k].warp_sync;
	return n;
}

void execution_barriers(struct execution *e)
{
	enum { BARRIERS = 17 };
	uint32_t blocks = 1;
	struct open *open;

	for (uint32_t i = 0; i < e->n; i++)
		if (e->at[i].block >= blocks)
			blocks = e->at[i].block + 1;
	open = mem_alloc(blocks * BARRIERS * sizeof(*open));
	for (uint32_t i = 0; i < e->n; i++) {
		struct event *x = &e->at[i];
		struct open *o = &open[x->block * BARRIERS + x->bar];

		if (x->instance || x->kind < EVENT_ARRIVE)
			continue;
		if (x->bar == SIMT_CLUSTER_BAR) {
			/* The k-th time of its thread is the k-th of the cluster. */
			x->instance = CLUSTER_INSTANCES * (1 + x->cluster) + times_before(e, i);
			continue;
		}
		if (x->kind == EVENT_ARRIVE) {
			arrive(e, o, i);
		} else {
			x->instance = o->instance;
			o->leaving = true;
		}
	}
	free(open);
}

/* The rest */

struct execution *execution_create(uint32_t max_events)
{
	struct execution *e = mem_alloc(sizeof(*e));

	e->max = max_events;
	e->observer = (struct machine_observer){
		.ctx = e,
		.launch_begin = on_launch,
		.op = on_op,
		.barrier_release = on_release,
	};
	return e;
}

void execution_destroy(struct execution *e)
{
	if (!e)
		return;
	execution_clear(e);
	free(e->at);
	free(e->threads);
	free(e);
}

const struct machine_observer *execution_observer(struct execution *e)
{
	return &e->observer;
}

void execution_clear(struct execution *e)
{
	e->n = e->ops = e->n_threads = e->instances = 0;
	e->too_long = false;
	arena_free(&e->arena);
	memset(e->bytes, 0, sizeof(e->bytes));
}

const struct event *execution_events(const struct execution *e, uint32_t *n)
{
	*n = e->n;
	return e->at;
}

uint32_t execution_ops(const struct execution *e)
{
	return e->ops;
}

bool execution_too_long(const struct execution *e)
{
	return e->too_long;
}
