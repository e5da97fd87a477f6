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
	x->rows = (uint8_t)(matrix == 'b' ? p->k : p->m);
	x->cols = (uint8_t)(matrix == 'a' ? p->k : p->n);
	if (x->type == PTX_MMA_B1) /* in words */
		*(matrix == 'b' ? &x->rows : &x->cols) = (uint8_t)(p->k / 32);
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

/* wmma's layout: a lane has neighbours, in the order in which A and B lie in memory, of C and D in
 * rows. */
static struct mma_place neighbour(const struct simt_mma_matrix *x, bool by_cols, unsigned at)
{
	if (by_cols)
		return (struct mma_place){at % x->rows, at / x->rows};
	return (struct mma_place){at / x->cols, at % x->cols};
}

static void set_places(struct simt_lower *lw, const struct ptx_insn *i, char matrix,
		       struct simt_mma_matrix *x)
{
	const bool by_cols = (matrix == 'a' && i->mma.col[0]) || (matrix == 'b' && i->mma.col[1]);
	const size_t n = (size_t)x->each * SIMT_LANES;
	uint16_t *place = arena_alloc(&lw->k->arena, n * sizeof(*place));

	for (unsigned k = 0; k < n; k++) {
		const unsigned l = k % SIMT_LANES, e = k / SIMT_LANES;
		const struct mma_place at = i->op == PTX_OP_MMA
						    ? mma_place(x, matrix, l, e)
						    : neighbour(x, by_cols, l * x->each + e);

		place[k] = (uint16_t)(at.row * x->cols + at.col);
	}
	x->place = place;
}

