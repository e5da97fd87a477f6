/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   request ─> verdicts of pf_slice ─> line_gather ─> operation on a line
 *                                                        │
 *                        headers: line_bank, 1 owner a cycle ──> records
 *                          │  a line of more classes than its row has: beats of its block
 *                          └─> line_bank of beats, 4 entries of 1 owner a cycle ──> records
 *
 * Nothing is fetched of what this run has not written: a bit for each page of 16 KiB of data, and,
 * for the pages that were touched last, one for each group of four lines.
 */
#include "model_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "line_bank.h"
#include "line_form.h"
#include "line_gather.h"
#include "line_pages.h"
#include "reference/pf_geometry.h"

enum {
	FRONT_CYCLES = 4,  /* from a place that leaves to the tags */
	COUNT_CYCLES = 20, /* until the last counter has settled */
	SPLIT_GAP = 3,     /* cycles to the line's next, when its classes have other words now */
	BEAT_ENTRIES = PF_BEAT_ENTRIES,
	BLOCK_BEATS = LINE_WORDS / BEAT_ENTRIES,
	HEADER_ROOM = 8, /* operations before the tags */
	BEAT_ROOM = 16,  /* beats before theirs; the header that makes more waits */
	BANKS = 2
};

struct model_lines {
	struct slice_port port; /* first: the unit's handle */
	struct pf_slice *slice;
	struct model_slice_memory memory;
	uint64_t now, busy_until;
	struct gather gather;
	struct line_queue headers, beats;
	struct bank bank[BANKS]; /* of headers, of beats */
	struct line_out out;
	struct line_op *spare;
	uint64_t ops; /* in use */

	uint8_t *form; /* [line], as of its last operation that left the gatherer */
	bool *own;     /* [line], as the bank knows it */
	struct line_pages pages;
	uint64_t lines;

	struct pf_fences *known; /* [block * warps + warp]: what tags have told */
	uint32_t races, records; /* of the request being judged */
	uint32_t records_written;
	enum slice_write writing;
	struct model_lines_stats stats;
};

/* Operations */

static struct line_op *new_op(struct model_lines *g)
{
	struct line_op *o = g->spare;

	if (o)
		g->spare = o->next;
	else
		o = mem_alloc(sizeof(*o));
	*o = (struct line_op){.turns = 1, .gap = 1};
	g->ops++;
	return o;
}

static void end_op(struct model_lines *g, struct line_op *o)
{
	o->next = g->spare;
	g->spare = o;
	g->ops--;
}

/* Runs */

/* Bytes, of counts of all warps. */
static size_t known_size(const struct model_lines *g)
{
	const struct pf_slice_config *c = &g->slice->config;

	return sizeof(*g->known) << (c->fence_block_bits + c->geometry.warp_bits);
}

static void forget(struct model_lines *g)
{
	memset(g->form, FORM_ONE, g->lines * sizeof(*g->form));
	line_pages_forget(&g->pages);
	memset(g->known, 0, known_size(g));
}

/* Judging */

/* If slices knew of fences only what tags tell of their own warp: whether this check had to ask the
 * owner's SM for its counts, since with those known here there would be a race. */
static void would_ask(struct model_lines *g, const struct pf_slice_check *c)
{
	const struct pf_slice_config *s = &g->slice->config;
	const uint32_t warps = 1U << s->geometry.warp_bits;
	struct pf_fences *of = g->known, *owner, *self;

	owner = &of[pf_truncate(c->before->block, s->fence_block_bits) * warps + c->before->warp];
	self = &of[pf_truncate(c->tag->block, s->fence_block_bits) * warps + c->tag->warp];
	*self = c->self;
	if ((owner->blk == c->owner.blk && owner->dev == c->owner.dev && !c->verdict->race) ||
	    !g->slice->policy->rules(c->before, c->tag, *owner, c->self).race)
		return;
	g->stats.asks++;
	*owner = c->owner;
}

static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct model_lines *g = ctx;

	would_ask(g, c);
	g->races += c->verdict->race;
	g->records += c->verdict->race && c->reported == PF_REPORTED;
}

/* What the line's words have; an entry of another epoch is an unwritten one. */
static void entries_of(const struct model_lines *g, uint64_t line, uint64_t entry[LINE_WORDS])
{
	const struct pf_slice *s = g->slice;
	bool evicted;

	for (unsigned w = 0; w < LINE_WORDS; w++) {
		const uint64_t bits = pf_slice_entry(s, line * LINE_WORDS + w);

		entry[w] = bits;
		if (w && bits == pf_slice_entry(s, line * LINE_WORDS + w - 1)) {
			entry[w] = entry[w - 1];
			continue;
		}
		pf_meta_fetch(&s->layout, bits, 0, s->fences.epoch, &evicted);
		if (evicted)
			entry[w] = s->unwritten;
	}
}

