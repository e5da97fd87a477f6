/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rig that walks orders, and litmus_explore()'s counts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus/litmus.h"

static struct litmus_test *parse_one(const char *text)
{
	struct diag d = {""};
	size_t n;
	struct litmus_test *t = litmus_parse(text, strlen(text), "t.litmus", &n, &d);

	if (!t)
		fail_msg("%s", d.text);
	assert_int_equal(n, 1);
	return t;
}

static struct litmus_result explore_limited(const char *text, const struct litmus_limits *l)
{
	struct litmus_test *t = parse_one(text);
	struct litmus_result r;
	struct diag d = {""};

	if (litmus_explore(&t->program, l, &r, &d))
		fail_msg("%s: %s", t->name, d.text);
	assert_int_equal(r.runs, r.ended_ok + r.hung);
	litmus_free(t, 1);
	return r;
}

static struct litmus_result explore(const char *text, bool every_order)
{
	const struct litmus_limits l = {.every_order = every_order};
	const struct litmus_result r = explore_limited(text, &l);

	assert_true(r.exhaustive);
	return r;
}

static void fails(const struct litmus_program *p, const char *message)
{
	const struct litmus_limits l = {0};
	struct litmus_result r;
	struct diag d = {""};

	assert_int_equal(litmus_explore(p, &l, &r, &d), -1);
	if (!strstr(d.text, message))
		fail_msg("'%s' is not in '%s'", message, d.text);
	assert_null(strchr(d.text, '\n'));
}

static const char four[] = "test four\nvar x, y, z, w\nb0.t0: st x 1; ld y\nb1.t0: st y 1; ld z\n"
			   "b2.t0: st z 1; ld w\nb3.t0: st w 1; ld x\n";

static void number_of_orders(void **state)
{
	(void)state;
	/* 8! / 2!^4 orders. Each word's two accesses come in one of two orders, independently,
	 * but all four loads cannot come before the stores that follow them in the ring. */
	assert_int_equal(explore(four, true).runs, 2520);
	assert_int_equal(explore(four, false).runs, 15);
	assert_int_equal(explore("test t\nvar x\nb0.t0: st x 1\nb1.t0: ld x\n", false).runs, 2);
	assert_int_equal(explore("test t\nvar x, y\nb0.t0: st x 1\nb1.t0: st y 1\n", false).runs,
			 1);
	assert_int_equal(explore("test t\nvar x, y\nb0.t0: st x 1\nb1.t0: st y 1\n", true).runs, 2);
}

static void limits(void **state)
{
	const struct litmus_limits few = {.max_runs = 3},
				   few_every = {.max_runs = 3, .every_order = true};
	struct litmus_result r = explore_limited(four, &few);

	(void)state;
	assert_int_equal(r.runs + r.cut_short, 3);
	assert_false(r.exhaustive);
	r = explore_limited(four, &few_every);
	assert_int_equal(r.runs, 3);
	assert_int_equal(r.cut_short, 0);
	assert_false(r.exhaustive);
}

static void who_speaks(void **state)
{
	const struct litmus_result r =
		explore("test t\nvar x, f, lo:2 at x\n"
			"b0.t0: st.volatile x 1; fence.gpu; xchg.gpu f 1\n"
			"b1.t0: r = xchg.gpu f 0; if r == 1 { ld.volatile lo }\n",
			true);

	(void)state;
	assert_int_equal(r.racy[LITMUS_SCORD_MODEL], 0);
	assert_true(r.racy[LITMUS_PTX] > 0 && r.racy[LITMUS_PTX] < r.runs);
	assert_int_equal(r.kinds[LITMUS_PTX][RACE_NOT_STRONG], r.racy[LITMUS_PTX]);
	assert_int_equal(r.racy[LITMUS_PAPER] + r.racy[LITMUS_SCORD], 0);
	assert_int_equal(r.only_checker[LITMUS_PTX], r.racy[LITMUS_PTX]);
	assert_int_equal(r.totals[LITMUS_SCORD].missed + r.totals[LITMUS_SCORD].false_, 0);
}

