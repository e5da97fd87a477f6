/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_noc: latency to the cycle, full rates, fairness, what waits and is counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "noc_rig.h"

static void sizes(void **state)
{
	const struct noc_config c = config();

	(void)state;
	assert_int_equal(noc_flits(&c, 0), 1);
	assert_int_equal(noc_flits(&c, 24), 1);
	assert_int_equal(noc_flits(&c, 25), 2);
	assert_int_equal(noc_flits(&c, 56), 2);
	assert_int_equal(noc_flits(&c, 57), 3);
}

static void one_latency(const struct noc_config *c, uint16_t flits)
{
	struct rig *r = rig_open(c, 2, 3, 2, 1);
	const uint64_t t = r->now + 1, more = flits ? (flits - 1U) / c->speedup : 0;
	const uint64_t want = t + more + (c->latency ? c->latency : 1);

	put(r, 1, 2, flits);
	while (r->now < want) {
		assert_int_equal(get(r, 2), -1);
		assert_true(r->now < t || !noc_idle(r->n));
		step(r);
	}
	assert_int_equal(get(r, 2), 1);
	assert_int_equal(count(r, "latency_sum"), want - t);
	assert_int_equal(count(r, "latency_max"), want - t);
	assert_int_equal(count(r, "flits.read"), flits);
	assert_int_equal(count(r, "moved"), flits);
	assert_int_equal(count(r, "conflicts") + count(r, "blocked"), 0);
	rig_close(r);
}

static void latency(void **state)
{
	static const uint32_t latencies[] = {0, 1, 2, 7, 40};

	(void)state;
	for (unsigned l = 0; l < 5; l++)
		for (unsigned k = 0; k < 8; k++)
			for (uint16_t flits = 0; flits < 6; flits++) {
				struct noc_config c = config();

				c.latency = latencies[l];
				c.speedup = k & 1 ? 2 : 1;
				c.voq = k & 2;
				c.arbiter = k & 4 ? SIM_ISLIP : SIM_ROUND_ROBIN;
				one_latency(&c, flits);
			}
}

/* A permutation, another one each cycle: a flit a cycle through every port. */
static void permutation(uint32_t ports, enum sim_arbiter arbiter, bool voq, uint32_t buffer)
{
	enum { CYCLES = 600 };
	struct noc_config c = config();
	struct rig *r;

	c.arbiter = arbiter;
	c.voq = voq;
	c.inject_flits = buffer;
	c.eject_flits = c.latency; /* what full rate needs */
	r = rig_open(&c, ports, ports, 1, 1);
	for (uint32_t t = 0; t < CYCLES + c.latency; t++) {
		if (t < CYCLES)
			for (uint32_t i = 0; i < ports; i++)
				put(r, i, (i * 5 + t) % ports, 1);
		step(r);
		for (uint32_t o = 0; o < ports; o++)
			assert_true((get(r, o) >= 0) == (t >= c.latency));
	}
	assert_int_equal(count(r, "delivered"), CYCLES * ports);
	assert_int_equal(count(r, "conflicts") + count(r, "blocked") + count(r, "inject_full"), 0);
	rig_close(r);
}

static void permutations(void **state)
{
	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		permutation(16, k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN, k & 2, 1);
		permutation(131, k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN, k & 2, 16);
		permutation(1, k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN, k & 2, 1);
	}
}

/* Every queue always full: iSLIP's pointers part from each other, then all ports work. */
static void saturation(void **state)
{
	enum { N = 8, WARM = 200, CYCLES = 1000 };
	struct noc_config c = config();
	struct rig *r;
	uint64_t moved = 0;
	uint32_t next[N] = {0};

	(void)state;
	c.inject_flits = 4096;
	r = rig_open(&c, N, N, 4, 1);
	for (uint32_t t = 0; t < WARM + CYCLES; t++) {
		if (t == WARM)
			moved = count(r, "moved");
		for (uint32_t i = 0; i < N; i++)
			while (r->in[i].count < (t ? 1 : 4))
				put(r, i, next[i]++ % N, 1);
		step(r);
		for (uint32_t o = 0; o < N; o++)
			while (get(r, o) >= 0)
				;
	}
	assert_int_equal(count(r, "moved") - moved, N * CYCLES);
	while (!noc_idle(r->n)) {
		step(r);
		for (uint32_t o = 0; o < N; o++)
			(void)get(r, o);
	}
	rig_close(r);
}

