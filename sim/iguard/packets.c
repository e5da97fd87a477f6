/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * packets: what a packet is to iGUARD's slice unit.
 *
 *   READ, WRITE, ATOM, HIT ─> their parts, a request each ─┬─> queue of the slice's side
 *   FENCE, EPOCH ───────────> messages ────────────────────┘
 *
 * An atomic of which some lanes have written and some have not is two accesses. The slice performs
 * it, so it knows these lanes, and makes parts of each; they have the first part's times and locks.
 */
#include "iguard/events.h"
#include "note.h"
#include "sides.h"

static void put(struct det_slice_side *d, const struct pkt *k, const struct iguard_note *n,
		const struct pkt_part *p, bool write)
{
	struct gpu *g = d->side.gpu;
	struct det_entry *e = det_slice_side_put(d);

	*e = (struct det_entry){.iguard = {.sector = map_local(&g->map, p->addr) / SECTOR,
					   .words = p->word_mask,
					   .tag = iguard_tag_of(n),
					   .pc = g->pc_base + p->pc},
				.sm = k->sm};
	e->iguard.tag.write = write;
	d->side.slice->stats.requests++;
}

static void put_note(struct det_slice_side *d, const struct pkt *k, const struct iguard_note *n,
		     bool write)
{
	put(d, k, n, &(struct pkt_part){.addr = k->addr, .pc = k->pc, .word_mask = n->words},
	    write);
}

/* Each of the parts in the notes. */
static void put_all(struct det_slice_side *d, const struct pkt *k, bool write)
{
	const struct iguard_note *more = k->load;
	struct iguard_note first = iguard_noted(k);

	if (!first.more)
		first.words = k->word_mask;
	put_note(d, k, &first, write);
	for (uint32_t i = 0; i < first.more; i++)
		put_note(d, k, &more[i], write);
}

/* One of several loads that hit has other words than its note. */
static void put_hit(struct det_slice_side *d, const struct pkt *k)
{
	const struct iguard_note n = iguard_noted(k);
	const struct pkt_parts *more = k->load;

	if (n.more) {
		put_all(d, k, false);
		return;
	}
	put(d, k, &n, &(struct pkt_part){.addr = k->addr, .pc = k->pc, .word_mask = k->word_mask},
	    false);
	for (uint32_t i = 0; more && i < more->n; i++)
		put(d, k, &n, &more->part[i], false);
}

/* Of an atomic, lanes that wrote, or that did not. */
static void put_lanes(struct det_slice_side *d, const struct pkt *k, uint32_t lanes, bool write)
{
	const struct simt_op *op = sm_op(d->side.gpu->sms[k->sm], k->op);
	struct iguard_part part[IGUARD_PARTS];
	struct iguard_note n = iguard_noted(k);
	const uint32_t parts = iguard_events_parts(op, lanes, part);

	for (uint32_t i = 0; i < parts; i++) {
		const struct pf_iguard_group *g = &part[i].group;

		n.lane = g->lane;
		n.step = g->step;
		n.bytes = g->bytes;
		n.several = g->several;
		n.words = (uint8_t)(g->words >> k->addr % LINE / 4);
		put_note(d, k, &n, write);
	}
}

static void access(struct det_slice_side *d, const struct pkt *k, uint32_t wrote)
{
	if (!wrote || wrote == k->lanes) {
		put_all(d, k, wrote != 0);
		return;
	}
	put_lanes(d, k, wrote, true);
	put_lanes(d, k, k->lanes & ~wrote, false);
	d->side.slice->stats.split++;
}

static void message(struct det_slice_side *d, const struct pkt *k)
{
	struct slice_stats *n = &d->side.slice->stats;

	n->fences += k->kind == PKT_FENCE;
	n->epochs += k->kind == PKT_EPOCH;
	*det_slice_side_put(d) = (struct det_entry){
		.iguard = {.is_message = true, .message = iguard_message_noted(k)},
		.sm = k->sm,
		.credit = true};
}

static void packet(struct det_slice_side *d, const struct pkt *k)
{
	if (k->kind == PKT_HIT)
		put_hit(d, k);
	else
		message(d, k);
}

static bool room(const struct det_slice_side *d, const struct pkt *k)
{
	(void)k;
	return d->queue_count < d->room;
}

static void give(struct det_slice *u, const struct det_entry *e)
{
	det_slice_iguard_request(u, &e->iguard);
}

const struct det_packets iguard_packets = {
	.least = 1,
	.beyond = IGUARD_PARTS,
	.room = room,
	.access = access,
	.packet = packet,
	.give = give,
};
