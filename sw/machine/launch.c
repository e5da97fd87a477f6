/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch: blocks in order onto SMs as slots fall free, warps in turns. Under an engine (engine.c)
 * the placing and the turns are its business.
 */
#include <stdio.h>
#include <string.h>

#include "machine_int.h"

enum {
	PROGRESS_INSNS = 1 << 16,
	PROGRESS_CLOCKED = 1 << 12, /* under an engine: slower by far */
	NUDGE_FIRST = 4096,         /* turns spent in spin loops before the first nudge, */
	NUDGE_NEXT = 32,            /* between two, */
	AHEAD_INSNS = 16,           /* between turns, at most */
	NUDGE_ODDS = 4              /* and at one turn in so many, not always in the same place */
};

/* Blocks */

static void warp_start(struct machine *m, struct machine_block *b, uint32_t id)
{
	const struct machine_run *r = &m->run;
	const uint32_t first = id * SIMT_LANES;
	const uint32_t left = r->threads - first;
	struct machine_warp *w = &b->warps[id];

	w->blk = b;
	w->who = (struct machine_who){
		.kernel = r->kernel,
		.launch = r->info.launch,
		.sm = b->sm,
		.slot = b->slot,
		.block = b->index,
		.ctaid = {b->env.ctaid[0], b->env.ctaid[1], b->env.ctaid[2]},
		.warp = id,
		.warp_global = b->index * b->n_warps + id,
	};
	w->state = MACHINE_WARP_RUNS;
	w->stuck = w->has_pending = false;
	w->quiet = 0;
	w->nudge_at = NUDGE_FIRST;
	w->ahead = 0;
	w->user = NULL;
	if (m->hooked)
		simt_warp_clear(&w->w); /* the walk tells states apart by their registers */
	simt_warp_init(&w->w, &b->env, m->cfg.mode, id, first,
		       left < SIMT_LANES ? left : SIMT_LANES, &m->stats.simt);
	w->w.user = w;
	w->w.watch = m->misuse ? &m->watch : NULL;
	w->w.direct = r->direct ? &m->direct : NULL;
	w->without.lanes = 0;
	memset(&w->cluster, 0, sizeof(w->cluster));
	if (r->local_limit)
		memset(w->w.local, m->cfg.poison ? MACHINE_POISON : 0,
		       (size_t)SIMT_LANES * r->local_limit);
	if (!m->engined)
		sched_add(m, w);
}

struct machine_block *launch_block(struct machine *m, uint32_t sm, uint32_t slot, uint64_t index)
{
	struct machine_run *r = &m->run;
	const struct machine_launch_info *info = &r->info;
	struct machine_block *b = pool_slot(m, sm, slot);

	if (!b)
		return NULL;
	b->index = index;
	r->next_block++;
	b->live_warps = b->n_warps;
	b->waiting = 0;
	b->cluster = NULL;
	memset(b->bar, 0, sizeof(b->bar));
	memset(b->shared, m->cfg.poison ? MACHINE_POISON : 0, r->shared_alloc);
	b->env = (struct simt_block_env){
		.ntid = {info->block[0], info->block[1], info->block[2]},
		.nctaid = {info->grid[0], info->grid[1], info->grid[2]},
		.ctaid = {(uint32_t)(b->index % info->grid[0]),
			  (uint32_t)(b->index / info->grid[0] % info->grid[1]),
			  (uint32_t)(b->index / info->grid[0] / info->grid[1])},
		.cluster = {info->cluster[0], info->cluster[1], info->cluster[2]},
		.explicit_cluster = m->cluster[0] || r->kernel->reqcluster[0],
		.smid = sm,
		.nsmid = m->cfg.sms,
		.dynamic_shared = (uint32_t)r->dynamic_shared,
		.gridid = info->launch,
		.params = r->params,
		.local_limit = r->local_limit,
		.clock = m->clock ? m->clock : &m->stats.simt.warp_insns,
	};
	r->steps++;
	m->stats.blocks++;
	m->stats.threads += r->threads;
	machine_changed(m);
	for (uint32_t i = 0; i < b->n_warps; i++)
		warp_start(m, b, i);
	MACHINE_OBSERVE(m, block_begin, &b->warps[0].who);
	return b;
}

static void warp_done(struct machine *m, struct machine_warp *w)
{
	struct machine_block *b = w->blk;

	w->state = MACHINE_WARP_DONE;
	m->run.steps++;
	if (!m->engined)
		sched_remove(m, w);
	MACHINE_OBSERVE(m, warp_exit, &w->who);
	if (--b->live_warps)
		return;
	MACHINE_OBSERVE(m, block_end, &w->who);
	m->run.blocks_done++;
	if (b->cluster)
		cluster_block_end(m, b);
	else if (!m->engined && m->run.next_block < m->run.blocks)
		launch_block(m, b->sm, b->slot, m->run.next_block);
}

