/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_cvt: cvt. A general path, lane by lane in integer arithmetic, takes every legal
 * combination; the frequent ones have a vector loop of their own in alu_cvt_fast.c.
 *
 * A source register may be wider than the source type (its low bits count); a wider
 * destination is filled by the sign of the destination type. Float to integer saturates.
 * NaN becomes 0, but 100...0 from f64 or to 64 bits.
 */

/* clang-format off */
#include "alu_opt.h"

#include <math.h>

#include "alu.h"
#include "alu_cvt.h"
#include "alu_soft.h"

static char type_class(enum ptx_type t)
{
	switch (t) {
	case PTX_T_U8: case PTX_T_U16: case PTX_T_U32: case PTX_T_U64:
		return 'u';
	case PTX_T_S8: case PTX_T_S16: case PTX_T_S32: case PTX_T_S64:
		return 's';
	case PTX_T_F16: case PTX_T_F32: case PTX_T_F64: case PTX_T_BF16: case PTX_T_TF32:
		return 'f';
	default:
		return 0;
	}
}

static uint64_t load_raw(const void *p, unsigned bytes, unsigned l)
{
	return bytes == 8 ? ((const uint64_t *)p)[l] :
	       bytes == 4 ? ((const uint32_t *)p)[l] : ((const uint16_t *)p)[l];
}

static void store_raw(void *p, unsigned bytes, unsigned l, uint64_t v)
{
	if (bytes == 8)
		((uint64_t *)p)[l] = v;
	else if (bytes == 4)
		((uint32_t *)p)[l] = (uint32_t)v;
	else
		((uint16_t *)p)[l] = (uint16_t)v;
}

/* The low bits of raw as a value of an integer type, extended to 64 bits */
static uint64_t extend(uint64_t raw, enum ptx_type t)
{
	const unsigned up = 64U - 8U * ptx_type_bytes(t);

	return type_class(t) == 's' ? (uint64_t)((int64_t)(raw << up) >> up) : raw << up >> up;
}

static uint64_t max_of(enum ptx_type t)
{
	return UINT64_MAX >> (64U - 8U * ptx_type_bytes(t) + (type_class(t) == 's' ? 1U : 0U));
}

/* Least value, in 64-bit two's complement */
static uint64_t min_of(enum ptx_type t)
{
	return type_class(t) == 's' ? ~max_of(t) : 0;
}

static uint64_t int_to_int(uint64_t v, const struct alu_cvt *c)
{
	const bool from_signed = type_class(c->a) == 's';

	if (c->sat && from_signed && (int64_t)v < 0) {
		if (type_class(c->d) == 'u')
			v = 0;
		else if ((int64_t)v < (int64_t)min_of(c->d))
			v = min_of(c->d);
	} else if (c->sat && v > max_of(c->d)) {
		v = max_of(c->d);
	}
	return extend(v, c->d);
}

static double round_to_int(double x, enum ptx_round round)
{
	switch (round) {
	case PTX_ROUND_RNI: return nearbyint(x);
	case PTX_ROUND_RZI: return trunc(x);
	case PTX_ROUND_RMI: return floor(x);
	case PTX_ROUND_RPI: return ceil(x);
	default: return x;
	}
}

static uint64_t float_to_int(double x, const struct alu_cvt *c)
{
	const unsigned bits = 8U * ptx_type_bytes(c->d);
	const bool is_signed = type_class(c->d) == 's';
	const double limit = ldexp(1.0, (int)bits - (is_signed ? 1 : 0));

	if (x != x)
		return c->a == PTX_T_F64 || bits == 64 ?
		       extend(UINT64_C(1) << (bits - 1), c->d) : 0;
	x = round_to_int(x, c->round);
	if (x >= limit)
		return max_of(c->d);
	if (x < (is_signed ? -limit : 0.0))
		return min_of(c->d);
	if (!is_signed)
		return (uint64_t)x;
	return (uint64_t)(int64_t)x;
}

