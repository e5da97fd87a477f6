/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bulk: a lane's copy in bulk becomes operations of that lane, performed where it is begun:
 *
 *   begins ─> 16 bytes are read ─> written, once for each block ─> ... ─> mbarrier: so many bytes
 *
 * Observers know them as the copy's: simt_op.copy.
 */
#include <string.h>

#include "machine_int.h"

enum { CHUNK = 16 };

struct copy {
	struct machine *m;
	struct machine_warp *w;
	const struct simt_op *op;
	unsigned lane;
	bool *changed;
};

static struct simt_op *part(const struct copy *c, enum simt_op_kind kind, enum simt_copy copy)
{
	struct simt_op *p = &c->m->part;

	p->kind = kind;
	p->pc = c->op->pc;
	p->mask = 1U << c->lane;
	p->space = PTX_SPACE_GLOBAL;
	p->sem = PTX_SEM_WEAK;
	p->scope = PTX_SCOPE_NONE;
	p->type = PTX_T_B32;
	p->atom = PTX_ATOM_NONE;
	p->failed = 0;
	p->size = 4;
	p->vec = 1;
	p->is_async = true;
	p->mbarrier = false;
	p->copy = copy;
	p->generic = c->op->bulk->store;
	p->rank = 0;
	p->home = 0;
	p->bulk = c->op->bulk;
	return p;
}

/* rank: 1 + that of a block whose copy this is, else as the address says. */
static void place(const struct copy *c, struct simt_op *p, enum ptx_space space, uint64_t addr,
		  uint32_t rank)
{
	p->space = space;
	if (space == PTX_SPACE_SHARED) {
		p->rank = rank ? rank : (uint32_t)(addr >> SIMT_RANK_BITS);
		addr &= (1ULL << SIMT_RANK_BITS) - 1;
		if (p->rank == simt_rank(&c->w->blk->env) + 1)
			p->rank = 0;
	}
	for (unsigned l = 0; l < SIMT_LANES; l++) /* idle ones are looked at, too */
		p->addr[l] = addr;
}

static int run(const struct copy *c, struct simt_op *p)
{
	bool changed = false;
	const int r = launch_effect(c->m, c->w, p, &changed);

	*c->changed |= changed;
	return r;
}

/* So many bytes of the copy have come. */
static int done(const struct copy *c, uint32_t bytes, uint32_t rank)
{
	struct simt_op *p = part(c, SIMT_OP_RED, SIMT_COPY_DONE);

	p->type = PTX_T_B64;
	p->size = 8;
	p->atom = PTX_ATOM_MB_COMPLETE_TX;
	p->sem = PTX_SEM_RELEASE;
	p->scope = PTX_SCOPE_CLUSTER;
	p->mbarrier = true;
	p->data[0][c->lane] = bytes;
	place(c, p, PTX_SPACE_SHARED, c->op->data2[c->lane], rank);
	return run(c, p);
}

static void begin(const struct copy *c)
{
	struct simt_op *p = part(c, SIMT_OP_ASYNC, SIMT_COPY_NONE);

	p->async = SIMT_ASYNC_BULK_BEGIN;
	MACHINE_OBSERVE(c->m, op, &c->w->who, p);
}

static int aligned(const struct copy *c, const char *what, uint64_t value, unsigned to)
{
	if (!(value % to))
		return 0;
	return fault_set(c->m, c->w, MACHINE_E_MISALIGNED, c->op->pc, 1U << c->lane,
			 "%s: %s 0x%llx is not a multiple of %u",
			 ptx_op_name(c->w->w.kernel->src[c->op->pc]->op), what,
			 (unsigned long long)value, to);
}

static int write(const struct copy *c, uint64_t addr, const uint32_t data[CHUNK / 4], uint32_t rank)
{
	struct simt_op *p = part(c, SIMT_OP_ST, SIMT_COPY_WRITE);

	p->vec = CHUNK / 4;
	for (unsigned v = 0; v < CHUNK / 4; v++)
		p->data[v][c->lane] = data[v];
	place(c, p, c->op->bulk->to, addr, rank);
	return run(c, p);
}

