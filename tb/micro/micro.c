/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * micro: the 32 microbenchmarks over every interleaving, oracle and both policies beside each
 * other. docs/micro.md says what each cell must be; exit status 1 when one is not.
 *
 *   sw/kernels/micro/NAME.cu ─ photofinish cc --ptx ─> DIR/NAME.ptx ─> interleave_walk() ─> row
 */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "interleave.h"
#include "outcomes.h"

enum { BENCHMARKS = 32, MAX_NAME = 128, MAX_PTX = 1 << 20 };

struct row {
	char name[MAX_NAME];
	bool racey; /* what its name says */
	struct interleave_result r;
	struct outcomes o; /* n == 0: all orders are alike to scord-paper */
	bool disagrees;    /* with a walk that leaves no wait out */
	bool right[LITMUS_CHECKERS];
};

struct options {
	const char *dir, *csv;
	bool json, markdown;
	enum simt_mode mode;
	uint32_t sms;
};

static const struct {
	enum litmus_checker c;
	const char *name;
} columns[] = {
	{LITMUS_SCORD_MODEL, "oracle"}, {LITMUS_SCORD, "scord"}, {LITMUS_PAPER, "scord-paper"}};
enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

/* Every NAME.ptx of the folder. */
static int find_all(const char *dir, struct row *rows, struct diag *diag)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	unsigned n = 0;

	if (!d)
		return diag_set(diag, dir, 0, "%s", strerror(errno));
	while ((e = readdir(d))) {
		const size_t len = strlen(e->d_name);

		if (len < 5 || len - 4 >= MAX_NAME || strcmp(e->d_name + len - 4, ".ptx"))
			continue;
		if (n < BENCHMARKS)
			memcpy(rows[n].name, e->d_name, len - 4);
		n++;
	}
	closedir(d);
	if (n != BENCHMARKS)
		return diag_set(diag, dir, 0, "%u files NAME.ptx; expected %d", n, BENCHMARKS);
	qsort(rows, n, sizeof(*rows), by_name);
	return 0;
}

/* The launch that a name stands for: docs/micro.md. */
static int shape(struct row *row, struct litmus_program *p, struct diag *diag)
{
	static const struct {
		const char *where;
		uint32_t blocks, threads;
	} shapes[] = {{"interblock_", 2, 1},
		      {"interwarp-block_", 2, 33},
		      {"interwarp_", 1, 33},
		      {"intrawarp_", 1, 1}};
	const char *after = NULL;

	if (!strncmp(row->name, "race_", 5))
		after = row->name + 5;
	else if (!strncmp(row->name, "norace_", 7))
		after = row->name + 7;
	row->racey = row->name[0] == 'r';
	for (unsigned i = 0; after && i < sizeof(shapes) / sizeof(*shapes); i++) {
		if (strncmp(after, shapes[i].where, strlen(shapes[i].where)))
			continue;
		p->blocks = shapes[i].blocks;
		p->threads = shapes[i].threads;
		return 0;
	}
	return diag_set(diag, row->name, 0, "not a benchmark's name");
}

static int slurp(const char *file, char *text, struct diag *diag)
{
	FILE *f = fopen(file, "r");
	size_t n;

	if (!f)
		return diag_set(diag, file, 0, "%s", strerror(errno));
	n = fread(text, 1, MAX_PTX - 1, f);
	text[n] = '\0';
	if (ferror(f) || n == MAX_PTX - 1 || strlen(text) != n) {
		fclose(f);
		return diag_set(diag, file, 0, "not a PTX file");
	}
	fclose(f);
	return 0;
}

static void judge(struct row *row)
{
	const struct interleave_result *r = &row->r;
	const bool whole = r->exhaustive && !r->hung && r->runs && !row->disagrees;

	for (unsigned i = 0; i < LITMUS_CHECKERS; i++)
		row->right[i] = whole && r->racy[i] == (row->racey ? r->runs : 0);
	/* An order that hides the race from happens-before is no fault of the oracle's. */
	if (row->racey)
		row->right[LITMUS_SCORD_MODEL] = whole && r->racy[LITMUS_SCORD_MODEL];
	if (row->o.n)
		row->right[LITMUS_PAPER] = whole && outcomes_expected(&row->o);
}

static enum litmus_verdict verdict(uint64_t racy, uint64_t runs)
{
	return racy == 0 ? LITMUS_NEVER : racy == runs ? LITMUS_ALWAYS : LITMUS_SOMETIMES;
}

/* The same with every wait walked too, as machine/walk.c has them. Of four threads there are
 * too many orders then: those of three that wait for one alone are billions. */
