/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memop: a memory instruction becomes a struct simt_op, and its results registers.
 * Addresses and values of all 32 lanes are prepared whatever the mask: straight loops
 * are faster than choosing, and nobody reads the lanes outside op->mask.
 */
#include "alu_opt.h"

#include "../base/clones.h"

#include "warp.h"

CLONES void simt_gather(struct simt_warp *w, uint64_t *restrict out, simt_ref r, unsigned bytes,
			unsigned size)
{
	uint64_t keep = size < 8 ? (1ULL << (8 * size)) - 1 : UINT64_MAX;

	if (bytes == 4) {
		const uint32_t *s = SIMT_U32(w, r), k = (uint32_t)keep;

		for (unsigned l = 0; l < SIMT_LANES; l++)
			out[l] = s[l] & k;
	} else if (bytes == 8) {
		const uint64_t *s = SIMT_U64(w, r);

		for (unsigned l = 0; l < SIMT_LANES; l++)
			out[l] = s[l] & keep;
	} else {
		const uint16_t *s = SIMT_U16(w, r);

		for (unsigned l = 0; l < SIMT_LANES; l++)
			out[l] = s[l] & keep;
	}
}

CLONES void simt_scatter(struct simt_warp *w, simt_ref r, unsigned bytes,
			 const uint64_t in[SIMT_LANES], uint32_t mask)
{
	if (bytes == 4) {
		uint32_t *d = SIMT_U32(w, r);

		if (mask == UINT32_MAX) {
			for (unsigned l = 0; l < SIMT_LANES; l++)
				d[l] = (uint32_t)in[l];
			return;
		}
		for (; mask; mask &= mask - 1)
			d[simt_first(mask)] = (uint32_t)in[simt_first(mask)];
	} else if (bytes == 8) {
		uint64_t *d = SIMT_U64(w, r);

		for (; mask; mask &= mask - 1)
			d[simt_first(mask)] = in[simt_first(mask)];
	} else {
		uint16_t *d = SIMT_U16(w, r);

		for (; mask; mask &= mask - 1)
			d[simt_first(mask)] = (uint16_t)in[simt_first(mask)];
	}
}

CLONES static void addresses(struct simt_warp *w, const struct simt_mem *m, uint64_t *restrict addr)
{
	simt_addresses(w, m, addr);
}

static enum ptx_space space_of(uint64_t addr)
{
	if (addr - SIMT_SHARED_WINDOW < SIMT_CLUSTER_BYTES)
		return PTX_SPACE_SHARED;
	if (addr - SIMT_LOCAL_WINDOW < SIMT_WINDOW_BYTES)
		return PTX_SPACE_LOCAL;
	return PTX_SPACE_GLOBAL;
}

enum { WINDOW_BITS = 37 }; /* both windows lie below 2^37 */
_Static_assert(SIMT_LOCAL_WINDOW + SIMT_WINDOW_BYTES <= 1ULL << WINDOW_BITS &&
		       SIMT_SHARED_WINDOW < SIMT_LOCAL_WINDOW,
	       "window above WINDOW_BITS");

/* True when all lanes of mask surely lie above the windows: some address bit above those
 * of the windows is set in every one of them. The usual case. */
static bool all_global(const uint64_t *addr, uint32_t mask)
{
	uint64_t common = UINT64_MAX;

	if (mask == UINT32_MAX) {
		for (unsigned l = 0; l < SIMT_LANES; l++)
			common &= addr[l];
	} else {
		for (; mask; mask &= mask - 1)
			common &= addr[simt_first(mask)];
	}
	return common >> WINDOW_BITS;
}

