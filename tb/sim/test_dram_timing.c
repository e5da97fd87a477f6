/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every timing constraint of the DRAM channel. A checker that knows the constraints and nothing of
 * the scheduler watches all commands of random traffic; directed pairs of commands show that each
 * constraint is kept tightly: the second command comes at exactly the first legal clock, and one
 * clock later when the parameter is one larger.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "dram_rig.h"

enum { MAX_BANKS = 64, MAX_COMMANDS = 64 };

/* The checker. */

#define LONG_AGO (-1000000)

struct checker {
	const struct dram_config *c;
	int64_t bl, last, act_any, ref, bus_end;
	int64_t act[MAX_BANKS], pre[MAX_BANKS], col[2][MAX_BANKS]; /* [write] */
	int64_t col_any[2], col_group[2][MAX_BANKS];
	int64_t first_ref;
	bool open[MAX_BANKS], bus_write;
	uint64_t row[MAX_BANKS], n[DRAM_REF + 1];
	uint32_t banks;
};

static void checker_init(struct checker *k, const struct dram_config *c)
{
	*k = (struct checker){.c = c,
			      .bl = (c->burst + c->rate - 1) / c->rate,
			      .last = -1,
			      .act_any = LONG_AGO,
			      .ref = LONG_AGO,
			      .bus_end = LONG_AGO,
			      .col_any = {LONG_AGO, LONG_AGO},
			      .banks = c->banks};
	for (unsigned i = 0; i < MAX_BANKS; i++) {
		k->act[i] = k->pre[i] = LONG_AGO;
		for (unsigned w = 0; w < 2; w++)
			k->col[w][i] = k->col_group[w][i] = LONG_AGO;
	}
}

#define APART(from, clocks) assert_true(t - (from) >= (int64_t)(clocks))

static void check_column(struct checker *k, int64_t t, uint32_t b, bool write)
{
	const struct dram_config *c = k->c;
	const uint32_t g = b % c->bank_groups;
	const int64_t data = t + (write ? c->wl : c->cl);

	APART(k->act[b], c->rcd);
	APART(k->col_any[write], c->ccd);
	APART(k->col_group[write][g], c->ccdl);
	APART(k->col_group[!write][g], c->ccdl);
	if (write)
		APART(k->col_any[0], c->ccd);
	else
		APART(k->col_any[1], c->wl + k->bl + c->cdlr);
	assert_true(data >= k->bus_end + (write && !k->bus_write ? DRAM_TURN : 0));
	k->bus_end = data + k->bl;
	k->bus_write = write;
	k->col[write][b] = k->col_any[write] = k->col_group[write][g] = t;
}

static void check_refresh(struct checker *k, int64_t t)
{
	APART(k->ref, k->c->rfc);
	for (uint32_t i = 0; i < k->banks; i++) {
		assert_false(k->open[i]);
		APART(k->pre[i], k->c->rp);
		APART(k->act[i], k->c->rc);
	}
	if (!k->n[DRAM_REF])
		k->first_ref = t;
	k->ref = t;
}

static void check(void *ctx, uint64_t now, enum dram_command cmd, uint32_t b, uint64_t row)
{
	struct checker *k = ctx;
	const struct dram_config *c = k->c;
	const int64_t t = (int64_t)now;

	assert_true(t > k->last); /* one a clock */
	k->last = t;
	if (cmd == DRAM_REF) {
		check_refresh(k, t);
		k->n[cmd]++;
		return;
	}
	k->n[cmd]++;
	assert_true(b < k->banks);
	assert_int_equal(k->open[b], cmd != DRAM_ACT);
	if (cmd != DRAM_ACT)
		assert_int_equal(k->row[b], row);
	switch (cmd) {
	case DRAM_ACT:
		APART(k->act[b], c->rc);
		APART(k->pre[b], c->rp);
		APART(k->act_any, c->rrd);
		APART(k->ref, c->rfc);
		k->act[b] = k->act_any = t;
		k->row[b] = row;
		k->open[b] = true;
		break;
	case DRAM_PRE:
		APART(k->act[b], c->ras);
		APART(k->col[0][b], c->rtpl);
		APART(k->col[1][b], c->wl + k->bl + c->wr);
		k->pre[b] = t;
		k->open[b] = false;
		break;
	default: check_column(k, t, b, cmd == DRAM_WR);
	}
}

/* Random traffic. */

static uint32_t one_of(struct rng *r, uint32_t lo, uint32_t hi)
{
	return lo + rng_below(r, hi - lo + 1);
}

