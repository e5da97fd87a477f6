/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_slice: pf_iguard_unit beside pf_iguard_slice.
 *
 *   pf_iguard_lines_vec.h ─ request ─┬─> pf_iguard_slice ─> races since the last drain, sides
 *                                    └─> unit ─ records ──> each is of one of these races,
 *                                         ^                 or joined of several
 *                                         v
 *                       memory with latency, answers in any order
 *
 * Drained: every race has a record, or is counted as dropped or repeated; all counters that depend
 * on no time. Halted: each word's last writer and last reader in memory. Then, often, another
 * region, by pf_driver. Regions with join 0: no two requests can be joined, records are races one
 * by one. With join 1 those of an access may be: each word of a record is of a race that differs
 * in its words only. A record is of several races then, and seldom of a part of one: at which
 * word a row gets full, so that the others go by beats of a block, depends on what was joined.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/det/port.h"
#include "../../sim/iguard/port.h"
#include "../../sim/unit/memory.h"
#include "../rtl/pf_iguard_unit_vec.h"
#include "iguard.h"
#include "reference/pf_driver.h"

enum { REQUEST, READ, ANSWER, WRITE };
enum { RACES = 1 << 15, READS = 512, DRAIN = 60, HALT = 200, PATIENCE = 100000, MANY = 10000 };
enum { TOLD_PCS = 1 << 16, KINDS = 16 }; /* of a race: its kind and its side */

struct race_due {
	struct pf_beat rest;  /* the record, but for number and words */
	uint32_t words, left; /* left: of which no record has come */
	uint32_t key;
};

struct read_due {
	uint64_t at;
	uint32_t id;
	struct pf_beat then; /* what lay there */
};

static struct slice_bench {
	struct iguard_run *x;
	const struct unit_kind *kind;
	struct slice_port *port;
	struct memory m;
	struct read_due read[READS];
	bool used[MEMORY_IDS];         /* by one under way */
	uint32_t n_reads, least, most; /* latency */
	bool any_order, then;          /* then: an answer is what lay there when it was read */
	struct memory_out waits;       /* reads and writes that were not taken */
	struct race_due due[RACES];
	uint32_t n_due, first; /* first: all before it have come */
	uint32_t head;         /* records of this run */
	bool told[TOLD_PCS * KINDS];
	uint32_t dropped, repeated;   /* at the last drain */
	uint64_t skew[UNIT_COUNTERS]; /* of those that are chance, so far */
	uint64_t records, races, joined, parts, sides, drains, halts, regions, messages;
} s;

/* Records */

static struct pf_bits race_field(enum pf_iguard_race_field f)
{
	return u.s.report.field[f];
}

static void zero(struct pf_beat *v, struct pf_bits f)
{
	for (unsigned i = f.lsb; i < (unsigned)f.lsb + f.width; i++)
		v->v[i / 64] &= ~(1ULL << i % 64);
}

static void on_race(void *ctx, const struct pf_iguard_request *r, uint64_t line,
		    const struct pf_iguard_turn *t)
{
	struct race_due *d = &s.due[s.n_due++];

	(void)ctx;
	(void)line;
	if (s.n_due == RACES)
		iguard_differ(s.x, "bench: too many races between two drains");
	*d = (struct race_due){.rest = race_record(t),
			       .words = t->words,
			       .left = t->words,
			       .key = (r->pc % TOLD_PCS) * KINDS + t->kind * 2 + t->readers};
	zero(&d->rest, race_field(PF_IGUARD_RACE_WORDS));
	s.races++;
}

