/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm: a streaming multiprocessor: warps, schedulers, scoreboard, the way of a memory operation.
 *
 *   machine (values) <── engine_issue, engine_perform ──> sm ── l1_access ──> l1 ──> NoC
 *                                                          └── events, requests ──> det_sm
 *
 *   issue     each scheduler picks a warp (LRR or GTO) whose next instruction's registers are free
 *   operands  the scoreboard holds a written register for the latency of its class, or until the
 *             operation's last part is done
 *   global    the coalescer cuts an operation into accesses of one sector (segment 128: of up to
 * four sectors of a line, still one packet a sector, one L1 access a line); atomics of lanes on one
 * word become accesses of their own, in lane order shared    performed at issue; lat_shared and a
 * cycle for each further word of a bank local, const  performed at issue, latency of an L1 hit; no
 * traffic fence     waits until all of the warp's operations are done, then lat_fence; detector on:
 * its message is in L1's out queue, and with device scope every slice has given its credit barrier
 * waits likewise for the warp's own operations, then arrives
 *
 * An operation's parts are performed at L1 (hits, merges) or at the slice's tap, and nowhere else;
 * registers get their values when the last one is back.
 */
#ifndef SIM_SM_H
#define SIM_SM_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"
#include "../det/det.h"
#include "../l1/l1.h"
#include "machine/engine.h"
#include "simt/uses.h"

struct sm;

/* det: NULL: no detector. */
struct sm *sm_create(const struct sim_config *c, uint16_t index, struct machine *m,
		     struct pkt_pool *pool, struct det_sm *det, enum pf_policy policy);
void sm_destroy(struct sm *s);
struct l1 *sm_l1(struct sm *s); /* its own: stepped by sm_step() */

/* A launch: uses[] of its kernel. */
void sm_launch(struct sm *s, const struct machine_launch_info *info, const struct simt_uses *uses);
/* Free block slot, or -1; then: block b is in it. */
int sm_free_slot(const struct sm *s);
void sm_begin_block(struct sm *s, uint32_t slot, struct machine_block *b, uint64_t now);
void sm_wake(struct sm *s, struct machine_warp *w, uint64_t now); /* from a barrier */

/* One core cycle: L1, det unit, operations, issue. -1: the launch's status is set (fault). */
int sm_step(struct sm *s, uint64_t now, struct link *from_noc, struct link *to_noc);
/* At the slice's tap: performs lanes of operation op. Fills what the detector asks: *wrote: lanes
 * that wrote (a failed CAS does not). -1: fault. */
int sm_perform(struct sm *s, uint32_t op, uint32_t lanes, uint32_t *wrote);
/* The operation itself, for its addresses and size. */
const struct simt_op *sm_op(const struct sm *s, uint32_t op);
/* Slice has taken a FENCE or EPOCH of this SM in. */
void sm_credit(struct sm *s, uint32_t slice);

bool sm_idle(const struct sm *s); /* no block, nothing in flight */
void sm_describe(const struct sm *s, char *text, size_t size);
/* For the watchdog. Issued: warp instructions so far. Progress: changes so far: of memory by its
 * operations, barriers that opened, warps that ended; a spin loop makes none. */
uint64_t sm_issued(const struct sm *s);
uint64_t sm_progress(const struct sm *s);
void sm_stats(struct stats *s, struct sm *const *sms, size_t n); /* with their L1s */

#endif
