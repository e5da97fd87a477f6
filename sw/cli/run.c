/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish run [options] ./app [args]: every option becomes an environment variable that
 * the runtime inside the program reads (session/options.h), then this process becomes the program.
 */
#include "run.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/version.h"
#include "../session/options.h"
#include "baseline.h"
#include "needed.h"

static const char library[] = "libphotofinish.so";

enum { FIRST_KEY = 1000, MAX_OPTIONS = 64 };

struct run {
	struct options options;
	char **app; /* argv of the program */
};

static int complain(const char *what, const char *why)
{
	fprintf(stderr, VERSION_NAME ": %s: %s\n", what, why);
	return OPTIONS_EXIT_USAGE;
}

/* A list grows, everything else is replaced. */
static int set_variable(const char *name, const char *variable, const char *value)
{
	const char *old = strcmp(name, "set") ? NULL : getenv(variable);
	char *all;
	size_t n;
	int bad;

	if (!old || !*old)
		return setenv(variable, value ? value : "1", 1);
	n = strlen(old) + strlen(value) + 2;
	all = mem_alloc(n);
	snprintf(all, n, "%s,%s", old, value);
	bad = setenv(variable, all, 1);
	free(all);
	return bad;
}

static void set_option(struct run *r, const struct option_info *i, const char *value)
{
	char variable[OPTIONS_VARIABLE];
	struct diag diag = {""};

	if (options_set(&r->options, i->name, value, &diag)) {
		fprintf(stderr, VERSION_NAME " run: %s\n", diag.text);
		exit(OPTIONS_EXIT_USAGE);
	}
	options_variable(i->name, variable);
	if (set_variable(i->name, variable, value)) {
		fprintf(stderr, VERSION_NAME " run: %s: %s\n", variable, strerror(errno));
		exit(OPTIONS_EXIT_USAGE);
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run *r = state->input;

	if (key >= FIRST_KEY && key < FIRST_KEY + MAX_OPTIONS) {
		set_option(r, &options_table()[key - FIRST_KEY], arg);
		return 0;
	}
	switch (key) {
	case 'q':
		for (const struct option_info *i = options_table(); i->name; i++)
			if (!strcmp(i->name, "quiet"))
				set_option(r, i, NULL);
		return 0;
	case ARGP_KEY_ARG: /* the program's name: all that follows is the program's */
		r->app = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no program given"); return EINVAL;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* Fills argp's table from ours. */
static void fill(struct argp_option out[MAX_OPTIONS])
{
	const struct option_info *i = options_table();
	int n = 0;

	memset(out, 0, MAX_OPTIONS * sizeof(*out));
	for (; i->name && n < MAX_OPTIONS - 1; i++, n++)
		out[n] = (struct argp_option){.name = i->name,
					      .key = strcmp(i->name, "quiet") ? FIRST_KEY + n : 'q',
					      .arg = i->arg,
					      .flags = i->help ? 0 : OPTION_HIDDEN,
					      .doc = i->help};
}

/* Looks a name without slash up in PATH as a shell does. NULL when there is none. */
static char *search(const char *name)
{
	const char *p = getenv("PATH");

	for (p = p ? p : "/usr/local/bin:/usr/bin:/bin"; p; p = *p ? p + 1 : NULL) {
		size_t n = strcspn(p, ":");
		size_t size = n + strlen(name) + 3;
		char *file = mem_alloc(size);
		struct stat st;

		snprintf(file, size, "%.*s%s%s", (int)n, p, n ? "/" : "./", name);
		if (!stat(file, &st) && S_ISREG(st.st_mode) && !access(file, X_OK))
			return file;
		free(file);
		p += n;
	}
	return NULL;
}

static bool is_source(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (!strcmp(dot, ".cu") || !strcmp(dot, ".cuh"));
}

/* 0 when file is a program of ours; else says why not and returns the exit code. */
static int check(const char *name, const char *file)
{
	struct stat st;

	if (is_source(name)) {
		fprintf(stderr,
			VERSION_NAME ": %s is source code; compile it first: " VERSION_NAME
				     " cc %s -o app\n",
			name, name);
		return OPTIONS_EXIT_USAGE;
	}
	if (!file) {
		bool here = !access(name, F_OK);

		fprintf(stderr, VERSION_NAME ": %s: not found in PATH%s%s\n", name,
			here ? "; for the one in this folder write ./" : "", here ? name : "");
		return OPTIONS_EXIT_USAGE;
	}
	if (stat(file, &st))
		return complain(name, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return complain(name, "is a directory");
	if (!S_ISREG(st.st_mode))
		return complain(name, "is not a regular file");
	if (access(file, X_OK))
		return complain(name, "is not executable");
	switch (needed_check(file, library)) {
	case NEEDED_FOUND: return 0;
	case NEEDED_UNREADABLE: return complain(name, strerror(errno));
	case NEEDED_OTHER: return complain(name, "not an executable built by " VERSION_NAME " cc");
	default: return complain(name, "was not built by " VERSION_NAME " cc");
	}
}

/* Folder that holds the library: lib/ beside us in the build tree, ../lib/photofinish installed. */
static int find_library(char folder[PATH_MAX])
{
	static const char *const places[] = {"lib", "../lib/photofinish"};
	char self[PATH_MAX], file[PATH_MAX + 64];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	if (n < 0)
		return -1;
	self[n] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return -1;
	*slash = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		if (snprintf(folder, PATH_MAX, "%s/%s", self, places[i]) >= PATH_MAX)
			return -1;
		snprintf(file, sizeof(file), "%s/%s", folder, library);
		if (!access(file, R_OK))
			return 0;
	}
	return -1;
}

static int prepend_library_path(void)
{
	const char *old = getenv("LD_LIBRARY_PATH");
	char folder[PATH_MAX];
	size_t size;
	char *path;

	if (find_library(folder))
		return complain(library, "not found beside the " VERSION_NAME " command");
	size = strlen(folder) + (old ? strlen(old) : 0) + 2;
	path = mem_alloc(size);
	snprintf(path, size, "%s%s%s", folder, old && *old ? ":" : "", old ? old : "");
	if (setenv("LD_LIBRARY_PATH", path, 1)) {
		free(path);
		return complain("LD_LIBRARY_PATH", strerror(errno));
	}
	free(path);
	return 0;
}

/* --compare-baseline: the cycles of a run without detector, for the program to compare with. */
static int measure_baseline(const struct run *r, const char *file)
{
	struct diag diag = {""};
	uint64_t cycles;
	char text[24];

	if (!r->options.compare_baseline)
		return 0;
	if (baseline_run(file, r->app, &cycles, &diag)) {
		fprintf(stderr, VERSION_NAME " run: %s\n", diag.text);
		return OPTIONS_EXIT_USAGE;
	}
	snprintf(text, sizeof(text), "%llu", (unsigned long long)cycles);
	setenv("PHOTOFINISH_BASELINE_CYCLES", text, 1);
	return 0;
}

int run_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " run";
	struct argp_option table[MAX_OPTIONS];
	const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "PROGRAM [ARGUMENT...]",
		.doc = "Run a program built by `" VERSION_NAME " cc` on the modelled GPU."
		       "\vOutput and exit code are the program's own, except exit codes 1 (a race "
		       "was found; --error-exitcode), 2 (wrong option or file), 3 (deadlock or "
		       "livelock), 4 (--max-instructions), 5 (--backend compare: a difference) and "
		       "6 "
		       "(a "
		       "kernel faulted, and no race was found).\n\n"
		       "Each option is also an environment variable, for a program started by "
		       "itself: "
		       "--max-instructions is PHOTOFINISH_MAX_INSTRUCTIONS.\n\n"
		       "Examples:\n"
		       "  " VERSION_NAME " run ./app\n"
		       "  " VERSION_NAME " run --seed 7 --stats --json stats.json ./app 1024\n"
		       "  " VERSION_NAME " run --detector scord ./app\n"
		       "  " VERSION_NAME " run --detector scord --oracle --json races.json ./app\n"
		       "  " VERSION_NAME " run --config ref --detector scord --metadata cached16 "
		       "--compare-baseline ./app\n"
		       "  " VERSION_NAME " run --trace app.trace ./app && " VERSION_NAME
		       " trace app.trace"};
	struct run r = {.app = NULL};
	struct diag diag = {""};
	char *file;
	int rc;

	fill(table);
	options_default(&r.options);
	argv[0] = name; /* what argp calls us in messages */
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &r);
	if (options_from_environment(&r.options, &diag)) {
		fprintf(stderr, VERSION_NAME " run: %s\n", diag.text);
		return OPTIONS_EXIT_USAGE;
	}
	file = strchr(r.app[0], '/') ? mem_strdup(r.app[0]) : search(r.app[0]);
	rc = check(r.app[0], file);
	if (!rc)
		rc = prepend_library_path();
	if (!rc)
		rc = measure_baseline(&r, file);
	if (!rc) {
		execv(file, r.app);
		rc = complain(r.app[0], strerror(errno));
	}
	free(file);
	return rc;
}
