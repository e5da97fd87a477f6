/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard: races between threads in global memory, after iGUARD (SOSP 2021), its errors corrected
 * (docs/iguard.md).
 *
 *   fence, barrier, __syncwarp ─> when by the block's clock, of each thread, warp, block ─┐
 *   lock, unlock ─> table of the warp, or of each of its lanes ───────────────────────────┤
 *                                                                                         v
 *   access ─> its words: last writer, last reader ─> facts of the two ─> pf_iguard_rules ─> race
 *
 * A word keeps its last writer and its last reader: who, when by its block's clock, with which
 * locks, which bytes; and how far away others were who did the same without order among them: lanes
 * of that warp, warps of that block, other blocks. An access comes after one of them by program
 * order, by a barrier or __syncwarp that both took part in (or somebody in between: pf_order), or
 * because the earlier thread, or one of its block that comes after it, has fenced since; else, if
 * one of them writes and not both are atomics that reach each other, they race.
 *
 * A block's clock goes on with whatever orders something of it (fence, barrier, __syncwarp), if
 * there has been an access since it did last; so an access comes before an event if it has an
 * earlier time. A clock does not wrap: one that is full begins an epoch, in which nobody has done
 * anything yet.
 *
 * Errs: misses: whoever has fenced is taken to have told everybody; an access that stands in the
 * word no more; a reader or atomic among others that are not named. Makes up: order that goes
 * through a third thread's fence of narrower scope first; a lock on one side only, though something
 * else orders.
 */
#ifndef PF_IGUARD_H
#define PF_IGUARD_H

#include "../base/paged.h"
#include "pf_iguard_rules.h"
#include "pf_lock_table.h"
#include "pf_order.h"

enum { PF_IGUARD_LANES = 32, PF_IGUARD_BARRIERS = 16, PF_IGUARD_WORD = 4 };

struct pf_iguard_word {
	struct pf_iguard_side writer, reader;
};

/* An operation of a warp that has been performed. */
struct pf_iguard_access {
	uint32_t block; /* in the grid */
	uint32_t warp;  /* in the block */
	uint32_t lanes;
	bool write, atomic, block_scope, releases;
	bool polls;       /* a volatile load: as good as atomic, beside an atomic */
	uint32_t bytes;   /* of a lane, side by side */
	uint32_t element; /* bytes */
	uint64_t addr[PF_IGUARD_LANES];
};

/* One lane's access to one word. */
struct pf_iguard_check {
	const struct pf_iguard_access *access;
	uint32_t lane;
	uint64_t word; /* address */
	uint8_t bytes; /* of it */
	struct pf_iguard_word before;
	enum pf_iguard_excuse writer, reader; /* no race: why; race: of the side that does not */
	enum pf_iguard_kind kind;
	bool with_reader;    /* the first side; else the writer */
	bool with_others;    /* of that side: nobody that has a name */
	uint32_t first_lane; /* of the first side, if it has a name and lanes are threads */
};

struct pf_iguard_config {
	uint32_t lock_entries; /* of a table, 1 to PF_MOST_LOCKS */
	uint32_t clock_bits;   /* 1 to 31; 0: as many as it takes */
	/* As the hardware, but for locks (pf_iguard_held): a __syncwarp of some lanes counts as the
	 * whole warp's, a barrier of some warps as the block's, a fence of several lanes as all
	 * lanes', and when one lane alone fenced is known of the last such lane; a warp of which
	 * several lanes have tried to take locks at once holds every lock. Misses races; tells
	 * others where it missed one, and of locks. */
	bool coarse;
};

struct pf_iguard_stats {
	uint64_t words, races;
	uint64_t by_lane; /* warps whose lanes have lock tables of their own */
	uint64_t warps;   /* of all blocks */
	uint64_t apart;   /* of these: some lanes alone have fenced */
	uint64_t epochs;  /* begun by a full clock */
	uint64_t tables;  /* order tables of lanes */
};

struct pf_iguard_block;

struct pf_iguard {
	struct pf_iguard_config config;
	bool lanes;                     /* the launch: lanes are threads */
	uint32_t threads;               /* of a block */
	struct pf_iguard_block **block; /* of the launch */
	uint64_t n_blocks;
	struct paged words;
	struct pf_iguard_stats stats;
	void (*check)(void *ctx, const struct pf_iguard_check *c);
	void *ctx;
};

void pf_iguard_init(struct pf_iguard *s, const struct pf_iguard_config *c);
void pf_iguard_free(struct pf_iguard *s);

/* All that was known is forgotten. lanes: they are threads; else each warp is one. */
void pf_iguard_launch(struct pf_iguard *s, uint64_t blocks, uint32_t threads, bool lanes);
/* Between them, all that follows; of a block that has ended fences stay known. */
void pf_iguard_begin(struct pf_iguard *s, uint32_t block);
void pf_iguard_end(struct pf_iguard *s, uint32_t block);

/* All threads of the block have met. */
void pf_iguard_barrier(struct pf_iguard *s, uint32_t block);
/* Another barrier: lanes of a warp have come to it; and go on from it. */
void pf_iguard_arrive(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t barrier);
void pf_iguard_release(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t barrier);
void pf_iguard_syncwarp(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes);
void pf_iguard_fence(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
		     bool device);
/* Locks that lanes have tried to take, and those that they have; or given back. */
void pf_iguard_lock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t tried,
		    uint32_t taken, const uint64_t addr[PF_IGUARD_LANES], bool device);
void pf_iguard_unlock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
		      const uint64_t addr[PF_IGUARD_LANES], bool device);
/* An acquire: the lanes' locks count from now on. */
void pf_iguard_activate(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
			bool device);
/* Lane by lane, each word by word. */
void pf_iguard_access(struct pf_iguard *s, const struct pf_iguard_access *a);

#endif
