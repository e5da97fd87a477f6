/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * reference: the definition of a race in its plainest form, for tests. Every access to every
 * byte is kept for good, every thread has a full vector of event numbers, every release is kept
 * in a list. Nothing is shared with the oracle but the words of the machine.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

enum {
	REF_THREADS = 256, /* at most, exited or not */
	REF_BLOCKS = 4,
	REF_RELEASES = 1 << 15,
	REF_CARRY = 2048, /* releases on one location, or waiting in one thread */
	REF_LOCS = 1 << 12,
	REF_BYTES = 1 << 20,
	REF_PAIRS = 1 << 16,
	REF_BARS = 16,
	REF_HASH = 4096,
	REF_STEPS = 1 << 18,
	REF_FENCES = 1 << 14,
	REF_OWN = 1 << 12
};

struct ref_vector {
	uint32_t of[REF_THREADS]; /* events up to that number are known */
};

/* Somebody's release that a location passes on. */
struct ref_release {
	uint32_t block;
	bool device; /* for everybody; else only for the block */
	struct ref_vector knew;
};

struct ref_loc { /* an element's address and size, and the releases its value carries */
	uint64_t addr;
	uint32_t block, n, release[REF_CARRY];
	uint8_t size;
	enum ptx_scope scope;
	bool used;
	uint32_t link, pos; /* of the last write, when it is strong */
};

/* Observation order (model ptx): a strong access to an element. Writes that read-modify-writes link
 * have one link's number and count up; a read has observed those of a link up to `saw`. */
struct ref_step {
	uint64_t addr;
	uint32_t event, thread;
	uint32_t link, pos;     /* its write; link 0: none */
	uint32_t saw_link, saw; /* its read */
	uint8_t size;
};

/* A fence.sc. */
struct ref_fence_sc {
	uint32_t event, block;
	bool wide;
	struct ref_vector knew;
};

/* A thread's last release on a location, of any scope and of device scope. */
struct ref_own {
	uint64_t addr;
	uint32_t thread;
	uint8_t size;
	bool is[2];
	struct ref_vector knew[2];
};

struct ref_byte { /* one access to one byte */
	uint64_t addr;
	uint32_t event, thread, block, warp, lane, pc;
	uint32_t step; /* index + 1 */
	uint32_t next; /* older one of the same hash; index + 1 */
	uint8_t size;
	bool writes, atomic, wide;
};

/* Access `second lane, word` of the last event races with this earlier one. */
struct ref_pair {
	uint64_t word;
	uint32_t lane, block, warp, first_lane, pc;
};

struct ref_bar {
	struct ref_vector joined;
};

struct ref {
	bool its, ptx;
	uint32_t warps; /* of a block */
	uint32_t event;
	struct ref_vector now[REF_THREADS], fence[REF_THREADS][2];
	bool fenced[REF_THREADS][2];
	uint32_t pending[REF_THREADS][REF_CARRY], n_pending[REF_THREADS];
	uint64_t pending_at[REF_THREADS][REF_CARRY]; /* where it was observed: address, size */
	struct ref_release releases[REF_RELEASES];
	uint32_t n_releases;
	struct ref_loc locs[REF_LOCS];
	uint32_t n_locs;
	struct ref_byte bytes[REF_BYTES];
	uint32_t n_bytes, head[REF_HASH];
	struct ref_pair pairs[REF_PAIRS]; /* of the last event */
	uint32_t n_pairs;
	struct ref_bar bar[REF_BLOCKS][REF_BARS];
	struct ref_step steps[REF_STEPS];
	uint32_t n_steps, n_links, step_of[32][4]; /* of the last event */
	struct ref_fence_sc sc[REF_FENCES];
	uint32_t n_sc;
	struct ref_own own[REF_OWN];
	uint32_t n_own;
	bool overflow; /* a table was too small: the program does not count */
};

static inline void ref_begin(struct ref *r, bool its, bool ptx, uint32_t warps)
{
	memset(r->now, 0, sizeof(r->now));
	memset(r->fenced, 0, sizeof(r->fenced));
	memset(r->n_pending, 0, sizeof(r->n_pending));
	memset(r->bar, 0, sizeof(r->bar));
	memset(r->head, 0, sizeof(r->head));
	r->its = its;
	r->ptx = ptx;
	r->n_steps = r->n_links = r->n_sc = r->n_own = 0;
	r->warps = warps;
	r->event = r->n_releases = r->n_locs = r->n_bytes = r->n_pairs = 0;
	r->overflow = false;
}

