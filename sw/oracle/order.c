/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "order.h"

#include <string.h>

static struct order_sync *sync_of(const struct order *o, const struct order_warp *w, uint32_t lane)
{
	return w->sync ? &w->sync[o->its ? lane : 0] : NULL;
}

static struct order_sync *sync_make(struct order *o, struct order_warp *w, uint32_t lane)
{
	if (!w->sync)
		w->sync = tally_alloc(o->tally, (o->its ? SIMT_LANES : 1) * sizeof(*w->sync));
	return sync_of(o, w, lane);
}

struct know *order_know(const struct order *o, const struct order_warp *w, uint32_t lane)
{
	(void)o;
	return w->split ? w->lane_know[lane] : w->know;
}

/* *to takes over the reference k. */
static void set(struct order *o, struct know **to, struct know *k)
{
	know_drop(&o->pool, *to);
	*to = k;
}

static void merge(struct order *o, struct know **to, struct know *k)
{
	if (k && *to != k)
		set(o, to, know_join(&o->pool, *to, k));
}

/* Lanes of one warp */

static void split(struct order *o, struct order_warp *w)
{
	if (w->split)
		return;
	if (!w->lane_know)
		w->lane_know = tally_alloc(o->tally, SIMT_LANES * sizeof(struct know *));
	for (unsigned l = 0; l < SIMT_LANES; l++)
		w->lane_know[l] = know_ref(w->know);
	set(o, &w->know, NULL);
	w->split = true;
}

static void unsplit(struct order *o, struct order_warp *w)
{
	if (!w->split)
		return;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		set(o, &w->lane_know[l], NULL);
	w->split = false;
}

/* All lanes of mask learn k. */
static void learn(struct order *o, struct order_warp *w, uint32_t mask, struct know *k)
{
	struct know *from = NULL, *to = NULL;

	if (!k || !mask)
		return;
	if (!o->its || (!w->split && (mask & w->lanes) == w->lanes)) {
		merge(o, &w->know, k);
		return;
	}
	split(o, w);
	for (; mask; mask &= mask - 1) {
		struct know **mine = &w->lane_know[__builtin_ctz(mask)];

		if (*mine == k)
			continue;
		if (!to || *mine != from) {
			set(o, &from, know_ref(*mine));
			set(o, &to, know_join(&o->pool, from, k));
		}
		set(o, mine, know_ref(to));
	}
	set(o, &from, NULL);
	set(o, &to, NULL);
}

/* All lanes of the warp know the same from now on. */
static void alike(struct order *o, struct order_warp *w, struct know *k)
{
	know_ref(k);
	unsplit(o, w);
	set(o, &w->know, k);
}

void order_learn(struct order *o, struct order_warp *w, uint32_t lane, struct know *k)
{
	learn(o, w, 1U << lane, k);
}

void order_pend(struct order *o, struct order_warp *w, uint32_t lane, enum order_scope s,
		struct know *k)
{
	if (k)
		merge(o, &sync_make(o, w, lane)->pending[s], k);
}

/* Fences */

struct marks *order_marks(struct order *o, struct order_warp *w, uint32_t lane)
{
	return &sync_make(o, w, lane)->marks;
}

const struct marks *order_marked(const struct order *o, const struct order_warp *w, uint32_t lane)
{
	const struct order_sync *y = sync_of(o, w, lane);

	return y && (y->marks.n_reads || y->marks.n_releases) ? &y->marks : NULL;
}

static void fence_one(struct order *o, struct order_warp *w, uint32_t lane, enum order_scope s)
{
	struct order_sync *y = sync_make(o, w, lane);

	if (y->marks.n_reads || y->marks.n_releases)
		marks_fence(&y->marks, &o->pool, s == ORDER_GPU);
	for (int i = ORDER_CTA; i <= (int)s; i++) {
		if (y->pending[i])
			learn(o, w, 1U << lane, y->pending[i]);
		set(o, &y->pending[i], NULL);
	}
	for (int i = ORDER_CTA; i <= (int)s; i++) {
		set(o, &y->fence[i].knew, know_ref(order_know(o, w, lane)));
		set(o, &y->fence[i].gives, NULL);
		y->fence[i].label = w->label;
	}
}

