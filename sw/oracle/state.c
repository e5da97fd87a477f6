/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "state.h"

#include <string.h>

enum { FIRST_BUCKETS = 256, KEEP_BUCKETS = 4096, FEW = 64 /* looked through one by one */ };

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

static size_t bytes_of(uint32_t n)
{
	return sizeof(struct state) + n * sizeof(uint32_t);
}

static void tables_free(struct states *s)
{
	tally_free(s->tally, s->items, s->cap * sizeof(*s->items));
	tally_free(s->tally, s->spare, s->cap_spare * sizeof(*s->spare));
	tally_free(s->tally, s->bucket, s->n_buckets * sizeof(*s->bucket));
	s->items = NULL;
	s->spare = NULL;
	s->cap = s->cap_spare = 0;
}

static void state_free(struct states *s, struct state *st)
{
	tally_free(s->tally, st->set, st->n_set * sizeof(*st->set));
	tally_free(s->tally, st, bytes_of(st->cap));
}

void states_clear(struct states *s)
{
	if (s->n == 1)
		return;
	for (size_t i = 1; i < s->n; i++)
		if (s->items[i])
			state_free(s, s->items[i]);
	s->n = 1;
	s->n_live = s->n_spare = 0;
	if (s->n_buckets > KEEP_BUCKETS) {
		tables_free(s);
		s->n_buckets = FIRST_BUCKETS;
		s->bucket = tally_alloc(s->tally, s->n_buckets * sizeof(*s->bucket));
	} else {
		memset(s->bucket, 0, s->n_buckets * sizeof(*s->bucket));
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
			struct state *st = s->items[h];
			uint32_t *to = &s->bucket[st->hash & (s->n_buckets - 1)];
			const uint32_t after = st->next;

			st->next = *to;
			*to = h;
			h = after;
		}
	}
	tally_free(s->tally, old, had * sizeof(*old));
}

static void sum_up(const struct states *s, struct state *st)
{
	const struct access *first = &s->accesses->items[st->id[0]];
	bool alike = true; /* one size, all atomic, device scope or wider */

	st->any = 0;
	for (uint32_t i = 0; i < st->n; i++) {
		const struct access *x = &s->accesses->items[st->id[i]];

		st->any |= x->flags;
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
		const struct state *st = s->items[handle];

		if (st->hash == h && st->n == n && memcmp(st->id, ids, n * sizeof(*ids)) == 0)
			break;
		handle = st->next;
	}
	return handle;
}

static void link_state(struct states *s, uint32_t handle)
{
	struct state *st = s->items[handle];
	uint32_t *to;

	if (++s->n_live > s->n_buckets)
		grow_buckets(s);
	to = &s->bucket[st->hash & (s->n_buckets - 1)];
	st->next = *to;
	*to = handle;
}

uint32_t states_get(struct states *s, const uint32_t *ids, uint32_t n)
{
	uint32_t handle = n == 1 ? s->accesses->links[ids[0]].single : 0;
	const uint64_t h = hash(ids, n);
	struct state *st;

	if (n > 1)
		handle = lookup(s, ids, n, h);
	if (handle) {
		s->items[handle]->refs++;
		return handle;
	}
	handle = s->n_spare ? s->spare[--s->n_spare] : (uint32_t)s->n++;
	s->items = tally_grow(s->tally, s->items, &s->cap, handle, sizeof(*s->items));
	st = tally_alloc(s->tally, bytes_of(n));
	s->items[handle] = st;
	st->refs = 1;
	st->n = st->cap = n;
	st->hash = h;
	memcpy(st->id, ids, n * sizeof(*ids));
	for (uint32_t i = 0; i < n; i++)
		s->accesses->links[ids[i]].refs++;
	sum_up(s, st);
	if (n == 1)
		s->accesses->links[ids[0]].single = handle;
	else
		link_state(s, handle);
	return handle;
}

static void unlink_state(struct states *s, uint32_t handle)
{
	const struct state *st = s->items[handle];
	uint32_t *at = &s->bucket[st->hash & (s->n_buckets - 1)];

	while (*at != handle)
		at = &s->items[*at]->next;
	*at = st->next;
	s->n_live--;
}

static void set_put(struct state *st, uint32_t id)
{
	uint32_t i = (uint32_t)hash_more(0, id) & (st->n_set - 1);

	while (st->set[i] && st->set[i] != id)
		i = (i + 1) & (st->n_set - 1);
	st->set[i] = id;
}

static void set_make(struct states *s, struct state *st)
{
	tally_free(s->tally, st->set, st->n_set * sizeof(*st->set));
	st->n_set = 4;
	while (st->n_set <= 2 * st->cap)
		st->n_set *= 2;
	st->set = tally_alloc(s->tally, st->n_set * sizeof(*st->set));
	for (uint32_t i = 0; i < st->n; i++)
		set_put(st, st->id[i]);
}

bool states_holds(struct states *s, uint32_t handle, uint32_t id)
{
	struct state *st = s->items[handle];
	uint32_t i;

	if (st->n <= FEW) {
		for (i = 0; i < st->n && st->id[i] != id; i++)
			;
		return i < st->n;
	}
	if (!st->set)
		set_make(s, st);
	i = (uint32_t)hash_more(0, id) & (st->n_set - 1);
	while (st->set[i] && st->set[i] != id)
		i = (i + 1) & (st->n_set - 1);
	return st->set[i] == id;
}

void states_append(struct states *s, uint32_t handle, uint32_t id)
{
	const struct access *x = &s->accesses->items[id];
	struct state *st = s->items[handle];

	if (st->n > 1)
		unlink_state(s, handle);
	else
		s->accesses->links[st->id[0]].single = 0;
	if (st->n == st->cap) {
		tally_add(s->tally, bytes_of(2 * st->cap) - bytes_of(st->cap));
		st->cap *= 2;
		st = s->items[handle] = mem_realloc(st, bytes_of(st->cap));
	}
	st->id[st->n++] = id;
	if (st->set && st->n_set > 2 * st->n)
		set_put(st, id);
	else if (st->set)
		set_make(s, st);
	s->accesses->links[id].refs++;
	st->any |= x->flags;
	if (!(x->flags & ACCESS_ATOMIC) || x->scope < PTX_SCOPE_GPU || x->size != st->same)
		st->same = 0;
	st->hash = hash_more(st->hash, id);
	link_state(s, handle);
}

void states_free(struct states *s, uint32_t handle)
{
	struct state *st = s->items[handle];

	if (st->n == 1)
		s->accesses->links[st->id[0]].single = 0;
	else
		unlink_state(s, handle);
	for (uint32_t i = 0; i < st->n; i++)
		accesses_drop(s->accesses, st->id[i]);
	state_free(s, st);
	s->items[handle] = NULL;
	s->spare = tally_grow(s->tally, s->spare, &s->cap_spare, s->n_spare, sizeof(*s->spare));
	s->spare[s->n_spare++] = handle;
}
