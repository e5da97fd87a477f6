/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_float: the IEEE operations on f32 and f64, in all four rounding directions.
 *
 * Directed rounding: the host's rounding direction is set around the same handler that
 * rounds to nearest. The handler is never inlined, so no operation can move out.
 * .ftz flushes subnormal sources before, and subnormal results after rounding.
 */

/* clang-format off */
#include "alu_opt.h"

#include <fenv.h>
#include <math.h>

#include "alu.h"

static int host_round(uint64_t round)
{
	return round == PTX_ROUND_RZ ? FE_TOWARDZERO :
	       round == PTX_ROUND_RM ? FE_DOWNWARD :
	       round == PTX_ROUND_RP ? FE_UPWARD : FE_TONEAREST;
}

#define DIRECTED(name) \
	static void name##_dir(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		const int old = fegetround(); \
		fesetround(host_round(i->imm)); \
		name(w, i, mask); \
		fesetround(old); \
	}

/* One operation with n operands: f32 in four variants of .ftz and .sat, and f64 in two */
#define FN1(name, EXPR, R, S) ALU_FN1(name, R, S, EXPR)
#define FN2(name, EXPR, R, S) ALU_FN2(name, R, S, S, EXPR)
#define FN3(name, EXPR, R, S) ALU_FN3(name, R, S, S, S, EXPR)
#define OP_SET(N, op, EXPR32, EXPR64) \
	FN##N(op##_f32, EXPR32, f32, f32) DIRECTED(op##_f32) \
	FN##N(op##_f32z, EXPR32, f32z, f32z) DIRECTED(op##_f32z) \
	FN##N(op##_f64, EXPR64, f64, f64) DIRECTED(op##_f64)
#define SAT_SET(N, op, EXPR32) \
	FN##N(op##_f32s, EXPR32, f32s, f32) DIRECTED(op##_f32s) \
	FN##N(op##_f32zs, EXPR32, f32zs, f32z) DIRECTED(op##_f32zs)

OP_SET(2, add, a + b, a + b)
OP_SET(2, sub, a - b, a - b)
OP_SET(2, mul, a * b, a * b)
OP_SET(3, fma, fmaf(a, b, c), fma(a, b, c))
OP_SET(2, div, a / b, a / b)
OP_SET(1, rcp, 1.0F / a, 1.0 / a)
OP_SET(1, sqrt, sqrtf(a), sqrt(a))
SAT_SET(2, add, a + b)
SAT_SET(2, sub, a - b)
SAT_SET(2, mul, a * b)
SAT_SET(3, fma, fmaf(a, b, c))

/* min and max: a number wins over NaN, -0 is below +0 */
ALU_INLINE float min32(float a, float b)
{
	const float low = a == b ? alu_f32(alu_b32(a) | alu_b32(b)) : a < b ? a : b;

	return a != a ? b : b != b ? a : low;
}

ALU_INLINE float max32(float a, float b)
{
	const float high = a == b ? alu_f32(alu_b32(a) & alu_b32(b)) : a > b ? a : b;

	return a != a ? b : b != b ? a : high;
}

ALU_INLINE double min64(double a, double b)
{
	const double low = a == b ? alu_f64(alu_b64(a) | alu_b64(b)) : a < b ? a : b;

	return a != a ? b : b != b ? a : low;
}

ALU_INLINE double max64(double a, double b)
{
	const double high = a == b ? alu_f64(alu_b64(a) & alu_b64(b)) : a > b ? a : b;

	return a != a ? b : b != b ? a : high;
}

FN2(min_f32, min32(a, b), f32, f32)
FN2(min_f32z, min32(a, b), f32z, f32z)
FN2(min_f64, min64(a, b), f64, f64)
FN2(max_f32, max32(a, b), f32, f32)
FN2(max_f32z, max32(a, b), f32z, f32z)
FN2(max_f64, max64(a, b), f64, f64)

/* The sign alone; NaN keeps its bits. copysign takes the sign of a and the rest of b. */
ALU_FN1(neg_f32, u32, u32, a ^ 0x80000000U)
ALU_FN1(neg_f32z, u32, u32, alu_flush32(a) ^ 0x80000000U)
ALU_FN1(neg_f64, u64, u64, a ^ 0x8000000000000000U)
ALU_FN1(abs_f32, u32, u32, a & 0x7fffffffU)
ALU_FN1(abs_f32z, u32, u32, alu_flush32(a) & 0x7fffffffU)
ALU_FN1(abs_f64, u64, u64, a & 0x7fffffffffffffffU)
ALU_FN2(copysign_f32, u32, u32, u32, (a & 0x80000000U) | (b & 0x7fffffffU))
ALU_FN2(copysign_f64, u64, u64, u64, (a & 0x8000000000000000U) | (b & 0x7fffffffffffffffU))

#define PAIR(N, OP, T, KEY, fn) \
	ALU_ROW##N(OP, T, KEY, fn), ALU_ROW##N(OP, T, (KEY) | ALU_DIR, fn##_dir)
#define IEEE_ROWS(N, OP, op) \
	PAIR(N, OP, F32, 0, op##_f32), PAIR(N, OP, F32, ALU_FTZ, op##_f32z), \
	PAIR(N, OP, F64, 0, op##_f64)
#define SAT_ROWS(N, OP, op) \
	PAIR(N, OP, F32, ALU_SAT, op##_f32s), PAIR(N, OP, F32, ALU_FTZ | ALU_SAT, op##_f32zs)
#define APPROX_ROWS(N, OP, KEY, op) \
	ALU_ROW##N(OP, F32, KEY, op##_f32), ALU_ROW##N(OP, F32, KEY | ALU_FTZ, op##_f32z)
#define PLAIN_ROWS(N, OP, op) \
	ALU_ROW##N(OP, F32, 0, op##_f32), ALU_ROW##N(OP, F32, ALU_FTZ, op##_f32z), \
	ALU_ROW##N(OP, F64, 0, op##_f64)

const struct alu_row alu_float_rows[] = {
	IEEE_ROWS(2, ADD, add), SAT_ROWS(2, ADD, add),
	IEEE_ROWS(2, SUB, sub), SAT_ROWS(2, SUB, sub),
	IEEE_ROWS(2, MUL, mul), SAT_ROWS(2, MUL, mul),
	IEEE_ROWS(3, FMA, fma), SAT_ROWS(3, FMA, fma),
	IEEE_ROWS(3, MAD, fma), SAT_ROWS(3, MAD, fma),
	IEEE_ROWS(2, DIV, div), IEEE_ROWS(1, RCP, rcp), IEEE_ROWS(1, SQRT, sqrt),
	/* The approximate forms are given exactly. */
	APPROX_ROWS(1, RCP, ALU_APPROX, rcp), APPROX_ROWS(1, SQRT, ALU_APPROX, sqrt),
	APPROX_ROWS(2, DIV, ALU_DIV_FULL, div),
	PLAIN_ROWS(2, MIN, min), PLAIN_ROWS(2, MAX, max),
	PLAIN_ROWS(1, NEG, neg), PLAIN_ROWS(1, ABS, abs),
	ALU_ROW2(COPYSIGN, F32, 0, copysign_f32), ALU_ROW2(COPYSIGN, F64, 0, copysign_f64),
	{ .op = PTX_OP_NONE }
};
