/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_noc_order: noc_order(): at every output inputs come one after the other, whatever buffers,
 * jitter and queues; it always ends; and without it they do not.
 *
 *   plans ─> in links ─> noc, ordered ─> out links, shut at times ─> from whom, in which order?
 *
 * Some inputs say at some time that they go on in the order of outputs. An input says that it has
 * finished at some time after its last packet has left its link, an input that sends nothing at any
 * time, and not in order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "noc_rig.h"
#include "base/rng.h"

enum { ROUNDS = 4, MOST = 24, LONG = 200000 };

struct plan {
	uint32_t left;    /* packets to send */
	uint64_t may_end; /* cycle */
	bool ended;
	bool sorts;      /* at some time it says that it sends in the order of outputs, */
	bool sorted;     /* and has */
	uint32_t output; /* sorted: those before this one are over */
};

struct world {
	struct rig *r;
	struct rng rng;
	struct plan plan[PORTS];
	uint32_t turn[PORTS]; /* [output] input that the last packet came from */
	uint32_t largest, rate;
	uint64_t sent, arrived, overtaken;
	bool messages, ordered, shut[PORTS];
};

static void make_plans(struct world *w)
{
	for (uint32_t i = 0; i < w->r->inputs; i++) {
		struct plan *p = &w->plan[i];

		*p = (struct plan){.left = rng_below(&w->rng, 3) ? rng_below(&w->rng, MOST) : 0,
				   .may_end = w->r->now + rng_below(&w->rng, 300),
				   .sorts = rng_below(&w->rng, 2)};
	}
	memset(w->turn, 0, sizeof(w->turn));
	w->rate = 10 + rng_below(&w->rng, 91);
}

static uint32_t next_output(struct world *w, struct plan *p)
{
	if (p->sorted && rng_below(&w->rng, 2))
		p->output += rng_below(&w->rng, w->r->outputs - p->output);
	return p->sorted ? p->output : rng_below(&w->rng, w->r->outputs);
}

static void send(struct world *w)
{
	struct rig *r = w->r;

	for (uint32_t i = 0; i < r->inputs; i++) {
		struct plan *p = &w->plan[i];

		if (w->ordered && p->sorts && !p->sorted && !r->in[i].count &&
		    !rng_below(&w->rng, 8)) {
			p->sorted = true;
			noc_order_sorted(r->n, i);
		}
		if (p->left && !link_full(&r->in[i]) && rng_below(&w->rng, 100) < w->rate) {
			const uint16_t flits = (uint16_t)rng_below(&w->rng, w->largest + 1);

			p->left--;
			if (!p->sorted && w->messages && !rng_below(&w->rng, 8)) {
				put_message(r, i, flits);
				w->sent += r->outputs;
			} else {
				put(r, i, next_output(w, p), flits);
				w->sent++;
			}
		}
		if (!p->left && !p->ended && !r->in[i].count && r->now >= p->may_end) {
			p->ended = true;
			if (w->ordered)
				noc_order_end(r->n, i);
		}
	}
}

static bool receive(struct world *w)
{
	struct rig *r = w->r;
	bool all = w->arrived == w->sent;

	for (uint32_t o = 0; o < r->outputs; o++) {
		struct pkt *k;

		if (!rng_below(&w->rng, 40))
			w->shut[o] = !w->shut[o];
		if (w->shut[o] || (k = look(r, o)) == NULL)
			continue;
		w->overtaken += k->pc < w->turn[o];
		w->turn[o] = k->pc;
		w->arrived++;
		pkt_free(&r->pool, k);
	}
	for (uint32_t i = 0; i < r->inputs; i++)
		all &= w->plan[i].ended;
	return all;
}

/* How often a lower input's packet came behind a higher one's. */
static uint64_t run(const struct noc_config *c, uint32_t inputs, uint32_t outputs, uint64_t seed,
		    bool ordered)
{
	struct world *w = mem_alloc(sizeof(*w));
	uint64_t overtaken;

	w->r = rig_open(c, inputs, outputs, 1 + (uint32_t)(seed % 3), seed);
	rng_seed(&w->rng, seed);
	w->largest = 1 + (uint32_t)(seed % 5);
	w->messages = seed & 1;
	w->ordered = ordered;
	for (unsigned k = 0; k < ROUNDS; k++) {
		const uint64_t from = w->r->now;

		make_plans(w);
		if (ordered)
			noc_order(w->r->n, true);
		do {
			send(w);
			step(w->r);
			assert_true(w->r->now - from < LONG);
		} while (!receive(w));
		if (ordered)
			noc_order(w->r->n, false);
	}
	for (uint32_t i = 0; i < inputs; i++)
		for (uint32_t o = 0; o < outputs; o++)
			assert_int_equal(w->r->got[i][o], w->r->made[i][o]);
	overtaken = w->overtaken;
	rig_close(w->r);
	free(w);
	return overtaken;
}

