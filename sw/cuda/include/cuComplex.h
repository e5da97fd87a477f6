/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuComplex: complex numbers as float2 and double2, in C and C++, on host and device. Quotients are Smith's (Algorithm
 * 116, CACM 1962) and magnitudes hypot()'s: neither overflows before the result does.
 */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_types.h"

#define PF_COMPLEX __host__ __device__ static __inline__ __attribute__((unused, nodebug))

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* R: type of the parts; C: of the number; F: what names of float functions end in */
#define PF_COMPLEX_FUNCTIONS(R, C, F) \
	PF_COMPLEX R cuCreal##F(C z) { return z.x; } \
	PF_COMPLEX R cuCimag##F(C z) { return z.y; } \
	PF_COMPLEX C make_##C(R re, R im) \
	{ \
		C z; \
		z.x = re; \
		z.y = im; \
		return z; \
	} \
	PF_COMPLEX C cuConj##F(C z) { return make_##C(z.x, -z.y); } \
	PF_COMPLEX C cuCadd##F(C a, C b) { return make_##C(a.x + b.x, a.y + b.y); } \
	PF_COMPLEX C cuCsub##F(C a, C b) { return make_##C(a.x - b.x, a.y - b.y); } \
	PF_COMPLEX C cuCmul##F(C a, C b) { return make_##C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
	PF_COMPLEX C cuCdiv##F(C a, C b) \
	{ \
		if (fabs##F(b.x) >= fabs##F(b.y)) { \
			const R r = b.y / b.x, d = b.x + b.y * r; \
			return make_##C((a.x + a.y * r) / d, (a.y - a.x * r) / d); \
		} else { \
			const R r = b.x / b.y, d = b.x * r + b.y; \
			return make_##C((a.x * r + a.y) / d, (a.y * r - a.x) / d); \
		} \
	} \
	PF_COMPLEX R cuCabs##F(C z) { return hypot##F(z.x, z.y); } \
	PF_COMPLEX C cuCfma##F(C a, C b, C c) \
	{ \
		return make_##C(fma##F(a.x, b.x, fma##F(-a.y, b.y, c.x)), fma##F(a.x, b.y, fma##F(a.y, b.x, c.y))); \
	}

PF_COMPLEX_FUNCTIONS(float, cuFloatComplex, f)
PF_COMPLEX_FUNCTIONS(double, cuDoubleComplex, )

PF_COMPLEX cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
PF_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
PF_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
	return make_cuFloatComplex((float)z.x, (float)z.y);
}

#undef PF_COMPLEX_FUNCTIONS
#undef PF_COMPLEX

#endif
