/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * RADISH: the paper's Table 1, row by row; random operations of eight cores against vector clocks
 * that forget nothing (3.1), up to the first race of a byte: none missed, none made up; each way in
 * which metadata leaves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "radish/radish.h"
#include "bench.h"

static const struct radish_config small = {
	.procs = 2, .threads = 3, .clocks = RADISH_TABLE, .clock_bits = 6, .reference_bits = 24};

/* Table 1. */

enum { X = 0x1000, LOCK = 1 };
#define ROW(...) row(r, __LINE__, __VA_ARGS__)

struct side {
	char coherence, permission;
	uint64_t read, write, own, other;
};

static void side(const struct radish *r, int line, uint32_t proc, const struct side *want)
{
	struct radish_view v = radish_view(r, proc, X);

	if (v.coherence != want->coherence || "NRW"[v.permission] != want->permission ||
	    v.read != want->read || v.write != want->write ||
	    radish_clock(r, proc, proc) != want->own ||
	    radish_clock(r, proc, 1 - proc) != want->other)
		fail_msg("line %d, p%u: %c %c %llu %llu, clock %llu of p%u", line, proc,
			 v.coherence, "NRW"[v.permission], (unsigned long long)v.read,
			 (unsigned long long)v.write,
			 (unsigned long long)radish_clock(r, proc, 1 - proc), 1 - proc);
}

static void row(const struct radish *r, int line, struct side p0, struct side p1,
		enum radish_status status)
{
	side(r, line, 0, &p0);
	side(r, line, 1, &p1);
	assert_int_equal(radish_status(r, X), status);
}

static void software(const struct radish *r, uint64_t read0, uint64_t write0, uint64_t write1)
{
	assert_int_equal(radish_software_read(r, X, 0), read0);
	assert_int_equal(radish_software_read(r, X, 1), 0);
	assert_int_equal(radish_software_write(r, X, 0), write0);
	assert_int_equal(radish_software_write(r, X, 1), write1);
}

static struct radish *table_1(void)
{
	struct radish *r = make(&small);

	radish_set_software(r, X, 0, 7, 2);
	radish_set_clock(r, 0, 0, 9);
	radish_set_clock(r, 0, 1, 4);
	radish_set_clock(r, 1, 1, 5);
	radish_set_clock(r, 1, 0, 6);
	ROW((struct side){'-', 'N', 0, 0, 9, 4}, (struct side){'-', 'N', 0, 0, 5, 6},
	    RADISH_IN_SOFTWARE);
	assert_int_equal(radish_access(r, 0, X, 1, false).stage, RADISH_BY_SOFTWARE);
	ROW((struct side){'S', 'W', 9, 2, 9, 4}, (struct side){'-', 'N', 0, 0, 5, 6},
	    RADISH_EVERYTHING);
	assert_int_not_equal(radish_access(r, 1, X, 1, false).stage, RADISH_BY_SOFTWARE);
	ROW((struct side){'S', 'W', 9, 2, 9, 4}, (struct side){'S', 'R', 5, 0, 5, 6},
	    RADISH_EVERYTHING);
	return r;
}

static void test_table_1(void **state)
{
	struct radish *r = table_1();

	(void)state;
	software(r, 7, 2, 0);
	radish_release(r, 0, LOCK);
	ROW((struct side){'S', 'W', 9, 2, 10, 4}, (struct side){'S', 'R', 5, 0, 5, 6},
	    RADISH_EVERYTHING);
	radish_acquire(r, 1, LOCK);
	ROW((struct side){'S', 'W', 9, 2, 10, 4}, (struct side){'S', 'R', 5, 0, 5, 9},
	    RADISH_EVERYTHING);
	assert_false(radish_access(r, 1, X, 1, true).race);
	ROW((struct side){'I', 'N', 0, 0, 10, 4}, (struct side){'M', 'W', 0, 5, 5, 9},
	    RADISH_EVERYTHING);
	radish_evict_metadata(r, 0, X);
	ROW((struct side){'-', 'N', 0, 0, 10, 4}, (struct side){'M', 'W', 0, 5, 5, 9},
	    RADISH_EVERYTHING);
	software(r, 7, 2, 0);
	radish_evict_metadata(r, 1, X);
	ROW((struct side){'-', 'N', 0, 0, 10, 4}, (struct side){'-', 'N', 0, 0, 5, 9},
	    RADISH_IN_SOFTWARE);
	software(r, 0, 0, 5);
	radish_destroy(r);
}

