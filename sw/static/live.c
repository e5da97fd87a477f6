/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "live.h"

#include <stdlib.h>

#include "../base/mem.h"

bool live_is_access(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_LD:
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED: return i->space == PTX_SPACE_SHARED || i->space == PTX_SPACE_GENERIC;
	case PTX_OP_WMMA_LOAD_A:
	case PTX_OP_WMMA_LOAD_B:
	case PTX_OP_WMMA_LOAD_C:
	case PTX_OP_WMMA_STORE:
	case PTX_OP_LDMATRIX:
	case PTX_OP_STMATRIX:
	case PTX_OP_CP_ASYNC:
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE:
	case PTX_OP_ST_ASYNC:
	case PTX_OP_RED_ASYNC: return true;
	default: return false;
	}
}

/* Is it looked at where it goes, or what it accesses? */
static bool matters(const struct ptx_insn *i)
{
	return live_is_access(i) || i->op == PTX_OP_BRA || i->op == PTX_OP_RET ||
	       i->op == PTX_OP_EXIT || i->op == PTX_OP_BAR;
}

/* Registers that an instruction reads to find its address (address), or its result */
static void reads(const struct ptx_insn *i, bool address, live_reg fn, void *ctx)
{
	if (i->guard != PTX_NONE)
		fn(ctx, i->guard);
	for (unsigned n = address ? 0 : 1; n < i->n_opnds; n++) {
		const struct ptx_opnd *o = &i->opnd[n];

		if (o->kind != (address ? PTX_OPND_ADDR : PTX_OPND_REG) &&
		    (address || o->kind != PTX_OPND_ADDR))
			continue;
		if (o->reg != PTX_NONE)
			fn(ctx, o->reg);
		if (o->kind == PTX_OPND_REG && o->reg2 != PTX_NONE)
			fn(ctx, o->reg2);
	}
}

void live_writes(const struct ptx_insn *i, live_reg fn, void *ctx)
{
	const struct ptx_opnd *d = &i->opnd[0];

	if (!i->n_opnds || i->op == PTX_OP_ST || i->op == PTX_OP_RED || i->op == PTX_OP_BRA)
		return;
	if (d->kind == PTX_OPND_REG) {
		fn(ctx, d->reg);
		if (d->reg2 != PTX_NONE)
			fn(ctx, d->reg2);
	}
	for (unsigned n = 0; d->kind == PTX_OPND_VEC && n < d->n; n++)
		if (d->vec[n].kind == PTX_OPND_REG)
			fn(ctx, d->vec[n].reg);
}

struct mark {
	bool *set, to, any; /* any: one was not so before */
};

static void mark(void *ctx, int reg)
{
	struct mark *m = ctx;

	m->any |= m->set[reg] != m->to;
	m->set[reg] = m->to;
}

struct asked {
	const bool *needed;
	bool any;
};

static void ask(void *ctx, int reg)
{
	struct asked *a = ctx;

	a->any |= a->needed[reg];
}

static bool writes_needed(const struct live *l, const struct ptx_insn *i)
{
	struct asked a = {.needed = l->needed};

	live_writes(i, ask, &a);
	return a.any;
}

static void find_needed(struct live *l, const struct ptx_func *f)
{
	struct mark m = {.set = l->needed, .to = true};

	for (unsigned n = 0; n < f->n_insns; n++)
		if (matters(&f->insns[n]))
			reads(&f->insns[n], true, mark, &m);
	do {
		m.any = false;
		for (unsigned n = 0; n < f->n_insns; n++)
			if (writes_needed(l, &f->insns[n]))
				reads(&f->insns[n], false, mark, &m);
	} while (m.any);
}

/* From a block's end to its begin; does its begin change? */
static bool flow_back(const struct live *l, const struct flow *w, unsigned b, bool *now)
{
	bool changed = false;

	for (unsigned r = 0; r < l->n_regs; r++) {
		now[r] = false;
		for (unsigned e = 0; e < w->n_next[b]; e++)
			now[r] |= w->next[b][e] < w->n && live_at(l, w->next[b][e], r);
	}
	for (unsigned n = w->first[b + 1]; n-- > w->first[b];) {
		const struct ptx_insn *i = &w->f->insns[n];
		struct mark kill = {.set = now, .to = false}, use = {.set = now, .to = true};
		const bool needed = writes_needed(l, i);

		if (i->guard == PTX_NONE)
			live_writes(i, mark, &kill);
		if (needed)
			reads(i, false, mark, &use);
		if (matters(i))
			reads(i, true, mark, &use);
	}
	for (unsigned r = 0; r < l->n_regs; r++) {
		bool *at = &l->at[(size_t)b * l->n_regs + r];

		changed |= *at != (now[r] && l->needed[r]);
		*at = now[r] && l->needed[r];
	}
	return changed;
}

void live_find(struct live *l, const struct flow *w)
{
	bool *now, more = true;

	l->n_regs = w->f->n_regs;
	l->needed = mem_alloc((l->n_regs + 1) * sizeof(bool));
	l->at = mem_alloc(((size_t)w->n * l->n_regs + 1) * sizeof(bool));
	now = mem_alloc((l->n_regs + 1) * sizeof(bool));
	find_needed(l, w->f);
	while (more) {
		more = false;
		for (unsigned at = w->n; at-- > 0;)
			more |= flow_back(l, w, w->rank[at], now);
	}
	free(now);
}

void live_free(struct live *l)
{
	free(l->needed);
	free(l->at);
}
