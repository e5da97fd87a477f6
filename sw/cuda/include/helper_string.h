/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * helper_string: -name and --name=value options, as CUDA's samples read them.
 */
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <cstdlib>
#include <cstring>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* What follows -name or --name: "" or "=value"; NULL when the option is not there. */
static inline const char *pf_option(int argc, const char **argv, const char *name)
{
	size_t n = strlen(name);

	for (int i = 1; i < argc; i++) {
		const char *s = argv[i];

		if (*s != '-')
			continue;
		while (*s == '-')
			s++;
		if (!strncasecmp(s, name, n) && (s[n] == '\0' || s[n] == '='))
			return s + n;
	}
	return nullptr;
}

static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)
{
	return pf_option(argc, argv, name) != nullptr;
}

static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
	const char *s = pf_option(argc, argv, name);

	return s && *s == '=' ? atoi(s + 1) : 0;
}

static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)
{
	const char *s = pf_option(argc, argv, name);

	return s && *s == '=' ? (float)atof(s + 1) : 0;
}

static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name,
					    char **value)
{
	const char *s = pf_option(argc, argv, name);

	*value = s && *s == '=' ? (char *)s + 1 : nullptr;
	return *value != nullptr;
}

#endif
