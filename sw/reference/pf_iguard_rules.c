/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_rules.h"

/* Both atomic, or one of them a volatile load that polls. */
static bool both_atomic(const struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	return (x->atomic && t->polls) || (x->polls && t->atomic);
}

/* So, of one size, and each scope has the other thread in it. x_block_scope: of x's. */
static bool reach(const struct pf_iguard_side *x, const struct pf_iguard_side *t, bool other_block,
		  bool x_block_scope)
{
	return both_atomic(x, t) && x->size == t->size &&
	       !(other_block && (x_block_scope || t->block_scope));
}

/* What is wrong between x, or others of it, and t, whom nothing orders and no fence. */
static enum pf_iguard_kind wrong(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				 bool other_block, bool same_warp, bool fenced)
{
	if (both_atomic(x, t) && other_block)
		return PF_IGUARD_SCOPE;
	if (same_warp)
		return PF_IGUARD_ITS;
	return other_block && fenced ? PF_IGUARD_FENCE_SCOPE : PF_IGUARD_FENCE;
}

enum pf_iguard_kind pf_iguard_judge(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				    const struct pf_iguard_facts *f, enum pf_iguard_excuse *why)
{
	*why = PF_IGUARD_SAME;
	if (f->thread)
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_ATOMICS;
	if (reach(x, t, !f->block, x->block_scope))
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_ORDERED;
	if (f->after)
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_FENCED;
	if (!(f->block ? f->fenced : f->fenced_device))
		return wrong(x, t, !f->block, f->warp, f->fenced);
	/* A counter's scope is too narrow, whatever has been fenced. */
	if (!f->block && x->atomic && t->atomic && x->block_scope)
		return PF_IGUARD_SCOPE;
	return f->lockless || f->common_lock ? PF_IGUARD_NO_RACE : PF_IGUARD_LOCK;
}

/* Others are taken to be ordered where x's own thread has since done anything that orders. */
enum pf_iguard_kind pf_iguard_judge_others(const struct pf_iguard_side *x,
					   const struct pf_iguard_side *t,
					   const struct pf_iguard_facts *f)
{
	const bool other_block = x->others == PF_IGUARD_DEVICE;

	if (x->others == PF_IGUARD_ALONE || !f->block || (x->others == PF_IGUARD_WARP && !f->warp))
		return PF_IGUARD_NO_RACE;
	if (reach(x, t, other_block, x->others_block_scope) || f->common_lock)
		return PF_IGUARD_NO_RACE;
	if (other_block                   ? f->fenced_device
	    : x->others == PF_IGUARD_WARP ? !f->still_lane
					  : !f->still)
		return PF_IGUARD_NO_RACE;
	return wrong(x, t, other_block, x->others == PF_IGUARD_WARP, false);
}

/* Nothing of x, named or not, is left to say once t is there. */
static bool settled(const struct pf_iguard_side *x, const struct pf_iguard_facts *f)
{
	if (x->others == PF_IGUARD_DEVICE)
		return f->fenced_device;
	if (f->thread && !x->elem)
		return x->others == PF_IGUARD_ALONE ||
		       !(x->others == PF_IGUARD_WARP ? f->still_lane : f->still);
	return f->block ? f->after || f->fenced : f->fenced_device;
}

/* What the thread itself did before, in the same phase, is not told apart. */
struct pf_iguard_act pf_iguard_act(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				   const struct pf_iguard_facts *f)
{
	const bool again = f->thread && !x->elem && x->bytes == t->bytes && f->still_lane;
	const bool add = f->bytes && !settled(x, f);

	if (!x->block)
		return (struct pf_iguard_act){false, false};
	return (struct pf_iguard_act){again || add, add};
}

static unsigned farther(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

void pf_iguard_put(struct pf_iguard_side *x, struct pf_iguard_side t, struct pf_iguard_act act,
		   const struct pf_iguard_facts *f)
{
	const enum pf_iguard_others far = !f->block    ? PF_IGUARD_DEVICE
					  : !f->warp   ? PF_IGUARD_BLOCK
					  : !f->thread ? PF_IGUARD_WARP
						       : PF_IGUARD_ALONE;

	if (act.add) {
		t.others = farther(t.others, farther(far, x->others)) & 3;
		t.others_block_scope =
			x->others_block_scope || (far != PF_IGUARD_ALONE && x->block_scope);
	}
	if (act.weaken) {
		t.atomic &= x->atomic;
		t.polls &= x->polls;
		t.block_scope |= x->block_scope;
		t.locks &= x->locks;
	}
	*x = t;
}
