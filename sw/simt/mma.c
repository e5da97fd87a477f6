/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: D = A * B + C of a warp. For each element, from C on, products are added in ascending order
 * of k: exact product, sum rounded to nearest even each time, in float (f16, bf16, tf32; a result
 * in f16 is rounded once more, at the end) or in double (f64). Integers are exact; of single bits,
 * those that both have, or in which they differ, are counted.
 *
 *   registers -> 32 lanes of element e as numbers -> rows and columns -> product -> the same back
 *
 * In wmma's layout 32 lanes of an element are neighbours in the matrix; mma's needs a table.
 */
#include "alu_opt.h"

#include "mma.h"

#include <math.h>

#include "../base/clones.h"
#include "alu_half.h"
#include "half.h"
#include "warp.h"

enum { MAX_CELLS = 16 * 64, WORD_BITS = 32 };

/* Elements of a register; single bits come in words. */
static unsigned per_reg(enum ptx_mma_type type)
{
	const unsigned bits = ptx_mma_bits(type);

	return bits < 32 && bits > 1 ? 32 / bits : 1;
}

struct mma_place mma_place(const struct simt_mma_matrix *x, char matrix, unsigned lane, unsigned e)
{
	const unsigned g = lane >> 2, t = lane & 3, p = per_reg((enum ptx_mma_type)x->type);
	const unsigned r = e / p, sub = e % p;

	switch (matrix) {
	case 'a':
		if (x->rows == 8)
			return (struct mma_place){g, t * p + sub};
		return (struct mma_place){g + 8 * (r & 1), t * p + sub + (r >> 1) * 4 * p};
	case 'b': return (struct mma_place){t * p + sub + r * 4 * p, g};
	default: return (struct mma_place){g + 8 * (e >> 1), t * 2 + (e & 1)};
	}
}

/* 32 lanes of an element to their places */
#define SPREAD(x, e, out, v) \
	do { \
		for (unsigned l = 0; l < SIMT_LANES; l++) \
			(out)[(x)->place[(e)*SIMT_LANES + l]] = (v)[l]; \
	} while (0)

#define LANES(EXPR) \
	for (unsigned l = 0; l < SIMT_LANES; l++) \
	to[l] = (EXPR)

CLONES static void get_float(const struct simt_warp *w, const struct simt_mma_matrix *x, float *out)
{
	const unsigned p = per_reg((enum ptx_mma_type)x->type);

	for (unsigned e = 0; e < x->each; e++) {
		const uint32_t *r = SIMT_U32(w, x->reg[e / p]);
		const unsigned at = e % p * 16;
		float v[SIMT_LANES], *to = x->place ? v : out + (size_t)e * SIMT_LANES;

		switch (x->type) {
		case PTX_MMA_F16: LANES(alu_f16_in(r[l] >> at & 0xffffU)); break;
		case PTX_MMA_BF16: LANES(alu_bf16_in(r[l] >> at & 0xffffU)); break;
		case PTX_MMA_TF32: LANES(half_from_tf32(r[l])); break;
		default: LANES(alu_f32(r[l])); break;
		}
		if (x->place)
			SPREAD(x, e, out, to);
	}
}

CLONES static void get_double(const struct simt_warp *w, const struct simt_mma_matrix *x,
			      double *out)
{
	for (unsigned e = 0; e < x->each; e++) {
		const uint64_t *r = SIMT_U64(w, x->reg[e]);
		double v[SIMT_LANES], *to = x->place ? v : out + (size_t)e * SIMT_LANES;

		LANES(alu_f64(r[l]));
		if (x->place)
			SPREAD(x, e, out, to);
	}
}

CLONES static void get_int(const struct simt_warp *w, const struct simt_mma_matrix *x, int32_t *out)
{
	const unsigned bits = ptx_mma_bits((enum ptx_mma_type)x->type);
	const unsigned p = per_reg((enum ptx_mma_type)x->type), up = p > 1 ? 32 - bits : 0;
	const bool is_signed = x->type == PTX_MMA_S8 || x->type == PTX_MMA_S4;

	for (unsigned e = 0; e < x->each; e++) {
		const uint32_t *r = SIMT_U32(w, x->reg[e / p]);
		const unsigned at = e % p * bits;
		int32_t v[SIMT_LANES], *to = x->place ? v : out + (size_t)e * SIMT_LANES;

		if (is_signed)
			LANES((int32_t)(r[l] >> at << up) >> up);
		else
			LANES((int32_t)(r[l] >> at << up >> up));
		if (x->place)
			SPREAD(x, e, out, to);
	}
}

/* The product of one row, its sums in registers: cols is a constant where this is called. */
#define ROW_FN(name, T, S, STEP) \
	static inline __attribute__((always_inline)) void name##_n( \
		unsigned rows, unsigned depth, unsigned cols, const T *a, const T *b, S *c) \
	{ \
		for (unsigned r = 0; r < rows; r++) { \
			S sum[32]; \
			for (unsigned n = 0; n < cols; n++) \
				sum[n] = c[r * cols + n]; \
			for (unsigned k = 0; k < depth; k++) { \
				const T x = a[r * depth + k]; \
				for (unsigned n = 0; n < cols; n++) { \
					const T y = b[k * cols + n]; \
					sum[n] = STEP; \
				} \
			} \
			for (unsigned n = 0; n < cols; n++) \
				c[r * cols + n] = sum[n]; \
		} \
	} \
	CLONES static void name(const struct simt_mma *m, const T *a, const T *b, S *c) \
	{ \
		const unsigned rows = m->a.rows, depth = m->a.cols; \
		if (m->b.cols == 8) \
			name##_n(rows, depth, 8, a, b, c); \
		else if (m->b.cols == 16) \
			name##_n(rows, depth, 16, a, b, c); \
		else \
			name##_n(rows, depth, 32, a, b, c); \
	}
