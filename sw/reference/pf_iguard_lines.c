/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_lines.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { PAGE_LINES = 256, FIRST_BLOCKS = 64 };

void pf_iguard_lines_init(struct pf_iguard_lines *x, const struct pf_iguard_checker *c,
			  uint64_t pool)
{
	*x = (struct pf_iguard_lines){.checker = *c, .pool = pool};
	for (unsigned s = 0; s < 2; s++)
		paged_open(&x->side[s].rows, NULL, PAGE_LINES * sizeof(struct pf_beat), 0,
			   PAGED_KEEP_ALL);
}

void pf_iguard_lines_free(struct pf_iguard_lines *x)
{
	for (unsigned s = 0; s < 2; s++) {
		paged_close(&x->side[s].rows);
		free(x->side[s].block);
	}
	*x = (struct pf_iguard_lines){.pool = 0};
}

void pf_iguard_lines_forget(struct pf_iguard_lines *x)
{
	for (unsigned s = 0; s < 2; s++) {
		paged_clear(&x->side[s].rows);
		x->side[s].n = 0;
	}
}

static struct pf_beat *row_at(struct pf_iguard_lines_side *s, uint64_t line)
{
	struct pf_beat *page = page_payload(paged_at(&s->rows, line / PAGE_LINES));

	return &page[line % PAGE_LINES];
}

static void grow(struct pf_iguard_lines *x, struct pf_iguard_lines_side *s,
		 struct pf_iguard_cells *row)
{
	uint64_t now;

	if (s->n == s->space) {
		s->space = s->space ? 2 * s->space : FIRST_BLOCKS;
		s->block = mem_realloc(s->block, s->space * sizeof(*s->block));
	}
	pf_iguard_line_grow(row, s->n, s->block[s->n]);
	s->n++;
	x->stats.blocks++;
	now = x->side[0].n + x->side[1].n;
	if (now > x->stats.at_once)
		x->stats.at_once = now;
}

static void access_side(struct pf_iguard_lines *x, uint64_t line,
			const struct pf_iguard_operation *o);

/* What the writers have answered goes on to the readers. */
static void go_on(struct pf_iguard_lines *x, uint64_t line, const struct pf_iguard_operation *o,
		  uint32_t words, uint32_t raced)
{
	struct pf_iguard_operation next = *o;

	if (o->readers || !words)
		return;
	next.readers = true;
	next.words = words;
	next.raced = raced;
	access_side(x, line, &next);
}

/* A checker that has the lines as its context. */
static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	const struct pf_iguard_lines *x = ctx;

	return x->checker.times(x->checker.ctx, block, warp);
}

static void on_no_room(void *ctx, const struct pf_iguard_turn *t)
{
	const struct pf_iguard_lines *x = ctx;

	x->no_room(x->visit_ctx, t);
}

/* Turns that an operation on a row has left, as if the row were never full. */
static void tell_no_room(struct pf_iguard_lines *x, const struct pf_beat *row,
			 const struct pf_iguard_operation *left)
{
	const struct pf_iguard_checker c = {x->checker.layout, x->checker.lanes, times_of,
					    on_no_room, x};
	struct pf_iguard_cells cells = {.is = *row};
	struct pf_iguard_operation o = *left;
	uint32_t raced;

	if (x->visit)
		pf_iguard_line_check(&c, &cells, &o, false, &raced);
}

static void tell(const struct pf_iguard_lines *x, const struct pf_beat *before,
		 const struct pf_beat *after, struct pf_iguard_visit *v)
{
	if (!x->visit)
		return;
	v->changed = memcmp(before, after, sizeof(*before)) != 0;
	x->visit(x->visit_ctx, v);
}

