/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * map: global memory over slices: `interleave` bytes to each in turn.
 */
#include "gpu_int.h"

struct map map_make(const struct l2_config *c)
{
	return (struct map){.base = GMEM_BASE, .slices = c->slices, .interleave = c->interleave};
}

uint32_t map_slice(const struct map *m, uint64_t addr)
{
	return (uint32_t)((addr - m->base) / m->interleave % m->slices);
}

uint64_t map_local(const struct map *m, uint64_t addr)
{
	const uint64_t chunk = (addr - m->base) / m->interleave;

	return chunk / m->slices * m->interleave + (addr - m->base) % m->interleave;
}

uint64_t map_global(const struct map *m, uint32_t slice, uint64_t local)
{
	const uint64_t chunk = local / m->interleave * m->slices + slice;

	return m->base + chunk * m->interleave + local % m->interleave;
}

uint64_t map_local_bytes(const struct map *m, uint64_t bytes)
{
	const uint64_t round = (uint64_t)m->slices * m->interleave;

	return (bytes + round - 1) / round * m->interleave;
}
