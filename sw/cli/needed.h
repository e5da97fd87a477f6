/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * needed: which shared libraries an executable asks for.
 */
#ifndef NEEDED_H
#define NEEDED_H

enum needed_kind {
	NEEDED_UNREADABLE, /* errno says why */
	NEEDED_OTHER,      /* no 64-bit ELF executable, or a damaged one */
	NEEDED_FOREIGN,    /* an executable that does not ask for the library */
	NEEDED_FOUND       /* DT_NEEDED names the library */
};

/* Looks for library among the DT_NEEDED entries of the file at path. */
enum needed_kind needed_check(const char *path, const char *library);

#endif
