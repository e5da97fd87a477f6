/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * link: relocatable device code of several files becomes one program.
 *
 *   objects.c  host objects and archives -> struct link_units
 *   link.c     their bitcode -> one file of bitcode
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>

#include "link_format.h"

struct link_unit {
	const char *object; /* for messages: "a.o", "libx.a(a.o)" */
	char id[17], arch[8], level[8];
	char *bitcode; /* bytes of it; NULL: linked before */
	size_t bytes;
};

struct link_units {
	struct link_unit *item;
	size_t n;
};

/* Adds the units of an object or archive; a file of neither kind has none. Returns 0, or -1 with a
 * line on standard error. */
int link_read(struct link_units *u, const char *file);

/* photofinish-lower --link OUT.bc FILE...: writes OUT.bc, and on standard output one line "ARCH
 * LEVEL", then the units' IDs; nothing when no file has device code. Returns 0 or -1. */
int link_main(LLVMContextRef context, const char *out, char **files);

#endif
