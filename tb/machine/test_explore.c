/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "machine/explore.h"
#include "rig.h"

/* Blocks 0 and 1 (and 2) of one thread each are the parties. */
#define OP "st.global.u32 [%rd1+128], %r2;\n"
#define PARTIES(name, zero, one) \
	RIG_ENTRY(name, "setp.ne.u32 %p1, %r2, 0;\n@%p1 bra ONE;\n" zero "ret;\nONE:\n" one)

static const char module[] = RIG_HEAD PARTIES("ops_1_1", OP, OP) PARTIES("ops_2_2", OP OP, OP OP)
	PARTIES("ops_3_4", OP OP OP, OP "membar.gl;\n" OP OP) PARTIES("ops_0_3", "", OP OP OP)
		RIG_ENTRY("ops_2_each", OP OP)
	/* message passing: data = words[0], flag = words[1]; seen in words[2], [3] */
	PARTIES("message", "st.global.u32 [%rd1], 1;\nst.global.u32 [%rd1+4], 1;\n",
		"ld.global.u32 %r3, [%rd1+4];\nld.global.u32 %r4, [%rd1];\n"
		"st.global.u32 [%rd1+8], %r3;\nst.global.u32 [%rd1+12], %r4;\n")
		PARTIES("store_buffer",
			"st.global.u32 [%rd1], 1;\nld.global.u32 %r3, [%rd1+4];\nst.global.u32 "
			"[%rd1+8], %r3;\n",
			"st.global.u32 [%rd1+4], 1;\nld.global.u32 %r3, [%rd1];\nst.global.u32 "
			"[%rd1+12], %r3;\n")
	/* lost update: both add 1 without a lock */
	RIG_ENTRY("lost",
		  "ld.global.u32 %r3, [%rd1];\nadd.s32 %r3, %r3, 1;\nst.global.u32 [%rd1], %r3;\n")
	/* the same with a spin lock in words[1] */
	RIG_ENTRY("locked",
		  "SPIN:\natom.global.cas.b32 %r4, [%rd1+4], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n"
		  "@%p1 bra SPIN;\n"
		  "ld.global.u32 %r3, [%rd1];\nadd.s32 %r3, %r3, 1;\nst.global.u32 [%rd1], %r3;\n"
		  "atom.global.exch.b32 %r5, [%rd1+4], 0;\n")
		PARTIES("handshake",
			"st.global.u32 [%rd1], 42;\nmembar.gl;\nst.volatile.global.u32 [%rd1+4], "
			"1;\n",
			"WAIT:\nld.volatile.global.u32 %r3, [%rd1+4];\nsetp.eq.u32 %p2, %r3, "
			"0;\n@%p2 bra WAIT;\n"
			"ld.global.u32 %r4, [%rd1];\nst.global.u32 [%rd1+8], %r4;\n")
			PARTIES("counting", "st.volatile.global.u32 [%rd1+4], 1;\n",
				"mov.u32 %r5, 0;\nWAIT:\nadd.s32 %r5, %r5, "
				"1;\nld.volatile.global.u32 %r3, [%rd1+4];\n"
				"setp.eq.u32 %p2, %r3, 0;\n@%p2 bra WAIT;\nst.global.u32 [%rd1+8], "
				"%r5;\n")
	/* hangs in some orders only: the flag is taken away again */
	PARTIES("pulse", "st.volatile.global.u32 [%rd1], 1;\nst.volatile.global.u32 [%rd1], 0;\n",
		"WAIT:\nld.volatile.global.u32 %r3, [%rd1];\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra "
		"WAIT;\n")
	/* one warp, two lanes that go different ways (ITS) */
	RIG_ENTRY("lanes", "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ONE;\natom.global.cas.b32 %r3, "
			   "[%rd1], 0, 1;\nret;\n"
			   "ONE:\natom.global.cas.b32 %r3, [%rd1], 0, 2;\n")
	/* two warps at a barrier: 1 op each, barrier, 1 op each */
	RIG_ENTRY("barrier", OP "bar.sync 0;\n" OP);

struct walk {
	struct rig *r;
	const char *kernel;
	uint32_t blocks, threads;
	unsigned ok, livelock, deadlock;
	unsigned outcome[4][4]; /* [words[2]][words[3]], or [words[0]][0] */
	bool by_word0;
};

