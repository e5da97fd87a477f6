/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_targets.h"

#include <string.h>

enum { WORDS = PF_IGUARD_TARGETS_SLICES / 64 };

static void add(struct pf_iguard_slices *to, const struct pf_iguard_slices *x)
{
	for (unsigned i = 0; i < WORDS; i++)
		to->word[i] |= x->word[i];
}

static void clear(struct pf_iguard_slices *x)
{
	memset(x, 0, sizeof(*x));
}

static struct pf_iguard_target_block *block_at(struct pf_iguard_targets *t, uint32_t slot,
					       uint32_t bar)
{
	struct pf_iguard_target_block *b = &t->block[slot];

	if (b->bar != bar) {
		add(&b->before, &b->since);
		clear(&b->since);
		b->bar = bar;
	}
	return b;
}

void pf_iguard_targets_sent(struct pf_iguard_targets *t, uint32_t slot, uint32_t warp, uint32_t bar,
			    uint32_t slice)
{
	struct pf_iguard_slices one = {{0}};

	one.word[slice / 64] = 1ULL << slice % 64;
	add(&t->scope[warp][0], &one);
	add(&t->scope[warp][1], &one);
	add(&block_at(t, slot, bar)->since, &one);
}

void pf_iguard_targets_begin(struct pf_iguard_targets *t, uint32_t slot, uint32_t bar)
{
	t->block[slot] = (struct pf_iguard_target_block){.bar = bar};
}

void pf_iguard_targets_take(struct pf_iguard_targets *t, uint32_t slot, uint32_t warp, uint32_t bar,
			    bool device, bool alone)
{
	struct pf_iguard_target_block *b = block_at(t, slot, bar);
	struct pf_iguard_slices *own = &t->scope[warp][device];

	t->told = *own;
	if (!alone)
		clear(own);
	if (!device)
		return;
	add(&t->told, &b->before);
	clear(&b->before);
}

uint32_t pf_iguard_targets_next(struct pf_iguard_targets *t)
{
	for (uint32_t i = 0; i < WORDS; i++)
		if (t->told.word[i]) {
			const uint32_t bit = (uint32_t)__builtin_ctzll(t->told.word[i]);

			t->told.word[i] &= t->told.word[i] - 1;
			return 64 * i + bit;
		}
	return t->slices;
}
