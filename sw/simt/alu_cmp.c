/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_cmp: setp, set and testp.
 *
 * Five comparisons suffice: the others are one of them with operands swapped or the result
 * inverted. Handlers build a mask of all lanes; store() combines it with the third operand.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu_half.h"

/* imm */
enum {
	CMP_INVERT = 1U << 0,
	CMP_BOOL = 3U << 1,	/* enum ptx_bool */
	CMP_NEG_C = 1U << 3,
	CMP_SET = 1U << 4,	/* d is a 32-bit register: all ones or 0 */
	CMP_SET_F = 1U << 5,	/* ... imm's upper half or 0 */
	CMP_SET_16 = 1U << 6,	/* ... in 16 bits: of a register of 16, or ... */
	CMP_LOW = 1U << 7, CMP_HIGH = 1U << 8,	/* ... of one of 32 */
	/* 16-bit floats: which, and enum base above that */
	CMP_BF16 = 1U << 9, CMP_FTZ = 1U << 10, CMP_A_LOW = 1U << 11, CMP_A_HIGH = 1U << 12,
	CMP_BASE = 13
};
#define CMP_SIMPLE(imm) (((imm) & ~(uint64_t)CMP_INVERT) == 0)

static void store_32(struct simt_warp *w, const struct simt_insn *i, uint32_t mask, uint32_t p,
		     uint32_t yes)
{
	uint32_t *const d = SIMT_U32(w, i->d);

	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		d[l] = (p >> l & 1U) != 0 ? yes : 0;
	}
}

static void store_16(struct simt_warp *w, const struct simt_insn *i, uint32_t mask, uint32_t p,
		     uint16_t yes)
{
	const bool whole = (i->imm & CMP_SET_16) != 0;
	const unsigned at = (i->imm & CMP_HIGH) != 0 ? 16 : 0;

	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		const uint16_t r = (p >> l & 1U) != 0 ? yes : 0;

		if (whole) {
			SIMT_U16(w, i->d)[l] = r;
		} else {
			uint32_t *const d = &SIMT_U32(w, i->d)[l];

			*d = (*d & ~(0xffffU << at)) | (uint32_t)r << at;
		}
	}
}

static void store_full(struct simt_warp *w, const struct simt_insn *i, uint32_t mask, uint32_t r)
{
	const unsigned boolop = (unsigned)(i->imm & CMP_BOOL) >> 1;
	uint32_t p = r, q = ~r;

	if (boolop != PTX_BOOL_NONE) {
		const uint32_t c = SIMT_PRED(w, i->c) ^ ((i->imm & CMP_NEG_C) != 0 ? ALU_FULL : 0);

		p = boolop == PTX_BOOL_AND ? p & c : boolop == PTX_BOOL_OR ? p | c : p ^ c;
		q = boolop == PTX_BOOL_AND ? q & c : boolop == PTX_BOOL_OR ? q | c : q ^ c;
	}
	if ((i->imm & (CMP_SET | CMP_SET_F)) != 0) {
		const uint32_t yes = (i->imm & CMP_SET_F) != 0 ? (uint32_t)(i->imm >> 32) :
								 0xffffffffU;

		if ((i->imm & (CMP_SET_16 | CMP_LOW | CMP_HIGH)) != 0)
			store_16(w, i, mask, p, (uint16_t)yes);
		else
			store_32(w, i, mask, p, yes);
		return;
	}
	alu_put_pred(w, i->d, mask, p);
	if (i->d2 != SIMT_NO_REF)
		alu_put_pred(w, i->d2, mask, q);
}

ALU_INLINE void store(struct simt_warp *w, const struct simt_insn *i, uint32_t mask, uint32_t r)
{
	r ^= (i->imm & CMP_INVERT) != 0 ? ALU_FULL : 0;
	if (CMP_SIMPLE(i->imm) && i->d2 == SIMT_NO_REF)
		alu_put_pred(w, i->d, mask, r);
	else
		store_full(w, i, mask, r);
}

enum base { EQ, LT, LE, LG, NUM, BASES };	/* LG: less or greater; NUM: both are numbers */

