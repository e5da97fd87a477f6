/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rig: a machine with one kernel and every checker on it, for run after run.
 *
 *   machine ─> oracle by both models, scord-paper, scord ─> score x 2 ─> which of them spoke
 *
 * Made once for a program; memory is put back before each run.
 */
#ifndef LITMUS_RIG_H
#define LITMUS_RIG_H

#include "litmus.h"

struct litmus_rig;

/* What one run was. */
struct litmus_run {
	bool hung;                  /* deadlock, livelock, or too many instructions */
	bool faulted;               /* litmus_rig_fault() says how */
	uint32_t holds;             /* bits of the program's conditions; none unless it ended */
	bool racy[LITMUS_CHECKERS]; /* it reported a race in watched bytes */
	bool kinds[LITMUS_CHECKERS][RACE_KINDS];
};

/* NULL and diag: does not parse, or does not fit the machine or a detector. One at a time:
 * global memory lives at a fixed address. */
struct litmus_rig *litmus_rig_create(const struct litmus_program *p, enum pf_metadata metadata,
				     struct diag *diag);
void litmus_rig_destroy(struct litmus_rig *r);

/* One more observer; NULL: none. */
void litmus_rig_observe(struct litmus_rig *r, const struct machine_observer *o);

/* Warp instructions after which a run counts as one that never ends. */
enum { RIG_INSTRUCTIONS = 1000000 };

/* Runs once from fresh memory. -1 and diag: a checker cannot go on. */
int litmus_rig_run(struct litmus_rig *r, const struct machine_hook *hook, struct litmus_run *run,
		   struct diag *diag);

/* Of the last run that faulted. */
const char *litmus_rig_fault(const struct litmus_rig *r);

/* Of all runs so far; PAPER or SCORD. */
void litmus_rig_totals(struct litmus_rig *r, enum litmus_checker c, struct score_totals *t);

#endif
