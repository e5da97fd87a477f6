/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * direct: a weak load or store between registers and the host's memory, without an operation that
 * somebody performs and completes. All lanes lie in one window, aligned; anything else is left to
 * the long way, which says what is wrong with it.
 */
#include "alu_opt.h"

#include <string.h>

#include "../base/clones.h"
#include "../base/host_word.h"

#include "warp.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline)) /* const sizes below */

enum { HALVES = SIMT_HALVES, HALF = SIMT_LANES / HALVES };

/* Register elements of `reg` bytes and memory's of `size` bytes. */
ALWAYS_INLINE uint64_t widen(uint64_t v, unsigned size, bool sext)
{
	const unsigned unused = 64 - 8 * size;

	return sext ? (uint64_t)((int64_t)(v << unused) >> unused) : v;
}

/* Element `at` bytes into each access of half a warp. */
ALWAYS_INLINE void load_half(const uint8_t *restrict p, uint8_t *restrict d,
			     enum simt_layout layout, unsigned at, unsigned step, unsigned size,
			     unsigned reg, bool sext)
{
	if (layout == SIMT_SAME) {
		const uint64_t v = widen(host_get(p + at, size), size, sext);

		for (unsigned l = 0; l < HALF; l++)
			host_put(d + (size_t)l * reg, v, reg);
	} else if (size == reg && step == size) {
		memcpy(d, p, (size_t)HALF * size);
	} else {
		for (unsigned l = 0; l < HALF; l++)
			host_put(d + (size_t)l * reg,
				 widen(host_get(p + (size_t)l * step + at, size), size, sext), reg);
	}
}

ALWAYS_INLINE void load_as(const struct simt_reach *r, uint8_t *restrict d, unsigned at,
			   unsigned step, unsigned size, unsigned reg, bool sext)
{
	const uint8_t *restrict p = r->host[0];

	if (r->layout != SIMT_SCATTERED) {
		for (unsigned h = 0; h < HALVES; h++)
			load_half(r->host[h], d + (size_t)h * HALF * reg, r->layout, at, step, size,
				  reg, sext);
		return;
	}
	for (uint32_t left = r->mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);

		host_put(d + (size_t)l * reg,
			 widen(host_get(p + r->off[l] + l * r->stride + at, size), size, sext),
			 reg);
	}
}

/* Not 0: a byte of memory has changed. */
ALWAYS_INLINE uint64_t store_half(uint8_t *restrict p, const uint8_t *restrict s, unsigned size)
{
	uint64_t differ = 0;

	for (unsigned l = 0; l < HALF; l++)
		differ |=
			host_get(p + (size_t)l * size, size) ^ host_get(s + (size_t)l * size, size);
	memcpy(p, s, (size_t)HALF * size);
	return differ;
}

ALWAYS_INLINE uint64_t store_as(const struct simt_reach *r, const uint8_t *restrict s, unsigned at,
				unsigned step, unsigned size, unsigned reg)
{
	const uint64_t bits = size == 8 ? ~0ULL : (1ULL << (8 * size)) - 1;
	uint64_t differ = 0;

	if (r->layout == SIMT_SIDE && size == reg && step == size) {
		for (unsigned h = 0; h < HALVES; h++)
			differ |= store_half(r->host[h], s + (size_t)h * HALF * size, size);
		return differ;
	}
	for (uint32_t left = r->mask; left; left &= left - 1) {
		const unsigned l = simt_first(left);
		uint8_t *q = r->layout == SIMT_SIDE ? r->host[l / HALF] + (size_t)(l % HALF) * step
						    : r->host[0] + r->off[l] + l * r->stride;
		const uint64_t v = host_get(s + (size_t)l * reg, reg) & bits;

		differ |= host_get(q + at, size) ^ v;
		host_put(q + at, v, size);
	}
	return differ;
}

#define WIDTHS(size, reg) ((size) << 4 | (reg))