static inline uint32_t ref_thread(const struct ref *r, uint32_t block, uint32_t warp, uint32_t lane)
{
	const uint32_t w = block * r->warps + warp;

	return r->its ? w * 32 + lane : w;
}

static inline void ref_join(struct ref_vector *to, const struct ref_vector *from)
{
	for (unsigned t = 0; t < REF_THREADS; t++)
		if (from->of[t] > to->of[t])
			to->of[t] = from->of[t];
}

/* What the thread knows, its own events up to now with it. */
static inline struct ref_vector ref_all(const struct ref *r, uint32_t t)
{
	struct ref_vector v = r->now[t];

	v.of[t] = r->event;
	return v;
}

static inline uint64_t ref_place(const struct simt_op *op, uint32_t block, unsigned l, unsigned v)
{
	const uint64_t a = op->addr[l] + (uint64_t)v * op->size;

	return op->space == PTX_SPACE_SHARED ? a + 0x1000000ULL * (block + 1) : a;
}

/* Fence, warp sync, barrier */

static inline void ref_fence_one(struct ref *r, uint32_t t, uint32_t block, bool device)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < r->n_pending[t]; i++) {
		const uint32_t n = r->pending[t][i];

		if ((device && r->releases[n].device) || r->releases[n].block == block)
			ref_join(&r->now[t], &r->releases[n].knew);
		else {
			r->pending_at[t][kept] = r->pending_at[t][i];
			r->pending[t][kept++] = n;
		}
	}
	r->n_pending[t] = kept;
	for (int s = 0; s <= (int)device; s++) {
		r->fence[t][s] = ref_all(r, t);
		r->fenced[t][s] = true;
	}
}

/* After each earlier fence.sc that this one's scope includes, and whose scope includes this one. */
static inline void ref_sc_one(struct ref *r, uint32_t t, uint32_t block, bool device)
{
	for (uint32_t i = 0; i < r->n_sc; i++) {
		const struct ref_fence_sc *f = &r->sc[i];

		if (f->event != r->event && (f->block == block || (f->wide && device)))
			ref_join(&r->now[t], &f->knew);
	}
	if (r->n_sc == REF_FENCES) {
		r->overflow = true;
		return;
	}
	r->sc[r->n_sc++] = (struct ref_fence_sc){.event = r->event, .block = block, .wide = device};
}

static inline void ref_fence(struct ref *r, uint32_t block, uint32_t warp, uint32_t mask,
			     bool device, bool sc)
{
	r->event++;
	for (unsigned l = 0; l < 32; l++) {
		const uint32_t t = ref_thread(r, block, warp, l), n = r->n_sc;

		if (!(mask >> l & 1))
			continue;
		if (r->ptx && sc)
			ref_sc_one(r, t, block, device);
		ref_fence_one(r, t, block, device);
		if (r->n_sc > n)
			r->sc[n].knew = ref_all(r, t);
	}
}

static inline void ref_warp_sync(struct ref *r, uint32_t block, uint32_t warp, uint32_t mask)
{
	struct ref_vector all = {{0}};

	r->event++;
	for (unsigned l = 0; l < 32; l++) {
		if (mask >> l & 1) {
			const struct ref_vector v = ref_all(r, ref_thread(r, block, warp, l));

			ref_join(&all, &v);
		}
	}
	for (unsigned l = 0; l < 32; l++)
		if (mask >> l & 1)
			ref_join(&r->now[ref_thread(r, block, warp, l)], &all);
}

static inline void ref_arrive(struct ref *r, uint32_t block, uint32_t warp, uint32_t mask,
			      uint32_t bar)
{
	r->event++;
	for (unsigned l = 0; l < 32; l++) {
		if (mask >> l & 1) {
			const struct ref_vector v = ref_all(r, ref_thread(r, block, warp, l));

			ref_join(&r->bar[block][bar].joined, &v);
		}
	}
}

static inline void ref_released(struct ref *r, uint32_t block, uint32_t warp, uint32_t mask,
				uint32_t bar)
{
	for (unsigned l = 0; l < 32; l++)
		if (mask >> l & 1)
			ref_join(&r->now[ref_thread(r, block, warp, l)],
				 &r->bar[block][bar].joined);
}

