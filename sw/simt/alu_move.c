/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_move: mov with packing and unpacking, selp, logic on predicates.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"
#include "lower.h"

ALU_FN1(mov_16, u16, u16, a)
ALU_FN1(mov_32, u32, u32, a)
ALU_FN1(mov_64, u64, u64, a)

static simt_fn mov_of(unsigned bytes)
{
	return bytes == 8 ? mov_64 : bytes == 4 ? mov_32 : mov_16;
}

/* Unpack: element imm / (bits of an element) of a. 8-bit elements live in 16-bit registers. */
ALU_FN1(part_64_32, u32, u64, a >> (i->imm & 63U))
ALU_FN1(part_64_16, u16, u64, a >> (i->imm & 63U))
ALU_FN1(part_32_16, u16, u32, a >> (i->imm & 31U))
ALU_FN1(part_32_8, u16, u32, (a >> (i->imm & 31U)) & 0xffU)
ALU_FN1(part_16_8, u16, u16, (a >> (i->imm & 15U)) & 0xffU)

/* Pack, first element lowest */
ALU_FN2(pack2_64, u64, u32, u32, a | (uint64_t)b << 32)
ALU_FN2(pack2_32, u32, u16, u16, a | (uint32_t)b << 16)
ALU_FN2(pack2_16, u16, u16, u16, (a & 0xffU) | (b & 0xffU) << 8)
ALU_FN4(pack4_64, u64, u16, u16, u16, u16,
	a | (uint64_t)b << 16 | (uint64_t)c << 32 | (uint64_t)e << 48)
ALU_FN4(pack4_32, u32, u16, u16, u16, u16,
	(a & 0xffU) | (b & 0xffU) << 8 | (c & 0xffU) << 16 | (uint32_t)(e & 0xffU) << 24)

static const struct {
	uint8_t whole, part;	/* bytes */
	simt_fn unpack, pack;
} vec_forms[] = {
	{ 8, 4, part_64_32, pack2_64 }, { 4, 2, part_32_16, pack2_32 },
	{ 2, 1, part_16_8, pack2_16 }, { 8, 2, part_64_16, pack4_64 },
	{ 4, 1, part_32_8, pack4_32 },
};

static int find_vec(unsigned whole, unsigned n)
{
	for (int k = 0; k < (int)(sizeof vec_forms / sizeof vec_forms[0]); k++) {
		if (vec_forms[k].whole == whole && vec_forms[k].whole == vec_forms[k].part * n)
			return k;
	}
	return -1;
}

static enum ptx_type bits_type(unsigned bytes)
{
	return bytes == 8 ? PTX_T_B64 : bytes == 4 ? PTX_T_B32 : bytes == 2 ? PTX_T_B16 : PTX_T_B8;
}

/* One more mov of 64 bits, in the first slot if it is free */
static void wide_part(struct simt_lower *lw, struct simt_insn *out, simt_ref d, simt_ref a)
{
	if (out->fn)
		out = lower_more(lw);
	out->kind = SIMT_K_ALU;
	out->fn = mov_64;
	out->d = d;
	out->a = a;
	out->d2 = out->b = out->c = out->e = SIMT_NO_REF;
}

/* 128 bits are two registers of 64 in turn: whole, from two, or to two */
static int lower_wide(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const struct ptx_opnd *const to = &i->opnd[0], *const from = &i->opnd[1];
	const size_t first = lw->n_code - 1;

	out->kind = SIMT_K_NOP;
	out->fn = NULL;
	for (unsigned k = 0; k < 2; k++) {
		simt_ref d, a;

		if (to->kind == PTX_OPND_VEC && to->vec[k].kind == PTX_OPND_SINK)
			continue;
		d = lower_dst(lw, i, to->kind == PTX_OPND_VEC ? &to->vec[k] : to, 0, NULL);
		a = from->kind == PTX_OPND_VEC ? lower_src(lw, i, &from->vec[k], PTX_T_B64) :
						 lower_src(lw, i, from, PTX_T_B128);
		if (d == SIMT_NO_REF || a == SIMT_NO_REF)
			return -1;
		if (k != 0 && to->kind != PTX_OPND_VEC)
			d = SIMT_UPPER(d);
		if (k != 0 && from->kind != PTX_OPND_VEC)
			a = SIMT_UPPER(a);
		wide_part(lw, &lw->k->code[first], d, a);
	}
	return 0;
}

/* mov {d0, d1..}, a: one slot for each element that is not a sink */
static int lower_unpack(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const struct ptx_opnd *const v = &i->opnd[0];
	const int form = find_vec(ptx_type_bytes(i->type), v->n);
	bool first = true;
	simt_ref a;

	if (form < 0)
		return alu_refuse(lw, i);
	if (alu_src(lw, i, 1, i->type, &a))
		return -1;
	out->kind = SIMT_K_NOP;
	for (unsigned k = 0; k < v->n; k++) {
		const unsigned part = vec_forms[form].part;
		unsigned bytes = 0;
		simt_ref d;

		if (v->vec[k].kind == PTX_OPND_SINK)
			continue;
		d = lower_dst(lw, i, &v->vec[k], 0, &bytes);
		if (d == SIMT_NO_REF)
			return -1;
		if (bytes != alu_reg_bytes(bits_type(part)))
			return lower_error(lw, i, "mov: element %u has the wrong width", k);
		if (!first) {
			out = lower_more(lw);
			out->d2 = out->b = out->c = out->e = SIMT_NO_REF;
		}
		first = false;
		out->kind = SIMT_K_ALU;
		out->fn = vec_forms[form].unpack;
		out->d = d;
		out->a = a;
		out->imm = (uint64_t)k * part * 8U;
	}
	return 0;
}

