/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_blocks: launches and blocks begin and end; of those that have ended, what was fenced.
 */
#include "pf_iguard_int.h"

#include <stdlib.h>

#include "../base/mem.h"

void pf_iguard_begin(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_block *b = mem_alloc(sizeof(*b));

	b->dev = mem_alloc(pf_iguard_counts(s) * sizeof(*b->dev));
	b->dev_meet = mem_alloc(pf_iguard_warps(s) * sizeof(*b->dev_meet));
	b->lane_row = mem_alloc(pf_iguard_warps(s) * sizeof(*b->lane_row));
	b->live = mem_alloc(sizeof(*b->live));
	s->stats.warps += pf_iguard_warps(s);
	b->live->any = mem_alloc(pf_iguard_counts(s) * sizeof(*b->live->any));
	b->live->warp = mem_alloc(pf_iguard_warps(s) * sizeof(*b->live->warp));
	s->block[block] = b;
}

static void forget_live(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	struct pf_iguard_live *l = b->live;

	if (!l)
		return;
	for (uint32_t w = 0; w < pf_iguard_warps(s); w++) {
		free(l->warp[w].lane_locks);
		free(l->warp[w].some);
	}
	free(l->warp);
	free(l->any);
	free(l);
	b->live = NULL;
}

void pf_iguard_forget_fences(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	for (uint32_t w = 0; b->lane_row && w < pf_iguard_warps(s); w++)
		free(b->lane_row[w]);
	free(b->lane_row);
	free(b->dev_meet);
	free(b->dev);
	free(b->runs);
	b->lane_row = NULL;
	b->dev_meet = b->dev = NULL;
	b->runs = NULL;
	b->fenced = false;
}

/* Those of many blocks would take more room than they say: most threads' are alike. */
static void pack(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	const uint32_t n = pf_iguard_counts(s);
	bool met = false, rows = false;

	for (uint32_t i = 0; i < n; i++)
		b->n_runs += !i || b->dev[i] != b->dev[i - 1];
	b->runs = mem_alloc(b->n_runs * sizeof(*b->runs));
	b->n_runs = 0;
	for (uint32_t i = 0; i < n; i++)
		if (!i || b->dev[i] != b->dev[i - 1])
			b->runs[b->n_runs++] = (struct pf_iguard_run){i, b->dev[i]};
	free(b->dev);
	b->dev = NULL;
	for (uint32_t w = 0; w < pf_iguard_warps(s); w++) {
		met |= b->dev_meet[w] != 0;
		rows |= b->lane_row[w] != NULL;
	}
	if (!met) {
		free(b->dev_meet);
		b->dev_meet = NULL;
	}
	if (!rows) {
		free(b->lane_row);
		b->lane_row = NULL;
	}
}

uint32_t pf_iguard_dev(const struct pf_iguard_block *b, uint32_t thread)
{
	uint32_t from = 0, end = b->n_runs;

	if (b->dev)
		return b->dev[thread];
	while (end - from > 1) {
		const uint32_t mid = from + (end - from) / 2;

		if (b->runs[mid].from <= thread)
			from = mid;
		else
			end = mid;
	}
	return b->runs[from].when;
}

void pf_iguard_end(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_block *b = s->block[block];

	forget_live(s, b);
	if (b->fenced)
		pack(s, b);
	else
		pf_iguard_forget_fences(s, b);
}

static void forget_blocks(struct pf_iguard *s)
{
	for (uint64_t i = 0; i < s->n_blocks; i++) {
		if (!s->block[i])
			continue;
		forget_live(s, s->block[i]);
		pf_iguard_forget_fences(s, s->block[i]);
		free(s->block[i]);
	}
	free(s->block);
	s->block = NULL;
	s->n_blocks = 0;
}

void pf_iguard_launch(struct pf_iguard *s, uint64_t blocks, uint32_t threads, bool lanes)
{
	forget_blocks(s);
	paged_clear(&s->words);
	s->threads = threads;
	s->lanes = lanes;
	s->n_blocks = blocks;
	s->block = mem_alloc(blocks * sizeof(*s->block));
}

void pf_iguard_init(struct pf_iguard *s, const struct pf_iguard_config *c)
{
	*s = (struct pf_iguard){.config = *c};
	paged_open(&s->words, NULL, PF_IGUARD_PAGE * sizeof(struct pf_iguard_word), 0, 64);
}

void pf_iguard_free(struct pf_iguard *s)
{
	forget_blocks(s);
	paged_close(&s->words);
}
