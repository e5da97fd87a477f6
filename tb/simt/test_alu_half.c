/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_half: arithmetic on f16, bf16 and pairs of them against exact arithmetic on integers.
 * What has one operand is tried on all 65,536.
 */

/* clang-format off */
#include <math.h>

#include "test_alu.h"
#include "test_alu_ref.h"

enum { FTZ = 1, SAT = 2, RELU = 4, NAN_WINS = 8, XORSIGN = 16 };
enum op { ADD, SUB, MUL, FMA, MIN, MAX };

static uint64_t flush(uint64_t bits, struct ref_fmt f, unsigned flags)
{
	const struct ref_num x = ref_decode(bits, f);
	const int sign_at = f.digits - 1 + f.exp_bits;

	if ((flags & FTZ) == 0 || x.nan || x.inf || ref_top(&x.big) >= f.digits - 1)
		return bits;
	return bits >> sign_at << sign_at;
}

static uint64_t finish(const struct ref_num *r, struct ref_fmt f, unsigned flags)
{
	const int sign_at = f.digits - 1 + f.exp_bits;
	const struct ref_num number_one = { .big = { { 1 } } };
	const uint64_t one = ref_encode(&number_one, f, REF_RN);
	const uint64_t bits = ref_encode(r, f, REF_RN);

	if ((flags & SAT) != 0)
		return r->nan || bits >> sign_at != 0 ? 0 : bits > one ? one : flush(bits, f, flags);
	if ((flags & RELU) != 0 && !r->nan && bits >> sign_at != 0)
		return 0;
	return flush(bits, f, flags);
}

/* -1, 0 or 1; -0 is less than 0. Neither is NaN. */
static int compare(const struct ref_num *a, const struct ref_num *b)
{
	struct ref_num minus = *b, d;

	minus.neg = !minus.neg;
	if (a->inf && b->inf && a->neg == b->neg)
		return 0;
	d = ref_add(*a, minus, REF_RN);
	if (ref_is_zero(&d))
		return (int)b->neg - (int)a->neg;
	return d.neg ? -1 : 1;
}

static struct ref_num least(struct ref_num a, struct ref_num b, bool most, unsigned flags)
{
	const bool sign = a.neg != b.neg;
	struct ref_num r;

	if ((flags & XORSIGN) != 0)
		a.neg = b.neg = false;
	if ((a.nan && b.nan) || ((flags & NAN_WINS) != 0 && (a.nan || b.nan)))
		return (struct ref_num){ .nan = true };
	r = a.nan ? b : b.nan ? a : (compare(&a, &b) < 0) != most ? a : b;
	if ((flags & XORSIGN) != 0)
		r.neg = sign;
	return r;
}

static uint64_t compute(enum op op, const uint64_t *s, struct ref_fmt f, unsigned flags)
{
	const struct ref_num a = ref_decode(flush(s[0], f, flags), f);
	struct ref_num b = ref_decode(flush(s[1], f, flags), f), r;

	if (op == MIN || op == MAX) {
		r = least(a, b, op == MAX, flags);
	} else if (op == MUL || op == FMA) {
		r = ref_mul(&a, &b);
		if (op == FMA)
			r = ref_add(r, ref_decode(flush(s[2], f, flags), f), REF_RN);
	} else {
		b.neg ^= op == SUB;
		r = ref_add(a, b, REF_RN);
	}
	return finish(&r, f, flags);
}

static struct {
	enum op op;
	struct ref_fmt f;
	unsigned flags;
} form;

static void model(const uint64_t *s, uint64_t *d)
{
	d[0] = compute(form.op, s, form.f, form.flags);
}

static void pair_model(const uint64_t *s, uint64_t *d)
{
	const uint64_t low[3] = { s[0] & 0xffff, s[1] & 0xffff, s[2] & 0xffff };
	const uint64_t high[3] = { s[0] >> 16, s[1] >> 16, s[2] >> 16 };

	d[0] = compute(form.op, low, form.f, form.flags) |
	       compute(form.op, high, form.f, form.flags) << 16;
}

