/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * DRAM channel: addresses, order, conservation, latency, throughput, row hits, starvation.
 * Timing constraints: test_dram_timing.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "dram_rig.h"

enum { BURST = 64 };

/* Of a channel with one slice. */
static uint64_t address(const struct dram_config *c, uint32_t bank, uint32_t row, uint32_t column)
{
	return ((uint64_t)row * c->banks + bank) * c->row_bytes + (uint64_t)column * BURST;
}

/* Clocks from the step that takes the FILL to its answer. */
static uint64_t latency_of(struct bench *b, uint64_t addr, uint32_t bytes)
{
	const uint64_t from = b->now;

	put(b, 0, PKT_FILL, addr, bytes);
	do {
		step(b);
		assert_true(b->now < from + 10000);
	} while (!b->out[0].count);
	drain(b);
	return b->now - 1 - from;
}

#define STAT(name) stats_get(b.s, "dram." name)

/* Two addresses never meet, slices neither; neighbours in a row share it. */
static void places_are_unique(void **state)
{
	static const struct {
		uint32_t banks, slices, groups;
	} shape[] = {{16, 2, 4}, {16, 1, 4}, {1, 2, 1}, {4, 3, 2}, {8, 8, 1}, {2, 4, 2}};

	(void)state;
	for (size_t i = 0; i < sizeof(shape) / sizeof(*shape); i++) {
		struct dram_config c = ref;
		static bool seen[64][64][4];

		memset(seen, 0, sizeof(seen));
		c.banks = shape[i].banks;
		c.bank_groups = shape[i].groups;
		c.row_bytes = 4 * BURST;
		for (uint32_t s = 0; s < shape[i].slices; s++)
			for (uint64_t a = 0; a < 60 * BURST; a += BURST) {
				const struct dram_where w =
					dram_place(&c, shape[i].slices, s, a + 5);

				assert_true(w.bank < c.banks && w.group == w.bank % c.bank_groups);
				assert_true(w.row < 64);
				assert_int_equal(w.column, a / BURST % 4);
				assert_false(seen[w.row][w.bank][w.column]);
				seen[w.row][w.bank][w.column] = true;
			}
	}
	/* the slice is the low bit of the bank */
	assert_int_equal(dram_place(&ref, 2, 1, 0).bank, 1);
	assert_int_equal(dram_place(&ref, 2, 1, 2048).bank, 3);
	assert_int_equal(dram_place(&ref, 2, 0, 8 * 2048).bank, 0);
	assert_int_equal(dram_place(&ref, 2, 0, 8 * 2048).row, 1);
}

/* The formula of dram.h. */
static void latency_is_exact(void **state)
{
	struct dram_config c = ref;

	(void)state;
	c.refresh = false;
	for (c.latency = 0; c.latency <= 100; c.latency += 50)
		for (c.rcd = 1; c.rcd <= 13; c.rcd += 4)
			for (c.rp = 1; c.rp <= 13; c.rp += 4)
				for (c.ccdl = 1; c.ccdl <= 4; c.ccdl++)
					for (uint32_t n = 1; n <= 2; n++) {
						const uint64_t gap = c.ccdl > 2 ? c.ccdl : 2,
							       base = 1 + (n - 1) * gap + c.cl + 2 +
								      c.latency;
						struct bench b;

						open_bench(&b, &c, 1, 4);
						assert_int_equal(latency_of(&b,
									    address(&c, 3, 0, 0),
									    n * BURST),
								 base + c.rcd);
						assert_int_equal(latency_of(&b,
									    address(&c, 3, 0, 2),
									    n * BURST),
								 base);
						b.now += 100; /* ras */
						assert_int_equal(latency_of(&b,
									    address(&c, 3, 1, 2),
									    n * BURST),
								 base + c.rp + c.rcd);
						assert_int_equal(STAT("latency_sum"),
								 3 * base + 2 * c.rcd + c.rp);
						assert_int_equal(STAT("latency_max"),
								 base + c.rcd + c.rp);
						assert_int_equal(STAT("bus_busy"), 3 * n * 2);
						close_bench(&b);
					}
}

