/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * engine: lets somebody else decide when things happen: sim/ has cycles, the machine has none.
 *
 * With an engine, machine_launch() prepares the launch and calls run() in place of its own loop:
 *
 *   run():  engine_place()    the next block into a free slot
 *           engine_issue()    one instruction of a warp; a memory operation comes back unperformed
 *           engine_perform()  some of its lanes, where and when the engine likes; observers see
 *                             just these lanes, as an operation of their own
 *           engine_complete() all lanes are done: values to registers
 *
 * The engine minds register dependences (sw/simt/uses.h). A warp's barrier arrivals and fences are
 * performed after its earlier operations: the observers' order is the order of performing.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "machine.h"

struct machine_warp;

struct machine_engine {
	void *ctx;
	/* Runs all blocks. The launch's status is what engine_...() set, or OK when it returns. */
	void (*run)(void *ctx, struct machine *m, const struct machine_launch_info *info);
	/* Lanes of w may go on from a barrier. */
	void (*wake)(void *ctx, struct machine_warp *w);
};
void machine_set_engine(struct machine *m, const struct machine_engine *e); /* NULL: none */

/* Blocks that have not been placed yet. */
uint64_t engine_blocks_left(const struct machine *m);
/* Starts the next block in a free slot: NULL when none is left, or after a fault. */
struct machine_block *engine_place(struct machine *m, uint32_t sm, uint32_t slot);
uint32_t engine_warps(const struct machine_block *b);
struct machine_warp *engine_warp(struct machine_block *b, uint32_t i);
struct simt_warp *engine_simt(struct machine_warp *w);
const struct machine_who *engine_who(const struct machine_warp *w);
/* For the engine's own record of the warp. */
void engine_set_user(struct machine_warp *w, void *user);
void *engine_user(const struct machine_warp *w);

enum engine_step {
	ENGINE_OP,    /* *op is to be performed */
	ENGINE_NO_OP, /* arithmetic, control */
	ENGINE_WAITS, /* no lane can go on before wake() */
	ENGINE_DONE, /* the warp has exited; engine_place() may be used when the block's last has */
	ENGINE_END   /* fault or limit: run() must return */
};
enum engine_step engine_issue(struct machine *m, struct machine_warp *w, struct simt_op *op);
/* Performs the lanes of op; values in op->data of these lanes. Also FENCE (observers only), BAR
 * (arrival: may call wake()), SYSCALL, WARPSYNC. *changed (may be NULL): memory changed. -1: fault,
 * as ENGINE_END. */
int engine_perform(struct machine *m, struct machine_warp *w, struct simt_op *op, uint32_t lanes,
		   bool *changed);
void engine_complete(struct machine *m, struct machine_warp *w, const struct simt_op *op);
/* Every block has ended. */
bool engine_finished(const struct machine *m);
/* Nothing goes on: sets status and message (deadlock: which lanes wait where; else livelock or
 * limit). */
void engine_hang(struct machine *m, bool deadlock, const char *why);
void engine_limit(struct machine *m, const char *why); /* MACHINE_LIMIT */
/* %clock and %globaltimer read this. */
void engine_set_clock(struct machine *m, const uint64_t *clock);

#endif
