/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "async.h"

#include <string.h>

static struct hb_async *of(struct happens_before *o, struct hb_block *b, uint32_t warp)
{
	if (!b->async) {
		b->async = tally_alloc(o->tally, HB_WARPS * sizeof(*b->async));
		for (uint32_t i = 0; i < o->n_warps; i++) {
			b->async[i].copier.label = 1;
			b->async[i].copier.lanes = b->warps[i].lanes;
		}
	}
	return &b->async[warp];
}

/* In lock step one thread stands for the warp. */
static uint32_t threads(const struct happens_before *o, uint32_t lanes)
{
	return o->its ? lanes : lanes & -lanes;
}

static uint32_t of_thread(const struct happens_before *o, uint32_t lane)
{
	return o->its ? 1U << lane : UINT32_MAX;
}

struct hb_warp *async_begin(struct happens_before *o, struct hb_block *b, uint32_t warp,
			    uint32_t lanes)
{
	struct hb_async *a = of(o, b, warp);
	struct hb_warp *w = &b->warps[warp];

	for (lanes = threads(o, lanes); lanes; lanes &= lanes - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		struct vclock *k = vclock_ref(hb_clock(o, w, lane));

		vclock_raise(&o->pool, &k, b->index, warp, of_thread(o, lane), w->label);
		hb_learn_all(o, &a->copier, of_thread(o, lane), k);
		vclock_drop(&o->pool, k);
	}
	w->label++; /* what the thread does from here on comes beside the copy */
	return &a->copier;
}

static void commit(struct happens_before *o, struct async_groups *g, uint32_t label)
{
	g->label = tally_grow(o->tally, g->label, &g->cap, g->n, sizeof(*g->label));
	g->label[g->n++] = label;
}

/* Label up to which the thread's copies are complete; 0: none. */
static uint32_t complete(struct async_groups *g, uint32_t left)
{
	uint32_t label = 0;
	size_t n;

	if (g->n > left) {
		n = g->n - left;
		label = g->label[n - 1];
		memmove(g->label, g->label + n, left * sizeof(*g->label));
		g->n = left;
	}
	return label;
}

/* In bulk */

static struct hb_bulk *bulk_of(struct happens_before *o, struct hb_block *b)
{
	if (!b->bulk) {
		b->bulk = tally_alloc(o->tally, sizeof(*b->bulk));
		for (unsigned i = 0; i < HB_WARPS; i++)
			b->bulk->read[i].lanes = b->bulk->write[i].lanes = UINT32_MAX;
	}
	return b->bulk;
}

struct hb_warp *async_bulk(struct hb_block *b, const struct simt_op *op)
{
	return op->copy == SIMT_COPY_READ ? &b->bulk->read[b->bulk->now]
					  : &b->bulk->write[b->bulk->now];
}

static struct bulk_thread *thread_of(struct happens_before *o, struct hb_block *b, uint32_t warp,
				     uint32_t lane)
{
	struct hb_bulk *k = bulk_of(o, b);

	if (!k->threads[warp])
		k->threads[warp] = tally_alloc(o->tally, SIMT_LANES * sizeof(*k->threads[warp]));
	return &k->threads[warp][o->its ? lane : 0];
}

/* All that one of the two does of that copy, with what it knew. */
static struct vclock *all_of(struct happens_before *o, const struct hb_block *b, unsigned as,
			     uint32_t by, uint32_t lane)
{
	struct hb_warp *w = as == ASYNC_READER ? &b->bulk->read[by] : &b->bulk->write[by];
	struct vclock *k = vclock_ref(hb_clock(o, w, lane));

	vclock_raise(&o->pool, &k, b->index + as * o->clusters.stride, by, of_thread(o, lane),
		     w->label);
	return k;
}

static void bulk_begin(struct happens_before *o, struct hb_block *b, uint32_t warp,
		       const struct simt_op *op)
{
	const uint32_t lane = (uint32_t)__builtin_ctz(op->mask);
	struct hb_bulk *k = bulk_of(o, b);
	struct hb_warp *w = &b->warps[warp];
	struct vclock *c = vclock_ref(hb_clock(o, w, lane));

	k->now = k->next++ % HB_WARPS;
	vclock_raise(&o->pool, &c, b->index, warp, of_thread(o, lane), w->label);
	w->label++;
	k->read[k->now].label++;
	k->write[k->now].label++;
	hb_learn_all(o, &k->read[k->now], of_thread(o, lane), c);
	vclock_drop(&o->pool, c);
	c = all_of(o, b, ASYNC_READER, k->now, lane);
	hb_learn_all(o, &k->write[k->now], of_thread(o, lane), c);
	vclock_drop(&o->pool, c);
	if (op->bulk->by_group) {
		struct bulk_thread *t = thread_of(o, b, warp, lane);

		t->copies = tally_grow(o->tally, t->copies, &t->cap, t->n, sizeof(*t->copies));
		t->copies[t->n++] = (struct bulk_copy){k->now, BULK_OPEN};
	}
}

static void bulk_commit(struct bulk_thread *t)
{
	for (size_t i = t->n; i > 0 && t->copies[i - 1].group == BULK_OPEN; i--)
		t->copies[i - 1].group = t->groups;
	t->groups++;
}

