/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * out: files that the model writes. A mistyped name must not cost the user a file of his: what
 * exists is replaced only when it is empty, no regular file, or begins as our own files do.
 */
#ifndef SIM_OUT_H
#define SIM_OUT_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

/* starts: the n bytes that such a file of ours begins with. 0, or -1 and diag "file: why". */
int out_check(const char *file, const char *starts, size_t n, struct diag *diag);
/* Text, checked; NULL and diag. */
FILE *out_open(const char *file, const char *starts, struct diag *diag);

#endif
