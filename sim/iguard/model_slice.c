/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   request ─> model_join ─> model_arrive: pf_iguard_slice ─> model_lines ─┬─ races ─> report ─┐
 *                                                              │           └─ metadata ────────┴─>
 *              answers ─> two places ─────────────────────────>┘─> read                      write
 *
 * model_lines: model_side, twice: sim/lines' meta_cache, model_check. model_visits: what operations
 * do, told by the reference.
 */
#include "model_units.h"

#include <stdlib.h>

#include "base/mem.h"
#include "../unit/sizes.h"
#include "../lines/counters.h"
#include "model_arrive.h"
#include "model_lines.h"

enum { LINE_BITS = 7, ANSWERS = 2 };

struct report {
	bool looked; /* the race that is shown was looked up; */
	bool valid;  /* a race meets its fate; it has a record */
	bool has_record;
	bool shown;        /* its record is, when it has the turn */
	bool turn;         /* of the write port */
	bool recorded;     /* its record is taken, in this cycle */
	bool readers_turn; /* whose race */
	uint32_t written;  /* records, since the ring began */
};

struct model_slice {
	struct slice_port port; /* first: the unit's handle */
	struct pf_iguard_slice *slice;
	struct iguard_model_memory memory;
	struct model_join join;
	struct arrival arrival;
	struct model_lines lines;
	struct report report;
	uint32_t n_answers, answer[ANSWERS];
	bool turned, passed; /* in the cycle before: words were checked; passed uncounted */
	/* What happens in a cycle is counted in the next. For idle alone: how often does not
	 * matter. */
	struct counters counters;
	bool inc[COUNTERS_ALL], some_inc;
	uint64_t stall[PF_COUNTERS];
};

static void count(struct model_slice *g, unsigned counter, bool event)
{
	g->inc[counter] = event;
	g->some_inc |= event;
}

/* Races */

static bool race_shown(const struct model_slice *g)
{
	return g->lines.side[g->report.readers_turn].check.race;
}

static bool race_ready(const struct model_slice *g)
{
	return g->report.looked && !g->report.valid;
}

static void eval_races(struct model_slice *g)
{
	g->report.recorded = g->report.shown && g->report.turn && g->port.in.memory.write_ready;
	for (unsigned n = 0; n < LINES_SIDES; n++)
		g->lines.in.race_ready[n] = g->report.readers_turn == n && race_ready(g);
}

/* The turn goes to the other source when it wants it and nothing of the present one waits. */
static void step_races(struct model_slice *g)
{
	struct report *r = &g->report;
	const bool shown = race_shown(g), ready = race_ready(g);
	const bool reported = g->lines.side[r->readers_turn].check.reported;
	const bool recorded = r->recorded;
	const bool record = r->valid && r->has_record, done = r->valid && (!record || recorded);
	const bool taken = shown && !r->looked && (!r->valid || done) && !recorded;
	const bool other = g->lines.side[!r->readers_turn].check.race;

	count(g, PF_COUNTER_STALL_REPORT, shown && !ready);
	count(g, PF_COUNTER_RECORDS, recorded);
	count(g, COUNTERS_REPEATED, done && !recorded); /* or dropped */
	count(g, PF_COUNTER_RACE_LOCK, done);           /* or another kind */
	if (shown && ready)
		r->looked = false;
	else if (taken)
		r->looked = true;
	if (taken)
		r->has_record = reported;
	if (!r->valid || done)
		r->valid = taken;
	r->shown = record && !recorded;
	r->written += recorded;
	if (other && !(shown && !ready))
		r->readers_turn = !r->readers_turn;
}

/* Ports */

static void step_write_port(struct model_slice *g)
{
	struct report *r = &g->report;
	const struct memory_out *out = &g->port.out.memory;
	const bool other = r->turn ? g->lines.write : r->shown;

	count(g, PF_COUNTER_META_WRITES,
	      !r->turn && out->write_valid && g->port.in.memory.write_ready);
	if (other && !(out->write_valid && !g->port.in.memory.write_ready))
		r->turn = !r->turn;
}

