/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slab: memory that is given back all at once and kept for the next launch.
 * pages: small items under 64-bit numbers, neighbours side by side; nothing is ever taken out.
 */
#ifndef PAGES_H
#define PAGES_H

#include "map.h"

struct slab_block;
struct slab {
	struct slab_block *first, *now;
};

void *slab_alloc(struct slab *s, size_t bytes); /* not zeroed, 8-byte aligned, at most 4096 */
void slab_reset(struct slab *s);
void slab_free(struct slab *s);

enum { PAGE_ITEMS = 64 };

struct pages {
	size_t item; /* bytes of one, a multiple of 8 and at most 64 */
	struct map map;
	uint64_t last; /* number of the page last used, */
	char *last_page;
};

/* Both of a page; NULL when there is none. */
char *pages_find(const struct pages *p, uint64_t page);
char *pages_make(struct pages *p, struct slab *s, uint64_t page); /* zeroed when new */
/* Before the slab is reset. */
void pages_clear(struct pages *p);
void pages_free(struct pages *p);

static inline void *pages_at(struct pages *p, struct slab *s, uint64_t i)
{
	char *page = p->last_page;

	if (!page || p->last != i / PAGE_ITEMS)
		page = pages_make(p, s, i / PAGE_ITEMS);
	return page + (i % PAGE_ITEMS) * p->item;
}

#endif