/* Queues that are never empty, made by one burst: 3 outputs' worth from each of 3 inputs. */
static void backlog(void **state)
{
	enum { N = 3, DEPTH = 60 };
	struct noc_config c = config();

	(void)state;
	c.inject_flits = N * DEPTH;
	for (unsigned k = 0; k < 2; k++) {
		struct rig *r;
		uint64_t start;

		c.arbiter = k ? SIM_ISLIP : SIM_ROUND_ROBIN;
		r = rig_open(&c, N, N, N * DEPTH, 1);
		for (uint32_t i = 0; i < N; i++)
			for (uint32_t d = 0; d < N * DEPTH; d++)
				put(r, i, d % N, 1);
		start = r->now;
		while (!noc_idle(r->n) || r->now == start) {
			step(r);
			for (uint32_t o = 0; o < N; o++)
				(void)get(r, o);
		}
		/* All pointers start at 0: N - 1 cycles until they differ, and as many to end. */
		assert_true(r->now - start <= N * DEPTH + c.latency + 2 * N);
		rig_close(r);
	}
}

static void hot_spot(uint32_t inputs, enum sim_arbiter arbiter, bool voq, uint16_t flits)
{
	enum { ROUNDS = 20 };
	struct noc_config c = config();
	uint32_t got[PORTS] = {0}, total = 0;
	struct rig *r;

	c.arbiter = arbiter;
	c.voq = voq;
	r = rig_open(&c, inputs, 2, 2, 1);
	for (uint32_t t = 0; t < ROUNDS * inputs * flits + c.latency; t++) {
		for (uint32_t i = 0; i < inputs; i++)
			while (!link_full(&r->in[i]))
				put(r, i, 1, flits);
		step(r);
		for (int from; (from = get(r, 1)) >= 0; total++) {
			const uint32_t n = ++got[from];

			for (uint32_t i = 0; i < inputs; i++)
				assert_true(got[i] + 1 >= n && n + 1 >= got[i]);
		}
	}
	assert_int_equal(total, ROUNDS * inputs); /* the output never stood still */
	assert_int_equal(count(r, "conflicts"),
			 r->now * (inputs - 1)); /* one moves, the others have lost */
	while (!noc_idle(r->n) || get(r, 1) >= 0) {
		for (uint32_t i = 0; i < inputs; i++)
			while (r->in[i].count)
				pkt_free(&r->pool, link_pop(&r->in[i]));
		step(r);
		while (r->out[1].count)
			pkt_free(&r->pool, link_pop(&r->out[1]));
	}
	rig_close(r);
}

static void hot_spots(void **state)
{
	(void)state;
	for (unsigned k = 0; k < 4; k++)
		for (uint16_t flits = 1; flits < 4; flits++) {
			hot_spot(7, k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN, k & 2, flits);
			hot_spot(100, k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN, k & 2, flits);
		}
}

/* One input that has something for each output: each gets its share. */
static void fair_input(void **state)
{
	enum { OUT = 5, ROUNDS = 40 };

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct noc_config c = config();
		struct rig *r;

		c.arbiter = k ? SIM_ISLIP : SIM_ROUND_ROBIN;
		c.inject_flits = OUT * ROUNDS;
		r = rig_open(&c, 1, OUT, OUT * ROUNDS, 1);
		for (uint32_t i = 0; i < OUT * ROUNDS; i++)
			put(r, 0, i / ROUNDS, 1);
		for (uint32_t t = 1; t < OUT * ROUNDS + c.latency; t++) {
			step(r);
			for (uint32_t o = 0; o < OUT && t > c.latency; o++) {
				const uint32_t n = t - c.latency; /* arrived in all */

				assert_in_range(r->out[o].count, n / OUT, (n + OUT - 1) / OUT);
			}
		}
		step(r);
		for (uint32_t o = 0; o < OUT; o++)
			while (get(r, o) >= 0)
				;
		rig_close(r);
	}
}

/* A packet that has begun is not parted: its output is another's only after its last flit. */
static void packets_are_whole(void **state)
{
	struct noc_config c = config();
	struct rig *r;

	(void)state;
	r = rig_open(&c, 2, 1, 4, 1);
	put(r, 0, 0, 5);
	put(r, 1, 0, 1);
	for (unsigned i = 0; i < 5 + 1 + c.latency; i++) {
		step(r);
		assert_int_equal(get(r, 0), r->now == 5 + c.latency   ? 0
					    : r->now == 6 + c.latency ? 1
								      : -1);
	}
	assert_int_equal(count(r, "conflicts"), 5);
	rig_close(r);
}

