/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "happens_before.h"

#include "async.h"
#include "grids.h"

#include <string.h>

/* Without clusters, their scope is the block's. */
static bool has(const struct happens_before *o, int scope)
{
	return scope != HB_CLUSTER || o->clusters.blocks > 1;
}

struct hb_cluster *hb_cluster(const struct happens_before *o, const struct hb_block *b)
{
	static struct hb_cluster none;

	return o->cluster ? &o->cluster[cluster_of(&o->clusters, b->index)] : &none;
}

static struct hb_sync *sync_of(const struct happens_before *o, const struct hb_warp *w,
			       uint32_t lane)
{
	return w->sync ? &w->sync[o->its ? lane : 0] : NULL;
}

static struct hb_sync *sync_make(struct happens_before *o, struct hb_warp *w, uint32_t lane)
{
	if (!w->sync)
		w->sync = tally_alloc(o->tally, (o->its ? SIMT_LANES : 1) * sizeof(*w->sync));
	return sync_of(o, w, lane);
}

struct vclock *hb_clock(const struct happens_before *o, const struct hb_warp *w, uint32_t lane)
{
	(void)o;
	return w->split ? w->lane_clock[lane] : w->clock;
}

/* *to takes over the reference k. */
static void set(struct happens_before *o, struct vclock **to, struct vclock *k)
{
	vclock_drop(&o->pool, *to);
	*to = k;
}

static void merge(struct happens_before *o, struct vclock **to, struct vclock *k)
{
	if (k && *to != k)
		set(o, to, vclock_join(&o->pool, *to, k));
}

/* Lanes of one warp */

static void split(struct happens_before *o, struct hb_warp *w)
{
	if (w->split)
		return;
	if (!w->lane_clock)
		w->lane_clock = tally_alloc(o->tally, SIMT_LANES * sizeof(struct vclock *));
	for (unsigned l = 0; l < SIMT_LANES; l++)
		w->lane_clock[l] = vclock_ref(w->clock);
	set(o, &w->clock, NULL);
	w->split = true;
}

static void unsplit(struct happens_before *o, struct hb_warp *w)
{
	if (!w->split)
		return;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		set(o, &w->lane_clock[l], NULL);
	w->split = false;
}

/* All lanes of mask learn k. */
static void learn(struct happens_before *o, struct hb_warp *w, uint32_t mask, struct vclock *k)
{
	struct vclock *from = NULL, *to = NULL;

	if (!k || !mask)
		return;
	if (!o->its || (!w->split && (mask & w->lanes) == w->lanes)) {
		merge(o, &w->clock, k);
		return;
	}
	split(o, w);
	for (; mask; mask &= mask - 1) {
		struct vclock **mine = &w->lane_clock[__builtin_ctz(mask)];

		if (*mine == k)
			continue;
		if (!to || *mine != from) {
			set(o, &from, vclock_ref(*mine));
			set(o, &to, vclock_join(&o->pool, from, k));
		}
		set(o, mine, vclock_ref(to));
	}
	set(o, &from, NULL);
	set(o, &to, NULL);
}

/* All lanes of the warp know the same from now on. */
static void alike(struct happens_before *o, struct hb_warp *w, struct vclock *k)
{
	vclock_ref(k);
	unsplit(o, w);
	set(o, &w->clock, k);
}

void hb_learn(struct happens_before *o, struct hb_warp *w, uint32_t lane, struct vclock *k)
{
	learn(o, w, 1U << lane, k);
}

void hb_learn_all(struct happens_before *o, struct hb_warp *w, uint32_t mask, struct vclock *k)
{
	learn(o, w, mask, k);
}

void hb_pend(struct happens_before *o, struct hb_warp *w, uint32_t lane, enum hb_scope s,
	     struct vclock *k)
{
	if (k)
		merge(o, &sync_make(o, w, lane)->pending[s], k);
}

/* Fences */

struct marks *hb_marks(struct happens_before *o, struct hb_warp *w, uint32_t lane)
{
	return &sync_make(o, w, lane)->marks;
}

