/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * locks: which locks the threads of a warp hold by idiom: atomicCAS 0 -> 1 takes one, storing 0
 * gives it back. They tell only what a race is called, never whether it is one.
 */
#ifndef LOCKS_H
#define LOCKS_H

#include "../base/tally.h"

struct lock_held {
	uint64_t addr; /* as chains know it */
	uint32_t lane; /* 0 in lock step: a warp is one thread */
};

struct locks {
	struct lock_held *held; /* in order of taking */
	size_t n, cap;
};

void locks_free(struct locks *l, struct tally *t);
void locks_take(struct locks *l, struct tally *t, uint32_t lane, uint64_t addr);
void locks_give(struct locks *l, uint32_t lane, uint64_t addr);

/* Name of the lock that lane took last of those it holds; 0: none. */
uint32_t locks_of(const struct locks *l, uint32_t lane);

#endif
