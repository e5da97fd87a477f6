/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "options_value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int value_bad(const struct options_value *v, const char *what, const char *legal)
{
	return diag_set(v->diag, NULL, 0, "%s: '%s' is %s; expected %s", v->label, v->text, what,
			legal);
}

int value_number(const struct options_value *v, enum number_unit unit, uint64_t min, uint64_t max,
		 uint64_t *out)
{
	const char *hint = unit == NUMBER_COUNT  ? " (k, M, G: thousands)"
			   : unit == NUMBER_SIZE ? " (K, M, G: 1024s)"
						 : "";
	char legal[96];
	uint64_t n = 0;
	enum number_error e = number_parse(v->text, unit, &n);

	snprintf(legal, sizeof(legal), "%" PRIu64 " to %" PRIu64 "%s", min, max, hint);
	if (e == NUMBER_BAD)
		return value_bad(v, "not a number", legal);
	if (e == NUMBER_OVER || n < min || n > max)
		return value_bad(v, "out of range", legal);
	*out = n;
	return 0;
}

int value_number32(const struct options_value *v, enum number_unit unit, uint32_t min, uint32_t max,
		   uint32_t *out)
{
	uint64_t n;

	if (value_number(v, unit, min, max, &n))
		return -1;
	*out = (uint32_t)n;
	return 0;
}

/* No text, "1": on; "0": off. */
static int value_flag(const struct options_value *v, bool *out)
{
	if (v->text && strcmp(v->text, "0") != 0 && strcmp(v->text, "1") != 0)
		return value_bad(v, "not a flag's value", "1 (on) or 0 (off)");
	*out = !v->text || v->text[0] == '1';
	return 0;
}

static int value_file(const struct options_value *v, const char **out)
{
	if (!*v->text)
		return value_bad(v, "empty", "a file name");
	*out = v->text;
	return 0;
}

/* "a, b or c" */
static void alternatives(char *text, size_t size, const char *const names[])
{
	size_t n = 0;

	text[0] = '\0';
	for (unsigned i = 0; names[i] && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s",
				      !i             ? ""
				      : names[i + 1] ? ", "
						     : " or ",
				      names[i]);
}

int value_choice(const struct options_value *v, const char *const names[])
{
	char legal[128];

	for (int i = 0; names[i]; i++)
		if (!strcmp(v->text, names[i]))
			return i;
	alternatives(legal, sizeof(legal), names);
	return value_bad(v, "unknown", legal);
}

/* Names with commas between, or all, or none: bit i of *out for names[i]; NULL ends them. */
static int value_list(const struct options_value *v, const char *const names[], unsigned *out)
{
	char legal[128] = "";
	unsigned all = 0, bits = 0;
	const char *at = v->text;

	for (unsigned i = 0; names[i]; i++) {
		all |= 1U << i;
		snprintf(legal + strlen(legal), sizeof(legal) - strlen(legal), "%s, ", names[i]);
	}
	for (;;) {
		const size_t n = strcspn(at, ",");
		unsigned i = 0;

		while (names[i] && (strlen(names[i]) != n || strncmp(names[i], at, n) != 0))
			i++;
		if (n == 3 && !strncmp(at, "all", n))
			bits = all;
		else if (n == 4 && !strncmp(at, "none", n))
			bits = 0;
		else if (names[i])
			bits |= 1U << i;
		else
			return diag_set(
				v->diag, NULL, 0,
				"%s: '%.*s' is unknown; expected %sall or none, with commas",
				v->label, n > 100 ? 100 : (int)n, at, legal);
		if (!at[n])
			break;
		at += n + 1;
	}
	*out = bits;
	return 0;
}

/* A number or an index, into a field of its size. */
static void store(void *field, size_t size, uint64_t value)
{
	const uint32_t v32 = (uint32_t)value;
	const uint8_t v8 = (uint8_t)value;

	switch (size) {
	case sizeof(v8): memcpy(field, &v8, sizeof(v8)); break;
	case sizeof(v32): memcpy(field, &v32, sizeof(v32)); break;
	default: memcpy(field, &value, sizeof(value)); break;
	}
}

int value_set(struct options_value *v, const struct options_target *t)
{
	char *const field = (char *)v->o + t->offset;
	uint64_t n = 0;
	int r = -1;

	switch (t->kind) {
	case OPTIONS_FLAG: return value_flag(v, (bool *)field);
	case OPTIONS_FILE: return value_file(v, (const char **)(void *)field);
	case OPTIONS_LIST: return value_list(v, t->words, (unsigned *)(void *)field);
	case OPTIONS_OTHER: return t->set(v);
	case OPTIONS_NUMBER: r = value_number(v, t->unit, t->min, t->max, &n); break;
	case OPTIONS_CHOICE:
	case OPTIONS_WORD:
		r = value_choice(v, t->words);
		n = (uint64_t)r;
		break;
	}
	if (r < 0)
		return -1;
	if (t->kind == OPTIONS_WORD)
		memcpy(field, &v->text, sizeof(v->text));
	else
		store(field, t->size, n);
	if (t->given)
		*(bool *)((char *)v->o + t->given) = true;
	return 0;
}