/* A turn of the check for each. */
static uint8_t owners(const struct model_lines *g, const uint64_t *entry, uint32_t mask)
{
	uint64_t owner[LINE_WORDS];
	unsigned n = 0;
	bool evicted;

	for (; mask; mask &= mask - 1) {
		const struct pf_entry e =
			pf_meta_fetch(&g->slice->layout, entry[__builtin_ctz(mask)], 0,
				      g->slice->fences.epoch, &evicted);

		owner[n++] = (uint64_t)e.block << 32 | e.warp;
	}
	return (uint8_t)line_distinct(owner, n, LINE_WORDS);
}

/* Those it touches; or all of them are made. */
static void beats_of(struct model_lines *g, struct line_op *o, const struct gather_place *p,
		     const uint64_t *is, bool made)
{
	struct line_op **at = &o->beats;

	for (unsigned b = 0; b < BLOCK_BEATS; b++) {
		const unsigned first = b * BEAT_ENTRIES;
		const uint32_t mask = p->words >> first & ((1U << BEAT_ENTRIES) - 1);
		struct line_op *beat;

		if (!made && !mask)
			continue;
		beat = new_op(g);
		beat->place = p->line * BLOCK_BEATS + b;
		beat->fresh = made;
		beat->changed =
			made || memcmp(p->was + first, is + first, BEAT_ENTRIES * sizeof(*is)) != 0;
		if (!made)
			beat->turns = owners(g, p->was + first, mask);
		*at = beat;
		at = &beat->next;
		g->stats.beats++;
	}
}

/* An access is complete: its operation. */
static void leave(void *ctx, const struct gather_place *p)
{
	struct model_lines *g = ctx;
	const enum form before = g->form[p->line];
	struct line_op *o = new_op(g);
	uint64_t is[LINE_WORDS];
	enum form now;

	entries_of(g, p->line, is);
	now = line_form(before, p->words, is);
	g->form[p->line] = (uint8_t)now;
	o->place = p->line;
	o->due = g->now + FRONT_CYCLES;
	o->fresh = line_untouched(&g->pages, p->line, g->now);
	o->races = (uint8_t)(p->races < UINT8_MAX ? p->races : UINT8_MAX);
	o->records = (uint8_t)(p->records < UINT8_MAX ? p->records : UINT8_MAX);
	o->own_before = before == FORM_CLASSES;
	o->own = now == FORM_CLASSES;
	o->changed = before != now;
	if (before != FORM_BLOCK) {
		o->turns = (uint8_t)(owners(g, p->was, p->words) + p->mixed);
		o->changed |= memcmp(p->was, is, sizeof(is)) != 0;
		o->gap = line_split(p->was, is) ? SPLIT_GAP : 1;
	}
	if (before == FORM_BLOCK || now == FORM_BLOCK)
		beats_of(g, o, p, is, before != FORM_BLOCK);
	g->stats.operations++;
	g->stats.classes += now == FORM_CLASSES;
	g->stats.expanded += before != FORM_BLOCK && now == FORM_BLOCK;
	g->stats.collapsed += before == FORM_BLOCK && now != FORM_BLOCK;
	line_put(&g->headers, o);
}

/* Words touched in part and others are two operations in hardware: here, one of two turns. */
static void access(struct model_lines *g, const struct pf_request *r, uint8_t words)
{
	struct gather_place *p;
	struct pf_request in = *r;
	bool new_place;

	in.word_mask = words;
	p = gather_place(&g->gather, &in, g->now, &new_place);
	if (new_place)
		entries_of(g, p->line, p->was);
	p->mixed |= r->sub_mask & words && words & (uint8_t)~r->sub_mask;
	g->races = g->records = 0;
	pf_slice_request(g->slice, r);
	p->races += g->races;
	p->records += g->records;
}

/* Words of the sector that the region has. */
static uint8_t inside(const struct model_lines *g, uint64_t sector)
{
	const uint64_t words = g->slice->config.words, first = sector * PF_SECTOR_WORDS;

	if (first >= words)
		return 0;
	if (words - first >= PF_SECTOR_WORDS)
		return UINT8_MAX;
	return (uint8_t)((1U << (words - first)) - 1);
}

/* A fence on its way through the banks; or all is to be forgotten. */
static void later(struct model_lines *g, bool all)
{
	struct line_op *o = new_op(g);

	o->due = g->now + FRONT_CYCLES;
	o->fence = true;
	o->forget = all;
	if (all)
		forget(g);
	line_put(&g->headers, o);
}

