/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   command ─> queue ─> pf_store_buffer: answer, and what the log memory has to do
 *                         │ a load that the filter knows nothing of: nothing
 *                         └> search: headers, newest to oldest ─> fetch: sectors of a load
 *                                                              └> write: header and sectors
 *                            drain: headers, then sectors ─> entries
 *   answers, in order: ANSWER_CYCLES after the command, or when its work is done
 *
 * One command is at work at a time. What loads and drains have to read is read behind them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit.h"
#include "model_units.h"

enum { ANSWERS = 32, ANSWER_MASK = ANSWERS - 1, ANSWERS_MAX = 16, QUEUE = 4, QUEUE_MAX = 3 };
/* Cycles of the RTL's stages, measured (tb/sim/commit_rtl.c --rate). */
enum { ANSWER_CYCLES = 3, READ_CYCLES = 3, FETCH_CYCLES = 6, FOUND_CYCLES = 4, ASK_CYCLES = 3 };
enum { LAST_CYCLES = 3, OPEN_CYCLES = 2, DRAIN_CYCLES = 2, ROW_BITS = 32 };
enum { SECTORS = 4, SECTOR_BYTES = 4 /* of the mask */, SLOTS = 16, HEADS = 2 * SLOTS };
enum { READS = 128, READS_MAX = 64 };

enum phase { PHASE_NONE, PHASE_SEARCH, PHASE_WRITE, PHASE_DRAIN };
enum beat { BEAT_NONE, BEAT_SEARCH, BEAT_HEADER, BEAT_SECTOR };

struct command {
	uint32_t kind, warp;
	struct pf_log_entry e;
};

struct answer {
	uint64_t due;
	uint32_t kind, warp, left;
	uint32_t reads; /* entries to be read: of a load its one, of a drain all */
	struct pf_log_entry e;
};

/* An entry that is fetched or drained. */
struct reading {
	uint32_t warp, index;
	uint32_t sectors, asked, came;
	uint64_t from, due; /* sectors may be asked for; all is there, and it is offered */
};

/* A beat under way. */
struct on_way {
	enum beat what;
	uint32_t number; /* of the search, of the entry */
};

struct model_store {
	struct store_port port; /* first: the unit's handle */
	struct pf_store_config config;
	struct pf_store_buffer *b;
	uint32_t clear_cycles; /* of a filter */
	uint64_t now;
	struct answer answer[ANSWERS];
	uint32_t head, tail, given; /* given: entries of the drain in front */
	struct command queue[QUEUE];
	uint32_t first, last;

