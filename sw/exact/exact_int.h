/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * exact_int: what exact's own files share.
 *
 *   exact.c   the machine's events: blocks, barriers, fences
 *   access.c  an access of a warp, lane by lane
 *   hit.c     a conflict: ordered, or a race, in a report's words
 *   know.c    what a thread releases and learns: log and tables
 */
#ifndef EXACT_INT_H
#define EXACT_INT_H

#include "../shared/feed.h"
#include "exact.h"
#include "words.h"

/* A named barrier, until it lets go. */
struct meeting {
	uint32_t node[ORDER_WARPS * ORDER_LANES]; /* who has come */
	uint32_t n;
	uint32_t waiting[ORDER_WARPS]; /* lanes */
	uint32_t joined;               /* the node of all, once it lets go */
	uint32_t arrived;              /* of bar.arrive alone: threads, as the barrier counts */
	bool waiters, over;            /* somebody waits; nobody did, and all have come */
};

/* A block's slot. */
struct slot {
	uint32_t block;
	struct location_thread *thread;
	struct meeting *meeting[PF_SHARED_BARRIERS]; /* NULL: nobody has come yet */
	uint32_t fence_sc;                           /* node of the last fence.sc; 0: none */
	struct pf_exact_pairs *pairs;
};

struct exact {
	struct exact_config config;
	struct shared_feed *feed;
	struct order order;
	struct locations locations;
	struct words words;
	struct slot *slot;
	uint32_t slots, n_slots; /* of an SM, of all */
	/* With each node config.pairs.carry pairs; the rest of them are free. */
	struct pf_exact_pair *carried;
	size_t cap_carried;
	/* the operation under way */
	uint32_t op_number;
	const struct machine_who *who;
	const struct simt_op *op;
	struct slot *at;
	uint64_t word; /* being checked */
	struct race_hit *hits;
	size_t n_hits, cap_hits;
	/* judged: */
	struct hashmap told; /* words with a race -> their bytes */
	struct seen {        /* of the operation under way: a plain write, ordered by observation */
		uint64_t word;
		uint32_t lane;
	} * seen;
	size_t n_seen, cap_seen;
	struct exact_stats stats;
};

static inline struct slot *exact_slot(const struct exact *x, const struct machine_who *who)
{
	return &x->slot[who->sm * x->slots + who->slot];
}

static inline struct location_thread *exact_thread(const struct exact *x, struct slot *s,
						   uint32_t warp, uint32_t lane)
{
	return &s->thread[warp * x->order.lanes + (x->order.its ? lane : 0)];
}

/* Lanes as threads. */
static inline struct order_who exact_threads(const struct exact *x, const struct machine_who *who,
					     uint32_t lanes)
{
	return (struct order_who){.block = exact_slot(x, who)->block,
				  .warp = who->warp,
				  .lanes = x->order.its ? lanes : ORDER_ALL};
}

/* In software all of it, in the SMs' tables as much as they hold. */
uint32_t exact_release(struct exact *x, struct order_who who);
void exact_acquire(struct exact *x, struct order_who who, uint32_t node);

/* The operation under way, of global or shared memory. */
void exact_access(struct exact *x);

/* Of p's threads `lanes` have what conflicts with a, of the word x->word: words_conflict. */
void exact_conflict(void *ctx, const struct word_access *p, uint32_t lanes,
		    const struct word_access *a);

#endif
