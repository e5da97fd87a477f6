/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sw/exact: beside PTX's model as relations (tb/judge), race by race; beside the oracle, in both
 * modes; its parts by themselves.
 *
 * EXACT_PROGRAMS=N: so many random programs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "exact/order.h"
#include "../judge/both.h"
#include "../judge/random.h"
#include "../property/interleavings.h"

enum { PROGRAMS = 600, ORDERS = 8, MAX_EVENTS = 1024, SEED = 7000000, FLAGS = 24 };

static uint64_t programs(void)
{
	const char *n = getenv("EXACT_PROGRAMS");

	return n ? strtoull(n, NULL, 10) : PROGRAMS;
}

/* One program in some orders. */
static void judge(const char *text, const struct both_config *c, bool again, uint64_t seed,
		  struct both_tally *t)
{
	struct diag diag = {""};
	size_t tests;
	struct litmus_test *test = litmus_parse(text, strlen(text), "a.litmus", &tests, &diag);
	struct both *b;

	if (!test)
		fail_msg("%s", diag.text);
	if (again) {
		test->program.sms = 1;
		test->program.blocks_per_sm = 2;
	}
	b = both_create(c, &test->program, &diag);
	assert_non_null(b);
	if (both_random(b, ORDERS, seed, t))
		fail_msg("%s%s", text, both_why(b));
	both_destroy(b);
	litmus_free(test, tests);
}

/* Against the relations: all that is told races, and the first race on each byte is told, whatever
 * the SM's tables hold. again: of three blocks the last one has a slot of the others. */
static void beside_relations(struct pf_exact_pairs_config pairs, bool again, uint64_t n,
			     uint64_t seed)
{
	const struct both_config c = {
		.exact = true, .pairs = pairs, .max_events = MAX_EVENTS, .check = true};
	struct both_tally t = {0};

	for (uint64_t i = 0; i < n; i++) {
		char text[RANDOM_TEXT];
		struct random_program p;

		random_make(&p, seed + i);
		random_text(&p, text);
		judge(text, &c, again, seed + i, &t);
	}
	assert_true(t.pairs > n);
	assert_true(t.synchronizes > n && t.observes > n && t.barriers > n && t.fence_sc > n);
}

static void test_software_alone(void **state)
{
	(void)state;
	beside_relations((struct pf_exact_pairs_config){0}, false, programs(), SEED);
}

static void test_pairs(void **state)
{
	(void)state;
	beside_relations((struct pf_exact_pairs_config){.pairs = 32, .carry = 2}, false, programs(),
			 SEED + 1000000);
	beside_relations((struct pf_exact_pairs_config){.pairs = 64, .carry = 8}, true,
			 2 * programs(), SEED + 2000000);
	beside_relations((struct pf_exact_pairs_config){.pairs = 1, .carry = 1}, false,
			 programs() / 2, SEED + 3000000);
}

