/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * L2 bank under random traffic with back-pressure on every link, down to 1 of everything: each
 * packet is answered once and in its sector's order, and every write reaches DRAM, none of them
 * twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "l2_rig.h"

enum { LINES = 96, SPAN = LINES * LINE / SECTOR, IN_FLIGHT = 4096 };

struct storm {
	struct bench b;
	struct rng r;
	struct pkt *dram[IN_FLIGHT]; /* fills, answered in any order */
	uint32_t n_dram;
	uint64_t id, answered, asked, filled, last_id[SPAN];
	uint64_t writes[SPAN], backs[SPAN], written[SPAN], back[SPAN]; /* numbers, clocks */
};

static void storm_put(struct storm *s)
{
	static const enum pkt_kind kind[] = {PKT_READ,      PKT_WRITE,      PKT_ATOM,
					     PKT_META_READ, PKT_META_WRITE, PKT_RECORD};
	const uint32_t i = rng_below(&s->r, 6);
	/* data, metadata, records: a third of the lines each */
	const uint32_t at = rng_below(&s->r, SPAN / 3) + SPAN / 3 * (i < 3 ? 0U : i < 5 ? 1U : 2U);
	struct pkt *k = put(&s->b, kind[i], (uint64_t)at * SECTOR);

	k->word_mask = rng_below(&s->r, 2) ? 0xff : 0x0f;
	k->id = (uint32_t)++s->id;
	s->asked += i != 4 && i != 5;
	if (i != 0 && i != 3) {
		s->writes[at]++;
		s->written[at] = s->b.now;
	}
}

static void storm_dram(struct storm *s)
{
	struct bench *b = &s->b;

	if (s->n_dram < IN_FLIGHT && rng_below(&s->r, 2)) {
		struct pkt *k = link_pop(&b->to_dram);

		if (k && k->kind == PKT_FILL) {
			assert_int_equal(k->meta, k->addr >= LINES / 3 * LINE);
			s->dram[s->n_dram++] = k;
		} else if (k) {
			assert_int_equal(k->meta, k->addr >= LINES / 3 * LINE);
			for (uint64_t a = k->addr; a < k->addr + k->bytes; a += SECTOR) {
				s->backs[a / SECTOR]++;
				s->back[a / SECTOR] = b->now;
			}
			pkt_free(&b->pool, k);
		}
	}
	if (s->n_dram && !link_full(&b->fills) && rng_below(&s->r, 8) == 0) {
		const uint32_t i = rng_below(&s->r, s->n_dram);

		fill(b, s->dram[i]);
		s->dram[i] = s->dram[--s->n_dram];
		s->filled++;
	}
}

static void storm_take(struct storm *s)
{
	struct pkt *k = rng_below(&s->r, 4) ? link_pop(&s->b.out) : NULL;

	if (!k)
		return;
	assert_true(k->reply && k->kind != PKT_META_WRITE && k->kind != PKT_RECORD);
	/* of a sector, in order */
	assert_true(k->id > s->last_id[k->addr / SECTOR]);
	s->last_id[k->addr / SECTOR] = k->id;
	s->answered++;
	pkt_free(&s->b.pool, k);
}

static uint64_t sum(const struct bench *b, const char *what)
{
	static const char *const class[] = {"read",      "write",      "atom",
					    "meta_read", "meta_write", "record"};
	uint64_t n = 0;

	for (unsigned i = 0; i < 6; i++) {
		char name[64];

		snprintf(name, sizeof(name), "l2.%s.%s", class[i], what);
		n += stats_get(b->s, name);
	}
	return n;
}

static void storm(const struct l2_config *c, uint32_t cap, uint64_t seed)
{
	struct storm *s = mem_alloc(sizeof(*s));
	struct bench *b = &s->b;

	rng_seed(&s->r, seed);
	open_bench(b, c, cap);
	b->now = 1;
	while (b->now < 6000 || !l2_idle(b->l) || b->in.count || b->out.count || b->to_dram.count) {
		if (b->now < 6000 && !link_full(&b->in))
			storm_put(s);
		const uint64_t out = b->out.pushed, to_dram = b->to_dram.pushed;

		storm_dram(s);
		step(b);
		assert_true(b->out.pushed <= out + 1 && b->to_dram.pushed <= to_dram + 1);
		storm_take(s);
		assert_true(b->now < 4000000);
	}
	l2_flush(b->l);
	while (!l2_idle(b->l) || b->to_dram.count) {
		storm_dram(s);
		step(b);
	}
	assert_int_equal(s->answered, s->asked);
	for (unsigned i = 0; i < SPAN; i++) { /* every write reaches DRAM, at most once each */
		assert_true(s->backs[i] <= s->writes[i]);
		assert_true(!s->writes[i] || s->back[i] >= s->written[i]);
	}
	assert_int_equal(sum(b, "accesses"), s->id);
	assert_int_equal(sum(b, "hits") + sum(b, "merges") + sum(b, "misses"), s->id);
	assert_int_equal(stats_get(b->s, "l2.fills.data") + stats_get(b->s, "l2.fills.meta"),
			 s->filled);
	close_bench(b);
	free(s);
}

static void storms(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 96; seed++) {
		const uint64_t small = seed * 0x9e3779b97f4a7c15U >> 40; /* which are 1 */
		const struct l2_config c = {
			.slices = 1,
			.sets = small & 1 ? 1 : 4,
			.ways = small & 2 ? 1 : 3,
			.fetch = 32U << seed % 3,
			.mshr = small & 4 ? 1 : 6,
			.merges = small & 8 ? 1 : 4,
			.port_bytes = small & 16 ? 1 : 32,
			.latency = small & 32 ? 1 : 20,
			.write_allocate = small >> 6 & 1,
			.meta_allocate = small >> 7 & 1 ? SIM_ALLOCATE_ON : SIM_ALLOCATE_OFF,
		};

		storm(&c, small & 256 ? 1 : 4, seed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(storms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
