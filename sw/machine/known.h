/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * known: allocations that a launch has touched. Loads of one that nobody writes need no tags; so
 * none is taken for written before it is (parallel.c).
 */
#ifndef KNOWN_H
#define KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KNOWN_TAGGED = 2 };

struct known {
	uint64_t lo;
	bool tagged; /* loads too */
	bool read, written;
};

/* Allocations whose loads have tags in this launch; if more had to, all have. */
struct known_tagged {
	uint64_t lo[KNOWN_TAGGED];
	unsigned n;
	bool all;
};

/* Of a host thread. */
struct known_set {
	struct known *known;
	unsigned n;
	size_t cap;
	uint32_t *slots; /* 1 + index in known, by address: open addressing */
	size_t n_slots;
	uint32_t *last; /* by pc: 1 + index in known, of what it touched last */
	size_t cap_last;
};

/* A launch of a kernel of so many instructions. */
void known_begin(struct known_set *s, uint32_t code);
void known_free(struct known_set *s);
/* Index of the allocation at lo. */
uint32_t known_find(struct known_set *s, const struct known_tagged *t, uint64_t lo);
/* Allocations read without tags, and written by anybody of n sets, are tagged from now on. True:
 * there was one. */
bool known_tag(struct known_tagged *t, const struct known_set *const *sets, unsigned n);

/* Touched by the instruction at pc; valid until the next one is found. */
static inline struct known *known_of(struct known_set *s, const struct known_tagged *t, uint32_t pc,
				     uint64_t lo)
{
	uint32_t *last = &s->last[pc];

	if (!*last || s->known[*last - 1].lo != lo)
		*last = 1 + known_find(s, t, lo);
	return &s->known[*last - 1];
}

#endif
