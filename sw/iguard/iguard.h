/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: races between threads in global memory, after iGUARD, without a clock, fed by the
 * machine.
 *
 *   machine op, barrier ─> shared/feed ─┬─> reference/pf_iguard        corrected ─┐
 *                                       └─> reference/pf_iguard_paper  published ─┴─> race_hit
 *
 * With an oracle beside it, the corrected rules run beside the published ones, too: what these
 * alone tell or miss is theirs.
 */
#ifndef IGUARD_H
#define IGUARD_H

#include "../race/race.h"

struct iguard;

struct iguard_config {
	const struct machine_config *machine;
	bool paper; /* as published */
	/* Of the corrected rules: pf_iguard_config's. */
	uint32_t clock_bits;
	bool coarse;
	bool judged; /* there is an oracle: iguard_missed() and iguard_false() are asked */
};

/* Why a race was not told, or something was that is none. */
enum iguard_why {
	IGUARD_UNKNOWN,
	IGUARD_PUBLISHED, /* the corrected rules say what the oracle does */
	IGUARD_REPLACED,  /* missed: the word names a later access in its place */
	IGUARD_BARRIER,   /* missed: a barrier or __syncwarp counts that did not bind both */
	IGUARD_FENCE,     /* missed: the first side, or who comes after it, has fenced since */
	IGUARD_ATOMIC,    /* missed: both atomic */
	IGUARD_FORGOTTEN, /* missed: a clock was full, and all words were forgotten */
	IGUARD_LAUNCH,    /* missed: another grid's access */
	IGUARD_THIRD, /* false: whom nothing is known to order has not fenced: a third thread orders
		       */
	IGUARD_RELEASE, /* false: the first side is itself the release */
	IGUARD_OTHERS,  /* false: others than the thread named, by whose counts they are judged */
	IGUARD_LOCK,    /* false: no lock in common, and something else orders */
	IGUARD_SCOPE    /* false: an atomic of block scope, and something orders */
};

struct iguard_stats {
	uint64_t words, races;
	/* Corrected: warps; of these, such whose lanes have locks of their own, of which some lanes
	 * alone have synchronised, and fenced. */
	uint64_t warps, lane_locks, lane_order, lane_fences;
	uint64_t coalesced; /* published: lanes that load what another does, not looked at */
};

struct iguard *iguard_create(const struct iguard_config *c);
void iguard_destroy(struct iguard *x);
/* Lives as long as x; give it to machine_add_observer(). */
const struct machine_observer *iguard_observer(struct iguard *x);
/* Races that the last operation completed: one of a lane and word; valid until the next one. */
const struct race_hit *iguard_hits(const struct iguard *x, size_t *n);
/* h: the oracle's, of the last operation, and not told; told, and none to the oracle. */
enum iguard_why iguard_missed(const struct iguard *x, const struct race_hit *h);
enum iguard_why iguard_false(const struct iguard *x, const struct race_hit *h);
struct iguard_stats iguard_stats(const struct iguard *x);

#endif
