/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det_rig: drives the units of a struct det as SMs, NoC and L2 would, with habits of their own.
 *
 *   traffic ─> det_slice ─ reads ─> latency, any order ─> answers;  writes taken
 *   events, requests ─> det_sm ─ tags, messages taken
 *
 * A rig checks what every user may rely on: a read's ID is not in use, an address lies within the
 * slice's metadata or ring, idle means that nothing is owed.
 */
#ifndef DET_RIG_H
#define DET_RIG_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/det/det_int.h"
#include "../cosim/traffic.h"
#include "base/mem.h"
#include "base/rng.h"
#include "reference/pf_geometry.h"

enum { RIG_SLICES = 2, RIG_SMS = 2, RIG_GIVE_UP = 3000000 };

/* One in `closed` + 1 cycles on average a channel is shut; `open` 0: it never is. */
struct rig_habit {
	uint32_t request, read, answer, write, event, tag, message; /* of 16: shut */
	uint32_t least, most;                                       /* latency */
	bool any_order;
};

struct rig_read {
	uint64_t due, beat;
	uint32_t id;
};

struct rig_slice {
	struct det_slice *u;
	struct traffic t;
	struct pf_request next;
	bool has;
	struct rig_read read[MEMORY_IDS];
	uint32_t n_reads;
	bool used[MEMORY_IDS];
	uint64_t accepted, words, reads, writes, records, answers;
	/* Every accepted request goes there, too, if set. */
	struct pf_slice *shadow;
};

struct rig {
	struct sim_config config;
	struct det_setup setup;
	struct det *d;
	struct rng rng;
	struct rig_habit habit;
	struct rig_slice slice[RIG_SLICES];
	uint64_t now;
};

static inline struct sim_config rig_config(enum sim_geometry geometry)
{
	const bool tiny = geometry == SIM_TINY;

	return (struct sim_config){
		.sm = {.count = RIG_SMS, .threads = tiny ? 128 : 1024, .block_slots = tiny ? 2 : 8},
		.l2 = {.slices = RIG_SLICES},
		.det = {.geometry = geometry,
			.ring_log2 = 6,
			.in_queue = 8,
			.tag_bytes = 8,
			.granularity = PF_WORD_BYTES,
			.entry_gap = 1},
	};
}

/* False: refused, see diag. */
static inline bool rig_init(struct rig *r, enum backend backend, enum pf_policy policy,
			    enum pf_metadata metadata, const struct sim_config *c, uint64_t seed,
			    struct diag *diag)
{
	*r = (struct rig){.config = *c};
	r->setup = (struct det_setup){
		.backend = backend, .policy = policy, .metadata = metadata, .sim = &r->config};
	rng_seed(&r->rng, seed);
	r->habit = (struct rig_habit){.least = 30, .most = 30};
	r->d = det_create(&r->setup, diag);
	for (unsigned i = 0; r->d && i < RIG_SLICES; i++)
		r->slice[i].u = det_slice(r->d, i);
	return r->d != NULL;
}

static inline void rig_free(struct rig *r)
{
	det_destroy(r->d);
}

static inline bool rig_open(struct rig *r, uint32_t sixteenths)
{
	return !sixteenths || rng_below(&r->rng, 16) >= sixteenths;
}

static inline bool rig_request(struct rig *r, struct rig_slice *s)
{
	if (!s->has || !rig_open(r, r->habit.request) || !det_slice_ready(s->u))
		return false;
	det_slice_request(s->u, &s->next);
	assert(s->u->ideal || !det_slice_ready(s->u));
	if (s->shadow)
		pf_slice_request(s->shadow, &s->next);
	s->has = false;
	s->accepted++;
	if (s->next.kind == PF_REQ_ACCESS)
		s->words += (uint64_t)__builtin_popcount(s->next.word_mask);
	return true;
}