/* Keeps in op->mask the lanes that share the first lane's space; the others stay pending. */
static void split_generic(struct simt_op *op, uint32_t mask)
{
	enum ptx_space space = space_of(op->addr[simt_first(mask)]);
	uint64_t window = space == PTX_SPACE_SHARED  ? SIMT_SHARED_WINDOW
			  : space == PTX_SPACE_LOCAL ? SIMT_LOCAL_WINDOW
						     : 0;
	uint32_t same = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		if (space_of(op->addr[l]) == space)
			same |= 1U << l;
	}
	if (window) {
		for (unsigned l = 0; l < SIMT_LANES; l++)
			op->addr[l] -= window;
	}
	op->space = space;
	op->mask = same;
}

/* Rank + 1, or 0: the block's own. */
static uint32_t rank_of(const struct simt_warp *w, uint64_t addr)
{
	const uint32_t rank = (uint32_t)(addr >> SIMT_RANK_BITS);

	return rank == simt_rank(w->env) + 1 ? 0 : rank;
}

/* Keeps in op->mask the lanes whose addresses are of the same block's shared memory as the first
 * lane's. What .shared::cta cannot reach stays as it is: outside of all of it. */
static void split_ranks(const struct simt_warp *w, const struct simt_mem *m, struct simt_op *op)
{
	const uint32_t first = rank_of(w, op->addr[simt_first(op->mask)]);
	uint32_t same = 0;

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);
		const uint32_t rank = rank_of(w, op->addr[l]);

		if (rank != first)
			continue;
		same |= 1U << l;
		if (!rank || m->cluster || m->space == PTX_SPACE_GENERIC)
			op->addr[l] &= (1ULL << SIMT_RANK_BITS) - 1;
	}
	op->rank = m->cluster || m->space == PTX_SPACE_GENERIC ? first : 0;
	op->mask = same;
}

/* What the instruction alone says. */
static void describe(struct simt_op *op, const struct simt_mem *m, uint32_t pc, uint32_t mask)
{
	op->kind = m->kind;
	op->pc = pc;
	op->mask = mask;
	op->space = m->space;
	op->sem = m->sem;
	op->scope = m->scope;
	op->type = m->type;
	op->atom = m->atom;
	op->size = m->size;
	op->vec = m->vec;
	op->is_async = m->async;
	op->mbarrier = m->mbarrier;
	op->copy = SIMT_COPY_NONE;
	op->rank = 0;
	op->home = 0;
	op->failed = 0;
}

/* All 32 lanes lie `step` bytes apart. */
CLONES static bool evenly(const uint64_t *addr, uint64_t step)
{
	const uint64_t first = addr[0];
	uint64_t differ = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++)
		differ |= addr[l] ^ (first + l * step);
	return !differ;
}

bool simt_op_row(const struct simt_op *op, uint32_t lanes)
{
	const unsigned bytes = (unsigned)op->size * op->vec, first = simt_first(lanes);
	const uint64_t addr = op->addr[first];
	const uint32_t row = lanes >> first;

	if (row & (row + 1))
		return false;
	if (row == UINT32_MAX)
		return op->addr[SIMT_LANES - 1] == addr + (SIMT_LANES - 1) * (uint64_t)bytes &&
		       evenly(op->addr, bytes);
	for (unsigned n = 1; row >> n & 1; n++)
		if (op->addr[first + n] != addr + (uint64_t)n * bytes)
			return false;
	return true;
}

bool simt_op_at(const struct simt_kernel *k, uint32_t pc, struct simt_op *op)
{
	if (pc >= k->n_code || k->code[pc].kind != SIMT_K_MEM)
		return false;
	describe(op, k->code[pc].u.mem, pc, 0);
	return true;
}

/* Bytes that lane l reads before the piece of m. */
static unsigned piece_at(const struct simt_mem *m, uint32_t part)
{
	return part & ~(2U * m->piece - 1);
}

/* Lanes of mask that load with m, their addresses moved to where. */
static uint32_t parts(struct simt_warp *w, const struct simt_mem *m, uint32_t mask, uint64_t *addr)
{
	const uint32_t *part = SIMT_U32(w, m->part);
	uint32_t lanes = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);
		const bool all = part[l] >= m->whole;

		if (m->piece ? !all && part[l] & m->piece : all)
			lanes |= 1U << l;
		if (m->piece)
			addr[l] += piece_at(m, part[l]);
	}
	return lanes;
}

