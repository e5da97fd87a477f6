/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * unit: the kit of sim/unit: memory behind a port, comparison, sizes by name, libraries refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../sim/unit/compare.h"
#include "../../sim/unit/library.h"
#include "../../sim/unit/memory.h"
#include "../../sim/unit/sizes.h"

/* Pages come when they are written, and all go at once. */
static void beats_are_lazy(void **state)
{
	struct beats b;
	struct pf_beat v = {{1, 2, 3, 4}};

	(void)state;
	beats_init(&b, 7);
	beats_reset(&b, 1ULL << 24);
	for (unsigned n = 0; n < 3; n++) {
		for (uint64_t i = n; i < 1U << 24; i += 100003) {
			assert_int_equal(beats_at(&b, i)->v[3], 7);
			beats_put(&b, i, &v);
			assert_int_equal(beats_at(&b, i)->v[3], 4);
			assert_int_equal(beats_at(&b, i ^ 1)->v[0], 7);
		}
		assert_int_equal(b.pages.n, (1U << 24) / 100003 + 1);
		beats_reset(&b, 1ULL << 24);
		assert_int_equal(b.pages.n, 0);
		assert_int_equal(b.pages.n_spare, (1U << 24) / 100003 + 1);
	}
	beats_free(&b);
}

/* A read sees the writes taken before its answer; each pin is taken once a cycle. */
static void memory_answers_with_what_was_written(void **state)
{
	struct memory_out out = {.read_valid = true,
				 .write_valid = true,
				 .answer_ready = {false, true},
				 .read_id = 3,
				 .read_beat = 105,
				 .write_beat = 105,
				 .write_data = {{1, 2, 3, 4}}};
	struct memory_in in = {.read_ready = false};
	struct memory m = {.out = &out, .in = &in, .filled = true, .base = 100};
	uint64_t beat = 0;
	uint32_t id = 0;

	(void)state;
	beats_init(&m.beats, 9);
	beats_reset(&m.beats, 8);
	assert_true(memory_read(&m, &beat, &id));
	assert_true(beat == 105 && id == 3 && in.read_ready);
	assert_false(memory_read(&m, &beat, &id));
	assert_true(memory_write(&m, &beat));
	assert_false(memory_write(&m, &beat));
	memory_store(&m);
	assert_false(memory_answer_ready(&m, 2));
	assert_true(memory_answer_ready(&m, 3));
	memory_answer(&m, 3);
	assert_true(in.answer_id == 3 && in.answer_data.v[3] == 4);
	assert_false(memory_answer_ready(&m, 3));
	beats_free(&m.beats);
}

/* What is unwritten may be written again, without a page. */
static void memory_sweeps_without_pages(void **state)
{
	struct memory_out out = {.write_beat = 1, .write_data = {{9, 9, 9, 9}}};
	struct memory m = {.out = &out, .filled = true};

	(void)state;
	beats_init(&m.beats, 9);
	beats_reset(&m.beats, 8);
	memory_store(&m);
	assert_int_equal(m.beats.pages.n, 0);
	out.write_data.v[0] = 1;
	memory_store(&m);
	assert_int_equal(beats_at(&m.beats, 1)->v[0], 1);
	out.write_data.v[0] = 9;
	memory_store(&m);
	assert_int_equal(beats_at(&m.beats, 1)->v[0], 9);
	beats_free(&m.beats);
}

static void first_difference_is_kept(void **state)
{
	const struct compare_field f[] = {{"warp", 3, 3}, {"block", 1, 2}, {"scope", 0, 1}};
	struct compare c;
	const struct compare_unit u = {&c, "SM", 7};

	(void)state;
	compare_init(&c);
	compare_value(&u, "epoch", 4, 4);
	compare_fields(&u, "tag", 5, f, 1);
	assert_null(compare_first(&c));
	compare_fields(&u, "tag", 5, f, 3);
	compare_value(&u, "epoch", 4, 5);
	assert_string_equal(compare_first(&c),
			    "SM 7: tag 5: block 1 (expected 2) scope 0 (expected 1)");
	compare_free(&c);
}

