/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Write logs by hand, and beside a memory of one byte a line and warp.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_store_buffer.h"

enum { WARPS = 3, ENTRIES = 16, LINES = 24, BYTES = PF_LOG_LINE_BYTES };

static const struct pf_store_config exact = {.warps = WARPS, .entries = ENTRIES, .line_bits = 12};
static const struct pf_store_config small = {
	.warps = WARPS, .entries = ENTRIES, .bloom_bits = 64, .bloom_ways = 2, .line_bits = 12};

/* One run of bytes of a line, all of one value. */
static struct pf_log_entry bytes(uint32_t line, uint32_t from, uint32_t n, uint8_t value)
{
	struct pf_log_entry e = {.line = line};

	for (uint32_t i = from; i < from + n; i++) {
		e.mask[i / 8] |= (uint8_t)(1U << i % 8);
		e.data[i] = value;
	}
	return e;
}

static bool has(const struct pf_log_entry *e, uint32_t byte)
{
	return e->mask[byte / 8] >> byte % 8 & 1;
}

static struct pf_store_cost store(struct pf_store_buffer *b, uint32_t warp, struct pf_log_entry e)
{
	struct pf_store_cost cost;

	pf_store_buffer_store(b, warp, &e, &cost);
	return cost;
}

static struct pf_store_cost load(struct pf_store_buffer *b, uint32_t warp, struct pf_log_entry want,
				 struct pf_log_entry *got)
{
	struct pf_store_cost cost;

	pf_store_buffer_load(b, warp, &want, got, &cost);
	assert_int_equal(got->line, want.line);
	return cost;
}

#define COST(cost, m, o, f, s) \
	do { \
		const struct pf_store_cost c_ = cost; \
		assert_int_equal(c_.maybe, m); \
		assert_int_equal(c_.open, o); \
		assert_int_equal(c_.found, f); \
		assert_int_equal(c_.searched, s); \
	} while (0)

/* W = 8, four chunks: 0x12, 0x34, 0x56, 0x78 from the top. */
static void hash_by_hand(void **state)
{
	const struct pf_store_config ref = {.bloom_bits = 1024, .bloom_ways = 4, .line_bits = 32};
	const struct pf_store_config odd = {.bloom_bits = 16, .bloom_ways = 2, .line_bits = 7};
	const struct pf_store_config one = {.bloom_bits = 4, .bloom_ways = 2, .line_bits = 3};

	(void)state;
	assert_int_equal(pf_bloom_hash(&ref, 0x12345678, 0), 0x78 ^ 0x56 ^ 0x34 ^ 0x12);
	/* 0x56 by 1: 0xac; 0x34 by 2: 0xd0; 0x12 by 3: 0x90 */
	assert_int_equal(pf_bloom_hash(&ref, 0x12345678, 1), 0x78 ^ 0xac ^ 0xd0 ^ 0x90);
	/* 0x56 by 3: 0xb2; 0x34 by 6: 0x0d; 0x12 by 9, that is 1: 0x24 */
	assert_int_equal(pf_bloom_hash(&ref, 0x12345678, 3), 0x78 ^ 0xb2 ^ 0x0d ^ 0x24);
	/* three bits of seven: chunks 5, 3, 1; way 1: 5, 3 by 1 = 6, 1 by 2 = 4 */
	assert_int_equal(pf_bloom_hash(&odd, 1 << 6 | 3 << 3 | 5, 0), 5 ^ 3 ^ 1);
	assert_int_equal(pf_bloom_hash(&odd, 1 << 6 | 3 << 3 | 5, 1), 5 ^ 6 ^ 4);
	assert_int_equal(pf_bloom_hash(&one, 7, 1), 1); /* one bit: the parity */
	assert_int_equal(pf_bloom_hash(&one, 6, 0), 0);
}

