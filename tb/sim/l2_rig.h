/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An L2 bank with its links; the test plays slice and DRAM.
 */
#ifndef TB_L2_RIG_H
#define TB_L2_RIG_H

#include "../../sim/l2/l2.h"

static const struct l2_config ref = {
	.slices = 24,
	.sets = 64,
	.ways = 8,
	.fetch = 128,
	.mshr = 256,
	.merges = 4,
	.port_bytes = 32,
	.latency = 120,
	.interleave = 256,
};

struct bench {
	struct l2_config c;
	struct pkt_pool pool;
	struct l2 *l;
	struct stats *s;
	struct link in, out, to_dram, fills;
	uint64_t now;
};

static inline void open_bench(struct bench *b, const struct l2_config *c, uint32_t cap)
{
	*b = (struct bench){.c = *c};
	b->l = l2_create(c, 5, &b->pool);
	b->s = stats_create();
	l2_stats(b->s, &b->l, 1);
	link_init(&b->in, "in", 0, cap);
	link_init(&b->out, "out", 0, cap);
	link_init(&b->to_dram, "to dram", 0, cap);
	link_init(&b->fills, "fills", 0, cap);
}

static inline void close_bench(struct bench *b)
{
	assert_true(l2_idle(b->l));
	assert_int_equal(b->pool.out, 0);
	l2_destroy(b->l);
	stats_destroy(b->s);
	link_free(&b->in);
	link_free(&b->out);
	link_free(&b->to_dram);
	link_free(&b->fills);
	pkt_pool_free(&b->pool);
}

static inline void step(struct bench *b)
{
	l2_step(b->l, b->now++, &b->in, &b->out, &b->to_dram, &b->fills);
}

static inline struct pkt *put(struct bench *b, enum pkt_kind kind, uint64_t addr)
{
	struct pkt *k = pkt_alloc(&b->pool);

	k->kind = kind;
	k->addr = addr;
	k->word_mask = 0xff;
	link_push(&b->in, k);
	return k;
}

static inline uint64_t drop(struct bench *b, struct link *l)
{
	uint64_t n = 0;

	for (struct pkt *k; (k = link_pop(l)); n++)
		pkt_free(&b->pool, k);
	return n;
}

/* Steps until a packet is on l; clocks from `from` to the step that brought it. */
static inline uint64_t wait_for(struct bench *b, const struct link *l, uint64_t from)
{
	while (!l->count) {
		step(b);
		assert_true(b->now < from + 10000);
	}
	return b->now - 1 - from;
}

/* Takes what must be the next packet on to_dram. */
static inline struct pkt *expect(struct bench *b, enum pkt_kind kind, uint64_t addr, uint32_t bytes,
				 bool meta)
{
	struct pkt *k;

	wait_for(b, &b->to_dram, b->now);
	k = link_pop(&b->to_dram);
	assert_int_equal(k->kind, kind);
	assert_int_equal(k->addr, addr);
	assert_int_equal(k->bytes, bytes);
	assert_int_equal(k->meta, meta);
	assert_int_equal(k->slice, 5);
	return k;
}

static inline void expect_writeback(struct bench *b, uint64_t addr, uint32_t bytes, bool meta)
{
	pkt_free(&b->pool, expect(b, PKT_WRITEBACK, addr, bytes, meta));
}

static inline void fill(struct bench *b, struct pkt *k)
{
	k->reply = true;
	link_push(&b->fills, k);
}

/* One access from idle to idle; DRAM answers at once. Write-backs are dropped. */
static inline void complete(struct bench *b, enum pkt_kind kind, uint64_t addr)
{
	const uint64_t end = b->now + 1000;

	put(b, kind, addr);
	do {
		step(b);
		for (struct pkt *k; (k = link_pop(&b->to_dram));)
			if (k->kind == PKT_FILL)
				fill(b, k);
			else
				pkt_free(&b->pool, k);
		drop(b, &b->out);
		assert_true(b->now < end);
	} while (!l2_idle(b->l) || b->in.count || b->fills.count);
	b->now += 200; /* the port is free again */
}

static inline void flush(struct bench *b)
{
	const uint64_t end = b->now + 100000;

	l2_flush(b->l);
	while (!l2_idle(b->l)) {
		step(b);
		assert_true(b->now < end);
	}
}

#define STAT(name) stats_get(b.s, "l2." name)

#endif
