/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * verify_ops: which modifiers and types go together.
 */
#include "spec.h"

#include <stdio.h>

static bool is_float(enum ptx_type t)
{
	return ptx_spec_type_class(t) == 'f';
}

static bool in(enum ptx_type t, unsigned set)
{
	return (1U << t) & set;
}

static bool round_int(enum ptx_round r)
{
	return r == PTX_ROUND_RNI || r == PTX_ROUND_RZI || r == PTX_ROUND_RMI || r == PTX_ROUND_RPI;
}

static const char *check_types(const struct ptx_insn *i, char *buf, size_t size)
{
	const struct op_spec *s = ptx_spec_of(i->op);

	if (i->type != PTX_T_NONE && !in(i->type, s->types)) {
		snprintf(buf, size, "type .%s is not supported", ptx_type_name(i->type));
		return buf;
	}
	if (i->type2 != PTX_T_NONE && !in(i->type2, s->types2)) {
		snprintf(buf, size, "type .%s is not supported", ptx_type_name(i->type2));
		return buf;
	}
	if (s->types2 && i->op != PTX_OP_CVT_PACK &&
	    (i->type == PTX_T_NONE || i->type2 == PTX_T_NONE))
		return "two types are needed";
	if (s->types && i->type == PTX_T_NONE && i->op != PTX_OP_BAR)
		return "a type is needed";
	return NULL;
}

/* Two numbers into one register, and what has modifiers of its own */
static const char *check_cvt_small(const struct ptx_insn *i)
{
	const bool tf32 = i->type == PTX_T_TF32;

	if (i->type2 != PTX_T_F32 || i->sat || i->ftz)
		return "it is made of .f32, and .sat and .ftz are not allowed";
	if (tf32 && i->round == PTX_ROUND_RNA)
		return i->relu ? ".relu needs .rn or .rz" : NULL;
	return i->round == PTX_ROUND_RN || i->round == PTX_ROUND_RZ ? NULL
	       : tf32                                               ? ".rn .rz or .rna is needed"
								    : ".rn or .rz is needed";
}

static const char *check_cvt_words(const struct ptx_insn *i)
{
	const bool half = i->type == PTX_T_F16 || i->type == PTX_T_BF16;

	if (ptx_is_pair(i->type2) || i->type2 == PTX_T_TF32)
		return "no such source type";
	if (i->round == PTX_ROUND_RNA && i->type != PTX_T_TF32)
		return ".rna needs .tf32";
	if ((i->relu || i->satfinite) && !ptx_is_pair(i->type) && i->type != PTX_T_TF32 &&
	    (!half || i->type2 != PTX_T_F32 || i->sat))
		return ".relu and .satfinite are for .f32 to .f16, .bf16 and .tf32, without .sat";
	return NULL;
}

static const char *check_cvt(const struct ptx_insn *i)
{
	const char *msg = check_cvt_words(i);
	bool df = is_float(i->type), sf = is_float(i->type2);
	unsigned db = ptx_type_bytes(i->type), sb = ptx_type_bytes(i->type2);

	if (msg)
		return msg;
	if (ptx_is_pair(i->type) || i->type == PTX_T_TF32)
		return check_cvt_small(i);
	if (i->ftz && i->type != PTX_T_F32 && i->type2 != PTX_T_F32)
		return ".ftz needs .f32";
	if (!df && !sf)
		return i->round ? "no rounding between integers" : NULL;
	if (sf && !df)
		return round_int(i->round) ? NULL : "float to integer needs .rni .rzi .rmi or .rpi";
	if (!sf)
		return i->round && !round_int(i->round)
			       ? NULL
			       : "integer to float needs .rn .rz .rm or .rp";
	if (db < sb || (db == sb && i->type != i->type2))
		return i->round && !round_int(i->round)
			       ? NULL
			       : "a narrower float needs .rn .rz .rm or .rp";
	if (db == sb)
		return !i->round || round_int(i->round)
			       ? NULL
			       : "rounding of one float type to itself is .rni .rzi .rmi or .rpi";
	return i->round ? "a wider float needs no rounding" : NULL;
}

