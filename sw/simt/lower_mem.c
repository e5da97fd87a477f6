/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_mem: loads, stores, atomics, reductions, address conversion.
 */
#include "lower.h"

static unsigned slot_bytes(enum ptx_type t)
{
	unsigned bytes = ptx_type_bytes(t);

	return bytes == 1 ? 2 : bytes;
}

static bool is_signed(enum ptx_type t)
{
	return t == PTX_T_S8 || t == PTX_T_S16 || t == PTX_T_S32 || t == PTX_T_S64;
}

/* Address operand */

static int addr_var(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		    struct simt_mem *m)
{
	const struct ptx_var *v = o->var;
	uint64_t at, bytes = (uint64_t)m->size * m->vec, off = (uint64_t)o->imm;

	if (m->space == PTX_SPACE_GENERIC)
		m->space = v->space;
	if (m->space != v->space)
		return lower_error(lw, i, "'%s' is not in .%s space", v->name,
				   m->space == PTX_SPACE_GLOBAL   ? "global"
				   : m->space == PTX_SPACE_SHARED ? "shared"
				   : m->space == PTX_SPACE_LOCAL  ? "local"
				   : m->space == PTX_SPACE_CONST  ? "const"
								  : "param");
	if (lower_var_addr(lw, i, v, &at) < 0)
		return -1;
	if (m->space == PTX_SPACE_PARAM && (off > v->size || bytes > v->size - off))
		return lower_error(lw, i, "access outside parameter '%s'", v->name);
	m->off = at + off;
	if (m->space == PTX_SPACE_LOCAL) {
		m->base = SIMT_REF_FRAME;
		m->base_bytes = 8;
	}
	return 0;
}

static int addr_reg(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		    struct simt_mem *m)
{
	const struct ptx_reg *r = &lw->cur->f->regs[o->reg];
	unsigned bytes = ptx_type_bytes(r->type);

	if (bytes != 4 && bytes != 8)
		return lower_error(lw, i, "register %s cannot hold an address", r->name);
	m->base = lw->cur->reg[o->reg];
	m->base_bytes = (uint8_t)bytes;
	m->off = (uint64_t)o->imm;
	return 0;
}

int lower_address(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		  struct simt_mem *m)
{
	m->base = SIMT_NO_REF;
	if (o->kind != PTX_OPND_ADDR)
		return lower_error(lw, i, "address operand expected");
	if (o->var)
		return addr_var(lw, i, o, m);
	if (o->reg != PTX_NONE)
		return addr_reg(lw, i, o, m);
	m->off = (uint64_t)o->imm;
	if (m->space == PTX_SPACE_PARAM)
		return lower_error(lw, i, "absolute address in .param space");
	return 0;
}

/* Order and scope as the machine wants them */
static void set_order(const struct ptx_insn *i, struct simt_mem *m)
{
	bool atomic = m->kind == SIMT_OP_ATOM || m->kind == SIMT_OP_RED;

	m->sem = i->sem;
	m->scope = i->scope;
	if (i->sem == PTX_SEM_MMIO)
		m->sem = PTX_SEM_RELAXED;
	if (atomic && i->sem == PTX_SEM_WEAK)
		m->sem = PTX_SEM_RELAXED;
	if (m->sem == PTX_SEM_WEAK)
		m->scope = PTX_SCOPE_NONE;
	else if (m->sem == PTX_SEM_VOLATILE || i->sem == PTX_SEM_MMIO)
		m->scope = PTX_SCOPE_SYS;
	else if (m->scope == PTX_SCOPE_NONE)
		m->scope = PTX_SCOPE_GPU;
	m->strong = m->sem != PTX_SEM_WEAK;
}

