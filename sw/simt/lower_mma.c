/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_mma: products of matrices, and their loads and stores, which become one of each element.
 *
 *   wmma.load  [the warp meets: base, stride -> temporaries]  ([address of element e]  [load])...
 *   ldmatrix   [the warp meets: base]  ([the warp meets: another lane's row]  [load])...
 */
#include "lower.h"
#include "mma.h"

static simt_ref full_warp(struct simt_lower *lw)
{
	return lower_const(lw, UINT32_MAX, 4);
}

static void shape_of(const struct ptx_insn *i, char matrix, struct simt_mma_matrix *x)
{
	const struct ptx_mma *p = &i->mma;

	x->type = (uint8_t)ptx_mma_type_of(i, matrix);
	x->rows = matrix == 'b' ? p->k : p->m;
	x->cols = matrix == 'a' ? p->k : p->n;
	x->each = (uint8_t)(x->rows * x->cols / SIMT_LANES);
	x->n = (uint8_t)ptx_mma_regs(i, matrix);
}

static int matrix_of(struct simt_lower *lw, const struct ptx_insn *i, unsigned n, bool written,
		     struct simt_mma_matrix *x)
{
	const char matrix = ptx_mma_operand(i, n);
	const struct ptx_opnd *o = &i->opnd[n];

	shape_of(i, matrix, x);
	for (unsigned r = 0; r < x->n; r++) {
		const struct ptx_opnd *e = o->kind == PTX_OPND_VEC ? &o->vec[r] : o;
		const bool wide = ptx_mma_reg_bytes((enum ptx_mma_type)x->type) == 8;

		x->reg[r] = written ? lower_dst(lw, i, e, 0, NULL)
				    : lower_src(lw, i, e, wide ? PTX_T_B64 : PTX_T_B32);
		if (x->reg[r] == SIMT_NO_REF)
			return -1;
	}
	return 0;
}

static int lower_product(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_mma *m = arena_alloc(&lw->k->arena, sizeof(*m));
	struct simt_insn *s = &lw->k->code[lw->n_code - 1];

	s->kind = SIMT_K_XLANE;
	s->e = full_warp(lw);
	s->u.mma = m;
	m->fixed = i->op == PTX_OP_MMA;
	m->sat = i->mma.sat;
	if (matrix_of(lw, i, 0, true, &m->d) || matrix_of(lw, i, 1, false, &m->a) ||
	    matrix_of(lw, i, 2, false, &m->b) || matrix_of(lw, i, 3, false, &m->c))
		return -1;
	s->fn = mma_handler((enum ptx_mma_type)m->a.type);
	return 0;
}

/* Addresses */

static void take_base(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mem *m = i->u.mem;
	uint64_t *base = SIMT_U64(w, i->d);

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);

		base[l] = m->off;
		if (m->base_bytes == 8)
			base[l] += SIMT_U64(w, m->base)[l];
		else if (m->base_bytes == 4)
			base[l] = (uint32_t)(base[l] + SIMT_U32(w, m->base)[l]);
		if (i->b != SIMT_NO_REF)
			SIMT_U32(w, i->d2)[l] = SIMT_U32(w, i->b)[l];
	}
}

/* Of an element: which, by columns?, columns, rows, bytes: a byte of imm each */
static void take_element(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *base = SIMT_U64(w, i->a);
	const uint32_t *stride = SIMT_U32(w, i->b);
	uint64_t *d = SIMT_U64(w, i->d);
	const unsigned e = i->imm & 0xff, cols = i->imm >> 16 & 0xff, bytes = i->imm >> 32 & 0xff;
	const bool by_cols = i->imm >> 8 & 1;

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = simt_first(left), at = e * SIMT_LANES + l;
		const uint64_t row = at / cols, col = at % cols;

		d[l] = base[l] + bytes * (by_cols ? col * stride[l] + row : row * stride[l] + col);
	}
}

/* Of a row that another lane names: imm is the first of eight lanes, and above it 0, or for .trans
 * 1 and which of two rows. */
static void take_row(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *base = SIMT_U64(w, i->a);
	uint64_t *d = SIMT_U64(w, i->d);
	const unsigned first = i->imm & 0xff, trans = i->imm >> 8 & 1, second = i->imm >> 9 & 1;

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);

		d[l] = trans ? base[first + l % 4 * 2 + second] + l / 4 * 2
			     : base[first + l / 4] + l % 4 * 4;
	}
}

static int lower_base(struct simt_lower *lw, const struct ptx_insn *i, struct simt_mem *m)
{
	struct simt_insn *s = &lw->k->code[lw->n_code - 1];
	unsigned p = 0;

	while (ptx_mma_operand(i, p) != 'p')
		p++;
	m->space = i->space;
	if (lower_address(lw, i, &i->opnd[p], m) < 0)
		return -1;
	s->kind = SIMT_K_XLANE;
	s->e = full_warp(lw);
	s->fn = take_base;
	s->u.mem = m;
	s->a = m->base_bytes ? m->base : SIMT_NO_REF;
	s->d = SIMT_REF_BASE;
	return 0;
}

