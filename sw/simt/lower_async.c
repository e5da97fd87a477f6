/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_async: cp.async as a load and a store that the machine performs at once and that observers
 * know as the copy's, not the lane's; its groups as operations of their own; mbarriers as atomics
 * on the 64 bits of their state.
 *
 *   cp.async  [bytes to read: p -> n]  [0 -> data]  load ...  store
 *
 * The data is in the temporaries, four words a lane. A copy of fewer bytes than it writes loads
 * them in pieces of 16 or 8, 4, 2, 1.
 */
#include "mbarrier.h"

#include "lower.h"

/* The instruction's own slot first, then more. */
static struct simt_insn *slot(struct simt_lower *lw)
{
	if (!lw->own_slot)
		return lower_more(lw);
	lw->own_slot = false;
	return &lw->k->code[lw->n_code - 1];
}

static simt_ref word_ref(unsigned n)
{
	return (simt_ref)(SIMT_REF_WORD + 128 * n);
}

/* cp.async */

static void zero_data(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	for (unsigned n = 0; n < i->u.mem->vec; n++) {
		uint32_t *d = SIMT_U32(w, i->u.mem->val[n]);

		for (unsigned l = 0; l < SIMT_LANES; l++)
			d[l] = mask >> l & 1 ? 0 : d[l];
	}
}

/* imm: bytes, and above them whether the predicate is negated */
static void part_of_predicate(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t p = SIMT_PRED(w, i->a) ^ (i->imm >> 8 ? UINT32_MAX : 0);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? (p >> l & 1 ? 0 : (uint32_t)i->imm & 0xff) : d[l];
}

static struct simt_mem *new_mem(struct simt_lower *lw, enum simt_op_kind kind, enum ptx_space space,
				bool async)
{
	struct simt_mem *m = arena_alloc(&lw->k->arena, sizeof(*m));

	m->kind = kind;
	m->space = space;
	m->type = PTX_T_B32;
	m->size = 4;
	m->vec = 1;
	m->part = SIMT_NO_REF;
	m->async = async;
	for (unsigned n = 0; n < PTX_MAX_VEC; n++)
		m->val[n] = SIMT_NO_REF;
	return m;
}

static void set_words(struct simt_mem *m, unsigned bytes)
{
	m->vec = (uint8_t)(bytes / 4);
	for (unsigned n = 0; n < m->vec; n++) {
		m->val[n] = word_ref(n);
		m->val_bytes[n] = 4;
	}
}

/* Words into which a piece may go; part: how many bytes are read, 0: any number. */
static uint8_t words_of(unsigned bytes, unsigned piece, unsigned part)
{
	unsigned words = 0;

	for (unsigned at = 0; at < bytes; at += 2 * piece)
		if (!part || at == (part & ~(2 * piece - 1)))
			words |= (piece == 8 ? 3U : 1U) << (at / 4) | 1U << ((at + piece - 1) / 4);
	return (uint8_t)words;
}

/* The whole, or a piece if there is one. */
static int async_load(struct simt_lower *lw, const struct ptx_insn *i, simt_ref part,
		      unsigned piece)
{
	const unsigned bytes = (unsigned)i->opnd[2].imm;
	struct simt_mem *m = new_mem(lw, SIMT_OP_LD, PTX_SPACE_GLOBAL, true);
	struct simt_insn *out;

	set_words(m, bytes);
	m->part = part;
	m->whole = (uint8_t)bytes;
	if (piece) {
		const struct ptx_opnd *o = &i->opnd[3];

		m->vec = 1;
		m->size = m->piece = (uint8_t)piece;
		m->words = words_of(bytes, piece, o->kind == PTX_OPND_IMM ? (unsigned)o->imm : 0);
	}
	if (lower_address(lw, i, &i->opnd[1], m) < 0)
		return -1;
	out = slot(lw);
	out->kind = SIMT_K_MEM;
	out->u.mem = m;
	return 0;
}

static bool is_predicate(const struct simt_lower *lw, const struct ptx_opnd *o)
{
	return o->kind == PTX_OPND_REG && lw->cur->f->regs[o->reg].type == PTX_T_PRED;
}

/* Slots that work out how many bytes are read, at *part. */
static int lower_part(struct simt_lower *lw, const struct ptx_insn *i, simt_ref *part)
{
	const struct ptx_opnd *o = &i->opnd[3];
	struct simt_insn *s;

	if (!is_predicate(lw, o)) {
		*part = lower_src(lw, i, o, PTX_T_U32);
		return *part == SIMT_NO_REF ? -1 : 0;
	}
	s = slot(lw);
	s->fn = part_of_predicate;
	s->a = lower_pred(lw, i, o);
	s->d = *part = SIMT_REF_PART;
	s->imm = (uint64_t)i->opnd[2].imm | (uint64_t)o->neg << 8;
	return 0;
}

