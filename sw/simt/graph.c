/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graph: functions reachable from the entry, and which of them are recursive.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

int lower_syscall(const struct ptx_func *f)
{
	if (!f->is_decl)
		return PTX_NONE;
	if (!strcmp(f->name, "vprintf"))
		return SIMT_SYS_VPRINTF;
	if (!strcmp(f->name, "__assertfail"))
		return SIMT_SYS_ASSERTFAIL;
	if (!strcmp(f->name, "malloc"))
		return SIMT_SYS_MALLOC;
	if (!strcmp(f->name, "free"))
		return SIMT_SYS_FREE;
	if (!strcmp(f->name, "__pf_device_runtime"))
		return SIMT_SYS_RUNTIME;
	return PTX_NONE;
}

/* A declaration's body may come later in the module. */
static const struct ptx_func *body_of(const struct ptx_module *m, const struct ptx_func *f)
{
	if (!f->is_decl)
		return f;
	for (unsigned n = 0; n < m->n_funcs; n++) {
		if (!m->funcs[n]->is_decl && !strcmp(m->funcs[n]->name, f->name))
			return m->funcs[n];
	}
	return NULL;
}

int lower_callee(const struct simt_lower *lw, const struct ptx_func *f)
{
	const struct ptx_func *body = body_of(lw->m, f);

	return body ? lw->func_of[body->index] : PTX_NONE;
}

static unsigned add_func(struct simt_lower *lw, const struct ptx_func *f)
{
	struct lower_func *lf;
	unsigned n = (unsigned)lw->n_funcs++;

	lw->funcs = mem_grow(lw->funcs, &lw->cap_funcs, n, sizeof(*lw->funcs));
	lf = &lw->funcs[n];
	memset(lf, 0, sizeof(*lf));
	lf->f = f;
	lf->scc = PTX_NONE;
	lw->func_of[f->index] = (int)n;
	return n;
}

static int add_call(struct simt_lower *lw, unsigned caller, const struct ptx_insn *i)
{
	const struct ptx_func *f = i->opnd[0].func, *body;
	struct lower_func *lf;
	unsigned callee;

	body = body_of(lw->m, f);
	if (!body)
		return lower_syscall(f) == PTX_NONE
			       ? lower_error(lw, i, "call of undefined function '%s'", f->name)
			       : 0;
	if (body->is_entry)
		return lower_error(lw, i, "call of kernel '%s' from device code", f->name);
	callee = lw->func_of[body->index] == PTX_NONE ? add_func(lw, body)
						      : (unsigned)lw->func_of[body->index];
	lf = &lw->funcs[caller];
	for (size_t n = 0; n < lf->n_callees; n++) {
		if (lf->callees[n] == callee)
			return 0;
	}
	lf->callees = mem_grow(lf->callees, &lf->cap_callees, lf->n_callees, sizeof(*lf->callees));
	lf->callees[lf->n_callees++] = callee;
	return 0;
}

/* Tarjan's algorithm without C recursion: a call chain may be as long as the module. */
struct tarjan {
	struct simt_lower *lw;
	unsigned *index, *low, *next, *path, *stack; /* index: 0 = not seen */
	size_t n_path, n_stack;
	unsigned counter;
	int n_scc;
};

static void enter(struct tarjan *t, unsigned v)
{
	t->index[v] = t->low[v] = ++t->counter;
	t->path[t->n_path++] = v;
	t->stack[t->n_stack++] = v;
}

/* The component's members are stack[from..]; components close callees first. */
static void close_scc(struct tarjan *t, size_t from)
{
	struct lower_func *funcs = t->lw->funcs;
	bool cyclic = t->n_stack - from > 1;

	for (size_t n = from; n < t->n_stack; n++) {
		funcs[t->stack[n]].scc = t->n_scc;
		t->lw->order[t->lw->n_order++] = t->stack[n];
	}
	for (size_t n = from; n < t->n_stack; n++) {
		const struct lower_func *lf = &funcs[t->stack[n]];

		for (size_t c = 0; c < lf->n_callees; c++)
			cyclic |= lf->callees[c] == t->stack[n];
	}
	for (size_t n = from; n < t->n_stack; n++)
		funcs[t->stack[n]].recursive = cyclic;
	t->lw->k->recursive |= cyclic;
	t->n_stack = from;
	t->n_scc++;
}

static void leave(struct tarjan *t)
{
	unsigned v = t->path[--t->n_path];

	if (t->n_path) {
		unsigned up = t->path[t->n_path - 1];

		if (t->low[v] < t->low[up])
			t->low[up] = t->low[v];
	}
	if (t->low[v] == t->index[v]) {
		size_t from = t->n_stack;

		while (t->stack[--from] != v)
			;
		close_scc(t, from);
	}
}

static void tarjan_run(struct tarjan *t)
{
	enter(t, 0);
	while (t->n_path) {
		unsigned v = t->path[t->n_path - 1];
		const struct lower_func *lf = &t->lw->funcs[v];
		unsigned c;

		if (t->next[v] == lf->n_callees) {
			leave(t);
			continue;
		}
		c = lf->callees[t->next[v]++];
		if (!t->index[c])
			enter(t, c);
		else if (t->lw->funcs[c].scc == PTX_NONE && t->index[c] < t->low[v])
			t->low[v] = t->index[c];
	}
}

int lower_graph(struct simt_lower *lw)
{
	struct tarjan t = {.lw = lw};
	size_t n;

	lw->func_of = mem_alloc(lw->m->n_funcs * sizeof(*lw->func_of));
	for (unsigned f = 0; f < lw->m->n_funcs; f++)
		lw->func_of[f] = PTX_NONE;
	add_func(lw, lw->k->entry);
	for (n = 0; n < lw->n_funcs; n++) {
		const struct ptx_func *f = lw->funcs[n].f;

		for (unsigned i = 0; i < f->n_insns; i++) {
			if (f->insns[i].op == PTX_OP_CALL &&
			    add_call(lw, (unsigned)n, &f->insns[i]) < 0)
				return -1;
		}
	}
	lw->order = mem_alloc(n * sizeof(*lw->order));
	t.index = mem_alloc(5 * n * sizeof(*t.index));
	t.low = t.index + n;
	t.next = t.low + n;
	t.path = t.next + n;
	t.stack = t.path + n;
	tarjan_run(&t);
	free(t.index);
	return 0;
}
