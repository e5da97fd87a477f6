/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: deterministic mode, the whole GPU's part of it (the paper, section 4:
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
#include "system.h"

#include <stdlib.h>

#include "sides.h"

static struct commit_system *of(struct gpu_side *x)
{
	return (struct commit_system *)x;
}

static const struct commit_system *of_const(const struct gpu_side *x)
{
	return (const struct commit_system *)x;
}

/* The next slot that can begin a block of its share: one a cycle. */
static bool begin_block(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;
	const uint32_t n = g->n_sms * g->blocks_per_sm;
	const uint32_t first = r->next_slot % n; /* of the launch before there were others */
	uint32_t sm = first % g->n_sms, slot = first / g->n_sms;

	for (uint32_t i = 0; i < n; i++, sm++) {
		uint64_t index;
		uint32_t at;

		if (sm == g->n_sms) {
			sm = 0;
			slot = slot + 1 == g->blocks_per_sm ? 0 : slot + 1;
		}
		at = slot * g->n_sms + sm;
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

static void set_mode(struct commit_system *r, enum commit_mode mode)
{
	struct gpu *g = r->side.gpu;

	r->mode = mode;
	r->turn = 0;
	r->given = r->calls = false;
	for (uint32_t i = 0; mode == COMMIT_SERIAL && i < g->n_sms; i++)
		r->calls |= commit_calls(&r->sms[i]);
	commit_mode(r->units, mode);
	if (mode == COMMIT_COMMIT) {
		bool logged = false;

		for (uint32_t i = 0; i < g->n_sms; i++)
			logged |= commit_logged(&r->sms[i]);
		if (logged && r->lock)
			commit_locks_begin(r);
		for (uint32_t i = 0; logged && !r->lock && i < g->n_slices; i++)
			commit_z_begin(r->slices[i].unit);
	}
	for (uint32_t i = 0; i < g->n_sms; i++)
		commit_side_mode(&r->sms[i], mode);
	if (mode == COMMIT_PARALLEL) {
		r->counts.quanta++;
		r->clock += g->cfg.deterministic.quantum;
	}
	if (mode != COMMIT_DISTRIBUTE)
		return;
	for (uint32_t i = 0; i < g->n_sms * g->blocks_per_sm; i++)
		r->free[i] = sm_slot_free(g->sms[i % g->n_sms], i / g->n_sms);
	pf_partition_go(r->partition, r->free);
}

static bool all_arrived(const struct commit_system *r)
{
	const struct gpu *g = r->side.gpu;

	for (uint32_t i = 0; i < g->n_sms; i++)
		if (!commit_arrived(&r->sms[i]))
			return false;
	return true;
}

/* Whose turn it is, is done: the next one that wants. True: nobody does. */
static bool turns(struct commit_system *r, bool (*wants)(const struct commit_side *),
		  void (*give)(struct commit_side *), bool (*done)(const struct commit_side *))
{
	struct gpu *g = r->side.gpu;

	if (r->given && !done(&r->sms[r->turn]))
		return false;
	if (r->given)
		r->turn++;
	r->given = false;
	while (r->turn < g->n_sms && !wants(&r->sms[r->turn]))
		r->turn++;
	if (r->turn == g->n_sms)
		return true;
	give(&r->sms[r->turn]);
	r->given = true;
	return false;
}

static bool always(const struct commit_side *s)
{
	(void)s;
	return true;
}

static void give_token(struct commit_side *s)
{
	commit_token(s, false);
}

static void flush_l1s(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;

	for (uint32_t i = 0; i < g->n_sms; i++)
		l1_flush(sm_l1(g->sms[i]));
}

/* SERIAL, slice: all SMs send at once; the request network keeps their order at each slice. True:
 * all have passed it. */
static bool all_sent(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;
	bool sent = true;

	if (r->turn == g->n_sms)
		return true;
	if (!r->given) {
		noc_order(g->request, true);
		for (uint32_t i = 0; i < g->n_sms; i++)
			commit_token(&r->sms[i], true);
		r->given = true;
		return false;
	}
	for (uint32_t i = 0; i < g->n_sms; i++) {
		if (commit_sorted(&r->sms[i]))
			noc_order_sorted(g->request, i);
		if (commit_sent(&r->sms[i]) && !g->sm_links[i].to_noc.count)
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
static int set_region(struct commit_system *r, uint64_t bytes, struct diag *diag)
{
	struct gpu *g = r->side.gpu;
	const uint64_t lines = map_local_bytes(&g->map, bytes) / LINE;

	if (commit_launch(r->units, lines, diag))
		return -1;
	commit_locks_launch(r, lines);
	r->region = bytes;
	return 0;
}

/* SERIAL: a malloc() of the program has made that more. True: the units know. */
static bool region_follows(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;
	const uint64_t bytes = gpu_footprint(g);
	struct diag diag;

	if (bytes <= r->region)
		return true;
	for (uint32_t i = 0; i < g->n_slices; i++)
		if (!commit_z_idle(r->slices[i].unit))
			return false;
	if (set_region(r, bytes, &diag)) {
		engine_limit(g->m, diag.text);
		g->failed = true;
	}
	return true;
}

/* Does another system check accesses? */
static bool checks(const struct commit_system *r)
{
	return r->sms[0].side.sm->checker != NULL;
}

static bool mode_done(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;

	switch (r->mode) {
	case COMMIT_PARALLEL:
		return (!g->cfg.deterministic.dwp || !begin_block(r)) && all_arrived(r);
	case COMMIT_COMMIT:
		/* Data first, then checks: an acknowledgement does not say which it is of. */
		if (!r->committed && !all_arrived(r))
			return false;
		r->committed = true;
		return !checks(r) || turns(r, always, commit_check, commit_checked);
	case COMMIT_SERIAL:
		if (g->cfg.deterministic.serial == SIM_SERIAL_SLICE && !r->calls
			    ? !all_sent(r)
			    : !turns(r, commit_needs_serial, give_token, commit_passes))
			return false;
		return (!checks(r) || all_arrived(r)) && region_follows(r);
	default: return !begin_block(r) && !engine_finished(g->m);
	}
}

static enum commit_mode next_mode(struct commit_system *r)
{
	struct gpu *g = r->side.gpu;

	switch (r->mode) {
	case COMMIT_PARALLEL: r->committed = false; return COMMIT_COMMIT;
	case COMMIT_COMMIT:
		flush_l1s(r);
		for (uint32_t i = 0; i < g->n_sms; i++)
			if (commit_needs_serial(&r->sms[i]))
				return COMMIT_SERIAL;
		return COMMIT_DISTRIBUTE;
	case COMMIT_SERIAL: return COMMIT_DISTRIBUTE;
	default: return COMMIT_PARALLEL;
	}
}

static void core_clock(struct gpu_side *x)
{
	struct commit_system *r = of(x);
	struct gpu *g = x->gpu;

	r->counts.cycles[r->mode] += !g->flushing;
	if (g->failed || g->flushing)
		return;
	if (!r->leaving) {
		if (!mode_done(r))
			return;
		r->leaving = true;
		r->leave_at = g->now + g->cfg.deterministic.barrier_latency;
	}
	if (g->now < r->leave_at)
		return;
	r->leaving = false;
	set_mode(r, next_mode(r));
}

static int launch(struct gpu_side *x, uint32_t blocks_per_sm, uint64_t bytes, struct diag *diag)
{
	struct commit_system *r = of(x);
	struct gpu *g = x->gpu;
	const uint32_t n = g->cfg.sm.count * g->cfg.sm.block_slots;

	if (set_region(r, bytes, diag))
		return -1;
	g->blocks_per_sm = blocks_per_sm;
	for (uint32_t i = 0; i < n; i++)
		r->free[i] = i < g->n_sms * blocks_per_sm;
	pf_partition_load(r->partition, engine_blocks(g->m), r->free);
	r->next_slot = 0;
	r->leaving = false;
	set_mode(r, COMMIT_DISTRIBUTE);
	return 0;
}

/* Everything is committed: nothing is left to do for a launch whose blocks have ended. */
static bool done(const struct gpu_side *x)
{
	return of_const(x)->mode == COMMIT_DISTRIBUTE;
}

static const uint64_t *now(const struct gpu_side *x)
{
	return &of_const(x)->clock;
}

static uint64_t progress(const struct gpu_side *x)
{
	return of_const(x)->changed;
}

/* Its units */

static bool wanted(const struct system_setup *s)
{
	return s->sim->deterministic.on;
}

static void destroy(struct gpu_side *x)
{
	struct commit_system *r = of(x);

	commit_locks_free(r);
	pf_partition_destroy(r->partition);
	commit_destroy(r->units);
	free(r->sms);
	free(r->slices);
	free(r->free);
	free(r);
}

static struct gpu_side *create(struct gpu *g, const struct system_setup *setup, struct diag *diag)
{
	const struct commit_setup units = {.backend = setup->backend, .sim = setup->sim};
	const struct sm_config *c = &g->cfg.sm;
	const struct pf_partition_config p = {.slots = c->count * c->block_slots,
					      .chunk_log2 = g->cfg.deterministic.chunk_log2,
					      .dwp = g->cfg.deterministic.dwp};
	struct commit_system *r = mem_alloc(sizeof(*r));

	r->side.gpu = g;
	r->mode = COMMIT_DISTRIBUTE;
	r->units = commit_create(&units, diag);
	if (!r->units) {
		destroy(&r->side);
		return NULL;
	}
	r->sms = mem_alloc(g->n_sms * sizeof(*r->sms));
	r->slices = mem_alloc(g->n_slices * sizeof(*r->slices));
	for (uint32_t i = 0; i < g->n_slices; i++)
		commit_slice_side_init(&r->slices[i], r, i);
	r->free = mem_alloc(p.slots * sizeof(*r->free));
	r->partition = pf_partition_create(&p);
	return &r->side;
}

static struct sm_side *sm(struct gpu_side *x, uint32_t sm)
{
	struct commit_system *r = of(x);

	commit_side_init(&r->sms[sm], &x->gpu->cfg, r->units, sm, x->index);
	return &r->sms[sm].side;
}

static struct slice_side *slice(struct gpu_side *x, uint32_t slice)
{
	return &of(x)->slices[slice].side;
}

static void slice_stats(struct gpu_side *x, struct stats *s)
{
	const struct commit_system *r = of(x);
	static const char *const name[] = {"gpudet.parallel_cycles", "gpudet.commit_cycles",
					   "gpudet.serial_cycles", "gpudet.distribute_cycles"};
	static const char *const meaning[] = {
		"in parallel mode", "in commit mode", "in serial mode",
		"in which blocks were shared out; each with the barrier behind it"};

	commit_slice_stats(of(x), s);
	stats_add(s, "gpudet.quanta", "quanta", "begun", STATS_SUM, &r->counts.quanta, 1, 0);
	for (unsigned i = 0; i < 4; i++)
		stats_add(s, name[i], "core cycles", meaning[i], STATS_SUM, &r->counts.cycles[i], 1,
			  0);
	commit_stats(s, r->units);
}

static void describe(const struct gpu_side *x, char *text, size_t size)
{
	commit_describe(of_const(x)->units, text, size);
}

static const char *mismatch(const struct gpu_side *x)
{
	return commit_mismatch(of_const(x)->units);
}

const struct system gpudet_system = {
	.name = "gpudet",
	.wanted = wanted,
	.create = create,
	.destroy = destroy,
	.sm = sm,
	.slice = slice,
	.launch = launch,
	.core_clock = core_clock,
	.places = true,
	.done = done,
	.now = now,
	.progress = progress,
	.slice_stats = slice_stats,
	.describe = describe,
	.mismatch = mismatch,
};
