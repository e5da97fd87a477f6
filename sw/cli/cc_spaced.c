/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_spaced: launches that an editor has taken apart: kernel << <grid, block >> >(x). nvcc reads
 * them, clang does not. When clang fails, the files that it names are looked through; one with such
 * a launch, with a spelling of cc_spell.c or a variable of cc_shared.c, is read from a copy in
 * which the blanks stand behind the brackets, so that lines and all but a few columns stay what
 * they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/json_text.h"
#include "../base/mem.h"
#include "cc.h"

char *cc_past_text(char *s)
{
	char *end;

	if (s[0] == '/' && s[1] == '/')
		return s + strcspn(s, "\n");
	if (s[0] == '/' && s[1] == '*') {
		end = strstr(s + 2, "*/");
		return end ? end + 2 : s + strlen(s);
	}
	if (*s != '"' && *s != '\'')
		return s;
	for (end = s + 1; *end && *end != *s && *end != '\n'; end++)
		end += end[0] == '\\' && end[1];
	return *end == *s ? end + 1 : s; /* a digit separator is no literal */
}

/* Three of c with blanks between them or not: where they end; NULL: there are not three. */
static char *three(char *s, char c)
{
	for (unsigned n = 0; n < 3; n++) {
		s += n ? strspn(s, " \t") : 0;
		if (*s++ != c)
			return NULL;
	}
	return s;
}

/* Where the >>> starts that ends the launch's configuration, ( behind it; NULL: there is none. */
static char *closing(char *s)
{
	for (unsigned depth = 0; *s && *s != ';' && *s != '{'; s++) {
		char *end = cc_past_text(s);

		if (end != s) {
			s = end - 1;
			continue;
		}
		depth += strchr("([", *s) != NULL;
		if (strchr(")]", *s) && !depth--)
			return NULL;
		end = depth ? NULL : three(s, '>');
		if (end && end[strspn(end, " \t\n")] == '(')
			return s;
	}
	return NULL;
}

/* The blanks among three characters go behind them. Did any? */
static bool join(char *s, char c)
{
	char *end = three(s, c);

	if (end - s == 3)
		return false;
	memset(s, c, 3);
	memset(s + 3, ' ', (size_t)(end - s - 3));
	return true;
}

/* operator<< <T>() is C++. */
static bool is_operator(const char *text, const char *s)
{
	while (s > text && (s[-1] == ' ' || s[-1] == '\t'))
		s--;
	return s - text >= 8 && !memcmp(s - 8, "operator", 8);
}

bool cc_spaced_join(char *text)
{
	bool any = false;

	for (char *s = text; *s; s++) {
		char *end = cc_past_text(s), *close;

		if (end != s) {
			s = end - 1;
			continue;
		}
		end = *s == '<' && !is_operator(text, s) ? three(s, '<') : NULL;
		close = end ? closing(end) : NULL;
		if (!close)
			continue;
		any |= join(s, '<');
		any |= join(close, '>');
		s = close + 2;
	}
	return any;
}

struct cc_spaced {
	const struct cc_places *places;
	const char *file;
	char **path; /* those that are joined, whole */
	size_t n, cap;
};

static size_t index_of(const struct cc_spaced *o, const char *path)
{
	size_t i = 0;

	while (i < o->n && strcmp(o->path[i], path) != 0)
		i++;
	return i;
}

static const char *copy_of(const struct cc_spaced *o, size_t i)
{
	return cc_format("%s/joined%zu", o->places->temp, i);
}

/* The text of a file without NULs, or NULL. */
static char *read_text(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t size;
	char *text;

	if (!f)
		return NULL;
	text = cc_read_all(f, &size);
	fclose(f);
	if (strlen(text) == size)
		return text;
	free(text);
	return NULL;
}

/* What is read from now on in the place of the i-th file, or of path, one more. Frees text. */
static bool put_copy(struct cc_spaced *o, size_t i, const char *path, char *text)
{
	FILE *f = fopen(copy_of(o, i), "w");
	bool ok = f && fputs(text, f) >= 0;

	ok = f && !fclose(f) && ok;
	free(text);
	if (!ok || i < o->n)
		return ok;
	o->path = mem_grow(o->path, &o->cap, o->n, sizeof(*o->path));
	o->path[o->n++] = mem_strdup(path);
	return true;
}

