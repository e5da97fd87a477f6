/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "grace_int.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/hashmap.h"
#include "../base/mem.h"
#include "../shared/feed.h"

struct grace {
	enum grace_scheme scheme;
	struct shared_feed *feed;
	struct grace_block *block; /* of each SM's slots */
	uint32_t slots, n_blocks;
	/* the launch */
	const struct simt_kernel *kernel;
	uint32_t warps, bytes;
	uint64_t number, numbers; /* of the kernel, 1, 2, ...; given out */
	/* found: numbers of kernels; 1 + index in pairs; addresses, warps that are known */
	struct hashmap kernels, statements, addresses, couples;
	struct grace_pair *pairs;
	size_t n_pairs, cap_pairs;
	uint64_t bytes_now;
	struct grace_stats stats;
};

/* What is found */

enum { KEY_KERNEL = 48, KEY_FIRST = 24 }; /* of the launch's kernel, two numbers below 2^24 */

static uint64_t key(const struct grace *g, uint64_t a, uint64_t b)
{
	return g->number << KEY_KERNEL | a << KEY_FIRST | b;
}

static char *place_of(const struct grace *g, uint32_t pc)
{
	char text[1024];

	machine_place(g->kernel, pc, text, sizeof(text));
	return mem_strdup(text);
}

void grace_found_statements(struct grace *g, uint32_t pc, uint32_t other, uint64_t threads)
{
	const uint32_t low = pc < other ? pc : other, high = pc < other ? other : pc;
	uint64_t *at = hashmap_at(&g->statements, key(g, low, high));

	if (!*at) {
		g->pairs = mem_grow(g->pairs, &g->cap_pairs, g->n_pairs, sizeof(*g->pairs));
		g->pairs[g->n_pairs] =
			(struct grace_pair){.first = place_of(g, low), .second = place_of(g, high)};
		*at = ++g->n_pairs;
	}
	g->pairs[*at - 1].threads += threads;
}

static void count(struct hashmap *seen, uint64_t k, uint64_t *n)
{
	uint64_t *at = hashmap_at(seen, k);

	*n += !*at;
	*at = 1;
}

void grace_found_address(struct grace *g, uint32_t addr)
{
	count(&g->addresses, key(g, 0, addr), &g->stats.addresses);
}

void grace_found_warps(struct grace *g, uint32_t warp, uint32_t other)
{
	const uint32_t low = warp < other ? warp : other, high = warp < other ? other : warp;

	count(&g->couples, key(g, low, high), &g->stats.warps);
}

void grace_grown(struct grace *g, int64_t bytes)
{
	g->bytes_now += (uint64_t)bytes;
	if (g->bytes_now > g->stats.bytes)
		g->stats.bytes = g->bytes_now;
}

/* Algorithm 2: two lanes of one store with one address. */
static void instruction(struct grace *g, const struct grace_access *a)
{
	uint64_t threads = 0;

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t addr = a->addr[__builtin_ctz(left)];

		for (uint32_t r = left & (left - 1); r; r &= r - 1)
			threads += a->addr[__builtin_ctz(r)] == addr;
	}
	if (threads)
		grace_found_statements(g, a->pc, a->pc, threads);
}

/* What the machine does */

static struct grace_block *block_of(struct grace *g, const struct machine_who *who)
{
	return &g->block[who->sm * g->slots + who->slot];
}

static void check(struct grace *g, struct grace_block *b)
{
	if (!b->begun)
		return;
	b->begun = false;
	g->stats.checks++;
	if (g->scheme == GRACE_STMT)
		stmt_check(g, b, &g->stats);
	else
		addr_check(g, b, g->scheme == GRACE_ADDR_PAPER, &g->stats);
}

