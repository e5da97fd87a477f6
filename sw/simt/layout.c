/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * layout: where everything lives. Registers, special registers, parameters, local and
 * shared memory get their offsets before any instruction is lowered.
 */
#include "lower.h"

#include <string.h>

enum {
	MAX_REG_BYTES = 256 << 20, /* of one warp; far beyond any compiler's output */
	MAX_PARAM_BYTES = 1 << 20,
	LINE = 64
};

static uint64_t align_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) & ~(align - 1);
}

static uint64_t var_key(const struct ptx_var *v)
{
	return (uint64_t)(uintptr_t)v;
}

static bool known(struct simt_lower *lw, const struct ptx_var *v)
{
	return hashmap_find(&lw->var_at, var_key(v)) != NULL;
}

static void put(struct simt_lower *lw, const struct ptx_var *v, uint64_t addr)
{
	*hashmap_at(&lw->var_at, var_key(v)) = addr;
}

static int too_big(struct simt_lower *lw, const struct ptx_func *f, const char *what)
{
	return diag_set(lw->diag, lw->m->name, f->line, "%s: %s", f->name, what);
}

/* Appends v at *end; keeps the sum below limit. */
static int place(struct simt_lower *lw, const struct ptx_var *v, uint64_t *end, uint64_t base,
		 uint64_t limit)
{
	uint64_t at = align_up(*end, v->align ? v->align : 1);

	if (v->size > limit || at > limit - v->size)
		return -1;
	put(lw, v, base + at);
	*end = at + v->size;
	return 0;
}

/* Special registers */

bool lower_sreg_dynamic(enum ptx_sreg s)
{
	return s >= PTX_SREG_CLOCK && s <= PTX_SREG_GLOBALTIMER_HI;
}

unsigned lower_sreg_bytes(enum ptx_sreg s)
{
	return s == PTX_SREG_GRIDID || s == PTX_SREG_CLOCK64 || s == PTX_SREG_GLOBALTIMER ? 8 : 4;
}

/* Notes what an operand needs: special registers, shared variables (value 1 in the map). */
static int scan_opnd(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o)
{
	const struct ptx_var *v = o->var;

	if (o->kind == PTX_OPND_SREG)
		lw->sreg_used[o->sreg] = true;
	if (o->kind == PTX_OPND_VEC) {
		for (unsigned n = 0; n < o->n; n++) {
			if (scan_opnd(lw, i, &o->vec[n]) < 0)
				return -1;
		}
	}
	if ((o->kind != PTX_OPND_VAR && o->kind != PTX_OPND_ADDR) || !v)
		return 0;
	if (v->space == PTX_SPACE_SHARED && !known(lw, v))
		put(lw, v, UINT64_MAX); /* wanted; its place is decided later */
	if (v->space == PTX_SPACE_LOCAL && v->func == PTX_NONE)
		return lower_error(lw, i, "local variable '%s' at module scope", v->name);
	for (unsigned n = 0; n < v->n_relocs; n++) {
		const struct ptx_var *to = v->relocs[n].var;

		if (to && to->space == PTX_SPACE_SHARED)
			return lower_error(lw, i,
					   "initialiser of '%s' holds the address of shared "
					   "variable '%s'",
					   v->name, to->name);
	}
	return 0;
}

static int scan_func(struct simt_lower *lw, const struct ptx_func *f)
{
	for (unsigned n = 0; n < f->n_insns; n++) {
		const struct ptx_insn *i = &f->insns[n];

		for (unsigned o = 0; o < i->n_opnds; o++) {
			if (scan_opnd(lw, i, &i->opnd[o]) < 0)
				return -1;
		}
		for (unsigned a = 0; a < i->n_args; a++) {
			if (scan_opnd(lw, i, &i->call_args[a]) < 0)
				return -1;
		}
	}
	return 0;
}

/* Registers */

/* A register of 128 bits is two of 64, the lower half first. */
static unsigned reg_class(enum ptx_type t)
{
	unsigned bytes = ptx_type_bytes(t);

	return bytes == 1 ? 2 : bytes > 8 ? 8 : bytes;
}

uint64_t lower_place_regs(const struct ptx_func *f, uint64_t at, simt_ref *reg,
			  struct simt_frame *frame)
{
	static const unsigned classes[] = {0, 2, 4, 8};
	uint32_t *from[] = {&frame->pred, &frame->r16, &frame->r32, &frame->r64};

