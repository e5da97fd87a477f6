/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu: finds the handler of an arithmetic instruction and lowers its operands.
 */

/* clang-format off */
#include "alu.h"

static const struct alu_row *const alu_tables[] = {
	alu_int_rows, alu_muldiv_rows, alu_bits_rows, alu_float_rows, alu_approx_rows,
	alu_carry_rows
};

uint32_t alu_key(const struct ptx_insn *i)
{
	uint32_t k = ((uint32_t)i->half << 8) | ((uint32_t)i->mode << 16);

	k |= i->sat ? ALU_SAT : 0U;
	k |= i->ftz ? ALU_FTZ : 0U;
	k |= i->cc ? ALU_CC : 0U;
	k |= i->left ? ALU_LEFT : 0U;
	k |= i->approx ? ALU_APPROX : 0U;
	k |= i->full ? ALU_DIV_FULL : 0U;
	k |= i->to || i->nan || i->xorsign || i->satfinite ? ALU_OTHER : 0U;
	k |= i->relu ? ALU_RELU : 0U;
	if (i->round == PTX_ROUND_RZ || i->round == PTX_ROUND_RM || i->round == PTX_ROUND_RP)
		k |= ALU_DIR;
	else if (i->round != PTX_ROUND_NONE && i->round != PTX_ROUND_RN)
		k |= ALU_OTHER;
	return k;
}

int alu_refuse(struct simt_lower *lw, const struct ptx_insn *i)
{
	char name[96];

	return lower_error(lw, i, "%s is not supported", ptx_insn_name(i, name, sizeof name));
}

int alu_expect(struct simt_lower *lw, const struct ptx_insn *i, unsigned n)
{
	char name[96];

	if (i->n_opnds == n)
		return 0;
	return lower_error(lw, i, "%s takes %u operands, not %u",
			   ptx_insn_name(i, name, sizeof name), n, i->n_opnds);
}

int alu_dst(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, enum ptx_type type,
	    simt_ref *ref)
{
	const struct ptx_opnd *const o = &i->opnd[opnd];
	unsigned bytes = 0;
	char name[96];

	*ref = lower_dst(lw, i, o, 0, &bytes);
	if (*ref == SIMT_NO_REF)
		return -1;
	if (o->kind == PTX_OPND_SINK || (o->kind == PTX_OPND_REG && o->reg == PTX_NONE) ||
	    bytes == (type == PTX_T_PRED ? 0 : alu_reg_bytes(type)))
		return 0;
	return lower_error(lw, i, "%s: destination register is not of type .%s",
			   ptx_insn_name(i, name, sizeof name), ptx_type_name(type));
}

int alu_dst2(struct simt_lower *lw, const struct ptx_insn *i, enum ptx_type type, simt_ref *ref)
{
	unsigned bytes = 0;
	char name[96];

	*ref = lower_dst(lw, i, &i->opnd[0], 1, &bytes);
	if (*ref == SIMT_NO_REF)
		return -1;
	if (i->opnd[0].reg2 == PTX_NONE || bytes == (type == PTX_T_PRED ? 0 : alu_reg_bytes(type)))
		return 0;
	return lower_error(lw, i, "%s: second destination is not of type .%s",
			   ptx_insn_name(i, name, sizeof name), ptx_type_name(type));
}

bool alu_has_dst2(const struct ptx_insn *i)
{
	return i->opnd[0].kind == PTX_OPND_REG && i->opnd[0].reg2 != PTX_NONE;
}

int alu_src(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, enum ptx_type type,
	    simt_ref *ref)
{
	*ref = lower_src(lw, i, &i->opnd[opnd], type);
	return *ref == SIMT_NO_REF ? -1 : 0;
}

int alu_pred(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd, simt_ref *ref,
	     bool *neg)
{
	*ref = lower_pred(lw, i, &i->opnd[opnd]);
	*neg = i->opnd[opnd].neg;
	return *ref == SIMT_NO_REF ? -1 : 0;
}

