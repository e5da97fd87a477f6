/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * counters: pf_counters of pf_line_unit, cycle for cycle: small counters, which a walker adds to
 * their totals, one after the other.
 */
#ifndef SIM_LINES_COUNTERS_H
#define SIM_LINES_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "pf_regs.h"

enum {
	COUNTERS_DROPPED = PF_COUNTERS,
	COUNTERS_REPEATED,
	COUNTERS_WRAPS,
	COUNTERS_FORGOTTEN,
	COUNTERS_ALL
};

struct counters {
	struct {
		uint32_t inc[COUNTERS_ALL]; /* set to 0 by the step */
		bool read;                  /* of this one; it stays until it is answered */
		uint32_t index;
		bool clear;
	} in;
	bool answer, idle;
	uint64_t total; /* with answer */

	/* Private */
	bool events; /* some inc is not 0 */
	uint64_t of[COUNTERS_ALL];
	uint32_t small[COUNTERS_ALL];
	uint32_t any; /* which of these are not 0 */
	uint32_t turn, index;
	bool low, high, clearing, round;
};

void counters_reset(struct counters *c);
/* inc[n] more of what happens in this cycle. */
void counters_add(struct counters *c, uint32_t counter, uint32_t n);
void counters_step(struct counters *c);

#endif
