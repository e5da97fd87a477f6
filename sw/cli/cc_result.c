/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cc_result.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/version.h"
#include "cc_depend.h"

/* Options that write or read nothing we do not know of. The value of -I and its like is the next
 * item or joined. */
static bool is_known(const char *s)
{
	static const char *const whole[] = {"-w",    "-pthread", "-pg",  "-pedantic",
					    "-ansi", "-MD",      "-MMD", "-MP"};
	static const char *const start[] = {"-D",
					    "-U",
					    "-I",
					    "-MF",
					    "-MT",
					    "-MQ",
					    "-std=",
					    "-O",
					    "-fno-",
					    "-fPIC",
					    "-fpic",
					    "-fPIE",
					    "-fpie",
					    "-fopenmp",
					    "-fexceptions",
					    "-frtti",
					    "-fvisibility",
					    "-fwrapv",
					    "-ffast-math",
					    "-fstrict-",
					    "-fomit-",
					    "-fstack-protector",
					    "-funroll-",
					    "-ffunction-sections",
					    "-fdata-sections",
					    "-ffp-contract=",
					    "-fdiagnostics-",
					    "-fsigned-",
					    "-funsigned-",
					    "-fcolor-",
					    "-fpermissive",
					    "-fsanitize=",
					    "-mavx",
					    "-msse",
					    "-mfma",
					    "-mbmi",
					    "-mtune=",
					    "-march=x86-64"};

	if (!strncmp(s, "-W", 2))
		return strncmp(s, "-Wa,", 4) && strncmp(s, "-Wp,", 4) && strncmp(s, "-Wl,", 4);
	if (!strncmp(s, "-g", 2))
		return strncmp(s, "-gsplit", 7) != 0;
	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (!strcmp(s, whole[i]))
			return true;
	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (!strncmp(s, start[i], strlen(start[i])))
			return true;
	return false;
}

static const char *unknown_option(const struct cc_list *l)
{
	static const char *const with_value[] = {"-include", "-isystem", "-iquote", "-idirafter"};

	for (size_t i = 0; i < l->n; i++) {
		bool value = false;

		for (size_t k = 0; k < sizeof(with_value) / sizeof(with_value[0]); k++)
			value |= !strcmp(l->item[i], with_value[k]);
		if (!value && !is_known(l->item[i]))
			return l->item[i];
		i += value;
	}
	return NULL;
}

/* Why this command's results are not kept; NULL: they are. */
static const char *reason(const struct cc_job *j)
{
	/* what clang reads beside its command line */
	static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
						"CCC_OVERRIDE_OPTIONS"};
	const struct cc_list *lists[] = {&j->args.both, &j->args.device, &j->args.host};
	const char *option = NULL;

	if (!j->cache.folder)
		return j->cache.why ? j->cache.why : "no folder";
	if (!j->clang_id)
		return "clang is not known";
	for (size_t i = 0; i < 3 && !option; i++)
		option = unknown_option(lists[i]);
	if (option)
		return cc_format("%s could do anything", option);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		if (getenv(variables[i]))
			return cc_format("%s is set", variables[i]);
	return NULL;
}

