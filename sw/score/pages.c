/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { SLAB_BYTES = 32 * 1024 };

struct slab_block {
	struct slab_block *next;
	size_t used;
	_Alignas(8) unsigned char data[SLAB_BYTES];
};

static struct slab_block *next_block(struct slab *s)
{
	struct slab_block *b = s->now ? s->now->next : s->first;

	if (!b) {
		b = mem_realloc(NULL, sizeof(*b));
		b->next = NULL;
		if (s->now)
			s->now->next = b;
		else
			s->first = b;
	}
	b->used = 0;
	return s->now = b;
}

void *slab_alloc(struct slab *s, size_t bytes)
{
	struct slab_block *b = s->now;

	bytes = (bytes + 7) & ~(size_t)7;
	if (!b || SLAB_BYTES - b->used < bytes)
		b = next_block(s);
	b->used += bytes;
	return b->data + (b->used - bytes);
}

void slab_reset(struct slab *s)
{
	s->now = NULL;
}

void slab_free(struct slab *s)
{
	while (s->first) {
		struct slab_block *next = s->first->next;

		free(s->first);
		s->first = next;
	}
	s->now = NULL;
}

char *pages_find(const struct pages *p, uint64_t page)
{
	return map_find(&p->map, page);
}

char *pages_make(struct pages *p, struct slab *s, uint64_t page)
{
	void **at = map_at(&p->map, page);

	if (!*at) {
		*at = slab_alloc(s, p->item * PAGE_ITEMS);
		memset(*at, 0, p->item * PAGE_ITEMS);
	}
	p->last = page;
	return p->last_page = *at;
}

void pages_clear(struct pages *p)
{
	map_clear(&p->map);
	p->last_page = NULL;
}

void pages_free(struct pages *p)
{
	map_free(&p->map);
	p->last_page = NULL;
}
