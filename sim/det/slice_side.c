/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_side: the detector's side of a slice: what its unit is asked, and its way to memory.
 *
 *   tap ── accesses with their tags, messages ──> queue ─> slice unit ── metadata ──> L2
 *                                                              ^─────── answers ───────┘
 */
#include "note.h"
#include "sides.h"

enum { SPLIT = 2 }; /* requests that one packet may become; a HIT: one for each of its parts */

static struct det_slice_side *of(struct slice_side *x)
{
	return (struct det_slice_side *)x;
}

/* The slice unit's queue. */

static uint32_t parts(const struct pkt *k)
{
	const struct pkt_parts *more = k->kind == PKT_HIT ? k->load : NULL;

	return more ? 1 + more->n : 1;
}

static bool has_room(const struct det_slice_side *d, const struct pkt *k)
{
	const uint32_t n = parts(k);

	return d->queue_cap - d->queue_count >= (n > SPLIT ? n : SPLIT);
}

static struct det_entry *push(struct det_slice_side *d)
{
	const uint32_t at = d->queue_head + d->queue_count++;

	return &d->queue[at >= d->queue_cap ? at - d->queue_cap : at];
}

static void queue_part(struct det_slice_side *d, const struct pkt *k, const struct pkt_part *p,
		       bool write)
{
	struct gpu *g = d->side.gpu;
	struct det_entry *e = push(d);

	*e = (struct det_entry){.request = {.kind = PF_REQ_ACCESS,
					    .sector = map_local(&g->map, p->addr) / SECTOR,
					    .word_mask = p->word_mask,
					    .sub_mask = p->sub_mask,
					    .tag = det_noted(k),
					    .pc = g->pc_base + p->pc},
				.sm = k->sm};
	e->request.tag.write = write;
	d->side.slice->stats.requests++;
}

static void queue_access(struct det_slice_side *d, const struct pkt *k, uint8_t words, bool write)
{
	queue_part(d, k, &(struct pkt_part){k->addr, k->pc, words, k->sub_mask & words}, write);
}

/* Loads that hit: one request after the other. */
static void queue_hit(struct det_slice_side *d, const struct pkt *k)
{
	const struct pkt_parts *more = k->load;

	queue_access(d, k, k->word_mask, false);
	for (uint32_t i = 0; more && i < more->n; i++)
		queue_part(d, k, &more->part[i], false);
}

/* Knob scord_simulator: one fence file for all slices; nobody waits for the credits. */
static void message_to_all(struct det_slice_side *d, const struct pkt *k,
			   const struct pf_request *r)
{
	struct gpu *g = d->side.gpu;

	for (uint32_t i = 0; i < g->n_slices; i++) {
		det_slice_request(d->system->slices[i].unit, r);
		sm_credit(g->sms[k->sm], d->side.system, i);
	}
}

static void queue_message(struct det_slice_side *d, const struct pkt *k)
{
	const bool fence = k->kind == PKT_FENCE;
	const struct pf_request r = {.kind = fence ? PF_REQ_FENCE : PF_REQ_EPOCH,
				     .tag = det_noted(k)};
	struct slice_stats *n = &d->side.slice->stats;

	n->fences += fence;
	n->epochs += !fence;
	if (d->side.gpu->cfg.det.scord_simulator)
		message_to_all(d, k, &r);
	else
		*push(d) = (struct det_entry){.request = r, .sm = k->sm, .credit = true};
}

/* One a clock, but all at once with the knobs ideal and scord_simulator. */
static void step(struct slice_side *x)
{
	struct det_slice_side *d = of(x);

	while (d->queue_count && det_slice_ready(d->unit)) {
		const struct det_entry *e = &d->queue[d->queue_head];

		det_slice_request(d->unit, &e->request);
		if (e->credit)
			gpu_credit(x->gpu, x->system, e->sm, x->slice->index);
		d->queue_head = d->queue_head + 1 == d->queue_cap ? 0 : d->queue_head + 1;
		d->queue_count--;
	}
}

