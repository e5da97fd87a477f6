/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_bulk: copies in bulk, and stores that are no lane's own: one instruction that gives the
 * machine all addresses; their groups, and the fence between proxies.
 */
#include "lower.h"

static int address(struct simt_lower *lw, const struct ptx_insn *i, unsigned opnd,
		   enum ptx_space space, struct simt_mem *m)
{
	m->space = space;
	m->size = 1;
	m->vec = 1;
	m->part = SIMT_NO_REF;
	return lower_address(lw, i, &i->opnd[opnd], m);
}

static int lower_values(struct simt_lower *lw, const struct ptx_insn *i, struct simt_begin *b)
{
	const struct ptx_opnd *o = &i->opnd[1];

	for (unsigned v = 0; v < b->bulk.vec; v++) {
		unsigned bytes;

		b->val[v] = lower_src_any(lw, i, o->kind == PTX_OPND_VEC ? &o->vec[v] : o, i->type,
					  &bytes);
		if (b->val[v] == SIMT_NO_REF)
			return -1;
		b->val_bytes[v] = (uint8_t)bytes;
	}
	return address(lw, i, 2, PTX_SPACE_SHARED, &b->bar);
}

static int lower_copy(struct simt_lower *lw, const struct ptx_insn *i, struct simt_begin *b)
{
	if (address(lw, i, 1, i->from, &b->from) < 0)
		return -1;
	b->size = lower_src(lw, i, &i->opnd[2], PTX_T_U32);
	if (b->size == SIMT_NO_REF)
		return -1;
	if (i->by_mbarrier && address(lw, i, 3, PTX_SPACE_SHARED, &b->bar) < 0)
		return -1;
	if (i->multicast) {
		b->mask = lower_src(lw, i, &i->opnd[4], PTX_T_B16);
		return b->mask == SIMT_NO_REF ? -1 : 0;
	}
	return 0;
}

static int lower_begin(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	struct simt_begin *b = arena_alloc(&lw->k->arena, sizeof(*b));

	b->bulk = (struct simt_bulk){
		.store = i->op == PTX_OP_ST_ASYNC || i->op == PTX_OP_RED_ASYNC,
		.by_group = i->by_group,
		.multicast = i->multicast,
		.to = i->space,
		.from = i->from,
		.atom = i->atom,
		.type = i->type,
		.size = (uint8_t)ptx_type_bytes(i->type),
		.vec = (uint8_t)(i->vec ? i->vec : 1),
	};
	b->size = b->mask = SIMT_NO_REF;
	out->kind = SIMT_K_BULK;
	out->u.begin = b;
	if (address(lw, i, 0, i->space, &b->to) < 0)
		return -1;
	return b->bulk.store ? lower_values(lw, i, b) : lower_copy(lw, i, b);
}

static int lower_group(const struct ptx_insn *i, struct simt_insn *out)
{
	const int64_t left = i->n_opnds ? i->opnd[0].imm : 0;

	out->kind = SIMT_K_ASYNC;
	out->imm = i->op == PTX_OP_BULK_COMMIT         ? SIMT_ASYNC_BULK_COMMIT
		   : i->mode == PTX_MODE_BULK_READ     ? SIMT_ASYNC_BULK_READ
		   : i->op == PTX_OP_FENCE_PROXY_ASYNC ? SIMT_ASYNC_PROXY
						       : SIMT_ASYNC_BULK_WAIT;
	out->imm |= (uint64_t)(left < UINT32_MAX ? left : UINT32_MAX) << 8;
	out->imm |= (uint64_t)i->space << 40;
	return 0;
}

int lower_bulk(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	switch (i->op) {
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE:
	case PTX_OP_ST_ASYNC:
	case PTX_OP_RED_ASYNC:
		if (!lw->k->async)
			lw->k->async = i;
		return lower_begin(lw, i, out);
	case PTX_OP_BULK_COMMIT:
	case PTX_OP_BULK_WAIT:
	case PTX_OP_FENCE_PROXY_ASYNC: return lower_group(i, out);
	default: return 1;
	}
}
