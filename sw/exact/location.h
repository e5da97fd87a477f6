/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * location: locations of strong accesses, what their writers publish there, and who has observed
 * it: release and acquire patterns, and observation order (docs/memory-model.md).
 *
 *   strong write ─> chain of writes, each morally strong with the next ─> nodes published (order.h)
 *   strong read  ─> look: who has observed the chain so far
 *               └─> heard: what the thread's next fence, or acquire here, makes it know
 *
 * A location is an address and a size. A strong store begins a new chain, a read-modify-write goes
 * on with it; a weak store, or a write of another size, leaves none.
 */
#ifndef EXACT_LOCATION_H
#define EXACT_LOCATION_H

#include "../ptx/ptx.h"
#include "order.h"

/* For whom a release counts: threads of the same block, all. */
enum location_reach { LOCATION_BLOCK, LOCATION_DEVICE, LOCATION_REACHES };

static inline enum location_reach location_reach(enum ptx_scope s)
{
	return s == PTX_SCOPE_CTA ? LOCATION_BLOCK : LOCATION_DEVICE;
}

/* One strong operation of a thread (one lane, or ORDER_ALL). */
struct location_by {
	struct order_who who;
	enum location_reach reach; /* of its scope */
	uint32_t epoch;
};

/* Two strong operations on one location, in each other's scope or of one thread. */
static inline bool location_together(struct order_who a, enum location_reach ra, struct order_who b,
				     enum location_reach rb)
{
	return (ra == LOCATION_DEVICE && rb == LOCATION_DEVICE) || a.block == b.block;
}

/* What a write publishes: of each reach the last node; 0: none. */
struct location_pub {
	struct order_who who;
	uint32_t node[LOCATION_REACHES];
};

struct location_look {
	struct order_who who;
	uint32_t epoch, time;
	uint32_t index; /* of the last write that was observed */
};

struct chain {
	uint32_t refs; /* 0: spare */
	uint32_t writes;
	struct order_who last;
	enum location_reach reach;
	struct location_pub *pub;
	size_t n_pubs, cap_pubs;
	struct location_look *look;
	size_t n_looks, cap_looks;
};

struct location {
	uint64_t addr;
	uint32_t size;
	uint32_t next;  /* location of the same 16 bytes */
	uint32_t chain; /* 0: none */
};

/* A chain that a thread has read, and how much of it counts already. */
struct heard {
	uint32_t chain, location;
	uint32_t n, done[LOCATION_REACHES]; /* publications */
};

/* What a thread has fenced and heard. */
struct location_thread {
	uint32_t fenced[LOCATION_REACHES]; /* nodes */
	struct heard *heard;
	size_t n, cap;
};

struct locations {
	struct order *order;
	/* Who has learnt which node. */
	void (*learnt)(void *ctx, struct order_who who, uint32_t node);
	void *ctx;
	struct chain *chain; /* [0]: none */
	size_t n_chains, cap_chains;
	uint32_t *spare;
	size_t n_spare, cap_spare;
	struct location *location; /* [0]: none */
	size_t n, cap;
	struct hashmap at;       /* 16 bytes -> their first location */
	struct hashmap released; /* thread, location -> of the last release operation there */
	struct location_pub *release;
	size_t n_releases, cap_releases;
};

void locations_open(struct locations *p, struct order *o,
		    void (*learnt)(void *ctx, struct order_who who, uint32_t node), void *ctx);
void locations_close(struct locations *p);
/* A grid begins. */
void locations_clear(struct locations *p);
void location_thread_free(struct locations *p, struct location_thread *t);

/* The location; made if there is none. addr: shared memory's is above all of global memory. */
uint32_t locations_at(struct locations *p, uint64_t addr, uint32_t size);
/* Chains of locations that overlap the bytes, but for `but` (0: all), are no more. */
void locations_break(struct locations *p, uint64_t addr, uint32_t bytes, uint32_t but);

/* A fence or acquiring operation: what t has heard, at `at` or (0) anywhere, counts. */
void locations_acquire(struct locations *p, struct location_thread *t, const struct location_by *by,
		       uint32_t at);
/* The thread's own weak write is what lies there, and its read-modify-write will observe it:
 * program order makes the two morally strong. The write's chain, with a reference; its number is 0.
 */
uint32_t locations_begin(struct locations *p, const struct location_by *by, uint32_t at);
/* A strong read: true if it observes what was written there. hears: it forms an acquire pattern
 * (red does not); what it has heard counts from locations_acquire() on. */
bool locations_read(struct locations *p, struct location_thread *t, const struct location_by *by,
		    uint32_t at, bool hears);
/* It has observed, which orders what comes after it. */
void locations_look(struct locations *p, const struct location_by *by, uint32_t at);
/* A strong write; continues: it is a read-modify-write that has observed. releases: its own node,
 * 0: it is no release. */
void locations_write(struct locations *p, const struct location_thread *t,
		     const struct location_by *by, uint32_t at, bool continues, uint32_t releases);

/* The chain and the number of the write that was just done there; one more reference. */
uint32_t locations_hold(struct locations *p, uint32_t at, uint32_t *index);
void locations_drop(struct locations *p, uint32_t chain);
/* Whether who, or whom he knows, has observed that write. */
bool locations_observed(struct locations *p, uint32_t chain, uint32_t index, struct order_who who);

#endif
