/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "baseline.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COPY = 1 << 16 };

/* A file without a name. */
static FILE *scratch(struct diag *diag)
{
	FILE *f = tmpfile();

	if (!f)
		diag_set(diag, NULL, 0, "--compare-baseline: a temporary file: %s",
			 strerror(errno));
	return f;
}

/* Standard input into a file, which becomes standard input. */
static int keep_input(struct diag *diag)
{
	char buffer[COPY];
	ssize_t n;
	FILE *f;

	if (isatty(STDIN_FILENO))
		return 0;
	f = scratch(diag);
	if (!f)
		return -1;
	while ((n = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0)
		if (fwrite(buffer, 1, (size_t)n, f) != (size_t)n)
			return diag_set(diag, NULL, 0, "--compare-baseline: standard input: %s",
					strerror(errno));
	if (fflush(f) || dup2(fileno(f), STDIN_FILENO) < 0)
		return diag_set(diag, NULL, 0, "--compare-baseline: standard input: %s",
				strerror(errno));
	fclose(f);
	return 0;
}

static void set_environment(const char *json)
{
	static const char *const off[] = {
		"METADATA",      "BACKEND", "WAVE",   "COMPARE_BASELINE", "ERROR_EXITCODE",
		"STATS",         "SAMPLE",  "TRACE",  "ORACLE",           "MODEL",
		"DETERMINISTIC", "QUANTUM", "NO_BTA", "NO_DWP",           "COMMIT",
		"SERIAL",        "SARIF"};
	char name[64];

	for (size_t i = 0; i < sizeof(off) / sizeof(*off); i++) {
		snprintf(name, sizeof(name), "PHOTOFINISH_%s", off[i]);
		unsetenv(name);
	}
	setenv("PHOTOFINISH_DETECTOR", "off", 1);
	setenv("PHOTOFINISH_JSON", json, 1);
	setenv("PHOTOFINISH_QUIET", "1", 1);
}

static void child(const char *file, char **argv, const char *json)
{
	const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	set_environment(json);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
	execv(file, argv);
	_exit(127);
}

static int read_cycles(const char *json, uint64_t *cycles, struct diag *diag)
{
	json_error_t e;
	json_t *all = json_load_file(json, 0, &e);
	const json_t *n = json_object_get(json_object_get(all, "sim"), "gpu.cycles");

	*cycles = n ? (uint64_t)json_integer_value(n) : 0;
	json_decref(all);
	if (!*cycles)
		return diag_set(diag, NULL, 0,
				"--compare-baseline: the run without detector launched no kernel");
	return 0;
}

int baseline_run(const char *file, char **argv, uint64_t *cycles, struct diag *diag)
{
	char json[] = "/tmp/photofinish-XXXXXX";
	int fd, status, r;
	pid_t pid;

	if (keep_input(diag))
		return -1;
	fd = mkstemp(json);
	if (fd < 0)
		return diag_set(diag, NULL, 0, "--compare-baseline: a temporary file: %s",
				strerror(errno));
	close(fd);
	pid = fork();
	if (!pid)
		child(file, argv, json);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	r = pid < 0 ? diag_set(diag, NULL, 0, "--compare-baseline: %s", strerror(errno))
		    : read_cycles(json, cycles, diag);
	unlink(json);
	lseek(STDIN_FILENO, 0, SEEK_SET);
	return r;
}
