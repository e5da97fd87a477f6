/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shared: the units for shared memory without a clock, fed by the machine: one beside the
 * scratchpad of each SM. They are the reference model of the hardware.
 *
 *   machine ─> feed ─> reference/pf_shared of the SM ─> race_hit of each race
 */
#ifndef SHARED_H
#define SHARED_H

#include "../race/race.h"
#include "../reference/pf_shared.h"
#include "feed.h"

struct shared;

struct shared_config {
	const struct machine_config *machine;
	/* Of each unit; bytes, slots and lanes are the launch's. All zero: widths that lose
	 * nothing.
	 */
	struct pf_shared_config unit;
	/* A launch need not be looked at in which threads can not conflict: no race is in it. */
	bool proof;
	bool prune; /* accesses that can not race, as the code says, are not looked at */
};

/* Why nothing was told of an access to shared memory, of the last operation, that races. */
enum shared_why {
	SHARED_UNKNOWN,
	SHARED_ASYNC,   /* it, or the access before it, is a copy's in bulk, or one whose end is not
			   known */
	SHARED_REMOTE,  /* it is to another block's, or the access before it was another block's */
	SHARED_LANES,   /* both are one warp's, and it did not access the word whole */
	SHARED_TOLD,    /* of this word one was told since the last barrier of the block */
	SHARED_ORDERED, /* since then something orders accesses that is no barrier of it */
	SHARED_ROWS,    /* the word was to be kept byte by byte, and there was no row */
	SHARED_STRONG   /* strong accesses, of which an entry does not know all */
};

struct shared_stats {
	struct pf_shared_stats units;  /* of all */
	uint64_t async, remote, lanes; /* feed_stats */
	uint64_t pruned;               /* likewise */
	double prune_seconds;          /* likewise */
	uint64_t proved;               /* launches that were not looked at */
};

struct shared *shared_create(const struct shared_config *c);
void shared_destroy(struct shared *x);
/* Lives as long as x; give it to machine_add_observer(). */
const struct machine_observer *shared_observer(struct shared *x);
/* Races that the last operation completed; valid until the next one. */
const struct race_hit *shared_hits(const struct shared *x, size_t *n);
/* h: the oracle's. */
enum shared_why shared_why(const struct shared *x, const struct race_hit *h);
struct shared_stats shared_stats(const struct shared *x);

#endif
