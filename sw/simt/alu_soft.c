/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_soft: see alu_soft.h
 */

/* clang-format off */
#include "alu_soft.h"

#include "alu.h"

struct format {
	int digits;		/* of the significand, the implicit one included */
	int emin, emax;		/* exponents of the least normal and of the largest number */
	int exp_bits;
};

static struct format format_of(enum ptx_type type)
{
	return type == PTX_T_F16 ? (struct format){ 11, -14, 15, 5 } :
	       type == PTX_T_BF16 ? (struct format){ 8, -126, 127, 8 } :
	       type == PTX_T_TF32 ? (struct format){ 11, -126, 127, 8 } :
	       type == PTX_T_F32 ? (struct format){ 24, -126, 127, 8 } :
				   (struct format){ 53, -1022, 1023, 11 };
}

/* The format's bits for sign, biased exponent and fraction */
static uint64_t assemble(const struct format *f, bool neg, int biased, uint64_t fraction)
{
	const int sign_at = f->digits - 1 + f->exp_bits;

	return ((uint64_t)neg << sign_at) | ((uint64_t)biased << (f->digits - 1)) | fraction;
}

static uint64_t overflow(const struct format *f, bool neg, enum ptx_round round)
{
	const int inf = f->emax - f->emin + 2;
	const bool to_max = round == PTX_ROUND_RZ || (round == PTX_ROUND_RM && !neg) ||
			    (round == PTX_ROUND_RP && neg);

	if (to_max)
		return assemble(f, neg, inf - 1, (UINT64_C(1) << (f->digits - 1)) - 1U);
	return assemble(f, neg, inf, 0);
}

/* mag / 2^shift as an integer, rounded */
static uint64_t round_shift(uint64_t mag, int shift, bool neg, enum ptx_round round)
{
	uint64_t m, rest, half;

	if (shift <= 0)
		return mag << -shift;
	if (shift > 64) {
		m = 0;
		rest = 1;
		half = 2;
	} else {
		m = shift == 64 ? 0 : mag >> shift;
		rest = shift == 64 ? mag : mag & ((UINT64_C(1) << shift) - 1U);
		half = UINT64_C(1) << (shift - 1);
	}
	switch (round) {
	case PTX_ROUND_RZ:
		return m;
	case PTX_ROUND_RM:
		return m + (neg && rest != 0);
	case PTX_ROUND_RP:
		return m + (!neg && rest != 0);
	case PTX_ROUND_RNA:
		return m + (rest >= half);
	default:
		return m + (rest > half || (rest == half && (m & 1U) != 0));
	}
}

uint64_t alu_soft_pack(bool neg, uint64_t mag, int exp, enum ptx_type type, enum ptx_round round)
{
	const struct format f = format_of(type);
	int top, unit;

	if (mag == 0)
		return assemble(&f, neg, 0, 0);
	top = 63 - __builtin_clzll(mag) + exp;		/* exponent of the leading one */
	unit = (top > f.emin ? top : f.emin) - (f.digits - 1);
	mag = round_shift(mag, unit - exp, neg, round);
	if (mag >> f.digits != 0) {
		mag >>= 1;
		unit++;
	}
	if (mag >> (f.digits - 1) == 0)
		return assemble(&f, neg, 0, mag);
	if (unit + f.digits - 1 > f.emax)
		return overflow(&f, neg, round);
	return assemble(&f, neg, unit + f.digits - 1 - f.emin + 1,
			mag & ((UINT64_C(1) << (f.digits - 1)) - 1U));
}

uint64_t alu_soft_round(double x, enum ptx_type type, enum ptx_round round)
{
	const uint64_t bits = alu_b64(x);
	const bool neg = bits >> 63 != 0;
	const int biased = (int)(bits >> 52 & 0x7ffU);
	const uint64_t fraction = bits & 0xfffffffffffffU;
	const struct format f = format_of(type);

	if (biased == 0x7ff) {
		if (fraction != 0)
			return type == PTX_T_F16 || type == PTX_T_BF16 ? ALU_NAN16 :
			       type == PTX_T_TF32 ? ALU_NAN32 >> 13 :
			       type == PTX_T_F32 ? ALU_NAN32 : ALU_NAN64;
		return assemble(&f, neg, f.emax - f.emin + 2, 0);
	}
	if (biased == 0)
		return alu_soft_pack(neg, fraction, -1074, type, round);
	return alu_soft_pack(neg, fraction | UINT64_C(1) << 52, biased - 1075, type, round);
}

double alu_soft_f16(uint16_t bits)
{
	const bool neg = bits >> 15 != 0;
	const unsigned biased = bits >> 10 & 31U;
	const uint64_t fraction = bits & 0x3ffU;

	if (biased == 31)
		return alu_f64((uint64_t)neg << 63 | 0x7ff0000000000000U |
			       (fraction != 0 ? UINT64_C(1) << 51 : 0));
	if (biased == 0)
		return alu_f64(alu_soft_pack(neg, fraction, -24, PTX_T_F64, PTX_ROUND_RN));
	return alu_f64(alu_soft_pack(neg, fraction | 0x400U, (int)biased - 25, PTX_T_F64,
				     PTX_ROUND_RN));
}
