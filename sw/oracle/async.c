/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "async.h"

#include <string.h>

static struct hb_async *of(struct happens_before *o, struct hb_block *b, uint32_t warp)
{
	if (!b->async) {
		b->async = tally_alloc(o->tally, HB_WARPS * sizeof(*b->async));
		for (uint32_t i = 0; i < o->n_warps; i++) {
			b->async[i].copier.label = 1;
			b->async[i].copier.lanes = b->warps[i].lanes;
		}
	}
	return &b->async[warp];
}

/* In lock step one thread stands for the warp. */
static uint32_t threads(const struct happens_before *o, uint32_t lanes)
{
	return o->its ? lanes : lanes & -lanes;
}

static uint32_t of_thread(const struct happens_before *o, uint32_t lane)
{
	return o->its ? 1U << lane : UINT32_MAX;
}

struct hb_warp *async_begin(struct happens_before *o, struct hb_block *b, uint32_t warp,
			    uint32_t lanes)
{
	struct hb_async *a = of(o, b, warp);
	struct hb_warp *w = &b->warps[warp];

	for (lanes = threads(o, lanes); lanes; lanes &= lanes - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		struct vclock *k = vclock_ref(hb_clock(o, w, lane));

		vclock_raise(&o->pool, &k, b->index, warp, of_thread(o, lane), w->label);
		hb_learn_all(o, &a->copier, of_thread(o, lane), k);
		vclock_drop(&o->pool, k);
	}
	w->label++; /* what the thread does from here on comes beside the copy */
	return &a->copier;
}

static void commit(struct happens_before *o, struct async_groups *g, uint32_t label)
{
	g->label = tally_grow(o->tally, g->label, &g->cap, g->n, sizeof(*g->label));
	g->label[g->n++] = label;
}

/* Label up to which the thread's copies are complete; 0: none. */
static uint32_t complete(struct async_groups *g, uint32_t left)
{
	uint32_t label = 0;
	size_t n;

	if (g->n > left) {
		n = g->n - left;
		label = g->label[n - 1];
		memmove(g->label, g->label + n, left * sizeof(*g->label));
		g->n = left;
	}
	return label;
}

void async_group(struct happens_before *o, struct hb_block *b, uint32_t warp,
		 const struct simt_op *op)
{
	struct hb_async *a = of(o, b, warp);
	const uint32_t label = a->copier.label;

	for (uint32_t left = threads(o, op->mask); left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		struct async_groups *g = &a->groups[o->its ? lane : 0];
		struct vclock *k = NULL;
		uint32_t upto;

		if (op->async == SIMT_ASYNC_COMMIT) {
			commit(o, g, label);
			continue;
		}
		upto = complete(g, op->async == SIMT_ASYNC_WAIT ? op->async_left : 0);
		if (op->async == SIMT_ASYNC_WAIT_ALL)
			upto = label;
		if (!upto)
			continue;
		vclock_raise(&o->pool, &k, o->blocks + b->index, warp, of_thread(o, lane), upto);
		hb_learn_all(o, &b->warps[warp], of_thread(o, lane), k);
		vclock_drop(&o->pool, k);
	}
	a->copier.label++; /* the next copies are of another group */
}

void async_clear(struct happens_before *o, struct hb_block *b)
{
	if (!b->async)
		return;
	for (uint32_t i = 0; i < HB_WARPS; i++) {
		struct hb_async *a = &b->async[i];

		hb_warp_clear(o, &a->copier);
		for (unsigned l = 0; l < SIMT_LANES; l++)
			tally_free(o->tally, a->groups[l].label,
				   a->groups[l].cap * sizeof(*a->groups[l].label));
	}
	tally_free(o->tally, b->async, HB_WARPS * sizeof(*b->async));
	b->async = NULL;
}