static const struct alu_row *find_row(const struct ptx_insn *i, uint32_t key)
{
	for (size_t t = 0; t < sizeof alu_tables / sizeof alu_tables[0]; t++) {
		for (const struct alu_row *r = alu_tables[t]; r->op != PTX_OP_NONE; r++) {
			if (r->op == i->op && r->type == i->type && r->type2 == i->type2 &&
			    r->key == key)
				return r;
		}
	}
	return NULL;
}

static int lower_row(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const uint32_t key = alu_key(i);
	const struct alu_row *const row = find_row(i, key);
	simt_ref *const src[] = { &out->a, &out->b, &out->c, &out->e };
	unsigned n = 1;

	if (!row)
		return alu_refuse(lw, i);
	while (n < sizeof row->shape && row->shape[n] != PTX_T_NONE)
		n++;
	if (alu_expect(lw, i, n) || alu_dst(lw, i, 0, (enum ptx_type)row->shape[0], &out->d))
		return -1;
	for (unsigned k = 1; k < n; k++) {
		if (alu_src(lw, i, k, (enum ptx_type)row->shape[k], src[k - 1]))
			return -1;
	}
	out->fn = row->fn;
	if (key & ALU_DIR)
		out->imm = (uint64_t)i->round;
	return 0;
}

/* lop3.b32 d, a, b, c, lut */
static int lower_lop3(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct ptx_insn three = *i;

	if (alu_expect(lw, i, 5))
		return -1;
	if (i->opnd[4].kind != PTX_OPND_IMM || i->opnd[4].imm < 0 || i->opnd[4].imm > 255)
		return lower_error(lw, i, "lop3: the table must be a constant from 0 to 255");
	three.n_opnds = 4;
	if (lower_row(lw, &three, out))
		return -1;
	out->imm = (uint64_t)i->opnd[4].imm;
	return 0;
}

/* cvt.pack: the type that it converts to is its mode. */
static int lower_cvt_pack(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const unsigned n = (unsigned)i->mode - PTX_MODE_PACK_U2;
	struct ptx_insn plain = *i;

	plain.mode = PTX_MODE_NONE;
	plain.sat = false;
	if (lower_row(lw, &plain, out))
		return -1;
	if (i->type2 == PTX_T_NONE)
		out->c = lower_const(lw, 0, 4);
	out->imm = (2U << n / 2) | (n & 1U) << 8;
	return 0;
}

