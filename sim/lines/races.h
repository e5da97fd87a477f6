/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * races: of pf_line_engine what lies between the checks and pf_report, cycle for cycle: a line's
 * races in groups of four words (pf_line_races), and whose turn it is, lines' or blocks'
 * (pf_write_port).
 */
#ifndef SIM_LINES_RACES_H
#define SIM_LINES_RACES_H

#include "block_check.h"
#include "line_check.h"

/* Words side by side, of one owner. */
struct race_group {
	uint32_t lanes;
	uint8_t row[CHECK_ENTRIES];     /* enum pf_row */
	uint32_t before[CHECK_ENTRIES]; /* as of line_check_race */
	bool sub;
	uint32_t word; /* byte address / 4 of lane 0 */
	uint32_t owner, pc;
	const struct pf_tag *tag;
};

struct races {
	bool valid; /* by races_eval() */
	struct race_group group;

	/* Private */
	bool blocks_turn;
	uint32_t told; /* groups of the line's race */
	bool last;
};

void races_reset(struct races *r);
/* Each NULL: no race. */
void races_eval(struct races *r, const struct line_check_race *line,
		const struct block_check_race *block);
/* With `ready` of what takes the group: the race of the line, of the block, is taken. */
bool races_line_taken(const struct races *r, bool ready);
bool races_block_taken(const struct races *r, bool ready);
void races_step(struct races *r, const struct line_check_race *line,
		const struct block_check_race *block, bool ready);

#endif
