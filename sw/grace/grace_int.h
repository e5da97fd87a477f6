/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grace_int: what GRace's schemes share. Not for anybody else.
 */
#ifndef GRACE_INT_H
#define GRACE_INT_H

#include "grace.h"

enum { GRACE_LANES = SIMT_LANES };

/* An access of a warp: GRace's warpTable. */
struct grace_access {
	uint32_t pc, warp, lanes;
	bool write;
	uint32_t addr[GRACE_LANES]; /* bytes, in the block's shared memory */
};

struct grace_block {
	/* stmt.c: the accesses since the barrier */
	struct grace_access *row;
	size_t n, cap;
	/* addr.c: of each warp, then of the block: reads of each address, and writes */
	uint32_t *count;
	uint32_t warps, bytes; /* as count is made for */
	bool begun;            /* something has been kept since the last check */
};

/* grace.c: what the schemes find. The launch's kernel. */
void grace_found_statements(struct grace *g, uint32_t pc, uint32_t other, uint64_t threads);
void grace_found_address(struct grace *g, uint32_t addr);
void grace_found_warps(struct grace *g, uint32_t warp, uint32_t other);
/* Tables have grown by so many bytes, or shrunk. */
void grace_grown(struct grace *g, int64_t bytes);

/* The scheme's: a block begins with so many warps and bytes of shared memory; an access; a barrier
 * or the end: compares, and empties the tables. */
void stmt_note(struct grace *g, struct grace_block *b, const struct grace_access *a,
	       struct grace_stats *s);
void stmt_check(struct grace *g, struct grace_block *b, struct grace_stats *s);
void addr_begin(struct grace *g, struct grace_block *b, uint32_t warps, uint32_t bytes);
void addr_note(struct grace_block *b, const struct grace_access *a);
void addr_check(struct grace *g, struct grace_block *b, bool as_printed, struct grace_stats *s);

#endif
