/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "meta_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { CLEAR, RUN, FLUSH, DRAIN };
enum { WAYS_LOG2 = 2, ALL_WAYS = CACHE_WAYS - 1, WAY_BITS = (1 << CACHE_WAYS) - 1 };

/* What S2 finds. */
struct found {
	bool hit, match, absent, miss, lock, stuck, spill;
	uint32_t same, leave; /* ways */
};

static uint32_t set_of(const struct meta_cache *c, uint32_t line)
{
	return line & (c->config.sets - 1);
}

static struct cache_way *way_at(const struct meta_cache *c, uint32_t set, uint32_t way)
{
	return &c->way[set << WAYS_LOG2 | way];
}

static bool all_slots_free(const struct meta_cache *c)
{
	const uint64_t all =
		c->config.requests == 64 ? UINT64_MAX : (1ULL << c->config.requests) - 1;

	return (c->slots_free | (c->slot_valid ? 1ULL << c->slot : 0)) == all;
}

static bool quiet(const struct meta_cache *c)
{
	return all_slots_free(c) && rows_quiet(&c->rows) && spill_empty(&c->spill) &&
	       !c->misses.end;
}

/* Ready */

/* Who is looked up next. */
static const struct cache_look *next_look(const struct meta_cache *c)
{
	return c->park ? &c->parked : &c->s1;
}

static bool may_go(const struct meta_cache *c)
{
	const uint32_t set = set_of(c, next_look(c)->line);

	return c->state == RUN && rows_room(&c->rows, c->s2_new) &&
	       c->spill.free > (uint32_t)c->s2_new &&
	       !(c->rows.mark && c->rows.mark_at >> WAYS_LOG2 == set) &&
	       !(c->misses.end && c->misses.end_at >> WAYS_LOG2 == set);
}

static bool new_goes(const struct meta_cache *c)
{
	return c->s1_valid && !c->park && may_go(c);
}

static bool walk_goes(const struct meta_cache *c)
{
	return c->state == FLUSH && c->spill.free > (uint32_t)c->s2_walk;
}

static void show(struct meta_cache *c)
{
	const uint64_t ask = ram_fifo_word(&c->asks);

	c->out.req_ready = c->slot_valid && !c->stop && (!c->s1_valid || new_goes(c));
	c->out.go = c->rows.go;
	if (c->rows.go) {
		c->out.go_line = c->line[c->rows.go_slot];
		c->out.go_pay = c->pay + (size_t)c->rows.go_slot * c->config.pay_size;
		c->out.go_row = c->rows.go_fresh ? &c->config.init : &c->rows.row[c->rows.go_at];
		c->out.go_near = c->rows.near;
	}
	c->out.read = c->asks.shown && !spill_busy(&c->spill, (uint32_t)ask);
	c->out.read_line = (uint32_t)ask;
	c->out.read_id = (uint32_t)(ask >> 32);
	c->out.write = c->spill.send;
	c->out.write_line = c->spill.out_line;
	c->out.write_row = &c->spill.out_row;
	c->out.flush_done = c->state == DRAIN && !c->s2_walk && spill_empty(&c->spill);
	c->out.idle = quiet(c) && c->state == RUN && !c->stop && c->slot_valid && !c->out.events;
}

bool meta_cache_fill_ready(struct meta_cache *c)
{
	c->rows.in.ret = c->in.ret;
	c->rows.in.ret_changed = c->in.ret_changed;
	c->rows.in.go_ready = c->in.go_ready;
	c->rows.in.replay = c->misses.valid;
	c->rows.in.replay_slot = c->misses.slot;
	c->rows.in.replay_at = c->misses.at;
	c->rows.in.fill_wait = c->misses.fill_wait;
	rows_eval(&c->rows);
	return c->rows.fill_ready;
}

bool meta_cache_forgets(const struct meta_cache *c)
{
	return c->state == RUN && c->stop && c->in.forget && !c->in.flush && quiet(c);
}

/* S2 */

