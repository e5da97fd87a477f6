/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_bits: bit operations against bit-by-bit models written from the definitions.
 */

/* clang-format off */
#include "test_alu.h"

static unsigned bit(uint64_t x, uint64_t n)
{
	return (unsigned)(x >> n & 1U);
}

/* Shifts */
static uint64_t shift_model(uint64_t a, uint64_t by, unsigned width, bool left, bool is_signed)
{
	uint64_t r = 0;

	for (unsigned n = 0; n < width; n++) {
		const bool inside = left ? n >= by : by < width - n;
		const unsigned fill = !left && is_signed ? bit(a, width - 1) : 0;

		r |= (uint64_t)(inside ? bit(a, left ? n - by : n + by) : fill) << n;
	}
	return r;
}
#define SHIFTS(N) \
	static void shl_b##N(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = shift_model(s[0], s[1], N, true, false); \
	} \
	static void shr_u##N(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = shift_model(s[0], s[1], N, false, false); \
	} \
	static void shr_s##N(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = shift_model(s[0], s[1], N, false, true); \
	}
SHIFTS(16)
SHIFTS(32)
SHIFTS(64)

static void test_shifts(void **state)
{
	(void)state;
#define RUN(N, reg) \
	alu_sweep("shl.b" #N " $0, $1, $2", reg ":" reg "s", shl_b##N); \
	alu_sweep("shr.u" #N " $0, $1, $2", reg ":" reg "s", shr_u##N); \
	alu_sweep("shr.b" #N " $0, $1, $2", reg ":" reg "s", shr_u##N); \
	alu_sweep("shr.s" #N " $0, $1, $2", reg ":" reg "s", shr_s##N);
	RUN(16, "h") RUN(32, "r") RUN(64, "d")
#undef RUN
	ALU_ROWS("shl.b64 $0, $1, 3", "d:d", 40, 5);
}

/* Funnel shift: the 64 bits {b, a}, high word after a left shift, low word after a right one */
static uint64_t funnel_model(const uint64_t *s, bool left, unsigned by)
{
	uint64_t r = 0;

	for (unsigned n = 0; n < 32; n++) {
		const unsigned from = left ? 32 + n - by : n + by;

		r |= (uint64_t)(from < 32 ? bit(s[0], from) : bit(s[1], from - 32)) << n;
	}
	return r;
}
#define FUNNEL(name, LEFT, BY) \
	static void name(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = funnel_model(s, LEFT, (unsigned)(BY)); \
	}
FUNNEL(shf_l_wrap, true, s[2] % 32)
FUNNEL(shf_r_wrap, false, s[2] % 32)
FUNNEL(shf_l_clamp, true, s[2] > 32 ? 32 : s[2])
FUNNEL(shf_r_clamp, false, s[2] > 32 ? 32 : s[2])

static void test_funnel(void **state)
{
	(void)state;
	alu_sweep("shf.l.wrap.b32 $0, $1, $2, $3", "r:rrs", shf_l_wrap);
	alu_sweep("shf.r.wrap.b32 $0, $1, $2, $3", "r:rrs", shf_r_wrap);
	alu_sweep("shf.l.clamp.b32 $0, $1, $2, $3", "r:rrs", shf_l_clamp);
	alu_sweep("shf.r.clamp.b32 $0, $1, $2, $3", "r:rrs", shf_r_clamp);
	ALU_ROWS("shf.l.wrap.b32 $0, $1, $2, $3", "r:rrr", 0x56789abc, 0x9abcdef0, 0x12345678, 16);
}

/* Logic */
#define LOGIC(name, EXPR) \
	static void name##_model(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = (EXPR); \
	}
LOGIC(and, s[0] & s[1])
LOGIC(or, s[0] | s[1])
LOGIC(xor, s[0] ^ s[1])
LOGIC(not, ~s[0])
LOGIC(cnot, s[0] == 0)
LOGIC(prednot, !s[0])

static void test_logic(void **state)
{
	(void)state;
#define RUN(N, reg) \
	alu_sweep("and.b" #N " $0, $1, $2", reg ":" reg reg, and_model); \
	alu_sweep("or.b" #N " $0, $1, $2", reg ":" reg reg, or_model); \
	alu_sweep("xor.b" #N " $0, $1, $2", reg ":" reg reg, xor_model); \
	alu_sweep("not.b" #N " $0, $1", reg ":" reg, not_model); \
	alu_sweep("cnot.b" #N " $0, $1", reg ":" reg, cnot_model);
	RUN(16, "h") RUN(32, "r") RUN(64, "d")
#undef RUN
	alu_sweep("and.pred $0, $1, $2", "p:pp", and_model);
	alu_sweep("or.pred $0, $1, $2", "p:pp", or_model);
	alu_sweep("xor.pred $0, $1, $2", "p:pp", xor_model);
	alu_sweep("not.pred $0, $1", "p:p", prednot_model);
	alu_sweep("mov.pred $0, $1", "p:p", or_model);
}

/* lop3: every table, from its definition: bit (a b c) of the table */
static uint64_t lop3_lut;

static void lop3_model(const uint64_t *s, uint64_t *d)
{
	d[0] = 0;
	for (unsigned n = 0; n < 32; n++)
		d[0] |= (uint64_t)bit(lop3_lut, bit(s[0], n) * 4 + bit(s[1], n) * 2 + bit(s[2],
			n)) << n;
}

/* ... and whether any bit is set, with a predicate */
static bool lop3_or, lop3_not;

static void lop3_pred_model(const uint64_t *s, uint64_t *d)
{
	const bool q = (s[3] != 0) != lop3_not;

	d[0] = 0;
	lop3_model(s, d);
	d[1] = lop3_or ? d[0] != 0 || q : d[0] != 0 && q;
}

static void test_lop3_pred(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 4 * 4; n++) {
		static const uint64_t lut[] = { 0x80, 0x96, 0x00, 0xfe };
		char insn[80];

		lop3_lut = lut[n / 4];
		lop3_or = (n & 1U) != 0;
		lop3_not = (n & 2U) != 0;
		snprintf(insn, sizeof insn, "lop3.%s.b32 $0|$1, $2, $3, $4, 0x%02x, %s$5",
			 lop3_or ? "or" : "and", (unsigned)lop3_lut, lop3_not ? "!" : "");
		alu_sweep(insn, "rp:bbsp", lop3_pred_model);
	}
}

/* cvt.pack: two numbers, clamped, below what there is of a third */
static unsigned pack_bits;
static bool pack_signed;

static uint64_t packed(int64_t x)
{
	const int64_t high = (INT64_C(1) << (pack_bits - (pack_signed ? 1 : 0))) - 1;
	const int64_t low = pack_signed ? -high - 1 : 0;

	x = x > high ? high : x < low ? low : x;
	return (uint64_t)x & ((UINT64_C(1) << pack_bits) - 1);
}

static void pack_model(const uint64_t *s, uint64_t *d)
{
	d[0] = packed((int32_t)s[1]) | packed((int32_t)s[0]) << pack_bits | s[2] << (2 * pack_bits);
}

static void pack_two_model(const uint64_t *s, uint64_t *d)
{
	d[0] = packed((int32_t)s[1]) | packed((int32_t)s[0]) << pack_bits;
}

static void test_pack(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		char insn[80];

		pack_bits = 2U << n / 2;
		pack_signed = n % 2 != 0;
		snprintf(insn, sizeof insn, "cvt.pack.sat.%c%u.s32%s $0, $1, $2%s",
			 pack_signed ? 's' : 'u', pack_bits, n < 6 ? ".b32" : "", n < 6 ? ", $3" : "");
		alu_sweep(insn, n < 6 ? "r:bbr" : "r:rr", n < 6 ? pack_model : pack_two_model);
	}
	ALU_ROWS("cvt.pack.sat.s8.s32.b32 $0, $1, $2, $3", "r:rrr", 0xbeef7f80, 1000,
		 0xfffffc18, 0xdeadbeef);
}

static void test_lop3(void **state)
{
	(void)state;
	for (lop3_lut = 0; lop3_lut < 256; lop3_lut++) {
		char insn[64];

		snprintf(insn, sizeof insn, "lop3.b32 $0, $1, $2, $3, 0x%02x", (unsigned)lop3_lut);
		if (lop3_lut % 16 == 0)
			alu_sweep(insn, "r:rrr", lop3_model);
		else
			alu_sweep(insn, "r:srs", lop3_model);
	}
}

/* prmt: PTX's table of the named modes, byte sources from high to low */
static uint64_t pick(const uint64_t *s, unsigned sel)
{
	const uint64_t ab = s[1] << 32 | s[0];
	const uint64_t byte = ab >> (8 * (sel & 7)) & 0xff;

	return sel & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

static uint64_t prmt_table(const uint64_t *s, const char *const modes[4])
{
	uint64_t r = 0;

	for (unsigned n = 0; n < 4; n++)
		r = r << 8 | pick(s, (unsigned)(modes[s[2] & 3][n] - '0'));
	return r;
}

static void prmt_model(const uint64_t *s, uint64_t *d)
{
	d[0] = 0;
	for (unsigned n = 0; n < 4; n++)
		d[0] |= pick(s, (unsigned)(s[2] >> (4 * n) & 15)) << (8 * n);
}
#define PRMT(name, m0, m1, m2, m3) \
	static void prmt_##name(const uint64_t *s, uint64_t *d) \
	{ \
		static const char *const modes[4] = { m0, m1, m2, m3 }; \
		d[0] = prmt_table(s, modes); \
	}
PRMT(f4e, "3210", "4321", "5432", "6543")
PRMT(b4e, "5670", "6701", "7012", "0123")
PRMT(rc8, "0000", "1111", "2222", "3333")
PRMT(ecl, "3210", "3211", "3222", "3333")
PRMT(ecr, "0000", "1110", "2210", "3210")
PRMT(rc16, "1010", "3232", "1010", "3232")

static void test_prmt(void **state)
{
	(void)state;
	alu_sweep("prmt.b32 $0, $1, $2, $3", "r:rrr", prmt_model);
	alu_sweep("prmt.b32.f4e $0, $1, $2, $3", "r:rrs", prmt_f4e);
	alu_sweep("prmt.b32.b4e $0, $1, $2, $3", "r:rrs", prmt_b4e);
	alu_sweep("prmt.b32.rc8 $0, $1, $2, $3", "r:rrs", prmt_rc8);
	alu_sweep("prmt.b32.ecl $0, $1, $2, $3", "r:rrs", prmt_ecl);
	alu_sweep("prmt.b32.ecr $0, $1, $2, $3", "r:rrs", prmt_ecr);
	alu_sweep("prmt.b32.rc16 $0, $1, $2, $3", "r:rrs", prmt_rc16);
	ALU_ROWS("prmt.b32 $0, $1, $2, $3", "r:rrr", 0x44336677, 0x11223344, 0x55667788, 0x0165,
		 0x11223344, 0x11223344, 0, 0x3210, 0x000000ff, 0x00000080, 0, 0x1118);
}

/* Bit fields, as the pseudo-code of PTX has them */
static uint64_t bfe_model(const uint64_t *s, unsigned msb, bool is_signed)
{
	const unsigned pos = s[1] & 0xff, len = s[2] & 0xff;
	const unsigned last = pos + len - 1 < msb ? pos + len - 1 : msb;
	const unsigned sign = !is_signed || len == 0 ? 0 : bit(s[0], last);
	uint64_t d = 0;

	for (unsigned n = 0; n <= msb; n++)
		d |= (uint64_t)(n < len && pos + n <= msb ? bit(s[0], pos + n) : sign) << n;
	return d;
}

static uint64_t bfi_model(const uint64_t *s, unsigned msb)
{
	const unsigned pos = s[2] & 0xff, len = s[3] & 0xff;
	uint64_t f = s[1];

	for (unsigned n = 0; n < len && pos + n <= msb; n++)
		f = (f & ~(UINT64_C(1) << (pos + n))) | (uint64_t)bit(s[0], n) << (pos + n);
	return f;
}
#define FIELD(name, EXPR) \
	static void name(const uint64_t *s, uint64_t *d) \
	{ \
		d[0] = (EXPR); \
	}
FIELD(bfe_u32, bfe_model(s, 31, false))
FIELD(bfe_s32, bfe_model(s, 31, true))
FIELD(bfe_u64, bfe_model(s, 63, false))
FIELD(bfe_s64, bfe_model(s, 63, true))
FIELD(bfi_b32, bfi_model(s, 31))
FIELD(bfi_b64, bfi_model(s, 63))

static void test_fields(void **state)
{
	(void)state;
	alu_sweep("bfe.u32 $0, $1, $2, $3", "r:rss", bfe_u32);
	alu_sweep("bfe.s32 $0, $1, $2, $3", "r:rss", bfe_s32);
	alu_sweep("bfe.u64 $0, $1, $2, $3", "d:dss", bfe_u64);
	alu_sweep("bfe.s64 $0, $1, $2, $3", "d:dss", bfe_s64);
	alu_sweep("bfi.b32 $0, $1, $2, $3, $4", "r:rrss", bfi_b32);
	alu_sweep("bfi.b64 $0, $1, $2, $3, $4", "d:ddss", bfi_b64);
	ALU_ROWS("bfe.s32 $0, $1, 8, 8", "r:r", 0xffffff80, 0x8000, 0x7f, 0x7f00);
}

/* Counting */
static uint64_t popc_model(uint64_t x)
{
	uint64_t n = 0;

	for (; x != 0; x >>= 1)
		n += x & 1U;
	return n;
}

static uint64_t find_model(uint64_t x, unsigned width, bool is_signed, bool amount)
{
	const unsigned want = is_signed && bit(x, width - 1) != 0 ? 0 : 1;

	for (unsigned n = width; n-- > 0;) {
		if (bit(x, n) == want)
			return amount ? width - 1 - n : n;
	}
	return 0xffffffff;
}

static uint64_t clz_model(uint64_t x, unsigned width)
{
	uint64_t n = 0;

	while (n < width && bit(x, width - 1 - n) == 0)
		n++;
	return n;
}

static uint64_t brev_model(uint64_t x, unsigned width)
{
	uint64_t r = 0;

	for (unsigned n = 0; n < width; n++)
		r |= (uint64_t)bit(x, n) << (width - 1 - n);
	return r;
}
FIELD(popc, popc_model(s[0]))
FIELD(clz_b32, clz_model(s[0], 32))
FIELD(clz_b64, clz_model(s[0], 64))
FIELD(brev_b32, brev_model(s[0], 32))
FIELD(brev_b64, brev_model(s[0], 64))
FIELD(bfind_u32, find_model(s[0], 32, false, false))
FIELD(bfind_s32, find_model(s[0], 32, true, false))
FIELD(bfind_u64, find_model(s[0], 64, false, false))
FIELD(bfind_s64, find_model(s[0], 64, true, false))
FIELD(bfind_amount_u32, find_model(s[0], 32, false, true))
FIELD(bfind_amount_s32, find_model(s[0], 32, true, true))
FIELD(bfind_amount_u64, find_model(s[0], 64, false, true))
FIELD(bfind_amount_s64, find_model(s[0], 64, true, true))

static void test_counting(void **state)
{
	(void)state;
	alu_sweep("popc.b32 $0, $1", "r:r", popc);
	alu_sweep("popc.b64 $0, $1", "r:d", popc);
	alu_sweep("clz.b32 $0, $1", "r:r", clz_b32);
	alu_sweep("clz.b64 $0, $1", "r:d", clz_b64);
	alu_sweep("brev.b32 $0, $1", "r:r", brev_b32);
	alu_sweep("brev.b64 $0, $1", "d:d", brev_b64);
#define RUN(T, reg) \
	alu_sweep("bfind." #T " $0, $1", "r:" reg, bfind_##T); \
	alu_sweep("bfind.shiftamt." #T " $0, $1", "r:" reg, bfind_amount_##T);
	RUN(u32, "r") RUN(s32, "r") RUN(u64, "d") RUN(s64, "d")
#undef RUN
}

/* fns as PTX words it: count upwards for positive, downwards for negative offsets */
static void fns_model(const uint64_t *s, uint64_t *d)
{
	const int64_t offset = (int32_t)s[2];
	int64_t pos = (int64_t)s[1], count = (offset < 0 ? -offset : offset) - 1;

	d[0] = 0xffffffff;
	if (offset == 0) {
		if (pos < 32 && bit(s[0], (uint64_t)pos) != 0)
			d[0] = (uint64_t)pos;
		return;
	}
	while (pos >= 0 && pos < 32) {
		if (bit(s[0], (uint64_t)pos) != 0 && count-- == 0) {
			d[0] = (uint64_t)pos;
			return;
		}
		pos += offset > 0 ? 1 : -1;
	}
}

/* bmsk and szext: PTX's words rather than its pseudo-code */
static uint64_t ones_from(uint64_t pos, uint64_t len)
{
	uint64_t r = 0;

	for (uint64_t n = 0; n < 32; n++)
		r |= (uint64_t)(n >= pos && n < pos + len) << n;
	return r;
}

static uint64_t szext_model(uint64_t a, uint64_t n, bool is_signed)
{
	if (n >= 32)
		return a;
	a &= (UINT64_C(1) << n) - 1;
	return is_signed && n != 0 && bit(a, n - 1) != 0 ? a | UINT64_MAX << n : a;
}
FIELD(bmsk_clamp, ones_from(s[0], s[1]))
FIELD(bmsk_wrap, ones_from(s[0] % 32, s[1] % 32))
FIELD(szext_clamp_u32, szext_model(s[0], s[1], false))
FIELD(szext_clamp_s32, szext_model(s[0], s[1], true))
FIELD(szext_wrap_u32, szext_model(s[0], s[1] % 32, false))
FIELD(szext_wrap_s32, szext_model(s[0], s[1] % 32, true))

static void test_odd_ones(void **state)
{
	(void)state;
	alu_sweep("fns.b32 $0, $1, $2, $3", "r:rsb", fns_model);
	alu_sweep("bmsk.clamp.b32 $0, $1, $2", "r:ss", bmsk_clamp);
	alu_sweep("bmsk.wrap.b32 $0, $1, $2", "r:ss", bmsk_wrap);
	alu_sweep("szext.clamp.u32 $0, $1, $2", "r:rs", szext_clamp_u32);
	alu_sweep("szext.clamp.s32 $0, $1, $2", "r:rs", szext_clamp_s32);
	alu_sweep("szext.wrap.u32 $0, $1, $2", "r:rs", szext_wrap_u32);
	alu_sweep("szext.wrap.s32 $0, $1, $2", "r:rs", szext_wrap_s32);
	ALU_ROWS("bmsk.wrap.b32 $0, $1, $2", "r:rr", 6, 1, 2);
	ALU_ROWS("szext.wrap.u32 $0, $1, $2", "r:rr", 0, 0xffffffff, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shifts), cmocka_unit_test(test_funnel),
		cmocka_unit_test(test_logic), cmocka_unit_test(test_lop3),
		cmocka_unit_test(test_lop3_pred), cmocka_unit_test(test_pack),
		cmocka_unit_test(test_prmt), cmocka_unit_test(test_fields),
		cmocka_unit_test(test_counting), cmocka_unit_test(test_odd_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
