/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_int.h"

#include <string.h>

/* Of the side's lanes, the one that touched that byte of the word. */
static uint32_t lane_of(const struct pf_iguard_side *x, uint32_t byte)
{
	return x->elem ? (x->lane + byte / x->elem) % PF_IGUARD_LANES : x->lane;
}

/* x's lanes and t's, in the bytes that both touch: what holds for all of them that are not the same
 * thread. several: each lane of t's warp that takes part touches all bytes. */
static void find(const struct pf_iguard *s, const struct pf_iguard_side *x,
		 const struct pf_iguard_side *t, bool several, struct pf_iguard_facts *f)
{
	struct pf_iguard_side lane = *t;
	struct pf_iguard_facts one;
	bool thread = !several, first = true;

	*f = (struct pf_iguard_facts){0};
	for (uint32_t left = x->bytes & t->bytes; left; left &= left - 1) {
		const uint32_t byte = (uint32_t)__builtin_ctz(left);

		lane.lane = (uint8_t)lane_of(t, byte);
		pf_iguard_find(s, x, lane_of(x, byte), &lane, &one);
		one.bytes = true;
		one.thread = one.thread && !several;
		if (first || (thread && !one.thread))
			*f = one;
		else if (thread || !one.thread) {
			f->after = f->after && one.after;
			f->fenced = f->fenced && one.fenced;
			f->fenced_device = f->fenced_device && one.fenced_device;
			f->still = f->still && one.still;
			f->still_lane = f->still_lane && one.still_lane;
		}
		thread = thread && one.thread;
		first = false;
		if (!x->elem && !t->elem)
			break;
	}
}

/* A side, all of its lanes that touch the same bytes. first_lane: of the one that races. */
static enum pf_iguard_kind judge_side(const struct pf_iguard *s, const struct pf_iguard_side *x,
				      const struct pf_iguard_side *t, struct pf_iguard_check *c,
				      enum pf_iguard_excuse *why)
{
	struct pf_iguard_facts f = {.bytes = true};
	enum pf_iguard_kind kind;
	uint32_t both = x->bytes & t->bytes, last = PF_IGUARD_LANES;

	*why = x->block ? PF_IGUARD_BYTES : PF_IGUARD_NOBODY;
	if (!x->block || !both)
		return PF_IGUARD_NO_RACE;
	for (; both; both &= both - 1) {
		const uint32_t lane = lane_of(x, (uint32_t)__builtin_ctz(both));

		if (lane == last)
			continue;
		last = lane;
		pf_iguard_find(s, x, lane, t, &f);
		kind = pf_iguard_judge(x, t, &f, why);
		c->first_lane = lane;
		if (kind)
			return kind;
	}
	if (x->others == PF_IGUARD_ALONE)
		return PF_IGUARD_NO_RACE;
	find(s, x, t, false, &f);
	kind = pf_iguard_judge_others(x, t, &f);
	c->with_others = kind != PF_IGUARD_NO_RACE;
	return kind;
}

/* What the word becomes */

/* Some lanes of an operation that touch a word, as one access: side by side, or each all bytes. */
struct together {
	struct pf_iguard_side t;
	bool several;
};

/* The next lane, on the next bytes of the word. */
static bool joins(const struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	const uint32_t byte = (uint32_t)__builtin_ctz(t->bytes);
	const uint32_t elem = (uint32_t)__builtin_popcount(t->bytes);

	return !(x->bytes & t->bytes) &&
	       (x->elem == elem
			? (x->lane + byte / elem) % PF_IGUARD_LANES == t->lane
			: !x->elem && (uint32_t)__builtin_popcount(x->bytes) == elem &&
				  (uint32_t)(t->lane - x->lane) ==
					  byte / elem - (uint32_t)__builtin_ctz(x->bytes) / elem);
}

static bool add_lane(const struct pf_iguard *s, struct together *g, const struct pf_iguard_side *t)
{
	struct pf_iguard_side *x = &g->t;
	const uint32_t byte = (uint32_t)__builtin_ctz(t->bytes);

	if (!g->several && joins(x, t)) {
		x->elem = (uint32_t)__builtin_popcount(t->bytes) & 3;
		x->lane = (uint8_t)((t->lane - byte / x->elem) % PF_IGUARD_LANES);
		x->bytes |= t->bytes;
		x->locks &= t->locks;
		return true;
	}
	if (x->elem || x->bytes != t->bytes)
		return false;
	x->lane = t->lane;
	x->locks &= t->locks;
	g->several = s->lanes;
	x->others = s->lanes ? PF_IGUARD_WARP : PF_IGUARD_ALONE;
	x->others_block_scope = s->lanes && x->block_scope;
	return true;
}

static void take(const struct pf_iguard *s, struct pf_iguard_side *x, const struct together *g)
{
	struct pf_iguard_facts f;

	if (!x->block) {
		*x = g->t;
		return;
	}
	find(s, x, &g->t, g->several, &f);
	pf_iguard_put(x, g->t, pf_iguard_act(x, &g->t, &f), &f);
}

/* With which of a word's sides lanes of an operation race. */
struct races {
	bool writer, any;
};

/* A write that races with the last writer stands for it. One that races with either, and any that
 * is not atomic, stands for who has read; an atomic does not: less races with it. */
static void update(const struct pf_iguard *s, struct pf_iguard_word *w, const struct together *g,
		   bool write, struct races races)
{
	if (!write) {
		take(s, &w->reader, g);
		return;
	}
	if (w->reader.bytes & g->t.bytes && (races.any || !g->t.atomic))
		w->reader.block = 0;
	if (races.writer)
		w->writer = g->t;
	else
		take(s, &w->writer, g);
}

