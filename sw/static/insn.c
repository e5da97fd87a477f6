/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * insn: what an instruction does to what is known of the registers.
 */
#include "static_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is not known is taken to be no larger: else every loop to n, and every index made of a
 * block's, would wrap. */
#define MOST_PARAM  (INT64_C(1) << 30)
#define MOST_BLOCKS (INT64_C(1) << 20) /* along an axis */

static unsigned bits_of(enum ptx_type t)
{
	return ptx_type_bytes(t) * 8;
}

static bool is_unsigned(enum ptx_type t)
{
	return t == PTX_T_U8 || t == PTX_T_U16 || t == PTX_T_U32 || t == PTX_T_U64;
}

static bool is_signed(enum ptx_type t)
{
	return t == PTX_T_S8 || t == PTX_T_S16 || t == PTX_T_S32 || t == PTX_T_S64;
}

static bool is_float(enum ptx_type t)
{
	return t == PTX_T_F32 || t == PTX_T_F64 || ptx_is_half(t);
}

/* Special registers */

static sym_id make_special(struct prover *p, enum ptx_sreg s);

static sym_id special(struct prover *p, enum ptx_sreg s)
{
	if (!p->sreg_known[s]) {
		p->sreg_known[s] = true;
		p->sreg[s] = make_special(p, s);
	}
	return p->sreg[s];
}

sym_id insn_tid(struct prover *p, unsigned axis)
{
	return special(p, PTX_SREG_TID_X + axis);
}

sym_id insn_ntid(struct prover *p, unsigned axis)
{
	return special(p, PTX_SREG_NTID_X + axis);
}

/* Along x first. */
sym_id insn_linear_tid(struct prover *p)
{
	const uint32_t *n = p->c->block;
	sym_id v = insn_tid(p, 0);

	if (n[1] == 1 && n[2] == 1)
		return v;
	if (!n[0] || !n[1] || !n[2])
		return SYM_UNKNOWN;
	v = sym_add(&p->x, v, sym_mul(&p->x, insn_tid(p, 1), sym_const(&p->x, n[0])));
	return sym_add(&p->x, v,
		       sym_mul(&p->x, insn_tid(p, 2), sym_const(&p->x, (int64_t)n[0] * n[1])));
}

/* n of something, from 1 to most, or an index below n; n 0: not known */
static sym_id count(struct prover *p, const char *name, uint32_t n, int64_t most)
{
	return n ? sym_const(&p->x, n) : sym_name(&p->x, name, 1, most, true);
}

static sym_id below(struct prover *p, const char *name, uint32_t n, int64_t most, bool uniform)
{
	return n == 1 ? sym_const(&p->x, 0)
		      : sym_name(&p->x, name, 0, n ? n - 1 : most - 1, uniform);
}

static sym_id lane(struct prover *p)
{
	const sym_id v = insn_linear_tid(p);

	return sym_sub(&p->x, v, sym_shift_left(&p->x, sym_shift_right(&p->x, v, 5), 5));
}

static sym_id make_special(struct prover *p, enum ptx_sreg s)
{
	static const char *const names[] = {"tid.x",   "tid.y",    "tid.z",    "ntid.x",
					    "ntid.y",  "ntid.z",   "ctaid.x",  "ctaid.y",
					    "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z"};
	const unsigned group = (s - PTX_SREG_TID_X) / 3, axis = (s - PTX_SREG_TID_X) % 3;
	const char *name =
		s >= PTX_SREG_TID_X && s <= PTX_SREG_NCTAID_Z ? names[s - PTX_SREG_TID_X] : NULL;
	const uint32_t block = p->c->block[axis], grid = p->c->grid[axis];

	if (name && group == 0)
		return below(p, name, block, 1024, false);
	if (name && group == 1)
		return count(p, name, block, 1024);
	if (name)
		return group == 2 ? below(p, name, grid, MOST_BLOCKS, true)
				  : count(p, name, grid, MOST_BLOCKS);
	switch (s) {
	case PTX_SREG_WARPSZ: return sym_const(&p->x, SIMT_LANES);
	case PTX_SREG_LANEID: return lane(p);
	case PTX_SREG_SMID:
	case PTX_SREG_NSMID:
	case PTX_SREG_GRIDID:
	case PTX_SREG_DYNAMIC_SMEM_SIZE:
	case PTX_SREG_TOTAL_SMEM_SIZE: return SYM_UNIFORM;
	default: return SYM_UNKNOWN;
	}
}

