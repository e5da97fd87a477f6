/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cache: what compilations leave behind for later ones, in a folder of the user's.
 *
 *   PHOTOFINISH_CACHE       the folder; "off": none. Else $XDG_CACHE_HOME/photofinish, else
 *                           ~/.cache/photofinish
 *   PHOTOFINISH_CACHE_SIZE  what it may hold: 500M, 2G (default 1G)
 *
 *   FOLDER/1/xx/KEY.KIND    an entry: KEY is 32 hex digits, xx the first two of them
 *   FOLDER/1/xx/tmp.XXXXXX  one that is being written
 *   FOLDER/1/count.WHAT     as many bytes as WHAT has happened
 *
 * Entries appear whole, by rename(), and say what they hold in a digest: any number of compilers
 * may work side by side, and a damaged entry is none. Nothing here fails a compilation.
 */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/digest.h"

struct cache {
	const char *folder; /* NULL: there is none */
	const char *why;    /* why there is none, or none to write to; else NULL */
	uint64_t limit;     /* bytes */
	bool eager;         /* PHOTOFINISH_CACHE_SIZE is given: every entry is held against it */
};

/* Finds the folder, and makes it when make is set. */
void cache_open(struct cache *c, bool make);

/* The path of an entry, whether it is there or not. */
const char *cache_path(const struct cache *c, const char *key, const char *kind);
/* An entry's content, ended by a NUL that *size leaves out, to be freed; NULL: there is none. */
char *cache_get(const struct cache *c, const char *key, const char *kind, size_t *size);
/* false: it could not be written. */
bool cache_put(const struct cache *c, const char *key, const char *kind, const void *bytes,
	       size_t size);

/* For files that others write: a path to write to, NULL: none can be; and the entry it becomes. */
const char *cache_begin(const struct cache *c, const char *key);
bool cache_end(const struct cache *c, const char *path, const char *key, const char *kind);
/* An entry was of use: it will go later than others. */
void cache_touch(const char *path);

void cache_count(const struct cache *c, const char *what);
uint64_t cache_counted(const struct cache *c, const char *what);

struct cache_size {
	uint64_t bytes, files;
};

/* Removes the entries that were of use longest ago until at most limit bytes are left. Returns what
 * is left. */
struct cache_size cache_trim(const struct cache *c, uint64_t limit);

#endif
