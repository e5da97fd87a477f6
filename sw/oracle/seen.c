/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "seen.h"

#include <string.h>

enum { FIRST_BUCKETS = 64 };

/* All locations within 8 bytes have one bucket: those that overlap an element. */
static size_t hash(uint64_t addr)
{
	return (size_t)((addr >> 3) * 0x9e3779b97f4a7c15ULL >> 32);
}

void seens_open(struct seens *s, struct accesses *a, struct tally *t)
{
	memset(s, 0, sizeof(*s));
	s->tally = t;
	s->accesses = a;
	s->n_buckets = FIRST_BUCKETS;
	s->bucket = tally_alloc(t, s->n_buckets * sizeof(struct seen *));
}

static void link_free(struct seens *s, struct seen_link *k)
{
	for (unsigned i = 0; i < SEEN_WHICH; i++)
		if (k->of[i].id)
			accesses_drop(s->accesses, k->of[i].id);
	tally_free(s->tally, k->eyes, k->cap * sizeof(*k->eyes));
}

static void seen_free(struct seens *s, struct seen *x)
{
	for (size_t i = 0; i < x->n; i++)
		link_free(s, &x->links[i]);
	tally_free(s->tally, x->links, x->cap * sizeof(*x->links));
	s->filter[seen_page(x->addr)]--;
	s->n--;
	tally_free(s->tally, x, sizeof(*x));
}

void seens_clear(struct seens *s)
{
	for (size_t i = 0; s->n && i < s->n_buckets; i++) {
		while (s->bucket[i]) {
			struct seen *x = s->bucket[i];

			s->bucket[i] = x->next;
			seen_free(s, x);
		}
	}
}

void seens_close(struct seens *s)
{
	seens_clear(s);
	tally_free(s->tally, s->bucket, s->n_buckets * sizeof(struct seen *));
}

static void grow(struct seens *s)
{
	struct seen **old = s->bucket;
	const size_t had = s->n_buckets;

	s->n_buckets *= 4;
	s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(struct seen *));
	for (size_t i = 0; i < had; i++) {
		while (old[i]) {
			struct seen *x = old[i],
				    **to = &s->bucket[hash(x->addr) & (s->n_buckets - 1)];

			old[i] = x->next;
			x->next = *to;
			*to = x;
		}
	}
	tally_free(s->tally, old, had * sizeof(struct seen *));
}

static struct seen *find(const struct seens *s, uint64_t addr, uint8_t size)
{
	struct seen *x = NULL;

	if (seens_near(s, addr))
		x = s->bucket[hash(addr) & (s->n_buckets - 1)];
	while (x && (x->addr != addr || x->size != size))
		x = x->next;
	return x;
}

static struct seen *make(struct seens *s, uint64_t addr, uint8_t size)
{
	struct seen *x, **to;

	if (s->n >= s->n_buckets)
		grow(s);
	to = &s->bucket[hash(addr) & (s->n_buckets - 1)];
	x = tally_alloc(s->tally, sizeof(*x));
	*x = (struct seen){.addr = addr, .size = size, .next = *to};
	*to = x;
	s->n++;
	s->filter[seen_page(addr)]++;
	return x;
}

static const struct access *access_of(const struct seens *s, const struct seen_write *w)
{
	return &s->accesses->items[w->id];
}

static bool is_wide(const struct access *x)
{
	return x->scope >= PTX_SCOPE_GPU;
}

static bool own(const struct seen_by *by, uint64_t block, uint32_t warp, uint32_t lane)
{
	return block == by->block && warp == by->warp && (!by->order->its || lane == by->lane);
}

static bool known(const struct seen_by *by, uint64_t block, uint32_t warp, uint32_t lanes,
		  uint32_t label)
{
	const struct know *k = order_know(by->order, by->w, by->lane);

	for (; lanes; lanes &= lanes - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(lanes);

		if (own(by, block, warp, l) ||
		    know_lane(&by->order->pool, k, block, warp, l) >= label)
			return true;
	}
	return false;
}

