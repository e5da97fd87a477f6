/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noc_rig: a network between links, and packets that carry who they are: op = number within their
 * (input, output) pair, pc = input, id = anything. Included after cmocka.h.
 */
#ifndef NOC_RIG_H
#define NOC_RIG_H

#include "../../sim/noc/noc.h"

enum { PORTS = 132 };

struct rig {
	struct noc_config c;
	struct pkt_pool pool;
	struct noc *n;
	uint32_t inputs, outputs;
	struct link in[PORTS], out[PORTS];
	struct link *in_links[PORTS], *out_links[PORTS];
	struct stats *stats;
	uint64_t now;
	uint32_t made[PORTS][PORTS], got[PORTS][PORTS];
};

static inline struct noc_config config(void)
{
	return (struct noc_config){.flit_bytes = 32,
				   .header_bytes = 8,
				   .inject_flits = 16,
				   .eject_flits = 16,
				   .latency = 3,
				   .speedup = 1,
				   .voq = true,
				   .arbiter = SIM_ISLIP};
}

static inline struct rig *rig_open(const struct noc_config *c, uint32_t inputs, uint32_t outputs,
				   uint32_t links, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));

	r->c = *c;
	r->inputs = inputs;
	r->outputs = outputs;
	for (uint32_t i = 0; i < inputs; i++) {
		link_init(&r->in[i], "in", i, links);
		r->in_links[i] = &r->in[i];
	}
	for (uint32_t o = 0; o < outputs; o++) {
		link_init(&r->out[o], "out", o, links);
		r->out_links[o] = &r->out[o];
	}
	r->n = noc_create(c, "request", inputs, outputs, true, &r->pool, seed);
	r->stats = stats_create();
	noc_stats(r->stats, r->n);
	return r;
}

static inline void rig_close(struct rig *r)
{
	assert_true(noc_idle(r->n));
	assert_int_equal(r->pool.out, 0);
	noc_destroy(r->n);
	for (uint32_t i = 0; i < r->inputs; i++)
		link_free(&r->in[i]);
	for (uint32_t o = 0; o < r->outputs; o++)
		link_free(&r->out[o]);
	stats_destroy(r->stats);
	pkt_pool_free(&r->pool);
	free(r);
}

static inline uint64_t count(const struct rig *r, const char *name)
{
	char full[64];

	snprintf(full, sizeof(full), "noc.request.%s", name);
	return stats_get(r->stats, full);
}

static inline void step(struct rig *r)
{
	noc_step(r->n, ++r->now, r->in_links, r->out_links);
}

static inline void put(struct rig *r, uint32_t i, uint32_t o, uint16_t flits)
{
	struct pkt *k = pkt_alloc(&r->pool);

	k->kind = PKT_READ;
	k->slice = (uint16_t)o;
	k->flits = flits;
	k->pc = i;
	k->op = r->made[i][o]++;
	k->id = 1000 * i + o;
	k->born = r->now;
	link_push(&r->in[i], k);
}

/* To all: one of each pair's packets. */
static inline void put_message(struct rig *r, uint32_t i, uint16_t flits)
{
	struct pkt *k = pkt_alloc(&r->pool);

	k->kind = PKT_FENCE;
	k->flits = flits;
	k->pc = i;
	k->id = 77;
	k->lanes = i + 1;
	k->born = r->now;
	for (uint32_t o = 0; o < r->outputs; o++)
		r->made[i][o]++;
	link_push(&r->in[i], k);
}

/* Takes a packet off output o: is it the next of its pair, and whole? NULL: none. */
static inline struct pkt *look(struct rig *r, uint32_t o)
{
	struct pkt *k = link_pop(&r->out[o]);

	if (!k)
		return NULL;
	assert_int_equal(k->slice, o);
	if (k->kind == PKT_FENCE) {
		assert_int_equal(k->id, 77);
		assert_int_equal(k->lanes, k->pc + 1);
	} else {
		assert_int_equal(k->id, 1000 * k->pc + o);
		assert_int_equal(k->op, r->got[k->pc][o]);
	}
	r->got[k->pc][o]++;
	assert_null(k->next);
	return k;
}

/* Input that the next packet on output o came from, or -1. */
static inline int get(struct rig *r, uint32_t o)
{
	struct pkt *k = look(r, o);
	const int from = k ? (int)k->pc : -1;

	if (k)
		pkt_free(&r->pool, k);
	return from;
}

#endif
