/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   command ─> queue ─> pf_store_buffer: answer, and what the log memory has to do
 *                         │ a load that the filter knows nothing of: nothing
 *                         └> search: headers, newest to oldest ─> data: sectors of a load
 *                                                              └> write: header and sectors
 *                            drain: headers, then sectors, of some entries at a time ─> entries
 *   answers, in order: ANSWER_CYCLES after the command, or when its work is done
 *
 * One command has work at a time; behind its last beat the next one begins.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit.h"
#include "golden_units.h"

enum { ANSWERS = 8, ANSWER_MASK = ANSWERS - 1, ANSWERS_MAX = 4, QUEUE = 4, QUEUE_MAX = 3 };
/* Cycles of the RTL's stages, measured (tb/sim/commit_rtl.c --rate). */
enum { ANSWER_CYCLES = 3, READ_CYCLES = 3, DATA_CYCLES = 5, LAST_CYCLES = 3, WRITE_LEAST = 3 };
enum { SECTORS = 4, SECTOR_BYTES = 4 /* of the mask */, SLOTS = 8, READS = 64, READS_MAX = 32 };

enum phase { PHASE_NONE, PHASE_SEARCH, PHASE_DATA, PHASE_WRITE, PHASE_DRAIN };

struct command {
	uint32_t kind, warp;
	struct pf_log_entry e;
};

struct answer {
	uint64_t due;
	uint32_t kind, warp, left;
	struct pf_log_entry e;
};

/* An entry that is drained. */
struct draining {
	bool header; /* is there */
	uint32_t sectors, asked, came;
	uint64_t due; /* all is there, and it is offered */
};

struct golden_store {
	struct store_port port; /* first: the unit's handle */
	struct pf_store_config config;
	struct pf_store_buffer *b;
	uint64_t now;
	struct answer answer[ANSWERS];
	uint32_t head, tail;
	struct command queue[QUEUE];
	uint32_t first, last;

	/* The command that has work, */
	enum phase phase;
	struct answer mine;    /* and the answer that is due when it is done */
	uint64_t from;         /* the first beat is offered */
	uint32_t asked, came;  /* beats of the phase */
	uint32_t skip;         /* beats under way that nobody needs */
	uint32_t most, needed; /* SEARCH: headers there are, up to the one that matches */
	uint32_t beats;        /* DATA, WRITE: of the phase; after SEARCH */
	bool writes;           /* WRITE comes after SEARCH */
	/* DRAIN: entries, read so far: headers asked for, had; offered and taken */
	uint32_t used, headers, had, next;
	struct draining slot[SLOTS];
	uint8_t read[READS]; /* what a beat under way is: slot, + SLOTS: header */
	uint32_t read_head, read_tail;
	uint32_t events;
};

static uint32_t sectors(const uint8_t mask[PF_LOG_MASK_BYTES])
{
	uint32_t n = 0;

	for (unsigned s = 0; s < SECTORS; s++)
		n += (mask[s * SECTOR_BYTES] | mask[s * SECTOR_BYTES + 1] |
		      mask[s * SECTOR_BYTES + 2] | mask[s * SECTOR_BYTES + 3]) != 0;
	return n;
}

static void event(struct golden_store *g, enum store_event e, bool pulse)
{
	g->events |= (uint32_t)pulse << e;
}

static void answer(struct golden_store *g, const struct answer *a, uint64_t due)
{
	g->answer[g->tail & ANSWER_MASK] = *a;
	g->answer[g->tail++ & ANSWER_MASK].due = due;
}

static void enter(struct golden_store *g, enum phase phase, uint64_t wait)
{
	g->phase = phase;
	g->from = g->now + wait;
	g->asked = g->came = 0;
}

/* What comes after the search, or at once. */
static void after_search(struct golden_store *g)
{
	if (g->writes) {
		enter(g, PHASE_WRITE, g->beats < WRITE_LEAST ? 2 : 1);
	} else if (g->beats) {
		enter(g, PHASE_DATA, DATA_CYCLES);
	} else {
		enter(g, PHASE_NONE, 0);
		answer(g, &g->mine, g->now + ANSWER_CYCLES);
	}
}

