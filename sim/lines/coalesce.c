/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "coalesce.h"

#include <string.h>

enum { SECTOR_WORDS = 8, SECTORS = 4 };

/* What the request in front asks for. */
struct front {
	struct join_ask ask;
	bool both; /* another operation follows for its parts */
	uint64_t key;
	struct line_access op;
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
			    .ask = {.sector = r->sector % SECTORS, .here = JOIN_NONE}};
	f->ask.barrier = r->kind != PF_REQ_ACCESS;
	if (f->ask.barrier)
		return;
	f->ask.some = r->word_mask != 0;
	f->op.sub = c->split || !whole;
	f->both = !f->op.sub && parts;
	f->op.words = (uint32_t)(f->op.sub ? parts : whole) << SECTOR_WORDS * (r->sector % SECTORS);
	for (uint32_t i = 0; i < c->join.places; i++) {
		const struct line_access *o = &c->at[i];

		if (!join_open(&c->join, i) || o->line != f->op.line)
			continue;
		f->ask.here = (int)i;
		f->ask.joins = f->ask.some && c->key[i] == f->key && o->sub == f->op.sub &&
			       o->pc == f->op.pc && !(o->words & f->op.words);
	}
}

/* True: the operation asked for has its place, or there is none. */
static bool step_places(struct coalesce *c, const struct front *f)
{
	const bool free = !c->op_valid || c->in.op_ready;
	const struct join_turn t = join_step(&c->join, &f->ask, free);

	if (f->ask.joins)
		c->at[f->ask.here].words |= f->op.words;
	if (free)
		c->op_valid = t.leaves >= 0;
	if (t.leaves >= 0)
		c->op = c->at[t.leaves];
	if (t.get >= 0) {
		c->at[t.get] = f->op;
		c->key[t.get] = f->key;
	}
	return t.takes;
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
	struct front f = {.ask.here = JOIN_NONE};
	bool take;

	if (c->idle && !c->in.req_valid)
		return;
	if (c->n_req)
		look(c, &f);
	take = step_places(c, &f);
	if (c->n_req && take && !f.ask.barrier)
		c->split = f.both;
	step_requests(c, c->n_req && take && !f.both);
	c->idle = !c->n_req && !c->join.n_valid && !c->op_valid;
}

bool coalesce_access(const struct coalesce *c)
{
	if (c->op_valid && c->op.kind == PF_REQ_ACCESS)
		return true;
	for (uint32_t i = 0; i < c->n_req; i++)
		if (c->req[i].kind == PF_REQ_ACCESS)
			return true;
	for (uint32_t i = 0; i < c->join.places; i++)
		if (c->join.place[i].valid && c->at[i].kind == PF_REQ_ACCESS)
			return true;
	return false;
}

void coalesce_reset(struct coalesce *c)
{
	coalesce_init(c, c->join.places, c->join.age);
}

void coalesce_init(struct coalesce *c, uint32_t places, uint32_t age)
{
	memset(c, 0, sizeof(*c));
	c->join.places = places;
	c->join.age = age;
	c->ready = c->idle = true;
}
