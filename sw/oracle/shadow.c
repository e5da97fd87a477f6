/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shadow.h"

#include <string.h>

enum { KEEP_PAGES = 4096 }; /* of 4 KB */

void shadow_open(struct shadow *s, struct tally *t)
{
	memset(s, 0, sizeof(*s));
	s->tally = t;
	paged_open(&s->pages, t, sizeof(struct shadow_page) - sizeof(struct page), 0, KEEP_PAGES);
}

void shadow_clear(struct shadow *s)
{
	tally_free(s->tally, s->split, s->cap_split * sizeof(*s->split));
	s->split = NULL;
	s->n_split = s->cap_split = 0;
	s->spare_split = 0;
	paged_clear(&s->pages);
}

void shadow_close(struct shadow *s)
{
	shadow_clear(s);
	paged_close(&s->pages);
}

void shadow_split(struct shadow *s, uint32_t *cell)
{
	uint32_t i = s->spare_split;

	if (i) {
		s->spare_split = s->split[--i][0];
	} else {
		i = (uint32_t)s->n_split++;
		s->split = tally_grow(s->tally, s->split, &s->cap_split, i, sizeof(*s->split));
	}
	for (unsigned b = 0; b < 4; b++)
		s->split[i][b] = *cell;
	*cell = i | SHADOW_SPLIT;
}

void shadow_unsplit(struct shadow *s, uint32_t *cell)
{
	const uint32_t i = *cell & ~SHADOW_SPLIT;

	*cell = s->split[i][0];
	s->split[i][0] = s->spare_split;
	s->spare_split = i + 1;
}