	for (unsigned c = 0; c < 4; c++) {
		unsigned step = classes[c] ? classes[c] * SIMT_LANES : (unsigned)sizeof(uint32_t);

		at = align_up(at, LINE);
		*from[c] = (uint32_t)at;
		for (unsigned r = 0; r < f->n_regs; r++) {
			if (reg_class(f->regs[r].type) != classes[c])
				continue;
			reg[r] = (simt_ref)at;
			at += step * (ptx_type_bytes(f->regs[r].type) > 8 ? 2 : 1);
		}
	}
	at = align_up(at, LINE);
	frame->end = (uint32_t)at;
	return at;
}

static int layout_regs(struct simt_lower *lw, struct lower_func *lf, uint64_t *end)
{
	lf->reg = mem_alloc(lf->f->n_regs * sizeof(*lf->reg));
	*end = lower_place_regs(lf->f, *end, lf->reg, &lf->frame);
	return *end > MAX_REG_BYTES ? too_big(lw, lf->f, "too many registers") : 0;
}

/* .param and .local */

static int layout_entry_params(struct simt_lower *lw, const struct ptx_func *f)
{
	uint64_t end = 0;

	for (unsigned p = 0; p < f->n_params; p++) {
		if (place(lw, f->params[p], &end, 0, MAX_PARAM_BYTES) < 0)
			return too_big(lw, f, "too many parameter bytes");
	}
	lw->k->param_bytes = (uint32_t)end;
	return 0;
}

static int layout_var(struct simt_lower *lw, struct lower_func *lf, const struct ptx_var *v,
		      uint64_t *param, uint64_t *local)
{
	if (known(lw, v))
		return 0;
	if (v->space == PTX_SPACE_PARAM &&
	    place(lw, v, param, SIMT_PARAM_LANE, MAX_PARAM_BYTES) < 0)
		return too_big(lw, lf->f, "too many parameter bytes");
	if (v->space == PTX_SPACE_LOCAL && place(lw, v, local, 0, SIMT_WINDOW_BYTES) < 0)
		return too_big(lw, lf->f, "too many bytes of local memory");
	return 0;
}

static int layout_vars(struct simt_lower *lw, struct lower_func *lf, uint64_t *param)
{
	const struct ptx_func *f = lf->f;
	uint64_t local = 0;

	*param = align_up(*param, 16);
	lf->frame.param = (uint32_t)*param;
	for (unsigned p = 0; p < f->n_params; p++) {
		if (layout_var(lw, lf, f->params[p], param, &local) < 0)
			return -1;
	}
	for (unsigned r = 0; r < f->n_rets; r++) {
		if (layout_var(lw, lf, f->rets[r], param, &local) < 0)
			return -1;
	}
	for (unsigned v = 0; v < f->n_vars; v++) {
		if (layout_var(lw, lf, f->vars[v], param, &local) < 0)
			return -1;
	}
	lf->frame.param_end = (uint32_t)align_up(*param, 16);
	*param = lf->frame.param_end;
	local = align_up(local, 16);
	lf->local_own = (uint32_t)local;
	if (lf->recursive && local < SIMT_MIN_RECURSION)
		local = SIMT_MIN_RECURSION;
	lf->frame.local = (uint32_t)local;
	return 0;
}

/* Deepest static chain; the members of a recursive component count once each. */
static int layout_chain(struct simt_lower *lw)
{
	uint64_t total = 0;

	for (size_t n = 0; n < lw->n_order;) {
		int scc = lw->funcs[lw->order[n]].scc;
		uint64_t own = 0, below = 0;
		size_t end = n;

		for (; end < lw->n_order && lw->funcs[lw->order[end]].scc == scc; end++) {
			const struct lower_func *lf = &lw->funcs[lw->order[end]];

			own += lf->frame.local;
			for (size_t c = 0; c < lf->n_callees; c++) {
				const struct lower_func *to = &lw->funcs[lf->callees[c]];

				if (to->scc != scc && to->local_chain > below)
					below = to->local_chain;
			}
		}
		total = own + below;
		if (total > SIMT_WINDOW_BYTES)
			return too_big(lw, lw->k->entry, "too many bytes of local memory");
		for (; n < end; n++)
			lw->funcs[lw->order[n]].local_chain = (uint32_t)total;
	}
	lw->k->local_bytes = (uint32_t)total; /* the entry's component closes last */
	return 0;
}

/* Shared memory: what the kernel uses, module scope first; unsized arrays share one start. */