/* What the lanes know, with their own accesses until now, is known to all fence.sc that follow. */
static void sc_give(struct order *o, struct order_block *b, uint32_t warp, uint32_t lanes,
		    enum order_scope s)
{
	struct order_warp *w = &b->warps[warp];

	while (lanes) {
		const bool all = !o->its || (!w->split && lanes == w->lanes);
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		const uint32_t some = w->split ? lanes & -lanes : lanes;
		struct know *k = order_know(o, w, lane);

		k = all ? know_add_warp(&o->pool, k, b->index, warp, w->label)
			: know_add_lanes(&o->pool, k, b->index, warp, some, w->label);
		merge(o, &b->sc, k);
		if (s == ORDER_GPU)
			merge(o, &o->sc, k);
		know_drop(&o->pool, k);
		lanes = all ? 0 : lanes & ~some;
	}
}

void order_fence(struct order *o, struct order_block *b, uint32_t warp, uint32_t lanes,
		 enum order_scope s, bool sc)
{
	struct order_warp *w = &b->warps[warp];
	const uint32_t who = lanes;

	if (sc) {
		learn(o, w, lanes, b->sc);
		if (s == ORDER_GPU)
			learn(o, w, lanes, o->sc);
	}

	for (int i = ORDER_CTA; i <= (int)s; i++)
		know_raise(&o->pool, &o->fenced[i], b->index, warp,
			   o->its && lanes != w->lanes ? lanes : UINT32_MAX, w->label);
	if (!o->its)
		lanes &= -lanes;
	for (; lanes; lanes &= lanes - 1)
		fence_one(o, w, (uint32_t)__builtin_ctz(lanes), s);
	if (sc)
		sc_give(o, b, warp, who, s);
	w->label++;
}

bool order_fenced(const struct order *o, uint64_t block, uint32_t warp, uint32_t lane,
		  enum order_scope s, uint32_t label)
{
	return know_lane(&o->pool, o->fenced[s], block, warp, lane) >= label;
}

struct know *order_gives(struct order *o, const struct order_block *b, uint32_t warp, uint32_t lane,
			 enum order_scope s, bool now)
{
	struct order_warp *w = &b->warps[warp];
	const uint32_t lanes = o->its ? 1U << lane : UINT32_MAX;
	struct order_sync *y = sync_of(o, w, lane);
	struct order_fence *f = y ? &y->fence[s] : NULL;

	if (now)
		return know_give(&o->pool, order_know(o, w, lane), b->index, warp, lanes, w->label);
	if (!f || !f->label)
		return NULL;
	if (!f->gives)
		f->gives = know_give(&o->pool, f->knew, b->index, warp, lanes, f->label);
	return know_ref(f->gives);
}

void order_warp_sync(struct order *o, const struct order_block *b, uint32_t warp, uint32_t lanes)
{
	struct order_warp *w = &b->warps[warp];
	struct know *all = NULL, *with;

	if (!o->its || !lanes)
		return;
	if (w->split) {
		for (uint32_t left = lanes; left; left &= left - 1)
			merge(o, &all, w->lane_know[__builtin_ctz(left)]);
	} else {
		all = know_ref(w->know);
	}
	if (lanes == w->lanes) {
		with = know_add_warp(&o->pool, all, b->index, warp, w->label);
		alike(o, w, with);
	} else {
		with = know_add_lanes(&o->pool, all, b->index, warp, lanes, w->label);
		learn(o, w, lanes, with);
	}
	set(o, &all, NULL);
	set(o, &with, NULL);
	w->label++;
}

/* Launches and blocks */

void order_open(struct order *o, struct tally *t)
{
	memset(o, 0, sizeof(*o));
	o->tally = t;
	know_open(&o->pool, t);
}

static void bar_clear(struct order *o, struct order_bar *bar)
{
	set(o, &bar->joined, NULL);
	set(o, &bar->gives, NULL);
	bar->n = 0;
	bar->counted = 0;
	bar->waits = bar->open = false;
}

