/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "seen.h"

#include "async.h"

#include <string.h>

enum { KEEP_LINKS = 8 };

void seens_open(struct seens *s, struct accesses *a, struct tally *t)
{
	*s = (struct seens){.tally = t, .accesses = a, .n_items = 1};
}

static void link_free(struct seens *s, struct seen_link *k)
{
	for (unsigned i = 0; i < SEEN_WHICH; i++)
		if (k->of[i].id)
			accesses_drop(s->accesses, k->of[i].id);
	tally_free(s->tally, k->eyes, k->cap * sizeof(*k->eyes));
}

static uint32_t make(struct seens *s, uint32_t times)
{
	uint32_t handle = s->spare;

	if (handle) {
		s->spare = s->items[handle].next;
	} else {
		handle = (uint32_t)s->n_items++;
		s->items = tally_grow(s->tally, s->items, &s->cap, handle, sizeof(*s->items));
		s->items[handle] = (struct seen){.next = 0};
	}
	s->items[handle].refs = times;
	s->n_live++;
	return handle;
}

/* Room for a few links is kept. */
static void discard(struct seens *s, uint32_t handle)
{
	struct seen *x = &s->items[handle];

	for (size_t i = 0; i < x->n; i++)
		link_free(s, &x->links[i]);
	x->n = 0;
	if (x->cap > KEEP_LINKS) {
		tally_free(s->tally, x->links, x->cap * sizeof(*x->links));
		x->links = NULL;
		x->cap = 0;
	}
	x->live = false;
	x->refs = 0;
	x->next = s->spare;
	s->spare = handle;
	s->n_live--;
}

void seens_drop(struct seens *s, uint32_t handle, uint32_t times)
{
	if (handle && !(s->items[handle].refs -= times))
		discard(s, handle);
}

void seens_clear(struct seens *s)
{
	for (size_t i = 1; s->n_live && i < s->n_items; i++)
		if (s->items[i].refs)
			discard(s, (uint32_t)i);
}

void seens_close(struct seens *s)
{
	seens_clear(s);
	for (size_t i = 1; i < s->n_items; i++) {
		tally_free(s->tally, s->items[i].links,
			   s->items[i].cap * sizeof(*s->items[i].links));
	}
	tally_free(s->tally, s->items, s->cap * sizeof(*s->items));
}

static void link_copy(struct seens *s, struct seen_link *to, const struct seen_link *k)
{
	*to = *k;
	to->eyes = NULL;
	to->cap = 0;
	if (k->n) {
		to->eyes = tally_grow_few(s->tally, NULL, &to->cap, k->n - 1, sizeof(*k->eyes));
		memcpy(to->eyes, k->eyes, k->n * sizeof(*k->eyes));
	}
	for (unsigned i = 0; i < SEEN_WHICH; i++)
		if (k->of[i].id)
			s->accesses->links[k->of[i].id].refs++;
}

/* *handle, which `times` locations are about to leave in the same way, so that it may change. */
static struct seen *own_copy(struct seens *s, uint32_t *handle, uint32_t times)
{
	const uint32_t from = *handle;
	const struct seen *x = &s->items[from];
	struct seen *to;

	if (x->refs == times)
		return &s->items[from];
	*handle = make(s, times);
	x = &s->items[from];
	to = &s->items[*handle];
	to->live = x->live;
	if (x->n)
		to->links =
			tally_grow_few(s->tally, to->links, &to->cap, x->n - 1, sizeof(*to->links));
	for (; to->n < x->n; to->n++)
		link_copy(s, &to->links[to->n], &x->links[to->n]);
	s->items[from].refs -= times;
	return to;
}

static const struct access *access_of(const struct seens *s, const struct seen_write *w)
{
	return &s->accesses->items[w->id];
}

/* As far as scopes differ. */
static unsigned level(unsigned scope)
{
	return scope < PTX_SCOPE_GPU ? scope : PTX_SCOPE_GPU;
}

/* Of the block's scope, which without clusters theirs is. */
static bool narrow(const struct seen_by *by)
{
	return by->scope < PTX_SCOPE_CLUSTER ||
	       (by->scope == PTX_SCOPE_CLUSTER && by->hb->clusters.blocks <= 1);
}

static uint64_t block_of(const struct seen_by *by, const struct access *x)
{
	return async_block(by->hb, x->block);
}

static bool own(const struct seen_by *by, uint64_t block, uint32_t warp, uint32_t lane)
{
	return block == by->block && warp == by->warp && (!by->hb->its || lane == by->lane);
}

