/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_ctl: branches, calls, barriers, fences, and what does nothing here.
 */
#include "lower.h"

/* Branch targets stay instruction indices until lower.c knows where those begin. */
static int lower_bra(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (i->n_opnds != 1 || i->opnd[0].kind != PTX_OPND_LABEL)
		return lower_error(lw, i, "branch to something that is not a label");
	out->kind = SIMT_K_BRA;
	out->target = (int32_t)i->opnd[0].imm;
	out->reconv = i->meet;
	out->uni = i->uni;
	return 0;
}

static int lower_brx(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	int32_t *targets = arena_alloc(&lw->k->arena, i->n_targets * sizeof(*targets));

	out->kind = SIMT_K_BRX;
	out->a = lower_src(lw, i, &i->opnd[0], PTX_T_U32);
	if (out->a == SIMT_NO_REF)
		return -1;
	for (unsigned t = 0; t < i->n_targets; t++)
		targets[t] = i->targets[t];
	out->u.targets = targets;
	out->imm = i->n_targets;
	out->reconv = i->meet;
	return 0;
}

/* Calls */

static int call_arg(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		    const struct ptx_var *formal, struct simt_arg *arg)
{
	uint64_t addr;
	unsigned bytes;

	arg->size = (uint32_t)formal->size;
	if (o->kind == PTX_OPND_VAR && o->var->space == PTX_SPACE_PARAM) {
		if (o->var->size != formal->size || o->imm)
			return lower_error(lw, i, "argument '%s' and parameter '%s' differ in size",
					   o->var->name, formal->name);
		if (lower_var_addr(lw, i, o->var, &addr) < 0)
			return -1;
		arg->src = (uint32_t)addr;
		return 0;
	}
	arg->ref = lower_src_any(lw, i, o, formal->type, &bytes);
	if (arg->ref == SIMT_NO_REF)
		return -1;
	if (bytes < formal->size || formal->size > 8)
		return lower_error(lw, i, "argument and parameter '%s' differ in size",
				   formal->name);
	arg->bytes = (uint8_t)bytes;
	return 0;
}

static int call_args(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_func *f,
		     struct simt_call *c, bool body)
{
	struct simt_arg *args = arena_alloc(&lw->k->arena, i->n_args * sizeof(*args));

	if (i->n_args != f->n_params || i->n_rets > f->n_rets)
		return lower_error(lw, i, "call does not match the parameters of '%s'", f->name);
	for (unsigned n = 0; n < i->n_args; n++) {
		uint64_t addr = SIMT_PARAM_LANE;

		if (call_arg(lw, i, &i->call_args[n], f->params[n], &args[n]) < 0 ||
		    (body && lower_var_addr(lw, i, f->params[n], &addr) < 0))
			return -1;
		args[n].dst = (uint32_t)(addr - SIMT_PARAM_LANE);
		c->arg_bytes += args[n].size;
	}
	c->args = args;
	c->n_args = i->n_args;
	return 0;
}

static int call_rets(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_func *f,
		     struct simt_call *c, bool body)
{
	struct simt_arg *rets = arena_alloc(&lw->k->arena, i->n_rets * sizeof(*rets));

	for (unsigned n = 0; n < i->n_rets; n++) {
		uint64_t from = SIMT_PARAM_LANE, to;

		if (i->call_rets[n]->size != f->rets[n]->size)
			return lower_error(lw, i, "return value of '%s' differs in size", f->name);
		if (lower_var_addr(lw, i, i->call_rets[n], &to) < 0 ||
		    (body && lower_var_addr(lw, i, f->rets[n], &from) < 0))
			return -1;
		if (to < SIMT_PARAM_LANE)
			return lower_error(lw, i, "store to a kernel parameter");
		rets[n].src = (uint32_t)from;
		rets[n].dst = (uint32_t)(to - SIMT_PARAM_LANE);
		rets[n].size = (uint32_t)f->rets[n]->size;
	}
	c->rets = rets;
	c->n_rets = i->n_rets;
	return 0;
}

static int lower_syscall_insn(struct simt_lower *lw, const struct ptx_insn *i, struct simt_call *c,
			      struct simt_insn *out)
{
	static const unsigned n_args[] = {[SIMT_SYS_VPRINTF] = 2,
					  [SIMT_SYS_ASSERTFAIL] = 5,
					  [SIMT_SYS_MALLOC] = 1,
					  [SIMT_SYS_FREE] = 1,
					  [SIMT_SYS_RUNTIME] = 3};
	const struct ptx_func *f = i->opnd[0].func;
	int sys = lower_syscall(f);

	if (sys == PTX_NONE)
		return lower_error(lw, i, "call of undefined function '%s'", f->name);
	c->syscall = (enum simt_syscall)sys;
	if (i->n_args != n_args[sys])
		return lower_error(lw, i, "'%s' takes %u arguments", f->name, n_args[sys]);
	if (call_args(lw, i, f, c, false) < 0 || call_rets(lw, i, f, c, false) < 0)
		return -1;
	for (unsigned n = 0; n < c->n_args; n++) {
		if (c->args[n].size > 8)
			return lower_error(lw, i, "argument of '%s' is too wide", f->name);
	}
	if (c->n_rets && c->rets[0].size > 8)
		return lower_error(lw, i, "return value of '%s' is too wide", f->name);
	out->kind = SIMT_K_SYSCALL;
	lw->k->launches |= sys == SIMT_SYS_RUNTIME;
	return 0;
}

