/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: blocks that are resident together. Slots are taken in groups of a cluster's size; a
 * group gets its next cluster when all blocks of the one before have ended, so that shared memory
 * of a block that has ended is still known as what it was.
 *
 * The barrier comes in two steps. A thread arrives, does other things, and waits until all threads
 * of the cluster that have not exited have arrived; by then others may have arrived for the next
 * time.
 */
#include <stdlib.h>

#include "machine_int.h"

void machine_set_cluster(struct machine *m, const uint32_t cluster[3], bool big)
{
	for (int i = 0; i < 3; i++)
		m->cluster[i] = cluster ? cluster[i] : 0;
	m->big_cluster = big;
}

static uint32_t groups(const struct machine *m)
{
	return m->cfg.sms * m->run.info.blocks_per_sm / m->run.cluster_blocks;
}

void cluster_begin(struct machine *m, const uint32_t cluster[3])
{
	struct machine_run *r = &m->run;

	r->cluster_blocks = cluster[0] * cluster[1] * cluster[2];
	if (r->cluster_blocks > 1)
		r->clusters = mem_alloc(groups(m) * sizeof(*r->clusters));
}

void cluster_end(struct machine *m)
{
	free(m->run.clusters);
	m->run.clusters = NULL;
}

/* Index in the grid of a cluster's block. */
static uint64_t block_index(const struct machine_launch_info *info, uint64_t cluster, uint32_t rank)
{
	const uint32_t *g = info->grid, *c = info->cluster;
	const uint64_t nx = g[0] / c[0], ny = g[1] / c[1];
	const uint64_t x = cluster % nx * c[0] + rank % c[0];
	const uint64_t y = cluster / nx % ny * c[1] + rank / c[0] % c[1];
	const uint64_t z = cluster / nx / ny * c[2] + rank / c[0] / c[1];

	return x + (y + z * g[1]) * g[0];
}

static void start(struct machine *m, uint32_t group)
{
	struct machine_run *r = &m->run;
	struct machine_cluster *c = &r->clusters[group];
	const uint64_t index = r->next_block / r->cluster_blocks;

	*c = (struct machine_cluster){.group = group};
	for (uint32_t rank = 0; rank < r->cluster_blocks && r->status == MACHINE_OK; rank++) {
		const uint32_t slot = group * r->cluster_blocks + rank;
		struct machine_block *b = launch_block(m, slot % m->cfg.sms, slot / m->cfg.sms,
						       block_index(&r->info, index, rank));

		if (!b)
			return;
		b->cluster = c;
		c->blocks[c->n++] = b;
		c->live++;
	}
}

void cluster_first(struct machine *m)
{
	struct machine_run *r = &m->run;

	for (uint32_t g = 0; g < groups(m); g++)
		if (r->next_block < r->blocks && r->status == MACHINE_OK)
			start(m, g);
}

void cluster_block_end(struct machine *m, struct machine_block *b)
{
	struct machine_cluster *c = b->cluster;

	if (!--c->live && m->run.next_block < m->run.blocks)
		start(m, c->group);
}

struct machine_block *cluster_home(const struct machine_block *b, const struct simt_op *op)
{
	struct machine_block *home;

	if (!b->cluster || op->rank > b->cluster->n)
		return NULL;
	home = b->cluster->blocks[op->rank - 1];
	return home->live_warps ? home : NULL;
}

/* Barrier */

static struct machine_block *block_of(struct machine_block *b, uint32_t rank)
{
	return b->cluster ? b->cluster->blocks[rank] : b;
}

static uint32_t blocks_of(const struct machine_block *b)
{
	return b->cluster ? b->cluster->n : 1;
}

static void go_on(struct machine *m, struct machine_warp *w, uint32_t lanes)
{
	if (!lanes)
		return;
	simt_bar_release(&w->w, lanes, 0);
	if (w->state == MACHINE_WARP_WAITS) {
		w->state = MACHINE_WARP_RUNS;
		w->stuck = false;
		if (!m->engined)
			sched_add(m, w);
	}
	MACHINE_OBSERVE(m, barrier_release, &w->who, SIMT_CLUSTER_BAR, lanes);
	if (m->engined)
		m->engine.wake(m->engine.ctx, w);
}

void cluster_count(const struct machine_block *b, uint32_t *arrived, uint32_t *expected)
{
	*arrived = *expected = 0;
	for (uint32_t r = 0; r < blocks_of(b); r++) {
		const struct machine_block *o = b->cluster ? b->cluster->blocks[r] : b;

		for (uint32_t i = 0; i < o->n_warps; i++) {
			const struct machine_warp *w = &o->warps[i];

			*arrived += (uint32_t)__builtin_popcount(w->cluster.arrived & w->w.live);
			*expected += (uint32_t)__builtin_popcount(w->w.live);
		}
	}
}

static void all_have_arrived(struct machine *m, struct machine_block *b)
{
	m->stats.barriers++;
	m->run.steps++;
	machine_changed(m);
	MACHINE_OBSERVE(m, barrier_release, &b->warps[0].who, SIMT_CLUSTER_BAR, 0);
	for (uint32_t r = 0; r < blocks_of(b); r++) {
		struct machine_block *o = block_of(b, r);

		for (uint32_t i = 0; i < o->n_warps; i++) {
			struct machine_warp *w = &o->warps[i];
			const uint32_t go = w->cluster.waits & w->cluster.arrived;

			m->run.arrived -= (uint32_t)__builtin_popcount(w->cluster.arrived);
			w->cluster.done = w->cluster.arrived & ~go;
			w->cluster.arrived = w->cluster.waits = 0;
			go_on(m, w, go);
		}
	}
}

void cluster_exit(struct machine *m, struct machine_block *b)
{
	uint32_t arrived, expected;

	cluster_count(b, &arrived, &expected);
	if (arrived && arrived >= expected)
		all_have_arrived(m, b);
}

int cluster_barrier(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	const uint32_t had = w->cluster.arrived | w->cluster.done;
	uint32_t ready;

	if (op->bar_mode == PTX_MODE_CLUSTER_ARRIVE) {
		if (op->mask & had)
			return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask & had,
					 "arrives at the cluster's barrier again without having "
					 "waited there");
		w->cluster.arrived |= op->mask;
		m->run.arrived += (uint32_t)__builtin_popcount(op->mask);
		machine_changed(m);
		cluster_exit(m, w->blk);
		return 0;
	}
	if (op->mask & ~had)
		return fault_set(m, w, MACHINE_E_LAUNCH_FAILURE, op->pc, op->mask & ~had,
				 "waits at the cluster's barrier without having arrived there");
	ready = op->mask & w->cluster.done;
	w->cluster.done &= ~ready;
	w->cluster.waits |= op->mask & ~ready;
	go_on(m, w, ready);
	return 0;
}