static void search(struct golden_store *g, const struct pf_store_cost *cost, uint32_t used)
{
	event(g, STORE_MAYBE, cost->maybe);
	event(g, STORE_OPEN, cost->open);
	event(g, STORE_IN_VAIN, cost->maybe && !cost->open && !cost->found);
	g->needed = cost->searched;
	g->most = used ? used - 1 : 0;
	if (g->needed)
		enter(g, PHASE_SEARCH, READ_CYCLES);
	else
		after_search(g);
}

static void store(struct golden_store *g, const struct command *c)
{
	const uint32_t used = pf_store_buffer_used(g->b, c->warp);
	struct pf_store_cost cost;

	pf_store_buffer_store(g->b, c->warp, &c->e, &cost);
	event(g, STORE_MERGED, cost.found);
	event(g, STORE_APPENDED, !cost.found);
	g->mine.left = pf_store_buffer_left(g->b, c->warp);
	g->beats = 1 + sectors(c->e.mask);
	g->writes = true;
	search(g, &cost, used);
}

static void load(struct golden_store *g, const struct command *c)
{
	struct pf_store_cost cost;

	pf_store_buffer_load(g->b, c->warp, &c->e, &g->mine.e, &cost);
	g->beats = sectors(g->mine.e.mask);
	g->writes = false;
	event(g, STORE_FORWARDED, g->beats);
	search(g, &cost, pf_store_buffer_used(g->b, c->warp));
}

static void drain(struct golden_store *g)
{
	g->mine.left = g->config.entries;
	g->writes = false;
	g->used = pf_store_buffer_used(g->b, g->mine.warp);
	g->beats = g->headers = g->had = g->next = 0;
	if (g->used)
		enter(g, PHASE_DRAIN, READ_CYCLES);
	else
		after_search(g);
}

static void begin(struct golden_store *g)
{
	const struct command *c = &g->queue[g->first % QUEUE];

	if (g->first == g->last || g->phase != PHASE_NONE || g->tail - g->head >= ANSWERS_MAX)
		return;
	g->first++;
	g->mine = (struct answer){
		.kind = c->kind, .warp = c->warp, .left = pf_store_buffer_left(g->b, c->warp)};
	switch (c->kind) {
	case COMMIT_SB_STORE: store(g, c); break;
	case COMMIT_SB_LOAD: load(g, c); break;
	default: drain(g); break;
	}
}

static void entry_taken(struct golden_store *g)
{
	if (++g->next < g->used)
		return;
	pf_store_buffer_clear(g->b, g->mine.warp);
	after_search(g);
}

/* A beat of an entry that is drained. */
static void drained(struct golden_store *g)
{
	const uint32_t r = g->read[g->read_head++ % READS];
	struct draining *d = &g->slot[r % SLOTS];

	if (r >= SLOTS) {
		d->header = true;
		d->sectors = sectors(pf_store_buffer_entry(g->b, g->mine.warp, g->had++)->mask);
	} else {
		d->came++;
	}
	if (d->came == d->sectors)
		d->due = g->now + LAST_CYCLES;
}

/* Beats of the search that were asked for and are not needed come before all later ones. */
static void beat(struct golden_store *g)
{
	if (g->skip) {
		g->skip--;
		return;
	}
	g->came++;
	if (g->phase == PHASE_DRAIN) {
		drained(g);
	} else if (g->phase == PHASE_SEARCH) {
		event(g, STORE_SEARCHED, true);
		if (g->came == g->needed) {
			g->skip = g->asked - g->came;
			after_search(g);
		}
	} else if (g->came == g->beats) {
		answer(g, &g->mine, g->now + LAST_CYCLES);
		enter(g, PHASE_NONE, 0);
	}
}

