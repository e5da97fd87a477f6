/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_cvt: every pair of types, every rounding, .sat and .ftz, registers wider than types.
 * The model is one function over exact numbers, told what to do by the text of the form.
 */

/* clang-format off */
#include "test_alu.h"
#include "test_alu_ref.h"

__extension__ typedef __int128 wide;

struct type {
	const char *name;
	char cls;			/* u s f */
	unsigned bits;
};
static const struct type types[] = {
	{ "u8", 'u', 8 }, { "s8", 's', 8 }, { "u16", 'u', 16 }, { "s16", 's', 16 },
	{ "u32", 'u', 32 }, { "s32", 's', 32 }, { "u64", 'u', 64 }, { "s64", 's', 64 },
	{ "f16", 'f', 16 }, { "bf16", 'f', 16 }, { "f32", 'f', 32 }, { "f64", 'f', 64 },
};
enum { TYPES = sizeof types / sizeof types[0] };

/* The form under test: models get no context */
static struct {
	const struct type *to, *from;
	unsigned to_reg;		/* bits of the destination register */
	char round;			/* n z m p, or 0 */
	bool sat, ftz;
} form;

static struct ref_fmt fmt(const struct type *t)
{
	return t->name[0] == 'b' ? REF_BF16 : t->bits == 16 ? REF_F16 : t->bits == 32 ? REF_F32 : REF_F64;
}

static enum ref_round direction(void)
{
	return form.round == 'z' ? REF_RZ : form.round == 'm' ? REF_RM :
	       form.round == 'p' ? REF_RP : REF_RN;
}

static uint64_t mask_of(unsigned bits)
{
	return UINT64_MAX >> (64 - bits);
}

static uint64_t flush(uint64_t bits, const struct type *t)
{
	const bool subnormal = t->cls == 'f' && t->bits == 32 && (bits & 0x7f800000U) == 0;

	return form.ftz && subnormal ? bits & 0x80000000U : bits;
}

static wide int_value(uint64_t raw, const struct type *t)
{
	const wide v = (wide)(raw & mask_of(t->bits));

	return t->cls == 's' && (v >> (t->bits - 1) & 1) != 0 ? v - ((wide)1 << t->bits) : v;
}

static wide limit(const struct type *t, bool low)
{
	if (low)
		return t->cls == 's' ? -((wide)1 << (t->bits - 1)) : 0;
	return ((wide)1 << (t->bits - (t->cls == 's' ? 1 : 0))) - 1;
}

/* An integer of the destination type as it fills the destination register */
static uint64_t int_result(wide v)
{
	return (uint64_t)int_value((uint64_t)v, form.to) & mask_of(form.to_reg);
}

/* x rounded to an integer; beyond 2^64 the exact value no longer matters */
static wide to_integer(const struct ref_num *x)
{
	const uint64_t m = (uint64_t)x->big.w[1] << 32 | x->big.w[0];
	const enum ref_round mode = direction();
	wide v;
	bool half, below, up;

	if (x->exp >= 0) {
		v = m == 0 ? 0 : x->exp > 64 ? (wide)1 << 100 : (wide)m << x->exp;
		return x->neg ? -v : v;
	}
	v = -x->exp > 63 ? 0 : (wide)(m >> -x->exp);
	half = -x->exp <= 64 && (m >> (-x->exp - 1) & 1U) != 0;
	below = -x->exp > 64 ? m != 0 && !half :
			       (m & ((UINT64_C(1) << (-x->exp - 1)) - 1)) != 0;
	up = mode == REF_RN ? half && (below || (v & 1) != 0) :
	     mode == REF_RZ ? false : (half || below) && (mode == REF_RM) == x->neg;
	v += up;
	return x->neg ? -v : v;
}

static struct ref_num from_integer(wide v)
{
	const bool neg = v < 0;

	return (struct ref_num){ .neg = neg, .big = ref_int((uint64_t)(neg ? -v : v)) };
}

static uint64_t float_result(const struct ref_num *x, enum ref_round mode)
{
	const struct ref_fmt f = fmt(form.to);
	const uint64_t bits = ref_encode(x, f, mode);
	const struct ref_num one = { .big = { { 1 } } };

	if (form.sat && (x->nan || bits >> (form.to->bits - 1) != 0))
		return 0;
	if (form.sat && bits > ref_encode(&one, f, REF_RN))
		return ref_encode(&one, f, REF_RN);
	return flush(bits, form.to);
}

