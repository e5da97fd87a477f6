/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Credits of an SM's messages, against a list of all that are under way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../sim/sm/credits.h"
#include "base/rng.h"

enum { SLICES = 5, MOST = 4096, STEPS = 20000 };

struct list {
	uint64_t message[MOST]; /* sent to the slice and not come: [head..tail-1], modulo MOST */
	uint32_t head, tail;
};

/* All up to this one have come. */
static uint64_t arrived(const struct list *l, uint64_t ended)
{
	uint64_t all = ended;

	for (unsigned i = 0; i < SLICES; i++)
		if (l[i].head != l[i].tail && l[i].message[l[i].head % MOST] - 1 < all)
			all = l[i].message[l[i].head % MOST] - 1;
	return all;
}

static void random_order(void **state)
{
	struct list l[SLICES];
	struct credits c;
	struct rng r;
	uint64_t begun = 0, most = 0;
	bool open = false;

	(void)state;
	memset(l, 0, sizeof(l));
	rng_seed(&r, 1);
	credits_init(&c, SLICES);
	for (unsigned n = 0; n < STEPS; n++) {
		const uint32_t i = rng_below(&r, SLICES);
		/* few come at first, so that the rings grow */
		const bool comes = rng_below(&r, 8) < (n < STEPS / 8 ? 1 : 5);

		if (comes && l[i].head != l[i].tail) {
			const uint64_t before = c.arrived;
			const bool grew = credits_came(&c, i);

			l[i].head++;
			assert_int_equal(grew, c.arrived != before);
		} else if (!open) {
			credits_begin(&c);
			begun++;
			open = true;
		} else if (rng_below(&r, 4)) {
			credits_to(&c, i);
			assert_true(l[i].tail - l[i].head < MOST);
			l[i].message[l[i].tail++ % MOST] = begun;
		} else {
			credits_end(&c);
			open = false;
		}
		assert_int_equal(c.arrived, arrived(l, begun - open));
		if (begun - c.arrived > most)
			most = begun - c.arrived;
	}
	assert_true(most > 100);
	credits_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
