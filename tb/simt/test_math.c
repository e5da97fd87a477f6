/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_math: approximate instructions and pf.math functions against long double, within a
 * stated number of units in the last place; special values and values from tables by hand.
 */

/* clang-format off */
#define _GNU_SOURCE 1	/* exp10l, j0l: GNU's long double functions */
#include <math.h>

#include "test_alu.h"

enum { ROWS = 1024 };

static double f64_of(uint64_t bits)
{
	double v;

	memcpy(&v, &bits, sizeof v);
	return v != v ? NAN : v;	/* a GPU knows no signalling NaN */
}

static double f32_of(uint64_t bits)
{
	const uint32_t low = (uint32_t)bits;
	float v;

	memcpy(&v, &low, sizeof v);
	return v != v ? NAN : (double)v;
}

static uint64_t bits_of(long double v, bool wide)
{
	if (wide) {
		const double d = (double)v;
		uint64_t r;

		memcpy(&r, &d, sizeof r);
		return r;
	}
	const float f = (float)v;
	uint32_t r;

	memcpy(&r, &f, sizeof r);
	return r;
}

/* Distance in units in the last place; NaN only equals NaN */
static uint64_t ulps(uint64_t a, uint64_t b, bool wide)
{
	const uint64_t sign = wide ? UINT64_C(1) << 63 : 0x80000000U;
	const uint64_t inf = wide ? 0x7ff0000000000000U : 0x7f800000U;
	const bool nan_a = (a & ~sign) > inf, nan_b = (b & ~sign) > inf;
	int64_t x, y;

	if (nan_a || nan_b)
		return nan_a && nan_b ? 0 : UINT64_MAX;
	x = (a & sign) != 0 ? -(int64_t)(a & ~sign) : (int64_t)a;
	y = (b & sign) != 0 ? -(int64_t)(b & ~sign) : (int64_t)b;
	return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

typedef long double (*ref1)(long double);
typedef long double (*ref2)(long double, long double);

/* Inputs: edges and numbers of ordinary size. floor_: absolute error that is always fine (for
 * functions with zeros that no double hits). */
static void check(const char *insn, const char *sig, ref1 f1, ref2 f2, uint64_t most, double floor_)
{
	const bool wide = sig[0] == 'd';
	struct alu_rig rig;
	struct rng rng;

	rng_seed(&rng, 5);
	alu_rig_open(&rig, insn, sig);
	memset(rig.in[ALU_MAX_OPND], 0xff, sizeof rig.in[ALU_MAX_OPND]);
	for (unsigned n = 0; n < ROWS; n += SIMT_LANES) {
		for (unsigned k = 1; k < rig.n_all; k++) {
			for (unsigned l = 0; l < SIMT_LANES; l++) {
				const long double u =
					(long double)(int64_t)rng_next(&rng) / 0x1p63L;

				rig.in[k][l] = n < ROWS / 4 ? alu_value(&rig, k, n + l, ROWS,
					&rng) :
					       bits_of(n < ROWS / 2 ? u : u * 30.0L, wide);
			}
		}
		alu_rig_run(&rig, SIMT_ITS);
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			const double a = wide ? f64_of(rig.in[1][l]) : f32_of(rig.in[1][l]);
			const double b = wide ? f64_of(rig.in[2][l]) : f32_of(rig.in[2][l]);
			const long double r = f1 ? f1((long double)a) : f2((long double)a,
				(long double)b);
			const double got = wide ? f64_of(rig.out[0][l]) : f32_of(rig.out[0][l]);

			if (ulps(rig.out[0][l], bits_of(r, wide), wide) > most &&
			    !(fabsl((long double)got - r) <= (long double)floor_))
				fail_msg("%s: %.17g %.17g gives %.17g, not %.17Lg", insn, a, b,
					got, r);
		}
	}
	alu_rig_close(&rig);
}

static long double rsqrt_ref(long double x) { return 1.0L / sqrtl(x); }
static long double rcbrt_ref(long double x) { return 1.0L / cbrtl(x); }
static long double exp10_ref(long double x) { return exp10l(x); }
static long double lgamma_ref(long double x) { return lgammal(x); }
static long double normcdf_ref(long double x) { return erfcl(-x / sqrtl(2.0L)) / 2.0L; }
static long double rhypot_ref(long double x, long double y) { return 1.0L / hypotl(x, y); }
static long double erfcx_ref(long double x)
{
	return x > 100.0L ? 1.0L / (x * sqrtl(acosl(-1.0L))) * (1.0L - 0.5L / x / x) :
			    expl(x * x) * erfcl(x);
}
static long double sinpi_ref(long double x)
{
	return isfinite(x) && x == floorl(x) ? copysignl(0.0L, x) : sinl(acosl(-1.0L) * fmodl(x,
		2.0L));
}
static long double cospi_ref(long double x)
{
	return x - floorl(x) == 0.5L ? 0.0L : cosl(acosl(-1.0L) * fmodl(x, 2.0L));
}