static void record(uint64_t beat, struct pf_beat v)
{
	const uint32_t number = (uint32_t)pf_beat_get(&v, race_field(PF_IGUARD_RACE_NUMBER));
	const uint32_t words = (uint32_t)pf_beat_get(&v, race_field(PF_IGUARD_RACE_WORDS));
	uint32_t left = words, of = 0;

	if (beat != u.ring_base + s.head % (1U << u.ring_log2) || number != s.head % (1U << 16))
		iguard_differ(s.x, "record %u: number %u at beat %llx", s.head, number,
			      (unsigned long long)beat);
	zero(&v, race_field(PF_IGUARD_RACE_NUMBER));
	while (s.first < s.n_due && !s.due[s.first].left)
		s.first++;
	for (uint32_t i = s.first; i < s.n_due && left; i++) {
		struct race_due *d = &s.due[i];
		struct pf_beat rest = v;
		uint32_t both;

		if (!(d->left & left) || (!u.join && d->left != left))
			continue;
		zero(&rest, race_field(PF_IGUARD_RACE_WORDS));
		if (memcmp(&rest, &d->rest, sizeof(rest)))
			continue;
		both = d->left & left;
		d->left &= ~both;
		left &= ~both;
		s.parts += both != d->words;
		s.told[d->key] = true;
		of++;
	}
	if (left || !words)
		iguard_differ(s.x, "record %u, %016llx%016llx%016llx%016llx: no race of words %08x",
			      s.head, (unsigned long long)v.v[3], (unsigned long long)v.v[2],
			      (unsigned long long)v.v[1], (unsigned long long)v.v[0], left);
	s.head++;
	s.records++;
	s.joined += of > 1;
}

/* Each race is to have a record of its own. */
static bool exact(void)
{
	return u.join == 0 && u.report_all;
}

static bool fault(const char *name)
{
	return exact() && iguard_fault(s.x, name, u.accesses);
}

static void record_written(uint64_t beat, struct pf_beat v)
{
	if (fault("record"))
		v.v[0] ^= 1ULL << race_field(PF_IGUARD_RACE_LINE).lsb;
	if (fault("lost")) {
		s.head++;
		s.records++;
		return;
	}
	record(beat, v);
	if (fault("twice")) {
		zero(&v, race_field(PF_IGUARD_RACE_NUMBER));
		pf_beat_put(&v, race_field(PF_IGUARD_RACE_NUMBER), s.head % (1U << 16));
		record(u.ring_base + s.head % (1U << u.ring_log2), v);
	}
}

/* Memory */

static void check_place(const char *what, uint64_t beat)
{
	if (beat < u.meta_base || beat >= u.meta_base + u.entries / BEAT_ENTRIES)
		iguard_differ(s.x, "%s of beat %llx, no metadata", what, (unsigned long long)beat);
}

static void reads(void)
{
	const uint64_t now = s.x->cycle;
	const uint32_t first = s.any_order && s.n_reads ? rng_below(&s.x->gate, s.n_reads) : 0;
	uint64_t beat;
	uint32_t id;

	if (s.n_reads < READS && iguard_open(s.x, READ) && memory_read(&s.m, &beat, &id)) {
		check_place("read", beat);
		if (s.used[id])
			iguard_differ(s.x, "read with ID %x, as one under way", id);
		s.used[id] = true;
		s.read[s.n_reads++] = (struct read_due){
			now + s.least + rng_below(&s.x->gate, s.most - s.least + 1), id,
			*beats_at(&s.m.beats, beat - u.meta_base)};
		s.x->moved = now;
	}
	if (first >= s.n_reads || !iguard_open(s.x, ANSWER) || s.read[first].at > now ||
	    !memory_answer_ready(&s.m, s.read[first].id))
		return;
	memory_answer(&s.m, s.read[first].id);
	s.used[s.read[first].id] = false;
	if (s.then)
		s.port->in.memory.answer_data = s.read[first].then;
	s.n_reads--;
	memmove(&s.read[first], &s.read[first + 1], (s.n_reads - first) * sizeof(*s.read));
	s.x->moved = now;
}

static void writes(void)
{
	uint64_t beat;

	if (!iguard_open(s.x, WRITE) || !memory_write(&s.m, &beat))
		return;
	s.x->moved = s.x->cycle;
	switch (s.port->out.write_kind) {
	case SLICE_WRITE_META:
		check_place("write", beat);
		memory_store(&s.m);
		break;
	case SLICE_WRITE_RECORD: record_written(beat, s.port->out.memory.write_data); break;
	default: iguard_differ(s.x, "write of kind %u", s.port->out.write_kind);
	}
}

