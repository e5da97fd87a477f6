/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "state.h"

#include <string.h>

enum { FIRST_BUCKETS = 256, KEEP_BUCKETS = 1 << 18, LINEAR = 64 /* looked through one by one */ };

static uint64_t hash_more(uint64_t h, uint32_t id)
{
	h = (h ^ id) * 0x9e3779b97f4a7c15ULL;
	return h ^ h >> 32;
}

static uint64_t hash(const uint32_t *ids, uint32_t n)
{
	uint64_t h = 0;

	for (uint32_t i = 0; i < n; i++)
		h = hash_more(h, ids[i]);
	return h;
}

void states_open(struct states *s, struct accesses *a, struct tally *t)
{
	memset(s, 0, sizeof(*s));
	s->tally = t;
	s->accesses = a;
	s->n = 1;
	s->n_buckets = FIRST_BUCKETS;
	s->bucket = tally_alloc(t, s->n_buckets * sizeof(*s->bucket));
}

static uint64_t hash_of(const struct state *st)
{
	return st->n <= STATE_FEW ? hash(st->few, st->n) : st->many->hash;
}

static size_t bytes_of(uint32_t n)
{
	return sizeof(struct state_many) + n * sizeof(uint32_t);
}

static void tables_free(struct states *s)
{
	tally_free(s->tally, s->items, s->cap * sizeof(*s->items));
	tally_free(s->tally, s->bucket, s->n_buckets * sizeof(*s->bucket));
	s->items = NULL;
	s->cap = 0;
}

static void many_free(struct states *s, struct state *st)
{
	if (st->n <= STATE_FEW)
		return;
	tally_free(s->tally, st->many->set, st->many->n_set * sizeof(*st->many->set));
	tally_free(s->tally, st->many, bytes_of(st->many->cap));
}

/* In many buckets those of a few states are looked up, in proportion to what there was. */
static void buckets_clear(struct states *s)
{
	if (s->n > s->n_buckets / 16) {
		memset(s->bucket, 0, s->n_buckets * sizeof(*s->bucket));
		return;
	}
	for (size_t i = 1; i < s->n; i++)
		if (s->items[i].refs && s->items[i].n > 1)
			s->bucket[hash_of(&s->items[i]) & (s->n_buckets - 1)] = 0;
}

void states_clear(struct states *s)
{
	if (s->n == 1)
		return;
	if (s->n_buckets <= KEEP_BUCKETS)
		buckets_clear(s);
	for (size_t i = 1; i < s->n; i++)
		if (s->items[i].refs)
			many_free(s, &s->items[i]);
	s->n = 1;
	s->n_live = 0;
	s->spare = 0;
	if (s->n_buckets > KEEP_BUCKETS) {
		tables_free(s);
		s->n_buckets = FIRST_BUCKETS;
		s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(*s->bucket));
	}
}

void states_close(struct states *s)
{
	states_clear(s);
	tables_free(s);
}

static void grow_buckets(struct states *s)
{
	uint32_t *old = s->bucket;
	const size_t had = s->n_buckets;

	s->n_buckets *= 4;
	s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(*s->bucket));
	for (size_t i = 0; i < had; i++) {
		for (uint32_t h = old[i]; h;) {
			struct state *st = &s->items[h];
			uint32_t *to = &s->bucket[hash_of(st) & (s->n_buckets - 1)];
			const uint32_t after = st->next;

			st->next = *to;
			*to = h;
			h = after;
		}
	}
	tally_free(s->tally, old, had * sizeof(*old));
}

/* x is its access i. */
static void note(struct state *st, uint32_t i, const struct access *x)
{
	st->any |= x->flags;
	if (x->flags & ACCESS_WRITES)
		st->writes = i < STATE_MOST_WRITES ? (uint8_t)(i + 1) : STATE_MOST_WRITES;
}

static void sum_up(const struct states *s, struct state *st)
{
	const uint32_t *ids = state_ids(st);
	const struct access *first = &s->accesses->items[ids[0]];
	bool alike = true; /* one size, all atomic, device scope or wider */

	st->any = st->writes = 0;
	for (uint32_t i = 0; i < st->n; i++) {
		const struct access *x = &s->accesses->items[ids[i]];

		note(st, i, x);
		alike &= x->flags & ACCESS_ATOMIC && x->scope >= PTX_SCOPE_GPU &&
			 x->size == first->size;
	}
	st->same = alike ? first->size : 0;
}

/* Of more than one access; 0: there is none. */
static uint32_t lookup(const struct states *s, const uint32_t *ids, uint32_t n, uint64_t h)
{
	uint32_t handle = s->bucket[h & (s->n_buckets - 1)];

	while (handle) {
		const struct state *st = &s->items[handle];

		if (st->n == n && (n <= STATE_FEW || st->many->hash == h) &&
		    memcmp(state_ids(st), ids, n * sizeof(*ids)) == 0)
			break;
		handle = st->next;
	}
	return handle;
}

static void link_state(struct states *s, uint32_t handle)
{
	struct state *st = &s->items[handle];
	uint32_t *to;

	if (++s->n_live > s->n_buckets)
		grow_buckets(s);
	to = &s->bucket[hash_of(st) & (s->n_buckets - 1)];
	st->next = *to;
	*to = handle;
}

