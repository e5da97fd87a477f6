/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_forward: device overloads, declared before the standard library's headers.
 *
 * libstdc++ makes its float overloads constexpr, and clang makes a constexpr function
 * callable on the device unless a device overload of the same signature is known by then.
 * They also have to be in namespace std then. So: declare here, define in math_device.h.
 */
#define PF_DECL1(fn) \
	PF_DEVICE double fn(double); \
	PF_DEVICE float fn(float); \
	PF_DEVICE float fn##f(float);
#define PF_DECL2(fn) \
	PF_DEVICE double fn(double, double); \
	PF_DEVICE float fn(float, float); \
	PF_DEVICE float fn##f(float, float);
#define PF_DECL_TO_INT(fn, R) \
	PF_DEVICE R fn(double); \
	PF_DEVICE R fn(float); \
	PF_DEVICE R fn##f(float);
#define PF_DECL_BESSEL(fn) \
	PF_DEVICE double fn(double); \
	PF_DEVICE float fn##f(float);
#define PF_DECL_CLASS1(fn) \
	PF_DEVICE bool fn(double); \
	PF_DEVICE bool fn(float);
#define PF_DECL_CLASS2(fn) \
	PF_DEVICE bool fn(double, double); \
	PF_DEVICE bool fn(float, float);

PF_MATH_STD1(PF_DECL1)
PF_MATH_CUDA1(PF_DECL1)
PF_MATH_STD2(PF_DECL2)
PF_MATH_TO_INT(PF_DECL_TO_INT)
PF_MATH_BESSEL(PF_DECL_BESSEL)
PF_MATH_CLASS1(PF_DECL_CLASS1)
PF_MATH_CLASS2(PF_DECL_CLASS2)
PF_DECL2(rhypot)
#undef PF_DECL1
#undef PF_DECL2
#undef PF_DECL_TO_INT
#undef PF_DECL_BESSEL
#undef PF_DECL_CLASS1
#undef PF_DECL_CLASS2

#define PF_DECL_BOTH(R, fn, args_d, args_f) \
	PF_DEVICE double fn args_d; \
	PF_DEVICE float fn args_f; \
	PF_DEVICE float fn##f args_f;
PF_DECL_BOTH(, fma, (double, double, double), (float, float, float))
PF_DECL_BOTH(, ldexp, (double, int), (float, int))
PF_DECL_BOTH(, scalbn, (double, int), (float, int))
PF_DECL_BOTH(, scalbln, (double, long), (float, long))
PF_DECL_BOTH(, frexp, (double, int *), (float, int *))
PF_DECL_BOTH(, modf, (double, double *), (float, float *))
PF_DECL_BOTH(, remquo, (double, double, int *), (float, float, int *))
#undef PF_DECL_BOTH

PF_DEVICE int fpclassify(double);
PF_DEVICE int fpclassify(float);
PF_DEVICE void sincos(double, double *, double *);
PF_DEVICE void sincosf(float, float *, float *);
PF_DEVICE double nan(const char *);
PF_DEVICE float nanf(const char *);
PF_DEVICE double jn(int, double);
PF_DEVICE float jnf(int, float);
PF_DEVICE double yn(int, double);
PF_DEVICE float ynf(int, float);

PF_DEVICE int abs(int);
PF_DEVICE long abs(long);
PF_DEVICE long long abs(long long);
PF_DEVICE double abs(double);
PF_DEVICE float abs(float);
PF_DEVICE long labs(long);
PF_DEVICE long long llabs(long long);

namespace std {
#define PF_USING(fn) using ::fn;
#define PF_USING_F(fn) using ::fn; using ::fn##f;
#define PF_USING_TO_INT(fn, R) using ::fn; using ::fn##f;
PF_MATH_STD1(PF_USING_F)
PF_MATH_STD2(PF_USING_F)
PF_MATH_TO_INT(PF_USING_TO_INT)
PF_MATH_CLASS1(PF_USING)
PF_MATH_CLASS2(PF_USING)
#undef PF_USING
#undef PF_USING_F
#undef PF_USING_TO_INT
using ::fma; using ::fmaf;
using ::ldexp; using ::ldexpf;
using ::scalbn; using ::scalbnf;
using ::scalbln; using ::scalblnf;
using ::frexp; using ::frexpf;
using ::modf; using ::modff;
using ::remquo; using ::remquof;
using ::fpclassify;
using ::nan; using ::nanf;
using ::abs;
using ::labs;
using ::llabs;
}
