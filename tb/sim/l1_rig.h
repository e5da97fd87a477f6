/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l1_rig: an L1 between two links, with what it has done and the tags it may take. Included after
 * cmocka.h.
 */
#ifndef L1_RIG_H
#define L1_RIG_H

#include <string.h>

#include "../../sim/l1/l1.h"
#include "../../sim/noc/noc.h"
#include "base/rng.h"
#include "machine/gmem.h"

enum { MOST = 1 << 16, SLICES = 3, INTERLEAVE = 256, AT = 64 };

struct done {
	uint64_t now;
	uint32_t op, lanes;
	uint8_t part;
	bool hit;
};

struct rig {
	struct sim_config c;
	struct pkt_pool pool;
	struct l1 *l1;
	struct link to, from;
	struct stats *stats;
	uint64_t now;
	struct done done[MOST];
	uint32_t n_done, given, taken; /* tags */
	uint32_t tag[MOST];
	struct rng rng;
	unsigned tag_percent;
};

static inline void on_done(void *ctx, uint32_t op, uint8_t part, uint32_t lanes, bool hit)
{
	struct rig *r = ctx;

	assert_true(r->n_done < MOST);
	r->done[r->n_done++] = (struct done){r->now, op, lanes, part, hit};
}

static inline bool on_note(void *ctx, struct pkt *k)
{
	struct rig *r = ctx;

	if (r->taken == r->given || rng_below(&r->rng, 100) >= r->tag_percent)
		return false;
	memcpy(k->note, &r->tag[r->taken++], sizeof(*r->tag));
	return true;
}

static inline uint32_t noted(const struct pkt *k)
{
	uint32_t tag;

	memcpy(&tag, k->note, sizeof(tag));
	return tag;
}

static inline void config(struct sim_config *c)
{
	memset(c, 0, sizeof(*c));
	c->sm.segment = SECTOR;
	c->l1 = (struct l1_config){true, 4, 2, 4, 3, 4, 5, 1};
	c->noc = (struct noc_config){.flit_bytes = 8, .header_bytes = 8};
	c->l2.slices = SLICES;
	c->l2.interleave = INTERLEAVE;
	c->det.tag_bytes = 5;
}

static inline struct rig *rig_open(const struct sim_config *c, bool detector, uint32_t links)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct l1_hooks h = {.ctx = r, .done = on_done, .note = detector ? on_note : NULL};

	r->c = *c;
	r->tag_percent = 100;
	rng_seed(&r->rng, 1);
	link_init(&r->to, "to", 0, links);
	link_init(&r->from, "from", 0, links);
	r->l1 = l1_create(c, 7, &r->pool, &h);
	r->stats = stats_create();
	l1_stats(r->stats, &r->l1, 1);
	return r;
}

static inline void rig_close(struct rig *r)
{
	assert_true(l1_idle(r->l1));
	assert_int_equal(r->pool.out, 0);
	stats_destroy(r->stats);
	l1_destroy(r->l1);
	link_free(&r->to);
	link_free(&r->from);
	pkt_pool_free(&r->pool);
	free(r);
}

static inline uint64_t count(const struct rig *r, const char *name)
{
	char full[64];

	snprintf(full, sizeof(full), "l1.%s", name);
	return stats_get(r->stats, full);
}

static inline void step(struct rig *r)
{
	l1_step(r->l1, ++r->now, &r->from, &r->to);
}

static inline uint64_t sector(uint32_t i)
{
	return GMEM_BASE + (uint64_t)i * SECTOR;
}

static inline struct l1_access load(uint32_t op, uint32_t sec)
{
	return (struct l1_access){
		.kind = PKT_READ, .op = op, .lanes = op + 1, .addr = sector(sec), .word_mask = 1};
}

static inline struct l1_access store(uint32_t op, uint32_t sec)
{
	struct l1_access a = load(op, sec);

	a.kind = PKT_WRITE;
	a.bytes = 12;
	return a;
}

static inline void give(struct rig *r, const struct l1_access *a)
{
	assert_true(l1_ready(r->l1, a));
	l1_access(r->l1, a, r->now);
	r->tag[r->given++] = a->op;
}

/* The next packet on the link, of that kind and operation. */
static inline struct pkt *sent(struct rig *r, enum pkt_kind kind, uint32_t op)
{
	struct pkt *k = link_pop(&r->to);

	assert_non_null(k);
	assert_string_equal(pkt_kind_name(k->kind), pkt_kind_name(kind));
	assert_int_equal(k->op, op);
	return k;
}

static inline void answer(struct rig *r, struct pkt *k)
{
	k->addr = 12345; /* of the slice's own memory: L1 must not look at it */
	link_push(&r->from, k);
}

static inline void was_done(const struct rig *r, uint32_t i, uint32_t op, bool hit, uint64_t now)
{
	assert_true(i < r->n_done);
	assert_int_equal(r->done[i].op, op);
	assert_int_equal(r->done[i].lanes, op + 1);
	assert_int_equal(r->done[i].hit, hit);
	assert_int_equal(r->done[i].now, now);
}

/* Brings a sector in, by operation op. */
static inline void fetch(struct rig *r, uint32_t op, uint32_t sec)
{
	const struct l1_access a = load(op, sec);

	step(r);
	give(r, &a);
	step(r);
	answer(r, sent(r, PKT_READ, op));
	step(r);
	was_done(r, r->n_done - 1, op, false, r->now);
}

#endif
