/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grids: launches by device code. Grids that come of one launch by the host are one history: a
 * block of any of them has a number of its own, and a grid begins with what its launcher knew.
 *
 *   launch    the grid's threads know what the launching thread had done and known by then; what
 *             that thread does later is beside them
 *   stream    and all of the grid before it in the stream, with all that this one launched
 *   tail      and all of the grid that launched it, with all that this one launched
 *
 * Grids run one after another, each followed at once by those that it launched: all that comes of
 * one is a range of them.
 */
#ifndef ORACLE_GRIDS_H
#define ORACLE_GRIDS_H

#include "happens_before.h"

struct hb_grid {
	const struct simt_kernel *kernel;
	uint64_t launch, parent; /* parent: 0: the host launched it */
	uint64_t first, blocks;  /* first: its blocks are first + 0, 1, ...; copiers behind them */
	enum machine_child_order order;
	uint64_t stream, by_block; /* in the parent */
	unsigned depth;
	struct vclock *start; /* what its threads know when they begin */
};

struct hb_birth {
	uint64_t id; /* of the child */
	struct vclock *knows;
};

struct hb_grids {
	struct hb_grid *grid; /* in order of launch; the last one runs */
	size_t n, cap;
	struct hb_birth *birth; /* launched, and not begun */
	size_t n_births, cap_births;
};

/* One more grid, which begins; what it starts with is known from here on. */
void grids_add(struct happens_before *o, const struct machine_launch_info *l);
void grids_clear(struct happens_before *o);
void grids_close(struct happens_before *o);
/* The grid of a block; NULL: no kernel here can launch any. */
const struct hb_grid *grids_of(const struct happens_before *o, uint64_t block);

#endif
