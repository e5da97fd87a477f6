/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_text: trace records for people (columns) and for programs (JSON lines).
 */
#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H

#include <stdio.h>

#include "../trace/trace.h"

void trace_text_header(FILE *f, const struct trace_header *h);
void trace_text_record(FILE *f, const struct trace_record *r);

void trace_text_json_header(FILE *f, const struct trace_header *h);
void trace_text_json_record(FILE *f, const struct trace_record *r);
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void trace_text_json_string(FILE *f, const char *s);
/* A string for a terminal: control characters become '?'. */
void trace_text_plain(FILE *f, const char *s);

#endif
