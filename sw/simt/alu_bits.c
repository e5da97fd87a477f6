/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_bits: logic, shifts, bit fields and the other bit operations, slct.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"

/* Logic and shifts. A shift count past the width gives 0, or the sign. */
#define WIDTH_SET(U, S, BITS) \
	ALU_FN2(and_##U, U, U, U, a & b) \
	ALU_FN2(or_##U, U, U, U, a | b) \
	ALU_FN2(xor_##U, U, U, U, a ^ b) \
	ALU_FN1(not_##U, U, U, ~a) \
	ALU_FN1(cnot_##U, U, U, a == 0 ? 1 : 0) \
	ALU_FN2(shl_##U, U, U, u32, b >= BITS ? 0 : (ALU_VAL_##U)a << (b & (BITS - 1U))) \
	ALU_FN2(shr_##U, U, U, u32, b >= BITS ? 0 : a >> (b & (BITS - 1U))) \
	ALU_FN2(shr_##S, S, S, u32, a >> (b >= BITS ? BITS - 1U : b)) \
	ALU_FN3(slct_##U, U, U, U, s32, c >= 0 ? a : b) \
	ALU_FN3(slct_f_##U, U, U, U, f32, c >= 0.0F ? a : b) \
	ALU_FN3(slct_fz_##U, U, U, U, f32z, c >= 0.0F ? a : b)

/* The compilers we build with shift signed numbers arithmetically, by any count below the width. */
WIDTH_SET(u16, s16, 16U)
/* cppcheck-suppress shiftTooManyBitsSigned */
WIDTH_SET(u32, s32, 32U)
/* cppcheck-suppress shiftTooManyBitsSigned */
WIDTH_SET(u64, s64, 64U)

ALU_INLINE uint64_t funnel(uint32_t a, uint32_t b)
{
	return ((uint64_t)b << 32) | a;
}

ALU_FN3(shf_l_wrap, u32, u32, u32, u32, (funnel(a, b) << (c & 31U)) >> 32)
ALU_FN3(shf_r_wrap, u32, u32, u32, u32, funnel(a, b) >> (c & 31U))
ALU_FN3(shf_l_clamp, u32, u32, u32, u32, (funnel(a, b) << (c < 32U ? c : 32U)) >> 32)
ALU_FN3(shf_r_clamp, u32, u32, u32, u32, funnel(a, b) >> (c < 32U ? c : 32U))

/* Bit fields: the low byte of position and length counts; bits past the end are absent. */
ALU_INLINE uint64_t low_bits(uint32_t n)
{
	return n >= 64 ? UINT64_MAX : (UINT64_C(1) << (n & 63U)) - 1U;
}

ALU_INLINE uint64_t bfe_u(uint64_t a, uint32_t pos, uint32_t len)
{
	pos &= 0xffU;
	len &= 0xffU;
	return (pos >= 64 ? 0 : a >> (pos & 63U)) & low_bits(len);
}

/* a is the value sign-extended to 64 bits, so that bits past the end read as its sign. */
ALU_INLINE uint64_t bfe_s(int64_t a, uint32_t pos, uint32_t len)
{
	pos &= 0xffU;
	len &= 0xffU;
	/* cppcheck-suppress shiftTooManyBitsSigned */
	const uint64_t field = (uint64_t)(a >> (pos >= 64 ? 63U : pos));
	const uint32_t up = len >= 64 ? 0 : 64U - len;

	return len == 0 ? 0 : (uint64_t)((int64_t)(field << (up & 63U)) >> (up & 63U));
}

ALU_INLINE uint64_t bfi_of(uint64_t a, uint64_t b, uint32_t pos, uint32_t len)
{
	pos &= 0xffU;
	len &= 0xffU;
	const uint64_t field = pos >= 64 ? 0 : low_bits(len) << (pos & 63U);

	return (b & ~field) | (pos >= 64 ? 0 : a << (pos & 63U) & field);
}

/* The unsigned 32-bit form is frequent enough for arithmetic of its own width. */
ALU_INLINE uint32_t bfe_u32_of(uint32_t a, uint32_t pos, uint32_t len)
{
	const uint32_t from = (pos & 0xe0U) != 0 ? 0 : a >> (pos & 31U);

	return (len & 0xe0U) != 0 ? from : from & ((1U << (len & 31U)) - 1U);
}

ALU_FN3(bfe_u32, u32, u32, u32, u32, bfe_u32_of(a, b, c))
ALU_FN3(bfe_u64, u64, u64, u32, u32, bfe_u(a, b, c))
ALU_FN3(bfe_s32, u32, s32, u32, u32, bfe_s(a, b, c))
ALU_FN3(bfe_s64, u64, s64, u32, u32, bfe_s(a, b, c))
ALU_FN4(bfi_b32, u32, u32, u32, u32, u32, bfi_of(a, b, c, e))
ALU_FN4(bfi_b64, u64, u64, u64, u32, u32, bfi_of(a, b, c, e))

/* Counting and reversing */
ALU_INLINE uint32_t clz64_of(uint64_t x)
{
	return x == 0 ? 64U : (uint32_t)__builtin_clzll(x);
}

ALU_INLINE uint64_t brev64_of(uint64_t x)
{
	x = (x >> 1 & 0x5555555555555555U) | (x & 0x5555555555555555U) << 1;
	x = (x >> 2 & 0x3333333333333333U) | (x & 0x3333333333333333U) << 2;
	x = (x >> 4 & 0x0f0f0f0f0f0f0f0fU) | (x & 0x0f0f0f0f0f0f0f0fU) << 4;
	return __builtin_bswap64(x);
}

/* Position of the highest 1 (of a negative value: 0), all ones if there is none */
ALU_INLINE uint32_t bfind_of(uint64_t x)
{
	return 63U - clz64_of(x);
}

/* The same as the shift that brings the bit to the top of a register of msb + 1 bits */
ALU_INLINE uint32_t bfind_shift(uint64_t x, uint32_t msb)
{
	return x == 0 ? 0xffffffffU : msb - bfind_of(x);
}

#define ONES_32(x) (uint32_t)((x) < 0 ? ~(x) : (x))
#define ONES_64(x) (uint64_t)((x) < 0 ? ~(x) : (x))

ALU_FN1(popc_b32, u32, u32, __builtin_popcount(a))
ALU_FN1(popc_b64, u32, u64, __builtin_popcountll(a))
ALU_FN1(clz_b32, u32, u32, clz64_of(a) - 32U)
ALU_FN1(clz_b64, u32, u64, clz64_of(a))
ALU_FN1(brev_b32, u32, u32, brev64_of(a) >> 32)
ALU_FN1(brev_b64, u64, u64, brev64_of(a))
ALU_FN1(bfind_u32, u32, u32, bfind_of(a))
ALU_FN1(bfind_u64, u32, u64, bfind_of(a))
ALU_FN1(bfind_s32, u32, s32, bfind_of(ONES_32(a)))
ALU_FN1(bfind_s64, u32, s64, bfind_of(ONES_64(a)))
ALU_FN1(bfind_shift_u32, u32, u32, bfind_shift(a, 31))
ALU_FN1(bfind_shift_u64, u32, u64, bfind_shift(a, 63))
ALU_FN1(bfind_shift_s32, u32, s32, bfind_shift(ONES_32(a), 31))
ALU_FN1(bfind_shift_s64, u32, s64, bfind_shift(ONES_64(a), 63))

/* fns: the |offset|-th 1 of mask from base on, upwards or downwards */
ALU_INLINE uint32_t fns_of(uint32_t bits, uint32_t base, int32_t offset)
{
	uint32_t left = offset < 0 ? 0U - (uint32_t)offset : (uint32_t)offset;

	if (base > 31)
		return 0xffffffffU;
	if (offset == 0)
		return (bits >> base & 1U) != 0 ? base : 0xffffffffU;
	for (uint32_t pos = base; pos < 32; pos += offset > 0 ? 1U : 0xffffffffU) {
		left -= bits >> pos & 1U;
		if (left == 0)
			return pos;
	}
	return 0xffffffffU;
}

ALU_FN3(fns_b32, u32, u32, u32, s32, fns_of(a, b, c))

/* bmsk: b ones from bit a on; szext: the low b bits of a, extended */
ALU_INLINE uint32_t bmsk_of(uint32_t a, uint32_t b, bool clamp)
{
	const uint32_t sum = (a & 31U) + (b & 31U);
	const uint32_t from = clamp && a >= 32 ? 0 : 0xffffffffU << (a & 31U);
	const bool over = sum >= 32 || (clamp && (a >= 32 || b >= 32));
	const uint32_t past = over ? 0 : (b & 31U) == 0 ? 0xffffffffU : 0xffffffffU << (sum & 31U);

	return from & ~past;
}

ALU_INLINE uint32_t szext_of(uint32_t a, uint32_t b, bool clamp, bool is_signed)
{
	const uint32_t n = b & 31U;
	const uint32_t high = clamp && b >= 32 ? 0 : 0xffffffffU << n;
	const bool sign = is_signed && n != 0 && (a >> ((n - 1U) & 31U) & 1U) != 0;

	return (a & ~high) | (sign ? high : 0);
}

ALU_FN2(bmsk_clamp, u32, u32, u32, bmsk_of(a, b, true))
ALU_FN2(bmsk_wrap, u32, u32, u32, bmsk_of(a, b, false))
ALU_FN2(szext_clamp_u32, u32, u32, u32, szext_of(a, b, true, false))
ALU_FN2(szext_wrap_u32, u32, u32, u32, szext_of(a, b, false, false))
ALU_FN2(szext_clamp_s32, u32, u32, u32, szext_of(a, b, true, true))
ALU_FN2(szext_wrap_s32, u32, u32, u32, szext_of(a, b, false, true))

/* lop3: imm is the truth table, index a b c */
ALU_INLINE uint32_t lop3_of(uint32_t a, uint32_t b, uint32_t c, uint32_t lut)
{
	uint32_t r = 0;

	r |= (lut & 1U) != 0 ? ~a & ~b & ~c : 0;
	r |= (lut & 2U) != 0 ? ~a & ~b & c : 0;
	r |= (lut & 4U) != 0 ? ~a & b & ~c : 0;
	r |= (lut & 8U) != 0 ? ~a & b & c : 0;
	r |= (lut & 16U) != 0 ? a & ~b & ~c : 0;
	r |= (lut & 32U) != 0 ? a & ~b & c : 0;
	r |= (lut & 64U) != 0 ? a & b & ~c : 0;
	r |= (lut & 128U) != 0 ? a & b & c : 0;
	return r;
}

ALU_FN3(lop3_b32, u32, u32, u32, u32, lop3_of(a, b, c, (uint32_t)i->imm))

/* With a predicate: whether a bit is set, and or or what is in e. */
static void lop3_pred(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *const a = SIMT_U32(w, i->a), *const b = SIMT_U32(w, i->b);
	const uint32_t *const c = SIMT_U32(w, i->c);
	const uint32_t e = SIMT_PRED(w, i->e) ^ ((i->imm & ALU_LOP3_NEG) != 0 ? ALU_FULL : 0);
	uint32_t *const d = SIMT_U32(w, i->d);
	uint32_t any = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint32_t r = lop3_of(a[l], b[l], c[l], (uint32_t)i->imm & 0xffU);

		any |= (uint32_t)(r != 0) << l;
		d[l] = (mask >> l & 1U) != 0 ? r : d[l];
	}
	if (i->d2 != SIMT_NO_REF)
		alu_put_pred(w, i->d2, mask, (i->imm & ALU_LOP3_OR) != 0 ? any | e : any & e);
}

int alu_lower_lop3_pred(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	bool neg = false;

	if (alu_expect(lw, i, 6) || (alu_key(i) != 0 ? alu_refuse(lw, i) : 0) ||
	    alu_dst(lw, i, 0, PTX_T_B32, &out->d) || alu_src(lw, i, 1, PTX_T_B32, &out->a) ||
	    alu_src(lw, i, 2, PTX_T_B32, &out->b) || alu_src(lw, i, 3, PTX_T_B32, &out->c) ||
	    alu_pred(lw, i, 5, &out->e, &neg) ||
	    (alu_has_dst2(i) && alu_dst2(lw, i, PTX_T_PRED, &out->d2)))
		return -1;
	out->fn = lop3_pred;
	out->imm = ((uint64_t)i->opnd[4].imm & 0xffU) | (neg ? ALU_LOP3_NEG : 0U) |
		   (i->boolop == PTX_BOOL_OR ? ALU_LOP3_OR : 0U);
	return 0;
}

/* cvt.pack: imm is the bits of a part, and whether it has a sign; what there is of c goes above. */
ALU_INLINE uint32_t pack_part(int32_t x, uint64_t imm)
{
	const unsigned bits = (unsigned)imm & 31U, is_signed = (unsigned)(imm >> 8) & 1U;
	const int32_t high = (int32_t)((1U << (bits - is_signed)) - 1U);
	const int32_t low = is_signed != 0 ? -high - 1 : 0;

	return (uint32_t)(x > high ? high : x < low ? low : x) & ((1U << bits) - 1U);
}

ALU_FN3(cvt_pack, u32, s32, s32, u32,
	pack_part(b, i->imm) | pack_part(a, i->imm) << (i->imm & 31U) |
	(uint32_t)((uint64_t)c << (2U * (i->imm & 31U))))

/* prmt: selector nibble n picks byte (nibble & 7) of {b, a}; bit 3 spreads its sign */
ALU_INLINE uint32_t prmt_byte(uint64_t ab, uint32_t sel)
{
	const uint32_t byte = (uint32_t)(ab >> (8U * (sel & 7U))) & 0xffU;

	return (sel & 8U) == 0 ? byte : (byte & 0x80U) != 0 ? 0xffU : 0;
}

ALU_INLINE uint32_t prmt_of(uint32_t a, uint32_t b, uint32_t sel)
{
	const uint64_t ab = funnel(a, b);

	return prmt_byte(ab, sel & 15U) | prmt_byte(ab, sel >> 4 & 15U) << 8 |
	       prmt_byte(ab, sel >> 8 & 15U) << 16 | prmt_byte(ab, sel >> 12 & 15U) << 24;
}

/* The named modes as selectors, for c = 0..3 */
ALU_INLINE uint32_t prmt_named(uint32_t a, uint32_t b, uint32_t s0, uint32_t s1, uint32_t s2,
			       uint32_t s3, uint32_t c)
{
	c &= 3U;
	return prmt_of(a, b, c == 0 ? s0 : c == 1 ? s1 : c == 2 ? s2 : s3);
}

ALU_FN3(prmt_b32, u32, u32, u32, u32, prmt_of(a, b, c))
ALU_FN3(prmt_f4e, u32, u32, u32, u32, prmt_named(a, b, 0x3210, 0x4321, 0x5432, 0x6543, c))
ALU_FN3(prmt_b4e, u32, u32, u32, u32, prmt_named(a, b, 0x5670, 0x6701, 0x7012, 0x0123, c))
ALU_FN3(prmt_rc8, u32, u32, u32, u32, prmt_named(a, b, 0x0000, 0x1111, 0x2222, 0x3333, c))
ALU_FN3(prmt_ecl, u32, u32, u32, u32, prmt_named(a, b, 0x3210, 0x3211, 0x3222, 0x3333, c))
ALU_FN3(prmt_ecr, u32, u32, u32, u32, prmt_named(a, b, 0x0000, 0x1110, 0x2210, 0x3210, c))
ALU_FN3(prmt_rc16, u32, u32, u32, u32, prmt_named(a, b, 0x1010, 0x3232, 0x1010, 0x3232, c))

#define SLCT_ROW(T, T2, KEY, FN) \
	{ PTX_OP_SLCT, PTX_T_##T, PTX_T_##T2, \
	  { PTX_T_##T, PTX_T_##T, PTX_T_##T, PTX_T_##T2 }, KEY, FN }
#define SLCT_ROWS(T, u) \
	SLCT_ROW(T, S32, 0, slct_##u), SLCT_ROW(T, F32, 0, slct_f_##u), \
	SLCT_ROW(T, F32, ALU_FTZ, slct_fz_##u)
#define SHIFT_ROW(OP, T, FN) ALU_ROW(OP, T, 0, FN, PTX_T_##T, PTX_T_##T, PTX_T_U32)
#define WIDTH_ROWS(B, U, S, u, s) \
	ALU_ROW2(AND, B, 0, and_##u), ALU_ROW2(OR, B, 0, or_##u), ALU_ROW2(XOR, B, 0, xor_##u), \
	ALU_ROW1(NOT, B, 0, not_##u), ALU_ROW1(CNOT, B, 0, cnot_##u), \
	SHIFT_ROW(SHL, B, shl_##u), SHIFT_ROW(SHR, B, shr_##u), SHIFT_ROW(SHR, U, shr_##u), \
	SHIFT_ROW(SHR, S, shr_##s), SLCT_ROWS(B, u), SLCT_ROWS(U, u), SLCT_ROWS(S, u)
#define BFE_ROW(T, FN) ALU_ROW(BFE, T, 0, FN, PTX_T_##T, PTX_T_##T, PTX_T_U32, PTX_T_U32)
#define TO_U32(OP, T, KEY, FN) ALU_ROW(OP, T, KEY, FN, PTX_T_U32, PTX_T_##T)

const struct alu_row alu_bits_rows[] = {
	WIDTH_ROWS(B32, U32, S32, u32, s32),
	WIDTH_ROWS(B64, U64, S64, u64, s64),
	WIDTH_ROWS(B16, U16, S16, u16, s16),
	SLCT_ROWS(F32, u32), SLCT_ROWS(F64, u64),
	ALU_ROW3(SHF, B32, ALU_LEFT | ALU_MODE(SHF_WRAP), shf_l_wrap),
	ALU_ROW3(SHF, B32, ALU_LEFT | ALU_MODE(SHF_CLAMP), shf_l_clamp),
	ALU_ROW3(SHF, B32, ALU_MODE(SHF_WRAP), shf_r_wrap),
	ALU_ROW3(SHF, B32, ALU_MODE(SHF_CLAMP), shf_r_clamp),
	BFE_ROW(U32, bfe_u32), BFE_ROW(S32, bfe_s32), BFE_ROW(U64, bfe_u64), BFE_ROW(S64, bfe_s64),
	ALU_ROW(BFI, B32, 0, bfi_b32, PTX_T_B32, PTX_T_B32, PTX_T_B32, PTX_T_U32, PTX_T_U32),
	ALU_ROW(BFI, B64, 0, bfi_b64, PTX_T_B64, PTX_T_B64, PTX_T_B64, PTX_T_U32, PTX_T_U32),
	TO_U32(POPC, B32, 0, popc_b32), TO_U32(POPC, B64, 0, popc_b64),
	TO_U32(CLZ, B32, 0, clz_b32), TO_U32(CLZ, B64, 0, clz_b64),
	ALU_ROW1(BREV, B32, 0, brev_b32), ALU_ROW1(BREV, B64, 0, brev_b64),
	TO_U32(BFIND, U32, 0, bfind_u32), TO_U32(BFIND, U64, 0, bfind_u64),
	TO_U32(BFIND, S32, 0, bfind_s32), TO_U32(BFIND, S64, 0, bfind_s64),
	TO_U32(BFIND, U32, ALU_MODE(BFIND_SHIFTAMT), bfind_shift_u32),
	TO_U32(BFIND, U64, ALU_MODE(BFIND_SHIFTAMT), bfind_shift_u64),
	TO_U32(BFIND, S32, ALU_MODE(BFIND_SHIFTAMT), bfind_shift_s32),
	TO_U32(BFIND, S64, ALU_MODE(BFIND_SHIFTAMT), bfind_shift_s64),
	ALU_ROW(FNS, B32, 0, fns_b32, PTX_T_B32, PTX_T_B32, PTX_T_B32, PTX_T_S32),
	ALU_ROW2(BMSK, B32, ALU_MODE(SHF_CLAMP), bmsk_clamp),
	ALU_ROW2(BMSK, B32, ALU_MODE(SHF_WRAP), bmsk_wrap),
	ALU_ROW2(SZEXT, U32, ALU_MODE(SHF_CLAMP), szext_clamp_u32),
	ALU_ROW2(SZEXT, U32, ALU_MODE(SHF_WRAP), szext_wrap_u32),
	ALU_ROW(SZEXT, S32, ALU_MODE(SHF_CLAMP), szext_clamp_s32, PTX_T_S32, PTX_T_S32, PTX_T_U32),
	ALU_ROW(SZEXT, S32, ALU_MODE(SHF_WRAP), szext_wrap_s32, PTX_T_S32, PTX_T_S32, PTX_T_U32),
	ALU_ROW3(LOP3, B32, 0, lop3_b32),
	{ PTX_OP_CVT_PACK, PTX_T_S32, PTX_T_B32, { PTX_T_U32, PTX_T_S32, PTX_T_S32, PTX_T_B32 }, 0,
	  cvt_pack },
	{ PTX_OP_CVT_PACK, PTX_T_S32, PTX_T_NONE, { PTX_T_U32, PTX_T_S32, PTX_T_S32 }, 0, cvt_pack },
	ALU_ROW3(PRMT, B32, 0, prmt_b32),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_F4E), prmt_f4e),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_B4E), prmt_b4e),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_RC8), prmt_rc8),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_ECL), prmt_ecl),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_ECR), prmt_ecr),
	ALU_ROW3(PRMT, B32, ALU_MODE(PRMT_RC16), prmt_rc16),
	{ .op = PTX_OP_NONE }
};
