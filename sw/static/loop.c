/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * loop: what registers hold in iteration k of a loop, and which iterations there are.
 *
 *   guess from one iteration ─> all iterations, as guessed ─> which of them are reached ─> does the
 *   guess hold from each to the next? ─ no: without it, once more
 *
 * However it was guessed: what holds before the loop, and after an iteration that it holds before,
 * holds in all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "eval.h"

#define MOST_ITERATIONS (INT64_C(1) << 40)
#define GUESS_RANGE     (INT64_C(1) << 20) /* registers, while an iteration is tried */

struct loop_state {
	int loop;
	unsigned head;
	isl_set *dom; /* before the loop */
	bool exact;
	sym_id *before, *at,
		*after; /* registers: before, at the head, at the end of an iteration */
	struct guess *guess;
	bool *changes; /* registers that the loop writes */
};

void loop_begin(struct prover *p, unsigned loop)
{
	struct loop_facts *l = &p->loop[loop];

	snprintf(l->name, sizeof(l->name), "k%u", loop);
	l->k = sym_name(&p->x, l->name, 0, MOST_ITERATIONS, true);
	l->leaves = isl_set_empty(isl_space_params_alloc(p->x.ctx, 0));
	l->uniform = true;
}

static bool guessed(const struct loop_state *s, const struct prover *p, unsigned r)
{
	return s->changes[r] && live_at(&p->live, s->head, r);
}

static void change(void *ctx, int reg)
{
	((bool *)ctx)[reg] = true;
}

static void find_changes(const struct prover *p, struct loop_state *s)
{
	for (unsigned n = 0; n < p->f->n_insns; n++)
		if (flow_in_loop(&p->flow, s->loop, (unsigned)p->flow.block_of[n]))
			live_writes(&p->f->insns[n], change, s->changes);
}

/* One pass through the loop. Takes dom. What comes back to the head is then in s->after and *back;
 * false: nothing does. */
static bool pass(struct prover *p, struct loop_state *s, isl_set *dom, bool quiet, isl_set **back,
		 bool *exact)
{
	struct loop_facts *l = &p->loop[s->loop];
	const int inside = p->inside;
	const bool was_quiet = p->quiet;
	bool any;

	isl_set_free(l->leaves);
	l->leaves = isl_set_empty(isl_space_params_alloc(p->x.ctx, 0));
	l->leaves_exact = true;
	l->way[0] = PTX_NONE;
	if (quiet) {
		p->inside = s->loop;
		p->quiet = true;
	}
	eval_head(p, s->head, dom, s->exact, s->at);
	eval_blocks(p, s->loop);
	any = eval_merge(p, &p->in[s->head], back, exact, s->after);
	ways_clear(&p->in[s->head]);
	p->inside = inside;
	p->quiet = was_quiet;
	return any;
}

/* Guesses */

static unsigned width(const struct prover *p, unsigned r)
{
	return ptx_type_bytes(p->f->regs[r].type) * 8;
}

static void try_names(struct prover *p, struct loop_state *s)
{
	char name[32];

	for (unsigned r = 0; r < p->f->n_regs; r++) {
		const struct sym b = *sym_at(&p->x, s->before[r]);

		s->at[r] = s->before[r];
		if (!guessed(s, p, r))
			continue;
		snprintf(name, sizeof(name), "h%d_%u", s->loop, r);
		s->at[r] = b.num ? sym_in(&p->x, sym_name(&p->x, name, 0, GUESS_RANGE, b.uniform),
					  b.region)
				 : sym_unknown(&p->x, b.uniform, b.region);
	}
}

static struct guess guess_one(struct prover *p, const struct loop_state *s, unsigned r, bool back)
{
	const struct sym b = *sym_at(&p->x, s->before[r]);
	struct guess g = {.uniform = b.uniform, .region = b.region};
	sym_id more;
	int64_t n;

	if (!back || s->after[r] == s->at[r]) {
		g.kind = GUESS_SAME;
		return g;
	}
	if (!b.num)
		return g;
	more = sym_sub(&p->x, s->after[r], s->at[r]);
	if (sym_at(&p->x, more)->num) {
		more = sym_number(&p->x, isl_pw_aff_copy(sym_at(&p->x, more)->num), true, SYM_ANY);
		if (sym_is_const(&p->x, more, &g.step)) {
			g.kind = g.step ? GUESS_AFFINE : GUESS_SAME;
			return g;
		}
	}
	if (sym_is_const(&p->x, s->before[r], &n)) {
		g.kind = GUESS_LIST;
		g.list[g.n++] = n;
	}
	return g;
}

