/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * paged: a sparse array: pages of one size under 64-bit numbers, made when first asked for. What a
 * page holds is up to its owner; all of its 64-bit words begin as the same value.
 *
 *   number -> the one found lately in its place -> hash table -> page: head, payload
 *
 * A page keeps its address until it is removed.
 */
#ifndef PAGED_H
#define PAGED_H

#include <stdbool.h>

#include "tally.h"

enum { PAGED_RECENT = 512 };

/* Head of a page; its payload follows. */
struct page {
	uint64_t number;
	struct page *next; /* spare */
};

/* The page's number again, as the page itself may be far away. */
struct page_slot {
	uint64_t number;
	struct page *page; /* NULL: free */
};

struct paged {
	struct page_slot recent[PAGED_RECENT]; /* found lately, by number */
	struct tally *tally;               /* counts its memory; NULL: nobody does */
	uint64_t fill;
	size_t bytes; /* of a page with its head */
	size_t keep;  /* removed pages kept for reuse, at most */
	struct page_slot *slot;
	size_t n_slots, n; /* slots: a power of two, at least 2 * n */
	struct page *spare;
	size_t n_spare;
};

/* Every removed page is kept for reuse. */
#define PAGED_KEEP_ALL SIZE_MAX

/* An empty array. payload: bytes of a page without its head, a multiple of 8; fill: each 64-bit
 * word of a new page. keep: as in the structure. */
void paged_open(struct paged *p, struct tally *t, size_t payload, uint64_t fill, size_t keep);
/* Frees everything; p may be all zero. */
void paged_close(struct paged *p);
/* Removes all pages. */
void paged_clear(struct paged *p);

/* The page of that number, or NULL. */
struct page *paged_find(const struct paged *p, uint64_t number);
/* The same, new if there is none; it is recent from now on. */
struct page *paged_turn(struct paged *p, uint64_t number);
/* Removes the page of that number, if there is one. */
void paged_remove(struct paged *p, uint64_t number);

/* The page if it was found lately; NULL says nothing. */
static inline struct page *paged_recent(const struct paged *p, uint64_t number)
{
	const struct page_slot *s = &p->recent[(number ^ number >> 8) % PAGED_RECENT];

	return s->number == number ? s->page : NULL;
}

/* What paged_find() says, soonest for pages made or turned to lately. */
static inline struct page *paged_look(const struct paged *p, uint64_t number)
{
	struct page *g = paged_recent(p, number);

	return g || !p->n ? g : paged_find(p, number);
}

/* What paged_turn() says, soonest for pages made or turned to lately. */
static inline struct page *paged_at(struct paged *p, uint64_t number)
{
	struct page *g = paged_recent(p, number);

	if (!g)
		g = paged_turn(p, number);
	return g;
}

/* What is behind the head. */
static inline void *page_payload(struct page *g)
{
	return g + 1;
}

#endif
