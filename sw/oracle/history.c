/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "history.h"

#include <string.h>

#include "chain.h"
#include "touch.h"

enum { LAZY = 16 };        /* accesses from which on a harmless one is only appended */
#define NO_CELL UINT32_MAX /* no cell is that */

/* One operation at work. */
struct visit {
	struct history *h;
	struct relate relate;
	struct access x;
	struct hit_place at;
	uint32_t id; /* of x */
	bool lone;   /* each record of x is for one word only: nothing to remember */
	/* Words moved as the last one was, not yet counted by the states. */
	uint32_t from, to, run;
	struct gather gather; /* x's, while there is no record of it */
};

void history_open(struct history *h, struct tally *t)
{
	memset(h, 0, sizeof(*h));
	h->tally = h->hits.tally = t;
	accesses_open(&h->accesses, t);
	states_open(&h->states, &h->accesses, t);
	shadow_open(&h->shadow, t);
}

void history_close(struct history *h)
{
	shadow_close(&h->shadow);
	states_close(&h->states);
	accesses_close(&h->accesses);
	hits_close(&h->hits);
	tally_free(h->tally, h->racers, h->cap_racers * sizeof(*h->racers));
	tally_free(h->tally, h->ids, h->cap_ids * sizeof(*h->ids));
}

void history_clear(struct history *h)
{
	shadow_clear(&h->shadow);
	states_clear(&h->states);
	accesses_clear(&h->accesses);
	h->hits.n = 0;
}

static void cell_drop(struct history *h, uint32_t cell)
{
	if (!shadow_is_split(cell)) {
		states_drop(&h->states, cell, 1);
		return;
	}
	for (unsigned b = 0; b < 4; b++)
		states_drop(&h->states, shadow_bytes(&h->shadow, cell)[b], 1);
	shadow_unsplit(&h->shadow, &cell);
}

void history_block_end(struct history *h, uint64_t block, uint32_t shared_bytes)
{
	const uint64_t first = chain_shared(block, 0) / PAGE_BYTES;

	for (uint64_t n = first; n <= first + shared_bytes / PAGE_BYTES; n++) {
		const struct shadow_page *p = shadow_find(&h->shadow, n);

		for (unsigned i = 0; p && i < SHADOW_CELLS; i++)
			if (p->cell[i])
				cell_drop(h, p->cell[i]);
		paged_remove(&h->shadow.pages, n);
	}
}

/* States */

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

