/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of random structured programs (nested conditions, loops with breaks, switches,
 * recursion, early returns and exits, local arrays) give the same results in both
 * divergence models as in a scalar interpreter.
 */
#include "core_machine.h"
#include "random_program.h"

enum { PROGRAMS = 1500 };

/* false: the program ran too long for some thread and was not used */
static bool check_program(uint64_t seed)
{
	struct rp_program p;
	uint32_t threads, want[96];
	struct cm *c;
	bool usable = true;

	rp_make(&p, seed);
	threads = 1 + rng_below(&p.rng, 96);
	for (uint32_t t = 0; t < threads && usable; t++)
		usable = rp_expect(&p, t, &want[t]);
	if (usable) {
		rp_print(&p, CM_HEAD);
		c = cm_load(p.text);
		for (int run = 0; run < 3; run++) {
			int mode = run ? SIMT_ITS : SIMT_LOCKSTEP;

			c->select = run == 2; /* ITS once more, fragments in any order */
			memset(c->global, 0xee, sizeof(c->global));
			c->slice = 1 + rng_below(&p.rng, run == 2 ? 20 : 200);
			cm_start(c, (enum simt_mode)mode, threads, 4096);
			if (cm_go(c) != SIMT_RUN_DONE)
				fail_msg("seed %llu mode %d: status %d fault %d\n%s",
					 (unsigned long long)seed, mode, (int)c->status,
					 (int)c->warp[c->bad].fault, p.text);
			for (uint32_t t = 0; t < threads; t++) {
				uint32_t got = cm_u32(c)[CM_VARS / 4 + t];

				if (got != want[t])
					fail_msg("seed %llu mode %d thread %u: %x, not %x\n%s",
						 (unsigned long long)seed, mode, t, got, want[t],
						 p.text);
			}
		}
		cm_free(c);
	}
	rp_free(&p);
	return usable;
}

static void random_programs(void **state)
{
	unsigned used = 0;

	(void)state;
	for (uint64_t seed = 1; used < PROGRAMS; seed++) {
		used += check_program(seed);
		assert_true(seed < 4 * PROGRAMS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