static void step_answers(struct model_slice *g)
{
	const struct memory_in *m = &g->port.in.memory;
	const bool taken = g->n_answers && g->lines.answer_ready;
	const bool comes = m->answer_valid && g->n_answers < ANSWERS;

	if (taken) {
		g->answer[0] = g->answer[1];
		g->n_answers--;
	}
	if (comes)
		g->answer[g->n_answers++] = m->answer_id;
}

static bool is_quiet(const struct model_slice *g)
{
	return g->join.idle && arrival_idle(&g->arrival) && model_lines_idle(&g->lines) &&
	       !g->report.valid && !g->report.looked && !g->n_answers;
}

static void show(struct model_slice *g)
{
	struct slice_port_out *out = &g->port.out;
	struct memory_out *m = &out->memory;
	const struct report *r = &g->report;

	out->ready = g->join.ready || g->slice->config.disabled;
	out->idle = is_quiet(g) && !g->some_inc && g->counters.idle && !g->turned && !g->passed;
	m->answer_ready[0] = m->answer_ready[1] = g->n_answers < ANSWERS;
	m->read_valid = g->lines.reads.read;
	m->read_id = model_lines_read_id(&g->lines);
	m->read_beat = g->lines.reads.read_beat;
	out->write_kind = r->turn ? SLICE_WRITE_RECORD : SLICE_WRITE_META;
	m->write_valid = r->turn ? r->shown : g->lines.write;
	m->write_beat = r->turn ? g->memory.ring_base +
					  (r->written & ((1U << g->slice->config.ring_log2) - 1))
				: g->lines.write_beat;
}

/* What comes in while not enabled passes. */
static const struct pf_iguard_request *entering(struct model_slice *g)
{
	const struct slice_port_in *in = &g->port.in;
	const struct pf_iguard_slice_config *c = &g->slice->config;

	g->passed = false;
	if (!in->request_valid)
		return NULL;
	if (in->iguard_request.is_message ? !c->closed : !c->disabled)
		return &in->iguard_request;
	g->passed = !in->iguard_request.is_message && in->iguard_request.words;
	pf_iguard_slice_request(g->slice, &in->iguard_request);
	return NULL;
}

static void count_events(struct model_slice *g)
{
	static const enum pf_counter stalls[] = {PF_COUNTER_STALL_INPUT, PF_COUNTER_STALL_LINES,
						 PF_COUNTER_STALL_MEMORY, PF_COUNTER_STALL_ENTRY,
						 PF_COUNTER_STALL_REPORT};
	const struct model_lines *l = &g->lines;
	const struct memory_out *out = &g->port.out.memory;
	const struct memory_in *in = &g->port.in.memory;
	const bool readers = l->side[LINES_READERS].cache.out.events & CACHE_WAIT;

	count(g, PF_COUNTER_CHECKS, g->turned);
	count(g, PF_COUNTER_SKIPPED, g->arrival.skipped || g->passed);
	count(g, PF_COUNTER_META_READS, out->read_valid && in->read_ready);
	count(g, PF_COUNTER_STALL_INPUT, g->port.in.request_valid && !g->port.out.ready);
	count(g, PF_COUNTER_STALL_LINES, l->side[LINES_WRITERS].cache.out.events & CACHE_WAIT);
	count(g, PF_COUNTER_STALL_MEMORY, readers || l->fresh.waited);
	count(g, PF_COUNTER_STALL_ENTRY, g->arrival.stall);
	count(g, COUNTERS_WRAPS, g->arrival.epoch);
	for (size_t i = 0; i < sizeof(stalls) / sizeof(*stalls); i++)
		g->stall[stalls[i]] += g->inc[stalls[i]];
	g->turned = l->side[LINES_WRITERS].check.turn;
}

static void step_counters(struct model_slice *g)
{
	if (g->some_inc)
		for (unsigned i = 0; i < COUNTERS_ALL; i++)
			counters_add(&g->counters, i, g->inc[i]);
	counters_step(&g->counters);
	g->some_inc = false;
}

