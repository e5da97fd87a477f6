/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * eval: what is known of the registers, block by block, and of which threads come there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "eval.h"

enum { MAX_PARTS = 24 }; /* of a set */

/* A set of many parts is as good as one that has them all, but no longer exact. */
static isl_set *simple(isl_set *dom, bool *exact)
{
	dom = isl_set_coalesce(dom);
	if (isl_set_n_basic_set(dom) <= MAX_PARTS)
		return dom;
	*exact = false;
	return isl_set_from_basic_set(isl_set_simple_hull(dom));
}

/* Ways */

void ways_clear(struct ways *w)
{
	for (size_t i = 0; i < w->n; i++) {
		isl_set_free(w->item[i].dom);
		free(w->item[i].reg);
	}
	w->n = 0;
}

static struct way way_copy(const struct prover *p, unsigned from, unsigned to, isl_set *dom,
			   bool exact)
{
	struct way w = {.from = from, .to = to, .dom = dom, .exact = exact};

	w.reg = mem_alloc((p->f->n_regs + 1) * sizeof(*w.reg));
	for (unsigned r = 0; r < p->f->n_regs; r++)
		w.reg[r] = live_at(&p->live, to, r) ? p->reg[r] : SYM_UNKNOWN;
	return w;
}

static bool disjoint(const struct ways *w)
{
	bool exact = true;

	for (size_t i = 0; i < w->n; i++)
		exact &= w->item[i].exact;
	for (size_t i = 0; !exact && i < w->n; i++)
		for (size_t j = 0; j < i; j++)
			if (isl_set_is_disjoint(w->item[i].dom, w->item[j].dom) != isl_bool_true)
				return false;
	return true;
}

bool eval_merge(struct prover *p, struct ways *w, isl_set **dom, bool *exact, sym_id *reg)
{
	isl_set **sets = mem_alloc((w->n + 1) * sizeof(isl_set *));
	sym_id *v = mem_alloc((w->n + 1) * sizeof(*v));
	const bool apart = disjoint(w);

	*dom = isl_set_empty(isl_space_params_alloc(p->x.ctx, 0));
	*exact = true;
	for (size_t i = 0; i < w->n; i++) {
		sets[i] = w->item[i].dom;
		*dom = isl_set_union(*dom, isl_set_copy(sets[i]));
		*exact &= w->item[i].exact;
	}
	*dom = simple(*dom, exact);
	syms_within(&p->x, *dom);
	for (unsigned r = 0; w->n && r < p->f->n_regs; r++) {
		for (size_t i = 0; i < w->n; i++)
			v[i] = w->item[i].reg[r];
		reg[r] = sym_merge(&p->x, v, sets, w->n, apart);
	}
	free(sets);
	free(v);
	return isl_set_is_empty(*dom) != isl_bool_true;
}

/* Out of a loop */

static bool depends(isl_space *space, const char *name, int *at)
{
	isl_set *all = isl_set_universe(space);

	*at = isl_set_find_dim_by_name(all, isl_dim_param, name);
	isl_set_free(all);
	return *at >= 0;
}

static isl_set *without(isl_set *s, const char *name)
{
	int at;

	return depends(isl_set_get_space(s), name, &at)
		       ? isl_set_project_out(s, isl_dim_param, (unsigned)at, 1)
		       : s;
}

/* The value that v has when a thread of dom leaves: a function of the other names, if it is one. */
static sym_id last_value(struct prover *p, sym_id id, const struct way *w, int loop)
{
	const struct sym v = *sym_at(&p->x, id);
	const char *name = p->loop[loop].name;
	const bool uniform = v.uniform && p->loop[loop].uniform;
	isl_set *s;
	int at;

	if (!v.num && !v.yes)
		return uniform == v.uniform && !v.below ? id
							: sym_unknown(&p->x, uniform, v.region);
	if (v.yes)
		return depends(isl_set_get_space(v.yes), name, &at)
			       ? sym_unknown(&p->x, uniform, v.region)
			       : id;
	if (!depends(isl_pw_aff_get_domain_space(v.num), name, &at) ||
	    isl_pw_aff_involves_dims(v.num, isl_dim_param, (unsigned)at, 1) == isl_bool_false)
		return id;
	s = isl_set_from_pw_aff(isl_pw_aff_copy(v.num));
	s = isl_set_intersect_params(s, isl_set_copy(w->dom));
	s = isl_set_intersect_params(s, isl_set_copy(p->x.context));
	s = without(s, name);
	if (isl_set_is_singleton(s) == isl_bool_true) {
		isl_pw_multi_aff *m = isl_pw_multi_aff_from_set(s);

		id = sym_between(&p->x, isl_pw_multi_aff_get_pw_aff(m, 0), uniform, v.region, v.lo,
				 v.hi);
		isl_pw_multi_aff_free(m);
		return id;
	}
	isl_set_free(s);
	return sym_unknown(&p->x, uniform, v.region);
}

