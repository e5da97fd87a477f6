/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "number.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Value of a digit of that base, or -1. */
static int digit(char c, unsigned base)
{
	static const char all[] = "0123456789abcdef";
	const char *d = memchr(all, tolower((unsigned char)c), base);

	return d ? (int)(d - all) : -1;
}

/* How many times the unit multiplies: 0 for no suffix, 1 for k ...; -1: not a suffix. */
static int powers(const char *suffix, enum number_unit unit)
{
	static const char all[] = "kmgt";
	const char *d;

	if (!*suffix)
		return 0;
	d = unit == NUMBER_PLAIN ? NULL : strchr(all, tolower((unsigned char)*suffix));
	return d && !suffix[1] ? (int)(d - all) + 1 : -1;
}

enum number_error number_parse(const char *text, enum number_unit unit, uint64_t *n)
{
	const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const unsigned base = hex ? 16 : 10;
	const char *s = hex ? text + 2 : text, *const start = s;
	uint64_t v = 0;
	bool over = false;
	int times, d;

	for (; (d = digit(*s, base)) >= 0; s++) {
		over |= __builtin_mul_overflow(v, base, &v);
		over |= __builtin_add_overflow(v, (uint64_t)d, &v);
	}
	times = powers(s, unit);
	if (s == start || times < 0)
		return NUMBER_BAD;
	for (; times; times--)
		over |= __builtin_mul_overflow(v, (uint64_t)unit, &v);
	if (over)
		return NUMBER_OVER;
	*n = v;
	return NUMBER_OK;
}