static int reduce(const struct copy *c, uint64_t addr, const uint32_t data[CHUNK / 4])
{
	const struct simt_bulk *k = c->op->bulk;

	for (unsigned at = 0; at < CHUNK; at += k->size) {
		struct simt_op *p = part(c, SIMT_OP_RED, SIMT_COPY_WRITE);
		uint64_t v = 0;

		memcpy(&v, (const uint8_t *)data + at, k->size);
		p->type = k->type;
		p->size = k->size;
		p->atom = k->atom;
		p->sem = PTX_SEM_RELAXED;
		p->scope = k->to == PTX_SPACE_SHARED ? PTX_SCOPE_CLUSTER : PTX_SCOPE_GPU;
		p->data[0][c->lane] = v;
		place(c, p, k->to, addr + at, 0);
		if (run(c, p))
			return -1;
	}
	return 0;
}

static int chunk(const struct copy *c, uint64_t off, uint32_t ranks)
{
	const struct simt_bulk *k = c->op->bulk;
	const uint64_t to = c->op->addr[c->lane] + off;
	struct simt_op *p = part(c, SIMT_OP_LD, SIMT_COPY_READ);
	uint32_t data[CHUNK / 4];

	p->vec = CHUNK / 4;
	place(c, p, k->from, c->op->data[0][c->lane] + off, 0);
	if (run(c, p))
		return -1;
	for (unsigned v = 0; v < CHUNK / 4; v++)
		data[v] = (uint32_t)p->data[v][c->lane];
	if (k->atom)
		return reduce(c, to, data);
	if (!k->multicast)
		return write(c, to, data, 0);
	for (; ranks; ranks &= ranks - 1)
		if (write(c, to, data, (uint32_t)__builtin_ctz(ranks) + 1))
			return -1;
	return 0;
}

static int copy(const struct copy *c)
{
	const struct simt_bulk *k = c->op->bulk;
	const uint32_t bytes = (uint32_t)c->op->data[1][c->lane];
	uint32_t ranks = k->multicast ? (uint32_t)c->op->data[2][c->lane] : 0;

	if (aligned(c, "its destination", c->op->addr[c->lane], CHUNK) ||
	    aligned(c, "its source", c->op->data[0][c->lane], CHUNK) ||
	    aligned(c, "its size", bytes, CHUNK))
		return -1;
	begin(c);
	for (uint64_t off = 0; off < bytes; off += CHUNK)
		if (chunk(c, off, ranks))
			return -1;
	if (k->by_group)
		return 0;
	if (!k->multicast)
		return done(c, bytes, 0);
	for (; ranks; ranks &= ranks - 1)
		if (done(c, bytes, (uint32_t)__builtin_ctz(ranks) + 1))
			return -1;
	return 0;
}

/* st.async, red.async */
static int store(const struct copy *c)
{
	const struct simt_bulk *k = c->op->bulk;
	struct simt_op *p;

	begin(c);
	p = part(c, k->atom ? SIMT_OP_RED : SIMT_OP_ST, SIMT_COPY_WRITE);
	p->type = k->type;
	p->size = k->size;
	p->vec = k->vec;
	p->atom = k->atom;
	if (k->atom) {
		p->sem = PTX_SEM_RELAXED;
		p->scope = PTX_SCOPE_CLUSTER;
	}
	for (unsigned v = 0; v < k->vec; v++)
		p->data[v][c->lane] = c->op->data[v][c->lane];
	place(c, p, PTX_SPACE_SHARED, c->op->addr[c->lane], 0);
	return run(c, p) ? -1 : done(c, (uint32_t)k->size * k->vec, 0);
}

int bulk_perform(struct machine *m, struct machine_warp *w, const struct simt_op *op, bool *changed)
{
	struct copy c = {.m = m, .w = w, .op = op, .changed = changed};

	for (uint32_t left = op->mask; left; left &= left - 1) {
		c.lane = (unsigned)__builtin_ctz(left);
		if (op->bulk->store ? store(&c) : copy(&c))
			return -1;
	}
	return 0;
}
