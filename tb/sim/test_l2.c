/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * L2 bank: latencies, throughput, each stall, merges, what becomes of writes, replacement. Random
 * traffic: test_l2_random.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "l2_rig.h"

static void latencies_are_exact(void **state)
{
	static const uint32_t latency[] = {0, 1, 2, 7, 120};

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		struct l2_config c = ref;
		const uint64_t want = latency[i] ? latency[i] : 1;
		struct bench b;
		struct pkt *f;
		uint64_t from;

		c.latency = latency[i];
		open_bench(&b, &c, 4);
		b.now = from = 1000;
		put(&b, PKT_READ, 0x1040);
		assert_int_equal(wait_for(&b, &b.to_dram, from), want);
		f = expect(&b, PKT_FILL, 0x1000, 128, false);
		b.now += 50;
		fill(&b, f);
		from = b.now;
		assert_int_equal(wait_for(&b, &b.out, from), 1);
		drop(&b, &b.out);
		for (unsigned j = 0; j < 4; j++) { /* every sector has come */
			b.now += 50;
			from = b.now;
			put(&b, j == 3 ? PKT_ATOM : PKT_READ, 0x1000 + j * SECTOR);
			assert_int_equal(wait_for(&b, &b.out, from), want);
			assert_true(link_head(&b.out)->reply);
			drop(&b, &b.out);
		}
		assert_int_equal(STAT("read.misses"), 1);
		assert_int_equal(STAT("read.hits"), 3);
		assert_int_equal(STAT("atom.hits"), 1);
		close_bench(&b);
	}
}

/* Hits: one a cycle with a port of 32 bytes, one in two of 16, in 32 of one; in order. */
static void hits_at_full_rate(void **state)
{
	(void)state;
	for (uint32_t port = 32; port; port = port > 1 ? port / 2 : 0) {
		struct l2_config c = ref;
		const uint32_t n = 500, each = SECTOR / port;
		struct bench b;
		uint64_t from, got = 0;
		uint32_t sent = 0;

		c.port_bytes = port;
		open_bench(&b, &c, 4);
		complete(&b, PKT_READ, 0);
		from = b.now;
		while (got < n) {
			if (sent < n && !link_full(&b.in))
				put(&b, PKT_READ, sent % 4 * SECTOR)->id = sent, sent++;
			step(&b);
			for (struct pkt *k; (k = link_pop(&b.out));) {
				assert_int_equal(k->id, got++);
				pkt_free(&b.pool, k);
			}
			assert_true(b.now < from + 40 * n);
		}
		assert_int_equal(b.now - from, 1 + c.latency + (n - 1) * each);
		assert_int_equal(STAT("port_busy"), LINE / port + n * each);
		assert_int_equal(STAT("stall.port"), (n - 1) * (each - 1));
		close_bench(&b);
	}
}

/* A fill of 128 bytes holds the port four cycles: a hit that is due waits three of them. */
static void fill_holds_the_port(void **state)
{
	struct l2_config c = ref;
	struct bench b;
	struct pkt *f;
	uint64_t from;

	(void)state;
	c.latency = 3;
	open_bench(&b, &c, 4);
	complete(&b, PKT_READ, 0);
	put(&b, PKT_META_READ, 0x8000);
	f = expect(&b, PKT_FILL, 0x8000, 128, true);
	from = b.now;
	put(&b, PKT_READ, 32); /* due at from + 3 */
	step(&b);
	step(&b);
	fill(&b, f); /* from + 2 to from + 5 */
	step(&b);
	assert_int_equal(wait_for(&b, &b.out, from), 3); /* metadata */
	drop(&b, &b.out);
	assert_int_equal(wait_for(&b, &b.out, from), 6);
	assert_int_equal(STAT("stall.port"), 3);
	drop(&b, &b.out);
	close_bench(&b);
}

/* Fills that come at once follow each other as the port lets them, and their answer goes
 * before a hit's that is due in the same cycle. */
