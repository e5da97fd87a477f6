/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a race is called, first rule that fits (p the earlier access, x the later one):
 *
 *   lanes of one store                           SAME_INSTRUCTION
 *   of two grids, by a launch of device code     LAUNCH
 *   both atomic                                  ATOMIC_SCOPE; of different sizes: NOT_STRONG
 *   one side held a lock, taken by idiom         LOCK_SCOPE if both held that one, else LOCK
 *   one block; a side weak (shared memory) or
 *     both (global memory)                       BARRIER
 *   two blocks, p's thread has fenced since,
 *     but for its block only                     FENCE_SCOPE
 *   a fence wide enough since; one side weak     NOT_STRONG
 *   no such fence; one side atomic, other weak   NOT_STRONG
 *   else                                         FENCE
 */
#include "hits.h"

#include "async.h"

void hits_close(struct hits *h)
{
	tally_free(h->tally, h->items, h->cap * sizeof(*h->items));
}

static enum race_kind kind_of(const struct relate *r, enum ptx_space space, const struct access *p,
			      unsigned lane, const struct access *x)
{
	const uint8_t both = p->flags & x->flags, any = p->flags | x->flags;
	const bool near = async_block(r->hb, p->block) == async_block(r->hb, x->block);
	const enum hb_scope need = near ? HB_CTA
				   : cluster_same(&r->hb->clusters, async_block(r->hb, p->block),
						  async_block(r->hb, x->block))
					   ? HB_CLUSTER
					   : HB_GPU;
	const bool some = hb_fenced(r->hb, p->block, p->warp, lane, HB_CTA, p->label);
	const bool enough = hb_fenced(r->hb, p->block, p->warp, lane, need, p->label);

	if (grids_of(r->hb, p->block) != grids_of(r->hb, x->block))
		return RACE_LAUNCH;
	if (both & ACCESS_ATOMIC)
		return p->size == x->size ? RACE_ATOMIC_SCOPE : RACE_NOT_STRONG;
	if (any & ACCESS_COPY)
		return relate_but_proxy(r, p, lane, x) ? RACE_PROXY : RACE_FENCE;
	if (p->lock || x->lock)
		return p->lock == x->lock ? RACE_LOCK_SCOPE : RACE_LOCK;
	if (near && !((space == PTX_SPACE_SHARED ? both : any) & ACCESS_STRONG))
		return RACE_BARRIER;
	if (some && !enough)
		return RACE_FENCE_SCOPE;
	if ((enough || any & ACCESS_ATOMIC) && !(both & ACCESS_STRONG))
		return RACE_NOT_STRONG;
	return RACE_FENCE;
}

static void side(struct race_side *s, const struct hit_place *at, const struct relate *r,
		 const struct access *x, unsigned lane)
{
	const struct hb_grid *g = grids_of(r->hb, x->block);

	*s = (struct race_side){
		.kernel = g ? g->kernel : at->who->kernel,
		.launch = g ? g->launch : at->who->launch,
		.block = async_block(r->hb, x->block) - (g ? g->first : 0),
		.warp = x->flags & ACCESS_COPY ? x->lock - 1 : x->warp,
		.lane = (uint8_t)lane,
		.access = x->flags & ACCESS_RMW      ? RACE_ATOMIC
			  : x->flags & ACCESS_WRITES ? RACE_WRITE
						     : RACE_READ,
		.strong = x->flags & ACCESS_STRONG,
		.scope = x->flags & ACCESS_ATOMIC ? (enum ptx_scope)x->scope : PTX_SCOPE_NONE,
		.pc = x->pc,
	};
}

/* A hit of that lane with p's code and warp on the same word is there already. Bytes that follow
 * make it longer. */
static bool known(struct hits *h, const struct hit_place *at, const struct access *p, unsigned lane)
{
	for (uint32_t k = 0; k < h->of_lane[lane]; k++) {
		struct race_hit *t = &h->items[h->at[lane][k]];

		if (t->first.pc != p->pc || t->first.block != p->block || t->first.warp != p->warp)
			continue;
		if (t->addr + t->bytes == at->addr - at->base)
			t->bytes = (uint8_t)(t->bytes + at->bytes);
		return true;
	}
	return false;
}

static struct race_hit *hit(struct hits *h, const struct hit_place *at, unsigned lane)
{
	struct race_hit *t;

	h->items = tally_grow(h->tally, h->items, &h->cap, h->n, sizeof(*h->items));
	h->some |= 1U << lane;
	h->at[lane][h->of_lane[lane]++] = (uint32_t)h->n;
	if (h->of_lane[lane] == HITS_OF_LANE)
		h->full |= 1U << lane;
	t = &h->items[h->n++];
	t->space = at->space;
	t->addr = at->addr - at->base;
	t->bytes = at->bytes;
	return t;
}

void hits_add(struct hits *h, const struct relate *r, const struct hit_place *at,
	      const struct access *p, const struct access *x, uint32_t lanes)
{
	uint32_t earlier;

	lanes &= ~h->full; /* first: a word that thousands of warps race on gets here for each */
	if (!lanes)
		return;
	earlier = access_lanes(p, at->addr, at->bytes);
	for (lanes &= access_lanes(x, at->addr, at->bytes); lanes; lanes &= lanes - 1) {
		const unsigned j = (unsigned)__builtin_ctz(lanes);
		unsigned i = 0;
		struct race_hit *t;

		if (known(h, at, p, j))
			continue;
		for (uint32_t left = earlier; left; left &= left - 1) {
			i = (unsigned)__builtin_ctz(left);
			if (!relate_lanes(r, p, i, x, j))
				break;
		}
		t = hit(h, at, j);
		t->kind = kind_of(r, at->space, p, i, x);
		side(&t->first, at, r, p, i);
		side(&t->second, at, r, x, j);
	}
}

void hits_same_store(struct hits *h, const struct relate *r, const struct hit_place *at,
		     const struct access *x, uint32_t lanes)
{
	const unsigned i = (unsigned)__builtin_ctz(lanes);

	for (lanes &= lanes - 1; lanes; lanes &= lanes - 1) {
		const unsigned j = (unsigned)__builtin_ctz(lanes);
		struct race_hit *t;

		if (h->full >> j & 1)
			continue;
		t = hit(h, at, j);
		t->kind = RACE_SAME_INSTRUCTION;
		side(&t->first, at, r, x, i);
		side(&t->second, at, r, x, j);
	}
}
