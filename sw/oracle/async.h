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
 */
#ifndef ORACLE_ASYNC_H
#define ORACLE_ASYNC_H

#include "grids.h"

/* Labels of a lane's groups that it has not waited for, oldest first. */
struct async_groups {
	uint32_t *label;
	size_t n, cap;
};

struct hb_async {
	struct hb_warp copier;
	struct async_groups groups[SIMT_LANES]; /* in lock step: the first one's */
};

/* The lanes begin a copy: who does it. */
struct hb_warp *async_begin(struct happens_before *o, struct hb_block *b, uint32_t warp,
			    uint32_t lanes);
void async_group(struct happens_before *o, struct hb_block *b, uint32_t warp,
		 const struct simt_op *op);
void async_clear(struct happens_before *o, struct hb_block *b);

/* The block whose thread began it. */
static inline uint64_t async_block(const struct happens_before *o, uint64_t block)
{
	const struct hb_grid *g = o->grids->n ? grids_of(o, block) : NULL;
	const uint64_t first = g ? g->first : 0, n = g ? g->blocks : o->blocks;

	return block - first < n ? block : block - n;
}

#endif