static void order(void **state)
{
	static const uint32_t ports[][2] = {{1, 3}, {2, 1}, {6, 4}, {15, 24}, {70, 5}};
	struct rng rng;
	uint64_t seed = 1;

	(void)state;
	rng_seed(&rng, 9);
	for (unsigned p = 0; p < 5; p++)
		for (unsigned k = 0; k < 16; k++, seed++) {
			struct noc_config c = config();

			c.voq = k & 1;
			c.arbiter = k & 2 ? SIM_ISLIP : SIM_ROUND_ROBIN;
			c.arbiter_start = k & 2;
			c.jitter = k & 4 ? 1 + rng_below(&rng, 40) : 0;
			c.speedup = 1 + rng_below(&rng, 3);
			c.latency = rng_below(&rng, 9);
			c.inject_flits = 1 + rng_below(&rng, k & 8 ? 3 : 40);
			c.eject_flits = 1 + rng_below(&rng, k & 8 ? 40 : 3);
			assert_int_equal(run(&c, ports[p][0], ports[p][1], seed, true), 0);
			if (p > 1)
				assert_true(run(&c, ports[p][0], ports[p][1], seed, false) > 0);
		}
}

/* What is behind the one whose turn it is waits, even with all buffers empty; then it goes at once.
 */
static void waits(void **state)
{
	struct noc_config c = config();

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		struct rig *r;

		c.voq = k & 1;
		c.arbiter = k & 2 ? SIM_ISLIP : SIM_ROUND_ROBIN;
		r = rig_open(&c, 3, 2, 4, 1);
		noc_order(r->n, true);
		put(r, 2, 0, 1);
		put(r, 2, 1, 0);
		noc_order_end(r->n, 0);
		noc_order_end(r->n, 2);
		for (unsigned i = 0; i < 100; i++) {
			step(r);
			assert_int_equal(get(r, 0), -1);
			assert_int_equal(get(r, 1), -1);
		}
		put(r, 1, 1, 2);
		step(r);
		noc_order_end(r->n, 1);
		for (unsigned i = 0; i < 20; i++) {
			step(r);
			if (get(r, 0) >= 0)
				assert_int_equal(r->got[2][0], 1);
			if (r->got[1][1] + r->got[2][1] == 0 && r->out[1].count)
				assert_int_equal(get(r, 1), 1);
			else
				(void)get(r, 1);
		}
		assert_int_equal(r->got[2][0] + r->got[1][1] + r->got[2][1], 3);
		noc_order(r->n, false);
		put(r, 2, 0, 1); /* as ever */
		for (unsigned i = 0; i < 10; i++)
			step(r);
		assert_int_equal(get(r, 0), 2);
		rig_close(r);
	}
}

/* An input that sends in the order of outputs: what it sends for one lets the next input pass at
 * those before, and at no other. */
static void sorted(void **state)
{
	struct noc_config c = config();

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		struct rig *r;

		c.voq = true;
		c.arbiter = k & 1 ? SIM_ISLIP : SIM_ROUND_ROBIN;
		r = rig_open(&c, 3, 4, 4, 1);
		noc_order(r->n, true);
		if (k & 2)
			noc_order_sorted(r->n, 0);
		noc_order_end(r->n, 1);
		for (unsigned o = 0; o < 4; o++)
			put(r, 2, o, 1);
		for (unsigned i = 0; i < 20; i++)
			step(r);
		put(r, 0, 2, 1);
		for (unsigned i = 0; i < 40; i++) {
			step(r);
			for (unsigned o = 0; o < 4; o++)
				(void)get(r, o);
		}
		assert_int_equal(r->got[0][2], 1);
		for (unsigned o = 0; o < 4; o++)
			assert_int_equal(r->got[2][o], k & 2 && o < 2);
		noc_order_end(r->n, 0);
		for (unsigned i = 0; i < 40; i++) {
			step(r);
			for (unsigned o = 0; o < 4; o++)
				(void)get(r, o);
		}
		for (unsigned o = 0; o < 4; o++)
			assert_int_equal(r->got[2][o], 1);
		rig_close(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(order), cmocka_unit_test(waits),
					   cmocka_unit_test(sorted)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
