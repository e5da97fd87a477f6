/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scord_simulator: the slice's half of ScoRD as its authors simulate it. Verdicts are
 * sw/reference's, at once and any number a cycle; metadata are traffic, but nobody waits for them.
 *
 *   request ─> pf_slice_request() ─> a fetch for each 128-byte line of metadata that it touches
 *                                      └─> read of all of it ─ answer ─> writes of the beats
 *                                          touched, changed or not
 *
 * A read is a packet of as many bytes as the L2 fetches: one for a line, if that is 128.
 *
 * A line is read again for every request, also when it is on its way already. Queues of reads and
 * writes have no bound. No race record is written.
 */
#include "model_units.h"

#include <stdlib.h>

#include "base/mem.h"

enum { LINE_BEATS = 4 };

/* Numbers in order, any number of them. */
struct fifo {
	uint64_t *v;
	size_t cap, head, tail; /* cap: 0 or a power of two */
};

struct fetch {
	uint64_t line;         /* its first beat / LINE_BEATS */
	uint8_t touched, left; /* beats to write; answers to come */
};

struct scord_simulator {
	struct slice_port port; /* first: the unit's handle */
	struct pf_slice *slice;
	uint64_t meta_base;
	uint32_t read_beats;
	struct fetch *fetch;
	size_t fetches, fetch_cap;
	struct fifo spare;         /* fetches that can be used again */
	struct fifo reads, writes; /* fetch * LINE_BEATS + beat of it; beats */
	size_t open;               /* fetches under way */
	/* Fetches of the request being judged */
	size_t mine[PF_SECTOR_WORDS];
	unsigned n_mine;
};

static bool fifo_empty(const struct fifo *f)
{
	return f->head == f->tail;
}

static void fifo_push(struct fifo *f, uint64_t v)
{
	if (f->tail - f->head == f->cap) {
		const size_t cap = f->cap ? 2 * f->cap : 64;
		uint64_t *wider = mem_alloc(cap * sizeof(*wider));

		for (size_t i = f->head; i != f->tail; i++)
			wider[i & (cap - 1)] = f->v[i & (f->cap - 1)];
		free(f->v);
		f->v = wider;
		f->cap = cap;
	}
	f->v[f->tail++ & (f->cap - 1)] = v;
}

static uint64_t fifo_head(const struct fifo *f)
{
	return f->v[f->head & (f->cap - 1)];
}

static size_t new_fetch(struct scord_simulator *p)
{
	if (!fifo_empty(&p->spare)) {
		const size_t i = fifo_head(&p->spare);

		p->spare.head++;
		return i;
	}
	p->fetch = mem_grow(p->fetch, &p->fetch_cap, p->fetches, sizeof(*p->fetch));
	return p->fetches++;
}

static struct fetch *fetch_of(struct scord_simulator *p, uint64_t line)
{
	size_t at;

	for (unsigned i = 0; i < p->n_mine; i++)
		if (p->fetch[p->mine[i]].line == line)
			return &p->fetch[p->mine[i]];
	at = p->mine[p->n_mine++] = new_fetch(p);
	p->fetch[at] = (struct fetch){.line = line, .left = (uint8_t)(LINE_BEATS / p->read_beats)};
	p->open++;
	for (unsigned b = 0; b < LINE_BEATS; b += p->read_beats)
		fifo_push(&p->reads, at * LINE_BEATS + b);
	return &p->fetch[at];
}

/* A word was checked. */
static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct scord_simulator *p = ctx;
	const uint64_t beat = p->meta_base + c->index / PF_BEAT_ENTRIES;

	fetch_of(p, beat / LINE_BEATS)->touched |= (uint8_t)(1U << beat % LINE_BEATS);
}

void scord_simulator_request(struct slice_port *port, const struct pf_request *r)
{
	struct scord_simulator *p = (struct scord_simulator *)port;

	p->n_mine = 0;
	pf_slice_request(p->slice, r);
}

static void answered(struct scord_simulator *p, size_t at)
{
	const struct fetch *f = &p->fetch[at];

	if (--p->fetch[at].left)
		return;
	for (unsigned b = 0; b < LINE_BEATS; b++)
		if (f->touched >> b & 1)
			fifo_push(&p->writes, f->line * LINE_BEATS + b);
	fifo_push(&p->spare, at);
	p->open--;
}

static void step(void *port)
{
	struct scord_simulator *p = port;
	const struct slice_port_in *in = &p->port.in;
	struct slice_port_out *out = &p->port.out;

	if (in->memory.answer_valid)
		answered(p, in->memory.answer_id / LINE_BEATS);
	p->reads.head += out->memory.read_valid && in->memory.read_ready;
	p->writes.head += out->memory.write_valid && in->memory.write_ready;
	p->port.in = (struct slice_port_in){.request_valid = false};
	out->memory.read_valid = !fifo_empty(&p->reads);
	if (out->memory.read_valid) {
		const uint64_t next = fifo_head(&p->reads);

		out->memory.read_id = (uint32_t)next;
		out->memory.read_beat =
			p->fetch[next / LINE_BEATS].line * LINE_BEATS + next % LINE_BEATS;
	}
	out->memory.write_valid = !fifo_empty(&p->writes);
	if (out->memory.write_valid)
		out->memory.write_beat = fifo_head(&p->writes);
	out->write_kind = SLICE_WRITE_META;
	out->idle = !p->open && !out->memory.write_valid;
}

void scord_simulator_program(struct slice_port *port, uint64_t meta_base)
{
	struct scord_simulator *p = (struct scord_simulator *)port;

	p->meta_base = meta_base;
	p->slice->check = on_check;
	p->slice->ctx = p;
}

struct slice_port *scord_simulator_create(struct pf_slice *slice, uint32_t read_beats)
{
	struct scord_simulator *p = mem_alloc(sizeof(*p));

	p->slice = slice;
	p->read_beats = read_beats;
	p->port.out = slice_at_rest;
	return &p->port;
}

static void destroy(void *port)
{
	struct scord_simulator *p = port;

	free(p->fetch);
	free(p->spare.v);
	free(p->reads.v);
	free(p->writes.v);
	free(p);
}

const struct unit_kind scord_simulator = {.destroy = destroy, .step = step};
