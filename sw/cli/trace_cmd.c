/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish trace FILE
 */
#include "trace_cmd.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "../base/number.h"
#include "../base/version.h"
#include "../session/options.h"
#include "trace_summary.h"
#include "trace_text.h"

enum { KEY_JSON = 1000, KEY_LIMIT, KEY_KERNEL, KEY_SUMMARY };

struct trace {
	const char *file, *kernel; /* kernel NULL: all */
	bool json, summary;
	uint64_t limit;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trace *t = state->input;

	switch (key) {
	case KEY_JSON: t->json = true; break;
	case KEY_SUMMARY: t->summary = true; break;
	case KEY_KERNEL: t->kernel = arg; break;
	case KEY_LIMIT:
		if (number_parse(arg, NUMBER_PLAIN, &t->limit))
			argp_failure(state, OPTIONS_EXIT_USAGE, 0,
				     "--limit: '%s' is not a number; expected 0 to %" PRIu64, arg,
				     UINT64_MAX);
		break;
	case ARGP_KEY_ARG:
		if (t->file)
			argp_error(state, "one trace at a time");
		t->file = arg;
		break;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no trace given"); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Is name what the user asked for: the name in PTX, or the function's name inside a C++ one? */
static bool matches(const char *name, const char *asked)
{
	char length[24];
	const char *p = name;
	size_t n;

	if (!strcmp(name, asked))
		return true;
	n = (size_t)snprintf(length, sizeof(length), "%zu", strlen(asked));
	if (strncmp(name, "_Z", 2) != 0)
		return false;
	while ((p = strstr(p + 1, length)))
		if (!isdigit((unsigned char)p[-1]) && !strncmp(p + n, asked, strlen(asked)))
			return true;
	return false;
}

/* Prints or counts every record; -1 and diag when the trace is damaged. */
static int walk(const struct trace *t, struct trace_reader *reader, struct trace_summary *summary,
		struct diag *diag)
{
	static struct trace_record r; /* large */
	uint64_t n = 0, wanted_launch = 0;
	bool found = !t->kernel;
	int got = 1;

	while (n < t->limit && !ferror(stdout) && (got = trace_reader_next(reader, &r, diag)) > 0) {
		if (t->kernel && r.kind == TRACE_LAUNCH_BEGIN && matches(r.kernel, t->kernel))
			wanted_launch = r.launch;
		if (t->kernel && r.launch != wanted_launch)
			continue;
		found = true;
		n++;
		if (t->summary)
			trace_summary_add(summary, &r);
		else if (t->json)
			trace_text_json_record(stdout, &r);
		else
			trace_text_record(stdout, &r);
	}
	if (got >= 0 && !found && t->limit)
		return diag_set(diag, t->file, 0, "no launch of a kernel '%s'", t->kernel);
	return got < 0 ? -1 : 0;
}

static int print(const struct trace *t)
{
	struct trace_summary summary = {0};
	struct trace_header h;
	struct diag diag = {""};
	struct trace_reader *reader = trace_reader_open(t->file, &h, &diag);
	int r;

	if (!reader) {
		fprintf(stderr, VERSION_NAME " trace: %s\n", diag.text);
		return OPTIONS_EXIT_USAGE;
	}
	if (!t->summary && t->json)
		trace_text_json_header(stdout, &h);
	else if (!t->summary)
		trace_text_header(stdout, &h);
	r = walk(t, reader, &summary, &diag);
	if (!r && t->summary && t->json)
		trace_summary_json(&summary, &h, stdout);
	else if (!r && t->summary)
		trace_summary_print(&summary, &h, stdout);
	trace_summary_free(&summary);
	trace_reader_close(reader);
	errno = 0;
	if (fflush(stdout) || ferror(stdout)) {
		if (errno == EPIPE) /* whoever read us has seen enough */
			return 0;
		fprintf(stderr, VERSION_NAME " trace: standard output: %s\n",
			strerror(errno ? errno : EIO));
		return OPTIONS_EXIT_USAGE;
	}
	if (r)
		fprintf(stderr, VERSION_NAME " trace: %s\n", diag.text);
	return r ? OPTIONS_EXIT_USAGE : 0;
}

int trace_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " trace";
	static const struct argp_option table[] = {
		{.name = "json", .key = KEY_JSON, .doc = "one JSON object a line"},
		{.name = "limit", .key = KEY_LIMIT, .arg = "N", .doc = "stop after N records"},
		{.name = "kernel",
		 .key = KEY_KERNEL,
		 .arg = "NAME",
		 .doc = "only launches of this kernel (name in the source or in PTX)"},
		{.name = "summary", .key = KEY_SUMMARY, .doc = "counts for each kernel instead"},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "FILE",
		.doc = "Print a trace that `" VERSION_NAME " run --trace FILE` wrote; FILE - is "
		       "standard input."
		       "\vExamples:\n"
		       "  " VERSION_NAME " trace app.trace | less\n"
		       "  " VERSION_NAME " trace --summary app.trace\n"
		       "  " VERSION_NAME " trace --kernel reduce --limit 100 --json app.trace"};
	struct trace t = {.limit = UINT64_MAX};

	argv[0] = name;
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &t);
	/* `photofinish trace FILE | head` ends quietly. */
	signal(SIGPIPE, SIG_DFL);
	return print(&t);
}
