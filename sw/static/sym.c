/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sym.h"

#include <isl/ilp.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum {
	MAX_PIECES = 40, /* more are not worth their time */
	MAX_RUNS = 4     /* of ones in a mask */
};

#define FAR (INT64_C(1) << 61) /* no bound is known; twice as much is a number, too */

static sym_id push(struct syms *x, struct sym v)
{
	x->item = mem_grow(x->item, &x->cap, x->n + 1, sizeof(*x->item));
	x->item[x->n] = v;
	return (sym_id)x->n++;
}

void syms_init(struct syms *x, isl_ctx *ctx)
{
	*x = (struct syms){.ctx = ctx};
	x->context = isl_set_universe(isl_space_params_alloc(ctx, 0));
	x->domain = isl_set_copy(x->context);
	push(x, (struct sym){.lo = -FAR, .hi = FAR});
	push(x, (struct sym){.lo = -FAR, .hi = FAR, .uniform = true});
}

void syms_free(struct syms *x)
{
	for (size_t i = 0; i < x->n; i++) {
		isl_pw_aff_free(x->item[i].num);
		isl_set_free(x->item[i].yes);
		isl_set_free(x->item[i].below);
	}
	isl_set_free(x->context);
	isl_set_free(x->domain);
	free(x->item);
}

void syms_within(struct syms *x, isl_set *domain)
{
	isl_set_free(x->domain);
	x->domain = isl_set_copy(domain);
}

static isl_set *everywhere(const struct syms *x)
{
	return isl_set_universe(isl_space_params_alloc(x->ctx, 0));
}

static isl_val *integer(const struct syms *x, int64_t n)
{
	return isl_val_int_from_si(x->ctx, n);
}

static isl_pw_aff *constant(const struct syms *x, int64_t n)
{
	return isl_pw_aff_val_on_domain(everywhere(x), integer(x, n));
}

static isl_pw_aff *copy(const struct sym *v)
{
	return isl_pw_aff_copy(v->num);
}

sym_id sym_unknown(struct syms *x, bool uniform, enum sym_region region)
{
	if (region == SYM_ANY)
		return uniform ? SYM_UNIFORM : SYM_UNKNOWN;
	return push(x, (struct sym){
			       .lo = -FAR, .hi = FAR, .uniform = uniform, .region = region});
}

static int64_t near(int64_t n)
{
	return n < -FAR ? -FAR : n > FAR ? FAR : n;
}

sym_id sym_between(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region,
		   int64_t lo, int64_t hi)
{
	if (!num || isl_pw_aff_n_piece(num) > MAX_PIECES) {
		isl_pw_aff_free(num);
		return sym_unknown(x, uniform, region);
	}
	return push(x, (struct sym){.num = num,
				      .lo = near(lo),
				      .hi = near(hi),
				      .uniform = uniform,
				      .region = region});
}

/* Ranges */

struct range {
	isl_set *in;
	int64_t lo, hi;
	bool open, any;
};

/* Takes v. NaN: the set is empty */
static void widen(struct range *r, isl_val *v, bool most)
{
	if (!v || isl_val_is_infty(v) == isl_bool_true || isl_val_is_neginfty(v) == isl_bool_true) {
		r->open = true;
	} else if (isl_val_is_int(v) == isl_bool_true) {
		const double d = isl_val_get_d(v);
		const int64_t n = d > 2e18	? FAR
				  : d < -2e18 ? -FAR
					      : (int64_t)isl_val_get_num_si(v);

		r->any = true;
		if (most && n > r->hi)
			r->hi = n;
		if (!most && n < r->lo)
			r->lo = n;
	}
	isl_val_free(v);
}

static isl_stat range_piece(isl_set *set, isl_aff *aff, void *ctx)
{
	struct range *r = ctx;

	set = isl_set_intersect(set, isl_set_copy(r->in));
	widen(r, isl_val_floor(isl_set_min_val(set, aff)), false);
	widen(r, isl_val_ceil(isl_set_max_val(set, aff)), true);
	isl_set_free(set);
	isl_aff_free(aff);
	return r->open ? isl_stat_error : isl_stat_ok;
}

