/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ptx.h"
#include "spec.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT2(s, t)       t,
#define TEXT4(s, t, n, c) t,
#define BYTES(s, t, n, c) n,
#define CLASS(s, t, n, c) c,

static const char *const op_text[] = {"", PTX_OPS(TEXT2)};
static const char *const type_text[] = {"", PTX_TYPES(TEXT4)};
static const unsigned char type_bytes[] = {0, PTX_TYPES(BYTES)};
static const char type_class[] = {'-', PTX_TYPES(CLASS)};
static const char *const space_text[] = {PTX_SPACES(TEXT2)};
static const char *const sem_text[] = {PTX_SEMS(TEXT2)};
static const char *const scope_text[] = {PTX_SCOPES(TEXT2)};
static const char *const atom_text[] = {PTX_ATOMS(TEXT2)};
static const char *const cmp_text[] = {PTX_CMPS(TEXT2)};
static const char *const bool_text[] = {PTX_BOOLS(TEXT2)};
static const char *const round_text[] = {PTX_ROUNDS(TEXT2)};
static const char *const half_text[] = {PTX_HALVES(TEXT2)};
static const char *const mode_text[] = {PTX_MODES(TEXT2)};

const char *ptx_op_name(enum ptx_op op)
{
	return op_text[op];
}

const char *ptx_type_name(enum ptx_type t)
{
	return type_text[t];
}

unsigned ptx_type_bytes(enum ptx_type t)
{
	return type_bytes[t];
}

bool ptx_is_copy(enum ptx_op op)
{
	return op == PTX_OP_CP_ASYNC || op == PTX_OP_BULK_COPY || op == PTX_OP_BULK_REDUCE ||
	       op == PTX_OP_ST_ASYNC || op == PTX_OP_RED_ASYNC;
}

char ptx_spec_type_class(enum ptx_type t)
{
	return type_class[t];
}

struct text {
	char *buf;
	size_t size, len;
};

static void put(struct text *x, const char *word)
{
	int n;

	if (!word[0])
		return;
	n = snprintf(x->buf + x->len, x->size - x->len, "%s%s", x->len ? "." : "", word);
	x->len += (size_t)n;
	if (x->len >= x->size)
		x->len = x->size - 1;
}

static void put_if(struct text *x, bool on, const char *word)
{
	if (on)
		put(x, word);
}

static bool is_cluster_barrier(const struct ptx_insn *i)
{
	return i->op == PTX_OP_CLUSTER_ARRIVE || i->op == PTX_OP_CLUSTER_WAIT;
}

/* Default semantics are left out, as they are in source text. */
static bool sem_is_default(const struct ptx_insn *i)
{
	if (i->op == PTX_OP_ATOM || i->op == PTX_OP_RED)
		return i->sem == PTX_SEM_RELAXED;
	if (is_cluster_barrier(i))
		return i->sem != PTX_SEM_RELAXED;
	return i->sem == PTX_SEM_WEAK || i->op == PTX_OP_MEMBAR;
}

static void put_memory(struct text *x, const struct ptx_insn *i)
{
	put_if(x, i->to, "to");
	put_if(x, !sem_is_default(i), sem_text[i->sem]);
	put_if(x, i->sem == PTX_SEM_MMIO, "relaxed");
	put(x, i->cluster ? "shared::cluster" : space_text[i->space]);
	put(x, space_text[i->from]);
	put_if(x, i->by_mbarrier, "mbarrier::complete_tx::bytes");
	put_if(x, i->by_group, "bulk_group");
	put_if(x, i->multicast, "multicast::cluster");
	put(x, atom_text[i->atom]);
	put_if(x, i->noftz, "noftz");
	if (i->op == PTX_OP_MEMBAR)
		put(x, i->scope == PTX_SCOPE_GPU ? "gl" : scope_text[i->scope]);
	else if (!is_cluster_barrier(i))
		put(x, scope_text[i->scope]);
	put_if(x, i->nc, "nc");
	put_if(x, i->vec == 2, "v2");
	put_if(x, i->vec == 4, "v4");
}

static void put_video(struct text *x, const struct ptx_insn *i)
{
	put(x, type_text[i->type]);
	put(x, type_text[i->type2]);
	put(x, type_text[i->type3]);
	put(x, cmp_text[i->cmp]);
	put_if(x, i->po, "po");
	put_if(x, i->sat, "sat");
	put_if(x, i->scale == 7, "shr7");
	put_if(x, i->scale == 15, "shr15");
	put(x, mode_text[i->mode]);
	put(x, atom_text[i->atom]);
}

