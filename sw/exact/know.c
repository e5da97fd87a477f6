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

	if (!x->config.pairs.pairs)
		return node;
	x->carried = mem_grow(x->carried, &x->cap_carried, node, sizeof(*x->carried));
	x->carried[node].n =
		pf_exact_pairs_carry(x->slot[b->slot].pairs, &own, x->carried[node].pair);
	return node;
}

/* A table's part of it. */
static void learn(struct exact *x, struct order_who who, uint32_t node)
{
	const struct order_node *n = &x->order.node[node];
	const struct carried *c = &x->carried[node];
	struct pf_exact_pairs *pairs = x->slot[x->order.block[who.block].slot].pairs;

	for (uint32_t i = 0; i < n->n; i++)
		learn(x, who, x->order.list[n->from + i]);
	for (uint32_t i = 0; n->who.block && i < c->n; i++)
		pf_exact_pairs_learn(pairs, who.warp, who.lanes, &c->pair[i]);
}

void exact_acquire(struct exact *x, struct order_who who, uint32_t node)
{
	order_acquire(&x->order, who, node);
	if (x->config.pairs.pairs)
		learn(x, who, node);
}
