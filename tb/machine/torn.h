/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * torn: the plainest engine that is allowed everything: warps in random order, several operations
 * of a warp under way, each performed some random lanes at a time. Lane l of an operation goes
 * after lane l of the warp's earlier ones, as a thread's accesses to one place must.
 */
#ifndef TORN_H
#define TORN_H

#include "machine/engine.h"
#include "simt/uses.h"

enum { TORN_FLIGHTS = 32, TORN_WARPS = 64 };

struct torn_flight {
	struct simt_op op;
	uint32_t left;
	struct torn_warp *t;
};

struct torn_warp {
	struct machine_warp *w; /* NULL: free */
	struct machine_block *b;
	uint32_t sm, slot;
	bool waits;
	unsigned flights;
	uint8_t *busy; /* by register slot: writes under way */
};

struct torn {
	struct rng rng;
	unsigned most; /* operations of a warp under way */
	bool gives_up; /* returns instead of engine_hang() */
	struct machine *m;
	struct simt_uses *uses;
	uint32_t slots;
	struct torn_warp warps[TORN_WARPS];
	struct torn_flight *flights[TORN_FLIGHTS]; /* oldest first */
	unsigned n_flights;
	uint64_t issued, performed, woken, placed;
	uint64_t clock; /* steps */
	uint64_t max_clock;
	bool over;
};

static inline void torn_place(struct torn *e, uint32_t sm, uint32_t slot)
{
	struct machine_block *b = engine_place(e->m, sm, slot);
	unsigned at = 0;

	if (!b)
		return;
	e->placed++;
	assert_false(engine_block_ended(b));
	for (uint32_t i = 0; i < engine_warps(b); i++) {
		struct torn_warp *t;

		while (at < TORN_WARPS && e->warps[at].w)
			at++;
		assert_true(at < TORN_WARPS);
		t = &e->warps[at];
		t->w = engine_warp(b, i);
		assert_null(engine_user(t->w));
		engine_set_user(t->w, t);
		assert_int_equal(engine_who(t->w)->warp, i);
		assert_int_equal(engine_who(t->w)->sm, sm);
		assert_int_equal(engine_who(t->w)->slot, slot);
		t->b = b;
		t->sm = sm;
		t->slot = slot;
		t->waits = false;
		t->flights = 0;
		memset(t->busy, 0, e->slots);
	}
}

static inline void torn_mark(const struct torn *e, struct torn_warp *t, uint32_t pc, int by)
{
	const struct simt_uses *u = &e->uses[pc];

	for (unsigned i = 0; i < u->n_writes; i++)
		t->busy[u->writes[i]] = (uint8_t)(t->busy[u->writes[i]] + by);
}

static inline bool torn_free(const struct torn *e, const struct torn_warp *t)
{
	const struct simt_warp *w = engine_simt(t->w);
	const struct simt_uses *u = &e->uses[w->pc];

	if (!w->active || u->cls == SIMT_CLASS_CONTROL)
		return !t->flights;
	for (unsigned i = 0; i < u->n_reads; i++)
		if (t->busy[u->reads[i]])
			return false;
	for (unsigned i = 0; i < u->n_writes; i++)
		if (t->busy[u->writes[i]])
			return false;
	return u->cls != SIMT_CLASS_MEMORY || (t->flights < e->most && e->n_flights < TORN_FLIGHTS);
}

static inline void torn_op(struct torn *e, struct torn_warp *t, struct torn_flight *f)
{
	struct simt_op *op = &f->op;

	if (op->kind <= SIMT_OP_RED) {
		f->t = t;
		f->left = op->mask;
		t->flights++;
		torn_mark(e, t, op->pc, 1);
		e->flights[e->n_flights++] = f;
		return;
	}
	for (unsigned l = 0; op->kind == SIMT_OP_SYSCALL && l < SIMT_LANES && !e->over; l++)
		e->over = engine_perform(e->m, t->w, op, 1U << l, NULL) < 0;
	if (op->kind != SIMT_OP_SYSCALL)
		e->over = engine_perform(e->m, t->w, op, op->mask & -op->mask, NULL) < 0;
	free(f);
}

