/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_half: arithmetic on f16, bf16 and pairs of them; f32's min and max with .NaN and
 * .xorsign.abs.
 *
 * A float has more than twice the digits of either, so that a sum or product rounded to float
 * and again to 16 bits is rounded as if once. fma's sum has no such bound: it is rounded to odd
 * (an inexact result gets a last bit of 1), first to double, then to float.
 */

/* clang-format off */
#include "alu_opt.h"

#include <math.h>

#include "alu_half.h"

/* imm */
enum { FTZ = 1U << 0, SAT = 1U << 1, RELU = 1U << 2, NAN_WINS = 1U << 3, XORSIGN = 1U << 4 };

ALU_INLINE uint32_t flush(uint32_t h, uint32_t way)
{
	return (way & FTZ) != 0 && (h & 0x7c00U) == 0 ? h & 0x8000U : h;
}

/* bf16: in ex2 alone */
ALU_INLINE uint32_t flush_bf16(uint32_t h, uint32_t way)
{
	return (way & FTZ) != 0 && (h & 0x7f80U) == 0 ? h & 0x8000U : h;
}

/* -0 is not positive: .relu and .sat make it +0. */
ALU_INLINE float clamp(float x, uint32_t way)
{
	const float positive = x > 0.0F ? x : 0.0F;
	const float relu = x != x ? x : positive;
	const float sat = positive < 1.0F ? positive : 1.0F;

	return (way & SAT) != 0 ? sat : (way & RELU) != 0 ? relu : x;
}

ALU_INLINE float in_f16(uint32_t h, uint32_t way)
{
	return alu_f16_in(flush(h, way));
}

ALU_INLINE uint32_t out_f16(float x, uint32_t way)
{
	return flush(alu_f16_out(clamp(x, way)), way);
}

ALU_INLINE float in_bf16(uint32_t h, uint32_t way)
{
	return alu_bf16_in(flush_bf16(h, way) & 0xffffU);
}

ALU_INLINE uint32_t out_bf16(float x, uint32_t way)
{
	return flush_bf16(alu_bf16_out(clamp(x, way)), way);
}

/* To odd. NaN and infinities compare as neither. */
ALU_INLINE float to_odd(double x)
{
	const float f = (float)x;
	const double back = (double)f;
	const uint32_t bits = alu_b32(f);
	const bool low = fabs(back) < fabs(x), high = fabs(back) > fabs(x);

	return alu_f32((bits & 1U) != 0 ? bits : low ? bits + 1U : high ? bits - 1U : bits);
}

/* The product is exact in double; err is what the sum lost. */
ALU_INLINE float fma_odd(float a, float b, float c)
{
	const double p = (double)a * (double)b, z = (double)c, sum = p + z;
	const double part = sum - p, err = (p - (sum - part)) + (z - part);
	const uint64_t bits = alu_b64(sum);
	const bool inexact = (err > 0.0) | (err < 0.0), outwards = (err > 0.0) == (sum > 0.0);

	if (!inexact || (bits & 1U) != 0)
		return to_odd(sum);
	return to_odd(alu_f64(outwards ? bits + 1U : bits - 1U));
}

ALU_INLINE float choose(float a, float b, uint32_t way, bool most)
{
	const uint32_t sign = (alu_b32(a) ^ alu_b32(b)) & 0x80000000U;
	const float x = (way & XORSIGN) != 0 ? fabsf(a) : a;
	const float y = (way & XORSIGN) != 0 ? fabsf(b) : b;
	const uint32_t both = most ? alu_b32(x) & alu_b32(y) : alu_b32(x) | alu_b32(y);
	const bool first = most ? x > y : x < y, nan = (x != x) | (y != y);
	const float number = x == y ? alu_f32(both) : first ? x : y;
	const float r = nan ? ((way & NAN_WINS) != 0 ? x + y : x != x ? y : x) : number;

	if ((way & XORSIGN) == 0 || r != r)
		return r;
	return alu_f32((alu_b32(r) & 0x7fffffffU) | sign);
}

