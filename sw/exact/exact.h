/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * exact: races between threads in global memory by exact clocks, without a clock, fed by the
 * machine.
 *
 *   machine op ─> location: what it hears and publishes ─> order: who knows of whom
 *              └> words: what is kept of each word ──> conflict ─> ordered? ─> race_hit
 *   barrier, __syncwarp ─> shared/feed ─────────────────> order
 *
 * The verdict is PTX's memory model's (docs/memory-model.md): each race that is told is one, and
 * the first race on each byte is told. A grid is judged by itself.
 */
#ifndef EXACT_H
#define EXACT_H

#include "../race/race.h"

struct exact;

/* How a conflict was decided. */
struct exact_stats {
	uint64_t words;	    /* accesses of a lane to a word */
	uint64_t conflicts; /* with what is kept of it: threads */
	uint64_t by_barrier;
	uint64_t by_order;    /* what the two threads have released and learnt */
	uint64_t by_observed; /* a strong write whose value was seen */
	uint64_t races;
	uint64_t searches, visited; /* of the log; nodes met */
};

struct exact_config {
	const struct machine_config *machine;
};

struct exact *exact_create(const struct exact_config *c);
void exact_destroy(struct exact *x);
/* Lives as long as x; give it to machine_add_observer(). */
const struct machine_observer *exact_observer(struct exact *x);
/* Races that the last operation completed: one of a lane and word with each earlier access that is
 * kept; valid until the next one. */
const struct race_hit *exact_hits(const struct exact *x, size_t *n);
struct exact_stats exact_stats(const struct exact *x);

#endif
