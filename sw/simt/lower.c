/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower: a kernel and all it calls become one array of decoded instructions.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

/* Appends an empty slot that comes from i, under i's guard. */
struct simt_insn *lower_slot(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_kernel *k = lw->k;
	size_t n = lw->n_code++;
	struct simt_insn *s;

	k->code = mem_grow(k->code, &lw->cap_code, n, sizeof(*k->code));
	k->src = mem_grow(k->src, &lw->cap_src, n, sizeof(*k->src));
	k->func = mem_grow(k->func, &lw->cap_func, n, sizeof(*k->func));
	k->order = mem_grow(k->order, &lw->cap_order, n, sizeof(*k->order));
	k->src[n] = i;
	k->order[n] = lw->cur->first[0] + i->order;
	k->func[n] = lw->cur->f;
	s = &k->code[n];
	memset(s, 0, sizeof(*s));
	s->d = s->d2 = s->a = s->b = s->c = s->e = SIMT_NO_REF;
	s->target = s->reconv = PTX_NONE;
	s->guard = i->guard == PTX_NONE ? SIMT_NO_REF : lw->cur->reg[i->guard];
	s->guard_neg = i->guard_neg;
	s->kind = SIMT_K_ALU;
	return s;
}

struct simt_insn *lower_more(struct simt_lower *lw)
{
	return lower_slot(lw, lw->insn);
}

/* What only some can execute, or tell of. */
static void note(struct simt_kernel *k, const struct ptx_insn *i)
{
	const bool bulk = (i->op >= PTX_OP_BULK_COPY && i->op <= PTX_OP_BULK_WAIT) ||
			  i->op == PTX_OP_FENCE_PROXY_ASYNC;
	const bool cluster = i->cluster || i->scope == PTX_SCOPE_CLUSTER ||
			     (i->op >= PTX_OP_CLUSTER_ARRIVE && i->op <= PTX_OP_GETCTARANK);

	if (bulk && !k->bulk)
		k->bulk = i;
	if (cluster && !k->cluster)
		k->cluster = i;
}

static int lower_insn(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_insn *out;
	int rc;

	lw->insn = i;
	lw->n_temps = 0;
	if (i->guard != PTX_NONE && lw->cur->f->regs[i->guard].type != PTX_T_PRED)
		return lower_error(lw, i, "guard is not a predicate");
	for (unsigned o = 0; o < i->n_opnds; o++) {
		if (lower_prelude(lw, i, &i->opnd[o]) < 0)
			return -1;
	}
	for (unsigned a = 0; a < i->n_args; a++) {
		if (lower_prelude(lw, i, &i->call_args[a]) < 0)
			return -1;
	}
	note(lw->k, i);
	out = lower_slot(lw, i);
	rc = lower_ctl(lw, i, out);
	if (rc == 1)
		rc = lower_mem(lw, i, out);
	if (rc == 1)
		rc = lower_async(lw, i, out);
	if (rc == 1)
		rc = lower_bulk(lw, i, out);
	if (rc == 1)
		rc = lower_mma(lw, i);
	if (rc == 1)
		rc = lower_addr_op(lw, i, out);
	if (rc == 1)
		rc = alu_lower(lw, i, out);
	if (rc == 1) {
		char name[64];

		return lower_error(lw, i, "instruction '%s' is not supported",
				   ptx_insn_name(i, name, sizeof(name)));
	}
	return rc;
}

/* Instruction index -> first slot, now that all of the function is there. */
static void resolve(struct simt_lower *lw, struct lower_func *lf, size_t from)
{
	for (size_t n = from; n < lw->n_code; n++) {
		struct simt_insn *s = &lw->k->code[n];

		if (s->kind != SIMT_K_BRA && s->kind != SIMT_K_BRX)
			continue;
		if (s->kind == SIMT_K_BRA) {
			s->target = (int32_t)lf->first[s->target];
		} else {
			int32_t *t = (int32_t *)(uintptr_t)s->u.targets;

			for (uint64_t b = 0; b < s->imm; b++)
				t[b] = (int32_t)lf->first[t[b]];
		}
		if (s->reconv != PTX_NONE)
			s->reconv = (int32_t)lf->first[s->reconv];
	}
}

