/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/mem.h"
#include "../shared/feed.h"
#include "words.h"

/* 128 bits at once are one location. */
enum { MOST_VEC = 4, ATOMIC_PAIR = 16 };
/* Locations of shared memory: above all of global memory, each block's apart. */
#define SHARED_PLACES (1ULL << 62)
enum { SHARED_BITS = 24 };

/* A named barrier, until it lets go. */
struct meeting {
	uint32_t node[ORDER_WARPS * ORDER_LANES]; /* who has come */
	uint32_t n;
	uint32_t waiting[ORDER_WARPS]; /* lanes */
	uint32_t joined;	       /* the node of all, once it lets go */
};

/* A block's slot. */
struct slot {
	uint32_t block;
	struct location_thread *thread;
	struct meeting *meeting[PF_SHARED_BARRIERS]; /* NULL: nobody has come yet */
	uint32_t fence_sc;			     /* node of the last fence.sc; 0: none */
	struct pf_exact_pairs *pairs;
};

struct exact {
	struct exact_config config;
	struct shared_feed *feed;
	struct order order;
	struct locations locations;
	struct words words;
	struct slot *slot;
	uint32_t slots, n_slots; /* of an SM, of all */
	uint32_t fence_sc;	 /* node of the last fence.sc that all are in the scope of */
	struct carried {	 /* with each node */
		struct pf_exact_pair pair[PF_EXACT_CARRY_MOST];
		uint32_t n;
	} *carried;
	size_t cap_carried;
	/* the operation under way */
	uint32_t op_number;
	const struct machine_who *who;
	const struct simt_op *op;
	struct slot *at;
	uint64_t word; /* being checked */
	struct race_hit *hits;
	size_t n_hits, cap_hits;
	/* judged: */
	struct hashmap told; /* words with a race -> their bytes */
	struct seen {	     /* of the operation under way: a plain write, ordered by observation */
		uint64_t word;
		uint32_t lane;
	} *seen;
	size_t n_seen, cap_seen;
	struct exact_stats stats;
};

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

static struct slot *slot_of(const struct exact *x, const struct machine_who *who)
{
	return &x->slot[who->sm * x->slots + who->slot];
}

static struct location_thread *thread_of(const struct exact *x, struct slot *s, uint32_t warp,
				      uint32_t lane)
{
	return &s->thread[warp * x->order.lanes + (x->order.its ? lane : 0)];
}

/* Lanes as threads. */
static struct order_who threads(const struct exact *x, const struct machine_who *who,
				uint32_t lanes)
{
	return (struct order_who){.block = slot_of(x, who)->block,
				  .warp = who->warp,
				  .lanes = x->order.its ? lanes : ORDER_ALL};
}

/* Knowledge: in software all of it, in the tables of the SMs as much as they hold. */

static uint32_t release(struct exact *x, struct order_who who)
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
	x->carried[node].n = pf_exact_pairs_carry(x->slot[b->slot].pairs, &own,
						  x->carried[node].pair);
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

static void acquire(void *ctx, struct order_who who, uint32_t node)
{
	struct exact *x = ctx;

	order_acquire(&x->order, who, node);
	if (x->config.pairs.pairs)
		learn(x, who, node);
}

/* Blocks */

static void slot_free(struct exact *x, struct slot *s)
{
	for (uint32_t i = 0; s->thread && i < x->order.threads; i++)
		location_thread_free(&x->locations, &s->thread[i]);
	free(s->thread);
	for (int i = 0; i < PF_SHARED_BARRIERS; i++)
		free(s->meeting[i]);
	free(s->pairs);
	*s = (struct slot){0};
}

static void on_launch(void *ctx, const struct machine_launch_info *l, uint32_t slot_bytes)
{
	struct exact *x = ctx;

	(void)slot_bytes;
	for (uint32_t i = 0; i < x->n_slots; i++)
		slot_free(x, &x->slot[i]);
	x->n_hits = x->n_seen = 0;
	hashmap_free(&x->told);
	x->op_number = 0;
	x->fence_sc = 0;
	words_clear(&x->words);
	locations_clear(&x->locations);
	order_launch(&x->order, l->warps_per_block, l->mode == SIMT_ITS);
}

static void on_block(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct exact *x = ctx;
	struct slot *s = slot_of(x, who);

	(void)lanes;
	slot_free(x, s);
	s->block = order_begin(&x->order, who->sm * x->slots + who->slot, who->block);
	s->thread = mem_alloc(x->order.threads * sizeof(*s->thread));
	if (!x->config.pairs.pairs)
		return;
	s->pairs = mem_alloc(sizeof(*s->pairs));
	pf_exact_pairs_begin(s->pairs, &x->config.pairs);
}

