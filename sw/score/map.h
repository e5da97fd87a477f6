/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * map: from 64-bit keys to pointers; open addressing, nothing is ever taken out.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_slot {
	uint64_t key;
	void *value; /* NULL: free */
};

struct map {
	struct map_slot *slot;
	size_t n, cap; /* cap: a power of two, or 0 */
};

/* NULL when there is none. */
void *map_find(const struct map *m, uint64_t key);
/* Place of key's value, NULL in it when new: the caller must fill it before the next call. */
void **map_at(struct map *m, uint64_t key);
/* Empties it, keeps a small table. */
void map_clear(struct map *m);
void map_free(struct map *m);

#endif