#define CMP_FN(name, T, EXPR) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(T, a) ALU_SRC(T, b) \
		uint32_t r = 0; \
		for (unsigned l = 0; l < SIMT_LANES; l++) { \
			ALU_LANE(T, a) ALU_LANE(T, b) \
			r |= (uint32_t)(EXPR) << l; \
		} \
		store(w, i, mask, r); \
	}
#define INT_CMP(U, S) \
	CMP_FN(eq_##U, U, a == b) CMP_FN(lt_##U, U, a < b) CMP_FN(lt_##S, S, a < b)
#define FLOAT_CMP(T) \
	CMP_FN(eq_##T, T, a == b) CMP_FN(lt_##T, T, a < b) CMP_FN(le_##T, T, a <= b) \
	CMP_FN(lg_##T, T, (a < b) | (a > b)) CMP_FN(num_##T, T, (a == a) & (b == b))
INT_CMP(u16, s16)
INT_CMP(u32, s32)
INT_CMP(u64, s64)
FLOAT_CMP(f32)
FLOAT_CMP(f32z)
FLOAT_CMP(f64)

/* 16-bit floats: of registers of 16 bits, or of one half of those of 32 */
static void load_half(const struct simt_warp *w, const struct simt_insn *i, simt_ref ref,
		      float *out)
{
	const bool bf16 = (i->imm & CMP_BF16) != 0;
	const unsigned at = (i->imm & CMP_A_HIGH) != 0 ? 16 : 0;

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		uint32_t h = (i->imm & (CMP_A_LOW | CMP_A_HIGH)) != 0 ?
			     SIMT_U32(w, ref)[l] >> at & 0xffffU : SIMT_U16(w, ref)[l];

		if ((i->imm & CMP_FTZ) != 0 && (h & 0x7c00U) == 0)
			h &= 0x8000U;
		out[l] = bf16 ? alu_bf16_in(h) : alu_f16_in(h);
	}
}

static void cmp_half(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	float a[SIMT_LANES], b[SIMT_LANES];
	uint32_t r = 0;

	load_half(w, i, i->a, a);
	load_half(w, i, i->b, b);
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const bool lt = a[l] < b[l], gt = a[l] > b[l], eq = a[l] == b[l];
		const unsigned base = (unsigned)(i->imm >> CMP_BASE) & 7U;
		const bool yes = base == EQ ? eq : base == LT ? lt : base == LE ? lt || eq :
				 base == LG ? lt || gt : lt || gt || eq;

		r |= (uint32_t)yes << l;
	}
	store(w, i, mask, r);
}

struct way {
	uint8_t base;
	bool swap, invert, legal;
};

/* Integers have no LE: a <= b is not b < a. */
static const struct way int_ways[PTX_CMP_COUNT] = {
	[PTX_CMP_EQ] = { EQ, false, false, true }, [PTX_CMP_NE] = { EQ, false, true, true },
	[PTX_CMP_LT] = { LT, false, false, true }, [PTX_CMP_LE] = { LT, true, true, true },
	[PTX_CMP_GT] = { LT, true, false, true }, [PTX_CMP_GE] = { LT, false, true, true },
	[PTX_CMP_LO] = { LT, false, false, true }, [PTX_CMP_LS] = { LT, true, true, true },
	[PTX_CMP_HI] = { LT, true, false, true }, [PTX_CMP_HS] = { LT, false, true, true },
};

static const struct way float_ways[PTX_CMP_COUNT] = {
	[PTX_CMP_EQ] = { EQ, false, false, true }, [PTX_CMP_NE] = { LG, false, false, true },
	[PTX_CMP_LT] = { LT, false, false, true }, [PTX_CMP_LE] = { LE, false, false, true },
	[PTX_CMP_GT] = { LT, true, false, true }, [PTX_CMP_GE] = { LE, true, false, true },
	[PTX_CMP_EQU] = { LG, false, true, true }, [PTX_CMP_NEU] = { EQ, false, true, true },
	[PTX_CMP_LTU] = { LE, true, true, true }, [PTX_CMP_LEU] = { LT, true, true, true },
	[PTX_CMP_GTU] = { LE, false, true, true }, [PTX_CMP_GEU] = { LT, false, true, true },
	[PTX_CMP_NUM] = { NUM, false, false, true }, [PTX_CMP_NAN] = { NUM, false, true, true },
};

/* Handlers by type; F32 with .ftz apart */
static const struct {
	uint8_t type;
	char cls;		/* b u s f */
	simt_fn fn[BASES];
} cmp_types[] = {
	{ PTX_T_B16, 'b', { eq_u16 } }, { PTX_T_B32, 'b', { eq_u32 } },
	{ PTX_T_B64, 'b', { eq_u64 } },
	{ PTX_T_U16, 'u', { eq_u16, lt_u16 } }, { PTX_T_U32, 'u', { eq_u32, lt_u32 } },
	{ PTX_T_U64, 'u', { eq_u64, lt_u64 } },
	{ PTX_T_S16, 's', { eq_u16, lt_s16 } }, { PTX_T_S32, 's', { eq_u32, lt_s32 } },
	{ PTX_T_S64, 's', { eq_u64, lt_s64 } },
	{ PTX_T_F32, 'f', { eq_f32, lt_f32, le_f32, lg_f32, num_f32 } },
	{ PTX_T_F64, 'f', { eq_f64, lt_f64, le_f64, lg_f64, num_f64 } },
};
static const simt_fn ftz_fn[BASES] = { eq_f32z, lt_f32z, le_f32z, lg_f32z, num_f32z };

/* Which handler, and how; NULL when PTX has no such comparison */
static simt_fn find_cmp(const struct ptx_insn *i, enum ptx_type type, struct way *way)
{
	for (size_t k = 0; k < sizeof cmp_types / sizeof cmp_types[0]; k++) {
		if (cmp_types[k].type != type)
			continue;
		const char cls = cmp_types[k].cls;
		const bool unsigned_only = i->cmp >= PTX_CMP_LO && i->cmp <= PTX_CMP_HS;

		*way = cls == 'f' ? float_ways[i->cmp] : int_ways[i->cmp];
		if (!way->legal || (unsigned_only && cls != 'u') || (i->ftz && type != PTX_T_F32))
			return NULL;
		return i->ftz ? ftz_fn[way->base] : cmp_types[k].fn[way->base];
	}
	return NULL;
}

/* Of set: what yes is, and where it goes */
static uint64_t set_of(const struct ptx_insn *i)
{
	const bool f16 = i->type == PTX_T_F16 || i->type == PTX_T_F16X2;
	const bool bits16 = ptx_type_bytes(i->type) == 2;
	const uint64_t one = i->type == PTX_T_F32 ? 0x3f800000U : f16 ? 0x3c00U : 0x3f80U;

	if (i->type == PTX_T_F32 || ptx_is_half(i->type))
		return one << 32 | CMP_SET_F | (bits16 ? CMP_SET_16 : 0U);
	return CMP_SET | (bits16 ? CMP_SET_16 : 0U);
}

static simt_fn find_half(const struct ptx_insn *i, enum ptx_type type, struct way *way,
			 uint64_t *imm)
{
	*way = float_ways[i->cmp];
	*imm = (type == PTX_T_BF16 || type == PTX_T_BF16X2 ? CMP_BF16 : 0U) |
	       (i->ftz ? CMP_FTZ : 0U) | (uint64_t)way->base << CMP_BASE |
	       (ptx_is_pair(type) ? CMP_A_LOW : 0U);
	return way->legal ? cmp_half : NULL;
}

/* The upper halves of a pair: to q, or to the upper half of d. A third operand that the lower ones
 * would overwrite is read before. */
static void upper_half(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_insn *const high = lower_more(lw);
	struct simt_insn *const first = high - 1;
	const bool to_p = i->op == PTX_OP_SETP;

	first->imm |= to_p ? 0 : CMP_LOW;
	high->fn = first->fn;
	high->a = first->a;
	high->b = first->b;
	high->c = first->c;
	high->d = first->d;
	high->imm = (first->imm & ~(uint64_t)(CMP_A_LOW | CMP_LOW)) | CMP_A_HIGH |
		    (to_p ? 0 : CMP_HIGH);
	if (to_p) {
		high->d = first->d2;
		first->d2 = SIMT_NO_REF;
		if (first->d == first->c) {
			const simt_ref d = first->d;

			first->d = high->d;
			high->d = d;
			first->imm ^= CMP_A_LOW | CMP_A_HIGH;
			high->imm ^= CMP_A_LOW | CMP_A_HIGH;
		}
	}
}

int alu_lower_cmp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool is_set = i->op == PTX_OP_SET;
	const enum ptx_type type = is_set ? i->type2 : i->type;
	struct way way = { 0 };
	bool neg = false;
	uint64_t half = 0;

	out->fn = ptx_is_half(type) ? find_half(i, type, &way, &half) : find_cmp(i, type, &way);
	if (!out->fn || (alu_key(i) & ~(uint32_t)ALU_FTZ) != 0)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, i->boolop == PTX_BOOL_NONE ? 3 : 4) ||
	    alu_dst(lw, i, 0, is_set ? i->type : PTX_T_PRED, &out->d) ||
	    alu_src(lw, i, way.swap ? 2 : 1, type, &out->a) ||
	    alu_src(lw, i, way.swap ? 1 : 2, type, &out->b))
		return -1;
	if (i->boolop != PTX_BOOL_NONE && alu_pred(lw, i, 3, &out->c, &neg))
		return -1;
	if (!is_set && alu_has_dst2(i) && alu_dst2(lw, i, PTX_T_PRED, &out->d2))
		return -1;
	out->imm = (way.invert ? CMP_INVERT : 0U) | (unsigned)i->boolop << 1 |
		   (neg ? CMP_NEG_C : 0U) | half | (is_set ? set_of(i) : 0);
	if (ptx_is_pair(type) && (is_set || out->d2 != SIMT_NO_REF))
		upper_half(lw, i);
	return 0;
}