/* One access through the address in the temporary STATE: bytes at bit 8 * at of the register. */
static void access(struct simt_lower *lw, const struct simt_mem *base, enum simt_op_kind kind,
		   simt_ref reg, unsigned bytes, unsigned at)
{
	struct simt_mem *m = arena_alloc(&lw->k->arena, sizeof(*m));
	struct simt_insn *s;

	m->kind = kind;
	m->space = base->space;
	m->type = bytes == 8   ? PTX_T_B64
		  : bytes == 4 ? PTX_T_B32
		  : bytes == 2 ? PTX_T_B16
			       : PTX_T_B8;
	m->size = (uint8_t)bytes;
	m->vec = 1;
	m->part = SIMT_NO_REF;
	m->val[0] = reg;
	m->val_bytes[0] = bytes == 8 ? 8 : 4;
	m->insert = bytes < 4;
	m->at = (uint8_t)at;
	m->base = SIMT_REF_STATE;
	m->base_bytes = 8;
	s = lower_more(lw);
	s->kind = SIMT_K_MEM;
	s->u.mem = m;
}

static void copy_reg(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *a = SIMT_U32(w, i->a);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? a[l] : d[l];
}

/* wmma's load and store */
static int lower_tile(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool store = i->op == PTX_OP_WMMA_STORE;
	struct simt_mem *base = arena_alloc(&lw->k->arena, sizeof(*base));
	const size_t first = lw->n_code - 1;
	struct simt_mma_matrix x;
	unsigned bits;
	simt_ref stride;

	if (lower_base(lw, i, base) < 0 || matrix_of(lw, i, store, !store, &x) < 0)
		return -1;
	stride = i->n_opnds > 2 ? lower_src(lw, i, &i->opnd[2], PTX_T_U32)
				: lower_const(lw, i->mma.col[0] ? x.rows : x.cols, 4);
	if (stride == SIMT_NO_REF)
		return -1;
	lw->k->code[first].b = stride;
	lw->k->code[first].d2 = SIMT_REF_PART;
	bits = ptx_mma_bits((enum ptx_mma_type)x.type);
	for (unsigned e = 0; e < x.each; e++) {
		struct simt_insn *s = lower_more(lw);

		s->fn = take_element;
		s->a = SIMT_REF_BASE;
		s->b = SIMT_REF_PART;
		s->d = SIMT_REF_STATE;
		s->imm = e | (uint64_t)i->mma.col[0] << 8 | (uint64_t)x.cols << 16 |
			 (uint64_t)(bits / 8) << 32;
		access(lw, base, store ? SIMT_OP_ST : SIMT_OP_LD,
		       x.reg[bits == 64 ? e : e * bits / 32], bits / 8,
		       bits == 64 ? 0 : e * bits % 32 / 8);
	}
	for (unsigned r = x.each * bits / 32; !store && bits < 32 && r < x.n; r++) {
		struct simt_insn *s = lower_more(lw); /* f16: the same elements again */

		s->fn = copy_reg;
		s->a = x.reg[r - x.each * bits / 32];
		s->d = x.reg[r];
	}
	return 0;
}

static void another_row(struct simt_lower *lw, uint64_t imm)
{
	struct simt_insn *s = lower_more(lw);

	s->kind = SIMT_K_XLANE;
	s->e = full_warp(lw);
	s->fn = take_row;
	s->a = SIMT_REF_BASE;
	s->d = SIMT_REF_STATE;
	s->imm = imm;
}

static int lower_ldmatrix(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_mem *base = arena_alloc(&lw->k->arena, sizeof(*base));
	const struct ptx_opnd *o = &i->opnd[0];
	const unsigned rows = i->mma.trans ? 2 : 1; /* whose elements are in one register */

	if (lower_base(lw, i, base) < 0)
		return -1;
	for (unsigned n = 0; n < i->mma.matrices; n++) {
		const simt_ref d =
			lower_dst(lw, i, o->kind == PTX_OPND_VEC ? &o->vec[n] : o, 0, NULL);

		if (d == SIMT_NO_REF)
			return -1;
		for (unsigned row = 0; row < rows; row++) {
			another_row(lw, 8 * n | (uint64_t)i->mma.trans << 8 | row << 9);
			access(lw, base, SIMT_OP_LD, d, i->mma.trans ? 2 : 4, 2 * row);
		}
	}
	return 0;
}

int lower_mma(struct simt_lower *lw, const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_WMMA_LOAD_A:
	case PTX_OP_WMMA_LOAD_B:
	case PTX_OP_WMMA_LOAD_C:
	case PTX_OP_WMMA_STORE: return lower_tile(lw, i);
	case PTX_OP_LDMATRIX: return lower_ldmatrix(lw, i);
	case PTX_OP_WMMA_MMA:
	case PTX_OP_MMA: return lower_product(lw, i);
	default: return 1;
	}
}
