/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../base/mem.h"
#include "exact_int.h"

uint32_t exact_release(struct exact *x, struct order_who who)
{
	const uint32_t node = order_release(&x->order, who);
	const struct order_block *b = &x->order.block[who.block];
	const struct order_node *n = &x->order.node[node];
	const struct pf_exact_pair own = {.slot = b->slot,
					  .warp = who.warp,
					  .lanes = who.lanes,
					  .first = b->first,
					  .last = n->epoch,
					  .base = n->base};
	struct pf_exact_pair best[PF_EXACT_CARRY_MOST];
	const size_t carry = x->config.pairs.carry, at = (size_t)node * carry;
	uint32_t many;

	if (!x->config.pairs.pairs)
		return node;
	x->carried = mem_grow(x->carried, &x->cap_carried, at + carry, sizeof(*x->carried));
	many = pf_exact_pairs_carry(x->slot[b->slot].pairs, &own, best);
	for (uint32_t i = 0; i < carry; i++)
		x->carried[at + i] = i < many ? best[i] : (struct pf_exact_pair){.first = 1};
	return node;
}

/* A table's part of it. */
static void learn(struct exact *x, struct order_who who, uint32_t node)
{
	const struct order_node *n = &x->order.node[node];
	const uint32_t carry = n->who.block ? x->config.pairs.carry : 0;
	struct pf_exact_pairs *pairs = x->slot[x->order.block[who.block].slot].pairs;

	for (uint32_t i = 0; i < n->n; i++)
		learn(x, who, x->order.list[n->from + i]);
	for (uint32_t i = 0; i < carry; i++) {
		const struct pf_exact_pair *c = &x->carried[(size_t)node * carry + i];

		if (c->first <= c->last)
			pf_exact_pairs_learn(pairs, who.warp, who.lanes, c);
	}
}

void exact_acquire(struct exact *x, struct order_who who, uint32_t node)
{
	order_acquire(&x->order, who, node);
	if (x->config.pairs.pairs)
		learn(x, who, node);
}
