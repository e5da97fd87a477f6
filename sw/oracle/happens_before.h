/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * happens_before: what each thread of the resident blocks knows, and what it has fenced.
 *
 *   program order   each warp counts a label; an access carries it; synchronization bumps it
 *   fence           a thread remembers what it knew (for releases), learns what it had observed
 *   barrier, warp sync   those who meet learn each other's
 *
 * A thread is a warp in lock step, a lane under ITS. State is kept once per warp as long as all
 * its lanes are alike.
 */
#ifndef ORACLE_HAPPENS_BEFORE_H
#define ORACLE_HAPPENS_BEFORE_H

#include "../machine/machine.h"
#include "cluster.h"
#include "vclock.h"
#include "locks.h"
#include "marks.h"

enum { HB_BARS = 16, HB_WARPS = 32 };

/* Indices of the arrays below, from narrow to wide. CLUSTER is left out where there are none. */
enum hb_scope { HB_CTA, HB_CLUSTER, HB_GPU, HB_SCOPES };

static inline enum hb_scope hb_scope(enum ptx_scope s)
{
	return s == PTX_SCOPE_CTA ? HB_CTA : s == PTX_SCOPE_CLUSTER ? HB_CLUSTER : HB_GPU;
}

/* What the thread knew at its last fence of at least that scope. */
struct hb_fence {
	struct vclock *clock;
	struct vclock *gives; /* that with the thread's accesses until then; NULL: not needed yet */
	uint32_t label;       /* of the last access before it; 0: no fence yet */
};

struct hb_sync {
	struct hb_fence fence[HB_SCOPES];
	struct vclock *pending[HB_SCOPES]; /* observed, waits for a fence of that scope */
	struct marks marks;                /* begun at a location (model ptx) */
};

struct hb_warp {
	uint32_t label; /* of the next access; from 1 */
	uint32_t last;  /* of the last access performed */
	uint32_t lanes; /* that exist */
	bool split;     /* lane_clock counts, not clock */
	struct vclock *clock;
	struct vclock **lane_clock;
	struct hb_sync *sync; /* NULL until needed; ITS: one for each lane */
	struct locks locks;
};

struct hb_arrival {
	uint32_t warp, lanes, label;
	bool waits;
};

struct hb_bar {
	struct hb_arrival *arrivals;
	size_t n, cap;
	uint32_t counted;      /* machine's count of bar.arrive */
	bool waits;            /* somebody does */
	bool open;             /* is letting go: the next arrival starts anew */
	struct vclock *joined; /* what all that arrived knew */
	struct vclock *gives;  /* with their own accesses, once open */
};

struct hb_async; /* async.h */
struct hb_bulk;

struct hb_block {
	uint64_t index;
	bool used;
	struct hb_warp *warps;
	struct hb_bar bar[HB_BARS];
	struct vclock *sc;      /* what its threads knew at their fence.sc */
	struct hb_async *async; /* of each warp; NULL until needed */
	struct hb_bulk *bulk;   /* NULL until needed */
	struct hb_block *next_spare;
};

struct hb_grids; /* grids.h */
struct hb_cluster {
	struct vclock *sc;     /* what its threads knew at their fence.sc of cluster scope */
	struct vclock *joined; /* what those that have arrived at its barrier knew */
	struct vclock *gives;  /* that of the time before, when all had */
};

struct happens_before {
	struct vclock_pool pool;
	struct tally *tally;
	bool its;
	uint32_t n_warps, threads; /* of a block */
	uint64_t base;             /* of the grid: its block b is block base + b here */
	struct hb_grids *grids;    /* what device code has launched, with its first launcher */
	struct clusters clusters;
	struct hb_cluster *cluster; /* of each; NULL: none */
	size_t n_clusters;
	struct hb_block **slots; /* resident blocks: [sm * blocks_per_sm + slot] */
	size_t n_slots, cap_slots;
	uint32_t per_sm;
	struct vclock *sc; /* what threads knew at their fence.sc of device scope */
	struct vclock
		*fenced[HB_SCOPES]; /* label of every thread's last fence of at least that scope */
};

void hb_open(struct happens_before *o, struct tally *t);
void hb_close(struct happens_before *o);
void hb_launch(struct happens_before *o, const struct machine_launch_info *l);
/* A grid that a thread of an earlier one has launched: what is known of those stays. */
void hb_launch_child(struct happens_before *o, const struct machine_launch_info *l);
void hb_launch_end(struct happens_before *o);
/* The lanes launch grids, named by op->data2 (0: none). */
void hb_child(struct happens_before *o, struct hb_block *b, uint32_t warp,
	      const struct simt_op *op);
void hb_block_begin(struct happens_before *o, const struct machine_who *who);
void hb_block_end(struct happens_before *o, const struct machine_who *who);

/* NULL when there is none (the caller skipped block_begin). */
struct hb_block *hb_block(const struct happens_before *o, const struct machine_who *who);

/* Fence by lanes. sc: also ordered after each earlier fence.sc whose scope and its own include
 * each other's thread; lanes of one instruction are not ordered among themselves. */
void hb_fence(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes,
	      enum hb_scope s, bool sc);
void hb_warp_sync(struct happens_before *o, const struct hb_block *b, uint32_t warp,
		  uint32_t lanes);
/* Nothing is known of the warp any more. */
void hb_warp_clear(struct happens_before *o, struct hb_warp *w);
/* Lanes of mask learn k. */
void hb_learn_all(struct happens_before *o, struct hb_warp *w, uint32_t mask, struct vclock *k);

void hb_arrive(struct happens_before *o, struct hb_block *b, uint32_t warp,
	       const struct simt_op *op);
void hb_released(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t bar,
		 uint32_t lanes);

/* The block's; where there are none, one that nobody reads. */
struct hb_cluster *hb_cluster(const struct happens_before *o, const struct hb_block *b);
/* cluster.c: its barrier: lanes arrive, all have arrived, lanes go on. */
void hb_cluster_arrive(struct happens_before *o, struct hb_block *b, uint32_t warp,
		       const struct simt_op *op);
void hb_cluster_all(struct happens_before *o, const struct hb_block *b);
void hb_cluster_go(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes);

/* One thread (lane: any in lock step) learns k now, or at its fence of scope s. */
void hb_learn(struct happens_before *o, struct hb_warp *w, uint32_t lane, struct vclock *k);
void hb_pend(struct happens_before *o, struct hb_warp *w, uint32_t lane, enum hb_scope s,
	     struct vclock *k);
/* What a write of that thread passes on at scope s: its fence's, with its accesses until then;
 * now: all until now, the write itself included. New reference, NULL: nothing. */
struct vclock *hb_gives(struct happens_before *o, struct hb_warp *w, uint64_t block, uint32_t warp,
			uint32_t lane, enum hb_scope s, bool now);

/* A thread's marks, empty ones if it has none. */
struct marks *hb_marks(struct happens_before *o, struct hb_warp *w, uint32_t lane);
/* The same to look into; NULL: none. */
const struct marks *hb_marked(const struct happens_before *o, const struct hb_warp *w,
			      uint32_t lane);

struct vclock *hb_clock(const struct happens_before *o, const struct hb_warp *w, uint32_t lane);
/* Has that thread (resident or not) fenced since its access with that label? */
bool hb_fenced(const struct happens_before *o, uint64_t block, uint32_t warp, uint32_t lane,
	       enum hb_scope s, uint32_t label);

#endif
