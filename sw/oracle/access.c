/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "access.h"

#include <string.h>

enum { FIRST_BUCKETS = 256, KEEP_BUCKETS = 4096 };

_Static_assert(sizeof(struct access) == 28, "hash() reads whole words");

static size_t hash(const struct access *x)
{
	uint32_t w[sizeof(*x) / 4];
	uint64_t h = 0;

	memcpy(w, x, sizeof(w));
	for (unsigned i = 0; i < sizeof(w) / sizeof(w[0]); i++)
		h = (h ^ w[i]) * 0x9e3779b97f4a7c15ULL;
	return (size_t)(h >> 24);
}

static void start(struct accesses *a)
{
	a->n = 1;
	a->spare = 0;
	a->n_live = 0;
}

void accesses_open(struct accesses *a, struct tally *t)
{
	memset(a, 0, sizeof(*a));
	a->tally = t;
	a->n_buckets = FIRST_BUCKETS;
	a->bucket = tally_alloc(t, a->n_buckets * sizeof(*a->bucket));
	start(a);
}

static void items_free(struct accesses *a)
{
	tally_free(a->tally, a->items, a->cap * sizeof(*a->items));
	tally_free(a->tally, a->refs, a->cap_refs * sizeof(*a->refs));
	tally_free(a->tally, a->next, a->cap_next * sizeof(*a->next));
	a->items = NULL;
	a->refs = a->next = NULL;
	a->cap = a->cap_refs = a->cap_next = 0;
}

void accesses_close(struct accesses *a)
{
	items_free(a);
	tally_free(a->tally, a->bucket, a->n_buckets * sizeof(*a->bucket));
}

void accesses_clear(struct accesses *a)
{
	if (a->n == 1)
		return;
	start(a);
	if (a->n_buckets > KEEP_BUCKETS) {
		items_free(a);
		tally_free(a->tally, a->bucket, a->n_buckets * sizeof(*a->bucket));
		a->n_buckets = FIRST_BUCKETS;
		a->bucket = tally_alloc(a->tally, a->n_buckets * sizeof(*a->bucket));
	} else {
		memset(a->bucket, 0, a->n_buckets * sizeof(*a->bucket));
	}
}

static void grow_buckets(struct accesses *a)
{
	uint32_t *old = a->bucket;
	const size_t had = a->n_buckets;

	a->n_buckets *= 4;
	a->bucket = tally_alloc(a->tally, a->n_buckets * sizeof(*a->bucket));
	for (size_t i = 0; i < had; i++) {
		for (uint32_t id = old[i]; id;) {
			const uint32_t after = a->next[id];
			uint32_t *to = &a->bucket[hash(&a->items[id]) & (a->n_buckets - 1)];

			a->next[id] = *to;
			*to = id;
			id = after;
		}
	}
	tally_free(a->tally, old, had * sizeof(*old));
}

static uint32_t fresh(struct accesses *a)
{
	const uint32_t id = a->spare ? a->spare : (uint32_t)a->n++;

	if (a->spare) {
		a->spare = a->next[id];
		return id;
	}
	a->items = tally_grow(a->tally, a->items, &a->cap, id, sizeof(*a->items));
	a->refs = tally_grow(a->tally, a->refs, &a->cap_refs, id, sizeof(*a->refs));
	a->next = tally_grow(a->tally, a->next, &a->cap_next, id, sizeof(*a->next));
	return id;
}

uint32_t accesses_get(struct accesses *a, const struct access *x)
{
	uint32_t *to = &a->bucket[hash(x) & (a->n_buckets - 1)], id;

	for (id = *to; id; id = a->next[id]) {
		if (memcmp(&a->items[id], x, sizeof(*x)) == 0) {
			a->refs[id]++;
			return id;
		}
	}
	if (++a->n_live > a->n_buckets) {
		grow_buckets(a);
		to = &a->bucket[hash(x) & (a->n_buckets - 1)];
	}
	id = fresh(a);
	a->items[id] = *x;
	a->refs[id] = 1;
	a->next[id] = *to;
	*to = id;
	return id;
}

void accesses_drop(struct accesses *a, uint32_t id)
{
	uint32_t *at;

	if (--a->refs[id])
		return;
	at = &a->bucket[hash(&a->items[id]) & (a->n_buckets - 1)];
	while (*at != id)
		at = &a->next[*at];
	*at = a->next[id];
	a->next[id] = a->spare;
	a->spare = id;
	a->n_live--;
}
