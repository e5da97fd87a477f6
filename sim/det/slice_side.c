/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_side: the detector's side of a slice: what its unit is asked, and its way to memory.
 *
 *   tap ── accesses with their tags, messages ──> queue ─> slice unit ── metadata ──> L2
 *                                                              ^─────── answers ───────┘
 */
#include "sides.h"

static struct det_slice_side *of(struct slice_side *x)
{
	return (struct det_slice_side *)x;
}

/* The slice unit's queue. */

struct det_entry *det_slice_side_put(struct det_slice_side *d)
{
	const uint32_t at = d->queue_head + d->queue_count++;

	return &d->queue[at >= d->queue_cap ? at - d->queue_cap : at];
}

/* One a clock, but all at once with the knobs ideal and scord_simulator. */
static void step(struct slice_side *x)
{
	struct det_slice_side *d = of(x);

	while (d->queue_count && det_slice_ready(d->unit)) {
		const struct det_entry *e = &d->queue[d->queue_head];

		d->packets->give(d->unit, e);
		if (e->credit)
			gpu_credit(x->gpu, x->system, e->sm, x->slice->index);
		d->queue_head = d->queue_head + 1 == d->queue_cap ? 0 : d->queue_head + 1;
		d->queue_count--;
	}
}

/* The tap. */

static bool ready(struct slice_side *x, const struct pkt *k)
{
	if (k->again || k->own || k->kind == PKT_COMMIT || of(x)->packets->room(of(x), k))
		return true;
	x->slice->stats.stall_det++;
	return false;
}

static void access(struct slice_side *x, const struct pkt *k, uint32_t wrote)
{
	of(x)->packets->access(of(x), k, wrote);
}

static void packet(struct slice_side *x, struct pkt *k)
{
	of(x)->packets->packet(of(x), k);
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

void det_slice_side_init(struct det_slice_side *x, struct det_system *d, uint32_t slice,
			 const struct det_packets *packets)
{
	const struct det_config *c = &d->side.gpu->cfg.det;
	const uint32_t least = c->hit_merge != SIM_HITS_OFF ? 1 + PKT_PARTS : packets->least;

	x->side.calls = &calls;
	x->system = d;
	x->unit = det_slice(d->det, slice);
	x->packets = packets;
	x->room = c->in_queue < least ? least : c->in_queue;
	x->queue_cap = x->room + packets->beyond;
	x->queue = mem_alloc(x->queue_cap * sizeof(*x->queue));
}
