/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math: every math function, float and double, on the device against the host's C library.
 *
 * Tolerance: 2 ulp in double, 2 ulp in float (of the double result rounded); exact for what
 * IEEE defines exactly. Functions that the host has not are checked by their definition.
 */
#include "check.h"

#define N 64

template <class Op> __global__ void run1(const double *x, double *d, float *f, float *o, int n)
{
	int i = threadIdx.x;

	if (i < n) {
		d[i] = Op::d(x[i]);
		f[i] = Op::f((float)x[i]);
		o[i] = Op::o((float)x[i]);
	}
}

static double *x, *y, *d;
static float *f, *o;

/* Spread over [lo, hi], then the special values. */
static void fill(double *p, double lo, double hi, int shift)
{
	const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0.5};

	for (int i = 0; i < N - 8; i++)
		p[i] = (double)(float)(lo + (hi - lo) * ((i * 37 + shift) % (N - 8)) / (N - 9));
	for (int i = 0; i < 8; i++)
		p[N - 8 + i] = special[(i + shift) % 8];
}

/* ref: in double, for both types */
template <class Op>
static void test1(const char *what, double (*ref)(double), double lo, double hi, int ulp,
		  int n = N)
{
	fill(x, lo, hi, 0);
	run1<Op><<<1, N>>>(x, d, f, o, n);
	sync(what);
	for (int i = 0; i < n; i++) {
		check(close_to(d[i], ref(x[i]), ulp, false), what, i);
		check(close_to(f[i], (double)(float)ref(x[i]), ulp, true), what, 1000 + i);
		check(same_bits(f[i], o[i]) || f[i] != f[i], what, 2000 + i);
	}
}

