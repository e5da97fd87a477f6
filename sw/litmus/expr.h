/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * expr: comparisons and arithmetic of the .litmus language. For body.c only.
 */
#ifndef LITMUS_EXPR_H
#define LITMUS_EXPR_H

#include "access.h"

/* == != < <= > >= and a value; to what it says about left in %p1. Signed. */
int expr_comparison(struct build *b, const char *left, bool wide);
/* VALUE == VALUE && ... || ...; in %p1. */
int expr_condition(struct build *b);
/* Does a value stand here? */
bool expr_is_value(struct build *b);
/* VALUE, or VALUE + VALUE and the like; in a register of its own. */
int expr_value(struct build *b, struct access_result *r);

#endif
