/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pairs: which two accesses can be of the same bytes between the same barriers.
 *
 * A pair's set has the names of both threads: those of the second one end in '. It is empty, or its
 * points are races: of threads and iterations, and of numbers that are not known.
 */
#include <isl/ilp.h>
#include <isl/point.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "static_int.h"

/* Operations of isl for a pair, tenths of a second; and pairs of a kernel that may take more,
 * before the others are not tried. */
#define PAIR_WORK 50000UL
enum { MAX_HARD = 8 };

struct side {
	const struct found *f;
	const struct order *order;
	isl_set *dom;
	isl_pw_aff *addr; /* NULL: unknown */
	int64_t lo, hi;   /* of addr */
};

struct judge {
	struct prover *p;
	const struct orders *o;
	struct side *side[2]; /* of each access, as first and as second */
	isl_pw_aff *tid[2][3], *warp[2];
	isl_set *context; /* of the names of both */
};

static isl_pw_aff *plus(isl_pw_aff *a, int64_t n)
{
	isl_val *v = isl_val_int_from_si(isl_pw_aff_get_ctx(a), n);

	return n ? isl_pw_aff_add_constant_val(a, v) : (isl_val_free(v), a);
}

static isl_set *nothing(const struct judge *j)
{
	return isl_set_empty(isl_space_params_alloc(j->p->x.ctx, 0));
}

static isl_set *everything(const struct judge *j)
{
	return isl_set_universe(isl_space_params_alloc(j->p->x.ctx, 0));
}

/* Names of the second thread */

static bool is_own(const char *name)
{
	return !strncmp(name, "tid.", 4) || name[0] == 'k';
}

static isl_id *second_name(isl_ctx *ctx, const char *name)
{
	char text[40];

	snprintf(text, sizeof(text), "%s'", name);
	return isl_id_alloc(ctx, text, NULL);
}

static isl_set *second_set(isl_set *s)
{
	for (isl_size i = 0; i < isl_set_dim(s, isl_dim_param); i++) {
		const char *name = isl_set_get_dim_name(s, isl_dim_param, (unsigned)i);

		if (is_own(name))
			s = isl_set_set_dim_id(s, isl_dim_param, (unsigned)i,
					       second_name(isl_set_get_ctx(s), name));
	}
	return s;
}

static isl_pw_aff *second_num(isl_pw_aff *a)
{
	for (isl_size i = 0; a && i < isl_pw_aff_dim(a, isl_dim_param); i++) {
		const char *name = isl_pw_aff_get_dim_name(a, isl_dim_param, (unsigned)i);

		if (is_own(name))
			a = isl_pw_aff_set_dim_id(a, isl_dim_param, (unsigned)i,
						  second_name(isl_pw_aff_get_ctx(a), name));
	}
	return a;
}

static isl_pw_aff *num(const struct judge *j, sym_id v)
{
	return isl_pw_aff_copy(sym_at(&j->p->x, v)->num);
}

static void make_side(struct judge *j, size_t i)
{
	struct prover *p = j->p;
	const struct found *f = &p->found[i];
	struct side *a = &j->side[0][i], *b = &j->side[1][i];

	a->f = f;
	a->order = &j->o->of[i];
	a->dom = isl_set_coalesce(isl_set_copy(f->dom));
	a->addr = num(j, f->addr);
	if (!a->addr || !sym_range(&p->x, a->addr, a->dom, &a->lo, &a->hi)) {
		a->lo = INT64_MIN / 2;
		a->hi = INT64_MAX / 2;
	}
	*b = *a;
	b->dom = second_set(isl_set_copy(a->dom));
	b->addr = second_num(num(j, f->addr));
}

/* Order */

static isl_pw_aff *iteration(const struct judge *j, int loop, int side, int64_t more)
{
	isl_pw_aff *k = num(j, j->p->loop[loop].k);

	return plus(side ? second_num(k) : k, more);
}

