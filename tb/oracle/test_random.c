/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of random programs: oracle against the plain definition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "programs.h"

enum { OPS = 90, OPS_LONG = 240 };

static struct ref *ref;

static uint64_t count(void)
{
	const char *n = getenv("ORACLE_PROGRAMS");

	return n ? strtoull(n, NULL, 10) : 1500;
}

static unsigned ops(const struct prog *p)
{
	return p->style == PROG_READERS || p->style == PROG_COUNTERS ? OPS_LONG : OPS;
}

static void run(bool its, bool ptx)
{
	const struct oracle_config cfg = {.model = ptx ? ORACLE_PTX : ORACLE_SCORD};
	struct oracle *o = oracle_create(&cfg);
	struct prog p = {.oracle = o, .to = oracle_observer(o), .ref = ref};
	uint64_t skipped = 0;

	for (uint64_t seed = 1; seed <= count(); seed++) {
		prog_begin(&p, seed, its, ptx);
		p.ops = 0;
		for (unsigned i = 0; i < ops(&p) && prog_step(&p); i++)
			;
		if (p.wrong[0])
			fail_msg("seed %llu: %s", (unsigned long long)seed, p.wrong);
		skipped += ref->overflow;
		prog_end(&p);
	}
	/* a test that only sees one verdict tests nothing */
	assert_true(p.racing > count() * 2);
	assert_true(p.clean > count() * 2);
	assert_true(skipped < count() / 100 + 1);
	assert_true(oracle_stats(o)->races > 0);
	print_message("# %llu operations raced, %llu did not, %llu programs too large\n",
		      (unsigned long long)p.racing, (unsigned long long)p.clean,
		      (unsigned long long)skipped);
	oracle_destroy(o);
}

static void lockstep(void **state)
{
	(void)state;
	run(false, false);
}

static void lockstep_ptx(void **state)
{
	(void)state;
	run(false, true);
}

static void its(void **state)
{
	(void)state;
	run(true, false);
}

static void its_ptx(void **state)
{
	(void)state;
	run(true, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lockstep),
		cmocka_unit_test(lockstep_ptx),
		cmocka_unit_test(its),
		cmocka_unit_test(its_ptx),
	};
	int r;

	ref = malloc(sizeof(*ref));
	if (!ref)
		return 1;
	r = cmocka_run_group_tests_name("oracle/random", tests, NULL, NULL);
	free(ref);
	return r;
}