/* Turns */

bool launch_visible(const struct simt_op *op)
{
	switch (op->kind) {
	case SIMT_OP_FENCE:
	case SIMT_OP_BAR:
	case SIMT_OP_BULK:
	case SIMT_OP_SYSCALL: return true;
	case SIMT_OP_WARPSYNC:
	case SIMT_OP_ASYNC: return false;
	default: return op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED;
	}
}

static uint32_t clamp_budget(struct machine *m, uint32_t budget)
{
	const uint64_t max = m->cfg.max_warp_insns, done = m->stats.simt.warp_insns;

	if (!max || done + budget <= max)
		return budget;
	return done >= max ? 0 : (uint32_t)(max - done);
}

enum launch_step launch_step(struct machine *m, struct machine_warp *w, uint32_t budget,
			     struct simt_op *op)
{
	const uint32_t live = w->w.live;
	struct machine_block *b = w->blk;
	enum simt_status st;

	budget = clamp_budget(m, budget);
	if (!budget) {
		char why[80];

		snprintf(why, sizeof(why), "stopped at the limit of %llu warp instructions",
			 (unsigned long long)m->cfg.max_warp_insns);
		engine_limit(m, why);
		return LAUNCH_END;
	}
	st = simt_run(&w->w, budget, op);
	if (w->w.live != live) {
		const uint32_t waiting = w->w.waiting;

		machine_changed(m);
		if (st != SIMT_RUN_DONE && b->waiting)
			barrier_exit(m, b);
		if (st != SIMT_RUN_DONE && m->run.arrived)
			cluster_exit(m, b);
		if (st == SIMT_RUN_BLOCKED && w->w.waiting != waiting)
			st = SIMT_RUN_YIELD; /* the exit has freed lanes of its own warp */
	}
	switch (st) {
	case SIMT_RUN_OP:
		return m->cfg.on_fault == MACHINE_STOP || drop_lanes(m, w, op) ? LAUNCH_OP
									       : LAUNCH_NO_OP;
	case SIMT_RUN_YIELD: return LAUNCH_NO_OP;
	case SIMT_RUN_TURN: return LAUNCH_TURN;
	case SIMT_RUN_FAULT: fault_simt(m, w); return LAUNCH_END;
	case SIMT_RUN_DONE:
		warp_done(m, w);
		if (b->waiting)
			barrier_exit(m, b);
		if (m->run.arrived)
			cluster_exit(m, b);
		return m->run.status == MACHINE_OK ? LAUNCH_STOPS : LAUNCH_END;
	default: break;
	}
	if (w->w.waiting == w->w.live || st == SIMT_RUN_STUCK || st == SIMT_RUN_BLOCKED) {
		w->state = MACHINE_WARP_WAITS;
		w->stuck = st == SIMT_RUN_STUCK;
		if (!m->engined)
			sched_remove(m, w);
	}
	return LAUNCH_STOPS;
}

int launch_effect(struct machine *m, struct machine_warp *w, struct simt_op *op, bool *changed)
{
	int r = 0;

	*changed = false;
	if (op->scope == PTX_SCOPE_CLUSTER && m->run.cluster_blocks <= 1)
		op->scope = PTX_SCOPE_CTA; /* the block is a cluster by itself */
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ATOM:
	case SIMT_OP_ST:
	case SIMT_OP_RED: r = perform(m, w, op, changed); break;
	case SIMT_OP_SYSCALL:
		r = syscall_do(m, w, op);
		*changed = true;
		break;
	case SIMT_OP_BULK: return bulk_perform(m, w, op, changed);
	default: break;
	}
	if (r)
		return -1;
	if (*changed)
		machine_changed(m);
	MACHINE_OBSERVE(m, op, &w->who, op);
	return op->kind == SIMT_OP_BAR ? barrier_arrive(m, w, op) : 0;
}

static bool lanes_meet(const struct simt_op *op)
{
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const uint64_t addr = op->addr[__builtin_ctz(left)];

		for (uint32_t others = left & (left - 1); others; others &= others - 1)
			if (op->addr[__builtin_ctz(others)] == addr)
				return true;
	}
	return false;
}

/* PTX gives the lanes of one atomic no order. Each run of ascending lanes in the seed's order is an
 * operation of its own, so that observers see the order in which they were performed. */
static __attribute__((noinline)) int perform_in_any_order(struct machine *m, struct machine_warp *w,
							  struct simt_op *op)
{
	const uint32_t all = op->mask;
	unsigned lane[SIMT_LANES], n = 0;
	bool changed;
	int r = 0;

