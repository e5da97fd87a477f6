/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "step.h"

#include <string.h>

#include "act.h"
#include "async.h"
#include "chain.h"
#include "touch.h"

#define NO_CELL UINT32_MAX /* no cell is that */

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

	if (alone(h, from) && step_only_append(v, states_at(&h->states, from), true)) {
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
	return v->stores && t->lanes & (t->lanes - 1);
}

static void visit_touch(struct visit *v, const struct touch *t, uint32_t *cell)
{
	struct history *h = v->h;
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
	if (again && !from)
		v->fresh = *cell;
	if (h->hits.some)
		h->n_races += (unsigned)__builtin_popcount(h->hits.some);
}

static void visit_begin(struct visit *v, struct history *h, const struct happens_before *o,
			struct hb_warp *w, const struct machine_who *who, const struct simt_op *op,
			uint32_t lanes, uint8_t flags)
{
	const bool atomic = flags & ACCESS_ATOMIC;
	const uint64_t block = o->base + who->block;

	memset(v, 0, offsetof(struct visit, gather));
	v->h = h;
	v->from = NO_CELL;
	v->relate = (struct relate){.hb = o, .warp = w, .lanes = lanes, .ptx = h->seens};
	v->at = (struct hit_place){.who = who, .space = op->space};
	if (op->space == PTX_SPACE_SHARED)
		v->at.base = chain_shared(op_home(op, block), 0);
	v->x.block = (uint32_t)(op->is_async ? async_number(o, block, op) : block);
	v->x.warp = (uint8_t)who->warp;
	if (op->copy) {
		v->x.warp = (uint8_t)async_warp(hb_block(o, who), op);
		v->x.lock = who->warp + 1;
		flags |= ACCESS_COPY;
		if (!op->generic && op->copy != SIMT_COPY_DONE)
			v->relate.proxy =
				o->clusters.stride *
				(op->space == PTX_SPACE_SHARED ? ASYNC_SHARED : ASYNC_GLOBAL);
	}
	v->x.label = w->label;
	v->x.pc = op->pc;
	v->x.flags = flags;
	v->x.scope = atomic ? (uint8_t)op_link(op) : 0;
	v->x.size = !atomic ? 0 : op->type == PTX_T_B128 ? 16 : op->size;
	if (!o->its && !op->copy)
		v->x.lock = locks_of(&w->locks, 0);
	v->stores = flags & ACCESS_WRITES && !atomic;
}