/* Long harmless lists: looked through for what is covered only when they have doubled. */
static bool only_append(const struct state *s, const struct access *x)
{
	return s->n >= LAZY && s->n & (s->n - 1) && harmless(s, x);
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

/* A lane is ordered after all that the location keeps. Who is not gets racers. */
static bool ask_location(struct visit *v, struct asked *a, uint64_t addr, uint8_t size)
{
	struct seen_by by = {.hb = v->relate.hb,
			     .w = v->relate.warp,
			     .block = v->x.block,
			     .warp = v->x.warp,
			     .size = v->x.size,
			     .strong = v->x.flags & ACCESS_ATOMIC,
			     .wide = v->x.scope >= PTX_SCOPE_GPU};
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
	const uint64_t first = v->at.addr & ~(uint64_t)(p->size - 1U),
		       end = v->at.addr + v->at.bytes;

	for (uint64_t at = first; at < end; at += p->size)
		if (!seen_at(v->h, at, p->size))
			return;
	if (!(a->sizes & p->size)) {
		a->sizes |= p->size;
		a->ordered |= p->size;
		for (uint64_t at = first; at < end; at += p->size)
			if (!ask_location(v, a, at, p->size))
				a->ordered &= (uint8_t)~p->size;
	}
	rel->racing = 0;
	rel->before = a->ordered & p->size;
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

/* Works out *t but for its `to`: the accesses of that are the first h->ids, as many as is returned.
 * 0: it stays as it was. */
static uint32_t step_ids(struct visit *v, uint32_t from, bool here, struct step *t)
{
	struct history *h = v->h;
	const struct state *s = from ? states_at(&h->states, from) : NULL;
	uint32_t n = 0;

	*t = (struct step){
		.from = from, .id = v->id, .seen = STEP_ANY, .used = true, .racer = h->n_racers};
	h->ids = tally_grow(h->tally, h->ids, &h->cap_ids, s ? s->n : 0, sizeof(*h->ids));
	if (s && only_append(s, &v->x)) {
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

static struct step *step_slot(struct history *h, uint32_t from, uint32_t id, uint32_t seen)
{
	return &h->steps[(from ^ id ^ (seen + 1) * 5) % HISTORY_STEPS];
}

static bool step_is(const struct step *t, uint32_t from, uint32_t id, uint32_t seen)
{
	return t->used && t->from == from && t->id == id && t->seen == seen;
}

static const struct step *step_find(struct visit *v, uint32_t from)
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

/* The step of a location that is the whole word at v->at, with what is kept of its writes: the same
 * for all such that race with nothing. NULL: no such location, or it races. */
static const struct step *step_asked(struct visit *v, uint32_t from)
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

/* Cells */

static void races(struct visit *v, const struct step *t)
{
	struct history *h = v->h;

	for (size_t i = t->racer; i < t->racer + t->n_racers; i++)
		hits_add(&h->hits, &v->relate, &v->at, &h->racers[i].first, &v->x,
			 h->racers[i].lanes);
}

/* No other cell is of that state. */
static bool alone(const struct history *h, uint32_t from)
{
	return from && states_at(&h->states, from)->refs == 1;
}

/* Moves one cell on, the bytes at v->at, in a way of its own. */
static void advance_alone(struct visit *v, uint32_t *cell)
{
	struct history *h = v->h;
	const uint32_t from = *cell;
	struct step t;
	uint32_t n;

	if (alone(h, from) && only_append(states_at(&h->states, from), &v->x)) {
		if (!states_holds(&h->states, from, v->id))
			states_append(&h->states, from, v->id);
		return;
	}
	n = step_ids(v, from, true, &t);
	if (t.n_racers)
		races(v, &t);
	h->n_racers = t.racer;
	if (n > 1 && alone(h, from)) {
		states_change(&h->states, from, h->ids, n);
	} else if (n) {
		*cell = states_get(&h->states, h->ids, n);
		states_drop(&h->states, from, 1);
	}
}

/* Moves one cell on. True: cells of the same state would move in the same way. */
static bool advance(struct visit *v, uint32_t *cell)
{
	struct history *h = v->h;
	const uint32_t from = *cell;
	const struct step *t;

	if (!from)
		h->touched += v->at.bytes;
	t = v->lone || alone(h, from) ? NULL : step_find(v, from);
	if (t && t->asks && !t->depends && v->at.bytes == 4)
		t = step_asked(v, from);
	if (!t || t->depends || t->asks) {
		advance_alone(v, cell);
		return false;
	}
	if (t->n_racers)
		races(v, t);
	if (t->to != from) {
		states_hold(&h->states, t->to, 1);
		*cell = t->to;
		states_drop(&h->states, from, 1);
	}
	return !t->n_racers && t->seen == STEP_ANY;
}

static void run_end(struct visit *v)
{
	if (!v->run)
		return;
	states_hold(&v->h->states, v->to, v->run);
	states_drop(&v->h->states, v->from, v->run);
	if (!v->from)
		v->h->touched += 4ULL * v->run;
	v->run = 0;
}

/* A word whose bytes differ, or of which only some are touched. */
static void advance_bytes(struct visit *v, uint32_t *cell, const struct touch *t)
{
	struct history *h = v->h;
	const uint64_t at = v->at.base + t->addr;
	uint32_t *b;

	if (!shadow_is_split(*cell)) {
		states_hold(&h->states, *cell, 3);
		shadow_split(&h->shadow, cell);
	}
	b = shadow_bytes(&h->shadow, *cell);
	v->at.bytes = 1;
	for (unsigned i = 0; i < t->bytes; i++) {
		v->at.addr = at + i;
		advance(v, &b[v->at.addr % 4]);
	}
	if (b[0] == b[1] && b[0] == b[2] && b[0] == b[3]) {
		shadow_unsplit(&h->shadow, cell);
		states_drop(&h->states, *cell, 3);
	}
}

/* Several lanes store there. */
static bool is_same_store(const struct visit *v, const struct touch *t)
{
	return t->lanes & (t->lanes - 1) && v->x.flags & ACCESS_WRITES &&
	       !(v->x.flags & ACCESS_ATOMIC);
}

static void visit_touch(struct visit *v, const struct touch *t)
{
	struct history *h = v->h;
	uint32_t *cell = shadow_cell(&h->shadow, v->at.base + t->addr);
	const uint32_t from = *cell;
	bool again = false;

	run_end(v);
	hits_word(&h->hits);
	v->at.addr = v->at.base + t->addr;
	v->at.bytes = (uint8_t)t->bytes;
	if (t->bytes == 4 && !shadow_is_split(from))
		again = advance(v, cell);
	else
		advance_bytes(v, cell, t);
	if (is_same_store(v, t)) {
		v->at.addr = v->at.base + t->addr;
		v->at.bytes = (uint8_t)t->bytes;
		hits_same_store(&h->hits, &v->relate, &v->at, &v->x, t->lanes);
		again = false;
	}
	v->from = again ? from : NO_CELL;
	v->to = *cell;
	h->n_races += (unsigned)__builtin_popcount(h->hits.some);
}

static void visit_begin(struct visit *v, struct history *h, const struct happens_before *o,
			struct hb_warp *w, const struct machine_who *who, const struct simt_op *op,
			uint32_t lanes, uint8_t flags)
{
	const bool atomic = flags & ACCESS_ATOMIC;

	memset(v, 0, offsetof(struct visit, gather));
	v->h = h;
	v->from = NO_CELL;
	v->relate = (struct relate){.hb = o, .warp = w, .lanes = lanes, .ptx = h->seens};
	v->at = (struct hit_place){.who = who, .space = op->space};
	if (op->space == PTX_SPACE_SHARED)
		v->at.base = chain_shared(o->base + who->block, 0);
	v->x.block = (uint32_t)(o->base + who->block + (op->is_async ? o->blocks : 0));
	v->x.warp = (uint8_t)who->warp;
	v->x.label = w->label;
	v->x.pc = op->pc;
	v->x.flags = flags;
	v->x.scope = atomic ? (uint8_t)op->scope : 0;
	v->x.size = atomic ? op->size : 0;
	if (!o->its)
		v->x.lock = locks_of(&w->locks, 0);
}

/* x becomes the record for other lanes. */
static void change_lanes(struct visit *v, const struct hb_warp *w, uint32_t lanes, bool apart)
{
	struct accesses *a = &v->h->accesses;

	run_end(v);
	v->from = NO_CELL;
	if (v->id)
		accesses_drop(a, v->id);
	v->x.words[0] = lanes; /* all of it: the processor waits when a wider read follows a
				* narrow write */
	if (apart)
		v->x.lock = locks_of(&w->locks, (uint32_t)__builtin_ctz(lanes));
	v->id = accesses_get(a, &v->x);
}

/* One record for lanes that lie anywhere. */
static void gather(struct visit *v, const struct simt_op *op, uint32_t lanes)
{
	struct gather *g = &v->gather;

	memset(g->addr, 0, sizeof(g->addr));
	for (uint32_t left = lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		g->addr[l] = v->at.base + op->addr[l];
	}
	g->lanes = lanes;
	g->bytes = (uint32_t)op->size * op->vec;
	v->x.shift = ACCESS_GATHER;
	v->x.gather = g;
}

/* Words that lie anywhere: what will be asked of each is fetched for all of them side by side. */
static void fetch(struct visit *v, const struct touch *t, unsigned n)
{
	struct history *h = v->h;
	const uint32_t *cell[TOUCH_MAX];

	for (unsigned i = 0; i < n; i++) {
		cell[i] = shadow_cell(&h->shadow, v->at.base + t[i].addr);
		__builtin_prefetch(cell[i]);
	}
	for (unsigned i = 0; i < n; i++)
		if (*cell[i] && !shadow_is_split(*cell[i]))
			__builtin_prefetch(states_at(&h->states, *cell[i]));
	for (unsigned i = 0; i < n; i++)
		if (*cell[i] && !shadow_is_split(*cell[i]))
			__builtin_prefetch(
				&h->accesses.items[*state_ids(states_at(&h->states, *cell[i]))]);
}

void history_access(struct history *h, const struct happens_before *o, struct hb_warp *w,
		    const struct machine_who *who, const struct simt_op *op, uint32_t lanes,
		    uint8_t flags)
{
	const bool apart = o->its && w->locks.n; /* lanes hold different locks */
	struct touch touches[TOUCH_MAX];
	struct visit v;
	unsigned n;

	visit_begin(&v, h, o, w, who, op, lanes, flags);
	n = touch_list(op, lanes, apart, touches, &v.x.shift, &v.x.phase);
	if (v.x.shift == ACCESS_LANES && n > 1) {
		fetch(&v, touches, n);
		if (!o->its)
			gather(&v, op, lanes);
	}
	if (v.x.shift != ACCESS_LANES)
		v.id = accesses_get(&h->accesses, &v.x);
	v.lone = v.x.shift == ACCESS_LANES && (unsigned)op->size * op->vec <= 4;
	for (unsigned i = 0; i < n; i++) {
		const struct touch *t = &touches[i];

		if (v.x.shift == ACCESS_LANES && (!v.id || t->lanes != v.x.lanes))
			change_lanes(&v, w, t->lanes, apart);
		if (h->seens)
			for (uint32_t left = t->lanes; left; left &= left - 1)
				h->id_of[__builtin_ctz(left)] = v.id;
		if (t->bytes == 4 && *shadow_cell(&h->shadow, v.at.base + t->addr) == v.from &&
		    !is_same_store(&v, t)) {
			*shadow_cell(&h->shadow, v.at.base + t->addr) = v.to;
			v.run++;
		} else {
			visit_touch(&v, t);
		}
	}
	run_end(&v);
	for (unsigned i = 0; i < HISTORY_STEPS; i++)
		step_forget(h, &h->steps[i]);
	accesses_drop(&h->accesses, v.id);
	h->n_racers = 0;
	h->n_accesses += (unsigned)__builtin_popcount(lanes);
	w->last = w->label;
}