/* Iteration `k` is one in which threads leave the loop. Takes k. */
static isl_set *is_leaving(const struct judge *j, int loop, isl_pw_aff *k)
{
	const struct loop_facts *l = &j->p->loop[loop];
	isl_set *s = isl_set_copy(l->leaves);
	isl_set *here;
	int at;

	/* of any thread: they leave together */
	for (isl_size i = 0; i < isl_set_dim(s, isl_dim_param);) {
		const char *name = isl_set_get_dim_name(s, isl_dim_param, (unsigned)i);

		if (!strncmp(name, "tid.", 4) || (name[0] == 'k' && strcmp(name, l->name) != 0))
			s = isl_set_project_out(s, isl_dim_param, (unsigned)i, 1);
		else
			i++;
	}
	at = isl_set_find_dim_by_name(s, isl_dim_param, l->name);
	if (at < 0) {
		isl_pw_aff_free(k);
		return s;
	}
	s = isl_set_set_dim_id(s, isl_dim_param, (unsigned)at,
			       isl_id_alloc(j->p->x.ctx, "leaving", NULL));
	here = isl_pw_aff_eq_set(
		k, isl_pw_aff_param_on_domain_id(everything(j),
						 isl_id_alloc(j->p->x.ctx, "leaving", NULL)));
	s = isl_set_intersect(s, here);
	at = isl_set_find_dim_by_name(s, isl_dim_param, "leaving");
	return isl_set_project_out(s, isl_dim_param, (unsigned)at, 1);
}

/* What a loop says of both; *exact: all of it */
static isl_set *loop_order(const struct judge *j, unsigned l, const struct order_from *f[2],
			   bool *exact)
{
	const int loop = j->o->loop[l];
	isl_set *s = everything(j);

	for (int n = 0; n < 2; n++) {
		const enum order_kind kind = f[n]->of[l].kind, other = f[!n]->of[l].kind;
		const int64_t more = f[n]->of[l].more, others = f[!n]->of[l].more;

		*exact &= kind != ORDER_ANY;
		if (kind == ORDER_FRESH)
			s = isl_set_intersect(s, isl_pw_aff_zero_set(iteration(j, loop, n, -more)));
		if (kind != ORDER_SAME)
			continue;
		s = isl_set_intersect(s, isl_pw_aff_nonneg_set(iteration(j, loop, n, -more)));
		if (other == ORDER_SAME && !n)
			s = isl_set_intersect(s, isl_pw_aff_eq_set(iteration(j, loop, 0, -more),
								   iteration(j, loop, 1, -others)));
		if (other == ORDER_LEFT) {
			s = isl_set_intersect(
				s, is_leaving(j, loop, iteration(j, loop, n, others - more)));
			*exact &= j->p->loop[loop].leaves_exact;
		}
	}
	return s;
}

/* Both behind the same barrier, and none between */
static isl_set *unordered(const struct judge *j, const struct side *a, const struct side *b,
			  bool *exact)
{
	isl_set *sum = nothing(j);

	for (size_t x = 0; x < a->order->n; x++) {
		for (size_t y = 0; y < b->order->n; y++) {
			const struct order_from *f[2] = {&a->order->item[x], &b->order->item[y]};
			isl_set *s = everything(j);

			if (f[0]->site != f[1]->site) {
				isl_set_free(s);
				continue;
			}
			for (unsigned l = 0; l < j->o->n_loops; l++)
				s = isl_set_intersect(s, loop_order(j, l, f, exact));
			sum = isl_set_union(sum, s);
		}
	}
	*exact &= !a->order->vague && !b->order->vague;
	return isl_set_coalesce(sum);
}

/* Threads */

static isl_set *other_thread(const struct judge *j)
{
	isl_set *s = nothing(j);

	for (unsigned axis = 0; axis < 3; axis++)
		s = isl_set_union(s, isl_pw_aff_ne_set(isl_pw_aff_copy(j->tid[0][axis]),
						       isl_pw_aff_copy(j->tid[1][axis])));
	return s;
}

/* Unknown shapes of blocks: any other thread may be of another warp. */
static isl_set *other_warp(const struct judge *j)
{
	if (!j->warp[0])
		return other_thread(j);
	return isl_pw_aff_ne_set(isl_pw_aff_copy(j->warp[0]), isl_pw_aff_copy(j->warp[1]));
}

/* Lanes of one store, in one iteration */
static isl_set *one_instruction(const struct judge *j, const struct side *a)
{
	isl_set *s = other_thread(j);

	for (int l = j->p->flow.loop_of[a->f->block]; l >= 0; l = j->p->flow.loop[l].parent)
		s = isl_set_intersect(
			s, isl_pw_aff_eq_set(iteration(j, l, 0, 0), iteration(j, l, 1, 0)));
	return s;
}