/* All that the phase released has been told. */
static inline void ref_phase_ends(struct ref *r, uint32_t block, uint32_t bar)
{
	memset(&r->bar[block][bar], 0, sizeof(r->bar[block][bar]));
}

/* Synchronising accesses */

static inline bool ref_is_wide(enum ptx_scope s)
{
	return s == PTX_SCOPE_GPU || s == PTX_SCOPE_SYS;
}

static inline struct ref_loc *ref_find(struct ref *r, uint64_t addr, uint8_t size)
{
	for (uint32_t i = 0; i < r->n_locs; i++)
		if (r->locs[i].used && r->locs[i].addr == addr && r->locs[i].size == size)
			return &r->locs[i];
	return NULL;
}

/* Morally strong with the location's last write. */
static inline bool ref_linked(const struct ref_loc *loc, uint32_t block, enum ptx_scope scope)
{
	return loc && loc->scope != PTX_SCOPE_NONE &&
	       (loc->block == block || (ref_is_wide(loc->scope) && ref_is_wide(scope)));
}

/* All that the thread has observed waits for an acquire of the same location, or a fence. */
static inline void ref_observe_ptx(struct ref *r, uint32_t t, uint32_t block,
				   const struct simt_op *op, uint64_t addr)
{
	const struct ref_loc *loc = ref_find(r, addr, op->size);
	const bool acquires = op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL;
	const uint64_t at = addr << 4 | op->size;

	for (uint32_t i = 0; ref_linked(loc, block, op->scope) && i < loc->n; i++) {
		if (r->n_pending[t] == REF_CARRY) {
			r->overflow = true;
			break;
		}
		r->pending_at[t][r->n_pending[t]] = at;
		r->pending[t][r->n_pending[t]++] = loc->release[i];
	}
	for (uint32_t i = 0; acquires && i < r->n_pending[t]; i++) {
		const struct ref_release *rel = &r->releases[r->pending[t][i]];

		if (r->pending_at[t][i] == at &&
		    (rel->block == block || (rel->device && ref_is_wide(op->scope))))
			ref_join(&r->now[t], &rel->knew);
	}
}

static inline void ref_observe(struct ref *r, uint32_t t, uint32_t block, const struct simt_op *op,
			       uint64_t addr)
{
	const struct ref_loc *loc = ref_find(r, addr, op->size);
	const bool acquires = op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL;
	const bool cas = op->kind == SIMT_OP_ATOM && op->atom == PTX_ATOM_CAS;

	if (r->ptx) {
		ref_observe_ptx(r, t, block, op, addr);
		return;
	}
	for (uint32_t i = 0; loc && i < loc->n; i++) {
		const struct ref_release *rel = &r->releases[loc->release[i]];

		if (rel->block != block && !(rel->device && ref_is_wide(op->scope)))
			continue;
		if (acquires || !cas)
			ref_join(&r->now[t], &rel->knew);
		else if (r->n_pending[t] < REF_CARRY)
			r->pending[t][r->n_pending[t]++] = loc->release[i];
		else
			r->overflow = true;
	}
}

static inline void ref_release_add(struct ref *r, struct ref_loc *loc, uint32_t block, bool device,
				   const struct ref_vector *knew)
{
	if (r->n_releases == REF_RELEASES || loc->n == REF_CARRY) {
		r->overflow = true;
		return;
	}
	r->releases[r->n_releases] =
		(struct ref_release){.block = block, .device = device, .knew = *knew};
	loc->release[loc->n++] = r->n_releases++;
}

static inline struct ref_own *ref_own_of(struct ref *r, uint32_t t, const struct ref_loc *loc,
					 bool add)
{
	for (uint32_t i = 0; i < r->n_own; i++)
		if (r->own[i].thread == t && r->own[i].addr == loc->addr &&
		    r->own[i].size == loc->size)
			return &r->own[i];
	if (!add)
		return NULL;
	if (r->n_own == REF_OWN) {
		r->overflow = true;
		return NULL;
	}
	r->own[r->n_own] = (struct ref_own){.thread = t, .addr = loc->addr, .size = loc->size};
	return &r->own[r->n_own++];
}

