/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * origin: which file a name in the line table means. `photofinish cc` ends its PTX with comments:
 *
 *   // photofinish: version 0.1.0
 *   // photofinish: file 0123456789abcdef "src/app.cu" "/home/me/src/app.cu"
 *
 * the hash of the content, the name as the user gave it, and where the file was. A report run
 * from elsewhere finds it so, and neither a file that has changed since nor another one of that
 * name is taken for it. PTX without these lines names files only.
 */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORIGIN_MARK    "// photofinish: "
#define ORIGIN_VERSION ORIGIN_MARK "version "
#define ORIGIN_FILE    ORIGIN_MARK "file "

/* Remembers what the PTX says of its files, until the process ends. */
void origin_know(const char *ptx, size_t size);

/* The version of photofinish that made the PTX, ended by NUL; false: it does not say. */
bool origin_version(const char *ptx, size_t size, char *out, size_t out_size);

/* A 64-bit hash of a regular file's content; false: it cannot be read. */
bool origin_hash(const char *path, uint64_t *hash);

enum origin_state {
	ORIGIN_UNKNOWN, /* no PTX told of this name: the name is all there is */
	ORIGIN_SAME,    /* *path is the file that was compiled */
	ORIGIN_CHANGED, /* it has changed since, or two programs mean different files by this name
			 */
	ORIGIN_GONE     /* it cannot be read any more */
};

/* What became of the file that this name means. */
enum origin_state origin_find(const char *name, const char **path);

#endif
