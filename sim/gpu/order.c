/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * order: deterministic mode, the whole GPU's part of it (the paper, section 4:
 * docs/determinism.md).
 *
 *   PARALLEL ─ all SMs have arrived ─> COMMIT ─> SERIAL ─> DISTRIBUTE ─> PARALLEL ...
 *                                         │         └ only if somebody has an atomic
 *                                         └ L1s are flushed at its end
 *
 * Between two modes pass deterministic.barrier_latency cycles. With a detector the SMs send the
 * checks of the quantum in turns, during the commit mode. In the serial mode SMs come in turns,
 * too: the next one begins when all atomics of the last one have taken place at their slices (a
 * credit says so), not when their answers are back. Nor does the next parallel mode wait for
 * answers: what it sends to a slice comes behind the atomics there, and a warp that needs an answer
 * waits by itself. With a detector it does wait, as atomics' checks come before those of the next
 * quantum.
 *
 * A system call has no slice that could keep its place. So if somebody has one, SMs take turns in
 * that serial mode even with serial = slice.
 *
 * Blocks. Before a parallel mode pending blocks are shared out among block slots (pf_partition);
 * block slot s of SM m is number s * SMs + m there. A slot begins its share's blocks one after the
 * other; with dwp also within a quantum. One block begins in a cycle, as without determinism.
 *
 * The same blocks are in the same slots in the same quantum, whatever time things took.
 */
#include <stdlib.h>

#include "gpu_int.h"

/* The next slot that can begin a block of its share: one a cycle. */
static bool begin_block(struct gpu *g)
{
	struct gpu_order *r = g->order;
	const uint32_t n = g->n_sms * g->blocks_per_sm;

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t at = (r->next_slot + i) % n, sm = at % g->n_sms,
			       slot = at / g->n_sms;
		uint64_t index;

		if (!sm_slot_free(g->sms[sm], slot) ||
		    !pf_partition_offer(r->partition, at, &index))
			continue;
		pf_partition_take(r->partition, at);
		gpu_begin_block(g, sm, slot, engine_place_block(g->m, sm, slot, index));
		r->next_slot = (at + 1) % n;
		return true;
	}
	return false;
}

static void set_mode(struct gpu *g, enum commit_mode mode)
{
	struct gpu_order *r = g->order;

	r->mode = mode;
	r->turn = 0;
	r->given = r->calls = false;
	for (uint32_t i = 0; mode == COMMIT_SERIAL && i < g->n_sms; i++)
		r->calls |= sm_order_calls(g->sms[i]);
	commit_mode(r->commit, mode);
	if (mode == COMMIT_COMMIT) {
		bool logged = false;

		for (uint32_t i = 0; i < g->n_sms; i++)
			logged |= sm_order_logged(g->sms[i]);
		if (logged && r->lock)
			gpu_lock_begin(g);
		for (uint32_t i = 0; logged && !r->lock && i < g->n_slices; i++)
			commit_z_begin(g->slices[i].commit);
	}
	for (uint32_t i = 0; i < g->n_sms; i++)
		sm_order_mode(g->sms[i], mode);
	if (mode == COMMIT_PARALLEL) {
		r->counts.quanta++;
		r->clock += g->cfg.com.quantum;
	}
	if (mode != COMMIT_DISTRIBUTE)
		return;
	for (uint32_t i = 0; i < g->n_sms * g->blocks_per_sm; i++)
		r->free[i] = sm_slot_free(g->sms[i % g->n_sms], i / g->n_sms);
	pf_partition_go(r->partition, r->free);
}

static bool all_arrived(const struct gpu *g)
{
	for (uint32_t i = 0; i < g->n_sms; i++)
		if (!sm_order_arrived(g->sms[i]))
			return false;
	return true;
}

/* Whose turn it is, is done: the next one that wants. True: nobody does. */
static bool turns(struct gpu *g, bool (*wants)(const struct sm *), void (*give)(struct sm *),
		  bool (*done)(const struct sm *))
{
	struct gpu_order *r = g->order;

	if (r->given && !done(g->sms[r->turn]))
		return false;
	if (r->given)
		r->turn++;
	r->given = false;
	while (r->turn < g->n_sms && !wants(g->sms[r->turn]))
		r->turn++;
	if (r->turn == g->n_sms)
		return true;
	give(g->sms[r->turn]);
	r->given = true;
	return false;
}

static bool always(const struct sm *s)
{
	(void)s;
	return true;
}

static void give_token(struct sm *s)
{
	sm_order_token(s, false);
}

static void flush_l1s(struct gpu *g)
{
	for (uint32_t i = 0; i < g->n_sms; i++)
		l1_flush(sm_l1(g->sms[i]));
}

/* SERIAL, slice: all SMs send at once; the request network keeps their order at each slice. True:
 * all have passed it. */
static bool all_sent(struct gpu *g)
{
	struct gpu_order *r = g->order;
	bool sent = true;

	if (r->turn == g->n_sms)
		return true;
	if (!r->given) {
		noc_order(g->request, true);
		for (uint32_t i = 0; i < g->n_sms; i++)
			sm_order_token(g->sms[i], true);
		r->given = true;
		return false;
	}
	for (uint32_t i = 0; i < g->n_sms; i++) {
		if (sm_order_sorted(g->sms[i]))
			noc_order_sorted(g->request, i);
		if (sm_order_sent(g->sms[i]) && !g->sm_links[i].to_noc.count)
			noc_order_end(g->request, i);
		else
			sent = false;
	}
	if (!sent || !noc_decided(g->request))
		return false;
	noc_order(g->request, false);
	r->turn = g->n_sms;
	return true;
}