static int once(void *ctx, const struct machine_hook *hook)
{
	struct walk *w = ctx;
	uint32_t *words = w->r->words;

	memset(words, 0, 256);
	machine_set_hook(w->r->m, hook);
	switch (rig_launch(w->r, w->kernel, w->blocks, w->threads)) {
	case MACHINE_OK: w->ok++; break;
	case MACHINE_LIVELOCK: w->livelock++; return 0;
	case MACHINE_DEADLOCK: w->deadlock++; return 0;
	default: return 1;
	}
	if (w->by_word0)
		w->outcome[words[0] & 3][0]++;
	else
		w->outcome[words[2] & 3][words[3] & 3]++;
	return 0;
}

static struct explore_result walk(struct walk *w, int mode, const char *kernel, uint32_t blocks,
				  uint32_t threads, const struct explore_limits *limits)
{
	struct explore_result result;
	struct diag d = {""};
	struct rig r;
	int e;

	rig_config(&r);
	r.cfg.mode = (enum simt_mode)mode;
	rig_open(&r, module);
	w->r = &r;
	w->kernel = kernel;
	w->blocks = blocks;
	w->threads = threads;
	e = explore_run(once, w, limits, &result, &d);
	if (e)
		fail_msg("%s: %d: %s %s", kernel, e, d.text, r.fault.text);
	rig_close(&r);
	return result;
}

static const struct explore_limits no_limits = {.max_runs = 100000};

static void count(const char *kernel, uint32_t blocks, uint64_t orders)
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct walk w = {0};
		const struct explore_result e = walk(&w, mode, kernel, blocks, 1, &no_limits);

		if (e.runs != orders)
			fail_msg("%s: %llu orders, not %llu", kernel, (unsigned long long)e.runs,
				 (unsigned long long)orders);
		assert_true(e.exhaustive);
		assert_int_equal(w.ok, orders);
	}
}

static void number_of_orders(void **state)
{
	(void)state;
	count("ops_1_1", 2, 2);
	count("ops_2_2", 2, 6);
	count("ops_3_4", 2, 35);
	count("ops_0_3", 2, 1);
	count("ops_2_each", 1, 1);
	count("ops_2_each", 2, 6);
	count("ops_2_each", 3, 90);
	count("ops_2_each", 4, 2520);
}

static void a_barrier_cuts_the_orders(void **state)
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct walk w = {0};
		/* op and arrival of each in any order: C(4,2); then one op each: 2 */
		const struct explore_result e = walk(&w, mode, "barrier", 1, 64, &no_limits);

		(void)state;
		assert_int_equal(e.runs, 12);
		assert_int_equal(w.ok, 12);
	}
}

static void litmus_outcomes(void **state)
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct walk m = {0}, s = {0};

		(void)state;
		walk(&m, mode, "message", 2, 1, &no_limits);
		assert_true(m.outcome[0][0] && m.outcome[0][1] && m.outcome[1][1]);
		assert_int_equal(m.outcome[1][0], 0); /* flag without data: never */
		walk(&s, mode, "store_buffer", 2, 1, &no_limits);
		assert_true(s.outcome[0][1] && s.outcome[1][0] && s.outcome[1][1]);
		assert_int_equal(s.outcome[0][0], 0); /* operations happen one at a time */
		assert_int_equal(s.ok, 20);
	}
}

static void lost_update_is_found(void **state)
{
	struct walk w = {.by_word0 = true}, l = {.by_word0 = true};
	struct explore_result e;

	(void)state;
	e = walk(&w, SIMT_ITS, "lost", 2, 1, &no_limits);
	assert_int_equal(e.runs, 6);
	assert_int_equal(w.outcome[1][0], 4);
	assert_int_equal(w.outcome[2][0], 2);
	e = walk(&l, SIMT_ITS, "locked", 2, 1, &no_limits);
	assert_true(e.exhaustive);
	assert_int_equal(l.ok, e.runs);
	assert_int_equal(l.outcome[2][0], e.runs);
	assert_true(e.runs > 2);
}

