/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   command ─> held ─> pf_store_buffer: answer, and what the log memory has to do
 *                        │ a load that the filter knows nothing of: nothing
 *                        └> search: headers, newest to oldest ─> data: sectors of a load
 *                                                             └> write: header and sectors
 *                           drain: headers and sectors of all entries ─> entries
 *   answers, in order: ANSWER_CYCLES after the command, or when its work is done
 *
 * One command has work at a time; behind a store's last beat the next one is taken.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit.h"
#include "golden_units.h"

enum { ANSWERS = 8, ANSWER_MASK = ANSWERS - 1, ANSWER_CYCLES = 2, ANSWERS_MAX = 4 };
/* Beats of a drain on their way or not offered yet, at most. */
enum { WINDOW = 64, SECTORS = 4, SECTOR_BYTES = 4 /* of the mask */ };

enum phase { PHASE_NONE, PHASE_SEARCH, PHASE_DATA, PHASE_WRITE, PHASE_DRAIN };

struct answer {
	uint64_t due;
	uint32_t kind, warp, left;
	struct pf_log_entry e;
};

struct golden_store {
	struct store_port port; /* first: the unit's handle */
	struct pf_store_config config;
	struct pf_store_buffer *b;
	uint64_t now;
	struct answer answer[ANSWERS];
	uint32_t head, tail;

	bool held;
	uint32_t kind, warp;
	struct pf_log_entry command;

	/* The command that has work, */
	enum phase phase;
	struct answer mine;    /* and the answer that is due when it is done */
	uint32_t asked, came;  /* beats of the phase */
	uint32_t skip;         /* beats under way that nobody needs */
	uint32_t most, needed; /* SEARCH: headers there are, up to the one that matches */
	uint32_t beats;        /* DATA, WRITE, DRAIN: of the phase; DATA and WRITE: after SEARCH */
	bool writes;           /* WRITE comes after SEARCH */
	uint32_t next, complete; /* DRAIN: entry, beats that must have come for it */
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

static void enter(struct golden_store *g, enum phase phase)
{
	g->phase = phase;
	g->asked = g->came = 0;
}

/* What comes after the search, or at once. */
static void after_search(struct golden_store *g)
{
	if (g->writes) {
		enter(g, PHASE_WRITE);
		answer(g, &g->mine, g->now + ANSWER_CYCLES);
	} else if (g->beats) {
		enter(g, PHASE_DATA);
	} else {
		enter(g, PHASE_NONE);
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
		enter(g, PHASE_SEARCH);
	else
		after_search(g);
}

static void store(struct golden_store *g)
{
	const uint32_t used = pf_store_buffer_used(g->b, g->warp);
	struct pf_store_cost cost;

	pf_store_buffer_store(g->b, g->warp, &g->command, &cost);
	event(g, STORE_MERGED, cost.found);
	event(g, STORE_APPENDED, !cost.found);
	g->mine.left = pf_store_buffer_left(g->b, g->warp);
	g->beats = 1 + sectors(g->command.mask);
	g->writes = true;
	search(g, &cost, used);
}

static void load(struct golden_store *g)
{
	struct pf_store_cost cost;

	pf_store_buffer_load(g->b, g->warp, &g->command, &g->mine.e, &cost);
	g->beats = sectors(g->mine.e.mask);
	g->writes = false;
	event(g, STORE_FORWARDED, g->beats);
	search(g, &cost, pf_store_buffer_used(g->b, g->warp));
}

static uint32_t entry_beats(const struct golden_store *g, uint32_t i)
{
	return 1 + sectors(pf_store_buffer_entry(g->b, g->mine.warp, i)->mask);
}

static void drain(struct golden_store *g)
{
	const uint32_t used = pf_store_buffer_used(g->b, g->warp);

	g->mine.left = g->config.entries;
	g->writes = false;
	g->beats = g->next = 0;
	for (uint32_t i = 0; i < used; i++)
		g->beats += entry_beats(g, i);
	if (!used) {
		after_search(g);
		return;
	}
	g->complete = entry_beats(g, 0);
	enter(g, PHASE_DRAIN);
}

static void begin(struct golden_store *g)
{
	if (!g->held || g->phase != PHASE_NONE)
		return;
	g->held = false;
	g->mine = (struct answer){
		.kind = g->kind, .warp = g->warp, .left = pf_store_buffer_left(g->b, g->warp)};
	switch (g->kind) {
	case COMMIT_SB_STORE: store(g); break;
	case COMMIT_SB_LOAD: load(g); break;
	default: drain(g); break;
	}
}

static void entry_taken(struct golden_store *g)
{
	if (++g->next < pf_store_buffer_used(g->b, g->mine.warp)) {
		g->complete += entry_beats(g, g->next);
		return;
	}
	pf_store_buffer_clear(g->b, g->mine.warp);
	g->beats = 0;
	after_search(g);
}

/* Beats of the search that were asked for and are not needed come before all later ones. */
static void beat(struct golden_store *g)
{
	if (g->skip) {
		g->skip--;
		return;
	}
	g->came++;
	if (g->phase == PHASE_SEARCH) {
		event(g, STORE_SEARCHED, true);
		if (g->came == g->needed) {
			g->skip = g->asked - g->came;
			after_search(g);
		}
	} else if (g->phase == PHASE_DATA && g->came == g->beats) {
		answer(g, &g->mine, g->now + 1);
		enter(g, PHASE_NONE);
	}
}

static void take(struct golden_store *g)
{
	struct store_port_in *in = &g->port.in;
	const struct store_port_out *out = &g->port.out;

	g->head += in->answer_ready && out->answer_valid;
	g->asked += (in->read_ready && out->read_valid) || (in->write_ready && out->write_valid);
	if (in->beat_valid)
		beat(g);
	if (in->entry_ready && out->entry_valid)
		entry_taken(g);
	if (g->phase == PHASE_WRITE && g->asked == g->beats)
		enter(g, PHASE_NONE);
	if (in->command_valid) {
		g->held = true;
		g->kind = in->kind;
		g->warp = in->warp;
		g->command = in->command;
	}
	begin(g);
	*in = (struct store_port_in){.command_valid = false};
}

static bool reads(const struct golden_store *g)
{
	switch (g->phase) {
	case PHASE_SEARCH: return g->asked < g->most;
	case PHASE_DATA: return g->asked < g->beats;
	case PHASE_DRAIN: return g->asked < g->beats && g->asked < g->complete + WINDOW;
	default: return false;
	}
}

static void offer(struct golden_store *g)
{
	struct store_port_out *out = &g->port.out;
	const struct answer *a = &g->answer[g->head & ANSWER_MASK];
	const bool last = g->phase == PHASE_WRITE && g->asked + 1 == g->beats;

	out->answer_valid = g->head != g->tail && a->due <= g->now;
	if (out->answer_valid) {
		out->answer_kind = a->kind;
		out->answer_warp = a->warp;
		out->answer_left = a->left;
		out->answer = a->e;
	}
	out->entry_valid = g->phase == PHASE_DRAIN && g->came >= g->complete;
	if (out->entry_valid) {
		out->entry = *pf_store_buffer_entry(g->b, g->mine.warp, g->next);
		out->entry_warp = g->mine.warp;
	}
	out->read_valid = reads(g);
	out->write_valid = g->phase == PHASE_WRITE;
	out->ready =
		!g->held && (g->phase == PHASE_NONE || last) && g->tail - g->head < ANSWERS_MAX;
	out->idle = !g->held && g->phase == PHASE_NONE && g->head == g->tail && !g->skip;
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
