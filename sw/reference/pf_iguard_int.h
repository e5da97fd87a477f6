/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_int: what the files of pf_iguard share: the counts of threads.
 *
 *   pf_iguard_sync.c   what counts and orders        pf_iguard.c   words, rules
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

struct pf_iguard_warp {
	uint32_t meet;     /* meetings of all of its lanes */
	uint32_t any_meet; /* ... when a lane fenced last */
	bool apart;        /* some lanes alone have fenced */
	struct pf_lock_table locks;
	struct pf_lock_table *lane_locks; /* of each; NULL: the warp's are all its lanes' */
	struct pf_iguard_lanes *some;     /* NULL: nothing but meetings orders them */
};

/* While it runs. */
struct pf_iguard_live {
	uint32_t bar;  /* barriers of all threads */
	uint32_t *blk; /* fences of each thread, block scope */
	struct pf_iguard_warp *warp;
	struct pf_order order; /* by barriers of some of its warps */
	struct pf_order_row any;
	struct pf_order_row barrier[PF_IGUARD_BARRIERS];
	uint32_t released; /* barriers: nobody has come since */
};

/* Fences of threads side by side. */
struct pf_iguard_run {
	uint32_t from, count; /* threads from that one on, up to the next run's */
};

/* What other blocks ask, also when it has ended: what of it somebody has fenced, with device scope:
 * accesses of before the barrier numbered dev_bar; of a warp before its meeting dev_meet; of phases
 * below a row's. */
struct pf_iguard_block {
	bool fenced; /* there was one */
	uint32_t dev_bar;
	uint32_t *dev;              /* of each thread: how many; NULL: it has ended, and */
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

/* Counts of a thread now. */
void pf_iguard_now(const struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lane,
		   struct pf_iguard_side *x);
/* Its locks. */
uint16_t pf_iguard_locks(const struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lane);

/* t comes after what x's lane did, both of one block, by barriers or __syncwarp. */
bool pf_iguard_after(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		     const struct pf_iguard_side *t);
/* x's lane, or who comes after it in its block, has fenced since: device scope; any. */
bool pf_iguard_fenced(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		      bool device);
/* Nothing has ordered anything behind x since: of its warp, of its lane. */
bool pf_iguard_still(const struct pf_iguard *s, const struct pf_iguard_side *x, bool of_lane);

#endif