static isl_set *overlap(const struct judge *j, const struct side *a, const struct side *b)
{
	isl_set *s;

	if (!a->addr || !b->addr)
		return everything(j);
	s = isl_pw_aff_lt_set(isl_pw_aff_copy(a->addr),
			      plus(isl_pw_aff_copy(b->addr), b->f->bytes));
	return isl_set_intersect(s, isl_pw_aff_lt_set(isl_pw_aff_copy(b->addr),
						      plus(isl_pw_aff_copy(a->addr), a->f->bytes)));
}

/* Proof of a race */

static bool in_address(const struct side *a, const char *name)
{
	for (isl_size i = 0; a->addr && i < isl_pw_aff_dim(a->addr, isl_dim_param); i++)
		if (!strcmp(isl_pw_aff_get_dim_name(a->addr, isl_dim_param, (unsigned)i), name) &&
		    isl_pw_aff_involves_dims(a->addr, isl_dim_param, (unsigned)i, 1) !=
			    isl_bool_false)
			return true;
	return false;
}

/* For all sizes of blocks of two warps and more, and all unknown numbers in the addresses, there
 * are some of the others with which it is a race. */
static bool always(const struct judge *j, isl_set *races, const struct side *a,
		   const struct side *b)
{
	isl_set *left = isl_set_copy(races), *all = isl_set_copy(j->context);
	bool yes;

	for (unsigned n = 0; n < 2; n++) {
		isl_set **s = n ? &all : &left;

		for (isl_size i = 0; i < isl_set_dim(*s, isl_dim_param);) {
			const char *name = isl_set_get_dim_name(*s, isl_dim_param, (unsigned)i);
			const bool fixed = !strncmp(name, "ntid.", 5) ||
					   (!is_own(name) && strncmp(name, "ctaid.", 6) != 0 &&
					    (in_address(a, name) || in_address(b, name)));

			if (fixed)
				i++;
			else
				*s = isl_set_project_out(*s, isl_dim_param, (unsigned)i, 1);
		}
	}
	if (!j->p->c->block[0]) {
		const sym_id n = insn_ntid(j->p, 0), two = sym_const(&j->p->x, 2L * SIMT_LANES);

		all = isl_set_intersect(all, isl_pw_aff_ge_set(num(j, n), num(j, two)));
	}
	yes = isl_set_is_subset(all, left) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(left);
	return yes;
}

static int64_t coordinate(isl_point *at, isl_set *space, const char *name, int64_t otherwise)
{
	const int i = isl_set_find_dim_by_name(space, isl_dim_param, name);
	isl_val *v;
	int64_t n;

	if (i < 0)
		return otherwise;
	v = isl_point_get_coordinate_val(at, isl_dim_param, i);
	n = isl_val_get_num_si(v);
	isl_val_free(v);
	return n;
}

static isl_stat evaluate(isl_set *s, isl_aff *aff, void *ctx)
{
	int64_t *n = ctx;
	isl_val *v = isl_set_max_val(s, aff);

	if (v && isl_val_is_int(v) == isl_bool_true)
		*n = isl_val_get_num_si(v);
	isl_val_free(v);
	isl_set_free(s);
	isl_aff_free(aff);
	return isl_stat_ok;
}

/* A block of two warps, if that is enough */
static isl_set *smallest(const struct judge *j, isl_set *races)
{
	isl_set *s = isl_set_copy(races);
	const sym_id n = insn_ntid(j->p, 0), two = sym_const(&j->p->x, 2L * SIMT_LANES);

	if (j->p->c->block[0])
		return s;
	s = isl_set_intersect(s, isl_pw_aff_eq_set(num(j, n), num(j, two)));
	if (isl_set_is_empty(s) == isl_bool_false)
		return s;
	isl_set_free(s);
	return isl_set_copy(races);
}

