/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * interleave: every order of a microbenchmark's operations, less the waits that lead nowhere.
 *
 *   explore_run() <─ hook ─ which choices are worth trying ─ watches what each warp did last
 *
 * machine/walk.c tries a failed spin again whenever any memory has changed. With four threads of
 * which three wait that makes a billion orders of one outcome. Here a warp that asked in vain (an
 * atomic or load that changed nothing, and the warp stands at the same instruction again) asks
 * again when the value that it saw has changed: before, the answer and its state would be the
 * same. That holds for loops of one operation and no counter, which is what sequences.txt says
 * of the 32 and test_micro.sh holds them to. In its mode, lanes other than lane 0 (they have
 * nothing to do) leave first. Nothing else is left out.
 */
#ifndef INTERLEAVE_H
#define INTERLEAVE_H

#include "litmus/rig.h"

struct interleave_result {
	uint64_t runs, hung, waits; /* waits: choices left out */
	bool exhaustive;
	uint64_t racy[LITMUS_CHECKERS];
};

/* begin and end: of each run; any function may be NULL. */
struct interleave_listener {
	void *ctx;
	void (*begin)(void *ctx);
	void (*op)(void *ctx, const struct machine_who *who, const struct simt_op *op);
	void (*end)(void *ctx, const struct litmus_run *run);
};

/* -1 and diag: as litmus_explore(). */
int interleave_walk(const struct litmus_program *p, const struct interleave_listener *l,
		    uint64_t max_runs, struct interleave_result *r, struct diag *diag);

#endif
