/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * config: text to values.
 *
 *   file ─> sim_config_parse() ─ a line ─> take_line() ─> include: a built-in, parsed first
 *   --set ─> sim_config_set() ──────────────────┴──────> assign() ─> the table's ranges
 *
 * Nothing is kept of a text that has an error.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "config_int.h"

enum { MAX_FILE = 1 << 20, MAX_LINE = 1000, MAX_NAME = 48 };

struct source {
	const char *file;
	unsigned line; /* 0: not of a file */
	struct diag *diag;
};

/* How many letters must be put in, left out or changed to make b of a. */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[MAX_NAME + 1];
	const size_t n = strlen(b);

	for (unsigned j = 0; j <= n; j++)
		row[j] = j;
	for (unsigned i = 1; *a; a++, i++) {
		unsigned diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			const unsigned change = diagonal + (*a != b[j - 1]);
			const unsigned in = row[j - 1] + 1, out = row[j] + 1;

			diagonal = row[j];
			row[j] = change < in ? change : in;
			row[j] = row[j] < out ? row[j] : out;
		}
	}
	return row[n];
}

static const char *last_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

/* What may have been meant: two letters off, or the same name in another group. Or NULL. */
static const char *nearest(const char *name)
{
	const char *best = NULL;
	unsigned least = 3;

	for (const struct sim_param *p = sim_params(); p->name; p++) {
		const unsigned d = distance(name, p->name);

		if (d < least) {
			least = d;
			best = p->name;
		}
	}
	for (const struct sim_param *p = sim_params(); !best && p->name; p++)
		if (!strcmp(last_part(name), last_part(p->name)))
			best = p->name;
	return best;
}

/* What a parameter of that name is called today, or NULL. */
static const char *successor(const char *name)
{
	static const char *const renamed[][2] = {{"detector.paper", "detector.scord_simulator"}};

	for (size_t i = 0; i < sizeof(renamed) / sizeof(*renamed); i++)
		if (!strcmp(renamed[i][0], name))
			return renamed[i][1];
	return NULL;
}

static int unknown(const struct source *s, const char *name)
{
	const char *now = successor(name), *near = nearest(name);

	if (now)
		return diag_set(s->diag, s->file, s->line, "%s is called %s now", name, now);
	if (near)
		return diag_set(s->diag, s->file, s->line,
				"%s: no such parameter; did you mean %s?", name, near);
	return diag_set(s->diag, s->file, s->line,
			"%s: no such parameter; photofinish config lists them", name);
}

static bool parse_value(const struct sim_param *p, const char *t, uint64_t *v)
{
	switch (p->kind) {
	case SIM_NUMBER: return !number_parse(t, NUMBER_PLAIN, v) && *v >= p->min && *v <= p->max;
	case SIM_FLAG: *v = !strcmp(t, "on"); return *v || !strcmp(t, "off");
	case SIM_CHOICE:
		for (*v = 0; *v <= p->max; ++*v)
			if (!strcmp(t, p->choice[*v]))
				return true;
		return false;
	}
	return false;
}

/* The parameter's place in the table, or -1. */
static int assign(struct sim_config *c, const struct source *s, const char *name, const char *value)
{
	const struct sim_param *all = sim_params(), *p = all;
	char range[SIM_PARAM_TEXT];
	uint64_t v;

	while (p->name && strcmp(p->name, name) != 0)
		p++;
	if (!p->name)
		return unknown(s, name);
	if (!parse_value(p, value, &v)) {
		sim_param_range(p, range);
		return diag_set(s->diag, s->file, s->line, "%s = %.40s: expected %s%s%s", name,
				value, range, *p->unit ? " " : "", p->unit);
	}
	sim_param_set(p, c, v);
	return (int)(p - all);
}

/* A tab is a blank like any other. */
static void copy(char *to, const char *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i] == '\t' ? ' ' : from[i];
	to[n] = '\0';
}

static char *trim(char *t)
{
	size_t n;

	while (*t == ' ')
		t++;
	for (n = strlen(t); n && t[n - 1] == ' ';)
		n--;
	t[n] = '\0';
	return t;
}

/* Cuts "name = value" in two, in place. */
static int split(const struct source *s, char *t, char **name, char **value)
{
	char *equal;

	t = trim(t);
	equal = strchr(t, '=');
	if (!equal)
		return diag_set(s->diag, s->file, s->line, "'%.40s': expected name = value", t);
	*equal = '\0';
	*name = trim(t);
	*value = trim(equal + 1);
	if (!**name || !**value || strchr(*name, ' ') || strlen(*name) > MAX_NAME)
		return diag_set(s->diag, s->file, s->line, "'%.40s': expected name = value",
				**name ? *name : *value);
	return 0;
}

