/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu: how the arithmetic handlers are written and found. Private to alu*.c, math.c, xlane.c.
 *
 *   struct alu_row   one legal form of an instruction: opcode, type, modifiers, operand types
 *   alu_lower()      looks the form up; what has no row is refused by name
 *   ALU_FN*()        writes the handler of a row from one expression per lane
 *
 * A handler has a path for a full warp and one that blends: inactive lanes compute too and
 * keep their old value, so that both loops vectorise. Expressions therefore must be defined
 * for any bit pattern. The compiler makes a copy per instruction set level (target_clones).
 */

/* clang-format off */
#ifndef ALU_H
#define ALU_H

#include <string.h>

#include "../base/clones.h"
#include "simt_int.h"

#define ALU_FULL 0xffffffffU

#define ALU_CLONES __attribute__((noinline)) CLONES

/* A destination may be one of the sources, but then lane for lane: no dependence between
 * iterations, which only the pragma can tell the compiler. */
#if defined(__clang__)
#define ALU_IVDEP	/* clang tests for overlap at run time */
#else
#define ALU_IVDEP _Pragma("GCC ivdep")
#endif

#define ALU_INLINE static inline __attribute__((always_inline))

__extension__ typedef unsigned __int128 alu_u128;
__extension__ typedef __int128 alu_s128;

ALU_INLINE float alu_f32(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof f);
	return f;
}

ALU_INLINE uint32_t alu_b32(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof bits);
	return bits;
}

ALU_INLINE double alu_f64(uint64_t bits)
{
	double f;

	memcpy(&f, &bits, sizeof f);
	return f;
}

ALU_INLINE uint64_t alu_b64(double f)
{
	uint64_t bits;

	memcpy(&bits, &f, sizeof bits);
	return bits;
}

/* NaN results: PTX fixes the f32 pattern; for f64, where it does not, we fix one. */
#define ALU_NAN32 0x7fffffffU
#define ALU_NAN64 0x7ff8000000000000U
#define ALU_NAN16 0x7fffU

ALU_INLINE uint32_t alu_canon32(float f)
{
	return f != f ? ALU_NAN32 : alu_b32(f);
}

ALU_INLINE uint64_t alu_canon64(double f)
{
	return f != f ? ALU_NAN64 : alu_b64(f);
}