static void forget_names(struct prover *p)
{
	isl_set *s = p->x.context;

	for (isl_size i = 0; i < isl_set_dim(s, isl_dim_param);)
		if (isl_set_get_dim_name(s, isl_dim_param, (unsigned)i)[0] == 'h')
			s = isl_set_project_out(s, isl_dim_param, (unsigned)i, 1);
		else
			i++;
	p->x.context = s;
}

static void guess_steps(struct prover *p, struct loop_state *s)
{
	isl_set *back;
	bool exact, any;

	try_names(p, s);
	any = pass(p, s, isl_set_intersect(isl_set_copy(s->dom), isl_set_copy(p->x.context)), true,
		   &back, &exact);
	syms_within(&p->x, back);
	for (unsigned r = 0; r < p->f->n_regs; r++)
		if (guessed(s, p, r))
			s->guess[r] = guess_one(p, s, r, any);
	isl_set_free(back);
	forget_names(p);
}

/* Lists: iteration after iteration, as long as all are numbers */

static sym_id at_iteration(struct prover *p, const struct loop_state *s, unsigned r, unsigned k)
{
	const struct guess *g = &s->guess[r];

	switch (g->kind) {
	case GUESS_SAME: return s->before[r];
	case GUESS_AFFINE: return sym_add(&p->x, s->before[r], sym_const(&p->x, g->step * k));
	case GUESS_LIST: return sym_const(&p->x, g->list[k]);
	default: return sym_unknown(&p->x, g->uniform, g->region);
	}
}

/* The next number of each list; false: some list ended, or all stay as they are. */
static bool next_numbers(struct prover *p, struct loop_state *s, unsigned k, bool *failed)
{
	bool more = false;

	for (unsigned r = 0; r < p->f->n_regs; r++) {
		struct guess *g = &s->guess[r];
		int64_t n;

		if (!guessed(s, p, r) || g->kind != GUESS_LIST)
			continue;
		s->after[r] = sym_at(&p->x, s->after[r])->num
				      ? sym_number(&p->x,
						   isl_pw_aff_copy(sym_at(&p->x, s->after[r])->num),
						   true, SYM_ANY)
				      : SYM_UNKNOWN;
		if (!sym_is_const(&p->x, s->after[r], &n)) {
			g->kind = GUESS_NONE;
			*failed = true;
			continue;
		}
		more |= n != g->list[k];
		g->list[k + 1] = n;
	}
	return more && !*failed;
}

static bool has_lists(const struct prover *p, const struct loop_state *s)
{
	bool any = false;

	for (unsigned r = 0; r < p->f->n_regs; r++)
		any |= guessed(s, p, r) && s->guess[r].kind == GUESS_LIST;
	return any;
}

static void end_lists(const struct prover *p, struct loop_state *s, unsigned n, bool forever)
{
	for (unsigned r = 0; r < p->f->n_regs; r++)
		if (guessed(s, p, r) && s->guess[r].kind == GUESS_LIST) {
			s->guess[r].n = n;
			s->guess[r].forever = forever;
		}
}

static void guess_lists(struct prover *p, struct loop_state *s)
{
	bool failed = true, more = true;

	while (failed && has_lists(p, s)) {
		unsigned k = 0;
		bool back = true;

		failed = false;
		for (more = true; back && more && !failed && k < MAX_LIST - 1; k++) {
			isl_set *dom;
			bool exact;

			for (unsigned r = 0; r < p->f->n_regs; r++)
				s->at[r] =
					guessed(s, p, r) ? at_iteration(p, s, r, k) : s->before[r];
			back = pass(p, s, isl_set_copy(s->dom), true, &dom, &exact);
			syms_within(&p->x, dom);
			if (back)
				more = next_numbers(p, s, k, &failed);
			isl_set_free(dom);
		}
		/* the last number is that of iteration k, unless nothing came back */
		if (!failed)
			end_lists(p, s, back ? k + 1 : k, back && !more);
	}
}

/* All iterations */

static isl_pw_aff *k_and(struct prover *p, const struct loop_state *s, int64_t more)
{
	const sym_id k = sym_add(&p->x, p->loop[s->loop].k, sym_const(&p->x, more));

	return isl_pw_aff_copy(sym_at(&p->x, k)->num);
}

