/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_line.h"

#include <string.h>

enum { LANES = 32, MAP = 3, NOBODY = PF_IGUARD_ROW_SIDES };

/* Sides as bits */

#define LAYOUT(n, N) {#n, {PF_IGUARD_SIDE_LAYOUT_##N}},

bool pf_iguard_layout_named(struct pf_iguard_layout *l, const char *geometry)
{
	static const struct {
		const char *name;
		struct pf_iguard_layout layout;
	} named[] = {PF_GEOMETRIES(LAYOUT)};

	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
		if (!strcmp(named[i].name, geometry)) {
			*l = named[i].layout;
			return true;
		}
	return false;
}

uint64_t pf_iguard_side_pack(const struct pf_iguard_layout *l, const struct pf_iguard_lane_side *x)
{
	const struct pf_iguard_side *s = &x->side;
	const uint64_t value[PF_IGUARD_SIDE_FIELDS] = {
		[PF_IGUARD_SIDE_LOCK] = s->locks,
		[PF_IGUARD_SIDE_WHEN] = s->when,
		[PF_IGUARD_SIDE_LANE] = s->lane,
		[PF_IGUARD_SIDE_WARP] = s->warp,
		[PF_IGUARD_SIDE_BLOCK] = s->block - 1U,
		[PF_IGUARD_SIDE_BYTES] = s->bytes,
		[PF_IGUARD_SIDE_STEP] = x->step,
		[PF_IGUARD_SIDE_SIZE] = s->size,
		[PF_IGUARD_SIDE_OTHERS] = s->others,
		[PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE] = s->others_block_scope,
		[PF_IGUARD_SIDE_BLOCK_SCOPE] = s->block_scope,
		[PF_IGUARD_SIDE_IS_ATOM] = s->atomic,
		[PF_IGUARD_SIDE_POLLS] = s->polls};
	uint64_t bits = 0;

	for (unsigned i = 0; s->block && i < PF_IGUARD_SIDE_FIELDS; i++)
		bits |= (value[i] & ((1ULL << l->side[i].width) - 1)) << l->side[i].lsb;
	return bits;
}

static uint32_t field(const struct pf_iguard_layout *l, uint64_t bits, unsigned f)
{
	return (uint32_t)(bits >> l->side[f].lsb & ((1ULL << l->side[f].width) - 1));
}

struct pf_iguard_lane_side pf_iguard_side_unpack(const struct pf_iguard_layout *l, uint64_t bits)
{
	struct pf_iguard_lane_side x = {
		.side = {.locks = (uint16_t)field(l, bits, PF_IGUARD_SIDE_LOCK),
			 .when = field(l, bits, PF_IGUARD_SIDE_WHEN),
			 .lane = (uint8_t)field(l, bits, PF_IGUARD_SIDE_LANE),
			 .warp = (uint8_t)field(l, bits, PF_IGUARD_SIDE_WARP),
			 .block = field(l, bits, PF_IGUARD_SIDE_BLOCK) + 1,
			 .bytes = field(l, bits, PF_IGUARD_SIDE_BYTES) & 15U,
			 .size = field(l, bits, PF_IGUARD_SIDE_SIZE) & 7U,
			 .others = field(l, bits, PF_IGUARD_SIDE_OTHERS) & 3U,
			 .others_block_scope =
				 field(l, bits, PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE) & 1U,
			 .block_scope = field(l, bits, PF_IGUARD_SIDE_BLOCK_SCOPE) & 1U,
			 .atomic = field(l, bits, PF_IGUARD_SIDE_IS_ATOM) & 1U,
			 .polls = field(l, bits, PF_IGUARD_SIDE_POLLS) & 1U},
		.step = (uint8_t)field(l, bits, PF_IGUARD_SIDE_STEP)};

	if (!x.side.bytes)
		x.side.block = 0;
	return x;
}

/* Which word has which side */

static uint32_t low_bits(const struct pf_beat *b)
{
	return (uint32_t)b->v[MAP];
}

static uint32_t high_bits(const struct pf_beat *b)
{
	return (uint32_t)(b->v[MAP] >> 32);
}

bool pf_iguard_row_is_block(const struct pf_beat *row)
{
	return row->v[MAP] == UINT64_MAX;
}

