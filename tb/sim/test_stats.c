/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The table of statistics: sums, maxima, formulas; each form it is printed in, byte for byte;
 * samples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sim/base/sample.h"
#include "../../sim/base/stats.h"

struct unit {
	char name[3]; /* so that counters are not at the front */
	uint64_t hits, deepest;
};

static double nothing(const struct stats *s, void *ctx)
{
	(void)s;
	(void)ctx;
	return NAN;
}

static double half(const struct stats *s, void *ctx)
{
	return (double)stats_get(s, ctx) / 2;
}

static struct stats *example(struct unit *u, uint64_t *cycles)
{
	static char hits[] = "l1.hits";
	struct stats *s = stats_create();

	stats_add(s, "gpu.cycles", "cycles", "of all launches", STATS_SUM, cycles, 1, 0);
	stats_add(s, "l1.hits", "loads", "served by L1, \"hits\"", STATS_SUM, &u[0].hits, 3,
		  sizeof(*u));
	stats_add(s, "l1.deepest", "", "most at once", STATS_MAX, &u[0].deepest, 3, sizeof(*u));
	stats_ratio(s, "l1.rate", "%", "hits a cycle", "l1.hits", "gpu.cycles", 100);
	stats_derive(s, "l1.half", "loads", "half of them", half, hits);
	stats_derive(s, "l2.none", "", "nothing", nothing, NULL);
	stats_add(s, "l2.absent", "", "of a unit that is not there", STATS_SUM, NULL, 0, 0);
	return s;
}

typedef void (*print_fn)(const struct stats *s, FILE *f);

static char *printed(const struct stats *s, print_fn fn)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fn(s, f);
	fclose(f);
	return text;
}

static void prints(const struct stats *s, print_fn fn, const char *want)
{
	char *text = printed(s, fn);

	assert_string_equal(text, want);
	free(text);
}

static void json_one_line(const struct stats *s, FILE *f)
{
	stats_json(s, f, 0);
}

static void json_indented(const struct stats *s, FILE *f)
{
	stats_json(s, f, 2);
}

static void test_values(void **state)
{
	struct unit u[3] = {{"", 1, 5}, {"", 20, 9}, {"", 300, 7}};
	uint64_t cycles = 642, v[4];
	struct stats *s = example(u, &cycles);

	(void)state;
	assert_int_equal(stats_get(s, "l1.hits"), 321);
	assert_int_equal(stats_get(s, "l1.deepest"), 9);
	assert_int_equal(stats_get(s, "l2.absent"), 0);
	assert_int_equal(stats_count(s), 4);
	stats_values(s, v);
	assert_true(v[0] == 642 && v[1] == 321 && v[2] == 9 && v[3] == 0);
	assert_string_equal(stats_name(s, 0), "gpu.cycles");
	assert_string_equal(stats_name(s, 3), "l2.absent");
	u[2].hits++; /* the table holds no copy */
	u[0].deepest = 10;
	assert_int_equal(stats_get(s, "l1.hits"), 322);
	assert_int_equal(stats_get(s, "l1.deepest"), 10);
	stats_destroy(s);
	stats_destroy(NULL);
}

static void test_forms(void **state)
{
	struct unit u[3] = {{"", 1, 5}, {"", 20, 9}, {"", 300, 7}};
	uint64_t cycles = 642;
	struct stats *s = example(u, &cycles);

	(void)state;
	prints(s, stats_text,
	       "gpu.cycles    642 cycles  of all launches\n"
	       "\n"
	       "l1.hits       321 loads   served by L1, \"hits\"\n"
	       "l1.deepest      9         most at once\n"
	       "l1.rate        50 %       hits a cycle\n"
	       "l1.half     160.5 loads   half of them\n"
	       "\n"
	       "l2.none         -         nothing\n"
	       "l2.absent       0         of a unit that is not there\n");
	prints(s, stats_csv,
	       "name,value,unit,meaning\n"
	       "gpu.cycles,642,cycles,of all launches\n"
	       "l1.hits,321,loads,\"served by L1, \"\"hits\"\"\"\n"
	       "l1.deepest,9,,most at once\n"
	       "l1.rate,50,%,hits a cycle\n"
	       "l1.half,160.5,loads,half of them\n"
	       "l2.none,-,,nothing\n"
	       "l2.absent,0,,of a unit that is not there\n");
	prints(s, json_one_line,
	       "{\"gpu.cycles\": 642, \"l1.hits\": 321, \"l1.deepest\": 9, \"l1.rate\": 50.0, "
	       "\"l1.half\": 160.5, \"l2.none\": null, \"l2.absent\": 0}");
	prints(s, json_indented,
	       "{\n  \"gpu.cycles\": 642,\n  \"l1.hits\": 321,\n  \"l1.deepest\": 9,\n"
	       "  \"l1.rate\": 50.0,\n  \"l1.half\": 160.5,\n  \"l2.none\": null,\n"
	       "  \"l2.absent\": 0\n}");
	prints(s, stats_describe,
	       "| name | unit | meaning |\n|---|---|---|\n"
	       "| `gpu.cycles` | cycles | of all launches |\n"
	       "| `l1.hits` | loads | served by L1, \"hits\" |\n"
	       "| `l1.deepest` |  | most at once |\n"
	       "| `l1.rate` | % | hits a cycle |\n"
	       "| `l1.half` | loads | half of them |\n"
	       "| `l2.none` |  | nothing |\n"
	       "| `l2.absent` |  | of a unit that is not there |\n");
	stats_destroy(s);
}