bool sym_range(struct syms *x, isl_pw_aff *num, isl_set *in, int64_t *lo, int64_t *hi)
{
	struct range r = {.lo = FAR, .hi = -FAR};

	r.in = isl_set_intersect(isl_set_copy(in), isl_set_copy(x->context));
	r.in = isl_set_align_params(r.in, isl_pw_aff_get_domain_space(num));
	num = isl_pw_aff_align_params(isl_pw_aff_copy(num), isl_set_get_space(r.in));
	isl_pw_aff_foreach_piece(num, range_piece, &r);
	isl_pw_aff_free(num);
	isl_set_free(r.in);
	*lo = r.any ? r.lo : 0;
	*hi = r.any ? r.hi : 0;
	return !r.open;
}

/* Takes num, and asks isl for its range. */
sym_id sym_number(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region)
{
	int64_t lo = -FAR, hi = FAR;

	if (num && isl_pw_aff_n_piece(num) <= MAX_PIECES &&
	    !sym_range(x, num, x->domain, &lo, &hi)) {
		lo = -FAR;
		hi = FAR;
	}
	return sym_between(x, num, uniform, region, lo, hi);
}

sym_id sym_predicate(struct syms *x, isl_set *yes, bool uniform)
{
	yes = isl_set_coalesce(yes);
	if (!yes || isl_set_n_basic_set(yes) > MAX_PIECES) {
		isl_set_free(yes);
		return sym_unknown(x, uniform, SYM_ANY);
	}
	return push(x, (struct sym){.yes = yes,
				      .lo = -FAR,
				      .hi = FAR,
				      .uniform = uniform});
}

sym_id sym_in(struct syms *x, sym_id v, enum sym_region region)
{
	const struct sym a = x->item[v];

	if (!a.num)
		return sym_unknown(x, a.uniform, region);
	return sym_between(x, copy(&a), a.uniform, region, a.lo, a.hi);
}

sym_id sym_const(struct syms *x, int64_t n)
{
	return sym_between(x, constant(x, n), true, SYM_ANY, n, n);
}

sym_id sym_name(struct syms *x, const char *name, int64_t lo, int64_t hi, bool uniform)
{
	isl_id *id = isl_id_alloc(x->ctx, name, NULL);
	isl_pw_aff *num = isl_pw_aff_param_on_domain_id(everywhere(x), id);
	isl_set *least = isl_pw_aff_ge_set(isl_pw_aff_copy(num), constant(x, lo));
	isl_set *most = isl_pw_aff_le_set(isl_pw_aff_copy(num), constant(x, hi));

	x->context = isl_set_intersect(x->context, isl_set_intersect(least, most));
	return sym_between(x, num, uniform, SYM_ANY, lo, hi);
}

bool sym_is_const(const struct syms *x, sym_id v, int64_t *n)
{
	const struct sym *a = &x->item[v];

	if (!a->num || a->lo != a->hi)
		return false;
	*n = a->lo;
	return true;
}

/* Widths */

/* Bounds as near as isl knows them here. */
static sym_id bounded(struct syms *x, sym_id v)
{
	const struct sym a = x->item[v];

	if (!a.num)
		return v;
	return sym_number(x, copy(&a), a.uniform, a.region);
}

static isl_pw_aff *modulo(const struct syms *x, isl_pw_aff *num, unsigned bits)
{
	return isl_pw_aff_mod_val(num, integer(x, INT64_C(1) << bits));
}

sym_id sym_wrap(struct syms *x, sym_id v, unsigned bits)
{
	const int64_t half = INT64_C(1) << (bits < 62 ? bits - 1 : 61);
	struct sym a = x->item[v];
	isl_pw_aff *num;

	if (!a.num || (a.lo >= -half && a.hi < half))
		return v;
	v = bounded(x, v);
	a = x->item[v];
	if (!a.num || (a.lo >= -half && a.hi < half))
		return v;
	if (bits > 32)
		return sym_unknown(x, a.uniform, a.region);
	num = isl_pw_aff_add(copy(&a), constant(x, half));
	num = isl_pw_aff_sub(modulo(x, num, bits), constant(x, half));
	return sym_between(x, num, a.uniform, a.region, -half, half - 1);
}

sym_id sym_unsigned(struct syms *x, sym_id v, unsigned bits)
{
	struct sym a = x->item[v];

	if (a.below) /* nothing is */
		return sym_unknown(x, a.uniform, a.region);
	if (!a.num || a.lo >= 0)
		return v;
	v = bounded(x, v);
	a = x->item[v];
	if (!a.num || a.lo >= 0)
		return v;
	if (bits > 32)
		return sym_unknown(x, a.uniform, a.region);
	return sym_between(x, modulo(x, copy(&a), bits), a.uniform, a.region, 0,
		      ((int64_t)1 << bits) - 1);
}

