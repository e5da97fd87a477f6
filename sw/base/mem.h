/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mem: allocation that cannot fail, and arenas that are freed at once.
 *
 * Out of memory ends the process with one line and exit status 2: no caller
 * could go on, and a checked NULL at every call would hide the real logic.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

void *mem_alloc(size_t bytes);            /* zeroed */
void *mem_realloc(void *p, size_t bytes); /* new bytes not zeroed */
char *mem_strdup(const char *s);

/* Grows *items (elements of size bytes) so that index n is valid; *cap is in elements. */
void *mem_grow(void *items, size_t *cap, size_t n, size_t size);

struct arena_block;
struct arena {
	struct arena_block *head;
};

void *arena_alloc(struct arena *a, size_t bytes); /* zeroed, 16-byte aligned */
char *arena_strndup(struct arena *a, const char *s, size_t n);
void arena_free(struct arena *a); /* frees everything; a is reusable */

#endif
