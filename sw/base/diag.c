/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "diag.h"

#include <stdarg.h>
#include <stdio.h>

int diag_set(struct diag *d, const char *file, unsigned line, const char *fmt, ...)
{
	int n = 0;
	va_list ap;

	if (file && line)
		n = snprintf(d->text, sizeof(d->text), "%s:%u: ", file, line);
	else if (file)
		n = snprintf(d->text, sizeof(d->text), "%s: ", file);
	if (n < 0 || n >= (int)sizeof(d->text))
		return -1;
	va_start(ap, fmt);
	vsnprintf(d->text + n, sizeof(d->text) - (size_t)n, fmt, ap);
	va_end(ap);
	return -1;
}
