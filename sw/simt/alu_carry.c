/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_carry: extended precision: add.cc addc sub.cc subc mad.cc madc.
 *
 * The condition code is one bit per lane in warp->carry: the carry of an addition or the
 * borrow of a subtraction.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"

/* r: the result of lane l; out: its carry. IN and OUT: does it read, write the carry? */
#define CARRY_LOOP(RAW, IN, OUT, LOADS, STEP) \
	RAW *const d = simt_at(w, i->d); \
	const uint32_t cf = IN ? w->carry : 0; \
	uint32_t cc = 0; \
	for (unsigned l = 0; l < SIMT_LANES; l++) { \
		LOADS \
		const RAW in = (RAW)(cf >> l & 1U); \
		RAW r; \
		bool carry; \
		STEP \
		d[l] = (mask >> l & 1U) != 0 ? r : d[l]; \
		cc |= (uint32_t)carry << l; \
	} \
	if (OUT) \
		w->carry = (w->carry & ~mask) | (cc & mask);

#define ADD_STEP(x, y) \
	r = (x) + (y); carry = r < (x); r += in; carry |= r < in;
#define SUB_STEP(x, y) \
	r = (x) - (y); carry = (x) < (y); carry |= r < in; r -= in;

#define ADDSUB_FN(name, T, IN, OUT, KIND) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(T, a) ALU_SRC(T, b) \
		CARRY_LOOP(ALU_RAW_##T, IN, OUT, ALU_LANE(T, a) ALU_LANE(T, b), KIND##_STEP(a, b)) \
	}

#define ADDSUB_SET(T) \
	ADDSUB_FN(add_cc_##T, T, false, true, ADD) \
	ADDSUB_FN(addc_##T, T, true, false, ADD) \
	ADDSUB_FN(addc_cc_##T, T, true, true, ADD) \
	ADDSUB_FN(sub_cc_##T, T, false, true, SUB) \
	ADDSUB_FN(subc_##T, T, true, false, SUB) \
	ADDSUB_FN(subc_cc_##T, T, true, true, SUB)
ADDSUB_SET(u32)
ADDSUB_SET(u64)

/* PRODUCT: the half of a * b that takes part, as an unsigned value of the type's width */
#define MAD_FN(name, T, R, IN, OUT, PRODUCT) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(T, a) ALU_SRC(T, b) ALU_SRC(R, c) \
		CARRY_LOOP(ALU_RAW_##R, IN, OUT, \
			   ALU_LANE(T, a) ALU_LANE(T, b) ALU_LANE(R, c) \
			   const ALU_VAL_##R x = (ALU_VAL_##R)(PRODUCT);, ADD_STEP(x, c)) \
	}

#define MAD_SET(name, T, R, PRODUCT) \
	MAD_FN(name##_cc, T, R, false, true, PRODUCT) \
	MAD_FN(name##_c, T, R, true, false, PRODUCT) \
	MAD_FN(name##_c_cc, T, R, true, true, PRODUCT)
MAD_SET(mad_lo_u32, u32, u32, (uint64_t)a * b)
MAD_SET(mad_hi_u32, u32, u32, (uint64_t)a * b >> 32)
MAD_SET(mad_hi_s32, s32, u32, (int64_t)a * b >> 32)
MAD_SET(mad_lo_u64, u64, u64, a * b)
MAD_SET(mad_hi_u64, u64, u64, (alu_u128)a * b >> 64)
MAD_SET(mad_hi_s64, s64, u64, (alu_s128)a * b >> 64)

#define ADDSUB_ROWS(T, t) \
	ALU_ROW2(ADD, T, ALU_CC, add_cc_##t), ALU_ROW2(ADDC, T, 0, addc_##t), \
	ALU_ROW2(ADDC, T, ALU_CC, addc_cc_##t), ALU_ROW2(SUB, T, ALU_CC, sub_cc_##t), \
	ALU_ROW2(SUBC, T, 0, subc_##t), ALU_ROW2(SUBC, T, ALU_CC, subc_cc_##t)
#define MAD_ROWS(T, HALF, name) \
	ALU_ROW3(MAD, T, HALF | ALU_CC, name##_cc), ALU_ROW3(MADC, T, HALF, name##_c), \
	ALU_ROW3(MADC, T, HALF | ALU_CC, name##_c_cc)

const struct alu_row alu_carry_rows[] = {
	ADDSUB_ROWS(U32, u32), ADDSUB_ROWS(S32, u32), ADDSUB_ROWS(B32, u32),
	ADDSUB_ROWS(U64, u64), ADDSUB_ROWS(S64, u64), ADDSUB_ROWS(B64, u64),
	MAD_ROWS(U32, ALU_LO, mad_lo_u32), MAD_ROWS(S32, ALU_LO, mad_lo_u32),
	MAD_ROWS(U32, ALU_HI, mad_hi_u32), MAD_ROWS(S32, ALU_HI, mad_hi_s32),
	MAD_ROWS(U64, ALU_LO, mad_lo_u64), MAD_ROWS(S64, ALU_LO, mad_lo_u64),
	MAD_ROWS(U64, ALU_HI, mad_hi_u64), MAD_ROWS(S64, ALU_HI, mad_hi_s64),
	{ .op = PTX_OP_NONE }
};