/* What begins the pattern, and its scope: a fence, an earlier release here, or the write itself. */
static inline void ref_write_ptx(struct ref *r, uint32_t t, uint32_t block,
				 const struct simt_op *op, struct ref_loc *loc)
{
	const bool now = op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL;
	const struct ref_vector all = ref_all(r, t);
	struct ref_own *own = ref_own_of(r, t, loc, now);

	for (int s = 0; s < 2; s++) {
		if (own && now && (s == 0 || ref_is_wide(op->scope))) {
			own->is[s] = true;
			own->knew[s] = all;
		}
		if (own && own->is[s])
			ref_release_add(r, loc, block, s, &own->knew[s]);
		if (r->fenced[t][s])
			ref_release_add(r, loc, block, s, &r->fence[t][s]);
	}
}

static inline void ref_write(struct ref *r, uint32_t t, uint32_t block, const struct simt_op *op,
			     uint64_t addr)
{
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	const bool strong = rmw || op->sem != PTX_SEM_WEAK, wide = ref_is_wide(op->scope);
	const bool now = op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL;
	const struct ref_vector all = ref_all(r, t);
	struct ref_loc *loc = ref_find(r, addr, op->size);

	for (uint32_t i = 0; i < r->n_locs; i++) {
		struct ref_loc *o = &r->locs[i];

		if (o != loc && o->addr < addr + op->size && addr < o->addr + o->size)
			o->used = false;
	}
	if (!loc) {
		if (r->n_locs == REF_LOCS) {
			r->overflow = true;
			return;
		}
		loc = &r->locs[r->n_locs++];
		*loc = (struct ref_loc){.addr = addr, .size = op->size, .used = true};
	}
	if (!rmw || !ref_linked(loc, block, op->scope))
		loc->n = 0;
	loc->block = block;
	loc->scope = strong ? op->scope : PTX_SCOPE_NONE;
	if (!strong)
		return;
	if (r->ptx) {
		ref_write_ptx(r, t, block, op, loc);
		return;
	}
	/* Two releases at most: its last fence for the block, and that for all. */
	if (now)
		ref_release_add(r, loc, block, wide, &all);
	if (r->fenced[t][0])
		ref_release_add(r, loc, block, false, &r->fence[t][0]);
	if (r->fenced[t][1])
		ref_release_add(r, loc, block, wide, &r->fence[t][1]);
}

/* Conflicts */

/* What the element's strong access observes, and where its own write stands. */
static inline void ref_step(struct ref *r, uint32_t t, uint32_t block, const struct simt_op *op,
			    uint64_t addr, bool writes, uint32_t *index)
{
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	struct ref_loc *loc = ref_find(r, addr, op->size);
	struct ref_step *s = &r->steps[r->n_steps];

	if (r->n_steps == REF_STEPS) {
		r->overflow = true;
		return;
	}
	*s = (struct ref_step){.addr = addr, .event = r->event, .thread = t, .size = op->size};
	if (op->kind != SIMT_OP_ST && ref_linked(loc, block, op->scope)) {
		s->saw_link = loc->link;
		s->saw = loc->pos;
	}
	if (writes) {
		s->link = rmw && s->saw_link ? s->saw_link : ++r->n_links;
		s->pos = rmw && s->saw_link ? s->saw + 1 : 1;
	}
	*index = ++r->n_steps;
}

/* Has the thread, or somebody it is ordered after, observed that write before this event? */
static inline bool ref_observed(const struct ref *r, const struct ref_step *w, uint32_t t)
{
	for (uint32_t i = 0; i < r->n_steps; i++) {
		const struct ref_step *z = &r->steps[i];

		if (z->saw_link == w->link && w->link && z->saw >= w->pos &&
		    (z->thread == t ? z->event < r->event : r->now[t].of[z->thread] >= z->event))
			return true;
	}
	return false;
}

static inline bool ref_races(const struct ref *r, const struct ref_byte *p,
			     const struct ref_byte *x)
{
	if (p->addr != x->addr || !(p->writes || x->writes))
		return false;
	if (p->event == x->event)
		return p->lane != x->lane && p->writes && x->writes && !p->atomic;
	if (p->thread == x->thread || r->now[x->thread].of[p->thread] >= p->event)
		return false;
	if (r->ptx && p->step && ref_observed(r, &r->steps[p->step - 1], x->thread))
		return false;
	return !(p->atomic && x->atomic && p->size == x->size &&
		 (p->block == x->block || (p->wide && x->wide)));
}

