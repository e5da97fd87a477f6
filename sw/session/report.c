/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: what is left when the program ends: the trace's end, races and statistics on standard
 * error, the JSON file, the exit status. docs/run-json.md describes the JSON.
 */
#include "session_int.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void refuse_json(struct session *s, char **file, const char *why)
{
	const char *name = *file;

	*file = NULL; /* the end of the process shall not write it either */
	session_die(s, OPTIONS_EXIT_USAGE, "%s: %s", name, why);
}

static void check_json(struct session *s, char **file)
{
	struct stat st;
	FILE *f;
	int c;

	if (!*file)
		return;
	/* A mistyped name must not cost the user a file of his. */
	if (!stat(*file, &st) && S_ISREG(st.st_mode) && st.st_size) {
		f = fopen(*file, "re");
		c = f ? fgetc(f) : EOF;
		if (f)
			fclose(f);
		if (c != '{')
			refuse_json(s, file, "exists and is not JSON: not replaced");
	}
	f = fopen(*file, "ae");
	if (!f)
		refuse_json(s, file, strerror(errno));
	fclose(f);
}

void session_check_json(struct session *s)
{
	check_json(s, &s->json);
	check_json(s, &s->sarif);
}

void session_print_u64(const char *name, uint64_t value)
{
	char label[32];

	snprintf(label, sizeof(label), "%s", name);
	for (char *c = label; *c; c++) /* JSON's names, as words */
		if (*c == '_')
			*c = ' ';
	fprintf(stderr, "  %-28s %16" PRIu64 "\n", label, value);
}

static void print_stats(const struct session *s, const struct machine_stats *m)
{
	const double seconds = (double)s->launch_ns / 1e9;

	fprintf(stderr, "photofinish: statistics (%s, %s, seed %" PRIu64 ")\n",
		session_mode_name(s->opt.machine.mode),
		session_scheduler_name(s->opt.machine.scheduler), s->opt.machine.seed);
	session_print_u64("launches", m->launches);
	session_print_u64("blocks", m->blocks);
	session_print_u64("threads", m->threads);
	session_print_u64("warp instructions", m->simt.warp_insns);
	session_print_u64("thread instructions", m->simt.thread_insns);
	if (m->simt.warp_insns)
		fprintf(stderr, "  %-28s %16.2f\n", "lanes per warp instruction",
			(double)m->simt.thread_insns / (double)m->simt.warp_insns);
	session_print_u64("conditional branches", m->simt.branches);
	session_print_u64("  of them divergent", m->simt.divergent);
	for (int i = 0; i < SIMT_OP_COUNT; i++)
		session_print_u64(session_op_name((enum simt_op_kind)i), m->simt.ops[i]);
	session_print_u64("global accesses (lanes)", m->global_lane_accesses);
	session_print_u64("shared accesses (lanes)", m->shared_lane_accesses);
	session_print_u64("local accesses (lanes)", m->local_lane_accesses);
	session_print_u64("block barriers", m->barriers);
	session_print_u64("faults", m->faults);
	fprintf(stderr, "  %-28s %16.3f\n", "seconds in launches", seconds);
	if (seconds > 0)
		fprintf(stderr, "  %-28s %16.3f\n", "M warp instructions / second",
			(double)m->simt.warp_insns / 1e6 / seconds);
	session_races_stats(s);
}

static void close_trace(struct session *s)
{
	struct diag diag = {""};

	if (s->trace && trace_writer_close(s->trace, &diag))
		fprintf(stderr, "photofinish: %s\n", diag.text);
	s->trace = NULL;
}

void session_finish(struct session *s)
{
	static const struct machine_stats none;
	const struct machine_stats *m;

	/* A forked child is not the program that was asked for a report. */
	if (s->finished || !s->opt_read || s->pid != getpid())
		return;
	s->finished = true;
	m = s->machine ? machine_stats(s->machine) : &none;
	close_trace(s);
	session_races_close(s);
	session_checks_close(s);
	session_grace_close(s);
	fflush(stdout);
	/* First: who reads standard error may close it after a line, and SIGPIPE ends us. */
	if (s->json)
		session_write_json(s, m);
	session_races_sarif(s);
	session_races_report(s);
	session_checks_report(s);
	session_grace_report(s);
	if (s->opt.memory_hash)
		fprintf(stderr, "photofinish: memory after %zu launches: %016" PRIx64 "\n",
			s->n_launches, s->memory_hash);
	if (s->opt.stats)
		print_stats(s, m);
	session_model_report(s);
	session_model_close(s);
	session_fault_report(s);
}
