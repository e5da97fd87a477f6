/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "litmus_cmd.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../base/json_text.h"
#include "../base/mem.h"
#include "../base/number.h"
#include "../base/version.h"
#include "../litmus/litmus.h"
#include "../session/options.h"

enum { KEY_JSON = 0x100, KEY_MAX_RUNS, KEY_MAX_SPIN, KEY_METADATA, KEY_TEST, KEY_EVERY, KEY_PTX };
enum { MAX_FILE = 1 << 20 };

struct litmus {
	struct litmus_limits limits;
	bool json_wanted, ptx;
	const char *only;
	char **files;
	size_t n_files, cap_files;
	json_t *json; /* array of tests */
	uint64_t tests, differ;
};

static uint64_t parse_number(const char *option, const char *arg, uint64_t max,
			     struct argp_state *state)
{
	uint64_t v = 0;

	if (number_parse(arg, NUMBER_PLAIN, &v) || v > max)
		argp_failure(state, OPTIONS_EXIT_USAGE, 0,
			     "%s: '%s' is not a number in 0 to %" PRIu64, option, arg, max);
	return v;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct litmus *l = state->input;

	switch (key) {
	case KEY_JSON: l->json_wanted = true; break;
	case KEY_PTX: l->ptx = true; break;
	case KEY_TEST: l->only = arg; break;
	case KEY_EVERY: l->limits.every_order = true; break;
	case KEY_MAX_RUNS:
		l->limits.max_runs = parse_number("--max-runs", arg, UINT64_MAX, state);
		break;
	case KEY_MAX_SPIN:
		l->limits.max_spin = (uint32_t)parse_number("--max-spin", arg, UINT32_MAX, state);
		break;
	case KEY_METADATA:
		if (strcmp(arg, "full") != 0 && strcmp(arg, "cached16") != 0)
			argp_failure(state, OPTIONS_EXIT_USAGE, 0,
				     "--metadata: '%s' is neither full nor cached16", arg);
		l->limits.metadata = *arg == 'f' ? PF_FULL : PF_CACHED16;
		break;
	case ARGP_KEY_ARG:
		l->files = mem_grow(l->files, &l->cap_files, l->n_files, sizeof(char *));
		l->files[l->n_files++] = arg;
		break;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no file given"); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int problem(const char *text)
{
	fprintf(stderr, VERSION_NAME " litmus: %s\n", text);
	return -1;
}

/* Whole file, or NULL after a message. */
static char *slurp(const char *name, size_t *size)
{
	FILE *f = strcmp(name, "-") != 0 ? fopen(name, "rb") : stdin;
	char *text = f ? mem_alloc(MAX_FILE + 1) : NULL;
	struct diag d = {""};

	if (f)
		*size = fread(text, 1, MAX_FILE + 1, f);
	if (!f || ferror(f)) {
		diag_set(&d, name, 0, "%s", strerror(errno));
	} else if (*size > MAX_FILE) {
		diag_set(&d, name, 0, "more than %d bytes", MAX_FILE);
	}
	if (f && f != stdin)
		fclose(f);
	if (!d.text[0])
		return text;
	problem(d.text);
	free(text);
	return NULL;
}

static const char *final_name(const struct litmus_final *c)
{
	return c->in == LITMUS_SOMETIMES ? "exists" : litmus_verdict_name(c->in);
}

/* One line for each test. */
static void print_test(const struct litmus_test *t, const struct litmus_result *r,
		       const char *wrong)
{
	printf("  %-36s %8" PRIu64 "%c", t->name, r->runs, r->exhaustive ? ' ' : '+');
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++) {
		const enum litmus_verdict got = litmus_verdict_of(r, (enum litmus_checker)c);

		printf(" %-11s%c", litmus_verdict_name(got),
		       !t->expect[c]         ? ' '
		       : t->expect[c] == got ? '='
					     : '!');
	}
	if (r->faulted)
		printf(" (faults in %" PRIu64 ")", r->faulted);
	if (r->hung)
		printf(" (hangs in %" PRIu64 ")", r->hung);
	for (unsigned i = 0; i < t->program.n_finals; i++)
		printf(" %s %s in %" PRIu64 "%c", final_name(&t->program.finals[i]),
		       t->program.finals[i].text, r->holds[i],
		       litmus_final_ok(&t->program.finals[i], r, i) ? '=' : '!');
	printf("%s%s\n", wrong ? " WRONG: " : "", wrong ? wrong : "");
}

static json_t *json_rows(const struct score_totals *s)
{
	json_t *rows = json_object();

	for (unsigned i = 0; i < SCORE_ROWS; i++)
		if (s->rows_missed[i] || s->rows_false[i])
			json_object_set_new(rows, score_row_name((enum score_row)i),
					    json_pack("{s:I, s:I}", "missed",
						      (json_int_t)s->rows_missed[i], "false",
						      (json_int_t)s->rows_false[i]));
	return rows;
}

static json_t *json_checker(const struct litmus_test *t, const struct litmus_result *r, unsigned c)
{
	const enum litmus_verdict got = litmus_verdict_of(r, (enum litmus_checker)c);
	json_t *kinds = json_object();
	json_t *j;

	for (unsigned k = 0; k < RACE_KINDS; k++)
		if (r->kinds[c][k])
			json_object_set_new(kinds, race_kind_name((enum race_kind)k),
					    json_integer((json_int_t)r->kinds[c][k]));
	j = json_pack("{s:s, s:I, s:o}", "got", litmus_verdict_name(got), "racy",
		      (json_int_t)r->racy[c], "kinds", kinds);
	if (t->expect[c])
		json_object_set_new(j, "expected", json_string(litmus_verdict_name(t->expect[c])));
	if (c != LITMUS_PAPER && c != LITMUS_SCORD)
		return j;
	json_object_set_new(j, "rows", json_rows(&r->totals[c]));
	json_object_set_new(j, "only_oracle", json_integer((json_int_t)r->only_oracle[c]));
	json_object_set_new(j, "only_checker", json_integer((json_int_t)r->only_checker[c]));
	return j;
}

static json_t *json_conditions(const struct litmus_test *t, const struct litmus_result *r)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < t->program.n_finals; i++) {
		const struct litmus_final *c = &t->program.finals[i];

		json_array_append_new(
			all, json_pack("{s:s, s:o, s:i, s:I, s:b}", "expected", final_name(c),
				       "text", json_text(c->text), "line", (int)c->line, "orders",
				       (json_int_t)r->holds[i], "ok", litmus_final_ok(c, r, i)));
	}
	return all;
}