static uint32_t fresh(struct states *s)
{
	const uint32_t handle = s->spare ? s->spare : (uint32_t)s->n++;

	if (s->spare)
		s->spare = s->items[handle].next;
	else
		s->items = tally_grow(s->tally, s->items, &s->cap, handle, sizeof(*s->items));
	return handle;
}

static void fill(struct states *s, struct state *st, const uint32_t *ids, uint32_t n, uint64_t h)
{
	*st = (struct state){.refs = 1, .n = n};
	if (n <= STATE_FEW) {
		memcpy(st->few, ids, n * sizeof(*ids));
	} else {
		st->many = tally_alloc(s->tally, bytes_of(n));
		st->many->hash = h;
		st->many->cap = n;
		memcpy(st->many->id, ids, n * sizeof(*ids));
	}
	sum_up(s, st);
}

void states_fetch(const struct states *s, const uint32_t *ids, uint32_t n)
{
	__builtin_prefetch(&s->bucket[hash(ids, n) & (s->n_buckets - 1)]);
}

uint32_t states_get(struct states *s, const uint32_t *ids, uint32_t n)
{
	const uint64_t h = n == 1 ? 0 : hash(ids, n);
	uint32_t handle = n == 1 ? s->accesses->links[ids[0]].single : lookup(s, ids, n, h);

	if (handle) {
		s->items[handle].refs++;
		return handle;
	}
	handle = fresh(s);
	fill(s, &s->items[handle], ids, n, h);
	for (uint32_t i = 0; i < n; i++)
		s->accesses->links[ids[i]].refs++;
	if (n == 1)
		s->accesses->links[ids[0]].single = handle;
	else
		link_state(s, handle);
	return handle;
}

/* It is not to be found any more. */
static void take_out(struct states *s, uint32_t handle)
{
	const struct state *st = &s->items[handle];
	uint32_t *at;

	if (st->own)
		return;
	if (st->n == 1) {
		s->accesses->links[st->few[0]].single = 0;
		return;
	}
	at = &s->bucket[hash_of(st) & (s->n_buckets - 1)];
	while (*at != handle)
		at = &s->items[*at].next;
	*at = st->next;
	s->n_live--;
}

void states_change(struct states *s, uint32_t handle, const uint32_t *ids, uint32_t n)
{
	struct state *st = &s->items[handle], old;

	take_out(s, handle);
	old = *st;
	for (uint32_t i = 0; i < n; i++)
		s->accesses->links[ids[i]].refs++;
	fill(s, st, ids, n, 0);
	st->own = true;
	for (uint32_t i = 0; i < old.n; i++)
		accesses_drop(s->accesses, state_ids(&old)[i]);
	many_free(s, &old);
}

static void set_put(struct state_many *m, uint32_t id)
{
	uint32_t i = (uint32_t)hash_more(0, id) & (m->n_set - 1);

	while (m->set[i] && m->set[i] != id)
		i = (i + 1) & (m->n_set - 1);
	m->set[i] = id;
}

static void set_make(struct states *s, struct state *st)
{
	struct state_many *m = st->many;

	tally_free(s->tally, m->set, m->n_set * sizeof(*m->set));
	m->n_set = 4;
	while (m->n_set <= 2 * m->cap)
		m->n_set *= 2;
	m->set = tally_alloc(s->tally, m->n_set * sizeof(*m->set));
	for (uint32_t i = 0; i < st->n; i++)
		set_put(m, m->id[i]);
}

bool states_holds(struct states *s, uint32_t handle, uint32_t id)
{
	struct state *st = &s->items[handle];
	const uint32_t *ids = state_ids(st);
	const struct state_many *m;
	uint32_t i;

	if (st->n <= LINEAR) {
		for (i = 0; i < st->n && ids[i] != id; i++)
			;
		return i < st->n;
	}
	m = st->many;
	if (!m->set)
		set_make(s, st);
	i = (uint32_t)hash_more(0, id) & (m->n_set - 1);
	while (m->set[i] && m->set[i] != id)
		i = (i + 1) & (m->n_set - 1);
	return m->set[i] == id;
}

void states_append(struct states *s, uint32_t handle, uint32_t id)
{
	const struct access *x = &s->accesses->items[id];
	struct state *st = &s->items[handle];
	struct state_many *m = st->many;

	take_out(s, handle);
	st->own = true;
	if (st->n == m->cap) {
		tally_add(s->tally, bytes_of(2 * m->cap) - bytes_of(m->cap));
		m->cap *= 2;
		m = st->many = mem_realloc(m, bytes_of(m->cap));
	}
	m->id[st->n++] = id;
	if (m->set && m->n_set > 2 * st->n)
		set_put(m, id);
	else if (m->set)
		set_make(s, st);
	s->accesses->links[id].refs++;
	note(st, st->n - 1, x);
	if (!(x->flags & ACCESS_ATOMIC) || x->scope < PTX_SCOPE_GPU || x->size != st->same)
		st->same = 0;
}

void states_free(struct states *s, uint32_t handle)
{
	struct state *st = &s->items[handle];
	const uint32_t *ids = state_ids(st);

	take_out(s, handle);
	for (uint32_t i = 0; i < st->n; i++)
		accesses_drop(s->accesses, ids[i]);
	many_free(s, st);
	st->refs = 0;
	st->next = s->spare;
	s->spare = handle;
}
