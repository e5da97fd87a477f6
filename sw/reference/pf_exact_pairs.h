/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_exact_pairs: what an SM knows of other threads by heart: for each warp of a block a table of
 * (warp, epochs) pairs that it has learnt. It answers yes, or does not know: then software is
 * asked.
 *
 *   release ─> pf_exact_pairs_carry(): the releaser's own pair, and its best others ─> travel with
 * it acquire ─> pf_exact_pairs_learn(): they enter the acquirer's table suspect ─>
 * pf_exact_pairs_knows()
 *
 * Whoever has released himself is worth more than whom he knew: pairs carry how many hands they
 * went through, and those with most, then the oldest, leave first. What one warp of a block has
 * learnt before a whole barrier counts for all of its warps. A pair holds for epochs first to last:
 * a slot's epochs go on with its next block, of which nobody knows by knowing an earlier one, nor
 * the other way round (docs/exact.md, `known-slot`).
 *
 * Source of the policy: measured on traces, docs/exact.md.
 */
#ifndef PF_EXACT_PAIRS_H
#define PF_EXACT_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PF_EXACT_PAIRS_MOST = 64, /* of a warp, at most */
	PF_EXACT_CARRY_MOST = 8,  /* with a release, at most */
	PF_EXACT_HOPS = 3,        /* more count as so many */
	PF_EXACT_BLOCK_WARPS = 32
};

struct pf_exact_pair {
	uint32_t slot, warp, lanes; /* whose epochs: threads of a warp */
	uint32_t first, last;       /* of these threads; last < first: the pair is free */
	uint32_t base; /* of all of the slot's threads, epochs from first to before it */
	uint32_t hops;
	/* in a table */
	uint32_t knows;    /* lanes of the table's warp */
	uint32_t barriers; /* of the block, before it was learnt */
	uint32_t age;      /* the smaller, the older */
};

struct pf_exact_pairs_config {
	uint32_t pairs; /* of a warp's table, 1 to PF_EXACT_PAIRS_MOST */
	uint32_t carry; /* with a release, 1 to PF_EXACT_CARRY_MOST */
};

/* Of a block: its warps' tables. */
struct pf_exact_pairs {
	struct pf_exact_pairs_config config;
	uint32_t barriers, time;
	struct pf_exact_pair pair[PF_EXACT_BLOCK_WARPS][PF_EXACT_PAIRS_MOST];
};

/* A block begins. */
void pf_exact_pairs_begin(struct pf_exact_pairs *t, const struct pf_exact_pairs_config *c);
/* All of its threads meet. */
static inline void pf_exact_pairs_barrier(struct pf_exact_pairs *t)
{
	t->barriers++;
}

/* What a release carries: own (its hops are 0) and the best of what its threads know, up to
 * config.carry: n. */
uint32_t pf_exact_pairs_carry(const struct pf_exact_pairs *t, const struct pf_exact_pair *own,
			      struct pf_exact_pair carried[PF_EXACT_CARRY_MOST]);
/* Lanes of a warp learn a pair that was carried to them. */
void pf_exact_pairs_learn(struct pf_exact_pairs *t, uint32_t warp, uint32_t lanes,
			  const struct pf_exact_pair *p);
/* Whether a lane's thread (or all lanes') is known to be ordered after a thread's epoch. */
bool pf_exact_pairs_knows(const struct pf_exact_pairs *t, uint32_t warp, uint32_t lanes,
			  const struct pf_exact_pair *of);

#endif