static json_t *json_test(const struct litmus_test *t, const struct litmus_result *r,
			 const char *wrong)
{
	json_t *j = json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:b, s:b}", "file",
			      json_text(t->program.file), "test", json_text(t->name), "why",
			      json_text(t->why ? t->why : ""), "runs", (json_int_t)r->runs, "hung",
			      (json_int_t)r->hung, "cut_short", (json_int_t)r->cut_short,
			      "exhaustive", r->exhaustive, "ok", !wrong);

	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		json_object_set_new(j, litmus_checker_name((enum litmus_checker)c),
				    json_checker(t, r, c));
	json_object_set_new(j, "faulted", json_integer((json_int_t)r->faulted));
	if (r->faulted)
		json_object_set_new(j, "fault", json_text(r->fault));
	json_object_set_new(j, "conditions", json_conditions(t, r));
	if (wrong)
		json_object_set_new(j, "wrong", json_text(wrong));
	return j;
}

static int do_test(struct litmus *l, const struct litmus_test *t)
{
	struct litmus_result r;
	struct diag d = {""};
	bool wrong;

	if (l->only && strcmp(l->only, t->name) != 0)
		return 0;
	l->tests++;
	if (l->ptx) {
		printf("// %s\n%s", t->name, t->program.ptx);
		return 0;
	}
	if (litmus_explore(&t->program, &l->limits, &r, &d)) {
		fprintf(stderr, VERSION_NAME " litmus: %s: test %s: %s\n", t->program.file, t->name,
			d.text);
		return -1;
	}
	wrong = litmus_check(t, &r, &d) != 0;
	l->differ += wrong;
	if (l->json_wanted)
		json_array_append_new(l->json, json_test(t, &r, wrong ? d.text : NULL));
	else
		print_test(t, &r, wrong ? d.text : NULL);
	fflush(stdout);
	return 0;
}