/* By hand: bank, row, column; what each does once those before are done. */
static void row_hits_by_hand(void **state)
{
	static const struct {
		uint32_t bank, row, column, bytes;
		bool meta, write;
	} list[] = {
		{0, 0, 0, 128, false, false}, /* ACT; miss, hit */
		{0, 0, 2, 64, false, false},  /* hit */
		{1, 0, 0, 64, true, false},   /* ACT; miss (meta) */
		{0, 1, 0, 128, true, false},  /* PRE, ACT (meta); miss, hit */
		{1, 0, 5, 32, false, true},   /* hit, a write of less than a burst */
		{0, 0, 0, 64, false, false},  /* PRE, ACT; miss */
		{1, 7, 0, 128, true, true},   /* PRE, ACT (meta); miss, hit, writes */
		{1, 7, 31, 128, false, false} /* hit; then bank 2: ACT; miss */
	};
	struct dram_config c = ref;
	struct bench b;

	(void)state;
	c.refresh = false;
	open_bench(&b, &c, 1, 4);
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		struct pkt *k =
			put(&b, 0, list[i].write ? PKT_WRITEBACK : PKT_FILL,
			    address(&c, list[i].bank, list[i].row, list[i].column), list[i].bytes);

		k->meta = list[i].meta;
		finish(&b);
	}
	assert_int_equal(STAT("row_hits.data"), 1 + 1 + 1 + 1);
	assert_int_equal(STAT("row_misses.data"), 1 + 1 + 1);
	assert_int_equal(STAT("row_hits.meta"), 1 + 1);
	assert_int_equal(STAT("row_misses.meta"), 1 + 1 + 1);
	assert_int_equal(STAT("activates.data"), 3);
	assert_int_equal(STAT("activates.meta"), 3);
	assert_int_equal(STAT("precharges.data"), 1);
	assert_int_equal(STAT("precharges.meta"), 2);
	assert_int_equal(STAT("reads.data"), 2 + 1 + 1 + 2);
	assert_int_equal(STAT("reads.meta"), 1 + 2);
	assert_int_equal(STAT("writes.data"), 1);
	assert_int_equal(STAT("writes.meta"), 2);
	assert_int_equal(STAT("fills"), 6);
	close_bench(&b);
}

/* Share of the peak that a stream over `slices` slices reaches, bytes at a time. */
static double stream(const struct dram_config *c, uint32_t slices, enum pkt_kind kind,
		     uint32_t bytes)
{
	struct bench b;
	uint64_t next[SLICES] = {0}, busy;
	double share;

	open_bench(&b, c, slices, 64);
	while (b.now < 100000) {
		for (uint32_t i = 0; i < slices; i++)
			while (!link_full(&b.in[i])) {
				put(&b, i, kind, next[i], bytes);
				next[i] += bytes;
			}
		step(&b);
		drain(&b);
	}
	busy = STAT("bus_busy");
	share = (double)busy / (double)b.now;
	assert_true(STAT("queue_full") > 0);
	close_bench(&b);
	return share;
}

static void streams_reach_the_peak(void **state)
{
	const double left = 1 - (double)ref.rfc / ref.refi;
	struct dram_config c = ref;

	(void)state;
	print_message("of peak: reads of 128 %.3f, of 64 %.3f, writes %.3f; one slice %.3f\n",
		      stream(&ref, 2, PKT_FILL, 128), stream(&ref, 2, PKT_FILL, 64),
		      stream(&ref, 2, PKT_WRITEBACK, 128), stream(&ref, 1, PKT_FILL, 128));
	assert_true(stream(&ref, 2, PKT_FILL, 128) >= 0.9 * left);
	assert_true(stream(&ref, 2, PKT_FILL, 64) >= 0.9 * left);
	assert_true(stream(&ref, 2, PKT_WRITEBACK, 128) >= 0.9 * left);
	c.refresh = false;
	assert_true(stream(&c, 2, PKT_FILL, 128) >= 0.99);
	assert_true(stream(&ref, 2, PKT_FILL, 128) <= left);
	c.bank_groups = 1; /* one group: ccdl binds, 2 of 3 clocks */
	assert_in_range((int)(1000 * stream(&c, 2, PKT_FILL, 128)), 640, 667);
}