static int lower_func(struct simt_lower *lw, struct lower_func *lf)
{
	const struct ptx_func *f = lf->f;
	size_t from = lw->n_code;

	lw->cur = lf;
	lf->first = mem_alloc(f->n_insns * sizeof(*lf->first));
	for (unsigned n = 0; n < f->n_insns; n++) {
		lf->first[n] = (uint32_t)lw->n_code;
		if (lower_insn(lw, &f->insns[n]) < 0)
			return -1;
		lw->k->code[lf->first[n]].leader = f->insns[n].leader;
	}
	resolve(lw, lf, from);
	return 0;
}

static void resolve_calls(struct simt_lower *lw)
{
	for (size_t n = 0; n < lw->n_code; n++) {
		struct simt_insn *s = &lw->k->code[n];

		if (s->kind == SIMT_K_CALL)
			s->target = (int32_t)lw->funcs[s->target].first[0];
	}
}

static void finish(struct simt_lower *lw)
{
	struct simt_kernel *k = lw->k;
	uint8_t *pool = arena_alloc(&k->arena, lw->n_consts + 64);

	pool += (64 - ((uintptr_t)pool & 63)) & 63;
	if (lw->n_consts)
		memcpy(pool, lw->consts, lw->n_consts);
	k->consts = pool;
	k->const_bytes = (uint32_t)lw->n_consts;
	k->n_code = (uint32_t)lw->n_code;
	memcpy(k->maxntid, k->entry->maxntid, sizeof(k->maxntid));
	memcpy(k->reqntid, k->entry->reqntid, sizeof(k->reqntid));
	memcpy(k->reqcluster, k->entry->reqnctapercluster, sizeof(k->reqcluster));
	k->maxclusterrank = k->entry->maxclusterrank;
	k->explicit_cluster = k->entry->explicitcluster;
}

static void lower_free(struct simt_lower *lw)
{
	for (size_t n = 0; n < lw->n_funcs; n++) {
		free(lw->funcs[n].reg);
		free(lw->funcs[n].first);
		free(lw->funcs[n].callees);
	}
	free(lw->funcs);
	free(lw->func_of);
	free(lw->order);
	free(lw->consts);
	for (unsigned n = 0; n <= CONST_BYTES; n++)
		hashmap_free(&lw->const_at[n]);
	hashmap_free(&lw->var_at);
}

static int lower_all(struct simt_lower *lw)
{
	if (lower_graph(lw) < 0 || lower_layout(lw) < 0)
		return -1;
	for (size_t n = 0; n < lw->n_funcs; n++) {
		if (lower_func(lw, &lw->funcs[n]) < 0)
			return -1;
	}
	resolve_calls(lw);
	finish(lw);
	simt_find_order(lw->k, &lw->funcs[0].frame);
	return 0;
}

struct simt_kernel *simt_lower(const struct ptx_module *m, const struct ptx_func *entry,
			       simt_var_addr_fn addr, void *ctx, struct diag *diag)
{
	struct simt_lower lw = {.m = m, .addr = addr, .ctx = ctx, .diag = diag};
	struct simt_kernel *k = mem_alloc(sizeof(*k));
	static _Atomic uint64_t serial;
	int rc;

	k->serial = ++serial;
	k->module = m;
	k->entry = entry;
	lw.k = k;
	if (entry->is_decl)
		rc = diag_set(diag, m->name, entry->line, "kernel '%s' has no body", entry->name);
	else
		rc = lower_all(&lw);
	lower_free(&lw);
	if (rc < 0) {
		simt_kernel_free(k);
		return NULL;
	}
	return k;
}

void simt_kernel_free(struct simt_kernel *k)
{
	if (!k)
		return;
	free(k->code);
	free(k->src);
	free(k->order);
	free(k->func);
	free(k->clear);
	arena_free(&k->arena);
	free(k);
}

struct ptx_where simt_where(const struct simt_kernel *k, uint32_t pc)
{
	struct ptx_where none = {0};

	return pc < k->n_code ? ptx_where(k->module, k->src[pc]) : none;
}
