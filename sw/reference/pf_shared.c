/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_shared.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "pf_rounds.h"

enum { WHOLE = (1 << PF_SHARED_WORD) - 1 }; /* bytes of a word */

/* A word, or a byte of it */

/* An access at work. */
struct visit {
	struct pf_shared *s;
	struct pf_shared_slot *slot;
	const struct pf_shared_access *a;
	uint32_t does;
	bool quiet; /* a copy stays under way, or has ended */
};

static void tell(const struct visit *v, const struct pf_shared_level *l, enum pf_shared_outcome o,
		 struct pf_shared_race *r)
{
	r->others = o == PF_SHARED_RACES_OTHERS;
	r->did = r->others ? l->others : l->did;
	r->pc = r->others ? PF_SHARED_NO_PC : l->pc;
	r->access = v->a;
}

/* Lanes `by` at the level of warps. True: it races, and r says how. */
static bool check_warps(const struct visit *v, struct pf_shared_entry *e, uint32_t by,
			struct pf_shared_race *r)
{
	const struct pf_shared_entry was = *e;
	const struct pf_shared_config *c = &v->s->config;
	const struct pf_shared_act a = {.order = &v->slot->order,
					.who = v->a->warp,
					.does = v->does,
					.pc = v->a->pc,
					.quiet = v->quiet};
	const enum pf_shared_outcome o = pf_shared_step(&e->warps, &a);

	if (o == PF_SHARED_CLEAN)
		return false;
	*r = (struct pf_shared_race){.kind = PF_SHARED_WARP_RACE,
				     .warp = was.warps.who,
				     .lane = (uint32_t)__builtin_ctz(by)};
	tell(v, &was.warps, o, r);
	r->first_lane = c->lanes && !c->meets && !r->others && was.warps.pc == was.lanes.pc
				? was.lanes.who
				: PF_SHARED_LANES;
	return true;
}

/* Likewise at the level of lanes, which knows of no copies under way: e->warps names the access's
 * own warp, and did before if `own`. */
static bool check_lanes(const struct visit *v, struct pf_shared_entry *e, bool own, bool flying,
			uint32_t by, struct pf_shared_race *r)
{
	static const struct pf_order none;
	const uint32_t warp = v->a->warp, meet = v->slot->meet[warp];
	const struct pf_shared_level was = e->lanes;
	struct pf_shared_act a = {.order = v->s->config.meets ? &none : &v->slot->lane_order[warp],
				  .does = v->a->copy ? PF_SHARED_WRITE : v->does,
				  .pc = v->a->pc};
	enum pf_shared_outcome o;

	if (own && flying && e->meet != meet)
		e->lanes.others = e->lanes.seen = 0;
	else if (!own || e->meet != meet)
		e->lanes = (struct pf_shared_level){0};
	e->meet = meet;
	o = pf_shared_step_lanes(&e->lanes, &a, by);
	if (o == PF_SHARED_CLEAN)
		return false;
	*r = (struct pf_shared_race){.kind = PF_SHARED_LANE_RACE, .warp = warp, .lane = a.who};
	tell(v, &was, o, r);
	r->first_lane = r->others ? PF_SHARED_LANES : was.who;
	return true;
}

static void forget_entry_lanes(struct pf_shared_entry *e)
{
	e->lanes = (struct pf_shared_level){0};
	e->meet = 0;
}

/* lanes: which of them it is, is looked at. Of the two levels warps come first. */
static bool check(const struct visit *v, struct pf_shared_entry *e, uint32_t by, bool lanes,
		  struct pf_shared_race *r)
{
	const bool own = e->warps.did && e->warps.who == v->a->warp;
	/* A copy under way is not ended by meetings of lanes: a second one meets it. */
	const bool flying = e->warps.did == PF_SHARED_COPY && !v->quiet;
	const bool races = check_warps(v, e, by, r);
	struct pf_shared_race silent;

	if (!v->s->config.lanes)
		return races;
	if (!lanes)
		forget_entry_lanes(e);
	else if (e->warps.who == v->a->warp && !(own && flying && !v->a->copy))
		return (check_lanes(v, e, own, flying, by, races ? &silent : r) && !v->quiet) ||
		       races;
	return races;
}

static bool same_level(const struct pf_shared_level *a, const struct pf_shared_level *b)
{
	return a->did == b->did && a->others == b->others && a->who == b->who &&
	       a->phase == b->phase && a->seen == b->seen;
}

