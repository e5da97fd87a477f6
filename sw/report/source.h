/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * source: one line of a source file, fit for a terminal, and where to put the caret.
 *
 * Tabs become blanks; control characters, broken UTF-8 and characters that turn the direction
 * of writing become '?'; of a long line what stands around the caret is kept.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum { SOURCE_TEXT = 512, SOURCE_COLUMNS = 96 };

struct source_line {
	char text[SOURCE_TEXT]; /* UTF-8 */
	unsigned caret;         /* columns before it; text has at least as many, or ends there */
	bool note;              /* text says in brackets why no line is shown; no caret */
};

#define SOURCE_CHANGED "the file has changed since it was compiled"
#define SOURCE_NEAR \
	"near this line: the compiler made one instruction of several lines; without -O it does " \
	"not"

/* Line n (from 1) of a regular file; col: byte in the line, from 1, as compilers count (0: the
 * first that is no blank). false: no such file or line. Where the PTX told which file it was
 * compiled from (origin.h), that one is read, wherever the program runs, and nothing of it is
 * shown when it has changed. */
bool source_read(const char *file, unsigned n, unsigned col, struct source_line *out);

/* A note in place of a line. */
void source_note(const char *text, struct source_line *out);

/* What source_read() does, from the line's bytes. */
void source_show(const char *bytes, size_t n, unsigned col, struct source_line *out);

/* Copies s, with '?' for what source_show() would not print, to out: valid UTF-8, cut at size. */
void source_clean(const char *s, char *out, size_t size);

#endif
