/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/mem.h"
#include "../include/nvrtc.h"

/* Beside the library: in the build tree one folder up, installed two folders up and in bin. */
static char *find_command(void)
{
	static const char *const places[] = {"../photofinish", "../../bin/photofinish"};
	const char *named = getenv("PHOTOFINISH_COMMAND");
	Dl_info here;
	char path[PATH_MAX], *whole;
	struct stat st;

	if (named)
		return mem_strdup(named);
	if (!dladdr((void *)(uintptr_t)nvrtcVersion, &here) || !here.dli_fname)
		return NULL;
	whole = realpath(here.dli_fname, NULL);
	for (unsigned i = 0; whole && i < 2; i++) {
		char *slash = strrchr(whole, '/');

		snprintf(path, sizeof(path), "%.*s/%s", (int)(slash - whole), whole, places[i]);
		if (!stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK)) {
			free(whole);
			return mem_strdup(path);
		}
	}
	free(whole);
	return NULL;
}

/* Writes one file under the folder, with the folders of its name. A name that leads out of it: -1.
 */
static int write_file(const char *folder, const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *f;
	int bad;

	if (*name == '/' || !strncmp(name, "../", 3) || strstr(name, "/../") ||
	    snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
		return -1;
	for (char *s = path + strlen(folder) + 1; (s = strchr(s, '/')); s++) {
		*s = '\0';
		if (mkdir(path, 0700) && errno != EEXIST)
			return -1;
		*s = '/';
	}
	f = fopen(path, "w");
	if (!f)
		return -1;
	bad = fputs(text, f) == EOF;
	return fclose(f) || bad ? -1 : 0;
}

static char *read_file(const char *folder, const char *name)
{
	char path[PATH_MAX], *text = NULL;
	size_t size = 0, got = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "r");
	do {
		text = mem_realloc(text, size + 65536);
		got = f ? fread(text + size, 1, 65535, f) : 0;
		size += got;
	} while (got);
	text[size] = '\0';
	if (f)
		fclose(f);
	return text;
}

/* The compiler works in a folder of its own: a relative path of an option means the program's. */
static char *option_of(const char *option)
{
	static const struct {
		const char *is, *becomes;
		int path;
	} forms[] = {{"--include-path=", "-I", 1},
		     {"-I", "-I", 1},
		     {"--define-macro=", "-D", 0},
		     {"--undefine-macro=", "-U", 0},
		     {"--pre-include=", "-include=", 0},
		     {"--device-debug", "-G", 0},
		     {"--generate-line-info", "-lineinfo", 0}};
	char *cwd = getcwd(NULL, 0), *out = NULL;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]) && !out; i++) {
		const size_t n = strlen(forms[i].is);
		const char *value = option + n;

		if (strncmp(option, forms[i].is, n) != 0)
			continue;
		value += forms[i].path ? strspn(value, " ") : 0;
		if (asprintf(&out, "%s%s%s%s", forms[i].becomes,
			     forms[i].path && *value != '/' ? cwd : "",
			     forms[i].path && *value != '/' ? "/" : "", value) < 0)
			out = NULL;
	}
	free(cwd);
	return out ? out : mem_strdup(option);
}

/* In the child: never returns. */
static void compiler(const char *command, const char *folder, const char *source, int n,
		     char *const *options)
{
	const char *const first[] = {command,
				     "nvcc",
				     "-ptx",
				     "-x",
				     "cu",
				     source,
				     "-x",
				     "none",
				     "-o",
				     "out.ptx",
				     "-D__CUDACC_RTC__"};
	enum { FIRST = sizeof(first) / sizeof(first[0]) };
	const char **argv = mem_alloc((FIRST + (size_t)n + 2) * sizeof(*argv));
	int log;

	memcpy(argv, first, sizeof(first));
	for (int i = 0; i < n; i++)
		argv[FIRST + i] = option_of(options[i]);
	argv[FIRST + n] = option_of("-I."); /* where the program is, last */
	if (chdir(folder))
		_exit(127);
	log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (log < 0 || dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
		_exit(127);
	execv(command, (char **)(uintptr_t)argv);
	_exit(127);
}

static int run(const char *command, const char *folder, const char *source, int n,
	       char *const *options)
{
	const pid_t pid = fork();
	int status;

	if (!pid)
		compiler(command, folder, source, n, options);
	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int write_all(const struct nvrtc_source *s, const char *folder, const char *source)
{
	for (int i = 0; i < s->n; i++)
		if (write_file(folder, s->header_names[i], s->headers[i]))
			return -1;
	return write_file(folder, source, s->text);
}

static int said(char **log, int result, const char *why)
{
	*log = mem_strdup(why);
	return result;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

int nvrtc_compile(const struct nvrtc_source *s, int n_options, char *const *options, char **ptx,
		  char **log)
{
	const char *tmp = getenv("TMPDIR"), *base = strrchr(s->name, '/');
	char folder[PATH_MAX], source[NAME_MAX], *command = find_command();
	int rc;

	base = base ? base + 1 : s->name;
	snprintf(folder, sizeof(folder), "%s/photofinish-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	snprintf(source, sizeof(source), "%.200s", base);
	if (!command)
		return said(log, -1,
			    "photofinish: the command photofinish is not beside the library "
			    "(PHOTOFINISH_COMMAND names it)");
	if (!mkdtemp(folder)) {
		free(command);
		return said(log, -1, "photofinish: no temporary folder can be made");
	}
	if (write_all(s, folder, source)) {
		rc = said(log, -1, "photofinish: the source or a header cannot be written");
	} else {
		rc = run(command, folder, source, n_options, options);
		*log = read_file(folder, "log");
		if (!rc)
			*ptx = read_file(folder, "out.ptx");
	}
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(command);
	return rc;
}
