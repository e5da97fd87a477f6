/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Block barriers. Who counts, and how:
 *
 *   lockstep  a warp that arrives counts 32, whatever lanes are active: sm_60 counts warps.
 *   ITS       lanes count one by one. A warp of which every live lane has arrived counts 32
 *             where a count was given, so that a partial warp can meet it.
 *
 * Without a count the barrier is over all threads of the block that have not exited, so an
 * exit may complete it. With a count an exit does not, as on the hardware.
 */
#include <string.h>

#include "machine_int.h"

static uint32_t lanes_in(uint32_t mask)
{
	return mask == UINT32_MAX ? SIMT_LANES : (uint32_t)__builtin_popcount(mask);
}

static bool is_red(enum ptx_mode mode)
{
	return mode == PTX_MODE_BAR_RED_POPC || mode == PTX_MODE_BAR_RED_AND ||
	       mode == PTX_MODE_BAR_RED_OR;
}

uint32_t barrier_expected(const struct machine *m, const struct machine_block *b, uint32_t id)
{
	uint32_t n = b->bar[id].count;

	if (n)
		return n;
	for (uint32_t i = 0; i < b->n_warps; i++) {
		const uint32_t live = b->warps[i].w.live;

		if (m->cfg.mode == SIMT_LOCKSTEP)
			n += live ? SIMT_LANES : 0;
		else
			n += lanes_in(live);
	}
	return n;
}

uint32_t barrier_arrived(const struct machine *m, const struct machine_block *b, uint32_t id)
{
	const struct machine_barrier *bar = &b->bar[id];
	uint32_t n = bar->arrived;

	for (uint32_t i = 0; i < b->n_warps; i++) {
		const uint32_t mask = bar->mask[i];

		if (!mask)
			continue;
		if (m->cfg.mode == SIMT_LOCKSTEP || (bar->count && mask == b->warps[i].w.live))
			n += SIMT_LANES;
		else
			n += lanes_in(mask);
	}
	return n;
}

static void release(struct machine *m, struct machine_block *b, uint32_t id)
{
	struct machine_barrier *bar = &b->bar[id];
	const struct machine_barrier was = *bar;
	uint32_t result = 0;

	if (was.mode == PTX_MODE_BAR_RED_POPC)
		result = was.popc;
	else if (was.mode == PTX_MODE_BAR_RED_AND)
		result = was.all;
	else if (was.mode == PTX_MODE_BAR_RED_OR)
		result = was.any;
	memset(bar, 0, sizeof(*bar));
	if (was.waiters)
		b->waiting--;
	m->stats.barriers++;
	m->run.steps++;
	machine_changed(m);
	for (uint32_t i = 0; i < b->n_warps; i++) {
		struct machine_warp *w = &b->warps[i];

		if (!was.mask[i])
			continue;
		if (w->without.lanes)
			sync_release(m, w, was.mask[i]);
		simt_bar_release(&w->w, was.mask[i], result);
		if (w->state == MACHINE_WARP_WAITS) {
			w->state = MACHINE_WARP_RUNS;
			w->stuck = false;
			if (!m->engined)
				sched_add(m, w);
		}
		MACHINE_OBSERVE(m, barrier_release, &w->who, id, was.mask[i]);
		if (m->engined)
			m->engine.wake(m->engine.ctx, w);
	}
}

static int misuse(struct machine *m, const struct machine_warp *w, const struct simt_op *op)
{
	const struct machine_barrier *bar = &w->blk->bar[op->bar_id];
	const uint32_t most = w->blk->n_warps * SIMT_LANES;

	if (op->bar_count % SIMT_LANES || op->bar_count > most ||
	    (!op->bar_count && op->bar_mode == PTX_MODE_BAR_ARRIVE))
		return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask,
				 "barrier %u with a count of %u: not a multiple of 32 in 32..%u",
				 op->bar_id, op->bar_count, most);
	if (bar->busy && bar->count != op->bar_count &&
	    (bar->count ? bar->count : most) != (op->bar_count ? op->bar_count : most))
		return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask,
				 "barrier %u with a count of %u while others wait there with %u",
				 op->bar_id, op->bar_count ? op->bar_count : most,
				 bar->count ? bar->count : most);
	if (bar->waiters && bar->mode != op->bar_mode &&
	    (is_red(bar->mode) || is_red(op->bar_mode)))
		return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask,
				 "barrier %u: a reduction meets another kind of barrier there",
				 op->bar_id);
	return 0;
}

static void count_in(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	struct machine_barrier *bar = &w->blk->bar[op->bar_id];
	const uint32_t pred = op->bar_pred & op->mask;

	if (!bar->busy)
		bar->count = op->bar_count;
	bar->busy = true;
	if (op->bar_mode == PTX_MODE_BAR_ARRIVE) {
		const bool whole = m->cfg.mode == SIMT_LOCKSTEP || op->mask == w->w.live;

		bar->arrived += whole ? SIMT_LANES : (uint32_t)__builtin_popcount(op->mask);
		return;
	}
	if (!bar->waiters) {
		bar->waiters = true;
		bar->mode = op->bar_mode;
		bar->all = 1;
		w->blk->waiting++;
	}
	bar->mask[w->w.id] |= op->mask;
	bar->popc += (uint32_t)__builtin_popcount(pred);
	bar->all &= pred == op->mask;
	bar->any |= pred != 0;
}

int barrier_arrive(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	if (op->bar_id == SIMT_CLUSTER_BAR)
		return cluster_barrier(m, w, op);
	if (op->bar_id >= MACHINE_BARRIERS)
		return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask,
				 "barrier %u: a block has 0..%d", op->bar_id, MACHINE_BARRIERS - 1);
	if (misuse(m, w, op))
		return -1;
	if (m->misuse && (op->mask != w->w.live || w->without.lanes))
		sync_arrive(m, w, op);
	count_in(m, w, op);
	if (barrier_arrived(m, w->blk, op->bar_id) >= barrier_expected(m, w->blk, op->bar_id))
		release(m, w->blk, op->bar_id);
	return 0;
}

void barrier_exit(struct machine *m, struct machine_block *b)
{
	for (uint32_t id = 0; b->waiting && id < MACHINE_BARRIERS; id++)
		if (b->bar[id].waiters && barrier_arrived(m, b, id) >= barrier_expected(m, b, id))
			release(m, b, id);
}
