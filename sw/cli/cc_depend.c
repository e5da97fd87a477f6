/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_depend: the files that a compilation has read. Every compiler writes them for us (-MD); what
 * the user has asked for with -MD, -MMD, -MF, -MT, -MQ and -MP is written from that, so that it
 * knows both passes and what came out of a precompiled header or of the cache.
 */
#include "cc_depend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

/* Options of -MD's family in a list, with or without a value. Returns how many items they take. */
static size_t option_at(const struct cc_list *l, size_t i)
{
	const char *s = l->item[i];

	if (!strcmp(s, "-MD") || !strcmp(s, "-MMD") || !strcmp(s, "-MP"))
		return 1;
	if (strncmp(s, "-MF", 3) && strncmp(s, "-MT", 3) && strncmp(s, "-MQ", 3))
		return 0;
	return s[3] || i + 1 == l->n ? 1 : 2;
}

void cc_depend_without(struct cc_list *to, const struct cc_list *l)
{
	for (size_t i = 0, n; i < l->n; i += n ? n : 1) {
		n = option_at(l, i);
		if (!n)
			cc_add(to, l->item[i]);
	}
}

bool cc_depend_wanted(const struct cc_args *a)
{
	for (size_t i = 0; i < a->host.n; i++)
		if (!strcmp(a->host.item[i], "-MD") || !strcmp(a->host.item[i], "-MMD"))
			return true;
	return false;
}

/* One name of a rule at s, as the file system has it; *end: behind it. */
static const char *read_name(const char *s, const char **end)
{
	char *name = mem_alloc(strlen(s) + 1), *to = name;

	for (; *s && !strchr(" \t\n", *s); s++) {
		if (s[0] == '\\' && s[1] && strchr(" #", s[1]))
			s++;
		else if (s[0] == '$' && s[1] == '$')
			s++;
		else if (s[0] == '\\' && s[1] == '\n')
			break;
		*to++ = *s;
	}
	*end = s;
	return name;
}

static bool has(const struct cc_list *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->item[i], name))
			return true;
	return false;
}

/* The source of a precompiled header: no user includes it. */
static bool is_ours(const char *name)
{
	static const char own[] = "/photofinish/precompile.h";
	const size_t n = strlen(name), k = sizeof(own) - 1;

	return n > k && !strcmp(name + n - k, own);
}

bool cc_depend_read(const char *file, struct cc_list *files)
{
	FILE *f = fopen(file, "re");
	size_t size;
	const char *colon, *s;
	char *text;

	if (!f)
		return false;
	text = cc_read_all(f, &size);
	fclose(f);
	colon = strstr(text, ": ");
	for (s = colon ? colon + 2 : ""; *s && *s != '\n';) {
		const char *name;

		if (*s == ' ' || *s == '\t' || (s[0] == '\\' && s[1] == '\n')) {
			s += *s == '\\' ? 2 : 1;
			continue;
		}
		name = read_name(s, &s);
		if (!is_ours(name) && !has(files, name))
			cc_add(files, name);
	}
	free(text);
	return true;
}

static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	while (n > 1 && folder[n - 1] == '/')
		n--;
	return n && !strncmp(path, folder, n) && path[n] == '/';
}

/* Would a compiler take the file for one of the system's, which -MMD leaves out? */
static bool is_system(const struct cc_args *a, const struct cc_places *p, const char *source,
		      const char *path)
{
	const char *slash = strrchr(source, '/');
	const struct cc_list *l = &a->both;

	if (is_below(path, p->include))
		return true;
	for (size_t i = 0; i + 1 < l->n; i++)
		if ((!strcmp(l->item[i], "-isystem") || !strcmp(l->item[i], "-idirafter")) &&
		    is_below(path, l->item[i + 1]))
			return true;
	if (*path != '/' || !strcmp(path, source))
		return false;
	if (slash && is_below(path, cc_format("%.*s", (int)(slash - source), source)))
		return false;
	for (size_t i = 0; i < l->n; i++) {
		const char *s = l->item[i], *folder = NULL;

		if (!strncmp(s, "-I", 2))
			folder = s + 2;
		else if (i && !strcmp(l->item[i - 1], "-iquote"))
			folder = s;
		else if (i && !strcmp(l->item[i - 1], "-include") && !strcmp(path, s))
			return false;
		if (folder && strcmp(folder, "/usr/include") && is_below(path, folder))
			return false;
	}
	return true;
}

static void put_name(FILE *f, const char *s)
{
	for (; *s; s++) {
		if (*s == ' ' || *s == '#')
			fputc('\\', f);
		else if (*s == '$')
			fputc('$', f);
		fputc(*s, f);
	}
}

struct wanted {
	const char *file;
	bool user_only, phony, any_target;
};

static void put_target(FILE *f, struct wanted *w, const char *name, bool quoted)
{
	if (w->any_target)
		fputc(' ', f);
	w->any_target = true;
	if (quoted)
		put_name(f, name);
	else
		fputs(name, f);
}

static const char *value_at(const struct cc_list *l, size_t i)
{
	return option_at(l, i) == 2 ? l->item[i + 1] : l->item[i] + 3;
}

static void put_targets(FILE *f, struct wanted *w, const struct cc_list *l, const char *object)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strncmp(l->item[i], "-MT", 3) || !strncmp(l->item[i], "-MQ", 3))
			put_target(f, w, value_at(l, i), l->item[i][2] == 'Q');
	if (!w->any_target)
		put_target(f, w, object, true);
	fputc(':', f);
}

static struct wanted read_wanted(const struct cc_args *a, const char *object)
{
	struct wanted w = {.file = cc_derived(object, ".d", object)};

	for (size_t i = 0; i < a->host.n; i++) {
		const char *s = a->host.item[i];

		w.user_only |= !strcmp(s, "-MMD");
		w.phony |= !strcmp(s, "-MP");
		if (!strncmp(s, "-MF", 3))
			w.file = value_at(&a->host, i);
	}
	return w;
}

int cc_depend_write(const struct cc_args *a, const struct cc_places *p, const char *source,
		    const struct cc_list *files, const char *object, struct diag *diag)
{
	struct wanted w = read_wanted(a, object);
	FILE *f = fopen(w.file, "we");

	if (!f)
		return diag_set(diag, w.file, 0, "cannot be written");
	put_targets(f, &w, &a->host, object);
	for (size_t i = 0; i < files->n; i++)
		if (!w.user_only || !is_system(a, p, source, files->item[i])) {
			fputs(i ? " \\\n  " : " ", f);
			put_name(f, files->item[i]);
		}
	fputc('\n', f);
	for (size_t i = 0; w.phony && i < files->n; i++)
		if (strcmp(files->item[i], source) &&
		    (!w.user_only || !is_system(a, p, source, files->item[i]))) {
			put_name(f, files->item[i]);
			fputs(":\n", f);
		}
	return fclose(f) ? diag_set(diag, w.file, 0, "cannot be written") : 0;
}
