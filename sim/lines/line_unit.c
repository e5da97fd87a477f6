/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "counters.h"
#include "regs.h"
#include "report.h"
#include "../unit/sizes.h"

/* Parameters of pf_line_unit. */
enum {
	PLACES = 4,
	AGE = 32,
	ROW_SETS = 64,
	BEAT_SETS = 64,
	ROW_REQUESTS = 32,
	BEAT_REQUESTS = 64,
	ERAS = 16,
	LOOK_BITS = 9
};

enum { SETTLE_CYCLES = 6, ANSWERS = 2, SECTOR_WORDS = 8, LINE_WORDS_LOG2 = 5, LINE_BITS = 7 };

struct answer {
	uint32_t id;
	struct pf_beat row;
};

struct unit {
	struct slice_port port; /* first: the unit's handle */
	const struct pf_geometry *geometry;
	uint32_t addr_bits;
	struct regs regs;
	struct counters counters;
	struct engine engine;
	struct report report;

	struct pf_request late; /* a fence or an epoch that waits at the entrance */
	bool is_late;
	uint32_t passed; /* words, in the cycle before */
	uint32_t n_answers;
	struct answer answer[ANSWERS];
	bool none, clean, flush, forget; /* as in pf_line_unit */
	bool record;                     /* one is shown */
	bool record_turn;                /* of the write port */
	uint32_t settle;
	bool reg_valid;
	uint8_t reg_addr;
	/* What happens in a cycle is counted in the next. */
	uint32_t inc[COUNTERS_ALL];
	bool some_inc, clear;
};

/* Configuration */

static uint32_t mask_of(uint32_t bits)
{
	return (1U << bits) - 1;
}

/* Where the parts of the table lie. */
static void place(struct unit *u)
{
	const struct regs *r = &u->regs;
	const uint32_t line_mask = mask_of(u->addr_bits - LINE_BITS);
	const uint32_t mem_mask = mask_of(u->addr_bits - 3);
	const uint32_t last_word = r->base * SECTOR_WORDS + r->words - 1;
	const uint32_t first = r->base >> 2, last = last_word >> LINE_WORDS_LOG2 & line_mask;
	const uint32_t lines = last - first + 1;
	const uint32_t bits = last / FRESH_ROW_LINES - first / FRESH_ROW_LINES + 1;
	const uint32_t used = (lines + bits) & mem_mask, beats = r->entries / PF_BEAT_ENTRIES;
	const uint32_t most = 1U << (u->addr_bits - LINE_BITS), spare = (beats - used) >> 3;

	u->engine.arrive.region =
		(struct arrive_region){.first = first,
				       .last = last,
				       .first_words = UINT32_MAX << (r->base & 3) * SECTOR_WORDS,
				       .last_words = UINT32_MAX >> (~last_word & 31)};
	u->engine.places = (struct engine_places){
		.rows = (r->meta_base - first) & mem_mask,
		.bits = (r->meta_base + lines - first / FRESH_ROW_LINES) & mem_mask,
		.blocks = (r->meta_base + used) & mem_mask,
		.pool = used > beats   ? 0
			: spare > most ? most
				       : spare};
	u->report.config =
		(struct report_config){.ring_log2 = r->ring_log2,
				       .ring_tail = r->tail,
				       .ring_base = r->ring_base,
				       .report_all = r->ctrl & PF_REG_CTRL_REPORT_ALL_MASK};
	if (u->engine.lines.pipe.check.scord != r->scord)
		engine_policy(&u->engine, r->scord);
}

static bool is_enabled(const struct unit *u)
{
	return u->regs.ctrl & PF_REG_CTRL_ENABLE_MASK;
}

/* Requests */

/* What comes to the engine in this cycle; NULL: nothing. */
static const struct pf_request *entering(const struct unit *u)
{
	const struct slice_port_in *in = &u->port.in;
	const bool enters = in->request.kind == PF_REQ_ACCESS ? is_enabled(u) : u->regs.count;

	if (u->is_late)
		return &u->late;
	return in->request_valid && enters ? &in->request : NULL;
}

