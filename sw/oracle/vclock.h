/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * vclock: what a thread knows: a vector clock, as an immutable tree that is shared.
 *
 *   blocks by 32 ─> ... ─> block ─> labels of its 32 warps              in lock step
 *   blocks by 32 ─> ... ─> block ─> its 32 warps ─> labels of 32 lanes  ITS
 *
 * Every node has a floor: accesses of any thread below it with a label up to the floor are
 * known. So a whole block that has met at a barrier is one number, and threads that know nearly
 * the same share nearly all of it. NULL knows nothing.
 *
 * What a thread gives away (vclock_give()) carries its origin: thread and label. A label goes
 * round only together with all that its thread knew by then, so that whoever knows the origin
 * knows the rest, and a join is one look-up instead of a walk.
 */
#ifndef VCLOCK_H
#define VCLOCK_H

#include <stdbool.h>

#include "../base/tally.h"

enum { VCLOCK_FAN = 32 };

struct vclock;

struct vclock_pool {
	struct tally *tally;
	struct vclock *spare[VCLOCK_FAN + 3]; /* freed nodes, by size in pointers */
	unsigned levels;                      /* of the root: 1 = one block only */
	bool lanes;                           /* ITS: a thread is a lane, else a warp */
};

void vclock_open(struct vclock_pool *p, struct tally *t);
void vclock_close(struct vclock_pool *p);
/* Nothing may be alive. */
void vclock_shape(struct vclock_pool *p, uint64_t blocks, bool lanes);

struct vclock *vclock_ref(struct vclock *k);
void vclock_drop(struct vclock_pool *p, struct vclock *k);

/* All that a or b know; a new reference. Either may be NULL. */
struct vclock *vclock_join(struct vclock_pool *p, struct vclock *a, struct vclock *b);

/* k and label of: a whole block; a warp; some lanes of a warp. New references. */
struct vclock *vclock_add_block(struct vclock_pool *p, struct vclock *k, uint64_t block,
				uint32_t label);
struct vclock *vclock_add_warp(struct vclock_pool *p, struct vclock *k, uint64_t block,
			       uint32_t warp, uint32_t label);
struct vclock *vclock_add_lanes(struct vclock_pool *p, struct vclock *k, uint64_t block,
				uint32_t warp, uint32_t lanes, uint32_t label);

/* k, all that one thread knows, and its own accesses up to label: a new reference. lanes:
 * UINT32_MAX in lock step, where a thread is a warp; else the thread's lane alone. The thread
 * learns nothing more under that label. */
struct vclock *vclock_give(struct vclock_pool *p, struct vclock *k, uint64_t block, uint32_t warp,
			   uint32_t lanes, uint32_t label);
/* As vclock_add_lanes() (lanes UINT32_MAX: the warp), in place where nobody else holds *k. */
void vclock_raise(struct vclock_pool *p, struct vclock **k, uint64_t block, uint32_t warp,
		  uint32_t lanes, uint32_t label);

/* k, and as the root's kid `to` also what it has as its kid `from`: blocks apart by a power of
 * VCLOCK_FAN. A new reference. */
struct vclock *vclock_copy(struct vclock_pool *p, struct vclock *k, unsigned from, unsigned to);

/* Label up to which one warp's accesses are known; *most: the same of the best known lane. */
uint32_t vclock_warp(const struct vclock_pool *p, const struct vclock *k, uint64_t block,
		     uint32_t warp, uint32_t *most);
uint32_t vclock_lane(const struct vclock_pool *p, const struct vclock *k, uint64_t block,
		     uint32_t warp, uint32_t lane);

#endif
