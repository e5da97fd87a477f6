/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_video: video instructions against a reading of PTX's description, told what to do by the
 * text of the instruction: types, selectors, .sat, second operation.
 */

/* clang-format off */
#include "test_alu.h"

__extension__ typedef __int128 wide;

/* The instruction under test */
static struct {
	char op[12];			/* "add", "set" ... */
	char d, a, b;			/* u s */
	bool sat, wrap, po, neg_a, neg_b, neg_c;
	char second[4];			/* add min max, or empty */
	char cmp[4];
	char dsel[6], asel[6], bsel[6];	/* "b0", "h1", "h10" ... */
	unsigned scale, lanes;
} form;

static wide part(uint64_t v, unsigned at, unsigned bits, char sign)
{
	const wide x = (wide)(v >> at & ((UINT64_C(1) << bits) - 1));

	return sign == 's' && x >> (bits - 1) & 1 ? x - ((wide)1 << bits) : x;
}

/* A scalar's operand */
static wide chosen(uint32_t v, const char *sel, char sign)
{
	const unsigned bits = sel[0] == 'b' ? 8 : sel[0] == 'h' ? 16 : 32;

	return part(v, sel[0] != 0 ? (unsigned)(sel[1] - '0') * bits : 0, bits, sign);
}

static wide clamp(wide x, unsigned bits, char sign)
{
	const wide high = ((wide)1 << (sign == 's' ? bits - 1 : bits)) - 1;
	const wide low = sign == 's' ? -high - 1 : 0;

	return x < low ? low : x > high ? high : x;
}

static bool compared(wide a, wide b)
{
	const char *const c = form.cmp;

	return !strcmp(c, "eq") ? a == b : !strcmp(c, "ne") ? a != b : !strcmp(c, "lt") ? a < b :
	       !strcmp(c, "le") ? a <= b : !strcmp(c, "gt") ? a > b : a >= b;
}

static wide applied(wide a, wide b)
{
	const char *const op = form.op;
	wide n = b;

	if (!strcmp(op, "add"))
		return a + b;
	if (!strcmp(op, "sub"))
		return a - b;
	if (!strcmp(op, "absdiff"))
		return a > b ? a - b : b - a;
	if (!strcmp(op, "min"))
		return a < b ? a : b;
	if (!strcmp(op, "max"))
		return a > b ? a : b;
	if (!strcmp(op, "avrg"))
		return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
	if (!strcmp(op, "set"))
		return compared(a, b);
	n = form.wrap ? b % 32 : b > 32 ? 32 : b;
	return !strcmp(op, "shl") ? a * ((wide)1 << n) : a >> n;
}

static void scalar(const uint64_t *s, uint64_t *d)
{
	const char kind = form.dsel[0];
	const unsigned bits = kind == 'b' ? 8 : kind == 'h' ? 16 : 32;
	const wide c = part(s[2], 0, 32, form.d);
	wide x = applied(chosen((uint32_t)s[0], form.asel, form.a),
			 chosen((uint32_t)s[1], form.bsel, form.b));

	if (form.sat)
		x = clamp(x, bits, form.d);
	if (!strcmp(form.second, "add"))
		x = x + c;
	else if (!strcmp(form.second, "min"))
		x = x < c ? x : c;
	else if (!strcmp(form.second, "max"))
		x = x > c ? x : c;
	if (kind != 0) {
		const unsigned at = (unsigned)(form.dsel[1] - '0') * bits;
		const uint64_t field = ((UINT64_C(1) << bits) - 1) << at;

		d[0] = (s[2] & ~field) | ((uint64_t)x << at & field);
		return;
	}
	d[0] = (uint32_t)x;
}

static void several(const uint64_t *s, uint64_t *d)
{
	const unsigned n = form.lanes, bits = 32 / n;
	const uint64_t ab = s[1] << 32 | s[0];
	uint64_t sum = s[2];

	d[0] = 0;
	for (unsigned k = 0; k < n; k++) {
		const unsigned from = n - k;	/* place of the digit in "b3210" */
		const unsigned at = form.asel[0] ? (unsigned)(form.asel[from] - '0') : k;
		const unsigned bt = form.bsel[0] ? (unsigned)(form.bsel[from] - '0') : k + n;
		const char digit = (char)('0' + k);
		const bool on = form.dsel[0] == 0 || strchr(form.dsel + 1, digit);
		wide x = applied(part(ab, at * bits, bits, form.a), part(ab, bt * bits, bits, form.b));

		if (form.sat)
			x = clamp(x, bits, form.d);
		if (on)
			sum += (uint64_t)x;
		if (!on)
			x = part(s[2], k * bits, bits, 'u');
		d[0] |= ((uint64_t)x & ((UINT64_C(1) << bits) - 1)) << (k * bits);
	}
	if (form.second[0] != 0)
		d[0] = (uint32_t)sum;
}