/* What chance seldom makes; each has a race. */
static const char *const seldom[] = {
	/* A later load of the block, behind a barrier, of other bytes of the word. */
	"var x, xb:1 at x, xh:2 at x+2\n"
	"b0.t0: ld xb; bar\n"
	"b0.t1: bar; ld xh\n"
	"b1.t0: st xb 1\n",
	/* Of two lanes that load at once one loads again, and releases. */
	"var x, f, g\n"
	"b0.t0-1: ld x; r = cas.relaxed.cta g 0 1; if r == 0 { ld x; fence.acq_rel.gpu; "
	"st.relaxed.gpu f 1 }\n"
	"b1.t0: until ld.relaxed.gpu f == 1; fence.acq_rel.gpu; st x 1\n",
	/* One has released before, and the other one after. */
	"var x, f, g, h\n"
	"b0.t0-1: r = cas.relaxed.cta g 0 1; if r == 1 { fence.acq_rel.gpu; st.relaxed.gpu f 1 }; "
	"ld x; "
	"if r == 0 { fence.acq_rel.gpu; st.relaxed.gpu h 1 }\n"
	"b1.t0: until ld.relaxed.gpu f == 1; fence.acq_rel.gpu; until ld.relaxed.gpu h == 1; "
	"fence.acq_rel.gpu; st x 1\n",
	/* The second store is observed, and the third; not the first. */
	"var f, g\n"
	"b0.t0: st.relaxed.gpu f 1; st.relaxed.gpu f 2; until ld.relaxed.gpu g == 1; "
	"st.relaxed.gpu f 3\n"
	"b1.t0: until ld.relaxed.gpu f == 2; st.relaxed.gpu g 1; until ld.relaxed.gpu f == 3; st f "
	"9\n",
	/* A lane that arrives beside lanes that wait. */
	"var x, g\n"
	"b0.t0: bar.arrive 1 64; until ld.relaxed.cta g == 1; ld x\n"
	"b0.t1-31: bar 1 64; st.relaxed.cta g 1\n"
	"b0.t32: st x 1; bar 1 64\n",
	/* ... at a barrier where all have waited before. */
	"var x, g\n"
	"b0.t0: bar 1 64; bar 1 64; st.relaxed.cta g 1\n"
	"b0.t1-31: bar 1 64; bar.arrive 1 64; until ld.relaxed.cta g == 1; ld x\n"
	"b0.t32: bar 1 64; st x 1; bar 1 64\n"
	"b0.t33-63: bar 1 64; bar 1 64\n",
	/* A barrier that all have come to, and nobody has waited at, is over. */
	"var x, g\n"
	"b0.t0: until ld.relaxed.cta g == 1; bar.arrive 1 64; bar 1 64; ld x\n"
	"b0.t32: bar.arrive 1 64; st x 1; bar.arrive 1 64; st.relaxed.cta g 1\n",
	/* What one thread of a block learns after its barrier. */
	"var x, f, g\n"
	"b0.t0: st x 1; fence.acq_rel.gpu; st.relaxed.gpu f 1\n"
	"b1.t0: bar; until ld.relaxed.gpu f == 1; fence.acq_rel.gpu; st.relaxed.cta g 1\n"
	"b1.t1: bar; until ld.relaxed.cta g == 1; ld x\n",
};

static void test_seldom(void **state)
{
	const struct both_config c = {.exact = true,
				      .pairs = {.pairs = 32, .carry = 2},
				      .max_events = MAX_EVENTS,
				      .check = true};
	struct both_tally t = {0};
	char text[8192];
	int n;

	(void)state;
	for (size_t i = 0; i < sizeof(seldom) / sizeof(*seldom); i++) {
		t = (struct both_tally){0};
		snprintf(text, sizeof(text), "test seldom\nmode its\n%s", seldom[i]);
		for (uint64_t seed = 0; seed < 8; seed++)
			judge(text, &c, false, seed, &t);
		if (!t.pairs || t.hung == t.runs || t.too_long)
			fail_msg("%s: %llu of %llu hung, %llu pairs", text,
				 (unsigned long long)t.hung, (unsigned long long)t.runs,
				 (unsigned long long)t.pairs);
	}

	/* More flags heard of than a thread remembers, before the fence that makes them count. */
	t = (struct both_tally){0};
	n = snprintf(text, sizeof(text), "test many_flags\nmode its\nvar d0");
	for (int i = 0; i < FLAGS; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, ", d%d, f%d", i + 1, i);
	n += snprintf(text + n, sizeof(text) - (size_t)n, "\nb0.t0: st d0 1");
	for (int i = 0; i < FLAGS; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n,
			      "; st d%d 1; fence.acq_rel.gpu; st.relaxed.gpu f%d 1", i + 1, i);
	n += snprintf(text + n, sizeof(text) - (size_t)n, "\nb1.t0: ");
	for (int i = FLAGS; i-- > 0;)
		n += snprintf(text + n, sizeof(text) - (size_t)n, "until ld.relaxed.gpu f%d == 1; ",
			      i);
	n += snprintf(text + n, sizeof(text) - (size_t)n, "fence.acq_rel.gpu");
	for (int i = FLAGS; i >= 0; i--)
		n += snprintf(text + n, sizeof(text) - (size_t)n, "; ld d%d", i);
	snprintf(text + n, sizeof(text) - (size_t)n, "\n");
	judge(text, &c, false, 1, &t);
	assert_true(t.runs > t.hung + t.too_long);
	assert_int_equal(t.pairs, 0);
}

