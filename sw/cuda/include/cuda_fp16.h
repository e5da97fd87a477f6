/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_fp16: half precision: 5 bits of exponent, 10 of fraction.
 */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "photofinish/small_round.h"
#include "vector_types.h"

#define PF_SMALL __host__ __device__ static __inline__ __attribute__((always_inline, nodebug))
#define PF_SMALL_DEVICE __device__ static __inline__ __attribute__((always_inline, nodebug))
#define PF_MEMBER __host__ __device__ __attribute__((always_inline, nodebug))

struct __attribute__((aligned(2))) __half_raw {
	unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
	unsigned short x, y;
};

PF_SMALL unsigned short pf_half_bits(float f)
{
#ifdef __CUDA_ARCH__
	unsigned short h;

	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
	return f != f ? 0x7fff : h;
#else
	return pf_half_round(f, PF_RN);
#endif
}

PF_SMALL float pf_float_of_half(unsigned short h)
{
#ifdef __CUDA_ARCH__
	float f;

	asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
	return f;
#else
	unsigned int sign = (h & 0x8000u) << 16, e = h >> 10 & 31, m = h & 1023;

	if (!e) /* exact: 2^-24 is a float */
		return pf_float_of(sign | pf_bits_of((float)m * 0x1p-24f));
	return pf_float_of(sign | (e == 31 ? 0x7f800000u : (e + 112) << 23) | m << 13);
#endif
}

struct __attribute__((aligned(2))) __half {
	unsigned short __x;

	__half() = default;
	PF_MEMBER __half(const __half_raw &r) : __x(r.x) {}
	PF_MEMBER __half(float f) : __x(pf_half_bits(f)) {}
	PF_MEMBER __half(double d) : __x(pf_half_bits(pf_odd_of_double(d))) {}
#define PF_FROM(type) \
	PF_MEMBER __half(type i) : __x(pf_half_bits(pf_odd_of_integer(i < 0 ? 0ull - (unsigned long long)i : i, i < 0))) {}
	PF_FROM(short)
	PF_FROM(unsigned short)
	PF_FROM(int)
	PF_FROM(unsigned int)
	PF_FROM(long)
	PF_FROM(unsigned long)
	PF_FROM(long long)
	PF_FROM(unsigned long long)
#undef PF_FROM
	PF_MEMBER operator __half_raw() const
	{
		__half_raw r = {__x};
		return r;
	}
	PF_MEMBER operator float() const { return pf_float_of_half(__x); }
	PF_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
	PF_MEMBER __half &operator=(const __half_raw &r)
	{
		__x = r.x;
		return *this;
	}
	PF_MEMBER __half &operator=(float f) { return *this = __half(f); }
	PF_MEMBER __half &operator=(double d) { return *this = __half(d); }
	PF_MEMBER __half &operator=(int i) { return *this = __half(i); }
};

struct __attribute__((aligned(4))) __half2 {
	__half x, y;

	__half2() = default;
	PF_MEMBER __half2(const __half &a, const __half &b) : x(a), y(b) {}
	PF_MEMBER __half2(const __half2_raw &r) : x(__half_raw{r.x}), y(__half_raw{r.y}) {}
	PF_MEMBER operator __half2_raw() const
	{
		__half2_raw r = {x.__x, y.__x};
		return r;
	}
};

PF_SMALL __half pf_half(unsigned short bits)
{
	__half_raw r = {bits};

	return __half(r);
}

/* Conversions */
PF_SMALL __half __float2half(float f) { return __half(f); }
PF_SMALL __half __float2half_rn(float f) { return __half(f); }
PF_SMALL __half __float2half_rz(float f) { return pf_half(pf_half_round(f, PF_RZ)); }
PF_SMALL __half __float2half_rd(float f) { return pf_half(pf_half_round(f, PF_RD)); }
PF_SMALL __half __float2half_ru(float f) { return pf_half(pf_half_round(f, PF_RU)); }
PF_SMALL __half __double2half(double d) { return __half(d); }
PF_SMALL float __half2float(__half a) { return (float)a; }
PF_SMALL __half2 __float2half2_rn(float f) { return __half2(__half(f), __half(f)); }
PF_SMALL __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
PF_SMALL __half2 __float22half2_rn(float2 f) { return __half2(__half(f.x), __half(f.y)); }
PF_SMALL float2 __half22float2(__half2 a)
{
	float2 f;

	f.x = (float)a.x;
	f.y = (float)a.y;
	return f;
}
#define PF_INTEGER(type, name, low, high) \
	PF_SMALL type __half2##name##_rz(__half a) { return pf_integer_of<type>((float)a, low, high); } \
	PF_SMALL_DEVICE type __half2##name##_rn(__half a) { return pf_integer_of<type>(rintf((float)a), low, high); } \
	PF_SMALL_DEVICE type __half2##name##_rd(__half a) { return pf_integer_of<type>(floorf((float)a), low, high); } \
	PF_SMALL_DEVICE type __half2##name##_ru(__half a) { return pf_integer_of<type>(ceilf((float)a), low, high); } \
	PF_INTEGER_FROM(type, name, rn, PF_RN) \
	PF_INTEGER_FROM(type, name, rz, PF_RZ) \
	PF_INTEGER_FROM(type, name, rd, PF_RD) \
	PF_INTEGER_FROM(type, name, ru, PF_RU)
#define PF_INTEGER_FROM(type, name, suffix, mode) \
	PF_SMALL __half __##name##2half_##suffix(type i) \
	{ \
		return pf_half(pf_half_round( \
			pf_odd_of_integer(i < 0 ? 0ull - (unsigned long long)i : i, i < 0), mode)); \
	}
PF_INTEGER(int, int, -2147483647 - 1, 2147483647)
PF_INTEGER(short, short, -32768, 32767)
PF_INTEGER(long long, ll, -9223372036854775807LL - 1, 9223372036854775807LL)
PF_INTEGER(unsigned int, uint, 0, 4294967295u)
PF_INTEGER(unsigned short, ushort, 0, 65535)
PF_INTEGER(unsigned long long, ull, 0, 18446744073709551615ull)
#undef PF_INTEGER
#undef PF_INTEGER_FROM
PF_SMALL short __half_as_short(__half a) { return (short)a.__x; }
PF_SMALL unsigned short __half_as_ushort(__half a) { return a.__x; }
PF_SMALL __half __short_as_half(short i) { return pf_half((unsigned short)i); }
PF_SMALL __half __ushort_as_half(unsigned short i) { return pf_half(i); }
PF_SMALL __half2 __half2half2(__half a) { return __half2(a, a); }
PF_SMALL __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
PF_SMALL __half2 make_half2(__half a, __half b) { return __half2(a, b); }
PF_SMALL __half __low2half(__half2 a) { return a.x; }
PF_SMALL __half __high2half(__half2 a) { return a.y; }
PF_SMALL __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
PF_SMALL __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
PF_SMALL __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
PF_SMALL __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

#undef PF_SMALL
#undef PF_SMALL_DEVICE
#undef PF_MEMBER

#define PF_H __half
#define PF_H2 __half2
#define PF_BITS(u) pf_half(u)
#define PF_OF(f) __half(f)
#define PF_OF_ODD(d) __half(pf_odd_of_double(d))
#define PF_ONE 0x3c00
#define PF_NAN 0x7fff
#include "photofinish/small_float.h"

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#endif
