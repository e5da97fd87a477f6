/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_class_merge_vec: a line of metadata, an access to it, and what pf_classes makes of the two.
 *
 *   second entries words next expand changed second entries      in hex; entries: {second, first}
 *
 * Entries are few, or differ in one bit: a compare that leaves out a bit shows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "reference/pf_classes.h"

struct line {
	uint32_t second;
	uint64_t entry[PF_CLASSES];
};

static uint64_t entry_near(struct rng *r, uint64_t e)
{
	switch (rng_below(r, 6)) {
	case 0: return rng_next(r);
	case 1: return e ^ 1ULL << rng_below(r, 64);
	default: return e;
	}
}

/* All, none but one, a run, any. */
static uint32_t any_words(struct rng *r)
{
	switch (rng_below(r, 5)) {
	case 0: return UINT32_MAX;
	case 1: return 1U << rng_below(r, PF_CLASS_WORDS);
	case 2: return UINT32_MAX >> rng_below(r, PF_CLASS_WORDS);
	case 3: return UINT32_MAX << rng_below(r, PF_CLASS_WORDS);
	default: return (uint32_t)(rng_next(r) >> 20) | 1;
	}
}

/* As hardware may have it: either class first, and anything in the entry of one without words. */
static struct line line_of(struct pf_classes *c, struct rng *r)
{
	struct pf_class k[PF_CLASS_WORDS];
	const unsigned n = pf_classes_read(c, 0, UINT32_MAX, k);
	const unsigned first = rng_below(r, 2);
	struct line l = {.second = first ? k[0].words : ~k[0].words};

	l.entry[first] = k[0].entry;
	l.entry[!first] = n > 1 ? k[1].entry : entry_near(r, k[0].entry);
	return l;
}

static unsigned classes_of(const struct line *l, uint32_t words, const uint64_t *next,
			   struct pf_class *in)
{
	const uint32_t of[PF_CLASSES] = {words & ~l->second, words & l->second};
	unsigned n = 0;

	for (unsigned i = 0; i < PF_CLASSES; i++)
		if (of[i])
			in[n++] = (struct pf_class){next[i], of[i]};
	return n;
}

static void print_line(const struct line *l)
{
	printf("%" PRIx32 " %016" PRIx64 "%016" PRIx64, l->second, l->entry[1], l->entry[0]);
}

static void one(struct pf_classes *c, struct rng *r)
{
	const uint64_t expanded = c->stats.expanded;
	const struct line l = line_of(c, r);
	const uint32_t words = any_words(r);
	uint64_t next[PF_CLASSES], was[PF_CLASS_WORDS];
	struct pf_class in[PF_CLASSES];
	struct line after = {.second = 0};
	bool changed = false, expand;
	unsigned n;

	for (unsigned i = 0; i < PF_CLASSES; i++)
		next[i] = entry_near(r, l.entry[rng_below(r, 4) ? i : !i]);
	if (rng_below(r, 2)) /* the accessor becomes owner of all */
		next[1] = next[0];
	for (unsigned w = 0; w < PF_CLASS_WORDS; w++)
		was[w] = pf_classes_entry(c, w);
	n = classes_of(&l, words, next, in);
	pf_classes_write(c, 0, in, n);
	for (unsigned w = 0; w < PF_CLASS_WORDS; w++)
		changed |= pf_classes_entry(c, w) != was[w];
	expand = c->stats.expanded != expanded;
	if (expand)
		pf_classes_clear(c);
	else
		after = line_of(c, r);
	print_line(&l);
	printf(" %" PRIx32 " %016" PRIx64 "%016" PRIx64 " %d %d ", words, next[1], next[0], expand,
	       changed);
	print_line(&after);
	printf("\n");
}

/* SEED COUNT GEOMETRY, which does not matter. */
int main(int argc, char **argv)
{
	const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
	struct pf_classes c;
	struct rng r;

	pf_classes_init(&c, 0, UINT64_MAX);
	rng_seed(&r, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
	for (uint64_t i = 0; i < count; i++)
		one(&c, &r);
	pf_classes_free(&c);
	return 0;
}
