/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower: what the lowering files share. Nothing here survives simt_lower().
 *
 *   graph.c       functions reachable from the entry, recursion, depth of the local stack
 *   layout.c      register frames, special registers, parameters, local and shared memory
 *   lower_opnd.c  operands and the constant pool
 *   lower_mem.c   loads, stores, atomics, addresses
 *   lower_async.c asynchronous copies, mbarriers
 *   lower_bulk.c  copies in bulk, fences of proxies
 *   lower_mma.c   matrices
 *   lower_ctl.c   branches, calls, barriers
 *   lower.c       one function after the other
 */
#ifndef LOWER_H
#define LOWER_H

#include "../base/hashmap.h"
#include "warp.h"

enum { CONST_BYTES = 8 }; /* at most */

struct lower_func {
	const struct ptx_func *f;
	simt_ref *reg;   /* by register index */
	uint32_t *first; /* by instruction index: its first slot in code */
	struct simt_frame frame;
	unsigned *callees; /* indices in lw->funcs */
	size_t n_callees, cap_callees;
	uint32_t local_own;   /* bytes of local memory that its variables need */
	uint32_t local_chain; /* with the deepest chain of callees below it */
	int scc;              /* strongly connected component of the call graph */
	bool recursive;
};

struct simt_lower {
	struct simt_kernel *k;
	const struct ptx_module *m;
	simt_var_addr_fn addr;
	void *ctx;
	struct diag *diag;
	struct lower_func *funcs; /* [0] is the entry */
	size_t n_funcs, cap_funcs;
	unsigned *order; /* all of funcs: callees first, components together */
	size_t n_order;
	int *func_of;                /* by ptx_func.index: index in funcs or PTX_NONE */
	struct lower_func *cur;      /* function being lowered */
	const struct ptx_insn *insn; /* instruction being lowered */
	unsigned n_temps;            /* temporaries that insn has used */
	bool own_slot;               /* lower_async.c: insn's first slot is still free */
	struct {                     /* LOCAL addresses already in a temporary */
		const struct ptx_opnd *o;
		simt_ref ref;
	} temp[SIMT_TEMPS];
	size_t n_code, cap_code, cap_src, cap_func, cap_order;
	uint8_t *consts;
	size_t n_consts, cap_consts;
	struct hashmap const_at[CONST_BYTES + 1]; /* by their width: bits, place */
	struct hashmap var_at;                    /* by struct ptx_var *: address */
	bool sreg_used[PTX_SREG_COUNT];
};

/* graph.c */
int lower_graph(struct simt_lower *lw);
/* Body of a call's target: index in lw->funcs, or PTX_NONE. */
int lower_callee(const struct simt_lower *lw, const struct ptx_func *f);
/* enum simt_syscall, or PTX_NONE when f is not one of the runtime's functions. */
int lower_syscall(const struct ptx_func *f);

/* lower_opnd.c: slots that prepare operand o of i (local addresses, clocks). 0 or -1. */
int lower_prelude(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o);

/* layout.c */
int lower_layout(struct simt_lower *lw);
/* Registers of f from offset `at` of the register file: places in reg[], ranges in *frame. Returns
 * where they end. */
uint64_t lower_place_regs(const struct ptx_func *f, uint64_t at, simt_ref *reg,
			  struct simt_frame *frame);
bool lower_sreg_dynamic(enum ptx_sreg s);
unsigned lower_sreg_bytes(enum ptx_sreg s);
/* Address of v in its own space (LOCAL: offset in its function's frame). 0 or -1. */
int lower_var_addr(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_var *v,
		   uint64_t *addr);

/* lower_mem.c: address operand o into m, whose space, size and vec are set. 0 or -1. */
int lower_address(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		  struct simt_mem *m);

/* lower_mem.c, lower_ctl.c, lower_async.c: 0, -1, or 1 when the opcode belongs elsewhere */
int lower_mem(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int lower_async(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int lower_bulk(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int lower_mma(struct simt_lower *lw, const struct ptx_insn *i);
int lower_addr_op(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int lower_ctl(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);

/* lower.c */
struct simt_insn *lower_slot(struct simt_lower *lw, const struct ptx_insn *i);

#endif
