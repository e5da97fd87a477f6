/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_lines.h"

#include <string.h>

enum { BETWEEN = 4, OWN_BITS = 13 };
enum { BITS = LINES_SIDES, READ_SOURCES = 3, ALL_FORGOT = 7 };
/* Who writes: rows and new blocks of each side, touched bits. */
enum { WRITE_SOURCES = 5, WRITES_BITS = 4 };
enum { BITS_PAGE = 64 }; /* rows */

static struct meta_cache *cache_of(struct model_lines *l, unsigned n)
{
	return n == BITS ? &l->fresh.cache : &l->side[n].cache;
}

bool model_lines_idle(const struct model_lines *l)
{
	return fresh_idle(&l->fresh) && side_idle(&l->side[0]) && side_idle(&l->side[1]) &&
	       !l->between.level;
}

uint32_t model_lines_read_id(const struct model_lines *l)
{
	return l->reads.reader << OWN_BITS | l->reads.read_id;
}

static struct pf_beat *bits_at(struct model_lines *l, uint32_t row)
{
	struct pf_beat *page = page_payload(paged_at(&l->bits, row / BITS_PAGE));

	return &page[row % BITS_PAGE];
}

/* Reads and writes */

static uint64_t place_of(const struct model_lines *l, unsigned side, uint32_t row)
{
	return row & SIDE_BEAT ? l->places.blocks[side] + (row & ~SIDE_BEAT)
			       : l->places.rows[side] + row;
}

/* A source's write, if it has one. */
static bool write_of(struct model_lines *l, unsigned source, uint64_t *beat)
{
	struct side *s = &l->side[source / 2 % LINES_SIDES];

	if (source == WRITES_BITS) {
		*beat = l->places.bits + l->fresh.cache.out.write_line;
		return l->fresh.cache.out.write;
	}
	if (source % 2) {
		*beat = l->places.blocks[source / 2] + s->made;
		return s->making;
	}
	*beat = place_of(l, source / 2, s->cache.out.write_line);
	return s->cache.out.write;
}

static void eval_reads(struct model_lines *l)
{
	for (unsigned n = 0; n < READ_SOURCES; n++) {
		const struct meta_cache *c = cache_of(l, n);

		l->reads.in.read[n] = c->out.read;
		l->reads.in.beat[n] = n == BITS ? l->places.bits + c->out.read_line
						: place_of(l, n, c->out.read_line);
		l->reads.in.id[n] = c->out.read_id;
		l->reads.in.write[n] = false;
	}
	l->reads.in.read_ready = l->in.read_ready;
	lines_memory_eval(&l->reads);
	for (unsigned n = 0; n < READ_SOURCES; n++)
		cache_of(l, n)->in.read_ready = l->reads.reads == (int)n;
}

static void eval_writes(struct model_lines *l)
{
	for (unsigned n = 0; n < LINES_SIDES; n++) {
		l->side[n].cache.in.write_ready = l->in.write_ready && l->writer == 2 * n;
		l->side[n].in.make_ready = l->in.write_ready && l->writer == 2 * n + 1;
	}
	l->fresh.cache.in.write_ready = l->in.write_ready && l->writer == WRITES_BITS;
}

/* Of touched bits: the row that the request behind the ID wants. */
static void eval_answers(struct model_lines *l)
{
	const unsigned whose = l->in.answer_id >> OWN_BITS;

	l->answer_ready = false;
	for (unsigned n = 0; n < READ_SOURCES; n++) {
		struct meta_cache *c = cache_of(l, n);
		const bool ready = meta_cache_fill_ready(c);

		c->in.fill = l->in.answer && whose == n;
		c->in.fill_id = l->in.answer_id & ((1U << OWN_BITS) - 1);
		c->in.fill_row = &l->row;
		l->answer_ready |= whose == n && ready;
	}
	if (l->fresh.cache.in.fill) {
		const uint32_t places = FRESH_SETS * CACHE_WAYS;
		const struct cache_way *way =
			&l->fresh.cache.way[l->fresh.cache.in.fill_id % places];

		l->row = *bits_at(l, way->line);
	}
}

static void more(struct model_lines *l, uint32_t visit)
{
	l->pieces.more[l->pieces.n++] = visit_at(&l->visits, visit)->era;
}

/* An operation has become two, at a row or as its beats go; one ends with the readers. */
static void eval_pieces(struct model_lines *l)
{
	const struct check *w = &l->side[LINES_WRITERS].check, *r = &l->side[LINES_READERS].check;

	l->pieces.n = 0;
	for (unsigned n = 0; n < LINES_SIDES; n++)
		if (l->side[n].beat_goes && !l->side[n].beat_last)
			more(l, l->side[n].asked);
	if (w->ends && visit_at(&l->visits, w->ended)->beats &&
	    visit_at(&l->visits, w->ended)->readers)
		more(l, w->ended);
	l->pieces.ends = r->ends && !visit_at(&l->visits, r->ended)->beats;
	if (l->pieces.ends)
		l->pieces.end = visit_at(&l->visits, r->ended)->era;
}