static int cross_check(struct row *row, const struct litmus_program *p, struct diag *diag)
{
	const struct litmus_limits all = {.every_order = true};
	struct litmus_result r;

	if (p->blocks * p->threads > 33)
		return 0;
	if (litmus_explore(p, &all, &r, diag))
		return -1;
	row->disagrees = !r.exhaustive || r.hung || r.runs < row->r.runs;
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		row->disagrees |=
			verdict(row->r.racy[c], row->r.runs) != verdict(r.racy[c], r.runs);
	return 0;
}

static int walk(const struct options *opt, struct row *row, struct diag *diag)
{
	struct litmus_program p = {
		.mode = opt->mode, .sms = opt->sms, .buffer_bytes = 4, .watch_bytes = 4};
	struct outcomes_watch w = {.o = &row->o};
	const struct interleave_listener l = {&w, outcomes_begin, outcomes_op, outcomes_end};
	char *text = mem_alloc(MAX_PTX), file[4096];
	int bad = shape(row, &p, diag);

	if (!bad &&
	    snprintf(file, sizeof(file), "%s/%s.ptx", opt->dir, row->name) >= (int)sizeof(file))
		bad = diag_set(diag, opt->dir, 0, "name too long");
	if (!bad)
		bad = slurp(file, text, diag);
	p.ptx = text;
	p.file = file;
	if (!bad)
		bad = interleave_walk(&p, outcomes_wanted(row->name) ? &l : NULL, 0, &row->r, diag);
	if (!bad)
		bad = cross_check(row, &p, diag);
	free(text);
	if (!bad)
		judge(row);
	return bad;
}

/* Output */

static bool right(const struct row *row)
{
	for (unsigned i = 0; i < COLUMNS; i++)
		if (!row->right[columns[i].c])
			return false;
	return true;
}

static void print_head(const struct options *o)
{
	if (o->markdown) {
		puts("| microbenchmark | orders | oracle | scord | scord-paper | |\n"
		     "|---|---:|---:|---:|---:|---|");
		return;
	}
	printf("%-47s %7s %4s", "microbenchmark", "orders", "all");
	for (unsigned i = 0; i < COLUMNS; i++)
		printf(" %15s", columns[i].name);
	puts("");
}

/* A line of the table: of a benchmark, or of one of its outcomes. */
static void print_line(const struct options *o, const char *name, uint64_t runs,
		       const uint64_t racy[LITMUS_CHECKERS], const char *all, const char *end)
{
	if (o->markdown)
		printf("| %s | %llu |", name, (unsigned long long)runs);
	else
		printf("%-47s %7llu %4s", name, (unsigned long long)runs, all);
	for (unsigned i = 0; i < COLUMNS; i++) {
		char cell[64];

		snprintf(cell, sizeof(cell), "%llu of %llu", (unsigned long long)racy[columns[i].c],
			 (unsigned long long)runs);
		printf(o->markdown ? " %s |" : " %15s", cell);
	}
	printf(o->markdown ? " %s |\n" : "  %s\n", end);
}

static void print_row(const struct options *o, const struct row *row)
{
	char name[MAX_NAME + 2];

	snprintf(name, sizeof(name), o->markdown ? "`%s`" : "%s", row->name);
	print_line(o, name, row->r.runs, row->r.racy,
		   row->r.exhaustive && !row->r.hung && !row->disagrees ? "yes" : "NO",
		   right(row)    ? "right"
		   : o->markdown ? "**WRONG**"
				 : "WRONG");
	for (unsigned i = 0; i < row->o.n; i++) {
		const struct outcome *x = &row->o.outcome[i];

		snprintf(name, sizeof(name), "%s%s", o->markdown ? "" : "  ", x->name);
		print_line(o, name, x->runs, x->racy, "", "");
	}
	fflush(stdout);
}

static int print_csv(const char *file, const struct row *rows)
{
	FILE *f = fopen(file, "w");

	if (!f) {
		fprintf(stderr, "micro: %s: %s\n", file, strerror(errno));
		return -1;
	}
	fputs("benchmark,orders,exhaustive,oracle,scord,scord-paper,right\n", f);
	for (unsigned i = 0; i < BENCHMARKS; i++)
		fprintf(f, "%s,%llu,%s,%llu,%llu,%llu,%s\n", rows[i].name,
			(unsigned long long)rows[i].r.runs, rows[i].r.exhaustive ? "yes" : "no",
			(unsigned long long)rows[i].r.racy[LITMUS_SCORD_MODEL],
			(unsigned long long)rows[i].r.racy[LITMUS_SCORD],
			(unsigned long long)rows[i].r.racy[LITMUS_PAPER],
			right(&rows[i]) ? "yes" : "no");
	if (ferror(f) | fclose(f)) {
		fprintf(stderr, "micro: %s: cannot be written\n", file);
		return -1;
	}
	return 0;
}