static void warp_clear(struct order *o, struct order_warp *w)
{
	const size_t n = o->its ? SIMT_LANES : 1;

	unsplit(o, w);
	set(o, &w->know, NULL);
	for (size_t i = 0; w->sync && i < n; i++) {
		for (int s = ORDER_CTA; s <= ORDER_GPU; s++) {
			set(o, &w->sync[i].fence[s].knew, NULL);
			set(o, &w->sync[i].fence[s].gives, NULL);
			set(o, &w->sync[i].pending[s], NULL);
		}
		marks_free(&w->sync[i].marks, &o->pool);
	}
	tally_free(o->tally, w->sync, n * sizeof(*w->sync));
	tally_free(o->tally, w->lane_know, SIMT_LANES * sizeof(struct know *));
	w->sync = NULL;
	w->lane_know = NULL;
	locks_free(&w->locks, o->tally);
}

static void block_clear(struct order *o, struct order_block *b)
{
	if (!b->used)
		return;
	for (unsigned i = 0; i < ORDER_BARS; i++)
		bar_clear(o, &b->bar[i]);
	for (uint32_t i = 0; i < o->n_warps; i++)
		warp_clear(o, &b->warps[i]);
	set(o, &b->sc, NULL);
	b->used = false;
}

static void blocks_free(struct order *o)
{
	for (size_t i = 0; i < o->n_slots; i++) {
		struct order_block *b = o->slots[i];

		if (!b)
			continue;
		block_clear(o, b);
		for (unsigned n = 0; n < ORDER_BARS; n++)
			tally_free(o->tally, b->bar[n].arrivals,
				   b->bar[n].cap * sizeof(*b->bar[n].arrivals));
		tally_free(o->tally, b->warps, ORDER_WARPS * sizeof(*b->warps));
		tally_free(o->tally, b, sizeof(*b));
		o->slots[i] = NULL;
	}
	o->n_slots = 0;
}

void order_close(struct order *o)
{
	order_launch_end(o);
	blocks_free(o);
	tally_free(o->tally, o->slots, o->cap_slots * sizeof(struct order_block *));
	know_close(&o->pool);
}

void order_launch_end(struct order *o)
{
	for (size_t i = 0; i < o->n_slots; i++)
		if (o->slots[i])
			block_clear(o, o->slots[i]);
	for (int s = ORDER_CTA; s <= ORDER_GPU; s++)
		set(o, &o->fenced[s], NULL);
	set(o, &o->sc, NULL);
}

void order_launch(struct order *o, const struct machine_launch_info *l)
{
	order_launch_end(o);
	o->its = l->mode == SIMT_ITS;
	o->n_warps = l->warps_per_block < ORDER_WARPS ? l->warps_per_block : ORDER_WARPS;
	o->threads = l->block[0] * l->block[1] * l->block[2];
	o->per_sm = l->blocks_per_sm ? l->blocks_per_sm : 1;
	know_shape(&o->pool, (uint64_t)l->grid[0] * l->grid[1] * l->grid[2], o->its);
}

struct order_block *order_block(const struct order *o, const struct machine_who *who)
{
	const size_t n = (size_t)who->sm * o->per_sm + who->slot;
	struct order_block *b = n < o->n_slots ? o->slots[n] : NULL;

	return b && b->used && b->index == who->block && who->warp < o->n_warps ? b : NULL;
}

void order_block_begin(struct order *o, const struct machine_who *who)
{
	const size_t n = (size_t)who->sm * o->per_sm + who->slot;
	struct order_block *b;

	o->slots = tally_grow(o->tally, o->slots, &o->cap_slots, n, sizeof(struct order_block *));
	for (; o->n_slots <= n; o->n_slots++)
		o->slots[o->n_slots] = NULL;
	if (!o->slots[n]) {
		o->slots[n] = tally_alloc(o->tally, sizeof(*b));
		o->slots[n]->warps = tally_alloc(o->tally, ORDER_WARPS * sizeof(*b->warps));
	}
	b = o->slots[n];
	block_clear(o, b);
	b->index = who->block;
	b->used = true;
	for (uint32_t i = 0; i < o->n_warps; i++) {
		const uint32_t left = o->threads - i * SIMT_LANES;

		b->warps[i].label = 1;
		b->warps[i].last = 0;
		b->warps[i].lanes = left < SIMT_LANES ? (1U << left) - 1 : UINT32_MAX;
	}
}

void order_block_end(struct order *o, const struct machine_who *who)
{
	struct order_block *b = order_block(o, who);

	if (b)
		block_clear(o, b);
}

/* Barriers */

/* A phase of arrivals only, that nobody waits in, ends unseen when its count is full: as
 * sw/machine/barrier.c counts. */
