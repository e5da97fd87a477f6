/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * format: device printf. The arguments lie packed in memory as a C variadic call promotes
 * and aligns them: int 4 bytes, long, pointer and double 8.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum { FORMAT_MAX_WIDTH = 65536 }; /* of width and precision; more is cut to this */

struct format_text {
	char *text; /* not terminated; free() it */
	size_t n, cap;
};

/* Where %s points: bytes up to the 0, or NULL when it is not readable; *n: without the 0. */
typedef const char *(*format_string_fn)(void *ctx, uint64_t addr, size_t *n);

/* Appends to out. Returns how many arguments were used; -1 when args_size ran out. */
int format_print(struct format_text *out, const char *fmt, size_t fmt_size, const uint8_t *args,
		 size_t args_size, format_string_fn string, void *ctx);

#endif