static isl_pw_aff *number_of(struct prover *p, int64_t n)
{
	return isl_pw_aff_copy(sym_at(&p->x, sym_const(&p->x, n))->num);
}

static isl_pw_aff *list_at(struct prover *p, const struct loop_state *s, const struct guess *g,
			   int64_t more)
{
	isl_pw_aff *sum = NULL;

	for (unsigned n = 0; n < g->n; n++) {
		const bool rest = g->forever && n + 1 == g->n;
		isl_pw_aff *k = k_and(p, s, more), *at = number_of(p, n);
		isl_set *here = rest ? isl_pw_aff_ge_set(k, at) : isl_pw_aff_eq_set(k, at);
		isl_pw_aff *one = isl_pw_aff_intersect_domain(number_of(p, g->list[n]), here);

		sum = sum ? isl_pw_aff_union_add(sum, one) : one;
	}
	return sum;
}

/* In iteration k + more; without wrapping */
static sym_id at_k(struct prover *p, const struct loop_state *s, unsigned r, int64_t more)
{
	const struct guess *g = &s->guess[r];
	sym_id k;

	switch (g->kind) {
	case GUESS_SAME: return s->before[r];
	case GUESS_AFFINE:
		k = sym_add(&p->x, p->loop[s->loop].k, sym_const(&p->x, more));
		return sym_add(&p->x, s->before[r], sym_mul(&p->x, k, sym_const(&p->x, g->step)));
	case GUESS_LIST: return sym_number(&p->x, list_at(p, s, g, more), true, g->region);
	default: return sym_unknown(&p->x, g->uniform, g->region);
	}
}

/* Iterations in which no guess leaves its register or list */
static isl_set *iterations(struct prover *p, const struct loop_state *s)
{
	isl_set *dom = isl_set_copy(s->dom);
	isl_pw_aff *first = number_of(p, 0);

	dom = isl_set_intersect(dom, isl_pw_aff_ge_set(k_and(p, s, 0), first));
	first = number_of(p, MOST_ITERATIONS);
	dom = isl_set_intersect(dom, isl_pw_aff_le_set(k_and(p, s, 0), first));
	for (unsigned r = 0; r < p->f->n_regs; r++) {
		const struct guess *g = &s->guess[r];
		const unsigned bits = width(p, r);
		const int64_t half = bits && bits <= 32 ? INT64_C(1) << (bits - 1) : INT64_MAX;

		if (!guessed(s, p, r))
			continue;
		if (g->kind == GUESS_LIST && !g->forever)
			dom = isl_set_intersect(
				dom, isl_pw_aff_lt_set(k_and(p, s, 0), number_of(p, g->n)));
		if (g->kind == GUESS_AFFINE && bits <= 32) {
			isl_pw_aff *v = isl_pw_aff_copy(sym_at(&p->x, at_k(p, s, r, 0))->num);

			dom = isl_set_intersect(
				dom, isl_pw_aff_ge_set(isl_pw_aff_copy(v), number_of(p, -half)));
			dom = isl_set_intersect(dom, isl_pw_aff_le_set(v, number_of(p, half - 1)));
		}
	}
	return dom;
}

/* In the first one, too: whoever comes to the loop is in it. */
static bool begins(struct prover *p, const struct loop_state *s, isl_set *all)
{
	isl_set *out = isl_set_subtract(isl_set_copy(s->dom), isl_set_copy(all));
	bool none;

	out = isl_set_intersect(out, isl_pw_aff_zero_set(k_and(p, s, 0)));
	out = isl_set_intersect(out, isl_set_copy(p->x.context));
	none = isl_set_is_empty(out) == isl_bool_true;
	isl_set_free(out);
	return none;
}

/* Those of `all` that all before come back from: back. */
static isl_set *reached(struct prover *p, const struct loop_state *s, isl_set *all, isl_set *back)
{
	const char *k = p->loop[s->loop].name;
	isl_set *stay = isl_set_subtract(isl_set_copy(all), isl_set_copy(back));
	isl_pw_aff *before;
	isl_set *behind;
	int at = isl_set_find_dim_by_name(stay, isl_dim_param, k);

	if (at < 0)
		return isl_set_copy(all);
	stay = isl_set_set_dim_id(stay, isl_dim_param, (unsigned)at,
				  isl_id_alloc(p->x.ctx, "before", NULL));
	before =
		isl_pw_aff_param_on_domain_id(isl_set_universe(isl_space_params_alloc(p->x.ctx, 0)),
					      isl_id_alloc(p->x.ctx, "before", NULL));
	behind = isl_pw_aff_lt_set(before, k_and(p, s, 0));
	stay = isl_set_intersect(stay, behind);
	at = isl_set_find_dim_by_name(stay, isl_dim_param, "before");
	stay = isl_set_project_out(stay, isl_dim_param, (unsigned)at, 1);
	return isl_set_coalesce(isl_set_subtract(isl_set_copy(all), stay));
}