/* A piece into the copy's words. */
static void complete_piece(struct simt_warp *w, const struct simt_mem *m, const struct simt_op *op)
{
	const uint32_t *part = SIMT_U32(w, m->part);

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = simt_first(left), at = piece_at(m, part[l]);

		for (unsigned b = 0; b < m->piece; b++) {
			uint32_t *word = &SIMT_U32(w, m->val[(at + b) / 4])[l];

			*word |= (uint32_t)(op->data[0][l] >> (8 * b) & 0xff)
				 << (8 * ((at + b) % 4));
		}
	}
}

static void take_out(const struct simt_mem *m, uint64_t data[SIMT_LANES])
{
	for (unsigned l = 0; l < SIMT_LANES; l++)
		data[l] = data[l] >> (8 * m->at) & ((1U << (8 * m->size)) - 1);
}

static void complete_insert(struct simt_warp *w, const struct simt_mem *m, const struct simt_op *op)
{
	const uint32_t bits = ((1U << (8 * m->size)) - 1) << (8 * m->at);
	uint32_t *d = SIMT_U32(w, m->val[0]);

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);

		d[l] = (d[l] & ~bits) | (uint32_t)op->data[0][l] << (8 * m->at);
	}
}

/* The upper halves of 128 bits, as SIMT_OP_ATOM says */
static void issue_wide(struct simt_warp *w, const struct simt_mem *m, struct simt_op *op)
{
	simt_gather(w, op->data[SIMT_UPPER_OLD], SIMT_UPPER(m->src), 8, 8);
	if (m->atom == PTX_ATOM_CAS)
		simt_gather(w, op->data[SIMT_UPPER_NEW], SIMT_UPPER(m->cas), 8, 8);
}

void simt_mem_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		    struct simt_op *op)
{
	const struct simt_mem *m = i->u.mem;

	describe(op, m, w->pc, mask);
	addresses(w, m, op->addr);
	if (m->part != SIMT_NO_REF) {
		op->mask = parts(w, m, mask, op->addr);
		return;
	}
	if (m->space == PTX_SPACE_GENERIC && all_global(op->addr, mask))
		op->space = PTX_SPACE_GLOBAL;
	else if (m->space == PTX_SPACE_GENERIC)
		split_generic(op, mask);
	if (op->space == PTX_SPACE_SHARED && w->kernel->cluster)
		split_ranks(w, m, op);
	if (m->kind == SIMT_OP_ST) {
		for (unsigned n = 0; n < m->vec; n++)
			simt_gather(w, op->data[n], m->val[n], m->val_bytes[n],
				    m->insert ? 4 : m->size);
		if (m->insert)
			take_out(m, op->data[0]);
	} else if (m->kind != SIMT_OP_LD) {
		simt_gather(w, op->data[0], m->src, m->src_bytes, m->size);
		if (m->atom == PTX_ATOM_CAS)
			simt_gather(w, op->data2, m->cas, m->cas_bytes, m->size);
		if (m->vec > 1)
			issue_wide(w, m, op);
	}
	w->frag->turn.strong |= m->strong;
}

void simt_bulk_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_op *op)
{
	const struct simt_begin *b = i->u.begin;

	op->kind = SIMT_OP_BULK;
	op->pc = w->pc;
	op->mask = mask;
	op->bulk = &b->bulk;
	addresses(w, &b->to, op->addr);
	if (!b->bulk.by_group)
		addresses(w, &b->bar, op->data2);
	for (unsigned v = 0; b->bulk.store && v < b->bulk.vec; v++)
		simt_gather(w, op->data[v], b->val[v], b->val_bytes[v], b->bulk.size);
	if (b->bulk.store)
		return;
	addresses(w, &b->from, op->data[0]);
	simt_gather(w, op->data[1], b->size, 4, 4);
	if (b->bulk.multicast)
		simt_gather(w, op->data[2], b->mask, 2, 2);
}