/* What left hardware altogether is in software; what it has all of comes with its permission. */
static void test_comes_back(void **state)
{
	struct radish *r = make(&small);

	(void)state;
	assert_int_equal(radish_access(r, 0, X, 1, true).stage, RADISH_BY_SOFTWARE);
	radish_evict_metadata(r, 0, X);
	assert_int_equal(radish_access(r, 0, X, 1, true).stage, RADISH_BY_SOFTWARE);
	radish_release(r, 0, LOCK);
	radish_acquire(r, 1, LOCK);
	assert_int_equal(radish_access(r, 1, X, 1, true).stage, RADISH_BY_PERMISSION);
	/* the last write is known, an earlier reader's clock is not */
	radish_access(r, 0, X + 1, 1, true);
	radish_release(r, 0, LOCK);
	radish_acquire(r, 1, LOCK);
	radish_access(r, 1, X + 1, 1, false);
	radish_evict_metadata(r, 1, X);
	assert_int_equal(radish_status(r, X + 1), RADISH_LAST_WRITE);
	assert_int_equal(radish_access(r, 1, X + 1, 1, false).stage, RADISH_BY_PERMISSION);
	/* of a last write that only software knows, a read behind it is enough: one's own, of just
	 * now */
	radish_access(r, 0, X + 2, 1, true);
	radish_release(r, 0, LOCK);
	radish_acquire(r, 1, LOCK);
	radish_access(r, 1, X + 2, 1, false);
	radish_evict_metadata(r, 0, X);
	assert_int_equal(radish_status(r, X + 2), RADISH_ALL_LAST_READS);
	radish_evict_data(r, 1, X);
	assert_int_equal(radish_access(r, 1, X + 2, 1, false).stage, RADISH_BY_PERMISSION);
	/* nobody wrote it, so a last write is in hardware as long as any metadata is */
	radish_access(r, 0, X + RADISH_LINE, 1, false);
	radish_evict_metadata(r, 0, X + RADISH_LINE);
	assert_int_equal(radish_access(r, 0, X + RADISH_LINE, 1, false).stage, RADISH_BY_SOFTWARE);
	radish_destroy(r);
}

/* A processor writes a byte that comes with its permission, in a line that is its own already: no
 * message, and yet the other's permission for that byte, from before, is gone. */
static void test_quiet_write(void **state)
{
	struct radish *r = make(&small);
	struct radish_answer a;

	(void)state;
	radish_access(r, 1, X, 2, false);
	radish_release(r, 1, LOCK);
	radish_acquire(r, 0, LOCK);
	assert_false(radish_access(r, 0, X + 1, 1, true).race);
	assert_int_equal(radish_access(r, 0, X, 1, true).stage, RADISH_BY_PERMISSION);
	assert_int_equal(radish_counters(r)->clears, 1);
	a = radish_access(r, 1, X, 1, false);
	assert_true(a.race && a.other == 0 && a.other_wrote);
	radish_destroy(r);
}

/* "An immediate write by p0 would race", although it has the permission: its line is shared. */
static void test_table_1_race(void **state)
{
	struct radish *r = table_1();
	struct radish_answer a = radish_access(r, 0, X, 1, true);

	(void)state;
	assert_true(a.race);
	assert_int_equal(a.other, 1);
	assert_false(a.other_wrote);
	assert_int_equal(a.address, X);
	radish_destroy(r);
}

