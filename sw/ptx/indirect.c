/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * indirect: calls through registers, as calls of functions. Every function whose address the module
 * takes has a number for an address; a call through a register becomes, for each of them with these
 * parameters,
 *
 *           setp.ne.u64 %q, %r, ADDRESS;
 *       @%q bra next;
 *           call FUNCTION;
 *           bra end;
 *       next: ...
 *           trap;         // no function of these
 *       end:
 *
 * so that lanes that call different functions part and meet as at any branch, and all else knows
 * calls of functions only. A number of another module meets no comparison.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

struct expand {
	struct ptx_module *m;
	bool *taken; /* by index of function: its address is taken */
	struct ptx_func *f;
	struct ptx_insn *out;
	size_t n, cap;
	int *moved; /* old index of an instruction to its new one */
	int pred;   /* the register for comparisons, or PTX_NONE */
};

uint64_t ptx_func_address(const struct ptx_func *f)
{
	return UINT64_C(1) << 52 | (uint64_t)(f->index + 1) << 8;
}

/* An operand that is a function's address is a number from here on. */
static void take_address(struct expand *x, struct ptx_opnd *o)
{
	if (o->kind != PTX_OPND_FUNC)
		return;
	x->taken[o->func->index] = true;
	o->kind = PTX_OPND_IMM;
	o->imm = (int64_t)ptx_func_address(o->func);
}

static void take_addresses(struct expand *x)
{
	for (unsigned v = 0; v < x->m->n_vars; v++)
		for (unsigned r = 0; r < x->m->vars[v]->n_relocs; r++)
			if (x->m->vars[v]->relocs[r].func)
				x->taken[x->m->vars[v]->relocs[r].func->index] = true;
	for (unsigned n = 0; n < x->m->n_funcs; n++) {
		const struct ptx_func *f = x->m->funcs[n];

		for (unsigned k = 0; k < f->n_insns; k++) {
			struct ptx_insn *i = &f->insns[k];

			/* any other use of a function is refused by ptx_verify() */
			for (unsigned o = 1; o < i->n_opnds; o++)
				if (i->op == PTX_OP_MOV && ptx_type_bytes(i->type) == 8)
					take_address(x, &i->opnd[o]);
		}
	}
}

static bool is_indirect(const struct ptx_insn *i)
{
	return i->op == PTX_OP_CALL && i->opnd[0].kind == PTX_OPND_REG;
}

/* May the call's arguments and results be those of f? */
static bool fits(const struct expand *x, const struct ptx_insn *i, const struct ptx_func *f)
{
	if (!x->taken[f->index] || f->is_decl || f->is_entry || i->n_args != f->n_params ||
	    i->n_rets != f->n_rets)
		return false;
	for (unsigned n = 0; n < i->n_args; n++) {
		const struct ptx_opnd *o = &i->call_args[n];
		uint64_t size = f->params[n]->size;

		if (o->kind == PTX_OPND_VAR
			    ? o->var->size != size
			    : o->kind != PTX_OPND_REG ||
				      ptx_type_bytes(x->f->regs[o->reg].type) != size)
			return false;
	}
	for (unsigned n = 0; n < i->n_rets; n++)
		if (i->call_rets[n]->size != f->rets[n]->size)
			return false;
	return true;
}

static struct ptx_insn *add(struct expand *x, const struct ptx_insn *like, enum ptx_op op)
{
	struct ptx_insn *i;

	x->out = mem_grow(x->out, &x->cap, x->n, sizeof(*x->out));
	i = &x->out[x->n++];
	memset(i, 0, sizeof(*i));
	i->op = op;
	i->guard = i->reconv = i->meet = PTX_NONE;
	i->vec = 1;
	i->line = like->line;
	i->loc = like->loc;
	return i;
}

static struct ptx_opnd operand(enum ptx_opnd_kind kind, int reg, int64_t imm)
{
	return (struct ptx_opnd){.kind = kind, .reg = reg, .reg2 = PTX_NONE, .imm = imm};
}

/* Returns its index: where it leads is filled in later. */
static size_t add_branch(struct expand *x, const struct ptx_insn *like, int guard, bool neg)
{
	struct ptx_insn *i = add(x, like, PTX_OP_BRA);

	i->guard = guard;
	i->guard_neg = neg;
	i->n_opnds = 1;
	i->opnd[0] = operand(PTX_OPND_LABEL, PTX_NONE, -1);
	return x->n - 1;
}

