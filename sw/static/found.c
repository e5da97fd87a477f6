/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * found: accesses to shared memory, each with the threads that come to it, its bytes, and what it
 * does.
 */
#include "../base/mem.h"
#include "live.h"
#include "static_int.h"

static const struct ptx_opnd *address_of(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_LD:
	case PTX_OP_ATOM: return &i->opnd[1];
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_CP_ASYNC: return &i->opnd[0];
	default: return NULL;
	}
}

static uint32_t bytes_of_access(const struct ptx_insn *i)
{
	if (i->op == PTX_OP_CP_ASYNC)
		return (uint32_t)i->opnd[2].imm;
	return ptx_type_bytes(i->type) * (i->vec ? i->vec : 1);
}

static void access(struct prover *p, uint32_t index, isl_set *dom, bool exact)
{
	const struct ptx_insn *i = &p->f->insns[index];
	const struct ptx_opnd *o = address_of(i);
	const bool weak = i->sem == PTX_SEM_WEAK && i->op != PTX_OP_ATOM && i->op != PTX_OP_RED;
	sym_id addr = o ? insn_address(p, o) : SYM_UNKNOWN;

	if (i->space == PTX_SPACE_GENERIC && sym_at(&p->x, addr)->region == SYM_ELSEWHERE)
		return;
	if (i->space == PTX_SPACE_GENERIC && sym_at(&p->x, addr)->region != SYM_SHARED)
		addr = SYM_UNKNOWN;
	if (i->cluster)
		addr = SYM_UNKNOWN;
	p->found = mem_grow(p->found, &p->cap_found, p->n_found + 1, sizeof(*p->found));
	p->found[p->n_found++] = (struct found){.insn = index,
						.block = (unsigned)p->flow.block_of[index],
						.dom = isl_set_copy(dom),
						.exact = exact,
						.addr = addr,
						.bytes = bytes_of_access(i),
						.read = i->op != PTX_OP_ST,
						.write = i->op != PTX_OP_LD,
						.strong = !weak,
						.copy = ptx_is_copy(i->op)};
}

void found_note(struct prover *p, uint32_t index)
{
	const struct ptx_insn *i = &p->f->insns[index];
	isl_set *dom = isl_set_copy(p->dom);
	bool exact = p->exact;

	if (p->quiet || !live_is_access(i)) {
		isl_set_free(dom);
		return;
	}
	if (i->guard != PTX_NONE) {
		const struct sym *g = sym_at(&p->x, insn_guard(p, i));

		exact &= g->yes != NULL;
		if (g->yes)
			dom = isl_set_intersect(dom, isl_set_copy(g->yes));
	}
	access(p, index, dom, exact);
	isl_set_free(dom);
}
