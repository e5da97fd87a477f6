/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_paper.h"

#include <stdlib.h>

#include "../base/mem.h"

enum {
	LANES = PF_IGUARD_PAPER_LANES,
	PAGE = 256, /* words */
	THREADS = 1 << 20,
	COUNT = 63, /* of 6 bits */
	/* a lock word: three entries of 21 bits */
	LOCKS = 3,
	ENTRY = 21,
	HASH = 18,
	SCOPE = 18,
	ACTIVE = 19,
	VALID = 20,
	MOVED = 63
};
#define HASH_MASK  ((UINT64_C(1) << HASH) - 1)
#define TABLE_MASK ((UINT64_C(1) << MOVED) - 1)
#define ENTRY_MASK ((UINT64_C(1) << ENTRY) - 1)

/* Locks */

static uint64_t lock_entry(uint64_t table, unsigned i)
{
	return table >> (ENTRY * i) & ENTRY_MASK;
}

static bool lock_bit(uint64_t table, unsigned i, unsigned bit)
{
	return lock_entry(table, i) >> bit & 1;
}

static uint64_t lock_put(uint64_t table, unsigned i, uint64_t hash, bool block_scope)
{
	const uint64_t e = hash | (uint64_t)block_scope << SCOPE | UINT64_C(1) << VALID;

	return (table & ~(ENTRY_MASK << (ENTRY * i))) | e << (ENTRY * i);
}

static uint64_t warp_of(const struct pf_iguard_paper *s, uint32_t block, uint32_t warp)
{
	return (uint64_t)block * s->warps + warp;
}

/* Threads of the grid, as the lock words count them. */
static uint64_t lock_thread(const struct pf_iguard_paper *s, uint32_t block, uint32_t warp,
			    uint32_t lane)
{
	return (uint64_t)block * s->threads + warp * LANES + lane;
}

/* The lock word that counts for a lane. */
static uint64_t *table_of(const struct pf_iguard_paper *s, uint32_t block, uint32_t warp,
			  uint32_t lane)
{
	uint64_t *w = &s->lock[warp_of(s, block, warp)];

	return *w >> MOVED & 1 ? &s->lock[lock_thread(s, block, warp, lane)] : w;
}

/* Of lanes that share one word the lowest writes it, all with the same. */
static uint64_t insert(uint64_t table, uint64_t hash, bool block_scope)
{
	for (unsigned i = 0; i < LOCKS; i++)
		if ((lock_entry(table, i) & HASH_MASK) == hash)
			return lock_put(table, i, hash, block_scope);
	for (unsigned i = 0; i < LOCKS; i++)
		if (!lock_bit(table, i, VALID))
			return lock_put(table, i, hash, block_scope);
	return lock_put(table, (unsigned)(hash % LOCKS), hash, block_scope);
}

static uint64_t release(uint64_t table, uint64_t hash, bool block_scope)
{
	for (unsigned i = 0; i < LOCKS; i++)
		if ((lock_entry(table, i) & HASH_MASK) == hash &&
		    (!block_scope || lock_bit(table, i, SCOPE)))
			table &= ~(UINT64_C(1) << (ENTRY * i + VALID));
	return table;
}

/* Several active lanes: from now on each has its own, empty. */
static void move(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a)
{
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		uint64_t *t =
			&s->lock[lock_thread(s, a->block, a->warp, (uint32_t)__builtin_ctz(left))];

		if (!(*t >> MOVED & 1))
			*t = UINT64_C(1) << MOVED;
	}
	s->lock[warp_of(s, a->block, a->warp)] |= UINT64_C(1) << MOVED;
}

/* A CAS takes the lock, whatever it found (error 11); an Exch gives it back, whatever it writes.
 * key: goes into the hash. */
