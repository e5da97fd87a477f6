/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * print: values to text, a file or a table.
 */
#include <assert.h>
#include <string.h>

#include "config_int.h"

static bool same_group(const char *a, const char *b)
{
	const size_t n = strcspn(a, ".");

	return a[n] && !strncmp(a, b, n + 1);
}

void sim_config_print(const struct sim_config *c, FILE *f)
{
	const struct sim_param *all = sim_params();
	char value[SIM_PARAM_TEXT], range[SIM_PARAM_TEXT];

	fprintf(f,
		"# Configuration of the modelled GPU, made from %s. name = value # unit, range: "
		"meaning\n",
		c->name);
	for (const struct sim_param *p = all; p->name; p++) {
		if (p == all || !same_group(p->name, p[-1].name))
			fputc('\n', f);
		sim_param_value(p, c, value);
		sim_param_range(p, range);
		fprintf(f, "%-21s = %-11s # %s%s%s: %s\n", p->name, value, p->unit,
			*p->unit ? ", " : "", range, p->meaning);
	}
}

void sim_config_describe(FILE *f)
{
	static const char *const builtin[] = {"ref", "tiny", "modern"};
	enum { BUILTINS = sizeof(builtin) / sizeof(*builtin) };
	struct sim_config c[BUILTINS];
	struct diag diag = {""};
	char value[SIM_PARAM_TEXT], range[SIM_PARAM_TEXT];

	fputs("| name | unit | range | ref | tiny | modern | meaning "
	      "|\n|---|---|---|---|---|---|---|\n",
	      f);
	for (size_t i = 0; i < BUILTINS; i++) {
		int bad = sim_config_read(&c[i], builtin[i], &diag);

		assert(!bad);
		(void)bad;
	}
	for (const struct sim_param *p = sim_params(); p->name; p++) {
		sim_param_range(p, range);
		fprintf(f, "| `%s` | %s | %s |", p->name, p->unit, range);
		for (size_t i = 0; i < BUILTINS; i++) {
			sim_param_value(p, &c[i], value);
			fprintf(f, " %s |", value);
		}
		fprintf(f, " %s |\n", p->meaning);
	}
}
