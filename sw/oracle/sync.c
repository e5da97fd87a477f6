/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an operation does to the order of things, as the machine performed it:
 *
 *   a strong read   learns what the location's chain holds for its thread
 *   a write         goes on with the chain, or ends it; passes on what its thread has fenced
 */
#include "act.h"

/* Reads */

/* What a location's chain holds, by scope, for those of the block. */
static void offers(const struct act *a, const struct chain *ch, struct vclock *of[HB_SCOPES])
{
	const struct clusters *c = &a->o->hb.clusters;

	of[HB_CTA] = chain_of_block(ch, a->b->index);
	of[HB_CLUSTER] = c->blocks > 1 ? chain_of_block(ch, chain_cluster(c, a->b->index)) : NULL;
	of[HB_GPU] = ch->device;
}

/* Model scord. Learns at once; what a CAS reads at its own fence. */
static void observe_scord(const struct act *a, unsigned lane, const struct chain *ch)
{
	const bool now = a->acquires || !(a->rmw && a->op->atom == PTX_ATOM_CAS);
	struct happens_before *o = &a->o->hb;
	struct vclock *of[HB_SCOPES];

	if (!ch)
		return;
	offers(a, ch, of);
	for (int s = HB_CTA; s <= (int)act_scope(a); s++) {
		if (now)
			hb_learn(o, a->w, lane, of[s]);
		else /* a device fence takes the block's, too */
			hb_pend(o, a->w, lane, (enum hb_scope)s, of[s]);
	}
}

/* An acquire completes what its thread's earlier strong reads of the location have observed. */
static void acquire_marked(const struct act *a, unsigned lane, uint64_t addr)
{
	struct happens_before *o = &a->o->hb;
	const struct marks *marks = hb_marked(o, a->w, lane);
	const struct mark_read *r;

	for (size_t i = 0; marks && (r = marks_next(marks, i, addr, a->op->size));
	     i = (size_t)(r - marks->reads) + 1)
		for (int s = HB_CTA; s <= (int)act_scope(a); s++)
			hb_learn(o, a->w, lane, r->of[s]);
}

/* Model ptx. A strong read that observes releases begins an acquire pattern; an acquire of the same
 * location or a fence ends it, of a scope that includes who released. False: nothing to mark; else
 * what the read has observed and not acquired. */
static bool observe_ptx(const struct act *a, unsigned lane, const struct chain *ch,
			struct vclock *of[HB_SCOPES])
{
	struct happens_before *o = &a->o->hb;
	bool any = false;

	for (int s = HB_CTA; s < HB_SCOPES; s++)
		of[s] = NULL;
	if (ch && chain_links(&a->o->chains, ch, a->b->index, act_link(a)))
		offers(a, ch, of);
	for (int s = HB_CTA; a->acquires && s <= (int)act_scope(a); s++) {
		hb_learn(o, a->w, lane, of[s]);
		of[s] = NULL;
	}
	for (int s = HB_CTA; s < HB_SCOPES; s++) {
		hb_pend(o, a->w, lane, (enum hb_scope)s, of[s]);
		any |= of[s] != NULL;
	}
	return any;
}

static void observe_lane(const struct act *a, unsigned lane, uint64_t addr)
{
	struct parts *o = a->o;
	const struct mark_span span = {.zero = addr, .lanes = 1, .size = a->op->size};
	const struct place *at;
	const struct chain *ch;
	struct vclock *of[HB_SCOPES];

	if (o->ptx && a->acquires)
		acquire_marked(a, lane, addr);
	at = places_find(&o->places, addr, a->op->size);
	ch = at ? chains_at(&o->chains, at->chain) : NULL;
	if (!o->ptx)
		observe_scord(a, lane, ch);
	else if (observe_ptx(a, lane, ch, of))
		marks_read(hb_marks(&o->hb, a->w, lane), &o->hb.pool, &span, of);
}

static void mark_spots(const struct act *a, const uint8_t *picked, unsigned n,
		       struct vclock *const of[HB_SCOPES])
{
	struct happens_before *o = &a->o->hb;
	struct marks *marks = hb_marks(o, a->w, 0);
	struct mark_span span = {.size = 4};

