/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: what the executor's run-time files share.
 *
 *   run.c       the loop           lockstep.c  one stack of masks
 *   memop.c     memory operations  its.c       fragments, a pc each
 *   direct.c    accesses without an operation          sreg.c  special registers
 *   call.c      frames, recursion  its_sync.c  lanes that meet at warp-level syncs
 *   warp.c      storage, start     its_meet.c  ... at different instructions
 *   param.c     .param space
 *   orderless.c what tells an order of warps
 *   round.c     who goes round an operation; misuse.c  what is undefined and was done
 *
 * While a fragment runs, w->pc and w->active are its registers. After a control transfer
 * w->active == 0 says that nothing can run now.
 */
#ifndef WARP_H
#define WARP_H

#include "simt_int.h"

/* Head of every register file */
enum {
	SIMT_TEMPS = 4,
	SIMT_REF_FRAME = 0,     /* u64[32]: where each lane's local frame starts */
	SIMT_REF_SCRATCH = 256, /* written by `_` destinations, never read */
	SIMT_REF_TEMP = 512,    /* u64[32] each */
	/* lower_async.c, lower_mma.c, between the slots of one instruction */
	SIMT_WORDS = 4,
	SIMT_REF_WORD = SIMT_REF_TEMP + SIMT_TEMPS * 256, /* u32[32] each: a copy's data */
	SIMT_REF_PART = SIMT_REF_WORD + SIMT_WORDS * 128, /* u32[32]: bytes that it reads */
	SIMT_REF_STATE = SIMT_REF_PART + 128,             /* u64[32]: of an mbarrier */
	SIMT_REF_BASE = SIMT_REF_STATE + 256,             /* u64[32]: of a matrix */
	SIMT_REG_HEAD = SIMT_REF_BASE + 256
};

/* .param addresses: kernel parameters from 0, per-lane storage of device functions from here */
#define SIMT_PARAM_LANE 0x01000000U

enum { SIMT_MIN_RECURSION = 16 }; /* local bytes that one level of recursion costs at least */

/* Static place of a function's registers and parameters. Ranges are 64-byte aligned. */
struct simt_frame {
	uint32_t pred, r16, r32, r64, end; /* offsets of each class in the register file */
	uint32_t param, param_end;         /* in the lane's parameter storage */
	uint32_t local;                    /* bytes of local memory */
};

/* A load, store or atomic, decoded. */
struct simt_mem {
	enum simt_op_kind kind;
	enum ptx_space space;
	enum ptx_sem sem;
	enum ptx_scope scope;
	enum ptx_type type;
	enum ptx_atom atom;
	uint8_t size, vec;
	uint8_t base_bytes; /* 0: absolute; 4, 8: width of the base register */
	bool sext, strong;
	uint8_t val_bytes[PTX_MAX_VEC], cas_bytes;
	simt_ref val[PTX_MAX_VEC]; /* destinations of LD, ATOM: SIMT_NO_REF for `_` */
	simt_ref src;              /* ATOM, RED operand */
	uint8_t src_bytes;
	bool async;    /* a copy's */
	bool mbarrier; /* an mbarrier's */
	bool cluster;  /* .shared::cluster */
	bool direct;   /* a weak load or store: struct simt_direct */
	bool insert;   /* 1 or 2 bytes from byte `at` of a 32-bit register on; the rest stays */
	uint8_t at;
	/* Load of a copy of `whole` bytes that may read fewer: how many stands in part (u32).
	 * piece 0: for lanes that read all; else for those that do not, and read so many bytes
	 * more after the larger pieces, which may be in the words of the mask `words`. */
	uint8_t piece, whole, words;
	simt_ref part; /* SIMT_NO_REF: all */
	simt_ref base, cas;
	uint64_t off;
};

/* A copy in bulk, decoded; the addresses as those of accesses. */
struct simt_begin {
	struct simt_bulk bulk;
	struct simt_mem to, from, bar; /* as bulk says */
	simt_ref size, mask;
	simt_ref val[4];
	uint8_t val_bytes[4];
};

struct simt_arg {
	uint32_t dst, size; /* dst: offset in the lane's parameter storage */
	uint32_t src;       /* .param address, or ... */
	simt_ref ref;       /* ... register or constant of `bytes` */
	uint8_t bytes;      /* 0: src is meant */
};

struct simt_call {
	const struct simt_arg *args, *rets; /* rets: src in the callee, dst in the caller */
	unsigned n_args, n_rets;
	uint32_t arg_bytes;    /* sum of sizes */
	uint32_t caller_local; /* the callee's frame starts so far above the caller's */
	uint32_t callee_local;
	bool save;               /* recursion: the callee's frame may be in use */
	struct simt_frame frame; /* the callee's */
	enum simt_syscall syscall;
};