/* Bytes that no line of ours has; a comment may hold any but control characters. */
static int check_bytes(const struct source *s, const char *t, size_t n, bool comments)
{
	bool comment = false;

	for (size_t i = 0; i < n && i <= MAX_LINE; i++) {
		const unsigned char b = (unsigned char)t[i];

		comment |= comments && b == '#';
		if ((b < 0x20 && b != '\t') || b == 0x7f || (b >= 0x80 && !comment))
			return diag_set(s->diag, s->file, s->line,
					"byte 0x%02x: not of a configuration", b);
	}
	if (n > MAX_LINE)
		return diag_set(s->diag, s->file, s->line, "a line of more than %d bytes",
				MAX_LINE);
	return 0;
}

/* A text that is being read. */
struct reader {
	struct sim_config c;
	struct source s;
	unsigned set_at[SIM_PARAMS_MAX]; /* line; 0: not yet */
	unsigned assignments;
	bool included;
};

static int include(struct reader *r, const char *name)
{
	size_t size;
	const char *text = sim_builtin(name, &size);

	if (r->assignments > 0)
		return diag_set(r->s.diag, r->s.file, r->s.line,
				"include: only as the first assignment");
	if (!text)
		return diag_set(r->s.diag, r->s.file, r->s.line,
				"include = %.40s: expected ref, tiny or modern", name);
	r->included = true;
	return sim_config_parse(&r->c, text, size, name, r->s.diag);
}

static int take_assignment(struct reader *r, const char *name, const char *value)
{
	int i;

	if (!strcmp(name, "include"))
		return include(r, value);
	i = assign(&r->c, &r->s, name, value);
	if (i < 0)
		return -1;
	if (r->set_at[i])
		return diag_set(r->s.diag, r->s.file, r->s.line, "%s: already set in line %u", name,
				r->set_at[i]);
	r->set_at[i] = r->s.line;
	return 0;
}

static int take_line(struct reader *r, const char *t, size_t n)
{
	char line[MAX_LINE + 1], *name, *value;

	if (n && t[n - 1] == '\r')
		n--;
	if (check_bytes(&r->s, t, n, true))
		return -1;
	copy(line, t, n);
	line[strcspn(line, "#")] = '\0';
	if (!line[strspn(line, " ")])
		return 0;
	if (split(&r->s, line, &name, &value) || take_assignment(r, name, value))
		return -1;
	r->assignments++;
	return 0;
}

/* Without include, nothing may be left open: there are no defaults. */
static int check_all_set(const struct reader *r)
{
	const struct sim_param *p = sim_params();
	const char *first = NULL;
	unsigned missing = 0;

	for (size_t i = 0; p[i].name; i++) {
		if (r->set_at[i])
			continue;
		missing++;
		first = first ? first : p[i].name;
	}
	if (r->included || !missing)
		return 0;
	return diag_set(r->s.diag, r->s.file, 0,
			"%s is not set (%u parameters are not); to start from a built-in "
			"configuration, begin with: include = ref",
			first, missing);
}

/* The name without control characters: it is printed in a comment. */
static void set_name(struct sim_config *c, const char *file)
{
	snprintf(c->name, sizeof(c->name), "%s", file);
	for (char *p = c->name; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = '?';
}

int sim_config_parse(struct sim_config *c, const char *text, size_t size, const char *file,
		     struct diag *diag)
{
	struct reader r = {.s = {.file = file, .diag = diag}};
	const char *const end = text + size;

	if (size > MAX_FILE)
		return diag_set(diag, file, 0, "more than %d bytes", MAX_FILE);
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *to = newline ? newline : end;

		r.s.line++;
		if (take_line(&r, text, (size_t)(to - text)))
			return -1;
		text = newline ? newline + 1 : end;
	}
	if (check_all_set(&r))
		return -1;
	set_name(&r.c, file);
	*c = r.c;
	return 0;
}

int sim_config_read(struct sim_config *c, const char *name, struct diag *diag)
{
	size_t size;
	const char *builtin = sim_builtin(name, &size);
	char *text;
	FILE *f;
	int r;

	if (builtin)
		return sim_config_parse(c, builtin, size, name, diag);
	f = fopen(name, "rb");
	if (!f && errno == ENOENT && !strchr(name, '/'))
		return diag_set(diag, name, 0,
				"neither a built-in configuration (ref, tiny, modern) nor a file");
	if (!f)
		return diag_set(diag, name, 0, "%s", strerror(errno));
	text = mem_alloc(MAX_FILE + 1);
	size = fread(text, 1, MAX_FILE + 1, f);
	r = ferror(f) ? diag_set(diag, name, 0, "%s", strerror(errno))
		      : sim_config_parse(c, text, size, name, diag);
	fclose(f);
	free(text);
	return r;
}

int sim_config_set(struct sim_config *c, const char *origin, const char *assignment,
		   struct diag *diag)
{
	const struct source s = {.file = origin, .diag = diag};
	char line[MAX_LINE + 1], *name, *value;
	const size_t n = strlen(assignment);

	if (check_bytes(&s, assignment, n, false))
		return -1;
	copy(line, assignment, n);
	if (split(&s, line, &name, &value))
		return -1;
	return assign(c, &s, name, value) < 0 ? -1 : 0;
}
