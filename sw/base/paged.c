/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "paged.h"

#include <string.h>

enum { FIRST_SLOTS = 128 };

static size_t hash(uint64_t number)
{
	return (size_t)(number * 0x9e3779b97f4a7c15ULL >> 32);
}

/* Slot of that number, or the free one where it belongs. */
static struct page_slot *slot_of(const struct paged *p, uint64_t number)
{
	size_t i = hash(number) & (p->n_slots - 1);

	while (p->slot[i].page && p->slot[i].number != number)
		i = (i + 1) & (p->n_slots - 1);
	return &p->slot[i];
}

static void *take(struct paged *p, size_t bytes)
{
	return p->tally ? tally_alloc(p->tally, bytes) : mem_alloc(bytes);
}

static void give(struct paged *p, void *q, size_t bytes)
{
	if (p->tally)
		tally_free(p->tally, q, bytes);
	else
		free(q);
}

void paged_open(struct paged *p, struct tally *t, size_t payload, uint64_t fill, size_t keep)
{
	*p = (struct paged){
		.tally = t,
		.fill = fill,
		.bytes = sizeof(struct page) + payload,
		.keep = keep,
		.n_slots = FIRST_SLOTS,
	};
	p->slot = take(p, p->n_slots * sizeof(*p->slot));
}

static void page_put(struct paged *p, struct page *g)
{
	p->n--;
	if (p->n_spare >= p->keep) {
		give(p, g, p->bytes);
		return;
	}
	g->next = p->spare;
	p->spare = g;
	p->n_spare++;
}

void paged_clear(struct paged *p)
{
	if (!p->n)
		return;
	memset(p->recent, 0, sizeof(p->recent));
	for (size_t i = 0; i < p->n_slots; i++) {
		if (p->slot[i].page)
			page_put(p, p->slot[i].page);
		p->slot[i].page = NULL;
	}
	if (p->n_slots > FIRST_SLOTS) {
		give(p, p->slot, p->n_slots * sizeof(*p->slot));
		p->n_slots = FIRST_SLOTS;
		p->slot = take(p, p->n_slots * sizeof(*p->slot));
	}
}

void paged_close(struct paged *p)
{
	paged_clear(p);
	while (p->spare) {
		struct page *g = p->spare;

		p->spare = g->next;
		give(p, g, p->bytes);
	}
	give(p, p->slot, p->n_slots * sizeof(*p->slot));
	*p = (struct paged){0};
}

struct page *paged_find(const struct paged *p, uint64_t number)
{
	return slot_of(p, number)->page;
}

static void grow(struct paged *p)
{
	struct page_slot *old = p->slot;
	const size_t had = p->n_slots;

	p->n_slots *= 4;
	p->slot = take(p, p->n_slots * sizeof(*p->slot));
	for (size_t i = 0; i < had; i++)
		if (old[i].page)
			*slot_of(p, old[i].number) = old[i];
	give(p, old, had * sizeof(*old));
}

static void fill(const struct paged *p, struct page *g)
{
	uint64_t *word = page_payload(g);

	for (size_t i = 0; i < (p->bytes - sizeof(*g)) / sizeof(*word); i++)
		word[i] = p->fill;
}

static struct page *page_make(struct paged *p, uint64_t number)
{
	struct page *g = p->spare;

	if (2 * ++p->n > p->n_slots)
		grow(p);
	if (g) {
		p->spare = g->next;
		p->n_spare--;
		if (!p->fill)
			memset(g, 0, p->bytes);
	} else {
		g = take(p, p->bytes);
	}
	if (p->fill)
		fill(p, g);
	g->number = number;
	*slot_of(p, number) = (struct page_slot){number, g};
	return g;
}

struct page *paged_turn(struct paged *p, uint64_t number)
{
	struct page *g = paged_find(p, number);

	if (!g)
		g = page_make(p, number);
	p->recent[(number ^ number >> 8) % PAGED_RECENT] = (struct page_slot){number, g};
	return g;
}

/* Slots after a freed one move up, so that nobody's search ends there. */
static void close_gap(struct paged *p, size_t gap)
{
	const size_t last = p->n_slots - 1;

	for (size_t i = (gap + 1) & last; p->slot[i].page; i = (i + 1) & last) {
		const size_t home = hash(p->slot[i].number) & last;

		if (((i - home) & last) < ((i - gap) & last))
			continue; /* the gap lies before its home */
		p->slot[gap] = p->slot[i];
		gap = i;
	}
	p->slot[gap].page = NULL;
}

void paged_remove(struct paged *p, uint64_t number)
{
	struct page_slot *at = slot_of(p, number);

	if (!at->page)
		return;
	page_put(p, at->page);
	close_gap(p, (size_t)(at - p->slot));
	p->recent[(number ^ number >> 8) % PAGED_RECENT].page = NULL;
}