/* Arithmetic */

static enum sym_region region_of(const struct sym *a, const struct sym *b)
{
	if (a->region == SYM_ANY)
		return b->region;
	return b->region == SYM_ANY ? a->region : SYM_ANY;
}

sym_id sym_add(struct syms *x, sym_id va, sym_id vb)
{
	const struct sym a = x->item[va], b = x->item[vb];
	const bool uniform = a.uniform && b.uniform;

	if (!a.num || !b.num)
		return sym_unknown(x, uniform, region_of(&a, &b));
	return sym_between(x, isl_pw_aff_add(copy(&a), copy(&b)), uniform, region_of(&a, &b),
		      a.lo + b.lo, a.hi + b.hi);
}

sym_id sym_sub(struct syms *x, sym_id va, sym_id vb)
{
	const struct sym a = x->item[va], b = x->item[vb];
	const bool uniform = a.uniform && b.uniform;
	const enum sym_region region = b.region == SYM_ANY ? a.region : SYM_ANY;

	if (!a.num || !b.num)
		return sym_unknown(x, uniform, region);
	return sym_between(x, isl_pw_aff_sub(copy(&a), copy(&b)), uniform, region,
		      a.lo - b.hi, a.hi - b.lo);
}

/* Operations by a constant, which may be another one in each piece */

typedef isl_pw_aff *(*by_constant)(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits);

struct pieces {
	struct syms *x;
	const struct sym *a;
	by_constant fn;
	unsigned bits;
	isl_pw_aff *sum;
};

static isl_stat each_piece(isl_set *set, isl_aff *aff, void *ctx)
{
	struct pieces *p = ctx;
	isl_val *c = isl_aff_get_constant_val(aff);
	const bool good = isl_aff_is_cst(aff) == isl_bool_true && isl_val_is_int(c) == isl_bool_true;
	isl_pw_aff *r = NULL;

	if (good)
		r = p->fn(p->x, copy(p->a), isl_val_get_num_si(c), p->bits);
	if (r) {
		r = isl_pw_aff_intersect_domain(r, isl_set_copy(set));
		p->sum = p->sum ? isl_pw_aff_union_add(p->sum, r) : r;
	}
	isl_val_free(c);
	isl_set_free(set);
	isl_aff_free(aff);
	return r ? isl_stat_ok : isl_stat_error;
}

/* Of a and each constant of b; unknown if it is not one. */
static sym_id by(struct syms *x, sym_id va, sym_id vb, by_constant fn, unsigned bits)
{
	const struct sym a = x->item[va], b = x->item[vb];
	const bool uniform = a.uniform && b.uniform;
	struct pieces p = {.x = x, .a = &a, .fn = fn, .bits = bits};

	if (!a.num || !b.num)
		return sym_unknown(x, uniform, SYM_ANY);
	if (isl_pw_aff_foreach_piece(b.num, each_piece, &p) != isl_stat_ok) {
		isl_pw_aff_free(p.sum);
		return sym_unknown(x, uniform, SYM_ANY);
	}
	return sym_number(x, p.sum, uniform, SYM_ANY);
}

static isl_bool is_cst(isl_set *set, isl_aff *aff, void *ctx)
{
	(void)set;
	(void)ctx;
	return isl_aff_is_cst(aff);
}

static bool piecewise_const(const struct sym *v)
{
	return v->num && isl_pw_aff_every_piece(v->num, is_cst, NULL) == isl_bool_true;
}

static isl_pw_aff *times(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	(void)bits;
	return isl_pw_aff_scale_val(a, integer(x, c));
}

sym_id sym_mul(struct syms *x, sym_id a, sym_id b)
{
	return piecewise_const(&x->item[b]) ? by(x, a, b, times, 0) : by(x, b, a, times, 0);
}

static int64_t doubled(int64_t v, unsigned n)
{
	int64_t far = v < 0 ? -FAR : FAR, most;

	return __builtin_mul_overflow(v, INT64_C(1) << n, &most) ? far : most;
}

