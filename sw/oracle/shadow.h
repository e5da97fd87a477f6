/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shadow: one 32-bit cell for each 4-byte word touched: the handle of its state, or of four
 * cells when its bytes have different ones. Addresses as chains know them (chain_shared()).
 */
#ifndef SHADOW_H
#define SHADOW_H

#include <stdbool.h>

#include "../base/paged.h"
#include "chain.h"

enum { SHADOW_CELLS = PAGE_BYTES / 4 };
#define SHADOW_SPLIT 0x80000000U

struct shadow_page {
	struct page head;
	uint32_t cell[SHADOW_CELLS];
};

struct shadow {
	struct tally *tally;
	struct paged pages;
	uint32_t (*split)[4];
	size_t n_split, cap_split;
	uint32_t spare_split; /* index + 1; the next one's in [0] */
};

void shadow_open(struct shadow *s, struct tally *t);
void shadow_close(struct shadow *s);
void shadow_clear(struct shadow *s);

/* Cell of the word at addr. The look-up is written out: through paged_at() the compiler makes
 * history_access() longer. */
static inline uint32_t *shadow_cell(struct shadow *s, uint64_t addr)
{
	const uint64_t number = addr / PAGE_BYTES;
	struct page *g = paged_recent(&s->pages, number);

	if (!g)
		g = paged_turn(&s->pages, number);
	return &((struct shadow_page *)g)->cell[addr % PAGE_BYTES / 4];
}

/* The page of that number, or NULL. */
static inline struct shadow_page *shadow_find(const struct shadow *s, uint64_t number)
{
	return (struct shadow_page *)paged_find(&s->pages, number);
}

/* Cells of the word's four bytes. */
static inline bool shadow_is_split(uint32_t cell)
{
	return cell & SHADOW_SPLIT;
}

static inline uint32_t *shadow_bytes(const struct shadow *s, uint32_t cell)
{
	return s->split[cell & ~SHADOW_SPLIT];
}

/* All four become what the word was. */
void shadow_split(struct shadow *s, uint32_t *cell);
/* The word becomes what the first byte is. */
void shadow_unsplit(struct shadow *s, uint32_t *cell);

#endif