/* Commits go to what is allocated. */
static int set_region(struct gpu *g, uint64_t bytes, struct diag *diag)
{
	const uint64_t lines = map_local_bytes(&g->map, bytes) / LINE;

	if (commit_launch(g->order->commit, lines, diag))
		return -1;
	gpu_lock_launch(g, lines);
	g->order->region = bytes;
	return 0;
}

/* SERIAL: a malloc() of the program has made that more. True: the units know. */
static bool region_follows(struct gpu *g)
{
	const uint64_t bytes = gpu_footprint(g);
	struct diag diag;

	if (bytes <= g->order->region)
		return true;
	for (uint32_t i = 0; i < g->n_slices; i++)
		if (!commit_z_idle(g->slices[i].commit))
			return false;
	if (set_region(g, bytes, &diag)) {
		engine_limit(g->m, diag.text);
		g->failed = true;
	}
	return true;
}

static bool mode_done(struct gpu *g)
{
	struct gpu_order *r = g->order;

	switch (r->mode) {
	case COMMIT_PARALLEL: return (!g->cfg.com.dwp || !begin_block(g)) && all_arrived(g);
	case COMMIT_COMMIT:
		/* Data first, then checks: an acknowledgement does not say which it is of. */
		if (!r->committed && !all_arrived(g))
			return false;
		r->committed = true;
		return !g->det || turns(g, always, sm_order_check, sm_order_checked);
	case COMMIT_SERIAL:
		if (g->cfg.com.serial == SIM_SERIAL_SLICE && !r->calls
			    ? !all_sent(g)
			    : !turns(g, sm_order_needs_serial, give_token, sm_order_passes))
			return false;
		return (!g->det || all_arrived(g)) && region_follows(g);
	default: return !begin_block(g) && !engine_finished(g->m);
	}
}

static enum commit_mode next_mode(struct gpu *g)
{
	struct gpu_order *r = g->order;

	switch (r->mode) {
	case COMMIT_PARALLEL: r->committed = false; return COMMIT_COMMIT;
	case COMMIT_COMMIT:
		flush_l1s(g);
		for (uint32_t i = 0; i < g->n_sms; i++)
			if (sm_order_needs_serial(g->sms[i]))
				return COMMIT_SERIAL;
		return COMMIT_DISTRIBUTE;
	case COMMIT_SERIAL: return COMMIT_DISTRIBUTE;
	default: return COMMIT_PARALLEL;
	}
}

void gpu_order_step(struct gpu *g)
{
	struct gpu_order *r = g->order;

	r->counts.cycles[r->mode] += !g->flushing;
	if (g->failed || g->flushing)
		return;
	if (!r->leaving) {
		if (!mode_done(g))
			return;
		r->leaving = true;
		r->leave_at = g->now + g->cfg.com.barrier_latency;
	}
	if (g->now < r->leave_at)
		return;
	r->leaving = false;
	set_mode(g, next_mode(g));
}

int gpu_order_launch(struct gpu *g, uint32_t blocks_per_sm, uint64_t bytes, struct diag *diag)
{
	struct gpu_order *r = g->order;
	const uint32_t n = g->cfg.sm.count * g->cfg.sm.block_slots;

	if (set_region(g, bytes, diag))
		return -1;
	g->blocks_per_sm = blocks_per_sm;
	for (uint32_t i = 0; i < n; i++)
		r->free[i] = i < g->n_sms * blocks_per_sm;
	pf_partition_load(r->partition, engine_blocks(g->m), r->free);
	r->next_slot = 0;
	r->leaving = false;
	set_mode(g, COMMIT_DISTRIBUTE);
	return 0;
}

/* Everything is committed: nothing is left to do for a launch whose blocks have ended. */
bool gpu_order_done(const struct gpu *g)
{
	return g->order->mode == COMMIT_DISTRIBUTE;
}

int gpu_order_init(struct gpu *g, const struct commit_setup *setup, struct diag *diag)
{
	const struct sm_config *c = &g->cfg.sm;
	const struct pf_partition_config p = {.slots = c->count * c->block_slots,
					      .chunk_log2 = g->cfg.com.chunk_log2,
					      .dwp = g->cfg.com.dwp};
	struct gpu_order *r = mem_alloc(sizeof(*r));

	g->order = r;
	r->mode = COMMIT_DISTRIBUTE;
	r->commit = commit_create(setup, diag);
	if (!r->commit)
		return -1;
	r->free = mem_alloc(p.slots * sizeof(*r->free));
	r->partition = pf_partition_create(&p);
	return 0;
}

void gpu_order_free(struct gpu *g)
{
	struct gpu_order *r = g->order;

	if (!r)
		return;
	gpu_lock_free(g);
	pf_partition_destroy(r->partition);
	commit_destroy(r->commit);
	free(r->free);
	free(r);
}

void gpu_order_stats(struct gpu *g)
{
	const struct gpu_order_counts *c = &g->order->counts;
	static const char *const name[] = {"order.parallel_cycles", "order.commit_cycles",
					   "order.serial_cycles", "order.distribute_cycles"};
	static const char *const meaning[] = {
		"in parallel mode", "in commit mode", "in serial mode",
		"in which blocks were shared out; each with the barrier behind it"};

	stats_add(g->stats, "order.quanta", "quanta", "begun", STATS_SUM, &c->quanta, 1, 0);
	for (unsigned i = 0; i < 4; i++)
		stats_add(g->stats, name[i], "core cycles", meaning[i], STATS_SUM, &c->cycles[i], 1,
			  0);
	commit_stats(g->stats, g->order->commit);
}
