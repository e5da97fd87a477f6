/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_l1: cases cycle by cycle: latency, rate, what waits and is counted, order of stores and
 * loads, packets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "l1_rig.h"

static bool hits(struct rig *r, uint32_t sec)
{
	const uint64_t before = count(r, "hits"), waits = r->n_done;
	const struct l1_access a = load(999, sec);
	bool hit;

	step(r);
	give(r, &a);
	hit = count(r, "hits") != before;
	step(r);
	if (!hit)
		answer(r, sent(r, PKT_READ, 999));
	while (r->n_done == waits)
		step(r);
	return hit;
}

static void hit_latency(void **state)
{
	static const uint32_t latencies[] = {0, 1, 2, 5, 35};
	struct sim_config c;

	(void)state;
	config(&c);
	for (unsigned i = 0; i < 5; i++) {
		const struct l1_access a = load(2, 0);
		const uint64_t want = latencies[i] ? latencies[i] : 1;
		struct rig *r;
		uint64_t at;

		c.l1.latency = latencies[i];
		r = rig_open(&c, false, 2);
		fetch(r, 1, 0);
		step(r);
		at = r->now;
		give(r, &a);
		while (r->now < at + want) {
			assert_int_equal(r->n_done, 1);
			step(r);
		}
		assert_int_equal(r->n_done, 2);
		was_done(r, 1, 2, true, at + want);
		assert_null(link_head(&r->to));
		rig_close(r);
	}
}

static void one_a_cycle(void **state)
{
	const struct l1_access a = load(2, 0), other = load(2, 1);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 2);
	fetch(r, 1, 0);
	for (unsigned i = 0; i < 1000; i++) {
		step(r);
		give(r, &a);
		assert_false(l1_ready(r->l1, &a));
		assert_false(l1_ready(r->l1, &other));
	}
	for (unsigned i = 0; i < 5; i++)
		step(r);
	assert_int_equal(r->n_done, 1001);
	for (unsigned i = 1; i < 1001; i++)
		was_done(r, i, 2, true, r->done[1].now + i - 1);
	assert_int_equal(count(r, "hits"), 1000);
	assert_int_equal(count(r, "misses"), 1);
	rig_close(r);
}

/* Detector on: a packet for each access, at full rate too. */
static void packet_a_cycle(void **state)
{
	const struct l1_access a = load(2, 0);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, true, 2);
	fetch(r, 1, 0);
	for (unsigned i = 0; i < 1000; i++) {
		step(r);
		if (i)
			pkt_free(&r->pool, sent(r, PKT_HIT, 2));
		give(r, &a);
	}
	step(r);
	pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	while (!l1_idle(r->l1))
		step(r);
	assert_int_equal(count(r, "hit_packets"), 1000);
	assert_int_equal(count(r, "wait_out"), 0);
	rig_close(r);
}

static void whole_lines(void **state)
{
	struct l1_access a[5];
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	c.sm.segment = LINE;
	c.l1.out_queue = 8;
	c.l1.mshr = 8;
	r = rig_open(&c, false, 8);
	for (uint32_t i = 0; i < 5; i++)
		a[i] = load(1, i);
	step(r);
	for (uint32_t i = 0; i < 4; i++)
		give(r, &a[i]);
	assert_false(l1_ready(r->l1, &a[4])); /* another line */
	a[0].op = 2;
	assert_false(l1_ready(r->l1, &a[0])); /* another operation */
	assert_int_equal(count(r, "accesses"), 1);
	for (uint32_t i = 0; i < 4; i++) {
		step(r);
		answer(r, sent(r, PKT_READ, 1));
	}
	while (!l1_idle(r->l1))
		step(r);
	a[0].op = 1;
	step(r);
	for (uint32_t i = 0; i < 4; i++)
		give(r, &a[i]);
	assert_int_equal(count(r, "hits"), 4);
	for (unsigned i = 0; i < c.l1.latency; i++)
		step(r);
	assert_int_equal(r->n_done, 8);
	was_done(r, 4, 1, true, r->now);
	was_done(r, 7, 1, true, r->now);
	rig_close(r);
}

static void merges(void **state)
{
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, true, 4);
	for (uint32_t i = 1; i <= 3; i++) {
		const struct l1_access a = load(i, 0);

		step(r);
		give(r, &a);
	}
	for (unsigned i = 0; i < 4; i++) { /* the MSHR serves three */
		const struct l1_access a = load(4, 0);

		step(r);
		assert_false(l1_ready(r->l1, &a));
		assert_false(l1_ready(r->l1, &a)); /* counted once a cycle */
	}
	assert_int_equal(count(r, "wait_merge"), 4);
	answer(r, sent(r, PKT_READ, 1));
	pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	pkt_free(&r->pool, sent(r, PKT_HIT, 3));
	assert_int_equal(r->n_done, 0);
	step(r);
	for (uint32_t i = 1; i <= 3; i++)
		was_done(r, i - 1, i, i > 1, r->now);
	assert_true(hits(r, 0) && count(r, "merges") == 2);
	pkt_free(&r->pool, sent(r, PKT_HIT, 999));
	rig_close(r);
}

