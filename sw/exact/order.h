/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order: who knows of whom: base causality, as a log of what threads release and learn, in the
 * order performed, and a search backward through it. Full clocks are kept nowhere.
 *
 *   release, meeting ─> node: whose, up to which epoch, how far the log had come
 *   acquire          ─> entry in the log of its block: which lanes have learnt which node
 *   whole barrier    ─> of each thread of the block all of the log so far counts, and all epochs
 *
 * A thread is a warp, or in mode its a lane. It is in an epoch that ends when it releases, meets
 * others, or passes a barrier; to know one of its epochs is to be ordered after all that it did
 * until that one's end. Epochs of a block's slot go on where those of the block before ended.
 *
 * This is the part of the system `exact` that is software: the hardware asks when its tables have
 * no answer. It shares nothing with sw/oracle.
 */
#ifndef EXACT_ORDER_H
#define EXACT_ORDER_H

#include <stdbool.h>

#include "../base/hashmap.h"

enum { ORDER_LANES = 32, ORDER_WARPS = 32, ORDER_NOBODY = 0 };
#define ORDER_ALL 0xffffffffU /* lanes of a warp that is one thread */

/* Threads of a warp. */
struct order_who {
	uint32_t block; /* order_begin()'s */
	uint32_t warp;
	uint32_t lanes;
};

/* What somebody has released, or several together. */
struct order_node {
	struct order_who who; /* who.block ORDER_NOBODY: the nodes list[from..from + n - 1] */
	uint32_t epoch;       /* their last one that is over */
	uint32_t base;        /* of the others of the block: all before this one */
	/* Their log: all entries before `whole`; from `last` back those of the thread alone (of
	 * several threads: of each of them, list[last..]), from `several` back those of several of
	 * the warp. */
	uint32_t whole, last, several;
	uint32_t from, n;
	uint32_t fence;  /* they know all before the fence.sc of that number */
	uint32_t merged; /* number of the first fence.sc after it; 0: none yet */
	uint32_t visit;
};

/* All fence.sc that everybody is in the scope of are in one order, by number; lanes of one
 * instruction have one. Who is after number i is after all that the threads of those before it
 * knew. Since when an epoch of a thread is among that, or of a block all epochs before one: */
struct order_fence {
	uint32_t number;
	uint32_t epoch;
	uint32_t before; /* 1 + the same of an earlier epoch; 0: there is none */
};

struct order_entry {
	uint32_t node, lanes;
	uint32_t before;      /* 1 + the thread's, or several's, entry before this one; 0: none */
	uint32_t time;        /* nodes when it was made */
	uint32_t merged;      /* lanes after whose learning this came a fence.sc */
	uint32_t visit, seen; /* of the search; by which lanes */
};

/* A block that runs, or has. */
struct order_block {
	uint64_t index; /* in the grid */
	uint32_t slot;
	uint32_t first;  /* epoch of its threads as it began */
	uint32_t base;   /* of its threads all before this one is known to all of them */
	uint32_t newest; /* of any of its threads */
	uint32_t whole;  /* entries that all of its threads know */
	uint32_t barriers;
	struct order_entry *log;
	size_t n, cap;
	uint32_t *last;                /* of each thread: 1 + the last entry of it alone */
	uint32_t several[ORDER_WARPS]; /* 1 + the last entry of several threads of the warp */
	uint32_t version[ORDER_WARPS]; /* what its lanes have learnt, counted */
	uint32_t *epoch;               /* of each thread; may be older than base: then base */
	/* fence.sc: number of each thread's last one, of all threads' before the last barrier, and
	 * of any; 1 + the last order_fence of each thread's epochs, and of the base; entries before
	 * merged_whole are merged, by number merged_at. */
	uint32_t *fence, whole_fence, newest_fence;
	uint32_t *known, known_base;
	uint32_t merged_whole, merged_at;
	uint32_t visit, visit_whole; /* of the search: entries seen, of the whole block */
};

