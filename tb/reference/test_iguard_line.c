/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows and blocks of a line (pf_iguard_line) beside an entry for each word (pf_iguard_entry):
 * verdict for verdict and side for side, over random operations.
 *
 *   random operations ─┬─> an entry a word ──────────────────────────────────> kinds, sides ─┐
 *                      └─> row of writers, row of readers, or their blocks ──> kinds, sides ─┴─
 * equal?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_iguard_line.h"

enum { WORDS = PF_IGUARD_LINE_WORDS, WARPS = 4, BLOCKS = 4, OPERATIONS = 60, RUNS = 1500 };

static struct bench {
	struct rng r;
	bool lanes;
	struct pf_iguard_layout layout;
	struct pf_iguard_times times[BLOCKS][WARPS];
	struct pf_iguard_entry entry[WORDS];
	struct side {
		struct pf_iguard_cells row, beat[PF_IGUARD_BEATS];
	} side[2]; /* writers, readers */
	enum pf_iguard_kind kind[2][WORDS];
	bool others[2][WORDS];
	unsigned turns, grown, steps, racy, same, forgot; /* of the test */
} b;

static uint32_t any(uint32_t n)
{
	return rng_below(&b.r, n);
}

static uint32_t any_time(void)
{
	return any(6);
}

static struct pf_iguard_fenced any_fenced(void)
{
	return (struct pf_iguard_fenced){any_time(), any(2) ? any_time() : 0, (uint8_t)any(32)};
}

static void restart(void)
{
	memset(b.entry, 0, sizeof(b.entry));
	memset(b.side, 0, sizeof(b.side));
	b.lanes = any(5) != 0;
	for (uint32_t s = 0; s < 2; s++)
		for (uint32_t i = 0; i < PF_IGUARD_BEATS; i++)
			b.side[s].beat[i] = (struct pf_iguard_cells){.of_block = true, .beat = i};
}

/* The present: what has been fenced moves on between operations. */
static void pass_time(void)
{
	for (uint32_t i = 0; i < BLOCKS; i++)
		for (uint32_t w = 0; w < WARPS; w++)
			if (any(4) == 0)
				b.times[i][w] = (struct pf_iguard_times){
					any(3) ? 0 : any_time(), any(2) ? any_time() : 0,
					any_fenced(), any_fenced()};
}

static uint32_t any_words(void)
{
	const uint32_t from = any(WORDS), bits = any(2) ? any(4) + 1 : any(WORDS) + 1;
	const uint32_t run = bits < WORDS ? (1U << bits) - 1 : UINT32_MAX;

	switch (any(4)) {
	case 0: return UINT32_MAX;
	case 1: return run << from;
	case 2: return rng_next(&b.r) & UINT32_MAX;
	default: return 1U << from;
	}
}

static struct pf_iguard_operation any_operation(void)
{
	static const uint8_t bytes[] = {15, 15, 15, 3, 12, 1, 8};
	struct pf_iguard_operation o = {
		.words = any_words() | 1U << any(WORDS),
		.tag = {.by = {.side = {.block = 1 + any(BLOCKS),
					.when = any_time(),
					.warp = (uint8_t)any(WARPS),
					.lane = (uint8_t)any(32),
					.locks = (uint16_t)(any(3) ? 0U : 0x0101U << any(2)),
					.bytes = bytes[any(sizeof(bytes))] & 15U,
					.size = (any(8) ? 2 : 3) & 7U,
					.atomic = any(4) == 0,
					.block_scope = any(3) == 0},
			       .step = (uint8_t)any(PF_IGUARD_STEP_CODES)},
			.bar = any_time(),
			.meet = any_time(),
			.write = any(2),
			.several = any(6) == 0}};

	if (any(3))
		o.tag.by.step = PF_IGUARD_STEP_WORD;
	if (any(2))
		o.tag.by.side.lane = 0;
	o.tag.by.side.polls = o.tag.by.side.atomic || any(4) == 0;
	o.tag.by.side.block_scope &= o.tag.by.side.atomic;
	o.tag.write |= o.tag.by.side.atomic;
	return o;
}

/* In rows */

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	(void)ctx;
	return b.times[block][warp];
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	const unsigned s = *(const unsigned *)ctx;

	b.turns++;
	for (uint32_t left = t->words; left; left &= left - 1) {
		b.kind[s][__builtin_ctz(left)] = t->kind;
		b.others[s][__builtin_ctz(left)] = t->with_others;
	}
}