/* Against the oracle, lanes as threads and warps as threads: nothing made up; what it misses has
 * had a race before. */
static void test_beside_oracle(void **state)
{
	static struct tally t;
	struct program p;

	(void)state;
	for (uint64_t i = 0; i < programs() / 4; i++) {
		program_make(&p, SEED + i);
		if (interleavings_run(&exact_set, &p, &t, 0, stderr))
			fail_msg("program of seed %llu", (unsigned long long)p.seed);
	}
	for (unsigned c = 0; c < exact_set.n; c++) {
		assert_true(t.totals[c].found > 10 * t.totals[c].missed);
		assert_int_equal(t.totals[c].false_, 0);
		assert_int_equal(t.totals[c].found, t.totals[0].found);
		assert_true(t.totals[c].rows_missed[SCORE_M_EXACT_TOLD] > 0);
	}
}

/* The log, beside vector clocks: threads of three blocks that release, acquire and meet. Slots are
 * used again. */
enum { BLOCKS = 3, WARPS = 4, LANES = 3, THREADS = 64, STEPS = 400, RUNS = 240 };

struct world {
	struct order o;
	struct rng rng;
	uint32_t block[BLOCKS]; /* in each slot, now */
	uint32_t begun[BLOCKS]; /* its first thread */
	uint32_t threads;       /* so far */
	/* Of each thread: what it knows of each other one: accesses. And how many it has made. */
	uint32_t knows[THREADS * BLOCKS * WARPS][THREADS * BLOCKS * WARPS];
	uint32_t made[THREADS * BLOCKS * WARPS];
	uint32_t fenced[THREADS * BLOCKS * WARPS]; /* who has done a fence.sc now knows that */
	struct {
		uint32_t node;
		uint32_t knows[THREADS * BLOCKS * WARPS];
	} last[8];
	struct {
		struct order_who who;
		uint32_t thread, number, epoch, time;
	} access[STEPS];
	uint32_t n;
};

static uint32_t per_block(const struct world *w)
{
	return WARPS * (w->o.its ? LANES : 1);
}

static struct order_who who_of(const struct world *w, uint32_t slot, uint32_t i)
{
	const uint32_t lanes = w->o.its ? LANES : 1;

	return (struct order_who){.block = w->block[slot],
				  .warp = i / lanes,
				  .lanes = w->o.its ? 1U << i % lanes : ORDER_ALL};
}

static void begin(struct world *w, uint32_t slot)
{
	w->block[slot] = order_begin(&w->o, slot, w->threads);
	w->begun[slot] = w->threads;
	for (uint32_t i = 0; i < per_block(w); i++, w->threads++)
		w->made[w->threads] = 0;
}

static void merge(struct world *w, uint32_t *to, const uint32_t *from)
{
	for (uint32_t i = 0; i < w->threads; i++)
		if (from[i] > to[i])
			to[i] = from[i];
}

static void meet(struct world *w, uint32_t slot)
{
	uint32_t all[THREADS * BLOCKS * WARPS] = {0};

	order_barrier(&w->o, w->block[slot]);
	for (uint32_t i = 0; i < per_block(w); i++)
		merge(w, all, w->knows[w->begun[slot] + i]);
	for (uint32_t i = 0; i < per_block(w); i++)
		merge(w, w->knows[w->begun[slot] + i], all);
}

static void look(struct world *w, uint32_t slot, uint32_t i)
{
	const uint32_t t = w->begun[slot] + i;

	for (uint32_t k = 0; k < w->n; k++)
		assert_int_equal(order_knows(&w->o, who_of(w, slot, i), w->access[k].who,
					     w->access[k].epoch, w->access[k].time),
				 w->knows[t][w->access[k].thread] >= w->access[k].number);
}

