/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check_pipe: what pf_line_check and pf_block_check have in common, cycle for cycle: operations
 * come from a cache, wait for their rows, and go through the check; what only its end wants waits
 * beside.
 *
 *   go ──> wait ──> entry_check ──> S4 ──> ret
 *    └──────────── places ─────────────────^
 */
#ifndef SIM_LINES_CHECK_PIPE_H
#define SIM_LINES_CHECK_PIPE_H

#include "entry_check.h"
#include "wait.h"

enum { CHECK_DEPTH = 6 };

/* Where an operation is; a beat and a note only of blocks. */
struct check_place {
	uint32_t line, beat, pc, note;
};

/* An operation that comes out of the cache. */
struct check_go {
	bool valid;
	uint32_t near; /* n: its row is what the n-th before it gives back; 0: it comes with it */
	struct check_place place;
	struct check_op op;
};

struct check_pipe {
	struct wait wait;
	struct entry_check check;
	struct check_place place[CHECK_DEPTH + 1];
	uint32_t first, inside; /* of these; inside 0: idle */
	bool raced;             /* S4's race was taken */
};

void check_pipe_init(struct check_pipe *p, const struct check_config *config);
void check_pipe_reset(struct check_pipe *p);
/* S4 has a race that was not taken. */
bool check_pipe_races(const struct check_pipe *p);
/* step: S2 to S4 go on; comes: go.valid. True: one may come in the next cycle. */
bool check_pipe_eval(struct check_pipe *p, bool step, bool comes, struct pf_fences count);
/* The operation in S4 ends in this cycle. */
bool check_pipe_ends(const struct check_pipe *p);
/* Of the operation in S4. */
const struct check_place *check_pipe_place(const struct check_pipe *p);
/* row: that go comes with; ret: what the operation that ends gives back; NULL: none does;
 * race_ready: S4's race, if it has one, is taken. */
void check_pipe_step(struct check_pipe *p, const struct check_go *go, const struct check_row *row,
		     const struct check_row *ret, bool race_ready);

#endif
