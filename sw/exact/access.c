/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../access/access.h"
#include "exact_int.h"

/* 128 bits at once are one location. */
enum { MOST_VEC = 4, ATOMIC_PAIR = 16 };
/* Locations of shared memory: above all of global memory, each block's apart. */
#define SHARED_PLACES (1ULL << 62)
enum { SHARED_BITS = 24 };

/* What a lane does: the same for all of the operation's but `failed`. */
struct act {
	struct location_by by;
	struct location_thread *thread;
	uint32_t lane, time;
	bool reads, writes, strong, acquires, releases, hears;
	uint32_t size, n; /* locations: bytes of one, how many */
	uint32_t location[MOST_VEC];
	bool observes[MOST_VEC];
};

/* A lane's part of a word. */
static struct word_access part_of(const struct exact *x, const struct act *c, uint64_t word)
{
	const uint8_t bytes = access_touches(x->op, c->lane, word);

	return (struct word_access){.who = c->by.who,
				    .epoch = c->by.epoch,
				    .time = c->time,
				    .pc = x->op->pc,
				    .op = x->op_number,
				    .lane = (uint8_t)c->lane,
				    .bytes = bytes,
				    .span = bytes,
				    .size = (uint8_t)(c->strong || c->writes ? c->size : 0),
				    .write = c->writes,
				    .strong = c->strong,
				    .rmw = access_is_rmw(x->op),
				    .reach = c->strong ? c->by.reach : LOCATION_BLOCK};
}

/* Calls fn for each word that the lane touches. */
static void each_word(struct exact *x, struct act *c,
		      void (*fn)(struct exact *x, struct act *c, uint64_t word))
{
	const uint64_t from = x->op->addr[c->lane];
	const uint64_t end = from + (uint64_t)x->op->size * x->op->vec;

	for (uint64_t w = from & ~(uint64_t)(WORDS_BYTES - 1); w < end; w += WORDS_BYTES)
		fn(x, c, w);
}

static void check_word(struct exact *x, struct act *c, uint64_t word)
{
	const struct word_access a = part_of(x, c, word);

	x->word = word;
	x->stats.words++;
	words_check(words_at(&x->words, word), &a, exact_conflict, x);
}

static void note_word(struct exact *x, struct act *c, uint64_t word)
{
	struct word_access a = part_of(x, c, word);
	const uint64_t from = x->op->addr[c->lane];

	if (c->writes && c->strong)
		a.chain = locations_hold(&x->locations,
					 c->location[word < from ? 0 : (word - from) / c->size],
					 &a.index);
	words_note(&x->words, words_at(&x->words, word), &a);
}

/* Of the lane's access, as locations are known. */
static uint64_t location_addr(const struct exact *x, const struct act *c)
{
	const uint64_t addr = x->op->addr[c->lane];

	return x->op->space != PTX_SPACE_SHARED
		       ? addr
		       : addr + (SHARED_PLACES | (uint64_t)c->by.who.block << SHARED_BITS);
}

static void find_locations(struct exact *x, struct act *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		c->location[i] = locations_at(&x->locations,
					      location_addr(x, c) + (uint64_t)i * c->size, c->size);
}

/* A read-modify-write that finds its thread's own plain write begins a chain with it. */
static void begin_chain(struct exact *x, struct act *c, uint32_t i)
{
	const struct location *at = &x->locations.location[c->location[i]];
	const uint64_t end = at->addr + at->size;
	uint64_t word = at->addr & ~(uint64_t)(WORDS_BYTES - 1);
	struct word_access *own[ATOMIC_PAIR / WORDS_BYTES];
	uint32_t n = 0, chain;

	if (at->chain)
		return;
	for (; word < end; word += WORDS_BYTES) {
		const struct word_access a = part_of(x, c, word);

		own[n] = words_own(words_at(&x->words, word), &a);
		if (!own[n] || own[n]->op != own[0]->op)
			return;
		n++;
	}
	chain = locations_begin(&x->locations, &c->by, c->location[i]);
	x->locations.chain[chain].refs += n - 1;
	for (uint32_t k = 0; k < n; k++) {
		own[k]->chain = chain;
		own[k]->index = 0;
	}
}

static void read_locations(struct exact *x, struct act *c)
{
	for (uint32_t i = 0; c->writes && x->op->space == PTX_SPACE_GLOBAL && i < c->n; i++)
		begin_chain(x, c, i);
	for (uint32_t i = 0; i < c->n; i++)
		c->observes[i] =
			locations_read(&x->locations, c->thread, &c->by, c->location[i], c->hears);
	for (uint32_t i = 0; c->acquires && i < c->n; i++)
		locations_acquire(&x->locations, c->thread, &c->by, c->location[i]);
}

static void write_locations(struct exact *x, struct act *c)
{
	const uint32_t node = c->releases ? exact_release(x, c->by.who) : 0;

	for (uint32_t i = 0; i < c->n; i++) {
		locations_break(&x->locations, location_addr(x, c) + (uint64_t)i * c->size, c->size,
				c->location[i]);
		locations_write(&x->locations, c->thread, &c->by, c->location[i], c->observes[i],
				node);
	}
}

static void lane(struct exact *x, struct act *c)
{
	const bool global = x->op->space == PTX_SPACE_GLOBAL;

	if (c->strong)
		find_locations(x, c);
	if (c->strong && c->reads)
		read_locations(x, c);
	c->time = order_time(&x->order);
	c->by.epoch = order_epoch(&x->order, c->by.who.block, c->by.who.warp, c->lane);
	if (global)
		each_word(x, c, check_word);
	for (uint32_t i = 0; c->strong && i < c->n; i++)
		if (c->observes[i])
			locations_look(&x->locations, &c->by, c->location[i]);
	if (c->writes && c->strong)
		write_locations(x, c);
	else if (c->writes)
		locations_break(&x->locations, location_addr(x, c),
				x->op->size * (uint32_t)x->op->vec, 0);
	if (global)
		each_word(x, c, note_word);
}

void exact_access(struct exact *x)
{
	const struct simt_op *op = x->op;
	const bool rmw = access_is_rmw(op), pair = rmw && op->vec > 1;
	const struct act all = {
		.strong = rmw || op->sem != PTX_SEM_WEAK,
		.reads = op->kind != SIMT_OP_ST,
		.hears = op->kind != SIMT_OP_ST && op->kind != SIMT_OP_RED,
		.acquires = access_acquires(op) && op->kind != SIMT_OP_RED,
		.size = pair ? ATOMIC_PAIR : op->size,
		.n = pair ? 1 : op->vec,
	};

	for (uint32_t left = op->mask; left; left &= left - 1) {
		struct act c = all;

		c.lane = (uint32_t)__builtin_ctz(left);
		c.by = (struct location_by){.who = exact_threads(x, x->who, 1U << c.lane),
					    .reach = location_reach(op->scope)};
		c.thread = exact_thread(x, x->at, x->who->warp, c.lane);
		c.writes = access_is_write(op) && !(op->failed >> c.lane & 1);
		c.releases = c.writes && access_releases(op);
		lane(x, &c);
	}
}
