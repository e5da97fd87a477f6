/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_check: pf_line_check, cycle for cycle: accesses to lines whose metadata are a row of at most
 * three entries; one owner a cycle, whatever the number of words.
 *
 *   go ──> wait ──> entry_check ──> the line after it ──> ret, blk
 *                                └──> race
 *
 * Called each cycle: line_check_eval() once all inputs but race_ready are known, which may depend
 * on its outputs; then line_check_step().
 */
#ifndef SIM_LINES_LINE_CHECK_H
#define SIM_LINES_LINE_CHECK_H

#include "check_pipe.h"

enum { LINE_CLASSES = 3 };

struct line_check_race {
	uint32_t line, pc;
	uint32_t words[LINE_CLASSES];  /* that race */
	uint8_t row[LINE_CLASSES];     /* enum pf_row */
	uint32_t before[LINE_CLASSES]; /* {owner's block fences have moved, low 22 bits of the
					  entry} */
	bool sub;
	uint32_t owner; /* {block, warp} */
	const struct pf_tag *tag;
};

/* An operation that goes on to a block. */
struct line_check_block {
	bool valid;
	bool make; /* the block is new, and the operation done */
	uint32_t block, line, pc;
	const struct check_op *op;
	const struct check_row *before; /* the line as it was */
	const uint64_t *next;           /* of each class: what its words get that are accessed */
};

struct line_check {
	struct {
		struct check_go go;
		struct check_row go_row;
		struct pf_fences count; /* answer to the last look, ... */
		bool counted;           /* once it is there */
		bool free_valid;        /* a free block */
		uint32_t free_block;
		bool blk_ready; /* one may go on */
		bool race_ready;
	} in;
	struct {
		bool go_ready; /* one may come in the next cycle */
		bool ret_valid, ret_changed;
		struct check_row ret_row;
		bool done; /* it ends here, the operation of this era */
		uint32_t done_era;
		bool look; /* for the fences of this owner, as of this era */
		uint32_t look_owner, look_era;
		bool free_take, forgot;
		struct line_check_block blk;
		bool race_valid;
		struct line_check_race race;
		uint32_t checks; /* words checked in the cycle before */
		bool stall_owner, stall_block;
	} out;

	/* Private */
	struct check_pipe pipe;
	bool could; /* S4 could go on to a block */
	uint32_t checked;
};

void line_check_init(struct line_check *c, const struct pf_geometry *g);
void line_check_reset(struct line_check *c);
void line_check_policy(struct line_check *c, bool scord);
void line_check_eval(struct line_check *c);
/* Nothing inside. */
bool line_check_idle(const struct line_check *c);
void line_check_step(struct line_check *c);

#endif
