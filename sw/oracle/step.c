/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an access does to a state, for all words of that state or for one.
 */
#include "step.h"

#include <string.h>

enum { LAZY = 16 }; /* accesses from which on a harmless one is only appended */

static void racer_add(struct history *h, const struct access *first, uint32_t lanes)
{
	h->racers =
		tally_grow(h->tally, h->racers, &h->cap_racers, h->n_racers, sizeof(*h->racers));
	h->racers[h->n_racers++] = (struct racer){.first = *first, .lanes = lanes};
}

/* Surely no race with anything in s. */
static bool harmless(const struct state *s, const struct access *x)
{
	if (!((s->any | x->flags) & ACCESS_WRITES))
		return true;
	return s->same && x->flags & ACCESS_ATOMIC && x->scope >= PTX_SCOPE_GPU &&
	       s->same == x->size;
}

/* A read is ordered after all writes of s, which are its first accesses nearly always: a write
 * covers the reads before it. here: for the bytes at v->at. */
static bool reads_later(const struct visit *v, const struct state *s, bool here)
{
	const uint32_t *ids = state_ids(s);

	if (v->x.flags & ACCESS_WRITES || s->writes == STATE_MOST_WRITES)
		return false;
	for (uint32_t i = 0; i < s->writes; i++) {
		const struct access *p = &v->h->accesses.items[ids[i]];
		struct relation rel = {0, false};

		if (!relate_conflict(&v->relate, p, &v->x))
			continue;
		if (!relate_all(&v->relate, p, &v->x, &rel)) {
			if (!here)
				return false;
			relate_at(&v->relate, p, &v->x, v->at.addr, v->at.bytes, &rel);
		}
		if (rel.racing)
			return false;
	}
	return true;
}

bool step_only_append(const struct visit *v, const struct state *s, bool here)
{
	return s->n >= LAZY && s->n & (s->n - 1) && (harmless(s, &v->x) || reads_later(v, s, here));
}

/* Observation order */

/* What the writes of the location of one size have said about the bytes at v->at. */
struct asked {
	struct history *h;
	uint32_t lane;          /* who asks */
	uint8_t sizes, ordered; /* 1, 2, 4, 8: asked; a lane is ordered after all */
};

static void unordered(void *ctx, const struct access *p, unsigned lane)
{
	const struct asked *a = ctx;
	struct access first = *p;

	first.shift = ACCESS_LANES; /* of all lanes, the one that wrote last */
	first.phase = 0;
	first.lanes = 1U << lane;
	racer_add(a->h, &first, 1U << a->lane);
}

static bool is_strong_write(const struct access *p)
{
	return p->flags & ACCESS_ATOMIC && p->flags & ACCESS_WRITES;
}

/* Handle of what is kept of a location's strong writes. */
static uint32_t seen_at(const struct history *h, uint64_t addr, uint8_t size)
{
	const struct place *at = places_find(h->places, addr, size);

	return at ? at->seen : 0;
}

/* 128 bits are two locations of 64. */
static uint8_t location_size(uint8_t size)
{
	return size > 8 ? 8 : size;
}

/* A lane is ordered after all that the location keeps. Who is not gets racers. */
static bool ask_location(struct visit *v, struct asked *a, uint64_t addr, uint8_t size)
{
	struct seen_by by = {.hb = v->relate.hb,
			     .w = v->relate.warp,
			     .block = v->x.block,
			     .warp = v->x.warp,
			     .size = location_size(v->x.size),
			     .strong = v->x.flags & ACCESS_ATOMIC,
			     .scope = (enum ptx_scope)v->x.scope};
	uint32_t lanes = access_lanes(&v->x, v->at.addr, v->at.bytes);
	bool any = false;

	for (; lanes; lanes &= lanes - 1) {
		by.lane = a->lane = (uint32_t)__builtin_ctz(lanes);
		any |= seens_ask(v->h->seens, seen_at(v->h, addr, size), addr, size, &by, unordered,
				 a);
	}
	return any;
}

/* p, a strong write that base causality leaves unordered: whether it is ordered by observation. Its
 * location's other writes are asked, too, as p stands for those that it covered; likewise all
 * locations in the word. Not kept there: it is not. */
static void ask(struct visit *v, struct asked *a, const struct access *p, struct relation *rel)
{
	const uint8_t size = location_size(p->size);
	const uint64_t first = v->at.addr & ~(uint64_t)(size - 1U), end = v->at.addr + v->at.bytes;

	for (uint64_t at = first; at < end; at += size)
		if (!seen_at(v->h, at, size))
			return;
	if (!(a->sizes & size)) {
		a->sizes |= size;
		a->ordered |= size;
		for (uint64_t at = first; at < end; at += size)
			if (!ask_location(v, a, at, size))
				a->ordered &= (uint8_t)~size;
	}
	rel->racing = 0;
	rel->before = a->ordered & size;
}