static void detectors_are_scored(void **state)
{
	/* cumulative over a barrier: ScoRD's known false alarm */
	const struct litmus_result r = explore("test t\nvar x, f\nb0.t0: st.volatile x 1; bar\n"
					       "b0.t32: bar; fence.gpu; xchg.gpu f 1\n"
					       "b1.t0: until xchg.gpu f 0 != 0; ld.volatile x\n",
					       true);

	(void)state;
	assert_int_equal(r.racy[LITMUS_SCORD_MODEL], 0);
	assert_int_equal(r.racy[LITMUS_SCORD], r.runs); /* also after 256 barriers and more */
	assert_true(r.runs > 64);
	assert_int_equal(r.only_checker[LITMUS_SCORD], r.runs);
	assert_int_equal(r.totals[LITMUS_SCORD].rows_false[SCORE_F_CUMULATIVE], r.runs);
	assert_int_equal(r.totals[LITMUS_SCORD].false_, r.runs);
	assert_int_equal(r.totals[LITMUS_SCORD].pairs_false, 1);
}

static void every_run_starts_afresh(void **state)
{
	static const char *const texts[] = {
		/* a race on y as soon as a run sees what another run has left */
		"test t\nvar x, y\nb0.t0: r = add.gpu x 1; if r != 0 { st y 1 }\nb1.t0: ld y\n",
		"test t\nvar x = 3, y\nb0.t0: r = add.gpu x 1; if r != 3 { st y 1 }\nb1.t0: ld y\n",
		"test t\nvar x:8 device = 3, k = 0, y\n"
		"b0.t0: r = add.gpu x 1; until cas.gpu x 4 r == 4; q = ld k; if q == 1 { st y 1 }; "
		"st k 1\nb1.t0: ld y\n",
		"test t\nvar x shared, y\nb0.t0: r = add.cta x 1; if r != 0 { st y 1 }\nb1.t0: ld "
		"y\n"};

	(void)state;
	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const struct litmus_result r = explore(texts[i], true);

		assert_true(r.runs > 1);
		if (r.racy[LITMUS_SCORD_MODEL])
			fail_msg("program %u sees an earlier run", i);
	}
	/* and the values are those that were asked for */
	assert_int_equal(explore("test t\nvar x = 7, y\nb0.t0: r = ld x; if r == 7 { st y 1 }\n"
				 "b1.t0: ld y\n",
				 true)
				 .racy[LITMUS_SCORD_MODEL],
			 2 + 1);
}

static void runs_that_hang(void **state)
{
	struct litmus_result r =
		explore("test t\nvar x\nthreads 64\nb0.t0: bar 1 64\nb1.t0: st x 1\n", true);

	(void)state;
	assert_int_equal(r.hung, r.runs);
	r = explore("test t\nvar x\nb0.t0: st.relaxed.gpu x 1; st.relaxed.gpu x 0\n"
		    "b1.t0: until ld.relaxed.gpu x == 1\n",
		    true);
	assert_true(r.hung > 0 && r.hung < r.runs);
	r = explore("test t\nvar x\nb0.t0: st.relaxed.gpu x 1; st.relaxed.gpu x 0\n"
		    "b1.t0: until ld.relaxed.gpu x == 1\n",
		    false);
	assert_true(r.hung > 0 && r.hung < r.runs);
}

static void only_watched_bytes(void **state)
{
	static const char text[] = "test t\nvar x, y\n%s\nb0.t0: st x 1; ld y\nb1.t0: ld x; ld y\n";
	char buf[256];

	(void)state;
	snprintf(buf, sizeof(buf), text, "watch y");
	assert_int_equal(explore(buf, false).racy[LITMUS_SCORD_MODEL], 0);
	assert_int_equal(explore(buf, false).racy[LITMUS_PAPER], 0);
	snprintf(buf, sizeof(buf), text, "watch x");
	assert_true(explore(buf, false).racy[LITMUS_SCORD_MODEL] > 0);
	snprintf(buf, sizeof(buf), text, "");
	assert_true(explore(buf, false).racy[LITMUS_PAPER] > 0);
}

/* What effects.h does not cover is walked in every order. */
static void falls_back(void **state)
{
	static const char *const texts[] = {
		"test t\nvar x\nb0.t0: repeat 40 { fence.cta }\nb1.t0: st x 1; st x 2\n",
		"test t\nvar x, y, z\nslots 1\nsms 1\nb0.t0: st x 1\nb1.t0: st y 1\nb2.t0: st z "
		"1\n",
	};

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(explore(texts[i], true).runs, explore(texts[i], false).runs);
	/* 42 fences and stores: C(42, 2) */
	assert_int_equal(explore(texts[0], false).runs, 42 * 41 / 2);
}

static void cached_metadata(void **state)
{
	const struct litmus_limits l = {.metadata = PF_CACHED16};

	(void)state;
	assert_int_equal(explore_limited(four, &l).runs, 2520);
}

