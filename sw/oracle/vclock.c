/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A node's level says what it stands for: 0 a warp (ITS only), 1 a block, 2 and up 32, 1024 ..
 * blocks. It is not stored: whoever walks the tree counts it. Nodes of the lowest level, the
 * leaves, have labels for kids; the root has room for its origin behind its kids.
 */
#include "vclock.h"

#include <string.h>

struct vclock {
	uint32_t refs;
	uint32_t bits;  /* kids there are */
	uint32_t floor; /* known of everything below */
	uint32_t max;   /* largest label in here */
	union {
		struct vclock *kid[VCLOCK_FAN];
		uint32_t label[VCLOCK_FAN]; /* of a leaf */
	} u;                                /* as many as bits has */
};

/* Whoever knows this thread's accesses up to label knows all of the tree. */
struct origin {
	uint64_t block;
	uint32_t label; /* 0: no such thread */
	uint8_t warp, lane;
};

#define HEAD offsetof(struct vclock, u)
enum { UNIT = sizeof(struct vclock *), ORIGIN_UNITS = sizeof(struct origin) / UNIT };

/* Kids of a node that is being made, without gaps. */
struct draft {
	uint32_t bits, floor, max, n;
	union {
		struct vclock *kid[VCLOCK_FAN];
		uint32_t label[VCLOCK_FAN];
	} u;
};

