/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_cvt_fast: vector loops for the conversions that compilers emit all the time.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"
#include "alu_cvt.h"
#include "alu_half.h"

/* Integers: the casts of C, source type then destination type then register */
#define EXT(name, RD, DT, AT, RA) ALU_FN1(name, RD, RA, (DT)(AT)a)
EXT(trunc_64_32, u32, uint32_t, uint64_t, u64)
EXT(trunc_64_16, u16, uint16_t, uint64_t, u64)
EXT(trunc_32_16, u16, uint16_t, uint32_t, u32)
EXT(zext_32_64, u64, uint64_t, uint32_t, u32)
EXT(sext_32_64, u64, int64_t, int32_t, u32)
EXT(zext_16_64, u64, uint64_t, uint16_t, u16)
EXT(sext_16_64, u64, int64_t, int16_t, u16)
EXT(zext_16_32, u32, uint32_t, uint16_t, u16)
EXT(sext_16_32, u32, int32_t, int16_t, u16)
EXT(low16_u_32, u32, uint32_t, uint16_t, u32)
EXT(low16_s_32, u32, int32_t, int16_t, u32)
EXT(low8_u_16, u16, uint16_t, uint8_t, u16)
EXT(low8_s_16, u16, int16_t, int8_t, u16)
EXT(low8_u_32, u32, uint32_t, uint8_t, u32)
EXT(low8_s_32, u32, int32_t, int8_t, u32)
EXT(low8_u_16_32, u32, uint32_t, uint8_t, u16)
EXT(low8_s_16_32, u32, int32_t, int8_t, u16)
EXT(low8_u_32_16, u16, uint16_t, uint8_t, u32)
EXT(low8_s_32_16, u16, int16_t, int8_t, u32)
EXT(low8_u_16_64, u64, uint64_t, uint8_t, u16)
EXT(low8_s_16_64, u64, int64_t, int8_t, u16)
EXT(copy_32, u32, uint32_t, uint32_t, u32)
EXT(copy_64, u64, uint64_t, uint64_t, u64)

/* To float, round to nearest: the host's own conversions */
ALU_FN1(f32_s32, f32, s32, (float)a)
ALU_FN1(f32_u32, f32, u32, (float)a)
ALU_FN1(f32_s64, f32, s64, (float)a)
ALU_FN1(f32_u64, f32, u64, (float)a)
ALU_FN1(f64_s32, f64, s32, (double)a)
ALU_FN1(f64_u32, f64, u32, (double)a)
ALU_FN1(f64_s64, f64, s64, (double)a)
ALU_FN1(f64_u64, f64, u64, (double)a)
ALU_FN1(f64_f32, f64, f32, (double)a)
ALU_FN1(f32_f64, f32, f64, (float)a)

/* To integer, towards zero. The operand is brought into range first (NaN to the lower end),
 * so that the cast is defined; top is the largest double below the limit. */
