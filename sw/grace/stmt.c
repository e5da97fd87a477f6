/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * GRace-stmt: all accesses of a block since its barrier, each compared with each of another warp,
 * if one of the two writes. Time grows with the square of the accesses, memory with them.
 */
#include "../simt/alu_opt.h"

#include "grace_int.h"

#include "../base/clones.h"
#include "../base/mem.h"

enum { MOST_ROWS = 1 << 22 }; /* of a block: half a gigabyte */

void stmt_note(struct grace *g, struct grace_block *b, const struct grace_access *a,
	       struct grace_stats *s)
{
	const size_t had = b->cap;

	if (b->n == MOST_ROWS) {
		s->full++;
		return;
	}
	b->row = mem_grow(b->row, &b->cap, b->n, sizeof(*b->row));
	b->row[b->n++] = *a;
	if (b->cap != had)
		grace_grown(g, (int64_t)((b->cap - had) * sizeof(*b->row)));
}

/* Of each lane of a: which lanes of b have its address. */
CLONES static void equals(const uint32_t *restrict a, const uint32_t *restrict b,
			  uint32_t *restrict same)
{
	for (unsigned i = 0; i < GRACE_LANES; i++) {
		uint32_t mask = 0;

		for (unsigned j = 0; j < GRACE_LANES; j++)
			mask |= (uint32_t)(a[i] == b[j]) << j;
		same[i] = mask;
	}
}

static void compare(struct grace *g, const struct grace_access *a, const struct grace_access *b,
		    struct grace_stats *s)
{
	uint32_t same[GRACE_LANES];
	uint64_t threads = 0;

	equals(a->addr, b->addr, same);
	s->compares +=
		(uint64_t)__builtin_popcount(a->lanes) * (uint64_t)__builtin_popcount(b->lanes);
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const uint32_t met = same[l] & b->lanes;

		threads += (uint64_t)__builtin_popcount(met);
		if (met)
			grace_found_address(g, a->addr[l]);
	}
	if (!threads)
		return;
	s->threads += threads;
	grace_found_statements(g, a->pc, b->pc, threads);
	grace_found_warps(g, a->warp, b->warp);
}

void stmt_check(struct grace *g, struct grace_block *b, struct grace_stats *s)
{
	for (size_t i = 0; i < b->n; i++)
		for (size_t j = i + 1; j < b->n; j++) {
			const struct grace_access *p = &b->row[i], *q = &b->row[j];

			if (p->warp != q->warp && (p->write || q->write))
				compare(g, p, q, s);
		}
	b->n = 0;
}
