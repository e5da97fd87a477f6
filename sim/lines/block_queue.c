/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block_queue.h"

#include <string.h>

void block_queue_reset(struct block_queue *q)
{
	q->n = 0;
	q->makes = false;
}

bool block_queue_ready(const struct block_queue *q)
{
	return q->n < 2 && !q->makes;
}

void block_queue_step(struct block_queue *q, const struct line_check_block *in, bool leaves)
{
	if (leaves) {
		q->makes &= !q->op[0].make;
		q->op[0] = q->op[1];
		q->n--;
	}
	if (!in->valid)
		return;
	q->op[q->n++] = (struct block_op){.make = in->make,
					  .block = in->block,
					  .line = in->line,
					  .pc = in->pc,
					  .op = *in->op};
	if (!in->make)
		return;
	q->makes = true;
	q->make.words = in->op->words;
	q->make.before = *in->before;
	memcpy(q->make.next, in->next, sizeof(q->make.next));
}
