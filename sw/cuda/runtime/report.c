/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: what is left when the program ends: the trace's end, races and statistics on standard
 * error, the JSON file, the exit status. docs/run-json.md describes the JSON.
 */
#include "rt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

static void refuse_json(char **file, const char *why)
{
	const char *name = *file;

	*file = NULL; /* the end of the process shall not write it either */
	rt_die(OPTIONS_EXIT_USAGE, "%s: %s", name, why);
}

static void check_json(char **file)
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
			refuse_json(file, "exists and is not JSON: not replaced");
	}
	f = fopen(*file, "ae");
	if (!f)
		refuse_json(file, strerror(errno));
	fclose(f);
}

void rt_check_json(struct rt *r)
{
	check_json(&r->json);
	check_json(&r->sarif);
}

void rt_print_u64(const char *name, uint64_t value)
{
	char label[32];

	snprintf(label, sizeof(label), "%s", name);
	for (char *c = label; *c; c++) /* JSON's names, as words */
		if (*c == '_')
			*c = ' ';
	fprintf(stderr, "  %-28s %16" PRIu64 "\n", label, value);
}

static void print_stats(const struct rt *r, const struct machine_stats *s)
{
	const double seconds = (double)r->launch_ns / 1e9;

	fprintf(stderr, "photofinish: statistics (%s, %s, seed %" PRIu64 ")\n",
		rt_mode_name(r->opt.machine.mode), rt_scheduler_name(r->opt.machine.scheduler),
		r->opt.machine.seed);
	rt_print_u64("launches", s->launches);
	rt_print_u64("blocks", s->blocks);
	rt_print_u64("threads", s->threads);
	rt_print_u64("warp instructions", s->simt.warp_insns);
	rt_print_u64("thread instructions", s->simt.thread_insns);
	if (s->simt.warp_insns)
		fprintf(stderr, "  %-28s %16.2f\n", "lanes per warp instruction",
			(double)s->simt.thread_insns / (double)s->simt.warp_insns);
	rt_print_u64("conditional branches", s->simt.branches);
	rt_print_u64("  of them divergent", s->simt.divergent);
	for (int i = 0; i < SIMT_OP_COUNT; i++)
		rt_print_u64(rt_op_name((enum simt_op_kind)i), s->simt.ops[i]);
	rt_print_u64("global accesses (lanes)", s->global_lane_accesses);
	rt_print_u64("shared accesses (lanes)", s->shared_lane_accesses);
	rt_print_u64("local accesses (lanes)", s->local_lane_accesses);
	rt_print_u64("block barriers", s->barriers);
	rt_print_u64("faults", s->faults);
	fprintf(stderr, "  %-28s %16.3f\n", "seconds in launches", seconds);
	if (seconds > 0)
		fprintf(stderr, "  %-28s %16.3f\n", "M warp instructions / second",
			(double)s->simt.warp_insns / 1e6 / seconds);
	rt_races_stats(r);
}

static void close_trace(struct rt *r)
{
	struct diag diag = {""};

	if (r->trace && trace_writer_close(r->trace, &diag))
		fprintf(stderr, "photofinish: %s\n", diag.text);
	r->trace = NULL;
}

void rt_finish(struct rt *r)
{
	static const struct machine_stats none;
	const struct machine_stats *s;

	/* A forked child is not the program that was asked for a report. */
	if (r->finished || !r->opt_read || r->pid != getpid())
		return;
	r->finished = true;
	s = r->machine ? machine_stats(r->machine) : &none;
	close_trace(r);
	rt_races_close(r);
	rt_checks_close(r);
	fflush(stdout);
	/* First: who reads standard error may close it after a line, and SIGPIPE ends us. */
	if (r->json)
		rt_write_json(r, s);
	rt_races_sarif(r);
	rt_races_report(r);
	rt_checks_report(r);
	if (r->opt.memory_hash)
		fprintf(stderr, "photofinish: memory after %zu launches: %016" PRIx64 "\n",
			r->n_launches, r->memory_hash);
	if (r->opt.stats)
		print_stats(r, s);
	rt_model_report(r);
	rt_model_close(r);
	rt_fault_report(r);
}

/* After the program's own exit handlers and destructors. A program without CUDA in it, such
 * as the photofinish command itself, leaves no report. */
static __attribute__((destructor)) void at_exit(void)
{
	struct rt *r = rt_state();
	struct timespec until;

	if (r->ended)
		return;
	r->ended = true;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2;
	/* A thread that main() left behind may still be inside a launch. */
	if (pthread_mutex_timedlock(&r->lock, &until)) {
		fprintf(stderr, "photofinish: the program ended inside a launch: no report\n");
		return;
	}
	if (r->modules || r->ready)
		rt_options(r);
	/* Asked for, but no kernel ever came: an empty trace is still a trace. */
	if (r->trace_file && !r->trace && !r->machine && !r->finished)
		rt_open_trace(r);
	rt_finish(r);
	pthread_mutex_unlock(&r->lock);
}

/* The last that runs: every destructor of every library is done, so that nothing they print is
 * lost by leaving here. */
static void exit_status(int status, void *ctx)
{
	const struct rt *r = ctx;
	int ours;

	at_exit(); /* not yet done when the library came by dlopen() */
	ours = rt_exit_status(r);
	if (!r->finished || !ours || ours == status || r->pid != getpid())
		return;
	fflush(NULL);
	_exit(ours);
}

/* The loader constructs libraries before it registers their destruction, and handlers run last
 * to first. */
static __attribute__((constructor)) void at_start(void)
{
	on_exit(exit_status, rt_state());
}