sym_id sym_shift_left(struct syms *x, sym_id va, unsigned n)
{
	const struct sym a = x->item[va];

	if (!a.num || n > 60)
		return sym_unknown(x, a.uniform, SYM_ANY);
	return sym_between(x, times(x, copy(&a), INT64_C(1) << n, 0), a.uniform, SYM_ANY,
		      doubled(a.lo, n), doubled(a.hi, n));
}

static isl_pw_aff *down(const struct syms *x, isl_pw_aff *a, unsigned n)
{
	return isl_pw_aff_floor(isl_pw_aff_scale_down_val(a, integer(x, INT64_C(1) << n)));
}

sym_id sym_shift_right(struct syms *x, sym_id va, unsigned n)
{
	const struct sym a = x->item[va];

	if (!a.num || n > 60)
		return sym_unknown(x, a.uniform, SYM_ANY);
	return sym_between(x, down(x, copy(&a), n), a.uniform, SYM_ANY,
		      a.lo == -FAR ? -FAR : a.lo >> n, a.hi == FAR ? FAR : a.hi >> n);
}

static isl_pw_aff *quotient(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	(void)bits;
	if (c <= 0) {
		isl_pw_aff_free(a);
		return NULL;
	}
	return isl_pw_aff_tdiv_q(a, constant(x, c));
}

static isl_pw_aff *remainder_of(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	(void)bits;
	if (c <= 0) {
		isl_pw_aff_free(a);
		return NULL;
	}
	return isl_pw_aff_tdiv_r(a, constant(x, c));
}

sym_id sym_div(struct syms *x, sym_id a, sym_id b)
{
	return by(x, a, b, quotient, 0);
}

sym_id sym_rem(struct syms *x, sym_id a, sym_id b)
{
	return by(x, a, b, remainder_of, 0);
}

/* Bits */

/* The sum of what each run of ones keeps; one that ends at the sign keeps it. */
static isl_pw_aff *masked(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	const uint64_t mask = (uint64_t)c & (bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX);
	isl_pw_aff *sum = constant(x, 0);
	unsigned runs = 0;

	for (unsigned at = 0; at < bits; runs++) {
		unsigned end;
		isl_pw_aff *run;

		while (at < bits && !(mask >> at & 1))
			at++;
		for (end = at; end < bits && mask >> end & 1; end++)
			;
		if (end == at)
			break;
		run = down(x, isl_pw_aff_copy(a), at < 61 ? at : 61);
		if (end < bits)
			run = modulo(x, run, end - at);
		sum = isl_pw_aff_add(sum, times(x, run, INT64_C(1) << (at < 61 ? at : 61), 0));
		at = end;
	}
	isl_pw_aff_free(a);
	if (runs > MAX_RUNS || bits > 62) {
		isl_pw_aff_free(sum);
		return NULL;
	}
	return sum;
}

/* 64 bits of small numbers are as good as 62. */
static unsigned fewer(const struct syms *x, sym_id a, unsigned bits)
{
	const struct sym *v = &x->item[a];

	return bits == 64 && v->lo > -FAR / 2 && v->hi < FAR / 2 ? 62 : bits;
}

static isl_pw_aff *a_and(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	return masked(x, a, c, bits);
}

/* a + c has the bits that both have twice. */
static isl_pw_aff *a_or(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	isl_pw_aff *both = masked(x, isl_pw_aff_copy(a), c, bits);

	a = isl_pw_aff_add(a, constant(x, c));
	if (both)
		return isl_pw_aff_sub(a, both);
	isl_pw_aff_free(a);
	return NULL;
}

static isl_pw_aff *a_xor(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	isl_pw_aff *both = masked(x, isl_pw_aff_copy(a), c, bits);

	a = isl_pw_aff_add(a, constant(x, c));
	if (both)
		return isl_pw_aff_sub(a, times(x, both, 2, 0));
	isl_pw_aff_free(a);
	return NULL;
}

static sym_id bitwise(struct syms *x, sym_id a, sym_id b, unsigned bits, by_constant fn)
{
	if (piecewise_const(&x->item[b]))
		return by(x, a, b, fn, fewer(x, a, bits));
	return by(x, b, a, fn, fewer(x, b, bits));
}

/* Of what is not known otherwise: whether it is negative. A compiler asks that of several numbers at
 * once, by | or &. */
static isl_set *below_zero(const struct syms *x, const struct sym *a)
{
	return a->num ? isl_pw_aff_lt_set(copy(a), constant(x, 0)) : isl_set_copy(a->below);
}

