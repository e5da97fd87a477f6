/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: races between threads in global memory, after iGUARD, without a clock, fed by the
 * machine.
 *
 *   machine op, barrier ─> shared/feed ─┬─> reference/pf_iguard        corrected ─┐
 *                                       ├─> reference/pf_iguard_paper  published ─┤
 *                                       └─> units     corrected, in hardware ─────┴─> race_hit
 *
 * With an oracle beside it, the corrected rules run beside the published ones, and beside the
 * units, too: what these alone tell or miss is theirs.
 */
#ifndef IGUARD_H
#define IGUARD_H

#include "../race/race.h"

struct iguard;

struct iguard_config {
	const struct machine_config *machine;
	const struct gmem *gmem;
	bool paper; /* as published; or */
	bool units; /* corrected, by the reference models of the hardware (units.h) */
	/* Of the units; NULL: of those that fit the one of the widest clock. */
	const char *geometry;
	uint32_t clock_bits; /* of the units; 0: their geometry's */
	bool judged;         /* there is an oracle: iguard_missed() and iguard_false() are asked */
};

/* Why a race was not told, or something was that is none. */
enum iguard_why {
	IGUARD_UNKNOWN,
	IGUARD_PUBLISHED, /* the corrected rules say what the oracle does; */
	IGUARD_KEPT,      /* so they do beside the units, which keep less of lanes and lines */
	IGUARD_REPLACED,  /* missed: the word names a later access in its place */
	IGUARD_BARRIER,   /* missed: a barrier or __syncwarp counts that did not bind both */
	IGUARD_FENCE,     /* missed: the first side, or who comes after it, has fenced since */
	IGUARD_ATOMIC,    /* missed: both atomic */
	IGUARD_LAUNCH,    /* missed: another grid's access */
	IGUARD_THIRD, /* false: whom nothing is known to order has not fenced: a third thread orders
		       */
	IGUARD_RELEASE, /* false: the first side is itself the release */
	IGUARD_OTHERS,  /* false: others than the thread named, by whose counts they are judged */
	IGUARD_LOCK,    /* false: no lock in common, and something else orders */
	IGUARD_SCOPE    /* false: an atomic of block scope, and something orders */
};

/* Of the reference models of the hardware (units.h). */
struct iguard_units_stats {
	uint64_t parts;            /* accesses: lanes of an instruction that a few bits name */
	uint64_t sectors;          /* of 32 bytes, that they touch: requests */
	uint64_t words, races;     /* words; of them racing */
	uint64_t messages, epochs; /* of SMs; times when all was forgotten, but at launches */
	uint64_t blocks, at_once;  /* rows that became blocks; at most, until all is forgotten */
	/* From the first byte that was allocated as a launch began to the last; as hardware would
	 * reserve, with that many blocks. */
	uint64_t data_bytes, metadata_bytes;
};

struct iguard_stats {
	uint64_t words, races;
	/* Corrected: warps; of these, such whose lanes have locks of their own, of which some lanes
	 * alone have synchronised, and fenced. */
	uint64_t warps, lane_locks, lane_order, lane_fences;
	uint64_t coalesced; /* published: lanes that load what another does, not looked at */
	struct iguard_units_stats units; /* all 0: there are none */
};

/* NULL and diag: units that can not name the machine's blocks and warps. */
struct iguard *iguard_create(const struct iguard_config *c, struct diag *diag);
void iguard_destroy(struct iguard *x);
/* Lives as long as x; give it to machine_add_observer(). */
const struct machine_observer *iguard_observer(struct iguard *x);
/* Races that the last operation completed: one of a lane and word; valid until the next one. */
const struct race_hit *iguard_hits(const struct iguard *x, size_t *n);
/* h: the oracle's, of the last operation, and not told; told, and none to the oracle. */
enum iguard_why iguard_missed(const struct iguard *x, const struct race_hit *h);
enum iguard_why iguard_false(const struct iguard *x, const struct race_hit *h);
/* With units: the ID that hardware has for the block that runs there, less one. */
uint64_t iguard_block_id(const struct iguard *x, const struct machine_who *who);
struct iguard_stats iguard_stats(const struct iguard *x);

#endif
