/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_special: see math_special.h. Computed in long double, rounded once.
 */

/* clang-format off */
#include "math_special.h"

#include <math.h>

static const long double PI = 3.141592653589793238462643383279502884L;
static const long double SQRT_PI = 1.772453850905516027298167483341145183L;
static const long double SQRT_2 = 1.414213562373095048801688724209698079L;

double math_sinpi(double x)
{
	double r = remainder(x, 2.0);	/* exact, -1..1; NaN for infinity */

	if (fabs(r) > 0.5)
		r = copysign(1.0, r) - r;
	return r == 0.0 ? copysign(0.0, x) : (double)sinl(PI * (long double)r);
}

double math_cospi(double x)
{
	const double r = fabs(remainder(x, 2.0));

	if (r < 0.25)
		return (double)cosl(PI * (long double)r);
	return r == 0.5 ? 0.0 : (double)sinl(PI * (long double)(0.5 - r));
}

double math_exp10(double x)
{
	return (double)powl(10.0L, (long double)x);
}

double math_rsqrt(double x)
{
	return (double)(1.0L / sqrtl((long double)x));
}

double math_rcbrt(double x)
{
	return (double)(1.0L / cbrtl((long double)x));
}

double math_lgamma(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

double math_erfcx(double x)
{
	const long double v = (long double)x;
	long double sum = 0, term = 1;

	if (x < 25.0)
		return (double)(expl(v * v) * erfcl(v));
	if (x > 1e300)
		return (double)(1.0L / (v * SQRT_PI));
	/* asymptotic series; its terms fall until n is about x * x */
	for (int n = 0; n < 12; n++) {
		sum += term;
		term *= -(long double)(2 * n + 1) / (2.0L * v * v);
	}
	return x != x ? x : (double)(sum / (v * SQRT_PI));
}

/* Newton on erf(x) = y from below; |y| at most 1/2 */
static long double erfinv_small(long double y)
{
	long double x = y * SQRT_PI / 2.0L;

	for (int n = 0; n < 8; n++)
		x -= (erfl(x) - y) * expl(x * x) * SQRT_PI / 2.0L;
	return x;
}

/* Newton on log erfc(x) = log p, where p is small and erfc nearly exponential */
static long double erfcinv_small(long double p)
{
	const long double t = -logl(p);
	long double x = sqrtl(t);

	for (int n = 0; n < 60; n++) {
		const long double e = erfcl(x);
		const long double step = logl(e / p) * e * expl(x * x) * SQRT_PI / 2.0L;

		x += step;
		if (fabsl(step) < 1e-18L * x)
			break;
	}
	return x;
}

double math_erfinv(double y)
{
	const long double mag = fabsl((long double)y);

	if (!(mag <= 1.0L))
		return NAN;
	if (mag == 1.0L)
		return copysign(INFINITY, y);
	if (mag <= 0.5L)
		return y == 0.0 ? y : (double)erfinv_small((long double)y);
	return copysign((double)erfcinv_small(1.0L - mag), y);
}

double math_erfcinv(double p)
{
	if (!(p >= 0.0 && p <= 2.0))
		return NAN;
	if (p == 0.0 || p == 2.0)
		return p == 0.0 ? INFINITY : -INFINITY;
	if (p >= 0.5 && p <= 1.5)
		return p == 1.0 ? 0.0 : (double)erfinv_small(1.0L - (long double)p);
	return p < 0.5 ? (double)erfcinv_small((long double)p) :
			 -(double)erfcinv_small(2.0L - (long double)p);
}

double math_normcdf(double x)
{
	return (double)(0.5L * erfcl(-(long double)x / SQRT_2));
}

double math_normcdfinv(double p)
{
	if (!(p >= 0.0 && p <= 1.0))
		return NAN;
	if (p == 0.0 || p == 1.0)
		return p == 0.0 ? -INFINITY : INFINITY;
	if (p >= 0.25 && p <= 0.75)
		return p == 0.5 ? 0.0 :
		       (double)(SQRT_2 * erfinv_small(2.0L * (long double)p - 1.0L));
	return p < 0.25 ? (double)(-SQRT_2 * erfcinv_small(2.0L * (long double)p)) :
			  (double)(SQRT_2 * erfcinv_small(2.0L - 2.0L * (long double)p));
}

double math_rhypot(double x, double y)
{
	return (double)(1.0L / hypotl((long double)x, (long double)y));
}

double math_norm3d(double a, double b, double c)
{
	return (double)hypotl(hypotl((long double)a, (long double)b), (long double)c);
}

double math_norm4d(double a, double b, double c, double d)
{
	return (double)hypotl(hypotl((long double)a, (long double)b),
			      hypotl((long double)c, (long double)d));
}
