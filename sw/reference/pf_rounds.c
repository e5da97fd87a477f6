/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_rounds.h"

#include <string.h>

enum { NO_WORD = UINT8_MAX };

/* Its place, or the one that it would have. */
static uint32_t place_of(const struct pf_rounds *r, uint32_t word)
{
	uint32_t at = word % PF_ROUNDS_PLACES;

	while (r->place[at] && r->word[r->place[at] - 1] != word)
		at = (at + 1) % PF_ROUNDS_PLACES;
	return at;
}

/* Words have come in order so far, and there are no places: now one has not. */
static void make_places(struct pf_rounds *r)
{
	memset(r->place, 0, sizeof(r->place));
	for (uint32_t i = 0; i < r->n; i++)
		r->place[place_of(r, r->word[i])] = (uint8_t)(i + 1);
	r->mixed = true;
}

static uint32_t *lanes_of(struct pf_rounds *r, uint32_t word)
{
	if (r->n && r->word[r->n - 1] == word)
		return &r->lanes[r->n - 1];
	if (!r->mixed && r->n && word < r->word[r->n - 1])
		make_places(r);
	if (r->mixed) {
		uint8_t *place = &r->place[place_of(r, word)];

		if (*place)
			return &r->lanes[*place - 1];
		*place = (uint8_t)(r->n + 1);
	}
	r->word[r->n] = word;
	r->lanes[r->n] = 0;
	return &r->lanes[r->n++];
}

static void queue(struct pf_rounds *r, uint32_t banks)
{
	r->banks = 0;
	for (uint32_t i = 0; i < r->n; i++) {
		const uint32_t bank = r->word[i] % banks;

		if (r->banks >> bank & 1)
			r->next[r->last[bank]] = (uint8_t)i;
		else
			r->first[bank] = (uint8_t)i;
		r->banks |= 1U << bank;
		r->last[bank] = (uint8_t)i;
		r->next[i] = NO_WORD;
	}
}

void pf_rounds_begin(struct pf_rounds *r, uint32_t lanes, uint32_t size,
		     const uint32_t addr[PF_ROUNDS_LANES], uint32_t banks)
{
	r->n = 0;
	r->mixed = false;
	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(left);
		const uint32_t last = (addr[l] + size - 1) / PF_ROUNDS_WORD;

		for (uint32_t w = addr[l] / PF_ROUNDS_WORD; w <= last; w++)
			*lanes_of(r, w) |= 1U << l;
	}
	queue(r, banks);
}

uint32_t pf_rounds_next(struct pf_rounds *r, uint8_t round[PF_ROUNDS_BANKS])
{
	uint32_t n = 0;

	for (uint32_t left = r->banks; left; left &= left - 1) {
		const uint32_t bank = (uint32_t)__builtin_ctz(left), i = r->first[bank];

		round[n++] = (uint8_t)i;
		r->first[bank] = r->next[i];
		if (r->first[bank] == NO_WORD)
			r->banks &= ~(1U << bank);
	}
	return n;
}
