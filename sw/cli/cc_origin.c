/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/version.h"
#include "../report/origin.h"
#include "cc.h"

/* The name in a line of the form .file 1 "name"; NULL in every other line. */
static const char *name_in(const char *line, size_t n)
{
	size_t blanks = strspn(line, " \t");
	const char *open = memchr(line, '"', n);
	const char *close = open ? memchr(open + 1, '"', n - (size_t)(open + 1 - line)) : NULL;

	if (blanks >= n || strncmp(line + blanks, ".file", 5) != 0 || !close)
		return NULL;
	return cc_format("%.*s", (int)(close - open - 1), open + 1);
}

/* Where the file is, whatever the current directory will be. */
static const char *absolute(const char *name)
{
	char dir[PATH_MAX];

	if (*name == '/' || !getcwd(dir, sizeof(dir)))
		return name;
	return cc_format("%s/%s", strcmp(dir, "/") ? dir : "", name);
}

static void write_file(FILE *f, const char *name)
{
	const char *path;
	uint64_t hash;

	if (!strncmp(name, "./", 2)) /* as the user named it */
		name += 2;
	path = absolute(name);
	if (strpbrk(path, "\"\\") || !origin_hash(path, &hash))
		return;
	fprintf(f, ORIGIN_FILE "%016llx \"%s\" \"%s\"\n", (unsigned long long)hash, name, path);
}

int cc_origin(const char *file, struct diag *diag)
{
	FILE *f = fopen(file, "r+");
	const char *at;
	size_t size;
	char *text;
	int bad;

	if (!f)
		return diag_set(diag, file, 0, "%s", strerror(errno));
	text = cc_read_all(f, &size);
	bad = fseek(f, 0, SEEK_END);
	fprintf(f, "%s" ORIGIN_VERSION "%s\n", size && text[size - 1] != '\n' ? "\n" : "",
		VERSION_TEXT);
	for (at = text; *at;) {
		size_t n = strcspn(at, "\n");
		const char *name = name_in(at, n);

		if (name)
			write_file(f, name);
		at += n + (at[n] == '\n');
	}
	free(text);
	bad = bad || ferror(f);
	bad = fclose(f) || bad;
	return bad ? diag_set(diag, file, 0, "cannot be written") : 0;
}
