/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_line: last writers, or last readers, of the words of a line of 128 bytes, and an access
 * to some of them.
 *
 *   row: three sides, which word has which ──┐
 *   or the number of a block                 ├─> turns: words of one side and outcome ─> races,
 *   beat of a block: sides of four words ────┤                                           row, beat
 *   access: words, tag; times of the sides ──┘     no room in the row ─> words left, for a block
 *
 * Writers and readers of a line lie apart, in a row each: an access is checked against the writers
 * first, then, for its other words than those that race there, against the readers.
 *
 * A store of several lanes to the same bytes races with itself, if it does with nobody else.
 *
 * Words of one side (of a beat: of equal ones) go together, from that of the lowest word on. Each
 * turn is of the lowest of them that is left, and of those of the same outcome: of all, if access
 * and side are not of one warp or have the same step, but for words of a lane that fenced alone.
 */
#ifndef PF_IGUARD_LINE_H
#define PF_IGUARD_LINE_H

#include "pf_iguard_table.h"
#include "pf_report_unit.h"

enum { PF_IGUARD_ROW_SIDES = 3, PF_IGUARD_BEATS = 8, PF_IGUARD_LINE_WORDS = 32 };
enum { PF_IGUARD_BEAT_WORDS = PF_IGUARD_LINE_WORDS / PF_IGUARD_BEATS };

/* Sides as bits: record iguard_side of a geometry. Nobody: 0. */
struct pf_iguard_layout {
	struct pf_bits side[PF_IGUARD_SIDE_FIELDS];
};

/* A row, or a beat of a block, as it lies in memory. Row: three sides of 64 bits, then the low and
 * the high bits of each word's number of its side, 3: nobody's; all ones: a block, whose number is
 * the first 64 bits. Beat: the sides of its words. A beat of zeros is a row of which nothing is
 * known. */
struct pf_iguard_cells {
	bool of_block; /* a beat of one */
	uint32_t beat; /* ... which one of the line */
	struct pf_beat is;
	uint32_t forgot; /* turns that found no block: more */
};

/* Words: bits of a line. */
struct pf_iguard_operation {
	bool readers; /* of the row: last readers, else last writers */
	uint32_t words;
	uint32_t raced; /* readers: words that race with their last writers */
	struct pf_iguard_tag tag;
};

struct pf_iguard_turn {
	bool readers; /* as the operation's */
	uint32_t words;
	uint64_t side; /* as it was */
	enum pf_iguard_kind kind;
	bool with_others;
	bool raced; /* readers: words that race with their last writers */
};

/* What is known of who: an answer from pf_iguard_table_times(), in hardware as of the access's
 * arrival. */
struct pf_iguard_checker {
	const struct pf_iguard_layout *layout;
	bool lanes; /* threads are lanes, else warps */
	struct pf_iguard_times (*times)(void *ctx, uint32_t block, uint32_t warp);
	void (*turn)(void *ctx, const struct pf_iguard_turn *t); /* may be NULL */
	void *ctx;
};

enum pf_iguard_room {
	PF_IGUARD_LINE_DONE,
	PF_IGUARD_LINE_BLOCK, /* the row is a block's: nothing was done */
	PF_IGUARD_LINE_FULL   /* a fourth side: what was done stays, the rest waits for a block */
};

bool pf_iguard_layout_named(struct pf_iguard_layout *l, const char *geometry);
uint64_t pf_iguard_side_pack(const struct pf_iguard_layout *l, const struct pf_iguard_lane_side *x);
struct pf_iguard_lane_side pf_iguard_side_unpack(const struct pf_iguard_layout *l, uint64_t bits);

/* o->words that are done go from it. can_grow: there is a free block; without, a fourth side, and
 * the third one, are forgotten. raced: words that race, of those done. */
enum pf_iguard_room pf_iguard_line_check(const struct pf_iguard_checker *c,
					 struct pf_iguard_cells *x, struct pf_iguard_operation *o,
					 bool can_grow, uint32_t *raced);

/* The line's sides are in a block. */
bool pf_iguard_row_is_block(const struct pf_beat *row);
/* The word's side in a row that is not a block's. */
uint64_t pf_iguard_row_side(const struct pf_beat *row, uint32_t word);

/* The row becomes that of a block; beat[]: the block. */
void pf_iguard_line_grow(struct pf_iguard_cells *x, uint64_t block,
			 struct pf_beat beat[PF_IGUARD_BEATS]);

#endif