static void eval_forget(struct model_lines *l)
{
	for (unsigned n = 0; n < LINES_SIDES; n++)
		l->side[n].cache.in.forget = l->in.forget && !(l->forgot >> n & 1);
	fresh_forget(&l->fresh, l->in.forget && !(l->forgot >> BITS & 1));
	l->forget_done = l->in.forget && l->forgot == ALL_FORGOT;
}

void model_lines_eval(struct model_lines *l)
{
	struct side *w = &l->side[LINES_WRITERS], *r = &l->side[LINES_READERS];

	w->in.visit = VISIT_NONE;
	if (l->fresh.n_out) {
		w->in.visit = l->fresh.out[0].op.pc;
		visit_at(&l->visits, w->in.visit)->fresh = l->fresh.out[0].fresh;
	}
	w->in.out_ready = l->between.level != BETWEEN;
	side_eval(w, &l->visits);
	r->in.visit = l->between.shown ? (uint32_t)ram_fifo_word(&l->between) : VISIT_NONE;
	r->in.out_ready = true;
	side_eval(r, &l->visits);
	l->fresh.in.out_ready = w->in_ready;
	fresh_eval(&l->fresh);
	l->in_ready = l->fresh.in_ready;
	eval_pieces(l);
	eval_forget(l);
	eval_reads(l);
	eval_writes(l);
	eval_answers(l);
}

/* Steps */

static void step_writes(struct model_lines *l)
{
	uint64_t beat;

	if (l->write && l->in.write_ready && l->writer == WRITES_BITS)
		*bits_at(l, l->fresh.cache.out.write_line) = *l->fresh.cache.out.write_row;
	if (l->write && !l->in.write_ready)
		return;
	for (unsigned i = 1; i < WRITE_SOURCES; i++) {
		const unsigned n = (l->writer + i) % WRITE_SOURCES;

		if (write_of(l, n, &beat)) {
			l->writer = n;
			return;
		}
	}
}

static void step_forget(struct model_lines *l)
{
	uint32_t forgot = l->forgot;

	for (unsigned n = 0; n < LINES_SIDES; n++)
		forgot |= (uint32_t)meta_cache_forgets(&l->side[n].cache) << n;
	forgot |= (uint32_t)l->fresh.forget_done << BITS;
	l->forgot = l->in.forget && !l->forget_done ? forgot : 0;
	for (unsigned n = 0; l->forget_done && n < LINES_SIDES; n++)
		side_forget_blocks(&l->side[n]);
}

void model_lines_step(struct model_lines *l)
{
	struct side *w = &l->side[LINES_WRITERS], *r = &l->side[LINES_READERS];
	const bool takes = r->in.visit && r->in_ready;
	struct line_operation op;

	step_writes(l);
	step_forget(l);
	l->fresh.in.op = NULL;
	if (l->in.visit) {
		op = (struct line_operation){
			.line = (uint32_t)visit_at(&l->visits, l->in.visit)->does.at,
			.pc = l->in.visit};
		l->fresh.in.op = &op;
	}
	if (w->out)
		visit_at(&l->visits, w->out)->fresh =
			!visit_at(&l->visits, w->check.ended)->does.of_block &&
			visit_at(&l->visits, w->check.ended)->fresh;
	ram_fifo_step(&l->between, w->out != VISIT_NONE, w->out, takes);
	for (unsigned n = 0; n < LINES_SIDES; n++) {
		l->side[n].check.in.race_ready = l->in.race_ready[n];
		side_step(&l->side[n], &l->visits);
	}
	fresh_step(&l->fresh);
	lines_memory_step(&l->reads);
	l->write = write_of(l, l->writer, &l->write_beat);
}

/* Life */

void model_lines_reset(struct model_lines *l)
{
	for (unsigned n = 0; n < LINES_SIDES; n++)
		side_reset(&l->side[n]);
	fresh_reset(&l->fresh);
	lines_memory_reset(&l->reads);
	memset(&l->between, 0, sizeof(l->between));
	l->writer = l->forgot = 0;
	l->write = false;
}

void model_lines_init(struct model_lines *l, uint32_t line_bits)
{
	memset(l, 0, sizeof(*l));
	for (unsigned n = 0; n < LINES_SIDES; n++)
		side_init(&l->side[n]);
	l->line_bits = line_bits;
	fresh_init(&l->fresh, line_bits);
	visits_init(&l->visits);
	paged_open(&l->bits, NULL, BITS_PAGE * sizeof(struct pf_beat), 0, PAGED_KEEP_ALL);
	model_lines_reset(l);
}

void model_lines_reach(struct model_lines *l, uint64_t last)
{
	if (last >> l->line_bits == 0)
		return;
	while (last >> l->line_bits)
		l->line_bits++;
	fresh_free(&l->fresh);
	fresh_init(&l->fresh, l->line_bits);
	model_lines_reset(l);
}

void model_lines_free(struct model_lines *l)
{
	for (unsigned n = 0; n < LINES_SIDES; n++)
		side_free(&l->side[n]);
	fresh_free(&l->fresh);
	visits_free(&l->visits);
	paged_close(&l->bits);
}