/* rcp, sqrt, div, rsqrt: which of .approx .full .rnd may and must be there. */
static const char *check_division(const struct ptx_insn *i)
{
	int given = i->approx + i->full + (i->round != PTX_ROUND_NONE);

	if (!is_float(i->type))
		return given || i->ftz ? "integer division has no such modifier" : NULL;
	if (given != 1)
		return "one of .approx .full .rn .rz .rm .rp is needed";
	if (i->type == PTX_T_F32)
		return NULL;
	if (i->full || (i->approx && i->op != PTX_OP_RCP && i->op != PTX_OP_RSQRT))
		return "not for .f64";
	if (i->approx && i->op == PTX_OP_RCP && !i->ftz)
		return ".approx.f64 needs .ftz";
	if (i->ftz && !i->approx)
		return ".ftz needs .f32";
	return NULL;
}

static const char *check_mul(const struct ptx_insn *i)
{
	if (is_float(i->type))
		return i->half || i->cc ? "not for floats" : NULL;
	if (!i->half)
		return ".lo .hi or .wide is needed";
	if (i->half == PTX_HALF_WIDE && ptx_type_bytes(i->type) == 8)
		return ".wide is for 16 and 32 bits";
	if (i->sat && (i->op != PTX_OP_MAD || i->half != PTX_HALF_HI || i->type != PTX_T_S32))
		return ".sat needs .hi.s32";
	if (i->cc && (i->half == PTX_HALF_WIDE || ptx_type_bytes(i->type) < 4 || i->sat))
		return ".cc needs .lo or .hi of 32 or 64 bits";
	return NULL;
}

static const char *check_24(const struct ptx_insn *i)
{
	if (i->half == PTX_HALF_WIDE)
		return ".lo or .hi is needed";
	if (i->sat && (i->half != PTX_HALF_HI || i->type != PTX_T_S32))
		return ".sat needs .hi.s32";
	return NULL;
}

static const char *check_addsub(const struct ptx_insn *i)
{
	if (i->sat && i->type != PTX_T_S32 && !is_float(i->type))
		return ".sat needs .s32 or .f32";
	if (i->cc && (is_float(i->type) || ptx_type_bytes(i->type) < 4 || i->sat))
		return ".cc needs integers of 32 or 64 bits";
	return NULL;
}

static bool of_f16(enum ptx_type t)
{
	return t == PTX_T_F16 || t == PTX_T_F16X2;
}

/* What has no number of its own as a result has none of the width of two. */
static const char *check_set_types(const struct ptx_insn *i)
{
	const bool small = i->type == PTX_T_U16 || i->type == PTX_T_S16;

	if (ptx_is_pair(i->type2))
		return i->type == i->type2 || i->type == PTX_T_U32 || i->type == PTX_T_S32
			       ? NULL
			       : "no such type of the result";
	if (ptx_is_pair(i->type) || (small && !ptx_is_half(i->type2)))
		return "no such type of the result";
	return NULL;
}

static const char *check_compare(const struct ptx_insn *i)
{
	enum ptx_type t = i->op == PTX_OP_SET ? i->type2 : i->type;
	char cls = ptx_spec_type_class(t);

	if (i->ftz && t != PTX_T_F32 && !of_f16(t))
		return ".ftz needs .f32";
	if (i->op == PTX_OP_SET && check_set_types(i))
		return check_set_types(i);
	if ((i->n_opnds == 4) != (i->boolop != PTX_BOOL_NONE))
		return "a predicate operand needs .and .or or .xor, and they need one";
	switch (i->cmp) {
	case PTX_CMP_EQ:
	case PTX_CMP_NE: return NULL;
	case PTX_CMP_LT:
	case PTX_CMP_LE:
	case PTX_CMP_GT:
	case PTX_CMP_GE: return cls == 'b' ? "bit types compare .eq and .ne" : NULL;
	case PTX_CMP_LO:
	case PTX_CMP_LS:
	case PTX_CMP_HI:
	case PTX_CMP_HS: return cls == 'u' ? NULL : "this comparison needs an unsigned type";
	default: return cls == 'f' ? NULL : "this comparison needs a floating-point type";
	}
}