/* Answers of a bank come out of order when a row hit stands behind a miss, and all come. */
static void hits_go_first(void **state)
{
	struct dram_config c = ref;
	struct bench b;
	const uint64_t addr[] = {address(&c, 0, 0, 0), address(&c, 0, 1, 0), address(&c, 0, 0, 1),
				 address(&c, 0, 1, 1), address(&c, 0, 0, 2)};
	static const unsigned order[] = {0, 2, 4, 1, 3};

	(void)state;
	open_bench(&b, &c, 1, 8);
	for (unsigned i = 0; i < 5; i++)
		put(&b, 0, PKT_FILL, addr[i], 64);
	while (b.out[0].count < 5) {
		step(&b);
		assert_true(b.now < 1000);
	}
	for (unsigned i = 0; i < 5; i++) {
		struct pkt *k = link_pop(&b.out[0]);

		assert_true(k->reply);
		assert_int_equal(k->addr, addr[order[i]]);
		pkt_free(&b.pool, k);
	}
	assert_int_equal(STAT("activates.data"), 2);
	close_bench(&b);
}

/* Longest way of the oldest request once it goes first: everything before it, then its own. */
static uint64_t row_cycle(const struct dram_config *c)
{
	return c->ras + c->rtpl + c->wl + 2 + c->wr + c->rp + c->rc + c->rrd + c->rcd + c->cl + 2 +
	       DRAM_TURN + c->ccdl + c->wl + 2 + c->cdlr;
}

/* A packet's second burst is of another bank and row: there it is the oldest, and goes first. */
static void age_counts_over_banks(void **state)
{
	struct dram_config c = ref;
	struct bench b;
	unsigned before = 0;
	bool found = false;

	(void)state;
	c.refresh = false;
	open_bench(&b, &c, 1, 64);
	put(&b, 0, PKT_FILL, address(&c, 1, 0, 1), 64);
	put(&b, 0, PKT_FILL, address(&c, 0, 0, 31), 128)->id = 1;
	for (uint32_t i = 2; i < 32; i++)
		put(&b, 0, PKT_FILL, address(&c, 1, 0, i), 64);
	while (b.out[0].count < 32) {
		step(&b);
		assert_true(b.now < 1000);
	}
	while (!found) {
		struct pkt *k = link_pop(&b.out[0]);

		found = k->id == 1;
		before += !found;
		pkt_free(&b.pool, k);
	}
	/* bank 0 is open rrd after bank 1; until then bank 1 is read, every ccdl */
	assert_in_range(before, 2, 5);
	close_bench(&b);
}

/* Likewise when rows are chosen: the younger request, there before it, comes after it. */
static void age_counts_for_rows(void **state)
{
	struct dram_config c = ref;
	struct bench b;
	uint32_t last = 0;

	(void)state;
	c.refresh = false;
	open_bench(&b, &c, 1, 64);
	for (uint32_t i = 0; i < 20; i++)
		put(&b, 0, PKT_FILL, address(&c, 1, 1, i), 64);
	put(&b, 0, PKT_FILL, address(&c, 0, 0, 31), 128)->id = 1;
	put(&b, 0, PKT_FILL, address(&c, 1, 5, 0), 64)->id = 2;
	for (unsigned i = 0; i < 22; i++) {
		while (!b.out[0].count)
			step(&b);
		last = link_head(&b.out[0])->id ? link_head(&b.out[0])->id : last;
		assert_true(i < 20 || last == i - 19);
		drain(&b);
	}
	close_bench(&b);
}

static void refreshes_are_counted(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b, &ref, 1, 4);
	put(&b, 0, PKT_FILL, address(&ref, 1, 0, 0), 64);
	put(&b, 0, PKT_FILL, address(&ref, 2, 0, 0), 64);
	while (b.now < 3 * ref.refi - 1)
		step(&b);
	assert_int_equal(STAT("refreshes"), 2);
	assert_int_equal(STAT("precharges.refresh"), 2);
	assert_int_equal(STAT("precharges.data"), 0);
	close_bench(&b);
}

/* What a stream of reads of an open row would keep waiting for ever. */
struct loser {
	enum pkt_kind kind;
	uint32_t bank, row;
	uint32_t rtpl;
};

static void starve(const struct loser *l)
{
	struct dram_config c = ref;
	struct bench b;
	uint32_t column = 0;
	uint64_t from, done;

	c.refresh = false;
	c.rtpl = l->rtpl;
	open_bench(&b, &c, 1, 64);
	do {
		if (b.now == 200)
			put(&b, 0, l->kind, address(&c, l->bank, l->row, 0), 64)->meta = true;
		for (; b.in[0].count < 63; column = (column + 1) % 32)
			put(&b, 0, PKT_FILL, address(&c, 0, 0, column), 64);
		step(&b);
		drain(&b);
		assert_true(b.now < 10000);
	} while (!(STAT("reads.meta") + STAT("writes.meta")));
	from = 200;
	done = b.now - 1;
	/* in the link behind 63, one a ccdl; then in the queue */
	assert_true(done - from > DRAM_STARVE);
	assert_true(done - from <= DRAM_STARVE + 64 * c.ccdl + row_cycle(&c));
	assert_in_range(STAT("starved"), 1, 64); /* it, and who waited behind it */
	close_bench(&b);
}