/* All that a thread knows. */
struct order_clock {
	uint64_t version;
	uint32_t thread, asked; /* who; how often since */
	size_t blocks;
	bool made;
	uint32_t *epoch; /* of each thread of each block: the last one that is known; 0: none */
	uint32_t *base;  /* of each block: all before it */
	uint32_t fence;  /* number of a fence.sc: all before it */
};

struct order {
	bool its;
	uint32_t threads;          /* of a block: its warps, or 32 each */
	uint32_t lanes;            /* of a warp that are threads */
	struct order_block *block; /* [0]: nobody */
	size_t n_blocks, cap_blocks;
	struct order_node *node; /* [0]: none */
	size_t n_nodes, cap_nodes;
	uint32_t *list; /* of nodes of several */
	size_t n_list, cap_list;
	struct order_fence *fence;
	size_t n_fences, cap_fences;
	uint32_t fences; /* numbers */
	uint32_t reach;  /* of the search: who asks knows all before the fence.sc of that number */
	uint32_t *slot;  /* of each slot: its epoch after the last block's */
	uint32_t n_slots;
	uint32_t search; /* number of the last one */
	uint32_t *todo;  /* nodes */
	size_t n_todo, cap_todo;
	/* What searches said of pairs of threads: 1 + an epoch that is known, for ever; an epoch
	 * that was not, and above it by what the one thread had learnt then. */
	struct hashmap known, unknown;
	struct order_clock clock; /* of who asks often */
	uint64_t searches, visited;
};

void order_open(struct order *o, uint32_t slots);
void order_close(struct order *o);
/* A grid begins: all is forgotten. its: lanes are threads. */
void order_launch(struct order *o, uint32_t warps, bool its);
/* A block begins in a slot: its name from now on. */
uint32_t order_begin(struct order *o, uint32_t slot, uint64_t index);

/* The lane's thread, of those that `who` names. */
static inline uint32_t order_epoch(const struct order *o, uint32_t block, uint32_t warp,
				   uint32_t lane)
{
	const struct order_block *b = &o->block[block];
	const uint32_t e = b->epoch[warp * o->lanes + (o->its ? lane : 0)];

	return e > b->base ? e : b->base;
}

/* The lanes that stand for a lane's thread. */
static inline uint32_t order_lanes(const struct order *o, uint32_t lane)
{
	return o->its ? 1U << lane : ORDER_ALL;
}

/* Who pass on what they know, and each of them what the others do: the node. Their epoch ends. */
uint32_t order_release(struct order *o, struct order_who who);
/* All before the fence.sc of that number is known to some of the threads; 0: of none. */
uint32_t order_last_fence(const struct order *o, struct order_who who);
/* Whether who is after the fence.sc of that number is after the thread's epoch. */
bool order_by_fence(const struct order *o, uint32_t number, struct order_who of, uint32_t epoch);
void order_clock_free(struct order_clock *c);

/* Several nodes as one; n > 0. */
uint32_t order_join(struct order *o, const uint32_t *node, uint32_t n);
/* From now on each of them knows what the node does. */
void order_acquire(struct order *o, struct order_who who, uint32_t node);
/* They have released, to a node each, by a fence.sc in whose scope all are: each is after all such
 * before. */
void order_fence(struct order *o, struct order_who who, const uint32_t *node, uint32_t n);
/* All threads of the block meet. */
void order_barrier(struct order *o, uint32_t block);

/* Time, for order_knows(): a node made later may know of what is done now. */
static inline uint32_t order_time(const struct order *o)
{
	return (uint32_t)o->n_nodes;
}

/* Within a block, whole barriers alone: the slice knows it. */
static inline bool order_by_barrier(const struct order *o, uint32_t block, uint32_t of,
				    uint32_t epoch)
{
	return block == of && epoch < o->block[block].base;
}

/* Whether a thread (one lane, or ORDER_ALL) is ordered after what another one did at `time` in its
 * `epoch`. Exact. */
bool order_knows(struct order *o, struct order_who who, struct order_who of, uint32_t epoch,
		 uint32_t time);

#endif
