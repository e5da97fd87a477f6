/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_stay_vec: how many cycles pf_shared_unit may let an operation wait, from what the
 * reference knows of the words before it and makes of them.
 *
 *   an access ─> stay_look ─> rounds, words as they were ─ pf_shared_access ─> stay_times ─> cycles
 *
 * A round leaves stage 2 at once, unless in one of its banks
 *
 *   it may race, by all but order and observation      1 cycle, and then
 *     order is asked, of each warp and phase           2; and 1 if it excuses a bank
 *     a race is told of a whole word                   3
 *     a word is looked at byte by byte                 2, 2 a byte, 2 for a new row, 2 for each of
 *                                                      its races but the first
 *     there is no credit for such words                1
 *   it meets other bytes than were touched before, and  1, and as above
 *   is not a warp in its first phase that goes on to do weakly what it alone has done
 *   the round just ahead has the word, and they do not  1, and as above
 *   both read the same bytes of it, that nobody has written
 *
 * A race that is not taken at once keeps everything as long as that: the bench leaves it out.
 */
#ifndef PF_SHARED_STAY_VEC_H
#define PF_SHARED_STAY_VEC_H

#include <string.h>

#include "reference/pf_shared_port.h"

/* A round, and its words before it; known: banks whose word is of this epoch. */
struct stay_round {
	struct pf_shared_op o;
	struct pf_shared_word was[PF_ROUNDS_BANKS];
	uint32_t known;
	bool behind;  /* another one, directly */
	uint32_t may; /* cycles, as far as the words before it say; 0: it leaves */
};

struct stay {
	struct pf_shared *s;
	uint32_t number_bits, steps; /* of an epoch's number; of a walk */
	bool first;                  /* no operation yet: the walk after reset is under way */
	uint32_t epochs[PF_SHARED_SLOTS];
	uint64_t phases; /* slots of which a warp has ended a phase since the last barrier of all */
	struct stay_round round[PF_ROUNDS_WORDS]; /* of the access */
	uint32_t rounds;
	struct stay_round ahead; /* the round before, if the operation before was one */
	bool behind;
	uint64_t unsplit; /* stats, before the access */
};

/* Cycles. stay: in stage 2; late: the same, if cycles without an operation came before, in which
 * the walk may have cleared the word. own: at the port, whatever is inside; drains: after all that
 * is inside has left. */
struct stay_times {
	uint32_t stay, late, own;
	bool drains;
};

static inline uint32_t stay_does(const struct pf_shared_op *o)
{
	if (o->copy == PF_SHARED_COPY_BEGINS || o->copy == PF_SHARED_COPY_STAYS)
		return PF_SHARED_COPY;
	if (o->write)
		return o->strong ? PF_SHARED_STRONG : PF_SHARED_WRITE;
	return o->strong ? PF_SHARED_STRONG_READ : PF_SHARED_READ;
}

/* Of a copy, and never told. */
static inline bool stay_quiet(const struct pf_shared_op *o)
{
	return o->copy == PF_SHARED_COPY_STAYS || o->copy == PF_SHARED_COPY_ENDS;
}

static inline bool stay_conflicts(uint32_t did, uint32_t does)
{
	switch (does) {
	case PF_SHARED_STRONG_READ: return did >= PF_SHARED_WRITE;
	case PF_SHARED_READ: return did >= PF_SHARED_STRONG;
	case PF_SHARED_STRONG: return did == PF_SHARED_READ || did > PF_SHARED_STRONG;
	default: return did != PF_SHARED_NONE;
	}
}

/* Lanes of the warp that the word names. */
static inline bool stay_lanes_may_race(const struct stay *t, const struct stay_round *r, uint32_t b)
{
	const struct pf_shared_op *o = &r->o;
	const struct pf_shared_entry *e = &r->was[b].all;
	const bool alone = o->lane[b] == o->last[b] && o->lane[b] == e->lanes.who;
	const uint32_t does = stay_does(o);

	return t->s->config.lanes && !(o->unlike >> b & 1) && e->lanes.did &&
	       e->meet == t->s->slot[o->slot].meet[o->who] &&
	       ((stay_conflicts(e->lanes.did, does) && !alone) ||
		stay_conflicts(e->lanes.others, does));
}