/* Registers of a recursive function's outer activation, for the lanes of mask. */
struct simt_save {
	struct simt_save *next, *prev;
	uint32_t mask;
	size_t bytes;
	_Alignas(16) uint8_t data[];
};

struct simt_entry { /* LOCKSTEP stack */
	uint32_t pc, reconv, mask;
	uint32_t call_pc;
	struct simt_save *save;
	bool frame; /* a function's entry: its lanes wait for each other */
};

enum its_state { ITS_RUN, ITS_BAR, ITS_LATE, ITS_SYNC }; /* LATE: may run at simt_bar_go() */

/* How much of their turn some lanes have had. */
struct its_turn {
	unsigned branches; /* backward ones */
	bool strong;       /* they touched memory as spin loops do */
};

struct its_frag {
	uint32_t pc, mask, depth;
	struct its_turn turn;
	uint32_t pending; /* lanes that a memory instruction has still to issue */
	uint32_t member;  /* SYNC: the lanes that must meet */
	uint32_t round;   /* SYNC: of these, who was seen to go round it ... */
	uint32_t differ;  /* ... or to execute it with another mask */
	enum its_state state;
};

struct its_ret {
	uint32_t call_pc;
	struct simt_save *save;
};

struct simt_threads { /* whose numbers the special registers hold */
	bool known;
	uint32_t first, ntid[3];
};

struct simt_frag {
	struct simt_threads threads;
	uint32_t stop;    /* pc where the running fragment may meet others */
	uint32_t pending; /* of the running fragment */
	struct simt_entry *stack;
	size_t depth, cap_stack;
	struct its_frag f[SIMT_LANES + 1]; /* + 1: one may be empty for a moment */
	unsigned n, cur;
	uint32_t skip;        /* lanes that have had their turn */
	struct its_turn turn; /* of the running fragment */
	bool recheck;         /* lanes arrived or exited: a warp sync may be complete */
	struct its_ret *rets; /* [depth * 32 + lane] */
	size_t cap_rets;
	struct simt_save *saves;
	uint8_t *call_tmp;
	size_t cap_tmp;
	void *raw;
	uint32_t round_at[SIMT_LANES]; /* where a lane was when it was first seen to go round */
};

static inline uint32_t simt_popc(uint32_t x)
{
	return x == UINT32_MAX ? SIMT_LANES
			       : (uint32_t)__builtin_popcount(x); /* mostly all lanes */
}

static inline unsigned simt_first(uint32_t mask)
{
	return (unsigned)__builtin_ctz(mask);
}

static inline uint32_t simt_guard(struct simt_warp *w, const struct simt_insn *i)
{
	uint32_t p = SIMT_PRED(w, i->guard);

	return i->guard_neg ? ~p : p;
}

/* memop.c */
void simt_mem_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		    struct simt_op *op);
void simt_bulk_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_op *op);
void simt_gather(struct simt_warp *w, uint64_t *restrict out, simt_ref r, unsigned bytes,
		 unsigned size);
void simt_scatter(struct simt_warp *w, simt_ref r, unsigned bytes, const uint64_t in[SIMT_LANES],
		  uint32_t mask);

/* The machine's op never overlaps registers: restrict lets the loops become vectors. */
static inline __attribute__((always_inline)) void
simt_addresses(struct simt_warp *w, const struct simt_mem *m, uint64_t *restrict addr)
{
	if (m->base_bytes == 8) {
		const uint64_t *b = SIMT_U64(w, m->base), off = m->off;

		for (unsigned l = 0; l < SIMT_LANES; l++)
			addr[l] = b[l] + off;
	} else if (m->base_bytes == 4) {
		const uint32_t *b = SIMT_U32(w, m->base), off = (uint32_t)m->off;

		for (unsigned l = 0; l < SIMT_LANES; l++)
			addr[l] = b[l] + off;
	} else {
		const uint64_t off = m->off;

		for (unsigned l = 0; l < SIMT_LANES; l++)
			addr[l] = off;
	}
}

static inline uint64_t simt_address(const struct simt_warp *w, const struct simt_mem *m,
				    unsigned lane)
{
	return m->base_bytes == 8   ? SIMT_U64(w, m->base)[lane] + m->off
	       : m->base_bytes == 4 ? SIMT_U32(w, m->base)[lane] + (uint32_t)m->off
				    : m->off;
}

/* sreg.c: special registers of a warp that begins at thread `first` of its block. */
void simt_sregs(struct simt_warp *w, uint32_t first);

/* orderless.c: sets k->orderless and k->clear of a kernel that is lowered. frame: the entry's. */
void simt_find_order(struct simt_kernel *k, const struct simt_frame *frame);

