/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * feed: what the machine does in an SM's shared memory, as operations of its unit.
 */
#include "access/access.h"
#include "shared_int.h"

static struct shared_side *side_of(void *ctx, const struct machine_who *who)
{
	struct shared_system *s = ctx;

	return &s->sms[who->sm];
}

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct shared_system *s = ctx;

	s->slot_bytes = slot_bytes;
	places_load(&s->places, l->kernel, s->pc_bits);
}

/* Operations without words */

static struct shared_entry *put(struct shared_side *x, const struct machine_who *who, uint8_t kind)
{
	struct shared_entry *e = shared_side_put(x);

	e->op = (struct pf_shared_op){
		.kind = kind, .slot = (uint8_t)who->slot, .who = (uint8_t)who->warp};
	e->due = x->time;
	e->races = 0;
	return e;
}

static void put_order(struct shared_side *x, const struct machine_who *who, uint32_t row,
		      bool arrives, bool waits, bool leaves)
{
	struct pf_shared_op *o = &put(x, who, PF_SHARED_OP_ORDER)->op;

	o->barrier = (uint8_t)row;
	o->arrives = arrives;
	o->waits = waits;
	o->leaves = leaves;
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t threads)
{
	struct shared_side *x = side_of(ctx, who);

	put(x, who, PF_SHARED_OP_EPOCH)->op.who = 0;
	if (shared_has_model(x->system))
		pf_shared_block(&x->model, who->slot, threads);
}

static void on_barrier(void *ctx, const struct machine_who *who)
{
	struct shared_side *x = side_of(ctx, who);

	put(x, who, PF_SHARED_OP_EPOCH)->op.who = 0;
	if (shared_has_model(x->system))
		pf_shared_barrier(&x->model, who->slot);
}

static void on_arrive(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		      bool waits)
{
	struct shared_side *x = side_of(ctx, who);

	put_order(x, who, barrier, true, false, false);
	if (shared_has_model(x->system))
		pf_shared_arrive(&x->model, who->slot, who->warp, lanes, barrier, waits);
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	struct shared_side *x = side_of(ctx, who);

	put_order(x, who, barrier, false, true, true);
	if (shared_has_model(x->system))
		pf_shared_release(&x->model, who->slot, who->warp, barrier);
}

static void on_fence(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct shared_side *x = side_of(ctx, who);

	put_order(x, who, PF_SHARED_FENCES, true, true, false);
	if (shared_has_model(x->system))
		pf_shared_fence(&x->model, who->slot, who->warp, lanes);
}

static void on_sync(void *ctx, const struct machine_who *who, uint32_t lanes, bool releases,
		    bool acquires)
{
	struct shared_side *x = side_of(ctx, who);

	put_order(x, who, PF_SHARED_FENCES, releases, acquires, false);
	if (shared_has_model(x->system))
		pf_shared_sync(&x->model, who->slot, who->warp, lanes, releases, acquires);
}

static void on_syncwarp(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct shared_side *x = side_of(ctx, who);

	put_order(x, who, PF_SHARED_FENCES, false, false, false);
	if (shared_has_model(x->system))
		pf_shared_syncwarp(&x->model, who->slot, who->warp, lanes);
}

/* Accesses */

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	(void)op;
	side_of(ctx, who)->rounds = 0;
}

static void on_race(void *ctx, const struct pf_shared_race *r)
{
	struct shared_side *x = ctx;
	const struct pf_shared_told t = pf_shared_port_race(r, x->system->widths.banks);

	if (x->n_told && pf_shared_port_joins(&x->told[x->n_told - 1], &t))
		return;
	x->told = mem_grow(x->told, &x->cap_told, x->n_told, sizeof(*x->told));
	x->told[x->n_told++] = t;
}

static void put_rounds(struct shared_side *x, const struct pf_shared_access *a,
		       const struct shared_from *from)
{
	struct pf_shared_rounds r;
	struct pf_shared_op o;
	size_t told = 0;

	pf_shared_port_begin(&r, a, x->system->widths.banks);
	while (pf_shared_port_round(&r, &o)) {
		struct shared_entry *e = shared_side_put(x);

		*e = (struct shared_entry){.op = o, .due = x->time + x->rounds++, .from = *from};
		for (; told < x->n_told && pf_shared_port_in_round(&o, &x->told[told]); told++) {
			*(struct pf_shared_told *)expected_put(&x->expected) = x->told[told];
			e->races++;
		}
	}
}

static void on_access(void *ctx, const struct machine_who *who, const struct simt_op *op,
		      const struct pf_shared_access *a)
{
	struct shared_side *x = side_of(ctx, who);
	const struct access_shape shape = op ? access_shape(op) : (struct access_shape){0};
	const struct shared_from from = {.kernel = who->kernel,
					 .launch = who->launch,
					 .block = who->block,
					 .pc = a->pc,
					 .access = shape.access,
					 .scope = shape.scope};
	struct pf_shared_access coded = *a;

	coded.pc = x->system->places.number[a->pc];
	x->n_told = 0;
	if (shared_has_model(x->system)) {
		x->model.race = on_race;
		x->model.ctx = x;
		pf_shared_access(&x->model, &coded);
	}
	put_rounds(x, &coded, &from);
}

const struct shared_calls shared_feed_calls = {.launch = on_launch,
					       .block = on_block,
					       .barrier = on_barrier,
					       .arrive = on_arrive,
					       .release = on_release,
					       .fence = on_fence,
					       .sync = on_sync,
					       .syncwarp = on_syncwarp,
					       .op = on_op,
					       .access = on_access};