const char *ptx_insn_name(const struct ptx_insn *i, char *buf, size_t size)
{
	struct text x = {buf, size, 0};

	if (!size)
		return buf;
	buf[0] = '\0';
	if (ptx_is_mma(i->op) && i->math) {
		put(&x, i->math);
		return buf;
	}
	put(&x, op_text[i->op]);
	if (ptx_is_video(i->op)) {
		put_video(&x, i);
		return buf;
	}
	put_if(&x, i->op == PTX_OP_BRX, "idx");
	put_if(&x, i->uni, "uni");
	if (i->math)
		put(&x, i->math);
	put_if(&x, i->op == PTX_OP_SHF, i->left ? "l" : "r");
	put(&x, cmp_text[i->cmp]);
	put(&x, bool_text[i->boolop]);
	put(&x, half_text[i->half]);
	put_if(&x, i->approx, "approx");
	put_if(&x, i->full, "full");
	put(&x, round_text[i->round]);
	put_if(&x, i->ftz, "ftz");
	put_if(&x, i->sat, "sat");
	put_if(&x, i->relu, "relu");
	put_if(&x, i->satfinite, "satfinite");
	put_if(&x, i->nan, "NaN");
	put_if(&x, i->xorsign, "xorsign");
	put_if(&x, i->xorsign, "abs");
	put_if(&x, i->cc, "cc");
	put_if(&x, i->op == PTX_OP_CP_ASYNC, mode_text[i->mode]);
	put_memory(&x, i);
	put_if(&x, i->op == PTX_OP_CP_ASYNC, "global");
	put_if(&x, i->hint, "L2::cache_hint");
	if (i->op == PTX_OP_MATCH) { /* match.any.sync; the others write .sync first */
		put(&x, mode_text[i->mode]);
		put_if(&x, i->sync, "sync");
	} else {
		put_if(&x, i->sync && i->op != PTX_OP_BAR, "sync");
		put_if(&x, i->op != PTX_OP_PRMT && i->op != PTX_OP_CP_ASYNC, mode_text[i->mode]);
	}
	put(&x, type_text[i->type]);
	put(&x, type_text[i->type2]);
	put_if(&x, i->op == PTX_OP_PRMT, mode_text[i->mode]);
	return buf;
}

static const struct ptx_loc *loc_of(const struct ptx_module *m, const struct ptx_insn *i)
{
	return i->loc < 0 || (unsigned)i->loc >= m->n_locs ? NULL : &m->locs[i->loc];
}

/* The nearest line before n in its function, else the first one after it; NULL: none has one. */
static const struct ptx_loc *nearest(const struct ptx_module *m, const struct ptx_func *f,
				     unsigned n)
{
	const struct ptx_loc *l;

	for (unsigned k = n; k-- > 0;)
		if ((l = loc_of(m, &f->insns[k])) && l->line)
			return l;
	for (unsigned k = n + 1; k < f->n_insns; k++)
		if ((l = loc_of(m, &f->insns[k])) && l->line)
			return l;
	return NULL;
}

/* Compilers give an instruction that they made of several lines line 0. */
static const struct ptx_loc *near_loc(const struct ptx_module *m, const struct ptx_insn *i)
{
	for (unsigned k = 0; k < m->n_funcs; k++) {
		const struct ptx_func *f = m->funcs[k];
		uintptr_t first = (uintptr_t)f->insns, at = (uintptr_t)i;

		if (f->n_insns && at >= first && at < (uintptr_t)(f->insns + f->n_insns))
			return nearest(m, f, (unsigned)((at - first) / sizeof(*i)));
	}
	return NULL;
}

struct ptx_where ptx_where(const struct ptx_module *m, const struct ptx_insn *i)
{
	struct ptx_where w = {0};
	const struct ptx_loc *l = loc_of(m, i);

	if (l && !l->line) {
		const struct ptx_loc *other = near_loc(m, i);

		w.near = other != NULL;
		l = other ? other : l;
	}
	if (!l)
		return w;
	if (l->file >= 0 && (unsigned)l->file < m->n_files)
		w.file = m->files[l->file];
	w.line = l->line;
	w.col = w.near ? 0 : l->col;
	return w;
}

const struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name)
{
	for (unsigned n = 0; n < m->n_funcs; n++)
		if (!strcmp(m->funcs[n]->name, name))
			return m->funcs[n];
	return NULL;
}

const struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name)
{
	for (unsigned n = 0; n < m->n_vars; n++)
		if (!strcmp(m->vars[n]->name, name))
			return m->vars[n];
	return NULL;
}

int ptx_error(const struct ptx_module *m, struct diag *d, unsigned line, int loc, const char *fmt,
	      ...)
{
	struct ptx_where w = {0};
	char text[DIAG_TEXT];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (char *c = text; *c; c++) /* the text may quote anything */
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	if (loc >= 0)
		w = ptx_where(m, &(struct ptx_insn){.loc = loc});
	if (w.file && w.line)
		return diag_set(d, NULL, 0, "%.200s:%u (from %.400s:%u): %s", m->name, line, w.file,
				w.line, text);
	return diag_set(d, m->name, line, "%s", text);
}

void ptx_place(const struct ptx_module *m, const struct ptx_insn *i, char *buf, size_t size)
{
	const struct ptx_where w = i ? ptx_where(m, i) : (struct ptx_where){0};

	if (w.file && w.line)
		snprintf(buf, size, "%s:%u:%u", w.file, w.line, w.col);
	else if (i)
		snprintf(buf, size, "%s:%u", m->name, i->line);
	else
		snprintf(buf, size, "%s", m->name);
}