static void blocked_output(void **state)
{
	enum { WAIT = 50 };
	struct noc_config c = config();

	(void)state;
	c.eject_flits = 4;
	c.inject_flits = 3;
	for (unsigned k = 0; k < 4; k++) {
		struct rig *r;

		c.arbiter = k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN;
		c.voq = k & 2;
		r = rig_open(&c, 1, 2, 2, 1);
		/* 2 on output 0's link, 4 in its buffer, 3 in the input's, 2 on its link */
		for (unsigned i = 0; i < 11; i++) {
			while (link_full(&r->in[0]))
				step(r);
			put(r, 0, 0, 1);
		}
		while (count(r, "inject_full") == 0)
			step(r);
		assert_int_equal(r->out[0].count, 2);
		{
			const uint64_t blocked = count(r, "blocked"),
				       full = count(r, "inject_full"),
				       eject = count(r, "eject_full");

			for (unsigned i = 0; i < WAIT; i++)
				step(r);
			assert_int_equal(count(r, "blocked") - blocked, WAIT);
			assert_int_equal(count(r, "inject_full") - full, WAIT);
			assert_int_equal(count(r, "eject_full") - eject, WAIT);
			assert_int_equal(count(r, "moved"), 6);
			assert_int_equal(count(r, "conflicts"), 0);
		}
		for (unsigned i = 0; i < 11 + 2 * c.latency + 4; i++) {
			(void)get(r, 0);
			step(r);
		}
		assert_int_equal(r->got[0][0], 11);
		rig_close(r);
	}
}

/* Input 0 has a packet for a shut output and one for an output that another uses: it has lost, it
 * is not blocked. */
static void one_cause(void **state)
{
	enum { LONG = 10 };

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct noc_config c = config();
		struct rig *r;

		c.arbiter = k ? SIM_ISLIP : SIM_ROUND_ROBIN;
		r = rig_open(&c, 2, 2, 1, 1);
		link_push(&r->out[0], pkt_alloc(&r->pool));
		put(r, 0, 0, 16); /* all of its buffer */
		for (unsigned i = 0; i < 20; i++)
			step(r);
		put(r, 1, 1, LONG);
		step(r);
		put(r, 0, 0, 1);
		step(r);
		put(r, 0, 1, 1);
		step(r);
		for (unsigned i = 0; i < LONG; i++) {
			/* Blocked before it had the other; again when that has gone. */
			assert_int_equal(count(r, "blocked"), i < LONG - 1 ? 1 : 2);
			step(r);
		}
		assert_int_equal(count(r, "conflicts"), LONG - 2);
		pkt_free(&r->pool, link_pop(&r->out[0]));
		for (unsigned i = 0; i < 20; i++) {
			step(r);
			(void)get(r, 0);
			(void)get(r, 1);
		}
		rig_close(r);
	}
}

/* Output 0 is shut. One queue: what is behind waits with it. A queue for each output: it does not.
 */
static void head_of_line(void **state)
{
	struct noc_config c = config();

	(void)state;
	c.eject_flits = 1;
	for (unsigned k = 0; k < 4; k++) {
		struct rig *r;

		c.arbiter = k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN;
		c.voq = k & 2;
		r = rig_open(&c, 1, 2, 8, 1);
		while (!link_full(&r->out[0]))
			link_push(&r->out[0], pkt_alloc(&r->pool));
		put(r, 0, 0, 1);
		put(r, 0, 0, 1);
		for (unsigned i = 0; i < 4; i++)
			put(r, 0, 1, 1);
		for (unsigned i = 0; i < 30; i++)
			step(r);
		assert_int_equal(r->out[1].count, c.voq ? 4 : 0);
		while (r->out[0].count)
			pkt_free(&r->pool, link_pop(&r->out[0]));
		for (unsigned i = 0; i < 30; i++) {
			step(r);
			(void)get(r, 0);
		}
		assert_int_equal(r->out[1].count, 4);
		for (unsigned i = 0; i < 4; i++)
			assert_int_equal(get(r, 1), 0);
		rig_close(r);
	}
}

/* More flits than a buffer has: alone in it, but it goes. */
static void large_packets(void **state)
{
	struct noc_config c = config();
	struct rig *r;

	(void)state;
	c.inject_flits = 2;
	c.eject_flits = 2;
	r = rig_open(&c, 2, 1, 4, 1);
	for (unsigned i = 0; i < 4; i++) {
		put(r, 0, 0, 5);
		put(r, 1, 0, 1);
	}
	for (unsigned i = 0; i < 100; i++) {
		step(r);
		(void)get(r, 0);
	}
	assert_int_equal(r->got[0][0] + r->got[1][0], 8);
	rig_close(r);
}

