/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tally: how much memory something holds, now and at most.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "mem.h"

struct tally {
	uint64_t now, peak; /* bytes */
};

static inline void tally_add(struct tally *t, size_t bytes)
{
	t->now += bytes;
	if (t->now > t->peak)
		t->peak = t->now;
}

static inline void *tally_alloc(struct tally *t, size_t bytes)
{
	tally_add(t, bytes);
	return mem_alloc(bytes);
}

static inline void tally_free(struct tally *t, void *p, size_t bytes)
{
	if (!p)
		return;
	t->now -= bytes;
	free(p);
}

/* Grows an array of elements of size bytes so that index n is valid. */
static inline void *tally_grow(struct tally *t, void *items, size_t *cap, size_t n, size_t size)
{
	const size_t had = *cap;

	if (n < had)
		return items;
	items = mem_grow(items, cap, n, size);
	tally_add(t, (*cap - had) * size);
	return items;
}

/* The same for arrays of which there are many, mostly of one element. */
static inline void *tally_grow_few(struct tally *t, void *items, size_t *cap, size_t n, size_t size)
{
	const size_t had = *cap;

	if (n < had)
		return items;
	if (!had)
		*cap = 1;
	while (*cap <= n)
		*cap *= 2;
	tally_add(t, (*cap - had) * size);
	return mem_realloc(items, *cap * size);
}

/* The same for lists that are looked through for what can go when they are full: full says that
 * this one was, and n are left of it. One of which half is left doubles, since looking through it
 * again would come too soon. */
static inline void *tally_grow_sifted(struct tally *t, void *items, size_t *cap, size_t n,
				      size_t size, bool full)
{
	return tally_grow_few(t, items, cap, full ? 2 * n : n, size);
}

#endif
