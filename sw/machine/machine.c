/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum {
	MAX_SMS = 1024,
	HELP_INSNS = 1 << 15,
	MOST_INSNS = 1 << 25,
	SHARED_ALIGN = 16 /* dynamic shared memory starts on such a boundary */
};

void machine_config_default(struct machine_config *c)
{
	*c = (struct machine_config){
		.sms = 15,
		.threads_per_sm = 1024,
		.blocks_per_sm = 8,
		.shared_per_sm = 49152,
		.shared_per_block = 49152,
		.scheduler = MACHINE_RR,
		.mode = SIMT_ITS,
		.stack_bytes = 1024,
		.livelock_repeats = 20000,
		.pending_launches = 2048,
	};
}

static int check_config(const struct machine_config *c, struct diag *diag)
{
	if (c->sms < 1 || c->sms > MAX_SMS)
		return diag_set(diag, NULL, 0, "%u SMs: not in 1..%d", c->sms, MAX_SMS);
	if (c->threads_per_sm < SIMT_LANES || c->threads_per_sm > 65536)
		return diag_set(diag, NULL, 0, "%u threads per SM: not in 32..65536",
				c->threads_per_sm);
	if (c->blocks_per_sm < 1 || c->blocks_per_sm > 1024)
		return diag_set(diag, NULL, 0, "%u blocks per SM: not in 1..1024",
				c->blocks_per_sm);
	if (c->shared_per_sm > SIMT_WINDOW_BYTES || c->shared_per_block > c->shared_per_sm)
		return diag_set(diag, NULL, 0,
				"%u bytes of shared memory per block, %u per SM: not a machine",
				c->shared_per_block, c->shared_per_sm);
	if (c->shared_optin > SIMT_WINDOW_BYTES)
		return diag_set(diag, NULL, 0,
				"%u bytes of shared memory for one block: more than %llu",
				c->shared_optin, (unsigned long long)SIMT_WINDOW_BYTES);
	if (c->stack_bytes > SIMT_WINDOW_BYTES / 2)
		return diag_set(diag, NULL, 0, "a stack of %u bytes: more than %llu",
				c->stack_bytes, SIMT_WINDOW_BYTES / 2);
	return 0;
}

struct machine *machine_create(const struct machine_config *c, struct gmem *g, struct diag *diag)
{
	static const volatile int never;
	struct machine *m;

	if (check_config(c, diag))
		return NULL;
	m = mem_alloc(sizeof(*m));
	m->cfg = *c;
	m->g = g;
	m->hurry = &never;
	m->help_insns = HELP_INSNS;
	m->most_insns = MOST_INSNS;
	machine_set_hook(m, c->hook);
	m->sms = mem_alloc(c->sms * sizeof(*m->sms));
	for (uint32_t s = 0; s < c->sms; s++)
		m->sms[s].run = mem_alloc((size_t)c->threads_per_sm / SIMT_LANES *
					  sizeof(struct machine_warp *));
	return m;
}

void machine_destroy(struct machine *m)
{
	if (!m)
		return;
	parallel_free(m);
	pool_free_all(m);
	drop_free(m);
	child_close(m);
	free(m->modules);
	for (uint32_t s = 0; s < m->cfg.sms; s++)
		free(m->sms[s].run);
	free(m->sms);
	free(m);
}

void machine_set_print(struct machine *m, machine_print_fn fn, void *ctx)
{
	m->print = fn;
	m->print_ctx = ctx;
}

void machine_set_misuse(struct machine *m, machine_misuse_fn fn, void *ctx)
{
	m->misuse = fn;
	m->misuse_ctx = ctx;
}

void machine_set_progress(struct machine *m, machine_progress_fn fn, void *ctx)
{
	m->progress = fn;
	m->progress_ctx = ctx;
}

void machine_set_hurry(struct machine *m, const volatile int *hurry)
{
	m->hurry = hurry;
}

void machine_set_max_insns(struct machine *m, uint64_t n)
{
	m->cfg.max_warp_insns = n ? m->stats.simt.warp_insns + n : 0;
}

void machine_set_hook(struct machine *m, const struct machine_hook *hook)
{
	m->hooked = hook != NULL;
	if (hook)
		m->hook = *hook;
}

int machine_add_observer(struct machine *m, const struct machine_observer *o)
{
	if (m->n_observers == MACHINE_OBSERVERS)
		return -1;
	m->observers[m->n_observers++] = *o;
	return 0;
}

void machine_stats_add(struct machine_stats *s, const struct machine_stats *f, uint64_t times)
{
	s->simt.warp_insns += times * f->simt.warp_insns;
	s->simt.thread_insns += times * f->simt.thread_insns;
	s->simt.branches += times * f->simt.branches;
	s->simt.divergent += times * f->simt.divergent;
	for (unsigned i = 0; i < SIMT_OP_COUNT; i++)
		s->simt.ops[i] += times * f->simt.ops[i];
	s->blocks += times * f->blocks;
	s->threads += times * f->threads;
	s->global_lane_accesses += times * f->global_lane_accesses;
	s->shared_lane_accesses += times * f->shared_lane_accesses;
	s->local_lane_accesses += times * f->local_lane_accesses;
	s->const_lane_accesses += times * f->const_lane_accesses;
	s->barriers += times * f->barriers;
}

const struct machine_stats *machine_stats(const struct machine *m)
{
	return &m->stats;
}

const struct machine_config *machine_config(const struct machine *m)
{
	return &m->cfg;
}

void machine_set_pending_launches(struct machine *m, uint32_t n)
{
	m->cfg.pending_launches = n;
}

void machine_set_stack(struct machine *m, uint32_t stack_bytes)
{
	const uint32_t most = (uint32_t)(SIMT_WINDOW_BYTES / 2);

	m->cfg.stack_bytes = stack_bytes < most ? stack_bytes : most;
}

uint32_t machine_shared_bytes(const struct simt_kernel *k, uint32_t dynamic_shared)
{
	const uint32_t fixed = k->static_shared;

	if (!dynamic_shared)
		return fixed;
	return ((fixed + SHARED_ALIGN - 1U) & ~(SHARED_ALIGN - 1U)) + dynamic_shared;
}

uint32_t machine_shared_limit(const struct machine_config *c)
{
	return c->shared_optin > c->shared_per_block ? c->shared_optin : c->shared_per_block;
}

uint32_t machine_occupancy(const struct machine *m, const struct simt_kernel *k,
			   uint32_t block_threads, uint64_t dynamic_shared)
{
	const uint32_t threads = (block_threads + SIMT_LANES - 1U) & ~(SIMT_LANES - 1U);
	const uint32_t limit = machine_shared_limit(&m->cfg);
	uint32_t n = m->cfg.blocks_per_sm, shared;

	if (!block_threads || block_threads > MACHINE_MAX_BLOCK || dynamic_shared > limit)
		return 0;
	shared = machine_shared_bytes(k, (uint32_t)dynamic_shared);
	if (n > m->cfg.threads_per_sm / threads)
		n = m->cfg.threads_per_sm / threads;
	if (shared > limit)
		return 0;
	if (shared > m->cfg.shared_per_sm)
		return n ? 1 : 0; /* the SM's memory is its own */
	if (shared && n > m->cfg.shared_per_sm / shared)
		n = m->cfg.shared_per_sm / shared;
	return n;
}
