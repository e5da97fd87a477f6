/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "relation.h"

#include <stdlib.h>

#include "base/mem.h"

struct relation relation_make(uint32_t n)
{
	const uint32_t words = (n + 63) / 64;

	return (struct relation){
		.n = n,
		.words = words,
		.bits = mem_alloc(((uint64_t)n * words + 1) * sizeof(uint64_t)),
	};
}

void relation_drop(struct relation *r)
{
	free(r->bits);
	*r = (struct relation){0};
}

uint32_t relation_next(const struct relation *r, uint32_t x, uint32_t from)
{
	const uint64_t *row = relation_row(r, x);
	uint32_t w = from / 64;
	uint64_t left;

	if (from >= r->n)
		return r->n;
	left = row[w] & ~0ULL << (from % 64);
	while (!left) {
		if (++w == r->words)
			return r->n;
		left = row[w];
	}
	return w * 64 + (uint32_t)__builtin_ctzll(left);
}

static void unite_row(uint64_t *to, const uint64_t *from, uint32_t words)
{
	for (uint32_t w = 0; w < words; w++)
		to[w] |= from[w];
}

void relation_unite(struct relation *r, const struct relation *s)
{
	for (uint32_t x = 0; x < r->n; x++)
		unite_row(relation_row(r, x), relation_row(s, x), r->words);
}

struct relation relation_compose(const struct relation *r, const struct relation *s)
{
	struct relation c = relation_make(r->n);

	for (uint32_t x = 0; x < r->n; x++)
		RELATION_EACH(r, x, z)
	unite_row(relation_row(&c, x), relation_row(s, z), c.words);
	return c;
}

/* From the last event to the first: the rows of all that x is before are complete by then. */
struct relation relation_closure(const struct relation *r)
{
	struct relation c = relation_make(r->n);

	for (uint32_t x = r->n; x-- > 0;) {
		uint64_t *row = relation_row(&c, x);

		RELATION_EACH(r, x, y)
		{
			if (row[y / 64] >> (y % 64) & 1)
				continue; /* and so is everything after y */
			row[y / 64] |= 1ULL << (y % 64);
			unite_row(row, relation_row(&c, y), c.words);
		}
	}
	return c;
}

/* Takes away, again and again, the events that nothing left is before. */
bool relation_cyclic(const struct relation *r)
{
	uint32_t *before = mem_alloc((r->n + 1) * sizeof(*before));
	uint32_t *free_ = mem_alloc((r->n + 1) * sizeof(*free_));
	uint32_t n = 0, done = 0;

	for (uint32_t x = 0; x < r->n; x++)
		RELATION_EACH(r, x, y)
	before[y]++;
	for (uint32_t x = 0; x < r->n; x++)
		if (!before[x])
			free_[n++] = x;
	while (done < n) {
		const uint32_t x = free_[done++];

		RELATION_EACH(r, x, y)
		if (!--before[y])
			free_[n++] = y;
	}
	free(before);
	free(free_);
	return n < r->n;
}
