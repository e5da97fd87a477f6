/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "litmus.h"
#include "interleavings.h"
#include "rig.h"

struct tally {
	struct litmus_rig *rig;
	struct litmus_result *r;
	struct diag *diag;
};

static void count(const struct tally *t, const struct litmus_run *run)
{
	struct litmus_result *r = t->r;

	r->runs++;
	if (run->faulted && !r->faulted)
		snprintf(r->fault, sizeof(r->fault), "%s", litmus_rig_fault(t->rig));
	r->hung += run->hung;
	r->faulted += run->faulted;
	r->ended_ok += !run->hung && !run->faulted;
	for (unsigned i = 0; i < LITMUS_FINALS; i++)
		r->holds[i] += run->holds >> i & 1;
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++) {
		r->racy[c] += run->racy[c];
		r->only_oracle[c] += run->racy[LITMUS_SCORD_MODEL] && !run->racy[c];
		r->only_checker[c] += !run->racy[LITMUS_SCORD_MODEL] && run->racy[c];
		for (unsigned k = 0; k < RACE_KINDS; k++)
			r->kinds[c][k] += run->kinds[c][k];
	}
}

static void on_run(void *ctx, const struct litmus_run *run)
{
	count(ctx, run);
}

static int once(void *ctx, const struct machine_hook *hook)
{
	struct tally *t = ctx;
	struct litmus_run run;

	if (litmus_rig_run(t->rig, hook, &run, t->diag))
		return -1;
	count(t, &run);
	return 0;
}

static int every_order(struct tally *t, const struct litmus_limits *l)
{
	const struct explore_limits limits = {.max_runs = l->max_runs, .max_spin = l->max_spin};
	struct explore_result e;
	const int bad = explore_run(once, t, &limits, &e, t->diag);

	t->r->exhaustive = e.exhaustive;
	return bad;
}

static int one_of_each(struct tally *t, const struct litmus_limits *l, bool *again)
{
	struct interleavings_result o;
	const int bad = interleavings_walk(t->rig, l, on_run, t, &o, t->diag);

	t->r->exhaustive = o.exhaustive;
	t->r->cut_short = o.cut_short;
	*again = o.unsound;
	return bad;
}

static int explore(const struct litmus_program *p, const struct litmus_limits *l, bool every,
		   struct tally *t, bool *again)
{
	int bad;

	*t->r = (struct litmus_result){0};
	t->rig = litmus_rig_create(p, l->metadata, t->diag);
	if (!t->rig)
		return -1;
	bad = every ? every_order(t, l) : one_of_each(t, l, again);
	for (unsigned c = LITMUS_PAPER; c <= LITMUS_SCORD; c++)
		litmus_rig_totals(t->rig, (enum litmus_checker)c, &t->r->totals[c]);
	litmus_rig_destroy(t->rig);
	return bad;
}

int litmus_explore(const struct litmus_program *p, const struct litmus_limits *l,
		   struct litmus_result *r, struct diag *diag)
{
	const bool every = l->every_order || l->metadata == PF_CACHED16;
	struct tally t = {.r = r, .diag = diag};
	bool again = false;
	int bad = explore(p, l, every, &t, &again);

	if (!bad && again)
		bad = explore(p, l, true, &t, &again);
	return bad;
}