/* The location's value is a strong write that is morally strong with `by`. */
static struct seen_link *linked(const struct seens *s, const struct seen *x,
				const struct seen_by *by)
{
	struct seen_link *k;
	const struct access *last;

	if (!x || !x->live)
		return NULL;
	k = &x->links[x->n - 1];
	last = access_of(s, &k->of[SEEN_LAST]);
	return last->block == by->block || (is_wide(last) && by->wide) ? k : NULL;
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

static void eye_add(struct seens *s, struct seen_link *k, const struct seen_by *by, uint32_t pos)
{
	struct seen_eye e = {.block = (uint32_t)by->block,
			     .label = by->w->label,
			     .lanes = by->order->its ? 1U << by->lane : 1U,
			     .pos = pos,
			     .warp = (uint8_t)by->warp};
	struct seen_eye *last = k->n ? &k->eyes[k->n - 1] : NULL;

	if (last && last->block == e.block && last->warp == e.warp && last->label == e.label &&
	    !tells(k, last->pos, pos)) {
		last->lanes |= e.lanes;
		return;
	}
	if (k->n == k->cap && k->n)
		eyes_sift(k);
	if (k->n > k->cap / 2) /* else sifting again would come too soon */
		k->eyes = tally_grow(s->tally, k->eyes, &k->cap, 2 * k->n, sizeof(*k->eyes));
	k->eyes = tally_grow(s->tally, k->eyes, &k->cap, k->n, sizeof(*k->eyes));
	k->eyes[k->n++] = e;
}

void seens_read(struct seens *s, const struct seen_by *by)
{
	const struct seen *x = find(s, by->addr, by->size);
	struct seen_link *k = linked(s, x, by);
	const struct access *last;

	if (!k)
		return;
	last = access_of(s, &k->of[SEEN_LAST]);
	if (!known(by, last->block, last->warp, 1U << k->of[SEEN_LAST].lane, last->label))
		eye_add(s, k, by, k->of[SEEN_LAST].pos);
}

/* Links */

static bool simple(const struct seen_link *k)
{
	return !k->n && !k->of[SEEN_OTHER].id && !k->of[SEEN_NARROW_OTHER].id &&
	       (!k->of[SEEN_NARROW].id || k->of[SEEN_NARROW].pos == k->of[SEEN_LAST].pos);
}

/* Nobody has observed either, and b's write is a later one of the same thread: what is ordered
 * after b's is ordered after a's. */
static bool implied(const struct seens *s, const struct seen_link *a, const struct seen_link *b)
{
	const struct seen_write *v = &a->of[SEEN_LAST], *w = &b->of[SEEN_LAST];
	const struct access *p = access_of(s, v), *q = access_of(s, w);

	return simple(b) && p->block == q->block && p->warp == q->warp && v->lane == w->lane &&
	       is_wide(p) == is_wide(q);
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
	if (x->n == x->cap && x->n)
		links_sift(s, x);
	if (x->n > x->cap / 2)
		x->links = tally_grow(s->tally, x->links, &x->cap, 2 * x->n, sizeof(*x->links));
	x->links = tally_grow(s->tally, x->links, &x->cap, x->n, sizeof(*x->links));
	x->links[x->n] = (struct seen_link){.writes = 0};
	return &x->links[x->n++];
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

static void strong_write(struct seens *s, const struct seen_by *by, uint32_t id)
{
	struct seen *x = find(s, by->addr, by->size);
	struct seen_link *k = by->rmw ? linked(s, x, by) : NULL;
	struct seen_write w = {.id = id, .lane = (uint8_t)by->lane};
	uint32_t observed = 0;

	if (!x)
		x = make(s, by->addr, by->size);
	if (k) {
		const struct access *last = access_of(s, &k->of[SEEN_LAST]);

		if (!known(by, last->block, last->warp, 1U << k->of[SEEN_LAST].lane, last->label))
			observed = k->of[SEEN_LAST].pos;
	} else {
		k = link_new(s, x);
	}
	w.pos = ++k->writes;
	note(s, &k->of[SEEN_LAST], &k->of[SEEN_OTHER], &w);
	if (!by->wide)
		note(s, &k->of[SEEN_NARROW], &k->of[SEEN_NARROW_OTHER], &w);
	if (observed && tells(k, 0, observed))
		eye_add(s, k, by, observed);
	x->live = true;
}

/* Other locations that overlap lose their value; those that a weak store, ordered after all of
 * their writes, covers are done with: its bytes' histories begin with it. */
static void end_others(struct seens *s, const struct seen_by *by)
{
	struct seen **at = &s->bucket[hash(by->addr) & (s->n_buckets - 1)];

	while (*at) {
		struct seen *x = *at;

		if (x->addr >= by->addr + by->size || by->addr >= x->addr + x->size ||
		    (by->strong && x->addr == by->addr && x->size == by->size)) {
			at = &x->next;
			continue;
		}
		x->live = false;
		if (!by->strong && x->addr >= by->addr &&
		    x->addr + x->size <= by->addr + by->size &&
		    seens_ask(s, x->addr, x->size, by, NULL, NULL)) {
			*at = x->next;
			seen_free(s, x);
		} else {
			at = &x->next;
		}
	}
}

void seens_write(struct seens *s, const struct seen_by *by, uint32_t id)
{
	if (seens_near(s, by->addr))
		end_others(s, by);
	if (by->strong)
		strong_write(s, by, id);
}

/* Questions */

/* The last write of the link that is not morally strong with `by`. */
static const struct seen_write *asked(const struct seens *s, const struct seen *x,
				      const struct seen_link *k, const struct seen_by *by)
{
	enum seen_which which = by->wide ? SEEN_NARROW : SEEN_LAST;

	if (!by->strong || by->size != x->size)
		return &k->of[SEEN_LAST];
	if (k->of[which].id && access_of(s, &k->of[which])->block == by->block)
		which = by->wide ? SEEN_NARROW_OTHER : SEEN_OTHER;
	return k->of[which].id ? &k->of[which] : NULL;
}

static bool ordered(const struct seens *s, const struct seen_link *k, const struct seen_write *w,
		    const struct seen_by *by)
{
	const struct access *p = access_of(s, w);

	if (known(by, p->block, p->warp, 1U << w->lane, p->label))
		return true;
	for (size_t i = 0; i < k->n; i++) {
		const struct seen_eye *e = &k->eyes[i];

		if (e->pos >= w->pos && known(by, e->block, e->warp, e->lanes, e->label))
			return true;
	}
	return false;
}

bool seens_holds(const struct seens *s, uint64_t addr, uint8_t size)
{
	return find(s, addr, size) != NULL;
}

bool seens_ask(const struct seens *s, uint64_t addr, uint8_t size, const struct seen_by *by,
	       seen_fn unordered, void *ctx)
{
	const struct seen *x = find(s, addr, size);
	bool all = true;

	for (size_t i = 0; x && i < x->n; i++) {
		const struct seen_link *k = &x->links[i];
		const struct seen_write *w = asked(s, x, k, by);

		if (!w || ordered(s, k, w, by))
			continue;
		if (unordered)
			unordered(ctx, access_of(s, w), w->lane);
		all = false;
	}
	return all;
}