/* One of them names this access, and one an earlier one: of both no place is kept. */
static void merge_pc(struct pf_shared_level *to, const struct pf_shared_level *from)
{
	if (to->now != from->now)
		to->pc = PF_SHARED_NO_PC;
}

/* Entries of the bytes of mask are one, but for places: that one. */
static bool alike(const struct visit *v, const struct pf_shared_entry e[PF_SHARED_WORD],
		  uint32_t mask, struct pf_shared_entry *all)
{
	*all = e[__builtin_ctz(mask)];
	for (uint32_t left = mask & (mask - 1); left; left &= left - 1) {
		const struct pf_shared_entry *x = &e[__builtin_ctz(left)];

		if (!same_level(&all->warps, &x->warps))
			return false;
		if (v->s->config.lanes &&
		    (!same_level(&all->lanes, &x->lanes) || all->meet != x->meet))
			return false;
		merge_pc(&all->warps, &x->warps);
		merge_pc(&all->lanes, &x->lanes);
	}
	return true;
}

/* Rows */

static bool in_use(const struct pf_shared *s, uint32_t row)
{
	const struct pf_shared_row *r = &s->row[row];

	return r->epoch && r->epoch == s->slot[r->slot].epoch;
}

/* One look an access. */
static bool find_row(struct pf_shared *s, uint32_t word, uint32_t *row)
{
	if (!s->config.rows) { /* each word has its own */
		*row = word;
		return true;
	}
	*row = s->hand;
	s->hand = (s->hand + 1) % s->config.rows;
	return !in_use(s, *row);
}

/* A word may be looked at byte by byte. Not by a copy: its end must not be lost for want of credit.
 */
static bool pays(struct pf_shared *s, bool copy)
{
	if (!s->config.credit_bits)
		return true;
	if (!s->credit || copy)
		return false;
	s->credit--;
	return true;
}

static void next_round(struct pf_shared *s)
{
	const uint32_t most = (1U << s->config.credit_bits) - 1;

	s->rounds = (s->rounds + 1) & ((1U << s->config.every_bits) - 1);
	if (!s->rounds && s->credit < most)
		s->credit++;
}

/* False: nobody has looked at it. */
static bool keep(const struct visit *v, struct pf_shared_word *w, uint32_t touched,
		 const struct pf_shared_entry e[PF_SHARED_WORD])
{
	struct pf_shared *s = v->s;
	struct pf_shared_entry all;

	if (!w->split && alike(v, e, touched, &all)) {
		w->all = all;
		w->bytes = (uint8_t)touched;
		return true;
	}
	if (!pays(s, v->a->copy)) {
		s->stats.unpaid++;
		w->lost = true;
		return false;
	}
	if (!w->split) {
		const uint32_t word = (uint32_t)(w - s->word);

		if (!find_row(s, word, &w->row)) {
			s->stats.unsplit++;
			w->lost = true;
			return true;
		}
		s->stats.splits++;
		w->split = true;
		s->row[w->row].epoch = w->epoch;
		s->row[w->row].slot = w->slot;
	}
	w->bytes = (uint8_t)touched;
	memcpy(s->row[w->row].byte, e, sizeof(s->row[w->row].byte));
	return true;
}

static void race(const struct visit *v, struct pf_shared_race *r, uint32_t word, uint32_t bytes)
{
	r->addr = word * PF_SHARED_WORD;
	r->bytes = bytes;
	v->s->stats.races++;
	if (v->s->race)
		v->s->race(v->s->ctx, r);
}

/* But for lanes, where nothing is known of them. */
static bool same_race(const struct pf_shared *s, const struct pf_shared_race *a,
		      const struct pf_shared_race *b)
{
	return a->kind == b->kind && a->did == b->did && a->others == b->others &&
	       a->warp == b->warp && a->pc == b->pc &&
	       (!s->config.lanes || s->config.meets ||
		(a->lane == b->lane && a->first_lane == b->first_lane));
}

/* Bytes of mask race; one after the other that do alike are told together. */
static void races(const struct visit *v, struct pf_shared_race r[PF_SHARED_WORD], uint32_t word,
		  uint32_t mask)
{
	while (mask) {
		const uint32_t first = (uint32_t)__builtin_ctz(mask);
		uint32_t bytes = 0;

		for (uint32_t b = first; b < PF_SHARED_WORD; b++)
			if (mask >> b & 1) {
				if (!same_race(v->s, &r[first], &r[b]))
					break;
				bytes |= 1U << b;
			}
		mask &= ~bytes;
		race(v, &r[first], word, bytes);
	}
}

