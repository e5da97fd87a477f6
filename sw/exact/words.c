/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "words.h"

#include <string.h>

#include "../base/mem.h"

void words_open(struct words *w, struct order *o, struct locations *p)
{
	*w = (struct words){.order = o, .locations = p};
	paged_open(&w->pages, NULL, sizeof(struct word) * WORDS_PAGE, 0, PAGED_KEEP_ALL);
}

void words_close(struct words *w)
{
	paged_close(&w->pages);
	arena_free(&w->arena);
	hashmap_free(&w->newest);
}

void words_clear(struct words *w)
{
	paged_clear(&w->pages);
	arena_free(&w->arena);
	memset(w->spare, 0, sizeof(w->spare));
}

/* Lists */

static void list_free(struct words *w, struct word_list *l)
{
	void **spare = l->cap ? &w->spare[__builtin_ctz(l->cap)] : NULL;

	if (spare) {
		memcpy(l->item, spare, sizeof(*spare));
		*spare = l->item;
	}
	*l = (struct word_list){0};
}

static void list_grow(struct words *w, struct word_list *l)
{
	struct word_list was = *l;
	void **spare;

	l->cap = was.cap ? was.cap * 2 : 1;
	spare = &w->spare[__builtin_ctz(l->cap)];
	l->item = *spare;
	if (l->item)
		memcpy(spare, l->item, sizeof(*spare));
	else
		l->item = arena_alloc(&w->arena, l->cap * sizeof(*l->item));
	if (was.n)
		memcpy(l->item, was.item, was.n * sizeof(*l->item));
	list_free(w, &was);
}

static void list_add(struct words *w, struct word_list *l, const struct word_access *x)
{
	if (l->n == l->cap)
		list_grow(w, l);
	if (!l->n)
		l->size = x->size;
	l->mixed |= x->reach != LOCATION_DEVICE || l->size != x->size;
	l->writes += x->write;
	l->item[l->n++] = *x;
}

/* The check */

static bool same_warp(const struct word_access *p, const struct word_access *x)
{
	return p->who.block == x->who.block && p->who.warp == x->who.warp;
}

/* Two strong accesses on one location that reach each other. Of less than a word its bytes say
 * where it is; larger ones are aligned. */
static bool together(const struct word_access *p, const struct word_access *x)
{
	return p->strong && x->strong && p->size == x->size && p->span == x->span &&
	       location_together(p->who, p->reach, x->who, x->reach);
}

/* Two lanes that store to a byte at once, of a warp that is one thread, too. */
static bool at_once(const struct word_access *p, const struct word_access *x)
{
	return p->op == x->op && p->lane != x->lane && p->write && x->write;
}

static void check_list(const struct word_list *l, const struct word_access *x, words_conflict fn,
		       void *ctx)
{
	/* A load looks at writes alone. */
	uint32_t left = x->write ? l->n : l->writes;

	for (uint32_t i = 0; left; i++) {
		const struct word_access *p = &l->item[i];
		uint32_t lanes = p->who.lanes;

		left -= x->write || p->write;
		if (!(p->bytes & x->bytes) || !(p->write || x->write) || together(p, x))
			continue;
		if (same_warp(p, x) && !at_once(p, x))
			lanes &= ~x->who.lanes;
		if (lanes)
			fn(ctx, p, lanes, x);
	}
}

void words_check(const struct word *at, const struct word_access *x, words_conflict fn, void *ctx)
{
	check_list(&at->plain, x, fn, ctx);
	if (x->strong && x->reach == LOCATION_DEVICE && !at->strong.mixed &&
	    at->strong.size == x->size)
		return;
	check_list(&at->strong, x, fn, ctx);
}

struct word_access *words_own(const struct word *at, const struct word_access *x)
{
	for (uint32_t i = 0; i < at->plain.n; i++) {
		struct word_access *p = &at->plain.item[i];

		if (p->write && p->bytes & x->bytes)
			return same_warp(p, x) && p->who.lanes == x->who.lanes &&
					       p->bytes == x->bytes && p->span == x->span &&
					       p->size == x->size && !p->chain
				       ? p
				       : NULL;
	}
	return NULL;
}

/* What is kept */

static void forget_at(struct words *w, struct word_list *l, uint32_t i)
{
	locations_drop(w->locations, l->item[i].chain);
	l->writes -= l->item[i].write;
	l->n--;
	memmove(&l->item[i], &l->item[i + 1], (l->n - i) * sizeof(*l->item));
}

/* All before a plain write, as far as it touches their bytes. */
static void replace_all(struct words *w, struct word_list *l, uint8_t bytes)
{
	for (uint32_t i = l->n; i-- > 0;) {
		l->item[i].bytes &= (uint8_t)~bytes;
		if (!l->item[i].bytes)
			forget_at(w, l, i);
	}
	if (!l->n)
		list_free(w, l);
}

