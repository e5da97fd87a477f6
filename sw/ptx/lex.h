/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lex: PTX text to tokens. No allocation; a token points into the text.
 */
#ifndef PTX_LEX_H
#define PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tok_kind {
	TOK_EOF,
	TOK_IDENT,  /* add, %r1, $L__BB0_1, _ */
	TOK_DOT,    /* .u32, .L1::evict_last, .param::entry; text without the first dot */
	TOK_INT,    /* u */
	TOK_FLOAT,  /* f, bits, float_bits */
	TOK_STRING, /* text without the quotes */
	TOK_PUNCT,  /* text[0] */
	TOK_BAD     /* text is a message */
};

struct token {
	enum tok_kind kind;
	const char *text;
	unsigned len;
	unsigned line;
	uint64_t u;
	double f;
	uint64_t bits;       /* FLOAT: as written for 0f and 0d, else those of f */
	unsigned float_bits; /* FLOAT: 32 for 0f literals, else 64 */
};

struct lexer {
	const char *p, *end;
	unsigned line;
};

void ptx_lex_init(struct lexer *lx, const char *text, size_t size);

/* At the end of the text it returns TOK_EOF for ever. */
void ptx_lex_next(struct lexer *lx, struct token *t);

static inline bool ptx_lex_is_punct(const struct token *t, char c)
{
	return t->kind == TOK_PUNCT && t->text[0] == c;
}

#endif