/* .ftz: subnormals become zero of the same sign */
ALU_INLINE uint32_t alu_flush32(uint32_t bits)
{
	return (bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits;
}

/* .sat: NaN and negative values become +0, values above 1 become 1 */
ALU_INLINE uint32_t alu_sat32(float f)
{
	return f > 0.0F ? (f < 1.0F ? alu_b32(f) : 0x3f800000U) : 0;
}

ALU_INLINE uint64_t alu_sat64(double f)
{
	return f > 0.0 ? (f < 1.0 ? alu_b64(f) : 0x3ff0000000000000U) : 0;
}

/* Kinds of operand: how a lane is stored, computed with, read and written. f32z flushes,
 * f32s saturates, f32zs does both. */
#define ALU_RAW_u16 uint16_t
#define ALU_RAW_s16 uint16_t
#define ALU_RAW_u32 uint32_t
#define ALU_RAW_s32 uint32_t
#define ALU_RAW_u64 uint64_t
#define ALU_RAW_s64 uint64_t
#define ALU_RAW_f32 uint32_t
#define ALU_RAW_f32z uint32_t
#define ALU_RAW_f32s uint32_t
#define ALU_RAW_f32zs uint32_t
#define ALU_RAW_f64 uint64_t
#define ALU_RAW_f64s uint64_t
#define ALU_VAL_u16 uint16_t
#define ALU_VAL_s16 int16_t
#define ALU_VAL_u32 uint32_t
#define ALU_VAL_s32 int32_t
#define ALU_VAL_u64 uint64_t
#define ALU_VAL_s64 int64_t
#define ALU_VAL_f32 float
#define ALU_VAL_f32z float
#define ALU_VAL_f64 double
#define ALU_GET_u16(x) (x)
#define ALU_GET_s16(x) ((int16_t)(x))
#define ALU_GET_u32(x) (x)
#define ALU_GET_s32(x) ((int32_t)(x))
#define ALU_GET_u64(x) (x)
#define ALU_GET_s64(x) ((int64_t)(x))
#define ALU_GET_f32(x) alu_f32(x)
#define ALU_GET_f32z(x) alu_f32(alu_flush32(x))
#define ALU_GET_f64(x) alu_f64(x)
#define ALU_PUT_u16(x) ((uint16_t)(x))
#define ALU_PUT_s16(x) ((uint16_t)(x))
#define ALU_PUT_u32(x) ((uint32_t)(x))
#define ALU_PUT_s32(x) ((uint32_t)(x))
#define ALU_PUT_u64(x) ((uint64_t)(x))
#define ALU_PUT_s64(x) ((uint64_t)(x))
#define ALU_PUT_f32(x) alu_canon32(x)
#define ALU_PUT_f32z(x) alu_flush32(alu_canon32(x))
#define ALU_PUT_f32s(x) alu_sat32(x)
#define ALU_PUT_f32zs(x) alu_flush32(alu_sat32(x))
#define ALU_PUT_f64(x) alu_canon64(x)
#define ALU_PUT_f64s(x) alu_sat64(x)

#define ALU_SRC(T, v) const ALU_RAW_##T *const p##v = simt_at(w, i->v);
#define ALU_LANE(T, v) const ALU_VAL_##T v = ALU_GET_##T(p##v[l]);

/* The loops: LOADS declares the operands of lane l, EXPR is the result's bits. */
#define ALU_LOOPS(RAW, LOADS, EXPR) \
	RAW *const d = simt_at(w, i->d); \
	if (mask == ALU_FULL) { \
		ALU_IVDEP \
		for (unsigned l = 0; l < SIMT_LANES; l++) { \
			LOADS \
			d[l] = (EXPR); \
		} \
	} else { \
		ALU_IVDEP \
		for (unsigned l = 0; l < SIMT_LANES; l++) { \
			LOADS \
			const RAW r = (EXPR); \
			d[l] = (mask >> l & 1U) != 0 ? r : d[l]; \
		} \
	}

#define ALU_HEAD(name) \
	ALU_CLONES static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)

#define ALU_FN1(name, D, A, EXPR) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(A, a) \
		ALU_LOOPS(ALU_RAW_##D, ALU_LANE(A, a), ALU_PUT_##D(EXPR)) \
	}
#define ALU_FN2(name, D, A, B, EXPR) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(A, a) ALU_SRC(B, b) \
		ALU_LOOPS(ALU_RAW_##D, ALU_LANE(A, a) ALU_LANE(B, b), ALU_PUT_##D(EXPR)) \
	}
#define ALU_FN3(name, D, A, B, C, EXPR) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(A, a) ALU_SRC(B, b) ALU_SRC(C, c) \
		ALU_LOOPS(ALU_RAW_##D, ALU_LANE(A, a) ALU_LANE(B, b) ALU_LANE(C, c), \
			  ALU_PUT_##D(EXPR)) \
	}
#define ALU_FN4(name, D, A, B, C, E, EXPR) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(A, a) ALU_SRC(B, b) ALU_SRC(C, c) ALU_SRC(E, e) \
		ALU_LOOPS(ALU_RAW_##D, \
			  ALU_LANE(A, a) ALU_LANE(B, b) ALU_LANE(C, c) ALU_LANE(E, e), \
			  ALU_PUT_##D(EXPR)) \
	}