uint64_t pf_iguard_row_side(const struct pf_beat *row, uint32_t word)
{
	const unsigned n = (low_bits(row) >> word & 1) | (high_bits(row) >> word & 1) << 1;

	return n == NOBODY ? 0 : row->v[n];
}

/* Words of a row's side, or of a beat's. */
static uint32_t words_of(const struct pf_iguard_cells *x, unsigned n)
{
	if (x->of_block)
		return 1U << (x->beat * PF_IGUARD_BEAT_WORDS + n);
	return (n & 1 ? low_bits(&x->is) : ~low_bits(&x->is)) &
	       (n & 2 ? high_bits(&x->is) : ~high_bits(&x->is));
}

/* The row's side of that number, or the beat's. */
static uint64_t side_of(const struct pf_iguard_cells *x, unsigned n)
{
	return !x->of_block && n == NOBODY ? 0 : x->is.v[n];
}

/* Of these words, those that have the side of the lowest one: nobody's have several numbers. */
static uint32_t same_side(const struct pf_iguard_cells *x, uint32_t words, uint64_t *side)
{
	uint32_t same = 0;
	unsigned of = 0;

	while (!(words_of(x, of) & words & (0 - words)))
		of++;
	*side = side_of(x, of);
	for (unsigned i = 0; i < PF_IGUARD_BEAT_WORDS; i++)
		if (side_of(x, i) == *side)
			same |= words_of(x, i) & words;
	return same;
}

/* Turns */

/* Words in which the side, or part of it, is the lane's. */
static uint32_t words_of_lane(const struct pf_iguard_lane_side *x, uint32_t lane)
{
	uint32_t words = 0;

	for (uint32_t byte = 0; byte < 4 * PF_IGUARD_LINE_WORDS; byte++)
		if ((x->side.lane + (x->step ? byte >> (x->step - 1) : 0)) % LANES == lane)
			words |= 1U << byte / 4;
	return words;
}

/* Of these words, which have one side, those of the lowest one's outcome. */
static uint32_t same_outcome(const struct pf_iguard_lane_side *x, const struct pf_iguard_tag *t,
			     const struct pf_iguard_times *now, uint32_t words)
{
	const uint32_t lowest = words & (0 - words);
	const struct pf_iguard_fenced *const fenced[] = {&now->any, &now->dev};

	if (!(x->side.bytes & t->by.side.bytes))
		return words;
	if (x->step != t->by.step && x->side.block == t->by.side.block &&
	    x->side.warp == t->by.side.warp)
		return lowest;
	for (unsigned i = 0; i < 2; i++)
		if (x->side.when < fenced[i]->one) {
			const uint32_t of = words_of_lane(x, fenced[i]->lane);

			words &= of & lowest ? of : ~of;
		}
	return words;
}

/* One that some words have, or that only these had; else one that none has any more; else one that
 * is nobody's. */
static unsigned place(const struct pf_iguard_cells *x, uint32_t words, uint64_t side)
{
	for (unsigned i = 0; i < PF_IGUARD_ROW_SIDES; i++)
		if (words_of(x, i) && x->is.v[i] == side)
			return i;
	for (unsigned i = 0; i < PF_IGUARD_ROW_SIDES; i++)
		if (!(words_of(x, i) & ~words))
			return i;
	for (unsigned i = 0; i < PF_IGUARD_ROW_SIDES; i++)
		if (!x->is.v[i])
			return i;
	return NOBODY;
}

static void number(struct pf_iguard_cells *x, uint32_t words, unsigned n)
{
	const uint64_t low = (low_bits(&x->is) & ~words) | (n & 1 ? words : 0);
	const uint64_t high = (high_bits(&x->is) & ~words) | (n & 2 ? words : 0);

	x->is.v[MAP] = high << 32 | low;
}

/* Words get a side. False: it would be a fourth one. */
static bool put(struct pf_iguard_cells *x, uint32_t words, uint64_t side)
{
	const unsigned to = x->of_block ? 0 : place(x, words, side);

	if (x->of_block) {
		for (unsigned i = 0; i < PF_IGUARD_BEAT_WORDS; i++)
			if (words_of(x, i) & words)
				x->is.v[i] = side;
		return true;
	}
	if (to == NOBODY && side)
		return false;
	if (to != NOBODY && x->is.v[to] != side) {
		number(x, words_of(x, to), NOBODY); /* of others only nobody's */
		x->is.v[to] = side;
	}
	number(x, words, to);
	return true;
}

