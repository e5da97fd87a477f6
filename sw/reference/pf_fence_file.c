/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_fence_file.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "pf_geometry.h"

void pf_fence_init(struct pf_fence_file *f, uint32_t blocks, uint32_t warps, uint32_t fence_bits,
		   uint32_t epoch_bits, bool lazy)
{
	const size_t n = (size_t)blocks * warps;

	*f = (struct pf_fence_file){
		.count = mem_alloc(n * sizeof(*f->count)),
		.odd = lazy ? mem_alloc(n * sizeof(*f->odd)) : NULL,
		.blocks = blocks,
		.warps = warps,
		.fence_bits = fence_bits,
		.epoch_bits = epoch_bits,
	};
}

void pf_fence_free(struct pf_fence_file *f)
{
	free(f->count);
	free(f->odd);
	*f = (struct pf_fence_file){0};
}

static void set_to_zero(struct pf_fence_file *f)
{
	memset(f->count, 0, (size_t)f->blocks * f->warps * sizeof(*f->count));
}

void pf_fence_clear(struct pf_fence_file *f)
{
	set_to_zero(f);
	if (f->odd)
		memset(f->odd, 0, (size_t)f->blocks * f->warps * sizeof(*f->odd));
	f->epoch = f->odd_now = 0;
}

enum pf_forget pf_fence_epoch(struct pf_fence_file *f)
{
	if (f->odd)
		f->odd_now ^= 1;
	else
		set_to_zero(f);
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
	*c = pf_fence_of(f, (uint32_t)block, warp);
	if (f->odd)
		f->odd[block * f->warps + warp] = f->odd_now;
	n = device ? &c->dev : &c->blk;
	*n = pf_truncate(*n + 1ULL, f->fence_bits);
	return *n || !f->epoch_bits ? PF_FORGET_NOTHING : pf_fence_epoch(f);
}

struct pf_fences pf_fence_of(const struct pf_fence_file *f, uint32_t block, uint32_t warp)
{
	const size_t i = (size_t)block * f->warps + warp;
	static const struct pf_fences none;

	return f->odd && f->odd[i] != f->odd_now ? none : f->count[i];
}
