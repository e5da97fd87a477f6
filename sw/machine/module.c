/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A module in device memory. Whatever of it cannot be executed is refused here.
 */
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum { CONST_BYTES = 65536 }; /* __constant__ memory of a GPU */

struct machine_module {
	struct ptx_module *ptx;
	uint64_t *addr; /* of ptx->vars[i]; 0: not in global memory */
	struct simt_kernel **kernels;
	unsigned n_kernels, n_vars;
};

static bool in_memory(const struct ptx_var *v)
{
	return v->space == PTX_SPACE_GLOBAL || v->space == PTX_SPACE_CONST;
}

static int allocate(struct machine *m, struct machine_module *mm, struct diag *diag)
{
	const struct ptx_module *p = mm->ptx;
	uint64_t const_bytes = 0;

	for (unsigned i = 0; i < p->n_vars; i++) {
		const struct ptx_var *v = p->vars[i];

		if (!in_memory(v))
			continue;
		if (v->is_extern)
			return diag_set(diag, p->name, v->line,
					"variable '%s' is declared extern: its definition is in "
					"another module, which is not supported",
					v->name);
		if (v->space == PTX_SPACE_CONST)
			const_bytes += v->size;
		mm->addr[i] = gmem_alloc(m->g, v->size, v->align,
					 v->space == PTX_SPACE_CONST ? GMEM_CONST : GMEM_VARIABLE,
					 v->name);
		if (!mm->addr[i])
			return diag_set(diag, p->name, v->line,
					"variable '%s' of %llu bytes: device memory is full",
					v->name, (unsigned long long)v->size);
		/* poison is for what programs leave uninitialised; these are zero by rule */
		if (v->init)
			memcpy((void *)(uintptr_t)mm->addr[i], v->init, v->size);
		else
			memset((void *)(uintptr_t)mm->addr[i], 0, v->size);
	}
	if (const_bytes > CONST_BYTES)
		return diag_set(diag, p->name, 0, "%llu bytes of constant variables: a GPU has %d",
				(unsigned long long)const_bytes, CONST_BYTES);
	return 0;
}

static int relocate(const struct machine_module *mm, const struct ptx_var *v, struct diag *diag)
{
	const struct ptx_module *p = mm->ptx;

	for (unsigned i = 0; i < v->n_relocs; i++) {
		const struct ptx_reloc *r = &v->relocs[i];
		uint64_t value;

		if (!r->func && !in_memory(r->var))
			return diag_set(diag, p->name, v->line,
					"variable '%s' holds the address of '%s', which is not in "
					"global or constant memory",
					v->name, r->var->name);
		value = r->func ? ptx_func_address(r->func) : mm->addr[r->var->id];
		value += (uint64_t)r->addend;
		memcpy((uint8_t *)(uintptr_t)mm->addr[v->id] + r->offset, &value, sizeof(value));
	}
	return 0;
}

static uint64_t var_addr(void *ctx, const struct ptx_var *v)
{
	const struct machine_module *mm = ctx;

	return mm->addr[v->id];
}

static int lower(struct machine_module *mm, struct diag *diag)
{
	const struct ptx_module *p = mm->ptx;

	mm->kernels = mem_alloc(p->n_funcs * sizeof(struct simt_kernel *));
	for (unsigned i = 0; i < p->n_funcs; i++) {
		struct simt_kernel *k;

		if (!p->funcs[i]->is_entry || p->funcs[i]->is_decl)
			continue;
		k = simt_lower(p, p->funcs[i], var_addr, mm, diag);
		if (!k)
			return -1;
		mm->kernels[mm->n_kernels++] = k;
	}
	return 0;
}

const struct simt_kernel *module_kernel_at(const struct machine *m, const struct ptx_module *ptx,
					   uint64_t address)
{
	size_t n = 0;

	while (n < m->n_modules && m->modules[n]->ptx != ptx)
		n++;
	for (unsigned i = 0; n < m->n_modules && i < ptx->n_funcs; i++)
		if (ptx_func_address(ptx->funcs[i]) == address)
			return machine_kernel(m->modules[n], ptx->funcs[i]->name);
	return NULL;
}

struct machine_module *machine_load(struct machine *m, struct ptx_module *ptx, struct diag *diag)
{
	struct machine_module *mm = mem_alloc(sizeof(*mm));
	int r;

	mm->ptx = ptx;
	mm->n_vars = ptx->n_vars;
	mm->addr = mem_alloc(ptx->n_vars * sizeof(*mm->addr));
	r = allocate(m, mm, diag);
	for (unsigned i = 0; !r && i < ptx->n_vars; i++)
		if (in_memory(ptx->vars[i]))
			r = relocate(mm, ptx->vars[i], diag);
	if (!r)
		r = lower(mm, diag);
	if (!r) {
		m->modules =
			mem_grow(m->modules, &m->cap_modules, m->n_modules, sizeof(*m->modules));
		m->modules[m->n_modules++] = mm;
		return mm;
	}
	mm->ptx = NULL; /* stays the caller's when we refuse it */
	machine_unload(m, mm);
	return NULL;
}

void machine_unload(struct machine *m, struct machine_module *mm)
{
	if (!mm)
		return;
	parallel_forget(m);
	pool_free_all(m); /* its warps point into the kernels */
	for (size_t i = 0; i < m->n_modules; i++)
		if (m->modules[i] == mm)
			m->modules[i--] = m->modules[--m->n_modules];
	for (unsigned i = 0; i < mm->n_kernels; i++) {
		drop_forget(m, mm->kernels[i]);
		simt_kernel_free(mm->kernels[i]);
	}
	for (unsigned i = 0; i < mm->n_vars; i++)
		if (mm->addr[i])
			gmem_free(m->g, mm->addr[i]);
	free(mm->kernels);
	free(mm->addr);
	ptx_free(mm->ptx);
	free(mm);
}

const struct simt_kernel *machine_kernel(const struct machine_module *mm, const char *name)
{
	for (unsigned i = 0; i < mm->n_kernels; i++)
		if (strcmp(mm->kernels[i]->entry->name, name) == 0)
			return mm->kernels[i];
	return NULL;
}

uint64_t machine_variable(const struct machine_module *mm, const char *name, uint64_t *size)
{
	for (unsigned i = 0; i < mm->n_vars; i++) {
		const struct ptx_var *v = mm->ptx->vars[i];

		if (!mm->addr[i] || strcmp(v->name, name) != 0)
			continue;
		if (size)
			*size = v->size;
		return mm->addr[i];
	}
	return 0;
}

const struct simt_kernel *machine_kernel_at(const struct machine_module *mm, unsigned i)
{
	return i < mm->n_kernels ? mm->kernels[i] : NULL;
}
