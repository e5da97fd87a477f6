/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard: races between threads in global memory, after iGUARD (SOSP 2021), its errors corrected
 * (docs/iguard.md).
 *
 *   fence, barrier, __syncwarp ─> counts of each thread, warp, block ─┐
 *   lock, unlock ─> table of the warp, or of each of its lanes ───────┤
 *                                                                     v
 *   access ─> its words, one by one: last writer, last reader ─> is it ordered behind them? ─> race
 *
 * A word keeps its last writer and its last reader: who, when by its own counts, with which locks,
 * which bytes; and how far away others were who did the same without order among them: lanes of
 * that warp, warps of that block, other blocks. An access comes after one of them by program order,
 * by a barrier or __syncwarp that both took part in (or somebody in between: pf_order), or because
 * the earlier thread, or one of its block that comes after it, has fenced since; else, if one of
 * them writes and not both are atomics that reach each other, they race.
 *
 * Counts do not wrap: one that is full begins an epoch, in which nobody has done anything yet.
 *
 * Errs: misses: whoever has fenced is taken to have told everybody; an access that stands in the
 * word no more; a reader or atomic among others that are not named. Makes up: order that goes
 * through a third thread's fence of narrower scope first; a lock on one side only, though something
 * else orders.
 */
#ifndef PF_IGUARD_H
#define PF_IGUARD_H

#include "../base/paged.h"
#include "pf_lock_table.h"
#include "pf_order.h"

enum { PF_IGUARD_LANES = 32, PF_IGUARD_BARRIERS = 16, PF_IGUARD_WORD = 4 };

/* How far away others than the one named were. */
enum pf_iguard_others {
	PF_IGUARD_ALONE,
	PF_IGUARD_WARP,  /* other lanes of its warp */
	PF_IGUARD_BLOCK, /* other warps of its block */
	PF_IGUARD_DEVICE /* other blocks */
};

/* One of a word's two accessors: who, and when. */
struct pf_iguard_side {
	uint32_t block;            /* 1 + its number in the grid; 0: nobody */
	uint32_t bar, meet;        /* of its block, of its warp */
	uint32_t dev, blk;         /* the thread's fences */
	uint8_t warp, lane;        /* lane: of the word's byte 0, if elem is not 0 */
	uint8_t phase, lane_phase; /* pf_order's, of its warp and lane */
	uint16_t locks;            /* signature; of others, too: those in common */
	uint16_t bytes : 4;        /* of the word */
	uint16_t elem : 2;   /* 1, 2: each so many bytes are the next lane's; 0: all are one's */
	uint16_t size : 3;   /* of an element: log2 of its bytes */
	uint16_t others : 2; /* enum pf_iguard_others */
	uint16_t atomic : 1; /* it and the others */
	uint16_t polls : 1;  /* atomic, or a volatile load: it and the others */
	uint16_t block_scope : 1;        /* one of them: an atomic of block scope; */
	uint16_t others_block_scope : 1; /* one of the others */
	uint16_t releases : 1;           /* it is a release itself. Not for rules: says why */
};

struct pf_iguard_word {
	struct pf_iguard_side writer, reader;
};

enum pf_iguard_kind {
	PF_IGUARD_NO_RACE,
	PF_IGUARD_SCOPE,       /* atomics that do not reach each other */
	PF_IGUARD_ITS,         /* two lanes of a warp */
	PF_IGUARD_FENCE,       /* no fence since */
	PF_IGUARD_FENCE_SCOPE, /* of block scope only, and the other is of another block */
	PF_IGUARD_LOCK,        /* no lock in common */
	PF_IGUARD_INSTRUCTION  /* two lanes of one store */
};

/* Why a side does not race. */
enum pf_iguard_excuse {
	PF_IGUARD_NOBODY,
	PF_IGUARD_BYTES,   /* other bytes */
	PF_IGUARD_SAME,    /* the thread itself */
	PF_IGUARD_ATOMICS, /* that reach each other */
	PF_IGUARD_ORDERED, /* a barrier or __syncwarp, or in lock step the warp */
	PF_IGUARD_FENCED,  /* it, or who comes after it in its block, has fenced since */
	PF_IGUARD_READS    /* both read; or it was not asked, since the other side races */
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
	uint32_t count_bits;   /* of fences, barriers, meetings: 1 to 31; 0: as many as it takes */
	bool meets; /* a __syncwarp of some lanes counts as the whole warp's: no table of lanes */
};

struct pf_iguard_stats {
	uint64_t words, races;
	uint64_t by_lane; /* warps whose lanes have lock tables of their own */
	uint64_t warps;   /* of all blocks */
	uint64_t apart;   /* of these: some lanes alone have fenced */
	uint64_t epochs;  /* begun by a count; likewise of the launch: */
	uint64_t epochs_now;
	uint64_t tables; /* likewise: order tables of lanes */
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
