/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_bf16: bfloat16: the upper half of a float.
 */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include "photofinish/small_round.h"
#include "vector_types.h"

#define PF_SMALL __host__ __device__ static __inline__ __attribute__((always_inline, nodebug))
#define PF_SMALL_DEVICE __device__ static __inline__ __attribute__((always_inline, nodebug))
#define PF_MEMBER __host__ __device__ __attribute__((always_inline, nodebug))

struct __attribute__((aligned(2))) __nv_bfloat16_raw {
	unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
	unsigned short x, y;
};

PF_SMALL unsigned short pf_bfloat16_bits(float f)
{
	return pf_bfloat16_round(f, PF_RN);
}

PF_SMALL float pf_float_of_bfloat16(unsigned short h)
{
	return pf_float_of((unsigned int)h << 16);
}

struct __attribute__((aligned(2))) __nv_bfloat16 {
	unsigned short __x;

	__nv_bfloat16() = default;
	PF_MEMBER __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
	PF_MEMBER __nv_bfloat16(float f) : __x(pf_bfloat16_bits(f)) {}
	PF_MEMBER __nv_bfloat16(double d) : __x(pf_bfloat16_bits(pf_odd_of_double(d))) {}
#define PF_FROM(type) \
	PF_MEMBER __nv_bfloat16(type i) : __x(pf_bfloat16_bits(pf_odd_of_integer(i < 0 ? 0ull - (unsigned long long)i : i, i < 0))) {}
	PF_FROM(short)
	PF_FROM(unsigned short)
	PF_FROM(int)
	PF_FROM(unsigned int)
	PF_FROM(long)
	PF_FROM(unsigned long)
	PF_FROM(long long)
	PF_FROM(unsigned long long)
#undef PF_FROM
	PF_MEMBER operator __nv_bfloat16_raw() const
	{
		__nv_bfloat16_raw r = {__x};
		return r;
	}
	PF_MEMBER operator float() const { return pf_float_of_bfloat16(__x); }
	PF_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
	PF_MEMBER __nv_bfloat16 &operator=(const __nv_bfloat16_raw &r)
	{
		__x = r.x;
		return *this;
	}
	PF_MEMBER __nv_bfloat16 &operator=(float f) { return *this = __nv_bfloat16(f); }
	PF_MEMBER __nv_bfloat16 &operator=(double d) { return *this = __nv_bfloat16(d); }
	PF_MEMBER __nv_bfloat16 &operator=(int i) { return *this = __nv_bfloat16(i); }
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
	__nv_bfloat16 x, y;

	__nv_bfloat162() = default;
	PF_MEMBER __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
	PF_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &r) : x(__nv_bfloat16_raw{r.x}), y(__nv_bfloat16_raw{r.y}) {}
	PF_MEMBER operator __nv_bfloat162_raw() const
	{
		__nv_bfloat162_raw r = {x.__x, y.__x};
		return r;
	}
};

PF_SMALL __nv_bfloat16 pf_bfloat16(unsigned short bits)
{
	__nv_bfloat16_raw r = {bits};

	return __nv_bfloat16(r);
}

/* Conversions */
PF_SMALL __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
PF_SMALL __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
PF_SMALL __nv_bfloat16 __float2bfloat16_rz(float f) { return pf_bfloat16(pf_bfloat16_round(f, PF_RZ)); }
PF_SMALL __nv_bfloat16 __float2bfloat16_rd(float f) { return pf_bfloat16(pf_bfloat16_round(f, PF_RD)); }
PF_SMALL __nv_bfloat16 __float2bfloat16_ru(float f) { return pf_bfloat16(pf_bfloat16_round(f, PF_RU)); }
PF_SMALL __nv_bfloat16 __double2bfloat16(double d) { return __nv_bfloat16(d); }
PF_SMALL float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
PF_SMALL __nv_bfloat162 __float2bfloat162_rn(float f) { return __nv_bfloat162(__nv_bfloat16(f), __nv_bfloat16(f)); }
PF_SMALL __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
PF_SMALL __nv_bfloat162 __float22bfloat162_rn(float2 f) { return __nv_bfloat162(__nv_bfloat16(f.x), __nv_bfloat16(f.y)); }
PF_SMALL float2 __bfloat1622float2(__nv_bfloat162 a)
{
	float2 f;

	f.x = (float)a.x;
	f.y = (float)a.y;
	return f;
}
#define PF_INTEGER(type, name, low, high) \
	PF_SMALL type __bfloat162##name##_rz(__nv_bfloat16 a) { return pf_integer_of<type>((float)a, low, high); } \
	PF_SMALL_DEVICE type __bfloat162##name##_rn(__nv_bfloat16 a) { return pf_integer_of<type>(rintf((float)a), low, high); } \
	PF_SMALL_DEVICE type __bfloat162##name##_rd(__nv_bfloat16 a) { return pf_integer_of<type>(floorf((float)a), low, high); } \
	PF_SMALL_DEVICE type __bfloat162##name##_ru(__nv_bfloat16 a) { return pf_integer_of<type>(ceilf((float)a), low, high); } \
	PF_INTEGER_FROM(type, name, rn, PF_RN) \
	PF_INTEGER_FROM(type, name, rz, PF_RZ) \
	PF_INTEGER_FROM(type, name, rd, PF_RD) \
	PF_INTEGER_FROM(type, name, ru, PF_RU)
#define PF_INTEGER_FROM(type, name, suffix, mode) \
	PF_SMALL __nv_bfloat16 __##name##2bfloat16_##suffix(type i) \
	{ \
		return pf_bfloat16(pf_bfloat16_round( \
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
PF_SMALL short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
PF_SMALL unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
PF_SMALL __nv_bfloat16 __short_as_bfloat16(short i) { return pf_bfloat16((unsigned short)i); }
PF_SMALL __nv_bfloat16 __ushort_as_bfloat16(unsigned short i) { return pf_bfloat16(i); }
PF_SMALL __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
PF_SMALL __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
PF_SMALL __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
PF_SMALL __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
PF_SMALL __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
PF_SMALL __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
PF_SMALL __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
PF_SMALL __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
PF_SMALL __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }

#undef PF_SMALL
#undef PF_SMALL_DEVICE
#undef PF_MEMBER

#define PF_H __nv_bfloat16
#define PF_H2 __nv_bfloat162
#define PF_BITS(u) pf_bfloat16(u)
#define PF_OF(f) __nv_bfloat16(f)
#define PF_OF_ODD(d) __nv_bfloat16(pf_odd_of_double(d))
#define PF_ONE 0x3f80
#define PF_NAN 0x7fff
#include "photofinish/small_float.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
