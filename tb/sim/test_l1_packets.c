/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_l1_packets: what goes to the NoC: tags and messages in order, flits by knob, free hits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "l1_rig.h"

static void tags_wait(void **state)
{
	const struct l1_access a = store(1, 0), b = store(2, 1);
	struct sim_config c;
	struct rig *r;
	struct pkt *m, *k;

	(void)state;
	config(&c);
	r = rig_open(&c, true, 4);
	r->tag_percent = 0;
	m = pkt_alloc(&r->pool);
	m->kind = PKT_EPOCH;
	assert_true(l1_message(r->l1, m)); /* before all: needs no tag */
	step(r);
	assert_ptr_equal(link_pop(&r->to), m);
	give(r, &a);
	step(r);
	assert_true(l1_message(r->l1, m)); /* between two */
	give(r, &b);
	step(r);
	step(r);
	assert_null(link_head(&r->to));
	assert_int_equal(count(r, "wait_tag"), 3);
	r->tag_percent = 100;
	step(r); /* takes a tag a cycle, sends a packet a cycle */
	k = sent(r, PKT_WRITE, 1);
	assert_int_equal(noted(k), 1);
	answer(r, k);
	r->tag_percent = 0;
	step(r);
	assert_ptr_equal(link_pop(&r->to), m);
	step(r);
	assert_null(link_head(&r->to));
	r->tag_percent = 100;
	step(r);
	k = sent(r, PKT_WRITE, 2);
	assert_int_equal(noted(k), 2);
	answer(r, k);
	step(r);
	pkt_free(&r->pool, m);
	rig_close(r);
}

/* An early message goes behind what has its note and before what has none, where it needs no room:
 * without such it is as any other. */
static void early_ones_pass(void **state)
{
	const struct l1_access a = store(1, 0), b = store(2, 1);
	struct sim_config c;
	struct rig *r;
	struct pkt *m, *k;

	(void)state;
	config(&c);
	c.l1.out_queue = 2;
	r = rig_open(&c, true, 4);
	r->tag_percent = 0;
	m = pkt_alloc(&r->pool);
	m->kind = PKT_EPOCH;
	give(r, &a);
	step(r);
	give(r, &b);
	step(r);
	assert_false(l1_message(r->l1, m)); /* two stores, no room */
	m->early = true;
	assert_true(l1_message(r->l1, m));
	step(r);
	assert_ptr_equal(link_pop(&r->to), m);
	r->tag_percent = 100;
	step(r);
	k = sent(r, PKT_WRITE, 1); /* noted; the other one is not */
	answer(r, k);
	r->tag_percent = 0;
	assert_true(l1_message(r->l1, m));
	step(r);
	assert_ptr_equal(link_pop(&r->to), m);
	r->tag_percent = 100;
	step(r);
	answer(r, sent(r, PKT_WRITE, 2));
	step(r);
	assert_true(l1_message(r->l1, m));
	step(r);
	assert_ptr_equal(link_pop(&r->to), m);
	pkt_free(&r->pool, m);
	rig_close(r);
}

/* Flits of 8 bytes, header 8, tag 5: what each packet is on the network, by knob. */
static void sizes(void **state)
{
	struct knobs {
		bool detector, hits_free, noc_free;
		uint16_t read, store, hit, fence;
	};
	static const struct knobs t[] = {{false, false, false, 1, 3, 0, 1},
					 {true, false, false, 2, 4, 2, 1},
					 {true, true, false, 2, 4, 0, 1},
					 {true, false, true, 1, 3, 0, 0},
					 {true, true, true, 1, 3, 0, 0}};

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		const struct l1_access a = load(1, 0), b = load(2, 0), s = store(3, 1);
		struct sim_config c;
		struct rig *r;
		struct pkt *k;

		config(&c);
		c.det.hits_free = t[i].hits_free;
		c.det.noc_free = t[i].noc_free;
		r = rig_open(&c, t[i].detector, 8);
		step(r);
		give(r, &a);
		step(r);
		k = sent(r, PKT_READ, 1);
		assert_int_equal(k->flits, t[i].read);
		assert_int_equal(k->bytes, 0);
		answer(r, k);
		give(r, &b);
		step(r);
		if (t[i].detector) {
			k = sent(r, PKT_HIT, 2);
			assert_int_equal(k->flits, t[i].hit);
			assert_int_equal(k->free, !t[i].hit);
			assert_int_equal(noted(k), 2);
			pkt_free(&r->pool, k);
		}
		give(r, &s);
		step(r);
		k = sent(r, PKT_WRITE, 3);
		assert_int_equal(k->flits, t[i].store);
		assert_int_equal(k->bytes, 12);
		answer(r, k);
		k = pkt_alloc(&r->pool);
		k->kind = PKT_FENCE;
		assert_true(l1_message(r->l1, k));
		step(r);
		assert_ptr_equal(link_pop(&r->to), k);
		assert_int_equal(k->flits, t[i].fence);
		pkt_free(&r->pool, k);
		rig_close(r);
	}
}

/* Free hits: neither the out queue nor the one packet a cycle holds them up, but their order. */
static void free_hits(void **state)
{
	const struct l1_access a = load(2, 0), s = store(3, 1);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	c.det.hits_free = true;
	c.l1.out_queue = 1;
	r = rig_open(&c, true, AT);
	fetch(r, 1, 0);
	r->tag_percent = 0;
	step(r);
	give(r, &s);
	for (unsigned i = 0; i < 20; i++) {
		step(r);
		give(r, &a);
	}
	step(r);
	assert_false(l1_ready(r->l1, &s));
	assert_null(link_head(&r->to));
	r->tag_percent = 100;
	for (unsigned i = 0; i < 20; i++)
		step(r);
	answer(r, sent(r, PKT_WRITE, 3));
	assert_int_equal(r->to.count, 19);
	step(r);
	while (r->to.count)
		pkt_free(&r->pool, sent(r, PKT_HIT, 2));
	rig_close(r);
}

static void l1_off(void **state)
{
	const struct l1_access a = load(1, 0);
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	c.l1.on = false;
	r = rig_open(&c, false, 4);
	for (unsigned i = 0; i < 3; i++) {
		step(r);
		give(r, &a);
		step(r);
		assert_false(link_head(&r->to)->to_l1);
		answer(r, sent(r, PKT_READ, 1));
		step(r);
		was_done(r, i, 1, false, r->now);
	}
	assert_int_equal(count(r, "strong_loads"), 3);
	rig_close(r);
}

/* However many could go, one leaves in a cycle. */
static void one_leaves(void **state)
{
	struct sim_config c;
	struct rig *r;

	(void)state;
	config(&c);
	r = rig_open(&c, false, 2);
	for (uint32_t i = 0; i < 6; i++) {
		const struct l1_access a = store(i, i);

		step(r);
		give(r, &a);
	}
	answer(r, sent(r, PKT_WRITE, 0));
	answer(r, sent(r, PKT_WRITE, 1));
	for (uint32_t i = 2; i < 6; i++) {
		assert_int_equal(r->to.count, 0);
		step(r);
		assert_int_equal(r->to.count, 1);
		answer(r, sent(r, PKT_WRITE, i));
	}
	while (!l1_idle(r->l1))
		step(r);
	rig_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_wait), cmocka_unit_test(early_ones_pass),
		cmocka_unit_test(sizes),     cmocka_unit_test(one_leaves),
		cmocka_unit_test(free_hits), cmocka_unit_test(l1_off)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
