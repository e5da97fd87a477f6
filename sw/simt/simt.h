/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simt: one warp of 32 lanes, executed split-phase.
 *
 *   ptx_module + entry --simt_lower()--> struct simt_kernel (code, register map, shared layout)
 *   simt_warp_init() -> simt_run() -> { op -> the machine performs it -> simt_complete() } ...
 *
 * The executor owns registers, control flow and reconvergence. It never touches
 * global, shared, const or local memory itself: a memory instruction becomes a struct
 * simt_op that the machine performs when and where it likes; only simt_complete()
 * writes the destination registers. A warp may have several ops in flight if the
 * machine minds register dependences; the functional machine completes each at once.
 *
 * Two divergence models: LOCKSTEP (immediate-post-dominator stack, code for sm_60) and
 * ITS (a pc per lane, code for sm_70 and later). docs/machine.md.
 *
 * Registers are structure of arrays, one array of 32 lanes each: u16[32], u32[32] or
 * u64[32]; a predicate is one u32 mask. Every function has one static frame in the
 * warp's register file, so that lanes in different functions never share a slot;
 * recursion saves the callee's frame of the calling lanes.
 */
#ifndef SIMT_H
#define SIMT_H

#include "../ptx/ptx.h"

enum { SIMT_LANES = 32 };

/* Generic address windows. Global memory is everything else (gmem.h says where). */
#define SIMT_SHARED_WINDOW 0x0000001000000000ULL /* + address in shared memory */
#define SIMT_LOCAL_WINDOW  0x0000001800000000ULL /* + offset in the lane's local memory */
#define SIMT_WINDOW_BYTES  0x0000000001000000ULL /* 16 MiB each */

/* An address in shared memory is an offset in the block's own, or (.shared::cluster) above these
 * bits 1 + the rank of the block of the cluster whose it is. */
#define SIMT_RANK_BITS     24
#define SIMT_CLUSTER_BYTES (32ULL << SIMT_RANK_BITS)

enum { SIMT_MAX_CLUSTER = 16, SIMT_PORTABLE_CLUSTER = 8, SIMT_CLUSTER_BAR = 16 };

enum simt_mode { SIMT_LOCKSTEP, SIMT_ITS };

enum simt_op_kind {
	SIMT_OP_LD,   /* perform, put values in data[v][lane], simt_complete() */
	SIMT_OP_ST,   /* data[v][lane] to memory; simt_complete() not needed */
	SIMT_OP_ATOM, /* data[0] operand (cas: compare), data2 cas: new value; old value to data[0]
		       */
	/* vec 2, 128 bits: the upper halves in data[SIMT_UPPER_OLD], cas'
	 * new one in data[SIMT_UPPER_NEW] */
	SIMT_OP_RED,   /* as ATOM without result */
	SIMT_OP_FENCE, /* sem, scope; ordering only */
	SIMT_OP_BAR,   /* block barrier arrival: lanes of mask wait (sync, red) or not (arrive) */
	SIMT_OP_WARPSYNC, /* bar.warp.sync completed by lanes of mask: information for observers */
	SIMT_OP_ASYNC,    /* a group of asynchronous copies ends, or is waited for: see async */
	SIMT_OP_SYSCALL,  /* device printf, assert, malloc, free: see syscall */
	SIMT_OP_BULK,     /* copies in bulk begin: the machine makes operations of them, see bulk */
	SIMT_OP_COUNT
};

enum simt_syscall {
	SIMT_SYS_VPRINTF,
	SIMT_SYS_ASSERTFAIL,
	SIMT_SYS_MALLOC,
	SIMT_SYS_FREE,
	SIMT_SYS_RUNTIME
};

/* What RUNTIME is asked, as photofinish/device_runtime.h has it. Performed: data2 is the id of
 * the child that the lane has launched, 0 when there is none. */
enum simt_runtime {
	SIMT_RUNTIME_LAUNCH,
	SIMT_RUNTIME_GET_ERROR,
	SIMT_RUNTIME_PEEK_ERROR,
	SIMT_RUNTIME_STREAM_CREATE,
	SIMT_RUNTIME_STREAM_DESTROY
};

