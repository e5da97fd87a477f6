/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "beats.h"

void beats_init(struct beats *b, uint64_t word)
{
	*b = (struct beats){.n = 0};
	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
		b->unwritten.v[i] = word;
	paged_open(&b->pages, NULL, BEATS_PAGE * sizeof(struct pf_beat), word, PAGED_KEEP_ALL);
}

void beats_free(struct beats *b)
{
	paged_close(&b->pages);
	*b = (struct beats){.n = 0};
}

void beats_reset(struct beats *b, uint64_t n)
{
	paged_clear(&b->pages);
	b->n = n;
}
