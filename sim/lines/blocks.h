/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * blocks: pf_line_blocks with its pf_line_beats, cycle for cycle: lines that lie word by word: the
 * beats of their blocks, in a cache, and the check of these.
 *
 *   operation ─> block_queue ─> read_shared ─> one request a beat ─> meta_cache ─> block_check
 *                                   └─ needs no check: it ends
 *
 * Called each cycle: blocks_eval(), then blocks_step(). Memory, flush and forget are the cache's.
 */
#ifndef SIM_LINES_BLOCKS_H
#define SIM_LINES_BLOCKS_H

#include "block_check.h"
#include "block_queue.h"
#include "meta_cache.h"
#include "read_shared.h"

enum { BLOCKS_ENDS = 4 };

struct blocks {
	struct {
		const struct line_check_block *op; /* for the step */
		bool race_ready;                   /* likewise */
		struct pf_fences count;
		bool counted;
	} in;
	/* By blocks_eval() */
	bool ready; /* an operation may come */
	bool add, done;
	uint32_t add_era, done_era;
	uint32_t checks;          /* words checked in the cycle before */
	struct block_check check; /* its looks and races */
	struct meta_cache cache;

	/* Private */
	struct block_queue queue;
	struct read_shared shared;
	uint32_t sent,
		made; /* beats of the operation that were, as bits; that came out of the bank */
	uint32_t n_ends, ends[BLOCKS_ENDS]; /* eras of operations without a check */
	uint32_t beat;                      /* the next to be sent */
	bool last, op_ready, skipped;
};

void blocks_init(struct blocks *b, const struct pf_geometry *g, uint32_t sets, uint32_t requests);
void blocks_free(struct blocks *b);
void blocks_reset(struct blocks *b);
void blocks_policy(struct blocks *b, bool scord);
/* Nothing inside. */
bool blocks_idle(const struct blocks *b);
void blocks_eval(struct blocks *b);
void blocks_step(struct blocks *b);

#endif
