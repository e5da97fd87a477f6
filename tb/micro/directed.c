/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * directed: every test of sw/kernels/directed/FILE.litmus, expected against got.
 *
 *   FILE.litmus ─> litmus_parse() ─> litmus_explore() ─> litmus_check() ─> row
 *
 * A file's name says how it is run: NAME.few.litmus in the first few orders only,
 * NAME.cached16.litmus with cached metadata. Exit status 1 when a test is not as expected, a
 * disagreement is unexplained, or a weakness of sw/score/rows.def has no test.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "litmus/litmus.h"

enum { MAX_FILE = 1 << 20, FEW = 10, MAX_FILES = 64 };

enum style { TABLE, MARKDOWN, CSV };

struct directed {
	enum style style;
	bool verbose;
	const char *files[MAX_FILES];
	unsigned n_files;
	unsigned tests, wrong;
	bool shown[SCORE_ROWS]; /* weaknesses that some test shows */
};

static const struct {
	enum litmus_checker c;
	const char *name;
} columns[] = {
	{LITMUS_SCORD_MODEL, "oracle"}, {LITMUS_PAPER, "scord-paper"}, {LITMUS_SCORD, "scord"}};
enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

/* Weaknesses that no test can show: docs/directed.md says why. */
static bool cannot_show(enum score_row r)
{
	switch (r) {
	case SCORE_UNEXPLAINED:
	case SCORE_M_TOO_MANY:
	case SCORE_F_PTX:
	case SCORE_M_PTX:
	case SCORE_F_CLOCKED:
	case SCORE_M_CLOCKED:
	case SCORE_M_RING: return true;
	default: return false;
	}
}

static char *slurp(const char *file, size_t *size, struct diag *diag)
{
	FILE *f = fopen(file, "r");
	char *text;

	if (!f) {
		diag_set(diag, file, 0, "%s", strerror(errno));
		return NULL;
	}
	text = mem_alloc(MAX_FILE);
	*size = fread(text, 1, MAX_FILE, f);
	if (ferror(f) || *size == MAX_FILE) {
		diag_set(diag, file, 0, "cannot be read, or is too large");
		free(text);
		text = NULL;
	}
	fclose(f);
	return text;
}

/* "paper: a, b; scord: c" */
static void rows_text(const struct litmus_result *r, char *out, size_t size)
{
	FILE *f = fmemopen(out, size, "w");
	const char *end = "";

	for (unsigned i = 0; f && i < COLUMNS; i++) {
		const struct score_totals *t = &r->totals[columns[i].c];
		const char *sep = ": ";

		if (columns[i].c == LITMUS_SCORD_MODEL)
			continue;
		for (unsigned row = 0; row < SCORE_ROWS; row++) {
			if (!t->rows_missed[row] && !t->rows_false[row])
				continue;
			if (sep[0] == ':')
				fprintf(f, "%s%s", end, columns[i].name);
			fprintf(f, "%s%s", sep, score_row_name((enum score_row)row));
			sep = ", ";
			end = "; ";
		}
	}
	if (f)
		fclose(f);
}

static void note_rows(struct directed *d, const struct litmus_result *r)
{
	for (unsigned c = LITMUS_PAPER; c <= LITMUS_SCORD; c++)
		for (unsigned row = 0; row < SCORE_ROWS; row++)
			if (r->totals[c].rows_missed[row] || r->totals[c].rows_false[row])
				d->shown[row] = true;
}

static void cell(const struct litmus_test *t, const struct litmus_result *r, enum litmus_checker c,
		 char out[64])
{
	const enum litmus_verdict got = litmus_verdict_of(r, c);

	if (got == t->expect[c])
		snprintf(out, 64, "%s", litmus_verdict_name(got));
	else
		snprintf(out, 64, "%s, GOT %s", litmus_verdict_name(t->expect[c]),
			 litmus_verdict_name(got));
}

static void print_test(const struct directed *d, const struct litmus_test *t,
		       const struct litmus_result *r, bool good)
{
	char cells[COLUMNS][64], rows[512] = "", orders[32];

	for (unsigned i = 0; i < COLUMNS; i++)
		cell(t, r, columns[i].c, cells[i]);
	rows_text(r, rows, sizeof(rows));
	snprintf(orders, sizeof(orders), "%s%llu", r->exhaustive ? "" : "first ",
		 (unsigned long long)r->runs);
	switch (d->style) {
	case TABLE:
		printf("%-32s %9s  %-10s %-10s %-10s %-5s  %s\n", t->name, orders, cells[0],
		       cells[1], cells[2], good ? "ok" : "WRONG", rows);
		break;
	case MARKDOWN:
		printf("| `%s` | %s | %s | %s | %s | %s%s |\n", t->name, orders, cells[0], cells[1],
		       cells[2], rows, good ? "" : " **WRONG**");
		break;
	case CSV:
		printf("%s,%llu,%s,%s,%s,%s,\"%s\",%s\n", t->name, (unsigned long long)r->runs,
		       r->exhaustive ? "yes" : "no", cells[0], cells[1], cells[2], rows,
		       good ? "yes" : "no");
		break;
	}
	fflush(stdout);
}