/* .sat and .ftz on the bits of a float result */
static uint64_t finish_float(uint64_t bits, const struct alu_cvt *c)
{
	const unsigned width = 8U * ptx_type_bytes(c->d);
	const uint64_t one = c->d == PTX_T_F16 ? 0x3c00U : c->d == PTX_T_BF16 ? 0x3f80U :
			     c->d == PTX_T_F32 ? 0x3f800000U : 0x3ff0000000000000U;
	const uint64_t inf = c->d == PTX_T_F16 ? 0x7c00U : c->d == PTX_T_BF16 ? 0x7f80U :
			     c->d == PTX_T_F32 ? 0x7f800000U : 0x7ff0000000000000U;

	if (c->sat && (bits >> (width - 1U) != 0 || bits > inf))
		return 0;
	if (c->sat && bits > one)
		return one;
	return c->ftz && c->d == PTX_T_F32 ? alu_flush32((uint32_t)bits) : bits;
}

static double load_float(uint64_t raw, const struct alu_cvt *c)
{
	if (c->a == PTX_T_F64)
		return alu_f64(raw);
	if (c->a == PTX_T_F16)
		return alu_soft_f16((uint16_t)raw);
	if (c->a == PTX_T_BF16)
		return (double)alu_f32((uint32_t)raw << 16);
	return (double)alu_f32(c->ftz ? alu_flush32((uint32_t)raw) : (uint32_t)raw);
}

static uint64_t convert(uint64_t raw, const struct alu_cvt *c)
{
	const char to = type_class(c->d), from = type_class(c->a);

	if (from == 'f') {
		const double x = load_float(raw, c);

		if (to != 'f')
			return float_to_int(x, c);
		return finish_float(alu_soft_round(round_to_int(x, c->round), c->d, c->round), c);
	}
	const uint64_t v = extend(raw, c->a);
	const bool neg = from == 's' && (int64_t)v < 0;

	if (to != 'f')
		return int_to_int(v, c);
	return finish_float(alu_soft_pack(neg, neg ? 0U - v : v, 0, c->d, c->round), c);
}

/* f32 to what is smaller: .relu and .satfinite, which other conversions do not have */
static uint64_t shorten(uint32_t raw, const struct alu_cvt *c)
{
	const enum ptx_type to = c->d == PTX_T_F16X2 ? PTX_T_F16 :
				 c->d == PTX_T_BF16X2 ? PTX_T_BF16 : c->d;
	const unsigned up = to == PTX_T_TF32 ? 13 : 0;
	const uint64_t inf = to == PTX_T_F16 ? 0x7c00U : 0x7f80U << (up != 0 ? 3 : 0);
	const uint64_t sign = UINT64_C(1) << (up != 0 ? 18 : 15);
	uint64_t bits = alu_soft_round((double)alu_f32(raw), to, c->round);

	if ((bits & (sign - 1U)) > inf)
		return (bits & (sign - 1U)) << up;	/* NaN, canonical */
	if (c->relu && (bits & sign) != 0)
		return 0;
	if (c->satfinite && (bits & (sign - 1U)) == inf)
		bits--;
	return bits << up;
}

static void cvt_shorten(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *const a = simt_at(w, i->a);
	void *const d = simt_at(w, i->d);
	const struct alu_cvt c = alu_cvt_unpack(i->imm);

	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		store_raw(d, c.d_bytes, l, shorten(a[l], &c));
	}
}

/* The first source becomes the upper half. */
static void cvt_pair(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *const a = simt_at(w, i->a), *const b = simt_at(w, i->b);
	uint32_t *const d = simt_at(w, i->d);
	const struct alu_cvt c = alu_cvt_unpack(i->imm);

	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		d[l] = (uint32_t)(shorten(a[l], &c) << 16 | shorten(b[l], &c));
	}
}

