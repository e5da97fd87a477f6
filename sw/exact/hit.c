/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../access/access.h"
#include "../base/mem.h"
#include "exact_int.h"

static struct race_side side_of(const struct exact *x, const struct word_access *a, uint32_t lane)
{
	const struct order_block *b = &x->order.block[a->who.block];
	struct race_side s = {.kernel = x->who->kernel,
			      .launch = x->who->launch,
			      .block = b->index,
			      .warp = a->who.warp,
			      .lane = (uint8_t)lane,
			      .access = a->rmw     ? RACE_ATOMIC
					: a->write ? RACE_WRITE
						   : RACE_READ,
			      .strong = a->strong,
			      .scope = PTX_SCOPE_NONE,
			      .pc = a->pc};
	struct access_shape shape;
	struct simt_op op;

	if (simt_op_at(s.kernel, s.pc, &op)) {
		shape = access_shape(&op);
		s.access = shape.access;
		s.scope = shape.scope;
	}
	return s;
}

static enum race_kind kind_of(const struct word_access *p, const struct word_access *a)
{
	if (p->op == a->op)
		return RACE_SAME_INSTRUCTION;
	if (p->strong && a->strong)
		return RACE_ATOMIC_SCOPE;
	return p->who.block == a->who.block && !p->strong && !a->strong ? RACE_BARRIER : RACE_FENCE;
}

static void tell(struct exact *x, const struct word_access *p, uint32_t lane,
		 const struct word_access *a)
{
	struct race_hit h = {.space = PTX_SPACE_GLOBAL,
			     .kind = kind_of(p, a),
			     .first = side_of(x, p, lane),
			     .second = side_of(x, a, a->lane)};
	uint32_t both = p->bytes & a->bytes;

	x->stats.races++;
	if (x->config.judged)
		*hashmap_at(&x->told, x->word) |= both;
	while (both) {
		const uint32_t from = (uint32_t)__builtin_ctz(both);
		const uint32_t bytes = (uint32_t)__builtin_ctz(~(both >> from));

		h.addr = x->word + from;
		h.bytes = (uint8_t)bytes;
		x->hits = mem_grow(x->hits, &x->cap_hits, x->n_hits, sizeof(*x->hits));
		x->hits[x->n_hits++] = h;
		both &= ~(((1U << bytes) - 1) << from);
	}
}

/* The accessor's SM knows it by heart. */
static bool knows_pair(const struct exact *x, struct order_who of, uint32_t epoch,
		       const struct word_access *a)
{
	const struct pf_exact_pair asked = {.slot = x->order.block[of.block].slot,
					    .warp = of.warp,
					    .lanes = of.lanes,
					    .last = epoch};

	return x->config.pairs.pairs &&
	       pf_exact_pairs_knows(x->at->pairs, a->who.warp, a->who.lanes, &asked);
}

static bool ordered(struct exact *x, const struct word_access *p, struct order_who of,
		    const struct word_access *a)
{
	x->stats.conflicts++;
	if (p->op == a->op)
		return false;
	if (order_by_barrier(&x->order, a->who.block, of.block, p->epoch)) {
		x->stats.by_barrier++;
		return true;
	}
	if (knows_pair(x, of, p->epoch, a)) {
		x->stats.by_pairs++;
		return true;
	}
	if (order_knows(&x->order, a->who, of, p->epoch, p->time)) {
		x->stats.by_order++;
		return true;
	}
	if (p->chain && locations_observed(&x->locations, p->chain, p->index, a->who)) {
		x->stats.by_observed++;
		if (!p->strong && x->config.judged) {
			x->seen = mem_grow(x->seen, &x->cap_seen, x->n_seen, sizeof(*x->seen));
			x->seen[x->n_seen++] = (struct seen){x->word, a->lane};
		}
		return true;
	}
	return false;
}

void exact_conflict(void *ctx, const struct word_access *p, uint32_t lanes,
		    const struct word_access *a)
{
	struct exact *x = ctx;
	struct order_who of = p->who;

	if (!x->order.its) {
		if (!ordered(x, p, of, a))
			tell(x, p, p->lane, a);
		return;
	}
	for (; lanes; lanes &= lanes - 1) {
		of.lanes = lanes & -lanes;
		if (ordered(x, p, of, a))
			continue;
		tell(x, p, (uint32_t)__builtin_ctz(lanes), a);
		return;
	}
}
