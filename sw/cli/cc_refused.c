/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_refused: of clang's errors about what photofinish has not, one line with the feature's name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "cc.h"
#include "refused.h"

struct scan {
	const char *include; /* our headers: nothing in them is a place that tells the user much */
	const char *source;
	const char *from; /* "app.cu:3": the innermost include of a file that is not ours */
	const struct refused *found;
	const char *name; /* what is refused, as the program writes it */
	const char *at;   /* "app.cu:3" */
	unsigned errors;
};

/* A copy without clang's colours. */
static char *without_colours(const char *text)
{
	char *copy = mem_strdup(text), *to = copy;

	for (const char *s = copy; *s;) {
		if (s[0] == '\033' && s[1] == '[') {
			s += 2 + strcspn(s + 2, "m");
			s += *s == 'm';
		} else {
			*to++ = *s++;
		}
	}
	*to = '\0';
	return copy;
}

/* "file:line" at the start of s; NULL when it does not begin so, or is a file of ours. */
static const char *place_in(const struct scan *x, const char *s)
{
	const char *c = s;

	if (!strncmp(s, x->include, strlen(x->include)))
		return NULL;
	while ((c = strchr(c, ':')) && !isdigit((unsigned char)c[1]))
		c++;
	if (!c)
		return NULL;
	c++;
	c += strspn(c, "0123456789");
	return *c == ':' || *c == ',' ? cc_format("%.*s", (int)(c - s), s) : NULL;
}

static bool is_unknown(const char *message)
{
	static const char *const marks[] = {
		"undeclared identifier", "unknown type name", "no template named",
		"no member named",       "no type named",     "is unavailable",
		"file not found",        "incomplete type",
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strstr(message, marks[i]))
			return true;
	return false;
}

/* A name of CUDA's kind that is not in the list either. */
static const struct refused unknown = {
	REFUSED_CALL, "", "unknown CUDA name",
	"photofinish does not declare it, and docs/refusals.md does not know it"};

/* What a message says is not known, and what we know about it. */
static const struct refused *find_quoted(const char *message, const char **name)
{
	const char *open = strchr(message, '\'');
	const char *close = open ? strchr(open + 1, '\'') : NULL;
	const struct refused *r;

	if (!close || !is_unknown(message))
		return NULL;
	*name = cc_format("%.*s", (int)(close - open - 1), open + 1);
	if (strstr(message, "file not found"))
		return refused_find(REFUSED_HEADER, *name);
	r = refused_find(REFUSED_CALL, *name);
	if (!r)
		r = refused_find(REFUSED_NAME, *name);
	if (!r && !strncmp(*name, "cuda", 4) && isupper((unsigned char)(*name)[4]) &&
	    strstr(message, "undeclared identifier") && !strstr(message, "did you mean"))
		r = &unknown;
	return r;
}

/* An #error of ours: "cublas_v2.h: cuBLAS: not supported ... */
static const struct refused *find_header(const char *message, const char **name)
{
	const char *colon = strchr(message, ':');

	if (*message != '"' || !colon)
		return NULL;
	*name = cc_format("%.*s", (int)(colon - message - 1), message + 1);
	return refused_find(REFUSED_HEADER, *name);
}

static void read_error(struct scan *x, const char *line, const char *message)
{
	const struct refused *r;
	const char *name = "", *at;

	x->errors++;
	if (x->found)
		return;
	r = refused_find(REFUSED_TEXT, message);
	if (!r)
		r = find_header(message, &name);
	if (!r)
		r = find_quoted(message, &name);
	if (!r)
		return;
	at = place_in(x, line);
	x->found = r;
	x->name = name;
	x->at = at ? at : x->from;
}

static void read_line(struct scan *x, const char *line)
{
	static const char from[] = "In file included from ", error[] = " error: ";
	static const char fatal[] = " fatal error: ";
	const char *at;

	if (!strncmp(line, from, sizeof(from) - 1)) {
		at = place_in(x, line + sizeof(from) - 1);
		if (at && strncmp(at, "<built-in>", 10) != 0)
			x->from = at;
		return;
	}
	at = strstr(line, fatal);
	if (at) {
		read_error(x, line, at + sizeof(fatal) - 1);
	} else {
		at = strstr(line, error);
		if (at)
			read_error(x, line, at + sizeof(error) - 1);
	}
}

int cc_refused_report(const char *text, const char *source, const struct cc_places *places,
		      struct diag *diag)
{
	struct scan x = {.include = places->include, .source = source};
	char *copy = without_colours(text), *save = NULL;

	for (char *s = strtok_r(copy, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
		read_line(&x, s);
	free(copy);
	if (!x.found)
		return 0;
	return diag_set(diag, x.at ? x.at : source, 0,
			"not supported: %s%s%s%s: %s (-v shows clang's %u error%s)", x.found->what,
			*x.name ? " (" : "", x.name, *x.name ? ")" : "", x.found->why, x.errors,
			x.errors == 1 ? "" : "s");
}
