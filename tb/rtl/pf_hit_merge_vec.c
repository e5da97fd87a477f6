/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_hit_merge_vec: random packets of an L1, cycle by cycle, and what the buffer of hits shows in
 * each.
 *
 *   accesses ─┬─ hits ─────────> buffer, a list in order of arrival ─> packets ─┐
 *             └─ others, messages ─> out queue ──────────────────────> packets ─┴─> rule
 *
 *   take ev hit message line sector words subs tag pc once leaves drain ready
 * take_ready wait valid urgent line words subs tag pc merged idle in hex
 *
 * The rule, without a clock: every word of every hit leaves once, with its tag, pc and kind of
 * word, but one that was read again, if that changes nothing; what an L1 sends for a line leaves in
 * the order of the accesses; no message passes anything, nor is passed. A packet that breaks it
 * ends the program. Tags, pcs and lines are equal or differ in one bit: a compare that leaves out a
 * bit shows.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"

enum { MAX_PLACES = 64, MAX_QUEUE = 64, WORDS = 8, SECTORS = 4, INSIDE = 4096 };

struct packet {
	bool hit, message, once;
	uint32_t line;
	unsigned sector, words, subs; /* of a hit's sector */
	uint64_t tag;
	uint32_t pc;
};

struct place {
	uint32_t line, words, subs;
	uint64_t tag;
	uint32_t pc;
	unsigned older, age;
	uint64_t shown_at; /* cycle; of one behind which another came */
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_hit_merge_vec: %s\n", what);
	exit(2);
}

/* The rule: packets in order of their accesses, each with what has not left. */

struct inside {
	struct packet p;
	uint32_t words, subs, spare; /* of the line; spare: need not leave */
	bool gone, merged;
};

struct rule {
	struct inside of[INSIDE];
	unsigned n;
};

static void rule_tidy(struct rule *u)
{
	unsigned n = 0;

	for (unsigned i = 0; i < u->n; i++)
		if (!u->of[i].gone && (!u->of[i].p.hit || u->of[i].words & ~u->of[i].spare))
			u->of[n++] = u->of[i];
	u->n = n;
}

static void rule_arrives(struct rule *u, const struct packet *p, bool merged)
{
	const unsigned shift = p->sector * WORDS;

	if (u->n == INSIDE)
		refuse("too much inside");
	u->of[u->n++] = (struct inside){.p = *p,
					.merged = merged,
					.words = p->words << shift,
					.subs = (p->words & p->subs) << shift};
}

/* Reads of the same word behind i that went into its packet, with nothing of the line between. */
static void rule_again(struct rule *u, unsigned i, uint32_t bit)
{
	const struct inside *a = &u->of[i];

	for (unsigned j = i + 1; j < u->n; j++) {
		struct inside *b = &u->of[j];

		if (!b->p.hit && (b->p.message || b->p.line == a->p.line))
			return;
		if (!b->p.hit)
			continue;
		if (!b->merged || b->p.line != a->p.line || b->p.tag != a->p.tag ||
		    b->p.pc != a->p.pc)
			return;
		if (b->p.once && b->words & bit && !((a->subs ^ b->subs) & bit))
			b->spare |= bit;
	}
}

static void rule_word(struct rule *u, const struct place *o, uint32_t bit)
{
	for (unsigned i = 0; i < u->n; i++) {
		struct inside *a = &u->of[i];

		if (!a->p.hit && (a->p.message || a->p.line == o->line))
			refuse("a hit that passes what is older");
		if (!a->p.hit || a->p.line != o->line || !(a->words & bit))
			continue;
		if (a->p.tag == o->tag && a->p.pc == o->pc && !((a->subs ^ o->subs) & bit)) {
			a->words &= ~bit;
			rule_again(u, i, bit);
			return;
		}
		if (!(a->spare & bit))
			refuse("a word out of order");
	}
	refuse("a word that nobody read");
}

