/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: D = A * B + C of a warp. For each element, from C on, products are added in ascending order
 * of k: exact product, sum rounded to nearest even each time, in float (f16, bf16, tf32; a result
 * in f16 is rounded once more, at the end) or in double (f64). Integers are exact.
 */
#include "alu_opt.h"

#include "mma.h"

#include <math.h>

#include "../base/clones.h"
#include "alu.h"
#include "half.h"

enum { MAX_CELLS = 32 * 16 };

static unsigned per_reg(const struct simt_mma_matrix *x)
{
	const unsigned bits = ptx_mma_bits((enum ptx_mma_type)x->type);

	return bits < 32 ? 32 / bits : 1;
}

struct mma_place mma_place(const struct simt_mma_matrix *x, char matrix, bool fixed, unsigned lane,
			   unsigned e)
{
	const unsigned g = lane >> 2, t = lane & 3, p = per_reg(x), r = e / p, sub = e % p;

	if (!fixed)
		return (struct mma_place){(e * 32 + lane) / x->cols, (e * 32 + lane) % x->cols};
	switch (matrix) {
	case 'a':
		if (x->rows == 8)
			return (struct mma_place){g, t * p + sub};
		return (struct mma_place){g + 8 * (r & 1), t * p + sub + (r >> 1) * 4 * p};
	case 'b': return (struct mma_place){t * p + sub + r * 4 * p, g};
	default: return (struct mma_place){g + 8 * (e >> 1), t * 2 + (e & 1)};
	}
}

static uint64_t element(struct simt_warp *w, const struct simt_mma_matrix *x, unsigned lane,
			unsigned e)
{
	const unsigned bits = ptx_mma_bits((enum ptx_mma_type)x->type);

	if (bits == 64)
		return SIMT_U64(w, x->reg[e])[lane];
	return SIMT_U32(w, x->reg[e * bits / 32])[lane] >> (e * bits % 32) &
	       (bits == 32 ? UINT32_MAX : (1U << bits) - 1);
}

static void put(struct simt_warp *w, const struct simt_mma_matrix *x, unsigned lane, unsigned e,
		uint64_t v)
{
	const unsigned bits = ptx_mma_bits((enum ptx_mma_type)x->type), at = e * bits % 32;
	uint32_t *reg;

	if (bits == 64) {
		SIMT_U64(w, x->reg[e])[lane] = v;
		return;
	}
	reg = &SIMT_U32(w, x->reg[e * bits / 32])[lane];
	*reg = bits == 32 ? (uint32_t)v : (*reg & ~(0xffffU << at)) | (uint32_t)v << at;
}

static float as_float(enum ptx_mma_type t, uint64_t v)
{
	switch (t) {
	case PTX_MMA_F16: return half_to_float((uint16_t)v);
	case PTX_MMA_BF16: return half_from_bf16((uint16_t)v);
	case PTX_MMA_TF32: return half_from_tf32((uint32_t)v);
	default: return alu_f32((uint32_t)v);
	}
}

static int32_t as_int(enum ptx_mma_type t, uint64_t v)
{
	return t == PTX_MMA_S8 ? (int8_t)v : (int32_t)v; /* u8 and s32 as they are */
}

#define GATHER(T, out, x, matrix, CONVERT) \
	for (unsigned e = 0; e < (x)->each; e++) \
		for (unsigned l = 0; l < SIMT_LANES; l++) { \
			const struct mma_place at = mma_place(x, matrix, m->fixed, l, e); \
			out[at.row * (x)->cols + at.col] = \
				(T)CONVERT((enum ptx_mma_type)(x)->type, element(w, x, l, e)); \
		}

static double as_double(enum ptx_mma_type t, uint64_t v)
{
	(void)t;
	return alu_f64(v);
}

CLONES static void sum_float(const struct simt_mma *m, const float *a, const float *b, float *c)
{
	for (unsigned r = 0; r < m->a.rows; r++)
		for (unsigned k = 0; k < m->a.cols; k++)
			for (unsigned n = 0; n < m->b.cols; n++)
				c[r * m->b.cols + n] =
					__builtin_fmaf(a[r * m->a.cols + k], b[k * m->b.cols + n],
						       c[r * m->b.cols + n]);
}

CLONES static void sum_double(const struct simt_mma *m, const double *a, const double *b, double *c)
{
	for (unsigned r = 0; r < m->a.rows; r++)
		for (unsigned k = 0; k < m->a.cols; k++)
			for (unsigned n = 0; n < m->b.cols; n++)
				c[r * m->b.cols + n] =
					__builtin_fma(a[r * m->a.cols + k], b[k * m->b.cols + n],
						      c[r * m->b.cols + n]);
}

CLONES static void sum_int(const struct simt_mma *m, const int32_t *a, const int32_t *b, int64_t *c)
{
	for (unsigned r = 0; r < m->a.rows; r++)
		for (unsigned k = 0; k < m->a.cols; k++)
			for (unsigned n = 0; n < m->b.cols; n++)
				c[r * m->b.cols + n] += a[r * m->a.cols + k] * b[k * m->b.cols + n];
}

static uint64_t float_bits(const struct simt_mma *m, float f)
{
	return m->d.type == PTX_MMA_F16 ? half_from_float(f) : alu_canon32(f);
}

static uint64_t double_bits(const struct simt_mma *m, double f)
{
	(void)m;
	return alu_canon64(f);
}

static uint64_t int_bits(const struct simt_mma *m, int64_t v)
{
	if (m->sat)
		v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
	return (uint32_t)v;
}

#define MMA_FN(name, T, S, CONVERT, SUM, BITS) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		const struct simt_mma *m = i->u.mma; \
		T a[MAX_CELLS], b[MAX_CELLS]; \
		S c[MAX_CELLS]; \
		GATHER(T, a, &m->a, 'a', CONVERT) \
		GATHER(T, b, &m->b, 'b', CONVERT) \
		GATHER(S, c, &m->c, 'c', CONVERT) \
		SUM(m, a, b, c); \
		for (unsigned e = 0; e < m->d.each; e++) \
			for (uint32_t left = mask; left; left &= left - 1) { \
				const unsigned l = (unsigned)__builtin_ctz(left); \
				const struct mma_place at = mma_place(&m->d, 'd', m->fixed, l, e); \
				put(w, &m->d, l, e, BITS(m, c[at.row * m->d.cols + at.col])); \
			} \
	}
MMA_FN(mma_float, float, float, as_float, sum_float, float_bits)
MMA_FN(mma_double, double, double, as_double, sum_double, double_bits)
MMA_FN(mma_int, int32_t, int64_t, as_int, sum_int, int_bits)

simt_fn mma_handler(enum ptx_mma_type type)
{
	if (type == PTX_MMA_F64)
		return mma_double;
	return type == PTX_MMA_S8 || type == PTX_MMA_U8 ? mma_int : mma_float;
}