/* Takes races. */
static void example(const struct judge *j, struct static_race *r, isl_set *races,
		    const struct side *a, const struct side *b)
{
	static const char *const names[2][3] = {{"tid.x", "tid.y", "tid.z"},
						{"tid.x'", "tid.y'", "tid.z'"}};
	static const char *const sizes[3] = {"ntid.x", "ntid.y", "ntid.z"};
	isl_point *at = isl_set_sample_point(smallest(j, races));
	isl_set *here = isl_set_from_point(isl_point_copy(at));
	isl_pw_aff *high;
	int64_t addr[2] = {0, 0};

	for (unsigned axis = 0; axis < 3; axis++) {
		const uint32_t n = j->p->c->block[axis];

		r->block[axis] = n ? n : (uint32_t)coordinate(at, here, sizes[axis], 1);
		for (unsigned t = 0; t < 2; t++)
			r->thread[t][axis] = (uint32_t)coordinate(at, here, names[t][axis], 0);
	}
	for (unsigned t = 0; t < 2; t++) {
		high = isl_pw_aff_copy((t ? b : a)->addr);
		high = isl_pw_aff_intersect_domain(high, isl_set_copy(here));
		isl_pw_aff_foreach_piece(high, evaluate, &addr[t]);
		isl_pw_aff_free(high);
	}
	r->address = addr[0] > addr[1] ? addr[0] : addr[1];
	isl_set_free(here);
	isl_point_free(at);
	isl_set_free(races);
}

/* Judgement */

enum answer { NEVER, MAYBE, SURELY };

struct question {
	isl_set *who;
	bool exact, one;
};

static enum answer ask(const struct judge *j, size_t i, size_t k, isl_set *base, bool exact,
		       struct question *q)
{
	const struct side *a = &j->side[0][i], *b = &j->side[1][k];
	isl_set *s = isl_set_intersect(isl_set_copy(base), q->who);
	struct static_report *r = j->p->report;
	enum answer answer = MAYBE;

	if (isl_set_is_empty(s) == isl_bool_true) {
		answer = NEVER;
	} else if (exact && q->exact && a->addr && b->addr && always(j, s, a, b)) {
		struct static_race *race;

		answer = SURELY;
		r->race = mem_realloc(r->race, (r->n_races + 1) * sizeof(*r->race));
		race = &r->race[r->n_races++];
		*race = (struct static_race){
			.first = (uint32_t)i, .second = (uint32_t)k, .one_instruction = q->one};
		example(j, race, isl_set_copy(s), a, b);
	}
	isl_set_free(s);
	return answer;
}

/* All that two accesses may have in common, apart from who the threads are */
static isl_set *base_of(const struct judge *j, const struct side *a, const struct side *b,
			bool *exact)
{
	isl_set *s = overlap(j, a, b);

	s = isl_set_intersect(s, isl_set_copy(a->dom));
	s = isl_set_intersect(s, isl_set_copy(b->dom));
	s = isl_set_intersect(s, isl_set_copy(j->context));
	*exact = a->f->exact && b->f->exact;
	return isl_set_intersect(s, unordered(j, a, b, exact));
}

/* One of them is a copy: whether it is under way still, or already, when the other comes is not
 * looked at. A thread's own accesses meet it, too, but not its other copies. */
static enum answer judge_copy(const struct judge *j, const struct side *a, const struct side *b)
{
	isl_set *s = overlap(j, a, b);
	enum answer answer;

	s = isl_set_intersect(s, isl_set_copy(a->dom));
	s = isl_set_intersect(s, isl_set_copy(b->dom));
	s = isl_set_intersect(s, isl_set_copy(j->context));
	if (a->f->copy && b->f->copy)
		s = isl_set_intersect(s, other_thread(j));
	answer = isl_set_is_empty(s) == isl_bool_true ? NEVER : MAYBE;
	isl_set_free(s);
	return answer;
}

static enum answer judge_pair(const struct judge *j, size_t i, size_t k)
{
	const struct side *a = &j->side[0][i], *b = &j->side[1][k];
	const bool known = j->warp[0] != NULL; /* else the block has a shape nobody knows */
	enum answer answer = NEVER, next;
	isl_set *base, *any;
	bool exact;

