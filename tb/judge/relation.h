/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * relation: a set of pairs over the events 0..n-1 of one execution, as a bit matrix. Row x holds
 * the events that x is before.
 */
#ifndef RELATION_H
#define RELATION_H

#include <stdbool.h>
#include <stdint.h>

struct relation {
	uint32_t n, words; /* words: of a row */
	uint64_t *bits;
};

/* Empty, over n events. The caller drops it. */
struct relation relation_make(uint32_t n);
void relation_drop(struct relation *r);

static inline uint64_t *relation_row(const struct relation *r, uint32_t x)
{
	return r->bits + (uint64_t)x * r->words;
}

static inline bool relation_has(const struct relation *r, uint32_t x, uint32_t y)
{
	return relation_row(r, x)[y / 64] >> (y % 64) & 1;
}

static inline void relation_add(struct relation *r, uint32_t x, uint32_t y)
{
	relation_row(r, x)[y / 64] |= 1ULL << (y % 64);
}

/* First y >= from with (x, y) in r; n when there is none. */
uint32_t relation_next(const struct relation *r, uint32_t x, uint32_t from);
#define RELATION_EACH(r, x, y) \
	for (uint32_t y = relation_next(r, x, 0); y < (r)->n; y = relation_next(r, x, y + 1))

/* r = r united with s. */
void relation_unite(struct relation *r, const struct relation *s);
/* The pairs (x, y) with (x, z) in r and (z, y) in s for some z. */
struct relation relation_compose(const struct relation *r, const struct relation *s);
/* The transitive closure of a relation all of whose pairs (x, y) have x < y. */
struct relation relation_closure(const struct relation *r);
/* Whether following r from some event leads back to it. */
bool relation_cyclic(const struct relation *r);

#endif