/* mov d, {a0, a1..} */
static int lower_pack(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const struct ptx_opnd *const v = &i->opnd[1];
	const int form = find_vec(ptx_type_bytes(i->type), v->n);
	simt_ref *const src[] = { &out->a, &out->b, &out->c, &out->e };

	if (form < 0 || v->n > 4)
		return alu_refuse(lw, i);
	for (unsigned k = 0; k < v->n; k++) {
		*src[k] = lower_src(lw, i, &v->vec[k], bits_type(vec_forms[form].part));
		if (*src[k] == SIMT_NO_REF)
			return -1;
	}
	out->fn = vec_forms[form].pack;
	return alu_dst(lw, i, 0, i->type, &out->d);
}

/* Predicates. imm bits 0 and 1: a, b negated */
#define PRED_FN(name, EXPR) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		const uint32_t a = SIMT_PRED(w, i->a) ^ ((i->imm & 1U) != 0 ? ALU_FULL : 0); \
		const uint32_t b = SIMT_PRED(w, i->b) ^ ((i->imm & 2U) != 0 ? ALU_FULL : 0); \
		alu_put_pred(w, i->d, mask, EXPR); \
	}
PRED_FN(pred_and, a & b)
PRED_FN(pred_or, a | b)
PRED_FN(pred_xor, a ^ b)
PRED_FN(pred_mov, a | b)	/* b = a: one operand */
PRED_FN(pred_not, ~(a | b))

int alu_lower_pred_logic(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool one = i->op == PTX_OP_NOT || i->op == PTX_OP_MOV;
	bool na, nb;

	if (alu_key(i) != 0)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, one ? 2 : 3) || alu_dst(lw, i, 0, PTX_T_PRED, &out->d) ||
	    alu_pred(lw, i, 1, &out->a, &na) || alu_pred(lw, i, one ? 1 : 2, &out->b, &nb))
		return -1;
	out->imm = (na ? 1U : 0U) | (nb ? 2U : 0U);
	out->fn = i->op == PTX_OP_AND ? pred_and : i->op == PTX_OP_OR ? pred_or :
		  i->op == PTX_OP_XOR ? pred_xor : i->op == PTX_OP_NOT ? pred_not : pred_mov;
	return 0;
}

/* selp d, a, b, c: imm is the mask to flip c with */
#define SELP_FN(name, T) \
	ALU_HEAD(name) \
	{ \
		const uint32_t sel = SIMT_PRED(w, i->c) ^ (uint32_t)i->imm; \
		ALU_SRC(T, a) ALU_SRC(T, b) \
		ALU_LOOPS(ALU_RAW_##T, ALU_LANE(T, a) ALU_LANE(T, b), \
			  (sel >> l & 1U) != 0 ? a : b) \
	}
SELP_FN(selp_16, u16)
SELP_FN(selp_32, u32)
SELP_FN(selp_64, u64)

static int lower_selp(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const unsigned bytes = ptx_type_bytes(i->type);
	bool neg;

	if (alu_expect(lw, i, 4) || alu_dst(lw, i, 0, i->type, &out->d) ||
	    alu_src(lw, i, 1, i->type, &out->a) || alu_src(lw, i, 2, i->type, &out->b) ||
	    alu_pred(lw, i, 3, &out->c, &neg))
		return -1;
	out->imm = neg ? ALU_FULL : 0;
	out->fn = bytes == 8 ? selp_64 : bytes == 4 ? selp_32 : selp_16;
	return 0;
}

int alu_lower_move(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (i->op == PTX_OP_MOV && i->type == PTX_T_PRED)
		return alu_lower_pred_logic(lw, i, out);
	if (alu_key(i) != 0 || i->type == PTX_T_NONE || ptx_type_bytes(i->type) < 2)
		return alu_refuse(lw, i);
	if (i->op == PTX_OP_SELP)
		return lower_selp(lw, i, out);
	if (alu_expect(lw, i, 2))
		return -1;
	if (i->type == PTX_T_B128)
		return lower_wide(lw, i, out);
	if (i->opnd[0].kind == PTX_OPND_VEC)
		return lower_unpack(lw, i, out);
	if (i->opnd[1].kind == PTX_OPND_VEC)
		return lower_pack(lw, i, out);
	out->fn = mov_of(ptx_type_bytes(i->type));
	if (alu_dst(lw, i, 0, i->type, &out->d) || alu_src(lw, i, 1, i->type, &out->a))
		return -1;
	return 0;
}
