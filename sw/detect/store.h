/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * store: metadata entries of a region that may be as large as the arena, made when touched.
 *
 *   index ─> root ─> middle ─> page of 1024 entries
 *
 * Wiping takes no time: pages remember which wipe they have seen, and are refilled at the next
 * touch.
 */
#ifndef DETECT_STORE_H
#define DETECT_STORE_H

#include <stdint.h>

struct store_page;

struct store {
	struct store_page ***root;
	uint64_t n_root;
	uint64_t wipes;
	uint64_t fill; /* what an untouched entry holds */
	uint64_t last; /* number of the page last used, */
	struct store_page *last_page;
};

void store_init(struct store *s, uint64_t entries, uint64_t fill);
void store_free(struct store *s);
void store_wipe(struct store *s);
/* index below the number of entries. */
uint64_t *store_entry(struct store *s, uint64_t index);

#endif
