/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fresh: pf_line_fresh with its pf_line_root, cycle for cycle: is this the first operation on its
 * line since the last forget? Then the line's row need not be fetched.
 *
 *   in ─> root: a bit for each row of 256 lines ─> meta_cache: rows of a bit for each line ─> out
 *
 * Called each cycle: fresh_eval() with out_ready, fresh_forget(), then fresh_step(). Memory is the
 * cache's: cache.out, cache.in.read_ready and so on.
 */
#ifndef SIM_LINES_FRESH_H
#define SIM_LINES_FRESH_H

#include "arrive.h"
#include "meta_cache.h"

enum {
	FRESH_SETS = 8,
	FRESH_REQUESTS = 8,
	FRESH_ROW_LINES = 256,
	FRESH_WORD_ROWS = 32,
	FRESH_GENS = 16
};

struct fresh_out {
	struct line_operation op;
	bool fresh; /* the first one of its line */
};

struct fresh {
	struct {
		const struct line_operation *op; /* NULL: none; for the step */
		bool out_ready;
	} in;
	/* By fresh_eval() */
	bool in_ready;
	bool forget_done; /* by fresh_forget() */
	/* By fresh_step() */
	uint32_t n_out; /* out[0] is shown if there is one */
	struct fresh_out out[2];
	struct meta_cache cache;
	bool waited; /* in the cycle before an operation waited */

	/* Private */
	uint32_t rows;
	bool *touched; /* by row */
	uint32_t walk_left, forgets;
	bool root_valid, root_new, root_first, stop, forget;
	struct line_operation root;
	struct pf_beat back;
};

/* line_bits: of the number of a line; rows of touched bits are 2^max(line_bits - 8, 4). */
void fresh_init(struct fresh *f, uint32_t line_bits);
void fresh_free(struct fresh *f);
void fresh_reset(struct fresh *f);
void fresh_eval(struct fresh *f);
/* All lines are untouched again; it stays until forget_done. */
void fresh_forget(struct fresh *f, bool forget);
void fresh_step(struct fresh *f);
/* Nothing inside. */
bool fresh_idle(const struct fresh *f);

#endif