/* WAIT: for all groups but the async_left latest; WAIT_ALL: and for copies of no group. BULK_...:
 * the same of copies in bulk; READ: until they have read their source. BEGIN: a lane's copy in bulk
 * begins, and what follows of it has `copy`; PROXY: fence.proxy.async, of `space` or GENERIC */
enum simt_async {
	SIMT_ASYNC_COMMIT = 1,
	SIMT_ASYNC_WAIT,
	SIMT_ASYNC_WAIT_ALL,
	SIMT_ASYNC_BULK_COMMIT,
	SIMT_ASYNC_BULK_WAIT,
	SIMT_ASYNC_BULK_READ,
	SIMT_ASYNC_BULK_BEGIN,
	SIMT_ASYNC_PROXY
};

/* What a copy in bulk (or a store that is no lane's own) does. */
enum simt_copy { SIMT_COPY_NONE, SIMT_COPY_READ, SIMT_COPY_WRITE, SIMT_COPY_DONE };

/* What SIMT_OP_BULK begins. op: addr: destination; data2: mbarrier; of a copy data[0]: source,
 * data[1]: bytes, data[2]: mask of ranks; of a store data: its elements. */
struct simt_bulk {
	bool store; /* st.async, red.async: the generic proxy's */
	bool by_group, multicast;
	enum ptx_space to, from;
	enum ptx_atom atom; /* NONE: it overwrites */
	enum ptx_type type;
	uint8_t size, vec; /* store: of its elements; reduction: size of one */
};

enum { SIMT_MAX_SYS_ARGS = 5, SIMT_UPPER_OLD = 3, SIMT_UPPER_NEW = 4 };

/* A memory, synchronisation or system operation of one warp. All lanes in mask are of one
 * space: a generic access whose lanes fall in several spaces comes as several ops. */
struct simt_op {
	enum simt_op_kind kind;
	uint32_t pc;          /* index in kernel->code */
	uint32_t mask;        /* lanes that take part */
	enum ptx_space space; /* GLOBAL SHARED LOCAL CONST, never GENERIC */
	enum ptx_sem sem;     /* WEAK VOLATILE RELAXED ACQUIRE RELEASE ACQ_REL SC */
	enum ptx_scope scope; /* CTA CLUSTER GPU SYS; NONE for weak accesses */
	enum ptx_type type;   /* element type */
	enum ptx_atom atom;
	uint32_t
		failed; /* ATOM, performed: lanes whose cas found another value and did not write */
	uint8_t size;   /* bytes of one element: 1 2 4 8 */
	uint8_t vec;    /* elements per lane: 1 2 4 */
	bool is_async;  /* memory: done by an asynchronous copy that the lanes have begun */
	bool mbarrier;  /* memory: of an mbarrier object, which all of them access atomically */
	enum simt_copy copy; /* memory, is_async: of a copy in bulk */
	bool generic;        /* ... that is no access of the asynchronous proxy */
	/* SHARED: 0: the block's own; else 1 + rank of the block of its cluster whose it is. home:
	 * performed: 0, or 1 + that block's index in the grid. */
	uint32_t rank;
	uint64_t home;
	const struct simt_bulk *bulk; /* BULK; ASYNC, BEGIN */
	enum simt_async async;        /* ASYNC */
	uint32_t async_left;
	/* barrier */
	enum ptx_mode bar_mode;     /* PTX_MODE_BAR_*, PTX_MODE_CLUSTER_* */
	uint32_t bar_id, bar_count; /* bar_count: threads, 0 = all of the block */
	uint32_t bar_pred;          /* red: predicate of each lane */
	uint32_t bar_live;          /* lanes of the warp that have not exited */
	enum simt_syscall syscall;  /* args in data[0..4][lane]: see SIMT_SYS_ comments in core */
	/* GLOBAL: byte address. SHARED: offset in the block's shared memory. CONST: byte address.
	 * LOCAL: offset in the lane's local memory. */
	uint64_t addr[SIMT_LANES];
	uint64_t data[SIMT_MAX_SYS_ARGS][SIMT_LANES]; /* zero-extended element bits */
	uint64_t data2[SIMT_LANES];
};

