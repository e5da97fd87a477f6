/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * act: one memory operation at work in the oracle, and the oracle's parts that it meets.
 *
 *   sync.c    what its threads learn at its locations, and pass on there
 *   history.c which earlier accesses race with it
 *   see.c     which values it has observed
 */
#ifndef ACT_H
#define ACT_H

#include "chain.h"
#include "history.h"
#include "happens_before.h"
#include "place.h"
#include "seen.h"
#include "touch.h"

struct parts {
	struct tally tally;
	struct happens_before hb;
	struct places places;
	struct chains chains;
	struct seens seens; /* model ptx */
	struct history history;
	bool ptx;
};

/* A location of the operation, and all of its lanes that access it. */
struct spot {
	uint64_t addr;
	uint32_t lanes;
	struct place *at; /* NULL: none */
	uint32_t handle, id;
	bool todo;
};

struct act {
	struct parts *o;
	const struct simt_op *op;
	struct hb_block *b;
	struct hb_warp *w;
	uint64_t by; /* block of who does it: b's, or that of its copies (async.h) */
	uint32_t warp;
	bool rmw, strong, acquires, releases;
	/* In lock step all lanes of a warp are one thread, and locations of the same history are
	 * served at once. Else, and where they cannot be, each lane's on its own: no spots. */
	bool spotted;
	unsigned n_spots;
	uint8_t shift; /* lane l's lies at l << shift, or ACCESS_LANES */
	struct spot spots[TOUCH_MAX];
};

static inline enum hb_scope act_scope(const struct act *a)
{
	return hb_scope(a->op->scope);
}

/* An mbarrier's operations are atomic for each other in all of the cluster, whatever they pass on.
 */
static inline enum ptx_scope op_link(const struct simt_op *op)
{
	return op->mbarrier && op->scope == PTX_SCOPE_CTA ? PTX_SCOPE_CLUSTER : op->scope;
}

static inline enum ptx_scope act_link(const struct act *a)
{
	return op_link(a->op);
}

/* Whose shared memory it accesses. */
static inline uint64_t op_home(const struct simt_op *op, uint64_t own)
{
	return op->home ? op->home - 1 : own;
}

/* atom.cas that found another value has only read. */
static inline bool act_failed(const struct act *a, unsigned lane)
{
	return a->op->failed >> lane & 1;
}

/* Address of a lane's v-th element, as locations are known. */
static inline uint64_t act_place(const struct act *a, unsigned lane, unsigned v)
{
	const uint64_t addr = a->op->addr[lane] + (uint64_t)v * a->op->size;

	return a->op->space == PTX_SPACE_SHARED ? chain_shared(op_home(a->op, a->b->index), addr)
						: addr;
}

/* Locations of a strong operation, if they can be served at once. */
void act_spot(struct act *a);
/* Picks the spots that are to do and have the same handle and id as the i-th, which are then
 * done: their number. */
unsigned act_pick(struct act *a, unsigned i, uint8_t *picked);

/* Learns what the locations hold for its threads, and passes on what these have fenced. */
void sync_act(struct act *a);
/* Those of `lanes` have observed, or overwritten. After the check, since an access is not ordered
 * by what it observes itself. */
void see_act(struct act *a, uint32_t lanes);

/* Shared memory of the block is gone. */
void act_block_end(struct parts *o, uint64_t block, uint32_t shared_bytes);

#endif
