/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * program: a random small GPU program, from a seed.
 *
 *   program_make(seed) ─> acts of each warp ─┬─> program_ptx()   what runs
 *                                            └─> program_list()  what a person reads
 *
 * Scenarios (hand a word over, lock, barrier, many fences, plain chaos) add acts to the warps;
 * each may be spoilt in the ways that people spoil them.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdio.h>

#include "machine/machine.h"

enum { MAX_WARPS = 6, MAX_ACTS = 40, DATA_BYTES = 512 };

enum act_kind {
	ACT_LOAD,
	ACT_STORE,
	ACT_ATOM,
	ACT_FENCE,
	ACT_BARRIER,
	ACT_CHECK, /* reads a flag; ends the warp's acts when it is 0 */
	ACT_WAIT,  /* spins until a flag is not 0 */
	ACT_LOCK,  /* spins: cas 0 to 1 (or exch 1) */
	ACT_SYNCWARP
};

enum act_base { BASE_BUFFER, BASE_VARIABLE, BASE_SHARED };

struct act {
	enum act_kind kind;
	enum act_base base;
	uint32_t offset; /* bytes from the base */
	uint32_t stride; /* times the lane */
	uint8_t size;    /* bytes: 1 2 4 8 */
	uint8_t lanes;   /* 1: lane 0, 2: lane 1, 3: both */
	enum ptx_sem sem;
	enum ptx_scope scope;
	enum ptx_atom atom;
	uint32_t value, barrier;
	uint32_t times; /* more than 1: in a loop */
};

struct program {
	uint64_t seed;
	uint32_t blocks, warps, lanes; /* warps of a block, lanes of a warp */
	enum simt_mode mode;
	uint32_t n[MAX_WARPS];
	struct act act[MAX_WARPS][MAX_ACTS]; /* [block * warps + warp] */
};

void program_make(struct program *p, uint64_t seed);
/* Caller frees. */
char *program_ptx(const struct program *p);
void program_list(const struct program *p, FILE *f);
static inline uint32_t program_threads(const struct program *p)
{
	return (p->warps - 1) * SIMT_LANES + p->lanes; /* of a block */
}

#endif