static void fills_and_hits_share(void **state)
{
	struct l2_config c = ref;
	struct pkt *f[2];
	struct bench b;
	uint64_t from;

	(void)state;
	c.latency = 1;
	open_bench(&b, &c, 4);
	put(&b, PKT_READ, 0x1000);
	put(&b, PKT_READ, 0x2000);
	f[0] = expect(&b, PKT_FILL, 0x1000, 128, false);
	f[1] = expect(&b, PKT_FILL, 0x2000, 128, false);
	for (unsigned i = 0; i < 2; i++)
		fill(&b, f[i]);
	from = b.now;
	assert_int_equal(wait_for(&b, &b.out, from), 1);
	drop(&b, &b.out);
	assert_int_equal(wait_for(&b, &b.out, from), 4 + 1);
	drop(&b, &b.out);
	close_bench(&b);

	c.port_bytes = 128; /* the port is not what the hit waits for */
	open_bench(&b, &c, 4);
	complete(&b, PKT_READ, 0);
	put(&b, PKT_READ, 0x1000)->id = 1;
	fill(&b, expect(&b, PKT_FILL, 0x1000, 128, false));
	put(&b, PKT_READ, 0)->id = 2;
	step(&b);
	for (uint32_t i = 1; i <= 2; i++) {
		step(&b);
		assert_int_equal(b.out.count, 1);
		assert_int_equal(link_head(&b.out)->id, i);
		drop(&b, &b.out);
	}
	assert_int_equal(STAT("stall.out"), 1);
	close_bench(&b);
}

/* Holds the second lookup for `wait` cycles by withholding what `what` says; counts them. */
static void one_stall(struct l2_config c, uint64_t second, const char *name, uint64_t wait)
{
	struct bench b;
	uint64_t before;

	c.latency = 1;
	open_bench(&b, &c, 4);
	put(&b, PKT_READ, 0);
	put(&b, PKT_READ, second);

	struct pkt *f = expect(&b, PKT_FILL, 0, c.fetch, false);

	before = stats_get(b.s, name);
	for (uint64_t i = 0; i < wait; i++)
		step(&b);
	assert_int_equal(stats_get(b.s, name) - before, wait);
	assert_int_equal(b.to_dram.count, 0);
	assert_int_equal(b.out.count, 0);
	fill(&b, f);
	while (b.out.count < 2) {
		step(&b);
		if (b.to_dram.count)
			fill(&b, link_pop(&b.to_dram));
		assert_true(b.now < wait + 1000);
	}
	drop(&b, &b.out);
	while (!l2_idle(b.l))
		step(&b);
	close_bench(&b);
}

static void stalls_by_cause(void **state)
{
	struct l2_config c = ref;

	(void)state;
	c.mshr = 1;
	one_stall(c, 0x1000, "l2.stall.mshr", 17);
	c = ref;
	c.merges = 1;
	one_stall(c, 32, "l2.stall.merges", 17);
	c = ref;
	c.ways = 1;
	one_stall(c, 64 * LINE, "l2.stall.set", 17);
}

static void stalls_by_links(void **state)
{
	struct l2_config c = ref;
	struct bench b;

	(void)state;
	c.latency = 1;
	open_bench(&b, &c, 1);
	put(&b, PKT_READ, 0);
	step(&b);
	put(&b, PKT_READ, LINE);
	step(&b); /* to_dram is full now, out empty */
	for (unsigned i = 0; i < 10; i++)
		step(&b);
	assert_int_equal(STAT("stall.queue"), 10);
	fill(&b, link_pop(&b.to_dram));
	wait_for(&b, &b.out, b.now);
	assert_int_equal(b.to_dram.count, 1);
	fill(&b, link_pop(&b.to_dram));
	for (unsigned i = 0; i < 10; i++)
		step(&b);
	put(&b, PKT_READ, 0); /* waits for the answer of the line before it, which waits for out */
	for (unsigned i = 0; i < 11; i++)
		step(&b);
	assert_int_equal(STAT("stall.out"), 10);
	assert_int_equal(b.out.count, 1);
	for (unsigned i = 0; i < 3; i++) {
		wait_for(&b, &b.out, b.now);
		pkt_free(&b.pool, link_pop(&b.out));
	}
	while (!l2_idle(b.l))
		step(&b);
	close_bench(&b);
}

/* Four packets for a line on its way: one fill, answers in order in four cycles running; data and
 * metadata alike. */
static void merges_share_a_fill(void **state)
{
	struct bench b;
	struct l2_config c = ref;
	struct pkt *f;

	(void)state;
	c.latency = 2;
	for (unsigned meta = 0; meta < 2; meta++) {
		open_bench(&b, &c, 8);
		for (uint32_t i = 0; i < 4; i++)
			put(&b, meta ? PKT_META_READ : PKT_READ, (uint64_t)i * 96 % 128)->id = i;
		f = expect(&b, PKT_FILL, 0, 128, meta);
		for (unsigned i = 0; i < 20; i++)
			step(&b);
		assert_int_equal(b.to_dram.count, 0);
		fill(&b, f);
		step(&b);
		for (uint32_t i = 0; i < 4; i++) {
			step(&b);
			assert_int_equal(b.out.count, 1);
			assert_int_equal(link_head(&b.out)->id, i);
			drop(&b, &b.out);
		}
		assert_int_equal(STAT("read.merges"), meta ? 0 : 3);
		assert_int_equal(STAT("meta_read.merges"), meta ? 3 : 0);
		assert_int_equal(STAT("fills.data"), !meta);
		assert_int_equal(STAT("fills.meta"), meta);
		close_bench(&b);
	}
}

