/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file_name.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/mem.h"

static char *append(char *name, const char *text, size_t n)
{
	const size_t was = strlen(name);

	name = mem_realloc(name, was + n + 1);
	memcpy(name + was, text, n);
	name[was + n] = '\0';
	return name;
}

/* What %c stands for; NULL: nothing. */
static const char *meaning(char c, char number[24])
{
	switch (c) {
	case '%': return "%";
	case 'b': return program_invocation_short_name;
	case 'p': snprintf(number, 24, "%ld", (long)getpid()); return number;
	default: return NULL;
	}
}

static char *folder(void)
{
	char *cwd = getcwd(NULL, 0), *name = mem_strdup(cwd ? cwd : ".");

	free(cwd);
	return append(name, "/", 1);
}

char *file_name(const char *option, const char *given, struct diag *diag)
{
	char number[24], *name;

	if (!given)
		return NULL;
	name = *given == '/' ? mem_strdup("") : folder();
	for (const char *c = given; *c;) {
		const size_t plain = strcspn(c, "%");
		const char *text;

		name = append(name, c, plain);
		c += plain;
		if (!*c)
			break;
		text = meaning(c[1], number);
		if (!text) {
			diag_set(diag, NULL, 0,
				 "%s: '%.2s' in %s: a file's name may hold %%p (process), %%b "
				 "(program) and %%%%",
				 option, c, given);
			free(name);
			return NULL;
		}
		name = append(name, text, strlen(text));
		c += 2;
	}
	return name;
}
