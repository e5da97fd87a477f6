/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * machine: the functional GPU. Blocks on SMs, warps that take turns, memory operations
 * performed one at a time in an order that the seed decides.
 *
 *   machine_launch(): grid -> blocks onto SMs -> pick a warp -> simt_run() -> op
 *                     -> perform on gmem / shared -> simt_complete() -> observers
 *
 * It has no notion of a cycle; sim/ has. What it fixes is the order in which memory
 * operations happen, and every order it makes is one that a GPU could make.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include "../base/rng.h"
#include "../simt/simt.h"
#include "gmem.h"

enum machine_scheduler { MACHINE_RR, MACHINE_GTO, MACHINE_RANDOM };

/* An access outside of everybody's memory, or a misaligned one: the launch ends, or the lanes that
 * made it go on without it (drop.c). */
enum machine_on_fault { MACHINE_STOP, MACHINE_CONTINUE };

struct machine;
struct machine_block;
struct machine_stats;

/* Who did it. */
struct machine_who {
	const struct simt_kernel *kernel;
	uint64_t launch;   /* 1, 2, ... */
	uint32_t sm, slot; /* block slot on the SM */
	uint64_t block;    /* linear block index in the grid */
	uint32_t ctaid[3];
	uint32_t warp;        /* in the block */
	uint64_t warp_global; /* block * warps per block + warp */
};

enum machine_child_order {
	MACHINE_CHILD_STREAM, /* after those before it in its stream; stream 0: the block's */
	MACHINE_CHILD_FREE,   /* whenever */
	MACHINE_CHILD_TAIL    /* after the grid and all that it launched */
};

/* A launch by a thread. */
struct machine_child {
	const struct simt_kernel *kernel;
	uint32_t grid[3], block[3];
	uint64_t shared;
	uint8_t *params; /* kernel->param_bytes; owned; NULL: it has been launched */
	uint64_t id;     /* 1, 2, ... of all children */
	enum machine_child_order order;
	uint64_t stream;
	struct machine_who by;
	uint32_t thread, pc;
};

struct machine_launch_info {
	const struct simt_kernel *kernel;
	uint64_t launch;
	const struct machine_child *child; /* NULL: the host launched it */
	uint32_t grid[3], block[3];
	const uint8_t *params; /* kernel->param_bytes bytes, while the launch runs */
	uint32_t cluster[3];   /* blocks of a cluster; 1,1,1 (or 0): no clusters */
	uint32_t shared_bytes; /* static + dynamic */
	uint32_t warps_per_block;
	uint32_t blocks_per_sm; /* resident at once */
	enum simt_mode mode;
};

/* Sees everything in the order in which it is performed. Any function may be NULL.
 * op: after it was performed (loads and atomics: data[0] = value read / old value; then
 * data[1] holds what the atomic wrote). Barrier arrivals, fences and warp syncs come
 * as ops too; barrier_release when lanes go on. Barrier SIMT_CLUSTER_BAR is the cluster's: mask 0
 * says that all have arrived, before each warp that waits is told of. */
struct machine_observer {
	void *ctx;
	void (*launch_begin)(void *ctx, const struct machine_launch_info *l);
	void (*launch_end)(void *ctx, const struct machine_launch_info *l, int cuda_error);
	void (*block_begin)(void *ctx, const struct machine_who *who);
	void (*block_end)(void *ctx, const struct machine_who *who);
	void (*op)(void *ctx, const struct machine_who *who, const struct simt_op *op);
	void (*barrier_release)(void *ctx, const struct machine_who *who, uint32_t bar_id,
				uint32_t mask); /* once for each warp released */
	void (*warp_exit)(void *ctx, const struct machine_who *who);
	/* Instead of all that is between launch_begin and launch_end: it is known that no two
	 * threads conflict in shared memory, whatever the order of warps (claims.h: in mode its
	 * lanes are threads); `of` the launch: what was counted. NULL: it has to be told of it all
	 * the same.
	 */
	void (*no_conflict)(void *ctx, const struct machine_stats *of);
	/* Behind launch_begin: no two threads of the launch conflict in shared memory, as its code
	 * says: all who have no_conflict are told of it by that, and of nothing else. */
	bool (*free)(void *ctx);
};

/* Schedule hook: who goes next. Called whenever more than one choice exists at a visible
 * operation (global or shared memory, fence, barrier, exit). Return 0..n-1. */