static void test_approx(void **state)
{
	(void)state;
	check("rsqrt.approx.f32 $0, $1", "r:F", rsqrt_ref, NULL, 1, 0.0);
	check("rsqrt.approx.f64 $0, $1", "d:D", rsqrt_ref, NULL, 1, 0.0);
	check("sin.approx.f32 $0, $1", "r:F", sinl, NULL, 1, 0.0);
	check("cos.approx.f32 $0, $1", "r:F", cosl, NULL, 1, 0.0);
	check("ex2.approx.f32 $0, $1", "r:F", exp2l, NULL, 1, 0.0);
	check("lg2.approx.f32 $0, $1", "r:F", log2l, NULL, 1, 0.0);
	check("tanh.approx.f32 $0, $1", "r:F", tanhl, NULL, 1, 0.0);
}

static void test_approx_special(void **state)
{
	(void)state;
	ALU_ROWS("rsqrt.approx.f32 $0, $1", "r:r", 0x7f800000, 0, 0xff800000, 0x80000000,
		 0x7fffffff, 0xbf800000, 0, 0x7f800000, 0x3f000000, 0x40800000, 0x64b504f3, 1);
	ALU_ROWS("rsqrt.approx.ftz.f32 $0, $1", "r:r", 0x7f800000, 1, 0xff800000, 0x80000001);
	ALU_ROWS("sin.approx.f32 $0, $1", "r:r", 0x7fffffff, 0x7f800000, 0x80000000, 0x80000000, 1,
		1);
	ALU_ROWS("sin.approx.ftz.f32 $0, $1", "r:r", 0, 1, 0x80000000, 0x80000001);
	ALU_ROWS("cos.approx.ftz.f32 $0, $1", "r:r", 0x3f800000, 1, 0x7fffffff, 0xff800000);
	ALU_ROWS("ex2.approx.f32 $0, $1", "r:r", 0x3f800000, 0x80000000, 0, 0xff800000, 0x7f800000,
		 0x7f800000, 0x00400000, 0xc2fe0000, 0x41000000, 0x40400000);
	ALU_ROWS("ex2.approx.ftz.f32 $0, $1", "r:r", 0x3f800000, 1, 0, 0xc2fe0000);
	ALU_ROWS("lg2.approx.f32 $0, $1", "r:r", 0xff800000, 0, 0xff800000, 0x80000000, 0x7fffffff,
		 0xbf800000, 0xc3150000, 1, 0x40400000, 0x41000000);
	ALU_ROWS("lg2.approx.ftz.f32 $0, $1", "r:r", 0xff800000, 1);
	ALU_ROWS("tanh.approx.f32 $0, $1", "r:r", 0x3f800000, 0x7f800000, 0x80000000, 0x80000000,
		1, 1);
	ALU_ROWS("rcp.approx.ftz.f64 $0, $1", "d:d", 0x3fe0000000000000, 0x40000000ffffffff & ~0ULL,
		 0x7ff0000000000000, 1, 0, 0x7ff0000000000000, 0xbff0000000000000,
		 0xbff0000000000000,
		 0x3fd5555500000000, 0x4008000000000000, 0, 0x7fe0000000000001);
	ALU_ROWS("rsqrt.approx.ftz.f64 $0, $1", "d:d", 0x3fe0000000000000, 0x4010000000000000,
		 0x7ff0000000000000, 1, 0x7ff8000000000000, 0xbff0000000000000);
}

/* Both types of a function */
static void both1(const char *name, ref1 f, uint64_t most, double floor_)
{
	char insn[64];

	snprintf(insn, sizeof insn, "pf.math.%s.f64 $0, $1", name);
	check(insn, "d:D", f, NULL, most, floor_);
	snprintf(insn, sizeof insn, "pf.math.%s.f32 $0, $1", name);
	check(insn, "r:F", f, NULL, 1, floor_);
}