	for (uint32_t left = all; left; left &= left - 1)
		lane[n++] = (unsigned)__builtin_ctz(left);
	for (unsigned i = n - 1; i > 0; i--) {
		const unsigned j = rng_below(&m->rng, i + 1), was = lane[i];

		lane[i] = lane[j];
		lane[j] = was;
	}
	for (unsigned i = 0; i < n && !r;) {
		op->mask = 0;
		do
			op->mask |= 1U << lane[i++];
		while (i < n && lane[i] > lane[i - 1]);
		r = launch_effect(m, w, op, &changed);
	}
	op->mask = all;
	return r;
}

static __attribute__((noinline)) bool in_any_order(struct machine *m, const struct simt_op *op)
{
	return !m->hooked && (op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED) &&
	       lanes_meet(op) && rng_below(&m->rng, 2);
}

int launch_perform(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	bool changed;

	if (m->cfg.scheduler == MACHINE_RANDOM && in_any_order(m, op)
		    ? perform_in_any_order(m, w, op)
		    : launch_effect(m, w, op, &changed))
		return -1;
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM)
		simt_complete(&w->w, op);
	return 0;
}

/* Lanes that try for several locks in step can take them from each other for ever, each time in the
 * same way. Independent threads do not stay in step for ever: one of them gets a turn for itself.
 */
static void nudge(struct machine *m, struct machine_warp *w)
{
	unsigned lanes = (unsigned)__builtin_popcount(w->w.active), n;
	uint32_t left = w->w.active;

	if (lanes < 2 || rng_below(&m->rng, NUDGE_ODDS))
		return;
	for (n = rng_below(&m->rng, lanes); n > 0; n--)
		left &= left - 1;
	simt_split(&w->w, left & -left, true);
	w->nudge_at = w->w.spins + NUDGE_NEXT;
}

/* The rest of the way to the warp's next access, which is then on its way into the host's caches
 * while other warps have their turns: beside other work on the host, a streaming kernel waited
 * there for up to two thirds of its time. What is executed, and when the next turn ends, is as
 * without; so it must be less than any turn, and a warp that may be nudged at its next turn stays
 * where it is. In the random scheduler lanes are shuffled between turns. */
static void look_ahead(struct machine *m, struct machine_warp *w)
{
	if (m->cfg.scheduler == MACHINE_RANDOM || w->w.spins + AHEAD_INSNS >= w->nudge_at)
		return;
	w->ahead = simt_run_ahead(&w->w, clamp_budget(m, AHEAD_INSNS));
	simt_expect(&w->w);
}

static void turn(struct machine *m, struct machine_warp *w, uint32_t ops, uint32_t insns)
{
	const uint64_t end = w->w.insns - w->ahead + insns;
	struct simt_op *op = &m->op;

	w->ahead = 0;
	if (w->w.spins >= w->nudge_at)
		nudge(m, w);
	m->run.ops_left = ops;
	while (w->w.insns < end) {
		enum launch_step step;

		m->run.live = w->w.live;
		step = launch_step(m, w, (uint32_t)(end - w->w.insns), op);
		if (step == LAUNCH_TURN) {
			if (!m->run.ops_left)
				look_ahead(m, w);
			return;
		}
		if (step == LAUNCH_NO_OP)
			hang_watch(m, w, NULL);
		if (step != LAUNCH_OP || launch_perform(m, w, op) || hang_watch(m, w, op))
			return;
		if (!launch_visible(op))
			continue;
		if (m->run.sampling)
			hang_note(w, op);
		sched_did(m, w, op);
		if (--m->run.ops_left == 0) {
			look_ahead(m, w);
			return;
		}
	}
}

static __attribute__((noinline)) void tell_progress(struct machine *m, uint64_t insns)
{
	struct machine_run *r = &m->run;

	r->progress_at = insns + (m->engined ? PROGRESS_CLOCKED : PROGRESS_INSNS);
	where_watch(m, insns);
	if (m->progress)
		m->progress(m->progress_ctx, insns, r->blocks_done, r->blocks);
}

void launch_progress(struct machine *m)
{
	const uint64_t insns = m->stats.simt.warp_insns - m->run.insns_begin;

	if (insns >= m->run.progress_at || *m->hurry)
		tell_progress(m, insns);
}

static void main_loop(struct machine *m)
{
	while (m->run.status == MACHINE_OK && m->run.n_run > 0) {
		uint32_t ops, insns;
		struct machine_warp *w = sched_pick(m, &ops, &insns);

		turn(m, w, ops, insns);
		launch_progress(m);
	}
	if (m->run.status == MACHINE_OK && m->run.blocks_done < m->run.blocks)
		hang_deadlock(m, "no warp can go on");
}

/* Fills every slot, one block to each SM in turn. */
static void first_blocks(struct machine *m)
{
	struct machine_run *r = &m->run;

	if (r->clusters) {
		cluster_first(m);
		return;
	}
	for (uint32_t slot = 0; slot < r->info.blocks_per_sm; slot++)
		for (uint32_t sm = 0; sm < m->cfg.sms; sm++)
			if (r->next_block < r->blocks && r->status == MACHINE_OK)
				launch_block(m, sm, slot, r->next_block);
}

