/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_fence_targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static uint64_t *row(const struct pf_fence_targets *t, uint32_t warp, bool device)
{
	return t->bits + (2 * (size_t)warp + device) * t->words;
}

void pf_fence_targets_init(struct pf_fence_targets *t, uint32_t warps, uint32_t slices)
{
	t->slices = slices;
	t->words = (slices + 63) / 64;
	t->bits = mem_alloc(2 * (size_t)warps * t->words * sizeof(*t->bits));
	t->told = mem_alloc(t->words * sizeof(*t->told));
}

void pf_fence_targets_free(struct pf_fence_targets *t)
{
	free(t->bits);
	free(t->told);
}

void pf_fence_targets_sent(struct pf_fence_targets *t, uint32_t warp, uint32_t slice)
{
	for (unsigned device = 0; device < 2; device++)
		row(t, warp, device)[slice / 64] |= UINT64_C(1) << slice % 64;
}

void pf_fence_targets_take(struct pf_fence_targets *t, uint32_t warp, bool device)
{
	uint64_t *r = row(t, warp, device);

	memcpy(t->told, r, t->words * sizeof(*r));
	memset(r, 0, t->words * sizeof(*r));
}

uint32_t pf_fence_targets_next(struct pf_fence_targets *t)
{
	for (uint32_t w = 0; w < t->words; w++)
		if (t->told[w]) {
			const uint32_t slice = 64 * w + (uint32_t)__builtin_ctzll(t->told[w]);

			t->told[w] &= t->told[w] - 1;
			return slice;
		}
	return t->slices;
}