/* What waits stays as it is. */
static void watch(void)
{
	const struct memory_out *o = &s.port->out.memory, *w = &s.waits;

	if (w->read_valid &&
	    (!o->read_valid || o->read_beat != w->read_beat || o->read_id != w->read_id))
		iguard_differ(s.x, "a read that waits has changed");
	if (w->write_valid && (!o->write_valid || o->write_beat != w->write_beat ||
			       memcmp(&o->write_data, &w->write_data, sizeof(o->write_data))))
		iguard_differ(s.x, "a write that waits has changed");
	if (s.port->out.idle && (o->read_valid || o->write_valid || s.n_reads))
		iguard_differ(s.x, "idle, but something moves");
}

static void cycle(void)
{
	const struct slice_port *p = s.port;

	watch();
	reads();
	writes();
	s.waits = p->out.memory;
	s.waits.read_valid = p->out.memory.read_valid && !p->in.memory.read_ready;
	s.waits.write_valid = p->out.memory.write_valid && !p->in.memory.write_ready;
	s.kind->step(s.port);
	if (!iguard_next_cycle(s.x))
		return;
	s.least = 1 + rng_below(&s.x->gate, 4);
	s.most = s.least + rng_below(&s.x->gate, 1U << rng_below(&s.x->gate, 8));
	s.any_order = rng_below(&s.x->gate, 2);
	s.then = rng_below(&s.x->gate, 2);
}

/* Registers: valid stays until the edge at which it meets ready. */
static bool on_bus(void *ctx, bool write, uint32_t address, uint32_t *data)
{
	struct slice_port *p = s.port;
	const uint32_t value = *data;
	bool done, error;

	(void)ctx;
	p->out.reg_ready = false;
	do {
		done = p->out.reg_ready;
		error = p->out.reg_error;
		*data = p->out.reg_data;
		p->in.reg_write = write;
		p->in.reg_addr = (uint8_t)address;
		p->in.reg_data = value;
		p->in.reg_valid = true;
		cycle();
	} while (!done);
	return !error;
}

static uint32_t reg_read(uint32_t address)
{
	uint32_t data = 0;

	if (!on_bus(NULL, false, address, &data))
		iguard_differ(s.x, "register %x: an error", address);
	return data;
}

static void reg_write(uint32_t address, uint32_t data)
{
	if (!on_bus(NULL, true, address, &data))
		iguard_differ(s.x, "register %x: refused", address);
}

/* Traffic */

static void send(const struct pf_iguard_request *r)
{
	struct pf_iguard_request *in = &s.port->in.iguard_request;

	pf_iguard_slice_request(&u.s, r);
	while (!s.port->out.ready || !iguard_open(s.x, REQUEST))
		cycle();
	*in = *r;
	if (!r->is_message && !u.s.config.disabled && fault("request"))
		in->tag.by.side.locks ^= 1;
	s.port->in.request_valid = true;
	s.x->moved = s.x->cycle;
	cycle();
}

static void message(void)
{
	const struct pf_iguard_request r = any_message();

	if (r.message.kind == PF_IGUARD_MSG_EPOCH && !u.s.config.closed)
		memset(u.touched, 0, sizeof(u.touched));
	s.messages++;
	send(&r);
}

static void access(void)
{
	const uint32_t line = any_line(), words = any_words();
	struct pf_iguard_request r = {.tag = b.tag[any(TAGS)]};

	if (any(3) == 0)
		b.tag[any(TAGS)] = any_tag();
	if (any(4) == 0)
		message();
	r.tag.by.side.block++; /* 0 is nobody */
	u.accesses++;
	for (uint32_t k = 0; k < SECTORS; k++) {
		const uint64_t checked = u.s.stats.checked;

		r.sector = line * SECTORS + k;
		r.words = (uint8_t)(words >> k * SECTOR_WORDS);
		if (!r.words)
			continue;
		u.requests++;
		r.pc = pc();
		send(&r);
		if (u.s.stats.checked != checked)
			u.touched[line] = true;
		if (any(8) == 0)
			message();
	}
}

static void pass(void)
{
	for (uint32_t n = any(MOST_PASS); n; n--)
		access();
}

/* Drained */