static void test_one_argument(void **state)
{
	static const struct {
		const char *name;
		ref1 f;
		uint64_t most;
	} list[] = {
		{ "sin", sinl, 1 }, { "cos", cosl, 1 }, { "tan", tanl, 2 }, { "asin", asinl, 1 },
		{ "acos", acosl, 1 }, { "atan", atanl, 1 }, { "sinh", sinhl, 3 },
		{ "cosh", coshl, 3 }, { "tanh", tanhl, 3 }, { "asinh", asinhl, 3 },
		{ "acosh", acoshl, 3 }, { "atanh", atanhl, 3 }, { "exp", expl, 1 },
		{ "exp2", exp2l, 1 }, { "exp10", exp10_ref, 1 }, { "expm1", expm1l, 2 },
		{ "log", logl, 1 }, { "log2", log2l, 1 }, { "log10", log10l, 2 },
		{ "log1p", log1pl, 2 }, { "logb", logbl, 0 }, { "sqrt", sqrtl, 1 },
		{ "rsqrt", rsqrt_ref, 1 }, { "cbrt", cbrtl, 4 }, { "rcbrt", rcbrt_ref, 1 },
		{ "erf", erfl, 2 }, { "erfc", erfcl, 6 }, { "erfcx", erfcx_ref, 1 },
		{ "normcdf", normcdf_ref, 1 }, { "tgamma", tgammal, 12 }, { "ceil", ceill, 0 },
		{ "floor", floorl, 0 },
		{ "trunc", truncl, 0 }, { "round", roundl, 0 }, { "rint", rintl, 0 },
		{ "nearbyint", nearbyintl, 0 }, { "fabs", fabsl, 0 },
	};

	(void)state;
	for (unsigned n = 0; n < sizeof list / sizeof list[0]; n++)
		both1(list[n].name, list[n].f, list[n].most, 0.0);
	/* zeros that are no doubles (or, for sinpi, to the reference): absolute error counts */
	both1("sinpi", sinpi_ref, 2, 1e-17);
	both1("cospi", cospi_ref, 2, 1e-17);
	both1("lgamma", lgamma_ref, 4, 1e-14);
	both1("j0", j0l, 4, 1e-14);
	both1("j1", j1l, 4, 1e-14);
	both1("y0", y0l, 4, 1e-14);
	both1("y1", y1l, 4, 1e-14);
}

static void both2(const char *name, ref2 f, uint64_t most)
{
	char insn[64];

	snprintf(insn, sizeof insn, "pf.math.%s.f64 $0, $1, $2", name);
	check(insn, "d:DD", NULL, f, most, 0.0);
	snprintf(insn, sizeof insn, "pf.math.%s.f32 $0, $1, $2", name);
	check(insn, "r:FF", NULL, f, most != 0, 0.0);
}

static void test_two_arguments(void **state)
{
	(void)state;
	both2("atan2", atan2l, 1);
	both2("pow", powl, 1);
	both2("fmod", fmodl, 0);
	both2("remainder", remainderl, 0);
	both2("hypot", hypotl, 1);
	both2("rhypot", rhypot_ref, 1);
	both2("fdim", fdiml, 0);
	both2("copysign", copysignl, 0);
	both2("fmin", fminl, 0);
	both2("fmax", fmaxl, 0);
	ALU_ROWS("pf.math.nextafter.f32 $0, $1, $2", "r:rr", 0x3f800001, 0x3f800000, 0x40000000,
		 0x3f7fffff, 0x3f800000, 0, 1, 0, 0x3f800000);
	ALU_ROWS("pf.math.nextafter.f64 $0, $1, $2", "d:dd", 0x3ff0000000000001, 0x3ff0000000000000,
		 0x4000000000000000);
}

/* A value from a table, in both types, within `most` units of f64 */
static void value(const char *name, double x, double want, uint64_t most)
{
	for (unsigned wide = 0; wide < 2; wide++) {
		char insn[64];
		struct alu_rig rig;

		snprintf(insn, sizeof insn, "pf.math.%s.%s $0, $1", name, wide ? "f64" : "f32");
		alu_rig_open(&rig, insn, wide ? "d:D" : "r:F");
		memset(rig.in[ALU_MAX_OPND], 0xff, sizeof rig.in[ALU_MAX_OPND]);
		rig.in[1][0] = bits_of((long double)x, wide);
		alu_rig_run(&rig, SIMT_ITS);
		/* an argument that f32 cannot hold may cost it more */
		if (ulps(rig.out[0][0], bits_of((long double)want, wide), wide) > (wide ? most : 8))
			fail_msg("%s of %.17g is %.17g, not %.17g", insn, x,
				 wide ? f64_of(rig.out[0][0]) : f32_of(rig.out[0][0]), want);
		alu_rig_close(&rig);
	}
}

