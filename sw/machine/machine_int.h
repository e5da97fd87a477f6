/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * machine_int: what the machine's own files share. Not for anybody else.
 *
 *   machine.c   create, configure, launch shape      launch.c   blocks onto SMs, the main loop
 *   module.c    variables, kernels                   sched.c    who goes next
 *   perform.c   loads, stores, atomics               barrier.c  block barriers
 *   child.c     launches by device code
 *   syscall.c   printf, assert, malloc, free         fault.c    messages of a fault
 *   hang.c      deadlock, livelock                   walk.c     schedule hook
 *   where.c     where everybody is
 *   pool.c      storage of blocks and warps          format.c   printf's text
 *   engine.c    somebody else's clock decides        drop.c     accesses left out after a fault
 *   sync.c      undefined use of barriers         direct.c   accesses that nobody looks at
 *   parallel.c  blocks on several processors      tags.c     who touched what there
 *   claims.c    which thread did, in shared memory  known.c  allocations that were touched
 *   cluster.c   blocks that are resident together, their barrier
 *   bulk.c      copies in bulk, as operations
 */
#ifndef MACHINE_INT_H
#define MACHINE_INT_H

#include "engine.h"

enum {
	MACHINE_OBSERVERS = 8,
	MACHINE_BARRIERS = 16,
	MACHINE_MAX_BLOCK = 1024, /* threads */
	MACHINE_MAX_WARPS = 32,   /* of such a block */
	MACHINE_POISON = 0xcc,
	MACHINE_POOLS = 8,
	WHERE_PATIENCE = 50000 /* times livelock_repeats: instructions without a step */
};

enum machine_error { /* cudaError_t */
		     MACHINE_E_INVALID_VALUE = 1,
		     MACHINE_E_INVALID_CONFIGURATION = 9,
		     MACHINE_E_PENDING = 69,
		     MACHINE_E_INVALID_FUNCTION = 98,
		     MACHINE_E_INVALID_HANDLE = 400,
		     MACHINE_E_ILLEGAL_ADDRESS = 700,
		     MACHINE_E_OUT_OF_RESOURCES = 701,
		     MACHINE_E_TIMEOUT = 702, /* what a GPU's watchdog gives */
		     MACHINE_E_ASSERT = 710,
		     MACHINE_E_STACK = 714,
		     MACHINE_E_ILLEGAL_INSTRUCTION = 715,
		     MACHINE_E_MISALIGNED = 716,
		     MACHINE_E_LAUNCH_FAILURE = 719,
		     MACHINE_E_INVALID_CLUSTER = 912
};

enum machine_warp_state {
	MACHINE_WARP_RUNS,
	MACHINE_WARP_WAITS, /* all lanes at block barriers, or stuck at a warp sync */
	MACHINE_WARP_DONE
};

/* What the livelock watch knows of a warp: hang.c. */
struct machine_watch;

/* An access of a warp, of its first lane, for reports. */
struct hang_op {
	enum simt_op_kind kind;
	enum ptx_space space;
	uint32_t pc, mask;
	unsigned bytes;
	uint64_t addr, value;
};

struct machine_warp {
	struct simt_warp w;
	struct machine_block *blk;
	struct machine_who who;
	enum machine_warp_state state;
	bool stuck; /* WAITS because of a warp-level sync */
	struct {    /* what sync.c remembers of lanes that a block barrier did without */
		uint32_t lanes, pc;  /* who, and where they were */
		uint32_t by, bar_pc; /* lock step: who waited, and where */
	} without;
	struct {
		uint32_t arrived; /* at the cluster's barrier, which the others have not */
		uint32_t done;    /* all have; these lanes have not waited yet */
		uint32_t waits;   /* of arrived */
	} cluster;
	uint64_t ready_at; /* GTO: in picks of its SM */
	uint64_t nudge_at; /* in w.spins: launch.c */
	uint32_t ahead;    /* instructions of the next turn that are done already */
	/* livelock watch */
	uint64_t quiet; /* events since change_epoch `epoch` */
	uint64_t epoch;
	struct machine_watch *watch; /* NULL until it has been quiet for long */
	/* schedule hook */
	struct simt_op *pending; /* visible op that waits to be chosen */
	bool has_pending;
	struct walk_seen *seen;
	void *user; /* the engine's */
};