static inline void ref_check(struct ref *r, const struct ref_byte *x)
{
	uint32_t *head = &r->head[x->addr % REF_HASH];

	for (uint32_t i = *head; i; i = r->bytes[i - 1].next) {
		const struct ref_byte *p = &r->bytes[i - 1];

		if (!ref_races(r, p, x))
			continue;
		if (r->n_pairs == REF_PAIRS) {
			r->overflow = true;
			return;
		}
		r->pairs[r->n_pairs++] = (struct ref_pair){.word = x->addr & ~3ULL,
							   .lane = x->lane,
							   .block = p->block,
							   .warp = p->warp,
							   .first_lane = p->lane,
							   .pc = p->pc};
	}
	if (r->n_bytes == REF_BYTES) {
		r->overflow = true;
		return;
	}
	r->bytes[r->n_bytes] = *x;
	r->bytes[r->n_bytes].next = *head;
	*head = ++r->n_bytes;
}

static inline bool ref_failed(const struct simt_op *op, unsigned l)
{
	return op->kind != SIMT_OP_LD && op->kind != SIMT_OP_ST && op->atom == PTX_ATOM_CAS &&
	       op->failed >> l & 1;
}

static inline void ref_bytes(struct ref *r, uint32_t block, uint32_t warp, const struct simt_op *op,
			     unsigned l)
{
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	struct ref_byte x = {
		.event = r->event,
		.thread = ref_thread(r, block, warp, l),
		.block = block,
		.warp = warp,
		.lane = l,
		.pc = op->pc,
		.size = op->size,
		.writes = op->kind != SIMT_OP_LD && !ref_failed(op, l),
		.atomic =
			rmw || (op->sem != PTX_SEM_WEAK && (r->ptx || op->sem != PTX_SEM_VOLATILE)),
		.wide = ref_is_wide(op->scope),
	};

	for (unsigned i = 0; i < (unsigned)op->size * op->vec; i++) {
		x.addr = ref_place(op, block, l, 0) + i;
		x.step = r->step_of[l][i / op->size];
		ref_check(r, &x);
	}
}

/* The element's write, with its place in observation order. */
static inline void ref_write_or_fail(struct ref *r, uint32_t t, uint32_t block,
				     const struct simt_op *op, uint64_t addr, unsigned l,
				     unsigned v)
{
	const bool writes = op->kind != SIMT_OP_LD && !ref_failed(op, l);
	const bool strong = op->kind >= SIMT_OP_ATOM || op->sem != PTX_SEM_WEAK;
	struct ref_loc *loc;

	if (strong)
		ref_step(r, t, block, op, addr, writes, &r->step_of[l][v]);
	if (!writes)
		return;
	ref_write(r, t, block, op, addr);
	loc = ref_find(r, addr, op->size);
	if (strong && loc && r->step_of[l][v]) {
		loc->link = r->steps[r->step_of[l][v] - 1].link;
		loc->pos = r->steps[r->step_of[l][v] - 1].pos;
	}
}

static inline void ref_memory(struct ref *r, uint32_t block, uint32_t warp,
			      const struct simt_op *op)
{
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	const bool reads = op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM;

	r->event++;
	r->n_pairs = 0;
	memset(r->step_of, 0, sizeof(r->step_of));
	/* Lock step: the warp's one event first reads, then writes. ITS: lane after lane. */
	for (unsigned turn = 0; turn < 64; turn++) {
		const unsigned l = turn % 32;
		const uint32_t t = ref_thread(r, block, warp, l);
		const bool now_reads = reads && turn < 32 && (rmw || op->sem != PTX_SEM_WEAK);
		const bool now_writes = (turn < 32) == r->its;

		for (unsigned v = 0; op->mask >> l & 1 && v < op->vec; v++) {
			const uint64_t addr = ref_place(op, block, l, v);

			if (now_reads)
				ref_observe(r, t, block, op, addr);
			if (now_writes)
				ref_write_or_fail(r, t, block, op, addr, l, v);
		}
	}
	for (unsigned l = 0; l < 32; l++)
		if (op->mask >> l & 1)
			ref_bytes(r, block, warp, op, l);
}

#endif