static void test_table_values(void **state)
{
	(void)state;
	value("erfinv", 0.5, 0.47693627620446987338, 1);
	value("erfinv", -0.5, -0.47693627620446987338, 1);
	value("erfinv", 0.25, 0.22531205501217811172, 1);
	value("erfinv", 0.875, 1.0847870400692832, 2);
	value("erfinv", 1.0, INFINITY, 0);
	value("erfinv", -1.0, -INFINITY, 0);
	value("erfinv", 1.5, NAN, 0);
	value("erfcinv", 0.5, 0.47693627620446987338, 1);
	value("erfcinv", 1.5, -0.47693627620446987338, 1);
	value("erfcinv", 1.0, 0.0, 0);
	value("erfcinv", 0.0, INFINITY, 0);
	value("erfcinv", 2.0, -INFINITY, 0);
	value("erfcinv", -1.0, NAN, 0);
	value("erfcinv", 1e-10, 4.5728249673894852787, 2);
	value("erfcx", 1.0, 0.42758357615580700442, 1);
	value("erfcx", 10.0, 0.05614099274382258586, 1);
	value("erfcx", INFINITY, 0.0, 0);
	value("normcdf", 1.0, 0.84134474606854292578, 1);
	value("normcdf", -5.0, 2.8665157187919391167e-07, 2);
	value("normcdfinv", 0.5, 0.0, 0);
	value("normcdfinv", 0.25, -0.67448975019608174320, 1);
	value("normcdfinv", 0.75, 0.67448975019608174320, 1);
	value("normcdfinv", 0.0, -INFINITY, 0);
	value("normcdfinv", 1e-10, -6.3613409024040562047, 2);
	value("sinpi", 0.25, 0.70710678118654752440, 1);
	value("sinpi", 1048576.5, 1.0, 0);
	value("cospi", 0.5, 0.0, 0);
	value("cospi", 1.0, -1.0, 0);
	value("lgamma", 10.0, 12.801827480081469611, 2);
	value("tgamma", 5.0, 24.0, 0);
	value("exp10", 3.0, 1000.0, 0);
}

/* erf and erfinv, normcdf and normcdfinv undo one another */
static void test_inverse(void **state)
{
	static const struct {
		const char *insn;
		double low, high;
	} list[] = {
		{ "pf.math.erfinv.f64 $0, $1; pf.math.erf.f64 $0, $0", -0.9999, 0.9999 },
		{ "pf.math.erfcinv.f64 $0, $1; pf.math.erfc.f64 $0, $0", 1e-300, 1.9999 },
		{ "pf.math.normcdfinv.f64 $0, $1; pf.math.normcdf.f64 $0, $0", 1e-300, 0.9999 },
	};

	(void)state;
	for (unsigned n = 0; n < sizeof list / sizeof list[0]; n++) {
		struct alu_rig rig;
		struct rng rng;

		rng_seed(&rng, 3);
		alu_rig_open(&rig, list[n].insn, "d:D");
		memset(rig.in[ALU_MAX_OPND], 0xff, sizeof rig.in[ALU_MAX_OPND]);
		for (unsigned round = 0; round < 40; round++) {
			for (unsigned l = 0; l < SIMT_LANES; l++) {
				const double u = (double)(rng_next(&rng) >> 11) * 0x1p-53;
				/* evenly, or with the lower end stretched out */
				const double x = round % 2 != 0 || list[n].low < 0.0 ?
					list[n].low + u * (list[n].high - list[n].low) :
					exp(u * log(list[n].low));

				rig.in[1][l] = bits_of((long double)x, true);
			}
			alu_rig_run(&rig, SIMT_ITS);
			for (unsigned l = 0; l < SIMT_LANES; l++) {
				const double x = f64_of(rig.in[1][l]), y = f64_of(rig.out[0][l]);

				/* half an ulp of the inverse, magnified: x' x / erfc below 2 x^2 */
				if (fabs(y - x) > 1e-15 + fabs(x) * 4e-13)
					fail_msg("%s: %.17g comes back as %.17g", list[n].insn, x,
						y);
			}
		}
		alu_rig_close(&rig);
	}
}

