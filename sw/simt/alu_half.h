/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_half: f16 and bf16 as float and back, without branches, so that lane loops vectorise.
 * Rounding to nearest, ties to even; NaN becomes 0x7fff.
 */

/* clang-format off */
#ifndef ALU_HALF_H
#define ALU_HALF_H

#include "alu.h"

/* The product is exact: it moves the exponent, and makes subnormals normal. */
ALU_INLINE float alu_f16_in(uint32_t h)
{
	const uint32_t mag = (h & 0x7fffU) << 13;
	const float f = alu_f32(mag) * 0x1p112F;
	const uint32_t bits = (h & 0x7c00U) == 0x7c00U ? mag | 0x7f800000U : alu_b32(f);

	return alu_f32(bits | (h & 0x8000U) << 16);
}

/* Next to 0.5, floats are as far apart as f16's subnormals are. */
ALU_INLINE uint32_t alu_f16_out(float f)
{
	const uint32_t bits = alu_b32(f), mag = bits & 0x7fffffffU;
	const uint32_t normal = (mag + 0xfffU + (mag >> 13 & 1U) - 0x38000000U) >> 13;
	const uint32_t small = alu_b32(alu_f32(mag) + 0.5F) - 0x3f000000U;
	const uint32_t r = mag >= 0x477ff000U ? 0x7c00U : mag < 0x38800000U ? small : normal;

	return mag > 0x7f800000U ? ALU_NAN16 : r | (bits >> 16 & 0x8000U);
}

ALU_INLINE float alu_bf16_in(uint32_t h)
{
	return alu_f32(h << 16);
}

ALU_INLINE uint32_t alu_bf16_out(float f)
{
	const uint32_t bits = alu_b32(f);

	return (bits & 0x7fffffffU) > 0x7f800000U ? ALU_NAN16 :
						    (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
}

#endif
