/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: what the co-simulations of iGUARD's units have in common: what is run, a gate on each
 * channel, the verdict.
 *
 *   iguard.c: options ─> struct iguard_run ─> iguard_slice(), iguard_sm(), iguard_group() ─> PASS
 *                                                        └─ a difference ─> iguard_differ() ─> FAIL
 *
 * A fault changes one thing of what comes out of the unit, or goes into it, in the second half of
 * the checks; the run must fail then.
 */
#ifndef COSIM_IGUARD_H
#define COSIM_IGUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "../../sim/unit/library.h"
#include "base/rng.h"

enum { IGUARD_CHANNELS = 4, IGUARD_PATIENCE = 60000 };

struct iguard_run {
	const char *unit, *geometry;
	uint64_t seed, checks;
	int lanes;         /* 1, 0: warps are threads; -1: by turns */
	const char *fault; /* or NULL */
	int stall;         /* a channel, or -1 */
	struct unit_library library;

	/* Of all channels, anew now and then: closed in so many of 16 cycles */
	struct rng gate;
	uint32_t shut[IGUARD_CHANNELS];
	uint64_t cycle, moved, until; /* moved: something has */
	bool fault_done;
	char result[256]; /* of the line that is printed */
};

void iguard_slice(struct iguard_run *x);
void iguard_sm(struct iguard_run *x);
void iguard_group(struct iguard_run *x);

/* Does not come back. */
_Noreturn void iguard_differ(const struct iguard_run *x, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Between a cycle and the next. True: other habits begin. */
bool iguard_next_cycle(struct iguard_run *x);
bool iguard_open(struct iguard_run *x, unsigned channel);
/* True, once: the fault of this name is to happen now. done: checks so far. */
bool iguard_fault(struct iguard_run *x, const char *name, uint64_t done);

#endif
