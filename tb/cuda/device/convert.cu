/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * convert: conversions and arithmetic in each rounding mode against the host's <cfenv>; bit
 * casts; fast functions within the bounds that CUDA documents.
 */
#ifndef __CUDA_ARCH__
#pragma STDC FENV_ACCESS ON
#endif
#include <cfenv>

#include "check.h"

#define N 24
static const double values[N] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0 / 3, -1.0 / 3,
				 123456.789, -123456.789, 2147483647.5, -2147483649.0, 4294967296.0,
				 1e18, -1e18, 1.9e19, 1e-30, 3.4e38, 16777217, 9007199254740993.0,
				 -1, 0.1, 7};
static const int modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

#define EACH_MODE(X, ...) X(0, rn, __VA_ARGS__) X(1, rz, __VA_ARGS__) X(2, rd, __VA_ARGS__) \
	X(3, ru, __VA_ARGS__)

struct to_int {
	int fi[4], di[4];
	unsigned int fu[4], du[4];
	long long fl[4], dl[4];
	unsigned long long fx[4], dx[4];
};

__global__ void run_to_int(const double *x, to_int *out)
{
	double d = x[threadIdx.x];
	float f = (float)d;
	to_int *r = out + threadIdx.x;

#define ONE(k, m, unused) \
	r->fi[k] = __float2int_##m(f); r->di[k] = __double2int_##m(d); \
	r->fu[k] = __float2uint_##m(f); r->du[k] = __double2uint_##m(d); \
	r->fl[k] = __float2ll_##m(f); r->dl[k] = __double2ll_##m(d); \
	r->fx[k] = __float2ull_##m(f); r->dx[k] = __double2ull_##m(d);
	EACH_MODE(ONE, 0)
#undef ONE
}

/* Rounded, then clamped to the range, as the PTX cvt instruction does. */
static double rounded(double v, int k)
{
	return k == 0 ? nearbyint(v) : k == 1 ? trunc(v) : k == 2 ? floor(v) : ceil(v);
}

template <class T> static T clamped(double v, double lo, double past, T low, T high)
{
	return v < lo ? low : v >= past ? high : (T)v;
}

static void compare_to_int(const to_int *r, double d, int i)
{
	for (int k = 0; k < 4; k++) {
		double vd = rounded(d, k), vf = rounded((double)(float)d, k);
		double p31 = 2147483648.0, p63 = 9223372036854775808.0;

		check(r->di[k] == clamped<int>(vd, -p31, p31, INT_MIN, INT_MAX), "double2int", i);
		check(r->fi[k] == clamped<int>(vf, -p31, p31, INT_MIN, INT_MAX), "float2int", i);
		check(r->du[k] == clamped<unsigned int>(vd, 0, 2 * p31, 0, UINT_MAX), "double2uint", i);
		check(r->fu[k] == clamped<unsigned int>(vf, 0, 2 * p31, 0, UINT_MAX), "float2uint", i);
		check(r->dl[k] == clamped<long long>(vd, -p63, p63, LLONG_MIN, LLONG_MAX),
		      "double2ll", i);
		check(r->fl[k] == clamped<long long>(vf, -p63, p63, LLONG_MIN, LLONG_MAX),
		      "float2ll", i);
		check(r->dx[k] == clamped<unsigned long long>(vd, 0, 2 * p63, 0, ULLONG_MAX),
		      "double2ull", i);
		check(r->fx[k] == clamped<unsigned long long>(vf, 0, 2 * p63, 0, ULLONG_MAX),
		      "float2ull", i);
	}
}

struct arith {
	float i2f[4], u2f[4], l2f[4], x2f[4], d2f[4], add[4], sub[4], mul[4], div[4], fma[4];
	float rcp[4], sqrt[4];
	double l2d[4], x2d[4], dadd[4], dsub[4], dmul[4], ddiv[4], dfma[4], drcp[4], dsqrt[4];
	double i2d, u2d;
};

__global__ void run_arith(const double *x, arith *out)
{
	double a = x[threadIdx.x], b = x[(threadIdx.x + 7) % N];
	float af = (float)a, bf = (float)b;
	long long l = 0x123456789abcdefLL * (int)(threadIdx.x + 1);
	unsigned int u = (unsigned int)l;
	arith *r = out + threadIdx.x;

	r->i2d = __int2double_rn((int)u);
	r->u2d = __uint2double_rn(u);
#define ONE(k, m, unused) \
	r->i2f[k] = __int2float_##m((int)u); r->u2f[k] = __uint2float_##m(u); \
	r->l2f[k] = __ll2float_##m(l); r->x2f[k] = __ull2float_##m((unsigned long long)l * 3); \
	r->d2f[k] = __double2float_##m(a); r->l2d[k] = __ll2double_##m(l); \
	r->x2d[k] = __ull2double_##m((unsigned long long)l * 3); \
	r->add[k] = __fadd_##m(af, bf); r->sub[k] = __fsub_##m(af, bf); \
	r->mul[k] = __fmul_##m(af, bf); r->div[k] = __fdiv_##m(af, bf); \
	r->fma[k] = __fmaf_##m(af, bf, 0.1f); r->rcp[k] = __frcp_##m(af); \
	r->sqrt[k] = __fsqrt_##m(af); \
	r->dadd[k] = __dadd_##m(a, b); r->dsub[k] = __dsub_##m(a, b); \
	r->dmul[k] = __dmul_##m(a, b); r->ddiv[k] = __ddiv_##m(a, b); \
	r->dfma[k] = __fma_##m(a, b, 0.1); r->drcp[k] = __drcp_##m(a); \
	r->dsqrt[k] = __dsqrt_##m(a);
	EACH_MODE(ONE, 0)
#undef ONE
}

