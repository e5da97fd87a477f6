/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_gather.h"

#include <string.h>

static bool same_tag(const struct pf_tag *a, const struct pf_tag *b)
{
	return a->block == b->block && a->warp == b->warp && a->barrier == b->barrier &&
	       a->signature == b->signature && a->strong == b->strong && a->write == b->write &&
	       a->atomic == b->atomic && a->block_scope == b->block_scope;
}

/* at: in the order. */
static void leave(struct gather *g, uint32_t at)
{
	struct gather_place *p = &g->place[g->order[at]];

	g->n--;
	memmove(g->order + at, g->order + at + 1, (g->n - at) * sizeof(*g->order));
	p->valid = false;
	g->leave(g->ctx, p);
}

void gather_flush(struct gather *g)
{
	while (g->n)
		leave(g, 0);
}

static bool joins(const struct gather_place *p, const struct pf_request *r, uint32_t words,
		  bool parts)
{
	return !(p->words & words) && p->pc == r->pc && p->parts == parts &&
	       same_tag(&p->tag, &r->tag);
}

static uint32_t free_place(struct gather *g)
{
	uint32_t i = 0;

	if (g->n == g->places)
		leave(g, 0);
	while (g->place[i].valid)
		i++;
	return i;
}

struct gather_place *gather_place(struct gather *g, const struct pf_request *r, uint64_t now,
				  bool *new_place)
{
	const uint64_t line = r->sector / LINE_SECTORS;
	const uint32_t words = (uint32_t)r->word_mask << r->sector % LINE_SECTORS * PF_SECTOR_WORDS;
	const bool parts = (r->sub_mask & r->word_mask) != 0;
	uint32_t at = 0;

	while (at < g->n && g->place[g->order[at]].line != line)
		at++;
	*new_place = at == g->n || !joins(&g->place[g->order[at]], r, words, parts);
	if (*new_place) {
		uint32_t i;

		if (at < g->n)
			leave(g, at);
		i = free_place(g);
		at = g->n++;
		g->order[at] = i;
		g->place[i] = (struct gather_place){.valid = true,
						    .parts = parts,
						    .line = line,
						    .since = now,
						    .tag = r->tag,
						    .pc = r->pc};
	}
	g->place[g->order[at]].words |= words;
	return &g->place[g->order[at]];
}

static bool whole(uint32_t words)
{
	for (unsigned s = 0; s < LINE_SECTORS; s++)
		if (!(words >> s * PF_SECTOR_WORDS & 0xff))
			return false;
	return true;
}

void gather_step(struct gather *g, uint64_t now)
{
	for (uint32_t at = 0; at < g->n; at++) {
		const struct gather_place *p = &g->place[g->order[at]];

		if (whole(p->words) || now - p->since >= g->age) {
			leave(g, at);
			return;
		}
	}
}