#define WAY ((uint32_t)i->imm)
#define FORMATS(F) \
	ALU_INLINE uint32_t add_##F##_of(uint32_t a, uint32_t b, uint32_t way) \
	{ return out_##F(in_##F(a, way) + in_##F(b, way), way); } \
	ALU_INLINE uint32_t sub_##F##_of(uint32_t a, uint32_t b, uint32_t way) \
	{ return out_##F(in_##F(a, way) - in_##F(b, way), way); } \
	ALU_INLINE uint32_t mul_##F##_of(uint32_t a, uint32_t b, uint32_t way) \
	{ return out_##F(in_##F(a, way) * in_##F(b, way), way); } \
	ALU_INLINE uint32_t min_##F##_of(uint32_t a, uint32_t b, uint32_t way) \
	{ return out_##F(choose(in_##F(a, way), in_##F(b, way), way, false), way); } \
	ALU_INLINE uint32_t max_##F##_of(uint32_t a, uint32_t b, uint32_t way) \
	{ return out_##F(choose(in_##F(a, way), in_##F(b, way), way, true), way); } \
	ALU_INLINE uint32_t fma_##F##_of(uint32_t a, uint32_t b, uint32_t c, uint32_t way) \
	{ return out_##F(fma_odd(in_##F(a, way), in_##F(b, way), in_##F(c, way)), way); } \
	ALU_INLINE uint32_t ex2_##F##_of(uint32_t a, uint32_t way) \
	{ return out_##F(to_odd(exp2((double)in_##F(a, way))), way); } \
	ALU_INLINE uint32_t tanh_##F##_of(uint32_t a, uint32_t way) \
	{ return out_##F(to_odd(tanh((double)in_##F(a, way))), way); }
FORMATS(f16)
FORMATS(bf16)

/* The sign alone; NaN keeps its bits. */
ALU_INLINE uint32_t neg_of(uint32_t a, uint32_t way)
{
	return flush(a, way) ^ 0x8000U;
}

ALU_INLINE uint32_t abs_of(uint32_t a, uint32_t way)
{
	return flush(a, way) & 0x7fffU;
}

#define LOW(x)       ((x) & 0xffffU)
#define HIGH(x)      ((x) >> 16)
#define PAIR(lo, hi) ((lo) | (hi) << 16)
#define FN1(name, of) \
	ALU_FN1(name, u16, u16, of(a, WAY)) \
	ALU_FN1(name##x2, u32, u32, PAIR(of(LOW(a), WAY), of(HIGH(a), WAY)))
#define FN2(name) \
	ALU_FN2(name, u16, u16, u16, name##_of(a, b, WAY)) \
	ALU_FN2(name##x2, u32, u32, u32, \
		PAIR(name##_of(LOW(a), LOW(b), WAY), name##_of(HIGH(a), HIGH(b), WAY)))
#define FN3(name) \
	ALU_FN3(name, u16, u16, u16, u16, name##_of(a, b, c, WAY)) \
	ALU_FN3(name##x2, u32, u32, u32, u32, \
		PAIR(name##_of(LOW(a), LOW(b), LOW(c), WAY), \
		     name##_of(HIGH(a), HIGH(b), HIGH(c), WAY)))
FN2(add_f16) FN2(sub_f16) FN2(mul_f16) FN2(min_f16) FN2(max_f16) FN3(fma_f16)
FN2(add_bf16) FN2(sub_bf16) FN2(mul_bf16) FN2(min_bf16) FN2(max_bf16) FN3(fma_bf16)
FN1(neg_16, neg_of) FN1(abs_16, abs_of)
FN1(ex2_f16, ex2_f16_of) FN1(tanh_f16, tanh_f16_of)
FN1(ex2_bf16, ex2_bf16_of) FN1(tanh_bf16, tanh_bf16_of)

#define GET32(x) alu_f32((WAY & FTZ) != 0 ? alu_flush32(x) : (x))
#define PUT32(x) alu_canon32(x)
ALU_FN2(min_f32, u32, u32, u32, PUT32(choose(GET32(a), GET32(b), WAY, false)))
ALU_FN2(max_f32, u32, u32, u32, PUT32(choose(GET32(a), GET32(b), WAY, true)))

/* Handlers: one f16, two, one bf16, two; operands */
static const struct {
	uint8_t op, n;
	simt_fn fn[4];
} half_ops[] = {
#define HALF_OP(OP, N, op) \
	{ PTX_OP_##OP, N, { op##_f16, op##_f16x2, op##_bf16, op##_bf16x2 } }
	HALF_OP(ADD, 3, add), HALF_OP(SUB, 3, sub), HALF_OP(MUL, 3, mul), HALF_OP(MIN, 3, min),
	HALF_OP(MAX, 3, max), HALF_OP(FMA, 4, fma), HALF_OP(EX2, 2, ex2), HALF_OP(TANH, 2, tanh),
	{ PTX_OP_NEG, 2, { neg_16, neg_16x2, neg_16, neg_16x2 } },
	{ PTX_OP_ABS, 2, { abs_16, abs_16x2, abs_16, abs_16x2 } },
};

bool alu_is_half(const struct ptx_insn *i)
{
	if (i->type == PTX_T_F32)
		return i->nan || i->xorsign;
	return ptx_is_half(i->type) && i->op != PTX_OP_SET && i->op != PTX_OP_SETP &&
	       i->op != PTX_OP_CVT;
}

static simt_fn find(const struct ptx_insn *i, unsigned *n)
{
	if (i->type == PTX_T_F32) {
		*n = 3;
		return i->op == PTX_OP_MIN ? min_f32 : i->op == PTX_OP_MAX ? max_f32 : NULL;
	}
	for (size_t k = 0; k < sizeof half_ops / sizeof half_ops[0]; k++) {
		if (half_ops[k].op != i->op)
			continue;
		*n = half_ops[k].n;
		return half_ops[k].fn[i->type - PTX_T_F16];
	}
	return NULL;
}

int alu_lower_half(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const uint32_t known = ALU_SAT | ALU_FTZ | ALU_RELU | ALU_APPROX | ALU_OTHER;
	unsigned n = 0;

	out->fn = find(i, &n);
	if (!out->fn || (alu_key(i) & ~known) != 0 || i->satfinite)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, n) || alu_dst(lw, i, 0, i->type, &out->d) ||
	    alu_src(lw, i, 1, i->type, &out->a) || (n > 2 && alu_src(lw, i, 2, i->type, &out->b)) ||
	    (n > 3 && alu_src(lw, i, 3, i->type, &out->c)))
		return -1;
	out->imm = (i->ftz ? FTZ : 0U) | (i->sat ? SAT : 0U) | (i->relu ? RELU : 0U) |
		   (i->nan ? NAN_WINS : 0U) | (i->xorsign ? XORSIGN : 0U);
	return 0;
}