static void drop(struct grace *g, struct grace_block *b)
{
	grace_grown(g, -(int64_t)(b->cap * sizeof(*b->row)) -
			       (int64_t)(b->count ? 2 * sizeof(*b->count) * (b->warps + 1) *
							    (size_t)b->bytes
						  : 0));
	free(b->row);
	free(b->count);
	*b = (struct grace_block){.n = 0};
}

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct grace *g = ctx;
	uint64_t *number = hashmap_at(&g->kernels, (uint64_t)(uintptr_t)l->kernel);

	for (uint32_t i = 0; i < g->n_blocks; i++) /* left by a launch that was stopped, too */
		drop(g, &g->block[i]);
	if (!*number)
		*number = ++g->numbers;
	g->number = *number;
	g->kernel = l->kernel;
	g->warps = l->warps_per_block;
	g->bytes = slot_bytes;
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t threads)
{
	struct grace *g = ctx;

	(void)threads;
	if (g->scheme != GRACE_STMT)
		addr_begin(g, block_of(g, who), g->warps, g->bytes);
}

static void on_barrier(void *ctx, const struct machine_who *who)
{
	struct grace *g = ctx;

	check(g, block_of(g, who));
}

static void on_access(void *ctx, const struct machine_who *who, const struct simt_op *op,
		      const struct pf_shared_access *access)
{
	struct grace *g = ctx;
	struct grace_block *b = block_of(g, who);
	struct grace_access a = {
		.pc = op->pc, .warp = who->warp, .lanes = access->lanes, .write = access->write};

	if (access_is_rmw(op)) {
		g->stats.passed += (uint64_t)__builtin_popcount(a.lanes);
		return;
	}
	for (uint32_t left = a.lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		a.addr[l] = (uint32_t)op->addr[l];
	}
	g->stats.accesses++;
	b->begun = true;
	if (a.write)
		instruction(g, &a);
	if (g->scheme == GRACE_STMT)
		stmt_note(g, b, &a, &g->stats);
	else
		addr_note(b, &a);
}

/* __syncthreads() of those that have not exited. */
static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	struct grace *g = ctx;

	if (barrier == 0)
		check(g, block_of(g, who));
}

/* Fences, __syncwarp and other barriers are not known to it. */
static const struct shared_calls calls = {.launch = on_launch,
					  .block = on_block,
					  .end = on_barrier,
					  .barrier = on_barrier,
					  .release = on_release,
					  .access = on_access};

/* Outside */

struct grace *grace_create(const struct machine_config *m, enum grace_scheme scheme, bool prune)
{
	struct grace *g = mem_alloc(sizeof(*g));

	g->scheme = scheme;
	g->slots = m->blocks_per_sm;
	g->n_blocks = m->sms * m->blocks_per_sm;
	g->block = mem_alloc(g->n_blocks * sizeof(*g->block));
	g->feed = feed_create(
		&(struct feed_config){.machine = m, .lanes = FEED_WARPS, .prune = prune}, &calls,
		g);
	return g;
}

void grace_destroy(struct grace *g)
{
	if (!g)
		return;
	for (uint32_t i = 0; i < g->n_blocks; i++)
		drop(g, &g->block[i]);
	for (size_t i = 0; i < g->n_pairs; i++) {
		free(g->pairs[i].first);
		free(g->pairs[i].second);
	}
	hashmap_free(&g->kernels);
	hashmap_free(&g->statements);
	hashmap_free(&g->addresses);
	hashmap_free(&g->couples);
	feed_destroy(g->feed);
	free(g->pairs);
	free(g->block);
	free(g);
}

void grace_forget(struct grace *g)
{
	hashmap_clear(&g->kernels);
}

const struct machine_observer *grace_observer(struct grace *g)
{
	return feed_observer(g->feed);
}

struct grace_stats grace_stats(const struct grace *g)
{
	const struct feed_stats *f = feed_stats(g->feed);
	struct grace_stats s = g->stats;

	s.passed += f->async + f->remote;
	s.pruned = f->pruned;
	s.prune_seconds = f->prune_seconds;
	return s;
}

const struct grace_pair *grace_pairs(const struct grace *g, size_t *n)
{
	*n = g->n_pairs;
	return g->pairs;
}
