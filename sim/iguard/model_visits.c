/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_visits.h"

#include <stdlib.h>

#include "base/mem.h"

enum { FIRST_SPACE = 64, MOST_TURNS = 64, WARP_BITS = 8 };

void visits_init(struct visits *v)
{
	*v = (struct visits){.space = FIRST_SPACE, .n = VISIT_NONE + 1};
	v->visit = mem_alloc(v->space * sizeof(*v->visit));
}

void visits_free(struct visits *v)
{
	free(v->visit);
	v->visit = NULL;
}

static uint32_t take(struct visits *v)
{
	uint32_t n = v->free;

	if (n) {
		v->free = v->visit[n].next;
		return n;
	}
	if (v->n == v->space) {
		v->space *= 2;
		v->visit = mem_realloc(v->visit, v->space * sizeof(*v->visit));
	}
	return v->n++;
}

void visits_end(struct visits *v, uint32_t n)
{
	v->visit[n].next = v->free;
	v->free = n;
}

void visits_begin(struct visits *v, uint32_t era)
{
	v->building = (struct visit){.turns = 0};
	v->root = v->writer = v->reader = v->beat = VISIT_NONE;
	v->era = era;
}

static uint32_t who(const struct pf_iguard_lane_side *x)
{
	return x->side.block ? x->side.block << WARP_BITS | x->side.warp : VISIT_NOBODY;
}

static void add_turn(struct visits *v, const struct pf_iguard_turn *t, bool race, bool reported)
{
	struct visit *b = &v->building;
	const bool set = !b->turns || v->side != t->side || v->raced != t->raced;

	if (b->turns == MOST_TURNS)
		return;
	if (!b->turns) {
		const struct pf_iguard_lane_side x = pf_iguard_side_unpack(v->layout, t->side);

		b->of = who(&x);
	}
	b->sets |= (uint64_t)set << b->turns;
	b->races |= (uint64_t)race << b->turns;
	b->reported |= (uint64_t)reported << b->turns;
	b->turns++;
	v->side = t->side;
	v->raced = t->raced;
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t, bool reported)
{
	struct visits *v = ctx;

	add_turn(v, t, t->kind != 0, reported);
	v->building.taken = v->building.turns;
}

static void on_no_room(void *ctx, const struct pf_iguard_turn *t)
{
	add_turn(ctx, t, false, false);
}

/* Behind whom it comes. */
static void hang(struct visits *v, uint32_t n)
{
	const struct visit *x = &v->visit[n];
	uint32_t *row = x->does.readers ? &v->reader : &v->writer;

	if (!x->does.of_block) {
		if (x->does.readers)
			v->visit[v->writer].readers = n;
		else
			v->root = n;
		*row = n;
	} else {
		const uint32_t of = x->does.readers ? v->reader : v->root;

		if (!v->visit[of].beats)
			v->visit[of].beats = n;
		else
			v->visit[x->does.readers ? v->beat : v->writer].next = n;
		if (x->does.readers)
			v->beat = n;
		else
			v->writer = n;
	}
}

static void on_visit(void *ctx, const struct pf_iguard_visit *does)
{
	struct visits *v = ctx;
	uint32_t n;

	if (does->is_block)
		v->building.turns = 1;
	n = take(v);
	v->visit[n] = v->building;
	v->visit[n].does = *does;
	v->visit[n].era = v->era;
	v->visit[n].by = who(does->by);
	hang(v, n);
	v->building = (struct visit){.turns = 0};
}

uint32_t visit_set(const struct visit *x, uint32_t turn)
{
	uint32_t n = 1;

	while (turn + n < x->turns && !(x->sets >> (turn + n) & 1))
		n++;
	return n;
}

void visits_watch(struct visits *v, struct pf_iguard_slice *s)
{
	v->layout = &s->layout;
	s->turn = on_turn;
	s->turn_ctx = v;
	s->lines.visit = on_visit;
	s->lines.no_room = on_no_room;
	s->lines.visit_ctx = v;
}
