/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_coalesce_vec: random requests and back-pressure, cycle by cycle, and what the coalescing
 * buffer shows in each.
 *
 *   warps, each in an access ─> requests ─> buffer, a list in order of arrival ─> operations ─>
 * rule, without a clock
 *
 *   valid kind sector mask sub tag pc ready   req_ready valid kind line words sub tag pc access
 * idle in hex
 *
 * The rule: every word of every request leaves once, with its tag, pc and kind of word; the words
 * of a place in memory in order of arrival; on its side of each fence and epoch. An operation that
 * breaks it ends the program. Tags, pcs and lines of warps are equal or differ in one bit: a
 * compare that leaves out a bit shows.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"

enum {
	MAX_PLACES = 64,
	SKID = 2,
	WARPS = 6,
	SECTORS = 4,
	WORDS = 8,
	INSIDE = MAX_PLACES * SECTORS * WORDS + 8
};

struct request {
	unsigned kind;
	uint32_t sector;
	unsigned mask, sub;
	uint64_t tag;
	uint32_t pc;
};

struct operation {
	unsigned kind;
	uint32_t line, words;
	bool sub;
	uint64_t tag;
	uint32_t pc;
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_coalesce_vec: %s\n", what);
	exit(2);
}

/* The rule: what has arrived and has not left, in order of arrival. */

struct rule {
	struct request
		inside[INSIDE]; /* an access: its masks are of the words that have not left */
	unsigned n;
};

static void rule_arrives(struct rule *u, const struct request *r)
{
	if (r->kind == PF_REQ_ACCESS && !r->mask)
		return;
	if (u->n == INSIDE)
		refuse("too much inside");
	u->inside[u->n] = *r;
	u->inside[u->n++].sub &= r->mask;
}

static void rule_barrier(struct rule *u, const struct operation *o)
{
	const struct request *r = &u->inside[0];

	if (!u->n || r->kind != o->kind || r->tag != o->tag || r->pc != o->pc || o->words || o->sub)
		refuse("a fence or an epoch that passes something, or is none");
	memmove(u->inside, u->inside + 1, --u->n * sizeof(*u->inside));
}

/* The word's first request. */
static void rule_word(struct rule *u, const struct operation *o, unsigned w)
{
	const unsigned bit = 1U << w % WORDS;

	for (unsigned i = 0; i < u->n && u->inside[i].kind == PF_REQ_ACCESS; i++) {
		struct request *r = &u->inside[i];

		if (r->sector != o->line * SECTORS + w / WORDS || !(r->mask & bit))
			continue;
		if (r->tag != o->tag || r->pc != o->pc || !!(r->sub & bit) != o->sub)
			refuse("a word out of order");
		r->mask &= ~bit;
		return;
	}
	refuse("a word that nobody touched, or beyond a fence");
}

static void rule_leaves(struct rule *u, const struct operation *o)
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
			rule_word(u, o, w);
	for (unsigned i = 0; i < u->n; i++)
		if (u->inside[i].kind != PF_REQ_ACCESS || u->inside[i].mask)
			u->inside[n++] = u->inside[i];
	u->n = n;
}

/* The buffer. Places in order of their first requests. */

struct place {
	struct operation op;
	unsigned sectors, age;
	bool due;
};

struct buffer {
	unsigned places, age;
	struct request queue[SKID];
	unsigned queued;
	bool split; /* the whole words of the first have been taken */
	struct place at[MAX_PLACES];
	unsigned taken;
	bool shown;
	struct operation out;
};

static bool idle(const struct buffer *b)
{
	return !b->queued && !b->taken && !b->shown;
}

/* An access is inside; while the rule has a word that has not left, in any case. */
static bool holds_access(const struct buffer *b, const struct rule *u)
{
	bool some = b->shown && b->out.kind == PF_REQ_ACCESS;

	for (unsigned i = 0; i < b->queued; i++)
		some |= b->queue[i].kind == PF_REQ_ACCESS;
	for (unsigned i = 0; i < b->taken; i++)
		some |= b->at[i].op.kind == PF_REQ_ACCESS;
	for (unsigned i = 0; i < u->n; i++)
		if (!some && u->inside[i].kind == PF_REQ_ACCESS)
			refuse("an access that is nowhere");
	return some;
}