/* Of a reader that only software knows, a read that hardware lets pass gives no permission to
 * write. */
static void test_forgotten_reader(void **state)
{
	struct radish_config c = small;
	struct radish *r;
	struct radish_answer a;

	(void)state;
	c.procs = 3;
	r = make(&c);
	radish_access(r, 2, X, 1, true);
	radish_release(r, 2, LOCK);
	radish_acquire(r, 1, LOCK);
	radish_access(r, 1, X, 1, false);
	radish_evict_metadata(r, 1, X);
	radish_access(r, 0, X + 1, 1, true);
	radish_acquire(r, 0, LOCK);
	assert_int_equal(radish_access(r, 0, X, 1, false).stage, RADISH_BY_HARDWARE);
	a = radish_access(r, 0, X, 1, true);
	assert_int_equal(a.stage, RADISH_BY_SOFTWARE);
	assert_true(a.race && a.other == 1 && !a.other_wrote);
	radish_destroy(r);
}

/* More bytes than a clock has references for. */
static void test_references(void **state)
{
	struct radish_config c = small;
	struct radish *r;

	(void)state;
	c.reference_bits = 7;
	r = make(&c);
	for (uint64_t x = X; x < X + 1024; x += 8)
		radish_access(r, 0, x, 8, false);
	assert_int_equal(radish_counters(r)->rollovers, 15);
	for (uint64_t x = X; x < X + 1024; x += 8)
		assert_true(radish_access(r, 1, x, 8, true).race);
	radish_destroy(r);
}

/* Random operations. */

/* Checks in software between two synchronisations of a processor, and who would wait for them
 * (5.3). */
static void test_queue(void **state)
{
	struct radish *r = make(&small);
	const struct radish_counters *n = radish_counters(r);

	(void)state;
	radish_acquire(r, 0, LOCK);
	assert_true(n->drains == 0 && n->queue_most == 0);
	for (unsigned i = 0; i < 3; i++)
		radish_access(r, 0, X + 64 * i, 4, false);
	radish_access(r, 1, X + 4096, 4, false);
	radish_release(r, 0, LOCK);
	radish_access(r, 0, X + 512, 4, false);
	radish_access(r, 0, X + 512, 4, false);
	assert_int_equal(n->software_checks, 5);
	assert_true(n->drains == 1 && n->queue_most == 3);
	radish_switch(r, 0, 2);
	assert_int_equal(n->drains, 2);
	radish_acquire(r, 0, LOCK);
	assert_int_equal(n->drains, 2);
	radish_acquire(r, 1, LOCK);
	assert_true(n->drains == 3 && n->queue_most == 3);
	radish_destroy(r);
}

static void test_published(void **state)
{
	struct radish_counters n;

	(void)state;
	run(&radish_published, &(struct habit){.rare = 60}, &n);
	assert_int_equal(n.evictions, 0);
}

static void test_evictions(void **state)
{
	struct radish_counters n;

	(void)state;
	run(&eight, &(struct habit){.evicts = 30, .rare = 60}, &n);
	assert_true(n.evictions > 1000 && n.clears);
	run(&eight, &(struct habit){.evicts = 5, .rare = 6}, &n);
}

/* Caches of few lines: what the paper's caches do by themselves. */
static void test_caches(void **state)
{
	struct radish_config c = eight;
	struct radish_counters n;

	(void)state;
	c.l1 = (struct radish_cache){2 * RADISH_LINE, 1};
	c.l2 = (struct radish_cache){4 * RADISH_LINE, 2};
	c.last = (struct radish_cache){16 * RADISH_LINE, 4};
	run(&c, &(struct habit){.rare = 60}, &n);
	assert_true(n.evictions > 1000);
}