static bool known(const struct seen_by *by, uint64_t block, uint32_t warp, uint32_t lanes,
		  uint32_t label)
{
	const struct vclock *k = hb_clock(by->hb, by->w, by->lane);

	for (; lanes; lanes &= lanes - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(lanes);

		if (own(by, block, warp, l) ||
		    vclock_lane(&by->hb->pool, k, block, warp, l) >= label)
			return true;
	}
	return false;
}

/* The location's value is a strong write that is morally strong with `by`. */
static const struct seen_link *linked(const struct seens *s, const struct seen *x,
				      const struct seen_by *by)
{
	const struct seen_link *k;
	const struct access *last;

	if (!x || !x->live)
		return NULL;
	k = &x->links[x->n - 1];
	last = access_of(s, &k->of[SEEN_LAST]);
	return cluster_meet(&by->hb->clusters, (enum ptx_scope)last->scope, block_of(by, last),
			    by->scope, async_block(by->hb, by->block))
		       ? k
		       : NULL;
}

/* Eyes: of those only that base causality does not order after the write. Who is ordered after it
 * is so after what it has observed. */

/* A write that is asked for lies behind `from`, up to `to`. */
static bool tells(const struct seen_link *k, uint32_t from, uint32_t to)
{
	for (unsigned i = 0; i < SEEN_WHICH; i++)
		if (k->of[i].id && k->of[i].pos > from && k->of[i].pos <= to)
			return true;
	return false;
}

static int by_thread(const void *pa, const void *pb)
{
	const struct seen_eye *a = pa, *b = pb;

	if (a->block != b->block)
		return a->block < b->block ? -1 : 1;
	if (a->warp != b->warp)
		return a->warp < b->warp ? -1 : 1;
	if (a->label != b->label)
		return a->label < b->label ? -1 : 1;
	return a->pos < b->pos ? -1 : a->pos > b->pos;
}

/* e says what an earlier one of its thread said already. */
static bool said(const struct seen_link *k, const struct seen_eye *kept, size_t n,
		 const struct seen_eye *e)
{
	uint32_t lanes = e->lanes;

	for (size_t i = n; i-- > 0 && lanes;) {
		if (kept[i].block != e->block || kept[i].warp != e->warp)
			break;
		if (!tells(k, kept[i].pos, e->pos))
			lanes &= ~kept[i].lanes;
	}
	return !lanes;
}

static void eyes_sift(struct seen_link *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		bool any = false;

		for (unsigned t = 0; t < SEEN_WHICH; t++)
			any |= k->of[t].id && k->of[t].pos <= k->eyes[i].pos;
		if (any)
			k->eyes[n++] = k->eyes[i];
	}
	k->n = n;
	if (n < 2)
		return;
	qsort(k->eyes, n, sizeof(*k->eyes), by_thread);
	n = 0;
	for (size_t i = 0; i < k->n; i++)
		if (!said(k, k->eyes, n, &k->eyes[i]))
			k->eyes[n++] = k->eyes[i];
	k->n = n;
}

/* The link's last eye is of the same thread and moment and has seen the same: e says no more. */
static bool same_eye(const struct seen_link *k, const struct seen_eye *e)
{
	const struct seen_eye *last = k->n ? &k->eyes[k->n - 1] : NULL;

	return last && last->block == e->block && last->warp == e->warp &&
	       last->label == e->label && !tells(k, last->pos, e->pos);
}

static struct seen_eye eye_of(const struct seen_by *by, uint32_t pos)
{
	return (struct seen_eye){.block = (uint32_t)by->block,
				 .label = by->w->label,
				 .lanes = by->hb->its ? 1U << by->lane : 1U,
				 .pos = pos,
				 .warp = (uint8_t)by->warp};
}

static void eye_add(struct seens *s, struct seen_link *k, const struct seen_eye *e)
{
	const bool full = k->n == k->cap;

	if (same_eye(k, e)) {
		k->eyes[k->n - 1].lanes |= e->lanes;
		return;
	}
	if (full)
		eyes_sift(k);
	k->eyes = tally_grow_sifted(s->tally, k->eyes, &k->cap, k->n, sizeof(*k->eyes), full);
	k->eyes[k->n++] = *e;
}

/* Position of the link's last write if `by`, observing it, is not ordered after it anyway. */
static uint32_t observes(const struct seens *s, const struct seen_link *k, const struct seen_by *by)
{
	const struct seen_write *w = &k->of[SEEN_LAST];
	const struct access *last = access_of(s, w);

	/* In lock step any lane will do. */
	return known(by, last->block, last->warp, 1U << (w->lane & 31), last->label) ? 0 : w->pos;
}

