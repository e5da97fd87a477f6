/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * exact: races between threads in global memory by exact clocks, without a clock, fed by the
 * machine.
 *
 *   machine op ─> location: what it hears and publishes ─> order: who knows of whom
 *              │                                       └> pairs: what SMs know of it by heart
 *              └> words: what is kept of each word ──> conflict ─> ordered? ─> race_hit
 *   barrier, __syncwarp ─> shared/feed ─────────────────> order, pairs
 *
 * The verdict is PTX's memory model's (docs/memory-model.md): each race that is told is one, and
 * the first race on each byte is told. A grid is judged by itself.
 */
#ifndef EXACT_H
#define EXACT_H

#include "../race/race.h"
#include "../reference/pf_exact_pairs.h"

struct exact;

/* How a conflict was decided. */
struct exact_stats {
	uint64_t words;     /* accesses of a lane to a word */
	uint64_t conflicts; /* with what is kept of it: threads */
	uint64_t by_barrier;
	uint64_t by_pairs;    /* the accessor's SM knows the other thread's epoch */
	uint64_t by_order;    /* software: what the two threads have released and learnt */
	uint64_t by_observed; /* a strong write whose value was seen */
	uint64_t races;
	uint64_t searches, visited; /* of the log; nodes met */
};

struct exact_config {
	const struct machine_config *machine;
	struct pf_exact_pairs_config pairs; /* 0 pairs: no tables; software is asked at once */
	bool judged;                        /* there is an oracle: exact_missed() is asked */
};

/* Why the oracle says that an access races, and exact does not. */
enum exact_why {
	EXACT_UNKNOWN,
	EXACT_TOLD,    /* a race on one of its bytes was told before */
	EXACT_OBSERVED /* it is none: an observed plain write (docs/memory-model.md, `both.h`, 4) */
};

struct exact *exact_create(const struct exact_config *c);
void exact_destroy(struct exact *x);
/* Lives as long as x; give it to machine_add_observer(). */
const struct machine_observer *exact_observer(struct exact *x);
/* Races that the last operation completed: one of a lane and word with each earlier access that is
 * kept; valid until the next one. */
const struct race_hit *exact_hits(const struct exact *x, size_t *n);
/* h: the oracle's, of the last operation, and not told. */
enum exact_why exact_missed(const struct exact *x, const struct race_hit *h);
struct exact_stats exact_stats(const struct exact *x);

#endif
