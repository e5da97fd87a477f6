/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An access is checked against a window: the allocation, or the block's shared memory,
 * in which its first lane falls. Lanes outside go round again with the next window.
 * Every instruction remembers the allocation it last touched, so that the search in
 * gmem's table is rare.
 */
#include <string.h>

#include "atomics.h"
#include "../base/clones.h"
#include "../base/host_word.h"
#include "machine_int.h"

#define ALL_LANES     0xffffffffU
#define ALWAYS_INLINE static inline __attribute__((always_inline)) /* const size below */

struct window {
	uint8_t *host;
	uint64_t lo;     /* address of host[0] */
	uint64_t starts; /* an access may start at lo .. lo + starts - 1 */
};

/* All 32 lanes, one element each, side by side and inside the window: where, else NULL. */
ALWAYS_INLINE uint8_t *side_by_side(const struct simt_op *op, const struct window *win,
				    uint32_t mask, unsigned size)
{
	const uint64_t a = op->addr[0];
	uint64_t differ = 0;

	if (mask != ALL_LANES || op->vec != 1 || a - win->lo >= win->starts ||
	    a + 31 * size - win->lo >= win->starts)
		return NULL;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		differ |= op->addr[l] ^ (a + (uint64_t)l * size);
	return differ ? NULL : win->host + (a - win->lo);
}

/* Both return the lanes that fall outside the window and were left alone. */
ALWAYS_INLINE uint32_t load(struct simt_op *op, const struct window *win, uint32_t mask,
			    unsigned size)
{
	const uint8_t *p = side_by_side(op, win, mask, size);
	uint32_t outside = 0;

	if (p) {
		for (unsigned l = 0; l < SIMT_LANES; l++)
			op->data[0][l] = host_get(p + (size_t)l * size, size);
		return 0;
	}
	for (uint32_t r = mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);
		const uint64_t off = op->addr[l] - win->lo;

		if (off >= win->starts) {
			outside |= 1U << l;
			continue;
		}
		for (unsigned v = 0; v < op->vec; v++)
			op->data[v][l] = host_get(win->host + off + (size_t)v * size, size);
	}
	return outside;
}

ALWAYS_INLINE uint32_t store(const struct simt_op *op, const struct window *win, uint32_t mask,
			     unsigned size, uint64_t *differ)
{
	const uint64_t bits = size == 8 ? ~0ULL : (1ULL << (8 * size)) - 1;
	uint8_t *p = side_by_side(op, win, mask, size);
	uint32_t outside = 0;
	uint64_t d = 0;

	if (p) {
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			d |= (host_get(p + (size_t)l * size, size) ^ op->data[0][l]) & bits;
			host_put(p + (size_t)l * size, op->data[0][l], size);
		}
		*differ |= d;
		return 0;
	}
	for (uint32_t r = mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);
		const uint64_t off = op->addr[l] - win->lo;

		if (off >= win->starts) {
			outside |= 1U << l;
			continue;
		}
		for (unsigned v = 0; v < op->vec; v++) {
			uint8_t *q = win->host + off + (size_t)v * size;

			d |= (host_get(q, size) ^ op->data[v][l]) & bits;
			host_put(q, op->data[v][l], size);
		}
	}
	*differ |= d;
	return outside;
}

ALWAYS_INLINE uint32_t atomic(struct simt_op *op, const struct window *win, uint32_t mask,
			      unsigned size, uint64_t *differ)
{
	const uint64_t bits = size == 8 ? ~0ULL : (1ULL << (8 * size)) - 1;
	const atomics_fn fn = atomics_find(op->atom, op->type, op->space);
	uint32_t outside = 0;

	for (uint32_t r = mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);
		const uint64_t off = op->addr[l] - win->lo;
		uint64_t old, new;
		bool failed;

		if (off >= win->starts) {
			outside |= 1U << l;
			continue;
		}
		old = host_get(win->host + off, size);
		failed = op->atom == PTX_ATOM_CAS && old != (op->data[0][l] & bits);
		op->failed = (op->failed & ~(1U << l)) | (uint32_t)failed << l;
		new = fn(old, op->data[0][l] & bits, op->data2[l] & bits);
		host_put(win->host + off, new, size);
		op->data[0][l] = old;
		op->data[1][l] = new;
		*differ |= old ^ new;
	}
	return outside;
}