static void locks(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a, uint64_t key)
{
	const bool several = a->lanes & (a->lanes - 1);

	if (a->cas && several)
		move(s, a);
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		const uint64_t hash = (a->addr[lane] ^ key) >> 2 & HASH_MASK;
		uint64_t *t = a->cas && several ? &s->lock[lock_thread(s, a->block, a->warp, lane)]
						: table_of(s, a->block, a->warp, lane);

		*t = a->cas ? insert(*t, hash, a->block_scope) : release(*t, hash, a->block_scope);
	}
}

/* One of block scope has its block's key; one of device scope is entered with and without. */
static void all_locks(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a)
{
	if (!a->cas && !a->exch)
		return;
	if (!a->block_scope)
		locks(s, a, 0);
	locks(s, a, (uint64_t)a->block << 2);
}

/* Two bits of sixteen for each lock, of the low eleven (error 9). */
static uint16_t filter_of(const struct pf_iguard_paper *s, uint32_t block, uint32_t warp,
			  uint32_t lane)
{
	const uint64_t table = *table_of(s, block, warp, lane);
	uint16_t filter = 0;

	for (unsigned i = 0; i < LOCKS; i++)
		if (lock_bit(table, i, VALID) && lock_bit(table, i, ACTIVE))
			filter |= (uint16_t)(1U << (lock_entry(table, i) & 7) |
					     1U << (3 + (lock_entry(table, i) >> 3 & 7)));
	return filter;
}

/* Counters */

void pf_iguard_paper_barrier(struct pf_iguard_paper *s, uint32_t block)
{
	s->bar[block]++;
}

void pf_iguard_paper_syncwarp(struct pf_iguard_paper *s, uint32_t block, uint32_t warp)
{
	s->wbar[warp_of(s, block, warp)]++;
}

void pf_iguard_paper_fence(struct pf_iguard_paper *s, uint32_t block, uint32_t warp, uint32_t lanes,
			   bool device)
{
	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		uint64_t *t = table_of(s, block, warp, lane);

		for (unsigned i = 0; *t & TABLE_MASK && i < LOCKS; i++)
			if (device || lock_bit(*t, i, SCOPE))
				*t |= UINT64_C(1) << (ENTRY * i + ACTIVE);
		s->fence[warp_of(s, block, warp) * LANES + lane][device ? 0 : 1]++;
	}
}

/* Rules */

/* An access, and what is asked of it and of the other one. */
struct query {
	const struct pf_iguard_paper_access *a;
	uint32_t lane, thread; /* thread: 20 bits */
	uint16_t filter;
	const struct pf_iguard_paper_md *md; /* of whom it is held against */
	uint8_t bar;                         /* of the block */
	bool same_block, same_warp, writer_block, reader_block;
	bool dev_moved, blk_moved;
};

static struct query query_of(const struct pf_iguard_paper *s, const struct pf_iguard_paper_word *w,
			     const struct pf_iguard_paper_access *a, uint32_t lane)
{
	const uint64_t warp = warp_of(s, a->block, a->warp);
	struct query q = {.a = a,
			  .lane = lane,
			  .thread = (uint32_t)(warp * LANES + lane) % THREADS,
			  .filter = filter_of(s, a->block, a->warp, lane),
			  .md = a->write ? &w->reader : &w->writer,
			  .bar = s->bar[a->block]};
	const uint8_t *fence = s->fence[q.md->thread];
	const uint32_t block = pf_iguard_paper_block(s, q.thread);

	q.same_block = pf_iguard_paper_block(s, q.md->thread) == block;
	q.same_warp = q.md->thread / LANES == q.thread / LANES;
	q.writer_block = pf_iguard_paper_block(s, w->writer.thread) == block;
	q.reader_block = pf_iguard_paper_block(s, w->reader.thread) == block;
	q.dev_moved = (fence[0] & COUNT) != q.md->dev;
	q.blk_moved = (fence[1] & COUNT) != q.md->blk;
	return q;
}

