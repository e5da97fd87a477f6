/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cause: races that one change of the program removes, put together.
 *
 *   races of one pair of places                         one cause, the widest scope leads
 *   pairs whose data one flag or lock hands over        one cause: the same fences are missing
 *   pairs that one barrier (or kernel's end) parts      one cause: a line lies between all of them
 *   else: pairs on one variable, with one kind of fix   one cause
 *
 * Barriers are counted as they have to be written: over the lines of a kernel, sorted by their
 * later line, the first race not yet parted gets a barrier right before its later line, which parts
 * all those that span it; there is no way with fewer.
 */
#include <stdlib.h>
#include <string.h>

#include "report_int.h"

struct group {
	const struct report *r;
	size_t *up; /* a tree for each cause; its root is the cause's first race */
};

static size_t top(struct group *g, size_t i)
{
	while (g->up[i] != i)
		i = g->up[i] = g->up[g->up[i]];
	return i;
}

static void join(struct group *g, size_t a, size_t b)
{
	a = top(g, a);
	b = top(g, b);
	if (a < b)
		g->up[b] = a;
	else
		g->up[a] = b;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool one_place(const struct report_place *a, const struct report_place *b)
{
	return a->file && a->line == b->line && same_text(a->file, b->file);
}

bool report_one_line(const struct report_race *e)
{
	return one_place(&e->first.at, &e->second.at);
}

bool report_is_false(const struct report *r, const struct report_race *e)
{
	return r->cfg.oracle && report_detects(r) && !e->found && !e->missed;
}

static bool one_memory(const struct report_race *a, const struct report_race *b)
{
	const struct report_memory *x = &a->memory, *y = &b->memory;

	if (a->space != b->space || x->kind != y->kind)
		return false;
	switch (x->kind) {
	case REPORT_ALLOCATION: return x->serial == y->serial;
	case REPORT_VARIABLE:
	case REPORT_SHARED: return same_text(x->name, y->name);
	default: return true;
	}
}

/* Of two that go round a loop, the one and the other way are two gaps. */
static bool one_pair(const struct report_race *a, const struct report_race *b)
{
	if (a->space != b->space || !one_memory(a, b))
		return false;
	if (one_place(&a->first.at, &b->first.at) && one_place(&a->second.at, &b->second.at))
		return true;
	return (report_backwards(a) || report_backwards(b)) &&
	       one_place(&a->first.at, &b->second.at) && one_place(&a->second.at, &b->first.at);
}

/* The widest of its pair of places speaks for all of it. */
static size_t lead_of(struct group *g, size_t i)
{
	const struct report_race *best = &g->r->races[i];
	const size_t root = top(g, i);

	for (size_t k = i + 1; k < g->r->n_races; k++)
		if (top(g, k) == root && g->r->races[k].scope > best->scope)
			best = &g->r->races[k];
	return (size_t)(best - g->r->races);
}

/* Barriers */

struct span {
	size_t race;
	unsigned from, to; /* the barrier stands after line from and before line to */
	bool round;        /* the later line comes first: through a loop */
};

/* A race across lines of one file has a span. */
static bool span_of(const struct report *r, size_t i, struct span *s)
{
	const struct report_race *e = &r->races[i];

	if (!e->first.at.file || !same_text(e->first.at.file, e->second.at.file))
		return false;
	*s = (struct span){i, e->first.at.line, e->second.at.line, false};
	if (report_backwards(e))
		*s = (struct span){i, e->second.at.line, e->first.at.line, false};
	s->round = s->from >= s->to;
	return true;
}

/* Spans that go on in order come first; those through a loop have their end at its end. */
static int by_end(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->round != y->round)
		return x->round ? 1 : -1;
	if (x->round) /* one at the latest of their starts parts most */
		return x->from != y->from ? (x->from > y->from ? -1 : 1)
					  : (x->race > y->race) - (x->race < y->race);
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return (x->race > y->race) - (x->race < y->race);
}

/* Whether a barrier right before line `to` (or, of a round one, right after line `from`) parts it.
 */
static bool parts(const struct span *barrier, const struct span *s)
{
	if (!barrier->round && !s->round)
		return s->from < barrier->to && s->to >= barrier->to;
	if (barrier->round && s->round)
		return s->from <= barrier->from && s->to <= barrier->from;
	return false;
}

static bool one_barrier(const struct report_race *a, const struct report_race *b)
{
	return a->fix == b->fix && !strcmp(a->symbol, b->symbol) &&
	       same_text(a->first.at.file, b->first.at.file);
}

static void barriers(struct group *g, const size_t *leads, size_t n)
{
	struct span *s = mem_alloc((n + 1) * sizeof(*s));
	bool *done = mem_alloc(n + 1);
	const struct report_race *e = g->r->races;
	size_t n_spans = 0;

	for (size_t i = 0; i < n; i++)
		if (report_by_barrier(e[leads[i]].fix) && !report_is_false(g->r, &e[leads[i]]) &&
		    span_of(g->r, leads[i], &s[n_spans]))
			n_spans++;
	qsort(s, n_spans, sizeof(*s), by_end);
	for (size_t i = 0; i < n_spans; i++) {
		if (done[i])
			continue;
		for (size_t j = i + 1; j < n_spans; j++) {
			if (done[j] || !parts(&s[i], &s[j]) ||
			    !one_barrier(&e[s[i].race], &e[s[j].race]))
				continue;
			done[j] = true;
			join(g, s[i].race, s[j].race);
		}
	}
	free(s);
	free(done);
}

/* The rest */

/* The flag's own scope is too narrow, for itself and for the data. */
static bool flag_itself(const struct report_race *flag, const struct report_race *data)
{
	const struct report_facts *f = &data->facts;

	return flag->fix == REPORT_FIX_SCOPE && data->fix == REPORT_FIX_HANDOFF &&
	       !strcmp(flag->symbol, data->symbol) && (f->write_narrow || f->read_narrow) &&
	       (one_place(&flag->first.at, &f->flag_write) ||
		one_place(&flag->second.at, &f->flag_write) ||
		one_place(&flag->second.at, &f->flag_read));
}

static bool one_cause(const struct report *r, const struct report_race *a,
		      const struct report_race *b)
{
	const enum report_fix f = a->fix;
	const struct report_place *x = &a->facts.flag_write, *y = &b->facts.flag_write;

	if (flag_itself(a, b) || flag_itself(b, a))
		return true;
	if (f != b->fix || strcmp(a->symbol, b->symbol) != 0 ||
	    report_is_false(r, a) != report_is_false(r, b))
		return false;
	if (report_is_false(r, a))
		return a->kind == b->kind && one_memory(a, b);
	if ((f == REPORT_FIX_HANDOFF || f == REPORT_FIX_LOCKING) && (x->file || y->file))
		return one_place(x, y);
	if (report_by_barrier(f) && a->first.at.file && b->first.at.file)
		return false;
	return one_memory(a, b);
}

static void group(struct group *g)
{
	const struct report *r = g->r;
	size_t *leads = mem_alloc((r->n_races + 1) * sizeof(*leads)), n = 0;

	for (size_t i = 0; i < r->n_races; i++)
		g->up[i] = i;
	for (size_t i = 0; i < r->n_races; i++)
		for (size_t j = 0; j < i; j++)
			if (!strcmp(r->races[i].symbol, r->races[j].symbol) &&
			    report_is_false(r, &r->races[i]) == report_is_false(r, &r->races[j]) &&
			    one_pair(&r->races[i], &r->races[j])) {
				join(g, i, j);
				break;
			}
	for (size_t i = 0; i < r->n_races; i++)
		if (g->up[i] == i)
			leads[n++] = lead_of(g, i);
	barriers(g, leads, n);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (one_cause(r, &r->races[leads[i]], &r->races[leads[j]]))
				join(g, leads[i], leads[j]);
	free(leads);
}

/* The example to show: of the widest scope, and the first. */
static bool leads_better(const struct report_race *e, const struct report_race *than)
{
	if (e->scope != than->scope)
		return e->scope > than->scope;
	/* says more than the flag's own */
	return e->fix == REPORT_FIX_HANDOFF && than->fix == REPORT_FIX_SCOPE;
}

struct report_causes report_causes(const struct report *r)
{
	struct report_causes all = {0};
	struct group g = {.r = r, .up = mem_alloc((r->n_races + 1) * sizeof(size_t))};
	size_t used = 0;

	group(&g);
	all.c = mem_alloc((r->n_races + 1) * sizeof(*all.c));
	all.of = mem_alloc((r->n_races + 1) * sizeof(*all.of));
	all.members = mem_alloc((r->n_races + 1) * sizeof(*all.members));
	for (size_t i = 0; i < r->n_races; i++) {
		struct report_cause *c = &all.c[all.n];

		if (top(&g, i) != i)
			continue;
		*c = (struct report_cause){.lead = i,
					   .members = all.members + used,
					   .is_false = report_is_false(r, &r->races[i])};
		for (size_t j = i; j < r->n_races; j++) {
			if (top(&g, j) != i)
				continue;
			c->members[c->n++] = j;
			all.of[j] = all.n;
			if (leads_better(&r->races[j], &r->races[c->lead]))
				c->lead = j;
		}
		used += c->n;
		all.n++;
	}
	free(g.up);
	return all;
}

void report_causes_free(struct report_causes *c)
{
	free(c->c);
	free(c->of);
	free(c->members);
	*c = (struct report_causes){0};
}