/* Products are exact in 128 bits. */
static void mad(const uint64_t *s, uint64_t *d)
{
	const bool minus = form.neg_a != form.neg_b;
	const bool factors = form.a == 's' || form.b == 's';
	const bool final_signed = factors || minus || form.neg_c;
	wide p = chosen((uint32_t)s[0], form.asel, form.a) * chosen((uint32_t)s[1], form.bsel, form.b);
	wide c = part(s[2], 0, 32, factors || minus ? 's' : 'u');

	p = (minus ? -p : p) + (form.neg_c ? -c : c) + (form.po ? 1 : 0);
	p >>= form.scale;
	d[0] = (uint32_t)(form.sat ? clamp(p, 32, final_signed ? 's' : 'u') : p);
}

static const char *dot(const char *word)
{
	static char buf[8][8];
	static unsigned at;

	at = (at + 1) % 8;
	snprintf(buf[at], sizeof buf[at], "%s%s", word[0] != 0 ? "." : "", word);
	return buf[at];
}

static void run(alu_model model)
{
	const bool set = !strcmp(form.op, "set"), shift = !strncmp(form.op, "sh", 2);
	const bool third = form.lanes > 1 || form.dsel[0] != 0 || form.second[0] != 0;
	char name[40], insn[120], lanes[2] = "";

	if (form.lanes > 1)
		lanes[0] = (char)('0' + form.lanes);
	snprintf(name, sizeof name, "v%s%s%s.%c32.%c32%s%s%s%s", form.op, lanes,
		 set ? "" : form.d == 's' ? ".s32" : ".u32", form.a, form.b, dot(form.cmp),
		 form.sat ? ".sat" : "", shift ? (form.wrap ? ".wrap" : ".clamp") : "",
		 dot(form.second));
	snprintf(insn, sizeof insn, "%s $0%s, $1%s, $2%s%s", name, dot(form.dsel), dot(form.asel),
		 dot(form.bsel), third ? ", $3" : "");
	alu_sweep(insn, shift ? "r:rsr" : "r:rrr", model);
}

static void choose(const char *d, const char *a, const char *b)
{
	snprintf(form.dsel, sizeof form.dsel, "%s", d);
	snprintf(form.asel, sizeof form.asel, "%s", a);
	snprintf(form.bsel, sizeof form.bsel, "%s", b);
}

static void test_scalar(void **state)
{
	static const char *const ops[] = { "add", "sub", "absdiff", "min", "max", "shl", "shr" };
	static const char *const sels[] = { "", "b0", "b1", "b2", "b3", "h0", "h1" };
	static const char *const second[] = { "", "add", "min", "max" };

	(void)state;
	memset(&form, 0, sizeof form);
	form.lanes = 1;
	for (unsigned n = 0; n < 7 * 16 * 3; n++) {
		const bool shift = n % 7 >= 5;

		snprintf(form.op, sizeof form.op, "%s", ops[n % 7]);
		form.d = n / 7 & 1 ? 's' : 'u';
		form.a = n / 7 & 2 ? 's' : 'u';
		form.b = n / 7 & 4 && !shift ? 's' : 'u';
		form.sat = (n / 7 & 8) != 0;
		form.wrap = shift && (n / 7 & 4) != 0;
		snprintf(form.second, sizeof form.second, "%s", second[n % 4]);
		choose(form.second[0] != 0 ? "" : sels[n / 4 % 7], sels[n / 3 % 7], sels[n / 5 % 7]);
		run(scalar);
	}
}

static const char *const cmps[] = { "eq", "ne", "lt", "le", "gt", "ge" };

static void test_set(void **state)
{
	(void)state;
	memset(&form, 0, sizeof form);
	snprintf(form.op, sizeof form.op, "set");
	form.d = 'u';
	for (unsigned n = 0; n < 6 * 4; n++) {
		snprintf(form.cmp, sizeof form.cmp, "%s", cmps[n % 6]);
		form.a = n / 6 & 1 ? 's' : 'u';
		form.b = n / 6 & 2 ? 's' : 'u';
		form.second[0] = 0;
		form.lanes = 1;
		choose(n & 1 ? "b2" : "", "b1", "h1");
		run(scalar);
		form.lanes = 2;
		choose("", "", "");
		run(several);
		form.lanes = 4;
		choose("b20", "b7531", "");
		run(several);
		snprintf(form.second, sizeof form.second, "add");
		run(several);
		form.lanes = 1;
		choose("", "", "h0");
		run(scalar);
	}
}