static void rule_hit_leaves(struct rule *u, const struct place *o)
{
	if (!o->words)
		refuse("a packet without words");
	for (unsigned w = 0; w < SECTORS * WORDS; w++)
		if (o->words >> w & 1)
			rule_word(u, o, 1U << w);
	rule_tidy(u);
}

/* The out queue's first. */
static void rule_other_leaves(struct rule *u)
{
	unsigned i = 0;

	while (i < u->n && u->of[i].p.hit)
		i++;
	for (unsigned j = 0; j < i; j++)
		if (u->of[i].p.message || u->of[j].p.line == u->of[i].p.line)
			refuse("a packet that passes a hit");
	u->of[i].gone = true;
	rule_tidy(u);
}

/* The buffer, in order of arrival. */

struct buffer {
	unsigned places, cycles, patience, queue_places;
	uint64_t now;
	struct place at[MAX_PLACES];
	unsigned n, held;   /* held: with those whose hit is to come */
	bool open;          /* the last one takes more */
	bool drain, merged; /* in the cycle before */
	struct packet queue[MAX_QUEUE];
	unsigned queued;
};

struct shown {
	bool take_ready, wait, valid, urgent, merged;
};

static bool waits(const struct buffer *b, bool message, uint32_t line)
{
	for (unsigned i = 0; i < b->n; i++)
		if (!b->at[i].older && (message || b->at[i].line == line))
			return true;
	return false;
}

static struct shown look(const struct buffer *b)
{
	const struct place *p = &b->at[0];
	const bool now = b->drain || b->held == b->places;
	struct shown s = {.take_ready = b->held < b->places};

	s.wait = b->queued && waits(b, b->queue[0].message, b->queue[0].line);
	if (!b->n || p->older || (b->n > 1 && b->now < p->shown_at))
		return s;
	s.valid = now || p->age >= b->cycles || s.wait;
	s.urgent = now || p->age == b->cycles + b->patience || s.wait;
	return s;
}

static bool fits(const struct place *p, const struct packet *k)
{
	const uint32_t words = k->words << k->sector * WORDS,
		       subs = (k->words & k->subs) << k->sector * WORDS, again = p->words & words;

	if (p->line != k->line || p->tag != k->tag || p->pc != k->pc)
		return false;
	return !again || (k->once && !((p->subs ^ subs) & again));
}

static void put(struct buffer *b, const struct packet *k)
{
	const uint32_t words = k->words << k->sector * WORDS, subs = (k->words & k->subs)
								     << k->sector * WORDS;

	if (b->n)
		b->at[b->n - 1].shown_at = b->now + 2;
	b->at[b->n++] = (struct place){.line = k->line,
				       .words = words,
				       .subs = subs,
				       .tag = k->tag,
				       .pc = k->pc,
				       .older = b->queued};
	b->open = true;
}

static void leave(struct buffer *b)
{
	memmove(b->at, b->at + 1, --b->n * sizeof(*b->at));
	b->held--;
}

static void join(struct place *p, const struct packet *k)
{
	p->words |= k->words << k->sector * WORDS;
	p->subs |= (k->words & k->subs) << k->sector * WORDS;
}

/* Others go on in the out queue. */
static void pass(struct buffer *b, const struct packet *k)
{
	b->queue[b->queued++] = *k;
	if (b->n && (k->message || b->at[b->n - 1].line == k->line))
		b->open = false;
}

static void head_leaves(struct buffer *b)
{
	memmove(b->queue, b->queue + 1, --b->queued * sizeof(*b->queue));
	for (unsigned i = 0; i < b->n; i++)
		b->at[i].older -= b->at[i].older > 0;
}

static void grow_old(struct buffer *b)
{
	for (unsigned i = 0; i < b->n; i++)
		b->at[i].age += b->at[i].age < b->cycles + b->patience;
}

/* The traffic. */

struct drive {
	struct rng r;
	unsigned line_bits, tag_bits, pc_bits;
	uint32_t line, pc;
	uint64_t tag;
	unsigned lines, busy, hits, messages, head, ready, take, drains; /* of the mood; in 64 */
	bool draining;
	struct packet last;
	struct buffer b;
	struct rule rule;
};

