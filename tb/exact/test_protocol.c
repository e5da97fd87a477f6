/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random runs of four warps, two words, all kinds of accesses: nothing is missed or made up; and
 * what the explorer takes for equal states goes on alike.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/rng.h"
#include "explore.h"

enum { RUNS = 20000, STEPS = 40 };

static const struct protocol shapes[] = {
	{.warps = 4, .words = 2, .sm = {0, 0, 1, 1}, .strong = true, .narrow = true},
	{.warps = 4, .words = 2, .sm = {0, 1, 2, 3}, .strong = true, .narrow = true},
	{.warps = 3, .words = 2, .sm = {0, 0, 0}, .strong = true, .narrow = true},
	{.warps = 4, .words = 1, .sm = {0, 0, 0, 1}},
	{.warps = 4, .words = 2, .sm = {0, 0, 1, 1}, .follows = {[1] = true, [3] = true}},
};

struct verdict {
	uint8_t raced, told;
};

static struct verdict at_end(const struct protocol *p, const struct protocol_state *s)
{
	struct protocol_state end = *s;

	protocol_end(p, &end);
	return (struct verdict){end.raced, end.told};
}

static bool would_race(const struct protocol *p, const struct protocol_state *s,
		       struct protocol_step step)
{
	struct protocol_state next = *s;

	protocol_step(p, &next, step);
	return next.raced != s->raced;
}

/* One of those that can happen, seldom one that races: runs are to go on without for a while.
 * The same can in both states, for they are alike. */
static struct protocol_step choose(const struct protocol *p, const struct protocol_state *s,
				   const struct protocol_state *normal, struct rng *rng)
{
	struct protocol_step step[PROTOCOL_STEPS], other[PROTOCOL_STEPS];
	const unsigned n = protocol_steps(p, s, step);

	assert_int_equal(protocol_steps(p, normal, other), n);
	assert_memory_equal(step, other, n * sizeof(step[0]));
	for (unsigned i = rng_below(rng, n);; i = rng_below(rng, n))
		if (!would_race(p, s, step[i]) || !rng_below(rng, 200))
			return step[i];
}

static unsigned run(const struct protocol *p, struct rng *rng)
{
	struct protocol_state s, normal;

	protocol_begin(p, &s);
	normal = s;
	for (unsigned i = 0; i < STEPS; i++) {
		const struct protocol_step step = choose(p, &s, &normal, rng);
		struct verdict v, n;

		protocol_step(p, &s, step);
		protocol_step(p, &normal, step);
		protocol_normalise(p, &normal);
		v = at_end(p, &s);
		n = at_end(p, &normal);
		assert_int_equal(s.told & ~s.raced, 0);
		assert_int_equal(v.told, v.raced);
		assert_int_equal(n.told, v.told);
		assert_int_equal(n.raced, v.raced);
	}
	return s.raced;
}

static void test_random(void **state)
{
	struct rng rng;
	unsigned raced = 0, runs = 0;

	(void)state;
	rng_seed(&rng, 1);
	for (unsigned h = 0; h < sizeof(shapes) / sizeof(shapes[0]); h++)
		for (unsigned r = RECORDS_AT_ONCE; r <= RECORDS_PULLED; r++)
			for (unsigned i = 0; i < RUNS / 25; i++, runs++) {
				struct protocol p = shapes[h];

				p.records = (enum protocol_records)r;
				p.count_bits = 1 + i % 3;
				raced += run(&p, &rng) != 0;
			}
	/* Both kinds of runs are there. */
	assert_in_range(raced, runs / 10, runs - runs / 100);
}

static void test_normal_twice(void **state)
{
	const struct protocol *p = &shapes[0];
	struct protocol_state s;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 2);
	protocol_begin(p, &s);
	for (unsigned i = 0; i < 2000; i++) {
		struct protocol_state again;

		protocol_step(p, &s, choose(p, &s, &s, &rng));
		protocol_normalise(p, &s);
		again = s;
		protocol_normalise(p, &again);
		assert_memory_equal(&s, &again, sizeof(s));
	}
}

static void test_limits(void **state)
{
	const struct protocol p = {
		.warps = 2, .words = 1, .sm = {0, 1}, .records = RECORDS_STAMPED};
	struct explore_result r;

	(void)state;
	explore(&p, 4, SIZE_MAX, &r);
	assert_int_equal(r.verdict, EXPLORE_SO_FAR);
	assert_int_equal(r.steps, 4);
	explore(&p, EXPLORE_STEPS, 100, &r);
	assert_int_equal(r.verdict, EXPLORE_SO_FAR);
	assert_in_range(r.states, 100, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
					   cmocka_unit_test(test_normal_twice),
					   cmocka_unit_test(test_limits)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
