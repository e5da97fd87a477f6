/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_paper: iGUARD (SOSP 2021) as published: the rules of the program that produced its
 * tables, with what they get wrong (docs/iguard.md numbers it).
 *
 *   BAR.SYNC, MEMBAR, __syncwarp ─> counters of block, thread, warp ─┐
 *   CAS, Exch ─> lock word of the warp, or of each thread ───────────┼─> safe? (P1 to P6) ─> a
 * race? (R1 to R5) access ─> its words: last writer, last accessor ─────────────────┘
 *
 * Widths are the program's. Its metadata are as large here as memory is, so that no two addresses
 * meet in a word.
 */
#ifndef PF_IGUARD_PAPER_H
#define PF_IGUARD_PAPER_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/paged.h"

enum { PF_IGUARD_PAPER_LANES = 32, PF_IGUARD_PAPER_WORD = 4 };

/* What the last writer, or the last accessor, leaves behind. */
struct pf_iguard_paper_md {
	uint32_t thread;             /* 20 bits: warp * 32 + lane, of the whole grid */
	uint8_t dev, blk, bar, wbar; /* 6, 6, 8 and 6 bits */
};

struct pf_iguard_paper_word {
	struct pf_iguard_paper_md writer, reader; /* reader: last accessor */
	bool valid, modified, atomic, block_scope, blk_shared, dev_shared;
	uint16_t locks; /* Bloom filter; held whenever it was accessed */
};

enum pf_iguard_paper_rule {
	PF_IGUARD_PAPER_P1,     /* first access */
	PF_IGUARD_PAPER_P34,    /* thread itself, in step, or __syncwarp since */
	PF_IGUARD_PAPER_P5,     /* barrier since */
	PF_IGUARD_PAPER_P6,     /* atomics */
	PF_IGUARD_PAPER_R1,     /* scope of an atomic */
	PF_IGUARD_PAPER_R2,     /* lanes of a warp */
	PF_IGUARD_PAPER_R3,     /* block fence */
	PF_IGUARD_PAPER_R4,     /* device fence */
	PF_IGUARD_PAPER_R5,     /* lock */
	PF_IGUARD_PAPER_LOCKED, /* a lock in common */
	PF_IGUARD_PAPER_NONE
};
static inline bool pf_iguard_paper_races(enum pf_iguard_paper_rule r)
{
	return r >= PF_IGUARD_PAPER_R1 && r <= PF_IGUARD_PAPER_R5;
}

struct pf_iguard_paper_access {
	uint32_t block, warp; /* warp: in the block */
	uint32_t lanes;       /* active */
	bool write;           /* store or atomic */
	bool load;            /* load or atomic */
	bool atomic, cas, exch;
	bool block_scope;
	uint32_t bytes; /* of a lane */
	uint64_t addr[PF_IGUARD_PAPER_LANES];
};

struct pf_iguard_paper_check {
	const struct pf_iguard_paper_access *access;
	uint32_t lane;
	uint64_t word; /* address */
	struct pf_iguard_paper_word before;
	bool dev_moved, blk_moved; /* the other's fences since its access */
	enum pf_iguard_paper_rule rule;
};

struct pf_iguard_paper_stats {
	uint64_t words, races, coalesced; /* coalesced: lanes that were not looked at */
};

struct pf_iguard_paper {
	bool its;
	uint32_t threads, warps; /* of a block */
	uint8_t *bar;            /* of each block */
	uint8_t *wbar;           /* of each warp of the grid */
	uint8_t (*fence)[2];     /* of each thread, whole warps; device, block */
	/* Lock words, of warps and of threads in one array (error 10); threads are not counted in
	 * whole warps here. */
	uint64_t *lock;
	struct paged words;
	struct pf_iguard_paper_stats stats;
	void (*check)(void *ctx, const struct pf_iguard_paper_check *c);
	void *ctx;
};

void pf_iguard_paper_init(struct pf_iguard_paper *s);
void pf_iguard_paper_free(struct pf_iguard_paper *s);
/* Everything is forgotten. its: the program's option to look for races of lanes, without which a
 * warp is one. */
void pf_iguard_paper_launch(struct pf_iguard_paper *s, uint64_t blocks, uint32_t threads, bool its);
/* Its first warp, or lanes of it, goes on from a BAR.SYNC, whichever. */
void pf_iguard_paper_barrier(struct pf_iguard_paper *s, uint32_t block);
void pf_iguard_paper_syncwarp(struct pf_iguard_paper *s, uint32_t block, uint32_t warp);
void pf_iguard_paper_fence(struct pf_iguard_paper *s, uint32_t block, uint32_t warp, uint32_t lanes,
			   bool device);
/* Before it is performed. */
void pf_iguard_paper_access(struct pf_iguard_paper *s, const struct pf_iguard_paper_access *a);

/* The block and the warp in it of a thread's 20 bits. */
static inline uint32_t pf_iguard_paper_block(const struct pf_iguard_paper *s, uint32_t thread)
{
	return thread / PF_IGUARD_PAPER_LANES / s->warps;
}

#endif
