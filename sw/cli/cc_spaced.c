/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_spaced: launches that an editor has taken apart: kernel << <grid, block >> >(x). nvcc reads
 * them, clang does not. When clang fails, the files that it names are looked through; one with such
 * a launch, or with a spelling of cc_spell.c, is read from a copy in which the blanks stand behind
 * the brackets, so that lines and all but a few columns stay what they are.
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

/* A launch that clang cannot read in the host's pass */
struct erased {
	size_t file;
	unsigned line, column;
};

struct cc_spaced {
	const struct cc_places *places;
	const char *file;
	char **path; /* those that are read from copies, whole */
	size_t n, cap;
	enum cc_launches launches;
	struct erased *erased;
	size_t n_erased, cap_erased;
};

static size_t find(const struct cc_spaced *o, const char *path)
{
	size_t i = 0;

	while (i < o->n && strcmp(o->path[i], path) != 0)
		i++;
	return i;
}

/* The i-th file's text as clang is to read it, in *changed whether it differs; NULL: not readable.
 */
static char *copy_of(const struct cc_spaced *o, const char *path, size_t i, bool *changed)
{
	FILE *f = fopen(path, "r");
	char *text, *other;
	size_t size;

	if (!f)
		return NULL;
	text = cc_read_all(f, &size);
	fclose(f);
	*changed = false;
	if (strlen(text) != size)
		return text;
	*changed = cc_spaced_join(text);
	other = cc_spell(text);
	if (!other && o->launches == CC_LAUNCHES_DEVICE)
		other = cc_launch_device(text);
	else if (o->launches == CC_LAUNCHES_DEVICE) {
		char *more = cc_launch_device(other);

		free(more ? other : NULL);
		other = more ? more : other;
	}
	if (other) {
		free(text);
		text = other;
		*changed = true;
	}
	for (size_t k = 0; k < o->n_erased; k++)
		if (o->launches == CC_LAUNCHES_HOST && o->erased[k].file == i)
			text = cc_launch_erase(text, o->erased[k].line, o->erased[k].column,
					       changed);
	return text;
}

static bool write_copy(const struct cc_spaced *o, size_t i, const char *text)
{
	FILE *f = fopen(cc_format("%s/joined%zu", o->places->temp, i), "w");
	bool ok = f && fputs(text, f) >= 0;

	return f && !fclose(f) && ok;
}

/* Puts the changed text of one file beside the others. */
static bool add(struct cc_spaced *o, const char *name)
{
	char *path = realpath(name, NULL), *text;
	bool changed = false, ok;

	if (!path || find(o, path) < o->n) {
		free(path);
		return false;
	}
	text = copy_of(o, path, o->n, &changed);
	ok = text && changed && write_copy(o, o->n, text);
	free(text);
	if (!ok) {
		free(path);
		return false;
	}
	o->path = mem_grow(o->path, &o->cap, o->n, sizeof(*o->path));
	o->path[o->n++] = path;
	return true;
}

/* Takes the launch out that clang names, if it is one. */
static bool erase(struct cc_spaced *o, const char *name, unsigned line, unsigned column)
{
	char *path = realpath(name, NULL), *was, *text = NULL;
	size_t i = path ? find(o, path) : 0;
	bool changed, found;

	was = path ? copy_of(o, path, i, &changed) : NULL;
	o->erased = mem_grow(o->erased, &o->cap_erased, o->n_erased, sizeof(*o->erased));
	o->erased[o->n_erased++] = (struct erased){i, line, column};
	if (was)
		text = copy_of(o, path, i, &changed);
	found = text && strcmp(text, was) != 0;
	if (found)
		found = i < o->n ? write_copy(o, i, text) : add(o, name);
	else
		o->n_erased--;
	free(text);
	free(was);
	free(path);
	return found;
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

/* Files stand at the start of lines, before :LINE:COLUMN: error: or : note: expanded from macro */
static bool add_named(struct cc_spaced *o, char *log)
{
	bool any = false;
	char *save = NULL;

	strip_colours(log);
	for (char *line = strtok_r(log, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *end = strstr(line, ": error: ");
		const bool error = end;
		unsigned number[2] = {0, 0};

		if (!error && o->launches == CC_LAUNCHES_HOST)
			end = strstr(line, ": note: expanded from macro");
		for (unsigned fields = 0; end && fields < 2; fields++) {
			*end = '\0';
			end = strrchr(line, ':');
			number[fields] = end ? (unsigned)strtoul(end + 1, NULL, 10) : 0;
		}
		if (!end)
			continue;
		*end = '\0';
		any |= error && add(o, line);
		if (o->launches == CC_LAUNCHES_HOST && number[0] && number[1])
			any |= erase(o, line, number[1], number[0]);
	}
	return any;
}

static bool write_overlay(const struct cc_spaced *o)
{
	json_t *roots = json_array(), *all;
	bool ok;

	for (size_t i = 0; i < o->n; i++)
		json_array_append_new(roots,
				      json_pack("{s:s, s:o, s:s}", "type", "file", "name",
						json_text(o->path[i]), "external-contents",
						cc_format("%s/joined%zu", o->places->temp, i)));
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
	char *copy = mem_strdup(log);
	bool more;

	more = add_named(o, copy) && write_overlay(o);
	free(copy);
	return more ? o->file : NULL;
}

const char *cc_spaced_launches(struct cc_spaced **spaced, const struct cc_places *p,
			       enum cc_launches launches, const char *source)
{
	struct cc_spaced *o = opened(spaced, p);
	bool ok = true;

	o->launches = launches;
	o->n_erased = 0;
	for (size_t i = 0; i < o->n; i++) {
		bool changed;
		char *text = copy_of(o, o->path[i], i, &changed);

		ok &= text && write_copy(o, i, text);
		free(text);
	}
	if (source)
		add(o, source);
	return o->n && ok && write_overlay(o) ? o->file : NULL;
}

void cc_spaced_free(struct cc_spaced *o)
{
	for (size_t i = 0; o && i < o->n; i++)
		free(o->path[i]);
	if (o) {
		free(o->path);
		free(o->erased);
	}
	free(o);
}