/* Some threads of the warp, that one among them. */
static struct order_who some(struct world *w, uint32_t slot, uint32_t i)
{
	struct order_who who = who_of(w, slot, i);

	if (w->o.its)
		who.lanes |= rng_below(&w->rng, 1U << LANES);
	return who;
}

/* Each of who's threads learns that, or all of them pass on what each knows. */
static void share(struct world *w, uint32_t slot, struct order_who who, uint32_t *knows, bool learn)
{
	const uint32_t first = w->begun[slot] + who.warp * (w->o.its ? LANES : 1);

	for (uint32_t left = w->o.its ? who.lanes : 1; left; left &= left - 1) {
		uint32_t *of = w->knows[first + (uint32_t)__builtin_ctz(left)];

		merge(w, learn ? of : knows, learn ? knows : of);
	}
}

/* A fence.sc of some lanes: each is after all fences before, and not after the others'. */
static void fence(struct world *w, uint32_t slot, struct order_who who)
{
	static uint32_t after[THREADS * BLOCKS * WARPS];
	uint32_t node[ORDER_LANES], n = 0;

	memcpy(after, w->fenced, sizeof(after));
	for (uint32_t left = w->o.its ? who.lanes : 1; left; left &= left - 1) {
		struct order_who one = who;

		one.lanes = w->o.its ? left & -left : ORDER_ALL;
		node[n++] = order_release(&w->o, one);
		share(w, slot, one, w->fenced, true);
		share(w, slot, one, after, false);
	}
	order_fence(&w->o, who, node, n);
	memcpy(w->fenced, after, sizeof(after));
}

static void step(struct world *w)
{
	const uint32_t slot = rng_below(&w->rng, BLOCKS), i = rng_below(&w->rng, per_block(w));
	const uint32_t t = w->begun[slot] + i, k = rng_below(&w->rng, 8);
	const struct order_who who = who_of(w, slot, i), several = some(w, slot, i);

	switch (rng_below(&w->rng, 13)) {
	case 0:
		if (w->threads + per_block(w) <= THREADS * BLOCKS * WARPS)
			begin(w, slot);
		break;
	case 1: meet(w, slot); break;
	case 2:
	case 3:
	case 4:
		w->last[k].node = order_release(&w->o, several);
		memset(w->last[k].knows, 0, sizeof(w->last[k].knows));
		share(w, slot, several, w->last[k].knows, false);
		break;
	case 5:
	case 6:
	case 7:
		if (!w->last[k].node)
			break;
		order_acquire(&w->o, several, w->last[k].node);
		share(w, slot, several, w->last[k].knows, true);
		break;
	case 8: look(w, slot, i); break;
	case 9: fence(w, slot, several); break;
	default:
		w->access[w->n].who = who;
		w->access[w->n].thread = t;
		w->access[w->n].number = w->knows[t][t] = ++w->made[t];
		w->access[w->n].epoch =
			order_epoch(&w->o, who.block, who.warp, w->o.its ? i % LANES : 0);
		w->access[w->n++].time = order_time(&w->o);
	}
}

static void test_order(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	(void)state;
	order_open(&w->o, BLOCKS);
	for (uint32_t run = 0; run < RUNS; run++) {
		struct order o = w->o;

		memset(w, 0, sizeof(*w));
		w->o = o;
		rng_seed(&w->rng, run);
		order_launch(&w->o, WARPS, run % 2);
		for (uint32_t s = 0; s < BLOCKS; s++)
			begin(w, s);
		for (uint32_t s = 0; s < STEPS; s++)
			step(w);
		for (uint32_t s = 0; s < BLOCKS; s++)
			for (uint32_t i = 0; i < per_block(w); i++)
				look(w, s, i);
	}
	assert_true(w->o.searches > 100);
	order_close(&w->o);
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),         cmocka_unit_test(test_software_alone),
		cmocka_unit_test(test_pairs),         cmocka_unit_test(test_seldom),
		cmocka_unit_test(test_beside_oracle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
