/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * side: the SM's socket: what a system (a detector, deterministic commit) plugs into an SM.
 *
 *   launch, block      an instruction: stops? ─> issued ─> holds? ─> one of these:
 *
 *     operation   taken ─> start ─> sends, access ... completes ─> done
 *     fence       drained? ─> fence ─> passed?
 *     barrier     arrives ... released
 *
 *   each cycle: step before accesses, clock at its end; idle? settled?
 *
 * The SM knows no system. It calls its sides in the order of the GPU's list (gpu/system.h); a call
 * that is NULL is left out. A side keeps what it knows of a warp or an operation in arrays of its
 * own, by the warp's index and the operation's place, and sees and moves the SM through sm_int.h.
 *
 * A side that makes a warp wait sets its bit in sm_warp.barred (no instruction at all) or
 * sm_warp.barred_memory (no memory, fence, barrier or other control instruction), and when it takes
 * the bit away looks at the warp again (sm_look()).
 */
#ifndef SIM_SM_SIDE_H
#define SIM_SM_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct coalesced;
struct pkt;
struct simt_op;
struct sm;
struct sm_op;
struct sm_side;
struct sm_warp;
struct stats;

struct sm_side_calls {
	void (*destroy)(struct sm_side *x);
	/* A launch begins. The last one may have failed in the middle. */
	void (*launch)(struct sm_side *x);
	/* A block's warps are in their slots, and not looked at yet. */
	void (*block)(struct sm_side *x, uint32_t slot);
	void (*left)(struct sm_side *x, struct sm_warp *w); /* the warp has exited */

	/* May w not issue now? The side has set its state then. */
	bool (*stops)(struct sm_side *x, struct sm_warp *w);
	void (*issued)(struct sm_side *x, struct sm_warp *w);
	/* An operation that has been issued: true: the side keeps it until its time comes. */
	bool (*holds)(struct sm_side *x, struct sm_warp *w, struct sm_op *o);

	/* An operation has its place. The side may set o->holds. */
	void (*taken)(struct sm_side *x, struct sm_op *o);
	/* Its accesses are made; it goes into the queue. */
	void (*start)(struct sm_side *x, struct sm_op *o);
	/* The queue has an access to send: true: the side has seen to that in this cycle. */
	bool (*sends)(struct sm_side *x);
	void (*access)(struct sm_side *x, struct sm_op *o); /* one has gone to L1 */
	/* All parts are back: values may still be changed, then registers get them. */
	void (*completes)(struct sm_side *x, struct sm_op *o);
	void (*done)(struct sm_side *x, struct sm_op *o); /* also where nothing was in flight */

	/* The side that checks accesses, at most one: whether another can be taken in this cycle;
	 * one that goes to L1 now; the note of the oldest packet without one, false: not yet. */
	bool (*check_ready)(const struct sm_side *x);
	void (*check)(struct sm_side *x, struct sm_op *o);
	bool (*note)(struct sm_side *x, struct pkt *k);

	/* A fence, or the fence that a releasing access begins with: the warp's operations are
	 * done. drained: nor has the side anything of it. fence: it begins. passed: it may take
	 * place. */
	bool (*drained)(const struct sm_side *x, const struct sm_warp *w);
	void (*fence)(struct sm_side *x, struct sm_op *o);
	bool (*passed)(struct sm_side *x, struct sm_op *o);

	/* w comes to a barrier, before the machine knows; lanes of w may go on from barrier id
	 * (SM_BARRIERS: not known). first: of the warps that it lets go. */
	void (*arrives)(struct sm_side *x, struct sm_warp *w, const struct simt_op *op);
	void (*released)(struct sm_side *x, struct sm_warp *w, uint32_t id, bool first);
	/* Lanes of w have met: __syncwarp. Earlier accesses may wait yet to be given to L1. */
	void (*meets)(struct sm_side *x, struct sm_warp *w);

	/* Another side's packet to the slices, w's: true: this side keeps it. */
	bool (*message)(struct sm_side *x, struct pkt *k, struct sm_warp *w);
	/* A slice has taken in a packet of this side; the L2 has answered one that it owns
	 * (pkt.own). */
	void (*credit)(struct sm_side *x, uint32_t slice);
	void (*answer)(struct sm_side *x, const struct pkt *k);

	void (*step)(struct sm_side *x);
	void (*clock)(struct sm_side *x);
	bool (*idle)(const struct sm_side *x);
	/* Everything that it was told has had its effect; credits: and the slices know. */
	bool (*settled)(const struct sm_side *x, bool credits);

	/* For the watchdog: "; what it waits for", or nothing. */
	void (*describe)(const struct sm_side *x, char *text, size_t size);
	/* Of the first SM's side: counters of the sides of n SMs, behind those of the SMs. */
	void (*stats)(const struct sm_side *x, struct stats *s, size_t n);
};

/* The calls that go to all sides that have them. */
/* clang-format off */
#define SM_SIDE_CALLS(X) \
	X(destroy) X(launch) X(block) X(left) X(stops) X(issued) X(holds) X(taken) X(start) \
	X(sends) X(access) X(completes) X(done) X(drained) X(fence) X(passed) X(arrives) \
	X(released) X(meets) X(message) X(step) X(clock) X(idle) X(settled) X(describe) X(stats)
/* clang-format on */

struct sm_side {
	const struct sm_side_calls *calls;
	struct sm *sm;
	uint8_t system; /* place in the GPU's list */
};

#endif
