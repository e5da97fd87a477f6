/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * commit_rig: drives the units of a struct commit as SMs and slices would, with habits of their
 * own, and holds what comes out against the plainest reference: a byte and who wrote it.
 *
 *   stores, loads, drains of all warps ─> commit_sb ─ answers, entries taken
 *   quanta of requests ─> commit_z ─ results taken;  reads ─> latency, any order ─> answers
 *   issue, stops, blocks that come and go ─> commit_q
 */
#ifndef COMMIT_RIG_H
#define COMMIT_RIG_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/gpudet/commit_int.h"
#include "base/mem.h"
#include "base/rng.h"

enum { RIG_SMS = 2, RIG_SLICES = 2, RIG_GIVE_UP = 200000, RIG_LINES = 64, RIG_WARPS = 32 };

struct rig_habit {
	uint32_t command, answer, entry;                    /* of 16: shut */
	uint32_t request, result, read, write, back, issue; /* likewise */
	uint32_t least, most;                               /* latency of depths */
	bool any_order;
};

struct rig {
	struct sim_config config;
	struct commit *c;
	struct rng rng;
	struct rig_habit habit;
	uint64_t now;
};

static inline struct sim_config rig_config(enum sim_geometry geometry)
{
	const bool tiny = geometry == SIM_TINY;

	return (struct sim_config){
		.sm = {.count = RIG_SMS, .threads = tiny ? 128 : 1024, .block_slots = tiny ? 2 : 8},
		.l1 = {.latency = tiny ? 2 : 33},
		.l2 = {.slices = RIG_SLICES},
		.det = {.geometry = geometry},
		.deterministic = {.quantum = tiny ? 20 : 200,
				  .bta = true,
				  .log_entries = tiny ? 32 : 64,
				  .bloom_bits = tiny ? 64 : 1024,
				  .z_sets = tiny ? 2 : 32,
				  .z_ways = tiny ? 2 : 4,
				  .z_requests = tiny ? 4 : 16,
				  .z_misses = tiny ? 2 : 8,
				  .z_filter = true},
	};
}

/* False: refused, see diag. */
static inline bool rig_init(struct rig *r, enum backend backend, const struct sim_config *c,
			    uint64_t seed, struct diag *diag)
{
	*r = (struct rig){.config = *c, .habit = {.least = 20, .most = 20}};
	rng_seed(&r->rng, seed);
	r->c = commit_create(&(struct commit_setup){.backend = backend, .sim = &r->config}, diag);
	return r->c != NULL;
}

static inline void rig_free(struct rig *r)
{
	commit_destroy(r->c);
}

static inline bool rig_open(struct rig *r, uint32_t sixteenths)
{
	return !sixteenths || rng_below(&r->rng, 16) >= sixteenths;
}

static inline struct rig_habit rig_draw(struct rng *g)
{
	struct rig_habit h = {.least = 1 + rng_below(g, 60), .any_order = rng_below(g, 2)};
	uint32_t *shut[] = {&h.command, &h.answer, &h.entry, &h.request, &h.result,
			    &h.read,    &h.write,  &h.back,  &h.issue};

	for (size_t i = 0; i < sizeof(shut) / sizeof(*shut); i++)
		*shut[i] = rng_below(g, 3) ? 0 : rng_below(g, 15);
	h.most = h.least + (rng_below(g, 2) ? rng_below(g, 100) : 0);
	return h;
}

/* Any bytes, a word, a row of them, all. */
static inline void rig_bytes(struct rng *g, uint8_t mask[PF_LINE_MASK], uint8_t *data)
{
	const uint32_t first = rng_below(g, 32), n = 1 + rng_below(g, 32 - first);

	memset(mask, 0, PF_LINE_MASK);
	switch (rng_below(g, 4)) {
	case 0: mask[rng_below(g, PF_LINE_MASK)] = (uint8_t)(1 + rng_below(g, 255)); break;
	case 1: mask[first / 2] = (uint8_t)(first & 1 ? 0xf0 : 0x0f); break;
	case 2:
		for (uint32_t w = first; w < first + n; w++)
			mask[w / 2] |= (uint8_t)(w & 1 ? 0xf0 : 0x0f);
		break;
	default: memset(mask, 0xff, PF_LINE_MASK); break;
	}
	for (unsigned i = 0; data && i < PF_LINE_BYTES; i++)
		data[i] = (uint8_t)rng_next(g);
}

