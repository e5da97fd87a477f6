/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * file_name: names of files as the user gives them. Several programs may be run with the same
 * options, from the environment of a test suite; each needs files of its own.
 *
 *   %p  number of the process     %b  name of the program, without its folder     %%  a %
 */
#ifndef SESSION_FILE_NAME_H
#define SESSION_FILE_NAME_H

#include "../base/diag.h"

/* The name filled in, absolute: the program may change its folder before a report is written. The
 * caller frees it. NULL for NULL; NULL and diag when it holds another %. option: for the message.
 */
char *file_name(const char *option, const char *given, struct diag *diag);

#endif
