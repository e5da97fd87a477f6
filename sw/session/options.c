/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options_value.h"

enum { OPTIN_BYTES = 163 << 10 }; /* as GPUs of compute capability 8.0 */

static const char prefix[] = "PHOTOFINISH_";
/* Not ours to refuse: of `photofinish cc`, and of sim/det/rtl_load.c. */
static const char *const others[] = {
	"PHOTOFINISH_CLANG=", "PHOTOFINISH_CACHE=", "PHOTOFINISH_CACHE_SIZE=", "PHOTOFINISH_RTL="};

static bool is_of_others(const char *setting)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strncmp(setting, others[i], strlen(others[i])))
			return true;
	return false;
}

void options_default(struct options *o)
{
	memset(o, 0, sizeof(*o));
	machine_config_default(&o->machine);
	o->machine.shared_optin = OPTIN_BYTES;
	o->memory_bytes = UINT64_C(16) << 30;
	o->sample_every = 10000;
	o->wave_cycles = 2000;
	o->policy = PF_SCORD;
	o->error_exitcode = OPTIONS_EXIT_RACE;
	o->check = OPTIONS_CHECK_MEMORY | OPTIONS_CHECK_SYNC;
}

void options_variable(const char *name, char variable[OPTIONS_VARIABLE])
{
	size_t n = sizeof(prefix) - 1;

	memcpy(variable, prefix, n);
	for (; *name && n + 1 < OPTIONS_VARIABLE; name++)
		variable[n++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
	variable[n] = '\0';
}

static int set(struct options *o, const struct option_info *i, const char *label, const char *text,
	       struct diag *diag)
{
	struct options_value v = {o, label, text, diag};

	if (i->arg && !text)
		return diag_set(diag, NULL, 0, "%s: needs a value (%s)", label, i->arg);
	return value_set(&v, &i->to);
}

int options_set(struct options *o, const char *name, const char *value, struct diag *diag)
{
	const struct option_info *i = options_table();
	char label[OPTIONS_VARIABLE];

	while (i->name && strcmp(i->name, name) != 0)
		i++;
	if (!i->name)
		return diag_set(diag, NULL, 0, "--%s: no such option", name);
	snprintf(label, sizeof(label), "--%s", name);
	return set(o, i, label, value, diag);
}

int options_from_environment(struct options *o, struct diag *diag)
{
	for (char **e = environ; e && *e; e++) {
		const struct option_info *i = options_table();
		const char *value = strchr(*e, '=');
		char variable[OPTIONS_VARIABLE];
		size_t n;

		if (strncmp(*e, prefix, sizeof(prefix) - 1) != 0 || !value || !value[1] ||
		    is_of_others(*e))
			continue;
		n = (size_t)(value - *e);
		for (; i->name; i++) {
			options_variable(i->name, variable);
			if (strlen(variable) == n && !strncmp(variable, *e, n))
				break;
		}
		if (!i->name)
			return diag_set(diag, NULL, 0,
					"%.*s: no such option (photofinish run --help lists them)",
					n > 200 ? 200 : (int)n, *e);
		if (set(o, i, variable, value + 1, diag))
			return -1;
	}
	return options_check(o, diag);
}