struct machine_choice {
	uint64_t block;
	uint32_t warp;
	uint32_t lanes; /* fragment (ITS) or all active lanes */
	uint32_t pc;
};
struct machine_hook {
	void *ctx;
	unsigned (*choose)(void *ctx, const struct machine_choice *c, unsigned n);
	/* The rest may be left zero: walk.c says what it is for. */
	uint32_t max_spin;      /* repeats of an operation without effect; 0: no bound */
	void (*cut)(void *ctx); /* max_spin held a choice back: not all orders are seen */
};

struct machine_config {
	uint32_t sms;              /* 15 */
	uint32_t threads_per_sm;   /* 1024 */
	uint32_t blocks_per_sm;    /* 8 */
	uint32_t shared_per_sm;    /* bytes, 49152 */
	uint32_t shared_per_block; /* bytes, 49152 */
	/* Most for one block that asks for more than shared_per_block; where an SM has less than
	 * that, it gives the block all that it needs, and takes no other. 0: no block has more. */
	uint32_t shared_optin;
	uint64_t seed;
	enum machine_scheduler scheduler;
	enum simt_mode mode;
	enum machine_on_fault on_fault;
	uint64_t max_warp_insns;   /* 0: no limit; over all launches */
	uint32_t stack_bytes;      /* local memory per thread beyond the static need */
	uint64_t livelock_repeats; /* see machine.c; 0: watch off */
	uint32_t pending_launches; /* by device code, that have not begun: no more than these */
	bool poison;               /* shared and local memory start as 0xcc */
	/* Host threads for blocks whose order cannot matter; 0: always the seed's order */
	uint32_t threads;
	const struct machine_hook *hook; /* NULL: the scheduler decides */
};
void machine_config_default(struct machine_config *c); /* docs/machine.md */

enum machine_status {
	MACHINE_OK,
	MACHINE_FAULT,    /* fault holds the CUDA error and the message */
	MACHINE_DEADLOCK, /* no warp can go on */
	MACHINE_LIVELOCK, /* warps go on but nothing changes */
	MACHINE_LIMIT,    /* max_warp_insns */
	MACHINE_STOPPED   /* machine_stop(): the message says where everybody was */
};

struct machine_fault {
	int cuda_error;               /* 700 illegal address, 716 misaligned, 710 assert ... */
	char text[4096];              /* one or more lines, no trailing newline */
	bool access;                  /* MACHINE_CONTINUE would have gone on */
	uint64_t blocks_done, blocks; /* of the launch, whatever its status */
};

/* Accesses that were not performed under MACHINE_CONTINUE: one of each place and error. */
struct machine_dropped {
	const struct simt_kernel *kernel; /* NULL: its module is gone */
	uint32_t pc;
	int cuda_error;    /* that a GPU would have given */
	uint64_t launch;   /* of the first one */
	uint64_t accesses; /* of lanes, of all launches so far */
	char *place;       /* "app.cu:8:10" */
	char *text;        /* the first one's message */
};

struct machine_stats {
	struct simt_stats simt;
	uint64_t launches, blocks, threads;
	uint64_t global_lane_accesses, shared_lane_accesses, local_lane_accesses;
	uint64_t const_lane_accesses; /* of the global ones: constant memory */
	uint64_t barriers;            /* releases of a whole block */
	uint64_t faults;
};

/* What a kernel prints: printf (standard output on a GPU's host), or the line of a failed assert
 * (standard error there). */
typedef void (*machine_print_fn)(void *ctx, bool is_error, const char *text, size_t n);

/* progress: called every few ten thousand instructions with the totals of this launch;
 * may be NULL. */
typedef void (*machine_progress_fn)(void *ctx, uint64_t warp_insns, uint64_t blocks_done,
				    uint64_t blocks);

/* No block has begun, no warp exited and no barrier opened for so many warp instructions; told once
 * a launch. where: what machine_stop() says; hint: what to try. */
typedef void (*machine_stall_fn)(void *ctx, uint64_t warp_insns, const char *where,
				 const char *hint);

struct machine *machine_create(const struct machine_config *c, struct gmem *g, struct diag *diag);
void machine_destroy(struct machine *m);
void machine_set_print(struct machine *m, machine_print_fn fn, void *ctx);
void machine_set_progress(struct machine *m, machine_progress_fn fn, void *ctx);
/* While *hurry is not 0, which a signal handler may set, progress is called after every turn. */
void machine_set_hurry(struct machine *m, const volatile int *hurry);
/* After livelock_repeats * 50000 instructions; may be NULL. */
void machine_set_stall(struct machine *m, machine_stall_fn fn, void *ctx);
/* Both from the progress function only. From now on warps note what they access; and, some calls
 * later: the launch ends with MACHINE_STOPPED. */
