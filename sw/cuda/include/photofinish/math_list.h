/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_list: the math functions by shape, once; math_forward.h and math_device.h expand it.
 *
 * X(name): T name(T), float name##f(float), and an overload for float. std: part of C++'s
 * <cmath>, so also in namespace std and for integer arguments.
 */
#define PF_MATH_STD1(X) \
	X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) \
	X(atanh) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) \
	X(tgamma) X(lgamma) X(logb) X(sqrt) X(fabs) X(ceil) X(floor) X(trunc) X(rint) \
	X(nearbyint) X(round)
#define PF_MATH_STD2(X) \
	X(atan2) X(pow) X(fmod) X(remainder) X(hypot) X(nextafter) X(fdim) X(copysign) X(fmin) \
	X(fmax)
#define PF_MATH_CUDA1(X) \
	X(exp10) X(rcbrt) X(rsqrt) X(erfinv) X(erfcinv) X(erfcx) X(sinpi) X(cospi) X(normcdf) \
	X(normcdfinv)
/* X(name, result): float and double argument, integer result */
#define PF_MATH_TO_INT(X) \
	X(ilogb, int) X(lrint, long) X(lround, long) X(llrint, long long) X(llround, long long)
/* double name(double) and float name##f(float), no overload for float */
#define PF_MATH_BESSEL(X) X(j0) X(j1) X(y0) X(y1)
/* classification: bool, both types */
#define PF_MATH_CLASS1(X) X(isnan) X(isinf) X(isfinite) X(isnormal) X(signbit)
#define PF_MATH_CLASS2(X) \
	X(isgreater) X(isgreaterequal) X(isless) X(islessequal) X(islessgreater) X(isunordered)
