/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "demangle.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* There when the program is C++, which a CUDA program is; tests in C do without. */
extern char *__cxa_demangle(const char *name, char *buf, size_t *size, int *status)
	__attribute__((weak));

static void cut(char *name, const char *mark)
{
	char *at = strstr(name, mark);

	if (at && at != name && at[strlen(mark)] &&
	    strspn(at + strlen(mark), "0123456789abcdef") == strlen(at + strlen(mark)))
		*at = '\0';
}

char *demangle(const char *symbol)
{
	char *name = mem_strdup(symbol), *plain;
	int status = -1;

	if (strncmp(name, "_Z", 2) != 0)
		return name;
	cut(name, "__static__");
	cut(name, "__intern__");
	plain = __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
	if (!plain || status) {
		free(plain);
		return name;
	}
	free(name);
	return plain;
}