static uint64_t bits(struct drive *d, unsigned n)
{
	return rng_next(&d->r) >> (64 - n);
}

static bool in64(struct drive *d, unsigned n)
{
	return rng_below(&d->r, 64) < n;
}

static void mood(struct drive *d)
{
	static const unsigned often[] = {64, 64, 48, 16, 3};
	enum { N = sizeof(often) / sizeof(*often) };

	d->busy = often[rng_below(&d->r, N)];
	d->hits = often[rng_below(&d->r, N)];
	d->head = often[rng_below(&d->r, N)];
	d->ready = often[rng_below(&d->r, N)];
	d->take = often[rng_below(&d->r, N)];
	d->messages = rng_below(&d->r, 4) ? 4 : 24;
	d->drains = rng_below(&d->r, 8) ? 0 : 16;
	d->lines = 1 + rng_below(&d->r, 4);
	d->line = (uint32_t)bits(d, d->line_bits);
	d->pc = (uint32_t)bits(d, d->pc_bits);
	d->tag = bits(d, d->tag_bits);
}

/* A sector of the access before, or of another one like it. */
static struct packet next_hit(struct drive *d)
{
	struct packet k = d->last;

	k.hit = true;
	k.message = false;
	k.once = rng_below(&d->r, 4);
	k.sector = rng_below(&d->r, SECTORS);
	k.words = rng_below(&d->r, 2) ? (1U << WORDS) - 1 : 1U << rng_below(&d->r, WORDS);
	k.subs = rng_below(&d->r, 4) ? 0 : (unsigned)bits(d, WORDS);
	if (rng_below(&d->r, 4))
		return k;
	k.line = (d->line ^ rng_below(&d->r, d->lines)) & ((1U << d->line_bits) - 1);
	k.tag = d->tag;
	k.pc = d->pc;
	switch (rng_below(&d->r, 6)) {
	case 0: k.tag ^= 1ULL << rng_below(&d->r, d->tag_bits); break;
	case 1: k.pc ^= 1U << rng_below(&d->r, d->pc_bits); break;
	case 2: k.line ^= 1U << rng_below(&d->r, d->line_bits); break;
	default: break;
	}
	return k;
}

/* Anything; of the same line often, and of one that differs in a bit. */
static struct packet next_other(struct drive *d)
{
	struct packet k = {.message = in64(d, d->messages),
			   .line = (d->line ^ rng_below(&d->r, d->lines)) &
				   ((1U << d->line_bits) - 1),
			   .sector = rng_below(&d->r, SECTORS),
			   .words = (unsigned)bits(d, WORDS),
			   .subs = (unsigned)bits(d, WORDS),
			   .tag = bits(d, d->tag_bits),
			   .pc = (uint32_t)bits(d, d->pc_bits),
			   .once = rng_below(&d->r, 2)};

	if (!rng_below(&d->r, 4))
		k.line ^= 1U << rng_below(&d->r, d->line_bits);
	return k;
}

struct cycle {
	bool take, event, leaves, drain, ready;
	struct packet k;
};

static struct cycle draw(struct drive *d)
{
	struct buffer *b = &d->b;
	struct cycle c = {.k = next_other(d),
			  .take = in64(d, d->take),
			  .drain = d->draining || in64(d, d->drains),
			  .ready = d->draining || in64(d, d->ready)};

	if (d->draining)
		c.take = false;
	if (!d->draining && !in64(d, d->busy))
		return c;
	if (b->held > b->n && (d->draining || in64(d, d->hits))) {
		c.k = next_hit(d);
		d->last = c.k;
		c.event = true;
	} else if (!d->draining && b->queued < b->queue_places) {
		c.event = true;
	}
	return c;
}

