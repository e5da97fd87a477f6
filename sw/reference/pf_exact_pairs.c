/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_exact_pairs.h"

static bool is_free(const struct pf_exact_pair *p)
{
	return p->last < p->first;
}

void pf_exact_pairs_begin(struct pf_exact_pairs *t, const struct pf_exact_pairs_config *c)
{
	t->config = *c;
	t->barriers = t->time = 0;
	for (uint32_t w = 0; w < PF_EXACT_BLOCK_WARPS; w++)
		for (uint32_t i = 0; i < c->pairs; i++)
			t->pair[w][i] = (struct pf_exact_pair){.first = 1};
}

/* The threads know it: all of them have learnt it, or their block has met since. */
static bool is_known(const struct pf_exact_pairs *t, const struct pf_exact_pair *p, bool own_warp,
		     uint32_t lanes)
{
	return !is_free(p) && (p->barriers < t->barriers || (own_warp && !(lanes & ~p->knows)));
}

/* a is worth more: through fewer hands, or newer. */
static bool better(const struct pf_exact_pair *a, const struct pf_exact_pair *b)
{
	return a->hops != b->hops ? a->hops < b->hops : a->age > b->age;
}

uint32_t pf_exact_pairs_carry(const struct pf_exact_pairs *t, const struct pf_exact_pair *own,
			      struct pf_exact_pair carried[PF_EXACT_CARRY_MOST])
{
	uint32_t n = 1;

	carried[0] = *own;
	for (uint32_t i = 0; t->config.carry > 1 && i < t->config.pairs; i++) {
		const struct pf_exact_pair *p = &t->pair[own->warp][i];
		uint32_t at = n;

		if (!is_known(t, p, true, own->lanes))
			continue;
		/* Sorted, the best in front. */
		if (n < t->config.carry)
			n++;
		else if (better(p, &carried[n - 1]))
			at = n - 1;
		else
			continue;
		for (; at > 1 && better(p, &carried[at - 1]); at--)
			carried[at] = carried[at - 1];
		carried[at] = *p;
	}
	return n;
}

static bool same_threads(const struct pf_exact_pair *a, const struct pf_exact_pair *b)
{
	return a->slot == b->slot && a->warp == b->warp && a->lanes == b->lanes &&
	       a->first == b->first;
}

/* The pair's place: of the same threads; or free; or that of the least worth. */
static struct pf_exact_pair *place_of(struct pf_exact_pair *table, uint32_t n,
				      const struct pf_exact_pair *p)
{
	struct pf_exact_pair *worst = table;

	for (uint32_t i = 0; i < n; i++) {
		if (!is_free(&table[i]) && same_threads(&table[i], p) && table[i].knows == p->knows)
			return &table[i];
		if (!is_free(worst) && (is_free(&table[i]) || better(worst, &table[i])))
			worst = &table[i];
	}
	return worst;
}

void pf_exact_pairs_learn(struct pf_exact_pairs *t, uint32_t warp, uint32_t lanes,
			  const struct pf_exact_pair *p)
{
	struct pf_exact_pair in = *p, *at;

	in.knows = lanes;
	in.barriers = t->barriers;
	in.age = ++t->time;
	in.hops += p->hops < PF_EXACT_HOPS;
	at = place_of(t->pair[warp], t->config.pairs, &in);
	/* What is known of the same threads already, and may be by the whole block. */
	if (!is_free(at) && same_threads(at, &in) && at->last >= in.last && at->base >= in.base)
		return;
	/* Nobody's place who is worth more. */
	if (!is_free(at) && !same_threads(at, &in) && at->hops < in.hops)
		return;
	*at = in;
}

static bool covers(const struct pf_exact_pair *p, const struct pf_exact_pair *of)
{
	if (p->slot != of->slot || of->last < p->first)
		return false;
	return of->last < p->base ||
	       (p->warp == of->warp && !(of->lanes & ~p->lanes) && of->last <= p->last);
}

bool pf_exact_pairs_knows(const struct pf_exact_pairs *t, uint32_t warp, uint32_t lanes,
			  const struct pf_exact_pair *of)
{
	for (uint32_t w = 0; w < PF_EXACT_BLOCK_WARPS; w++) {
		if (w != warp && !t->barriers)
			continue;
		for (uint32_t i = 0; i < t->config.pairs; i++)
			if (is_known(t, &t->pair[w][i], w == warp, lanes) &&
			    covers(&t->pair[w][i], of))
				return true;
	}
	return false;
}
