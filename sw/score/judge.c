/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "score_int.h"

bool judge_dev_fenced(const struct exact *x, const struct access *p)
{
	const struct warp *w = exact_find_warp(x, p->warp_global);

	return w && w->dev != p->dev;
}

bool judge_blk_fenced(const struct exact *x, const struct access *p)
{
	const struct warp *w = exact_find_warp(x, p->warp_global);

	return w && w->blk != p->blk;
}

enum judged judge(const struct exact *x, const struct access *p, const struct access *a)
{
	const bool same_block = p->block == a->block;

	if (p->warp_global == a->warp_global)
		return JUDGED_SAME_WARP;
	if (same_block && p->hw_barrier != a->hw_barrier &&
	    (p->bar_warp != a->bar_warp || p->bar_block != a->bar_block))
		return JUDGED_BARRIER;
	if (p->atomic && p->scope == PTX_SCOPE_CTA && !same_block)
		return JUDGED_RACE_SCOPE;
	if (p->atomic && a->atomic && a->scope == PTX_SCOPE_CTA && !same_block && x->scord)
		return judge_dev_fenced(x, p) ? JUDGED_FENCED : JUDGED_RACE_NARROW;
	if (p->atomic && a->atomic)
		return JUDGED_ATOMICS;
	if (!judge_dev_fenced(x, p) && !(same_block && judge_blk_fenced(x, p)))
		return JUDGED_RACE_FENCE;
	if (!p->strong || !a->strong)
		return JUDGED_RACE_STRONG;
	if ((lockset_any(p->locks, LOCKSET_TABLE) || lockset_any(a->locks, LOCKSET_TABLE)) &&
	    !lockset_meet(p->locks, a->locks, LOCKSET_TABLE))
		return JUDGED_RACE_LOCK;
	return JUDGED_FENCED;
}
