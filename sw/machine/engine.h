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
 * The engine minds register dependences (sw/simt/uses.h). A warp's barrier arrivals, fences, calls
 * and exits come after its earlier operations have been performed and completed: the observers'
 * order is the order of performing, and an exited warp's storage goes to the next block.
 *
 * Everything else is as without an engine: launch shape, faults, observers, poison, max_warp_insns.
 * Scheduler, seed and livelock watch are not used. A schedule hook cannot be there too: the launch
 * is refused.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "machine.h"

struct machine_warp;

struct machine_engine {
	void *ctx;
	/* Runs all blocks. The launch's status is what engine_...() set; without any, OK when all
	 * blocks have ended and a deadlock when not. */
	void (*run)(void *ctx, struct machine *m, const struct machine_launch_info *info);
	/* Lanes of w may go on from a barrier. Called from within engine_issue() (an exit) and
	 * engine_perform() (an arrival), of any warp of the block, w itself included: once for each
	 * release, even when w did not wait because other fragments of it could run. */
	void (*wake)(void *ctx, struct machine_warp *w);
};
/* Not during a launch; *e is copied. NULL: none, and the clock is the machine's again. */
void machine_set_engine(struct machine *m, const struct machine_engine *e);

/* Blocks that have not been placed yet. */
uint64_t engine_blocks_left(const struct machine *m);
/* Starts the next block in a slot below info->blocks_per_sm of an SM: NULL when none is left, or
 * after a fault. The slot's last block must have ended, with nothing of it left to perform or
 * complete. */
struct machine_block *engine_place(struct machine *m, uint32_t sm, uint32_t slot);
/* The same with block `index` of the grid; who uses it sees to it that each comes once. */
struct machine_block *engine_place_block(struct machine *m, uint32_t sm, uint32_t slot,
					 uint64_t index);
uint64_t engine_blocks(const struct machine *m); /* of the launch */
uint32_t engine_warps(const struct machine_block *b);
struct machine_warp *engine_warp(struct machine_block *b, uint32_t i);
bool engine_block_ended(const struct machine_block *b); /* all of its warps have exited */
struct simt_warp *engine_simt(struct machine_warp *w);
const struct machine_who *engine_who(const struct machine_warp *w);
/* For the engine's own record of the warp; NULL in a new block. */
void engine_set_user(struct machine_warp *w, void *user);
void *engine_user(const struct machine_warp *w);

enum engine_step {
	ENGINE_OP,    /* *op is to be performed */
	ENGINE_NO_OP, /* arithmetic, control */
	ENGINE_WAITS, /* no lane can go on before wake() */
	ENGINE_DONE, /* the warp has exited; engine_place() may be used when the block's last has */
	ENGINE_END   /* fault or limit: run() must return */
};
/* One instruction of w, of the fragment that engine_simt(w)->pc and ->active name (ITS: it is
 * chosen as without an engine; others go on while one waits). A generic access whose lanes fall in
 * several spaces comes back as one operation per space, by so many calls, of one instruction. WAITS
 * may follow an instruction that was issued: a barrier arrival is an OP and then WAITS, a shuffle
 * that waits for other lanes may be WAITS at once; simt.insns counts. op->pc
 * may be another instruction: a WARPSYNC of lanes that an arrival or exit has set free comes first.
 */
enum engine_step engine_issue(struct machine *m, struct machine_warp *w, struct simt_op *op);
/* Performs those of lanes that are among op's; values in op->data of these lanes, each lane once.
 * Lanes of one call see each other in lane order. Also SYSCALL (which completes itself), and,
 * always with all lanes: FENCE, WARPSYNC (observers only), BAR (arrival: may call wake()). *changed
 * (may be NULL): memory changed. -1: fault, as ENGINE_END. */
int engine_perform(struct machine *m, struct machine_warp *w, struct simt_op *op, uint32_t lanes,
		   bool *changed);
/* A store of global memory that is not to be performed now: could it be? -1: fault, as ENGINE_END.
 */
int engine_probe(struct machine *m, struct machine_warp *w, struct simt_op *op);
/* With engine_simt(w)->late: lanes of w that may go on from a barrier do so now, not before. */
void engine_go(struct machine_warp *w);
/* LD, ATOM; others need none. */
void engine_complete(struct machine *m, struct machine_warp *w, const struct simt_op *op);
/* Now and then, also while nothing can be issued: progress is shown and an interrupt seen. -1: the
 * launch was stopped, as ENGINE_END. */
int engine_tick(struct machine *m);
/* Every block has ended. */
bool engine_finished(const struct machine *m);
/* Nothing goes on: sets status and message (deadlock: which lanes wait where; else livelock or
 * limit). */
void engine_hang(struct machine *m, bool deadlock, const char *why);
void engine_limit(struct machine *m, const char *why); /* MACHINE_LIMIT */
/* %clock and %globaltimer read this, in blocks placed from now on. NULL: instructions issued. */
void engine_set_clock(struct machine *m, const uint64_t *clock);

#endif
