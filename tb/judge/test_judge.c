/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The second judge by itself (verdicts of known programs, mistakes planted in its relations), and
 * beside the oracle.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "both.h"
#include "machine/explore.h"
#include "random.h"
#include "verdicts.h"

enum {
	MAX_EVENTS = 4096,
	MOST_ORDERS = 20000,
	FAULT_PROGRAMS = 6000,
	FAULT_ORDERS = 4,
	PROGRAMS = 1000,
	PROGRAM_ORDERS = 8,
	FILE_ORDERS = 60,
	FILE_BYTES = 1 << 20
};

/* Relations */

static void fill_randomly(struct rng *rng, struct relation *r, bool forward)
{
	for (uint32_t x = 0; x < r->n; x++)
		for (uint32_t y = forward ? x + 1 : 0; y < r->n; y++)
			if (rng_below(rng, r->n) < 2)
				relation_add(r, x, y);
}

/* Whether a path of r leads from x to y. */
static bool path(const struct relation *r, uint32_t x, uint32_t y, bool *seen)
{
	for (uint32_t z = 0; z < r->n; z++) {
		if (!relation_has(r, x, z) || seen[z])
			continue;
		seen[z] = true;
		if (z == y || path(r, z, y, seen))
			return true;
	}
	return false;
}

static bool leads_to(const struct relation *r, uint32_t x, uint32_t y)
{
	bool seen[200] = {false};

	return path(r, x, y, seen);
}

static void algebra(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (uint32_t n = 1; n < 140; n += 23) {
		struct relation r = relation_make(n), s = relation_make(n), c, rs;
		bool cyclic = false;

		fill_randomly(&rng, &r, true);
		fill_randomly(&rng, &s, false);
		c = relation_closure(&r);
		rs = relation_compose(&r, &s);
		for (uint32_t x = 0; x < n; x++) {
			cyclic |= leads_to(&s, x, x);
			for (uint32_t y = 0; y < n; y++) {
				bool over = false;

				for (uint32_t z = 0; z < n; z++)
					over |= relation_has(&r, x, z) && relation_has(&s, z, y);
				assert_int_equal(relation_has(&rs, x, y), over);
				assert_int_equal(relation_has(&c, x, y), leads_to(&r, x, y));
			}
		}
		assert_int_equal(relation_cyclic(&s), cyclic);
		assert_false(relation_cyclic(&r));
		relation_drop(&r);
		relation_drop(&s);
		relation_drop(&c);
		relation_drop(&rs);
	}
}

/* Executions by hand */

static struct event access_by(uint32_t block, uint64_t addr, uint32_t size)
{
	return (struct event){
		.kind = EVENT_MEMORY, .block = block, .addr = addr, .size = size, .strong = true};
}

static struct event store_by(uint32_t block, uint64_t addr, uint32_t size)
{
	struct event e = access_by(block, addr, size);

	e.write = true;
	e.scope = PTX_SCOPE_GPU;
	return e;
}

static struct event load_by(uint32_t block, uint64_t addr, uint32_t size)
{
	struct event e = access_by(block, addr, size);

	e.read = true;
	e.scope = PTX_SCOPE_GPU;
	return e;
}

/* What a read of several writers observes, and what a CAS that writes what it found does. */
static void observation(void **state)
{
	struct execution *e = execution_create(16);
	struct event cas = load_by(1, 0, 4), x[6];
	struct model m;

	(void)state;
	cas.write = cas.atomic = true; /* 3: reads 2's value, writes the same */
	x[0] = store_by(0, 0, 4);
	x[1] = store_by(0, 2, 1);
	x[2] = load_by(1, 0, 4); /* of two writers */
	x[3] = store_by(0, 0, 4);
	x[4] = cas;
	x[5] = load_by(2, 0, 4);
	for (unsigned i = 0; i < 6; i++)
		execution_add(e, &x[i]);
	execution_barriers(e);
	model_make(&m, e, MODEL_NONE);
	assert_false(relation_has(&m.observe, 0, 2));
	assert_false(relation_has(&m.observe, 1, 2));
	assert_true(relation_has(&m.observe, 3, 4));
	assert_true(relation_has(&m.observe, 4, 5));
	assert_true(relation_has(&m.observe, 3, 5));
	assert_true(relation_has(&m.race, 1, 2)); /* mixed sizes */
	assert_false(relation_has(&m.race, 0, 2));
	assert_false(relation_has(&m.race, 3, 4));
	assert_true(relation_has(&m.order, 0, 3));
	assert_false(relation_has(&m.order, 0, 2));
	assert_null(model_check(&m));
	model_drop(&m);

	/* A weak write, the own atomic that reads it, another's, and that one's weak read: the
	 * first and the third race, the first and the last do not. */
	execution_clear(e);
	x[0].strong = false;
	x[1] = load_by(2, 0, 4);
	x[1].strong = false;
	cas.block = 0;
	execution_add(e, &x[0]);
	execution_add(e, &cas);
	cas.block = 2;
	execution_add(e, &cas);
	execution_add(e, &x[1]);
	model_make(&m, e, MODEL_NONE);
	assert_true(relation_has(&m.observe, 0, 1));
	assert_true(relation_has(&m.observe, 0, 2));
	assert_true(relation_has(&m.race, 0, 2));
	assert_false(relation_has(&m.race, 0, 3));
	assert_true(relation_has(&m.weak_start, 0, 3));
	assert_false(relation_has(&m.race, 1, 3));
	model_drop(&m);

	/* A read that returns something else than was written is noticed. */
	execution_clear(e);
	x[5].got = 7;
	for (unsigned i = 3; i < 6; i++)
		execution_add(e, &x[i]);
	model_make(&m, e, MODEL_NONE);
	assert_non_null(model_check(&m));
	model_drop(&m);
	execution_destroy(e);
}