static inline bool rig_has(const uint8_t *mask, unsigned b)
{
	return mask[b / 8] >> b % 8 & 1;
}

/* Store buffer. Reference: lines of each warp in the order in which they were first written. */

enum { RIG_ANSWERS = 32 };

struct rig_store {
	struct commit_sb *u;
	uint32_t warps, entries, lines; /* lines: that commands draw from */
	uint32_t n[RIG_WARPS];
	struct pf_log_entry *log; /* [warp][entry] */
	struct rig_answer {
		struct commit_sb_answer a;
		uint64_t drained_n; /* entries that have to be drained before, all counted */
	} want[RIG_ANSWERS];
	uint32_t head, tail;
	struct rig_drained {
		struct pf_log_entry e;
		uint32_t warp;
	} * drained; /* of the drains under way */
	uint64_t drained_n, drained_at;
	uint32_t drain_all; /* warps that drains in a row still have */
	uint64_t commands, answers, forwarded, merged, bytes;
};

static inline void rig_store_init(struct rig *r, struct rig_store *s, uint32_t sm, uint32_t lines)
{
	*s = (struct rig_store){.u = commit_sb(r->c, sm),
				.warps = r->config.sm.threads / 32,
				.entries = r->config.deterministic.log_entries,
				.lines = lines};
	s->log = mem_alloc(s->warps * s->entries * sizeof(*s->log));
	s->drained = mem_alloc(RIG_ANSWERS * s->entries * sizeof(*s->drained));
}

static inline void rig_store_free(struct rig_store *s)
{
	free(s->log);
	free(s->drained);
}

static inline struct pf_log_entry *rig_find(struct rig_store *s, uint32_t warp, uint32_t line)
{
	for (uint32_t i = 0; i < s->n[warp]; i++)
		if (s->log[warp * s->entries + i].line == line)
			return &s->log[warp * s->entries + i];
	return NULL;
}

static inline struct rig_drained *rig_drained(struct rig_store *s, uint64_t n)
{
	return &s->drained[n % (RIG_ANSWERS * s->entries)];
}

static inline void rig_expect(struct rig_store *s, const struct commit_sb_command *c)
{
	struct pf_log_entry *e = rig_find(s, c->warp, c->e.line);
	struct rig_answer *want = &s->want[s->tail++ % RIG_ANSWERS];
	struct commit_sb_answer *a = &want->a;

	*a = (struct commit_sb_answer){.kind = c->kind, .warp = c->warp, .e = {.line = c->e.line}};
	if (c->kind == COMMIT_SB_DRAIN) {
		for (uint32_t i = 0; i < s->n[c->warp]; i++)
			*rig_drained(s, s->drained_n++) = (struct rig_drained){
				.e = s->log[c->warp * s->entries + i], .warp = c->warp};
		s->n[c->warp] = 0;
	} else if (c->kind == COMMIT_SB_STORE) {
		s->merged += e != NULL;
		if (!e) {
			e = &s->log[c->warp * s->entries + s->n[c->warp]++];
			*e = (struct pf_log_entry){.line = c->e.line};
		}
	}
	for (unsigned b = 0; e && c->kind != COMMIT_SB_DRAIN && b < PF_LINE_BYTES; b++) {
		if (!rig_has(c->e.mask, b))
			continue;
		if (c->kind == COMMIT_SB_STORE) {
			e->mask[b / 8] |= (uint8_t)(1U << b % 8);
			e->data[b] = c->e.data[b];
		} else if (rig_has(e->mask, b)) {
			a->e.mask[b / 8] |= (uint8_t)(1U << b % 8);
			a->e.data[b] = e->data[b];
			s->bytes++;
		}
	}
	a->left = s->entries - s->n[c->warp];
	want->drained_n = s->drained_n;
}

static inline void rig_store_command(struct rig *r, struct rig_store *s)
{
	struct commit_sb_command c = {.warp = rng_below(&r->rng, s->warps)};

	if (!commit_sb_ready(s->u) || !rig_open(r, r->habit.command))
		return;
	c.kind = rng_below(&r->rng, 2) ? COMMIT_SB_LOAD : COMMIT_SB_STORE;
	c.e.line = rng_below(&r->rng, s->lines);
	rig_bytes(&r->rng, c.e.mask, c.kind == COMMIT_SB_STORE ? c.e.data : NULL);
	if (c.kind == COMMIT_SB_STORE && s->n[c.warp] == s->entries)
		c.kind = COMMIT_SB_DRAIN;
	if (!s->drain_all && !rng_below(&r->rng, 200))
		s->drain_all = 1 + rng_below(&r->rng, s->warps);
	if (s->drain_all) {
		c.kind = COMMIT_SB_DRAIN;
		c.warp = --s->drain_all;
	}
	commit_sb_command(s->u, &c);
	assert(!commit_sb_ready(s->u));
	rig_expect(s, &c);
	s->commands++;
}