static void leave(struct prover *p, struct way *w, int loop)
{
	syms_within(&p->x, w->dom);
	for (unsigned r = 0; r < p->f->n_regs; r++)
		if (p->live.needed[r])
			w->reg[r] = last_value(p, w->reg[r], w, loop);
	w->dom = isl_set_coalesce(without(w->dom, p->loop[loop].name));
}

/* dom NULL: out of the kernel, too */
static void note_leaving(struct loop_facts *l, unsigned from, isl_set *dom, unsigned to, bool exact,
			 bool uniform)
{
	l->uniform &= uniform;
	if (!dom)
		return;
	if (l->way[0] == PTX_NONE) {
		l->way[0] = (int)from;
		l->way[1] = (int)to;
	}
	l->leaves = isl_set_union(l->leaves, isl_set_copy(dom));
	l->leaves_exact &= exact && l->way[0] == (int)from && l->way[1] == (int)to;
}

/* Takes dom. uniform: all threads that are together go this way together. */
static void go(struct prover *p, unsigned from, unsigned to, isl_set *dom, bool exact, bool uniform)
{
	const struct flow *f = &p->flow;
	int l = f->loop_of[from];
	struct way w;

	if (isl_set_is_empty(dom) == isl_bool_true) {
		isl_set_free(dom);
		return;
	}
	for (int o = l; o >= 0 && !flow_in_loop(f, o, to); o = f->loop[o].parent)
		note_leaving(&p->loop[o], from, to == f->n ? NULL : dom, to, exact, uniform);
	if (to == f->n || !flow_in_loop(f, p->inside, to)) {
		isl_set_free(dom);
		return;
	}
	dom = simple(dom, &exact);
	w = way_copy(p, from, to, dom, exact);
	for (; l >= 0 && !flow_in_loop(f, l, to); l = f->loop[l].parent)
		leave(p, &w, l);
	syms_within(&p->x, p->dom);
	p->in[to].item = mem_grow(p->in[to].item, &p->in[to].cap, p->in[to].n + 1, sizeof(w));
	p->in[to].item[p->in[to].n++] = w;
}

/* Blocks */

static void branch(struct prover *p, unsigned b, const struct ptx_insn *i)
{
	const struct flow *f = &p->flow;
	const struct sym g = *sym_at(&p->x, insn_guard(p, i));

	if (!p->quiet)
		p->mixed[b] |= !g.uniform;
	if (g.yes) {
		go(p, b, f->next[b][0],
		   isl_set_intersect(isl_set_copy(p->dom), isl_set_copy(g.yes)), p->exact,
		   g.uniform);
		go(p, b, f->next[b][1], isl_set_subtract(isl_set_copy(p->dom), isl_set_copy(g.yes)),
		   p->exact, g.uniform);
	} else {
		go(p, b, f->next[b][0], isl_set_copy(p->dom), false, g.uniform);
		go(p, b, f->next[b][1], isl_set_copy(p->dom), false, g.uniform);
	}
}

static void eval_block(struct prover *p, unsigned b)
{
	const struct flow *f = &p->flow;
	const unsigned last = f->first[b + 1] - 1;

	isl_set_free(p->end[b].dom);
	p->end[b].dom = isl_set_copy(p->dom);
	p->end[b].exact = p->exact;
	for (unsigned i = f->first[b]; i <= last; i++)
		insn_eval(p, i);
	if (f->n_next[b] == 2)
		branch(p, b, &p->f->insns[last]);
	else
		go(p, b, f->next[b][0], isl_set_copy(p->dom), p->exact, true);
}

void eval_head(struct prover *p, unsigned b, isl_set *dom, bool exact, const sym_id *reg)
{
	p->dom = dom;
	p->exact = exact;
	syms_within(&p->x, dom);
	memcpy(p->reg, reg, p->f->n_regs * sizeof(*reg));
	eval_block(p, b);
	isl_set_free(dom);
}

/* Threads that parted meet again: as many as there were. */
static void reunite(struct prover *p, unsigned b, isl_set **dom, bool *exact)
{
	const int from = p->flow.parted[b];

	if (from < 0)
		return;
	isl_set_free(*dom);
	*dom = isl_set_copy(p->end[from].dom);
	*exact = p->end[from].exact;
}