static void arrive_at(struct execution *e, uint32_t warp, bool waits)
{
	execution_add(e, &(struct event){.kind = EVENT_ARRIVE,
					 .warp = warp,
					 .bar = 1,
					 .count = 64,
					 .lanes = 1,
					 .whole = true,
					 .waits = waits});
}

static void leave_from(struct execution *e, uint32_t warp)
{
	execution_add(e, &(struct event){.kind = EVENT_LEAVE, .warp = warp, .bar = 1});
}

/* Two arrivals complete a barrier although nobody waits; the next ones are another instance. */
static void barrier_instances(void **state)
{
	struct execution *e = execution_create(16);
	struct model m;

	(void)state;
	arrive_at(e, 0, false); /* 0 */
	arrive_at(e, 1, false); /* 1 */
	arrive_at(e, 2, false); /* 2 */
	arrive_at(e, 3, true);  /* 3 */
	leave_from(e, 3);       /* 4 */
	arrive_at(e, 4, true);  /* 5 */
	arrive_at(e, 5, true);  /* 6 */
	leave_from(e, 4);       /* 7 */
	leave_from(e, 5);       /* 8 */
	execution_barriers(e);
	model_make(&m, e, MODEL_NONE);
	for (uint32_t x = 0; x < 9; x++)
		for (uint32_t y = 0; y < 9; y++) {
			const bool second = (x == 2 || x == 3) && y == 4;
			const bool third = (x == 5 || x == 6) && (y == 7 || y == 8);

			assert_int_equal(relation_has(&m.sync, x, y), second || third);
		}
	assert_true(relation_has(&m.base, 5, 8));
	model_drop(&m);
	execution_destroy(e);
}

/* Verdicts */

static struct both_config config(enum model_fault fault, bool check)
{
	return (struct both_config){.oracle = {.model = ORACLE_PTX},
				    .fault = fault,
				    .max_events = MAX_EVENTS,
				    .check = check};
}

struct count {
	struct both *both;
	struct both_tally tally;
	struct diag diag;
	const char *name;
};

static int once(void *ctx, const struct machine_hook *hook)
{
	struct count *c = ctx;
	const char *bad;

	both_run(c->both, hook, &c->tally);
	bad = model_check(both_model(c->both));
	if (bad)
		fail_msg("%s: the execution contradicts the model: %s", c->name, bad);
	return 0;
}

static enum litmus_verdict verdict_of(const struct verdict *v)
{
	const struct explore_limits limits = {.max_runs = MOST_ORDERS, .max_spin = 2};
	const struct both_config cfg = config(MODEL_NONE, false);
	struct count c = {.name = v->name};
	struct explore_result e;
	char text[2048];
	struct litmus_test *t;
	size_t n;

	snprintf(text, sizeof(text), "test t\nmode its\n%s", v->text);
	t = litmus_parse(text, strlen(text), v->name, &n, &c.diag);
	c.both = t ? both_create(&cfg, &t->program, &c.diag) : NULL;
	if (!c.both || explore_run(once, &c, &limits, &e, &c.diag))
		fail_msg("%s: %s", v->name, c.diag.text);
	if (!e.exhaustive)
		fail_msg("%s: more than %d orders", v->name, MOST_ORDERS);
	both_destroy(c.both);
	litmus_free(t, n);
	return !c.tally.racy                  ? LITMUS_NEVER
	       : c.tally.racy == c.tally.runs ? LITMUS_ALWAYS
					      : LITMUS_SOMETIMES;
}

static void known_programs(void **state)
{
	unsigned bad = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(*verdicts); i++) {
		const enum litmus_verdict got = verdict_of(&verdicts[i]);

		if (got == verdicts[i].race)
			continue;
		bad++;
		print_message("# %s: %s, expected %s\n%s", verdicts[i].name,
			      litmus_verdict_name(got), litmus_verdict_name(verdicts[i].race),
			      verdicts[i].text);
	}
	assert_int_equal(bad, 0);
}

