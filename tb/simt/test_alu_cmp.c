/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_cmp: setp, set, testp, selp, slct, mov.
 */

/* clang-format off */
#include "test_alu.h"

/* Order of two operands: -1 0 1, or 2 when one is NaN; from the bits, without float compare */
static struct {
	char cls;			/* u s f */
	unsigned bits;
	bool ftz;
	unsigned cmp;			/* index in names[] */
	char boolop;			/* 0 & | ^ */
	bool neg;			/* !c */
	uint64_t yes;			/* set: value for true */
} form;

static const char *const names[] = { "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu",
	"gtu", "geu", "num", "nan", "lo", "ls", "hi", "hs" };
enum { ORDERED = 6, UNORDERED = 14, ALL = 18 };

/* Does comparison n hold for order o? Ordered ones are false for NaN, unordered ones true. */
static bool holds(unsigned n, int o)
{
	static const char *const when[] = { "=", "<>", "<", "<=", ">", ">=" };
	const char sign = "<=>?"[o + 1];

	if (n == 12 || n == 13)
		return (o == 2) == (n == 13);
	if (n >= UNORDERED)	/* lo ls hi hs are lt le gt ge of unsigned numbers */
		n = n - UNORDERED + 2;
	if (o == 2)
		return n >= ORDERED;
	return strchr(when[n % ORDERED], sign) != NULL;
}

static int order(uint64_t a, uint64_t b)
{
	const uint64_t sign = UINT64_C(1) << (form.bits - 1);
	const uint64_t inf = form.bits == 32 ? 0x7f800000U : 0x7ff0000000000000U;
	uint64_t v[2] = { a, b };

	if (form.cls == 'u')
		return a < b ? -1 : a > b;
	if (form.cls == 's')	/* the sign counts negative: flip it and compare unsigned */
		return (a ^ sign) < (b ^ sign) ? -1 : a != b;
	for (unsigned n = 0; n < 2; n++) {
		if ((v[n] & ~sign) > inf)
			return 2;
		if (form.ftz && (v[n] & inf) == 0)
			v[n] = 0;
		/* magnitude above or below the middle; both zeros are the middle */
		v[n] = (v[n] & sign) != 0 ? sign - (v[n] & ~sign) : sign + v[n];
	}
	return v[0] < v[1] ? -1 : v[0] > v[1];
}

static bool combine(bool p, uint64_t c)
{
	const bool with = (c != 0) != form.neg;

	return form.boolop == '&' ? p && with : form.boolop == '|' ? p || with :
	       form.boolop == '^' ? p != with : p;
}

static void setp_model(const uint64_t *s, uint64_t *d)
{
	const bool r = holds(form.cmp, order(s[0], s[1]));

	d[0] = combine(r, form.boolop ? s[2] : 0);
	d[1] = combine(!r, form.boolop ? s[2] : 0);
}

static void set_model(const uint64_t *s, uint64_t *d)
{
	d[0] = combine(holds(form.cmp, order(s[0], s[1])), form.boolop ? s[2] : 0) ? form.yes : 0;
}

/* Every shape of setp and set for the comparison and type in form */
static void run(const char *type, char letter)
{
	static const struct {
		char op;
		const char *text;
	} bools[] = { { '&', "and" }, { '|', "or" }, { '^', "xor" } };
	const char *const cmp = names[form.cmp], *const ftz = form.ftz ? ".ftz" : "";
	char insn[80], sig[8];

	form.boolop = 0;
	form.neg = false;
	snprintf(sig, sizeof sig, "p:%c%c", letter, letter);
	snprintf(insn, sizeof insn, "setp.%s%s.%s $0, $1, $2", cmp, ftz, type);
	alu_sweep(insn, sig, setp_model);
	snprintf(sig, sizeof sig, "pp:%c%c", letter, letter);
	snprintf(insn, sizeof insn, "setp.%s%s.%s $0|$1, $2, $3", cmp, ftz, type);
	alu_sweep(insn, sig, setp_model);
	for (unsigned n = 0; n < 3; n++) {
		form.boolop = bools[n].op;
		form.neg = n % 2 == form.cmp % 2;
		snprintf(sig, sizeof sig, "pp:%c%cp", letter, letter);
		snprintf(insn, sizeof insn, "setp.%s.%s%s.%s $0|$1, $2, $3, %s$4", cmp,
			bools[n].text,
			 ftz, type, form.neg ? "!" : "");
		alu_sweep(insn, sig, setp_model);
		snprintf(sig, sizeof sig, "r:%c%cp", letter, letter);
		snprintf(insn, sizeof insn, "set.%s.%s%s.%s.%s $0, $1, $2, %s$3", cmp,
			bools[n].text,
			 ftz, n == 0 ? "u32" : n == 1 ? "s32" : "f32", type, form.neg ? "!" : "");
		form.yes = n == 2 ? 0x3f800000U : 0xffffffffU;
		alu_sweep(insn, sig, set_model);
	}
	form.boolop = 0;
	form.yes = 0xffffffffU;
	snprintf(sig, sizeof sig, "r:%c%c", letter, letter);
	snprintf(insn, sizeof insn, "set.%s%s.u32.%s $0, $1, $2", cmp, ftz, type);
	alu_sweep(insn, sig, set_model);
}

