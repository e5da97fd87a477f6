/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_rig: drives a slice unit of iGUARD's, of whatever backend, as a slice of the L2 would.
 *
 *   stream ─> requests ─> slice_port ─ reads ─> latency ─> answers;  writes taken
 *
 * It checks what every user may rely on: a read's ID is not in use, an address lies within the
 * table or the ring, idle means that nothing is owed.
 */
#ifndef IGUARD_RIG_H
#define IGUARD_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/iguard/model_units.h"
#include "../../sim/unit/memory.h"
#include "../../sim/unit/sizes.h"
#include "base/mem.h"
#include "base/rng.h"
#include "reference/pf_driver.h"
#include "reference/pf_geometry.h"

enum { RIG_WORDS = 1 << 19, RIG_POOL = 4096, RIG_RING_LOG2 = 14, RIG_GIVE_UP = 3000000 };
enum { RIG_LINE_WORDS = 32, RIG_SECTORS = 4, RIG_BITS_LINES = 256, RIG_RING_BASE = 1 << 20 };

struct rig_read {
	uint64_t due;
	uint32_t id;
};

struct rig {
	struct slice_port *port;
	const struct unit_kind *kind;
	struct pf_iguard_slice slice; /* backend model's */
	struct memory memory;         /* the Verilog's data */
	struct iguard_model_memory table;
	uint64_t beats; /* of the table */
	struct rng rng;
	uint32_t latency, shut; /* shut: of 16 cycles, a channel is; */
	bool any_order;
	struct rig_read read[MEMORY_IDS];
	uint32_t n_reads;
	bool used[MEMORY_IDS];
	uint64_t now, reads, writes, records, answers;
};

static inline uint64_t rig_lines(const struct rig *r)
{
	return r->table.words / RIG_LINE_WORDS;
}

/* A table that begins with the lines' rows. first_word is 0. */
static inline void rig_table(struct rig *r, uint64_t words, uint32_t pool)
{
	const uint64_t lines = words / RIG_LINE_WORDS;

	r->table = (struct iguard_model_memory){
		.meta_base = 64, .ring_base = RIG_RING_BASE, .words = words, .pool = pool};
	r->beats = 2 * lines + (lines + RIG_BITS_LINES - 1) / RIG_BITS_LINES + 16ULL * pool;
}

/* report_all: whether a race has a record does not depend on those before it. */
static inline void rig_model(struct rig *r, const char *geometry, uint64_t words, uint32_t pool,
			     bool report_all)
{
	const struct pf_iguard_slice_config c = {.geometry = geometry,
						 .lanes = true,
						 .pool = pool,
						 .words = words,
						 .report_all = report_all,
						 .ring_log2 = RIG_RING_LOG2,
						 .seen = unit_geometry_named(geometry)->size.seen,
						 .pc_bits = PF_REF_IGUARD_RACE_PC_W};

	rig_table(r, words, pool);
	if (!pf_iguard_slice_init(&r->slice, &c))
		abort();
	r->kind = &iguard_model_slice;
	r->port = iguard_model_slice_create(&r->slice);
	iguard_model_slice_program(r->port, &r->table);
	rng_seed(&r->rng, 1);
	r->memory.out = &r->port->out.memory;
	r->memory.in = &r->port->in.memory;
}

/* The Verilog's registers */

static inline void rig_alone(struct rig *r)
{
	r->kind->step(r->port);
}

static inline bool rig_register(void *ctx, bool write, uint32_t address, uint32_t *data)
{
	struct rig *r = ctx;
	struct slice_port *p = r->port;
	bool done, error;

	p->in.reg_write = write;
	p->in.reg_addr = (uint8_t)address;
	p->in.reg_data = *data;
	p->out.reg_ready = false;
	do {
		done = p->out.reg_ready;
		error = p->out.reg_error;
		*data = p->out.reg_data;
		p->in.reg_valid = true;
		rig_alone(r);
	} while (!done);
	while (!p->out.idle)
		rig_alone(r);
	return !error;
}

static inline uint64_t rig_counter(struct rig *r, uint32_t counter)
{
	uint32_t data = 0;

	rig_register(r, false, PF_REG_COUNTERS + 8 * counter, &data);
	return data;
}

