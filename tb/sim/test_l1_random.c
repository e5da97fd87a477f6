/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_l1_random: random accesses against a slice that answers late and in any order.
 *
 *   access() ─> l1 ─> to ─> slice(): checks order, tag, flits; counts writes ─> from ─> l1 ─> done
 *
 * What a load sees: the slice counts a sector's writes as they take place, a READ brings that
 * number home, and a load must not be done with fewer writes than were accessed before it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "l1_rig.h"

enum { SECTORS = 24, OPS = 4000, HELD = 64 };

struct expect {
	uint32_t op;
	uint64_t addr;
	bool message, sure; /* sure: it has a packet, with the detector off too */
};

struct world {
	struct rig *r;
	bool detector;
	struct l1_access op[OPS];
	uint32_t need[OPS]; /* writes of its sector accessed before */
	uint32_t seen[OPS]; /* writes that its READ has seen */
	bool done[OPS];
	uint32_t accessed[SECTORS], taken[SECTORS], content[SECTORS];
	struct expect expect[2 * OPS];
	uint32_t n_expect, at_expect, n_done, n_ops, n_messages;
	struct pkt *held[HELD]; /* by the slice */
	uint32_t n_held;
};

static unsigned sector_of(const struct l1_access *a)
{
	return (unsigned)((a->addr - GMEM_BASE) / SECTOR);
}

/* Nothing is done twice, nothing is stale. */
static void check_done(struct world *w)
{
	for (; w->n_done < w->r->n_done; w->n_done++) {
		const struct done *d = &w->r->done[w->n_done];
		const struct l1_access *a = &w->op[d->op];
		const unsigned s = sector_of(a);

		assert_false(w->done[d->op]);
		w->done[d->op] = true;
		assert_int_equal(d->lanes, a->lanes);
		assert_int_equal(d->part, a->part);
		if (a->kind != PKT_READ || a->strong || !w->r->c.l1.on) {
			assert_false(d->hit);
			continue;
		}
		if (!d->hit)
			w->content[s] = w->seen[d->op];
		assert_true(w->content[s] >= w->need[d->op]);
	}
}

static void check_packet(struct world *w, const struct pkt *k)
{
	const struct sim_config *c = &w->r->c;
	const bool message = k->kind == PKT_FENCE;
	const uint32_t tag = w->detector && !c->det.noc_free ? c->det.tag_bytes : 0;
	const struct l1_access *a;

	assert_true(w->at_expect < w->n_expect);
	while (!w->detector && k->op != w->expect[w->at_expect].op && !w->expect[w->at_expect].sure)
		w->at_expect++; /* a hit or merge: no packet */
	assert_int_equal(k->op, w->expect[w->at_expect].op);
	assert_int_equal(message, w->expect[w->at_expect].message);
	w->at_expect++;
	assert_int_equal(k->sm, 7);
	if (message)
		return;
	a = &w->op[k->op];
	assert_int_equal(k->addr, a->addr);
	assert_int_equal(k->slice, (a->addr - GMEM_BASE) / INTERLEAVE % SLICES);
	if (w->detector)
		assert_int_equal(noted(k), k->op);
	if (k->kind == PKT_HIT) {
		assert_true(w->detector && a->kind == PKT_READ && !a->strong);
		assert_int_equal(k->free, c->det.hits_free || c->det.noc_free);
		assert_int_equal(k->flits, k->free ? 0 : noc_flits(&c->noc, tag));
		return;
	}
	assert_int_equal(k->kind, a->kind);
	assert_int_equal(k->to_l1, a->kind == PKT_READ && !a->strong && c->l1.on);
	assert_int_equal(k->flits, noc_flits(&c->noc, (a->kind == PKT_READ ? 0U : a->bytes) + tag));
}

/* Takes packets, keeps them for a while, answers in any order. */
static void slice(struct world *w, unsigned take, unsigned answers)
{
	struct rig *r = w->r;

	if (r->to.count && w->n_held < HELD && rng_below(&r->rng, 100) < take) {
		struct pkt *k = link_pop(&r->to);

		check_packet(w, k);
		if (k->kind == PKT_READ)
			w->seen[k->op] = w->taken[sector_of(&w->op[k->op])];
		if (k->kind == PKT_WRITE || k->kind == PKT_ATOM)
			w->taken[sector_of(&w->op[k->op])]++;
		if (k->kind == PKT_HIT || k->kind == PKT_FENCE)
			pkt_free(&r->pool, k);
		else
			w->held[w->n_held++] = k;
	}
	if (w->n_held && !link_full(&r->from) && rng_below(&r->rng, 100) < answers) {
		const uint32_t i = rng_below(&r->rng, w->n_held);

		answer(r, w->held[i]);
		w->held[i] = w->held[--w->n_held];
	}
}