enum { CACHE_LINE = 64, EXPECT_INSNS = 8 };

static void ask_for(uint64_t addr)
{
	__builtin_prefetch((const void *)(uintptr_t)addr);
}

/* What the access would touch with today's registers. Asking for too much does no harm: lanes in
 * between are taken to be there. */
static void expect(const struct simt_warp *w, const struct simt_mem *m)
{
	const unsigned highest = 31 - (unsigned)__builtin_clz(w->active);
	uint64_t first, last, beside = 0;

	if (m->space != PTX_SPACE_GLOBAL && m->space != PTX_SPACE_GENERIC)
		return;
	first = simt_address(w, m, simt_first(w->active));
	last = simt_address(w, m, highest);
	if (!(first >> WINDOW_BITS))
		return;
	if (m->kind == SIMT_OP_ST && w->direct)
		beside = w->direct->beside;
	if (last - first < (uint64_t)m->size * m->vec * SIMT_LANES) {
		for (uint64_t at = first; at < last; at += CACHE_LINE)
			ask_for(at);
		ask_for(last);
		for (uint64_t at = first; beside && at < last; at += CACHE_LINE)
			ask_for(at + beside);
		return;
	}
	for (uint32_t left = w->active; left; left &= left - 1)
		ask_for(simt_address(w, m, simt_first(left)));
}

/* A turn may have two accesses; the second one's registers may change until then, so that is a
 * guess. */
void simt_expect(struct simt_warp *w)
{
	const struct simt_insn *i = &w->kernel->code[w->pc];
	const struct simt_insn *end = &w->kernel->code[w->kernel->n_code];

	if (!w->active || i->kind != SIMT_K_MEM)
		return;
	expect(w, i->u.mem);
	if (end - i > EXPECT_INSNS)
		end = i + EXPECT_INSNS;
	do
		i++;
	while (i < end && i->kind == SIMT_K_ALU);
	if (i < end && i->kind == SIMT_K_MEM)
		expect(w, i->u.mem);
}

static void complete_mem(struct simt_warp *w, const struct simt_mem *m, const struct simt_op *op)
{
	unsigned unused = 64 - 8U * m->size;

	for (unsigned n = 0; n < m->vec; n++) {
		uint64_t wide[SIMT_LANES];
		const uint64_t *data = op->data[n && op->kind == SIMT_OP_ATOM ? SIMT_UPPER_OLD : n];

		if (m->val[n] == SIMT_NO_REF)
			continue;
		if (m->sext && m->val_bytes[n] > m->size) {
			for (unsigned l = 0; l < SIMT_LANES; l++)
				wide[l] = (uint64_t)((int64_t)(data[l] << unused) >> unused);
			data = wide;
		}
		simt_scatter(w, m->val[n], m->val_bytes[n], data, op->mask);
	}
}

static void complete_syscall(struct simt_warp *w, const struct simt_call *c,
			     const struct simt_op *op)
{
	if (!c->n_rets)
		return;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		simt_store(w->lane_param + (size_t)l * w->kernel->lane_param_bytes + c->rets[0].dst,
			   op->data[0][l], c->rets[0].size);
	}
}

void simt_complete(struct simt_warp *w, const struct simt_op *op)
{
	const struct simt_insn *i = &w->kernel->code[op->pc];

	if (op->kind == SIMT_OP_LD && i->u.mem->piece)
		complete_piece(w, i->u.mem, op);
	else if (op->kind == SIMT_OP_LD && i->u.mem->insert)
		complete_insert(w, i->u.mem, op);
	else if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM)
		complete_mem(w, i->u.mem, op);
	else if (op->kind == SIMT_OP_SYSCALL)
		complete_syscall(w, i->u.call, op);
}
