/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_clang: which versions of clang are right. A compiler that moves a load over a barrier makes
 * a program whose answers, and races, are not those of its source.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "cc.h"

#define SHIFTS "a 64-bit arithmetic shift followed by a mask (sign tests, bit fields)"

/* Supported is what every test here passes with; wrong says why one that we know is not. */
static const struct version {
	int major;
	const char *wrong; /* NULL: supported */
} versions[] = {
	{13, SHIFTS}, {14, SHIFTS ", and moves loads of __shared__ variables over __syncthreads()"},
	{15, SHIFTS}, {16, SHIFTS},
	{19, NULL},
};

#define N_VERSIONS (sizeof(versions) / sizeof(versions[0]))

static const char *supported(void)
{
	const char *list = "";

	for (size_t i = 0; i < N_VERSIONS; i++)
		if (!versions[i].wrong)
			list = cc_format("%s%s%d", list, *list ? ", " : "", versions[i].major);
	return list;
}

int cc_clang_judge(const char *clang, const char *text, struct diag *diag)
{
	static const char mark[] = "clang version ";
	const char *at = strstr(text, mark);
	int major;

	if (!at)
		return diag_set(diag, NULL, 0, "%s is not clang (supported: clang %s)", clang,
				supported());
	major = atoi(at + sizeof(mark) - 1);
	for (size_t i = 0; i < N_VERSIONS; i++) {
		if (versions[i].major != major)
			continue;
		if (!versions[i].wrong)
			return 0;
		return diag_set(diag, NULL, 0,
				"%s is clang %d, which emits wrong code for %s (supported: clang "
				"%s)",
				clang, major, versions[i].wrong, supported());
	}
	return diag_set(diag, NULL, 0,
			"%s is clang %d, which was never tested here (supported: clang %s)", clang,
			major, supported());
}

/* The program that PATH gives for this name; NULL: none. */
static const char *program(const char *name)
{
	char *path = getenv("PATH") && !strchr(name, '/') ? mem_strdup(getenv("PATH")) : NULL;
	char *save = NULL;
	const char *found = NULL;

	if (!path)
		return access(name, X_OK) ? NULL : name;
	for (char *s = strtok_r(path, ":", &save); s && !found; s = strtok_r(NULL, ":", &save)) {
		const char *file = cc_format("%s/%s", s, name);

		found = access(file, X_OK) ? NULL : file;
	}
	free(path);
	return found;
}

/* What changes when another clang is installed: of a program itself, since a script may call any.
 */
static const char *identity(const char *clang)
{
	const char *path = program(clang);
	FILE *f = path ? fopen(path, "re") : NULL;
	char magic[4] = "";
	struct stat st;
	bool good = f && fread(magic, 1, 4, f) == 4 && !memcmp(magic, "\177ELF", 4) &&
		    !fstat(fileno(f), &st);

	if (f)
		fclose(f);
	return good ? cc_format("%s %lld %lld %lld.%ld", path, (long long)st.st_ino,
				(long long)st.st_size, (long long)st.st_mtim.tv_sec,
				st.st_mtim.tv_nsec)
		    : NULL;
}

int cc_clang_check(const struct cc_places *p, const struct cache *cache, bool verbose,
		   const char **id, struct diag *diag)
{
	struct cc_list c = {0};
	char text[512], key[DIGEST_TEXT], *known;
	struct digest d;
	size_t size;
	int rc;

	*id = identity(p->clang);
	if (*id && cache->folder) {
		digest_begin(&d);
		digest_add_text(&d, *id);
		digest_text(&d, key);
		known = cache_get(cache, key, "clang", &size);
		rc = known ? cc_clang_judge(p->clang, known, diag) : -1;
		free(known);
		if (known)
			return rc;
	}
	cc_add(&c, p->clang);
	cc_add(&c, "--version");
	rc = cc_run_read(&c, verbose, text, sizeof(text), diag);
	free(c.item);
	if (!rc && *id && cache->folder)
		cache_put(cache, key, "clang", text, strlen(text));
	return rc < 0 ? -1 : cc_clang_judge(p->clang, text, diag);
}