static void test_compare_int(void **state)
{
	static const struct {
		const char *name;
		char cls, letter;
		unsigned bits;
	} types[] = { { "u16", 'u', 'h', 16 }, { "u32", 'u', 'r', 32 }, { "u64", 'u', 'd', 64 },
		{ "s16", 's', 'h', 16 }, { "s32", 's', 'r', 32 }, { "s64", 's', 'd', 64 },
		{ "b16", 'b', 'h', 16 }, { "b32", 'b', 'r', 32 }, { "b64", 'b', 'd', 64 } };

	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned t = 0; t < sizeof types / sizeof types[0]; t++) {
		form.cls = types[t].cls == 'b' ? 'u' : types[t].cls;
		form.bits = types[t].bits;
		for (form.cmp = 0; form.cmp < ALL; form.cmp++) {
			if ((form.cmp >= ORDERED && form.cmp < UNORDERED) ||
			    (form.cmp >= UNORDERED && types[t].cls != 'u') ||
			    (form.cmp >= 2 && types[t].cls == 'b'))
				continue;
			run(types[t].name, types[t].letter);
		}
	}
}

static void test_compare_float(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	form.cls = 'f';
	for (form.cmp = 0; form.cmp < UNORDERED; form.cmp++) {
		form.bits = 32;
		run("f32", 'F');
		form.ftz = true;
		run("f32", 'F');
		form.ftz = false;
		form.bits = 64;
		run("f64", 'D');
	}
}

static void test_known(void **state)
{
	(void)state;
	ALU_ROWS("setp.lt.s32 $0, $1, $2", "p:rr", 1, 0xffffffff, 0, 0, 0, 0xffffffff, 0, 5, 5);
	ALU_ROWS("setp.ne.f32 $0, $1, $2", "p:rr", 0, 0x7fc00000, 0, 1, 0x3f800000, 0, 0,
		0x80000000, 0);
	ALU_ROWS("setp.neu.f32 $0, $1, $2", "p:rr", 1, 0x7fc00000, 0, 0, 0x80000000, 0);
	ALU_ROWS("setp.eq.ftz.f32 $0, $1, $2", "p:rr", 1, 1, 0x80000001);
	ALU_ROWS("setp.gt.u32 $0, $1, 3", "p:r", 1, 4, 0, 3);
	ALU_ROWS("setp.eq.or.u32 $0, $1, 3, !$2", "p:rp", 1, 4, 0, 0, 4, 1, 1, 3, 1);
	alu_refused("setp.lo.s32 $0, $1, $2", "p:rr", "lo");
	alu_refused("setp.lt.b32 $0, $1, $2", "p:rr", "lt");
	alu_refused("setp.ltu.u32 $0, $1, $2", "p:rr", "ltu");
	alu_refused("setp.lt.ftz.f64 $0, $1, $2", "p:DD", "ftz");
}

/* testp: classes by exponent and fraction */
static unsigned class_mode, class_digits;

static void testp_model(const uint64_t *s, uint64_t *d)
{
	const unsigned exp_bits = class_digits == 24 ? 8 : 11;
	const uint64_t e = s[0] >> (class_digits - 1) & ((1U << exp_bits) - 1);
	const bool top = e == (1U << exp_bits) - 1;
	const bool fraction = (s[0] & ((UINT64_C(1) << (class_digits - 1)) - 1)) != 0;

	switch (class_mode) {
	case 0: d[0] = !top; break;
	case 1: d[0] = top && !fraction; break;
	case 2: d[0] = !(top && fraction); break;
	case 3: d[0] = top && fraction; break;
	case 4: d[0] = !top && (e != 0 || !fraction); break;	/* zero counts as normal */
	default: d[0] = e == 0 && fraction; break;
	}
}

static void test_testp(void **state)
{
	static const char *const modes[] = { "finite", "infinite", "number", "notanumber", "normal",
		"subnormal" };

	(void)state;
	for (class_mode = 0; class_mode < 6; class_mode++) {
		char insn[64];

		class_digits = 24;
		snprintf(insn, sizeof insn, "testp.%s.f32 $0, $1", modes[class_mode]);
		alu_sweep(insn, "p:F", testp_model);
		class_digits = 53;
		snprintf(insn, sizeof insn, "testp.%s.f64 $0, $1", modes[class_mode]);
		alu_sweep(insn, "p:D", testp_model);
	}
}