static uint64_t from_float(uint64_t raw)
{
	struct ref_num x = ref_decode(flush(raw, form.from), fmt(form.from));
	const bool same = form.to == form.from;
	wide v;

	if (form.to->cls == 'f') {
		if (same && form.round != 0 && !x.nan && !x.inf && x.exp < 0) {
			const bool neg = x.neg;

			x = from_integer(to_integer(&x));
			x.neg = neg;
		}
		return float_result(&x, direction());
	}
	if (x.nan)	/* PTX: 0, unless f64 or 64 bits take part */
		return form.from->bits == 64 || form.to->bits == 64 ?
		       int_result((wide)1 << (form.to->bits - 1)) : 0;
	v = x.inf ? (wide)(x.neg ? -1 : 1) * ((wide)1 << 100) : to_integer(&x);
	if (v < limit(form.to, true))
		v = limit(form.to, true);
	if (v > limit(form.to, false))
		v = limit(form.to, false);
	return int_result(v);
}

static void model(const uint64_t *src, uint64_t *dst)
{
	struct ref_num x;
	wide v;

	if (form.from->cls == 'f') {
		dst[0] = from_float(src[0]);
		return;
	}
	v = int_value(src[0], form.from);
	if (form.to->cls == 'f') {
		x = from_integer(v);
		dst[0] = float_result(&x, direction());
		return;
	}
	if (form.sat && v < limit(form.to, true))
		v = limit(form.to, true);
	if (form.sat && v > limit(form.to, false))
		v = limit(form.to, false);
	dst[0] = int_result(v);
}

static char reg_of(unsigned bits)
{
	return bits <= 16 ? 'h' : bits == 32 ? 'r' : 'd';
}

static char float_reg(unsigned bits)
{
	if (form.from->name[0] == 'b')
		return 'B';
	return bits == 16 ? 'H' : bits == 32 ? 'F' : 'D';
}

/* One form, with registers of the given widths */
static void run(unsigned to_reg, unsigned from_reg)
{
	const bool to_int = form.from->cls == 'f' &&
			    (form.to->cls != 'f' || form.to == form.from);
	char insn[80], sig[4], round[8] = "";

	if (form.round != 0)
		snprintf(round, sizeof round, ".r%c%s", form.round, to_int ? "i" : "");
	snprintf(insn, sizeof insn, "cvt%s%s%s.%s.%s $0, $1", round, form.ftz ? ".ftz" : "",
		 form.sat ? ".sat" : "", form.to->name, form.from->name);
	form.to_reg = to_reg;
	snprintf(sig, sizeof sig, "%c:%c", reg_of(to_reg),
		 form.from->cls == 'f' ? float_reg(from_reg) : reg_of(from_reg));
	alu_sweep(insn, sig, model);
}

static unsigned least_reg(const struct type *t)
{
	return t->bits < 16 ? 16 : t->bits;
}

static void test_int_to_int(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 2 * 64; n++) {
		form.to = &types[n % 8];
		form.from = &types[n / 8 % 8];
		form.sat = n >= 64;
		for (unsigned to = least_reg(form.to); to <= 64; to *= 2) {
			for (unsigned from = least_reg(form.from); from <= 64; from *= 2)
				run(to, from);
		}
	}
}

static void test_int_to_float(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 8 * 4 * 4 * 2; n++) {
		form.from = &types[n % 8];
		form.to = &types[8 + n / 8 % 4];
		form.round = "nzmp"[n / 32 % 4];
		form.sat = n / 128 != 0;
		run(form.to->bits, least_reg(form.from));
		form.ftz = form.to->bits == 32;
		if (form.ftz)
			run(form.to->bits, 64);
		form.ftz = false;
	}
}

static void test_float_to_int(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 8 * 4 * 4; n++) {
		form.to = &types[n % 8];
		form.from = &types[8 + n / 8 % 4];
		form.round = "nzmp"[n / 32 % 4];
		run(least_reg(form.to), form.from->bits);
		run(64, form.from->bits);
		form.ftz = form.from->bits == 32;
		form.sat = form.round == 'n';
		if (form.ftz || form.sat)
			run(least_reg(form.to), form.from->bits);
		form.ftz = form.sat = false;
	}
}