/* Without a free block: words of the third side, and these, are nobody's. */
static void forget(struct pf_iguard_cells *x, uint32_t words)
{
	x->is.v[2] = 0;
	number(x, words, 2);
	x->forgot++;
}

/* What the words' side becomes. */
static uint64_t after(const struct pf_iguard_checker *c, const struct pf_iguard_operation *o,
		      uint64_t side, const struct pf_iguard_side_check *k, bool raced)
{
	const struct pf_iguard_tag *t = &o->tag;

	if (o->readers && t->write)
		return pf_iguard_forgets_reader(t, &k->facts, raced || k->kind) ? 0 : side;
	if (!o->readers && !t->write)
		return side;
	return pf_iguard_side_pack(c->layout, &k->after);
}

/* Lanes of one store, on the same bytes: told with the last readers, if nothing else is. */
static bool is_same_store(const struct pf_iguard_operation *o)
{
	return o->readers && o->tag.several && o->tag.write && !o->tag.by.side.atomic;
}

/* Words of one side, and that all or none have raced. False: no room; the words left stay. */
static bool check_side(const struct pf_iguard_checker *c, struct pf_iguard_cells *x,
		       struct pf_iguard_operation *o, uint32_t words, uint64_t side, bool can_grow,
		       uint32_t *raced)
{
	const struct pf_iguard_lane_side s = pf_iguard_side_unpack(c->layout, side);
	const bool had = (o->raced & words) != 0;
	struct pf_iguard_times now = {0};

	if (s.side.block)
		now = c->times(c->ctx, s.side.block - 1, s.side.warp);
	for (uint32_t left = words; left;) {
		struct pf_iguard_turn turn = {.readers = o->readers,
					      .words = same_outcome(&s, &o->tag, &now, left),
					      .side = side,
					      .raced = had};
		struct pf_iguard_side_check k;
		uint64_t next;

		pf_iguard_side_check(&s, &o->tag, (uint32_t)__builtin_ctz(left), &now, c->lanes,
				     &k);
		if (!had && (!o->readers || o->tag.write))
			turn.kind = k.kind;
		if (!had && !turn.kind && is_same_store(o))
			turn.kind = PF_IGUARD_INSTRUCTION;
		turn.with_others = turn.kind && k.kind && k.with_others;
		next = after(c, o, side, &k, had);
		if (next != side && !put(x, turn.words, next)) {
			if (can_grow)
				return false;
			forget(x, turn.words);
		}
		left &= ~turn.words;
		o->words &= ~turn.words;
		*raced |= turn.kind ? turn.words : 0;
		if (c->turn)
			c->turn(c->ctx, &turn);
	}
	return true;
}

enum pf_iguard_room pf_iguard_line_check(const struct pf_iguard_checker *c,
					 struct pf_iguard_cells *x, struct pf_iguard_operation *o,
					 bool can_grow, uint32_t *raced)
{
	const struct pf_iguard_cells was = *x; /* what is forgotten on the way counts */

	*raced = 0;
	if (!x->of_block && pf_iguard_row_is_block(&x->is))
		return PF_IGUARD_LINE_BLOCK;
	while (o->words) {
		const bool had = o->raced & o->words & (0 - o->words);
		const uint32_t alike = o->words & (had ? o->raced : ~o->raced);
		uint64_t side;
		const uint32_t words = same_side(&was, alike, &side);

		if (!check_side(c, x, o, words, side, can_grow, raced))
			return PF_IGUARD_LINE_FULL;
	}
	return PF_IGUARD_LINE_DONE;
}

void pf_iguard_line_grow(struct pf_iguard_cells *x, uint64_t block,
			 struct pf_beat beat[PF_IGUARD_BEATS])
{
	memset(beat, 0, PF_IGUARD_BEATS * sizeof(*beat));
	for (unsigned n = 0; n < PF_IGUARD_ROW_SIDES; n++)
		for (uint32_t left = words_of(x, n); left; left &= left - 1) {
			const unsigned w = (unsigned)__builtin_ctz(left);

			beat[w / PF_IGUARD_BEAT_WORDS].v[w % PF_IGUARD_BEAT_WORDS] = x->is.v[n];
		}
	x->is = (struct pf_beat){.v = {[0] = block, [MAP] = UINT64_MAX}};
}