/* The part of the first request that is looked at, as an operation of its own. */
static struct operation part(const struct buffer *b, const struct request *r, bool *more)
{
	const unsigned whole = r->mask & ~r->sub, parts = r->mask & r->sub;
	const bool sub = b->split || !whole;

	if (r->kind != PF_REQ_ACCESS)
		return (struct operation){r->kind, r->sector / SECTORS, 0, false, r->tag, r->pc};
	*more = !sub && parts;
	return (struct operation){.kind = PF_REQ_ACCESS,
				  .line = r->sector / SECTORS,
				  .words = (uint32_t)(sub ? parts : whole)
					   << r->sector % SECTORS * WORDS,
				  .sub = sub,
				  .tag = r->tag,
				  .pc = r->pc};
}

static void pop(struct buffer *b)
{
	b->queue[0] = b->queue[1];
	b->queued--;
	b->split = false;
}

static void show(struct buffer *b, struct operation o)
{
	b->out = o;
	b->shown = true;
}

static void leave(struct buffer *b, unsigned i)
{
	show(b, b->at[i].op);
	memmove(&b->at[i], &b->at[i + 1], (--b->taken - i) * sizeof(*b->at));
}

static int first_due(const struct buffer *b)
{
	for (unsigned i = 0; i < b->taken; i++)
		if (b->at[i].due)
			return (int)i;
	return -1;
}

/* The place of the line that is not due. */
static int place_of(const struct buffer *b, uint32_t line)
{
	for (unsigned i = 0; i < b->taken; i++)
		if (!b->at[i].due && b->at[i].op.line == line)
			return (int)i;
	return -1;
}

static bool fits(const struct operation *a, const struct operation *o)
{
	return a->sub == o->sub && a->tag == o->tag && a->pc == o->pc && !(a->words & o->words);
}

static void grow_old(struct buffer *b)
{
	for (unsigned i = 0; i < b->taken; i++)
		b->at[i].due |= ++b->at[i].age >= b->age;
}

static void join(struct place *p, const struct operation *o, unsigned sector)
{
	p->op.words |= o->words;
	p->sectors |= 1U << sector;
	p->due |= p->sectors == (1U << SECTORS) - 1;
}

/* Which place leaves at this edge; -1: none. */
static int leaver(const struct buffer *b, bool need)
{
	const int due = first_due(b);

	return due >= 0 ? due : need && b->taken == b->places ? 0 : -1;
}

/* A new place makes an older one of its line due, a fence or an epoch all. */
static void take_place(struct buffer *b, const struct operation *o, unsigned sector)
{
	const bool barrier = o->kind != PF_REQ_ACCESS;

	for (unsigned i = 0; i < b->taken; i++)
		b->at[i].due |= barrier || b->at[i].op.line == o->line;
	b->at[b->taken++] = (struct place){.op = *o, .sectors = 1U << sector, .due = barrier};
}

/* What a clock edge does; free: the operation shown, if any, is taken at it. */
static void edge(struct buffer *b, bool free)
{
	struct request *r = b->queued ? &b->queue[0] : NULL;
	bool more = false;
	const struct operation o = r ? part(b, r, &more) : (struct operation){0};
	const unsigned sector = r ? r->sector % SECTORS : 0;
	const bool barrier = r && o.kind != PF_REQ_ACCESS, some = r && !barrier && r->mask;
	const int here = some ? place_of(b, o.line) : -1;
	const bool joins = here >= 0 && fits(&b->at[here].op, &o);
	const bool need = barrier || (some && !joins);
	const bool get = need && (free || b->taken < b->places);
	const int leaves = free ? leaver(b, need) : -1;

	if (free)
		b->shown = false;
	grow_old(b);
	if (joins)
		join(&b->at[here], &o, sector);
	if (leaves >= 0)
		leave(b, (unsigned)leaves);
	if (get)
		take_place(b, &o, sector);
	if (more && (get || joins))
		b->split = true;
	else if (r && (get || !need))
		pop(b);
}