static void spins_stay_finite(void **state)
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct walk w = {0};
		const struct explore_result e = walk(&w, mode, "handshake", 2, 1, &no_limits);

		(void)state;
		assert_true(e.exhaustive);
		assert_true(e.runs > 3 && e.runs < 200);
		assert_int_equal(w.ok, e.runs);
		assert_int_equal(w.outcome[42 & 3][0], e.runs);
	}
}

static void livelock_in_some_orders(void **state)
{
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct walk w = {0};
		const struct explore_result e = walk(&w, mode, "pulse", 2, 1, &no_limits);

		(void)state;
		assert_true(e.exhaustive);
		assert_true(w.ok > 0);
		assert_true(w.livelock > 0);
		assert_int_equal(w.ok + w.livelock, e.runs);
	}
}

static void counting_spins_need_a_bound(void **state)
{
	const struct explore_limits bound = {.max_runs = 1000, .max_spin = 3};
	struct walk w = {0};
	const struct explore_result e = walk(&w, SIMT_ITS, "counting", 2, 1, &bound);

	(void)state;
	assert_false(e.exhaustive); /* and says so */
	assert_true(e.runs < 20);
	assert_true(e.runs >= 4);
	assert_int_equal(w.ok, e.runs);
}

static void runs_are_bounded(void **state)
{
	const struct explore_limits few = {.max_runs = 10};
	struct walk w = {0};
	const struct explore_result e = walk(&w, SIMT_ITS, "ops_2_each", 4, 1, &few);

	(void)state;
	assert_int_equal(e.runs, 10);
	assert_false(e.exhaustive);
}

static void lanes_of_a_warp_come_in_both_orders(void **state)
{
	struct walk w = {.by_word0 = true}, l = {.by_word0 = true};

	(void)state;
	assert_true(walk(&w, SIMT_ITS, "lanes", 1, 2, &no_limits).exhaustive);
	assert_true(w.outcome[1][0] > 0);
	assert_true(w.outcome[2][0] > 0);
	assert_int_equal(walk(&l, SIMT_LOCKSTEP, "lanes", 1, 2, &no_limits).runs, 1);
}

static int stop_at_three(void *ctx, const struct machine_hook *hook)
{
	unsigned *n = ctx;
	const struct machine_choice c[2] = {{0}, {0}};

	hook->choose(hook->ctx, c, 2);
	return ++*n == 3 ? 7 : 0;
}

static int shrinking(void *ctx, const struct machine_hook *hook)
{
	unsigned *n = ctx;
	const struct machine_choice c[3] = {{0}, {0}, {0}};

	hook->choose(hook->ctx, c, 3 - (*n)++ % 2);
	return 0;
}

static int choose_twice(void *ctx, const struct machine_hook *hook)
{
	unsigned *seen = ctx;
	const struct machine_choice c[3] = {{0}, {0}, {0}};
	const unsigned a = hook->choose(hook->ctx, c, 2), b = hook->choose(hook->ctx, c, 3);

	seen[a * 3 + b]++;
	return 0;
}

static void the_walk_itself(void **state)
{
	const struct explore_limits none = {0};
	struct explore_result e;
	unsigned n = 0, seen[6] = {0};
	struct diag d = {""};

	(void)state;
	assert_int_equal(explore_run(choose_twice, seen, &none, &e, &d), 0);
	assert_int_equal(e.runs, 6);
	assert_int_equal(e.choices, 12);
	assert_int_equal(e.deepest, 2);
	assert_true(e.exhaustive);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(seen[i], 1);
	assert_int_equal(explore_run(shrinking, &n, &none, &e, &d), -1);
	assert_non_null(strstr(d.text, "same choices"));
	assert_false(e.exhaustive);
	n = 1;
	assert_int_equal(explore_run(stop_at_three, &n, &none, &e, &d), 7);
	assert_false(e.exhaustive);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_walk_itself),
		cmocka_unit_test(number_of_orders),
		cmocka_unit_test(a_barrier_cuts_the_orders),
		cmocka_unit_test(litmus_outcomes),
		cmocka_unit_test(lost_update_is_found),
		cmocka_unit_test(spins_stay_finite),
		cmocka_unit_test(livelock_in_some_orders),
		cmocka_unit_test(counting_spins_need_a_bound),
		cmocka_unit_test(runs_are_bounded),
		cmocka_unit_test(lanes_of_a_warp_come_in_both_orders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