/* volatile: nothing may be computed at compile time, in another rounding mode */
static void compare_arith(const arith *r, double av, double bv, int i)
{
	volatile double a = av, b = bv, wd;
	volatile float af = (float)av, bf = (float)bv, wf;
	volatile long long l = 0x123456789abcdefLL * (i + 1);
	volatile unsigned long long lx = (unsigned long long)l * 3;
	volatile int s = (int)l;
	volatile unsigned int u = (unsigned int)l;

	for (int k = 0; k < 4; k++) {
#define F(field, expr) \
	fesetround(modes[k]); wf = (float)(expr); fesetround(FE_TONEAREST); \
	check(close_to(r->field[k], wf, 0, true), #field, i * 4 + k);
#define D(field, expr) \
	fesetround(modes[k]); wd = (double)(expr); fesetround(FE_TONEAREST); \
	check(close_to(r->field[k], wd, 0, false), #field, i * 4 + k);
		F(i2f, s) F(u2f, u) F(l2f, l) F(x2f, lx) F(d2f, a) F(add, af + bf) F(sub, af - bf)
		F(mul, af * bf) F(div, af / bf) F(fma, fmaf(af, bf, 0.1f)) F(rcp, 1.0f / af)
		F(sqrt, sqrtf(af))
		D(l2d, l) D(x2d, lx) D(dadd, a + b) D(dsub, a - b) D(dmul, a * b) D(ddiv, a / b)
		D(dfma, fma(a, b, 0.1)) D(drcp, 1.0 / a) D(dsqrt, sqrt(a))
#undef F
#undef D
	}
	check(r->i2d == (double)s && r->u2d == (double)u, "int2double", i);
}

struct fast {
	float sin, cos, tan, exp, exp10, log, log2, log10, pow, div, rsqrt, sat, fs, fc, full_div;
	int hi, lo, bits;
	unsigned int ubits;
	long long ll;
	double joined, back;
	float fback, uback;
};

__global__ void run_fast(fast *out)
{
	float v = 0.125f + threadIdx.x * 0.09f;
	double d = -1.0 / (threadIdx.x + 3);
	fast *r = out + threadIdx.x;

	r->sin = __sinf(v); r->cos = __cosf(v); r->tan = __tanf(v);
	r->exp = __expf(v); r->exp10 = __exp10f(v); r->log = __logf(v);
	r->log2 = __log2f(v); r->log10 = __log10f(v); r->pow = __powf(v, 1.7f);
	r->div = __fdividef(v, 3); r->full_div = fdividef(v, 3); r->rsqrt = __frsqrt_rn(v);
	r->sat = __saturatef(v - 1);
	__sincosf(v, &r->fs, &r->fc);
	r->hi = __double2hiint(d); r->lo = __double2loint(d);
	r->joined = __hiloint2double(r->hi, r->lo);
	r->ll = __double_as_longlong(d); r->back = __longlong_as_double(r->ll);
	r->bits = __float_as_int(-v); r->fback = __int_as_float(r->bits);
	r->ubits = __float_as_uint(-v); r->uback = __uint_as_float(r->ubits);
}

static bool near(double got, double want, double tolerance)
{
	return fabs(got - want) <= tolerance * fmax(1, fabs(want));
}

static void compare_fast(const fast *r, int i)
{
	float v = fmaf((float)i, 0.09f, 0.125f);
	double d = -1.0 / (i + 3), sat = v - 1 < 0 ? 0 : v - 1 > 1 ? 1 : v - 1;

	check(near(r->sin, sin(v), 1e-6) && near(r->cos, cos(v), 1e-6), "__sinf", i);
	check(near(r->fs, sin(v), 1e-6) && near(r->fc, cos(v), 1e-6), "__sincosf", i);
	check(near(r->tan, tan(v), 1e-5 * (1 + fabs(tan(v)))), "__tanf", i);
	check(near(r->exp, exp(v), 1e-6) && near(r->exp10, pow(10, v), 1e-5), "__expf", i);
	check(near(r->log, log(v), 1e-6) && near(r->log2, log2(v), 1e-6), "__logf", i);
	check(near(r->log10, log10(v), 1e-6) && near(r->pow, pow(v, 1.7f), 1e-5), "__powf", i);
	check(near(r->div, v / 3, 1e-6) && r->full_div == v / 3, "__fdividef", i);
	check(near(r->rsqrt, 1 / sqrt(v), 1e-6) && near(r->sat, sat, 1e-6), "__frsqrt_rn", i);
	check(same_bits(r->joined, d) && same_bits(r->back, d), "double bits", i);
	check(same_bits(r->fback, r->uback) && near(r->fback, -v, 1e-6), "float bits", i);
	check(r->bits == (int)r->ubits && r->bits < 0, "float_as_int", i);
}

int main()
{
	double *x = shared_array<double>(N);
	to_int *t = shared_array<to_int>(N);
	arith *a = shared_array<arith>(N);
	fast *f = shared_array<fast>(N);

	memcpy(x, values, sizeof(values));
	run_to_int<<<1, N>>>(x, t);
	run_arith<<<1, N>>>(x, a);
	run_fast<<<1, N>>>(f);
	sync("convert");
	for (int i = 0; i < N; i++) {
		compare_to_int(t + i, x[i], i);
		compare_arith(a + i, x[i], x[(i + 7) % N], i);
		compare_fast(f + i, i);
	}
	return finish("convert");
}