static bool is_ready(const struct unit *u)
{
	return !u->is_late && (u->engine.coalesce.ready || !is_enabled(u));
}

static void step_entrance(struct unit *u, const struct pf_request *r, bool taken)
{
	const struct slice_port_in *in = &u->port.in;
	const bool passes = in->request_valid && u->port.out.ready &&
			    in->request.kind == PF_REQ_ACCESS && !is_enabled(u);

	u->passed = passes ? (uint32_t)__builtin_popcount(in->request.word_mask) : 0;
	if (r && !u->is_late)
		u->late = *r;
	u->is_late = r && !taken && (u->is_late || !is_enabled(u));
}

/* State */

static bool report_idle(const struct unit *u)
{
	return !u->report.busy && !engine_races(&u->engine);
}

static bool is_quiet(const struct unit *u)
{
	return !u->is_late && engine_idle(&u->engine) && report_idle(u) && !u->flush && !u->forget;
}

static bool is_drained(const struct unit *u)
{
	return !is_enabled(u) && u->none && u->clean && report_idle(u) && !u->flush && !u->forget;
}

static bool is_idle(const struct unit *u)
{
	return is_quiet(u) && !u->passed && !u->some_inc && u->counters.idle && u->regs.idle &&
	       !u->clear && !u->reg_valid && !u->settle && (is_enabled(u) || (u->none && u->clean));
}

static void show(struct unit *u)
{
	struct slice_port_out *out = &u->port.out;
	struct memory_out *m = &out->memory;
	const struct pf_beat *row;

	out->ready = is_ready(u);
	out->idle = is_idle(u);
	out->reg_ready = u->regs.ready;
	out->reg_error = u->regs.error;
	out->reg_data = u->regs.data;
	m->answer_ready[0] = m->answer_ready[1] = u->n_answers < ANSWERS;
	m->read_valid = u->engine.memory.read;
	m->read_id = engine_read_id(&u->engine);
	m->read_beat = u->engine.memory.read_beat;
	out->write_kind = u->record_turn ? SLICE_WRITE_RECORD : SLICE_WRITE_META;
	m->write_valid =
		u->record_turn ? u->record : engine_write(&u->engine, &m->write_beat, &row);
	if (!m->write_valid)
		return;
	if (u->record_turn) {
		m->write_beat = report_record_beat(&u->report) & mask_of(u->addr_bits - 3);
		m->write_data = report_record(&u->report, u->geometry);
	} else {
		m->write_data = *row;
	}
}

/* Counting */

static void count(struct unit *u, unsigned counter, uint32_t n)
{
	u->inc[counter] = n;
	u->some_inc |= n != 0;
}

static void count_events(struct unit *u, bool back_taken)
{
	const struct engine *e = &u->engine;
	const struct memory_in *m = &u->port.in.memory;
	const bool wait_bits = e->fresh.waited,
		   wait_beats = e->blocks.cache.out.events & CACHE_WAIT;

	u->some_inc = false;
	count(u, PF_COUNTER_CHECKS, e->lines.out.checks + e->blocks.checks);
	count(u, PF_COUNTER_SKIPPED, e->arrive.skipped + u->passed);
	count(u, PF_COUNTER_META_READS, u->port.out.memory.read_valid && m->read_ready);
	count(u, PF_COUNTER_META_WRITES, back_taken);
	count(u, PF_COUNTER_STALL_INPUT, u->port.in.request_valid && !u->port.out.ready);
	count(u, PF_COUNTER_STALL_LINES, (e->rows.out.events & CACHE_WAIT) != 0);
	count(u, PF_COUNTER_STALL_MEMORY, wait_bits || wait_beats);
	count(u, PF_COUNTER_STALL_ENTRY, e->lines.out.stall_block || e->arrive.stall_fence);
	count(u, PF_COUNTER_STALL_OWNER, e->lines.out.stall_owner);
	count(u, PF_COUNTER_STALL_REPORT, engine_stall_report(e, u->report.race_ready));
	for (unsigned i = 0; i < REPORT_KINDS; i++)
		count(u, PF_COUNTER_RACE_ATOMIC_SCOPE + i, u->report.kinds >> i & 1);
	count(u, PF_COUNTER_RECORDS, u->report.recorded);
	count(u, COUNTERS_DROPPED, u->report.dropped);
	count(u, COUNTERS_REPEATED, u->report.repeated);
	count(u, COUNTERS_WRAPS, e->arrive.wrapped);
	count(u, COUNTERS_FORGOTTEN, e->lines.out.forgot);
}

