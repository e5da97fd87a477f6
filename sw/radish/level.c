/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "level.h"

#include <stdlib.h>

#include "../base/mem.h"

const char *level_wrong(const struct radish_cache *c)
{
	uint32_t sets;

	if (!c->bytes)
		return NULL;
	if (!c->ways || c->bytes % (RADISH_LINE * c->ways))
		return "a cache is not of whole lines in each way";
	sets = c->bytes / RADISH_LINE / c->ways;
	return sets & (sets - 1) ? "sets of a cache are no power of two" : NULL;
}

void level_init(struct level *t, const struct radish_cache *c)
{
	*t = (struct level){0};
	if (!c->bytes)
		return;
	t->ways = c->ways;
	t->sets = c->bytes / RADISH_LINE / c->ways;
	t->way = mem_alloc((size_t)t->sets * t->ways * sizeof(*t->way));
}

void level_free(struct level *t)
{
	free(t->way);
}

/* Metadata of a line lies behind its data's place in the address space, base + 2x (4.3). */
static struct tag_way *set_of(struct level *t, const struct tag *tag)
{
	uint64_t n = tag->owner ? tag->line * RADISH_BYTE + tag->half : tag->line;

	return t->way + (n & (t->sets - 1)) * t->ways;
}

static bool same(const struct tag *a, const struct tag *b)
{
	return a->line == b->line && a->owner == b->owner && a->half == b->half;
}

bool level_use(struct level *t, const struct tag *tag, struct tag *left, bool *some)
{
	struct tag_way *set, *oldest;

	*some = false;
	if (!t->way)
		return true;
	set = oldest = set_of(t, tag);
	for (uint32_t i = 0; i < t->ways; i++) {
		if (set[i].used && same(&set[i].tag, tag)) {
			set[i].used = ++t->time;
			return true;
		}
		if (set[i].used < oldest->used)
			oldest = &set[i];
	}
	*some = oldest->used != 0;
	*left = oldest->tag;
	*oldest = (struct tag_way){*tag, ++t->time};
	return false;
}

void level_forget(struct level *t, const struct tag *tag)
{
	struct tag_way *set;

	if (!t->way)
		return;
	set = set_of(t, tag);
	for (uint32_t i = 0; i < t->ways; i++)
		if (set[i].used && same(&set[i].tag, tag))
			set[i].used = 0;
}