static void request(struct model_lines *g, const struct pf_request *r)
{
	const uint64_t epochs = g->slice->stats.epochs;

	if (r->kind == PF_REQ_ACCESS) {
		const uint8_t words = r->word_mask & inside(g, r->sector);

		if (words)
			access(g, r, words);
		else
			pf_slice_request(g->slice, r); /* counts what is outside */
		return;
	}
	gather_flush(&g->gather);
	pf_slice_request(g->slice, r);
	later(g, g->slice->stats.epochs != epochs || r->kind == PF_REQ_EPOCH);
}

void model_lines_fence(struct slice_port *p, const struct pf_request *r)
{
	struct model_lines *g = (struct model_lines *)p;
	const uint64_t epochs = g->slice->stats.epochs;

	pf_slice_request(g->slice, r);
	if (g->slice->stats.epochs == epochs)
		return;
	gather_flush(&g->gather);
	later(g, true);
}

/* Banks */

/* Everything that came before is gone. */
static bool alone(const struct model_lines *g)
{
	return !g->beats.n && !g->bank[0].check.n && !g->bank[1].check.n && !g->bank[0].listed &&
	       !g->bank[1].listed;
}

static void forget_banks(struct model_lines *g)
{
	for (unsigned i = 0; i < BANKS; i++)
		bank_forget(&g->bank[i]);
	memset(g->own, 0, (g->lines + GROUP_LINES) * sizeof(*g->own));
}

/* What the header's check leaves to do. */
static void header_leaves(struct model_lines *g, struct line_op *o)
{
	struct line_op *b = o->beats;

	if (o->fence) {
		b = new_op(g);
		b->fence = true;
	}
	while (b) {
		struct line_op *next = b->next;

		line_put(&g->beats, b);
		b = next;
	}
	end_op(g, o);
}

/* The queue's first goes on, unless it waits. */
static void take_first(struct bank *b, struct line_queue *q, uint64_t now)
{
	struct line_op *o = q->first, *next = o->next;

	/* In its next queue it has another next. */
	if (!bank_take(b, o, now))
		return;
	q->first = next;
	q->n--;
	if (!next)
		q->last = &q->first;
}

static void step_headers(struct model_lines *g)
{
	struct bank *b = &g->bank[0];
	struct line_op *o = bank_leave(b, g->now);

	if (o)
		header_leaves(g, o);
	if (b->check_free > g->now || bank_replay(b, g->now))
		return;
	o = g->headers.first;
	if (!o || o->due > g->now || g->beats.n > BEAT_ROOM)
		return;
	if (o->forget) {
		if (!alone(g))
			return;
		forget_banks(g);
	}
	take_first(b, &g->headers, g->now);
}

static void step_beats(struct model_lines *g)
{
	struct bank *b = &g->bank[1];
	struct line_op *o = bank_leave(b, g->now);

	if (o)
		end_op(g, o);
	if (b->check_free > g->now || bank_replay(b, g->now) || !g->beats.first)
		return;
	take_first(b, &g->beats, g->now);
}

/* Ports */

static struct bank_miss *miss_of(struct model_lines *g, uint32_t id)
{
	return &g->bank[id / BANK_MISSES].miss[id % BANK_MISSES];
}

static void take(struct model_lines *g)
{
	const struct slice_port_in *in = &g->port.in;
	const struct slice_port_out *out = &g->port.out;

	if (in->memory.answer_valid)
		miss_of(g, in->memory.answer_id)->there = true;
	if (in->memory.read_ready && out->memory.read_valid)
		miss_of(g, out->memory.read_id)->asked = true;
	if (in->request_valid)
		request(g, &in->request);
	if (!in->memory.write_ready || !out->memory.write_valid)
		return;
	if (g->writing == SLICE_WRITE_RECORD)
		g->records_written++;
	else
		g->out.head++;
}

static bool to_be_written(const struct model_lines *g, uint64_t beat)
{
	for (uint32_t i = g->out.head; i != g->out.tail; i++)
		if (g->out.write[i % BANK_WRITES] == beat)
			return true;
	return false;
}

/* A read does not overtake its place's write. */
static void offer_read(struct model_lines *g)
{
	struct memory_out *out = &g->port.out.memory;

	out->read_valid = false;
	for (uint32_t i = 0; i < BANKS && !out->read_valid; i++) {
		const int miss = bank_unasked(&g->bank[i]);

		if (miss < 0 || to_be_written(g, g->bank[i].miss[miss].beat))
			continue;
		out->read_valid = true;
		out->read_id = i * BANK_MISSES + (uint32_t)miss;
		out->read_beat = g->bank[i].miss[miss].beat;
	}
}

