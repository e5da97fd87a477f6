/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * async: who does an asynchronous copy. Each thread has a second one that does its copies, in a
 * block of its own behind all blocks of the grid.
 *
 *   copy begins   the copier learns what its thread knows, with the thread's accesses until then
 *   group ends    the copier's label until here is the group's
 *   wait          the thread learns the copier's accesses up to the group's label
 *
 * What the thread and others do between is not ordered with the copy. Copies of one thread are
 * taken for ordered among themselves, which PTX does not say.
 *
 * A copy in bulk, and a store that is no lane's own, has a thread that reads and one that writes,
 * of numbers of their own; each lane of a block has 32 of them in turn. So one may be waited for
 * and another not, and its source may be free before its destination is written.
 */
#ifndef ORACLE_ASYNC_H
#define ORACLE_ASYNC_H

#include "grids.h"

/* Labels of a lane's groups that it has not waited for, oldest first. */
struct async_groups {
	uint32_t *label;
	size_t n, cap;
};

/* Numbers of blocks, as multiples of clusters.stride, besides those of blocks. */
enum {
	ASYNC_COPIER = 1, /* cp.async */
	ASYNC_SHARED, /* accesses of blocks that the asynchronous proxy knows, in shared memory */
	ASYNC_GLOBAL, /* and in global memory */
	ASYNC_READER, /* in bulk */
	ASYNC_WRITER,
	ASYNC_NUMBERS
};

/* A thread's copy in bulk that ends with a group. */
struct bulk_copy {
	uint32_t by, group; /* group: BULK_OPEN: not committed yet */
};
enum { BULK_OPEN = UINT32_MAX };

struct bulk_thread {
	struct bulk_copy *copies;
	size_t n, cap;
	uint32_t groups; /* committed so far */
};

struct hb_bulk {
	struct hb_warp read[HB_WARPS], write[HB_WARPS];
	struct bulk_thread *threads[HB_WARPS]; /* of each warp: its lanes */
	uint32_t now, next;                    /* of those: the copy at hand, the next one */
};

struct hb_async {
	struct hb_warp copier;
	struct async_groups groups[SIMT_LANES]; /* in lock step: the first one's */
};

/* The lanes begin a copy: who does it. */
struct hb_warp *async_begin(struct happens_before *o, struct hb_block *b, uint32_t warp,
			    uint32_t lanes);
/* Whose operation of a copy in bulk this is. */
struct hb_warp *async_bulk(struct hb_block *b, const struct simt_op *op);
void async_group(struct happens_before *o, struct hb_block *b, uint32_t warp,
		 const struct simt_op *op);
void async_clear(struct happens_before *o, struct hb_block *b);

/* The block whose thread began it. */
static inline uint64_t async_block(const struct happens_before *o, uint64_t block)
{
	const struct hb_grid *g = o->grids->n ? grids_of(o, block) : NULL;

	if (g)
		return g->first + (block - g->first) % g->blocks;
	return cluster_block(&o->clusters, block);
}

/* Number and warp under which a block's asynchronous operation is known. */
static inline uint64_t async_number(const struct happens_before *o, uint64_t block,
				    const struct simt_op *op)
{
	const unsigned as = !op->copy                    ? ASYNC_COPIER
			    : op->copy == SIMT_COPY_READ ? ASYNC_READER
							 : ASYNC_WRITER;

	return block + as * o->clusters.stride;
}

static inline uint32_t async_warp(const struct hb_block *b, const struct simt_op *op)
{
	(void)op;
	return b->bulk->now;
}

#endif