/* A lowered instruction; 64 bytes. Offsets are in bytes. */
struct simt_warp;
struct simt_insn;
typedef uint32_t simt_ref; /* of a 32-lane array: bit 0 set = in the constant pool */
#define SIMT_NO_REF 0xfffffffeU
typedef void (*simt_fn)(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);

enum simt_kind {
	SIMT_K_ALU,   /* fn(w, i, mask), next */
	SIMT_K_XLANE, /* as ALU, but the lanes named by member mask `e` must have met (ITS) */
	SIMT_K_MEM,
	SIMT_K_FENCE,
	SIMT_K_BAR,
	SIMT_K_WARPBAR,
	SIMT_K_BRA,
	SIMT_K_BRX,
	SIMT_K_CALL,
	SIMT_K_RET,
	SIMT_K_EXIT,
	SIMT_K_TRAP,
	SIMT_K_SYSCALL,
	SIMT_K_NOP,
	SIMT_K_ASYNC,
	SIMT_K_BULK,
	SIMT_K_PARAM /* .param access through a register: may fault */
};

struct simt_mem; /* address and data of a memory instruction (simt_int.h) */
struct simt_call;
struct simt_mma;
struct simt_begin; /* of a copy in bulk (warp.h) */

struct simt_insn {
	simt_fn fn;
	simt_ref d, d2, a, b, c, e; /* destinations d d2, sources a b c e */
	uint64_t imm;               /* lut, selector...: the handler's own */
	int32_t target, reconv;     /* code indices or PTX_NONE */
	simt_ref guard;             /* predicate or SIMT_NO_REF */
	uint8_t kind;               /* enum simt_kind */
	uint8_t guard_neg, leader, uni;
	union {
		const struct simt_mem *mem;
		const struct simt_call *call;
		const struct simt_mma *mma;
		const struct simt_begin *begin;
		const int32_t *targets; /* BRX: imm = number of targets */
	} u;
};

/* A kernel with everything it can call, ready to run. Immutable once lowered. */
struct simt_kernel {
	struct arena arena;
	const struct ptx_module *module;
	const struct ptx_func *entry;
	uint64_t serial; /* no two kernels of a process have the same */
	struct simt_insn *code;
	const struct ptx_insn **src;  /* code[i] came from src[i]; NULL for glue */
	const struct ptx_func **func; /* function that code[i] belongs to */
	uint32_t *order;              /* of code[i]'s basic block: lanes at a lower one run first */
	uint32_t n_code;
	uint32_t reg_bytes;    /* register file of one warp, sregs included */
	const uint8_t *consts; /* constant pool, 64-byte aligned */
	uint32_t const_bytes;
	uint32_t param_bytes;      /* kernel parameters */
	uint32_t lane_param_bytes; /* per-lane .param storage of device functions */
	/* The entry's parameters and what the kernel has in shared memory: offsets of both */
	struct {
		const struct ptx_var *var;
		uint32_t at;
	} * place;
	unsigned n_places;
	uint32_t static_shared; /* bytes; dynamic shared starts at the next 16-byte boundary */
	uint32_t local_bytes;   /* per lane: deepest static call chain; recursion may need more */
	bool recursive;
	/* The first of each; NULL: none. cluster: a scope, address or barrier of clusters */
	const struct ptx_insn *async, *mbarrier, *cluster, *bulk;
	bool launches;                     /* may launch kernels */
	uint32_t sreg_ref[PTX_SREG_COUNT]; /* offset in the register file, or SIMT_NO_REF if unused
					    */
	uint32_t maxntid[3], reqntid[3];
	bool orderless; /* orderless.c: only conflicting weak accesses tell an order of its warps */
	uint32_t reqcluster[3], maxclusterrank; /* 0: not given */
	bool explicit_cluster;
	struct {
		simt_ref ref;
		uint32_t bytes;
	} * clear; /* then: registers that may be read before they are written */
	unsigned n_clear;
};

