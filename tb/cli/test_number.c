/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as users write them: what is one, what is none, and that options, --set and files of
 * --config mean the same by the same text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../../sim/config/config.h"
#include "../../sw/base/number.h"
#include "../../sw/session/options.h"

static const struct {
	const char *text;
	enum number_unit unit;
	enum number_error error;
	uint64_t value;
} cases[] = {
	{"0", NUMBER_PLAIN, NUMBER_OK, 0},
	{"007", NUMBER_PLAIN, NUMBER_OK, 7},
	{"18446744073709551615", NUMBER_PLAIN, NUMBER_OK, UINT64_MAX},
	{"18446744073709551616", NUMBER_PLAIN, NUMBER_OVER, 0},
	{"99999999999999999999999", NUMBER_PLAIN, NUMBER_OVER, 0},
	{"0xfFFFffffFfffFfff", NUMBER_PLAIN, NUMBER_OK, UINT64_MAX},
	{"0X10", NUMBER_PLAIN, NUMBER_OK, 16},
	{"0x10000000000000000", NUMBER_PLAIN, NUMBER_OVER, 0},
	{"", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"0x", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"0x0x1", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"x1", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"0xg", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"1f", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"-1", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"+1", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"1.0", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"1k", NUMBER_PLAIN, NUMBER_BAD, 0},
	{"99999999999999999999999x", NUMBER_PLAIN, NUMBER_BAD, 0},
	{" 1", NUMBER_SIZE, NUMBER_BAD, 0},
	{"1 ", NUMBER_SIZE, NUMBER_BAD, 0},
	{"1k", NUMBER_COUNT, NUMBER_OK, 1000},
	{"1k", NUMBER_SIZE, NUMBER_OK, 1024},
	{"3M", NUMBER_COUNT, NUMBER_OK, 3000000},
	{"2g", NUMBER_SIZE, NUMBER_OK, UINT64_C(2) << 30},
	{"2T", NUMBER_SIZE, NUMBER_OK, UINT64_C(2) << 40},
	{"2T", NUMBER_COUNT, NUMBER_OK, UINT64_C(2000000000000)},
	{"0x10k", NUMBER_SIZE, NUMBER_OK, 16384},
	{"16777215T", NUMBER_SIZE, NUMBER_OK, UINT64_C(16777215) << 40},
	{"16777216T", NUMBER_SIZE, NUMBER_OVER, 0},
	{"0T", NUMBER_COUNT, NUMBER_OK, 0},
	{"1kk", NUMBER_COUNT, NUMBER_BAD, 0},
	{"1KiB", NUMBER_SIZE, NUMBER_BAD, 0},
	{"1p", NUMBER_SIZE, NUMBER_BAD, 0},
	{"k", NUMBER_SIZE, NUMBER_BAD, 0},
};
enum { CASES = sizeof(cases) / sizeof(*cases), UNTOUCHED = 77 };

static void test_parse(void **state)
{
	(void)state;
	for (int i = 0; i < CASES; i++) {
		uint64_t n = UNTOUCHED;

		if (number_parse(cases[i].text, cases[i].unit, &n) != cases[i].error)
			fail_msg("'%s', unit %d", cases[i].text, (int)cases[i].unit);
		assert_int_equal(n, cases[i].error ? UNTOUCHED : cases[i].value);
	}
}

/* The one parameter that an option and a configuration both have, over the whole range. */
static void test_same_everywhere(void **state)
{
	struct diag diag = {""};
	struct sim_config c;
	struct options o;
	char line[64];

	(void)state;
	for (int i = 0; i < CASES; i++) {
		int bad = cases[i].error != NUMBER_OK;

		if (cases[i].unit != NUMBER_PLAIN || !*cases[i].text)
			continue;
		options_default(&o);
		assert_int_equal(!!options_set(&o, "seed", cases[i].text, &diag), bad);
		assert_int_equal(sim_config_read(&c, "tiny", &diag), 0);
		snprintf(line, sizeof(line), "seed=%s", cases[i].text);
		assert_int_equal(!!sim_config_set(&c, "--set", line, &diag), bad);
		if (bad)
			continue;
		assert_int_equal(o.machine.seed, cases[i].value);
		assert_int_equal(c.seed, cases[i].value);
		snprintf(line, sizeof(line), "include = tiny\nseed = %s\n", cases[i].text);
		assert_int_equal(sim_config_parse(&c, line, strlen(line), "x.cfg", &diag), 0);
		assert_int_equal(c.seed, cases[i].value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_same_everywhere),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