static void count_arrive(struct order *o, struct order_bar *bar, const struct simt_op *op)
{
	const bool whole = !o->its || op->mask == op->bar_live;

	bar->counted += whole ? SIMT_LANES : (uint32_t)__builtin_popcount(op->mask);
	if (!bar->waits && bar->counted >= op->bar_count)
		bar->open = true;
}

void order_arrive(struct order *o, struct order_block *b, uint32_t warp, const struct simt_op *op)
{
	struct order_warp *w = &b->warps[warp];
	struct order_bar *bar = &b->bar[op->bar_id % ORDER_BARS];
	const bool waits = op->bar_mode != PTX_MODE_BAR_ARRIVE;

	if (bar->open)
		bar_clear(o, bar);
	bar->arrivals =
		tally_grow(o->tally, bar->arrivals, &bar->cap, bar->n, sizeof(*bar->arrivals));
	bar->arrivals[bar->n++] = (struct order_arrival){
		.warp = warp, .lanes = op->mask, .label = w->label, .waits = waits};
	if (w->split) {
		for (uint32_t left = op->mask; left; left &= left - 1)
			merge(o, &bar->joined, w->lane_know[__builtin_ctz(left)]);
	} else {
		merge(o, &bar->joined, w->know);
	}
	w->label++;
	bar->waits |= waits;
	if (!waits)
		count_arrive(o, bar, op);
}

struct arrived {
	uint32_t lanes[ORDER_WARPS], label[ORDER_WARPS];
	uint32_t still; /* warps that arrived whole, wait, and have done nothing since */
};

static void arrived(const struct order *o, const struct order_block *b, const struct order_bar *bar,
		    struct arrived *a)
{
	uint32_t moved = 0;

	memset(a, 0, sizeof(*a));
	for (size_t i = 0; i < bar->n; i++) {
		const struct order_arrival *v = &bar->arrivals[i];

		a->lanes[v->warp] |= o->its ? v->lanes : UINT32_MAX;
		a->label[v->warp] = v->label;
		if (!v->waits)
			moved |= 1U << v->warp;
	}
	for (uint32_t i = 0; i < o->n_warps; i++) {
		const struct order_warp *w = &b->warps[i];

		if ((a->lanes[i] & w->lanes) == w->lanes && w->last <= a->label[i])
			a->still |= 1U << i;
	}
	a->still &= ~moved;
}

/* The usual case: the whole block has met. One label for it all. */
static void give_block(struct order *o, struct order_block *b, struct order_bar *bar,
		       const struct arrived *a)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < o->n_warps; i++)
		most = a->label[i] > most ? a->label[i] : most;
	for (uint32_t i = 0; i < o->n_warps; i++)
		if (b->warps[i].label <= most)
			b->warps[i].label = most + 1;
	bar->gives = know_add_block(&o->pool, bar->joined, b->index, most);
}

static void give_some(struct order *o, struct order_block *b, struct order_bar *bar,
		      const struct arrived *a)
{
	bar->gives = know_ref(bar->joined);
	for (size_t i = 0; i < bar->n; i++) {
		const struct order_arrival *v = &bar->arrivals[i];
		const bool whole = !o->its || a->still >> v->warp & 1;
		const uint32_t label = o->its && whole ? a->label[v->warp] : v->label;
		struct know *k;

		if (whole)
			k = know_add_warp(&o->pool, bar->gives, b->index, v->warp, label);
		else
			k = know_add_lanes(&o->pool, bar->gives, b->index, v->warp, v->lanes,
					   label);
		set(o, &bar->gives, k);
	}
}

void order_released(struct order *o, struct order_block *b, uint32_t warp, uint32_t id,
		    uint32_t lanes)
{
	struct order_bar *bar = &b->bar[id % ORDER_BARS];
	struct order_warp *w = &b->warps[warp];

	if (!bar->open) {
		struct arrived a;

		arrived(o, b, bar, &a);
		if (o->n_warps && a.still == UINT32_MAX >> (ORDER_WARPS - o->n_warps))
			give_block(o, b, bar, &a);
		else
			give_some(o, b, bar, &a);
		bar->open = true;
	}
	if (w->split && lanes == w->lanes)
		alike(o, w, bar->gives); /* holds all that each of them knew */
	else
		learn(o, w, lanes, bar->gives);
}
