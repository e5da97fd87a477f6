/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_approx: the .approx operations. Computed in double and rounded once to f32, so more
 * exact than hardware; where PTX states a particular result (div.approx by a huge divisor,
 * the 20-bit f64 reciprocals) it is given.
 */

/* clang-format off */
#include "alu_opt.h"

#include <math.h>

#include "alu.h"

/* a * (1/b): 1/b underflows to zero when |b| is above 2^126. */
ALU_INLINE float div_approx(float a, float b)
{
	const float mag = fabsf(b);

	return mag > 0x1p126F && mag < INFINITY ? a * copysignf(0.0F, b) : a / b;
}

ALU_FN2(div_f32, f32, f32, f32, div_approx(a, b))
ALU_FN2(div_f32z, f32z, f32z, f32z, div_approx(a, b))
ALU_FN1(rsqrt_f32, f32, f32, (float)(1.0 / sqrt((double)a)))
ALU_FN1(rsqrt_f32z, f32z, f32z, (float)(1.0 / sqrt((double)a)))

/* Calls of the host's libm: only for lanes that take part */
#define LIBM_FN(name, T, EXPR) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) \
		for (uint32_t m = mask; m != 0; m &= m - 1) { \
			const unsigned l = (unsigned)__builtin_ctz(m); \
			ALU_LANE(T, a) \
			d[l] = ALU_PUT_##T(EXPR); \
		} \
	}
#define LIBM_SET(op, F) \
	LIBM_FN(op##_f32, f32, (float)F((double)a)) LIBM_FN(op##_f32z, f32z, (float)F((double)a))
LIBM_SET(sin, sin)
LIBM_SET(cos, cos)
LIBM_SET(ex2, exp2)
LIBM_SET(lg2, log2)
LIBM_FN(tanh_f32, f32, (float)tanh((double)a))
LIBM_FN(rsqrt_f64, f64, (double)(1.0L / sqrtl((long double)a)))

/* f64 with 20 mantissa bits: the low word of the source is ignored, of the result zero. */
ALU_INLINE double high_word(double x)
{
	uint64_t bits = alu_b64(x) & 0xffffffff00000000U;

	if ((bits & 0x7ff0000000000000U) == 0)
		bits &= 0x8000000000000000U;
	return alu_f64(bits);
}

ALU_FN1(rcp_gross, f64, f64, high_word(1.0 / high_word(a)))
ALU_FN1(rsqrt_gross, f64, f64, high_word(1.0 / sqrt(high_word(a))))

#define ROWS(OP, fn) \
	ALU_ROW1(OP, F32, ALU_APPROX, fn##_f32), ALU_ROW1(OP, F32, ALU_APPROX | ALU_FTZ, fn##_f32z)

const struct alu_row alu_approx_rows[] = {
	ALU_ROW2(DIV, F32, ALU_APPROX, div_f32),
	ALU_ROW2(DIV, F32, ALU_APPROX | ALU_FTZ, div_f32z),
	ROWS(RSQRT, rsqrt), ROWS(SIN, sin), ROWS(COS, cos), ROWS(EX2, ex2), ROWS(LG2, lg2),
	ALU_ROW1(TANH, F32, ALU_APPROX, tanh_f32),
	ALU_ROW1(RSQRT, F64, ALU_APPROX, rsqrt_f64),
	ALU_ROW1(RSQRT, F64, ALU_APPROX | ALU_FTZ, rsqrt_gross),
	ALU_ROW1(RCP, F64, ALU_APPROX | ALU_FTZ, rcp_gross),
	{ .op = PTX_OP_NONE }
};
