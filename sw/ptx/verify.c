/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * verify: operands of every instruction against the opcode's signature. What modifiers
 * may be combined is in verify_ops.c.
 */
#include "spec.h"

#include <stdio.h>
#include <string.h>

struct check {
	const struct ptx_module *m;
	const struct ptx_func *f;
	const struct ptx_insn *i;
	struct diag *diag;
};

#define FAIL(c, ...) ptx_error((c)->m, (c)->diag, (c)->i->line, (c)->i->loc, __VA_ARGS__)

static const char *insn_text(const struct check *c, char buf[128])
{
	return ptx_insn_name(c->i, buf, 128);
}

static int fail_operand(const struct check *c, unsigned n, const char *what)
{
	char buf[128];

	return FAIL(c, "operand %u of '%s': %s", n + 1, insn_text(c, buf), what);
}

static const char *type_of(const struct check *c, int reg)
{
	return ptx_type_name(c->f->regs[reg].type);
}

static int check_reg(const struct check *c, unsigned n, int reg, enum ptx_type want, bool wider)
{
	char buf[128];

	if (reg < 0 || (unsigned)reg >= c->f->n_regs)
		return fail_operand(c, n, "a register is needed");
	if (!ptx_spec_reg_fits(c->f->regs[reg].type, want, wider))
		return FAIL(c, "operand %u of '%s': register %s is .%s, which does not fit .%s",
			    n + 1, insn_text(c, buf), c->f->regs[reg].name, type_of(c, reg),
			    ptx_type_name(want));
	return 0;
}

/* A math operand may be of any type but a predicate: the function knows. */
static int check_math_reg(const struct check *c, unsigned n, int reg)
{
	if (reg < 0 || (unsigned)reg >= c->f->n_regs || c->f->regs[reg].type == PTX_T_PRED)
		return fail_operand(c, n, "a register that holds a number is needed");
	return 0;
}

static int check_dest(const struct check *c, unsigned n, const struct slot *s)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	bool pair = s->kind == 'Q' || s->kind == 'R' || s->kind == 'r';

	if (o->kind == PTX_OPND_SINK &&
	    (pair || c->i->op == PTX_OP_ATOM || c->i->op == PTX_OP_MBARRIER_ARRIVE ||
	     c->i->op == PTX_OP_MBARRIER_ARRIVE_DROP || c->i->op == PTX_OP_MBARRIER_ARRIVE_TX))
		return 0;
	if (o->kind != PTX_OPND_REG || o->neg)
		return fail_operand(c, n, "a destination register is needed");
	if (s->kind == 'F') {
		if (o->reg2 != PTX_NONE && check_math_reg(c, n, o->reg2) < 0)
			return -1;
		return check_math_reg(c, n, o->reg);
	}
	if (o->reg2 != PTX_NONE) {
		if (!pair)
			return fail_operand(c, n, "this instruction has one destination");
		if (check_reg(c, n, o->reg2, PTX_T_PRED, false) < 0)
			return -1;
	}
	if (o->reg == PTX_NONE && pair)
		return 0;
	return check_reg(c, n, o->reg, s->type, s->kind == 'd');
}

static unsigned sreg_bytes(enum ptx_sreg s)
{
	return s == PTX_SREG_GRIDID || s == PTX_SREG_CLOCK64 || s == PTX_SREG_GLOBALTIMER ? 8 : 4;
}

/* Symbols and special registers as values of type t. */
static int check_symbol(const struct check *c, unsigned n, const struct ptx_opnd *o,
			enum ptx_type t)
{
	unsigned bytes = ptx_type_bytes(t);
	bool integer = t != PTX_T_PRED && ptx_spec_type_class(t) != 'f';

