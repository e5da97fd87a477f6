/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_group: pf_iguard_group beside pf_iguard_next_group: every group, in order.
 *
 *   pf_iguard_group_vec.h ─ lanes of a line ─┬─> pf_iguard_next_group ─> expected groups
 *                                            └─> unit ─────────────────> the same
 */
#include <stdio.h>
#include <string.h>

#include "../../sim/iguard/port.h"
#include "../rtl/pf_iguard_group_vec.h"
#include "iguard.h"

enum { IN };
enum { EXPECTED = 256 }; /* groups: those of a few instructions */

struct group_bench {
	struct iguard_run *x;
	const struct unit_kind *kind;
	struct group_port *port;
	struct pf_iguard_group group[EXPECTED];
	bool last[EXPECTED];
	uint64_t head, tail, lines;
};

static bool same(const struct pf_iguard_group *a, const struct pf_iguard_group *b)
{
	return a->lanes == b->lanes && a->words == b->words && a->bytes == b->bytes &&
	       a->step == b->step && a->lane == b->lane && a->several == b->several;
}

static void look(struct group_bench *g)
{
	struct iguard_run *x = g->x;
	struct group_port_out *o = &g->port->out;
	const uint32_t i = g->head % EXPECTED;

	if (o->idle && g->head != g->tail)
		iguard_differ(x, "idle, with groups due");
	if (!o->valid)
		return;
	if (iguard_fault(x, "group", g->head))
		o->group.lane ^= 1;
	if (iguard_fault(x, "last", g->head))
		o->last = !o->last;
	if (g->head == g->tail || !same(&o->group, &g->group[i]) || o->last != g->last[i])
		iguard_differ(x, "group %llu: lanes %08x words %08x, expected %08x %08x",
			      (unsigned long long)g->head, o->group.lanes, o->group.words,
			      g->group[i].lanes, g->group[i].words);
	g->head++;
	x->moved = x->cycle;
}

static void cycle(struct group_bench *g)
{
	g->kind->step(g->port);
	(void)iguard_next_cycle(g->x);
	look(g);
}

static void give(struct group_bench *g, struct pf_iguard_lanes_access a)
{
	while (!g->port->out.ready || !iguard_open(g->x, IN))
		cycle(g);
	g->port->in.lanes = a;
	g->port->in.valid = true;
	while (a.lanes) {
		g->group[g->tail % EXPECTED] = pf_iguard_next_group(&a);
		g->last[g->tail++ % EXPECTED] = !a.lanes;
	}
	g->lines++;
	g->x->moved = g->x->cycle;
	cycle(g);
}

void iguard_group(struct iguard_run *x)
{
	struct group_bench g = {.x = x, .kind = x->library.api->kind[IGUARD_GROUP]};
	struct pf_iguard_lanes_access a;
	struct rng r;

	g.port = g.kind->create(NULL);
	rng_seed(&r, x->seed);
	while (g.head < x->checks) {
		lay_out(&r, &a);
		give(&g, a);
	}
	while (!g.port->out.idle)
		cycle(&g);
	snprintf(x->result, sizeof(x->result), "checks=%llu lines=%llu cycles=%llu",
		 (unsigned long long)g.head, (unsigned long long)g.lines,
		 (unsigned long long)x->cycle);
	g.kind->destroy(g.port);
}