/* Eraser's: those held at each access since the locks were last set. */
static void narrow(struct pf_iguard_paper_word *w, const struct query *q)
{
	w->locks &= q->filter;
}

static bool in_step(const struct pf_iguard_paper *s, const struct query *q)
{
	return !s->its || q->md->thread == q->thread ||
	       q->a->lanes >> (q->md->thread % LANES) & 1 ||
	       (s->wbar[q->md->thread / LANES] & COUNT) != q->md->wbar;
}

/* Whether the access is safe for a simple reason; if so what becomes of flags and locks. Loads do
 * not look at the shared flags (error 2). */
static bool safe(const struct pf_iguard_paper *s, struct pf_iguard_paper_word *w,
		 const struct query *q, enum pf_iguard_paper_rule *rule)
{
	const bool write = q->a->write;

	*rule = PF_IGUARD_PAPER_P1;
	if (!w->valid) {
		*w = (struct pf_iguard_paper_word){.valid = true, .locks = q->filter};
		return true;
	}
	*rule = PF_IGUARD_PAPER_P34;
	if (q->same_warp && (!write || (!w->dev_shared && !w->blk_shared)) && in_step(s, q)) {
		if (q->same_block && q->md->bar == q->bar)
			narrow(w, q);
		else
			w->locks = q->filter;
		return true;
	}
	*rule = PF_IGUARD_PAPER_P5;
	if (q->same_block && q->md->bar != q->bar && !w->dev_shared) {
		w->blk_shared = false;
		w->locks = q->filter;
		return true;
	}
	*rule = PF_IGUARD_PAPER_P6;
	if (!w->atomic || !q->a->atomic || (w->block_scope && !q->writer_block))
		return false;
	narrow(w, q);
	return true;
}

static enum pf_iguard_paper_rule racy(const struct pf_iguard_paper_word *w, const struct query *q,
				      bool its)
{
	const bool shared = w->blk_shared || w->dev_shared, fenced = q->dev_moved || q->blk_moved;

	if (!q->a->write && !w->modified)
		return PF_IGUARD_PAPER_NONE;
	if (w->atomic && w->block_scope && !q->writer_block)
		return PF_IGUARD_PAPER_R1;
	if (its && q->same_warp && !fenced && !shared)
		return PF_IGUARD_PAPER_R2;
	if (q->same_block && !fenced && !w->dev_shared)
		return PF_IGUARD_PAPER_R3;
	if (!q->same_block && !q->dev_moved)
		return PF_IGUARD_PAPER_R4;
	return (w->locks || q->filter) && !(w->locks & q->filter) ? PF_IGUARD_PAPER_R5
								  : PF_IGUARD_PAPER_NONE;
}

/* Flags of readers, when nothing was wrong. */
static void share(struct pf_iguard_paper_word *w, const struct pf_iguard_paper *s,
		  const struct query *q)
{
	if (q->a->write) {
		w->dev_shared = w->blk_shared = false;
	} else if (w->reader.dev != (s->fence[q->md->thread][0] & COUNT)) {
		w->dev_shared = w->blk_shared = false;
	} else if (q->reader_block && w->reader.blk != (s->fence[q->md->thread][1] & COUNT)) {
		w->blk_shared = false;
	} else if (pf_iguard_paper_block(s, w->writer.thread) !=
		   pf_iguard_paper_block(s, w->reader.thread)) {
		w->dev_shared |= !q->reader_block;
		w->blk_shared = q->reader_block && !w->dev_shared;
	}
}

static enum pf_iguard_paper_rule decide(const struct pf_iguard_paper *s,
					struct pf_iguard_paper_word *w, const struct query *q)
{
	enum pf_iguard_paper_rule rule;