/* Clocks that run out: in a table, as offsets, at the smallest and with few references. */
static void test_rollovers(void **state)
{
	struct radish_counters n;

	(void)state;
	for (unsigned bits = 1; bits <= 3; bits++)
		for (unsigned kind = 0; kind < 2; kind++) {
			struct radish_config c = eight;

			c.clocks = kind ? RADISH_TABLE : RADISH_OFFSETS;
			c.clock_bits = bits;
			c.reference_bits = 7;
			run(&c, &(struct habit){.evicts = 10, .rare = 60}, &n);
			assert_true(n.rollovers > 100);
		}
}

static void test_switches(void **state)
{
	struct radish_config c = eight;
	struct radish_counters n;

	(void)state;
	c.procs = 3;
	run(&c, &(struct habit){.evicts = 10, .switches = true, .rare = 60}, &n);
	c.procs = 1;
	c.threads = 4;
	run(&c, &(struct habit){.evicts = 10, .switches = true, .rare = 60}, &n);
}

/* A clock that no metadata names is free again in a table; offsets must be consecutive (5.1). */
static void test_table_saves_rollovers(void **state)
{
	struct radish_config c = eight;

	(void)state;
	for (unsigned kind = 0; kind < 2; kind++) {
		struct radish *r;

		c.clocks = kind ? RADISH_TABLE : RADISH_OFFSETS;
		r = make(&c);
		for (unsigned i = 0; i < 630; i++) {
			radish_access(r, 0, X, 4, true);
			radish_access(r, 0, X + 8, 4, false);
			radish_access(r, 0, X + RADISH_LINE, 4, false);
			radish_evict_metadata(r, 0, X + RADISH_LINE);
			radish_release(r, 0, LOCK);
		}
		assert_int_equal(radish_counters(r)->rollovers, kind ? 0 : 10);
		radish_destroy(r);
	}
}

static void test_refused(void **state)
{
	static const struct {
		struct radish_config c;
		const char *why;
	} wrong[] = {
		{{.procs = 0, .threads = 1, .clock_bits = 6, .reference_bits = 24}, "processors"},
		{{.procs = 257, .threads = 257, .clock_bits = 6, .reference_bits = 24},
		 "processors"},
		{{.procs = 2, .threads = 1, .clock_bits = 6, .reference_bits = 24}, "threads"},
		{{.procs = 1, .threads = 1, .clock_bits = 0, .reference_bits = 24},
		 "bits of a clock"},
		{{.procs = 1, .threads = 1, .clock_bits = 9, .reference_bits = 24},
		 "bits of a clock"},
		{{.procs = 1, .threads = 1, .clock_bits = 6, .reference_bits = 6},
		 "reference count"},
		{{.procs = 1, .threads = 1, .clocks = 2, .clock_bits = 6, .reference_bits = 24},
		 "clocks"},
		{{.procs = 1, .threads = 1, .clock_bits = 6, .reference_bits = 24, .last = {64, 1}},
		 "last cache"},
		{{.procs = 1, .threads = 1, .clock_bits = 6, .reference_bits = 24, .l1 = {100, 1}},
		 "whole lines"},
		{{.procs = 1, .threads = 1, .clock_bits = 6, .reference_bits = 24, .l2 = {192, 1}},
		 "power of two"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		const char *why;

		assert_null(radish_create(&wrong[i].c, &why));
		assert_non_null(strstr(why, wrong[i].why));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_1),
		cmocka_unit_test(test_table_1_race),
		cmocka_unit_test(test_comes_back),
		cmocka_unit_test(test_quiet_write),
		cmocka_unit_test(test_forgotten_reader),
		cmocka_unit_test(test_references),
		cmocka_unit_test(test_queue),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_evictions),
		cmocka_unit_test(test_caches),
		cmocka_unit_test(test_rollovers),
		cmocka_unit_test(test_switches),
		cmocka_unit_test(test_table_saves_rollovers),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("radish", tests, NULL, NULL);
}
