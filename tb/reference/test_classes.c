/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Classes of a line against an array of entries: nothing is lost with a pool, and without one
 * exactly what the header says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_classes.h"

#define UNTOUCHED 0x00e00000ULL

enum { LINES = 200, WORDS = LINES * PF_CLASS_WORDS, STEPS = 200000 };

/* Runs of words, single words, whole lines. */
static uint32_t random_words(struct rng *r)
{
	const uint32_t kind = rng_below(r, 4), from = rng_below(r, PF_CLASS_WORDS);
	const uint32_t n = rng_below(r, 8) + 1;

	if (kind == 0)
		return UINT32_MAX;
	if (kind == 1)
		return 1U << from;
	if (kind == 2)
		return ((1U << n) - 1) << from;
	return (uint32_t)(rng_next(r) >> 20) | 1U << from;
}

/* Cuts words into at most n classes with few different entries. */
static unsigned random_classes(struct rng *r, uint32_t words, struct pf_class *out)
{
	const unsigned n = rng_below(r, 3) + 1;
	unsigned used = 0;

	for (unsigned i = 0; i < n && words; i++) {
		const uint32_t some = i + 1 == n ? words : words & (uint32_t)(rng_next(r) >> 20);

		if (!some)
			continue;
		out[used++] =
			(struct pf_class){rng_below(r, 8) ? rng_below(r, 5) + 1 : UNTOUCHED, some};
		words &= ~some;
	}
	return used;
}

static void same_line(struct pf_classes *c, const uint64_t *flat, uint64_t line, uint32_t words)
{
	struct pf_class got[PF_CLASS_WORDS];
	const unsigned n = pf_classes_read(c, line, words, got);
	uint32_t all = 0;

	for (unsigned i = 0; i < n; i++) {
		assert_int_not_equal(got[i].words, 0);
		assert_int_equal(all & got[i].words, 0);
		assert_true(!i || __builtin_ctz(got[i].words) > __builtin_ctz(got[i - 1].words));
		for (unsigned k = 0; k < i; k++)
			assert_true(got[k].entry != got[i].entry);
		all |= got[i].words;
		for (unsigned w = 0; w < PF_CLASS_WORDS; w++)
			if (got[i].words >> w & 1)
				assert_int_equal(got[i].entry, flat[line * PF_CLASS_WORDS + w]);
	}
	assert_int_equal(all, words);
}

static unsigned distinct(const uint64_t *line)
{
	unsigned n = 0;

	for (unsigned w = 0; w < PF_CLASS_WORDS; w++) {
		unsigned k = 0;

		while (k < w && line[k] != line[w])
			k++;
		n += k == w;
	}
	return n;
}

static void write_flat(uint64_t *line, const struct pf_class *in, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned w = 0; w < PF_CLASS_WORDS; w++)
			if (in[i].words >> w & 1)
				line[w] = in[i].entry;
}

/* All but the entry of the lowest word written; how many were touched. */
static unsigned forget_flat(uint64_t *line, uint32_t written)
{
	const uint64_t kept = line[__builtin_ctz(written)];
	unsigned n = 0;

	for (unsigned w = 0; w < PF_CLASS_WORDS; w++) {
		if (line[w] == kept)
			continue;
		n += line[w] != UNTOUCHED;
		line[w] = UNTOUCHED;
	}
	return n;
}

static void all_same(const struct pf_classes *c, const uint64_t *flat)
{
	for (unsigned w = 0; w < WORDS; w++)
		assert_int_equal(pf_classes_entry(c, w), flat[w]);
}