/* Those of s that x does not cover, into h->ids; races into h->racers. here: for the bytes at
 * v->at; else for all alike, and t says when that cannot be. */
static void sift(struct visit *v, const struct state *s, bool here, struct step *t, uint32_t *n)
{
	struct history *h = v->h;
	const uint32_t *ids = state_ids(s);
	const bool quiet = harmless(s, &v->x);
	struct asked asked = {.h = h};

	*n = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct access *p = &h->accesses.items[ids[i]];
		const bool covers = relate_covers(&v->relate, p, &v->x);
		const bool conflict = !quiet && relate_conflict(&v->relate, p, &v->x);
		struct relation rel = {0, false};

		/* Even here the answer for whole warps comes first: a word may have thousands. */
		if ((covers || conflict) && !relate_all(&v->relate, p, &v->x, &rel)) {
			if (here)
				relate_at(&v->relate, p, &v->x, v->at.addr, v->at.bytes, &rel);
			else if (conflict)
				t->depends = true;
		}
		if (conflict && rel.racing && h->seens && is_strong_write(p)) {
			if (here)
				ask(v, &asked, p, &rel);
			else
				t->asks = true;
		}
		if (conflict && rel.racing)
			racer_add(h, p, rel.racing);
		if ((!covers || !rel.before) && ids[i] != v->id)
			h->ids[(*n)++] = ids[i];
	}
}

uint32_t step_ids(struct visit *v, uint32_t from, bool here, struct step *t)
{
	struct history *h = v->h;
	const struct state *s = from ? states_at(&h->states, from) : NULL;
	uint32_t n = 0;

	*t = (struct step){
		.from = from, .id = v->id, .seen = STEP_ANY, .used = true, .racer = h->n_racers};
	h->ids = tally_grow(h->tally, h->ids, &h->cap_ids, s ? s->n : 0, sizeof(*h->ids));
	if (s && step_only_append(v, s, here)) {
		if (states_holds(&h->states, from, v->id))
			return 0;
		n = s->n;
		memcpy(h->ids, state_ids(s), n * sizeof(*h->ids));
	} else if (s) {
		sift(v, s, here, t, &n);
	}
	t->n_racers = h->n_racers - t->racer;
	h->ids[n++] = v->id;
	return n;
}

/* Works out *t; its `to` comes with a reference. */
static void step_make(struct visit *v, uint32_t from, bool here, struct step *t)
{
	struct history *h = v->h;
	const uint32_t n = step_ids(v, from, here, t);

	h->steps_used |= 1ULL << (t - h->steps);
	if (t->depends || t->asks) {
		h->n_racers = t->racer;
	} else if (n) {
		t->to = states_get(&h->states, h->ids, n);
	} else {
		t->to = from;
		states_hold(&h->states, from, 1);
	}
}

static void step_forget(struct history *h, struct step *t)
{
	if (!t->used)
		return;
	states_drop(&h->states, t->from, 1);
	states_drop(&h->states, t->to, 1);
	t->used = false;
}

void steps_forget(struct history *h)
{
	for (; h->steps_used; h->steps_used &= h->steps_used - 1)
		step_forget(h, &h->steps[__builtin_ctzll(h->steps_used)]);
}

static struct step *step_slot(struct history *h, uint32_t from, uint32_t id, uint32_t seen)
{
	return &h->steps[(from ^ id ^ (seen + 1) * 5) % HISTORY_STEPS];
}

static bool step_is(const struct step *t, uint32_t from, uint32_t id, uint32_t seen)
{
	return t->used && t->from == from && t->id == id && t->seen == seen;
}

const struct step *step_find(struct visit *v, uint32_t from)
{
	struct history *h = v->h;
	struct step *t = step_slot(h, from, v->id, STEP_ANY);

	if (step_is(t, from, v->id, STEP_ANY))
		return t;
	step_forget(h, t);
	states_hold(&h->states, from, 1);
	step_make(v, from, false, t);
	return t;
}

const struct step *step_asked(struct visit *v, uint32_t from)
{
	struct history *h = v->h;
	uint32_t seen;
	struct step *t;

	if (v->relate.hb->its || !places_plain(h->places, v->at.addr))
		return NULL;
	seen = seen_at(h, v->at.addr, 4);
	t = step_slot(h, from, v->id, seen);
	if (!step_is(t, from, v->id, seen)) {
		step_forget(h, t);
		states_hold(&h->states, from, 1);
		step_make(v, from, true, t);
		t->seen = seen;
	}
	return t->n_racers ? NULL : t;
}