static void bulk_wait(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lane,
		      const struct simt_op *op)
{
	struct bulk_thread *t = thread_of(o, b, warp, lane);
	const bool reads = op->async == SIMT_ASYNC_BULK_READ;
	size_t kept = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct bulk_copy c = t->copies[i];
		struct vclock *k;

		if (c.group == BULK_OPEN || (uint64_t)c.group + op->async_left >= t->groups) {
			t->copies[kept++] = c;
			continue;
		}
		k = all_of(o, b, reads ? ASYNC_READER : ASYNC_WRITER, c.by, lane);
		hb_learn_all(o, &b->warps[warp], of_thread(o, lane), k);
		vclock_drop(&o->pool, k);
		if (reads) /* what it writes may be waited for later */
			t->copies[kept++] = c;
	}
	t->n = kept;
}

/* fence.proxy.async: what lanes know is known to the asynchronous proxy from now on, as far as it
 * is in that space (GENERIC: in any). */
static void proxy(struct happens_before *o, struct hb_block *b, uint32_t warp, uint32_t lanes,
		  enum ptx_space space)
{
	struct hb_warp *w = &b->warps[warp];

	for (lanes = threads(o, lanes); lanes; lanes &= lanes - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
		struct vclock *own = vclock_ref(hb_clock(o, w, lane)), *k;

		vclock_raise(&o->pool, &own, b->index, warp, of_thread(o, lane), w->label);
		for (unsigned as = ASYNC_SHARED; as <= ASYNC_GLOBAL; as++) {
			if (space == (as == ASYNC_SHARED ? PTX_SPACE_GLOBAL : PTX_SPACE_SHARED))
				continue;
			k = vclock_copy(&o->pool, own, 0, as);
			hb_learn_all(o, w, of_thread(o, lane), k);
			vclock_drop(&o->pool, k);
		}
		vclock_drop(&o->pool, own);
	}
	w->label++;
}

/* False: it is none of copies in bulk. */
static bool bulk_group(struct happens_before *o, struct hb_block *b, uint32_t warp,
		       const struct simt_op *op)
{
	switch (op->async) {
	case SIMT_ASYNC_BULK_BEGIN: bulk_begin(o, b, warp, op); return true;
	case SIMT_ASYNC_PROXY: proxy(o, b, warp, op->mask, op->space); return true;
	case SIMT_ASYNC_BULK_COMMIT:
	case SIMT_ASYNC_BULK_WAIT:
	case SIMT_ASYNC_BULK_READ: break;
	default: return false;
	}
	for (uint32_t left = threads(o, op->mask); left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		if (op->async == SIMT_ASYNC_BULK_COMMIT)
			bulk_commit(thread_of(o, b, warp, lane));
		else
			bulk_wait(o, b, warp, lane, op);
	}
	return true;
}

static void bulk_clear(struct happens_before *o, struct hb_block *b)
{
	struct hb_bulk *k = b->bulk;

	if (!k)
		return;
	for (unsigned i = 0; i < HB_WARPS; i++) {
		hb_warp_clear(o, &k->read[i]);
		hb_warp_clear(o, &k->write[i]);
		for (unsigned l = 0; k->threads[i] && l < SIMT_LANES; l++)
			tally_free(o->tally, k->threads[i][l].copies,
				   k->threads[i][l].cap * sizeof(struct bulk_copy));
		tally_free(o->tally, k->threads[i], SIMT_LANES * sizeof(struct bulk_thread));
	}
	tally_free(o->tally, k, sizeof(*k));
	b->bulk = NULL;
}

void async_group(struct happens_before *o, struct hb_block *b, uint32_t warp,
		 const struct simt_op *op)
{
	struct hb_async *a;
	uint32_t label;

	if (bulk_group(o, b, warp, op))
		return;
	a = of(o, b, warp);
	label = a->copier.label;

	for (uint32_t left = threads(o, op->mask); left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		struct async_groups *g = &a->groups[o->its ? lane : 0];
		struct vclock *k = NULL;
		uint32_t upto;

		if (op->async == SIMT_ASYNC_COMMIT) {
			commit(o, g, label);
			continue;
		}
		upto = complete(g, op->async == SIMT_ASYNC_WAIT ? op->async_left : 0);
		if (op->async == SIMT_ASYNC_WAIT_ALL)
			upto = label;
		if (!upto)
			continue;
		vclock_raise(&o->pool, &k, o->clusters.stride + b->index, warp, of_thread(o, lane),
			     upto);
		hb_learn_all(o, &b->warps[warp], of_thread(o, lane), k);
		vclock_drop(&o->pool, k);
	}
	a->copier.label++; /* the next copies are of another group */
}

void async_clear(struct happens_before *o, struct hb_block *b)
{
	bulk_clear(o, b);
	if (!b->async)
		return;
	for (uint32_t i = 0; i < HB_WARPS; i++) {
		struct hb_async *a = &b->async[i];

		hb_warp_clear(o, &a->copier);
		for (unsigned l = 0; l < SIMT_LANES; l++)
			tally_free(o->tally, a->groups[l].label,
				   a->groups[l].cap * sizeof(*a->groups[l].label));
	}
	tally_free(o->tally, b->async, HB_WARPS * sizeof(*b->async));
	b->async = NULL;
}