static int lower_call(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct simt_call *c = arena_alloc(&lw->k->arena, sizeof(*c));
	const struct lower_func *to;
	int callee = lower_callee(lw, i->opnd[0].func);

	out->u.call = c;
	if (callee == PTX_NONE)
		return lower_syscall_insn(lw, i, c, out);
	to = &lw->funcs[callee];
	out->kind = SIMT_K_CALL;
	out->target = callee; /* becomes its first slot in lower.c */
	c->frame = to->frame;
	c->caller_local = lw->cur->frame.local;
	c->callee_local = to->frame.local;
	/* Only a call inside a recursive component can meet an older activation. */
	c->save = to->recursive && to->scc == lw->cur->scc;
	if (call_args(lw, i, to->f, c, true) < 0)
		return -1;
	return call_rets(lw, i, to->f, c, true);
}

/* Barriers */

static int lower_bar_red(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const struct ptx_opnd *p = &i->opnd[i->n_opnds - 1];
	unsigned bytes, want = i->mode == PTX_MODE_BAR_RED_POPC ? 4 : 0;

	if (i->n_opnds < 3)
		return lower_error(lw, i, "bar.red wants destination, barrier and predicate");
	out->d = lower_dst(lw, i, &i->opnd[0], 0, &bytes);
	out->c = lower_pred(lw, i, p);
	if (out->d == SIMT_NO_REF || out->c == SIMT_NO_REF)
		return -1;
	if (out->d != SIMT_REF_SCRATCH && bytes != want)
		return lower_error(lw, i, "destination of bar.red has the wrong type");
	out->imm |= (uint64_t)p->neg << 8;
	return 0;
}

static int lower_bar(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	bool red = i->mode == PTX_MODE_BAR_RED_POPC || i->mode == PTX_MODE_BAR_RED_AND ||
		   i->mode == PTX_MODE_BAR_RED_OR;
	unsigned last = i->n_opnds - red;

	if (!i->n_opnds)
		return lower_error(lw, i, "barrier without operand");
	if (i->mode == PTX_MODE_BAR_WARP_SYNC) {
		out->kind = SIMT_K_WARPBAR;
		out->e = lower_src(lw, i, &i->opnd[0], PTX_T_B32);
		return out->e == SIMT_NO_REF ? -1 : 0;
	}
	if (!red && i->mode != PTX_MODE_BAR_SYNC && i->mode != PTX_MODE_BAR_ARRIVE)
		return lower_error(lw, i, "unknown kind of barrier");
	out->kind = SIMT_K_BAR;
	out->imm = (uint64_t)i->mode;
	if (red && lower_bar_red(lw, i, out) < 0)
		return -1;
	out->a = lower_src(lw, i, &i->opnd[red], PTX_T_U32);
	if (out->a == SIMT_NO_REF)
		return -1;
	if (red + 1U < last) {
		out->b = lower_src(lw, i, &i->opnd[red + 1], PTX_T_U32);
		if (out->b == SIMT_NO_REF)
			return -1;
	} else if (i->mode == PTX_MODE_BAR_ARRIVE) {
		return lower_error(lw, i, "bar.arrive wants a thread count");
	}
	return 0;
}

static int lower_fence(const struct ptx_insn *i, struct simt_insn *out)
{
	enum ptx_sem sem = i->sem;

	if (i->op == PTX_OP_MEMBAR)
		sem = PTX_SEM_SC; /* membar.level is fence.sc.scope */
	else if (sem == PTX_SEM_WEAK)
		sem = PTX_SEM_ACQ_REL;
	out->kind = SIMT_K_FENCE;
	out->imm = (uint64_t)sem | (uint64_t)(i->scope ? i->scope : PTX_SCOPE_GPU) << 8;
	return 0;
}

int lower_ctl(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	switch (i->op) {
	case PTX_OP_BRA: return lower_bra(lw, i, out);
	case PTX_OP_BRX: return lower_brx(lw, i, out);
	case PTX_OP_CALL: return lower_call(lw, i, out);
	case PTX_OP_RET: out->kind = SIMT_K_RET; return 0;
	case PTX_OP_EXIT: out->kind = SIMT_K_EXIT; return 0;
	case PTX_OP_TRAP:
		out->kind = SIMT_K_TRAP;
		out->imm = i->wild;
		return 0;
	case PTX_OP_BAR: return lower_bar(lw, i, out);
	case PTX_OP_CLUSTER_ARRIVE:
	case PTX_OP_CLUSTER_WAIT:
		out->kind = SIMT_K_BAR;
		out->imm = (uint64_t)(i->op == PTX_OP_CLUSTER_WAIT ? PTX_MODE_CLUSTER_WAIT
								   : PTX_MODE_CLUSTER_ARRIVE) |
			   (uint64_t)i->sem << 8;
		return 0;
	case PTX_OP_FENCE:
	case PTX_OP_MEMBAR: return lower_fence(i, out);
	case PTX_OP_NANOSLEEP:
	case PTX_OP_BRKPT:
	case PTX_OP_PMEVENT:
	case PTX_OP_PREFETCH:
	case PTX_OP_PREFETCHU:
	case PTX_OP_DISCARD:
	case PTX_OP_APPLYPRIORITY:
	case PTX_OP_BULK_PREFETCH:
	case PTX_OP_FENCE_PROXY_ALIAS:   /* an address is one variable's only */
	case PTX_OP_FENCE_MBARRIER_INIT: /* the release that follows passes on as much */
	case PTX_OP_GRIDDEP:             /* a grid begins when those before it have ended */
		out->kind = SIMT_K_NOP;
		out->imm = i->op == PTX_OP_NANOSLEEP;
		return 0;
	default: return 1;
	}
}
