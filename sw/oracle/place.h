/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * place: the locations that strong writes made: what each passes on (chain.h), and who has
 * observed it (seen.h), by handles.
 *
 * A location is an element's address and size. Nearly all are words, which lie in an array; where
 * others have been, the locations in those 8 bytes are a list.
 */
#ifndef PLACE_H
#define PLACE_H

#include "../base/paged.h"
#include "chain.h"

/* Handles; 0: nothing. Locations of one history share them. */
struct place {
	uint32_t chain, seen;
};

enum { PLACE_WORDS = PAGE_BYTES / 4 };

struct place_page {
	struct page head;
	uint32_t list[PLACE_WORDS / 2]; /* of 8 bytes: index + 1; 0: its words are in the array */
	struct place word[PLACE_WORDS];
};

struct place_listed {
	uint64_t addr;
	uint8_t size;
	struct place at;
};

struct place_list {
	struct place_listed *items;
	size_t n, cap;
};

struct places {
	struct tally *tally;
	struct paged pages;
	struct place_list *lists;
	size_t n_lists, cap_lists;
};

void places_open(struct places *p, struct tally *t);
void places_close(struct places *p);
/* Forgets all; what the handles name is somebody else's. */
void places_clear(struct places *p);

/* A word's place in the array, good until places_clear(); NULL when its 8 bytes have a list. */
struct place *places_word(struct places *p, uint64_t addr);
/* Any location's, new if there is none: good until the next location is made. */
struct place *places_make(struct places *p, uint64_t addr, uint8_t size);
/* NULL: there is none, and no page was made. */
struct place *places_find(const struct places *p, uint64_t addr, uint8_t size);
/* False: no location lies in addr's page. */
bool places_near(const struct places *p, uint64_t addr);
/* Is addr's word in the array? */
bool places_plain(const struct places *p, uint64_t addr);

/* Calls fn for each location with a handle that overlaps [addr, addr + size), within 8 bytes. */
typedef void (*place_fn)(void *ctx, struct place *at, uint64_t addr, uint8_t size);
void places_overlap(struct places *p, uint64_t addr, uint8_t size, place_fn fn, void *ctx);
/* The same for all of the pages of these numbers, which are then removed. */
void places_remove(struct places *p, uint64_t first, uint64_t last, place_fn fn, void *ctx);

#endif
