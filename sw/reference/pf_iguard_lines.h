/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_lines: last writers and last readers of all lines of a slice, and accesses to lines.
 *
 *   access ─> row of writers, or beats of its block ─> row of readers, or beats of its block
 *                         └─> turns                                └─> turns
 *
 * An access goes to the readers in the parts in which the writers have answered: the row's, then
 * each beat's. A line whose row is full gets a block from the pool; without one it forgets
 * (pf_iguard_line).
 *
 * Errs: lines that forgot miss races.
 */
#ifndef PF_IGUARD_LINES_H
#define PF_IGUARD_LINES_H

#include "../base/paged.h"
#include "pf_iguard_line.h"

/* What an access does to a row, or to a beat of a block. */
struct pf_iguard_visit {
	bool readers;  /* of last readers, else of last writers */
	bool of_block; /* a beat of a block, else the line's row */
	bool is_block; /* the row is a block's: nothing is done */
	bool grows;    /* it becomes one's */
	bool changed;
	bool load;
	const struct pf_iguard_lane_side *by;
	uint32_t words, raced; /* pf_iguard_operation's */
	uint64_t at;           /* the line; 8 * the block + the beat */
	uint64_t block;        /* is_block, grows */
};

struct pf_iguard_lines {
	struct pf_iguard_checker checker;
	/* Told behind the visit's turns, before the visits that follow from it. May be NULL. */
	void (*visit)(void *ctx, const struct pf_iguard_visit *v);
	/* Before that, if the row grows: a turn that it has no room for, though the hardware looks
	 * at it. Of its fields `side`, `words` and `raced` count. May be NULL if `visit` is. */
	void (*no_room)(void *ctx, const struct pf_iguard_turn *t);
	void *visit_ctx;
	uint64_t pool; /* blocks of writers, and as many of readers */
	struct pf_iguard_lines_side {
		struct paged rows;
		struct pf_beat (*block)[PF_IGUARD_BEATS]; /* n of them */
		uint64_t n, space;
	} side[2]; /* writers, readers */
	struct pf_iguard_lines_stats {
		uint64_t blocks;    /* that rows became */
		uint64_t at_once;   /* ... at most, until all is forgotten */
		uint64_t forgotten; /* turns that found no block */
	} stats;
};

/* Where the parts of a table lie, in beats from its first one (rtl/slice/pf_line_layout.v): rows of
 * writers and of readers, of line n at rows[] + n; touched bits, 256 lines a beat, of line n at
 * bits + n / 256; blocks of writers and of readers. Modulo 2^64, where line 0 is not of the region.
 */
struct pf_iguard_places {
	uint64_t rows[2], bits, blocks[2];
	uint64_t used; /* by rows and bits */
};
enum { PF_IGUARD_BITS_LINES = 256 };
/* pool: blocks of each side. */
struct pf_iguard_places pf_iguard_places(uint64_t first_word, uint64_t words, uint64_t pool);

/* c is copied. */
void pf_iguard_lines_init(struct pf_iguard_lines *x, const struct pf_iguard_checker *c,
			  uint64_t pool);
void pf_iguard_lines_free(struct pf_iguard_lines *x);
/* words, not 0, of the line; t->by.side.bytes: of each of them. */
void pf_iguard_lines_access(struct pf_iguard_lines *x, uint64_t line, uint32_t words,
			    const struct pf_iguard_tag *t);
/* Nothing is known any more. */
void pf_iguard_lines_forget(struct pf_iguard_lines *x);
/* False: nothing is known of the line. */
bool pf_iguard_lines_known(const struct pf_iguard_lines *x, uint64_t line);
/* A word's last writer, or last reader; 0: nobody. */
uint64_t pf_iguard_lines_side(struct pf_iguard_lines *x, bool reader, uint64_t line, uint32_t word);

#endif
