/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parallel: a launch whose result cannot depend on the order of its warps, in any order and on
 * several processors of the host. That is found out while it runs:
 *
 *   kernel is orderless (simt/orderless.c) and nobody looks
 *     -> blocks one after the other on each host thread, each warp up to its next barrier
 *     -> every access leaves a tag (tags.c); stores save what was there
 *     -> no two warps conflict: what any order gives is in memory, counts are added up
 *        else, or when anything else comes that is not the usual: undone, and the launch begins
 *        anew in the seed's order
 *
 * If all who look want to know of conflicts in shared memory only (machine_observer.no_conflict),
 * threads are told apart there, too (claims.c), and it is all that they are told. If others look as
 * well, it is undone, and done again for these.
 *
 * Loads of an allocation that nobody writes need no tags. So none is taken for written before it
 * is; when it is, and had been read, the launch begins anew with tags for its loads.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "known.h"
#include "machine_int.h"
#include "tags.h"

enum {
	STEP_INSNS = 1 << 16,
	AHEAD_INSNS = 16,
	PROGRESS = 1 << 16,
	MOST_THREADS = 64,
	MOST_SKIPPED = 10 /* after failures, 2^n launches are not tried */
};

struct worker {
	struct machine m; /* one that runs single blocks */
	struct machine_fault fault;
	struct parallel *p;
	struct tags tags;
	struct claims claims; /* used if the parallel proves */
	pthread_t thread;
	bool works;
	struct known_set known; /* allocations that were touched */
	uint64_t barriers;      /* releases seen */
};

struct parallel {
	struct machine *main;
	struct worker *workers[MOST_THREADS];
	unsigned n, running;
	struct undo undo;
	bool broken; /* no memory for tags */
	bool proves; /* that no two threads conflict in shared memory */
	_Atomic uint64_t next, done;
	atomic_bool stop;
	struct known_tagged tagged;
	bool again; /* there is one more */
};

/* Accesses */

/* Lanes' bytes one after the other. */
static bool each_run(struct worker *k, uint32_t id, uint64_t base, const struct simt_reach *r,
		     bool (*fn)(struct tags *, uint32_t, uint64_t, uint64_t, bool))
{
	const uint64_t half =
		r->layout == SIMT_SIDE ? r->bytes * (SIMT_LANES / SIMT_HALVES) : r->bytes;
	uint64_t at;

	if (r->layout == SIMT_SCATTERED) {
		for (uint32_t left = r->mask; left; left &= left - 1)
			if (!fn(&k->tags, id, base + r->off[__builtin_ctz(left)], r->bytes,
				r->store))
				return false;
		return true;
	}
	at = base + (uint64_t)(r->host[1] - r->host[0]);
	if (at == base + half && r->layout == SIMT_SIDE)
		return fn(&k->tags, id, base, 2 * half, r->store);
	return fn(&k->tags, id, base, half, r->store) &&
	       (at == base || fn(&k->tags, id, at, half, r->store));
}

static bool touch(void *ctx, const struct simt_warp *w, const struct simt_window *win,
		  const struct simt_reach *r)
{
	struct worker *k = ctx;
	struct known *a;

	if (win->space == PTX_SPACE_SHARED && k->p->proves)
		return claims_touch(&k->claims, w->id, r, win->host);
	if (win->space == PTX_SPACE_SHARED)
		return each_run(k, w->id, (uint64_t)(r->host[0] - win->host), r, tags_shared);
	if (win->space == PTX_SPACE_CONST)
		return true;
	a = known_of(&k->known, &k->p->tagged, w->pc, win->lo);
	a->read |= !r->store;
	a->written |= r->store;
	if (!a->tagged) {
		if (a->read && a->written)
			return false;
		if (a->read)
			return true;
	}
	return each_run(k, w->id, (uint64_t)(uintptr_t)r->host[0], r, tags_global);
}

static bool window(void *ctx, const struct simt_warp *sw, const struct simt_access *a,
		   struct simt_window *win)
{
	struct worker *k = ctx;

	return direct_window(&k->m, sw, a, win);
}

static bool done(void *ctx, const struct simt_warp *sw, enum ptx_space space, unsigned lanes,
		 bool changed)
{
	struct worker *k = ctx;

	(void)sw;
	(void)changed;
	direct_count(&k->m, space, lanes);
	return space == PTX_SPACE_GLOBAL; /* let another warp go while its next access comes */
}

