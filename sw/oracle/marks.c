/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "marks.h"

static void set(struct know_pool *pool, struct know **to, struct know *k)
{
	know_drop(pool, *to);
	*to = k;
}

static void merge(struct know_pool *pool, struct know **to, struct know *k)
{
	if (k && *to != k)
		set(pool, to, know_join(pool, *to, k));
}

void marks_free(struct marks *m, struct know_pool *pool)
{
	for (size_t i = 0; i < m->n; i++) {
		know_drop(pool, m->at[i].near);
		know_drop(pool, m->at[i].far);
		know_drop(pool, m->at[i].any);
		know_drop(pool, m->at[i].wide);
	}
	tally_free(pool->tally, m->at, m->cap * sizeof(*m->at));
	*m = (struct marks){NULL, 0, 0};
}

struct mark *marks_find(const struct marks *m, uint64_t addr, uint8_t size)
{
	for (size_t i = m->n; i > 0; i--)
		if (m->at[i - 1].addr == addr && m->at[i - 1].size == size)
			return &m->at[i - 1];
	return NULL;
}

static struct mark *get(struct marks *m, struct know_pool *pool, uint64_t addr, uint8_t size)
{
	struct mark *k = marks_find(m, addr, size);

	if (k)
		return k;
	m->at = tally_grow(pool->tally, m->at, &m->cap, m->n, sizeof(*m->at));
	k = &m->at[m->n++];
	*k = (struct mark){.addr = addr, .size = size};
	return k;
}

void marks_read(struct marks *m, struct know_pool *pool, uint64_t addr, uint8_t size,
		struct know *near, struct know *far)
{
	struct mark *k;

	if (!near && !far)
		return;
	k = get(m, pool, addr, size);
	merge(pool, &k->near, near);
	merge(pool, &k->far, far);
}

void marks_release(struct marks *m, struct know_pool *pool, uint64_t addr, uint8_t size,
		   struct know *knew, bool wide)
{
	struct mark *k = get(m, pool, addr, size);

	set(pool, &k->any, know_ref(knew));
	if (wide)
		set(pool, &k->wide, know_ref(knew));
}

void marks_fence(struct marks *m, struct know_pool *pool, bool wide)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->n; i++) {
		struct mark *k = &m->at[i];

		set(pool, &k->near, NULL);
		set(pool, &k->any, NULL);
		if (wide) {
			set(pool, &k->far, NULL);
			set(pool, &k->wide, NULL);
		}
		if (k->far || k->wide)
			m->at[kept++] = *k;
	}
	m->n = kept;
}