static void add_compare(struct expand *x, const struct ptx_insn *call, const struct ptx_func *f)
{
	struct ptx_insn *i = add(x, call, PTX_OP_SETP);

	i->type = PTX_T_U64;
	i->cmp = PTX_CMP_NE;
	i->n_opnds = 3;
	i->opnd[0] = operand(PTX_OPND_REG, x->pred, 0);
	i->opnd[1] = operand(PTX_OPND_REG, call->opnd[0].reg, 0);
	i->opnd[2] = operand(PTX_OPND_IMM, PTX_NONE, (int64_t)ptx_func_address(f));
}

/* Targets that are not known yet have the index -1 - n of the n-th call of this function. */
static void expand_call(struct expand *x, const struct ptx_insn *call)
{
	size_t first = x->n, next;

	if (call->guard != PTX_NONE)
		add_branch(x, call, call->guard, !call->guard_neg);
	for (unsigned n = 0; n < x->m->n_funcs; n++) {
		const struct ptx_func *f = x->m->funcs[n];
		struct ptx_insn *i;

		if (!fits(x, call, f))
			continue;
		add_compare(x, call, f);
		next = add_branch(x, call, x->pred, false);
		i = add(x, call, PTX_OP_CALL);
		*i = *call;
		i->guard = PTX_NONE;
		i->guard_neg = false;
		i->opnd[0] = operand(PTX_OPND_FUNC, PTX_NONE, 0);
		i->opnd[0].func = f;
		add_branch(x, call, PTX_NONE, false);
		x->out[next].opnd[0].imm = (int64_t)x->n;
	}
	add(x, call, PTX_OP_TRAP)->wild = true;
	for (size_t k = first; k < x->n; k++)
		if (x->out[k].op == PTX_OP_BRA && x->out[k].opnd[0].imm < 0)
			x->out[k].opnd[0].imm = (int64_t)x->n;
}

/* Instructions that were there before name others by their old places. */
static void move_targets(struct expand *x, struct ptx_insn *i)
{
	int *targets;

	if (i->op == PTX_OP_BRA && i->opnd[0].kind == PTX_OPND_LABEL)
		i->opnd[0].imm = x->moved[i->opnd[0].imm];
	if (!i->n_targets)
		return;
	targets = arena_alloc(&x->m->arena, i->n_targets * sizeof(*targets));
	for (unsigned t = 0; t < i->n_targets; t++)
		targets[t] = x->moved[i->targets[t]];
	i->targets = targets;
}

static int add_predicate(struct expand *x)
{
	struct ptx_func *f = x->f;
	struct ptx_reg *regs = arena_alloc(&x->m->arena, (f->n_regs + 1) * sizeof(*regs));

	if (f->n_regs)
		memcpy(regs, f->regs, f->n_regs * sizeof(*regs));
	regs[f->n_regs] = (struct ptx_reg){"%pf_call", PTX_T_PRED};
	f->regs = regs;
	return (int)f->n_regs++;
}

static void expand_function(struct expand *x, struct ptx_func *f)
{
	size_t *old;

	x->f = f;
	x->n = 0;
	x->pred = add_predicate(x);
	x->moved = mem_alloc((f->n_insns + 1) * sizeof(*x->moved));
	old = mem_alloc((f->n_insns + 1) * sizeof(*old)); /* new places of those that stay */
	for (unsigned k = 0; k < f->n_insns; k++) {
		x->moved[k] = (int)x->n;
		old[k] = SIZE_MAX;
		if (is_indirect(&f->insns[k])) {
			expand_call(x, &f->insns[k]);
			continue;
		}
		old[k] = x->n;
		*add(x, &f->insns[k], f->insns[k].op) = f->insns[k];
	}
	x->moved[f->n_insns] = (int)x->n;
	for (unsigned k = 0; k < f->n_insns; k++)
		if (old[k] != SIZE_MAX)
			move_targets(x, &x->out[old[k]]);
	f->insns = arena_alloc(&x->m->arena, x->n * sizeof(*f->insns));
	memcpy(f->insns, x->out, x->n * sizeof(*f->insns));
	f->n_insns = (unsigned)x->n;
	free(x->moved);
	free(old);
}

void ptx_expand_calls(struct ptx_module *m)
{
	struct expand x = {.m = m};

	x.taken = mem_alloc(m->n_funcs * sizeof(*x.taken));
	take_addresses(&x);
	for (unsigned n = 0; n < m->n_funcs; n++) {
		const struct ptx_func *f = m->funcs[n];
		unsigned k = 0;

		while (k < f->n_insns && !is_indirect(&f->insns[k]))
			k++;
		if (k < f->n_insns)
			expand_function(&x, m->funcs[n]);
	}
	free(x.out);
	free(x.taken);
}