static void lines_differ_where_the_mask_says(void **state)
{
	uint8_t mask[16] = {0x02}, other[16] = {0x03}, data[128] = {0}, want[128] = {0};
	struct compare c;
	const struct compare_unit u = {&c, "store buffer", 0};

	(void)state;
	compare_init(&c);
	data[0] = 1; /* not in the mask */
	compare_lines(&u, "entry", 1, (struct compare_line){7, mask, data},
		      (struct compare_line){7, mask, want});
	assert_null(compare_first(&c));
	data[1] = 0xab;
	compare_lines(&u, "entry", 1, (struct compare_line){7, mask, data},
		      (struct compare_line){7, mask, want});
	assert_string_equal(compare_first(&c),
			    "store buffer 0: entry 1, line 7: byte 1 is ab, expected 00");
	compare_init(&c);
	compare_lines(&u, "entry", 2, (struct compare_line){7, mask, want},
		      (struct compare_line){7, other, want});
	assert_string_equal(compare_first(&c), "store buffer 0: entry 2, line 7: mask differs");
	compare_init(&c);
	compare_lines(&u, "entry", 3, (struct compare_line){7, mask, want},
		      (struct compare_line){8, mask, want});
	assert_string_equal(compare_first(&c), "store buffer 0: entry 3: line 7 (expected 8)");
	compare_free(&c);
}

/* Never empty for long: places are used again. */
static void what_is_expected_comes_in_order(void **state)
{
	struct expected e = {.what = "tag", .size = sizeof(uint32_t)};
	struct compare c;
	const struct compare_unit u = {&c, "SM", 1};

	(void)state;
	compare_init(&c);
	for (uint32_t i = 0; i < 1000; i++) {
		*(uint32_t *)expected_put(&e) = i;
		if (i >= 3)
			assert_int_equal(*(const uint32_t *)expected_take(&e, &u), i - 3);
	}
	assert_int_equal(expected_left(&e), 3);
	assert_true(e.cap <= 32);
	for (uint32_t i = 997; i < 1000; i++)
		assert_int_equal(*(const uint32_t *)expected_take(&e, &u), i);
	assert_null(compare_first(&c));
	assert_null(expected_take(&e, &u));
	assert_string_equal(compare_first(&c), "SM 1: tag 1001, where none is expected");
	expected_free(&e);
	compare_free(&c);
}

static void geometries_are_told_apart(void **state)
{
	const struct unit_geometry *ref = unit_geometry_named("ref");
	struct unit_geometry other = *ref;

	(void)state;
	assert_null(unit_geometry_named("none"));
	assert_int_equal(ref->size.lanes, PF_REF_LANES);
	assert_int_equal(unit_geometry_named("tiny")->size.z_filter, PF_TINY_Z_FILTER);
	assert_true(unit_fields(ref) != unit_fields(unit_geometry_named("modern")));
	other.race[PF_RACE_FIELDS - 1].width++;
	assert_true(unit_fields(ref) != unit_fields(&other));
	other = *ref;
	other.iguard.message[PF_IGUARD_MESSAGE_FIELDS - 1].lsb++;
	assert_true(unit_fields(ref) != unit_fields(&other));
	other = *ref;
	other.size.z_filter++;
	assert_true(unit_fields(ref) != unit_fields(&other));
}

static void library_is_refused(void **state)
{
	char folder[] = "/tmp/unit-XXXXXX", file[64];
	struct unit_library l;
	struct diag diag;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("PHOTOFINISH_RTL", folder, 1);
	assert_int_equal(unit_load(&l, "gpudet", "tiny", false, &diag), -1);
	assert_non_null(strstr(diag.text, "'make build/lib/photofinish-gpudet-tiny.so' builds it"));
	snprintf(file, sizeof(file), "%s/photofinish-gpudet-tiny.so", folder);
	f = fopen(file, "w");
	assert_non_null(f);
	fclose(f);
	assert_int_equal(unit_load(&l, "gpudet", "tiny", false, &diag), -1);
	assert_non_null(strstr(diag.text, "backend rtl: "));
	assert_non_null(strstr(diag.text, file));
	assert_null(l.handle);
	unsetenv("PHOTOFINISH_RTL");
	remove(file);
	rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beats_are_lazy),
		cmocka_unit_test(memory_answers_with_what_was_written),
		cmocka_unit_test(memory_sweeps_without_pages),
		cmocka_unit_test(first_difference_is_kept),
		cmocka_unit_test(lines_differ_where_the_mask_says),
		cmocka_unit_test(what_is_expected_comes_in_order),
		cmocka_unit_test(geometries_are_told_apart),
		cmocka_unit_test(library_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
