/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_float: IEEE operations in all rounding directions, .ftz and .sat, against exact
 * arithmetic on integers.
 */

/* clang-format off */
#include "test_alu.h"
#include "test_alu_ref.h"

enum { FTZ = 1, SAT = 2 };

static uint64_t flush(uint64_t bits, unsigned flags)
{
	const bool subnormal = (bits & 0x7f800000U) == 0 && (bits & 0x7fffffU) != 0;

	return (flags & FTZ) != 0 && subnormal ? bits & 0x80000000U : bits;
}

static uint64_t finish(const struct ref_num *r, struct ref_fmt f, enum ref_round mode,
	unsigned flags)
{
	const uint64_t bits = ref_encode(r, f, mode);

	if ((flags & SAT) != 0) {	/* f32 only */
		if (r->nan || (bits & 0x80000000U) != 0)
			return 0;
		if (bits > 0x3f800000U)
			return 0x3f800000U;
	}
	return f.digits == 24 ? flush(bits, flags) : bits;
}

static struct ref_num operand(uint64_t bits, struct ref_fmt f, unsigned flags)
{
	return ref_decode(f.digits == 24 ? flush(bits, flags) : bits, f);
}

enum op { ADD, SUB, MUL, FMA, DIV, RCP, SQRT };

static uint64_t compute(enum op op, const uint64_t *s, struct ref_fmt f, enum ref_round mode,
			unsigned flags)
{
	struct ref_num a = operand(s[0], f, flags), b, c, r;

	if (op == SQRT) {
		r = ref_sqrt(&a);
	} else if (op == RCP) {
		const struct ref_num one = { .big = { { 1 } } };

		r = ref_div(&one, &a);
	} else {
		b = operand(s[1], f, flags);
		if (op == SUB)
			b.neg = !b.neg;
		if (op == ADD || op == SUB) {
			r = ref_add(a, b, mode);
		} else if (op == MUL) {
			r = ref_mul(&a, &b);
		} else if (op == DIV) {
			r = ref_div(&a, &b);
		} else {
			c = operand(s[2], f, flags);
			r = ref_mul(&a, &b);
			r = ref_add(r, c, mode);
		}
	}
	return finish(&r, f, mode, flags);
}

#define ONE_MODEL(name, OP, FMT, MODE, FLAGS) \
	static void name(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = compute(OP, s, FMT, MODE, FLAGS); \
	}
