/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * explore: every order in which a tiny kernel's visible operations can happen.
 *
 *   explore_run() -> run_once(hook) -> machine_launch() with that hook -> outcome
 *                 -> next choice prefix, depth first, until none is left
 *
 * Nothing is saved between runs: each starts from the beginning with a prefix of choices,
 * so run_once must set up memory afresh. Two warps with n and m visible operations have
 * (n+m)!/(n!m!) orders, so keep kernels tiny. Spin loops stay finite: see walk.c.
 */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "machine.h"

/* Runs the program once under hook. 0: go on; anything else ends the walk. */
typedef int (*explore_once_fn)(void *ctx, const struct machine_hook *hook);

struct explore_limits {
	uint64_t max_runs; /* 0: no limit */
	uint32_t max_spin; /* machine_hook.max_spin; 0: no bound */
};

struct explore_result {
	uint64_t runs;    /* orders walked */
	uint64_t choices; /* choices made over all runs */
	uint32_t deepest; /* most choices in one run */
	bool exhaustive;  /* every order was walked, up to spins that change nothing */
};

/* 0: walked all, or max_runs; what run_once returned when it ended the walk; -1 and diag
 * when a run did not offer the same choices again (run_once is not repeatable). */
int explore_run(explore_once_fn run_once, void *ctx, const struct explore_limits *limits,
		struct explore_result *result, struct diag *diag);

#endif