/* Blocks */

static void misused(void *ctx, const struct machine_who *who, const struct simt_warp *w,
		    const struct simt_misuse *u)
{
	struct worker *k = ctx;

	(void)who;
	(void)w;
	(void)u;
	k->m.run.status = MACHINE_STOPPED;
}

/* A barrier of the whole block: when it opens, every warp waits at it, with all of its lanes under
 * independent threads, whatever the order in which they came. */
static bool plain_barrier(const struct simt_op *op)
{
	return !op->bar_count && op->bar_mode != PTX_MODE_BAR_ARRIVE;
}

/* Lanes that the warp began with. */
static uint32_t whole_warp(const struct worker *k, const struct machine_warp *w)
{
	const uint32_t left = k->m.run.threads - w->w.id * SIMT_LANES;

	return left < SIMT_LANES ? (1U << left) - 1 : UINT32_MAX;
}

/* Of some lanes: taken for nothing. */
static bool sync_lanes(struct worker *k, const struct machine_warp *w, const struct simt_op *op)
{
	return !k->p->proves || op->mask != whole_warp(k, w) || claims_sync(&k->claims, w->w.id);
}

static bool perform_plain(struct worker *k, struct machine_warp *w, struct simt_op *op)
{
	switch (op->kind) {
	case SIMT_OP_FENCE: return true;
	case SIMT_OP_WARPSYNC: return sync_lanes(k, w, op);
	case SIMT_OP_BAR: return plain_barrier(op) && !launch_perform(&k->m, w, op);
	default: return false;
	}
}

/* A barrier orders nothing that a thread did which had exited. */
static bool all_live(const struct worker *k, const struct machine_block *b)
{
	for (uint32_t i = 0; i < b->n_warps; i++)
		if (b->warps[i].w.live != whole_warp(k, &b->warps[i]))
			return false;
	return true;
}

static bool seen_barriers(struct worker *k, const struct machine_block *b)
{
	if (k->barriers == k->m.stats.barriers)
		return true;
	k->barriers = k->m.stats.barriers;
	if (k->p->proves && !(all_live(k, b) && claims_interval(&k->claims)))
		return false;
	return tags_interval(&k->tags, b->n_warps);
}

static void help(struct parallel *p);

/* On the launch's own thread. */
static bool still_wanted(struct parallel *p)
{
	struct machine *m = p->main;
	struct worker *k = p->workers[0];
	const uint64_t insns = k->m.stats.simt.warp_insns;

	if (insns >= m->help_insns && p->running < p->n)
		help(p);
	if (insns < k->m.run.progress_at)
		return true;
	k->m.run.progress_at = insns + PROGRESS;
	if (m->progress)
		m->progress(m->progress_ctx, insns * p->running, p->done, m->run.blocks);
	return m->run.status == MACHINE_OK && !m->run.sampling;
}

/* Up to the warp's next barrier or its end. */
static bool run_warp(struct worker *k, struct machine_warp *w)
{
	struct machine *m = &k->m;

	while (w->w.insns < k->p->main->most_insns && w->w.spins < w->nudge_at) {
		if (atomic_load_explicit(&k->p->stop, memory_order_relaxed) ||
		    (k == k->p->workers[0] && !still_wanted(k->p)) || !seen_barriers(k, w->blk))
			return false;
		switch (launch_step(m, w, STEP_INSNS, &m->op)) {
		case LAUNCH_STOPS: return w->state != MACHINE_WARP_RUNS;
		case LAUNCH_OP:
			if (!perform_plain(k, w, &m->op))
				return false;
			break;
		case LAUNCH_END: return false;
		case LAUNCH_TURN:
			simt_run_ahead(&w->w, AHEAD_INSNS);
			simt_expect(&w->w);
			return m->run.status == MACHINE_OK;
		default: break;
		}
		if (m->run.status != MACHINE_OK)
			return false;
	}
	return false;
}

