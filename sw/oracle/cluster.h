/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: which blocks a scope includes, and whose block a number is when asynchronous copies have
 * numbers of their own (async.h).
 */
#ifndef ORACLE_CLUSTER_H
#define ORACLE_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "../ptx/ptx.h"

struct clusters {
	uint64_t stride; /* numbers of blocks repeat after so many: those of copies */
	uint32_t grid[3], cluster[3];
	uint32_t blocks; /* of a cluster; 1: there are none */
};

static inline uint64_t cluster_block(const struct clusters *c, uint64_t block)
{
	return block < c->stride ? block : block % c->stride;
}

static inline uint64_t cluster_of(const struct clusters *c, uint64_t block)
{
	const uint64_t x = block % c->grid[0], y = block / c->grid[0] % c->grid[1];
	const uint64_t z = block / c->grid[0] / c->grid[1];

	if (c->blocks <= 1)
		return block;
	return x / c->cluster[0] +
	       (y / c->cluster[1] + z / c->cluster[2] * (c->grid[1] / c->cluster[1])) *
		       (c->grid[0] / c->cluster[0]);
}

/* Of other blocks. */
static inline bool cluster_same(const struct clusters *c, uint64_t a, uint64_t b)
{
	return c->blocks > 1 && cluster_of(c, a) == cluster_of(c, b);
}

/* A scope of one block's thread includes the other block's. */
static inline bool cluster_reaches(const struct clusters *c, enum ptx_scope s, uint64_t from,
				   uint64_t to)
{
	return from == to || s >= PTX_SCOPE_GPU ||
	       (s == PTX_SCOPE_CLUSTER && cluster_same(c, from, to));
}

/* Both do. */
static inline bool cluster_meet(const struct clusters *c, enum ptx_scope s, uint64_t a,
				enum ptx_scope t, uint64_t b)
{
	return cluster_reaches(c, s, a, b) && cluster_reaches(c, t, b, a);
}

#endif