/* What litmus_check() does not ask for. */
static int check_all(const struct litmus_test *t, const struct litmus_result *r, bool few,
		     struct diag *diag)
{
	for (unsigned i = 0; i < COLUMNS; i++) {
		const struct score_totals *s = &r->totals[columns[i].c];

		if (!t->expect[columns[i].c])
			return diag_set(diag, NULL, 0, "no expectation for %s", columns[i].name);
		if (columns[i].c == LITMUS_SCORD_MODEL)
			continue;
		if (s->rows_missed[SCORE_UNEXPLAINED] || s->rows_false[SCORE_UNEXPLAINED])
			return diag_set(diag, NULL, 0, "%s: a disagreement is unexplained",
					columns[i].name);
		if ((s->missed || s->false_) && !t->rows[columns[i].c][0])
			return diag_set(diag, NULL, 0, "%s: disagrees, and the test names no row",
					columns[i].name);
	}
	if (r->hung)
		return diag_set(diag, NULL, 0, "hangs in %llu orders", (unsigned long long)r->hung);
	if (!r->exhaustive && !few)
		return diag_set(diag, NULL, 0, "not every order was walked");
	return litmus_check(t, r, diag);
}

static int run_test(struct directed *d, const struct litmus_test *t, const char *file,
		    struct diag *diag)
{
	const bool few = strstr(file, ".few.");
	const struct litmus_limits limits = {.max_runs = few ? FEW : 0,
					     .metadata = strstr(file, ".cached16.") ? PF_CACHED16
										    : PF_FULL};
	struct litmus_result r;
	struct diag why = {""};
	bool good;

	if (litmus_explore(&t->program, &limits, &r, diag))
		return -1;
	good = !check_all(t, &r, few, &why);
	note_rows(d, &r);
	print_test(d, t, &r, good);
	d->tests++;
	if (good)
		return 0;
	d->wrong++;
	fprintf(stderr, "directed: %s: %s: %s\n", file, t->name, why.text);
	return 0;
}

static int run_file(struct directed *d, const char *file, struct diag *diag)
{
	struct litmus_test *tests = NULL;
	const char *name = strrchr(file, '/');
	size_t size = 0, n = 0;
	char *text = slurp(file, &size, diag);
	int bad = text ? 0 : -1;

	if (!bad) {
		tests = litmus_parse(text, size, file, &n, diag);
		bad = tests ? 0 : -1;
	}
	for (size_t i = 0; i < n && !bad; i++)
		bad = run_test(d, &tests[i], name ? name + 1 : file, diag);
	if (tests)
		litmus_free(tests, n);
	free(text);
	return bad;
}

static void print_head(const struct directed *d)
{
	switch (d->style) {
	case TABLE:
		printf("%-32s %9s  %-10s %-10s %-10s %-5s  %s\n", "test", "orders", "oracle",
		       "scord-paper", "scord", "", "explained by");
		break;
	case MARKDOWN:
		puts("| test | orders | oracle | scord-paper | scord | explained by |\n"
		     "|---|---:|---|---|---|---|");
		break;
	case CSV: puts("test,orders,exhaustive,oracle,scord-paper,scord,rows,right"); break;
	}
}

/* Which weaknesses have no test? */
static unsigned print_rest(const struct directed *d)
{
	unsigned n = 0;

	for (unsigned r = 0; r < SCORE_GLOBAL_ROWS; r++) {
		if (d->shown[r] || cannot_show((enum score_row)r))
			continue;
		n++;
		fprintf(stderr, "directed: no test shows %s\n", score_row_name((enum score_row)r));
	}
	return n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct directed *d = state->input;

	switch (key) {
	case 'c': d->style = CSV; return 0;
	case 'm': d->style = MARKDOWN; return 0;
	case ARGP_KEY_ARG:
		if (d->n_files == MAX_FILES)
			argp_error(state, "more than %d files", MAX_FILES);
		d->files[d->n_files++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (!d->n_files)
			argp_error(state, "no file given");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	static const struct argp_option table[] = {
		{"csv", 'c', NULL, 0, "print CSV", 0},
		{"markdown", 'm', NULL, 0, "print a Markdown table", 0},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "FILE.litmus...",
		.doc = "Run directed tests over every interleaving: in no, some or all of them, do "
		       "oracle, scord-paper and scord report a race? Expected against got."
		       "\vExit codes: 0 all is as expected; 1 something is not, or a weakness has "
		       "no test; 2 wrong option or file."};
	static struct directed d;
	struct diag diag = {""};
	unsigned rest;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &d);
	print_head(&d);
	for (unsigned i = 0; i < d.n_files; i++)
		if (run_file(&d, d.files[i], &diag)) {
			fprintf(stderr, "directed: %s\n", diag.text);
			return 2;
		}
	rest = print_rest(&d);
	if (d.style == TABLE)
		printf("\n%u tests, %u wrong; %u weaknesses without a test\n", d.tests, d.wrong,
		       rest);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("directed: standard output: not written\n", stderr);
		return 2;
	}
	return d.wrong || rest ? 1 : 0;
}