ROW_FN(sum_float, float, float, __builtin_fmaf(x, y, sum[n]))
ROW_FN(sum_double, double, double, __builtin_fma(x, y, sum[n]))
ROW_FN(sum_int, int32_t, int32_t, sum[n] + x * y)
ROW_FN(sum_xor, int32_t, int32_t, sum[n] + __builtin_popcount((uint32_t)(x ^ y)))
ROW_FN(sum_and, int32_t, int32_t, sum[n] + __builtin_popcount((uint32_t)(x & y)))

static unsigned place_of(const struct simt_mma_matrix *x, unsigned e, unsigned lane)
{
	return x->place ? x->place[e * SIMT_LANES + lane] : e * SIMT_LANES + lane;
}

static void put32(struct simt_warp *w, simt_ref reg, const uint32_t v[SIMT_LANES], uint32_t mask)
{
	uint32_t *d = SIMT_U32(w, reg);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? v[l] : d[l];
}

/* Two elements of f16 share a register. */
CLONES static void put_float(struct simt_warp *w, const struct simt_mma_matrix *x, const float *c,
			     uint32_t mask)
{
	uint32_t v[SIMT_LANES];

	for (unsigned e = 0; e < x->each; e++) {
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			const float f = c[place_of(x, e, l)];

			if (x->type != PTX_MMA_F16)
				v[l] = alu_canon32(f);
			else
				v[l] = e & 1 ? v[l] | alu_f16_out(f) << 16 : alu_f16_out(f);
		}
		if (x->type != PTX_MMA_F16)
			put32(w, x->reg[e], v, mask);
		else if (e & 1)
			put32(w, x->reg[e / 2], v, mask);
	}
}

static void mma_float(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mma *m = i->u.mma;
	float a[MAX_CELLS], b[MAX_CELLS], c[MAX_CELLS];

	get_float(w, &m->a, a);
	get_float(w, &m->b, b);
	get_float(w, &m->c, c);
	sum_float(m, a, b, c);
	put_float(w, &m->d, c, mask);
}

static void mma_double(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mma *m = i->u.mma;
	double a[MAX_CELLS], b[MAX_CELLS], c[MAX_CELLS];

	get_double(w, &m->a, a);
	get_double(w, &m->b, b);
	get_double(w, &m->c, c);
	sum_double(m, a, b, c);
	for (unsigned e = 0; e < m->d.each; e++) {
		uint64_t *d = SIMT_U64(w, m->d.reg[e]);

		for (uint32_t left = mask; left; left &= left - 1) {
			const unsigned l = simt_first(left);

			d[l] = alu_canon64(c[place_of(&m->d, e, l)]);
		}
	}
}

static uint32_t add_up(const struct simt_mma *m, int32_t sum, int32_t c)
{
	const int64_t v = (int64_t)sum + c;

	if (m->sat)
		return (uint32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
	return (uint32_t)v;
}

/* Products of 8 bits or fewer add up to less than 2^31, whatever k is. */
static void mma_int(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mma *m = i->u.mma;
	int32_t a[MAX_CELLS], b[MAX_CELLS], c[MAX_CELLS], sum[MAX_CELLS];

	get_int(w, &m->a, a);
	get_int(w, &m->b, b);
	get_int(w, &m->c, c);
	memset(sum, 0, sizeof(*sum) * m->d.rows * m->d.cols);
	if (m->a.type != PTX_MMA_B1)
		sum_int(m, a, b, sum);
	else if (m->differ)
		sum_xor(m, a, b, sum);
	else
		sum_and(m, a, b, sum);
	for (unsigned e = 0; e < m->d.each; e++) {
		uint32_t v[SIMT_LANES];

		for (unsigned l = 0; l < SIMT_LANES; l++) {
			const unsigned at = place_of(&m->d, e, l);

			v[l] = add_up(m, sum[at], c[at]);
		}
		put32(w, m->d.reg[e], v, mask);
	}
}

simt_fn mma_handler(enum ptx_mma_type type)
{
	switch (type) {
	case PTX_MMA_F64: return mma_double;
	case PTX_MMA_S8:
	case PTX_MMA_U8:
	case PTX_MMA_S4:
	case PTX_MMA_U4:
	case PTX_MMA_B1: return mma_int;
	default: return mma_float;
	}
}

/* movmatrix: halves (l / 4, l % 4 * 2 + h) change places with (l % 4 * 2 + h, l / 4). */
void mma_transpose(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *a = SIMT_U32(w, i->a);
	uint32_t v[SIMT_LANES];

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const unsigned row = l % 4 * 2, col = l / 4;

		v[l] = (a[row * 4 + col / 2] >> (col % 2 * 16) & 0xffffU) |
		       (a[(row + 1) * 4 + col / 2] >> (col % 2 * 16) & 0xffffU) << 16;
	}
	put32(w, i->d, v, mask);
}
