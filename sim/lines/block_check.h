/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * block_check: pf_block_check, cycle for cycle: accesses to lines that lie word by word in a block:
 * beats of four entries, one owner a cycle.
 *
 *   go ──> wait ──> entry_check ──> race, ret
 *    └── a new block: the beat is made of what the line had
 *
 * Called each cycle: block_check_eval() once all inputs but race_ready are known, which may depend
 * on its outputs; then block_check_step().
 */
#ifndef SIM_LINES_BLOCK_CHECK_H
#define SIM_LINES_BLOCK_CHECK_H

#include "check_pipe.h"
#include "line_check.h"

/* What a new block is made of. */
struct block_make {
	uint32_t words;          /* accessed */
	struct check_row before; /* the line */
	uint64_t next[LINE_CLASSES];
};

struct block_check_race {
	uint32_t lanes;                 /* words of the beat that race */
	uint8_t row[CHECK_ENTRIES];     /* enum pf_row */
	uint32_t before[CHECK_ENTRIES]; /* as of line_check_race */
	bool sub;
	uint32_t line, beat, pc, owner;
	const struct pf_tag *tag;
};

struct block_check {
	struct {
		struct check_go go; /* words of the beat; op.make: the beat is new */
		uint64_t go_row[CHECK_ENTRIES];
		const struct block_make *make; /* with go.op.make */
		struct pf_fences count;        /* answer to the last look, ... */
		bool counted;                  /* once it is there */
		bool race_ready;
	} in;
	struct {
		bool go_ready; /* one may come in the next cycle */
		bool ret_valid, ret_changed;
		struct check_row ret_row;
		uint32_t ret_beat, ret_note;
		uint32_t ret_quiet; /* entries that a load without locks leaves as they are */
		uint32_t done_era;  /* with ret_valid: the operation of this era ends */
		bool look;
		uint32_t look_owner, look_era;
		bool race_valid;
		struct block_check_race race;
		uint32_t checks; /* words checked in this cycle */
		bool stall_owner;
	} out;

	/* Private */
	struct check_pipe pipe; /* pipe.inside 0: idle */
	struct check_row came;
};

void block_check_init(struct block_check *c, const struct pf_geometry *g);
void block_check_reset(struct block_check *c);
void block_check_policy(struct block_check *c, bool scord);
void block_check_eval(struct block_check *c);
void block_check_step(struct block_check *c);

#endif
