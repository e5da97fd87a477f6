/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * names: what addresses and code indices are called in the source.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/demangle.h"
#include "report_int.h"

enum { NAME = 4096 };

const char *report_string(struct report *r, const char *s)
{
	char clean[NAME];

	if (!s)
		return NULL;
	source_clean(s, clean, sizeof(clean));
	return arena_strndup(&r->arena, clean, strlen(clean));
}

const char *report_plain(struct report *r, const char *symbol)
{
	char *plain = symbol ? demangle(symbol) : NULL;
	const char *s = report_string(r, plain);

	free(plain);
	return s;
}

/* "kernel(int*)::tile" is the variable tile: its own name, behind the function's. */
static const char *local_name(struct report *r, const char *symbol)
{
	const char *s = report_plain(r, symbol), *at = s;

	if (strncmp(symbol, "_ZZ", 3) != 0)
		return s;
	for (const char *p = s; (p = strstr(p, "::")); p += 2)
		at = p + 2;
	return at;
}

const char *report_atomic(enum ptx_atom a)
{
	switch (a) {
	case PTX_ATOM_ADD: return "atomicAdd";
	case PTX_ATOM_AND: return "atomicAnd";
	case PTX_ATOM_OR: return "atomicOr";
	case PTX_ATOM_XOR: return "atomicXor";
	case PTX_ATOM_CAS: return "atomicCAS";
	case PTX_ATOM_EXCH: return "atomicExch";
	case PTX_ATOM_INC: return "atomicInc";
	case PTX_ATOM_DEC: return "atomicDec";
	case PTX_ATOM_MIN: return "atomicMin";
	case PTX_ATOM_MAX: return "atomicMax";
	default: return NULL;
	}
}

void report_place(struct report *r, const struct simt_kernel *k, uint32_t pc,
		  struct report_place *p)
{
	const struct ptx_insn *i = pc < k->n_code ? k->src[pc] : NULL;
	struct ptx_where where;

	memset(p, 0, sizeof(*p));
	if (!i)
		return;
	p->atomic = report_atomic(i->atom);
	where = simt_where(k, pc);
	if (!where.file || !where.line) { /* compiled without lines: PTX's own */
		p->file = report_string(r, k->module->name);
		p->line = i->line;
		return;
	}
	p->file = report_string(r, where.file);
	p->line = where.line;
	p->col = where.col;
}

void report_source(struct report *r, const struct simt_kernel *k, uint32_t pc,
		   struct report_place *p)
{
	struct source_line line, *copy;
	struct ptx_where where;

	where = simt_where(k, pc);
	if (where.near)
		source_note(SOURCE_NEAR, &line);
	else if (!p->col || !source_read(where.file, where.line, where.col, &line))
		return;
	copy = arena_alloc(&r->arena, sizeof(*copy));
	*copy = line;
	p->source = copy;
}

/* Whether the kernel's code names v: only then v has a place in its shared memory. */
static bool uses(const struct simt_kernel *k, const struct ptx_var *v)
{
	for (uint32_t pc = 0; pc < k->n_code; pc++) {
		const struct ptx_insn *i = k->src[pc];

		for (unsigned o = 0; i && o < i->n_opnds; o++)
			if (i->opnd[o].var == v)
				return true;
		for (unsigned a = 0; i && a < i->n_args; a++)
			if (i->call_args[a].var == v)
				return true;
	}
	return false;
}

/* One list of variables after another, as simt/layout.c places them. */
struct layout {
	uint64_t end, addr;
	const struct ptx_var *at; /* the variable that holds addr */
	uint64_t offset;
};

static void place(struct layout *l, const struct simt_kernel *k, struct ptx_var *const *vars,
		  unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct ptx_var *v = vars[i];
		const uint64_t align = v->align ? v->align : 1;

		if (v->space != PTX_SPACE_SHARED || v->is_unsized || !uses(k, v))
			continue;
		l->end = (l->end + align - 1) / align * align;
		if (l->addr >= l->end && l->addr - l->end < v->size) {
			l->at = v;
			l->offset = l->addr - l->end;
		}
		l->end += v->size;
	}
}

/* The one array that dynamic shared memory has; several share the place, so that none names it. */
static const char *dynamic_name(struct report *r, const struct simt_kernel *k)
{
	const struct ptx_var *only = NULL;
	unsigned n = 0;

	for (unsigned i = 0; i < k->module->n_vars; i++) {
		const struct ptx_var *v = k->module->vars[i];

		if (v->space == PTX_SPACE_SHARED && v->is_unsized && uses(k, v)) {
			only = v;
			n++;
		}
	}
	return n == 1 ? local_name(r, only->name) : NULL;
}

/* The layout is done again, from the same rules. Should the sum differ, nothing is named: a
 * wrong name is worse than none. */
static void shared(struct report *r, const struct simt_kernel *k, struct report_memory *m)
{
	struct layout l = {.addr = m->addr};

	m->kind = REPORT_SHARED;
	m->offset = m->addr;
	m->dynamic = m->addr >= k->static_shared;
	if (m->dynamic) {
		m->offset -= (k->static_shared + 15U) & ~15U;
		m->name = dynamic_name(r, k);
		return;
	}
	m->size = k->static_shared;
	place(&l, k, k->module->vars, k->module->n_vars);
	place(&l, k, k->entry->vars, k->entry->n_vars);
	if (l.end != k->static_shared || !l.at)
		return;
	m->name = local_name(r, l.at->name);
	m->size = l.at->size;
	m->offset = l.offset;
}

void report_memory(struct report *r, const struct gmem *g, const struct simt_kernel *k,
		   const struct race_hit *h, struct report_memory *m)
{
	static const char *const made_by[] = {
		[GMEM_DEVICE] = "cudaMalloc",
		[GMEM_MANAGED] = "cudaMallocManaged",
		[GMEM_HOST] = "cudaHostAlloc",
		[GMEM_HEAP] = "malloc in a kernel",
		[GMEM_MAPPED] = "cuMemMap",
		[GMEM_READABLE] = "cuMemMap",
		[GMEM_RESERVED] = "cuMemAddressReserve",
	};
	const struct gmem_block *b;

	memset(m, 0, sizeof(*m));
	m->kind = REPORT_UNKNOWN;
	m->addr = h->addr;
	m->bytes = h->bytes;
	if (h->space == PTX_SPACE_SHARED) {
		shared(r, k, m);
		return;
	}
	b = g ? gmem_find(g, h->addr) : NULL;
	if (!b)
		return;
	m->size = b->size;
	m->offset = h->addr - b->addr;
	m->serial = b->serial;
	m->freed = b->freed;
	if (b->kind == GMEM_VARIABLE || b->kind == GMEM_CONST) {
		m->kind = REPORT_VARIABLE;
		m->name = b->name ? local_name(r, b->name) : NULL;
	} else {
		m->kind = REPORT_ALLOCATION;
		m->made_by = made_by[b->kind];
	}
}