static void mshr_full(void **state)
{
	const struct l1_access a = load(9, 40);
	struct pkt *k[4];
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 4);
	for (uint32_t i = 0; i < 4; i++) {
		const struct l1_access b = load(i, 4 * i);

		step(r);
		give(r, &b);
	}
	step(r);
	for (uint32_t i = 0; i < 4; i++)
		k[i] = sent(r, PKT_READ, i);
	for (unsigned i = 0; i < 6; i++) {
		assert_false(l1_ready(r->l1, &a));
		step(r);
	}
	assert_int_equal(count(r, "wait_mshr"), 6);
	answer(r, k[2]); /* in any order */
	assert_false(l1_ready(r->l1, &a));
	step(r);
	was_done(r, 0, 2, false, r->now);
	give(r, &a);
	step(r);
	answer(r, sent(r, PKT_READ, 9));
	answer(r, k[3]);
	answer(r, k[0]);
	answer(r, k[1]);
	for (unsigned i = 0; i < 4; i++) { /* one answer a cycle */
		assert_int_equal(r->n_done, 1 + i);
		step(r);
	}
	was_done(r, 4, 1, false, r->now);
	assert_int_equal(count(r, "mshr_most"), 4);
	rig_close(r);
}

static void out_queue_full(void **state)
{
	const struct l1_access a = store(9, 40), hit = load(8, 50);
	struct pkt *m;
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 1);
	fetch(r, 8, 50);
	r->n_done = 0;
	for (uint32_t i = 0; i < 5; i++) { /* one on the link, four in the queue */
		const struct l1_access b = store(i, i);

		step(r);
		give(r, &b);
	}
	m = pkt_alloc(&r->pool);
	m->kind = PKT_FENCE;
	assert_false(l1_message(r->l1, m));
	for (unsigned i = 0; i < 3; i++) {
		step(r);
		assert_false(l1_ready(r->l1, &a));
	}
	give(r, &hit); /* no detector: it has no packet */
	assert_int_equal(count(r, "wait_out"), 3);
	assert_int_equal(count(r, "wait_noc"), 3 + 3); /* and while it filled */
	answer(r, sent(r, PKT_WRITE, 0));
	step(r);
	was_done(r, 0, 0, false, r->now);
	assert_true(l1_message(r->l1, m));
	assert_false(l1_ready(r->l1, &a));
	for (uint32_t i = 1; i < 5; i++) {
		answer(r, sent(r, PKT_WRITE, i));
		step(r);
	}
	assert_ptr_equal(link_pop(&r->to), m);
	assert_int_equal(m->flits, 1);
	assert_int_equal(m->sm, 7);
	pkt_free(&r->pool, m);
	assert_int_equal(count(r, "stores"), 5);
	rig_close(r);
}

/* A store passes a fill that is on its way: what comes is not kept, and later loads wait for it. */
static void store_passes(void **state)
{
	static const enum pkt_kind kinds[] = {PKT_WRITE, PKT_ATOM};
	struct sim_config c;

	(void)state;
	config(&c);
	for (unsigned i = 0; i < 2; i++) {
		const struct l1_access first = load(1, 0), later = load(3, 0), near = load(4, 1);
		struct l1_access a = store(2, 0);
		struct rig *r = rig_open(&c, false, 4);
		struct pkt *read;

		a.kind = kinds[i];
		step(r);
		give(r, &first);
		step(r);
		give(r, &a);
		for (unsigned n = 0; n < 5; n++) {
			step(r);
			assert_false(l1_ready(r->l1, &later));
		}
		assert_int_equal(count(r, "wait_store"), 5);
		give(r, &near); /* another sector of the line does not wait */
		step(r);
		read = sent(r, PKT_READ, 1);
		answer(r, sent(r, kinds[i], 2));
		step(r);
		assert_false(l1_ready(r->l1, &later));
		answer(r, read);
		step(r);
		was_done(r, 1, 1, false, r->now);
		assert_int_equal(count(r, "fills_late"), 1);
		give(r, &later);
		step(r);
		answer(r, sent(r, PKT_READ, 4));
		answer(r, sent(r, PKT_READ, 3)); /* it was not kept */
		step(r);
		step(r);
		assert_true(hits(r, 0) && hits(r, 1));
		rig_close(r);
	}
}

static void write_evict(void **state)
{
	struct l1_access a = store(2, 0), strong = load(3, 1);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 4);
	fetch(r, 1, 0);
	fetch(r, 1, 1);
	step(r);
	give(r, &a);
	step(r);
	answer(r, sent(r, PKT_WRITE, 2));
	strong.strong = true;
	give(r, &strong);
	step(r);
	answer(r, sent(r, PKT_READ, 3));
	assert_false(link_head(&r->from)->to_l1);
	step(r);
	was_done(r, 3, 3, false, r->now);
	assert_int_equal(count(r, "write_evicts"), 1);
	assert_int_equal(count(r, "strong_loads"), 1);
	assert_true(hits(r, 1));
	assert_false(hits(r, 0));
	l1_flush(r->l1);
	assert_false(hits(r, 1));
	rig_close(r);
}