static inline void rig_memory(struct rig *r, struct rig_slice *s)
{
	const struct det_slice *u = s->u;
	const struct rig_habit *h = &r->habit;
	uint64_t beat;
	uint32_t id, i = 0;
	bool record;

	if (s->n_reads && rig_open(r, h->answer)) {
		if (h->any_order)
			i = rng_below(&r->rng, s->n_reads);
		if (s->read[i].due <= r->now && det_slice_answer_ready(u, s->read[i].id)) {
			det_slice_answer(s->u, s->read[i].id);
			s->used[s->read[i].id] = false;
			memmove(&s->read[i], &s->read[i + 1],
				(--s->n_reads - i) * sizeof(*s->read));
			s->answers++;
		}
	}
	if (rig_open(r, h->read) && det_slice_read(s->u, &beat, &id)) {
		assert(id < MEMORY_IDS && !s->used[id]);
		assert(beat >= u->memory.base && beat < u->memory.base + u->meta_beats);
		s->used[id] = true;
		s->read[s->n_reads++] = (struct rig_read){
			r->now + h->least + rng_below(&r->rng, h->most - h->least + 1), beat, id};
		s->reads++;
	}
	if (rig_open(r, h->write) && det_slice_write(s->u, &beat, &record)) {
		if (record)
			assert(beat - u->ring_base < 1U << u->ring_log2);
		else
			assert(beat - u->memory.base < u->meta_beats);
		for (i = 0; !record && i < s->n_reads; i++)
			assert(s->read[i].beat != beat);
		s->writes += !record;
		s->records += record;
	}
}

/* True: slice 0 has taken its request. */
static inline bool rig_cycle(struct rig *r)
{
	bool taken = false;

	for (unsigned i = 0; i < RIG_SLICES; i++) {
		struct rig_slice *s = &r->slice[i];

		taken |= rig_request(r, s) && i == 0;
		rig_memory(r, s);
		det_slice_step(s->u);
	}
	r->now++;
	return taken;
}

static inline bool rig_idle(const struct rig *r)
{
	for (unsigned i = 0; i < RIG_SLICES; i++)
		if (r->slice[i].has || r->slice[i].n_reads || !det_slice_idle(r->slice[i].u))
			return false;
	return true;
}

static inline void rig_drain(struct rig *r)
{
	char text[512];

	for (unsigned n = 0; !rig_idle(r); n++) {
		if (n == RIG_GIVE_UP) {
			det_describe(r->d, text, sizeof(text));
			fprintf(stderr, "not drained: %s", text);
			abort();
		}
		rig_cycle(r);
	}
}

/* `n` requests of random traffic to each slice, over [0, bytes) of data and a little beyond. */
static inline void rig_traffic(struct rig *r, uint64_t bytes, uint32_t n, uint64_t seed)
{
	struct pf_slice_config c = r->d->slice_config;

	c.words = bytes / PF_WORD_BYTES;
	for (unsigned i = 0; i < RIG_SLICES; i++)
		traffic_init(&r->slice[i].t, &c, seed + i, r->d->size->addr_bits);
	while (n) {
		for (unsigned i = 0; i < RIG_SLICES; i++)
			if (!r->slice[i].has) {
				traffic_next(&r->slice[i].t, &r->slice[i].next);
				r->slice[i].has = true;
			}
		n -= rig_cycle(r);
	}
	rig_drain(r);
}

static inline struct rig_habit rig_draw(struct rng *g)
{
	static const uint32_t shut[] = {0, 0, 4, 12, 15};
	struct rig_habit h = {.request = shut[rng_below(g, 5)],
			      .read = shut[rng_below(g, 5)],
			      .answer = shut[rng_below(g, 5)],
			      .write = shut[rng_below(g, 5)],
			      .event = shut[rng_below(g, 5)],
			      .tag = shut[rng_below(g, 5)],
			      .message = shut[rng_below(g, 5)],
			      .least = 1 + rng_below(g, 4)};

	h.most = h.least + rng_below(g, 1U << rng_below(g, 8));
	h.any_order = rng_below(g, 2);
	return h;
}

static inline void rig_no_record(void *ctx, const struct det_record *x)
{
	(void)ctx;
	(void)x;
}

/* SM units: events and requests of a few busy warps, beside pf_sm. With messages to those only who
 * have to know, a warp asks for no tag until its fence has been told. */

enum { RIG_EXPECTED = 64, RIG_BUSY = 4, RIG_TAG_CYCLES = 5 };
enum { RIG_MESSAGE_CYCLES = 3, RIG_MULTICAST_CYCLES = 8 };

struct rig_sm {
	struct det_sm *u;
	struct pf_sm want;
	struct pf_tag tag[RIG_EXPECTED];
	struct pf_message message[RIG_EXPECTED];
	uint64_t tag_at[RIG_EXPECTED], message_at[RIG_EXPECTED]; /* given */
	uint32_t tag_head, tag_tail, message_head, message_tail;
	uint64_t tag_cycles, message_cycles; /* shortest from given to offered */
	uint64_t copies[RIG_SLICES + 1];     /* of fences to each slice; messages to all */
};