static void print_json(const struct row *rows)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < BENCHMARKS; i++) {
		const struct row *r = &rows[i];
		json_t *row = json_pack("{s:s, s:b, s:I, s:b, s:b}", "benchmark", r->name, "racey",
					r->racey, "orders", (json_int_t)r->r.runs, "exhaustive",
					r->r.exhaustive, "right", right(r));

		for (unsigned c = 0; c < COLUMNS; c++)
			json_object_set_new(row, columns[c].name,
					    json_integer((json_int_t)r->r.racy[columns[c].c]));
		json_array_append_new(all, row);
	}
	json_dumpf(all, stdout, JSON_INDENT(2));
	puts("");
	json_decref(all);
}

/* The last line; 1 when a cell is wrong. */
static int sum_up(const struct options *opt, const struct row *rows)
{
	unsigned n[LITMUS_CHECKERS] = {0};
	bool good = true, whole = false;

	for (unsigned i = 0; i < BENCHMARKS; i++) {
		good &= right(&rows[i]);
		for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
			n[c] += rows[i].right[c] && (c != LITMUS_PAPER || !rows[i].o.n);
		if (rows[i].o.n && rows[i].right[LITMUS_PAPER])
			whole = true;
	}
	if (!opt->json && !opt->markdown)
		printf("\noracle %u of %d, scord %u of %d, scord-paper %u of %d%s: %s\n",
		       n[LITMUS_SCORD_MODEL], BENCHMARKS, n[LITMUS_SCORD], BENCHMARKS,
		       n[LITMUS_PAPER], BENCHMARKS,
		       whole ? " and 2 of the last one's 3 outcomes" : "",
		       good ? "right" : "WRONG");
	return good ? 0 : 1;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;

	switch (key) {
	case 'c': o->csv = arg; return 0;
	case 'j': o->json = true; return 0;
	case 'k': o->markdown = true; return 0;
	case 'm':
		if (strcmp(arg, "its") && strcmp(arg, "lockstep"))
			argp_error(state, "--mode: '%s' is neither lockstep nor its", arg);
		o->mode = strcmp(arg, "its") ? SIMT_LOCKSTEP : SIMT_ITS;
		return 0;
	case 's':
		o->sms = (uint32_t)strtoul(arg, &end, 10);
		if (*end || end == arg || strlen(arg) > 2 || o->sms < 1)
			argp_error(state, "--sms: '%s' is not a number in 1..99", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (o->dir)
			argp_error(state, "one folder, please");
		o->dir = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->dir)
			argp_error(state, "no folder given");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	static const struct argp_option table[] = {
		{"csv", 'c', "FILE", 0, "also write the table to FILE", 0},
		{"json", 'j', NULL, 0, "print JSON instead of the table", 0},
		{"markdown", 'k', NULL, 0, "print a Markdown table", 0},
		{"mode", 'm', "MODE", 0, "divergence model: lockstep (default) or its", 0},
		{"sms", 's', "N", 0, "blocks go to N SMs in turn (default 2)", 0},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "DIR",
		.doc = "Run the 32 microbenchmarks, compiled to DIR/NAME.ptx, over every "
		       "interleaving: in how many do oracle and detectors report a race?"
		       "\vExit codes: 0 all cells are as docs/micro.md says; 1 one is not; 2 "
		       "wrong option or file."};
	static struct row rows[BENCHMARKS];
	struct options o = {.mode = SIMT_LOCKSTEP};
	struct diag diag = {""};
	int code;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (find_all(o.dir, rows, &diag))
		goto input;
	if (!o.json)
		print_head(&o);
	for (unsigned i = 0; i < BENCHMARKS; i++) {
		if (walk(&o, &rows[i], &diag))
			goto input;
		if (!o.json)
			print_row(&o, &rows[i]);
	}
	if (o.json)
		print_json(rows);
	if (o.csv && print_csv(o.csv, rows))
		return 2;
	code = sum_up(&o, rows);
	if (!fflush(stdout) && !ferror(stdout))
		return code;
	diag_set(&diag, NULL, 0, "standard output: not written");
input:
	fprintf(stderr, "micro: %s\n", diag.text);
	return 2;
}
