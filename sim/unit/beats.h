/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * beats: what lies in a unit's memory (metadata, logs, rows): beats of 32 bytes, in pages that come
 * into being when one of their beats is first written.
 *
 * A page that is not there holds unwritten words, so a sweep of everything is removing all pages.
 */
#ifndef SIM_UNIT_BEATS_H
#define SIM_UNIT_BEATS_H

#include <stddef.h>

#include "base/paged.h"
#include "reference/pf_report_unit.h"

enum { BEATS_PAGE_LOG2 = 7, BEATS_PAGE = 1 << BEATS_PAGE_LOG2 };

struct beats {
	struct pf_beat unwritten;
	struct paged pages;
	uint64_t n; /* beats */
};

/* word: the 64 bits of an unwritten one. */
void beats_init(struct beats *b, uint64_t word);
void beats_free(struct beats *b);
/* n beats, all unwritten. */
void beats_reset(struct beats *b, uint64_t n);

static inline const struct pf_beat *beats_at(const struct beats *b, uint64_t i)
{
	struct page *g = paged_look(&b->pages, i >> BEATS_PAGE_LOG2);
	const struct pf_beat *p = g ? page_payload(g) : NULL;

	return p ? &p[i & (BEATS_PAGE - 1)] : &b->unwritten;
}

static inline void beats_put(struct beats *b, uint64_t i, const struct pf_beat *v)
{
	struct pf_beat *p = page_payload(paged_at(&b->pages, i >> BEATS_PAGE_LOG2));

	p[i & (BEATS_PAGE - 1)] = *v;
}

#endif
