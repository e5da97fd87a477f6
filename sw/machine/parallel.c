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
 * Loads of an allocation that nobody writes need no tags. So none is taken for written before it
 * is; when it is, and had been read, the launch begins anew with tags for its loads.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"
#include "tags.h"

enum {
	TAGGED = 2,        /* allocations whose loads have tags; if more had to, all have */
	FIRST_SLOTS = 256, /* a power of two */
	STEP_INSNS = 1 << 16,
	AHEAD_INSNS = 16,
	PROGRESS = 1 << 16,
	MOST_THREADS = 64,
	MOST_SKIPPED = 10 /* after failures, 2^n launches are not tried */
};

struct known {
	uint64_t lo;
	bool tagged; /* loads too */
	bool read, written;
};

struct worker {
	struct machine m; /* one that runs single blocks */
	struct machine_fault fault;
	struct parallel *p;
	struct tags tags;
	pthread_t thread;
	bool works;
	struct known *known; /* allocations that were touched */
	unsigned n_known;
	size_t cap_known;
	uint32_t *slots; /* 1 + index in known, by address: open addressing */
	size_t n_slots;
	uint32_t *last; /* by pc: 1 + index in known, of what it touched last */
	size_t cap_last;
	uint64_t barriers; /* releases seen */
};

struct parallel {
	struct machine *main;
	struct worker *workers[MOST_THREADS];
	unsigned n, running;
	struct undo undo;
	bool broken; /* no memory for tags */
	_Atomic uint64_t next, done;
	atomic_bool stop;
	/* Allocations whose loads have tags in this launch */
	uint64_t tagged[TAGGED];
	unsigned n_tagged;
	bool all_tagged;
	bool again; /* there is one more */
};

/* Accesses */

/* Where lo is or belongs. */
static uint32_t *slot_of(const struct worker *k, uint64_t lo)
{
	size_t at = (lo >> 8) * 0x9e3779b97f4a7c15U >> 32;

	for (;; at++) {
		uint32_t *slot = &k->slots[at & (k->n_slots - 1)];

		if (!*slot || k->known[*slot - 1].lo == lo)
			return slot;
	}
}

static void more_slots(struct worker *k)
{
	free(k->slots);
	k->n_slots = k->n_slots ? 2 * k->n_slots : FIRST_SLOTS;
	k->slots = mem_alloc(k->n_slots * sizeof(*k->slots));
	for (unsigned i = 0; i < k->n_known; i++)
		*slot_of(k, k->known[i].lo) = i + 1;
}

static uint32_t meet(struct worker *k, uint64_t lo)
{
	struct known *a;

	k->known = mem_grow(k->known, &k->cap_known, k->n_known, sizeof(*k->known));
	a = &k->known[k->n_known++];
	*a = (struct known){.lo = lo, .tagged = k->p->all_tagged};
	for (unsigned t = 0; t < k->p->n_tagged; t++)
		a->tagged |= k->p->tagged[t] == lo;
	if (2 * k->n_known > k->n_slots)
		more_slots(k);
	*slot_of(k, lo) = k->n_known;
	return k->n_known;
}

static struct known *known_of(struct worker *k, uint32_t pc, uint64_t lo)
{
	uint32_t *last = &k->last[pc];

	if (!*last || k->known[*last - 1].lo != lo) {
		*last = *slot_of(k, lo);
		if (!*last)
			*last = meet(k, lo);
	}
	return &k->known[*last - 1];
}

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

	if (win->space == PTX_SPACE_SHARED)
		return each_run(k, w->id, (uint64_t)(r->host[0] - win->host), r, tags_shared);
	if (win->space == PTX_SPACE_CONST)
		return true;
	a = known_of(k, w->pc, win->lo);
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

static bool perform_plain(struct worker *k, struct machine_warp *w, struct simt_op *op)
{
	switch (op->kind) {
	case SIMT_OP_FENCE:
	case SIMT_OP_WARPSYNC: return true;
	case SIMT_OP_BAR: return plain_barrier(op) && !launch_perform(&k->m, w, op);
	default: return false;
	}
}

static bool seen_barriers(struct worker *k, const struct machine_block *b)
{
	if (k->barriers == k->m.stats.barriers)
		return true;
	k->barriers = k->m.stats.barriers;
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

	if (!b || !tags_block(&k->tags, b->n_warps))
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
	more_slots(k);
	if (tags_create(&k->tags, &p->undo))
		p->broken = true;
	return k;
}

