/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { WAIT_FIRST = 1, WAIT_LONG = 8 };

bool rows_room(const struct rows *r, bool in_s2)
{
	return r->n_queue + in_s2 < ROWS_QUEUE || r->n_queue < ROWS_QUEUE - 1;
}

bool rows_quiet(const struct rows *r)
{
	return !r->n_flying && !r->mark && !r->spilling && !r->spilled;
}

uint32_t rows_pins(const struct rows *r, uint32_t set, uint32_t ways_log2)
{
	const uint32_t way = (1U << ways_log2) - 1;
	uint32_t pins = 0;

	for (uint32_t i = 0; i < r->n_queue; i++)
		if (r->queue[i].at >> ways_log2 == set)
			pins |= 1U << (r->queue[i].at & way);
	for (uint32_t i = 0; i < r->n_flying; i++)
		if (r->flying[i].at >> ways_log2 == set)
			pins |= 1U << (r->flying[i].at & way);
	if (r->mark && r->mark_at >> ways_log2 == set)
		pins |= 1U << (r->mark_at & way);
	return pins;
}

static const struct row_operation *oldest(const struct rows *r)
{
	return &r->flying[r->n_flying - 1];
}

static bool rewrites(const struct rows *r)
{
	return r->in.ret && (r->in.ret_changed || oldest(r)->fresh);
}

/* The row to be read is written in this cycle, and is not one that a younger operation gives. */
static bool is_written(const struct rows *r, uint32_t at)
{
	if (r->through || !rewrites(r) || oldest(r)->at != at)
		return false;
	for (uint32_t i = 0; i + 1 < r->n_flying; i++)
		if (r->flying[i].at == at)
			return false;
	return true;
}

void rows_eval(struct rows *r)
{
	const bool hold = r->waited == WAIT_FIRST || r->waited >= WAIT_LONG;

	r->turn = r->replayed = false;
	r->fill_ready = !(r->through ? r->in.ret : rewrites(r)) && !r->in.fill_wait;
	if (!r->in.replay && !r->n_queue)
		return;
	r->turning = r->in.replay ? (struct row_operation){r->in.replay_slot, r->in.replay_at,
							   false, false}
				  : r->queue[0];
	r->turn_slot = r->turning.slot;
	r->turn = r->in.go_ready && !r->spilling && !hold && !is_written(r, r->turning.at) &&
		  (r->n_flying < r->depth || r->in.ret);
	r->replayed = r->turn && r->in.replay;
}

/* Steps */

static void step_queue(struct rows *r)
{
	if (r->turn && !r->in.replay) {
		r->n_queue--;
		memmove(r->queue, r->queue + 1, r->n_queue * sizeof(*r->queue));
	}
	if (r->in.put)
		r->queue[r->n_queue++] = r->in.op;
}

static void step_memory(struct rows *r)
{
	if (r->in.ret && rewrites(r))
		r->row[oldest(r)->at] = *r->in.ret_row;
	else if (r->in.fill && r->fill_ready)
		r->row[r->in.fill_at] = *r->in.fill_row;
}

/* The nearest operation before the youngest that is on its row. */
static uint32_t find_near(const struct rows *r)
{
	for (uint32_t i = 1; i < r->n_flying; i++)
		if (r->flying[i].at == r->flying[0].at)
			return i;
	return 0;
}

static void step_flight(struct rows *r)
{
	if (r->in.ret)
		r->n_flying--;
	r->go = r->turn;
	if (!r->turn)
		return;
	memmove(r->flying + 1, r->flying, r->n_flying * sizeof(*r->flying));
	r->flying[0] = r->turning;
	r->n_flying++;
	r->go_fresh = r->turning.fresh;
	r->go_slot = r->turning.slot;
	r->go_at = r->turning.at;
	r->near = find_near(r);
}

void rows_step(struct rows *r)
{
	const bool mark = r->in.ret && r->in.ret_changed && !oldest(r)->dirty;
	const uint32_t mark_at = r->in.ret ? oldest(r)->at : 0;

	if (!r->in.fill || r->fill_ready)
		r->waited = 0;
	else if (r->waited < WAIT_LONG)
		r->waited++;
	if (r->spilling && !r->through)
		r->spill_row = r->row[r->spilling_at];
	step_memory(r);
	if (r->spilling && r->through)
		r->spill_row = r->row[r->spilling_at];
	r->spilled = r->spilling;
	r->spilling = r->in.spill;
	r->spilling_at = r->in.spill_at;
	step_queue(r);
	step_flight(r);
	r->mark = mark;
	r->mark_at = mark_at;
}

/* Life */

void rows_reset(struct rows *r)
{
	const struct rows was = *r;

	memset(r, 0, sizeof(*r));
	r->row = was.row;
	r->depth = was.depth;
	r->through = was.through;
}

void rows_init(struct rows *r, uint32_t places, uint32_t depth, bool through)
{
	r->row = mem_alloc(places * sizeof(*r->row));
	r->depth = depth;
	r->through = through;
	rows_reset(r);
}

void rows_free(struct rows *r)
{
	free(r->row);
	r->row = NULL;
}
