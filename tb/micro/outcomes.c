/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "outcomes.h"

#include <string.h>

static const struct outcome outcomes[OUTCOMES] = {
	{.name = "block 1 held the lock first", .paper_reports = true},
	{.name = "block 0 did; it wrote before block 1 read", .paper_reports = true},
	{.name = "block 0 did; block 1 read before it wrote", .paper_reports = false},
};

bool outcomes_wanted(const char *benchmark)
{
	return !strcmp(benchmark, "race_interblock_none-lock_rtraw");
}

void outcomes_begin(void *ctx)
{
	struct outcomes_watch *w = ctx;

	if (!w->o->n) {
		memcpy(w->o->outcome, outcomes, sizeof(outcomes));
		w->o->n = OUTCOMES;
	}
	*w = (struct outcomes_watch){.o = w->o};
}

void outcomes_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct outcomes_watch *w = ctx;
	const unsigned lane = op->mask ? (unsigned)__builtin_ctz(op->mask) : 0;

	w->now++;
	if (op->space != PTX_SPACE_GLOBAL || who->block > 1)
		return;
	/* The only compare-and-swap is the lock's, the only volatile accesses are data's. */
	if (op->kind == SIMT_OP_ATOM && op->atom == PTX_ATOM_CAS && op->data[0][lane] == 0)
		w->locked[who->block] = w->now;
	if (op->kind == SIMT_OP_ST && op->sem == PTX_SEM_VOLATILE)
		w->wrote = w->now;
	if (op->kind == SIMT_OP_LD && op->sem == PTX_SEM_VOLATILE && who->block == 1)
		w->other_read = w->now;
}

void outcomes_end(void *ctx, const struct litmus_run *run)
{
	struct outcomes_watch *w = ctx;
	const unsigned which = w->locked[1] < w->locked[0] ? 0 : w->wrote < w->other_read ? 1 : 2;
	struct outcome *o = &w->o->outcome[which];

	o->runs++;
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		o->racy[c] += run->racy[c];
}

bool outcomes_expected(const struct outcomes *o)
{
	for (unsigned i = 0; i < o->n; i++)
		if (!o->outcome[i].runs ||
		    o->outcome[i].racy[LITMUS_PAPER] !=
			    (o->outcome[i].paper_reports ? o->outcome[i].runs : 0))
			return false;
	return o->n == OUTCOMES;
}