static void test_float_to_float(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 16 * 5 * 4; n++) {
		form.to = &types[8 + n % 4];
		form.from = &types[8 + n / 4 % 4];
		form.round = "\0nzmp"[n / 16 % 5];
		form.sat = (n / 80 & 1U) != 0;
		form.ftz = (n / 160 & 1U) != 0;
		/* rounding is written where something is rounded, and only there */
		if (form.to->bits < form.from->bits ||
		    (form.to->bits == form.from->bits && form.to != form.from) ? form.round == 0 :
		    form.to->bits > form.from->bits && form.round != 0)
			continue;
		if (form.ftz && form.to->bits != 32 && form.from->bits != 32)
			continue;
		run(form.to->bits, form.from->bits);
	}
}

/* f32 to what is shorter, two at a time or with .relu, .satfinite, .rna */
static struct {
	struct ref_fmt fmt;
	bool relu, finite, away, tf32;
	enum ref_round mode;
} small;

/* To nearest, ties away: what is half way is moved by a bit that no format of f32 has. */
static uint64_t shorten(uint64_t raw)
{
	const struct ref_fmt f = small.fmt;
	const uint64_t sign = UINT64_C(1) << (f.digits - 1 + f.exp_bits);
	struct ref_num x = ref_decode(raw, REF_F32);
	uint64_t bits;

	x.sticky = small.away && !x.nan && !x.inf && ref_top(&x.big) >= 0;
	bits = ref_encode(&x, f, small.mode);
	if (x.nan)
		return small.tf32 ? 0x3ffff : 0x7fff;
	if (small.relu && (bits & sign) != 0)
		return 0;
	if (small.finite && (bits & (sign - 1)) == ref_inf(f, false))
		return bits - 1;
	return bits;
}

static void short_model(const uint64_t *s, uint64_t *d)
{
	d[0] = small.tf32 ? shorten(s[0]) << 13 : shorten(s[0]);
	if (small.tf32 && (s[0] & 0x7fffffff) > 0x7f800000)
		d[0] = 0x7fffe000;
}

static void pair_model(const uint64_t *s, uint64_t *d)
{
	d[0] = shorten(s[0]) << 16 | shorten(s[1]);
}

static void test_short(void **state)
{
	static const char *const name[] = { "f16", "bf16" };
	static const char *const rest[] = { "", ".relu", ".satfinite", ".relu.satfinite" };
	char insn[80];

	(void)state;
	memset(&small, 0, sizeof small);
	for (unsigned n = 0; n < 2 * 2 * 4; n++) {
		small.fmt = n & 1U ? REF_BF16 : REF_F16;
		small.mode = n & 2U ? REF_RZ : REF_RN;
		small.relu = (n & 4U) != 0;
		small.finite = (n & 8U) != 0;
		snprintf(insn, sizeof insn, "cvt.%s%s.%sx2.f32 $0, $1, $2", n & 2U ? "rz" : "rn",
			 rest[n / 4], name[n & 1U]);
		alu_sweep(insn, "r:FF", pair_model);
		snprintf(insn, sizeof insn, "cvt.%s%s.%s.f32 $0, $1", n & 2U ? "rz" : "rn",
			 rest[n / 4], name[n & 1U]);
		alu_sweep(insn, "h:F", short_model);
	}
	small.fmt = (struct ref_fmt){ 11, 8 };
	small.tf32 = true;
	small.finite = false;
	for (unsigned n = 0; n < 4; n++) {
		small.mode = n & 1U ? REF_RZ : REF_RN;
		small.relu = n >= 2;
		snprintf(insn, sizeof insn, "cvt.%s%s.tf32.f32 $0, $1", n & 1U ? "rz" : "rn",
			 rest[n / 2]);
		alu_sweep(insn, "r:F", short_model);
	}
	small.mode = REF_RN;
	small.relu = false;
	small.away = true;
	alu_sweep("cvt.rna.tf32.f32 $0, $1", "r:F", short_model);
	ALU_ROWS("cvt.rna.tf32.f32 $0, $1", "r:r", 0x3f802000, 0x3f801000, 0x3f800000, 0x3f800fff,
		 0xbf802000, 0xbf801000, 0x7f800000, 0x7f7fffff, 0x7fffe000, 0xffc00000);
	ALU_ROWS("cvt.rn.f16x2.f32 $0, $1, $2", "r:rr", 0x3c00c000, 0x3f800000, 0xc0000000);
}

