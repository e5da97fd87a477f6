/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_check.h"

#include <string.h>

void check_reset(struct check *k)
{
	memset(k, 0, sizeof(*k));
	wait_reset(&k->wait);
}

bool check_idle(const struct check *k)
{
	return !k->wait.inside;
}

static uint32_t first_near(const struct check *k)
{
	return k->near[k->left % CHECK_NUMBERS];
}

/* The row of the first visit stays as it is behind the one just before it. */
static bool is_kept(const struct check *k)
{
	return k->kept && first_near(k) == 1;
}

/* It is a block's, as the one that it is near has found. */
static bool is_known(const struct check *k)
{
	return k->any_stays && k->left - first_near(k) == k->stays;
}

enum { ASKED = 2 };

/* The first visit has no row, and asks for times. */
static bool asks(const struct check *k)
{
	return k->wait.first->valid && k->wait.first->near && !is_known(k) && !is_kept(k);
}

/* A visit's first turn, of no block, though the row of one that is chained may turn out to be. */
static bool begins(const struct check_turns *t, const struct visits *v)
{
	return t->from == 0 && (t->chained || !visit_at(v, t->visit)->does.is_block);
}

/* It need not wait for its row: the one before it takes the place of its words in one turn, which
 * is on its way to S6. */
static bool chains(const struct check *k, const struct visits *v)
{
	if (!asks(k) || !k->within[k->left % CHECK_NUMBERS] || k->asked != ASKED)
		return false;
	for (unsigned i = 0; i < CHECK_LOOKS; i++)
		if (k->look[i].valid)
			return false;
	return k->outcome.valid ? k->outcome.last && begins(&k->outcome, v) : k->once;
}

/* The next one may chain itself to it. */
static bool asks_next(const struct check *k, const struct visits *v)
{
	return chains(k, v) && k->wait.second->valid && k->within[(k->left + 1) % CHECK_NUMBERS];
}

/* The first visit has the times for its first turn. */
static bool skips(const struct check *k, const struct visits *v)
{
	const uint32_t of = visit_at(v, k->wait.first->op.words)->of;

	return k->asked == ASKED && (k->moving.chained || of == VISIT_NOBODY ||
				     of == k->by[(k->left - first_near(k)) % CHECK_NUMBERS]);
}

/* The turns that would leave S1. */
static struct check_turns first(const struct check *k, const struct visits *v)
{
	const struct wait_place *p = k->wait.first;
	struct check_turns t = {.from = k->at, .chained = chains(k, v)};

	if (!p->valid || (asks(k) && !t.chained))
		return t;
	t.valid = true;
	t.visit = p->op.words;
	t.n = t.chained ? visit_at(v, t.visit)->turns : visit_set(visit_at(v, t.visit), k->at);
	t.last = k->at + t.n >= visit_at(v, t.visit)->turns;
	return t;
}

void check_eval(struct check *k, const struct visits *v)
{
	const bool racy = k->race || k->told;

	k->steps = !k->end.valid || ((!racy || k->told) && (k->in.end_ready || !k->end.last));
	k->ends = k->end.valid && k->end.last && k->steps;
	k->turn = k->end.valid && k->steps && k->end.from < visit_at(v, k->end.visit)->taken;
	k->ended = k->end.visit;
	k->takes = k->n_skid < CHECK_SKID;
	k->waits = k->outcome.chained && k->n_skid;
	k->fits = !k->outcome.valid || (k->takes && k->outcome.n <= 1 && !k->waits);
	k->moving = first(k, v);
	k->moves = k->moving.valid && k->fits;
	k->waiting.words = k->in.visit;
	k->wait.in.valid = k->in.go;
	k->wait.in.near = k->in.near;
	k->wait.in.op = &k->waiting;
	k->wait.in.row = &k->row;
	k->wait.in.ret = k->ends ? &k->row : NULL;
	k->wait.in.out_ready = k->moves && k->moving.last;
	k->go_ready = wait_ready(&k->wait);
}

static void show_race(struct check *k, const struct visits *v)
{
	const struct visit *x = visit_at(v, k->end.visit);

	k->race = k->end.valid && !k->told && x->races >> k->end.from & 1;
	k->reported = k->race && x->reported >> k->end.from & 1;
}

static void step_end(struct check *k)
{
	if (!k->steps) {
		k->told |= k->race && k->in.race_ready;
		return;
	}
	k->told = false;
	k->end.valid = k->n_skid != 0;
	if (!k->n_skid)
		return;
	k->end = k->skid[0];
	k->skid[0] = k->skid[1];
	k->n_skid--;
}

static void step_outcome(struct check *k, const struct visits *v)
{
	struct check_turns *o = &k->outcome;

	if (o->valid && k->takes && !k->waits) {
		struct check_turns t = *o;

		k->once = begins(o, v) && o->last && o->n == 1;
		t.last = o->last && o->n == 1;
		t.n = 1;
		k->skid[k->n_skid++] = t;
		o->from++;
		o->n--;
		o->chained = false;
	}
	if (k->fits)
		*o = k->look[CHECK_LOOKS - 1];
}

/* A load leaves last writers as they are, a write nobody as last reader. */
static bool keeps(const struct visit *x)
{
	if (!x->does.readers)
		return x->does.load;
	return !x->does.load && !x->does.is_block && x->turns == 1 && x->of == VISIT_NOBODY;
}

static void step_entered(struct check *k, const struct visit *x)
{
	const struct pf_iguard_visit *does = &x->does;
	const uint32_t n = k->entered++ % CHECK_NUMBERS;
	const bool mixed = (does->words & does->raced) && (does->words & ~does->raced);

	k->near[n] = k->in.near;
	k->by[n] = x->by;
	k->within[n] = k->in.near == 1 && k->takes_place && !(does->words & ~k->words) && !mixed;
	k->words = does->words;
	k->takes_place = does->readers == does->load;
}

static void step_numbers(struct check *k, const struct visits *v)
{
	const struct pf_iguard_visit *x;

	if (k->in.go)
		step_entered(k, visit_at(v, k->in.visit));
	if (!k->moves || !k->moving.last)
		return;
	x = &visit_at(v, k->moving.visit)->does;
	k->kept = keeps(visit_at(v, k->moving.visit)) && (is_kept(k) || !k->wait.first->near);
	if (x->is_block) {
		k->stays = k->left;
		k->any_stays = true;
	}
	k->left++;
}

void check_step(struct check *k, const struct visits *v)
{
	if (check_idle(k) && !k->in.go)
		return;
	step_end(k);
	step_outcome(k, v);
	if (k->fits) {
		const bool skip = k->moves && skips(k, v);

		memmove(k->look + 1, k->look, (CHECK_LOOKS - 1) * sizeof(*k->look));
		k->look[skip ? CHECK_LOOKS - 1 : 0] = k->moving;
		if (skip)
			k->look[0].valid = false;
		if (k->moves && k->moving.last)
			k->asked = asks_next(k, v);
		else
			k->asked = asks(k) ? k->asked + (k->asked < ASKED) : 0;
	}
	if (k->moves)
		k->at = k->moving.last ? 0 : k->at + k->moving.n;
	step_numbers(k, v);
	wait_step(&k->wait);
	show_race(k, v);
}
