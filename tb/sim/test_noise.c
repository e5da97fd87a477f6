/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the seed decides besides the network: draws by themselves, a DRAM channel's first REF and
 * first turn. Clocks: test_system.sh, test_systemc.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/base/noise.h"
#include "dram_rig.h"

/* Seed 0 draws nothing; others fill the range, and neighbours in any argument differ. */
static void draws(void **state)
{
	enum { N = 16, SEEDS = 64 * N };
	unsigned seen[N] = {0}, same[3] = {0};

	(void)state;
	for (uint64_t seed = 0; seed <= SEEDS; seed++) {
		const uint64_t v = noise_draw(seed, NOISE_CLOCK, 1, N);

		assert_true(v == noise_draw(seed, NOISE_CLOCK, 1, N));
		assert_int_equal(noise_draw(seed, NOISE_REFRESH, 3, 1), 0);
		if (!seed) {
			assert_int_equal(v, 0);
			continue;
		}
		assert_in_range(v, 0, N - 1);
		seen[v]++;
		same[0] += v == noise_draw(seed, NOISE_REFRESH, 1, N);
		same[1] += v == noise_draw(seed, NOISE_CLOCK, 2, N);
		same[2] += v == noise_draw(seed + 1, NOISE_CLOCK, 1, N);
	}
	for (unsigned i = 0; i < N; i++)
		assert_in_range(seen[i], 32, 128);
	for (unsigned i = 0; i < 3; i++)
		assert_in_range(same[i], 32, 128);
}

struct refreshes {
	uint64_t n, first, refi;
};

/* Nothing else is in the channel, so each REF is to the clock. */
static void refreshed(void *ctx, uint64_t now, enum dram_command c, uint32_t bank, uint64_t row)
{
	struct refreshes *r = ctx;

	(void)bank;
	(void)row;
	assert_int_equal(c, DRAM_REF);
	if (!r->n)
		r->first = now;
	assert_int_equal(now, r->first + r->n * r->refi);
	r->n++;
}

static uint64_t first_refresh(const struct dram_config *c, uint32_t channel, uint64_t seed)
{
	struct refreshes r = {.refi = c->refi};
	struct pkt_pool pool = {0};
	struct link in, out, *const ins = &in, *const outs = &out;
	struct dram *d = dram_create(c, channel, 1, &pool, seed);

	link_init(&in, "in", 0, 1);
	link_init(&out, "out", 0, 1);
	dram_set_trace(d, refreshed, &r);
	for (uint64_t now = 0; now <= 3 * (uint64_t)c->refi; now++)
		dram_step(d, now, &ins, &outs);
	assert_int_equal(r.n, (3 * c->refi - r.first) / c->refi + 1);
	dram_destroy(d);
	link_free(&in);
	link_free(&out);
	return r.first;
}

/* When the seed says, each channel by itself; after refi with seed 0, and without the parameter. */
static void refresh_phase(void **state)
{
	enum { SEEDS = 50, CHANNELS = 4, PARTS = 8 };
	struct dram_config c = ref;
	unsigned seen[PARTS] = {0}, same = 0;

	(void)state;
	assert_int_equal(first_refresh(&c, 1, 7), c.refi);
	c.refresh_phase = true;
	assert_int_equal(first_refresh(&c, 1, 0), c.refi);
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		for (uint32_t i = 0; i < CHANNELS; i++) {
			const uint64_t t = first_refresh(&c, i, seed);

			assert_in_range(t, 1, c.refi);
			seen[(t - 1) * PARTS / c.refi]++;
			same += t == first_refresh(&c, (i + 1) % CHANNELS, seed);
		}
	for (unsigned i = 0; i < PARTS; i++)
		assert_in_range(seen[i], 1, SEEDS * CHANNELS / 2);
	assert_in_range(same, 0, 5);
}

/* Both slices have a packet: who is served first? */
static void dram_arbiter_start(void **state)
{
	enum { SEEDS = 64 };
	struct dram_config c = ref;
	unsigned second = 0;

	(void)state;
	for (unsigned on = 0; on < 2; on++)
		for (uint64_t seed = 0; seed < SEEDS; seed++) {
			struct bench b;

			c.arbiter_start = on;
			open_seeded(&b, &c, 2, 1, seed);
			put(&b, 0, PKT_FILL, 0, 32);
			put(&b, 1, PKT_FILL, 0, 32);
			step(&b);
			assert_int_equal(b.in[0].count + b.in[1].count, 1);
			if (b.in[0].count) {
				assert_true(on && seed);
				second++;
			}
			close_bench(&b);
		}
	assert_in_range(second, SEEDS / 4, SEEDS * 3 / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws),
		cmocka_unit_test(refresh_phase),
		cmocka_unit_test(dram_arbiter_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