/* testp: a's magnitude bits against the exponent's ends. imm: enum ptx_mode. PTX counts zero
 * as normal. */
ALU_INLINE bool class_is(uint64_t mode, uint64_t mag, uint64_t inf, uint64_t least_normal)
{
	switch (mode) {
	case PTX_MODE_TESTP_FINITE: return mag < inf;
	case PTX_MODE_TESTP_INFINITE: return mag == inf;
	case PTX_MODE_TESTP_NUMBER: return mag <= inf;
	case PTX_MODE_TESTP_NOTANUMBER: return mag > inf;
	case PTX_MODE_TESTP_NORMAL: return mag == 0 || (mag >= least_normal && mag < inf);
	default: return mag != 0 && mag < least_normal;
	}
}

#define TESTP_FN(name, T, MAG, INF, LEAST) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		ALU_SRC(T, a) \
		uint32_t r = 0; \
		for (unsigned l = 0; l < SIMT_LANES; l++) \
			r |= (uint32_t)class_is(i->imm, pa[l] & MAG, INF, LEAST) << l; \
		alu_put_pred(w, i->d, mask, r); \
	}
TESTP_FN(testp_f32, f32, 0x7fffffffU, 0x7f800000U, 0x00800000U)
TESTP_FN(testp_f64, f64, 0x7fffffffffffffffU, 0x7ff0000000000000U, 0x0010000000000000U)

int alu_lower_testp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if ((i->type != PTX_T_F32 && i->type != PTX_T_F64) ||
	    i->mode < PTX_MODE_TESTP_FINITE || i->mode > PTX_MODE_TESTP_SUBNORMAL ||
	    (alu_key(i) & 0xffffU) != 0)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, 2) || alu_dst(lw, i, 0, PTX_T_PRED, &out->d) ||
	    alu_src(lw, i, 1, i->type, &out->a))
		return -1;
	out->imm = (uint64_t)i->mode;
	out->fn = i->type == PTX_T_F32 ? testp_f32 : testp_f64;
	return 0;
}
