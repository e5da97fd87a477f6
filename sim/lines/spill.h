/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * spill: pf_cache_spill as pf_meta_cache has it, cycle for cycle: rows that left a cache, on their
 * way to memory.
 */
#ifndef SIM_LINES_SPILL_H
#define SIM_LINES_SPILL_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/pf_report_unit.h"

enum { SPILL_PLACES = 4 };

struct spill {
	struct {
		bool alloc, row, out_ready;
		uint32_t line;
		const struct pf_beat *data; /* with row */
	} in;
	bool send; /* a row is shown to memory */
	uint32_t out_line;
	struct pf_beat out_row;
	uint32_t free; /* places */

	/* Private */
	uint32_t held; /* places with a line, as bits */
	uint32_t line[SPILL_PLACES];
	struct pf_beat data[SPILL_PLACES];
	uint32_t alloc, row, out, rows;
};

void spill_reset(struct spill *s);
/* The line is still here. */
bool spill_busy(const struct spill *s, uint32_t line);
bool spill_empty(const struct spill *s);
void spill_step(struct spill *s);

#endif
