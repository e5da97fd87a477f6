/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The exact state beside a detector. Counters that never wrap; the access that each metadata
 * entry stands for, by name; and for each word where its earlier accesses went.
 */
#include <stdlib.h>
#include <string.h>

#include "score_int.h"

void exact_end(struct exact *x)
{
	for (size_t i = 0; i < x->words.cap; i++)
		if (x->words.slot[i].value)
			free(((struct word *)x->words.slot[i].value)->past);
	map_clear(&x->entries);
	map_clear(&x->words);
	map_clear(&x->warps);
	map_clear(&x->blocks);
	map_clear(&x->sets);
	arena_free(&x->arena);
}

void exact_begin(struct exact *x, const struct machine_launch_info *l)
{
	exact_end(x);
	x->n_warps = l->warps_per_block;
	x->its = l->mode == SIMT_ITS;
	x->serial = 0;
	x->epoch = 0;
}

struct warp *exact_warp(struct exact *x, uint64_t warp_global)
{
	void **at = map_at(&x->warps, warp_global);

	if (!*at)
		*at = arena_alloc(&x->arena, sizeof(struct warp));
	return *at;
}

const struct warp *exact_find_warp(const struct exact *x, uint64_t warp_global)
{
	return map_find(&x->warps, warp_global);
}

const struct word *exact_word(const struct exact *x, uint64_t word)
{
	return map_find(&x->words, word);
}

uint64_t *exact_block_barriers(struct exact *x, uint64_t block)
{
	void **at = map_at(&x->blocks, block);

	if (!*at)
		*at = arena_alloc(&x->arena, sizeof(uint64_t));
	return *at;
}

void exact_fence(struct exact *x, const struct machine_who *who, uint32_t mask, bool device)
{
	struct warp *w = exact_warp(x, who->warp_global);

	if (device)
		w->dev++;
	else
		w->blk++;
	if (x->its && !w->fenced)
		w->fenced = arena_alloc(&x->arena, sizeof(uint64_t) * SIMT_LANES * 2);
	for (unsigned lane = 0; w->fenced && lane < SIMT_LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		w->fenced[SIMT_LANES + lane] = x->serial;
		if (device)
			w->fenced[lane] = x->serial;
	}
	lockset_fence(x, w, device);
}

bool exact_lane_fenced(const struct exact *x, const struct warp *w, unsigned lane, bool device,
		       uint64_t serial)
{
	if (!x->its)
		return true;
	return w->fenced && w->fenced[device ? lane : SIMT_LANES + lane] >= serial;
}

/* Remembers p, which is not (or no longer) in its entry. A second one of the same place and
 * thread takes the first one's room. */
static void remember(struct exact *x, const struct past *p)
{
	void **at = map_at(&x->words, p->a.word);
	struct word *w = *at;
	uint32_t i = 0;

	if (!w)
		w = *at = arena_alloc(&x->arena, sizeof(*w));
	while (i < w->n && !(w->past[i].a.pc == p->a.pc && w->past[i].a.lane == p->a.lane &&
			     w->past[i].a.warp_global == p->a.warp_global))
		i++;
	if (i == w->n && w->n == PASTS) {
		w->overflow = true;
		i = 0;
	}
	if (i < w->n) {
		memmove(&w->past[i], &w->past[i + 1], (w->n - i - 1) * sizeof(*w->past));
		w->n--;
	}
	if (w->n == w->cap) {
		w->cap = w->cap ? w->cap * 4 : 2;
		w->cap = w->cap > PASTS ? PASTS : w->cap;
		w->past = mem_realloc(w->past, w->cap * sizeof(*w->past));
	}
	w->past[w->n++] = *p;
}

/* A writer that is not the owner was remembered when its own warp's read took its place. */
static void drop(struct exact *x, struct entry *e, enum gone gone, const struct seen *s)
{
	struct past p = {.gone = (uint8_t)gone,
			 .by = (uint8_t)s->c.row,
			 .cleared =
				 gone == GONE_ROW && s->c.before.modified && !s->c.after.modified,
			 .by_serial = s->a.serial,
			 .by_warp = s->a.warp_global};

	if (e->has_owner) {
		p.a = e->owner;
		remember(x, &p);
	}
	e->has_owner = e->has_writer = false;
}

