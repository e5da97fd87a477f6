/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_join.h"

#include <string.h>

enum { SECTOR_WORDS = 8, SECTORS = 4 };
enum { PLACES = 4, AGE = 32 }; /* of pf_iguard_engine */

/* What the request in front asks for. */
struct front {
	struct join_ask ask;
	struct join_op op;
};

/* All that travels in a tag. */
static bool same_tag(const struct pf_iguard_tag *a, const struct pf_iguard_tag *b)
{
	const struct pf_iguard_side *x = &a->by.side, *y = &b->by.side;

	return x->block == y->block && x->warp == y->warp && x->when == y->when &&
	       x->lane == y->lane && x->locks == y->locks && x->bytes == y->bytes &&
	       x->size == y->size && x->atomic == y->atomic && x->polls == y->polls &&
	       x->block_scope == y->block_scope && a->by.step == b->by.step && a->bar == b->bar &&
	       a->meet == b->meet && a->write == b->write && a->several == b->several;
}

static void look(const struct model_join *j, struct front *f)
{
	const struct pf_iguard_request *r = &j->req[0];

	*f = (struct front){.ask = {.barrier = r->is_message, .here = JOIN_NONE}, .op.request = *r};
	if (r->is_message)
		return;
	f->ask.some = r->words != 0;
	f->ask.sector = r->sector % SECTORS;
	f->op.line = r->sector / SECTORS;
	f->op.words = (uint32_t)r->words << SECTOR_WORDS * f->ask.sector;
	for (uint32_t i = 0; i < PLACES; i++) {
		const struct join_op *o = &j->at[i];

		if (!join_open(&j->join, i) || o->line != f->op.line)
			continue;
		f->ask.here = (int)i;
		f->ask.joins =
			f->ask.some && o->request.pc == r->pc && same_tag(&o->request.tag, &r->tag);
	}
}

/* True: the request in front goes. */
static bool step_places(struct model_join *j, const struct front *f)
{
	const bool free = !j->op_valid || j->in.op_ready;
	const struct join_turn t = join_step(&j->join, &f->ask, free);

	if (f->ask.joins)
		j->at[f->ask.here].words |= f->op.words;
	if (free)
		j->op_valid = t.leaves >= 0;
	if (t.leaves >= 0)
		j->op = j->at[t.leaves];
	if (t.get >= 0)
		j->at[t.get] = f->op;
	return t.takes;
}

void model_join_step(struct model_join *j)
{
	struct front f = {.ask.here = JOIN_NONE};

	if (j->idle && !j->in.req)
		return;
	if (j->n_req)
		look(j, &f);
	if (step_places(j, &f) && j->n_req) {
		j->req[0] = j->req[1];
		j->n_req--;
	}
	if (j->in.req && j->ready)
		j->req[j->n_req++] = *j->in.req;
	j->ready = j->n_req < 2;
	j->idle = !j->n_req && !j->join.n_valid && !j->op_valid;
}

void model_join_reset(struct model_join *j)
{
	memset(j, 0, sizeof(*j));
	j->join.places = PLACES;
	j->join.age = AGE;
	j->ready = j->idle = true;
}