static inline void torn_issue(struct torn *e, struct torn_warp *t)
{
	struct torn_flight *f = calloc(1, sizeof(*f));

	e->issued++;
	t->waits = true; /* a wake() from within is not lost */
	switch (engine_issue(e->m, t->w, &f->op)) {
	case ENGINE_OP:
		t->waits = false;
		torn_op(e, t, f);
		return;
	case ENGINE_NO_OP: t->waits = false; break;
	case ENGINE_WAITS: break;
	case ENGINE_DONE:
		assert_int_equal(engine_issue(e->m, t->w, &f->op), ENGINE_DONE);
		t->w = NULL;
		if (engine_block_ended(t->b))
			torn_place(e, t->sm, t->slot);
		break;
	case ENGINE_END: e->over = true; break;
	}
	free(f);
}

/* Some lanes of an operation, if those of the warp's earlier ones allow. */
static inline void torn_perform(struct torn *e, unsigned n)
{
	struct torn_flight *f = e->flights[n];
	uint32_t lanes = f->left;

	for (unsigned i = 0; i < n; i++)
		if (e->flights[i]->t == f->t)
			lanes &= ~e->flights[i]->left;
	if (!lanes)
		return;
	if (rng_below(&e->rng, 4))
		lanes &= (uint32_t)rng_next(&e->rng);
	if (rng_below(&e->rng, 2))
		lanes &= -lanes;
	e->over = engine_perform(e->m, f->t->w, &f->op, lanes, NULL) < 0;
	e->performed++;
	f->left &= ~lanes;
	if (f->left || e->over)
		return;
	engine_complete(e->m, f->t->w, &f->op);
	torn_mark(e, f->t, f->op.pc, -1);
	f->t->flights--;
	free(f);
	e->n_flights--;
	memmove(&e->flights[n], &e->flights[n + 1], (e->n_flights - n) * sizeof(f));
}

static inline void torn_step(struct torn *e)
{
	const unsigned from = rng_below(&e->rng, TORN_WARPS);
	bool alive = e->n_flights > 0;

	if (e->n_flights && rng_below(&e->rng, 3)) {
		torn_perform(e, rng_below(&e->rng, e->n_flights));
		return;
	}
	for (unsigned i = 0; i < TORN_WARPS; i++) {
		struct torn_warp *t = &e->warps[(from + i) % TORN_WARPS];

		if (!t->w || t->waits)
			continue;
		alive = true;
		if (torn_free(e, t)) {
			torn_issue(e, t);
			return;
		}
	}
	if (!alive && !e->gives_up)
		engine_hang(e->m, true, "nothing moves");
	if (!alive)
		e->over = true;
}

static inline void torn_run(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct torn *e = ctx;

	e->m = m;
	e->over = false;
	e->uses = simt_uses(info->kernel);
	e->slots = simt_slots(info->kernel);
	for (unsigned i = 0; i < TORN_WARPS; i++) {
		e->warps[i].w = NULL;
		e->warps[i].busy = calloc(e->slots, 1);
	}
	for (uint32_t slot = 0; slot < info->blocks_per_sm; slot++)
		for (uint32_t sm = 0; sm < machine_config(m)->sms; sm++)
			torn_place(e, sm, slot);
	while (!e->over && !engine_finished(m)) {
		torn_step(e);
		if (++e->clock == e->max_clock) {
			engine_limit(m, "too many steps");
			e->over = true;
		}
	}
	if (!e->over) {
		assert_int_equal(e->n_flights, 0);
		assert_int_equal(engine_blocks_left(m), 0);
	}
	while (e->n_flights)
		free(e->flights[--e->n_flights]);
	for (unsigned i = 0; i < TORN_WARPS; i++)
		free(e->warps[i].busy);
	free(e->uses);
}

static inline void torn_wake(void *ctx, struct machine_warp *w)
{
	struct torn *e = ctx;

	e->woken++;
	((struct torn_warp *)engine_user(w))->waits = false;
}

static inline void torn_use(struct torn *e, struct machine *m, uint64_t seed, unsigned most)
{
	const struct machine_engine engine = {.ctx = e, .run = torn_run, .wake = torn_wake};

	memset(e, 0, sizeof(*e));
	rng_seed(&e->rng, seed);
	e->most = most;
	machine_set_engine(m, &engine);
}

#endif
