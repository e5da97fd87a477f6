/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_lock_table.h"

#include <string.h>

uint64_t pf_lock_key(uint64_t block)
{
	return block + 1;
}

static struct pf_lock_entry make(uint64_t address, uint64_t key, bool block_scope)
{
	const uint64_t hash = address ^ key;

	return (struct pf_lock_entry){
		.bin_a = hash & 7, .bin_b = hash >> 3 & 7, .block_scope = block_scope};
}

/* t->n when there is none. */
static uint32_t find(const struct pf_lock_table *t, struct pf_lock_entry e)
{
	uint32_t i = 0;

	while (i < t->n && (t->entry[i].bin_a != e.bin_a || t->entry[i].bin_b != e.bin_b ||
			    t->entry[i].block_scope != e.block_scope))
		i++;
	return i;
}

static void drop(struct pf_lock_table *t, uint32_t i)
{
	if (i >= t->n)
		return;
	t->n--;
	memmove(&t->entry[i], &t->entry[i + 1], (t->n - i) * sizeof(*t->entry));
}

/* An entry that is there already stays as it is, active or not: were it put to sleep, another lock
 * of the same hash that the warp still holds would not count any more. */
static void insert(struct pf_lock_table *t, uint32_t entries, struct pf_lock_entry e)
{
	if (find(t, e) < t->n)
		return;
	if (t->n == entries)
		drop(t, 0);
	t->entry[t->n++] = e;
}

void pf_lock_insert(struct pf_lock_table *t, uint32_t entries, uint64_t address, uint64_t key,
		    enum pf_lock_scope scope)
{
	if (scope == PF_LOCK_DEVICE)
		insert(t, entries, make(address, 0, false));
	insert(t, entries, make(address, key, true));
}

void pf_lock_release(struct pf_lock_table *t, uint64_t address, uint64_t key,
		     enum pf_lock_scope scope)
{
	if (scope == PF_LOCK_DEVICE)
		drop(t, find(t, make(address, 0, false)));
	drop(t, find(t, make(address, key, true)));
}

void pf_lock_release_words(struct pf_lock_table *t, uint64_t address, uint16_t words, uint64_t key,
			   enum pf_lock_scope scope)
{
	pf_lock_release(t, address, key, scope);
	for (uint32_t left = words; left; left &= left - 1)
		pf_lock_release(t, pf_lock_word(address, (uint32_t)__builtin_ctz(left)), key,
				scope);
}

void pf_lock_activate(struct pf_lock_table *t, bool device)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (device || t->entry[i].block_scope)
			t->entry[i].active = true;
}

uint16_t pf_lock_signature(const struct pf_lock_table *t)
{
	uint32_t a = 0, b = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		if (!t->entry[i].active)
			continue;
		a |= 1U << t->entry[i].bin_a;
		b |= 1U << t->entry[i].bin_b;
	}
	return (uint16_t)(a << 8 | b);
}
