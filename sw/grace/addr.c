/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * GRace-addr: how often each warp has read and written each address since the barrier, and the
 * block in all. A look at the barrier costs the same whatever was accessed; so do the tables: a
 * count of four bytes for each byte of shared memory.
 */
#include "grace_int.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

static size_t counts(const struct grace_block *b)
{
	return 2 * (size_t)(b->warps + 1) * b->bytes;
}

/* Of a warp; of the block: warp number b->warps. */
static uint32_t *reads(const struct grace_block *b, uint32_t warp)
{
	return b->count + (size_t)warp * 2 * b->bytes;
}

static uint32_t *writes(const struct grace_block *b, uint32_t warp)
{
	return reads(b, warp) + b->bytes;
}

void addr_begin(struct grace *g, struct grace_block *b, uint32_t warps, uint32_t bytes)
{
	const int64_t had = (int64_t)(counts(b) * sizeof(*b->count));

	if (b->warps == warps && b->bytes == bytes)
		return;
	free(b->count);
	b->warps = warps;
	b->bytes = bytes;
	b->count = mem_alloc((counts(b) + 1) * sizeof(*b->count));
	grace_grown(g, (int64_t)(counts(b) * sizeof(*b->count)) - had);
}

void addr_note(struct grace_block *b, const struct grace_access *a)
{
	uint32_t *own = a->write ? writes(b, a->warp) : reads(b, a->warp);
	uint32_t *all = a->write ? writes(b, b->warps) : reads(b, b->warps);

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t at = a->addr[__builtin_ctz(left)];

		own[at]++;
		all[at]++;
	}
}

/* Others than the warp whose accesses of the address conflict with its own. */
static void found(struct grace *g, const struct grace_block *b, uint32_t warp, uint32_t at)
{
	const bool write = writes(b, warp)[at] != 0;

	grace_found_address(g, at);
	for (uint32_t w = 0; w < b->warps; w++)
		if (w != warp && (writes(b, w)[at] || (write && reads(b, w)[at])))
			grace_found_warps(g, warp, w);
}

/* Algorithm 4, of one warp and address; as_printed: `<=`. */
static bool races(uint32_t own_reads, uint32_t own_writes, uint32_t all_reads, uint32_t all_writes,
		  bool as_printed)
{
	if (!all_writes || !(own_reads + own_writes))
		return false;
	if (own_writes && (own_writes < all_writes || (as_printed && own_writes == all_writes)))
		return true; /* two writes */
	if (!own_writes)
		return true; /* a read of it, and another one's write */
	return own_reads < all_reads || (as_printed && own_reads == all_reads);
}

void addr_check(struct grace *g, struct grace_block *b, bool as_printed, struct grace_stats *s)
{
	const uint32_t *all_reads = reads(b, b->warps), *all_writes = writes(b, b->warps);

	for (uint32_t w = 0; w < b->warps; w++)
		for (uint32_t at = 0; at < b->bytes; at++)
			if (races(reads(b, w)[at], writes(b, w)[at], all_reads[at], all_writes[at],
				  as_printed))
				found(g, b, w, at);
	s->compares += counts(b) - 2 * (size_t)b->bytes;
	memset(b->count, 0, counts(b) * sizeof(*b->count));
}