uint32_t seens_read(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by)
{
	const struct seen_link *k = linked(s, from ? &s->items[from] : NULL, by);
	const uint32_t pos = k ? observes(s, k, by) : 0;
	struct seen_eye e;

	if (!pos)
		return from;
	e = eye_of(by, pos);
	if (!same_eye(k, &e) || e.lanes & ~k->eyes[k->n - 1].lanes) {
		struct seen *x = own_copy(s, &from, times);

		eye_add(s, &x->links[x->n - 1], &e);
	}
	return from;
}

/* Links */

static bool simple(const struct seen_link *k)
{
	return !k->n && !k->of[SEEN_FAR].id && !k->of[SEEN_MID_OTHER].id &&
	       (!k->of[SEEN_MID].id || k->of[SEEN_MID].pos == k->of[SEEN_LAST].pos) &&
	       !k->of[SEEN_OTHER].id && !k->of[SEEN_NARROW_OTHER].id &&
	       (!k->of[SEEN_NARROW].id || k->of[SEEN_NARROW].pos == k->of[SEEN_LAST].pos);
}

/* Surely by the same lane. */
static bool same_lane(const struct seens *s, const struct seen_write *v, const struct seen_write *w)
{
	const struct access *p = access_of(s, v), *q = access_of(s, w);

	if (v->lane != SEEN_BY_ADDRESS || w->lane != SEEN_BY_ADDRESS)
		return v->lane == w->lane;
	return p->shift == q->shift && p->shift < ACCESS_GATHER && p->phase == q->phase;
}

/* Nobody has observed either, and b's write is a later one of the same thread: what is ordered
 * after b's is ordered after a's. */
static bool implied(const struct seens *s, const struct seen_link *a, const struct seen_link *b)
{
	const struct seen_write *v = &a->of[SEEN_LAST], *w = &b->of[SEEN_LAST];
	const struct access *p = access_of(s, v), *q = access_of(s, w);

	return simple(b) && p->block == q->block && p->warp == q->warp && same_lane(s, v, w) &&
	       level(p->scope) == level(q->scope);
}

static void links_sift(struct seens *s, struct seen *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n; i++) {
		bool drop = false;

		eyes_sift(&x->links[i]);
		for (size_t j = x->n; simple(&x->links[i]) && --j > i && !drop;)
			drop = implied(s, &x->links[i], &x->links[j]);
		if (drop)
			link_free(s, &x->links[i]);
		else
			x->links[n++] = x->links[i];
	}
	x->n = n;
}

/* Called when the value of x's last link is gone: no more eyes will come. */
static struct seen_link *link_new(struct seens *s, struct seen *x)
{
	const bool full = x->n == x->cap;

	if (full)
		links_sift(s, x);
	x->links = tally_grow_sifted(s->tally, x->links, &x->cap, x->n, sizeof(*x->links), full);
	x->links[x->n] = (struct seen_link){.writes = 0};
	return &x->links[x->n++];
}

static void hold(struct seens *s, struct seen_write *to, const struct seen_write *w)
{
	if (w->id)
		s->accesses->links[w->id].refs++;
	if (to->id)
		accesses_drop(s->accesses, to->id);
	*to = *w;
}

static bool apart(const struct seens *s, const struct seen_by *by, const struct seen_write *v,
		  const struct seen_write *w)
{
	return v->id && !cluster_same(&by->hb->clusters, block_of(by, access_of(s, v)),
				      block_of(by, access_of(s, w)));
}

/* Before w becomes the last one. */
static void note_clusters(struct seens *s, struct seen_link *k, const struct seen_by *by,
			  const struct seen_write *w)
{
	if (by->hb->clusters.blocks <= 1)
		return;
	if (apart(s, by, &k->of[SEEN_LAST], w))
		hold(s, &k->of[SEEN_FAR], &k->of[SEEN_LAST]);
	if (by->scope > PTX_SCOPE_CLUSTER)
		return;
	if (apart(s, by, &k->of[SEEN_MID], w))
		hold(s, &k->of[SEEN_MID_OTHER], &k->of[SEEN_MID]);
	hold(s, &k->of[SEEN_MID], w);
}

static void note(struct seens *s, struct seen_write *last, struct seen_write *other,
		 const struct seen_write *w)
{
	if (last->id && access_of(s, last)->block != access_of(s, w)->block) {
		if (other->id)
			accesses_drop(s->accesses, other->id);
		*other = *last;
		last->id = 0;
	}
	if (last->id)
		accesses_drop(s->accesses, last->id);
	*last = *w;
	s->accesses->links[w->id].refs++;
}

