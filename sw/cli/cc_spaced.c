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

char *cc_launch_close(char *s)
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
		close = end ? cc_launch_close(end) : NULL;
		if (!close)
			continue;
		any |= join(s, '<');
		any |= join(close, '>');
		s = close + 2;
	}
	return any;
}

/* What is changed at one place of a file that clang has named */
struct edit {
	size_t file;
	unsigned line, column;
	bool shared; /* a __shared__ variable; else a launch that it cannot read in the host's pass
		      */
};

struct cc_spaced {
	const struct cc_places *places;
	const char *file;
	char **path; /* those that are read from copies, whole */
	size_t n, cap;
	enum cc_launches launches;
	struct edit *edits; /* in the order in which they came */
	size_t n_edits, cap_edits;
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

/* Frees the text that another one (NULL: none) takes the place of. */
static char *replaced(char *text, char *other, bool *changed)
{
	if (!other)
		return text;
	*changed = true;
	free(text);
	return other;
}

/* The i-th file's text as clang is to read it, in *changed whether it differs; NULL: not readable.
 * Launches come last: behind one, lines are counted by #line. */
static char *text_of(const struct cc_spaced *o, const char *path, size_t i, bool *changed)
{
	char *text = read_text(path), *spelt;

	*changed = false;
	if (!text)
		return NULL;
	*changed = cc_spaced_join(text);
	spelt = cc_spell(text);
	text = replaced(text, spelt ? spelt : cc_thrust(text), changed);
	for (size_t k = 0; k < o->n_edits; k++) {
		const struct edit *e = &o->edits[k];

		if (e->file != i)
			continue;
		if (e->shared)
			text = replaced(text, cc_shared_unmade(text, e->line, e->column), changed);
		else
			text = cc_launch_erase(text, e->line, e->column, changed);
	}
	if (o->launches == CC_LAUNCHES_DEVICE)
		text = replaced(text, cc_launch_device(text), changed);
	return text;
}

/* What is read from now on in the place of the i-th file, or of path, one more. */
static bool put_copy(struct cc_spaced *o, size_t i, const char *path, const char *text)
{
	FILE *f = fopen(copy_of(o, i), "w");
	bool ok = f && fputs(text, f) >= 0;

	ok = f && !fclose(f) && ok;
	if (!ok || i < o->n)
		return ok;
	o->path = mem_grow(o->path, &o->cap, o->n, sizeof(*o->path));
	o->path[o->n++] = mem_strdup(path);
	return true;
}

/* Puts the changed text of one file beside the others. */
static bool add_file(struct cc_spaced *o, const char *path)
{
	const size_t i = index_of(o, path);
	bool changed = false;
	char *text = i < o->n ? NULL : text_of(o, path, i, &changed);
	const bool ok = text && changed && put_copy(o, i, path, text);

	free(text);
	return ok;
}

/* The same for one place, if there is what is to be changed. */
static bool add_edit(struct cc_spaced *o, const char *path, unsigned line, unsigned column,
		     bool shared)
{
	const size_t i = index_of(o, path);
	bool changed, ok = false;
	char *was = text_of(o, path, i, &changed), *text;

	if (!was)
		return false;
	o->edits = mem_grow(o->edits, &o->cap_edits, o->n_edits, sizeof(*o->edits));
	o->edits[o->n_edits++] = (struct edit){i, line, column, shared};
	text = text_of(o, path, i, &changed);
	if (text && strcmp(text, was) != 0)
		ok = put_copy(o, i, path, text);
	o->n_edits -= !ok;
	free(text);
	free(was);
	return ok;
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

/* FILE:LINE:COLUMN: error: TEXT, or the same of a note. The later of two places in a line comes
 * first, so that columns stay. */
static bool add_line(struct cc_spaced *o, char *line, const char *text, bool again)
{
	static const char shared[] = "initialization is not supported for __shared__ variables";
	const bool is_shared = text && !strncmp(text, shared, sizeof(shared) - 1);
	unsigned at[2] = {0};
	bool any = false;
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
	if (!again)
		any = text && add_file(o, path);
	else if (is_shared || o->launches == CC_LAUNCHES_HOST)
		any = at[0] && at[1] && add_edit(o, path, at[1], at[0], is_shared);
	free(path);
	return any;
}

/* Once for the spelling of files, then for single places, the last one first. */
static bool add_named(struct cc_spaced *o, const char *log, bool again)
{
	static const char mark[] = ": error: ", macro[] = ": note: expanded from macro";
	char *copy = mem_strdup(log), *save = NULL, **lines = NULL;
	size_t n = 0, cap = 0;
	bool any = false;

	strip_colours(copy);
	for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		lines = mem_grow(lines, &cap, n, sizeof(*lines));
		lines[n++] = line;
	}
	while (n--) {
		char *text = strstr(lines[n], mark), *note = text ? NULL : strstr(lines[n], macro);

		if (!text && !note)
			continue;
		*(text ? text : note) = '\0';
		any |= add_line(o, lines[n], text ? text + sizeof(mark) - 1 : NULL, again);
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

static struct cc_spaced *opened(struct cc_spaced **spaced, const struct cc_places *p)
{
	struct cc_spaced *o = *spaced ? *spaced : mem_alloc(sizeof(*o));

	*spaced = o;
	o->places = p;
	o->file = cc_format("%s/joined.json", p->temp);
	return o;
}

const char *cc_spaced_overlay(struct cc_spaced **spaced, const struct cc_places *p, const char *log)
{
	struct cc_spaced *o = opened(spaced, p);
	bool more = add_named(o, log, false);

	more = (more || add_named(o, log, true)) && write_overlay(o);
	return more ? o->file : NULL;
}

const char *cc_spaced_launches(struct cc_spaced **spaced, const struct cc_places *p,
			       enum cc_launches launches, const char *source)
{
	struct cc_spaced *o = opened(spaced, p);
	char *path = source ? realpath(source, NULL) : NULL;
	size_t kept = 0;
	bool ok = true;

	o->launches = launches;
	for (size_t i = 0; i < o->n_edits; i++)
		if (o->edits[i].shared)
			o->edits[kept++] = o->edits[i];
	o->n_edits = kept;
	for (size_t i = 0; i < o->n; i++) {
		bool changed;
		char *text = text_of(o, o->path[i], i, &changed);

		ok &= text && put_copy(o, i, o->path[i], text);
		free(text);
	}
	if (path)
		add_file(o, path);
	free(path);
	return o->n && ok && write_overlay(o) ? o->file : NULL;
}

void cc_spaced_free(struct cc_spaced *o)
{
	for (size_t i = 0; o && i < o->n; i++)
		free(o->path[i]);
	if (o) {
		free(o->path);
		free(o->edits);
	}
	free(o);
}