/* Mistakes */

struct hunt {
	bool found[MODEL_FAULT_COUNT];
	unsigned missing;
};

static void try_faults(struct hunt *h, const struct both *b)
{
	const struct model *right = both_model(b);
	const size_t size = sizeof(uint64_t) * right->n * right->race.words;

	for (unsigned i = MODEL_NONE + 1; i < MODEL_FAULT_COUNT; i++) {
		struct model m;

		if (h->found[i])
			continue;
		model_make(&m, both_execution(b), (enum model_fault)i);
		h->found[i] = memcmp(m.race.bits, right->race.bits, size) != 0;
		h->missing -= h->found[i];
		model_drop(&m);
	}
}

/* What tells any of the relations' mistakes from the model occurs in random programs. */
static void mistakes(void **state)
{
	const struct both_config cfg = config(MODEL_NONE, false);
	struct hunt h = {.missing = MODEL_FAULT_COUNT - 1};

	(void)state;
	for (uint64_t seed = 0; seed < FAULT_PROGRAMS && h.missing; seed++) {
		struct random_program p;
		struct both_tally t = {0};
		char text[RANDOM_TEXT];
		struct diag d = {""};
		struct litmus_test *test;
		struct both *b;
		size_t n;

		random_make(&p, seed);
		random_text(&p, text);
		test = litmus_parse(text, strlen(text), "random.litmus", &n, &d);
		b = test ? both_create(&cfg, &test->program, &d) : NULL;
		for (unsigned i = 0; i < FAULT_ORDERS; i++) {
			if (!b)
				fail_msg("%s\n%s", d.text, text);
			both_random(b, 1, seed * FAULT_ORDERS + i, &t);
			try_faults(&h, b);
		}
		both_destroy(b);
		litmus_free(test, n);
	}
	for (unsigned i = MODEL_NONE + 1; i < MODEL_FAULT_COUNT; i++)
		if (!h.found[i])
			print_message("# not noticed: %s\n", model_fault_text((enum model_fault)i));
	assert_int_equal(h.missing, 0);
}

/* Beside the oracle */

static void run_both(const struct litmus_program *p, uint32_t orders, uint64_t seed, bool walk,
		     const char *text, struct both_tally *t)
{
	const struct both_config cfg = config(MODEL_NONE, true);
	struct diag d = {""};
	struct both *b = both_create(&cfg, p, &d);
	int r = -1;

	if (b)
		r = walk ? both_walk(b, orders, seed, t, &d) : both_random(b, orders, seed, t);
	if (r)
		fail_msg("%s\n%s\n%s", text, d.text, r > 0 ? both_why(b) : "");
	both_destroy(b);
}

static void random_programs(void **state)
{
	struct both_tally t = {0};

	(void)state;
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		struct random_program p;
		char text[RANDOM_TEXT];
		struct diag d = {""};
		struct litmus_test *test;
		size_t n;

		random_make(&p, seed);
		random_text(&p, text);
		test = litmus_parse(text, strlen(text), "random.litmus", &n, &d);
		if (!test)
			fail_msg("%s\n%s", d.text, text);
		run_both(&test->program, PROGRAM_ORDERS, seed, false, text, &t);
		litmus_free(test, n);
	}
	/* Both verdicts occur often. */
	assert_true(t.racy > t.runs / 4);
	assert_true(t.racy < t.runs * 3 / 4);
	assert_int_equal(t.too_long, 0);
	assert_int_equal(t.faulted, 0);
}

static char *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	char *text = calloc(1, FILE_BYTES);

	assert_non_null(f);
	*size = fread(text, 1, FILE_BYTES, f);
	assert_true(*size < FILE_BYTES);
	fclose(f);
	return text;
}

static void litmus_files(void **state)
{
	struct both_tally t = {0};
	glob_t g;

	(void)state;
	assert_int_equal(glob("tb/litmus/*.litmus", 0, NULL, &g), 0);
	for (size_t i = 0; i < g.gl_pathc; i++) {
		struct diag d = {""};
		size_t size, n;
		char *text = read_file(g.gl_pathv[i], &size);
		struct litmus_test *tests = litmus_parse(text, size, g.gl_pathv[i], &n, &d);

		if (!tests)
			fail_msg("%s", d.text);
		for (size_t k = 0; k < n; k++) /* no copies are known here */
			if (!strstr(tests[k].program.ptx, ".async"))
				run_both(&tests[k].program, FILE_ORDERS, k, true, tests[k].name,
					 &t);
		litmus_free(tests, n);
		free(text);
	}
	assert_true(t.racy && t.racy < t.runs);
	globfree(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(algebra),           cmocka_unit_test(observation),
		cmocka_unit_test(barrier_instances), cmocka_unit_test(known_programs),
		cmocka_unit_test(mistakes),          cmocka_unit_test(random_programs),
		cmocka_unit_test(litmus_files),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