/* One value operand of a load (destination) or store (source). */
static int lower_value(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		       struct simt_mem *m, unsigned n)
{
	unsigned bytes = 0;

	if (m->kind == SIMT_OP_LD && o->kind == PTX_OPND_SINK) {
		m->val[n] = SIMT_NO_REF;
		return 0;
	}
	m->val[n] = m->kind == SIMT_OP_LD ? lower_dst(lw, i, o, 0, &bytes)
					  : lower_src_any(lw, i, o, i->type, &bytes);
	if (m->val[n] == SIMT_NO_REF)
		return -1;
	if (bytes < m->size)
		return lower_error(lw, i, "register is narrower than the access");
	m->val_bytes[n] = (uint8_t)bytes;
	return 0;
}

/* 128 bits: two elements of 64 */
static int lower_wide(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		      struct simt_mem *m)
{
	if (lower_value(lw, i, o, m, 0) < 0)
		return -1;
	m->val[1] = m->val[0] == SIMT_NO_REF ? SIMT_NO_REF : SIMT_UPPER(m->val[0]);
	m->val_bytes[0] = m->val_bytes[1] = 8;
	return 0;
}

static int lower_values(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
			struct simt_mem *m)
{
	if (i->type == PTX_T_B128)
		return lower_wide(lw, i, o, m);
	if (m->vec == 1 && o->kind != PTX_OPND_VEC)
		return lower_value(lw, i, o, m, 0);
	if (o->kind != PTX_OPND_VEC || o->n != m->vec)
		return lower_error(lw, i, "vector of %u elements expected", m->vec);
	for (unsigned n = 0; n < o->n; n++) {
		if (lower_value(lw, i, &o->vec[n], m, n) < 0)
			return -1;
	}
	return 0;
}

static int lower_atomic(struct simt_lower *lw, const struct ptx_insn *i, struct simt_mem *m)
{
	const struct ptx_opnd *o = i->opnd;
	unsigned want = i->atom == PTX_ATOM_CAS ? 3 : 2, bytes = 0;

	if (m->kind == SIMT_OP_ATOM) {
		want++;
		if (i->n_opnds && o->kind == PTX_OPND_SINK)
			m->val[0] = SIMT_NO_REF;
		else if ((m->val[0] = lower_dst(lw, i, o, 0, &bytes)) == SIMT_NO_REF)
			return -1;
		else if (bytes < m->size)
			return lower_error(lw, i, "register is narrower than the access");
		m->val_bytes[0] = (uint8_t)bytes;
		o++;
	}
	if (i->n_opnds != want + i->hint)
		return lower_error(lw, i, "%u operands expected", want);
	if (lower_address(lw, i, &o[0], m) < 0)
		return -1;
	m->src = lower_src_any(lw, i, &o[1], i->type, &bytes);
	m->src_bytes = (uint8_t)bytes;
	if (m->src == SIMT_NO_REF)
		return -1;
	if (i->atom == PTX_ATOM_CAS) {
		m->cas = lower_src_any(lw, i, &o[2], i->type, &bytes);
		m->cas_bytes = (uint8_t)bytes;
		if (m->cas == SIMT_NO_REF)
			return -1;
	}
	if (m->space == PTX_SPACE_CONST || m->space == PTX_SPACE_PARAM)
		return lower_error(lw, i, "atomics work on .global and .shared");
	if (i->type == PTX_T_B128) {
		m->val[1] = m->val[0] == SIMT_NO_REF ? SIMT_NO_REF : SIMT_UPPER(m->val[0]);
		m->val_bytes[0] = m->val_bytes[1] = m->src_bytes = m->cas_bytes = 8;
	}
	return 0;
}

/* .param accesses never leave the executor. */
static int lower_param(struct simt_lower *lw, const struct ptx_insn *i, const struct simt_mem *m,
		       struct simt_insn *out)
{
	bool kernel = m->off < SIMT_PARAM_LANE;

	out->u.mem = m;
	out->kind = SIMT_K_ALU;
	if (m->base_bytes) {
		out->kind = SIMT_K_PARAM;
		return 0;
	}
	if (m->kind == SIMT_OP_ST && kernel)
		return lower_error(lw, i, "store to a kernel parameter");
	out->fn = m->kind == SIMT_OP_ST ? simt_st_lane_param
		  : kernel              ? simt_ld_param
					: simt_ld_lane_param;
	return 0;
}

