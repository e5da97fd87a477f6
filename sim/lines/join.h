/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * join: the places of pf_join_sectors, cycle for cycle: which operation a request joins or begins,
 * and which one leaves. What the operations are stands with whoever asks, by place.
 *
 *   request: joins, or a new place ─> [ place ] ─> the oldest that is due
 */
#ifndef SIM_LINES_JOIN_H
#define SIM_LINES_JOIN_H

#include <stdbool.h>
#include <stdint.h>

enum { JOIN_PLACES = 8 /* at most */, JOIN_NONE = -1 };

struct join_place {
	bool valid, due;
	uint32_t age, sectors;
	uint64_t since; /* order of first requests */
};

struct join {
	uint32_t places, age; /* so many; cycles until one is due */
	uint32_t n_valid;
	uint64_t gets;
	struct join_place place[JOIN_PLACES];
};

/* What the request in front asks for. */
struct join_ask {
	bool some, barrier; /* an access, to words; what no access passes */
	uint32_t sector;    /* of the line */
	int here;           /* the place of its line that is not due, or JOIN_NONE */
	bool joins;         /* ... which it joins */
};

struct join_turn {
	bool takes;      /* the request goes */
	int leaves, get; /* places, or JOIN_NONE; they may be the same */
};

static inline bool join_open(const struct join *j, uint32_t place)
{
	return j->place[place].valid && !j->place[place].due;
}

/* A clock edge. free: one may leave at it. */
struct join_turn join_step(struct join *j, const struct join_ask *a, bool free);

#endif
