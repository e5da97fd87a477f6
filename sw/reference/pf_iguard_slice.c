/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_slice.h"

#include <string.h>

#include "pf_reference.h"
#include "pf_regs.h"

enum { SECTOR_WORDS = 8, LINE_SECTORS = 4 };

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	const struct pf_iguard_slice *s = ctx;

	return pf_iguard_table_times(&s->table, block, warp);
}

struct pf_iguard_race pf_iguard_slice_race(const struct pf_iguard_slice *s,
					   const struct pf_iguard_turn *t)
{
	const struct pf_iguard_request *r = s->request;
	struct pf_iguard_race x = {.pc = r->pc,
				   .line = (uint32_t)s->line,
				   .words = t->words,
				   .bytes = r->tag.by.side.bytes,
				   .kind = t->kind,
				   .with_reader = t->readers,
				   .with_others = t->with_others,
				   .side = pf_iguard_side_unpack(&s->layout, t->side),
				   .tag = r->tag};

	if (t->kind != PF_IGUARD_INSTRUCTION)
		x.bytes &= x.side.side.bytes;
	return x;
}

/* True: there is a record of it. */
static bool on_race(struct pf_iguard_slice *s, const struct pf_iguard_turn *t)
{
	bool reported = false;

	s->stats.kinds[t->kind] += (uint64_t)__builtin_popcount(t->words);
	if (s->config.ring_log2) {
		const struct pf_iguard_race x = pf_iguard_slice_race(s, t);

		reported = pf_iguard_report_race(&s->report, &x) == PF_REPORTED;
	}
	if (s->race)
		s->race(s->ctx, s->request, s->line, t);
	return reported;
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	struct pf_iguard_slice *s = ctx;
	const bool reported = t->kind && on_race(s, t);

	if (s->turn)
		s->turn(s->turn_ctx, t, reported);
}

#define WIDTHS(n, N) \
	{#n, PF_##N##_FENCE_BLOCK_W, PF_##N##_IGUARD_SIDE_BLOCK_W, PF_##N##_IGUARD_SIDE_WARP_W, \
	 PF_##N##_IGUARD_SIDE_WHEN_W},

const struct pf_iguard_widths *pf_iguard_widths_of(size_t i)
{
	static const struct pf_iguard_widths widths[] = {PF_GEOMETRIES(WIDTHS)};

	return i < sizeof(widths) / sizeof(*widths) ? &widths[i] : NULL;
}

const struct pf_iguard_widths *pf_iguard_widths_named(const char *geometry)
{
	const struct pf_iguard_widths *w;

	for (size_t i = 0; (w = pf_iguard_widths_of(i)); i++)
		if (!strcmp(w->geometry, geometry))
			return w;
	return NULL;
}

bool pf_iguard_slice_init(struct pf_iguard_slice *s, const struct pf_iguard_slice_config *c)
{
	const struct pf_iguard_widths *w = pf_iguard_widths_named(c->geometry);
	const struct pf_iguard_checker checker = {&s->layout, c->lanes, times_of, on_turn, s};

	*s = (struct pf_iguard_slice){.config = *c};
	if (!w || !pf_iguard_layout_named(&s->layout, c->geometry))
		return false;
	pf_iguard_table_init(&s->table, w->sm, w->warp, w->block);
	pf_iguard_lines_init(&s->lines, &checker, c->pool);
	if (c->ring_log2)
		pf_iguard_report_init(&s->report, pf_geometry_named(c->geometry), c->pc_bits,
				      c->ring_log2, c->seen);
	s->report.unit.report_all = c->report_all;
	return true;
}

void pf_iguard_slice_free(struct pf_iguard_slice *s)
{
	pf_iguard_table_free(&s->table);
	pf_iguard_lines_free(&s->lines);
	if (s->config.ring_log2)
		pf_iguard_report_free(&s->report);
}

void pf_iguard_slice_forget(struct pf_iguard_slice *s)
{
	s->stats.epochs++;
	pf_iguard_lines_forget(&s->lines);
	pf_iguard_table_epoch(&s->table);
}

void pf_iguard_slice_restart(struct pf_iguard_slice *s)
{
	pf_iguard_slice_forget(s);
	if (s->config.ring_log2)
		pf_iguard_report_clear(&s->report);
}

static void hear(struct pf_iguard_slice *s, const struct pf_iguard_message *m)
{
	s->stats.messages++;
	switch (m->kind) {
	case PF_IGUARD_MSG_FENCE:
		pf_iguard_table_fence(&s->table, m->block, m->warp, m->lane, &m->stamp, m->device);
		break;
	case PF_IGUARD_MSG_BEGIN: pf_iguard_table_begin(&s->table, m->block, m->stamp.when); break;
	default: s->stats.wraps++; pf_iguard_slice_forget(s);
	}
}

/* Those of the line that are checked. */
static uint32_t checked(struct pf_iguard_slice *s, uint64_t line, uint32_t words)
{
	const uint64_t from = line * LINE_SECTORS * SECTOR_WORDS - s->config.first_word;
	uint32_t in = 0;

	for (uint32_t left = words; left; left &= left - 1)
		if (!s->config.disabled && from + (uint32_t)__builtin_ctz(left) < s->config.words)
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
	if (r->is_message && !s->config.closed)
		hear(s, &r->message);
	if (!r->is_message)
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

bool pf_iguard_slice_counter(const struct pf_iguard_slice *s, uint32_t reg, uint64_t *n)
{
	static const enum pf_iguard_kind kinds[PF_COUNTERS] = {
		[PF_COUNTER_RACE_ATOMIC_SCOPE] = PF_IGUARD_SCOPE,
		[PF_COUNTER_RACE_FENCE_BLOCK] = PF_IGUARD_FENCE,
		[PF_COUNTER_RACE_FENCE_DEVICE] = PF_IGUARD_FENCE_SCOPE,
		[PF_COUNTER_RACE_NOT_STRONG] = PF_IGUARD_ITS,
		[PF_COUNTER_RACE_LOCK] = PF_IGUARD_LOCK,
		[PF_COUNTER_STALL_OWNER] = PF_IGUARD_INSTRUCTION};
	const uint32_t number = (reg - PF_REG_COUNTERS) / 8;

	switch (reg) {
	case PF_REG_COUNTERS + 8 * PF_COUNTER_CHECKS: *n = s->stats.checked; return true;
	case PF_REG_COUNTERS + 8 * PF_COUNTER_SKIPPED: *n = s->stats.skipped; return true;
	case PF_REG_COUNTERS + 8 * PF_COUNTER_RECORDS: *n = s->report.unit.records; return true;
	case PF_REG_DROPPED: *n = s->report.unit.dropped; return true;
	case PF_REG_REPEATED: *n = s->report.unit.repeated; return true;
	case PF_REG_WRAPS: *n = s->stats.wraps; return true;
	case PF_REG_FORGOTTEN: *n = s->lines.stats.forgotten; return true;
	default: break;
	}
	if (reg < PF_REG_COUNTERS || number >= PF_COUNTERS || !kinds[number])
		return false;
	*n = s->report.kinds[kinds[number]];
	return true;
}
