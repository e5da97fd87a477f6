/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * told: what a side's unit is told of its SM: events, in order, and the warps that wait for them.
 *
 *   push ─> queue ─> next, given: one a cycle ─> settle: all that were given have had their effect
 *     └──── wait: a warp waits for its last event ───────────────^
 *
 * A warp that waits issues no memory, fence, barrier or other control instruction (barred_memory),
 * so that its accesses see what it has told.
 *
 * Not modelled: place in the queue. It never fills: it has room for all that warps and operations
 * can cause before they wait.
 */
#ifndef SIM_SM_TOLD_H
#define SIM_SM_TOLD_H

#include "sm_int.h"

struct told {
	struct sm_side *side;
	uint64_t events, sent, settled; /* queued, given, settled: numbers of events */
	uint64_t waiting;               /* warps that wait */
	uint64_t last[SM_WARPS];        /* number of a warp's last event */
	unsigned char *ring;
	size_t bytes;
	uint32_t mask;
};

/* bytes: of an event; most: of them in the queue at once. */
void told_init(struct told *t, struct sm_side *side, size_t bytes, uint32_t most);
void told_free(struct told *t);

/* Of the event that is queued behind the others. */
void *told_push(struct told *t);
/* w waits for that event, and what comes before it. */
void told_wait(struct told *t, struct sm_warp *w, uint64_t event);
/* The oldest that was not given, or NULL; it has been. */
const void *told_next(const struct told *t);
void told_given(struct told *t);
/* All that were given have had their effect: who waits for one of them goes on. */
void told_settle(struct told *t);

#endif
