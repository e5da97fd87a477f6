/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { STARTS = 64 };

int out_check(const char *file, const char *starts, size_t n, struct diag *diag)
{
	char begin[STARTS];
	struct stat st;
	size_t got;
	FILE *f;

	if (stat(file, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return 0;
	f = fopen(file, "re");
	if (!f)
		return diag_set(diag, file, 0, "%s", strerror(errno));
	got = fread(begin, 1, n, f);
	fclose(f);
	if (got != n || memcmp(begin, starts, n) != 0)
		return diag_set(diag, file, 0,
				"exists and is not what would be written there: not replaced");
	return 0;
}

FILE *out_open(const char *file, const char *starts, struct diag *diag)
{
	FILE *f;

	if (out_check(file, starts, strlen(starts), diag))
		return NULL;
	f = fopen(file, "we");
	if (!f)
		diag_set(diag, file, 0, "%s", strerror(errno));
	return f;
}