static inline void rig_same(const struct pf_log_entry *got, const struct pf_log_entry *want)
{
	assert(!memcmp(got->mask, want->mask, PF_LINE_MASK));
	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		assert(!rig_has(want->mask, b) || got->data[b] == want->data[b]);
}

static inline void rig_store_take(struct rig *r, struct rig_store *s)
{
	struct commit_sb_answer a;
	struct pf_log_entry e;
	uint32_t warp;

	if (rig_open(r, r->habit.entry) && commit_sb_entry(s->u, &warp, &e)) {
		const struct rig_drained *d = rig_drained(s, s->drained_at++);

		assert(s->drained_at <= s->drained_n && warp == d->warp && e.line == d->e.line);
		rig_same(&e, &d->e);
		commit_sb_take(s->u);
		assert(!commit_sb_entry(s->u, &warp, &e));
	}
	if (rig_open(r, r->habit.answer) && commit_sb_answer(s->u, &a)) {
		const struct rig_answer *want = &s->want[s->head++ % RIG_ANSWERS];
		const struct commit_sb_answer *w = &want->a;

		assert(s->head <= s->tail);
		assert(a.kind == w->kind && a.warp == w->warp && a.left == w->left);
		assert(a.e.line == w->e.line);
		rig_same(&a.e, &w->e);
		assert(s->drained_at >= want->drained_n);
		s->answers++;
	}
	assert(s->tail - s->head <= RIG_ANSWERS);
}

static inline void rig_store_run(struct rig *r, struct rig_store *s, uint64_t commands)
{
	const uint64_t end = s->commands + commands;
	uint64_t spent = 0;

	while (s->commands < end || !commit_sb_idle(s->u)) {
		if (s->commands < end)
			rig_store_command(r, s);
		rig_store_take(r, s);
		commit_sb_step(s->u);
		spent++;
		assert(spent < 1000 * commands + RIG_GIVE_UP);
	}
	assert(s->answers == s->commands && s->head == s->tail);
}

/* Z-commit unit. Reference: of each byte, its value and the lowest warp of the quantum. */

struct rig_read {
	uint64_t due;
	uint32_t id;
};

struct rig_z {
	struct commit_z *u;
	uint32_t lines, warps;
	uint32_t *owner;                      /* [line * 128 + byte], all ones: nobody */
	uint8_t *want, *got;                  /* bytes of memory */
	struct pf_zrequest queue[COMMIT_IDS]; /* accepted, in order */
	uint32_t n_queue;
	struct pf_zrequest next;
	bool has;
	struct rig_read read[COMMIT_IDS];
	uint32_t n_reads;
	bool used[COMMIT_IDS];
	uint64_t accepted, results, reads, writes, lost;
};

static inline void rig_z_init(struct rig *r, struct rig_z *z, uint32_t slice, uint32_t lines)
{
	*z = (struct rig_z){.u = commit_z(r->c, slice),
			    .lines = lines,
			    .warps = r->config.sm.threads / 32 * RIG_SMS};
	z->owner = mem_alloc(lines * PF_LINE_BYTES * sizeof(*z->owner));
	z->want = mem_alloc(lines * PF_LINE_BYTES);
	z->got = mem_alloc(lines * PF_LINE_BYTES);
}

static inline void rig_z_free(struct rig_z *z)
{
	free(z->owner);
	free(z->want);
	free(z->got);
}

static inline void rig_z_give(struct rig *r, struct rig_z *z)
{
	const size_t at = (size_t)z->next.line * PF_LINE_BYTES;
	struct pf_zrequest *q = &z->queue[z->n_queue];

	if (!z->has || !rig_open(r, r->habit.request) || !commit_z_ready(z->u))
		return;
	commit_z_request(z->u, &z->next);
	assert(!commit_z_ready(z->u));
	z->has = false;
	z->accepted++;
	z->n_queue++;
	assert(z->n_queue < COMMIT_IDS);
	*q = z->next;
	for (unsigned b = 0; b < PF_LINE_BYTES; b++) {
		if (!rig_has(q->mask, b))
			continue;
		if (q->warp > z->owner[at + b]) {
			q->mask[b / 8] &= (uint8_t) ~(1U << b % 8);
			continue;
		}
		z->owner[at + b] = q->warp;
		z->want[at + b] = q->data[b];
	}
}