static int load_part(struct simt_lower *lw, const struct ptx_insn *i)
{
	const struct ptx_opnd *o = &i->opnd[3];
	const bool literal = o->kind == PTX_OPND_IMM;
	const unsigned bytes = (unsigned)i->opnd[2].imm;
	struct simt_mem *zero = new_mem(lw, SIMT_OP_LD, PTX_SPACE_GLOBAL, true);
	struct simt_insn *s;
	simt_ref part;

	if (lower_part(lw, i, &part) < 0)
		return -1;
	set_words(zero, bytes);
	s = slot(lw);
	s->fn = zero_data;
	s->u.mem = zero;
	if (!literal && async_load(lw, i, part, 0) < 0)
		return -1;
	for (unsigned piece = is_predicate(lw, o) ? 0 : bytes / 2; piece; piece /= 2)
		if ((!literal || o->imm & piece) && async_load(lw, i, part, piece) < 0)
			return -1;
	return 0;
}

static int lower_copy(struct simt_lower *lw, const struct ptx_insn *i)
{
	const unsigned bytes = (unsigned)i->opnd[2].imm;
	const struct ptx_opnd *o = &i->opnd[3];
	const bool all = i->n_opnds <= 3U + i->hint || (o->kind == PTX_OPND_IMM && o->imm == bytes);
	struct simt_mem *m;
	struct simt_insn *out;

	if ((all ? async_load(lw, i, SIMT_NO_REF, 0) : load_part(lw, i)) < 0)
		return -1;
	m = new_mem(lw, SIMT_OP_ST, PTX_SPACE_SHARED, true);
	set_words(m, bytes);
	if (lower_address(lw, i, &i->opnd[0], m) < 0)
		return -1;
	out = slot(lw);
	out->kind = SIMT_K_MEM;
	out->u.mem = m;
	return 0;
}

/* mbarrier */

#define STATE SIMT_REF_STATE

static void make_state(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *a = SIMT_U32(w, i->a);
	uint64_t *d = SIMT_U64(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? mbarrier_init(a[l]) : d[l];
}

static void is_over_state(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *now = SIMT_U64(w, i->a), *then = SIMT_U64(w, i->b);
	uint32_t p = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++)
		p |= (uint32_t)(mbarrier_phase(now[l]) != mbarrier_phase(then[l])) << l;
	SIMT_PRED(w, i->d) = (SIMT_PRED(w, i->d) & ~mask) | (p & mask);
}

static void is_over_parity(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *now = SIMT_U64(w, i->a);
	const uint32_t *parity = SIMT_U32(w, i->b);
	uint32_t p = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++)
		p |= (uint32_t)(mbarrier_phase(now[l]) != (parity[l] & 1)) << l;
	SIMT_PRED(w, i->d) = (SIMT_PRED(w, i->d) & ~mask) | (p & mask);
}

static void pending_count(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *a = SIMT_U64(w, i->a);
	uint32_t *d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = mask >> l & 1 ? mbarrier_pending(a[l]) : d[l];
}

static struct simt_mem *state_mem(struct simt_lower *lw, const struct ptx_insn *i,
				  enum simt_op_kind kind)
{
	struct simt_mem *m = new_mem(lw, kind, i->space, i->op == PTX_OP_CP_ASYNC_ARRIVE);

	m->mbarrier = i->op != PTX_OP_MBARRIER_INIT && i->op != PTX_OP_MBARRIER_INVAL;
	m->cluster = i->cluster;
	m->type = PTX_T_B64;
	m->size = 8;
	m->val_bytes[0] = 8;
	m->sem = i->op == PTX_OP_CP_ASYNC_ARRIVE ? PTX_SEM_RELEASE : i->sem;
	m->scope = m->sem == PTX_SEM_WEAK ? PTX_SCOPE_NONE : i->scope ? i->scope : PTX_SCOPE_CTA;
	m->strong = m->sem != PTX_SEM_WEAK;
	return m;
}

static int put_mem(struct simt_lower *lw, const struct ptx_insn *i, struct simt_mem *m,
		   unsigned opnd)
{
	struct simt_insn *out;

	if (lower_address(lw, i, &i->opnd[opnd], m) < 0)
		return -1;
	if (m->space != PTX_SPACE_SHARED && m->space != PTX_SPACE_GENERIC)
		return lower_error(lw, i, "an mbarrier lies in shared memory");
	out = slot(lw);
	out->kind = SIMT_K_MEM;
	out->u.mem = m;
	return 0;
}

static int lower_init(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_mem *m = state_mem(lw, i, SIMT_OP_ST);

	m->val[0] = i->op == PTX_OP_MBARRIER_INIT ? STATE : lower_const(lw, 0, 8);
	if (i->op == PTX_OP_MBARRIER_INIT) {
		const simt_ref count = lower_src(lw, i, &i->opnd[1], PTX_T_U32);
		struct simt_insn *s = slot(lw);

		s->fn = make_state;
		s->a = count;
		s->d = STATE;
		if (count == SIMT_NO_REF)
			return -1;
	}
	return put_mem(lw, i, m, 0);
}