/* The traffic. */

struct warp {
	uint32_t line, pc;
	uint64_t tag;
	unsigned left, mask, sub; /* sectors to come */
};

struct drive {
	struct rng r;
	unsigned addr_bits, tag_bits, pc_bits;
	struct warp warp[WARPS];
	struct warp hot;
	unsigned warps, lines;         /* of the mood */
	unsigned busy, ready, barrier; /* in 64; in 1024 */
	bool pending;
	struct request req, last; /* last: an access */
	struct buffer b;
	struct rule rule;
	uint64_t requests, operations;
};

static uint64_t bits(struct drive *d, unsigned n)
{
	return rng_next(&d->r) >> (64 - n);
}

static uint64_t near(struct drive *d, uint64_t v, unsigned n)
{
	return rng_below(&d->r, 2) ? v ^ 1ULL << rng_below(&d->r, n) : v;
}

static void mood(struct drive *d)
{
	static const unsigned busy[] = {64, 64, 48, 16, 3}, ready[] = {64, 64, 60, 32, 8, 2},
			      barrier[] = {4, 4, 4, 100, 1000};

	d->busy = busy[rng_below(&d->r, sizeof(busy) / sizeof(*busy))];
	d->ready = ready[rng_below(&d->r, sizeof(ready) / sizeof(*ready))];
	d->barrier = barrier[rng_below(&d->r, sizeof(barrier) / sizeof(*barrier))];
	d->warps = 1 + rng_below(&d->r, WARPS);
	d->lines = 1 + rng_below(&d->r, 12);
	d->hot = (struct warp){.line = (uint32_t)bits(d, d->addr_bits - 7),
			       .pc = (uint32_t)bits(d, d->pc_bits),
			       .tag = bits(d, d->tag_bits)};
}

/* A new access: all words of the sectors, or some; none of them in part, all, or some. */
static void begin(struct drive *d, struct warp *w)
{
	static const unsigned sub[] = {0, 0, 0, 0xff};
	const unsigned kind = rng_below(&d->r, 6);

	w->left = rng_below(&d->r, 4) ? (1U << SECTORS) - 1 : (unsigned)bits(d, SECTORS);
	w->mask = rng_below(&d->r, 2) ? 0xff : (unsigned)bits(d, WORDS);
	w->sub = kind < 4 ? sub[kind] : (unsigned)bits(d, WORDS);
	w->line = (d->hot.line ^ rng_below(&d->r, d->lines)) & ((1U << (d->addr_bits - 7)) - 1);
	if (!rng_below(&d->r, 3))
		w->line = (uint32_t)near(d, w->line, d->addr_bits - 7);
	w->tag = d->hot.tag;
	w->pc = d->hot.pc;
	if (rng_below(&d->r, 2))
		w->tag = near(d, w->tag, d->tag_bits);
	else
		w->pc = (uint32_t)near(d, w->pc, d->pc_bits);
}

/* The last request but for a bit of its line, tag or pc, or one word of it or beside it. */
static void change(struct drive *d, struct request *r)
{
	switch (rng_below(&d->r, 8)) {
	case 0: r->sector ^= SECTORS << rng_below(&d->r, d->addr_bits - 7); break;
	case 1:
	case 2: r->tag ^= 1ULL << rng_below(&d->r, d->tag_bits); break;
	case 3:
	case 4: r->pc ^= 1U << rng_below(&d->r, d->pc_bits); break;
	case 5: r->mask = r->sub = 1U << rng_below(&d->r, WORDS); break;
	default:
		r->mask = 1U << rng_below(&d->r, WORDS);
		r->sub &= r->mask;
		break;
	}
}

