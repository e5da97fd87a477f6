/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_form: how a line of 32 words is kept, by the entries that its words have.
 */
#ifndef SIM_DET_LINE_FORM_H
#define SIM_DET_LINE_FORM_H

#include "line_gather.h"

enum { LINE_CLASSES = 3 }; /* of a line with a row */

/* How a line is kept. */
enum form { FORM_ONE, FORM_CLASSES, FORM_BLOCK };

/* How many different values; at most `most` + 1. n at most LINE_WORDS. */
unsigned line_distinct(const uint64_t *v, unsigned n, unsigned most);
/* Some words that had one entry have two, or the other way round. */
bool line_split(const uint64_t *was, const uint64_t *is);
/* After an access to these words; a block stays one unless all of it is accessed. */
enum form line_form(enum form before, uint32_t words, const uint64_t *is);

#endif
