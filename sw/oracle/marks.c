/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "marks.h"

#include <string.h>

enum { LOOK_BACK = 8 }; /* reads of the same span are mostly close */

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
	vclock_drop(pool, r->near);
	vclock_drop(pool, r->far);
}

void marks_free(struct marks *m, struct vclock_pool *pool)
{
	for (size_t i = 0; i < m->n_reads; i++)
		read_drop(pool, &m->reads[i]);
	for (size_t i = 0; i < m->n_releases; i++) {
		vclock_drop(pool, m->releases[i].any);
		vclock_drop(pool, m->releases[i].wide);
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
		merge(pool, &r->near, next->near);
		merge(pool, &r->far, next->far);
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
		struct vclock *near, struct vclock *far)
{
	struct mark_read *r;

	if (!near && !far)
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
	merge(pool, &r->near, near);
	merge(pool, &r->far, far);
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
		   struct vclock *clock, bool wide)
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
	set(pool, &r->any, vclock_ref(clock));
	if (wide)
		set(pool, &r->wide, vclock_ref(clock));
}

/* Fences */

void marks_fence(struct marks *m, struct vclock_pool *pool, bool wide)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->n_reads; i++) {
		struct mark_read *r = &m->reads[i];

		set(pool, &r->near, NULL);
		if (wide)
			set(pool, &r->far, NULL);
		if (r->far)
			m->reads[kept++] = *r;
	}
	m->n_reads = kept;
	kept = 0;
	for (size_t i = 0; i < m->n_releases; i++) {
		struct mark_release *r = &m->releases[i];

		set(pool, &r->any, NULL);
		if (wide)
			set(pool, &r->wide, NULL);
		if (r->wide)
			m->releases[kept++] = *r;
	}
	m->n_releases = kept;
}
