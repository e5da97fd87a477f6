/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * diag: one error line, handed up by return value.
 *
 * A function that can fail takes a struct diag and returns -1 (or NULL) after
 * diag_set(). Whoever owns the terminal prints the text; nothing below does.
 */
#ifndef DIAG_H
#define DIAG_H

enum { DIAG_TEXT = 1024 };

struct diag {
	char text[DIAG_TEXT]; /* "file:line: message", no newline; "" when no error */
};

/* Formats "file:line: message" (file may be NULL, line 0: left out). Always returns -1. */
int diag_set(struct diag *d, const char *file, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