void eval_blocks(struct prover *p, int loop)
{
	const struct flow *f = &p->flow;
	sym_id *reg = mem_alloc((p->f->n_regs + 1) * sizeof(*reg));
	unsigned at = loop < 0 ? 0 : f->place[f->loop[loop].head] + 1;

	while (at < f->n && flow_in_loop(f, loop, f->rank[at])) {
		const unsigned b = f->rank[at];
		const int inner = f->loop_of[b];

		if (inner != loop) { /* b is its head */
			loop_eval(p, inner);
			while (at < f->n && flow_in_loop(f, inner, f->rank[at]))
				at++;
			continue;
		}
		if (p->in[b].n) {
			isl_set *dom;
			bool exact;

			if (eval_merge(p, &p->in[b], &dom, &exact, reg)) {
				reunite(p, b, &dom, &exact);
				eval_head(p, b, dom, exact, reg);
			} else {
				isl_set_free(dom);
			}
			ways_clear(&p->in[b]);
		}
		at++;
	}
	free(reg);
}

/* The kernel */

static const char *unfit(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_CALL: return "it calls a function";
	case PTX_OP_CLUSTER_ARRIVE: return "it has barriers of clusters";
	default: return NULL;
	}
}

/* Something orders threads that is no barrier of the block. */
static void find_orders(struct prover *p)
{
	for (unsigned n = 0; n < p->f->n_insns; n++) {
		const struct ptx_insn *i = &p->f->insns[n];

		p->warp_orders |= i->op == PTX_OP_BAR && i->mode == PTX_MODE_BAR_WARP_SYNC;
		p->orders |= i->op == PTX_OP_BAR && !flow_is_barrier(i) &&
			     i->mode != PTX_MODE_BAR_WARP_SYNC;
		p->orders |= i->op == PTX_OP_FENCE || i->op == PTX_OP_MEMBAR;
		p->orders |=
			(i->op >= PTX_OP_MBARRIER_INIT && i->op <= PTX_OP_MBARRIER_COMPLETE_TX) ||
			i->op == PTX_OP_CP_ASYNC_ARRIVE;
		p->orders |= live_is_access(i) && i->sem != PTX_SEM_WEAK;
	}
}

static void start(struct prover *p)
{
	isl_set *dom = isl_set_copy(p->x.context);
	unsigned head = 0;

	for (unsigned axis = 0; axis < 3; axis++) {
		const sym_id t = insn_tid(p, axis);

		if (!p->c->block[axis]) {
			const sym_id inside = sym_compare(&p->x, PTX_CMP_LT, t, insn_ntid(p, axis));

			dom = isl_set_intersect(dom, isl_set_copy(sym_at(&p->x, inside)->yes));
		}
	}
	p->x.context = isl_set_intersect(p->x.context, isl_set_copy(dom));
	p->in[head].item = mem_grow(p->in[head].item, &p->in[head].cap, 1, sizeof(struct way));
	p->in[head].item[p->in[head].n++] = way_copy(p, 0, 0, dom, true);
}

const char *eval_kernel(struct prover *p, uint32_t *at)
{
	const struct ptx_func *f = p->f;
	const char *why = NULL;

	for (*at = 0; *at < f->n_insns; ++*at)
		if ((why = unfit(&f->insns[*at])))
			return why;
	*at = 0;
	if ((why = flow_build(&p->flow, f)))
		return why;
	p->reg = mem_alloc((f->n_regs + 1) * sizeof(sym_id));
	p->in = mem_alloc(p->flow.n * sizeof(*p->in));
	p->end = mem_alloc(p->flow.n * sizeof(*p->end));
	p->mixed = mem_alloc(p->flow.n * sizeof(bool));
	p->loop = mem_alloc((p->flow.n_loops + 1) * sizeof(*p->loop));
	p->inside = PTX_NONE;
	live_find(&p->live, &p->flow);
	find_orders(p);
	start(p);
	for (unsigned l = 0; l < p->flow.n_loops; l++)
		loop_begin(p, l);
	eval_blocks(p, PTX_NONE);
	return NULL;
}

void eval_free(struct prover *p)
{
	for (unsigned b = 0; p->in && b < p->flow.n; b++) {
		ways_clear(&p->in[b]);
		free(p->in[b].item);
	}
	for (unsigned b = 0; p->end && b < p->flow.n; b++)
		isl_set_free(p->end[b].dom);
	free(p->end);
	for (unsigned l = 0; p->loop && l < p->flow.n_loops; l++)
		isl_set_free(p->loop[l].leaves);
	for (size_t i = 0; i < p->n_found; i++)
		isl_set_free(p->found[i].dom);
	for (size_t i = 0; i < p->n_products; i++)
		free(p->product[i].text);
	free(p->product);
	free(p->found);
	live_free(&p->live);
	free(p->reg);
	free(p->in);
	free(p->mixed);
	free(p->loop);
	flow_free(&p->flow);
}
