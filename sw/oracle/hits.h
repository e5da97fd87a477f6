/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hits: races of one operation, named and in words of struct race_hit.
 */
#ifndef HITS_H
#define HITS_H

#include <string.h>

#include "../race/race.h"
#include "relate.h"

enum { HITS_OF_LANE = 32 }; /* at most, of one lane on one word */

struct hits {
	struct tally *tally;
	struct race_hit *items;
	size_t n, cap;
	/* of each lane on the word at hand: how many hits, and which */
	uint32_t of_lane[SIMT_LANES], at[SIMT_LANES][HITS_OF_LANE];
	uint32_t some, full; /* lanes that have any; as many as are kept */
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
	if (!h->some)
		return;
	memset(h->of_lane, 0, sizeof(h->of_lane));
	h->some = h->full = 0;
}

/* Earlier access p and lanes of the later one x race at a place. */
void hits_add(struct hits *h, const struct relate *r, const struct hit_place *at,
	      const struct access *p, const struct access *x, uint32_t lanes);
/* Lanes of a store that write the same bytes. */
void hits_same_store(struct hits *h, const struct relate *r, const struct hit_place *at,
		     const struct access *x, uint32_t lanes);

#endif
