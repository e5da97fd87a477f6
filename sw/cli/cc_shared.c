/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_shared: __shared__ variables whose class has a constructor or destructor with a body, as
 * cuda::barrier. nvcc calls neither and says so; to clang each is an error. Such a declaration
 * becomes storage that nothing is called for, and a reference of the variable's name.
 *
 *   __shared__ alignas(64) T x[2];
 *   typedef T __pf_t_x[2]; __shared__ alignas(64) __pf_unmade<__pf_t_x> __pf_s_x; __pf_t_x &x =
 * __pf_s_x.value;
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "cc.h"

static bool of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The byte at a line and column, both from 1 on; NULL: the text has not so many. */
static char *place(char *text, unsigned line, unsigned column)
{
	size_t width;

	while (--line) {
		text = strchr(text, '\n');
		if (!text++)
			return NULL;
	}
	width = strcspn(text, "\n");
	return column && column <= width ? text + column - 1 : NULL;
}

/* Behind the bracket that closes the one at s. */
static char *past_brackets(char *s)
{
	unsigned depth = 0;

	do {
		depth += *s == '(';
		depth -= *s == ')';
	} while (*s++ && depth);
	return s;
}

/* What belongs to the storage goes from `type` to `storage`, blanks in its place. */
static bool take_storage(char *type, char *storage)
{
	static const char *const words[] = {"__shared__", "static", "alignas", "__align__",
					    "__attribute__"};
	bool shared = false;

	*storage = '\0';
	for (char *s = type, *end; *s; s = end) {
		for (end = s; of_word(*end); end++)
			;
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			if ((size_t)(end - s) != strlen(words[i]) ||
			    strncmp(s, words[i], (size_t)(end - s)) != 0)
				continue;
			shared |= !i;
			if (i > 1 && end[strspn(end, " ")] == '(')
				end = past_brackets(end + strspn(end, " "));
			strncat(storage, s, (size_t)(end - s));
			strcat(storage, " ");
			memset(s, ' ', (size_t)(end - s));
		}
		end += end == s;
	}
	return shared;
}

/* Nothing, or the sizes of an array. */
static bool is_array(const char *s, const char *end)
{
	for (unsigned depth = 0; s < end; s++) {
		depth += *s == '[';
		if (!depth && !isspace((unsigned char)*s))
			return false;
		depth -= *s == ']';
	}
	return true;
}

/* Where the statement begins that name is in. */
static char *statement(char *text, const char *name)
{
	char *from = text;
	bool blank = true; /* from the last statement on */

	for (char *s = text, *end; s < name; s = end) {
		const bool directive = *s == '#' && blank;

		end = directive ? s + strcspn(s, "\n") : cc_past_text(s);
		if (end == s)
			blank = strchr(";{}", *end++) || (blank && isspace((unsigned char)*s));
		if (blank)
			from = directive && *end ? end + 1 : end;
	}
	return from;
}

char *cc_shared_unmade(char *text, unsigned line, unsigned column)
{
	char *name = place(text, line, column), *end = name, *from, *type, *storage, *made;
	const char *semicolon;
	size_t size;
	int n;

	while (name && of_word(*end))
		end++;
	semicolon = name ? strchr(end, ';') : NULL;
	if (end == name || !semicolon || !is_array(end, semicolon))
		return NULL;
	from = statement(text, name);
	size = (size_t)(name - from);
	type = mem_alloc(size + 1);
	memcpy(type, from, size);
	storage = mem_alloc(2 * size + 1); /* a blank behind each word */
	n = (int)(end - name);
	made = NULL;
	if (take_storage(type, storage)) {
		size = strlen(text) + 2 * size + 8 * (size_t)n + 128;
		made = mem_alloc(size);
		snprintf(made, size,
			 "%.*stypedef %s __pf_t_%.*s%.*s; %s__pf_unmade<__pf_t_%.*s> __pf_s_%.*s; "
			 "__pf_t_%.*s &%.*s = __pf_s_%.*s.value%s",
			 (int)(from - text), text, type, n, name, (int)(semicolon - end), end,
			 storage, n, name, n, name, n, name, n, name, n, name, semicolon);
	}
	free(type);
	free(storage);
	return made;
}