const struct marks *hb_marked(const struct happens_before *o, const struct hb_warp *w,
			      uint32_t lane)
{
	const struct hb_sync *y = sync_of(o, w, lane);

	return y && (y->marks.n_reads || y->marks.n_releases) ? &y->marks : NULL;
}

static void fence_one(struct happens_before *o, struct hb_warp *w, uint32_t lane, enum hb_scope s)
{
	struct hb_sync *y = sync_make(o, w, lane);

	if (y->marks.n_reads || y->marks.n_releases)
		marks_fence(&y->marks, &o->pool, s);
	for (int i = HB_CTA; i <= (int)s; i++) {
		if (y->pending[i])
			learn(o, w, 1U << lane, y->pending[i]);
		set(o, &y->pending[i], NULL);
	}
	for (int i = HB_CTA; i <= (int)s; i++) {
		if (!has(o, i))
			continue;
		set(o, &y->fence[i].clock, vclock_ref(hb_clock(o, w, lane)));
		set(o, &y->fence[i].gives, NULL);
		y->fence[i].label = w->label;
	}
}

/* What the lanes know, with their own accesses until now, is known to all fence.sc that follow. */
static void sc_give(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes,
		    enum hb_scope s)
{
	struct hb_warp *w = &b->warps[warp];

	while (lanes) {
		const bool all = !o->its || (!w->split && lanes == w->lanes);
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		const uint32_t some = w->split ? lanes & -lanes : lanes;
		struct vclock *k = hb_clock(o, w, lane);

		k = all ? vclock_add_warp(&o->pool, k, b->index, warp, w->label)
			: vclock_add_lanes(&o->pool, k, b->index, warp, some, w->label);
		merge(o, &b->sc, k);
		if (s >= HB_CLUSTER && o->cluster)
			merge(o, &hb_cluster(o, b)->sc, k);
		if (s == HB_GPU)
			merge(o, &o->sc, k);
		vclock_drop(&o->pool, k);
		lanes = all ? 0 : lanes & ~some;
	}
}

void hb_fence(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes,
	      enum hb_scope s, bool sc)
{
	struct hb_warp *w = &b->warps[warp];
	const uint32_t who = lanes;

	if (sc) {
		learn(o, w, lanes, b->sc);
		if (s >= HB_CLUSTER && o->cluster)
			learn(o, w, lanes, hb_cluster(o, b)->sc);
		if (s == HB_GPU)
			learn(o, w, lanes, o->sc);
	}

	for (int i = HB_CTA; i <= (int)s; i++) {
		if (!has(o, i))
			continue;
		vclock_raise(&o->pool, &o->fenced[i], b->index, warp,
			     o->its && lanes != w->lanes ? lanes : UINT32_MAX, w->label);
	}
	if (!o->its)
		lanes &= -lanes;
	for (; lanes; lanes &= lanes - 1)
		fence_one(o, w, (uint32_t)__builtin_ctz(lanes), s);
	if (sc)
		sc_give(o, b, warp, who, s);
	w->label++;
}

bool hb_fenced(const struct happens_before *o, uint64_t block, uint32_t warp, uint32_t lane,
	       enum hb_scope s, uint32_t label)
{
	return vclock_lane(&o->pool, o->fenced[s], block, warp, lane) >= label;
}

struct vclock *hb_gives(struct happens_before *o, struct hb_warp *w, uint64_t block, uint32_t warp,
			uint32_t lane, enum hb_scope s, bool now)
{
	const uint32_t lanes = o->its ? 1U << lane : UINT32_MAX;
	struct hb_sync *y = sync_of(o, w, lane);
	struct hb_fence *f = y ? &y->fence[s] : NULL;

	if (now)
		return vclock_give(&o->pool, hb_clock(o, w, lane), block, warp, lanes, w->label);
	if (!f || !f->label)
		return NULL;
	if (!f->gives)
		f->gives = vclock_give(&o->pool, f->clock, block, warp, lanes, f->label);
	return vclock_ref(f->gives);
}