static int place_shared(struct simt_lower *lw, const struct ptx_var *v, uint64_t *end, bool unsized)
{
	uint64_t *at = hashmap_find(&lw->var_at, var_key(v));

	if (v->space != PTX_SPACE_SHARED || !at || v->is_unsized != unsized)
		return 0;
	if (unsized) {
		*at = align_up(*end, 16);
		return 0;
	}
	if (place(lw, v, end, 0, SIMT_WINDOW_BYTES) < 0)
		return too_big(lw, lw->k->entry, "too many bytes of shared memory");
	return 0;
}

static int layout_shared(struct simt_lower *lw)
{
	uint64_t end = 0;

	for (int unsized = 0; unsized < 2; unsized++) {
		for (unsigned v = 0; v < lw->m->n_vars; v++) {
			if (place_shared(lw, lw->m->vars[v], &end, unsized) < 0)
				return -1;
		}
		for (size_t n = 0; n < lw->n_funcs; n++) {
			const struct ptx_func *f = lw->funcs[n].f;

			for (unsigned v = 0; v < f->n_vars; v++) {
				if (place_shared(lw, f->vars[v], &end, unsized) < 0)
					return -1;
			}
		}
	}
	lw->k->static_shared = (uint32_t)end;
	return 0;
}

static void note_place(struct simt_lower *lw, const struct ptx_var *v)
{
	struct simt_kernel *k = lw->k;

	if (!known(lw, v) || (v->space != PTX_SPACE_SHARED && v->space != PTX_SPACE_PARAM))
		return;
	k->place[k->n_places].var = v;
	k->place[k->n_places++].at = (uint32_t)*hashmap_find(&lw->var_at, var_key(v));
}

static void note_places(struct simt_lower *lw)
{
	size_t most = lw->k->entry->n_params + lw->m->n_vars;

	for (size_t n = 0; n < lw->n_funcs; n++)
		most += lw->funcs[n].f->n_vars;
	lw->k->place = arena_alloc(&lw->k->arena, most * sizeof(*lw->k->place));
	for (unsigned p = 0; p < lw->k->entry->n_params; p++)
		note_place(lw, lw->k->entry->params[p]);
	for (unsigned v = 0; v < lw->m->n_vars; v++)
		note_place(lw, lw->m->vars[v]);
	for (size_t n = 0; n < lw->n_funcs; n++)
		for (unsigned v = 0; v < lw->funcs[n].f->n_vars; v++)
			if (lw->funcs[n].f->vars[v]->space == PTX_SPACE_SHARED)
				note_place(lw, lw->funcs[n].f->vars[v]);
}

static void layout_sregs(struct simt_lower *lw, uint64_t *end)
{
	for (unsigned s = 0; s < PTX_SREG_COUNT; s++) {
		lw->k->sreg_ref[s] = SIMT_NO_REF;
		if (!lw->sreg_used[s])
			continue;
		lw->k->sreg_ref[s] = (uint32_t)*end;
		*end += lower_sreg_bytes((enum ptx_sreg)s) * SIMT_LANES;
	}
}

int lower_layout(struct simt_lower *lw)
{
	uint64_t end = SIMT_REG_HEAD, param = 0;

	for (size_t n = 0; n < lw->n_funcs; n++) {
		if (scan_func(lw, lw->funcs[n].f) < 0)
			return -1;
	}
	layout_sregs(lw, &end);
	if (layout_entry_params(lw, lw->k->entry) < 0)
		return -1;
	for (size_t n = 0; n < lw->n_funcs; n++) {
		if (layout_regs(lw, &lw->funcs[n], &end) < 0 ||
		    layout_vars(lw, &lw->funcs[n], &param) < 0)
			return -1;
	}
	lw->k->reg_bytes = (uint32_t)end;
	lw->k->lane_param_bytes = (uint32_t)param;
	if (layout_shared(lw) < 0)
		return -1;
	note_places(lw);
	return layout_chain(lw);
}

int lower_var_addr(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_var *v,
		   uint64_t *addr)
{
	const uint64_t *at;

	if (v->space == PTX_SPACE_GLOBAL || v->space == PTX_SPACE_CONST) {
		*addr = lw->addr(lw->ctx, v);
		return 0;
	}
	at = hashmap_find(&lw->var_at, var_key(v));
	if (!at || *at == UINT64_MAX)
		return lower_error(lw, i, "variable '%s' is not accessible here", v->name);
	*addr = *at;
	return 0;
}
