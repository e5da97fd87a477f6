/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * judges: two judges of races, the oracle and the relations of PTX's model, on the same
 * executions.
 *
 *   judges [--programs N] [--seed S] [--orders N] [--file-orders N] [--csv FILE] [FILE.litmus...]
 *
 *   --exact        sw/exact, with tables of two pairs, in the oracle's place
 *   --fault NAME   with a mistake planted in the relations (model.h)
 *   --faults       with each of them, up to the first difference
 *
 * Random programs under random orders, and every test of the given files over its orders (the
 * first ones and random ones, when there are too many). Each difference is made smaller and
 * printed as a litmus test. Exit status 1 when there is one, 2 after an error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "both.h"
#include "random.h"

enum { MAX_EVENTS = 1024, MOST_BAD = 10 };

struct options {
	uint64_t programs, seed, orders, file_orders;
	enum model_fault fault;
	bool faults, exact;
	const char *csv;
	char **files;
	int n_files;
};

static int usage(const char *what)
{
	fprintf(stderr,
		"judges: %s (usage: judges [--programs N] [--seed S] [--orders N] "
		"[--file-orders N] [--exact] [--fault NAME | --faults] [--csv FILE] "
		"[FILE.litmus...])\n",
		what);
	return 2;
}

static int number(const char *text, uint64_t *n)
{
	char *end;

	errno = 0;
	*n = strtoull(text, &end, 10);
	return errno || *end || end == text || *text == '-' ? -1 : 0;
}

static int take_fault(const char *name, enum model_fault *f)
{
	for (unsigned i = 0; i < MODEL_FAULT_COUNT; i++)
		if (!strcmp(name, model_fault_name((enum model_fault)i))) {
			*f = (enum model_fault)i;
			return 0;
		}
	return -1;
}

static int parse(int argc, char **argv, struct options *o)
{
	int i;

	for (i = 1; i < argc && !strncmp(argv[i], "--", 2); i++) {
		const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : "";
		uint64_t *to = !strcmp(a, "--programs")      ? &o->programs
			       : !strcmp(a, "--seed")        ? &o->seed
			       : !strcmp(a, "--orders")      ? &o->orders
			       : !strcmp(a, "--file-orders") ? &o->file_orders
							     : NULL;

		if (!strcmp(a, "--exact")) {
			o->exact = true;
			continue;
		}
		if (!strcmp(a, "--faults")) {
			o->faults = true;
			continue;
		}

		i++;
		if (!strcmp(a, "--csv") && *v) {
			o->csv = v;
			continue;
		}
		if (!strcmp(a, "--fault")) {
			if (take_fault(v, &o->fault))
				return usage("no such fault");
			continue;
		}
		if (!to)
			return usage("unknown option");
		if (number(v, to))
			return usage("a number is missing");
	}
	o->files = argv + i;
	o->n_files = argc - i;
	return 0;
}

static struct both_config config(enum model_fault fault, bool exact)
{
	return (struct both_config){
		.oracle = {.model = ORACLE_PTX},
		.fault = fault,
		.max_events = MAX_EVENTS,
		.check = fault == MODEL_NONE,
		.exact = exact,
		.pairs = {.pairs = 2, .carry = 2},
	};
}

/* One random program */

struct trial {
	enum model_fault fault;
	bool exact;
	uint64_t seed, orders;
	struct both_tally *tally;
	char *why; /* not NULL: what differs */
	struct diag diag;
};

/* 1: the two differ; 0: they do not; -1: it does not run. */
static int run_program(struct trial *t, const struct random_program *p, bool deep)
{
	const struct both_config c = config(t->fault, t->exact);
	char text[RANDOM_TEXT];
	struct both_tally none = {0};
	struct litmus_test *test;
	struct both *b;
	size_t n;
	int r = -1;

	random_text(p, text);
	test = litmus_parse(text, strlen(text), "random.litmus", &n, &t->diag);
	if (!test)
		return -1;
	b = n == 1 ? both_create(&c, &test->program, &t->diag) : NULL;
	if (b && deep)
		r = both_walk(b, 200, t->seed, &none, &t->diag);
	else if (b)
		r = both_random(b, (uint32_t)t->orders, t->seed, t->tally);
	free(t->why);
	t->why = r == 1 ? mem_strdup(both_why(b)) : NULL;
	both_destroy(b);
	litmus_free(test, n);
	return r;
}

