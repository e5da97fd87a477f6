/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_pch.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cc_depend.h"

/* Of one command */
struct header {
	struct cc_list make;    /* the command that makes it, but for its output */
	struct cc_list folders; /* the user's, which are searched before the system's */
	char key[DIGEST_TEXT];
	const char *path; /* of the precompiled header; NULL: there is none */
	const char *temp, *depend;
	pid_t pid;
};

static const char *header_path(const struct cc_places *p)
{
	return cc_format("%s/photofinish/cuda.h", p->include);
}

bool cc_pch_is_used(const struct cc_list *command)
{
	for (size_t i = 0; i < command->n; i++)
		if (!strcmp(command->item[i], "-include-pch"))
			return true;
	return false;
}

void cc_pch_undo(const struct cc_job *j, struct cc_list *command)
{
	for (size_t i = 0; i + 1 < command->n; i++)
		if (!strcmp(command->item[i], "-include-pch")) {
			command->item[i] = "-include";
			command->item[i + 1] = header_path(&j->places);
		}
}

/* The number of items that have no part in the header, or only say where the user's headers are. */
static size_t apart(const struct cc_places *p, const struct cc_list *c, size_t i)
{
	static const char *const with_value[] = {"-include", "-isystem", "-iquote", "-idirafter",
						 "-MF",      "-MT",      "-o"};
	const char *s = c->item[i], *next = i + 1 < c->n ? c->item[i + 1] : "";

	if (!strcmp(s, "-isystem") && !strcmp(next, p->include))
		return 0;
	for (size_t k = 0; k < sizeof(with_value) / sizeof(with_value[0]); k++)
		if (!strcmp(s, with_value[k]))
			return 2;
	if (!strcmp(s, "-Xclang") && !strncmp(next, "-cuid=", 6))
		return 2;
	if (!strcmp(s, "-Xclang") && !strcmp(next, "-fcuda-include-gpubinary"))
		return 4;
	return !strncmp(s, "-I", 2) || !strcmp(s, "-MD");
}

static void note_folder(struct header *h, const struct cc_list *c, size_t i)
{
	const char *s = c->item[i];

	if (!strncmp(s, "-I", 2) && s[2])
		cc_add(&h->folders, s + 2);
	else if (!strcmp(s, "-isystem") || !strcmp(s, "-iquote"))
		cc_add(&h->folders, c->item[i + 1]);
}

/* Full debug information would lose the header's names. */
static bool is_debug(const char *s)
{
	return !strncmp(s, "-g", 2) && strcmp(s, "-gline-tables-only") && strcmp(s, "-g0");
}

/* false: the command cannot have one. Its last three items are source, -o and output. */
static bool prepare(const struct cc_job *j, const struct cc_list *c, struct header *h)
{
	struct digest d;

	digest_begin(&d);
	digest_add_text(&d, j->clang_id);
	for (size_t i = 0, n; i + 3 < c->n; i += n ? n : 1) {
		n = apart(&j->places, c, i);
		if (!strcmp(c->item[i], "-ivfsoverlay") || !strcmp(c->item[i], "-include-pch") ||
		    is_debug(c->item[i]))
			return false;
		if (n) {
			note_folder(h, c, i);
			continue;
		}
		cc_add(&h->make, c->item[i]);
		digest_add_text(&d, c->item[i]);
	}
	digest_text(&d, h->key);
	return true;
}

/* How a system header is included: what follows the folder that is searched for it. */
static const char *included_as(const char *path)
{
	const char *name = path;

	for (const char *s = path; *s;) {
		size_t n = strcspn(s, "/");
		const bool searched =
			!strncmp(s, "include/", 8) || !strncmp(s, "cuda_wrappers/", 14) ||
			(isdigit((unsigned char)*s) && strspn(s, "0123456789.") == n) ||
			memmem(s, n, "-linux-", 7);

		if (!s[n])
			break;
		s += n + 1;
		if (searched)
			name = s;
	}
	return name;
}

/* Would the user's folders give another header of that name? */
static bool is_hidden(const struct header *h, const struct cc_places *p, const char *path)
{
	const size_t n = strlen(p->include);
	const char *name;

	if (!strncmp(path, p->include, n) && path[n] == '/') /* ours are included by their place */
		return false;
	name = included_as(path);
	for (size_t i = 0; i < h->folders.n; i++)
		if (!access(cc_format("%s/%s", h->folders.item[i], name), F_OK))
			return true;
	return false;
}

/* "SIZE NANOSECONDS PATH": as clang itself looks at a precompiled header's files */
static bool is_same(const char *line, const char **path)
{
	long long size, seconds;
	long nano;
	struct stat st;
	int n = 0;

	if (sscanf(line, "%lld %lld.%ld %n", &size, &seconds, &nano, &n) != 3 || !n)
		return false;
	*path = line + n;
	return !stat(*path, &st) && st.st_size == size && st.st_mtim.tv_sec == seconds &&
	       st.st_mtim.tv_nsec == nano;
}