/* op.f16 and op.f16x2, or op.bf16 and op.bf16x2 */
static void run(const char *name, enum op op, bool bf16, unsigned flags)
{
	const char *const type = bf16 ? "bf16" : "f16";
	const char *const args = op == FMA ? "$0, $1, $2, $3" : "$0, $1, $2";
	char insn[80];

	form.op = op;
	form.f = bf16 ? REF_BF16 : REF_F16;
	form.flags = flags;
	snprintf(insn, sizeof insn, "%s.%s %s", name, type, args);
	alu_sweep(insn, bf16 ? (op == FMA ? "h:BBB" : "h:BB") : op == FMA ? "h:HHH" : "h:HH", model);
	snprintf(insn, sizeof insn, "%s.%sx2 %s", name, type, args);
	alu_sweep(insn, op == FMA ? "r:rrr" : "r:rr", pair_model);
}

static void test_sums(void **state)
{
	(void)state;
	run("add", ADD, false, 0);
	run("add.rn.ftz", ADD, false, FTZ);
	run("add.sat", ADD, false, SAT);
	run("add.ftz.sat", ADD, false, FTZ | SAT);
	run("add.rn", ADD, true, 0);
	run("sub.ftz", SUB, false, FTZ);
	run("sub.sat", SUB, false, SAT);
	run("sub", SUB, true, 0);
	run("mul", MUL, false, 0);
	run("mul.rn.ftz.sat", MUL, false, FTZ | SAT);
	run("mul", MUL, true, 0);
}

static void test_fma(void **state)
{
	(void)state;
	run("fma.rn", FMA, false, 0);
	run("fma.rn.ftz", FMA, false, FTZ);
	run("fma.rn.sat", FMA, false, SAT);
	run("fma.rn.ftz.sat", FMA, false, FTZ | SAT);
	run("fma.rn.relu", FMA, false, RELU);
	run("fma.rn.ftz.relu", FMA, false, FTZ | RELU);
	run("fma.rn", FMA, true, 0);
	run("fma.rn.relu", FMA, true, RELU);
}

/* Products in the middle of two numbers: what is far below decides, and is lost when the sum is
 * first rounded to float (f16) or to double (bf16). */
static void test_rounded_once(void **state)
{
	(void)state;
	ALU_ROWS("fma.rn.f16 $0, $1, $2, $3", "h:hhh",	/* 48 * 683 = 2^15 + 16, and 2^-24 */
		 0x7801, 0x5200, 0x6156, 0x0001, 0x7800, 0x5200, 0x6156, 0x8001,
		 0x7800, 0x5200, 0x6156, 0x0000);
	ALU_ROWS("fma.rn.bf16 $0, $1, $2, $3", "h:hhh",	/* 7 * 37 = 259, and 2^-60 */
		 0x4382, 0x40e0, 0x4214, 0x2180, 0x4381, 0x40e0, 0x4214, 0xa180,
		 0x4382, 0x40e0, 0x4214, 0x0000);
}

