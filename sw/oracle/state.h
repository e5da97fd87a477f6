/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * state: the accesses that a later one may race with: the history of a byte. Immutable; equal
 * histories are one state, named by a handle, and count the cells that hold them. Those of one
 * access are found from it (accesses' `single`), longer ones by a hash.
 */
#ifndef STATE_H
#define STATE_H

#include "access.h"

/* Handle 0: untouched. */
struct state {
	uint32_t refs, next, n, cap;
	uint32_t *set;  /* ids, by hash, once somebody has asked for one of many; 0: free */
	uint32_t n_set; /* its size: a power of two above 2 * n */
	uint8_t any;    /* flags that some of its accesses have */
	uint8_t same;   /* size of all of them, when all are atomic and of device scope or wider */
	uint64_t hash;
	uint32_t id[]; /* of accesses, oldest first */
};

struct states {
	struct tally *tally;
	struct accesses *accesses;
	struct state **items;
	size_t n, cap;
	uint32_t *spare;
	size_t n_spare, cap_spare;
	uint32_t *bucket;
	size_t n_buckets, n_live;
};

void states_open(struct states *s, struct accesses *a, struct tally *t);
void states_close(struct states *s);
/* Forgets all; accesses are forgotten by accesses_clear(). */
void states_clear(struct states *s);

/* Handle of the state of these accesses, with one more reference. n at least 1. */
uint32_t states_get(struct states *s, const uint32_t *ids, uint32_t n);
/* Adds an access to a state that is held once, which keeps its handle. For long ones. */
void states_append(struct states *s, uint32_t handle, uint32_t id);

/* Is that access in the state? Asked of a long one again and again. */
bool states_holds(struct states *s, uint32_t handle, uint32_t id);

/* Its last reference is gone. */
void states_free(struct states *s, uint32_t handle);

static inline void states_hold(struct states *s, uint32_t handle, uint32_t times)
{
	if (handle)
		s->items[handle]->refs += times;
}

static inline void states_drop(struct states *s, uint32_t handle, uint32_t times)
{
	if (handle && !(s->items[handle]->refs -= times))
		states_free(s, handle);
}

static inline const struct state *states_at(const struct states *s, uint32_t handle)
{
	return s->items[handle];
}

#endif
