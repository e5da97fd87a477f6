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
#include "alu.h"

/* imm */
enum {
	CMP_INVERT = 1U << 0,
	CMP_BOOL = 3U << 1,	/* enum ptx_bool */
	CMP_NEG_C = 1U << 3,
	CMP_SET = 1U << 4,	/* d is a 32-bit register: all ones or 0 */
	CMP_SET_F = 1U << 5	/* ... 1.0 or 0 */
};
#define CMP_SIMPLE(imm) (((imm) & ~(uint64_t)CMP_INVERT) == 0)

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
		const uint32_t yes = (i->imm & CMP_SET_F) != 0 ? 0x3f800000U : 0xffffffffU;
		uint32_t *const d = SIMT_U32(w, i->d);

		for (unsigned l = 0; l < SIMT_LANES; l++) {
			if ((mask >> l & 1U) != 0)
				d[l] = (p >> l & 1U) != 0 ? yes : 0;
		}
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

enum base { EQ, LT, LE, LG, NUM, BASES };	/* LG: less or greater; NUM: both are numbers */

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

int alu_lower_cmp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool is_set = i->op == PTX_OP_SET;
	const enum ptx_type type = is_set ? i->type2 : i->type;
	struct way way = { 0 };
	bool neg = false;

	out->fn = find_cmp(i, type, &way);
	if (!out->fn || (alu_key(i) & ~(uint32_t)ALU_FTZ) != 0 ||
	    (is_set && i->type != PTX_T_U32 && i->type != PTX_T_S32 && i->type != PTX_T_F32))
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
		   (neg ? CMP_NEG_C : 0U);
	if (is_set)
		out->imm |= i->type == PTX_T_F32 ? CMP_SET_F : CMP_SET;
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