struct machine_barrier {
	bool busy;                        /* somebody has arrived since the last release */
	bool waiters;                     /* sync or red has */
	enum ptx_mode mode;               /* of the waiters */
	uint32_t count;                   /* as asked for: 0 = all */
	uint32_t arrived;                 /* by bar.arrive */
	uint32_t popc, all, any;          /* of the predicates */
	uint32_t mask[MACHINE_MAX_WARPS]; /* waiting lanes of each warp */
};

struct machine_block {
	struct simt_block_env env;
	struct machine_warp *warps;
	uint32_t n_warps;
	uint32_t created; /* warps[0..created-1] have storage */
	uint32_t live_warps;
	uint32_t waiting; /* barriers with waiters */
	uint8_t *shared;
	struct machine_barrier bar[MACHINE_BARRIERS];
	uint32_t sm, slot;
	uint64_t index;
	struct machine_cluster *cluster; /* NULL: of its own */
};

/* Blocks that are resident together, by rank. */
struct machine_cluster {
	struct machine_block *blocks[SIMT_MAX_CLUSTER];
	uint32_t n, live; /* live: that have not ended */
	uint32_t group;   /* of slots */
};

/* Storage of the slots for launches of one kernel and shape; kept for the next. */
struct machine_pool {
	const struct simt_kernel *kernel; /* NULL: unused */
	uint32_t warps, local, shared;
	uint32_t failed, skip;          /* parallel.c */
	uint64_t last_launch, bytes;    /* bytes: when all slots are in use */
	struct machine_block **blocks;  /* [sm * blocks_per_sm + slot], NULL until first used */
	const struct gmem_block **near; /* by pc: the block that instruction last touched */
};

struct machine_sm {
	struct machine_warp **run;   /* runnable warps, oldest first */
	uint32_t n_run, next;        /* next: RR's position */
	struct machine_warp *greedy; /* GTO: it has had so many turns, and may have so many */
	uint32_t greedy_had, greedy_most;
	uint64_t picks;
};

/* The launch that runs. */
struct machine_run {
	struct machine_launch_info info;
	const struct simt_kernel *kernel;
	const uint8_t *params;
	uint64_t dynamic_shared;
	uint32_t threads, local_limit, shared_alloc;
	uint64_t blocks, next_block, blocks_done;
	uint32_t n_run;        /* runnable warps of all SMs */
	uint64_t change_epoch; /* memory changed, a warp exited, a barrier opened */
	uint64_t insns_begin, progress_at;
	uint64_t steps, steps_seen, steps_at; /* where.c: towards the end; instructions then */
	bool stall_told, sampling;
	uint32_t proved;       /* hang.c: warps that repeat themselves, */
	uint64_t proved_epoch; /* in this change_epoch */
	uint32_t sm, burst;    /* RR, GTO: SM at work, turns left there */
	/* cluster.c */
	struct machine_cluster *clusters; /* by group of slots; NULL: none */
	uint32_t cluster_blocks, arrived; /* arrived: lanes at barriers of clusters */
	/* direct.c */
	bool direct;
	uint32_t ops_left, live; /* visible operations left in this turn; the warp's lanes */
	uint64_t went;           /* accesses that were no operations */
	bool any_order;          /* parallel.c has run it */
	uint32_t content;        /* observers that a proof was enough for */
	enum machine_status status;
};

struct machine_thread_error {
	uint64_t block;
	uint32_t thread;
	int cuda_error;
};

struct machine {
	struct machine_config cfg;
	struct machine_hook hook;
	bool hooked;
	struct machine_engine engine;
	bool engined;
	const uint64_t *clock; /* of %clock; NULL: instructions */
	struct gmem *g;
	struct rng rng;
	struct machine_stats stats;
	struct machine_observer observers[MACHINE_OBSERVERS];
	unsigned n_observers;
	machine_print_fn print;
	void *print_ctx;
	machine_misuse_fn misuse;
	void *misuse_ctx;
	struct simt_watch watch;   /* given to warps when misuse is set */
	struct simt_direct direct; /* given to them when nobody looks at accesses */
	machine_progress_fn progress;
	void *progress_ctx;
	const volatile int *hurry;
	machine_stall_fn stall;
	void *stall_ctx;

