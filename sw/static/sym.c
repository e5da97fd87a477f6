/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sym_int.h"

#include <isl/ilp.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

sym_id sym_push(struct syms *x, struct sym v)
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
	sym_push(x, (struct sym){.lo = -SYM_FAR, .hi = SYM_FAR});
	sym_push(x, (struct sym){.lo = -SYM_FAR, .hi = SYM_FAR, .uniform = true});
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

sym_id sym_unknown(struct syms *x, bool uniform, enum sym_region region)
{
	if (region == SYM_ANY && !uniform)
		return SYM_UNKNOWN;
	return sym_push(
		x,
		(struct sym){.lo = -SYM_FAR, .hi = SYM_FAR, .uniform = uniform, .region = region});
}

static int64_t near(int64_t n)
{
	return n < -SYM_FAR ? -SYM_FAR : n > SYM_FAR ? SYM_FAR : n;
}

sym_id sym_between(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region,
		   int64_t lo, int64_t hi)
{
	if (!num || isl_pw_aff_n_piece(num) > SYM_PIECES) {
		isl_pw_aff_free(num);
		return sym_unknown(x, uniform, region);
	}
	return sym_push(x, (struct sym){.num = num,
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
		const int64_t n = d > 2e18    ? SYM_FAR
				  : d < -2e18 ? -SYM_FAR
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
	struct range r = {.lo = SYM_FAR, .hi = -SYM_FAR};

	r.in = isl_set_intersect(isl_set_copy(in), isl_set_copy(x->context));
	r.in = isl_set_align_params(r.in, isl_pw_aff_get_domain_space(num));
	num = isl_pw_aff_align_params(isl_pw_aff_copy(num), isl_set_get_space(r.in));
	isl_pw_aff_foreach_piece(num, range_piece, &r);
	isl_pw_aff_free(num);
	isl_set_free(r.in);
	*lo = r.any ? r.lo : 0;
	*hi = r.any ? r.hi : 0;
	return !r.open && r.any; /* of nothing nothing is known */
}

/* Takes num, and asks isl for its range. */
sym_id sym_number(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region)
{
	int64_t lo = -SYM_FAR, hi = SYM_FAR;

	if (num && isl_pw_aff_n_piece(num) <= SYM_PIECES &&
	    !sym_range(x, num, x->domain, &lo, &hi)) {
		lo = -SYM_FAR;
		hi = SYM_FAR;
	}
	return sym_between(x, num, uniform, region, lo, hi);
}

sym_id sym_predicate(struct syms *x, isl_set *yes, bool uniform)
{
	yes = isl_set_coalesce(yes);
	if (!yes || isl_set_n_basic_set(yes) > SYM_PIECES) {
		isl_set_free(yes);
		return sym_unknown(x, uniform, SYM_ANY);
	}
	return sym_push(
		x, (struct sym){.yes = yes, .lo = -SYM_FAR, .hi = SYM_FAR, .uniform = uniform});
}

sym_id sym_in(struct syms *x, sym_id v, enum sym_region region)
{
	const struct sym a = x->item[v];

	if (!a.num)
		return sym_unknown(x, a.uniform, region);
	return sym_between(x, sym_num(&a), a.uniform, region, a.lo, a.hi);
}

sym_id sym_const(struct syms *x, int64_t n)
{
	return sym_between(x, sym_constant(x, n), true, SYM_ANY, n, n);
}

sym_id sym_name(struct syms *x, const char *name, int64_t lo, int64_t hi, bool uniform)
{
	isl_id *id = isl_id_alloc(x->ctx, name, NULL);
	isl_pw_aff *num = isl_pw_aff_param_on_domain_id(sym_everywhere(x), id);
	isl_set *least = isl_pw_aff_ge_set(isl_pw_aff_copy(num), sym_constant(x, lo));
	isl_set *most = isl_pw_aff_le_set(isl_pw_aff_copy(num), sym_constant(x, hi));

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
	return sym_number(x, sym_num(&a), a.uniform, a.region);
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
	num = isl_pw_aff_add(sym_num(&a), sym_constant(x, half));
	num = isl_pw_aff_sub(sym_modulo(x, num, bits), sym_constant(x, half));
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
	return sym_between(x, sym_modulo(x, sym_num(&a), bits), a.uniform, a.region, 0,
			   ((int64_t)1 << bits) - 1);
}