/* These lanes of a memory operation (at least one) follow each other and lie side by side in
 * memory, each lane right behind the one before it. */
bool simt_op_row(const struct simt_op *op, uint32_t lanes);

/* Says where a module-scope GLOBAL or CONST variable lives (byte address). */
typedef uint64_t (*simt_var_addr_fn)(void *ctx, const struct ptx_var *v);

/* Lowers one entry function. NULL and diag ("file:line: ...") when it uses something that
 * cannot be executed; a kernel that was lowered never meets an unknown instruction. */
struct simt_kernel *simt_lower(const struct ptx_module *m, const struct ptx_func *entry,
			       simt_var_addr_fn addr, void *ctx, struct diag *diag);
void simt_kernel_free(struct simt_kernel *k);
/* The memory operation that code[pc] makes, as far as the code says: no lanes, addresses or data; a
 * generic access has the space GENERIC. False, *op untouched: there is none. */
bool simt_op_at(const struct simt_kernel *k, uint32_t pc, struct simt_op *op);

struct simt_stats {
	uint64_t warp_insns;          /* instructions issued, one per warp */
	uint64_t thread_insns;        /* active lanes summed over them */
	uint64_t branches, divergent; /* conditional branches; those that split the warp */
	uint64_t ops[SIMT_OP_COUNT];
};

enum simt_fault { /* why simt_run returned SIMT_FAULT */
		  SIMT_FAULT_NONE,
		  SIMT_FAULT_TRAP,
		  SIMT_FAULT_STACK_OVERFLOW,
		  SIMT_FAULT_BAD_MEMBERMASK,
		  SIMT_FAULT_BAD_BRANCH,
		  SIMT_FAULT_BAD_CALL,
		  SIMT_FAULT_BAD_BARRIER,
		  SIMT_FAULT_BAD_PARAM /* .param access through a register, outside parameter space
					*/
};

/* Per-block facts a warp needs; lives as long as its warps. */
struct simt_block_env {
	uint32_t ntid[3], nctaid[3], ctaid[3];
	uint32_t cluster[3]; /* its blocks; 0: none */
	bool explicit_cluster;
	uint32_t smid, nsmid, dynamic_shared;
	uint64_t gridid;
	const uint8_t *params; /* kernel->param_bytes */
	uint32_t local_limit;  /* bytes of local memory per lane */
	const uint64_t *clock; /* for %clock, %globaltimer */
};

/* What PTX leaves undefined about barriers and warp operations, and lanes did: docs/checks.md. It
 * is performed all the same. */
enum simt_misuse_kind {
	SIMT_MISUSE_PARTIAL,   /* block barrier: living lanes of the warp go round it */
	SIMT_MISUSE_DIFFERENT, /* lanes of a warp wait at different instructions of one barrier */
	SIMT_MISUSE_CALLER,    /* a lane executes a warp operation whose mask leaves it out */
	SIMT_MISUSE_ABSENT,    /* the mask names living lanes that go round the operation */
	SIMT_MISUSE_MASKS,     /* lanes execute it with masks that differ and name each other */
	SIMT_MISUSE_KINDS
};

/* Of the block in its cluster. */
static inline uint32_t simt_rank(const struct simt_block_env *e)
{
	const uint32_t *c = e->cluster, *at = e->ctaid;

	return !c[0] ? 0 : at[0] % c[0] + (at[1] % c[1] + at[2] % c[2] * c[1]) * c[0];
}

struct simt_misuse {
	enum simt_misuse_kind kind;
	uint32_t pc, lanes;        /* the operation and who executes it */
	uint32_t other_pc, others; /* where the other lanes are or were; no others: 0 */
	uint32_t member;           /* member mask; 0 for block barriers */
};

struct simt_warp;
struct simt_watch {
	void *ctx;
	void (*misuse)(void *ctx, const struct simt_warp *w, const struct simt_misuse *m);
	uint64_t memo[256]; /* of simt_goes_round(): to be emptied for another kernel */
};

/* Weak loads and stores that need no op, as nobody but memory is told of them. The executor reads
 * and writes a window of the host's memory; what does not fit into one becomes an op. */
