/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * race: the words that oracle, detectors, scoring and report share.
 *
 *   oracle ──┐ race_kind, race_side                     ┌─> text
 *            ├──> score ──> race_log (distinct races) ──┤
 *   detect ──┘                                          └─> JSON
 */
#ifndef RACE_H
#define RACE_H

#include "../machine/machine.h"

/* What is wrong. The order is the priority of ScoRD's checks (docs/reference-models.md): atomic
 * scope, fence, strength, lock; the rest only the oracle can tell. */
enum race_kind {
	RACE_ATOMIC_SCOPE, /* an atomic whose scope leaves the other thread out */
	RACE_FENCE,        /* no fence of the first side's between the two accesses */
	RACE_FENCE_SCOPE,  /* there was one, but its scope (or its publication's) is too narrow */
	RACE_NOT_STRONG,   /* a weak access where a strong one is needed */
	RACE_LOCK,         /* no lock in common */
	RACE_LOCK_SCOPE,   /* a lock in common, but taken or given back with too narrow a scope
			    * or fence, or without fence */
	RACE_BARRIER,      /* one block, no barrier in between */
	RACE_SAME_INSTRUCTION, /* two lanes of one warp store to the same bytes at once */
	RACE_PROXY,  /* a generic write and an access of the asynchronous proxy, no fence between
			these */
	RACE_LAUNCH, /* a grid that device code launched, and its launcher or another such grid */
	RACE_KINDS
};

/* "missing fence" ... ; "fence" ... (for JSON: atomic-scope, fence, fence-scope, not-strong,
 * lock, lock-scope, barrier, same-instruction, proxy, launch). */
const char *race_kind_text(enum race_kind k);
const char *race_kind_name(enum race_kind k);

enum race_access { RACE_READ, RACE_WRITE, RACE_ATOMIC };
const char *race_access_name(enum race_access a); /* "read", "write", "atomic" */

enum race_scope { RACE_SCOPE_WARP, RACE_SCOPE_BLOCK, RACE_SCOPE_DEVICE };
const char *race_scope_name(enum race_scope s);

/* One of the two accesses. A detector that does not know a field says so: pc RACE_NO_PC, block
 * RACE_NO_BLOCK (another one), warp RACE_NO_WARP (another one of the block), lane RACE_NO_LANE. */
#define RACE_NO_BLOCK UINT64_MAX
#define RACE_NO_PC    0xffffffffU
#define RACE_NO_WARP  0xffffffffU
#define RACE_NO_LANE  0xffU
struct race_side {
	const struct simt_kernel *kernel;
	uint64_t launch, block;
	uint32_t warp; /* in the block */
	uint8_t lane;
	enum race_access access;
	bool strong;          /* volatile, relaxed or stronger, or atomic */
	enum ptx_scope scope; /* of an atomic access; else NONE */
	uint32_t pc;          /* index in kernel->code */
};

/* One word (or part of it) that one access of one lane races on. */
struct race_hit {
	enum ptx_space space; /* GLOBAL or SHARED */
	uint64_t addr;        /* of the first byte; SHARED: offset in the block's shared memory */
	uint8_t bytes;        /* how many of the access's bytes, 1 to 16 */
	enum race_kind kind;
	struct race_side first, second; /* earlier and later one, in the order performed */
};

/* How far apart the two threads are. */
enum race_scope race_scope_of(const struct race_hit *h);

#endif
