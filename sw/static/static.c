/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "static.h"

#include <isl/options.h>
#include <stdlib.h>

#include "../base/mem.h"
#include "eval.h"

/* Operations of isl for what registers hold: a second or two. */
#define EVAL_WORK 2000000UL

/* Axes that the kernel does not ask for are one thread wide, unless the launch says otherwise. */
static struct static_config complete(const struct simt_kernel *k, const struct static_config *c)
{
	struct static_config full = *c;

	for (unsigned axis = 0; axis < 3; axis++) {
		if (full.block[axis])
			continue;
		if (k->reqntid[0])
			full.block[axis] = k->reqntid[axis];
		else if (axis && k->sreg_ref[PTX_SREG_TID_X + axis] == SIMT_NO_REF &&
			 k->sreg_ref[PTX_SREG_NTID_X + axis] == SIMT_NO_REF)
			full.block[axis] = 1;
	}
	return full;
}

static void refuse(struct static_report *r, const char *why, uint32_t at)
{
	r->refused = why;
	r->refused_at = at;
	for (size_t i = 0; i < r->n_accesses; i++) {
		r->access[i].verdict = STATIC_OPEN;
		r->access[i].why = why;
	}
}

/* All, before anything is known of them */
static void list_accesses(struct static_report *r, const struct ptx_func *f)
{
	for (uint32_t n = 0; n < f->n_insns; n++) {
		const struct ptx_insn *i = &f->insns[n];

		if (!live_is_access(i))
			continue;
		r->access = mem_realloc(r->access, (r->n_accesses + 1) * sizeof(*r->access));
		r->access[r->n_accesses++] = (struct static_access){
			.insn = n, .write = i->op != PTX_OP_LD, .strong = i->sem != PTX_SEM_WEAK};
	}
}

/* Those that were found; others are not of shared memory, or no thread comes there. */
static void list_found(struct static_report *r, const struct prover *p)
{
	r->n_accesses = p->n_found;
	r->access = mem_realloc(r->access, (p->n_found + 1) * sizeof(*r->access));
	for (size_t i = 0; i < p->n_found; i++)
		r->access[i] = (struct static_access){.insn = p->found[i].insn,
						      .write = p->found[i].write,
						      .strong = p->found[i].strong,
						      .verdict = STATIC_FREE};
}

void static_check(struct static_report *r, const struct simt_kernel *k,
		  const struct static_config *c)
{
	const struct static_config full = complete(k, c);
	struct prover p = {.k = k, .f = k->entry, .c = &full, .report = r};
	struct orders o = {0};
	isl_ctx *ctx = isl_ctx_alloc();
	const char *why;
	uint32_t at = 0;

	*r = (struct static_report){.used_params = mem_alloc(k->param_bytes + 1)};
	list_accesses(r, k->entry);
	isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
	isl_ctx_set_max_operations(ctx, EVAL_WORK);
	syms_init(&p.x, ctx);
	why = eval_kernel(&p, &at);
	if (!why && isl_ctx_last_error(ctx) != isl_error_none) {
		why = "it is too large";
		isl_ctx_reset_error(ctx);
	}
	isl_ctx_reset_operations(ctx);
	if (!why)
		why = order_find(&p, &o, &at);
	if (why) {
		refuse(r, why, at);
	} else {
		list_found(r, &p);
		pairs_judge(&p, &o);
	}
	order_free(&p, &o);
	eval_free(&p);
	syms_free(&p.x);
	isl_ctx_free(ctx);
}

void static_report_free(struct static_report *r)
{
	free(r->access);
	free(r->race);
	free(r->used_params);
}
