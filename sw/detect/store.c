/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "store.h"

#include <stdlib.h>

#include "../base/mem.h"

enum { PAGE_BITS = 10, MIDDLE_BITS = 12 };
#define PAGE_ENTRIES (1ULL << PAGE_BITS)
#define MIDDLE_PAGES (1ULL << MIDDLE_BITS)
#define NO_PAGE      UINT64_MAX

struct store_page {
	uint64_t wipes; /* of the store when it was last filled */
	uint64_t entry[PAGE_ENTRIES];
};

void store_init(struct store *s, uint64_t entries, uint64_t fill)
{
	const uint64_t pages = (entries + PAGE_ENTRIES - 1) / PAGE_ENTRIES;

	*s = (struct store){.n_root = (pages + MIDDLE_PAGES - 1) / MIDDLE_PAGES,
			    .wipes = 1,
			    .fill = fill,
			    .last = NO_PAGE};
	s->root = mem_alloc(s->n_root * sizeof(*s->root));
}

void store_free(struct store *s)
{
	for (uint64_t i = 0; i < s->n_root; i++) {
		for (uint64_t k = 0; s->root[i] && k < MIDDLE_PAGES; k++)
			free(s->root[i][k]);
		free(s->root[i]);
	}
	free(s->root);
	*s = (struct store){0};
}

void store_wipe(struct store *s)
{
	s->wipes++;
	s->last = NO_PAGE;
}

static struct store_page *page(struct store *s, uint64_t n)
{
	struct store_page ***middle = &s->root[n / MIDDLE_PAGES], **p;

	if (!*middle)
		*middle = mem_alloc(MIDDLE_PAGES * sizeof(**middle));
	p = &(*middle)[n % MIDDLE_PAGES];
	if (!*p)
		*p = mem_alloc(sizeof(**p));
	if ((*p)->wipes != s->wipes) {
		(*p)->wipes = s->wipes;
		for (uint64_t i = 0; i < PAGE_ENTRIES; i++)
			(*p)->entry[i] = s->fill;
	}
	return *p;
}

uint64_t *store_entry(struct store *s, uint64_t index)
{
	const uint64_t n = index / PAGE_ENTRIES;

	if (n != s->last) {
		s->last_page = page(s, n);
		s->last = n;
	}
	return &s->last_page->entry[index % PAGE_ENTRIES];
}
