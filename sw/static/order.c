/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order: between which barriers an access is. Threads of a block come to the same barriers in the
 * same order, so two of their accesses are not ordered just if the last barrier before both is the
 * same one, in the same iterations.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "static_int.h"

enum {
	MAX_STATES = 24, /* of a block */
	MAX_WAYS = 8000  /* from a barrier on, in all */
};

struct walk {
	struct prover *p;
	struct orders *o;
	struct {
		struct order_from seen[MAX_STATES];
		unsigned n;
	} * block;
	unsigned ways;
	bool too_many;
};

/* Do all threads come to the same barriers? */

static bool meets_barrier(const struct prover *p, unsigned b)
{
	for (unsigned i = p->flow.first[b]; i < p->flow.first[b + 1]; i++)
		if (flow_is_barrier(&p->f->insns[i]))
			return true;
	return false;
}

/* A barrier on a way from b that ends at `end` (a block, or n: nowhere) */
static bool barrier_ahead(const struct prover *p, unsigned b, unsigned end, bool *seen)
{
	if (b == end || b == p->flow.n || seen[b])
		return false;
	seen[b] = true;
	if (meets_barrier(p, b))
		return true;
	for (unsigned e = 0; e < p->flow.n_next[b]; e++)
		if (barrier_ahead(p, p->flow.next[b][e], end, seen))
			return true;
	return false;
}

/* A block on a way from b, b too, accesses shared memory. */
static bool access_ahead(const struct prover *p, unsigned b, bool *seen)
{
	if (b == p->flow.n || seen[b])
		return false;
	seen[b] = true;
	for (unsigned i = p->flow.first[b]; i < p->flow.first[b + 1]; i++)
		if (live_is_access(&p->f->insns[i]))
			return true;
	for (unsigned e = 0; e < p->flow.n_next[b]; e++)
		if (access_ahead(p, p->flow.next[b][e], seen))
			return true;
	return false;
}

static bool leads_to(const struct prover *p, unsigned b, unsigned to, bool *seen)
{
	if (b == to)
		return true;
	if (b == p->flow.n || seen[b])
		return false;
	seen[b] = true;
	for (unsigned e = 0; e < p->flow.n_next[b]; e++)
		if (leads_to(p, p->flow.next[b][e], to, seen))
			return true;
	return false;
}

/* Threads that leave by `side` of block b may have accessed shared memory. */
static bool has_accessed(const struct prover *p, unsigned b, unsigned side)
{
	bool *seen = mem_alloc(p->flow.n * sizeof(bool));
	bool any = access_ahead(p, side, seen);

	free(seen);
	for (size_t i = 0; i < p->n_found && !any; i++) {
		seen = mem_alloc(p->flow.n * sizeof(bool));
		any = leads_to(p, p->found[i].block, b, seen);
		free(seen);
	}
	return any;
}

/* Threads part at the end of b. Those that part for good may leave the kernel, as long as only the
 * others come to barriers, and what they accessed is not to be ordered by these. */
static const char *parts_before_barrier(const struct prover *p, unsigned b)
{
	const struct ptx_insn *i = &p->f->insns[p->flow.first[b + 1] - 1];
	const struct ptx_insn *meet = i->reconv == PTX_NONE ? NULL : &p->f->insns[i->reconv];
	const bool for_good = !meet || meet->op == PTX_OP_RET || meet->op == PTX_OP_EXIT;
	const unsigned end = meet ? (unsigned)p->flow.block_of[i->reconv] : p->flow.n;
	unsigned sides = 0, leaving = p->flow.n;

	for (unsigned e = 0; e < p->flow.n_next[b]; e++) {
		bool *seen = mem_alloc(p->flow.n * sizeof(bool));

		if (barrier_ahead(p, p->flow.next[b][e], end, seen))
			sides++;
		else
			leaving = p->flow.next[b][e];
		free(seen);
	}
	if (sides > (for_good ? 1U : 0U))
		return "threads take different ways here, and a barrier is on them";
	return sides && has_accessed(p, b, leaving)
		       ? "threads leave here before a barrier, behind accesses to shared memory"
		       : NULL;
}

static const char *find_parted(const struct prover *p, uint32_t *at)
{
	for (unsigned i = 0; i < p->f->n_insns; i++)
		if (flow_is_barrier(&p->f->insns[i]) && p->f->insns[i].guard != PTX_NONE) {
			*at = i;
			return "not all threads may come to a barrier";
		}
	for (unsigned b = 0; b < p->flow.n; b++) {
		const char *why = p->mixed[b] ? parts_before_barrier(p, b) : NULL;

		*at = p->flow.first[b + 1] - 1;
		if (why)
			return why;
	}
	return NULL;
}

/* Ways from a barrier to the accesses behind it, up to the next one */

static bool same(const struct walk *w, const struct order_from *a, const struct order_from *b)
{
	for (unsigned l = 0; l < w->o->n_loops; l++)
		if (a->of[l].kind != b->of[l].kind || a->of[l].more != b->of[l].more)
			return false;
	return a->site == b->site;
}