static void fetch_granularity(void **state)
{
	(void)state;
	for (uint32_t fetch = 32; fetch <= 128; fetch *= 2) {
		struct l2_config c = ref;
		struct pkt *f[4];
		struct bench b;

		c.fetch = fetch;
		open_bench(&b, &c, 8);
		for (uint32_t i = 0; i < 4; i++)
			put(&b, PKT_READ, 0x200 + i * SECTOR);
		for (uint32_t i = 0; i < LINE / fetch; i++)
			f[i] = expect(&b, PKT_FILL, 0x200 + i * fetch, fetch, false);
		for (unsigned i = 0; i < 4; i++)
			step(&b);
		for (uint32_t i = 0; i < LINE / fetch; i++)
			fill(&b, f[i]);
		while (!l2_idle(b.l))
			step(&b);
		assert_int_equal(b.to_dram.count, 0);
		assert_int_equal(drop(&b, &b.out), 4);
		assert_int_equal(STAT("read.misses"), LINE / fetch);
		assert_int_equal(STAT("read.merges"), 4 - LINE / fetch);
		for (uint32_t i = 0; i < 4; i++) /* all of it is there */
			complete(&b, PKT_READ, 0x200 + i * SECTOR);
		assert_int_equal(STAT("read.hits"), 4);
		close_bench(&b);
	}
}

/* Hits make dirty; neighbouring sectors are one write-back; clean lines are none. */
static void dirty_runs(void **state)
{
	static const struct {
		unsigned sectors, n;
		uint32_t at[2], bytes[2];
	} runs[] = {{0x1, 1, {0}, {32}},  {0x5, 2, {0, 64}, {32, 32}}, {0xd, 2, {0, 64}, {32, 64}},
		    {0xe, 1, {32}, {96}}, {0xf, 1, {0}, {128}},        {0xb, 2, {0, 96}, {64, 32}}};
	static const enum pkt_kind kind[] = {PKT_WRITE, PKT_ATOM, PKT_META_WRITE};

	(void)state;
	for (unsigned i = 0; i < 18; i++) {
		const unsigned r = i % 6;
		const bool meta = i / 6 == 2;
		struct bench b;

		open_bench(&b, &ref, 8);
		complete(&b, PKT_READ, 0x9000);
		complete(&b, meta ? PKT_META_READ : PKT_READ, 0x4000);
		for (unsigned s = 0; s < 4; s++)
			if (runs[r].sectors >> s & 1)
				complete(&b, kind[i / 6], 0x4000 + s * SECTOR);
		flush(&b);
		assert_int_equal(b.to_dram.count, runs[r].n);
		for (unsigned j = 0; j < runs[r].n; j++)
			expect_writeback(&b, 0x4000 + runs[r].at[j], runs[r].bytes[j], meta);
		assert_int_equal(meta ? STAT("writebacks.meta") : STAT("writebacks.data"),
				 runs[r].n);
		/* nothing is left of it */
		flush(&b);
		assert_int_equal(b.to_dram.count, 0);
		for (unsigned j = 0; j < 2; j++) {
			const uint64_t addr = j ? 0x4000 : 0x9000;

			put(&b, meta && j ? PKT_META_READ : PKT_READ, addr);
			fill(&b, expect(&b, PKT_FILL, addr, 128, meta && j));
			wait_for(&b, &b.out, b.now);
			drop(&b, &b.out);
		}
		close_bench(&b);
	}
}

/* No allocation: to DRAM, acknowledged at the lookup. RECORD always, and as metadata. */
static void write_misses_without_allocation(void **state)
{
	static const enum pkt_kind kind[] = {PKT_WRITE, PKT_META_WRITE, PKT_RECORD};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct l2_config c = ref;
		struct bench b;

		c.write_allocate = i == 2;
		c.meta_allocate = i == 2 ? SIM_ALLOCATE_ON : SIM_ALLOCATE_OFF;
		open_bench(&b, &c, 8);
		for (unsigned n = 0; n < 2; n++) { /* the second finds nothing either */
			const uint64_t from = b.now;

			put(&b, kind[i], 0x4060);
			assert_int_equal(wait_for(&b, &b.to_dram, from), c.latency);
			expect_writeback(&b, 0x4060, 32, i > 0);
			assert_int_equal(b.out.count, i == 0);
			drop(&b, &b.out);
		}
		assert_int_equal(i ? STAT("throughs.meta") : STAT("throughs.data"), 2);
		flush(&b);
		assert_int_equal(b.to_dram.count, 0);
		close_bench(&b);
	}
}