static void print_cycle(const struct cycle *c, const struct shown *s, const struct buffer *b)
{
	static const struct place none;
	const struct packet *k = &c->k;
	const struct place *p = b->n ? &b->at[0] : &none;

	printf("%x %x %x %x %x %x %x %x %" PRIx64 " %x %x  %x %x %x  ", c->take, c->event, k->hit,
	       k->message, k->line, k->sector, k->words, k->subs, k->tag, k->pc, k->once, c->leaves,
	       c->drain, c->ready);
	printf("%x %x %x %x %x %x %x %" PRIx64 " %x %x %x\n", s->take_ready, s->wait, s->valid,
	       s->urgent, p->line, p->words, p->subs, p->tag, p->pc, b->merged,
	       !b->n && !b->merged);
}

static void step(struct drive *d)
{
	struct buffer *b = &d->b;
	struct cycle c = draw(d);
	struct shown s = look(b);
	const bool leaves = s.valid && c.ready, last_leaves = leaves && b->n == 1;

	c.leaves = b->queued && !s.wait && (d->draining || in64(d, d->head));
	s.merged = c.event && c.k.hit && b->n && b->open && !last_leaves &&
		   fits(&b->at[b->n - 1], &c.k);
	print_cycle(&c, &s, b);
	if (leaves)
		rule_hit_leaves(&d->rule, &b->at[0]);
	if (c.leaves)
		rule_other_leaves(&d->rule);
	grow_old(b);
	if (c.leaves)
		head_leaves(b);
	if (c.event)
		rule_arrives(&d->rule, &c.k, s.merged);
	if (s.merged) {
		join(&b->at[b->n - 1], &c.k);
		b->held--;
	}
	if (leaves)
		leave(b);
	if (c.event && !c.k.hit)
		pass(b, &c.k);
	else if (c.event && !s.merged)
		put(b, &c.k);
	b->held += c.take && s.take_ready;
	b->drain = c.drain;
	b->merged = s.merged;
	b->now++;
}

/* Nobody comes but those that places wait for: all ends. */
static void drain(struct drive *d)
{
	const unsigned most = 4 * (d->b.places + d->b.queue_places) + 8;

	d->draining = true;
	for (unsigned i = 0; i < most; i++)
		step(d);
	if (d->b.n || d->b.held || d->b.queued || d->rule.n)
		refuse("something stays inside");
	d->draining = false;
}

static void run(struct drive *d, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0) {
			if (i && !rng_below(&d->r, 4))
				drain(d);
			mood(d);
		}
		step(d);
	}
	drain(d);
}

static void read_options(struct drive *d, int argc, char **argv)
{
	struct buffer *b = &d->b;

	b->places = b->queue_places = b->patience = 16;
	d->line_bits = 30;
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "places=%u", &b->places) != 1 &&
		    sscanf(argv[i], "queue=%u", &b->queue_places) != 1 &&
		    sscanf(argv[i], "cycles=%u", &b->cycles) != 1 &&
		    sscanf(argv[i], "patience=%u", &b->patience) != 1 &&
		    sscanf(argv[i], "line=%u", &d->line_bits) != 1)
			refuse(argv[i]);
	if (b->places < 4 || b->places > MAX_PLACES || b->queue_places < 1 ||
	    b->queue_places > MAX_QUEUE || d->line_bits < 1 || d->line_bits > 31)
		refuse("places=, queue= or line= is out of range");
}

/* SEED COUNT GEOMETRY [places=N] [queue=N] [cycles=N] [patience=N] [line=BITS]; COUNT cycles, and
 * those that drain. */
int main(int argc, char **argv)
{
	static struct drive d = {.tag_bits = PF_REF_TAG_W, .pc_bits = PF_REF_RACE_PC_W};

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [places=N] [queue=N] [cycles=N] [patience=N] "
		       "[line=BITS]");
	read_options(&d, argc, argv);
	if (!strcmp(argv[3], "tiny")) {
		d.tag_bits = PF_TINY_TAG_W;
		d.pc_bits = PF_TINY_RACE_PC_W;
	} else if (!strcmp(argv[3], "modern")) {
		d.tag_bits = PF_MODERN_TAG_W;
		d.pc_bits = PF_MODERN_RACE_PC_W;
	}
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	run(&d, strtoull(argv[2], NULL, 10));
	return 0;
}
