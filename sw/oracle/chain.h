/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * chain: what the value at each location passes on to a strong reader.
 *
 *   release ─> its location's chain ─(read-modify-writes keep it)─> observation
 *
 * A location is an element's address and size: accesses of other sizes do not synchronise, and
 * their writes end the chain. Locations whose last write releases nothing are not kept.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "../ptx/ptx.h"
#include "know.h"

/* Global byte address, or a byte of a block's shared memory: below 2^24. */
static inline uint64_t chain_shared(uint64_t block, uint64_t off)
{
	return 1ULL << 63 | block << 24 | off;
}

struct chain_block { /* releases by threads of one block, whatever their scope */
	uint64_t block;
	struct know *know;
};

struct chain {
	uint64_t addr;
	uint8_t size;
	enum ptx_scope scope;       /* of the last write */
	uint64_t block;             /* of its thread */
	struct know *device;        /* releases that hold for everybody */
	struct chain_block *blocks; /* by block */
	size_t n, cap;
	struct chain *next; /* same bucket */
};

enum { CHAIN_FILTER = 8192 };

struct chains {
	struct know_pool *pool;
	struct tally *tally;
	struct chain **bucket;
	size_t n, n_buckets; /* buckets: a power of two */
	struct chain *spare;
	uint32_t filter[CHAIN_FILTER]; /* chains by 256 bytes of addresses */
};

void chains_open(struct chains *c, struct know_pool *pool, struct tally *t);
void chains_close(struct chains *c);
void chains_clear(struct chains *c);

static inline unsigned chain_page(uint64_t addr)
{
	return (unsigned)((addr >> 8 ^ addr >> 21) % CHAIN_FILTER);
}

/* False: surely no chain near addr. */
static inline bool chains_near(const struct chains *c, uint64_t addr)
{
	return c->n && c->filter[chain_page(addr)];
}

/* NULL: nobody has released here. */
struct chain *chains_find(const struct chains *c, uint64_t addr, uint8_t size);

struct chain_write {
	uint64_t addr, block;
	uint8_t size;
	enum ptx_scope scope;      /* NONE: weak */
	bool rmw;                  /* goes on with the chain if scopes include each other */
	struct know *cta, *device; /* released to the block, to everybody; NULL: nothing */
};
void chains_write(struct chains *c, const struct chain_write *w);

/* Is an access of that block (wide: of device scope or wider) morally strong with the last write?
 */
bool chain_links(const struct chain *ch, uint64_t block, bool wide);
/* What threads of the block have released here, and what everybody has. */
struct know *chain_of_block(const struct chain *ch, uint64_t block);

#endif