/* direct.c */
enum simt_went { SIMT_WENT_NOT, SIMT_WENT, SIMT_WENT_TURN };
/* i, an access with m->direct, for the lanes of mask: not performed, nothing changed; performed;
 * performed, and the turn is over. */
enum simt_went simt_go_direct(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);

/* param.c */
void simt_ld_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
void simt_ld_lane_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
void simt_st_lane_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
/* .param access through a register: false (fault set) when a lane's address is outside. */
bool simt_param_indirect(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
uint64_t simt_load(const uint8_t *p, unsigned size);
void simt_store(uint8_t *p, uint64_t v, unsigned size);
const uint8_t *simt_param_ptr(const struct simt_warp *w, unsigned lane, uint32_t addr);

/* call.c: enter returns false when a lane's stack is used up (fault set) */
bool simt_call_enter(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_save **save);
void simt_call_leave(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_save *save);
void simt_save_drop(struct simt_warp *w, struct simt_save *s, uint32_t mask);
void simt_syscall_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
			struct simt_op *op);

/* Divergence models. Each leaves w->pc, w->active, frag->stop ready for the loop. */
void lockstep_start(struct simt_warp *w);
void lockstep_branch(struct simt_warp *w, const struct simt_insn *i, uint32_t taken);
void lockstep_brx(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		  const uint32_t index[SIMT_LANES]);
void lockstep_call(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
void lockstep_ret(struct simt_warp *w, uint32_t mask);
void lockstep_exit(struct simt_warp *w, uint32_t mask);
void lockstep_arrive(struct simt_warp *w);
uint32_t lockstep_lane_pc(const struct simt_warp *w, unsigned lane);

void its_start(struct simt_warp *w);
void its_branch(struct simt_warp *w, const struct simt_insn *i, uint32_t taken);
void its_brx(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
	     const uint32_t index[SIMT_LANES]);
void its_call(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
void its_ret(struct simt_warp *w, uint32_t mask);
void its_exit(struct simt_warp *w, uint32_t mask);
void its_arrive(struct simt_warp *w);
void its_rotate(struct simt_warp *w);
void its_bar_wait(struct simt_warp *w, uint32_t mask);
void its_bar_release(struct simt_warp *w, uint32_t mask);
void its_bar_go(struct simt_warp *w);
void its_pick(struct simt_warp *w);
void its_keep(struct simt_warp *w, uint32_t mask);
void its_drop_current(struct simt_warp *w);
struct its_frag *its_add(struct simt_frag *fr, uint32_t pc, uint32_t mask, uint32_t depth);

/* its_sync.c */
/* Cross-lane instruction or bar.warp.sync: waits or, when its lanes have met, runs. Sets
 * frag->recheck for its_sync_try(), which returns true when it filled op. */
void its_sync(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
bool its_sync_try(struct simt_warp *w, struct simt_op *op);
/* its_meet.c: cross-lane operation of f for all that are together with it, lanes of met, when they
 * are at different instructions. */
void its_exchange(struct simt_warp *w, const struct its_frag *f, uint32_t met);
/* Lanes of g wait at the operation at which those of f do, which waits for one mask. */
static inline bool its_together(const struct simt_warp *w, const struct its_frag *f,
				const struct its_frag *g)
{
	return g->state == ITS_SYNC && g->member == f->member &&
	       (g->pc == f->pc || simt_same_operation(w->kernel, f->pc, g->pc));
}
void its_select(struct simt_warp *w, uint32_t mask);
void its_split(struct simt_warp *w, uint32_t mask, bool alone);
void its_save(struct simt_warp *w);
unsigned its_fragments(const struct simt_warp *w, uint32_t masks[SIMT_LANES],
		       uint32_t pcs[SIMT_LANES]);
uint32_t its_lane_pc(const struct simt_warp *w, unsigned lane);
bool its_any(const struct simt_warp *w, enum its_state state);

/* misuse.c: lanes of mask execute i, which has a member mask, in lock step. */
void misuse_lockstep(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);
/* ITS: lanes of bad are not in their own mask; f begins to wait; f's lanes go on without lanes of
 * its mask. */
void misuse_caller(struct simt_warp *w, const uint32_t *members, uint32_t bad);
void misuse_wait(struct simt_warp *w, struct its_frag *f);
void misuse_go(struct simt_warp *w, const struct its_frag *f, uint32_t met);
/* Calls of lane l that have not returned, and where call number d returns to. */
uint32_t lockstep_depth(const struct simt_warp *w, unsigned lane);
uint32_t lockstep_return(const struct simt_warp *w, unsigned lane, uint32_t d);
uint32_t its_depth(const struct simt_warp *w, unsigned lane);
uint32_t its_return(const struct simt_warp *w, unsigned lane, uint32_t d);

/* run.c */
void simt_fault(struct simt_warp *w, enum simt_fault fault, uint32_t mask);

#endif