	if (o->kind == PTX_OPND_SREG && o->sreg == PTX_SREG_IS_EXPLICIT_CLUSTER &&
	    t == PTX_T_PRED && c->i->op == PTX_OP_MOV)
		return 0;
	if (o->kind == PTX_OPND_SREG) {
		if (!integer || o->sreg == PTX_SREG_IS_EXPLICIT_CLUSTER ||
		    bytes != sreg_bytes(o->sreg))
			return fail_operand(c, n, "special register does not fit the type");
		return 0;
	}
	if (o->kind == PTX_OPND_FUNC && integer && bytes == 8)
		return 0;
	if (o->kind == PTX_OPND_VAR && integer &&
	    (bytes == 8 || (bytes == 4 && o->var->space != PTX_SPACE_GLOBAL)))
		return 0;
	return fail_operand(c, n, "an address does not fit the type");
}

static int check_source(const struct check *c, unsigned n, const struct ptx_opnd *o,
			const struct slot *s)
{
	bool pred = s->kind == 'p' || s->kind == 'c';

	if (o->neg && s->kind != 'p' && c->i->op != PTX_OP_VMAD)
		return fail_operand(c, n, "'!' is not allowed here");
	switch (o->kind) {
	case PTX_OPND_REG:
		if (o->reg2 != PTX_NONE)
			return fail_operand(c, n, "'|' is not allowed here");
		if (s->kind == 'f')
			return check_math_reg(c, n, o->reg);
		return check_reg(c, n, o->reg, s->type, s->kind == 't' || s->kind == 's');
	case PTX_OPND_IMM:
		if (pred || s->kind == 'G' || s->type == PTX_T_B128)
			return fail_operand(c, n, "a register is needed");
		return 0;
	case PTX_OPND_SREG:
	case PTX_OPND_VAR:
	case PTX_OPND_FUNC:
		if (s->kind == 'f')
			return fail_operand(c, n, "a register or literal is needed");
		return check_symbol(c, n, o, s->type);
	default: return fail_operand(c, n, "a value is needed");
	}
}

static int check_addr(const struct check *c, unsigned n, enum ptx_space space)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	char buf[128];
	enum ptx_type t;

	if (o->kind != PTX_OPND_ADDR)
		return fail_operand(c, n, "an address in [ ] is needed");
	if (o->var) {
		if (space == o->var->space ||
		    (space == PTX_SPACE_GENERIC && o->var->space == PTX_SPACE_GLOBAL))
			return 0;
		return FAIL(c, "operand %u of '%s': '%s' lies in another state space", n + 1,
			    insn_text(c, buf), o->var->name);
	}
	if (o->reg == PTX_NONE)
		return 0;
	t = c->f->regs[o->reg].type;
	if (ptx_spec_reg_fits(t, PTX_T_U64, false))
		return 0;
	if (ptx_spec_reg_fits(t, PTX_T_U32, false) && space != PTX_SPACE_GENERIC &&
	    space != PTX_SPACE_GLOBAL)
		return 0;
	return FAIL(c, "operand %u of '%s': register %s (.%s) does not hold an address", n + 1,
		    insn_text(c, buf), c->f->regs[o->reg].name, ptx_type_name(t));
}

/* {a, b}: as data of ld and st, and as the parts of a mov. */
static int check_vector(const struct check *c, unsigned n, const struct slot *s)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	bool dest = s->kind == 'd' || s->kind == 'D';
	struct slot part = {'t', s->type}; /* ld, st: registers may be wider */

	if (c->i->op == PTX_OP_MOV) {
		unsigned bytes = ptx_type_bytes(s->type) / (o->n ? o->n : 1);

		if (ptx_spec_type_class(s->type) != 'b' || (o->n != 2 && o->n != 4) || !bytes ||
		    s->type == PTX_T_TF32)
			return fail_operand(c, n, "vector does not fit the type");
		if (c->i->opnd[1 - n].kind == PTX_OPND_VEC)
			return fail_operand(c, n, "only one side may be a vector");
		part.type = bytes == 1   ? PTX_T_B8
			    : bytes == 2 ? PTX_T_B16
			    : bytes == 4 ? PTX_T_B32
					 : PTX_T_B64;
		part.kind = dest ? 'D' : 'T';
	} else if (c->i->vec != o->n) {
		return fail_operand(c, n, "vector of another length than the instruction says");
	}
	for (unsigned k = 0; k < o->n; k++) {
		const struct ptx_opnd *e = &o->vec[k];

		if (dest && e->kind == PTX_OPND_SINK)
			continue;
		if (dest && e->kind != PTX_OPND_REG)
			return fail_operand(c, n, "a destination register is needed");
		if (e->kind != PTX_OPND_REG && e->kind != PTX_OPND_IMM)
			return fail_operand(c, n, "vectors hold registers and literals");
		if (check_source(c, n, e, &part) < 0)
			return -1;
	}
	return 0;
}

