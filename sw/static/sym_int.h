/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sym_int: between the parts of sym: sym.c has ranges and widths, sym_ops.c arithmetic and bits,
 * sym_cond.c conditions and ways that meet.
 */
#ifndef STATIC_SYM_INT_H
#define STATIC_SYM_INT_H

#include "sym.h"

enum { SYM_PIECES = 40 }; /* more are not worth their time */

#define SYM_FAR (INT64_C(1) << 61) /* no bound is known; twice as much is a number, too */

sym_id sym_push(struct syms *x, struct sym v);

static inline isl_set *sym_everywhere(const struct syms *x)
{
	return isl_set_universe(isl_space_params_alloc(x->ctx, 0));
}

static inline isl_val *sym_integer(const struct syms *x, int64_t n)
{
	return isl_val_int_from_si(x->ctx, n);
}

static inline isl_pw_aff *sym_constant(const struct syms *x, int64_t n)
{
	return isl_pw_aff_val_on_domain(sym_everywhere(x), sym_integer(x, n));
}

static inline isl_pw_aff *sym_num(const struct sym *v)
{
	return isl_pw_aff_copy(v->num);
}

static inline isl_pw_aff *sym_modulo(const struct syms *x, isl_pw_aff *num, unsigned bits)
{
	return isl_pw_aff_mod_val(num, sym_integer(x, INT64_C(1) << bits));
}

#endif
