/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 64 * 1024, ARENA_ALIGN = 16 };

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	_Alignas(ARENA_ALIGN) unsigned char data[];
};

static void out_of_memory(size_t bytes)
{
	fprintf(stderr, "photofinish: out of memory (%zu bytes)\n", bytes);
	exit(2);
}

void *mem_alloc(size_t bytes)
{
	void *p = calloc(1, bytes ? bytes : 1);

	if (!p)
		out_of_memory(bytes);
	return p;
}

void *mem_realloc(void *p, size_t bytes)
{
	void *q = realloc(p, bytes ? bytes : 1);

	if (!q)
		out_of_memory(bytes);
	return q;
}

char *mem_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(mem_alloc(n), s, n);
}

void *mem_grow(void *items, size_t *cap, size_t n, size_t size)
{
	size_t want = *cap ? *cap : 16;

	if (n < *cap)
		return items;
	while (want <= n)
		want *= 2;
	if (want > SIZE_MAX / size)
		out_of_memory(SIZE_MAX);
	items = mem_realloc(items, want * size);
	*cap = want;
	return items;
}

void *arena_alloc(struct arena *a, size_t bytes)
{
	struct arena_block *b = a->head;
	void *p;

	if (bytes > SIZE_MAX / 2)
		out_of_memory(bytes);
	bytes = (bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
	if (!b || b->size - b->used < bytes) {
		size_t size = bytes > ARENA_BLOCK ? bytes : ARENA_BLOCK;

		b = mem_alloc(sizeof(*b) + size);
		b->size = size;
		b->next = a->head;
		a->head = b;
	}
	p = b->data + b->used;
	b->used += bytes;
	return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	memcpy(p, s, n);
	return p;
}

void arena_free(struct arena *a)
{
	while (a->head) {
		struct arena_block *next = a->head->next;

		free(a->head);
		a->head = next;
	}
}
