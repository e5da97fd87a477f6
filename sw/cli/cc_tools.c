/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/mem.h"
#include "cc.h"

extern char **environ;

void cc_add(struct cc_list *l, const char *s)
{
	l->item = mem_grow(l->item, &l->cap, l->n + 1, sizeof(*l->item));
	l->item[l->n++] = s;
	l->item[l->n] = NULL;
}

void cc_add_all(struct cc_list *l, const struct cc_list *more)
{
	for (size_t i = 0; i < more->n; i++)
		cc_add(l, more->item[i]);
}

const char *cc_format(const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	s = mem_alloc((size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return s;
}

static bool is_there(const char *path)
{
	return access(path, R_OK) == 0;
}

int cc_places_find(struct cc_places *p, struct diag *diag)
{
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	const char *clang = getenv("PHOTOFINISH_CLANG");
	char *slash;

	if (n <= 0)
		return diag_set(diag, NULL, 0, "cannot read /proc/self/exe: %s", strerror(errno));
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (slash)
		*slash = '\0';
	p->clang = clang && *clang ? clang : "clang++-19";
	p->include = cc_format("%s/include", exe);
	p->lib = cc_format("%s/lib", exe);
	p->lower = cc_format("%s/libexec/photofinish-lower", exe);
	if (is_there(cc_format("%s/photofinish/cuda.h", p->include)))
		return 0;
	slash = strrchr(exe, '/');
	if (slash)
		*slash = '\0';
	p->include = cc_format("%s/share/photofinish/include", exe);
	p->lib = cc_format("%s/lib/photofinish", exe);
	p->lower = cc_format("%s/lib/photofinish/photofinish-lower", exe);
	if (is_there(cc_format("%s/photofinish/cuda.h", p->include)))
		return 0;
	return diag_set(diag, NULL, 0, "our headers are missing: %s/photofinish/cuda.h",
			p->include);
}

int cc_temp_make(struct cc_places *p, struct diag *diag)
{
	const char *dir = getenv("TMPDIR");
	char *s = mem_strdup(cc_format("%s/photofinish-cc-XXXXXX", dir && *dir ? dir : "/tmp"));

	if (!mkdtemp(s))
		return diag_set(diag, NULL, 0, "cannot make a temporary directory %s: %s", s,
				strerror(errno));
	p->temp = s;
	return 0;
}

void cc_temp_remove(const struct cc_places *p)
{
	DIR *d = opendir(p->temp);
	struct dirent *e;

	if (!d)
		return;
	while ((e = readdir(d)))
		unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
	rmdir(p->temp);
}

static void print_command(const struct cc_list *command)
{
	for (size_t i = 0; i < command->n; i++) {
		const char *s = command->item[i];

		fputs(i ? " " : "", stderr);
		if (strpbrk(s, " \t\n\"'\\$&|;<>()*?[]#~`!{}") || !*s)
			fprintf(stderr, "'%s'", s);
		else
			fputs(s, stderr);
	}
	fputc('\n', stderr);
}

/* The caller has blocked the signals that end us, to remove its files; clang must not.
 * log: a file for standard error, or NULL; out: a descriptor for standard output, or -1. */
static int spawn(pid_t *pid, const struct cc_list *command, const char *log, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none;
	int e;

	sigemptyset(&none);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_init(&files);
	if (log)
		posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log,
						 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (out >= 0)
		posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	/* posix_spawnp() takes char *const[] for history's sake; it does not write */
	e = posix_spawnp(pid, command->item[0], &files, &attr, (char **)(uintptr_t)command->item,
			 environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return e;
}

int cc_run(const struct cc_list *command, bool verbose, struct diag *diag)
{
	return cc_run_logged(command, verbose, NULL, diag);
}

int cc_start(pid_t *pid, const struct cc_list *command, bool verbose, const char *log, int out,
	     struct diag *diag)
{
	int e;

	if (verbose)
		print_command(command);
	e = spawn(pid, command, log, out);
	if (e)
		return diag_set(diag, NULL, 0,
				"cannot run %s: %s (install clang-19, or set PHOTOFINISH_CLANG)",
				command->item[0], strerror(e));
	return 0;
}

int cc_wait(pid_t pid, const char *name, struct diag *diag)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return diag_set(diag, NULL, 0, "cannot wait for %s: %s", name,
					strerror(errno));
	if (WIFSIGNALED(status))
		return diag_set(diag, NULL, 0, "%s died of signal %d", name, WTERMSIG(status));
	return WEXITSTATUS(status);
}

int cc_run_logged(const struct cc_list *command, bool verbose, const char *log, struct diag *diag)
{
	pid_t pid;

	if (cc_start(&pid, command, verbose, log, -1, diag))
		return -1;
	return cc_wait(pid, command->item[0], diag);
}

int cc_run_read(const struct cc_list *command, bool verbose, char *text, size_t size,
		struct diag *diag)
{
	size_t n = 0;
	ssize_t got = 1;
	int end[2], rc;
	char rest[512] = "";
	pid_t pid;

	if (pipe2(end, O_CLOEXEC))
		return diag_set(diag, NULL, 0, "cannot make a pipe: %s", strerror(errno));
	rc = cc_start(&pid, command, verbose, NULL, end[1], diag);
	close(end[1]);
	while (!rc && got > 0) {
		bool room = n + 1 < size;

		got = read(end[0], room ? text + n : rest, room ? size - 1 - n : sizeof(rest));
		if (got < 0 && errno == EINTR)
			got = 1;
		else if (got > 0 && room)
			n += (size_t)got;
	}
	text[n] = '\0';
	close(end[0]);
	return rc ? -1 : cc_wait(pid, command->item[0], diag);
}