static void merges_and_forwards(void **state)
{
	struct pf_store_buffer *b = pf_store_buffer_create(&exact);
	struct pf_log_entry got;

	(void)state;
	COST(store(b, 1, bytes(7, 0, 8, 0xaa)), false, false, false, 0);
	COST(store(b, 1, bytes(7, 4, 8, 0xbb)), true, true, true, 0);
	COST(store(b, 1, bytes(9, 0, 128, 0xcc)), false, false, false, 0);
	COST(load(b, 1, bytes(9, 0, 1, 0), &got), true, true, true, 0);
	COST(store(b, 1, bytes(7, 127, 1, 0xdd)), true, false, true, 2); /* 9 is closed */
	COST(store(b, 1, bytes(7, 127, 1, 0xdd)), true, true, true, 0);
	COST(load(b, 1, bytes(9, 0, 1, 0), &got), true, false, true, 1);
	COST(load(b, 1, bytes(9, 0, 1, 0), &got), true, true, true, 0);
	assert_int_equal(pf_store_buffer_used(b, 1), 2);
	assert_int_equal(pf_store_buffer_left(b, 1), ENTRIES - 2);
	COST(load(b, 1, bytes(7, 2, 126, 0), &got), true, false, true, 2);
	for (uint32_t i = 0; i < BYTES; i++) {
		assert_int_equal(has(&got, i), (i >= 2 && i < 12) || i == 127);
		assert_int_equal(got.data[i], i < 2     ? 0
					      : i < 4   ? 0xaa
					      : i < 12  ? 0xbb
					      : i < 127 ? 0
							: 0xdd);
	}
	/* nobody else's, and no other line */
	COST(load(b, 0, bytes(7, 0, 128, 0), &got), false, false, false, 0);
	assert_false(has(&got, 5));
	COST(load(b, 1, bytes(8, 0, 128, 0), &got), false, false, false, 0);
	assert_false(has(&got, 5));
	pf_store_buffer_destroy(b);
}

static void oldest_first_and_clear(void **state)
{
	struct pf_store_buffer *b = pf_store_buffer_create(&small);
	struct pf_log_entry got;

	(void)state;
	for (uint32_t i = 0; i < ENTRIES; i++)
		store(b, 2, bytes(100 + i, i, 1, (uint8_t)i));
	assert_int_equal(pf_store_buffer_left(b, 2), 0);
	COST(load(b, 2, bytes(100 + ENTRIES - 1, 0, 1, 0), &got), true, true, true, 0);
	for (uint32_t i = 0; i < ENTRIES; i++) {
		const struct pf_log_entry *e = pf_store_buffer_entry(b, 2, i);

		assert_int_equal(e->line, 100 + i);
		assert_int_equal(e->data[i], i);
		COST(load(b, 2, *e, &got), true, false, true, ENTRIES - i);
	}
	store(b, 0, bytes(100, 0, 1, 1));
	pf_store_buffer_clear(b, 2);
	assert_int_equal(pf_store_buffer_used(b, 2), 0);
	assert_int_equal(pf_store_buffer_used(b, 0), 1);
	COST(load(b, 2, bytes(100, 0, 128, 0), &got), false, false, false, 0);
	COST(load(b, 0, bytes(100, 0, 128, 0), &got), true, true, true, 0);
	pf_store_buffer_destroy(b);
}

/* Places by three pieces of two bits: 0x1b: 1 ^ 2 ^ 3 = 0; 0x01: 1; 0x04: 1; 0x02: 2. */
static void lines_stay_open(void **state)
{
	const struct pf_store_config four = {
		.warps = 2, .entries = ENTRIES, .line_bits = 6, .open = 4};
	struct pf_store_buffer *b = pf_store_buffer_create(&four);
	struct pf_log_entry got;

	(void)state;
	store(b, 1, bytes(0x1b, 0, 1, 1));
	store(b, 1, bytes(0x01, 0, 1, 2));
	store(b, 1, bytes(0x02, 0, 1, 3));
	COST(load(b, 1, bytes(0x1b, 0, 1, 0), &got), true, true, true, 0);
	COST(load(b, 1, bytes(0x01, 0, 1, 0), &got), true, true, true, 0);
	COST(load(b, 0, bytes(0x01, 0, 1, 0), &got), false, false, false, 0);
	store(b, 1, bytes(0x04, 0, 1, 4)); /* in the place of 0x01 */
	COST(store(b, 1, bytes(0x02, 1, 1, 5)), true, true, true, 0);
	COST(load(b, 1, bytes(0x01, 0, 1, 0), &got), true, false, true, 3);
	COST(load(b, 1, bytes(0x01, 0, 1, 0), &got), true, true, true, 0); /* found: open */
	COST(load(b, 1, bytes(0x04, 0, 1, 0), &got), true, false, true, 1);
	COST(load(b, 1, bytes(0x05, 0, 1, 0), &got), false, false, false, 0); /* nobody's place */
	pf_store_buffer_clear(b, 1);
	store(b, 1, bytes(0x03, 0, 1, 6)); /* entry 0 again, which was 0x1b's */
	COST(load(b, 1, bytes(0x1b, 0, 1, 0), &got), false, false, false, 0);
	pf_store_buffer_destroy(b);
}

