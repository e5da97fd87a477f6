/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_int: integer add, sub, neg, abs, min, max, sad and their saturating forms.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"

ALU_INLINE int32_t sat_s32(int64_t x)
{
	return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

#define UNSIGNED_SET(T) \
	ALU_FN2(add_##T, T, T, T, a + b) \
	ALU_FN2(sub_##T, T, T, T, a - b) \
	ALU_FN2(min_##T, T, T, T, a < b ? a : b) \
	ALU_FN2(max_##T, T, T, T, a > b ? a : b) \
	ALU_FN3(sad_##T, T, T, T, T, c + (a < b ? b - a : a - b))

/* The difference wraps in the unsigned type U. */
#define SIGNED_SET(T, U) \
	ALU_FN1(neg_##T, U, U, 0U - a) \
	ALU_FN1(abs_##T, U, T, a < 0 ? 0U - (ALU_VAL_##U)a : (ALU_VAL_##U)a) \
	ALU_FN2(min_##T, T, T, T, a < b ? a : b) \
	ALU_FN2(max_##T, T, T, T, a > b ? a : b) \
	ALU_FN3(sad_##T, U, T, T, U, c + (a < b ? (ALU_VAL_##U)b - (ALU_VAL_##U)a \
						: (ALU_VAL_##U)a - (ALU_VAL_##U)b))

UNSIGNED_SET(u16)
UNSIGNED_SET(u32)
UNSIGNED_SET(u64)
SIGNED_SET(s16, u16)
SIGNED_SET(s32, u32)
SIGNED_SET(s64, u64)
ALU_FN2(add_sat_s32, s32, s32, s32, sat_s32((int64_t)a + b))
ALU_FN2(sub_sat_s32, s32, s32, s32, sat_s32((int64_t)a - b))

/* .relu: a negative result becomes 0 */
ALU_FN2(min_relu_s32, s32, s32, s32, a < b ? (a > 0 ? a : 0) : b > 0 ? b : 0)
ALU_FN2(max_relu_s32, s32, s32, s32, a > b ? (a > 0 ? a : 0) : b > 0 ? b : 0)

/* Two halves, each for itself */
#define HALVES(EXPR_LOW, EXPR_HIGH) \
	(((uint32_t)(EXPR_LOW) & 0xffffU) | (uint32_t)(EXPR_HIGH) << 16)
ALU_INLINE int32_t low_s(uint32_t x) { return (int16_t)x; }
ALU_INLINE int32_t high_s(uint32_t x) { return (int16_t)(x >> 16); }
ALU_INLINE uint32_t low_u(uint32_t x) { return x & 0xffffU; }
ALU_INLINE uint32_t high_u(uint32_t x) { return x >> 16; }
#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define MORE(x, y) ((x) > (y) ? (x) : (y))
#define RELU(x) MORE(x, 0)
#define BOTH(F, sign) HALVES(F(low_##sign(a), low_##sign(b)), F(high_##sign(a), high_##sign(b)))
#define LESS_RELU(x, y) RELU(LESS(x, y))
#define MORE_RELU(x, y) RELU(MORE(x, y))
ALU_FN2(add_16x2, u32, u32, u32, HALVES(a + b, high_u(a) + high_u(b)))
ALU_FN2(min_u16x2, u32, u32, u32, BOTH(LESS, u))
ALU_FN2(max_u16x2, u32, u32, u32, BOTH(MORE, u))
ALU_FN2(min_s16x2, u32, u32, u32, BOTH(LESS, s))
ALU_FN2(max_s16x2, u32, u32, u32, BOTH(MORE, s))
ALU_FN2(min_relu_s16x2, u32, u32, u32, BOTH(LESS_RELU, s))
ALU_FN2(max_relu_s16x2, u32, u32, u32, BOTH(MORE_RELU, s))

#define ROWS(U, S, u, s) \
	ALU_ROW2(ADD, U, 0, add_##u), ALU_ROW2(ADD, S, 0, add_##u), \
	ALU_ROW2(SUB, U, 0, sub_##u), ALU_ROW2(SUB, S, 0, sub_##u), \
	ALU_ROW2(MIN, U, 0, min_##u), ALU_ROW2(MIN, S, 0, min_##s), \
	ALU_ROW2(MAX, U, 0, max_##u), ALU_ROW2(MAX, S, 0, max_##s), \
	ALU_ROW3(SAD, U, 0, sad_##u), ALU_ROW3(SAD, S, 0, sad_##s), \
	ALU_ROW1(NEG, S, 0, neg_##s), ALU_ROW1(ABS, S, 0, abs_##s)

const struct alu_row alu_int_rows[] = {
	ROWS(U32, S32, u32, s32),
	ROWS(U64, S64, u64, s64),
	ROWS(U16, S16, u16, s16),
	ALU_ROW2(ADD, S32, ALU_SAT, add_sat_s32),
	ALU_ROW2(SUB, S32, ALU_SAT, sub_sat_s32),
	ALU_ROW2(MIN, S32, ALU_RELU, min_relu_s32), ALU_ROW2(MAX, S32, ALU_RELU, max_relu_s32),
	ALU_ROW2(ADD, U16X2, 0, add_16x2), ALU_ROW2(ADD, S16X2, 0, add_16x2),
	ALU_ROW2(MIN, U16X2, 0, min_u16x2), ALU_ROW2(MAX, U16X2, 0, max_u16x2),
	ALU_ROW2(MIN, S16X2, 0, min_s16x2), ALU_ROW2(MAX, S16X2, 0, max_s16x2),
	ALU_ROW2(MIN, S16X2, ALU_RELU, min_relu_s16x2),
	ALU_ROW2(MAX, S16X2, ALU_RELU, max_relu_s16x2),
	{ .op = PTX_OP_NONE }
};