static void nobody_starves(void **state)
{
	static const struct loser losers[] = {
		{PKT_FILL, 0, 3, 2},      /* another row of the bank */
		{PKT_FILL, 0, 3, 10},     /* likewise, and the reads never let it close */
		{PKT_WRITEBACK, 0, 0, 2}, /* the same row, the other direction */
		{PKT_WRITEBACK, 5, 3, 2}, /* another bank, the other direction */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(losers) / sizeof(*losers); i++)
		starve(&losers[i]);
}

/* Random traffic over configurations down to 1 of everything; out links that fill up. */
static void random_traffic_is_conserved(void **state)
{
	struct rng r;
	uint64_t full = 0;

	(void)state;
	rng_seed(&r, 9);
	for (unsigned run = 0; run < 60; run++) {
		struct dram_config c = ref;
		struct bench b;
		uint64_t fills = 0, got = 0;
		uint8_t *state_of = mem_alloc(20000); /* by id: 1 sent, 2 answered */

		c.queue = run % 3 ? 1 + rng_below(&r, 64) : 1;
		c.return_queue = run % 4 ? 1 + rng_below(&r, 64) : 1;
		c.banks = 1U << rng_below(&r, 5);
		c.bank_groups = 1 + rng_below(&r, c.banks);
		c.row_bytes = 64U << rng_below(&r, 6);
		c.latency = rng_below(&r, 50);
		open_bench(&b, &c, SLICES, run % 5 ? 4 : 1);
		while (b.now < 5000) {
			for (uint32_t i = 0; i < SLICES; i++) {
				const bool write = rng_below(&r, 3) == 0;
				const uint32_t bytes = 32U << rng_below(&r, 3);
				struct pkt *k;

				if (link_full(&b.in[i]) || rng_below(&r, 2))
					continue;
				k = put(&b, i, write ? PKT_WRITEBACK : PKT_FILL,
					(uint64_t)rng_below(&r, 65536) / bytes * bytes, bytes);
				k->meta = rng_below(&r, 2);
				k->slice = (uint16_t)(7 + i);
				k->id = (uint32_t)(2 * fills + i);
				if (!write) {
					state_of[k->id] = 1;
					fills++;
				}
			}
			step(&b);
			for (uint32_t i = 0; i < SLICES && !rng_below(&r, 6); i++)
				for (struct pkt *k; (k = link_pop(&b.out[i])); got++) {
					assert_true(k->reply && k->slice == 7 + i);
					assert_int_equal(state_of[k->id]++, 1);
					pkt_free(&b.pool, k);
				}
		}
		finish(&b); /* drains what is left */
		assert_int_equal(STAT("fills"), fills);
		assert_true(got > 0 && got <= fills);
		full += STAT("out_full");
		assert_int_equal(STAT("row_hits.data") + STAT("row_hits.meta") +
					 STAT("row_misses.data") + STAT("row_misses.meta"),
				 STAT("reads.data") + STAT("reads.meta") + STAT("writes.data") +
					 STAT("writes.meta"));
		close_bench(&b);
		free(state_of);
	}
	assert_true(full > 0);
}

/* Slices are served in turns, and a full queue is counted clock by clock. */
static void turns_and_full_queue(void **state)
{
	struct dram_config c = ref;
	struct bench b;

	(void)state;
	c.refresh = false;
	c.queue = 1;
	open_bench(&b, &c, SLICES, 4);
	for (uint32_t i = 0; i < 4; i++) {
		put(&b, 0, PKT_FILL, i * 64, 64);
		put(&b, 1, PKT_FILL, i * 64, 64);
	}
	while (b.in[0].count || b.in[1].count) {
		assert_in_range(b.in[0].count + 1 - b.in[1].count, 0, 1);
		step(&b);
	}
	/* each step so far has either taken a packet or found the queue full */
	assert_int_equal(STAT("queue_full"), b.now - 8);
	close_bench(&b);
}