/* Some line that both ways take for line 0. */
static void false_hit_costs_a_search(void **state)
{
	struct pf_store_buffer *b = pf_store_buffer_create(&small);
	struct pf_log_entry got;
	uint32_t other = 1;

	(void)state;
	while (pf_bloom_hash(&small, other, 0) != pf_bloom_hash(&small, 0, 0) ||
	       pf_bloom_hash(&small, other, 1) != pf_bloom_hash(&small, 0, 1))
		other++;
	assert_true(other < 1U << small.line_bits);
	store(b, 0, bytes(0, 0, 1, 1));
	COST(load(b, 0, bytes(other, 0, 1, 0), &got), true, false, false, 1);
	store(b, 0, bytes(1, 0, 1, 1));
	store(b, 0, bytes(2, 0, 1, 1));
	COST(load(b, 0, bytes(other, 0, 1, 0), &got), true, false, false, 3);
	assert_false(has(&got, 0));
	COST(store(b, 0, bytes(other, 0, 1, 2)), true, false, false, 3);
	assert_int_equal(pf_store_buffer_used(b, 0), 4);
	pf_store_buffer_destroy(b);
}

/* Any stores and loads: what each warp reads is what it wrote, and only that. */
static void as_a_memory(void **state)
{
	static uint8_t value[WARPS][LINES][BYTES];
	static bool there[WARPS][LINES][BYTES];
	struct pf_store_buffer *b[2] = {pf_store_buffer_create(&small),
					pf_store_buffer_create(&exact)};
	struct rng r;

	(void)state;
	rng_seed(&r, 1);
	for (uint32_t n = 0; n < 20000; n++) {
		const uint32_t warp = rng_below(&r, WARPS), line = rng_below(&r, LINES);
		const uint32_t from = rng_below(&r, BYTES), len = 1 + rng_below(&r, BYTES - from);
		const struct pf_log_entry e = bytes(line, from, len, (uint8_t)n);
		struct pf_log_entry got[2];

		if (pf_store_buffer_left(b[0], warp) == 0) {
			memset(there[warp], 0, sizeof(there[warp]));
			pf_store_buffer_clear(b[0], warp);
			pf_store_buffer_clear(b[1], warp);
		}
		if (rng_below(&r, 2)) {
			store(b[0], warp, e);
			store(b[1], warp, e);
			memset(&value[warp][line][from], (uint8_t)n, len);
			memset(&there[warp][line][from], 1, len);
			continue;
		}
		load(b[0], warp, e, &got[0]);
		load(b[1], warp, e, &got[1]);
		assert_memory_equal(&got[0], &got[1], sizeof(*got));
		for (uint32_t i = 0; i < BYTES; i++) {
			assert_int_equal(has(got, i), has(&e, i) && there[warp][line][i]);
			if (has(got, i))
				assert_int_equal(got->data[i], value[warp][line][i]);
		}
	}
	pf_store_buffer_destroy(b[0]);
	pf_store_buffer_destroy(b[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hash_by_hand),
		cmocka_unit_test(merges_and_forwards),
		cmocka_unit_test(oldest_first_and_clear),
		cmocka_unit_test(lines_stay_open),
		cmocka_unit_test(false_hit_costs_a_search),
		cmocka_unit_test(as_a_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
