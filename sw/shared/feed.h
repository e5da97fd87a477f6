/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * feed: what the machine does in shared memory, as the units for it are told.
 *
 *   machine op, block, barrier ─> feed ─> calls of reference/pf_shared.h, in the order of each SM
 *
 * A warp that waits at a barrier does nothing: that it has come there is told when the barrier lets
 * go, and not at all if all threads of the block have come: then `barrier` says more. In mode its
 * its other lanes may go on, so there it is told at once, unless a warp is one thread all the same.
 *
 * sw/iguard asks it for barriers and __syncwarp alone, as these order accesses to global memory,
 * too.
 *
 * Copies in bulk and another block's shared memory are passed over, and counted. Operations on an
 * mbarrier order, as those do that release and acquire; they are not checked. One that arrives when
 * its lanes' copies are done counts as if they had ended there.
 */
#ifndef SHARED_FEED_H
#define SHARED_FEED_H

#include "../machine/machine.h"
#include "../reference/pf_shared.h"

/* Each but `launch` and `end` is pf_shared's function of that name, of who's SM and slot. NULL:
 * nobody asks. */
struct shared_calls {
	/* slot_bytes: of a slot's part of the scratchpad, which begin one behind the other. */
	void (*launch)(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes);
	void (*block)(void *ctx, const struct machine_who *who, uint32_t threads);
	void (*end)(void *ctx, const struct machine_who *who); /* of a block */
	void (*barrier)(void *ctx, const struct machine_who *who);
	void (*arrive)(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		       bool waits);
	void (*release)(void *ctx, const struct machine_who *who, uint32_t barrier);
	void (*fence)(void *ctx, const struct machine_who *who, uint32_t lanes);
	void (*sync)(void *ctx, const struct machine_who *who, uint32_t lanes, bool releases,
		     bool acquires);
	void (*syncwarp)(void *ctx, const struct machine_who *who, uint32_t lanes);
	/* An operation begins: what it does, follows. access: op NULL: of a copy that stays under
	 * way, or has ended. */
	void (*op)(void *ctx, const struct machine_who *who, const struct simt_op *op);
	void (*access)(void *ctx, const struct machine_who *who, const struct simt_op *op,
		       const struct pf_shared_access *a);
	/* The launch's threads do not conflict: it is told instead of all the above. */
	void (*no_conflict)(void *ctx);
};

struct shared_feed;

/* What is told of the lanes of a warp in mode its. */
enum feed_lanes {
	FEED_LANES, /* a barrier that some of them come to, at once */
	FEED_MEETS, /* such a barrier of their warp, when it lets go */
	FEED_WARPS  /* nothing: a warp is one thread */
};

struct feed_config {
	const struct machine_config *machine;
	enum feed_lanes lanes;
	bool prune; /* accesses that can not race, as the code says, are not told (static/prune.h)
		     */
};

struct shared_feed *feed_create(const struct feed_config *c, const struct shared_calls *calls,
				void *ctx);
void feed_destroy(struct shared_feed *f);
/* Lives as long as f; give it to machine_add_observer(). */
const struct machine_observer *feed_observer(struct shared_feed *f);
/* Lanes' accesses passed over so far; and, FEED_MEETS, such to parts of words in mode its, which
 * are not looked at against all of other lanes of their warp. Constant addresses. */
struct feed_stats {
	uint64_t async, remote, lanes;
	uint64_t pruned;      /* not told, as they can not race */
	double prune_seconds; /* of the processor, to find out */
};
const struct feed_stats *feed_stats(const struct shared_feed *f);

#endif
