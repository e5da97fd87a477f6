/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * expr: registers written once, followed to what they stand for. A compiler's PTX is nearly in
 * single assignment; what a loop carries is written twice and not followed.
 */
#include "facts.h"

enum { DEPTH = 12 };

static bool writes_first(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_BRA:
	case PTX_OP_BRX:
	case PTX_OP_CALL:
	case PTX_OP_FENCE:
	case PTX_OP_MEMBAR: return false;
	case PTX_OP_BAR:
		return i->mode == PTX_MODE_BAR_RED_POPC || i->mode == PTX_MODE_BAR_RED_AND ||
		       i->mode == PTX_MODE_BAR_RED_OR;
	default: return i->n_opnds > 0;
	}
}

static bool names(const struct ptx_opnd *o, int reg)
{
	if (o->kind == PTX_OPND_REG)
		return o->reg == reg || o->reg2 == reg;
	for (unsigned v = 0; o->kind == PTX_OPND_VEC && v < o->n; v++)
		if (o->vec[v].kind == PTX_OPND_REG && o->vec[v].reg == reg)
			return true;
	return false;
}

const struct ptx_insn *expr_def(const struct ptx_func *f, int reg)
{
	const struct ptx_insn *def = NULL;

	for (unsigned n = 0; reg >= 0 && n < f->n_insns; n++) {
		const struct ptx_insn *i = &f->insns[n];

		if (!writes_first(i) || !names(&i->opnd[0], reg))
			continue;
		if (def || i->guard != PTX_NONE)
			return NULL;
		def = i;
	}
	return def;
}

static int reg_of(const struct ptx_opnd *o)
{
	return o->kind == PTX_OPND_REG || o->kind == PTX_OPND_ADDR ? o->reg : PTX_NONE;
}

static const struct ptx_var *root(const struct ptx_func *f, const struct ptx_opnd *o, int depth)
{
	const struct ptx_insn *d;
	const struct ptx_var *v;

	if (o->var)
		return o->var;
	d = depth ? expr_def(f, reg_of(o)) : NULL;
	if (!d)
		return NULL;
	switch (d->op) {
	case PTX_OP_LD: return d->space == PTX_SPACE_PARAM ? d->opnd[1].var : NULL;
	case PTX_OP_MOV:
	case PTX_OP_CVTA:
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MAD:
		for (unsigned i = 1; i < d->n_opnds; i++)
			if ((v = root(f, &d->opnd[i], depth - 1)))
				return v;
		return NULL;
	default: return NULL;
	}
}

const struct ptx_var *expr_root(const struct ptx_func *f, const struct ptx_opnd *o)
{
	return root(f, o, DEPTH);
}

/* Of its operands alone. */
static bool pure(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_ABS:
	case PTX_OP_ADD:
	case PTX_OP_AND:
	case PTX_OP_CVT:
	case PTX_OP_CVTA:
	case PTX_OP_MAD:
	case PTX_OP_MAX:
	case PTX_OP_MIN:
	case PTX_OP_MOV:
	case PTX_OP_MUL:
	case PTX_OP_NEG:
	case PTX_OP_NOT:
	case PTX_OP_OR:
	case PTX_OP_SELP:
	case PTX_OP_SETP:
	case PTX_OP_SHL:
	case PTX_OP_SHR:
	case PTX_OP_SUB:
	case PTX_OP_XOR: return true;
	case PTX_OP_LD: return i->space == PTX_SPACE_PARAM && i->vec == 1;
	default: return false;
	}
}

static bool alike(const struct ptx_insn *a, const struct ptx_insn *b)
{
	return a->op == b->op && a->type == b->type && a->type2 == b->type2 && a->half == b->half &&
	       a->cmp == b->cmp && a->relu == b->relu && a->nan == b->nan &&
	       a->xorsign == b->xorsign && a->n_opnds == b->n_opnds && pure(a);
}

static bool same(const struct ptx_func *f, const struct ptx_opnd *a, const struct ptx_opnd *b,
		 int depth)
{
	const struct ptx_insn *x, *y;

	if (!depth || a->kind != b->kind || a->imm != b->imm || a->var != b->var ||
	    a->neg != b->neg)
		return false;
	if (a->kind == PTX_OPND_IMM)
		return true;
	if (a->kind == PTX_OPND_SREG)
		return a->sreg == b->sreg;
	if (reg_of(a) == PTX_NONE || reg_of(b) == PTX_NONE)
		return a->var && reg_of(a) == reg_of(b);
	x = expr_def(f, reg_of(a));
	y = expr_def(f, reg_of(b));
	if (x && x == y)
		return true;
	if (!x || !y || !alike(x, y))
		return false;
	for (unsigned i = 1; i < x->n_opnds; i++)
		if (!same(f, &x->opnd[i], &y->opnd[i], depth - 1))
			return false;
	return true;
}

bool expr_same(const struct ptx_func *f, const struct ptx_opnd *a, const struct ptx_opnd *b)
{
	return same(f, a, b, DEPTH);
}

static bool uniform_sreg(enum ptx_sreg s, bool block)
{
	switch (s) {
	case PTX_SREG_NTID_X:
	case PTX_SREG_NTID_Y:
	case PTX_SREG_NTID_Z:
	case PTX_SREG_NCTAID_X:
	case PTX_SREG_NCTAID_Y:
	case PTX_SREG_NCTAID_Z:
	case PTX_SREG_GRIDID: return true;
	case PTX_SREG_CTAID_X:
	case PTX_SREG_CTAID_Y:
	case PTX_SREG_CTAID_Z: return block;
	default: return false;
	}
}