static bool still_differs(void *ctx, const struct random_program *p)
{
	return run_program(ctx, p, true) == 1;
}

static void show(struct trial *t, struct random_program *p)
{
	char text[RANDOM_TEXT];

	if (run_program(t, p, true) == 1)
		random_shrink(p, still_differs, t);
	if (run_program(t, p, true) != 1)
		run_program(t, p, false);
	random_text(p, text);
	printf("# seed %llu\n%s%s\n", (unsigned long long)t->seed, text, t->why ? t->why : "");
	fflush(stdout);
}

struct totals {
	struct both_tally tally;
	uint64_t programs, racy_programs, bad;
};

/* Whether p differs without the planted mistake as well. */
static bool differs_anyway(const struct trial *t, const struct random_program *p)
{
	struct both_tally none = {0};
	struct trial right = *t;
	bool differs;

	right.fault = MODEL_NONE;
	right.tally = &none;
	right.why = NULL;
	differs = run_program(&right, p, false) == 1;
	free(right.why);
	return differs;
}

/* Up to `most` differences. */
static int campaign(const struct options *o, unsigned most, struct totals *t)
{
	for (uint64_t i = 0; i < o->programs && t->bad < most; i++) {
		struct trial x = {.fault = o->fault,
				  .exact = o->exact,
				  .seed = o->seed * 1000000 + i,
				  .orders = o->orders,
				  .tally = &t->tally};
		const uint64_t racy = t->tally.racy;
		struct random_program p;
		int r;

		random_make(&p, x.seed);
		r = run_program(&x, &p, false);
		t->programs++;
		t->racy_programs += t->tally.racy > racy;
		if (r < 0) {
			char text[RANDOM_TEXT];

			random_text(&p, text);
			fprintf(stderr, "judges: seed %llu: %s\n%s", (unsigned long long)x.seed,
				x.diag.text, text);
			return -1;
		}
		if (r && (x.fault == MODEL_NONE || !differs_anyway(&x, &p))) {
			t->bad++;
			if (most > 1)
				show(&x, &p);
		}
		free(x.why);
	}
	return 0;
}

/* Files */

static char *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t n = 0, cap = 0;

	if (!f)
		return NULL;
	do {
		text = mem_realloc(text, cap += 65536);
		n += fread(text + n, 1, cap - n, f);
	} while (n == cap);
	fclose(f);
	*size = n;
	return text;
}

static int run_test(const struct options *o, const struct litmus_test *test, const char *path,
		    struct totals *t)
{
	const struct both_config c = config(o->fault, o->exact);
	const uint64_t racy = t->tally.racy;
	struct diag diag = {""};
	struct both *b = both_create(&c, &test->program, &diag);
	const uint64_t long_before = t->tally.too_long;
	int r = b ? both_random(b, 1, o->seed, &t->tally) : -1;

	if (!r && t->tally.too_long == long_before)
		r = both_walk(b, (uint32_t)o->file_orders, o->seed, &t->tally, &diag);

	t->programs++;
	t->racy_programs += t->tally.racy > racy;
	if (r < 0)
		fprintf(stderr, "judges: %s: %s: %s\n", path, test->name, diag.text);
	if (r == 1) {
		t->bad++;
		printf("# %s: %s\n%s\n", path, test->name, both_why(b));
	}
	both_destroy(b);
	return r < 0 ? -1 : 0;
}

static int run_file(const struct options *o, const char *path, struct totals *t)
{
	struct diag diag = {""};
	size_t size, n = 0;
	char *text = read_file(path, &size);
	struct litmus_test *tests = text ? litmus_parse(text, size, path, &n, &diag) : NULL;
	int r = 0;

	if (!tests) {
		fprintf(stderr, "judges: %s: %s\n", path, text ? diag.text : strerror(errno));
		free(text);
		return -1;
	}
	for (size_t i = 0; i < n && !r; i++) /* no copies are known here */
		if (!strstr(tests[i].program.ptx, ".async"))
			r = run_test(o, &tests[i], path, t);
	litmus_free(tests, n);
	free(text);
	return r;
}

/* Results */

struct column {
	const char *name;
	uint64_t value;
};

enum { COLUMNS = 19 };