/* By the word as it was. */
static inline bool stay_doubts(const struct stay *t, const struct stay_round *r, uint32_t b)
{
	const struct pf_shared_op *o = &r->o;
	const struct pf_shared_word *w = &r->was[b];
	const struct pf_shared_level *l = &w->all.warps;
	const bool own = l->who == o->who, plain = !(t->phases >> o->slot & 1);

	if (!(r->known >> b & 1))
		return false;
	if (w->split || stay_conflicts(own ? l->others : l->did, stay_does(o)) ||
	    (own && (l->did == PF_SHARED_COPY || stay_lanes_may_race(t, r, b))))
		return true;
	if (w->bytes == o->bytes[b])
		return false;
	return !(plain && own && !o->strong && !o->copy && l->did == stay_does(o) && !l->others &&
		 !l->seen);
}

/* Just behind a round with the same word. Of an earlier epoch's what others did still counts. */
static inline bool stay_hurries(const struct stay *t, const struct stay_round *r, uint32_t b)
{
	const struct stay_round *a = &t->ahead;
	const struct pf_shared_word *w = &a->was[b];

	if (!r->behind || !(a->o.banks >> b & 1) || a->o.row[b] != r->o.row[b])
		return false;
	return a->o.write || r->o.write || a->o.bytes[b] != r->o.bytes[b] ||
	       w->all.warps.others > PF_SHARED_READ ||
	       ((a->known >> b & 1) &&
		(w->split || w->bytes != r->o.bytes[b] || w->all.warps.did > PF_SHARED_READ));
}

/* Only order can excuse it. */
static inline bool stay_asks(const struct stay_round *r, uint32_t b)
{
	const struct pf_shared_word *w = &r->was[b];
	const struct pf_shared_level *l = &w->all.warps;
	const uint32_t does = stay_does(&r->o);
	const bool observed =
		l->did == PF_SHARED_STRONG || (l->did == PF_SHARED_MIXED && does == PF_SHARED_READ);

	return r->known >> b & 1 && !stay_quiet(&r->o) && l->did != PF_SHARED_COPY && !w->split &&
	       w->bytes & r->o.bytes[b] && l->who != r->o.who && stay_conflicts(l->did, does) &&
	       !(l->seen && observed);
}

/* Answers of order, for all banks of the round. */
static inline uint32_t stay_answers(const struct stay *t, const struct stay_round *r)
{
	uint32_t cycles = 0;
	bool excused = false;

	for (uint32_t b = 0; b < t->s->config.banks; b++) {
		const struct pf_shared_level *l = &r->was[b].all.warps;
		bool told = false;

		if (!(r->o.banks >> b & 1) || !stay_asks(r, b))
			continue;
		for (uint32_t c = 0; c < b; c++)
			told |= r->o.banks >> c & 1 && stay_asks(r, c) &&
				r->was[c].all.warps.who == l->who &&
				r->was[c].all.warps.phase == l->phase;
		cycles += told ? 0 : 2;
		excused |= pf_order_after(&t->s->slot[r->o.slot].order, r->o.who, l->who, l->phase);
	}
	return cycles + excused;
}

/* Two lanes of one store: told a bank at a time. */
static inline uint32_t stay_told(const struct stay *t, const struct pf_shared_op *o)
{
	uint32_t n = 0;

	for (uint32_t b = 0; o->write && !o->strong && !stay_quiet(o) && b < t->s->config.banks;
	     b++)
		n += o->banks >> b & 1 && o->same[b];
	return n;
}

static inline void stay_look_round(struct stay *t, struct stay_round *r)
{
	bool may = false;

	r->known = 0;
	r->behind = t->behind && !stay_told(t, &r->o);
	for (uint32_t b = 0; b < t->s->config.banks; b++) {
		struct pf_shared_word *w = &t->s->word[r->o.row[b] * t->s->config.banks + b];

		if (!(r->o.banks >> b & 1))
			continue;
		w->lost = false; /* from now on: this access was not noted */
		r->was[b] = *w;
		r->known |= (uint32_t)(w->epoch == t->s->slot[r->o.slot].epoch) << b;
		may |= stay_doubts(t, r, b) || stay_hurries(t, r, b);
	}
	r->may = may ? 1 + stay_answers(t, r) : 0;
	t->ahead = *r;
	t->behind = true;
}