struct simt_access {
	uint32_t pc;
	enum ptx_space space; /* may be GENERIC */
	bool store;
	uint64_t addr; /* of the first lane */
};

struct simt_window {
	uint8_t *host;
	uint64_t lo, size; /* addresses lo .. lo + size - 1; lo a multiple of 256 */
	uint64_t stride;   /* LOCAL: lane l's memory is at host + l * stride; else 0 */
	enum ptx_space space;
};

/* All 32 lanes, each half by itself: rows of a block are often 16 threads long. */
enum simt_layout {
	SIMT_SCATTERED,
	SIMT_SIDE, /* side by side, from host on */
	SIMT_SAME  /* all at host */
};
enum { SIMT_HALVES = 2 };

/* Where the lanes of an access are. */
struct simt_reach {
	uint64_t off[SIMT_LANES]; /* SCATTERED: from host[0] on, of lanes that take part */
	uint8_t *host[SIMT_HALVES];
	uint64_t stride;
	uint32_t mask;
	unsigned bytes; /* of a lane */
	enum simt_layout layout;
	bool store;
};

struct simt_direct {
	void *ctx;
	/* The memory in which a falls. False: it shall be an op. */
	bool (*window)(void *ctx, const struct simt_warp *w, const struct simt_access *a,
		       struct simt_window *win);
	/* It was performed for so many lanes. changed: a store that changed a byte. True: the turn
	 * is over. */
	bool (*done)(void *ctx, const struct simt_warp *w, enum ptx_space space, unsigned lanes,
		     bool changed);
	/* May be NULL: what is about to be performed, but not in LOCAL. False: it shall be an op.
	 */
	bool (*touch)(void *ctx, const struct simt_warp *w, const struct simt_window *win,
		      const struct simt_reach *r);
	uint64_t beside; /* so far behind what is stored there is something that touch() needs */
};

struct simt_frag; /* divergence state, private to the executor */

struct simt_warp {
	uint8_t *base[2]; /* [0] register file, [1] constant pool: see simt_ref */
	const struct simt_kernel *kernel;
	const struct simt_block_env *env;
	struct simt_stats *stats; /* shared by all warps of a machine */
	enum simt_mode mode;
	uint32_t id;         /* warp index in the block */
	uint32_t live;       /* lanes that exist and have not exited */
	uint32_t waiting;    /* lanes at a block barrier */
	uint32_t active, pc; /* fragment that runs now (valid after simt_run) */
	uint32_t last_pc;    /* of the last instruction executed: for reports */
	enum simt_fault fault;
	uint32_t fault_mask;
	uint8_t *local;         /* lane l's bytes at local + l * env->local_limit */
	uint8_t *lane_param;    /* lane l's bytes at lane_param + l * kernel->lane_param_bytes */
	uint64_t insns;         /* warp instructions of this warp */
	uint64_t back_branches; /* taken backward branches: livelock watch */
	uint64_t spins;         /* ITS: turns that fragments used up as spin loops do */
	uint32_t carry;         /* condition code CC.CF, one bit per lane */
	bool careful;           /* shuffles and votes of fewer than 32 lanes are faults */
	bool late;              /* ITS: lanes released from a barrier run at simt_bar_go() */
	struct simt_frag *frag;
	struct simt_watch *watch;         /* NULL: misuse is not looked for */
	const struct simt_direct *direct; /* NULL: every access is an op */
	void *user;                       /* the machine's */
};

enum simt_status {
	SIMT_RUN_OP,      /* *op holds an operation to perform */
	SIMT_RUN_YIELD,   /* budget used up */
	SIMT_RUN_TURN,    /* simt_direct: the turn is over, or the budget after such an access */
	SIMT_RUN_BLOCKED, /* every live lane waits for simt_bar_release() or simt_bar_go() */
	SIMT_RUN_DONE,    /* no live lane left */
	SIMT_RUN_FAULT,
	SIMT_RUN_STUCK /* ITS: lanes wait at a warp-level sync that others can never reach */
};