/* The tap. */

static bool ready(struct slice_side *x, const struct pkt *k)
{
	if (k->again || k->own || k->kind == PKT_COMMIT || has_room(of(x), k))
		return true;
	x->slice->stats.stall_det++;
	return false;
}

/* Words of the packet's sector that lanes of its operation touch. */
static uint8_t words_of(const struct simt_op *op, const struct pkt *k, uint32_t lanes)
{
	uint8_t words = 0;

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint64_t at = op->addr[__builtin_ctz(left)] - k->addr;

		words |= (uint8_t)(((1U << (op->size > 4 ? 2 : 1)) - 1) << (at / 4));
	}
	return words;
}

static void access(struct slice_side *x, const struct pkt *k, uint32_t wrote)
{
	struct det_slice_side *d = of(x);
	uint8_t words = k->word_mask, written;

	if (!wrote || wrote == k->lanes) {
		queue_access(d, k, words, wrote != 0);
		return;
	}
	/* Some compare-and-swaps have written, some not: ask for each half what it was. */
	written = words_of(sm_op(x->gpu->sms[k->sm], k->op), k, wrote) & words;
	words &= (uint8_t)~written;
	if (written)
		queue_access(d, k, written, true);
	if (words)
		queue_access(d, k, words, false);
	x->slice->stats.split += written && words;
}

/* A HIT that is acknowledged comes out of a log: a store's, or a load's that did not hit. */
static void packet(struct slice_side *x, struct pkt *k)
{
	if (k->kind != PKT_HIT)
		queue_message(of(x), k);
	else if (k->ack)
		queue_access(of(x), k, k->word_mask, det_noted(k).write);
	else
		queue_hit(of(x), k);
}

/* Metadata. */

enum { READS, WRITES, SOURCES };

static void source(struct slice_side *x, uint32_t which)
{
	struct det_slice *u = of(x)->unit;
	struct slice_stats *n = &x->slice->stats;
	uint64_t beat;
	uint32_t id;
	bool record;

	if (which == READS) {
		const uint32_t bytes = det_slice_read_bytes(u);

		if (!det_slice_read(u, &beat, &id))
			return;
		slice_send(x, PKT_META_READ, beat, id, bytes);
		n->meta_reads += bytes / SECTOR;
		return;
	}
	if (!det_slice_write(u, &beat, &record))
		return;
	slice_send(x, record ? PKT_RECORD : PKT_META_WRITE, beat, 0, SECTOR);
	n->meta_writes += !record;
	n->records += record;
}

static bool answer(struct slice_side *x, const struct pkt *k)
{
	struct det_slice *u = of(x)->unit;

	if (!det_slice_answer_ready(u, k->id))
		return false;
	det_slice_answer(u, k->id);
	return true;
}

static bool idle(const struct slice_side *x)
{
	return det_slice_idle(((const struct det_slice_side *)x)->unit);
}

static bool queued(const struct slice_side *x)
{
	return ((const struct det_slice_side *)x)->queue_count != 0;
}

static const struct slice_side_calls calls = {
	.ready = ready,
	.packet = packet,
	.access = access,
	.step = step,
	.sources = SOURCES,
	.source = source,
	.answer = answer,
	.idle = idle,
	.queued = queued,
	.winds_up = true,
};

void det_slice_side_init(struct det_slice_side *x, struct det_system *d, uint32_t slice)
{
	const struct det_config *c = &d->side.gpu->cfg.det;
	const uint32_t room = c->in_queue;
	const uint32_t least = c->hit_merge != SIM_HITS_OFF ? 1 + PKT_PARTS : SPLIT;

	x->side.calls = &calls;
	x->system = d;
	x->unit = det_slice(d->det, slice);
	x->queue_cap = room < least ? least : room;
	x->queue = mem_alloc(x->queue_cap * sizeof(*x->queue));
}
