/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * interleavings: of a program, one of those that differ only in the order of operations which do
 * not affect each other.
 *
 *   choose() ─> which warp goes next ─> effect of what it did (effects.h)
 *            ─> sleep set: what need not be tried, since it has been tried one step earlier and
 *               nothing since has affected it
 *
 * Sleep sets (Godefroid): after the subtree of choice t at some point has been walked, the
 * subtrees of its later siblings need not begin with t as long as everything done there is
 * independent of t: t first and then the rest has been walked already. Such a run cannot be
 * stopped in the middle; it goes on to its end by any choices and is counted as cut short.
 */
#ifndef LITMUS_INTERLEAVINGS_H
#define LITMUS_INTERLEAVINGS_H

#include "rig.h"

struct interleavings_result {
	uint64_t runs, cut_short;
	bool exhaustive; /* up to spins that change nothing */
	bool unsound;    /* something happened that effects.h does not cover: walk every order */
};

typedef void (*interleavings_run_fn)(void *ctx, const struct litmus_run *run);

/* on_run: for every run not cut short. -1 and diag as litmus_explore(). */
int interleavings_walk(struct litmus_rig *rig, const struct litmus_limits *l,
		       interleavings_run_fn on_run, void *ctx, struct interleavings_result *result,
		       struct diag *diag);

#endif
