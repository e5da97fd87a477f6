/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_join_vec: what the benches of pf_join_sectors and pf_coalesce have in common.
 *
 *   warps, each in an access ─> requests ─> [ the bench's way in ] ─> places, a list in order of
 *   arrival ─> operations ─> rule, without a clock
 *
 * The rule: every word of every request leaves once, with its key and kind; the words of a place in
 * memory in order of arrival; on its side of each fence and epoch. An operation that breaks it ends
 * the program. Keys and lines of warps are equal or differ in one bit: a compare that leaves out a
 * bit shows.
 */
#ifndef PF_JOIN_VEC_H
#define PF_JOIN_VEC_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"

enum {
	MAX_PLACES = 64,
	WARPS = 6,
	SECTORS = 4,
	WORDS = 8,
	INSIDE = MAX_PLACES * SECTORS * WORDS + 8
};

/* What an operation has once, beside its line. */
struct key {
	uint64_t v[2];
};

struct request {
	unsigned kind;
	uint32_t sector;
	unsigned mask, sub; /* sub: of these words, touched in part only; pf_coalesce */
	struct key key;
};

struct operation {
	unsigned kind;
	uint32_t line, words;
	struct key key;
};

static inline void refuse(const char *what)
{
	fprintf(stderr, "pf_join_vec: %s\n", what);
	exit(2);
}

static inline bool same_key(const struct key *a, const struct key *b)
{
	return a->v[0] == b->v[0] && a->v[1] == b->v[1];
}

/* The rule: what has arrived and has not left, in order of arrival. */

struct rule {
	struct operation inside[INSIDE]; /* of an access: the words that have not left */
	unsigned n;
};

static inline void rule_arrives(struct rule *u, const struct operation *o)
{
	if (o->kind == PF_REQ_ACCESS && !o->words)
		return;
	if (u->n == INSIDE)
		refuse("too much inside");
	u->inside[u->n++] = *o;
}

static inline void rule_barrier(struct rule *u, const struct operation *o)
{
	const struct operation *r = &u->inside[0];

	if (!u->n || r->kind != o->kind || !same_key(&r->key, &o->key) || o->words)
		refuse("a fence or an epoch that passes something, or is none");
	memmove(u->inside, u->inside + 1, --u->n * sizeof(*u->inside));
}

/* The word's first request. */
static inline void rule_word(struct rule *u, const struct operation *o, uint32_t bit)
{
	for (unsigned i = 0; i < u->n && u->inside[i].kind == PF_REQ_ACCESS; i++) {
		struct operation *r = &u->inside[i];

		if (r->line != o->line || !(r->words & bit))
			continue;
		if (!same_key(&r->key, &o->key))
			refuse("a word out of order");
		r->words &= ~bit;
		return;
	}
	refuse("a word that nobody touched, or beyond a fence");
}

static inline void rule_leaves(struct rule *u, const struct operation *o)
{
	unsigned n = 0;

	if (o->kind != PF_REQ_ACCESS) {
		rule_barrier(u, o);
		return;
	}
	if (!o->words)
		refuse("an operation without words");
	for (unsigned w = 0; w < SECTORS * WORDS; w++)
		if (o->words >> w & 1)
			rule_word(u, o, 1U << w);
	for (unsigned i = 0; i < u->n; i++)
		if (u->inside[i].kind != PF_REQ_ACCESS || u->inside[i].words)
			u->inside[n++] = u->inside[i];
	u->n = n;
}

/* The places, in order of their first requests. */

struct place {
	struct operation op;
	unsigned sectors, age;
	bool due;
};

struct places {
	unsigned places, age, repeats; /* repeats: words may come again */
	struct place at[MAX_PLACES];
	unsigned taken;
	bool shown;
	struct operation out;
};

static inline bool places_idle(const struct places *b)
{
	return !b->taken && !b->shown;
}

static inline bool places_access(const struct places *b)
{
	bool some = b->shown && b->out.kind == PF_REQ_ACCESS;

	for (unsigned i = 0; i < b->taken; i++)
		some |= b->at[i].op.kind == PF_REQ_ACCESS;
	return some;
}

static inline void show(struct places *b, struct operation o)
{
	b->out = o;
	b->shown = true;
}

static inline void leave(struct places *b, unsigned i)
{
	show(b, b->at[i].op);
	memmove(&b->at[i], &b->at[i + 1], (--b->taken - i) * sizeof(*b->at));
}

static inline int first_due(const struct places *b)
{
	for (unsigned i = 0; i < b->taken; i++)
		if (b->at[i].due)
			return (int)i;
	return -1;
}

/* The place of the line that is not due. */
static inline int place_of(const struct places *b, uint32_t line)
{
	for (unsigned i = 0; i < b->taken; i++)
		if (!b->at[i].due && b->at[i].op.line == line)
			return (int)i;
	return -1;
}

static inline bool fits(const struct places *b, const struct operation *a,
			const struct operation *o)
{
	return same_key(&a->key, &o->key) && (b->repeats || !(a->words & o->words));
}

static inline void grow_old(struct places *b)
{
	for (unsigned i = 0; i < b->taken; i++)
		b->at[i].due |= ++b->at[i].age >= b->age;
}

static inline void join(struct place *p, const struct operation *o, unsigned sector)
{
	p->op.words |= o->words;
	p->sectors |= 1U << sector;
	p->due |= p->sectors == (1U << SECTORS) - 1;
}

/* Which place leaves at this edge; -1: none. */
static inline int leaver(const struct places *b, bool need)
{
	const int due = first_due(b);

	return due >= 0 ? due : need && b->taken == b->places ? 0 : -1;
}

/* A new place makes an older one of its line due, a fence or an epoch all. */
static inline void take_place(struct places *b, const struct operation *o, unsigned sector)
{
	const bool barrier = o->kind != PF_REQ_ACCESS;

	for (unsigned i = 0; i < b->taken; i++)
		b->at[i].due |= barrier || b->at[i].op.line == o->line;
	b->at[b->taken++] = (struct place){.op = *o, .sectors = 1U << sector, .due = barrier};
}

/* What places do with the operation that a request asks for. */
struct asked {
	int here; /* the place that it joins, or whose line it is of; -1: none */
	bool joins, need, take;
};

/* o: NULL without a request. free: the operation shown, if any, is taken at the edge. */
static inline struct asked places_ask(const struct places *b, const struct operation *o, bool free)
{
	const bool some = o && o->kind == PF_REQ_ACCESS && o->words;
	struct asked a = {.here = some ? place_of(b, o->line) : -1};

	a.joins = a.here >= 0 && fits(b, &b->at[a.here].op, o);
	a.need = (o && o->kind != PF_REQ_ACCESS) || (some && !a.joins);
	a.take = !a.need || free || b->taken < b->places;
	return a;
}

/* What a clock edge does; sector: of the line. True: the request is taken. */
static inline bool places_edge(struct places *b, const struct operation *o, unsigned sector,
			       bool free)
{
	const struct asked a = places_ask(b, o, free);
	const int leaves = free ? leaver(b, a.need) : -1;

	if (free)
		b->shown = false;
	grow_old(b);
	if (a.joins)
		join(&b->at[a.here], o, sector);
	if (leaves >= 0)
		leave(b, (unsigned)leaves);
	if (a.need && a.take)
		take_place(b, o, sector);
	return a.take;
}

/* The traffic. */

struct warp {
	uint32_t line;
	struct key key;
	unsigned left, mask, sub; /* sectors to come */
};

struct traffic {
	struct rng r;
	unsigned addr_bits, key_bits[2];
	struct warp warp[WARPS];
	struct warp hot;
	unsigned warps, lines;         /* of the mood */
	unsigned busy, ready, barrier; /* in 64; in 1024 */
	bool pending;
	struct request req, last; /* last: an access */
};

static inline uint64_t bits(struct traffic *d, unsigned n)
{
	return rng_next(&d->r) >> (64 - n);
}

static inline struct key any_key(struct traffic *d)
{
	return (struct key){{bits(d, d->key_bits[0]), bits(d, d->key_bits[1])}};
}

/* Another bit of one half. */
static inline void flip(struct traffic *d, struct key *k, unsigned half)
{
	k->v[half] ^= 1ULL << rng_below(&d->r, d->key_bits[half]);
}

static inline void mood(struct traffic *d)
{
	static const unsigned busy[] = {64, 64, 48, 16, 3}, ready[] = {64, 64, 60, 32, 8, 2},
			      barrier[] = {4, 4, 4, 100, 1000};

	d->busy = busy[rng_below(&d->r, sizeof(busy) / sizeof(*busy))];
	d->ready = ready[rng_below(&d->r, sizeof(ready) / sizeof(*ready))];
	d->barrier = barrier[rng_below(&d->r, sizeof(barrier) / sizeof(*barrier))];
	d->warps = 1 + rng_below(&d->r, WARPS);
	d->lines = 1 + rng_below(&d->r, 12);
	d->hot = (struct warp){.line = (uint32_t)bits(d, d->addr_bits - 7), .key = any_key(d)};
}

/* A new access: all words of the sectors, or some; none of them in part, all, or some. */
static inline void begin(struct traffic *d, struct warp *w)
{
	static const unsigned sub[] = {0, 0, 0, 0xff};
	const unsigned kind = rng_below(&d->r, 6);

	w->left = rng_below(&d->r, 4) ? (1U << SECTORS) - 1 : (unsigned)bits(d, SECTORS);
	w->mask = rng_below(&d->r, 2) ? 0xff : (unsigned)bits(d, WORDS);
	w->sub = kind < 4 ? sub[kind] : (unsigned)bits(d, WORDS);
	w->line = (d->hot.line ^ rng_below(&d->r, d->lines)) & ((1U << (d->addr_bits - 7)) - 1);
	if (!rng_below(&d->r, 3) && rng_below(&d->r, 2))
		w->line ^= 1U << rng_below(&d->r, d->addr_bits - 7);
	w->key = d->hot.key;
	if (rng_below(&d->r, 2))
		flip(d, &w->key, rng_below(&d->r, 2));
}

/* The last request but for a bit of its line or key, or one word of it or beside it. */
static inline void change(struct traffic *d, struct request *r)
{
	switch (rng_below(&d->r, 8)) {
	case 0: r->sector ^= SECTORS << rng_below(&d->r, d->addr_bits - 7); break;
	case 1:
	case 2: flip(d, &r->key, 0); break;
	case 3:
	case 4: flip(d, &r->key, 1); break;
	case 5: r->mask = r->sub = 1U << rng_below(&d->r, WORDS); break;
	default:
		r->mask = 1U << rng_below(&d->r, WORDS);
		r->sub &= r->mask;
		break;
	}
}

static inline void next_request(struct traffic *d)
{
	struct warp *w = &d->warp[rng_below(&d->r, d->warps)];
	unsigned s = rng_below(&d->r, SECTORS);

	d->req = d->last;
	if (!rng_below(&d->r, 6)) {
		change(d, &d->req);
	} else {
		while (!w->left)
			begin(d, w);
		while (!(w->left >> s & 1))
			s = (s + 1) % SECTORS;
		if (rng_below(&d->r, 16))
			w->left &= ~(1U << s);
		d->req = (struct request){PF_REQ_ACCESS, w->line * SECTORS + s, w->mask, w->sub,
					  w->key};
	}
	d->last = d->req;
	if (rng_below(&d->r, 1024) < d->barrier)
		d->req.kind = 1 + rng_below(&d->r, PF_REQ_CODES - 1);
}

/* Without valid: anything. */
static inline void noise(struct traffic *d)
{
	d->req = (struct request){(unsigned)bits(d, 2), (uint32_t)bits(d, d->addr_bits - 5),
				  (unsigned)bits(d, WORDS), (unsigned)bits(d, WORDS), any_key(d)};
}

/* A request, or anything without valid, for the next cycle. */
static inline void offer(struct traffic *d)
{
	if (!d->pending && rng_below(&d->r, 64) < d->busy) {
		next_request(d);
		d->pending = true;
	} else if (!d->pending) {
		noise(d);
	}
}

/* SEED COUNT GEOMETRY [places=N] [age=N] */
static inline uint64_t read_options(struct traffic *d, struct places *b, int argc, char **argv)
{
	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [places=N] [age=N] [repeats=0|1]");
	b->places = 8;
	b->age = 32;
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "places=%u", &b->places) != 1 &&
		    sscanf(argv[i], "age=%u", &b->age) != 1 &&
		    sscanf(argv[i], "repeats=%u", &b->repeats) != 1)
			refuse(argv[i]);
	if (b->places < 1 || b->places > MAX_PLACES || b->age < 1)
		refuse("places= or age= is out of range");
	rng_seed(&d->r, strtoull(argv[1], NULL, 10));
	return strtoull(argv[2], NULL, 10);
}

#endif
