/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * misses: pf_meta_misses, cycle for cycle: the requests of the metadata cache that wait for rows on
 * their way, in a list for each row.
 *
 *   lock: a row is fetched for this request ──────> the first of a new list
 *   join: this one wants it, too, behind `tail` ──> the list
 *   fill: the row of the list that begins with a slot ─> queue ─> replayed, one a cycle ─> the end
 */
#ifndef SIM_LINES_MISSES_H
#define SIM_LINES_MISSES_H

#include "ram_fifo.h"

enum { MISSES_REQUESTS = RAM_FIFO_WORDS };

struct misses {
	struct {
		bool lock, join, fill, taken; /* taken: the request on show is replayed */
		uint32_t slot, tail, at;      /* at: lock: the row's place */
		uint32_t fill_slot;
	} in;
	bool fill_wait;    /* no row can come */
	bool valid;        /* a request is to be replayed */
	uint32_t slot, at; /* that one; its row's place */
	bool end;          /* no request waits for this row any more */
	uint32_t end_at;

	/* Private */
	bool locks, joins, ended; /* of the cycle before */
	uint32_t slot_was, tail_was, at_was, end_slot;
	uint64_t more; /* there is one behind it */
	uint32_t next[MISSES_REQUESTS], place[MISSES_REQUESTS];
	struct ram_fifo ready;
};

void misses_reset(struct misses *m);
void misses_step(struct misses *m);

#endif