/* Operands */

static bool lies_at(const struct prover *p, const struct ptx_var *v, uint32_t *at)
{
	for (unsigned i = 0; i < p->k->n_places; i++)
		if (p->k->place[i].var == v) {
			*at = p->k->place[i].at;
			return true;
		}
	return false;
}

static sym_id variable(struct prover *p, const struct ptx_var *v, int64_t more)
{
	uint32_t at;

	if (v->space != PTX_SPACE_SHARED)
		return sym_unknown(&p->x, v->space != PTX_SPACE_LOCAL, SYM_ELSEWHERE);
	if (!lies_at(p, v, &at))
		return sym_unknown(&p->x, true, SYM_SHARED);
	return sym_in(&p->x, sym_const(&p->x, at + more), SYM_SHARED);
}

/* bits: of the operation: a literal may be written as unsigned. */
static sym_id literal(struct prover *p, int64_t n, unsigned bits)
{
	if (bits && bits < 64)
		n = (int64_t)((uint64_t)n << (64 - bits)) >> (64 - bits);
	return sym_const(&p->x, n);
}

static sym_id operand(struct prover *p, const struct ptx_opnd *o, unsigned bits)
{
	switch (o->kind) {
	case PTX_OPND_REG: return o->neg ? sym_not(&p->x, p->reg[o->reg]) : p->reg[o->reg];
	case PTX_OPND_IMM: return o->is_float_imm ? SYM_UNIFORM : literal(p, o->imm, bits);
	case PTX_OPND_SREG: return special(p, o->sreg);
	case PTX_OPND_VAR: return variable(p, o->var, o->imm);
	default: return SYM_UNKNOWN;
	}
}

sym_id insn_address(struct prover *p, const struct ptx_opnd *o)
{
	if (o->var)
		return variable(p, o->var, o->imm);
	if (o->reg == PTX_NONE)
		return sym_const(&p->x, o->imm);
	return sym_add(&p->x, p->reg[o->reg], sym_const(&p->x, o->imm));
}

sym_id insn_guard(struct prover *p, const struct ptx_insn *i)
{
	const sym_id g = p->reg[i->guard];

	return i->guard_neg ? sym_not(&p->x, g) : g;
}

static char *text_of(isl_pw_aff *num)
{
	isl_pw_aff *a = isl_pw_aff_drop_unused_params(isl_pw_aff_copy(num));
	char *text = isl_pw_aff_to_str(a);

	isl_pw_aff_free(a);
	return text;
}

/* A number that all threads share, by what it was made of: the same again has the same name. */
static sym_id named(struct prover *p, const char *op, sym_id a, sym_id b, unsigned bits)
{
	const struct sym *va = sym_at(&p->x, a), *vb = sym_at(&p->x, b);
	char *ta, *tb, *text, name[24];
	sym_id v = SYM_UNIFORM;

	if (!va->num || !vb->num || !va->uniform || !vb->uniform)
		return va->uniform && vb->uniform ? SYM_UNIFORM : SYM_UNKNOWN;
	ta = text_of(va->num);
	tb = text_of(vb->num);
	if (!ta || !tb || strstr(ta, "k") || strstr(tb, "k") ||
	    asprintf(&text, "%s %u %s %s", op, bits, ta, tb) < 0)
		goto out;
	for (size_t i = 0; i < p->n_products; i++)
		if (!strcmp(p->product[i].text, text)) {
			v = p->product[i].v;
			free(text);
			goto out;
		}
	snprintf(name, sizeof(name), "u%zu", p->n_products);
	v = sym_name(&p->x, name, bits > 32 ? -(INT64_C(1) << 40) : INT32_MIN,
		     bits > 32 ? INT64_C(1) << 40 : INT32_MAX, true);
	if (bits > 32) /* its bounds are not known */
		v = SYM_UNIFORM;
	p->product = mem_grow(p->product, &p->cap_products, p->n_products + 1, sizeof(*p->product));
	p->product[p->n_products++] = (struct product){text, v};
out:
	free(ta);
	free(tb);
	return v;
}

/* v, or if it is unknown a name for it */
static sym_id or_named(struct prover *p, sym_id v, const char *op, sym_id a, sym_id b,
		       unsigned bits)
{
	if (sym_at(&p->x, v)->num || !sym_at(&p->x, a)->uniform || !sym_at(&p->x, b)->uniform)
		return v;
	return named(p, op, a, b, bits);
}

