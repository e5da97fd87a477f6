/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * outcomes: the three ways in which race_interblock_none-lock_rtraw can go.
 *
 *   block 0: lock, R, unlock, W        block 1: lock, R, unlock
 *
 * Told apart by what happened: whose compare-and-swap took the lock first, and whether block 0's
 * store to data came before block 1's load of it.
 */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include "litmus/rig.h"

enum { OUTCOMES = 3 };

struct outcome {
	const char *name;
	bool paper_reports; /* what the decision procedure comes to: docs/micro.md */
	uint64_t runs, racy[LITMUS_CHECKERS];
};

struct outcomes {
	unsigned n; /* 0 before the first run, else OUTCOMES */
	struct outcome outcome[OUTCOMES];
};

struct outcomes_watch {
	struct outcomes *o;
	/* this run; times from 1 on, 0: not yet */
	uint64_t now, locked[2], wrote, other_read;
};

bool outcomes_wanted(const char *benchmark);
/* An interleave_listener's, ctx a struct outcomes_watch. */
void outcomes_begin(void *ctx);
void outcomes_op(void *ctx, const struct machine_who *who, const struct simt_op *op);
void outcomes_end(void *ctx, const struct litmus_run *run);

/* scord-paper reports in every run of two outcomes and in none of the third. */
bool outcomes_expected(const struct outcomes *o);

#endif