/* 4 sets, 2 ways: lines 0, 4, 8 are of one set. */
static void lru(void **state)
{
	enum { A = 0, B = 16, C = 32 };
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 4);
	fetch(r, 1, A);
	fetch(r, 2, B);
	assert_true(hits(r, A));
	fetch(r, 3, C); /* B goes */
	assert_int_equal(count(r, "replaced"), 1);
	assert_true(hits(r, A) && hits(r, C));
	fetch(r, 4, B + 1); /* A goes, and only a sector of B comes */
	assert_int_equal(count(r, "replaced"), 2);
	assert_false(hits(r, B));
	assert_true(hits(r, B + 1) && hits(r, C));
	fetch(r, 5, 4 * 2); /* other set */
	assert_true(hits(r, B) && hits(r, C));
	assert_int_equal(count(r, "replaced"), 2);
	rig_close(r);
}

static void describe(void **state)
{
	const struct l1_access a = store(1, 0);
	struct sim_config c;
	struct rig *r;
	char text[256], small[8];

	(void)state;
	config(&c);
	r = rig_open(&c, true, 4);
	r->tag_percent = 0;
	step(r);
	give(r, &a);
	l1_describe(r->l1, text, sizeof(text));
	assert_non_null(strstr(text, "L1 of SM 7: 1 packets to send, the first a write"));
	assert_non_null(strstr(text, "its tag"));
	l1_describe(r->l1, small, sizeof(small));
	assert_int_equal(strlen(small), sizeof(small) - 1);
	assert_false(l1_idle(r->l1));
	r->tag_percent = 100;
	step(r);
	answer(r, sent(r, PKT_WRITE, 1));
	l1_describe(r->l1, text, sizeof(text));
	assert_non_null(strstr(text, "1 answers to come"));
	step(r);
	rig_close(r);
}

/* Counters of several L1s add up. */
static void statistics(void **state)
{
	const struct l1_hooks h = {.done = on_done};
	struct sim_config c;
	struct pkt_pool pool = {0};
	struct stats *s = stats_create();
	struct l1 *l[3];
	struct link link[3];
	struct rig *r = mem_alloc(sizeof(*r));

	(void)state;
	config(&c);
	for (uint16_t i = 0; i < 3; i++) {
		struct l1_hooks own = h;

		own.ctx = r;
		l[i] = l1_create(&c, i, &pool, &own);
		link_init(&link[i], "to", i, 4);
	}
	for (unsigned i = 0; i < 3; i++) {
		const struct l1_access a = store(i, 0);

		if (i == 1)
			l1_stats(s, l, 3);
		assert_true(l1_ready(l[i], &a));
		l1_access(l[i], &a, 1);
	}
	assert_int_equal(stats_get(s, "l1.stores"), 3);
	assert_int_equal(stats_get(s, "l1.accesses"), 3);
	for (unsigned i = 0; i < 3; i++) {
		l1_destroy(l[i]); /* with a packet in the queue: it goes back to the pool */
		link_free(&link[i]);
	}
	assert_int_equal(pool.out, 0);
	stats_destroy(s);
	pkt_pool_free(&pool);
	free(r);
}

/* Filled counts as used: without hits, who came first goes first. */
static void first_in(void **state)
{
	enum { A = 0, B = 16, C = 32, D = 48 };
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 4);
	fetch(r, 1, A);
	fetch(r, 2, B);
	fetch(r, 3, C);
	fetch(r, 4, D);
	assert_true(hits(r, C) && hits(r, D));
	assert_false(hits(r, A));
	rig_close(r);
}

/* A way that is free goes first, however lately it was used. */
static void free_way(void **state)
{
	enum { A = 0, B = 16, C = 32 };
	const struct l1_access a = store(3, B);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 4);
	fetch(r, 1, A);
	fetch(r, 2, B);
	step(r);
	give(r, &a);
	step(r);
	answer(r, sent(r, PKT_WRITE, 3));
	fetch(r, 4, C);
	assert_int_equal(count(r, "replaced"), 0);
	assert_true(hits(r, A) && hits(r, C));
	rig_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hit_latency),    cmocka_unit_test(one_a_cycle),
		cmocka_unit_test(packet_a_cycle), cmocka_unit_test(whole_lines),
		cmocka_unit_test(merges),         cmocka_unit_test(mshr_full),
		cmocka_unit_test(out_queue_full), cmocka_unit_test(store_passes),
		cmocka_unit_test(write_evict),    cmocka_unit_test(lru),
		cmocka_unit_test(free_way),       cmocka_unit_test(first_in),
		cmocka_unit_test(describe),       cmocka_unit_test(statistics)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
