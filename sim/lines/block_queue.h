/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * block_queue: pf_block_queue, cycle for cycle: operations on their way from the check of lines to
 * blocks: two, and what a block is made of.
 */
#ifndef SIM_LINES_BLOCK_QUEUE_H
#define SIM_LINES_BLOCK_QUEUE_H

#include "block_check.h"

struct block_op {
	bool make;
	uint32_t block, line, pc;
	struct check_op op;
};

struct block_queue {
	uint32_t n; /* op[0] is shown if there is one */
	struct block_op op[2];
	struct block_make make; /* of the one that makes, until it has left */

	/* Private */
	bool makes;
};

void block_queue_reset(struct block_queue *q);
bool block_queue_ready(const struct block_queue *q);
/* in: what comes, not valid: nothing does; leaves: op[0]. */
void block_queue_step(struct block_queue *q, const struct line_check_block *in, bool leaves);

#endif