	/* The command at work, */
	enum phase phase;
	uint32_t kind;         /* of the last one */
	struct answer mine;    /* and the answer that is due when it is done */
	uint64_t from;         /* the first beat is offered, or the next command begins */
	uint32_t asked, came;  /* beats of the phase */
	uint32_t most, needed; /* SEARCH: headers there are, up to the one that matches */
	uint32_t searches;
	uint32_t beats; /* WRITE: of the phase; after SEARCH: or of the load */
	bool writes;    /* WRITE comes after SEARCH */
	/* Entries, counted from the first ever: taken up, with a header, all asked for, left */
	uint32_t taken, had, all_asked, out;
	struct reading entry[HEADS];
	uint32_t drain_warp, headers, headers_most; /* of the drain: asked for, of all */
	struct on_way read[READS];
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

static void event(struct model_store *g, enum store_event e, bool pulse)
{
	g->events |= (uint32_t)pulse << e;
}

static void answer(struct model_store *g, const struct answer *a, uint64_t due)
{
	g->answer[g->tail & ANSWER_MASK] = *a;
	g->answer[g->tail++ & ANSWER_MASK].due = due;
}

static void enter(struct model_store *g, enum phase phase, uint64_t wait)
{
	g->phase = phase;
	g->from = g->now + wait;
	g->asked = g->came = 0;
}

static struct reading *entry(struct model_store *g, uint32_t number)
{
	return &g->entry[number % HEADS];
}

static void fetch(struct model_store *g, uint64_t wait)
{
	*entry(g, g->taken++) = (struct reading){.sectors = g->beats, .from = g->now + wait};
	g->had++;
	g->mine.reads = 1;
	answer(g, &g->mine, 0);
}

/* What comes after the search, or at once. */
static void after_search(struct model_store *g, bool searched)
{
	if (g->writes) {
		enter(g, PHASE_WRITE, 1);
		return;
	}
	enter(g, PHASE_NONE, g->beats ? OPEN_CYCLES : 1);
	if (g->beats)
		fetch(g, searched ? FOUND_CYCLES : FETCH_CYCLES);
	else
		answer(g, &g->mine, g->now + ANSWER_CYCLES);
}

static void search(struct model_store *g, const struct pf_store_cost *cost, uint32_t used)
{
	event(g, STORE_MAYBE, cost->maybe);
	event(g, STORE_OPEN, cost->open);
	event(g, STORE_IN_VAIN, cost->maybe && !cost->open && !cost->found);
	g->needed = cost->searched;
	g->most = used;
	if (g->needed) {
		enter(g, PHASE_SEARCH, READ_CYCLES);
		g->searches++;
	} else {
		after_search(g, false);
	}
}

static void store(struct model_store *g, const struct command *c)
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

static void load(struct model_store *g, const struct command *c)
{
	struct pf_store_cost cost;

	pf_store_buffer_load(g->b, c->warp, &c->e, &g->mine.e, &cost);
	g->beats = sectors(g->mine.e.mask);
	g->writes = false;
	event(g, STORE_FORWARDED, g->beats);
	search(g, &cost, pf_store_buffer_used(g->b, c->warp));
}

/* Does an answer wait for entries of this warp that are read? */
static bool is_read(const struct model_store *g, uint32_t kind, uint32_t warp)
{
	for (uint32_t i = g->head; i != g->tail; i++) {
		const struct answer *a = &g->answer[i & ANSWER_MASK];

		if (a->reads && a->kind == kind && a->warp == warp)
			return true;
	}
	return false;
}

static void drain(struct model_store *g)
{
	const uint32_t warp = g->mine.warp;

	g->mine.left = g->config.entries;
	g->mine.reads = is_read(g, COMMIT_SB_DRAIN, warp) ? 0 : pf_store_buffer_used(g->b, warp);
	if (g->mine.reads) {
		enter(g, PHASE_DRAIN, g->clear_cycles + DRAIN_CYCLES);
	} else {
		enter(g, PHASE_NONE, 1);
		answer(g, &g->mine, g->now + ANSWER_CYCLES);
	}
}

/* Its headers are asked for behind those of the drain before. */
static void drain_on(struct model_store *g)
{
	if (g->phase != PHASE_DRAIN)
		return;
	if (g->mine.reads && g->headers == g->headers_most) {
		g->drain_warp = g->mine.warp;
		g->headers = 0;
		g->headers_most = g->mine.reads;
		answer(g, &g->mine, 0);
		g->mine.reads = 0;
	}
	if (!g->mine.reads && g->from <= g->now)
		enter(g, PHASE_NONE, 0);
}

/* Between drains and others all reads come to an end. */
static bool is_alike(const struct model_store *g, const struct command *c)
{
	if ((c->kind == COMMIT_SB_DRAIN) == (g->kind == COMMIT_SB_DRAIN))
		return true;
	for (uint32_t i = g->head; i != g->tail; i++)
		if (g->answer[i & ANSWER_MASK].reads)
			return false;
	return true;
}

static void begin(struct model_store *g)
{
	const struct command *c = &g->queue[g->first % QUEUE];

	if (g->first == g->last || g->phase != PHASE_NONE || g->from > g->now ||
	    g->tail - g->head >= ANSWERS_MAX || !is_alike(g, c))
		return;
	g->first++;
	g->kind = c->kind;
	g->mine = (struct answer){
		.kind = c->kind, .warp = c->warp, .left = pf_store_buffer_left(g->b, c->warp)};
	switch (c->kind) {
	case COMMIT_SB_STORE: store(g, c); break;
	case COMMIT_SB_LOAD: load(g, c); break;
	default: drain(g); break;
	}
}

static void header(struct model_store *g)
{
	struct reading *d = entry(g, g->had++);

	d->sectors = sectors(pf_store_buffer_entry(g->b, d->warp, d->index)->mask);
	d->from = g->now + ASK_CYCLES;
}

static void searched(struct model_store *g)
{
	g->came++;
	event(g, STORE_SEARCHED, true);
	if (g->came == g->needed)
		after_search(g, true);
}

/* Headers that a search asked for and does not need come before all later ones. */
static void beat(struct model_store *g)
{
	const struct on_way *r = &g->read[g->read_head++ % READS];
	struct reading *d = entry(g, r->number);

	switch (r->what) {
	case BEAT_SEARCH:
		if (g->phase == PHASE_SEARCH && r->number == g->searches)
			searched(g);
		break;
	case BEAT_HEADER: header(g); break;
	default:
		if (++d->came == d->sectors)
			d->due = g->now + LAST_CYCLES;
		break;
	}
}

static bool is_whole(struct model_store *g)
{
	const struct reading *d = entry(g, g->out);

	return g->out != g->had && d->came == d->sectors && d->due <= g->now;
}

/* The entry that is offered has left its place. */
static enum beat next_read(struct model_store *g)
{
	const uint32_t left = g->out + is_whole(g);
	const struct reading *d = entry(g, g->all_asked);

