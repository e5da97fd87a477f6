/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "known.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { FIRST_SLOTS = 256 }; /* a power of two */

/* Where lo is or belongs. */
static uint32_t *slot_of(const struct known_set *s, uint64_t lo)
{
	size_t at = (lo >> 8) * 0x9e3779b97f4a7c15U >> 32;

	for (;; at++) {
		uint32_t *slot = &s->slots[at & (s->n_slots - 1)];

		if (!*slot || s->known[*slot - 1].lo == lo)
			return slot;
	}
}

static void more_slots(struct known_set *s)
{
	free(s->slots);
	s->n_slots = s->n_slots ? 2 * s->n_slots : FIRST_SLOTS;
	s->slots = mem_alloc(s->n_slots * sizeof(*s->slots));
	for (unsigned i = 0; i < s->n; i++)
		*slot_of(s, s->known[i].lo) = i + 1;
}

void known_begin(struct known_set *s, uint32_t code)
{
	s->n = 0;
	if (s->cap_last < code) {
		free(s->last);
		s->last = mem_alloc(code * sizeof(*s->last));
		s->cap_last = code;
	}
	memset(s->last, 0, code * sizeof(*s->last));
	if (s->slots)
		memset(s->slots, 0, s->n_slots * sizeof(*s->slots));
	else
		more_slots(s);
}

void known_free(struct known_set *s)
{
	free(s->last);
	free(s->known);
	free(s->slots);
}

uint32_t known_find(struct known_set *s, const struct known_tagged *t, uint64_t lo)
{
	const uint32_t slot = *slot_of(s, lo);
	struct known *a;

	if (slot)
		return slot - 1;
	s->known = mem_grow(s->known, &s->cap, s->n, sizeof(*s->known));
	a = &s->known[s->n++];
	*a = (struct known){.lo = lo, .tagged = t->all};
	for (unsigned i = 0; i < t->n; i++)
		a->tagged |= t->lo[i] == lo;
	if (2 * s->n > s->n_slots)
		more_slots(s);
	*slot_of(s, lo) = s->n;
	return s->n - 1;
}

static bool needs_tags(const struct known *a, const struct known_set *const *sets, unsigned n)
{
	bool read = false, written = false;

	for (unsigned i = 0; i < n && !a->tagged; i++)
		for (unsigned k = 0; k < sets[i]->n; k++) {
			const struct known *b = &sets[i]->known[k];

			read |= b->lo == a->lo && b->read;
			written |= b->lo == a->lo && b->written;
		}
	return read && written;
}

static void tag(struct known_tagged *t, uint64_t lo)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->lo[i] == lo)
			return;
	if (t->n == KNOWN_TAGGED)
		t->all = true;
	else
		t->lo[t->n++] = lo;
}

bool known_tag(struct known_tagged *t, const struct known_set *const *sets, unsigned n)
{
	bool some = false;

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < sets[i]->n; k++)
			if (needs_tags(&sets[i]->known[k], sets, n)) {
				tag(t, sets[i]->known[k].lo);
				some = true;
			}
	return some;
}