static struct dram_config any_config(struct rng *r)
{
	struct dram_config c = {
		.channels = 1,
		.queue = one_of(r, 1, 64),
		.return_queue = one_of(r, 1, 64),
		.bus_bytes = 8,
		.burst = 4U << one_of(r, 0, 2),
		.rate = 1U << one_of(r, 0, 2),
		.banks = 1U << one_of(r, 0, 5),
		.bank_groups = 1U << one_of(r, 0, 2),
		.row_bytes = 128U << one_of(r, 0, 4),
		.latency = one_of(r, 0, 30),
		.ccd = one_of(r, 1, 5),
		.ccdl = one_of(r, 1, 8),
		.rrd = one_of(r, 1, 12),
		.rcd = one_of(r, 1, 20),
		.ras = one_of(r, 1, 40),
		.rp = one_of(r, 1, 20),
		.rc = one_of(r, 1, 60),
		.cl = one_of(r, 1, 20),
		.wl = one_of(r, 1, 20),
		.cdlr = one_of(r, 1, 10),
		.wr = one_of(r, 1, 20),
		.rtpl = one_of(r, 1, 10),
		.refi = one_of(r, 500, 2000),
		.rfc = one_of(r, 1, 150),
		.refresh = one_of(r, 0, 1),
		.refresh_phase = one_of(r, 0, 1),
		.arbiter_start = one_of(r, 0, 1),
	};

	return c;
}

/* None left out; the last may be under way, and the first may have waited for open rows. */
static void check_refreshes(const struct checker *k, uint64_t now)
{
	const struct dram_config *c = k->c;
	const uint64_t since = now - (uint64_t)k->first_ref;

	assert_in_range(k->n[DRAM_REF], since / c->refi, since / c->refi + 2);
	if (!c->refresh_phase)
		assert_in_range(k->n[DRAM_REF], now / c->refi - 1, now / c->refi);
}

static uint32_t bursts_of(const struct dram_config *c, uint64_t addr, uint32_t bytes)
{
	const uint32_t each = c->bus_bytes * c->burst;

	return (uint32_t)((addr + bytes - 1) / each - addr / each) + 1;
}

static void random_run(struct rng *r, uint64_t *seen)
{
	const struct dram_config c = any_config(r);
	const uint32_t idle = one_of(r, 0, 8), local = one_of(r, 1, 64), writes = one_of(r, 0, 100);
	const uint64_t end = 20000;
	struct bench b;
	struct checker k;
	uint64_t reads = 0, answers = 0, bursts[2] = {0};

	open_seeded(&b, &c, SLICES, one_of(r, 1, 8), rng_next(r));
	checker_init(&k, &c);
	dram_set_trace(b.d, check, &k);
	while (b.now < end || !dram_idle(b.d) || b.in[0].count || b.in[1].count) {
		for (uint32_t i = 0; i < SLICES && b.now < end; i++) {
			const bool write = rng_below(r, 100) < writes;
			const uint32_t bytes = 32U << (write ? rng_below(r, 3) : 2);
			const uint64_t at = rng_below(r, local * 1024) / bytes * bytes;

			if (link_full(&b.in[i]) || rng_below(r, idle + 1))
				continue;
			put(&b, i, write ? PKT_WRITEBACK : PKT_FILL, at, bytes);
			reads += !write;
			bursts[write] += bursts_of(&c, at, bytes);
		}
		step(&b);
		if (rng_below(r, 4))
			answers += drain(&b);
		assert_true(b.now < 40 * end);
	}
	answers += drain(&b);
	assert_int_equal(answers, reads);
	assert_int_equal(k.n[DRAM_RD], bursts[0]);
	assert_int_equal(k.n[DRAM_WR], bursts[1]);
	if (c.refresh)
		check_refreshes(&k, b.now);
	for (unsigned i = 0; i <= DRAM_REF; i++)
		seen[i] += k.n[i];
	close_bench(&b);
}

static void random_traffic_keeps_all(void **state)
{
	struct rng r;
	uint64_t seen[DRAM_REF + 1] = {0};

	(void)state;
	rng_seed(&r, 5);
	for (unsigned i = 0; i < 400; i++)
		random_run(&r, seen);
	for (unsigned i = 0; i <= DRAM_REF; i++)
		assert_true(seen[i] > 1000 || i == DRAM_REF);
	assert_true(seen[DRAM_REF] > 100);
}

/* Directed pairs. */

struct command {
	uint64_t at, row;
	enum dram_command cmd;
	uint32_t bank;
};

