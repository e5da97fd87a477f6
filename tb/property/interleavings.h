/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * interleavings: one program over many interleavings, everything scored against the oracle.
 *
 *   the first INTERLEAVINGS, depth first; when these are not all, as many random ones
 */
#ifndef PROPERTY_INTERLEAVINGS_H
#define PROPERTY_INTERLEAVINGS_H

#include "program.h"
#include "score/score.h"

enum { INTERLEAVINGS = 64, CHECKERS = 3 };

enum checker_kind { CHECKER_SCORD, CHECKER_IGUARD, CHECKER_EXACT };
struct checker {
	enum checker_kind kind;
	enum pf_policy policy; /* SCORD */
	enum pf_metadata metadata;
	bool paper;          /* as published */
	uint32_t clock_bits; /* IGUARD, metadata lines: iguard_config's */
	const char *policy_name, *metadata_name;
	uint32_t pairs; /* EXACT: of a warp's table */
};
/* Those that run side by side. */
struct checker_set {
	const char *name;
	enum oracle_model model;
	unsigned n;
	struct checker c[CHECKERS];
};
extern const struct checker_set scord_set, iguard_set, iguard_clock_set, exact_set;

struct tally {
	uint64_t programs, racy_programs, exhaustive, runs, hung, races;
	struct score_totals totals[CHECKERS];
};

/* What must not be: returns the row's name, NULL when all is well. */
const char *forbidden(const struct checker *c, const struct score_totals *t);

/* Runs p; adds to t. 0; 1: something forbidden happened (printed to f with the program, unless f
 * is NULL); -1: the program did not run (printed). order: only that one (1, 2, ..), and its
 * races are printed; 0: all. */
int interleavings_run(const struct checker_set *set, const struct program *p, struct tally *t,
		      uint64_t order, FILE *f);

#endif