static int lower_product(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_mma *m = arena_alloc(&lw->k->arena, sizeof(*m));
	struct simt_insn *s = &lw->k->code[lw->n_code - 1];

	s->kind = SIMT_K_XLANE;
	s->e = full_warp(lw);
	s->u.mma = m;
	m->sat = i->mma.sat;
	m->differ = i->mma.differ;
	if (matrix_of(lw, i, 0, true, &m->d) || matrix_of(lw, i, 1, false, &m->a) ||
	    matrix_of(lw, i, 2, false, &m->b) || matrix_of(lw, i, 3, false, &m->c))
		return -1;
	set_places(lw, i, 'a', &m->a);
	set_places(lw, i, 'b', &m->b);
	set_places(lw, i, 'c', &m->c);
	m->d.place = m->c.place;
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

/* How a matrix lies in memory. imm: one, for a lane's elements from from on. */
struct tile {
	struct simt_mma_matrix x;
	bool by_cols;  /* in memory */
	bool in_order; /* neighbours of a lane are neighbours there */
	uint8_t bits;  /* of what x.each counts */
	uint8_t unit;  /* elements in that: 32 single bits, else 1 */
	uint8_t from;
};

static void take_element(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct tile *t = (const struct tile *)(uintptr_t)i->imm;
	const uint64_t *base = SIMT_U64(w, i->a);
	const uint32_t *stride = SIMT_U32(w, i->b);
	uint64_t *d = SIMT_U64(w, i->d);

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = simt_first(left), at = l * t->x.each + t->from;
		const unsigned length = t->in_order && t->by_cols ? t->x.rows : t->x.cols;
		const uint64_t line = t->in_order ? at / length : at % length;
		const uint64_t pos = t->in_order ? at % length : at / length;

		d[l] = base[l] + (line * stride[l] / t->unit + pos) * t->bits / 8;
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

/* One access through the address in the temporary STATE, of vec registers from reg on. */
static struct simt_mem *access(struct simt_lower *lw, const struct simt_mem *base,
			       enum simt_op_kind kind, const simt_ref *reg, unsigned vec,
			       unsigned bytes)
{
	struct simt_mem *m = arena_alloc(&lw->k->arena, sizeof(*m));
	struct simt_insn *s;

	m->kind = kind;
	m->space = base->space;
	m->type = bytes == 8 ? PTX_T_B64 : bytes == 4 ? PTX_T_B32 : PTX_T_B16;
	m->size = (uint8_t)bytes;
	m->vec = (uint8_t)vec;
	m->part = SIMT_NO_REF;
	for (unsigned n = 0; n < vec; n++) {
		m->val[n] = reg[n];
		m->val_bytes[n] = bytes == 8 ? 8 : 4;
	}
	m->base = SIMT_REF_STATE;
	m->base_bytes = 8;
	m->direct = bytes > 2;
	s = lower_more(lw);
	s->kind = SIMT_K_MEM;
	s->u.mem = m;
	return m;
}

/* Two bytes at bit 8 * at of the register */
static void access_half(struct simt_lower *lw, const struct simt_mem *base, enum simt_op_kind kind,
			simt_ref reg, unsigned at)
{
	struct simt_mem *m = access(lw, base, kind, &reg, 1, 2);

	m->insert = true;
	m->at = (uint8_t)at;
}

static void copy_reg(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *a = SIMT_U32(w, i->a);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? a[l] : d[l];
}

/* The access to a lane's elements from e on: as many as lie side by side, up to 16 bytes. Returns
 * how many that are. */
static unsigned lower_part(struct simt_lower *lw, const struct simt_mem *base,
			   enum simt_op_kind kind, const struct tile *t, unsigned e)
{
	const unsigned bits = t->bits, reg = e * bits / (bits == 64 ? 64 : 32);
	const unsigned width = bits < 16 ? 64 : 128; /* rows of bytes are aligned less well */
	const unsigned most = t->in_order ? width / bits : 1, left = t->x.each - e;
	const unsigned n = left < most ? left : most;
	struct tile *own = arena_alloc(&lw->k->arena, sizeof(*own));
	struct simt_insn *s = lower_more(lw);

	*own = *t;
	own->from = (uint8_t)e;
	s->fn = take_element;
	s->a = SIMT_REF_BASE;
	s->b = SIMT_REF_PART;
	s->d = SIMT_REF_STATE;
	s->imm = (uint64_t)(uintptr_t)own;
	if (n * bits < 32)
		access_half(lw, base, kind, t->x.reg[reg], e * bits % 32 / 8);
	else
		access(lw, base, kind, &t->x.reg[reg], n * bits / (bits == 64 ? 64 : 32),
		       bits == 64 ? 8 : 4);
	return n;
}

static void describe_tile(const struct ptx_insn *i, struct tile *t)
{
	const enum ptx_mma_type type = (enum ptx_mma_type)t->x.type;
	const bool ab = i->op == PTX_OP_WMMA_LOAD_A || i->op == PTX_OP_WMMA_LOAD_B;

	t->by_cols = i->mma.col[0];
	t->in_order = ab || !t->by_cols;
	t->unit = type == PTX_MMA_B1 ? 32 : 1;
	t->bits = (uint8_t)(ptx_mma_bits(type) * t->unit);
}

/* wmma's load and store */
static int lower_tile(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool store = i->op == PTX_OP_WMMA_STORE;
	struct simt_mem *base = arena_alloc(&lw->k->arena, sizeof(*base));
	const size_t first = lw->n_code - 1;
	struct tile tile = {.by_cols = false}, *const t = &tile;
	unsigned bits, line;
	simt_ref stride;

	if (lower_base(lw, i, base) < 0 || matrix_of(lw, i, store, !store, &t->x) < 0)
		return -1;
	describe_tile(i, t);
	line = (t->by_cols ? t->x.rows : t->x.cols) * (unsigned)t->unit;
	stride = i->n_opnds > 2 ? lower_src(lw, i, &i->opnd[2], PTX_T_U32)
				: lower_const(lw, line, 4);
	if (stride == SIMT_NO_REF)
		return -1;
	lw->k->code[first].b = stride;
	lw->k->code[first].d2 = SIMT_REF_PART;
	for (unsigned e = 0; e < t->x.each;)
		e += lower_part(lw, base, store ? SIMT_OP_ST : SIMT_OP_LD, t, e);
	bits = t->x.each * t->bits;
	for (unsigned r = bits / 32; !store && t->bits < 32 && r < t->x.n; r++) {
		struct simt_insn *s = lower_more(lw); /* f16: the same elements again */

		s->fn = copy_reg;
		s->a = t->x.reg[r - bits / 32];
		s->d = t->x.reg[r];
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

/* ldmatrix and stmatrix */
static int lower_rows(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool store = i->op == PTX_OP_STMATRIX;
	const enum simt_op_kind kind = store ? SIMT_OP_ST : SIMT_OP_LD;
	struct simt_mem *base = arena_alloc(&lw->k->arena, sizeof(*base));
	const struct ptx_opnd *o = &i->opnd[store];
	const unsigned rows = i->mma.trans ? 2 : 1; /* whose elements are in one register */

	if (lower_base(lw, i, base) < 0)
		return -1;
	for (unsigned n = 0; n < i->mma.matrices; n++) {
		const struct ptx_opnd *e = o->kind == PTX_OPND_VEC ? &o->vec[n] : o;
		const simt_ref reg =
			store ? lower_src(lw, i, e, PTX_T_B32) : lower_dst(lw, i, e, 0, NULL);

		if (reg == SIMT_NO_REF)
			return -1;
		for (unsigned row = 0; row < rows; row++) {
			another_row(lw, 8 * n | (uint64_t)i->mma.trans << 8 | row << 9);
			if (i->mma.trans)
				access_half(lw, base, kind, reg, 2 * row);
			else
				access(lw, base, kind, &reg, 1, 4);
		}
	}
	return 0;
}

static int lower_movmatrix(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_insn *s = &lw->k->code[lw->n_code - 1];

	s->kind = SIMT_K_XLANE;
	s->e = full_warp(lw);
	s->fn = mma_transpose;
	s->d = lower_dst(lw, i, &i->opnd[0], 0, NULL);
	s->a = lower_src(lw, i, &i->opnd[1], PTX_T_B32);
	return s->d == SIMT_NO_REF || s->a == SIMT_NO_REF ? -1 : 0;
}

int lower_mma(struct simt_lower *lw, const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_WMMA_LOAD_A:
	case PTX_OP_WMMA_LOAD_B:
	case PTX_OP_WMMA_LOAD_C:
	case PTX_OP_WMMA_STORE: return lower_tile(lw, i);
	case PTX_OP_LDMATRIX:
	case PTX_OP_STMATRIX: return lower_rows(lw, i);
	case PTX_OP_MOVMATRIX: return lower_movmatrix(lw, i);
	case PTX_OP_WMMA_MMA:
	case PTX_OP_MMA: return lower_product(lw, i);
	default: return 1;
	}
}
