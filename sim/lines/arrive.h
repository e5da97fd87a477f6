/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * arrive: pf_line_arrive, cycle for cycle: where operations on lines arrive, in order, and get what
 * they have to know of fences.
 *
 * Called each cycle: arrive_eval() once the operation, `flush`, `forget` and `empty` are known;
 * then arrive_step().
 */
#ifndef SIM_LINES_ARRIVE_H
#define SIM_LINES_ARRIVE_H

#include "coalesce.h"
#include "entry_check.h"
#include "fence_counts.h"

enum { ARRIVE_WAIT = 4 /* operations in the queue */ };

/* Caches, as bits. */
enum { OF_ROWS = 1, OF_BEATS = 2, OF_BITS = 4, OF_ALL = 7 };

/* An operation on its way to the line's row. */
struct line_operation {
	uint32_t line, pc;
	struct check_op op;
};

struct arrive_region {
	uint32_t first, last;             /* lines */
	uint32_t first_words, last_words; /* which words of these two */
};

struct arrive {
	struct arrive_region region;
	struct {
		const struct line_access *op; /* NULL: none */
		bool flush, forget;           /* wanted */
		bool empty;                   /* nothing is behind */
		uint32_t flushed, forgotten;  /* caches, in this cycle */
		/* For the step */
		bool out_ready, add, end[FENCE_ENDS];
		uint32_t add_era, end_era[FENCE_ENDS];
	} in;
	/* By arrive_eval() */
	bool op_ready;
	bool flushing, forgetting; /* `ask` of these caches */
	bool flush_done, forget_done;
	bool epoch, wrapped; /* everything was forgotten; as a count wrapped */
	bool stall_fence;
	uint32_t ask;
	/* By arrive_step() */
	uint32_t n_out; /* out[0] is shown if there is one */
	struct line_operation out[ARRIVE_WAIT];
	uint32_t skipped;           /* words outside of the region, in the cycle before */
	struct fence_counts fences; /* looks go there: in.look* */

	/* Private */
	uint32_t state, done;
	bool wrap, came;
	bool told, clears; /* counts of fences have been told; to clear */
	struct line_operation coming;
	bool takes, passes, accepts, over, run, fence;
	uint32_t words;
	/* Pieces more and less, of the cycle before */
	bool add, end[FENCE_ENDS];
	uint32_t add_era, end_era[FENCE_ENDS];
};

void arrive_init(struct arrive *a, const struct fence_counts_config *c);
void arrive_free(struct arrive *a);
void arrive_reset(struct arrive *a);
/* Nothing here. */
bool arrive_idle(const struct arrive *a);
/* An access is here. */
bool arrive_access(const struct arrive *a);
void arrive_eval(struct arrive *a);
void arrive_step(struct arrive *a);

#endif