static void access(struct world *w, unsigned sectors)
{
	struct rig *r = w->r;
	struct l1_access *a = &w->op[w->n_ops];
	const unsigned s = rng_below(&r->rng, sectors), what = rng_below(&r->rng, 10);

	if (!a->lanes) { /* a new one; else it was refused */
		*a = load(w->n_ops, s);
		a->part = (uint8_t)(w->n_ops % 32);
		a->kind = what < 7 ? PKT_READ : what < 9 ? PKT_WRITE : PKT_ATOM;
		a->strong = what == 0;
		a->bytes = (uint16_t)(4 * rng_below(&r->rng, 9));
	}
	if (!l1_ready(r->l1, a))
		return;
	w->need[w->n_ops] = w->accessed[sector_of(a)];
	w->accessed[sector_of(a)] += a->kind != PKT_READ;
	r->tag[r->given++] = w->n_ops;
	w->expect[w->n_expect++] = (struct expect){
		.op = w->n_ops, .addr = a->addr, .sure = a->kind != PKT_READ || a->strong};
	l1_access(r->l1, a, r->now);
	w->n_ops++;
}

static void message(struct world *w)
{
	struct pkt *k = pkt_alloc(&w->r->pool);

	k->kind = PKT_FENCE;
	k->op = OPS + w->n_messages;
	if (!l1_message(w->r->l1, k)) {
		pkt_free(&w->r->pool, k);
		return;
	}
	w->expect[w->n_expect++] = (struct expect){.op = k->op, .message = true, .sure = true};
	w->n_messages++;
}

static void run(const struct sim_config *c, bool detector, uint64_t seed)
{
	struct world *w = mem_alloc(sizeof(*w));
	struct rig *r = w->r = rig_open(c, detector, 1 + (uint32_t)(seed % 3));
	unsigned take = 100, answers = 100, issue = 100, sectors = SECTORS;
	uint64_t loads = 0;

	w->detector = detector;
	rng_seed(&r->rng, seed);
	while (w->n_ops < OPS || !l1_idle(r->l1) || r->to.count) {
		assert_true(r->now < 4000000);
		if (r->now % 512 == 0) {
			take = r->now % 1024 ? 100 : rng_below(&r->rng, 60) + 5;
			answers = rng_below(&r->rng, 100) + 5;
			issue = rng_below(&r->rng, 100) + 5;
			r->tag_percent = rng_below(&r->rng, 2) ? 100 : rng_below(&r->rng, 50) + 3;
			sectors = rng_below(&r->rng, SECTORS) + 1;
		}
		slice(w, take, answers);
		step(r);
		check_done(w);
		if (detector && w->n_messages < OPS && rng_below(&r->rng, 100) < 5)
			message(w);
		if (w->n_ops < OPS && rng_below(&r->rng, 100) < issue)
			access(w, sectors);
	}
	assert_int_equal(w->n_done, OPS); /* each once: check_done() */
	assert_int_equal(r->taken, detector ? OPS : 0);
	loads = count(r, "hits") + count(r, "merges") + count(r, "misses");
	assert_int_equal(
		loads + count(r, "strong_loads") + count(r, "stores") + count(r, "atomics"), OPS);
	assert_int_equal(count(r, "fills"), count(r, "misses"));
	assert_int_equal(count(r, "messages"), w->n_messages);
	assert_int_equal(count(r, "hit_packets"),
			 detector ? count(r, "hits") + count(r, "merges") : 0);
	rig_close(r);
	free(w);
}

static void random_traffic(void **state)
{
	static const struct l1_config l1[] = {
		{true, 4, 2, 4, 3, 4, 5, 1},  {true, 1, 1, 1, 1, 1, 1, 1},
		{true, 4, 1, 2, 8, 1, 0, 1},  {true, 1, 8, 16, 2, 8, 35, 1},
		{false, 4, 2, 4, 3, 4, 5, 1}, {true, 8, 4, 64, 8, 8, 35, 1},
		{true, 1, 1, 1, 4, 2, 3, 1},  {true, 2, 2, 3, 1, 3, 2, 1}};
	uint64_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < 8; i++)
		for (unsigned knob = 0; knob < 5; knob++, seed++) {
			struct sim_config c;

			config(&c);
			c.l1 = l1[i];
			c.det.hits_free = knob & 1;
			c.det.noc_free = knob & 2;
			run(&c, knob < 4, seed);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_traffic)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
