/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * json_text: any C string, and any count, as JSON.
 */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <jansson.h>
#include <stdint.h>

/* Bytes that are no UTF-8 (a file name or a comment may hold any) become '?'. Caller owns. */
json_t *json_text(const char *s);

static inline json_t *json_u64(uint64_t v)
{
	return json_integer((json_int_t)v);
}

#endif
