/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * packets: what a packet is to ScoRD's slice unit.
 *
 *   READ, WRITE, ATOM, HIT ─> accesses with their tags ─┬─> queue of the slice's side
 *   FENCE, EPOCH ───────────> messages ─────────────────┘
 */
#include "note.h"
#include "sides.h"

/* Requests that one packet may become; a HIT: one for each of its parts. */
enum { SPLIT = 2 };

static uint32_t parts(const struct pkt *k)
{
	const struct pkt_parts *more = k->kind == PKT_HIT ? k->load : NULL;

	return more ? 1 + more->n : 1;
}

static bool room(const struct det_slice_side *d, const struct pkt *k)
{
	const uint32_t n = parts(k);

	return d->room - d->queue_count >= (n > SPLIT ? n : SPLIT);
}

static void queue_part(struct det_slice_side *d, const struct pkt *k, const struct pkt_part *p,
		       bool write)
{
	struct gpu *g = d->side.gpu;
	struct det_entry *e = det_slice_side_put(d);

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
		*det_slice_side_put(d) =
			(struct det_entry){.request = r, .sm = k->sm, .credit = true};
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

static void access(struct det_slice_side *d, const struct pkt *k, uint32_t wrote)
{
	uint8_t words = k->word_mask, written;

	if (!wrote || wrote == k->lanes) {
		queue_access(d, k, words, wrote != 0);
		return;
	}
	/* Some compare-and-swaps have written, some not: ask for each half what it was. */
	written = words_of(sm_op(d->side.gpu->sms[k->sm], k->op), k, wrote) & words;
	words &= (uint8_t)~written;
	if (written)
		queue_access(d, k, written, true);
	if (words)
		queue_access(d, k, words, false);
	d->side.slice->stats.split += written && words;
}

/* A HIT that is acknowledged comes out of a log: a store's, or a load's that did not hit. */
static void packet(struct det_slice_side *d, const struct pkt *k)
{
	if (k->kind != PKT_HIT)
		queue_message(d, k);
	else if (k->ack)
		queue_access(d, k, k->word_mask, det_noted(k).write);
	else
		queue_hit(d, k);
}

static void give(struct det_slice *u, const struct det_entry *e)
{
	det_slice_request(u, &e->request);
}

const struct det_packets scord_packets = {
	.least = SPLIT,
	.room = room,
	.access = access,
	.packet = packet,
	.give = give,
};
