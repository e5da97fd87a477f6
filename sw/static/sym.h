/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sym: what a register holds, as a function of the thread, of loops' iterations and of numbers
 * that all threads of a block share; in isl's sets and piecewise quasi-affine functions, so that
 * divisions, remainders, shifts, masks and conditions by constants are exact.
 *
 * All names (tid.x, k3, n) are parameters of isl's. A number is the register's bits, read as
 * signed; what goes beyond its width wraps, exactly. What has no such form is unknown, never
 * guessed.
 */
#ifndef STATIC_SYM_H
#define STATIC_SYM_H

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdbool.h>
#include <stdint.h>

#include "../ptx/ptx.h"

/* What an address leads to. */
enum sym_region {
	SYM_ANY,      /* a number; as an address: nobody knows */
	SYM_SHARED,   /* the block's shared memory; the number is the offset in it */
	SYM_ELSEWHERE /* global, local or constant memory */
};

struct sym {
	isl_pw_aff *num; /* NULL: unknown */
	isl_set *yes;    /* predicates: where it holds; NULL: unknown */
	isl_set *below;  /* unknown numbers: where they are below 0; NULL: unknown, too */
	int64_t lo, hi;  /* of num, both included */
	bool uniform;    /* all threads that execute it together have the same */
	enum sym_region region;
};

/* Unknown; unknown, but uniform. What a register gets of the latter has an id of its own: two that
 * are the same number are the same value, on whichever way a thread came. */
enum { SYM_UNKNOWN, SYM_UNIFORM };
typedef uint32_t sym_id; /* in a struct syms */

struct syms {
	isl_ctx *ctx;
	struct sym *item;
	size_t n, cap;
	isl_set *context; /* what is known of all names */
	isl_set *domain;  /* where values are asked for at present */
};

void syms_init(struct syms *x, isl_ctx *ctx);
void syms_free(struct syms *x);
void syms_within(struct syms *x, isl_set *domain); /* keeps a copy */
static inline const struct sym *sym_at(const struct syms *x, sym_id v)
{
	return &x->item[v];
}

sym_id sym_const(struct syms *x, int64_t n);
/* A name; lo and hi go into the context. uniform: not a thread's. */
sym_id sym_name(struct syms *x, const char *name, int64_t lo, int64_t hi, bool uniform);
sym_id sym_unknown(struct syms *x, bool uniform, enum sym_region region);
/* Takes num, yes. */
sym_id sym_number(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region);
/* lo, hi: bounds that are known, if only -2^61 and 2^61 */
sym_id sym_between(struct syms *x, isl_pw_aff *num, bool uniform, enum sym_region region,
		   int64_t lo, int64_t hi);
sym_id sym_predicate(struct syms *x, isl_set *yes, bool uniform);
/* The same number in another region. */
sym_id sym_in(struct syms *x, sym_id v, enum sym_region region);
bool sym_is_const(const struct syms *x, sym_id v, int64_t *n);
/* Least and greatest in a set; false: unknown or without bound */
bool sym_range(struct syms *x, isl_pw_aff *num, isl_set *in, int64_t *lo, int64_t *hi);

/* The bits of an operation of so many, read as signed again. */
sym_id sym_wrap(struct syms *x, sym_id v, unsigned bits);
/* Read as unsigned. */
sym_id sym_unsigned(struct syms *x, sym_id v, unsigned bits);

sym_id sym_add(struct syms *x, sym_id a, sym_id b);
sym_id sym_sub(struct syms *x, sym_id a, sym_id b);
/* One of both has a constant in each piece; otherwise unknown. */
sym_id sym_mul(struct syms *x, sym_id a, sym_id b);
/* Of 2 to the power; a is not negative, or it rounds down */
sym_id sym_shift_right(struct syms *x, sym_id a, unsigned n);
sym_id sym_shift_left(struct syms *x, sym_id a, unsigned n);
/* Towards zero */
sym_id sym_div(struct syms *x, sym_id a, sym_id b);
sym_id sym_rem(struct syms *x, sym_id a, sym_id b);
sym_id sym_and(struct syms *x, sym_id a, sym_id b, unsigned bits);
sym_id sym_or(struct syms *x, sym_id a, sym_id b, unsigned bits);
sym_id sym_xor(struct syms *x, sym_id a, sym_id b, unsigned bits);
sym_id sym_select(struct syms *x, sym_id p, sym_id a, sym_id b);
sym_id sym_compare(struct syms *x, enum ptx_cmp cmp, sym_id a, sym_id b);
sym_id sym_not(struct syms *x, sym_id p);
sym_id sym_both(struct syms *x, enum ptx_bool op, sym_id p, sym_id q);

/* Union of what is defined in disjoint sets: v[i] in set[i]. */
sym_id sym_merge(struct syms *x, const sym_id *v, isl_set **set, size_t n, bool disjoint);

#endif