static bool is_direct(const struct simt_mem *m)
{
	if (m->strong || (m->kind != SIMT_OP_LD && m->kind != SIMT_OP_ST))
		return false;
	for (unsigned n = 0; n < m->vec; n++)
		if (m->val[n] == SIMT_NO_REF)
			return false;
	return true;
}

int lower_mem(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct simt_mem *m;
	int rc;

	if (i->op != PTX_OP_LD && i->op != PTX_OP_LDU && i->op != PTX_OP_ST &&
	    i->op != PTX_OP_ATOM && i->op != PTX_OP_RED)
		return 1;
	m = arena_alloc(&lw->k->arena, sizeof(*m));
	m->kind = i->op == PTX_OP_ST     ? SIMT_OP_ST
		  : i->op == PTX_OP_ATOM ? SIMT_OP_ATOM
		  : i->op == PTX_OP_RED  ? SIMT_OP_RED
					 : SIMT_OP_LD;
	m->space = i->space;
	m->cluster = i->cluster;
	m->part = SIMT_NO_REF;
	m->type = i->type;
	m->size = (uint8_t)ptx_type_bytes(i->type);
	m->vec = (uint8_t)(i->vec ? i->vec : 1);
	if (i->type == PTX_T_B128) {
		m->size = 8;
		m->vec = 2;
	}
	m->atom = i->atom;
	m->sext = is_signed(i->type);
	set_order(i, m);
	if (!m->size)
		return lower_error(lw, i, "predicates cannot be in memory");
	if (m->kind == SIMT_OP_ATOM || m->kind == SIMT_OP_RED) {
		rc = lower_atomic(lw, i, m);
	} else {
		bool st = m->kind == SIMT_OP_ST;

		if (i->n_opnds != 2U + i->hint)
			return lower_error(lw, i, "two operands expected");
		rc = lower_address(lw, i, &i->opnd[!st], m);
		if (!rc)
			rc = lower_values(lw, i, &i->opnd[st], m);
		if (!rc && st && m->space == PTX_SPACE_CONST)
			rc = lower_error(lw, i, "store to constant memory");
	}
	if (rc < 0)
		return -1;
	if (m->space == PTX_SPACE_PARAM)
		return lower_param(lw, i, m, out);
	m->direct = is_direct(m);
	out->kind = SIMT_K_MEM;
	out->u.mem = m;
	return 0;
}

/* Address conversion: generic = offset + window for shared and local, equal elsewhere. */

static void add_window64(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *a = SIMT_U64(w, i->a);
	uint64_t *d = SIMT_U64(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? a[l] + i->imm : d[l];
}

static void copy32(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *a = SIMT_U32(w, i->a);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? a[l] : d[l];
}

enum { ANY_SHARED = PTX_SPACE_COUNT };

static void isspacep(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *a = SIMT_U64(w, i->a);
	uint32_t p = 0, *d = &SIMT_PRED(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint64_t off = a[l] - SIMT_SHARED_WINDOW;
		bool shared = off < SIMT_CLUSTER_BYTES;
		bool own =
			off < SIMT_WINDOW_BYTES || off >> SIMT_RANK_BITS == simt_rank(w->env) + 1U;
		bool local = a[l] - SIMT_LOCAL_WINDOW < SIMT_WINDOW_BYTES;
		bool yes = i->imm == PTX_SPACE_SHARED  ? own
			   : i->imm == ANY_SHARED      ? shared
			   : i->imm == PTX_SPACE_LOCAL ? local
						       : !shared && !local;

		p |= (uint32_t)yes << l;
	}
	*d = (*d & ~mask) | (p & mask);
}

static int lower_isspacep(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	unsigned bytes;

	if (i->space != PTX_SPACE_SHARED && i->space != PTX_SPACE_LOCAL &&
	    i->space != PTX_SPACE_GLOBAL)
		return lower_error(lw, i, "isspacep is supported for .global, .shared and .local");
	out->d = lower_dst(lw, i, &i->opnd[0], 0, &bytes);
	out->a = lower_src(lw, i, &i->opnd[1], PTX_T_U64);
	if (out->d == SIMT_NO_REF || out->a == SIMT_NO_REF)
		return -1;
	if (out->d != SIMT_REF_SCRATCH && bytes)
		return lower_error(lw, i, "isspacep writes a predicate");
	out->fn = isspacep;
	out->imm = i->cluster ? (unsigned)ANY_SHARED : (unsigned)i->space;
	out->kind = SIMT_K_ALU;
	return 0;
}

/* Addresses of the same variable in another block of the cluster, and whose an address is. */

static void map_rank(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *rank = SIMT_U32(w, i->b);
	const uint64_t own = (1ULL << SIMT_RANK_BITS) - 1, window = i->imm & ~1ULL;

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		if (!(mask >> l & 1))
			continue;
		if (i->imm & 1)
			SIMT_U64(w, i->d)
		[l] = window + (SIMT_U64(w, i->a)[l] & own) + ((rank[l] + 1ULL) << SIMT_RANK_BITS);
		else SIMT_U32(w, i->d)[l] =
			(SIMT_U32(w, i->a)[l] & (uint32_t)own) + ((rank[l] + 1U) << SIMT_RANK_BITS);
	}
}

