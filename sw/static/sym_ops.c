/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sym_int.h"

enum { MAX_RUNS = 4 }; /* of ones in a mask */

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
	return sym_between(x, isl_pw_aff_add(sym_num(&a), sym_num(&b)), uniform, region_of(&a, &b),
			   a.lo + b.lo, a.hi + b.hi);
}

sym_id sym_sub(struct syms *x, sym_id va, sym_id vb)
{
	const struct sym a = x->item[va], b = x->item[vb];
	const bool uniform = a.uniform && b.uniform;
	const enum sym_region region = b.region == SYM_ANY ? a.region : SYM_ANY;

	if (!a.num || !b.num)
		return sym_unknown(x, uniform, region);
	return sym_between(x, isl_pw_aff_sub(sym_num(&a), sym_num(&b)), uniform, region,
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
	const bool good =
		isl_aff_is_cst(aff) == isl_bool_true && isl_val_is_int(c) == isl_bool_true;
	isl_pw_aff *r = NULL;

	if (good)
		r = p->fn(p->x, sym_num(p->a), isl_val_get_num_si(c), p->bits);
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
	return isl_pw_aff_scale_val(a, sym_integer(x, c));
}

sym_id sym_mul(struct syms *x, sym_id a, sym_id b)
{
	return piecewise_const(&x->item[b]) ? by(x, a, b, times, 0) : by(x, b, a, times, 0);
}

static int64_t doubled(int64_t v, unsigned n)
{
	int64_t far = v < 0 ? -SYM_FAR : SYM_FAR, most;

	return __builtin_mul_overflow(v, INT64_C(1) << n, &most) ? far : most;
}

sym_id sym_shift_left(struct syms *x, sym_id va, unsigned n)
{
	const struct sym a = x->item[va];

	if (!a.num || n > 60)
		return sym_unknown(x, a.uniform, SYM_ANY);
	return sym_between(x, times(x, sym_num(&a), INT64_C(1) << n, 0), a.uniform, SYM_ANY,
			   doubled(a.lo, n), doubled(a.hi, n));
}

static isl_pw_aff *down(const struct syms *x, isl_pw_aff *a, unsigned n)
{
	return isl_pw_aff_floor(isl_pw_aff_scale_down_val(a, sym_integer(x, INT64_C(1) << n)));
}

sym_id sym_shift_right(struct syms *x, sym_id va, unsigned n)
{
	const struct sym a = x->item[va];

	if (!a.num || n > 60)
		return sym_unknown(x, a.uniform, SYM_ANY);
	return sym_between(x, down(x, sym_num(&a), n), a.uniform, SYM_ANY,
			   a.lo == -SYM_FAR ? -SYM_FAR : a.lo >> n,
			   a.hi == SYM_FAR ? SYM_FAR : a.hi >> n);
}

static isl_pw_aff *quotient(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	(void)bits;
	if (c <= 0) {
		isl_pw_aff_free(a);
		return NULL;
	}
	return isl_pw_aff_tdiv_q(a, sym_constant(x, c));
}

static isl_pw_aff *remainder_of(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	(void)bits;
	if (c <= 0) {
		isl_pw_aff_free(a);
		return NULL;
	}
	return isl_pw_aff_tdiv_r(a, sym_constant(x, c));
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
	isl_pw_aff *sum = sym_constant(x, 0);
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
			run = sym_modulo(x, run, end - at);
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

	return bits == 64 && v->lo > -SYM_FAR / 2 && v->hi < SYM_FAR / 2 ? 62 : bits;
}

static isl_pw_aff *a_and(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	return masked(x, a, c, bits);
}

/* a + c has the bits that both have twice. */
static isl_pw_aff *a_or(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	isl_pw_aff *both = masked(x, isl_pw_aff_copy(a), c, bits);

	a = isl_pw_aff_add(a, sym_constant(x, c));
	if (both)
		return isl_pw_aff_sub(a, both);
	isl_pw_aff_free(a);
	return NULL;
}

static isl_pw_aff *a_xor(struct syms *x, isl_pw_aff *a, int64_t c, unsigned bits)
{
	isl_pw_aff *both = masked(x, isl_pw_aff_copy(a), c, bits);

	a = isl_pw_aff_add(a, sym_constant(x, c));
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

/* Of what is not known otherwise: whether it is negative. A compiler asks that of several numbers
 * at once, by | or &. */
static isl_set *below_zero(const struct syms *x, const struct sym *a)
{
	return a->num ? isl_pw_aff_lt_set(sym_num(a), sym_constant(x, 0)) : isl_set_copy(a->below);
}

static sym_id or_sign(struct syms *x, sym_id v, sym_id va, sym_id vb,
		      isl_set *(*both)(isl_set *, isl_set *))
{
	const struct sym a = x->item[va], b = x->item[vb];

	if (x->item[v].num || (!a.num && !a.below) || (!b.num && !b.below))
		return v;
	return sym_push(x, (struct sym){.below = isl_set_coalesce(
						both(below_zero(x, &a), below_zero(x, &b))),
					.lo = -SYM_FAR,
					.hi = SYM_FAR,
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
	odd = isl_pw_aff_ne_set(sym_modulo(x, sym_num(high), n), sym_constant(x, 0));
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
