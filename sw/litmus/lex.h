/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lex: words, numbers and signs of a .litmus file, with their lines.
 */
#ifndef LITMUS_LEX_H
#define LITMUS_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum litmus_tok {
	LITMUS_END,
	LITMUS_NEWLINE,
	LITMUS_WORD,   /* letter or _, then letters, digits, _ . - */
	LITMUS_NUMBER, /* decimal or 0x, perhaps with - */
	LITMUS_SIGN,   /* : ; , { } [ ] ( ) + - * & | ^ < > = or two characters, see sign */
	LITMUS_BAD     /* anything else */
};

struct litmus_lex {
	const char *at, *end;
	unsigned line;
	/* The token */
	enum litmus_tok kind;
	const char *text;
	size_t len;
	char sign; /* SIGN: the character; ~ for ==, ! !=, l <=, g >=, A &&, O ||, L <<, R >> */
	uint64_t value; /* NUMBER: two's complement */
	bool too_big;   /* NUMBER: does not fit 64 bits */
	/* Comment lines right above the token's line, from the first # on; NULL: none. */
	const char *why;
	size_t why_len;
	bool why_ended; /* something else has followed */
};

void litmus_lex_init(struct litmus_lex *l, const char *text, size_t size);
void litmus_lex_next(struct litmus_lex *l);

bool litmus_lex_is(const struct litmus_lex *l, const char *word);
static inline bool litmus_lex_sign(const struct litmus_lex *l, char sign)
{
	return l->kind == LITMUS_SIGN && l->sign == sign;
}

#endif