static void selp_model(const uint64_t *s, uint64_t *d)
{
	d[0] = s[2] != 0 ? s[0] : s[1];
}

static void slct_s32(const uint64_t *s, uint64_t *d)
{
	d[0] = s[2] < 0x80000000U ? s[0] : s[1];
}

/* c >= 0: positive or zero of either sign, no NaN */
static void slct_f32(const uint64_t *s, uint64_t *d)
{
	d[0] = s[2] <= 0x7f800000U || s[2] == 0x80000000U ? s[0] : s[1];
}

static void slct_ftz_f32(const uint64_t *s, uint64_t *d)
{
	d[0] = s[2] <= 0x7f800000U || (s[2] >= 0x80000000U && s[2] < 0x80800000U) ? s[0] : s[1];
}

static void copy(const uint64_t *s, uint64_t *d)
{
	d[0] = s[0];
}

static void test_select(void **state)
{
	static const char *const types[] = { "b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64",
		"u64", "s64", "f64" };

	(void)state;
	for (unsigned n = 0; n < sizeof types / sizeof types[0]; n++) {
		const char letter = types[n][1] == '1' ? 'h' : types[n][1] == '3' ? 'r' : 'd';
		char insn[64], sig[8];

		snprintf(sig, sizeof sig, "%c:%c%cp", letter, letter, letter);
		snprintf(insn, sizeof insn, "selp.%s $0, $1, $2, $3", types[n]);
		alu_sweep(insn, sig, selp_model);
		snprintf(sig, sizeof sig, "%c:%c%cr", letter, letter, letter);
		snprintf(insn, sizeof insn, "slct.%s.s32 $0, $1, $2, $3", types[n]);
		alu_sweep(insn, sig, slct_s32);
		snprintf(sig, sizeof sig, "%c:%c%cF", letter, letter, letter);
		snprintf(insn, sizeof insn, "slct.%s.f32 $0, $1, $2, $3", types[n]);
		alu_sweep(insn, sig, slct_f32);
		snprintf(insn, sizeof insn, "slct.ftz.%s.f32 $0, $1, $2, $3", types[n]);
		alu_sweep(insn, sig, slct_ftz_f32);
		snprintf(sig, sizeof sig, "%c:%c", letter, letter);
		snprintf(insn, sizeof insn, "mov.%s $0, $1", types[n]);
		alu_sweep(insn, sig, copy);
	}
}

static void test_mov_forms(void **state)
{
	(void)state;
	ALU_ROWS("mov.b64 $0, {$1, $2}", "d:rr", 0x2222222211111111, 0x11111111, 0x22222222);
	ALU_ROWS("mov.b64 {$0, $1}, $2", "rr:d", 0x11111111, 0x22222222, 0x2222222211111111);
	ALU_ROWS("mov.b32 $0, {$1, $2}", "r:hh", 0x22221111, 0x1111, 0x2222);
	ALU_ROWS("mov.b32 {$0, $1}, $2", "hh:r", 0x1111, 0x2222, 0x22221111);
	ALU_ROWS("mov.b64 $0, {$1, $2, $3, $4}", "d:hhhh", 0x4444333322221111, 0x1111, 0x2222,
		0x3333,
		 0x4444);
	ALU_ROWS("mov.b64 {$0, $1, $2, $3}, $4", "hhhh:d", 0x1111, 0x2222, 0x3333, 0x4444,
		 0x4444333322221111);
	ALU_ROWS("mov.b64 {_, $0}, $1", "r:d", 0x22222222, 0x2222222211111111);
	ALU_ROWS("mov.b64 {$0, _}, $1", "r:d", 0x11111111, 0x2222222211111111);
	ALU_ROWS("mov.f32 $0, 0f40490FDB", "r:r", 0x40490fdb, 0);
	ALU_ROWS("mov.f64 $0, 0d400921FB54442D18", "d:r", 0x400921fb54442d18, 0);
	ALU_ROWS("mov.u32 $0, %warpid", "r:r", 0, 0);
	ALU_ROWS("mov.u32 $0, %ntid.x", "r:r", 32, 0);
	ALU_ROWS("mov.s64 $0, -2", "d:r", 0xfffffffffffffffe, 0);
	ALU_ROWS("mov.u32 $0, WARP_SZ", "r:r", 32, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare_int), cmocka_unit_test(test_compare_float),
		cmocka_unit_test(test_known), cmocka_unit_test(test_testp),
		cmocka_unit_test(test_select), cmocka_unit_test(test_mov_forms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