static inline void rig_sm_init(struct rig *r, struct rig_sm *s, uint32_t i)
{
	*s = (struct rig_sm){.u = det_sm(r->d, i), .tag_cycles = ~0ULL, .message_cycles = ~0ULL};
	pf_sm_init(&s->want, r->d->geometry, r->setup.policy);
}

static inline struct pf_event rig_event(struct rig *r)
{
	const struct pf_geometry *g = r->d->geometry;
	struct pf_event e = {
		.kind = (enum pf_evt_code)rng_below(&r->rng, PF_EVT_CODES),
		.slot = rng_below(&r->rng, g->block_slots),
		.warp = rng_below(&r->rng, g->warps < RIG_BUSY ? g->warps : RIG_BUSY),
		.address = rng_below(&r->rng, 64),
		.device = rng_below(&r->rng, 2),
		.block = rng_below(&r->rng, 1U << g->block_bits),
	};

	if (rng_below(&r->rng, 4) == 0)
		e.block = (uint32_t)rng_next(&r->rng); /* beyond the field */
	if (rng_below(&r->rng, 2))
		e.kind = PF_EVT_FENCE;
	return e;
}

static inline void rig_sm_outputs(struct rig *r, struct rig_sm *s)
{
	const struct rig_habit *h = &r->habit;
	struct pf_tag t;
	struct pf_message m;
	uint32_t slice, i = s->tag_head % RIG_EXPECTED;

	if (rig_open(r, h->tag) && det_sm_tag(s->u, rng_below(&r->rng, RIG_SLICES), &t)) {
		const struct pf_tag *w = &s->tag[i];

		assert(s->tag_head++ != s->tag_tail);
		assert(t.block == w->block && t.warp == w->warp && t.barrier == w->barrier &&
		       t.signature == w->signature && t.strong == w->strong &&
		       t.write == w->write && t.atomic == w->atomic &&
		       t.block_scope == w->block_scope);
		if (r->now - s->tag_at[i] < s->tag_cycles)
			s->tag_cycles = r->now - s->tag_at[i];
	}
	if (s->u->multicast)
		s->message_head = (uint32_t)det_sm_told(s->u);
	i = s->message_head % RIG_EXPECTED;
	if (rig_open(r, h->message) && det_sm_message(s->u, &m, &slice)) {
		const struct pf_message *w = &s->message[i];

		assert(s->message_head != s->message_tail);
		s->message_head += !s->u->multicast;
		assert(m.epoch == w->epoch && m.block == w->block && m.warp == w->warp &&
		       m.device == w->device);
		assert((slice == PF_TO_ALL) == (m.epoch || !s->u->multicast));
		assert(slice == PF_TO_ALL || slice < RIG_SLICES);
		s->copies[slice == PF_TO_ALL ? RIG_SLICES : slice]++;
		if (r->now - s->message_at[i] < s->message_cycles)
			s->message_cycles = r->now - s->message_at[i];
	}
}

static inline bool rig_waits_for_fence(const struct rig_sm *s, uint32_t warp)
{
	for (uint32_t i = s->message_head; s->u->multicast && i != s->message_tail; i++)
		if (!s->message[i % RIG_EXPECTED].epoch &&
		    s->message[i % RIG_EXPECTED].warp == warp)
			return true;
	return false;
}

/* A request does not see the event of its own cycle. */
static inline void rig_sm_cycle(struct rig *r, struct rig_sm *s, bool give)
{
	struct pf_message m;

	rig_sm_outputs(r, s);
	if (give && rig_open(r, r->habit.request) && det_sm_request_ready(s->u)) {
		const struct pf_event e = rig_event(r);
		const struct pf_sm_request q = {.slot = e.slot,
						.warp = e.warp,
						.strong = rng_below(&r->rng, 2),
						.block_scope = rng_below(&r->rng, 2),
						.is_atom = rng_below(&r->rng, 2),
						.write = rng_below(&r->rng, 2)};

		if (!rig_waits_for_fence(s, q.warp)) {
			s->tag_at[s->tag_tail % RIG_EXPECTED] = r->now;
			s->tag[s->tag_tail++ % RIG_EXPECTED] = pf_sm_tag(&s->want, &q);
			det_sm_request(s->u, &q);
		}
	}
	if (give && rig_open(r, r->habit.event) && det_sm_event_ready(s->u)) {
		const struct pf_event e = rig_event(r);

		if (pf_sm_event(&s->want, &e, &m)) {
			s->message_at[s->message_tail % RIG_EXPECTED] = r->now;
			s->message[s->message_tail++ % RIG_EXPECTED] = m;
		}
		det_sm_event(s->u, &e);
		assert(!det_sm_settled(s->u));
		assert(s->message_tail - s->message_head <= RIG_EXPECTED);
	}
	assert(s->u->multicast || !det_sm_settled(s->u) || s->message_head == s->message_tail);
	assert(!det_sm_idle(s->u) ||
	       (s->message_head == s->message_tail && s->tag_head == s->tag_tail));
	det_sm_step(s->u);
}