static void test_other_shapes(void **state)
{
	(void)state;
	ALU_ROWS("pf.math.ldexp.f32 $0, $1, $2", "r:rr", 0x41000000, 0x3f800000, 3, 1, 0x3f800000,
		 0xffffff6b, 0x7f800000, 0x3f800000, 200);
	ALU_ROWS("pf.math.scalbn.f64 $0, $1, $2", "d:dr", 0x4020000000000000, 0x3ff0000000000000,
		3);
	ALU_ROWS("pf.math.ldexp.f64 $0, $1, -1", "d:d", 0x3fe0000000000000, 0x3ff0000000000000);
	ALU_ROWS("pf.math.jn.f64 $0, $1, $2", "d:rd", 0x3ff0000000000000, 0, 0, 0, 1, 0);
	ALU_ROWS("pf.math.jn.f32 $0, $1, $2", "r:rr", 0x3deb5285, 2, 0x3f800000);
	ALU_ROWS("pf.math.yn.f32 $0, $1, $2", "r:rr", 0xff800000, 2, 0);
	ALU_ROWS("pf.math.yn.f64 $0, $1, $2", "d:rd", 0xfff0000000000000, 1, 0);
	ALU_ROWS("pf.math.ilogb.f32 $0, $1", "r:r", 3, 0x41000000, 0xffffff6b, 1, 0x80000000, 0,
		 0x7fffffff, 0x7f800000, 0x80000000, 0x7fc00000);
	ALU_ROWS("pf.math.ilogb.f64 $0, $1", "r:d", 0xfffffbce, 1);
	ALU_ROWS("pf.math.lrint.f64 $0, $1", "d:d", 2, 0x4004000000000000, INT64_MAX,
		 0x7ff0000000000000);
	ALU_ROWS("pf.math.llrint.f32 $0, $1", "d:r", 2, 0x40200000);
	ALU_ROWS("pf.math.lround.f32 $0, $1", "d:r", 3, 0x40200000, 0xfffffffffffffffd, 0xc0200000);
	ALU_ROWS("pf.math.llround.f64 $0, $1", "d:d", 3, 0x4004000000000000);
	ALU_ROWS("pf.math.norm3d.f32 $0, $1, $2, $3", "r:rrr", 0x40400000, 0x3f800000, 0x40000000,
		 0x40000000);
	ALU_ROWS("pf.math.norm3d.f64 $0, $1, $2, $3", "d:ddd", 0x4008000000000000,
		0x3ff0000000000000,
		 0x4000000000000000, 0x4000000000000000);
	ALU_ROWS("pf.math.norm4d.f32 $0, $1, $2, $3, $4", "r:rrrr", 0x40000000, 0x3f800000,
		0x3f800000,
		 0x3f800000, 0x3f800000);
	ALU_ROWS("pf.math.norm4d.f64 $0, $1, $2, $3, $4", "d:dddd", 0x4000000000000000,
		 0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000000);
}

static void test_two_results(void **state)
{
	(void)state;
	ALU_ROWS("pf.math.sincos.f32 $0|$1, $2", "rr:r", 0, 0x3f800000, 0);
	ALU_ROWS("pf.math.sincos.f64 $0|$1, $2", "dd:d", 0x3feaed548f090cee, 0x3fe14a280fb5068c,
		 0x3ff0000000000000);
	ALU_ROWS("pf.math.modf.f32 $0|$1, $2", "rr:r", 0xbf000000, 0xc0000000, 0xc0200000);
	ALU_ROWS("pf.math.modf.f64 $0|$1, $2", "dd:d", 0x3fe0000000000000, 0x4000000000000000,
		 0x4004000000000000);
	ALU_ROWS("pf.math.frexp.f32 $0|$1, $2", "rr:r", 0x3f000000, 4, 0x41000000, 0x3f000000,
		 0xffffff6c, 1, 0, 0, 0);
	ALU_ROWS("pf.math.frexp.f64 $0|$1, $2", "dr:d", 0xbfe0000000000000, 1, 0xbff0000000000000);
	ALU_ROWS("pf.math.remquo.f32 $0|$1, $2, $3", "rr:rr", 0xbf800000, 2, 0x40a00000,
		0x40400000);
	ALU_ROWS("pf.math.remquo.f64 $0|$1, $2, $3", "dr:dd", 0xbff0000000000000, 2,
		 0x4014000000000000, 0x4008000000000000);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("pf.math.frobnicate.f32 $0, $1", "r:r", "frobnicate");
	alu_refused("pf.math.sin.f32 $0, $1, $2", "r:rr", "sin");
	alu_refused("pf.math.pow.f32 $0, $1", "r:r", "pow");
	alu_refused("pf.math.sincos.f32 $0, $1", "r:r", "two results");
	alu_refused("pf.math.sin.f32 $0|$1, $2", "rr:r", "sin");
	alu_refused("pf.math.sin.f64 $0, $1", "r:r", "case.ptx:");
	alu_refused("sin.f32 $0, $1", "r:r", "sin");
	alu_refused("tanh.approx.f64 $0, $1", "d:d", "tanh");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_approx), cmocka_unit_test(test_approx_special),
		cmocka_unit_test(test_one_argument), cmocka_unit_test(test_two_arguments),
		cmocka_unit_test(test_table_values), cmocka_unit_test(test_inverse),
		cmocka_unit_test(test_other_shapes), cmocka_unit_test(test_two_results),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
