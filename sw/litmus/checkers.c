/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "checkers.h"

#include <stdlib.h>

#include "../base/mem.h"

enum { RENEW = 96, OBSERVERS = 7 }; /* RENEW: barrier arrivals; counters of 8 bits */

/* A distinct race of any run. */
struct pair {
	uint32_t first, second; /* code places */
	enum ptx_space space;
	bool found, missed, false_;
};

struct tally {
	struct score_totals sum;
	struct pair *pairs;
	size_t n, cap;
};

struct checkers {
	struct checkers_config cfg;
	struct oracle *oracle[2];
	struct detect *detect[2];
	struct score *score[2];
	struct tally tally[2];
	const struct machine_observer *to[OBSERVERS + 1]; /* the last: also */
	struct machine_observer also, all;
	uint32_t barriers; /* since the checkers were made */
};

/* Everything to everybody. */
#define TO_ALL(c, fn, ...) \
	for (unsigned o_ = 0; o_ <= OBSERVERS; o_++) \
		if ((c)->to[o_] && (c)->to[o_]->fn) \
	(c)->to[o_]->fn((c)->to[o_]->ctx, __VA_ARGS__)

static void launch_begin(void *ctx, const struct machine_launch_info *l)
{
	const struct checkers *c = ctx;

	TO_ALL(c, launch_begin, l);
}

static void launch_end(void *ctx, const struct machine_launch_info *l, int cuda_error)
{
	const struct checkers *c = ctx;

	TO_ALL(c, launch_end, l, cuda_error);
}

static void block_begin(void *ctx, const struct machine_who *who)
{
	const struct checkers *c = ctx;

	TO_ALL(c, block_begin, who);
}

static void block_end(void *ctx, const struct machine_who *who)
{
	const struct checkers *c = ctx;

	TO_ALL(c, block_end, who);
}

static void op_done(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct checkers *c = ctx;

	c->barriers += op->kind == SIMT_OP_BAR;
	TO_ALL(c, op, who, op);
}

static void barrier_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	const struct checkers *c = ctx;

	TO_ALL(c, barrier_release, who, id, mask);
}

static void warp_exit(void *ctx, const struct machine_who *who)
{
	const struct checkers *c = ctx;

	TO_ALL(c, warp_exit, who);
}

static void drop(struct checkers *c)
{
	for (unsigned i = 0; i < OBSERVERS; i++)
		c->to[i] = NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (c->score[i])
			score_destroy(c->score[i]);
		if (c->detect[i])
			detect_destroy(c->detect[i]);
		if (c->oracle[i])
			oracle_destroy(c->oracle[i]);
		c->score[i] = NULL;
		c->detect[i] = NULL;
		c->oracle[i] = NULL;
	}
}

static int make(struct checkers *c, struct diag *diag)
{
	static const enum pf_policy policy[2] = {PF_SCORD_PAPER, PF_SCORD};
	unsigned n = 0;

	c->barriers = 0;
	for (unsigned i = 0; i < 2; i++) {
		const struct oracle_config oc = {.model = i ? ORACLE_SCORD : ORACLE_PTX};

		c->oracle[i] = oracle_create(&oc);
		c->to[n++] = oracle_observer(c->oracle[i]);
	}
	for (unsigned i = 0; i < 2; i++) {
		const struct detect_config dc = {.policy = policy[i],
						 .metadata = c->cfg.metadata,
						 .gmem = c->cfg.gmem,
						 .machine = c->cfg.machine};

		c->detect[i] = detect_create(&dc, diag);
		if (!c->detect[i])
			return -1;
		c->to[n++] = detect_observer(c->detect[i]);
	}
	for (unsigned i = 0; i < 2; i++) {
		c->score[i] = score_create(c->oracle[LITMUS_SCORD_MODEL], c->detect[i]);
		c->to[n++] = score_observer(c->score[i]);
	}
	return 0;
}

struct checkers *checkers_create(const struct checkers_config *cfg, struct diag *diag)
{
	struct checkers *c = mem_alloc(sizeof(*c));

	c->cfg = *cfg;
	c->all = (struct machine_observer){.ctx = c,
					   .launch_begin = launch_begin,
					   .launch_end = launch_end,
					   .block_begin = block_begin,
					   .block_end = block_end,
					   .op = op_done,
					   .barrier_release = barrier_release,
					   .warp_exit = warp_exit};
	if (!make(c, diag))
		return c;
	checkers_destroy(c);
	return NULL;
}

void checkers_destroy(struct checkers *c)
{
	if (!c)
		return;
	drop(c);
	for (unsigned i = 0; i < 2; i++)
		free(c->tally[i].pairs);
	free(c);
}

const struct machine_observer *checkers_observer(struct checkers *c)
{
	return &c->all;
}

void checkers_also(struct checkers *c, const struct machine_observer *o)
{
	if (o)
		c->also = *o;
	c->to[OBSERVERS] = o ? &c->also : NULL;
}

const struct race_hit *checkers_hits(const struct checkers *c, enum litmus_checker which, size_t *n)
{
	if (which <= LITMUS_SCORD_MODEL)
		return oracle_hits(c->oracle[which], n);
	return detect_hits(c->detect[which - LITMUS_PAPER], n);
}

/* Results of all runs */

static void add_pair(struct tally *t, const struct score_pair *p)
{
	size_t i = 0;

	while (i < t->n && (t->pairs[i].first != p->pc_first ||
			    t->pairs[i].second != p->pc_second || t->pairs[i].space != p->space))
		i++;
	if (i == t->n) {
		t->pairs = mem_grow(t->pairs, &t->cap, t->n, sizeof(*t->pairs));
		t->pairs[t->n++] = (struct pair){
			.first = p->pc_first, .second = p->pc_second, .space = p->space};
	}
	t->pairs[i].found |= p->found > 0;
	t->pairs[i].missed |= p->missed > 0;
	t->pairs[i].false_ |= p->false_ > 0;
}

static void collect(struct tally *t, struct score *s)
{
	const struct score_totals *x = score_totals(s);
	const struct score_pair *pairs;
	size_t n;

	t->sum.found += x->found;
	t->sum.missed += x->missed;
	t->sum.false_ += x->false_;
	for (unsigned r = 0; r < SCORE_ROWS; r++) {
		t->sum.rows_missed[r] += x->rows_missed[r];
		t->sum.rows_false[r] += x->rows_false[r];
	}
	pairs = score_pairs(s, &n);
	for (size_t i = 0; i < n; i++)
		add_pair(t, &pairs[i]);
	score_clear(s);
}

int checkers_begin(struct checkers *c, struct diag *diag)
{
	if (c->barriers < RENEW)
		return 0;
	for (unsigned i = 0; i < 2; i++)
		collect(&c->tally[i], c->score[i]);
	drop(c);
	return make(c, diag);
}

void checkers_totals(struct checkers *c, enum litmus_checker which, struct score_totals *totals)
{
	struct tally *t = &c->tally[which - LITMUS_PAPER];

	collect(t, c->score[which - LITMUS_PAPER]);
	*totals = t->sum;
	for (size_t i = 0; i < t->n; i++) {
		totals->pairs_found += t->pairs[i].found;
		totals->pairs_missed += t->pairs[i].missed && !t->pairs[i].found;
		totals->pairs_false +=
			t->pairs[i].false_ && !t->pairs[i].found && !t->pairs[i].missed;
	}
}
