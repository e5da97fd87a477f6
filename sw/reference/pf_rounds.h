/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rounds: the rounds in which a scratchpad serves an access: one word of each bank a round.
 *
 *   lanes, addresses ─> words, each with its lanes ─> a list a bank ─> rounds
 */
#ifndef PF_ROUNDS_H
#define PF_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PF_ROUNDS_LANES = 32,
	PF_ROUNDS_BANKS = 32, /* at most */
	PF_ROUNDS_WORD = 4,   /* bytes of a word */
	PF_ROUNDS_WORDS = 4 * PF_ROUNDS_LANES,
	PF_ROUNDS_PLACES = 256
};

struct pf_rounds {
	/* Words in the order of the lanes that touch them first; lanes: all that touch it. */
	uint32_t n;
	uint32_t word[PF_ROUNDS_WORDS], lanes[PF_ROUNDS_WORDS];
	bool mixed; /* they have not all come in order */
	/* If so, a word's place is found by its low bits, as far as others have not taken it: its
	 * number, plus one. */
	uint8_t place[PF_ROUNDS_PLACES];
	/* Words that are left: banks that have some, and of each its list. */
	uint32_t banks;
	uint8_t first[PF_ROUNDS_BANKS], last[PF_ROUNDS_BANKS], next[PF_ROUNDS_WORDS];
};

/* Lanes of mask `lanes` touch `size` bytes each, 1 to 16, at these addresses; words lie in 1 to
 * PF_ROUNDS_BANKS banks by their low bits. */
void pf_rounds_begin(struct pf_rounds *r, uint32_t lanes, uint32_t size,
		     const uint32_t addr[PF_ROUNDS_LANES], uint32_t banks);
/* Of each bank the next word in the order of the lanes that touch them first: how many words, and
 * their numbers in the order of banks. 0: no word is left. */
uint32_t pf_rounds_next(struct pf_rounds *r, uint8_t round[PF_ROUNDS_BANKS]);

#endif