	struct machine_sm *sms;
	struct machine_pool pools[MACHINE_POOLS];
	struct parallel *parallel; /* NULL until there is a use for it */
	/* parallel.c: instructions after which other threads help, and of a warp at most */
	uint64_t help_insns, most_insns;
	struct machine_pool *pool; /* of the launch that runs */

	struct machine_run run;
	struct machine_fault *fault; /* of the launch that runs */
	struct machine_dropped *dropped;
	size_t n_dropped, cap_dropped;
	struct simt_op op, part; /* part: of a copy in bulk */
	uint32_t cluster[3];     /* machine_set_cluster() */
	bool big_cluster;

	/* child.c: of the launch that runs or ran last */
	struct machine_child *children;
	struct machine_thread_error *errors;
	bool *streams; /* made and not destroyed */
	size_t n_children, cap_children, n_errors, cap_errors, n_streams, cap_streams;
	size_t pending;                    /* children that have been taken and not launched */
	uint64_t last_child;               /* its id */
	const struct machine_child *child; /* that is to be launched; NULL: by the host */
	struct machine_module **modules;   /* loaded */
	size_t n_modules, cap_modules;
};

/* machine.c: static and dynamic together. */
uint32_t machine_shared_bytes(const struct simt_kernel *k, uint32_t dynamic_shared);

/* fault.c: fills the launch's fault and returns -1. Lane of the message: the lowest of
 * mask; pc: code index. */
