/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The cluster's barrier. A relaxed arrival passes on what its thread has fenced.
 */
#include "happens_before.h"

static void merge(struct happens_before *o, struct vclock **to, struct vclock *k)
{
	struct vclock *sum = vclock_join(&o->pool, *to, k);

	vclock_drop(&o->pool, *to);
	*to = sum;
}

void hb_cluster_arrive(struct happens_before *o, struct hb_block *b, uint32_t warp,
		       const struct simt_op *op)
{
	const enum hb_scope s = o->clusters.blocks > 1 ? HB_CLUSTER : HB_CTA;
	const bool now = op->sem != PTX_SEM_RELAXED;
	struct hb_warp *w = &b->warps[warp];
	uint32_t lanes = o->its ? op->mask : op->mask & -op->mask;

	for (; lanes; lanes &= lanes - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		struct vclock *k = hb_gives(o, w, b->index, warp, lane, s, now);

		merge(o, &hb_cluster(o, b)->joined, k);
		vclock_drop(&o->pool, k);
	}
	w->label++;
}

void hb_cluster_all(struct happens_before *o, const struct hb_block *b)
{
	struct hb_cluster *c = hb_cluster(o, b);

	vclock_drop(&o->pool, c->gives);
	c->gives = c->joined;
	c->joined = NULL;
}

void hb_cluster_go(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes)
{
	hb_learn_all(o, &b->warps[warp], o->its ? lanes : UINT32_MAX, hb_cluster(o, b)->gives);
}