static unsigned atom_types(enum ptx_atom a, bool red)
{
	switch (a) {
	case PTX_ATOM_ADD:
		return TYPE_BIT(U32) | TYPE_BIT(S32) | TYPE_BIT(U64) | TYPE_BIT(F32) |
		       TYPE_BIT(F64) | TYPE_BIT(F16) | TYPE_BIT(F16X2) | TYPE_BIT(BF16) |
		       TYPE_BIT(BF16X2);
	case PTX_ATOM_MIN:
	case PTX_ATOM_MAX: return TYPE_BIT(U32) | TYPE_BIT(S32) | TYPE_BIT(U64) | TYPE_BIT(S64);
	case PTX_ATOM_INC:
	case PTX_ATOM_DEC: return TYPE_BIT(U32);
	case PTX_ATOM_AND:
	case PTX_ATOM_OR:
	case PTX_ATOM_XOR: return TYPE_BIT(B32) | TYPE_BIT(B64);
	case PTX_ATOM_CAS:
		return red ? 0 : TYPE_BIT(B16) | TYPE_BIT(B32) | TYPE_BIT(B64) | TYPE_BIT(B128);
	case PTX_ATOM_EXCH: return red ? 0 : TYPE_BIT(B32) | TYPE_BIT(B64) | TYPE_BIT(B128);
	default: return 0;
	}
}

static bool strong_space(enum ptx_space s)
{
	return s == PTX_SPACE_GENERIC || s == PTX_SPACE_GLOBAL || s == PTX_SPACE_SHARED;
}

static const char *check_atom(const struct ptx_insn *i)
{
	bool red = i->op == PTX_OP_RED;

	if (!strong_space(i->space))
		return "only in global and shared memory";
	if (!in(i->type, atom_types(i->atom, red)))
		return "this operation has no such type";
	if (i->noftz != ptx_is_half(i->type))
		return i->noftz ? ".noftz needs .f16, .bf16 or two of them" : ".noftz is needed";
	if (i->sem == PTX_SEM_RELAXED || i->sem == PTX_SEM_RELEASE)
		return NULL;
	if (red || (i->sem != PTX_SEM_ACQUIRE && i->sem != PTX_SEM_ACQ_REL))
		return "no such memory semantics";
	return NULL;
}

static const char *check_memory(const struct ptx_insn *i)
{
	bool load = i->op != PTX_OP_ST;
	bool strong = i->sem != PTX_SEM_WEAK && i->sem != PTX_SEM_VOLATILE;

	if (i->type == PTX_T_B128 && i->space == PTX_SPACE_PARAM)
		return "parameters are read in parts of at most 8 bytes";
	if (i->vec * ptx_type_bytes(i->type) > 16)
		return "more than 16 bytes";
	if (!load && i->space == PTX_SPACE_CONST)
		return "constant memory cannot be written";
	if (i->op == PTX_OP_LDU && i->space != PTX_SPACE_GLOBAL && i->space != PTX_SPACE_GENERIC)
		return "only in global memory";
	if (i->nc && (i->space != PTX_SPACE_GLOBAL || i->sem != PTX_SEM_WEAK))
		return ".nc needs a weak access to .global";
	if (i->sem == PTX_SEM_ACQ_REL || i->sem == PTX_SEM_SC ||
	    i->sem == (load ? PTX_SEM_RELEASE : PTX_SEM_ACQUIRE))
		return "no such memory semantics";
	if (strong != (i->scope != PTX_SCOPE_NONE))
		return strong ? "a scope (.cta .cluster .gpu .sys) is needed"
			      : "a weak access has no scope";
	if (strong && !strong_space(i->space))
		return "only in global and shared memory";
	if (i->sem == PTX_SEM_VOLATILE &&
	    (i->space == PTX_SPACE_CONST || i->space == PTX_SPACE_PARAM))
		return ".volatile is for memory that can change";
	if (i->sem == PTX_SEM_MMIO &&
	    (i->scope != PTX_SCOPE_SYS || i->vec > 1 || i->space == PTX_SPACE_SHARED))
		return ".mmio needs .sys, global memory and one element";
	return NULL;
}

static const char *check_bar(const struct ptx_insn *i)
{
	switch (i->mode) {
	case PTX_MODE_BAR_RED_POPC: return i->type == PTX_T_U32 ? NULL : "type .u32 is needed";
	case PTX_MODE_BAR_RED_AND:
	case PTX_MODE_BAR_RED_OR: return i->type == PTX_T_PRED ? NULL : "type .pred is needed";
	default: return i->type == PTX_T_NONE ? NULL : "no type is allowed";
	}
}

static const char *check_vote(const struct ptx_insn *i)
{
	bool ballot = i->mode == PTX_MODE_VOTE_BALLOT;

	if (i->type != (ballot ? PTX_T_B32 : PTX_T_PRED))
		return ballot ? "type .b32 is needed" : "type .pred is needed";
	return NULL;
}

static const char *check_redux(const struct ptx_insn *i)
{
	bool bits = i->mode >= PTX_MODE_REDUX_AND;

	return bits == (i->type == PTX_T_B32) ? NULL : "this operation has no such type";
}