/* With allocation: a whole sector needs no fill; a part does, and its answer waits for it. */
static void write_misses_with_allocation(void **state)
{
	struct l2_config c = ref;
	struct bench b;
	struct pkt *f;
	uint64_t from;

	(void)state;
	c.write_allocate = true;
	c.meta_allocate = SIM_ALLOCATE_ON;
	for (unsigned meta = 0; meta < 2; meta++) {
		open_bench(&b, &c, 8);
		from = b.now;
		put(&b, meta ? PKT_META_WRITE : PKT_WRITE, 0x4020);
		if (!meta)
			assert_int_equal(wait_for(&b, &b.out, from), c.latency);
		while (!l2_idle(b.l) || b.in.count)
			step(&b);
		assert_int_equal(drop(&b, &b.out), !meta);
		/* its neighbour is fetched, it stays dirty */
		put(&b, PKT_READ, 0x4040);
		fill(&b, expect(&b, PKT_FILL, 0x4000, 128, meta));
		wait_for(&b, &b.out, b.now);
		drop(&b, &b.out);
		flush(&b);
		assert_int_equal(b.to_dram.count, 1);
		expect_writeback(&b, 0x4020, 32, meta);
		close_bench(&b);
	}
	open_bench(&b, &c, 8);
	for (unsigned i = 0; i < 2; i++) {
		struct pkt *k = put(&b, PKT_WRITE, 0x1000 + i * LINE);

		k->word_mask = i ? 0xff : 0x7f; /* some words; all, of one some bytes */
		k->sub_mask = i ? 1 : 0;
		f = expect(&b, PKT_FILL, 0x1000 + i * LINE, 128, false);
		for (unsigned j = 0; j < 20; j++)
			step(&b);
		assert_int_equal(b.out.count, 0);
		fill(&b, f);
		wait_for(&b, &b.out, b.now);
		drop(&b, &b.out);
	}
	flush(&b);
	expect_writeback(&b, 0x1000, 32, false);
	expect_writeback(&b, 0x1080, 32, false);
	close_bench(&b);
}

/* Writes to a sector on its way wait, in order, and are written back once. */
static void writes_to_what_is_on_its_way(void **state)
{
	static const enum pkt_kind kind[] = {PKT_READ, PKT_WRITE, PKT_META_WRITE, PKT_READ};
	struct bench b;
	struct pkt *f;

	(void)state;
	open_bench(&b, &ref, 8);
	for (uint32_t i = 0; i < 4; i++)
		put(&b, kind[i], 0x7020)->id = i;
	f = expect(&b, PKT_FILL, 0x7000, 128, false);
	for (unsigned i = 0; i < 20; i++)
		step(&b);
	assert_int_equal(b.out.count, 0);
	assert_int_equal(b.to_dram.count, 0);
	fill(&b, f);
	while (!l2_idle(b.l))
		step(&b);
	assert_int_equal(b.out.count, 3);
	for (uint32_t i = 0; i < 4; i++)
		if (i != 2) {
			assert_int_equal(link_head(&b.out)->id, i);
			pkt_free(&b.pool, link_pop(&b.out));
		}
	flush(&b);
	assert_int_equal(b.to_dram.count, 1);
	expect_writeback(&b, 0x7020, 32, false);
	close_bench(&b);
}

/* The dirty line that goes is the one used least recently; the fill goes before its write-back, and
 * its kind is that of the line. */
static void replacement_by_hand(void **state)
{
	struct l2_config c = ref;
	struct bench b;

	(void)state;
	c.sets = 1;
	c.ways = 2;
	open_bench(&b, &c, 8);
	complete(&b, PKT_META_READ, 0);
	complete(&b, PKT_META_WRITE, 64);
	complete(&b, PKT_READ, 0x80);
	complete(&b, PKT_ATOM, 0x80);
	complete(&b, PKT_META_READ, 0); /* 0x80 is the older now */
	put(&b, PKT_READ, 0x100);
	fill(&b, expect(&b, PKT_FILL, 0x100, 128, false));
	expect_writeback(&b, 0x80, 32, false);
	wait_for(&b, &b.out, b.now);
	drop(&b, &b.out);
	put(&b, PKT_META_READ, 0x200);
	fill(&b, expect(&b, PKT_FILL, 0x200, 128, true));
	expect_writeback(&b, 64, 32, true);
	wait_for(&b, &b.out, b.now);
	drop(&b, &b.out);
	assert_int_equal(STAT("evictions.data"), 1);
	assert_int_equal(STAT("evictions.meta"), 1);
	assert_int_equal(STAT("writeback_bytes.data"), 32);
	/* four fills of 128 bytes, three hits, two write-backs of a sector */
	assert_int_equal(STAT("port_busy"), 4 * 4 + 3 + 2);
	close_bench(&b);
}

