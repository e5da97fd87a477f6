/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines of metadata as rows, groups and entries: an update against an array of entries and against
 * pf_classes, bits of the beats by hand, everything there and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_classes.h"
#include "reference/pf_geometry.h"
#include "reference/pf_line_row.h"

enum { STEPS = 100000 };

static uint64_t at(const struct pf_line *l, unsigned word)
{
	return l->entry[pf_line_class(l, word)];
}

static unsigned distinct(const uint64_t *flat)
{
	unsigned n = 0;

	for (unsigned w = 0; w < PF_ROW_WORDS; w++) {
		unsigned k = 0;

		while (k < w && flat[k] != flat[w])
			k++;
		n += k == w;
	}
	return n;
}

/* First the classes that keep words, in their order, then those of the access. */
static void in_order(const struct pf_line *was, uint32_t words, const struct pf_line *is)
{
	unsigned last = 0;

	for (unsigned i = 0; i < is->n; i++) {
		unsigned first = 2 * PF_ROW_MOST; /* part that the class comes from */

		for (unsigned w = 0; w < PF_ROW_WORDS; w++) {
			const unsigned part =
				pf_line_class(was, w) + (words >> w & 1) * PF_ROW_MOST;

			if (is->words[i] >> w & 1 && part < first)
				first = part;
		}
		assert_in_range(first, i ? last + 1 : 0, 2 * PF_ROW_MOST - 1);
		last = first;
	}
}

static void there_and_back(const struct pf_line *l)
{
	const struct pf_beat b = pf_row_pack(l);
	struct pf_line again;

	assert_true(pf_row_unpack(&b, &again));
	assert_int_equal(again.n, l->n);
	for (unsigned w = 0; w < PF_ROW_WORDS; w++)
		assert_int_equal(pf_line_class(&again, w), pf_line_class(l, w));
	for (unsigned i = 0; i < l->n; i++)
		assert_int_equal(again.entry[i], l->entry[i]);
}

/* Random accesses, to pf_classes as well, which has to expand at the same one. */
static void updates(unsigned most)
{
	struct pf_line l = pf_line_one(0);
	unsigned full = 0, too_many = 0;
	struct pf_classes c;
	struct rng r;

	rng_seed(&r, most);
	pf_classes_init(&c, 0, most < PF_ROW_MOST ? most : PF_CLASSES, UINT64_MAX);
	for (unsigned step = 0; step < STEPS; step++) {
		const uint32_t words = 1U << rng_below(&r, 32) |
				       (rng_below(&r, 4) ? (uint32_t)(rng_next(&r) >> 20) : 0) |
				       (rng_below(&r, 4) ? 0 : UINT32_MAX);
		uint64_t next[PF_ROW_MOST], flat[PF_ROW_WORDS];
		struct pf_class in[PF_ROW_MOST];
		struct pf_line after;
		unsigned n = 0;

		for (unsigned i = 0; i < PF_ROW_MOST; i++)
			next[i] = rng_below(&r, 5);
		for (unsigned w = 0; w < PF_ROW_WORDS; w++)
			flat[w] = words >> w & 1 ? next[pf_line_class(&l, w)] : at(&l, w);
		for (unsigned i = 0; i < l.n; i++)
			if (l.words[i] & words)
				in[n++] = (struct pf_class){next[i], l.words[i] & words};
		pf_classes_write(&c, 0, in, n);
		if (!pf_line_update(&l, most, words, next, &after)) {
			assert_true(distinct(flat) > most);
			assert_true(most > PF_CLASSES || c.stats.blocks == 1);
			too_many++;
			pf_classes_clear(&c);
			l = pf_line_one(0);
			continue;
		}
		assert_int_equal(after.n, distinct(flat));
		assert_true(most > PF_CLASSES || c.stats.blocks == 0);
		for (unsigned w = 0; w < PF_ROW_WORDS; w++)
			assert_int_equal(at(&after, w), flat[w]);
		in_order(&l, words, &after);
		if (after.n <= PF_ROW_CLASSES)
			there_and_back(&after);
		full += after.n == most;
		l = after;
	}
	assert_true(full > STEPS / 100 && too_many > STEPS / 100);
	pf_classes_free(&c);
}

static void as_words(void **state)
{
	(void)state;
	for (unsigned most = 2; most <= PF_ROW_MOST; most++)
		updates(most);
}

/* Where things lie */
static void row_by_hand(void **state)
{
	const uint64_t a = 0x2aaaaaaaaaaaaaa, b = 0x155555555555555, c = 0x3ffffffffffffff;
	const struct pf_line l = {
		.n = 3, .entry = {a, b, c}, .words = {0x7ffffffe, 0x00000001, 0x80000000}};
	struct pf_beat x = pf_row_pack(&l);

	(void)state;
	assert_int_equal(x.v[0], a | b << 58);
	assert_int_equal(x.v[1], b >> 6 | c << 52);
	assert_int_equal(x.v[2], c >> 12 | 1ULL << (174 - 128));
	assert_int_equal(x.v[3], 0x80000000ULL << (206 - 192));
	there_and_back(&l);
}