static void step_counters(struct unit *u)
{
	if (u->some_inc)
		for (unsigned i = 0; i < COUNTERS_ALL; i++)
			counters_add(&u->counters, i, u->inc[i]);
	u->counters.in.read = u->regs.count_valid;
	u->counters.in.index = u->regs.count_index;
	u->counters.in.clear = u->clear;
	counters_step(&u->counters);
}

/* Steps */

static void eval_engine(struct unit *u, const struct pf_request *r)
{
	struct engine *e = &u->engine;
	const struct memory_in *m = &u->port.in.memory;

	e->in.req = r != NULL;
	e->in.request = r;
	e->in.read_ready = m->read_ready;
	e->in.write_ready = !u->record_turn && m->write_ready;
	e->in.answer = u->n_answers != 0;
	e->in.answer_id = u->answer[0].id;
	e->in.answer_row = &u->answer[0].row;
	e->in.flush = u->flush;
	e->in.forget = u->forget;
	engine_eval(e);
	u->report.in.race = e->races.valid ? &e->races.group : NULL;
	u->report.in.record_ready = u->record && u->record_turn && m->write_ready;
	u->report.in.clear = u->regs.sweep;
	report_eval(&u->report);
	e->in.race_ready = u->report.race_ready;
}

static void step_answers(struct unit *u)
{
	const struct memory_in *m = &u->port.in.memory;
	const bool taken = u->n_answers && u->engine.answer_ready;
	const bool comes = m->answer_valid && u->n_answers < ANSWERS;

	if (taken) {
		u->answer[0] = u->answer[1];
		u->n_answers--;
	}
	if (comes)
		u->answer[u->n_answers++] =
			(struct answer){.id = m->answer_id, .row = m->answer_data};
}

/* The turn goes to the other source when it wants it and nothing of the present one waits. */
static void step_write_port(struct unit *u)
{
	const struct memory_out *out = &u->port.out.memory;
	const bool shown = out->write_valid && !u->port.in.memory.write_ready;
	uint64_t beat;
	const struct pf_beat *row;
	const bool other = u->record_turn ? engine_write(&u->engine, &beat, &row) : u->record;

	if (other && !shown)
		u->record_turn = !u->record_turn;
}

/* Not enabled, and no access inside: what the caches hold is written. `entered`: an access. */
static void step_halt(struct unit *u, bool entered)
{
	const bool off = !is_enabled(u), flushed = u->engine.arrive.flush_done;
	const bool none = u->none, clean = u->clean, forget = u->forget;

	u->none = off && (none || !(engine_access(&u->engine) || entered));
	u->clean = off && (clean || flushed);
	u->flush = !flushed && (u->flush || (off && none && !clean && !forget));
	u->forget = u->regs.sweep || (forget && !u->engine.arrive.forget_done);
}

/* What the registers tell of the cycle that ends. */
static void tell_regs(struct unit *u)
{
	struct regs *r = &u->regs;

	r->in.idle = is_quiet(u);
	r->in.drained = is_drained(u);
	r->in.sweeping = u->forget;
	r->in.ring_full = u->report.full;
	r->in.ring_head = u->report.head;
	r->in.count_ready = u->counters.answer;
	r->in.count_total = u->counters.total;
}

