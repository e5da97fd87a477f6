/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * vector_types: char1 .. double4, dim3. C and C++; sizes and alignments are CUDA's.
 */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define PF_VECTOR(name, align, fields) \
	struct __attribute__((aligned(align))) name { fields }; \
	typedef struct name name;

/* base type, element, alignment of 1, 2, 3 and 4 elements */
#define PF_VECTORS(name, type, a1, a2, a3, a4) \
	PF_VECTOR(name##1, a1, type x;) \
	PF_VECTOR(name##2, a2, type x; type y;) \
	PF_VECTOR(name##3, a3, type x; type y; type z;) \
	PF_VECTOR(name##4, a4, type x; type y; type z; type w;)

PF_VECTORS(char, signed char, 1, 2, 1, 4)
PF_VECTORS(uchar, unsigned char, 1, 2, 1, 4)
PF_VECTORS(short, short, 2, 4, 2, 8)
PF_VECTORS(ushort, unsigned short, 2, 4, 2, 8)
PF_VECTORS(int, int, 4, 8, 4, 16)
PF_VECTORS(uint, unsigned int, 4, 8, 4, 16)
PF_VECTORS(long, long, 8, 16, 8, 16)
PF_VECTORS(ulong, unsigned long, 8, 16, 8, 16)
PF_VECTORS(longlong, long long, 8, 16, 8, 16)
PF_VECTORS(ulonglong, unsigned long long, 8, 16, 8, 16)
PF_VECTORS(float, float, 4, 8, 4, 16)
PF_VECTORS(double, double, 8, 16, 8, 16)

#undef PF_VECTORS
#undef PF_VECTOR

struct dim3 {
	unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
#define PF_DIM3_CONSTEXPR constexpr
#else
#define PF_DIM3_CONSTEXPR
#endif
	__host__ __device__ PF_DIM3_CONSTEXPR dim3(unsigned int vx = 1, unsigned int vy = 1,
						   unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
	__host__ __device__ PF_DIM3_CONSTEXPR dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ PF_DIM3_CONSTEXPR operator uint3() const { return uint3{x, y, z}; }
#undef PF_DIM3_CONSTEXPR
#endif
};
typedef struct dim3 dim3;

#endif