/* by: lanes that touch each byte. */
static void byte_by_byte(const struct visit *v, struct pf_shared_word *w,
			 const uint32_t by[PF_SHARED_WORD])
{
	struct pf_shared_entry e[PF_SHARED_WORD];
	struct pf_shared_race r[PF_SHARED_WORD];
	const bool lanes = v->s->config.lanes && !v->s->config.meets;
	uint32_t touched = w->bytes, racing = 0;

	w->unlike = true;
	memset(e, 0, sizeof(e));
	for (uint32_t b = 0; b < PF_SHARED_WORD; b++) {
		if (w->bytes >> b & 1)
			e[b] = w->split ? v->s->row[w->row].byte[b] : w->all;
		e[b].warps.now = e[b].lanes.now = false;
		if (v->s->config.meets)
			forget_entry_lanes(&e[b]);
		if (!by[b])
			continue;
		touched |= 1U << b;
		if (check(v, &e[b], by[b], lanes, &r[b]))
			racing |= 1U << b;
	}
	if (keep(v, w, touched, e))
		races(v, r, (uint32_t)(w - v->s->word), racing);
}

/* Which lanes of those that touch a word touch each byte: each of them all, or a part. */
static void by_bytes(const struct pf_shared_access *a, uint32_t lanes, uint32_t by[PF_SHARED_WORD])
{
	for (uint32_t b = 0; b < PF_SHARED_WORD; b++)
		by[b] = a->size >= PF_SHARED_WORD ? lanes : 0;
	for (uint32_t left = a->size >= PF_SHARED_WORD ? 0 : lanes; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(left), at = a->addr[l] % PF_SHARED_WORD;

		for (uint32_t b = at; b < at + a->size; b++)
			by[b] |= 1U << l;
	}
}

/* Lanes of one store that meet in a byte of the word. */
static void instruction(const struct visit *v, uint32_t word, uint32_t lanes)
{
	uint32_t by[PF_SHARED_WORD];

	by_bytes(v->a, lanes, by);
	for (uint32_t b = 0, done = 0; b < PF_SHARED_WORD; b++) {
		struct pf_shared_race r = {.kind = PF_SHARED_INSTRUCTION_RACE, .access = v->a};
		uint32_t bytes = 0;

		if (done >> b & 1 || !(by[b] & (by[b] - 1)))
			continue;
		for (uint32_t c = b; c < PF_SHARED_WORD; c++)
			bytes |= (uint32_t)(by[c] == by[b]) << c;
		done |= bytes;
		r.did = (enum pf_shared_code)v->does;
		r.warp = v->a->warp;
		r.first_lane = (uint32_t)__builtin_ctz(by[b]);
		r.lane = (uint32_t)__builtin_ctz(by[b] & (by[b] - 1));
		r.pc = v->a->pc;
		race(v, &r, word, bytes);
	}
}

/* The word as the slot has it. */
static struct pf_shared_word *word_of(const struct visit *v, uint32_t word)
{
	struct pf_shared_word *w = &v->s->word[word];

	v->s->stats.words++;
	if (w->epoch != v->slot->epoch)
		*w = (struct pf_shared_word){.epoch = v->slot->epoch, .slot = (uint8_t)v->a->slot};
	return w;
}

/* The bytes touched are all that were touched before; alike: by each of the lanes. */
static void touch_as_one(const struct visit *v, struct pf_shared_word *w, uint32_t lanes,
			 uint32_t bytes, bool alike)
{
	struct pf_shared_race r;

	w->bytes = (uint8_t)bytes;
	w->unlike |= !alike;
	if (check(v, &w->all, lanes, v->s->config.lanes && alike, &r))
		race(v, &r, (uint32_t)(w - v->s->word), bytes);
}

/* The commonest, where a warp is one thread: a read after reads of all of it. What check() would
 * do. */
static bool read_again(const struct visit *v, struct pf_shared_word *w)
{
	const uint32_t warp = v->a->warp;
	struct pf_shared_level *l = &w->all.warps;

	if (v->s->config.lanes || w->split || w->bytes != WHOLE || l->did != PF_SHARED_READ ||
	    v->does != PF_SHARED_READ || v->slot->order.waited >> warp & 1 ||
	    l->others > PF_SHARED_READ)
		return false;
	if (l->who != warp) {
		l->others = PF_SHARED_READ;
		l->seen = false;
		l->who = (uint8_t)warp;
	}
	l->phase = v->slot->order.phase[warp];
	l->pc = v->a->pc;
	return true;
}

