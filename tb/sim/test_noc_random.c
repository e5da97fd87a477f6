/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_noc_random: random packets and messages over random networks, outputs shut for long.
 *
 *   traffic() ─> in links ─> noc ─> out links ─> drain(): order of each pair, nothing lost or twice
 *
 * Each cycle no more flits cross than the ports allow, and none arrives before it can.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "noc_rig.h"
#include "base/rng.h"

enum { PHASE = 256, PACKETS = 6000 };

struct world {
	struct rig *r;
	struct rng rng;
	uint64_t packets, flits, expected, arrived, moved;
	uint64_t hash; /* of what arrived where and when */
	bool shut[PORTS];
	uint32_t rate, spot, messages, largest;
};

static void new_phase(struct world *w)
{
	struct rig *r = w->r;
	const uint32_t closed = rng_below(&w->rng, 3);

	w->rate = 5 + rng_below(&w->rng, 96);
	w->spot = rng_below(&w->rng, 3) ? UINT32_MAX : rng_below(&w->rng, r->outputs);
	w->messages = rng_below(&w->rng, 2) ? 3 : 0;
	for (uint32_t o = 0; o < r->outputs; o++)
		w->shut[o] = closed == 2 || (closed == 1 && rng_below(&w->rng, 2));
}

static void traffic(struct world *w)
{
	struct rig *r = w->r;

	for (uint32_t i = 0; i < r->inputs; i++) {
		const uint16_t flits = (uint16_t)rng_below(&w->rng, w->largest + 1);
		const bool spot = w->spot != UINT32_MAX && rng_below(&w->rng, 2);
		const uint32_t o = spot ? w->spot : rng_below(&w->rng, r->outputs);

		if (link_full(&r->in[i]) || rng_below(&w->rng, 100) >= w->rate)
			continue;
		if (rng_below(&w->rng, 100) < w->messages) {
			put_message(r, i, flits);
			w->expected += r->outputs;
			w->flits += flits * r->outputs;
		} else {
			put(r, i, o, flits);
			w->expected++;
			w->flits += flits;
		}
		w->packets++;
	}
}

static void drain(struct world *w)
{
	struct rig *r = w->r;

	for (uint32_t o = 0; o < r->outputs; o++) {
		struct pkt *k;

		if (w->shut[o] || (k = look(r, o)) == NULL)
			continue;
		/* born a step before it could be taken in */
		assert_true(r->now >= k->born + 1 + (r->c.latency ? r->c.latency : 1) +
					      (k->flits ? (k->flits - 1U) / r->c.speedup : 0));
		w->hash = (w->hash ^ (r->now * 1000 + o * PORTS + k->pc)) * 0x100000001b3U;
		w->arrived++;
		pkt_free(&r->pool, k);
	}
}

static void check_rate(struct world *w)
{
	struct rig *r = w->r;
	const uint64_t moved = count(r, "moved");
	const uint32_t ports = r->inputs < r->outputs ? r->inputs : r->outputs;

	assert_true(moved - w->moved <= (uint64_t)ports * r->c.speedup);
	w->moved = moved;
}

static uint64_t run(const struct noc_config *c, uint32_t inputs, uint32_t outputs, uint64_t seed)
{
	struct world *w = mem_alloc(sizeof(*w));
	struct rig *r = w->r = rig_open(c, inputs, outputs, 1 + (uint32_t)(seed % 3), seed);
	uint64_t hash;
	bool done = false;

	rng_seed(&w->rng, 1); /* the same traffic for every seed */
	w->largest = 1 + (uint32_t)(seed % 5);
	while (!done) {
		if (w->packets < PACKETS) {
			if (r->now % PHASE == 0)
				new_phase(w);
			traffic(w);
		} else {
			for (uint32_t o = 0; o < outputs; o++)
				w->shut[o] = false;
		}
		step(r);
		drain(w);
		check_rate(w);
		assert_true(r->now < 1000000);
		done = w->packets >= PACKETS && w->arrived == w->expected;
	}
	for (uint32_t i = 0; i < inputs; i++)
		for (uint32_t o = 0; o < outputs; o++)
			assert_int_equal(r->got[i][o], r->made[i][o]);
	assert_int_equal(count(r, "delivered"), w->expected);
	assert_int_equal(count(r, "packets.read") + count(r, "packets.fence"), w->packets);
	assert_int_equal(count(r, "moved"), w->flits);
	hash = w->hash;
	rig_close(r);
	free(w);
	return hash;
}

static void random_traffic(void **state)
{
	static const uint32_t ports[][2] = {{1, 1}, {1, 6}, {6, 1}, {15, 24}, {24, 15}, {3, 70}};
	struct rng rng;
	uint64_t seed = 1;

	(void)state;
	rng_seed(&rng, 5);
	for (unsigned p = 0; p < 6; p++)
		for (unsigned k = 0; k < 8; k++, seed++) {
			struct noc_config c = config();

			c.voq = k & 1;
			c.arbiter = k & 2 ? SIM_ISLIP : SIM_ROUND_ROBIN;
			c.jitter = k & 4 ? 1 + rng_below(&rng, 20) : 0;
			c.speedup = 1 + rng_below(&rng, 3);
			c.latency = rng_below(&rng, 9);
			c.inject_flits = 1 + rng_below(&rng, k < 4 ? 3 : 40);
			c.eject_flits = 1 + rng_below(&rng, p < 3 ? 3 : 40);
			run(&c, ports[p][0], ports[p][1], seed);
		}
}

/* The same seed: the same to the cycle. Another: another interleaving, with jitter, with the
 * arbiters where the seed says, with both; not without. */
static void seeds(void **state)
{
	struct noc_config c = config();

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		uint64_t a, b, other;

		c.jitter = k & 1 ? 3 : 0;
		c.arbiter_start = k & 2;
		a = run(&c, 4, 5, 10);
		b = run(&c, 4, 5, 10);
		other = run(&c, 4, 5, 10 + 15); /* same links and sizes */
		assert_true(a == b);
		assert_true((a == other) == !k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_traffic),
					   cmocka_unit_test(seeds)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