static void run_all(struct machine *m)
{
	if (m->engined) {
		m->engine.run(m->engine.ctx, m, &m->run.info);
		if (m->run.status == MACHINE_OK && m->run.blocks_done < m->run.blocks)
			hang_deadlock(m, "the engine stopped before all blocks had ended");
		return;
	}
	if (parallel_run(m))
		return;
	sched_begin(m);
	first_blocks(m);
	if (m->hooked)
		walk_run(m);
	else
		main_loop(m);
}

static void run_prepare(struct machine *m, const struct simt_kernel *k, const uint32_t grid[3],
			const uint32_t block[3], uint64_t dynamic_shared, const void *params)
{
	struct machine_run *r = &m->run;
	const uint32_t threads = block[0] * block[1] * block[2];
	const uint32_t shared = machine_shared_bytes(k, (uint32_t)dynamic_shared);
	const uint64_t epoch = r->change_epoch;

	memset(r, 0, sizeof(*r));
	r->change_epoch = epoch + 1; /* what warps remember is of earlier launches */
	r->info = (struct machine_launch_info){
		.kernel = k,
		.launch = ++m->stats.launches,
		.child = m->child,
		.grid = {grid[0], grid[1], grid[2]},
		.block = {block[0], block[1], block[2]},
		.params = params,
		.shared_bytes = shared,
		.warps_per_block = (threads + SIMT_LANES - 1) / SIMT_LANES,
		.blocks_per_sm = machine_occupancy(m, k, threads, dynamic_shared),
		.mode = m->cfg.mode,
	};
	cluster_shape(m, k, r->info.cluster);
	cluster_begin(m, r->info.cluster);
	r->kernel = k;
	r->params = params;
	r->dynamic_shared = dynamic_shared;
	r->threads = threads;
	r->shared_alloc = shared ? shared : 1;
	r->local_limit = k->local_bytes + (k->recursive ? m->cfg.stack_bytes : 0);
	r->local_limit = (r->local_limit + 15U) & ~15U;
	r->blocks = (uint64_t)grid[0] * grid[1] * grid[2];
	r->insns_begin = m->stats.simt.warp_insns;
	r->progress_at = m->engined ? PROGRESS_CLOCKED : PROGRESS_INSNS;
	r->status = MACHINE_OK;
}

/* No two threads conflict in shared memory, as somebody knows already. */
static bool is_free(const struct machine *m)
{
	for (unsigned i = 0; i < m->n_observers; i++)
		if (m->observers[i].free && m->observers[i].free(m->observers[i].ctx))
			return true;
	return false;
}

/* Without those who would look for conflicts only. */
static void run_free(struct machine *m)
{
	const struct machine_stats before = m->stats;
	const uint32_t content = is_free(m) ? machine_lookers(m, true) : 0;
	struct machine_stats of;

	m->run.content = content;
	m->run.direct = direct_begin(m);
	run_all(m);
	of = m->stats;
	machine_stats_add(&of, &before, UINT64_MAX);
	machine_tell_free(m, content, &of);
	m->run.content = 0;
}

enum machine_status machine_launch(struct machine *m, const struct simt_kernel *k,
				   const uint32_t grid[3], const uint32_t block[3],
				   uint64_t dynamic_shared, const void *params,
				   struct machine_fault *fault)
{
	struct diag why = {""};
	const int bad = machine_check_launch(m, k, grid, block, dynamic_shared, &why);

	fault->cuda_error = bad;
	fault->text[0] = '\0';
	fault->access = false;
	fault->blocks_done = fault->blocks = 0;
	if (bad) {
		snprintf(fault->text, sizeof(fault->text), "%s", why.text);
		return MACHINE_FAULT;
	}
	if (m->hooked && m->engined) {
		fault->cuda_error = MACHINE_E_INVALID_VALUE;
		snprintf(fault->text, sizeof(fault->text),
			 "a schedule hook and an engine cannot both decide who goes next");
		return MACHINE_FAULT;
	}
	m->fault = fault;
	run_prepare(m, k, grid, block, dynamic_shared, params);
	rng_seed(&m->rng, m->cfg.seed * 0x9e3779b97f4a7c15U + m->run.info.launch);
	pool_prepare(m);
	sync_begin(m);
	child_begin(m);
	MACHINE_OBSERVE(m, launch_begin, &m->run.info);
	run_free(m);
	cluster_end(m);
	fault->blocks_done = m->run.blocks_done;
	fault->blocks = m->run.blocks;
	MACHINE_OBSERVE(m, launch_end, &m->run.info, fault->cuda_error);
	m->fault = NULL;
	return m->run.status;
}