/* x becomes the record for other lanes. */
static void change_lanes(struct visit *v, const struct hb_warp *w, uint32_t lanes, bool apart)
{
	struct accesses *a = &v->h->accesses;

	run_end(v);
	v->from = NO_CELL;
	v->fresh = 0;
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

	if (lanes != UINT32_MAX)
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

static void visit_word(struct visit *v, const struct touch *t, uint32_t *cell)
{
	if (t->bytes < 4 || is_same_store(v, t)) {
		visit_touch(v, t, cell);
	} else if (*cell == v->from) {
		*cell = v->to;
		v->run++;
	} else if (!*cell && v->fresh) {
		*cell = v->fresh;
		states_hold(&v->h->states, v->fresh, 1);
		v->h->touched += 4;
	} else {
		visit_touch(v, t, cell);
	}
}

/* Whoever keeps these lanes' strong writes names them so. */
static void id_of(struct history *h, uint32_t lanes, uint32_t id)
{
	for (; lanes; lanes &= lanes - 1)
		h->id_of[__builtin_ctz(lanes)] = id;
}

/* The words' cells, which are fetched. */
static void find_cells(struct visit *v, const struct touch *t, unsigned n, uint32_t **cell)
{
	uint64_t page = UINT64_MAX;
	uint32_t *first = NULL;

	for (unsigned i = 0; i < n; i++) {
		const uint64_t at = v->at.base + t[i].addr;

		if (at / PAGE_BYTES != page) {
			page = at / PAGE_BYTES;
			first = shadow_cell(&v->h->shadow, page * PAGE_BYTES);
		}
		cell[i] = &first[at % PAGE_BYTES / 4];
		__builtin_prefetch(cell[i]);
	}
}

/* Words that lie anywhere: what will be asked of each is fetched for all of them side by side. */
static void fetch(const struct history *h, uint32_t *const *cell, unsigned n, uint32_t id)
{
	for (unsigned i = 0; i < n; i++)
		if (*cell[i] && !shadow_is_split(*cell[i]))
			__builtin_prefetch(states_at(&h->states, *cell[i]));
	for (unsigned i = 0; i < n; i++)
		if (*cell[i] && !shadow_is_split(*cell[i])) {
			const struct state *s = states_at(&h->states, *cell[i]);
			const uint32_t ids[2] = {*state_ids(s), id};

			__builtin_prefetch(&h->accesses.items[ids[0]]);
			__builtin_prefetch(&h->accesses.links[ids[0]]);
			if (s->n == 1 && s->refs > 1)
				states_fetch(&h->states, ids, 2);
		}
}

/* Moves n words of one state on together. False, and nothing was done: each in its own way. */
static bool advance_row(struct visit *v, uint32_t *cell, unsigned n)
{
	struct history *h = v->h;
	const uint32_t from = *cell;
	struct step t;
	uint32_t to, ids;

	if (shadow_is_split(from) || memcmp(cell, cell + 1, (n - 1) * sizeof(*cell)) != 0)
		return false;
	ids = step_ids(v, from, false, &t);
	h->n_racers = t.racer;
	if (t.depends || t.asks || t.n_racers)
		return false;
	if (!from)
		h->touched += 4ULL * n;
	if (!ids)
		return true;
	to = states_get(&h->states, h->ids, ids);
	states_hold(&h->states, to, n - 1);
	for (unsigned i = 0; i < n; i++)
		cell[i] = to;
	states_drop(&h->states, from, n);
	return true;
}

/* Lanes side by side whose words, as nearly always, are all of one state. False: not so. */
static bool visit_row(struct visit *v, const struct simt_op *op, uint32_t lanes)
{
	const unsigned words = touch_row(op, lanes, &v->x.shift, &v->x.phase);
	const uint64_t at = v->at.base + op->addr[__builtin_ctz(lanes)];

	uint32_t *cell;

	if (!words || at % PAGE_BYTES + 4ULL * words > PAGE_BYTES)
		return false;
	cell = shadow_cell(&v->h->shadow, at);
	__builtin_prefetch(cell);
	__builtin_prefetch(cell + words / 2);
	__builtin_prefetch(cell + words - 1);
	v->id = accesses_get(&v->h->accesses, &v->x);
	return advance_row(v, cell, words);
}

/* Of lanes that lie anyhow. */
static void visit_list(struct visit *v, const struct hb_warp *w, const struct simt_op *op,
		       uint32_t lanes, bool apart)
{
	const bool its = v->relate.hb->its, strong = v->x.flags & ACCESS_STRONG;
	struct history *h = v->h;
	struct touch touches[TOUCH_MAX];
	uint32_t *cell[TOUCH_MAX];
	const unsigned n = touch_list(op, lanes, apart, touches, &v->x.shift, &v->x.phase);

	const bool scattered = v->x.shift == ACCESS_LANES && n > 1;

	find_cells(v, touches, n, cell);
	if (scattered && !its)
		gather(v, op, lanes);
	if (v->x.shift != ACCESS_LANES && !v->id)
		v->id = accesses_get(&h->accesses, &v->x);
	if (scattered)
		fetch(h, cell, n, v->id);
	v->lone = v->x.shift == ACCESS_LANES && (unsigned)op->size * op->vec <= 4;
	for (unsigned i = 0; i < n; i++) {
		const struct touch *t = &touches[i];

		if (v->x.shift == ACCESS_LANES && (!v->id || t->lanes != v->x.lanes))
			change_lanes(v, w, t->lanes, apart);
		if (h->seens && strong)
			id_of(h, t->lanes, v->id);
		visit_word(v, t, cell[i]);
	}
	run_end(v);
	steps_forget(h);
}

void history_access(struct history *h, const struct happens_before *o, struct hb_warp *w,
		    const struct machine_who *who, const struct simt_op *op, uint32_t lanes,
		    uint8_t flags)
{
	const bool apart = o->its && w->locks.n; /* lanes hold different locks */
	struct visit v;

	visit_begin(&v, h, o, w, who, op, lanes, flags);
	if (apart || !visit_row(&v, op, lanes))
		visit_list(&v, w, op, lanes, apart);
	else if (h->seens && flags & ACCESS_STRONG)
		id_of(h, lanes, v.id);
	accesses_drop(&h->accesses, v.id);
	h->n_racers = 0;
	h->n_accesses += (unsigned)__builtin_popcount(lanes);
	w->last = w->label;
}