static void on_end(void *ctx, const struct machine_who *who)
{
	struct exact *x = ctx;

	slot_free(x, slot_of(x, who));
}

/* Barriers */

static void clear(struct meeting *m)
{
	memset(m->waiting, 0, sizeof(m->waiting));
	m->n = m->joined = 0;
}

/* All of the block wait at one barrier. */
static void on_barrier(void *ctx, const struct machine_who *who)
{
	struct exact *x = ctx;
	struct slot *s = slot_of(x, who);

	order_barrier(&x->order, s->block);
	if (s->pairs)
		pf_exact_pairs_barrier(s->pairs);
	for (int i = 0; i < PF_SHARED_BARRIERS; i++) {
		struct meeting *m = s->meeting[i];
		uint32_t waiting = 0;

		for (int w = 0; m && w < ORDER_WARPS; w++)
			waiting |= m->waiting[w];
		if (waiting)
			clear(m);
	}
}

static void on_arrive(void *ctx, const struct machine_who *who, uint32_t lanes, uint32_t barrier,
		      bool waits)
{
	struct exact *x = ctx;
	struct slot *s = slot_of(x, who);
	struct meeting *m = s->meeting[barrier];

	if (!m)
		m = s->meeting[barrier] = mem_alloc(sizeof(*m));
	if (m->joined)
		clear(m);
	if (m->n == ORDER_WARPS * ORDER_LANES) {
		m->node[0] = order_join(&x->order, m->node, m->n);
		m->n = 1;
	}
	m->node[m->n++] = release(x, threads(x, who, lanes));
	if (waits)
		m->waiting[who->warp] |= lanes;
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t barrier)
{
	struct exact *x = ctx;
	struct meeting *m = slot_of(x, who)->meeting[barrier];

	if (!m || !m->n)
		return;
	if (!m->joined)
		m->joined = order_join(&x->order, m->node, m->n);
	acquire(x, threads(x, who, m->waiting[who->warp]), m->joined);
	m->waiting[who->warp] = 0;
}

static void on_syncwarp(void *ctx, const struct machine_who *who, uint32_t lanes)
{
	struct exact *x = ctx;
	const struct order_who w = threads(x, who, lanes);

	acquire(x, w, release(x, w));
}

/* Fences */

/* Two fence.sc whose scopes include each other's thread are ordered; lanes of one instruction are
 * not. Of that order software alone knows: fences meet nowhere in hardware. */
static void fence(struct exact *x)
{
	const struct simt_op *op = x->op;
	struct slot *s = x->at;
	const enum location_reach reach = location_reach(op->scope);
	const bool sc = op->sem == PTX_SEM_SC;
	uint32_t node[ORDER_LANES], n = 0;

	for (uint32_t left = x->order.its ? op->mask : 1; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		struct location_thread *t = thread_of(x, s, x->who->warp, lane);
		const struct location_by by = {.who = threads(x, x->who, 1U << lane), .reach = reach};

		locations_acquire(&x->locations, t, &by, 0);
		if (sc && s->fence_sc)
			order_acquire(&x->order, by.who, s->fence_sc);
		if (sc && reach == LOCATION_DEVICE && x->fence_sc && x->fence_sc != s->fence_sc)
			order_acquire(&x->order, by.who, x->fence_sc);
		node[n] = release(x, by.who);
		t->fenced[LOCATION_BLOCK] = node[n];
		if (reach == LOCATION_DEVICE)
			t->fenced[LOCATION_DEVICE] = node[n];
		n++;
	}
	if (!sc)
		return;
	s->fence_sc = n > 1 ? order_join(&x->order, node, n) : node[0];
	if (reach == LOCATION_DEVICE)
		x->fence_sc = s->fence_sc;
}

/* Accesses */

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