/* A read waits for room in the return queue, each clock of it counted. */
static void return_queue_holds_reads(void **state)
{
	struct dram_config c = ref;
	struct bench b;
	uint64_t first;

	(void)state;
	c.refresh = false;
	c.return_queue = 1;
	open_bench(&b, &c, 1, 4);
	put(&b, 0, PKT_FILL, 0, 64);
	put(&b, 0, PKT_FILL, 64, 64);
	while (!b.out[0].count)
		step(&b);
	first = b.now;
	drain(&b);
	while (!b.out[0].count)
		step(&b);
	assert_int_equal(b.now - first, c.cl + 2 + c.latency);
	assert_int_equal(STAT("return_full"), c.cl + 2 + c.latency - c.ccdl);
	close_bench(&b);
}

/* A full link to a slice holds its answer and those behind it. */
static void out_link_holds_answers(void **state)
{
	struct dram_config c = ref;
	struct bench b;

	(void)state;
	c.refresh = false;
	open_bench(&b, &c, SLICES, 1);
	put(&b, 0, PKT_FILL, 0, 64);
	step(&b);
	put(&b, 0, PKT_FILL, 64, 64);
	step(&b);
	put(&b, 1, PKT_FILL, 0, 64);
	b.now = 2;
	for (unsigned i = 0; i < 200; i++)
		step(&b);
	assert_int_equal(b.out[0].count, 1);
	assert_int_equal(b.out[1].count, 0);
	/* due a column after the first, which came at 1 + rcd + cl + 2 + latency */
	assert_int_equal(STAT("out_full"), b.now - (1 + c.rcd + c.cl + 2 + c.latency + c.ccdl));
	drain(&b);
	step(&b);
	step(&b);
	assert_int_equal(b.out[0].count, 1);
	assert_int_equal(b.out[1].count, 1);
	drain(&b);
	close_bench(&b);
}

static void describes_and_counts(void **state)
{
	struct pkt_pool pool = {0};
	struct dram *d[3];
	struct stats *st = stats_create();
	struct link in, out, *ins = &in, *outs = &out;
	char text[256];

	(void)state;
	link_init(&in, "in", 0, 1);
	link_init(&out, "out", 0, 1);
	for (uint32_t i = 0; i < 3; i++)
		d[i] = dram_create(&ref, i, 1, &pool, 0);
	dram_stats(st, d, 3);
	for (uint32_t i = 0; i < 3; i++) { /* 1 + rcd + cl + 2 + latency */
		struct pkt *k = pkt_alloc(&pool);

		k->kind = PKT_FILL;
		k->addr = 2048 * 5 + 64;
		k->bytes = 64;
		link_push(&in, k);
		dram_describe(d[i], text, sizeof(text));
		assert_non_null(strstr(text, "idle"));
		dram_step(d[i], 0, &ins, &outs);
		dram_describe(d[i], text, sizeof(text));
		assert_non_null(strstr(text, "1 of 64 requests"));
		assert_non_null(strstr(text, "bank 5 row 0 (bank closed)"));
		for (uint64_t now = 1; now < 127; now++)
			dram_step(d[i], now, &ins, &outs);
		dram_describe(d[i], text, sizeof(text));
		assert_non_null(strstr(text, "first due at clock 127"));
		dram_step(d[i], 127, &ins, &outs);
		pkt_free(&pool, link_pop(&out));
	}
	assert_int_equal(stats_get(st, "dram.fills"), 3);
	assert_int_equal(stats_get(st, "dram.latency_sum"), 3 * 127);
	assert_int_equal(stats_get(st, "dram.latency_max"), 127);
	stats_destroy(st);
	for (uint32_t i = 0; i < 3; i++)
		dram_destroy(d[i]);
	link_free(&in);
	link_free(&out);
	pkt_pool_free(&pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_are_unique),
		cmocka_unit_test(latency_is_exact),
		cmocka_unit_test(row_hits_by_hand),
		cmocka_unit_test(streams_reach_the_peak),
		cmocka_unit_test(hits_go_first),
		cmocka_unit_test(age_counts_over_banks),
		cmocka_unit_test(age_counts_for_rows),
		cmocka_unit_test(refreshes_are_counted),
		cmocka_unit_test(nobody_starves),
		cmocka_unit_test(random_traffic_is_conserved),
		cmocka_unit_test(turns_and_full_queue),
		cmocka_unit_test(return_queue_holds_reads),
		cmocka_unit_test(out_link_holds_answers),
		cmocka_unit_test(describes_and_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
