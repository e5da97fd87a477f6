/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * effects: what one step of a warp touches, and whether two steps may be swapped.
 *
 * Two steps of different warps are independent when swapping them changes neither memory
 * nor what any checker says afterwards:
 *
 *   access, access    independent unless they touch one 4-byte word (of global memory, also
 *                     when both read: detectors remember readers; of a block's shared memory,
 *                     when one writes)
 *   fence, access     independent unless the fence's warp has accessed that word before: only
 *                     then does a detector compare its fence counters, and the oracle ask
 *                     whether it has fenced since. Release and acquire accesses are fences, too
 *   fence, fence      independent unless both are fence.sc (or membar), which model ptx orders
 *   barrier, x        independent when x is of another block
 *   exit, barrier     the same; exit, anything else: independent
 *   barrier of a cluster, copy in bulk, x    dependent
 *   access of another block's shared memory, that block's exit    dependent
 *   system call, x    dependent; likewise a step after which a new block starts
 *
 * That does not cover counters that wrap, block slots used twice, block IDs that are cut off,
 * and metadata entries shared by words: the first three set `unsound`, and cached16 metadata
 * are not walked this way at all.
 */
#ifndef LITMUS_EFFECTS_H
#define LITMUS_EFFECTS_H

#include "../machine/machine.h"

enum effect_kind {
	EFFECT_GLOBAL,
	EFFECT_SHARED,
	EFFECT_FENCE,
	EFFECT_BARRIER,
	EFFECT_EXIT,
	EFFECT_STEP, /* none but that the warp has moved */
	EFFECT_ALL   /* depends on everything */
};

struct effect {
	enum effect_kind kind;
	bool write;           /* of a fence: it is a fence.sc */
	uint64_t warp, block; /* warp: in the grid */
	uint64_t word;
	uint64_t home; /* SHARED: of whose memory */
};

enum { EFFECTS_MAX = 12 };
struct effects {
	unsigned n;
	struct effect at[EFFECTS_MAX]; /* when there are more: one EFFECT_ALL */
};

/* Which warp has accessed which word in this run. */
struct effects_past;
struct effects_past *effects_past_create(void);
void effects_past_destroy(struct effects_past *p);
void effects_past_clear(struct effects_past *p);
/* false: too many to remember. */
bool effects_past_add(struct effects_past *p, const struct effects *e);

/* Adds what op does. */
void effects_add_op(struct effects *e, const struct machine_who *who, const struct simt_op *op);
void effects_add(struct effects *e, const struct effect *x);

bool effects_depend(const struct effects_past *p, const struct effects *a, const struct effects *b);

#endif