static int lower_pair(struct simt_lower *lw, const struct ptx_insn *i, struct alu_cvt *c,
		      struct simt_insn *out)
{
	if (alu_expect(lw, i, 3) || alu_dst(lw, i, 0, i->type, &out->d) ||
	    alu_src(lw, i, 1, PTX_T_F32, &out->a) || alu_src(lw, i, 2, PTX_T_F32, &out->b))
		return -1;
	c->d_bytes = c->a_bytes = 4;
	out->imm = alu_cvt_pack(c);
	out->fn = cvt_pair;
	return 0;
}

/* imm holds a struct alu_cvt */
static void cvt_general(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const void *const a = simt_at(w, i->a);
	void *const d = simt_at(w, i->d);
	const struct alu_cvt c = alu_cvt_unpack(i->imm);

	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		store_raw(d, c.d_bytes, l, convert(load_raw(a, c.a_bytes, l), &c));
	}
}

/* Does PTX have it? Rounding must be written exactly where a conversion rounds. */
static bool is_legal(const struct alu_cvt *c)
{
	const char to = type_class(c->d), from = type_class(c->a);
	const bool to_float = c->round >= PTX_ROUND_RN && c->round <= PTX_ROUND_RP;
	const bool to_int = c->round >= PTX_ROUND_RNI && c->round <= PTX_ROUND_RPI;

	if (to == 0 || from == 0 || (c->ftz && c->a != PTX_T_F32 && c->d != PTX_T_F32))
		return false;
	if (from == 'f' && to == 'f') {
		const unsigned db = ptx_type_bytes(c->d), ab = ptx_type_bytes(c->a);

		if (c->d == PTX_T_TF32)
			return c->round == PTX_ROUND_RNA || to_float;
		if (c->d == c->a)
			return to_int || c->round == PTX_ROUND_NONE;
		return db <= ab ? to_float : c->round == PTX_ROUND_NONE;
	}
	if (from == 'f')
		return to_int;
	return to == 'f' ? to_float : c->round == PTX_ROUND_NONE;
}

int alu_lower_cvt(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct alu_cvt c = { .d = i->type, .a = i->type2, .round = i->round, .ftz = i->ftz,
			     .sat = i->sat, .relu = i->relu, .satfinite = i->satfinite };
	unsigned db = 0, ab = 0;

	if (ptx_is_pair(i->type) && i->type2 == PTX_T_F32)
		return lower_pair(lw, i, &c, out);
	if (!is_legal(&c) || i->half != PTX_HALF_NONE || i->mode != PTX_MODE_NONE ||
	    i->approx || i->cc)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, 2))
		return -1;
	out->d = lower_dst(lw, i, &i->opnd[0], 0, &db);
	if (out->d == SIMT_NO_REF)
		return -1;
	out->a = lower_src_any(lw, i, &i->opnd[1], c.a, &ab);
	if (out->a == SIMT_NO_REF)
		return -1;
	if (i->opnd[0].kind == PTX_OPND_SINK)
		db = alu_reg_bytes(c.d);
	if (db < alu_reg_bytes(c.d) || (type_class(c.d) == 'f' && db != ptx_type_bytes(c.d)))
		return lower_error(lw, i, "cvt: destination register does not fit .%s",
				   ptx_type_name(c.d));
	if (ab < alu_reg_bytes(c.a) || (type_class(c.a) == 'f' && ab != ptx_type_bytes(c.a)))
		return lower_error(lw, i, "cvt: source register does not fit .%s",
				   ptx_type_name(c.a));
	c.d_bytes = (uint8_t)db;
	c.a_bytes = (uint8_t)ab;
	out->imm = alu_cvt_pack(&c);
	if (c.relu || c.satfinite || c.d == PTX_T_TF32)
		out->fn = cvt_shorten;
	else
		out->fn = alu_cvt_fast(&c);
	if (!out->fn)
		out->fn = cvt_general;
	return 0;
}