/* Puts the joined text of one file beside the others. */
static bool add_joined(struct cc_spaced *o, const char *path)
{
	const size_t i = index_of(o, path);
	char *text = i < o->n ? NULL : read_text(path), *spelt;
	bool joined;

	if (!text)
		return false;
	joined = cc_spaced_join(text);
	spelt = cc_spell(text);
	if (!spelt)
		spelt = cc_thrust(text);
	if (!spelt && joined)
		spelt = mem_strdup(text);
	free(text);
	return spelt && put_copy(o, i, path, spelt);
}

/* The same for one __shared__ variable. */
static bool add_shared(struct cc_spaced *o, const char *path, unsigned line, unsigned column)
{
	const size_t i = index_of(o, path);
	char *text = read_text(i < o->n ? copy_of(o, i) : path);
	char *unmade = text ? cc_shared_unmade(text, line, column) : NULL;

	free(text);
	return unmade && put_copy(o, i, path, unmade);
}

/* Clang colours what it writes to a terminal. */
static void strip_colours(char *log)
{
	char *to = log;

	for (const char *s = log; *s; s++)
		if (*s == '\033' && s[1] == '[')
			s += strcspn(s, "m");
		else
			*to++ = *s;
	*to = '\0';
}

/* FILE:LINE:COLUMN: error: TEXT. The later of two places in a line comes first, so that columns
 * stay. */
static bool add_line(struct cc_spaced *o, char *line, const char *text, bool again)
{
	static const char shared[] = "initialization is not supported for __shared__ variables";
	unsigned at[2] = {0};
	bool any;
	char *path;

	for (unsigned i = 0; i < 2; i++) {
		char *colon = strrchr(line, ':');

		if (!colon)
			return false;
		at[i] = (unsigned)strtoul(colon + 1, NULL, 10);
		*colon = '\0';
	}
	path = realpath(line, NULL);
	if (!path)
		return false;
	any = again ? !strncmp(text, shared, sizeof(shared) - 1) &&
			      add_shared(o, path, at[1], at[0])
		    : add_joined(o, path);
	free(path);
	return any;
}

/* Once for the spelling of files, then for single variables, the last one first. */
static bool add_named(struct cc_spaced *o, const char *log, bool again)
{
	static const char mark[] = ": error: ";
	char *copy = mem_strdup(log), *save = NULL, **lines = NULL;
	size_t n = 0, cap = 0;
	bool any = false;

	strip_colours(copy);
	for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		lines = mem_grow(lines, &cap, n, sizeof(*lines));
		lines[n++] = line;
	}
	while (n--) {
		char *text = strstr(lines[n], mark);

		if (!text)
			continue;
		*text = '\0';
		any |= add_line(o, lines[n], text + sizeof(mark) - 1, again);
	}
	free(lines);
	free(copy);
	return any;
}

static bool write_overlay(const struct cc_spaced *o)
{
	json_t *roots = json_array(), *all;
	bool ok;

	for (size_t i = 0; i < o->n; i++)
		json_array_append_new(roots, json_pack("{s:s, s:o, s:s}", "type", "file", "name",
						       json_text(o->path[i]), "external-contents",
						       copy_of(o, i)));
	all = json_pack("{s:i, s:b, s:o}", "version", 0, "use-external-names", 0, "roots", roots);
	ok = all && !json_dump_file(all, o->file, 0);
	json_decref(all);
	return ok;
}

const char *cc_spaced_overlay(struct cc_spaced **spaced, const struct cc_places *p, const char *log)
{
	struct cc_spaced *o = *spaced ? *spaced : mem_alloc(sizeof(*o));
	bool more;

	*spaced = o;
	o->places = p;
	o->file = cc_format("%s/joined.json", p->temp);
	more = add_named(o, log, false);
	more = (more || add_named(o, log, true)) && write_overlay(o);
	return more ? o->file : NULL;
}

void cc_spaced_free(struct cc_spaced *o)
{
	for (size_t i = 0; o && i < o->n; i++)
		free(o->path[i]);
	if (o)
		free(o->path);
	free(o);
}