static inline void rig_rtl(struct rig *r, const struct unit_kind *kind, uint64_t words,
			   uint32_t pool, bool report_all)
{
	struct pf_driver d = {.access = rig_register, .ctx = r};
	struct pf_driver_layout l = {.words = (uint32_t)words,
				     .ring_log2 = RIG_RING_LOG2,
				     .ctrl = PF_REG_CTRL_SCORD_MASK |
					     (report_all ? PF_REG_CTRL_REPORT_ALL_MASK : 0)};

	rig_table(r, words, pool);
	l.entries = (uint32_t)(r->beats * PF_BEAT_ENTRIES);
	l.meta_base = (uint32_t)r->table.meta_base;
	l.ring_base = (uint32_t)r->table.ring_base;
	r->kind = kind;
	r->port = kind->create(NULL);
	rng_seed(&r->rng, 1);
	r->memory.out = &r->port->out.memory;
	r->memory.in = &r->port->in.memory;
	r->memory.filled = true;
	r->memory.base = r->table.meta_base;
	beats_init(&r->memory.beats, 0);
	beats_reset(&r->memory.beats, r->beats);
	if (pf_driver_halt(&d) || pf_driver_set_up(&d, &l) || pf_driver_start(&d, l.ctrl)) {
		fprintf(stderr, "iguard_rig: %s %08x\n", d.name, d.value);
		abort();
	}
}

static inline bool rig_open(struct rig *r)
{
	return !r->shut || rng_below(&r->rng, 16) >= r->shut;
}

static inline void rig_fail(const char *what)
{
	fprintf(stderr, "iguard_rig: %s\n", what);
	abort();
}

static inline void rig_reads(struct rig *r)
{
	uint64_t beat;
	uint32_t id;

	if (!rig_open(r) || !memory_read(&r->memory, &beat, &id))
		return;
	if (id >= MEMORY_IDS || r->used[id])
		rig_fail("an ID twice");
	if (beat < r->table.meta_base || beat >= r->table.meta_base + r->beats)
		rig_fail("a read outside of the table");
	r->used[id] = true;
	r->read[r->n_reads++] = (struct rig_read){r->now + r->latency, id};
	r->reads++;
}

static inline void rig_answers(struct rig *r)
{
	uint32_t i = 0;

	if (r->any_order && r->n_reads)
		i = rng_below(&r->rng, r->n_reads);
	if (!r->n_reads || r->read[i].due > r->now || !rig_open(r) ||
	    !memory_answer_ready(&r->memory, r->read[i].id))
		return;
	memory_answer(&r->memory, r->read[i].id);
	r->used[r->read[i].id] = false;
	r->n_reads--;
	memmove(r->read + i, r->read + i + 1, (r->n_reads - i) * sizeof(*r->read));
	r->answers++;
}

static inline void rig_writes(struct rig *r)
{
	const bool record = r->port->out.write_kind == SLICE_WRITE_RECORD;
	uint64_t beat;

	if (!rig_open(r) || !memory_write(&r->memory, &beat))
		return;
	if (record && (beat < RIG_RING_BASE || beat >= RIG_RING_BASE + (1 << RIG_RING_LOG2)))
		rig_fail("a record outside of the ring");
	if (!record && (beat < r->table.meta_base || beat >= r->table.meta_base + r->beats))
		rig_fail("a write outside of the table");
	if (!record)
		memory_store(&r->memory);
	r->records += record;
	r->writes += !record;
}

/* True: the request, if there is one, was taken. */
static inline bool rig_cycle(struct rig *r, const struct pf_iguard_request *q)
{
	const bool takes = q && r->port->out.ready;

	rig_answers(r);
	rig_reads(r);
	rig_writes(r);
	if (takes) {
		r->port->in.request_valid = true;
		r->port->in.iguard_request = *q;
	}
	r->kind->step(r->port);
	r->now++;
	return takes;
}

static inline void rig_drain(struct rig *r)
{
	for (uint32_t n = 0; !r->port->out.idle || r->n_reads; n++) {
		if (n == RIG_GIVE_UP)
			rig_fail("never idle");
		(void)rig_cycle(r, NULL);
	}
	if (r->reads != r->answers)
		rig_fail("reads are owed");
}