static uint32_t dirty_ways(const struct meta_cache *c, uint32_t set)
{
	uint32_t ways = 0;

	for (uint32_t w = 0; w < CACHE_WAYS; w++) {
		const struct cache_way *x = way_at(c, set, w);

		ways |= (uint32_t)(x->valid && x->dirty && x->gen == c->gen) << w;
	}
	return ways;
}

/* The first way from the turn on that may leave. */
static uint32_t choose(const struct meta_cache *c, uint32_t stay)
{
	const uint32_t ahead = ~stay & WAY_BITS & ((uint32_t)WAY_BITS << (c->turn & ALL_WAYS));
	const uint32_t pool = ahead ? ahead : ~stay & WAY_BITS;

	return pool & (0 - pool);
}

static void find(const struct meta_cache *c, struct found *f)
{
	const uint32_t set = set_of(c, c->s2.line);
	const uint32_t ended = c->misses.end && c->misses.end_at >> WAYS_LOG2 == set
				       ? 1U << (c->misses.end_at & ALL_WAYS)
				       : 0;
	uint32_t away = 0, stay;

	for (uint32_t w = 0; w < CACHE_WAYS; w++) {
		const struct cache_way *x = way_at(c, set, w);

		f->same |= (uint32_t)(x->valid && x->gen == c->gen && x->line == c->s2.line) << w;
		away |= (uint32_t)x->away << w;
	}
	f->match = (f->same & away & ~ended) != 0;
	f->hit = f->same && !f->match;
	f->absent = !f->same;
	if (!f->absent)
		return;
	stay = away | rows_pins(&c->rows, set, WAYS_LOG2);
	f->stuck = stay == WAY_BITS;
	f->miss = !f->stuck;
	f->lock = f->miss && !c->s2.fresh;
	f->leave = choose(c, stay);
	f->spill = (f->leave & dirty_ways(c, set)) != 0;
}

/* A row that is looked at: memory is to have it. */
static void find_walk(const struct meta_cache *c, struct found *f)
{
	f->leave = 1U << c->s2_way;
	f->spill = (f->leave & dirty_ways(c, set_of(c, c->s2.line))) != 0;
}

/* The victim's line, and what becomes of its way. */
static void put(struct meta_cache *c, const struct found *f)
{
	struct cache_way *x = way_at(c, set_of(c, c->s2.line), (uint32_t)__builtin_ctz(f->leave));

	c->spill.in.line = x->line;
	*x = (struct cache_way){.valid = !c->s2_walk,
				.away = !c->s2.fresh && !c->s2_walk,
				.dirty = c->s2.fresh,
				.gen = c->gen,
				.line = c->s2.line,
				.tail = c->s2.slot};
}

static void step_tags(struct meta_cache *c, const struct found *f)
{
	const uint32_t set = set_of(c, c->s2.line);
	const uint32_t way = f->same    ? (uint32_t)__builtin_ctz(f->same)
			     : f->leave ? (uint32_t)__builtin_ctz(f->leave)
					: 0;
	const uint32_t at = set << WAYS_LOG2 | way;

	c->misses.in.lock = f->lock;
	c->misses.in.join = f->match;
	c->misses.in.slot = c->s2.slot;
	c->misses.in.at = at;
	c->misses.in.tail = c->way[at].tail;
	c->rows.in.put = f->hit || (f->miss && c->s2.fresh);
	c->rows.in.op = (struct row_operation){.slot = c->s2.slot,
					       .at = at,
					       .fresh = c->s2.fresh,
					       .dirty = c->s2.fresh || c->way[at].dirty};
	c->rows.in.spill = c->spill.in.alloc = f->spill;
	c->rows.in.spill_at = at;
	if (f->match)
		c->way[at].tail = c->s2.slot;
	else if (f->leave && (f->absent || f->spill))
		put(c, f);
}

/* S1, what is parked, and what comes into S2 */

