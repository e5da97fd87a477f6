/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * execution: one finite execution written down as events, in the order in which they were
 * performed.
 *
 *   machine op ─> one event for each lane (and element of a vector) ─> model.h
 *
 * Lanes are threads (mode its). The machine performs one operation after the other, so who read
 * from whom is who wrote each byte last.
 */
#ifndef EXECUTION_H
#define EXECUTION_H

#include "machine/machine.h"

enum event_kind {
	EVENT_MEMORY,
	EVENT_FENCE,
	EVENT_ARRIVE, /* at a block barrier or __syncwarp */
	EVENT_LEAVE   /* goes on from one */
};

enum { EVENT_BYTES = 8, EVENT_INITIAL = -1 };

struct event {
	enum event_kind kind;
	uint32_t thread; /* threads of the execution, numbered as they come */
	uint32_t block, warp, lane;
	uint32_t cluster; /* of the block; without clusters: the block */
	uint32_t step;    /* events of one thread in program order; elements of a vector: equal */
	uint32_t op;      /* number of the machine's operation in this execution */
	uint32_t pc;
	/* memory and fences */
	bool read, write; /* an atomic that wrote: both; a failed CAS: read */
	bool atomic;      /* atom or red */
	bool red;
	bool strong, acquire, release;
	bool mbarrier; /* of an mbarrier, which all of them access atomically */
	bool sc;       /* fence.sc */
	enum ptx_scope scope;
	/* memory */
	uint32_t space; /* 0: global; n: shared memory of block n - 1 */
	uint32_t size;
	uint64_t addr;
	uint64_t got, put;         /* values read and written */
	int32_t from[EVENT_BYTES]; /* read: event that wrote each byte, or EVENT_INITIAL */
	/* barriers */
	uint32_t instance; /* 1, 2 ...: of this execution */
	uint32_t bar, count, lanes;
	bool relaxed;                 /* an arrival that passes on nothing by itself */
	bool waits, whole, warp_sync; /* whole: all living lanes of the warp */
};

/* event.space of an access. */
static inline uint32_t execution_space(const struct machine_who *who, const struct simt_op *op)
{
	if (op->space != PTX_SPACE_SHARED)
		return 0;
	return op->home ? (uint32_t)op->home : 1 + (uint32_t)who->block;
}

struct execution;
struct execution *execution_create(uint32_t max_events);
void execution_destroy(struct execution *e);
/* Give it to machine_add_observer(); a launch starts a new execution. */
const struct machine_observer *execution_observer(struct execution *e);
void execution_clear(struct execution *e);
/* By hand, for tests: step, thread, from and instance are filled in as if the machine had performed
 * it now. */
void execution_add(struct execution *e, const struct event *x);

/* Which instance of its barrier each arrival belongs to; once, when the execution is over. */
void execution_barriers(struct execution *e);
const struct event *execution_events(const struct execution *e, uint32_t *n);
uint32_t execution_ops(const struct execution *e);  /* operations so far */
bool execution_too_long(const struct execution *e); /* more than max_events: not complete */

#endif
