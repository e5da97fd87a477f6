/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "marks.h"

#include <string.h>

enum { SCOPES = 3, LOOK_BACK = 8 }; /* reads of the same span are mostly close */

static void set(struct vclock_pool *pool, struct vclock **to, struct vclock *k)
{
	vclock_drop(pool, *to);
	*to = k;
}

static void merge(struct vclock_pool *pool, struct vclock **to, struct vclock *k)
{
	if (k && *to != k)
		set(pool, to, vclock_join(pool, *to, k));
}

static void read_drop(struct vclock_pool *pool, struct mark_read *r)
{
	for (unsigned s = 0; s < SCOPES; s++)
		vclock_drop(pool, r->of[s]);
}

void marks_free(struct marks *m, struct vclock_pool *pool)
{
	for (size_t i = 0; i < m->n_reads; i++)
		read_drop(pool, &m->reads[i]);
	for (size_t i = 0; i < m->n_releases; i++) {
		for (unsigned s = 0; s < SCOPES; s++)
			vclock_drop(pool, m->releases[i].of[s]);
	}
	tally_free(pool->tally, m->reads, m->cap_reads * sizeof(*m->reads));
	tally_free(pool->tally, m->releases, m->cap_releases * sizeof(*m->releases));
	memset(m, 0, sizeof(*m));
}

/* Reads */

static int by_span(const void *pa, const void *pb)
{
	const struct mark_span *a = pa, *b = pb;

	if (a->zero != b->zero)
		return a->zero < b->zero ? -1 : 1;
	if (a->lanes != b->lanes)
		return a->lanes < b->lanes ? -1 : 1;
	return a->shift != b->shift ? a->shift - b->shift : a->size - b->size;
}

/* Those of one span become one. */
static void sift(struct marks *m, struct vclock_pool *pool)
{
	size_t kept = 0;

	if (!m->n_reads)
		return;
	qsort(m->reads, m->n_reads, sizeof(*m->reads), by_span);
	for (size_t i = 1; i < m->n_reads; i++) {
		struct mark_read *r = &m->reads[kept], *next = &m->reads[i];

		if (by_span(&r->span, &next->span)) {
			m->reads[++kept] = *next;
			continue;
		}
		for (unsigned s = 0; s < SCOPES; s++)
			merge(pool, &r->of[s], next->of[s]);
		read_drop(pool, next);
	}
	m->n_reads = kept + 1;
}

static struct mark_read *lately(const struct marks *m, const struct mark_span *s)
{
	for (size_t i = m->n_reads; i > 0 && i + LOOK_BACK > m->n_reads; i--)
		if (!by_span(&m->reads[i - 1].span, s))
			return &m->reads[i - 1];
	return NULL;
}

void marks_read(struct marks *m, struct vclock_pool *pool, const struct mark_span *s,
		struct vclock *const of[3])
{
	struct mark_read *r;

	if (!of[0] && !of[1] && !of[2])
		return;
	r = lately(m, s);
	if (!r) {
		const bool full = m->n_reads == m->cap_reads;

		if (full)
			sift(m, pool);
		m->reads = tally_grow_sifted(pool->tally, m->reads, &m->cap_reads, m->n_reads,
					     sizeof(*m->reads), full);
		r = &m->reads[m->n_reads++];
		*r = (struct mark_read){.span = *s};
	}
	for (unsigned i = 0; i < SCOPES; i++)
		merge(pool, &r->of[i], of[i]);
}

static bool holds(const struct mark_span *s, uint64_t addr, uint8_t size)
{
	const uint64_t off = addr - s->zero, lane = off >> s->shift;

	return s->size == size && lane < 32 && s->lanes >> lane & 1 && lane << s->shift == off;
}

const struct mark_read *marks_next(const struct marks *m, size_t i, uint64_t addr, uint8_t size)
{
	for (; i < m->n_reads; i++)
		if (holds(&m->reads[i].span, addr, size))
			return &m->reads[i];
	return NULL;
}

/* Releases */

const struct mark_release *marks_released(const struct marks *m, uint64_t addr, uint8_t size)
{
	for (size_t i = m->n_releases; i > 0; i--)
		if (m->releases[i - 1].addr == addr && m->releases[i - 1].size == size)
			return &m->releases[i - 1];
	return NULL;
}

void marks_release(struct marks *m, struct vclock_pool *pool, uint64_t addr, uint8_t size,
		   struct vclock *clock, unsigned scope)
{
	const struct mark_release *had = marks_released(m, addr, size);
	struct mark_release *r;

	if (had) {
		r = &m->releases[had - m->releases];
	} else {
		m->releases = tally_grow(pool->tally, m->releases, &m->cap_releases, m->n_releases,
					 sizeof(*m->releases));
		r = &m->releases[m->n_releases++];
		*r = (struct mark_release){.addr = addr, .size = size};
	}
	for (unsigned s = 0; s <= scope; s++)
		set(pool, &r->of[s], vclock_ref(clock));
}

/* Fences */

/* False: nothing is left. */
static bool forget(struct vclock_pool *pool, struct vclock *of[SCOPES], unsigned scope)
{
	bool left = false;

	for (unsigned s = 0; s < SCOPES; s++) {
		if (s <= scope)
			set(pool, &of[s], NULL);
		left |= of[s] != NULL;
	}
	return left;
}

void marks_fence(struct marks *m, struct vclock_pool *pool, unsigned scope)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->n_reads; i++)
		if (forget(pool, m->reads[i].of, scope))
			m->reads[kept++] = m->reads[i];
	m->n_reads = kept;
	kept = 0;
	for (size_t i = 0; i < m->n_releases; i++)
		if (forget(pool, m->releases[i].of, scope))
			m->releases[kept++] = m->releases[i];
	m->n_releases = kept;
}