static void step_looks(struct meta_cache *c, bool stuck, bool walk)
{
	const bool goes = may_go(c), again = c->park && goes,
		   fresh = c->s1_valid && !c->park && goes;
	const bool take = c->in.req && c->out.req_ready, was_park = c->park, was_shut = c->shut;
	const bool was_new = c->s2_new;
	const struct cache_look s2 = c->s2, parked = c->parked;

	if (again || fresh || walk)
		c->turn = (c->turn << 1 & 0x7f) | ((c->turn >> 6 ^ c->turn >> 5) & 1);
	c->s2_new = was_shut ? again || was_new : was_park ? again || stuck : fresh;
	if (!was_shut || again)
		c->s2 = was_park ? parked : c->s1;
	if (c->state != RUN)
		c->s2.line = (c->s2.line & ~(c->config.sets - 1)) | c->walk_set;
	if (was_shut ? again : stuck || !was_park)
		c->parked = s2;
	c->park = was_shut ? !again || was_new : stuck || (was_park && !again);
	c->shut = was_shut ? !again : stuck;
	c->s1_valid = take || (c->s1_valid && !fresh);
	if (!take)
		return;
	c->s1 = (struct cache_look){
		.fresh = c->in.req_fresh, .line = c->in.req_line, .slot = c->slot};
	c->line[c->slot] = c->in.req_line;
	memcpy(c->pay + (size_t)c->slot * c->config.pay_size, c->in.req_pay, c->config.pay_size);
}

/* Requests' numbers: the lowest free one is on offer. */
static void step_slots(struct meta_cache *c)
{
	const bool take = c->in.req && c->out.req_ready, load = !c->slot_valid || take;
	const uint64_t given = c->rows.turn ? 1ULL << c->rows.turn_slot : 0;

	if (load) {
		c->slot_valid = c->slots_free != 0;
		if (c->slot_valid) {
			c->slot = (uint32_t)__builtin_ctzll(c->slots_free);
			c->slots_free &= c->slots_free - 1;
		}
	}
	c->slots_free |= given;
}

/* Walks, flushes, forgets */

static void clear_set(struct meta_cache *c)
{
	memset(way_at(c, c->walk_set, 0), 0, CACHE_WAYS * sizeof(*c->way));
}

static uint32_t next_state(const struct meta_cache *c, bool walk, bool forgets, bool is_quiet)
{
	const bool last_set = c->walk_set == c->config.sets - 1;

	switch (c->state) {
	case CLEAR: return last_set ? RUN : CLEAR;
	case RUN:
		if (c->stop && is_quiet && c->in.flush)
			return FLUSH;
		return forgets && c->gen == (1U << c->config.gen_bits) - 1 ? CLEAR : RUN;
	case FLUSH: return walk && last_set && c->walk_way == ALL_WAYS ? DRAIN : FLUSH;
	default: return c->out.flush_done ? RUN : DRAIN;
	}
}

static void step_state(struct meta_cache *c, bool walk, bool forgets, bool is_quiet)
{
	const uint32_t state = next_state(c, walk, forgets, is_quiet);
	const bool next_set = c->state == CLEAR || (walk && c->walk_way == ALL_WAYS);

	c->s2_walk = walk;
	c->s2_way = c->walk_way;
	if (next_set)
		c->walk_set = (c->walk_set + 1) & (c->config.sets - 1);
	if (walk)
		c->walk_way = (c->walk_way + 1) & ALL_WAYS;
	if (forgets)
		c->gen = (c->gen + 1) & ((1U << c->config.gen_bits) - 1);
	c->stop = c->in.flush || c->in.forget;
	c->state = state;
}

/* Steps */

static uint64_t ask_of(const struct meta_cache *c, const struct found *f)
{
	const uint32_t at_bits = c->sets_log2 + WAYS_LOG2, set = set_of(c, c->s2.line);
	const uint32_t at = set << WAYS_LOG2 | (uint32_t)__builtin_ctz(f->leave);

	return (uint64_t)(c->s2.slot << at_bits | at) << 32 | c->s2.line;
}