static void all_races_told(void)
{
	static const unsigned kinds[] = {PF_COUNTER_RACE_ATOMIC_SCOPE, PF_COUNTER_RACE_FENCE_BLOCK,
					 PF_COUNTER_RACE_FENCE_DEVICE, PF_COUNTER_RACE_NOT_STRONG,
					 PF_COUNTER_RACE_LOCK,         PF_COUNTER_STALL_OWNER};
	const uint32_t records = reg_read(PF_REG_COUNTERS + 8 * PF_COUNTER_RECORDS);
	const uint32_t dropped = reg_read(PF_REG_DROPPED), repeated = reg_read(PF_REG_REPEATED);
	const uint32_t held = dropped - s.dropped + repeated - s.repeated;
	uint32_t races = 0, missing = 0, untold = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		races += reg_read(PF_REG_COUNTERS + 8 * kinds[i]);
	for (uint32_t i = 0; i < s.n_due; i++) {
		missing += s.due[i].left != 0;
		untold += s.due[i].left && !s.told[s.due[i].key];
	}
	if (records != (uint32_t)s.records || records + dropped + repeated != races)
		iguard_differ(s.x, "%u records, expected %llu; %u dropped, %u repeated, %u races",
			      records, (unsigned long long)s.records, dropped, repeated, races);
	if ((u.join == 0 && missing != held) ||
	    (dropped == s.dropped && (untold || (u.report_all && missing))))
		iguard_differ(s.x, "of %u races %u have no record, %u no like; %u were held back",
			      s.n_due, missing, untold, held);
	if (reg_read(PF_REG_RING_HEAD) != s.head)
		iguard_differ(s.x, "RING_HEAD, expected %u", s.head);
	s.dropped = dropped;
	s.repeated = repeated;
}

static void counters(void)
{
	struct unit_counter c;

	for (uint32_t i = 0; i < UNIT_COUNTERS; i++) {
		uint32_t got;

		if (!unit_counter(i, &c))
			continue;
		got = reg_read(c.reg) + fault("counter");
		if (!c.always && (u.join || (c.fate && !u.report_all)))
			s.skew[i] = got - c.n;
		else if (got != (uint32_t)(c.n + s.skew[i]))
			iguard_differ(s.x, "register %x is %u, expected %u", c.reg, got,
				      (uint32_t)(c.n + s.skew[i]));
	}
}

static void drained(void)
{
	all_races_told();
	counters();
	reg_write(PF_REG_RING_TAIL, s.head);
	u.s.report.unit.tail = u.s.report.unit.head;
	s.n_due = s.first = 0;
	s.drains++;
}

/* Halted */

static uint64_t side_in_memory(uint32_t line, uint32_t word, unsigned reader)
{
	const uint32_t first = u.base / SECTORS;
	const uint32_t lines = (u.base * SECTOR_WORDS + u.words - 1) / WORDS - first + 1;
	const struct pf_beat *row = beats_at(&s.m.beats, line - first + reader * lines);

	if (!pf_iguard_row_is_block(row))
		return pf_iguard_row_side(row, word);
	return beats_at(&s.m.beats, u.used + BLOCK_BEATS * (reader * u.pool + (uint32_t)row->v[0]) +
					    word / BEAT_ENTRIES)
		->v[word % BEAT_ENTRIES];
}

static void all_sides(void)
{
	for (uint32_t line = 0; line < LINES; line++) {
		for (uint32_t i = 0; u.touched[line] && i < 2 * WORDS; i++) {
			const uint64_t got = side_in_memory(line, i / 2, i % 2) ^ fault("side");
			const uint64_t want = pf_iguard_lines_side(b.x, i % 2, line, i / 2);

			if (got != want)
				iguard_differ(s.x, "line %u word %u %s: %016llx, expected %016llx",
					      line, i / 2, i % 2 ? "reader" : "writer",
					      (unsigned long long)got, (unsigned long long)want);
			s.sides++;
		}
	}
}

static uint32_t control(void)
{
	return (u.lanes ? PF_REG_CTRL_SCORD_MASK : 0) |
	       (u.report_all ? PF_REG_CTRL_REPORT_ALL_MASK : 0);
}

static void driven(const struct pf_driver *d, enum pf_driver_end end)
{
	if (end)
		iguard_differ(s.x, "driver: %s %x, %s", d->name, d->value,
			      end == PF_DRIVER_LATE ? "late" : "refused");
}