static void test_several(void **state)
{
	static const char *const ops[] = { "add", "sub", "avrg", "absdiff", "min", "max" };

	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 6 * 8 * 2 * 3; n++) {
		const bool add = n / 48 % 3 == 1;

		snprintf(form.op, sizeof form.op, "%s", ops[n % 6]);
		form.d = n / 6 & 1 ? 's' : 'u';
		form.a = n / 6 & 2 ? 's' : 'u';
		form.b = n / 6 & 4 ? 's' : 'u';
		form.sat = n / 48 % 3 == 2;
		form.lanes = n < 144 ? 2 : 4;
		snprintf(form.second, sizeof form.second, "%s", add ? "add" : "");
		choose("", "", "");
		run(several);
		if (form.lanes == 2)
			choose(n & 1 ? "h1" : "h10", "h30", n & 2 ? "h21" : "");
		else
			choose(n & 1 ? "b3" : "b310", n & 2 ? "b0000" : "", "b7210");
		run(several);
	}
}

static void test_mad(void **state)
{
	static const char *const scale[] = { "", ".shr7", ".shr15" };
	char insn[120];

	(void)state;
	memset(&form, 0, sizeof form);
	for (unsigned n = 0; n < 4 * 6 * 3 * 2; n++) {
		const unsigned sign = n / 4 % 6;	/* none, -a, -b, both, -c, .po */

		form.a = n & 1 ? 's' : 'u';
		form.b = n & 2 ? 's' : 'u';
		form.neg_a = sign == 1 || sign == 3;
		form.neg_b = sign == 2 || sign == 3;
		form.neg_c = sign == 4;
		form.po = sign == 5;
		form.scale = n / 24 % 3 == 0 ? 0 : n / 24 % 3 == 1 ? 7 : 15;
		form.sat = n >= 72;
		choose("", n & 4 ? "h1" : "", n & 8 ? "b3" : "");
		snprintf(insn, sizeof insn, "vmad.s32.%c32.%c32%s%s%s $0, %s$1%s, %s$2%s, %s$3",
			 form.a, form.b, form.po ? ".po" : "", form.sat ? ".sat" : "",
			 scale[n / 24 % 3], form.neg_a ? "-" : "", dot(form.asel),
			 form.neg_b ? "-" : "", dot(form.bsel), form.neg_c ? "-" : "");
		alu_sweep(insn, "r:rrr", mad);
	}
}

/* By heart */
static void test_known(void **state)
{
	(void)state;
	ALU_ROWS("vabsdiff4.u32.u32.u32.add $0, $1, $2, $3", "r:rrr", 1020 + 5, 0xff00ff00,
		 0x00ff00ff, 5, 10, 0x01020304, 0, 0);
	ALU_ROWS("vadd2.s32.s32.s32.sat $0, $1, $2, $3", "r:rrr", 0x7fff8000, 0x7fff8000, 0x0001ffff,
		 0);
	ALU_ROWS("vadd.u32.u32.s32.sat $0.b1, $1.b0, $2.h1, $3", "r:rrr", 0x1122ff44, 0x000000f0,
		 0x00200000, 0x11223344);
	ALU_ROWS("vavrg4.s32.s32.s32 $0, $1, $2, $3", "r:rrr", 0xfe010002, 0xff0100ff, 0xfe000004, 0);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("vadd.u32.u32 $0, $1, $2", "r:rr", "three types");
	alu_refused("vadd.u32.u32.u32 $0, $1.b4, $2", "r:rr", "no such part");
	alu_refused("vadd.u32.u32.u32 $0.b1, $1, $2", "r:rr", "third");
	alu_refused("vadd.u32.u32.u32 $0, $1, $2, $3", "r:rrr", "third");
	alu_refused("vadd.u32.u32.u32.add $0.h0, $1, $2, $3", "r:rrr", "whole");
	alu_refused("vadd.u32.u32.u32.xor $0, $1, $2, $3", "r:rrr", "second");
	alu_refused("vadd4.u32.u32.u32.sat.add $0, $1, $2, $3", "r:rrr", "sat");
	alu_refused("vadd4.u32.u32.u32 $0.b01, $1, $2, $3", "r:rrr", "no such part");
	alu_refused("vadd2.u32.u32.u32 $0, $1.h4, $2, $3", "r:rrr", "no such part");
	alu_refused("vadd2.u32.u32.u32 $0, $1.b10, $2, $3", "r:rrr", "no such part");
	alu_refused("vmad.u32.u32.u32.po $0, -$1, $2, $3", "r:rrr", "po");
	alu_refused("vshl.u32.u32.s32.clamp $0, $1, $2", "r:rr", "u32");
	alu_refused("vset.u32.u32.equ $0, $1, $2", "r:rr", "comparison");
	alu_refused("add.u32 $0, $1.b0, $2", "r:rr", "vector register");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scalar), cmocka_unit_test(test_set),
		cmocka_unit_test(test_several), cmocka_unit_test(test_mad),
		cmocka_unit_test(test_known), cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
