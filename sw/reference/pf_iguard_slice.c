/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_slice.h"

#include <string.h>

enum { SECTOR_WORDS = 8, LINE_SECTORS = 4 };

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	const struct pf_iguard_slice *s = ctx;

	return pf_iguard_table_times(&s->table, block, warp);
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	struct pf_iguard_slice *s = ctx;

	if (!t->kind)
		return;
	s->stats.kinds[t->kind] += (uint64_t)__builtin_popcount(t->words);
	if (s->race)
		s->race(s->ctx, s->request, s->line, t);
}

#define WIDTHS(n, N) \
	{#n, PF_##N##_FENCE_BLOCK_W, PF_##N##_IGUARD_SIDE_WARP_W, PF_##N##_IGUARD_SIDE_BLOCK_W},

bool pf_iguard_slice_init(struct pf_iguard_slice *s, const struct pf_iguard_slice_config *c)
{
	static const struct {
		const char *name;
		uint32_t sm, warp, block;
	} widths[] = {PF_GEOMETRIES(WIDTHS)};
	const struct pf_iguard_checker checker = {&s->layout, c->lanes, times_of, on_turn, s};

	*s = (struct pf_iguard_slice){.config = *c};
	if (!pf_iguard_layout_named(&s->layout, c->geometry))
		return false;
	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++)
		if (!strcmp(widths[i].name, c->geometry))
			pf_iguard_table_init(&s->table, widths[i].sm, widths[i].warp,
					     widths[i].block);
	pf_iguard_lines_init(&s->lines, &checker, c->pool);
	return true;
}

void pf_iguard_slice_free(struct pf_iguard_slice *s)
{
	pf_iguard_table_free(&s->table);
	pf_iguard_lines_free(&s->lines);
}

void pf_iguard_slice_forget(struct pf_iguard_slice *s)
{
	s->stats.epochs++;
	pf_iguard_lines_forget(&s->lines);
	pf_iguard_table_epoch(&s->table);
}

static void hear(struct pf_iguard_slice *s, const struct pf_iguard_message *m)
{
	s->stats.messages++;
	switch (m->kind) {
	case PF_IGUARD_MSG_FENCE:
		pf_iguard_table_fence(&s->table, m->block, m->warp, m->lane, &m->stamp, m->device);
		break;
	case PF_IGUARD_MSG_BEGIN: pf_iguard_table_begin(&s->table, m->block, m->stamp.when); break;
	default: pf_iguard_slice_forget(s);
	}
}

/* Those of the line that are checked. */
static uint32_t checked(struct pf_iguard_slice *s, uint64_t line, uint32_t words)
{
	const uint64_t from = line * LINE_SECTORS * SECTOR_WORDS - s->config.first_word;
	uint32_t in = 0;

	for (uint32_t left = words; left; left &= left - 1)
		if (from + (uint32_t)__builtin_ctz(left) < s->config.words)
			in |= left & -left;
	s->stats.checked += (uint64_t)__builtin_popcount(in);
	s->stats.skipped += (uint64_t)__builtin_popcount(words & ~in);
	return in;
}

void pf_iguard_slice_line(struct pf_iguard_slice *s, uint64_t line, uint32_t words,
			  const struct pf_iguard_request *r)
{
	words = checked(s, line, words);
	s->request = r;
	s->line = line;
	if (words)
		pf_iguard_lines_access(&s->lines, line, words, &r->tag);
}

void pf_iguard_slice_request(struct pf_iguard_slice *s, const struct pf_iguard_request *r)
{
	if (r->is_message)
		hear(s, &r->message);
	else
		pf_iguard_slice_line(s, r->sector / LINE_SECTORS,
				     (uint32_t)r->words << r->sector % LINE_SECTORS * SECTOR_WORDS,
				     r);
}

void pf_iguard_slice_launch(struct pf_iguard_slice *s, bool lanes)
{
	s->config.lanes = s->lines.checker.lanes = lanes;
	pf_iguard_lines_forget(&s->lines);
	pf_iguard_table_epoch(&s->table);
}
