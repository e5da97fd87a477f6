/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lex.h"

#include <stdlib.h>
#include <string.h>

void ptx_lex_init(struct lexer *lx, const char *text, size_t size)
{
	while (size && !text[size - 1])
		size--;
	*lx = (struct lexer){.p = text, .end = text + size, .line = 1};
}

/* Character classes without locale. */
static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == '$';
}

static int hex_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static char peek(const struct lexer *lx, unsigned n)
{
	return (size_t)(lx->end - lx->p) > n ? lx->p[n] : '\0';
}

static void bad(struct token *t, const char *msg)
{
	t->kind = TOK_BAD;
	t->text = msg;
	t->len = (unsigned)strlen(msg);
}

static void skip_line(struct lexer *lx)
{
	const char *nl = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));

	lx->p = nl ? nl : lx->end;
}

/* False when a block comment does not end. */
static bool skip_block_comment(struct lexer *lx)
{
	for (lx->p += 2; lx->p < lx->end; lx->p++) {
		if (*lx->p == '\n')
			lx->line++;
		if (*lx->p == '*' && peek(lx, 1) == '/') {
			lx->p += 2;
			return true;
		}
	}
	return false;
}

static bool skip_space(struct lexer *lx)
{
	while (lx->p < lx->end) {
		char c = *lx->p;

		if (c == '\n') {
			lx->line++;
			lx->p++;
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
			lx->p++;
		} else if (c == '/' && peek(lx, 1) == '/') {
			skip_line(lx);
		} else if (c == '/' && peek(lx, 1) == '*') {
			if (!skip_block_comment(lx))
				return false;
		} else if (c == '@' && peek(lx, 1) == '@') {
			skip_line(lx); /* @@DWARF lines of old compilers */
		} else {
			break;
		}
	}
	return true;
}

/* 0f and eight, 0d and sixteen hexadecimal digits: the bits of a float. */
static void hex_float(struct lexer *lx, struct token *t)
{
	unsigned digits = (lx->p[1] | 0x20) == 'f' ? 8 : 16;
	uint64_t v = 0;
	unsigned n = 0;

	for (lx->p += 2; lx->p < lx->end && hex_value(*lx->p) >= 0; lx->p++, n++)
		v = (v << 4) | (unsigned)hex_value(*lx->p);
	if (n != digits || is_word(peek(lx, 0))) {
		bad(t, digits == 8 ? "0f needs eight hexadecimal digits"
				   : "0d needs sixteen hexadecimal digits");
		return;
	}
	t->kind = TOK_FLOAT;
	t->bits = v;
	if (digits == 8) {
		uint32_t w = (uint32_t)v;
		float f;

		memcpy(&f, &w, sizeof(f));
		t->f = (double)f;
		t->float_bits = 32;
	} else {
		memcpy(&t->f, &v, sizeof(t->f));
		t->float_bits = 64;
	}
}

static void decimal_float(struct lexer *lx, struct token *t)
{
	char buf[64];
	unsigned n = 0;
	char *end;

	while (lx->p < lx->end && n + 1 < sizeof(buf)) {
		char c = *lx->p;

		if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' &&
		    !((c == '-' || c == '+') && n && (buf[n - 1] | 0x20) == 'e'))
			break;
		buf[n++] = c;
		lx->p++;
	}
	buf[n] = '\0';
	t->f = strtod(buf, &end);
	if (*end || is_word(peek(lx, 0)) || n + 1 == sizeof(buf)) {
		bad(t, "malformed floating-point literal");
		return;
	}
	t->kind = TOK_FLOAT;
	t->float_bits = 64;
	memcpy(&t->bits, &t->f, sizeof(t->bits));
}

static void integer(struct lexer *lx, struct token *t)
{
	unsigned base = 10;
	unsigned n = 0;
	uint64_t v = 0;
	char c1 = peek(lx, 1);

	if (lx->p[0] == '0' && (c1 == 'x' || c1 == 'X'))
		base = 16;
	else if (lx->p[0] == '0' && (c1 == 'b' || c1 == 'B'))
		base = 2;
	else if (lx->p[0] == '0')
		base = 8;
	if (base == 16 || base == 2)
		lx->p += 2;
	for (; lx->p < lx->end; lx->p++, n++) {
		int d = hex_value(*lx->p);

		if (d < 0 || d >= (int)base)
			break;
		if (v > (UINT64_MAX - (unsigned)d) / base) {
			bad(t, "integer literal does not fit in 64 bits");
			return;
		}
		v = v * base + (unsigned)d;
	}
	if (n && peek(lx, 0) == 'U')
		lx->p++;
	if (!n || is_word(peek(lx, 0))) {
		bad(t, "malformed integer literal");
		return;
	}
	t->kind = TOK_INT;
	t->u = v;
}

static void number(struct lexer *lx, struct token *t)
{
	const char *q = lx->p;
	char c1 = (char)(peek(lx, 1) | 0x20);

	if (*q == '0' && (c1 == 'f' || c1 == 'd')) {
		hex_float(lx, t);
		return;
	}
	while (q < lx->end && is_digit(*q))
		q++;
	if (q < lx->end &&
	    (((*q == '.') && q + 1 < lx->end && is_digit(q[1])) || *q == 'e' || *q == 'E'))
		decimal_float(lx, t);
	else
		integer(lx, t);
}

static void string(struct lexer *lx, struct token *t)
{
	const char *start = ++lx->p;

	while (lx->p < lx->end && *lx->p != '"' && *lx->p != '\n') {
		if (*lx->p == '\\' && peek(lx, 1) != '\n')
			lx->p++;
		if (lx->p < lx->end)
			lx->p++;
	}
	if (peek(lx, 0) != '"') {
		bad(t, "string without end");
		return;
	}
	t->kind = TOK_STRING;
	t->text = start;
	t->len = (unsigned)(lx->p - start);
	lx->p++;
}

static void word(struct lexer *lx, struct token *t, enum tok_kind kind)
{
	const char *start = lx->p;

	t->kind = kind;
	if (*lx->p == '%')
		lx->p++;
	for (;;) {
		while (lx->p < lx->end && is_word(*lx->p))
			lx->p++;
		if (kind != TOK_DOT || peek(lx, 0) != ':' || peek(lx, 1) != ':')
			break;
		lx->p += 2;
	}
	t->text = start;
	t->len = (unsigned)(lx->p - start);
}

void ptx_lex_next(struct lexer *lx, struct token *t)
{
	char c;

	memset(t, 0, sizeof(*t));
	if (!skip_space(lx)) {
		t->line = lx->line;
		bad(t, "comment without end");
		return;
	}
	t->line = lx->line;
	t->text = "";
	if (lx->p == lx->end)
		return;
	c = *lx->p;
	if (is_digit(c)) {
		t->text = lx->p;
		number(lx, t);
		if (t->kind != TOK_BAD)
			t->len = (unsigned)(lx->p - t->text);
	} else if (is_word(c) || (c == '%' && is_word(peek(lx, 1)))) {
		word(lx, t, TOK_IDENT);
	} else if (c == '.' && is_word(peek(lx, 1))) {
		lx->p++;
		word(lx, t, TOK_DOT);
	} else if (c == '"') {
		string(lx, t);
	} else if (c && strchr("{}()[]<>,;:=+-|!@*~&^?/%", c)) {
		t->kind = TOK_PUNCT;
		t->text = lx->p++;
		t->len = 1;
	} else {
		bad(t, "character that is not PTX");
		lx->p++;
	}
}