/* Accesses */

static struct pf_iguard_word *word_at(struct pf_iguard *s, uint64_t word)
{
	const uint64_t n = word / PF_IGUARD_WORD;
	struct pf_iguard_word *page = page_payload(paged_at(&s->words, n / PF_IGUARD_PAGE));

	return &page[n % PF_IGUARD_PAGE];
}

/* Bytes of the word that the lane touches. */
static uint8_t bytes_of(const struct pf_iguard_access *a, uint32_t lane, uint64_t word)
{
	const uint64_t from = a->addr[lane], end = from + a->bytes;
	const uint64_t lo = word < from ? from - word : 0;
	const uint64_t hi = end - word < PF_IGUARD_WORD ? end - word : PF_IGUARD_WORD;

	return (uint8_t)((1U << hi) - (1U << lo));
}

static bool touches(const struct pf_iguard_access *a, uint32_t lane, uint64_t word)
{
	return a->addr[lane] < word + PF_IGUARD_WORD && word < a->addr[lane] + a->bytes;
}

/* Two lanes of one store: lane, and the lowest of those before it that store to the same bytes. */
static bool same_store(const struct pf_iguard_access *a, uint32_t before, uint64_t word,
		       struct pf_iguard_check *c)
{
	if (!a->write || a->atomic)
		return false;
	for (uint32_t left = before; left; left &= left - 1) {
		c->first_lane = (uint32_t)__builtin_ctz(left);
		if (bytes_of(a, c->first_lane, word) & c->bytes)
			return true;
	}
	return false;
}

static struct pf_iguard_side access_of(const struct pf_iguard *s, const struct pf_iguard_access *a,
				       uint32_t lane, uint64_t word)
{
	struct pf_iguard_side t = {.size = (uint32_t)__builtin_ctz(a->element) & 7,
				   .atomic = a->atomic,
				   .polls = a->atomic || a->polls,
				   .block_scope = a->atomic && a->block_scope,
				   .releases = a->releases,
				   .bytes = bytes_of(a, lane, word) & 15U};

	pf_iguard_now(s, a, lane, &t);
	return t;
}

/* One lane. lanes: that come before it. */
static void check_lane(struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lane,
		       uint32_t lanes, uint64_t word, const struct pf_iguard_word *before,
		       const struct pf_iguard_side *t, struct races *races)
{
	struct pf_iguard_check c = {.access = a,
				    .lane = lane,
				    .word = word,
				    .bytes = t->bytes,
				    .before = *before,
				    .reader = PF_IGUARD_READS};

	c.kind = judge_side(s, &before->writer, t, &c, &c.writer);
	races->writer |= c.kind != PF_IGUARD_NO_RACE;
	if (!c.kind && a->write) {
		c.kind = judge_side(s, &before->reader, t, &c, &c.reader);
		c.with_reader = c.kind != PF_IGUARD_NO_RACE;
	}
	races->any |= c.kind != PF_IGUARD_NO_RACE;
	if (!c.kind && same_store(a, lanes, word, &c))
		c.kind = PF_IGUARD_INSTRUCTION;
	s->stats.words++;
	s->stats.races += c.kind != PF_IGUARD_NO_RACE;
	if (s->check)
		s->check(s->ctx, &c);
}

/* All lanes of an operation that touch the word, each held against what was there before it. */
static void check(struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lanes,
		  uint64_t word)
{
	struct pf_iguard_word *w = word_at(s, word);
	const struct pf_iguard_word before = *w;
	struct together g = {0};
	struct races races = {0};

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		g.t = access_of(s, a, lane, word);
		check_lane(s, a, lane, lanes & ~left, word, &before, &g.t, &races);
	}
	if (!(lanes & (lanes - 1))) {
		update(s, w, &g, a->write, races);
		return;
	}
	g.t = access_of(s, a, (uint32_t)__builtin_ctz(lanes), word);
	for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1) {
		const struct pf_iguard_side t =
			access_of(s, a, (uint32_t)__builtin_ctz(left), word);

		if (add_lane(s, &g, &t))
			continue;
		update(s, w, &g, a->write, races);
		g = (struct together){.t = t};
	}
	update(s, w, &g, a->write, races);
}

/* No two lanes touch one word. */
static bool are_apart(const struct pf_iguard_access *a)
{
	uint64_t end = 0;

	if (a->bytes % PF_IGUARD_WORD)
		return false;
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint64_t addr = a->addr[__builtin_ctz(left)];

		if (addr < end || addr % PF_IGUARD_WORD)
			return false;
		end = addr + a->bytes;
	}
	return true;
}

void pf_iguard_access(struct pf_iguard *s, const struct pf_iguard_access *a)
{
	const bool apart = are_apart(a);

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		const uint64_t from = a->addr[lane];

		for (uint64_t word = from & ~(uint64_t)(PF_IGUARD_WORD - 1); word < from + a->bytes;
		     word += PF_IGUARD_WORD) {
			uint32_t lanes = left & -left;
			bool seen = false;

			for (uint32_t i = 0; !apart && i < PF_IGUARD_LANES; i++) {
				if (!(a->lanes >> i & 1) || !touches(a, i, word))
					continue;
				seen |= i < lane;
				lanes |= 1U << i;
			}
			if (!seen)
				check(s, a, lanes, word);
		}
	}
}
