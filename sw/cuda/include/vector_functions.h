/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * vector_functions: make_char1() .. make_double4(), for host and device.
 */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define PF_MAKE static inline __host__ __device__ __attribute__((always_inline, nodebug))
#ifndef __CUDA__
#undef PF_MAKE
#define PF_MAKE static inline
#endif
#define PF_MAKERS(name, E) \
	PF_MAKE name##1 make_##name##1(E x) { name##1 v = {x}; return v; } \
	PF_MAKE name##2 make_##name##2(E x, E y) { name##2 v = {x, y}; return v; } \
	PF_MAKE name##3 make_##name##3(E x, E y, E z) { name##3 v = {x, y, z}; return v; } \
	PF_MAKE name##4 make_##name##4(E x, E y, E z, E w) { name##4 v = {x, y, z, w}; return v; }

PF_MAKERS(char, signed char)
PF_MAKERS(uchar, unsigned char)
PF_MAKERS(short, short)
PF_MAKERS(ushort, unsigned short)
PF_MAKERS(int, int)
PF_MAKERS(uint, unsigned int)
PF_MAKERS(long, long)
PF_MAKERS(ulong, unsigned long)
PF_MAKERS(longlong, long long)
PF_MAKERS(ulonglong, unsigned long long)
PF_MAKERS(float, float)
PF_MAKERS(double, double)

#undef PF_MAKERS
#undef PF_MAKE

#endif