	if (g->read_tail - g->read_head >= READS_MAX)
		return BEAT_NONE;
	if (g->all_asked != g->had && d->from <= g->now &&
	    (d->asked || g->all_asked - left < SLOTS))
		return BEAT_SECTOR;
	if (g->headers != g->headers_most && g->taken - left < HEADS - 1)
		return BEAT_HEADER;
	return g->phase == PHASE_SEARCH && g->from <= g->now && g->asked < g->most ? BEAT_SEARCH
										   : BEAT_NONE;
}

static void asked(struct model_store *g)
{
	struct on_way r = {.what = next_read(g)};
	struct reading *d = entry(g, g->all_asked);

	switch (r.what) {
	case BEAT_SECTOR:
		r.number = g->all_asked;
		g->all_asked += ++d->asked == d->sectors;
		break;
	case BEAT_HEADER:
		*entry(g, g->taken++) =
			(struct reading){.warp = g->drain_warp, .index = g->headers++};
		break;
	default:
		r.number = g->searches;
		g->asked++;
		break;
	}
	g->read[g->read_tail++ % READS] = r;
}

static void answer_taken(struct model_store *g)
{
	const struct answer *a = &g->answer[g->head++ & ANSWER_MASK];

	g->given = 0;
	if (a->reads && a->kind == COMMIT_SB_DRAIN)
		pf_store_buffer_clear(g->b, a->warp);
	else
		g->out += a->reads;
}

static void take(struct model_store *g)
{
	struct store_port_in *in = &g->port.in;
	const struct store_port_out *out = &g->port.out;

	if (in->memory.read_ready && out->memory.read_valid)
		asked(g);
	if (in->answer_ready && out->answer_valid)
		answer_taken(g);
	if (in->entry_ready && out->entry_valid) {
		g->given++;
		g->out++;
	}
	if (in->memory.write_ready && out->memory.write_valid)
		g->asked++;
	if (in->memory.answer_valid)
		beat(g);
	if (g->phase == PHASE_WRITE && g->asked == g->beats) {
		answer(g, &g->mine, g->now + ANSWER_CYCLES);
		enter(g, PHASE_NONE, 0);
	}
	drain_on(g);
	if (in->command_valid)
		g->queue[g->last++ % QUEUE] =
			(struct command){.kind = in->kind, .warp = in->warp, .e = in->command};
	begin(g);
	*in = (struct store_port_in){.command_valid = false};
}

static void offer(struct model_store *g)
{
	struct store_port_out *out = &g->port.out;
	const struct answer *a = &g->answer[g->head & ANSWER_MASK];
	const struct reading *d = entry(g, g->out);
	const bool any = g->head != g->tail, drains = any && a->kind == COMMIT_SB_DRAIN && a->reads;
	const bool whole = is_whole(g);

	out->answer_valid = any && (drains     ? g->given == a->reads
				    : a->reads ? whole
					       : a->due <= g->now);
	if (out->answer_valid) {
		out->answer_kind = a->kind;
		out->answer_warp = a->warp;
		out->answer_left = a->left;
		out->answer = a->e;
	}
	out->entry_valid = drains && g->given != a->reads && whole;
	if (out->entry_valid) {
		out->entry = *pf_store_buffer_entry(g->b, d->warp, d->index);
		out->entry_warp = d->warp;
	}
	out->memory.read_valid = next_read(g) != BEAT_NONE;
	out->memory.write_valid = g->phase == PHASE_WRITE && g->from <= g->now &&
				  !is_read(g, COMMIT_SB_LOAD, g->mine.warp);
	out->ready = g->last - g->first < QUEUE_MAX;
	out->idle = g->first == g->last && g->phase == PHASE_NONE && g->head == g->tail &&
		    g->read_head == g->read_tail;
	out->events = g->events;
	g->events = 0;
}

static void step(void *port)
{
	struct model_store *g = port;

	take(g);
	g->now++;
	offer(g);
}

struct store_port *model_store_create(const struct pf_store_config *c)
{
	struct model_store *g = mem_alloc(sizeof(*g));

	g->config = *c;
	g->clear_cycles = c->bloom_bits / c->bloom_ways / ROW_BITS;
	g->b = pf_store_buffer_create(c);
	g->port.out = (struct store_port_out){
		.ready = true, .idle = true, .memory.answer_ready = {true, true}};
	return &g->port;
}

static void destroy(void *port)
{
	struct model_store *g = port;

	pf_store_buffer_destroy(g->b);
	free(g);
}

const struct unit_kind model_store = {.destroy = destroy, .step = step};
