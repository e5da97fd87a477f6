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

char *nvrtc_read(const char *path, size_t *size)
{
	char *text = NULL;
	size_t got = 0;
	FILE *f = fopen(path, "rb");

	*size = 0;
	if (!f)
		return NULL;
	do {
		text = mem_realloc(text, *size + 65536);
		got = fread(text + *size, 1, 65535, f);
		*size += got;
	} while (got);
	text[*size] = '\0';
	fclose(f);
	return text;
}

/* Of the folder; what is not there is empty. */
static char *read_file(const char *folder, const char *name, size_t *size)
{
	char path[PATH_MAX + NAME_MAX], *text;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	text = nvrtc_read(path, size);
	return text ? text : mem_strdup("");
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

/* A command line; ended by NULL when it is run. Its words are not freed: a child goes on with it.
 */
struct line {
	const char **word;
	size_t n, cap;
};

static void say(struct line *l, const char *word)
{
	l->word = mem_grow(l->word, &l->cap, l->n + 1, sizeof(*l->word));
	l->word[l->n++] = word;
	l->word[l->n] = NULL;
}

static bool is_lto(const char *option)
{
	return !strcmp(option, "-dlto") || !strcmp(option, "--dlink-time-opt") ||
	       !strcmp(option, "-rdc=true") || !strcmp(option, "--relocatable-device-code=true");
}

static bool wants_object(int n, char *const *options)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(options[i], "-dlto") || !strcmp(options[i], "--dlink-time-opt"))
			return true;
	return false;
}

static void compiler_line(struct line *l, const char *source, int n, char *const *options)
{
	const bool object = wants_object(n, options);
	const char *const first[] = {"nvcc",
				     object ? "-dc" : "-ptx",
				     "-x",
				     "cu",
				     source,
				     "-x",
				     "none",
				     "-o",
				     object ? "out.o" : "out.ptx",
				     "-D__CUDACC_RTC__"};

	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		say(l, first[i]);
	for (int i = 0; i < n; i++)
		if (!object || !is_lto(options[i]))
			say(l, option_of(options[i]));
	say(l, option_of("-I.")); /* where the program is, last */
}

/* In the child: never returns. */
static void compiler(const char *command, const char *folder, const struct line *l)
{
	struct line all = {0};
	int log;

	say(&all, command);
	for (size_t i = 0; i < l->n; i++)
		say(&all, l->word[i]);
	if (chdir(folder))
		_exit(127);
	log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (log < 0 || dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
		_exit(127);
	execv(command, (char **)(uintptr_t)all.word);
	_exit(127);
}

static int run(const char *command, const char *folder, const struct line *l)
{
	const pid_t pid = fork();
	int status;

	if (!pid)
		compiler(command, folder, l);
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

/* A folder of its own, and the command; -1 and why: there is none. */
static int begin(char *folder, size_t size, char **command, char **log)
{
	const char *tmp = getenv("TMPDIR");

	*command = find_command();
	snprintf(folder, size, "%s/photofinish-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!*command)
		return said(log, -1,
			    "photofinish: the command photofinish is not beside the library "
			    "(PHOTOFINISH_COMMAND names it)");
	if (mkdtemp(folder))
		return 0;
	free(*command);
	return said(log, -1, "photofinish: no temporary folder can be made");
}

int nvrtc_compile(const struct nvrtc_source *s, int n_options, char *const *options,
		  struct nvrtc_result *result, char **log)
{
	const char *base = strrchr(s->name, '/');
	char folder[PATH_MAX], source[NAME_MAX], *command;
	struct line line = {0};
	size_t size;
	int rc = begin(folder, sizeof(folder), &command, log);

	if (rc)
		return rc;
	base = base ? base + 1 : s->name;
	snprintf(source, sizeof(source), "%.200s", base);
	compiler_line(&line, source, n_options, options);
	if (write_all(s, folder, source)) {
		rc = said(log, -1, "photofinish: the source or a header cannot be written");
	} else {
		rc = run(command, folder, &line);
		*log = read_file(folder, "log", &size);
		result->object = wants_object(n_options, options);
		if (!rc)
			result->text = read_file(folder, result->object ? "out.o" : "out.ptx",
						 &result->bytes);
	}
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(line.word);
	free(command);
	return rc;
}

/* The text of PTX in an object: from the NUL before its version to the one behind. */
static char *text_in(const char *bytes, size_t size)
{
	static const char version[] = "\n.version ";
	const char *at = memmem(bytes, size, version, sizeof(version) - 1);

	while (at && at > bytes && at[-1])
		at--;
	return at ? mem_strdup(at) : NULL;
}

static int write_bytes(const char *folder, const char *name, const struct nvrtc_input *x)
{
	char path[PATH_MAX + NAME_MAX];
	FILE *f;
	bool bad;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "wb");
	if (!f)
		return -1;
	bad = fwrite(x->bytes, 1, x->size, f) != x->size;
	return fclose(f) || bad ? -1 : 0;
}

int nvrtc_link(const struct nvrtc_input *list, size_t n, char **ptx, char **log)
{
	char folder[PATH_MAX], *command, *object, **names;
	struct line line = {0};
	size_t size;
	int rc = begin(folder, sizeof(folder), &command, log);

	if (rc)
		return rc;
	names = mem_alloc(n * sizeof(*names));
	say(&line, "nvcc");
	say(&line, "-dlink");
	for (size_t i = 0; i < n && !rc; i++) {
		rc = asprintf(&names[i], "in%zu.%s", i, list[i].archive ? "a" : "o") < 0 ||
				     write_bytes(folder, names[i], &list[i])
			     ? -1
			     : 0;
		say(&line, names[i]);
	}
	say(&line, "-o");
	say(&line, "out.o");
	if (rc) {
		said(log, rc, "photofinish: an input cannot be written");
	} else {
		rc = run(command, folder, &line);
		*log = read_file(folder, "log", &size);
		object = read_file(folder, "out.o", &size);
		*ptx = rc ? NULL : text_in(object, size);
		free(object);
		if (!rc && !*ptx)
			rc = 1; /* no input has device code */
	}
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	free(line.word);
	free(command);
	return rc;
}