static void columns(const struct totals *t, struct column c[COLUMNS])
{
	const struct both_tally *y = &t->tally;
	const struct column all[COLUMNS] = {
		{"programs", t->programs},
		{"racy_programs", t->racy_programs},
		{"executions", y->runs},
		{"racy_executions", y->racy},
		{"hung", y->hung},
		{"faulted", y->faulted},
		{"too_long", y->too_long},
		{"events", y->events},
		{"accesses", y->accesses},
		{"racy_accesses", y->racy_accesses},
		{"pairs", y->pairs},
		{"covered", y->covered},
		{"weak_starts", y->weak_starts},
		{"observations", y->observes},
		{"released_and_acquired", y->synchronizes},
		{"fence_sc", y->fence_sc},
		{"barriers", y->barriers},
		{"differing_programs", t->bad},
		{"differing_executions", y->differ},
	};

	memcpy(c, all, sizeof(all));
}

static FILE *open_csv(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		fprintf(stderr, "judges: %s: %s\n", path, strerror(errno));
	return f;
}

static int write_csv(const struct options *o, const struct totals *files,
		     const struct totals *random)
{
	struct column a[COLUMNS], b[COLUMNS];
	FILE *f = open_csv(o->csv);

	if (!f)
		return -1;
	columns(files, a);
	columns(random, b);
	fprintf(f, "# judges --programs %llu --seed %llu --orders %llu --file-orders %llu\n",
		(unsigned long long)o->programs, (unsigned long long)o->seed,
		(unsigned long long)o->orders, (unsigned long long)o->file_orders);
	fprintf(f, "what,litmus_files,random\n");
	for (unsigned i = 0; i < COLUMNS; i++)
		fprintf(f, "%s,%llu,%llu\n", a[i].name, (unsigned long long)a[i].value,
			(unsigned long long)b[i].value);
	return fclose(f);
}

static void report(const char *what, const struct totals *t, double seconds)
{
	struct column c[COLUMNS];

	columns(t, c);
	printf("%s:", what);
	for (unsigned i = 0; i < COLUMNS; i++)
		printf(" %llu %s,", (unsigned long long)c[i].value, c[i].name);
	printf(" %.0f s\n", seconds);
	fflush(stdout);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Each mistake in turn; 1 when one is not noticed. */
static int plant_faults(const struct options *given)
{
	FILE *f = given->csv ? open_csv(given->csv) : NULL;
	int bad = given->csv && !f ? -1 : 0;

	if (f)
		fprintf(f,
			"# judges --faults --programs %llu --seed %llu --orders %llu\n"
			"mistake,programs_until_noticed\n",
			(unsigned long long)given->programs, (unsigned long long)given->seed,
			(unsigned long long)given->orders);
	for (unsigned i = MODEL_NONE + 1; i < MODEL_FAULT_COUNT && bad >= 0; i++) {
		struct options o = *given;
		struct totals t = {0};

		o.fault = (enum model_fault)i;
		if (campaign(&o, 1, &t)) {
			bad = -1;
			break;
		}
		bad |= !t.bad;
		printf("%-70s %s %llu programs\n", model_fault_text(o.fault),
		       t.bad ? "noticed after" : "NOT NOTICED by", (unsigned long long)t.programs);
		if (f && t.bad)
			fprintf(f, "\"%s\",%llu\n", model_fault_text(o.fault),
				(unsigned long long)t.programs);
		else if (f)
			fprintf(f, "\"%s\",never\n", model_fault_text(o.fault));
	}
	return f && fclose(f) ? -1 : bad;
}

static int both_parts(const struct options *o)
{
	struct totals files = {0}, random = {0};
	double began = now();
	int bad = 0;

	for (int i = 0; i < o->n_files; i++)
		bad |= run_file(o, o->files[i], &files);
	if (o->n_files)
		report("litmus files", &files, now() - began);
	began = now();
	bad |= campaign(o, MOST_BAD, &random);
	report("random programs", &random, now() - began);
	if (o->csv)
		bad |= write_csv(o, &files, &random);
	return bad ? -1 : files.bad || random.bad;
}

int main(int argc, char **argv)
{
	struct options o = {.programs = 20000, .seed = 1, .orders = 16, .file_orders = 500};
	int r = parse(argc, argv, &o);

	if (r)
		return r;
	r = o.faults ? plant_faults(&o) : both_parts(&o);
	return r < 0 ? 2 : r;
}