static void on_conflict(void *ctx, const struct word_access *p, uint32_t lanes,
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
	words_check(words_at(&x->words, word), &a, on_conflict, x);
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

/* Locations of the lane's strong access. */
static void find_locations(struct exact *x, struct act *c)
{
	const struct simt_op *op = x->op;
	uint64_t addr = op->addr[c->lane];

	if (op->space == PTX_SPACE_SHARED)
		addr += SHARED_PLACES | (uint64_t)c->by.who.block << SHARED_BITS;
	for (uint32_t i = 0; i < c->n; i++)
		c->location[i] = locations_at(&x->locations, addr + (uint64_t)i * c->size, c->size);
}

static uint64_t location_addr(const struct exact *x, const struct act *c)
{
	const uint64_t addr = x->op->addr[c->lane];

	return x->op->space != PTX_SPACE_SHARED
		       ? addr
		       : addr + (SHARED_PLACES | (uint64_t)c->by.who.block << SHARED_BITS);
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
		c->observes[i] = locations_read(&x->locations, c->thread, &c->by, c->location[i], c->hears);
	for (uint32_t i = 0; c->acquires && i < c->n; i++)
		locations_acquire(&x->locations, c->thread, &c->by, c->location[i]);
}

static void write_locations(struct exact *x, struct act *c)
{
	const uint32_t node = c->releases ? release(x, c->by.who) : 0;

	for (uint32_t i = 0; i < c->n; i++) {
		locations_break(&x->locations, location_addr(x, c) + (uint64_t)i * c->size, c->size,
			     c->location[i]);
		locations_write(&x->locations, c->thread, &c->by, c->location[i], c->observes[i], node);
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
		locations_break(&x->locations, location_addr(x, c), x->op->size * (uint32_t)x->op->vec, 0);
	if (global)
		each_word(x, c, note_word);
}

static void memory(struct exact *x)
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
		c.by = (struct location_by){.who = threads(x, x->who, 1U << c.lane),
					 .reach = location_reach(op->scope)};
		c.thread = thread_of(x, x->at, x->who->warp, c.lane);
		c.writes = access_is_write(op) && !(op->failed >> c.lane & 1);
		c.releases = c.writes && access_releases(op);
		lane(x, &c);
	}
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct exact *x = ctx;

	x->n_hits = x->n_seen = 0;
	x->op_number++;
	x->who = who;
	x->op = op;
	x->at = slot_of(x, who);
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		if (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED)
			memory(x);
		break;
	case SIMT_OP_FENCE:
		if (op->mask)
			fence(x);
		break;
	default: break;
	}
}

/* Outside */

static const struct shared_calls calls = {.launch = on_launch,
					  .block = on_block,
					  .end = on_end,
					  .barrier = on_barrier,
					  .arrive = on_arrive,
					  .release = on_release,
					  .syncwarp = on_syncwarp,
					  .op = on_op};

struct exact *exact_create(const struct exact_config *c)
{
	struct exact *x = mem_alloc(sizeof(*x));

	x->config = *c;
	x->slots = c->machine->blocks_per_sm;
	x->n_slots = c->machine->sms * x->slots;
	x->slot = mem_alloc(x->n_slots * sizeof(*x->slot));
	order_open(&x->order, x->n_slots);
	locations_open(&x->locations, &x->order, acquire, x);
	words_open(&x->words, &x->order, &x->locations);
	x->feed = feed_create(&(struct feed_config){.machine = c->machine, .lanes = FEED_LANES},
			      &calls, x);
	return x;
}

void exact_destroy(struct exact *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->n_slots; i++)
		slot_free(x, &x->slot[i]);
	feed_destroy(x->feed);
	words_close(&x->words);
	locations_close(&x->locations);
	order_close(&x->order);
	hashmap_free(&x->told);
	free(x->carried);
	free(x->seen);
	free(x->slot);
	free(x->hits);
	free(x);
}

const struct machine_observer *exact_observer(struct exact *x)
{
	return feed_observer(x->feed);
}

const struct race_hit *exact_hits(const struct exact *x, size_t *n)
{
	*n = x->n_hits;
	return x->hits;
}

enum exact_why exact_missed(const struct exact *x, const struct race_hit *h)
{
	const uint64_t word = h->addr & ~(uint64_t)(WORDS_BYTES - 1);
	const uint32_t bytes = ((1U << h->bytes) - 1) << (h->addr - word);
	const uint64_t *told = hashmap_find(&x->told, word);

	if (told && *told & bytes)
		return EXACT_TOLD;
	for (size_t i = 0; i < x->n_seen; i++)
		if (x->seen[i].word == word && x->seen[i].lane == h->second.lane)
			return EXACT_OBSERVED;
	return EXACT_UNKNOWN;
}

struct exact_stats exact_stats(const struct exact *x)
{
	struct exact_stats s = x->stats;

	s.searches = x->order.searches;
	s.visited = x->order.visited;
	return s;
}
