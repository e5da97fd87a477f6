/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "paged.h"

#include <string.h>

enum { FIRST_BUCKETS = 64 };

static size_t hash(uint64_t number)
{
	return (size_t)(number * 0x9e3779b97f4a7c15ULL >> 32);
}

static void *take(struct paged *p, size_t bytes)
{
	return p->tally ? tally_alloc(p->tally, bytes) : mem_alloc(bytes);
}

static void give(struct paged *p, void *q, size_t bytes)
{
	if (p->tally)
		tally_free(p->tally, q, bytes);
	else
		free(q);
}

void paged_open(struct paged *p, struct tally *t, size_t payload, uint64_t fill, size_t keep)
{
	*p = (struct paged){
		.tally = t,
		.fill = fill,
		.bytes = sizeof(struct page) + payload,
		.keep = keep,
		.n_buckets = FIRST_BUCKETS,
	};
	p->bucket = take(p, p->n_buckets * sizeof(struct page *));
}

static void page_put(struct paged *p, struct page *g)
{
	p->n--;
	if (p->n_spare >= p->keep) {
		give(p, g, p->bytes);
		return;
	}
	g->next = p->spare;
	p->spare = g;
	p->n_spare++;
}

void paged_clear(struct paged *p)
{
	memset(p->recent, 0, sizeof(p->recent));
	if (!p->n)
		return;
	for (size_t i = 0; i < p->n_buckets; i++) {
		while (p->bucket[i]) {
			struct page *g = p->bucket[i];

			p->bucket[i] = g->next;
			page_put(p, g);
		}
	}
	if (p->n_buckets > FIRST_BUCKETS) {
		give(p, p->bucket, p->n_buckets * sizeof(struct page *));
		p->n_buckets = FIRST_BUCKETS;
		p->bucket = take(p, p->n_buckets * sizeof(struct page *));
	}
}

void paged_close(struct paged *p)
{
	paged_clear(p);
	while (p->spare) {
		struct page *g = p->spare;

		p->spare = g->next;
		give(p, g, p->bytes);
	}
	give(p, p->bucket, p->n_buckets * sizeof(struct page *));
	*p = (struct paged){0};
}

struct page *paged_find(const struct paged *p, uint64_t number)
{
	struct page *g = p->bucket[hash(number) & (p->n_buckets - 1)];

	while (g && g->number != number)
		g = g->next;
	return g;
}

static void grow(struct paged *p)
{
	struct page **old = p->bucket;
	const size_t had = p->n_buckets;

	p->n_buckets *= 4;
	p->bucket = take(p, p->n_buckets * sizeof(struct page *));
	for (size_t i = 0; i < had; i++) {
		while (old[i]) {
			struct page *g = old[i], **to;

			old[i] = g->next;
			to = &p->bucket[hash(g->number) & (p->n_buckets - 1)];
			g->next = *to;
			*to = g;
		}
	}
	give(p, old, had * sizeof(struct page *));
}

static void fill(const struct paged *p, struct page *g)
{
	uint64_t *word = page_payload(g);

	for (size_t i = 0; i < (p->bytes - sizeof(*g)) / sizeof(*word); i++)
		word[i] = p->fill;
}

static struct page *page_make(struct paged *p, uint64_t number)
{
	struct page *g = p->spare, **to;

	if (++p->n > p->n_buckets)
		grow(p);
	if (g) {
		p->spare = g->next;
		p->n_spare--;
		if (!p->fill)
			memset(g, 0, p->bytes);
	} else {
		g = take(p, p->bytes);
	}
	if (p->fill)
		fill(p, g);
	g->number = number;
	to = &p->bucket[hash(number) & (p->n_buckets - 1)];
	g->next = *to;
	*to = g;
	return g;
}

struct page *paged_turn(struct paged *p, uint64_t number)
{
	struct page *g = paged_find(p, number);

	if (!g)
		g = page_make(p, number);
	p->recent[(number ^ number >> 8) % PAGED_RECENT] = g;
	return g;
}

void paged_remove(struct paged *p, uint64_t number)
{
	struct page **at = &p->bucket[hash(number) & (p->n_buckets - 1)];

	while (*at && (*at)->number != number)
		at = &(*at)->next;
	if (*at) {
		struct page *g = *at;

		*at = g->next;
		page_put(p, g);
		p->recent[(number ^ number >> 8) % PAGED_RECENT] = NULL;
	}
}
