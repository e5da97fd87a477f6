/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_file_vec: a sequence of operations on the fence file, each with its answer.
 *
 *   kind device self_block self_warp owner_block owner_warp epoch owner self forget      in hex
 *
 * kind 0: lookup. 1: fence. 2: a new epoch from outside. 3: the policy becomes `device`, all is 0.
 * epoch: now. owner, self: {device, block} counts before. forget: 0 nothing, 1 the epoch goes up,
 * 2 all counts are cleared.
 */
#include "reference/pf_fence_file.h"

#include "pf_rules_vec.h"

/* Warps close to the hot one; mostly that one; any; new epochs all the time. */
enum { FEW, ONE, ANY, HURRY, MOODS };

struct who {
	uint32_t block, warp;
};

/* One warp alone wraps a count; warps that differ in one bit of block or warp stand beside it. */
static struct who who_of(struct rng *r, const struct pf_fence_file *f, unsigned mood,
			 struct who hot)
{
	struct who w = hot;

	if (mood == ONE && rng_below(r, 8))
		return w;
	if (mood == ANY || !rng_below(r, 8))
		return (struct who){rng_below(r, f->blocks), rng_below(r, f->warps)};
	switch (rng_below(r, 3)) {
	case 0:
		w.block ^= 1U << rng_below(r, 31);
		w.block &= f->blocks - 1;
		break;
	case 1:
		w.warp ^= 1U << rng_below(r, 8);
		w.warp &= f->warps - 1;
		break;
	default: break;
	}
	return w;
}

struct drive {
	struct rng r;
	const struct pf_geometry *g;
	uint32_t blocks;
	struct pf_fence_file f;
	struct who hot;
	unsigned mood;
	uint32_t hurry; /* one operation in so many is a new epoch */
};

static void policy(struct drive *d, bool scord)
{
	pf_fence_free(&d->f);
	pf_fence_init(&d->f, d->blocks, 1U << d->g->warp_bits, d->g->fence_bits,
		      scord ? d->g->epoch_bits : 0);
	printf("3 %x 0 0 0 0 0 0 0 2\n", scord);
}

static void operate(struct drive *d)
{
	const struct who self = who_of(&d->r, &d->f, d->mood, d->hot);
	const struct who owner = rng_below(&d->r, 4) ? who_of(&d->r, &d->f, d->mood, d->hot) : self;
	const struct pf_fences o = pf_fence_of(&d->f, owner.block, owner.warp);
	const struct pf_fences s = pf_fence_of(&d->f, self.block, self.warp);
	const uint32_t epoch = d->f.epoch;
	const bool device = rng_below(&d->r, 4) < (d->mood == ONE ? 3 : 2);
	unsigned kind = rng_below(&d->r, 8) < (d->mood == ONE ? 7 : 5);
	unsigned forget = PF_FORGET_NOTHING;

	if (!rng_below(&d->r, d->mood == HURRY ? d->hurry : 200))
		kind = 2;
	if (kind == 1)
		forget = pf_fence_bump(&d->f, self.block, self.warp, device);
	else if (kind == 2)
		forget = pf_fence_epoch(&d->f);
	printf("%x %x %x %x %x %x %x %x %x %x\n", kind, device, self.block, self.warp, owner.block,
	       owner.warp, epoch, vec_pack_fences(o, d->g), vec_pack_fences(s, d->g), forget);
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	const uint32_t index[] = {PF_REF_FENCE_BLOCK_W, PF_TINY_FENCE_BLOCK_W,
				  PF_MODERN_FENCE_BLOCK_W};
	struct drive d = {.g = a.g, .blocks = 1, .mood = ONE};
	const char *const names[] = {"ref", "tiny", "modern"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (a.g == pf_geometry_named(names[i]))
			d.blocks = 1U << index[i];
	rng_seed(&d.r, a.seed);
	d.hurry = a.g->epoch_bits > 2 ? 16 : 64; /* clearing the file takes time */
	policy(&d, true);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 512 == 511) {
			d.mood = rng_below(&d.r, MOODS);
			d.hot = who_of(&d.r, &d.f, ANY, d.hot);
		}
		if (i == a.count * 3 / 4) {
			policy(&d, false);
			d.mood = ONE;
		}
		operate(&d);
	}
	pf_fence_free(&d.f);
	return 0;
}