static const char *check_space(const struct ptx_insn *i)
{
	if (i->op == PTX_OP_PREFETCH && i->space != PTX_SPACE_GENERIC &&
	    i->space != PTX_SPACE_GLOBAL && i->space != PTX_SPACE_LOCAL)
		return "only in global and local memory";
	return NULL;
}

static const char *check_fence(const struct ptx_insn *i)
{
	return i->sem == PTX_SEM_SC || i->sem == PTX_SEM_ACQ_REL ? NULL
								 : "a fence is .sc or .acq_rel";
}

static const char *check_cp_async(const struct ptx_insn *i)
{
	const int64_t size = i->n_opnds > 2 ? i->opnd[2].imm : 0;
	const struct ptx_opnd *part = i->n_opnds > 3U + i->hint ? &i->opnd[3] : NULL;

	if (i->space != PTX_SPACE_SHARED)
		return "it copies from .global to .shared";
	if (size != 16 && (i->mode == PTX_MODE_CP_CG || (size != 4 && size != 8)))
		return i->mode == PTX_MODE_CP_CG ? ".cg copies 16 bytes"
						 : ".ca copies 4, 8 or 16 bytes";
	if (part && part->kind == PTX_OPND_IMM && (part->imm < 0 || part->imm > size))
		return "more bytes to read than to write";
	return NULL;
}

static bool is_mbarrier(enum ptx_op op)
{
	return op >= PTX_OP_MBARRIER_INIT && op <= PTX_OP_MBARRIER_COMPLETE_TX;
}

static const char *check_mbarrier(const struct ptx_insn *i)
{
	const bool waits =
		i->op >= PTX_OP_MBARRIER_TEST_WAIT && i->op <= PTX_OP_MBARRIER_TRY_PARITY;
	const bool counts =
		i->op == PTX_OP_MBARRIER_EXPECT_TX || i->op == PTX_OP_MBARRIER_COMPLETE_TX;

	if (i->space != PTX_SPACE_GENERIC && i->space != PTX_SPACE_SHARED)
		return "an mbarrier lies in shared memory";
	if (i->sem != PTX_SEM_WEAK && i->sem != PTX_SEM_RELAXED &&
	    i->sem != (waits ? PTX_SEM_ACQUIRE : PTX_SEM_RELEASE))
		return "no such memory semantics";
	if (counts && i->sem != PTX_SEM_RELAXED)
		return "no such memory semantics";
	if (i->mode == PTX_MODE_MB_NO_COMPLETE && i->n_opnds < 3)
		return ".noComplete needs a count";
	return NULL;
}

/* Of these, an address may be of another block of the cluster. */
static bool takes_cluster(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_LD:
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_CVTA:
	case PTX_OP_ISSPACEP:
	case PTX_OP_MAPA:
	case PTX_OP_GETCTARANK:
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE:
	case PTX_OP_ST_ASYNC:
	case PTX_OP_RED_ASYNC:
	case PTX_OP_FENCE_PROXY_ASYNC:
	case PTX_OP_MBARRIER_EXPECT_TX:
	case PTX_OP_MBARRIER_COMPLETE_TX: return true;
	case PTX_OP_MBARRIER_ARRIVE:
	case PTX_OP_MBARRIER_ARRIVE_DROP:
	case PTX_OP_MBARRIER_ARRIVE_TX:
		return i->n_opnds && i->opnd[0].kind == PTX_OPND_SINK; /* it has no state there */
	default: return false;
	}
}

/* mapa, getctarank: the address's type is the instruction's. */
static const char *check_map(const struct ptx_insn *i)
{
	if (i->space != PTX_SPACE_GENERIC && !i->cluster)
		return "only of .shared::cluster and generic addresses";
	return i->space == PTX_SPACE_GENERIC && i->type != PTX_T_U64 ? "generic addresses are .u64"
								     : NULL;
}

static const char *check_cluster_barrier(const struct ptx_insn *i)
{
	const bool wait = i->op == PTX_OP_CLUSTER_WAIT;

	if (i->sem == (wait ? PTX_SEM_ACQUIRE : PTX_SEM_RELEASE) ||
	    (!wait && i->sem == PTX_SEM_RELAXED))
		return NULL;
	return "no such memory semantics";
}