	if (a->shift != ACCESS_LANES && a->op->vec == 1) {
		const struct spot *first = &a->spots[picked[0]];

		span.shift = a->shift;
		span.zero = first->addr - ((uint64_t)__builtin_ctz(first->lanes) << a->shift);
		for (unsigned i = 0; i < n; i++)
			span.lanes |= a->spots[picked[i]].lanes;
		marks_read(marks, &o->pool, &span, of);
		return;
	}
	span.lanes = 1;
	for (unsigned i = 0; i < n; i++) {
		span.zero = a->spots[picked[i]].addr;
		marks_read(marks, &o->pool, &span, of);
	}
}

static void observe_spots(struct act *a)
{
	struct parts *o = a->o;
	uint8_t picked[TOUCH_MAX];

	for (unsigned i = 0; i < a->n_spots; i++) {
		struct spot *s = &a->spots[i];

		if (o->ptx && a->acquires)
			acquire_marked(a, 0, s->addr);
		s->handle = s->at ? s->at->chain : 0;
		s->id = 0;
		s->todo = s->handle != 0;
	}
	for (unsigned i = 0; i < a->n_spots; i++) {
		const struct chain *ch = chains_at(&o->chains, a->spots[i].handle);
		struct vclock *of[HB_SCOPES];
		unsigned n;

		if (!a->spots[i].todo)
			continue;
		n = act_pick(a, i, picked);
		if (!o->ptx)
			observe_scord(a, 0, ch);
		else if (observe_ptx(a, 0, ch, of))
			mark_spots(a, picked, n, of);
	}
}

/* Writes */

/* What the lane's thread releases with a write there: at scopes wider than the write's (model ptx)
 * what it has fenced. */
static struct vclock *gives_at(const struct act *a, unsigned lane, enum hb_scope s)
{
	const bool covers = act_scope(a) >= s;

	if (!covers && !a->o->ptx)
		return NULL;
	return hb_gives(&a->o->hb, a->w, a->by, a->warp, lane, s, covers && a->releases);
}

static void gives(const struct act *a, unsigned lane, struct chain_write *w)
{
	*w = (struct chain_write){.block = a->b->index, .scope = act_link(a), .rmw = a->rmw};
	if (!a->strong)
		return;
	w->cta = gives_at(a, lane, HB_CTA);
	if (a->o->hb.clusters.blocks > 1)
		w->cluster = gives_at(a, lane, HB_CLUSTER);
	w->device = gives_at(a, lane, HB_GPU);
}

static void write_drop(const struct act *a, const struct chain_write *w)
{
	vclock_drop(&a->o->hb.pool, w->cta);
	vclock_drop(&a->o->hb.pool, w->cluster);
	vclock_drop(&a->o->hb.pool, w->device);
}

/* Model ptx. Adds what the thread's earlier releases of the location release again with this write,
 * and notes the write when it is one. */
static void continue_releases(const struct act *a, unsigned lane, uint64_t addr,
			      struct chain_write *w)
{
	struct happens_before *o = &a->o->hb;
	const struct marks *marks = hb_marked(o, a->w, lane);
	const struct mark_release *m = marks ? marks_released(marks, addr, a->op->size) : NULL;

	if (m) {
		const struct chain_write own = *w;

		w->cta = vclock_join(&o->pool, own.cta, m->of[HB_CTA]);
		w->cluster = vclock_join(&o->pool, own.cluster,
					 o->clusters.blocks > 1 ? m->of[HB_CLUSTER] : NULL);
		w->device = vclock_join(&o->pool, own.device, m->of[HB_GPU]);
		write_drop(a, &own);
	}
	if (a->releases)
		marks_release(hb_marks(o, a->w, lane), &o->pool, addr, a->op->size, w->cta,
			      act_scope(a));
}

struct end {
	struct parts *o;
	uint64_t addr; /* of the location that goes on; size 0: none */
	uint8_t size;
};

static void end_chain(void *ctx, struct place *at, uint64_t addr, uint8_t size)
{
	const struct end *e = ctx;

	if (addr == e->addr && size == e->size)
		return;
	chains_drop(&e->o->chains, at->chain, 1);
	at->chain = 0;
}

static void publish_lane(const struct act *a, unsigned lane, uint64_t addr)
{
	struct parts *o = a->o;
	const uint8_t size = a->op->size;
	struct end end = {.o = o, .addr = addr, .size = a->strong ? size : 0};
	struct chain_write w;
	struct place *at;
	uint32_t to;

	if (o->chains.n_live)
		places_overlap(&o->places, addr, size, end_chain, &end);
	if (!a->strong)
		return;
	gives(a, lane, &w);
	if (o->ptx)
		continue_releases(a, lane, addr, &w);
	at = places_find(&o->places, addr, size);
	to = chains_write(&o->chains, at ? at->chain : 0, 1, &w);
	if (!at && to)
		at = places_make(&o->places, addr, size);
	if (at)
		at->chain = to;
	write_drop(a, &w);
}

