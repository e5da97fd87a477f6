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

int value_flag(const struct options_value *v, bool *out)
{
	if (v->text && strcmp(v->text, "0") != 0 && strcmp(v->text, "1") != 0)
		return value_bad(v, "not a flag's value", "1 (on) or 0 (off)");
	*out = !v->text || v->text[0] == '1';
	return 0;
}

int value_file(const struct options_value *v, const char **out)
{
	if (!*v->text)
		return value_bad(v, "empty", "a file name");
	*out = v->text;
	return 0;
}

int value_choice(const struct options_value *v, const char *const names[], int n, const char *legal)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(v->text, names[i]))
			return i;
	return value_bad(v, "unknown", legal);
}

int value_list(const struct options_value *v, const char *const names[], unsigned *out)
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