/* A lone packet waits 0 to jitter cycles more, and every delay comes up. */
static void jitter(void **state)
{
	enum { JITTER = 4 };
	struct noc_config c = config();
	uint32_t seen = 0;
	struct rig *r;

	(void)state;
	c.jitter = JITTER;
	r = rig_open(&c, 3, 3, 4, 9);
	for (unsigned n = 0; n < 200; n++) {
		uint64_t start = r->now + 1;

		put(r, n % 3, n / 3 % 3, 1);
		do
			step(r);
		while (get(r, n / 3 % 3) < 0);
		assert_in_range(r->now - start, c.latency, c.latency + JITTER);
		seen |= 1U << (r->now - start - c.latency);
	}
	assert_int_equal(seen, (1U << (JITTER + 1)) - 1);
	rig_close(r);
}

/* Of how many seeds is the last of four inputs that want one output served first? */
static unsigned last_first(bool arbiter_start, unsigned seeds)
{
	enum { N = 4 };
	struct noc_config c = config();
	unsigned last = 0;

	c.arbiter_start = arbiter_start;
	for (uint64_t seed = 0; seed < seeds; seed++) {
		struct rig *r = rig_open(&c, N, 1, 4, seed);
		int from = -1;

		for (uint32_t i = 0; i < N; i++)
			put(r, i, 0, 1);
		while (from < 0) {
			step(r);
			from = get(r, 0);
		}
		last += from == N - 1;
		while (!noc_idle(r->n)) {
			step(r);
			(void)get(r, 0);
		}
		(void)get(r, 0);
		rig_close(r);
	}
	return last;
}

/* Whose turn it is first: the seed's choice, or always the first one's. */
static void start(void **state)
{
	(void)state;
	assert_in_range(last_first(true, 64), 8, 32);
	assert_int_equal(last_first(false, 64), 0);
}

static void describe(void **state)
{
	struct noc_config c = config();
	struct rig *r = rig_open(&c, 2, 2, 1, 1);
	char text[300], small[10];

	(void)state;
	c.eject_flits = 1;
	put(r, 1, 0, 1);
	step(r);
	put(r, 1, 0, 5);
	link_push(&r->out[0], pkt_alloc(&r->pool));
	for (unsigned i = 0; i < 5; i++)
		step(r);
	put(r, 1, 0, 16);
	step(r);
	noc_describe(r->n, text, sizeof(text));
	assert_non_null(strstr(text, "NoC request: 1 packets wait, 2 have crossed"));
	assert_non_null(
		strstr(text, "input 1 (16 of 16 flits): read of 16 flits for output 0 (6 of 16"));
	assert_non_null(strstr(text, "output 0's link is full"));
	noc_describe(r->n, small, sizeof(small));
	assert_int_equal(strlen(small), sizeof(small) - 1);
	pkt_free(&r->pool, link_pop(&r->out[0]));
	for (unsigned i = 0; i < 60; i++) {
		step(r);
		(void)get(r, 0);
	}
	rig_close(r);
}

/* Ended with packets inside: they go back to the pool. */
static void destroy(void **state)
{
	struct noc_config c = config();
	struct rig *r = rig_open(&c, 2, 2, 4, 1);
	struct noc *n = r->n;

	(void)state;
	put(r, 0, 1, 1);
	put(r, 1, 1, 9);
	put_message(r, 0, 2);
	step(r);
	step(r);
	assert_false(noc_idle(n));
	r->n = noc_create(&c, "request", 2, 2, true, &r->pool, 1);
	noc_destroy(n);
	assert_int_equal(r->pool.out, 0);
	stats_destroy(r->stats);
	r->stats = stats_create();
	rig_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes),          cmocka_unit_test(latency),
		cmocka_unit_test(permutations),   cmocka_unit_test(saturation),
		cmocka_unit_test(backlog),        cmocka_unit_test(hot_spots),
		cmocka_unit_test(fair_input),     cmocka_unit_test(packets_are_whole),
		cmocka_unit_test(blocked_output), cmocka_unit_test(one_cause),
		cmocka_unit_test(head_of_line),   cmocka_unit_test(large_packets),
		cmocka_unit_test(jitter),         cmocka_unit_test(start),
		cmocka_unit_test(describe),       cmocka_unit_test(destroy)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
