/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * half: 16-bit floats as numbers, for products of matrices. Rounding to nearest, ties to even.
 */
#ifndef HALF_H
#define HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline float half_bits32(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static inline float half_to_float(uint16_t h)
{
	const uint32_t sign = (uint32_t)(h & 0x8000U) << 16, e = h >> 10 & 31U, m = h & 1023U;

	if (e == 31)
		return half_bits32(sign | 0x7f800000U | m << 13);
	if (e)
		return half_bits32(sign | (e + 112) << 23 | m << 13);
	return sign ? -(float)m * 0x1p-24F : (float)m * 0x1p-24F;
}

static inline uint16_t half_from_float(float f)
{
	const float a = fabsf(f);
	uint32_t bits, sign;

	memcpy(&bits, &f, sizeof(bits));
	sign = bits >> 16 & 0x8000U;
	bits &= 0x7fffffffU;
	if (bits > 0x7f800000U)
		return 0x7fffU;
	if (a >= 65520.0F)
		return (uint16_t)(sign | 0x7c00U);
	if (a < 0x1p-14F) /* subnormal */
		return (uint16_t)(sign | (uint32_t)lrintf(a * 0x1p24F));
	bits += 0xfffU + (bits >> 13 & 1U);
	return (uint16_t)(sign | ((bits >> 13) - (112U << 10)));
}

static inline float half_from_bf16(uint16_t h)
{
	return half_bits32((uint32_t)h << 16);
}

static inline uint16_t half_to_bf16(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	if ((bits & 0x7fffffffU) > 0x7f800000U)
		return 0x7fffU;
	return (uint16_t)((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
}

/* The 13 bits that tf32 does not have are not looked at. */
static inline float half_from_tf32(uint32_t t)
{
	return half_bits32(t & 0xffffe000U);
}

#endif
