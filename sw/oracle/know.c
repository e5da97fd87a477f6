/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A node's level says what it stands for: 0 a warp, 1 a block, 2 and up 32, 1024 .. blocks.
 * It is not stored: whoever walks the tree counts it.
 */
#include "know.h"

#include <string.h>

struct know {
	uint32_t refs;
	uint32_t bits;  /* kids there are */
	uint32_t floor; /* known of everything below */
	uint32_t max;   /* largest label in here */
	union {
		struct know *kid[KNOW_FAN];
		uint32_t label[KNOW_FAN]; /* level 0: of single lanes */
	} u;                              /* as many as bits has */
};

#define HEAD offsetof(struct know, u)

/* Kids of a node, spread out while it is made. */
struct draft {
	uint32_t bits, floor, max;
	union {
		struct know *kid[KNOW_FAN];
		uint32_t label[KNOW_FAN];
	} u;
};

static unsigned units(uint32_t bits, unsigned level)
{
	const unsigned n = (unsigned)__builtin_popcount(bits);

	return level ? n : (n + 1) / 2;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

void know_open(struct know_pool *p, struct tally *t)
{
	*p = (struct know_pool){.tally = t, .levels = 1};
}

static void spare_free(struct know_pool *p)
{
	for (unsigned n = 0; n <= KNOW_FAN; n++) {
		while (p->spare[n]) {
			struct know *k = p->spare[n];

			p->spare[n] = k->u.kid[0];
			tally_free(p->tally, k, HEAD + (n ? n : 1) * sizeof(k->u.kid[0]));
		}
	}
}

void know_close(struct know_pool *p)
{
	spare_free(p);
}

void know_shape(struct know_pool *p, uint64_t blocks, bool lanes)
{
	p->levels = 1;
	for (uint64_t n = 1; n < blocks && p->levels < 13; n *= KNOW_FAN)
		p->levels++;
	p->lanes = lanes;
}

static struct know *node_alloc(struct know_pool *p, unsigned n)
{
	struct know *k = p->spare[n];

	if (!k)
		return tally_alloc(p->tally, HEAD + (n ? n : 1) * sizeof(k->u.kid[0]));
	p->spare[n] = k->u.kid[0];
	return k;
}

struct know *know_ref(struct know *k)
{
	if (k)
		k->refs++;
	return k;
}

static void drop(struct know_pool *p, struct know *k, unsigned level)
{
	unsigned n;

	if (!k || --k->refs)
		return;
	n = units(k->bits, level);
	if (level)
		for (unsigned i = 0; i < n; i++)
			drop(p, k->u.kid[i], level - 1);
	k->u.kid[0] = p->spare[n];
	p->spare[n] = k;
}

void know_drop(struct know_pool *p, struct know *k)
{
	drop(p, k, p->levels);
}

static unsigned rank(const struct know *k, unsigned i)
{
	return (unsigned)__builtin_popcount(k->bits & ((1U << i) - 1));
}

static bool has(const struct know *k, unsigned i)
{
	return k && k->bits >> i & 1;
}

static struct know *kid_of(const struct know *k, unsigned i)
{
	return has(k, i) ? k->u.kid[rank(k, i)] : NULL;
}

static uint32_t label_of(const struct know *k, unsigned i)
{
	return has(k, i) ? k->u.label[rank(k, i)] : 0;
}

static bool same(const struct know *k, const struct draft *d, unsigned level)
{
	unsigned n = 0;

	if (k->bits != d->bits || k->floor != d->floor)
		return false;
	for (uint32_t left = d->bits; left; left &= left - 1, n++) {
		const unsigned i = (unsigned)__builtin_ctz(left);

		if (level ? k->u.kid[n] != d->u.kid[i] : k->u.label[n] != d->u.label[i])
			return false;
	}
	return true;
}

static struct know *node_make(struct know_pool *p, const struct draft *d, unsigned level)
{
	struct know *k = node_alloc(p, units(d->bits, level));
	unsigned n = 0;

	k->refs = 1;
	k->bits = d->bits;
	k->floor = d->floor;
	k->max = d->max;
	for (uint32_t left = d->bits; left; left &= left - 1, n++) {
		const unsigned i = (unsigned)__builtin_ctz(left);

		if (level)
			k->u.kid[n] = d->u.kid[i];
		else
			k->u.label[n] = d->u.label[i];
	}
	return k;
}

static void draft_drop(struct know_pool *p, struct draft *d, unsigned level)
{
	if (!level)
		return;
	for (uint32_t left = d->bits; left; left &= left - 1)
		drop(p, d->u.kid[__builtin_ctz(left)], level - 1);
}

static struct know *join(struct know_pool *p, struct know *a, struct know *b, uint32_t above,
			 unsigned level);

static void join_kids(struct know_pool *p, const struct know *a, const struct know *b,
		      struct draft *d, uint32_t above, unsigned level)
{
	for (uint32_t left = a->bits | b->bits; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		uint32_t most;

		if (level) {
			d->u.kid[i] = join(p, kid_of(a, i), kid_of(b, i), above, level - 1);
			most = d->u.kid[i] ? d->u.kid[i]->max : 0;
		} else {
			d->u.label[i] = larger(label_of(a, i), label_of(b, i));
			most = d->u.label[i] > above ? d->u.label[i] : 0;
		}
		if (!most)
			continue;
		d->bits |= 1U << i;
		d->max = larger(d->max, most);
	}
}

/* What is not above `above` adds nothing there and is left out. Gives back a or b itself
 * whenever it can: equal pointers are what keeps later joins cheap. */
static struct know *join(struct know_pool *p, struct know *a, struct know *b, uint32_t above,
			 unsigned level)
{
	struct draft d;

	if (a && a->max <= above)
		a = NULL;
	if (b && b->max <= above)
		b = NULL;
	if (a == b || !b)
		return know_ref(a);
	if (!a)
		return know_ref(b);
	d.bits = 0;
	d.floor = d.max = larger(a->floor, b->floor);
	join_kids(p, a, b, &d, larger(d.floor, above), level);
	if (same(a, &d, level) || same(b, &d, level)) {
		draft_drop(p, &d, level);
		return know_ref(same(a, &d, level) ? a : b);
	}
	return node_make(p, &d, level);
}

struct know *know_join(struct know_pool *p, struct know *a, struct know *b)
{
	return join(p, a, b, 0, p->levels);
}

static unsigned branch(uint64_t block, unsigned level)
{
	return (unsigned)(block >> 5 * (level - 2)) % KNOW_FAN;
}

/* Puts nodes for the levels above the block on top of k (of level 1), joins, drops it. */
static struct know *add(struct know_pool *p, struct know *all, uint64_t block, struct know *k)
{
	struct know *sum;

	for (unsigned level = 2; level <= p->levels; level++) {
		struct draft d = {.bits = 1U << branch(block, level), .max = k->max};

		d.u.kid[branch(block, level)] = k;
		k = node_make(p, &d, level);
	}
	sum = know_join(p, all, k);
	know_drop(p, k);
	return sum;
}

struct know *know_add_block(struct know_pool *p, struct know *k, uint64_t block, uint32_t label)
{
	const struct draft d = {.floor = label, .max = label};

	return add(p, k, block, node_make(p, &d, 1));
}

struct know *know_add_warp(struct know_pool *p, struct know *k, uint64_t block, uint32_t warp,
			   uint32_t label)
{
	const struct draft w = {.floor = label, .max = label};
	struct draft d = {.bits = 1U << warp, .max = label};

	d.u.kid[warp] = node_make(p, &w, 0);
	return add(p, k, block, node_make(p, &d, 1));
}

struct know *know_add_lanes(struct know_pool *p, struct know *k, uint64_t block, uint32_t warp,
			    uint32_t lanes, uint32_t label)
{
	struct draft w = {.bits = lanes, .max = label};
	struct draft d = {.bits = 1U << warp, .max = label};

	for (uint32_t left = lanes; left; left &= left - 1)
		w.u.label[__builtin_ctz(left)] = label;
	d.u.kid[warp] = node_make(p, &w, 0);
	return add(p, k, block, node_make(p, &d, 1));
}

/* The warp's node, or NULL; *floor: known of it by the nodes on the way and itself. */
static const struct know *find(const struct know_pool *p, const struct know *k, uint64_t block,
			       uint32_t warp, uint32_t *floor)
{
	*floor = 0;
	for (unsigned level = p->levels; k; level--) {
		*floor = larger(*floor, k->floor);
		if (!level)
			break;
		k = kid_of(k, level == 1 ? warp : branch(block, level));
	}
	return k;
}

uint32_t know_warp(const struct know_pool *p, const struct know *k, uint64_t block, uint32_t warp,
		   uint32_t *most)
{
	uint32_t floor;

	k = find(p, k, block, warp, &floor);
	*most = k ? larger(floor, k->max) : floor;
	return floor;
}

uint32_t know_lane(const struct know_pool *p, const struct know *k, uint64_t block, uint32_t warp,
		   uint32_t lane)
{
	uint32_t floor;

	k = find(p, k, block, warp, &floor);
	return larger(floor, label_of(k, lane));
}
