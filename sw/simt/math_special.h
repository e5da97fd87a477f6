/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_special: functions of CUDA's math library that the C library does not have.
 */

/* clang-format off */
#ifndef MATH_SPECIAL_H
#define MATH_SPECIAL_H

double math_sinpi(double x);
double math_cospi(double x);
double math_exp10(double x);
double math_rsqrt(double x);
double math_rcbrt(double x);
double math_lgamma(double x);		/* without the C library's global sign */
double math_erfcx(double x);		/* exp(x^2) erfc(x) */
double math_erfinv(double y);
double math_erfcinv(double p);
double math_normcdf(double x);
double math_normcdfinv(double p);
double math_rhypot(double x, double y);
double math_norm3d(double a, double b, double c);
double math_norm4d(double a, double b, double c, double d);

#endif