static sym_id or_sign(struct syms *x, sym_id v, sym_id va, sym_id vb,
		      isl_set *(*both)(isl_set *, isl_set *))
{
	const struct sym a = x->item[va], b = x->item[vb];

	if (x->item[v].num || (!a.num && !a.below) || (!b.num && !b.below))
		return v;
	return push(x, (struct sym){.below = isl_set_coalesce(
					    both(below_zero(x, &a), below_zero(x, &b))),
				    .lo = -FAR,
				    .hi = FAR,
				    .uniform = a.uniform && b.uniform});
}

sym_id sym_and(struct syms *x, sym_id a, sym_id b, unsigned bits)
{
	return or_sign(x, bitwise(x, a, b, bits, a_and), a, b, isl_set_intersect);
}

/* No bit is in both: low is below a power of two that all of high are multiples of. */
static bool apart(struct syms *x, const struct sym *high, const struct sym *low)
{
	unsigned n = 0;
	isl_set *odd;
	bool none;

	if (!high->num || !low->num || low->lo < 0 || low->hi >= INT64_C(1) << 31)
		return false;
	while (low->hi >> n)
		n++;
	odd = isl_pw_aff_ne_set(modulo(x, copy(high), n), constant(x, 0));
	odd = isl_set_intersect(odd, isl_set_copy(x->domain));
	odd = isl_set_intersect(odd, isl_set_copy(x->context));
	none = isl_set_is_empty(odd) == isl_bool_true;
	isl_set_free(odd);
	return none;
}

sym_id sym_or(struct syms *x, sym_id a, sym_id b, unsigned bits)
{
	if (apart(x, &x->item[a], &x->item[b]) || apart(x, &x->item[b], &x->item[a]))
		return sym_add(x, a, b);
	return or_sign(x, bitwise(x, a, b, bits, a_or), a, b, isl_set_union);
}

sym_id sym_xor(struct syms *x, sym_id a, sym_id b, unsigned bits)
{
	return bitwise(x, a, b, bits, a_xor);
}

/* Conditions */

sym_id sym_select(struct syms *x, sym_id vp, sym_id va, sym_id vb)
{
	const struct sym p = x->item[vp], a = x->item[va], b = x->item[vb];
	const bool uniform = p.uniform && a.uniform && b.uniform;
	const enum sym_region region = a.region == b.region ? a.region : SYM_ANY;
	isl_set *yes, *no;
	isl_pw_aff *num;

	if (va == vb)
		return va;
	if (!p.yes || !a.num || !b.num)
		return sym_unknown(x, uniform, region);
	yes = isl_set_copy(p.yes);
	no = isl_set_complement(isl_set_copy(p.yes));
	num = isl_pw_aff_union_add(isl_pw_aff_intersect_domain(copy(&a), yes),
				   isl_pw_aff_intersect_domain(copy(&b), no));
	return sym_between(x, isl_pw_aff_coalesce(num), uniform, region, a.lo < b.lo ? a.lo : b.lo,
		      a.hi > b.hi ? a.hi : b.hi);
}

/* `a` with 0 or -1 */
static sym_id compare_sign(struct syms *x, enum ptx_cmp cmp, const struct sym *a, int64_t n)
{
	isl_set *yes = NULL;

	if ((cmp == PTX_CMP_LT && n == 0) || (cmp == PTX_CMP_LE && n == -1))
		yes = isl_set_copy(a->below);
	if ((cmp == PTX_CMP_GT && n == -1) || (cmp == PTX_CMP_GE && n == 0))
		yes = isl_set_complement(isl_set_copy(a->below));
	return sym_predicate(x, yes, a->uniform);
}

sym_id sym_compare(struct syms *x, enum ptx_cmp cmp, sym_id va, sym_id vb)
{
	const struct sym a = x->item[va], b = x->item[vb];
	const bool uniform = a.uniform && b.uniform;
	isl_set *yes = NULL;

	if (a.below && b.num && b.lo == b.hi)
		return compare_sign(x, cmp, &a, b.lo);
	if (!a.num || !b.num)
		return sym_unknown(x, uniform, SYM_ANY);
	switch (cmp) {
	case PTX_CMP_EQ: yes = isl_pw_aff_eq_set(copy(&a), copy(&b)); break;
	case PTX_CMP_NE: yes = isl_pw_aff_ne_set(copy(&a), copy(&b)); break;
	case PTX_CMP_LT:
	case PTX_CMP_LO: yes = isl_pw_aff_lt_set(copy(&a), copy(&b)); break;
	case PTX_CMP_LE:
	case PTX_CMP_LS: yes = isl_pw_aff_le_set(copy(&a), copy(&b)); break;
	case PTX_CMP_GT:
	case PTX_CMP_HI: yes = isl_pw_aff_gt_set(copy(&a), copy(&b)); break;
	case PTX_CMP_GE:
	case PTX_CMP_HS: yes = isl_pw_aff_ge_set(copy(&a), copy(&b)); break;
	default: break;
	}
	return sym_predicate(x, yes, uniform);
}