/* The registers of a matrix, in braces unless it is one. */
static int check_matrix(const struct check *c, unsigned n, char matrix)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	const unsigned want = ptx_mma_regs(c->i, matrix);
	const unsigned bytes = ptx_mma_reg_bytes(ptx_mma_type_of(c->i, matrix));
	const enum ptx_type type = bytes == 8 ? PTX_T_B64 : PTX_T_B32;
	char text[64];

	if (o->kind == PTX_OPND_REG && want == 1 && o->reg2 == PTX_NONE && !o->neg)
		return check_reg(c, n, o->reg, type, false);
	if (o->kind != PTX_OPND_VEC || o->n != want) {
		snprintf(text, sizeof(text), "%u registers in { } are needed", want);
		return fail_operand(c, n, text);
	}
	for (unsigned k = 0; k < o->n; k++) {
		if (o->vec[k].kind != PTX_OPND_REG || o->vec[k].reg2 != PTX_NONE)
			return fail_operand(c, n, "a matrix is in registers");
		if (check_reg(c, n, o->vec[k].reg, type, false) < 0)
			return -1;
	}
	return 0;
}

static int check_mma_operand(const struct check *c, unsigned n)
{
	const char matrix = ptx_mma_operand(c->i, n);
	const struct slot stride = {'U', PTX_T_U32};

	if (matrix == 'p')
		return check_addr(c, n, c->i->space);
	if (matrix == 's')
		return check_source(c, n, &c->i->opnd[n], &stride);
	return check_matrix(c, n, matrix);
}

/* cp.async: the bytes to read, or whether none are. */
static int check_size_or_predicate(const struct check *c, unsigned n, const struct slot *s)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	struct slot is = *s;

	if (o->kind == PTX_OPND_REG && c->f->regs[o->reg].type == PTX_T_PRED)
		is = (struct slot){'p', PTX_T_PRED};
	return check_source(c, n, o, &is);
}

/* Of an address: a copy in bulk has up to three. */
static enum ptx_space space_of(const struct ptx_insn *i, unsigned n)
{
	if (!n || (i->op != PTX_OP_BULK_COPY && i->op != PTX_OP_BULK_REDUCE))
		return i->space;
	return n == 1 ? i->from : PTX_SPACE_SHARED;
}

static int check_operand(const struct check *c, unsigned n, const struct slot *s)
{
	const struct ptx_opnd *o = &c->i->opnd[n];
	enum ptx_op op = c->i->op;

	if (strchr("dDtT", s->kind) && (op == PTX_OP_LD || op == PTX_OP_LDU || op == PTX_OP_ST ||
					op == PTX_OP_ST_ASYNC || op == PTX_OP_MOV)) {
		if (o->kind == PTX_OPND_VEC)
			return check_vector(c, n, s);
		if (c->i->vec > 1)
			return fail_operand(c, n, "a vector is needed");
	}
	if (strchr("DdWXYPQRrF", s->kind))
		return check_dest(c, n, s);
	switch (s->kind) {
	case 'A': return check_addr(c, n, space_of(c->i, n));
	case 'm': return check_mma_operand(c, n);
	case 'B': return check_addr(c, n, PTX_SPACE_GLOBAL);
	case 'z': return check_size_or_predicate(c, n, s);
	case 'N':
		if (o->kind != PTX_OPND_IMM || o->is_float_imm || o->imm < 0)
			return fail_operand(c, n, "an integer literal is needed");
		return 0;
	case 'L':
		if (o->kind != PTX_OPND_LABEL || o->imm < 0 || o->imm >= (int64_t)c->f->n_insns)
			return fail_operand(c, n, "a label is needed");
		return 0;
	case 'I':
		if (o->kind != PTX_OPND_IMM || o->is_float_imm || o->imm < 0 || o->imm > 255)
			return fail_operand(c, n, "a literal 0..255 is needed");
		return 0;
	default: return check_source(c, n, o, s);
	}
}

