/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_muldiv: integer mul, mad, mul24, mad24, div, rem, dp4a, dp2a.
 *
 * PTX leaves division by zero to the machine: here the quotient is all ones and the remainder
 * the dividend, as GPUs give. The most negative value by -1 is itself, remainder 0.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"

ALU_INLINE int32_t sat_s32(int64_t x)
{
	return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

ALU_INLINE int32_t floor_div(int32_t x, int32_t by)
{
	return x / by - (x % by < 0 ? 1 : 0);
}

/* U, S: a width's kinds; W, V: unsigned and signed C types of twice the width. */
#define HI_U(U, W, BITS) (ALU_VAL_##U)(((W)a * (W)b) >> BITS)
#define HI_S(U, V, BITS) HI_S_##U(V, BITS)
#define HI_S_u32(V, BITS) (uint32_t)(((V)a * (V)b) >> BITS)
#define HI_S_u64(V, BITS) (uint64_t)(((V)a * (V)b) >> BITS)
/* For 16 bits gcc 12 takes a shift for the high half of an unsigned product when it vectorises
 * for AVX2 (test_alu_int finds it), hence a division that rounds down. */
#define HI_S_u16(V, BITS) (uint16_t)floor_div((V)a * b, 1 << BITS)

#define MUL_SET(U, S, W, V, BITS) \
	ALU_FN2(mul_lo_##U, U, U, U, (W)a * b) \
	ALU_FN2(mul_hi_##U, U, U, U, HI_U(U, W, BITS)) \
	ALU_FN2(mul_hi_##S, U, S, S, HI_S(U, V, BITS)) \
	ALU_FN3(mad_lo_##U, U, U, U, U, (W)a * b + c) \
	ALU_FN3(mad_hi_##U, U, U, U, U, (W)HI_U(U, W, BITS) + c) \
	ALU_FN3(mad_hi_##S, U, S, S, U, (W)HI_S(U, V, BITS) + c)

#define WIDE_SET(U, S, WU, WS) \
	ALU_FN2(mul_wide_##U, WU, U, U, (ALU_VAL_##WU)a * b) \
	ALU_FN2(mul_wide_##S, WS, S, S, (ALU_VAL_##WS)a * b) \
	ALU_FN3(mad_wide_##U, WU, U, U, WU, (ALU_VAL_##WU)a * b + c) \
	ALU_FN3(mad_wide_##S, WU, S, S, WU, (ALU_VAL_##WU)((ALU_VAL_##WS)a * b) + c)

MUL_SET(u16, s16, uint32_t, int32_t, 16)
MUL_SET(u32, s32, uint64_t, int64_t, 32)
MUL_SET(u64, s64, alu_u128, alu_s128, 64)
WIDE_SET(u16, s16, u32, s32)
WIDE_SET(u32, s32, u64, s64)
ALU_FN3(mad_hi_sat_s32, s32, s32, s32, s32, sat_s32((((int64_t)a * b) >> 32) + c))

/* 24-bit products */
ALU_INLINE uint64_t mul24_u(uint32_t a, uint32_t b)
{
	return (uint64_t)(a & 0xffffffU) * (b & 0xffffffU);
}

ALU_INLINE int64_t mul24_s(uint32_t a, uint32_t b)
{
	return (int64_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8);
}

ALU_FN2(mul24_lo_u32, u32, u32, u32, mul24_u(a, b))
ALU_FN2(mul24_lo_s32, u32, u32, u32, (uint64_t)mul24_s(a, b))
ALU_FN2(mul24_hi_u32, u32, u32, u32, mul24_u(a, b) >> 16)
ALU_FN2(mul24_hi_s32, u32, u32, u32, (uint64_t)(mul24_s(a, b) >> 16))
ALU_FN3(mad24_lo_u32, u32, u32, u32, u32, mul24_u(a, b) + c)
ALU_FN3(mad24_lo_s32, u32, u32, u32, u32, (uint64_t)mul24_s(a, b) + c)
ALU_FN3(mad24_hi_u32, u32, u32, u32, u32, (mul24_u(a, b) >> 16) + c)
ALU_FN3(mad24_hi_s32, u32, u32, u32, u32, (uint64_t)(mul24_s(a, b) >> 16) + c)
ALU_FN3(mad24_hi_sat_s32, s32, u32, u32, s32, sat_s32((int64_t)(int32_t)(mul24_s(a, b) >> 16) + c))

/* Division. 32 bits and fewer go through double, which vectorises and is exact: a wrong
 * truncation needs an error of 1/b, and the rounding error is below a * 2^-53 / b. */
ALU_INLINE uint32_t quot_u32(uint32_t a, uint32_t b)
{
	const uint32_t safe = b == 0 ? 1 : b;
	const uint32_t q = (uint32_t)((double)a / (double)safe);

	return b == 0 ? 0xffffffffU : q;
}

ALU_INLINE int32_t quot_s32(int32_t a, int32_t b)
{
	/* b = -1: by 1 and negated, as INT32_MIN / -1 does not fit */
	const int32_t safe = b == 0 || b == -1 ? 1 : b;
	const int32_t q = (int32_t)((double)a / (double)safe);

	return b == 0 ? -1 : b == -1 ? (int32_t)(0U - (uint32_t)a) : q;
}

ALU_INLINE uint32_t rem_u32_of(uint32_t a, uint32_t b)
{
	return b == 0 ? a : a - quot_u32(a, b) * b;
}

ALU_INLINE int32_t rem_s32_of(int32_t a, int32_t b)
{
	return b == 0 ? a : (int32_t)((uint32_t)a - (uint32_t)quot_s32(a, b) * (uint32_t)b);
}

ALU_INLINE uint64_t quot_u64(uint64_t a, uint64_t b)
{
	return b == 0 ? UINT64_MAX : a / b;
}

ALU_INLINE uint64_t quot_s64(int64_t a, int64_t b)
{
	return b == 0 ? UINT64_MAX : b == -1 ? 0U - (uint64_t)a : (uint64_t)(a / b);
}

ALU_FN2(div_u16, u16, u16, u16, quot_u32(a, b))
ALU_FN2(div_s16, s16, s16, s16, quot_s32(a, b))
ALU_FN2(div_u32, u32, u32, u32, quot_u32(a, b))
ALU_FN2(div_s32, s32, s32, s32, quot_s32(a, b))
ALU_FN2(div_u64, u64, u64, u64, quot_u64(a, b))
ALU_FN2(div_s64, s64, s64, s64, quot_s64(a, b))
ALU_FN2(rem_u16, u16, u16, u16, rem_u32_of(a, b))
ALU_FN2(rem_s16, s16, s16, s16, rem_s32_of(a, b))
ALU_FN2(rem_u32, u32, u32, u32, rem_u32_of(a, b))
ALU_FN2(rem_s32, s32, s32, s32, rem_s32_of(a, b))
ALU_FN2(rem_u64, u64, u64, u64, b == 0 ? a : a % b)
ALU_FN2(rem_s64, s64, s64, s64, b == 0 ? a : b == -1 ? 0 : a % b)

/* Dot products: element n of a register, as unsigned or signed, in wrapping arithmetic */
#define BYTE_u(x, n) (uint32_t)(uint8_t)((x) >> (8 * (n)))
#define BYTE_s(x, n) (uint32_t)(int8_t)(uint8_t)((x) >> (8 * (n)))
#define HALF_u(x, n) (uint32_t)(uint16_t)((x) >> (16 * (n)))
#define HALF_s(x, n) (uint32_t)(int16_t)(uint16_t)((x) >> (16 * (n)))
#define DP_SET(A, B) \
	ALU_FN3(dp4a_##A##B, u32, u32, u32, u32, \
		c + BYTE_##A(a, 0) * BYTE_##B(b, 0) + BYTE_##A(a, 1) * BYTE_##B(b, 1) + \
		BYTE_##A(a, 2) * BYTE_##B(b, 2) + BYTE_##A(a, 3) * BYTE_##B(b, 3)) \
	ALU_FN3(dp2a_lo_##A##B, u32, u32, u32, u32, \
		c + HALF_##A(a, 0) * BYTE_##B(b, 0) + HALF_##A(a, 1) * BYTE_##B(b, 1)) \
	ALU_FN3(dp2a_hi_##A##B, u32, u32, u32, u32, \
		c + HALF_##A(a, 0) * BYTE_##B(b, 2) + HALF_##A(a, 1) * BYTE_##B(b, 3))

DP_SET(u, u)
DP_SET(u, s)
DP_SET(s, u)
DP_SET(s, s)

#define DP_SHAPE { PTX_T_B32, PTX_T_B32, PTX_T_B32, PTX_T_B32 }
#define DP_ROWS(A, B, fn) \
	{ PTX_OP_DP4A, PTX_T_##A, PTX_T_##B, DP_SHAPE, 0, dp4a_##fn }, \
	{ PTX_OP_DP2A, PTX_T_##A, PTX_T_##B, DP_SHAPE, ALU_MODE(DP2A_LO), dp2a_lo_##fn }, \
	{ PTX_OP_DP2A, PTX_T_##A, PTX_T_##B, DP_SHAPE, ALU_MODE(DP2A_HI), dp2a_hi_##fn }

#define MUL_ROWS(U, S, u, s) \
	ALU_ROW2(MUL, U, ALU_LO, mul_lo_##u), ALU_ROW2(MUL, S, ALU_LO, mul_lo_##u), \
	ALU_ROW2(MUL, U, ALU_HI, mul_hi_##u), ALU_ROW2(MUL, S, ALU_HI, mul_hi_##s), \
	ALU_ROW3(MAD, U, ALU_LO, mad_lo_##u), ALU_ROW3(MAD, S, ALU_LO, mad_lo_##u), \
	ALU_ROW3(MAD, U, ALU_HI, mad_hi_##u), ALU_ROW3(MAD, S, ALU_HI, mad_hi_##s), \
	ALU_ROW2(DIV, U, 0, div_##u), ALU_ROW2(DIV, S, 0, div_##s), \
	ALU_ROW2(REM, U, 0, rem_##u), ALU_ROW2(REM, S, 0, rem_##s)

#define WIDE_ROWS(T, WT, t) \
	ALU_ROW(MUL, T, ALU_WIDE, mul_wide_##t, PTX_T_##WT, PTX_T_##T, PTX_T_##T), \
	ALU_ROW(MAD, T, ALU_WIDE, mad_wide_##t, PTX_T_##WT, PTX_T_##T, PTX_T_##T, PTX_T_##WT)

const struct alu_row alu_muldiv_rows[] = {
	MUL_ROWS(U32, S32, u32, s32),
	MUL_ROWS(U64, S64, u64, s64),
	MUL_ROWS(U16, S16, u16, s16),
	WIDE_ROWS(U32, U64, u32), WIDE_ROWS(S32, S64, s32),
	WIDE_ROWS(U16, U32, u16), WIDE_ROWS(S16, S32, s16),
	ALU_ROW3(MAD, S32, ALU_HI | ALU_SAT, mad_hi_sat_s32),
	ALU_ROW2(MUL24, U32, ALU_LO, mul24_lo_u32), ALU_ROW2(MUL24, S32, ALU_LO, mul24_lo_s32),
	ALU_ROW2(MUL24, U32, ALU_HI, mul24_hi_u32), ALU_ROW2(MUL24, S32, ALU_HI, mul24_hi_s32),
	ALU_ROW3(MAD24, U32, ALU_LO, mad24_lo_u32), ALU_ROW3(MAD24, S32, ALU_LO, mad24_lo_s32),
	ALU_ROW3(MAD24, U32, ALU_HI, mad24_hi_u32), ALU_ROW3(MAD24, S32, ALU_HI, mad24_hi_s32),
	ALU_ROW3(MAD24, S32, ALU_HI | ALU_SAT, mad24_hi_sat_s32),
	DP_ROWS(U32, U32, uu), DP_ROWS(U32, S32, us), DP_ROWS(S32, U32, su), DP_ROWS(S32, S32, ss),
	{ .op = PTX_OP_NONE }
};