ALWAYS_INLINE void load_step(const struct simt_reach *r, uint8_t *d, const struct simt_mem *m,
			     unsigned n, unsigned vec)
{
	const bool sext = m->sext;

	switch (WIDTHS(m->size, m->val_bytes[n])) {
	case WIDTHS(1, 2): load_as(r, d, n, vec, 1, 2, sext); break;
	case WIDTHS(1, 4): load_as(r, d, n, vec, 1, 4, sext); break;
	case WIDTHS(1, 8): load_as(r, d, n, vec, 1, 8, sext); break;
	case WIDTHS(2, 2): load_as(r, d, 2 * n, 2 * vec, 2, 2, false); break;
	case WIDTHS(2, 4): load_as(r, d, 2 * n, 2 * vec, 2, 4, sext); break;
	case WIDTHS(2, 8): load_as(r, d, 2 * n, 2 * vec, 2, 8, sext); break;
	case WIDTHS(4, 4): load_as(r, d, 4 * n, 4 * vec, 4, 4, false); break;
	case WIDTHS(4, 8): load_as(r, d, 4 * n, 4 * vec, 4, 8, sext); break;
	default: load_as(r, d, 8 * n, 8 * vec, 8, 8, false); break;
	}
}

ALWAYS_INLINE uint64_t store_step(const struct simt_reach *r, const uint8_t *s,
				  const struct simt_mem *m, unsigned n, unsigned vec)
{
	switch (WIDTHS(m->size, m->val_bytes[n])) {
	case WIDTHS(1, 2): return store_as(r, s, n, vec, 1, 2);
	case WIDTHS(1, 4): return store_as(r, s, n, vec, 1, 4);
	case WIDTHS(1, 8): return store_as(r, s, n, vec, 1, 8);
	case WIDTHS(2, 2): return store_as(r, s, 2 * n, 2 * vec, 2, 2);
	case WIDTHS(2, 4): return store_as(r, s, 2 * n, 2 * vec, 2, 4);
	case WIDTHS(2, 8): return store_as(r, s, 2 * n, 2 * vec, 2, 8);
	case WIDTHS(4, 4): return store_as(r, s, 4 * n, 4 * vec, 4, 4);
	case WIDTHS(4, 8): return store_as(r, s, 4 * n, 4 * vec, 4, 8);
	default: return store_as(r, s, 8 * n, 8 * vec, 8, 8);
	}
}

ALWAYS_INLINE void load(struct simt_warp *w, const struct simt_mem *m, const struct simt_reach *r)
{
	if (m->vec == 1) {
		load_step(r, simt_at(w, m->val[0]), m, 0, 1);
		return;
	}
	for (unsigned n = 0; n < m->vec; n++)
		load_step(r, simt_at(w, m->val[n]), m, n, m->vec);
}

ALWAYS_INLINE uint64_t store(struct simt_warp *w, const struct simt_mem *m,
			     const struct simt_reach *r)
{
	uint64_t differ = 0;

	if (m->vec == 1)
		return store_step(r, simt_at(w, m->val[0]), m, 0, 1);
	for (unsigned n = 0; n < m->vec; n++)
		differ |= store_step(r, simt_at(w, m->val[n]), m, n, m->vec);
	return differ;
}

/* A lane's distance from the first of its half, side by side: l * bytes, by log2 of bytes. */
#define LANES_4(b, l) (b) * (l), (b) * ((l) + 1), (b) * ((l) + 2), (b) * ((l) + 3)
#define LANES(b) \
	{ \
		LANES_4(b, 0), LANES_4(b, 4), LANES_4(b, 8), LANES_4(b, 12) \
	}
enum { STEPS = 6 };
static const uint64_t SIDE_64[STEPS][HALF] = {LANES(1), LANES(2),  LANES(4),
					      LANES(8), LANES(16), LANES(32)};
static const uint32_t SIDE_32[STEPS][HALF] = {LANES(1), LANES(2),  LANES(4),
					      LANES(8), LANES(16), LANES(32)};

/* Not unrolled before they become vectors: the other way round it is slower by half. */
#define DIFFER(b, side) \
	do { \
		_Pragma("GCC unroll 1") for (unsigned l = 0; l < HALF; l++) differ |= \
			((b)[l] ^ ((b)[0] + (side)[l])) | \
			((b)[HALF + l] ^ ((b)[HALF] + (side)[l])); \
	} while (0)
#define VARY(b) \
	do { \
		_Pragma("GCC unroll 1") for (unsigned l = 0; l < HALF; l++) differ |= \
			((b)[l] ^ (b)[0]) | ((b)[HALF + l] ^ (b)[HALF]); \
	} while (0)

