/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_noc_message: packets that go to every output, packets without flits: their room and their
 * place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "noc_rig.h"

/* 0 flits: past a busy output, through a full buffer, never past its own pair. */
static void no_flits(void **state)
{
	struct noc_config c = config();
	struct rig *r;

	(void)state;
	c.inject_flits = 4;
	c.eject_flits = 4;
	r = rig_open(&c, 2, 1, 8, 1);
	put(r, 0, 0, 4);
	step(r);
	put(r, 1, 0, 0);
	put(r, 1, 0, 0);
	put(r, 1, 0, 4);
	put(r, 1, 0, 0); /* of a full buffer: taken at once */
	step(r);
	assert_int_equal(r->in[1].count, 0);
	for (unsigned i = 0; i < c.latency; i++)
		step(r);
	assert_int_equal(get(r, 0), 1); /* both before the packet under way */
	assert_int_equal(get(r, 0), 1);
	for (unsigned i = 0; i < 20; i++)
		step(r);
	assert_int_equal(get(r, 0), 0);
	assert_int_equal(get(r, 0), 1);
	assert_int_equal(get(r, 0), 1);
	assert_int_equal(count(r, "moved"), 8);
	rig_close(r);
}

/* A message: one copy for each output, in the order of each pair, room given back with the last. */
static void message(void **state)
{
	enum { OUT = 5 };

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		struct noc_config c = config();
		struct rig *r;

		c.voq = k & 1;
		c.arbiter = k & 2 ? SIM_ISLIP : SIM_ROUND_ROBIN;
		c.inject_flits = 3;
		c.eject_flits = 1;
		r = rig_open(&c, 2, OUT, 8, 1);
		put(r, 0, 3, 1); /* before it */
		put_message(r, 0, 1);
		put(r, 0, 3, 1);               /* behind it */
		put(r, 0, 0, 1);               /* finds no room before ... */
		while (!link_full(&r->out[3])) /* output 3 is shut */
			link_push(&r->out[3], pkt_alloc(&r->pool));
		for (unsigned i = 0; i < 40; i++)
			step(r);
		/* ... the first packet for 3 has crossed; then it waits for its buffer. */
		assert_int_equal(get(r, 0), 0);
		assert_int_equal(get(r, 1), 0);
		assert_int_equal(get(r, 2), 0);
		assert_int_equal(get(r, 4), c.voq ? 0 : -1);
		assert_int_equal(get(r, 0), c.voq ? 0 : -1);
		assert_int_equal(count(r, "packets.fence"), 1);
		assert_int_equal(count(r, "flits.fence"), 1);
		put(r, 0, 1, 1); /* the message still holds a flit of three, the next another */
		put(r, 0, 1, 1);
		step(r);
		assert_int_equal(r->in[0].count, c.voq ? 1 : 2);
		step(r);
		assert_int_equal(r->in[0].count, c.voq ? 0 : 2);
		while (r->out[3].count)
			pkt_free(&r->pool, link_pop(&r->out[3]));
		for (unsigned i = 0; i < 60; i++) {
			step(r);
			for (uint32_t o = 0; o < OUT; o++)
				(void)get(r, o);
		}
		for (uint32_t o = 0; o < OUT; o++)
			assert_int_equal(r->got[0][o], r->made[0][o]);
		assert_int_equal(count(r, "delivered"), 5 + OUT);
		rig_close(r);
	}
}

/* A buffer of one flit: the next packet is taken when the last copy has left. */
static void message_room(void **state)
{
	struct noc_config c = config();
	struct rig *r;

	(void)state;
	c.inject_flits = 1;
	r = rig_open(&c, 1, 4, 4, 1);
	put_message(r, 0, 1);
	put(r, 0, 0, 1);
	for (unsigned i = 0; i < 4; i++) {
		step(r);
		assert_int_equal(r->in[0].count, 1);
	}
	step(r);
	assert_int_equal(r->in[0].count, 0);
	put_message(r, 0, 0); /* no flits: no room */
	step(r);
	assert_int_equal(r->in[0].count, 0);
	for (unsigned i = 0; i < 10; i++) {
		step(r);
		for (uint32_t o = 0; o < 4; o++)
			(void)get(r, o);
	}
	for (uint32_t o = 0; o < 4; o++)
		assert_int_equal(r->got[0][o], o ? 2 : 3);
	rig_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_flits), cmocka_unit_test(message),
					   cmocka_unit_test(message_room)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