void hb_warp_sync(struct happens_before *o, const struct hb_block *b, uint32_t warp, uint32_t lanes)
{
	struct hb_warp *w = &b->warps[warp];
	struct vclock *all = NULL, *with;

	if (!o->its || !lanes)
		return;
	if (w->split) {
		for (uint32_t left = lanes; left; left &= left - 1)
			merge(o, &all, w->lane_clock[__builtin_ctz(left)]);
	} else {
		all = vclock_ref(w->clock);
	}
	if (lanes == w->lanes) {
		with = vclock_add_warp(&o->pool, all, b->index, warp, w->label);
		alike(o, w, with);
	} else {
		with = vclock_add_lanes(&o->pool, all, b->index, warp, lanes, w->label);
		learn(o, w, lanes, with);
	}
	set(o, &all, NULL);
	set(o, &with, NULL);
	w->label++;
}

/* Launches and blocks */

void hb_open(struct happens_before *o, struct tally *t)
{
	memset(o, 0, sizeof(*o));
	o->tally = t;
	o->grids = tally_alloc(t, sizeof(*o->grids));
	vclock_open(&o->pool, t);
}

static void bar_clear(struct happens_before *o, struct hb_bar *bar)
{
	set(o, &bar->joined, NULL);
	set(o, &bar->gives, NULL);
	bar->n = 0;
	bar->counted = 0;
	bar->waits = bar->open = false;
}

void hb_warp_clear(struct happens_before *o, struct hb_warp *w)
{
	const size_t n = o->its ? SIMT_LANES : 1;

	unsplit(o, w);
	set(o, &w->clock, NULL);
	for (size_t i = 0; w->sync && i < n; i++) {
		for (int s = HB_CTA; s < HB_SCOPES; s++) {
			set(o, &w->sync[i].fence[s].clock, NULL);
			set(o, &w->sync[i].fence[s].gives, NULL);
			set(o, &w->sync[i].pending[s], NULL);
		}
		marks_free(&w->sync[i].marks, &o->pool);
	}
	tally_free(o->tally, w->sync, n * sizeof(*w->sync));
	tally_free(o->tally, w->lane_clock, SIMT_LANES * sizeof(struct vclock *));
	w->sync = NULL;
	w->lane_clock = NULL;
	locks_free(&w->locks, o->tally);
}

static void block_clear(struct happens_before *o, struct hb_block *b)
{
	if (!b->used)
		return;
	for (unsigned i = 0; i < HB_BARS; i++)
		bar_clear(o, &b->bar[i]);
	for (uint32_t i = 0; i < o->n_warps; i++)
		hb_warp_clear(o, &b->warps[i]);
	set(o, &b->sc, NULL);
	async_clear(o, b);
	b->used = false;
}

static void blocks_free(struct happens_before *o)
{
	for (size_t i = 0; i < o->n_slots; i++) {
		struct hb_block *b = o->slots[i];

		if (!b)
			continue;
		block_clear(o, b);
		for (unsigned n = 0; n < HB_BARS; n++)
			tally_free(o->tally, b->bar[n].arrivals,
				   b->bar[n].cap * sizeof(*b->bar[n].arrivals));
		tally_free(o->tally, b->warps, HB_WARPS * sizeof(*b->warps));
		tally_free(o->tally, b, sizeof(*b));
		o->slots[i] = NULL;
	}
	o->n_slots = 0;
}

void hb_close(struct happens_before *o)
{
	hb_launch_end(o);
	grids_close(o);
	blocks_free(o);
	tally_free(o->tally, o->slots, o->cap_slots * sizeof(struct hb_block *));
	vclock_close(&o->pool);
}

static void slots_clear(struct happens_before *o)
{
	for (size_t i = 0; i < o->n_slots; i++)
		if (o->slots[i])
			block_clear(o, o->slots[i]);
}

void hb_launch_end(struct happens_before *o)
{
	slots_clear(o);
	grids_clear(o);
	for (int s = HB_CTA; s < HB_SCOPES; s++)
		set(o, &o->fenced[s], NULL);
	set(o, &o->sc, NULL);
	for (size_t i = 0; i < o->n_clusters; i++) {
		set(o, &o->cluster[i].sc, NULL);
		set(o, &o->cluster[i].joined, NULL);
		set(o, &o->cluster[i].gives, NULL);
	}
	tally_free(o->tally, o->cluster, o->n_clusters * sizeof(*o->cluster));
	o->cluster = NULL;
	o->n_clusters = 0;
}