	if (safe(s, w, q, &rule))
		return rule;
	rule = racy(w, q, s->its);
	if (pf_iguard_paper_races(rule)) {
		/* A load that races mutes the word until the next store (error 7). */
		w->modified = q->a->write;
		w->dev_shared = w->blk_shared = false;
		w->locks = q->filter;
		return rule;
	}
	if (w->locks & q->filter)
		rule = PF_IGUARD_PAPER_LOCKED;
	else
		share(w, s, q);
	narrow(w, q);
	return rule;
}

/* Each access says anew whether it is atomic, and with which scope (error 4). */
static void leave(const struct pf_iguard_paper *s, struct pf_iguard_paper_word *w,
		  const struct query *q)
{
	const uint64_t warp = warp_of(s, q->a->block, q->a->warp);
	const struct pf_iguard_paper_md now = {
		.thread = q->thread,
		.dev = s->fence[warp * LANES + q->lane][0] & COUNT,
		.blk = s->fence[warp * LANES + q->lane][1] & COUNT,
		.bar = q->bar,
		.wbar = s->wbar[warp] & COUNT,
	};

	w->atomic = q->a->atomic;
	w->block_scope = q->a->block_scope;
	if (q->a->write) {
		w->modified = true;
		w->writer = now;
	}
	w->reader = now;
}

static void check(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a, uint32_t lane,
		  uint64_t word)
{
	const uint64_t n = word / PF_IGUARD_PAPER_WORD;
	struct pf_iguard_paper_word *w = page_payload(paged_at(&s->words, n / PAGE));
	struct pf_iguard_paper_check c = {.access = a, .lane = lane, .word = word};
	struct query q;

	w += n % PAGE;
	c.before = *w;
	q = query_of(s, &c.before, a, lane);
	c.dev_moved = q.dev_moved;
	c.blk_moved = q.blk_moved;
	c.rule = decide(s, w, &q);
	leave(s, w, &q);
	s->stats.words++;
	s->stats.races += pf_iguard_paper_races(c.rule);
	if (s->check)
		s->check(s->ctx, &c);
}

/* Words of a lane, from its first address on. A lane that loads from where the lowest active one
 * does is not looked at (error 16). */
void pf_iguard_paper_access(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a)
{
	const uint32_t first = (uint32_t)__builtin_ctz(a->lanes);

	all_locks(s, a);
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		if (a->load && lane != first && a->addr[lane] == a->addr[first]) {
			s->stats.coalesced++;
			continue;
		}
		for (uint32_t at = 0; at < a->bytes; at += PF_IGUARD_PAPER_WORD)
			check(s, a, lane,
			      (a->addr[lane] + at) & ~(uint64_t)(PF_IGUARD_PAPER_WORD - 1));
	}
}

/* Launches */

static void forget(struct pf_iguard_paper *s)
{
	free(s->bar);
	free(s->wbar);
	free(s->fence);
	free(s->lock);
	s->bar = s->wbar = NULL;
	s->fence = NULL;
	s->lock = NULL;
}

void pf_iguard_paper_init(struct pf_iguard_paper *s)
{
	*s = (struct pf_iguard_paper){0};
	paged_open(&s->words, NULL, PAGE * sizeof(struct pf_iguard_paper_word), 0, 64);
}

void pf_iguard_paper_free(struct pf_iguard_paper *s)
{
	forget(s);
	paged_close(&s->words);
}

void pf_iguard_paper_launch(struct pf_iguard_paper *s, uint64_t blocks, uint32_t threads, bool its)
{
	const uint64_t warps = (threads + LANES - 1) / LANES, all = blocks * warps * LANES;

	forget(s);
	paged_clear(&s->words);
	s->its = its;
	s->threads = threads;
	s->warps = (uint32_t)warps;
	s->bar = mem_alloc(blocks);
	s->wbar = mem_alloc(blocks * warps);
	/* A thread's 20 bits may name one that there is not (error 14). */
	s->fence = mem_alloc((all > THREADS ? all : THREADS) * sizeof(*s->fence));
	s->lock = mem_alloc(all * sizeof(*s->lock));
}