#define TOP_BIT (UINT64_C(1) << 63)
#define TWO_63 9223372036854775808.0
#define TWO_64 18446744073709551616.0
#define BELOW_63 9223372036854774784.0	/* the next double down */
#define BELOW_64 18446744073709549568.0
#define TO_INT(name, D, A, CTYPE, LOW, TOP, LIMIT, MAX, NAN_RESULT) \
	ALU_INLINE CTYPE name##_of(double x) \
	{ \
		const double in = x > (LOW) ? (x < (TOP) ? x : (TOP)) : (LOW); \
		const CTYPE r = (CTYPE)in; \
		return x != x ? (NAN_RESULT) : x >= (LIMIT) ? (MAX) : r; \
	} \
	ALU_FN1(name, D, A, name##_of((double)a))
TO_INT(s32_f32, s32, f32, int32_t, -2147483648.0, 2147483647.0, 2147483648.0, INT32_MAX, 0)
TO_INT(u32_f32, u32, f32, uint32_t, 0.0, 4294967295.0, 4294967296.0, UINT32_MAX, 0U)
TO_INT(s32_f64, s32, f64, int32_t, -2147483648.0, 2147483647.0, 2147483648.0, INT32_MAX,
       INT32_MIN)
TO_INT(u32_f64, u32, f64, uint32_t, 0.0, 4294967295.0, 4294967296.0, UINT32_MAX, 0x80000000U)
TO_INT(s64_f32, s64, f32, int64_t, -TWO_63, BELOW_63, TWO_63, INT64_MAX, INT64_MIN)
TO_INT(u64_f32, u64, f32, uint64_t, 0.0, BELOW_64, TWO_64, UINT64_MAX, TOP_BIT)
TO_INT(s64_f64, s64, f64, int64_t, -TWO_63, BELOW_63, TWO_63, INT64_MAX, INT64_MIN)
TO_INT(u64_f64, u64, f64, uint64_t, 0.0, BELOW_64, TWO_64, UINT64_MAX, TOP_BIT)

ALU_FN1(f32_f16, f32, u16, alu_f16_in(a))
ALU_FN1(f16_f32, u16, f32, alu_f16_out(a))
ALU_FN1(f32_bf16, f32, u16, alu_bf16_in(a))
ALU_FN1(bf16_f32, u16, f32, alu_bf16_out(a))

/* Round: required rounding. ftz: does .ftz leave the result as it is? */
static const struct {
	uint8_t d, a, d_bytes, a_bytes, round;
	bool any_ftz;
	simt_fn fn;
} fast[] = {
#define II(D, A, DB, AB, fn) { PTX_T_##D, PTX_T_##A, DB, AB, PTX_ROUND_NONE, false, fn }
#define II4(UD, SD, UA, SA, DB, AB, zext, sext) \
	II(UD, UA, DB, AB, zext), II(SD, UA, DB, AB, zext), II(UD, SA, DB, AB, sext), \
	II(SD, SA, DB, AB, sext)
	II4(U64, S64, U32, S32, 8, 4, zext_32_64, sext_32_64),
	II4(U32, S32, U64, S64, 4, 8, trunc_64_32, trunc_64_32),
	II4(U32, S32, U32, S32, 4, 4, copy_32, copy_32),
	II4(U64, S64, U64, S64, 8, 8, copy_64, copy_64),
	II4(U32, S32, U16, S16, 4, 2, zext_16_32, sext_16_32),
	II4(U32, S32, U16, S16, 4, 4, low16_u_32, low16_s_32),
	II4(U16, S16, U32, S32, 2, 4, trunc_32_16, trunc_32_16),
	II4(U16, S16, U64, S64, 2, 8, trunc_64_16, trunc_64_16),
	II4(U64, S64, U16, S16, 8, 2, zext_16_64, sext_16_64),
	II4(U16, S16, U8, S8, 2, 2, low8_u_16, low8_s_16),
	II4(U32, S32, U8, S8, 4, 2, low8_u_16_32, low8_s_16_32),
	II4(U32, S32, U8, S8, 4, 4, low8_u_32, low8_s_32),
	II4(U64, S64, U8, S8, 8, 2, low8_u_16_64, low8_s_16_64),
	/* narrow destination in its own or a wider register: the destination's sign counts */
	II(U16, U32, 4, 4, low16_u_32), II(U16, S32, 4, 4, low16_u_32),
	II(S16, U32, 4, 4, low16_s_32), II(S16, S32, 4, 4, low16_s_32),
	II(U8, U32, 4, 4, low8_u_32), II(U8, S32, 4, 4, low8_u_32),
	II(S8, U32, 4, 4, low8_s_32), II(S8, S32, 4, 4, low8_s_32),
	II(U8, U32, 2, 4, low8_u_32_16), II(U8, S32, 2, 4, low8_u_32_16),
	II(S8, U32, 2, 4, low8_s_32_16), II(S8, S32, 2, 4, low8_s_32_16),
	II(U8, U16, 2, 2, low8_u_16), II(U8, S16, 2, 2, low8_u_16),
	II(S8, U16, 2, 2, low8_s_16), II(S8, S16, 2, 2, low8_s_16),
	II(U8, U8, 2, 2, low8_u_16), II(S8, S8, 2, 2, low8_s_16),
#define IF(D, A, DB, AB, fn) { PTX_T_##D, PTX_T_##A, DB, AB, PTX_ROUND_RN, true, fn }
	IF(F32, S32, 4, 4, f32_s32), IF(F32, U32, 4, 4, f32_u32),
	IF(F32, S64, 4, 8, f32_s64), IF(F32, U64, 4, 8, f32_u64),
	IF(F64, S32, 8, 4, f64_s32), IF(F64, U32, 8, 4, f64_u32),
	IF(F64, S64, 8, 8, f64_s64), IF(F64, U64, 8, 8, f64_u64),
	{ PTX_T_F32, PTX_T_F64, 4, 8, PTX_ROUND_RN, false, f32_f64 },
	{ PTX_T_F64, PTX_T_F32, 8, 4, PTX_ROUND_NONE, false, f64_f32 },
	{ PTX_T_F32, PTX_T_F16, 4, 2, PTX_ROUND_NONE, false, f32_f16 },
	{ PTX_T_F16, PTX_T_F32, 2, 4, PTX_ROUND_RN, false, f16_f32 },
	{ PTX_T_F32, PTX_T_BF16, 4, 2, PTX_ROUND_NONE, false, f32_bf16 },
	{ PTX_T_BF16, PTX_T_F32, 2, 4, PTX_ROUND_RN, false, bf16_f32 },
#define FI(D, A, DB, AB, fn) { PTX_T_##D, PTX_T_##A, DB, AB, PTX_ROUND_RZI, true, fn }
	FI(S32, F32, 4, 4, s32_f32), FI(U32, F32, 4, 4, u32_f32),
	FI(S64, F32, 8, 4, s64_f32), FI(U64, F32, 8, 4, u64_f32),
	FI(S32, F64, 4, 8, s32_f64), FI(U32, F64, 4, 8, u32_f64),
	FI(S64, F64, 8, 8, s64_f64), FI(U64, F64, 8, 8, u64_f64),
};

simt_fn alu_cvt_fast(const struct alu_cvt *c)
{
	for (size_t k = 0; k < sizeof fast / sizeof fast[0]; k++) {
		if (fast[k].d == c->d && fast[k].a == c->a && fast[k].d_bytes == c->d_bytes &&
		    fast[k].a_bytes == c->a_bytes && fast[k].round == c->round && !c->sat &&
		    (!c->ftz || fast[k].any_ftz))
			return fast[k].fn;
	}
	return NULL;
}