static int lower_wait(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool parity =
		i->op == PTX_OP_MBARRIER_TEST_PARITY || i->op == PTX_OP_MBARRIER_TRY_PARITY;
	struct simt_mem *m = state_mem(lw, i, SIMT_OP_LD);
	struct simt_insn *s;

	m->val[0] = STATE;
	if (put_mem(lw, i, m, 1) < 0)
		return -1;
	s = slot(lw);
	s->fn = parity ? is_over_parity : is_over_state;
	s->a = STATE;
	s->b = lower_src(lw, i, &i->opnd[2], parity ? PTX_T_U32 : PTX_T_B64);
	s->d = lower_dst(lw, i, &i->opnd[0], 0, NULL);
	return s->b == SIMT_NO_REF || s->d == SIMT_NO_REF ? -1 : 0;
}

static enum ptx_atom state_atom(enum ptx_op op)
{
	switch (op) {
	case PTX_OP_MBARRIER_ARRIVE_DROP: return PTX_ATOM_MB_ARRIVE_DROP;
	case PTX_OP_MBARRIER_ARRIVE_TX: return PTX_ATOM_MB_ARRIVE_TX;
	case PTX_OP_MBARRIER_EXPECT_TX: return PTX_ATOM_MB_EXPECT_TX;
	case PTX_OP_MBARRIER_COMPLETE_TX: return PTX_ATOM_MB_COMPLETE_TX;
	default: return PTX_ATOM_MB_ARRIVE;
	}
}

/* Operands: [state,] address [, count] */
static int lower_arrive(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool result = i->op == PTX_OP_MBARRIER_ARRIVE ||
			    i->op == PTX_OP_MBARRIER_ARRIVE_DROP ||
			    i->op == PTX_OP_MBARRIER_ARRIVE_TX;
	struct simt_mem *m = state_mem(lw, i, result ? SIMT_OP_ATOM : SIMT_OP_RED);

	m->atom = state_atom(i->op);
	if (i->op == PTX_OP_CP_ASYNC_ARRIVE && i->mode != PTX_MODE_MB_NOINC)
		m->atom = PTX_ATOM_MB_ARRIVE_LATER;
	m->src = i->n_opnds > 1U + result ? lower_src(lw, i, &i->opnd[1 + result], PTX_T_U32)
					  : lower_const(lw, 1, 4);
	m->src_bytes = 4;
	if (result && i->opnd[0].kind != PTX_OPND_SINK)
		m->val[0] = lower_dst(lw, i, &i->opnd[0], 0, NULL);
	return m->src == SIMT_NO_REF ? -1 : put_mem(lw, i, m, result);
}

static int lower_pending(struct simt_lower *lw, const struct ptx_insn *i)
{
	struct simt_insn *s = slot(lw);

	s->fn = pending_count;
	s->a = lower_src(lw, i, &i->opnd[1], PTX_T_B64);
	s->d = lower_dst(lw, i, &i->opnd[0], 0, NULL);
	return s->a == SIMT_NO_REF || s->d == SIMT_NO_REF ? -1 : 0;
}

static int lower_group(struct simt_lower *lw, const struct ptx_insn *i)
{
	const bool commit = i->op == PTX_OP_CP_ASYNC_COMMIT;
	struct simt_insn *out = slot(lw);

	out->kind = SIMT_K_ASYNC;
	out->imm = commit ? SIMT_ASYNC_COMMIT : SIMT_ASYNC_WAIT;
	if (i->op == PTX_OP_CP_ASYNC_WAIT_ALL)
		out->imm = SIMT_ASYNC_WAIT_ALL;
	if (i->op == PTX_OP_CP_ASYNC_WAIT)
		out->imm |= (uint64_t)(i->opnd[0].imm < UINT32_MAX ? i->opnd[0].imm : UINT32_MAX)
			    << 8;
	return 0;
}

int lower_async(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (i->op < PTX_OP_CP_ASYNC || i->op > PTX_OP_MBARRIER_COMPLETE_TX)
		return 1;
	(void)out;
	lw->own_slot = true;
	if (!lw->k->async && i->op <= PTX_OP_CP_ASYNC_ARRIVE)
		lw->k->async = i;
	if (!lw->k->mbarrier && i->op >= PTX_OP_CP_ASYNC_ARRIVE)
		lw->k->mbarrier = i;
	switch (i->op) {
	case PTX_OP_CP_ASYNC: return lower_copy(lw, i);
	case PTX_OP_CP_ASYNC_COMMIT:
	case PTX_OP_CP_ASYNC_WAIT:
	case PTX_OP_CP_ASYNC_WAIT_ALL: return lower_group(lw, i);
	case PTX_OP_MBARRIER_INIT:
	case PTX_OP_MBARRIER_INVAL: return lower_init(lw, i);
	case PTX_OP_MBARRIER_TEST_WAIT:
	case PTX_OP_MBARRIER_TEST_PARITY:
	case PTX_OP_MBARRIER_TRY_WAIT:
	case PTX_OP_MBARRIER_TRY_PARITY: return lower_wait(lw, i);
	case PTX_OP_MBARRIER_PENDING_COUNT: return lower_pending(lw, i);
	default: return lower_arrive(lw, i);
	}
}