static unsigned reduce_types(const struct ptx_insn *i)
{
	const bool global = i->space == PTX_SPACE_GLOBAL;

	switch (i->atom) {
	case PTX_ATOM_ADD:
		return TYPE_BIT(U32) | TYPE_BIT(S32) | TYPE_BIT(U64) |
		       (global ? TYPE_BIT(F32) | TYPE_BIT(F64) | TYPE_BIT(S64) : 0);
	case PTX_ATOM_MIN:
	case PTX_ATOM_MAX:
		return TYPE_BIT(U32) | TYPE_BIT(S32) | (global ? TYPE_BIT(U64) | TYPE_BIT(S64) : 0);
	case PTX_ATOM_INC:
	case PTX_ATOM_DEC: return TYPE_BIT(U32);
	case PTX_ATOM_AND:
	case PTX_ATOM_OR:
	case PTX_ATOM_XOR: return TYPE_BIT(B32) | (global ? TYPE_BIT(B64) : 0);
	default: return 0;
	}
}

/* Destination and source: global to shared, shared to global, shared to another block's. */
static const char *check_bulk(const struct ptx_insn *i)
{
	const bool to_shared = i->space == PTX_SPACE_SHARED, reduces = i->op == PTX_OP_BULK_REDUCE;

	if (i->space == PTX_SPACE_GENERIC || i->from == PTX_SPACE_GENERIC)
		return "two state spaces are needed";
	if (i->from_cluster || (!to_shared && i->from == PTX_SPACE_GLOBAL) ||
	    (to_shared && i->from == PTX_SPACE_SHARED && !i->cluster))
		return "no copy between these state spaces";
	if (reduces && i->from == PTX_SPACE_GLOBAL)
		return "it reduces what is in .shared::cta";
	if (i->by_group == to_shared || i->by_mbarrier != to_shared)
		return to_shared ? ".mbarrier::complete_tx::bytes is needed"
				 : ".bulk_group is needed";
	if (i->multicast && (reduces || !i->cluster || i->from != PTX_SPACE_GLOBAL))
		return ".multicast::cluster copies from .global to .shared::cluster";
	if (reduces && !in(i->type, reduce_types(i)))
		return "this operation has no such type";
	return NULL;
}

static const char *check_store_async(const struct ptx_insn *i)
{
	if (i->space != PTX_SPACE_SHARED || !i->cluster || i->by_group || i->multicast ||
	    !i->by_mbarrier)
		return "it writes to .shared::cluster, and completes "
		       "by .mbarrier::complete_tx::bytes";
	if (i->op == PTX_OP_ST_ASYNC)
		return i->sem == PTX_SEM_WEAK ? NULL : "no such memory semantics";
	if (i->sem != PTX_SEM_RELAXED)
		return "no such memory semantics";
	return in(i->type, reduce_types(i)) ? NULL : "this operation has no such type";
}

static const char *check_proxy(const struct ptx_insn *i)
{
	if (i->op == PTX_OP_FENCE_MBARRIER_INIT)
		return i->sem == PTX_SEM_RELEASE && i->scope == PTX_SCOPE_CLUSTER
			       ? NULL
			       : ".release.cluster is needed";
	return i->space == PTX_SPACE_GENERIC || i->space == PTX_SPACE_GLOBAL ||
			       i->space == PTX_SPACE_SHARED
		       ? NULL
		       : "only of global and shared memory";
}

static const char *check_mma(const struct ptx_insn *i)
{
	const char *msg = ptx_mma_check(i);

	if (msg)
		return msg;
	if (i->space == PTX_SPACE_LOCAL || i->space == PTX_SPACE_CONST ||
	    i->space == PTX_SPACE_PARAM)
		return "only in global and shared memory";
	return (i->op == PTX_OP_LDMATRIX || i->op == PTX_OP_STMATRIX) &&
			       i->space == PTX_SPACE_GLOBAL
		       ? "only in shared memory"
		       : NULL;
}

static const char *check_min_max(const struct ptx_insn *i)
{
	const bool small = ptx_is_half(i->type) || i->type == PTX_T_F32;

	if ((i->nan || i->xorsign) && !small)
		return ".NaN and .xorsign.abs need .f32 or smaller floats";
	if (i->relu && i->type != PTX_T_S32 && i->type != PTX_T_S16X2)
		return ".relu needs .s32 or .s16x2";
	return NULL;
}

static const char *check_fma(const struct ptx_insn *i)
{
	if (i->relu && (!ptx_is_half(i->type) || i->sat))
		return ".relu needs .f16 or .bf16, and no .sat";
	return NULL;
}

