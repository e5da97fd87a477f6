/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_entry.h"

#include "pf_lock_table.h"

enum { LANES = 32, WORD = 4 };

/* Of a side, whose a byte of the line is. */
static uint32_t lane_of(const struct pf_iguard_lane_side *x, uint32_t byte)
{
	return (x->side.lane + (x->step ? byte >> (x->step - 1) : 0)) % LANES;
}

/* The side as the rules know it: several lanes in the word, or one. */
static struct pf_iguard_side in_word(const struct pf_iguard_lane_side *x)
{
	struct pf_iguard_side s = x->side;

	s.elem = 0;
	if (x->step == PF_IGUARD_STEP_BYTE && s.bytes & (s.bytes - 1U))
		s.elem = 1;
	if (x->step == PF_IGUARD_STEP_HALF && s.bytes & 3U && s.bytes & 12U)
		s.elem = 2;
	return s;
}

/* Bytes that both touch, by the same lane; by a lane of x's that fenced alone last. */
struct shared_bytes {
	uint8_t both, same, any, dev;
};

static struct shared_bytes shared_bytes(const struct pf_iguard_lane_side *x,
					const struct pf_iguard_lane_side *t, uint32_t word,
					const struct pf_iguard_times *now)
{
	struct shared_bytes s = {.both = x->side.bytes & t->side.bytes};

	for (uint32_t i = 0; i < WORD; i++) {
		const uint32_t byte = word * WORD + i, lane = lane_of(x, byte);

		s.same |= (uint8_t)((lane == lane_of(t, byte)) << i);
		s.any |= (uint8_t)((lane == now->any.lane) << i);
		s.dev |= (uint8_t)((lane == now->dev.lane) << i);
	}
	return s;
}

/* mine: of what both touch, bytes that are not one thread's; alone: those of the lane that fenced
 * alone. All of them, or, with `some`, any. */
static bool has_fenced(const struct pf_iguard_fenced *f, uint32_t when, uint8_t mine, uint8_t alone,
		       bool some)
{
	return when < f->all || (when < f->one && (some ? mine & alone : !(mine & ~alone)));
}

void pf_iguard_entry_facts(const struct pf_iguard_lane_side *x, const struct pf_iguard_tag *t,
			   uint32_t word, const struct pf_iguard_times *now, bool lanes,
			   struct pf_iguard_facts *f)
{
	const struct pf_iguard_side *s = &x->side, *a = &t->by.side;
	const struct shared_bytes b = shared_bytes(x, &t->by, word, now);
	uint8_t mine = b.both;

	f->bytes = b.both != 0;
	f->block = s->block == a->block && s->when >= now->begin;
	f->warp = f->block && s->warp == a->warp;
	f->thread = f->warp && (!lanes || (!t->several && !(b.both & ~b.same)));
	if (f->warp && !f->thread && !t->several)
		mine &= (uint8_t)~b.same;
	f->fenced_device =
		has_fenced(&now->dev, s->when, mine, b.dev, false) || s->when < now->dev_bar;
	f->fenced = f->fenced_device || has_fenced(&now->any, s->when, mine, b.any, false);
	f->after = f->block && (s->when < t->bar || (f->warp && (!lanes || s->when < t->meet)));
	f->still = f->block && s->when >= t->bar && !f->fenced &&
		   !has_fenced(&now->any, s->when, mine, b.any, true);
	f->still_lane = f->still && f->warp && (!lanes || s->when >= t->meet);
	f->lockless = pf_lock_none(s->locks) && pf_lock_none(a->locks);
	f->common_lock = !pf_lock_none(s->locks & a->locks);
}

static enum pf_iguard_kind judge(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				 const struct pf_iguard_facts *f, bool *with_others)
{
	enum pf_iguard_excuse why;
	enum pf_iguard_kind kind = PF_IGUARD_NO_RACE;

	*with_others = false;
	if (!x->block || !f->bytes)
		return PF_IGUARD_NO_RACE;
	kind = pf_iguard_judge(x, t, f, &why);
	if (kind)
		return kind;
	kind = pf_iguard_judge_others(x, t, f);
	*with_others = kind != PF_IGUARD_NO_RACE;
	return kind;
}

/* The access takes the side's place. */
static void put(struct pf_iguard_lane_side *x, const struct pf_iguard_lane_side *t,
		const struct pf_iguard_side *in_word, struct pf_iguard_act act,
		const struct pf_iguard_facts *f)
{
	pf_iguard_put(&x->side, *in_word, act, f);
	x->side.elem = 0;
	x->step = t->step;
}

void pf_iguard_entry_check(const struct pf_iguard_entry *e, const struct pf_iguard_tag *t,
			   uint32_t word, const struct pf_iguard_times *writer,
			   const struct pf_iguard_times *reader, bool lanes,
			   struct pf_iguard_entry_check *c)
{
	const struct pf_iguard_side w = in_word(&e->writer), r = in_word(&e->reader);
	struct pf_iguard_side a = in_word(&t->by);

	a.others = lanes && t->several ? PF_IGUARD_WARP : PF_IGUARD_ALONE;
	a.others_block_scope = lanes && t->several && a.block_scope;
	*c = (struct pf_iguard_entry_check){.next = *e};
	pf_iguard_entry_facts(&e->writer, t, word, writer, lanes, &c->writer);
	pf_iguard_entry_facts(&e->reader, t, word, reader, lanes, &c->reader);
	c->kind = judge(&w, &a, &c->writer, &c->with_others);
	if (!c->kind && t->write) {
		c->kind = judge(&r, &a, &c->reader, &c->with_others);
		c->with_reader = c->kind != PF_IGUARD_NO_RACE;
	}
	if (!t->write) {
		c->act = pf_iguard_act(&r, &a, &c->reader);
		put(&c->next.reader, &t->by, &a, c->act, &c->reader);
		return;
	}
	/* What it races with, it stands for; and for who has read, unless it is atomic. */
	if (c->reader.bytes && (c->kind || !a.atomic))
		c->next.reader = (struct pf_iguard_lane_side){.side = {.block = 0}};
	if (!c->kind)
		c->act = pf_iguard_act(&w, &a, &c->writer);
	put(&c->next.writer, &t->by, &a, c->act, &c->writer);
}