static void add_program(struct digest *d, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		memset(&st, 0, sizeof(st));
	digest_add_text(d, cc_format("%lld %lld.%ld", (long long)st.st_size,
				     (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec));
}

/* All that decides what is made of the files. */
static void begin_key(const struct cc_job *j, struct cc_result *r, size_t k)
{
	const struct cc_args *a = &j->args;
	const struct cc_list *lists[] = {&a->both, &a->device, &a->host};
	char *folder = getcwd(NULL, 0);
	struct digest *d = &r->base;

	digest_begin(d);
	digest_add_text(d, VERSION_TEXT);
	add_program(d, "/proc/self/exe");
	add_program(d, j->places.lower);
	digest_add_text(d, j->places.include);
	digest_add_text(d, j->clang_id);
	digest_add_text(d, folder);
	free(folder);
	digest_add_text(d, r->source);
	digest_add_text(d, cc_format("%d %d %d %d %d", a->input[k].kind, a->debug, a->relocatable,
				     isatty(STDERR_FILENO), r->ptx != NULL));
	digest_add_text(d, a->arch);
	digest_add_text(d, a->optimise);
	digest_add_text(d, a->device_only);
	digest_add_text(d, a->relocatable ? cc_link_id(a, k) : NULL);
	for (size_t i = 0; i < 3; i++) {
		struct cc_list l = {0};

		cc_depend_without(&l, lists[i]);
		for (size_t n = 0; n < l.n; n++)
			digest_add_text(d, l.item[n]);
		digest_add_text(d, NULL);
		free(l.item);
	}
	digest_text(d, r->key);
}

static bool add_content(struct digest *d, const char *path, bool keep)
{
	static const char *const moving[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", ".incbin"};
	FILE *f = fopen(path, "re");
	size_t size;
	char *text;
	bool good = true;

	if (!f)
		return false;
	text = cc_read_all(f, &size);
	fclose(f);
	digest_add_text(d, path);
	digest_add(d, text, size);
	/* a result of more than the files is not kept */
	for (size_t i = 0; keep && i < sizeof(moving) / sizeof(moving[0]); i++)
		good &= !memmem(text, size, moving[i], strlen(moving[i]));
	free(text);
	return good;
}

/* Lines "F PATH" and "N PATH": a file, and one that must not be there. Sets key; false: the result
 * is of no use any more. files: those of F */
static bool read_files(const struct cc_result *r, char *text, struct cc_list *files,
		       char key[DIGEST_TEXT])
{
	struct digest d = r->base;
	char *save = NULL;

	for (char *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
		if (s[0] == 'N' && !access(s + 2, F_OK))
			return false;
		if (s[0] != 'F')
			continue;
		if (!add_content(&d, s + 2, false))
			return false;
		cc_add(files, cc_format("%s", s + 2));
	}
	digest_text(&d, key);
	return files->n;
}

/* As a compiler does, whole or not at all. */
static bool write_file(const char *path, const char *bytes, size_t size)
{
	struct stat st;
	const bool plain = !stat(path, &st) && !S_ISREG(st.st_mode);
	const char *temp = plain ? path : cc_format("%s.%ld.tmp", path, (long)getpid());
	FILE *f = fopen(temp, "we");
	bool good = f && fwrite(bytes, 1, size, f) == size;

	if (f && fclose(f))
		good = false;
	if (good && !plain && rename(temp, path))
		good = false;
	if (!good && !plain && f)
		unlink(temp);
	return good;
}

/* "OBJECT PTX SAID\n", how long each is, and they themselves */
static bool write_all(const struct cc_result *r, const char *text, size_t size)
{
	size_t object, ptx, said;
	int n = 0;

	if (sscanf(text, "%zu %zu %zu%n", &object, &ptx, &said, &n) != 3 || text[n] != '\n')
		return false;
	text += n + 1;
	size -= (size_t)n + 1;
	if (object > size || ptx > size - object || said != size - object - ptx)
		return false;
	if (!write_file(r->object, text, object) ||
	    (r->ptx && !write_file(r->ptx, text + object, ptx)))
		return false;
	fwrite(text + object + ptx, 1, said, stderr);
	return true;
}

static bool find(struct cc_job *j, const struct cc_result *r)
{
	size_t size;
	char *list = cache_get(&j->cache, r->key, "m", &size), *text = NULL, key[DIGEST_TEXT];
	struct cc_list files = {0};
	bool found = list && read_files(r, list, &files, key);

	if (found)
		text = cache_get(&j->cache, key, "r", &size);
	found = text && write_all(r, text, size);
	if (found && cc_depend_wanted(&j->args))
		found = !cc_depend_write(&j->args, &j->places, files.item[0], &files, r->object,
					 &j->diag);
	free(text);
	free(list);
	free(files.item);
	return found;
}

static void tell(const struct cc_job *j, const char *source, const char *what)
{
	if (j->args.verbose)
		fprintf(stderr, "photofinish cc: cache: %s: %s\n", source, what);
}

bool cc_result_find(struct cc_job *j, struct cc_result *r, size_t k, const char *object)
{
	const struct cc_args *a = &j->args;
	const char *why = reason(j);

	*r = (struct cc_result){.source = a->input[k].path, .object = object, .cached = !why};
	r->has_device = a->input[k].kind == CC_CUDA;
	if (a->ptx && r->has_device)
		r->ptx = cc_derived(r->source, ".ptx", a->output);
	/* the kernel's clock for files, which lags behind others by a tick */
	clock_gettime(CLOCK_REALTIME_COARSE, &r->began);
	if (why) {
		tell(j, r->source, why);
		return false;
	}
	begin_key(j, r, k);
	if (a->verbose || a->keep) {
		tell(j, r->source, "compiled, to show how");
		return false;
	}
	if (find(j, r)) {
		cache_count(&j->cache, "hit");
		return true;
	}
	*j->diag.text = '\0';
	cache_count(&j->cache, "miss");
	return false;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* Has it not been written to since the compilation began? */
static bool is_settled(const struct cc_result *r, const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !strchr(path, '\n') &&
	       !is_later(&st.st_mtim, &r->began) && !is_later(&st.st_ctim, &r->began);
}

/* Folders that are searched ahead of the system's: the source's, and the user's */
static void add_folders(const struct cc_args *a, const char *source, struct cc_list *l)
{
	const char *slash = strrchr(source, '/');
	const struct cc_list *lists[] = {&a->both, &a->host};

	cc_add(l, slash ? cc_format("%.*s", (int)(slash - source), source) : ".");
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < lists[k]->n; i++) {
			const char *s = lists[k]->item[i], *next = lists[k]->item[i + 1];

			if (!strncmp(s, "-I", 2) && s[2])
				cc_add(l, s + 2);
			else if (next && (!strcmp(s, "-isystem") || !strcmp(s, "-iquote")))
				cc_add(l, next);
		}
}

/* What follows the folder that a file was found in; the name alone when it is none of ours. */
static const char *name_in(const struct cc_list *folders, const char *path)
{
	const char *name = cc_base_name(path);

	for (size_t i = 0; i < folders->n; i++) {
		size_t n = strlen(folders->item[i]);

		if (!strncmp(path, folders->item[i], n) && path[n] == '/' && path + n + 1 < name)
			name = path + n + 1;
	}
	return name;
}

static void write_list(FILE *f, const struct cc_list *files, const struct cc_list *folders)
{
	for (size_t i = 0; i < files->n; i++) {
		const char *name = name_in(folders, files->item[i]);

		fprintf(f, "F %s\n", files->item[i]);
		for (size_t k = 0; k < folders->n; k++) {
			const char *other = cc_format("%s/%s", folders->item[k], name);

			if (access(other, F_OK))
				fprintf(f, "N %s\n", other);
		}
	}
}

static void add_file(FILE *f, const char *path)
{
	FILE *in = path ? fopen(path, "re") : NULL;
	size_t size;
	char *text;

	if (!in)
		return;
	text = cc_read_all(in, &size);
	fclose(in);
	fwrite(text, 1, size, f);
	free(text);
}

static size_t size_of(const char *path)
{
	struct stat st;

	return path && !stat(path, &st) ? (size_t)st.st_size : 0;
}

static void keep(struct cc_job *j, const struct cc_result *r, const struct cc_list *files)
{
	struct cc_list folders = {0};
	struct digest d = r->base;
	char key[DIGEST_TEXT], *list = NULL, *text = NULL;
	size_t list_size = 0, size = 0;
	FILE *l = open_memstream(&list, &list_size), *t = open_memstream(&text, &size);

	add_folders(&j->args, r->source, &folders);
	write_list(l, files, &folders);
	fprintf(t, "%zu %zu %zu\n", size_of(r->object), size_of(r->ptx),
		j->said ? strlen(j->said) : 0);
	add_file(t, r->object);
	add_file(t, r->ptx);
	fputs(j->said ? j->said : "", t);
	fclose(l);
	fclose(t);
	for (size_t i = 0; i < files->n; i++)
		if (!is_settled(r, files->item[i]) || !add_content(&d, files->item[i], true))
			goto out;
	digest_text(&d, key);
	if (cache_put(&j->cache, key, "r", text, size))
		cache_put(&j->cache, r->key, "m", list, list_size);
out:
	free(folders.item);
	free(list);
	free(text);
}

int cc_result_keep(struct cc_job *j, struct cc_result *r)
{
	struct cc_list files = {0};
	const char *device = cc_format("%s/device.d", j->places.temp);
	const char *host = cc_format("%s/host.d", j->places.temp), *source = r->source;
	bool known;
	int rc = 0;

	while (!strncmp(source, "./", 2)) /* as clang names it */
		source += 2;
	cc_add(&files, source);
	known = !r->has_device || cc_depend_read(device, &files);
	known = (j->args.device_only || cc_depend_read(host, &files)) && known;
	if (cc_depend_wanted(&j->args))
		rc = cc_depend_write(&j->args, &j->places, source, &files, r->object, &j->diag);
	/* a source that was changed on its way to clang is not the file of its name */
	if (!rc && r->cached && !j->overlay && known)
		keep(j, r, &files);
	free(files.item);
	unlink(device);
	unlink(host);
	return rc;
}