/* Hits and misses of single accesses against the plainest LRU cache. */
static void lru_against_a_model(void **state)
{
	enum { SETS = 4, WAYS = 3 };
	struct l2_config c = ref;
	uint64_t model[SETS][WAYS], hits = 0, misses = 0;
	struct rng r;
	struct bench b;

	(void)state;
	rng_seed(&r, 3);
	c.sets = SETS;
	c.ways = WAYS;
	c.latency = 1;
	memset(model, 0xff, sizeof(model));
	open_bench(&b, &c, 8);
	for (unsigned i = 0; i < 5000; i++) {
		const uint64_t line = rng_below(&r, 20);
		uint64_t *set = model[line % SETS];
		unsigned w = 0;

		while (w < WAYS - 1 && set[w] != line)
			w++;
		*(set[w] == line ? &hits : &misses) += 1;
		memmove(set + 1, set, w * sizeof(*set)); /* most recent first */
		set[0] = line;
		complete(&b, PKT_READ, line * LINE + rng_below(&r, 4) * SECTOR);
	}
	assert_int_equal(STAT("read.hits"), hits);
	assert_int_equal(STAT("read.misses"), misses);
	assert_true(hits > 500 && misses > 500);
	close_bench(&b);
}

static void describes_and_counts(void **state)
{
	struct pkt_pool pool = {0};
	struct l2 *l[3];
	struct stats *st = stats_create();
	struct link in, none;
	char text[256];

	(void)state;
	link_init(&in, "in", 0, 1);
	link_init(&none, "none", 0, 4);
	for (uint16_t i = 0; i < 3; i++)
		l[i] = l2_create(&ref, i, &pool);
	l2_stats(st, l, 3);
	for (unsigned i = 0; i < 3; i++) {
		struct link out, to_dram;

		link_init(&out, "out", 0, 1);
		link_init(&to_dram, "to dram", 0, 1);
		for (unsigned j = 0; j <= i; j++) {
			struct pkt *k = pkt_alloc(&pool);

			k->kind = PKT_RECORD;
			k->addr = 0x40;
			link_push(&in, k);
			l2_step(l[i], j, &in, &out, &to_dram, &none);
		}
		l2_describe(l[i], text, sizeof(text));
		assert_non_null(strstr(text, "record of 0x40 is next of"));
		for (uint64_t now = i + 1; now < 200; now++) {
			l2_step(l[i], now, &in, &out, &to_dram, &none);
			if (to_dram.count)
				pkt_free(&pool, link_pop(&to_dram));
		}
		l2_describe(l[i], text, sizeof(text));
		assert_non_null(strstr(text, "idle"));
		link_free(&out);
		link_free(&to_dram);
	}
	assert_int_equal(stats_get(st, "l2.record.misses"), 1 + 2 + 3);
	assert_int_equal(stats_get(st, "l2.record.accesses"), 1 + 2 + 3);
	assert_int_equal(stats_get(st, "l2.throughs.meta"), 1 + 2 + 3);
	assert_int_equal(pool.out, 0);
	stats_destroy(st);
	for (unsigned i = 0; i < 3; i++)
		l2_destroy(l[i]);
	link_free(&in);
	link_free(&none);
	pkt_pool_free(&pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(latencies_are_exact),
		cmocka_unit_test(hits_at_full_rate),
		cmocka_unit_test(fill_holds_the_port),
		cmocka_unit_test(fills_and_hits_share),
		cmocka_unit_test(stalls_by_cause),
		cmocka_unit_test(stalls_by_links),
		cmocka_unit_test(merges_share_a_fill),
		cmocka_unit_test(fetch_granularity),
		cmocka_unit_test(dirty_runs),
		cmocka_unit_test(write_misses_without_allocation),
		cmocka_unit_test(write_misses_with_allocation),
		cmocka_unit_test(writes_to_what_is_on_its_way),
		cmocka_unit_test(replacement_by_hand),
		cmocka_unit_test(lru_against_a_model),
		cmocka_unit_test(describes_and_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
