/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "beats.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { SLAB_PAGES = 64 };

void beats_init(struct beats *b, uint64_t entry)
{
	*b = (struct beats){.n = 0};
	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
		b->unwritten.v[i] = entry;
}

void beats_free(struct beats *b)
{
	for (size_t i = 0; i < b->n_slabs; i++)
		free(b->slabs[i]);
	free(b->slabs);
	free(b->page);
	*b = (struct beats){.n = 0};
}

static void spare(struct beats *b, struct pf_beat *page)
{
	memcpy(page, &b->spare, sizeof(b->spare));
	b->spare = page;
}

void beats_reset(struct beats *b, uint64_t n)
{
	const uint64_t pages = (n + BEATS_PAGE - 1) / BEATS_PAGE;

	for (uint64_t i = 0; i < b->n_pages; i++)
		if (b->page[i])
			spare(b, b->page[i]);
	if (pages == b->n_pages) {
		memset(b->page, 0, pages * sizeof(*b->page));
	} else {
		free(b->page);
		b->page = mem_alloc(pages * sizeof(*b->page));
	}
	b->n_pages = pages;
	b->n = n;
}

void beats_new_page(struct beats *b, uint64_t page)
{
	struct pf_beat *p;

	if (!b->spare) {
		struct pf_beat *slab = mem_alloc(SLAB_PAGES * BEATS_PAGE * sizeof(*slab));

		b->slabs = mem_grow(b->slabs, &b->cap_slabs, b->n_slabs, sizeof(*b->slabs));
		b->slabs[b->n_slabs++] = slab;
		for (unsigned i = 0; i < SLAB_PAGES; i++)
			spare(b, slab + i * BEATS_PAGE);
	}
	p = b->spare;
	memcpy(&b->spare, p, sizeof(b->spare));
	for (unsigned i = 0; i < BEATS_PAGE; i++)
		p[i] = b->unwritten;
	b->page[page] = p;
}