uint32_t seens_write(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by,
		     uint32_t id, uint8_t lane)
{
	const struct seen_link *on = by->rmw ? linked(s, from ? &s->items[from] : NULL, by) : NULL;
	const uint32_t observed = on ? observes(s, on, by) : 0;
	struct seen_write w = {.id = id, .lane = lane};
	struct seen_link *k;
	struct seen *x;

	if (!from) {
		from = make(s, times);
		x = &s->items[from];
	} else {
		x = own_copy(s, &from, times);
	}
	k = on ? &x->links[x->n - 1] : link_new(s, x);
	w.pos = ++k->writes;
	note_clusters(s, k, by, &w);
	note(s, &k->of[SEEN_LAST], &k->of[SEEN_OTHER], &w);
	if (narrow(by))
		note(s, &k->of[SEEN_NARROW], &k->of[SEEN_NARROW_OTHER], &w);
	if (observed && tells(k, 0, observed)) {
		const struct seen_eye e = eye_of(by, observed);

		eye_add(s, k, &e);
	}
	x->live = true;
	return from;
}

uint32_t seens_end(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by,
		   bool all, uint64_t addr, uint8_t size)
{
	if (all && seens_ask(s, from, addr, size, by, NULL, NULL)) {
		seens_drop(s, from, times);
		return 0;
	}
	if (s->items[from].live)
		own_copy(s, &from, times)->live = false;
	return from;
}

/* Questions */

/* Of two, the first that is of another block, or of another cluster; NULL: neither is. */
static const struct seen_write *foreign(const struct seens *s, const struct seen_by *by,
					const struct seen_write *a, const struct seen_write *b,
					bool of_cluster)
{
	const uint64_t own = async_block(by->hb, by->block);
	uint64_t block;

	if (!a->id)
		return NULL;
	block = block_of(by, access_of(s, a));
	if (block != own && !(of_cluster && cluster_same(&by->hb->clusters, block, own)))
		return a;
	return b->id ? b : NULL;
}

/* The last write of the link that is not morally strong with `by`. */
static const struct seen_write *asked(const struct seens *s, uint8_t size,
				      const struct seen_link *k, const struct seen_by *by)
{
	const struct seen_write *of = k->of, *w, *v;

	if (!by->strong || by->size != size)
		return &of[SEEN_LAST];
	if (narrow(by))
		return foreign(s, by, &of[SEEN_LAST], &of[SEEN_OTHER], false);
	w = foreign(s, by, &of[SEEN_NARROW], &of[SEEN_NARROW_OTHER], false);
	if (by->hb->clusters.blocks <= 1)
		return w;
	v = by->scope == PTX_SCOPE_CLUSTER
		    ? foreign(s, by, &of[SEEN_LAST], &of[SEEN_FAR], true)
		    : foreign(s, by, &of[SEEN_MID], &of[SEEN_MID_OTHER], true);
	return !w || (v && v->pos > w->pos) ? v : w;
}

static unsigned lane_of(const struct access *p, const struct seen_write *w, uint64_t addr,
			uint8_t size)
{
	if (w->lane != SEEN_BY_ADDRESS)
		return w->lane;
	return 31U - (unsigned)__builtin_clz(access_lanes(p, addr, size));
}

static bool ordered(const struct seens *s, const struct seen_link *k, const struct seen_write *w,
		    unsigned lane, const struct seen_by *by)
{
	const struct access *p = access_of(s, w);

	if (known(by, p->block, p->warp, 1U << lane, p->label))
		return true;
	for (size_t i = 0; i < k->n; i++) {
		const struct seen_eye *e = &k->eyes[i];

		if (e->pos >= w->pos && known(by, e->block, e->warp, e->lanes, e->label))
			return true;
	}
	return false;
}

bool seens_ask(const struct seens *s, uint32_t handle, uint64_t addr, uint8_t size,
	       const struct seen_by *by, seen_fn unordered, void *ctx)
{
	const struct seen *x = handle ? &s->items[handle] : NULL;
	bool all = true;

	for (size_t i = 0; x && i < x->n; i++) {
		const struct seen_link *k = &x->links[i];
		const struct seen_write *w = asked(s, size, k, by);
		unsigned lane;

		if (!w)
			continue;
		lane = lane_of(access_of(s, w), w, addr, size);
		if (ordered(s, k, w, lane, by))
			continue;
		if (unordered)
			unordered(ctx, access_of(s, w), lane);
		all = false;
	}
	return all;
}