void machine_sample(struct machine *m);
void machine_stop(struct machine *m);
/* What was not performed so far, n places; valid until the next launch. */
const struct machine_dropped *machine_dropped(const struct machine *m, size_t *n);
/* Warp instructions from now on after which a launch ends with MACHINE_LIMIT; 0: no limit. */
void machine_set_max_insns(struct machine *m, uint64_t n);
/* NULL: the scheduler decides again. */
void machine_set_hook(struct machine *m, const struct machine_hook *hook);
int machine_add_observer(struct machine *m,
			 const struct machine_observer *o); /* -1: too many (8) */
/* Told of barriers and warp operations that are used in a way that PTX leaves undefined, when it
 * happens; what happens is not changed. NULL: nobody asks, and nothing is looked for. */
typedef void (*machine_misuse_fn)(void *ctx, const struct machine_who *who,
				  const struct simt_warp *w, const struct simt_misuse *u);
void machine_set_misuse(struct machine *m, machine_misuse_fn fn, void *ctx);
const struct machine_stats *machine_stats(const struct machine *m);
const struct machine_config *machine_config(const struct machine *m);
void machine_set_stack(struct machine *m, uint32_t stack_bytes);
/* Device heap limit is the arena itself. */

/* Most shared memory, static and dynamic, that a block may have. */
uint32_t machine_shared_limit(const struct machine_config *c);
/* Most blocks of this shape that one SM holds; 0 when not even one fits. */
uint32_t machine_occupancy(const struct machine *m, const struct simt_kernel *k,
			   uint32_t block_threads, uint64_t dynamic_shared);

/* Checks the launch shape; CUDA error code (0, 1 invalid value, 9 invalid configuration,
 * 701 launch out of resources) without running anything. why (may be NULL) says in words what
 * is wrong with it. */
int machine_check_launch(const struct machine *m, const struct simt_kernel *k,
			 const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
			 struct diag *why);
/* The refusal of a launch that machine_check_launch() takes, but whose kernel has not asked for
 * more than shared_per_block. */
int machine_refuse_shared(const struct machine *m, const struct simt_kernel *k,
			  const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
			  struct diag *why);

/* Clusters of the launches from now on: NULL or 0: as the kernel says. big: of more than
 * SIMT_PORTABLE_CLUSTER blocks, too. */
void machine_set_cluster(struct machine *m, const uint32_t cluster[3], bool big);
/* Blocks of a cluster of a launch now; 1: no clusters. */
uint32_t machine_cluster_blocks(const struct machine *m, const struct simt_kernel *k);
/* Most clusters of so many blocks that are resident at once. */
uint32_t machine_max_clusters(const struct machine *m, const struct simt_kernel *k,
			      uint32_t block_threads, uint64_t dynamic_shared, uint32_t blocks);

/* Runs the whole grid. params: kernel->param_bytes bytes. */
enum machine_status machine_launch(struct machine *m, const struct simt_kernel *k,
				   const uint32_t grid[3], const uint32_t block[3],
				   uint64_t dynamic_shared, const void *params,
				   struct machine_fault *fault);

/* What the threads of the last launch have launched, in an order that streams allow; the caller
 * launches them, each with all that it launches before the next, and then frees the list. */
struct machine_child *machine_children(struct machine *m, size_t *n);
void machine_children_free(struct machine *m, struct machine_child *list, size_t n);
enum machine_status machine_launch_child(struct machine *m, struct machine_child *c,
					 struct machine_fault *fault);
void machine_set_pending_launches(struct machine *m, uint32_t n);

/* A module in device memory: variables allocated and initialised, kernels lowered. */
struct machine_module;
/* NULL and diag when something in it is not supported; ptx then stays the caller's. */
struct machine_module *machine_load(struct machine *m, struct ptx_module *ptx, struct diag *diag);
void machine_unload(struct machine *m, struct machine_module *mm); /* frees ptx too */
const struct simt_kernel *machine_kernel(const struct machine_module *mm, const char *name);
/* Kernel number i in the order of the text; NULL behind the last. */
const struct simt_kernel *machine_kernel_at(const struct machine_module *mm, unsigned i);
/* "file:line:col" of code index pc, or the PTX line. */
void machine_place(const struct simt_kernel *k, uint32_t pc, char *buf, size_t size);
/* Address and size of a module variable; 0 when there is none of that name. */
uint64_t machine_variable(const struct machine_module *mm, const char *name, uint64_t *size);

#endif