/* A cache's business: nothing here. */
static void no_policy(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint64_t *const d = SIMT_U64(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = (mask >> l & 1U) != 0 ? 0 : d[l];
}

static int lower_policy(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	out->fn = no_policy;
	return alu_dst(lw, i, 0, PTX_T_B64, &out->d);
}

static int lower_one(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (alu_is_half(i))
		return alu_lower_half(lw, i, out);
	if (i->op >= PTX_OP_VADD && i->op <= PTX_OP_VSET4)
		return alu_lower_video(lw, i, out);
	switch (i->op) {
	case PTX_OP_MOV:
	case PTX_OP_SELP:
		return alu_lower_move(lw, i, out);
	case PTX_OP_SETP:
	case PTX_OP_SET:
		return alu_lower_cmp(lw, i, out);
	case PTX_OP_TESTP:
		return alu_lower_testp(lw, i, out);
	case PTX_OP_CVT:
		return alu_lower_cvt(lw, i, out);
	case PTX_OP_PF_MATH:
		return math_lower(lw, i, out);
	case PTX_OP_POLICY_FRACTIONAL:
	case PTX_OP_POLICY_RANGE:
	case PTX_OP_POLICY_CVT:
		return lower_policy(lw, i, out);
	case PTX_OP_CVT_PACK:
		return lower_cvt_pack(lw, i, out);
	case PTX_OP_LOP3:
		if (i->boolop != PTX_BOOL_NONE)
			return alu_lower_lop3_pred(lw, i, out);
		return lower_lop3(lw, i, out);
	case PTX_OP_ACTIVEMASK:
	case PTX_OP_MATCH:
	case PTX_OP_SHFL:
	case PTX_OP_VOTE:
	case PTX_OP_REDUX:
	case PTX_OP_ELECT:
		return xlane_lower(lw, i, out);
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR:
	case PTX_OP_NOT:
		if (i->type == PTX_T_PRED)
			return alu_lower_pred_logic(lw, i, out);
		return lower_row(lw, i, out);
	default:
		return lower_row(lw, i, out);
	}
}

/* Everything else in PTX_OPS belongs to the ALU. */
static bool is_foreign(enum ptx_op op)
{
	switch (op) {
	case PTX_OP_WMMA_LOAD_A: case PTX_OP_WMMA_LOAD_B: case PTX_OP_WMMA_LOAD_C:
	case PTX_OP_WMMA_STORE: case PTX_OP_WMMA_MMA: case PTX_OP_MMA: case PTX_OP_LDMATRIX:
	case PTX_OP_STMATRIX: case PTX_OP_MOVMATRIX:
	case PTX_OP_DISCARD: case PTX_OP_APPLYPRIORITY: case PTX_OP_GRIDDEP:
	case PTX_OP_CP_ASYNC: case PTX_OP_CP_ASYNC_COMMIT: case PTX_OP_CP_ASYNC_WAIT:
	case PTX_OP_CP_ASYNC_WAIT_ALL: case PTX_OP_CP_ASYNC_ARRIVE: case PTX_OP_MBARRIER_INIT:
	case PTX_OP_MBARRIER_INVAL: case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP:
	case PTX_OP_MBARRIER_ARRIVE_TX: case PTX_OP_MBARRIER_TEST_WAIT:
	case PTX_OP_MBARRIER_TEST_PARITY: case PTX_OP_MBARRIER_TRY_WAIT:
	case PTX_OP_MBARRIER_TRY_PARITY: case PTX_OP_MBARRIER_PENDING_COUNT:
	case PTX_OP_MBARRIER_EXPECT_TX: case PTX_OP_MBARRIER_COMPLETE_TX:
	case PTX_OP_CLUSTER_ARRIVE: case PTX_OP_CLUSTER_WAIT: case PTX_OP_MAPA:
	case PTX_OP_GETCTARANK: case PTX_OP_BULK_COPY: case PTX_OP_BULK_REDUCE: case PTX_OP_ST_ASYNC:
	case PTX_OP_RED_ASYNC: case PTX_OP_BULK_COMMIT: case PTX_OP_BULK_WAIT:
	case PTX_OP_BULK_PREFETCH: case PTX_OP_FENCE_PROXY_ASYNC: case PTX_OP_FENCE_PROXY_ALIAS:
	case PTX_OP_FENCE_MBARRIER_INIT:
	case PTX_OP_NONE: case PTX_OP_ATOM: case PTX_OP_BAR: case PTX_OP_BRA: case PTX_OP_BRKPT:
	case PTX_OP_BRX: case PTX_OP_CALL: case PTX_OP_CVTA: case PTX_OP_EXIT: case PTX_OP_FENCE:
	case PTX_OP_ISSPACEP: case PTX_OP_LD: case PTX_OP_LDU: case PTX_OP_MEMBAR:
	case PTX_OP_NANOSLEEP: case PTX_OP_PMEVENT: case PTX_OP_PREFETCH: case PTX_OP_PREFETCHU:
	case PTX_OP_RED: case PTX_OP_RET: case PTX_OP_ST: case PTX_OP_TRAP: case PTX_OP_COUNT:
		return true;
	default:
		return false;
	}
}

int alu_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (is_foreign(i->op))
		return 1;
	out->kind = SIMT_K_ALU;
	out->imm = 0;
	out->d = out->d2 = out->a = out->b = out->c = out->e = SIMT_NO_REF;
	return lower_one(lw, i, out);
}