/* Beats that are no rows */
static void no_rows(void **state)
{
	const struct pf_line good = {.n = 3, .entry = {5, 6, 7}, .words = {~3U, 1, 2}};
	struct pf_line bad[4] = {good, good, good, good}, l;
	struct pf_beat b = pf_row_pack(&good);

	(void)state;
	assert_true(pf_row_unpack(&b, &l));
	for (unsigned bit = 238; bit < 256; bit++) {
		b = pf_row_pack(&good);
		b.v[3] ^= 1ULL << (bit - 192);
		assert_false(pf_row_unpack(&b, &l));
	}
	bad[0].words[2] = 3;               /* a word in two of them: class 3 */
	bad[1].words[1] = 0;               /* a gap */
	bad[2].entry[2] = bad[2].entry[0]; /* twice the same */
	bad[3].words[2] = 0;               /* an entry that no word has */
	for (unsigned i = 0; i < 4; i++) {
		b = pf_row_pack(&bad[i]);
		assert_false(pf_row_unpack(&b, &l));
	}
	bad[0].words[1] = ~0U; /* no word of the first */
	bad[0].words[2] = 0;
	b = pf_row_pack(&bad[0]);
	assert_false(pf_row_unpack(&b, &l));
}

static void groups(void **state)
{
	const struct pf_group g = {.head = {{PF_LINE_ONE, 0x3ffffffffffffff},
					    {PF_LINE_CLASSES, 0},
					    {PF_LINE_BLOCK, 1},
					    {PF_LINE_ONE, 0x200000000000000}},
				   .generation = 0x8001};
	const struct pf_beat b = pf_group_pack(&g);
	struct pf_group again = pf_group_at(&b, 0x8001, 9);

	(void)state;
	assert_int_equal(b.v[0], 0x03ffffffffffffff);
	assert_int_equal(b.v[1], 1ULL << (118 - 64) | 1ULL << (120 - 64));
	assert_int_equal(b.v[2], 2ULL << (178 - 128));
	assert_int_equal(b.v[3], 0x8001ULL << 48 | 1ULL << (180 + 57 - 192));
	for (unsigned i = 0; i < PF_GROUP_LINES; i++) {
		assert_int_equal(again.head[i].state, g.head[i].state);
		assert_int_equal(again.head[i].value, g.head[i].value);
	}
	assert_int_equal(again.generation, 0x8001);
	again = pf_group_at(&b, 0x8000, 9);
	for (unsigned i = 0; i < PF_GROUP_LINES; i++) {
		assert_int_equal(again.head[i].state, PF_LINE_ONE);
		assert_int_equal(again.head[i].value, 9);
	}
	assert_int_equal(again.generation, 0x8000);
	assert_int_equal(pf_group_unpack(&b).generation, 0x8001);
}

/* Where the table has a line's fields, and what it says of a metadata entry without tag and epoch.
 */
static void entries_of(const char *geometry, const struct pf_bits *field, unsigned bits)
{
	static const enum pf_meta_field of[PF_LINE_ENTRY_FIELDS] = {
		PF_META_LOCK,       PF_META_STRONG,     PF_META_BLOCK_SCOPE, PF_META_IS_ATOM,
		PF_META_DEV_SHARED, PF_META_BLK_SHARED, PF_META_MODIFIED,    PF_META_BARRIER,
		PF_META_BLK_FENCE,  PF_META_DEV_FENCE,  PF_META_WARP,        PF_META_BLOCK,
		PF_META_SUB_WORD};
	struct pf_layout l;
	struct rng r;

	pf_meta_layout(&l, pf_geometry_named(geometry));
	assert_int_equal(pf_line_entry_bits(&l), bits);
	rng_seed(&r, bits);
	for (unsigned step = 0; step < 1000; step++) {
		const uint32_t tag = rng_below(&r, 4), epoch = rng_below(&r, 4);
		const uint64_t meta =
			(rng_next(&r) & ~(l.mask[PF_META_TAG] | l.mask[PF_META_EPOCH])) |
			(uint64_t)tag << l.shift[PF_META_TAG] |
			(uint64_t)epoch << l.shift[PF_META_EPOCH];
		const struct pf_entry e = pf_meta_unpack(&l, meta);
		const uint64_t line = pf_line_entry(&l, meta);

		assert_int_equal(line >> bits, 0);
		for (unsigned i = 0; i < PF_LINE_ENTRY_FIELDS; i++)
			assert_int_equal(line >> field[i].lsb & ((1ULL << field[i].width) - 1),
					 (meta & l.mask[of[i]]) >> l.shift[of[i]]);
		assert_int_equal(pf_line_entry_meta(&l, line, tag, epoch), pf_meta_pack(&l, &e));
	}
}

#define ENTRIES_OF(name, NAME) \
	entries_of(#name, (const struct pf_bits[])PF_LINE_ENTRY_LAYOUT_##NAME, \
		   PF_##NAME##_LINE_ENTRY_W);

static void entries(void **state)
{
	(void)state;
	PF_GEOMETRIES(ENTRIES_OF)
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_words), cmocka_unit_test(row_by_hand),
		cmocka_unit_test(no_rows),  cmocka_unit_test(groups),
		cmocka_unit_test(entries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