/* Arithmetic */

static sym_id as(struct prover *p, sym_id v, enum ptx_type t)
{
	return is_unsigned(t) ? sym_unsigned(&p->x, v, bits_of(t)) : v;
}

static sym_id multiply(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b)
{
	const unsigned bits = bits_of(i->type);
	sym_id v;

	if (is_float(i->type))
		return SYM_UNKNOWN;
	if (i->half == PTX_HALF_WIDE || i->half == PTX_HALF_HI) {
		a = as(p, a, i->type);
		b = as(p, b, i->type);
	}
	v = sym_mul(&p->x, a, b);
	if (i->half == PTX_HALF_HI)
		return bits > 32 ? SYM_UNKNOWN
				 : sym_wrap(&p->x, sym_shift_right(&p->x, v, bits), bits);
	if (i->half == PTX_HALF_WIDE)
		return or_named(p, sym_wrap(&p->x, v, 2 * bits), "wide", a, b, 64);
	return or_named(p, sym_wrap(&p->x, v, bits), "mul", a, b, bits);
}

static sym_id shift(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b)
{
	const unsigned bits = bits_of(i->type);
	const bool uniform = sym_at(&p->x, a)->uniform && sym_at(&p->x, b)->uniform;
	int64_t n;

	if (!sym_is_const(&p->x, b, &n))
		return uniform ? named(p, ptx_op_name(i->op), a, b, bits) : SYM_UNKNOWN;
	n = n < 0 || n > bits ? bits : n;
	if (i->op == PTX_OP_SHL)
		return sym_wrap(&p->x, sym_shift_left(&p->x, a, (unsigned)n), bits);
	if (is_signed(i->type))
		return sym_shift_right(&p->x, a, (unsigned)n);
	a = sym_unsigned(&p->x, a, bits);
	return sym_wrap(&p->x, sym_shift_right(&p->x, a, (unsigned)n), bits);
}

static sym_id divide(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b)
{
	const unsigned bits = bits_of(i->type);
	const bool rem = i->op == PTX_OP_REM;

	if (is_float(i->type))
		return SYM_UNKNOWN;
	a = as(p, a, i->type);
	b = as(p, b, i->type);
	return or_named(p, sym_wrap(&p->x, rem ? sym_rem(&p->x, a, b) : sym_div(&p->x, a, b), bits),
			rem ? "rem" : "div", a, b, bits);
}

static sym_id least(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b)
{
	sym_id less;

	if (is_float(i->type))
		return SYM_UNKNOWN;
	less = sym_compare(&p->x, PTX_CMP_LT, as(p, a, i->type), as(p, b, i->type));
	return i->op == PTX_OP_MIN ? sym_select(&p->x, less, a, b) : sym_select(&p->x, less, b, a);
}

static sym_id bits(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b)
{
	const unsigned n = bits_of(i->type);

	if (i->type == PTX_T_PRED)
		return sym_both(&p->x,
				i->op == PTX_OP_AND  ? PTX_BOOL_AND
				: i->op == PTX_OP_OR ? PTX_BOOL_OR
						     : PTX_BOOL_XOR,
				a, b);
	switch (i->op) {
	case PTX_OP_AND: return or_named(p, sym_and(&p->x, a, b, n), "and", a, b, n);
	case PTX_OP_OR:
		return or_named(p, sym_wrap(&p->x, sym_or(&p->x, a, b, n), n), "or", a, b, n);
	default: return or_named(p, sym_wrap(&p->x, sym_xor(&p->x, a, b, n), n), "xor", a, b, n);
	}
}

/* type is what it becomes, type2 what it was */
static sym_id convert(struct prover *p, const struct ptx_insn *i, sym_id a)
{
	if (is_float(i->type) || is_float(i->type2) || i->sat)
		return sym_at(&p->x, a)->uniform ? SYM_UNIFORM : SYM_UNKNOWN;
	if (!sym_at(&p->x, a)->num)
		return sym_unknown(&p->x, sym_at(&p->x, a)->uniform, sym_at(&p->x, a)->region);
	a = sym_wrap(&p->x, a, bits_of(i->type2));
	a = as(p, a, i->type2);
	return sym_wrap(&p->x, a, bits_of(i->type));
}

