/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * wait: pf_line_wait, cycle for cycle: operations that come from a cache with their rows, the rows
 * of some of them still being made by others in front of them.
 *
 *   in (row, or near: whose row) ──> [second] ──> [first] ──> its row as all before it have left
 *   ret (rows as they go back to the cache) ──^         ^     it, or near
 */
#ifndef SIM_LINES_WAIT_H
#define SIM_LINES_WAIT_H

#include "entry_check.h"

struct wait_place {
	bool valid, near;
	uint32_t before; /* so many go back before the one whose row it is */
	struct check_op op;
	struct check_row row;
};

struct wait {
	struct {
		bool valid;
		uint32_t near; /* n: its row is what the n-th before it gives back; 0: here */
		const struct check_op *op;
		const struct check_row *row;
		const struct check_row *ret; /* the oldest operation is given back; NULL: none is */
		bool out_ready;
	} in;
	struct wait_place *first, *second; /* first->valid: what is shown */

	/* Private */
	struct wait_place place[2];
	uint32_t inside; /* operations that have come and not gone back */
};

void wait_reset(struct wait *w);
/* One may come in the next cycle; in.valid and in.out_ready are this cycle's. */
bool wait_ready(const struct wait *w);
void wait_step(struct wait *w);

#endif
