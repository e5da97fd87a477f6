/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_ptx: any bytes are a module or one error line. A module that was accepted must be
 * whole: every index in range, every name printable.
 */
#include "../../sw/ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok)
{
	if (!ok)
		abort();
}

static void check_opnd(const struct ptx_func *f, const struct ptx_opnd *o)
{
	must(o->reg >= PTX_NONE && o->reg < (int)f->n_regs);
	must(o->reg2 >= PTX_NONE && o->reg2 < (int)f->n_regs);
	must(o->kind != PTX_OPND_LABEL || (o->imm >= 0 && o->imm < (int64_t)f->n_insns));
	must(o->kind != PTX_OPND_VAR || o->var);
	must(o->kind != PTX_OPND_FUNC || o->func);
	if (o->kind != PTX_OPND_VEC)
		return;
	must(o->n == 2 || o->n == 4);
	for (unsigned n = 0; n < o->n; n++)
		must(o->vec[n].reg >= PTX_NONE && o->vec[n].reg < (int)f->n_regs);
}

static void check_insn(const struct ptx_module *m, const struct ptx_func *f,
		       const struct ptx_insn *i)
{
	char name[64];

	must(ptx_insn_name(i, name, sizeof(name))[0] != '\0');
	must(i->guard >= PTX_NONE && i->guard < (int)f->n_regs);
	must(i->reconv >= PTX_NONE && i->reconv < (int)f->n_insns);
	must(i->loc >= PTX_NONE && i->loc < (int)m->n_locs);
	(void)ptx_where(m, i);
	for (unsigned n = 0; n < i->n_opnds; n++)
		check_opnd(f, &i->opnd[n]);
	for (unsigned n = 0; n < i->n_args; n++)
		check_opnd(f, &i->call_args[n]);
	for (unsigned n = 0; n < i->n_rets; n++)
		must(i->call_rets[n] != NULL);
	for (unsigned n = 0; n < i->n_targets; n++)
		must(i->targets[n] >= 0 && i->targets[n] < (int)f->n_insns);
	must(i->op != PTX_OP_CALL || i->n_args == i->opnd[0].func->n_params);
}

static void check_var(const struct ptx_var *v)
{
	volatile unsigned char byte; /* so that every byte is read */

	must(v->align && !(v->align & (v->align - 1)));
	for (uint64_t n = 0; v->init && n < v->size; n++)
		byte = v->init[n];
	(void)byte;
	for (unsigned n = 0; n < v->n_relocs; n++) {
		must(v->relocs[n].var || v->relocs[n].func);
		must(v->relocs[n].offset + 8 <= v->size);
	}
}

static void check_module(const struct ptx_module *m)
{
	for (unsigned k = 0; k < m->n_funcs; k++) {
		const struct ptx_func *f = m->funcs[k];
		const struct ptx_insn *last = f->n_insns ? &f->insns[f->n_insns - 1] : NULL;

		must(f->index == (int)k && (f->is_decl || f->n_insns));
		must(!last || last->guard == PTX_NONE);
		for (unsigned n = 0; n < f->n_insns; n++)
			check_insn(m, f, &f->insns[n]);
		for (unsigned n = 0; n < f->n_vars; n++)
			check_var(f->vars[n]);
	}
	for (unsigned n = 0; n < m->n_vars; n++)
		check_var(m->vars[n]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag;
	struct ptx_module *m = ptx_parse((const char *)data, size, "fuzz.ptx", &diag);

	must((m != NULL) == (diag.text[0] == '\0'));
	must(strchr(diag.text, '\n') == NULL);
	if (m)
		check_module(m);
	ptx_free(m);
	return 0;
}
