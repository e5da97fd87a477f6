/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shared_int: what the files of the system for shared memory share.
 *
 *   machine ─> feed.c ─> operations of an SM, in order ─> side.c ─> unit ─> races ─> race_hit
 *              └─> sw/reference (backends model, compare): races expected ──┘
 *
 *   system.c   the whole: sizes, launches, races, counters       places.c   program counters
 *   side.c     an SM's queue and unit; when the scratchpad waits
 *   rtl/       backend rtl
 *
 * The scratchpad does a round of an access a cycle, from the cycle on in which it is issued, and
 * the unit is given it in that cycle. Where it does not take it, detector.shared_queue rounds may
 * wait; then the scratchpad stops, and with it the load/store unit and the data of the access under
 * way. Other operations (barriers, fences) wait beside the scratchpad, in their place among the
 * rounds.
 *
 * After a launch what is left in the units is looked at off the clock.
 */
#ifndef SIM_SHARED_INT_H
#define SIM_SHARED_INT_H

#include "../gpu/gpu_int.h"
#include "../gpu/system.h"
#include "../sm/sm_int.h"
#include "../unit/compare.h"
#include "../unit/library.h"
#include "../unit/sizes.h"
#include "places.h"
#include "port.h"
#include "shared/feed.h"
#include "system.h"

/* Whose an operation is, for the report of a race. */
struct shared_from {
	const struct simt_kernel *kernel;
	uint64_t launch, block;
	uint32_t pc;
	enum race_access access;
	enum ptx_scope scope;
};

struct shared_entry {
	struct pf_shared_op op;
	uint64_t due;   /* of shared_side.time: it is there */
	uint32_t races; /* backend model: that it tells */
	struct shared_from from;
};

struct shared_counts {
	uint64_t rounds, orders, epochs, races, waits, forgets, splits, lost;
};

enum { SHARED_INSIDE = 2 }; /* rounds that a race can be of, but for the one offered */

/* An SM's. */
struct shared_side {
	struct sm_side side;
	struct shared_system *system;
	uint32_t index;
	struct shared_port *port; /* NULL: backend model */
	bool at_rest;             /* the unit has nothing to do */
	uint32_t stay;            /* backend model: cycles until it can take an operation */

	/* Operations in order: ring. */
	struct shared_entry *entry;
	uint32_t cap, head, tail;
	uint64_t time;   /* cycles in which the scratchpad did not wait */
	uint32_t shadow; /* cycles that the unit still needs of the scratchpad, of rounds done */
	bool held;       /* ... and a round waits for them */
	struct {
		struct sm_warp *w;
		const struct machine_warp *mw;
		uint32_t pc;
		uint64_t ready, last; /* its data are there; its last round is due */
	} access;                     /* the last one that was issued */
	uint32_t rounds;              /* of the operation that is being fed */

	/* Rounds that have been taken last and may be inside, the older one first. */
	struct shared_entry inside[SHARED_INSIDE];
	uint32_t n_inside;

	/* Backends model and compare */
	struct pf_shared model;
	struct pf_shared_told *told; /* by the access that is being fed */
	size_t n_told, cap_told;
	struct expected expected;
	struct compare_unit unit;
};

struct shared_system {
	struct gpu_side side;
	enum backend backend;
	struct sim_config sim;
	struct pf_shared_config widths;
	uint32_t pc_bits;
	struct unit_library library;
	const struct unit_kind *kind;
	struct compare compare;
	struct shared_feed *feed;
	struct places places;
	uint32_t slot_bytes; /* of the launch */
	struct shared_side *sms;
	struct shared_counts *counts; /* of each SM */
	struct race_hit *hits;        /* that nobody has fetched yet */
	size_t n_hits, cap_hits;
};

/* feed.c */
extern const struct shared_calls shared_feed_calls;

/* side.c */
void shared_side_init(struct shared_side *x, struct shared_system *s, uint32_t index);
void shared_side_free(struct shared_side *x);
/* Place for another operation, at the end. */
struct shared_entry *shared_side_put(struct shared_side *x);
/* What is left, off the clock. */
void shared_side_drain(struct shared_side *x);

static inline bool shared_has_model(const struct shared_system *s)
{
	return s->backend != BACKEND_RTL;
}

#endif