static void test_min_max(void **state)
{
	static const char *const mods[] = { "", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs" };
	char name[40];

	(void)state;
	for (unsigned n = 0; n < 16; n++) {
		const bool most = (n & 4U) != 0, ftz = (n & 8U) != 0;
		const unsigned flags = (n & 3U) * NAN_WINS | (ftz ? FTZ : 0U);

		snprintf(name, sizeof name, "%s%s%s", most ? "max" : "min", ftz ? ".ftz" : "",
			 mods[n & 3U]);
		run(name, most ? MAX : MIN, false, flags);
		if (!ftz)
			run(name, most ? MAX : MIN, true, flags);
		form.f = REF_F32;
		snprintf(name, sizeof name, "%s%s%s.f32 $0, $1, $2", most ? "max" : "min",
			 ftz ? ".ftz" : "", mods[n & 3U]);
		alu_sweep(name, "r:FF", model);
	}
}

/* All operands of 16 bits, as such and as both halves of 32 */
static void all(const char *name, const char *type, uint64_t (*of)(uint64_t))
{
	static uint64_t rows[65536][2];
	char insn[80];

	for (unsigned n = 0; n < 65536; n++) {
		rows[n][0] = of(n);
		rows[n][1] = n;
	}
	snprintf(insn, sizeof insn, "%s.%s $0, $1", name, type);
	alu_rows(insn, "h:h", rows[0], 65536);
	for (unsigned n = 0; n < 65536; n++) {
		const uint64_t other = n * 40503U & 0xffffU;

		rows[n][0] = of(n) | of(other) << 16;
		rows[n][1] = n | other << 16;
	}
	snprintf(insn, sizeof insn, "%s.%sx2 $0, $1", name, type);
	alu_rows(insn, "r:r", rows[0], 65536);
}

static uint64_t of_neg(uint64_t a) { return a ^ 0x8000; }
static uint64_t of_abs(uint64_t a) { return a & 0x7fff; }
static uint64_t of_neg_ftz(uint64_t a) { return flush(a, REF_F16, FTZ) ^ 0x8000; }
static uint64_t of_abs_ftz(uint64_t a) { return flush(a, REF_F16, FTZ) & 0x7fff; }

/* Bits to a number, and the nearest to it by a search of all: no formula in common */
static long double number(uint64_t bits, struct ref_fmt f)
{
	const struct ref_num x = ref_decode(bits, f);
	const long double m = (long double)x.big.w[0];

	return x.nan ? NAN : ldexpl(x.inf ? INFINITY : x.neg ? -m : m, x.exp) *
			     (x.inf && x.neg ? -1 : 1);
}

static uint64_t nearest(long double x, struct ref_fmt f)
{
	uint64_t low = 0, high = ref_inf(f, false);
	const uint64_t sign = signbit(x) ? 0x8000 : 0;

	if (isnan(x))
		return 0x7fff;
	x = fabsl(x);
	while (high - low > 1) {
		const uint64_t middle = (low + high) / 2;

		if (number(middle, f) <= x)
			low = middle;
		else
			high = middle;
	}
	if (isinf(x))
		return sign | high;
	/* infinity stands where the next number would */
	const long double top = high == ref_inf(f, false) ? 2 * number(high - 1, f) -
				number(high - 2, f) : number(high, f);
	const long double down = x - number(low, f), up = top - x;

	return sign | (down < up || (down == up && low % 2 == 0) ? low : high);
}

static uint64_t ex2_f16(uint64_t a) { return nearest(exp2l(number(a, REF_F16)), REF_F16); }
static uint64_t tanh_f16(uint64_t a) { return nearest(tanhl(number(a, REF_F16)), REF_F16); }
static uint64_t tanh_bf16(uint64_t a) { return nearest(tanhl(number(a, REF_BF16)), REF_BF16); }
static uint64_t ex2_bf16(uint64_t a)
{
	const long double x = number(flush(a, REF_BF16, FTZ), REF_BF16);

	return flush(nearest(exp2l(x), REF_BF16), REF_BF16, FTZ);
}

static void test_one_operand(void **state)
{
	(void)state;
	all("neg", "f16", of_neg);
	all("neg.ftz", "f16", of_neg_ftz);
	all("neg", "bf16", of_neg);
	all("abs", "f16", of_abs);
	all("abs.ftz", "f16", of_abs_ftz);
	all("abs", "bf16", of_abs);
	all("ex2.approx", "f16", ex2_f16);
	all("ex2.approx.ftz", "bf16", ex2_bf16);
	all("tanh.approx", "f16", tanh_f16);
	all("tanh.approx", "bf16", tanh_bf16);
}

/* Comparisons */

static struct {
	unsigned cmp;
	struct ref_fmt f;
	bool ftz;
	char boolop;	/* a o x, or 0 */
	uint64_t yes;
} ask;

static const char *const cmps[] = { "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu",
				    "gtu", "geu", "num", "nan" };

static bool holds(uint64_t a, uint64_t b)
{
	const struct ref_num x = ref_decode(flush(a, ask.f, ask.ftz ? FTZ : 0), ask.f);
	const struct ref_num y = ref_decode(flush(b, ask.f, ask.ftz ? FTZ : 0), ask.f);
	const bool nan = x.nan || y.nan;
	const int c = nan ? 0 : ref_is_zero(&x) && ref_is_zero(&y) ? 0 : compare(&x, &y);

	if (ask.cmp >= 12)
		return (ask.cmp == 13) == nan;
	if (nan)
		return ask.cmp >= 6;
	switch (ask.cmp % 6) {
	case 0: return c == 0;
	case 1: return c != 0;
	case 2: return c < 0;
	case 3: return c <= 0;
	case 4: return c > 0;
	default: return c >= 0;
	}
}

static bool with(bool r, uint64_t c)
{
	return ask.boolop == 'a' ? r && c : ask.boolop == 'o' ? r || c :
	       ask.boolop == 'x' ? r != (c != 0) : r;
}

static void setp_model(const uint64_t *s, uint64_t *d)
{
	const bool r = holds(s[0], s[1]);

	d[0] = with(r, s[2]);
	d[1] = with(!r, s[2]);
}

static void setp_pair_model(const uint64_t *s, uint64_t *d)
{
	d[0] = with(holds(s[0] & 0xffff, s[1] & 0xffff), s[2]);
	d[1] = with(holds(s[0] >> 16, s[1] >> 16), s[2]);
}

static void set_model(const uint64_t *s, uint64_t *d)
{
	d[0] = holds(s[0], s[1]) ? ask.yes : 0;
}

static void set_pair_model(const uint64_t *s, uint64_t *d)
{
	d[0] = (holds(s[0] & 0xffff, s[1] & 0xffff) ? ask.yes & 0xffff : 0) |
	       (holds(s[0] >> 16, s[1] >> 16) ? (ask.yes & 0xffff) << 16 : 0);
}

static void test_compare(void **state)
{
	static const char *const op[] = { "", ".and", ".or", ".xor" };
	char insn[80];

	(void)state;
	for (unsigned n = 0; n < 14 * 3; n++) {
		const bool bf16 = n % 3 == 2;
		const unsigned b = n % 4;
		const char *const type = bf16 ? "bf16" : "f16";

		ask.cmp = n / 3;
		ask.ftz = n % 3 == 1;
		ask.f = bf16 ? REF_BF16 : REF_F16;
		ask.boolop = "\0aox"[b];
		snprintf(insn, sizeof insn, "setp.%s%s%s.%s $0|$1, $2, $3%s", cmps[ask.cmp], op[b],
			 ask.ftz ? ".ftz" : "", type, b ? ", $4" : "");
		alu_sweep(insn, bf16 ? "pp:BBp" : "pp:HHp", setp_model);
		snprintf(insn, sizeof insn, "setp.%s%s%s.%sx2 $0|$1, $2, $3%s", cmps[ask.cmp],
			 op[b], ask.ftz ? ".ftz" : "", type, b ? ", $4" : "");
		alu_sweep(insn, "pp:rrp", setp_pair_model);
	}
}

static void test_set(void **state)
{
	static const struct {
		const char *type, reg;
		uint64_t yes;
	} to[] = { { "u16", 'h', 0xffff }, { "s32", 'r', 0xffffffff }, { "f32", 'r', 0x3f800000 },
		   { "f16", 'h', 0x3c00 }, { "bf16", 'h', 0x3f80 } };
	char insn[80], sig[8];

	(void)state;
	ask.boolop = 0;
	ask.ftz = false;
	for (unsigned n = 0; n < 14 * 5; n++) {
		ask.cmp = n / 5;
		ask.yes = to[n % 5].yes;
		ask.f = REF_F16;
		snprintf(insn, sizeof insn, "set.%s.%s.f16 $0, $1, $2", cmps[ask.cmp], to[n % 5].type);
		snprintf(sig, sizeof sig, "%c:HH", to[n % 5].reg);
		alu_sweep(insn, sig, set_model);
		ask.f = REF_F32;
		snprintf(sig, sizeof sig, "%c:FF", to[n % 5].reg);
		snprintf(insn, sizeof insn, "set.%s.%s.f32 $0, $1, $2", cmps[ask.cmp], to[n % 5].type);
		if (n % 5 != 0)	/* 16 bits are for 16-bit floats */
			alu_sweep(insn, sig, set_model);
	}
	ask.cmp = 2;
	ask.f = REF_F16;
	ask.yes = 0xffff;
	alu_sweep("set.lt.u32.f16x2 $0, $1, $2", "r:rr", set_pair_model);
	ask.yes = 0x3c00;
	alu_sweep("set.lt.f16x2.f16x2 $0, $1, $2", "r:rr", set_pair_model);
	ask.f = REF_BF16;
	ask.yes = 0x3f80;
	alu_sweep("set.lt.bf16x2.bf16x2 $0, $1, $2", "r:rr", set_pair_model);
}

/* A third operand that is a result, too */
static void test_overlap(void **state)
{
	(void)state;
	ALU_ROWS("setp.lt.f16x2 $0|$1, $2, $2; setp.eq.or.f16x2 $0|$1, $2, $3, $1", "pp:rr",
		 1, 0, 0x40003c00, 0x3c003c00, 0, 1, 0x3c004000, 0x3c003c00);
	ALU_ROWS("setp.eq.f16x2 $0|$1, $2, $2; setp.lt.and.f16x2 $0|$1, $2, $3, $0", "pp:rr",
		 1, 1, 0x3c003c00, 0x40004000, 0, 1, 0x3c004400, 0x40004000);
	ALU_ROWS("add.f16x2 $0, $1, $1; set.gt.f16x2.f16x2 $0, $0, $1", "r:r",
		 0x3c000000, 0x3c00bc00, 0x00003c00, 0x00003c00);
}

static void test_words(void **state)
{
	(void)state;
	ALU_ROWS("add.u16x2 $0, $1, $2", "r:rr", 0x00030000, 0x0001ffff, 0x00020001);
	ALU_ROWS("add.s16x2 $0, $1, $2", "r:rr", 0xffff8000, 0x00007fff, 0xffff0001);
	ALU_ROWS("min.u16x2 $0, $1, $2", "r:rr", 0x00017fff, 0x0001ffff, 0xffff7fff);
	ALU_ROWS("max.s16x2 $0, $1, $2", "r:rr", 0x00017fff, 0x0001ffff, 0xffff7fff);
	ALU_ROWS("min.s16x2 $0, $1, $2", "r:rr", 0xffffffff, 0x0001ffff, 0xffff7fff);
	ALU_ROWS("max.u16x2 $0, $1, $2", "r:rr", 0xffffffff, 0x0001ffff, 0xffff7fff);
	ALU_ROWS("min.relu.s16x2 $0, $1, $2", "r:rr", 0x00020000, 0x0003ffff, 0x00027fff);
	ALU_ROWS("max.relu.s16x2 $0, $1, $2", "r:rr", 0x00030000, 0x0003ffff, 0x00028000);
	ALU_ROWS("min.relu.s32 $0, $1, $2", "r:rr", 0, 0xffffffff, 5, 4, 4, 5);
	ALU_ROWS("max.relu.s32 $0, $1, $2", "r:rr", 0, 0xffffffff, 0x80000000, 5, 4, 5);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("add.rz.f16 $0, $1, $2", "h:hh", "nearest");
	alu_refused("add.sat.bf16 $0, $1, $2", "h:hh", "sat");
	alu_refused("add.ftz.bf16 $0, $1, $2", "h:hh", "ftz");
	alu_refused("fma.rn.sat.relu.f16 $0, $1, $2, $3", "h:hhh", "relu");
	alu_refused("fma.rn.relu.f32 $0, $1, $2, $3", "r:rrr", "relu");
	alu_refused("fma.rn.oob.f16 $0, $1, $2, $3", "h:hhh", "oob");
	alu_refused("min.NaN.f64 $0, $1, $2", "d:dd", "NaN");
	alu_refused("min.xorsign.f32 $0, $1, $2", "r:rr", "xorsign");
	alu_refused("ex2.approx.bf16 $0, $1", "h:h", "ftz");
	alu_refused("ex2.approx.ftz.f16 $0, $1", "h:h", "ftz");
	alu_refused("div.rn.f16 $0, $1, $2", "h:hh", "f16");
	alu_refused("set.eq.u16.f32 $0, $1, $2", "h:rr", "set");
	alu_refused("add.f16x2 $0, $1, $2", "h:hh", "f16x2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums), cmocka_unit_test(test_fma),
		cmocka_unit_test(test_rounded_once), cmocka_unit_test(test_min_max),
		cmocka_unit_test(test_one_operand), cmocka_unit_test(test_compare),
		cmocka_unit_test(test_set), cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_words), cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