#define TEST1(fn, lo, hi, ulp) TEST1_REF(fn, [](double v) { return (double)fn(v); }, lo, hi, ulp, N)
#define TEST1_REF(fn, ref, lo, hi, ulp, n) \
	{ \
		struct op { \
			static __device__ double d(double v) { return fn(v); } \
			static __device__ float f(float v) { return fn##f(v); } \
			static __device__ float o(float v) { return fn(v); } \
		}; \
		test1<op>(#fn, ref, lo, hi, ulp, n); \
	}
/* Bessel functions have no overload for float. */
#define TEST_BESSEL(fn, lo, hi) \
	{ \
		struct op { \
			static __device__ double d(double v) { return fn(v); } \
			static __device__ float f(float v) { return fn##f(v); } \
			static __device__ float o(float v) { return fn##f(v); } \
		}; \
		test1<op>(#fn, [](double v) { return fn(v); }, lo, hi, 2); \
	}

template <class Op>
__global__ void run2(const double *x, const double *y, double *d, float *f, float *o)
{
	int i = threadIdx.x;

	d[i] = Op::d(x[i], y[i]);
	f[i] = Op::f((float)x[i], (float)y[i]);
	o[i] = Op::o((float)x[i], (float)y[i]);
}

template <class Op>
static void test2(const char *what, double (*ref)(double, double), float (*reff)(float, float),
		  double lo, double hi, int ulp)
{
	for (int shift = 0; shift < 16; shift += 3) {
		fill(x, lo, hi, 0);
		fill(y, lo, hi, shift);
		run2<Op><<<1, N>>>(x, y, d, f, o);
		sync(what);
		for (int i = 0; i < N; i++) {
			check(close_to(d[i], ref(x[i], y[i]), ulp, false), what, i);
			check(close_to(f[i], (double)reff((float)x[i], (float)y[i]), ulp, true),
			      what, 1000 + i);
			check(same_bits(f[i], o[i]) || f[i] != f[i], what, 2000 + i);
		}
	}
}

#define TEST2(fn, lo, hi, ulp) \
	{ \
		struct op { \
			static __device__ double d(double a, double b) { return fn(a, b); } \
			static __device__ float f(float a, float b) { return fn##f(a, b); } \
			static __device__ float o(float a, float b) { return fn(a, b); } \
		}; \
		test2<op>(#fn, [](double a, double b) { return (double)fn(a, b); }, \
			  [](float a, float b) { return (float)fn##f(a, b); }, lo, hi, ulp); \
	}

static void test_unary()
{
	TEST1(sin, -20, 20, 2) TEST1(cos, -20, 20, 2) TEST1(tan, -20, 20, 2)
	TEST1(asin, -1, 1, 2) TEST1(acos, -1, 1, 2) TEST1(atan, -20, 20, 2)
	TEST1(sinh, -9, 9, 2) TEST1(cosh, -9, 9, 2) TEST1(tanh, -9, 9, 2)
	TEST1(asinh, -20, 20, 2) TEST1(acosh, 1, 20, 2) TEST1(atanh, -1, 1, 2)
	TEST1(exp, -80, 80, 2) TEST1(exp2, -99, 99, 2) TEST1(exp10, -30, 30, 2)
	TEST1(expm1, -9, 9, 2) TEST1(log, -1, 99, 2) TEST1(log2, -1, 99, 2)
	TEST1(log10, -1, 99, 2) TEST1(log1p, -1, 99, 2) TEST1(cbrt, -99, 99, 2)
	TEST1(rcbrt, -99, 99, 2) TEST1(rsqrt, -1, 99, 2) TEST1(erf, -5, 5, 2)
	TEST1(erfc, -5, 5, 2) TEST1(tgamma, -5.3, 20, 4) TEST1(lgamma, -5.3, 20, 4)
	TEST1(logb, -99, 99, 0) TEST1(sqrt, -1, 99, 0) TEST1(fabs, -99, 99, 0)
	TEST1(ceil, -9, 9, 0) TEST1(floor, -9, 9, 0) TEST1(trunc, -9, 9, 0)
	TEST1(rint, -9, 9, 0) TEST1(nearbyint, -9, 9, 0) TEST1(round, -9, 9, 0)
	TEST1(sinpi, -9, 9, 4) TEST1(cospi, -9, 9, 4) TEST1(normcdf, -5, 5, 4)
	TEST_BESSEL(j0, 0, 20) TEST_BESSEL(j1, 0, 20) TEST_BESSEL(y0, 0.1, 20)
	TEST_BESSEL(y1, 0.1, 20)
	TEST1_REF(erfcx, [](double v) { return exp(v * v) * erfc(v); }, -2, 3, 60, N - 8)
}

/* f(inverse(p)) == p */
struct op_inverse {
	static __device__ double d(double p) { return erf(erfinv(p)); }
	static __device__ float f(float p) { return erff(erfinvf(p)); }
	static __device__ float o(float p) { return erff(erfinv(p)); }
};
struct op_inverse_c {
	static __device__ double d(double p) { return erfc(erfcinv(p)); }
	static __device__ float f(float p) { return erfcf(erfcinvf(p)); }
	static __device__ float o(float p) { return erfcf(erfcinv(p)); }
};
struct op_inverse_n {
	static __device__ double d(double p) { return normcdf(normcdfinv(p)); }
	static __device__ float f(float p) { return normcdff(normcdfinvf(p)); }
	static __device__ float o(float p) { return normcdff(normcdfinv(p)); }
};

static void test_inverse()
{
	auto same = [](double v) { return v; };

	test1<op_inverse>("erfinv", same, -0.9, 0.9, 16, N - 8);
	test1<op_inverse_c>("erfcinv", same, 0.1, 1.9, 16, N - 8);
	test1<op_inverse_n>("normcdfinv", same, 0.1, 0.9, 16, N - 8);
}

static void test_binary()
{
	TEST2(atan2, -9, 9, 2) TEST2(pow, -5, 5, 2) TEST2(fmod, -9, 9, 0)
	TEST2(remainder, -9, 9, 0) TEST2(hypot, -9, 9, 2) TEST2(rhypot, -9, 9, 2)
	TEST2(nextafter, -9, 9, 0) TEST2(fdim, -9, 9, 0) TEST2(copysign, -9, 9, 0)
	TEST2(fmin, -9, 9, 0) TEST2(fmax, -9, 9, 0)
}

struct extra {
	double fma, ldexp, scalbn, scalbln, frexp, modf, modf_int, sin, cos, sinpi, cospi, jn, yn;
	double norm3, norm4, rnorm3, rnorm4, norm, rnorm, remquo;
	float fmaf, ldexpf, scalbnf, scalblnf, frexpf, modff, modff_int, sinf, cosf, jnf, ynf;
	float norm3f, norm4f, normf, remquof, rnorm3f, rnorm4f, rnormf, sinpif, cospif, nanf;
	double nan;
	int old_classes;
	int exp, expf, ilogb, ilogbf, quo, quof, classes, classesf;
	long lrint, lround, lrintf, lroundf;
	long long llrint, llround, llrintf, llroundf;
};

template <class T> __host__ __device__ int classify(T a, T b)
{
	return isnan(a) | isinf(a) << 1 | isfinite(a) << 2 | isnormal(a) << 3 |
	       (signbit(a) != 0) << 4 | isgreater(a, b) << 5 | isgreaterequal(a, b) << 6 |
	       isless(a, b) << 7 | islessequal(a, b) << 8 | islessgreater(a, b) << 9 |
	       isunordered(a, b) << 10 | (fpclassify(a) == FP_ZERO) << 11;
}

__global__ void run_extra(const double *x, const double *y, extra *out)
{
	double a = x[threadIdx.x], b = y[threadIdx.x], v[3] = {a, b, 2};
	float af = (float)a, bf = (float)b, vf[3] = {af, bf, 2};
	extra *e = out + threadIdx.x;

	e->fma = fma(a, b, 0.1);
	e->fmaf = fma(af, bf, 0.1f);
	e->ldexp = ldexp(a, 5);
	e->ldexpf = ldexp(af, -3);
	e->scalbn = scalbn(a, -7);
	e->scalbnf = scalbnf(af, 9);
	e->scalbln = scalbln(a, 70000L);
	e->scalblnf = scalbln(af, 4L);
	e->frexp = frexp(a, &e->exp);
	e->frexpf = frexp(af, &e->expf);
	e->modf = modf(a, &e->modf_int);
	e->modff = modf(af, &e->modff_int);
	sincos(a, &e->sin, &e->cos);
	sincosf(af, &e->sinf, &e->cosf);
	sincospi(a, &e->sinpi, &e->cospi);
	e->jn = jn(3, a);
	e->jnf = jnf(2, af);
	e->yn = yn(3, fabs(a));
	e->ynf = ynf(2, fabsf(af));
	e->norm3 = norm3d(a, b, 2);
	e->norm3f = norm3df(af, bf, 2);
	e->norm4 = norm4d(a, b, 2, 3);
	e->norm4f = norm4df(af, bf, 2, 3);
	e->rnorm3 = rnorm3d(a, b, 2);
	e->rnorm4 = rnorm4d(a, b, 2, 3);
	e->norm = norm(3, v);
	e->rnorm = rnorm(3, v);
	e->normf = normf(3, vf);
	e->rnorm3f = rnorm3df(af, bf, 2);
	e->rnorm4f = rnorm4df(af, bf, 2, 3);
	e->rnormf = rnormf(3, vf);
	sincospif(af, &e->sinpif, &e->cospif);
	e->nan = nan("");
	e->nanf = nanf("1");
	e->old_classes = (__isnan(a) && __isnanf(af)) | (__isinf(a) && __isinff(af)) << 1 |
			 (__finite(a) && __finitef(af)) << 2 |
			 (__signbitd(a) && __signbitf(af)) << 4;
	e->remquo = remquo(a, b, &e->quo);
	e->remquof = remquo(af, bf, &e->quof);
	e->ilogb = ilogb(a);
	e->ilogbf = ilogb(af);
	e->lrint = lrint(a);
	e->lrintf = lrint(af);
	e->llrint = llrint(a);
	e->llrintf = llrint(af);
	e->lround = lround(a);
	e->lroundf = lround(af);
	e->llround = llround(a);
	e->llroundf = llround(af);
	e->classes = classify(a, b);
	e->classesf = classify(af, bf);
}

static void compare_floats(const extra *e, double a, double b, int i)
{
	float af = (float)a, bf = (float)b, int_f;
	int n, q;

	check(close_to(e->fmaf, fmaf(af, bf, 0.1f), 0, true), "fmaf", i);
	check(close_to(e->ldexpf, ldexpf(af, -3), 0, true), "ldexpf", i);
	check(close_to(e->scalbnf, scalbnf(af, 9), 0, true), "scalbnf", i);
	check(close_to(e->scalblnf, scalblnf(af, 4), 0, true), "scalblnf", i);
	check(close_to(e->frexpf, frexpf(af, &n), 0, true), "frexpf", i);
	check(e->expf == n || !std::isfinite(af), "frexpf exponent", i);
	check(close_to(e->modff, modff(af, &int_f), 0, true), "modff", i);
	check(close_to(e->modff_int, int_f, 0, true), "modff integer", i);
	check(close_to(e->sinf, (float)sin((double)af), 2, true), "sincosf", i);
	check(close_to(e->cosf, (float)cos((double)af), 2, true), "sincosf", i);
	check(close_to(e->jnf, (float)jn(2, af), 8, true), "jnf", i);
	check(close_to(e->ynf, (float)yn(2, fabs(af)), 8, true), "ynf", i);
	check(close_to(e->norm3f, (float)norm3d(af, bf, 2), 2, true), "norm3df", i);
	check(close_to(e->norm4f, (float)norm4d(af, bf, 2, 3), 2, true), "norm4df", i);
	check(close_to(e->normf, (float)norm3d(af, bf, 2), 2, true), "normf", i);
	check(close_to(e->rnorm3f, (float)(1 / norm3d(af, bf, 2)), 2, true), "rnorm3df", i);
	check(close_to(e->rnormf, (float)(1 / norm3d(af, bf, 2)), 2, true), "rnormf", i);
	check(close_to(e->rnorm4f, (float)(1 / norm4d(af, bf, 2, 3)), 2, true), "rnorm4df", i);
	check(close_to(e->sinpif, sinpif(af), 2, true), "sincospif", i);
	check(close_to(e->cospif, cospif(af), 2, true), "sincospif", i);
	check(e->nanf != e->nanf && e->nan != e->nan, "nan", i);
	check(e->old_classes == (classify(af, bf) & 0x17), "__isnan and its like", i);
	check(close_to(e->remquof, remquof(af, bf, &q), 0, true), "remquof", i);
	check((e->quof & 7) == (q & 7) || e->remquof != e->remquof, "remquof quotient", i);
	check(e->ilogbf == ilogbf(af), "ilogbf", i);
	check(e->classesf == classify(af, bf), "classification, float", i);
	if (fabs(a) > 1e9 || a != a)
		return;
	check(e->lrintf == lrintf(af) && e->llrintf == llrintf(af), "lrintf", i);
	check(e->lroundf == lroundf(af) && e->llroundf == llroundf(af), "lroundf", i);
}

static void compare_doubles(const extra *e, double a, double b, int i)
{
	double whole, n3 = norm3d(a, b, 2), n4 = norm4d(a, b, 2, 3);
	int n, q;

	check(close_to(e->fma, fma(a, b, 0.1), 0, false), "fma", i);
	check(close_to(e->ldexp, ldexp(a, 5), 0, false), "ldexp", i);
	check(close_to(e->scalbn, scalbn(a, -7), 0, false), "scalbn", i);
	check(close_to(e->scalbln, scalbln(a, 70000), 0, false), "scalbln", i);
	check(close_to(e->frexp, frexp(a, &n), 0, false), "frexp", i);
	check(e->exp == n || !std::isfinite(a), "frexp exponent", i);
	check(close_to(e->modf, modf(a, &whole), 0, false), "modf", i);
	check(close_to(e->modf_int, whole, 0, false), "modf integer", i);
	check(close_to(e->sin, sin(a), 2, false) && close_to(e->cos, cos(a), 2, false), "sincos", i);
	check(close_to(e->sinpi, sinpi(a), 4, false), "sincospi", i);
	check(close_to(e->cospi, cospi(a), 4, false), "sincospi", i);
	check(close_to(e->jn, jn(3, a), 2, false), "jn", i);
	check(close_to(e->yn, yn(3, fabs(a)), 2, false), "yn", i);
	check(close_to(e->norm3, n3, 4, false) && close_to(e->norm, n3, 4, false), "norm3d", i);
	check(close_to(e->norm4, n4, 4, false), "norm4d", i);
	check(close_to(e->rnorm3, 1 / n3, 4, false) && close_to(e->rnorm, 1 / n3, 4, false),
	      "rnorm3d", i);
	check(close_to(e->rnorm4, 1 / n4, 4, false), "rnorm4d", i);
	check(close_to(e->remquo, remquo(a, b, &q), 0, false), "remquo", i);
	check((e->quo & 7) == (q & 7) || e->remquo != e->remquo, "remquo quotient", i);
	check(e->ilogb == ilogb(a), "ilogb", i);
	check(e->classes == classify(a, b), "classification", i);
	if (fabs(a) > 1e9 || a != a)
		return;
	check(e->lrint == lrint(a) && e->llrint == llrint(a), "lrint", i);
	check(e->lround == lround(a) && e->llround == llround(a), "lround", i);
}

static void test_extra()
{
	extra *out = shared_array<extra>(N);

	for (int shift = 0; shift < 24; shift += 5) {
		fill(x, -9, 9, 0);
		fill(y, -3, 3, shift);
		run_extra<<<1, N>>>(x, y, out);
		sync("extra");
		for (int i = 0; i < N; i++) {
			compare_floats(out + i, x[i], y[i], i);
			compare_doubles(out + i, x[i], y[i], i);
		}
	}
}

int main()
{
	x = shared_array<double>(N);
	y = shared_array<double>(N);
	d = shared_array<double>(N);
	f = shared_array<float>(N);
	o = shared_array<float>(N);
	test_unary();
	test_inverse();
	test_binary();
	test_extra();
	return finish("math");
}