/* The slot whose sector is read next; -1: none. Only entries with a header. */
static int sector_slot(const struct golden_store *g)
{
	for (uint32_t i = g->next; i < g->had; i++)
		if (g->slot[i % SLOTS].asked < g->slot[i % SLOTS].sectors)
			return (int)(i % SLOTS);
	return -1;
}

static bool reads(const struct golden_store *g)
{
	if (g->phase == PHASE_NONE || g->from > g->now || g->asked - g->came >= READS_MAX)
		return false;
	switch (g->phase) {
	case PHASE_SEARCH: return g->asked < g->most;
	case PHASE_DATA: return g->asked < g->beats;
	case PHASE_DRAIN:
		return sector_slot(g) >= 0 ||
		       (g->headers < g->used && g->headers - g->next < SLOTS);
	default: return false;
	}
}

static void asked(struct golden_store *g)
{
	const int slot = sector_slot(g);

	g->asked++;
	if (g->phase != PHASE_DRAIN)
		return;
	if (slot >= 0) {
		g->slot[slot].asked++;
		g->read[g->read_tail++ % READS] = (uint8_t)slot;
		return;
	}
	g->slot[g->headers % SLOTS] = (struct draining){.header = false};
	g->read[g->read_tail++ % READS] = (uint8_t)(SLOTS + g->headers++ % SLOTS);
}

static void take(struct golden_store *g)
{
	struct store_port_in *in = &g->port.in;
	const struct store_port_out *out = &g->port.out;

	g->head += in->answer_ready && out->answer_valid;
	if (in->read_ready && out->read_valid)
		asked(g);
	g->asked += in->write_ready && out->write_valid;
	if (in->beat_valid)
		beat(g);
	if (in->entry_ready && out->entry_valid)
		entry_taken(g);
	if (g->phase == PHASE_WRITE && g->asked == g->beats) {
		answer(g, &g->mine, g->now + 1);
		enter(g, PHASE_NONE, 0);
	}
	if (in->command_valid)
		g->queue[g->last++ % QUEUE] =
			(struct command){.kind = in->kind, .warp = in->warp, .e = in->command};
	begin(g);
	*in = (struct store_port_in){.command_valid = false};
}

static void offer(struct golden_store *g)
{
	struct store_port_out *out = &g->port.out;
	const struct answer *a = &g->answer[g->head & ANSWER_MASK];
	const struct draining *d = &g->slot[g->next % SLOTS];

	out->answer_valid = g->head != g->tail && a->due <= g->now;
	if (out->answer_valid) {
		out->answer_kind = a->kind;
		out->answer_warp = a->warp;
		out->answer_left = a->left;
		out->answer = a->e;
	}
	out->entry_valid = g->phase == PHASE_DRAIN && g->next < g->had && d->came == d->sectors &&
			   d->due <= g->now;
	if (out->entry_valid) {
		out->entry = *pf_store_buffer_entry(g->b, g->mine.warp, g->next);
		out->entry_warp = g->mine.warp;
	}
	out->read_valid = reads(g);
	out->write_valid = g->phase == PHASE_WRITE && g->from <= g->now;
	out->ready = g->last - g->first < QUEUE_MAX;
	out->idle = g->first == g->last && g->phase == PHASE_NONE && g->head == g->tail && !g->skip;
	out->events = g->events;
	g->events = 0;
}

void golden_store_step(struct store_port *p)
{
	struct golden_store *g = (struct golden_store *)p;

	take(g);
	g->now++;
	offer(g);
}

struct store_port *golden_store_create(const struct pf_store_config *c)
{
	struct golden_store *g = mem_alloc(sizeof(*g));

	g->config = *c;
	g->b = pf_store_buffer_create(c);
	g->port.out = (struct store_port_out){.ready = true, .idle = true, .beat_ready = true};
	return &g->port;
}

void golden_store_destroy(struct store_port *p)
{
	struct golden_store *g = (struct golden_store *)p;

	pf_store_buffer_destroy(g->b);
	free(g);
}
