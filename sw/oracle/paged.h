/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * paged: something for each part of the address space, made when first asked for, all zero.
 */
#ifndef PAGED_H
#define PAGED_H

#include <stdbool.h>

#include "tally.h"

enum { PAGE_BYTES = 4096, PAGED_RECENT = 64 };

/* Head of a page; what is kept of its addresses follows. */
struct page {
	uint64_t number;   /* address / PAGE_BYTES */
	struct page *next; /* same bucket, or spare */
};

struct paged {
	struct tally *tally;
	size_t bytes; /* of a page with its head */
	struct page **bucket;
	size_t n_buckets, n;
	struct page *recent[PAGED_RECENT]; /* found lately, by number */
	struct page *spare;
	size_t n_spare;
};

void paged_open(struct paged *p, struct tally *t, size_t bytes);
void paged_close(struct paged *p);
void paged_clear(struct paged *p);

/* The page of that number, or NULL. */
struct page *paged_find(const struct paged *p, uint64_t number);
/* The same, new if there is none; it is recent from now on. */
struct page *paged_turn(struct paged *p, uint64_t number);
void paged_remove(struct paged *p, uint64_t number);

/* NULL: not among those found lately. */
static inline struct page *paged_recent(const struct paged *p, uint64_t number)
{
	struct page *g = p->recent[(number ^ number >> 8) % PAGED_RECENT];

	return g && g->number == number ? g : NULL;
}

#endif
