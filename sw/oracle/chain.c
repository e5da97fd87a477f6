/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "chain.h"

#include <string.h>

enum { FIRST_BUCKETS = 64 };

static size_t hash(uint64_t addr)
{
	return (size_t)((addr >> 3) * 0x9e3779b97f4a7c15ULL >> 32);
}

void chains_open(struct chains *c, struct know_pool *pool, struct tally *t)
{
	memset(c, 0, sizeof(*c));
	c->pool = pool;
	c->tally = t;
	c->n_buckets = FIRST_BUCKETS;
	c->bucket = tally_alloc(t, c->n_buckets * sizeof(struct chain *));
}

static void empty(struct chains *c, struct chain *ch)
{
	for (size_t i = 0; i < ch->n; i++)
		know_drop(c->pool, ch->blocks[i].know);
	know_drop(c->pool, ch->device);
	ch->device = NULL;
	ch->n = 0;
}

static void spare_put(struct chains *c, struct chain *ch)
{
	empty(c, ch);
	ch->next = c->spare;
	c->spare = ch;
	c->filter[chain_page(ch->addr)]--;
	c->n--;
}

static void buckets_resize(struct chains *c, size_t n)
{
	struct chain **old = c->bucket;
	const size_t had = c->n_buckets;

	c->bucket = tally_alloc(c->tally, n * sizeof(struct chain *));
	c->n_buckets = n;
	for (size_t i = 0; i < had; i++) {
		while (old[i]) {
			struct chain *ch = old[i], **to = &c->bucket[hash(ch->addr) & (n - 1)];

			old[i] = ch->next;
			ch->next = *to;
			*to = ch;
		}
	}
	tally_free(c->tally, old, had * sizeof(struct chain *));
}

static void spare_free(struct chains *c)
{
	while (c->spare) {
		struct chain *ch = c->spare;

		c->spare = ch->next;
		tally_free(c->tally, ch->blocks, ch->cap * sizeof(*ch->blocks));
		tally_free(c->tally, ch, sizeof(*ch));
	}
}

void chains_clear(struct chains *c)
{
	if (!c->n)
		return;
	for (size_t i = 0; i < c->n_buckets; i++) {
		while (c->bucket[i]) {
			struct chain *ch = c->bucket[i];

			c->bucket[i] = ch->next;
			spare_put(c, ch);
		}
	}
	if (c->n_buckets > FIRST_BUCKETS) {
		spare_free(c);
		buckets_resize(c, FIRST_BUCKETS);
	}
}

void chains_close(struct chains *c)
{
	chains_clear(c);
	spare_free(c);
	tally_free(c->tally, c->bucket, c->n_buckets * sizeof(struct chain *));
}

struct chain *chains_find(const struct chains *c, uint64_t addr, uint8_t size)
{
	struct chain *ch = NULL;

	if (chains_near(c, addr))
		ch = c->bucket[hash(addr) & (c->n_buckets - 1)];
	while (ch && (ch->addr != addr || ch->size != size))
		ch = ch->next;
	return ch;
}

static struct chain *make(struct chains *c, const struct chain_write *w)
{
	struct chain *ch = c->spare, **to;

	if (c->n >= c->n_buckets)
		buckets_resize(c, c->n_buckets * 4);
	if (ch)
		c->spare = ch->next;
	else
		ch = tally_alloc(c->tally, sizeof(*ch));
	ch->addr = w->addr;
	ch->size = w->size;
	to = &c->bucket[hash(w->addr) & (c->n_buckets - 1)];
	ch->next = *to;
	*to = ch;
	c->n++;
	c->filter[chain_page(w->addr)]++;
	return ch;
}

/* Chains that overlap [addr, addr+size) but for `keep` end. An element lies within 8 bytes, and
 * all locations of these have one bucket. */
static void end_others(struct chains *c, uint64_t addr, uint8_t size, const struct chain *keep)
{
	struct chain **at = &c->bucket[hash(addr) & (c->n_buckets - 1)];

	while (*at) {
		struct chain *ch = *at;

		if (ch == keep || ch->addr >= addr + size || addr >= ch->addr + ch->size) {
			at = &ch->next;
			continue;
		}
		*at = ch->next;
		spare_put(c, ch);
	}
}

static bool wide(enum ptx_scope s)
{
	return s == PTX_SCOPE_GPU || s == PTX_SCOPE_SYS;
}

bool chain_links(const struct chain *ch, uint64_t block, bool is_wide)
{
	return ch->block == block || (wide(ch->scope) && is_wide);
}

static bool goes_on(const struct chain *ch, const struct chain_write *w)
{
	return w->rmw && chain_links(ch, w->block, wide(w->scope));
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

struct know *chain_of_block(const struct chain *ch, uint64_t block)
{
	const size_t i = position(ch, block);

	return i < ch->n && ch->blocks[i].block == block ? ch->blocks[i].know : NULL;
}

static void join(struct chains *c, struct know **to, struct know *k)
{
	struct know *sum = know_join(c->pool, *to, k);

	know_drop(c->pool, *to);
	*to = sum;
}

static void release_to_block(struct chains *c, struct chain *ch, uint64_t block, struct know *k)
{
	const size_t i = position(ch, block);

	if (i == ch->n || ch->blocks[i].block != block) {
		ch->blocks = tally_grow(c->tally, ch->blocks, &ch->cap, ch->n, sizeof(*ch->blocks));
		memmove(&ch->blocks[i + 1], &ch->blocks[i], (ch->n - i) * sizeof(*ch->blocks));
		ch->blocks[i] = (struct chain_block){.block = block};
		ch->n++;
	}
	join(c, &ch->blocks[i].know, k);
}

void chains_write(struct chains *c, const struct chain_write *w)
{
	const bool releases = w->cta || w->device;
	struct chain *ch = NULL;

	if (chains_near(c, w->addr)) {
		ch = chains_find(c, w->addr, w->size);
		if (ch && !goes_on(ch, w)) {
			if (releases)
				empty(c, ch);
			else
				ch = NULL;
		}
		end_others(c, w->addr, w->size, ch);
	}
	if (!ch && !releases)
		return;
	if (!ch)
		ch = make(c, w);
	ch->scope = w->scope;
	ch->block = w->block;
	if (w->cta)
		release_to_block(c, ch, w->block, w->cta);
	if (w->device)
		join(c, &ch->device, w->device);
}
