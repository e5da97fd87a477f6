/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "litmus.h"

static const char *const checkers[LITMUS_CHECKERS] = {"ptx", "scord-model", "paper", "scord"};
static const char *const verdicts[] = {"", "never", "sometimes", "always"};

const char *litmus_checker_name(enum litmus_checker c)
{
	return checkers[c];
}

const char *litmus_verdict_name(enum litmus_verdict v)
{
	return verdicts[v];
}

enum litmus_verdict litmus_verdict_of(const struct litmus_result *r, enum litmus_checker c)
{
	if (!r->racy[c])
		return LITMUS_NEVER;
	return r->racy[c] == r->runs ? LITMUS_ALWAYS : LITMUS_SOMETIMES;
}

static bool listed(const struct litmus_test *t, enum litmus_checker c, unsigned row)
{
	for (unsigned i = 0; t->rows[c][i]; i++)
		if (t->rows[c][i] == row)
			return true;
	return false;
}

/* Every disagreement has one of the rows that the test names, and each of these occurs. */
static int check_rows(const struct litmus_test *t, const struct litmus_result *r,
		      enum litmus_checker c, struct diag *diag)
{
	const struct score_totals *s = &r->totals[c];

	for (unsigned row = 0; row < SCORE_ROWS; row++) {
		const bool occurs = s->rows_missed[row] || s->rows_false[row];

		if (occurs == listed(t, c, row) || (row && occurs && !t->rows[c][0]))
			continue;
		return diag_set(diag, NULL, 0, "%s: %s %s", checkers[c],
				score_row_name((enum score_row)row),
				occurs ? "explains a disagreement, and is not in the test's row"
				       : "explains nothing");
	}
	return 0;
}

bool litmus_final_ok(const struct litmus_final *c, const struct litmus_result *r, unsigned i)
{
	if (c->in == LITMUS_SOMETIMES)
		return r->holds[i] > 0;
	return r->holds[i] == (c->in == LITMUS_ALWAYS ? r->runs : 0);
}

static enum litmus_verdict of(uint64_t n, uint64_t all)
{
	return n == 0 ? LITMUS_NEVER : n == all ? LITMUS_ALWAYS : LITMUS_SOMETIMES;
}

/* How runs end: a fault that nobody has said is not as expected. */
static int check_ends(const struct litmus_test *t, const struct litmus_result *r, struct diag *diag)
{
	const enum litmus_verdict faults = of(r->faulted, r->runs), hangs = of(r->hung, r->runs);

	if (faults != (t->faults ? t->faults : LITMUS_NEVER))
		return diag_set(diag, NULL, 0,
				"faults: expected %s, got %s (%llu of %llu orders)%s%s",
				verdicts[t->faults ? t->faults : LITMUS_NEVER], verdicts[faults],
				(unsigned long long)r->faulted, (unsigned long long)r->runs,
				r->faulted ? ": " : "", r->fault);
	if (t->hangs && hangs != t->hangs)
		return diag_set(diag, NULL, 0, "hangs: expected %s, got %s (%llu of %llu orders)",
				verdicts[t->hangs], verdicts[hangs], (unsigned long long)r->hung,
				(unsigned long long)r->runs);
	for (unsigned i = 0; i < t->program.n_finals; i++) {
		const struct litmus_final *c = &t->program.finals[i];

		if (litmus_final_ok(c, r, i))
			continue;
		return diag_set(diag, t->program.file, c->line,
				"%s %s: held in %llu of %llu orders",
				c->in == LITMUS_SOMETIMES ? "exists" : verdicts[c->in], c->text,
				(unsigned long long)r->holds[i], (unsigned long long)r->runs);
	}
	return 0;
}

int litmus_check(const struct litmus_test *t, const struct litmus_result *r, struct diag *diag)
{
	for (unsigned i = 0; i < LITMUS_CHECKERS; i++) {
		const enum litmus_checker c = (enum litmus_checker)i;
		const enum litmus_verdict got = litmus_verdict_of(r, c);

		if (t->expect[c] && t->expect[c] != got)
			return diag_set(
				diag, NULL, 0, "%s: expected %s, got %s (%llu of %llu orders)",
				checkers[c], verdicts[t->expect[c]], verdicts[got],
				(unsigned long long)r->racy[c], (unsigned long long)r->runs);
		if (c >= LITMUS_PAPER && (t->expect[c] || t->rows[c][0]) &&
		    check_rows(t, r, c, diag))
			return -1;
	}
	return check_ends(t, r, diag);
}
