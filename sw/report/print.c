/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "print.h"

#include <string.h>

void print_painted(const struct print_out *o, enum print_colour c, const char *s)
{
	static const char *const codes[] = {"\033[1m", "\033[1;31m", "\033[1;32m", "\033[36m"};

	if (o->colour)
		fprintf(o->f, "%s%s\033[0m", codes[c], s);
	else
		fputs(s, o->f);
}

void print_label(const struct print_out *o, const char *name)
{
	fputs("  ", o->f);
	print_painted(o, PRINT_LABEL, name);
	fprintf(o->f, "%*s", (int)(9 - strlen(name)), "");
}

void print_range(const struct print_out *o, const char *range)
{
	char clean[256];

	if (!range)
		return;
	print_label(o, "range");
	source_clean(range, clean, sizeof(clean)); /* whatever the program calls it */
	fprintf(o->f, "%s\n", clean);
}

void print_place(const struct print_out *o, const char *file, unsigned line, unsigned col)
{
	char text[64 + SOURCE_TEXT];

	if (col)
		snprintf(text, sizeof(text), "%.*s:%u:%u:", SOURCE_TEXT, file, line, col);
	else
		snprintf(text, sizeof(text), "%.*s:%u:", SOURCE_TEXT, file, line);
	print_painted(o, PRINT_PLACE, text);
	fputc(' ', o->f);
}

void print_snippet(const struct print_out *o, unsigned line, const struct source_line *source)
{
	if (!source)
		return;
	if (source->note) {
		fprintf(o->f, "      | %s\n", source->text);
		return;
	}
	fprintf(o->f, "%5u | %s\n      | %*s", line, source->text, (int)source->caret, "");
	print_painted(o, PRINT_CARET, "^");
	fputc('\n', o->f);
}
