/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_coalesce_vec: random requests and back-pressure, cycle by cycle, and what the coalescing
 * buffer shows in each (pf_join_vec.h).
 *
 *   requests ─> two in a row ─> whole words, then parts ─> places ─> operations
 *
 *   valid kind sector mask sub tag pc ready   req_ready valid kind line words sub tag pc access
 * idle in hex
 *
 * A key is {tag, pc}; its highest bit says that words are touched in part.
 */
#include "pf_join_vec.h"

enum { SKID = 2 };
#define IN_PART ((uint64_t)1 << 63)

struct drive {
	struct traffic t;
	struct request queue[SKID];
	unsigned queued;
	bool split; /* the whole words of the first have been taken */
	struct places b;
	struct rule rule;
};

static bool idle(const struct drive *d)
{
	return !d->queued && places_idle(&d->b);
}

/* An access is inside; while the rule has a word that has not left, in any case. */
static bool holds_access(const struct drive *d)
{
	bool some = places_access(&d->b);

	for (unsigned i = 0; i < d->queued; i++)
		some |= d->queue[i].kind == PF_REQ_ACCESS;
	for (unsigned i = 0; i < d->rule.n; i++)
		if (!some && d->rule.inside[i].kind == PF_REQ_ACCESS)
			refuse("an access that is nowhere");
	return some;
}

/* Words of a request as an operation of their own. */
static struct operation part(const struct request *r, unsigned words, bool sub)
{
	struct operation o = {.kind = r->kind, .line = r->sector / SECTORS, .key = r->key};

	if (r->kind != PF_REQ_ACCESS)
		return o;
	o.words = (uint32_t)words << r->sector % SECTORS * WORDS;
	o.key.v[1] |= sub ? IN_PART : 0;
	return o;
}

static void edge(struct drive *d, bool free)
{
	const struct request *r = &d->queue[0];
	const unsigned whole = r->mask & ~r->sub, parts = r->mask & r->sub;
	const bool sub = d->split || !whole, more = r->kind == PF_REQ_ACCESS && !sub && parts;
	const struct operation o = part(r, sub ? parts : whole, sub);

	if (!d->queued) {
		places_edge(&d->b, NULL, 0, free);
		return;
	}
	if (!places_edge(&d->b, &o, r->sector % SECTORS, free))
		return;
	d->split = more;
	if (more)
		return;
	d->queue[0] = d->queue[1];
	d->queued--;
}

static void print_cycle(const struct drive *d, bool ready, bool accepts)
{
	const struct request *r = &d->t.req;
	const struct operation *o = &d->b.out;

	printf("%x %x %x %x %x %" PRIx64 " %" PRIx64 " %x  %x %x %x %x %x %x %" PRIx64 " %" PRIx64
	       " %x %x\n",
	       d->t.pending, r->kind, r->sector, r->mask, r->sub, r->key.v[0], r->key.v[1], ready,
	       accepts, d->b.shown, o->kind, o->line, o->words, (o->key.v[1] & IN_PART) != 0,
	       o->key.v[0], o->key.v[1] & ~IN_PART, holds_access(d), idle(d));
}

static void cycle(struct drive *d, bool ready)
{
	const bool accepts = d->queued < SKID;
	const struct request r = d->t.req;
	struct operation o;

	print_cycle(d, ready, accepts);
	if (d->b.shown && ready)
		rule_leaves(&d->rule, &d->b.out);
	edge(d, !d->b.shown || ready);
	if (!d->t.pending || !accepts)
		return;
	o = part(&r, r.mask & ~r.sub, false);
	rule_arrives(&d->rule, &o);
	o = part(&r, r.mask & r.sub, true);
	if (r.kind == PF_REQ_ACCESS)
		rule_arrives(&d->rule, &o);
	d->queue[d->queued++] = r;
	d->t.pending = false;
}

/* Without requests, and with an output that is ready, all ends. */
static void drain(struct drive *d)
{
	const unsigned most = d->b.age + d->b.places + 5;

	for (unsigned i = 0; i < most + 4; i++) {
		if (!d->t.pending)
			noise(&d->t);
		cycle(d, true);
	}
	if (!idle(d) || d->rule.n)
		refuse("something stays inside");
}

static void run(struct drive *d, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0) {
			if (i && !rng_below(&d->t.r, 4))
				drain(d);
			mood(&d->t);
		}
		offer(&d->t);
		cycle(d, rng_below(&d->t.r, 64) < d->t.ready);
	}
	drain(d);
}

#define WIDTHS(n, N) \
	if (!strcmp(argv[3], #n)) { \
		d.t.addr_bits = PF_##N##_ADDR_W; \
		d.t.key_bits[0] = PF_##N##_TAG_W; \
		d.t.key_bits[1] = PF_##N##_RACE_PC_W; \
	}

/* COUNT cycles, and those that drain. */
int main(int argc, char **argv)
{
	static struct drive d;
	const uint64_t count = read_options(&d.t, &d.b, argc, argv);

	PF_GEOMETRIES(WIDTHS)
	run(&d, count);
	return 0;
}