struct recorder {
	struct checker k;
	struct command c[MAX_COMMANDS];
	uint32_t n;
};

static void record(void *ctx, uint64_t now, enum dram_command cmd, uint32_t bank, uint64_t row)
{
	struct recorder *r = ctx;

	check(&r->k, now, cmd, bank, row);
	assert_true(r->n < MAX_COMMANDS);
	r->c[r->n++] = (struct command){now, row, cmd, bank};
}

/* Clock of the nth (0..) such command. */
static int64_t when(const struct recorder *r, enum dram_command cmd, uint32_t bank, uint32_t nth)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->c[i].cmd == cmd && r->c[i].bank == bank && !nth--)
			return (int64_t)r->c[i].at;
	fail();
	return 0;
}

struct access {
	bool write;
	uint32_t bank, row, column;
};

/* Nothing binds but what a test makes large. */
static const struct dram_config loose = {
	.channels = 1,
	.queue = 16,
	.return_queue = 16,
	.bus_bytes = 8,
	.burst = 4,
	.rate = 4,
	.banks = 16,
	.bank_groups = 4,
	.row_bytes = 1024,
	.latency = 0,
	.ccd = 1,
	.ccdl = 1,
	.rrd = 1,
	.rcd = 1,
	.ras = 1,
	.rp = 1,
	.rc = 1,
	.cl = 1,
	.wl = 1,
	.cdlr = 1,
	.wr = 1,
	.rtpl = 1,
	.refi = 1000,
	.rfc = 1,
};

/* The accesses arrive `gap` clocks apart from clock `start` on. Returns the clock of the last
 * answer. */
static uint64_t play(const struct dram_config *c, const struct access *a, uint32_t n,
		     uint64_t start, uint32_t gap, struct recorder *r)
{
	const uint32_t bytes = c->bus_bytes * c->burst;
	struct bench b;
	uint64_t answered = 0;
	uint32_t sent = 0;

	open_bench(&b, c, 1, 8);
	*r = (struct recorder){.n = 0};
	checker_init(&r->k, &b.c);
	dram_set_trace(b.d, record, r);
	while (b.now < start + 2000) {
		if (b.now >= start && sent < n && (b.now - start) / gap >= sent) {
			put(&b, 0, a[sent].write ? PKT_WRITEBACK : PKT_FILL,
			    ((uint64_t)a[sent].row * c->banks + a[sent].bank) * c->row_bytes +
				    (uint64_t)a[sent].column * bytes,
			    bytes);
			sent++;
		}
		step(&b);
		if (drain(&b))
			answered = b.now - 1;
	}
	close_bench(&b);
	return answered;
}

#define P(name) offsetof(struct dram_config, name)
#define R       false
#define W       true

struct pair {
	const char *what;
	size_t parameter;
	struct access a[2];
	enum dram_command from;
	uint32_t from_bank, from_nth;
	enum dram_command to;
	uint32_t to_bank, to_nth;
	int32_t plus, times; /* distance = plus + times * parameter */
};

