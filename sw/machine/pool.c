/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Storage of resident blocks and their warps. Programs launch the same few kernels again
 * and again, so it is kept until there is too much of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "machine_int.h"

#define KEEP_BYTES (128ULL << 20)

static size_t slots(const struct machine *m)
{
	return (size_t)m->cfg.sms * m->cfg.blocks_per_sm;
}

static void block_free(struct machine_block *b)
{
	if (!b)
		return;
	for (uint32_t i = 0; i < b->created; i++) {
		simt_warp_destroy(&b->warps[i].w);
		hang_warp_free(&b->warps[i]);
		walk_warp_free(&b->warps[i]);
	}
	free(b->warps);
	free(b->shared);
	free(b);
}

static void pool_free(struct machine *m, struct machine_pool *p)
{
	if (!p->kernel)
		return;
	for (size_t i = 0; i < slots(m); i++)
		block_free(p->blocks[i]);
	free(p->blocks);
	free(p->near);
	*p = (struct machine_pool){.kernel = NULL};
}

void pool_free_all(struct machine *m)
{
	for (unsigned i = 0; i < MACHINE_POOLS; i++)
		pool_free(m, &m->pools[i]);
	m->pool = NULL;
}

/* An unused pool, and room for `bytes` more: the longest unused ones go. */
static struct machine_pool *make_room(struct machine *m, uint64_t bytes)
{
	for (;;) {
		struct machine_pool *oldest = NULL, *empty = NULL;

		for (unsigned i = 0; i < MACHINE_POOLS; i++) {
			struct machine_pool *p = &m->pools[i];

			if (!p->kernel) {
				empty = p;
				continue;
			}
			bytes += p->bytes;
			if (!oldest || p->last_launch < oldest->last_launch)
				oldest = p;
		}
		if (empty && (bytes <= KEEP_BYTES || !oldest))
			return empty;
		for (unsigned i = 0; i < MACHINE_POOLS; i++)
			bytes -= m->pools[i].bytes;
		pool_free(m, oldest);
	}
}

void pool_prepare(struct machine *m)
{
	const struct machine_run *r = &m->run;
	const uint64_t warp = r->kernel->reg_bytes + (uint64_t)SIMT_LANES * r->local_limit;
	uint64_t bytes;
	struct machine_pool *p;

	for (unsigned i = 0; i < MACHINE_POOLS; i++) {
		p = &m->pools[i];
		if (p->kernel == r->kernel && p->warps == r->info.warps_per_block &&
		    p->local == r->local_limit && p->shared == r->shared_alloc) {
			p->last_launch = r->info.launch;
			m->pool = p;
			return;
		}
	}
	bytes = slots(m) * (warp * r->info.warps_per_block + r->shared_alloc);
	p = make_room(m, bytes);
	*p = (struct machine_pool){
		.kernel = r->kernel,
		.warps = r->info.warps_per_block,
		.local = r->local_limit,
		.shared = r->shared_alloc,
		.last_launch = r->info.launch,
		.bytes = bytes,
		.blocks = mem_alloc(slots(m) * sizeof(struct machine_block *)),
		.near = mem_alloc(r->kernel->n_code * sizeof(const struct gmem_block *)),
	};
	m->pool = p;
}

struct machine_block *pool_peek(const struct machine *m, uint32_t sm, uint32_t slot)
{
	return m->pool->blocks[(size_t)sm * m->cfg.blocks_per_sm + slot];
}

struct machine_block *pool_slot(struct machine *m, uint32_t sm, uint32_t slot)
{
	const struct machine_run *r = &m->run;
	struct machine_block *b = pool_peek(m, sm, slot);
	struct diag diag = {""};

	if (!b) {
		b = mem_alloc(sizeof(*b));
		m->pool->blocks[(size_t)sm * m->cfg.blocks_per_sm + slot] = b;
		b->sm = sm;
		b->slot = slot;
		b->n_warps = r->info.warps_per_block;
		b->shared = mem_alloc(r->shared_alloc);
		b->warps = mem_alloc(b->n_warps * sizeof(*b->warps));
	}
	for (; b->created < b->n_warps; b->created++) {
		if (simt_warp_create(&b->warps[b->created].w, r->kernel, r->local_limit, &diag)) {
			m->fault->cuda_error = MACHINE_E_OUT_OF_RESOURCES;
			snprintf(m->fault->text, sizeof(m->fault->text), "%s", diag.text);
			m->run.status = MACHINE_FAULT;
			return NULL;
		}
	}
	return b;
}