/* Does it hold in the next iteration? back: iterations that come back */
static bool holds(struct prover *p, const struct loop_state *s, unsigned r, isl_set *back)
{
	const struct guess *g = &s->guess[r];
	const struct sym v = *sym_at(&p->x, s->after[r]);
	isl_set *other;
	sym_id next;
	bool good;

	if (g->kind == GUESS_NONE)
		return (!g->uniform || v.uniform) &&
		       (g->region == SYM_ANY || v.region == g->region);
	if (g->kind == GUESS_SAME && s->after[r] == s->before[r])
		return true;
	if (!v.num || (g->region != SYM_ANY && v.region != g->region))
		return false;
	next = at_k(p, s, r, 1);
	if (!sym_at(&p->x, next)->num)
		return false;
	other = isl_pw_aff_ne_set(isl_pw_aff_copy(v.num),
				  isl_pw_aff_copy(sym_at(&p->x, next)->num));
	if (g->kind == GUESS_LIST && !g->forever)
		other = isl_set_union(other, isl_pw_aff_ge_set(k_and(p, s, 1), number_of(p, g->n)));
	other = isl_set_intersect(other, isl_set_copy(back));
	other = isl_set_intersect(other, isl_set_copy(p->x.context));
	good = isl_set_is_empty(other) == isl_bool_true;
	isl_set_free(other);
	return good;
}

/* Guesses that do not hold are given up: does any change? */
static bool give_up(struct prover *p, struct loop_state *s, isl_set *back)
{
	bool changed = false;

	for (unsigned r = 0; r < p->f->n_regs; r++) {
		struct guess *g = &s->guess[r];

		if (!guessed(s, p, r) || holds(p, s, r, back))
			continue;
		changed = true;
		if (g->kind != GUESS_NONE)
			g->kind = GUESS_NONE;
		else if (g->uniform && !sym_at(&p->x, s->after[r])->uniform)
			g->uniform = false;
		else
			g->region = SYM_ANY;
	}
	return changed;
}

/* The iterations that there are. */
static isl_set *settle(struct prover *p, struct loop_state *s)
{
	for (;;) {
		isl_set *all = iterations(p, s), *back, *real;
		bool exact;

		if (!begins(p, s, all)) {
			isl_set_free(all);
			for (unsigned r = 0; r < p->f->n_regs; r++)
				s->guess[r].kind = GUESS_NONE;
			all = iterations(p, s);
		}
		syms_within(&p->x, all);
		for (unsigned r = 0; r < p->f->n_regs; r++)
			s->at[r] = guessed(s, p, r) ? at_k(p, s, r, 0) : s->before[r];
		p->loop[s->loop].uniform = true;
		pass(p, s, isl_set_copy(all), true, &back, &exact);
		real = reached(p, s, all, back);
		isl_set_free(all);
		back = isl_set_intersect(back, isl_set_copy(real));
		if (!give_up(p, s, back) || isl_ctx_last_error(p->x.ctx) != isl_error_none) {
			s->exact &= exact;
			isl_set_free(back);
			return real;
		}
		isl_set_free(back);
		isl_set_free(real);
	}
}

void loop_eval(struct prover *p, int loop)
{
	const size_t n = p->f->n_regs + 1;
	struct loop_state s = {.loop = loop, .head = p->flow.loop[loop].head};
	isl_set *real, *back;
	bool exact;

	s.before = mem_alloc(3 * n * sizeof(sym_id));
	s.at = s.before + n;
	s.after = s.at + n;
	s.guess = mem_alloc(n * sizeof(*s.guess));
	s.changes = mem_alloc(n * sizeof(bool));
	if (eval_merge(p, &p->in[s.head], &s.dom, &s.exact, s.before)) {
		ways_clear(&p->in[s.head]);
		find_changes(p, &s);
		guess_steps(p, &s);
		guess_lists(p, &s);
		real = settle(p, &s);
		pass(p, &s, real, false, &back, &exact);
		isl_set_free(back);
	}
	isl_set_free(s.dom);
	free(s.before);
	free(s.guess);
	free(s.changes);
}