static sym_id extract(struct prover *p, const struct ptx_insn *i, sym_id a, sym_id b, sym_id c)
{
	int64_t at, len;

	if (!is_unsigned(i->type) || !sym_is_const(&p->x, b, &at) ||
	    !sym_is_const(&p->x, c, &len) || at < 0 || len < 1 || len > 30 || at > 31)
		return SYM_UNKNOWN;
	a = sym_unsigned(&p->x, a, bits_of(i->type));
	return sym_and(&p->x, sym_shift_right(&p->x, a, (unsigned)at),
		       sym_const(&p->x, (INT64_C(1) << len) - 1), 62);
}

static sym_id compare(struct prover *p, const struct ptx_insn *i)
{
	const unsigned n = bits_of(i->type);
	sym_id v;

	if (is_float(i->type))
		return sym_at(&p->x, operand(p, &i->opnd[1], 0))->uniform &&
				       sym_at(&p->x, operand(p, &i->opnd[2], 0))->uniform
			       ? SYM_UNIFORM
			       : SYM_UNKNOWN;
	v = sym_compare(&p->x, i->cmp, as(p, operand(p, &i->opnd[1], n), i->type),
			as(p, operand(p, &i->opnd[2], n), i->type));
	return i->boolop == PTX_BOOL_NONE
		       ? v
		       : sym_both(&p->x, i->boolop, v, operand(p, &i->opnd[3], 0));
}

/* Parameters */

static bool param_known(struct prover *p, uint32_t at, uint32_t size)
{
	if (!p->c->params || at + size > p->k->param_bytes)
		return false;
	for (uint32_t n = 0; n < size; n++)
		if (p->c->params_known && !p->c->params_known[at + n])
			return false;
	memset(&p->report->used_params[at], 1, size);
	return true;
}

static sym_id parameter(struct prover *p, const struct ptx_insn *i)
{
	const struct ptx_opnd *o = &i->opnd[1];
	const uint32_t size = ptx_type_bytes(i->type);
	uint64_t raw = 0;
	uint32_t at = 0;
	char name[24];

	if (!o->var || o->imm < 0 || is_float(i->type))
		return SYM_UNIFORM;
	if (!lies_at(p, o->var, &at))
		return SYM_UNKNOWN;
	at += (uint32_t)o->imm;
	if (size > 4) /* a pointer, as a rule */
		return sym_unknown(&p->x, true, SYM_ELSEWHERE);
	if (param_known(p, at, size)) {
		memcpy(&raw, &p->c->params[at], size);
		return literal(p, (int64_t)raw, is_signed(i->type) ? bits_of(i->type) : 32);
	}
	if (size < 4)
		return SYM_UNIFORM;
	snprintf(name, sizeof(name), "p%" PRIu32, at);
	return sym_name(&p->x, name, -MOST_PARAM, MOST_PARAM, true);
}

/* All */

static bool all_uniform(struct prover *p, const struct ptx_insn *i)
{
	bool uniform = true;

	for (unsigned n = 1; n < i->n_opnds; n++)
		uniform &= sym_at(&p->x, operand(p, &i->opnd[n], 0))->uniform;
	return uniform;
}

/* Memory, other lanes, clocks, carries: what comes from there differs between threads. */
static bool is_pure(enum ptx_op op)
{
	switch (op) {
	case PTX_OP_ADDC:
	case PTX_OP_SUBC:
	case PTX_OP_MADC:
	case PTX_OP_ATOM:
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_SHFL:
	case PTX_OP_VOTE:
	case PTX_OP_MATCH:
	case PTX_OP_ACTIVEMASK:
	case PTX_OP_ELECT:
	case PTX_OP_CALL:
	case PTX_OP_REDUX: return false;
	default: return op < PTX_OP_MBARRIER_INIT || op > PTX_OP_MBARRIER_COMPLETE_TX;
	}
}