#define DIRECTIONS(name, OP, FMT, FLAGS) \
	ONE_MODEL(name##_rn, OP, FMT, REF_RN, FLAGS) ONE_MODEL(name##_rz, OP, FMT, REF_RZ, FLAGS) \
	ONE_MODEL(name##_rm, OP, FMT, REF_RM, FLAGS) ONE_MODEL(name##_rp, OP, FMT, REF_RP, FLAGS)
#define OP_MODELS(name, OP) \
	DIRECTIONS(name##_f32, OP, REF_F32, 0) DIRECTIONS(name##_ftz_f32, OP, REF_F32, FTZ) \
	DIRECTIONS(name##_f64, OP, REF_F64, 0)
#define SAT_MODELS(name, OP) \
	DIRECTIONS(name##_sat_f32, OP, REF_F32, SAT) \
	DIRECTIONS(name##_ftz_sat_f32, OP, REF_F32, FTZ | SAT)
OP_MODELS(add, ADD) OP_MODELS(sub, SUB) OP_MODELS(mul, MUL) OP_MODELS(fma, FMA)
OP_MODELS(div, DIV) OP_MODELS(rcp, RCP) OP_MODELS(sqrt, SQRT)
SAT_MODELS(add, ADD) SAT_MODELS(sub, SUB) SAT_MODELS(mul, MUL) SAT_MODELS(fma, FMA)

#define EACH_DIRECTION(op, mods, tail, sig, model) \
	alu_sweep(op ".rn" mods tail, sig, model##_rn); \
	alu_sweep(op ".rz" mods tail, sig, model##_rz); \
	alu_sweep(op ".rm" mods tail, sig, model##_rm); \
	alu_sweep(op ".rp" mods tail, sig, model##_rp);
#define IEEE(op, args, F, D) \
	EACH_DIRECTION(#op, "", ".f32 " args, "r:" F, op##_f32) \
	EACH_DIRECTION(#op, ".ftz", ".f32 " args, "r:" F, op##_ftz_f32) \
	EACH_DIRECTION(#op, "", ".f64 " args, "d:" D, op##_f64)
#define SATURATED(op, args, F) \
	EACH_DIRECTION(#op, ".sat", ".f32 " args, "r:" F, op##_sat_f32) \
	EACH_DIRECTION(#op, ".ftz.sat", ".f32 " args, "r:" F, op##_ftz_sat_f32)

static void test_add(void **state)
{
	(void)state;
	IEEE(add, "$0, $1, $2", "FF", "DD")
	SATURATED(add, "$0, $1, $2", "FF")
	alu_sweep("add.f32 $0, $1, $2", "r:FF", add_f32_rn);
	alu_sweep("add.ftz.f32 $0, $1, $2", "r:FF", add_ftz_f32_rn);
	alu_sweep("add.f64 $0, $1, $2", "d:DD", add_f64_rn);
}

static void test_sub(void **state)
{
	(void)state;
	IEEE(sub, "$0, $1, $2", "FF", "DD")
	SATURATED(sub, "$0, $1, $2", "FF")
	alu_sweep("sub.f32 $0, $1, $2", "r:FF", sub_f32_rn);
}

static void test_mul(void **state)
{
	(void)state;
	IEEE(mul, "$0, $1, $2", "FF", "DD")
	SATURATED(mul, "$0, $1, $2", "FF")
	alu_sweep("mul.f64 $0, $1, $2", "d:DD", mul_f64_rn);
}

static void test_fma(void **state)
{
	(void)state;
	IEEE(fma, "$0, $1, $2, $3", "FFF", "DDD")
	SATURATED(fma, "$0, $1, $2, $3", "FFF")
	alu_sweep("mad.rn.f32 $0, $1, $2, $3", "r:FFF", fma_f32_rn);
	alu_sweep("mad.rz.f64 $0, $1, $2, $3", "d:DDD", fma_f64_rz);
	/* one ulp squared survives: fused */
	ALU_ROWS("fma.rn.f32 $0, $1, $2, $3", "r:rrr", 0x28800000, 0x3f800001, 0x3f800001,
		0xbf800002);
}

static void test_div(void **state)
{
	(void)state;
	IEEE(div, "$0, $1, $2", "FF", "DD")
	alu_sweep("div.full.f32 $0, $1, $2", "r:FF", div_f32_rn);
	alu_sweep("div.full.ftz.f32 $0, $1, $2", "r:FF", div_ftz_f32_rn);
	/* by 2^126 and by more: the documented zero */
	ALU_ROWS("div.approx.f32 $0, $1, $2", "r:rr",
		 0x40400000, 0x40c00000, 0x40000000,
		 0x00800000, 0x3f800000, 0x7e800000,
		 0x00400000, 0x3f000000, 0x7e800000,
		 0x00000000, 0x3f800000, 0x7e800001,
		 0x80000000, 0xbf800000, 0x7f000000,
		 0x7fffffff, 0x7f800000, 0x7f000000,
		 0x00000000, 0x3f800000, 0x7f800000,
		 0x7f800000, 0x3f800000, 0x00000000);
	ALU_ROWS("div.approx.ftz.f32 $0, $1, $2", "r:rr", 0, 0x3f000000, 0x7e800000,
		 0x00800000, 0x3f800000, 0x7e800000, 0x7f800000, 0x3f800000, 1);
}

static void test_rcp_sqrt(void **state)
{
	(void)state;
	IEEE(rcp, "$0, $1", "F", "D")
	IEEE(sqrt, "$0, $1", "F", "D")
	alu_sweep("rcp.approx.f32 $0, $1", "r:F", rcp_f32_rn);
	alu_sweep("rcp.approx.ftz.f32 $0, $1", "r:F", rcp_ftz_f32_rn);
	alu_sweep("sqrt.approx.f32 $0, $1", "r:F", sqrt_f32_rn);
	alu_sweep("sqrt.approx.ftz.f32 $0, $1", "r:F", sqrt_ftz_f32_rn);
}

/* min, max by comparing the bits as signed numbers with a sign */
static int64_t order(uint64_t bits, unsigned width)
{
	const uint64_t sign = UINT64_C(1) << (width - 1);
	const int64_t mag = (int64_t)(bits & (sign - 1));

	return (bits & sign) != 0 ? -mag - 1 : mag;
}

static uint64_t pick(const uint64_t *s, struct ref_fmt f, unsigned flags, bool max)
{
	const unsigned width = (unsigned)(f.digits + f.exp_bits);
	uint64_t v[2];

	for (unsigned n = 0; n < 2; n++)
		v[n] = f.digits == 24 ? flush(s[n], flags) : s[n];
	const bool nan0 = ref_decode(v[0], f).nan, nan1 = ref_decode(v[1], f).nan;

	if (nan0 || nan1)
		return nan0 && nan1 ? ref_nan(f) : v[nan0];
	return (order(v[0], width) < order(v[1], width)) != max ? v[0] : v[1];
}
#define PICK(name, FMT, FLAGS, MAX) \
	static void name(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = pick(s, FMT, FLAGS, MAX); \
	}
PICK(min_f32, REF_F32, 0, false)
PICK(min_ftz_f32, REF_F32, FTZ, false)
PICK(min_f64, REF_F64, 0, false)
PICK(max_f32, REF_F32, 0, true)
PICK(max_ftz_f32, REF_F32, FTZ, true)
PICK(max_f64, REF_F64, 0, true)

static void test_min_max(void **state)
{
	(void)state;
	alu_sweep("min.f32 $0, $1, $2", "r:FF", min_f32);
	alu_sweep("min.ftz.f32 $0, $1, $2", "r:FF", min_ftz_f32);
	alu_sweep("min.f64 $0, $1, $2", "d:DD", min_f64);
	alu_sweep("max.f32 $0, $1, $2", "r:FF", max_f32);
	alu_sweep("max.ftz.f32 $0, $1, $2", "r:FF", max_ftz_f32);
	alu_sweep("max.f64 $0, $1, $2", "d:DD", max_f64);
	ALU_ROWS("max.f32 $0, $1, $2", "r:rr", 0, 0x80000000, 0, 0, 0, 0x80000000,
		 0x3f800000, 0x7fc00000, 0x3f800000, 0x7fffffff, 0x7fc00001, 0xffc00000);
	ALU_ROWS("min.f32 $0, $1, $2", "r:rr", 0x80000000, 0x80000000, 0, 0x80000000, 0,
		0x80000000);
}

static void neg_f32(const uint64_t *s, uint64_t *d) { d[0] = s[0] ^ 0x80000000U; }
static void neg_ftz_f32(const uint64_t *s, uint64_t *d) { d[0] = flush(s[0], FTZ) ^ 0x80000000U; }
static void neg_f64(const uint64_t *s, uint64_t *d) { d[0] = s[0] ^ UINT64_C(1) << 63; }
static void abs_f32(const uint64_t *s, uint64_t *d) { d[0] = s[0] & 0x7fffffffU; }
static void abs_ftz_f32(const uint64_t *s, uint64_t *d) { d[0] = flush(s[0], FTZ) & 0x7fffffffU; }
static void abs_f64(const uint64_t *s, uint64_t *d) { d[0] = s[0] << 1 >> 1; }
static void copysign_f32(const uint64_t *s, uint64_t *d)
{
	d[0] = (s[0] >> 31 << 31) | (s[1] & 0x7fffffffU);
}
static void copysign_f64(const uint64_t *s, uint64_t *d)
{
	d[0] = (s[0] >> 63 << 63) | (s[1] << 1 >> 1);
}

static void test_signs(void **state)
{
	(void)state;
	alu_sweep("neg.f32 $0, $1", "r:F", neg_f32);
	alu_sweep("neg.ftz.f32 $0, $1", "r:F", neg_ftz_f32);
	alu_sweep("neg.f64 $0, $1", "d:D", neg_f64);
	alu_sweep("abs.f32 $0, $1", "r:F", abs_f32);
	alu_sweep("abs.ftz.f32 $0, $1", "r:F", abs_ftz_f32);
	alu_sweep("abs.f64 $0, $1", "d:D", abs_f64);
	alu_sweep("copysign.f32 $0, $1, $2", "r:FF", copysign_f32);
	alu_sweep("copysign.f64 $0, $1, $2", "d:DD", copysign_f64);
}

/* Results known by heart, so that the reference itself is checked too */
static void test_known(void **state)
{
	(void)state;
	ALU_ROWS("add.rn.f32 $0, $1, $2", "r:rr",
		 0x3f800000, 0x3f800000, 0x33800000,	/* 1 + 2^-24: tie to even */
		 0x3f800002, 0x3f800001, 0x33800000,
		 0x7f800000, 0x7f7fffff, 0x7f7fffff,
		 0x7fffffff, 0x7f800000, 0xff800000,
		 0x7fffffff, 0xffc12345, 0x3f800000,
		 0x00000000, 0x3f800000, 0xbf800000,
		 0x80000000, 0x80000000, 0x80000000,
		 0x00000002, 0x00000001, 0x00000001);
	ALU_ROWS("add.rp.f32 $0, $1, $2", "r:rr", 0x3f800001, 0x3f800000, 0x33800000,
		 0x3f800001, 0x3f800000, 1, 0xbf7fffff, 0xbf800000, 1);
	ALU_ROWS("add.rz.f32 $0, $1, $2", "r:rr", 0x3f800000, 0x3f800000, 0x33ffffff,
		 0x7f7fffff, 0x7f7fffff, 0x7f7fffff);
	ALU_ROWS("add.rm.f32 $0, $1, $2", "r:rr", 0x80000000, 0x3f800000, 0xbf800000,
		 0xff800000, 0xff7fffff, 0xff7fffff, 0x7f7fffff, 0x7f7fffff, 0x7f7fffff);
	ALU_ROWS("div.rn.f32 $0, $1, $2", "r:rr", 0x3eaaaaab, 0x3f800000, 0x40400000);
	ALU_ROWS("div.rz.f32 $0, $1, $2", "r:rr", 0x3eaaaaaa, 0x3f800000, 0x40400000);
	ALU_ROWS("sqrt.rn.f64 $0, $1", "d:d", 0x3ff6a09e667f3bcd, 0x4000000000000000);
	ALU_ROWS("sqrt.rz.f64 $0, $1", "d:d", 0x3ff6a09e667f3bcc, 0x4000000000000000);
	ALU_ROWS("div.rn.f64 $0, $1, $2", "d:dd", 0x7ff8000000000000, 0, 0);
	ALU_ROWS("mul.ftz.f32 $0, $1, $2", "r:rr", 0x80000000, 0x80800000, 0x3f000000, 0, 1,
		0x7f7fffff);
	ALU_ROWS("add.sat.f32 $0, $1, $2", "r:rr", 0, 0x7fc00000, 0, 0x3f800000, 0x40000000, 0, 0,
		 0xc0000000, 0);
	ALU_ROWS("add.f32 $0, $1, 0f3F800000", "r:r", 0x40000000, 0x3f800000);
	ALU_ROWS("mul.f64 $0, $1, 0d4000000000000000", "d:d", 0x4000000000000000,
		0x3ff0000000000000);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("add.sat.f64 $0, $1, $2", "d:dd", "add");
	alu_refused("min.sat.f32 $0, $1, $2", "r:rr", "sat");
	alu_refused("fma.f32 $0, $1, $2, $3", "r:rrr", "fma");
	alu_refused("sqrt.approx.f64 $0, $1", "d:d", "sqrt");
	alu_refused("rcp.approx.f64 $0, $1", "d:d", "rcp");
	alu_refused("div.f32 $0, $1, $2", "r:rr", "div");
	alu_refused("add.rni.f32 $0, $1, $2", "r:rr", "rni");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_add), cmocka_unit_test(test_sub), cmocka_unit_test(test_mul),
		cmocka_unit_test(test_fma), cmocka_unit_test(test_div),
		cmocka_unit_test(test_rcp_sqrt), cmocka_unit_test(test_min_max),
		cmocka_unit_test(test_signs), cmocka_unit_test(test_known),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
