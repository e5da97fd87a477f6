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
	return 0;
}
