/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_check: deterministic mode with a detector: the checks of a quantum in an order of their
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
#include "sides.h"

static void drop(struct commit_side *r, struct pkt *k)
{
	struct sm *s = r->side.sm;

	for (struct pkt *next; k; k = next) {
		next = k->next;
		pkt_free(s->pool, k);
	}
}

void commit_check_free(struct commit_side *r)
{
	drop(r, r->untagged);
	for (uint32_t i = 0; i < SM_WARPS; i++)
		drop(r, r->warp[i].checks);
}

/* Lists */

static void append(struct commit_side *r, struct sm_warp *w, struct pkt *k)
{
	struct commit_warp *c = of_warp(r, w);

	k->next = NULL;
	*(c->checks ? &c->last_check->next : &c->checks) = k;
	c->last_check = k;
	if (c->segment > r->check_last)
		r->check_last = c->segment;
}

/* A block that follows another in its slot comes after all of it: also after checks of it that have
 * no tag yet. */
void commit_check_begin_block(struct commit_side *r, uint32_t slot)
{
	struct sm *s = r->side.sm;
	const uint32_t first = slot * s->warps_per_block;
	uint32_t next = 0;

	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		if (r->warp[i].segment >= next)
			next = r->warp[i].segment + 1;
	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		r->warp[i].segment = next;
}

void commit_check_access(struct commit_side *r, struct sm_op *o, const struct coalesced *a)
{
	struct sm *s = r->side.sm;
	const struct map map = map_make(&r->cfg->l2);
	struct pkt *k = pkt_alloc(s->pool);

	sm_check(s, o);
	k->kind = PKT_HIT;
	k->addr = a->addr;
	k->slice = (uint16_t)map_slice(&map, a->addr);
	k->word_mask = a->word_mask;
	k->sub_mask = a->sub_mask;
	k->pc = o->op.pc;
	k->flits = (uint16_t)noc_flits(&r->cfg->noc, r->cfg->det.tag_bytes);
	k->part = o->w->index;
	k->due = of_warp(r, o->w)->segment;
	*(r->untagged ? &r->last_untagged->next : &r->untagged) = k;
	r->last_untagged = k;
	of_warp(r, o->w)->untagged++;
}

/* Tags come in the order of requests. */
void commit_check_tags(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct pkt *k = r->untagged;

	if (!k || !sm_note(s, k))
		return;
	if (r->cfg->det.tag == SIM_TAG_CODED)
		k->flits = (uint16_t)noc_flits(&r->cfg->noc, k->tag_bytes);
	r->untagged = k->next;
	r->warp[k->part].untagged--;
	append(r, &s->warp[k->part], k);
	s->sync_moved = true;
}

/* Fences of a parallel mode take their place in the list; those of releases in the serial mode go
 * their usual way. */
bool commit_check_message(struct commit_side *r, struct pkt *k, struct sm_warp *w)
{
	if (r->mode != COMMIT_PARALLEL)
		return false;
	assert(w);
	k->flits = (uint16_t)noc_flits(&r->cfg->noc, 0);
	k->due = of_warp(r, w)->segment;
	append(r, w, k);
	return true;
}

/* Replay */

void commit_check_quantum(struct commit_side *r)
{
	r->check_last = 0;
	for (uint32_t i = 0; i < SM_WARPS; i++)
		r->warp[i].segment = 0;
}

void commit_check(struct commit_side *r)
{
	r->checking = true;
	r->check_slot = r->check_segment = 0;
}

bool commit_checked(const struct commit_side *r)
{
	return r->checked && !r->unanswered;
}

/* The next one in order; NULL: there is none. */
static struct commit_warp *next_check(struct commit_side *r)
{
	const struct sm *s = r->side.sm;

	for (; r->check_slot < s->n_slots; r->check_slot++, r->check_segment = 0)
		for (; r->check_segment <= r->check_last; r->check_segment++)
			for (uint32_t i = 0; i < s->warps_per_block; i++) {
				struct commit_warp *c =
					&r->warp[r->check_slot * s->warps_per_block + i];

				if (c->checks && c->checks->due == r->check_segment)
					return c;
			}
	return NULL;
}

/* One a cycle. */
void commit_check_replay(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct commit_warp *c = next_check(r);
	struct pkt *k;

	if (!c) {
		r->checking = false;
		r->checked = true;
		return;
	}
	if (!l1_room(s->l1))
		return;
	k = c->checks;
	c->checks = k->next;
	k->next = NULL;
	k->due = 0;
	k->ack = (uint8_t)(1 + r->side.system);
	(void)l1_packet(s->l1, k);
	r->unanswered += k->kind == PKT_HIT || k->single ? 1 : r->cfg->l2.slices;
}