static void test_edges(void **state)
{
	struct unit u[3] = {{"", UINT64_MAX, 5}};
	uint64_t cycles = 0;
	struct stats *s = example(u, &cycles), *none = stats_create();
	json_t *o = stats_json_object(s);

	(void)state;
	/* nothing divided by nothing, and no integer of JSON's */
	assert_true(json_is_null(json_object_get(o, "l1.rate")));
	assert_true(json_is_real(json_object_get(o, "l1.hits")));
	assert_true(json_real_value(json_object_get(o, "l1.hits")) == 0x1p64);
	u[0].hits = INT64_MAX;
	json_decref(o);
	o = stats_json_object(s);
	assert_true(json_integer_value(json_object_get(o, "l1.hits")) == INT64_MAX);
	json_decref(o);
	prints(none, stats_text, "");
	prints(none, stats_csv, "name,value,unit,meaning\n");
	prints(none, json_one_line, "{}");
	assert_int_equal(stats_count(none), 0);
	stats_destroy(none);
	stats_destroy(s);
}

/* Many rows: the table grows, and each counter is found. */
static void test_many(void **state)
{
	enum { N = 700 };
	static char name[N][16];
	static uint64_t v[N], all[N];
	struct stats *s = stats_create();

	(void)state;
	for (uint64_t i = 0; i < N; i++) {
		snprintf(name[i], sizeof(name[i]), "n.c%" PRIu64, i);
		v[i] = i * i;
		stats_add(s, name[i], "", "", STATS_SUM, &v[i], 1, 0);
	}
	stats_values(s, all);
	assert_memory_equal(all, v, sizeof(v));
	for (size_t i = 0; i < N; i++)
		assert_int_equal(stats_get(s, name[i]), v[i]);
	stats_destroy(s);
}

struct temp {
	char name[64];
};

static struct temp temp(void)
{
	struct temp t = {"/tmp/test_stats.XXXXXX"};
	const int fd = mkstemp(t.name);

	assert_true(fd >= 0);
	close(fd);
	return t;
}

static void file_is(const char *name, const char *want)
{
	char text[4096];
	FILE *f = fopen(name, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	assert_string_equal(text, want);
}

static void test_sample(void **state)
{
	struct unit u[3] = {{"", 100, 4}};
	uint64_t cycles = 1000;
	struct stats *s = example(u, &cycles);
	struct temp t = temp();
	struct diag diag = {""};
	struct sample *p = sample_open(s, t.name, 10, cycles, &diag);

	(void)state;
	assert_non_null(p);
	for (; cycles < 1025; cycles++) {
		sample_step(p, cycles);
		u[cycles % 3].hits += 2;
		if (cycles == 1012)
			u[1].deepest = 6;
	}
	assert_int_equal(sample_close(p, cycles, &diag), 0);
	/* What was counted in cycle 1010 itself is of the interval that it begins. */
	file_is(t.name, "cycle,gpu.cycles,l1.hits,l1.deepest,l2.absent\n"
			"1010,10,20,0,0\n1020,10,20,2,0\n1025,5,10,0,0\n");
	unlink(t.name);
	stats_destroy(s);
}

/* Steps of any width: ends of intervals passed in one go make one row; sums are the counters. */
static void test_sample_jumps(void **state)
{
	struct unit u[3] = {{"", 0, 0}};
	uint64_t cycles = 0;
	struct stats *s = example(u, &cycles);
	struct temp t = temp();
	struct diag diag = {""};
	struct sample *p = sample_open(s, t.name, 10, 0, &diag);
	static const uint64_t at[] = {9, 10, 35, 36, 40, 50};

	(void)state;
	for (size_t i = 0; i < sizeof(at) / sizeof(*at); i++) {
		u[0].hits = cycles = at[i];
		sample_step(p, cycles);
	}
	assert_int_equal(sample_close(p, 50, &diag), 0); /* nothing since the last row */
	file_is(t.name, "cycle,gpu.cycles,l1.hits,l1.deepest,l2.absent\n"
			"10,10,10,0,0\n35,25,25,0,0\n40,5,5,0,0\n50,10,10,0,0\n");
	unlink(t.name);
	stats_destroy(s);
}

static void test_sample_errors(void **state)
{
	struct unit u[3] = {{"", 0, 0}};
	uint64_t cycles = 0;
	struct stats *s = example(u, &cycles);
	struct diag diag = {""};
	struct sample *p;

	(void)state;
	assert_null(sample_open(s, "/nowhere/x.csv", 10, 0, &diag));
	assert_string_equal(diag.text, "/nowhere/x.csv: No such file or directory");
	p = sample_open(s, "/dev/full", 1, 0, &diag);
	assert_non_null(p);
	for (uint64_t i = 1; i < 3000; i++)
		sample_step(p, i);
	assert_int_equal(sample_close(p, 3000, &diag), -1);
	assert_string_equal(diag.text, "/dev/full: No space left on device");
	p = sample_open(s, "/dev/full", 10, 0, &diag); /* the header alone, found at the end */
	assert_non_null(p);
	assert_int_equal(sample_close(p, 0, &diag), -1);
	stats_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),        cmocka_unit_test(test_forms),
		cmocka_unit_test(test_edges),         cmocka_unit_test(test_many),
		cmocka_unit_test(test_sample),        cmocka_unit_test(test_sample_jumps),
		cmocka_unit_test(test_sample_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
