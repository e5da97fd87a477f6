/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * map: global memory over slices: `interleave` bytes to each in turn. A slice's own memory has no
 * gaps.
 */
#ifndef SIM_MAP_H
#define SIM_MAP_H

#include <stdint.h>

#include "../config/config.h"
#include "machine/gmem.h"

struct map {
	uint64_t base; /* first global address */
	uint32_t slices, interleave;
};

static inline struct map map_make(const struct l2_config *c)
{
	return (struct map){.base = GMEM_BASE, .slices = c->slices, .interleave = c->interleave};
}

static inline uint32_t map_slice(const struct map *m, uint64_t addr)
{
	return (uint32_t)((addr - m->base) / m->interleave % m->slices);
}

static inline uint64_t map_local(const struct map *m, uint64_t addr)
{
	const uint64_t chunk = (addr - m->base) / m->interleave;

	return chunk / m->slices * m->interleave + (addr - m->base) % m->interleave;
}

static inline uint64_t map_global(const struct map *m, uint32_t slice, uint64_t local)
{
	const uint64_t chunk = local / m->interleave * m->slices + slice;

	return m->base + chunk * m->interleave + local % m->interleave;
}

/* Bytes of each slice's own memory that the first `bytes` of the global one need. */
static inline uint64_t map_local_bytes(const struct map *m, uint64_t bytes)
{
	const uint64_t round = (uint64_t)m->slices * m->interleave;

	return (bytes + round - 1) / round * m->interleave;
}

#endif
