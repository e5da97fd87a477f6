/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sizes.h"

#include <string.h>

#define GEOMETRY(n, N) UNIT_GEOMETRY(#n, N),

const struct unit_geometry *unit_geometry_named(const char *name)
{
	static const struct unit_geometry named[] = {PF_GEOMETRIES(GEOMETRY)};

	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
		if (!strcmp(named[i].name, name))
			return &named[i];
	return NULL;
}