static void step_memory(struct meta_cache *c, const struct found *f)
{
	const uint32_t at_bits = c->sets_log2 + WAYS_LOG2;
	const bool fill = c->in.fill && c->rows.fill_ready;

	c->misses.in.fill = fill;
	c->misses.in.fill_slot = c->in.fill_id >> at_bits;
	c->misses.in.taken = c->rows.replayed;
	c->rows.in.fill = c->in.fill;
	c->rows.in.fill_at = c->in.fill_id & ((1U << at_bits) - 1);
	c->rows.in.fill_row = c->in.fill_row;
	c->rows.in.ret_row = c->in.ret_row;
	c->spill.in.row = c->rows.spilled;
	c->spill.in.data = &c->rows.spill_row;
	c->spill.in.out_ready = c->in.write_ready;
	ram_fifo_step(&c->asks, f->lock, f->lock ? ask_of(c, f) : 0,
		      c->out.read && c->in.read_ready);
}

static uint32_t events(const struct meta_cache *c, const struct found *f)
{
	return (f->hit ? CACHE_HIT : 0) | (f->miss ? CACHE_MISS : 0) |
	       (f->match ? CACHE_BEHIND : 0) | (c->out.read && c->in.read_ready ? CACHE_FETCH : 0) |
	       (c->spill.send && c->in.write_ready ? CACHE_SPILL : 0) |
	       (c->in.req && !c->out.req_ready ? CACHE_WAIT : 0);
}

void meta_cache_step(struct meta_cache *c)
{
	struct found f = {.hit = false};
	const bool forgets = meta_cache_forgets(c), walk = walk_goes(c), is_quiet = quiet(c);

	if (c->out.idle && !c->in.req && !c->in.fill && !c->in.flush && !c->in.forget)
		return;
	(void)meta_cache_fill_ready(c);
	if (c->s2_new && !c->shut)
		find(c, &f);
	else if (c->s2_walk)
		find_walk(c, &f);
	c->out.events = events(c, &f);
	step_memory(c, &f);
	step_tags(c, &f);
	step_looks(c, f.stuck, walk);
	step_slots(c);
	if (c->state == CLEAR)
		clear_set(c);
	step_state(c, walk, forgets, is_quiet);
	if (c->rows.mark)
		c->way[c->rows.mark_at].dirty = true;
	if (c->misses.end)
		c->way[c->misses.end_at].away = false;
	spill_step(&c->spill);
	rows_step(&c->rows);
	misses_step(&c->misses);
	show(c);
}

/* Life */

void meta_cache_reset(struct meta_cache *c)
{
	const uint32_t requests = c->config.requests;

	memset(&c->in, 0, sizeof(c->in));
	memset(&c->out, 0, sizeof(c->out));
	memset(&c->asks, 0, sizeof(c->asks));
	misses_reset(&c->misses);
	rows_reset(&c->rows);
	spill_reset(&c->spill);
	c->state = CLEAR;
	c->walk_set = c->walk_way = c->gen = 0;
	c->turn = 1;
	c->stop = c->s1_valid = c->park = c->shut = c->s2_new = c->s2_walk = c->slot_valid = false;
	c->slots_free = requests == 64 ? UINT64_MAX : (1ULL << requests) - 1;
	show(c);
}

void meta_cache_init(struct meta_cache *c, const struct meta_cache_config *config)
{
	const uint32_t places = config->sets * CACHE_WAYS;

	memset(c, 0, sizeof(*c));
	c->config = *config;
	c->sets_log2 = (uint32_t)__builtin_ctz(config->sets);
	c->way = mem_alloc(places * sizeof(*c->way));
	c->line = mem_alloc(config->requests * sizeof(*c->line));
	c->pay = mem_alloc((size_t)config->requests * config->pay_size);
	rows_init(&c->rows, places, config->depth, config->through);
	meta_cache_reset(c);
}

void meta_cache_free(struct meta_cache *c)
{
	free(c->way);
	free(c->line);
	free(c->pay);
	rows_free(&c->rows);
}