static void step_regs(struct unit *u)
{
	struct regs *r = &u->regs;
	const struct slice_port_in *in = &u->port.in;
	const bool ready = r->ready;

	r->in.valid = u->reg_valid;
	r->in.write = in->reg_write;
	r->in.address = u->reg_addr;
	r->in.data = in->reg_data;
	u->clear = r->clear;
	regs_step(r);
	u->reg_valid = in->reg_valid && !ready;
	u->reg_addr = in->reg_addr;
	if (in->reg_valid)
		u->settle = SETTLE_CYCLES;
	else if (u->settle)
		u->settle--;
}

static void step(void *port)
{
	struct unit *u = port;
	const struct pf_request *r = entering(u);
	const bool taken = r && u->engine.coalesce.ready;
	const bool back_taken =
		!u->record_turn && u->port.out.memory.write_valid && u->port.in.memory.write_ready;
	const bool access = taken && r->kind == PF_REQ_ACCESS;
	bool record, moved;

	eval_engine(u, r);
	tell_regs(u);
	record = u->report.record_valid && !u->report.in.record_ready;
	step_counters(u);
	count_events(u, back_taken);
	step_write_port(u);
	report_step(&u->report);
	u->record = record;
	step_entrance(u, r, taken);
	/* Of the cycle that ends: before the engine goes on. */
	step_halt(u, access);
	moved = u->settle || u->regs.sweep;
	step_regs(u);
	engine_step(&u->engine);
	step_answers(u);
	if (moved || u->engine.lines.pipe.check.scord != u->regs.scord)
		place(u);
	show(u);
	u->port.in = (struct slice_port_in){.reg_write = u->port.in.reg_write,
					    .reg_addr = u->port.in.reg_addr,
					    .reg_data = u->port.in.reg_data};
}

/* Life */

static void reset(void *port)
{
	struct unit *u = port;

	engine_reset(&u->engine);
	report_reset(&u->report);
	counters_reset(&u->counters);
	regs_reset(&u->regs);
	memset(u->inc, 0, sizeof(u->inc));
	u->is_late = u->flush = u->forget = u->record = u->record_turn = false;
	u->none = u->clean = true;
	u->reg_valid = u->some_inc = u->clear = false;
	u->passed = u->n_answers = 0;
	u->settle = SETTLE_CYCLES;
	u->port.in = (struct slice_port_in){.request_valid = false};
	place(u);
	show(u);
	while (!u->port.out.idle)
		step(u);
}

struct slice_port *line_unit_create(const struct pf_geometry *g, const struct unit_sizes *size)
{
	struct unit *u = mem_alloc(sizeof(*u));
	const struct engine_config engine = {.geometry = g,
					     .line_bits = size->addr_bits - LINE_BITS,
					     .fence_block_bits = size->fence_block_bits,
					     .places = PLACES,
					     .age = AGE,
					     .row_sets = ROW_SETS,
					     .beat_sets = BEAT_SETS,
					     .row_requests = ROW_REQUESTS,
					     .beat_requests = BEAT_REQUESTS,
					     .eras = ERAS,
					     .look_bits = LOOK_BITS};
	const struct regs_config regs = {.addr_bits = size->addr_bits,
					 .tag_bits = g->tag_bits,
					 .epoch_bits = g->epoch_bits,
					 .lanes = size->lanes,
					 .lines = size->lines};

	u->geometry = g;
	u->addr_bits = size->addr_bits;
	engine_init(&u->engine, &engine);
	report_init(&u->report, g, unit_geometry_named(g->name)->race[PF_RACE_PC].width,
		    size->seen);
	regs_init(&u->regs, &regs);
	reset(u);
	return &u->port;
}

static void destroy(void *port)
{
	struct unit *u = port;

	engine_free(&u->engine);
	report_free(&u->report);
	free(u);
}

const struct unit_kind line_unit = {.destroy = destroy, .step = step, .reset = reset};