/* By heart, so that the model is checked too */
static void test_known(void **state)
{
	(void)state;
	ALU_ROWS("cvt.rzi.s32.f32 $0, $1", "r:r", 0xfffffffe, 0xc0333333, 0x7fffffff, 0x4f000000,
		 0x80000000, 0xff800000, 0, 0x7fc00000);
	ALU_ROWS("cvt.rzi.s32.f64 $0, $1", "r:d", 0x80000000, 0x7ff8000000000000);
	ALU_ROWS("cvt.rzi.u64.f32 $0, $1", "d:r", UINT64_C(1) << 63, 0x7fc00000, 0, 0xbf800000);
	ALU_ROWS("cvt.rni.s32.f32 $0, $1", "r:r", 2, 0x3fc00000, 2, 0x40200000, 0, 0x3f000000);
	ALU_ROWS("cvt.rn.f16.f32 $0, $1", "h:r", 0x3c00, 0x3f800000, 0x7c00, 0x47800000,
		 0x7bff, 0x477fe000, 0x0001, 0x33800000, 0x0000, 0x33000000, 0x7fff, 0x7fc00000);
	ALU_ROWS("cvt.f32.f16 $0, $1", "r:h", 0x3f800000, 0x3c00, 0x33800000, 1, 0xff800000,
		0xfc00);
	ALU_ROWS("cvt.rn.f32.u32 $0, $1", "r:r", 0x4f800000, 0xffffffff, 0x4b800000, 0x1000001);
	ALU_ROWS("cvt.rm.f32.u32 $0, $1", "r:r", 0x4f7fffff, 0xffffffff, 0, 0);
	ALU_ROWS("cvt.rm.f64.s64 $0, $1", "d:d", 0, 0, 0x43dfffffffffffff, 0x7fffffffffffffff);
	ALU_ROWS("cvt.rn.f32.f64 $0, $1", "r:d", 0x7f800000, 0x47efffffffffffff, 1,
		0x3690000000000001,
		 0, 0x3690000000000000);
	ALU_ROWS("cvt.sat.u8.s32 $0, $1", "h:r", 0, 0xffffffff, 255, 256);
	ALU_ROWS("cvt.s16.s8 $0, $1", "h:h", 0xff80, 0x0180);
	ALU_ROWS("cvt.u32.s8 $0, $1", "r:r", 0xffffff80, 0x12345680);
	ALU_ROWS("cvt.rpi.f32.f32 $0, $1", "r:r", 0x80000000, 0xbf000000, 0x3f800000, 1);
	ALU_ROWS("cvt.sat.f32.f32 $0, $1", "r:r", 0x3f800000, 0x40000000, 0, 0x7fc00000, 0,
		0x80000000);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("cvt.f32.f64 $0, $1", "r:d", "cvt");
	alu_refused("cvt.s32.f32 $0, $1", "r:r", "cvt");
	alu_refused("cvt.f32.s32 $0, $1", "r:r", "cvt");
	alu_refused("cvt.rn.s32.s64 $0, $1", "r:d", "cvt");
	alu_refused("cvt.rn.s32.f32 $0, $1", "r:r", "cvt");
	alu_refused("cvt.ftz.f64.f16 $0, $1", "d:h", "cvt");
	alu_refused("cvt.u32.u64 $0, $1", "h:d", "case.ptx:");
	alu_refused("cvt.bf16.f16 $0, $1", "h:h", "cvt");
	alu_refused("cvt.rn.relu.f16.f64 $0, $1", "h:d", "relu");
	alu_refused("cvt.rna.f16.f32 $0, $1", "h:r", "rna");
	alu_refused("cvt.rn.f16x2.f32 $0, $1", "r:r", "3 operands");
	alu_refused("cvt.rn.f16x2.f16 $0, $1, $2", "r:hh", "cvt");
	alu_refused("cvt.rm.bf16x2.f32 $0, $1, $2", "r:rr", "cvt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_int_to_int), cmocka_unit_test(test_int_to_float),
		cmocka_unit_test(test_float_to_int), cmocka_unit_test(test_float_to_float),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_known), cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
