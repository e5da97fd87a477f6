/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lex.h"

#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool in_word(char c)
{
	return is_letter(c) || is_digit(c) || c == '.' || c == '-';
}

static const char *line_end(const struct litmus_lex *l, const char *p)
{
	const char *e = memchr(p, '\n', (size_t)(l->end - p));

	return e ? e : l->end;
}

/* Remembers the comment lines that start here, if the line holds nothing else. */
static void note_comment(struct litmus_lex *l)
{
	const char *p = l->at;

	while (p < l->end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == l->end || *p != '#') {
		if (p < l->end && *p == '\n')
			l->why = NULL; /* an empty line parts a comment from what follows */
		if (l->why_ended)
			l->why = NULL;
		l->why_ended = true;
		return;
	}
	if (!l->why || l->why_ended)
		l->why = p;
	l->why_ended = false;
	l->why_len = (size_t)(line_end(l, p) - l->why);
}

void litmus_lex_init(struct litmus_lex *l, const char *text, size_t size)
{
	*l = (struct litmus_lex){.at = text, .end = text + size, .line = 1};
	note_comment(l);
	litmus_lex_next(l);
}

static unsigned digit_of(char c)
{
	if (is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

static void number(struct litmus_lex *l)
{
	const bool negative = *l->at == '-';
	const char *p = l->at + negative;
	unsigned base = 10;

	l->kind = LITMUS_NUMBER;
	l->value = 0;
	l->too_big = false;
	if (l->end - p > 2 && p[0] == '0' && p[1] == 'x' && digit_of(p[2]) < 16) {
		base = 16;
		p += 2;
	}
	for (; p < l->end && digit_of(*p) < base; p++)
		l->too_big |= __builtin_mul_overflow(l->value, base, &l->value) ||
			      __builtin_add_overflow(l->value, digit_of(*p), &l->value);
	if (negative) {
		l->too_big |= l->value > 1ULL << 63;
		l->value = 0 - l->value;
	}
	if (p < l->end && in_word(*p))
		l->kind = LITMUS_BAD;
	while (p < l->end && in_word(*p))
		p++;
	l->len = (size_t)(p - l->text);
}

static void sign(struct litmus_lex *l)
{
	const char c = *l->at;

	static const struct {
		char text[3], sign;
	} two[] = {{"==", '~'}, {"!=", '!'}, {"<=", 'l'}, {">=", 'g'},
		   {"&&", 'A'}, {"||", 'O'}, {"<<", 'L'}, {">>", 'R'}};

	l->kind = c && strchr(":;,{}[]()+-*&|^<>=@", c) ? LITMUS_SIGN : LITMUS_BAD;
	l->sign = c;
	l->len = 1;
	for (unsigned i = 0; l->end - l->at > 1 && i < sizeof(two) / sizeof(*two); i++) {
		if (memcmp(l->at, two[i].text, 2) != 0)
			continue;
		l->kind = LITMUS_SIGN;
		l->sign = two[i].sign;
		l->len = 2;
	}
}

void litmus_lex_next(struct litmus_lex *l)
{
	if (l->kind == LITMUS_NEWLINE) {
		l->line++;
		note_comment(l);
	}
	while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r'))
		l->at++;
	if (l->at < l->end && *l->at == '#')
		l->at = line_end(l, l->at);
	l->text = l->at;
	l->len = 0;
	if (l->at == l->end) {
		l->kind = LITMUS_END;
		return;
	}
	if (*l->at == '\n') {
		l->kind = LITMUS_NEWLINE;
		l->len = 1;
	} else if (is_letter(*l->at)) {
		l->kind = LITMUS_WORD;
		while (l->at + l->len < l->end && in_word(l->at[l->len]))
			l->len++;
	} else if (is_digit(*l->at) ||
		   (*l->at == '-' && l->end - l->at > 1 && is_digit(l->at[1]))) {
		number(l);
	} else {
		sign(l);
	}
	l->at += l->len;
}

bool litmus_lex_is(const struct litmus_lex *l, const char *word)
{
	return l->kind == LITMUS_WORD && strlen(word) == l->len && !memcmp(word, l->text, l->len);
}
