/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * explore: every run of a protocol, shortest first, until one goes wrong, or all states are known.
 *
 *   state ─> each step that can happen ─> state, made normal ─┬─> known: done
 *                                                             ├─> told without a race: false alarm
 *                                                             ├─> the launch ends here: a race
 * untold: missed └─> new: later
 *
 * States are known by 128 bits of theirs.
 */
#ifndef EXACT_EXPLORE_H
#define EXACT_EXPLORE_H

#include <stddef.h>

#include "protocol.h"

enum explore_verdict {
	EXPLORE_ALL,    /* no run goes wrong, of whatever length */
	EXPLORE_SO_FAR, /* nor of up to `steps`; there are longer ones */
	EXPLORE_FALSE,  /* step[0 .. steps-1] tell a race that is none */
	EXPLORE_MISSED  /* or none where there is one */
};

enum { EXPLORE_STEPS = 64 };
struct explore_result {
	enum explore_verdict verdict;
	size_t states; /* different ones */
	unsigned steps;
	struct protocol_step step[EXPLORE_STEPS];
	unsigned word; /* which goes wrong */
};

/* Runs of up to most_steps; about most_states at most (32 bytes each, and 100 of the last level's).
 */
void explore(const struct protocol *p, unsigned most_steps, size_t most_states,
	     struct explore_result *r);

#endif