static inline void rig_request(struct rig *r, const struct pf_iguard_request *q)
{
	for (uint32_t n = 0; !rig_cycle(r, q); n++)
		if (n == RIG_GIVE_UP)
			rig_fail("never ready");
}

static inline void rig_close(struct rig *r)
{
	r->kind->destroy(r->port);
	if (r->memory.filled)
		beats_free(&r->memory.beats);
	if (r->slice.config.geometry)
		pf_iguard_slice_free(&r->slice);
}

/* Streams */

enum rig_stream {
	RIG_STORES,    /* whole lines, each for the first time */
	RIG_AGAIN,     /* the same by the same warp, 4096 lines in turn */
	RIG_LOADS,     /* likewise: a store to each, then loads of another warp of the block */
	RIG_SCATTERED, /* single words, each in a line of its own, first */
	RIG_WORDS_OF,  /* single words of 4096 lines, any, by one warp */
	RIG_HELD,      /* the same of 128 lines in turn */
	RIG_HOT,       /* one line again and again */
	RIG_RACES,     /* whole lines of 128, by two blocks in turn */
	RIG_BLOCKS,    /* words of 512 lines by warps that are many */
	RIG_MANY,      /* whole lines of such blocks, by one warp */
	RIG_FENCES,    /* as STORES, every eighth request a fence */
	RIG_MIXED,     /* anything of 2048 lines, fences among it */
	RIG_ANY,       /* anything at all, on 64 lines */
	RIG_STREAMS
};

static inline const char *rig_stream_name(enum rig_stream s)
{
	static const char *const name[RIG_STREAMS] = {
		"stores", "again",  "loads", "scattered", "words", "held", "hot",
		"races",  "blocks", "many",  "fences",    "mixed", "any"};

	return name[s];
}

static inline struct pf_iguard_tag rig_tag(uint32_t block, uint32_t warp, bool write)
{
	return (struct pf_iguard_tag){.by = {.side = {.block = block + 1,
						      .warp = (uint8_t)warp,
						      .when = 1,
						      .bytes = 15,
						      .size = 2},
					     .step = PF_IGUARD_STEP_WORD},
				      .write = write};
}

/* Sector i of lines taken one after the other. */
static inline void rig_whole(struct pf_iguard_request *q, uint64_t i, uint64_t lines)
{
	q->sector = i % (lines * RIG_SECTORS);
	q->words = 0xff;
}

static inline struct pf_iguard_request rig_fence(uint32_t block, uint32_t warp, uint32_t when)
{
	return (struct pf_iguard_request){.is_message = true,
					  .message = {.kind = PF_IGUARD_MSG_FENCE,
						      .block = block,
						      .warp = warp,
						      .lane = PF_IGUARD_ALL,
						      .device = warp & 1,
						      .stamp = {.when = when}}};
}

static inline uint32_t rig_mix(uint64_t i)
{
	return (uint32_t)((i + 1) * 0x9e3779b97f4a7c15ULL >> 32);
}

static inline void rig_mixed(struct pf_iguard_request *q, uint64_t i)
{
	const uint32_t h = rig_mix(i / 4), k = rig_mix(i);

	if (k % 16 == 0) {
		*q = rig_fence(h % 4, h / 4 % 8, 1 + (uint32_t)(i >> 8));
		return;
	}
	rig_whole(q, (h % 2048) * 4 + i % 4, 2048);
	if (h >> 12 & 1)
		q->words = (uint8_t)(1U << (k >> 8 & 7));
	q->tag = rig_tag(h >> 16 & 3, h >> 20 & 7, h >> 24 & 1);
	q->pc = h >> 28;
}