/* Both halves as one: exchange, or compare and swap. */
static uint32_t atomic_wide(struct simt_op *op, const struct window *win, uint32_t mask,
			    uint64_t *differ)
{
	uint32_t outside = 0;

	for (uint32_t r = mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);
		const uint64_t off = op->addr[l] - win->lo;
		uint64_t old[2], new[2] = {op->data[0][l], op->data[SIMT_UPPER_OLD][l]};
		bool failed = false;

		if (off >= win->starts) {
			outside |= 1U << l;
			continue;
		}
		memcpy(old, win->host + off, sizeof(old));
		if (op->atom == PTX_ATOM_CAS) {
			failed = old[0] != new[0] || old[1] != new[1];
			new[0] = failed ? old[0] : op->data2[l];
			new[1] = failed ? old[1] : op->data[SIMT_UPPER_NEW][l];
		}
		op->failed = (op->failed & ~(1U << l)) | (uint32_t)failed << l;
		memcpy(win->host + off, new, sizeof(new));
		op->data[0][l] = old[0];
		op->data[SIMT_UPPER_OLD][l] = old[1];
		op->data[1][l] = new[0];
		*differ |= (old[0] ^ new[0]) | (old[1] ^ new[1]);
	}
	return outside;
}

ALWAYS_INLINE uint32_t access_sized(struct simt_op *op, const struct window *win, uint32_t mask,
				    unsigned size, uint64_t *differ)
{
	if (op->kind == SIMT_OP_LD)
		return load(op, win, mask, size);
	if (op->kind == SIMT_OP_ST)
		return store(op, win, mask, size, differ);
	if (size == 8 && op->vec == 2)
		return atomic_wide(op, win, mask, differ);
	return atomic(op, win, mask, size, differ);
}

CLONES static uint32_t access_window(struct simt_op *op, const struct window *win, uint32_t mask,
				     uint64_t *differ)
{
	switch (op->size) {
	case 1: return access_sized(op, win, mask, 1, differ);
	case 2: return access_sized(op, win, mask, 2, differ);
	case 4: return access_sized(op, win, mask, 4, differ);
	default: return access_sized(op, win, mask, 8, differ);
	}
}

/* Lanes whose address is not a multiple of what they access. */
static uint32_t misaligned(const struct simt_op *op, uint64_t bytes)
{
	uint64_t any = 0;
	uint32_t bad = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++) /* idle lanes too: it only costs a look */
		any |= op->addr[l];
	if (!(any & (bytes - 1)))
		return 0;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		if (op->mask >> l & 1 && op->addr[l] & (bytes - 1))
			bad |= 1U << l;
	return bad;
}

static bool usable(const struct gmem_block *b, enum ptx_space space, bool load, uint64_t addr)
{
	if (!b || b->freed || addr - b->addr >= b->size)
		return false;
	if (space == PTX_SPACE_CONST)
		return b->kind == GMEM_CONST;
	return load || (b->kind != GMEM_CONST && b->kind != GMEM_READABLE);
}

const struct gmem_block *perform_block(struct machine *m, uint32_t pc, enum ptx_space space,
				       bool load, uint64_t addr)
{
	const struct gmem_block *b = m->pool->near[pc];

	if (usable(b, space, load, addr))
		return b;
	b = gmem_find(m->g, addr);
	if (!usable(b, space, load, addr))
		return NULL;
	m->pool->near[pc] = b;
	return b;
}

static const struct gmem_block *block_of(struct machine *m, const struct simt_op *op, uint64_t addr)
{
	return perform_block(m, op->pc, op->space, op->kind == SIMT_OP_LD, addr);
}

static int perform_global(struct machine *m, struct machine_warp *w, struct simt_op *op,
			  uint64_t *differ)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	uint32_t mask = op->mask;

	while (mask) {
		const uint64_t addr = op->addr[__builtin_ctz(mask)];
		const struct gmem_block *b = block_of(m, op, addr);
		struct window win;
		uint32_t rest;

		if (!b)
			return fault_access(m, w, op, mask);
		win.host = (uint8_t *)(uintptr_t)b->addr;
		win.lo = b->addr;
		win.starts = b->size >= bytes ? b->size - bytes + 1 : 0;
		rest = access_window(op, &win, mask, differ);
		if (rest & mask & -mask) /* inside, but sticks out at the end */
			return fault_access(m, w, op, mask);
		mask = rest;
	}
	return 0;
}

static int perform_shared(struct machine *m, struct machine_warp *w, struct simt_op *op,
			  uint64_t *differ)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	const uint64_t size = m->run.info.shared_bytes;
	struct window win = {
		.host = w->blk->shared,
		.starts = size >= bytes ? size - bytes + 1 : 0,
	};
	uint32_t outside;

	if (op->rank) {
		const struct machine_block *home = cluster_home(w->blk, op);

		if (!home)
			return fault_access(m, w, op, op->mask);
		win.host = home->shared;
		op->home = home->index + 1;
	}
	outside = access_window(op, &win, op->mask, differ);

	return outside ? fault_access(m, w, op, outside) : 0;
}

