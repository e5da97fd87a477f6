/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_gather: sectors of one access to a line of 128 bytes, until they are one operation.
 *
 *   request ─> a place of the same line, tag and pc, without these words ─> joins it
 *         └──> a place of the same line, not so: that one leaves first
 *         └──> a place of its own; none is free: the oldest leaves
 *
 * A place leaves as well when it has words in all four sectors, and when it is `age` cycles old.
 */
#ifndef SIM_DET_LINE_GATHER_H
#define SIM_DET_LINE_GATHER_H

#include "reference/pf_slice.h"

enum { LINE_WORDS = 32, LINE_SECTORS = LINE_WORDS / PF_SECTOR_WORDS, GATHER_PLACES = 64 };

struct gather_place {
	bool valid;
	bool parts, mixed; /* words are touched in part; others are not */
	uint64_t line, since;
	uint32_t words;
	uint32_t races, records; /* so far */
	struct pf_tag tag;
	uint32_t pc;
	uint64_t was[LINE_WORDS]; /* entries before its first request */
};

struct gather {
	struct gather_place place[GATHER_PLACES];
	uint32_t order[GATHER_PLACES]; /* places, oldest first */
	uint32_t n, places, age;
	void (*leave)(void *ctx, const struct gather_place *p);
	void *ctx;
};

/* The request's place; new: nothing of it is there but what the caller now sets (was, races). Those
 * that must leave before have left. word_mask not 0. */
struct gather_place *gather_place(struct gather *g, const struct pf_request *r, uint64_t now,
				  bool *new_place);
/* Those that are whole, or too old, leave. */
void gather_step(struct gather *g, uint64_t now);
/* All of them, oldest first. */
void gather_flush(struct gather *g);

#endif
