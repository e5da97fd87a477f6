/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * clocks: the few logical clocks of one processor that its metadata can name (5.1).
 *
 *   code 0: never; code k: base + k - 1 (RADISH_OFFSETS), or what entry k - 1 of the table holds
 * (RADISH_TABLE)
 */
#ifndef RADISH_CLOCKS_H
#define RADISH_CLOCKS_H

#include "radish.h"

struct clock_entry {
	uint64_t clock;
	uint64_t references; /* bytes of metadata that name it, and the processor, whose clock it is
			      */
};

struct clock_codes {
	enum radish_clocks kind;
	uint32_t codes; /* beside "never" */
	uint64_t references_max;
	uint64_t base; /* RADISH_OFFSETS */
	struct clock_entry *entry;
	uint8_t now; /* code of the processor's clock */
};

void clocks_init(struct clock_codes *k, const struct radish_config *c, uint64_t clock);
void clocks_free(struct clock_codes *k);
/* 0 for code 0. */
uint64_t clocks_value(const struct clock_codes *k, uint8_t code);
/* The code of clock, which one more place of the metadata names from now on; 0: there is none. */
uint8_t clocks_take(struct clock_codes *k, uint64_t clock);
/* A place does not name code any more. */
void clocks_drop(struct clock_codes *k, uint8_t code);
/* The processor's clock is now this one; false: there is no code for it, and the metadata has to be
 * evicted first. */
bool clocks_advance(struct clock_codes *k, uint64_t clock);
/* All anew, when no metadata names a code. */
void clocks_restart(struct clock_codes *k, uint64_t clock);

#endif
