/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_launch: launches by device code, which clang 19 does not compile. In the device's pass kernels
 * are functions (host_defines.h), so that every launch is a call, with all that C++ does to the
 * arguments of one, and the grid follows it:
 *
 *   k<T><<<grid, block>>>(x, y);
 *   k<T>                 (x, y),__pf_launch(__pf_called(),
 *   #line 7
 *          grid, block)
 *   #line 7
 *                              ;
 *
 * photofinish-lower makes the launch of it (sw/lower/launches.c). Names, lines and columns stay. In
 * the host's pass a launch stays what it is, but for those in device code where clang finds no
 * kernel to call: they are taken out.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "cc.h"

#define CALLED ",__pf_launch(__pf_called(),"

bool cc_launch_wanted(const char *log)
{
	static const char *const marks[] = {
		"reference to __global__ function '", "call to __global__ function from",
		"reference to __host__ function 'cuda", "no matching function for call to 'cuda"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strstr(log, marks[i]))
			return true;
	return false;
}

struct out {
	char *text;
	size_t n, cap;
};

static void out_bytes(struct out *o, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		o->text = mem_grow(o->text, &o->cap, o->n, 1);
		o->text[o->n++] = s[i];
	}
}

static void out_text(struct out *o, const char *s)
{
	out_bytes(o, s, strlen(s));
}

static bool ends_line(const char *s)
{
	return s[0] == '\n' || (s[0] == '\\' && s[1] == '\n');
}

/* As many columns and lines, of nothing. */
static void out_blank(struct out *o, const char *s, const char *end)
{
	for (; s < end; s++)
		out_bytes(o, ends_line(s) ? s : " ", 1);
}

/* On one line, without comments. */
static void out_flat(struct out *o, char *s, const char *end)
{
	while (s < end) {
		char *past = cc_past_text(s);

		if (past != s && *s == '/') {
			out_bytes(o, " ", 1);
			s = past;
		} else if (past != s) {
			out_bytes(o, s, (size_t)(past - s));
			s = past;
		} else {
			out_bytes(o, ends_line(s) || *s == '\n' ? " " : s, 1);
			s++;
		}
	}
}

/* A launch: CALLEE <<< CONFIG >>> ( ARGUMENTS ) */
struct launch {
	char *open, *config, *close, *args, *end;
};

static char *past_closing(char *s)
{
	unsigned depth = 0;

	for (; *s; s++) {
		char *end = cc_past_text(s);

		if (end != s) {
			s = end - 1;
			continue;
		}
		depth += strchr("([{", *s) != NULL;
		if (strchr(")]}", *s) && !--depth)
			return s + 1;
	}
	return NULL;
}

static bool is_launch(char *text, char *s, struct launch *l)
{
	if (strncmp(s, "<<<", 3) != 0 || (s > text && s[-1] == '<'))
		return false;
	l->open = s;
	l->config = s + 3;
	l->close = cc_launch_close(l->config);
	if (!l->close)
		return false;
	l->args = l->close + 3;
	l->args += strspn(l->args, " \t\n");
	l->end = past_closing(l->args);
	return l->end != NULL;
}

/* Where in the text, and whether it may be broken into lines there. */
struct at {
	unsigned line, parens;
	char *start; /* of the line */
	bool directive;
};

/* Moves on from s to end, over code or a comment. */
static void advance(struct at *at, char *s, char *end)
{
	for (; s < end; s++) {
		if (s == at->start && s[strspn(s, " \t")] == '#')
			at->directive = true;
		if (*s != '\n')
			continue;
		at->line++;
		at->start = s + 1;
		at->directive &= s[-1] == '\\';
	}
}

static void out_columns(struct out *o, unsigned line, size_t columns)
{
	char text[32];

	snprintf(text, sizeof(text), "\n#line %u\n", line);
	out_text(o, text);
	while (columns--)
		out_bytes(o, " ", 1);
}

static void out_launch(struct out *o, const struct launch *l, const struct at *from, struct at *to,
		       bool lines)
{
	out_blank(o, l->open, l->args);
	out_bytes(o, l->args, (size_t)(l->end - l->args));
	out_text(o, CALLED);
	advance(to, l->open, l->end);
	if (!lines || from->parens || from->directive) {
		out_flat(o, l->config, l->close);
		out_text(o, ")");
		return;
	}
	out_columns(o, from->line, (size_t)(l->config - from->start));
	out_bytes(o, l->config, (size_t)(l->close - l->config));
	out_text(o, ")");
	out_columns(o, to->line, (size_t)(l->end - to->start));
}