/* Other latencies of `loose` are 1, bl is 1. Banks 0 and 4 are of one group, 0 and 1 are not. */
static const struct pair pairs[] = {
	{"rcd: ACT to RD", P(rcd), {{R, 3, 0, 0}}, DRAM_ACT, 3, 0, DRAM_RD, 3, 0, 0, 1},
	{"rcd: ACT to WR", P(rcd), {{W, 3, 0, 0}}, DRAM_ACT, 3, 0, DRAM_WR, 3, 0, 0, 1},
	{"ras", P(ras), {{R, 3, 0, 0}, {R, 3, 1, 0}}, DRAM_ACT, 3, 0, DRAM_PRE, 3, 0, 0, 1},
	{"rp", P(rp), {{R, 3, 0, 0}, {R, 3, 1, 0}}, DRAM_PRE, 3, 0, DRAM_ACT, 3, 1, 0, 1},
	{"rc", P(rc), {{R, 3, 0, 0}, {R, 3, 1, 0}}, DRAM_ACT, 3, 0, DRAM_ACT, 3, 1, 0, 1},
	{"rrd", P(rrd), {{R, 0, 0, 0}, {R, 1, 0, 0}}, DRAM_ACT, 0, 0, DRAM_ACT, 1, 0, 0, 1},
	{"rtpl", P(rtpl), {{R, 3, 0, 0}, {R, 3, 1, 0}}, DRAM_RD, 3, 0, DRAM_PRE, 3, 0, 0, 1},
	{"wr", P(wr), {{W, 3, 0, 0}, {R, 3, 1, 0}}, DRAM_WR, 3, 0, DRAM_PRE, 3, 0, 2, 1},
	{"wl in WR to PRE",
	 P(wl),
	 {{W, 3, 0, 0}, {R, 3, 1, 0}},
	 DRAM_WR,
	 3,
	 0,
	 DRAM_PRE,
	 3,
	 0,
	 2,
	 1},
	{"ccd: reads", P(ccd), {{R, 0, 0, 0}, {R, 1, 0, 0}}, DRAM_RD, 0, 0, DRAM_RD, 1, 0, 0, 1},
	{"ccd: writes", P(ccd), {{W, 0, 0, 0}, {W, 1, 0, 0}}, DRAM_WR, 0, 0, DRAM_WR, 1, 0, 0, 1},
	{"ccd: RD to WR", P(ccd), {{R, 0, 0, 0}, {W, 1, 0, 0}}, DRAM_RD, 0, 0, DRAM_WR, 1, 0, 0, 1},
	{"ccdl: reads", P(ccdl), {{R, 0, 0, 0}, {R, 4, 0, 0}}, DRAM_RD, 0, 0, DRAM_RD, 4, 0, 0, 1},
	{"ccdl: a bank", P(ccdl), {{R, 0, 0, 0}, {R, 0, 0, 1}}, DRAM_RD, 0, 0, DRAM_RD, 0, 1, 0, 1},
	{"ccdl: writes", P(ccdl), {{W, 0, 0, 0}, {W, 4, 0, 0}}, DRAM_WR, 0, 0, DRAM_WR, 4, 0, 0, 1},
	{"ccdl: RD to WR",
	 P(ccdl),
	 {{R, 0, 0, 0}, {W, 4, 0, 0}},
	 DRAM_RD,
	 0,
	 0,
	 DRAM_WR,
	 4,
	 0,
	 0,
	 1},
	{"ccdl: WR to RD",
	 P(ccdl),
	 {{W, 0, 0, 0}, {R, 4, 0, 0}},
	 DRAM_WR,
	 0,
	 0,
	 DRAM_RD,
	 4,
	 0,
	 0,
	 1},
	{"cdlr", P(cdlr), {{W, 0, 0, 0}, {R, 1, 0, 0}}, DRAM_WR, 0, 0, DRAM_RD, 1, 0, 2, 1},
	{"cdlr: a bank", P(cdlr), {{W, 0, 0, 0}, {R, 0, 0, 1}}, DRAM_WR, 0, 0, DRAM_RD, 0, 0, 2, 1},
	{"wl in WR to RD", P(wl), {{W, 0, 0, 0}, {R, 1, 0, 0}}, DRAM_WR, 0, 0, DRAM_RD, 1, 0, 2, 1},
	{"cl in RD to WR", P(cl), {{R, 0, 0, 0}, {W, 1, 0, 0}}, DRAM_RD, 0, 0, DRAM_WR, 1, 0, 2, 1},
};

static void set(struct dram_config *c, size_t parameter, uint32_t v)
{
	memcpy((char *)c + parameter, &v, sizeof(v));
}

static int64_t distance(const struct pair *p, uint32_t v, uint32_t gap)
{
	struct dram_config c = loose;
	struct recorder r;

	set(&c, p->parameter, v);
	play(&c, p->a, p->a[1].bank || p->a[1].row || p->a[1].column ? 2 : 1, 0, gap, &r);
	return when(&r, p->to, p->to_bank, p->to_nth) -
	       when(&r, p->from, p->from_bank, p->from_nth);
}

static void one_is_tight(const struct pair *p, uint32_t v, uint32_t gap)
{
	const int64_t got = distance(p, v, gap), want = p->plus + p->times * (int64_t)v;

	if (got != want)
		fail_msg("%s = %u: %lld clocks, not %lld, arriving %u apart", p->what, v,
			 (long long)got, (long long)want, gap);
}

/* Also when the second access comes while the channel waits for nothing else. */
static void each_is_tight(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		for (uint32_t v = 20; v < 24; v++)
			for (uint32_t gap = 1; gap < 16; gap += 3)
				one_is_tight(&pairs[i], v, gap);
}

/* What must not bind: other groups do not mind ccdl. */
static void groups_apart(void **state)
{
	struct dram_config c = loose;
	struct recorder r;
	const struct access a[] = {{R, 0, 0, 0}, {R, 4, 0, 0}, {R, 1, 0, 0}};

	(void)state;
	c.ccdl = 20;
	c.ccd = 3;
	play(&c, a, 3, 0, 1, &r);
	assert_int_equal(when(&r, DRAM_RD, 1, 0) - when(&r, DRAM_RD, 0, 0), 3);
	assert_int_equal(when(&r, DRAM_RD, 4, 0) - when(&r, DRAM_RD, 0, 0), 20);
}