static void rank_of(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t own = simt_rank(w->env);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint64_t a = i->imm & 1 ? SIMT_U64(w, i->a)[l] : SIMT_U32(w, i->a)[l];
		const uint32_t rank = (uint32_t)(a >> SIMT_RANK_BITS) % 32;

		if (mask >> l & 1)
			d[l] = rank ? rank - 1 : own;
	}
}

static int lower_rank(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool map = i->op == PTX_OP_MAPA;

	out->kind = SIMT_K_ALU;
	out->imm = (i->space == PTX_SPACE_GENERIC ? SIMT_SHARED_WINDOW : 0) |
		   (ptx_type_bytes(i->type) == 8);
	out->fn = map ? map_rank : rank_of;
	out->d = lower_dst(lw, i, &i->opnd[0], 0, NULL);
	out->a = lower_src(lw, i, &i->opnd[1], i->type);
	if (map)
		out->b = lower_src(lw, i, &i->opnd[2], PTX_T_U32);
	return out->d == SIMT_NO_REF || out->a == SIMT_NO_REF || (map && out->b == SIMT_NO_REF) ? -1
												: 0;
}

int lower_addr_op(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	uint64_t window = i->space == PTX_SPACE_SHARED  ? SIMT_SHARED_WINDOW
			  : i->space == PTX_SPACE_LOCAL ? SIMT_LOCAL_WINDOW
							: 0;
	unsigned bytes;

	if (i->op == PTX_OP_ISSPACEP)
		return lower_isspacep(lw, i, out);
	if (i->op == PTX_OP_MAPA || i->op == PTX_OP_GETCTARANK)
		return lower_rank(lw, i, out);
	if (i->op != PTX_OP_CVTA)
		return 1;
	if (i->space == PTX_SPACE_PARAM || i->space == PTX_SPACE_GENERIC)
		return lower_error(lw, i,
				   "cvta is supported for .global, .const, .shared and "
				   ".local");
	if (window && ptx_type_bytes(i->type) != 8)
		return lower_error(lw, i, "32-bit generic addresses are not supported");
	out->d = lower_dst(lw, i, &i->opnd[0], 0, &bytes);
	out->a = lower_src(lw, i, &i->opnd[1], i->type);
	if (out->d == SIMT_NO_REF || out->a == SIMT_NO_REF)
		return -1;
	if (bytes != slot_bytes(i->type))
		return lower_error(lw, i, "destination width does not fit the type");
	out->imm = i->to ? 0 - window : window;
	out->fn = bytes == 8 ? add_window64 : copy32;
	out->kind = SIMT_K_ALU;
	return 0;
}
