/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_spell: spellings that nvcc reads and clang does not, each as clang has it.
 *
 *   __shared__ alignas(16) float x[4];    __shared__ __align__(16) float x[4];
 *   asm("mov.u32 %0, %laneid;" : ..       asm("mov.u32 %0, %%laneid;" : ..
 *   asm(.. :: "r"(a) "l"(p));             asm(.. :: "r"(a), "l"(p));
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "cc.h"

struct spelling {
	char *text; /* what is written so far; no file gets longer than twice */
	size_t n;
	bool any;
	bool space; /* the last word was __shared__ or the like, and only blanks followed */
};

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void put(struct spelling *o, const char *s, size_t n)
{
	memcpy(o->text + o->n, s, n);
	o->n += n;
}

static bool is(const char *word, size_t n, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == n && !memcmp(word, *names, n))
			return true;
	return false;
}

/* Blanks, and asm's qualifiers. */
static char *past_qualifiers(char *s)
{
	static const char *const qualifiers[] = {"volatile", "__volatile__", "__volatile",
						 "inline",   "goto",         NULL};

	for (;;) {
		size_t n = 0;

		s += strspn(s, " \t\n");
		while (in_word(s[n]))
			n++;
		if (!n || !is(s, n, qualifiers))
			return s;
		s += n;
	}
}

/* The first colon of an asm statement behind its bracket; NULL: it has no operands, and clang reads
 * its text as it is. */
static char *operands(char *s)
{
	for (unsigned depth = 1; *s && depth; s++) {
		char *end = cc_past_text(s);

		if (end != s) {
			s = end - 1;
			continue;
		}
		if (*s == ':' && depth == 1)
			return s;
		depth += *s == '(';
		depth -= *s == ')';
	}
	return NULL;
}

/* Names of registers: a letter, and no number behind it. %w0 and %c[name] are operands. */
static void put_template(struct spelling *o, const char *s, const char *end)
{
	while (s < end) {
		if (s[0] == '%' && isalpha((unsigned char)s[1]) && s[2] != '[' &&
		    !isdigit((unsigned char)s[2])) {
			put(o, "%", 1);
			o->any = true;
		}
		if (s[0] == '%' && s[1] == '%')
			put(o, s++, 1);
		put(o, s++, 1);
	}
}

/* From the first colon to the statement's last bracket; a comma between operands that have none. */
static char *put_operands(struct spelling *o, char *s)
{
	unsigned depth = 1;

	for (char *end; *s && depth; s = end) {
		end = cc_past_text(s);
		if (end == s) {
			depth += *s == '(';
			depth -= *s == ')';
			end++;
		}
		put(o, s, (size_t)(end - s));
		if (*s == ')' && depth == 1 && end[strspn(end, " \t\n")] == '"') {
			put(o, ",", 1);
			o->any = true;
		}
	}
	return s;
}

/* A word at s: what stands behind it. */
static char *spell_word(struct spelling *o, char *s)
{
	static const char *const spaces[] = {"__shared__", "__constant__", "__device__",
					     "__managed__", NULL};
	static const char *const assembler[] = {"asm", "__asm__", "__asm", NULL};
	const bool behind_space = o->space;
	char *colon = NULL, *end = s;

	while (in_word(*end))
		end++;
	o->space = is(s, (size_t)(end - s), spaces);
	if (behind_space && end - s == 7 && !memcmp(s, "alignas", 7)) {
		put(o, "__align__", 9);
		o->any = true;
		return end;
	}
	if (is(s, (size_t)(end - s), assembler)) {
		char *open = past_qualifiers(end);

		colon = *open == '(' ? operands(open + 1) : NULL;
	}
	if (!colon) {
		put(o, s, (size_t)(end - s));
		return end;
	}
	put_template(o, s, colon);
	return put_operands(o, colon);
}

char *cc_spell(char *text)
{
	struct spelling o = {.text = mem_alloc(2 * strlen(text) + 1)};

	for (char *s = text; *s;) {
		char *end = cc_past_text(s);

		if (end == s && in_word(*s)) {
			s = spell_word(&o, s);
			continue;
		}
		if (end == s)
			end++;
		o.space &= strchr(" \t\n/", *s) != NULL; /* a comment is a blank */
		put(&o, s, (size_t)(end - s));
		s = end;
	}
	o.text[o.n] = '\0';
	if (o.any)
		return o.text;
	free(o.text);
	return NULL;
}
