/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "access.h"

#include <string.h>

enum { FIRST_BUCKETS = 256, KEEP_BUCKETS = 1 << 16, KEEP_GATHERS = 1 << 14 };

_Static_assert(sizeof(struct access) == 32, "words[] is all of it");

static uint64_t mix_gather(const struct gather *g)
{
	uint64_t h = g->lanes | (uint64_t)g->bytes << 32;

	for (unsigned l = 0; l < 32; l++) /* none waits for the one before it */
		h += (g->addr[l] ^ g->addr[l] >> 32) * (0x9e3779b97f4a7c15ULL + 2ULL * l);
	return h ^ h >> 29;
}

static uint32_t hash(const struct access *x)
{
	const uint64_t *w = x->words;
	const uint64_t first = x->shift == ACCESS_GATHER ? mix_gather(x->gather) : w[0];
	const uint64_t h = first * 0x9e3779b97f4a7c15ULL + w[1] * 0xc2b2ae3d27d4eb4fULL +
			   w[2] * 0x165667b19e3779f9ULL + w[3] * 0xd6e8feb86659fd93ULL;

	return (uint32_t)(h ^ h >> 32);
}

static bool equal(const struct access *x, const struct access *y)
{
	const uint64_t *v = x->words, *w = y->words;

	if ((v[1] ^ w[1]) | (v[2] ^ w[2]) | (v[3] ^ w[3]))
		return false;
	return v[0] == w[0] ||
	       (x->shift == ACCESS_GATHER && memcmp(x->gather, y->gather, sizeof(*x->gather)) == 0);
}

uint32_t access_gathered(const struct gather *g, uint64_t addr, unsigned bytes)
{
	uint32_t lanes = 0;

	for (uint32_t left = g->lanes; left; left &= left - 1) {
		const uint64_t at = g->addr[__builtin_ctz(left)];

		if (at < addr + bytes && addr < at + g->bytes)
			lanes |= left & -left;
	}
	return lanes;
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

static void gather_free(struct accesses *a, uint32_t id)
{
	struct access *x = &a->items[id];

	if (x->shift != ACCESS_GATHER)
		return;
	x->shift = ACCESS_LANES;
	x->gather->link = a->spare_gathers;
	a->spare_gathers = x->gather;
	a->n_spare_gathers++;
}

static struct gather *gather_make(struct accesses *a)
{
	struct gather *g = a->spare_gathers;

	if (!g)
		return tally_alloc(a->tally, sizeof(*g));
	a->spare_gathers = g->link;
	a->n_spare_gathers--;
	return g;
}

static void gathers_free(struct accesses *a, size_t keep)
{
	for (size_t id = 1; id < a->n; id++)
		gather_free(a, (uint32_t)id);
	while (a->n_spare_gathers > keep)
		tally_free(a->tally, gather_make(a), sizeof(struct gather));
}

static void items_free(struct accesses *a)
{
	tally_free(a->tally, a->items, a->cap * sizeof(*a->items));
	tally_free(a->tally, a->links, a->cap_links * sizeof(*a->links));
	a->items = NULL;
	a->links = NULL;
	a->cap = a->cap_links = 0;
}

void accesses_close(struct accesses *a)
{
	gathers_free(a, 0);
	items_free(a);
	tally_free(a->tally, a->bucket, a->n_buckets * sizeof(*a->bucket));
}

/* As the states' (state.c). */
static void buckets_clear(struct accesses *a)
{
	if (a->n > a->n_buckets / 16) {
		memset(a->bucket, 0, a->n_buckets * sizeof(*a->bucket));
		return;
	}
	for (size_t id = 1; id < a->n; id++)
		a->bucket[a->links[id].hash & (a->n_buckets - 1)] = 0;
}

void accesses_clear(struct accesses *a)
{
	if (a->n == 1)
		return;
	gathers_free(a, KEEP_GATHERS);
	if (a->n_buckets <= KEEP_BUCKETS)
		buckets_clear(a);
	start(a);
	if (a->n_buckets > KEEP_BUCKETS) {
		items_free(a);
		tally_free(a->tally, a->bucket, a->n_buckets * sizeof(*a->bucket));
		a->n_buckets = FIRST_BUCKETS;
		a->bucket = tally_alloc(a->tally, a->n_buckets * sizeof(*a->bucket));
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
			const uint32_t after = a->links[id].next;
			uint32_t *to = &a->bucket[a->links[id].hash & (a->n_buckets - 1)];

			a->links[id].next = *to;
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
		a->spare = a->links[id].next;
		return id;
	}
	a->items = tally_grow(a->tally, a->items, &a->cap, id, sizeof(*a->items));
	a->links = tally_grow(a->tally, a->links, &a->cap_links, id, sizeof(*a->links));
	return id;
}

uint32_t accesses_get(struct accesses *a, const struct access *x)
{
	const uint32_t h = hash(x);
	uint32_t *to = &a->bucket[h & (a->n_buckets - 1)], id;

	for (id = *to; id; id = a->links[id].next) {
		if (a->links[id].hash == h && equal(&a->items[id], x)) {
			a->links[id].refs++;
			return id;
		}
	}
	if (++a->n_live > a->n_buckets) {
		grow_buckets(a);
		to = &a->bucket[h & (a->n_buckets - 1)];
	}
	id = fresh(a);
	a->items[id] = *x;
	if (x->shift == ACCESS_GATHER) {
		struct gather *g = gather_make(a);

		*g = *x->gather;
		a->items[id].gather = g;
	}
	a->links[id] = (struct access_links){.refs = 1, .next = *to, .hash = h};
	*to = id;
	return id;
}

void accesses_drop(struct accesses *a, uint32_t id)
{
	uint32_t *at;

	if (--a->links[id].refs)
		return;
	at = &a->bucket[a->links[id].hash & (a->n_buckets - 1)];
	while (*at != id)
		at = &a->links[*at].next;
	*at = a->links[id].next;
	gather_free(a, id);
	a->links[id].next = a->spare;
	a->spare = id;
	a->n_live--;
}