sym_id sym_not(struct syms *x, sym_id vp)
{
	const struct sym p = x->item[vp];

	if (!p.yes)
		return vp;
	return sym_predicate(x, isl_set_complement(isl_set_copy(p.yes)), p.uniform);
}

sym_id sym_both(struct syms *x, enum ptx_bool op, sym_id vp, sym_id vq)
{
	const struct sym p = x->item[vp], q = x->item[vq];
	const bool uniform = p.uniform && q.uniform;
	isl_set *a, *b, *yes;

	if (!p.yes || !q.yes)
		return sym_unknown(x, uniform, SYM_ANY);
	a = isl_set_copy(p.yes);
	b = isl_set_copy(q.yes);
	switch (op) {
	case PTX_BOOL_AND: yes = isl_set_intersect(a, b); break;
	case PTX_BOOL_OR: yes = isl_set_union(a, b); break;
	default:
		yes = isl_set_union(isl_set_subtract(isl_set_copy(a), isl_set_copy(b)),
				    isl_set_subtract(isl_set_copy(b), isl_set_copy(a)));
		isl_set_free(a);
		isl_set_free(b);
	}
	return sym_predicate(x, yes, uniform);
}

/* Ways that meet */

static bool all_equal(const sym_id *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (v[i] != v[0])
			return false;
	return true;
}

/* No name of a thread is in it. */
static bool is_shared_by_all(isl_pw_aff *num)
{
	const isl_size n = isl_pw_aff_dim(num, isl_dim_param);

	for (isl_size i = 0; i < n; i++)
		if (!strncmp(isl_pw_aff_get_dim_name(num, isl_dim_param, (unsigned)i), "tid.", 4) &&
		    isl_pw_aff_involves_dims(num, isl_dim_param, (unsigned)i, 1) != isl_bool_false)
			return false;
	return true;
}

static sym_id merge_predicates(struct syms *x, const sym_id *v, isl_set **set, size_t n)
{
	isl_set *yes = NULL;

	for (size_t i = 0; i < n; i++) {
		isl_set *s =
			isl_set_intersect(isl_set_copy(x->item[v[i]].yes), isl_set_copy(set[i]));

		yes = yes ? isl_set_union(yes, s) : s;
	}
	return sym_predicate(x, yes, false);
}

static sym_id merge_numbers(struct syms *x, const sym_id *v, isl_set **set, size_t n,
			      enum sym_region region)
{
	int64_t lo = FAR, hi = -FAR;
	isl_pw_aff *num = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct sym *a = &x->item[v[i]];
		isl_pw_aff *here = isl_pw_aff_intersect_domain(copy(a), isl_set_copy(set[i]));

		num = num ? isl_pw_aff_union_add(num, here) : here;
		lo = a->lo < lo ? a->lo : lo;
		hi = a->hi > hi ? a->hi : hi;
	}
	num = isl_pw_aff_coalesce(num);
	return sym_between(x, num, is_shared_by_all(num), region, lo, hi);
}

sym_id sym_merge(struct syms *x, const sym_id *v, isl_set **set, size_t n, bool disjoint)
{
	enum sym_region region = x->item[v[0]].region;
	bool numbers = disjoint, predicates = disjoint;

	if (all_equal(v, n))
		return v[0];
	for (size_t i = 0; i < n; i++) {
		const struct sym *a = &x->item[v[i]];

		numbers &= a->num != NULL;
		predicates &= a->yes != NULL;
		region = a->region == region ? region : SYM_ANY;
	}
	if (predicates)
		return merge_predicates(x, v, set, n);
	return numbers ? merge_numbers(x, v, set, n, region) : sym_unknown(x, false, region);
}
