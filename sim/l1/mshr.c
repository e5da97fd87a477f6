/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mshr: sectors on their way and who waits for each, oldest first. Found through a hash of chains.
 */
#include "l1_int.h"

#include "base/bits.h"

void mshr_init(struct mshr *m, uint32_t n, uint32_t merges)
{
	const uint32_t buckets = power_of_two(2ULL * n);

	assert(n && merges);
	m->n = n;
	m->merges = merges;
	m->mask = buckets - 1;
	m->entry = mem_alloc(n * sizeof(*m->entry));
	m->waiter = mem_alloc((size_t)n * merges * sizeof(*m->waiter));
	m->bucket = mem_alloc(buckets * sizeof(*m->bucket));
	for (uint32_t i = n; i-- > 0;) {
		m->entry[i].next = m->free;
		m->free = i + 1;
	}
}

void mshr_free(struct mshr *m)
{
	free(m->entry);
	free(m->waiter);
	free(m->bucket);
}

static uint32_t *bucket_of(const struct mshr *m, uint64_t sector)
{
	const uint64_t h = sector / SECTOR * 0x9e3779b97f4a7c15U;

	return &m->bucket[h >> 32 & m->mask];
}

struct mshr_entry *mshr_find(const struct mshr *m, uint64_t sector)
{
	for (uint32_t at = *bucket_of(m, sector); at; at = m->entry[at - 1].next)
		if (m->entry[at - 1].sector == sector)
			return &m->entry[at - 1];
	return NULL;
}

uint32_t mshr_new(struct mshr *m, uint64_t sector, struct waiter w)
{
	uint32_t *bucket = bucket_of(m, sector);
	const uint32_t i = m->free - 1;
	struct mshr_entry *e;

	assert(m->free);
	e = &m->entry[i];
	m->free = e->next;
	*e = (struct mshr_entry){.sector = sector, .next = *bucket};
	*bucket = i + 1;
	m->used++;
	mshr_wait(m, e, w);
	return i;
}

void mshr_wait(struct mshr *m, struct mshr_entry *e, struct waiter w)
{
	assert(e->n < m->merges);
	mshr_waiters(m, e)[e->n++] = w;
}

void mshr_drop(struct mshr *m, struct mshr_entry *e)
{
	const uint32_t i = (uint32_t)(e - m->entry);
	uint32_t *at = bucket_of(m, e->sector);

	while (*at != i + 1)
		at = &m->entry[*at - 1].next;
	*at = e->next;
	e->n = 0;
	e->next = m->free;
	m->free = i + 1;
	m->used--;
}
