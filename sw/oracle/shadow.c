/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shadow.h"

#include <string.h>

enum { FIRST_BUCKETS = 64, KEEP_PAGES = 64 };

static size_t hash(uint64_t number)
{
	return (size_t)(number * 0x9e3779b97f4a7c15ULL >> 32);
}

void shadow_open(struct shadow *s, struct tally *t)
{
	memset(s, 0, sizeof(*s));
	s->tally = t;
	s->n_buckets = FIRST_BUCKETS;
	s->bucket = tally_alloc(t, s->n_buckets * sizeof(struct shadow_page *));
}

static void page_put(struct shadow *s, struct shadow_page *p)
{
	s->n--;
	if (s->n_spare >= KEEP_PAGES) {
		tally_free(s->tally, p, sizeof(*p));
		return;
	}
	p->next = s->spare;
	s->spare = p;
	s->n_spare++;
}

void shadow_clear(struct shadow *s)
{
	tally_free(s->tally, s->split, s->cap_split * sizeof(*s->split));
	s->split = NULL;
	s->n_split = s->cap_split = 0;
	s->spare_split = 0;
	memset(s->recent, 0, sizeof(s->recent));
	if (!s->n)
		return;
	for (size_t i = 0; i < s->n_buckets; i++) {
		while (s->bucket[i]) {
			struct shadow_page *p = s->bucket[i];

			s->bucket[i] = p->next;
			page_put(s, p);
		}
	}
	if (s->n_buckets > FIRST_BUCKETS) {
		tally_free(s->tally, s->bucket, s->n_buckets * sizeof(struct shadow_page *));
		s->n_buckets = FIRST_BUCKETS;
		s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(struct shadow_page *));
	}
}

void shadow_close(struct shadow *s)
{
	shadow_clear(s);
	while (s->spare) {
		struct shadow_page *p = s->spare;

		s->spare = p->next;
		tally_free(s->tally, p, sizeof(*p));
	}
	tally_free(s->tally, s->bucket, s->n_buckets * sizeof(struct shadow_page *));
}

struct shadow_page *shadow_find(const struct shadow *s, uint64_t number)
{
	struct shadow_page *p = s->bucket[hash(number) & (s->n_buckets - 1)];

	while (p && p->number != number)
		p = p->next;
	return p;
}

static void grow(struct shadow *s)
{
	struct shadow_page **old = s->bucket;
	const size_t had = s->n_buckets;

	s->n_buckets *= 4;
	s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(struct shadow_page *));
	for (size_t i = 0; i < had; i++) {
		while (old[i]) {
			struct shadow_page *p = old[i], **to;

			old[i] = p->next;
			to = &s->bucket[hash(p->number) & (s->n_buckets - 1)];
			p->next = *to;
			*to = p;
		}
	}
	tally_free(s->tally, old, had * sizeof(struct shadow_page *));
}

static struct shadow_page *page_make(struct shadow *s, uint64_t number)
{
	struct shadow_page *p = s->spare, **to;

	if (++s->n > s->n_buckets)
		grow(s);
	if (p) {
		s->spare = p->next;
		s->n_spare--;
		memset(p, 0, sizeof(*p));
	} else {
		p = tally_alloc(s->tally, sizeof(*p));
	}
	p->number = number;
	to = &s->bucket[hash(number) & (s->n_buckets - 1)];
	p->next = *to;
	*to = p;
	return p;
}

struct shadow_page *shadow_turn(struct shadow *s, uint64_t number)
{
	struct shadow_page *p = shadow_find(s, number);

	if (!p)
		p = page_make(s, number);
	s->recent[(number ^ number >> 8) % SHADOW_RECENT] = p;
	return p;
}

void shadow_remove(struct shadow *s, uint64_t number)
{
	struct shadow_page **at = &s->bucket[hash(number) & (s->n_buckets - 1)];

	while (*at && (*at)->number != number)
		at = &(*at)->next;
	if (*at) {
		struct shadow_page *p = *at;

		*at = p->next;
		page_put(s, p);
		s->recent[(number ^ number >> 8) % SHADOW_RECENT] = NULL;
	}
}

void shadow_split(struct shadow *s, uint32_t *cell)
{
	uint32_t i = s->spare_split;

	if (i) {
		s->spare_split = s->split[--i][0];
	} else {
		i = (uint32_t)s->n_split++;
		s->split = tally_grow(s->tally, s->split, &s->cap_split, i, sizeof(*s->split));
	}
	for (unsigned b = 0; b < 4; b++)
		s->split[i][b] = *cell;
	*cell = i | SHADOW_SPLIT;
}

void shadow_unsplit(struct shadow *s, uint32_t *cell)
{
	const uint32_t i = *cell & ~SHADOW_SPLIT;

	*cell = s->split[i][0];
	s->split[i][0] = s->spare_split;
	s->spare_split = i + 1;
}
