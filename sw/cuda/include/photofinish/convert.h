/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * convert: bit casts, conversions with a rounding mode, IEEE arithmetic with a rounding mode,
 * fast approximate functions.
 */
PF_DEVICE int __float_as_int(float a) { return __builtin_bit_cast(int, a); }
PF_DEVICE unsigned int __float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
PF_DEVICE float __int_as_float(int a) { return __builtin_bit_cast(float, a); }
PF_DEVICE float __uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
PF_DEVICE long long __double_as_longlong(double a) { return __builtin_bit_cast(long long, a); }
PF_DEVICE double __longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
PF_DEVICE int __double2hiint(double a) { return (int)(__double_as_longlong(a) >> 32); }
PF_DEVICE int __double2loint(double a) { return (int)__double_as_longlong(a); }
PF_DEVICE double __hiloint2double(int hi, int lo)
{
	return __longlong_as_double((long long)((unsigned long long)(unsigned int)hi << 32 |
						(unsigned int)lo));
}

/* float or double to integer: PTX rounding .rni .rzi .rmi .rpi */
#define PF_TO_INT(name, R, rc, rt, A, ac, at) \
	PF_ASM1(name##_rn, R, rc, A, ac, "cvt.rni." rt "." at) \
	PF_ASM1(name##_rz, R, rc, A, ac, "cvt.rzi." rt "." at) \
	PF_ASM1(name##_rd, R, rc, A, ac, "cvt.rmi." rt "." at) \
	PF_ASM1(name##_ru, R, rc, A, ac, "cvt.rpi." rt "." at)
PF_TO_INT(__float2int, int, "r", "s32", float, "f", "f32")
PF_TO_INT(__float2uint, unsigned int, "r", "u32", float, "f", "f32")
PF_TO_INT(__float2ll, long long, "l", "s64", float, "f", "f32")
PF_TO_INT(__float2ull, unsigned long long, "l", "u64", float, "f", "f32")
PF_TO_INT(__double2int, int, "r", "s32", double, "d", "f64")
PF_TO_INT(__double2uint, unsigned int, "r", "u32", double, "d", "f64")
PF_TO_INT(__double2ll, long long, "l", "s64", double, "d", "f64")
PF_TO_INT(__double2ull, unsigned long long, "l", "u64", double, "d", "f64")

/* To a floating type: .rn .rz .rm .rp */
#define PF_ROUNDED1(name, R, rc, A, ac, op, types) \
	PF_ASM1(name##_rn, R, rc, A, ac, op ".rn." types) \
	PF_ASM1(name##_rz, R, rc, A, ac, op ".rz." types) \
	PF_ASM1(name##_rd, R, rc, A, ac, op ".rm." types) \
	PF_ASM1(name##_ru, R, rc, A, ac, op ".rp." types)
PF_ROUNDED1(__int2float, float, "f", int, "r", "cvt", "f32.s32")
PF_ROUNDED1(__uint2float, float, "f", unsigned int, "r", "cvt", "f32.u32")
PF_ROUNDED1(__ll2float, float, "f", long long, "l", "cvt", "f32.s64")
PF_ROUNDED1(__ull2float, float, "f", unsigned long long, "l", "cvt", "f32.u64")
PF_ROUNDED1(__ll2double, double, "d", long long, "l", "cvt", "f64.s64")
PF_ROUNDED1(__ull2double, double, "d", unsigned long long, "l", "cvt", "f64.u64")
PF_ROUNDED1(__double2float, float, "f", double, "d", "cvt", "f32.f64")
PF_ASM1(__int2double_rn, double, "d", int, "r", "cvt.rn.f64.s32")
PF_ASM1(__uint2double_rn, double, "d", unsigned int, "r", "cvt.rn.f64.u32")

#define PF_ROUNDED2(name, T, c, op, type) \
	PF_ASM2(name##_rn, T, c, T, c, T, c, op ".rn." type) \
	PF_ASM2(name##_rz, T, c, T, c, T, c, op ".rz." type) \
	PF_ASM2(name##_rd, T, c, T, c, T, c, op ".rm." type) \
	PF_ASM2(name##_ru, T, c, T, c, T, c, op ".rp." type)
#define PF_ROUNDED3(name, T, c, op, type) \
	PF_ASM3(name##_rn, T, c, T, c, T, c, T, c, op ".rn." type) \
	PF_ASM3(name##_rz, T, c, T, c, T, c, T, c, op ".rz." type) \
	PF_ASM3(name##_rd, T, c, T, c, T, c, T, c, op ".rm." type) \
	PF_ASM3(name##_ru, T, c, T, c, T, c, T, c, op ".rp." type)
PF_ROUNDED2(__fadd, float, "f", "add", "f32")
PF_ROUNDED2(__fsub, float, "f", "sub", "f32")
PF_ROUNDED2(__fmul, float, "f", "mul", "f32")
PF_ROUNDED2(__fdiv, float, "f", "div", "f32")
PF_ROUNDED3(__fmaf, float, "f", "fma", "f32")
PF_ROUNDED1(__frcp, float, "f", float, "f", "rcp", "f32")
PF_ROUNDED1(__fsqrt, float, "f", float, "f", "sqrt", "f32")
PF_ROUNDED2(__dadd, double, "d", "add", "f64")
PF_ROUNDED2(__dsub, double, "d", "sub", "f64")
PF_ROUNDED2(__dmul, double, "d", "mul", "f64")
PF_ROUNDED2(__ddiv, double, "d", "div", "f64")
PF_ROUNDED3(__fma, double, "d", "fma", "f64")
PF_ROUNDED1(__drcp, double, "d", double, "d", "rcp", "f64")
PF_ROUNDED1(__dsqrt, double, "d", double, "d", "sqrt", "f64")
PF_ASM1(__frsqrt_rn, float, "f", float, "f", "rsqrt.approx.f32")
#undef PF_TO_INT
#undef PF_ROUNDED1
#undef PF_ROUNDED2
#undef PF_ROUNDED3

PF_ASM1(__saturatef, float, "f", float, "f", "cvt.sat.f32.f32")
PF_ASM1(__sinf, float, "f", float, "f", "sin.approx.f32")
PF_ASM1(__cosf, float, "f", float, "f", "cos.approx.f32")
PF_ASM1(pf_ex2, float, "f", float, "f", "ex2.approx.f32")
PF_ASM1(pf_lg2, float, "f", float, "f", "lg2.approx.f32")
PF_ASM2(__fdividef, float, "f", float, "f", float, "f", "div.approx.f32")
PF_DEVICE float fdividef(float a, float b) { return a / b; }
PF_DEVICE float __log2f(float a) { return pf_lg2(a); }
PF_DEVICE float __logf(float a) { return pf_lg2(a) * 0.693147180559945309417f; }
PF_DEVICE float __log10f(float a) { return pf_lg2(a) * 0.301029995663981195214f; }
PF_DEVICE float __expf(float a) { return pf_ex2(a * 1.442695040888963407360f); }
PF_DEVICE float __exp10f(float a) { return pf_ex2(a * 3.321928094887362347870f); }
PF_DEVICE float __powf(float a, float b) { return pf_ex2(b * pf_lg2(a)); }
PF_DEVICE float __tanf(float a) { return __fdividef(__sinf(a), __cosf(a)); }
PF_DEVICE void __sincosf(float a, float *s, float *c)
{
	*s = __sinf(a);
	*c = __cosf(a);
}