static int do_file(struct litmus *l, const char *name)
{
	struct litmus_test *tests;
	struct diag d = {""};
	size_t n, size;
	char *text = slurp(name, &size);
	int r = 0;

	if (!text)
		return -1;
	tests = litmus_parse(text, size, name, &n, &d);
	if (!tests) {
		free(text);
		return problem(d.text);
	}
	if (!l->json_wanted && !l->ptx && !l->only) {
		printf("%s\n", name);
		fflush(stdout); /* the first test may take long */
	}
	for (size_t i = 0; i < n && !r; i++)
		r = do_test(l, &tests[i]);
	litmus_free(tests, n);
	free(text);
	return r;
}

static int finish(struct litmus *l)
{
	if (l->json_wanted) {
		json_dumpf(l->json, stdout, JSON_INDENT(1));
		putchar('\n');
	} else if (!l->ptx) {
		printf("%" PRIu64 " tests, %" PRIu64 " not as expected\n", l->tests, l->differ);
	}
	errno = 0;
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, VERSION_NAME " litmus: standard output: %s\n",
			strerror(errno ? errno : EIO));
		return OPTIONS_EXIT_USAGE;
	}
	return l->differ ? 1 : 0;
}

static int run(struct litmus *l)
{
	int r = 0;

	l->json = json_array();
	if (!l->json_wanted && !l->ptx)
		printf("  %-36s %8s  %-12s %-12s %-12s %-12s\n", "test", "orders", "ptx",
		       "scord-model", "paper", "scord");
	for (size_t i = 0; i < l->n_files && !r; i++)
		r = do_file(l, l->files[i]);
	if (!r && l->only && !l->tests) {
		struct diag d = {""};

		diag_set(&d, NULL, 0, "no test '%s'", l->only);
		r = problem(d.text);
	}
	r = r ? OPTIONS_EXIT_USAGE : finish(l);
	json_decref(l->json);
	free(l->files);
	return r;
}

int litmus_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " litmus";
	static const struct argp_option table[] = {
		{.name = "json", .key = KEY_JSON, .doc = "one JSON array instead of the table"},
		{.name = "test", .key = KEY_TEST, .arg = "NAME", .doc = "only this test"},
		{.name = "max-runs",
		 .key = KEY_MAX_RUNS,
		 .arg = "N",
		 .doc = "stop a test after N orders (+ in the table: not all were walked)"},
		{.name = "max-spin",
		 .key = KEY_MAX_SPIN,
		 .arg = "N",
		 .doc = "bound for loops that count their tries"},
		{.name = "metadata",
		 .key = KEY_METADATA,
		 .arg = "full|cached16",
		 .doc = "what the detectors keep (full)"},
		{.name = "every-order",
		 .key = KEY_EVERY,
		 .doc = "walk orders that differ only in operations which do not affect each "
			"other, too"},
		{.name = "ptx", .key = KEY_PTX, .doc = "print the tests as PTX; run nothing"},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "FILE...",
		.doc = "Run small programs in every order and say who sees a race: the oracle with "
		       "--model ptx and --model scord, ScoRD as published (paper), and our "
		       "detector (scord)."
		       "\vThe verdict over all orders is never, sometimes or always; = and ! say "
		       "whether the test expects it. FILE - is standard input; docs/litmus.md has "
		       "the language.\n\nExamples:\n"
		       "  " VERSION_NAME " litmus tb/litmus/*.litmus\n"
		       "  " VERSION_NAME " litmus --test mp_fence --json tb/litmus/fence.litmus\n\n"
		       "Exit status: 0 all as expected, 1 some are not, 2 an error."};
	struct litmus l = {.limits = {.metadata = PF_FULL}};

	argv[0] = name;
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &l);
	return run(&l);
}
