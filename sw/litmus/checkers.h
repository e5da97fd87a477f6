/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * checkers: oracle by both models, scord-paper and scord side by side on one machine, run
 * after run.
 *
 * A run must not depend on the runs before it, but a detector's barrier counters go on from
 * launch to launch and wrap. So the checkers are made anew before that can happen, and what
 * they have found so far is added up here.
 */
#ifndef LITMUS_CHECKERS_H
#define LITMUS_CHECKERS_H

#include "litmus.h"

struct checkers;

struct checkers_config {
	enum pf_metadata metadata;
	struct gmem *gmem;
	const struct machine_config *machine;
};

/* NULL and diag: a detector does not fit the machine. */
struct checkers *checkers_create(const struct checkers_config *c, struct diag *diag);
void checkers_destroy(struct checkers *c);
/* Give it to machine_add_observer(); lives as long as c. */
const struct machine_observer *checkers_observer(struct checkers *c);
/* One more observer, after the checkers; NULL: none. */
void checkers_also(struct checkers *c, const struct machine_observer *o);

/* Before each run. -1 and diag as checkers_create(). */
int checkers_begin(struct checkers *c, struct diag *diag);
/* Races that the last op completed. */
const struct race_hit *checkers_hits(const struct checkers *c, enum litmus_checker which,
				     size_t *n);
/* Of all runs; PAPER or SCORD. */
void checkers_totals(struct checkers *c, enum litmus_checker which, struct score_totals *t);

#endif
