/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * records: one launch of clocked hardware against the oracle.
 *
 *   oracle's racing accesses ──> records_racing() ─┐
 *   hardware's records ────────> records_told() ───┼─> records_settle(): found / missed / false
 *   false alarms without clock > records_false() ──┘
 *
 * The oracle's accesses are known while the launch runs, the records after it, so both wait here.
 * The hardware records an instruction once for all words, owners and launches that it races in: an
 * access is found when its instruction has had a record so far. A record is a false alarm when the
 * oracle has no racing access of its warp, instruction and word in this launch. Two blocks that
 * were in one slot of an SM one after the other are one block to a record, and so are they here.
 */
#ifndef SCORE_RECORDS_H
#define SCORE_RECORDS_H

#include "../base/hashmap.h"
#include "pairs.h"

struct records_place;
struct records_wait;

/* All zero: empty. */
struct records {
	struct records_place *place; /* instructions that race or are said to */
	struct records_wait *wait;   /* pairs, with a row each */
	struct race_hit *alarm;      /* records that are false */
	size_t n_places, cap_places, n_waits, cap_waits, n_alarms, cap_alarms;
	struct hashmap place_at, wait_at; /* index + 1, by kernel and PC; by pair and row */
	bool complete; /* records have come: the oracle's accesses are all there */
};

/* The oracle says that the access h->second, of a block with this ID, races: one of pair p, which
 * is number `pair`. first: it has not been counted in another pair. row: why it is missed, if it
 * is. */
void records_racing(struct records *r, const struct race_hit *h, uint64_t block_id, size_t pair,
		    bool first, enum score_row row);
/* The rules without a clock raise the false alarm h, for this reason. */
void records_false(struct records *r, const struct race_hit *h, enum score_row row);
/* The hardware's record of h->second. No records_racing() until records_settle(). */
void records_told(struct records *r, const struct race_hit *h, uint64_t block_id,
		  struct pairs *pairs);
/* End of a launch: counts go to pairs and totals. dropped: records were lost. */
void records_settle(struct records *r, bool dropped, struct pairs *pairs, struct score_totals *t);
void records_clear(struct records *r); /* all that waits, and what was reported */
void records_free(struct records *r);

#endif
