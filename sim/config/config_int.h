/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * config_int: what config's own files share.
 *
 *   table.c     every parameter          builtin.c  the files that are part of the library
 *   config.c    text to values           print.c    values to text
 *   check.c     what fits together
 */
#ifndef CONFIG_INT_H
#define CONFIG_INT_H

#include "config.h"

enum sim_param_kind { SIM_NUMBER, SIM_FLAG, SIM_CHOICE };

struct sim_param {
	const char *name; /* "l1.ways"; NULL ends the table */
	enum sim_param_kind kind;
	const char *unit;          /* "" for a plain number */
	uint64_t min, max;         /* of a number */
	const char *const *choice; /* names of an enum's values, ended by NULL */
	const char *meaning;
	size_t offset, size; /* in struct sim_config */
};
enum { SIM_PARAMS_MAX = 160 };

const struct sim_param *sim_params(void);
uint64_t sim_param_get(const struct sim_param *p, const struct sim_config *c);
void sim_param_set(const struct sim_param *p, struct sim_config *c, uint64_t v);
/* Value as in a file, what is allowed: "8", "1 to 32", "on", "on or off", "lrr or gto". */
enum { SIM_PARAM_TEXT = 64 };
void sim_param_value(const struct sim_param *p, const struct sim_config *c,
		     char text[SIM_PARAM_TEXT]);
void sim_param_range(const struct sim_param *p, char text[SIM_PARAM_TEXT]);

/* Text of a built-in configuration, or NULL. */
const char *sim_builtin(const char *name, size_t *size);

#endif
