/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check_text: what `photofinish check --static` found in a kernel, for people and for programs.
 */
#ifndef CHECK_TEXT_H
#define CHECK_TEXT_H

#include <jansson.h>

#include "../static/static.h"

/* verbose: each access that stays open, and why */
void check_text_print(const struct simt_kernel *k, const struct static_report *r, bool verbose);
json_t *check_text_json(const struct simt_kernel *k, const struct static_report *r);
size_t check_text_count(const struct static_report *r, enum static_verdict v);

#endif