/* GCC would call a function of its library for it. */
static unsigned count(uint32_t x)
{
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

static bool is_leaf(const struct vclock_pool *p, unsigned level)
{
	return level == !p->lanes;
}

/* Size of a node's kids, in pointers. */
static unsigned kid_units(const struct vclock_pool *p, uint32_t bits, unsigned level)
{
	const unsigned n = count(bits);

	return is_leaf(p, level) ? (n + 1) / 2 : n;
}

static unsigned units(const struct vclock_pool *p, uint32_t bits, unsigned level)
{
	const unsigned n = kid_units(p, bits, level) + (level == p->levels ? ORIGIN_UNITS : 0);

	return n ? n : 1; /* a spare one's link */
}

static struct origin *origin_of(const struct vclock_pool *p, struct vclock *root)
{
	return (void *)&root->u.kid[kid_units(p, root->bits, p->levels)];
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

void vclock_open(struct vclock_pool *p, struct tally *t)
{
	*p = (struct vclock_pool){.tally = t, .levels = 1};
}

void vclock_close(struct vclock_pool *p)
{
	for (unsigned n = 0; n < sizeof(p->spare) / sizeof(p->spare[0]); n++) {
		while (p->spare[n]) {
			struct vclock *k = p->spare[n];

			p->spare[n] = k->u.kid[0];
			tally_free(p->tally, k, HEAD + n * sizeof(k->u.kid[0]));
		}
	}
}

void vclock_shape(struct vclock_pool *p, uint64_t blocks, bool lanes)
{
	p->levels = 1;
	for (uint64_t n = 1; n < blocks && p->levels < 13; n *= VCLOCK_FAN)
		p->levels++;
	p->lanes = lanes;
}

static struct vclock *node_alloc(struct vclock_pool *p, uint32_t bits, unsigned level)
{
	const unsigned n = units(p, bits, level);
	struct vclock *k = p->spare[n];

	if (k)
		p->spare[n] = k->u.kid[0];
	else
		k = tally_alloc(p->tally, HEAD + n * sizeof(k->u.kid[0]));
	k->refs = 1;
	k->bits = bits;
	if (level == p->levels)
		origin_of(p, k)->label = 0;
	return k;
}

struct vclock *vclock_ref(struct vclock *k)
{
	if (k)
		k->refs++;
	return k;
}

static void drop(struct vclock_pool *p, struct vclock *k, unsigned level)
{
	unsigned n;

	if (!k || --k->refs)
		return;
	n = units(p, k->bits, level);
	if (!is_leaf(p, level))
		for (unsigned i = 0, kids = count(k->bits); i < kids; i++)
			drop(p, k->u.kid[i], level - 1);
	k->u.kid[0] = p->spare[n];
	p->spare[n] = k;
}

void vclock_drop(struct vclock_pool *p, struct vclock *k)
{
	drop(p, k, p->levels);
}

static unsigned rank(const struct vclock *k, unsigned i)
{
	return count(k->bits & ((1U << i) - 1));
}

static bool has(const struct vclock *k, unsigned i)
{
	return k && k->bits >> i & 1;
}

static struct vclock *kid_of(const struct vclock *k, unsigned i)
{
	return has(k, i) ? k->u.kid[rank(k, i)] : NULL;
}

static uint32_t label_of(const struct vclock *k, unsigned i)
{
	return has(k, i) ? k->u.label[rank(k, i)] : 0;
}

/* The draft's references to kids become the node's. */
static struct vclock *node_make(struct vclock_pool *p, const struct draft *d, unsigned level)
{
	struct vclock *k = node_alloc(p, d->bits, level);

	k->floor = d->floor;
	k->max = d->max;
	if (is_leaf(p, level))
		memcpy(k->u.label, d->u.label, d->n * sizeof(d->u.label[0]));
	else
		memcpy(k->u.kid, d->u.kid, d->n * sizeof(d->u.kid[0]));
	return k;
}

static void draft_label(struct draft *d, unsigned i, uint32_t label)
{
	d->bits |= 1U << i;
	d->max = larger(d->max, label);
	d->u.label[d->n++] = label;
}

static void draft_kid(struct draft *d, unsigned i, struct vclock *kid)
{
	d->bits |= 1U << i;
	d->max = larger(d->max, kid->max);
	d->u.kid[d->n++] = kid;
}

/* Joins */

/* Which of the two the sum is: both bits: either will do; none: neither. */
enum { IS_A = 1, IS_B = 2 };

struct sum {
	struct vclock *k; /* a reference for the caller if it is neither, else none */
	unsigned is;
};

static struct sum join(struct vclock_pool *p, struct vclock *a, struct vclock *b, uint32_t above,
		       unsigned level);

static unsigned join_labels(const struct vclock *a, const struct vclock *b, struct draft *d,
			    uint32_t above, unsigned is)
{
	const uint32_t *la = a->u.label, *lb = b->u.label;

	for (uint32_t left = a->bits | b->bits; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint32_t va = has(a, i) ? *la++ : 0, vb = has(b, i) ? *lb++ : 0;

		if (va <= above && vb <= above)
			continue;
		is &= (va >= vb ? IS_A : 0U) | (vb >= va ? IS_B : 0U);
		draft_label(d, i, larger(va, vb));
	}
	return is;
}

/* *owned: kids whose reference is the draft's. */
static unsigned join_kids(struct vclock_pool *p, const struct vclock *a, const struct vclock *b,
			  struct draft *d, uint32_t above, unsigned level, uint32_t *owned)
{
	struct vclock *const *ka = a->u.kid, *const *kb = b->u.kid;
	unsigned is = IS_A | IS_B;

	for (uint32_t left = a->bits | b->bits; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		struct vclock *va = has(a, i) ? *ka++ : NULL, *vb = has(b, i) ? *kb++ : NULL;
		const struct sum s = join(p, va, vb, above, level - 1);

		is &= s.is;
		if (!s.is)
			*owned |= 1U << d->n;
		if (s.k)
			draft_kid(d, i, s.k);
	}
	return is;
}

/* What is not above `above` adds nothing there and is left out. The sum is a or b itself
 * whenever it can be: equal pointers are what keeps later joins cheap, and no kid's reference
 * count is touched. */
static struct sum join(struct vclock_pool *p, struct vclock *a, struct vclock *b, uint32_t above,
		       unsigned level)
{
	struct draft d;
	uint32_t owned = 0;
	unsigned is;

	if (a == b)
		return (struct sum){a && a->max > above ? a : NULL, IS_A | IS_B};
	if (!b || b->max <= above)
		return a && a->max > above ? (struct sum){a, IS_A}
					   : (struct sum){NULL, IS_A | IS_B};
	if (!a || a->max <= above)
		return (struct sum){b, IS_B};
	d.bits = d.n = 0;
	d.floor = d.max = larger(a->floor, b->floor);
	is = (a->floor >= d.floor || d.floor <= above ? IS_A : 0U) |
	     (b->floor >= d.floor || d.floor <= above ? IS_B : 0U);
	above = larger(d.floor, above);
	is = is_leaf(p, level) ? join_labels(a, b, &d, above, is)
			       : is & join_kids(p, a, b, &d, above, level, &owned);
	if (is)
		return (struct sum){is & IS_A ? a : b, is};
	if (!is_leaf(p, level))
		for (unsigned i = 0; i < d.n; i++)
			d.u.kid[i]->refs += !(owned >> i & 1);
	return (struct sum){node_make(p, &d, level), 0};
}

/* a knows b's origin, and so all of b. */
static bool knows_origin(const struct vclock_pool *p, const struct vclock *a, struct vclock *b)
{
	const struct origin *from = origin_of(p, b);

	return from->label && vclock_lane(p, a, from->block, from->warp, from->lane) >= from->label;
}

struct vclock *vclock_join(struct vclock_pool *p, struct vclock *a, struct vclock *b)
{
	struct sum s;

	if (!b || a == b)
		return vclock_ref(a);
	if (!a)
		return vclock_ref(b);
	if (knows_origin(p, a, b))
		return vclock_ref(a);
	if (knows_origin(p, b, a))
		return vclock_ref(b);
	s = join(p, a, b, 0, p->levels);
	return s.is ? vclock_ref(s.k) : s.k;
}

/* Labels of single threads */

struct spot {
	uint64_t block;
	uint32_t warps, lanes, label; /* warps and lanes: all, or some of them */
};

static unsigned branch(uint64_t block, unsigned level)
{
	return (unsigned)(block >> 5 * (level - 2)) % VCLOCK_FAN;
}

/* Node for k (which may be NULL) with kid i replaced; takes over kid. */
static struct vclock *with_kid(struct vclock_pool *p, const struct vclock *k, unsigned i,
			       struct vclock *kid, unsigned level)
{
	const uint32_t bits = (k ? k->bits : 0) | 1U << i;
	struct vclock *made = node_alloc(p, bits, level);
	struct vclock **to = made->u.kid;

	made->floor = k ? k->floor : 0;
	made->max = larger(k ? k->max : 0, kid->max);
	for (uint32_t left = bits; left; left &= left - 1) {
		const unsigned j = (unsigned)__builtin_ctz(left);

		*to++ = j == i ? kid : vclock_ref(k->u.kid[rank(k, j)]);
	}
	return made;
}

/* Node for k with a floor: what is not above it goes. */
static struct vclock *with_floor(struct vclock_pool *p, const struct vclock *k, uint32_t floor,
				 unsigned level)
{
	struct draft d = {.floor = floor, .max = floor};

	for (uint32_t left = k ? k->bits : 0; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);

		if (is_leaf(p, level)) {
			if (label_of(k, i) > floor)
				draft_label(&d, i, label_of(k, i));
		} else if (kid_of(k, i)->max > floor) {
			draft_kid(&d, i, vclock_ref(kid_of(k, i)));
		}
	}
	return node_make(p, &d, level);
}

/* Leaf for k with labels of these kids raised. */
static struct vclock *with_labels(struct vclock_pool *p, const struct vclock *k, uint32_t kids,
				  uint32_t label, unsigned level)
{
	struct draft d = {.floor = k ? k->floor : 0};

	d.max = d.floor;
	for (uint32_t left = (k ? k->bits : 0) | kids; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint32_t had = label_of(k, i);

		draft_label(&d, i, kids >> i & 1 ? larger(had, label) : had);
	}
	return node_make(p, &d, level);
}

static void labels_in_place(struct vclock *k, uint32_t kids, uint32_t label)
{
	for (; kids; kids &= kids - 1) {
		uint32_t *to = &k->u.label[rank(k, (unsigned)__builtin_ctz(kids))];

		*to = larger(*to, label);
	}
	k->max = larger(k->max, label);
}

/* All that raises a leaf, or anything as a whole. Takes over k's reference. */
static struct vclock *raise_here(struct vclock_pool *p, struct vclock *k, uint32_t kids,
				 uint32_t label, unsigned level)
{
	struct vclock *made;

	if (kids != UINT32_MAX && k && k->refs == 1 && (k->bits & kids) == kids) {
		labels_in_place(k, kids, label);
		return k;
	}
	made = kids == UINT32_MAX ? with_floor(p, k, label, level)
				  : with_labels(p, k, kids, label, level);
	drop(p, k, level);
	return made;
}

/* k with that label: in place where k is held once. Takes over k's reference. */
static struct vclock *raise(struct vclock_pool *p, struct vclock *k, const struct spot *s,
			    unsigned level)
{
	const uint32_t kids = level ? s->warps : s->lanes;
	struct vclock *kid, *made;
	unsigned i;

	if (k && k->floor >= s->label)
		return k;
	if (level <= 1 && (is_leaf(p, level) || kids == UINT32_MAX))
		return raise_here(p, k, kids, s->label, level);
	i = level > 1 ? branch(s->block, level) : (unsigned)__builtin_ctz(kids);
	kid = kid_of(k, i);
	if (kid && k->refs == 1) {
		made = raise(p, kid, s, level - 1);
		k->u.kid[rank(k, i)] = made;
		k->max = larger(k->max, made->max);
		return k;
	}
	made = raise(p, vclock_ref(kid), s, level - 1);
	if (made == kid) {
		drop(p, made, level - 1);
		return k;
	}
	kid = with_kid(p, k, i, made, level);
	drop(p, k, level);
	return kid;
}

static struct vclock *add(struct vclock_pool *p, struct vclock *k, const struct spot *s)
{
	return raise(p, vclock_ref(k), s, p->levels);
}

struct vclock *vclock_add_block(struct vclock_pool *p, struct vclock *k, uint64_t block,
				uint32_t label)
{
	const struct spot s = {block, UINT32_MAX, UINT32_MAX, label};

	return add(p, k, &s);
}

struct vclock *vclock_add_warp(struct vclock_pool *p, struct vclock *k, uint64_t block,
			       uint32_t warp, uint32_t label)
{
	const struct spot s = {block, 1U << warp, UINT32_MAX, label};

	return add(p, k, &s);
}

struct vclock *vclock_add_lanes(struct vclock_pool *p, struct vclock *k, uint64_t block,
				uint32_t warp, uint32_t lanes, uint32_t label)
{
	const struct spot s = {block, 1U << warp, lanes, label};

	return add(p, k, &s);
}

struct vclock *vclock_give(struct vclock_pool *p, struct vclock *k, uint64_t block, uint32_t warp,
			   uint32_t lanes, uint32_t label)
{
	const struct spot s = {block, 1U << warp, lanes, label};
	struct vclock *made = add(p, k, &s);

	/* made is k when somebody has given it back to the thread */
	if (made != k)
		*origin_of(p, made) =
			(struct origin){block, label, (uint8_t)warp, (uint8_t)__builtin_ctz(lanes)};
	return made;
}

void vclock_raise(struct vclock_pool *p, struct vclock **k, uint64_t block, uint32_t warp,
		  uint32_t lanes, uint32_t label)
{
	const struct spot s = {block, 1U << warp, lanes, label};

	*k = raise(p, *k, &s, p->levels);
	origin_of(p, *k)->label = 0;
}

struct vclock *vclock_copy(struct vclock_pool *p, struct vclock *k, unsigned from, unsigned to)
{
	struct vclock *kid = kid_of(k, from), *copy, *sum;
	struct draft d = {.bits = 0};

	if (!kid)
		return vclock_ref(k);
	draft_kid(&d, to, vclock_ref(kid));
	copy = node_make(p, &d, p->levels);
	sum = vclock_join(p, k, copy);
	drop(p, copy, p->levels);
	return sum;
}

/* Queries */

/* The leaf, or NULL; *floor: known of it by the nodes on the way and itself. */
static const struct vclock *find(const struct vclock_pool *p, const struct vclock *k,
				 uint64_t block, uint32_t warp, uint32_t *floor)
{
	*floor = 0;
	for (unsigned level = p->levels; k; level--) {
		*floor = larger(*floor, k->floor);
		if (is_leaf(p, level))
			break;
		k = kid_of(k, level == 1 ? warp : branch(block, level));
	}
	return k;
}

uint32_t vclock_warp(const struct vclock_pool *p, const struct vclock *k, uint64_t block,
		     uint32_t warp, uint32_t *most)
{
	uint32_t floor;

	k = find(p, k, block, warp, &floor);
	if (!p->lanes)
		floor = larger(floor, label_of(k, warp));
	*most = p->lanes && k ? larger(floor, k->max) : floor;
	return floor;
}

uint32_t vclock_lane(const struct vclock_pool *p, const struct vclock *k, uint64_t block,
		     uint32_t warp, uint32_t lane)
{
	uint32_t floor;

	k = find(p, k, block, warp, &floor);
	return larger(floor, label_of(k, p->lanes ? lane : warp));
}
