/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hits: races of one operation, named and in words of struct race_hit.
 */
#ifndef HITS_H
#define HITS_H

#include "../race/race.h"
#include "relate.h"

struct hits {
	struct tally *tally;
	struct race_hit *items;
	size_t n, cap;
	size_t word; /* first hit on the word at hand */
};

/* Where the later access happens. */
struct hit_place {
	const struct machine_who *who;
	enum ptx_space space;
	uint64_t addr, base; /* addr - base is what the report says */
	uint8_t bytes;
};

void hits_close(struct hits *h);
static inline void hits_word(struct hits *h)
{
	h->word = h->n;
}

/* Earlier access p and lanes of the later one x race at a place. */
void hits_add(struct hits *h, const struct relate *r, const struct hit_place *at,
	      const struct access *p, const struct access *x, uint32_t lanes);
/* Lanes of a store that write the same bytes. */
void hits_same_store(struct hits *h, const struct hit_place *at, const struct access *x,
		     uint32_t lanes);

#endif
