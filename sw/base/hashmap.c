/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "hashmap.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { FIRST_SLOTS = 64 };

static size_t start(const struct hashmap *m, uint64_t key)
{
	return (size_t)((key * 0x9e3779b97f4a7c15U) >> 32) & (m->cap - 1);
}

static struct hashmap_slot *probe(const struct hashmap *m, uint64_t key)
{
	size_t i = start(m, key);

	while (m->slot[i].used && m->slot[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return &m->slot[i];
}

uint64_t *hashmap_find(const struct hashmap *m, uint64_t key)
{
	struct hashmap_slot *s = m->cap ? probe(m, key) : NULL;

	return s && s->used ? &s->value : NULL;
}

static void grow(struct hashmap *m)
{
	const struct hashmap was = *m;

	m->cap = was.cap ? was.cap * 2 : FIRST_SLOTS;
	m->slot = mem_alloc(m->cap * sizeof(*m->slot));
	for (size_t i = 0; i < was.cap; i++)
		if (was.slot[i].used)
			*probe(m, was.slot[i].key) = was.slot[i];
	free(was.slot);
}

uint64_t *hashmap_at(struct hashmap *m, uint64_t key)
{
	struct hashmap_slot *s;

	if (4 * (m->n + 1) > 3 * m->cap)
		grow(m);
	s = probe(m, key);
	if (!s->used) {
		*s = (struct hashmap_slot){.key = key, .used = true};
		m->n++;
	}
	return &s->value;
}

void hashmap_clear(struct hashmap *m)
{
	if (m->cap > FIRST_SLOTS)
		hashmap_free(m);
	else if (m->cap)
		memset(m->slot, 0, m->cap * sizeof(*m->slot));
	m->n = 0;
}

void hashmap_free(struct hashmap *m)
{
	free(m->slot);
	*m = (struct hashmap){0};
}
