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
	bool hung;                  /* deadlock or livelock */
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

/* Runs once from fresh memory. -1 and diag after a fault. */
int litmus_rig_run(struct litmus_rig *r, const struct machine_hook *hook, struct litmus_run *run,
		   struct diag *diag);

/* Of all runs so far; PAPER or SCORD. */
void litmus_rig_totals(struct litmus_rig *r, enum litmus_checker c, struct score_totals *t);

#endif