/* Registers that are being followed: what a loop carries is uniform when all else is. */
struct path {
	const struct ptx_func *f;
	bool block;
	int regs[DEPTH];
	int n;
};

static bool uniform(struct path *p, const struct ptx_opnd *o);

static bool uniform_reg(struct path *p, int reg)
{
	bool some = false;

	for (int i = 0; i < p->n; i++)
		if (p->regs[i] == reg)
			return true;
	if (reg < 0 || p->n == DEPTH)
		return false;
	p->regs[p->n++] = reg;
	for (unsigned n = 0; n < p->f->n_insns; n++) {
		const struct ptx_insn *i = &p->f->insns[n];

		if (!writes_first(i) || !names(&i->opnd[0], reg))
			continue;
		some = pure(i) && i->guard == PTX_NONE;
		for (unsigned s = 1; some && s < i->n_opnds; s++)
			some = uniform(p, &i->opnd[s]);
		if (!some)
			break;
	}
	p->n--;
	return some;
}

static bool uniform(struct path *p, const struct ptx_opnd *o)
{
	if (o->kind == PTX_OPND_IMM || o->kind == PTX_OPND_VAR)
		return true;
	if (o->kind == PTX_OPND_SREG)
		return uniform_sreg(o->sreg, p->block);
	if (o->kind == PTX_OPND_ADDR && o->reg == PTX_NONE)
		return true;
	return uniform_reg(p, reg_of(o));
}

bool expr_uniform(const struct ptx_func *f, const struct ptx_opnd *o, bool block)
{
	struct path p = {.f = f, .block = block};

	return uniform(&p, o);
}

static bool decides(const struct ptx_func *f, int reg, int depth)
{
	for (unsigned n = 0; depth && reg >= 0 && n < f->n_insns; n++) {
		const struct ptx_insn *i = &f->insns[n];
		bool reads = false;

		if ((i->op == PTX_OP_BRA || i->op == PTX_OP_EXIT) && i->guard == reg)
			return true;
		for (unsigned o = writes_first(i); o < i->n_opnds; o++)
			reads |= names(&i->opnd[o], reg);
		if (!reads)
			continue;
		if (i->op == PTX_OP_ST && i->space == PTX_SPACE_SHARED)
			return true; /* one thread asks for its block */
		if (writes_first(i) && i->opnd[0].kind == PTX_OPND_REG && i->opnd[0].reg != reg &&
		    decides(f, i->opnd[0].reg, depth - 1))
			return true;
	}
	return false;
}

bool expr_decides(const struct ptx_func *f, int reg)
{
	return decides(f, reg, 5);
}

bool expr_constant(const struct ptx_func *f, const struct ptx_opnd *o, int64_t *value)
{
	for (int depth = DEPTH; depth; depth--) {
		const struct ptx_insn *d;

		if (o->kind == PTX_OPND_IMM) {
			*value = o->imm;
			return true;
		}
		d = expr_def(f, reg_of(o));
		if (!d || d->op != PTX_OP_MOV)
			return false;
		o = &d->opnd[1];
	}
	return false;
}

/* What an atomic of the runtime's headers can do with that type. */
static const char *atomic_of(const struct ptx_insn *i)
{
	const unsigned bytes = ptx_type_bytes(i->type);
	const bool real = i->type == PTX_T_F32 || i->type == PTX_T_F64 || ptx_is_pair(i->type);

	if ((bytes != 4 && bytes != 8) || i->type == PTX_T_U16X2 || i->type == PTX_T_S16X2)
		return NULL;
	switch (i->op) {
	case PTX_OP_ADD: return "atomicAdd";
	case PTX_OP_SUB: return real ? NULL : "atomicSub";
	case PTX_OP_MIN: return real ? NULL : "atomicMin";
	case PTX_OP_MAX: return real ? NULL : "atomicMax";
	case PTX_OP_AND: return "atomicAnd";
	case PTX_OP_OR: return "atomicOr";
	case PTX_OP_XOR: return "atomicXor";
	default: return NULL;
	}
}

/* Through copies. */
static const struct ptx_insn *origin(const struct ptx_func *f, const struct ptx_opnd *o)
{
	const struct ptx_insn *d = expr_def(f, reg_of(o));

	for (int depth = DEPTH; depth && d && (d->op == PTX_OP_MOV || d->op == PTX_OP_CVT); depth--)
		d = expr_def(f, reg_of(&d->opnd[1]));
	return d;
}

const char *expr_update(const struct ptx_func *f, const struct ptx_insn *store,
			const struct ptx_insn **load)
{
	const struct ptx_insn *op, *l;
	const char *name;

	if (store->op != PTX_OP_ST || store->vec > 1)
		return NULL;
	op = origin(f, &store->opnd[1]);
	name = op ? atomic_of(op) : NULL;
	for (unsigned i = 1; name && i < op->n_opnds; i++) {
		l = origin(f, &op->opnd[i]);
		if (!l || l->op != PTX_OP_LD || l->vec > 1 || l->space != store->space ||
		    !expr_same(f, &l->opnd[1], &store->opnd[0]))
			continue;
		if (op->op == PTX_OP_SUB && i != 1)
			continue;
		*load = l;
		return name;
	}
	return NULL;
}
