/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * print: the lines of which reports of races and of checks are made, coloured as compilers do it.
 *
 *   FILE:LINE:COLUMN: headline
 *      12 |   source
 *         |   ^
 *     label    what it says
 */
#ifndef PRINT_H
#define PRINT_H

#include <stdio.h>

#include "source.h"

enum print_colour { PRINT_PLACE, PRINT_KIND, PRINT_CARET, PRINT_LABEL };

struct print_out {
	FILE *f;
	bool colour;
};

/* In colour, when out has any. */
void print_painted(const struct print_out *o, enum print_colour c, const char *s);
/* Of a line under the headline; up to nine characters, padded to them. */
void print_label(const struct print_out *o, const char *name);
/* "FILE:LINE:COLUMN: "; col 0: not known. */
void print_place(const struct print_out *o, const char *file, unsigned line, unsigned col);
/* "range  NAME", of NVTX; nothing without one. */
void print_range(const struct print_out *o, const char *range);
/* The source line and a caret, or the note in its place; source may be NULL: nothing. */
void print_snippet(const struct print_out *o, unsigned line, const struct source_line *source);

#endif
