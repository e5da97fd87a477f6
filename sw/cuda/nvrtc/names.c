/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * names: the name in PTX of what a C++ expression names. Behind the program stands a variable for
 * each expression, which begins as the address of what it names: so a template of the program's is
 * made for it, and the text of the variable has the name. The variables are then taken out of the
 * text.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/mem.h"
#include "compile.h"

#define MARK "pf_lowered_name_"

/* "&variable" and "kernel<int>" alike. */
static const char *plain(const char *expression)
{
	return expression + strspn(expression, " \t\n&");
}

char *names_source(const char *text, char *const *expressions, int n)
{
	char *out = mem_strdup(text);
	size_t size = strlen(out);

	for (int i = 0; i < n; i++) {
		char *line;
		const int more = asprintf(
			&line,
			"\nextern \"C\" { __device__ __attribute__((used)) const void *" MARK
			"%d = (const void *)&%s; }\n",
			i, plain(expressions[i]));

		if (more < 0)
			continue;
		out = mem_realloc(out, size + (size_t)more + 1);
		memcpy(out + size, line, (size_t)more + 1);
		size += (size_t)more;
		free(line);
	}
	return out;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* "MARK0 = NAME;" or "MARK0 = generic(NAME);"; from malloc() */
static char *name_in(const char *value)
{
	static const char generic[] = "generic(";
	size_t n = 0;

	value += strspn(value, " =");
	if (!strncmp(value, generic, sizeof(generic) - 1))
		value += sizeof(generic) - 1;
	while (in_name(value[n]))
		n++;
	return n ? strndup(value, n) : NULL;
}

void names_lowered(char *ptx, char **lowered, int n)
{
	char *at;

	while ((at = strstr(ptx, " " MARK))) {
		char *end, *from = at, *to = strchr(at, '\n');
		const long i = strtol(at + sizeof(MARK), &end, 10);

		if (i >= 0 && i < n && !lowered[i])
			lowered[i] = name_in(end);
		while (from > ptx && from[-1] != '\n')
			from--;
		to = to ? to + 1 : at + strlen(at);
		memmove(from, to, strlen(to) + 1);
	}
}
