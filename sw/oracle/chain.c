/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "chain.h"

#include <string.h>

void chains_open(struct chains *c, struct vclock_pool *pool, const struct clusters *k,
		 struct tally *t)
{
	*c = (struct chains){.pool = pool, .clusters = k, .tally = t, .n_items = 1};
}

static uint32_t make(struct chains *c, uint32_t times)
{
	uint32_t handle = c->spare;

	if (handle) {
		c->spare = c->items[handle].next;
	} else {
		handle = (uint32_t)c->n_items++;
		c->items = tally_grow(c->tally, c->items, &c->cap, handle, sizeof(*c->items));
		c->items[handle] = (struct chain){.next = 0};
	}
	c->items[handle].refs = times;
	c->n_live++;
	return handle;
}

/* Room for blocks is kept. */
static void discard(struct chains *c, uint32_t handle)
{
	struct chain *ch = &c->items[handle];

	for (size_t i = 0; i < ch->n; i++)
		vclock_drop(c->pool, ch->blocks[i].clock);
	vclock_drop(c->pool, ch->device);
	ch->device = NULL;
	ch->n = 0;
	ch->refs = 0;
	ch->next = c->spare;
	c->spare = handle;
	c->n_live--;
}

void chains_drop(struct chains *c, uint32_t handle, uint32_t times)
{
	if (handle && !(c->items[handle].refs -= times))
		discard(c, handle);
}

void chains_clear(struct chains *c)
{
	for (size_t i = 1; c->n_live && i < c->n_items; i++)
		if (c->items[i].refs)
			discard(c, (uint32_t)i);
}

void chains_close(struct chains *c)
{
	chains_clear(c);
	for (size_t i = 1; i < c->n_items; i++) {
		tally_free(c->tally, c->items[i].blocks,
			   c->items[i].cap * sizeof(*c->items[i].blocks));
	}
	tally_free(c->tally, c->items, c->cap * sizeof(*c->items));
}

bool chain_links(const struct chains *c, const struct chain *ch, uint64_t block,
		 enum ptx_scope scope)
{
	return cluster_meet(c->clusters, ch->scope, ch->block, scope, block);
}

static size_t position(const struct chain *ch, uint64_t block)
{
	size_t lo = 0, hi = ch->n;

	while (lo < hi) {
		const size_t mid = (lo + hi) / 2;

		if (ch->blocks[mid].block < block)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

struct vclock *chain_of_block(const struct chain *ch, uint64_t block)
{
	const size_t i = position(ch, block);

	return i < ch->n && ch->blocks[i].block == block ? ch->blocks[i].clock : NULL;
}

static void join(struct chains *c, struct vclock **to, struct vclock *k)
{
	struct vclock *sum = vclock_join(c->pool, *to, k);

	vclock_drop(c->pool, *to);
	*to = sum;
}

static void release_to_block(struct chains *c, struct chain *ch, uint64_t block, struct vclock *k)
{
	const size_t i = position(ch, block);

	if (i == ch->n || ch->blocks[i].block != block) {
		ch->blocks =
			tally_grow_few(c->tally, ch->blocks, &ch->cap, ch->n, sizeof(*ch->blocks));
		memmove(&ch->blocks[i + 1], &ch->blocks[i], (ch->n - i) * sizeof(*ch->blocks));
		ch->blocks[i] = (struct chain_block){.block = block};
		ch->n++;
	}
	join(c, &ch->blocks[i].clock, k);
}

static uint32_t copy(struct chains *c, uint32_t from, uint32_t times)
{
	const uint32_t handle = make(c, times);
	struct chain *to = &c->items[handle];
	const struct chain *ch = &c->items[from];

	if (ch->n)
		to->blocks = tally_grow_few(c->tally, to->blocks, &to->cap, ch->n - 1,
					    sizeof(*to->blocks));
	to->device = vclock_ref(ch->device);
	for (; to->n < ch->n; to->n++) {
		to->blocks[to->n] = ch->blocks[to->n];
		vclock_ref(to->blocks[to->n].clock);
	}
	c->items[from].refs -= times;
	return handle;
}

static uint32_t begin(struct chains *c, uint32_t from, uint32_t times, struct chain_write *w)
{
	struct chain *ch;

	chains_drop(c, from, times);
	if (!w->cta && !w->cluster && !w->device)
		return 0;
	if (w->begun) {
		c->items[w->begun].refs += times;
		return w->begun;
	}
	w->begun = make(c, times);
	ch = &c->items[w->begun];
	ch->scope = w->scope;
	ch->block = w->block;
	if (w->cta)
		release_to_block(c, ch, w->block, w->cta);
	if (w->cluster)
		release_to_block(c, ch, chain_cluster(c->clusters, w->block), w->cluster);
	ch->device = vclock_ref(w->device);
	return w->begun;
}

uint32_t chains_write(struct chains *c, uint32_t from, uint32_t times, struct chain_write *w)
{
	uint32_t to = from;
	struct chain *ch;

	if (!from || !w->rmw || !chain_links(c, &c->items[from], w->block, w->scope))
		return begin(c, from, times, w);
	if (c->items[from].refs != times)
		to = copy(c, from, times);
	ch = &c->items[to];
	ch->scope = w->scope;
	ch->block = w->block;
	if (w->cta)
		release_to_block(c, ch, w->block, w->cta);
	if (w->cluster)
		release_to_block(c, ch, chain_cluster(c->clusters, w->block), w->cluster);
	if (w->device)
		join(c, &ch->device, w->device);
	return to;
}
