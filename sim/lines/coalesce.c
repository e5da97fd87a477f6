/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "coalesce.h"

#include <string.h>

enum { SECTOR_WORDS = 8, SECTORS = 4, ALL_SECTORS = (1 << SECTORS) - 1 };

/* What the request in front asks for. */
struct front {
	bool some, both, barrier; /* both: another operation follows for its parts */
	uint32_t at;              /* the sector of the line */
	uint64_t key;
	struct line_access op;
	struct coalesce_place *here; /* not due, of its line */
	bool joins;
};

/* All that travels in a tag. */
static uint64_t key_of(const struct pf_tag *t)
{
	return (uint64_t)t->signature | (uint64_t)t->block << 16 | (uint64_t)t->barrier << 32 |
	       (uint64_t)t->warp << 48 | (uint64_t)t->strong << 60 | (uint64_t)t->write << 61 |
	       (uint64_t)t->atomic << 62 | (uint64_t)t->block_scope << 63;
}

static void look(struct coalesce *c, struct front *f)
{
	const struct pf_request *r = &c->req[0];
	const uint8_t whole = r->word_mask & (uint8_t)~r->sub_mask;
	const uint8_t parts = r->word_mask & r->sub_mask;

	*f = (struct front){.op = {.kind = r->kind,
				   .line = (uint32_t)(r->sector / SECTORS),
				   .pc = r->pc,
				   .tag = r->tag},
			    .key = key_of(&r->tag),
			    .at = 1U << r->sector % SECTORS};
	f->barrier = r->kind != PF_REQ_ACCESS;
	if (f->barrier)
		return;
	f->some = r->word_mask != 0;
	f->op.sub = c->split || !whole;
	f->both = !f->op.sub && parts;
	f->op.words = (uint32_t)(f->op.sub ? parts : whole) << SECTOR_WORDS * (r->sector % SECTORS);
	for (uint32_t i = 0; i < c->places; i++) {
		struct coalesce_place *p = &c->place[i];

		if (p->valid && !p->due && p->op.line == f->op.line)
			f->here = p;
	}
	f->joins = f->some && f->here && f->here->key == f->key && f->here->op.sub == f->op.sub &&
		   f->here->op.pc == f->op.pc && !(f->here->op.words & f->op.words);
}

/* The oldest that is due, or, if none is, the oldest. */
static struct coalesce_place *choose(struct coalesce *c, bool *any_due)
{
	struct coalesce_place *oldest = NULL, *due = NULL;

	for (uint32_t i = 0; i < c->places; i++) {
		struct coalesce_place *p = &c->place[i];

		if (!p->valid)
			continue;
		if (!oldest || p->since < oldest->since)
			oldest = p;
		if (p->due && (!due || p->since < due->since))
			due = p;
	}
	*any_due = due != NULL;
	return due ? due : oldest;
}

static void grow_old(struct coalesce *c, const struct front *f, bool get)
{
	for (uint32_t i = 0; i < c->places; i++) {
		struct coalesce_place *p = &c->place[i];
		const bool out = p->age == c->age - 1 || (get && (p == f->here || f->barrier));

		if (!p->valid || p->due)
			continue;
		p->age++;
		p->due = out;
	}
	if (!f->joins)
		return;
	f->here->sectors |= f->at;
	f->here->due |= f->here->sectors == ALL_SECTORS;
	f->here->op.words |= f->op.words;
}

static void take_place(struct coalesce *c, const struct front *f, struct coalesce_place *p)
{
	*p = (struct coalesce_place){.valid = true,
				     .due = f->barrier,
				     .sectors = f->at,
				     .since = c->gets++,
				     .key = f->key,
				     .op = f->op};
	c->n_valid++;
}

static struct coalesce_place *vacant(struct coalesce *c)
{
	struct coalesce_place *p = c->place;

	while (p->valid)
		p++;
	return p;
}

static void step_places(struct coalesce *c, const struct front *f, bool need, bool *take)
{
	const bool free = !c->op_valid || c->in.op_ready, full = c->n_valid == c->places;
	bool any_due;
	struct coalesce_place *chosen = choose(c, &any_due), *to;
	const bool leave = free && (any_due || (full && need)), get = need && (!full || free);

	*take = !need || get;
	to = full ? chosen : vacant(c);
	grow_old(c, f, get);
	if (free)
		c->op_valid = leave;
	if (leave) {
		c->op = chosen->op;
		chosen->valid = false;
		c->n_valid--;
	}
	if (get)
		take_place(c, f, to);
}

static void step_requests(struct coalesce *c, bool leaves)
{
	if (leaves) {
		c->req[0] = c->req[1];
		c->n_req--;
	}
	if (c->in.req_valid && c->ready)
		c->req[c->n_req++] = *c->in.req;
	c->ready = c->n_req < 2;
}

void coalesce_step(struct coalesce *c)
{
	struct front f = {.some = false};
	bool take;

	if (c->idle && !c->in.req_valid)
		return;
	if (c->n_req)
		look(c, &f);
	step_places(c, &f, f.barrier || (f.some && !f.joins), &take);
	if (c->n_req && take && !f.barrier)
		c->split = f.both;
	step_requests(c, c->n_req && take && !f.both);
	c->idle = !c->n_req && !c->n_valid && !c->op_valid;
}

bool coalesce_access(const struct coalesce *c)
{
	if (c->op_valid && c->op.kind == PF_REQ_ACCESS)
		return true;
	for (uint32_t i = 0; i < c->n_req; i++)
		if (c->req[i].kind == PF_REQ_ACCESS)
			return true;
	for (uint32_t i = 0; i < c->places; i++)
		if (c->place[i].valid && c->place[i].op.kind == PF_REQ_ACCESS)
			return true;
	return false;
}

void coalesce_reset(struct coalesce *c)
{
	coalesce_init(c, c->places, c->age);
}

void coalesce_init(struct coalesce *c, uint32_t places, uint32_t age)
{
	memset(c, 0, sizeof(*c));
	c->places = places;
	c->age = age;
	c->ready = c->idle = true;
}