/* A fault is the test's result. */
static void faults(const struct litmus_program *p, const char *message)
{
	const struct litmus_limits l = {0};
	struct litmus_result r;
	struct diag d = {""};

	assert_int_equal(litmus_explore(p, &l, &r, &d), 0);
	assert_true(r.faulted > 0);
	assert_int_equal(r.runs, r.ended_ok + r.hung + r.faulted);
	if (!strstr(r.fault, message))
		fail_msg("'%s' is not in '%s'", message, r.fault);
	assert_null(strchr(r.fault, '\n'));
}

static const char head[] = ".version 6.4\n.target sm_70\n.address_size 64\n";

static void programs_that_fail(void **state)
{
	char text[1024];
	struct litmus_program p = {
		.ptx = text, .file = "p.ptx", .blocks = 1, .threads = 1, .mode = SIMT_ITS};
	struct litmus_test *t;

	(void)state;
	snprintf(text, sizeof(text), "%s.entry a() { bogus; }\n", head);
	fails(&p, "p.ptx:4: ");
	snprintf(text, sizeof(text), "%s.entry a() { ret; }\n.entry b() { ret; }\n", head);
	fails(&p, "one kernel is needed");
	p.kernel = "c";
	fails(&p, "no kernel 'c'");
	p.kernel = "a";
	p.threads = 2000;
	fails(&p, "2000");
	p.threads = 1;
	p.sms = 100000;
	fails(&p, "100000 SMs");
	p.sms = 0;
	snprintf(text, sizeof(text), "%s.entry a(.param .u32 n) { ret; }\n", head);
	fails(&p, "4 bytes of parameters");
	snprintf(text, sizeof(text), "%s.entry a() { trap; }\n", head);
	faults(&p, "p.ptx:4: ");
	p.buffer_bytes = 1U << 31;
	fails(&p, "device memory is full");
	t = parse_one("test t\nvar x = 1000000, a[4]\nb0.t0: r = ld x; st a[r] 1\n");
	faults(&t->program, "t.litmus:3:1: ");
	litmus_free(t, 1);
}

static void what_is_expected(void **state)
{
	struct litmus_result r = {.runs = 4, .racy = {1, 4, 0, 2}};
	struct litmus_test t = {.expect = {LITMUS_SOMETIMES, LITMUS_ALWAYS}};
	struct diag d = {""};

	(void)state;
	assert_int_equal(litmus_check(&t, &r, &d), 0);
	t.expect[LITMUS_PTX] = LITMUS_NEVER;
	assert_int_equal(litmus_check(&t, &r, &d), -1);
	assert_string_equal(d.text, "ptx: expected never, got sometimes (1 of 4 orders)");
	t.expect[LITMUS_PTX] = LITMUS_NONE;
	t.expect[LITMUS_SCORD] = LITMUS_SOMETIMES;
	r.totals[LITMUS_SCORD].rows_missed[SCORE_M_SAME_WARP] = 2;
	assert_int_equal(litmus_check(&t, &r, &d), 0);
	t.rows[LITMUS_SCORD][0] = SCORE_M_SAME_WARP;
	assert_int_equal(litmus_check(&t, &r, &d), 0);
	t.rows[LITMUS_SCORD][1] = SCORE_M_BLOOM;
	assert_int_equal(litmus_check(&t, &r, &d), -1);
	assert_string_equal(d.text, "scord: m-bloom explains nothing");
	t.rows[LITMUS_SCORD][0] = SCORE_M_BLOOM;
	t.rows[LITMUS_SCORD][1] = SCORE_UNEXPLAINED;
	assert_int_equal(litmus_check(&t, &r, &d), -1);
	assert_non_null(strstr(d.text, "m-"));
	t.rows[LITMUS_SCORD][0] = SCORE_UNEXPLAINED;
	r.totals[LITMUS_SCORD].rows_false[SCORE_UNEXPLAINED] = 1;
	assert_int_equal(litmus_check(&t, &r, &d), -1);
	assert_non_null(strstr(d.text, "unexplained"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(number_of_orders),
		cmocka_unit_test(limits),
		cmocka_unit_test(who_speaks),
		cmocka_unit_test(detectors_are_scored),
		cmocka_unit_test(every_run_starts_afresh),
		cmocka_unit_test(runs_that_hang),
		cmocka_unit_test(only_watched_bytes),
		cmocka_unit_test(falls_back),
		cmocka_unit_test(cached_metadata),
		cmocka_unit_test(programs_that_fail),
		cmocka_unit_test(what_is_expected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