static void eval(struct model_slice *g)
{
	struct model_lines *l = &g->lines;
	const struct memory_in *m = &g->port.in.memory;

	g->arrival.in.op = g->join.op_valid ? &g->join.op : NULL;
	g->arrival.in.empty = model_lines_idle(l);
	arrival_eval(&g->arrival);
	l->in.visit =
		g->arrival.queue.shown ? (uint32_t)ram_fifo_word(&g->arrival.queue) : VISIT_NONE;
	l->in.read_ready = m->read_ready;
	l->in.write_ready = m->write_ready && !g->report.turn;
	l->in.answer = g->n_answers != 0;
	l->in.answer_id = g->answer[0];
	l->in.forget = g->arrival.forgetting;
	model_lines_eval(l);
	g->arrival.in.out_ready = l->in_ready;
	g->arrival.in.pieces = &l->pieces;
	g->arrival.in.forgot = l->forget_done;
	eval_races(g);
}

static void step(void *port)
{
	struct model_slice *g = port;

	if (g->port.out.idle && !g->port.in.request_valid) {
		g->port.in = (struct slice_port_in){.request_valid = false};
		return;
	}
	g->join.in.req = entering(g);
	step_counters(g);
	eval(g);
	step_write_port(g);
	step_races(g);
	count_events(g);
	g->join.in.op_ready = g->arrival.op_ready;
	step_answers(g);
	model_lines_step(&g->lines);
	arrival_step(&g->arrival);
	model_join_step(&g->join);
	show(g);
	g->port.in = (struct slice_port_in){.request_valid = false};
}

/* Life */

/* Where the parts of the table lie. */
static void place(struct model_slice *g)
{
	const struct iguard_model_memory *m = &g->memory;
	const uint64_t first_word = g->slice->config.first_word;
	struct pf_iguard_places *p = &g->lines.places;

	*p = pf_iguard_places(first_word, m->words, m->pool);
	model_lines_reach(&g->lines,
			  (first_word + (m->words ? m->words - 1 : 0)) / PF_IGUARD_LINE_WORDS);
	for (unsigned n = 0; n < LINES_SIDES; n++) {
		p->rows[n] += m->meta_base;
		p->blocks[n] += m->meta_base;
	}
	p->bits += m->meta_base;
}

static void rest(struct model_slice *g)
{
	for (g->port.out.idle = false; !g->port.out.idle;)
		step(g);
}

/* As the command `sweep`, or an epoch of the driver's, has it. */
static void forget(struct model_slice *g)
{
	struct model_lines *l = &g->lines;
	bool done = false;

	l->in.visit = VISIT_NONE;
	l->in.read_ready = l->in.write_ready = l->in.answer = false;
	for (l->in.forget = true; !done; model_lines_step(l)) {
		model_lines_eval(l);
		done = l->forget_done;
	}
	rest(g);
}

static void reset(struct model_slice *g)
{
	model_join_reset(&g->join);
	arrival_reset(&g->arrival);
	model_lines_reset(&g->lines);
	counters_reset(&g->counters);
	g->report = (struct report){.written = 0};
	rest(g);
}

void iguard_model_slice_forget(struct slice_port *p)
{
	forget((struct model_slice *)p);
}

void iguard_model_slice_program(struct slice_port *p, const struct iguard_model_memory *m)
{
	struct model_slice *g = (struct model_slice *)p;

	g->memory = *m;
	visits_watch(&g->lines.visits, g->slice);
	place(g);
	g->report.written = g->slice->report.unit.head;
	forget(g);
}

const uint64_t *iguard_model_slice_stalls(const struct slice_port *p)
{
	return ((const struct model_slice *)p)->stall;
}

struct slice_port *iguard_model_slice_create(struct pf_iguard_slice *slice)
{
	const struct unit_geometry *u = unit_geometry_named(slice->config.geometry);
	struct model_slice *g = mem_alloc(sizeof(*g));

	g->slice = slice;
	model_lines_init(&g->lines, u->size.addr_bits - LINE_BITS);
	g->arrival.slice = slice;
	g->arrival.visits = &g->lines.visits;
	visits_watch(&g->lines.visits, slice);
	reset(g);
	return &g->port;
}

static void destroy(void *port)
{
	struct model_slice *g = port;

	model_lines_free(&g->lines);
	free(g);
}

const struct unit_kind iguard_model_slice = {.destroy = destroy, .step = step};
