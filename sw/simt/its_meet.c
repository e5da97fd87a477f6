/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * its_meet: lanes that meet at different instructions. From sm_70 on PTX asks for the same
 * operation with the same qualifiers, not for the same instruction: the two branches of an if may
 * have a shuffle each. Every lane reads and writes the registers of its own.
 *
 *   lanes' own sources  ──>  a register file of one instruction  ──>  lanes' own destinations
 */
#include <stddef.h>
#include <string.h>

#include "warp.h"

enum { FIRST_APART = 70 }; /* sm_6x and before: the same instruction */

struct meeting {
	_Alignas(64) union {
		uint32_t bits; /* a predicate */
		uint32_t word[SIMT_LANES];
		uint64_t wide[SIMT_LANES];
	} a, d;
	uint32_t b[SIMT_LANES], c[SIMT_LANES], e[SIMT_LANES];
	uint32_t d2;
};

/* Products and loads of matrices are .aligned: one instruction. */
static bool may_be_apart(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_BAR: return i->mode == PTX_MODE_BAR_WARP_SYNC;
	case PTX_OP_SHFL:
	case PTX_OP_VOTE:
	case PTX_OP_MATCH:
	case PTX_OP_REDUX:
	case PTX_OP_ELECT: return true;
	default: return false;
	}
}

bool simt_same_operation(const struct simt_kernel *k, uint32_t pc, uint32_t other)
{
	const struct ptx_insn *a = k->src[pc], *b = k->src[other];

	if (pc == other)
		return true;
	return k->module->target >= FIRST_APART && a && b && a->op == b->op && a->mode == b->mode &&
	       a->type == b->type && may_be_apart(a);
}

/* Lanes' elements; of a predicate, 0 bytes, their bits. */
static void carry(void *to, const void *from, unsigned bytes, uint32_t lanes)
{
	uint32_t *p = to;

	if (!bytes) {
		*p = (*p & ~lanes) | (*(const uint32_t *)from & lanes);
		return;
	}
	for (; lanes; lanes &= lanes - 1) {
		const size_t at = (size_t)simt_first(lanes) * bytes;

		memcpy((uint8_t *)to + at, (const uint8_t *)from + at, bytes);
	}
}

/* Bytes of an element of a and of d. */
static void widths(const struct ptx_insn *s, unsigned *a, unsigned *d)
{
	*a = s->op == PTX_OP_VOTE ? 0 : s->type == PTX_T_B64 ? 8 : 4;
	*d = s->type == PTX_T_PRED ? 0 : 4;
}

static void bring(const struct simt_warp *w, const struct its_frag *f, struct meeting *m)
{
	const struct simt_insn *i = &w->kernel->code[f->pc];
	unsigned a, d;

	widths(w->kernel->src[f->pc], &a, &d);
	if (i->a != SIMT_NO_REF)
		carry(&m->a, simt_at(w, i->a), a, f->mask);
	if (!a) /* a vote's imm: is the predicate negated? */
		m->a.bits ^= (uint32_t)i->imm & f->mask;
	if (i->b != SIMT_NO_REF)
		carry(m->b, simt_at(w, i->b), 4, f->mask);
	if (i->c != SIMT_NO_REF)
		carry(m->c, simt_at(w, i->c), 4, f->mask);
	carry(m->e, simt_at(w, i->e), 4, f->mask);
}

static void take(const struct simt_warp *w, const struct its_frag *f, const struct meeting *m)
{
	const struct simt_insn *i = &w->kernel->code[f->pc];
	unsigned a, d;

	widths(w->kernel->src[f->pc], &a, &d);
	carry(simt_at(w, i->d), &m->d, d, f->mask);
	if (i->d2 != SIMT_NO_REF)
		carry(simt_at(w, i->d2), &m->d2, 0, f->mask);
}

void its_exchange(struct simt_warp *w, const struct its_frag *f, uint32_t met)
{
	const struct simt_frag *fr = w->frag;
	struct simt_insn one = w->kernel->code[f->pc];
	uint8_t *const registers = w->base[0];
	struct meeting m = {0};

	for (unsigned n = 0; n < fr->n; n++) {
		if (its_together(w, f, &fr->f[n]))
			bring(w, &fr->f[n], &m);
	}
	one.imm = 0;
	one.a = offsetof(struct meeting, a);
	one.b = offsetof(struct meeting, b);
	one.c = offsetof(struct meeting, c);
	one.d = offsetof(struct meeting, d);
	one.d2 = offsetof(struct meeting, d2);
	one.e = offsetof(struct meeting, e);
	w->base[0] = (uint8_t *)&m;
	one.fn(w, &one, met);
	w->base[0] = registers;
	for (unsigned n = 0; n < fr->n; n++) {
		if (its_together(w, f, &fr->f[n]))
			take(w, &fr->f[n], &m);
	}
}
