/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * small_round: float to half and bfloat16 in all four roundings, and what is wider rounded to odd on the way, so that the second
 * rounding is the only one that counts (Boldo and Melquiond, 2008).
 */
#ifndef PHOTOFINISH_SMALL_ROUND_H
#define PHOTOFINISH_SMALL_ROUND_H

#include <string.h>

#define PF_SMALL __host__ __device__ static __inline__ __attribute__((always_inline, nodebug))

enum pf_rounding { PF_RN, PF_RZ, PF_RD, PF_RU };

PF_SMALL unsigned int pf_bits_of(float f)
{
	unsigned int u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

PF_SMALL float pf_float_of(unsigned int u)
{
	float f;

	memcpy(&f, &u, sizeof(f));
	return f;
}

/* a >> shift, rounded; negative: of a number below 0. */
PF_SMALL unsigned int pf_shift(unsigned int a, unsigned int shift, pf_rounding mode, bool negative)
{
	unsigned int low, half, r;

	if (shift > 31) /* less than any last place */
		return a && mode == (negative ? PF_RD : PF_RU);
	low = a & ((1u << shift) - 1);
	half = shift ? 1u << (shift - 1) : 1;
	r = a >> shift;
	if (mode == PF_RN)
		return r + (low > half || (low == half && (r & 1)));
	return r + (low && mode == (negative ? PF_RD : PF_RU));
}

PF_SMALL unsigned short pf_half_round(float f, pf_rounding mode)
{
	unsigned int x = pf_bits_of(f), sign = x >> 16 & 0x8000, a = x & 0x7fffffff, e = a >> 23, r;

	if (a > 0x7f800000)
		return 0x7fff;
	if (a == 0x7f800000)
		return (unsigned short)(sign | 0x7c00);
	if (e < 113) /* below the smallest normal number, 2^-14 */
		r = pf_shift(e ? (a & 0x7fffff) | 0x800000 : a, e ? 126 - e : 125, mode, sign);
	else
		r = pf_shift(a - 0x38000000, 13, mode, sign);
	if (r >= 0x7c00) /* too large: infinite, or the largest number */
		r = mode == PF_RN || mode == (sign ? PF_RD : PF_RU) ? 0x7c00 : 0x7bff;
	return (unsigned short)(sign | r);
}

PF_SMALL unsigned short pf_bfloat16_round(float f, pf_rounding mode)
{
	unsigned int x = pf_bits_of(f), sign = x >> 16 & 0x8000, a = x & 0x7fffffff;

	if (a > 0x7f800000)
		return 0x7fff;
	return (unsigned short)(sign | (a == 0x7f800000 ? 0x7f80 : pf_shift(a, 16, mode, sign)));
}

PF_SMALL float pf_odd_of_double(double d)
{
	float f = (float)d;
	unsigned int u = pf_bits_of(f);

	if (d != d || d - d != 0 || (double)f == d)
		return f;
	if (f - f != 0) /* larger than every float */
		return pf_float_of((u & 0x80000000) | 0x7f7fffff);
	if (!(u & 1)) /* a float of 0 is above or below: its sign is the number's */
		u += u << 1 ? ((double)f < d) == (d > 0) ? 1 : -1 : 1;
	return pf_float_of(u);
}

PF_SMALL float pf_odd_of_integer(unsigned long long n, bool negative)
{
	unsigned int shift = 0;
	float f;

	while (n >> shift >= 1u << 24)
		shift++;
	f = (float)(n >> shift | (shift && n & ((1ull << shift) - 1))) * pf_float_of((127 + shift) << 23);
	return negative ? -f : f;
}

/* Toward zero, into the range of an integer; what is no number is 0. */
template <class T> PF_SMALL T pf_integer_of(float f, T low, T high)
{
	if (f != f)
		return 0;
	if (f >= (float)high)
		return high;
	return f <= (float)low ? low : (T)f;
}

#undef PF_SMALL

#endif
