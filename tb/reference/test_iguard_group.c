/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Groups of an instruction's lanes: each lane is in one of them, and what a group says of words,
 * bytes and lanes is what its lanes access.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_iguard_group.h"

/* Whose a byte of the line is, as the group says. */
static uint32_t lane_of(const struct pf_iguard_group *g, unsigned byte)
{
	return (g->lane + (g->step ? byte >> (g->step - 1) : 0)) % 32;
}

static void check_lane(const struct pf_iguard_group *g, const struct pf_iguard_lanes_access *a,
		       unsigned lane, uint8_t said[128])
{
	for (unsigned i = 0; i < 1U << a->size; i++) {
		const unsigned byte = a->offset[lane] + i;

		assert_true(g->words >> byte / 4 & 1 && g->bytes >> byte % 4 & 1);
		assert_true(g->several || lane_of(g, byte) == lane);
		said[byte]++;
	}
}

/* Nothing beside what its lanes access; of several, all of them each. */
static void check_group(const struct pf_iguard_group *g, const struct pf_iguard_lanes_access *a)
{
	const unsigned n = (unsigned)__builtin_popcount(g->lanes);
	uint8_t said[128] = {0};

	for (unsigned i = 0; i < 32; i++)
		if (g->lanes >> i & 1)
			check_lane(g, a, i, said);
	for (unsigned i = 0; i < 128; i++)
		assert_int_equal(said[i], !(g->words >> i / 4 & g->bytes >> i % 4 & 1) ? 0
					  : g->several                                 ? n
										       : 1);
	assert_true(!g->several || (n > 1 && g->lane == 31 - __builtin_clz(g->lanes)));
}

static unsigned groups(const struct pf_iguard_lanes_access *a)
{
	struct pf_iguard_lanes_access left = *a;
	unsigned n = 0;

	for (; left.lanes; n++) {
		const uint32_t before = left.lanes;
		const struct pf_iguard_group g = pf_iguard_next_group(&left);

		assert_true(g.lanes && !(g.lanes & ~before) && left.lanes == (before & ~g.lanes));
		check_group(&g, a);
	}
	return n;
}

static struct pf_iguard_lanes_access lanes_at(unsigned from, unsigned stride, unsigned size)
{
	struct pf_iguard_lanes_access a = {.lanes = 0xffffffff, .size = (uint8_t)size};

	for (unsigned i = 0; i < 32; i++) {
		a.offset[i] = (uint8_t)((from + i * stride) % 128);
		if (from + i * stride >= 128)
			a.lanes &= ~(1U << i);
	}
	return a;
}

static void known_shapes(void **state)
{
	struct pf_iguard_lanes_access a = lanes_at(0, 4, 2);

	(void)state;
	assert_int_equal(groups(&a), 1); /* coalesced */
	a.lanes = 0xf0f0ff03;
	assert_int_equal(groups(&a), 1); /* ... with lanes missing */
	a = lanes_at(64, 8, 2);
	assert_int_equal(groups(&a), 1); /* a member of a structure */
	a = lanes_at(16, 16, 4);
	assert_int_equal(groups(&a), 1); /* vectors */
	a = lanes_at(12, 0, 2);
	assert_int_equal(groups(&a), 1); /* all one word */
	a = lanes_at(40, 1, 0);
	assert_int_equal(groups(&a), 1); /* bytes, whole words of them */
	a.lanes = 0x0ffffffc;
	assert_int_equal(groups(&a), 2); /* ... but for the first */
	a = lanes_at(0, 4, 2);
	for (unsigned i = 0; i < 32; i++)
		a.offset[i] = (uint8_t)(124 - i * 4);
	assert_int_equal(groups(&a), 32); /* the other way round */
}

static void random_shapes(void **state)
{
	struct rng r;
	unsigned most = 0, one = 0;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned n = 0; n < 20000; n++) {
		const unsigned size = rng_below(&r, 5), stride = size + rng_below(&r, 6 - size);
		struct pf_iguard_lanes_access a =
			lanes_at(rng_below(&r, 128) >> size << size,
				 rng_below(&r, 6) ? 1U << stride : 0, size);
		unsigned k;

		if (rng_below(&r, 3) == 0)
			a.lanes &= (uint32_t)rng_next(&r);
		for (unsigned i = rng_below(&r, 4) ? 0 : rng_below(&r, 33); i; i--)
			a.offset[rng_below(&r, 32)] = (uint8_t)(rng_below(&r, 128) >> size << size);
		k = groups(&a);
		most = k > most ? k : most;
		one += k == 1;
	}
	assert_true(most > 16 && one > 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_shapes),
		cmocka_unit_test(random_shapes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