static inline struct pf_iguard_tag rig_any_tag(struct rng *x)
{
	static const uint8_t bytes[] = {15, 15, 15, 3, 12, 1};
	struct pf_iguard_tag t = rig_tag(rng_below(x, 6), rng_below(x, 4), rng_below(x, 2));

	t.by.side.when = 1 + rng_below(x, 3);
	t.by.side.bytes = bytes[rng_below(x, sizeof(bytes))] & 15U;
	t.by.side.lane = rng_below(x, 2) ? (uint8_t)rng_below(x, 32) : 0;
	t.by.side.atomic = t.by.side.polls = rng_below(x, 8) == 0;
	t.by.side.block_scope = t.by.side.atomic && rng_below(x, 2);
	t.by.side.locks = rng_below(x, 4) ? 0 : (uint16_t)rng_below(x, 1 << 16);
	t.by.step = (uint8_t)(rng_below(x, 2) ? PF_IGUARD_STEP_WORD
					      : rng_below(x, PF_IGUARD_STEP_CODES));
	t.bar = rng_below(x, 3);
	t.meet = t.bar + rng_below(x, 2);
	t.several = rng_below(x, 8) == 0;
	return t;
}

/* By fours of one access. */
static inline void rig_any(struct pf_iguard_request *q, uint64_t i)
{
	struct rng x, y;
	uint32_t line;

	rng_seed(&x, 1 + i / 4);
	rng_seed(&y, 77 + i);
	if (rng_below(&y, 8) == 0) {
		*q = rig_fence(rng_below(&y, 6), rng_below(&y, 4), 1 + rng_below(&y, 4));
		q->message.lane = rng_below(&y, 2) ? PF_IGUARD_ALL : rng_below(&y, 32);
		if (rng_below(&y, 100) == 0)
			q->message.kind = PF_IGUARD_MSG_EPOCH;
		else if (rng_below(&y, 6) == 0)
			q->message.kind = PF_IGUARD_MSG_BEGIN;
		return;
	}
	line = rng_below(&x, 2) ? rng_below(&x, 3) * 21 : rng_below(&x, 64);
	q->sector = line * RIG_SECTORS + i % RIG_SECTORS;
	q->words = rng_below(&x, 2) ? 0xff : (uint8_t)rng_next(&x);
	q->tag = rig_any_tag(&x);
	q->pc = rng_below(&x, 64);
}

/* Request i of the stream. */
static inline struct pf_iguard_request rig_of(enum rig_stream s, uint64_t i)
{
	struct pf_iguard_request q = {.tag = rig_tag(0, 0, true), .pc = 1};
	const uint32_t h = rig_mix(i);

	rig_whole(&q, i, RIG_WORDS / RIG_LINE_WORDS);
	switch (s) {
	case RIG_AGAIN: rig_whole(&q, i, 4096); break;
	case RIG_LOADS:
		rig_whole(&q, i, 2048);
		if (i >= 2048 * RIG_SECTORS)
			q.tag = rig_tag(0, 0, false);
		break;
	case RIG_SCATTERED:
		q.sector = i * RIG_SECTORS % (RIG_WORDS / 8);
		q.words = 1;
		break;
	case RIG_WORDS_OF:
		q.sector = h % (4096 * RIG_SECTORS);
		q.words = (uint8_t)(1U << (h >> 20 & 7));
		break;
	case RIG_HELD:
		q.sector = i % 128 * RIG_SECTORS;
		q.words = 1;
		break;
	case RIG_HOT:
		q.sector = 0;
		q.words = 1;
		break;
	case RIG_RACES:
		rig_whole(&q, i, 128);
		q.tag = rig_tag(i / 512 % 2, 0, true);
		q.pc = h & 1023;
		if (i / 512 % 2)
			q.pc = (uint32_t)(i / 4);
		q.pc = (uint32_t)(i / 4 % 977);
		break;
	case RIG_BLOCKS:
		q.sector = h % (512 * RIG_SECTORS);
		q.words = (uint8_t)(1U << (h >> 20 & 7));
		q.tag = rig_tag(0, h >> 24 & 7, false);
		break;
	case RIG_MANY:
		if (i < 8192) {
			q.sector = i % (512 * RIG_SECTORS);
			q.words = 0x88 >> (i / 2048);
			q.tag = rig_tag(0, (uint32_t)(i / 2048), false);
		} else {
			rig_whole(&q, i, 512);
			q.tag = rig_tag(0, 5, false);
		}
		break;
	case RIG_FENCES:
		if (i % 8 == 7)
			return rig_fence(h & 3, h >> 8 & 7, 1);
		break;
	case RIG_MIXED: rig_mixed(&q, i); break;
	case RIG_ANY: rig_any(&q, i); break;
	default: break;
	}
	return q;
}

#endif
