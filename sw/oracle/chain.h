/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * chain: what the value at a location passes on to a strong reader.
 *
 *   release ─> its location's chain ─(read-modify-writes keep it)─> observation
 *
 * Accesses of other sizes do not synchronise, and their writes end the chain. A location whose
 * last write releases nothing has none. Locations that the same operations wrote share one.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "cluster.h"
#include "vclock.h"

/* What is kept of addresses is in pages of these. */
enum { PAGE_BYTES = 4096, SPARE_PAGES = 64 };

/* Global byte address, or a byte of a block's shared memory: below 2^24. */
static inline uint64_t chain_shared(uint64_t block, uint64_t off)
{
	return 1ULL << 63 | block << 24 | off;
}

/* Releases by threads of one block, whatever their scope; or by threads of one cluster, of its
 * scope or wider. */
struct chain_block {
	uint64_t block; /* or chain_cluster() */
	struct vclock *clock;
};

struct chain {
	uint32_t refs;              /* locations */
	enum ptx_scope scope;       /* of the last write */
	uint64_t block;             /* of its thread */
	struct vclock *device;      /* releases that hold for everybody */
	struct chain_block *blocks; /* by block */
	size_t n, cap;
	uint32_t next; /* spare */
};

/* Handle 0: no chain. */
struct chains {
	struct vclock_pool *pool;
	const struct clusters *clusters;
	struct tally *tally;
	struct chain *items; /* may move when one is made */
	size_t n_items, cap, n_live;
	uint32_t spare;
};

void chains_open(struct chains *c, struct vclock_pool *pool, const struct clusters *k,
		 struct tally *t);
void chains_close(struct chains *c);
void chains_clear(struct chains *c);

static inline const struct chain *chains_at(const struct chains *c, uint32_t handle)
{
	return handle ? &c->items[handle] : NULL;
}

/* One write, to one location or several. */
struct chain_write {
	uint64_t block;
	enum ptx_scope scope; /* NONE: weak */
	bool rmw;             /* goes on with the chain if scopes include each other */
	/* released to the block, to the cluster, to everybody; NULL: nothing */
	struct vclock *cta, *cluster, *device;
	uint32_t begun; /* the chain that it began; 0: none yet */
};
/* Handle for `times` locations that had `from`. */
uint32_t chains_write(struct chains *c, uint32_t from, uint32_t times, struct chain_write *w);
void chains_drop(struct chains *c, uint32_t handle, uint32_t times);

/* Is an access of that block and scope morally strong with the last write? */
bool chain_links(const struct chains *c, const struct chain *ch, uint64_t block,
		 enum ptx_scope scope);
/* What threads of the block have released here, or (chain_cluster()) those of its cluster. */
struct vclock *chain_of_block(const struct chain *ch, uint64_t block);

static inline uint64_t chain_cluster(const struct clusters *c, uint64_t block)
{
	return 1ULL << 62 | cluster_of(c, block);
}

#endif