static void worker_begin(struct worker *k)
{
	const struct machine *m = k->p->main;
	const uint32_t code = m->run.kernel->n_code;

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
	k->n_known = 0;
	if (k->cap_last < code) {
		free(k->last);
		k->last = mem_alloc(code * sizeof(*k->last));
		k->cap_last = code;
	}
	memset(k->last, 0, code * sizeof(*k->last));
	memset(k->slots, 0, k->n_slots * sizeof(*k->slots));
	tags_launch(&k->tags, m->run.shared_alloc);
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
		free(k->m.sms[0].run);
		free(k->m.sms);
		free(k->last);
		free(k->known);
		free(k->slots);
		free(k);
	}
	undo_destroy(&p->undo);
	free(p);
	m->parallel = NULL;
}

/* Ends */

/* An allocation read without tags, and written by anybody: its loads have tags from now on. */
static bool needs_tags(struct parallel *p, const struct known *a)
{
	bool read = false, written = false;

	if (a->tagged)
		return false;
	for (unsigned i = 0; i < p->running; i++) {
		const struct worker *k = p->workers[i];

		for (unsigned n = 0; n < k->n_known; n++) {
			read |= k->known[n].lo == a->lo && k->known[n].read;
			written |= k->known[n].lo == a->lo && k->known[n].written;
		}
	}
	return read && written;
}

static void find_tagged(struct parallel *p)
{
	p->again = false;
	for (unsigned i = 0; i < p->running; i++) {
		const struct worker *k = p->workers[i];

		for (unsigned n = 0; n < k->n_known; n++) {
			unsigned t = 0;

			if (!needs_tags(p, &k->known[n]))
				continue;
			while (t < p->n_tagged && p->tagged[t] != k->known[n].lo)
				t++;
			if (t == TAGGED)
				p->all_tagged = true;
			else if (t == p->n_tagged)
				p->tagged[p->n_tagged++] = k->known[n].lo;
			p->again = true;
		}
	}
}

static bool conflict(const struct parallel *p)
{
	for (unsigned a = 0; a < p->running; a++)
		for (unsigned b = a + 1; b < p->running; b++)
			if (tags_conflict(&p->workers[a]->tags, &p->workers[b]->tags))
				return true;
	return false;
}

static void add(struct machine *m, const struct machine *from)
{
	struct machine_stats *s = &m->stats;
	const struct machine_stats *f = &from->stats;

	s->simt.warp_insns += f->simt.warp_insns;
	s->simt.thread_insns += f->simt.thread_insns;
	s->simt.branches += f->simt.branches;
	s->simt.divergent += f->simt.divergent;
	for (unsigned i = 0; i < SIMT_OP_COUNT; i++)
		s->simt.ops[i] += f->simt.ops[i];
	s->blocks += f->blocks;
	s->threads += f->threads;
	s->global_lane_accesses += f->global_lane_accesses;
	s->shared_lane_accesses += f->shared_lane_accesses;
	s->local_lane_accesses += f->local_lane_accesses;
	s->barriers += f->barriers;
	m->run.went += from->run.went;
}

static void adopt(struct parallel *p)
{
	struct machine *m = p->main;

	for (unsigned i = 0; i < p->running; i++)
		add(m, &p->workers[i]->m);
	m->run.any_order = true;
	m->run.next_block = m->run.blocks_done = m->run.blocks;
	machine_changed(m);
}

/* True: the launch has been run. */
static bool attempt(struct parallel *p)
{
	bool good;

	p->next = p->done = 0;
	p->stop = false;
	p->running = 1;
	p->n = p->main->cfg.threads;
	worker_begin(p->workers[0]);
	run_blocks(p->workers[0]);
	for (unsigned i = 1; i < p->running; i++)
		pthread_join(p->workers[i]->thread, NULL);
	find_tagged(p);
	good = !p->stop && p->done == p->main->run.blocks && !p->again && !conflict(p);
	if (good)
		adopt(p);
	for (unsigned i = 0; i < p->running; i++) {
		if (!good)
			tags_undo(&p->workers[i]->tags);
		tags_forget(&p->workers[i]->tags);
	}
	undo_forget(&p->undo);
	return good;
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

bool parallel_run(struct machine *m)
{
	const bool fits = m->run.direct && m->cfg.threads && m->cfg.scheduler == MACHINE_RR &&
			  !m->cfg.max_warp_insns && m->run.kernel->orderless &&
			  m->run.cluster_blocks <= 1;
	struct machine_pool *pool = m->pool;
	struct parallel *p;

	if (!fits || skipped(pool))
		return false;
	p = parallel_of(m);
	if (!p)
		return false;
	p->n_tagged = 0;
	p->all_tagged = false;
	do {
		if (attempt(p)) {
			pool->failed = 0;
			return true;
		}
	} while (p->again && m->run.status == MACHINE_OK && !m->run.sampling);
	pool->skip = 1U << pool->failed;
	if (pool->failed < MOST_SKIPPED)
		pool->failed++;
	return false;
}
