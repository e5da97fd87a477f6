/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm: a streaming multiprocessor: warps, schedulers, scoreboard, the way of a memory operation.
 *
 *   machine (values) <── engine_issue, engine_perform ──> sm ── l1_access ──> l1 ──> NoC
 *                                                          └── side.h ──> systems' sides of the SM
 *
 * Issue. Each scheduler picks a warp (LRR or GTO; a warp that has been ready for 1,024 cycles goes
 * first) whose next instruction's registers are there: those it reads and those it writes. A
 * register is there a latency of its class after issue, or when the last part of its operation is
 * done. Units of a class take an instruction every initiation interval, memory instructions go one
 * a cycle, shared ones one every so many cycles as their banks need (coalesce.h).
 *
 * Global memory. The coalescer makes accesses of one sector each (coalesce.h); one a cycle goes to
 * L1, with segment 128 all of one line (one, too, where a side checks accesses: one a cycle).
 * Parts are performed at L1 (hits, merged loads) or at the slice's tap, and nowhere else; registers
 * get their values when the last part is back. An access that goes to the slice waits for earlier
 * weak loads of its warp that are under way to the same sector.
 *
 * Shared, local, constant memory. Performed at issue, no traffic; shared: lat_shared and a cycle
 * for each further word of a bank; local and constant: the latency of an L1 hit. Like all memory
 * instructions they issue only when there is place for an operation: their space is known later.
 *
 * Control (calls, exits, shuffles, barriers, fences, system calls): after all of the warp's
 * operations are done, stores acknowledged. A fence is performed then, as soon as its sides let it
 * pass (side.h), and takes lat_fence. A releasing store or atomic begins with such a fence (also
 * where a compare-and-swap then does not write); nothing of its warp overtakes an acquiring access,
 * nor what a side says so of. From a barrier warps go on lat_barrier after the last arrival, or
 * later if a side bars them.
 *
 * Not modelled: instruction fetch and caches, the register file's banks and ports, operand
 * collectors, local memory's traffic, dual issue's pairing rules.
 */
#ifndef SIM_SM_H
#define SIM_SM_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"
#include "../l1/l1.h"
#include "reference/pf_policy.h"
#include "machine/engine.h"
#include "simt/uses.h"

struct sm;

struct sm_side;

/* policy: says what writes, to sm_perform(). sides: of systems, in the order of calls, then NULL;
 * destroyed with the SM. */
struct sm *sm_create(const struct sim_config *c, uint16_t index, struct machine *m,
		     struct pkt_pool *pool, const struct pf_policy_info *policy,
		     struct sm_side *const *sides);
void sm_destroy(struct sm *s);
struct l1 *sm_l1(struct sm *s); /* its own: stepped by sm_step() */

/* A launch: uses[] of its kernel. */
void sm_launch(struct sm *s, const struct machine_launch_info *info, const struct simt_uses *uses);
/* Free block slot, or -1; then: block b is in it. */
int sm_free_slot(const struct sm *s);
bool sm_slot_free(const struct sm *s, uint32_t slot);
void sm_begin_block(struct sm *s, uint32_t slot, struct machine_block *b, uint64_t now);
void sm_wake(struct sm *s, struct machine_warp *w, uint64_t now); /* from a barrier */

/* One core cycle: L1, sides, operations, issue. -1: the launch's status is set (fault). */
int sm_step(struct sm *s, uint64_t now, struct link *from_noc, struct link *to_noc);
/* At the slice's tap: performs lanes of operation op. Fills what a detector asks: *wrote: lanes
 * that wrote (a failed CAS does not). -1: fault. */
int sm_perform(struct sm *s, uint32_t op, uint32_t lanes, uint32_t *wrote);
/* The operation itself, for its addresses and size. */
const struct simt_op *sm_op(const struct sm *s, uint32_t op);
/* A slice has taken in a packet of the side of that system. */
void sm_credit(struct sm *s, uint8_t system, uint32_t slice);

bool sm_idle(const struct sm *s); /* no block, nothing in flight */
void sm_describe(const struct sm *s, char *text, size_t size);
/* For the watchdog. Issued: warp instructions so far. Progress: changes so far: of memory by its
 * operations, barriers that opened, warps that ended; a spin loop makes none. */
uint64_t sm_issued(const struct sm *s);
uint64_t sm_progress(const struct sm *s);
void sm_stats(struct stats *s, struct sm *const *sms, size_t n); /* with their L1s */

#endif