static void offer_write(struct model_lines *g)
{
	struct slice_port_out *out = &g->port.out;
	const uint32_t size = 1U << g->slice->report.ring_log2;
	const uint32_t at = g->records_written & (size - 1);

	out->memory.write_valid = true;
	if (g->out.records != g->records_written) {
		g->writing = SLICE_WRITE_RECORD;
		out->memory.write_beat = g->memory.ring_base + at;
		out->memory.write_data = g->slice->report.ring[at];
	} else if (g->out.head != g->out.tail) {
		g->writing = SLICE_WRITE_META;
		out->memory.write_beat = g->out.write[g->out.head % BANK_WRITES];
	} else {
		out->memory.write_valid = false;
	}
	out->write_kind = g->writing;
}

/* What is offered stays until it is taken. */
static void offer(struct model_lines *g)
{
	struct slice_port_out *out = &g->port.out;
	bool quiet;

	if (!out->memory.read_valid || g->port.in.memory.read_ready)
		offer_read(g);
	if (!out->memory.write_valid || g->port.in.memory.write_ready)
		offer_write(g);
	out->ready = g->headers.n <= HEADER_ROOM;
	quiet = !g->ops && !g->gather.n && !out->memory.write_valid;
	if (!quiet)
		g->busy_until = g->now + COUNT_CYCLES;
	out->idle = quiet && g->now >= g->busy_until;
}

static void step(void *port)
{
	struct model_lines *g = port;

	take(g);
	step_beats(g);
	step_headers(g);
	gather_step(&g->gather, g->now);
	g->now++;
	offer(g);
	g->port.in = (struct slice_port_in){.request_valid = false};
}

/* Life */

static void place(struct model_lines *g)
{
	const uint64_t groups = g->lines / GROUP_LINES + 1;
	const struct line_places at = {.groups = g->memory.meta_base,
				       .rows = g->memory.meta_base + groups,
				       .blocks = g->memory.meta_base + groups + g->lines};

	for (unsigned i = 0; i < BANKS; i++) {
		g->bank[i].places = at;
		g->bank[i].own = g->own;
	}
}

uint64_t model_lines_beats(uint64_t words)
{
	const uint64_t lines = (words + LINE_WORDS - 1) / LINE_WORDS;

	return lines / GROUP_LINES + 1 + lines * (1 + BLOCK_BEATS);
}

void model_lines_program(struct slice_port *p, const struct model_slice_memory *m)
{
	struct model_lines *g = (struct model_lines *)p;

	g->memory = *m;
	g->slice->check = on_check;
	g->slice->ctx = g;
	g->out.records = g->records_written = g->slice->report.head;
	g->lines = (g->slice->config.words + LINE_WORDS - 1) / LINE_WORDS;
	free(g->form);
	free(g->own);
	g->form = mem_alloc(g->lines * sizeof(*g->form));
	g->own = mem_alloc((g->lines + GROUP_LINES) * sizeof(*g->own));
	line_pages_init(&g->pages, g->lines);
	free(g->known);
	g->known = mem_alloc(known_size(g));
	model_lines_epoch(p);
	place(g);
}

void model_lines_epoch(struct slice_port *p)
{
	struct model_lines *g = (struct model_lines *)p;

	forget(g);
	forget_banks(g);
}

void model_lines_stats(const struct slice_port *p, struct model_lines_stats *s,
		       uint64_t stall[PF_COUNTERS])
{
	const struct model_lines *g = (const struct model_lines *)p;

	*s = g->stats;
	for (unsigned i = 0; i < BANKS; i++) {
		const struct bank_stats *b = &g->bank[i].stats;

		s->hits += b->hits;
		s->misses += b->misses;
		s->fresh += b->fresh;
		s->listed += b->listed;
		s->wait_fence += b->wait_fence;
		stall[PF_COUNTER_STALL_MEMORY] += b->wait_memory;
		stall[PF_COUNTER_STALL_ENTRY] += b->wait_place;
		stall[PF_COUNTER_STALL_REPORT] += b->wait_report;
	}
}

struct slice_port *model_lines_create(struct pf_slice *slice, const struct model_lines_config *c)
{
	struct model_lines *g = mem_alloc(sizeof(*g));

	g->slice = slice;
	g->gather = (struct gather){
		.places = c->gather, .age = c->gather_age, .leave = leave, .ctx = g};
	bank_init(&g->bank[0], true, c->groups, c->misses, &g->out);
	bank_init(&g->bank[1], false, c->beats, c->misses, &g->out);
	g->port.out = slice_at_rest;
	return &g->port;
}

static void destroy(void *port)
{
	struct model_lines *g = port;

	while (g->spare) {
		struct line_op *next = g->spare->next;

		free(g->spare);
		g->spare = next;
	}
	for (unsigned i = 0; i < BANKS; i++)
		bank_free(&g->bank[i]);
	free(g->form);
	free(g->own);
	line_pages_free(&g->pages);
	free(g->known);
	free(g);
}

const struct unit_kind model_lines = {.destroy = destroy, .step = step};
