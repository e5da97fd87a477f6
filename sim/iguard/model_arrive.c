/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_arrive.h"

#include <string.h>

enum { WAIT = 4 };

/* Most pieces are some fewer than there is room for (Inside of pf_iguard_engine). */
enum { MOST_PIECES = WAIT + 14 + 2 * (SIDE_REQUESTS + 12 + SIDE_INSIDE) + 6 + 4 - LINES_ADDS };

static const uint32_t NO_ROW = UINT32_MAX;

static const struct pf_iguard_message *message(const struct arrival *a)
{
	const struct join_op *op = a->in.op;

	return op && op->request.is_message ? &op->request.message : NULL;
}

bool arrival_idle(const struct arrival *a)
{
	return !a->queue.level && a->state == ARRIVAL_RUN && a->now == a->old && !a->skipped;
}

/* Rows of the table that a message changes: of a warp slot, of a block. */
static uint32_t warp_row(const struct arrival *a, const struct pf_iguard_message *m)
{
	const struct pf_iguard_table *t = &a->slice->table;

	return m->kind == PF_IGUARD_MSG_FENCE
		       ? (m->block & ((1U << t->sm_bits) - 1)) << t->warp_bits | m->warp
		       : NO_ROW;
}

static uint32_t block_row(const struct pf_iguard_message *m)
{
	return m->kind == PF_IGUARD_MSG_BEGIN || m->device ? m->block : NO_ROW;
}

static bool in_ring(const struct arrival *a, const struct pf_iguard_message *m)
{
	const uint32_t warp = warp_row(a, m), block = block_row(m);

	for (uint32_t e = a->old; e != a->now; e = (e + 1) % VISIT_ERAS) {
		if (warp != NO_ROW && a->ring[e].warp == warp)
			return true;
		if (block != NO_ROW && a->ring[e].block == block)
			return true;
	}
	return false;
}

static bool waits(const struct arrival *a, const struct pf_iguard_message *m)
{
	return a->inside && ((a->now + 1) % VISIT_ERAS == a->old || in_ring(a, m));
}

void arrival_eval(struct arrival *a)
{
	const struct pf_iguard_message *m = message(a);
	const bool run = a->state == ARRIVAL_RUN, epoch = m && m->kind == PF_IGUARD_MSG_EPOCH;
	const bool told = a->state == ARRIVAL_TELL && a->pass;
	const bool tells = run && m && !epoch;

	a->takes = run && a->in.op && !m && a->queue.level != WAIT && a->inside < MOST_PIECES;
	a->tells = tells && a->pass;
	a->ends = a->tells && a->inside;
	a->stall = tells && waits(a, m);
	a->passes = (tells || a->state == ARRIVAL_TELL) && !a->stall && !a->pass;
	a->op_ready = a->takes || a->tells || told;
	a->epoch = told;
	a->forgetting = a->state == ARRIVAL_FORGET;
}

/* The ring keeps what the message changes. */
static void end_era(struct arrival *a)
{
	const struct pf_iguard_message *m = message(a);

	a->ring[a->now].warp = warp_row(a, m);
	a->ring[a->now].block = block_row(m);
	a->now = (a->now + 1) % VISIT_ERAS;
}

/* They are counted a cycle later. */
static void step_pieces(struct arrival *a)
{
	const struct pieces *p = &a->late;

	for (uint32_t i = 0; i < p->n; i++)
		a->of_era[p->more[i]]++;
	a->inside += p->n;
	if (p->ends)
		a->of_era[p->end]--;
	a->inside -= p->ends;
	a->late = *a->in.pieces;
}

static void step_state(struct arrival *a)
{
	const struct pf_iguard_message *m = message(a);

	switch (a->state) {
	case ARRIVAL_RUN:
		if (m && m->kind == PF_IGUARD_MSG_EPOCH)
			a->state = ARRIVAL_EMPTY;
		break;
	case ARRIVAL_EMPTY:
		if (!a->queue.level && a->in.empty)
			a->state = ARRIVAL_FORGET;
		break;
	case ARRIVAL_FORGET:
		if (a->in.forgot)
			a->state = ARRIVAL_TELL;
		break;
	case ARRIVAL_TELL:
		if (a->op_ready)
			a->state = ARRIVAL_RUN;
		break;
	}
}

void arrival_step(struct arrival *a)
{
	const struct join_op *op = a->in.op;
	const uint64_t skipped = a->slice->stats.skipped;
	uint32_t visit = VISIT_NONE;

	step_state(a);
	if (a->old != a->now && !a->of_era[a->old])
		a->old = (a->old + 1) % VISIT_ERAS;
	step_pieces(a);
	if (a->takes) {
		visits_begin(a->visits, a->now);
		pf_iguard_slice_line(a->slice, op->line, op->words, &op->request);
		visit = a->visits->root;
		a->inside += visit != VISIT_NONE;
		a->of_era[a->now] += visit != VISIT_NONE;
	} else if (a->op_ready) {
		if (a->ends)
			end_era(a);
		pf_iguard_slice_request(a->slice, &op->request);
	}
	a->skipped = a->slice->stats.skipped != skipped;
	a->pass = a->passes;
	ram_fifo_step(&a->queue, visit != VISIT_NONE, visit, a->in.out_ready);
}

void arrival_reset(struct arrival *a)
{
	memset(&a->queue, 0, sizeof(a->queue));
	a->state = ARRIVAL_RUN;
	a->pass = a->skipped = false;
	a->now = a->old = a->inside = 0;
	memset(a->of_era, 0, sizeof(a->of_era));
	a->late = (struct pieces){.n = 0};
}