static bool same_kind(const struct word_access *p, const struct word_access *x)
{
	return p->write == x->write && p->strong == x->strong && p->size == x->size &&
	       p->reach == x->reach;
}

/* Plain loads of x's block that a barrier has put before x: who is ordered after x is after them.
 */
static bool covered(const struct words *w, const struct word_access *p, const struct word_access *x)
{
	return !p->write && !(p->bytes & ~x->bytes) &&
	       order_by_barrier(w->order, x->who.block, p->who.block, p->epoch);
}

/* The thread's last one of the kind goes; of other threads of the warp in that entry it stays. */
static bool taken(struct word_access *p, const struct word_access *x)
{
	if (!same_warp(p, x) || !(p->who.lanes & x->who.lanes) || p->bytes & ~x->bytes ||
	    p->chain != x->chain)
		return false;
	p->who.lanes &= ~x->who.lanes;
	return !p->who.lanes;
}

/* A strong write of the thread in an earlier chain stays: who has observed the later one need not
 * have observed it. If nobody has, or can: it stands for such before it. */
static bool unseen(const struct words *w, const struct word_access *p, const struct word_access *x)
{
	return p->chain && p->chain != x->chain && same_warp(p, x) &&
	       p->who.lanes == x->who.lanes && p->span == x->span && !(p->bytes & ~x->bytes) &&
	       !w->locations->chain[p->chain].n_looks;
}

/* Lanes that loaded at once are one entry. */
static bool join(struct word_list *l, const struct word_access *x)
{
	struct word_access *p = l->n ? &l->item[l->n - 1] : NULL;

	if (!p || x->write || !same_kind(p, x) || !same_warp(p, x) || p->epoch != x->epoch ||
	    p->bytes != x->bytes || p->op != x->op)
		return false;
	p->who.lanes |= x->who.lanes;
	return true;
}

/* What x takes the place of. */
static void replace(struct words *w, struct word_list *l, const struct word_access *x)
{
	bool stands = false;

	for (uint32_t i = l->n; i-- > 0;) {
		struct word_access *p = &l->item[i];
		bool drop;

		if (!same_kind(p, x))
			continue;
		drop = taken(p, x) || (!x->strong && covered(w, p, x));
		if (!drop && unseen(w, p, x)) {
			drop = stands;
			stands = true;
		}
		if (drop)
			forget_at(w, l, i);
	}
}

/* Where two are the same, no more is lost than an access that could go. */
static uint64_t thread_and_kind(const struct word_access *p)
{
	return (uint64_t)p->who.block << 44 ^ (uint64_t)p->size << 39 ^ (uint64_t)p->reach << 38 ^
	       (uint64_t)p->write << 37 ^ (uint64_t)p->who.warp << 32 ^ p->who.lanes;
}

/* Of a long list: accesses that a later one of the same thread and kind stands for; those of
 * several threads stay. In one go: to look for each as it comes takes as long as the list is. */
static void tidy(struct words *w, struct word_list *l)
{
	uint32_t to = l->n;

	hashmap_clear(&w->newest);
	for (uint32_t i = l->n; i-- > 0;) {
		struct word_access *p = &l->item[i];
		uint64_t *newest = hashmap_at(&w->newest, thread_and_kind(p));
		struct word_access *q = *newest ? &l->item[*newest - 1] : NULL;

		if (q && same_kind(p, q) && same_warp(p, q) && p->who.lanes == q->who.lanes &&
		    p->chain == q->chain && !(p->bytes & ~q->bytes)) {
			locations_drop(w->locations, p->chain);
			l->writes -= p->write;
			continue;
		}
		l->item[--to] = *p;
		*newest = to + 1;
	}
	l->n -= to;
	memmove(l->item, &l->item[to], l->n * sizeof(*l->item));
	if (l->n > l->cap / 2)
		list_grow(w, l);
}

enum { LONG = 4 };

static void note(struct words *w, struct word_list *l, const struct word_access *x)
{
	if (l->n < LONG)
		replace(w, l, x);
	else if (l->n == l->cap)
		tidy(w, l);
	if (!join(l, x))
		list_add(w, l, x);
}

void words_note(struct words *w, struct word *at, const struct word_access *x)
{
	if (x->write && !x->strong) {
		replace_all(w, &at->plain, x->bytes);
		replace_all(w, &at->strong, x->bytes);
		list_add(w, &at->plain, x);
		return;
	}
	note(w, x->strong ? &at->strong : &at->plain, x);
}