/* By these lanes. */
static void touch(const struct visit *v, uint32_t word, uint32_t lanes)
{
	struct pf_shared_word *w = word_of(v, word);
	uint32_t by[PF_SHARED_WORD], bytes = 0;
	bool alike = true;

	if (v->a->size >= PF_SHARED_WORD && read_again(v, w))
		return;
	if (v->a->size >= PF_SHARED_WORD && !w->split && (!w->bytes || w->bytes == WHOLE)) {
		touch_as_one(v, w, lanes, WHOLE, true);
		return;
	}
	by_bytes(v->a, lanes, by);
	for (uint32_t b = 0; b < PF_SHARED_WORD; b++) {
		bytes |= (uint32_t)(by[b] != 0) << b;
		alike &= !by[b] || by[b] == lanes;
	}
	if ((alike || !v->s->config.lanes || v->s->config.meets) && !w->split &&
	    (!w->bytes || w->bytes == bytes))
		touch_as_one(v, w, lanes, bytes, alike);
	else
		byte_by_byte(v, w, by);
}

/* Outside */

static uint32_t does_of(const struct pf_shared_access *a)
{
	if (a->copy == PF_SHARED_COPY_BEGINS || a->copy == PF_SHARED_COPY_STAYS)
		return PF_SHARED_COPY;
	if (a->write)
		return a->strong ? PF_SHARED_STRONG : PF_SHARED_WRITE;
	return a->strong ? PF_SHARED_STRONG_READ : PF_SHARED_READ;
}

/* An access leaves its warp's (lanes': phase) mark: the phase has something in it. */
static void use(const struct visit *v)
{
	v->slot->order.used |= 1U << v->a->warp;
	if (v->slot->lane_order)
		v->slot->lane_order[v->a->warp].used |= v->a->lanes;
}

void pf_shared_access(struct pf_shared *s, const struct pf_shared_access *a)
{
	const struct visit v = {.s = s,
				.slot = &s->slot[a->slot],
				.a = a,
				.does = does_of(a),
				.quiet = a->copy == PF_SHARED_COPY_STAYS ||
					 a->copy == PF_SHARED_COPY_ENDS};
	struct pf_rounds r;
	uint8_t round[PF_ROUNDS_BANKS];
	uint32_t n;

	use(&v);
	pf_rounds_begin(&r, a->lanes, a->size, a->addr, s->config.banks);
	while ((n = pf_rounds_next(&r, round)) > 0) {
		next_round(s);
		for (uint32_t i = 0; v.does >= PF_SHARED_WRITE && !v.quiet && i < n; i++)
			if (r.lanes[round[i]] & (r.lanes[round[i]] - 1))
				instruction(&v, r.word[round[i]], r.lanes[round[i]]);
		for (uint32_t i = 0; i < n; i++)
			touch(&v, r.word[round[i]], r.lanes[round[i]]);
	}
}

void pf_shared_init(struct pf_shared *s, const struct pf_shared_config *c)
{
	const uint32_t words = c->bytes / PF_SHARED_WORD;

	memset(s, 0, sizeof(*s));
	s->config = *c;
	s->config.meets &= c->lanes;
	s->credit = (1U << c->credit_bits) - 1;
	s->word = mem_alloc(words * sizeof(*s->word));
	s->row = mem_alloc((c->rows ? c->rows : words) * sizeof(*s->row));
	s->slot = mem_alloc(c->slots * sizeof(*s->slot));
	for (uint32_t i = 0; c->lanes && !c->meets && i < c->slots; i++) {
		struct pf_shared_slot *x = &s->slot[i];

		x->lane_order = mem_alloc(PF_SHARED_WARPS * sizeof(*x->lane_order));
		x->lane_fences = mem_alloc(PF_SHARED_WARPS * sizeof(*x->lane_fences));
	}
}

void pf_shared_free(struct pf_shared *s)
{
	for (uint32_t i = 0; i < s->config.slots; i++) {
		free(s->slot[i].lane_order);
		free(s->slot[i].lane_fences);
	}
	free(s->slot);
	free(s->row);
	free(s->word);
}