static void access_of(struct exact *x, struct seen *s)
{
	const struct machine_who *who = s->c.who;
	const struct simt_op *op = s->c.op;
	const struct warp *w = exact_warp(x, who->warp_global);
	const bool atom = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;

	s->a = (struct access){
		.serial = x->serial,
		.word = s->c.addr & ~3ULL,
		.addr = op->addr[s->c.lane],
		.block = who->block,
		.warp_global = who->warp_global,
		.dev = w->dev,
		.blk = w->blk,
		.release = w->release,
		.bar_warp = w->bar_warp,
		.bar_block = *exact_block_barriers(x, who->block),
		.locks = w->locks,
		.pc = op->pc,
		.hw_block = s->c.tag.block,
		.hw_barrier = s->c.tag.barrier,
		.warp = who->warp,
		.width = op->size,
		.lane = s->c.lane,
		.bytes = s->c.bytes,
		.scope = (uint8_t)op->scope,
		.row = s->skipped ? PF_ROWS : (uint8_t)s->c.row,
		.write = op->kind != SIMT_OP_LD,
		.atomic = atom,
		.relaxed = atom || op->sem >= PTX_SEM_RELAXED,
		.strong = atom || op->sem >= PTX_SEM_VOLATILE,
		.releases = op->kind != SIMT_OP_LD &&
			    (op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL ||
			     op->sem == PTX_SEM_SC),
		.as_read = !s->skipped && op->kind != SIMT_OP_LD && !s->c.after.modified,
		.raced = !s->skipped && s->c.race,
	};
}

/* Which rows make the accessor the entry's owner. */
static bool owns(const struct seen *s)
{
	switch (s->c.row) {
	case PF_R8:
	case PF_R9:
	case PF_R11:
	case PF_RA: return false;
	default: return true;
	}
}

/* The exact counterpart of what the row does to the signature. */
static const struct lockset *candidates(struct exact *x, const struct entry *e,
					const struct seen *s)
{
	const struct lockset *mine = lockset_any(s->a.locks, LOCKSET_TABLE) ? s->a.locks : NULL;

	if (s->c.race)
		return mine;
	switch (s->c.row) {
	case PF_R1:
	case PF_R2:
	case PF_RS:
	case PF_WS:
	case PF_W1:
	case PF_W2: return mine;
	case PF_R11:
		if (lockset_no_bins(s->c.before.lock))
			return mine;
		return lockset_no_bins(s->c.tag.signature) ? e->candidates
							   : lockset_both(x, e->candidates, mine);
	case PF_W10: return lockset_both(x, e->candidates, mine);
	default: return e->candidates;
	}
}

static void settle(struct exact *x, struct entry *e, const struct seen *s)
{
	struct past p = {.a = s->a,
			 .gone = GONE_ANONYMOUS,
			 .by = (uint8_t)s->c.row,
			 .by_serial = s->a.serial,
			 .by_warp = s->a.warp_global};
	const struct lockset *c = candidates(x, e, s);
	const struct entry was = *e;

	e->candidates = c;
	e->epoch = x->epoch;
	if (!owns(s)) {
		e->read_serial = s->a.serial;
		remember(x, &p);
		return;
	}
	e->phantom = s->c.row == PF_R3 || (was.phantom && !s->a.write && !s->c.race &&
					   was.owner.warp_global == s->a.warp_global);
	drop(x, e, s->c.race ? GONE_REPORT : GONE_ROW, s);
	e->owner = s->a;
	e->has_owner = true;
	if (s->a.write) {
		e->writer = s->a;
		e->has_writer = true;
	} else if (s->c.after.modified && !s->c.race && was.has_writer &&
		   was.writer.warp_global == s->a.warp_global) {
		e->writer = was.writer; /* read by the writer's own warp: still modified */
		e->has_writer = true;
	}
}

void exact_check(struct exact *x, struct seen *s)
{
	struct entry *e;
	void **at;

	access_of(x, s);
	s->mirrored = lockset_signature(s->a.locks) == s->c.tag.signature;
	if (s->skipped) {
		const bool upper = s->why == DETECT_SKIP_UPPER_WORD;
		struct past p = {.a = s->a, .gone = upper ? GONE_UPPER : GONE_UNTRACKED};

		if (s->why != DETECT_SKIP_SHARED)
			remember(x, &p);
		return;
	}
	at = map_at(&x->entries, s->c.index);
	if (!*at)
		*at = arena_alloc(&x->arena, sizeof(*e));
	e = *at;
	if (e->has_owner && (e->epoch != x->epoch || s->c.evicted)) {
		const bool other = e->owner.word != s->a.word && e->epoch == x->epoch;

		drop(x, e, other ? GONE_TAG : GONE_FORGOTTEN, s);
		e->candidates = NULL;
	}
	s->before = *e;
	settle(x, e, s);
}