static void shape(struct happens_before *o, const struct machine_launch_info *l)
{
	const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	struct clusters *c = &o->clusters;

	*c = (struct clusters){.stride = blocks, .blocks = 1};
	for (int i = 0; i < 3; i++) {
		c->grid[i] = l->grid[i];
		c->cluster[i] = l->cluster[i] ? l->cluster[i] : 1;
		c->blocks *= c->cluster[i];
	}
	o->n_warps = l->warps_per_block < HB_WARPS ? l->warps_per_block : HB_WARPS;
	o->threads = l->block[0] * l->block[1] * l->block[2];
	o->per_sm = l->blocks_per_sm ? l->blocks_per_sm : 1;
}

/* Numbers of blocks, and those of copies beside them. In bulk, these lie apart in the root of a
 * clock. */
static void number(struct happens_before *o, const struct machine_launch_info *l)
{
	struct clusters *c = &o->clusters;
	const uint64_t blocks = c->stride;

	if (l->kernel && l->kernel->bulk) {
		c->stride = 1;
		while (c->stride < blocks)
			c->stride *= VCLOCK_FAN;
		vclock_shape(&o->pool, ASYNC_NUMBERS * c->stride, o->its);
		return;
	}
	vclock_shape(&o->pool, l->kernel && l->kernel->async ? 2 * blocks : blocks, o->its);
}

void hb_launch(struct happens_before *o, const struct machine_launch_info *l)
{
	hb_launch_end(o);
	o->its = l->mode == SIMT_ITS;
	o->base = 0;
	shape(o, l);
	if (l->kernel && l->kernel->launches) {
		vclock_shape(&o->pool, UINT32_MAX, o->its);
		grids_add(o, l);
		return;
	}
	number(o, l);
	if (o->clusters.blocks <= 1 && !(l->kernel && l->kernel->cluster))
		return;
	o->n_clusters = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2] / o->clusters.blocks;
	o->cluster = tally_alloc(o->tally, o->n_clusters * sizeof(*o->cluster));
}

void hb_launch_child(struct happens_before *o, const struct machine_launch_info *l)
{
	slots_clear(o);
	shape(o, l);
	grids_add(o, l);
	o->base = o->grids->grid[o->grids->n - 1].first;
}

struct hb_block *hb_block(const struct happens_before *o, const struct machine_who *who)
{
	const size_t n = (size_t)who->sm * o->per_sm + who->slot;
	struct hb_block *b = n < o->n_slots ? o->slots[n] : NULL;

	return b && b->used && b->index == o->base + who->block && who->warp < o->n_warps ? b
											  : NULL;
}

void hb_block_begin(struct happens_before *o, const struct machine_who *who)
{
	const size_t n = (size_t)who->sm * o->per_sm + who->slot;
	struct hb_block *b;

	o->slots = tally_grow(o->tally, o->slots, &o->cap_slots, n, sizeof(struct hb_block *));
	for (; o->n_slots <= n; o->n_slots++)
		o->slots[o->n_slots] = NULL;
	if (!o->slots[n]) {
		o->slots[n] = tally_alloc(o->tally, sizeof(*b));
		o->slots[n]->warps = tally_alloc(o->tally, HB_WARPS * sizeof(*b->warps));
	}
	b = o->slots[n];
	block_clear(o, b);
	b->index = o->base + who->block;
	b->used = true;
	for (uint32_t i = 0; i < o->n_warps; i++) {
		const uint32_t left = o->threads - i * SIMT_LANES;

		b->warps[i].label = 1;
		b->warps[i].last = 0;
		if (o->base)
			b->warps[i].clock = vclock_ref(o->grids->grid[o->grids->n - 1].start);
		b->warps[i].lanes = left < SIMT_LANES ? (1U << left) - 1 : UINT32_MAX;
	}
}

void hb_block_end(struct happens_before *o, const struct machine_who *who)
{
	struct hb_block *b = hb_block(o, who);

	if (b)
		block_clear(o, b);
}

/* Barriers */

