/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order_check: deterministic mode with the detector: the checks of a quantum in an order of their
 * own.
 *
 *   access ─> SM unit ─> tag ─┐
 *   fence  ─> SM unit ─> message ─> list of its warp ── COMMIT, in this SM's turn ──> packets
 *
 * What a slice unit reports depends on the order in which accesses come. In a parallel mode that is
 * the networks' business, so checks do not travel with their accesses: each warp keeps its own,
 * tags and fences in program order, and when the SMs' turns come in the commit mode, one after the
 * other, they are sent:
 *
 *   block slots in order; of a slot what lies before the first barrier, then what lies behind it,
 * ..; of that the warps in order; of a warp the program's order
 *
 * A block that begins within a quantum comes after the one before it in its slot. That order is one
 * in which all could have happened, as barriers order it, and it depends on nothing but the
 * program. From one SM to one slice packets keep their order; the next SM begins when all have been
 * taken. Atomics are checked as they are performed, in the serial mode.
 *
 * Not modelled: the memory that the lists need (some 16 bytes a check) and its traffic.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/map.h"
#include "../noc/noc.h"
#include "golden/pf_geometry.h"
#include "sm_int.h"

void sm_check_init(struct sm *s)
{
	struct sm_order *r = s->order;
	const uint32_t slots = s->cfg->sm.block_slots;
	const struct pf_geometry *g = pf_geometry_named(sim_geometry_name(s->cfg->det.geometry));

	r->barriers = mem_alloc(slots * sizeof(*r->barriers));
	r->epoch_slots = mem_alloc(slots * sizeof(*r->epoch_slots));
	r->barrier_mask = (1U << g->barrier_bits) - 1;
}

static void drop(struct sm *s, struct pkt *k)
{
	for (struct pkt *next; k; k = next) {
		next = k->next;
		pkt_free(s->pool, k);
	}
}

void sm_check_free(struct sm *s)
{
	drop(s, s->order->untagged);
	for (uint32_t i = 0; i < SM_WARPS; i++)
		drop(s, s->warp[i].checks);
	free(s->order->barriers);
	free(s->order->epoch_slots);
}

/* Lists */

static void append(struct sm *s, struct sm_warp *w, struct pkt *k)
{
	k->next = NULL;
	*(w->checks ? &w->last_check->next : &w->checks) = k;
	w->last_check = k;
	if (w->segment > s->order->check_last)
		s->order->check_last = w->segment;
}

/* A block that follows another in its slot comes after all of it: also after checks of it that have
 * no tag yet. */
void sm_check_begin_block(struct sm *s, uint32_t slot)
{
	const uint32_t first = slot * s->warps_per_block;
	uint32_t next = 0;

	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		if (s->warp[i].segment >= next)
			next = s->warp[i].segment + 1;
	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		s->warp[i].segment = next;
}

void sm_check_access(struct sm *s, struct sm_op *o, const struct coalesced *a)
{
	struct sm_order *r = s->order;
	const struct map map = map_make(&s->cfg->l2);
	struct pkt *k = pkt_alloc(s->pool);

	det_sm_request(s->det, &o->request);
	s->det_busy = true;
	k->kind = PKT_HIT;
	k->addr = a->addr;
	k->slice = (uint16_t)map_slice(&map, a->addr);
	k->word_mask = a->word_mask;
	k->sub_mask = a->sub_mask;
	k->pc = o->op.pc;
	k->flits = (uint16_t)noc_flits(&s->cfg->noc, s->cfg->det.tag_bytes);
	k->part = o->w->index;
	k->due = o->w->segment;
	*(r->untagged ? &r->last_untagged->next : &r->untagged) = k;
	r->last_untagged = k;
	o->w->untagged++;
}

/* Tags come in the order of requests. */
void sm_check_tags(struct sm *s)
{
	struct sm_order *r = s->order;
	struct pkt *k = r->untagged;

	if (!k || !det_sm_tag(s->det, &k->tag))
		return;
	r->untagged = k->next;
	s->warp[k->part].untagged--;
	append(s, &s->warp[k->part], k);
	s->sync_moved = true;
}

/* A barrier's count of the detector wraps: its message names no block. */
void sm_check_barrier(struct sm *s, uint32_t slot)
{
	struct sm_order *r = s->order;

	r->barriers[slot] = (r->barriers[slot] + 1) & r->barrier_mask;
	if (!r->barriers[slot])
		r->epoch_slots[r->epochs++] = slot;
}

/* Fences of a parallel mode take their place in the list; those of releases in the serial mode go
 * their usual way. */
bool sm_check_message(struct sm *s, struct pkt *k)
{
	struct sm_order *r = s->order;
	struct sm_warp *w;

	if (!r || r->mode != COMMIT_PARALLEL)
		return false;
	if (k->kind == PKT_EPOCH) {
		assert(r->epochs);
		w = &s->warp[r->epoch_slots[0] * s->warps_per_block];
		memmove(r->epoch_slots, r->epoch_slots + 1, --r->epochs * sizeof(uint32_t));
	} else {
		w = &s->warp[k->tag.warp];
	}
	k->flits = (uint16_t)noc_flits(&s->cfg->noc, 0);
	k->due = w->segment;
	append(s, w, k);
	return true;
}

/* Replay */

void sm_check_quantum(struct sm *s)
{
	s->order->check_last = 0;
	for (uint32_t i = 0; i < SM_WARPS; i++)
		s->warp[i].segment = 0;
}

void sm_order_check(struct sm *s)
{
	struct sm_order *r = s->order;

	r->checking = true;
	r->check_slot = r->check_segment = 0;
}

bool sm_order_checked(const struct sm *s)
{
	return s->order->checked && !s->order->unanswered;
}

/* The next one in order; NULL: there is none. */
static struct sm_warp *next_check(struct sm *s)
{
	struct sm_order *r = s->order;

	for (; r->check_slot < s->n_slots; r->check_slot++, r->check_segment = 0)
		for (; r->check_segment <= r->check_last; r->check_segment++)
			for (uint32_t i = 0; i < s->warps_per_block; i++) {
				struct sm_warp *w =
					&s->warp[r->check_slot * s->warps_per_block + i];

				if (w->checks && w->checks->due == r->check_segment)
					return w;
			}
	return NULL;
}

/* One a cycle. */
void sm_check_replay(struct sm *s)
{
	struct sm_order *r = s->order;
	struct sm_warp *w = next_check(s);
	struct pkt *k;

	if (!w) {
		r->checking = false;
		r->checked = true;
		return;
	}
	if (!l1_room(s->l1))
		return;
	k = w->checks;
	w->checks = k->next;
	k->next = NULL;
	k->due = 0;
	k->acked = true;
	(void)l1_packet(s->l1, k);
	r->unanswered += k->kind == PKT_HIT || k->single ? 1 : s->n_slices;
}
