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

void pf_iguard_side_check(const struct pf_iguard_lane_side *x, const struct pf_iguard_tag *t,
			  uint32_t word, const struct pf_iguard_times *now, bool lanes,
			  struct pf_iguard_side_check *c)
{
	const struct pf_iguard_side s = in_word(x);
	struct pf_iguard_side a = in_word(&t->by);

	a.others = lanes && t->several ? PF_IGUARD_WARP : PF_IGUARD_ALONE;
	a.others_block_scope = lanes && t->several && a.block_scope;
	*c = (struct pf_iguard_side_check){.after = *x};
	pf_iguard_entry_facts(x, t, word, now, lanes, &c->facts);
	c->kind = judge(&s, &a, &c->facts, &c->with_others);
	/* A writer that it races with, a write stands for. */
	if (!t->write || !c->kind)
		c->act = pf_iguard_act(&s, &a, &c->facts);
	pf_iguard_put(&c->after.side, a, c->act, &c->facts);
	c->after.side.elem = 0;
	c->after.step = t->by.step;
}

bool pf_iguard_forgets_reader(const struct pf_iguard_tag *t, const struct pf_iguard_facts *f,
			      bool races)
{
	return t->write && f->bytes && (races || !t->by.side.atomic);
}

void pf_iguard_entry_check(const struct pf_iguard_entry *e, const struct pf_iguard_tag *t,
			   uint32_t word, const struct pf_iguard_times *writer,
			   const struct pf_iguard_times *reader, bool lanes,
			   struct pf_iguard_entry_check *c)
{
	struct pf_iguard_side_check w, r;

	pf_iguard_side_check(&e->writer, t, word, writer, lanes, &w);
	pf_iguard_side_check(&e->reader, t, word, reader, lanes, &r);
	*c = (struct pf_iguard_entry_check){.writer = w.facts, .reader = r.facts, .next = *e};
	c->with_reader = !w.kind && t->write && r.kind;
	c->kind = c->with_reader ? r.kind : w.kind;
	c->with_others = c->with_reader ? r.with_others : w.kind && w.with_others;
	c->act = t->write ? w.act : r.act;
	if (!t->write)
		c->next.reader = r.after;
	else
		c->next.writer = w.after;
	if (pf_iguard_forgets_reader(t, &r.facts, c->kind))
		c->next.reader = (struct pf_iguard_lane_side){.side = {.block = 0}};
}