static bool run_block(struct worker *k, uint64_t index)
{
	struct machine *m = &k->m;
	struct machine_block *b = launch_block(m, 0, 0, index);

	if (!b || !tags_block(&k->tags, b->n_warps) || (k->p->proves && !claims_block(&k->claims)))
		return false;
	for (uint32_t i = 0; i < b->n_warps; i++)
		b->warps[i].w.careful = true;
	for (uint32_t i = 0; m->run.n_run; i++) {
		if (i >= m->run.n_run)
			i = 0;
		if (!run_warp(k, m->sms[0].run[i]))
			return false;
	}
	return !b->live_warps && m->run.status == MACHINE_OK;
}

static void run_blocks(struct worker *k)
{
	struct parallel *p = k->p;
	const uint64_t blocks = p->main->run.blocks;
	uint64_t index;

	while (!atomic_load(&p->stop) && (index = atomic_fetch_add(&p->next, 1)) < blocks) {
		if (!run_block(k, index)) {
			atomic_store(&p->stop, true);
			return;
		}
		atomic_fetch_add(&p->done, 1);
	}
}

/* Workers */

static void *work(void *arg)
{
	run_blocks(arg);
	return NULL;
}

static struct worker *worker_create(struct parallel *p)
{
	const struct machine *m = p->main;
	struct worker *k = mem_alloc(sizeof(*k));

	k->p = p;
	k->m.sms = mem_alloc(m->cfg.sms * sizeof(*k->m.sms));
	k->m.sms[0].run = mem_alloc((size_t)MACHINE_MAX_WARPS * sizeof(struct machine_warp *));
	if (tags_create(&k->tags, &p->undo))
		p->broken = true;
	return k;
}

static void worker_begin(struct worker *k)
{
	const struct machine *m = k->p->main;

	k->m.cfg = m->cfg;
	k->m.cfg.livelock_repeats = 0;
	k->m.g = m->g;
	k->m.misuse = m->misuse ? misused : NULL;
	k->m.misuse_ctx = k;
	k->m.fault = &k->fault;
	k->m.stats = (struct machine_stats){.launches = 0};
	k->m.run = m->run;
	k->m.run.blocks = 0; /* none begins because another one ends */
	k->m.run.progress_at = PROGRESS;
	k->m.run.direct = true;
	k->m.sms[0].n_run = k->m.sms[0].next = 0;
	k->m.direct = (struct simt_direct){
		.ctx = k,
		.window = window,
		.done = done,
		.touch = touch,
		.beside = (uint64_t)(uintptr_t)k->tags.tag - GMEM_BASE,
	};
	pool_prepare(&k->m);
	sync_begin(&k->m);
	k->barriers = 0;
	known_begin(&k->known, m->run.kernel->n_code);
	tags_launch(&k->tags, m->run.shared_alloc);
	if (k->p->proves)
		claims_launch(&k->claims, m->run.shared_alloc, m->cfg.mode == SIMT_ITS);
	k->works = true;
}

/* More threads, for the blocks that are left. */
static void help(struct parallel *p)
{
	while (p->running < p->n) {
		struct worker *k = p->workers[p->running];

		if (!k)
			k = p->workers[p->running] = worker_create(p);
		if (p->broken || p->main->run.blocks - p->done < 2)
			break;
		worker_begin(k);
		if (pthread_create(&k->thread, NULL, work, k))
			break;
		p->running++;
	}
	if (p->running < p->n)
		p->n = p->running; /* no more of this launch */
}

void parallel_forget(struct machine *m)
{
	struct parallel *p = m->parallel;

	for (unsigned i = 0; p && i < MOST_THREADS && p->workers[i]; i++)
		pool_free_all(&p->workers[i]->m);
}

void parallel_free(struct machine *m)
{
	struct parallel *p = m->parallel;

	if (!p)
		return;
	parallel_forget(m);
	for (unsigned i = 0; i < MOST_THREADS && p->workers[i]; i++) {
		struct worker *k = p->workers[i];

		tags_destroy(&k->tags);
		claims_free(&k->claims);
		free(k->m.sms[0].run);
		free(k->m.sms);
		known_free(&k->known);
		free(k);
	}
	undo_destroy(&p->undo);
	free(p);
	m->parallel = NULL;
}

/* Ends */

static void find_tagged(struct parallel *p)
{
	const struct known_set *sets[MOST_THREADS];

	for (unsigned i = 0; i < p->running; i++)
		sets[i] = &p->workers[i]->known;
	p->again = known_tag(&p->tagged, sets, p->running);
}

