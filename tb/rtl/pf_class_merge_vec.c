/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_class_merge_vec: a line of metadata, an access to it, and what pf_line_update makes of the
 * two.
 *
 *   row access row expand changed last alike  in hex; an access as a row: the words in its low
 * bits, what each class gets in place of its entry
 *
 * Entries are few, or differ in one bit: a compare that leaves out a bit shows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pf_entry_vec.h"

#define ENTRY_MASK ((1ULL << PF_REF_LINE_ROW_FIRST_W) - 1)

static uint64_t entry_near(struct rng *r, uint64_t e)
{
	switch (rng_below(r, 6)) {
	case 0: return rng_next(r) & ENTRY_MASK;
	case 1: return e ^ 1ULL << rng_below(r, PF_REF_LINE_ROW_FIRST_W);
	default: return e;
	}
}

/* A row as the unit may find it: an entry twice, anything in the entry of a class without words. */
static struct pf_line as_found(const struct pf_line *l, struct rng *r)
{
	const uint32_t some = vec_any_words(r) & l->words[0];
	struct pf_line f = *l;

	if (f.n < PF_ROW_CLASSES && some && some != f.words[0] && rng_below(r, 4) == 0) {
		f.entry[f.n] = f.entry[0];
		f.words[f.n++] = some;
		f.words[0] &= ~some;
	}
	return f;
}

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

/* Words that have the entry of the lowest one accessed. */
static uint32_t alike(const struct pf_line *l, uint32_t words, const uint64_t *next)
{
	const uint64_t entry = next[pf_line_class(l, (unsigned)__builtin_ctz(words))];
	uint32_t found = 0;

	for (unsigned w = 0; w < PF_ROW_WORDS; w++) {
		const unsigned i = pf_line_class(l, w);

		if ((words >> w & 1 ? next[i] : l->entry[i]) == entry)
			found |= 1U << w;
	}
	return found;
}

/* The line after a random access; as it was, when it would have to be expanded. */
static void one(struct pf_line *l, struct rng *r)
{
	const uint32_t words = vec_any_words(r);
	const struct pf_line was = as_found(l, r);
	struct pf_line access = {.n = PF_ROW_CLASSES, .words = {~words, words, 0}};
	struct pf_line after = {.n = 0};
	bool fits;

	for (unsigned i = 0; i < PF_ROW_CLASSES; i++)
		access.entry[i] =
			entry_near(r, l->entry[rng_below(r, 3) ? i % l->n : rng_below(r, l->n)]);
	if (rng_below(r, 2)) /* the accessor becomes owner of all */
		access.entry[1] = access.entry[2] = access.entry[0];
	fits = pf_line_update(&was, PF_ROW_CLASSES, words, access.entry, &after);
	print_row(&was, entry_near(r, l->entry[0]));
	printf(" ");
	print_row(&access, 0);
	printf(" ");
	print_row(&after, 0);
	/* Every word of a line that has to be expanded cannot be as it was. */
	printf(" %d %d %d %x\n", !fits, !fits || vec_has_changed(&was, &after),
	       fits ? after.n - 1 : 0, alike(&was, words, access.entry));
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
