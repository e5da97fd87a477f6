/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sym_int.h"

#include <string.h>

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
	num = isl_pw_aff_union_add(isl_pw_aff_intersect_domain(sym_num(&a), yes),
				   isl_pw_aff_intersect_domain(sym_num(&b), no));
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
	case PTX_CMP_EQ: yes = isl_pw_aff_eq_set(sym_num(&a), sym_num(&b)); break;
	case PTX_CMP_NE: yes = isl_pw_aff_ne_set(sym_num(&a), sym_num(&b)); break;
	case PTX_CMP_LT:
	case PTX_CMP_LO: yes = isl_pw_aff_lt_set(sym_num(&a), sym_num(&b)); break;
	case PTX_CMP_LE:
	case PTX_CMP_LS: yes = isl_pw_aff_le_set(sym_num(&a), sym_num(&b)); break;
	case PTX_CMP_GT:
	case PTX_CMP_HI: yes = isl_pw_aff_gt_set(sym_num(&a), sym_num(&b)); break;
	case PTX_CMP_GE:
	case PTX_CMP_HS: yes = isl_pw_aff_ge_set(sym_num(&a), sym_num(&b)); break;
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
	int64_t lo = SYM_FAR, hi = -SYM_FAR;
	isl_pw_aff *num = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct sym *a = &x->item[v[i]];
		isl_pw_aff *here = isl_pw_aff_intersect_domain(sym_num(a), isl_set_copy(set[i]));

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