static inline void rig_z_take(struct rig *r, struct rig_z *z)
{
	struct pf_zrequest got;
	uint32_t i = 0;

	if (!rig_open(r, r->habit.result) || !commit_z_result(z->u, &got))
		return;
	commit_z_take(z->u);
	assert(!commit_z_result(z->u, &got));
	while (i < z->n_queue && z->queue[i].line != got.line)
		i++;
	assert(i < z->n_queue && z->queue[i].warp == got.warp);
	assert(!memcmp(z->queue[i].mask, got.mask, PF_LINE_MASK));
	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		if (rig_has(got.mask, b))
			z->got[got.line * PF_LINE_BYTES + b] = got.data[b];
	memmove(&z->queue[i], &z->queue[i + 1], (--z->n_queue - i) * sizeof(got));
	z->results++;
}

static inline void rig_z_memory(struct rig *r, struct rig_z *z)
{
	const struct rig_habit *h = &r->habit;
	const uint64_t beats = r->c->lines * commit_row_beats(r->c);
	uint64_t beat;
	uint32_t id, i = 0;

	if (z->n_reads && rig_open(r, h->back)) {
		if (h->any_order)
			i = rng_below(&r->rng, z->n_reads);
		if (z->read[i].due <= r->now && commit_z_answer_ready(z->u, z->read[i].id)) {
			commit_z_answer(z->u, z->read[i].id);
			z->used[z->read[i].id] = false;
			memmove(&z->read[i], &z->read[i + 1],
				(--z->n_reads - i) * sizeof(*z->read));
		}
	}
	if (rig_open(r, h->read) && commit_z_read(z->u, &beat, &id)) {
		assert(id < COMMIT_IDS && !z->used[id] && beat < beats);
		z->used[id] = true;
		z->read[z->n_reads++] = (struct rig_read){
			r->now + h->least + rng_below(&r->rng, h->most - h->least + 1), id};
		z->reads++;
	}
	if (rig_open(r, h->write) && commit_z_write(z->u, &beat)) {
		assert(beat < beats);
		z->writes++;
	}
}

static inline void rig_z_cycle(struct rig *r, struct rig_z *z)
{
	rig_z_give(r, z);
	rig_z_take(r, z);
	rig_z_memory(r, z);
	commit_z_step(z->u);
	r->now++;
}

/* hot: of 16, requests to one of four lines. */
static inline void rig_z_draw(struct rig *r, struct rig_z *z, uint32_t hot)
{
	struct rng *g = &r->rng;

	z->has = true;
	z->next.line = rng_below(g, rng_below(g, 16) < hot && z->lines > 4 ? 4 : z->lines);
	z->next.warp = rng_below(g, z->warps);
	rig_bytes(g, z->next.mask, z->next.data);
}

static inline void rig_z_quantum(struct rig *r, struct rig_z *z, uint32_t requests, uint32_t hot)
{
	uint64_t spent = 0;

	assert(commit_z_idle(z->u));
	commit_z_begin(z->u);
	assert(!commit_z_ready(z->u));
	memset(z->owner, 0xff, z->lines * PF_LINE_BYTES * sizeof(*z->owner));
	while (requests || z->has || !commit_z_idle(z->u)) {
		if (requests && !z->has) {
			rig_z_draw(r, z, hot);
			requests--;
		}
		rig_z_cycle(r, z);
		spent++;
		assert(spent < RIG_GIVE_UP);
	}
	assert(z->results == z->accepted && !z->n_queue && !z->n_reads);
	assert(!memcmp(z->got, z->want, z->lines * PF_LINE_BYTES));
}

/* Quantum unit: blocks of `size` warps, each warp with steps drawn from its own generator. */

struct rig_q {
	struct commit_q *u;
	uint32_t warps, slots, size;
	bool here[RIG_WARPS], waits[RIG_WARPS];
	uint32_t issued[RIG_WARPS]; /* in this quantum */
	uint64_t instructions, quanta, atomics, begun, ended, released;
};