/* Each lane has a memory of its own. */
static int perform_local(struct machine *m, struct machine_warp *w, struct simt_op *op,
			 uint64_t *differ)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec, limit = m->run.local_limit;
	struct window win = {.starts = limit >= bytes ? limit - bytes + 1 : 0};

	for (uint32_t r = op->mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);

		win.host = w->w.local + l * limit;
		if (access_window(op, &win, 1U << l, differ))
			return fault_access(m, w, op, r);
	}
	return 0;
}

int perform(struct machine *m, struct machine_warp *w, struct simt_op *op, bool *changed)
{
	const uint32_t bad = misaligned(op, (uint64_t)op->size * op->vec);
	const unsigned lanes = (unsigned)__builtin_popcount(op->mask);
	uint64_t differ = 0;
	int r;

	if (bad)
		return fault_access(m, w, op, bad);
	if (op->space == PTX_SPACE_SHARED) {
		m->stats.shared_lane_accesses += lanes;
		r = perform_shared(m, w, op, &differ);
	} else if (op->space == PTX_SPACE_LOCAL) {
		m->stats.local_lane_accesses += lanes;
		r = perform_local(m, w, op, &differ);
		differ = 0; /* nobody else sees it */
	} else {
		m->stats.global_lane_accesses += lanes;
		m->stats.const_lane_accesses += op->space == PTX_SPACE_CONST ? lanes : 0;
		r = perform_global(m, w, op, &differ);
	}
	*changed = differ != 0;
	return r;
}

/* Lanes of `mask` with bytes outside of b. */
static uint32_t outside(const struct simt_op *op, const struct gmem_block *b, uint32_t mask,
			uint64_t bytes)
{
	uint32_t out = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		if (b->size < bytes || op->addr[l] - b->addr > b->size - bytes)
			out |= 1U << l;
	}
	return out;
}

/* As perform_global(), for the same words about the same lanes. */
int perform_probe(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	const uint32_t bad = misaligned(op, bytes);
	uint32_t mask = op->mask;

	if (bad)
		return fault_access(m, w, op, bad);
	m->stats.global_lane_accesses += (unsigned)__builtin_popcount(op->mask);
	while (mask) {
		const uint64_t addr = op->addr[__builtin_ctz(mask)];
		const struct gmem_block *b = block_of(m, op, addr);
		uint32_t rest;

		if (!b)
			return fault_access(m, w, op, mask);
		rest = outside(op, b, mask, bytes);
		if (rest & mask & -mask)
			return fault_access(m, w, op, mask);
		mask = rest;
	}
	return 0;
}

uint32_t perform_bad(struct machine *m, const struct machine_warp *w, const struct simt_op *op)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	const bool shared = op->space == PTX_SPACE_SHARED;
	const struct gmem_block own = {.size = shared ? m->run.info.shared_bytes
						      : m->run.local_limit};
	uint32_t bad = misaligned(op, bytes), mask = op->mask & ~bad;

	if (shared && op->rank && !cluster_home(w->blk, op))
		return op->mask;

	if (shared || op->space == PTX_SPACE_LOCAL)
		return bad | outside(op, &own, mask, bytes);
	while (mask) {
		const uint32_t first = mask & -mask;
		const uint64_t addr = op->addr[__builtin_ctz(mask)];
		const struct gmem_block *b = block_of(m, op, addr);
		const uint32_t rest = b ? outside(op, b, mask, bytes) : mask;

		bad |= rest & first;
		mask = rest & ~first;
	}
	return bad;
}

uint8_t *perform_resolve(struct machine *m, const struct machine_warp *w, uint32_t lane,
			 uint64_t addr, uint64_t size, uint64_t *room)
{
	uint64_t off, limit;
	uint8_t *host;

	if (addr - SIMT_SHARED_WINDOW < SIMT_WINDOW_BYTES) {
		off = addr - SIMT_SHARED_WINDOW;
		limit = m->run.info.shared_bytes;
		host = w->blk->shared;
	} else if (addr - SIMT_LOCAL_WINDOW < SIMT_WINDOW_BYTES) {
		off = addr - SIMT_LOCAL_WINDOW;
		limit = m->run.local_limit;
		host = w->w.local + (size_t)lane * limit;
	} else {
		const struct gmem_block *b = gmem_find(m->g, addr);

		if (!b || b->freed)
			return NULL;
		off = addr - b->addr;
		limit = b->size;
		host = (uint8_t *)(uintptr_t)b->addr;
	}
	if (off > limit || size > limit - off)
		return NULL;
	*room = limit - off;
	return host + off;
}
