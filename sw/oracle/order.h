/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order: what each thread of the resident blocks knows, and what it has fenced.
 *
 *   program order   each warp counts a label; an access carries it; any step of order bumps it
 *   fence           a thread remembers what it knew (for releases), learns what it had observed
 *   barrier, warp sync   those who meet learn each other's
 *
 * A thread is a warp in lock step, a lane under ITS. State is kept once per warp as long as all
 * its lanes are alike.
 */
#ifndef ORACLE_ORDER_H
#define ORACLE_ORDER_H

#include "../machine/machine.h"
#include "know.h"
#include "locks.h"
#include "marks.h"

enum { ORDER_BARS = 16, ORDER_WARPS = 32 };

/* Indices of the two arrays below. */
enum order_scope { ORDER_CTA, ORDER_GPU };

/* What the thread knew at its last fence of at least that scope. */
struct order_fence {
	struct know *knew;
	struct know *gives; /* that with the thread's accesses until then; NULL: not needed yet */
	uint32_t label;     /* of the last access before it; 0: no fence yet */
};

struct order_sync {
	struct order_fence fence[2];
	struct know *pending[2]; /* observed, waits for a fence of that scope */
	struct marks marks;      /* begun at a location (model ptx) */
};

struct order_warp {
	uint32_t label; /* of the next access; from 1 */
	uint32_t last;  /* of the last access performed */
	uint32_t lanes; /* that exist */
	bool split;     /* lane_know counts, not know */
	struct know *know;
	struct know **lane_know;
	struct order_sync *sync; /* NULL until needed; ITS: one for each lane */
	struct locks locks;
};

struct order_arrival {
	uint32_t warp, lanes, label;
	bool waits;
};

struct order_bar {
	struct order_arrival *arrivals;
	size_t n, cap;
	uint32_t counted;    /* machine's count of bar.arrive */
	bool waits;          /* somebody does */
	bool open;           /* is letting go: the next arrival starts anew */
	struct know *joined; /* what all that arrived knew */
	struct know *gives;  /* with their own accesses, once open */
};

struct order_block {
	uint64_t index;
	bool used;
	struct order_warp *warps;
	struct order_bar bar[ORDER_BARS];
	struct know *sc; /* what its threads knew at their fence.sc */
	struct order_block *next_spare;
};

struct order {
	struct know_pool pool;
	struct tally *tally;
	bool its;
	uint32_t n_warps, threads;  /* of a block */
	struct order_block **slots; /* resident blocks: [sm * blocks_per_sm + slot] */
	size_t n_slots, cap_slots;
	uint32_t per_sm;
	struct know *sc;        /* what threads knew at their fence.sc of device scope */
	struct know *fenced[2]; /* label of every thread's last fence of at least that scope */
};

void order_open(struct order *o, struct tally *t);
void order_close(struct order *o);
void order_launch(struct order *o, const struct machine_launch_info *l);
void order_launch_end(struct order *o);
void order_block_begin(struct order *o, const struct machine_who *who);
void order_block_end(struct order *o, const struct machine_who *who);

/* NULL when there is none (the caller skipped block_begin). */
struct order_block *order_block(const struct order *o, const struct machine_who *who);

/* Fence by lanes. sc: also ordered after each earlier fence.sc whose scope and its own include
 * each other's thread; lanes of one instruction are not ordered among themselves. */
void order_fence(struct order *o, struct order_block *b, uint32_t warp, uint32_t lanes,
		 enum order_scope s, bool sc);
void order_warp_sync(struct order *o, const struct order_block *b, uint32_t warp, uint32_t lanes);
void order_arrive(struct order *o, struct order_block *b, uint32_t warp, const struct simt_op *op);
void order_released(struct order *o, struct order_block *b, uint32_t warp, uint32_t bar,
		    uint32_t lanes);

/* One thread (lane: any in lock step) learns k now, or at its fence of scope s. */
void order_learn(struct order *o, struct order_warp *w, uint32_t lane, struct know *k);
void order_pend(struct order *o, struct order_warp *w, uint32_t lane, enum order_scope s,
		struct know *k);
/* What a write of that thread passes on at scope s: its fence's, with its accesses until then;
 * now: all until now, the write itself included. New reference, NULL: nothing. */
struct know *order_gives(struct order *o, const struct order_block *b, uint32_t warp, uint32_t lane,
			 enum order_scope s, bool now);

/* A thread's marks, empty ones if it has none. */
struct marks *order_marks(struct order *o, struct order_warp *w, uint32_t lane);
/* The same to look into; NULL: none. */
const struct marks *order_marked(const struct order *o, const struct order_warp *w, uint32_t lane);

struct know *order_know(const struct order *o, const struct order_warp *w, uint32_t lane);
/* Has that thread (resident or not) fenced since its access with that label? */
bool order_fenced(const struct order *o, uint64_t block, uint32_t warp, uint32_t lane,
		  enum order_scope s, uint32_t label);

#endif
