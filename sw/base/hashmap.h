/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hashmap: from 64-bit keys to 64-bit values; open addressing, nothing is ever taken out.
 */
#ifndef HASHMAP_H
#define HASHMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hashmap_slot {
	uint64_t key, value;
	bool used;
};

/* All zero: empty. */
struct hashmap {
	struct hashmap_slot *slot;
	size_t n, cap; /* cap: a power of two, or 0 */
};

/* Place of key's value, NULL when there is none. Good until hashmap_at() makes another. */
uint64_t *hashmap_find(const struct hashmap *m, uint64_t key);
/* The same, made with value 0 when there is none. */
uint64_t *hashmap_at(struct hashmap *m, uint64_t key);
/* Empties it, keeps a small table. */
void hashmap_clear(struct hashmap *m);
/* Empties it, keeps nothing. */
void hashmap_free(struct hashmap *m);

#endif