int fault_set(struct machine *m, const struct machine_warp *w, int cuda_error, uint32_t pc,
	      uint32_t mask, const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/* The access of op by the lanes of mask that cannot be performed: says why. */
int fault_access(struct machine *m, const struct machine_warp *w, const struct simt_op *op,
		 uint32_t mask);
/* Its CUDA error and message, and nothing else done. */
int fault_access_text(const struct machine *m, const struct machine_warp *w,
		      const struct simt_op *op, uint32_t mask, char *text, size_t size);
/* Why simt_run() ended with SIMT_RUN_FAULT. */
int fault_simt(struct machine *m, const struct machine_warp *w);
/* "4 bytes past the end of ..." or "" in buf. */
const char *fault_relation(const struct gmem *g, uint64_t addr, char *buf, size_t size);
/* Demangled name when a demangler is linked. */
void fault_kernel_name(const struct simt_kernel *k, char *buf, size_t size);
void fault_thread(const struct machine_warp *w, uint32_t lane, uint32_t tid[3]);
/* "lanes 0-31", "lane 3", "lanes 0,2,4-7" */
void fault_lanes(uint32_t mask, char *buf, size_t size);

/* perform.c: does op. 0, or -1 after a fault. *changed: it changed what is in memory. */
int perform(struct machine *m, struct machine_warp *w, struct simt_op *op, bool *changed);
/* A store of global memory: would perform() do it? Else the fault is set and -1 returned. */
int perform_probe(struct machine *m, struct machine_warp *w, struct simt_op *op);
/* Lanes of op that perform() would refuse. */
uint32_t perform_bad(struct machine *m, const struct machine_warp *w, const struct simt_op *op);
/* The block in which addr falls, as the instruction at pc may use it; NULL: none. */
const struct gmem_block *perform_block(struct machine *m, uint32_t pc, enum ptx_space space,
				       bool load, uint64_t addr);
/* Host address of lane's generic address, NULL when [addr, addr+size) is not his. *room:
 * bytes that follow there. */
uint8_t *perform_resolve(struct machine *m, const struct machine_warp *w, uint32_t lane,
			 uint64_t addr, uint64_t size, uint64_t *room);

/* direct.c: at the launch's beginning; true: warps may be given m->direct. */
bool direct_begin(struct machine *m);
/* Where an access falls that nobody watches; false: nowhere. */
bool direct_window(struct machine *m, const struct simt_warp *sw, const struct simt_access *a,
		   struct simt_window *win);
void direct_count(struct machine *m, enum ptx_space space, unsigned lanes);

/* parallel.c: the whole launch, if its result cannot depend on the order of its warps. False:
 * nothing has happened, but that some observers may be content. */
bool parallel_run(struct machine *m);
void parallel_forget(struct machine *m); /* kernels go */
void parallel_free(struct machine *m);

/* drop.c: takes the lanes out of op that perform() would refuse, and notes them; loads and atomics
 * give them 0. False: no lane is left. */
bool drop_lanes(struct machine *m, struct machine_warp *w, struct simt_op *op);
void drop_forget(struct machine *m, const struct simt_kernel *k); /* its module goes */
void drop_free(struct machine *m);

/* module.c: the kernel whose address is taken in a module; NULL: there is none. */
const struct simt_kernel *module_kernel_at(const struct machine *m, const struct ptx_module *ptx,
					   uint64_t address);

/* child.c: a lane asks for what enum simt_runtime names. 0, or -1 after a fault. */
int child_syscall(struct machine *m, struct machine_warp *w, struct simt_op *op, uint32_t lane);
void child_begin(struct machine *m);
void child_close(struct machine *m);

/* syscall.c */
int syscall_do(struct machine *m, struct machine_warp *w, struct simt_op *op);

/* barrier.c: lanes of op arrive. 0, or -1 after a fault. */
int barrier_arrive(struct machine *m, struct machine_warp *w, const struct simt_op *op);
/* Lanes of a warp have exited: barriers over all threads may be complete now. */
void barrier_exit(struct machine *m, struct machine_block *b);
/* "2 of 64 threads have arrived" for reports. */
uint32_t barrier_arrived(const struct machine *m, const struct machine_block *b, uint32_t id);
uint32_t barrier_expected(const struct machine *m, const struct machine_block *b, uint32_t id);

/* cluster.c: how many blocks the launch's clusters have; every group of slots gets one, and its
 * next when all its blocks have ended. */
void cluster_begin(struct machine *m, const uint32_t cluster[3]);
void cluster_end(struct machine *m);
void cluster_first(struct machine *m);
void cluster_block_end(struct machine *m, struct machine_block *b);
/* Lanes of op arrive at the cluster's barrier, or wait. 0, or -1 after a fault. */
int cluster_barrier(struct machine *m, struct machine_warp *w, const struct simt_op *op);
void cluster_exit(struct machine *m, struct machine_block *b); /* lanes have exited */
/* "2 of 64" for reports. */
void cluster_count(const struct machine_block *b, uint32_t *arrived, uint32_t *expected);
/* Block whose shared memory op accesses; NULL: there is none. */
struct machine_block *cluster_home(const struct machine_block *b, const struct simt_op *op);
/* shape.c: what machine_set_cluster() or the kernel say. */
void cluster_shape(const struct machine *m, const struct simt_kernel *k, uint32_t cluster[3]);

/* bulk.c: 0, or -1 after a fault. */
int bulk_perform(struct machine *m, struct machine_warp *w, const struct simt_op *op,
		 bool *changed);

/* sync.c: only when somebody asked for misuse. The lanes of op arrive at a barrier; a warp whose
 * lanes `mask` waited at it is released; the warp waits for ever. */
void sync_begin(struct machine *m);
void sync_arrive(struct machine *m, struct machine_warp *w, const struct simt_op *op);
void sync_release(struct machine *m, struct machine_warp *w, uint32_t mask);
void sync_hang(struct machine *m, const struct machine_warp *w);

/* sched.c */
void sched_begin(struct machine *m);
void sched_add(struct machine *m, struct machine_warp *w);
void sched_remove(struct machine *m, struct machine_warp *w);
/* The warp whose turn it is (there is one that can run), and how many visible operations
 * and instructions the turn lasts. */
struct machine_warp *sched_pick(struct machine *m, uint32_t *ops, uint32_t *insns);
/* Tells the scheduler what the turn's operation was. */
void sched_did(struct machine *m, struct machine_warp *w, const struct simt_op *op);

/* launch.c */
/* Block `index`, one that has not begun yet, into a slot; NULL after a fault. */
struct machine_block *launch_block(struct machine *m, uint32_t sm, uint32_t slot, uint64_t index);
enum launch_step { LAUNCH_OP, LAUNCH_NO_OP, LAUNCH_STOPS, LAUNCH_END, LAUNCH_TURN };
/* Runs w up to its next op, which comes back in *op and is not yet performed (LAUNCH_OP),
 * or its budget's end (NO_OP), or until it cannot go on (STOPS). END: the launch's status is set.
 * TURN: direct.c has performed an access after which the turn is over.
 */
enum launch_step launch_step(struct machine *m, struct machine_warp *w, uint32_t budget,
			     struct simt_op *op);
/* Performs op and tells the observers: no value reaches a register, but a system call's.
 * -1: the launch's status is set. */
int launch_effect(struct machine *m, struct machine_warp *w, struct simt_op *op, bool *changed);
/* The same, and completes. */
int launch_perform(struct machine *m, struct machine_warp *w, struct simt_op *op);
bool launch_visible(const struct simt_op *op);
/* Calls the progress function now and then. */
void launch_progress(struct machine *m);

/* pool.c: storage for the launch in m->run, kept from an earlier one or new. */
void pool_prepare(struct machine *m);
/* The slot's block, its warps' storage made; NULL after a fault. */
struct machine_block *pool_slot(struct machine *m, uint32_t sm, uint32_t slot);
/* NULL when the slot was never used in this pool. */
struct machine_block *pool_peek(const struct machine *m, uint32_t sm, uint32_t slot);
void pool_free_all(struct machine *m);

/* walk.c: the main loop when a hook decides. */
void walk_run(struct machine *m);
void walk_warp_free(struct machine_warp *w);

/* hang.c */
void hang_deadlock(struct machine *m, const char *why);
/* Counts one event (op or used-up budget) of w. True: livelock; status and report are set. */
bool hang_watch(struct machine *m, struct machine_warp *w, const struct simt_op *op);
void hang_livelock(struct machine *m, const char *why);
void hang_warp_free(struct machine_warp *w);
/* Remembers op as what w spins on, for hang_livelock(). */
void hang_note(struct machine_warp *w, const struct simt_op *op);
/* The last operation that was noted, if it was an access. */
bool hang_last_op(const struct machine_warp *w, struct hang_op *op);
uint64_t hang_hash_op(const struct simt_op *op);
uint64_t hang_hash_registers(const struct machine_warp *w);

/* where.c */
void where_text(const struct machine *m, char *text, size_t size);
void where_hint(const struct machine *m, char *text, size_t size); /* what to try */
void where_watch(struct machine *m, uint64_t insns);

static inline void machine_changed(struct machine *m)
{
	m->run.change_epoch++;
}

/* What a launch counts, `times` times more; -1: less. Launches and faults stay. */
void machine_stats_add(struct machine_stats *s, const struct machine_stats *f, uint64_t times);

/* Observers that are told of single blocks, warps and operations: `content`: but only as long as
 * they may conflict in shared memory. */
static inline uint32_t machine_lookers(const struct machine *m, bool content)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < m->n_observers; i++) {
		const struct machine_observer *o = &m->observers[i];

		if ((o->op || o->block_begin || o->block_end || o->barrier_release ||
		     o->warp_exit) &&
		    (o->no_conflict != NULL) == content)
			mask |= 1U << i;
	}
	return mask;
}

/* These observers: no two threads of the launch conflict. */
static inline void machine_tell_free(const struct machine *m, uint32_t observers,
				     const struct machine_stats *of)
{
	for (; observers; observers &= observers - 1) {
		const struct machine_observer *o = &m->observers[__builtin_ctz(observers)];

		o->no_conflict(o->ctx, of);
	}
}

#define MACHINE_OBSERVE(m, fn, ...) \
	do { \
		for (unsigned o_ = 0; o_ < (m)->n_observers; o_++) \
			if ((m)->observers[o_].fn && !((m)->run.content >> o_ & 1)) \
				(m)->observers[o_].fn((m)->observers[o_].ctx, __VA_ARGS__); \
	} while (0)

#endif
