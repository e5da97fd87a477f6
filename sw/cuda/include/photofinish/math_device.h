/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_device: the device overloads that math_forward.h declared.
 *
 * What PTX has becomes PTX; the rest is pf.math.<function>.<type>, which the executor answers
 * with the C library's function of that name.
 */
#define PF_DEF_MATH1(fn) \
	PF_DEVICE double fn(double x) \
	{ \
		double r; \
		asm("pf.math." #fn ".f64 %0, %1;" : "=d"(r) : "d"(x)); \
		return r; \
	} \
	PF_DEVICE float fn##f(float x) \
	{ \
		float r; \
		asm("pf.math." #fn ".f32 %0, %1;" : "=f"(r) : "f"(x)); \
		return r; \
	}
#define PF_DEF_OVER1(fn) \
	PF_DEVICE float fn(float x) { return fn##f(x); }
#define PF_DEF_MATH2(fn) \
	PF_DEVICE double fn(double x, double y) \
	{ \
		double r; \
		asm("pf.math." #fn ".f64 %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y)); \
		return r; \
	} \
	PF_DEVICE float fn##f(float x, float y) \
	{ \
		float r; \
		asm("pf.math." #fn ".f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); \
		return r; \
	}
#define PF_DEF_OVER2(fn) \
	PF_DEVICE float fn(float x, float y) { return fn##f(x, y); }
/* clang turns these builtins into PTX instructions */
#define PF_DEF_BUILTIN1(fn) \
	PF_DEVICE double fn(double x) { return __builtin_##fn(x); } \
	PF_DEVICE float fn##f(float x) { return __builtin_##fn##f(x); }
#define PF_DEF_BUILTIN2(fn) \
	PF_DEVICE double fn(double x, double y) { return __builtin_##fn(x, y); } \
	PF_DEVICE float fn##f(float x, float y) { return __builtin_##fn##f(x, y); }

PF_DEF_MATH1(sin) PF_DEF_MATH1(cos) PF_DEF_MATH1(tan) PF_DEF_MATH1(asin) PF_DEF_MATH1(acos)
PF_DEF_MATH1(atan) PF_DEF_MATH1(sinh) PF_DEF_MATH1(cosh) PF_DEF_MATH1(tanh) PF_DEF_MATH1(asinh)
PF_DEF_MATH1(acosh) PF_DEF_MATH1(atanh) PF_DEF_MATH1(exp) PF_DEF_MATH1(exp2) PF_DEF_MATH1(expm1)
PF_DEF_MATH1(log) PF_DEF_MATH1(log2) PF_DEF_MATH1(log10) PF_DEF_MATH1(log1p) PF_DEF_MATH1(cbrt)
PF_DEF_MATH1(erf) PF_DEF_MATH1(erfc) PF_DEF_MATH1(tgamma) PF_DEF_MATH1(lgamma) PF_DEF_MATH1(logb)
PF_DEF_MATH1(round)
PF_DEF_BUILTIN1(sqrt) PF_DEF_BUILTIN1(fabs) PF_DEF_BUILTIN1(ceil) PF_DEF_BUILTIN1(floor)
PF_DEF_BUILTIN1(trunc) PF_DEF_BUILTIN1(rint) PF_DEF_BUILTIN1(nearbyint)
PF_MATH_STD1(PF_DEF_OVER1)

PF_MATH_CUDA1(PF_DEF_MATH1)
PF_MATH_CUDA1(PF_DEF_OVER1)
PF_MATH_BESSEL(PF_DEF_MATH1)

PF_DEF_MATH2(atan2) PF_DEF_MATH2(pow) PF_DEF_MATH2(fmod) PF_DEF_MATH2(remainder)
PF_DEF_MATH2(hypot) PF_DEF_MATH2(nextafter) PF_DEF_MATH2(fdim) PF_DEF_MATH2(rhypot)
PF_DEF_BUILTIN2(copysign) PF_DEF_BUILTIN2(fmin) PF_DEF_BUILTIN2(fmax)
PF_MATH_STD2(PF_DEF_OVER2)
PF_DEF_OVER2(rhypot)

PF_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
PF_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
PF_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

#define PF_DEF_INT2(fn, op) \
	PF_DEVICE double fn(double x, int n) \
	{ \
		double r; \
		asm("pf.math." op ".f64 %0, %1, %2;" : "=d"(r) : "d"(x), "r"(n)); \
		return r; \
	} \
	PF_DEVICE float fn##f(float x, int n) \
	{ \
		float r; \
		asm("pf.math." op ".f32 %0, %1, %2;" : "=f"(r) : "f"(x), "r"(n)); \
		return r; \
	} \
	PF_DEVICE float fn(float x, int n) { return fn##f(x, n); }
PF_DEF_INT2(ldexp, "ldexp")
PF_DEF_INT2(scalbn, "scalbn")

/* Any exponent change beyond 2^14 saturates a double anyway. */
PF_DEVICE int pf_clamp_exponent(long n)
{
	return n > 16384 ? 16384 : n < -16384 ? -16384 : (int)n;
}
PF_DEVICE double scalbln(double x, long n) { return scalbn(x, pf_clamp_exponent(n)); }
PF_DEVICE float scalblnf(float x, long n) { return scalbnf(x, pf_clamp_exponent(n)); }
PF_DEVICE float scalbln(float x, long n) { return scalblnf(x, n); }

PF_DEVICE double frexp(double x, int *e)
{
	double r;
	int n;

	asm("pf.math.frexp.f64 %0|%1, %2;" : "=d"(r), "=r"(n) : "d"(x));
	*e = n;
	return r;
}
PF_DEVICE float frexpf(float x, int *e)
{
	float r;
	int n;

	asm("pf.math.frexp.f32 %0|%1, %2;" : "=f"(r), "=r"(n) : "f"(x));
	*e = n;
	return r;
}
PF_DEVICE float frexp(float x, int *e) { return frexpf(x, e); }

#define PF_DEF_TWO(fn, T, c, type) \
	PF_DEVICE void pf_##fn(T x, T *a, T *b) \
	{ \
		T p, q; \
		asm("pf.math." #fn "." type " %0|%1, %2;" : "=" c(p), "=" c(q) : c(x)); \
		*a = p; \
		*b = q; \
	}
PF_DEF_TWO(modf, double, "d", "f64")
PF_DEF_TWO(modf, float, "f", "f32")
PF_DEF_TWO(sincos, double, "d", "f64")
PF_DEF_TWO(sincos, float, "f", "f32")
#undef PF_DEF_TWO
PF_DEVICE double modf(double x, double *i)
{
	double r;

	pf_modf(x, &r, i);
	return r;
}
PF_DEVICE float modff(float x, float *i)
{
	float r;

	pf_modf(x, &r, i);
	return r;
}
PF_DEVICE float modf(float x, float *i) { return modff(x, i); }
PF_DEVICE void sincos(double x, double *s, double *c) { pf_sincos(x, s, c); }
PF_DEVICE void sincosf(float x, float *s, float *c) { pf_sincos(x, s, c); }
PF_DEVICE void sincos(float x, float *s, float *c) { pf_sincos(x, s, c); }
PF_DEVICE void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
PF_DEVICE void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
PF_DEVICE void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }

/* Remainder and the low three bits of the quotient, with its sign. fmod by 8|y| is exact. */
#define PF_DEF_REMQUO(fn, T, fmod_, abs_, rem_) \
	PF_DEVICE T fn(T x, T y, int *quo) \
	{ \
		T ax = fmod_(abs_(x), 8 * abs_(y)), ay = abs_(y), r = rem_(x, y); \
		bool neg = signbit(x) != signbit(y); \
		int q = 0; \
		for (int bit = 4; bit; bit >>= 1) \
			if (ax >= bit * ay && ay > 0) { \
				ax -= bit * ay; \
				q += bit; \
			} \
		if (ax + ax > ay || (ax + ax == ay && (q & 1))) \
			q++; \
		*quo = neg ? -(q & 7) : q & 7; \
		return r; \
	}
PF_DEF_REMQUO(remquo, double, fmod, fabs, remainder)
PF_DEF_REMQUO(remquof, float, fmodf, fabsf, remainderf)
#undef PF_DEF_REMQUO
PF_DEVICE float remquo(float x, float y, int *quo) { return remquof(x, y, quo); }

PF_DEVICE int ilogb(double x)
{
	int r;

	asm("pf.math.ilogb.f64 %0, %1;" : "=r"(r) : "d"(x));
	return r;
}
PF_DEVICE int ilogbf(float x)
{
	int r;

	asm("pf.math.ilogb.f32 %0, %1;" : "=r"(r) : "f"(x));
	return r;
}
PF_DEVICE long long llrint(double x) { return __double2ll_rn(x); }
PF_DEVICE long long llrintf(float x) { return __float2ll_rn(x); }
PF_DEVICE long lrint(double x) { return (long)__double2ll_rn(x); }
PF_DEVICE long lrintf(float x) { return (long)__float2ll_rn(x); }
PF_DEVICE long long llround(double x) { return __double2ll_rz(round(x)); }
PF_DEVICE long long llroundf(float x) { return __float2ll_rz(roundf(x)); }
PF_DEVICE long lround(double x) { return (long)llround(x); }
PF_DEVICE long lroundf(float x) { return (long)llroundf(x); }
#define PF_DEF_OVER_TO_INT(fn, R) PF_DEVICE R fn(float x) { return fn##f(x); }
PF_MATH_TO_INT(PF_DEF_OVER_TO_INT)
#undef PF_DEF_OVER_TO_INT

#define PF_DEF_ORDER(fn) \
	PF_DEVICE double fn(int n, double x) \
	{ \
		double r; \
		asm("pf.math." #fn ".f64 %0, %1, %2;" : "=d"(r) : "r"(n), "d"(x)); \
		return r; \
	} \
	PF_DEVICE float fn##f(int n, float x) \
	{ \
		float r; \
		asm("pf.math." #fn ".f32 %0, %1, %2;" : "=f"(r) : "r"(n), "f"(x)); \
		return r; \
	}
PF_DEF_ORDER(jn)
PF_DEF_ORDER(yn)
#undef PF_DEF_ORDER

PF_DEVICE double norm3d(double a, double b, double c)
{
	double r;

	asm("pf.math.norm3d.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c));
	return r;
}
PF_DEVICE float norm3df(float a, float b, float c)
{
	float r;

	asm("pf.math.norm3d.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
	return r;
}
PF_DEVICE double norm4d(double a, double b, double c, double d)
{
	double r;

	asm("pf.math.norm4d.f64 %0, %1, %2, %3, %4;"
	    : "=d"(r) : "d"(a), "d"(b), "d"(c), "d"(d));
	return r;
}
PF_DEVICE float norm4df(float a, float b, float c, float d)
{
	float r;

	asm("pf.math.norm4d.f32 %0, %1, %2, %3, %4;"
	    : "=f"(r) : "f"(a), "f"(b), "f"(c), "f"(d));
	return r;
}
PF_DEVICE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
PF_DEVICE float rnorm3df(float a, float b, float c) { return 1 / norm3df(a, b, c); }
PF_DEVICE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
PF_DEVICE float rnorm4df(float a, float b, float c, float d) { return 1 / norm4df(a, b, c, d); }
PF_DEVICE double norm(int n, const double *p)
{
	double r = 0;

	for (int i = 0; i < n; i++)
		r = hypot(r, p[i]);
	return r;
}
PF_DEVICE float normf(int n, const float *p)
{
	double r = 0;

	for (int i = 0; i < n; i++)
		r = hypot(r, (double)p[i]);
	return (float)r;
}
PF_DEVICE double rnorm(int n, const double *p) { return 1 / norm(n, p); }
PF_DEVICE float rnormf(int n, const float *p) { return 1 / normf(n, p); }

/* The payload string is ignored, as printing a NaN does not show it. */
PF_DEVICE double nan(const char *) { return __builtin_nan(""); }
PF_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

#define PF_DEF_CLASS1(fn) \
	PF_DEVICE bool fn(double x) { return pf_##fn(x); } \
	PF_DEVICE bool fn(float x) { return pf_##fn(x); }
#define pf_isnan(x) ((x) != (x))
#define pf_isinf(x) (__builtin_fabs(x) == __builtin_inf())
#define pf_isfinite(x) (__builtin_fabs(x) < __builtin_inf())
#define pf_isnormal(x) __builtin_isnormal(x)
#define pf_signbit(x) (__builtin_signbit(x) != 0)
PF_MATH_CLASS1(PF_DEF_CLASS1)
#undef pf_isnan
#undef pf_isinf
#undef pf_isfinite
#undef pf_isnormal
#undef pf_signbit
#undef PF_DEF_CLASS1
#define PF_DEF_CLASS2(fn) \
	PF_DEVICE bool fn(double x, double y) { return __builtin_##fn(x, y); } \
	PF_DEVICE bool fn(float x, float y) { return __builtin_##fn(x, y); }
PF_MATH_CLASS2(PF_DEF_CLASS2)
#undef PF_DEF_CLASS2
PF_DEVICE int fpclassify(double x)
{
	return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);
}
PF_DEVICE int fpclassify(float x)
{
	return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);
}
PF_DEVICE int __isnanf(float x) { return isnan(x); }
PF_DEVICE int __isnan(double x) { return isnan(x); }
PF_DEVICE int __isinff(float x) { return isinf(x); }
PF_DEVICE int __isinf(double x) { return isinf(x); }
PF_DEVICE int __finitef(float x) { return isfinite(x); }
PF_DEVICE int __finite(double x) { return isfinite(x); }
PF_DEVICE int __signbitf(float x) { return signbit(x); }
PF_DEVICE int __signbitd(double x) { return signbit(x); }

PF_DEVICE int abs(int x) { return x < 0 ? -x : x; }
PF_DEVICE long abs(long x) { return x < 0 ? -x : x; }
PF_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
PF_DEVICE double abs(double x) { return __builtin_fabs(x); }
PF_DEVICE float abs(float x) { return __builtin_fabsf(x); }
PF_DEVICE long labs(long x) { return x < 0 ? -x : x; }
PF_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

#undef PF_DEF_MATH1
#undef PF_DEF_OVER1
#undef PF_DEF_MATH2
#undef PF_DEF_OVER2
#undef PF_DEF_BUILTIN1
#undef PF_DEF_BUILTIN2
#undef PF_DEF_INT2