static bool conflict(const struct parallel *p)
{
	for (unsigned a = 0; a < p->running; a++)
		for (unsigned b = a + 1; b < p->running; b++)
			if (tags_conflict(&p->workers[a]->tags, &p->workers[b]->tags))
				return true;
	return false;
}

static void adopt(struct parallel *p, const struct machine_stats *of)
{
	struct machine *m = p->main;

	machine_stats_add(&m->stats, of, 1);
	for (unsigned i = 0; i < p->running; i++)
		m->run.went += p->workers[i]->m.run.went;
	m->run.any_order = true;
	m->run.next_block = m->run.blocks_done = m->run.blocks;
	machine_changed(m);
}

/* No two threads have conflicted. False: somebody wants to see the launch all the same. */
static bool tell(struct parallel *p, const struct machine_stats *of)
{
	struct machine *m = p->main;
	const uint32_t content = p->proves ? machine_lookers(m, true) : 0;

	machine_tell_free(m, content, of);
	m->run.content |= content;
	return !p->proves || !machine_lookers(m, false);
}

enum outcome { NOT, PROVED, DONE };

static enum outcome attempt(struct parallel *p)
{
	struct machine_stats of = {.launches = 1};
	enum outcome how;

	p->next = p->done = 0;
	p->stop = false;
	p->running = 1;
	p->n = p->main->cfg.threads ? p->main->cfg.threads : 1;
	worker_begin(p->workers[0]);
	run_blocks(p->workers[0]);
	for (unsigned i = 1; i < p->running; i++)
		pthread_join(p->workers[i]->thread, NULL);
	find_tagged(p);
	how = !p->stop && p->done == p->main->run.blocks && !p->again && !conflict(p) ? DONE : NOT;
	for (unsigned i = 0; i < p->running; i++)
		machine_stats_add(&of, &p->workers[i]->m.stats, 1);
	if (how == DONE && !tell(p, &of))
		how = PROVED;
	if (how == DONE)
		adopt(p, &of);
	for (unsigned i = 0; i < p->running; i++) {
		if (how != DONE)
			tags_undo(&p->workers[i]->tags);
		tags_forget(&p->workers[i]->tags);
	}
	undo_forget(&p->undo);
	return how;
}

static struct parallel *parallel_of(struct machine *m)
{
	struct parallel *p = m->parallel;
	uint64_t capacity;

	if (p)
		return p->broken ? NULL : p;
	m->parallel = p = mem_alloc(sizeof(*p));
	p->main = m;
	gmem_usage(m->g, NULL, &capacity);
	p->broken = undo_create(&p->undo, capacity) != 0;
	if (!p->broken)
		p->workers[0] = worker_create(p);
	return p->broken ? NULL : p;
}

/* A launch of this kernel and shape has failed not long ago. */
static bool skipped(struct machine_pool *pool)
{
	if (!pool->skip)
		return false;
	pool->skip--;
	return true;
}

/* Nobody looks and there are threads to spare; or somebody looks for conflicts only. */
static bool wanted(const struct machine *m)
{
	if (m->hooked || m->engined || m->cfg.on_fault != MACHINE_STOP ||
	    m->cfg.scheduler != MACHINE_RR || m->cfg.max_warp_insns)
		return false;
	return m->run.direct ? m->cfg.threads != 0 : !m->run.content && machine_lookers(m, true);
}

bool parallel_run(struct machine *m)
{
	struct machine_pool *pool = m->pool;
	struct parallel *p;
	enum outcome how;

	if (!wanted(m) || !m->run.kernel->orderless || m->run.cluster_blocks > 1 || skipped(pool))
		return false;
	p = parallel_of(m);
	if (!p)
		return false;
	p->proves = !m->run.direct;
	p->tagged = (struct known_tagged){.n = 0};
	do {
		how = attempt(p);
		if (how != NOT) {
			pool->failed = 0;
			return how == DONE;
		}
	} while (p->again && m->run.status == MACHINE_OK && !m->run.sampling);
	pool->skip = 1U << pool->failed;
	if (pool->failed < MOST_SKIPPED)
		pool->failed++;
	return false;
}
