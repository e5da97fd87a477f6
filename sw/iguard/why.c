/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * why: what the corrected rules knew of an access on which oracle and detector do not agree.
 */
#include "iguard_int.h"

static const struct pf_iguard_check *check_of(const struct iguard *x, const struct race_hit *h)
{
	for (size_t i = 0; i < x->n_checks; i++)
		if (x->checks[i].lane == h->second.lane &&
		    x->checks[i].word / PF_IGUARD_WORD == h->addr / PF_IGUARD_WORD)
			return &x->checks[i];
	return NULL;
}

/* The side stands for that thread's bytes, as far as it has a name. */
static bool names(const struct iguard *x, const struct pf_iguard_side *s,
		  const struct pf_iguard_check *c, const struct race_hit *h)
{
	const uint32_t byte = (uint32_t)(h->addr % PF_IGUARD_WORD);
	const uint32_t lane = s->elem ? (s->lane + byte / s->elem) % PF_IGUARD_LANES : s->lane;

	return s->block == h->first.block + 1 && s->warp == h->first.warp &&
	       (!x->mended.lanes || lane == h->first.lane) && s->bytes & c->bytes &&
	       s->bytes >> byte & 1;
}

/* The entry is atomic, and the access that races was not, or of narrower scope: a later one of the
 * same thread. */
static bool other_access(const struct pf_iguard_side *s, const struct race_side *first)
{
	return s->atomic && (first->scope == PTX_SCOPE_NONE ||
			     (first->scope == PTX_SCOPE_CTA && !s->block_scope));
}

/* Where the corrected rules, which run beside what tells, agree with the oracle; 0: they tell. */
static enum iguard_why other(const struct iguard *x)
{
	return x->config.paper ? IGUARD_PUBLISHED : x->units ? IGUARD_KEPT : IGUARD_UNKNOWN;
}

enum iguard_why iguard_missed(const struct iguard *x, const struct race_hit *h)
{
	const struct pf_iguard_check *c = check_of(x, h);
	const struct pf_iguard_side *s;

	if (h->first.launch != h->second.launch)
		return IGUARD_LAUNCH;
	if (!c)
		return IGUARD_UNKNOWN;
	if (other(x) && c->kind)
		return other(x);
	s = h->first.access == RACE_READ ? &c->before.reader : &c->before.writer;
	if (!names(x, s, c, h))
		return IGUARD_REPLACED;
	switch (h->first.access == RACE_READ ? c->reader : c->writer) {
	case PF_IGUARD_ORDERED: return IGUARD_BARRIER;
	case PF_IGUARD_FENCED: return IGUARD_FENCE;
	case PF_IGUARD_ATOMICS: return other_access(s, &h->first) ? IGUARD_REPLACED : IGUARD_ATOMIC;
	default: return IGUARD_UNKNOWN;
	}
}

enum iguard_why iguard_false(const struct iguard *x, const struct race_hit *h)
{
	const struct pf_iguard_check *c = check_of(x, h);

	if (!c)
		return IGUARD_UNKNOWN;
	if (other(x) && !c->kind)
		return other(x);
	if (c->with_others)
		return IGUARD_OTHERS;
	switch (c->kind) {
	case PF_IGUARD_LOCK: return IGUARD_LOCK;
	case PF_IGUARD_SCOPE: return IGUARD_SCOPE;
	case PF_IGUARD_FENCE:
	case PF_IGUARD_FENCE_SCOPE:
	case PF_IGUARD_ITS:
		return (c->with_reader ? c->before.reader : c->before.writer).releases
			       ? IGUARD_RELEASE
			       : IGUARD_THIRD;
	default: return IGUARD_UNKNOWN;
	}
}
