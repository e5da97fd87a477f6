/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_thrust: an algorithm of Thrust in device code. Each asks whether kernels can be launched here;
 * to nvcc what follows a no is dead, to clang it is device code that calls host functions. It
 * becomes a host function that is called only after a yes; so the kernels that it launches are
 * still compiled.
 *
 *   if (__THRUST_HAS_CUDART__) { r = f(); }
 *   auto __pf_host1 = [&]() __attribute__((host)) { r = f(); }; if constexpr
 * (__THRUST_HAS_CUDART__) __pf_host1();
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "cc.h"

#define QUESTION "__THRUST_HAS_CUDART__"

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "if (__THRUST_HAS_CUDART__)" at s: what stands behind it; else NULL. */
static char *past_question(char *s)
{
	if (strncmp(s, "if", 2) != 0)
		return NULL;
	s += 2 + strspn(s + 2, " ");
	if (strncmp(s, "(" QUESTION ")", sizeof("(" QUESTION ")") - 1) != 0)
		return NULL;
	return s + sizeof("(" QUESTION ")") - 1;
}

/* Behind the statement at s, a block or one that ends in a semicolon. *returns: it has the word. */
static char *past_statement(char *s, bool *returns)
{
	unsigned depth = 0;
	bool block = s[strspn(s, " \t\n")] == '{', word = false;

	*returns = false;
	for (char *end; *s; s = end) {
		end = cc_past_text(s);
		if (end != s)
			continue;
		end++;
		*returns |= !word && !strncmp(s, "return", 6) && !word_char(s[6]);
		word = word_char(*s);
		depth += strchr("({[", *s) != NULL;
		depth -= strchr(")}]", *s) != NULL;
		if (!depth && *s == (block ? '}' : ';'))
			return end;
	}
	return NULL;
}

char *cc_thrust(char *text)
{
	size_t n = 0, size = 0;
	char *out = NULL, *behind, *end;
	FILE *f = open_memstream(&out, &size);
	bool word = false, returns;

	for (char *s = text; f && *s; s = end) {
		behind = word ? NULL : past_question(s);
		end = behind ? past_statement(behind, &returns) : NULL;
		if (end) {
			const bool block = behind[strspn(behind, " \t\n")] == '{';

			n++;
			fprintf(f,
				"auto __pf_host%zu = [&]() __attribute__((host)) %s%.*s%s; if "
				"constexpr (" QUESTION ") %s__pf_host%zu();",
				n, block ? "" : "{", (int)(end - behind), behind, block ? "" : "}",
				returns ? "return " : "", n);
			continue;
		}
		end = cc_past_text(s);
		end += end == s;
		word = end == s + 1 && word_char(*s);
		fwrite(s, 1, (size_t)(end - s), f);
	}
	if (f && !fclose(f) && n)
		return out;
	free(out);
	return NULL;
}