/* Random writes and reads, with so many classes a line and a pool of so many blocks. */
static void against_flat(unsigned most, uint64_t blocks, struct pf_classes_stats *stats)
{
	static uint64_t flat[WORDS];
	bool in_block[LINES] = {false};
	struct pf_classes c;
	uint64_t forgotten = 0, used = 0;
	struct rng r;

	for (unsigned w = 0; w < WORDS; w++)
		flat[w] = UNTOUCHED;
	rng_seed(&r, blocks + most);
	pf_classes_init(&c, UNTOUCHED, most, blocks);
	for (unsigned i = 0; i < STEPS; i++) {
		const uint64_t line = rng_below(&r, LINES);
		uint64_t *at = &flat[line * PF_CLASS_WORDS];
		const uint32_t words = random_words(&r);
		struct pf_class in[3];
		const unsigned n = random_classes(&r, words, in);
		uint32_t written = 0;

		same_line(&c, flat, line, words);
		if (!n)
			continue;
		for (unsigned k = 0; k < n; k++)
			written |= in[k].words;
		write_flat(at, in, n);
		pf_classes_write(&c, line, in, n);
		if (!in_block[line] && distinct(at) > most) {
			if (used < blocks) {
				used++;
				in_block[line] = true;
			} else {
				forgotten += forget_flat(at, written);
			}
		} else if (in_block[line] && written == UINT32_MAX && distinct(at) <= most) {
			used--;
			in_block[line] = false;
		}
		same_line(&c, flat, line, UINT32_MAX);
		assert_int_equal(c.stats.blocks, used);
		assert_int_equal(c.stats.forgotten, forgotten);
	}
	all_same(&c, flat);
	*stats = c.stats;
	pf_classes_clear(&c);
	for (unsigned w = 0; w < WORDS; w++)
		flat[w] = UNTOUCHED;
	all_same(&c, flat);
	assert_int_equal(c.stats.blocks, 0);
	pf_classes_free(&c);
}

static void nothing_is_lost(void **state)
{
	struct pf_classes_stats s;

	(void)state;
	for (unsigned most = PF_CLASSES_LEAST; most <= PF_CLASSES; most++) {
		against_flat(most, UINT64_MAX, &s);
		assert_int_equal(s.forgotten, 0);
		assert_true(s.expanded > 1000 && s.collapsed > 1000 && s.most_blocks > LINES / 3);
	}
}

static void a_full_pool_forgets(void **state)
{
	struct pf_classes_stats s;

	(void)state;
	for (unsigned most = PF_CLASSES_LEAST; most <= PF_CLASSES; most++) {
		against_flat(most, 0, &s);
		assert_true(s.forgotten > 1000 && !s.expanded && !s.most_blocks);
		against_flat(most, LINES / 4, &s);
		assert_true(s.forgotten > 1000 && s.expanded > 100 && s.most_blocks == LINES / 4);
	}
}

/* The third class, and the fourth that is too many. */
static void most_classes(void **state)
{
	(void)state;
	for (unsigned most = PF_CLASSES_LEAST; most <= PF_CLASSES; most++) {
		struct pf_class got[PF_CLASS_WORDS];
		struct pf_classes c;

		pf_classes_init(&c, UNTOUCHED, most, UINT64_MAX);
		for (unsigned i = 1; i <= most; i++) {
			assert_int_equal(c.stats.blocks, 0);
			pf_classes_write(&c, 3, &(struct pf_class){i, 1U << (31 - i)}, 1);
		}
		assert_int_equal(c.stats.blocks, 1);
		assert_int_equal(pf_classes_read(&c, 3, 0x78000000, got), most + 1);
		pf_classes_free(&c);
	}
}

/* A coalesced access is one check, whoever came before. */
static void one_class_a_line(void **state)
{
	struct pf_class got[PF_CLASS_WORDS];
	struct pf_classes c;

	(void)state;
	pf_classes_init(&c, UNTOUCHED, PF_CLASSES, 0);
	assert_int_equal(pf_classes_read(&c, 7, UINT32_MAX, got), 1);
	pf_classes_write(&c, 7, &(struct pf_class){5, UINT32_MAX}, 1);
	pf_classes_write(&c, 7, &(struct pf_class){6, 0x0000ff00}, 1);
	assert_int_equal(pf_classes_read(&c, 7, UINT32_MAX, got), 2);
	assert_int_equal(got[0].entry, 5);
	assert_int_equal(got[1].words, 0x0000ff00);
	pf_classes_write(&c, 7, &(struct pf_class){5, 0x0000ff00}, 1);
	assert_int_equal(pf_classes_read(&c, 7, UINT32_MAX, got), 1);
	assert_int_equal(c.stats.read_classes, 4);
	assert_int_equal(pf_classes_read(&c, 8, 1, got), 1);
	assert_int_equal(got[0].entry, UNTOUCHED);
	pf_classes_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost),
		cmocka_unit_test(a_full_pool_forgets),
		cmocka_unit_test(most_classes),
		cmocka_unit_test(one_class_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
