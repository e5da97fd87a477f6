/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "slab.h"

#include <stdlib.h>

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