static void begin_region(struct pf_driver *d)
{
	struct pf_driver_layout l;

	u.join = any(3) == 0;
	new_region(s.x->geometry, on_race);
	beats_free(&s.m.beats);
	beats_init(&s.m.beats, rng_next(&s.x->gate)); /* what lay there */
	beats_reset(&s.m.beats, u.entries / BEAT_ENTRIES);
	s.m.base = u.meta_base;
	l = (struct pf_driver_layout){.base = u.base,
				      .words = u.words,
				      .entries = u.entries,
				      .meta_base = u.meta_base,
				      .ring_base = u.ring_base,
				      .ring_log2 = u.ring_log2,
				      .ctrl = control(),
				      .clear = s.regions == 0};
	driven(d, pf_driver_set_up(d, &l));
	memset(s.told, 0, sizeof(s.told));
	s.head = 0;
	s.regions++;
	pass();
}

static void start(struct pf_driver *d)
{
	driven(d, pf_driver_start(d, control()));
	u.s.config.disabled = u.s.config.closed = false;
}

static void halt(struct pf_driver *d, bool last)
{
	reg_write(PF_REG_CTRL, control());
	u.s.config.disabled = true;
	pass();
	driven(d, pf_driver_halt(d));
	drained();
	all_sides();
	s.halts++;
	if (last)
		return;
	pass();
	if (any(2))
		begin_region(d);
	start(d);
}

static void prepare(struct iguard_run *x)
{
	const struct vec_args a = {.seed = x->seed, .g = pf_geometry_named(x->geometry)};

	s.x = x;
	s.kind = x->library.api->kind[IGUARD_SLICE_UNIT];
	s.port = s.kind->create(NULL);
	s.m.out = &s.port->out.memory;
	s.m.in = &s.port->in.memory;
	s.m.filled = true;
	s.least = s.most = 1;
	beats_init(&s.m.beats, 0);
	u.set_pool = u.set_ring = NOT;
	u.set_all = -1;
	u.set_lanes = x->lanes;
	sizes(a.g);
	invent_start(&a);
}

/* Also that what can happen did. */
static void tell(void)
{
	struct iguard_run *x = s.x;

	for (unsigned k = PF_IGUARD_SCOPE; k <= PF_IGUARD_INSTRUCTION && u.accesses >= MANY; k++)
		if (!u.s.report.kinds[k] &&
		    (x->lanes || (k != PF_IGUARD_ITS && k != PF_IGUARD_INSTRUCTION)))
			iguard_differ(x, "bench: no race of kind %u", k);
	if (u.accesses >= MANY && (!s.joined || !s.dropped || !s.repeated || !u.s.stats.wraps ||
				   !u.s.lines.stats.forgotten))
		iguard_differ(x, "bench: joined %llu, dropped %u, repeated %u, epochs %llu",
			      (unsigned long long)s.joined, s.dropped, s.repeated,
			      (unsigned long long)u.s.stats.wraps);
	snprintf(x->result, sizeof(x->result),
		 "checks=%u requests=%u messages=%llu records=%llu joined=%llu parts=%llu "
		 "races=%llu sides=%llu "
		 "drains=%llu halts=%llu regions=%llu cycles=%llu",
		 u.accesses, u.requests, (unsigned long long)s.messages,
		 (unsigned long long)s.records, (unsigned long long)s.joined,
		 (unsigned long long)s.parts, (unsigned long long)s.races,
		 (unsigned long long)s.sides, (unsigned long long)s.drains,
		 (unsigned long long)s.halts, (unsigned long long)s.regions,
		 (unsigned long long)x->cycle);
}

void iguard_slice(struct iguard_run *x)
{
	struct pf_driver d = {.access = on_bus, .patience = PATIENCE};

	prepare(x);
	if (reg_read(PF_REG_ID) != PF_REG_VALUE_ID_IGUARD)
		iguard_differ(x, "ID");
	begin_region(&d);
	start(&d);
	while (u.accesses < x->checks) {
		access();
		if (any(HALT) == 0)
			halt(&d, false);
		if (any(DRAIN) == 0) {
			while (!s.port->out.idle)
				cycle();
			drained();
		}
	}
	halt(&d, true);
	tell();
	pf_iguard_slice_free(&u.s);
	beats_free(&s.m.beats);
	s.kind->destroy(s.port);
}