/* A phase of arrivals only, that nobody waits in, ends unseen when its count is full: as
 * sw/machine/barrier.c counts. */
static void count_arrive(struct happens_before *o, struct hb_bar *bar, const struct simt_op *op)
{
	const bool whole = !o->its || op->mask == op->bar_live;

	bar->counted += whole ? SIMT_LANES : (uint32_t)__builtin_popcount(op->mask);
	if (!bar->waits && bar->counted >= op->bar_count)
		bar->open = true;
}

void hb_arrive(struct happens_before *o, struct hb_block *b, uint32_t warp,
	       const struct simt_op *op)
{
	struct hb_warp *w = &b->warps[warp];
	struct hb_bar *bar = &b->bar[op->bar_id % HB_BARS];
	const bool waits = op->bar_mode != PTX_MODE_BAR_ARRIVE;

	if (bar->open)
		bar_clear(o, bar);
	bar->arrivals =
		tally_grow(o->tally, bar->arrivals, &bar->cap, bar->n, sizeof(*bar->arrivals));
	bar->arrivals[bar->n++] = (struct hb_arrival){
		.warp = warp, .lanes = op->mask, .label = w->label, .waits = waits};
	if (w->split) {
		for (uint32_t left = op->mask; left; left &= left - 1)
			merge(o, &bar->joined, w->lane_clock[__builtin_ctz(left)]);
	} else {
		merge(o, &bar->joined, w->clock);
	}
	w->label++;
	bar->waits |= waits;
	if (!waits)
		count_arrive(o, bar, op);
}

struct arrived {
	uint32_t lanes[HB_WARPS], label[HB_WARPS];
	uint32_t still; /* warps that arrived whole, wait, and have done nothing since */
};

static void arrived(const struct happens_before *o, const struct hb_block *b,
		    const struct hb_bar *bar, struct arrived *a)
{
	uint32_t moved = 0;

	memset(a, 0, sizeof(*a));
	for (size_t i = 0; i < bar->n; i++) {
		const struct hb_arrival *v = &bar->arrivals[i];

		a->lanes[v->warp] |= o->its ? v->lanes : UINT32_MAX;
		a->label[v->warp] = v->label;
		if (!v->waits)
			moved |= 1U << v->warp;
	}
	for (uint32_t i = 0; i < o->n_warps; i++) {
		const struct hb_warp *w = &b->warps[i];

		if ((a->lanes[i] & w->lanes) == w->lanes && w->last <= a->label[i])
			a->still |= 1U << i;
	}
	a->still &= ~moved;
}

/* The usual case: the whole block has met. One label for it all. */
static void give_block(struct happens_before *o, struct hb_block *b, struct hb_bar *bar,
		       const struct arrived *a)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < o->n_warps; i++)
		most = a->label[i] > most ? a->label[i] : most;
	for (uint32_t i = 0; i < o->n_warps; i++)
		if (b->warps[i].label <= most)
			b->warps[i].label = most + 1;
	bar->gives = vclock_add_block(&o->pool, bar->joined, b->index, most);
}

static void give_some(struct happens_before *o, struct hb_block *b, struct hb_bar *bar,
		      const struct arrived *a)
{
	bar->gives = vclock_ref(bar->joined);
	for (size_t i = 0; i < bar->n; i++) {
		const struct hb_arrival *v = &bar->arrivals[i];
		const bool whole = !o->its || a->still >> v->warp & 1;
		const uint32_t label = o->its && whole ? a->label[v->warp] : v->label;
		struct vclock *k;

		if (whole)
			k = vclock_add_warp(&o->pool, bar->gives, b->index, v->warp, label);
		else
			k = vclock_add_lanes(&o->pool, bar->gives, b->index, v->warp, v->lanes,
					     label);
		set(o, &bar->gives, k);
	}
}

void hb_released(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t id,
		 uint32_t lanes)
{
	struct hb_bar *bar = &b->bar[id % HB_BARS];
	struct hb_warp *w = &b->warps[warp];

	if (!bar->open) {
		struct arrived a;

		arrived(o, b, bar, &a);
		if (o->n_warps && a.still == UINT32_MAX >> (HB_WARPS - o->n_warps))
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
