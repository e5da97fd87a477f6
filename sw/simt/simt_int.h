/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simt_int: what the executor's own files share. Not for the machine.
 *
 *   lower.c    walks functions, lays out frames, calls one of:
 *     alu_lower()    arithmetic, logic, conversions, comparisons, moves, cross-lane, pf.math
 *     (lower.c)      control flow, memory, barriers, calls
 */
#ifndef SIMT_INT_H
#define SIMT_INT_H

#include "simt.h"

/* Operand access inside handlers */
static inline void *simt_at(const struct simt_warp *w, simt_ref r)
{
	return w->base[r & 1U] + (r & ~1U);
}

#define SIMT_U16(w, r)  ((uint16_t *)simt_at(w, r))
#define SIMT_U32(w, r)  ((uint32_t *)simt_at(w, r))
#define SIMT_U64(w, r)  ((uint64_t *)simt_at(w, r))
#define SIMT_UPPER(r)   ((r) + SIMT_LANES * 8U) /* the upper half of a register of 128 bits */
#define SIMT_PRED(w, r) (*(uint32_t *)simt_at(w, r))

/* Services of lower.c to alu_lower(); all offsets are final. A source may be a register, an
 * immediate (broadcast in the constant pool in the width of type), a special register or a
 * variable's address. */
struct simt_lower;
/* Source operand as an array of 32 elements of ptx_type_bytes(type) (8-bit types: 2 bytes).
 * A register narrower or wider than type is an error except where `any_width` is given: then
 * *bytes receives the register's own width (2, 4 or 8). SIMT_NO_REF and diag on error. */
simt_ref lower_src(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		   enum ptx_type type);
simt_ref lower_src_any(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		       enum ptx_type type, unsigned *bytes);
/* Predicate source: ref of a u32 mask. neg is the caller's business (o->neg). */
simt_ref lower_pred(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o);
/* Destination register; `_` gives a scratch array that nobody reads. *bytes: its width
 * (0 for a predicate), may be NULL. reg2 of `p|q`: use which = 1. */
simt_ref lower_dst(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		   int which, unsigned *bytes);
/* Constant of `bytes` (4: also usable as predicate mask when all-lanes) broadcast to 32 lanes. */
simt_ref lower_const(struct simt_lower *lw, uint64_t bits, unsigned bytes);
/* For instructions that become several (mov of vectors, for instance): appends another slot
 * after *out, which keeps guard and source of the PTX instruction. Returns the new slot. */
struct simt_insn *lower_more(struct simt_lower *lw);
int lower_error(struct simt_lower *lw, const struct ptx_insn *i, const char *fmt, ...)
	__attribute__((format(printf, 3, 4))); /* "k.ptx:12 (app.cu:7): ..."; returns -1 */

/* Fills out->fn, kind (ALU or XLANE), operands and imm for every opcode that is not memory,
 * control or barrier. Returns 0, -1 with diag set, or 1 when the opcode is not the ALU's.
 * `out` points into a growing array: refetch after lower_more(). */
int alu_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);

#endif