/* How the addresses of each half lie to each other. */
ALWAYS_INLINE enum simt_layout pattern(const struct simt_warp *w, const struct simt_mem *m,
				       unsigned bytes)
{
	const unsigned log2 = (unsigned)__builtin_ctz(bytes);

	if (m->base_bytes == 8) {
		const uint64_t *b = SIMT_U64(w, m->base);
		uint64_t differ = 0;

		if (b[0] == b[1])
			VARY(b);
		else
			DIFFER(b, SIDE_64[log2]);
		return differ ? SIMT_SCATTERED : b[0] == b[1] ? SIMT_SAME : SIMT_SIDE;
	}
	if (m->base_bytes == 4) {
		const uint32_t *b = SIMT_U32(w, m->base);
		uint32_t differ = 0;

		if (b[0] == b[1])
			VARY(b);
		else
			DIFFER(b, SIDE_32[log2]);
		return differ ? SIMT_SCATTERED : b[0] == b[1] ? SIMT_SAME : SIMT_SIDE;
	}
	return SIMT_SAME;
}

/* Each lane's place; false: one is behind `last` or not aligned. */
ALWAYS_INLINE bool each(struct simt_warp *w, const struct simt_mem *m, uint64_t lo, uint64_t last,
			unsigned bytes, struct simt_reach *r)
{
	uint64_t top = 0, odd = 0;

	simt_addresses(w, m, r->off);
	if (r->mask == UINT32_MAX) {
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			r->off[l] -= lo;
			top = r->off[l] > top ? r->off[l] : top;
			odd |= r->off[l];
		}
	} else {
		for (uint32_t left = r->mask; left; left &= left - 1) {
			const unsigned l = simt_first(left);

			r->off[l] -= lo;
			top = r->off[l] > top ? r->off[l] : top;
			odd |= r->off[l];
		}
	}
	return top <= last && !(odd & (bytes - 1));
}

/* The lanes' places in the window; false: one is outside or not aligned. */
ALWAYS_INLINE bool reach(struct simt_warp *w, const struct simt_mem *m,
			 const struct simt_window *win, struct simt_reach *r)
{
	const unsigned bytes = (unsigned)m->size * m->vec;
	uint64_t last, behind;
	bool inside = true;

	if (win->size < bytes)
		return false;
	last = win->size - bytes;
	r->layout = r->mask == UINT32_MAX && !win->stride ? pattern(w, m, bytes) : SIMT_SCATTERED;
	if (r->layout == SIMT_SAME && m->kind == SIMT_OP_ST)
		r->layout = SIMT_SCATTERED; /* each lane's store counts as a change */
	r->host[0] = win->host;
	r->stride = win->stride;
	if (r->layout == SIMT_SCATTERED)
		return each(w, m, win->lo, last, bytes, r);
	behind = r->layout == SIMT_SIDE ? (uint64_t)(HALF - 1) * bytes : 0;
	for (unsigned h = 0; h < HALVES; h++) {
		const uint64_t first = simt_address(w, m, h * HALF) - win->lo;

		r->host[h] = win->host + first;
		inside &= first <= last && behind <= last - first && !(first & (bytes - 1));
	}
	return inside;
}

enum outcome { NOT, READ, CHANGED };

/* Performs it, if its lanes all lie in the window. READ: no byte has changed. */
CLONES static enum outcome go(struct simt_warp *w, const struct simt_mem *m,
			      const struct simt_window *win, uint32_t mask)
{
	const struct simt_direct *to = w->direct;
	struct simt_reach r;

	r.mask = mask;
	if (!reach(w, m, win, &r))
		return NOT;
	if (to->touch && win->space != PTX_SPACE_LOCAL) {
		r.bytes = (unsigned)m->size * m->vec;
		r.store = m->kind == SIMT_OP_ST;
		if (!to->touch(to->ctx, w, win, &r))
			return NOT;
	}
	if (m->kind == SIMT_OP_ST)
		return store(w, m, &r) ? CHANGED : READ;
	load(w, m, &r);
	return READ;
}

enum simt_went simt_go_direct(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_direct *to = w->direct;
	const struct simt_mem *m = i->u.mem;
	const struct simt_access a = {.pc = w->pc,
				      .space = m->space,
				      .store = m->kind == SIMT_OP_ST,
				      .addr = simt_address(w, m, simt_first(mask))};
	struct simt_window win;
	enum outcome how;

	if (!to->window(to->ctx, w, &a, &win))
		return SIMT_WENT_NOT;
	how = go(w, m, &win, mask);
	if (how == NOT)
		return SIMT_WENT_NOT;
	w->stats->ops[m->kind]++;
	return to->done(to->ctx, w, win.space, simt_popc(mask), how == CHANGED) ? SIMT_WENT_TURN
										: SIMT_WENT;
}