/* It did enough, in as many cycles as it says. */
static inline void rig_sm_check(const struct rig_sm *s)
{
	assert(s->u->tags > 100 && s->u->messages > 100);
	if (s->u->multicast) /* or more: it waits for tags */
		assert(s->message_cycles >= RIG_MULTICAST_CYCLES);
	else
		assert(s->message_cycles == RIG_MESSAGE_CYCLES);
	assert(s->tag_cycles == RIG_TAG_CYCLES);
	for (unsigned i = 0; s->u->multicast && i < RIG_SLICES; i++)
		assert(s->copies[i] > 20);
}

/* All SMs, `cycles` of traffic, and then until idle. */
static inline void rig_sms(struct rig *r, struct rig_sm *s, uint32_t cycles)
{
	for (uint32_t n = 0; n < cycles; n++, r->now++)
		for (uint32_t i = 0; i < RIG_SMS; i++)
			rig_sm_cycle(r, &s[i], true);
	for (uint32_t n = 0; n < RIG_GIVE_UP; n++, r->now++) {
		bool idle = true;

		for (uint32_t i = 0; i < RIG_SMS; i++) {
			rig_sm_cycle(r, &s[i], false);
			idle = idle && det_sm_idle(s[i].u);
		}
		if (idle)
			return;
	}
	fputs("SM units never idle\n", stderr);
	abort();
}

/* Even streams, as tb/cosim measures them. */

struct rig_rate {
	double entries, requests; /* a cycle */
	uint64_t alone;           /* cycles from one request until the unit is idle */
};

static inline struct rig_rate rig_stream(struct rig *r, enum traffic_stream stream,
					 uint32_t latency)
{
	enum { REQUESTS = 4096 };
	struct diag diag;
	struct pf_slice_config c;
	struct rig_slice *s = &r->slice[0];
	uint64_t from = 0, words = 0;

	r->habit = (struct rig_habit){.least = latency, .most = latency};
	if (det_launch(r->d, REQUESTS * PF_SECTOR_BYTES, &diag))
		abort();
	c = r->d->slice_config;
	for (uint32_t i = 0; i < REQUESTS; i++) {
		traffic_streamed(&c, stream, i, &s->next);
		s->has = true;
		while (!rig_cycle(r))
			continue;
		if (i == REQUESTS / 4) {
			from = r->now;
			words = s->words;
		}
	}
	const double cycles = (double)(r->now - from);

	words = s->words - words;
	rig_drain(r);
	det_records(r->d, rig_no_record, NULL);
	return (struct rig_rate){.entries = (double)words / cycles,
				 .requests = (REQUESTS - REQUESTS / 4 - 1) / cycles};
}

static inline uint64_t rig_alone(struct rig *r, uint32_t latency)
{
	struct diag diag;
	uint64_t from;

	r->habit = (struct rig_habit){.least = latency, .most = latency};
	if (det_launch(r->d, 4096 * PF_SECTOR_BYTES, &diag))
		abort();
	traffic_streamed(&r->d->slice_config, TRAFFIC_SCATTERED, 0, &r->slice[0].next);
	r->slice[0].has = true;
	while (!rig_cycle(r))
		continue;
	from = r->now;
	rig_drain(r);
	return r->now - from;
}

/* One word stored by a warp, twice: what is read and written, by the settings. */
static inline void rig_settings(struct rig *r)
{
	const struct det_config *c = &r->config.det;
	struct rig_slice *s = &r->slice[0];
	struct diag diag;

	if (det_launch(r->d, 64 * PF_SECTOR_BYTES, &diag))
		abort();
	for (unsigned i = 0; i < 2; i++) {
		const uint64_t reads = s->reads, writes = s->writes;

		s->next = (struct pf_request){.kind = PF_REQ_ACCESS,
					      .sector = 5,
					      .word_mask = 2,
					      .tag = {.warp = 1, .write = true}};
		s->has = true;
		rig_drain(r);
		assert(s->reads - reads == (c->whole_line ? 2 : 1));
		assert(s->writes - writes == (i == 0 || c->write_always ? 1 : 0));
	}
}

#endif