char *cc_launch_device(char *text)
{
	const bool lines = !strstr(text, "#line") && !strstr(text, "# line");
	struct out o = {0};
	struct at at = {.line = 1, .start = text};
	bool any = false;

	for (char *s = text; *s;) {
		char *end = cc_past_text(s);
		struct launch l;

		if (end == s && is_launch(text, s, &l)) {
			const struct at from = at;

			out_launch(&o, &l, &from, &at, lines);
			s = l.end;
			any = true;
			continue;
		}
		if (end == s) {
			at.parens += strchr("([", *s) != NULL;
			at.parens -= at.parens && strchr(")]", *s);
			end++;
		}
		advance(&at, s, end);
		out_bytes(&o, s, (size_t)(end - s));
		s = end;
	}
	out_bytes(&o, "", 1);
	if (any)
		return o.text;
	free(o.text);
	return NULL;
}

/* The callee of a launch */

static bool is_named(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static char *back_blanks(char *text, char *s)
{
	while (s > text && isspace((unsigned char)s[-1]))
		s--;
	return s;
}

/* Where the bracket opens that closes before s. NULL: nowhere. */
static char *back_brackets(char *text, char *s, const char *open, const char *close)
{
	unsigned depth = 0;

	while (s > text) {
		s--;
		if (*s == ';' || *s == '{')
			return NULL;
		depth += strchr(close, *s) != NULL;
		if (strchr(open, *s) && !--depth)
			return s;
	}
	return NULL;
}

/* k, ns::k<T>, object.template k<T>, (*pointer), table[i] */
static char *callee(char *text, char *open)
{
	char *s = back_blanks(text, open);

	for (;;) {
		char *end = s;

		if (s > text && s[-1] == '>')
			s = back_brackets(text, s, "<([", ">)]");
		else if (s > text && strchr(")]", s[-1]))
			s = back_brackets(text, s, "([", ")]");
		if (!s)
			return NULL;
		if (s != end)
			s = back_blanks(text, s);
		while (s > text && is_named(s[-1]))
			s--;
		end = back_blanks(text, s);
		if (end - text >= 8 && !memcmp(end - 8, "template", 8))
			end = back_blanks(text, end - 8);
		if (end - text >= 2 && (!memcmp(end - 2, "::", 2) || !memcmp(end - 2, "->", 2)))
			s = back_blanks(text, end - 2);
		else if (end > text && end[-1] == '.')
			s = back_blanks(text, end - 1);
		else
			return s;
		if (s == text || !(is_named(s[-1]) || strchr(">)]", s[-1])))
			return end - 2; /* ::k */
	}
}

static const char wrapped[] = "[&] __host__ __device__ () { ";

static char *find_launch(char *text, unsigned line, unsigned column, char **end)
{
	char *at = text;

	for (unsigned n = 1; n < line && at; n++) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	if (!at || strcspn(at, "\n") < column)
		return NULL;
	at += column - 1;
	for (char *s = text; *s; s++) {
		char *past = cc_past_text(s), *start;
		struct launch l;

		if (past != s) {
			s = past - 1;
			continue;
		}
		if (!is_launch(text, s, &l))
			continue;
		start = callee(text, l.open);
		if (start && start <= at && at <= l.open) {
			*end = l.end;
			return start;
		}
		s = l.config;
	}
	return NULL;
}

/* Part of a macro's text */
static bool in_directive(char *text, char *s)
{
	do {
		while (s > text && s[-1] != '\n')
			s--;
		if (s[strspn(s, " \t")] == '#')
			return true;
	} while (s-- > text + 1 && s[-1] == '\\');
	return false;
}

/* A macro's launch is for the host's code, too: a function that both may call has it. */
static char *wrap(char *text, char *s, char *end)
{
	struct out o = {0};

	out_bytes(&o, text, (size_t)(s - text));
	out_text(&o, wrapped);
	out_bytes(&o, s, (size_t)(end - s));
	out_text(&o, "; }()");
	out_bytes(&o, end, strlen(end) + 1);
	free(text);
	return o.text;
}

static bool erase_at(char *s, const char *end)
{
	static const char nothing[] = "(void)0";
	const size_t n = sizeof(nothing) - 1;

	if ((size_t)(end - s) < n || memchr(s, '\n', n) || memchr(s, '\\', n))
		return false;
	memcpy(s, nothing, n);
	for (s += n; s < end; s++)
		if (!ends_line(s))
			*s = ' ';
	return true;
}

char *cc_launch_erase(char *text, unsigned line, unsigned column, bool *any)
{
	const size_t n = sizeof(wrapped) - 1;
	char *end, *s = find_launch(text, line, column, &end);

	if (!s || ((size_t)(s - text) >= n && !memcmp(s - n, wrapped, n)))
		return text;
	if (in_directive(text, s)) {
		*any = true;
		return wrap(text, s, end);
	}
	*any |= erase_at(s, end);
	return text;
}