static struct order_from along(const struct walk *w, struct order_from f, unsigned from,
			       unsigned to)
{
	const struct flow *flow = &w->p->flow;

	for (unsigned l = 0; l < w->o->n_loops; l++) {
		const int loop = w->o->loop[l];
		const bool was = flow_in_loop(flow, loop, from), is = flow_in_loop(flow, loop, to);

		if (was && is && to == flow->loop[loop].head && f.of[l].kind != ORDER_ANY) {
			if (f.of[l].more++ > 1)
				f.of[l].kind = ORDER_ANY;
		} else if (is && !was) {
			f.of[l].kind = ORDER_FRESH;
			f.of[l].more = 0;
		} else if (was && !is) {
			f.of[l].kind = f.of[l].kind == ORDER_SAME  ? ORDER_LEFT
				       : f.of[l].kind == ORDER_ANY ? ORDER_ANY
								   : ORDER_NONE;
		}
		if (f.of[l].kind == ORDER_ANY || f.of[l].kind == ORDER_NONE)
			f.of[l].more = 0;
	}
	return f;
}

static void note(struct walk *w, unsigned insn, const struct order_from *f)
{
	for (size_t i = 0; i < w->p->n_found; i++) {
		struct order *o = &w->o->of[i];

		if (w->p->found[i].insn != insn)
			continue;
		for (size_t k = 0; k < o->n; k++)
			if (same(w, &o->item[k], f))
				return;
		o->item = mem_grow(o->item, &o->cap, o->n + 1, sizeof(*o->item));
		o->item[o->n++] = *f;
	}
}

/* From instruction `at` of block b on. */
static void walk(struct walk *w, unsigned b, unsigned at, struct order_from f)
{
	const struct flow *flow = &w->p->flow;

	for (; at < flow->first[b + 1]; at++) {
		const struct ptx_insn *i = &w->p->f->insns[at];

		if (flow_is_barrier(i))
			return;
		if (live_is_access(i))
			note(w, at, &f);
	}
	for (unsigned e = 0; e < flow->n_next[b] && !w->too_many; e++) {
		const unsigned to = flow->next[b][e];
		struct order_from next;
		bool seen = to == flow->n;

		if (seen)
			continue;
		next = along(w, f, b, to);
		for (unsigned s = 0; s < w->block[to].n; s++)
			seen |= same(w, &w->block[to].seen[s], &next);
		if (seen)
			continue;
		if (w->block[to].n == MAX_STATES || ++w->ways == MAX_WAYS) {
			w->too_many = true;
			return;
		}
		w->block[to].seen[w->block[to].n++] = next;
		walk(w, to, flow->first[to], next);
	}
}

static void walk_from(struct walk *w, uint32_t site)
{
	const bool begin = site == UINT32_MAX;
	const unsigned b = begin ? 0 : (unsigned)w->p->flow.block_of[site];
	struct order_from f = {.site = site};

	for (unsigned l = 0; l < w->o->n_loops; l++)
		if (flow_in_loop(&w->p->flow, w->o->loop[l], b))
			f.of[l].kind = begin ? ORDER_FRESH : ORDER_SAME;
	w->ways = 0;
	for (unsigned n = 0; n < w->p->flow.n; n++)
		w->block[n].n = 0;
	walk(w, b, begin ? 0 : site + 1, f);
}

/* No iteration has both as its last barrier. */
static bool differ(const struct orders *o, const struct order_from *a, const struct order_from *b)
{
	for (unsigned l = 0; l < o->n_loops; l++) {
		const enum order_kind ka = a->of[l].kind, kb = b->of[l].kind;

		if (ka == ORDER_FRESH && kb == ORDER_FRESH && a->of[l].more != b->of[l].more)
			return true;
		if (ka == ORDER_FRESH && kb == ORDER_SAME && b->of[l].more > a->of[l].more)
			return true;
		if (ka == ORDER_SAME && kb == ORDER_FRESH && a->of[l].more > b->of[l].more)
			return true;
	}
	return false;
}

static void find_vague(const struct prover *p, struct orders *o)
{
	for (size_t i = 0; i < p->n_found; i++) {
		struct order *x = &o->of[i];

		for (size_t a = 0; a < x->n; a++)
			for (size_t b = 0; b < a; b++)
				x->vague |= !differ(o, &x->item[a], &x->item[b]);
	}
}

const char *order_find(struct prover *p, struct orders *o, uint32_t *at)
{
	struct walk w = {.p = p, .o = o};
	const char *why = find_parted(p, at);

	*o = (struct orders){.of = mem_alloc((p->n_found + 1) * sizeof(*o->of))};
	if (why)
		return why;
	for (unsigned l = 0; l < p->flow.n_loops; l++) {
		if (!p->flow.loop[l].bars)
			continue;
		if (o->n_loops == ORDER_LOOPS)
			return "it has more than eight loops with barriers";
		o->loop[o->n_loops++] = (int)l;
	}
	w.block = mem_alloc(p->flow.n * sizeof(*w.block));
	walk_from(&w, UINT32_MAX);
	for (unsigned i = 0; i < p->f->n_insns && !w.too_many; i++)
		if (flow_is_barrier(&p->f->insns[i]))
			walk_from(&w, i);
	free(w.block);
	find_vague(p, o);
	return w.too_many ? "there are too many ways between its barriers" : NULL;
}

void order_free(const struct prover *p, struct orders *o)
{
	for (size_t i = 0; o->of && i < p->n_found; i++)
		free(o->of[i].item);
	free(o->of);
}
