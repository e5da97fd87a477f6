/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_join.h"

#include <string.h>

enum { SECTOR_WORDS = 8, SECTORS = 4, ALL_SECTORS = (1 << SECTORS) - 1 };

/* What the request in front asks for. */
struct front {
	bool some, barrier;
	uint32_t at; /* the sector of the line */
	struct join_op op;
	struct join_place *here; /* not due, of its line */
	bool joins;
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

static void look(struct join *j, struct front *f)
{
	const struct pf_iguard_request *r = &j->req[0];

	*f = (struct front){.op = {.request = *r}, .barrier = r->is_message};
	if (f->barrier)
		return;
	f->some = r->words != 0;
	f->at = 1U << r->sector % SECTORS;
	f->op.line = r->sector / SECTORS;
	f->op.words = (uint32_t)r->words << SECTOR_WORDS * (r->sector % SECTORS);
	for (uint32_t i = 0; i < JOIN_PLACES; i++) {
		struct join_place *p = &j->place[i];

		if (p->valid && !p->due && p->op.line == f->op.line)
			f->here = p;
	}
	f->joins = f->some && f->here && f->here->op.request.pc == r->pc &&
		   same_tag(&f->here->op.request.tag, &r->tag);
}

/* The oldest that is due, or, if none is, the oldest. */
static struct join_place *choose(struct join *j, bool *any_due)
{
	struct join_place *oldest = NULL, *due = NULL;

	for (uint32_t i = 0; i < JOIN_PLACES; i++) {
		struct join_place *p = &j->place[i];

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

static void grow_old(struct join *j, const struct front *f, bool get)
{
	for (uint32_t i = 0; i < JOIN_PLACES; i++) {
		struct join_place *p = &j->place[i];
		const bool out = p->age == JOIN_AGE - 1 || (get && (p == f->here || f->barrier));

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

static struct join_place *vacant(struct join *j)
{
	struct join_place *p = j->place;

	while (p->valid)
		p++;
	return p;
}

/* True: the request in front goes. */
static bool step_places(struct join *j, const struct front *f)
{
	const bool free = !j->op_valid || j->in.op_ready, full = j->n_valid == JOIN_PLACES;
	const bool need = f->barrier || (f->some && !f->joins);
	bool any_due;
	struct join_place *chosen = choose(j, &any_due), *to;
	const bool leave = free && (any_due || (full && need)), get = need && (!full || free);

	to = full ? chosen : vacant(j);
	grow_old(j, f, get);
	if (free)
		j->op_valid = leave;
	if (leave) {
		j->op = chosen->op;
		chosen->valid = false;
		j->n_valid--;
	}
	if (get) {
		*to = (struct join_place){.valid = true,
					  .due = f->barrier,
					  .sectors = f->at,
					  .since = j->gets++,
					  .op = f->op};
		j->n_valid++;
	}
	return !need || get;
}

void join_step(struct join *j)
{
	struct front f = {.some = false};
	bool goes;

	if (j->idle && !j->in.req)
		return;
	if (j->n_req)
		look(j, &f);
	goes = step_places(j, &f) && j->n_req;
	if (goes) {
		j->req[0] = j->req[1];
		j->n_req--;
	}
	if (j->in.req && j->ready)
		j->req[j->n_req++] = *j->in.req;
	j->ready = j->n_req < 2;
	j->idle = !j->n_req && !j->n_valid && !j->op_valid;
}

void join_reset(struct join *j)
{
	memset(j, 0, sizeof(*j));
	j->ready = j->idle = true;
}
