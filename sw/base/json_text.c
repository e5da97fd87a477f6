/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "json_text.h"

#include <stdlib.h>

#include "mem.h"

json_t *json_text(const char *s)
{
	json_t *j = json_string(s);
	char *clean;

	if (j)
		return j;
	clean = mem_strdup(s);
	for (char *p = clean; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	j = json_string(clean);
	free(clean);
	return j;
}
