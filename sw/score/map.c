/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { MAP_FIRST = 64 };

static size_t start(const struct map *m, uint64_t key)
{
	return (size_t)((key * 0x9e3779b97f4a7c15U) >> 32) & (m->cap - 1);
}

static struct map_slot *probe(const struct map *m, uint64_t key)
{
	size_t i = start(m, key);

	while (m->slot[i].value && m->slot[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return &m->slot[i];
}

void *map_find(const struct map *m, uint64_t key)
{
	return m->cap ? probe(m, key)->value : NULL;
}

static void grow(struct map *m)
{
	const struct map was = *m;

	m->cap = was.cap ? was.cap * 2 : MAP_FIRST;
	m->slot = mem_alloc(m->cap * sizeof(*m->slot));
	for (size_t i = 0; i < was.cap; i++)
		if (was.slot[i].value)
			*probe(m, was.slot[i].key) = was.slot[i];
	free(was.slot);
}

void **map_at(struct map *m, uint64_t key)
{
	struct map_slot *s;

	if (4 * (m->n + 1) > 3 * m->cap)
		grow(m);
	s = probe(m, key);
	if (!s->value) {
		s->key = key;
		m->n++;
	}
	return &s->value;
}

void map_clear(struct map *m)
{
	if (m->cap > MAP_FIRST)
		map_free(m);
	else if (m->cap)
		memset(m->slot, 0, m->cap * sizeof(*m->slot));
	m->n = 0;
}

void map_free(struct map *m)
{
	free(m->slot);
	*m = (struct map){0};
}
