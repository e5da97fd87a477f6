/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * flow: a kernel's basic blocks and loops.
 */
#ifndef STATIC_FLOW_H
#define STATIC_FLOW_H

#include "../ptx/ptx.h"

struct flow_loop {
	unsigned head;
	int parent; /* the loop around it, or PTX_NONE */
	bool *has;  /* of each block: is it in the loop? */
	bool bars;  /* a barrier of the block is in it */
};

struct flow {
	const struct ptx_func *f;
	unsigned n;          /* blocks; node n is the exit */
	unsigned *first;     /* block's first instruction; [n]: n_insns */
	unsigned (*next)[2]; /* a block's successors: where a branch goes, what comes behind it */
	unsigned *n_next;
	unsigned *rank;  /* blocks in order: before their successors, loops in one piece */
	unsigned *place; /* a block's index in rank */
	int *block_of;   /* of an instruction */
	int *loop_of;    /* innermost loop of a block, or PTX_NONE */
	/* Of a block: the one at whose end threads part to meet again here, all of them and in the
	 * same iteration, or PTX_NONE */
	int *parted;
	struct flow_loop *loop; /* those outside first */
	unsigned n_loops;
};

/* Returns NULL, or why it is not analysed: an entry in the middle of a loop, indirect branches, a
 * function that is too large. */
const char *flow_build(struct flow *w, const struct ptx_func *f);
void flow_free(struct flow *w);

/* A barrier at which the whole block meets, whatever its number. */
bool flow_is_barrier(const struct ptx_insn *i);
static inline bool flow_in_loop(const struct flow *w, int loop, unsigned block)
{
	return loop < 0 || (block < w->n && w->loop[loop].has[block]);
}

#endif
