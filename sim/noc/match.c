/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * match: one step of the arbiter.
 *
 *   packets under way move a flit ─> free inputs and outputs are matched ─> these move their first
 *
 * An input or output moves one flit a step: in_used and out_used say which have.
 */
#include <string.h>

#include "noc_int.h"

static void move(struct noc *n, uint32_t i)
{
	struct noc_input *in = &n->in[i];

	set_add(n->in_used, i);
	set_add(n->out_used, in->output);
	set_add(n->moved, i);
	n->counts.moved++;
	if (--in->left == 0)
		noc_crossed(n, i);
}

static void begin(struct noc *n, uint32_t i, uint32_t o)
{
	struct noc_input *in = &n->in[i];
	const struct pkt *k = noc_queue(n, i, o)->head;
	uint64_t *asks = set_of(n, n->asks, i), *asked = set_of(n, n->asked, o);

	set_drop(asks, o);
	if (set_empty(asks, n->words))
		set_drop(n->asking, i);
	set_drop(asked, i);
	if (set_empty(asked, n->words))
		set_drop(n->wanted, o);
	in->output = o;
	in->left = k->flits;
	set_add(n->busy, i);
	n->out[o].used += k->flits;
	in->pointer = o + 1 == n->outputs ? 0 : o + 1;
	n->out[o].pointer = i + 1 == n->inputs ? 0 : i + 1;
	move(n, i);
}

static bool fits(const struct noc *n, uint32_t i, uint32_t o)
{
	const uint32_t used = n->out[o].used;

	if (n->ordered && i > n->turn[o])
		return false;
	return !used || used + noc_queue(n, i, o)->head->flits <= n->cfg.eject_flits;
}

/* For each member m of a set; the set's word is read once, so the body may change it. */
#define EACH(m, set) \
	for (uint32_t w_ = 0; w_ < n->words; w_++) \
		for (uint64_t b_ = (set)[w_]; b_; b_ &= b_ - 1) \
			for (uint32_t m = w_ * 64 + (uint32_t)__builtin_ctzll(b_), m##_once = 1; \
			     m##_once; m##_once = 0)

static void set_join(const struct noc *n, uint64_t *to, const uint64_t *from)
{
	for (uint32_t w = 0; w < n->words; w++)
		to[w] |= from[w];
}

/* set without the members of `not`; false: nothing left. */
static bool set_without(const struct noc *n, uint64_t *set, const uint64_t *all,
			const uint64_t * not )
{
	uint64_t any = 0;

	for (uint32_t w = 0; w < n->words; w++)
		any |= set[w] = all[w] & ~not [w];
	return any;
}

static void islip(struct noc *n)
{
	uint64_t *free = n->choice;

	EACH(o, n->wanted)
	{
		const uint64_t *asked = set_of(n, n->asked, o);
		uint32_t i;

		if (set_has(n->out_used, o)) {
			set_join(n, n->lost, asked);
			continue;
		}
		if (!set_without(n, free, asked, n->in_used))
			continue;
		i = set_next(free, n->words, n->ordered ? 0 : n->out[o].pointer);
		if (!fits(n, i, o)) {
			set_join(n, n->blocked, free);
			continue;
		}
		set_join(n, n->lost, free); /* who is accepted has moved */
		set_add(set_of(n, n->offers, i), o);
		set_add(n->offered, i);
	}
	EACH(i, n->offered)
	{
		uint64_t *offers = set_of(n, n->offers, i);
		const uint32_t o = set_next(offers, n->words, n->in[i].pointer);

		memset(offers, 0, n->words * sizeof(*offers));
		begin(n, i, o);
	}
}

static bool set_meets(const struct noc *n, const uint64_t *a, const uint64_t *b)
{
	uint64_t any = 0;

	for (uint32_t w = 0; w < n->words; w++)
		any |= a[w] & b[w];
	return any;
}

/* The output that input i asks for: the next one that is free and has room. */
static bool propose(struct noc *n, uint32_t i, uint32_t *o)
{
	const uint64_t *asks = set_of(n, n->asks, i);
	uint64_t *free = n->choice;

	if (set_meets(n, asks, n->out_used))
		set_add(n->lost, i);
	if (!set_without(n, free, asks, n->out_used))
		return false;
	do {
		*o = set_next(free, n->words, n->in[i].pointer);
		if (fits(n, i, *o)) {
			set_add(n->lost, i); /* who is taken has moved */
			return true;
		}
		set_drop(free, *o);
	} while (!set_empty(free, n->words));
	set_add(n->blocked, i);
	return false;
}

static void round_robin(struct noc *n)
{
	EACH(i, n->asking)
	{
		uint32_t o;

		if (!set_has(n->in_used, i) && propose(n, i, &o)) {
			set_add(set_of(n, n->offers, o), i);
			set_add(n->offered, o);
		}
	}
	EACH(o, n->offered)
	{
		uint64_t *offers = set_of(n, n->offers, o);
		const uint32_t i = set_next(offers, n->words, n->out[o].pointer);

		memset(offers, 0, n->words * sizeof(*offers));
		begin(n, i, o);
	}
}

void noc_match(struct noc *n)
{
	const size_t bytes = n->words * sizeof(uint64_t);

	memset(n->in_used, 0, bytes);
	memset(n->out_used, 0, bytes);
	EACH(i, n->busy)
	move(n, i);
	if (set_empty(n->asking, n->words))
		return;
	memset(n->offered, 0, bytes);
	if (n->cfg.arbiter == SIM_ISLIP)
		islip(n);
	else
		round_robin(n);
}
