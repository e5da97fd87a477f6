/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_fence_file.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "pf_geometry.h"

void pf_fence_init(struct pf_fence_file *f, uint32_t blocks, uint32_t warps, uint32_t fence_bits,
		   uint32_t epoch_bits)
{
	*f = (struct pf_fence_file){
		.count = mem_alloc((size_t)blocks * warps * sizeof(*f->count)),
		.blocks = blocks,
		.warps = warps,
		.fence_bits = fence_bits,
		.epoch_bits = epoch_bits,
	};
}

void pf_fence_free(struct pf_fence_file *f)
{
	free(f->count);
	*f = (struct pf_fence_file){0};
}

enum pf_forget pf_fence_epoch(struct pf_fence_file *f)
{
	memset(f->count, 0, (size_t)f->blocks * f->warps * sizeof(*f->count));
	f->epoch = pf_truncate(f->epoch + 1ULL, f->epoch_bits);
	return f->epoch ? PF_FORGET_EPOCH : PF_FORGET_SWEEP;
}

enum pf_forget pf_fence_bump(struct pf_fence_file *f, uint64_t block, uint32_t warp, bool device)
{
	struct pf_fences *c;
	uint32_t *n;

	if (block >= f->blocks)
		return PF_FORGET_NOTHING;
	c = &f->count[block * f->warps + warp];
	n = device ? &c->dev : &c->blk;
	*n = pf_truncate(*n + 1ULL, f->fence_bits);
	return *n || !f->epoch_bits ? PF_FORGET_NOTHING : pf_fence_epoch(f);
}

struct pf_fences pf_fence_of(const struct pf_fence_file *f, uint32_t block, uint32_t warp)
{
	return f->count[(size_t)block * f->warps + warp];
}
