/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Powers of two: which numbers are, and the next one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../sw/base/bits.h"

static void which_are(void **state)
{
	(void)state;
	assert_false(is_power_of_two(0));
	assert_false(is_power_of_two(UINT64_MAX));
	for (unsigned i = 0; i < 64; i++) {
		assert_true(is_power_of_two(1ULL << i));
		assert_true(i < 2 || !is_power_of_two((1ULL << i) - 1));
		assert_true(i < 1 || !is_power_of_two((1ULL << i) + 1));
	}
}

static void the_next(void **state)
{
	(void)state;
	assert_int_equal(power_of_two(0), 1);
	assert_int_equal(power_of_two(1), 1);
	for (unsigned i = 1; i < 32; i++) {
		assert_int_equal(power_of_two(1ULL << i), 1ULL << i);
		assert_int_equal(power_of_two((1ULL << (i - 1)) + 1), 1ULL << i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_are),
		cmocka_unit_test(the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