/* All of an operation, of the writers or of the readers. Words that race. */
static uint32_t check_side(unsigned s, struct pf_iguard_operation o, bool can_grow)
{
	struct side *x = &b.side[s];
	const struct pf_iguard_checker c = {&b.layout, b.lanes, times_of, on_turn, &s};
	uint32_t raced, all = 0;
	enum pf_iguard_room room;

	o.readers = s == 1;
	room = pf_iguard_line_check(&c, &x->row, &o, can_grow, &all);
	if (room == PF_IGUARD_LINE_FULL) {
		struct pf_beat beat[PF_IGUARD_BEATS];

		b.grown++;
		pf_iguard_line_grow(&x->row, 7, beat);
		for (unsigned i = 0; i < PF_IGUARD_BEATS; i++)
			x->beat[i].is = beat[i];
		assert_int_equal(x->row.is.v[0], 7);
	}
	assert_true(room == PF_IGUARD_LINE_DONE || o.words);
	for (unsigned i = 0; i < PF_IGUARD_BEATS && o.words; i++) {
		struct pf_iguard_operation part = o;

		part.words &= 15U << i * 4;
		o.words &= ~part.words;
		assert_int_equal(pf_iguard_line_check(&c, &x->beat[i], &part, false, &raced),
				 PF_IGUARD_LINE_DONE);
		all |= raced;
	}
	return all;
}

static uint64_t side_in_row(unsigned s, uint32_t word)
{
	const struct side *x = &b.side[s];

	return pf_iguard_row_is_block(&x->row.is) ? x->beat[word / 4].is.v[word % 4]
						  : pf_iguard_row_side(&x->row.is, word);
}

/* Word by word */

static void check_words(const struct pf_iguard_operation *o)
{
	for (uint32_t left = o->words; left; left &= left - 1) {
		const uint32_t word = (uint32_t)__builtin_ctz(left);
		struct pf_iguard_entry *e = &b.entry[word];
		const struct pf_iguard_side *s[] = {&e->writer.side, &e->reader.side};
		struct pf_iguard_times now[2] = {0};
		struct pf_iguard_entry_check c;
		enum pf_iguard_kind kind = b.kind[0][word];
		bool others = b.others[0][word];

		for (unsigned i = 0; i < 2; i++)
			if (s[i]->block)
				now[i] = b.times[s[i]->block - 1][s[i]->warp];
		pf_iguard_entry_check(e, &o->tag, word, &now[0], &now[1], b.lanes, &c);
		if (!kind) {
			const bool same = o->tag.several && o->tag.write && !o->tag.by.side.atomic;

			kind = b.kind[1][word];
			others = b.others[1][word];
			b.same += kind == PF_IGUARD_INSTRUCTION;
			assert_int_equal(kind == PF_IGUARD_INSTRUCTION, same && !c.kind);
			if (kind == PF_IGUARD_INSTRUCTION)
				kind = PF_IGUARD_NO_RACE;
			assert_int_equal(c.with_reader, kind != PF_IGUARD_NO_RACE);
		}
		assert_int_equal(c.kind, kind);
		assert_int_equal(c.with_others, others);
		*e = c.next;
		b.racy += kind != PF_IGUARD_NO_RACE;
		assert_true(pf_iguard_side_pack(&b.layout, &e->writer) == side_in_row(0, word));
		assert_true(pf_iguard_side_pack(&b.layout, &e->reader) == side_in_row(1, word));
	}
}

static void access(bool can_grow)
{
	struct pf_iguard_operation o = any_operation();

	memset(b.kind, 0, sizeof(b.kind));
	memset(b.others, 0, sizeof(b.others));
	pass_time();
	o.raced = 0;
	o.raced = check_side(0, o, can_grow);
	check_side(1, o, can_grow);
	b.steps += (unsigned)__builtin_popcount(o.words);
	if (can_grow) {
		check_words(&o);
		return;
	}
	for (uint32_t w = 0; w < WORDS; w++)
		b.forgot += side_in_row(0, w) == 0;
}

static void test_rows_equal_words(void **state)
{
	(void)state;
	rng_seed(&b.r, 1);
	assert_true(pf_iguard_layout_named(&b.layout, "modern"));
	assert_false(pf_iguard_layout_named(&b.layout, "none"));
	pf_iguard_layout_named(&b.layout, "ref");
	for (unsigned i = 0; i < RUNS; i++) {
		restart();
		for (unsigned k = 0; k < OPERATIONS; k++)
			access(true);
	}
	print_message("%u words, %u turns, %u racy, %u blocks\n", b.steps, b.turns, b.racy,
		      b.grown);
	assert_true(b.grown > RUNS && b.racy > 10000 && b.same > 1000 && b.turns < b.steps);
}

/* Without blocks it makes nothing up of words that it has forgotten, and goes on. */
static void test_without_blocks_it_forgets(void **state)
{
	(void)state;
	rng_seed(&b.r, 2);
	pf_iguard_layout_named(&b.layout, "ref");
	for (unsigned i = 0; i < RUNS / 10; i++) {
		restart();
		for (unsigned k = 0; k < OPERATIONS; k++)
			access(false);
	}
	assert_true(b.forgot > 1000);
	for (unsigned s = 0; s < 2; s++)
		assert_true(b.side[s].row.is.v[3] != UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_equal_words),
		cmocka_unit_test(test_without_blocks_it_forgets),
	};

	return cmocka_run_group_tests_name("iguard_line", tests, NULL, NULL);
}