	if (!(a->f->write || b->f->write) || (a->f->strong && b->f->strong))
		return NEVER;
	if (a->hi + a->f->bytes <= b->lo || b->hi + b->f->bytes <= a->lo)
		return NEVER;
	if (a->f->copy || b->f->copy)
		return judge_copy(j, a, b);
	base = base_of(j, a, b, &exact);
	any = isl_set_intersect(isl_set_copy(base), other_thread(j));
	if (isl_set_is_empty(any) != isl_bool_true) {
		struct question warps = {other_warp(j), !j->p->orders && known, false};

		answer = ask(j, i, k, base, exact, &warps);
		if (i == k && answer != SURELY) {
			struct question one = {one_instruction(j, a), known, true};

			next = ask(j, i, k, base, exact, &one);
			answer = next > answer ? next : answer;
		}
		if (j->p->c->its && answer != SURELY) {
			struct question lanes = {other_thread(j),
						 known && !j->p->orders && !j->p->warp_orders,
						 false};

			next = ask(j, i, k, base, exact, &lanes);
			answer = next > answer ? next : answer;
		}
	}
	isl_set_free(any);
	isl_set_free(base);
	return answer;
}

static void settle(struct static_access *a, enum answer answer, const char *why)
{
	if (answer == SURELY)
		a->verdict = STATIC_RACE;
	if (answer == MAYBE && a->verdict == STATIC_FREE) {
		a->verdict = STATIC_OPEN;
		a->why = why;
	}
}

static const char *reason(const struct judge *j, size_t i, size_t k)
{
	const struct side *a = &j->side[0][i], *b = &j->side[0][k];

	if (!a->addr)
		return "its address is not known";
	if (!b->addr)
		return "the address of another access is not known";
	if (a->f->copy || b->f->copy)
		return "an asynchronous copy to these bytes may be under way";
	if (!j->warp[0])
		return "the block's shape is not known";
	if (j->p->orders)
		return "something else than barriers of the block orders threads";
	if (!a->f->exact || !b->f->exact)
		return "a condition on the way to it is not known";
	return "it depends on what is not known before the program runs";
}

static void judge_all(struct judge *j)
{
	struct prover *p = j->p;
	struct static_access *access = p->report->access;
	unsigned hard = 0;

	for (size_t i = 0; i < p->n_found; i++) {
		for (size_t k = 0; k <= i; k++) {
			const char *why[2] = {reason(j, i, k), reason(j, k, i)};
			enum answer answer = MAYBE;

			isl_ctx_reset_operations(p->x.ctx);
			if (hard < MAX_HARD)
				answer = judge_pair(j, i, k);
			if (isl_ctx_last_error(p->x.ctx) != isl_error_none || hard == MAX_HARD) {
				isl_ctx_reset_error(p->x.ctx);
				answer = MAYBE;
				why[0] = why[1] = "it takes too long to find out";
				hard += hard < MAX_HARD;
			}
			settle(&access[i], answer, why[0]);
			settle(&access[k], answer, why[1]);
		}
	}
}

static void free_sides(struct judge *j)
{
	for (unsigned n = 0; n < 2; n++) {
		for (size_t i = 0; i < j->p->n_found; i++) {
			isl_set_free(j->side[n][i].dom);
			isl_pw_aff_free(j->side[n][i].addr);
		}
		for (unsigned axis = 0; axis < 3; axis++)
			isl_pw_aff_free(j->tid[n][axis]);
		isl_pw_aff_free(j->warp[n]);
		free(j->side[n]);
	}
	isl_set_free(j->context);
}

void pairs_judge(struct prover *p, const struct orders *o)
{
	struct judge j = {.p = p, .o = o};
	const sym_id linear = insn_linear_tid(p);
	const sym_id warp = sym_shift_right(&p->x, linear, 5);

	isl_ctx_set_max_operations(p->x.ctx, PAIR_WORK);
	j.context = isl_set_intersect(isl_set_copy(p->x.context),
				      second_set(isl_set_copy(p->x.context)));
	for (unsigned n = 0; n < 2; n++) {
		j.side[n] = mem_alloc((p->n_found + 1) * sizeof(*j.side[n]));
		for (unsigned axis = 0; axis < 3; axis++) {
			j.tid[n][axis] = num(&j, insn_tid(p, axis));
			if (n)
				j.tid[n][axis] = second_num(j.tid[n][axis]);
		}
		j.warp[n] = num(&j, warp);
		if (n)
			j.warp[n] = second_num(j.warp[n]);
	}
	for (size_t i = 0; i < p->n_found; i++)
		make_side(&j, i);
	judge_all(&j);
	free_sides(&j);
}