/* All lanes' writes pass on the same. */
static void publish_spots(struct act *a)
{
	struct chains *c = &a->o->chains;
	uint8_t picked[TOUCH_MAX];
	struct chain_write w;

	gives(a, 0, &w);
	for (unsigned i = 0; i < a->n_spots; i++) {
		struct spot *s = &a->spots[i];

		s->handle = s->at->chain;
		s->id = 0;
		s->todo = !a->rmw || s->lanes & ~a->op->failed;
	}
	for (unsigned i = 0; i < a->n_spots; i++) {
		uint32_t to;
		unsigned n;

		if (!a->spots[i].todo)
			continue;
		n = act_pick(a, i, picked);
		to = chains_write(c, a->spots[i].handle, n, &w);
		for (unsigned j = 0; j < n; j++)
			a->spots[picked[j]].at->chain = to;
	}
	write_drop(a, &w);
}

/* Locks */

static void note_locks_lane(const struct act *a, unsigned lane, uint64_t addr)
{
	const uint32_t thread = a->o->hb.its ? lane : 0;
	const uint64_t value = a->rmw ? a->op->data[1][lane] : a->op->data[0][lane];

	if (a->rmw && a->op->atom == PTX_ATOM_CAS) {
		if (value == 1 && a->op->data[0][lane] == 0)
			locks_take(&a->w->locks, &a->o->tally, thread, addr);
	} else if (value == 0 && a->w->locks.n) {
		locks_give(&a->w->locks, thread, addr);
	}
}

static void note_locks(const struct act *a)
{
	if (!a->w->locks.n && !(a->rmw && a->op->atom == PTX_ATOM_CAS))
		return;
	for (uint32_t left = a->op->mask; left; left &= left - 1)
		for (unsigned v = 0; v < a->op->vec; v++) {
			const unsigned l = (unsigned)__builtin_ctz(left);

			note_locks_lane(a, l, act_place(a, l, v));
		}
}

/* Operations */

/* Of one lane: its reads, its writes, or both. */
static void sync_lane(const struct act *a, unsigned l, bool reads, bool writes)
{
	for (unsigned v = 0; v < a->op->vec; v++) {
		const uint64_t addr = act_place(a, l, v);

		if (reads && a->strong)
			observe_lane(a, l, addr);
		if (writes && !(a->rmw && act_failed(a, l)))
			publish_lane(a, l, addr);
	}
}

static void sync_lanes(const struct act *a, bool reads, bool writes)
{
	for (uint32_t left = a->op->mask; left; left &= left - 1)
		sync_lane(a, (unsigned)__builtin_ctz(left), reads, writes);
}

/* A release's writes, and those that go on with one, differ by location. */
static bool releases_differ(const struct act *a)
{
	const struct marks *marks = hb_marked(&a->o->hb, a->w, 0);

	return a->o->ptx && (a->releases || (marks && marks->n_releases));
}

/* Weak stores matter to chains only where there are any. */
static bool matters(const struct act *a)
{
	if (a->strong)
		return a->op->kind != SIMT_OP_LD || a->o->chains.n_live || a->acquires;
	if (a->op->kind == SIMT_OP_LD)
		return false;
	for (uint32_t left = a->o->chains.n_live ? a->op->mask : 0; left; left &= left - 1)
		if (places_near(&a->o->places, act_place(a, (unsigned)__builtin_ctz(left), 0)))
			return true;
	return false;
}

/* Under ITS a lane can observe the lane before it. In lock step the warp is one thread and the
 * operation one event of it: all that its lanes learn comes before all that they pass on. */
void sync_act(struct act *a)
{
	const bool reads = a->op->kind == SIMT_OP_LD || a->op->kind == SIMT_OP_ATOM;
	const bool writes = a->op->kind != SIMT_OP_LD;

	if (writes)
		note_locks(a);
	if (!matters(a))
		return;
	if (a->o->hb.its) {
		sync_lanes(a, reads, writes);
		return;
	}
	if (reads && a->spotted)
		observe_spots(a);
	else if (reads)
		sync_lanes(a, true, false);
	if (writes && a->spotted && !releases_differ(a))
		publish_spots(a);
	else if (writes)
		sync_lanes(a, false, true);
}
