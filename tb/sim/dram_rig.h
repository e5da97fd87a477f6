/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A DRAM channel with its links; the test plays the slices.
 */
#ifndef TB_DRAM_RIG_H
#define TB_DRAM_RIG_H

#include "../../sim/dram/dram.h"

enum { SLICES = 2 };

static const struct dram_config ref = {
	.channels = 12,
	.queue = 64,
	.return_queue = 116,
	.bus_bytes = 8,
	.burst = 8,
	.rate = 4,
	.banks = 16,
	.bank_groups = 4,
	.row_bytes = 2048,
	.latency = 100,
	.ccd = 2,
	.ccdl = 3,
	.rrd = 6,
	.rcd = 12,
	.ras = 28,
	.rp = 12,
	.rc = 40,
	.cl = 12,
	.wl = 4,
	.cdlr = 5,
	.wr = 12,
	.rtpl = 2,
	.refi = 3604,
	.rfc = 100,
	.refresh = true,
};

struct bench {
	struct dram_config c;
	struct pkt_pool pool;
	struct dram *d;
	struct stats *s;
	struct link in[SLICES], out[SLICES], *ins[SLICES], *outs[SLICES];
	uint32_t n;
	uint64_t now;
};

static inline void open_seeded(struct bench *b, const struct dram_config *c, uint32_t n,
			       uint32_t cap, uint64_t seed)
{
	*b = (struct bench){.c = *c, .n = n};
	b->d = dram_create(&b->c, 0, n, &b->pool, seed);
	b->s = stats_create();
	dram_stats(b->s, &b->d, 1);
	for (uint32_t i = 0; i < n; i++) {
		link_init(b->ins[i] = &b->in[i], "in", i, cap);
		link_init(b->outs[i] = &b->out[i], "out", i, cap);
	}
}

static inline void open_bench(struct bench *b, const struct dram_config *c, uint32_t n,
			      uint32_t cap)
{
	open_seeded(b, c, n, cap, 0);
}

static inline uint64_t drain(struct bench *b)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < b->n; i++)
		for (struct pkt *k; (k = link_pop(&b->out[i])); n++)
			pkt_free(&b->pool, k);
	return n;
}

static inline void step(struct bench *b)
{
	dram_step(b->d, b->now++, b->ins, b->outs);
}

static inline void finish(struct bench *b)
{
	const uint64_t end = b->now + 1000000;

	while (!dram_idle(b->d) || b->in[0].count || (b->n > 1 && b->in[1].count)) {
		step(b);
		drain(b);
		assert_true(b->now < end);
	}
}

static inline void close_bench(struct bench *b)
{
	finish(b);
	drain(b);
	assert_int_equal(b->pool.out, 0);
	stats_destroy(b->s);
	dram_destroy(b->d);
	for (uint32_t i = 0; i < b->n; i++) {
		link_free(&b->in[i]);
		link_free(&b->out[i]);
	}
	pkt_pool_free(&b->pool);
}

static inline struct pkt *put(struct bench *b, uint32_t slice, enum pkt_kind kind, uint64_t addr,
			      uint32_t bytes)
{
	struct pkt *k = pkt_alloc(&b->pool);

	k->kind = kind;
	k->addr = addr;
	k->bytes = (uint16_t)bytes;
	link_push(&b->in[slice], k);
	return k;
}

#endif
