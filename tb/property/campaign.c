/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * campaign: random small programs, oracle against detectors, every miss and false alarm
 * explained or it fails.
 *
 *   campaign [--set scord|iguard|exact] [--programs N] [--seed S] [--csv FILE] [--quiet]
 *   campaign [--set ...] --program SEED [--order N]     one program again, its races in words
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interleavings.h"
#include "program.h"

struct options {
	const struct checker_set *set;
	uint64_t programs, seed, program, order;
	const char *csv;
	bool one, quiet;
};

static int usage(const char *what)
{
	fprintf(stderr,
		"campaign: %s (usage: campaign [--set scord|iguard|exact] [--programs N] [--seed "
		"S] "
		"[--csv FILE] [--quiet] | "
		"--program SEED [--order N])\n",
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

static int parse(int argc, char **argv, struct options *o)
{
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : "";
		uint64_t *to = !strcmp(a, "--programs")  ? &o->programs
			       : !strcmp(a, "--seed")    ? &o->seed
			       : !strcmp(a, "--program") ? &o->program
			       : !strcmp(a, "--order")   ? &o->order
							 : NULL;

		if (!strcmp(a, "--quiet")) {
			o->quiet = true;
			continue;
		}
		i++;
		if (!strcmp(a, "--set")) {
			o->set = !strcmp(v, "iguard")  ? &iguard_set
				 : !strcmp(v, "exact") ? &exact_set
						       : &scord_set;
			if (strcmp(v, o->set->name))
				return usage("--set is scord, iguard or exact");
			continue;
		}
		if (!strcmp(a, "--csv") && *v) {
			o->csv = v;
			continue;
		}
		if (!to)
			return usage("unknown option");
		if (number(v, to))
			return usage("a number is missing");
		o->one |= to == &o->program;
	}
	return 0;
}

static void csv_line(FILE *f, const struct checker *c, const char *what, const char *row,
		     uint64_t n)
{
	fprintf(f, "%s,%s,%s,%s,%llu\n", c->policy_name, c->metadata_name, what, row,
		(unsigned long long)n);
}

static int write_csv(const char *path, const struct options *o, const struct tally *t)
{
	FILE *f = fopen(path, "w");

	if (!f) {
		fprintf(stderr, "campaign: %s: %s\n", path, strerror(errno));
		return 2;
	}
	fprintf(f,
		"# campaign --set %s --programs %llu --seed %llu: %llu runs, %llu of them hung; "
		"%llu programs race, %llu were walked exhaustively\n",
		o->set->name, (unsigned long long)o->programs, (unsigned long long)o->seed,
		(unsigned long long)t->runs, (unsigned long long)t->hung,
		(unsigned long long)t->racy_programs, (unsigned long long)t->exhaustive);
	fprintf(f, "policy,metadata,outcome,row,accesses\n");
	for (unsigned c = 0; c < o->set->n; c++) {
		const struct score_totals *s = &t->totals[c];

		csv_line(f, &o->set->c[c], "found", "total", s->found);
		csv_line(f, &o->set->c[c], "missed", "total", s->missed);
		csv_line(f, &o->set->c[c], "false", "total", s->false_);
		for (unsigned r = 0; r < SCORE_ROWS; r++)
			if (s->rows_missed[r])
				csv_line(f, &o->set->c[c], "missed",
					 score_row_name((enum score_row)r), s->rows_missed[r]);
		for (unsigned r = 0; r < SCORE_ROWS; r++)
			if (s->rows_false[r])
				csv_line(f, &o->set->c[c], "false",
					 score_row_name((enum score_row)r), s->rows_false[r]);
	}
	return fclose(f) ? usage("the file could not be written") : 0;
}

/* A file gets the last line only. */
static void progress(const struct options *o, const struct tally *t, unsigned bad, bool last)
{
	const bool terminal = isatty(STDERR_FILENO);

	if (o->quiet || (!terminal && !last))
		return;
	fprintf(stderr, "%s%llu of %llu programs, %llu runs, %llu racing accesses, %u bad%s",
		terminal ? "\r" : "", (unsigned long long)t->programs,
		(unsigned long long)o->programs, (unsigned long long)t->runs,
		(unsigned long long)t->races, bad, last ? "\n" : "");
}

static int one(const struct options *o)
{
	struct program p;
	struct tally t = {0};

	program_make(&p, o->program);
	program_list(&p, stdout);
	return interleavings_run(o->set, &p, &t, o->order, stdout) ? 1 : 0;
}

enum { MOST_BAD = 10 };

int main(int argc, char **argv)
{
	struct options o = {.set = &scord_set, .programs = 10000, .seed = 1};
	struct program p;
	struct tally t = {0};
	unsigned bad = 0;
	int e = parse(argc, argv, &o);

	if (e)
		return e;
	if (o.one)
		return one(&o);
	for (uint64_t i = 0; i < o.programs && bad < MOST_BAD; i++) {
		program_make(&p, o.seed * 1000000 + i);
		bad += interleavings_run(o.set, &p, &t, 0, stdout) != 0;
		if (i % 100 == 0)
			progress(&o, &t, bad, false);
	}
	progress(&o, &t, bad, true);
	if (o.csv)
		e = write_csv(o.csv, &o, &t);
	return bad ? 1 : e;
}