static bool digest_of(const char *path, char text[DIGEST_TEXT])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	struct digest d;
	void *bytes = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &st) && st.st_size > 0)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		close(fd);
	if (bytes == MAP_FAILED)
		return false;
	digest_begin(&d);
	digest_add(&d, bytes, (size_t)st.st_size);
	digest_text(&d, text);
	munmap(bytes, (size_t)st.st_size);
	return true;
}

/* Takes the header out of the cache when all its files are what they were. */
static bool find(const struct cc_job *j, struct header *h)
{
	size_t size;
	char *text = cache_get(&j->cache, h->key, "ph", &size), *save = NULL;
	char *digest = text ? strtok_r(text, "\n", &save) : NULL, is[DIGEST_TEXT];
	const char *pch, *path;
	bool good = digest && strlen(digest) == DIGEST_TEXT - 1;

	for (char *s; good && (s = strtok_r(NULL, "\n", &save));)
		good = is_same(s, &path) && !is_hidden(h, &j->places, path);
	pch = good ? cache_path(&j->cache, digest, "pch") : NULL;
	if (pch && digest_of(pch, is) && !strcmp(is, digest)) {
		cache_touch(pch);
		h->path = pch;
	}
	free(text);
	return h->path;
}

static void start(struct cc_job *j, struct header *h, size_t nth)
{
	struct diag diag = {0};

	h->temp = cache_begin(&j->cache, h->key);
	if (!h->temp)
		return;
	h->depend = cc_format("%s/pch%zu.d", j->places.temp, nth);
	cc_add(&h->make, "-MD");
	cc_add(&h->make, "-MF");
	cc_add(&h->make, h->depend);
	cc_add(&h->make, "-MT");
	cc_add(&h->make, "x");
	cc_add(&h->make, "-Xclang");
	cc_add(&h->make, "-emit-pch");
	cc_add(&h->make, cc_format("%s/photofinish/precompile.h", j->places.include));
	cc_add(&h->make, "-o");
	cc_add(&h->make, h->temp);
	if (cc_start(&h->pid, &h->make, j->args.verbose, cc_format("%s/log.pch", j->places.temp),
		     -1, &diag))
		h->pid = 0;
}

static const char *stat_line(const char *path)
{
	struct stat st;

	if (stat(path, &st) || strchr(path, '\n'))
		return NULL;
	return cc_format("%lld %lld.%ld %s\n", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
			 st.st_mtim.tv_nsec, path);
}

/* Notes what a new header was made of. One that depends on the user's headers is not kept. */
static void end(struct cc_job *j, struct header *h)
{
	struct cc_list files = {0};
	struct diag diag = {0};
	char digest[DIGEST_TEXT];
	const char *text = "", *line = "";
	bool good =
		h->pid && !cc_wait(h->pid, h->make.item[0], &diag) && digest_of(h->temp, digest);

	if (good)
		cc_depend_read(h->depend, &files);
	for (size_t i = 0; line && i < files.n; i++) {
		line = *files.item[i] == '/' && !is_hidden(h, &j->places, files.item[i])
			       ? stat_line(files.item[i])
			       : NULL;
		text = line ? cc_format("%s%s", text, line) : NULL;
	}
	if (!good || !files.n || !text)
		unlink(h->temp);
	else if (cache_end(&j->cache, h->temp, digest, "pch")) {
		text = cc_format("%s\n%s", digest, text);
		cache_put(&j->cache, h->key, "ph", text, strlen(text));
		h->path = cache_path(&j->cache, digest, "pch");
		cache_count(&j->cache, "pch-made");
	}
	free(files.item);
}

static void replace(struct cc_job *j, struct cc_list *c, const char *pch)
{
	const char *header = header_path(&j->places);

	for (size_t i = 0; i + 1 < c->n; i++)
		if (!strcmp(c->item[i], "-include") && !strcmp(c->item[i + 1], header)) {
			c->item[i] = "-include-pch";
			c->item[i + 1] = pch;
		}
}

void cc_pch_use(struct cc_job *j, struct cc_list *const *commands, size_t n)
{
	struct header h[2] = {0};
	bool found[2] = {false};

	if (!j->cache.folder || !j->clang_id)
		return;
	for (size_t i = 0; i < n; i++)
		if (prepare(j, commands[i], &h[i])) {
			found[i] = find(j, &h[i]);
			if (found[i])
				cache_count(&j->cache, "pch-hit");
			else
				start(j, &h[i], i);
		}
	for (size_t i = 0; i < n; i++) {
		if (h[i].temp)
			end(j, &h[i]);
		if (h[i].path)
			replace(j, commands[i], h[i].path);
		if (j->args.verbose)
			fprintf(stderr, "photofinish cc: cache: precompiled header: %s\n",
				h[i].path ? (found[i] ? "used" : "made") : "none");
		free(h[i].make.item);
		free(h[i].folders.item);
	}
}