static void next_request(struct drive *d)
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
		d->req = (struct request){
			PF_REQ_ACCESS, w->line * SECTORS + s, w->mask, w->sub, w->tag, w->pc};
	}
	d->last = d->req;
	if (rng_below(&d->r, 1024) < d->barrier)
		d->req.kind = 1 + rng_below(&d->r, PF_REQ_CODES - 1);
}

/* Without valid: anything. */
static void noise(struct drive *d)
{
	d->req = (struct request){(unsigned)bits(d, 2),     (uint32_t)bits(d, d->addr_bits - 5),
				  (unsigned)bits(d, WORDS), (unsigned)bits(d, WORDS),
				  bits(d, d->tag_bits),     (uint32_t)bits(d, d->pc_bits)};
}

static void print_cycle(const struct drive *d, bool ready, bool accepts)
{
	const struct request *r = &d->req;
	const struct operation *o = &d->b.out;

	printf("%x %x %x %x %x %" PRIx64 " %x %x  %x %x %x %x %x %x %" PRIx64 " %x %x %x\n",
	       d->pending, r->kind, r->sector, r->mask, r->sub, r->tag, r->pc, ready, accepts,
	       d->b.shown, o->kind, o->line, o->words, o->sub, o->tag, o->pc,
	       holds_access(&d->b, &d->rule), idle(&d->b));
}

static void cycle(struct drive *d, bool ready)
{
	const bool accepts = d->b.queued < SKID;
	const struct request r = d->req;

	print_cycle(d, ready, accepts);
	if (d->b.shown && ready) {
		rule_leaves(&d->rule, &d->b.out);
		d->operations += d->b.out.kind == PF_REQ_ACCESS;
	}
	edge(&d->b, !d->b.shown || ready);
	if (!d->pending || !accepts)
		return;
	rule_arrives(&d->rule, &r);
	d->b.queue[d->b.queued++] = r;
	d->requests += r.kind == PF_REQ_ACCESS;
	d->pending = false;
}

/* Without requests, and with an output that is ready, all ends. */
static void drain(struct drive *d)
{
	const unsigned most = d->b.age + d->b.places + 5;

	for (unsigned i = 0; i < most + 4; i++) {
		if (!d->pending)
			noise(d);
		cycle(d, true);
	}
	if (!idle(&d->b) || d->rule.n)
		refuse("something stays inside");
}

static void run(struct drive *d, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0) {
			if (i && !rng_below(&d->r, 4))
				drain(d);
			mood(d);
		}
		if (!d->pending && rng_below(&d->r, 64) < d->busy) {
			next_request(d);
			d->pending = true;
		} else if (!d->pending) {
			noise(d);
		}
		cycle(d, rng_below(&d->r, 64) < d->ready);
	}
	drain(d);
}

static void read_options(struct drive *d, int argc, char **argv)
{
	d->b.places = 8;
	d->b.age = 32;
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "places=%u", &d->b.places) != 1 &&
		    sscanf(argv[i], "age=%u", &d->b.age) != 1)
			refuse(argv[i]);
	if (d->b.places < 1 || d->b.places > MAX_PLACES || d->b.age < 1)
		refuse("places= or age= is out of range");
}

/* SEED COUNT GEOMETRY [places=N] [age=N]; COUNT cycles, and those that drain. */
int main(int argc, char **argv)
{
	static struct drive d = {
		.addr_bits = PF_REF_ADDR_W, .tag_bits = PF_REF_TAG_W, .pc_bits = PF_REF_RACE_PC_W};

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [places=N] [age=N]");
	read_options(&d, argc, argv);
	if (!strcmp(argv[3], "tiny")) {
		d.addr_bits = PF_TINY_ADDR_W;
		d.tag_bits = PF_TINY_TAG_W;
		d.pc_bits = PF_TINY_RACE_PC_W;
	} else if (!strcmp(argv[3], "modern")) {
		d.addr_bits = PF_MODERN_ADDR_W;
		d.tag_bits = PF_MODERN_TAG_W;
		d.pc_bits = PF_MODERN_RACE_PC_W;
	}
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	run(&d, strtoull(argv[2], NULL, 10));
	return 0;
}