/* wl shortens the way from read to write; data never meet on the bus, and bl is burst / rate. */
static void bus(void **state)
{
	const struct access reads[] = {{R, 0, 0, 0}, {R, 1, 0, 0}},
			    mixed[] = {{R, 0, 0, 0}, {W, 1, 0, 0}};
	struct dram_config c = loose;
	struct recorder r;

	(void)state;
	c.cl = 30;
	for (c.wl = 1; c.wl < 20; c.wl++) {
		play(&c, mixed, 2, 0, 1, &r);
		assert_int_equal(when(&r, DRAM_WR, 1, 0) - when(&r, DRAM_RD, 0, 0),
				 30 + 1 + DRAM_TURN - c.wl);
	}
	c = loose;
	c.rate = 1;
	for (c.burst = 8; c.burst <= 32; c.burst *= 2) {
		play(&c, reads, 2, 0, 1, &r);
		assert_int_equal(when(&r, DRAM_RD, 1, 0) - when(&r, DRAM_RD, 0, 0), c.burst);
	}
	c.burst = 8;
	c.rate = 3; /* 3 clocks, the last one in part */
	play(&c, reads, 2, 0, 1, &r);
	assert_int_equal(when(&r, DRAM_RD, 1, 0) - when(&r, DRAM_RD, 0, 0), 3);
}

static void refresh_is_tight(void **state)
{
	const struct access a[] = {{R, 5, 0, 0}}, two[] = {{R, 5, 0, 0}, {R, 5, 1, 0}};
	struct dram_config c = loose;
	struct recorder r;

	(void)state;
	c.refresh = true;
	c.refi = 300;
	for (c.rp = 10; c.rp < 13; c.rp++)
		for (c.rfc = 40; c.rfc < 43; c.rfc++) {
			play(&c, a, 1, 0, 1, &r); /* open bank: closed when due */
			assert_int_equal(when(&r, DRAM_PRE, 5, 0), 300);
			assert_int_equal(when(&r, DRAM_REF, 0, 0), 300 + c.rp);
			for (uint32_t i = 1; i < 5; i++) /* nothing open: on the clock */
				assert_int_equal(when(&r, DRAM_REF, 0, i), 300 * (i + 1));
			play(&c, a, 1, 300, 1, &r); /* just taken: waits for rfc */
			assert_int_equal(when(&r, DRAM_REF, 0, 0), 300);
			assert_int_equal(when(&r, DRAM_ACT, 5, 0), 300 + c.rfc);
		}
	for (c.refi = 300; c.refi < 303; c.refi++) {
		play(&c, a, 1, 1000, 1, &r);
		assert_int_equal(when(&r, DRAM_REF, 0, 0), c.refi);
	}
	c.refi = 300;
	for (c.ras = 60; c.ras < 63; c.ras++) { /* a refresh due does not shorten ras */
		play(&c, two, 2, 290, 1, &r);
		assert_int_equal(when(&r, DRAM_PRE, 5, 0), 291 + c.ras);
	}
	c.ras = 1;
	for (c.rc = 60; c.rc < 63; c.rc++) { /* nor rc */
		play(&c, a, 1, 290, 1, &r);
		assert_int_equal(when(&r, DRAM_REF, 0, 0), 291 + c.rc);
	}
}

/* From RD to answer: cl + bl + latency; from the step that takes it to RD: 1 + rcd. */
static void answer_is_exact(void **state)
{
	const struct access a[] = {{R, 5, 0, 0}};
	struct dram_config c = loose;
	struct recorder r;

	(void)state;
	for (c.cl = 10; c.cl < 13; c.cl++)
		for (c.latency = 0; c.latency < 200; c.latency += 99) {
			const uint64_t at = play(&c, a, 1, 50, 1, &r);

			assert_int_equal(when(&r, DRAM_ACT, 5, 0), 51);
			assert_int_equal(when(&r, DRAM_RD, 5, 0), 52);
			assert_int_equal(at, 52 + c.cl + 1 + c.latency);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_traffic_keeps_all),
		cmocka_unit_test(each_is_tight),
		cmocka_unit_test(groups_apart),
		cmocka_unit_test(bus),
		cmocka_unit_test(refresh_is_tight),
		cmocka_unit_test(answer_is_exact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