static sym_id arithmetic(struct prover *p, const struct ptx_insn *i)
{
	const unsigned n = bits_of(i->op == PTX_OP_CVT ? i->type2 : i->type);
	const unsigned wide = i->half == PTX_HALF_WIDE ? 2 * n : n;
	const sym_id a = i->n_opnds > 1 ? operand(p, &i->opnd[1], n) : SYM_UNKNOWN;
	const sym_id b = i->n_opnds > 2 ? operand(p, &i->opnd[2], n) : SYM_UNKNOWN;
	const sym_id c = i->n_opnds > 3 ? operand(p, &i->opnd[3], wide) : SYM_UNKNOWN;

	switch (i->op) {
	case PTX_OP_MOV: return a;
	case PTX_OP_ADD:
		return is_float(i->type) || i->sat || i->cc
			       ? SYM_UNKNOWN
			       : sym_wrap(&p->x, sym_add(&p->x, a, b), n);
	case PTX_OP_SUB:
		return is_float(i->type) || i->sat || i->cc
			       ? SYM_UNKNOWN
			       : sym_wrap(&p->x, sym_sub(&p->x, a, b), n);
	case PTX_OP_MUL: return multiply(p, i, a, b);
	case PTX_OP_MAD:
		if (is_float(i->type) || i->sat || i->cc || i->half == PTX_HALF_HI)
			return SYM_UNKNOWN;
		return sym_wrap(&p->x, sym_add(&p->x, multiply(p, i, a, b), c), wide);
	case PTX_OP_SHL:
	case PTX_OP_SHR: return shift(p, i, a, b);
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR: return bits(p, i, a, b);
	case PTX_OP_NOT:
		return i->type == PTX_T_PRED ? sym_not(&p->x, a)
					     : sym_sub(&p->x, sym_const(&p->x, -1), a);
	case PTX_OP_NEG:
		return is_float(i->type)
			       ? SYM_UNKNOWN
			       : sym_wrap(&p->x, sym_sub(&p->x, sym_const(&p->x, 0), a), n);
	case PTX_OP_MIN:
	case PTX_OP_MAX: return least(p, i, a, b);
	case PTX_OP_DIV:
	case PTX_OP_REM: return divide(p, i, a, b);
	case PTX_OP_SELP: return sym_select(&p->x, c, a, b);
	case PTX_OP_CVT: return convert(p, i, a);
	case PTX_OP_BFE: return extract(p, i, a, b, c);
	case PTX_OP_SETP: return compare(p, i);
	case PTX_OP_CVTA:
		return sym_in(&p->x, a, i->space == PTX_SPACE_SHARED ? SYM_SHARED : SYM_ELSEWHERE);
	default: return SYM_UNKNOWN;
	}
}

/* Only an address keeps that it is one. */
static sym_id result(struct prover *p, const struct ptx_insn *i)
{
	sym_id v;

	if (i->op == PTX_OP_LD)
		return i->space == PTX_SPACE_PARAM && i->vec <= 1 ? parameter(p, i)
		       : i->space == PTX_SPACE_CONST &&
				       sym_at(&p->x, insn_address(p, &i->opnd[1]))->uniform
			       ? SYM_UNIFORM
			       : SYM_UNKNOWN;
	if (!is_pure(i->op))
		return SYM_UNKNOWN;
	v = arithmetic(p, i);
	if (v == SYM_UNKNOWN && all_uniform(p, i))
		return SYM_UNIFORM;
	return v;
}

static void set(struct prover *p, const struct ptx_insn *i, int reg, sym_id v)
{
	if (reg == PTX_NONE || !p->live.needed[reg])
		return;
	if (v == SYM_UNIFORM)
		v = sym_unknown(&p->x, true, SYM_ANY);
	if (i->guard != PTX_NONE)
		v = sym_select(&p->x, insn_guard(p, i), v, p->reg[reg]);
	p->reg[reg] = v;
}

/* Registers behind the first one: parts of vectors, the other predicate */
static void forget_others(struct prover *p, const struct ptx_insn *i)
{
	const struct ptx_opnd *d = &i->opnd[0];

	if (d->kind == PTX_OPND_REG && d->reg2 != PTX_NONE)
		set(p, i, d->reg2, SYM_UNKNOWN);
	for (unsigned n = 0; d->kind == PTX_OPND_VEC && n < d->n; n++)
		if (d->vec[n].kind == PTX_OPND_REG)
			set(p, i, d->vec[n].reg, SYM_UNKNOWN);
}

void insn_eval(struct prover *p, uint32_t index)
{
	const struct ptx_insn *i = &p->f->insns[index];

	found_note(p, index);
	if (!i->n_opnds || i->op == PTX_OP_ST || i->op == PTX_OP_RED || i->op == PTX_OP_BRA)
		return;
	if (i->opnd[0].kind == PTX_OPND_REG && p->live.needed[i->opnd[0].reg])
		set(p, i, i->opnd[0].reg, result(p, i));
	forget_others(p, i);
}
