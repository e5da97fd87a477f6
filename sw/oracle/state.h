/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * state: the accesses that a later one may race with: the history of a byte, named by a handle.
 * States count the cells that hold them. Equal histories are one state: those of one access are
 * found from it (accesses' `single`), longer ones by a hash. One that a single cell holds may
 * change, and is then that cell's own.
 */
#ifndef STATE_H
#define STATE_H

#include "access.h"

enum { STATE_FEW = 4, STATE_MOST_WRITES = UINT8_MAX /* or more */ };

/* Ids of more accesses than a state has room for. */
struct state_many {
	uint64_t hash;
	uint32_t *set;  /* the same by hash, once somebody has asked for one of many; 0: free */
	uint32_t n_set; /* its size: a power of two above 2 * n */
	uint32_t cap;
	uint32_t id[];
};

/* Handle 0: untouched. */
struct state {
	uint32_t refs; /* 0: spare */
	uint32_t next; /* same bucket, or spare */
	uint32_t n;
	uint8_t any;    /* flags that some of its accesses have */
	uint8_t writes; /* all writes are among so many first ones */
	uint8_t same;   /* size of all of them, when all are atomic and of device scope or wider */
	bool own;       /* a cell's own: not to be found */
	union {
		uint32_t few[STATE_FEW];
		struct state_many *many; /* more than that */
	};
};

struct states {
	struct tally *tally;
	struct accesses *accesses;
	struct state *items;
	size_t n, cap;
	uint32_t spare;
	uint32_t *bucket;
	size_t n_buckets, n_live;
};

void states_open(struct states *s, struct accesses *a, struct tally *t);
void states_close(struct states *s);
/* Forgets all; accesses are forgotten by accesses_clear(). */
void states_clear(struct states *s);

/* Handle of the state of these accesses, with one more reference. n at least 1. */
uint32_t states_get(struct states *s, const uint32_t *ids, uint32_t n);
/* The state of these accesses, more than one, is soon asked for. */
void states_fetch(const struct states *s, const uint32_t *ids, uint32_t n);
/* Makes a state that is held once one of these accesses; its handle stays. n at least 2. */
void states_change(struct states *s, uint32_t handle, const uint32_t *ids, uint32_t n);
/* The same with one access more. For those of more than STATE_FEW. */
void states_append(struct states *s, uint32_t handle, uint32_t id);

/* Is that access in the state? Asked of a long one again and again. */
bool states_holds(struct states *s, uint32_t handle, uint32_t id);

/* Its last reference is gone. */
void states_free(struct states *s, uint32_t handle);

static inline void states_hold(struct states *s, uint32_t handle, uint32_t times)
{
	if (handle)
		s->items[handle].refs += times;
}

static inline void states_drop(struct states *s, uint32_t handle, uint32_t times)
{
	if (handle && !(s->items[handle].refs -= times))
		states_free(s, handle);
}

/* Good until the next state is made. */
static inline const struct state *states_at(const struct states *s, uint32_t handle)
{
	return &s->items[handle];
}

/* Accesses, oldest first. */
static inline const uint32_t *state_ids(const struct state *st)
{
	return st->n <= STATE_FEW ? st->few : st->many->id;
}

#endif
