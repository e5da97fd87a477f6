/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * options_value: the text of one option, checked and turned into a number, a flag, a file name or
 * one of several words. Each returns 0, or -1 with a diagnosis that names the option as the user
 * wrote it and says what would be legal.
 */
#ifndef OPTIONS_VALUE_H
#define OPTIONS_VALUE_H

#include "options.h"

struct options_value {
	struct options *o;
	const char *label; /* "--seed" or "PHOTOFINISH_SEED": what the user wrote */
	const char *text;  /* NULL: a flag without value */
	struct diag *diag;
};

/* -1, and the diagnosis "LABEL: 'TEXT' is WHAT; expected LEGAL". */
int value_bad(const struct options_value *v, const char *what, const char *legal);
int value_number(const struct options_value *v, enum number_unit unit, uint64_t min, uint64_t max,
		 uint64_t *out);
int value_number32(const struct options_value *v, enum number_unit unit, uint32_t min, uint32_t max,
		   uint32_t *out);
/* Index of the text among names, ended by NULL, or -1. */
int value_choice(const struct options_value *v, const char *const names[]);
/* The text into the field of *v->o that the target names. */
int value_set(struct options_value *v, const struct options_target *t);

#endif