/* A beat of the line's block. */
static void access_beat(struct pf_iguard_lines *x, uint64_t line, struct pf_iguard_operation *o,
			uint64_t block, uint32_t k)
{
	struct pf_beat *beat = &x->side[o->readers].block[block][k];
	struct pf_iguard_cells cells = {.of_block = true, .beat = k, .is = *beat};
	struct pf_iguard_operation part = *o;
	uint32_t raced;

	pf_iguard_line_check(&x->checker, &cells, &part, false, &raced);
	tell(x, beat, &cells.is,
	     &(struct pf_iguard_visit){.readers = o->readers,
				       .of_block = true,
				       .load = !o->tag.write,
				       .by = &o->tag.by,
				       .words = o->words,
				       .raced = o->raced,
				       .at = PF_IGUARD_BEATS * block + k});
	*beat = cells.is;
	go_on(x, line, o, o->words, raced);
}

static void access_side(struct pf_iguard_lines *x, uint64_t line,
			const struct pf_iguard_operation *o)
{
	struct pf_iguard_lines_side *s = &x->side[o->readers];
	struct pf_iguard_cells row = {.is = *row_at(s, line)};
	struct pf_iguard_operation left = *o;
	const struct pf_beat before = row.is;
	enum pf_iguard_room room;
	uint32_t raced;

	room = pf_iguard_line_check(&x->checker, &row, &left, s->n < x->pool, &raced);
	if (room == PF_IGUARD_LINE_FULL) {
		tell_no_room(x, &before, &left);
		grow(x, s, &row);
	}
	*row_at(s, line) = row.is;
	x->stats.forgotten += row.forgot;
	tell(x, &before, &row.is,
	     &(struct pf_iguard_visit){.readers = o->readers,
				       .is_block = room == PF_IGUARD_LINE_BLOCK,
				       .grows = room == PF_IGUARD_LINE_FULL,
				       .load = !o->tag.write,
				       .by = &o->tag.by,
				       .words = o->words,
				       .raced = o->raced,
				       .at = line,
				       .block = row.is.v[0]});
	go_on(x, line, o, o->words & ~left.words, raced);
	for (uint32_t k = 0; k < PF_IGUARD_BEATS && left.words; k++) {
		struct pf_iguard_operation part = left;

		part.words = left.words & 15U << k * PF_IGUARD_BEAT_WORDS;
		left.words &= ~part.words;
		if (part.words)
			access_beat(x, line, &part, row.is.v[0], k);
	}
}

void pf_iguard_lines_access(struct pf_iguard_lines *x, uint64_t line, uint32_t words,
			    const struct pf_iguard_tag *t)
{
	access_side(x, line, &(struct pf_iguard_operation){.words = words, .tag = *t});
}

bool pf_iguard_lines_known(const struct pf_iguard_lines *x, uint64_t line)
{
	return paged_look(&x->side[0].rows, line / PAGE_LINES) ||
	       paged_look(&x->side[1].rows, line / PAGE_LINES);
}

uint64_t pf_iguard_lines_side(struct pf_iguard_lines *x, bool reader, uint64_t line, uint32_t word)
{
	struct pf_iguard_lines_side *s = &x->side[reader];
	const struct pf_beat *row = row_at(s, line);

	if (!pf_iguard_row_is_block(row))
		return pf_iguard_row_side(row, word);
	return s->block[row->v[0]][word / PF_IGUARD_BEAT_WORDS].v[word % PF_IGUARD_BEAT_WORDS];
}

struct pf_iguard_places pf_iguard_places(uint64_t first_word, uint64_t words, uint64_t pool)
{
	const uint64_t first = first_word / PF_IGUARD_LINE_WORDS;
	const uint64_t last = words ? (first_word + words - 1) / PF_IGUARD_LINE_WORDS : first;
	const uint64_t lines = last - first + 1, first_bits = first / PF_IGUARD_BITS_LINES;
	const uint64_t bits = last / PF_IGUARD_BITS_LINES - first_bits + 1, used = 2 * lines + bits;

	return (struct pf_iguard_places){.rows = {0 - first, lines - first},
					 .bits = 2 * lines - first_bits,
					 .blocks = {used, used + pool * PF_IGUARD_BEATS},
					 .used = used};
}
