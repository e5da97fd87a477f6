/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish radish TRACE
 */
#include "radish_cmd.h"

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/json_text.h"
#include "../base/number.h"
#include "../base/version.h"
#include "../radish/replay.h"
#include "../session/options.h"
#include "trace_text.h"

enum {
	KEY_JSON = 1000,
	KEY_OFFSETS,
	KEY_EXPANDED,
	KEY_BITS,
	KEY_L1,
	KEY_L2,
	KEY_LAST,
	KB_MAX = 1 << 21
};

struct job {
	const char *file;
	bool json;
	struct radish_config config;
};

static uint32_t number_of(const struct argp_state *state, const char *option, const char *arg,
			  uint64_t most)
{
	uint64_t n;

	if (number_parse(arg, NUMBER_PLAIN, &n) || n > most)
		argp_failure(state, OPTIONS_EXIT_USAGE, 0,
			     "%s: '%s' is not a number of 0 to %" PRIu64, option, arg, most);
	return (uint32_t)n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct job *j = state->input;

	switch (key) {
	case KEY_JSON: j->json = true; break;
	case KEY_OFFSETS: j->config.clocks = RADISH_OFFSETS; break;
	case KEY_EXPANDED: j->config.compact = false; break;
	case KEY_BITS:
		j->config.clock_bits = number_of(state, "--clock-bits", arg, UINT32_MAX);
		break;
	case KEY_L1: j->config.l1.bytes = number_of(state, "--l1", arg, KB_MAX) << 10; break;
	case KEY_L2: j->config.l2.bytes = number_of(state, "--l2", arg, KB_MAX) << 10; break;
	case KEY_LAST: j->config.last.bytes = number_of(state, "--last", arg, KB_MAX) << 10; break;
	case ARGP_KEY_ARG:
		if (j->file)
			argp_error(state, "one trace at a time");
		j->file = arg;
		break;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no trace given"); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* A count as it is shown; beside them accesses, and the largest queue. */
struct shown {
	const char *key, *text;
	uint64_t value;
};
enum { SHOWN = 11 };

static void list(const struct radish_counters *n, struct shown s[SHOWN])
{
	const struct shown all[SHOWN] = {
		{"races", "accesses that raced", n->races},
		{"permitted", "by permission alone", n->permitted},
		{"hardware_checks", "checks in hardware", n->hardware_checks},
		{"software_checks", "of these, software asked", n->software_checks},
		{"evictions", "lines of metadata to software", n->evictions},
		{"inflations", "lines of metadata that took a second one", n->inflations},
		{"rollovers", "rollovers", n->rollovers},
		{"l1_misses_without", "misses of the L1, without RADISH", n->l1_misses_without},
		{"l1_misses", "misses of the L1, with it", n->l1_misses},
		{"clears", "remote clocks cleared without a message", n->clears},
		{"drains", "synchronisations behind a software check", n->drains},
	};

	memcpy(s, all, sizeof(all));
}

static void print_text(const struct radish_replay *r, const struct trace_header *h)
{
	const struct radish_counters *n = radish_replay_counters(r);
	const struct radish_line *line;
	struct shown shown[SHOWN];
	size_t lines;

	fputs("RADISH on ", stdout);
	trace_text_plain(stdout, h->command);
	printf("\n%" PRIu32 " SMs, each a core with one thread\n\n", h->sms);
	printf("%-42s %14s %16s\n%-42s %14" PRIu64 "\n", "", "count", "of 1,000", "accesses",
	       n->accesses);
	list(n, shown);
	for (size_t i = 0; i < SHOWN; i++)
		printf("%-42s %14" PRIu64 " %16.3f\n", shown[i].text, shown[i].value,
		       n->accesses ? 1000.0 * (double)shown[i].value / (double)n->accesses : 0.0);
	printf("%-42s %14" PRIu64 "\n", "software checks between two, at most", n->queue_most);
	line = radish_replay_lines(r, &lines);
	if (lines)
		putchar('\n');
	for (size_t i = 0; i < lines; i++) {
		trace_text_plain(stdout, line[i].file);
		printf(":%" PRIu32 ": %s races with a %s of another SM, %" PRIu64 " times\n",
		       line[i].line, line[i].wrote ? "write" : "read",
		       line[i].other_wrote ? "write" : "read", line[i].races);
	}
}

static void print_json(const struct radish_replay *r, const struct trace_header *h)
{
	const struct radish_counters *n = radish_replay_counters(r);
	json_t *o = json_object(), *array = json_array();
	const struct radish_line *line;
	struct shown shown[SHOWN];
	size_t lines;

	json_object_set_new(o, "command", json_text(h->command));
	json_object_set_new(o, "cores", json_u64(h->sms));
	json_object_set_new(o, "accesses", json_u64(n->accesses));
	list(n, shown);
	for (size_t i = 0; i < SHOWN; i++)
		json_object_set_new(o, shown[i].key, json_u64(shown[i].value));
	json_object_set_new(o, "queue_most", json_u64(n->queue_most));
	line = radish_replay_lines(r, &lines);
	for (size_t i = 0; i < lines; i++) {
		json_t *x = json_object();

		json_object_set_new(x, "file", json_text(line[i].file));
		json_object_set_new(x, "line", json_u64(line[i].line));
		json_object_set_new(x, "access", json_string(line[i].wrote ? "write" : "read"));
		json_object_set_new(x, "with", json_string(line[i].other_wrote ? "write" : "read"));
		json_object_set_new(x, "races", json_u64(line[i].races));
		json_array_append_new(array, x);
	}
	json_object_set_new(o, "lines", array);
	json_dumpf(o, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(o);
}

static int replay(const struct job *j)
{
	static struct trace_record t; /* large */
	struct trace_header h;
	struct diag diag = {""};
	struct trace_reader *reader = trace_reader_open(j->file, &h, &diag);
	struct radish_replay *r;
	const char *why;
	int got;

	if (!reader) {
		fprintf(stderr, VERSION_NAME " radish: %s\n", diag.text);
		return OPTIONS_EXIT_USAGE;
	}
	r = radish_replay_create(j->config, &h, &why);
	if (!r) {
		fprintf(stderr, VERSION_NAME " radish: %s\n", why);
		trace_reader_close(reader);
		return OPTIONS_EXIT_USAGE;
	}
	while ((got = trace_reader_next(reader, &t, &diag)) > 0)
		radish_replay_add(r, &t);
	if (got < 0)
		fprintf(stderr, VERSION_NAME " radish: %s\n", diag.text);
	else if (j->json)
		print_json(r, &h);
	else
		print_text(r, &h);
	radish_replay_destroy(r);
	trace_reader_close(reader);
	if (fflush(stdout) || ferror(stdout)) {
		perror(VERSION_NAME " radish: standard output");
		return OPTIONS_EXIT_USAGE;
	}
	return got < 0 ? OPTIONS_EXIT_USAGE : 0;
}

int radish_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " radish";
	static const struct argp_option table[] = {
		{.name = "json", .key = KEY_JSON, .doc = "as one JSON object"},
		{.name = "offsets",
		 .key = KEY_OFFSETS,
		 .doc = "clocks of the metadata as offsets from a base, without the table with "
			"reference counts"},
		{.name = "expanded",
		 .key = KEY_EXPANDED,
		 .doc = "two lines of metadata for each of data, not one until a byte differs from "
			"the other one of its pair"},
		{.name = "clock-bits",
		 .key = KEY_BITS,
		 .arg = "N",
		 .doc = "bits of a clock in the metadata (6)"},
		{.name = "l1",
		 .key = KEY_L1,
		 .arg = "KB",
		 .doc = "first cache of each core (64); 0: without end"},
		{.name = "l2", .key = KEY_L2, .arg = "KB", .doc = "its second one (256)"},
		{.name = "last", .key = KEY_LAST, .arg = "KB", .doc = "last cache, of all (16384)"},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "FILE",
		.doc = "Take a trace that `" VERSION_NAME
		       " run --trace FILE` wrote through RADISH as published "
		       "(ISCA 2012): exact vector clocks, the last accesses of what is cached in "
		       "hardware, the rest in "
		       "software. Each SM is a core with one thread, so races inside an SM are not "
		       "seen; counted is how "
		       "often what has to check. FILE - is standard input."
		       "\vdocs/radish.md says what each count is."};
	struct job j = {.config = radish_published};

	argv[0] = name;
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &j);
	return replay(&j);
}