/* Modifiers of a form. Half and mode have their own fields in the key. */
enum {
	ALU_SAT = 1U << 0, ALU_FTZ = 1U << 1, ALU_CC = 1U << 2, ALU_LEFT = 1U << 3,
	ALU_APPROX = 1U << 4, ALU_DIV_FULL = 1U << 5,
	ALU_DIR = 1U << 6,	/* .rz .rm .rp of a float operation: imm = enum ptx_round */
	ALU_OTHER = 1U << 7,	/* a modifier that no row has */
	ALU_RELU = 1U << 11,
	ALU_LO = PTX_HALF_LO << 8, ALU_HI = PTX_HALF_HI << 8, ALU_WIDE = PTX_HALF_WIDE << 8
};
#define ALU_MODE(m) ((unsigned)PTX_MODE_##m << 16)

/* One legal form. shape: types of d, a, b, c, e; PTX_T_NONE ends it. */
struct alu_row {
	uint8_t op, type, type2;
	uint8_t shape[5];
	uint32_t key;
	simt_fn fn;
};

#define ALU_ROW(OP, T, KEY, FN, ...) \
	{ PTX_OP_##OP, PTX_T_##T, PTX_T_NONE, { __VA_ARGS__ }, KEY, FN }
/* All operands of the instruction's own type */
#define ALU_ROW1(OP, T, KEY, FN) ALU_ROW(OP, T, KEY, FN, PTX_T_##T, PTX_T_##T)
#define ALU_ROW2(OP, T, KEY, FN) ALU_ROW(OP, T, KEY, FN, PTX_T_##T, PTX_T_##T, PTX_T_##T)
#define ALU_ROW3(OP, T, KEY, FN) \
	ALU_ROW(OP, T, KEY, FN, PTX_T_##T, PTX_T_##T, PTX_T_##T, PTX_T_##T)

/* Tables of forms, each ended by PTX_OP_NONE */
extern const struct alu_row alu_int_rows[], alu_muldiv_rows[], alu_bits_rows[], alu_float_rows[],
	alu_approx_rows[], alu_carry_rows[];

/* Forms with their own lowering: 0, or -1 with diag set. */
int alu_lower_cmp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int alu_lower_testp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int alu_lower_cvt(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
/* alu_half.c: arithmetic on f16 and bf16, and f32's min and max with .NaN or .xorsign.abs */
bool alu_is_half(const struct ptx_insn *i);
int alu_lower_half(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int alu_lower_video(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
enum { ALU_LOP3_OR = 1U << 8, ALU_LOP3_NEG = 1U << 9 };	/* beside lop3's table */
int alu_lower_lop3_pred(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int alu_lower_move(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int alu_lower_pred_logic(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int math_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);
int xlane_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out);

/* Modifiers of i as a row's key; op, type and opcode apart. */
uint32_t alu_key(const struct ptx_insn *i);
/* Refuses i by its full name: "add.sat.f64 is not supported". Returns -1. */
int alu_refuse(struct simt_lower *lw, const struct ptx_insn *i);
/* 0 if i has exactly n operands. */
int alu_expect(struct simt_lower *lw, const struct ptx_insn *i, unsigned n);
/* Operand lowering with the widths checked; they return 0 or -1. alu_dst: type PRED too;
 * alu_src: PRED only through alu_pred. */
int alu_dst(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, enum ptx_type type,
	    simt_ref *ref);
/* The second one of `d|q`, and whether there is one */
int alu_dst2(struct simt_lower *lw, const struct ptx_insn *i, enum ptx_type type, simt_ref *ref);
bool alu_has_dst2(const struct ptx_insn *i);
int alu_src(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, enum ptx_type type,
	    simt_ref *ref);
/* *neg: !p */
int alu_pred(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, simt_ref *ref,
	     bool *neg);

/* Puts the lanes of mask into a predicate. */
ALU_INLINE void alu_put_pred(struct simt_warp *w, simt_ref ref, uint32_t mask, uint32_t bits)
{
	uint32_t *const p = simt_at(w, ref);

	*p = (*p & ~mask) | (bits & mask);
}

/* Registers of a type with 8 bits are kept in 16. */
ALU_INLINE unsigned alu_reg_bytes(enum ptx_type t)
{
	const unsigned n = ptx_type_bytes(t);

	return n == 1 ? 2 : n;
}

#endif