/* Before the access. A word comes in one of its rounds only. */
static inline void stay_look(struct stay *t, const struct pf_shared_access *a)
{
	struct pf_shared_rounds r;

	t->unsplit = t->s->stats.unsplit;
	t->rounds = 0;
	pf_shared_port_begin(&r, a, t->s->config.banks);
	while (pf_shared_port_round(&r, &t->round[t->rounds].o))
		stay_look_round(t, &t->round[t->rounds++]);
}

/* A bank's own, of races told and bytes looked at. unpaid: for want of credit it is left as it is.
 */
static inline uint32_t stay_served(const struct stay *t, const struct stay_round *r, uint32_t b,
				   uint32_t races, bool *unpaid)
{
	const struct pf_shared_word *w = &t->s->word[r->o.row[b] * t->s->config.banks + b];
	const struct pf_shared_word *was = &r->was[b];
	const bool split = was->split && r->known >> b & 1;
	const uint32_t looked = split ? r->o.bytes[b] : r->o.bytes[b] | was->bytes;

	if (w->lost && (split || t->unsplit == t->s->stats.unsplit)) {
		*unpaid = true;
		return 0;
	}
	if (!w->split && !w->lost)
		return 3 * races;
	return 2 + 2 * (uint32_t)__builtin_popcount(looked) + (split ? 0 : 2) +
	       (races ? 2 * (races - 1) : 0);
}

/* A round, after its access; told: its races, n of them. */
static inline struct stay_times stay_access(struct stay *t, const struct stay_round *r,
					    const struct pf_shared_told *told, uint32_t n)
{
	const uint32_t stores = stay_told(t, &r->o);
	struct stay_times c = {
		.stay = r->may, .own = stores ? stores + 3 : 0, .drains = stores != 0};
	bool unpaid = false, nobody = false;

	for (uint32_t b = 0; b < t->s->config.banks; b++) {
		uint32_t races = 0;

		if (!(r->o.banks >> b & 1))
			continue;
		for (uint32_t i = 0; i < n; i++)
			races += told[i].bank == b && !told[i].instruction;
		if (r->may)
			c.stay += stay_served(t, r, b, races, &unpaid);
		nobody |= !(r->known >> b & 1);
	}
	c.stay += unpaid;
	c.late = c.stay || !nobody || stores ? c.stay : 1;
	if (!r->behind)
		c.stay = c.late;
	if (t->first)
		c.own += t->steps;
	t->first = false;
	return c;
}

/* The slot takes its next number, behind all rounds. Into the other half of its numbers it waits
 * for the walk, which may have begun without it. */
static inline struct stay_times stay_number(struct stay *t, uint32_t slot)
{
	const uint32_t half = 1U << (t->number_bits - 1);
	struct stay_times c = {.own = 1, .drains = true};

	if (t->epochs[slot]++ % half == half - 1)
		c.own += 2 * t->steps + 2;
	if (t->first)
		c.own += t->steps;
	t->first = false;
	t->behind = false;
	return c;
}

static inline struct stay_times stay_epoch(struct stay *t, uint32_t slot)
{
	t->phases &= ~(UINT64_C(1) << slot);
	return stay_number(t, slot);
}

/* An event, before it: three cycles, and if there is no next phase or meeting an epoch. */
static inline struct stay_times stay_order(struct stay *t, uint32_t slot, uint32_t who,
					   bool arrives, bool waits)
{
	const struct pf_shared_slot *x = &t->s->slot[slot];
	const struct pf_shared_config *c = &t->s->config;
	const bool forgets =
		(arrives && pf_order_full(&x->order, 1U << who, c->phase_bits)) ||
		(c->meets && (waits || !arrives) && x->meet[who] == (1U << c->meet_bits) - 1);
	struct stay_times times = {.own = 2};

	if (forgets) {
		times = stay_number(t, slot);
		times.own += 2;
	}
	t->behind = false;
	if (arrives)
		t->phases |= UINT64_C(1) << slot;
	return times;
}

#endif