static inline void rig_q_init(struct rig *r, struct rig_q *q, uint32_t sm)
{
	const uint32_t warps = r->config.sm.threads / 32;

	*q = (struct rig_q){.u = commit_q(r->c, sm),
			    .warps = warps,
			    .slots = r->config.sm.block_slots,
			    .size = warps / r->config.sm.block_slots};
}

static inline uint32_t rig_q_slot(const struct rig_q *q, uint32_t warp)
{
	return warp / q->size;
}

static inline void rig_q_begin(struct rig_q *q, uint32_t slot)
{
	for (uint32_t w = slot * q->size; w < (slot + 1) * q->size; w++) {
		commit_q_event(q->u, PF_Q_BEGIN, w, slot);
		q->here[w] = true;
	}
	q->begun++;
}

/* All warps of the block that are left wait: they are released. */
static inline void rig_q_release(struct rig_q *q, uint32_t slot)
{
	bool some = false;

	for (uint32_t w = slot * q->size; w < (slot + 1) * q->size; w++) {
		some |= q->waits[w];
		if (q->here[w] && !q->waits[w])
			return;
	}
	for (uint32_t w = slot * q->size; some && w < (slot + 1) * q->size; w++)
		if (q->waits[w]) {
			q->waits[w] = false;
			commit_q_event(q->u, PF_Q_RELEASE, w, slot);
			q->released++;
		}
}

static inline void rig_q_issue(struct rig *r, struct rig_q *q, uint32_t warp)
{
	static const enum pf_quantum_event stop[] = {PF_Q_ATOMIC, PF_Q_FENCE, PF_Q_FULL};
	const uint32_t slot = rig_q_slot(q, warp), what = rng_below(&r->rng, 60);

	if (what < 3) { /* its next instruction is not for this mode */
		commit_q_event(q->u, stop[what], warp, slot);
		return;
	}
	commit_q_issue(q->u, warp);
	q->instructions++;
	q->issued[warp]++;
	assert(q->issued[warp] <= r->config.deterministic.quantum);
	if (what < 8) {
		q->waits[warp] = true;
		commit_q_event(q->u, PF_Q_BARRIER, warp, slot);
	} else if (what < 10) {
		q->here[warp] = false;
		q->ended++;
		commit_q_event(q->u, PF_Q_EXIT, warp, slot);
	}
	rig_q_release(q, slot);
}

static inline bool rig_q_alive(const struct rig_q *q, uint32_t slot)
{
	for (uint32_t w = slot * q->size; w < (slot + 1) * q->size; w++)
		if (q->here[w])
			return true;
	return false;
}

/* SERIAL, DISTRIBUTE, PARALLEL. */
static inline void rig_q_quantum(struct rig *r, struct rig_q *q)
{
	uint32_t spent = 0, before = 0;

	commit_mode(r->c, COMMIT_SERIAL);
	do {
		const int w = commit_q_serial(q->u);

		if (w >= 0) {
			assert((uint32_t)w + 1 > before);
			before = (uint32_t)w + 1;
			commit_q_serial_done(q->u);
			q->atomics++;
		}
		commit_q_step(q->u);
	} while (commit_q_serial(q->u) >= 0 || !commit_q_done(q->u));
	commit_mode(r->c, COMMIT_DISTRIBUTE);
	for (uint32_t s = 0; s < q->slots; s++) {
		assert(commit_q_live(q->u, s) == rig_q_alive(q, s));
		if (!rig_q_alive(q, s) && rng_below(&r->rng, 4))
			rig_q_begin(q, s);
	}
	do
		commit_q_step(q->u);
	while (rng_below(&r->rng, 4));
	commit_mode(r->c, COMMIT_PARALLEL);
	commit_q_start(q->u);
	memset(q->issued, 0, sizeof(q->issued));
	do {
		for (uint32_t w = 0; w < q->warps; w++)
			if (commit_q_runs(q->u, w) && rig_open(r, r->habit.issue))
				rig_q_issue(r, q, w);
		for (uint32_t s = 0; s < q->slots; s++)
			if (!rig_q_alive(q, s) && !commit_q_live(q->u, s) && !rng_below(&r->rng, 8))
				rig_q_begin(q, s);
		commit_q_step(q->u);
		spent++;
		assert(spent < RIG_GIVE_UP);
	} while (!commit_q_done(q->u));
	q->quanta++;
}

#endif
