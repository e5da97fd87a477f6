/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_video: vadd and its like on one, two or four parts of registers.
 *
 *   parts of a and b, extended as their types say -> operation -> clamped -> added to c,
 *   put among the parts of c, or combined with it
 *
 * Parts have at most 33 bits with their sign, results 34: all is done in 64.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"
#include "lower.h"

enum { PARTS = 4 };

struct part {
	uint8_t shift, bits;	/* of the 64 bits of b and a */
};

struct video {
	uint8_t op, cmp, atom, n;	/* enum ptx_op of the scalar kind */
	bool d_signed, a_signed, b_signed, sat, merge, wrap;
	struct part a[PARTS], b[PARTS], d[PARTS];	/* d: bits 0: not written */
	/* vmad */
	bool negate, negate_c, po;
	uint8_t scale;
};

ALU_INLINE int64_t extend(uint64_t ab, struct part p, bool is_signed)
{
	const uint64_t up = ab >> p.shift << (64U - p.bits);

	return is_signed ? (int64_t)up >> (64U - p.bits) : (int64_t)(up >> (64U - p.bits));
}

ALU_INLINE bool holds(uint8_t cmp, int64_t a, int64_t b)
{
	switch (cmp) {
	case PTX_CMP_EQ: return a == b;
	case PTX_CMP_NE: return a != b;
	case PTX_CMP_LT: return a < b;
	case PTX_CMP_LE: return a <= b;
	case PTX_CMP_GT: return a > b;
	default: return a >= b;
	}
}

/* A half is rounded away from zero. */
ALU_INLINE int64_t average(int64_t sum)
{
	return (sum + (sum >= 0)) >> 1;
}

ALU_INLINE int64_t shift(const struct video *v, int64_t a, int64_t b)
{
	const unsigned n = v->wrap ? (unsigned)b & 31U : b > 32 ? 32U : (unsigned)b;

	if (v->op == PTX_OP_VSHR)
		return a >> n;
	/* 2^31 and more by 32: what .sat takes for large, and 0 without it */
	return n == 32 && a >> 31 > 0 ? INT64_C(0x7fffffff00000000) : (int64_t)((uint64_t)a << n);
}

ALU_INLINE int64_t operate(const struct video *v, int64_t a, int64_t b)
{
	switch (v->op) {
	case PTX_OP_VADD: return a + b;
	case PTX_OP_VSUB: return a - b;
	case PTX_OP_VABSDIFF: return a < b ? b - a : a - b;
	case PTX_OP_VMIN: return a < b ? a : b;
	case PTX_OP_VMAX: return a > b ? a : b;
	case PTX_OP_VAVRG2: return average(a + b);
	case PTX_OP_VSET: return holds(v->cmp, a, b);
	default: return shift(v, a, b);
	}
}

ALU_INLINE int64_t clamp(int64_t x, unsigned bits, bool is_signed)
{
	const int64_t high = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1;
	const int64_t low = is_signed ? -high - 1 : 0;

	return x > high ? high : x < low ? low : x;
}

ALU_INLINE uint32_t second(const struct video *v, int64_t x, uint32_t c)
{
	const int64_t y = v->d_signed ? (int32_t)c : (int64_t)c;

	switch (v->atom) {
	case PTX_ATOM_ADD: return (uint32_t)x + c;
	case PTX_ATOM_MIN: return (uint32_t)(x < y ? x : y);
	case PTX_ATOM_MAX: return (uint32_t)(x > y ? x : y);
	default: return (uint32_t)x;
	}
}

/* All lanes of one part: out gets its result added, or put in place of c's. */
ALU_INLINE void one_part(const struct video *v, const uint64_t *ab, unsigned k, uint32_t *out)
{
	const struct part a = v->a[k], b = v->b[k], d = v->d[k];
	const uint32_t field = (uint32_t)(((UINT64_C(1) << d.bits) - 1U) << d.shift);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		int64_t x = operate(v, extend(ab[l], a, v->a_signed), extend(ab[l], b, v->b_signed));

		if (v->sat)
			x = clamp(x, d.bits, v->d_signed);
		if (v->merge)
			out[l] = (out[l] & ~field) | ((uint32_t)x << d.shift & field);
		else
			out[l] = second(v, x, out[l]);
	}
}

/* The operation as a constant: what is asked of it in the loop falls away. */
ALU_CLONES static void parts(const struct video *v, const uint64_t *ab, uint32_t *out)
{
	for (unsigned k = 0; k < v->n; k++) {
		struct video is = *v;

		if (v->d[k].bits == 0)
			continue;
#define AS(OP) case PTX_OP_##OP: is.op = PTX_OP_##OP; one_part(&is, ab, k, out); break;
		switch (v->op) {
		AS(VADD) AS(VSUB) AS(VABSDIFF) AS(VMIN) AS(VMAX) AS(VAVRG2)
		default: one_part(&is, ab, k, out); break;
		}
#undef AS
	}
}

static void video(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct video *const v = (const struct video *)(uintptr_t)i->imm;
	const uint32_t *const a = SIMT_U32(w, i->a), *const b = SIMT_U32(w, i->b);
	const uint32_t *const c = i->c == SIMT_NO_REF ? NULL : SIMT_U32(w, i->c);
	uint32_t *const d = SIMT_U32(w, i->d);
	uint64_t ab[SIMT_LANES];
	uint32_t out[SIMT_LANES];

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		ab[l] = (uint64_t)b[l] << 32 | a[l];
		out[l] = c ? c[l] : 0;
	}
	parts(v, ab, out);
	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = (mask >> l & 1U) != 0 ? out[l] : d[l];
}

