/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_int: what the files of pf_iguard share: when what of a block was ordered.
 *
 *   pf_iguard_blocks.c   they begin and end      pf_iguard_locks.c   tables of locks
 *   pf_iguard_sync.c     what orders             pf_iguard.c         words, accesses
 */
#ifndef PF_IGUARD_INT_H
#define PF_IGUARD_INT_H

#include "pf_iguard.h"

enum { PF_IGUARD_PAGE = 256 }; /* words */

/* Lanes of a warp that only some of them have synchronised; up to which phase of each a lane that
 * comes after it has fenced, whatever scope. */
struct pf_iguard_lanes {
	struct pf_order order;
	struct pf_order_row any;
};

/* Times are by the block's clock: what was before one of them has an earlier one. */
struct pf_iguard_warp {
	uint32_t meet;     /* the last time all of its lanes met */
	uint32_t any_meet; /* ... before a lane fenced */
	bool apart;        /* some lanes alone have fenced */
	uint8_t one[2]; /* coarse: 1 + the lane that fenced alone last, at block and device scope */
	bool every_lock; /* coarse: several lanes have tried to take locks at once */
	struct pf_lock_table locks;
	struct pf_lock_table *lane_locks; /* of each; NULL: the warp's are all its lanes' */
	struct pf_iguard_lanes *some;     /* NULL: nothing but meetings orders them */
};

/* While it runs. */
struct pf_iguard_live {
	uint32_t clock;
	bool stamped;  /* there has been an access at that time */
	uint32_t bar;  /* the last barrier of all threads */
	uint32_t *any; /* each thread's last fence, whatever scope */
	struct pf_iguard_warp *warp;
	struct pf_order order; /* by barriers of some of its warps */
	struct pf_order_row any_row;
	struct pf_order_row barrier[PF_IGUARD_BARRIERS];
	uint32_t released; /* barriers: nobody has come since */
};

/* Fences of threads side by side. */
struct pf_iguard_run {
	uint32_t from, when; /* threads from that one on, up to the next run's */
};

/* What other blocks ask, also when it has ended: what of it somebody has fenced, with device scope:
 * accesses of before the barrier at dev_bar; of a warp before its meeting at dev_meet; of phases
 * below a row's. */
struct pf_iguard_block {
	bool fenced; /* there was one */
	uint32_t dev_bar;
	uint32_t *dev;              /* each thread's last one; NULL: it has ended, and */
	struct pf_iguard_run *runs; /* ... the same, run by run */
	uint32_t n_runs;
	uint32_t *dev_meet; /* NULL: all 0 */
	struct pf_order_row dev_row;
	struct pf_order_row **lane_row; /* of a warp; NULL, or all of it */
	struct pf_iguard_live *live;    /* NULL: it has ended */
};

static inline struct pf_iguard_block *pf_iguard_of(const struct pf_iguard *s,
						   const struct pf_iguard_side *x)
{
	return s->block[x->block - 1];
}

/* A lane, or in lock step its warp, among the block's threads. */
static inline uint32_t pf_iguard_thread(const struct pf_iguard *s, uint32_t warp, uint32_t lane)
{
	return s->lanes ? warp * PF_IGUARD_LANES + lane : warp;
}

static inline uint32_t pf_iguard_warps(const struct pf_iguard *s)
{
	return (s->threads + PF_IGUARD_LANES - 1) / PF_IGUARD_LANES;
}

static inline uint32_t pf_iguard_counts(const struct pf_iguard *s)
{
	return s->lanes ? pf_iguard_warps(s) * PF_IGUARD_LANES : pf_iguard_warps(s);
}

/* All fences of the block are forgotten. */
void pf_iguard_forget_fences(const struct pf_iguard *s, struct pf_iguard_block *b);
/* A thread's last one with device scope. */
uint32_t pf_iguard_dev(const struct pf_iguard_block *b, uint32_t thread);

/* A thread and its time now, which is an access's. */
void pf_iguard_now(const struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lane,
		   struct pf_iguard_side *x);
/* Its locks. */
uint16_t pf_iguard_locks(const struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lane);

/* x's lane and t, but for `bytes`. */
void pf_iguard_find(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		    const struct pf_iguard_side *t, struct pf_iguard_facts *f);

#endif
