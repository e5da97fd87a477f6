/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_class_merge_vec: a line of metadata, an access to it, and what pf_line_update makes of the
 * two.
 *
 *   row access row expand changed last      in hex; an access as a row: the words in its low bits,
 *                                           what each class gets in place of its entry
 *
 * Entries are few, or differ in one bit: a compare that leaves out a bit shows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "reference/pf_line_row.h"

#define ENTRY_MASK ((1ULL << PF_REF_LINE_ROW_FIRST_W) - 1)

static uint64_t entry_near(struct rng *r, uint64_t e)
{
	switch (rng_below(r, 6)) {
	case 0: return rng_next(r) & ENTRY_MASK;
	case 1: return e ^ 1ULL << rng_below(r, PF_REF_LINE_ROW_FIRST_W);
	default: return e;
	}
}

/* All, none but one, a run, any. */
static uint32_t any_words(struct rng *r)
{
	switch (rng_below(r, 5)) {
	case 0: return UINT32_MAX;
	case 1: return 1U << rng_below(r, PF_ROW_WORDS);
	case 2: return UINT32_MAX >> rng_below(r, PF_ROW_WORDS);
	case 3: return UINT32_MAX << rng_below(r, PF_ROW_WORDS);
	default: return (uint32_t)(rng_next(r) >> 20) | 1;
	}
}

/* A row as the unit may find it: anything in the entry of a class without words. */
static void print_row(const struct pf_line *l, uint64_t fill)
{
	struct pf_line all = *l;
	struct pf_beat b;

	for (; all.n < PF_ROW_CLASSES; all.n++) {
		all.entry[all.n] = fill;
		all.words[all.n] = 0;
	}
	b = pf_row_pack(&all);
	for (int i = 3; i >= 0; i--)
		printf("%016" PRIx64, b.v[i]);
}

static bool has_changed(const struct pf_line *a, const struct pf_line *b)
{
	for (unsigned w = 0; w < PF_ROW_WORDS; w++)
		if (a->entry[pf_line_class(a, w)] != b->entry[pf_line_class(b, w)])
			return true;
	return false;
}

/* The line after a random access; as it was, when it would have to be expanded. */
static void one(struct pf_line *l, struct rng *r)
{
	const uint32_t words = any_words(r);
	struct pf_line access = {.n = PF_ROW_CLASSES, .words = {~words, words, 0}};
	struct pf_line after = {.n = 0};
	bool fits;

	for (unsigned i = 0; i < PF_ROW_CLASSES; i++)
		access.entry[i] =
			entry_near(r, l->entry[rng_below(r, 3) ? i % l->n : rng_below(r, l->n)]);
	if (rng_below(r, 2)) /* the accessor becomes owner of all */
		access.entry[1] = access.entry[2] = access.entry[0];
	fits = pf_line_update(l, PF_ROW_CLASSES, words, access.entry, &after);
	print_row(l, entry_near(r, l->entry[0]));
	printf(" ");
	print_row(&access, 0);
	printf(" ");
	print_row(&after, 0);
	/* Every word of a line that has to be expanded cannot be as it was. */
	printf(" %d %d %d\n", !fits, !fits || has_changed(l, &after), fits ? after.n - 1 : 0);
	if (fits)
		*l = after;
}

/* SEED COUNT GEOMETRY, which does not matter. */
int main(int argc, char **argv)
{
	const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
	struct pf_line l = pf_line_one(0);
	struct rng r;

	rng_seed(&r, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
	for (uint64_t i = 0; i < count; i++)
		one(&l, &r);
	return 0;
}
