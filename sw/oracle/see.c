/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Observation order (model ptx): who has seen which strong write.
 */
#include "act.h"

static struct seen_by by_of(const struct act *a, unsigned lane)
{
	return (struct seen_by){.hb = &a->o->hb,
				.w = a->w,
				.block = a->by,
				.warp = a->warp,
				.lane = lane,
				.size = a->op->size,
				.strong = a->strong,
				.scope = act_link(a),
				.rmw = a->rmw};
}

static bool only_reads(const struct act *a, unsigned lane)
{
	return a->op->kind == SIMT_OP_LD || (a->rmw && act_failed(a, lane));
}

/* One location, one lane */

struct end {
	struct parts *o;
	const struct seen_by *by;
	uint64_t addr;
};

static void end_value(void *ctx, struct place *at, uint64_t addr, uint8_t size)
{
	const struct end *e = ctx;
	const bool covers = addr >= e->addr && addr + size <= e->addr + e->by->size;

	if (at->seen && !(e->by->strong && addr == e->addr && size == e->by->size))
		at->seen = seens_end(&e->o->seens, at->seen, 1, e->by, !e->by->strong && covers,
				     addr, size);
}

static void see_lane(const struct act *a, unsigned l, uint64_t addr)
{
	struct parts *o = a->o;
	const struct seen_by by = by_of(a, l);
	struct end end = {.o = o, .by = &by, .addr = addr};
	struct place *at;

	if (only_reads(a, l)) {
		at = places_find(&o->places, addr, by.size);
		if (at)
			at->seen = seens_read(&o->seens, at->seen, 1, &by);
		return;
	}
	if (o->seens.n_live)
		places_overlap(&o->places, addr, by.size, end_value, &end);
	if (!a->strong)
		return;
	at = places_make(&o->places, addr, by.size);
	at->seen = seens_write(&o->seens, at->seen, 1, &by, o->history.id_of[l], (uint8_t)l);
}

/* Spots */

/* Lanes of one location, one after the other, as the machine performs them. */
static void see_crowd(const struct act *a, const struct spot *s)
{
	for (uint32_t left = s->lanes; left; left &= left - 1)
		see_lane(a, (unsigned)__builtin_ctz(left), s->addr);
}

static void see_spots(struct act *a)
{
	struct seens *seens = &a->o->seens;
	const struct seen_by by = by_of(a, 0);
	uint8_t picked[TOUCH_MAX];

	for (unsigned i = 0; i < a->n_spots; i++) {
		struct spot *s = &a->spots[i];
		const uint32_t writers = a->op->kind == SIMT_OP_LD ? 0
					 : a->rmw                  ? s->lanes & ~a->op->failed
								   : s->lanes;

		s->todo = writers ? true : s->at && s->at->seen;
		if (writers && s->lanes & (s->lanes - 1)) {
			see_crowd(a, s);
			s->todo = false;
		}
		s->handle = s->todo ? s->at->seen : 0;
		s->id = writers ? a->o->history.id_of[__builtin_ctz(writers)] : 0;
	}
	for (unsigned i = 0; i < a->n_spots; i++) {
		const uint32_t id = a->spots[i].id;
		uint32_t to = a->spots[i].handle;
		unsigned n;

		if (!a->spots[i].todo)
			continue;
		n = act_pick(a, i, picked);
		to = id ? seens_write(seens, to, n, &by, id, SEEN_BY_ADDRESS)
			: seens_read(seens, to, n, &by);
		for (unsigned j = 0; j < n; j++)
			a->spots[picked[j]].at->seen = to;
	}
}

void see_act(struct act *a, uint32_t lanes)
{
	if (!a->strong && (a->op->kind == SIMT_OP_LD || !a->o->seens.n_live))
		return;
	if (a->spotted) {
		see_spots(a);
		return;
	}
	for (; lanes; lanes &= lanes - 1)
		for (unsigned v = 0; v < a->op->vec; v++)
			see_lane(a, (unsigned)__builtin_ctz(lanes),
				 act_place(a, (unsigned)__builtin_ctz(lanes), v));
}
