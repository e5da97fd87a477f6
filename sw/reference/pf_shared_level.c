/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_shared_level.h"

/* What somebody does races with what another has done. */
static bool conflicts(uint32_t did, uint32_t does)
{
	switch (does) {
	case PF_SHARED_STRONG_READ: return did >= PF_SHARED_WRITE;
	case PF_SHARED_READ: return did >= PF_SHARED_STRONG;
	case PF_SHARED_STRONG: return did == PF_SHARED_READ || did > PF_SHARED_STRONG;
	default: return did != PF_SHARED_NONE;
	}
}

/* A strong write that its reader observed comes before what the reader does next (the memory
 * model's observation order). Whoever wrote strongly last has, as far as one knows, observed what
 * others wrote; and of one whose write was read since, any other may have. */
static bool conflicts_observed(uint32_t did, uint32_t does)
{
	return conflicts(did, does) && did != PF_SHARED_STRONG &&
	       !(did == PF_SHARED_MIXED && does == PF_SHARED_READ);
}

/* Both. */
static uint8_t join(uint32_t a, uint32_t b)
{
	const uint32_t least = a < b ? a : b, most = a < b ? b : a;

	return (uint8_t)(least == PF_SHARED_READ && most == PF_SHARED_STRONG ? PF_SHARED_MIXED
									     : most);
}

static bool writes(uint32_t does)
{
	return does == PF_SHARED_STRONG || does >= PF_SHARED_WRITE;
}

static void take_over(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	*l = (struct pf_shared_level){.did = (uint8_t)a->does,
				      .who = (uint8_t)a->who,
				      .phase = a->order->phase[a->who],
				      .now = true,
				      .pc = a->pc};
}

/* Its copy is under way: it begins or stays so, it has ended; else the access races with it. */
static enum pf_shared_outcome own_copy(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	l->seen &= !writes(a->does);
	if (!a->quiet && a->does != PF_SHARED_COPY)
		return PF_SHARED_RACES;
	l->did = (uint8_t)a->does;
	l->phase = a->order->phase[a->who];
	l->now = true;
	l->pc = a->pc;
	return PF_SHARED_CLEAN;
}

/* Its own level. What it did in an earlier phase stays if it is worse: who comes after that only
 * would race with it, were it of this phase. */
static void again(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	const uint8_t phase = a->order->phase[a->who];
	const uint8_t did = l->phase == phase ? join(l->did, a->does) : (uint8_t)a->does;

	l->seen &= !writes(a->does);
	if (did < l->did || (did == l->did && a->does < did))
		return;
	l->did = did;
	l->phase = phase;
	l->now = true;
	l->pc = a->pc;
}

/* It is named from now on, and all before it are others. */
static void after_all(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	const uint8_t others = join(l->others, l->did);

	take_over(l, a);
	l->others = others;
}

/* Somebody else's, and no conflict: the worse of the two is named, else the later one. */
static void beside(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	if (a->does >= l->did) {
		after_all(l, a);
		return;
	}
	l->others = join(l->others, a->does);
	l->seen |= a->does == PF_SHARED_STRONG_READ && l->did >= PF_SHARED_STRONG;
}

/* What it did to the level. What the others did is known without order: it races for sure with who
 * has not waited for anybody; of all else it counts as before. */
enum pf_shared_outcome pf_shared_step(struct pf_shared_level *l, const struct pf_shared_act *a)
{
	enum pf_shared_outcome o = PF_SHARED_CLEAN;

	if (l->did == PF_SHARED_NONE) {
		take_over(l, a);
	} else if (l->who == a->who && l->did == PF_SHARED_COPY) {
		o = own_copy(l, a);
	} else if (l->who == a->who) {
		if (conflicts_observed(l->others, a->does)) {
			o = a->order->waited >> a->who & 1 ? PF_SHARED_CLEAN
							   : PF_SHARED_RACES_OTHERS;
			if (o == PF_SHARED_CLEAN || writes(a->does))
				l->others = PF_SHARED_NONE;
		}
		again(l, a);
		o = a->quiet ? PF_SHARED_CLEAN : o;
	} else if (a->quiet) {
		return PF_SHARED_CLEAN;
	} else if (l->did == PF_SHARED_COPY) {
		return PF_SHARED_RACES;
	} else if (!conflicts(l->did, a->does)) {
		beside(l, a);
	} else if (l->seen && !conflicts_observed(l->did, a->does)) {
		after_all(l, a);
	} else if (pf_order_after(a->order, a->who, l->who, l->phase)) {
		take_over(l, a);
	} else {
		/* A read leaves the write, which others may meet, too. */
		if (writes(a->does))
			take_over(l, a);
		o = PF_SHARED_RACES;
	}
	if (!a->several)
		return o;
	l->others = join(l->others, a->does);
	if (l->who == a->who && writes(a->does)) {
		l->who = (uint8_t)a->last;
		l->phase = a->order->phase[a->last];
	}
	return o;
}

/* The named lane does not race with itself: the second one meets what it did. */
enum pf_shared_outcome pf_shared_step_lanes(struct pf_shared_level *l, struct pf_shared_act *a,
					    uint32_t by)
{
	const uint32_t more = by & (by - 1);

	a->who = (uint32_t)__builtin_ctz(by);
	a->several = more;
	a->last = 31U - (uint32_t)__builtin_clz(by);
	if (more && l->did && a->who == l->who)
		a->who = (uint32_t)__builtin_ctz(more);
	return pf_shared_step(l, a);
}
