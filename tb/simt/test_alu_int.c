/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_int: integer arithmetic against 128-bit arithmetic, carry chains included.
 */

/* clang-format off */
#include "test_alu.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* Operand of n bits, signed or not, as a number */
static wide val(uint64_t x, unsigned n, bool is_signed)
{
	const uwide v = n == 64 ? x : x & ((UINT64_C(1) << n) - 1);

	return is_signed && (v >> (n - 1) & 1) != 0 ? (wide)v - ((wide)1 << n) : (wide)v;
}

static wide clamp32(wide x)
{
	return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

/* x / 2^n rounded down */
static wide shift_down(wide x, unsigned n)
{
	const wide unit = (wide)1 << n;
	const wide q = x / unit;

	return x % unit < 0 ? q - 1 : q;
}

static wide magnitude(wide x)
{
	return x < 0 ? -x : x;
}

#define MODEL(name, N, SIGN, EXPR) \
	static void name(const uint64_t *src, uint64_t *dst) \
	{ \
		const wide a = val(src[0], N, SIGN), b = val(src[1], N, SIGN); \
		(void)a; \
		(void)b; \
		dst[0] = (uint64_t)(EXPR); \
	}
#define MODEL3(name, N, CN, SIGN, EXPR) \
	static void name(const uint64_t *src, uint64_t *dst) \
	{ \
		const wide a = val(src[0], N, SIGN), b = val(src[1], N, SIGN); \
		const wide c = val(src[2], CN, SIGN); \
		dst[0] = (uint64_t)(EXPR); \
	}
/* A product of two 64-bit numbers fits uwide; the sum with c may wrap, which is harmless. */
#define SET(T, N, S) \
	MODEL(add_##T, N, S, a + b) \
	MODEL(sub_##T, N, S, a - b) \
	MODEL(mul_lo_##T, N, S, (uwide)a * (uwide)b) \
	MODEL(min_##T, N, S, a < b ? a : b) \
	MODEL(max_##T, N, S, a > b ? a : b) \
	MODEL(div_##T, N, S, b == 0 ? -1 : a / b) \
	MODEL(rem_##T, N, S, b == 0 ? a : a % b) \
	MODEL3(sad_##T, N, N, S, c + magnitude(a - b)) \
	MODEL3(mad_lo_##T, N, N, S, (uwide)a * (uwide)b + (uwide)c)
#define HI_S(T, N) \
	MODEL(mul_hi_##T, N, true, shift_down(a * b, N)) \
	MODEL3(mad_hi_##T, N, N, true, shift_down(a * b, N) + c) \
	MODEL(neg_##T, N, true, -a) \
	MODEL(abs_##T, N, true, magnitude(a))
#define HI_U(T, N) \
	MODEL(mul_hi_##T, N, false, (uwide)a * (uwide)b >> N) \
	MODEL3(mad_hi_##T, N, N, false, ((uwide)a * (uwide)b >> N) + (uwide)c)
#define WIDE(T, N, S) \
	MODEL(mul_wide_##T, N, S, a * b) \
	MODEL3(mad_wide_##T, N, 2 * N, S, a * b + c)

SET(u16, 16, false) SET(u32, 32, false) SET(u64, 64, false)
SET(s16, 16, true) SET(s32, 32, true) SET(s64, 64, true)
HI_U(u16, 16) HI_U(u32, 32) HI_U(u64, 64)
HI_S(s16, 16) HI_S(s32, 32) HI_S(s64, 64)
WIDE(u16, 16, false) WIDE(u32, 32, false) WIDE(s16, 16, true) WIDE(s32, 32, true)
MODEL(add_sat_s32, 32, true, clamp32(a + b))
MODEL(sub_sat_s32, 32, true, clamp32(a - b))
MODEL3(mad_hi_sat_s32, 32, 32, true, clamp32(shift_down(a * b, 32) + c))
MODEL(mul24_lo_u32, 24, false, a * b)
MODEL(mul24_lo_s32, 24, true, a * b)
MODEL(mul24_hi_u32, 24, false, shift_down(a * b, 16))
MODEL(mul24_hi_s32, 24, true, shift_down(a * b, 16))
MODEL3(mad24_lo_u32, 24, 32, false, a * b + c)
MODEL3(mad24_lo_s32, 24, 32, true, a * b + c)
MODEL3(mad24_hi_u32, 24, 32, false, shift_down(a * b, 16) + c)
MODEL3(mad24_hi_s32, 24, 32, true, shift_down(a * b, 16) + c)
MODEL3(mad24_hi_sat_s32, 24, 32, true,
       clamp32(val((uint64_t)shift_down(a * b, 16), 32, true) + c))

static void test_two_operands(void **state)
{
	(void)state;
#define RUN(T, reg) \
	alu_sweep("add." #T " $0, $1, $2", reg ":" reg reg, add_##T); \
	alu_sweep("sub." #T " $0, $1, $2", reg ":" reg reg, sub_##T); \
	alu_sweep("mul.lo." #T " $0, $1, $2", reg ":" reg reg, mul_lo_##T); \
	alu_sweep("mul.hi." #T " $0, $1, $2", reg ":" reg reg, mul_hi_##T); \
	alu_sweep("min." #T " $0, $1, $2", reg ":" reg reg, min_##T); \
	alu_sweep("max." #T " $0, $1, $2", reg ":" reg reg, max_##T);
	RUN(u16, "h") RUN(s16, "h") RUN(u32, "r") RUN(s32, "r") RUN(u64, "d") RUN(s64, "d")
#undef RUN
	alu_sweep("add.sat.s32 $0, $1, $2", "r:rr", add_sat_s32);
	alu_sweep("sub.sat.s32 $0, $1, $2", "r:rr", sub_sat_s32);
	alu_sweep("neg.s16 $0, $1", "h:h", neg_s16);
	alu_sweep("neg.s32 $0, $1", "r:r", neg_s32);
	alu_sweep("neg.s64 $0, $1", "d:d", neg_s64);
	alu_sweep("abs.s16 $0, $1", "h:h", abs_s16);
	alu_sweep("abs.s32 $0, $1", "r:r", abs_s32);
	alu_sweep("abs.s64 $0, $1", "d:d", abs_s64);
}

static void test_division(void **state)
{
	(void)state;
#define RUN(T, reg) \
	alu_sweep("div." #T " $0, $1, $2", reg ":" reg reg, div_##T); \
	alu_sweep("rem." #T " $0, $1, $2", reg ":" reg reg, rem_##T);
	RUN(u16, "h") RUN(s16, "h") RUN(u32, "r") RUN(s32, "r") RUN(u64, "d") RUN(s64, "d")
#undef RUN
	ALU_ROWS("div.u32 $0, $1, $2", "r:rr", 0xffffffff, 5, 0, 3, 7, 2);
	ALU_ROWS("rem.s32 $0, $1, $2", "r:rr", 0xfffffffb, 0xfffffffb, 0, 0xffffffff, 0xfffffff9,
		2);
	ALU_ROWS("div.s32 $0, $1, $2", "r:rr", 0x80000000, 0x80000000, 0xffffffff, 0xffffffff, 1,
		0);
	ALU_ROWS("rem.s64 $0, $1, $2", "d:dd", 0, UINT64_C(1) << 63, UINT64_MAX);
}

static void test_three_operands(void **state)
{
	(void)state;
#define RUN(T, reg) \
	alu_sweep("mad.lo." #T " $0, $1, $2, $3", reg ":" reg reg reg, mad_lo_##T); \
	alu_sweep("mad.hi." #T " $0, $1, $2, $3", reg ":" reg reg reg, mad_hi_##T); \
	alu_sweep("sad." #T " $0, $1, $2, $3", reg ":" reg reg reg, sad_##T);
	RUN(u16, "h") RUN(s16, "h") RUN(u32, "r") RUN(s32, "r") RUN(u64, "d") RUN(s64, "d")
#undef RUN
	alu_sweep("mad.hi.sat.s32 $0, $1, $2, $3", "r:rrr", mad_hi_sat_s32);
	alu_sweep("mul24.lo.u32 $0, $1, $2", "r:rr", mul24_lo_u32);
	alu_sweep("mul24.lo.s32 $0, $1, $2", "r:rr", mul24_lo_s32);
	alu_sweep("mul24.hi.u32 $0, $1, $2", "r:rr", mul24_hi_u32);
	alu_sweep("mul24.hi.s32 $0, $1, $2", "r:rr", mul24_hi_s32);
	alu_sweep("mad24.lo.u32 $0, $1, $2, $3", "r:rrr", mad24_lo_u32);
	alu_sweep("mad24.lo.s32 $0, $1, $2, $3", "r:rrr", mad24_lo_s32);
	alu_sweep("mad24.hi.u32 $0, $1, $2, $3", "r:rrr", mad24_hi_u32);
	alu_sweep("mad24.hi.s32 $0, $1, $2, $3", "r:rrr", mad24_hi_s32);
	alu_sweep("mad24.hi.sat.s32 $0, $1, $2, $3", "r:rrr", mad24_hi_sat_s32);
}

static void test_wide(void **state)
{
	(void)state;
	alu_sweep("mul.wide.u16 $0, $1, $2", "r:hh", mul_wide_u16);
	alu_sweep("mul.wide.s16 $0, $1, $2", "r:hh", mul_wide_s16);
	alu_sweep("mul.wide.u32 $0, $1, $2", "d:rr", mul_wide_u32);
	alu_sweep("mul.wide.s32 $0, $1, $2", "d:rr", mul_wide_s32);
	alu_sweep("mad.wide.u16 $0, $1, $2, $3", "r:hhr", mad_wide_u16);
	alu_sweep("mad.wide.s16 $0, $1, $2, $3", "r:hhr", mad_wide_s16);
	alu_sweep("mad.wide.u32 $0, $1, $2, $3", "d:rrd", mad_wide_u32);
	alu_sweep("mad.wide.s32 $0, $1, $2, $3", "d:rrd", mad_wide_s32);
}

/* A destination that is also a source, immediates, special values by hand */
static void test_operand_forms(void **state)
{
	(void)state;
	ALU_ROWS("add.u32 $1, $1, $1; mov.u32 $0, $1", "r:r", 10, 5, 0, 0x80000000);
	ALU_ROWS("sub.s32 $0, $1, -7", "r:r", 12, 5, 0x80000006, 0x7fffffff);
	ALU_ROWS("mul.wide.s32 $0, $1, -4", "d:r", UINT64_C(0xfffffffffffffff4), 3, 4, 0xffffffff);
	ALU_ROWS("mad.lo.s32 $0, $1, 3, -1", "r:r", 29, 10);
	ALU_ROWS("add.s16 $0, $1, -1", "h:h", 0xffff, 0, 0x7fff, 0x8000);
	ALU_ROWS("add.s64 $0, $1, -1", "d:d", UINT64_MAX, 0);
	ALU_ROWS("min.u32 $0, $1, 0xffffffff", "r:r", 4, 4);
}

/* Dot products, from the definition with loops */
static int64_t part(uint64_t x, unsigned at, unsigned bits, bool is_signed)
{
	return (int64_t)val(x >> at, bits, is_signed);
}

#define DP(name, A, B) \
	static void dp4a_##name(const uint64_t *s, uint64_t *d) \
	{ \
		int64_t sum = (int64_t)s[2]; \
		for (unsigned n = 0; n < 4; n++) \
			sum += part(s[0], 8 * n, 8, A) * part(s[1], 8 * n, 8, B); \
		d[0] = (uint64_t)sum; \
	} \
	static void dp2a_lo_##name(const uint64_t *s, uint64_t *d) \
	{ \
		int64_t sum = (int64_t)s[2]; \
		for (unsigned n = 0; n < 2; n++) \
			sum += part(s[0], 16 * n, 16, A) * part(s[1], 8 * n, 8, B); \
		d[0] = (uint64_t)sum; \
	} \
	static void dp2a_hi_##name(const uint64_t *s, uint64_t *d) \
	{ \
		int64_t sum = (int64_t)s[2]; \
		for (unsigned n = 0; n < 2; n++) \
			sum += part(s[0], 16 * n, 16, A) * part(s[1], 16 + 8 * n, 8, B); \
		d[0] = (uint64_t)sum; \
	}
DP(u32_u32, false, false)
DP(u32_s32, false, true)
DP(s32_u32, true, false)
DP(s32_s32, true, true)

static void test_dot_products(void **state)
{
	(void)state;
#define RUN(A, B) \
	alu_sweep("dp4a." #A "." #B " $0, $1, $2, $3", "r:rrr", dp4a_##A##_##B); \
	alu_sweep("dp2a.lo." #A "." #B " $0, $1, $2, $3", "r:rrr", dp2a_lo_##A##_##B); \
	alu_sweep("dp2a.hi." #A "." #B " $0, $1, $2, $3", "r:rrr", dp2a_hi_##A##_##B);
	RUN(u32, u32) RUN(u32, s32) RUN(s32, u32) RUN(s32, s32)
#undef RUN
	ALU_ROWS("dp4a.s32.s32 $0, $1, $2, $3", "r:rrr", 0xfffffff6, 0x01020304, 0xffffffff, 0);
}

/* Carry chains: 128-bit sums of two 64-bit halves, 64-bit ones of two 32-bit halves */
static void add128(const uint64_t *s, uint64_t *d)
{
	const uwide r = ((uwide)s[1] << 64 | s[0]) + ((uwide)s[3] << 64 | s[2]);

	d[0] = (uint64_t)r;
	d[1] = (uint64_t)(r >> 64);
}

static void sub128(const uint64_t *s, uint64_t *d)
{
	const uwide r = ((uwide)s[1] << 64 | s[0]) - ((uwide)s[3] << 64 | s[2]);

	d[0] = (uint64_t)r;
	d[1] = (uint64_t)(r >> 64);
}

/* three 32-bit words, the middle one with carry in and out */
static void add96(const uint64_t *s, uint64_t *d)
{
	const uwide a = s[0] | (uwide)s[1] << 32 | (uwide)s[1] << 64;
	const uwide b = s[2] | (uwide)s[3] << 32 | (uwide)s[2] << 64;

	for (unsigned n = 0; n < 3; n++)
		d[n] = (uint64_t)((a + b) >> (32 * n)) & 0xffffffff;
}

static void sub96(const uint64_t *s, uint64_t *d)
{
	const uwide a = s[0] | (uwide)s[1] << 32 | (uwide)s[1] << 64;
	const uwide b = s[2] | (uwide)s[3] << 32 | (uwide)s[2] << 64;

	for (unsigned n = 0; n < 3; n++)
		d[n] = (uint64_t)((a - b) >> (32 * n)) & 0xffffffff;
}

/* 32 x 32 -> 64 product plus a 64-bit number, and whether that overflows */
static void mad64(const uint64_t *s, uint64_t *d)
{
	const uwide r = (uwide)(s[0] * s[1]) + (s[2] | s[3] << 32);

	d[0] = (uint64_t)r & 0xffffffff;
	d[1] = (uint64_t)(r >> 32) & 0xffffffff;
	d[2] = (uint64_t)(r >> 64);
}

static void mad128(const uint64_t *s, uint64_t *d)
{
	const uwide p = (uwide)s[0] * s[1], c = s[2] | (uwide)s[3] << 64;

	d[0] = (uint64_t)(p + c);
	d[1] = (uint64_t)((p + c) >> 64);
	d[2] = p + c < p;
}

/* signed high halves: the carry is that of the addition */
static void mad_hi_signed(const uint64_t *s, uint64_t *d)
{
	const uint64_t high = (uint64_t)shift_down(val(s[0], 32, true) * val(s[1], 32, true), 32) &
			      0xffffffff;

	d[0] = (high + s[2]) & 0xffffffff;
	d[1] = (high + s[2]) >> 32;
}

static void test_carry(void **state)
{
	(void)state;
	alu_sweep("add.cc.u64 $0, $2, $4; addc.u64 $1, $3, $5", "dd:dddd", add128);
	alu_sweep("sub.cc.s64 $0, $2, $4; subc.s64 $1, $3, $5", "dd:dddd", sub128);
	alu_sweep("add.cc.u32 $0, $3, $5; addc.cc.u32 $1, $4, $6; addc.u32 $2, $4, $5", "rrr:rrrr",
		  add96);
	alu_sweep("add.cc.s32 $0, $3, $5; addc.cc.s32 $1, $4, $6; addc.s32 $2, $4, $5", "rrr:rrrr",
		  add96);
	alu_sweep("sub.cc.u32 $0, $3, $5; subc.cc.u32 $1, $4, $6; subc.u32 $2, $4, $5", "rrr:rrrr",
		  sub96);
	alu_sweep("sub.cc.s32 $0, $3, $5; subc.cc.s32 $1, $4, $6; subc.s32 $2, $4, $5", "rrr:rrrr",
		  sub96);
	alu_sweep("mad.lo.cc.u32 $0, $3, $4, $5; madc.hi.cc.u32 $1, $3, $4, $6; addc.u32 $2, 0, 0",
		  "rrr:rrrr", mad64);
	alu_sweep("mad.lo.cc.u64 $0, $3, $4, $5; madc.hi.cc.u64 $1, $3, $4, $6; addc.u64 $2, 0, 0",
		  "ddd:dddd", mad128);
	alu_sweep("mad.hi.cc.s32 $0, $2, $3, $4; addc.u32 $1, 0, 0", "rr:rrr", mad_hi_signed);
	alu_sweep("sub.cc.u32 $0, 0, 0; madc.hi.cc.s32 $0, $2, $3, $4; addc.u32 $1, 0, 0", "rr:rrr",
		  mad_hi_signed);
	alu_sweep("add.cc.u64 $0, $2, $4; addc.cc.u64 $1, $3, $5", "dd:dddd", add128);
	alu_sweep("sub.cc.u64 $0, $2, $4; subc.cc.u64 $1, $3, $5", "dd:dddd", sub128);
	/* -1 - 0 borrows nothing, 0 - 1 does */
	ALU_ROWS("sub.cc.u32 $0, $2, $3; subc.u32 $1, 0, 0", "rr:rr",
		 0xffffffff, 0, 0xffffffff, 0, 0xffffffff, 0xffffffff, 0, 1);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("mul.u32 $0, $1, $2", "r:rr", "mul");
	alu_refused("add.sat.u32 $0, $1, $2", "r:rr", "add");
	alu_refused("mad.wide.u64 $0, $1, $2, $3", "d:ddd", "mad");
	alu_refused("add.u32 $0, $1, $2", "d:dd", "case.ptx:");
	alu_refused("add.u32 $0, $1", "r:r", "add");
	alu_refused("abs.u32 $0, $1", "r:r", "abs");
	alu_refused("neg.u32 $0, $1", "r:r", "neg");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_operands), cmocka_unit_test(test_division),
		cmocka_unit_test(test_three_operands), cmocka_unit_test(test_wide),
		cmocka_unit_test(test_operand_forms), cmocka_unit_test(test_dot_products),
		cmocka_unit_test(test_carry), cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