/* Storage of a warp: register file, local and parameter memory, divergence state. A pool
 * entry is reused from block to block. Zero when created; init leaves registers, local and
 * parameter memory as they are, since clearing them costs short warps a quarter of their time
 * and PTX says that a register read before it is written has no defined value. */
int simt_warp_create(struct simt_warp *w, const struct simt_kernel *k, uint32_t local_limit,
		     struct diag *diag);
void simt_warp_destroy(struct simt_warp *w);

/* Puts lanes 0..n_lanes-1 (threads first_thread ...) at the kernel's entry. */
void simt_warp_init(struct simt_warp *w, const struct simt_block_env *env, enum simt_mode mode,
		    uint32_t id, uint32_t first_thread, uint32_t n_lanes, struct simt_stats *stats);

/* Zeroes registers and parameter memory: for callers that compare states of different runs. Before
 * simt_warp_init(). */
void simt_warp_clear(struct simt_warp *w);

/* Executes until the next op, or max_insns warp instructions. */
enum simt_status simt_run(struct simt_warp *w, uint32_t max_insns, struct simt_op *op);

/* Writes results of an LD or ATOM (or SYSCALL: return value data[0]) for op->mask's lanes. */
void simt_complete(struct simt_warp *w, const struct simt_op *op);
/* Between turns: runs at most so many instructions that touch registers only, as simt_run() would
 * do them first when it is called next. Returns how many. */
uint32_t simt_run_ahead(struct simt_warp *w, uint32_t max_insns);
/* If the next instruction is an access of global memory, what it touches is asked for. A hint to
 * the host's caches, nothing else: addresses of global memory are the host's. */
void simt_expect(struct simt_warp *w);

/* Lets the lanes of mask go on from the barrier they wait at. result: bar.red's value
 * (popc count, or 0/1), written to the destination of the barrier instruction. */
void simt_bar_release(struct simt_warp *w, uint32_t mask, uint32_t result);

/* With w->late: those that have been released run from now on. So the caller says at which of its
 * instructions a warp whose other lanes run gets lanes back. */
void simt_bar_go(struct simt_warp *w);

/* No lane can run: all wait, at barriers or for each other. */
bool simt_blocked(const struct simt_warp *w);

/* Which fragments could run (for the schedule walker): fills masks, returns how many
 * (at most 32; LOCKSTEP at most 1). simt_select() makes fragment n of that list run next. */
unsigned simt_fragments(const struct simt_warp *w, uint32_t masks[SIMT_LANES],
			uint32_t pcs[SIMT_LANES]);
void simt_select(struct simt_warp *w, uint32_t mask);
/* ITS: the lanes of mask leave the others of the fragment that runs next and go ahead, as
 * independent threads may. The others come after them, and they meet again as all fragments do.
 * alone: the others wait until those have used up their turn. */
void simt_split(struct simt_warp *w, uint32_t mask, bool alone);

/* pc of each live lane, for deadlock reports. */
void simt_lane_pcs(const struct simt_warp *w, uint32_t pcs[SIMT_LANES]);

/* Lanes of `lanes` that surely go round pc: from where they are they must pass a place to which the
 * way from pc leads as well, and not pc before. A place from which nothing but the kernel's end
 * follows does not count: who returns early goes round nothing. coming: lanes that must pass
 * pc later count too. *at (may be NULL): where the first of them is. Needs w->watch. */
uint32_t simt_goes_round(const struct simt_warp *w, uint32_t pc, uint32_t lanes, bool coming,
			 uint32_t *at);
/* Member mask of lane at the warp operation pc; 0 when pc is none or has no mask. */
uint32_t simt_member(const struct simt_warp *w, uint32_t pc, unsigned lane);
/* Lanes that execute these warp operations meet, if their member masks are equal. */
bool simt_same_operation(const struct simt_kernel *k, uint32_t pc, uint32_t other);
/* Source of the two is one place: the compiler may have made two instructions of it. */
bool simt_same_place(const struct simt_kernel *k, uint32_t pc, uint32_t other);

/* Source line of code index pc. */
struct ptx_where simt_where(const struct simt_kernel *k, uint32_t pc);

#endif
