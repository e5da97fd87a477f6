/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "refused.h"

#include <string.h>

/* A feature's two texts, by its id. */
#define FEATURE(id, what, why) \
	static const char what_##id[] = what; \
	static const char why_##id[] = why;
#define REFUSED(id, kind, name)
#include "refused.def"
#undef FEATURE
#undef REFUSED

#define FEATURE(id, what, why)
#define REFUSED(id, kind, name) {REFUSED_##kind, name, what_##id, why_##id},
const struct refused refused_list[] = {
#include "refused.def"
};
const size_t refused_count = sizeof(refused_list) / sizeof(refused_list[0]);

static bool is_named(const struct refused *r, const char *text)
{
	size_t n = strlen(r->name);

	if (r->kind == REFUSED_TEXT)
		return strstr(text, r->name) != NULL;
	if (r->kind == REFUSED_HEADER && r->name[n - 1] == '/')
		return !strncmp(text, r->name, n);
	return !strcmp(text, r->name);
}

const struct refused *refused_find(enum refused_kind kind, const char *text)
{
	for (size_t i = 0; i < refused_count; i++)
		if (refused_list[i].kind == kind && is_named(&refused_list[i], text))
			return &refused_list[i];
	return NULL;
}