/* Calls */

static int check_arg(const struct check *c, unsigned n, const struct ptx_var *formal)
{
	const struct ptx_opnd *o = &c->i->call_args[n];
	struct slot s = {'T', formal->type};

	if (o->kind == PTX_OPND_VAR && o->var->space == PTX_SPACE_PARAM) {
		if (o->imm || o->var->size != formal->size)
			return FAIL(c, "argument %u of '%s' has %llu bytes, '%s' takes %llu", n + 1,
				    c->i->opnd[0].func->name, (unsigned long long)o->var->size,
				    formal->name, (unsigned long long)formal->size);
		return 0;
	}
	if (o->kind != PTX_OPND_REG && o->kind != PTX_OPND_IMM)
		return FAIL(c,
			    "argument %u of '%s' must be a .param variable, a register or a "
			    "literal",
			    n + 1, c->i->opnd[0].func->name);
	if (formal->size != ptx_type_bytes(formal->type))
		return FAIL(c, "argument %u of '%s' must be a .param variable", n + 1,
			    c->i->opnd[0].func->name);
	return check_source(c, n, o, &s);
}

static int check_call(const struct check *c)
{
	const struct ptx_insn *i = c->i;
	const struct ptx_func *callee = i->opnd[0].func;

	if (i->opnd[0].kind != PTX_OPND_FUNC)
		return FAIL(c, "'call' needs a function name");
	if (callee->is_entry)
		return FAIL(c, "'call' of entry function '%s'", callee->name);
	if (i->n_args != callee->n_params)
		return FAIL(c, "call of '%s' with %u arguments, it takes %u", callee->name,
			    i->n_args, callee->n_params);
	if (i->n_rets != callee->n_rets)
		return FAIL(c, "call of '%s' with %u return values, it has %u", callee->name,
			    i->n_rets, callee->n_rets);
	for (unsigned n = 0; n < i->n_rets; n++)
		if (i->call_rets[n]->size != callee->rets[n]->size)
			return FAIL(c, "return value of '%s' has %llu bytes, not %llu",
				    callee->name, (unsigned long long)callee->rets[n]->size,
				    (unsigned long long)i->call_rets[n]->size);
	for (unsigned n = 0; n < i->n_args; n++)
		if (check_arg(c, n, callee->params[n]) < 0)
			return -1;
	return 0;
}

static int check_insn(const struct check *c)
{
	struct slot s[PTX_MAX_OPERANDS];
	const char *want, *msg;
	char name[128], buf[256];
	int n;

	if (c->i->guard != PTX_NONE && c->f->regs[c->i->guard].type != PTX_T_PRED)
		return FAIL(c, "guard %s is not a predicate", c->f->regs[c->i->guard].name);
	msg = ptx_spec_check_combination(c->i, buf, sizeof(buf));
	if (msg)
		return FAIL(c, "'%s': %s", insn_text(c, name), msg);
	n = ptx_spec_slots(c->i, s, &want);
	if (n == PTX_NONE)
		return FAIL(c, "'%s' takes %s, not %u", insn_text(c, name), want, c->i->n_opnds);
	if (c->i->op == PTX_OP_CALL)
		return check_call(c);
	for (int k = 0; k < n; k++)
		if (check_operand(c, (unsigned)k, &s[k]) < 0)
			return -1;
	return 0;
}

int ptx_verify(const struct ptx_module *m, const struct ptx_func *f, struct diag *diag)
{
	struct check c = {.m = m, .f = f, .diag = diag};

	for (unsigned n = 0; n < f->n_insns; n++) {
		c.i = &f->insns[n];
		if (check_insn(&c) < 0)
			return -1;
	}
	return 0;
}
