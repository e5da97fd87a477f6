/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "place.h"

#include <string.h>

void places_open(struct places *p, struct tally *t)
{
	memset(p, 0, sizeof(*p));
	p->tally = t;
	paged_open(&p->pages, t, sizeof(struct place_page) - sizeof(struct page), 0, SPARE_PAGES);
}

void places_clear(struct places *p)
{
	for (size_t i = 0; i < p->n_lists; i++)
		tally_free(p->tally, p->lists[i].items,
			   p->lists[i].cap * sizeof(*p->lists[i].items));
	p->n_lists = 0;
	paged_clear(&p->pages);
}

void places_close(struct places *p)
{
	places_clear(p);
	tally_free(p->tally, p->lists, p->cap_lists * sizeof(*p->lists));
	paged_close(&p->pages);
}

static struct place_page *find_page(const struct places *p, uint64_t addr)
{
	return (struct place_page *)paged_look(&p->pages, addr / PAGE_BYTES);
}

static struct place_page *make_page(struct places *p, uint64_t addr)
{
	return (struct place_page *)paged_at(&p->pages, addr / PAGE_BYTES);
}

static uint32_t *list_of(struct place_page *g, uint64_t addr)
{
	return &g->list[addr % PAGE_BYTES / 8];
}

static struct place *word_of(struct place_page *g, uint64_t addr)
{
	return &g->word[addr % PAGE_BYTES / 4];
}

bool places_near(const struct places *p, uint64_t addr)
{
	return find_page(p, addr) != NULL;
}

bool places_plain(const struct places *p, uint64_t addr)
{
	struct place_page *g = find_page(p, addr);

	return !g || !*list_of(g, addr);
}

struct place *places_word(struct places *p, uint64_t addr)
{
	struct place_page *g = make_page(p, addr);

	return *list_of(g, addr) ? NULL : word_of(g, addr);
}

static struct place *listed(const struct place_list *l, uint64_t addr, uint8_t size)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].addr == addr && l->items[i].size == size)
			return &l->items[i].at;
	return NULL;
}

struct place *places_find(const struct places *p, uint64_t addr, uint8_t size)
{
	struct place_page *g = find_page(p, addr);

	if (!g)
		return NULL;
	if (*list_of(g, addr))
		return listed(&p->lists[*list_of(g, addr) - 1], addr, size);
	return size == 4 ? word_of(g, addr) : NULL;
}

static struct place *append(struct places *p, struct place_list *l, uint64_t addr, uint8_t size)
{
	l->items = tally_grow(p->tally, l->items, &l->cap, l->n, sizeof(*l->items));
	l->items[l->n] = (struct place_listed){.addr = addr, .size = size};
	return &l->items[l->n++].at;
}

/* The words of the 8 bytes move to a list. */
static void make_list(struct places *p, struct place_page *g, uint64_t addr)
{
	struct place_list *l;

	p->lists = tally_grow(p->tally, p->lists, &p->cap_lists, p->n_lists, sizeof(*p->lists));
	l = &p->lists[p->n_lists++];
	*l = (struct place_list){NULL, 0, 0};
	*list_of(g, addr) = (uint32_t)p->n_lists;
	for (uint64_t at = addr & ~7ULL; at < (addr & ~7ULL) + 8; at += 4) {
		if (word_of(g, at)->chain || word_of(g, at)->seen)
			*append(p, l, at, 4) = *word_of(g, at);
		*word_of(g, at) = (struct place){0, 0};
	}
}

struct place *places_make(struct places *p, uint64_t addr, uint8_t size)
{
	struct place_page *g = make_page(p, addr);
	struct place_list *l;
	struct place *at;

	if (!*list_of(g, addr) && size == 4)
		return word_of(g, addr);
	if (!*list_of(g, addr))
		make_list(p, g, addr);
	l = &p->lists[*list_of(g, addr) - 1];
	at = listed(l, addr, size);
	return at ? at : append(p, l, addr, size);
}

static void in_words(struct place_page *g, uint64_t addr, uint64_t end, place_fn fn, void *ctx)
{
	for (uint64_t at = addr & ~3ULL; at < end; at += 4) {
		struct place *w = word_of(g, at);

		if (w->chain || w->seen)
			fn(ctx, w, at, 4);
	}
}

static void in_list(struct place_list *l, uint64_t addr, uint64_t end, place_fn fn, void *ctx)
{
	for (size_t i = 0; i < l->n; i++) {
		struct place_listed *x = &l->items[i];

		if ((x->at.chain || x->at.seen) && x->addr < end && addr < x->addr + x->size)
			fn(ctx, &x->at, x->addr, x->size);
	}
}

void places_overlap(struct places *p, uint64_t addr, uint8_t size, place_fn fn, void *ctx)
{
	struct place_page *g = find_page(p, addr);

	if (!g)
		return;
	if (*list_of(g, addr))
		in_list(&p->lists[*list_of(g, addr) - 1], addr, addr + size, fn, ctx);
	else
		in_words(g, addr, addr + size, fn, ctx);
}

void places_remove(struct places *p, uint64_t first, uint64_t last, place_fn fn, void *ctx)
{
	for (uint64_t n = first; p->pages.n && n <= last; n++) {
		struct page *g = paged_find(&p->pages, n);

		for (uint64_t at = n * PAGE_BYTES; g && at < (n + 1) * PAGE_BYTES; at += 8)
			places_overlap(p, at, 8, fn, ctx);
		if (g)
			paged_remove(&p->pages, n);
	}
}