/* (a * b) + c: signed when a factor is, or when something is negated */
static void vmad(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct video *const v = (const struct video *)(uintptr_t)i->imm;
	const uint32_t *const a = SIMT_U32(w, i->a), *const b = SIMT_U32(w, i->b);
	const uint32_t *const c = SIMT_U32(w, i->c);
	const bool is_signed = v->a_signed || v->b_signed || v->negate || v->negate_c;
	uint32_t *const d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint64_t ab = (uint64_t)b[l] << 32 | a[l];
		const alu_s128 p = (alu_s128)extend(ab, v->a[0], v->a_signed) *
				   extend(ab, v->b[0], v->b_signed);
		const alu_s128 s = is_signed && !(v->negate_c && !v->a_signed && !v->b_signed) ?
				   (alu_s128)(int32_t)c[l] : (alu_s128)c[l];
		alu_s128 r = (v->negate ? -p : p) + (v->negate_c ? -s : s) + (v->po ? 1 : 0);

		r >>= v->scale;
		if (v->sat && is_signed)
			r = r > INT32_MAX ? INT32_MAX : r < INT32_MIN ? INT32_MIN : r;
		else if (v->sat)
			r = r > UINT32_MAX ? UINT32_MAX : r;
		d[l] = (mask >> l & 1U) != 0 ? (uint32_t)r : d[l];
	}
}

static const struct {
	uint8_t op, as, n;
} kinds[] = {
#define KIND3(OP, AS) { PTX_OP_##OP##2, PTX_OP_##AS, 2 }, { PTX_OP_##OP##4, PTX_OP_##AS, 4 }
	KIND3(VADD, VADD), KIND3(VSUB, VSUB), KIND3(VABSDIFF, VABSDIFF), KIND3(VMIN, VMIN),
	KIND3(VMAX, VMAX), KIND3(VAVRG, VAVRG2), KIND3(VSET, VSET),
};

/* Which parts: as written, else all of the register at its place */
static void parts_of(const struct ptx_opnd *o, unsigned n, unsigned from, struct part *out)
{
	const unsigned bits = n > 1 ? 32 / n : o->n_sel ? 8U * o->sel_bytes : 32;

	for (unsigned k = 0; k < n; k++) {
		const unsigned at = o->n_sel ? o->sel[k] : k;

		out[k].bits = (uint8_t)bits;
		out[k].shift = (uint8_t)(at * bits + (o->n_sel && n > 1 ? 0 : from));
	}
}

/* Of a destination of several parts: which are written */
static void written(const struct ptx_opnd *o, unsigned n, struct part *out)
{
	const struct ptx_opnd all = { 0 };
	unsigned any = o->n_sel ? 0 : 0xfU;

	for (unsigned k = 0; k < o->n_sel; k++)
		any |= 1U << o->sel[k];
	parts_of(&all, n, 0, out);
	for (unsigned k = 0; k < n; k++)
		out[k].bits = (any >> k & 1U) != 0 ? out[k].bits : 0;
}

static void describe(const struct ptx_insn *i, struct video *v)
{
	const bool set = i->type3 == PTX_T_NONE;
	const enum ptx_type b = set ? i->type2 : i->type3, a = set ? i->type : i->type2;

	v->op = (uint8_t)i->op;
	v->n = 1;
	for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
		if (kinds[k].op == i->op) {
			v->op = kinds[k].as;
			v->n = kinds[k].n;
		}
	}
	v->d_signed = !set && i->type == PTX_T_S32;
	v->a_signed = a == PTX_T_S32;
	v->b_signed = b == PTX_T_S32;
	v->sat = i->sat;
	v->cmp = (uint8_t)i->cmp;
	v->atom = (uint8_t)i->atom;
	v->merge = v->n > 1 ? i->atom == PTX_ATOM_NONE : i->opnd[0].n_sel != 0;
	v->wrap = i->mode == PTX_MODE_SHF_WRAP;
	v->negate = i->opnd[1].neg != i->opnd[2].neg;
	v->negate_c = i->n_opnds > 3 && i->opnd[3].neg;
	v->po = i->po;
	v->scale = i->scale;
	parts_of(&i->opnd[1], v->n, 0, v->a);
	parts_of(&i->opnd[2], v->n, 32, v->b);
	if (v->n > 1)
		written(&i->opnd[0], v->n, v->d);
	else
		parts_of(&i->opnd[0], 1, 0, v->d);
}

int alu_lower_video(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct video *const v = arena_alloc(&lw->k->arena, sizeof *v);

	if (i->n_opnds < 3 || i->n_opnds > 4)
		return alu_expect(lw, i, 4);
	describe(i, v);
	out->imm = (uint64_t)(uintptr_t)v;
	out->fn = i->op == PTX_OP_VMAD ? vmad : video;
	if (alu_dst(lw, i, 0, PTX_T_U32, &out->d) || alu_src(lw, i, 1, PTX_T_U32, &out->a) ||
	    alu_src(lw, i, 2, PTX_T_U32, &out->b) ||
	    (i->n_opnds > 3 && alu_src(lw, i, 3, PTX_T_U32, &out->c)))
		return -1;
	return 0;
}
