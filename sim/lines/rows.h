/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rows: pf_meta_rows with its pf_meta_flight, cycle for cycle: the rows that a bank of the metadata
 * cache holds, and the operations that have theirs, which take turns.
 *
 *   put: hits, fresh rows ─> queue ─┐
 *   replays, first ─────────────────┴─> turn ─> go ─> the user's pipeline ─> ret
 *   spill: a victim, before these ─> read
 *   fill: a row from memory, if none comes back ─> written
 */
#ifndef SIM_LINES_ROWS_H
#define SIM_LINES_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/pf_report_unit.h"

enum { ROWS_QUEUE = 4, ROWS_DEPTH = 8 /* at most */ };

struct row_operation {
	uint32_t slot, at;
	bool fresh, dirty;
};

struct rows {
	uint32_t depth;
	bool through; /* a row that is being written can be read */
	struct {
		/* For the turn */
		bool replay; /* a replay waits */
		uint32_t replay_slot, replay_at;
		bool go_ready, ret, ret_changed;
		bool fill_wait;
		/* For the step */
		const struct pf_beat *ret_row;
		bool put;
		struct row_operation op;
		bool fill;
		uint32_t fill_at;
		const struct pf_beat *fill_row;
		bool spill;
		uint32_t spill_at;
	} in;
	/* By rows_eval() */
	bool turn, replayed, fill_ready;
	uint32_t turn_slot;
	/* By rows_step() */
	bool go, go_fresh;      /* an operation goes */
	uint32_t go_slot, near; /* near: 0, or its row is with the n-th before it */
	uint32_t go_at;
	bool spilled; /* the victim's row is there */
	struct pf_beat spill_row;
	bool mark; /* the row becomes dirty */
	uint32_t mark_at;
	struct pf_beat *row; /* by place */

	/* Private */
	uint32_t n_queue, n_flying, waited;
	struct row_operation queue[ROWS_QUEUE], turning;
	struct row_operation flying[ROWS_DEPTH]; /* the youngest first */
	bool spilling;
	uint32_t spilling_at;
};

/* depth: 1 to ROWS_DEPTH */
void rows_init(struct rows *r, uint32_t places, uint32_t depth, bool through);
void rows_free(struct rows *r);
void rows_reset(struct rows *r);
/* For one more operation, and for the one that is in S2. */
bool rows_room(const struct rows *r, bool in_s2);
/* Nothing but what waits for its turn. */
bool rows_quiet(const struct rows *r);
/* Ways of the set that may not leave, as bits; ways: a power of two. */
uint32_t rows_pins(const struct rows *r, uint32_t set, uint32_t ways_log2);
void rows_eval(struct rows *r);
void rows_step(struct rows *r);

#endif
