/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l1_int: what l1's own files share.
 *
 *   l1.c     accesses, packets, answers     lines.c  sectors that are here
 *   mshr.c   sectors on their way           hits.c   packets of hits
 */
#ifndef L1_INT_H
#define L1_INT_H

#include "../base/map.h"
#include "l1.h"

/* A part of an operation. */
struct waiter {
	uint32_t op, lanes;
	uint8_t part;
};

/* lines.c */
struct line {
	uint64_t number; /* address / LINE */
	uint64_t used;   /* larger: later */
	uint8_t valid;   /* sectors; 0: the way is free */
};

struct lines {
	struct line *line; /* sets * ways */
	uint32_t sets, ways;
	uint64_t uses;
};

void lines_init(struct lines *l, uint32_t sets, uint32_t ways);
void lines_free(struct lines *l);
struct line *lines_find(const struct lines *l, uint64_t addr); /* NULL: sector is not valid */
void lines_use(struct lines *l, struct line *line);
/* Makes the sector valid. true: for that, a valid line went. */
bool lines_fill(struct lines *l, uint64_t addr);
bool lines_forget(struct lines *l, uint64_t addr); /* true: it was valid */
void lines_flush(struct lines *l);

/* mshr.c */
struct mshr_entry {
	uint64_t sector; /* its address */
	uint32_t n;      /* who waits; 0: free */
	uint32_t next;   /* of the same bucket, or free: index + 1 */
	bool closed;     /* a store or atomic has passed */
};

struct mshr {
	struct mshr_entry *entry;
	struct waiter *waiter; /* `merges` of each entry */
	uint32_t *bucket;      /* index + 1 */
	uint32_t n, merges, used, free, mask;
};

void mshr_init(struct mshr *m, uint32_t n, uint32_t merges);
void mshr_free(struct mshr *m);
struct mshr_entry *mshr_find(const struct mshr *m, uint64_t sector); /* or NULL */
uint32_t mshr_new(struct mshr *m, uint64_t sector, struct waiter w); /* there is a free one */
void mshr_wait(struct mshr *m, struct mshr_entry *e, struct waiter w);
void mshr_drop(struct mshr *m, struct mshr_entry *e);

static inline struct mshr_entry *mshr_entry(const struct mshr *m, uint32_t i)
{
	assert(i < m->n);
	return &m->entry[i];
}

static inline struct waiter *mshr_waiters(const struct mshr *m, const struct mshr_entry *e)
{
	return &m->waiter[(size_t)(e - m->entry) * m->merges];
}

/* l1.c */
struct hit {
	uint64_t due;
	struct waiter who;
};

enum { L1_WAITS = 5 }; /* causes of a refusal */

struct l1_counts {
	uint64_t accesses, hits, merges, misses, strong, stores, atomics;
	uint64_t fills, fills_late, replaced, write_evicts, hit_packets, messages;
	uint64_t hit_merged, hit_repeats, note_bytes;
	uint64_t wait[L1_WAITS], wait_tag, wait_noc, mshr_most;
};

/* hits.c */
enum { HITS_PATIENCE = 16 }; /* cycles; then a packet goes before those of the out queue */

struct hit_buffer {
	struct pkt *head, *tail; /* oldest first */
	uint32_t cap, held;      /* held: with those that have no note yet */
	uint32_t cycles;
	enum sim_hit_merge merge;
};

struct l1 {
	bool on, free_hits, free_messages, whole_line, two_trips;
	uint16_t sm;
	bool coded;  /* a side counts its note's bytes */
	bool drains; /* the SM has nothing more to do: hits wait for nobody */
	uint32_t latency, out_cap, tag_bytes;
	struct map map;
	struct noc_config noc;
	struct pkt_pool *pool;
	struct l1_hooks hooks;

	/* this cycle's access */
	bool port_used, refused;
	uint32_t port_op;
	uint64_t port_line;

	struct lines lines;
	struct mshr mshr;
	struct hit *hits; /* ring, by due */
	uint32_t hit_mask, hit_head, n_hits;

	struct pkt *head, *tail; /* out queue */
	struct pkt *unnoted;     /* first of it that has no note yet */
	uint32_t out_count;      /* without free ones and those aside */
	uint64_t pushed;         /* packets so far: pkt.due is their number */
	struct hit_buffer buffer;
	struct pkt *again, *again_tail; /* atomics that wait for their second trip; they go first */
	uint64_t waiting;               /* answers to come */

	struct l1_counts *count, own_count;
	struct l1_counts
		*all_counts; /* of all L1s, when they are in one table: this one frees it */
};

/* hits.c */
void hits_init(struct l1 *l, const struct det_config *c);
void hits_put(struct l1 *l, struct pkt *k, bool clear, uint64_t now);
struct pkt *hits_before(struct l1 *l, const struct pkt *first);
struct pkt *hits_next(struct l1 *l, uint64_t now, bool urgent);

#endif