/* .ex2 of bf16 alone flushes, and must say so. */
static const char *check_half(const struct ptx_insn *i)
{
	const bool bf16 = !of_f16(i->type);

	if (i->round != PTX_ROUND_NONE && i->round != PTX_ROUND_RN)
		return "16-bit floats are rounded to nearest";
	if (i->op == PTX_OP_EX2)
		return i->ftz == bf16 ? NULL : ".bf16 needs .ftz, .f16 has none";
	if (i->ftz && (bf16 || i->op == PTX_OP_TANH))
		return ".ftz needs .f32 or .f16";
	return i->sat && bf16 ? ".sat needs .f32 or .f16" : NULL;
}

static const char *check_own(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_DIV:
	case PTX_OP_RCP:
	case PTX_OP_SQRT:
	case PTX_OP_RSQRT: return check_division(i);
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_MADC: return check_mul(i);
	case PTX_OP_MUL24:
	case PTX_OP_MAD24: return check_24(i);
	case PTX_OP_ADD:
	case PTX_OP_SUB: return check_addsub(i);
	case PTX_OP_MIN:
	case PTX_OP_MAX: return check_min_max(i);
	case PTX_OP_FMA: return check_fma(i);
	case PTX_OP_LOP3:
		return i->boolop == PTX_BOOL_XOR ? "a predicate goes with .and or .or" : NULL;
	case PTX_OP_CVT_PACK:
		return (i->mode >= PTX_MODE_PACK_U16) == (i->type2 == PTX_T_NONE)
			       ? NULL
			       : "16 bits go without .b32, fewer with it";
	case PTX_OP_SET:
	case PTX_OP_SETP: return check_compare(i);
	case PTX_OP_ATOM:
	case PTX_OP_RED: return check_atom(i);
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ST: return check_memory(i);
	case PTX_OP_BAR: return check_bar(i);
	case PTX_OP_VOTE: return check_vote(i);
	case PTX_OP_REDUX: return check_redux(i);
	case PTX_OP_FENCE: return check_fence(i);
	case PTX_OP_PREFETCH: return check_space(i);
	case PTX_OP_CP_ASYNC: return check_cp_async(i);
	case PTX_OP_CP_ASYNC_ARRIVE: return check_mbarrier(i);
	case PTX_OP_MAPA:
	case PTX_OP_GETCTARANK: return check_map(i);
	case PTX_OP_CLUSTER_ARRIVE:
	case PTX_OP_CLUSTER_WAIT: return check_cluster_barrier(i);
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE: return check_bulk(i);
	case PTX_OP_ST_ASYNC:
	case PTX_OP_RED_ASYNC: return check_store_async(i);
	case PTX_OP_BULK_PREFETCH:
		return i->space == PTX_SPACE_GLOBAL ? NULL : "only of global memory";
	case PTX_OP_FENCE_PROXY_ASYNC:
	case PTX_OP_FENCE_MBARRIER_INIT: return check_proxy(i);
	default:
		if (ptx_is_mma(i->op))
			return check_mma(i);
		if (ptx_is_video(i->op))
			return ptx_video_check(i);
		return is_mbarrier(i->op) ? check_mbarrier(i) : NULL;
	}
}

const char *ptx_spec_check_combination(const struct ptx_insn *i, char *buf, size_t size)
{
	const char *msg = check_types(i, buf, size);
	bool division = i->op == PTX_OP_DIV || i->op == PTX_OP_RCP || i->op == PTX_OP_SQRT ||
			i->op == PTX_OP_RSQRT;

	if (i->cluster && !takes_cluster(i))
		return ".shared::cluster is not for this instruction";
	if (msg || i->op == PTX_OP_CVT)
		return msg ? msg : check_cvt(i);
	if (!is_float(i->type) && i->round)
		return "rounding needs a floating-point type";
	if (ptx_is_half(i->type) && i->op != PTX_OP_SET && i->op != PTX_OP_SETP) {
		msg = check_half(i);
		return msg ? msg : check_own(i);
	}
	if (i->ftz && i->type != PTX_T_F32 && i->type2 != PTX_T_F32 && !division &&
	    !of_f16(i->type) && !of_f16(i->type2))
		return ".ftz needs .f32";
	if (is_float(i->type) && i->sat && i->type != PTX_T_F32)
		return ".sat needs .f32";
	if (i->op == PTX_OP_MAD && is_float(i->type) && !i->round)
		return ".rn .rz .rm or .rp is needed";
	return check_own(i);
}
